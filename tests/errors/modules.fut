-- == value-and-module: defined-twice 2
def m = 1i32
module m = { def x = 1i32 }
def main = m.x
-- == opaque-result: type-mismatch 3
module type mt = { type t val x : t }
module m : mt = { type t = i32 def x = 3i32 }
def main : i32 = m.x
-- == opaque-parameter-arith: type-mismatch 2
module type mt = { type t val x : t }
module f (M: mt) = { def y = M.x + 1 }
def main (x: i32) = x
-- == local-member: unknown-module 2
module m = { local def x = 1i32 def y = x }
def main = m.x
-- == local-open-member: unknown-module 2
module m = { local open { def x = 1i32 } def y = x }
def main = m.x
-- == lambda-plain-result: syntax 1
module f = \(M: {val x : i32}) : {val z : i32} -> { def z = M.x }
module g = f {def x = 1i32 def other = 2i32}
def main = g.z
-- == value-type: type-mismatch 2
module type s = { val f : i32 -> i32 }
module m : s = { def f (x: i64) = x }
def main (x: i32) = m.f x
-- == type-definition: type-mismatch 2
module type s = { type t = i32 val f : t }
module m : s = { type t = i64 def f = 1i64 }
def main = m.f
-- == missing-member: unknown-module 2
module m = { def x = 1i32 }
def main = m.y
-- == unknown-module-path: unknown-module 1
module m = n.k
def main (x: i32) = x
-- == unknown-module: unknown-module 1
def main (x: i32) = q.x
-- == member-of-parametric: not-a-module 2
module m (M: {val x : i32}) = { def y = M.x }
def main = m.y
-- == apply-plain-module: not-a-module 2
module m = { def x = 1i32 }
module n = m m
def main (x: i32) = x
-- == local-open-missing: unknown-name 1
module f (I: integral) = { def g (x: I.t) = I.(x % i32 10 + popcc x) }
def main (x: i32) = x
-- == float-is-not-integral: module-lacks 2
module f (I: integral) = { def g (x: I.t) = x }
module g = f f32
def main (x: f32) = g.g x
-- == opaque-parameters: type-mismatch 2
module m : { type t 'a val mk 'a : a -> t a val get 'a : t a -> a } = { type t 'a = (a, a) def mk 'a (x: a) : t a = (x, x) def get 'a (x: t a) = x.0 }
def main : f32 = m.get (m.mk 3i32)
-- == lifted-needed: lifted-type 1
module m : { type t val mk : i32 -> t } = { type^ t = i32 -> i32 def mk (x: i32) : t = \y -> x + y }
def main (x: i32) = x
-- == size-lifted-needed: lifted-type 1
module m : { type t val mk : i32 -> t } = { type~ t = []i32 def mk (x: i32) : t = replicate (i64.i32 x) 1i32 }
def main (x: i32) = x
-- == operator-hidden: type-mismatch 3
module m = { def (+) (a: i32) (b: i32) = a * b }
open m
def main (x: f32) = x + 1
-- == module-as-value: not-a-value 2
module m = { def x = 1i32 }
def main (x: i32) = m
-- == entry-in-module: entry-in-module 1
module m = { entry foo (x: i32) = x }
def main (x: i32) = m.foo x
-- == value-specified-twice: defined-twice 1
module type mt = { val x : i32 val x : i32 }
def main (x: i32) = x
-- == type-specified-twice: defined-twice 1
module type mt = { type t type t }
def main (x: i32) = x
-- == unnamed-size: unnamed-size 1
module type mt = { val f : []i32 -> i32 }
def main (x: i32) = x
-- == with-on-definition: not-abstract 2
module type mt = { type t = i32 }
module m : mt with t = i64 = { type t = i64 }
def main (x: i32) = x
-- == opaque-size: size-mismatch 2
module m : { val n : i64 val f : [n]i32 -> i32 } = { def n : i64 = 3 def f (x: [n]i32) = x[0] }
def main (x: [3]i32) = m.f x
-- == opaque-sizes-differ: size-mismatch 2
module m : { type t [n] val mk : (n: i64) -> t [n] val add [n] : t [n] -> t [n] -> t [n] } = { type t [n] = [n]i32 def mk (n: i64) = replicate n 1i32 def add [n] (a: t [n]) (b: t [n]) : t [n] = map2 (+) a b }
def main (k: i64) (l: i64) = m.add (m.mk k) (m.mk l)
-- == result-not-unique: result-aliased 1
module m : { val f : [3]i32 -> *[3]i32 } = { def f (y: [3]i32) : [3]i32 = y }
def main (k: [3]i32) = m.f k
-- == argument-consumed: consuming-function 1
module m : { val f [n] : [n]i32 -> *[n]i32 } = { def f [n] (y: *[n]i32) : *[n]i32 = y with [0] = 1 }
def main [n] (k: *[n]i32) = m.f k
-- == opaque-consumed: used-after-consumed 2
module m : { type t val f : *t -> *t val mk : i32 -> *t } = { type t = [3]i32 def f (y: *t) : *t = y with [0] = 1 def mk (x: i32) : *t = replicate 3 x }
def main (k: i32) = let a = m.mk k let b = m.f a in (a, b)
-- == sealed-twice: type-mismatch 3
module m : { type t val x : t } = { type t = i32 def x = 1i32 }
module n : { type t val x : t } = m
def main = if true then m.x else n.x
-- == generative: type-mismatch 4
module f (M: {}) : { type t val x : t } = { type t = i32 def x = 1i32 }
module a = f {}
module b = f {}
def main = if true then a.x else b.x
-- == include-unknown: unknown-module 1
module type mt = { include nope }
def main (x: i32) = x
-- == literal-type: type-mismatch 1
module m : { val x : i64 } = { def x = 1 }
def main = m.x
-- == term-specified-twice: defined-twice 1
module type a = { val x : i32 module x : { } } 
def main (x: i32) = x
-- == lambda-result-parentheses: syntax 1
module f = \(M: {val x : i32}) : {val z : i32} -> { def z = M.x }
def main (x: i32) = x
-- == with-of-parameter: type-mismatch 3
module type S = { type t }
module f (A: S) (B: S with t = A.t) = { def g (x: A.t) : B.t = x }
module m = f {type t = i32} {type t = i64}
def main (x: i32) = m.g x
-- == module-as-parameter: size-mismatch 2
module type vec = { type vec 'a val n : i64 val get 'a : i64 -> vec a -> a val mk 'a : (i64 -> a) -> vec a }
module any (P: {val n : i64}) : vec = { type vec 'a = [P.n]a def n = P.n def get 'a (i: i64) (v: vec a) = v[i] def mk 'a (f: i64 -> a) = map f (iota n) }
module v3 = any { def n = 3i64 }
def main (x: i64) = v3.get 1 (v3.mk (+ x))
-- == size-of-result: size-mismatch 1
module m : { val f : (n: i64) -> [n]i64 } = { def f (n: i64) = iota (n + 1) }
def main (k: i64) : [k]i64 = m.f k
-- == used-before: defined-later 1
module m = { def f (x: i32) = g x def g (x: i32) = x }
def main (x: i32) = m.f x
-- == recursion: recursion 1
module m = { def f x = f (x + 1i32) }
def main (x: i32) = m.f x
-- == module-below: unknown-module 1
def main (x: i32) = m.f x
module m = { def f (x: i32): i32 = x }
-- == defined-twice: defined-twice 1
module m = { def f (x: i32) = x def f (x: i32) = x }
def main (x: i32) = m.f x
-- == members-of-parametric: type-mismatch 2
module type s = { type t module g : (Y: {val x : t}) -> {val p : t} val mk : i32 -> t val un : t -> i32 }
module m : s = { type t = i32 module g (Y: {val x : t}) = { def p = Y.x + 1 } def mk (x: i32) = x def un (x: t) = x }
module gm = m.g { def x = m.mk 3 }
def main = m.un gm.p
-- == opaque-argument: type-mismatch 2
module type s = { type t module g : (Y: {val x : t}) -> {val p : t} val mk : i32 -> t val un : t -> i32 }
module m : s = { type t = i32 module g (Y: {val x : t}) = { def p = Y.x + 1 } def mk (x: i32) = x def un (x: t) = x }
module gm = m.g { def x = 3i32 }
def main = m.un gm.p
-- == with-type-mismatch: type-mismatch 2
module type S = { type t val x: t }
module m: S with t = f32 = { type t = i32 def x = 3i32 }
def main (x: i32) = x
-- == functor-arg-value: type-mismatch 2
module f (M: { val g: i32 -> i32 }) = { def h (x: i32) = M.g x }
module m = f { def g (x: f32) = x }
def main (x: i32) = m.h x
-- == functor-arg-opaque: type-mismatch 4
module f (M: { type t val x: t }) = { def y: M.t = M.x }
module a: { type t val x: t } = { type t = i32 def x = 1i32 }
module m = f a
def main: i32 = m.y
-- == lambda-result: type-mismatch 1
module f = \(M: { val x: i32 }): ({ val y: i32 }) -> { def y = true }
module m = f { def x = 1i32 }
def main (x: i32) = x
-- == open-functor: not-a-module 2
module f (M: { val x: i32 }) = { def y = M.x }
open f
def main (x: i32) = x
-- == open-value: not-a-module 2
def f (x: i32) = x
open f
def main (x: i32) = x
-- == local-open-unknown: unknown-module 1
def main (x: i32) = nope.(x + 1)
-- == type-of-module-unknown: unknown-module 2
module m = { type t = i32 }
def main (x: m.u) = x
-- == type-of-unknown-module: unknown-module 1
def main (x: m.u) = x
-- == abstract-arith: type-mismatch 2
module m: { type t val x: t } = { type t = i32 def x = 1i32 }
def main (y: i32) = y + m.x
-- == abstract-field: unknown-field 2
module m: { type t val x: t } = { type t = {a: i32} def x: t = {a = 1i32} }
def main (_: i32) = m.x.a
-- == abstract-index: too-many-indices 2
module m: { type t val x: t } = { type t = [2]i32 def x: t = [1, 2] }
def main (_: i32) = m.x[0]
-- == abstract-match: type-mismatch 2
module m: { type t val x: t } = { type t = #a | #b def x: t = #a }
def main (_: i32) = match m.x case #a -> 1i32 case #b -> 2
-- == functor-body-abstract: not-comparable 1
module f (M: { type t val x: t }) = { def y = M.x == M.x }
def main (x: i32) = x
-- == sig-in-sig-order: unknown-type 1
module type S = { val x: t type t }
def main (x: i32) = x
-- == sig-unknown: unknown-module 1
module m: nope = { def x = 1i32 }
def main (x: i32) = x
-- == module-missing-submodule: module-lacks 2
module type S = { module n: { val x: i32 } }
module m: S = { def n = 3i32 }
def main (x: i32) = x
-- == functor-for-module: not-a-module 2
module type S = { module n: { val x: i32 } }
module m: S = { module n (M: {}) = { def x = 1i32 } }
def main (x: i32) = x
-- == module-for-functor: not-a-module 2
module f (F: (M: {}) -> {val x: i32}) = { }
module m = f { def x = 1i32 }
def main (x: i32) = x
-- == type-params: module-mismatch 2
module type S = { type t 'a }
module m: S = { type t = i32 }
def main (x: i32) = x
-- == poly-value: type-mismatch 1
module m: { val f 'a: a -> a } = { def f (x: i32) = x }
def main (x: i32) = x
-- == consumes: consuming-function 1
module m: { val f [n]: [n]i32 -> i32 } = { def f [n] (x: *[n]i32) = (x with [0] = 1)[0] }
def main (x: i32) = x
-- == size-promised: size-mismatch 1
module m: { val f [n]: [n]i32 -> [n]i32 } = { def f [n] (x: [n]i32): [n + 1]i32 = x ++ [1] }
def main (x: i32) = x
-- == fewer-params: not-a-module 3
module f (A: {val x: i32}) (B: {val y: i32}) = { def z = A.x + B.y }
module m = f {def x = 1i32}
def main (x: i32) = m.z
-- == apply-scalar: not-a-module 1
module m = f32 i32
def main (x: i32) = x
-- == value-applied-module: not-a-value 2
module m = { def x = 1i32 }
def main (y: i32) = m y
-- == include-value: unknown-module 1
module type S = { include i32 }
def main (x: i32) = x
-- == nested-entry: entry-in-module 1
module m = { module n = { entry f (x: i32) = x } }
def main (x: i32) = m.n.f x
-- == hidden-by-signature: unknown-module 2
module m: { val x: i32 } = { def x = 1i32 def y = 2i32 }
def main (a: i32) = a + m.y
-- == twice-type: defined-twice 1
module m = { type t = i32 type t = f32 }
def main (x: i32) = x
-- == twice-sig: defined-twice 2
module type S = { }
module type S = { }
def main (x: i32) = x
-- == error-in-instance-once: type-mismatch 1
module f (M: { type t }) = { def g (x: M.t): i32 = x }
module a = f { type t = i32 }
module b = f { type t = i32 }
def main (x: i32) = a.g x
-- == with-unknown: not-abstract 2
module type S = { type t }
module type T = S with u = i32
def main (x: i32) = x
-- == equal-abstract-instances: type-mismatch 4
module f (M: {}) : { type t val x: t val eq: t -> t -> bool } = { type t = i32 def x = 1i32 def eq (a: t) (b: t) = a == b }
module a = f {}
module b = f {}
def main (_: i32) = a.eq a.x b.x
-- == what-a-wrong-module-gives: not-a-module 2 alone
module f (R: real) = {
  def half (xs: []R.t) = let n = 2i64 in R.(map (\x -> x / i64.(n)) xs)
}
module a = f f64
entry main (k: i64) (xs: []f64) = let n = k % 7 in map (.0) (a.half (map f64.i64 (iota n)))
-- == what-a-wrong-name-gives: unknown-name 1 alone
entry main (n: i64) = let q = zork n in (map (.0) q, 1 + q)

-- == refined-by-fewer-parameters: type-argument 2
module type a = {type t 'a}
module type b = a with t = i32

-- == refined-by-a-size: type-argument 2
module type a = {type t 'a}
module type b = a with t [n] = [n]i32

-- == abstract-sum-of-sizes: unused-size 1
module m: {type sum [n] [m]} = {type sum [n] [m] = [n + m]bool}

-- == value-without-a-size: unnamed-size 1
module m: {val y: []i32} = {def y = [1i32]}

-- == argument-of-another-type: type-mismatch 2
module mk (X: {type t val k: i64 -> t}) = {
  def c = X.k 3i32
}
module m = mk {type t = i64 def k = id}

-- == two-parameters-of-a-value: bound-twice 1
module type mt = {val f: (q: i32) -> (q: i32) -> i32}
-- == with-a-size-of-its-own: lifted-type 2
module type grown = { type~ t val make: i64 -> t }
module a: grown with t = ([]i64) = { type~ t = []i64 def make (n: i64): t = iota n }
-- == with-a-type-that-has-a-size-of-its-own: lifted-type 3
module type grown = { type^ t val make: i64 -> t }
type~ row = {x: []i64}
module a: grown with t = row = { type^ t = row def make (n: i64): t = {x = iota n} }
-- == value-of-own-size: unnamed-size 1
module m : { type~ t val e : t } = { type~ t = []i32 def e : t = [] }
-- == value-of-own-size-polymorphic: unnamed-size 1
module m : { type~ t 'a val e 'a : (t a, i32) } = {
  type~ t 'a = []a
  def e 'a : (t a, i32) = ([], 2) }
-- == value-of-own-size-argument: unnamed-size 2
module f (P: { type~ t val e : t }) = { def g = P.e }
module m = f { type~ t = []i32 def e : t = [] }
