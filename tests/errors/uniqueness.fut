-- == use-after-with: used-after-consumed 3
def f (xs: *[4]i32): i32 =
  let ys = xs with [0] = 1
  in xs[0] + ys[0]
-- == use-after-with-alias: used-after-consumed 4
def f (xs: *[4]i32): i32 =
  let zs = xs
  let ys = xs with [0] = 1
  in zs[0] + ys[0]
-- == use-after-with-slice: used-after-consumed 4
def f (xs: *[4]i32): i32 =
  let zs = xs[1:3]
  let ys = xs with [0] = 1
  in zs[0] + ys[0]
-- == consume-parameter: not-consumable 2
def f (xs: [4]i32): [4]i32 =
  xs with [0] = 1
-- == consume-parameter-call: not-consumable 3
def g (xs: *[4]i32): *[4]i32 = xs
def f (xs: [4]i32): [4]i32 =
  g xs
-- == consume-twice: used-after-consumed 4
def g (xs: *[4]i32): i32 = xs[0]
def f (xs: *[4]i32): i32 =
  let a = g xs
  let b = g xs
  in a + b
-- == consume-in-tuple: used-after-consumed 4
def g (xs: *[4]i32): i32 = xs[0]
def f (xs: *[4]i32): (i32, i32) =
  (g xs,
   xs[1])
-- == consume-and-pass: consumes-alias 3
def g (xs: *[4]i32) (ys: [4]i32): i32 = xs[0] + ys[0]
def f (xs: *[4]i32): i32 =
  g xs xs
-- == consume-free-in-lambda: not-consumable 2
def f (xs: *[4]i32) (is: [3]i64): [3]i32 =
  map (\i -> let ys = xs with [i] = 0 in ys[0]) is
-- == consume-free-in-function: not-consumable 2
def f (xs: *[4]i32): i32 =
  let g (i: i64) = let ys = xs with [i] = 0 in ys[0]
  in g 0
-- == consume-free-in-loop: not-consumable 3
def f (xs: *[4]i32): i32 =
  loop s = 0 for i < 3 do
    let ys = xs with [i] = 0
    in s + ys[0]
-- == consume-global: not-consumable 3
def xs: [3]i32 = [1, 2, 3]
def f: [3]i32 =
  xs with [0] = 1
-- == unique-result-alias: result-aliased 1
def f (xs: [4]i32): *[4]i32 =
  xs
-- == unique-result-slice: result-aliased 1
def f (xs: [4]i32): *[2]i32 =
  xs[0:2]
-- == unique-result-global: result-aliased 2
def xs: [3]i32 = [1, 2, 3]
def f (n: i32): *[3]i32 =
  xs
-- == unique-result-twice: result-aliased 1
def f (n: i64): (*[n]i64, *[n]i64) =
  let xs = iota n
  in (xs, xs)
-- == unique-result-if: result-aliased 1
def f (b: bool) (xs: [4]i32) (ys: *[4]i32): *[4]i32 =
  if b then xs else ys
-- == if-one-branch: used-after-consumed 3
def f (b: bool) (xs: *[4]i32): i32 =
  let ys = if b then xs with [0] = 1 else [1, 2, 3, 4]
  in ys[0] + xs[0]
-- == with-self-alias: consumes-alias 2
def f (xss: *[4][4]i32): *[4][4]i32 =
  xss with [0] = xss[1]
-- == scatter-param: not-consumable 2
def f (xs: [4]i32) (is: [2]i64) (vs: [2]i32): [4]i32 =
  scatter xs is vs
-- == scatter-then-use: used-after-consumed 3
def f (xs: *[4]i32) (is: [2]i64) (vs: [2]i32): ([4]i32, i32) =
  let ys = scatter xs is vs
  in (ys, xs[0])
-- == loop-param-not-unique: not-consumable 3
def f (xs: *[4]i32): [4]i32 =
  loop (ys: [4]i32) = xs for i < 4 do
    ys with [i] = 1
-- == loop-param-initial-not-unique: not-consumable 2
def f (xs: [4]i32): [4]i32 =
  loop ys = xs for i < 4 do
    ys with [i] = 1
-- == loop-initial-then-used: used-after-consumed 3
def f (xs: *[4]i32): i32 =
  let ys = loop ys = xs for i < 4 do ys with [i] = 1
  in ys[0] + xs[0]
-- == loop-body-alias: loop-aliased 2
def f (a: [4]i32) (xs: *[4]i32): *[4]i32 =
  loop (ys: *[4]i32) = xs for i < 4 do
    a
