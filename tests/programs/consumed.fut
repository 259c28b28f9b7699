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
