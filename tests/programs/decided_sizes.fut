-- Sizes that are decided by what comes later, by the other branch, or by a caller.

-- A size parameter that the use of a parameter tells.
-- ==
-- entry: inferred
-- input { [1, 2, 3] } output { [2, 3, 4] }
def add_ones [n] vv = map2 (+) vv (replicate n 1i32)
entry inferred [n] (xs: [n]i32): [n]i32 = add_ones xs

-- Two sizes that differ together in the branches are one size after them.
-- ==
-- entry: pair
-- input { true [1, -2, 3] } output { 0 }
-- input { false [1, -2, 3] } output { 10 }
entry pair [n] (b: bool) (xs: [n]i32): i32 =
  let (p, q) = if b then ([], []) else unzip (filter (\(x, _) -> x > 0) (zip xs xs))
  in i32.sum (map2 (*) p q)

-- ==
-- entry: in_cases
-- input { 0 [1, -2, 3] } output { empty([0]i32) }
-- input { 1 [1, -2, 3] } output { [2, -4, 6] }
-- input { 2 [1, -2, 3] } output { [2, 6] }
entry in_cases (b: i32) (xs: []i32) =
  let (p, q) =
    match b
    case 0 -> ([], [])
    case 1 -> (xs, xs)
    case _ -> let ys = filter (> 0) xs in (ys, ys)
  in map2 (+) p q

-- A literal and an array that varies, in a loop.
-- ==
-- entry: literal
-- input { 6 } output { 10 }
entry literal (n: i32): i32 =
  let (_, t) =
    loop (i, t) = (0, []) while i < n do
      if i % 2 == 1 then (i + 1, [i, 2, 3]) else (i + 1, t)
  in i32.sum t

-- A field of another size.
-- ==
-- entry: turned
-- input { [1, 2, 3] } output { 6 }
type~ mat [n][m] = {size: [0][n][m](), data: []i32}
def turn [n][m] (a: mat[n][m]): mat[m][n] = a with size = []
entry turned [n] (xs: [n]i32): i32 =
  let a: mat[n][2] = {size = [], data = xs} in i32.sum (turn a).data

-- Sizes that no array of an argument has: the use of the function tells them.
-- ==
-- entry: of_a_sum
-- input { [1, 5, 2] } output { 2i64 [1, 2] [1, 5, 2] }
def parts [n] [m] (xs: [n + m]i32): (i64, [n]i32, [m]i32) = (n, take n xs, drop n xs :> [m]i32)
entry of_a_sum (xs: []i32) = parts (let ys = filter (< 3) xs in ys ++ xs)

-- ==
-- entry: proof
-- input { [1, 2] [3] } output { [1, 2, 3] }
def commutes [a] [b]: [a + b][b + a]() = tabulate_2d (a + b) (b + a) (\_ _ -> ())
def as_proved [n] [m] (_: [n][m]()) (xs: [n]i32) = xs :> [m]i32
entry proof [n] [m] (xs: [n]i32) (ys: [m]i32): [m + n]i32 =
  copy (as_proved commutes (xs ++ ys))

-- ==
-- entry: by_result
-- input { [0i64, 2i64, 3i64, 1i64] } output { [true, false, true, false] }
def repeated [n] 'a (x: a): [n]a = replicate n x
entry by_result [n] (xs: [n]i64): [n]bool =
  let s = repeated false
  let is = filter (\x -> x % 2 == 0) xs
  in scatter s is (repeated true)

-- ==
-- entry: of_filter
-- input { [1, 2, 3] } output { [3, 4] }
def one_more [n] (xs: [n]i32): [n]i32 = map2 (+) xs (repeated 1)
entry of_filter (xs: []i32) = one_more (filter (> 1) xs)

-- The type of what is never used, and one that only the result says.
-- ==
-- entry: empty
-- input { 3i64 } output { 3i64 0i64 empty([0][3]i32) }
def with_none 'a (x: i64) = (x, []: [0]a)
entry empty (x: i64): (i64, i64, [][x]i32) =
  let none: [0][x]i32 = (with_none x).1
  in ((with_none x).0, length (with_none x).1, none)

-- A polymorphic function in a record at the top.
-- ==
-- entry: in_a_record
-- input { [1, 2, 3] [1.0f32, 2.0f32] } output { [3, 2, 1] [2.0f32, 1.0f32] }
def tools = let f = reverse in {f, k = 3i32}
entry in_a_record (xs: []i32) (ys: []f32) = (tools.f xs, tools.f ys)

-- ==
-- entry: asserted
-- input { 2i64 } output { [0i64, 1i64] }
-- input { 1i64 } error: Assertion is false
entry asserted (n: i64): [n]i64 = iota (assert (n > 1) n)

-- A branch as a size.
-- ==
-- entry: branch
-- input { true } output { [0i64] }
-- input { false } output { [0i64, 2i64] }
def one_or_two (b: bool) = let n = if b then 1i64 else 2 in iota n
entry branch (b: bool) = map2 (+) (one_or_two b) (one_or_two b)

-- The state of a loop is of a type that has sizes of its own.
-- ==
-- entry: lifted
-- input { 2 [1, 2] } output { [1, 2, 1, 2, 1, 2, 1, 2] }
def again '~a (n: i32) (f: (() -> a) -> a) (x: () -> a) =
  loop x = x () for _i < n do f (\() -> x)
entry lifted (n: i32) (xs: []i32) = again n (\(p: () -> []i32) -> p () ++ p ()) (\() -> xs)

-- A section takes its operand first.
-- ==
-- entry: section
-- input { [1, -2, 3] } output { [1, 3] }
def (<*>) 'a 'b (f: a -> b) (x: a) = f x
entry section (xs: []i32) = (id <*>) (filter (> 0) xs)

-- ==
-- entry: paths
-- input { [[1, 2], [3, 4]] } output { [1, 3] [2, 4] }
entry paths [n] (xss: [n][2]i32) =
  (map (.[0].f) (map (\xs -> [{f = xs[0]}]) xss), map (.f.g[1]) (map (\xs -> {f = {g = xs}}) xss))

-- ==
-- entry: of_a_type
-- input { 3 } output { 4 }
type^ function = i32 -> i32
entry of_a_type: function = \n -> n + 1

-- A value outside of functions has one size wherever it is used.
-- ==
-- entry: of_a_value
-- input { true } output { [3, 5, 7] [1, 2, 3] }
-- input { false } output { [4, 6, 8] [1, 2, 3] }
def positive = filter (> 0) [1, -1, 2, 3]
def after = map (+ 1) positive
module inner = { def parts = (positive, filter (> 3) positive) }
entry of_a_value (b: bool) =
  let xs = if b then positive else after
  in (map2 (+) xs after, map2 (-) inner.parts.0 (map (* 0) inner.parts.0))

-- ==
-- entry: of_a_value_in_rows
-- input { 2i64 } output { [[2, 4, 6], [3, 5, 7]] }
entry of_a_value_in_rows (k: i64) =
  map (\i -> map2 (+) positive (map (+ i32.i64 i) positive)) (iota k)

-- A function that a pipe gives makes arrays of a size that only the pipe knows.
-- ==
-- entry: piped
-- input { 2i64 [5, 6, 7] } output { [5, 6] [1, 1, 1] [2, 2, 2, 2] 4i64 }
def two_sizes (n: i64) (x: i32) = (replicate n x, iota (n + 1), replicate n x)
entry piped [m] (n: i64) (xs: [m]i32) =
  let (a, b, c) = (n + 2 |> two_sizes) 1
  in (xs |> (n |> take), (length >-> replicate) xs 1, map2 (+) a c, last b)
