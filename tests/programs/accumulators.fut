-- Accumulators, and flat indices, of the module intrinsics.

type~ acc 't = intrinsics.acc t

def write [k] 'a (acc: *acc ([k]a)) (i: i64) (v: a): *acc ([k]a) =
  intrinsics.acc_write acc i v

-- What is out of bounds is left out.
-- ==
-- entry: scattered
-- input { 5i64 [0i64, 3i64, 7i64, -2i64] }
-- output { [2, 3, 0, 2, 3] }
-- input { 0i64 empty([0]i64) }
-- output { empty([0]i32) }
entry scattered (n: i64) (is: []i64): [n]i32 =
  let put (acc: *acc ([n]i32)) (i: i64) = write (write acc i 2) (i + 1) 3
  in intrinsics.scatter_stream (replicate n 0) put is

-- ==
-- entry: triangle
-- input { 4i64 [1i64, 4i64, 2i64] }
-- output { [3, 2, 1, 1] }
entry triangle (n: i64) (is: []i64): [n]i32 =
  let put (acc: *acc ([n]i32)) (i: i64) =
    loop acc = acc for j < i do if j < n then write acc j 1 else acc
  in intrinsics.hist_stream (replicate n 0) (+) 0 put is

-- ==
-- entry: pairs
-- input { [0i64, 1i64, 0i64] }
-- output { [2, 1, 0] [4f32, 2f32, 1f32] }
entry pairs (is: []i64): ([3]i32, [3]f32) =
  let add (a: i32, b: f32) (c, d) = (a + c, b * d)
  in intrinsics.hist_stream (replicate 3 (0, 1)) add (0, 1)
       (\(acc: *acc ([3](i32, f32))) i -> write acc i (1, 2)) is
     |> unzip

-- ==
-- entry: rows
-- input { [[1, 2], [3, 4]] [1i64] }
-- output { [[1, 2], [0, 1]] }
entry rows [n] [m] (xs: *[n][m]i32) (is: []i64): [n][m]i32 =
  intrinsics.scatter_stream xs (\(acc: *acc ([n][m]i32)) i -> write acc i (map i32.i64 (iota m))) is

-- ==
-- entry: under_map
-- input { 3i64 [0i64, 1i64, 1i64] }
-- output { [[0i64, 0i64, 0i64], [1i64, 2i64, 0i64], [2i64, 4i64, 0i64]] }
entry under_map (n: i64) (is: []i64): [n][n]i64 =
  map (\k -> intrinsics.hist_stream (replicate n 0) (+) 0 (\(acc: *acc ([n]i64)) i -> write acc i k) is)
      (iota n)

-- What is written for an element may be none, and differ from branch to branch.
-- ==
-- entry: branches
-- input { 5i64 [0i64,1i64,2i64,3i64,9i64] } output { [1, 2, 0, 4, 0] }
entry branches (n: i64) (is: []i64): [n]i32 =
  intrinsics.scatter_stream (replicate n 0) (\(acc: *acc ([n]i32)) i -> if i == 2 then acc else write acc i (i32.i64 i + 1)) is

-- ==
-- entry: matched
-- input { [0i64,1i64,2i64,3i64,4i64] } output { [3i64, 0i64, 3i64, 3i64, 0i64, 0i64] }
entry matched [n] (is: [n]i64): [n+1]i64 =
  intrinsics.hist_stream (replicate (n+1) 0i64) (+) 0 (\(acc: *acc ([n+1]i64)) i -> match i % 3 case 0 -> write (write acc i i) ((i+2) % n) i case 1 -> acc case _ -> write acc (i + 0) (i + 1)) is

-- ==
-- entry: pairrows
-- input { [0i64,1i64,2i64] } output { [[0f32,0f32],[1f32,1f32],[2f32,2f32]] [true,true,false] }
entry pairrows [n] (is: [n]i64): ([n][2]f32, [n]bool) =
  unzip (intrinsics.scatter_stream (replicate n ([0f32,0],false)) (\(acc: *acc ([n]([2]f32,bool))) i -> write acc i (replicate 2 (f32.i64 i), i < 2)) is)

-- ==
-- entry: nothing
-- input { [0i64,1i64,2i64] } output { [0,0,0] }
entry nothing [n] (is: [n]i64): [n]i32 = intrinsics.scatter_stream (replicate n 0i32) (\(acc: *acc ([n]i32)) _ -> acc) is
def helper [n] (acc: *acc ([n]i32)) (i: i64) : *acc ([n]i32) = if i < 0 then acc else let acc = write acc i 1 in write acc (i+1) 2

-- ==
-- entry: helped
-- input { [0i64,1i64,2i64] } output { [1,3,3] }
entry helped [n] (is: [n]i64): [n]i32 = intrinsics.hist_stream (replicate n 0i32) (+) 0 helper is

-- ==
-- entry: inloop
-- input { [0i64,1i64,2i64] } output { [4,4,4] }
entry inloop [n] (is: [n]i64): [n]i32 = loop xs = replicate n 0i32 for i < 4 do intrinsics.hist_stream xs (+) 0 (\(acc: *acc ([n]i32)) i -> write acc i 1) is

-- ==
-- entry: block
-- input { [1, 2, 3, 4, 5, 6] } output { [[2, 3], [4, 5]] }
-- input { [1, 2, 3] } error: out of bounds
entry block (xs: []i32) = intrinsics.flat_index_2d xs 1 2 2 2 1

-- ==
-- entry: cube
-- input { [1, 2, 3, 4, 5, 6, 7, 8] }
-- output { [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] [[[[1, 5], [3, 7]]], [[[2, 6], [4, 8]]]] }
entry cube (xs: []i32) =
  (intrinsics.flat_index_3d xs 0 2 4 2 2 2 1, intrinsics.flat_index_4d xs 0 2 1 1 0 2 2 2 4)

-- ==
-- entry: put
-- input { [1, 2, 3, 4, 5, 6] [[9, 8], [7, 6]] } output { [1, 9, 8, 7, 6, 6] }
-- input { [1, 2, 3, 4] [[9, 8], [7, 6]] } error: 
entry put [k] [l] (xs: *[]i32) (vs: [k][l]i32) = intrinsics.flat_update_2d xs 1 2 1 vs
