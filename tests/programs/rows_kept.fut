-- Rows of the rows that each row has, and rows of one array that are done something with in
-- each row.

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
