-- What a thread does with one element after the other it does in one loop: each
-- entry point shows a rule of src/rules/sequentialise.rules. The rows have a
-- length of their own, and there are rows of them: each stays in a thread.

-- A reduction of a scan: two sums, and no array.
-- ==
-- entry: sums_of_sums
-- input { [[0u8, 1u8, 3u8, 5u8]] }
-- output { [[0i64, 0i64, 4i64, 20i64]] }
-- random input { [10][100]u8 }
entry sums_of_sums [n][m] (lengthss: [n][m]u8): [n][m]i64 =
  map (map (\p -> i64.sum (scan (+) 0 (iota (i64.u8 p))))) lengthss

-- A scan of a scan: how high a walk has come by half of its steps, and at last.
-- ==
-- entry: heights
-- input { [[0u8, 1u8, 6u8]] }
-- output { [[0i64, 2i64, 4i64]] }
-- random input { [10][100]u8 }
entry heights [n][m] (lengthss: [n][m]u8): [n][m]i64 =
  map (map (\length ->
         let p = i64.u8 length
         let walk = scan (+) 0 (map (\i -> if i % 4 < 2 then 1 else -1) (iota p))
         let tops = scan i64.max 0 walk
         in if p > 0 then tops[p / 2] + tops[p - 1] else 0))
      lengthss

-- A map of a scan: what it gives is the only array.
-- ==
-- entry: middles
-- input { [[1u8, 4u8, 9u8]] }
-- output { [[1i64, 10i64, 101i64]] }
-- random input { [10][100]u8 }
entry middles [n][m] (lengthss: [n][m]u8): [n][m]i64 =
  map (map (\length ->
         let p = i64.u8 length
         let squares = map (\sum -> sum * sum + 1) (scan (+) 0 (iota p))
         in if p > 0 then squares[p / 2] else 0))
      lengthss

-- A scan that says where elements go: they are written as the sums come.
-- ==
-- entry: spread
-- input { [[0u8, 3u8, 7u8]] }
-- output { [[0i64, 0i64, 6i64]] }
-- random input { [10][100]u8 }
entry spread [n][m] (lengthss: [n][m]u8): [n][m]i64 =
  map (map (\length ->
         let p = i64.u8 length
         let at = scan (+) 0 (map (\i -> 1 + i % 2) (iota p))
         let spread = scatter (replicate p 0) at (iota p)
         in i64.sum spread))
      lengthss
