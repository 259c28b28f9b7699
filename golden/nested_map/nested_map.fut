-- Rows of different lengths as the result. PMPH notes, 4.2, the running example:
-- [[2], [3, 4], [4, 5, 6], [5, 6, 7, 8]] for [1, 2, 3, 4].
-- ==
-- input { [1i64, 2i64, 3i64, 4i64] }
-- output { [[2i64], [3i64, 4i64], [4i64, 5i64, 6i64], [5i64, 6i64, 7i64, 8i64]] }
-- input { [0i64, 3i64, 0i64] }
-- output { [[], [4i64, 5i64, 6i64], []] }
-- input { empty([0]i64) }
-- output { empty([0][0]i64) }

entry main [m] (arr: [m]i64): [m][..]i64 =
  map (\i -> let ip1 = i + 1
             let iot = iota i
             let ip1r = replicate i ip1
             in map2 (+) ip1r iot) arr
