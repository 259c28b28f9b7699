-- Functions that call themselves and work on arrays: the host calls them.

def deep_ [n] (xs: [n]i32): [n]i32 = if n < 0 then xs else map (+1) (deep_ (map (*2) xs))

-- ==
-- entry: deep
-- input { [1,2,3] } error: calls itself more than 1000 times
entry deep [n] (xs: [n]i32) = deep_ xs

def bad_ [n] (xs: [n]i32): []i32 = if n <= 1 then map (10 /) xs
  else bad_ (take (n / 2) xs) ++ bad_ (drop (n / 2) xs)

-- ==
-- entry: bad
-- input { [4,2,0,1] } error: division by zero
-- input { [4,2,5,1] } output { [2, 5, 2, 10] }
entry bad [n] (xs: [n]i32) = bad_ xs

def tup_ [n] (xs: [n]i32): (i32, [n]i32, bool) =
  if n == 0 then (0, xs, false) else if n == 1 then (xs[0], map (*2) xs, true)
  else let (a, as, p) = tup_ (take (n / 2) xs)
    let (b, bs, q) = tup_ (drop (n / 2) xs)
    in (a + b, as ++ bs :> [n]i32, p && q)

-- ==
-- entry: tup
-- input { [3i32,1,2,5] } output { 11i32 [6i32, 2, 4, 10] true }
-- input { empty([0]i32) } output { 0i32 empty([0]i32) false }
entry tup [n] (xs: [n]i32) = tup_ xs

def upd_ [n] (i: i64) (xs: *[n]i32): *[n]i32 =
  if i >= n then xs
  else let ys = upd_ (i + 1) (xs with [i] = 100)
  in ys with [i] = i32.i64 i

-- ==
-- entry: upd
-- input { [3i32,1,2,5,7] } output { [0, 1, 2, 3, 4] }
entry upd [n] (xs: *[n]i32) = upd_ 0 xs

def tr [n][m] (xs: [n][m]i32): [m][n]i32 = if n <= 1 then transpose xs else let h = n / 2 in
  map2 (\a b -> a ++ b :> [n]i32) (tr (take h xs)) (tr (drop h xs))

-- ==
-- entry: trans
-- input { [[1i32,2,3],[4,5,6]] } output { [[1, 4], [2, 5], [3, 6]] }
entry trans [n][m] (xs: [n][m]i32) = tr xs

def tot [n] (xs: [n]i32): i32 =
  if n == 0 then 0 else if n == 1 then xs[0]
  else tot (take (n / 2) xs) + tot (drop (n / 2) xs)

-- ==
-- entry: looped
-- input { [3i32,1,2,5,7] 3i64 } output { 54i32 }
entry looped [n] (xs: [n]i32) (k: i64) =
  loop s = 0 for i < k do s + tot (map (* i32.bool (i >= 0)) xs)

def rev_ [n] (xs: [n]i32): [n]i32 =
  if n <= 1 then xs else rev_ (drop (n / 2) xs) ++ rev_ (take (n / 2) xs) :> [n]i32

-- ==
-- entry: branch
-- input { [3i32,1,2,5,7] true } output { [7i32,5,2,1,3] }
-- input { [3i32,1,2,5,7] false } output { [3i32,1,2,5,7] }
entry branch [n] (xs: [n]i32) (b: bool) = if b then rev_ xs else xs

def scal (n: i64): i64 = if n <= 0 then 0 else i64.sum (iota n) + scal (n - 1)
def wr (n: i64): i64 = scal n

-- ==
-- entry: wrapped
-- input { 5i64 } output { 20i64 }
entry wrapped (n: i64) = wr n

def addrows [n][m] (xs: [n][m]i32): [m]i32 =
  if n == 0 then replicate m 0 else if n == 1 then xs[0] else
  map2 (+) (addrows (take (n / 2) xs)) (addrows (drop (n / 2) xs))

-- ==
-- entry: rows
-- input { [[1i32,2],[3,4],[5,6]] } output { [9i32, 12] }
entry rows [n][m] (xs: [n][m]i32) = addrows xs

type t = #leaf i32 | #node i32
def st [n] (xs: [n]i32): t =
  if n == 1 then #leaf xs[0]
  else match st (tail xs)
    case #leaf a -> #node (a + xs[0])
    case #node b -> #node (b + xs[0])

-- ==
-- entry: sums
-- input { [3i32,1,2] } output { 6i32 }
entry sums [n] (xs: [n]i32) = match st xs case #leaf a -> a case #node b -> b

def merge [n] [m] (xs: [n]i32) (ys: [m]i32): [n + m]i32 =
  let is = map (\x -> i64.sum (map (\y -> i64.bool (y < x)) ys)) xs
  let js = map (\y -> i64.sum (map (\x -> i64.bool (x <= y)) xs)) ys
  let at = map2 (+) (iota n) is ++ map2 (+) (iota m) js
  in scatter (replicate (n + m) 0) at (xs ++ ys)
def sort [n] (xs: [n]i32): [n]i32 =
  if n <= 1 then copy xs
  else let h = n / 2
    in merge (sort (take h xs)) (sort (drop h xs)) :> [n]i32

