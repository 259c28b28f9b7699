-- Whole programs.

def step_bfs [n][m] (offs: [n]i64) (edges: [m]i64) (frontier: [n]bool) (visited: [n]bool) =
  let reach = loop acc = replicate n false for i < n do
    if frontier[i] then
      let e = if i + 1 < n then offs[i+1] else m
      in loop acc for j in offs[i]..<e do acc with [edges[j]] = true
    else acc
  in map2 (\r v -> r && !v) reach visited
-- ==
-- entry: bfs
-- input { [0i64,2i64,3i64,4i64] [1i64,2i64,3i64,0i64] } output { [true, true, true, true] 3i32 }
entry bfs [n][m] (offs: [n]i64) (edges: [m]i64) =
  let start = replicate n false with [0] = true
  let (_, visited, k) =
    loop (frontier, visited, k) = (start, copy start, 0i32) while or frontier do
      let f = step_bfs offs edges frontier visited
      in (f, map2 (||) visited f, k + 1)
  in (visited, k)

-- ==
-- entry: lu
-- input { [[2f64,1f64],[4f64,3f64]] } output { [[2.0f64, 1.0f64], [2.0f64, 1.0f64]] }
entry lu [n] (a: *[n][n]f64) =
  loop a for k < n do
    let piv = a[k,k]
    let a = loop a for i in (k+1)..<n do a with [i,k] = a[i,k] / piv
    in loop a for i in (k+1)..<n do
         loop a for j in (k+1)..<n do
           a with [i,j] = a[i,j] - a[i,k] * a[k,j]

def repl_iota_expand [n] (reps: [n]i64) : []i64 =
  let s1 = scan (+) 0 reps
  let s2 = map (\i -> if i == 0 then 0 else s1[i-1]) (iota n)
  let tmp = reduce_by_index (replicate (reduce (+) 0 reps) 0) i64.max 0 s2 (iota n)
  in scan i64.max 0 tmp
-- ==
-- entry: expand
-- input { [2i64,0i64,3i64] } output { [0i64, 0i64, 2i64, 2i64, 2i64] }
entry expand (xs: []i64) = repl_iota_expand xs

def ilog2_bitonic (n: i64) : i64 = (loop (r, n) = (0, n) while n > 1 do (r + 1, n >> 1)).0
-- ==
-- entry: bitonic
-- input { [5,2,7,1,8,3,6,4] } output { [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32] }
entry bitonic [n] (a: [n]i32) =
  let d = ilog2_bitonic n
  in loop a = copy a for i < d do
       loop a for j < i + 1 do
         let k = 1 << (i - j)
         in map (\t -> let l = t ^ k
                       let up = (t >> (i + 1)) & 1 == 0
                       let (x, y) = (a[t], a[l])
                       in if (t < l) == up then i32.min x y else i32.max x y) (iota n)

def lcg_rng (s: u32) = s * 1664525 + 1013904223
-- ==
-- entry: rng
-- input { 42u32 5i64 } output { [16537u32, 5775u32, 37832u32, 14585u32, 24619u32] }
entry rng (s: u32) (n: i64) = (loop (s, out) = (s, replicate n 0u32) for i < n do let s = lcg_rng s in (s, out with [i] = s >> 16)).1

def gcd_gcd (a: i32) (b: i32) = (loop (a, b) while b != 0 do (b, a % b)).0
-- ==
-- entry: gcd
-- input { 48 18 } output { 6i32 }
entry gcd (a: i32) (b: i32) = gcd_gcd a b

def bubble_qsort [n] (xs: *[n]i32) =
  loop xs for i < n do
    loop xs for j < n - i - 1 do
      if xs[j] > xs[j+1] then
        let t = xs[j]
        let xs[j] = xs[j+1]
        let xs[j+1] = t
        in xs
      else xs
-- ==
-- entry: qsort
-- input { [3,1,4,1,5,9,2,6] } output { [1i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 9i32] }
entry qsort (xs: []i32) = bubble_qsort (copy xs)

