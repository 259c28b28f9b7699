-- == dot: size-mismatch 2
def dot [n] [m] (xs: [n]i32) (ys: [m]i32): i32 =
  reduce (+) 0 (map2 (*) xs ys)
-- == zip-constants: size-mismatch 2
def f (xs: [3]i32) (ys: [4]i32) =
  zip xs ys
-- == result-size: size-mismatch 2
def f [n] (xs: [n]i32): [n]i32 =
  concat xs xs
-- == result-constant: size-mismatch 2
def f (x: i32): [3]i32 =
  [x, x]
-- == result-filter: size-mismatch 2
def f [n] (xs: [n]i32): [n]i32 =
  filter (> 0) xs
-- == argument-size: size-mismatch 3
def g (xs: [3]i32): i32 = xs[0]
def f (ys: [4]i32): i32 =
  g ys
-- == argument-equal-sizes: size-mismatch 3
def g [n] (xs: [n]i32) (ys: [n]i32): i32 = 1
def f (xs: [3]i32) (ys: [4]i32): i32 =
  g xs ys
-- == if-sizes: size-mismatch 2
def f (b: bool) (xs: [3]i32) (ys: [4]i32): [3]i32 =
  if b then xs
  else ys
-- == matmul: size-mismatch 2; Futhark: 3
def f [n] [m] [k] (a: [n][m]i32) (b: [k][m]i32): [n][m]i32 =
  map (\r -> map (\c -> reduce (+) 0 (map2 (*) r c))
    (transpose b)) a
-- == square: size-mismatch 3
def g [n] (a: [n][n]i32): i32 = a[0, 0]
def f [n] [m] (a: [n][m]i32): i32 =
  g a
-- == iota-size: size-mismatch 2
def f (n: i64): [n]i64 =
  iota (n + 1)
-- == replicate-size: size-mismatch 2
def f (n: i64) (m: i64): [n]i32 =
  replicate m 0
-- == unused-size: unused-size 1
def f [n] (x: i32): i32 =
  x
-- == unused-size-two: unused-size 1
def f [n] [m] (x: [n]i32): i32 =
  x[0]
-- == unused-size-lambda: unused-size 2
def f (x: i32): i32 =
  let g [n] (y: i32) = y
  in g x
-- == unknown-size: unknown-name 1
def f (xs: [k]i32): i32 =
  xs[0]
-- == unknown-size-result: unknown-name 1
def f (xs: []i32): [k]i32 =
  xs
-- == ascribed-size: size-mismatch 2
def f [n] (xs: [n]i32) =
  (xs : [3]i32)
-- == let-size: size-mismatch 2
def f [n] (xs: [n]i32) =
  let ys: [4]i32 = xs
  in ys
-- == irregular-map: ragged-array 2
entry f (ns: [3]i64) =
  transpose (map (\n -> iota n) ns)
-- == irregular-map-filter: ragged-array 2
entry f (xss: [3][4]i32) =
  map2 (map2 (+)) (map (\xs -> filter (> 0) xs) xss) (map (\xs -> filter (< 0) xs) xss)
-- == irregular-literal: size-mismatch 2
def f (n: i64) =
  [[n, n], [n]]
-- == filter-unequal: size-mismatch 2
def f [n] (xs: [n]i32) =
  zip (filter (> 0) xs) (filter (< 0) xs)
-- == filter-with-original: size-mismatch 2
def f [n] (xs: [n]i32) =
  map2 (+) xs (filter (> 0) xs)
-- == reduce-array-size: size-mismatch 2
def f (xss: [3][4]i32): [5]i32 =
  reduce (map2 (+)) (replicate 5 0) xss
-- == map-inner-size: size-mismatch 2
def f (xss: [3][4]i32): [3][5]i32 =
  map (map (+ 1)) xss
-- == coerce-inner: size-mismatch 2
def f [n] (xs: [n][3]i32) =
  map (\(r: [4]i32) -> r[0]) xs
-- == type-abbreviation: size-mismatch 4
type vec [n] = [n]f32
def f [n] (x: vec [n]) (y: vec [n]): i32 = 1
def g (a: vec [3]) (b: vec [4]): i32 =
  f a b
-- == size-expression: size-mismatch 2
def f [n] (xs: [n]i32): [n + 1]i32 =
  xs
-- == size-expression-product: size-mismatch 2
def f [n] [m] (xs: [n][m]i32): [n + m]i32 =
  flatten xs
-- == take-size: size-mismatch 2
def f (xs: [10]i32): [4]i32 =
  take 3 xs
