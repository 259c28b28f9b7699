-- Long rows are scanned by many blocks each, short ones by parts of one.
-- sizes: [0][5000]i32 | [3][0]i32 | [1][20011]i32 | [3][4097]i32 | [7][33]i32
def affine (a: i32, b: i32) (c: i32, d: i32): (i32, i32) = (a * c, b * c + d)

entry main [m] [n] (xss: [m][n]i32): ([m][n]i32, [m][n]i32, [m][n]i64) =
  let yss = map (map (\x -> 2 * x + 1)) xss
  let zss = map2 (\xs ys -> let (_, zs) = unzip (scan affine (1, 0) (zip ys xs)) in zs) xss yss
  in (zss, yss, map (\ys -> scan (+) 0 (map2 (\y i -> i64.i32 y * i) ys (iota n))) yss)
