-- | Keys with contexts, and hashing with constants.
module type key = {
  type~ ctx
  type key
  type hash
  val c: i64
  val hash: ctx -> [c]u64 -> key -> u64
  val ==: (ctx, key) -> (ctx, key) -> bool
  val <=: (ctx, key) -> (ctx, key) -> bool
}
module type intkey_params = {
  type t
  val ==: t -> t -> bool
  val <=: t -> t -> bool
  val to_u64: t -> u64
}
module mk_int_key (P: intkey_params): key with ctx = () with key = P.t with hash = u64 = {
  type~ ctx = ()
  type key = P.t
  type hash = u64
  def c = 1i64
  def hash (_: ctx) (a: [c]u64) (x: key): u64 =
    let x = P.to_u64 x * a[0]
    let x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9
    let x = (x ^ (x >> 27)) * 0x94d049bb133111eb
    in x ^ (x >> 31)
  def (==) ((_, a): (ctx, key)) ((_, b): (ctx, key)) = a P.== b
  def (<=) ((_, a): (ctx, key)) ((_, b): (ctx, key)) = a P.<= b
}
module i64key = mk_int_key {
  type t = i64
  def (==) = (i64.==)
  def (<=) = (i64.<=)
  def to_u64 = u64.i64
}
module i32key = mk_int_key {
  type t = i32
  def (==) = (i32.==)
  def (<=) = (i32.<=)
  def to_u64 = u64.i32
}
module u8key = mk_int_key {
  type t = u8
  def (==) = (u8.==)
  def (<=) = (u8.<=)
  def to_u64 = u64.u8
}
module mk_array_key (K: key with ctx = ()) (P: { val length: i64 }): key with ctx = ()
  with key = [P.length]K.key with hash = u64 = {
  type~ ctx = ()
  type key = [P.length]K.key
  type hash = u64
  def c = K.c
  def hash (ctx: ctx) (a: [c]u64) (xs: key): u64 =
    loop h = 0 for x in xs do (h * 31) ^ K.hash ctx (a :> [K.c]u64) x
  def (==) ((_, a): (ctx, key)) ((_, b): (ctx, key)) = and (map2 (\x y -> ((), x) K.== ((), y)) a b)
  def (<=) ((_, a): (ctx, key)) ((_, b): (ctx, key)) =
    (loop i = 0 while i < P.length - 1 && (((), a[i]) K.== ((), b[i])) do i + 1)
    |> \i -> ((), a[i]) K.<= ((), b[i])
}
type~ any 'k = ?[l].[l]k
module mk_slice_key (K: key with ctx = ()) = {
  type slice = { i: i64, n: i64 }
  def mk i n: slice = {i, n}
  def unmk ({i, n}: slice) = (i, n)
  type~ ctx = any K.key
  type key = slice
  type hash = u64
  def c = K.c
  def get (xs: ctx) (s: slice) = xs[s.i: s.i + s.n]
  def hash (xs: ctx) (a: [c]u64) (s: slice) =
    loop h = u64.i64 s.n for x in get xs s do (h * 31) ^ K.hash () (a :> [K.c]u64) x
  def (==) ((xs, a): (ctx, key)) ((ys, b): (ctx, key)) =
    a.n i64.== b.n && (loop (ok, i) = (true, 0) while ok && i < a.n do
      (((), xs[a.i + i]) K.== ((), ys[b.i + i]), i + 1)).0
  def (<=) ((xs, a): (ctx, key)) ((ys, b): (ctx, key)) =
    let n = i64.min a.n b.n
    let i = loop i = 0 while i i64.< n && (((), xs[a.i + i]) K.== ((), ys[b.i + i])) do i + 1
    in if i i64.== n then a.n i64.<= b.n else ((), xs[a.i + i]) K.<= ((), ys[b.i + i])
}
