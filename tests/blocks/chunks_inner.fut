-- Chunks that what is inside a row asks for: its block is that of the map around.
-- sizes: [2][3][31]i32 | [1][2][128]i32 | [2][1][131]i32 | [1][1][1000]i32 | [2][1][0]i32 |
-- sizes: [0][2][4]i32 | [1][1][5000]i32
-- meter: 1.1 1.05 [2][4][1024]i32
entry main [k][n][m] (rows: [k][n][m]i32): [k][n][m]i32 =
  map (map (\xs ->
    let sums = #[seq_factor(4)] scan (+) 0 xs
    in map2 (\s x -> s / 2 + x) (scan i32.max 0 sums) xs)) rows