-- == split-size: size-mismatch 2
def f (xs: [10]i32): ([4]i32, [5]i32) =
  split xs
-- == loop-size: size-mismatch 2
def f (n: i64): [n]i64 =
  loop xs = iota n for i < 3 do
    concat xs [0]
-- == loop-annotated-size: size-mismatch 3
def f [n] (xs: [n]i32): [n]i32 =
  loop (ys: [n]i32) = xs for i < 3 do
    ys[1:]
-- == size-shadow: bound-twice 1
def f [n] [n] (xs: [n]i32): i32 =
  xs[0]
-- == size-and-param: bound-twice 1
def f [n] (n: i64) (xs: [n]i32): i32 =
  xs[0]
-- == negative-literal-size: size-mismatch 2
def f (xs: [3]i32): [-3]i32 =
  xs
-- == lambda-size: unknown-name 2
def f =
  \(xs: [n]i32) -> xs[0]
-- == record-size: size-mismatch 3
type r [n] = {xs: [n]i32, ys: [n]i32}
def f (xs: [3]i32) (ys: [4]i32): r [3] =
  {xs = xs, ys = ys}
-- == anonymous-size-in-type: lifted-type 1
type t = []i32
def f: t =
  [1]
-- == size-in-type-missing: type-argument 2
type t [n] = [n]i32
def f (x: t): i32 =
  x[0]
-- == slice-size: size-mismatch 2
def f [n] (xs: [n]i32): [n]i32 =
  xs[1:]
-- == scatter-size: size-mismatch 2
def f [n] [m] (dest: *[n]i32) (is: [m]i64) (vs: [n]i32): *[n]i32 =
  scatter dest is vs
-- == existential-local: size-mismatch 3
def f (n: i64): i64 =
  let xs = filter (> 0) (iota n)
  let ys: [n]i64 = xs
  in ys[0]
-- == unflatten-size: size-mismatch 2
def f (xs: [10]i32): [3][4]i32 =
  unflatten xs
-- == size-goes-out-of-scope-argument: size-mismatch 3
def g [n] (xs: [n]i64) (ys: [n]i64): i64 = xs[0] + ys[0]
def f (a: i64): i64 =
  g (let k = a * a in iota k) (iota a)
-- == zip-iota: size-mismatch 2
def f [n] (xs: [n]i32) (m: i64) =
  zip xs (iota m)
-- == map2-slices: size-mismatch 2
def f [n] (xs: [n]i32) =
  map2 (+) xs[1:] xs[2:]
-- == map-lambda-fixed: size-mismatch 2
def f (xss: [3][4]i32) =
  map (\(xs: [3]i32) -> xs[0]) xss
-- == transpose-result: size-mismatch 2
def f [n] [m] (xss: [n][m]i32): [n][m]i32 =
  transpose xss
-- == flatten-result: size-mismatch 2
def f [n] (xss: [n][n]i32): [n]i32 =
  flatten xss
-- == concat-order: size-mismatch 2
def f [n] [m] (xs: [n]i32) (ys: [m]i32): [n + m + 1]i32 =
  concat xs ys
-- == replicate-rows: size-mismatch 2
def f [n] (xs: [n]i32) (m: i64): [n][m]i32 =
  replicate m xs
-- == tabulate: size-mismatch 2
def f (n: i64) (m: i64): [m]i64 =
  tabulate n id
-- == iota-literal: size-mismatch 2
def f: [4]i64 =
  iota 3
-- == range-literal: size-mismatch 2
def f: [4]i32 =
  0..<3
-- == loop-initial-size: size-mismatch 2
def f [n] (xs: [n]i32): i32 =
  let ys = loop (ys: [3]i32) = xs for i < 3 do ys
  in ys[0]
-- == reduce-neutral-size: size-mismatch 2
def f [n] [m] (xss: [n][m]i32) =
  reduce (map2 (+)) (replicate n 0) xss
-- == scan-neutral-size: size-mismatch 2
def f [n] [m] (xss: [n][m]i32) =
  scan (map2 (+)) (replicate n 0) xss
-- == dot-inner: size-mismatch 3
def dot [n] (xs: [n]f32) (ys: [n]f32): f32 = f32.sum (map2 (*) xs ys)
def f [n] [m] (a: [n][m]f32) (b: [m][n]f32) =
  map (\r -> map (\c -> dot r c) b) a
-- == record-size: size-mismatch 2
def f [n] [m] (r: {a: [n]i32, b: [m]i32}) =
  map2 (+) r.a r.b
-- == tuple-size: size-mismatch 2
def f [n] [m] (p: ([n]i32, [m]i32)) =
  zip p.0 p.1
