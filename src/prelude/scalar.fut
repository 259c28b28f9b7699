-- What scalar modules define with their other functions (src/front/scalars.def).
-- Each has its copy of this: t is its own type, s and u are the integers of the
-- same width with and without a sign; the attribute names the classes of modules:
-- s signed, u unsigned, f floats, h halves.

#[suf] def sum [n] (xs: [n]t): t = reduce (+) 0 xs
#[suf] def product [n] (xs: [n]t): t = reduce (*) 1 xs
#[suf] def maximum [n] (xs: [n]t): t = reduce t.max t.lowest xs
#[suf] def minimum [n] (xs: [n]t): t = reduce t.min t.highest xs

-- As a function of its module, >> takes its operand for a signed number.
#[u] def (>>) (a: t) (b: t): t = t.s (s.t a >> s.t b)
#[su] def mad_hi (a: t) (b: t) (c: t): t = t.mul_hi a b + c
#[su] def get_bit (i: i32) (x: t): i32 = i32.t ((x >> t.i32 i) & 1)
#[su] def set_bit (i: i32) (x: t) (b: i32): t =
  (x & !(1 << t.i32 i)) | (t.i32 b << t.i32 i)

#[f] def get_bit (i: i32) (x: t): i32 = u.get_bit i (t.to_bits x)
#[f] def set_bit (i: i32) (x: t) (b: i32): t = t.from_bits (u.set_bit i (t.to_bits x) b)
#[f] def mad (a: t) (b: t) (c: t): t = a * b + c
#[f] def lerp (a: t) (b: t) (x: t): t = a + (b - a) * x
#[f] def recip (x: t): t = 1 / x
#[f] def sinpi (x: t): t = t.sin (t.pi * x)
#[f] def cospi (x: t): t = t.cos (t.pi * x)
#[f] def tanpi (x: t): t = t.tan (t.pi * x)
#[f] def asinpi (x: t): t = t.asin x / t.pi
#[f] def acospi (x: t): t = t.acos x / t.pi
#[f] def atanpi (x: t): t = t.atan x / t.pi
#[f] def atan2pi (y: t) (x: t): t = t.atan2 y x / t.pi
#[f] def from_fraction (a: i64) (b: i64): t = t.i64 a / t.i64 b

-- C has no nextafter for halves. Their bits without the sign are in the order of
-- integers; 0 and -0 are one.
#[h] def nextafter (x: t) (y: t): t =
  if x < y || x > y || t.isnan x then
    let flip (bits: s): s = let sign = bits >> 15 in ((bits & 32767) ^ sign) - sign
    let next = flip (s.u (t.to_bits x)) + (s.bool (x < y) - s.bool (x > y))
    let sign = next >> 15
    in t.from_bits (u.s (((next ^ sign) - sign) | (sign & -32768)))
  else y
