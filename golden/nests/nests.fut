-- How nests come apart: each entry point shows rules of src/rules/flatten.rules.

-- What is the same for all rows is computed once.
-- ==
-- entry: normalised
-- input { [[1f64, 3f64], [2f64, 2f64]] [1f64, 2f64] }
-- output { [[2f64, 6f64], [4f64, 4f64]] }
-- random input { [20][30]f64 [10]f64 }
entry normalised [n][m][k] (xss: [n][m]f64) (ws: [k]f64): [n][m]f64 =
  map (\xs -> let scale = f64.maximum ws
              in map (* scale) xs) xss

-- The test is made once, outside the nest.
-- ==
-- entry: chosen
-- input { true [[1i32, 2i32], [3i32, 4i32]] }
-- output { [[1i32, 3i32], [3i32, 7i32]] }
-- input { false [[1i32, 2i32], [3i32, 4i32]] }
-- output { [[2i32, 4i32], [6i32, 8i32]] }
entry chosen [n][m] (sums: bool) (xss: [n][m]i32): [n][m]i32 =
  map (\xs -> if sums then scan (+) 0 xs else map (* 2) xs) xss

-- Counting in each row is a map of the position, repeating one of the value.
-- ==
-- entry: counted
-- input { 2i64 [1i64, 5i64] }
-- output { [[0i64, 1i64], [0i64, 1i64]] }
entry counted [n] (k: i64) (xs: [n]i64): [n][k]i64 = map (\_ -> iota k) xs

-- ==
-- entry: repeated
-- input { 2i64 [1i64, 5i64] }
-- output { [[1i64, 1i64], [5i64, 5i64]] }
entry repeated [n] (k: i64) (xs: [n]i64): [n][k]i64 = map (\x -> replicate k x) xs

-- A size is computed once.
-- ==
-- entry: first_half
-- input { [1i64, 2i64] [0i32, 0i32, 0i32, 0i32, 0i32, 0i32] }
-- output { [3i64, 6i64] }
-- random input { [100]i64 [31]i32 }
entry first_half [n][m] (xs: [n]i64) (ys: [m]i32): [n]i64 =
  map (\x -> i64.sum (map (* x) (iota (length ys / 2)))) xs

-- A loop over the whole array stays outside.
-- ==
-- entry: halved
-- input { [16i32, 3i32] }
-- output { [1i32, 0i32] }
entry halved [n] (xs: [n]i32): [n]i32 =
  loop xs while i32.maximum xs > 1 do map (/ 2) xs

-- What is parallel itself comes before the reduction and the scan.
-- ==
-- entry: of_sums
-- input { [[1i32, 2i32], [3i32, 4i32]] }
-- output { 7i32 [3i32, 10i32] }
entry of_sums [n][m] (xss: [n][m]i32): (i32, [n]i32) =
  (reduce i32.max i32.lowest (map i32.sum xss), scan (+) 0 (map i32.sum xss))

-- Rows are summed before their places are written.
-- ==
-- entry: sorted_places
-- input { [[3i64, 0i64], [1i64, 1i64]] }
-- output { [0i64, 0i64, 1i64, 0i64] }
entry sorted_places [n][m] (xss: [n][m]i64): [4]i64 =
  scatter (replicate 4 0) (map i64.sum xss) (iota n)

-- The sums are there already; only the last ones need a kernel.
-- ==
-- entry: sums_and_last
-- input { [[1i32, 2i32], [3i32, 4i32]] }
-- output { [[1i32, 3i32], [3i32, 7i32]] [4i32, 8i32] }
entry sums_and_last [n][m] (xss: [n][m]i32): ([n][m]i32, [n]i32) =
  unzip (map (\xs -> let sums = scan (+) 0 xs
                     in (sums, if m == 0 then 0 else sums[m - 1] + 1)) xss)

