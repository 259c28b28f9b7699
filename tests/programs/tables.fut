-- Rows against a table of rows: from MANY_THREADS rows on, a block has its rows and
-- the table in shared memory.

def distance [d] (a: [d]f32) (b: [d]f32) = f32.sum (map2 (\x y -> (x - y) * (x - y)) a b)

def nearest [k] [d] (table: [k][d]f32) (p: [d]f32): (i64, f32) =
  loop (at, least) = (-1, f32.inf) for j < k do
    let q = distance p table[j]
    in if q < least then (j, q) else (at, least)

def smaller (i: i64, a: f32) (j: i64, b: f32) =
  if a < b || (a == b && i < j) then (i, a) else (j, b)

-- ==
-- entry: walked folded
-- input { [[1f32, 2f32], [5f32, 5f32], [0f32, 9f32]] [[0f32, 0f32], [4f32, 4f32]] }
-- output { [0i64, 1i64, 1i64] [5f32, 2f32, 41f32] }
-- input { [[1f32], [5f32], [2f32], [9f32], [7f32]] [[1f32], [8f32], [3f32]] }
-- output { [0i64, 2i64, 0i64, 1i64, 1i64] [0f32, 4f32, 1f32, 1f32, 1f32] }
-- input { [[1f32, 2f32]] empty([0][2]f32) }
-- output { [-1i64] [f32.inf] }
-- input { empty([0][3]f32) [[1f32, 2f32, 3f32]] }
-- output { empty([0]i64) empty([0]f32) }
-- input { empty([2][0]f32) empty([1][0]f32) }
-- output { [0i64, 0i64] [0f32, 0f32] }
entry walked [n] [k] [d] (rows: [n][d]f32) (table: [k][d]f32): ([n]i64, [n]f32) =
  unzip (map (nearest table) rows)

entry folded [n] [k] [d] (rows: [n][d]f32) (table: [k][d]f32): ([n]i64, [n]f32) =
  unzip (map (\p -> reduce smaller (-1, f32.inf) (zip (iota k) (map (distance p) table))) rows)

-- The sum of the numbers of what is nearest, of rows that fill more than a block, or just one.
-- ==
-- entry: walked_sum folded_sum
-- input { 127i64 3i64 2i64 } output { 121i64 }
-- input { 128i64 5i64 3i64 } output { 239i64 }
-- input { 129i64 7i64 4i64 } output { 368i64 }
-- input { 5121i64 13i64 5i64 } output { 26615i64 }
-- input { 256i64 13i64 5i64 } auto output
-- input { 257i64 43i64 6i64 } auto output
entry walked_sum (n: i64) (k: i64) (d: i64): i64 =
  let rows = opaque <| tabulate_2d n d (\i j -> f32.i64 (((i + 3) * (j + 7) * 31) % 101))
  let table = opaque <| tabulate_2d k d (\i j -> f32.i64 (((i + 5) * (j + 2) * 17) % 97))
  in i64.sum (opaque (map (\p -> (nearest table p).0) rows))

entry folded_sum (n: i64) (k: i64) (d: i64): i64 =
  let rows = opaque <| tabulate_2d n d (\i j -> f32.i64 (((i + 3) * (j + 7) * 31) % 101))
  let table = opaque <| tabulate_2d k d (\i j -> f32.i64 (((i + 5) * (j + 2) * 17) % 97))
  in i64.sum (opaque (map (\p -> (reduce smaller (-1, f32.inf) (zip (iota k) (map (distance p) table))).0) rows))

-- What data say is looked up in a table of a known length: a block copies it to the chip, if a row
-- has more than few_looking elements.
-- ==
-- entry: looked_up
-- random input { [256]i16 [512]u8 }
-- auto output
-- random input { [256]i16 [4097]u8 }
-- auto output
entry looked_up [n] (table: [256]i16) (xs: [n]u8): [n]i16 =
  map (\x -> table[i64.u8 x] - i16.u8 x) xs

-- ==
-- entry: equalised
-- input { empty([0]u8) }
-- auto output
-- random input { [511]u8 }
-- auto output
-- random input { [512]u8 }
-- auto output
-- random input { [4096]u8 }
-- auto output
-- random input { [9001]u8 }
-- auto output
entry equalised [n] (xs: [n]u8): [n]u8 =
  let sums = scan (+) 0 (hist (+) 0i32 256 (map i64.u8 xs) (map (const 1) xs))
  in map (\x -> u8.i32 (sums[i64.u8 x] * 255 / i32.i64 n)) xs

