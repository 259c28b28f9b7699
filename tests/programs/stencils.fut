-- Maps over what lies around a position: blocks stage a tile with its halo.
-- ==
-- entry: heat
-- input { [[1f32, 2f32, 3f32], [4f32, 5f32, 6f32], [7f32, 8f32, 10f32]] 1i32 }
-- output { [[1f32, 2f32, 3f32], [4f32, 5f32, 6f32], [7f32, 8f32, 10f32]] }
-- random input { [0][5]f32 1i32 }
-- random input { [1][1]f32 2i32 }
-- random input { [8][32]f32 3i32 }
-- random input { [9][33]f32 2i32 }
-- random input { [7][31]f32 2i32 }
-- random input { [37][71]f32 2i32 }
entry heat [n] [m] (grid: [n][m]f32) (steps: i32): [n][m]f32 =
  loop a = grid for _i < steps do
    tabulate_2d n m (\i j ->
      if i == 0 || j == 0 || i == n - 1 || j == m - 1 then a[i, j]
      else a[i, j] + 0.125f32 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1]
        - 4 * a[i, j]))

-- Around the edges.
-- ==
-- entry: life
-- input { [[0u8, 1u8, 0u8, 0u8], [0u8, 1u8, 0u8, 0u8], [0u8, 1u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8]] }
-- output { [[0u8, 0u8, 0u8, 0u8], [1u8, 1u8, 1u8, 0u8], [0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8]] }
-- random input { [1][1]u8 }
-- random input { [2][33]u8 }
-- random input { [17][64]u8 }
-- random input { [0][3]u8 }
entry life [n] [m] (world: [n][m]u8): [n][m]u8 =
  tabulate_2d n m (\i j ->
    let at di dj = world[(i + di + n) % n, (j + dj + m) % m] & 1
    let s = at (-1) (-1) + at (-1) 0 + at (-1) 1 + at 0 (-1) + at 0 1 + at 1 (-1) + at 1 0
      + at 1 1
    in if s == 3 || (s == 2 && at 0 0 == 1) then 1 else 0)

-- What lies beyond the edge is 0.
-- ==
-- entry: jacobi
-- random input { [1][1][1]f32 2i32 }
-- random input { [4][4][32]f32 1i32 }
-- random input { [5][5][33]f32 2i32 }
-- random input { [3][0][3]f32 1i32 }
-- random input { [11][3][37]f32 1i32 }
entry jacobi [n] [m] [k] (cube: [n][m][k]f32) (steps: i32): [n][m][k]f32 =
  loop a = cube for _i < steps do
    tabulate_3d n m k (\i j l ->
      let at x y z = if x < 0 || x >= n || y < 0 || y >= m || z < 0 || z >= k then 0
        else a[x, y, z]
      in (at (i - 1) j l + at (i + 1) j l + at i (j - 1) l + at i (j + 1) l + at i j (l - 1)
        + at i j (l + 1) + at i j l) / 8)

-- A window, element by element.
-- ==
-- entry: blur
-- input { [[9f32, 9f32], [9f32, 9f32]] }
-- output { [[9f32, 9f32], [9f32, 9f32]] }
-- random input { [9][33]f32 }
-- random input { [1][67]f32 }
-- random input { [67][1]f32 }
entry blur [n] [m] (image: [n][m]f32): [n][m]f32 =
  tabulate_2d n m (\i j ->
    let s = loop s = 0 for di < 3 do
      loop s for dj < 3 do
        s + image[i64.max 0 (i64.min (n - 1) (i + di - 1)),
          i64.max 0 (i64.min (m - 1) (j + dj - 1))]
    in s / 9)

-- A line, its neighbours by rotation, and its own elements.
-- ==
-- entry: smooth
-- input { [1i32, 2i32, 3i32, 4i32] }
-- output { [7i32, 6i32, 9i32, 8i32] }
-- random input { [1]i32 }
-- random input { [2]i32 }
-- random input { [256]i32 }
-- random input { [257]i32 }
-- random input { [0]i32 }
entry smooth [n] (xs: [n]i32): [n]i32 =
  map3 (\l x r -> l + x + r) (rotate (-1) xs) xs (rotate 1 xs)

-- In rows, farther off.
-- ==
-- entry: rows
-- random input { [3][255]i32 }
-- random input { [2][513]i32 }
-- random input { [5][1]i32 }
entry rows [n] [m] (xss: [n][m]i32): [n][m]i32 =
  map (\xs -> tabulate m (\i -> xs[i64.max 0 (i - 3)] * 5 + xs[i] * 3 + xs[i64.min (m - 1) (i + 2)]))
    xss

