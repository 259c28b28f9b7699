-- The array functions.
-- ==
-- entry: shapes
-- input { [1, 2, 3, 4, 5, 6] }
-- output { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [[1i32, 4i32], [2i32, 5i32], [3i32, 6i32]] [1i32, 4i32, 2i32, 5i32, 3i32, 6i32] }

entry shapes (xs: [6]i32): ([2][3]i32, [3][2]i32, [6]i32) =
  let xss: [2][3]i32 = unflatten (xs :> [2*3]i32)
  in (xss, transpose xss, flatten (transpose xss) :> [6]i32)

-- ==
-- entry: turns
-- input { [1, 2, 3, 4, 5] 2i64 }
-- output { [3i32, 4i32, 5i32, 1i32, 2i32] [5i32, 4i32, 3i32, 2i32, 1i32] }
-- input { [1, 2, 3, 4, 5] -1i64 }
-- output { [5i32, 1i32, 2i32, 3i32, 4i32] [5i32, 4i32, 3i32, 2i32, 1i32] }

entry turns [n] (xs: [n]i32) (k: i64): ([n]i32, [n]i32) = (rotate k xs, reverse xs)

-- ==
-- entry: parts
-- input { [1, 2, 3, 4, 5] 2i64 }
-- output { [1i32, 2i32] [3i32, 4i32, 5i32] 1i32 5i32 }
-- input { [1, 2, 3, 4, 5] 0i64 }
-- output { empty([0]i32) [1i32, 2i32, 3i32, 4i32, 5i32] 1i32 5i32 }

entry parts [n] (xs: [n]i32) (k: i64): ([]i32, []i32, i32, i32) =
  (take k xs, drop k xs, head xs, last xs)

-- ==
-- entry: joins
-- input { [1, 2] [3] }
-- output { [1i32, 2i32, 3i32, 1i32, 2i32] }
-- input { empty([0]i32) [3] }
-- output { [3i32] }

entry joins [n][m] (xs: [n]i32) (ys: [m]i32): []i32 = xs ++ concat ys xs

-- ==
-- entry: tables
-- input { 2i64 3i64 }
-- output { [0i64, 1i64] [[0i64, 1i64, 2i64], [10i64, 11i64, 12i64]] }
-- input { 0i64 3i64 }
-- output { empty([0]i64) empty([0][3]i64) }

entry tables (n: i64) (m: i64): ([n]i64, [n][m]i64) =
  (tabulate n (\i -> i * i), tabulate_2d n m (\i j -> i * 10 + j))

-- ==
-- entry: lengths
-- input { [[1, 2, 3], [4, 5, 6]] }
-- output { 2i64 [0i64, 1i64] [3i64, 3i64] }
-- input { empty([0][3]i32) }
-- output { 0i64 empty([0]i64) empty([0]i64) }

entry lengths [n][m] (xss: [n][m]i32): (i64, [n]i64, [n]i64) =
  (length xss, indices xss, map length xss)

-- ==
-- entry: zips
-- input { [1, 2] [3f32, 4f32] [true, false] }
-- output { [2i32, 3i32] [6.0f32, 8.0f32] [true, false] }

entry zips [n] (xs: [n]i32) (ys: [n]f32) (zs: [n]bool): ([n]i32, [n]f32, [n]bool) =
  let (a, b, c) = unzip3 (zip3 xs ys zs)
  let (d, e) = unzip (map (\(x, y) -> (x + 1, y * 2)) (zip a b))
  in (d, e, c)

-- ==
-- entry: literals
-- input { 5 }
-- output { [5i32, 6i32, 7i32] [[1i32, 5i32], [5i32, 2i32]] }

entry literals (x: i32): ([3]i32, [2][2]i32) = ([x, x + 1, 7], [[1, x], [x, 2]])

-- ==
-- entry: slices
-- input { [0, 1, 2, 3, 4, 5, 6, 7] }
-- output { [2i32, 3i32, 4i32] [0i32, 1i32, 2i32] [6i32, 7i32] [7i32, 6i32, 5i32, 4i32, 3i32, 2i32, 1i32, 0i32] }

entry slices (xs: [8]i32): ([]i32, []i32, []i32, []i32) =
  (xs[2:5], xs[:3], xs[6:], xs[::-1])
