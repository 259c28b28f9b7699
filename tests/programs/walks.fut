-- Threads that all walk along one array, or several, by a loop: a block has a tile of each, also
-- where a loop adds in some cases alone, keeps the best, or reads rows of a few numbers.

-- The forces that are near enough; nobody is drawn to itself.
-- ==
-- entry: drawn
-- input { [[0f32, 0f32, 0f32], [1f32, 0f32, 0f32], [9f32, 0f32, 0f32]] [1f32, 2f32, 3f32] }
-- output { [2f32, 2f32, 0f32] }
-- random input { [257][3]f32 [257]f32 }
-- random input { [31][3]f32 [31]f32 }
-- random input { [0][3]f32 [0]f32 }
entry drawn [n] (ps: [n][3]f32) (q: [n]f32): [n]f32 =
  map2 (\p qi ->
    loop e = 0f32 for j < n do
      let d2 = f32.sum (map2 (\a b -> (a - b) * (a - b)) p ps[j])
      in if d2 > 0 && d2 < 50 then e + qi * q[j] / d2 else e) ps q

-- The nearest point, by its coordinates, and its label.
-- ==
-- entry: nearest
-- input { [[0f32, 0f32], [4f32, 4f32]] [[5f32, 5f32], [1f32, 0f32]] [7, 8] }
-- output { [1i64, 0i64] [8, 7] [1f32, 2f32] }
-- random input { [258][2]f32 [513][2]f32 [513]i32 }
-- random input { [3][2]f32 [256][2]f32 [256]i32 }
-- random input { [5][2]f32 [0][2]f32 [0]i32 }
entry nearest [n] [m] (qs: [n][2]f32) (ps: [m][2]f32) (labels: [m]i32): ([n]i64, [n]i32, [n]f32) =
  unzip3 (map (\q ->
    loop (at, label, least) = (-1, 0, 1000f32) for j < m do
      let x = q[0] - ps[j, 0]
      let y = q[1] - ps[j, 1]
      let d = x * x + y * y
      in if d < least then (j, labels[j], d) else (at, label, least)) qs)

-- Sums, numbers and ends of what is above; two variables that change places.
-- ==
-- entry: chosen
-- input { [3, 1, 2] [1, 2, 3, 4] }
-- output { [4, 9, 7] [1i64, 3i64, 2i64] [4, 2, 3] [3, 1, 2] [4, 2, 3] [1, 3, 2] }
-- random input { [300]i32 [257]i32 }
-- random input { [2]i32 [1]i32 }
-- random input { [7]i32 [0]i32 }
entry chosen [n] [m] (ks: [n]i32) (xs: [m]i32)
    : ([n]i32, [n]i64, [n]i32, [n]i32, [n]i32, [n]i32) =
  let sums = map (\k -> loop (s, c) = (0, 0i64) for j < m do
                          if xs[j] <= k then (s, c) else (s + xs[j], c + 1)) ks
  let ends = map (\k -> loop (lo, hi) = (1000, -1000) for j < m do
                          if xs[j] > k then (if xs[j] < lo then xs[j] else lo, hi)
                                       else (lo, i32.max hi xs[j])) ks
  let swaps = map (\k -> loop (u, v) = (k, 1) for j < m do
                           if xs[j] % 2 == 0 then (v, u + xs[j]) else (u - v, v)) ks
  in (map (.0) sums, map (.1) sums, map (.0) ends, map (.1) ends |> map (i32.max 0),
      map (.0) swaps, map (.1) swaps)

-- What is added in some cases alone, in either order.
-- ==
-- entry: added
-- input { [3, 1, 2] [1, 2, 3, 4] } output { [4, 9, 7] [21, 7, 14] }
-- random input { [300]i32 [257]i32 }
-- random input { [2]i32 [1]i32 }
-- random input { [7]i32 [0]i32 }
entry added [n] [m] (ks: [n]i32) (xs: [m]i32): ([n]i32, [n]i32) =
  (map (\k -> loop s = 0 for j < m do if xs[j] > k then s + xs[j] else s) ks,
   map (\k -> loop s = 0 for j < m do if j == 2 then s else s + xs[j] * k) ks)
