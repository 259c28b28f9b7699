-- Stencils: each element is made of a few around one place.

-- spellings of line: [4000]f32:1..9
entry line_tabulate [n] (a: [n]f32): []f32 =
  tabulate (n - 2) (\i -> a[i] + 2 * a[i + 1] + a[i + 2])

entry line_slices [n] (a: [n]f32): []f32 =
  let k = n - 2
  in map3 (\x y z -> x + 2 * y + z) (a[0:k] :> [k]f32) (a[1:k + 1] :> [k]f32) (a[2:k + 2] :> [k]f32)

entry line_loop [n] (a: [n]f32): []f32 =
  tabulate (n - 2) (\i -> loop s = a[i + 1] for d < 3 do s + a[i + d])

entry line_centre [n] (a: [n]f32): []f32 =
  tabulate (n - 2) (\k -> let i = k + 1 in a[i - 1] + 2 * a[i] + a[i + 1])

entry line_map [n] (a: [n]f32): []f32 =
  map (\i -> a[i - 1] + 2 * a[i] + a[i + 1]) (1..<n - 1)

-- spellings of ring: [4000]f32:1..9
entry ring_rotate [n] (a: [n]f32): [n]f32 =
  map3 (\x y z -> x + 2 * y + z) (rotate (-1) a) a (rotate 1 a)

entry ring_modulo [n] (a: [n]f32): [n]f32 =
  tabulate n (\i -> a[(i - 1) % n] + 2 * a[i] + a[(i + 1) % n])

entry ring_if [n] (a: [n]f32): [n]f32 =
  tabulate n (\i -> (if i == 0 then a[n - 1] else a[i - 1]) + 2 * a[i]
                    + (if i == n - 1 then a[0] else a[i + 1]))

-- spellings of ends: [4000]f32:1..9
entry ends_clamp [n] (a: [n]f32): [n]f32 =
  tabulate n (\i -> a[i64.max 0 (i - 1)] + 2 * a[i] + a[i64.min (n - 1) (i + 1)])

entry ends_if [n] (a: [n]f32): [n]f32 =
  tabulate n (\i -> (if i == 0 then a[0] else a[i - 1]) + 2 * a[i]
                    + (if i == n - 1 then a[i] else a[i + 1]))

entry ends_if_less [n] (a: [n]f32): [n]f32 =
  tabulate n (\i -> let l = if i > 0 then i - 1 else i
                    let r = if i < n - 1 then i + 1 else i
                    in a[l] + 2 * a[i] + a[r])

-- spellings of by_two: [4000]f32:1..9
entry by_two_tabulate [n] (a: [n]f32): []f32 =
  tabulate ((n - 6) / 2) (\i -> a[2 * i] + a[2 * i + 1] + a[2 * i + 2] + a[2 * i + 3] + a[2 * i + 4])

entry by_two_loop [n] (a: [n]f32): []f32 =
  tabulate ((n - 6) / 2) (\i -> loop s = 0 for d < 5 do s + a[i * 2 + d])

entry by_two_slices [n] (a: [n]f32): []f32 =
  let k = (n - 6) / 2
  in map5 (\p q r s t -> p + q + r + s + t) (a[0:2 * k:2] :> [k]f32) (a[1:2 * k + 1:2] :> [k]f32)
          (a[2:2 * k + 2:2] :> [k]f32) (a[3:2 * k + 3:2] :> [k]f32) (a[4:2 * k + 4:2] :> [k]f32)

-- spellings of by_three: [4000]f32:1..9
entry by_three_tabulate [n] (a: [n]f32): []f32 =
  tabulate ((n - 6) / 3) (\i -> a[3 * i] + a[3 * i + 1] + a[3 * i + 2] + a[3 * i + 3] + a[3 * i + 4])

entry by_three_loop [n] (a: [n]f32): []f32 =
  tabulate ((n - 6) / 3) (\i -> loop s = 0 for d < 5 do s + a[i * 3 + d])

entry by_three_slices [n] (a: [n]f32): []f32 =
  let k = (n - 6) / 3
  in map5 (\p q r s t -> p + q + r + s + t) (a[0:3 * k:3] :> [k]f32) (a[1:3 * k + 1:3] :> [k]f32)
          (a[2:3 * k + 2:3] :> [k]f32) (a[3:3 * k + 3:3] :> [k]f32) (a[4:3 * k + 4:3] :> [k]f32)

-- spellings of by_five: [4000]f32:1..9
entry by_five_tabulate [n] (a: [n]f32): []f32 =
  tabulate ((n - 9) / 5) (\i -> a[5 * i] + a[5 * i + 1] + a[5 * i + 2] + a[5 * i + 3] + a[5 * i + 4]
                                + a[5 * i + 5] + a[5 * i + 6])

