-- Columns that threads walk, fold and scan: neighbours read neighbours, nothing is staged.
-- ==
-- entry: walked
-- input { [[1f32, 2f32, 3f32], [4f32, 5f32, 6f32]] 0.5f32 } output { [2.25f32, 3f32, 3.75f32] }
-- input { empty([0][3]f32) 0.5f32 } output { [0f32, 0f32, 0f32] }
-- input { empty([2][0]f32) 0.5f32 } output { empty([0]f32) }
-- compiled random input { [33][300]f32 f32 } auto output
entry walked [n] [m] (xss: [n][m]f32) (w: f32): [m]f32 =
  map (\xs -> loop level = 0 for x in xs do level + w * (x - level)) (transpose xss)

-- ==
-- entry: by_index
-- input { [[1f32, 2f32, 3f32], [4f32, 5f32, 6f32]] 0.5f32 } output { [2.25f32, 3f32, 3.75f32] }
entry by_index [n] [m] (xss: [n][m]f32) (w: f32): [m]f32 =
  map (\j -> loop level = 0 for i < n do level + w * (xss[i, j] - level)) (iota m)

-- Sums of columns, which lie row by row in memory; a result is turned.
-- ==
-- entry: sums
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] } output { [[1i32, 5i32], [2i32, 7i32], [3i32, 9i32]] }
-- input { empty([0][3]i32) } output { empty([3][0]i32) }
-- compiled random input { [31][33]i32 } auto output
-- compiled random input { [33][31]i32 } auto output
-- compiled random input { [300][70]i32 } auto output
entry sums [n] [m] (xss: [n][m]i32): [m][n]i32 = map (scan (+) 0) (transpose xss)

-- What follows the sums reads columns of both.
-- ==
-- entry: products
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] } output { [21i32, 39i32, 63i32] }
-- compiled random input { [300][70]i32 } auto output
-- compiled random input { [1][70]i32 } auto output
entry products [n] [m] (xss: [n][m]i32): [m]i32 =
  map (\xs -> i32.sum (map2 (*) xs (scan (+) 0 xs))) (transpose xss)

-- Sums and matrix are both results, and are read by rows, too.
-- ==
-- entry: both
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] } output { [[1i32, 5i32], [2i32, 7i32], [3i32, 9i32]] [[1i32, 2i32, 3i32], [5i32, 7i32, 9i32]] [5i32, 7i32, 9i32] }
-- compiled random input { [40][33]i32 } auto output
entry both [n] [m] (xss: [n][m]i32): ([m][n]i32, [n][m]i32, [m]i32) =
  let sumss = map (scan (+) 0) (transpose xss)
  in (sumss, transpose sumss, map (\sums -> if n == 0 then 0 else sums[n - 1]) sumss)

-- Columns less their means: no block walks down a column.
-- ==
-- entry: centred
-- input { [[1f32, 2f32], [3f32, 6f32]] } output { [[-1f32, -2f32], [1f32, 2f32]] }
-- input { [[5f32]] } output { [[0f32]] }
entry centred [n] [m] (xss: [n][m]f32): [n][m]f32 =
  transpose (map (\xs -> let mean = f32.sum xs / f32.i64 n in map (\x -> x - mean) xs)
                 (transpose xss))

-- ==
-- entry: weighted
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [1i32, 10i32, 100i32] } output { [[1i32, 20i32, 300i32], [4i32, 50i32, 600i32]] }
-- input { empty([0][3]i32) [1i32, 10i32, 100i32] } output { empty([0][3]i32) }
entry weighted [n] [m] (xss: [n][m]i32) (ws: [m]i32): [n][m]i32 =
  transpose (map2 (\xs w -> map (* w) xs) (transpose xss) ws)

-- The image is flattened for each colour: its columns are folded where they lie.
-- ==
-- entry: colours
-- input { [[[1u8, 2u8, 3u8], [4u8, 5u8, 6u8]]] } output { [5i32, 7i32, 9i32] }
-- input { empty([0][2][3]u8) } output { [0i32, 0i32, 0i32] }
-- compiled random input { [30][31][3]u8 } auto output
entry colours [h] [w] (image: [h][w][3]u8): [3]i32 =
  map (\c -> i32.sum (map (\p -> i32.u8 p[c]) (flatten image))) (iota 3)
