import "monoid"
local import "more/shift"

module mk_linalg (T: real) = {
  type t = T.t
  local module sums = fold (sum T)

  def dot [n] (xs: [n]t) (ys: [n]t): t = sums.reduce (map2 (T.*) xs ys)
  def norm [n] (xs: [n]t): t = T.(sqrt (dot xs xs))
  def matvec [n] [m] (a: [n][m]t) (x: [m]t): [n]t = map (\row -> dot row x) a
  def scale (k: t) (x: t): t = k T.* x
}

def shifted [n] (xs: [n]i32): [n]i32 = map shift xs
def limit: i64 = 3
