-- The prelude.

-- ==
-- entry: prelude0
-- input { [3,1,2] }
-- output { 3i32 2i32 [1i32, 2i32] [3i32, 1i32] [3i32, 1i32] [1i32, 2i32] [2i32, 1i32, 3i32]
--          [1i32, 2i32, 3i32] [2i32, 3i32, 1i32] [3i32, 1i32, 2i32, 9i32] 3i64 false }
entry prelude0 (xs: []i32) = (head xs, last xs, tail xs, init xs, take 2 xs, drop 1 xs, reverse xs, rotate 1 xs, rotate (-1) xs, concat xs [9], length xs, null xs)

-- ==
-- entry: prelude1
-- input { [3,1,2] }
-- output { [0i64, 1i64, 2i64] 4i32 -6i32 true true false true [[3i32, 1i32, 2i32], [3i32, 1i32,
--          2i32]] [9i32, 3i32, 6i32] [3i32, 1i32, 2i32, 3i32, 1i32, 2i32] [1i32, 1i32, 1i32] }
entry prelude1 [n] (xs: [n]i32) = (indices xs, foldl (-) 10 xs, foldr (-) 10 xs, all (>0) xs, any (>2) xs, and [true,false], or [true,false], replicate 2 xs, zip3 xs xs xs |> map (\(a,b,c) -> a+b+c), flatten (replicate 2 xs), rep 1 : [3]i32)

-- ==
-- entry: prelude2
-- input { [1,2,3,4,5,6] }
-- output { [4i32, 5i32, 6i32] [1i32, 2i32, 3i32] [1i32] [2i32, 3i32] [4i32, 5i32, 6i32] [2i32,
--          4i32, 6i32] }
entry prelude2 (xs: []i32) = let (a, b) = partition (>3) xs let (c, d, e) = partition2 (<2) (<4) xs in (a, b, c, d, e, filter (\x -> x % 2 == 0) xs)

-- ==
-- entry: prelude4
-- input { 3i64 }
-- output { [0i64, 2i64, 4i64] [[0i64, 1i64], [1i64, 2i64], [2i64, 3i64]] [[[0i64], [10i64],
--          [20i64]], [[100i64], [110i64], [120i64]]] [[[0i64, 1i64], [2i64, 3i64], [4i64, 5i64]],
--          [[6i64, 7i64], [8i64, 9i64], [10i64, 11i64]]] }
entry prelude4 (n: i64) = (tabulate n (*2), tabulate_2d n 2 (+), tabulate_3d 2 n 1 (\i j k -> i * 100 + j * 10 + k), unflatten_3d (iota (2*n*2) :> [2*n*2]i64) )

-- ==
-- entry: prelude5
-- input { [[[1,2],[3,4]],[[5,6],[7,8]]] }
-- output { [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32] [[[1i32, 2i32], [5i32, 6i32]],
--          [[3i32, 4i32], [7i32, 8i32]]] [[[1i32, 3i32], [2i32, 4i32]], [[5i32, 7i32], [6i32,
--          8i32]]] [[1i32, 2i32], [3i32, 4i32], [5i32, 6i32], [7i32, 8i32]] [[1i32, 2i32, 3i32,
--          4i32], [5i32, 6i32, 7i32, 8i32]] }
entry prelude5 (xs: [2][2][2]i32) = (flatten_3d xs, transpose xs, map transpose xs, flatten xs, unflatten (flatten_3d xs :> [2*4]i32) : [2][4]i32)

-- ==
-- entry: prelude6
-- input { 10 } output { 80i32 270i32 52i32 9i32 8i32 -9i32 1i32 10i32 }
entry prelude6 (x: i32) = (iterate 3 (*2) x, iterate_until (>100) (*3) x, iterate_while (<50) (+7) x, curry (\(a, b) -> a - b) x 1, uncurry (-) (x, 2), flip (-) x 1, const 1 true, id x)

