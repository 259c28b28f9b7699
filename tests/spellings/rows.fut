-- What is done with each row of a matrix, or with each element and all of a list.

-- spellings of matvec: [300][200]f32:1..9 [200]f32:1..9
entry matvec_reduce [n][m] (a: [n][m]f32) (x: [m]f32): [n]f32 =
  map (\row -> f32.sum (map2 (*) row x)) a

entry matvec_loop [n][m] (a: [n][m]f32) (x: [m]f32): [n]f32 =
  tabulate n (\i -> loop s = 0 for j < m do s + a[i, j] * x[j])

entry matvec_for_in [n][m] (a: [n][m]f32) (x: [m]f32): [n]f32 =
  map (\row -> loop s = 0 for (p, q) in zip row x do s + p * q) a

entry matvec_columns [n][m] (a: [n][m]f32) (x: [m]f32): [n]f32 =
  reduce (map2 (+)) (replicate n 0) (map2 (\col y -> map (* y) col) (transpose a) x)

-- spellings of largest: [300][200]f32:1..9
entry largest_reduce [n][m] (a: [n][m]f32): [n]f32 =
  map f32.maximum a

entry largest_loop [n][m] (a: [n][m]f32): [n]f32 =
  tabulate n (\i -> loop s = f32.lowest for j < m do f32.max s a[i, j])

entry largest_if [n][m] (a: [n][m]f32): [n]f32 =
  map (\row -> loop s = f32.lowest for x in row do if x > s then x else s) a

entry largest_foldl [n][m] (a: [n][m]f32): [n]f32 =
  map (foldl f32.max f32.lowest) a

-- spellings of counts: [300][200]i32:0..9
entry counts_reduce [n][m] (a: [n][m]i32): [n]i32 =
  map (\row -> i32.sum (map (\x -> i32.bool (x > 4)) row)) a

entry counts_loop [n][m] (a: [n][m]i32): [n]i32 =
  tabulate n (\i -> loop s = 0 for j < m do if a[i, j] > 4 then s + 1 else s)

entry counts_for_in [n][m] (a: [n][m]i32): [n]i32 =
  map (\row -> loop s = 0 for x in row do s + i32.bool (x > 4)) a

-- spellings of softmax: [300][200]f32:1..9
entry softmax_reduce [n][m] (a: [n][m]f32): [n][m]f32 =
  map (\row -> let top = f32.maximum row
               let es = map (\x -> f32.exp (x - top)) row
               let sum = f32.sum es
               in map (/ sum) es) a

entry softmax_tabulate [n][m] (a: [n][m]f32): [n][m]f32 =
  let tops = map f32.maximum a
  let sums = map2 (\row top -> f32.sum (map (\x -> f32.exp (x - top)) row)) a tops
  in tabulate_2d n m (\i j -> f32.exp (a[i, j] - tops[i]) / sums[i])

-- spellings of centred: [300][200]f32:1..9
entry centred_maps [n][m] (a: [n][m]f32): [n][m]f32 =
  map (\row -> let mean = f32.sum row / f32.i64 m in map (\x -> x - mean) row) a

entry centred_tabulate [n][m] (a: [n][m]f32): [n][m]f32 =
  let means = map (\row -> f32.sum row / f32.i64 m) a
  in tabulate_2d n m (\i j -> a[i, j] - means[i])

entry centred_loop [n][m] (a: [n][m]f32): [n][m]f32 =
  map (\row -> let sum = loop s = 0 for x in row do s + x
               in map (\x -> x - sum / f32.i64 m) row) a

-- spellings of nearest: [300]f32:1..9 [40]f32:1..9
entry nearest_reduce [n][m] (xs: [n]f32) (cs: [m]f32): [n]i64 =
  map (\x -> (reduce (\(i, p) (j, q) -> if q < p then (j, q) else (i, p)) (m, f32.inf)
                     (zip (iota m) (map (\c -> f32.abs (x - c)) cs))).0) xs

entry nearest_loop [n][m] (xs: [n]f32) (cs: [m]f32): [n]i64 =
  map (\x -> (loop (i, p) = (m, f32.inf) for j < m do
                let q = f32.abs (x - cs[j]) in if q < p then (j, q) else (i, p)).0) xs

-- spellings of horner: [2000]f32:0..1 [12]f32:1..9
entry horner_loop [n][m] (xs: [n]f32) (cs: [m]f32): [n]f32 =
  map (\x -> loop s = 0 for j < m do s * x + cs[m - 1 - j]) xs

entry horner_for_in [n][m] (xs: [n]f32) (cs: [m]f32): [n]f32 =
  map (\x -> loop s = 0 for c in reverse cs do s * x + c) xs

entry horner_foldr [n][m] (xs: [n]f32) (cs: [m]f32): [n]f32 =
  map (\x -> foldr (\c s -> s * x + c) 0 cs) xs

-- spellings of running: [300][200]i32:1..9
entry running_scan [n][m] (a: [n][m]i32): [n][m]i32 =
  map (scan (+) 0) a

entry running_loop [n][m] (a: [n][m]i32): [n][m]i32 =
  map (\row -> (loop (s, out) = (0, replicate m 0) for j < m do
                  let t = s + row[j] in (t, out with [j] = t)).1) a

-- spellings of crossed: [300]f32:1..9 [200]f32:1..9
entry crossed_maps [n][m] (xs: [n]f32) (ys: [m]f32): [n][m]f32 =
  map (\x -> map (\y -> x * y + x) ys) xs

entry crossed_tabulate [n][m] (xs: [n]f32) (ys: [m]f32): [n][m]f32 =
  tabulate_2d n m (\i j -> xs[i] * ys[j] + xs[i])

