-- Histograms: of an image, of each row of an image, and of sums of rows.

-- The bins are computed where they are counted.
-- ==
-- entry: of_image
-- input { 3i64 [0i32, 2i32, 2i32, 5i32] }
-- output { [1i32, 0i32, 3i32] }
-- input { 3i64 empty([0]i32) }
-- output { [0i32, 0i32, 0i32] }
entry of_image [n] (k: i64) (pixels: [n]i32): [k]i32 =
  let bins = map (\p -> i64.min (k - 1) (i64.i32 p)) pixels
  in hist (+) 0 k bins (replicate n 1)

-- One table for each row.
-- ==
-- entry: of_rows
-- input { 3i64 [[0i64, 2i64], [1i64, 1i64]] }
-- output { [[1i32, 0i32, 1i32], [0i32, 2i32, 0i32]] }
entry of_rows [n][m] (k: i64) (rows: [n][m]i64): [n][k]i32 =
  map (\row -> hist (+) 0 k row (map (const 1) row)) rows

-- Two tables for each row, which is read once.
-- ==
-- entry: of_digits
-- input { [[12i64, 42i64], [11i64, 1i64]] }
-- output { [[0i32, 0i32, 2i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32],
--           [0i32, 2i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32]]
--          [[0i32, 1i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32],
--           [1i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32]] }
-- random input { [7][0]i64 }
-- random input { [5][1000]i64 }
entry of_digits [n][m] (rows: [n][m]i64): ([n][10]i32, [n][10]i32) =
  let table bin row = hist (+) 0 10 (map bin row) (map (const 1i32) row)
  in unzip (map (\row -> (table (% 10) row, table (\x -> x / 10 % 10) row)) rows)

-- The sums are segmented reductions, then they are counted.
-- ==
-- entry: of_sums
-- input { 4i64 [[1i64, 2i64], [0i64, 1i64], [3i64, 0i64]] }
-- output { [0i32, 1i32, 0i32, 2i32] }
entry of_sums [n][m] (k: i64) (rows: [n][m]i64): [k]i32 =
  hist (+) 0 k (map i64.sum rows) (replicate n 1)
