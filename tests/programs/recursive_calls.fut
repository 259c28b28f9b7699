-- Functions that call themselves, each lifted under a map. The values are those of the same
-- recursion in Python.
-- A call that needs what another one gives.
def drain [n] (xs: [n]i64): [n]i64 =
  if n <= 1 then xs
  else let h = n / 2
       let a = drain xs[:h]
       let s = i64.sum a
       let b = drain (map (+ s) xs[h:])
       in (a ++ b) :> [n]i64

-- ==
-- entry: drained
-- input { [[3i64, 1i64, 2i64, 9i64, 4i64, 1i64, 7i64], [], [5i64], [8i64, 2i64], [1i64,
--  1i64, 1i64, 1i64]] }
-- output { [[3i64, 4i64, 9i64, 25i64, 45i64, 87i64, 180i64], [], [5i64], [8i64, 10i64],
--  [1i64, 2i64, 4i64, 8i64]] }
entry drained [m] (xss: [m][..]i64): [m][..]i64 = map drain xss

def twice [n] (k: i64) (xs: [n]i64): [n]i64 =
  if k <= 0 then map (+ 1) xs else twice (k - 1) (twice (k - 1) (map (* 2) xs))

-- ==
-- entry: twiced
-- input { [2i64, 0i64, 1i64, 3i64, 1i64] [[3i64, 1i64, 2i64, 9i64, 4i64, 1i64, 7i64], [],
--  [5i64], [8i64, 2i64], [1i64, 1i64, 1i64, 1i64]] }
-- output { [[30i64, 14i64, 22i64, 78i64, 38i64, 14i64, 62i64], [], [12i64], [1078i64,
--  310i64], [4i64, 4i64, 4i64, 4i64]] }
entry twiced [m] (ks: [m]i64) (xss: [m][..]i64): [m][..]i64 = map2 twice ks xss

-- McCarthy's function.
def mc (n: i64): i64 =
  let s = i64.sum (map (\i -> i * 0) (iota 3))
  in if n > 100 then n - 10 + s else mc (mc (n + 11))

-- ==
-- entry: mccarthy
-- input { [99i64, 150i64, 85i64, 101i64] }
-- output { [91i64, 140i64, 91i64, 91i64] }
entry mccarthy [m] (ns: [m]i64): [m]i64 = map mc ns

-- A call in a loop.
def tree (d: i64) (w: i64): i64 =
  if d <= 0 then i64.sum (iota w) else loop acc = 0 for i < w do acc + tree (d - 1) (w - i)

-- ==
-- entry: trees
-- input { [0i64, 1i64, 2i64, 3i64, 2i64] [4i64, 3i64, 3i64, 3i64, 0i64] }
-- output { [6i64, 4i64, 5i64, 6i64, 0i64] }
entry trees [m] (ds: [m]i64) (ws: [m]i64): [m]i64 = map2 tree ds ws

-- A function that calls itself and one that does.
def inner [n] (xs: [n]i64): i64 =
  if n == 0 then 0 else if n == 1 then xs[0] else inner xs[:n/2] + inner xs[n/2:]
def outer [n] (xs: [n]i64): i64 =
  if n <= 1 then inner xs else inner xs + outer xs[:n/2] + outer xs[n/2:]

-- ==
-- entry: levels
-- input { [[3i64, 1i64, 2i64, 9i64, 4i64, 1i64, 7i64], [], [5i64], [8i64, 2i64], [1i64,
--  1i64, 1i64, 1i64]] }
-- output { [105i64, 0i64, 5i64, 20i64, 12i64] }
entry levels [m] (xss: [m][..]i64): [m]i64 = map outer xss

-- What a call gives decides on another one.
def decide [n] (xs: [n]i64): i64 =
  if n <= 1 then i64.sum xs
  else let a = decide xs[:n/2] in if a % 2 == 0 then decide xs[n/2:] else a

-- ==
-- entry: decided
-- input { [[3i64, 1i64, 2i64, 9i64, 4i64, 1i64, 7i64], [], [5i64], [8i64, 2i64], [1i64,
--  1i64, 1i64, 1i64]] }
-- output { [3i64, 0i64, 5i64, 2i64, 1i64] }
entry decided [m] (xss: [m][..]i64): [m]i64 = map decide xss

-- Parameters that add up, and results that do on the way back.
def acc [n] (xs: [n]i64) (s: i64) (c: i64): (i64, i64) =
  if n == 0 then (s, c) else let (a, b) = acc (tail xs) (s + xs[0]) (c + 1) in (a, b + i64.sum xs)

