-- Nested parallelism in all shapes.
-- ==
-- entry: outer
-- input { [1, 2, 3] [10, 20] }
-- output { [[10i32, 20i32], [20i32, 40i32], [30i32, 60i32]] }

entry outer [n][m] (xs: [n]i32) (ys: [m]i32): [n][m]i32 =
  map (\x -> map (\y -> x * y) ys) xs

-- ==
-- entry: three
-- input { [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] }
-- output { [[3i32, 7i32], [11i32, 15i32]] }

entry three [a][b][c] (xsss: [a][b][c]i32): [a][b]i32 =
  map (map (\xs -> reduce (+) 0 xs)) xsss

-- ==
-- entry: mixed
-- input { [[1, 2, 3], [4, 5, 6]] }
-- output { [[13i32, 14i32, 15i32], [34i32, 35i32, 36i32]] [6i32, 15i32] }

entry mixed [n][m] (xss: [n][m]i32): ([n][m]i32, [n]i32) =
  unzip (map (\xs ->
    let s = reduce (+) 0 xs
    let k = s * 2
    in (map (\x -> x + k) xs, k - s)) xss)

-- ==
-- entry: varying
-- input { [1i64, 3i64, 0i64] }
-- output { [0i64, 5i64, 0i64] }

entry varying [n] (ks: [n]i64): [n]i64 =
  map (\k -> reduce (+) 0 (map (\i -> i * i) (iota k))) ks

-- ==
-- entry: varying_scan
-- input { [1i64, 3i64, 0i64] }
-- output { [0i64, 3i64, 0i64] }

entry varying_scan [n] (ks: [n]i64): [n]i64 =
  map (\k -> let s = scan (+) 0 (iota k) in reduce i64.max 0 s) ks

-- ==
-- entry: pairwise
-- input { [1f64, 5f64, 2f64] }
-- output { [[0.0f64, 4.0f64, 1.0f64], [4.0f64, 0.0f64, 3.0f64], [1.0f64, 3.0f64, 0.0f64]] }

entry pairwise [n] (xs: [n]f64): [n][n]f64 =
  map (\x -> map (\y -> f64.abs (x - y)) xs) xs

-- ==
-- entry: nearest
-- input { [1f64, 5f64, 2f64] [0f64, 4f64] }
-- output { [0i64, 1i64, 0i64] }

entry nearest [n][m] (xs: [n]f64) (centres: [m]f64): [n]i64 =
  map (\x ->
    let (_, best) =
      reduce (\(d, i) (e, j) -> if d <= e then (d, i) else (e, j)) (f64.inf, -1)
             (zip (map (\c -> f64.abs (x - c)) centres) (iota m))
    in best) xs

-- ==
-- entry: transposed
-- input { [[1, 2, 3], [4, 5, 6]] }
-- output { [[2i32, 5i32], [3i32, 6i32], [4i32, 7i32]] }

entry transposed [n][m] (xss: [n][m]i32): [m][n]i32 = transpose (map (map (+ 1)) xss)

-- ==
-- entry: four
-- input { [[[[1, 2]], [[3, 4]]]] }
-- output { [[[[2i32, 4i32]], [[6i32, 8i32]]]] }

entry four [a][b][c][d] (x: [a][b][c][d]i32): [a][b][c][d]i32 = map (map (map (map (* 2)))) x

-- A choice between versions in a loop, itself in one of several versions.
-- ==
-- entry: versions_in_loop
-- input { [1f32, 2f32] 3i64 2i32 } auto output
-- input { [1f32] 40i64 1i32 } auto output
entry versions_in_loop [k] (ss: [k]f32) (n: i64) (rounds: i32) =
  map (\s ->
         let ys = map (\i -> f32.i64 i * s) (iota n)
         let xss = loop xss = replicate n ys for _i < rounds do
                     map (\xs ->
                            let zs = scan (+) 0 xs
                            let most = f32.maximum zs
                            in scan (+) 0 (map2 (\z y -> z / (most + y + 1)) zs ys)) xss
         in f32.sum (map f32.sum xss) + ys[n / 2]) ss

-- Rows of one size that is checked, changed in a loop.
-- ==
-- entry: rows_in_a_loop
-- input { 3i64 2i64 2i64 } output { [14i64, 24i64] }
-- input { 0i64 2i64 2i64 } output { [0i64, 0i64] }
-- input { -1i64 2i64 0i64 } output { empty([0]i64) }
-- input { -1i64 2i64 2i64 } error: Range
entry rows_in_a_loop (n: i64) (k: i64) (m: i64): [m]i64 =
  map (\c -> let ys = loop ys = map (+ c) (iota n) for _i < k do map (+ 1) (scan (+) 0 ys)
             in reduce (+) 0 ys) (iota m)

