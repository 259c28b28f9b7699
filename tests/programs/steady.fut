-- Checks of sizes that are the same for all rows are made once, and only if there are rows.
-- ==
-- entry: steady_widths
-- input { 3i64 [1i64, 2i64] }
-- output { [3i64, 6i64] }
-- input { 0i64 [1i64, 2i64] }
-- output { [0i64, 0i64] }
-- input { -1i64 empty([0]i64) }
-- output { empty([0]i64) }
-- input { -1i64 [1i64] }
-- error: Range 0\.\.1\.\.<-1 is invalid
-- structure gpu { SegRed 2 SegMap 1 }

entry steady_widths [n] (m: i64) (xs: [n]i64): [n]i64 =
  map (\x -> i64.sum (map (* x) (iota m))) xs

-- ==
-- entry: steady_computed
-- input { 2i64 [[1i64, 2i64], [3i64, 4i64]] }
-- output { [[3i64, 6i64], [9i64, 12i64]] }
-- input { 0i64 empty([2][0]i64) }
-- output { empty([2][0]i64) }
-- input { 0i64 [[5i64]] }
-- error: Range 0\.\.1\.\.<-1 is invalid

entry steady_computed [n][m] (k: i64) (xss: [n][m]i64): [n][m]i64 =
  map (map (\x -> i64.sum (map (* x) (iota (2 * k - 1))))) xss