-- ==
-- entry: prelude8
-- input { [0i64,1i64] [1i64,0i64] [5,6] } output { [[0i32, 5i32], [6i32, 0i32]] }
entry prelude8 [n] (is: [n]i64) (js: [n]i64) (vs: [n]i32) = scatter_2d (replicate 2 (replicate 2 0)) (zip is js) vs

-- ==
-- entry: prelude9
-- input { [1,2,3] }
-- output { [2i32, 6i32, 12i32] [4i32, 8i32, 12i32]  [1i32, 2i32, 3i32]  [2i32, 3i32, 4i32] 
--          [3i32, 4i32, 5i32]  [4i32, 8i32, 12i32] [5i32, 10i32, 15i32] 6i32 [1i32, 2i32, 6i32] }
entry prelude9 [n] (xs: [n]i32) = (map3 (\a b c -> a + b * c) xs xs xs, map4 (\a b c d -> a+b+c+d) xs xs xs xs, unzip3 (map (\x -> (x, x+1, x+2)) xs), zip4 xs xs xs xs |> map (\(a,b,c,d) -> a+b+c+d), map5 (\a b c d e -> a+b+c+d+e) xs xs xs xs xs, reduce_comm (+) 0 xs, scan (*) 1 xs)

-- ==
-- entry: tabs
-- input { 2i64 } output { [[true, false], [false, true]] [0i64, 1i64, 1i64, 2i64] }
entry tabs (n: i64) = (tabulate_2d n n (\i j -> i == j), tabulate_3d n 1 n (\i j k -> i + j + k) |> flatten_3d)

-- ==
-- entry: unflat
-- input { [1,2,3,4,5,6] }
-- output { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [[[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]]]
--          [1i32, 2i32, 3i32, 4i32, 5i32, 6i32] }
entry unflat (xs: []i32) = (unflatten (xs :> [2 * 3]i32), unflatten_3d (xs :> [1 * 2 * 3]i32), flatten (unflatten (xs :> [3 * 2]i32)))

-- ==
-- entry: rot
-- input { [1,2,3,4,5] -2i64 } output { [4i32, 5i32, 1i32, 2i32, 3i32] }
-- input { [1,2,3,4,5] 7i64 } output { [3i32, 4i32, 5i32, 1i32, 2i32] }
-- input { empty([0]i32) 1i64 } output { empty([0]i32) }
entry rot (xs: []i32) (r: i64) = rotate r xs

-- ==
-- entry: zipun
-- input { [1,2] [true,false] }
-- output {  [1i32, 2i32]  [true, false]  [1i32, 2i32]   [2i32, 4i32]  [true, false]  }
entry zipun [n] (a: [n]i32) (b: [n]bool) = let x = zip3 a b a in (unzip3 x, (unzip (map (\(p, q, r) -> (p + r, q)) x)))

-- ==
-- entry: scatter4
-- input { [0i64,1i64] [1i64,0i64] }
-- output { [[1i32, 6i32], [6i32, 1i32]] [[[0i32, 3i32], [3i32, 0i32]]] }
entry scatter4 [n] (is: [n]i64) (js: [n]i64) = (reduce_by_index_2d (replicate 2 (replicate 2 1i32)) (+) 0 (zip is js) (rep 5), scatter_3d (replicate 1 (replicate 2 (replicate 2 0i32))) (map2 (\i j -> (0, i, j)) is js) (rep 3))

-- ==
-- entry: scatter_oob
-- input { [0i64,100i64,-5i64,2i64] }
-- output { [0i32, 9i32, 3i32] [1i32, 0i32, 1i32] [4i32, 0i32, 4i32] }
entry scatter_oob [n] (is: [n]i64) = (scatter [9,9,9] is (map i32.i64 (iota n)), reduce_by_index [0,0,0] (+) 0 is (rep 1i32), hist i32.max 0 3 is (rep 4))

