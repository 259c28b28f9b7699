-- Sizes: in results, abbreviations, expressions, of local functions, existential.

def dot_size0 [n] (xs: [n]i32) (ys: [n]i32): i32 = reduce (+) 0 (map2 (*) xs ys)
-- ==
-- entry: size0
-- input { [1,2,3] [4,5,6] } output { 32i32 }
entry size0 (xs: []i32) (ys: []i32) =
  let n = length xs
  in dot_size0 (xs :> [n]i32) (ys :> [n]i32)

-- ==
-- entry: size1
-- input { [1,2,3] [4,5,6] } output { [5i32, 7i32, 9i32] }
-- input { [1,2,3] [4,5] } error: .
entry size1 [n] (xs: [n]i32) (ys: [n]i32) = map2 (+) xs ys

def f_size2 (n: i64) (xs: [n]i64) : [n+1]i64 = xs ++ [n]
-- ==
-- entry: size2
-- input { 3i64 } output { [0i64, 1i64, 2i64, 3i64] }
entry size2 (n: i64) : [n+1]i64 = f_size2 n (iota n)

-- ==
-- entry: size3
-- input { [1,2,3,4] } output { [6i32, 8i32, 0i32, 0i32] }
entry size3 [n] (xs: [n]i32) : [n]i32 =
  let ys = filter (>2) xs
  let m = length ys
  let zs = map (*2) (ys :> [m]i32)
  in concat zs (replicate (n - m) 0) :> [n]i32

type mat_size4 't [n] [m] = [n][m]t
def mk_size4 (n: i64) (m: i64) : mat_size4 i64 [n] [m] = unflatten (iota (n * m))
def tr_size4 [n][m] 't (x: mat_size4 t [n] [m]) : mat_size4 t [m] [n] = transpose x
-- ==
-- entry: size4
-- input { 2i64 3i64 } output { [[0i64, 3i64], [1i64, 4i64], [2i64, 5i64]] }
entry size4 (n: i64) (m: i64) = tr_size4 (mk_size4 n m)

