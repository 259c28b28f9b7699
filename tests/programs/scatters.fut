-- Scatter: out-of-bounds indices are ignored; rows; inside nests.
-- ==
-- entry: simple
-- input { [0, 0, 0, 0] [2i64, 0i64, -1i64, 7i64] [5, 6, 7, 8] }
-- output { [6i32, 0i32, 5i32, 0i32] }
-- input { [0, 0] empty([0]i64) empty([0]i32) }
-- output { [0i32, 0i32] }

entry simple [n][m] (ds: *[n]i32) (is: [m]i64) (vs: [m]i32): *[n]i32 = scatter ds is vs

-- ==
-- entry: permute
-- input { [2i64, 0i64, 1i64] [[1, 2], [3, 4], [5, 6]] }
-- output { [[3i32, 4i32], [5i32, 6i32], [1i32, 2i32]] }

entry permute [n][m] (is: [n]i64) (rows: [n][m]i32): [n][m]i32 =
  scatter (replicate n (replicate m 0)) is rows

-- ==
-- entry: in_nest
-- input { [[2i64, 0i64], [1i64, 5i64]] [[1, 2], [3, 4]] }
-- output { [[2i32, 0i32, 1i32], [0i32, 3i32, 0i32]] }

entry in_nest [n][m] (iss: [n][m]i64) (vss: [n][m]i32): [n][3]i32 =
  map2 (\is vs -> scatter (replicate 3 0) is vs) iss vss
