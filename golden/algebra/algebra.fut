-- The algebra of src/rules/simplify.rules at work: what these entry points
-- spell out, the generated code no longer does.

-- ==
-- entry: integers
-- input { [1i32, -2i32, 3i32] }
-- output { [1i32, -2i32, 3i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) }
-- random input { [1000]i32 }
entry integers [n] (xs: [n]i32): [n]i32 =
  map (\x -> ((x + 0 - 0) * 1 + (x - x) + x * 0) / 1) xs

-- ==
-- entry: floats
-- input { [1f64, -2f64, 0.5f64] }
-- output { [1f64, -2f64, 0.5f64] }
-- random input { [1000]f64 }
entry floats [n] (xs: [n]f64): [n]f64 =
  map (\x -> - (- (f64.max x x * 1 / 1))) (map (\x -> f64.min x x) xs)

-- ==
-- entry: truths
-- input { [true, false] }
-- output { [true, false] }
-- random input { [1000]bool }
entry truths [n] (bs: [n]bool): [n]bool =
  map (\b -> !(!((b && true) || (b && false) || false))) bs

-- ==
-- entry: choices
-- input { [1i32, 2i32] }
-- output { [2i32, 4i32] }
-- random input { [1000]i32 }
entry choices [n] (xs: [n]i32): [n]i32 =
  map (\x ->
    let positive = x > 0
    let a = if positive || true then x + 1 else x * x
    let b = if positive && false then x * x else x - 1
    let c = if positive then a + 0 else a
    in b + c) xs

-- ==
-- entry: elements
-- input { [1i32, 2i32, 3i32] }
-- output { 30i32 [1i32, 2i32, 3i32] }
-- random input { [1000]i32 }
entry elements [n] (xs: [n]i32): (i32, [n]i32) =
  let positions = iota n
  let sevens = replicate n 7
  let backwards = xs[::-1]
  in (loop sum = 0 for i < n do (sum + i32.i64 positions[i] + sevens[i] + backwards[i]) % 1000,
      copy (copy (map id xs)))
