-- What is scanned takes long to compute: it is computed once, chunk by chunk.
-- sizes: [0][5]i32 | [3][0]i32 | [7][33]i32 | [2][300]i32 | [1][1]i32
entry main [n] [m] (rows: [n][m]i32): [n][m]i32 =
  map (\row -> scan (+) 0 (map (\x -> loop y = x for _i < 3 do y * y + x) row)) rows