-- == loop-two-same: loop-aliased 2
def f (n: i64): (*[n]i64, *[n]i64) =
  loop (a: *[n]i64, b: *[n]i64) = (iota n, iota n) for i < 3 do
    (a, a)
-- == record-field: not-consumable 2
def f (r: {a: [4]i32}): {a: [4]i32} =
  r with a[0] = 1
-- == higher-order: consuming-function 4
def g (h: [4]i32 -> i32) (xs: [4]i32): i32 = h xs
def k (xs: *[4]i32): i32 = xs[0]
def f (xs: [4]i32): i32 =
  g k xs
-- == pipe-consume: consuming-function 3
def g (xs: *[4]i32): *[4]i32 = xs
def f (xs: [4]i32): [4]i32 =
  xs |> g
-- == tuple-component: not-consumable 3
def g (p: (*[4]i32, [4]i32)): i32 = p.0[0]
def f (xs: [4]i32) (ys: [4]i32): i32 =
  g (xs, ys)
-- == let-with: not-consumable 2
def f (xs: [4]i32): [4]i32 =
  let xs[0] = 1
  in xs
-- == let-pattern-alias: used-after-consumed 4
def f (p: *([4]i32, [4]i32)): i32 =
  let (a, b) = p
  let c = a with [0] = 1
  in c[0] + p.0[0]
-- == map-consumes-array: consuming-function 3
def g (xs: *[4]i32): i32 = xs[0]
def f (xss: [3][4]i32): [3]i32 =
  map g xss
