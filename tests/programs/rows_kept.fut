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
