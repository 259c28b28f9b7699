-- Loops that leave an array as it is.
-- ==
-- entry: kept
-- input { 0i64 }
-- output { 1 }
-- input { 3i64 }
-- output { 1 }
entry kept (k: i64): i32 =
  let a = loop a = replicate 2 0 for _i < k do a
  let b = copy a with [0] = 1
  in reduce (+) 0 b

-- ==
-- entry: kept_and_counted
-- input { 0i64 [5, 6, 7] }
-- output { 7 0i64 }
-- input { 4i64 [5, 6, 7] }
-- output { 7 6i64 }
entry kept_and_counted (k: i64) (xs: []i32): (i32, i64) =
  let (a, s) = loop (a, s) = (copy (take 2 xs), 0) for i < k do (a, s + i)
  let b = copy a with [0] = 1
  in (reduce (+) 0 b, s)

-- ==
-- entry: kept_in_threads
-- input { [2i64, 0i64] }
-- output { [1, 1] }
entry kept_in_threads [n] (ks: [n]i64): [n]i32 =
  map (\k -> let a = loop a = replicate 2 0 for _i < k do a
             let b = copy a with [0] = 1
             in b[0] + b[1]) ks
