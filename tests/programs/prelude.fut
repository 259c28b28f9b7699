-- What the prelude has, function by function.

-- Functions on functions.
-- ==
-- entry: combinators
-- input { 5 3 } output { -2 8 15 5 7 -5 2 }
entry combinators (x: i32) (y: i32) =
  (flip (-) x y, curry (\(a, b) -> a + b) x y, uncurry (*) (x, y),
   const x y, id (((+ 1) >-> (+ 1)) x), (i32.neg <-< id) x, x - y |> i32.abs)

-- Iteration: a count, a condition to stop, one to go on.
-- ==
-- entry: iterations
-- input { 3 } output { 24 48 96 }
-- input { 100 } output { 800 100 200 }
entry iterations (x: i32) =
  (iterate 3 (* 2) x, iterate_until (> 40) (* 2) x, iterate_while (< 50) (* 2) (2 * x))

-- Folds go from the left and from the right, also over nothing.
-- ==
-- entry: folds
-- input { [1, 2, 3] } output { -4 1 false true true true }
-- input { empty([0]i32) } output { 2 -1 true false true false }
entry folds (xs: []i32) =
  (foldl (-) 2 xs, foldr (-) (-1) xs + i32.bool (length xs > 0) * (-2),
   all (> 1) xs, any (> 2) xs, and (map (< 4) xs), or (map (== 2) xs))

-- Parts of arrays.
-- ==
-- entry: parts
-- input { [1, 2, 3, 4] }
-- output { 4i64 false 1 4 [2, 3, 4] [1, 2, 3] [1, 2] [3, 4] [4, 3, 2, 1] [2, 3, 4, 1] [4, 1, 2, 3]
--          [0i64, 1i64, 2i64, 3i64] }
entry parts [n] (xs: [n]i32) =
  (length xs, null xs, head xs, last xs, tail xs, init xs, take 2 xs, drop 2 xs, reverse xs,
   rotate 1 xs, rotate (-1) xs, indices xs)

-- A split needs its size from where it is used.
-- ==
-- entry: splits
-- input { [1, 2, 3] } output { [1, 2] [3] }
entry splits (xs: [3]i32): ([2]i32, [1]i32) = split (xs :> [2 + 1]i32)

-- Making arrays.
-- ==
-- entry: tables
-- input { 2i64 }
-- output { [0i64, 2i64] [[0i64, 1i64], [1i64, 2i64]]
--          [[[0i64], [1i64]], [[1i64], [2i64]]] [7, 7] [1, 1, 2] }
-- input { 0i64 }
-- output { empty([0]i64) empty([0][0]i64) empty([0][0][1]i64) empty([0]i32) [2] }
entry tables (n: i64) =
  let sevens: [n]i32 = rep 7
  in (tabulate n (* 2), tabulate_2d n n (+), tabulate_3d n n 1 (\i j k -> i + j + k), sevens,
      replicate n 1i32 ++ [2])

-- Dimensions.
-- ==
-- entry: shapes
-- input { [[1, 2], [3, 4], [5, 6]] }
-- output { [[1, 3, 5], [2, 4, 6]] [1, 2, 3, 4, 5, 6] [[1, 2, 3], [4, 5, 6]] [1, 2, 3, 4, 5, 6] }
entry shapes (xs: [3][2]i32) =
  (transpose xs, flatten xs, unflatten (flatten xs :> [2 * 3]i32),
   flatten_3d (unflatten_3d (flatten xs :> [3 * 2 * 1]i32)))

-- Zips and maps of up to five.
-- ==
-- entry: zips
-- input { [1, 2] [3, 4] } output { [4, 6] [7, 10] [11, 15] [9, 14] [1, 2] [3, 4] }
entry zips [n] (as: [n]i32) (bs: [n]i32) =
  let (cs, ds, _, _, _) = unzip5 (zip5 as bs as bs as)
  let (es, _, _, fs) = unzip4 (zip4 as bs as bs)
  in (map2 (+) as bs, map (\(x, y, z) -> x + y + z) (zip3 as bs bs),
      map4 (\a b c d -> a + b + c + d) as bs bs fs |> map (+ 1),
      map5 (\a b c d e -> a + b + c + d + e) as bs cs ds es,
      cs, (unzip3 (zip3 as bs as)).1)

