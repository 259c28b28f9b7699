-- Tuples of which a part is used: what nothing reads is neither computed nor stored.

-- ==
-- entry: heavy
-- input { [1i64, 2i64, 3i64, 4i64] [0.5, 3.0, 1.0, 2.0] }
-- output { 3.25 [2i64, 4i64] }
-- input { empty([0]i64) empty([0]f64) }
-- output { 0.0 empty([0]i64) }

-- ==
-- entry: heavy_halves
-- input { [1i64, 2i64, 3i64, 4i64] [0.5, 3.0, 1.0, 2.0] }
-- output { [2i64, 4i64] }

-- ==
-- entry: next_radius
-- input { [3.0, 5.0, 0.0] [4.0, 12.0, 1.0] }
-- output { [13.0, 1.0, 5.0] }

-- Half of all the weight, and what weighs more than 1.
entry heavy [n] (ids: [n]i64) (weights: [n]f64): (f64, []i64) =
  let halves = map (/ 2) weights
  let items = filter (\(_, weight, _) -> weight > 1) (zip3 ids weights halves)
  in (f64.sum halves, map (.0) items)

-- What weighs more than 1 in half.
entry heavy_halves [n] (ids: [n]i64) (weights: [n]f64): []i64 =
  map (.0) (filter (\(_, half) -> half > 0.5) (zip ids (map (/ 2) weights)))

def polar (x: f64) (y: f64) = (f64.sqrt (x * x + y * y), f64.atan2 y x)

-- The distance of the next point.
entry next_radius [n] (xs: [n]f64) (ys: [n]f64): [n]f64 =
  let (radii, _) = unzip (map2 polar xs ys)
  in rotate 1 radii