-- ==
-- entry: accs
-- input { [[3i64, 1i64, 2i64, 9i64, 4i64, 1i64, 7i64], [], [5i64], [8i64, 2i64], [1i64,
--  1i64, 1i64, 1i64]] }
-- output { [27i64, 0i64, 5i64, 10i64, 4i64] [129i64, 0i64, 6i64, 14i64, 14i64] }
entry accs [m] (xss: [m][..]i64): ([m]i64, [m]i64) = unzip (map (\xs -> acc xs 0 0) xss)

-- Products of polynomials, by three halves (Karatsuba).
def kar [n] (a: [n]i64) (b: [n]i64): []i64 =
  if n <= 1 then map2 (*) a b ++ replicate n 0
  else let h = n / 2
       let a0 = a[:h] let a1 = a[h:2*h] :> [h]i64
       let b0 = b[:h] let b1 = b[h:2*h] :> [h]i64
       let lo = kar a0 b0
       let hi = kar a1 b1
       let mid = kar (map2 (+) a0 a1) (map2 (+) b0 b1)
       let m = 2 * h
       in tabulate (2 * n) (\i ->
            (if i < m then lo[i] else 0)
            + (if i >= m then hi[i - m] else 0)
            + (if i >= h && i < h + m then mid[i - h] - lo[i - h] - hi[i - h] else 0))

-- ==
-- entry: products
-- input { [[3i64, 1i64, 2i64, 9i64], [], [5i64], [8i64, 2i64], [4i64, 3i64, 2i64, 1i64,
--  8i64, 7i64, 6i64, 5i64]] [[3i64, 1i64, 2i64, 9i64], [], [5i64], [8i64, 2i64], [4i64,
--  3i64, 2i64, 1i64, 8i64, 7i64, 6i64, 5i64]] }
-- output { [[9i64, 6i64, 13i64, 58i64, 22i64, 36i64, 81i64, 0i64], [], [25i64, 0i64],
--  [64i64, 32i64, 4i64, 0i64], [16i64, 24i64, 25i64, 20i64, 74i64, 108i64, 123i64, 120i64,
--  132i64, 144i64, 155i64, 164i64, 106i64, 60i64, 25i64, 0i64]] }
entry products [m] (as: [m][..]i64) (bs: [m][..]i64): [m][..]i64 =
  map2 (\a b -> kar a (b :> [length a]i64)) as bs

-- Squares of spectra, times 100.
def fft [n] (xs: [n](f64, f64)): [n](f64, f64) =
  if n <= 1 then xs
  else let h = n / 2
    let e = fft (map (\i -> xs[2 * i]) (iota h))
    let o = fft (map (\i -> xs[2 * i + 1]) (iota h))
    let tw k = let a = -2 * f64.pi * f64.i64 k / f64.i64 n in (f64.cos a, f64.sin a)
    let mul (a, b) (c, d): (f64, f64) = (a * c - b * d, a * d + b * c)
    let t = map2 (\k o -> mul (tw k) o) (iota h) o
    in (map2 (\(a, b) (c, d) -> (a + c, b + d)) e t
      ++ map2 (\(a, b) (c, d) -> (a - c, b - d)) e t) :> [n](f64, f64)

-- ==
-- entry: spectra
-- input { [[1.0f64, 2.0f64, 3.0f64, 4.0f64], [], [2.5f64], [1.0f64, -1.0f64]] }
-- output { [[10000i64, 800i64, 400i64, 800i64], [], [625i64], [0i64, 400i64]] }
entry spectra [m] (xss: [m][..]f64): [m][..]i64 =
  map (\xs -> let ys = fft (map (\x -> (x, 0)) xs)
              in map (\(r, i) -> i64.f64 (f64.round (100 * (r * r + i * i)))) ys) xss

-- Ways to place n queens: the array grows from call to call.
def queens [k] (n: i64) (qs: [k]i64): i64 =
  if k >= n then 1
  else i64.sum (map (\c ->
    let ok = and (map2 (\q r -> q != c && i64.abs (q - c) != k - r) qs (iota k))
    in if ok then queens n (qs ++ [c]) else 0) (iota n))

-- ==
-- entry: queens_of
-- input { [4i64, 5i64, 1i64, 0i64, 6i64] }
-- output { [2i64, 10i64, 1i64, 1i64, 4i64] }
entry queens_of [m] (ns: [m]i64): [m]i64 = map (\n -> queens n (replicate 0 0i64)) ns

-- The moves of the towers of Hanoi.
def hanoi (n: i64) (a: i64) (b: i64) (c: i64): []i64 =
  if n == 0 then [] else hanoi (n - 1) a c b ++ [10 * a + b] ++ hanoi (n - 1) c b a

