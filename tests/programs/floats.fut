-- Floats: nan in min and max, rounding, math functions.
-- ==
-- entry: extremes
-- input { [1f32, f32.nan, -2f32] [f32.nan, 2f32, 3f32] }
-- output { [1.0f32, 2.0f32, -2.0f32] [1.0f32, 2.0f32, 3.0f32] [false, true, false] }

entry extremes [n] (xs: [n]f32) (ys: [n]f32): ([n]f32, [n]f32, [n]bool) =
  (map2 f32.min xs ys, map2 f32.max xs ys, map f32.isnan xs)

-- ==
-- entry: roundings
-- input { [0.5f64, 1.5f64, -0.5f64, 2.5f64, -1.2f64] }
-- output { [0.0f64, 2.0f64, -0.0f64, 2.0f64, -1.0f64] [0.0f64, 1.0f64, -1.0f64, 2.0f64, -2.0f64] [1.0f64, 2.0f64, -0.0f64, 3.0f64, -1.0f64] [0.0f64, 1.0f64, 0.0f64, 2.0f64, -1.0f64] }

entry roundings [n] (xs: [n]f64): ([n]f64, [n]f64, [n]f64, [n]f64) =
  (map f64.round xs, map f64.floor xs, map f64.ceil xs, map f64.trunc xs)

-- ==
-- entry: functions
-- input { [0.5f64, 1f64, 2f64] }
-- output { [0.7071067811865476f64, 1.0f64, 1.4142135623730951f64] [1.6487212707001282f64, 2.718281828459045f64, 7.38905609893065f64] [-0.6931471805599453f64, 0.0f64, 0.6931471805599453f64] [0.3535533905932738f64, 1.0f64, 2.8284271247461903f64] [0.479425538604203f64, 0.8414709848078965f64, 0.9092974268256817f64] }

entry functions [n] (xs: [n]f64): ([n]f64, [n]f64, [n]f64, [n]f64, [n]f64) =
  (map f64.sqrt xs, map f64.exp xs, map f64.log xs, map (\x -> x ** 1.5) xs, map f64.sin xs)

-- ==
-- entry: remainders
-- input { [5.5f64, -5.5f64] [2f64, 2f64] }
-- output { [1.5f64, -1.5f64] }

entry remainders [n] (xs: [n]f64) (ys: [n]f64): [n]f64 = map2 (%) xs ys

-- Angles in multiples of pi.
-- ==
-- entry: of_pi
-- input { 0.25f64 1f64 } output { 1f64 0.5f64 0f64 0.25f64 0.25f64 }
entry of_pi (x: f64) (y: f64) = (f64.tanpi x, f64.asinpi y, f64.acospi y, f64.atanpi y, f64.atan2pi y y)
-- ==
-- entry: tanpi_of_half
-- input { 0.25f16 } output { 1f16 }
entry tanpi_of_half (x: f16) = f16.tanpi x

-- Of two zeros, -0 is the less. The sign shows in what 1 is divided by them.
-- ==
-- entry: zeros
-- input { [0f32, -0f32, -0f32] [-0f32, 0f32, -0f32] }
-- output { [-f32.inf, -f32.inf, -f32.inf] [f32.inf, f32.inf, -f32.inf] f32.inf -f32.inf }
entry zeros [n] (xs: [n]f32) (ys: [n]f32): ([n]f32, [n]f32, f32, f32) =
  (map2 (\x y -> 1 / f32.min x y) xs ys, map2 (\x y -> 1 / f32.max x y) xs ys,
   1 / f32.maximum xs, 1 / f32.minimum ys)
-- ==
-- entry: double_zeros
-- input { [0f64, -0f64, -0f64] [-0f64, 0f64, -0f64] }
-- output { [-f64.inf, -f64.inf, -f64.inf] [f64.inf, f64.inf, -f64.inf] }
entry double_zeros [n] (xs: [n]f64) (ys: [n]f64): ([n]f64, [n]f64) =
  (map2 (\x y -> 1 / f64.min x y) xs ys, map2 (\x y -> 1 / f64.max x y) xs ys)
-- ==
-- entry: half_zeros
-- input { [0f16, -0f16, -0f16] [-0f16, 0f16, -0f16] }
-- output { [-f16.inf, -f16.inf, -f16.inf] [f16.inf, f16.inf, -f16.inf] }
entry half_zeros [n] (xs: [n]f16) (ys: [n]f16): ([n]f16, [n]f16) =
  (map2 (\x y -> 1 / f16.min x y) xs ys, map2 (\x y -> 1 / f16.max x y) xs ys)
-- ==
-- entry: zeros_reduced
-- input { [0f32, -0f32, 0f32, -0f32] } output { f32.inf -f32.inf [f32.inf, f32.inf, f32.inf, f32.inf] }
-- input { [-0f32, 0f32, -0f32] } output { f32.inf -f32.inf [-f32.inf, f32.inf, f32.inf] }
entry zeros_reduced [n] (xs: [n]f32): (f32, f32, [n]f32) =
  (1 / f32.maximum xs, 1 / f32.minimum xs, map (1 /) (scan f32.max (-f32.inf) xs))
-- ==
-- entry: double_zeros_reduced
-- input { [0f64, -0f64] } output { f64.inf -f64.inf }
-- input { [-0f64, 0f64, -0f64] } output { f64.inf -f64.inf }
entry double_zeros_reduced [n] (xs: [n]f64): (f64, f64) = (1 / f64.maximum xs, 1 / f64.minimum xs)
-- ==
-- entry: half_zeros_reduced
-- input { [0f16, -0f16] } output { f16.inf -f16.inf }
-- input { [-0f16, 0f16, -0f16] } output { f16.inf -f16.inf }
entry half_zeros_reduced [n] (xs: [n]f16): (f16, f16) = (1 / f16.maximum xs, 1 / f16.minimum xs)
-- ==
-- entry: known_zeros
-- input {} output { -f32.inf f32.inf -f64.inf f64.inf }
entry known_zeros =
  (1 / f32.min 0 (-0), 1 / f32.max (-0) 0, 1 / f64.min 0 (-0), 1 / f64.max (-0) 0)
