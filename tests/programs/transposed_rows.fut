-- Rows of arrays whose dimensions change places, read by an index that names some dimensions.

entry a (v: [][][]f32) = map (\m -> loop s = 0 for x in m[0] do s * 2 + x) (transpose (map transpose v))
entry b (v: [][][][]f64) = map (\m -> loop s = 0 for x in m[0, 1] do s * 2 + x) (transpose (map transpose v))
entry c (v: [][][]i32) = map (\m -> i32.sum (map (\i -> m[i % 2, 0]) (iota 4)) + m[0, 0]) (map transpose (transpose v))
entry d (v: [][][]i32) = map (\m -> map (\r -> loop s = 0 for i < 2 do s + r[i]) (transpose m)) (map transpose (transpose v))
entry e (v: [][][][]i32) = map (\m -> map (\r -> loop s = 0 for i < 2 do s + r[i]) m[0]) (transpose (map transpose v))

-- ==
-- entry: a
-- input { [[[1f32,2f32],[3f32,4f32]],[[5f32,6f32],[7f32,8f32]],[[9f32,10f32],[11f32,12f32]]] }
-- output { [5.000000f32, 8.000000f32] }

-- ==
-- entry: b
-- input { [[[[1f64,2f64],[3f64,4f64]],[[5f64,6f64],[7f64,8f64]]],[[[9f64,10f64],[11f64,12f64]],[[13f64,14f64],[15f64,16f64]]]] }
-- output { [16.000000000000000f64, 22.000000000000000f64] }

-- ==
-- entry: c
-- input { [[[1i32,2i32],[3i32,4i32]],[[5i32,6i32],[7i32,8i32]],[[9i32,10i32],[11i32,12i32]]] }
-- output { [7i32, 17i32] }

-- ==
-- entry: d
-- input { [[[1i32,2i32],[3i32,4i32]],[[5i32,6i32],[7i32,8i32]],[[9i32,10i32],[11i32,12i32]]] }
-- output { [[3i32, 11i32, 19i32], [7i32, 15i32, 23i32]] }

-- ==
-- entry: e
-- input { [[[[1i32,2i32],[3i32,4i32]],[[5i32,6i32],[7i32,8i32]]],[[[9i32,10i32],[11i32,12i32]],[[13i32,14i32],[15i32,16i32]]]] }
-- output { [[3i32, 11i32], [7i32, 15i32]] }
