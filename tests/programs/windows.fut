-- Windows of an array, and the weights of their elements: blocks stage both.

-- ==
-- entry: plane
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32], [7i32, 8i32, 9i32]] [[1i32, 0i32, 0i32], [0i32, 0i32, 2i32], [0i32, 1i32, 0i32]] }
-- output { [[21i32]] }
-- compiled random input { [2][2]i32 [3][3]i32 } auto output
-- compiled random input { [9][33]i32 [3][3]i32 } auto output
-- compiled random input { [10][34]i32 [3][3]i32 } auto output
-- compiled random input { [11][35]i32 [3][3]i32 } auto output
-- compiled random input { [37][71]i32 [3][3]i32 } auto output
entry plane [n] [m] (image: [n][m]i32) (weights: [3][3]i32): [][]i32 =
  tabulate_2d (n - 2) (m - 2) (\i j ->
    i32.sum (map i32.sum (tabulate_2d 3 3 (\p q -> weights[p, q] * image[i + p, j + q]))))

-- By slices.
-- ==
-- entry: slices
-- compiled random input { [4][4]i32 [5][5]i32 } auto output
-- compiled random input { [13][37]i32 [5][5]i32 } auto output
-- compiled random input { [40][40]i32 [5][5]i32 } auto output
entry slices [n] [m] (image: [n][m]i32) (weights: [5][5]i32): [][]i32 =
  tabulate_2d (n - 4) (m - 4) (\i j ->
    let window = image[i: i + 5, j: j + 5] :> [5][5]i32
    in i32.sum (map2 (\xs ys -> i32.sum (map2 (*) xs ys)) window weights))

-- By loops, with the edges.
-- ==
-- entry: edges
-- compiled random input { [0][4]i32 [5][5]i32 } auto output
-- compiled random input { [1][1]i32 [5][5]i32 } auto output
-- compiled random input { [7][31]i32 [5][5]i32 } auto output
-- compiled random input { [17][65]i32 [5][5]i32 } auto output
entry edges [n] [m] (image: [n][m]i32) (weights: [5][5]i32): [n][m]i32 =
  tabulate_2d n m (\i j ->
    loop sum = 0 for p < 5 do
      loop sum for q < 5 do
        let (k, l) = (i + p - 2, j + q - 2)
        in if k < 0 || k >= n || l < 0 || l >= m then sum
          else sum + weights[p, q] * image[k, l])

-- ==
-- entry: line
-- input { [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32] [1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32] }
-- output { [8i32, 10i32] }
-- compiled random input { [6]i32 [7]i32 } auto output
-- compiled random input { [262]i32 [7]i32 } auto output
-- compiled random input { [263]i32 [7]i32 } auto output
-- compiled random input { [1000]i32 [7]i32 } auto output
entry line [n] (signal: [n]i32) (weights: [7]i32): []i32 =
  map (\i -> i32.sum (map2 (*) weights (signal[i: i + 7] :> [7]i32))) (iota (n - 6))

-- Several filters of one image.
-- ==
-- entry: bank
-- compiled random input { [2][2]i32 [3][3][3]i32 } auto output
-- compiled random input { [11][35]i32 [0][3][3]i32 } auto output
-- compiled random input { [11][35]i32 [3][3][3]i32 } auto output
entry bank [c] [n] [m] (image: [n][m]i32) (filters: [c][3][3]i32): [c][][]i32 =
  map (\weights ->
    tabulate_2d (n - 2) (m - 2) (\i j ->
      i32.sum (map i32.sum (tabulate_2d 3 3 (\p q -> weights[p, q] * image[i + p, j + q])))))
    filters

