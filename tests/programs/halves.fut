-- f16: computed in float, rounded after each operation.

-- ==
-- entry: arithmetic
-- input { [1f16, 0.1f16, 6550f16, 1e-7f16, -2.5f16] 3f16 }
-- output { [4.0f16, 3.0996094f16, 6556.0f16, 3.0f16, 0.5f16] [3.0f16, 0.2998047f16, 19648.0f16,
--          3.5762787e-7f16, -7.5f16] [0.33325195f16, 3.3325195e-2f16, 2184.0f16, 5.9604645e-8f16,
--          -0.8334961f16] [2.0f16, 2.9003906f16, -6548.0f16, 3.0f16, 5.5f16] [1.0f16,
--          9.994507e-4f16, f16.inf, 0.0f16, -15.625f16] [1.0f16, 9.9975586e-2f16, 0.0f16,
--          1.1920929e-7f16, -2.5f16] [4.0f16, 0.39990234f16, 26208.0f16, 4.7683716e-7f16,
--          -10.0f16] }
entry arithmetic [n] (xs: [n]f16) (y: f16) =
  (map (+ y) xs, map (* y) xs, map (/ y) xs, map (y -) xs, map (** y) xs, map (% y) xs,
   map (\x -> x * y + x) xs)

-- ==
-- entry: functions
-- input { [1f16, 0.1f16, 6550f16, 3e-7f16, 2.5f16, -2.5f16] 3f16 }
-- output { [1.0f16, 0.3161621f16, 80.9375f16, 5.4597855e-4f16, 1.5810547f16, f16.nan] [1.0f16,
--          9.9975586e-2f16, 6552.0f16, 2.9802322e-7f16, 2.5f16, 2.5f16] [true, true, false, true,
--          true, true] [1.0f16, 9.9975586e-2f16, 3.0f16, 2.9802322e-7f16, 2.5f16, -2.5f16]
--          [-1.0f16, -9.9975586e-2f16, -6552.0f16, -2.9802322e-7f16, -2.5f16, 2.5f16] [1.0f16,
--          0.0f16, 6552.0f16, 0.0f16, 2.0f16, -2.0f16] [1.0f16, 0.0f16, 6552.0f16, 0.0f16,
--          2.0f16, -3.0f16] [false, false, false, false, false, false] [0.8413086f16,
--          9.979248e-2f16, -0.9785156f16, 2.9802322e-7f16, 0.5986328f16, -0.5986328f16]
--          [1.2490234f16, 1.5371094f16, 4.5776367e-4f16, 1.5703125f16, 0.87597656f16,
--          2.265625f16] }
entry functions [n] (xs: [n]f16) (y: f16) =
  (map f16.sqrt xs, map f16.abs xs, map (< y) xs, map (f16.min y) xs, map f16.neg xs,
   map f16.round xs, map f16.floor xs, map f16.isnan xs, map f16.sin xs, map (f16.atan2 y) xs)

-- ==
-- entry: narrow
-- input { [1, 70000, -3, 2049, 2051] [1.00048828125, 65519.99, 65520.0, 1.0e-8, 3.0e-8,
--          5.9604645e-8] }
-- output { [1.0f16, f16.inf, -3.0f16, 2048.0f16, 2052.0f16] [1.0f16, 65504.0f16, f16.inf, 0.0f16,
--          5.9604645e-8f16, 5.9604645e-8f16] [1.0f16, 65504.0f16, f16.inf, 0.0f16,
--          5.9604645e-8f16, 5.9604645e-8f16] [1.0f16, f16.inf, -3.0f16, 2048.0f16, 2052.0f16]
--          [1.0f16, 112.0f16, 253.0f16, 1.0f16, 3.0f16] [1.0f16, 0.0f16] }
entry narrow [n] [m] (xs: [n]i32) (ys: [m]f64) =
  (map f16.i32 xs, map f16.f64 ys, map (f16.f32 <-< f32.f64) ys, map (f16.i64 <-< i64.i32) xs,
   map (f16.u8 <-< u8.i32) xs, map f16.bool [true, false])

