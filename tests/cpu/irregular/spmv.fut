-- A sparse matrix times a vector: a row has columns and values.
entry main [m] [n] (rows: [m][..](i64, f32)) (vec: [n]f32): [m]f32 =
  map (\row -> f32.sum (map (\(i, v) -> v * vec[i]) row)) rows
