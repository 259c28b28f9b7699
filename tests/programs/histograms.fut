-- Histograms: types, operators, several values, rows, nests.

-- ==
-- entry: hist8
-- input { [0i64,1i64,2i64,1i64,0i64,5i64,-1i64,1i64] [1u8,2u8,3u8,255u8,5u8,6u8,7u8,8u8] }
-- output { [7u8, 10u8, 4u8] }
entry hist8 [n] (is: [n]i64) (vs: [n]u8): [3]u8 = reduce_by_index (replicate 3 1u8) (+) 0 is vs

-- ==
-- entry: histi8max
-- input { [0i64,1i64,2i64,1i64,0i64,5i64,-1i64,1i64] [1i8,2i8,3i8,127i8,-5i8,6i8,7i8,8i8] }
-- output { [1i8, 127i8, 3i8] }
entry histi8max [n] (is: [n]i64) (vs: [n]i8): [3]i8 =
  reduce_by_index (replicate 3 i8.lowest) i8.max i8.lowest is vs

-- ==
-- entry: hist16
-- input { [0i64,1i64,2i64,1i64,0i64,5i64,-1i64,1i64] [1i16,2i16,3i16,127i16,-5i16,6i16,7i16,8i16] }
-- output { [-4i16, 137i16, 3i16] }
entry hist16 [n] (is: [n]i64) (vs: [n]i16): *[3]i16 = reduce_by_index (replicate 3 0) (+) 0 is vs

-- ==
-- entry: histu16xor
-- input { [0i64,1i64,2i64,1i64,0i64,5i64,-1i64,1i64] [1u16,2u16,3u16,127u16,5u16,6u16,7u16,8u16] }
-- output { [4u16, 117u16, 3u16] }
entry histu16xor [n] (is: [n]i64) (vs: [n]u16): *[3]u16 =
  reduce_by_index (replicate 3 0) (^) 0 is vs

-- ==
-- entry: histf32max
-- input { [0i64,1i64,2i64,1i64,0i64,5i64,-1i64,1i64] [1f32,2f32,3f32,127f32,5f32,6f32,7f32,8f32] }
-- output { [5.0f32, 127.0f32, 3.0f32] }
entry histf32max [n] (is: [n]i64) (vs: [n]f32): *[3]f32 =
  reduce_by_index (replicate 3 (-f32.inf)) f32.max (-f32.inf) is vs

-- ==
-- entry: histf64mul
-- input { [0i64,1i64,2i64,1i64,0i64,5i64,-1i64,1i64] [1f64,2f64,3f64,127f64,5f64,6f64,7f64,8f64] }
-- output { [5.0f64, 2032.0f64, 3.0f64] }
entry histf64mul [n] (is: [n]i64) (vs: [n]f64): *[3]f64 =
  reduce_by_index (replicate 3 1) (*) 1 is vs

-- ==
-- entry: histbool
-- input { [0i64,1i64,2i64,1i64,0i64,5i64,-1i64,1i64] [true,false,true,true,false,true,true,true] }
-- output { [false, false, true] }
entry histbool [n] (is: [n]i64) (vs: [n]bool): *[3]bool =
  reduce_by_index (replicate 3 true) (&&) true is vs

-- ==
-- entry: histu64min
-- input { [0i64,1i64,2i64,1i64,0i64,5i64,-1i64,1i64] [1u64,2u64,3u64,127u64,5u64,6u64,7u64,8u64] }
-- output { [1u64, 2u64, 3u64] }
entry histu64min [n] (is: [n]i64) (vs: [n]u64): *[3]u64 =
  reduce_by_index (replicate 3 u64.highest) u64.min u64.highest is vs

-- ==
-- entry: histi64or
-- input { [0i64,1i64,2i64,1i64,0i64,5i64,-1i64,1i64] [1i64,2i64,3i64,127i64,-5i64,6i64,7i64,8i64] }
-- output { [-5i64, 127i64, 3i64] }
entry histi64or [n] (is: [n]i64) (vs: [n]i64): *[3]i64 =
  reduce_by_index (replicate 3 0) (|) 0 is vs

-- ==
-- entry: histpair
-- input { [0i64,1i64,2i64,1i64,0i64,5i64,-1i64,1i64] [1i64,2i64,3i64,127i64,-5i64,6i64,7i64,8i64] }
-- output { [-4i64, 137i64, 3i64] [1i64, 127i64, 3i64] }
entry histpair [n] (is: [n]i64) (vs: [n]i64): ([3]i64,[3]i64) =
  unzip (reduce_by_index (replicate 3 (0,0)) (\(a,b) (c,d) -> (a+c,i64.max b d)) (0,0) is (map (\v -> (v, v)) vs))

-- ==
-- entry: histargmax
-- input { [0i64,1i64,2i64,1i64,0i64,5i64,-1i64,1i64] [1f32,2f32,3f32,127f32,5f32,6f32,7f32,8f32] }
-- output { [5.0f32, 127.0f32, 3.0f32] [4i64, 3i64, 2i64] }
entry histargmax [n] (is: [n]i64) (vs: [n]f32): ([3]f32,[3]i64) =
  let op (a: f32, i: i64) (b: f32, j: i64) = if a > b || (a == b && i < j) then (a, i) else (b, j)
  in unzip (reduce_by_index (replicate 3 (-f32.inf, i64.highest)) op (-f32.inf, i64.highest) is (zip vs (iota n)))

