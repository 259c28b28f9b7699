-- Rows of different lengths, and rows that a block works on: each entry is where some rule fires.

-- The rows that are kept have lengths that nobody knows before.
-- ==
-- entry: kept
-- input { [5i64, 0i64, 9i64, 1i64] }
-- output { [5i64, 0i64, 24i64, 0i64] }
entry kept [m] (ns: [m]i64): [m]i64 =
  map (\n -> reduce (+) 0 (filter (\x -> x % 3 != 1) (iota n))) ns

-- All rows, one after the other.
-- ==
-- entry: rows
-- input { [3i64, 0i64, 2i64] [10i64, 20i64, 30i64] }
-- output { [10i64, 11i64, 12i64, 30i64, 31i64] }
entry rows [m] (ns: [m]i64) (vs: [m]i64): []i64 =
  flatten (map2 (\n v -> map (\j -> v + j) (iota n)) ns vs)

-- ==
-- entry: counted
-- input { [5i64, 0i64, 9i64] }
-- output { [[2i64, 1i64, 1i64, 1i64], [0i64, 0i64, 0i64, 0i64], [3i64, 2i64, 2i64, 2i64]] }
entry counted [m] (ns: [m]i64): [m][4]i64 =
  map (\n -> hist (+) 0 4 (map (% 4) (iota n)) (replicate n 1)) ns

-- ==
-- entry: written
-- input { [2i64, 0i64, 9i64] }
-- output { [[7i64, 8i64, 0i64], [0i64, 0i64, 0i64], [7i64, 8i64, 9i64]] }
entry written [m] (ns: [m]i64): [m][3]i64 =
  map (\n -> scatter (replicate 3 0) (iota n) (map (+ 7) (iota n))) ns

-- Threads of a block that have a row each.
-- ==
-- entry: sums
-- input { [[1i64, 2i64], [3i64, 4i64]] [[[1i64, 2i64], [3i64, 4i64]], [[5i64, 6i64], [7i64, 8i64]]] }
-- output { [[5i64, 13i64], [17i64, 29i64]] }
entry sums [m] [n] [k] (xss: [m][n]i64) (xsss: [m][n][k]i64): [m][n]i64 =
  map2 (\xs yss -> let us = scan (+) 0 xs
    in map2 (\u ys -> reduce (+) 0 (map (+ u) ys)) us yss)
    xss xsss

-- ==
-- entry: scans
-- input { [[1i64, 2i64], [3i64, 4i64]] [[[1i64, 2i64], [3i64, 4i64]], [[5i64, 6i64], [7i64, 8i64]]] }
-- output { [[[2i64, 5i64], [6i64, 13i64]], [[8i64, 17i64], [14i64, 29i64]]] }
entry scans [m] [n] [k] (xss: [m][n]i64) (xsss: [m][n][k]i64): [m][n][k]i64 =
  map2 (\xs yss -> let us = scan (+) 0 xs
    in map2 (\u ys -> scan (+) 0 (map (+ u) ys)) us yss)
    xss xsss

-- What is scanned is looked up, twice.
-- ==
-- entry: looked_up
-- input { [1i64, 2i64, 0i64] [[0i64, 1i64, 2i64], [2i64, 1i64, 0i64]] }
-- output { [[5i64, 9i64, 10i64], [1i64, 5i64, 10i64]] }
entry looked_up [m] [n] [k] (ys: [k]i64) (is: [m][n]i64): [m][n]i64 =
  map (\js -> scan (+) 0 (map (\j -> let a = ys[j] let b = ys[a] in a * b + a * a + b) js)) is

-- A flag that is a number.
-- ==
-- entry: flags
-- input { [1i64, 5i64, 2i64] }
-- output { [10i64, 5i64, 20i64] }
entry flags (xs: []i64): []i64 =
  map (\x -> let f = i64.bool (x < 3) in if f == 0 then x else x * 10) xs

-- A size of the host and what a version stores have one name to begin with: sum.
-- ==
-- entry: starts
-- input { [1i64, 2i64, 4i64, 8i64] 3i64 }
-- output { [0i64, 1i64] }
-- input { [1i64, 2i64, 4i64, 8i64] 5i64 }
-- output { empty([0]i64) }
entry starts [n] (xs: [n]i64) (k: i64): []i64 =
  if k > n then [] else map (\i -> i64.sum (take (i % k) xs)) (iota (n - k + 1))
