-- Loops whose arrays change places.
-- ==
-- entry: wave
-- input { 0i64 [1f32,2f32,3f32] [0f32,1f32,0f32] }
-- output { [0.000000f32, 1.000000f32, 0.000000f32] }
-- input { 1i64 [1f32,2f32,3f32] [0f32,1f32,0f32] }
-- output { [-0.750000f32, -0.500000f32, -2.750000f32] }
-- input { 5i64 [1f32,2f32,3f32,4f32] [0f32,1f32,0f32,7f32] }
-- output { [-4.132812f32, -0.058594f32, 3.277344f32, -1.085938f32] }
entry wave [n] (k: i64) (a: [n]f32) (b: [n]f32): [n]f32 =
  let (_, u) = loop (p, u): ([n]f32,[n]f32) = (a, b) for _i < k do
    (u, tabulate n (\i -> 2 * u[i] - p[i] + 0.25f32 * (u[i64.max 0 (i-1)] - 2 * u[i] + u[i64.min (n-1) (i+1)])))
  in u
-- ==
-- entry: wave2
-- input { 0i64 [1f32,2f32,3f32] [0f32,1f32,0f32] }
-- output { [1.000000f32, 2.000000f32, 3.000000f32] [0.000000f32, 1.000000f32, 0.000000f32] }
-- input { 3i64 [1f32,2f32,3f32] [0f32,1f32,0f32] }
-- output { [-2.000000f32, -1.000000f32, -6.000000f32] [-3.000000f32, -2.000000f32, -9.000000f32] }
entry wave2 [n] (k: i64) (a: *[n]f32) (b: *[n]f32): ([n]f32, [n]f32) =
  loop (p, u): ([n]f32,[n]f32) = (a, b) for _i < k do
    (u, map2 (\x y -> 2 * y - x) p u)
-- ==
-- entry: swapped
-- input { 0i64 [1,2,3] [4,5,6] }
-- output { [1i32, 2i32, 3i32] [4i32, 5i32, 6i32] 0i32 }
-- input { 1i64 [1,2,3] [4,5,6] }
-- output { [4i32, 5i32, 6i32] [1i32, 2i32, 3i32] 6i32 }
-- input { 2i64 [1,2,3] [4,5,6] }
-- output { [1i32, 2i32, 3i32] [4i32, 5i32, 6i32] 21i32 }
-- input { 7i64 [1,2,3] [4,5,6] }
-- output { [4i32, 5i32, 6i32] [1i32, 2i32, 3i32] 69i32 }
entry swapped [n] (k: i64) (a: [n]i32) (b: [n]i32): ([n]i32, [n]i32, i32) =
  loop (p, u, s): ([n]i32,[n]i32,i32) = (a, b, 0) for _i < k do (u, p, s + i32.sum p)
-- ==
-- entry: three
-- input { 0i64 [1,2,3] [4,5,6] [7,8,9] }
-- output { [1i32, 2i32, 3i32] [4i32, 5i32, 6i32] [7i32, 8i32, 9i32] 0i32 }
-- input { 1i64 [1,2,3] [4,5,6] [7,8,9] }
-- output { [4i32, 5i32, 6i32] [7i32, 8i32, 9i32] [1i32, 2i32, 3i32] 2i32 }
-- input { 2i64 [1,2,3] [4,5,6] [7,8,9] }
-- output { [7i32, 8i32, 9i32] [1i32, 2i32, 3i32] [4i32, 5i32, 6i32] 12i32 }
-- input { 5i64 [1,2,3] [4,5,6] [7,8,9] }
-- output { [7i32, 8i32, 9i32] [1i32, 2i32, 3i32] [4i32, 5i32, 6i32] 42i32 }
entry three [n] (k: i64) (a: [n]i32) (b: [n]i32) (c: [n]i32): ([n]i32, [n]i32, [n]i32, i32) =
  loop (p, q, r, s): ([n]i32,[n]i32,[n]i32,i32) = (a, b, c, 0) for i < k do (q, r, p, s + p[i % n] * 2)
