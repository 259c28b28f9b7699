-- Maps whose threads have several neighbours each; and those that must not.

-- ==
-- entry: floats
-- input { empty([0]f32) }
-- output { empty([0]f32) }
-- input { [1f32] }
-- output { [3f32] }
-- input { [1f32, 2f32, 3f32, 4f32, 5f32, 6f32, 7f32] }
-- output { [3f32, 5f32, 7f32, 9f32, 11f32, 13f32, 15f32] }
-- random input { [1025]f32 }
entry floats [n] (xs: [n]f32): [n]f32 = map (\x -> 2 * x + 1) xs

-- ==
-- entry: rows
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] }
-- output { [[0i32, 1i32, 2i32], [3i32, 4i32, 5i32]] }
-- input { empty([3][0]i32) }
-- output { empty([3][0]i32) }
-- random input { [33][31]i32 }
entry rows [n] [m] (xss: [n][m]i32): [n][m]i32 = map (map (\x -> x - 1)) xss

-- ==
-- entry: bytes
-- input { [1u8, 2u8, 3u8] }
-- output { [0u8, 3u8, 2u8] }
-- random input { [16]u8 }
-- random input { [1000]u8 }
-- random input { [4111]u8 }
entry bytes [n] (xs: [n]u8): [n]u8 = map (^ 1) xs

-- Elements of 1, 8 and 1 bytes.
-- ==
-- entry: mixed
-- input { [1u8, 2u8, 3u8] [0.5, 1.5, 2.5] }
-- output { [1.5, 3.5, 5.5] [true, false, true] }
-- random input { [1]u8 [1]f64 }
-- random input { [513]u8 [513]f64 }
entry mixed [n] (ks: [n]u8) (xs: [n]f64): ([n]f64, [n]bool) =
  unzip (map2 (\k x -> (f64.u8 k + x, k % 2 == 1)) ks xs)

-- ==
-- entry: halves
-- input { [1f16, 2f16, 3f16] }
-- output { [2f16, 4f16, 6f16] }
-- random input { [77]f16 }
entry halves [n] (xs: [n]f16): [n]f16 = map (* 2) xs

-- ==
-- entry: picked
-- input { [2i64, 0i64, 1i64, 2i64, 0i64] [10i16, 20i16, 30i16] }
-- output { [30i16, 10i16, 20i16, 30i16, 10i16] }
entry picked [n] [m] (is: [n]i64) (xs: [m]i16): [n]i16 = map (\i -> #[unsafe] xs[i]) is

-- The place itself is a value: nothing may be computed beyond the end.
-- ==
-- entry: places
-- input { [5i32, 5i32, 5i32] }
-- output { [1i32, 2i32, 5i32] }
entry places [n] (xs: [n]i32): [n]i32 =
  map2 (\i x -> if i < n then x / i32.i64 (n - i) else x) (iota n) xs

-- What is read only sometimes may be shorter.
-- ==
-- entry: shorter
-- input { [1i32, 2i32, 3i32, 4i32, 5i32] [7i32, 8i32] }
-- output { [8i32, 10i32, 3i32, 4i32, 5i32] }
entry shorter [n] [m] (xs: [n]i32) (ys: [m]i32): [n]i32 =
  map2 (\i x -> if i < m then x + #[unsafe] ys[i] else x) (iota n) xs

-- ==
-- entry: reciprocals
-- input { [1i32, 2i32, 4i32] }
-- output { [100i32, 50i32, 25i32] }
-- input { [1i32, 0i32, 4i32] }
-- error: division by zero
entry reciprocals [n] (xs: [n]i32): [n]i32 = map (\x -> 100 / x) xs

-- The array that is read is written.
-- ==
-- entry: in_place
-- input { [1i32, -2i32, 3i32, -4i32, 5i32] }
-- output { [2i32, -2i32, 4i32, -4i32, 6i32] }
entry in_place [n] (xs: *[n]i32): *[n]i32 = map (\x -> if x > 0 then x + 1 else x) xs

-- A loop in the body: a thread has one element.
-- ==
-- entry: steps
-- input { [1i32, 2i32, 27i32, 100i32, 7i32] }
-- output { [0i32, 1i32, 111i32, 25i32, 16i32] }
entry steps [n] (xs: [n]i32): [n]i32 =
  map (\x -> (loop (s, y) = (0, x) while y != 1 do
                (s + 1, if y % 2 == 0 then y / 2 else 3 * y + 1)).0) xs

-- Rows of few elements: threads of a warp take several.
-- ==
-- entry: narrow
-- random input { [1000][3]i32 [3]i32 [1000]i32 }
-- random input { [3][1]i32 [1]i32 [3]i32 }
-- random input { [5][33]i32 [33]i32 [5]i32 }
-- random input { [0][3]i32 [3]i32 [0]i32 }
entry narrow [n] [m] (xss: [n][m]i32) (row: [m]i32) (col: [n]i32): [n][m]i32 =
  map2 (\xs c -> map2 (\x r -> x * r + c) xs row) xss col

-- ==
-- entry: cube
-- random input { [7][5][3]i32 [5]i32 }
-- random input { [2][1][70]i32 [1]i32 }
entry cube [n] [m] [k] (xsss: [n][m][k]i32) (rs: [m]i32): [n][m][k]i32 =
  map (\xss -> map2 (\xs r -> map (+ r) xs) xss rs) xsss

-- Rows of four, all of whose elements are read, are not staged: each row is its thread's own.
-- ==
-- entry: four_of_each_row
-- input { 5i64 }
-- output { [[0i64, 0i64, 0i64, 0i64], [1i64, 1i64, 1i64, 1i64], [3i64, 3i64, 3i64, 3i64],
--           [6i64, 6i64, 6i64, 6i64]]
--          [130i64, 156i64, 182i64, 208i64] [130i64, 286i64, 468i64, 676i64] }

entry four_of_each_row (n: i64): ([4][4]i64, [4]i64, [4]i64) =
  let largest = map (scan i64.max i64.lowest) (tabulate 4 (\i -> replicate 4 i))
  let sums = map (scan (+) 0) (tabulate 4 (\i -> replicate 4 (i + n)))
  let mixed = map (\r -> r[0] * 2 + r[1] * 3 + r[2] * 6) sums
  in (scan (map2 (+)) (replicate 4 0) largest, mixed, scan (+) 0 mixed)
