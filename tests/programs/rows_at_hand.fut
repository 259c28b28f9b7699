-- Rows that a block takes several times are copied to its memory once; others are not.

-- ==
-- entry: softmax
-- random input { [300][130]f32 }
-- random input { [3][1]f32 }
-- random input { [3][31]f32 }
-- random input { [300][33]f32 }
-- random input { [0][33]f32 }
-- random input { [5][0]f32 }
-- random input { [2][59000]f32 }
entry softmax [n][m] (a: [n][m]f32): [n][m]f32 =
  map (\r -> let top = f32.maximum r
    let es = map (\x -> f32.exp (x - top)) r
    let s = f32.sum es
    in map (/ s) es) a
-- ==
-- entry: spread
-- random input { [300][257]i32 [257]i32 }
-- random input { [2][1000]i32 [1000]i32 }
entry spread [n][m] (a: [n][m]i32) (g: [m]i32): ([n][m]i32, [n]i32) =
  unzip (map (\r -> let mean = i32.sum r / i32.max 1 (i32.i64 m)
    let off = i32.sum (map (\x -> i32.abs (x - mean)) r)
    in (map2 (\x g -> (x - mean) * g + off) r g, off)) a)
-- Two rows, one of which is also read elsewhere.
-- ==
-- entry: looked_at
-- random input { [260][200]i64 [260][200]i64 }
entry looked_at [n][m] (a: [n][m]i64) (b: [n][m]i64): [n][m]i64 =
  map2 (\r q -> let top = i64.maximum r
    let low = i64.minimum (map2 (-) q r)
    let more = i64.sum (map (\x -> x % 7) q)
    in map3 (\x y i -> (x + top) ^ (y - low) ^ r[(i + more) % m]) r q (iota m)) a b
-- ==
-- entry: changed
-- random input { [260][200]i64 }
entry changed [n][m] (a: *[n][m]i64): ([n][m]i64, [n]i64) =
  unzip (map (\r -> let top = i64.maximum r
    let low = i64.minimum r
    let s = scan (+) 0 (map (\x -> x % 11) r)
    in (scatter (copy r) (map (\i -> i * 3 % m) (iota m)) (map (+ low) s), top)) a)
-- ==
-- entry: deep
-- random input { [9][30][128]f64 }
entry deep [l][n][m] (a: [l][n][m]f64): [l][n][m]f64 =
  map (map (\r -> let top = f64.maximum r
    in scan (+) 0 (map (\x -> x - top) (map2 (*) r r)))) a
