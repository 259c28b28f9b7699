entry main [n] [m] (xss: [n][m]f32): [n][m]f32 =
  map (\row ->
    let total = reduce (+) 0 row
    in map (\x -> x / total) row) xss
