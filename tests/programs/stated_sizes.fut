-- Sizes that the program states: versions that they never take are not written.

-- ==
-- entry: small_product
-- random input { [16][16]f32 [16][16]f32 } auto output
-- random input { [16][7]f32 [7][16]f32 } auto output
-- random input { [16][0]f32 [0][16]f32 } auto output
#[size(n, 16)]
#[size(m, 1, 16)]
entry small_product [n] [k] [m] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
  map (\row -> map (\col -> f32.sum (map2 (*) row col)) (transpose b)) a

-- ==
-- entry: large_product
-- random input { [1024][3]i32 [3][1024]i32 } auto output
-- random input { [1030][17]i32 [17][1025]i32 } auto output
#[size(n, 1024, 100_000)]
#[size(m, 1024, 100_000)]
entry large_product [n] [k] [m] (a: [n][k]i32) (b: [k][m]i32): [n][m]i32 =
  map (\row -> map (\col -> i32.sum (map2 (*) row col)) (transpose b)) a

-- ==
-- entry: short_rows
-- random input { [100][1]i32 } auto output
-- random input { [100][31]i32 } auto output
-- random input { [3][128]i32 } auto output
-- input { empty([0][5]i32) } output { empty([0]i32) }
#[size(m, 1, 128)]
entry short_rows [n] [m] (xss: [n][m]i32): [n]i32 = map i32.sum xss

-- ==
-- entry: long_rows
-- random input { [1][5000]i32 } auto output
-- random input { [3][70001]i32 } auto output
#[size(m, 5000, 100_000)]
entry long_rows [n] [m] (xss: [n][m]i32): [n]i32 = map i32.sum xss

-- ==
-- entry: short_scans
-- random input { [100][1]i32 } auto output
-- random input { [33][32]i32 } auto output
#[size(m, 1, 32)]
entry short_scans [n] [m] (xss: [n][m]i32): [n][m]i32 = map (scan (+) 0) xss

-- ==
-- entry: long_scans
-- random input { [2][5000]i32 } auto output
#[size(n, 1, 9)]
entry long_scans [n] [m] (#[size(m, 4097, 1_000_000)] xss: [n][m]i32): [n][m]i32 =
  map (scan (+) 0) xss

-- One tile is wide enough, the other version is not written.
-- ==
-- entry: smoothed
-- random input { [128]f32 } auto output
-- random input { [1000]f32 } auto output
#[size(n, 128, 1_000_000_000)]
entry smoothed [n] (xs: [n]f32): [n]f32 =
  tabulate n (\i -> (xs[i64.max 0 (i - 1)] + xs[i] + xs[i64.min (n - 1) (i + 1)]) / 3)