-- Two small matrices.
-- ==
-- entry: gradients
-- compiled random input { [4][4]i32 [3][3]i32 [3][3]i32 } auto output
-- compiled random input { [20][70]i32 [3][3]i32 [3][3]i32 } auto output
entry gradients [n] [m] (image: [n][m]i32) (across: [3][3]i32) (down: [3][3]i32): [n][m]i32 =
  let at i j = image[i64.max 0 (i64.min (n - 1) i), i64.max 0 (i64.min (m - 1) j)]
  let by (weights: [3][3]i32) i j =
    i32.sum (map i32.sum (tabulate_2d 3 3 (\p q -> weights[p, q] * at (i + p - 1) (j + q - 1))))
  in tabulate_2d n m (\i j -> i32.abs (by across i j) + i32.abs (by down i j))

-- Weights and directions that the program lists.
-- ==
-- entry: sobel
-- compiled random input { [4][4]i32 } auto output
-- compiled random input { [20][70]i32 } auto output
entry sobel [n] [m] (image: [n][m]i32): [n][m]i32 =
  let at i j = image[i64.max 0 (i64.min (n - 1) i), i64.max 0 (i64.min (m - 1) j)]
  let across = [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]
  let down = [[-1, -2, -1], [0, 0, 0], [1, 2, 1]]
  let by (weights: [3][3]i32) i j =
    i32.sum (map i32.sum (tabulate_2d 3 3 (\p q -> weights[p, q] * at (i + p - 1) (j + q - 1))))
  in tabulate_2d n m (\i j -> i32.abs (by across i j) + i32.abs (by down i j))

-- ==
-- entry: life
-- input { [[0i32, 1i32, 0i32, 0i32], [0i32, 1i32, 0i32, 0i32], [0i32, 1i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32]] }
-- output { [[0i32, 0i32, 0i32, 0i32], [1i32, 1i32, 1i32, 0i32], [0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32]] }
-- compiled random input { [1][1]i32 } auto output
-- compiled random input { [17][65]i32 } auto output
entry life [n] [m] (cells: [n][m]i32): [n][m]i32 =
  let around = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
  in tabulate_2d n m (\i j ->
    let alive = i32.sum (map (\(k, l) -> cells[(i + k) % n, (j + l) % m] & 1) around)
    in i32.bool (alive == 3 || (alive == 2 && cells[i, j] & 1 == 1)))

-- What is walked along has tiles of its own.
-- ==
-- entry: walked
-- compiled random input { [700]i32 [30]i32 } auto output
-- compiled random input { [700]i32 [300]i32 } auto output
-- compiled random input { [2]i32 [3]i32 } auto output
entry walked [n] [k] (xs: [n]i32) (ys: [k]i32): [n]i32 =
  tabulate n (\i ->
    let around = xs[i64.max 0 (i - 1)] + xs[i] + xs[i64.min (n - 1) (i + 1)]
    in i32.sum (map (* around) ys))

-- ==
-- entry: cube
-- compiled random input { [3][4][2]i32 } auto output
-- compiled random input { [9][8][40]i32 } auto output
entry cube [n] [m] [k] (xsss: [n][m][k]i32): [][][]i32 =
  tabulate_3d (n - 2) (m - 2) (k - 2) (\x y z ->
    i32.sum (map (\p ->
      i32.sum (map (\q -> i32.sum (map (\r -> xsss[x + p, y + q, z + r]) (iota 3)))
        (iota 3)))
      (iota 3)))

-- Layers of an image, each with weights of its own: a layer of a convolutional network.
-- ==
-- entry: layers
-- compiled random input { [0][9][33]i32 [2][0][3][3]i32 [2]i32 } auto output
-- compiled random input { [3][2][2]i32 [2][3][3][3]i32 [2]i32 } auto output
-- compiled random input { [1][9][33]i32 [1][1][3][3]i32 [1]i32 } auto output
-- compiled random input { [3][11][35]i32 [2][3][3][3]i32 [2]i32 } auto output
-- compiled random input { [4][20][70]i32 [3][4][3][3]i32 [3]i32 } auto output
entry layers [o] [c] [n] [m] (image: [c][n][m]i32) (filters: [o][c][3][3]i32)
  (biases: [o]i32): [o][][]i32 =
  map2 (\weights bias ->
    tabulate_2d (n - 2) (m - 2) (\i j ->
      let sum = loop sum = 0 for l < c do
        loop sum for p < 3 do
          loop sum for q < 3 do sum + weights[l, p, q] * image[l, i + p, j + q]
      in i32.max 0 (bias + sum)))
    filters biases

