-- Of independent reductions and scans only those are computed that something reads.

-- ==
-- entry: most
-- input { [3, -1, 7, 2] } output { [3, 3, 7, 7] }
-- input { empty([0]i32) } output { empty([0]i32) }
entry most [n] (xs: [n]i32): [n]i32 =
  (unzip (scan (\(a, b) (c, d) -> (a + c, i32.max b d)) (0, i32.lowest) (zip xs xs))).1

-- ==
-- entry: sum
-- input { [3.0, -1.0, 7.0] } output { 9.0 }
-- input { empty([0]f64) } output { 0.0 }
entry sum [n] (xs: [n]f64): f64 =
  (reduce (\(a, b) (c, d) -> (a + c, b + d)) (0, 0i64) (map (\x -> (x, i64.f64 x)) xs)).0

-- What needs the other part is computed with it.
-- ==
-- entry: linear
-- input { [2, 3] [1, 1] } output { [1, 4] }
entry linear [n] (as: [n]i32) (bs: [n]i32): [n]i32 =
  (unzip (scan (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (zip as bs))).1

-- The distance to the nearest is compared, but not stored.
-- ==
-- entry: nearest
-- input { 1 [[1.0, 2.0], [8.0, 9.0], [7.0, 7.0]] [[0.0, 0.0], [9.0, 9.0]] } output { [[1.0, 2.0], [7.5, 8.0]] }
-- random input { 2 [300][3]f64 [9][3]f64 }
entry nearest [n] [d] [k] (rounds: i32) (points: [n][d]f64) (first: [k][d]f64): [k][d]f64 =
  let distance (a: [d]f64) (b: [d]f64) = f64.sum (map2 (\x y -> (x - y) * (x - y)) a b)
  let closest a b = if a.0 <= b.0 then a else b
  in loop centres = first for _i < rounds do
    let of p = (reduce closest (f64.inf, 0) (zip (map (distance p) centres) (iota k))).1
    let ids = map of points
    let counts = hist (+) 0 k ids (replicate n 1)
    let sums = hist (map2 (+)) (replicate d 0) k ids points
    in map2 (\s c -> map (/ f64.i64 (i64.max 1 c)) s) sums counts

-- Of what is written in pairs the roots are not asked for: no sum keeps them,
-- ==
-- entry: placed_summed
-- input { [1i64, 0i64, 12i64, 3i64] [4f64, 0.25f64, 9f64, 1f64] }
-- output { 6.5f64 [0i64, 1i64, 0i64, 3i64] }
-- input { empty([0]i64) empty([0]f64) }
-- output { 0f64 [0i64, 0i64, 0i64, 0i64] }
entry placed_summed [n] (ids: [n]i64) (weights: [n]f64): (f64, [4]i64) =
  let roots = map f64.sqrt weights
  in (f64.sum roots, (unzip (spread 4 (0, 0) ids (zip ids roots))).0)

-- and no scan.
-- ==
-- entry: placed_scanned
-- input { [1i64, 0i64, 12i64, 3i64] [4f64, 0.25f64, 9f64, 1f64] }
-- output { [2f64, 2.5f64, 5.5f64, 6.5f64] [0i64, 1i64, 0i64, 3i64] }
-- input { empty([0]i64) empty([0]f64) }
-- output { empty([0]f64) [0i64, 0i64, 0i64, 0i64] }
entry placed_scanned [n] (ids: [n]i64) (weights: [n]f64): ([n]f64, [4]i64) =
  let roots = map f64.sqrt weights
  in (scan (+) 0 roots, (unzip (spread 4 (0, 0) ids (zip ids roots))).0)
