-- Parallelism inside the elements of a map, of every kind: each version of it gives the same
-- (scripts/check forced runs this file with each of them).

-- ==
-- entry: scan_of_a_scan
-- random input { [0][0]i32 }
-- random input { [1][1]i32 }
-- random input { [3][0]i32 }
-- random input { [2][33]i32 }
-- random input { [33][7]i32 }
-- random input { [2][300]i32 }
entry scan_of_a_scan [n][m] (xss: [n][m]i32): [n][m]i32 =
  map (\xs -> scan i32.max (-100) (map2 (-) (scan (+) 0 xs) xs)) xss

-- ==
-- entry: sum_and_rows
-- random input { [0][0]i32 }
-- random input { [1][1]i32 }
-- random input { [3][0]i32 }
-- random input { [2][33]i32 }
-- random input { [33][7]i32 }
-- random input { [2][300]i32 }
entry sum_and_rows [n][m] (xss: [n][m]i32): ([n]i32, [n][m]i32) =
  unzip (map (\xs -> let s = reduce (+) 0 xs in (s, map (+ s) xs)) xss)

-- ==
-- entry: loop_of_scans
-- random input { [0][0]i32 0i64 }
-- random input { [1][1]i32 1i64 }
-- random input { [3][0]i32 2i64 }
-- random input { [2][33]i32 3i64 }
-- random input { [33][7]i32 4i64 }
-- random input { [2][300]i32 3i64 }
entry loop_of_scans [n][m] (xss: [n][m]i32) (k: i64): [n][m]i32 =
  map (\xs -> loop ys = xs for i < k do let zs = scan (+) 0 ys in map2 (\z y -> z * 3 - y) zs ys) xss

-- ==
-- entry: histogram_scanned
-- random input { [0][0]i32 }
-- random input { [1][1]i32 }
-- random input { [3][0]i32 }
-- random input { [2][33]i32 }
-- random input { [33][7]i32 }
-- random input { [2][300]i32 }
entry histogram_scanned [n][m] (xss: [n][m]i32): [n][16]i32 =
  map (\xs -> scan (+) 0 (reduce_by_index (replicate 16 0) (+) 0 (map (\x -> i64.i32 x % 16) xs) (map (\x -> 1 + x % 2) xs))) xss

-- ==
-- entry: rows_partitioned
-- random input { [0][0]i32 }
-- random input { [1][1]i32 }
-- random input { [3][0]i32 }
-- random input { [2][33]i32 }
-- random input { [33][7]i32 }
-- random input { [2][300]i32 }
entry rows_partitioned [n][m] (xss: [n][m]i32): [n][m]i32 =
  map (\xs -> let fs = map (\x -> i64.bool (x % 3 == 0)) xs
    let a = scan (+) 0 fs
    let t = reduce (+) 0 fs
    let b = scan (+) 0 (map (1 -) fs)
    let is = map3 (\f x y -> if f == 1 then x - 1 else t + y - 1) fs a b
    in scatter (replicate m 0) is xs) xss

-- ==
-- entry: transposed_inside
-- random input { [0][0][0]i32 }
-- random input { [1][1][1]i32 }
-- random input { [3][0][2]i32 }
-- random input { [2][33][3]i32 }
-- random input { [33][7][4]i32 }
-- random input { [2][300][3]i32 }
entry transposed_inside [n][m][k] (xsss: [n][m][k]i32): [n][k]i32 =
  map (\xss -> let ts = transpose xss in map (\ts -> let a = reduce (+) 0 ts in reduce i32.max a (map (* a) ts)) ts) xsss