def rsort_step_radix [n] (xs: [n]u32, bitn: i32): [n]u32 =
  let bits1 = map (\x -> (i32.u32 (x >> u32.i32 bitn)) & 1) xs
  let bits0 = map (1-) bits1
  let idxs0 = map2 (*) bits0 (scan (+) 0 bits0)
  let idxs1 = scan (+) 0 bits1
  let offs  = reduce (+) 0 bits0
  let idxs1 = map2 (*) bits1 (map (+offs) idxs1)
  let idxs  = map2 (+) idxs0 idxs1
  let idxs  = map (\x->x-1) idxs
  in scatter (copy xs) (map i64.i32 idxs) xs
def rsort_radix [n] (xs: [n]u32): [n]u32 = loop (xs) for i < 32 do rsort_step_radix(xs,i)
-- ==
-- entry: radix
-- input { [3,1,4,1,5,9,2,6] } output { [1i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 9i32] }
entry radix (xs: []i32) = map u32.i32 xs |> rsort_radix |> map i32.u32

def primes_primes (n: i32) =
  let (acc, _) = loop (acc, c) = ([], 2) while c < n + 1 do
      let c2 = if c < i32.i64 (i64.f64 (f64.sqrt (f64.i32 n))) + 1 then c * c else n + 1
      let is = tabulate (i64.i32 (c2 - c)) (\i -> i32.i64 i + c)
      let fs = map (\i -> let xs = map (\p -> if i % p == 0 then 1 else 0) acc in reduce (+) 0 xs) is
      let new = filter (\i -> 0 == fs[i - c]) is
      in (concat acc new, c2)
  in acc
-- ==
-- entry: primes
-- input { 30 } output { [2i32, 3i32, 5i32, 7i32, 11i32, 13i32, 17i32, 19i32, 23i32, 29i32] }
entry primes (n: i32) = primes_primes n

type complex_mandel = (f32, f32)
def dot_mandel (r: f32, i: f32): f32 = r * r + i * i
def multComplex_mandel (a: f32, b: f32) (c: f32, d: f32): complex_mandel = (a*c - b * d, a*d + b * c)
def addComplex_mandel (a: f32, b: f32) (c: f32, d: f32): complex_mandel = (a + c, b + d)
def divergence_mandel (depth: i32) (c0: complex_mandel): i32 =
  (loop (c, i) = (c0, 0) while i < depth && dot_mandel c < 4.0 do (addComplex_mandel c0 (multComplex_mandel c c), i + 1)).1
-- ==
-- entry: mandel
-- input { 4i64 3i64 10 }
-- output { [[2i32, 2i32, 3i32], [3i32, 5i32, 10i32], [10i32, 10i32, 10i32], [10i32, 10i32,
--          10i32]] }
entry mandel (n: i64) (m: i64) (depth: i32): [n][m]i32 =
  map (\y -> map (\x -> divergence_mandel depth (f32.i64 x * 0.3 - 1, f32.i64 y * 0.4 - 1)) (iota m)) (iota n)

def matmul_matmul [n][m][p] (a: [n][m]i32) (b: [m][p]i32): [n][p]i32 =
  map (\r -> map (\c -> i32.sum (map2 (*) r c)) (transpose b)) a
-- ==
-- entry: matmul
-- input { [[1,2],[3,4],[5,6]] [[1,2,3],[4,5,6]] }
-- output { [[9i32, 12i32, 15i32], [19i32, 26i32, 33i32], [29i32, 40i32, 51i32]] }
entry matmul (a: [][]i32) (b: [][]i32) =
  let k = length b
  in matmul_matmul (a :> [length a][k]i32) (b :> [k][]i32)

-- ==
-- entry: life
-- input { [[0,1,0],[0,1,0],[0,1,0]] }
-- output { [[1i32, 1i32, 1i32], [1i32, 1i32, 1i32], [1i32, 1i32, 1i32]] }
entry life [n][m] (w: [n][m]i32) =
  let at i j = w[(i + n) % n, (j + m) % m]
  in tabulate_2d n m (\i j ->
       let s = at (i-1) (j-1) + at (i-1) j + at (i-1) (j+1) + at i (j-1) + at i (j+1) + at (i+1) (j-1) + at (i+1) j + at (i+1) (j+1)
       in if s == 3 || (s == 2 && w[i,j] == 1) then 1 else 0)

