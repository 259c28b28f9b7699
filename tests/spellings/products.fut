-- Sums of products, over whole rows and columns.

-- spellings of product: [64][96]f32:1..9 [96][128]f32:1..9
entry product_reduce [n][m][k] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
  map (\row -> map (\col -> reduce (+) 0 (map2 (*) row col)) (transpose b)) a

entry product_loop [n][m][k] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
  tabulate_2d n m (\i j -> loop s = 0 for l < k do s + a[i, l] * b[l, j])

entry product_tabulate [n][m][k] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
  tabulate n (\i -> tabulate m (\j -> f32.sum (tabulate k (\l -> a[i, l] * b[l, j]))))

entry product_slices [n][m][k] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
  tabulate_2d n m (\i j -> f32.sum (map2 (*) a[i, :] b[:, j]))

entry product_zip [n][m][k] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
  map (\row -> map (\col -> foldl (\s (x, y) -> s + x * y) 0 (zip row col)) (transpose b)) a

entry product_for_in [n][m][k] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
  map (\row -> map (\col -> loop s = 0 for (x, y) in zip row col do s + x * y) (transpose b)) a

entry product_minus [n][m][k] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
  tabulate_2d n m (\i j -> -(loop s = 0 for l < k do s - a[i, l] * b[l, j]))

entry product_shifted [n][m][k] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
  tabulate_2d n m (\i j -> loop s = a[i, 0] * b[0, j] for l < k - 1 do
                             s + a[i, l + 1] * b[l + 1, j])

entry product_from_one [n][m][k] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
  tabulate_2d n m (\i j -> loop s = 0 for l in 1...k do s + a[i, l - 1] * b[l - 1, j])

entry product_backwards [n][m][k] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
  tabulate_2d n m (\i j -> loop s = 0 for l < k do s + a[i, k - 1 - l] * b[k - 1 - l, j])

entry product_turned [n][m][k] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
  let t = transpose b
  in tabulate_2d n m (\i j -> loop s = 0 for l < k do s + a[i, l] * t[j, l])

entry product_by_columns [n][m][k] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
  transpose (map (\col -> map (\row -> f32.sum (map2 (*) row col)) a) (transpose b))

entry product_if [n][m][k] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
  tabulate_2d n m (\i j -> loop s = 0 for l < k do
                             if a[i, l] > 0 then s + a[i, l] * b[l, j] else s)

entry product_tuple [n][m][k] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
  tabulate_2d n m (\i j -> (loop (s, t) = (0, 0) for l < k do (s + a[i, l] * b[l, j], t)).0)

entry product_while [n][m][k] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
  tabulate_2d n m (\i j -> (loop (s, l) = (0, 0) while l < k do
                              (s + a[i, l] * b[l, j], l + 1)).0)

-- spellings of weighted: [64][96]f32:1..9 [96][128]f32:1..9 [96]f32:1..3
entry weighted_reduce [n][m][k] (a: [n][k]f32) (b: [k][m]f32) (d: [k]f32): [n][m]f32 =
  map (\row -> map (\col -> f32.sum (map3 (\x y z -> x * y * z) row col d)) (transpose b)) a

entry weighted_loop [n][m][k] (a: [n][k]f32) (b: [k][m]f32) (d: [k]f32): [n][m]f32 =
  tabulate_2d n m (\i j -> loop s = 0 for l < k do s + a[i, l] * b[l, j] * d[l])

-- spellings of recurrence: [64][96]f32:0..1 [96][128]f32:0..1 f32:0..1
entry recurrence_loop [n][m][k] (a: [n][k]f32) (b: [k][m]f32) (x: f32): [n][m]f32 =
  tabulate_2d n m (\i j -> loop s = 0 for l < k do s * x + a[i, l] * b[l, j])

entry recurrence_for_in [n][m][k] (a: [n][k]f32) (b: [k][m]f32) (x: f32): [n][m]f32 =
  map (\row -> map (\col -> loop s = 0 for (y, z) in zip row col do y * z + x * s) (transpose b)) a

