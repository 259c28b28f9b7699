-- == unknown: unknown-name 2
def f (x: i32): i32 =
  x + y
-- == misspelt: unknown-name 2
def f (length: i32): i32 =
  lenght
-- == later: defined-later 2
def f (x: i32): i32 =
  g x
def g (x: i32): i32 = x
-- == recursive: recursion 1
def f x: i32 =
  f (x - 1i32)
-- == recursive-in-every-case: recursion 1
def f (x: i64): i64 = if x > 0 then f (x - 1) else (f x, 1).1
-- == recursive-before-any-case: recursion 1
def f (x: i64): i64 = let y = f (x - 1) in match y case 0 -> 1 case _ -> loop y for _i < x do f y
-- == recursive-local: recursion 2
def f (x: i32): i32 =
  let g (y: i32): i32 = g (y - 1)
  in g x
-- == recursive-on-arrays-in-every-case: recursion 1
def f [n] (xs: [n]i32): i32 =
  xs[0] + f (map (+ f xs[1:]) xs[1:])
entry main (xss: [][]i32) = map f xss
-- == mutually-in-every-case: recursion 1
def f (x: i32): i32 =
  g (x - 1)
def g (x: i32): i32 = f x
-- == let-self: unknown-name 2
def f (x: i32): i32 =
  let y = y + x
  in y
-- == let-outside: unknown-name 3
def f (x: i32): i32 =
  (let y = x in y)
  + y
-- == lambda-outside: unknown-name 3
def f (xs: [3]i32): i32 =
  let ys = map (\a -> a + 1) xs
  in ys[0] + a
-- == loop-counter-outside: unknown-name 3
def f (x: i32): i32 =
  (loop s = 0 for i < x do s + i)
  + i
-- == loop-parameter-outside: unknown-name 3
def f (x: i32): i32 =
  let r = loop s = 0 for i < x do s + i
  in r + s
-- == case-outside: unknown-name 3
def f (x: #some i32 | #none): i32 =
  (match x case #some y -> y case #none -> 0)
  + y
-- == unknown-type: unknown-type 1
def f (x: int): i32 =
  x
-- == unknown-type-param: unknown-type 1
def f (x: t): t =
  x
-- == type-later: unknown-type 1
def f (x: t): i32 =
  1
type t = i32
-- == type-recursive: unknown-type 2
type list =
  #nil | #cons i32 list
-- == unknown-module: unknown-module 2
def f (x: f64): f64 =
  math.sqrt x
-- == unknown-operator: unknown-name 2
def f (x: i32): i32 =
  x <+> x
-- == twice: defined-twice 2
def f (x: i32): i32 = x
def f (x: i32): i32 = x + 1
-- == type-twice: defined-twice 2
type t = i32
type t = i64
-- == parameter-twice: bound-twice 2
def f (x: i32)
      (x: i32): i32 = x
-- == pattern-twice: bound-twice 2
def f (p: (i32, i32)): i32 =
  let (a, a) = p
  in a
-- == lambda-twice: bound-twice 2
def f =
  \(x: i32) (x: i32) -> x
-- == type-param-twice: bound-twice 1
def f 'a 'a (x: a): a =
  x
-- == type-param-unbound: unknown-type 1
type pair = (a, a)
-- == local-function-outside: unknown-name 3
def f (x: i32): i32 =
  (let g (y: i32) = y in g x)
  + g x
-- == field-of-module: unknown-field 2
def f (x: i32): i32 =
  x.y
-- == unknown-in-size: unknown-name 2
def f (xs: [3]i32): [3]i32 =
  xs :> [k]i32
-- == underscore-use: syntax 2
def f (_: i32): i32 =
  _
-- == unknown-attribute-place: unknown-name 2
def f (x: i32): i32 =
  #[inline] y
-- == intrinsics-name: unknown-module 2
def f (xs: [3]i32): i32 =
  intrinsics.lenght xs
-- == main-twice: defined-twice 2
def main (x: i32): i32 = x
entry main (x: i32): i32 = x
-- == let-type-scope: unknown-type 3
def f (x: i32): i32 =
  let g 't (y: t) = y
  let z: t = x
  in z
-- == type-of-itself: unknown-type 1
type t = t
def f (x: t): t = x
-- == lambda-of-unknown: unknown-module 1
def f (x: i32) = m.foo (\y -> y + x) 1
-- == recursion-with-lambda: recursion 1
def f (g: i64 -> i64) (n: i64): i64 = f (\x -> g x) n
def main (n: i64) = f (+ 1) n
-- == lambda-of-recursion: not-a-function 1
def f (n: i64): i64 = f n (\x -> x)
-- == and-defined: defined-twice 1
def (&&) (a: bool) (_: bool) = a
-- == or-defined-in-module: defined-twice 1
module m = { def (||) (a: i32) (_: i32) = a }

-- == result-is-global: result-aliased 2
def table = [1i32, 2, 3]
def f (x: i32) = (x, table[1:])
-- == mutually-and-itself: recursion 2
def f (k: i64): i64 = if k == 0 then 1 else k - m (f (k - 1))
def m (k: i64): i64 = if k == 0 then 0 else k - f (m (k - 1))
-- == mutually-beside-the-first: recursion 2
def f (k: i64): i64 = if k == 0 then 1 else g (k - 1)
def g (k: i64): i64 = if k == 0 then 0 else h (k - 1)
def h (k: i64): i64 = if k == 0 then 0 else g (k - 1) + f (k - 2)
-- == mutually-of-any-type: recursion 2
def ping 'a (k: i64) (x: a): a = if k == 0 then x else pong (k - 1) x
def pong 'a (k: i64) (x: a): a = if k == 0 then x else ping (k - 1) x
-- == mutually-with-a-hidden-name: recursion 3 alone
def base (x: i64): i64 = x
def f (base: i64): i64 = if base > 3 then g (base - 1) else base
def g (x: i64): i64 = base (if x > 1 then f (x - 1) else x)
-- == later-that-calls-a-parameter: defined-later 1
def f (k: i64): i64 = g (k - 1)
def g (f: i64): i64 = f + 1
-- == later-than-those-that-call-each-other: defined-later 1
def even (n: i64): bool = n == 0 || odd (other n)
def odd (n: i64): bool = n != 0 && even (n - 1)
def other (n: i64): i64 = n - 1
-- == underscore: unused-name 2
def f (_x: i32) =
  _x + 1
-- == underscore-size: unused-name 1
def f [_n] (xs: [_n]i32) =
  xs[0]
-- == underscore-member: unused-name 3
module m = { def _f (x: i32) = x }
def g (x: i32) =
  m._f x
-- == underscore-lambda: unused-name 2
def f (xs: []i32) =
  map (\_x -> _x) xs
