-- A test that is the same for all rows, and rows that differ in length.

-- ==
-- entry: cut
-- input { true [[1i64, 2i64], [-3i64], [4i64, 5i64, 6i64]] } output { [[2i64], [], [5i64, 6i64]] }
-- input { false [[1i64, 2i64], [], [4i64, 5i64, 6i64]] } output { [[1i64, 2i64], [], [4i64, 5i64, 6i64]] }
-- input { true [[1i64], []] } error: Index \[1:\] out of bounds for array of shape \[0\]
-- input { true empty([0][0]i64) } output { empty([0][0]i64) }
-- input { false empty([0][0]i64) } output { empty([0][0]i64) }
entry cut [m] (c: bool) (xss: [m][..]i64): [m][..]i64 = map (\xs -> if c then xs[1:] else xs) xss

-- ==
-- entry: kept lengthened
-- input { true [[1i64, -2i64], [-3i64], [], [4i64, 5i64, 6i64]] } auto output
-- input { false [[1i64, -2i64], [-3i64], [], [4i64, 5i64, 6i64]] } auto output
-- input { true empty([0][0]i64) } auto output
-- input { false empty([0][0]i64) } auto output
-- input { true empty([3][0]i64) } auto output
-- input { false empty([3][0]i64) } auto output
entry kept [m] (c: bool) (xss: [m][..]i64): [m][..]i64 =
  map (\xs -> if c then filter (> 0) xs else map (+ 1) xs) xss

entry lengthened [m] (c: bool) (xss: [m][..]i64): ([m][..]i64, [m]i64) =
  unzip (map (\xs -> let ys = if c then xs ++ [length xs] else xs
    in (map (+ length ys) ys, i64.sum ys)) xss)

-- ==
-- entry: three_ways
-- input { 0i32 [[1i64, -2i64], [-3i64], [4i64, 5i64, 6i64]] } output { [[-1i64], [], [7i64, 8i64]] }
-- input { 1i32 [[1i64, -2i64], [-3i64], [4i64, 5i64, 6i64]] } output { [[2i64], [], [7i64, 8i64, 9i64]] }
-- input { 2i32 [[1i64, -2i64], [-3i64], []] } output { [[3i64, 0i64], [-2i64], []] }
entry three_ways [m] (c: i32) (xss: [m][..]i64): [m][..]i64 =
  map (\xs -> let ys = if c == 0 then xs[1:] else if c == 1 then filter (> 0) xs else xs
    in map (+ length ys) ys) xss

-- One branch has rows of one length.
-- ==
-- entry: made sums
-- input { true [3i64, 0i64, 1i64] } auto output
-- input { false [3i64, 0i64, 1i64] } auto output
-- input { true empty([0]i64) } auto output
-- input { false empty([0]i64) } auto output
entry made [m] (c: bool) (ns: [m]i64): [m][..]i64 = map (\n -> if c then iota n else [n]) ns

entry sums [m] (c: bool) (ns: [m]i64): [m]i64 = map (\n -> i64.sum (if c then iota n else [n])) ns

-- Rows of rows.
-- ==
-- entry: cut_deep
-- input { true [[[1i64, 2i64], [3i64]], [[4i64]]] } output { [[[3i64]], []] }
-- input { false [[[1i64, 2i64], [3i64]], []] } output { [[[1i64, 2i64], [3i64]], []] }
-- input { true empty([0][0][0]i64) } output { empty([0][0][0]i64) }
entry cut_deep [m] (c: bool) (xsss: [m][..][..]i64): [m][..][..]i64 =
  map (\xss -> if c then xss[1:] else xss) xsss

-- In a map of rows of one length.
-- ==
-- entry: in_even
-- input { true [[2i64, 0i64], [1i64, 3i64]] } output { [[[0i64, 1i64], []], [[0i64], [0i64, 1i64, 2i64]]] }
-- input { false [[2i64, 0i64], [1i64, 3i64]] } output { [[[2i64], [0i64]], [[1i64], [3i64]]] }
entry in_even [m] [k] (c: bool) (xss: [m][k]i64): [m][..][..]i64 =
  map (map (\x -> if c then iota x else [x])) xss

-- Outside of all maps, rows of rows of pairs.
-- ==
-- entry: pairs
-- input { true [[[1i64, -2i64], [3i64]], []] } output { [[[1i64], [3i64]], []] [[[1f32], [3f32]], []] }
-- input { false [[[1i64, -2i64], [3i64]], []] } output { [[[-2i64], []], []] [[[-2f32], []], []] }
-- input { false empty([0][0][0]i64) } output { empty([0][0][0]i64) empty([0][0][0]f32) }
entry pairs [m] (c: bool) (xsss: [m][..][..]i64): [m][..][..](i64, f32) =
  let ysss = map (map (map (\x -> (x, f32.i64 x)))) xsss
  in if c then map (map (filter (\(x, _) -> x > 0))) ysss
    else map (map (filter (\(x, _) -> x < 0))) ysss

-- ==
-- entry: padded
-- input { [[3, 1, 2], [6, 5, 4]] 2i64 } output { [[4, 2, 3, 4], [7, 6, 5, 7]] }
-- input { [[3, 1, 2, 9], [6, 5, 4, 0]] 2i64 } output { [[3, 1, 2, 9], [6, 5, 4, 0]] }
-- input { [[3], [6]] 2i64 } output { [[4, 4, 4, 4], [7, 7, 7, 7]] }
-- input { empty([0][3]i32) 2i64 } output { empty([0][4]i32) }
-- input { [[3, 1, 2]] 1i64 } error: Range

def to_power [n] (xs: [n]i32) (d: i64): ([]i32, i64) =
  if n == 2 ** d then (xs, 0)
  else let most = reduce i32.max i32.lowest xs
       in (xs ++ replicate (2 ** d - n) most, 1)

entry padded [n] [m] (xss: [n][m]i32) (d: i64): [n][]i32 =
  map (\xs -> let (ys, k) = to_power xs d
              in (loop ys for _i < k do map (+1) ys) :> [2 ** d]i32) xss