-- ==
-- entry: hanois
-- input { [3i64, 0i64, 1i64, 2i64] }
-- output { [[1i64, 2i64, 12i64, 1i64, 20i64, 21i64, 1i64], [], [1i64], [2i64, 1i64, 21i64]]
--  }
entry hanois [m] (ns: [m]i64): [m][..]i64 = map (\n -> hanoi n 0 1 2) ns

-- Where in a sorted array a value would be.
def search [n] (xs: [n]i64) (v: i64): i64 =
  if n == 0 then 0
  else let h = n / 2
       in if xs[h] < v then 1 + h + search xs[h+1:] v else search xs[:h] v

-- ==
-- entry: searches
-- input { [1i64, 3i64, 5i64, 7i64, 9i64] [0i64, 1i64, 4i64, 9i64, 10i64, 5i64] }
-- output { [0i64, 0i64, 2i64, 4i64, 5i64, 2i64] }
entry searches [m] [k] (xs: [k]i64) (vs: [m]i64): [m]i64 = map (search xs) vs

-- A function of scalars that makes an array.
def g (a: i64) (b: i64): i64 = if b == 0 then i64.sum (replicate 1 a) else 0 + g b (a % b)

-- ==
-- entry: gcds
-- input { [12i64, 7i64, 0i64, 30i64] [18i64, 21i64, 5i64, 0i64] }
-- output { [6i64, 7i64, 5i64, 30i64] }
entry gcds [m] (as: [m]i64) (bs: [m]i64): [m]i64 = map2 g as bs

-- Bitonic sort of as many as a power of two.
def bmerge [n] (xs: [n]i64): [n]i64 =
  if n <= 1 then xs
  else let h = n / 2
       let lo = map (\i -> i64.min xs[i] xs[i + h]) (iota h)
       let hi = map (\i -> i64.max xs[i] xs[i + h]) (iota h)
       in (bmerge lo ++ bmerge hi) :> [n]i64
def bsort [n] (xs: [n]i64): [n]i64 =
  if n <= 1 then xs
  else let h = n / 2
       in bmerge ((bsort xs[:h] ++ reverse (bsort xs[h:])) :> [n]i64)

-- ==
-- entry: bitonic
-- input { [[3i64, 1i64, 2i64, 9i64], [], [5i64], [8i64, 2i64], [4i64, 3i64, 2i64, 1i64,
--  8i64, 7i64, 6i64, 5i64]] }
-- output { [[1i64, 2i64, 3i64, 9i64], [], [5i64], [2i64, 8i64], [1i64, 2i64, 3i64, 4i64,
--  5i64, 6i64, 7i64, 8i64]] }
entry bitonic [m] (xss: [m][..]i64): [m][..]i64 = map bsort xss

-- The least distance of neighbours.
def closest [n] (xs: [n]i64): i64 =
  if n <= 1 then 1000000
  else let h = n / 2
       let a = closest xs[:h]
       let b = closest xs[h:]
       in i64.min (i64.min a b) (i64.abs (xs[h] - xs[h - 1]))

-- ==
-- entry: closests
-- input { [[3i64, 1i64, 2i64, 9i64, 4i64, 1i64, 7i64], [], [5i64], [8i64, 2i64], [1i64,
--  1i64, 1i64, 1i64]] }
-- output { [1i64, 1000000i64, 1000000i64, 6i64, 0i64] }
entry closests [m] (xss: [m][..]i64): [m]i64 = map (\xs -> closest xs) xss

-- Cartesian trees: the least, what is left of it, what is right of it.
def build [n] (xs: [n]i64): [n]i64 =
  if n == 0 then xs
  else let k = reduce i64.min i64.highest xs
       let at = reduce i64.min n (map2 (\x i -> if x == k then i else n) xs (iota n))
       let l = build xs[:at]
       let r = build xs[at + 1:]
       in ([k] ++ l ++ r) :> [n]i64

-- ==
-- entry: cartesian
-- input { [[3i64, 1i64, 2i64, 9i64, 4i64, 1i64, 7i64], [], [5i64], [8i64, 2i64], [1i64,
--  1i64, 1i64, 1i64]] }
-- output { [[1i64, 3i64, 1i64, 2i64, 4i64, 9i64, 7i64], [], [5i64], [2i64, 8i64], [1i64,
--  1i64, 1i64, 1i64]] }
entry cartesian [m] (xss: [m][..]i64): [m][..]i64 = map build xss

-- Within two maps.

-- ==
-- entry: deep_nest
-- input { [[[3i64, 1i64, 2i64, 9i64, 4i64, 1i64, 7i64], [], [5i64], [8i64, 2i64], [1i64,
--  1i64, 1i64, 1i64]], [], [[1i64, 2i64], [3i64]]] }
-- output { [[27i64, 0i64, 5i64, 10i64, 4i64], [], [3i64, 3i64]] }
entry deep_nest [m] (xsss: [m][..][..]i64): [m][..]i64 = map (map inner) xsss

