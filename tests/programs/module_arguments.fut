-- The argument of a parametric module is seen through the parameter's module type, where it is
-- more polymorphic too; sizes go through the views of modules.

-- ==
-- entry: literal
-- input { 5i64 } output { 3298534883328i64 }
module constant (R: {val k: i64 -> i64}) = {def c = R.k 3}
module of_identity = constant {def k = id}
entry literal (_: i64) = of_identity.c << 40

-- ==
-- entry: in_a_branch
-- input { 2i64 } output { 2i64 }
-- input { 5i64 } output { 3i64 }
module capped (R: {type t val k: i64 -> t}) = {
  def c = R.k 3
  def f (n: i64) = if n > 3 then c else R.k n
}
module at_three = capped {type t = i64 def k = id}
entry in_a_branch (n: i64) = at_three.f n

-- ==
-- entry: operators
-- input { 1 2 } output { 3 }
module type addition = {type t val (+): t -> t -> t}
module numbers: addition with t = i32 = {type t = i32 def (+) (a: i32) (b: i32) = a i32.+ b}
entry operators (a: i32) (b: i32) = a numbers.+ b

-- ==
-- entry: divided
-- input { 17i64 } output { 17i64 }
module bits: {
  type t [n]
  val mk: (n: i64) -> t [(n - 1) / 8 + 1]
  val size [n]: t [(n - 1) / 8 + 1] -> i64
} = {
  type t [n] = [n]i32
  def mk (n: i64) = replicate ((n - 1) / 8 + 1) 0i32
  def size [n] (_: t [(n - 1) / 8 + 1]) = n
}
entry divided (n: i64) = bits.size (bits.mk n)

-- ==
-- entry: joined
-- input { 5i64 } output { 8i64 }
module vectors: {
  type t [n]
  val mk: (n: i64) -> t [n]
  val len [n]: t [n] -> i64
  val cat [n] [m]: t [n] -> t [m] -> t [n + m]
} = {
  type t [n] = [n]i32
  def mk n = replicate n 1i32
  def len [n] (_: t [n]) = n
  def cat [n] [m] (a: t [n]) (b: t [m]) = a ++ b
}
entry joined (n: i64) = vectors.len (vectors.cat (vectors.mk n) (vectors.mk 3))

-- ==
-- entry: of_its_own_size
-- input { 5i64 } output { 5i64 0i64 8i64 }
module bags: {
  type~ t
  val mk: i64 -> t
  val len: t -> i64
  val cat: t -> t -> t
} = {
  type~ t = #some ([]i32) | #none
  def mk (n: i64): t = if n > 3 then #some (replicate n 1i32) else #none
  def len (t: t) = match t case #some xs -> length xs case #none -> 0
  def cat (a: t) (b: t): t =
    match (a, b)
    case (#some xs, #some ys) -> #some (xs ++ ys)
    case (#none, _) -> b
    case (_, #none) -> a
}
entry of_its_own_size (n: i64) =
  (bags.len (bags.mk n), bags.len (bags.mk 2),
   bags.len (loop t = bags.mk n for _i < 3 do bags.cat t (bags.mk 1)) + 3)

-- A value of an abstract type that is defined outside is no part of an array.
-- ==
-- entry: pairs
-- input { 7i64 } output { [0, 0] }
module type pairs = {type t val f: i64 -> [2]t}
module paired (N: numeric): pairs with t = N.t = {
  type t = N.t
  def pair 'a (x: a): [2]a = [x, x]
  def zero = N.i64 0
  def f (_: i64) = pair zero
}
module of_i32 = paired i32
entry pairs (i: i64) = of_i32.f i

-- ==
-- entry: least
-- input { [2.0f32, 1.0f32] } output { 3.0f32 }
module reals (R: real) = {
  def f (o: []R.t -> R.t) (xs: []R.t): {a: []R.t, b: R.t} =
    let g v ys = (R.min v (o ys), ys)
    let (v, ys) = g R.inf xs
    in {a = ys, b = v}
}
module of_f32 = reals f32
entry least (xs: []f32) = (of_f32.f f32.sum xs).b

-- A value of an opaque type may be consumed, more than once.
-- ==
-- entry: opaque
-- input { 3 } output { [1, 3] [1, 3] }
module cells: {type t val x: t val up: *t -> *t val show: t -> [2]i32} = {
  type t = [2]i32
  def x: t = [0, 3]
  def up (x: *t): *t = x with [0] = 1
  def show (x: t) = copy x
}
entry opaque (_: i32) = (cells.show (cells.up cells.x), cells.show (cells.up cells.x))
