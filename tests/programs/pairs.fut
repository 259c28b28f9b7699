-- All pairs of points: rows of a few numbers, numbers of several arrays, and products whose sums
-- have as many terms as the program says. Sizes around the tiles'.

-- ==
-- entry: distances
-- random input { [48][3]f32 [48][3]f32 }
-- random input { [47][3]f32 [97][3]f32 }
-- random input { [12][3]f32 [12][3]f32 }
-- random input { [11][3]f32 [100][3]f32 }
-- random input { [100][3]f32 [1][3]f32 }
-- random input { [0][3]f32 [33][3]f32 }
-- random input { [33][3]f32 [0][3]f32 }
entry distances [n][m] (a: [n][3]f32) (b: [m][3]f32): [n][m]f32 =
  map (\p -> map (\q -> f32.sqrt (f32.sum (map2 (\x y -> (x - y) * (x - y)) p q))) b) a
-- ==
-- entry: by_index
-- random input { [49][2]f64 [95][2]f64 }
-- random input { [12][2]f64 [13][2]f64 }
-- random input { [2][2]f64 [31][2]f64 }
entry by_index [n][m] (a: [n][2]f64) (b: [m][2]f64): [n][m]f64 =
  map (\p -> map (\q -> f64.abs (p[0] - q[0]) + f64.abs (p[1] - q[1])) b) a
-- ==
-- entry: tuples
-- random input { [50]i32 [50]i32 [50]i32 [33]i32 [33]i32 [33]i32 }
-- random input { [12]i32 [12]i32 [12]i32 [96]i32 [96]i32 [96]i32 }
-- random input { [3]i32 [3]i32 [3]i32 [96]i32 [96]i32 [96]i32 }
entry tuples [n][m] (ax: [n]i32) (ay: [n]i32) (az: [n]i32) (bx: [m]i32) (by: [m]i32) (bz: [m]i32)
  : [n][m](i32, bool) =
  map (\(x, y, z) -> map (\(u, v, w) -> (x * u + y * v + z * w, x < u)) (zip3 bx by bz)) (zip3 ax ay az)
-- ==
-- entry: crosses
-- random input { [50][3]i32 [49][3]i32 }
-- random input { [7][3]i32 [49][3]i32 }
entry crosses [n][m] (a: [n][3]i32) (b: [m][3]i32): [n][m][3]i32 =
  map (\p -> map (\q -> [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]) b) a
-- ==
-- entry: batches
-- random input { [3][48][4]i32 [3][50][4]i32 }
-- random input { [0][48][4]i32 [0][50][4]i32 }
-- random input { [2][5][4]i32 [2][50][4]i32 }
entry batches [l][n][m] (as: [l][n][4]i32) (bs: [l][m][4]i32): [l][n][m]i32 =
  map2 (\a b -> map (\p -> map (\q -> i32.sum (map2 (*) p q)) b) a) as bs
-- ==
-- entry: weighted
-- random input { [48][2]i64 [48]i64 [50][2]i64 [50]i64 }
-- random input { [30][2]i64 [30]i64 [2][2]i64 [2]i64 }
entry weighted [n][m] (a: [n][2]i64) (ws: [n]i64) (b: [m][2]i64) (vs: [m]i64): [n][m]i64 =
  map2 (\p w -> map2 (\q v -> w * v * i64.maximum (map2 (-) p q)) b vs) a ws
-- Threads that find their own rows: what they read is found by an index.
-- ==
-- entry: looked_up
-- random input { [40]i8 [60]i8 [256][3]f32 }
-- random input { [40]i8 [6]i8 [256][3]f32 }
entry looked_up [n][m] (is: [n]i8) (js: [m]i8) (ps: [256][3]f32): [n][m]f32 =
  map (\i -> map (\j -> let p = ps[i64.i8 i + 128]
    let q = ps[i64.i8 j + 128]
    in p[0] * q[0] + p[1] * q[1] + p[2] * q[2]) js) is
-- A test may choose: what is read in a branch is read for all.
-- ==
-- entry: chosen
-- random input { [48][2]i32 [48][2]i32 }
-- random input { [10][2]i32 [48][2]i32 }
entry chosen [n][m] (a: [n][2]i32) (b: [m][2]i32): [n][m]i32 =
  map (\p -> map (\q -> if p[0] < q[0] then q[1] - p[1] else if q[1] == 0 then 0 else p[1] / q[1]) b) a
-- ==
-- entry: five
-- random input { [33][5]f64 [140][5]f64 }
-- random input { [129][5]f64 [257][5]f64 }
-- random input { [12][5]f64 [12][5]f64 }
-- random input { [3][5]f64 [1000][5]f64 }
entry five [n][m] (a: [n][5]f64) (b: [m][5]f64): [n][m]f64 =
  map (\p -> map (\q -> f64.sum (map2 (*) p q)) b) a
-- ==
-- entry: sixteen
-- random input { [130][16]i32 [16][140]i32 }
-- random input { [16][16]i32 [16][16]i32 }
-- random input { [1][16]i32 [16][300]i32 }
entry sixteen [n][m] (a: [n][16]i32) (b: [16][m]i32): [n][m]i32 =
  map (\p -> map (\q -> i32.sum (map2 (*) p q)) (transpose b)) a
-- ==
-- entry: sixty_five
-- random input { [130][65]f32 [140][65]f32 }
-- random input { [2][65]f32 [31][65]f32 }
entry sixty_five [n][m] (a: [n][65]f32) (b: [m][65]f32): [n][m]f32 =
  map (\p -> map (\q -> 1 + f32.sum (map2 (*) p q)) b) a
-- ==
-- entry: all_known
-- random input { [128][64]i32 [64][96]i32 }
entry all_known (a: [128][64]i32) (b: [64][96]i32): [128][96]i32 =
  map (\p -> map (\q -> i32.sum (map2 (*) p q)) (transpose b)) a
-- ==
-- entry: nearest_of
-- random input { [100][24]f32 [50][24]f32 }
-- random input { [5][24]f32 [50][24]f32 }
entry nearest_of [n][m] (a: [n][24]f32) (b: [m][24]f32): [n][m]f32 =
  map (\p -> map (\q -> f32.maximum (map2 (\x y -> f32.abs (x - y)) p q)) b) a
-- Both operands are the same for all: nothing is staged.
-- ==
-- entry: windows
-- random input { [50]i32 [40]i32 [3]i32 }
entry windows [n][m] (xs: [n]i32) (ys: [m]i32) (ws: [3]i32): [n][m]i32 =
  map (\x -> map (\y -> i32.sum (map (\w -> (x ^ w) * y) ws)) ys) xs