-- Calls in two branches.
def both [n] (d: i64) (xs: [n]i64): i64 =
  if n <= 1 then i64.sum xs
  else if d % 2 == 0 then both (d + 1) xs[1:] - 1 else both (d + 1) xs[:n - 1] + i64.maximum xs

-- ==
-- entry: boths
-- input { [[3i64, 1i64, 2i64, 9i64, 4i64, 1i64, 7i64], [], [5i64], [8i64, 2i64], [1i64,
--  1i64, 1i64, 1i64]] }
-- output { [33i64, 0i64, 5i64, 1i64, 0i64] }
entry boths [m] (xss: [m][..]i64): [m]i64 = map (both 0) xss

-- Calls in a list whose results are folded.
def thirds (n: i64): i64 =
  if n <= 1 then 1
  else i64.sum (map (* n) (iota n)) % 7 + i64.sum (map thirds [n / 2, n / 3, n / 4])

def largest (n: i64) (k: i64): i64 =
  if n <= 1 then k
  else i64.maximum (map2 largest [n / 2, n / 3] [i64.sum (map (* n) (iota n)) % 7, k + 1])

def sum_and_largest (n: i64): (i64, i64) =
  if n <= 1 then (1, n)
  else let s = i64.sum (map (* n) (iota n)) % 7
       let (a, b) = reduce (\(a, b) (c, d) -> (a + c, i64.max b d)) (0, 0)
                           (map sum_and_largest [n / 2, n / 3])
       in (a + s, b + s)

-- ==
-- entry: folded_lists
-- input { [0i64, 1i64, 2i64, 10i64, 25i64] }
-- output { [1i64, 1i64, 5i64, 20i64, 73i64] [3i64, 3i64, 4i64, 5i64, 7i64]
--          [1i64, 1i64, 4i64, 12i64, 38i64] [0i64, 1i64, 3i64, 6i64, 13i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i64) }
entry folded_lists [m] (ns: [m]i64): ([m]i64, [m]i64, [m]i64, [m]i64) =
  let (as, bs) = unzip (map sum_and_largest ns)
  in (map thirds ns, map (\n -> largest n 3) ns, as, bs)

def largest_first [n] (xs: [n]i64): i64 =
  if n <= 2 then i64.sum xs
  else xs[0] + i64.maximum (map largest_first [xs[:n / 2], xs[n / 2:]])

-- ==
-- entry: folded_halves
-- input { [[1i64, 2i64, 3i64], [], [4i64, 5i64, 6i64, 7i64, 1i64, 2i64, 3i64]] }
-- output { [6i64, 0i64, 19i64] }
entry folded_halves [m] (xss: [m][..]i64): [m]i64 = map largest_first xss

-- The results of one are kept while the other calls itself.
def deepen [n] (d: i64) (xs: [n]i64): [n]i64 =
  if d == 0 then xs else map (+ 1) (deepen (d - 1) xs)

def halved [n] (xs: [n]i64): []i64 =
  if n < 2 then xs else map (* 2) (halved xs[:n / 2] ++ halved xs[n / 2:])

-- ==
-- entry: kept_meanwhile
-- input { [[1i64, 2i64], [3i64], []] } output { [[3i64, 4i64], [5i64], []] [[2i64, 4i64], [3i64], []] }
entry kept_meanwhile [m] (xss: [m][..]i64): ([m][..]i64, [m][..]i64) =
  (map (deepen 2) xss, map halved xss)

-- How long the row is that a later kernel reads, the first one has found.
def first_steps [n] (adj: [n][..]i64) (v: i64): i64 =
  if length adj[v] == 0 then 0 else 1 + first_steps adj adj[v][0]

def all_steps [n] (adj: [n][..]i64) (v: i64): i64 = 1 + i64.sum (map (all_steps adj) adj[v])

-- ==
-- entry: walks
-- input { [[1i64, 2i64], [2i64, 3i64], [3i64], []] }
-- output { [3i64, 2i64, 1i64, 0i64] [7i64, 4i64, 2i64, 1i64] 3i64 }
-- input { [[0i64]] } error: calls itself more than 1000 times
-- input { empty([0][0]i64) } output { empty([0]i64) empty([0]i64) 0i64 }
entry walks [n] (adj: [n][..]i64): ([n]i64, [n]i64, i64) =
  (map (first_steps adj) (iota n), map (all_steps adj) (iota n),
   if n > 0 then first_steps adj 0 else 0)
