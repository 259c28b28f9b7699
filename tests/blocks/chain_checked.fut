-- An operator that fails unless its operands follow each other.
-- sizes: i64:0 | i64:1 | i64:257 | i64:4097 | i64:20011
def join (a: i64, b: i64) (c: i64, d: i64): (i64, i64) = assert (b == c) (a, d)

entry main (n: i64): [n]i64 =
  let (_, ends) = unzip (scan join (0, 0) (map (\i -> (i, i + 1)) (iota n)))
  in ends