entry recurrence_foldl [n][m][k] (a: [n][k]f32) (b: [k][m]f32) (x: f32): [n][m]f32 =
  map (\row -> map (\col -> foldl (\s (y, z) -> y * z + x * s) 0 (zip row col)) (transpose b)) a

-- spellings of update: [64][64]f32:1..9 i64:48
entry update_sum [n] (a: [n][n]f32) (h: i64): [n][n]f32 =
  tabulate_2d n n (\i j -> a[i, j] - f32.sum (tabulate h (\l -> a[i, l] * a[l, j])))

entry update_loop [n] (a: [n][n]f32) (h: i64): [n][n]f32 =
  tabulate_2d n n (\i j -> a[i, j] - (loop s = 0 for l < h do s + a[i, l] * a[l, j]))

entry update_minus [n] (a: [n][n]f32) (h: i64): [n][n]f32 =
  tabulate_2d n n (\i j -> loop s = a[i, j] for l < h do s - a[i, l] * a[l, j])

entry update_slices [n] (a: [n][n]f32) (h: i64): [n][n]f32 =
  tabulate_2d n n (\i j -> a[i, j] - f32.sum (map2 (*) a[i, :h] a[:h, j]))

entry update_maps [n] (a: [n][n]f32) (h: i64): [n][n]f32 =
  let left = a[:, :h]
  let top = transpose a[:h, :]
  in map2 (\line row -> map2 (\x col -> x - f32.sum (map2 (*) row col)) line top) a left

-- spellings of distance: [300][8]f32:1..9 [40][8]f32:1..9
entry distance_reduce [n][m][k] (ps: [n][k]f32) (cs: [m][k]f32): [n][m]f32 =
  map (\p -> map (\c -> f32.sum (map2 (\x y -> (x - y) * (x - y)) p c)) cs) ps

entry distance_loop [n][m][k] (ps: [n][k]f32) (cs: [m][k]f32): [n][m]f32 =
  tabulate_2d n m (\i j -> loop s = 0 for l < k do
                             s + (ps[i, l] - cs[j, l]) * (ps[i, l] - cs[j, l]))

entry distance_zip [n][m][k] (ps: [n][k]f32) (cs: [m][k]f32): [n][m]f32 =
  map (\p -> map (\c -> f32.sum (map (\(x, y) -> let d = x - y in d * d) (zip p c))) cs) ps

entry distance_tabulate [n][m][k] (ps: [n][k]f32) (cs: [m][k]f32): [n][m]f32 =
  tabulate_2d n m (\i j -> f32.sum (tabulate k (\l -> let d = ps[i, l] - cs[j, l] in d * d)))

-- spellings of forces: [700]f32:1..9 [700]f32:1..9
entry forces_reduce [n] (xs: [n]f32) (ms: [n]f32): [n]f32 =
  map (\x -> f32.sum (map2 (\y m -> (y - x) * m) xs ms)) xs

entry forces_loop [n] (xs: [n]f32) (ms: [n]f32): [n]f32 =
  tabulate n (\i -> loop s = 0 for j < n do s + (xs[j] - xs[i]) * ms[j])

entry forces_for_in [n] (xs: [n]f32) (ms: [n]f32): [n]f32 =
  map (\x -> loop s = 0 for (y, m) in zip xs ms do s + (y - x) * m) xs

entry forces_minus [n] (xs: [n]f32) (ms: [n]f32): [n]f32 =
  tabulate n (\i -> loop s = 0 for j < n do s - (xs[i] - xs[j]) * ms[j])

entry forces_if [n] (xs: [n]f32) (ms: [n]f32): [n]f32 =
  tabulate n (\i -> loop s = 0 for j < n do if i == j then s else s + (xs[j] - xs[i]) * ms[j])

entry forces_tuple [n] (xs: [n]f32) (ms: [n]f32): [n]f32 =
  map (\(x, _) -> f32.sum (map (\(y, m) -> (y - x) * m) (zip xs ms))) (zip xs ms)

-- spellings of both_turned: [96][64]f32:1..9 [128][96]f32:1..9
entry both_turned_reduce [n][m][k] (a: [k][n]f32) (b: [m][k]f32): [n][m]f32 =
  map (\row -> map (\col -> f32.sum (map2 (*) row col)) b) (transpose a)

