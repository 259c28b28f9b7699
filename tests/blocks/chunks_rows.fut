-- Sums, prefix sums, the three scans of LocVolCalib and rows turned round, in chunks of three.
-- sizes: [3][31]i32 | [2][96]i32 | [2][97]i32 | [1][1030]i32 | [3][1]i32 | [3][0]i32 | [0][4]i32
entry main [n][m] (rows: [n][m]i32): ([n]i32, [n][m]i32, [n][m]i32, [n][m]i32) =
  unzip4 (#[seq_factor(3)] map (\xs ->
    let total = reduce (+) 0 xs
    let sums = scan (+) 0 xs
    let maxima = scan i32.max i32.lowest (map2 (*) sums xs)
    let chosen = scan (+) 0 (map2 (\p x -> if x > 2 then p - x + 1 else p) maxima xs)
    in (total, sums, chosen, map2 (\s i -> s + sums[m - 1 - i]) (reverse chosen) (iota m))) rows)