-- ==
-- entry: minmax_empty
-- input { empty([0]i32) } output { -2147483648i32 2147483647i32 0i32 1i32 -f32.inf 255u8 }
entry minmax_empty (xs: []i32) = (i32.maximum xs, i32.minimum xs, i32.sum xs, i32.product xs, f32.maximum (map f32.i32 xs), u8.minimum [])

-- ==
-- entry: scat0
-- input { [0,0,0,0] [0i64, 3i64, 9i64, -1i64] [1,2,3,4] } output { [1i32, 0i32, 0i32, 2i32] }
entry scat0 [n] (a: *[4]i32) (is: [n]i64) (vs: [n]i32) = scatter a is vs

-- ==
-- entry: scat1
-- input { [[1,2],[3,4],[5,6]] [2i64, 0i64] [[9,9],[8,8]] }
-- output { [[8i32, 8i32], [3i32, 4i32], [9i32, 9i32]] }
entry scat1 (a: *[][2]i32) (is: [2]i64) (vs: [2][2]i32) = scatter a is vs

-- ==
-- entry: scat2
-- input { [1,2,3] } output { [1i32, 2i32, 3i32, 0i32] [false, true, true, false] }
entry scat2 [n] (xs: [n]i32) =
  let (a, b) = unzip (scatter (replicate 4 (0, false)) (iota n) (map (\x -> (x, x > 1)) xs))
  in (a, b)

def segscan_seg [n] 't (op: t -> t -> t) (ne: t) (flags: [n]bool) (vals: [n]t) : [n]t =
  let pairs = scan (\(v1, f1) (v2, f2) -> let f = f1 || f2 let v = if f2 then v2 else op v1 v2 in (v, f)) (ne, false) (zip vals flags)
  let (res, _) = unzip pairs in res
def segreduce_seg [n] 't (op: t -> t -> t) (ne: t) (flags: [n]bool) (vals: [n]t) : []t =
  let s = segscan_seg op ne flags vals
  let ends = map (\i -> i == n - 1 || flags[i + 1]) (iota n)
  let off = scan (+) 0 (map i64.bool ends)
  let k = if n > 0 then last off else 0
  in scatter (replicate k ne) (map2 (\e o -> if e then o - 1 else -1) ends off) s
-- ==
-- entry: seg
-- input { [1,2,3,4,5] [true,false,true,false,false] }
-- output { [1i32, 3i32, 3i32, 7i32, 12i32] [3i32, 12i32] }
entry seg [n] (xs: [n]i32) (fs: [n]bool) = (segscan_seg (+) 0 fs xs, segreduce_seg (+) 0 fs xs)

def segscan_scan0 [n] 't (op: t -> t -> t) (ne: t) (arr: [n](t, bool)): [n]t =
  (unzip (scan (\(x1, f1) (x2, f2) -> (if f2 then x2 else op x1 x2, f1 || f2)) (ne, false) arr)).0
-- ==
-- entry: scan0
-- input { [1,2,3] [true,false,true] } output { [1i32, 3i32, 3i32] }
entry scan0 [n] (xs: [n]i32) (fs: [n]bool) = segscan_scan0 (+) 0 (zip xs fs)

def exscan_scan_excl [n] 't (op: t -> t -> t) (ne: t) (xs: [n]t) : *[n]t =
  let s = scan op ne xs
  in if n == 0 then s else map (\i -> if i == 0 then ne else s[i-1]) (iota n)
-- ==
-- entry: scan_excl
-- input { [1,2,3] } output { [0i32, 1i32, 3i32] }
entry scan_excl (xs: []i32) = exscan_scan_excl (+) 0 xs

-- ==
-- entry: shortcut
-- input { [1,2] 5i64 } output { 2i32 true }
entry shortcut [n] (xs: [n]i32) (i: i64) = (if i < n && xs[i] > 0 then 1 else 2, i >= n || xs[i] > 0)
