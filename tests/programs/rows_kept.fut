-- Rows of the rows that each row has: kept by a loop, chosen by a branch, looked up, and rows of
-- one array that are done something with in each row.

-- ==
-- entry: longest
-- input { [[[1i64, 2i64], [3i64]], [[7i64]], [[], [4i64]], []] }
-- output { [[1i64, 2i64], [7i64], [4i64], []] }
-- input { empty([0][0][0]i64) } output { empty([0][0]i64) }
entry longest [m] (xsss: [m][..][..]i64): [m][..]i64 =
  map (\xss -> loop best = [] for xs in xss do if length xs > length best then xs else best) xsss

-- ==
-- entry: last_one
-- input { [[[1i64, 2i64], [3i64]], [[7i64]], [[4i64], []], []] }
-- output { [[3i64], [7i64], [4i64], []] }
-- input { empty([0][0][0]i64) } output { empty([0][0]i64) }
entry last_one [m] (xsss: [m][..][..]i64): [m][..]i64 =
  map (\xss -> loop r = [] for xs in xss do if length xs > 0 then xs else r) xsss

-- ==
-- entry: first_one
-- input { [[[], [1i64, 2i64], [3i64]], [[7i64]], [[], []], []] }
-- output { [[1i64, 2i64], [7i64], [], []] }
-- input { empty([0][0][0]i64) } output { empty([0][0]i64) }
entry first_one [m] (xsss: [m][..][..]i64): [m][..]i64 =
  map (\xss -> let (r, _) = loop (r, i) = ([], 0) while length r == 0 && i < length xss
    do (xss[i], i + 1)
    in r) xsss

-- ==
-- entry: backwards
-- input { [[[1i64, 2i64], [3i64], [4i64]], [[7i64]], []] 2i64 }
-- output { [[3i64, 1i64, 2i64], [7i64], []] }
-- input { empty([0][0][0]i64) 1i64 } output { empty([0][0]i64) }
entry backwards [m] (xsss: [m][..][..]i64) (k: i64): [m][..]i64 =
  map (\xss -> loop r = [] for i < i64.min k (length xss) do xss[i] ++ r) xsss

-- ==
-- entry: ends
-- input { [[[1i64, 2i64], [3i64]], [[7i64]], [[], [4i64]]] [true, false, false] }
-- output { [[1i64, 2i64], [7i64], [4i64]] }
-- input { empty([0][0][0]i64) empty([0]bool) } output { empty([0][0]i64) }
entry ends [m] (xsss: [m][..][..]i64) (cs: [m]bool): [m][..]i64 =
  map2 (\xss c -> if c then xss[0] else xss[length xss - 1]) xsss cs

-- Each row of the rows is looked at, one element of it read.
-- ==
-- entry: second_ones
-- input { [[[3i64, 1i64], [], [5i64]], [], [[1i64, 2i64, 7i64]], [[]]] }
-- output { [201i64, 0i64, 2i64, 100i64] }
-- input { empty([0][0][0]i64) } output { empty([0]i64) }
entry second_ones [m] (xsss: [m][..][..]i64): [m]i64 =
  map (\xss -> i64.sum (map (\xs -> if length xs > 1 then xs[1] else 100) xss)) xsss

-- Rows of one array, for each element of another.
-- ==
-- entry: raised
-- input { [[1i64, 2i64], [], [3i64]] [1i64, 20i64] }
-- output { [[[2i64, 3i64], [], [4i64]], [[21i64, 22i64], [], [23i64]]] }
-- input { empty([0][0]i64) [1i64] } output { empty([1][0][0]i64) }
-- input { [[1i64], [2i64, 3i64]] empty([0]i64) } output { empty([0][2][0]i64) }
-- input { [[], []] [1i64] } output { [[[], []]] }
entry raised [n] [m] (xss: [n][..]i64) (cs: [m]i64): [m][..][..]i64 =
  map (\c -> map (map (+ c)) xss) cs

-- ==
-- entry: raised_one
-- input { [[[1i64, 2i64], [3i64]], [[7i64]]] [1i64, 20i64] 0i64 }
-- output { [[[2i64, 3i64], [4i64]], [[21i64, 22i64], [23i64]]] }
-- input { [[[1i64, 2i64], [3i64]], [[7i64]]] [1i64] 2i64 }
-- error: Index \[2\] out of bounds for array of shape \[2\]
entry raised_one [t] [m] (xsss: [t][..][..]i64) (cs: [m]i64) (k: i64): [m][..][..]i64 =
  let xss = xsss[k] in map (\c -> map (map (+ c)) xss) cs

