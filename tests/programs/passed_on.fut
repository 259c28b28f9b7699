-- Arrays that a map gives back as they are.
-- ==
-- entry: renamed
-- input { [1f32, 2f32] [3f32, 4f32] [5f32, 6f32] } output { [5f32, 6f32] [1f32, 2f32] 10f32 }
-- input { empty([0]f32) empty([0]f32) empty([0]f32) } output { empty([0]f32) empty([0]f32) 0f32 }
entry renamed [n] (xs: [n]f32) (ys: [n]f32) (ms: [n]f32): ([n]f32, [n]f32, f32) =
  let (as, bs, cs) = unzip3 (map3 (\x y m -> (m, x, y + x)) xs ys ms)
  in (as, bs, f32.sum cs)

-- Records, which lie in the order of their fields' names.
-- ==
-- entry: bodies
-- input { [1f32, 2f32] [3f32, 5f32] [5f32, 6f32] } output { [-1f32, -1f32] }
entry bodies [n] (xs: [n]f32) (ys: [n]f32) (ms: [n]f32): [n]f32 =
  let bs = map3 (\x y m -> { pos = (x, y), mass = m }) xs ys ms
  in map (\a -> f32.sum (map (\b -> (b.pos.0 - a.pos.0) * (a.mass - b.mass)) bs)) bs

-- Changed then: what is changed is a copy, what is read is not.
-- ==
-- entry: changed
-- input { [1f32, 2f32] [3f32, 4f32] } output { [9f32, 2f32] [3f32, 9f32] [1f32, 2f32] }
entry changed [n] (xs: [n]f32) (ys: [n]f32): ([n]f32, [n]f32, [n]f32) =
  let (as, bs) = unzip (map2 (\x y -> (x, y)) xs ys)
  let bs = copy bs with [n - 1] = 9
  let as = as with [0] = 9
  in (as, bs, xs)

-- ==
-- entry: both
-- input { [1f32, 2f32] } output { [9f32, 2f32] [1f32, 2f32] }
entry both [n] (xs: *[n]f32): ([n]f32, [n]f32) =
  let (as, bs) = unzip (map (\x -> (x, x)) xs)
  in (copy as with [0] = 9, bs)

-- ==
-- entry: in_turns
-- input { [1i32, 2i32] [3i32, 4i32] 3i32 } output { [3i32, 4i32] [1i32, 2i32] }
-- input { [1i32, 2i32] [3i32, 4i32] 0i32 } output { [1i32, 2i32] [3i32, 4i32] }
entry in_turns [n] (xs: [n]i32) (ys: [n]i32) (k: i32): ([n]i32, [n]i32) =
  loop (a, b) = (xs, ys) for _i < k do unzip (map2 (\x y -> (y, x)) a b)

-- In each row.
-- ==
-- entry: rows
-- input { [[1i32, 2i32], [3i32, 4i32]] } output { [[2i32, 4i32], [6i32, 8i32]] [[1i32, 2i32], [3i32, 4i32]] }
entry rows [n] [m] (xss: [n][m]i32): ([n][m]i32, [n][m]i32) =
  unzip (map (\xs -> unzip (map (\x -> (x * 2, x)) xs)) xss)