-- The same, as sums.
-- ==
-- entry: layers_summed
-- compiled random input { [0][9][33]i32 [2][0][3][3]i32 [2]i32 } auto output
-- compiled random input { [3][2][2]i32 [2][3][3][3]i32 [2]i32 } auto output
-- compiled random input { [1][9][33]i32 [1][1][3][3]i32 [1]i32 } auto output
-- compiled random input { [3][11][35]i32 [2][3][3][3]i32 [2]i32 } auto output
-- compiled random input { [3][40][80]i32 [3][3][3][3]i32 [3]i32 } auto output
entry layers_summed [o] [c] [n] [m] (image: [c][n][m]i32) (filters: [o][c][3][3]i32)
  (biases: [o]i32): [o][][]i32 =
  map2 (\weights bias ->
    tabulate_2d (n - 2) (m - 2) (\i j ->
      i32.max 0 (bias + i32.sum (tabulate c (\l ->
        i32.sum (map i32.sum (tabulate_2d 3 3 (\p q ->
          weights[l, p, q] * image[l, i + p, j + q]))))))))
    filters biases

-- ==
-- entry: layers_most
-- compiled random input { [0][3][4]i32 } auto output
-- compiled random input { [3][1][90]i32 } auto output
-- compiled random input { [3][110][90]i32 } auto output
entry layers_most [c] [n] [m] (image: [c][n][m]i32): [n][m]i32 =
  tabulate_2d n m (\i j -> i32.maximum (tabulate c (\l ->
    image[l, i, j] + image[l, i64.max 0 (i - 1), j] + image[l, i, i64.min (m - 1) (j + 1)])))

-- A product whose rows are computed has none.
-- ==
-- entry: rows_below
-- compiled random input { [1][5]i32 [5][7]i32 } auto output
-- compiled random input { [34][17]i32 [17][40]i32 } auto output
entry rows_below [n] [m] [k] (xss: [n][m]i32) (yss: [m][k]i32): [][]i32 =
  tabulate_2d (n - 1) k (\i j ->
    i32.sum (tabulate m (\l -> xss[i + 1, l] * yss[l, j] + xss[i, l])))

-- What is no layer of the image fails; so does a layer of which there are no weights.
-- ==
-- entry: layer
-- compiled random input { [3][20][40]i32 2i64 } auto output
-- input { [[[1i32, 2i32], [3i32, 4i32]]] 1i64 }
-- error: Index
entry layer [c] [n] [m] (image: [c][n][m]i32) (l: i64): [n][m]i32 =
  tabulate_2d n m (\i j ->
    image[l, i64.max 0 (i - 1), j] + image[l, i, j] + image[l, i64.min (n - 1) (i + 1), j])

-- The same by slices: a layer is an element of what is folded, a window a part of it.
-- ==
-- entry: layer_of_parts filters_of_parts
-- compiled random input { [3][3][4]i32 [3][3][3]i32 } error: Range
-- compiled random input { [0][5][5]i32 [0][3][3]i32 } auto output
-- compiled random input { [3][5][5]i32 [3][3][3]i32 } auto output
-- compiled random input { [2][37][41]i32 [2][3][3]i32 } auto output
-- compiled random input { [3][110][90]i32 [3][3][3]i32 } auto output
entry layer_of_parts [c] [n] [m] (image: [c][n][m]i32) (weights: [c][3][3]i32) =
  tabulate_2d (n - 4) (m - 4) (\i j ->
    i32.sum (map2 (\layer w ->
      i32.sum (flatten (map2 (map2 (*)) (layer[i+1:i+4, j:j+3] :> [3][3]i32) w))) image weights))