-- ==
-- entry: shift
-- input { 0i64 [1,2,3] [4,5,6] [7,8,9] }
-- output { [1i32, 2i32, 3i32] [4i32, 5i32, 6i32] [7i32, 8i32, 9i32] }
-- input { 1i64 [1,2,3] [4,5,6] [7,8,9] }
-- output { [4i32, 5i32, 6i32] [7i32, 8i32, 9i32] [2i32, 4i32, 6i32] }
-- input { 2i64 [1,2,3] [4,5,6] [7,8,9] }
-- output { [7i32, 8i32, 9i32] [2i32, 4i32, 6i32] [16i32, 17i32, 18i32] }
-- input { 6i64 [1,2,3] [4,5,6] [7,8,9] }
-- output { [39i32, 39i32, 39i32] [-33i32, -24i32, -15i32] [106i32, 101i32, 96i32] }
entry shift [n] (k: i64) (a: [n]i32) (b: [n]i32) (c: [n]i32): ([n]i32, [n]i32, [n]i32) =
  loop (p, q, r): ([n]i32,[n]i32,[n]i32) = (a, b, c) for _i < k do (q, r, map3 (\x y z -> x + y * 2 - z) p q r)
-- ==
-- entry: twice
-- input { 0i64 [1,2,3] [4,5,6] [7,8,9] }
-- output { [1i32, 2i32, 3i32] [4i32, 5i32, 6i32] [7i32, 8i32, 9i32] }
-- input { 1i64 [1,2,3] [4,5,6] [7,8,9] }
-- output { [7i32, 8i32, 9i32] [7i32, 8i32, 9i32] [5i32, 7i32, 9i32] }
-- input { 4i64 [1,2,3] [4,5,6] [7,8,9] }
-- output { [10i32, 14i32, 18i32] [10i32, 14i32, 18i32] [28i32, 32i32, 36i32] }
entry twice [n] (k: i64) (a: [n]i32) (b: [n]i32) (c: [n]i32): ([n]i32, [n]i32, [n]i32) =
  loop (p, q, r): ([n]i32,[n]i32,[n]i32) = (a, b, c) for _i < k do (copy r, copy r, map2 (\x y -> x + y) p q)
-- ==
-- entry: inplace
-- input { 0i64 [1,2,3] [4,5,6] }
-- output { [1i32, 2i32, 3i32] [4i32, 5i32, 6i32] }
-- input { 4i64 [1,2,3] [4,5,6] }
-- output { [30i32, 10i32, 20i32] [0i32, 10i32, 20i32] }
entry inplace [n] (k: i64) (a: *[n]i32) (b: [n]i32): ([n]i32, [n]i32) =
  loop (p, _q): (*[n]i32,[n]i32) = (a, b) for i < k do
    let old = copy p
    in (p with [i % n] = i32.i64 i * 10, old)
-- ==
-- entry: until
-- input { [1,2,3] [4,5,6] }
-- output { [11i32, 14i32, 17i32] [18i32, 23i32, 28i32] 3i64 }
-- input { [100,2,3] [4,5,6] }
-- output { [4i32, 5i32, 6i32] [105i32, 8i32, 10i32] 1i64 }
-- input { empty([0]i32) empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) 20i64 }
entry until [n] (a: [n]i32) (b: [n]i32): ([n]i32, [n]i32, i64) =
  loop (p, q, i): ([n]i32,[n]i32,i64) = (a, b, 0) while i < 20 && i32.sum q < 50 do (q, map2 (\x y -> x + y + 1) p q, i + 1)
-- ==
-- entry: nested
-- input { 3i64 [[1,2,3],[4,5,6]] }
-- output { [[2i32, 3i32, 4i32], [5i32, 6i32, 7i32]] [[3i32, 6i32], [4i32, 7i32], [5i32, 8i32]] }
-- input { 0i64 [[1,2,3],[4,5,6]] }
-- output { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [[1i32, 4i32], [2i32, 5i32], [3i32, 6i32]] }
entry nested [n][m] (k: i64) (a: [n][m]i32): ([n][m]i32, [m][n]i32) =
  loop (p, q): ([n][m]i32,[m][n]i32) = (a, transpose a) for _i < k do (transpose q, transpose (map (map (+ 1)) p))
