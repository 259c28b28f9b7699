-- Sizes of results that only a call tells, through functions that take functions.

def apply 'a '^b (f: a -> b) (x: a): b = f x
def both '^a '^b (f: a -> b) (x: a) (y: a): (b, b) = (f x, f y)
type^ made_of 'a = i64 -> a
def run '^a (f: made_of a) (n: i64) = f n

-- ==
-- entry: applied
-- input { 3i64 }
-- output { [0i64, 1i64, 2i64] [true, true, true] [0i64, 1i64, 2i64] [0i64, 1i64, 2i64] }
entry applied (n: i64) =
  (apply iota n, flip replicate true n, run iota n, (\f -> f n) iota)

-- ==
-- entry: filtered
-- input { [1, 2, 3] } output { [2, 3] [3] 2i64 }
entry filtered (xs: []i32) =
  (apply (filter (> 1)) xs, uncurry filter ((> 2), xs), length (apply (filter (> 1)) xs))

-- ==
-- entry: apart
-- input { 2i64 3i64 } output { [0i64, 1i64] [0i64, 1i64, 2i64] }
entry apart (n: i64) (m: i64) = both iota n m

-- ==
-- entry: by_one
-- input { 3i64 } output { [1i64, 2i64, 3i64] [0i64, 1i64, 2i64] }
entry by_one (n: i64): ([n]i64, [n]i64) = (1..2...n, 0..1..<n)

-- ==
-- entry: shorter
-- input { [1, 2, 3] } output { [2, 3] }
entry shorter (xs: []i32) =
  let r = {a = xs, b = 1}
  let r = r with a = filter (> r.b) xs
  in r.a

-- ==
-- entry: computed
-- input { 2 3 [1, 2, 3, 4, 5, 6] } output { [[1, 2, 3], [4, 5, 6]] }
-- input { 2 3 [1, 2, 3, 4, 5] } error: shape
entry computed (n: i32) (m: i32) (xs: [i64.i32 n * i64.i32 m]i32): [i64.i32 n][i64.i32 m]i32 =
  unflatten xs

module m = { def lup [n] (xs: *[n]i32): *[n]i32 = xs with [0] = 1 }

-- ==
-- entry: consuming
-- input { [5, 6] } output { [1, 6] }
entry consuming = m.lup
