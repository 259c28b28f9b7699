-- Products of few results, whose sums are long: blocks make the sums of parts of the terms, and
-- the parts are folded. Sizes around the tiles' and the parts'.

-- The equations of least squares.
-- ==
-- entry: normal
-- random input { [1024][64]f32 [1024]f32 }
-- random input { [2401][41]f32 [2401]f32 }
-- random input { [129][13]f32 [129]f32 }
-- random input { [0][12]f32 [0]f32 }
-- random input { [1][0]f32 [1]f32 }
entry normal [n][k] (x: [n][k]f32) (y: [n]f32): ([k][k]f32, [k]f32) =
  let columns = transpose x
  in (map (\a -> map (\b -> f32.sum (map2 (*) a b)) columns) columns,
      map (\a -> f32.sum (map2 (*) a y)) columns)

-- ==
-- entry: of_rows
-- random input { [65][1000]i32 [63][1000]i32 }
-- random input { [41][2500]i32 [41][2500]i32 }
-- random input { [13][128]i32 [17][128]i32 }
-- random input { [31][1]i32 [67][1]i32 }
entry of_rows [n][m][k] (a: [n][k]i32) (b: [m][k]i32): [n][m]i32 =
  map (\row -> map (\other -> i32.sum (map2 (*) row other)) b) a

-- ==
-- entry: covariance
-- random input { [1031][64]f64 }
-- random input { [127][16]f64 }
-- random input { [257][12]f64 }
entry covariance [n][k] (x: [n][k]f64): [k][k]f64 =
  let columns = transpose x
  let means = map (\a -> f64.sum a / f64.i64 n) columns
  in map2 (\a p -> map2 (\b q -> f64.sum (map2 (\s t -> (s - p) * (t - q)) a b) / f64.i64 n)
                        columns means) columns means

-- No term is neutral, and the order counts: the first place of the largest sum.
-- ==
-- entry: farthest
-- random input { [61][1103]i32 [1103][67]i32 }
-- random input { [12][129]i32 [129][15]i32 }
entry farthest [n][k][m] (a: [n][k]i32) (b: [k][m]i32): [n][m](i32, i64) =
  map (\row -> map (\col ->
    reduce (\(x, i) (y, j) -> if y > x then (y, j) else (x, i)) (i32.lowest, -1)
           (map3 (\s t i -> (s + t, i)) row col (iota k))) (transpose b)) a

-- ==
-- entry: batched
-- random input { [2][45][1031]i32 [2][1031][44]i32 }
-- random input { [2][12][257]i32 [2][257][19]i32 }
-- random input { [0][12][257]i32 [0][257][19]i32 }
entry batched [l][n][k][m] (as: [l][n][k]i32) (bs: [l][k][m]i32): [l][n][m]i32 =
  map2 (\a b -> map (\row -> map (\col -> i32.sum (map2 (*) row col)) (transpose b)) a) as bs
