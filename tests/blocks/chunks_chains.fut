-- The chains of the thesis on sequentialising: scans and sums of what they and maps gave, of rows
-- and of what all rows read.
-- flags: --option=seq_factor=8
-- sizes: [3][31]i64 [31]i64 | [2][256]i64 [256]i64 | [2][1000]i64 [1000]i64 | [1][1025]i64 [1025]i64 |
-- sizes: [3][1]i64 [1]i64 | [3][0]i64 [0]i64 | [0][4]i64 [4]i64 | [1][5000]i64 [5000]i64
def row_of [m] (b: [m]i64) (row: [m]i64) =
  let products = scan (*) 1 (map (+ 2) row)
  let sums = scan (+) 0 row
  let t = map3 (\x y z -> x + y / 11 + z) sums row b
  in ((reduce (+) 0 products, products), (reduce (+) 0 t, map2 (\x y -> x + y - 99) b t),
      (reduce i64.min i64.highest t, scan i64.min i64.highest t))

entry main [n][m] (rows: [n][m]i64) (b: [m]i64)
    : (([n]i64, [n][m]i64), ([n]i64, [n][m]i64), ([n]i64, [n][m]i64)) =
  let (products, sums, least) = unzip3 (map (row_of b) rows)
  in (unzip products, unzip sums, unzip least)
