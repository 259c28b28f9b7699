-- As many elements of each rest of an array: that many is a size of all windows.
-- ==
-- entry: averages
-- input { [1f32, 2f32, 3f32, 6f32] 2i64 }
-- output { [1.5f32, 2.5f32, 4.5f32] }
-- input { [1f32, 2f32] 3i64 }
-- output { empty([0]f32) }
-- input { [1f32, 2f32] -1i64 }
-- error: Index \[:-1\] out of bounds
-- structure gpu { segmap 3 segred 1 }
entry averages [n] (xs: [n]f32) (k: i64): []f32 =
  if k > n then []
  else map (\i -> f32.sum (take k (drop i xs)) / f32.i64 k) (iota (n - k + 1))
