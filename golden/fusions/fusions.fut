-- Arrays that never exist: each entry point shows a rule of src/rules/fuse.rules.

-- Both sums, the maximum: one pass over the array.
-- ==
-- entry: statistics
-- input { [1f64, 2f64, 3f64, 6f64] }
-- output { 3f64 3.5f64 6f64 }
-- random input { [1000]f64 }
entry statistics [n] (xs: [n]f64): (f64, f64, f64) =
  let sum = f64.sum xs
  let squares = f64.sum (map (\x -> x * x) xs)
  let mean = sum / f64.i64 n
  in (mean, squares / f64.i64 n - mean * mean, f64.maximum xs)

-- The slices are read from the array itself, two maps at once.
-- ==
-- entry: differences
-- input { [1i32, 4i32, 9i32] }
-- output { [3i32, 5i32] [5i32, 13i32] 14i32 [2i32, 8i32, 18i32] }
-- random input { [1000]i32 }
entry differences [n] (xs: [n]i32): ([]i32, []i32, i32, [n]i32) =
  let m = n - 1
  let here = xs[:m]
  let next = xs[1:] :> [m]i32
  let steps = map2 (-) next here
  let sums = map2 (+) next here
  let twos = replicate n 2
  in (steps, sums, reduce (+) 0 xs, map2 (*) xs twos)

-- A map and a reduction over one array read it once.
-- ==
-- entry: shares
-- input { [1i32, 2i32, 5i32] }
-- output { [10i32, 20i32, 50i32] 8i32 }
-- random input { [1000]i32 }
entry shares [n] (xs: [n]i32): ([n]i32, i32) =
  (map (* 10) xs, i32.sum xs)

-- Sums of rows are sums down the columns.
-- ==
-- entry: columns
-- input { [[1i32, 2i32], [3i32, 4i32]] }
-- output { [4i32, 6i32] [[1i32, 2i32], [4i32, 6i32]] }
-- random input { [30][20]i32 }
entry columns [n][m] (xss: [n][m]i32): ([m]i32, [n][m]i32) =
  (reduce (map2 (+)) (replicate m 0) xss, scan (map2 (+)) (replicate m 0) xss)

-- Transposed twice is not transposed at all.
-- ==
-- entry: permutations
-- input { [[1i32, 2i32], [3i32, 4i32]] [[[1i32, 2i32], [3i32, 4i32]]] }
-- output { [[2i32, 4i32], [6i32, 8i32]] [[[1i32, 2i32], [3i32, 4i32]]] }
-- random input { [20][30]i32 [5][6][7]i32 }
entry permutations [n][m][k][l][o] (xss: [n][m]i32) (xsss: [k][l][o]i32)
                                   : ([n][m]i32, [k][l][o]i32) =
  (map (map (* 2)) (transpose (transpose xss)), transpose (transpose xsss))

-- ==
-- entry: last_and_all
-- input { [3, 0, 5, 0] }
-- output { 6 [4, 1, 6, 1] }
-- input { empty([0]i32) }
-- output { 0 empty([0]i32) }
-- random input { [3000]i32 }

-- The order matters, and the reduced array is a result as well.
entry last_and_all [n] (xs: [n]i32): (i32, [n]i32) =
  let ys = map (+ 1) xs
  in (reduce (\a b -> if b <= 1 then a else b) 0 ys, ys)

-- ==
-- entry: running
-- input { [1i64, 2i64, 3i64] }
-- output { [0i64, 2i64, 8i64] }
-- random input { [1000]i64 }

-- A scan of what the position says.
entry running [n] (xs: [n]i64): [n]i64 = scan (+) 0 (map2 (*) xs (iota n))

-- ==
-- entry: tables
-- input { 3i64 [1i64, 2i64] }
-- output { [3i64, 6i64] }
-- random input { 30i64 [100]i64 }

-- The width is the same for all rows, and is checked once.
entry tables [n] (m: i64) (xs: [n]i64): [n]i64 =
  map (\x -> i64.sum (map (* x) (iota m))) xs

-- ==
-- entry: weighted
-- input { [1i64, 2i64, 3i64] }
-- output { 8i64 }
-- random input { [1000]i64 }

-- The position is an element like any other.
entry weighted [n] (xs: [n]i64): i64 = i64.sum (map2 (*) xs (iota n))

-- ==
-- entry: totals
-- input { [[1i32, 2i32], [3i32, 4i32]] }
-- output { [4i32, 6i32] }
-- random input { [30][20]i32 }

-- A reduction of rows goes down the columns.
entry totals [n][m] (xss: [n][m]i32): [m]i32 = reduce (map2 (+)) (replicate m 0) xss

-- ==
-- entry: places
-- input { [2i32, 1i32, 4i32] }
-- output { [2i32, 3i32, 7i32] [20i32, 10i32, 40i32] }
-- random input { [1000]i32 }

-- A scan and a map over one array read it once.
entry places [n] (xs: [n]i32): ([n]i32, [n]i32) = (scan (+) 0 xs, map (* 10) xs)

-- ==
-- entry: loads
-- input { [1i64, 2i64, 3i64] [4f64, 0.25f64, 9f64] }
-- output { 5.5f64 [1i64, 3i64] }

-- The chosen roots are not asked for: they are not written, nor kept by the sum.
entry loads [n] (ids: [n]i64) (weights: [n]f64): (f64, []i64) =
  let roots = map f64.sqrt weights
  let (chosen, _) = unzip (filter (\(_, root) -> root > 1) (zip ids roots))
  in (f64.sum roots, chosen)

-- ==
-- entry: large
-- input { [1i64, 2i64, 3i64] [4f64, 0.25f64, 9f64] }
-- output { [1i64, 3i64] [1i64, 1i64, 2i64] }

-- Nor by the scan that counts them.
entry large [n] (ids: [n]i64) (weights: [n]f64): ([]i64, [n]i64) =
  let roots = map f64.sqrt weights
  in ((unzip (filter (\(_, root) -> root > 1) (zip ids roots))).0,
      scan (+) 0 (map (\root -> i64.bool (root > 1)) roots))

-- ==
-- entry: starts
-- input { [2i64, 1i64, 3i64] [7i32, 8i32, 9i32] 6i64 }
-- output { [7i32, 0i32, 8i32, 9i32, 0i32, 0i32] }

-- What a scan places is written as soon as the place is known.
entry starts [n] (sizes: [n]i64) (xs: [n]i32) (m: i64): [m]i32 =
  scatter (replicate m 0) (map2 (-) (scan (+) 0 sizes) sizes) xs
