-- Scatters by given places, some beyond the row's ends, and by positions.
-- flags: --option=seq_factor=4
-- sizes: [3][31]u32 [3][31]i16 | [2][128]u32 [2][128]i16 | [2][1000]u32 [2][1000]i16 |
-- sizes: [1][1025]u32 [1][1025]i16 | [3][1]u32 [3][1]i16 | [3][0]u32 [3][0]i16 |
-- sizes: [0][4]u32 [0][4]i16 | [1][5000]u32 [1][5000]i16
entry main [n][m] (dss: [n][m]u32) (vss: [n][m]i16): ([n][m]u32, [n][m]i16, [n]i16) =
  unzip3 (map2 (\ds vs ->
    let places = map (\i -> if i % 3 == 0 then -1 - i else if i % 7 == 0 then m + i else m - 1 - i)
                     (iota m)
    let numbers = map (\v -> u32.i16 v) vs
    in (scatter (copy ds) places numbers, scatter (replicate m 7i16) (iota m) (scan (+) 0 vs),
        i16.sum vs)) dss vss)
