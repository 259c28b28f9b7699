-- Values of named types: records, sums, arrays of them, a type of a module, arrays of ().
type table [n] = { keys: [n]i64, vals: [n]f32 }
type~ some_table = ?[n].table [n]
type shape = #circle f32 | #none | #rectangle f32 f32

module type bits = {
  type set [n]
  val empty: (n: i64) -> set [n]
  val insert [n]: i64 -> set [n] -> set [n]
  val count [n]: set [n] -> i64
}

module bits: bits = {
  type set [n] = { words: [(n + 31) / 32]u32, capacity: [n]() }
  def empty n = { words = replicate ((n + 31) / 32) 0u32, capacity = replicate n () }
  def insert [n] (i: i64) (s: set [n]): set [n] =
    s with words = (copy s.words with [i / 32] = s.words[i / 32] | 1 << u32.i64 (i % 32))
  def count [n] (s: set [n]) = i64.sum (map (\w -> i64.i32 (u32.popc w)) s.words)
}

entry table_of (n: i64): table [n] = { keys = iota n, vals = map f32.i64 (iota n) }
entry lookup [n] (stream: table [n]) (k: i64): f32 = stream.vals[k]
entry above [n] (t: table [n]) (x: f32): some_table =
  let (keys, vals) = unzip (filter (\(_, v) -> v > x) (zip t.keys t.vals))
  in { keys, vals }
entry scaled [n] (t: *table [n]) (x: f32): *table [n] = t with vals = map (* x) t.vals
entry both (made: i64) (error: i64): (table [made], table [error], i64) =
  (table_of made, table_of error, made + error)

entry shape_of (i: i32): shape =
  if i == 0 then #none else if i == 1 then #circle 2 else #rectangle 3 (f32.i32 i)
entry area (s: shape): f32 =
  match s case #none -> 0 case #circle r -> r * r case #rectangle a b -> a * b
entry shapes (n: i64): [n]shape = map (\i -> shape_of (i32.i64 i)) (iota n)
entry area_of_all [n] (s: [n]shape): f32 = f32.sum (map area s)

entry no_bits (n: i64): bits.set [n] = bits.empty n
entry with_bit [n] (i: i64) (s: bits.set [n]): bits.set [n] = bits.insert i s
entry count_bits [n] (s: bits.set [n]): (i64, i64) = (bits.count s, n)
