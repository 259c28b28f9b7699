module type rng_engine = {
  module int: integral
  type rng
  val rng_from_seed [n]: [n]i32 -> rng
  val split_rng: (n: i64) -> rng -> [n]rng
  val join_rng [n]: [n]rng -> rng
  val rand: rng -> (rng, int.t)
  val min: int.t
  val max: int.t
}
module type rng_distribution = {
  module num: numeric
  module engine: rng_engine
  type distribution
  val rand: distribution -> engine.rng -> (engine.rng, num.t)
}
module linear_congruential_engine (T: integral) (P: { val a: T.t val c: T.t val m: T.t })
  : rng_engine with int.t = T.t with rng = T.t = {
  type t = T.t
  type rng = t
  module int = T
  def rand (x: rng): (rng, t) = let rng' = T.((P.a * x + P.c) %% P.m) in (rng', rng')
  def rng_from_seed [n] (seed: [n]i32) =
    let seed' = loop seed' = 1i32 for i < n do ((seed' >> 16) ^ seed') ^ (seed[i] ^ 0b1010101010101)
    in (rand (T.i32 seed')).0
  def split_rng (n: i64) (x: rng): [n]rng =
    map (\i -> let j = i32.i64 i let h = ((j >> 16) ^ j) * 0x45d9f3b in T.(x ^ i32 h)) (iota n)
  def join_rng [n] (xs: [n]rng): rng = reduce (\x y -> T.(x ^ y)) (T.i32 0) xs
  def min = T.i32 0
  def max = P.m
}
module minstd_rand0: rng_engine with int.t = u32 = linear_congruential_engine u32 { def a =
  16807u32 def c = 0u32 def m = 2147483647u32 }
module minstd_rand: rng_engine with int.t = u32 = linear_congruential_engine u32 { def a =
  48271u32 def c = 0u32 def m = 2147483647u32 }
module pcg32: rng_engine with int.t = u32 = {
  type t = u32
  type rng = { state: u64, inc: u64 }
  module int = u32
  def rand ({state, inc}: rng): (rng, u32) =
    let oldstate = state
    let state = oldstate * 6364136223846793005u64 + (inc | 1u64)
    let xorshifted = u32.u64 (((oldstate >> 18u64) ^ oldstate) >> 27u64)
    let rot = u32.u64 (oldstate >> 59u64)
    in ({state, inc}, (xorshifted >> rot) | (xorshifted << ((-rot) & 31u32)))
  def rng_from_seed (xs: []i32): rng =
    let initseq = 0xda3e39cb94b95bdbu64
    let state = 0u64
    let inc = (initseq << 1u64) | 1u64
    let {state, inc} = (rand {state, inc}).0
    let state = loop state for x in xs do state + u64.i32 x
    in (rand {state, inc}).0
  def split_rng (n: i64) ({state, inc}: rng): [n]rng =
    let hash (i: i64) = let x = u64.i64 i in ((x >> 16u64) ^ x) * 0x45d9f3bu64 + 1u64
    in tabulate n (\i -> (rand {state = state * hash i, inc}).0)
  def join_rng (rngs: []rng): rng =
    let states = map (\(x: rng) -> x.state) rngs
    let incs = map (\(x: rng) -> x.inc) rngs
    let state = reduce (*) 1u64 states
    let inc = reduce (|) 0u64 incs
    in {state, inc}
  def min = 0u32
  def max = 0xFFFFFFFFu32
}
module uniform_int_distribution (D: integral) (E: rng_engine):
  rng_distribution with num.t = D.t with engine.rng = E.rng with distribution = (D.t, D.t) = {
  def to_D (x: E.int.t) = D.u64 (u64.i64 (E.int.to_i64 x))
  def to_E (x: D.t) = E.int.u64 (u64.i64 (D.to_i64 x))
  module engine = E
  module num = D
  type distribution = (D.t, D.t)
  def uniform (min: D.t) (max: D.t) = (min, max)
  open E.int
  def rand ((D_min, D_max): distribution) (rng: E.rng) =
    let min = to_E D_min
    let max = to_E D_max
    let range = max - min + i32 1
    in if range <= i32 0 then (rng, D_min)
      else let secure_max = E.max - E.max %% range
        let (rng, x) = loop (rng, x) = E.rand rng while x >= secure_max do E.rand rng
        in (rng, to_D (min + x / (secure_max / range)))
}
module uniform_real_distribution (R: real) (E: rng_engine):
  rng_distribution with num.t = R.t with engine.rng = E.rng with distribution = (R.t, R.t) = {
  def to_D (x: E.int.t) = R.u64 (u64.i64 (E.int.to_i64 x))
  type distribution = (R.t, R.t)
  module num = R
  module engine = E
  def uniform (min: num.t) (max: num.t) = (min, max)
  def rand ((lo, hi): distribution) (rng: E.rng) =
    let (rng', x) = E.rand rng
    let x' = R.((to_D x - to_D E.min) / (to_D E.max - to_D E.min))
    in (rng', R.(lo + x' * (hi - lo)))
}
module normal_distribution (R: real) (E: rng_engine):
  rng_distribution with num.t = R.t with engine.rng = E.rng with distribution =
    {mean: R.t, stddev: R.t} = {
  def to_R (x: E.int.t) = R.u64 (u64.i64 (E.int.to_i64 x))
  module num = R
  module engine = E
  type distribution = {mean: R.t, stddev: R.t}
  def normal mean stddev = {mean = mean, stddev = stddev}
  open R
  def rand ({mean, stddev}: distribution) (rng: E.rng) =
    let (rng, u1) = E.rand rng
    let (rng, u2) = E.rand rng
    let u1 = (to_R u1 - to_R E.min) / (to_R E.max - to_R E.min)
    let u2 = (to_R u2 - to_R E.min) / (to_R E.max - to_R E.min)
    let r = sqrt (i32 (-2) * log u1)
    let theta = i32 2 * pi * u2
    in (rng, mean + stddev * (r * cos theta))
}
module type seed = { type rng }
module shuffle_order_engine (K: { val k: i64 }) (E: rng_engine): rng_engine with int.t = E.int.t = {
  type t = E.int.t
  module int = E.int
  type rng = ([K.k]t, E.rng)
  def build_table (rng: E.rng) =
    let xs = replicate K.k (int.i32 0)
    in loop (xs, rng) for i < K.k do
      let (rng, x) = E.rand rng
      in (xs with [i] = x, rng)
  def rng_from_seed [n] (xs: [n]i32) = build_table (E.rng_from_seed xs)
  def split_rng (n: i64) ((_, rng): rng) = map build_table (E.split_rng n rng)
  def join_rng [n] (rngs: [n]rng) = let (xs, rngs') = unzip rngs in (xs[0], E.join_rng rngs')
  def rand ((table, rng): rng): (rng, int.t) =
    let (rng, x) = E.rand rng
    let i = int.to_i64 x %% K.k
    let v = table[i]
    let table' = copy table with [i] = x
    in ((table', rng), v)
  def min = E.min
  def max = E.max
}
