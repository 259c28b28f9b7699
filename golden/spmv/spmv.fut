-- A sparse matrix times a vector: a row has as many columns and values as are not zero.
-- PMPH notes, 4.3.1.
-- ==
-- input { [[0i64, 2i64], [], [1i64], [0i64, 1i64, 2i64]] [[2f32, 3f32], [], [5f32], [1f32, 1f32, 1f32]]
--         [10f32, 100f32, 1000f32] }
-- output { [3020f32, 0f32, 500f32, 1110f32] }
-- input { empty([0][0]i64) empty([0][0]f32) [1f32] }
-- output { empty([0]f32) }
-- input { empty([3][0]i64) empty([3][0]f32) [1f32] }
-- output { [0f32, 0f32, 0f32] }

entry main [m] [n] (columns: [m][..]i64) (values: [m][..]f32) (vec: [n]f32): [m]f32 =
  map2 (\is vs -> reduce (+) 0 (map2 (\i v -> v * vec[i]) is (vs :> [length is]f32)))
       columns values
