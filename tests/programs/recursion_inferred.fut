-- Functions that call themselves, their types found out, or with functions that they pass on.

-- ==
-- entry: fibonacci
-- input { 10i64 } output { 55i64 }
def fib (n: i64) = if n < 2 then n else fib (n - 1) + fib (n - 2)
entry fibonacci (n: i64) = fib n

-- ==
-- entry: divisors
-- input { 5i64 } output { [12i64, 1i64, 2i64, 3i64, 4i64] }
def divisor a b = if b == 0i64 then a else divisor b (a % b)
entry divisors (n: i64) = map (divisor 12) (iota n)

-- ==
-- entry: a_record
-- input { 5i64 } output { 13i64 5i64 }
def tree (n: i64) =
  if n <= 0
  then {sum = 1i64, depth = 0i64}
  else let a = tree (n - 1)
       let b = tree (n - 2)
       in {sum = a.sum + b.sum, depth = 1 + i64.max a.depth b.depth}
entry a_record (n: i64) = let r = tree n in (r.sum, r.depth)

-- ==
-- entry: applied
-- input { 3i64 4i64 } output { 16i64 7i64 }
def again (n: i64) (f: i64 -> i64) (x: i64): i64 = if n == 0 then x else again (n - 1) f (f x)
entry applied (n: i64) (x: i64) = (again n (\y -> y + x) x, again n (+ 1) x)

-- ==
-- entry: applied_in_a_map
-- input { 5i64 } output { [1i64, 5i64, 25i64, 125i64, 625i64] 32.0f32 }
def power 'a (n: i64) (f: a -> a) (x: a): a = if n == 0 then x else power (n - 1) f (f x)
entry applied_in_a_map (n: i64) =
  (map (\i -> power i (\x -> x * n) 1) (iota n), power n (* 2f32) 1)

-- ==
-- entry: found
-- input { 5i64 } output { 6i64 }
def find (p: i64 -> bool) (n: i64) = if p n then n else find p (n + 1)
entry found (n: i64) = find (\x -> x * x > n * 7) 0

-- The result has a size that the function's argument says.
-- ==
-- entry: repeated
-- input { [1, 2, 3] } output { [1, 1, 1] }
def firsts (k: i64) (xs: []i32): []i32 =
  if k <= 0 then xs else let n = length xs in replicate n (firsts (k - 1) xs)[0]
entry repeated (xs: []i32): []i32 = firsts 3 xs

-- ==
-- entry: countdown
-- input { 3i64 } output { [3i64, 2i64, 1i64] }
def down (n: i64): [n]i64 =
  if n == 0 then sized n [] else let r = map down [n - 1] in sized n ([n] ++ r[0])
entry countdown (n: i64) = down n

-- ==
-- entry: one_turn
-- input { 3i64 } output { 0 3i64 }
entry one_turn (n: i64): (i32, i64) = (loop _ = 0 for i < 1 do i, n)

-- Of arrays of any elements.
-- ==
-- entry: any_elements
-- input { 4i64 } output { 8i64 [3i64, 2i64, 1i64, 0i64] [true, true, true, true] [3.0f32, 2.0f32, 1.0f32, 0.0f32] }
def count 'a [n] (xs: [n]a): i64 = if n == 0 then 0 else 1 + count (tail xs)
def reversed 'a [n] (xs: [n]a): []a = if n <= 1 then xs else reversed (tail xs) ++ [head xs]
entry any_elements (n: i64) =
  let (is, bs) = unzip (reversed (zip (iota n) (replicate n true)))
  in (count (iota n) + count (replicate n (1i32, 2f32)), is, bs, reversed (map f32.i64 (iota n)))
