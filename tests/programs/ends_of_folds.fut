-- What one thread does after a reduction is done at its end: one kernel.
-- ==
-- entry: mean
-- input { [1f32, 2f32, 6f32] } output { 3f32 }
-- compiled random input { [100000]f32 } auto output
entry mean [n] (xs: [n]f32): f32 = f32.sum xs / f32.i64 n

-- The thread that stores the sum divides it, if it can.
-- ==
-- entry: whole
-- input { [1i64, 2i64, 7i64] } output { 3i64 }
-- input { empty([0]i64) } error: division by zero
entry whole [n] (xs: [n]i64): i64 = i64.sum xs / n

-- ==
-- entry: both
-- input { [1i32, -2i32, 7i32] } output { 6i32 9i32 16i32 }
-- input { empty([0]i32) } output { 0i32 1i32 2i32 }
entry both [n] (xs: [n]i32): (i32, i32, i32) =
  let s = i32.sum xs
  let (least, most) = (i32.minimum xs, i32.maximum xs)
  in (s, most - least, if s > 5 then s + 10 else 2)

-- An operator that does not commute: 2x2 matrices, as four numbers.
-- ==
-- entry: product
-- input { [1i32, 2i32, 3i32] } output { 10i32 }
-- input { empty([0]i32) } output { 1i32 }
entry product [n] (xs: [n]i32): i32 =
  let (a, b, c, d) = reduce (\(a, b, c, d) (e, f, g, h) ->
                               (a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h))
                            (1, 0, 0, 1) (map (\x -> (x, 1, 1, 0)) xs)
  in a + b * c - c * b + (d - d)

-- The sum is read by a later kernel, too, and by the host.
-- ==
-- entry: later
-- input { [1i32, 2i32, 7i32] } output { [6i32, 7i32, 12i32] 20i32 }
entry later [n] (xs: [n]i32): ([n]i32, i32) =
  let s = i32.sum xs
  in (map (+ s / 2) xs, s * 2)

-- ==
-- entry: sized
-- input { [1i64, 2i64, 1i64] } output { [4i64, 5i64, 6i64, 7i64] 8i64 }
entry sized [n] (xs: [n]i64): ([]i64, i64) =
  let s = i64.sum xs
  in (map (+ s) (iota s), s * 2)

-- In each round the next reduction needs what the end of the last one gave.
-- ==
-- entry: rounds
-- input { [1i32, 2i32, 3i32] 3i32 } output { 345i32 }
entry rounds [n] (xs: [n]i32) (k: i32): i32 =
  loop s = 1 for _i < k do i32.sum (map (\x -> x ^ s) xs) + i32.sum (map (* s) xs) / 2 + 1

-- An element at a place that the reduction finds.
-- ==
-- entry: found
-- input { [3i32, 9i32, 4i32] } output { 9i32 10i32 }
-- input { empty([0]i32) } error: out of bounds
entry found [n] (xs: [n]i32): (i32, i32) =
  let (_, at) = reduce_comm (\(a, i) (b, j) -> if a > b || (a == b && i < j) then (a, i) else (b, j))
                            (i32.lowest, n) (zip xs (iota n))
  in (xs[at], xs[at] + 1)

-- What other blocks have stored is there.
-- ==
-- entry: stored
-- input { [3i32, 9i32, 4i32] } output { [4i32, 10i32, 5i32] 3i32 }
-- compiled random input { [100000]i32 } auto output
entry stored [n] (xs: [n]i32): ([n]i32, i32) =
  let ys = map (+ 1) xs
  in (ys, i32.sum ys / i32.max 1 ys[n - 1])

-- A loop takes what the end computes from what it computes.
-- ==
-- entry: twice_chosen
-- input { 3i64 [1i64, 2i64] } output { 0f64 1i64 }
-- input { 99i64 [2i64, 4i64] } output { 1f64 0i64 }
entry twice_chosen [n] (most: i64) (xs: [n]i64): (f64, i64) =
  let whole = f64.floor (if any (\x -> x % 2 == 1) xs then 0.5 else 1.5)
  in loop (a, i) = (whole, 0) while i < 1 && most < i64.sum (map (+ 10) xs) do (a, i + 1)
