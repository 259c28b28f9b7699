-- Maps over transposed matrices, alone, beside others, of each of many, and with neighbours.
-- ==
-- entry: beside
-- input { [[1i64, 2i64, 3i64]] [[10i64], [20i64], [30i64]] }
-- output { [[11i64], [22i64], [33i64]] }
-- random input { [9][8]i64 [8][9]i64 }
-- random input { [33][70]i64 [70][33]i64 }
entry beside [n] [m] (xss: [n][m]i64) (yss: [m][n]i64): [m][n]i64 =
  map2 (map2 (+)) (transpose xss) yss

-- ==
-- entry: both
-- random input { [8][1]i16 [8][1]i16 }
-- random input { [9][31]i16 [9][31]i16 }
entry both [n] [m] (xss: [n][m]i16) (yss: [n][m]i16): ([m][n]i16, [m][n]bool) =
  unzip (map unzip (map2 (map2 (\x y -> (x * y, x < y))) (transpose xss) (transpose yss)))

-- ==
-- entry: of_each
-- random input { [0][9][9]u8 }
-- random input { [3][9][33]u8 }
-- random input { [2][64][32]u8 }
entry of_each [k] [n] [m] (xsss: [k][n][m]u8): [k][m][n]u8 =
  map (\xss -> map (map (+ 1)) (transpose xss)) xsss

-- ==
-- entry: with_row
-- random input { [11][12]f64 [11]f64 [12]f64 }
entry with_row [n] [m] (xss: [n][m]f64) (ys: [n]f64) (zs: [m]f64): [m][n]f64 =
  map2 (\xs z -> map2 (\x y -> x * y + z) xs ys) (transpose xss) zs

-- The elements at both sides of the one across the diagonal.
-- ==
-- entry: around
-- input { [[1i32, 2i32], [3i32, 4i32]] }
-- output { [[5i32, 7i32], [8i32, 10i32]] }
-- random input { [8][9]i32 }
-- random input { [35][66]i32 }
entry around [n] [m] (xss: [n][m]i32): [m][n]i32 =
  tabulate_2d m n (\i j -> xss[i64.max 0 (j - 1), i] + xss[j, i] + xss[i64.min (n - 1) (j + 1), i])

-- ==
-- entry: there_and_back
-- random input { [20][30]i32 }
entry there_and_back [n] [m] (xss: [n][m]i32): [n][m]i32 =
  transpose (map (map (+ 1)) (transpose (map (map (* 2)) xss)))

-- The map is read, too.
-- ==
-- entry: kept
-- random input { [20][30]i32 }
entry kept [n] [m] (xss: [n][m]i32): ([n][m]i32, [m][n]i32) =
  let ys = map (map (* 2)) xss in (ys, transpose ys)

-- An index that fails.
-- ==
-- entry: picked
-- input { [[1i64]] [3i64] }
-- error: Index \[3\] out of bounds for array of shape \[1\]
-- random input { [0][10]i64 [3]i64 }
entry picked [n] [m] [k] (xss: [n][m]i64) (ys: [k]i64): [m][n]i64 =
  map (map (\x -> ys[3 + x % 2 * 0])) (transpose xss)