-- ==
-- entry: scan_of_pairs
-- random input { [0][0]i32 }
-- random input { [1][1]i32 }
-- random input { [3][0]i32 }
-- random input { [2][33]i32 }
-- random input { [33][7]i32 }
-- random input { [2][300]i32 }
entry scan_of_pairs [n][m] (xss: [n][m]i32): [n][m](i32, i32) =
  map (\xs -> let s = scan (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (map (\x -> (x % 3, x)) xs) in map (\(a, b) -> (b, a)) s) xss

-- ==
-- entry: rotated
-- random input { [0][0]i32 }
-- random input { [1][1]i32 }
-- random input { [3][0]i32 }
-- random input { [2][33]i32 }
-- random input { [33][7]i32 }
-- random input { [2][300]i32 }
entry rotated [n][m] (xss: [n][m]i32): [n][m]i32 =
  map (\xs -> let ys = scan i32.max 0 (rotate 1 xs) in map2 (+) ys (rotate (-1) ys)) xss

-- ==
-- entry: test_inside
-- random input { [0][0]i32 }
-- random input { [1][1]i32 }
-- random input { [3][0]i32 }
-- random input { [2][33]i32 }
-- random input { [33][7]i32 }
-- random input { [2][300]i32 }
entry test_inside [n][m] (xss: [n][m]i32): [n][m]i32 =
  map (\xs -> let s = reduce (+) 0 xs in if s > 10 then scan (+) 0 xs else map (* s) xs) xss

-- ==
-- entry: while_inside
-- random input { [0][0]i32 }
-- random input { [1][1]i32 }
-- random input { [3][0]i32 }
-- random input { [2][33]i32 }
-- random input { [33][7]i32 }
-- random input { [2][300]i32 }
entry while_inside [n][m] (xss: [n][m]i32): [n]i32 =
  map (\xs -> let (_, ys) = loop (c, ys) = (0, xs) while c < 3 && reduce (+) 0 ys < 1000 do (c + 1, map (\y -> y * 2 + 1) ys) in reduce (+) 0 ys) xss

-- ==
-- entry: scatter_in_two_maps
-- random input { [0][0][0]i32 }
-- random input { [1][1][1]i32 }
-- random input { [3][0][2]i32 }
-- random input { [2][33][3]i32 }
-- random input { [33][7][4]i32 }
-- random input { [2][300][3]i32 }
entry scatter_in_two_maps [n][m][k] (xsss: [n][m][k]i32): [n][m][k]i32 =
  map (\xss -> map (\xs -> let t = reduce i32.max 0 xs in scatter (replicate k t) (map (\i -> k - 1 - i) (iota k)) (scan (+) t xs)) xss) xsss

-- ==
-- entry: parities
-- random input { [0][0]bool }
-- random input { [1][1]bool }
-- random input { [3][0]bool }
-- random input { [2][33]bool }
-- random input { [33][7]bool }
-- random input { [2][300]bool }
entry parities [n][m] (xss: [n][m]bool): [n][m]bool =
  map (\xs -> let a = or xs let ys = scan (!=) false xs in map2 (\x y -> x && y || a) xs ys) xss

-- ==
-- entry: same_row_for_all
-- random input { [0]i32 [0]i32 }
-- random input { [1]i32 [1]i32 }
-- random input { [3]i32 [0]i32 }
-- random input { [2]i32 [33]i32 }
-- random input { [33]i32 [7]i32 }
-- random input { [2]i32 [300]i32 }
entry same_row_for_all [n][m] (as: [n]i32) (vs: [m]i32): [n]i32 =
  map (\a -> let s = reduce (+) 0 (map (* a) vs) in reduce i32.max s (scan (+) s vs)) as

-- ==
-- entry: fold_of_pairs
-- random input { [0][0]i32 [0][0]i32 }
-- random input { [1][1]i32 [1][1]i32 }
-- random input { [3][0]i32 [3][0]i32 }
-- random input { [2][33]i32 [2][33]i32 }
-- random input { [33][7]i32 [33][7]i32 }
-- random input { [2][300]i32 [2][300]i32 }
entry fold_of_pairs [n][m] (xss: [n][m]i32) (yss: [n][m]i32): ([n]i32, [n]i32, [n][m]i32) =
  unzip3 (map2 (\xs ys -> let (a, b) = reduce (\(a, b) (c, d) -> (a + c, i32.max b d)) (0, 0) (zip xs ys) in (a, b, map2 (\x y -> x * a - y * b) xs ys)) xss yss)

-- ==
-- entry: big_numbers
-- random input { [0][0]u32 [0][0]u32 }
-- random input { [1][1]u32 [1][1]u32 }
-- random input { [3][0]u32 [3][0]u32 }
-- random input { [2][33]u32 [2][33]u32 }
-- random input { [33][7]u32 [33][7]u32 }
-- random input { [2][300]u32 [2][300]u32 }
entry big_numbers [n][m] (ass: [n][m]u32) (bss: [n][m]u32): [n][m]u32 =
  map2 (\as bs ->
    let rs = map2 (+) as bs
    let cs = map2 (\r a -> (u32.bool (r < a)) | (u32.bool (r == u32.highest) << 1)) rs as
    let ps = scan (\c1 c2 -> ((c1 & (c2 >> 1)) | c2) & 1 | (c1 & c2 & 2)) 2 cs
    in map2 (\i r -> r + (if i == 0 then 0 else ps[i - 1] & 1)) (iota m) rs) ass bss

-- ==
-- entry: sort_by_bits
-- random input { [0][0]u32 0i64 }
-- random input { [1][1]u32 1i64 }
-- random input { [3][0]u32 2i64 }
-- random input { [2][33]u32 3i64 }
-- random input { [33][7]u32 4i64 }
-- random input { [2][300]u32 3i64 }
entry sort_by_bits [n][m] (xss: [n][m]u32) (k: i64): [n][m]u32 =
  map (\xs -> loop ys = copy xs for b < k do
    let bits = map (\y -> i64.u32 ((y >> u32.i64 b) & 1)) ys
    let offs = scan (+) 0 (map (1 -) bits)
    let ones = scan (+) 0 bits
    let z = reduce (+) 0 (map (1 -) bits)
    let is = map3 (\c o i -> if c == 0 then o - 1 else z + i - 1) bits offs ones
    in scatter (copy ys) is ys) xss

-- What is updated in place is each row's own, also where its size is the same for all.
-- ==
-- entry: row_bins
-- random input { [0][5]i32 } auto output
-- random input { [3][0]i32 } auto output
-- random input { [31][33]i32 } auto output
-- random input { [2][1000]i32 } auto output
-- random input { [300][2]i32 } auto output
entry row_bins [n] [m] (xss: [n][m]i32): [n][16]i32 =
  map (\xs -> scan (+) 0 (hist (+) 0 16 (map (\x -> i64.i32 x & 15) xs) (map (const 1) xs))) xss

-- ==
-- entry: row_places
-- random input { [0][5]i64 7i64 } auto output
-- random input { [3][1]i64 7i64 } auto output
-- random input { [31][33]i64 7i64 } auto output
-- random input { [2][1000]i64 999i64 } auto output
-- random input { [300][2]i64 1i64 } auto output
entry row_places [n] [m] (xss: [n][m]i64) (s: i64): [n][m]i64 =
  map (\xs -> let ys = scatter (replicate m 0) (map (\i -> (i + s) %% m) (iota m)) xs
    in map2 (+) (scan (+) 0 ys) (reverse ys)) xss

-- ==
-- entry: packed_rows
-- random input { [0][5]i32 } auto output
-- random input { [3][0]i32 } auto output
-- random input { [31][33]i32 } auto output
-- random input { [2][1000]i32 } auto output
-- random input { [300][2]i32 } auto output
entry packed_rows [n] [m] (xss: [n][m]i32): [n][m]i32 =
  map (\xs -> let fs = map (\x -> i64.bool (x > 0)) xs
    let is = scan (+) 0 fs
    in scatter (replicate m (-1)) (map2 (\f i -> if f == 1 then i - 1 else -1) fs is) xs) xss

-- A thread whose window is no part of xs fails before the block takes up the loop.
-- ==
-- entry: windows
-- input { [1f32, 2, 3] [1f32, 1, 2, 0, 4] 3i64 } output { [9f32, 5, 14] }
-- input { [1f32, 2] [1f32, 1, 2] 3i64 } error: out of bounds
-- input { [1f32, 2] [1f32, 1, 2] 0i64 } output { empty([0]f32) }
entry windows [n] [k] (ws: [k]f32) (xs: [n]f32) (m: i64): [m]f32 =
  map (\i -> f32.sum (map2 (*) ws (xs[i: i + k] :> [k]f32))) (iota m)

-- Where the first positions that are followed fail, nothing is left to follow.
-- ==
-- entry: followed_twice
-- input { [[1i64, 2, 0], [0, 1, 2]] } output { [[3i64, 4, 5], [3, 4, 5]] }
-- input { [[1i64, 2, 0], [0, 70000, 2]] } error: out of bounds
entry followed_twice [n] [m] (xss: [n][m]i64) =
  map (\xs ->
    let ys = map (\x -> xs[x]) xs
    let sum = i64.sum ys
    in map (\y -> xs[y] + sum) ys)
    xss

-- One reduction, and what is done with its sum: a block does both in one kernel.
-- ==
-- entry: squares_of_sums
-- random input { [0][5]i32 } auto output
-- random input { [5][0]i32 } auto output
-- random input { [1][1]i32 } auto output
-- random input { [31][33]i32 } auto output
-- random input { [3][1000]i32 } auto output
entry squares_of_sums [n] [m] (xss: [n][m]i32): [n]i32 =
  map (\xs -> let s = i32.sum xs in s * s) xss

-- ==
-- entry: middles
-- random input { [0][5]i32 } auto output
-- random input { [5][0]i32 } auto output
-- random input { [31][33]i32 } auto output
-- random input { [2][1000]i32 } auto output
entry middles [n] [m] (xss: [n][m]i32): [n]i32 =
  map (\xs -> let ys = scan (+) 0 xs in if m > 0 then ys[m / 2] - ys[m - 1] else -1) xss

-- Arrays as long as the number of the iteration are no block's.
-- ==
-- entry: counted_scans
-- input { [[1, 2, 3, 4, 5], [0, 2, 1, 0, 1]] } output { [133005, 2852] }
-- input { empty([0][3]i32) } output { empty([0]i32) }
-- input { empty([2][0]i32) } output { [0, 0] }
entry counted_scans [n][m] (xss: [n][m]i32): [n]i32 =
  #[seq_factor(3)] map (\xs ->
    loop acc = 0 for i < m do
      acc + i32.sum (map2 (*) (scan (+) 0 (replicate i acc)) xs[:i])
          + i32.maximum (scan (+) 0 xs)) xss
