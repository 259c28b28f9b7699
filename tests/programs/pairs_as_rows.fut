-- Rows of two: a literal of one constant is the neutral element of each column.
-- ==
-- entry: sums
-- input { [[1i32, 2i32], [3i32, 4i32], [5i32, 6i32]] } output { [9i32, 12i32] }
-- input { empty([0][2]i32) } output { [0i32, 0i32] }
entry sums [n] (xss: [n][2]i32): [2]i32 = reduce (map2 (+)) [0, 0] xss

-- ==
-- entry: scans
-- input { [[1i32, 2i32], [3i32, 4i32], [5i32, 6i32]] }
-- output { [[1i32, 2i32], [4i32, 6i32], [9i32, 12i32]] }
-- compiled random input { [5000][2]i32 } auto output
entry scans [n] (xss: [n][2]i32): [n][2]i32 = scan (map2 (+)) [0, 0] xss

-- ==
-- entry: bins
-- input { [1i64, 0i64, 1i64, 3i64] [[1i32, 2i32], [3i32, 4i32], [5i32, 6i32], [7i32, 8i32]] }
-- output { [[3i32, 4i32], [6i32, 8i32]] }
entry bins [n] (is: [n]i64) (xss: [n][2]i32): [2][2]i32 =
  reduce_by_index (replicate 2 [0, 0]) (map2 (+)) [0, 0] is xss

-- Not of one constant.
-- ==
-- entry: mixed
-- input { [[1i32, 2i32], [3i32, 4i32], [5i32, 6i32]] } output { [9i32, 48i32] }
entry mixed [n] (xss: [n][2]i32): [2]i32 =
  reduce (\a b -> [a[0] + b[0], a[1] * b[1]]) [0, 1] xss
