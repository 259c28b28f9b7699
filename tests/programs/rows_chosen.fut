-- Rows that a test chooses: those of a map, or others as they are.
-- ==
-- entry: centres
-- input { [[1f32, 2f32], [3f32, 4f32]] [2i32, 0i32] } output { [[0.5f32, 1f32], [3f32, 4f32]] }
-- random input { [33][31]f32 [33]i32 }
-- random input { [0][3]f32 [0]i32 }
-- random input { [3][0]f32 [3]i32 }
entry centres [n] [k] (sums: [n][k]f32) (counts: [n]i32): [n][k]f32 =
  map2 (\row c -> if c > 0 then map (/ f32.i32 c) row else row) sums counts

-- The other branch, of rows that all share, and matrices.
-- ==
-- entry: kept
-- input { [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] [0, 1] [9, 9] }
-- output { [[[9, 9], [9, 9]], [[6, 7], [8, 9]]] [[1, 2], [9, 9]] }
-- random input { [33][3][5]i32 [33]i32 [5]i32 }
-- random input { [2][1][1]i32 [2]i32 [1]i32 }
-- random input { [0][2][2]i32 [0]i32 [2]i32 }
entry kept [n] [m] [k] (a: [n][m][k]i32) (cs: [n]i32) (d: [k]i32): ([n][m][k]i32, [n][k]i32) =
  (map2 (\p c -> if c < 1 then map (const d) p else map (map (+ c)) p) a cs,
   map2 (\p c -> if c >= 1 || m == 0 then d else map (\x -> if x > 7 then x - c else x) p[0]) a cs)

-- A branch that would fail, if it were taken.
-- ==
-- entry: at_index
-- input { [[1, 2], [3, 4]] [1i64, 7i64] } output { [[2, 4], [3, 4]] }
-- input { [[1, 2], [3, 4]] [-1i64, 7i64] } error: out of bounds
entry at_index [n] [k] (a: [n][k]i32) (is: [n]i64): [n][k]i32 =
  map2 (\row i -> if i < k then map (* row[i]) row else row) a is
