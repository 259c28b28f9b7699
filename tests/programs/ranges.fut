-- Ranges: three ends, both directions, and those that lead nowhere.

-- What is there, and -1 up to six.
def pad [n] (xs: [n]i32): [6]i32 = tabulate 6 (\i -> if i < n then xs[i] else -1)

-- The second element tells the direction.
-- ==
-- entry: either
-- input { 1 2 4 } output { [1, 2, 3, 4, -1, -1] }
-- input { 10 8 1 } output { [10, 8, 6, 4, 2, -1] }
-- input { 3 5 3 } output { [3, -1, -1, -1, -1, -1] }
-- input { 10 11 1 } error: Range .* is invalid
entry either (a: i32) (b: i32) (c: i32) = pad (a..b...c)

-- ==
-- entry: ends
-- input { 3i64 }
-- output { [0i64, 1i64, 2i64] [0i64, 1i64, 2i64, 3i64] [3i64, 2i64, 1i64] [1i64, 3i64]
--          [4i64, 3i64, 2i64] }
entry ends (n: i64) = (0..<n, 0...n, n..n-1..>0 :> [n]i64, 1..3..<n+2 :> [2]i64, n+1..>1 :> [n]i64)

-- ==
-- entry: small
-- input { 9i8 } output { [9i8, 8i8, 7i8] [1i16, 3i16, 5i16] [0u8, 2u8] }
entry small (x: i8) = (x..>6 :> [3]i8, 1i16..3i16...i16.i8 x - 4 :> [3]i16, map u8.i32 (0..2...3))

-- ==
-- entry: upwards
-- input { 3 5 } output { [3, 4, -1, -1, -1, -1] }
-- input { 3 3 } output { [-1, -1, -1, -1, -1, -1] }
-- input { 5 3 } error: Range .* is invalid
entry upwards (a: i32) (b: i32) = pad (a..<b)

-- ==
-- entry: inclusive
-- input { 3 3 } output { [3, -1, -1, -1, -1, -1] }
-- input { 5 3 } error: Range .* is invalid
entry inclusive (a: i32) (b: i32) = pad (a...b)

-- ==
-- entry: downwards
-- input { 5 3 } output { [5, 4, -1, -1, -1, -1] }
-- input { 3 3 } output { [-1, -1, -1, -1, -1, -1] }
-- input { 3 5 } error: Range .* is invalid
entry downwards (a: i32) (b: i32) = pad (a..>b)

-- More elements than an i64 counts.
-- ==
-- entry: far
-- input { -9223372036854775808i64 9223372036854775807i64 }
-- error: is invalid
-- input { -3i64 2i64 }
-- output { 5i64 -5i64 }

entry far (a: i64) (b: i64): (i64, i64) = (length (a ..< b), reduce (+) 0 (map (+ 0) (a ..< b)))

-- ==
-- entry: far_down
-- input { 9223372036854775807i64 -9223372036854775808i64 2i64 }
-- error: is invalid
-- input { 3i64 -3i64 2i64 }
-- output { 3i64 }

entry far_down (a: i64) (b: i64) (step: i64): i64 = length (a .. (a - step) ..> b)

-- ==
-- entry: far_either
-- input { -9223372036854775800i64 -9223372036854775799i64 9223372036854775807i64 }
-- error: is invalid
-- input { 7i64 5i64 0i64 }
-- output { 4i64 }

entry far_either (a: i64) (b: i64) (c: i64): i64 = length (a .. b ... c)

-- A loop takes a range as it comes: no thread keeps it, nor memory.
-- ==
-- entry: taken_in_turn
-- input { [1, 2, 3] [4i64, 6i64, 0i64] } output { [26, 2, 2366] }
-- input { empty([0]i32) empty([0]i64) } output { empty([0]i32) }
-- input { [1] [7i64] } error: Range 7..<6 is invalid
entry taken_in_turn [n] (xs: [n]i32) (ks: [n]i64): [n]i32 =
  map2 (\x k -> loop s = x for q in k..<6 do s * 3 + i32.i64 q) xs ks

def greatest_first (xs: [4]i32): [4]i32 =
  loop xs = copy xs for i < 3 do
    let (at, _) = loop (at, x) = (i, xs[i]) for j in i + 1..<4 do if xs[j] > x then (j, xs[j]) else (at, x)
    let t = xs[i] let u = xs[at]
    in xs with [i] = u with [at] = t

-- ==
-- entry: two_greatest
-- input { [3, 9, 4, 1, 5] } output { [9, 5] }
-- input { empty([0]i32) } output { [-2147483648, -2147483648] }
entry two_greatest [n] (xs: [n]i32): [2]i32 =
  reduce (\a b -> take 2 (greatest_first ((a ++ b) :> [4]i32))) [i32.lowest, i32.lowest]
         (map (\x -> [x, i32.lowest]) xs)