-- == match-then-use: used-after-consumed 3
def f (o: *(#some [4]i32 | #none)): i32 =
  match o
  case #some xs -> let ys = xs with [0] = 1 in ys[0] + xs[1]
  case #none -> 0
-- == partial-application-consumes: consuming-function 3
def g (xs: *[4]i32) (i: i32): i32 = xs[0] + i
def f (xs: *[4]i32): [2]i32 =
  map (g xs) [1, 2]
-- == reduce-alias-result: result-aliased 1
def g (x: i32) (xs: [4]i32): *[4]i32 =
  let ys = if x > 0 then xs else copy xs
  in ys
-- == alias-reverse: used-after-consumed 4
def f (xs: *[4]i32): i32 =
  let ys = reverse xs
  let zs = xs with [0] = 1
  in ys[0] + zs[0]
-- == alias-id: used-after-consumed 4
def f (xs: *[4]i32): i32 =
  let ys = id xs
  let zs = xs with [0] = 1
  in ys[0] + zs[0]
-- == alias-function: used-after-consumed 5
def g (xs: [4]i32): [4]i32 = xs
def f (xs: *[4]i32): i32 =
  let ys = g xs
  let zs = xs with [0] = 1
  in ys[0] + zs[0]
-- == alias-tuple: used-after-consumed 4
def f (xs: *[4]i32): i32 =
  let p = (xs, 1)
  let zs = xs with [0] = 1
  in p.0[0] + zs[0]
-- == alias-record: used-after-consumed 4
def f (xs: *[4]i32): i32 =
  let p = {a = xs}
  let zs = xs with [0] = 1
  in p.a[0] + zs[0]
-- == alias-if: used-after-consumed 4
def f (b: bool) (xs: *[4]i32) (ys: *[4]i32): i32 =
  let zs = if b then xs else ys
  let ws = xs with [0] = 1
  in zs[0] + ws[0]
-- == alias-match: used-after-consumed 4
def f (b: bool) (xs: *[4]i32) (ys: *[4]i32): i32 =
  let zs = match b case true -> xs case false -> ys
  let ws = ys with [0] = 1
  in zs[0] + ws[0]
-- == alias-loop: used-after-consumed 4
def f (xs: *[4]i32): i32 =
  let zs = loop zs = xs for i < 3 do zs
  let ws = xs with [0] = 1
  in zs[0] + ws[0]
-- == alias-flatten: used-after-consumed 4
def f (xs: *[2][2]i32): i32 =
  let zs = flatten xs
  let ws = xs with [0, 0] = 1
  in zs[0] + ws[0, 0]
-- == alias-row: used-after-consumed 4
def f (xss: *[2][2]i32): i32 =
  let row = xss[0]
  let ws = xss with [0, 0] = 1
  in row[0] + ws[0, 0]
-- == consume-alias: not-consumable 3
def f (xs: [4]i32): i32 =
  let ys = xs
  let zs = ys with [0] = 1
  in zs[0]
-- == consume-slice: not-consumable 3
def f (xs: [4]i32): i32 =
  let ys = xs[0:2]
  let zs = ys with [0] = 1
  in zs[0]
-- == consume-row: not-consumable 2
def f (xss: [2][2]i32): i32 =
  let ys = xss[0] with [0] = 1
  in ys[0]
-- == consume-field: not-consumable 2
def f (r: {a: [2]i32}): i32 =
  let ys = r.a with [0] = 1
  in ys[0]
-- == consume-case: used-after-consumed 3
def f (b: bool) (xs: *[4]i32): i32 =
  let y = match b case true -> (xs with [0] = 1)[0] case false -> 2
  in y + xs[0]
-- == consume-both-branches-then-use: used-after-consumed 3
def f (b: bool) (xs: *[4]i32): i32 =
  let ys = if b then xs with [0] = 1 else xs with [0] = 2
  in ys[0] + xs[0]
-- == consume-in-condition: used-after-consumed 4
def g (xs: *[4]i32): bool = xs[0] > 1
def f (xs: *[4]i32): i32 =
  if g xs
  then xs[0] else 2
-- == consume-in-operand: used-after-consumed 3
def g (xs: *[4]i32): i32 = xs[0]
def f (xs: *[4]i32): i32 =
  g xs + xs[0]
-- == consume-in-array-literal: used-after-consumed 3
def g (xs: *[4]i32): i32 = xs[0]
def f (xs: *[4]i32): [2]i32 =
  [g xs, xs[0]]
-- == consume-in-record: used-after-consumed 3
def g (xs: *[4]i32): i32 = xs[0]
def f (xs: *[4]i32) =
  {a = g xs, b = xs}
-- == consume-map-free: not-consumable 3
def g (xs: *[4]i32): i32 = xs[0]
def f (xs: *[4]i32): [3]i32 =
  map (\i -> g xs + i) [1, 2, 3]
-- == consume-reduce-operator: consuming-function 2
def f (xss: *[3][4]i32): [4]i32 =
  reduce (\(a: *[4]i32) (b: [4]i32) -> a with [0] = b[0]) (replicate 4 0) xss
-- == consume-global-call: not-consumable 4
def g (xs: *[3]i32): i32 = xs[0]
def xs: [3]i32 = [1, 2, 3]
def f (x: i32): i32 =
  g xs + x
-- == loop-while-consumed-condition: used-after-consumed 3
def g (xs: *[4]i32): bool = xs[0] > 1
def f (xs: *[4]i32): [4]i32 =
  loop ys = xs while g ys do ys
-- == loop-consumes-outer: not-consumable 3
def f (as: *[4]i32) (xs: *[4]i32): [4]i32 =
  loop ys = xs for i < 4 do
    let zs = as with [0] = 1
    in zs
-- == loop-result-shared: loop-aliased 2
def f (xs: *[4]i32): ([4]i32, [4]i32) =
  loop (a, b) = (xs, copy xs) for i < 4 do
    let c = a with [0] = 1
    in (c, c)
-- == unique-argument-shared: used-after-consumed 3
def g (a: *[4]i32) (b: *[4]i32): i32 = a[0] + b[0]
def f (xs: *[4]i32): i32 =
  g xs xs
-- == unique-argument-alias: consumes-alias 4
def g (a: *[4]i32) (b: [4]i32): i32 = a[0] + b[0]
def f (xs: *[4]i32): i32 =
  let ys = xs
  in g xs ys
-- == with-value-alias-slice: consumes-alias 2
def f (xs: *[4]i32): *[4]i32 =
  xs with [0:2] = xs[2:4]
-- == let-with-then-use-old: used-after-consumed 4
def f (xs: *[4]i32): i32 =
  let ys = xs
  let xs[0] = 1
  in ys[0] + xs[0]
-- == unique-result-record: result-aliased 1
def f (xs: [4]i32): {a: *[4]i32} =
  {a = xs}
-- == unique-result-tuple: result-aliased 1
def f (xs: [4]i32): (*[4]i32, i32) =
  (xs, 1)
-- == unique-result-row: result-aliased 1
def f (xss: [4][4]i32): *[4]i32 =
  xss[0]
-- == unique-result-loop: result-aliased 1
def f (xs: [4]i32): *[4]i32 =
  loop ys = xs for i < 3 do ys
-- == unique-result-call: result-aliased 2
def g (xs: [4]i32): [4]i32 = xs
def f (xs: [4]i32): *[4]i32 =
  g xs
-- == unique-local-function: result-aliased 2
def f (xs: [4]i32): [4]i32 =
  let g (ys: [4]i32): *[4]i32 = ys
  in g xs
-- == unique-lambda-parameter: not-consumable 2
def f (xs: [4]i32): [4]i32 =
  (\(ys: *[4]i32) -> ys with [0] = 1) xs
-- == lambda-parameter-consumed: not-consumable 2
def f (xss: [4][4]i32): [4][4]i32 =
  map (\xs -> xs with [0] = 1) xss
-- == local-parameter-consumed: not-consumable 2
def f (xs: *[4]i32): [4]i32 =
  let g (ys: [4]i32) = ys with [0] = 1
  in g xs
-- == partially-applied-then-used: consuming-function 3
def g (xs: *[4]i32) (i: i32): i32 = xs[0] + i
def f (xs: *[4]i32): i32 =
  let h = g xs
  in h 1 + xs[0]
-- == function-captures-then-consumed: used-after-consumed 4
def f (xs: *[4]i32): i32 =
  let h (i: i64) = xs[i]
  let ys = xs with [0] = 1
  in h 1 + ys[0]
-- == lambda-captures-then-consumed: used-after-consumed 4
def f (xs: *[4]i32): i32 =
  let h = \(i: i64) -> xs[i]
  let ys = xs with [0] = 1
  in h 1 + ys[0]
-- == section-captures: used-after-consumed 4
def f (xs: *[4]i32) (is: [3]i64): [3]i32 =
  let h = (\i -> xs[i])
  let ys = xs with [0] = 1
  in map h is
-- == scatter-dest-in-values: consumes-alias 2
def f (xs: *[4]i32) (is: [4]i64): [4]i32 =
  scatter xs is xs
-- == hist-consumes: used-after-consumed 3
def f (xs: *[4]i32) (is: [3]i64) (vs: [3]i32): i32 =
  let ys = reduce_by_index xs (+) 0 is vs
  in ys[0] + xs[0]
-- == ascribed-alias: used-after-consumed 4
def f (xs: *[4]i32): i32 =
  let ys = xs : [4]i32
  let zs = xs with [0] = 1
  in ys[0] + zs[0]
-- == coerced-alias: used-after-consumed 4
def f [n] (xs: *[n]i32): i32 =
  let ys = xs :> [4]i32
  let zs = xs with [0] = 1
  in ys[0] + zs[0]
-- == unique-in-let: not-consumable 3
def f (xs: [4]i32): [4]i32 =
  let ys: *[4]i32 = xs
  in ys with [0] = 1
-- == loop-reads-what-it-consumes: loop-aliased 2
def f [n] (xs: *[n]i32) =
  loop ys = xs for i < n do ys with [i] = xs[0]
-- == loop-calls-what-reads-it: loop-aliased 3
def f [n] (xs: *[n]i32) =
  let g i = xs[(i + n - 1) % n] + 1
  in loop ys = xs for i < n do ys with [i] = g i
-- == loop-over-what-it-consumes: loop-aliased 2
def f [n] (xs: *[n]i32) =
  loop ys = xs for x in xs do ys with [0] = ys[0] + x
-- == loop-while-what-it-consumes: loop-aliased 2
def f [n] (xs: *[n]i32) =
  loop ys = xs while xs[0] < 10 do ys with [0] = ys[0] + 1
-- == use-element-of-literal: used-after-consumed 5
def f (n: i64) =
  let a = [iota n, iota n]
  let b = a[0]
  let b[0] = 2
  in a
-- == field-updated-with-itself: consumes-alias 2
def f (r: *{a: [][]i32, b: i32}) =
  r with a[0] = r.a[1]
-- == use-after-field: used-after-consumed 3
def f (r: *{a: []i32, b: i32}) =
  let q = r with a[0] = 1
  in (q, r.a)
-- == loop-starts-twice: consumes-alias 2
def main [n] (xs: *[n]i32) =
  loop (a, b) = (xs, xs) for i < n do (a with [i] = 0, b)
-- == consumed-in-part: used-after-consumed 4
def f (x: *[]i32, y: []i32) = x with [0] = y[0]
def main (a: *[]i32) (b: *[]i32) =
  (f (a, b),
   b)
-- == consumed-in-part-not-unique: not-consumable 3
def f (x: *[]i32, y: []i32) = x with [0] = y[0]
def main (a: *[]i32) (b: []i32) =
  f (a, b)
-- == consumed-parts-are-one: consumes-alias 3
def f (x: *[]i32, y: []i32) = x with [0] = y[0]
def main (a: *[]i32) =
  f (a, a)
-- == one-array-twice: used-after-consumed 6
def both (n: i64): ([]i64, []i64) =
  let xs = iota n
  in (xs, xs)
entry main (n: i64): ([]i64, []i64) =
  let (as, bs) = both n
  in (as with [0] = 7, bs)
-- == captured-by-an-argument: result-aliased 3
def first (make: () -> *[2]i32): *[2]i32 = make () with [0] = 1
entry main (xs: [2]i32): *[2]i32 =
  let same (): *[]i32 = xs
  in first same

-- == components-of-one-call: used-after-consumed 2
def dup x = (x, x)
def f (xs: []i32) = let (p, q) = dup (copy xs) in (p with [0] = 1, q)

-- == components-that-share: not-consumable 2
def dup (x: []i32) = let z = copy x in (z, z)
def f (xs: []i32) = let (p, _) = dup xs in (p with [0] = 1, xs)

-- == unzipped: used-after-consumed 1
def f (xs: []i32) = let (p, q) = unzip (map (\x -> (x, x)) xs) in (p with [0] = 1, q)

-- == lambda-that-is-unique: result-aliased 1
def f (xs: []i32) = let ys = (\(ys: []i32): *[]i32 -> ys) xs in ys

-- == lambda-of-what-is-outside: result-aliased 2
def r = [1i32, 2]
def h: i32 -> []i32 = \_ -> r

-- == element-of-what-is-outside: result-aliased 2
def r = [[1i32, 2]]
def f (_: i32) = r[0]
-- == lambda-whose-result-is-not-unique: result-aliased 3
def twice 'a (f: a -> *a) (x: a): *a = f (f x)
entry main (xs: []i32) =
  twice (\(ys: []i32) -> ys) xs
-- == lambda-whose-result-is-declared-shared: result-aliased 3
def apply (f: []i32 -> *[]i32) (xs: []i32): *[]i32 = f xs
entry main (xs: []i32) =
  apply (\(ys: []i32): []i32 -> ys) xs
-- == function-whose-result-is-declared-shared: result-aliased 4
def same (xs: []i32): []i32 = xs
def apply (f: []i32 -> *[]i32) (xs: []i32): *[]i32 = f xs
entry main (xs: []i32) =
  apply same xs
-- == function-that-wants-a-unique-result: result-aliased 4
def apply (f: ([]i32 -> []i32) -> i32): i32 = f (\xs -> xs)
def first (g: []i32 -> *[]i32): i32 = (g [1])[0]
entry main (x: i32) =
  x + apply first
-- == tuple-one-part-of-which-is-unique: result-aliased 3
def apply (f: []i32 -> (*[]i32, i32)) (xs: []i32): *[]i32 = (f xs).0
entry main (xs: []i32) =
  apply (\ys: ([]i32, i32) -> (copy ys, 1)) xs
-- == result-of-pipe-is-used-after: used-after-consumed 4
entry main (xs: *[]i32) =
  let ys = xs |> map (+ 1)
  let zs = xs with [0] = 1
  in (ys, zs)
-- == result-of-pipe-is-consumed: not-consumable 3
entry main (xs: []i32) =
  let ys = map (+ 1) <| xs
  in ys with [0] = 1
-- == result-of-pipe-is-declared-unique: result-aliased 1
def more (xs: []i32): *[]i32 = xs |> map (+ 1)
entry main (xs: []i32) =
  more xs
-- == argument-before-consumed: used-after-consumed 2
def g (x: i32) (a: *[4]i32): *[4]i32 = a with [0] = x
def f (xs: *[4]i32): *[4]i32 = g xs[1] xs
-- == copy-before-consumed: used-after-consumed 2
def g (x: [4]i32) (a: *[4]i32): *[4]i32 = a with [0] = x[0]
def f (xs: *[4]i32): *[4]i32 = g (copy xs) xs
-- == argument-before-consumed-part: used-after-consumed 1
def f (xs: *[4]i32): i32 = i32.max xs[0] ((xs with [0] = 1)[1])
-- == one-of-two-equal-components-is-unique: result-aliased 1
def f [n] (xs: *[n]i64): (*[n]i64, [n]i64) = (xs, xs)
-- == the-second-of-two-equal-components-is-unique: result-aliased 1
def f [n] (xs: *[n]i64): {a: [n]i64, b: *[n]i64} = {a = xs, b = xs}
-- == a-slice-of-the-unique-component: result-aliased 1
def f [n] (xs: *[n]i64): ([]i64, *[n]i64) = (xs[0:1], xs)
-- == a-sum-of-the-unique-component: result-aliased 1
def f [n] (xs: *[n]i64): (*[n]i64, #a ([n]i64) | #b) = (xs, #a xs)
-- == local-function-with-equal-components: result-aliased 2
def f [n] (xs: *[n]i64) =
  let g (ys: *[n]i64): (*[n]i64, ((i64, [n]i64), i64)) = (ys, ((1, ys), 2)) in g xs
