-- Rows of as many rounds as each of them says.
entry main [m] (ns: [m]i64) (rounds: [m]i64): [m][..]i64 =
  map2 (\n k -> loop xs = iota n for r < k do map (\x -> (x + r) % 1000) (scan (+) 0 xs)) ns rounds
