-- Linear function composition: a scan of x -> a*x + b, not commutative.
-- ==
-- input { [1f64, 2f64, 0.5f64] [1f64, 0f64, 3f64] }
-- output { [1f64, 2f64, 4f64] }
-- random input { [2000]f64 [2000]f64 }

def compose (a: f64, b: f64) (c: f64, d: f64): (f64, f64) = (a * c, c * b + d)

entry main [n] (slopes: [n]f64) (offsets: [n]f64): [n]f64 =
  let (_, values) = unzip (scan compose (1, 0) (zip slopes offsets))
  in values