entry by_five_loop [n] (a: [n]f32): []f32 =
  tabulate ((n - 9) / 5) (\i -> loop s = 0 for d < 7 do s + a[i * 5 + d])

-- spellings of plane: [66][130]f32:1..9
entry plane_tabulate [n][m] (a: [n][m]f32): [][]f32 =
  tabulate_2d (n - 2) (m - 2) (\i j ->
    a[i, j + 1] + a[i + 1, j] + a[i + 1, j + 1] + a[i + 1, j + 2] + a[i + 2, j + 1])

entry plane_centre [n][m] (a: [n][m]f32): [][]f32 =
  tabulate_2d (n - 2) (m - 2) (\p q ->
    let (i, j) = (p + 1, q + 1)
    in a[i - 1, j] + a[i, j - 1] + a[i, j] + a[i, j + 1] + a[i + 1, j])

entry plane_rows [n][m] (a: [n][m]f32): [][]f32 =
  tabulate (n - 2) (\i -> let (up, row, down) = (a[i], a[i + 1], a[i + 2])
                          in tabulate (m - 2) (\j -> up[j + 1] + row[j] + row[j + 1] + row[j + 2]
                                                     + down[j + 1]))

entry plane_slices [n][m] (a: [n][m]f32): [][]f32 =
  let (k, l) = (n - 2, m - 2)
  in map5 (map5 (\p q r s t -> p + q + r + s + t)) (a[0:k, 1:l + 1] :> [k][l]f32)
          (a[1:k + 1, 0:l] :> [k][l]f32) (a[1:k + 1, 1:l + 1] :> [k][l]f32)
          (a[1:k + 1, 2:l + 2] :> [k][l]f32) (a[2:k + 2, 1:l + 1] :> [k][l]f32)

entry plane_maps [n][m] (a: [n][m]f32): [][]f32 =
  map (\i -> map (\j -> a[i - 1, j] + a[i, j - 1] + a[i, j] + a[i, j + 1] + a[i + 1, j])
                 (1..<m - 1)) (1..<n - 1)

-- spellings of torus: [64][128]f32:1..9
entry torus_rotate [n][m] (a: [n][m]f32): [n][m]f32 =
  map5 (map5 (\p q r s t -> p + q + r + s + t)) a (rotate (-1) a) (rotate 1 a)
       (map (rotate (-1)) a) (map (rotate 1) a)

entry torus_modulo [n][m] (a: [n][m]f32): [n][m]f32 =
  tabulate_2d n m (\i j -> a[i, j] + a[(i - 1) % n, j] + a[(i + 1) % n, j]
                           + a[i, (j - 1) % m] + a[i, (j + 1) % m])

-- spellings of edges: [64][128]f32:1..9
entry edges_clamp [n][m] (a: [n][m]f32): [n][m]f32 =
  tabulate_2d n m (\i j -> a[i, j] + a[i64.max 0 (i - 1), j] + a[i64.min (n - 1) (i + 1), j]
                           + a[i, i64.max 0 (j - 1)] + a[i, i64.min (m - 1) (j + 1)])

entry edges_if [n][m] (a: [n][m]f32): [n][m]f32 =
  tabulate_2d n m (\i j -> a[i, j] + (if i > 0 then a[i - 1, j] else a[i, j])
                           + (if i < n - 1 then a[i + 1, j] else a[i, j])
                           + (if j > 0 then a[i, j - 1] else a[i, j])
                           + (if j < m - 1 then a[i, j + 1] else a[i, j]))

-- spellings of by_two_plane: [66][130]f32:1..9
entry by_two_plane_tabulate [n][m] (a: [n][m]f32): [][]f32 =
  tabulate_2d ((n - 2) / 2) ((m - 2) / 2) (\i j ->
    a[2 * i, 2 * j] + a[2 * i + 1, 2 * j] + a[2 * i + 2, 2 * j] + a[2 * i, 2 * j + 1]
    + a[2 * i, 2 * j + 2])

entry by_two_plane_centre [n][m] (a: [n][m]f32): [][]f32 =
  tabulate_2d ((n - 2) / 2) ((m - 2) / 2) (\p q ->
    let (i, j) = (p * 2, q * 2)
    in a[i, j] + a[i + 1, j] + a[i + 2, j] + a[i, j + 1] + a[i, j + 2])

-- spellings of space: [10][18][34]f32:1..9
entry space_tabulate [n][m][o] (a: [n][m][o]f32): [][][]f32 =
  tabulate_3d (n - 2) (m - 2) (o - 2) (\i j k ->
    a[i + 1, j + 1, k + 1] + a[i, j + 1, k + 1] + a[i + 2, j + 1, k + 1] + a[i + 1, j, k + 1]
    + a[i + 1, j + 2, k + 1] + a[i + 1, j + 1, k] + a[i + 1, j + 1, k + 2])

