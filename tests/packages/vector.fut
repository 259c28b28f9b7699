-- The interface of github.com/athas/vector, written from its documentation.

import "lib/github.com/athas/vector/vector"
import "lib/github.com/athas/vector/vspace"
module v5 = any_vector { def length = 5i64 }
module v9 = cat_vector v5 vector_4
module s = mk_vspace_3 f64
-- ==
-- entry: t9
-- input { } output { 9i64 36i64 8i64 [0i64,1i64,2i64,3i64,4i64,5i64,6i64,7i64,8i64] }
entry t9 = (v9.length, v9.reduce (+) 0 v9.iota, v9.get 8 v9.iota, v9.to_array v9.iota)
-- ==
-- entry: t3
-- input { [1,2,3] } output { [2,4,6] 6 [1,9,3] }
entry t3 (xs: [3]i32) = let v = vector_3.from_array (xs :> [vector_3.length]i32)
  in (vector_3.to_array (vector_3.map (*2) v), vector_3.foldl (+) 0 v, vector_3.(to_array (set
  1 9 v)))
-- ==
-- entry: rows
-- input { [[1,2,3],[4,5,6]] } output { [5,7,9] }
entry rows [n] (xs: [n][3]i32) = map (\r -> vector_3.from_array (sized vector_3.length r)) xs
  |> reduce (vector_3.map2 (+)) (vector_3.replicate 0) |> vector_3.to_array
-- ==
-- entry: cross
-- input { [1.0,2.0,3.0] [4.0,5.0,6.0] } output { [-3.0,6.0,-3.0] 32.0 }
entry cross (a: [3]f64) (b: [3]f64) = let v (x: [3]f64) = {x = x[0], y = x[1], z = x[2]} let c =
  s.cross (v a) (v b) in ([c.x, c.y, c.z], s.dot (v a) (v b))
-- ==
-- entry: norm
-- input { [3.0,0.0,4.0] } output { 5.0 0.6 }
entry norm (a: [3]f64) = let v = {x = a[0], y = a[1], z = a[2]} in (s.norm v, (s.normalise v).x)
