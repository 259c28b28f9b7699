-- Filters that leave what they keep in their parameters' memory.
-- ==
-- entry: positives
-- input { [3, -1, 5, 0, 7] }
-- output { [3, 5, 7] }
-- input { [-3, -1] }
-- output { empty([0]i32) }
-- input { empty([0]i32) }
-- output { empty([0]i32) }
-- random input { [100000]i32 }
entry positives [n] (xs: *[n]i32): *[]i32 = filter (> 0) xs

-- ==
-- entry: tripled
-- input { 4 [3, -1, 5, 0, 7] }
-- output { [9, 15, 21] }
-- random input { 0 [30000]i32 }
entry tripled [n] (p: i32) (xs: *[n]i32): *[]i32 = filter (> p) (map (* 3) xs)

-- ==
-- entry: chosen
-- input { [1, 2, 3, 4] [0.5f32, -1f32, 0f32, 2f32] }
-- output { [1, 4] [0.5f32, 2f32] }
-- random input { [30000]i32 [30000]f32 }
entry chosen [n] (xs: *[n]i32) (ys: *[n]f32): ([]i32, []f32) = unzip (filter (\(_, y) -> y > 0) (zip xs ys))

-- ==
-- entry: one
-- input { [1, 2, 3, 4] [0.5f32, -1f32, 0f32, 2f32] }
-- output { [1, 4] }
-- random input { [30000]i32 [30000]f32 }
entry one [n] (xs: *[n]i32) (ys: [n]f32): []i32 = map (.0) (filter (\(_, y) -> y > 0) (zip xs ys))

-- ==
-- entry: above_mean
-- input { [1i64, 2i64, 3i64, 6i64] }
-- output { [6i64] 6i64 }
-- random input { [30000]i64 }
entry above_mean [n] (xs: *[n]i64): ([]i64, i64) =
  let mean = i64.sum xs / i64.max 1 n
  let above = filter (> mean) xs
  in (above, i64.sum above)

-- ==
-- entry: distinct
-- input { [1, 1, 3, 3, 3, 4] }
-- output { [1, 3, 4] }
-- random input { [30000]i32 }
entry distinct [n] (xs: *[n]i32): []i32 =
  map (.0) (filter (\(x, i) -> i == 0 || x != xs[i - 1]) (zip xs (iota n)))

-- ==
-- entry: halves
-- input { [1, -2, 3] }
-- output { [1, 3] [-2] }
-- random input { [20000]i32 }
entry halves [n] (xs: *[n]i32): ([]i32, []i32) = partition (> 0) xs

-- ==
-- entry: both
-- input { [1, -2, 3] }
-- output { [1, 3] [1, -2, 3] }
entry both [n] (xs: *[n]i32): ([]i32, [n]i32) = (filter (> 0) xs, xs)
