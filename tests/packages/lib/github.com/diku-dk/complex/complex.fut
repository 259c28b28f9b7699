-- | Complex numbers.
module type complex = {
  type real
  type complex
  val mk: real -> real -> complex
  val mk_re: real -> complex
  val mk_im: real -> complex
  val conj: complex -> complex
  val re: complex -> real
  val im: complex -> real
  val mag: complex -> real
  val arg: complex -> real
  val +: complex -> complex -> complex
  val -: complex -> complex -> complex
  val *: complex -> complex -> complex
  val /: complex -> complex -> complex
  val ==: complex -> complex -> bool
  val <: complex -> complex -> bool
  val !=: complex -> complex -> bool
  val neg: complex -> complex
  val sqrt: complex -> complex
  val exp: complex -> complex
  val log: complex -> complex
  val i64: i64 -> complex
  val to_real: complex -> real
}
module mk_complex (T: real): (complex with real = T.t with complex = (T.t, T.t)) = {
  type real = T.t
  type complex = (T.t, T.t)
  def mk (a: real) (b: real) = (a, b)
  def mk_re (a: real) = (a, T.i32 0)
  def mk_im (b: real) = (T.i32 0, b)
  def conj ((a, b): complex) = T.((a, i32 0 - b))
  def re ((a, _): complex) = a
  def im ((_, b): complex) = b
  def ((a, b): complex) + ((c, d): complex) = T.((a + c, b + d))
  def ((a, b): complex) - ((c, d): complex) = T.((a - c, b - d))
  def ((a, b): complex) * ((c, d): complex) = T.((a * c - b * d, b * c + a * d))
  def ((a, b): complex) / ((c, d): complex) =
    T.(((a * c + b * d) / (c * c + d * d), (b * c - a * d) / (c * c + d * d)))
  def ((a, b): complex) == ((c, d): complex) = T.(a == c) && T.(b == d)
  def ((a, b): complex) < ((c, d): complex) = T.(a < c) || (T.(a == c) && T.(b < d))
  def a != b = ! (a == b)
  def neg ((a, b): complex) = T.((neg a, neg b))
  def mag ((a, b): complex) = T.(sqrt (a * a + b * b))
  def arg ((a, b): complex) = T.atan2 b a
  def sqrt (a: complex) =
    let (x, y) = a
    let m = mag a
    let gamma = T.(sqrt ((x + m) / i32 2))
    let delta = T.(sgn y * sqrt ((neg x + m) / i32 2))
    in (gamma, delta)
  def exp ((a, b): complex) = let expx = T.exp a in mk T.(expx * cos b) T.(expx * sin b)
  def log (z: complex) = mk (T.log (mag z)) (arg z)
  def i64 (x: i64) = mk_re (T.i64 x)
  def to_real = re
}
