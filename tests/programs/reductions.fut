-- Reductions and scans: operators, neutral elements, tuples, rows.
-- ==
-- entry: several
-- input { [3, 1, 2] }
-- output { 6i32 6i32 3i32 1i32 }
-- input { empty([0]i32) }
-- output { 0i32 1i32 -2147483648i32 2147483647i32 }

entry several [n] (xs: [n]i32): (i32, i32, i32, i32) =
  ( reduce (+) 0 xs, reduce (*) 1 xs
  , reduce i32.max i32.lowest xs, reduce i32.min i32.highest xs )

-- ==
-- entry: argmax
-- input { [3, 9, 2, 9] }
-- output { 9i32 1i64 }

entry argmax [n] (xs: [n]i32): (i32, i64) =
  reduce_comm (\(x, i) (y, j) ->
                 if x > y || (x == y && i < j) then (x, i) else (y, j))
              (i32.lowest, -1) (zip xs (iota n))

-- ==
-- entry: mean
-- input { [1f64, 2f64, 6f64] }
-- output { 3.0f64 }

entry mean [n] (xs: [n]f64): f64 = reduce (+) 0 xs / f64.i64 n

-- ==
-- entry: columns
-- input { [[1, 2, 3], [4, 5, 6]] }
-- output { [5i32, 7i32, 9i32] }
-- input { empty([0][3]i32) }
-- output { [0i32, 0i32, 0i32] }

entry columns [n][m] (xss: [n][m]i32): [m]i32 =
  reduce (map2 (+)) (replicate m 0) xss

-- ==
-- entry: column_sums
-- input { [[1, 2, 3], [4, 5, 6]] }
-- output { [5i32, 7i32, 9i32] }

entry column_sums [n][m] (xss: [n][m]i32): [m]i32 =
  map (reduce (+) 0) (transpose xss)

-- ==
-- entry: scans
-- input { [1, 2, 3] }
-- output { [1i32, 3i32, 6i32] [1i32, 2i32, 3i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) }

entry scans [n] (xs: [n]i32): ([n]i32, [n]i32) =
  (scan (+) 0 xs, scan i32.max i32.lowest xs)

-- ==
-- entry: total
-- input { [[1, 2], [3, 4], [5, 6]] }
-- output { 21i32 }

entry total [n][m] (xss: [n][m]i32): i32 =
  reduce (+) 0 (map (\xs -> reduce (+) 0 xs) xss)

-- ==
-- entry: nest_variable
-- input { [[1, 2, 3], [4, 5, 6]] [2, 3] }
-- output { [2i32, 3i32] }

-- The operator uses a variable of the nest.
entry nest_variable [n][m] (xss: [n][m]i32) (limits: [n]i32): [n]i32 =
  map2 (\xs limit -> reduce (\a b -> i32.min limit (a + b)) 0 xs) xss limits

-- ==
-- entry: all_any
-- input { [1, 2, 3] }
-- output { false true }
-- input { empty([0]i32) }
-- output { true false }

entry all_any [n] (xs: [n]i32): (bool, bool) = (all (> 1) xs, any (> 2) xs)

-- ==
-- entry: rows_and_scans
-- input { [[1, 2, 3], [4, 5, 6]] }
-- output { [3i32, 6i32] [[1i32, 3i32, 6i32], [4i32, 9i32, 15i32]] }
-- input { empty([2][0]i32) }
-- output { [0i32, 0i32] empty([2][0]i32) }

entry rows_and_scans [n][m] (xss: [n][m]i32): ([n]i32, [n][m]i32) =
  unzip (map (\xs -> (reduce i32.max 0 xs, scan (+) 0 xs)) xss)

-- Blocks have parts of the whole array in one kernel, and parts of each row in another.
-- ==
-- entry: farther
-- input { [3i64, 1i64, 2i64] [5i64, 4i64, 4i64] } output { [1i64, 2i64, 1i64] }
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }
-- random input { [300]i64 [300]i64 }
entry farther [n] (xs: [n]i64) (ys: [n]i64): [n]i64 =
  let first (a: i64, i: i64) (b: i64, j: i64) = if a < b || (a == b && i < j) then (a, i) else (b, j)
  let least zs = (reduce first (i64.highest, n) (zip zs (iota n))).1
  in map2 (\x y -> i64.sum (map2 (\a b -> i64.bool (a * y > b * x + ys[least xs])) xs ys)
                   + xs[least ys]) xs ys

-- Sums of both numbers that a map gives: it is made while they are folded.
-- ==
-- entry: of_both
-- input { [1f32, 2f32, 3f32] } output { 14f32 4f32 6f32 }
-- input { empty([0]f32) } output { 0f32 -f32.inf 0f32 }
entry of_both [n] (xs: [n]f32): (f32, f32, f32) =
  let (p, q) = unzip (map (\x -> (x * x, x + 1)) xs)
  in (f32.sum p, f32.maximum q, f32.sum xs)

-- ==
-- entry: phases
-- input { [0f32, 1f32] [0f32, 0f32, 0f32] } output { [3f32, 3f32] [0f32, 0f32] }
-- input { [0f32, 1f32] empty([0]f32) } output { [0f32, 0f32] [0f32, 0f32] }
entry phases [n][k] (xs: [n]f32) (ks: [k]f32): ([n]f32, [n]f32) =
  unzip (map (\x -> let (re, im) = unzip (map (\k -> (f32.cos (k * x), f32.sin (k * x))) ks)
                    in (f32.sum re, f32.sum im)) xs)
