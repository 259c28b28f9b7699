-- Functions: higher-order, polymorphic, partial, composed, local, operators.
-- ==
-- entry: pipes
-- input { [1, 2, 3] }
-- output { 36i32 }

def twice 't (f: t -> t) (x: t): t = f (f x)

entry pipes [n] (xs: [n]i32): i32 =
  xs |> map (+ 1) |> map (twice (* 2)) |> reduce (+) 0

-- ==
-- entry: composed
-- input { [1, 2, 3] }
-- output { [17i32, 27i32, 37i32] }

entry composed [n] (xs: [n]i32): [n]i32 =
  let f = (+ 1) >-> (* 10) >-> (\x -> x - 3)
  in map (f <-< i32.abs) xs

-- ==
-- entry: sections
-- input { [1, 2, 3] }
-- output { [9i32, 8i32, 7i32] [2i32, 2i32, 3i32] [0i32, 1i32, 2i32] }

entry sections [n] (xs: [n]i32): ([n]i32, [n]i32, [n]i32) =
  (map (10 -) xs, map (`i32.max` 2) xs, map (-1 +) xs)

-- ==
-- entry: local_functions
-- input { 3 [1, 2, 3] }
-- output { [6i32, 9i32, 12i32] }

entry local_functions [n] (k: i32) (xs: [n]i32): [n]i32 =
  let scale (x: i32) = x * k
  let shift = \x -> scale x + k
  in map shift xs

-- ==
-- entry: operators
-- input { 3 4 }
-- output { 25i32 7i32 7i32 }

def (+^) (a: i32) (b: i32): i32 = a * a + b * b
def (<+>) (a: i32, b: i32) (c: i32, d: i32): (i32, i32) = (a + c, b + d)

entry operators (x: i32) (y: i32): (i32, i32, i32) =
  let (a, b) = (x, y) <+> (y, x)
  in (x +^ y, a, b)

-- ==
-- entry: pairs
-- input { [1, 2] [3, 4] }
-- output { [2i32, 2i32] }

def swap 'a 'b (x: a, y: b): (b, a) = (y, x)

entry pairs [n] (xs: [n]i32) (ys: [n]i32): [n]i32 =
  zip xs ys |> map swap |> map (\(a, b) -> a - b)

-- ==
-- entry: shadow
-- input { 5 }
-- output { 1200i32 }

def max (x: i32): i32 = x * 100

entry shadow (x: i32): i32 = let x = x + 1 let x = x * 2 in max x

-- ==
-- entry: chain
-- input { 1 }
-- output { 97i32 }

def f0 (x: i32): i32 = x + 1
def f1 (x: i32): i32 = f0 x + f0 (x * 2)
def f2 (x: i32): i32 = f1 x + f1 (x * 2)
def f3 (x: i32): i32 = f2 x + f2 (x * 2)
def f4 (x: i32): i32 = f3 x + f3 (x * 2)

entry chain (x: i32): i32 = f4 x

-- Two functions of one type, of the same array: each is itself.
-- ==
-- entry: of_one_array
-- input { [1.0,2.0,3.0,4.0] } output { [7.0, 8.0, 9.0, 10.0] [12.0, 15.0, 18.0, 21.0] -32.0 }
def raised (a: f64): f64 = if a > 100 then a * a else a + 3
def tripled (a: f64): f64 = if a > 100 then a - 1 else a * 3
entry of_one_array [n] (xs: [n]f64): ([n]f64, [n]f64, f64) =
  let ys = map raised xs
  in (map raised ys, map tripled ys, f64.sum (map raised ys) - f64.sum (map tripled ys))

-- A type~ parameter may be a function.
-- ==
-- entry: passed_whole
-- input { 3 } output { 4 5 [3i64, 4i64] }
def second '~a '~b (_: a) (y: b): b = y
def both '~a '~b (x: a) (y: b): (a, b) = (x, y)
def applied '~a '~b (f: a -> b) (x: a): b = f x
entry passed_whole (x: i32) =
  let (f, n) = both (\y -> y + 1) 2i64
  in (second n f x, applied (\g -> g 2) (\y -> y + x), map (+ i64.i32 x) (second f (iota n)))

-- What a local function makes anew may be changed.
-- ==
-- entry: made_anew
-- input { [1, 2, 3] } output { [9, 3, 4] [9, 2, 3] [9, 4, 5] [1, 2, 3] }
entry made_anew (xs: []i32) =
  let more = \ys -> map (+ 1) ys
  let pair (ys: []i32) = (copy ys, ys)
  in (more xs with [0] = 9, (pair xs).0 with [0] = 9, (\ys -> map (+ 2) ys) xs with [0] = 9, xs)

-- A function whose result is declared unique is wanted.
-- ==
-- entry: unique_results
-- input { [1, 2, 3] 5 } output { [9, 2, 3] [9, 3, 4] 7 }
def changed 'a (f: a -> *[]i32) (x: a): *[]i32 = f x with [0] = 9
def again 'a (x: a) (f: a -> *a): *a = f (f x)
entry unique_results (xs: []i32) (n: i32) =
  (changed (\ys: *[]i32 -> copy ys) xs, changed (map (+ 1)) xs, again n (\y -> y + 1))
