-- Transposed matrices that are thin, one way or the other, or small: rows that lie side by side
-- are read and written as one.

-- ==
-- entry: turned
-- random input { [1000][1]i32 }
-- random input { [1][1000]i32 }
-- random input { [3000][2]i32 }
-- random input { [2][3000]i32 }
-- random input { [700][7]i32 }
-- random input { [7][700]i32 }
-- random input { [300][16]i32 }
-- random input { [200][30]i32 }
-- random input { [31][200]i32 }
-- random input { [31][31]i32 }
-- random input { [32][32]i32 }
-- random input { [33][33]i32 }
-- random input { [33][31]i32 }
-- random input { [100][64]i32 }
-- random input { [0][7]i32 }
-- random input { [7][0]i32 }
entry turned [n][m] (a: [n][m]i32): [m][n]i32 = transpose a
-- ==
-- entry: bytes
-- random input { [500][9]i8 }
-- random input { [12][500]i8 }
entry bytes [n][m] (a: [n][m]i8): [m][n]i8 = transpose a
-- ==
-- entry: batches
-- random input { [100][8][8]f64 }
-- random input { [3][50][5]f64 }
-- random input { [3][5][500]f64 }
-- random input { [2][70][40]f64 }
-- random input { [0][70][40]f64 }
entry batches [l][n][m] (a: [l][n][m]f64): [l][m][n]f64 = map transpose a
-- ==
-- entry: walks
-- random input { [1000][7]f32 }
-- random input { [5000][1]f32 }
entry walks [n][m] (a: [n][m]f32): [n][m]f32 =
  map (\r -> let s = f32.sum r in map (\x -> x / s) r) a