-- ==
-- entry: sorted quicksorted
-- input { [5i32, 2, 8, 1, 9, 2] } output { [1i32, 2, 2, 5, 8, 9] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- random input { [33]i32 }
-- random input { [700]i32 }
entry sorted [n] (xs: [n]i32): [n]i32 = sort xs

def quick [n] (xs: [n]i32): []i32 = if n <= 1 then xs else
  let p = xs[n / 2]
  in quick (filter (<p) xs) ++ filter (==p) xs ++ quick (filter (>p) xs)
entry quicksorted [n] (xs: [n]i32) = quick xs

def hanoi (n: i64) (a: i64) (b: i64) (c: i64): [][2]i64 =
  if n == 0 then [] else hanoi (n - 1) a c b ++ [[a, b]] ++ hanoi (n - 1) c b a
-- ==
-- entry: moves
-- input { 2i64 } output { [[0i64,2],[0,1],[2,1]] }
-- input { 0i64 } output { empty([0][2]i64) }
entry moves (n: i64) = hanoi n 0 1 2
def subsets [n] (xs: [n]i32): [][n]bool = if n == 0 then [replicate n false] else
  let r = subsets (tail xs)
  let k = length r
  in (map (\x -> [true] ++ x :> [n]bool) r ++ map (\x -> [false] ++ x :> [n]bool) r)

-- ==
-- entry: subset_sums
-- input { [1i32, 2, 3] } output { [6i32, 3, 4, 1, 5, 2, 3, 0] }
entry subset_sums [n] (xs: [n]i32) =
  map (\b -> i32.sum (map2 (\c x -> if c then x else 0) b xs)) (subsets xs)
def fft [n] (xs: [n](f32, f32)): [n](f32, f32) =
  if n <= 1 then xs
  else let h = n / 2
    let e = fft (map (\i -> xs[2 * i]) (iota h))
    let o = fft (map (\i -> xs[2 * i + 1]) (iota h))
    let tw k = let a = -2 * f32.pi * f32.i64 k / f32.i64 n in (f32.cos a, f32.sin a)
    let mul (a, b) (c, d): (f32, f32) = (a * c - b * d, a * d + b * c)
    let t = map2 (\k o -> mul (tw k) o) (iota h) o
    in (map2 (\(a, b) (c, d) -> (a + c, b + d)) e t
      ++ map2 (\(a, b) (c, d) -> (a - c, b - d)) e t) :> [n](f32, f32)

-- ==
-- entry: spectrum
-- input { [1f32, 2, 3, 4] } output { [10f32, -2, -2, -2] [0f32, 2, 0, -2] }
-- random input { [64]f32 }
entry spectrum [n] (xs: [n]f32): ([n]f32, [n]f32) = unzip (fft (map (\x -> (x, 0)) xs))
def strassenish [n] (a: [n][n]f32) (b: [n][n]f32): [n][n]f32 =
  if n <= 2 then map (\r -> map (\c -> f32.sum (map2 (*) r c)) (transpose b)) a
  else let h = n / 2
    let q i j (m: [n][n]f32) = m[i: i + h, j: j + h] :> [h][h]f32
    let add = map2 (map2 (f32.+))
    let c00 = add (strassenish (q 0 0 a) (q 0 0 b)) (strassenish (q 0 h a) (q h 0 b))
    let c01 = add (strassenish (q 0 0 a) (q 0 h b)) (strassenish (q 0 h a) (q h h b))
    let c10 = add (strassenish (q h 0 a) (q 0 0 b)) (strassenish (q h h a) (q h 0 b))
    let c11 = add (strassenish (q h 0 a) (q 0 h b)) (strassenish (q h h a) (q h h b))
    let top = map2 (++) c00 c01
    let bot = map2 (++) c10 c11
    in (top ++ bot) :> [n][n]f32

-- ==
-- entry: product
-- input { [[1f32, 2], [3, 4]] [[1f32, 0], [1, 1]] } output { [[3f32, 2], [7, 4]] }
-- random input { [8][8]f32 [8][8]f32 }
entry product [n] (a: [n][n]f32) (b: [n][n]f32) = strassenish a b

-- An entry point may be one, too.
-- ==
-- entry: itself
-- input { [3i32, 1, 2] } output { [6i32, 2, 4] }
entry itself [n] (xs: [n]i32): [n]i32 =
  if n <= 1 then map (* 2) xs
  else itself (take (n / 2) xs) ++ itself (drop (n / 2) xs) :> [n]i32

-- Branches that compute the size of the result again.
def doubled_sizes [m] (xs: [m]i64) (n: i64): [2 * n]i64 =
  if n == 0 then sized (2 * n) []
  else let p = doubled_sizes xs (n - 1)
       in tabulate (2 * n) (\i -> xs[i % m] + i64.sum p)

-- ==
-- entry: doubled
-- input { 2i64 } output { [4i64, 5, 6, 4] }
-- input { 0i64 } output { empty([0]i64) }
entry doubled (n: i64) = doubled_sizes [1, 2, 3] n
