-- Definitions that random programs use.
def at [n] 't (xs: [n]t) (i: i64) (none: t): t = if n > 0 then xs[i % n] else none
def put [n] 't (xs: *[n]t) (i: i64) (x: t): *[n]t = if n > 0 then xs with [i % n] = x else xs
def twice 't (f: t -> t) (x: t): t = f (f x)
def swapped 'a 'b (x: a, y: b): (b, a) = (y, x)
def segmented 't (op: t -> t -> t) (f: bool, x: t) (g: bool, y: t): (bool, t) =
  (f || g, if g then y else op x y)
def parts [n] 't (p: t -> bool) (xs: [n]t): [n]t =
  let ones = map (\x -> i64.bool (p x)) xs
  let before = scan (+) 0 ones
  let total = reduce (+) 0 ones
  let places = map3 (\i one b -> if one == 1 then b - 1 else total + i - b) (indices xs) ones before
  in scatter (copy xs) places xs
def blend [n] 't (xs: [n]t) (ys: [n]t): [n]t =
  map3 (\i x y -> if i % 2 == 0 then x else y) (iota n) xs ys
module type monoid = { type t val neutral: t val op: t -> t -> t }
module folds (M: monoid) = {
  def total [n] (xs: [n]M.t): M.t = reduce M.op M.neutral xs
  def sums [n] (xs: [n]M.t): [n]M.t = scan M.op M.neutral xs
}
module maxima = folds { type t = i32 def neutral = i32.lowest def op = i32.max }
module pairs = folds { type t = (i64, bool) def neutral = (0i64, false)
                       def op (a: t) (b: t): t = (a.0 + b.0, a.1 || b.1) }
type row [n] = { key: i64, row: [n]i32 }
def row_of [n] (k: i64) (xs: [n]i32): row [n] = { key = k, row = xs }
def key_of [n] (r: row [n]): i64 = r.key + i64.sum (map i64.i32 r.row)
