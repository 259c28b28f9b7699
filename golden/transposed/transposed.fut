-- A map over the columns of a matrix reads tiles, which are transposed in shared memory.
-- ==
-- input { [[1f32, 2f32, 3f32], [4f32, 5f32, 6f32]] }
-- output { [[3f32, 9f32], [5f32, 11f32], [7f32, 13f32]] }
-- random input { [0][9]f32 }
-- random input { [8][8]f32 }
-- random input { [7][100]f32 }
-- random input { [37][71]f32 }
entry main [n] [m] (xss: [n][m]f32): [m][n]f32 =
  map (map (\x -> 2 * x + 1)) (transpose xss)

-- An element and the one across the diagonal.
-- ==
-- entry: symmetric
-- input { [[1f32, 2f32], [4f32, 8f32]] }
-- output { [[1f32, 3f32], [3f32, 8f32]] }
-- random input { [1][1]f32 }
-- random input { [65][65]f32 }
entry symmetric [n] (xss: [n][n]f32): [n][n]f32 =
  map2 (map2 (\x y -> (x + y) / 2)) xss (transpose xss)

-- Transposed after it is mapped: one kernel does both.
-- ==
-- entry: squares
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] }
-- output { [[1i32, 16i32], [4i32, 25i32], [9i32, 36i32]] }
-- random input { [40][9]i32 }
-- random input { [9][40]i32 }
entry squares [n] [m] (xss: [n][m]i32): [m][n]i32 =
  transpose (map (map (\x -> x * x)) xss)
