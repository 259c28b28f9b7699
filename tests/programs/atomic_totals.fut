-- Integer totals: blocks add theirs to the result. Floats, and operators whose neutral element is
-- not zero, have partial results.
-- ==
-- entry: sums
-- random input { [5000]i32 }
-- input { empty([0]i32) } output { 0i32 0i64 0u32 }

-- ==
-- entry: rows
-- random input { [3][3000]i64 }
-- random input { [700][5]i64 }
-- input { empty([2][0]i64) } output { [0i64, 0i64] }

-- ==
-- entry: pairs
-- random input { [5000]i64 }

-- ==
-- entry: others
-- random input { [5000]i32 }

-- ==
-- entry: carried
-- random input { [4000]i64 }

-- Three operators, of which one computes with 64 bits.
entry sums [n] (xs: [n]i32): (i32, i64, u32) =
  (reduce (+) 0 xs, reduce (+) 0 (map i64.i32 xs), reduce (|) 0 (map u32.i32 xs))

-- A total for each row, of one block or several.
entry rows [n][m] (xss: [n][m]i64): [n]i64 = map (\xs -> reduce (+) 0 xs) xss

-- A product of two operators.
entry pairs [n] (xs: [n]i64): (i64, i64) =
  reduce (\(a, b) (c, d) -> (a + c, i64.max b d)) (0, 0) (map (\x -> (x, x % 100)) xs)

-- Neither has a neutral element of zero; what is made of the third is computed behind it.
entry others [n] (xs: [n]i32): (i32, i32, i32) =
  (reduce i32.min i32.highest xs, reduce (*) 1 xs, reduce (+) 0 xs / 2)

-- Each round reads the total of the last one.
entry carried [n] (xs: [n]i64): i64 =
  loop total = 1 for i < 4 do reduce (+) 0 (map (\x -> x * total + i) xs)