-- ==
-- entry: widen
-- input { [1f16, 0.1f16, 65504f16, -2.5f16, f16.inf, -f16.inf] }
-- output { [1.0f32, 9.9975586e-2f32, 65504.0f32, -2.5f32, f32.inf, -f32.inf] [1.0f64,
--          9.99755859375e-2f64, 65504.0f64, -2.5f64, f64.inf, -f64.inf] [true, true, true, true,
--          true, true] [15360u16, 11878u16, 31743u16, 49408u16, 31744u16, 64512u16] [1.0f16,
--          9.9975586e-2f16, 65504.0f16, -2.5f16, f16.inf, -f16.inf] }
entry widen [n] (xs: [n]f16) =
  (map f32.f16 xs, map f64.f16 xs, map bool.f16 xs, map f16.to_bits xs,
   map (f16.from_bits <-< f16.to_bits) xs)

-- ==
-- entry: whole
-- input { [1f16, 0.1f16, 65504f16, -2.5f16] }
-- output { [1i32, 0i32, 65504i32, -2i32] [1i64, 0i64, 65504i64, -2i64] [1u16, 0u16, 65504u16,
--          2u16] }
entry whole [n] (xs: [n]f16) = (map i32.f16 xs, map i64.f16 xs, map u16.f16 (map f16.abs xs))

-- ==
-- entry: next
-- input { [1f16, 0f16, -1f16, 65504f16, f16.nan, 0f16, 1f16, 1f16] [2f16, -1f16, -2f16, f16.inf,
--          1f16, 0f16, f16.nan, 1f16] }
-- output { [15361u16, 32769u16, 48129u16, 31744u16, 32256u16, 0u16, 32256u16, 15360u16] }
entry next [n] (xs: [n]f16) (ys: [n]f16) = map f16.to_bits (map2 f16.nextafter xs ys)

-- ==
-- entry: folds
-- input { [1f16, 3f16, -2f16, 0.5f16] }
-- output { 3.0f16 -2.0f16 [1.0f16, 3.0f16, 3.0f16, 3.0f16] 2.5f16 -3.0f16 }
-- input { empty([0]f16) } output { -f16.inf f16.inf empty([0]f16) 0.0f16 1.0f16 }
entry folds [n] (xs: [n]f16) =
  (f16.maximum xs, f16.minimum xs, scan f16.max f16.lowest xs, f16.sum xs, f16.product xs)

-- ==
-- entry: constants
-- input { 1.5f16 }
-- output { 3.140625f16 2.71875f16 f16.inf 1.1920929e-7f16 f16.inf -f16.inf f16.inf 3.0f16 16i32
--          2.5f16 12.0f16 -1.0f16 1.2998047f16 0.9663086f16 }
entry constants (x: f16) =
  (f16.pi, f16.e, f16.inf, f16.epsilon, f16.highest, f16.lowest, 1e5f16, 0x1.8p1f16,
   f16.num_bits, x + 1, f16.ldexp x 3, f16.copysign 1 (-x), f16.lerp 1 2 0.3, f16.erf x)

-- ==
-- entry: branches
-- input { [1f16, 3f16, -2f16, 0.5f16] } output { [1.0f16, 3.0f16, 16.0f16, 7.0f16] }
entry branches (xs: []f16) =
  map (\x -> if x > 1 then x else match x case 0.5 -> 7f16 case _ -> loop y = x for i < 3 do y * x) xs

-- A record of numbers of different sizes lies in shared memory.
type sizes = {small: f16, large: f64}

-- ==
-- entry: records
-- input { [1.5f64, 2.5, -3.0] }
-- output { 1.0f16 2.5 [1.5f16, 4.0f16, 1.0f16] [1.5, 2.5, 2.5] }
entry records [n] (xs: [n]f64): (f16, f64, [n]f16, [n]f64) =
  let op (a: sizes) (b: sizes) =
    {small = a.small + b.small, large = f64.max a.large b.large}
  let rs = map (\x -> {small = f16.f64 x, large = x}) xs
  let all = reduce op {small = 0, large = -f64.inf} rs
  let (smalls, larges) =
    unzip (map (\r -> (r.small, r.large)) (scan op {small = 0, large = -f64.inf} rs))
  in (all.small, all.large, smalls, larges)