-- == sum-size: size-mismatch 2
def f [n] (xs: [n]i32): #some [3]i32 | #none =
  #some xs
-- == match-size: size-mismatch 2
def f (x: #some ([3]i32) | #none): [4]i32 =
  match x
  case #some xs -> xs
  case #none -> [1, 2, 3, 4]
-- == literal-rows: size-mismatch 2
def f (xs: [3]i32) (ys: [4]i32) =
  [xs, ys]
-- == string-size: size-mismatch 2
def f: [4]u8 =
  "abc"
-- == array-literal-size: size-mismatch 2
def f: [3]i32 =
  [1, 2, 3, 4]
-- == nested-array-literal: size-mismatch 2
def f: [2][2]i32 =
  [[1, 2, 3], [4, 5, 6]]
-- == scatter-mismatch: size-mismatch 2
def f (is: [3]i64) (vs: [4]i32) =
  scatter (replicate 10 0) is vs
-- == hist-mismatch: size-mismatch 2
def f (is: [3]i64) (vs: [4]i32) =
  hist (+) 0 10 is vs
-- == update-row: size-mismatch 2
def f (xss: *[4][4]i32) (ys: [3]i32): [4][4]i32 =
  xss with [0] = ys
-- == local-function-size: size-mismatch 3
def f [n] (xs: [n]i32) =
  let g (ys: [n]i32) = ys[0]
  in g (filter (> 0) xs)
-- == local-polymorphic-size: size-mismatch 3
def f (xs: [3]i32) (ys: [4]i32) =
  let g [m] (a: [m]i32) (b: [m]i32) = a[0] + b[0]
  in g xs ys
-- == partial-application-size: size-mismatch 4
def g [n] (xs: [n]i32) (ys: [n]i32): i32 = xs[0] + ys[0]
def f (a: [3]i32) (b: [4]i32) =
  let h = g a
  in h b
-- == compose-size: size-mismatch 2
def f =
  (\(xs: [3]i32) -> xs[0]) <-< (\(x: i32) -> [x, x])
-- == pipe-size: size-mismatch 3
def g (xs: [3]i32): i32 = xs[0]
def f (x: i32) =
  [x, x] |> g
-- == pipe-map: size-mismatch 2
def f (xs: [3]i32): [4]i32 =
  xs |> map (+ 1)
-- == type-alias-size: size-mismatch 3
type m [n] [k] = [n][k]f32
def f [n] [k] (a: m [n] [k]): m [k] [n] =
  a
-- == type-alias-constant: size-mismatch 3
type v3 = [3]f32
def f (x: [4]f32): v3 =
  x
-- == size-from-function: size-mismatch 3
def g (n: i64): [n]i64 = iota n
def f: [4]i64 =
  g 3
-- == size-from-function-twice: size-mismatch 3
def g (n: i64): [2 * n]i64 = iota (2 * n)
def f (n: i64): [n]i64 =
  g n
-- == dependent-lambda: size-mismatch 2
def f (n: i64): [n]i64 =
  (\m -> iota m) (n + 1)
-- == coerce-in-map: size-mismatch 2
def f (xss: [3][4]i32): [3][5]i32 =
  map (\xs -> xs :> [4]i32) xss
-- == ascribe-filter: size-mismatch 2
def f (xs: [4]i32) =
  (filter (> 0) xs : [4]i32)
-- == if-result-unknown: size-mismatch 2
def f (b: bool) (xs: [3]i32) (ys: [4]i32) =
  zip (if b then xs else ys) [1, 2, 3]
-- == split-parts: size-mismatch 3
def f (xs: [10]i32) =
  let (a, b) = split (xs :> [3 + 7]i32)
  in zip a b
-- == outer-product: size-mismatch 2
def f [n] [m] (xs: [n]i32) (ys: [m]i32): [m][n]i32 =
  map (\x -> map (\y -> x * y) ys) xs
-- == unzip-size: size-mismatch 2
def f [n] (xs: [n](i32, i32)): [3]i32 =
  (unzip xs).0
-- == size-of-literal-in-type: size-mismatch 2
def f (x: [2 + 2]i32): [5]i32 =
  x
-- == let-annotated: size-mismatch 2
def f (n: i64) =
  let xs: [n + 1]i64 = iota n
  in xs
-- == map3: size-mismatch 2
def f [n] [m] (xs: [n]i32) (ys: [n]i32) (zs: [m]i32) =
  map3 (\x y z -> x + y + z) xs ys zs
-- == rotate-keeps: size-mismatch 2
def f [n] (xs: [n]i32): [n + 1]i32 =
  rotate 1 xs
-- == irregular-if: ragged-array 2
entry f (ns: [3]i64) =
  scan (map2 (+)) [0, 0] (map (\n -> if n > 2 then [1, 2] else [1, 2, 3]) ns)
-- == irregular-slice: ragged-array 2
entry f (xs: [10]i32) (ns: [3]i64) =
  map (\row -> map2 (+) row xs) (map (\n -> xs[:n]) ns)
-- == irregular-loop: ragged-array 2
entry f (ns: [3]i64) (xss: *[3][3]i64) =
  xss with [0] = (map (\n -> loop xs = [0i64] for i < n do concat xs [i]) ns)[0]
-- == irregular-function: ragged-array 3
def g (n: i64): []i64 = iota n
entry f (ns: [3]i64) (xss: [3][..]i64) =
  map2 (map2 (-)) (map g ns) xss
-- == size-i32-cast: type-mismatch 1
def f (n: i32): [n]i32 =
  replicate (i64.i32 n) 0
-- == size-float: type-mismatch 1
def f (xs: [2.5]i32): i32 =
  xs[0]
-- == causality-apply: causality 2
def f (xs: []i32): i64 =
  length <| filter (> 0) xs
-- == causality-lambda: causality 2
def f (xs: []i32): i64 =
  (\ys -> length ys) <| filter (> 0) xs
-- == causality-map: causality 2
def f (xs: []i32) =
  map (\x -> x + 1) <| filter (> 0) xs
-- == causality-section: causality 2
def f (n: i64) =
  (.0) <| loop (acc: []i64, c) = ([], 2) while c < n do (acc ++ [c], c + 1)
-- == causality-local-function: causality 2
def f (n: i64) =
  let g = reduce (\x y -> map2 (+) x y)
  let ys = filter (> 0) (iota n)
  in g (map (const 0) ys) [ys]
-- == causality-nested: causality 2
def f (xs: []i32): i64 =
  i64.max 3 <| length <| filter (> 0) xs
-- == causality-if: causality 2
def f (b: bool) (xs: []i32): i32 =
  reduce (+) 0 <| if b then filter (> 0) xs else xs
-- == causality-range: type-mismatch 2
def f (n: i64) (m: i64): i64 =
  i64.sum <| (n * 2)..<(m * m)
-- == causality-argument-order-2: causality 3
def g [n] (xs: [n]i32) (h: [n]i32 -> i32): i32 = h xs
def f (xs: []i32): i32 =
  g (filter (> 0) xs) (reduce (+) 0)
-- == causality-tuple-2: causality 2
def f (xs: []i32) =
  let (h, a) = (length, filter (> 0) xs)
  in h a
-- == size-of-a-function-parameter: size-mismatch 3
def apply (f: i64 -> []i32 -> []i32) (k: i32) = f 0 [k]
def g (n: i64) (xs: [n]i32): [n]i32 = xs
def h (k: i32) = apply g k
-- == two-sizes-for-a-function: size-mismatch 2
def f (g: []i32 -> i32) =
  g [1] + g [1, 2]
-- == own-sizes-differ: size-mismatch 3
def both '^a '^b (f: a -> b) (x: a) (y: a): (b, b) = (f x, f y)
def f (n: i64) (m: i64) = let (p, q) = both iota n m in
  zip p q
-- == own-size-wanted: size-mismatch 2
def f (x: i32) =
  filter (> x) >-> length
-- == size-not-told: size-unknown 2
def make [n] (x: i32): [n]i32 = replicate n x
def f (x: i32) = length (make x)
-- == elements-with-own-sizes: ragged-array 2
type~ t = []i32
def f (xs: []t) = xs
-- == entry-size-of-result: entry-polymorphic 1
entry main [n] (x: i32): [n]i32 = replicate n x
-- == sum-in-another-order: size-mismatch 2
def f (x: i64) (y: i64): [x + y]i64 =
  iota (y + x)
-- == plus-nothing: size-mismatch 2
def f (n: i64): [n]i64 =
  iota (n + 0)
-- == name-for-a-size: size-mismatch 3
def f [n] (xs: [n]i64) =
  let m = n in
  map2 (+) xs (iota m)
-- == inclusive-range: size-mismatch 2
def f (n: i64): [n]i64 =
  1...n

-- == part-of-parameter-in-result: size-mismatch 1
def f (n: i64, m: i64): [n + m]i32 = replicate (n + m) 0

-- == branch-sizes-differ: size-mismatch 2
def f (b: bool): [if b then 1 else 2]i32 =
  replicate (if b then 1 else 3) 0
-- == result-of-filter-iterated: size-mismatch 2
def main (xs: []i32) =
  iterate 3 (filter (> 0)) xs
-- == result-of-filter-as-long: size-mismatch 3
def twice [n] (f: [n]i32 -> [n]i32) (xs: [n]i32) = f (f xs)
def main (xs: []i32) =
  twice (filter (> 0)) xs
-- == three-irregular-dimensions: ragged-array 1
entry f (xs: [][..][..][..]i64) =
  map (map length) xs

-- == square-of-two-sizes: size-mismatch 2
type square [n] 't = [n][n]t
def f: i64 -> square [] i64 = \n -> tabulate_2d (n + 1) (n + 2) (\i j -> i + j)

-- == open-after-let: size-unknown 1
def main = let [n][m] (xss: [n][m]i64) = [] in (n, m)

-- == open-in-an-unused-lambda: size-unknown 1
def main (x: i32) = let f = \(xs: []i32) -> xs[0] in x

-- == coercion-of-nothing: size-unknown 2
type opt 't = #some t | #none
def main (b: bool) (x: i64) = if b then #some (iota x) else #none :> opt ([2]i64)

-- == parameter-of-an-inner-size: size-unknown 1
def f (x: bool) = let (n, _) = if x then (10, true) else (20, true) in \(_: [n]bool) -> true

-- == instance-in-a-branch: size-unknown 2
def zeros [n]: [n]i32 = replicate n 0
def main (b: bool) (xs: []i32) = if b then zeros else xs

-- == existential-of-a-function: unused-size 1
def f: (i64, i64) -> ?[n][m].(b: bool) -> *[n][m]bool =
  \(n, m) (b: bool) -> replicate n (replicate m b)

-- == existential-sum: unused-size 1
def f (x: i32): ?[n].[n + 1]i32 = replicate 3 x

-- == size-consumes: not-consumable 2
def consume (xs: *[]i64): i64 = xs[0]
def main [n] (ns: *[n]i64) (xs: [consume ns]f32) = xs[0]

-- == hole-in-the-other-branch: causality 1
def main (b: bool) (A: []i32) = if b then filter (> 0) A else ???

-- == not-decided-by-the-other-branch: size-mismatch 4
def f [n] (xs: [n]i32) =
  loop zs = replicate n 1i32 for i < n do
    let ys = if i == 2 then zs else xs
    in map2 (+) xs ys

-- == two-parameters-of-a-type: bound-twice 1
def f: (q: i32) -> (q: i32) -> i32 = \x _ -> x

-- == two-values-of-unknown-sizes: size-mismatch 3
def positive = filter (> 0) [1, -1, 2]
def more = filter (> 1) positive
def main = map2 (+) positive more

-- == two-sizes-of-a-piped-function: size-mismatch 2
def two (n: i64) (x: i32) = (replicate n x, replicate (n + 1) x)
def main (n: i64) = let (a, b) = (n |> two) 1 in map2 (+) a b
-- == size-of-pipe-is-not-known: size-mismatch 3
def zeros (n: i64): [n]i32 = replicate n 0
entry main [n] (xs: [n]i32) =
  n |> zeros |> map2 (+) xs
-- == size-of-pipe-is-not-declared: size-mismatch 3
def zeros (n: i64): [n]i32 = replicate n 0
entry main (n: i64): [n]i32 =
  zeros <| n
-- == result-of-function-without-size: size-mismatch 3
def f (n: i64) =
  let g = \(k: i64): []i64 -> iota k
  in map2 (+) (g n) (g n)
-- == type-of-functions-on-untold-sizes: unused-size 1
type^ t = i64 -> []i64 -> i64
-- == type-of-functions-of-such: unused-size 1
type^ t = {f: (([]i64, bool) -> i64) -> i64}
-- == specified-type-of-functions-on-untold-sizes: unused-size 1
module type m = { type^ t = (?[n].[n]i64) -> i64 }
-- == units-of-a-loop-that-grow: size-unknown 2
def size [n] (_: [n]()) = n
entry main (k: i64) = size (loop u = [] for i < k do replicate (length u + i) ())
-- == units-of-branches-that-differ: size-unknown 2
def size [n] (_: [n]()) = n
entry main (c: bool) (n: i64) = size (if c then replicate n () else replicate (n + 2) ())
-- == units-as-long-as-each-row: size-unknown 3
def size [n] (_: [n]()) = n
entry main (k: i64) =
  let rows = map (\i -> replicate i ()) (iota k)
  in size rows[0]
