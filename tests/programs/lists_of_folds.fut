-- Each row's fold, as part of a list, a list of lists, a tuple with lists, or a look-up in a list.
-- ==
-- entry: columns rows looked_up lists_of_lists mapped tuple copies both
-- input { [[1,2,3,4,5],[6,7,8,9,10]] }
-- input { [[1],[2],[3]] }
-- input { empty([0][3]i32) }

entry columns [n] [m] (xss: [n][m]i32): [m][2]i32 =
  map (\c -> let s = i32.sum c in [s, s * 2]) (transpose xss)

entry rows [n] [m] (xss: [n][m]i32): [n][2]i32 =
  map (\r -> let s = i32.sum r in [s, s + 1]) xss

entry looked_up [n] [m] (xss: [n][m]i32): [n]i32 =
  map (\r -> let s = i32.sum r let q = [s, s + 1, s * 2] in q[s % 3]) xss

entry lists_of_lists [n] [m] (xss: [n][m]i32): [n][2][2]i32 =
  map (\r -> let s = i32.sum r let t = i32.maximum r in [[s, s + 1], [t, s]]) xss

entry mapped [n] [m] (xss: [n][m]i32): [n]i32 =
  map (\r -> let s = i32.sum r in i32.sum (map (+ s) [1, 2, 3])) xss

entry tuple [n] [m] (xss: [n][m]i32): ([n][2]i32, [n]i32, [n][m]i32) =
  unzip3 (map (\r -> let ys = map (* 2) r let s = i32.sum ys in ([s, s + 1], s, ys)) xss)

entry copies [n] [m] (xss: [n][m]i32): [n][3]i32 =
  map (\r -> replicate 3 (i32.sum r)) xss

entry both [n] [m] (xss: [n][m]i32): ([n][2]i32, [m][2]i32) =
  (map (\r -> let s = i32.sum r in [s, s + 1]) xss,
   map (\c -> let s = i32.maximum c in [s, s - 1]) (transpose xss))

-- Rows that are looked up by another's number, folded in the order of their elements.
-- ==
-- entry: rows_of_others
-- input { [[1,2,3],[3,4,1]] [1i64,2i64] } output { [3, 3] }
-- input { [[0,0,0,7,0],[0,0,0,0,0]] [2i64,3i64] } output { [8, 3] }
entry rows_of_others [n] [m] (xss: [n][m]i32) (ks: [n]i64): [n]i32 =
  map2 (\r k -> i32.sum (map (\i -> reduce (\a b -> if b == 0 then a else b) 0
                                           (map (\x -> x + i32.i64 i) r)) (iota k))) xss ks