-- ==
-- entry: size5
-- input { [1,2,3] } output { [0i64, 3i64, 8i64] }
entry size5 (xs: []i32) =
  let [n] (xs': [n]i32) = map (+1) xs
  let ys : [n]i64 = iota n
  in zip xs' ys |> map (\(a, b) -> i64.i32 a * b)

def ex_size6 (n: i64) : ?[m].[m]i64 = filter (\x -> x % 2 == 0) (iota n)
def two_size6 (n: i64) : ?[k][m].([k]i64, [m]i64) = (iota (n + 1), iota (n * 2))
-- ==
-- entry: size6
-- input { 3i64 }
-- output { [0i64, 2i64] [0i64, 1i64, 2i64, 3i64] [0i64, 1i64, 2i64, 3i64, 4i64, 5i64] 4i64 6i64 }
entry size6 (n: i64) = let (a, b) = two_size6 n in (ex_size6 n, a, b, length a, length b)

-- ==
-- entry: size8
-- input { [[1,2],[3,4],[5,6]] } output { [1i32, 2i32, 3i32, 4i32, 5i32, 6i32] 6i64 }
entry size8 [n][m] (xs: [n][m]i32) : ([n*m]i32, i64) = let ys = flatten xs in (ys, length ys)

-- ==
-- entry: size9
-- input { 2i64 } output { [1i64, 2i64, 3i64, 4i64] }
entry size9 (n: i64) = let xs = iota (n + 2) in let ys = replicate (n + 2) 1i64 in map2 (+) xs ys

def f_size12 [n] 't (x: t) (_: [n]t) : [n]t = replicate n x
-- ==
-- entry: size12
-- input { 5i64 } output { [3i64, 3i64, 3i64, 3i64, 3i64] }
entry size12 (n: i64) = f_size12 3i64 (iota n)

def g_size13 (x: i32) : [2]i32 = [x, x]
-- ==
-- entry: size13
-- input { 2 } output { [[2i32, 3i32, 4i32], [2i32, 3i32, 4i32]] }
entry size13 (x: i32) = map g_size13 [x, x + 1, x + 2] |> transpose

type~ dyn_size14 = {xs: []i32}
def mk_size14 (xs: []i32) : dyn_size14 = {xs = filter (>5) xs}
-- ==
-- entry: size14
-- input { [5,6] } output { [6i32] }
entry size14 (xs: []i32) = (mk_size14 xs).xs

def pair_size15 'a (n: i64) (f: i64 -> a) : [n]a = map f (iota n)
-- ==
-- entry: size15
-- input { 10i64 } output { [0i64, 1i64, 4i64, 9i64, 16i64] }
entry size15 (n: i64) = pair_size15 (n / 2) (\i -> i * i)

def f_size16 [n] (xs: [n]i32) (k: i64) : [k * n]i32 = flatten (replicate k xs)
-- ==
-- entry: size16
-- input { [1,2,3] } output { [1i32, 2i32, 3i32, 1i32, 2i32, 3i32] }
entry size16 (xs: []i32) = f_size16 xs 2

type t_typ0 = i32
type pair_typ0 'a 'b = (a, b)
type vec_typ0 'a [n] = [n]a
type mat_typ0 'a [n] [m] = [n](vec_typ0 a [m])
def f_typ0 (x: pair_typ0 t_typ0 (vec_typ0 t_typ0 [2])) : mat_typ0 t_typ0 [2] [1] = [[x.0 + x.1[0]], [x.1[1]]]
-- ==
-- entry: typ0
-- input { 2 } output { [[4i32], [3i32]] }
entry typ0 (x: t_typ0) = f_typ0 (x, [x, x + 1])

type square_typ2 [n] = [n][n]i32
def diag_typ2 [n] (x: square_typ2 [n]) : [n]i32 = map (\i -> x[i,i]) (iota n)
-- ==
-- entry: typ2
-- input { 2 } output { [2i32, 3i32] }
entry typ2 (x: i32) = diag_typ2 [[x, 1], [2, x + 1]]

type arr_typ3 [n] 't = [n]t
def f_typ3 [n] (x: arr_typ3 [n] i64) : arr_typ3 [n+n] i64 = concat x x
-- ==
-- entry: typ3
-- input { 3i64 } output { [0i64, 1i64, 2i64, 0i64, 1i64, 2i64] }
entry typ3 (n: i64) = f_typ3 (iota n)

-- ==
-- entry: asc1
-- input { [1,2] [[3,4],[5,6]] } output { [[4i32, 6i32], [6i32, 8i32]] }
entry asc1 [n] (x: [n]i32) (y: [n][n]i32) = let z : [n][n]i32 = map (map2 (+) x) y in (z :> [2][2]i32)

def f_size_exp3 [n] (xs: [n]i32) : [n*n]i32 = flatten (map (\x -> map (*x) xs) xs)
-- ==
-- entry: size_exp3
-- input { [1,2,3] } output { [1i32, 2i32, 3i32, 2i32, 4i32, 6i32, 3i32, 6i32, 9i32] }
entry size_exp3 [n] (xs: [n]i32) : [n*n]i32 = f_size_exp3 xs

-- ==
-- entry: size_local
-- input { [1,2,3] } output { 7i32 }
entry size_local [n] (xs: [n]i32) =
  let m = n + 1
  let ys : [m]i32 = concat xs [7] :> [m]i32
  let f (zs: [m]i32) = zs[n]
  in f ys

def split_at_max_exist [n] (xs: [n]i32) : ?[a][b].([a]i32, [b]i32) =
  let (_, i) = reduce_comm (\(a, i) (b, j) -> if a >= b then (a, i) else (b, j)) (i32.lowest, 0) (zip xs (iota n))
  in (xs[:i], xs[i:])
-- ==
-- entry: exist
-- input { [5,1,4] } output { empty([0]i32) [5i32, 1i32, 4i32] }
entry exist (xs: []i32) = split_at_max_exist xs

def f_size_type_param [n] 'a (g: [n]i32 -> a) (xs: [n]i32) : a = g xs
-- ==
-- entry: size_type_param
-- input { [1,2,3] } output { [2i32, 3i32, 4i32] 3i64 6i32 }
entry size_type_param [n] (xs: [n]i32) = (f_size_type_param (map (+ 1)) xs, f_size_type_param length xs, f_size_type_param i32.sum xs)

def adder_size_closure [n] (xs: [n]i32) = \(ys: [n]i32) -> map2 (+) xs ys
-- ==
-- entry: size_closure
-- input { [1,2,3] } output { [2i32, 4i32, 6i32] [3i32, 6i32, 9i32] }
entry size_closure [n] (xs: [n]i32) = let f = adder_size_closure xs in (f xs, f (map (* 2) xs))

-- ==
-- entry: size_cond
-- input { 3i64 } output { [1i64, 2i64, 3i64] }
entry size_cond (n: i64) = let m = if n > 2 then n else 2 let xs = iota m in map2 (+) xs (replicate m 1)

def double_size_fun_app (n: i64) = n * 2
def f_size_fun_app (n: i64) : [double_size_fun_app n]i64 = iota (double_size_fun_app n)
-- ==
-- entry: size_fun_app
-- input { 3i64 } output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64] }
entry size_fun_app (n: i64) = f_size_fun_app n

