-- What one thread must do, and what a loop under a map starts from.
-- ==
-- entry: product
-- input { [[[1f32, 2f32], [3f32, 4f32]], [[0f32, 1f32], [1f32, 0f32]]] }
-- output { [[2f32, 1f32], [4f32, 3f32]] }

def times (a: [2][2]f32) (b: [2][2]f32): [2][2]f32 =
  [[a[0, 0] * b[0, 0] + a[0, 1] * b[1, 0], a[0, 0] * b[0, 1] + a[0, 1] * b[1, 1]],
   [a[1, 0] * b[0, 0] + a[1, 1] * b[1, 0], a[1, 0] * b[0, 1] + a[1, 1] * b[1, 1]]]

entry product [n] (xs: [n][2][2]f32): [2][2]f32 = reduce times [[1, 0], [0, 1]] xs

-- ==
-- entry: largest_of_each
-- input { [0i64, 1i64, 0i64] [3, 5, 4] }
-- output { [4i32, 5i32] }

entry largest_of_each [n] (is: [n]i64) (xs: [n]i32): [2]i32 =
  let larger (a: (u8, i32)) (b: (u8, i32)): (u8, i32) =
    if a.0 == 0 then b else if b.0 == 0 then a else (1, i32.max a.1 b.1)
  let tops = reduce_by_index (replicate 2 (0, 0)) larger (0, 0) is (map (\x -> (1, x)) xs)
  in map (.1) tops

-- ==
-- entry: from_index
-- input { 2i64 [1i64, 2i64, 3i64] }
-- output { [0i64, 343i64] }
-- input { 0i64 [1i64, 2i64, 3i64] }
-- output { empty([0]i64) }

entry from_index [m] (n: i64) (xs: [m]i64): [n]i64 =
  map (\i -> loop z = i for _k < 3 do z + reduce (+) 0 (map (\x -> x * z) xs)) (iota n)

-- ==
-- entry: empty_part
-- input { [1, 2] }
-- output { 0i64 }

entry empty_part [n] (xs: [n]i32): i64 =
  length xs[7:7]
