-- Conditions: on scalars and arrays, short-circuit, inside nests.
-- ==
-- entry: guarded
-- input { [1, 2, 3] 1i64 }
-- output { true }
-- input { [1, 2, 3] 5i64 }
-- output { false }

entry guarded [n] (xs: [n]i32) (i: i64): bool = i < n && xs[i] > 1

-- ==
-- entry: choose
-- input { true [1, 2] [3, 4] }
-- output { [2i32, 3i32] }
-- input { false [1, 2] [3, 4] }
-- output { [6i32, 8i32] }

entry choose [n] (c: bool) (xs: [n]i32) (ys: [n]i32): [n]i32 =
  if c then map (+ 1) xs else map (* 2) ys

-- ==
-- entry: invariant
-- input { true [[1, 2], [3, 4]] }
-- output { [3i32, 7i32] }
-- input { false [[1, 2], [3, 4]] }
-- output { [2i32, 12i32] }

entry invariant [n][m] (c: bool) (xss: [n][m]i32): [n]i32 =
  map (\xs -> if c then reduce (+) 0 xs else reduce (*) 1 xs) xss

-- ==
-- entry: variant
-- input { [[1, 2], [3, 4]] }
-- output { [2i32, 7i32] }

entry variant [n][m] (xss: [n][m]i32): [n]i32 =
  map (\xs -> if xs[0] > 2 then reduce (+) 0 xs else reduce (*) 1 xs) xss

-- ==
-- entry: else_if
-- input { [-5, 0, 5] }
-- output { [-1i32, 0i32, 1i32] }

entry else_if [n] (xs: [n]i32): [n]i32 =
  map (\x -> if x < 0 then -1 else if x > 0 then 1 else 0) xs

-- Branches whose results are alike in size in one branch only.
-- ==
-- entry: squares_or_not
-- input { [1i64, 2i64] 3i64 } output { [[1i64, 2i64], [1i64, 2i64]] }
-- input { [1i64, 2i64, 3i64] 3i64 } output { [[0i64, 1i64, 2i64], [0i64, 1i64, 2i64]] }
entry squares_or_not [n] (xs: [n]i64) (k: i64) =
  if n == 2 then map (\_ -> xs) (iota n) else map (\_ -> iota k) (iota (k - 1))

-- ==
-- entry: two_of_lengths
-- input { true 2i64 1i64 } output { [0i64, 1i64] [0i64, 1i64] }
-- input { false 2i64 1i64 } output { [0i64] [0i64, 1i64] }
entry two_of_lengths (b: bool) (n: i64) (m: i64) =
  if b then (iota n, iota n) else (iota m, iota (m + 1))

-- ==
-- entry: three_of_lengths
-- input { 0 2i64 } output { [0i64, 1i64] [0i64] }
-- input { 1 2i64 } output { [0i64] [0i64, 1i64] }
-- input { 2 2i64 } output { [0i64] [0i64] }
entry three_of_lengths (b: i32) (n: i64) =
  match b
  case 0 -> (iota n, iota 1)
  case 1 -> (iota (n - 1), iota n)
  case _ -> (iota 1, iota 1)
-- ==
-- entry: loops_of_lengths
-- input { 3i64 } output { [0i64, 0i64, 1i64, 2i64] [0i64, 0i64, 0i64, 1i64, 2i64, 0i64] }
entry loops_of_lengths (n: i64) =
  loop (xs, ys) = ([0i64], [0i64]) for i < n do (xs ++ [i], ys ++ (if i % 2 == 0 then [i, 0] else [i]) )
