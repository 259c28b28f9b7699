import "opt"
import "../segmented/segmented"
module type key = { type ctx type key val ==: (ctx, key) -> (ctx, key) -> bool
  val hash: ctx -> u64 -> key -> u64 val <=: key -> key -> bool }
module i64key: key with key = i64 with ctx = () = {
  type ctx = ()
  type key = i64
  def (==) ((_, a): (ctx, key)) ((_, b): (ctx, key)) = i64.(a == b)
  def hash (_: ctx) (c: u64) (x: key): u64 =
    let x = u64.i64 x
    let x = x * c
    let x = (x ^ (x >> 30u64)) * 0xbf58476d1ce4e5b9u64
    let x = (x ^ (x >> 27u64)) * 0x94d049bb133111ebu64
    in x ^ (x >> 31u64)
  def (<=) (a: key) (b: key) = i64.(a <= b)
}
module type map = {
  type key
  type ctx
  type~ map [n] 'v
  val from_array [n] 'v: ctx -> [n](key, v) -> ?[m].map [m] v
  val lookup [n] 'v: ctx -> key -> map [n] v -> opt v
  val member [n] 'v: ctx -> key -> map [n] v -> bool
  val to_array [n] 'v: map [n] v -> [](key, v)
  val size [n] 'v: map [n] v -> i64
  val insert [n] 'v [u]: ctx -> map [n] v -> [u](key, v) -> ?[m].map [m] v
  val map [n] 'v 'w: (key -> v -> w) -> map [n] v -> map [n] w
}
module mk_hashmap (K: key): map with key = K.key with ctx = K.ctx = {
  type key = K.key
  type ctx = K.ctx
  type~ map [n] 'v = ?[b].{ used: [n](), buckets: [b]opt (key, v) }
  def place (ctx: ctx) (b: i64) (k: key) = i64.u64 (K.hash ctx 1u64 k % u64.i64 b)
  def dedup [n] 'v (ctx: ctx) (kvs: [n](key, v)) =
    map (.1) (filter (\(i, (k, _)) -> all (\(j, (k', _)) -> j <= i || !(K.((ctx, k) == (ctx,
      k')))) (zip (iota n) kvs)) (zip (iota n) kvs))
  def from_array [n] 'v (ctx: ctx) (kvs: [n](key, v)): ?[m].map [m] v =
    let kvs = dedup ctx kvs
    let m = length kvs
    let b = 2 * m + 1
    let (buckets, _) =
      loop (buckets, left) =
        (replicate b (#none: opt (key, v)), map (\kv -> (kv, place ctx b kv.0)) kvs) while
        length left > 0 do
        let k = length left
        let left = left :> [k]((key, v), i64)
        let owner =
          reduce_by_index (replicate b k) i64.min k (map (\(_, p) -> if opt_is_some buckets[p]
          then -1 else p) left) (iota k)
        let won = map2 (\i (_, p) -> !(opt_is_some buckets[p]) && owner[p] == i) (iota k) left
        let buckets' = scatter (copy buckets) (map2 (\w (_, p) -> if w then p
          else -1) won left) (map (\(kv, _) -> some kv) left)
        in (buckets', map (\(_, (kv, p)) -> (kv, (p + 1) % b)) (filter (\(w, _) -> !w) (zip won
          left)))
    in {used = replicate m (), buckets}
  def find [n] 'v (ctx: ctx) (k: key) ({used = _, buckets}: map [n] v): i64 =
    let b = length buckets
    let start = place ctx b k
    let (i, _) =
      loop (i, go) = (start, true) while go do
        match buckets[i]
        case #none -> (-1, false)
        case #some (k', _) -> if K.((ctx, k) == (ctx, k')) then (i, false) else ((i + 1) % b, true)
    in i
  def lookup [n] 'v (ctx: ctx) (k: key) (m: map [n] v): opt v =
    let i = find ctx k m
    in if i < 0 then #none else opt_map (.1) m.buckets[i]
  def member [n] 'v (ctx: ctx) (k: key) (m: map [n] v): bool = find ctx k m >= 0
  def loop_kv [b] 'kv (xs: [b]opt kv): kv = let i = (loop i =
    0 while !(opt_is_some xs[i]) do i + 1) in match xs[i] case #some kv -> kv
    case #none -> ([]: [0]kv)[0]
  def to_array [n] 'v (m: map [n] v): [](key, v) =
    m.buckets |> filter opt_is_some |> map (\o -> match o case #some kv -> kv
      case #none -> assert false (match m.buckets[0] case #some kv -> kv
      case #none -> loop_kv m.buckets))
  def size [n] 'v (_: map [n] v) = n
  def insert [n] 'v [u] (ctx: ctx) (m: map [n] v) (kvs: [u](key, v)): ?[m].map [m] v =
    from_array ctx (to_array m ++ kvs)
  def map [n] 'v 'w (f: key -> v -> w) ({used, buckets}: map [n] v): map [n] w = {used, buckets =
    map (opt_map (\(k, v) -> (k, f k v))) buckets}
}