def f_size_anon_ret (xs: []i32) : []i32 = filter (> 1) xs
-- ==
-- entry: size_anon_ret
-- input { [1,5,2] } output { [6i32, 3i32] }
entry size_anon_ret (xs: []i32) : []i32 = let ys = f_size_anon_ret xs in map (+ 1) ys

def mv_size_multi [n][m] (a: [m][n]i32) (x: [n]i32) : [m]i32 = map (\r -> i32.sum (map2 (*) r x)) a
-- ==
-- entry: size_multi
-- input { [1,5,2] [[1,2,3],[4,5,6]] } output { [17i32, 41i32] }
entry size_multi [k] (x: [k]i32) (a: [][k]i32) = mv_size_multi a x

-- ==
-- entry: size_entry
-- input { 3i64 [1,2,3] } output { [2i32, 3i32, 4i32] }
-- input { 2i64 [1,2,3] } error: .
entry size_entry (n: i64) (xs: [n]i32) = map (+ 1) xs

-- ==
-- entry: local_size
-- input { [3,1,2] } output {  3i64  6i32   6i64  12i32   2i64  5i32  }
entry local_size [n] (xs: [n]i32) =
  let go [m] (ys: [m]i32) = (m, i32.sum ys)
  in (go xs, go (xs ++ xs), go (filter (> 1) xs))

def halves_exist_pair (xs: []i32) : ?[a][b].([a]i32, [b]i32) = let m = length xs / 2 in (take m xs, drop m xs)
-- ==
-- entry: exist_pair
-- input { [1,2,3,4] } output { [1i32, 2i32] [3i32, 4i32] 2i64 }
entry exist_pair (xs: []i32) = let (a, b) = halves_exist_pair xs in (a, b, length a)

def dup_inline_sizes [n] 'a (xs: [n]a) : [n + n]a = xs ++ xs
-- ==
-- entry: inline_sizes
-- input { [1,2,3] }
-- output { [1i32, 2i32, 3i32, 1i32, 2i32, 3i32, 1i32, 2i32, 3i32, 1i32, 2i32, 3i32] }
entry inline_sizes [n] (xs: [n]i32) : [n + n + (n + n)]i32 = dup_inline_sizes (dup_inline_sizes xs)

def block_of_2d_sizes [n][m] (a: [n][m]i32) (b: [n][m]i32) : [n][m+m]i32 = map2 (++) a b
def stack_of_2d_sizes [n][m][k] (a: [n][m]i32) (b: [k][m]i32) : [n+k][m]i32 = a ++ b
-- ==
-- entry: of_2d_sizes
-- input { [[1,2],[3,4]] }
-- output { [[1i32, 2i32, 1i32, 2i32], [3i32, 4i32, 3i32, 4i32]] [[1i32, 2i32], [3i32, 4i32],
--          [1i32, 2i32], [3i32, 4i32]] }
entry of_2d_sizes [n][m] (a: [n][m]i32) = (block_of_2d_sizes a a, stack_of_2d_sizes a a)

def outer_outer 'a 'b 'c [n][m] (f: a -> b -> c) (xs: [n]a) (ys: [m]b) : [n][m]c = map (\x -> map (f x) ys) xs
-- ==
-- entry: outer
-- input { [1,2,3] [4,5] } output { [[14i32, 15i32], [24i32, 25i32], [34i32, 35i32]] }
entry outer (xs: []i32) (ys: []i32) = outer_outer (\a b -> a * 10 + b) xs ys

-- ==
-- entry: unify_branch
-- input { 3i64 [1i64,2i64] } output { [0i64, 1i64, 2i64] }
-- input { 1i64 [1i64,2i64] } output { [1i64, 2i64] }
entry unify_branch (n: i64) (xs: []i64) = if n > 2 then iota n else xs

