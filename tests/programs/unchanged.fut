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

-- What one branch's loop keeps, the other branch reads.
-- ==
-- entry: kept_in_a_branch
-- input { 7 [5, 6] [1] } output { [5, 6] }
-- input { 1 [5, 6] [1] } output { [5, 6] }
-- input { 1 [5, 6] [3] } output { [11, 11] }
entry kept_in_a_branch [n] [m] (k: i32) (xs: [n]i32) (ys: [m]i32): [n]i32 =
  copy (if k > 3
        then (loop kept = xs for _i < 2i32 do kept)
        else if all (> 2) ys then map (const (reduce (+) 0 xs)) xs else xs)

-- ==
-- entry: kept_by_while
-- input { 10 [3, 4] } output { [3, 4] 12 }
-- input { 0 [3, 4] } output { [3, 4] 0 }
entry kept_by_while [n] (most: i32) (xs: [n]i32): ([n]i32, i32) =
  loop (kept, sum) = (xs, 0) while sum < most + i32.i64 (length kept) - i32.i64 n do
    (kept, sum + kept[0])
