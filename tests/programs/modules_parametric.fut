-- Parametric modules: applied more than once, to scalar modules, to each other.
module type shape = { type t val area: t -> f32 }

module square = { type t = f32 def area (x: t) = x * x def unseen = 3i32 }
module rectangle = { type t = (f32, f32) def area ((a, b): t) = a * b }

module pair (A: shape) (B: shape): shape with t = (A.t, B.t) = {
  type t = (A.t, B.t)
  def area ((a, b): t) = A.area a + B.area b
}
module both = pair square (pair rectangle square)

-- ==
-- entry: areas
-- input { [1f32, 2f32] [3f32, 4f32] } output { [7f32, 16f32] }
entry areas [n] (xs: [n]f32) (ys: [n]f32) =
  map2 (\x y -> both.area (x, ((x, y), (y)))) xs ys |> map2 (\y a -> a - y * y + y) ys

module poly (T: numeric) = {
  def eval [n] (coefficients: [n]T.t) (x: T.t): T.t =
    loop total = T.i32 0 for c in reverse coefficients do T.(total * x + c)
}
module poly_i32 = poly i32
module poly_u8 = poly u8
module poly_f64 = poly f64

-- ==
-- entry: polynomials
-- input { 2 } output { 17 17u8 17f64 }
entry polynomials (x: i32) =
  (poly_i32.eval [1, 2, 3] x, poly_u8.eval [1, 2, 3] (u8.i32 x), poly_f64.eval [1, 2, 3] (f64.i32 x))

-- An integral module; with I.(..) all of its operators.
module hash (I: integral) = {
  local def ones (x: I.t) = I.i32 (I.popc x)
  def step (x: I.t) = I.((x ^ (x >> i32 3)) * i32 31 + ones x)
}
module hash64 = hash i64
module hash8 = hash u8

-- ==
-- entry: hashes
-- input { [1, 77] } output { [32i64, 2112i64] [32u8, 64u8] }
entry hashes (xs: []i32) = (map (\x -> hash64.step (i64.i32 x)) xs, map (\x -> hash8.step (u8.i32 x)) xs)

-- A size as a parameter.
module vectors (P: {val n: i64}) (T: real) = {
  type t = [P.n]T.t
  def sum (a: t) (b: t): t = map2 (T.+) a b
  def length2 (a: t) = T.(sum (map2 (*) a a))
  def each [m] (vs: [m]t): [m]T.t = map length2 vs
}
module v3 = vectors { def n = 3i64 } f32

-- ==
-- entry: lengths
-- input { [[1f32, 2f32, 3f32], [0f32, 1f32, 0f32]] } output { [14f32, 1f32] [2f32, 4f32, 6f32] }
entry lengths [m] (vs: [m]v3.t) = (v3.each vs, v3.sum vs[0] vs[0])

-- Parametric modules as parameters, and module lambdas.
module twice (F: (S: shape) -> (shape with t = S.t)) (S: shape) = {
  module once = F S
  module more = F once
}
module grown = twice (\(S: shape) -> { type t = S.t def area (x: t) = S.area x + 1 }) square
-- ==
-- entry: grown_area
-- input { 3f32 } output { 11f32 }
entry grown_area (x: f32) = grown.more.area x

-- A parametric module in a module type that hides it.
module box: {
  type t
  module make: (P: {val x: i32}) -> {val boxed: t}
  val open_box: t -> i32
} = {
  type t = (i32, i32)
  module make (P: {val x: i32}) = { def boxed = (P.x, P.x + 1) }
  def open_box ((a, b): t) = a * b
}
module five = box.make { def x = 5i32 }
-- ==
-- entry: boxes
-- input { } output { 30 }
entry boxes = box.open_box five.boxed

-- The scalar modules renamed and opened.
module real' = f32
module m = { open real' def half (x: t) = x / i32 2 }
-- ==
-- entry: halves
-- input { 8f32 } output { 4f32 2.828427f32 true }
entry halves (x: f32) = (m.half x, m.sqrt x, x real'.> 1)

-- Defined here as in the prelude: what was there before is meant inside.
def map f xs = map f (map f xs)
module own = { def map f xs = map f xs def reduce = 3i32 }
-- ==
-- entry: hidden
-- input { [1, 2] } output { [3, 4] [5, 6] 3 }
entry hidden (xs: []i32) = (map (+ 1) xs, own.map (+ 2) xs, own.reduce)

-- Names that would be the same in C.
module a = { def b_c (x: i32) = x * 2 + 1 module b = { def c (x: i32) = x * 3 + 1 } }
module a_b = { def c (x: i32) = x * 5 + 1 }
def a_b_c (x: i32) = x * 7 + 1
-- ==
-- entry: names
-- input { [1, 2] } output { [343, 632] [1, 2] }
entry names (xs: []i32) = (map (\x -> a.b_c x + a.b.c x + a_b.c x + a_b_c x - 1) xs |> map (/ 1) , xs)

-- A result of an unknown type is nobody else's where only what is defined outside is in it.
module sums (T: { type t val zero: t val +: t -> t -> t }) = {
  def sum [n] (xs: [n]T.t) = reduce (T.+) T.zero (map2 (T.+) xs xs)
  def sums [n] (xs: [n]T.t): [n]T.t =
    loop ys = replicate n T.zero for i < n do
      let s = sum ys
      in ys with [i] = s T.+ xs[i]
}
module i32_sums = sums { type t = i32 def zero = 0i32 def (+) = (i32.+) }

-- ==
-- entry: own_sums
-- input { [1, 2, 3] } output { [1, 4, 13] }
entry own_sums (xs: []i32) = i32_sums.sums xs