def argmax_argmax [n] (xs: [n]f32) = reduce_comm (\(x, i) (y, j) -> if x > y || (x == y && i < j) then (x, i) else (y, j)) (f32.lowest, n) (zip xs (iota n))
-- ==
-- entry: argmax
-- input { [1f32, 5f32, 3f32, 5f32] } output { 5.0f32 1i64 }
entry argmax (xs: []f32) = argmax_argmax xs

-- ==
-- entry: transitive_closure
-- input { [[false,true,false],[false,false,true],[false,false,false]] }
-- output { [[false, true, true], [false, false, true], [false, false, false]] }
entry transitive_closure [n] (a: [n][n]bool) = loop a for _k < n do map (\r -> map (\c -> or (map2 (&&) r c)) (transpose a)) a |> map2 (map2 (||)) a

-- ==
-- entry: floyd
-- input { [[0,3,99],[99,0,4],[1,99,0]] }
-- output { [[0i32, 3i32, 7i32], [5i32, 0i32, 4i32], [1i32, 4i32, 0i32]] }
entry floyd [n] (d: *[n][n]i32) = loop d for k < n do map (\i -> map (\j -> i32.min d[i,j] (d[i,k] + d[k,j])) (iota n)) (iota n)

-- ==
-- entry: needleman
-- input { [1,2,3] [1,3] }
-- output { [[0i32, -1i32, -2i32], [-1i32, 1i32, 0i32], [-2i32, 0i32, 0i32], [-3i32, -1i32, 1i32]]
--          }
entry needleman [n][m] (a: [n]i32) (b: [m]i32) =
  let t = replicate (n + 1) (replicate (m + 1) 0)
  let t = loop t for i < n + 1 do t with [i,0] = -(i32.i64 i)
  let t = loop t for j < m + 1 do t with [0,j] = -(i32.i64 j)
  in loop t for i < n do
       loop t for j < m do
         let s = if a[i] == b[j] then 1 else -1
         in t with [i+1,j+1] = i32.max (t[i,j] + s) (i32.max (t[i,j+1] - 1) (t[i+1,j] - 1))

-- ==
-- entry: newton
-- input { 2f64 } output { 1.414213562373095f64 }
entry newton (x: f64) = loop y = x while f64.abs (y * y - x) > 1e-12 do (y + x / y) / 2

def merge_sort_step_poly_sort [n] 't (lte: t -> t -> bool) (xs: [n]t) =
  let rank = map (\x -> i64.sum (map (\y -> i64.bool (!(x `lte` y))) xs)) xs
  in scatter (copy xs) rank xs
-- ==
-- entry: poly_sort
-- input { [3,1,2] [3f32,1f32,2f32] } output { [1i32, 2i32, 3i32] [3.0f32, 2.0f32, 1.0f32] }
entry poly_sort (xs: []i32) (ys: []f32) = (merge_sort_step_poly_sort (<=) xs, merge_sort_step_poly_sort (>=) ys)

def rle_group [n] (xs: [n]i32) : ([](i32), []i64) =
  let starts = map (\i -> i == 0 || xs[i] != xs[i-1]) (iota n)
  let idx = filter (\i -> starts[i]) (iota n)
  let k = length idx
  let lens = map (\j -> (if j + 1 < k then idx[j+1] else n) - idx[j]) (iota k)
  in (map (\i -> xs[i]) idx, lens)
-- ==
-- entry: group
-- input { [1,1,2,3,3,3] } output { [1i32, 2i32, 3i32] [2i64, 1i64, 3i64] }
entry group (xs: []i32) = rle_group xs

-- ==
-- entry: fib_matrix
-- input { 10i64 } output { 55u64 }
entry fib_matrix (n: i64) = (reduce (\(a,b,c,d) (e,f,g,h) -> (a*e+b*g, a*f+b*h, c*e+d*g, c*f+d*h)) (1,0,0,1) (replicate n (1u64,1u64,1u64,0u64))).1

