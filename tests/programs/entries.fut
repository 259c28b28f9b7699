-- Entry points: several, scalars, tuples, constants, no parallelism at all.
-- ==
-- entry: add
-- input { 1 2 }
-- output { 3i32 }

entry add (x: i32) (y: i32): i32 = x + y

-- ==
-- entry: constant
-- input { }
-- output { 42i32 }

entry constant: i32 = 42

-- ==
-- entry: tuples
-- input { 1 2.5 }
-- output { 1i32 2.5f64 true }

entry tuples (x: i32) (y: f64): (i32, f64, bool) = (x, y, true)

-- ==
-- entry: fixed
-- input { [1, 2, 3] }
-- output { 4i32 }
-- input { [1, 2] }
-- error: .

entry fixed (xs: [3]i32): i32 = xs[0] + xs[2]

-- ==
-- entry: same
-- input { [1, 2, 3] }
-- output { [1i32, 2i32, 3i32] }

entry same [n] (xs: [n]i32): [n]i32 = xs

-- ==
-- entry: both
-- input { [1, 2, 3] }
-- output { [1i32, 2i32, 3i32] [1i32, 2i32, 3i32] }

entry both [n] (xs: [n]i32): ([n]i32, [n]i32) = (xs, xs)

-- ==
-- entry: counting
-- input { 4i64 }
-- output { [0i64, 1i64, 2i64, 3i64] [true, true, true, true] }
-- input { 0i64 }
-- output { empty([0]i64) empty([0]bool) }

entry counting (n: i64): ([n]i64, [n]bool) = (iota n, replicate n true)

-- The length of an array of () is given after the other values.
-- ==
-- entry: of_units
-- input { [4, 5] 3i64 } output { [4, 5, 6] 2i64 }
-- input { [4] 0i64 } output { empty([0]i32) 1i64 }
-- input { [4] -3i64 } error: The width -3 is negative.

entry of_units [n] [m] (units: [n][m]()) (xs: [n]i32): ([m]i32, i64) =
  (map (\i -> i32.i64 i + xs[0]) (iota m), length units)

-- ==
-- entry: units_of_no_size
-- input { 3i64 5i64 } output { 8i64 }

entry units_of_no_size (xs: []()) (ys: []()): i64 = length xs + length (map id ys)

-- Sizes computed from a length that only an array of () has.
type bits [n] = { words: [(n + 31) / 32]u32, length: [n]() }

-- ==
-- entry: bits_set
-- input { [7u32, 1u32] 40i64 } output { 4i64 40i64 }
-- input { [7u32] 40i64 } error: shape \[1\] cannot match

entry bits_set [n] (s: bits [n]): (i64, i64) =
  (i64.sum (map (\w -> i64.i32 (u32.popc w)) s.words), n)
