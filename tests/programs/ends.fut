-- Checks that always fail on the host end what comes before them.

-- A result that several kernels compute stands in one branch alone.
-- ==
-- entry: branch
-- input { 1 [3, 1, 2] } output { [3, 4, 6] }
-- input { 5 [3, 1, 2] } error: Reached hole of type
entry branch [n] (x: i32) (xs: [n]i32): [n]i32 =
  let zs = if x < 3 then xs else ??? in scan (+) 0 zs

-- Kernels, functions and memory that come only after it are left out.
-- ==
-- entry: whole
-- input { [3, 1, 2] } error: Assertion is false
entry whole [n] (xs: [n]i32): i32 =
  let k = assert false (i32.sum xs)
  let ys = scan (\a b -> i32.max (a * k) b) 0 xs
  in reduce (+) 0 (map (\y -> loop y for _i < 10 do y * y + k) ys)

-- ==
-- entry: rounds
-- input { 0i64 [3, 1, 2] } output { [3, 1, 2] }
-- input { 2i64 [3, 1, 2] } error: Reached hole
entry rounds [n] (k: i64) (xs: [n]i32): [n]i32 =
  loop ys = xs for _i < k do let zs = scan (+) 0 ys let c: i32 = ??? in map (+ c) zs

-- ==
-- entry: while_rounds
-- input { 100 [3, 1, 2] } error: Reached hole
-- input { 2 [3, 1, 2] } output { [3, 1, 2] }
entry while_rounds [n] (k: i32) (xs: [n]i32): [n]i32 =
  loop ys = xs while i32.sum ys < k do let c: [n]i32 = ??? in scan (+) 0 (map2 (+) c ys)

#[noinline]
def halved [n] (x: i32) (xs: [n]i32): [n]i32 =
  if x % 2 == 0 then map (/ 2) (scan (+) 0 (map (+ x) xs)) else ???

-- ==
-- entry: twice
-- input { 8 [3, 1, 2] } output { [-2, -9, -21] }
-- input { 6 [3, 1, 2] } error: Reached hole
-- input { 3 [3, 1, 2] } error: Reached hole
entry twice [n] (x: i32) (xs: [n]i32): [n]i32 =
  let ys = halved x xs in map2 (-) ys (halved (x / 2) (map (* 2) ys))

-- ==
-- entry: both
-- input { 8 [3, 1, 2] } error: Reached hole
-- input { 7 [3, 1, 2] } error: Assertion is false
entry both [n] (x: i32) (xs: [n]i32): [n]i32 =
  let ys = if x == 8 then ??? else assert false (scan (+) 0 xs)
  in loop ys for _i < x do scan (+) 0 ys

-- The size of a result that nothing makes.
-- ==
-- entry: filtered
-- input { [3, 1, 2] } error: Reached hole
entry filtered [n] (xs: [n]i32): []i32 =
  let ys = filter (> 1) xs
  let k: i32 = ???
  in filter (> k) (scan (+) 0 ys)

-- ==
-- entry: launched
-- input { [3, 1, 2] } error: Reached hole
entry launched [n] (xs: [n]i32): ([n]i32, i32) =
  let ys = scan (+) 0 xs
  let k: i32 = if i32.sum ys > 0 then ??? else 3
  in (map (+ k) ys, k)

-- ==
-- entry: calm
-- input { [3, 1, 2] } output { [3, 4, 6] }
entry calm [n] (xs: [n]i32): [n]i32 = scan (+) 0 xs