entry space_centre [n][m][o] (a: [n][m][o]f32): [][][]f32 =
  tabulate_3d (n - 2) (m - 2) (o - 2) (\p q r ->
    let (i, j, k) = (p + 1, q + 1, r + 1)
    in a[i, j, k] + a[i - 1, j, k] + a[i + 1, j, k] + a[i, j - 1, k] + a[i, j + 1, k]
       + a[i, j, k - 1] + a[i, j, k + 1])

entry space_planes [n][m][o] (a: [n][m][o]f32): [][][]f32 =
  tabulate (n - 2) (\i ->
    let (up, mid, down) = (a[i], a[i + 1], a[i + 2])
    in tabulate_2d (m - 2) (o - 2) (\j k ->
         mid[j + 1, k + 1] + up[j + 1, k + 1] + down[j + 1, k + 1] + mid[j, k + 1]
         + mid[j + 2, k + 1] + mid[j + 1, k] + mid[j + 1, k + 2]))

-- spellings of layers_first: [3][194][258]f32:1..9
entry layers_first_loop [l][n][m] (a: [l][n][m]f32): [][]f32 =
  tabulate_2d (n - 2) (m - 2) (\i j ->
    loop s = 0 for c < l do s + a[c, i, j] + a[c, i + 1, j] * 2 + a[c, i + 2, j + 1])

entry layers_first_sum [l][n][m] (a: [l][n][m]f32): [][]f32 =
  tabulate_2d (n - 2) (m - 2) (\i j ->
    f32.sum (tabulate l (\c -> a[c, i, j] + a[c, i + 1, j] * 2 + a[c, i + 2, j + 1])))

entry layers_first_map [l][n][m] (a: [l][n][m]f32): [][]f32 =
  tabulate_2d (n - 2) (m - 2) (\i j ->
    f32.sum (map (\p -> p[i, j] + p[i + 1, j] * 2 + p[i + 2, j + 1]) a))

entry layers_first_for_in [l][n][m] (a: [l][n][m]f32): [][]f32 =
  tabulate_2d (n - 2) (m - 2) (\i j ->
    loop s = 0 for p in a do s + (p[i, j] + p[i + 1, j] * 2 + p[i + 2, j + 1]))

-- spellings of layers_last: [194][258][3]f32:1..9
entry layers_last_loop [n][m][l] (a: [n][m][l]f32): [][]f32 =
  tabulate_2d (n - 2) (m - 2) (\i j ->
    loop s = 0 for c < l do s + a[i, j, c] + a[i + 1, j, c] * 2 + a[i + 2, j + 1, c])

entry layers_last_sum [n][m][l] (a: [n][m][l]f32): [][]f32 =
  tabulate_2d (n - 2) (m - 2) (\i j ->
    f32.sum (tabulate l (\c -> a[i, j, c] + a[i + 1, j, c] * 2 + a[i + 2, j + 1, c])))

entry layers_last_map [n][m][l] (a: [n][m][l]f32): [][]f32 =
  tabulate_2d (n - 2) (m - 2) (\i j ->
    f32.sum (map3 (\x y z -> x + y * 2 + z) a[i, j] a[i + 1, j] a[i + 2, j + 1]))

-- spellings of by_four: [4000]f32:1..9
entry by_four_tabulate [n] (a: [n]f32): []f32 =
  tabulate ((n - 6) / 4) (\i -> a[4 * i] + a[4 * i + 1] + a[4 * i + 2] + a[4 * i + 3] + a[4 * i + 5])

entry by_four_centre [n] (a: [n]f32): []f32 =
  tabulate ((n - 6) / 4) (\i -> let c = i * 4 + 2
                                in a[c - 2] + a[c - 1] + a[c] + a[c + 1] + a[c + 3])

entry by_four_map [n] (a: [n]f32): []f32 =
  map (\i -> a[i * 4] + a[i * 4 + 1] + a[i * 4 + 2] + a[i * 4 + 3] + a[4 * i + 5])
      (iota ((n - 6) / 4))

-- spellings of by_five_plane: [104][164]f32:1..9
entry by_five_plane_tabulate [n][m] (a: [n][m]f32): [][]f32 =
  tabulate_2d ((n - 4) / 5) ((m - 4) / 5) (\i j ->
    a[5 * i, 5 * j] + a[5 * i + 1, 5 * j] + a[5 * i + 2, 5 * j] + a[5 * i, 5 * j + 1]
    + a[5 * i, 5 * j + 2])