entry both_turned_loop [n][m][k] (a: [k][n]f32) (b: [m][k]f32): [n][m]f32 =
  tabulate_2d n m (\i j -> loop s = 0 for l < k do s + a[l, i] * b[j, l])

entry both_turned_rest [n][m][k] (a: [k][n]f32) (b: [m][k]f32): [n][m]f32 =
  tabulate_2d n m (\i j -> loop s = a[0, i] * b[j, 0] for l in 1..<k do s + a[l, i] * b[j, l])

-- spellings of pull: [700][2]f32:1..9
entry pull_reduce [n] (ps: [n][2]f32): [n]f32 =
  map (\p -> f32.sum (map (\q -> (q[0] - p[0]) * (q[1] - p[1])) ps)) ps

entry pull_loop [n] (ps: [n][2]f32): [n]f32 =
  tabulate n (\i -> loop s = 0 for j < n do s + (ps[j, 0] - ps[i, 0]) * (ps[j, 1] - ps[i, 1]))

entry pull_shifted [n] (ps: [n][2]f32): [n]f32 =
  tabulate n (\i -> loop s = 0 for j in 1...n do
                      s + (ps[j - 1, 0] - ps[i, 0]) * (ps[j - 1, 1] - ps[i, 1]))

-- spellings of gemvt: [300][200]f32:1..9 [300]f32:1..9
entry gemvt_columns [n][m] (a: [n][m]f32) (x: [n]f32): [m]f32 =
  map (\c -> f32.sum (map2 (*) c x)) (transpose a)

entry gemvt_rows [n][m] (a: [n][m]f32) (x: [n]f32): [m]f32 =
  reduce (map2 (+)) (replicate m 0) (map2 (\r y -> map (* y) r) a x)

entry gemvt_loop [n][m] (a: [n][m]f32) (x: [n]f32): [m]f32 =
  tabulate m (\j -> loop s = 0 for i < n do s + a[i, j] * x[i])

entry gemvt_tab [n][m] (a: [n][m]f32) (x: [n]f32): [m]f32 =
  tabulate m (\j -> f32.sum (tabulate n (\i -> a[i, j] * x[i])))

-- spellings of closest: [500]f32:1..900 [300]f32:1..900
entry closest_reduce [n][m] (xs: [n]f32) (cs: [m]f32): [n]f32 =
  map (\x -> f32.minimum (map (\c -> f32.abs (x - c)) cs)) xs

entry closest_loop [n][m] (xs: [n]f32) (cs: [m]f32): [n]f32 =
  map (\x -> loop b = f32.inf for c in cs do f32.min b (f32.abs (x - c))) xs

entry closest_if [n][m] (xs: [n]f32) (cs: [m]f32): [n]f32 =
  tabulate n (\i -> loop b = f32.inf for j < m do let d = f32.abs (xs[i] - cs[j]) in if d < b then d else b)

-- spellings of bodies: [400]f32:1..9 [400]f32:1..9
entry bodies_map [n] (xs: [n]f32) (ms: [n]f32): [n]f32 =
  map (\x -> f32.sum (map2 (\y m -> m / ((x - y) * (x - y) + 1)) xs ms)) xs
entry bodies_loop [n] (xs: [n]f32) (ms: [n]f32): [n]f32 =
  tabulate n (\i -> loop s = 0 for j < n do s + ms[j] / ((xs[i] - xs[j]) * (xs[i] - xs[j]) + 1))
entry bodies_tab [n] (xs: [n]f32) (ms: [n]f32): [n]f32 =
  tabulate n (\i -> f32.sum (tabulate n (\j -> let d = xs[i] - xs[j] in ms[j] / (d * d + 1))))
entry bodies_zip [n] (xs: [n]f32) (ms: [n]f32): [n]f32 =
  map (\x -> reduce (+) 0 (map (\(y, m) -> let d = x - y in m / (d * d + 1)) (zip xs ms))) xs
entry bodies_2d [n] (xs: [n]f32) (ms: [n]f32): [n]f32 =
  map f32.sum (tabulate_2d n n (\i j -> let d = xs[i] - xs[j] in ms[j] / (d * d + 1)))