-- ==
-- entry: outer
-- input { 3i64 [1,2,3] [4,5,6] }
-- output { [8i32, 10i32, 12i32] [0i32, 0i32, 0i32] }
entry outer [n] (k: i64) (a: [n]i32) (b: [n]i32): ([n]i32, [n]i32) =
  loop (p, q): ([n]i32,[n]i32) = (a, b) for i < k do
    let (x, y) = loop (p, q): ([n]i32,[n]i32) = (q, p) for _j < i do (q, map2 (+) p q)
    in (y, map2 (\u v -> u - v) x p)
-- ==
-- entry: growing
-- input { 3i64 [1,2,3] [4,5,6] }
-- output { [4i32, 5i32, 6i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32] [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 4i32, 5i32, 6i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32] }
entry growing (k: i64) (a: []i32) (b: []i32): ([]i32, []i32) =
  loop (p, q) = (a, b) for _i < k do (q, p ++ q)
-- ==
-- entry: rows
-- input { 3i64 [[1,2,3],[4,5,6]] [[7,8,9],[1,0,1]] }
-- output { [[15i32, 18i32, 21i32], [6i32, 5i32, 8i32]] [[23i32, 28i32, 33i32], [11i32, 10i32, 15i32]] }
entry rows [n][m] (k: i64) (a: [n][m]i32) (b: [n][m]i32): ([n][m]i32, [n][m]i32) =
  unzip (map2 (\x y -> loop (p, q): ([m]i32,[m]i32) = (x, y) for _i < k do (q, map2 (+) p q)) a b)

-- Sizes change places with their arrays.
-- ==
-- entry: swap_uneven
-- input { 1i64 [1,2,3] [4,5] } output { [4,5] [1,2,3] }
-- input { 2i64 [1,2,3] [4,5] } output { [1,2,3] [4,5] }
-- input { 0i64 empty([0]i32) [4,5] } output { empty([0]i32) [4,5] }
-- input { 5i64 empty([0]i32) [4,5] } output { [4,5] empty([0]i32) }
entry swap_uneven (k: i64) (a: []i32) (b: []i32) : ([]i32, []i32) =
  let (x, y) = loop (p: []i32, q: []i32) = (a, b) for _i < k do (q, p)
  in (x, y)
-- ==
-- entry: turn_uneven
-- input { 1i64 [1,2,3] [4,5] [6] } output { [4,5] [7] [1,2,3] }
-- input { 2i64 [1,2,3] [4,5] [6] } output { [7] [2,3,4] [4,5] }
entry turn_uneven (k: i64) (a: []i32) (b: []i32) (c: []i32): ([]i32, []i32, []i32) =
  let (x, y, z) = loop (p: []i32, q: []i32, r: []i32) = (a, b, c) for _i < k do (q, map (+1) r, p)
  in (x, y, z)

-- Each row has rounds of its own, and in each of them more; before the first one nothing is new.
-- ==
-- entry: rounds_in_rounds
-- input { [[1,2,3,4],[5,4,9,1],[7,7,1,0]] [0i64, 1, 2] }
-- output { [[1, 2, 3, 4], [5, 4, 9, 1], [7, 1, 1, 0]] }
-- input { [[9,1],[1,9],[9,9]] [2i64, 0, 3] } output { [[1, 1], [1, 9], [9, 9]] }
entry rounds_in_rounds [m][n] (xss: [m][n]i32) (qs: [m]i64): [m][n]i32 =
  let step [k] (a: *[k]i32) (p: i64): *[k]i32 =
    map (\i -> if a[i] > 3 then a[(i + p) % k] else a[i]) (iota k)
  in map2 (\q xs -> loop ys = copy xs for i < q do
                      loop ys for j < i do step ys (i + j)) qs xss
