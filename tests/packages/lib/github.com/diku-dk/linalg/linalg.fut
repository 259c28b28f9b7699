module type linalg = {
  type t
  val vecscale [n]: (s: t) -> (xs: [n]t) -> *[n]t
  val matscale [n][m]: (s: t) -> (xss: [n][m]t) -> *[n][m]t
  val dotprod [n]: (xs: [n]t) -> (ys: [n]t) -> t
  val outer [n][m]: (xs: [n]t) -> (ys: [m]t) -> *[n][m]t
  val veczeros: (n: i64) -> *[n]t
  val matzeros: (n: i64) -> (m: i64) -> *[n][m]t
  val eye: (n: i64) -> *[n][n]t
  val todiag [n]: (xs: [n]t) -> *[n][n]t
  val fromdiag [n]: (a: [n][n]t) -> *[n]t
  val trace [n]: [n][n]t -> t
  val matvecmul_row [n][m]: (xss: [n][m]t) -> (ys: [m]t) -> *[n]t
  val matvecmul_col [n][m]: (xss: [n][m]t) -> (ys: [n]t) -> *[n][m]t
  val matmul [n][p][m]: (xss: [n][p]t) -> (yss: [p][m]t) -> *[n][m]t
  val matmul_wrapper [n][p][m]: (xss: [n][p]t) -> (yss: [p][m]t) -> *[n][m]t
  val matadd [m][n]: [m][n]t -> [m][n]t -> *[m][n]t
  val kronecker [m][n][p][q]: (xss: [m][n]t) -> (yss: [p][q]t) -> *[m * p][n * q]t
  val kronecker' [m][n][p][q]: (xss: [m][n]t) -> (yss: [p][q]t) -> *[m][n][p][q]t
  val cross: (xs: [3]t) -> (ys: [3]t) -> *[3]t
  val inv [n]: (vs: [n][n]t) -> *[n][n]t
  val ols [n][m]: (X: [n][m]t) -> (b: [n]t) -> *[m]t
  val lu [n]: (block_size: i64) -> (mat: [n][n]t) -> (*[n][n]t, *[n][n]t)
  val forsub [n]: (L: [n][n]t) -> (y: [n]t) -> *[n]t
  val backsub [n]: (U: [n][n]t) -> (y: [n]t) -> *[n]t
}
module type field = { type t val ==: t -> t -> bool val +: t -> t -> t val -: t -> t -> t
  val *: t -> t -> t val /: t -> t -> t val i64: i64 -> t val neg: t -> t }
module mk_linalg (T: field): linalg with t = T.t = {
  type t = T.t
  def dotprod [n] (xs: [n]t) (ys: [n]t): t = reduce (T.+) (T.i64 0) (map2 (T.*) xs ys)
  def cross (xs: [3]t) (ys: [3]t): *[3]t =
    T.([xs[1] * ys[2] - xs[2] * ys[1], xs[2] * ys[0] - xs[0] * ys[2], xs[0] * ys[1] - xs[1] *
      ys[0]])
  def matmul [n][p][m] (xss: [n][p]t) (yss: [p][m]t): *[n][m]t =
    map (\xs -> map (dotprod xs) (transpose yss)) xss
  def matmul_wrapper [n][p][m] (xss: [n][p]t) (yss: [p][m]t): *[n][m]t = matmul xss yss
  def matadd [m][n] (a: [m][n]t) (b: [m][n]t): *[m][n]t = map2 (map2 (T.+)) a b
  def outer [n][m] (xs: [n]t) (ys: [m]t): *[n][m]t = matmul (map (\x -> [x]) xs) [ys]
  def matvecmul_row [n][m] (xss: [n][m]t) (ys: [m]t) = map (dotprod ys) xss
  def matvecmul_col [n][m] (xss: [n][m]t) (ys: [n]t) = map2 (\xs y -> map (T.* y) xs) xss ys
  def kronecker' [m][n][p][q] (xss: [m][n]t) (yss: [p][q]t): *[m][n][p][q]t =
    map (map (\x -> map (map (T.* x)) yss)) xss
  def kronecker [m][n][p][q] (xss: [m][n]t) (yss: [p][q]t): *[m * p][n * q]t =
    kronecker' xss yss |> map transpose |> flatten |> map flatten
  def vecscale [n] (s: t) (xs: [n]t) = map (T.* s) xs
  def matscale [n][m] (s: t) (xss: [n][m]t) = map (map (T.* s)) xss
  def veczeros n = replicate n (T.i64 0)
  def matzeros n m = replicate n (replicate m (T.i64 0))
  def todiag [n] (xs: [n]t): *[n][n]t =
    scatter (replicate (n * n) (T.i64 0)) (map (\x -> x * n + x) (iota n)) xs |> unflatten
  def fromdiag [n] (a: [n][n]t) = map (\i -> a[i, i]) (iota n)
  def trace [n] (a: [n][n]t) = reduce (T.+) (T.i64 0) (fromdiag a)
  def eye n = todiag (replicate n (T.i64 1))
  def gauss_jordan [m][n] (A: [m][n]t): [m][n]t =
    loop A for i < i64.min m n do
      let icol = map (\row -> row[i]) A
      let (j, _) =
        map2 (\i' (x: t) -> if i' >= i then (i', T.(x == i64 0)) else (i', true)) (iota m) icol
        |> reduce (\(a, za) (b, zb) -> if za then (b, zb) else (a, za)) (0, true)
      let f = T.((i64 1) / A[j, i])
      let irow = map (T.* f) A[j]
      in map2 (\j' row -> if j' == i then irow
        else let row = if j' == j then A[i] else row
          let g = row[i] in map2 (\y x -> T.(x - g * y)) irow row) (iota m) A
  def hstack [m][n][l] (a: [m][n]t) (b: [m][l]t) = map2 concat a b
  def inv [n] (A: [n][n]t): *[n][n]t = copy ((hstack A (eye n)
    |> gauss_jordan)[:, n: 2 * n] :> [n][n]t)
  def ols [n][m] (X: [n][m]t) (b: [n]t): *[m]t =
    matvecmul_row (matmul (inv (matmul (transpose X) X)) (transpose X)) b
  def forsub [n] (L: [n][n]t) (y: [n]t): *[n]t =
    loop x = veczeros n for i < n do
      let s = dotprod L[i,: i] (copy x[: i])
      let x[i] = T.((y[i] - s) / L[i, i]) in x
  def backsub [n] (U: [n][n]t) (y: [n]t): *[n]t =
    loop x = veczeros n for j < n do
      let i = n - j - 1
      let s = dotprod U[i, i + 1: n] (copy x[i + 1: n])
      let x[i] = T.((y[i] - s) / U[i, i]) in x
  def lu [n] (_: i64) (mat: [n][n]t): (*[n][n]t, *[n][n]t) =
    let A = loop A = copy mat for k < n do
      map2 (\i row -> if i > k then let f = T.(row[k] / A[k, k]) in map2 (\j x -> if j == k
        then f else if j > k then T.(x - f * A[k, j]) else x) (iota n) row else row) (iota n) A
    in (tabulate_2d n n (\i j -> if i == j then T.i64 1 else if i > j then A[i, j] else T.i64 0)
      , tabulate_2d n n (\i j -> if i <= j then A[i, j] else T.i64 0))
}