-- ==
-- entry: unify_branch2
-- input { 3i64 [1i64,2i64] } output { [2i64, 4i64] }
entry unify_branch2 [m] (n: i64) (xs: [m]i64) = let ys = if n > 2 then xs else map (+ 1) xs in map2 (+) xs ys

def plus1_size_app_in_type (n: i64) = n + 1
def pad_size_app_in_type [n] (xs: [n]i32) : [plus1_size_app_in_type n]i32 = xs ++ [0] :> [plus1_size_app_in_type n]i32
-- ==
-- entry: size_app_in_type
-- input { [1,2,3] } output { [1i32, 2i32, 3i32, 0i32] }
entry size_app_in_type (xs: []i32) = pad_size_app_in_type xs

def zipmin_size_min [n][m] 'a 'b (xs: [n]a) (ys: [m]b) : [i64.min n m](a, b) = let k = i64.min n m in zip (take k xs) (take k ys)
-- ==
-- entry: size_min
-- input { [1,2,3] [4,5] } output { [1i32, 2i32] [4i32, 5i32] }
entry size_min (xs: []i32) (ys: []i32) = zipmin_size_min xs ys |> unzip

def f_typaram_order 'a [n] 'b (x: a) (_: [n]b) : (a, i64) = (x, n)
-- ==
-- entry: typaram_order
-- input { 3i64 } output { true 3i64 }
entry typaram_order (n: i64) = f_typaram_order true (iota n)

-- ==
-- entry: arraylit2
-- input { 2i64 2i64 } output { [[0i64, 1i64], [0i64, 1i64]] }
-- input { 2i64 3i64 } error: cannot match
entry arraylit2 (n: i64) (m: i64) : [][]i64 = [iota n, iota m :> [n]i64]

-- ==
-- entry: arraylit1
-- input { 2i64 3 } output { [[3i32, 3i32], [4i32, 4i32]] }
entry arraylit1 (n: i64) (x: i32): [][]i32 = [replicate n x, map (+1) (replicate n x)]

-- Abbreviations whose sizes are found.
-- ==
-- entry: row_length
-- input { [1.0, 2.0] [true] } output { 2i64 1i64 }
type row_of [n] = [n]f64
type~ flags = []bool
entry row_length (r: row_of []) (f: flags) = (length r, length f)

-- ==
-- entry: rows_of_sums
-- input { [1, 2, 3] 0i64 } output { 3i64 [0i32] }
-- input { [1, 2, 3] 1i64 } output { 3i64 [0i32, 1i32] }
type some [n] = #some ([n]i32) | #none
def from [n] (s: some [n]) = match s case #some xs -> xs case #none -> replicate n 0
def make (n: i64): some [] = if n > 0 then #some (map i32.i64 (iota (n + 1))) else #none
entry rows_of_sums (xs: []i32) (n: i64) =
  let ys = match make n case #some ys -> ys case #none -> [0]
  in (length (from (#some xs)), ys)

-- ==
-- entry: same_flags
-- input { [true, false] [true] } output { 2i64 1i64 }
entry same_flags (f: flags) (g: flags) = (length f, length g)

-- Sizes that are fields, components and elements.
-- ==
-- entry: projected_sizes
-- input { 2i64 3i64 [4i64] }
-- output { [0i64, 0i64, 0i64, 0i64, 1i64, 2i64] [1, 1] [1i64, 2i64, 3i64, 4i64] }
def area (size: (i64, i64)) = tabulate_2d size.0 size.1 (\i j -> i * j) |> flatten
def ones (d: {n: i64}) = replicate d.n 0i32 |> map (+ 1)
entry projected_sizes (n: i64) (m: i64) (xs: []i64) =
  (area (n, m), ones {n}, iota xs[0] |> map (+ 1))

-- The result of a function that is passed has a size that its lambda computes.
def rows_of (f: i64 -> []i64) (k: i64) = i64.sum (f k) + length (f (k + 1))
def shifted (n: i64): i64 -> []i64 = \x -> iota (n + x)
def first_sum (g: []i64 -> i64) (n: i64) = g (iota n)
-- ==
-- entry: computed_by_functions
-- input { 3i64 } output { 16i64 8i64 3i64 }
entry computed_by_functions (n: i64) =
  (rows_of (\x -> iota (x + n)) 2, rows_of (shifted n) 0 + 1, first_sum (\xs -> i64.sum xs) n)
