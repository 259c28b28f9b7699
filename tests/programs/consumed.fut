-- What the caller gives up is changed in place, and is the result.
-- ==
-- entry: set as_it_comes cond_first
-- input { [3, 4] } output { [1, 4] }
-- input { empty([0]i32) } error: out of bounds

-- ==
-- entry: scattered
-- input { [3, 4] [1i64, 7i64] } output { [3, 7] }
-- input { empty([0]i32) empty([0]i64) } output { empty([0]i32) }

-- ==
-- entry: counted
-- input { [5, 6, 7] } output { [0, 1, 2] }

-- ==
-- entry: with_sum
-- input { [3, 4] } output { [1, 4] 7 }

-- ==
-- entry: exchanged
-- input { [1, 2] [3, 4] } output { [2, 4] [1, 2] }

-- ==
-- entry: either
-- input { true [5, 6] } output { [1, 6] }
-- input { false [5, 6] } output { [5, 6] }

-- ==
-- entry: rows
-- input { [[1, 2], [3, 4]] } output { [[2, 3], [4, 5]] }
-- input { empty([0][0]i32) } output { empty([0][0]i32) }

-- ==
-- entry: pair
-- input { [3, 4] [7i64, 8i64] } output { [1, 4] [7i64, 8i64] }

-- ==
-- entry: in_turns
-- input { 3 [3, 4] } output { [6, 7] }
-- input { 0 [3, 4] } output { [3, 4] }

-- ==
-- entry: part
-- input { [3, 4, 5] } output { [1, 4, 5] [4, 5] }

entry set [n] (xs: *[n]i32): *[n]i32 = xs with [0] = 1

entry as_it_comes [n] (xs: *[n]i32): *[]i32 = xs with [0] = 1

entry cond_first [n] (xs: *[n]i32): *[n]i32 =
  if n > 5 then xs with [1] = 2 else xs with [0] = 1

entry scattered [n] [m] (xs: *[n]i32) (is: [m]i64): *[n]i32 = scatter xs is (map (const 7) is)

entry counted [n] (xs: *[n]i32): *[n]i32 = loop xs for i < n do xs with [i] = i32.i64 i

entry with_sum [n] (xs: *[n]i32): (*[n]i32, i32) =
  let sum = reduce (+) 0 xs
  in (xs with [0] = 1, sum)

entry exchanged [n] (xs: *[n]i32) (ys: *[n]i32): (*[n]i32, *[n]i32) =
  (ys with [0] = xs[1], xs)

entry either [n] (b: bool) (xs: *[n]i32): *[n]i32 = if b then xs with [0] = 1 else xs

entry rows [n] (xs: *[n][n]i32): *[n][n]i32 =
  loop xs for i < n do xs with [i] = map (+ 1) xs[i]

entry pair [n] (p: *([n]i32, [n]i64)): *([n]i32, [n]i64) =
  let (a, b) = p
  in (a with [0] = 1, b)

entry in_turns [n] (k: i32) (xs: *[n]i32): *[n]i32 = loop xs for _i < k do map (+ 1) xs

entry part [n] (xs: *[n]i32): ([n]i32, []i32) =
  let ys = copy xs[1:]
  in (xs with [0] = 1, ys)

-- What a check of a size passes on is each row's own.
-- ==
-- entry: first_of_each
-- input { 2i64 [[1,2,3],[4,5,6]] } output { [[1,0,0],[4,0,0]] }
-- input { 3i64 [[1,2,3],[4,5,6]] } error: Assertion is false
-- input { 3i64 empty([0][3]i32) } output { empty([0][3]i32) }
entry first_of_each [m][n] (b: i64) (xss: [m][n]i32): [m][n]i32 =
  map (\xs -> let zeros = assert (b + 1 == n) (replicate n 0)
              in zeros with [0] = xs[0]) xss

-- An array that zip or replicate gave is a value of its own: what it was made of can be consumed.
-- ==
-- entry: zipped_then_set
-- input { [5, 6] } output { [5, 6] [5, 6] [0, 6] }
-- input { empty([0]i32) } error: out of bounds
entry zipped_then_set [n] (xs: *[n]i32) =
  let pairs = zip xs xs
  let set = xs with [0] = 0
  let (a, b) = unzip pairs
  in (a, b, set)

-- ==
-- entry: zipped_then_given
-- input { [5, 6] } output { [5, 6] [0i64, 1i64] [42, 6] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i64) empty([0]i32) }
def first_set [n] (xs: *[n]i32): *[n]i32 = if n > 0 then xs with [0] = 42 else xs
entry zipped_then_given [n] (xs: *[n]i32) =
  let pairs = zip xs (iota n)
  let set = first_set xs
  let (a, b) = unzip pairs
  in (a, b, set)

-- ==
-- entry: zipped_then_looped
-- input { [1, 2, 3] } output { [1, 2, 3] [2, 3, 1] [3, 2, 3] }
entry zipped_then_looped [n] (xs: *[n]i32) =
  let pairs = zip xs (rotate 1 xs)
  let turned = loop xs for i < n do xs with [i] = xs[n - 1 - i]
  let (a, b) = unzip pairs
  in (a, b, turned)

-- ==
-- entry: zipped_in_branch
-- input { [1, 2, 3] true } output { [1, 2, 3] [1, 2, 3] [42, 2, 3] }
-- input { [1, 2, 3] false } output { [1, 2, 3] [3, 2, 1] [42, 2, 3] }
entry zipped_in_branch [n] (xs: *[n]i32) (same: bool) =
  let pairs = if same then zip xs xs else zip xs (reverse xs)
  let set = first_set xs
  let (a, b) = unzip pairs
  in (a, b, set)

-- ==
-- entry: replicated_then_scattered
-- input { [1, 2, 3] } output { [[1, 2, 3], [1, 2, 3]] [9, 8, 3] }
entry replicated_then_scattered [n] (xs: *[n]i32): ([2][n]i32, [n]i32) =
  let rows = replicate 2 xs
  in (rows, scatter xs [1, 0] [8, 9])

-- ==
-- entry: zipped_in_threads
-- input { [[1, 2, 3], [4, 5, 6]] } output { [116, 185] }
entry zipped_in_threads [n] (xss: [n][3]i32): [n]i32 =
  map (\row ->
         let row = copy row
         let pairs = zip row (rotate 1 row)
         let row = row with [0] = 100
         in i32.sum row + i32.sum (map (\(a, b) -> a * b) pairs)) xss

-- Arguments are evaluated from the right: the second before the first consumes.
def after [n] (a: *[n]i32) (b: [n]i32): *[n]i32 = a with [0] = b[1]

def first_of (a: i32) (_b: i32): i32 = a

-- ==
-- entry: consumed_after_the_right
-- input { [1, 2] } output { [2, 2] }
entry consumed_after_the_right [n] (xs: *[n]i32): *[n]i32 = after xs (copy xs)

-- ==
-- entry: updated_after_the_right
-- input { [1, 2] } output { 7i32 }
entry updated_after_the_right [n] (xs: *[n]i32): i32 = first_of ((xs with [1] = 7)[1]) xs[1]
