-- Sizes that the program says: tables, rows that threads walk along, loops that count up to a
-- number. Around the tiles' sizes.

-- ==
-- entry: forces
-- random input { [1000]f32 [1000]f32 }
entry forces (ps: [1000]f32) (qs: [1000]f32): [1000]f32 =
  map (\p -> f32.sum (map (\q -> (p - q) * f32.abs (p - q)) qs)) ps
-- ==
-- entry: few_of_many
-- random input { [257]i32 [3]i32 }
-- random input { [257]i32 [3000]i32 }
entry few_of_many [m] (ps: [257]i32) (qs: [m]i32): [257]i32 =
  map (\p -> i32.maximum (map (\q -> (p ^ q) % 1000) qs)) ps
-- ==
-- entry: table_5
-- random input { [1000]i32 [5]i32 }
-- random input { [1]i32 [5]i32 }
-- random input { [0]i32 [5]i32 }
entry table_5 [n] (xs: [n]i32) (ws: [5]i32): [n]i32 =
  map (\x -> i32.sum (map (\w -> (x * w) % 17) ws)) xs
-- ==
-- entry: table_256
-- random input { [300]i64 [256]i64 }
entry table_256 [n] (xs: [n]i64) (ws: [256]i64): [n]i64 =
  map (\x -> i64.minimum (map (\w -> x ^ w) ws)) xs
-- ==
-- entry: table_257
-- random input { [513]i64 [257]i64 }
entry table_257 [n] (xs: [n]i64) (ws: [257]i64): [n]i64 =
  map (\x -> i64.minimum (map (\w -> x ^ w) ws)) xs
-- ==
-- entry: nearest
-- random input { [700][3]f32 [16][3]f32 }
entry nearest [n] (ps: [n][3]f32) (cs: [16][3]f32): [n]i64 =
  map (\p -> let ds = map (\c -> f32.sum (map2 (\x y -> (x - y) * (x - y)) p c)) cs
    in (reduce (\(d, i) (e, j) -> if d <= e then (d, i) else (e, j)) (f32.inf, -1) (zip ds (iota 16))).1) ps
-- ==
-- entry: walk_64
-- random input { [300][64]f32 }
-- random input { [1][64]f32 }
-- random input { [0][64]f32 }
entry walk_64 [n] (a: [n][64]f32): [n]f32 = map (\r -> loop acc = 0 for i < 64 do acc * 0.5 + r[i]) a
-- ==
-- entry: walk_33
-- random input { [129][33]i32 }
entry walk_33 [n] (a: [n][33]i32): [n]i32 = map (\r -> loop acc = 1 for i < 33 do acc * 3 + r[i] * i) a
-- ==
-- entry: walk_9
-- random input { [129][9]i32 }
-- random input { [5][9]i32 }
entry walk_9 [n] (a: [n][9]i32): [n]i32 = map (\r -> loop acc = 1 for i < 9 do acc * 3 + r[i]) a
-- ==
-- entry: walk_all
-- random input { [200][100]i32 }
entry walk_all (a: [200][100]i32): [200]i32 = map (\r -> loop acc = 1 for i < 100 do acc * 3 + r[i]) a
-- A counter that is a number, an index, both, changed, and one of a loop within.
-- ==
-- entry: counters
-- random input { [40]i32 }
entry counters (xs: [40]i32): (i32, i32, i32, i64) =
  (loop a = 0 for i < 40 do a * 7 + i
  , loop a = 0 for i < 40 do a + xs[i] * (i + 1)
  , loop a = 0 for i < 39 do a + xs[i + 1] - xs[39 - i]
  , loop a = 0 for i < 8 do loop b = a for j < 5 do b * 3 + i64.i32 xs[i * 5 + j] + i64.i32 j
  )
-- ==
-- entry: no_turn
-- random input { [4]i32 }
entry no_turn (xs: [4]i32): (i32, i32) =
  (loop a = 3 for i < 0 do a + xs[i], loop a = 3 for i < 1 do a + xs[i])
