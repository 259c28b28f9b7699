-- Matrix multiplication.
-- ==
-- input { [[1f32, 2f32], [3f32, 4f32]] [[5f32, 6f32], [7f32, 8f32]] }
-- output { [[19f32, 22f32], [43f32, 50f32]] }
-- input { empty([0][2]f32) [[5f32], [7f32]] }
-- output { empty([0][1]f32) }
-- input { [[1f32, 2f32, 3f32]] [[1f32], [10f32], [100f32]] }
-- output { [[321f32]] }
-- random input { [17][33]f32 [33][31]f32 }

def dot [n] (xs: [n]f32) (ys: [n]f32): f32 =
  reduce (+) 0 (map2 (*) xs ys)

entry main [n][k][m] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
  map (\row -> map (\col -> dot row col) (transpose b)) a