-- Two arrays, one of them around the edge; and what is elsewhere.
-- ==
-- entry: wave
-- random input { [9][35]f64 [9][35]f64 }
-- random input { [1][2]f64 [1][2]f64 }
entry wave [n] [m] (u: [n][m]f64) (v: [n][m]f64): [n][m]f64 =
  tabulate_2d n m (\i j ->
    let up = if i == 0 then n - 1 else i - 1
    let down = if i == n - 1 then 0 else i + 1
    in u[up, j] + u[down, j] - 2 * u[i, j] + v[i, (j + 1) % m] - v[i, (j - 1) % m] + v[i, j]
      + u[0, 0])

-- All interior elements.
-- ==
-- entry: interior
-- random input { [10][34]i32 }
-- random input { [3][3]i32 }
-- random input { [2][2]i32 }
entry interior [n] [m] (a: [n][m]i32): [][]i32 =
  tabulate_2d (i64.max 0 (n - 2)) (i64.max 0 (m - 2)) (\i j ->
    a[i, j + 1] + a[i + 1, j] + a[i + 1, j + 1] + a[i + 1, j + 2] + a[i + 2, j + 1])

-- A window with weights.
-- ==
-- entry: weighted
-- random input { [90][70]f32 [3][3]f32 }
-- random input { [9][33]f32 [3][3]f32 }
entry weighted [n] [m] (image: [n][m]f32) (weights: [3][3]f32): [n][m]f32 =
  tabulate_2d n m (\i j ->
    f32.sum (map (\di -> f32.sum (map (\dj ->
      weights[di, dj] * image[i64.max 0 (i64.min (n - 1) (i + di - 1)),
        i64.max 0 (i64.min (m - 1) (j + dj - 1))]) (iota 3))) (iota 3)))

-- Of each of some grids.
-- ==
-- entry: batched
-- random input { [3][9][33]i32 }
-- random input { [2][1][1]i32 }
entry batched [b] [n] [m] (grids: [b][n][m]i32): [b][n][m]i32 =
  map (\g -> tabulate_2d n m (\i j ->
    g[(i + 1) % n, j] + g[i, (j + m - 1) % m] * 3 + g[i, j] * 5))
    grids

-- The own element is that of a row.
-- ==
-- entry: own
-- random input { [9][33]i32 }
-- random input { [1][1]i32 }
entry own [n] [m] (g: [n][m]i32): [n][m]i32 =
  map2 (\row i -> map2 (\x j -> x * 7 + g[(i + 1) % n, j] + g[i, (j + 1) % m] * 3) row (iota m))
    g (iota n)

-- A window folded in a thread, of rows, then of columns.
-- ==
-- entry: gauss
-- random input { [9][33]f32 }
-- random input { [1][1]f32 }
-- random input { [8][32]f32 }
-- random input { [0][4]f32 }
-- random input { [23][71]f32 }
entry gauss [n] [m] (image: [n][m]f32): [n][m]f32 =
  let near (a: i64) (k: i64) = i64.max 0 (i64.min (k - 1) a)
  let weights = [1f32, 4, 6, 4, 1]
  let rows = tabulate_2d n m (\i j ->
    f32.sum (tabulate 5 (\d -> weights[d] * image[i, near (j + d - 2) m])) / 16)
  in tabulate_2d n m (\i j ->
    f32.sum (tabulate 5 (\d -> weights[d] * rows[near (i + d - 2) n, j])) / 16)

-- Neighbours by rotation of the rows, and in them.
-- ==
-- entry: rotated
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] }
-- output { [[21, 23, 22], [27, 29, 28], [24, 26, 25]] }
-- random input { [9][33]i32 }
-- random input { [8][32]i32 }
-- random input { [1][5]i32 }
-- random input { [0][3]i32 }
entry rotated [n] [m] (a: [n][m]i32): [n][m]i32 =
  let up = rotate 1 a
  let down = rotate (-1) a
  let left = map (rotate 1) a
  let right = map (rotate (-1)) a
  let corner = map (rotate 1) up
  in map5 (map5 (\u d l r c -> u + d + l + r + c)) up down left right corner

-- Rows alone, rotated.
-- ==
-- entry: turned
-- input { [[1, 2], [3, 4], [5, 6]] }
-- output { [[3, 4], [5, 6], [1, 2]] }
-- random input { [5][0]i32 }
-- random input { [0][5]i32 }
entry turned [n] [m] (a: [n][m]i32): [n][m]i32 = rotate 1 a

-- An array that is computed before, and its neighbours beside those of another.
-- ==
-- entry: diffused
-- random input { [9][33]f32 }
-- random input { [1][1]f32 }
-- random input { [8][64]f32 }
entry diffused [n] [m] (image: [n][m]f32): [n][m]f32 =
  let down i = i64.min (n - 1) (i + 1)
  let left j = i64.max 0 (j - 1)
  let edges = tabulate_2d n m (\i j -> image[down i, j] + image[i, left j] - image[i, j])
  in tabulate_2d n m (\i j ->
    image[i, left j] + image[down i, j] + image[i, j]
    + 2 * (edges[i, left j] + edges[down i, j] + edges[i, j]))