-- Writing at computed places, in one to three dimensions.
-- ==
-- entry: scattered
-- input { [0i64, 5i64, 1i64, -1i64] }
-- output { [10, 30, 0] [[0, 0], [0, 10]] [[[0, 20]]] [9, 9, 9] }
entry scattered (is: [4]i64) =
  (scatter (replicate 3 0) is [10, 20, 30, 40],
   scatter_2d (replicate 2 (replicate 2 0)) [(1, 1), (2, 0), (0, -1)] [10, 20, 30],
   scatter_3d (replicate 1 (replicate 1 (replicate 2 0))) [(0, 0, 2), (0, 0, 1)] [10, 20],
   spread 3 9 [7] [1])

-- Histograms.
-- ==
-- entry: histograms
-- input { [0i64, 2i64, 0i64, 7i64, -1i64] [1, 2, 3, 4, 5] }
-- output { [4, 0, 2] [6, 2, 4] [[4, 1], [1, 1]] [[[3]]] }
entry histograms (is: [5]i64) (xs: [5]i32) =
  (hist (+) 0 3 is xs, reduce_by_index (replicate 3 2) (+) 0 is xs,
   reduce_by_index_2d (replicate 2 (replicate 2 1)) (+) 0 (zip is is)
                      (map (\x -> x - i32.bool (x > 1)) xs),
   reduce_by_index_3d [[[0]]] i32.max 0 (map (\i -> (i, 0, i)) is) xs)

-- Members of the scalar modules as functions, operators and constants.
-- ==
-- entry: members
-- input { 7 -2 } output { 5 -1 1 7 -4 7 3 -1 4 true 14i64 }
entry members (x: i32) (y: i32) =
  ((i32.+) x y, x i32.% y, x i32.%% y, x `i32.max` y, x / y, i32.maximum [x, y],
   i32.popc x, i32.sgn y, i32.mad_hi i32.highest x 1, bool.bool (bool.i32 x),
   i64.sum (map i64.i32 [x, x]))

-- ==
-- entry: float_members
-- input { 2.5 } output { 2i64 2.5 0.5f32 1.5 3.25 2.5 6.25 }
entry float_members (x: f64) =
  (f64.to_i64 x, f32.to_f64 2.5, f32.from_fraction 1 2, f64.from_fraction 3 2,
   f64.lerp 1.5 5.0 0.5, f64.minimum [x, f64.inf], f64.product [x, x])

-- ==
-- entry: prefixes
-- input { [3i64, 2i64] } output { [0i64, 1i64, 2i64, 0i64, 1i64] [0i64, 3i64] }
-- input { empty([0]i64) } output { empty([0]i64) empty([0]i64) }
entry prefixes (ns: []i64) = (flatmap iota ns, exscan (+) 0 ns)

-- ==
-- entry: joined
-- input { [0i64,3i64,2i64] } output { [0i64,1i64,2i64,0i64,1i64] }
-- input { empty([0]i64) } output { empty([0]i64) }
entry joined (is: []i64) = flatmap iota is

-- ==
-- entry: joined_pairs
-- input { [0i64,3i64,2i64] } output { [0i64,1i64,2i64,0i64,1i64] [0i64,0i64,0i64,0i64,0i64] }
entry joined_pairs (is: []i64) = unzip (flatmap (\i -> zip (iota i) (replicate i 0i64)) is)

-- ==
-- entry: joined_rows
-- input { [0i64,3i64,2i64] } output { [[1i64,0i64],[1i64,0i64],[1i64,3i64],[1i64,3i64],[1i64,2i64],[1i64,2i64]]  }
entry joined_rows (is: []i64) = flatmap (\i -> replicate 2 [1,i]) is

-- ==
-- entry: beside
-- input { [0i64, 3i64, 2i64] } output { [0i64, 1i64, 2i64, 0i64, 1i64] [0i64, 3i64, 5i64] 5i64 }
entry beside (ns: []i64) = (flatmap iota ns, scan (+) 0 ns, i64.sum ns)