-- Each matrix transposed, and rows copied, are the whole rearranged and copied.
-- ==
-- entry: swapped
-- input { [[[1i32, 2i32], [3i32, 4i32]]] }
-- output { [[[2i32, 6i32], [4i32, 8i32]]] }
entry swapped [n][m][k] (xsss: [n][m][k]i32): [n][k][m]i32 =
  map (\xss -> map (map (* 2)) (transpose xss)) xsss

-- Each row gets a copy of its own before it is written to.
-- ==
-- entry: replaced
-- input { [[1i32, 2i32], [3i32, 4i32]] [1i64] }
-- output { [[1i32, 9i32], [3i32, 9i32]] }
entry replaced [n][m][k] (xss: [n][m]i32) (is: [k]i64): [n][m]i32 =
  map (\xs -> scatter (copy xs) is (replicate k 9)) xss

-- The same array for each row: a copy is a map that changes nothing.
-- ==
-- entry: marked
-- input { [1i64, 0i64] [7i32, 8i32] }
-- output { [[7i32, 0i32], [0i32, 8i32]] }
entry marked [n][m] (is: [n]i64) (ys: [m]i32): [n][m]i32 =
  map (\i -> scatter (copy ys) [i] [0]) is

-- A cheap scalar between the levels is computed in each thread.
-- ==
-- entry: shifted
-- input { 3i32 [[1i32, 2i32], [3i32, 4i32]] }
-- output { [[5i32, 6i32], [8i32, 9i32]] }
entry shifted [n][m] (k: i32) (xss: [n][m]i32): [n][m]i32 =
  map2 (\i xs -> let shift = k + i32.i64 i + 1
                 in map (+ shift) xs) (iota n) xss

-- The row with the greater first element: an operator on rows, so one thread
-- folds them.
-- ==
-- entry: leader
-- input { [[1i32, 2i32], [5i32, 4i32], [3i32, 9i32]] }
-- output { [5i32, 4i32] }
entry leader [n] (xss: [n][2]i32): [2]i32 =
  reduce (\(a: [2]i32) (b: [2]i32) -> [i32.max a[0] b[0], if b[0] > a[0] then b[1] else a[1]])
         [i32.lowest, 0] xss

-- What is done with the sum of a row stays with the reduction, scan, scatter or histogram.
-- ==
-- entry: weighted
-- input { [[1i32, 2i32], [3i32, 4i32]] }
-- output { 15i32 [7i32, 24i32] }
entry weighted [n][m] (xss: [n][m]i32): (i32, [n]i32) =
  (i32.maximum (map (\xs -> i32.sum xs * 2 + 1) xss),
   scan (+) 0 (map (\xs -> i32.product xs + 5) xss))

-- ==
-- entry: running
-- input { [[1i32, 2i32], [3i32, 4i32]] }
-- output { [3i32, 10i32] }
entry running [n][m] (xss: [n][m]i32): [n]i32 = scan (+) 0 (map i32.sum xss)

-- What takes an element of a row that is computed is done before.
-- ==
-- entry: by_element
-- input { 1i64 [[1i64, 1i64], [0i64, 3i64]] }
-- output { [0i64, 0i64, 0i64, 1i64] [0i64, 1i64, 0i64, 1i64] }
entry by_element [n][m] (k: i64) (xss: [n][m]i64): ([4]i64, [4]i64) =
  (scatter (replicate 4 0) (map (\xs -> (scan (+) 0 xs)[k]) xss) (iota n),
   hist (+) 0 4 (map (\xs -> (scan i64.max 0 xs)[k]) xss) (replicate n 1))

-- What is mapped beside the sum of a row.
-- ==
-- entry: doubled
-- input { [[1i32, 2i32], [3i32, 4i32]] }
-- output { [6i32, 14i32] [[2i32, 4i32], [6i32, 8i32]] }
entry doubled [n][m] (xss: [n][m]i32): ([n]i32, [n][m]i32) =
  unzip (map (\xs -> let ys = map (* 2) xs in (i32.sum ys, ys)) xss)