def tridagPar_tridag [n] (a: [n]f32) (b: *[n]f32) (c: [n]f32) (y: *[n]f32): *[n]f32 =
  let b0 = b[0]
  let mats = map (\i -> if 0 < i then (b[i], 0f32 - a[i] * c[i-1], 1f32, 0f32) else (1f32, 0f32, 0f32, 1f32)) (iota n)
  let scmt = scan (\(a0,a1,a2,a3) (b0,b1,b2,b3) ->
                     let value = 1f32 / (a0 * b0)
                     in ((b0*a0 + b1*a2) * value, (b0*a1 + b1*a3) * value, (b2*a0 + b3*a2) * value, (b2*a1 + b3*a3) * value))
                  (1f32, 0f32, 0f32, 1f32) mats
  let b = map (\(t0,t1,t2,t3) -> (t0 * b0 + t1) / (t2 * b0 + t3)) scmt
  let y0 = y[0]
  let lfuns = map (\i -> if 0 < i then (y[i], 0f32 - a[i] / b[i-1]) else (0f32, 1f32)) (iota n)
  let cfuns = scan (\(a0, a1) (b0, b1) -> (b0 + b1 * a0, a1 * b1)) (0f32, 1f32) lfuns
  let y = map (\(a, b) -> a + b * y0) cfuns
  let yn = y[n-1] / b[n-1]
  let lfuns = map (\k -> let i = n - k - 1 in if 0 < k then (y[i] / b[i], 0f32 - c[i] / b[i]) else (0f32, 1f32)) (iota n)
  let cfuns = scan (\(a0, a1) (b0, b1) -> (b0 + b1 * a0, a1 * b1)) (0f32, 1f32) lfuns
  let y = map (\(a, b) -> a + b * yn) cfuns
  in map (\i -> y[n - i - 1]) (iota n)
-- ==
-- entry: tridag
-- input { [1f32,2f32,1f32,1f32] [4f32,5f32,6f32,4f32] [1f32,1f32,2f32,1f32] [5f32,6f32,7f32,8f32]
--          }
-- output { [1.0789473f32, 0.68421054f32, 0.42105263f32, 1.8947369f32] }
entry tridag [n] (a: [n]f32) (b: [n]f32) (c: [n]f32) (y: [n]f32) = tridagPar_tridag a (copy b) c (copy y)

module type complex_complex = {
  type real
  type complex_complex
  val mk: real -> real -> complex_complex
  val re: complex_complex -> real
  val im: complex_complex -> real
  val +: complex_complex -> complex_complex -> complex_complex
  val *: complex_complex -> complex_complex -> complex_complex
  val mag: complex_complex -> real
}
module mk_complex_complex (T: real): (complex_complex with real = T.t) = {
  type real = T.t
  type complex_complex = (T.t, T.t)
  def mk (a: real) (b: real) = (a, b)
  def re (a: real, _b: real) = a
  def im (_a: real, b: real) = b
  def (a: real, b: real) + (c: real, d: real) = T.((a + c, b + d))
  def (a: real, b: real) * (c: real, d: real) = T.((a * c - b * d, a * d + b * c))
  def mag (a: real, b: real) = T.(sqrt (a * a + b * b))
}
module c64_complex = mk_complex_complex f64
-- ==
-- entry: complex
-- input { 1f64 2f64 } output { -2.0f64 4.0f64 4.47213595499958f64 }
entry complex (a: f64) (b: f64) =
  let x = c64_complex.mk a b
  let y = c64_complex.(x * x + mk 1 0)
  in (c64_complex.re y, c64_complex.im y, c64_complex.mag y)

