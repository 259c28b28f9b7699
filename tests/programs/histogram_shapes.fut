-- Histograms of many shapes: in shared memory where their bins fit, or in the result.

-- ==
-- entry: counts
-- random input { [0]i32 } auto output
-- random input { [1]i32 } auto output
-- random input { [257]i32 } auto output
-- random input { [20003]i32 } auto output
entry counts [n] (is: [n]i32) =
  let at k = hist (+) 0 k (map (\i -> i64.i32 i % (k + 2) - 1) is) (replicate n 1i32)
  in (at 0, at 1, at 33, at 8192, at 8193)

-- ==
-- entry: given
-- random input { [33]i32 [0]i32 } auto output
-- random input { [33]i32 [4097]i32 } auto output
-- random input { [0]i32 [33]i32 } auto output
entry given [n] [k] (ys: *[k]i32) (is: [n]i32): [k]i32 =
  reduce_by_index ys i32.max i32.lowest (map (\i -> i64.i32 i % 40) is) is

-- ==
-- entry: products
-- random input { [33]i32 [31]i32 } auto output
-- random input { [33]i32 [4097]i32 } auto output
entry products [n] [k] (ys: *[k]i32) (is: [n]i32): [k]i32 =
  reduce_by_index ys (*) 1 (map (\i -> i64.i32 i % k) is) (map (\v -> v * 2 + 1) is)

-- ==
-- entry: wide
-- random input { [31]i64 } auto output
-- random input { [9000]i64 } auto output
entry wide [n] (is: [n]i64) =
  (hist (^) 0 100 (map (% 100) is) is, hist (+) 0 4097 (map (% 4097) is) is)

-- ==
-- entry: rows
-- random input { [31][255]i32 } auto output
-- random input { [3][4097]i32 } auto output
-- random input { [300][3]i32 } auto output
-- random input { [0][31]i32 } auto output
-- random input { [5][0]i32 } auto output
entry rows [n] [m] (iss: [n][m]i32): [n][33]i32 =
  map (\is -> hist (+) 0 33 (map (\i -> i64.i32 i % 35) is) (map (* 2) is)) iss

-- ==
-- entry: cube
-- random input { [3][5][100]i32 } auto output
-- random input { [1][2][4097]i32 } auto output
-- random input { [0][2][7]i32 } auto output
entry cube [l] [n] [m] (iss: [l][n][m]i32): [l][n][7]i32 =
  map (map (\is -> hist i32.min i32.highest 7 (map (\i -> i64.i32 i % 7) is) is)) iss

-- ==
-- entry: kinds
-- random input { [31]i32 5i32 } auto output
-- random input { [4097]i32 17i32 } auto output
entry kinds [n] (is: [n]i32) (c: i32) =
  let at = map (\i -> i64.i32 i % 77) is
  in ( hist (+) 0 77 at (map i16.i32 is)
     , hist (+) 0 77 at (map i8.i32 is)
     , hist (\(a, b) (c, d) -> (a + c, i32.max b d)) (0, i32.lowest) 77 at (zip is is)
     , hist (\a b -> (a + b) % (c * c + 1)) 0 77 at (map (% (c * c + 1)) is)
     , hist (map2 (+)) [0, 0] 77 at (map (\i -> [i, 1]) is)
     , hist f64.max (-f64.inf) 77 at (map f64.i32 is) )


-- A table of rows, to which rows are added: each number has its bin.
-- ==
-- entry: tables
-- random input { [31][3]i32 } auto output
-- random input { [1][1]i32 } auto output
-- random input { [300][129]i32 } auto output
-- random input { [0][3]i32 } auto output
-- random input { [3][0]i32 } auto output
entry tables [n] [m] (xss: [n][m]i32): ([7][m]i32, [n][m]i64, [2][7][2][m]i32) =
  let at = map (\i -> (i * 5) % 9 - 1) (iota n)
  in ( hist (map2 (+)) (replicate m 0) 7 at xss
     , reduce_by_index (copy (map (map i64.i32) xss)) (map2 i64.max) (replicate m i64.lowest) at
                       (map (map (\x -> i64.i32 x * 3)) xss)
     , map (\k -> hist (map2 (map2 (+))) (replicate 2 (replicate m 0)) 7 at
                       (map (\xs -> [xs, map (* k) xs]) xss)) [2, 3] )

-- ==
-- entry: far
-- input { [9223372036854775807i64, -9223372036854775808i64, 4611686018427387904i64, 2i64] }
-- output { [[0, 0, 0, 0], [0, 0, 0, 0], [7, 8, 9, 10]] }
entry far (at: [4]i64): [3][4]i32 = hist (map2 (+)) (replicate 4 0) 3 at (map (\i -> map (+ i) [4, 5, 6, 7]) (iota 4 |> map i32.i64))