-- Of each row, in two tables, one behind a condition, one twice; what is no index fails.
-- ==
-- entry: in_two
-- input { 3i32 [[1i64, 63i64], [99i64, 2i64]] }
-- output { [[6f64, 192f64], [300f64, 0f64]] }
-- input { 3i32 [[1i64, 63i64], [100i64, 1i64]] }
-- error: Index
-- input { 3i32 empty([3][0]i64) }
-- output { empty([3][0]f64) }
entry in_two [m][n] (k: i32) (iss: [m][n]i64): [m][n]f64 =
  let a = scan (+) 0 (replicate 100 k)
  let b = map (\x -> x % 3 != 0) (scan (+) 0i32 (replicate 100 1))
  in map (map (\i -> if b[i] then f64.i32 (a[(i + 1) % 100] + a[i] - a[(i + 1) % 100]) else 0)) iss

-- ==
-- entry: in_two_long
-- random input { 3i32 [3][5000]i64 }
-- auto output
-- random input { -7i32 [1][512]i64 }
-- auto output
entry in_two_long [m][n] (k: i32) (iss: [m][n]i64): [m][n]f64 = in_two k (map (map (% 100)) iss)

-- ==
-- entry: beyond
-- random input { 3i32 [1][600]i64 }
-- error: Index
entry beyond [m][n] (k: i32) (iss: [m][n]i64): [m][n]f64 = in_two k (map (map (% 101)) (map (map (/ 2)) iss))
-- Rows of a table that are one element longer than a size.
-- ==
-- entry: products_of_longer_rows
-- input { [1f64, 2f64] [[1f64,2f64,3f64],[4f64,5f64,6f64]] [[1f64,0f64,1f64],[2f64,1f64,0f64]] }
-- output { [8f64, 23f64] }
entry products_of_longer_rows [m][n] (_: [n]f64) (w: [m][n+1]f64) (h: [m][n+1]f64): [m]f64 =
  map (\r -> f64.sum (map (\c -> f64.sum (map2 (*) r c)) h)) w

-- ==
-- entry: nearest_of_longer_rows
-- input { [1, 2] [[1,2,3],[4,5,6]] [[1,0,1],[2,1,0]] }
-- output { [4, 10] }
entry nearest_of_longer_rows [m][n] (_: [n]i32) (w: [m][n+1]i32) (h: [m][n+1]i32): [m]i32 =
  map (\r -> loop best = 1000 for k < m do let d = i32.sum (map2 (*) r h[k]) in i32.min best d) w

-- Rows of numbers: read by index, in a product, and in a loop for each element.
-- ==
-- entry: constant_rows
-- input { [0i64, 1i64, 7i64] }
-- output { [0i64, 1i64, 13i64] [[0i64, 0i64], [1i64, -1i64], [7i64, -7i64]] [1i64, 2i64, 1i64] }
entry constant_rows [n] (xs: [n]i64): ([n]i64, [n][2]i64, [n]i64) =
  let fibonacci (k: i64) =
    (loop a = [[1, 0], [0, 1]] for _i < k do
       map (\r -> map (\c -> i64.sum (map2 (*) r c)) (transpose [[1, 1], [1, 0]])) a)[0, 1]
  let turned = map (\x -> map (\r -> r[0] * x) [[1, 0], [-1, 0]]) xs
  in (map fibonacci xs, turned, map (\x -> [[1, 2], [2, 1]][x & 1, (x >> 1) & 1]) xs)

-- Strings of one length, rows of pairs and of records.
-- ==
-- entry: constant_pairs
-- input { 1i64 } output { 119u8 -5i32 8.5f32 [[1f64, -1f64], [0f64, 3f64]] }
-- input { 0i64 } output { 97u8 1i32 -2.5f32 [[1f64, -1f64], [0f64, 3f64]] }
entry constant_pairs (i: i64): (u8, i32, f32, [2][2]f64) =
  let names = ["abcd", "wxyz"]
  let pairs = [[(1i32, 0.5f32), (3, -2.5)], [(-5, 6), (7, 8.5)]]
  let points = [[{x = 1f64, y = 0f64}], [{x = -1, y = 3}]]
  let flat = map (\r -> r[0]) points
  in (names[i, 0], pairs[i, 0].0, pairs[i, 1].1, [map (.x) flat, map (.y) flat])
