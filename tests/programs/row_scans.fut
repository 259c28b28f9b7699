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