-- Which row has the largest sum: the sums are folded beside their numbers.
-- ==
-- entry: largest_sum
-- input { [[1, 2], [7, -1], [3, 3]] } output { 1i64 6 }
-- input { empty([3][0]i32) } output { 0i64 0 }
-- random input { [100][33]i32 }
entry largest_sum [n][m] (rows: [n][m]i32): (i64, i32) =
  let larger (i: i64, a: i32) (j: i64, b: i32) =
    if a > b || (a == b && i < j) then (i, a) else (j, b)
  in reduce larger (n, i32.lowest) (zip (iota n) (map (reduce (+) 0) rows))

-- In each matrix, the largest sum so far, and its row.
-- ==
-- entry: largest_so_far
-- input { [[[1, 2], [7, -1], [3, 3]], [[0, 0], [0, 0], [-5, 6]]] }
-- output { [[0i64, 1, 1], [0, 0, 2]] [[3, 6, 6], [0, 0, 1]] }
-- random input { [20][40][3]i32 }
entry largest_so_far [k][n][m] (matrices: [k][n][m]i32): ([k][n]i64, [k][n]i32) =
  let larger (i: i64, a: i32) (j: i64, b: i32) =
    if a > b || (a == b && i < j) then (i, a) else (j, b)
  in unzip (map (\rows -> unzip (scan larger (n, i32.lowest) (zip (iota n) (map (reduce (+) 0) rows)))) matrices)

-- What is transposed beside a scalar of each matrix is read where it lies.
-- ==
-- entry: transposed_beside
-- random input { [3][4][5]f32 } auto output
-- random input { [1][33][31]f32 } auto output
-- random input { [2][0][3]f32 } auto output
-- random input { [0][1][1]f32 } auto output
-- random input { [40][1][65]f32 } auto output
entry transposed_beside [h] [n] [m] (xsss: [h][n][m]f32): ([h][m]f32, [h][m][n]f32) =
  let scaled c xss = map (\xs -> f32.sum xs * c) (transpose xss)
  in ( map (\xss -> scaled (f32.sqrt (1 + f32.i64 n)) xss) xsss
     , map (\xss -> let c = f32.sqrt (f32.sum (map f32.sum xss))
                    in map (\xs -> map (\x -> x / (1 + c + f32.sum xs)) xs) (transpose xss)) xsss )

-- What is the same for all elements of a row is computed once for the row.
-- ==
-- entry: standard
-- input { [[1.0, 3.0], [2.0, 6.0]] } output { [[-1.0, 1.0], [-1.0, 1.0]] }
-- input { empty([2][0]f64) } output { empty([2][0]f64) }
-- random input { [7][300]f64 }
entry standard [n] [m] (xss: [n][m]f64): [n][m]f64 =
  map (\xs -> map (\x -> let mean = f64.sum xs / f64.i64 m
                         let variance = f64.sum (map (\y -> (y - mean) * (y - mean)) xs) / f64.i64 m
                         in (x - mean) / f64.sqrt variance) xs) xss

-- Of no elements nothing is computed, so that nothing fails.
-- ==
-- entry: quotients
-- input { empty([0]i32) [0, 5] } output { empty([0]i32) }
-- input { [1, 2] [2, 5] } output { [8, 9] }
-- input { [1, 2] [0, 5] } error: division by zero
entry quotients [n] [m] (xs: [n]i32) (ys: [m]i32): [n]i32 =
  map (\x -> x + i32.sum (map (10 /) ys)) xs

-- Each element has sums of its own to write to.
-- ==
-- entry: counted
-- input { [1, 2] [2, 5] } output { [6, 7] }
-- input { empty([0]i32) empty([0]i32) } output { empty([0]i32) }
entry counted [n] [m] (xs: [n]i32) (ys: [m]i32): [n]i32 =
  map (\x -> let sums = scan (+) 0 ys let sums = sums with [0] = x - 2 in i32.sum sums) xs

-- Which row is taken is the same for all rows.
-- ==
-- entry: one_of_two_rows
-- input { 0 [1, 2, 3] [10, 20, 30] [0, 5] } output { [[9, 17, 24], [4, 12, 19]] }
-- input { 1 [1, 2, 3] [10, 20, 30] [0, 5] } output { [[0, -1, -3], [-5, -6, -8]] }
-- input { 1 empty([0]i32) empty([0]i32) [0, 5] } output { empty([2][0]i32) }
entry one_of_two_rows [n][m] (k: i32) (xs: [n]i32) (ys: [n]i32) (zs: [m]i32): [m][n]i32 =
  map (\z -> map2 (-) (if k == 0 then ys else xs) (map (+ z) (scan (+) 0 xs))) zs
