-- A reduction of a scan, in the single pass of the scan: no sum is stored.
-- ==
-- input { [3f32, 5f32, 2f32, 4f32, 1f32, 6f32] }
-- output { 4f32 }
-- input { empty([0]f32) }
-- output { 0f32 }
-- random input { [10000]f32 }

-- How far a price falls at most, from the highest before.
entry main [n] (prices: [n]f32): f32 =
  let highest = scan f32.max 0 prices
  in reduce f32.max 0 (map2 (-) highest prices)

-- ==
-- entry: lowest
-- input { [3, -5, 2, -4, -1, 6] }
-- output { 4i64 -5 }
-- input { empty([0]i32) }
-- output { -1i64 2147483647 }
-- random input { [10000]i32 }

-- Where steps lead lowest, at first: the order matters.
entry lowest [n] (steps: [n]i32): (i64, i32) =
  let heights = scan (+) 0 steps
  in reduce (\(i, x) (j, y) -> if y < x then (j, y) else (i, x)) (-1, i32.highest)
            (zip (iota n) heights)
