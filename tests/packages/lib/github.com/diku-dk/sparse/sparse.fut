-- | Sparse matrices: compressed sparse row and column, coordinates.
import "../segmented/segmented"
module type field = { type t val +: t -> t -> t val *: t -> t -> t val i64: i64 -> t
  val ==: t -> t -> bool }
module type sparse = {
  type t
  type~ mat [n][m]
  val zero: (n: i64) -> (m: i64) -> mat [n][m]
  val eye: (n: i64) -> mat [n][n]
  val sparse [n][m][l]: (d: [n][m]()) -> [l](i64, i64, t) -> mat [n][m]
  val dense [n][m]: mat [n][m] -> *[n][m]t
  val scale [n][m]: t -> mat [n][m] -> mat [n][m]
  val nnz [n][m]: mat [n][m] -> i64
  val smvm [n][m]: mat [n][m] -> [m]t -> *[n]t
}
module mk_csr (T: field): sparse with t = T.t = {
  type t = T.t
  type~ mat [n][m] = ?[nnz].{ dummy_m: [m](), row_off: [n]i64, col_idx: [nnz]i64, vals: [nnz]t }
  def zero (n: i64) (m: i64): mat [n][m] = {dummy_m = replicate m (), row_off =
    replicate n 0, col_idx = [], vals = []}
  def eye (n: i64): mat [n][n] = {dummy_m = replicate n (), row_off = iota n, col_idx =
    iota n, vals = replicate n (T.i64 1)}
  def sparse [n][m][l] (_: [n][m]()) (xs: [l](i64, i64, t)): mat [n][m] =
    let count = reduce_by_index (replicate n 0i64) (+) 0 (map (.0) xs) (replicate l 1)
    let off = map2 (-) (scan (+) 0 count) count
    let le (a: (i64, i64, t)) (b: (i64, i64, t)) = a.0 < b.0 || (a.0 == b.0 && a.1 <= b.1)
    let rank = map2 (\i x -> i64.sum (map2 (\j y -> i64.bool (if j < i then le y x
      else le y x && !(le x y))) (iota l) xs)) (iota l) xs
    let sorted = scatter (copy xs) rank xs
    in {dummy_m = replicate m (), row_off = off, col_idx = map (.1) sorted, vals = map (.2) sorted}
  def nnz [n][m] (a: mat [n][m]) = length a.vals
  def row_sizes [n][m] (a: mat [n][m]): [n]i64 =
    map (\i -> (if i == n - 1 then length a.vals else a.row_off[i + 1]) - a.row_off[i]) (iota n)
  def dense [n][m] (a: mat [n][m]): *[n][m]t =
    let rows = replicated_iota (row_sizes a)
    let k = length a.vals
    let is = map2 (\r c -> (r, c)) (rows :> [k]i64) (a.col_idx :> [k]i64)
    in scatter_2d (replicate n (replicate m (T.i64 0))) is (a.vals :> [k]t)
  def scale [n][m] (s: t) (a: mat [n][m]): mat [n][m] = a with vals = map (T.* s) a.vals
  def smvm [n][m] (a: mat [n][m]) (v: [m]t): *[n]t =
    copy (expand_outer_reduce (.1) (\(off, _) i -> a.vals[off + i] T.* v[a.col_idx[off + i]])
      (T.+) (T.i64 0) (zip a.row_off (row_sizes a)))
}
