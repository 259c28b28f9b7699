-- Modules: members, opening, module types, opaque types.
module counter: {
  type t
  val start: t
  val step: t -> t
  val read: t -> i32
} = {
  type t = {count: i32, twice: i32}
  def start: t = {count = 0, twice = 0}
  def step (c: t): t = {count = c.count + 1, twice = c.twice + 2}
  def read (c: t) = c.count * 1000 + c.twice
}

-- ==
-- entry: counting
-- input { 5 } output { 5010 }
entry counting (n: i32) = counter.read (loop c = counter.start for _i < n do counter.step c)

-- Arrays of an opaque type, and an if that gives one.
-- ==
-- entry: counters
-- input { [true, false, true] } output { [1002, 0, 1002] }
entry counters (xs: []bool) =
  let cs = map (\x -> if x then counter.step counter.start else counter.start) xs
  in map counter.read cs

module outer = {
  def base = 10i32
  module inner = {
    def base = base + 1
    def add (x: i32) = x + base
    def (+^) (a: i32) (b: i32) = a * 10 + b
  }
  def add (x: i32) = inner.add x + base
}

-- ==
-- entry: nested
-- input { 1 } output { 22 12 156 11 }
entry nested (x: i32) =
  let base = 5
  in (outer.add x, outer.inner.add x, (x outer.inner.+^ base) |> (outer.inner.+^ 6),
      outer.inner.(base + (let base = x - 1 in base)))

-- An opened module hides what was known; an opened one is part of the module.
module more = {
  open outer
  def subtract (x: i32) = x - base
}
local open more

-- ==
-- entry: opened
-- input { 30 } output { 20 51 31 }
entry opened (x: i32) = (subtract x, more.add x, more.inner.add (x - 10))

