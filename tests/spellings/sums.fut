-- Sums of rows and columns, and sums with weights along a line.

-- spellings of rows: [300][200]f32:1..9
entry rows_sum [n][m] (a: [n][m]f32): [n]f32 =
  map f32.sum a

entry rows_reduce [n][m] (a: [n][m]f32): [n]f32 =
  map (\row -> reduce (+) 0 row) a

entry rows_loop [n][m] (a: [n][m]f32): [n]f32 =
  tabulate n (\i -> loop s = 0 for j < m do s + a[i, j])

entry rows_for_in [n][m] (a: [n][m]f32): [n]f32 =
  map (\row -> loop s = 0 for x in row do s + x) a

entry rows_foldl [n][m] (a: [n][m]f32): [n]f32 =
  map (foldl (+) 0) a

entry rows_slices [n][m] (a: [n][m]f32): [n]f32 =
  tabulate n (\i -> f32.sum a[i, :])

entry rows_tabulate [n][m] (a: [n][m]f32): [n]f32 =
  tabulate n (\i -> f32.sum (tabulate m (\j -> a[i, j])))

entry rows_minus [n][m] (a: [n][m]f32): [n]f32 =
  map (\row -> -(loop s = 0 for x in row do s - x)) a

entry rows_backwards [n][m] (a: [n][m]f32): [n]f32 =
  map (\row -> f32.sum (reverse row)) a

entry rows_turned [n][m] (a: [n][m]f32): [n]f32 =
  reduce (map2 (+)) (replicate n 0) (transpose a)

-- spellings of columns: [300][200]f32:1..9
entry columns_sum [n][m] (a: [n][m]f32): [m]f32 =
  map f32.sum (transpose a)

entry columns_loop [n][m] (a: [n][m]f32): [m]f32 =
  tabulate m (\j -> loop s = 0 for i < n do s + a[i, j])

entry columns_slices [n][m] (a: [n][m]f32): [m]f32 =
  tabulate m (\j -> f32.sum a[:, j])

entry columns_rows [n][m] (a: [n][m]f32): [m]f32 =
  reduce (map2 (+)) (replicate m 0) a

entry columns_minus [n][m] (a: [n][m]f32): [m]f32 =
  tabulate m (\j -> -(loop s = 0 for i < n do s - a[i, j]))

-- spellings of convolution: [4000]f32:1..9 [9]f32:1..9
entry convolution_loop [n][k] (xs: [n]f32) (ws: [k]f32): []f32 =
  tabulate (n - k + 1) (\i -> loop s = 0 for j < k do s + ws[j] * xs[i + j])

entry convolution_sum [n][k] (xs: [n]f32) (ws: [k]f32): []f32 =
  tabulate (n - k + 1) (\i -> f32.sum (tabulate k (\j -> ws[j] * xs[i + j])))

entry convolution_map [n][k] (xs: [n]f32) (ws: [k]f32): []f32 =
  map (\i -> f32.sum (map2 (\w j -> w * xs[i + j]) ws (iota k))) (iota (n - k + 1))

entry convolution_slices [n][k] (xs: [n]f32) (ws: [k]f32): []f32 =
  tabulate (n - k + 1) (\i -> f32.sum (map2 (*) ws (xs[i:i + k] :> [k]f32)))

entry convolution_minus [n][k] (xs: [n]f32) (ws: [k]f32): []f32 =
  tabulate (n - k + 1) (\i -> -(loop s = 0 for j < k do s - ws[j] * xs[i + j]))

entry convolution_backwards [n][k] (xs: [n]f32) (ws: [k]f32): []f32 =
  tabulate (n - k + 1) (\i -> loop s = 0 for j < k do s + ws[k - 1 - j] * xs[i + k - 1 - j])

-- spellings of image: [66][130]f32:1..9 [3][3]f32:1..9
entry image_loop [n][m] (a: [n][m]f32) (ws: [3][3]f32): [][]f32 =
  tabulate_2d (n - 2) (m - 2) (\i j ->
    loop s = 0 for p < 3 do loop s for q < 3 do s + ws[p, q] * a[i + p, j + q])

entry image_sum [n][m] (a: [n][m]f32) (ws: [3][3]f32): [][]f32 =
  tabulate_2d (n - 2) (m - 2) (\i j ->
    f32.sum (map (\p -> f32.sum (map (\q -> ws[p, q] * a[i + p, j + q]) (iota 3))) (iota 3)))

