-- Reductions of pairs with positions, of which one component is used: what is left reads no
-- position, and each row is still reduced by blocks.

-- ==
-- entry: largest
-- input { [[3, 9, 2], [5, 5, 1]] }
-- output { [9, 5] }
-- input { empty([0][3]i32) }
-- output { empty([0]i32) }
-- input { [[-7], [4]] }
-- output { [-7, 4] }
entry largest [n][m] (xss: [n][m]i32): [n]i32 =
  map (\xs -> (reduce (\(a, i) (b, j) -> if a >= b then (a, i) else (b, j))
                      (i32.lowest, 0i64) (zip xs (iota m))).0) xss

-- ==
-- entry: sums_beside
-- input { [[3, 9, 2], [5, 5, 1]] }
-- output { [14, 11] [2i64, 2i64] }
entry sums_beside [n][m] (xss: [n][m]i32): ([n]i32, [n]i64) =
  (map (\xs -> (reduce (\(a, i) (b, j) -> (a + b, i64.max i j)) (0, 0i64)
                       (map (\i -> (xs[i], i)) (iota m))).0) xss,
   map (\xs -> (reduce (\(a, i) (b, j) -> (a + b, i64.max i j)) (0, 0i64)
                       (map (\i -> (xs[i], i)) (iota m))).1) xss)
