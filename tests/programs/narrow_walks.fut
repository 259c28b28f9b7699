-- Rows of a few numbers that a loop in each thread changes: a block reads and writes them together.

-- ==
-- entry: turned
-- random input { [300][3]f32 i32 }
-- input { empty([0][3]f32) 4i32 } output { empty([0][3]f32) }
-- input { [[1f32, 2f32, 3f32]] 0i32 } output { [[1f32, 2f32, 3f32]] }
-- input { [[1f32, 2f32, 4f32], [3f32, 0f32, 1f32]] 2i32 }
-- output { [[2f32, 1f32, 1f32], [0.5f32, 3f32, 0f32]] }
entry turned [n] (xss: [n][3]f32) (steps: i32): [n][3]f32 =
  map (\xs -> loop ys = xs for _i < i32.abs (steps % 20) do [ys[1] * 0.5f32, ys[2], ys[0]]) xss

-- Euler's method, for systems of four equations.
-- ==
-- entry: steps
-- random input { [255][4]f64 [255]i64 }
-- random input { [256][4]f64 [256]i64 }
-- random input { [257][4]f64 [257]i64 }
-- random input { [1][4]f64 [1]i64 }
entry steps [n] (xss: [n][4]f64) (rounds: [n]i64): [n][4]f64 =
  map2 (\xs k -> loop ys = xs for _i < i64.abs (k % 10) do
                   let ds = [ys[1], -ys[0], ys[3] * 0.5, ys[0] - ys[2]]
                   in map2 (\y d -> y + 0.01 * d) ys ds) xss rounds

-- A number of each row, and the row.
-- ==
-- entry: smallest
-- random input { [519][3]i32 }
entry smallest [n] (xss: [n][3]i32): ([n]i32, [n][3]i32) =
  unzip (map (\xs -> loop (s, ys) = (0, xs) for i < 7 do
                       let y = i32.min ys[0] (i32.min ys[1] ys[2])
                       in (s + y, [ys[1] - i, ys[2], y + s])) xss)
