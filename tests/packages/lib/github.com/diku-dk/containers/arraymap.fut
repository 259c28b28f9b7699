open import "key"
import "opt"
module type map = {
  type~ ctx
  type key
  type~ map [n] 'v
  val from_array [u] 'v: ctx -> [u](key, v) -> ?[n].map [n] v
  val from_array_nodup [n] 'v: ctx -> [n](key, v) -> map [n] v
  val to_array [n] 'v: map [n] v -> [n](key, v)
  val lookup [n] 'v: ctx -> key -> map [n] v -> opt v
  val not_member [n] 'v: ctx -> key -> map [n] v -> bool
  val insert [n] [u] 'v: ctx -> map [n] v -> [u](key, v) -> ?[m].map [m] v
  val adjust [n] 'v: map [n] v -> (key -> v -> v) -> map [n] v
  val filter [n] 'v: (key -> v -> bool) -> map [n] v -> ?[m].map [m] v
  val reduce [n] 'v: (v -> v -> v) -> v -> map [n] v -> v
  val size [n] 'v: map [n] v -> i64
  val context [n] 'v: map [n] v -> ctx
}
module mk_arraymap (K: key): map with ctx = K.ctx with key = K.key = {
  type~ ctx = K.ctx
  type key = K.key
  type~ map [n] 'v = {ctx: ctx, keys: [n]key, vals: [n]v}
  def size [n] 'v (_: map [n] v) = n
  def context [n] 'v (m: map [n] v) = m.ctx
  def to_array [n] 'v (m: map [n] v) = zip m.keys m.vals
  def sort [n] 'v (ctx: ctx) (kvs: [n](key, v)): [n](key, v) =
    let le (a: key) (b: key) = (ctx, a) K.<= (ctx, b)
    let before (i: i64, a: key) (j: i64, b: key) = le a b && (!(le b a) || i < j)
    let ks = zip (iota n) (map (.0) kvs)
    let rank = map (\x -> i64.sum (map (\y -> i64.bool (x.0 != y.0 && before y x)) ks)) ks
    in scatter (copy kvs) rank kvs
  def from_array_nodup [n] 'v (ctx: ctx) (kvs: [n](key, v)): map [n] v =
    let (keys, vals) = unzip (sort ctx kvs)
    in {ctx, keys, vals}
  def from_array [u] 'v (ctx: ctx) (kvs: [u](key, v)): ?[n].map [n] v =
    let s = sort ctx kvs
    let keep = map (\i -> i == 0 || !((ctx, s[i - 1].0) K.== (ctx, s[i].0))) (indices s)
    let (keys, vals) = zip keep s |> filter (.0) |> map (.1) |> unzip
    in {ctx, keys, vals}
  def find [n] 'v (ctx: ctx) (k: key) (m: map [n] v): i64 =
    let (l, _) =
      loop (l, h) = (0, n) while l < h do
        let i = (l + h) / 2
        let at = (m.ctx, m.keys[i])
        in if at K.<= (ctx, k) && !(at K.== (ctx, k)) then (i + 1, h) else (l, i)
    in if l < n && ((m.ctx, m.keys[l]) K.== (ctx, k)) then l else -1
  def lookup [n] 'v (ctx: ctx) (k: key) (m: map [n] v): opt v =
    let i = find ctx k m in if i < 0 then #none else #some m.vals[i]
  def not_member [n] 'v (ctx: ctx) (k: key) (m: map [n] v) = find ctx k m < 0
  def insert [n] [u] 'v (ctx: ctx) (m: map [n] v) (kvs: [u](key, v)) =
    from_array ctx (kvs ++ to_array m)
  def adjust [n] 'v (m: map [n] v) (f: key -> v -> v): map [n] v =
    m with vals = map2 f m.keys m.vals
  def filter [n] 'v (p: key -> v -> bool) (m: map [n] v): ?[m].map [m] v =
    let (keys, vals) = unzip (filter (uncurry p) (to_array m)) in {ctx = m.ctx, keys, vals}
  def reduce [n] 'v (f: v -> v -> v) (ne: v) (m: map [n] v) = reduce f ne m.vals
}
module type set = {
  type~ ctx
  type key
  type~ set [n]
  val from_array [u]: ctx -> [u]key -> ?[n].set [n]
  val to_array [n]: set [n] -> [n]key
  val member [n]: ctx -> key -> set [n] -> bool
  val union [n] [m]: ctx -> set [n] -> set [m] -> ?[k].set [k]
  val diff [n] [m]: ctx -> set [n] -> set [m] -> ?[k].set [k]
}
module mk_set_from_map (M: map): set with ctx = M.ctx with key = M.key = {
  type~ ctx = M.ctx
  type key = M.key
  type~ set [n] = M.map [n] ()
  def from_array [u] (ctx: ctx) (ks: [u]key): ?[n].set [n] =
    M.from_array ctx (map (\k -> (k, ())) ks)
  def to_array [n] (s: set [n]) = map (.0) (M.to_array s)
  def member [n] (ctx: ctx) (k: key) (s: set [n]) = !(M.not_member ctx k s)
  def union [n] [m] (ctx: ctx) (a: set [n]) (b: set [m]) = M.insert ctx a (M.to_array b)
  def diff [n] [m] (ctx: ctx) (a: set [n]) (b: set [m]) = M.filter (\k _ -> M.not_member ctx k b) a
}
