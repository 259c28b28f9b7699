-- A matrix for each row of a vector that a loop changes: its rounds are the same for all rows,
-- though the number is computed in each; no row of a matrix is read twice, so none is staged.

-- ==
-- entry: main
-- random input { [0][3][3]i32 [0][3]i32 3i64 }
-- random input { [2][0][0]i32 [2][0]i32 3i64 }
-- random input { [3][33][33]i32 [3][33]i32 2i64 }
-- random input { [300][5][5]i32 [300][5]i32 7i64 }
entry main [n][m] (as: [n][m][m]i32) (vs: [n][m]i32) (k: i64): [n][m]i32 =
  map2 (\a v -> loop v = v for _i < i64.min k 4 do
          map (\r -> i32.sum (map2 (*) r v) & 0xffff) a) as vs
