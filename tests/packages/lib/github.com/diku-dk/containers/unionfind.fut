-- | Disjoint sets of numbered members.
module type unionfind = {
  type unionfind [n]
  type handle
  val create: (n: i64) -> *unionfind [n]
  val handles [n]: unionfind [n] -> *[n]handle
  val find [n] [u]: *unionfind [n] -> [u]handle -> (*unionfind [n], *[u]handle)
  val find' [n] [u]: unionfind [n] -> [u]handle -> *[u]handle
  val union [n] [u]: *unionfind [n] -> [u](handle, handle) -> *unionfind [n]
  val to_i64 [n]: unionfind [n] -> handle -> i64
  val from_i64 [n]: unionfind [n] -> i64 -> handle
}
module unionfind: unionfind = {
  type handle = #handle i64
  type unionfind [n] = {parents: [n]i64}
  def create n: *unionfind [n] = {parents = iota n}
  def number ((#handle i): handle) = i
  def handles [n] (_: unionfind [n]): *[n]handle = map (\i -> #handle i) (iota n)
  def root [n] (ps: [n]i64) (i: i64) = loop i while ps[i] != i do ps[i]
  def find' [n] [u] ({parents}: unionfind [n]) (hs: [u]handle): *[u]handle =
    map (\h -> #handle (root parents (number h))) hs
  def find [n] [u] (uf: *unionfind [n]) (hs: [u]handle): (*unionfind [n], *[u]handle) =
    let found = find' uf hs
    in (uf with parents = scatter (copy uf.parents) (map number hs) (map number found), found)
  def union [n] [u] ({parents}: *unionfind [n]) (eqs: [u](handle, handle)): *unionfind [n] =
    let (parents, _) =
      loop (parents: *[n]i64, eqs) = (parents, map (\(a, b) -> (number a, number b)) eqs)
      while length eqs > 0 do
        let eqs = map (\(a, b) -> (root parents a, root parents b)) eqs
          |> filter (\(a, b) -> a != b)
          |> map (\(a, b) -> if a < b then (a, b) else (b, a))
        let parents = reduce_by_index parents i64.min i64.highest (map (.1) eqs) (map (.0) eqs)
        in (parents, eqs)
    in {parents}
  def to_i64 [n] (_: unionfind [n]) = number
  def from_i64 [n] (_: unionfind [n]) i: handle = #handle i
}