-- Rows, then columns, by the same function: a helper says which neighbour is read.
-- ==
-- entry: separable
-- random input { [9][33]f32 }
-- random input { [1][1]f32 }
-- random input { [8][32]f32 }
-- random input { [7][31]f32 }
-- random input { [0][4]f32 }
-- random input { [4][0]f32 }
-- random input { [23][71]f32 }
def within (n: i64) (i: i64): i64 = i64.max 0 (i64.min (n - 1) i)

def along [n] (xs: [n]f32): [n]f32 =
  let near i = xs[within n i]
  in tabulate n (\i -> near (i - 2) + 4 * near (i - 1) + 6 * near i + 4 * near (i + 1) + near (i + 2))

entry separable [n] [m] (image: [n][m]f32): [n][m]f32 =
  transpose (map along (transpose (map along image)))

-- Both edges of a row are clamped, two elements away; the other array has its own length.
-- ==
-- entry: clamped
-- random input { [5][17]i32 [5]i32 }
-- random input { [9][70]i32 [9]i32 }
-- random input { [33][2]i32 [33]i32 }
entry clamped [n] [m] (a: [n][m]i32) (ws: [n]i32): [n][m]i32 =
  tabulate_2d n m (\i j ->
    let at = \k -> i64.max 0 (i64.min (m - 1) k)
    let up = \k -> i64.min (n - 1) (i64.max 0 k)
    in a[i, at (j - 2)] + 3 * a[i, at (j + 2)] + 5 * a[up (i - 1), j] + 7 * a[up (i + 2), j]
       + 11 * a[i, j] + ws[i])

-- The array may have no elements where the nest has some: then nothing is read.
-- ==
-- entry: perhaps_empty
-- input { [1, 2, 3] 70i64 }
-- input { empty([0]i32) 70i64 }
-- random input { [100]i32 100i64 }
entry perhaps_empty [p] (xs: [p]i32) (n: i64): [n]i32 =
  tabulate n (\i -> if p == n
                    then xs[i64.max 0 (i - 1)] + 2 * xs[i] + 3 * xs[i64.min (p - 1) (i + 1)]
                    else i32.i64 i)

-- One read is clamped, another one of the same array goes around the edge.
-- ==
-- entry: clamped_and_around
-- random input { [6][40]i32 }
-- random input { [70][33]i32 }
entry clamped_and_around [n] [m] (a: [n][m]i32): [n][m]i32 =
  tabulate_2d n m (\i j ->
    a[i, i64.max 0 (j - 1)] + 3 * a[i, (j + 1) % m] + 5 * a[i64.max 0 (i - 1), j]
    + 7 * a[i64.min (n - 1) (i + 1), j] + 11 * a[i, j])

-- Folds and scans of what is read beside each element, or at the edge instead.
-- ==
-- entry: edge_before_sum edge_behind_sum
-- input { [3, 1, 4] } output { 19 }
-- input { [0, 1] } output { 5 }
-- input { [5] } output { 10 }
-- input { empty([0]i32) } output { 0 }
entry edge_before_sum [n] (xs: [n]i32): i32 =
  i32.sum (map (\i -> 5 * xs[i] - 3 * xs[i64.max (i - 1) 0]) (iota n))
entry edge_behind_sum [n] (xs: [n]i32): i32 =
  let rs = reverse xs
  in i32.sum (map (\i -> 5 * rs[i] - 3 * rs[i64.min (i + 1) (n - 1)]) (iota n))

-- ==
-- entry: edges_scan
-- input { [3, 1, 4] } output { [13, 12, 24] }
-- input { [0, 1] } output { [7, 12] }
-- input { [5] } output { [17] }
entry edges_scan [n] (xs: [n]i32): [n]i32 =
  scan (+) 0 (map (\i -> 5 * xs[i] - 3 * xs[i64.max (i - 2) 0]
                         + (if i > 0 then xs[i - 1] else 7)) (iota n))

-- ==
-- entry: edges_filter
-- input { [3, 1, 4, 1, 5, 9, 2, 6] } output { [6i64, 5i64, 6i64, 14i64, 8i64] }
-- input { [0] } output { empty([0]i64) }
entry edges_filter [n] (xs: [n]i32): []i64 =
  map (\i -> i64.i32 (xs[i] + xs[i64.max (i - 1) 0]))
      (filter (\i -> xs[i] > xs[i64.min (i + 1) (n - 1)] || xs[i] > xs[i64.max (i - 1) 0]) (iota n))
