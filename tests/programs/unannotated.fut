-- Functions whose types are inferred: what they put into branches, loops,
-- arrays and updates is data of any type.

-- ==
-- entry: choose
-- input { 3 4 } output { 4 3 4 }
def chosen c a b = if c then a else b
entry choose (x: i32) (y: i32) =
  let (a, b) = chosen (x < y) (y, x) (x, y)
  in (a, b, chosen (x > y) x y)

-- ==
-- entry: repeated
-- input { 3i64 10 } output { 13 [10, 20, 30] }
def repeat (n: i64) f x = loop y = x for _i < n do f y
def grow n x = loop y = [] for i < n do y ++ [x * (i32.i64 i + 1)]
entry repeated (n: i64) (x: i32) = (repeat n (+ 1) x, grow n x)

-- ==
-- entry: matched
-- input { true 5 } output { 5 [1.0, 2.0] }
def match_of x y b = match b case true -> x case false -> y
entry matched (b: bool) (x: i32) = (match_of x 3 b, match_of [1.0, 2.0] [3.0, 4.0] b)

-- ==
-- entry: arrays
-- input { 7 } output { [7, 7] [[7, 7], [7, 7]] }
def twice x = [x, x]
entry arrays (x: i32) = (twice x, twice (twice x))

-- ==
-- entry: updated
-- input { [1, 2, 3] } output { [1, 9, 3] [1, 2, 3] }
def set a (i: i64) v = copy a with [i] = v
entry updated (xs: []i32) = (set xs 1 9, xs)

-- ==
-- entry: picked
-- input { [3, 9, 2] } output { 9 1i64 }
entry picked [n] (xs: [n]i32) =
  let pick (a, i) (b, j) = if a < b then (b, j) else (a, i)
  in reduce pick (i32.lowest, -1) (zip xs (iota n))

-- Of one type, so of one size: that is checked where it enters.
-- ==
-- entry: dot
-- input { [1, 2] [3, 4] } output { 11 }
-- input { [1] [3, 4] } error: has type \[2\]i32, expected \[1\]i32
def dot_of [n] (xs: [n]i32) (ys: [n]i32) = loop s = 0 for i < n do s + xs[i] * ys[i]
entry dot (xs: []i32) (ys: []i32) = dot_of xs ys

-- ==
-- entry: pair
-- input { [1] [3, 4] } error: has type \[2\]i32, expected \[1\]i32
-- input { [1] [3] } output { [[1], [3]] }
def pair_of 't (a: t) (b: t): [2]t = [a, b]
entry pair (xs: []i32) (ys: []i32) = pair_of xs ys

-- The longer one comes first.
-- ==
-- entry: longer
-- input { [1, 2, 3] [4, 5] } output { [5, 7, 3] }
-- input { [1, 2, 3] [4, 5, 6] } error: .
entry longer (ys: []i32) (xs: []i32) = map2 (+) ys (xs ++ [0])

-- Functions without parameters, at two sizes and two types.
-- ==
-- entry: at_two_sizes
-- input { [1, 2] [3] } output { 6 3 4 [2, 3] [4i64] }
def total = reduce (+) 0i32
def first_of = (.[0])
def both_in = \f -> map f
def inverse = \x -> x - 1
entry at_two_sizes (xs: []i32) (ys: []i32) =
  let above = map (+ 1)
  in (total xs + total ys, (first_of ys), inverse 5, both_in (+ 1) xs,
      both_in i64.i32 (above ys))

-- What is projected is found where the function is used.
-- ==
-- entry: projected
-- input { 3 } output { 3 3 4 }
entry projected (x: i32) =
  let first v = v.0
  let both v = {next = v.x + 1, of = v}
  let r = both {x}
  in (first (x, true), r.of.x, r.next)
