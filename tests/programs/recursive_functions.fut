-- Functions that call themselves, not only as the last step, with functions that they pass on.

def quadrature (f: f64 -> f64) (a: f64) (b: f64) (depth: i32): f64 =
  let m = (a + b) / 2
  in if depth == 0 then (b - a) * f m
     else quadrature f a m (depth - 1) + quadrature f m b (depth - 1)

-- ==
-- entry: integral
-- input { 1f64 } output { 1.3125f64 }
-- input { -1f64 } output { -0.6875f64 }
entry integral (k: f64) = quadrature (\x -> x * x + k) 0 1 1

def foldr [n] (f: i32 -> i32 -> i32) (z: i32) (xs: [n]i32): i32 =
  if n == 0 then z else f xs[0] (foldr f z (tail xs))

-- ==
-- entry: alternating
-- input { [5, 3, 1] } output { 3 }
-- input { empty([0]i32) } output { 0 }
entry alternating (xs: []i32) = foldr (-) 0 xs

-- The function uses an array and its size.
def tree_sum [n] (f: i64 -> i32) (xs: [n]i32): i32 =
  if n == 0 then 0
  else if n == 1 then f (i64.i32 xs[0])
  else tree_sum f (take (n / 2) xs) + tree_sum f (drop (n / 2) xs)

-- ==
-- entry: looked_up
-- input { [10, 20, 30] [2, 0, 1, 1] } output { 92 }
-- input { [10] [1] } error: Index \[1\] out of bounds
entry looked_up [m] (table: [m]i32) (xs: []i32) = tree_sum (\i -> table[i] + i32.i64 m) xs

def repeated (f: i32 -> i32) (n: i32): i32 = if n == 0 then 0 else f n + repeated f (n - 1)

-- ==
-- entry: in_a_map
-- input { 4i64 } output { [0, 6, 12, 18] }
entry in_a_map (n: i64) = map (\i -> repeated (* i32.i64 i) 3) (iota n)

def quicksort [n] 't (le: t -> t -> bool) (xs: [n]t): [n]t =
  if n <= 1 then xs
  else let p = xs[0]
       let before = filter (\x -> le x p && !(le p x)) xs
       let equal = filter (\x -> le x p && le p x) xs
       let after = filter (\x -> !(le x p)) xs
       in sized n (quicksort le before ++ equal ++ quicksort le after)

-- ==
-- entry: sorted
-- input { [3, 1, 2, 5] -1 } output { [5, 3, 2, 1] }
-- input { [3, 1, 2, 5] 1 } output { [1, 2, 3, 5] }
entry sorted (xs: []i32) (k: i32) = quicksort (\a b -> a * k <= b * k) xs