module type rng_engine_rng_again = {
  module int: integral
  type rng
  val rng_from_seed: i32 -> rng
  val rand: rng -> (rng, int.t)
  val min: int.t
  val max: int.t
}
module linear_congruential_engine_rng_again (T: integral) (P: { val a: T.t val c: T.t val m: T.t }) : rng_engine_rng_again with int.t = T.t with rng = T.t = {
  module int = T
  type rng = T.t
  def rng_from_seed (x: i32) = T.(i32 x ^ i32 12345)
  def rand (x: rng) = let x' = T.((P.a * x + P.c) %% P.m) in (x', x')
  def min = T.i32 0
  def max = P.m
}
module minstd_rng_again = linear_congruential_engine_rng_again u32 { def a = 48271u32 def c = 0u32 def m = 2147483647u32 }
module uniform_rng_again (R: real) (E: rng_engine_rng_again) = {
  def rand (r: E.rng) (lo: R.t, hi: R.t) : (E.rng, R.t) =
    let (r, x) = E.rand r
    let x' = R.((i64 (E.int.to_i64 x) - i64 (E.int.to_i64 E.min)) / (i64 (E.int.to_i64 E.max) - i64 (E.int.to_i64 E.min)))
    in (r, R.(lo + x' * (hi - lo)))
}
module u_rng_again = uniform_rng_again f64 minstd_rng_again
-- ==
-- entry: rng_again
-- input { 42 3i64 } output { [2.7663595847628826f64, 4.94345391399388f64, 5.463771282445533f64] }
entry rng_again (seed: i32) (n: i64) =
  let r = minstd_rng_again.rng_from_seed seed
  let (_, xs) = loop (r, xs) = (r, replicate n 0f64) for i < n do let (r, x) = u_rng_again.rand r (0, 10) in (r, xs with [i] = x)
  in xs

module mk_linalg_linalg (T: real) = {
  type t = T.t
  def dotprod [n] (xs: [n]t) (ys: [n]t): t = T.sum (map2 (T.*) xs ys)
  def matmul [n][p][m] (xss: [n][p]t) (yss: [p][m]t): [n][m]t = map (\xs -> map (dotprod xs) (transpose yss)) xss
  def eye (n: i64): [n][n]t = tabulate_2d n n (\i j -> T.bool (i == j))
  def gauss_jordan [m][n] (A: [m][n]t): [m][n]t =
    loop A for i < i64.min m n do
      let icol = map (\row -> row[i]) A
      let (j, _) = map T.abs icol |> zip (iota m) |> drop i
                   |> reduce_comm (\(i, a) (j, b) -> if T.(a > b) then (i, a) else (j, b)) (0, T.i64 0)
      let f = T.((i64 1) / A[j, i])
      let irow = map (T.* f) A[j]
      in tabulate m (\k -> if k == i then irow
                           else let f = T.neg A[if k == j then i else k, i]
                                in map2 T.(\x y -> x * f + y) irow A[if k == j then i else k])
  def inv [n] (A: [n][n]t): [n][n]t =
    let Ap = map2 concat A (eye n) |> gauss_jordan
    in map (drop n) Ap :> [n][n]t
}
module la_linalg = mk_linalg_linalg f64
-- ==
-- entry: linalg
-- input { [[2f64,1f64],[1f64,3f64]] }
-- output { [[1.0f64, 0.0f64], [-1.1102230246251565e-16f64, 1.0000000000000002f64]] [[0.6f64,
--          -0.2f64], [-0.2f64, 0.4f64]] }
entry linalg [n] (a: [n][n]f64) = (la_linalg.matmul a (la_linalg.inv a), la_linalg.inv a)

type link_pagerank = {from: i32, to: i32}
def calc_pagerank [n][m] (links: [m]link_pagerank) (ranks: [n]f32) (sizes: [n]i32) : [n]f32 =
  let contributions = map (\{from, to = _} -> ranks[from] / f32.i32 sizes[from]) links
  in reduce_by_index (replicate n 0) (+) 0 (map (\l -> i64.i32 l.to) links) contributions
-- ==
-- entry: pagerank
-- input { [[0,1],[1,2],[2,0],[2,1]] 3i64 10 }
-- output { [0.21441652f32, 0.39667058f32, 0.38891315f32] }
entry pagerank [m] (ls: [m][2]i32) (n: i64) (it: i32) =
  let links = map (\l -> {from = l[0], to = l[1]}) ls
  let sizes = reduce_by_index (replicate n 0) (+) 0 (map (\l -> i64.i32 l.from) links) (replicate m 1)
  let ranks = replicate n (1 / f32.i64 n)
  in loop ranks for _i < it do calc_pagerank links ranks sizes |> map (\r -> r * 0.85 + 0.15 / f32.i64 n)

def clamp_hotspot (x: i64) (lo: i64) (hi: i64) = i64.max lo (i64.min x hi)
def single_iteration_hotspot [row][col] (temp: [row][col]f32) (power: [row][col]f32) (cap: f32) (rx: f32) (ry: f32) (rz: f32) (step: f32): [row][col]f32 =
  map2 (\r -> map2 (\c (t, p) ->
    let at i j = temp[clamp_hotspot i 0 (row-1), clamp_hotspot j 0 (col-1)]
    let delta = (step / cap) * (p + (at (r+1) c + at (r-1) c - 2 * t) / ry + (at r (c+1) + at r (c-1) - 2 * t) / rx + (80 - t) / rz)
    in t + delta) (iota col)) (iota row) (map2 zip temp power)
-- ==
-- entry: hotspot
-- input { [[80f32,81f32,82f32],[83f32,84f32,85f32],[86f32,87f32,88f32]]
--          [[0.1f32,0.2f32,0.3f32],[0.1f32,0.2f32,0.3f32],[0.1f32,0.2f32,0.3f32]] 3 }
-- output { [[80.2009f32, 81.109344f32, 82.017784f32], [82.921585f32, 83.830025f32, 84.73847f32],
--          [85.64227f32, 86.550705f32, 87.45916f32]] }
entry hotspot [row][col] (temp: [row][col]f32) (power: [row][col]f32) (n: i32) = loop temp for _i < n do single_iteration_hotspot temp power 0.5 1.1 1.2 1.3 0.01

-- ==
-- entry: quickselect
-- input { [5,2,9,1,7] 2i64 } output { 5i32 }
entry quickselect (xs: []i32) (k: i64) =
  (loop (xs, k, res) = (xs, k, -1) while length xs > 0 do
     let p = xs[length xs / 2]
     let lt = filter (< p) xs
     let eq = filter (== p) xs
     let gt = filter (> p) xs
     in if k < length lt then (lt, k, res)
        else if k < length lt + length eq then ([], 0, p)
        else (gt, k - length lt - length eq, res)).2

-- ==
-- entry: huffman
-- input { "abracadabra" }
-- output { [97u8, 98u8, 99u8, 100u8, 114u8] [5i32, 2i32, 1i32, 1i32, 2i32] 11i32 }
entry huffman (s: []u8) =
  let h = hist (+) 0 256 (map i64.u8 s) (map (const 1i32) s)
  let (cs, ns) = filter (\(_, n) -> n > 0) (zip (map u8.i64 (iota 256)) h) |> unzip
  in (cs, ns, i32.sum ns)

type point_convex = {x: f32, y: f32}
def cross_convex (o: point_convex) (a: point_convex) (b: point_convex) = (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)
-- ==
-- entry: convex
-- input { [0f32,4f32,4f32,0f32,2f32] [0f32,0f32,4f32,4f32,1f32] }
-- output { [true, true, true, true, false] true }
entry convex [n] (xs: [n]f32) (ys: [n]f32) =
  let ps = map2 (\x y -> {x, y}) xs ys
  let extreme = \p -> all (\q -> all (\r -> cross_convex p q r >= 0 || cross_convex p q r <= 0) ps) ps
  let on_hull = map (\p -> any (\q -> (p.x != q.x || p.y != q.y) && all (\r -> cross_convex p q r >= 0) ps) ps) ps
  in (on_hull, map extreme ps |> and)

def grayCode_sobol (x: i32) : i32 = (x >> 1) ^ x
def testBit_sobol (n: i32) (ind: i32) : bool = let t = (1 << ind) in (n & t) == t
def xorInds_sobol [bits] (n: i32) (dir: [bits]i32) : i32 =
  let reldv = map2 (\dv i -> if testBit_sobol (grayCode_sobol n) (i32.i64 i) then dv else 0) dir (iota bits)
  in reduce (^) 0 reldv
-- ==
-- entry: sobol
-- input { 8i64 }
-- output { [[0.0f32, 0.0f32], [0.5f32, 0.5f32], [0.75f32, 0.25f32], [0.25f32, 0.75f32],
--          [0.375f32, 0.375f32], [0.875f32, 0.875f32], [0.625f32, 0.125f32], [0.125f32,
--          0.625f32]] }
entry sobol (n: i64) =
  let dirs = [[1 << 29, 1 << 28, 1 << 27, 1 << 26], [1 << 29, 3 << 28, 5 << 27, 15 << 26]]
  in map (\i -> map (\d -> f32.i32 (xorInds_sobol (i32.i64 i) d) / 1073741824) dirs) (iota n)

type vec_nbody = {x: f64, y: f64}
type body_nbody = {pos: vec_nbody, vel: vec_nbody, mass: f64}
def add_nbody (a: vec_nbody) (b: vec_nbody) = {x = a.x + b.x, y = a.y + b.y}
def scale_nbody (k: f64) ({x, y}: vec_nbody) : vec_nbody = {x = k * x, y = k * y}
def accel_nbody (a: body_nbody) (b: body_nbody) : vec_nbody = let dx = b.pos.x - a.pos.x let dy = b.pos.y - a.pos.y let r2 = dx * dx + dy * dy + 0.01 in scale_nbody (b.mass / (r2 * f64.sqrt r2)) {x = dx, y = dy}
def step_nbody [n] (bs: [n]body_nbody) : [n]body_nbody = map (\b -> let a = reduce add_nbody {x = 0, y = 0} (map (accel_nbody b) bs) let v = add_nbody b.vel (scale_nbody 0.1 a) in b with vel = v with pos = add_nbody b.pos (scale_nbody 0.1 v)) bs
-- ==
-- entry: nbody
-- input { [0f64,1f64] [0f64,0f64] [1f64,2f64] 3 }
-- output { [0.1246616077325815f64, 0.9376691961337092f64] [0.0f64, 0.0f64] }
entry nbody [n] (xs: [n]f64) (ys: [n]f64) (ms: [n]f64) (k: i32) =
  let bs = map3 (\x y mass -> {pos = {x, y}, vel = {x = 0, y = 0}, mass}) xs ys ms
  let bs = loop bs for _i < k do step_nbody bs
  in (map (.pos.x) bs, map (\b -> b.vel.y) bs)

type rgb_image = (f32, f32, f32)
def unpack_image (c: u32) : rgb_image = (f32.u32 (c >> 16 & 0xFF), f32.u32 (c >> 8 & 0xFF), f32.u32 (c & 0xFF))
def pack_image ((r, g, b): rgb_image) : u32 = (u32.f32 r << 16) | (u32.f32 g << 8) | u32.f32 b
def blur_image [h][w] (img: [h][w]rgb_image) : [h][w]rgb_image =
  tabulate_2d h w (\y x ->
    let add (a, b, c) (d, e, f) = (a + d, b + e, c + f) : rgb_image
    let s = reduce add (0, 0, 0) (map (\(dy, dx) -> let y' = y + dy let x' = x + dx in if y' >= 0 && y' < h && x' >= 0 && x' < w then img[y', x'] else img[y, x]) [(-1, 0), (1, 0), (0, -1), (0, 1)])
    in (s.0 / 4, s.1 / 4, s.2 / 4))
-- ==
-- entry: image
-- input { [[1u32,2u32],[3u32,4u32]] } output { [[65793u32, 131586u32], [131586u32, 197379u32]] }
entry image (img: [][]u32) = map (map pack_image) (blur_image (map (map (unpack_image <-< (* 65793))) img))

def is_digit_tokens (c: u8) = c >= '0' && c <= '9'
-- ==
-- entry: tokens
-- input { "12+34*5" }
-- output { [true, true, false, true, true, false, true] [43u8, 42u8] 12345i32 }
entry tokens (s: []u8) = (map is_digit_tokens s, filter (\c -> !is_digit_tokens c) s, loop acc = 0i32 for c in s do if is_digit_tokens c then acc * 10 + i32.u8 (c - '0') else acc)