entry by_five_plane_rows [n][m] (a: [n][m]f32): [][]f32 =
  tabulate ((n - 4) / 5) (\i ->
    let (top, mid, low) = (a[5 * i], a[5 * i + 1], a[5 * i + 2])
    in tabulate ((m - 4) / 5) (\j -> top[5 * j] + mid[5 * j] + low[5 * j] + top[5 * j + 1]
                                     + top[5 * j + 2]))

-- spellings of cube: [18][26][34]f32:1..9
entry cube_tabulate [n][m][o] (a: [n][m][o]f32): [][][]f32 =
  tabulate_3d ((n - 2) / 2) ((m - 2) / 2) ((o - 2) / 2) (\i j k ->
    a[2 * i, 2 * j, 2 * k] + a[2 * i + 1, 2 * j, 2 * k] + a[2 * i, 2 * j + 1, 2 * k]
    + a[2 * i, 2 * j, 2 * k + 1])

entry cube_rows [n][m][o] (a: [n][m][o]f32): [][][]f32 =
  tabulate ((n - 2) / 2) (\i ->
    let (p, q) = (a[2 * i], a[2 * i + 1])
    in tabulate_2d ((m - 2) / 2) ((o - 2) / 2) (\j k ->
         p[2 * j, 2 * k] + q[2 * j, 2 * k] + p[2 * j + 1, 2 * k] + p[2 * j, 2 * k + 1]))

-- spellings of conv: [2000]f32:1..9 [9]f32:1..9
entry conv_slices [n] [k] (xs: [n]f32) (ws: [k]f32): []f32 =
  tabulate (n - k + 1) (\i -> f32.sum (map2 (*) (xs[i:i+k] :> [k]f32) ws))

entry conv_index [n] [k] (xs: [n]f32) (ws: [k]f32): []f32 =
  tabulate (n - k + 1) (\i -> f32.sum (tabulate k (\j -> xs[i+j] * ws[j])))

entry conv_loop [n] [k] (xs: [n]f32) (ws: [k]f32): []f32 =
  map (\i -> loop s = 0 for j < k do s + xs[i+j] * ws[j]) (iota (n - k + 1))

entry conv_fold [n] [k] (xs: [n]f32) (ws: [k]f32): []f32 =
  map (\i -> loop s = 0 for (w, j) in zip ws (iota k) do s + w * xs[i+j]) (iota (n - k + 1))

-- spellings of heat: [130][150]f32:1..9 i64:3
entry heat_index [n][m] (a: [n][m]f32) (t: i64): [n][m]f32 =
  loop a for _i < t do
    tabulate_2d n m (\i j ->
      let c = a[i,j]
      let u = if i > 0 then a[i-1,j] else c
      let d = if i < n-1 then a[i+1,j] else c
      let l = if j > 0 then a[i,j-1] else c
      let r = if j < m-1 then a[i,j+1] else c
      in 0.2 * (c + u + d + l + r))

entry heat_clamp [n][m] (a: [n][m]f32) (t: i64): [n][m]f32 =
  iterate (i32.i64 t) (\a ->
    map (\i -> map (\j ->
      0.2 * (a[i,j] + a[i64.max 0 (i-1),j] + a[i64.min (n-1) (i+1),j] + a[i,i64.max 0 (j-1)] + a[i,i64.min (m-1) (j+1)])) (iota m)) (iota n)) a

-- spellings of halve: [200][300]f32:1..9
entry halve_tab [n][m] (a: [n][m]f32): [][]f32 =
  tabulate_2d (n / 2) (m / 2) (\i j -> (a[2*i,2*j] + a[2*i+1,2*j] + a[2*i,2*j+1] + a[2*i+1,2*j+1]) / 4)
entry halve_slices [n][m] (a: [n][m]f32): [][]f32 =
  let h = n / 2
  let w = m / 2
  let p = a[0:2*h:2, 0:2*w:2] :> [h][w]f32
  let q = a[1:2*h:2, 0:2*w:2] :> [h][w]f32
  let r = a[0:2*h:2, 1:2*w:2] :> [h][w]f32
  let s = a[1:2*h:2, 1:2*w:2] :> [h][w]f32
  in map4 (map4 (\x y z u -> (x + y + z + u) / 4)) p q r s
entry halve_loop [n][m] (a: [n][m]f32): [][]f32 =
  tabulate_2d (n / 2) (m / 2) (\i j -> (loop s = 0 for p < 2 do loop s for q < 2 do s + a[2*i+p,2*j+q]) / 4)

-- spellings of moving: [3000]f32:1..9
entry moving_scan [n] (x: [n]f32): []f32 =
  let p = scan (+) 0 x
  in map (\i -> if i < 8 then p[i] else p[i] - p[i - 8]) (iota n)
entry moving_tab [n] (x: [n]f32): []f32 =
  let p = scan (+) 0 x
  in tabulate n (\i -> p[i] - (if i >= 8 then p[i - 8] else 0))
