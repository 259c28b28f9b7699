-- A row that is changed in place, and then scattered, in a file with ragged rows.
-- ==
-- entry: larger_sums
-- input { [1, 5, 3] } output { [8, 0, 5] }
entry larger_sums [n] (xs: [n]i32): [n]i32 = map (\x -> i32.sum (filter (> x) xs)) xs

-- ==
-- entry: changed_and_scattered
-- input { [true, false, true] false }
-- output { [[false, false, false], [true, false, false], [true, false, false]] }
entry changed_and_scattered [n] (xs: [n]bool) (b: bool): [n][n]bool =
  scatter (replicate n (replicate n true)) (iota n)
          (map (\y -> let ys = copy xs in ys with [y:] = replicate (n - y) b) (iota n))