-- ==
-- entry: histnest
-- input { [[0i64,1i64,2i64,1i64],[0i64,5i64,-1i64,1i64]] [[1i32,2i32,3i32,127i32],[5i32,6i32,7i32,8i32]] }
-- output { [[1i32, 129i32, 3i32],  [5i32, 8i32, 0i32]] }
entry histnest [k][n] (iss: [k][n]i64) (vss: [k][n]i32): [k][3]i32 =
  map2 (\is vs -> reduce_by_index (replicate 3 0) (+) 0 is vs) iss vss

-- ==
-- entry: histnest8
-- input { [[0i64,1i64,2i64,1i64],[0i64,5i64,-1i64,1i64]] [[1i8,2i8,3i8,127i8],[5i8,6i8,7i8,8i8]] }
-- output { [[1i8, -127i8, 3i8],  [5i8, 8i8, 0i8]] }
entry histnest8 [k][n] (iss: [k][n]i64) (vss: [k][n]i8): [k][3]i8 =
  map2 (\is vs -> reduce_by_index (replicate 3 0) (+) 0 is vs) iss vss

-- ==
-- entry: histdest
-- input { [1,2,3] [0i64,1i64,2i64,1i64] [10,20,30,40] }
-- output { [11i32, 62i32, 33i32] }
entry histdest [n] (d: *[3]i32) (is: [n]i64) (vs: [n]i32): *[3]i32 = reduce_by_index d (+) 0 is vs

-- ==
-- entry: histrow
-- input { [0i64,1i64,2i64,1i64,0i64,5i64,-1i64] [[1,2],[3,4],[5,6],[7,8],[9,10],[11,12],[13,14]] }
-- output { [[10i32, 12i32],  [10i32, 12i32],  [5i32, 6i32]] }
entry histrow [n] (is: [n]i64) (vs: [n][2]i32): [3][2]i32 =
  reduce_by_index (replicate 3 [0,0]) (map2 (+)) [0,0] is vs

-- ==
-- entry: histrowm
-- input { [0i64,1i64,2i64,1i64,0i64,5i64,-1i64] [[1,2],[3,4],[5,6],[7,8],[9,10],[11,12],[13,14]] }
-- output { [[10i32, 12i32],  [10i32, 12i32],  [5i32, 6i32]] }
entry histrowm [n][m] (is: [n]i64) (vs: [n][m]i32): [3][m]i32 =
  reduce_by_index (replicate 3 (replicate m 0)) (map2 (+)) (replicate m 0) is vs

-- ==
-- entry: hist2d
-- input { [0i64,1i64,1i64,0i64] [0i64,1i64,2i64,2i64] [1,2,3,4] }
-- output { [[1i32, 0i32, 4i32],  [0i32, 2i32, 3i32]] }
entry hist2d [n] (is: [n]i64) (js: [n]i64) (vs: [n]i32): [2][3]i32 =
  reduce_by_index_2d (replicate 2 (replicate 3 0)) (+) 0 (zip is js) vs

-- ==
-- entry: histseqin
-- input { [[0i64,1i64,2i64,1i64],[0i64,5i64,-1i64,1i64]] [[1i32,2i32,3i32,127i32],[5i32,6i32,7i32,8i32]] [1,2] }
-- output { [133i32, 27i32] }
entry histseqin [k][n] (iss: [k][n]i64) (vss: [k][n]i32) (ks: [k]i32): [k]i32 =
  map3 (\is vs q -> loop a = 0 for i < q do a + i + reduce (+) 0 (reduce_by_index (replicate 3 0) (+) 0 is vs)) iss vss ks

-- Locks: the lanes of a warp that go to one bin put their values together first.
-- ==
-- entry: of_pairs
-- input { 3i64 [0i64, 1i64, 0i64, 5i64, 2i64, 0i64] [1f32, 2f32, 3f32, 4f32, 5f32, 6f32] }
-- output { [10f32, 2f32, 5f32] [3i32, 1i32, 1i32] }
-- random input { 1i64 [1000]i64 [1000]f32 }
entry of_pairs [n] (k: i64) (is: [n]i64) (xs: [n]f32): ([k]f32, [k]i32) =
  unzip (hist (\(a, b) (c, d) -> (a + c, b + d)) (0, 0) k is (zip xs (replicate n 1i32)))

-- ==
-- entry: least_of
-- random input { [1000]i32 }
-- random input { [1]i32 }
-- random input { [0]i32 }
entry least_of [n] (xs: [n]i32): [3](i32, i64) =
  hist (\(a, i) (b, j) -> if a < b || (a == b && i < j) then (a, i) else (b, j)) (i32.highest, i64.highest) 3 (map (\x -> i64.i32 (x % 3)) xs) (zip xs (iota n))

-- ==
-- entry: of_bytes
-- random input { [1000]i32 }
entry of_bytes [n] (xs: [n]i32): [3]u8 =
  hist (+) 0u8 3 (map (\x -> i64.i32 (x % 3)) xs) (map u8.i32 xs)
-- ==
-- entry: least_of_rows
-- random input { [7][100]i32 }
entry least_of_rows [n][m] (xss: [n][m]i32): [n][3](i32, i64) =
  map (\xs -> hist (\(a, i) (b, j) -> if a < b || (a == b && i < j) then (a, i) else (b, j)) (i32.highest, i64.highest) 3 (map (\x -> i64.i32 (x % 3)) xs) (zip xs (iota m))) xss
