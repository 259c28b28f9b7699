-- | Sets of small numbers, as bits of words.
module type bitset = {
  type bitset [n]
  val num_bits: i32
  val empty: (n: i64) -> bitset [n]
  val singleton: (n: i64) -> i64 -> bitset [n]
  val from_array [l]: (n: i64) -> [l]i64 -> bitset [n]
  val to_array [n]: bitset [n] -> []i64
  val insert [n]: i64 -> bitset [n] -> bitset [n]
  val delete [n]: i64 -> *bitset [n] -> *bitset [n]
  val member [n]: i64 -> bitset [n] -> bool
  val union [n]: bitset [n] -> bitset [n] -> bitset [n]
  val intersect [n]: bitset [n] -> bitset [n] -> bitset [n]
  val difference [n]: bitset [n] -> bitset [n] -> bitset [n]
  val complement [n]: bitset [n] -> bitset [n]
  val size [n]: bitset [n] -> i64
  val is_subset [n]: bitset [n] -> bitset [n] -> bool
  val ==[n]: bitset [n] -> bitset [n] -> bool
}
module mk_bitset (I: integral): bitset = {
  def num_bits = I.num_bits
  def nbs = i64.i32 I.num_bits
  def words (n: i64): i64 = (n - 1) / nbs + 1
  type bitset [n] = ([n](), [words n]I.t)
  def zero = I.u64 0
  def empty n: bitset [n] = (replicate n (), replicate (words n) zero)
  def at (i: i64) = (i / nbs, i32.i64 (i % nbs))
  def insert [n] (i: i64) ((u, ws): bitset [n]): bitset [n] =
    let (w, b) = at i in (u, copy ws with [w] = I.set_bit b ws[w] 1)
  def delete [n] (i: i64) ((u, ws): *bitset [n]): *bitset [n] =
    let (w, b) = at i in (u, ws with [w] = I.set_bit b (copy ws[w]) 0)
  def singleton n i = insert i (empty n)
  def member [n] (i: i64) ((_, ws): bitset [n]) = let (w, b) = at i in I.get_bit b ws[w] == 1
  def from_array [l] (n: i64) (xs: [l]i64): bitset [n] =
    let hit = scatter (replicate n false) xs (replicate l true)
    let word w = loop acc = zero for b < num_bits do
      let i = w * nbs + i64.i32 b
      in if i < n && hit[i] then I.set_bit b acc 1 else acc
    in (replicate n (), tabulate (words n) word)
  def to_array [n] (s: bitset [n]) = filter (\i -> member i s) (iota n)
  def zipw [n] op ((u, xs): bitset [n]) ((_, ys): bitset [n]): bitset [n] = (u, map2 op xs ys)
  def union [n] (a: bitset [n]) b = zipw (I.|) a b
  def intersect [n] (a: bitset [n]) b = zipw (I.&) a b
  def difference [n] (a: bitset [n]) b = zipw (\x y -> x I.& I.not y) a b
  def last_mask n = I.((highest >> highest) | (i64 1 << i64 n) - i64 1)
  def complement [n] ((u, ws): bitset [n]): bitset [n] =
    (u, map2 (\i w -> loop acc = zero for b < num_bits do
      if i * nbs + i64.i32 b < n && I.get_bit b w == 0 then I.set_bit b acc 1 else acc)
      (iota (words n)) ws)
  def size [n] ((_, ws): bitset [n]) = i64.sum (map (I.popc >-> i64.i32) ws)
  def (==) [n] ((_, xs): bitset [n]) ((_, ys): bitset [n]) = and (map2 (I.==) xs ys)
  def is_subset [n] (a: bitset [n]) (b: bitset [n]) = union a b == b
}
