-- Histograms over the same elements are one kernel, also where their bins, lengths and operators
-- differ; an operator on tuples whose components are independent needs no lock.

-- One index for all.
-- ==
-- entry: counts
-- input { 3i64 [0i64, 2i64, 0i64, 7i64, -1i64, 2i64] [5, -3, 9, 4, 4, -8] }
-- output { [2, 0, 2] [14, 0, -11] [9, -2147483648, -3] }
-- input { 0i64 [0i64] [1] } output { empty([0]i32) empty([0]i32) empty([0]i32) }
-- input { 2i64 empty([0]i64) empty([0]i32) }
-- output { [0, 0] [0, 0] [-2147483648, -2147483648] }
entry counts [n] (k: i64) (is: [n]i64) (xs: [n]i32): ([k]i32, [k]i32, [k]i32) =
  (hist (+) 0 k is (replicate n 1), hist (+) 0 k is xs, hist i32.max i32.lowest k is xs)

-- Other bins, as many as there are of their own, of another type.
-- ==
-- entry: digits
-- input { 10i64 4i64 [13, 22, 31, 7, 100] }
-- output { [1, 1, 1, 1, 0, 0, 0, 1, 0, 0] [7.0, 13.0, 22.0, 31.0] }
-- input { 0i64 2i64 [13] } output { empty([0]i32) [0.0, 13.0] }
entry digits [n] (k: i64) (m: i64) (xs: [n]i32): ([k]i32, [m]f64) =
  (hist (+) 0 k (map (\x -> i64.i32 x % 10) xs) (map (const 1) xs),
   hist f64.max 0 m (map (\x -> i64.i32 x / 10) xs) (map f64.i32 xs))

-- A product of operators; beside another histogram; one of bytes, which has locks.
-- ==
-- entry: products
-- input { 2i64 [0i64, 1i64, 0i64, 0i64] [2i8, 3i8, 100i8, 100i8] }
-- output { [-54i8, 3i8] [200i16, 6i16] [3i64, 1i64] }
entry products [n] (k: i64) (is: [n]i64) (xs: [n]i8): ([k]i8, [k]i16, [k]i64) =
  let (a, b) = unzip (hist (\(a, b) (c, d) -> (a + c, i16.max (b + 0) d)) (0i8, -1i16) k is
                           (map (\x -> (x, 2 * i16.i8 x)) xs))
  in (a, b, hist (+) 0 k is (replicate n 1))

-- Components that need each other stay together, under a lock.
-- ==
-- entry: most
-- input { 2i64 [0i64, 1i64, 0i64, 0i64] [2, 3, 100, 40] }
-- output { [100, 3] [2i64, 1i64] [142, 3] }
entry most [n] (k: i64) (is: [n]i64) (xs: [n]i32): ([k]i32, [k]i64, [k]i32) =
  let (a, b) = unzip (hist (\(a, i) (b, j) -> if a > b || (a == b && i < j) then (a, i) else (b, j))
                           (i32.lowest, n) k is (zip xs (iota n)))
  in (a, b, hist (+) 0 k is xs)

-- Within rows.
-- ==
-- entry: rows
-- input { 3i64 [[0i64, 1i64, 0i64], [2i64, 2i64, 9i64]] }
-- output { [[2, 1, 0], [0, 0, 2]] [[2i64, 1i64, -1i64], [-1i64, -1i64, 1i64]] }
entry rows [n][m] (k: i64) (iss: [n][m]i64): ([n][k]i32, [n][k]i64) =
  unzip (map (\is -> (hist (+) 0 k is (replicate m 1), hist i64.max (-1) k is (iota m))) iss)

-- In each thread, one after the other; a component of rows.
-- ==
-- entry: vectors
-- input { 2i64 [0i64, 1i64, 0i64] [[1, 2], [3, 4], [5, 6]] }
-- output { [2, 1] [[6, 8], [3, 4]] }
entry vectors [n][m] (k: i64) (is: [n]i64) (xss: [n][m]i32): ([k]i32, [k][m]i32) =
  unzip (hist (\(a, xs) (b, ys) -> (a + b, map2 (+) xs ys)) (0, replicate m 0) k is
              (map (\xs -> (1, xs)) xss))
