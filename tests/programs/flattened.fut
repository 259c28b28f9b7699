-- What is seen in another shape: flattened and unflattened, made where the result is wanted.
-- ==
-- entry: pairs
-- input { [1f32,2f32] [3f32,4f32] } output { [1f32,3f32,2f32,4f32] }
entry pairs [n] (xs: [n]f32) (ys: [n]f32): [n * 2]f32 = flatten (map2 (\x y -> [x, y]) xs ys)
-- ==
-- entry: grid
-- input { [1f32,2f32] } output { [1f32,2f32,2f32,4f32] [[1f32,2f32],[2f32,4f32]] }
-- input { empty([0]f32) } output { empty([0]f32) empty([0][0]f32) }
entry grid [n] (xs: [n]f32): ([n * n]f32, [n][n]f32) = let a = map (\x -> map (* x) xs) xs in (flatten a, a)
-- ==
-- entry: cond
-- input { [1f32,2f32] true } output { [1f32,2f32,2f32,4f32] }
-- input { [1f32,2f32] false } output { [2f32,3f32,3f32,4f32] }
entry cond [n] (xs: [n]f32) (c: bool): [n*n]f32 =
  flatten (if c then map (\x -> map (* x) xs) xs else map (\x -> map (+ x) xs) xs)
-- ==
-- entry: loops
-- input { [1f32,2f32,3f32,4f32] 2i32 } output { [4f32,8f32,12f32,16f32] }
entry loops [n] (xs: *[n]f32) (k: i32): [n]f32 =
  let m = n / 2
  in loop xs for _i < k do
     let a = unflatten (xs :> [m*2]f32)
     let b = map (map (* 2)) a
     in flatten b :> [n]f32
-- ==
-- entry: upd
-- input { [[1i32,2i32],[3i32,4i32]] } output { [1i32,9i32,3i32,4i32] [[1i32,2i32],[3i32,4i32]] }
entry upd [n][m] (x: [n][m]i32): ([n*m]i32, [n][m]i32) =
  let a = map (map id) x
  let f = copy (flatten a) with [1] = 9 in (f, a)
-- ==
-- entry: unfl
-- input { 2i64 [1i32,2i32,3i32,4i32] } output { [[2i32,3i32],[4i32,5i32]] }
entry unfl (n: i64) (x: [n*2]i32): [n][2]i32 = unflatten (map (+1) x)
-- ==
-- entry: tr
-- input { [[1i32,2i32],[3i32,4i32]] } output { [2i32,4i32,3i32,5i32] }
entry tr [n][m] (x: [n][m]i32): [m*n]i32 = flatten (transpose (map (map (+1)) x))
-- ==
-- entry: two
-- input { [1i32,2i32] } output { [[2i32],[3i32]] [2i32,3i32] }
entry two [n] (x: [n]i32): ([n][1]i32, [n]i32) = let y = map (+1) x in (unflatten (y :> [n*1]i32), y)
