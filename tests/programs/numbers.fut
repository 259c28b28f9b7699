-- Numbers of all types at their limits.

-- ==
-- entry: i8s
-- input { 100i8 100i8 } output { -56i8 16i8 56i8 -56i8 50i8 -56i32 156u8 }
entry i8s (x: i8) (y: i8) = (x + y, x * y, x - y - y - y, x << 1, x >> 1, i32.i8 (x + y), u8.i8 (-x))

-- ==
-- entry: u64s
-- input { 18446744073709551615u64 2u64 }
-- output { 9223372036854775807u64 1u64 18446744073709551614u64 1u64 9223372036854775807u64
--          1.8446744e19f32 1.8446744073709552e19f64 true -1i64 4294967295u32 }
entry u64s (x: u64) (y: u64) = (x / y, x % y, x * y, x + y, x >> 1, f32.u64 x, f64.u64 x, x > y, i64.u64 x, u32.u64 x)

-- ==
-- entry: i16s
-- input { -32768i16 3i16 }
-- output { -32768i16 32767i16 -10923i16 1i16 -10922i16 -2i16 -32768i16 -1i16 27i16 -8192i16 }
entry i16s (x: i16) (y: i16) = (-x, x - 1, x / y, x % y, x // y, x %% y, i16.abs x, i16.sgn x, y ** 3, x >> 2)

-- ==
-- entry: f32s
-- input { 1e38f32 10f32 } output { f32.inf -f32.inf f32.nan 0.1f32 f32.nan true false true }
entry f32s (x: f32) (y: f32) = (x * y, -(x * y), x * y - x * y, 1 / y, f32.sqrt (-1), x == x, f32.nan == f32.nan, f32.isinf (x * y))

-- ==
-- entry: f64s
-- input { 0.1 0.2 }
-- output { 0.30000000000000004f64 2.0000000000000004e-2f64 0.5f64 -0.1f64 1.0f64
--          4591870180066957722u64 5.0e-324f64 0.1f32 0.10000000149011612f64 }
entry f64s (x: f64) (y: f64) = (x + y, x * y, x / y, x - y, f64.floor (x * 10), f64.to_bits x, f64.from_bits 1u64, f32.f64 x, f64.f32 (f32.f64 x))

-- ==
-- entry: int_limits
-- input { }
-- output { -128i8 32767i16 -2i32 -9223372036854775808i64 -9223372036854775808i64 0u8
--          18446744073709551615u64 -2147483648i32 -2147483648i32 0i32 }
entry int_limits = (i8.highest + 1, i16.lowest - 1, i32.highest * 2, i64.lowest, -i64.lowest, u8.highest + 1, u64.highest, i32.abs i32.lowest, i32.lowest / (-1), i32.lowest % (-1))

-- ==
-- entry: conv_all
-- input { 200u8 }
-- output { -56i8 200i16 200u16 200u64 200.0f32 true -56i32 200u32 4294967295u64 4294967295i64 3u8
--          -1i32 }
entry conv_all (x: u8) = (i8.u8 x, i16.u8 x, u16.u8 x, u64.u8 x, f32.u8 x, bool.u8 x, i32.i8 (i8.u8 x), u32.i8 (i8.u8 x), u64.i32 (-1), i64.u32 4294967295, u8.f32 3.9, i32.u64 18446744073709551615u64)

-- ==
-- entry: idiv
-- input { [7i64, -7i64, 0i64] [-2i64, 3i64, 5i64] }
-- output { [-4i64, -3i64, 0i64] [-1i64, 2i64, 0i64] [-3i64, -2i64, 0i64] [1i64, -1i64, 0i64]
--          [true, true, true] }
entry idiv [n] (a: [n]i64) (b: [n]i64) = (map2 (/) a b, map2 (%) a b, map2 (//) a b, map2 (%%) a b, map2 (\x y -> (x / y) * y + x % y == x) a b)

-- ==
-- entry: udiv
-- input { [7u8, 200u8] [2u8, 7u8] }
-- output { [3u8, 28u8] [1u8, 4u8] [3u8, 28u8] [1u8, 4u8] [5u8, 193u8] [28u8, 0u8] [1u8, 1u8]
--          [49u8, 0u8] }
entry udiv [n] (a: [n]u8) (b: [n]u8) = (map2 (/) a b, map2 (%) a b, map2 (//) a b, map2 (%%) a b, map2 (-) a b, map2 (\x y -> x << y) a b, map2 (>>) a b, map2 (**) a b)

-- ==
-- entry: shift_over
-- input { 1i32 } output { -2147483648i32 -1i32 1i32 1i32 }
entry shift_over (x: i32) = (x << 31, (x << 31) >> 31, i32.((x << 31) >>> 31), x << 0)

-- ==
-- entry: fmod
-- input { [5.5f32, -5.5f32] [2f32, 2f32] } output { [1.5f32, -1.5f32] [-1.5f32, 1.5f32] }
entry fmod [n] (a: [n]f32) (b: [n]f32) = (map2 (%) a b, map2 (\x y -> -(x % y)) a b)

-- ==
-- entry: float_cmp
-- input { [1f32, f32.nan, -0f32, 0f32, f32.inf] }
-- output { [false, false, true, true, false] [false, false, true, true, false] [true, false,
--          true, true, true] [true, true, true, true, true] [false, true, false, false, false]
--          [1065353216u32, 2143289344u32, 0u32, 0u32, 2139095040u32] [1.0f32, -1.0f32, 0.0f32] }
entry float_cmp (xs: []f32) = (map (== 0) xs, map (< 1) xs, map (>= 0) xs, map (!= f32.nan) xs, map f32.isnan xs, map (\x -> f32.to_bits (f32.abs x)) xs, map f32.sgn [1, -0.5, 0])

-- ==
-- entry: conv0
-- input { [1.5f32, -1.5f32, 300f32, -300f32] }
-- output { [1i32, -1i32, 300i32, -300i32] [1.5f64, -1.5f64, 300.0f64, -300.0f64] [true, true,
--          true, true] [1i64, -1i64, 300i64, -300i64] [1i16, -1i16, 300i16, -300i16] }
entry conv0 (xs: []f32) = (map i32.f32 xs, map f64.f32 xs, map bool.f32 xs, map i64.f32 xs, map (i16.f32) xs)

-- ==
-- entry: conv1
-- input { [1, -1, 300, -300] }
-- output { [1u8, 255u8, 44u8, 212u8] [1i8, -1i8, 44i8, -44i8] [1u64, 4294967295u64, 300u64,
--          4294966996u64] [1i64, -1i64, 300i64, -300i64] [1.0f32, -1.0f32, 300.0f32, -300.0f32]
--          [true, true, true, true] [1u32, 4294967295u32, 300u32, 4294966996u32] }
entry conv1 (xs: []i32) = (map u8.i32 xs, map i8.i32 xs, map u64.i32 xs, map i64.i32 xs, map f32.i32 xs, map bool.i32 xs, map u32.i32 xs)

-- ==
-- entry: conv2
-- input { [1u8, 200u8] } output { [1i8, -56i8] [1i32, 200i32] [1.0f32, 200.0f32] [1i64, -56i64] }
entry conv2 (xs: []u8) = (map i8.u8 xs, map i32.u8 xs, map f32.u8 xs, map (i64.i8 <-< i8.u8) xs)

-- ==
-- entry: conv3
-- input { [true, false] } output { [1i32, 0i32] [1.0f32, 0.0f32] [1u8, 0u8] [true, false] }
entry conv3 (xs: []bool) = (map i32.bool xs, map f32.bool xs, map u8.bool xs, map bool.bool xs)

-- ==
-- entry: conv4
-- input { [0xFFFFFFFFFFFFFFFFu64, 1u64] }
-- output { [1.8446744e19f32, 1.0f32] [1.8446744073709552e19f64, 1.0f64] [-1i64, 1i64] [-1i32,
--          1i32] }
entry conv4 (xs: []u64) = (map f32.u64 xs, map f64.u64 xs, map i64.u64 xs, map i32.u64 xs)

-- ==
-- entry: bits0
-- input { [0, 1, -1, 255, 1024] }
-- output { [0i32, 1i32, 32i32, 8i32, 1i32] [32i32, 31i32, 0i32, 24i32, 21i32] [32i32, 0i32, 0i32,
--          0i32, 10i32] [0i32, 0i32, 1i32, 1i32, 0i32] [4i32, 5i32, -1i32, 255i32, 1028i32]
--          [0i32, 0i32, -2i32, 254i32, 1024i32] }
entry bits0 (xs: []i32) = (map i32.popc xs, map i32.clz xs, map i32.ctz xs, map (i32.get_bit 3) xs, map (\x -> i32.set_bit 2 x 1) xs, map (\x -> i32.set_bit 0 x 0) xs)

-- ==
-- entry: bits3
-- input { [1i64, -1i64, 0x123456789ABCDEFi64] }
-- output { [1i32, 64i32, 32i32] [63i32, 0i32, 7i32] [0i32, 0i32, 0i32] [0i64, -1i64,
--          40992764608243447i64] [3i64, 3i64, 364380129851055i64] }
entry bits3 (xs: []i64) = (map i64.popc xs, map i64.clz xs, map i64.ctz xs, map (i64.mul_hi 0x7FFFFFFFFFFFFFFF) xs, map (\x -> i64.mad_hi x x 3) xs)

-- ==
-- entry: bits6b
-- input { [8, -8, 7] [1, 2, 31] }
-- output { [4i32, -2i32, 0i32] [4i32, 1073741822i32, 0i32] [16i32, -32i32, -2147483648i32] [0i32,
--          0i32, 7i32] [9i32, -6i32, 31i32] [9i32, -6i32, 24i32] }
entry bits6b [n] (xs: [n]i32) (ys: [n]i32) = (map2 (>>) xs ys, map2 (i32.>>>) xs ys, map2 (<<) xs ys, map2 (&) xs ys, map2 (|) xs ys, map2 (^) xs ys)

-- ==
-- entry: math0
-- input { [0.5f64, -0.25f64, 1f64] }
-- output { [0.479425538604203f64, -0.24740395925452294f64, 0.8414709848078965f64]
--          [0.8775825618903728f64, 0.9689124217106447f64, 0.5403023058681398f64]
--          [0.5463024898437905f64, -0.25534192122103627f64, 1.5574077246549023f64]
--          [0.5235987755982989f64, -0.25268025514207865f64, 1.5707963267948966f64]
--          [1.0471975511965979f64, 1.8234765819369754f64, 0.0f64] [0.4636476090008061f64,
--          -0.24497866312686414f64, 0.7853981633974483f64] [0.5210953054937474f64,
--          -0.2526123168081683f64, 1.1752011936438014f64] [1.1276259652063807f64,
--          1.0314130998795732f64, 1.5430806348152437f64] [0.46211715726000974f64,
--          -0.24491866240370913f64, 0.7615941559557649f64] [0.48121182505960347f64,
--          -0.24746646154726346f64, 0.881373587019543f64] [1.6487212707001282f64,
--          0.7788007830714049f64, 2.718281828459045f64] }
entry math0 (xs: []f64) = (map f64.sin xs, map f64.cos xs, map f64.tan xs, map f64.asin xs, map f64.acos xs, map f64.atan xs, map f64.sinh xs, map f64.cosh xs, map f64.tanh xs, map f64.asinh xs, map f64.exp xs)

-- ==
-- entry: math1b
-- input { [0.5f64, 2f64, 10f64] }
-- output { [0.7071067811865476f64, 1.4142135623730951f64, 3.1622776601683795f64]
--          [-0.6931471805599453f64, 0.6931471805599453f64, 2.302585092994046f64] [-1.0f64,
--          1.0f64, 3.3219280948873626f64] [-0.30102999566398114f64, 0.30102999566398114f64,
--          1.0f64] [0.4054651081081644f64, 1.0986122886681096f64, 2.3978952727983707f64]
--          [0.7937005259840998f64, 1.2599210498948734f64, 2.1544346900318834f64]
--          [1.772453850905516f64, 1.0f64, 362880.0f64] [0.5723649429247001f64, 0.0f64,
--          12.80182748008147f64] [0.5204998778130465f64, 0.9953222650189527f64, 1.0f64]
--          [0.4795001221869535f64, 4.677734981047265e-3f64, 2.088487583762545e-45f64] [2.0f64,
--          0.5f64, 0.1f64] }
entry math1b (xs: []f64) = (map f64.sqrt xs, map f64.log xs, map f64.log2 xs, map f64.log10 xs, map f64.log1p xs, map f64.cbrt xs, map f64.gamma xs, map f64.lgamma xs, map f64.erf xs, map f64.erfc xs, map f64.recip xs)

-- ==
-- entry: math2b
-- input { [0.5f32, 2.5f32, -3.5f32, -0.2f32] }
-- output { [0.0f32, 2.0f32, -4.0f32, -0.0f32] [0.0f32, 2.0f32, -4.0f32, -1.0f32] [1.0f32, 3.0f32,
--          -3.0f32, -0.0f32] [0.0f32, 2.0f32, -3.0f32, 0.0f32] [0.5f32, 2.5f32, 3.5f32, 0.2f32]
--          [1.0f32, 1.0f32, -1.0f32, -1.0f32] [1056964608u32, 1075838976u32, 3227516928u32,
--          3192704205u32] [false, false, false, false] [false, false, false, false] }
entry math2b (xs: []f32) = (map f32.round xs, map f32.floor xs, map f32.ceil xs, map f32.trunc xs, map f32.abs xs, map f32.sgn xs, map f32.to_bits xs, map f32.isnan xs, map f32.isinf xs)

-- ==
-- entry: math5b
-- input { }
-- output { 3.1415927f32 2.7182817f32 f32.inf -f32.inf f32.nan f32.inf -f32.inf 1.1920929e-7f32
--          2.220446049250313e-16f64 127i8 -128i8 65535u16 32i32 -9223372036854775808i64 }
entry math5b = (f32.pi, f32.e, f32.inf, -f32.inf, f32.nan, f32.highest, f32.lowest, f32.epsilon, f64.epsilon, i8.highest, i8.lowest, u16.highest, i32.num_bits, i64.lowest)

-- ==
-- entry: math6
-- input { } output { 6.0f32 6.0f64 5i32 2i32 -f32.inf 2147483647i32 1.0f32 44u8 }
entry math6 = (f32.sum [1,2,3], f64.product [1,2,3], i32.maximum [1,5,2], i32.minimum [4,2,9], f32.maximum [], i32.minimum [], f32.minimum [f32.nan, 1], u8.sum [200, 100])

-- ==
-- entry: minmax
-- input { [1f32, f32.nan, -0f32] }
-- output { 1.0f32 -0.0f32 [1.0f32, 0.5f32, 0.5f32] [0.5f32, 0.5f32, -0.0f32] }
entry minmax (xs: []f32) = (f32.maximum xs, f32.minimum xs, map (f32.max 0.5) xs, map (f32.min 0.5) xs)

-- ==
-- entry: neg0
-- input { 5 } output { -5i32 -4i32 25i32 false -6i32 -5i32 -2i32 8i32 -5i32 }
entry neg0 (x: i32) = (-x, - x + 1, -x ** 2, !true, !x, -(x), 3-x, 3 - -x, i32.neg x)

-- ==
-- entry: prec0
-- input { 5 3 } output { 11i32 1i32 80i32 true true 7i32 64i32 -15i32 8i32 18i32 }
entry prec0 (x: i32) (y: i32) = (x + y * 2, x - y - 1, x << 1 + y, x & 1 == 1, x < y || y < x && true, x ^ y | 1, 2 ** 3 ** 2, x * -y, x - -y, x |> (+) 1 |> \z -> z * y)

-- ==
-- entry: assoc
-- input { 20 3 2 }
-- output { 15i32 3i32 4i32 64000000i32 40i32 22i32 30i32 true 46i32 400i32 17i32 -60i32 }
entry assoc (a: i32) (b: i32) (c: i32) = (a - b - c, a / b / c, a % b * c, a ** b ** c, a << b >> c, a & b | c ^ a, a - b + c * a / b, a < b == (b < c), a |> (+ b) |> (* c), -a ** c, a + -b, a * -b)

-- ==
-- entry: sgn
-- input { [5, 0, -5] [5f32, 0f32, -5f32] }
-- output { [1i32, 0i32, -1i32] [1.0f32, 0.0f32, -1.0f32] [5i32, 0i32, 5i32] [5.0f32, 0.0f32,
--          5.0f32] [-5i32, 0i32, 5i32] }
entry sgn (xs: []i32) (ys: []f32) = (map i32.sgn xs, map f32.sgn ys, map i32.abs xs, map f32.abs ys, map i32.neg xs)

-- ==
-- entry: rnd
-- input { [0.5,1.5,2.5,-0.5,-1.5] }
-- output { [0.0f64, 2.0f64, 2.0f64, -0.0f64, -2.0f64] [0.0f64, 1.0f64, 2.0f64, 0.0f64, -1.0f64]
--          [0i32, 1i32, 2i32, 0i32, -1i32] [1.0f64, 2.0f64, 3.0f64, -0.0f64, -1.0f64] }
entry rnd (xs: []f64) = (map f64.round xs, map f64.trunc xs, map i32.f64 xs, map f64.ceil xs)

-- ==
-- entry: hexfloat2
-- input { } output { 12.0f32 0.25f64 1.0e-3f64 1000.5f64 3.0f32 500.0f32 }
entry hexfloat2 = (0x1.8p3f32, 0x1.0p-2f64, 1e-3, 1_000.5, 3f32, 5.0e+2f32)

-- ==
-- entry: hexfloat3
-- input { } output { 31.9921875f64 16384.0f32 }

entry hexfloat3 = (0xf.f_fp0_1f64, 0x1_0p1_0f32)

-- ==
-- entry: char_esc
-- input { }
-- output { [9u8, 10u8, 92u8, 34u8] 39i32 [97i32, 9i32, 92i32] [116u8, 97u8, 98u8, 9u8, 104u8,
--          101u8, 114u8, 101u8] }
entry char_esc = ("\t\n\\\"", '\'', ['a', '\t', '\\'], "tab\there")

-- ==
-- entry: lit1
-- input { }
-- output { 31i32 11i32 255u8 1000000i32 14i32 1990i32 1000.0f32 12.0f64 1.5e-3f64 0.5f32 1.0f32
--          2.0f64 16i16 -1i8 3i32 171i32 }
entry lit1 = (0x1F, 0b1011, 0xFFu8, 1_000_000, 0rXIV, 0rMCMXC, 1e3f32, 0x1.8p3f64, 1.5e-3f64, 0.5f32, 1f32, 2f64, 0x1_0i16, -1i8, 0B11, 0XaB)

-- ==
-- entry: lit5
-- input { } output { 1.0f32 2.0f64 3i8 4u64 }
entry lit5 : (f32, f64, i8, u64) = (1, 2, 3, 4)

-- ==
-- entry: lit7
-- input { }
-- output { -128i8 127i8 18446744073709551615u64 -9223372036854775808i64 2147483647i32
--          2147483648u32 -1i32 }
entry lit7 = (-128i8, 127i8, 0xFFFFFFFFFFFFFFFFu64, -9223372036854775808i64, 2147483647, 0x80000000u32, 0xFFFFFFFFi32)

-- ==
-- entry: float_show
-- input { }
-- output { 1.0e20f64 1.0e-20f64 1.23456789125e8f64 0.1f32 1.0e10f32 -0.0f32 1.6777216e7f32
--          3.4028235e38f32 1.1754944e-38f32 }
entry float_show = (1e20f64, 1e-20f64, 123456789.125f64, 0.1f32, 1e10f32, -0.0f32, 16777216f32, 3.4028235e38f32, 1.17549435e-38f32)

-- Values wrap to the other sign of their width.
-- ==
-- entry: wrapped
-- input { 255i8 -1u8 2147483648 } output { 255u8 -1i8 -2147483648 }
-- random compiled input { i8 u8 i32 }
entry wrapped (x: i8) (y: u8) (z: i32) = (u8.i8 x, i8.u8 y, z)

-- Records of small numbers, each of an operation that is an int in C.
def small (x: u8) (y: u8) = (x & y, x ^ y, x >> 1, x % 5, if x > y then 1u8 else 0)
-- ==
-- entry: small_records
-- input { [1u8, 200u8, 255u8] }
-- output { [0u8, 200u8, 0u8] [3u8, 1u8, 255u8] [0u8, 100u8, 127u8] [1u8, 0u8, 0u8] [0u8, 0u8, 1u8] }
entry small_records [n] (xs: [n]u8) = unzip5 (map (\x -> small x (x + 1)) xs)

-- Which number is the larger is not told by a difference of more than 64 bits.
-- ==
-- entry: far_apart
-- input { [1i64, -9223372036854775808, 9223372036854775807] }
-- output { [5i64, 5, 9223372036854775807] [-5i64, -9223372036854775808, -5] }
entry far_apart [n] (xs: [n]i64) =
  (map (\x -> if x >= i64.lowest then i64.max x 5 else 0) xs,
   map (\x -> if x <= i64.highest then i64.min x (-5) else 0) xs)

-- ==
-- entry: lowest_first
-- input { 3i64 } output { [6i64, 6, 6] }
entry lowest_first (n: i64) =
  map (\xs -> i64.sum (map (\i -> reduce i64.max i64.lowest (map (\j -> xs[(i + j) % 1]) (iota 3)))
                           (iota 1)))
      (map (\_ -> replicate 1 6) (iota n))