-- Records in modules.
module data = { def r = {a = 1i32, b = {c = 2i32}} type pair 'a = (a, a) }
-- ==
-- entry: fields
-- input { 3 } output { 3 4 }
entry fields (x: i32) =
  let p: data.pair i32 = (data.r.a + data.r.b.c, x + 1)
  in p

-- Sizes in module types: the same size in, the same size out.
module table: {
  type t [n] 'a
  val make 'a: (n: i64) -> (i64 -> a) -> t [n] a
  val zip [n] 'a 'b: t [n] a -> t [n] b -> t [n] (a, b)
  val array [n] 'a: t [n] a -> [n]a
  val width: i64
} = {
  type t [n] 'a = [n](a, i32)
  def make 'a (n: i64) (f: i64 -> a): t [n] a = tabulate n (\i -> (f i, i32.i64 i))
  def zip [n] 'a 'b (x: t [n] a) (y: t [n] b): t [n] (a, b) =
    map2 (\(a, i) (b, j) -> ((a, b), i + j)) x y
  def array [n] 'a (x: t [n] a): [n]a = map (.0) x
  def width = 2i64
}

-- ==
-- entry: tables
-- input { 3i64 } output { [0i64, 1i64, 2i64] [0f32, 0.5f32, 1f32] [7, 7] }
entry tables (n: i64) =
  let t = table.zip (table.make n id) (table.make n (\i -> f32.i64 i / 2))
  let pairs = table.array t
  in (map (.0) pairs, map (.1) pairs, replicate table.width 7i32)

-- In place, through a module type.
module buffer: { type t val make: i64 -> *t val put: i64 -> i32 -> *t -> *t val sum: t -> i32 } = {
  type t = [4]i32
  def make (_n: i64): *t = replicate 4 0
  def put (i: i64) (x: i32) (b: *t): *t = b with [i] = x
  def sum (b: t) = i32.sum b
}
-- ==
-- entry: buffers
-- input { 3 } output { 7 }
entry buffers (x: i32) = buffer.sum (buffer.put 1 4 (buffer.put 0 x (buffer.make 4)))

-- Functions in a lifted type; a size of its own in a size-lifted one.
module delayed: {
  type^ f
  type~ list
  val make: i32 -> f
  val run: f -> i32
  val below: i64 -> list
  val sum: list -> i64
} = {
  type^ f = i32 -> i32
  type~ list = []i64
  def make (x: i32): f = \y -> x * y
  def run (g: f) = g 2
  def below (n: i64): list = filter (> 1) (iota n)
  def sum (l: list) = i64.sum l
}
-- ==
-- entry: lifted
-- input { 21 5i64 } output { 42 9i64 }
entry lifted (x: i32) (n: i64) = (delayed.run (delayed.make x), delayed.sum (delayed.below n))

-- A sum type behind a module type, from both branches of an if.
module option: {
  type t 'a
  val none 'a: t a
  val some 'a: a -> t a
  val or 'a: t a -> a -> a
} = {
  type t 'a = #none | #some a
  def none 'a: t a = #none
  def some 'a (x: a): t a = #some x
  def or 'a (o: t a) (other: a): a = match o case #none -> other case #some x -> x
}
-- ==
-- entry: options
-- input { [3, 4, 5] } output { [7, 4, 7] }
entry options (xs: []i32) =
  map (\x -> option.or (if x % 2 == 0 then option.some x else option.none) 7) xs

-- An opaque type with a size, consumed in a loop.
module stack: {
  type t [n]
  val empty: (n: i64) -> t [n]
  val push [n]: i32 -> *t [n] -> *t [n]
  val sum [n]: t [n] -> i32
} = {
  type t [n] = (i64, [n]i32)
  def empty (n: i64): t [n] = (0, replicate n 0)
  def push [n] (x: i32) ((i, s): *t [n]): *t [n] = (i + 1, s with [i] = x)
  def sum [n] ((i, s): t [n]) = i32.sum (take i s)
}
-- ==
-- entry: stacks
-- input { [3, 4] } output { 7 }
entry stacks [n] (xs: [n]i32) = stack.sum (loop s = stack.empty n for x in xs do stack.push x s)

-- Operators of modules, bound by patterns.
-- ==
-- entry: bound_operators
-- input { [1, 2, 3] } output { 13 7 }
entry bound_operators (xs: []i32) =
  let (<+>) = (outer.inner.+^)
  let apply 'a ((-): a -> a -> a) (x: a) (y: a) = x - y
  in (xs[0] <+> xs[2], apply (+) 3 4)

-- What is unique without being declared so is as unique as a module type wants it.
module copies: {
  val whole [n] 't: [n]t -> *[n]t
  val one [n] 't: [n]t -> *[n]t
  val said [n] 't: [n]t -> *[n]t
} = {
  def whole = copy
  def one x = copy x
  def said 't (x: t): *t = copy x
}
-- ==
-- entry: copied
-- input { [1, 2] } output { [9, 2] [1, 9] [9, 2] [1, 2] }
entry copied (xs: []i32) =
  (copies.whole xs with [0] = 9, copies.one xs with [1] = 9, copies.said xs with [0] = 9, xs)

-- Two instances of one module whose functions use their size parameters as values.
module squares (N: { type t val one: t val zero: t val plus: t -> t -> t val times: t -> t -> t }) = {
  type t = N.t
  def times [n] [m] [p] (a: [n][m]t) (b: [m][p]t): [n][p]t =
    map (\r -> map (\c -> reduce N.plus N.zero (map2 N.times r c)) (transpose b)) a
  def one (n: i64): [n][n]t = tabulate_2d n n (\i j -> if i == j then N.one else N.zero)
  def power [n] (a: [n][n]t) (k: i32): [n][n]t = loop r = one n for _i < k do times r a
}
module squares_i32 = squares { type t = i32 def one = 1i32 def zero = 0i32 def plus = (i32.+) def times = (i32.*) }
module squares_bool = squares { type t = bool def one = true def zero = false def plus = (||) def times = (&&) }

-- ==
-- entry: two_powers
-- input { [[1, 2], [3, 4]] 3 } output { [[37, 54], [81, 118]] [[true, true], [true, true]] }
-- input { [[0, 1], [0, 0]] 0 } output { [[1, 0], [0, 1]] [[true, false], [false, true]] }
entry two_powers [n] (a: [n][n]i32) (k: i32) =
  (squares_i32.power a k, squares_bool.power (map (map (> 0)) a) k)

-- A type^ that hides no function may be chosen, carried by a loop, and be an element.
module tally: { type^ t val from: i64 -> t val next: t -> i64 -> t val value: t -> i64 } = {
  type^ t = i64
  def from (k: i64): t = k
  def next (c: t) (k: i64): t = c * 2 + k
  def value (c: t): i64 = c
}

-- ==
-- entry: counted
-- input { true 3i64 } output { 11i64 [1i64, 2i64] }
-- input { false 0i64 } output { 7i64 [1i64, 2i64] }
entry counted (b: bool) (n: i64) =
  let start = if b then tally.from 1 else tally.from 7
  let last = loop c = start for k < n do tally.next c (if k < 2 then 0 else 3)
  in (tally.value last, map tally.from [1, 2] |> map tally.value)