entry image_flat [n][m] (a: [n][m]f32) (ws: [3][3]f32): [][]f32 =
  tabulate_2d (n - 2) (m - 2) (\i j ->
    f32.sum (flatten (tabulate_2d 3 3 (\p q -> ws[p, q] * a[i + p, j + q]))))

entry image_slices [n][m] (a: [n][m]f32) (ws: [3][3]f32): [][]f32 =
  tabulate_2d (n - 2) (m - 2) (\i j ->
    f32.sum (flatten (map2 (map2 (*)) ws (a[i:i + 3, j:j + 3] :> [3][3]f32))))

-- spellings of smooth: [4000]f32:1..9 [7]f32:1..3
entry smooth_loop [n] (a: [n]f32) (w: [7]f32): []f32 =
  tabulate (n - 6) (\i -> loop s = 0 for d < 7 do s + w[d] * a[i + d])

entry smooth_slices [n] (a: [n]f32) (w: [7]f32): []f32 =
  tabulate (n - 6) (\i -> f32.sum (map2 (*) w (a[i:i + 7] :> [7]f32)))

entry smooth_shifted [n] (a: [n]f32) (w: [7]f32): []f32 =
  tabulate (n - 6) (\i -> loop s = w[0] * a[i] for d < 6 do s + w[d + 1] * a[i + d + 1])

-- spellings of entire: [64][50]f32:1..9
entry entire_flat [n][m] (a: [n][m]f32): f32 = f32.sum (flatten a)
entry entire_rows [n][m] (a: [n][m]f32): f32 = f32.sum (map f32.sum a)
entry entire_cols [n][m] (a: [n][m]f32): f32 = f32.sum (map f32.sum (transpose a))
entry entire_vec [n][m] (a: [n][m]f32): f32 = f32.sum (reduce (map2 (+)) (replicate m 0) a)
entry entire_loop [n][m] (a: [n][m]f32): f32 = loop s = 0 for i < n do loop s for j < m do s + a[i,j]
entry entire_forin [n][m] (a: [n][m]f32): f32 = loop s = 0 for row in a do s + f32.sum row

-- spellings of flat: [64][50]f32:1..9
entry flat_inner [n][m] (a: [n][m]f32): f32 = f32.sum (flatten (map (map (\x -> x * x)) a))
entry flat_outer [n][m] (a: [n][m]f32): f32 = f32.sum (map (\x -> x * x) (flatten a))
entry flat_tab [n][m] (a: [n][m]f32): f32 = f32.sum (flatten (tabulate_2d n m (\i j -> a[i,j] * a[i,j])))
entry flat_rows [n][m] (a: [n][m]f32): f32 = f32.sum (flatten (map (\row -> map2 (*) row row) a))

-- spellings of flatscan: [64][50]f32:1..9
entry flatscan_inner [n][m] (a: [n][m]f32): []f32 = scan (+) 0 (flatten (map (map (\x -> x * x)) a))
entry flatscan_outer [n][m] (a: [n][m]f32): []f32 = scan (+) 0 (map (\x -> x * x) (flatten a))
entry flatscan_tab [n][m] (a: [n][m]f32): []f32 = scan (+) 0 (flatten (tabulate_2d n m (\i j -> a[i,j] * a[i,j])))

-- spellings of flatfilter: [64][50]f32:1..9
entry flatfilter_inner [n][m] (a: [n][m]f32): []f32 = filter (> 9) (flatten (map (map (\x -> x * x)) a))
entry flatfilter_outer [n][m] (a: [n][m]f32): []f32 = filter (> 9) (map (\x -> x * x) (flatten a))
entry flatfilter_tab [n][m] (a: [n][m]f32): []f32 = filter (> 9) (flatten (tabulate_2d n m (\i j -> a[i,j] * a[i,j])))

-- spellings of flatmap: [64][50]f32:1..9
entry flatmap_inner [n][m] (a: [n][m]f32): []f32 = map (+ 1) (flatten (map (map (\x -> x * x)) a))
entry flatmap_outer [n][m] (a: [n][m]f32): []f32 = map (\x -> x * x + 1) (flatten a)
entry flatmap_tab [n][m] (a: [n][m]f32): []f32 = map (+ 1) (flatten (tabulate_2d n m (\i j -> a[i,j] * a[i,j])))
