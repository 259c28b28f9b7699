-- Loops of threads: several rows of their own, side by side.
-- ==
-- entry: dots
-- input { [[1f32, 2f32, 3f32], [4f32, 5f32, 6f32]] [[1f32, 1f32, 2f32], [2f32, 0f32, 1f32]] }
-- output { [9f32, 14f32] }
-- random input { [129][33]f32 [129][33]f32 }
-- random input { [33][1]f32 [33][1]f32 }
-- random input { [1][129]f32 [1][129]f32 }
-- random input { [0][7]f32 [0][7]f32 }
-- random input { [7][0]f32 [7][0]f32 }
entry dots [n] [k] (a: [n][k]f32) (b: [n][k]f32): [n]f32 =
  tabulate n (\i -> loop s = 0 for l < k do s + a[i, l] * b[i, l])

-- Of eight bytes a number only one tile fits.
-- ==
-- entry: dots_f64
-- input { [[1f64, 2f64, 3f64], [4f64, 5f64, 6f64]] [[1f64, 1f64, 2f64], [2f64, 0f64, 1f64]] }
-- output { [9f64, 14f64] }
-- random input { [129][65]f64 [129][65]f64 }
entry dots_f64 [n] [k] (a: [n][k]f64) (b: [n][k]f64): [n]f64 =
  map2 (\x y -> loop s = 0 for l < k do s + x[l] * y[l]) a b

-- Four rows, one of them backwards, and what is the same for all.
-- ==
-- entry: mixed
-- input { [[1, 2], [3, 4]] [[5, 6], [7, 8]] [[1, 0], [0, 1]] [[2, 2], [3, 3]] [10, 20] }
-- output { [31, 79] }
-- random input { [131][37]i32 [131][37]i32 [131][37]i32 [131][37]i32 [37]i32 }
-- random input { [1][1]i32 [1][1]i32 [1][1]i32 [1][1]i32 [1]i32 }
entry mixed [n] [k] (a: [n][k]i32) (b: [n][k]i32) (c: [n][k]i32) (d: [n][k]i32) (w: [k]i32): [n]i32 =
  map4 (\p q r s -> loop t = 0 for l < k do
          if t % 5 == 1 then t ^ (p[l] + q[k - 1 - l]) else t + p[l] * q[l] + r[l] * w[l] + s[k - 1 - l])
       a b c d

-- The least of a row, chosen by a comparison.
-- ==
-- entry: least
-- input { [[3, 1, 2], [5, 9, 7]] } output { [1, 5] }
-- random input { [129][33]i32 }
-- random input { [3][0]i32 }
entry least [n] [k] (xss: [n][k]i32): [n]i32 =
  map (\xs -> loop b = i32.highest for x in xs do if x < b then x else b) xss

-- What a thread reads in each round is read once, before the loop.
-- ==
-- entry: nearest
-- input { [1f32, 5f32] [4f32, 7f32, 0f32] } output { [1f32, 1f32] }
-- random input { [300]f32 [33]f32 }
-- random input { [3]f32 [0]f32 }
entry nearest [n] [m] (xs: [n]f32) (cs: [m]f32): [n]f32 =
  tabulate n (\i -> loop b = f32.inf for j < m do
                      let d = f32.abs (xs[i] - cs[j]) in if d < b then d else b)

-- Two loops over the same row, one after the other, and a third that is backwards.
-- ==
-- entry: spread
-- input { [[3, 1, 2], [5, 9, 7]] } output { [14, 18] }
-- random input { [129][33]i32 }
-- random input { [1][1]i32 }
-- random input { [0][5]i32 }
-- random input { [5][0]i32 }
entry spread [n] [k] (a: [n][k]i32): [n]i32 =
  tabulate n (\i ->
    let t = loop s = 0 for j < k do s + a[i, j]
    let u = loop s = 0 for j < k do if a[i, j] * 2 > t then s ^ a[i, j] else s + 1
    in loop s = u for j < k do s * 2 - a[i, k - 1 - j] % 3)
