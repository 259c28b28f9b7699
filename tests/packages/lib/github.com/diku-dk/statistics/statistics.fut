import "../sorts/radix_sort"
module mk_statistics (R: float) = {
  type t = R.t
  def mean [n] (vs: [n]t): t = R.(sum vs / i64 n)
  def gmean [n] (xs: [n]t): t = R.(product xs ** (i64 1 / i64 n))
  def hmean [n] (xs: [n]t): t = R.(i64 n / sum (map (\x -> i64 1 / x) xs))
  def variance [n] (vs: [n]t): t =
    let m = mean vs
    let xs = map (\x -> R.((x - m) * (x - m))) vs
    in R.(sum xs / i64 n)
  def stddev vs = R.sqrt (variance vs)
  def covariance [n] (xs: [n]t) (ys: [n]t) = let (mx, my) = (mean xs, mean ys)
    in mean (map2 (\x y -> R.((x - mx) * (y - my))) xs ys)
  def correlation [n] (xs: [n]t) (ys: [n]t) = R.(covariance xs ys / (stddev xs * stddev ys))
  def sort (xs: []t) = radix_sort_float R.num_bits R.get_bit xs
  def median_sorted [n] (xs: [n]t) = let i = n / 2 in if n % 2 == 0 then (let (a, b) =
    (xs[i - 1], xs[i]) in R.((a + b) / i64 2)) else xs[i]
  def median (xs: []t) = median_sorted (sort xs)
  def linear_regression [n] (xs: [n]t) (ys: [n]t) = let s = R.(covariance xs ys / variance xs)
    in {slope = s, intersect = R.(mean ys - s * mean xs)}
  def quantile [n] (xs: [n]t) (p: t) = let s = sort xs let k = R.to_i64 (p R.* R.i64 (n - 1))
    in s[k]
  def mode [n] (xs: [n]t): t =
    let s = sort xs
    let runs = scan (\(a, x) (b, y) -> if R.(x == y) then (a + b, y)
      else (b, y)) (0i64, R.i64 0) (map (\x -> (1, x)) s)
    in (reduce (\(a, x) (b, y) -> if a >= b then (a, x) else (b, y)) (0, R.i64 0) runs).1
}
module statistics = mk_statistics f64
