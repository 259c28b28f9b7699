-- Of independent reductions and scans only those are computed that something reads.

-- ==
-- entry: most
-- input { [3, -1, 7, 2] } output { [3, 3, 7, 7] }
-- input { empty([0]i32) } output { empty([0]i32) }
entry most [n] (xs: [n]i32): [n]i32 =
  (unzip (scan (\(a, b) (c, d) -> (a + c, i32.max b d)) (0, i32.lowest) (zip xs xs))).1

-- ==
-- entry: sum
-- input { [3.0, -1.0, 7.0] } output { 9.0 }
-- input { empty([0]f64) } output { 0.0 }
entry sum [n] (xs: [n]f64): f64 =
  (reduce (\(a, b) (c, d) -> (a + c, b + d)) (0, 0i64) (map (\x -> (x, i64.f64 x)) xs)).0

-- What needs the other part is computed with it.
-- ==
-- entry: linear
-- input { [2, 3] [1, 1] } output { [1, 4] }
entry linear [n] (as: [n]i32) (bs: [n]i32): [n]i32 =
  (unzip (scan (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (zip as bs))).1