entry filters_of_parts [c] [n] [m] (image: [c][n][m]i32) (weights: [c][3][3]i32) =
  map (\(k: i32) -> tabulate_2d (n - 4) (m - 4) (\i j ->
    k * i32.sum (map2 (\layer w ->
      i32.sum (map i32.sum (map2 (map2 (*)) (layer[i:i+3, j+1:j+4] :> [3][3]i32) w))) image weights)))
    [1, -2]

-- ==
-- entry: most_around
-- compiled random input { [2][2]f32 } auto output
-- compiled random input { [3][3]f32 } auto output
-- compiled random input { [1][90]f32 } error: Range
-- compiled random input { [35][67]f32 } auto output
-- compiled random input { [110][90]f32 } auto output
entry most_around [n] [m] (xss: [n][m]f32) =
  tabulate_2d (n - 2) (m - 2) (\i j -> f32.maximum (flatten xss[i:i+3, j:j+3]))

-- Around every second position, or third.
-- ==
-- entry: pooled
-- compiled random input { [0][7]i32 } auto output
-- compiled random input { [3][2]i32 } auto output
-- compiled random input { [70][133]i32 } auto output
entry pooled [n] [m] (xss: [n][m]i32) =
  tabulate_2d (n / 2) (m / 2) (\i j ->
    i32.max (i32.max xss[2 * i, 2 * j] xss[2 * i, 2 * j + 1])
            (i32.max xss[2 * i + 1, 2 * j] xss[2 * i + 1, 2 * j + 1]))

-- ==
-- entry: convolved_by_steps
-- compiled random input { [2][9]i32 [3][3]i32 } error: Range
-- compiled random input { [3][4]i32 [3][3]i32 } auto output
-- compiled random input { [70][133]i32 [3][3]i32 } auto output
entry convolved_by_steps [n] [m] (xss: [n][m]i32) (ws: [3][3]i32) =
  tabulate_2d ((n - 3) / 2) ((m - 3) / 3) (\i j ->
    i32.sum (tabulate 3 (\a -> i32.sum (tabulate 3 (\b -> ws[a, b] * xss[2 * i + a, 3 * j + b])))))

-- ==
-- entry: coarser
-- compiled random input { [1]i32 } auto output
-- compiled random input { [64]i32 } auto output
-- compiled random input { [1000]i32 } auto output
entry coarser [n] (xs: [n]i32) =
  tabulate (n / 2) (\i ->
    let left = if i > 0 then xs[2 * i - 1] else 0
    let right = if 2 * i + 1 < n then xs[2 * i + 1] else 0
    in left + 2 * xs[2 * i] + right)

-- Some of it around every position: the tile is of these.
-- ==
-- entry: mixed_steps
-- compiled random input { [0]i32 } auto output
-- compiled random input { [1000]i32 } auto output
entry mixed_steps [n] (xs: [n]i32) =
  tabulate (n / 2) (\i ->
    (if i > 0 then xs[i - 1] else 0) + xs[i] + (if i + 1 < n then xs[i + 1] else 0)
    + xs[2 * i] * 5 - xs[2 * i + 1])

-- Two small matrices of other shapes, flattened and folded together.
-- ==
-- entry: flattened_beside
-- input { [1, 2] } output { [-1, -44] }
entry flattened_beside [n] (xs: [n]i32) =
  map (\w ->
    let a = tabulate_2d 2 3 (\q l -> i32.i64 (q * 5 + l) * w)
    let b = tabulate_2d 3 2 (\q l -> i32.i64 (q - l) - w)
    in i32.sum (map2 (*) (flatten a :> [6]i32) (flatten b :> [6]i32))) xs
