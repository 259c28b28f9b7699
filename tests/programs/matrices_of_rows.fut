-- A matrix for each row, as large as the row says: given, folded, transposed, made of others.

-- ==
-- entry: products
-- input { [2i64, 0i64, 3i64] [1i64, 5i64, 2i64] }
-- output { [[[0i64], [0i64]], [], [[0i64, 0i64], [0i64, 1i64], [0i64, 2i64]]]
--          [[[0i64, 10i64]], [[], [], [], [], []], [[0i64, 10i64, 20i64], [1i64, 11i64, 21i64]]] }
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0][0][0]i64) empty([0][0][0]i64) }
entry products [m] (as: [m]i64) (bs: [m]i64): ([m][..][..]i64, [m][..][..]i64) =
  (map2 (\a b -> map (\i -> map (* i) (iota b)) (iota a)) as bs,
   map2 (\a b -> transpose (map (\i -> map (\j -> 10 * i + j) (iota b)) (iota a))) as bs)

-- ==
-- entry: sums
-- input { [2i64, 0i64, 3i64] } output { [[2i64, 3i64], [], [3i64, 6i64, 9i64]] [5i64, 0i64, 18i64] }
entry sums [m] (ns: [m]i64): ([m][..]i64, [m]i64) =
  let xsss = map (\n -> map (\i -> map (\j -> i * j + 1) (iota n)) (iota n)) ns
  in (map (\xss -> map i64.sum xss) xsss, map (\xss -> i64.sum (flatten xss)) xsss)

-- ==
-- entry: squares
-- input { [[1i64, 2i64], [], [5i64]] }
-- output { [[[13i64, 18i64], [18i64, 25i64]], [], [[100i64]]] }
def product [n] (xss: [n][n]i64) (yss: [n][n]i64): [n][n]i64 =
  map (\xs -> map (\ys -> i64.sum (map2 (*) xs ys)) (transpose yss)) xss

entry squares [m] (xss: [m][..]i64): [m][..][..]i64 =
  map (\xs -> let yss = map (\x -> map (+ x) xs) xs in product yss yss) xss

-- ==
-- entry: scanned
-- input { [2i64, 0i64, 3i64] }
-- output { [[[0i64, 1i64], [1i64, 3i64]], [], [[0i64, 1i64, 3i64], [1i64, 3i64, 6i64], [2i64, 5i64, 9i64]]]
--          [[[0i64, 1i64], [0i64, 1i64]], [], [[0i64, 1i64, 2i64], [0i64, 1i64, 2i64], [0i64, 1i64, 2i64]]] }
entry scanned [m] (ns: [m]i64): ([m][..][..]i64, [m][..][..]i64) =
  (map (\n -> map (\i -> scan (+) 0 (map (+ i) (iota n))) (iota n)) ns,
   map (\n -> replicate n (iota n)) ns)

-- ==
-- entry: in_lines
-- input { [[1i64, 2i64, 3i64, 4i64], [], [5i64, 6i64, 7i64]] [2i64, 3i64, 2i64] }
-- output { [[[1i64, 2i64], [3i64, 4i64]], [], [[5i64, 6i64]]] }
entry in_lines [m] (xss: [m][..]i64) (ks: [m]i64): [m][..][..]i64 =
  map2 (\xs k -> let n = length xs / k in unflatten (xs[:n * k] :> [n * k]i64)) xss ks

-- Two results whose rows are as long: what is computed once says so of both.
-- ==
-- entry: as_long
-- input { [2i64, 0i64, 3i64] }
-- output { [[2i64, 3i64], [], [2i64, 3i64, 4i64]] [[0i64, 1i64], [], [0i64, 1i64, 3i64]] }
entry as_long [m] (ns: [m]i64): ([m][..]i64, [m][..]i64) =
  (map (\n -> map (+ 2) (iota n)) ns, map (\n -> scan (+) 0 (iota n)) ns)