entry crossed_turned [n][m] (xs: [n]f32) (ys: [m]f32): [n][m]f32 =
  transpose (map (\y -> map (\x -> x * y + x) xs) ys)

entry crossed_turned_tabulate [n][m] (xs: [n]f32) (ys: [m]f32): [n][m]f32 =
  transpose (tabulate_2d m n (\j i -> xs[i] * ys[j] + xs[i]))

entry crossed_flat [n][m] (xs: [n]f32) (ys: [m]f32): [n][m]f32 =
  unflatten (tabulate (n * m) (\k -> xs[k / m] * ys[k % m] + xs[k / m]))

-- spellings of total: [300][200]f32:1..9
entry total_sums [n][m] (a: [n][m]f32): f32 =
  f32.sum (map f32.sum a)

entry total_flat [n][m] (a: [n][m]f32): f32 =
  f32.sum (flatten a)

entry total_columns [n][m] (a: [n][m]f32): f32 =
  f32.sum (map f32.sum (transpose a))

entry total_rows [n][m] (a: [n][m]f32): f32 =
  f32.sum (reduce (map2 (+)) (replicate m 0) a)

-- spellings of batch: [10][48][32]f32:1..9 [10][32][40]f32:1..9
entry batch_reduce [b][n][m][k] (xs: [b][n][k]f32) (ys: [b][k][m]f32): [b][n][m]f32 =
  map2 (\x y -> map (\row -> map (\col -> f32.sum (map2 (*) row col)) (transpose y)) x) xs ys

entry batch_loop [b][n][m][k] (xs: [b][n][k]f32) (ys: [b][k][m]f32): [b][n][m]f32 =
  tabulate_3d b n m (\c i j -> loop s = 0 for l < k do s + xs[c, i, l] * ys[c, l, j])

-- spellings of diag: [400][60]f32:1..9 [400][60]f32:1..9
entry diag_map [n][k] (a: [n][k]f32) (b: [n][k]f32): [n]f32 =
  map2 (\x y -> f32.sum (map2 (*) x y)) a b

entry diag_tab [n][k] (a: [n][k]f32) (b: [n][k]f32): [n]f32 =
  tabulate n (\i -> f32.sum (tabulate k (\l -> a[i,l] * b[i,l])))

entry diag_loop [n][k] (a: [n][k]f32) (b: [n][k]f32): [n]f32 =
  tabulate n (\i -> loop s = 0 for l < k do s + a[i,l] * b[i,l])

entry diag_flat [n][k] (a: [n][k]f32) (b: [n][k]f32): [n]f32 =
  map f32.sum (map2 (map2 (*)) a b)

-- spellings of soft: [200][300]f32:1..9
entry soft_maps [n][m] (a: [n][m]f32): [n][m]f32 =
  map (\r -> let t = f32.maximum r
             let e = map (\x -> f32.exp (x - t)) r
             let s = f32.sum e
             in map (/ s) e) a

entry soft_tab [n][m] (a: [n][m]f32): [n][m]f32 =
  let t = map f32.maximum a
  let e = tabulate_2d n m (\i j -> f32.exp (a[i,j] - t[i]))
  let s = map f32.sum e
  in tabulate_2d n m (\i j -> e[i,j] / s[i])

entry soft_nested [n][m] (a: [n][m]f32): [n][m]f32 =
  map (\r -> let t = reduce f32.max (-f32.inf) r
             let s = f32.sum (map (\x -> f32.exp (x - t)) r)
             in map (\x -> f32.exp (x - t) / s) r) a

-- spellings of variance: [300][80]f32:1..9
entry variance_map [n][m] (a: [n][m]f32): [n]f32 =
  map (\row -> let c = f32.sum row / f32.i64 m in f32.sum (map (\x -> (x - c) * (x - c)) row) / f32.i64 m) a

entry variance_stmts [n][m] (a: [n][m]f32): [n]f32 =
  let means = map (\row -> f32.sum row / f32.i64 m) a
  in map2 (\row c -> f32.sum (map (\x -> (x - c) * (x - c)) row) / f32.i64 m) a means

entry variance_loop [n][m] (a: [n][m]f32): [n]f32 =
  tabulate n (\i ->
    let c = (loop s = 0 for j < m do s + a[i,j]) / f32.i64 m
    in (loop s = 0 for j < m do s + (a[i,j] - c) * (a[i,j] - c)) / f32.i64 m)

entry variance_tab [n][m] (a: [n][m]f32): [n]f32 =
  let means = tabulate n (\i -> f32.sum a[i] / f32.i64 m)
  in tabulate n (\i -> f32.sum (tabulate m (\j -> let d = a[i,j] - means[i] in d * d)) / f32.i64 m)

-- spellings of centre: [300][40]f32:1..9 [300]i32:0..3
entry centre_if [n][k] (a: [n][k]f32) (cs: [n]i32): [n][k]f32 =
  map2 (\row c -> if c > 0 then map (/ f32.i32 c) row else row) a cs

entry centre_not [n][k] (a: [n][k]f32) (cs: [n]i32): [n][k]f32 =
  map2 (\row c -> if c <= 0 then row else map (/ f32.i32 c) row) a cs

entry centre_inner [n][k] (a: [n][k]f32) (cs: [n]i32): [n][k]f32 =
  map2 (\row c -> map (\x -> if c > 0 then x / f32.i32 c else x) row) a cs

entry centre_tab [n][k] (a: [n][k]f32) (cs: [n]i32): [n][k]f32 =
  tabulate_2d n k (\i j -> if cs[i] > 0 then a[i, j] / f32.i32 cs[i] else a[i, j])
