-- Scans of rows: short ones share a block, longer ones have one, long ones several.

-- ==
-- entry: sums
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[1, 3, 6], [4, 9, 15]] }
-- input { empty([0][3]i32) } output { empty([0][3]i32) }
-- input { empty([3][0]i32) } output { empty([3][0]i32) }
-- random input { [1][1]i32 }
-- random input { [77][33]i32 }
-- random input { [700][3]i32 }
-- random input { [3][257]i32 }
-- random input { [9][1001]i32 }
-- random input { [2][4099]i32 }
-- random input { [3][9001]i32 }
entry sums [n][m] (xss: [n][m]i32): [n][m]i32 = map (scan (+) 0) xss

-- An operator that does not commute, on pairs; what is scanned is mapped.
-- ==
-- entry: linear
-- random input { [77][33]i32 }
-- random input { [300][2]i32 }
-- random input { [3][300]i32 }
-- random input { [2][4200]i32 }
entry linear [n][m] (xss: [n][m]i32): [n][m](i32, i32) =
  map (\xs -> scan (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (map (\x -> (x % 3, x)) xs)) xss

-- Bytes; an operator that can fail; what a row as a whole adds.
-- ==
-- entry: bytes
-- random input { [50][31]i8 }
entry bytes [n][m] (xss: [n][m]i8): [n][m]i8 = map (scan (+) 0) xss

-- ==
-- entry: checked
-- random input { [20][31]i16 5i64 }
-- random input { [20][301]i16 5i64 }
entry checked [n][m] (xss: [n][m]i16) (k: i64): [n][m]i16 =
  map (\xs -> scan (\a b -> assert (k > 0) (i16.max a b)) i16.lowest xs) xss

-- ==
-- entry: shifted
-- random input { [40][29]i64 [40]i64 }
-- random input { [4][299]i64 [4]i64 }
entry shifted [n][m] (xss: [n][m]i64) (ys: [n]i64): [n][m]i64 =
  map2 (\xs y -> let z = y * y % 7 in scan i64.max z (map (+ z) xs)) xss ys

-- Rows of rows.
-- ==
-- entry: cubes
-- random input { [5][7][11]i32 }
-- random input { [3][3][260]i32 }
entry cubes [l][n][m] (xsss: [l][n][m]i32): [l][n][m]i32 = map (map (scan (+) 0)) xsss

-- What is chosen for all rows, the threads of each block copy together.
-- ==
-- entry: chosen_for_all
-- input { [1, 2, 3, 4, 5, 6] [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33],
--        [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11, -12, -13, -14, -15, -16, -17, -18, -19, -20, -21, -22, -23, -24]] }
-- output { [[9i32, 8i32, 7i32, 6i32, 5i32, 4i32, 3i32, 2i32, 1i32, 0i32, -1i32, -2i32, -3i32, -4i32, -5i32, -6i32, -7i32, -8i32, -9i32, -10i32, -11i32, -12i32, -13i32, -14i32, -15i32, -16i32, -17i32, -18i32, -19i32, -20i32, -21i32, -22i32, -23i32, -24i32],
--          [9i32, 8i32, 7i32, 6i32, 5i32, 4i32, 3i32, 2i32, 1i32, 0i32, -1i32, -2i32, -3i32, -4i32, -5i32, -6i32, -7i32, -8i32, -9i32, -10i32, -11i32, -12i32, -13i32, -14i32, -15i32, -16i32, -17i32, -18i32, -19i32, -20i32, -21i32, -22i32, -23i32, -24i32],
--          [9i32, 8i32, 7i32, 6i32, 5i32, 4i32, 3i32, 2i32, 1i32, 0i32, -1i32, -2i32, -3i32, -4i32, -5i32, -6i32, -7i32, -8i32, -9i32, -10i32, -11i32, -12i32, -13i32, -14i32, -15i32, -16i32, -17i32, -18i32, -19i32, -20i32, -21i32, -22i32, -23i32, -24i32],
--          [9i32, 8i32, 7i32, 6i32, 5i32, 4i32, 3i32, 2i32, 1i32, 0i32, -1i32, -2i32, -3i32, -4i32, -5i32, -6i32, -7i32, -8i32, -9i32, -10i32, -11i32, -12i32, -13i32, -14i32, -15i32, -16i32, -17i32, -18i32, -19i32, -20i32, -21i32, -22i32, -23i32, -24i32],
--          [9i32, 8i32, 7i32, 6i32, 5i32, 4i32, 3i32, 2i32, 1i32, 0i32, -1i32, -2i32, -3i32, -4i32, -5i32, -6i32, -7i32, -8i32, -9i32, -10i32, -11i32, -12i32, -13i32, -14i32, -15i32, -16i32, -17i32, -18i32, -19i32, -20i32, -21i32, -22i32, -23i32, -24i32],
--          [9i32, 8i32, 7i32, 6i32, 5i32, 4i32, 3i32, 2i32, 1i32, 0i32, -1i32, -2i32, -3i32, -4i32, -5i32, -6i32, -7i32, -8i32, -9i32, -10i32, -11i32, -12i32, -13i32, -14i32, -15i32, -16i32, -17i32, -18i32, -19i32, -20i32, -21i32, -22i32, -23i32, -24i32]] }
-- input { [1, 2] empty([0][3]i32) }
-- output { [[0i32, 0i32, 0i32], [0i32, 0i32, 0i32]] }
entry chosen_for_all [n][k][m] (ys: [n]i32) (as: [k][m]i32): [n][m]i32 =
  map (\_ -> scan i32.min i32.highest (if k > 0 then as[k - 1] else replicate m 0)) ys