-- A function that calls itself, for each pair of a row and an element.
def place [n] (xs: [n]i64) (x: i64): i64 =
  if n == 0 then 0
  else let h = n / 2 in if xs[h] < x then h + 1 + place xs[h + 1:] x else place xs[: h] x

-- ==
-- entry: places
-- input { [[1i64, 2i64, 3i64], [], [5i64, 7i64]] [2i64, 6i64] }
-- output { [[1i64, 3i64], [0i64, 0i64], [0i64, 1i64]] }
-- input { empty([0][0]i64) [2i64] } output { empty([0][1]i64) }
-- input { [[1i64], []] empty([0]i64) } output { empty([2][0]i64) }
entry places [m] [k] (xss: [m][..]i64) (qs: [k]i64): [m][k]i64 =
  map (\xs -> map (place xs) qs) xss

-- The same rows of rows for all, and branches that choose among those that are looked up.
-- ==
-- entry: with_first
-- input { [[[1i64, 2i64], [], [3i64]], [[7i64]]] [0i64, 10i64] }
-- output { [[3i64, 0i64, 3i64], [13i64, 10i64, 13i64]] }
-- input { [[[1i64, 2i64]]] empty([0]i64) } output { empty([0][0]i64) }
-- input { empty([0][0][0]i64) empty([0]i64) } output { empty([0][0]i64) }
-- input { empty([0][0][0]i64) [1i64] } error: Index \[0\] out of bounds
entry with_first [t] [m] (xsss: [t][..][..]i64) (cs: [m]i64): [m][..]i64 =
  map (\c -> map (\xs -> c + i64.sum xs) xsss[0]) cs

-- ==
-- entry: beside_one
-- input { 1i64 [[[1i64, 2i64], []], [[7i64]], []] }
-- output { [[[1i64, 2i64], [], [7i64]], [[7i64], [7i64]], [[7i64]]] }
-- input { 3i64 empty([0][0][0]i64) } output { empty([0][0][0]i64) }
-- input { -1i64 [[[1i64]]] } error: Index \[-1\] out of bounds
entry beside_one [t] (k: i64) (xsss: [t][..][..]i64): [t][..][..]i64 =
  map (\xss -> xss ++ xsss[k]) xsss

-- ==
-- entry: chosen
-- input { [[[1i64, 2i64], []], [[7i64]], []] [1i64, 0i64, 2i64, 4i64] }
-- output { [[[7i64]], [[1i64, 2i64], []], [[1i64, 2i64], []], [[1i64, 2i64], []]] }
-- input { [[], [[7i64]]] [1i64, 0i64] } output { [[[7i64]], []] }
-- input { empty([0][0][0]i64) empty([0]i64) } output { empty([0][0][0]i64) }
-- input { [[[1i64]]] [0i64, 1i64] } error: Index \[1\] out of bounds
entry chosen [t] [m] (xsss: [t][..][..]i64) (is: [m]i64): [m][..][..]i64 =
  map (\i -> if i % 2 == 0 then xsss[0] else xsss[i]) is

-- ==
-- entry: sums_of_chosen
-- input { [[[1i64, 2i64], []], [[7i64]], []] 1i64 5i64 } output { [7i64, 7i64, 7i64, 3i64, 7i64] }
-- input { [[[1i64, 2i64]]] 0i64 0i64 } output { empty([0]i64) }
entry sums_of_chosen [t] (xsss: [t][..][..]i64) (i: i64) (n: i64): [n]i64 =
  tabulate n (\k -> i64.sum (map i64.sum (if k % 2 == 0 then xsss[i] else xsss[k % t])))

-- ==
-- entry: row_of_first
-- input { [[[1i64, 2i64], [], [3i64]], [[7i64]]] [2i64, 0i64, 1i64] }
-- output { [[3i64], [1i64, 2i64], []] }
-- input { [[[1i64]]] empty([0]i64) } output { empty([0][0]i64) }
-- input { [[[1i64]]] [1i64] } error: Index \[1\] out of bounds
entry row_of_first [t] [m] (xsss: [t][..][..]i64) (is: [m]i64): [m][..]i64 =
  map (\i -> xsss[0][i]) is
