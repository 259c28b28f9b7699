-- Rows of different lengths that all elements of a map share, and what each does with them.

-- The shortest paths from each vertex: all edges are relaxed, as often as there are vertices.
-- ==
-- entry: relaxed
-- input { [2i64, 1i64, 3i64, 0i64] }
-- output { [[0i64, 1i64, 3i64, 6i64], [7i64, 0i64, 2i64, 5i64],
--           [5i64, 6i64, 0i64, 3i64], [1000i64, 1000i64, 1000i64, 0i64]] }
-- input { empty([0]i64) } output { empty([0][0]i64) }
entry relaxed [n] (deg: [n]i64): [n][n]i64 =
  let adj = map2 (\d i -> map (\j -> ((i + j * j + 1) % n, i + 2 * j + 1)) (iota d)) deg (iota n)
  in map (\s ->
    loop dist = replicate n 1000 with [s] = 0 for _k < n do
      let (ws, ds) =
        unzip (flatten (map2 (\es v -> map (\(w, c) -> (w, dist[v] + c)) es) adj (iota n)))
      in reduce_by_index (copy dist) i64.min i64.highest ws ds) (iota n)

-- ==
-- entry: elements
-- input { [[1i64, 2i64, 3i64], [], [4i64, 5i64]] [10i64, 0i64] }
-- output { [65i64, 15i64] [145i64, 15i64] [4i64, 0i64] [154i64, 4i64] }
-- input { empty([0][0]i64) [10i64, 0i64] }
-- output { [0i64, 0i64] [0i64, 0i64] [0i64, 0i64] [0i64, 0i64] }
-- input { [[1i64]] empty([0]i64) }
-- output { empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i64) }
entry elements [m] [k] (xss: [m][..]i64) (ks: [k]i64): ([k]i64, [k]i64, [k]i64, [k]i64) =
  (map (\k -> i64.sum (flatten (map (map (+ k)) xss))) ks,
    map (\k -> i64.sum (flatten (map (\xs -> let s = k * length xs in map (+ s) xs) xss))) ks,
    map (\k -> length (filter (> k) (flatten (map (map (* k)) xss)))) ks,
    map (\k -> i64.sum (flatten (map2 (\xs j -> map (\x -> x * k + j) xs) xss (indices xss)))) ks)

-- Sums, scans and filters of the rows, and some of them looked up.
-- ==
-- entry: rows
-- input { [[1i64, 2i64, 3i64], [], [4i64, 5i64]] [10i64, 2i64] }
-- output { [375i64, 87i64] [[60i64, 0i64, 90i64], [12i64, 0i64, 18i64]] [73i64, 33i64] [0i64, 12i64] [110i64, 22i64] }
-- input { [[1i64, 2i64], [], [3i64]] empty([0]i64) }
-- output { empty([0]i64) empty([0][3]i64) empty([0]i64) empty([0]i64) empty([0]i64) }
entry rows [m] [k] (xss: [m][..]i64) (ks: [k]i64): ([k]i64, [k][m]i64, [k]i64, [k]i64, [k]i64) =
  (map (\k -> i64.sum (flatten (map (\xs -> map (+ i64.sum xs * k) xs) xss))) ks,
    map (\k -> map i64.sum (map (map (* k)) xss)) ks,
    map (\k -> i64.sum (flatten (map (scan (+) k) xss))) ks,
    map (\k -> i64.sum (flatten (map (filter (> k)) xss))) ks,
    map (\k -> let yss = map (map (* k)) xss in yss[0][1] + i64.sum yss[2]) ks)

-- In blocks: what one loop has made is read while the result of the next round is written.
def sum_mod (a: i32) (b: i32): i32 = let s = a + b in if s >= 97 then s - 97 else s
def cube (x: i32): i32 = x * x % 97 * x % 97
def weights: [8][8]i32 = tabulate_2d 8 8 (\i j -> i32.i64 ((i * 3 + j) % 5))
def turned (k: i64) (row: [8]i32): [8]i32 =
  let cubes = map (\x -> cube ((x + i32.i64 k) % 97)) row
  in map (\ws -> reduce sum_mod 0 (map2 (\w x -> w * x % 97) ws cubes)) weights
-- ==
-- entry: two_loops
-- input { [[[1, 2, 3, 4], [5, 6, 7, 8]], [[0, 0, 1, 0], [0, 0, 0, 2]]] }
-- output { [[51, 96, 49, 61], [75, 79, 86, 59]] }
entry two_loops [n] [m] (rows: [n][m][4]i32): [n][4]i32 =
  map (\row ->
          let s = loop s = replicate 8 0 for i < m do
            let s = tabulate 8 (\j -> if j < 4 then sum_mod s[j] row[i, j] else s[j])
            let s = loop s for k < 2 do turned k s
            in loop s for k < 3 do turned (k + 4) s
          in s[:4]) rows

-- In blocks: a list, an update, a join or a histogram in a branch or a loop is written where all
-- threads see it, and so is the array of the branch or loop.
-- ==
-- entry: lists updates joins rounds
-- random input { [0]i32 [0][4]i32 }
-- random input { [7]i32 [7][4]i32 }
-- random input { [33]i32 [33][4]i32 }
entry lists [n] (xs: [n]i32) (yss: [n][4]i32): ([n]i32, [n]i32) =
  unzip (map2 (\x ys ->
                 let r = if x > 10 then rotate 1 ys
                         else if x % 2 == 0 then [x, 1, 2, 3]
                         else replicate 4 x
                 in (i32.sum r, i32.maximum (map (* x) r))) xs yss)
entry updates [n] (xs: [n]i32) (yss: [n][4]i32): ([n]i32, [n]i32) =
  unzip (map2 (\x ys ->
                 let r = if x % 3 == 0 then copy ys with [1] = 3
                         else if x > 0 then scatter (copy ys) [0, 2] [x, x + 1]
                         else map (+ x) ys
                 in (i32.sum r, i32.maximum r)) xs yss)
entry joins [n] (xs: [n]i32) (yss: [n][4]i32): ([n]i32, [n]i32) =
  unzip (map2 (\x ys ->
                 let r = if x % 3 == 0 then [x, 1] ++ [2, x]
                         else if x > 0 then hist (+) 0 4 (map (\y -> i64.i32 (y % 5)) ys) ys
                         else map (+ x) ys
                 in (i32.sum r, i32.maximum r)) xs yss)
entry rounds [n] (xs: [n]i32) (yss: [n][4]i32): ([n]i32, [n]i32) =
  unzip (map2 (\x ys ->
                 let r = loop r = map (+ x) ys for i < x % 3 do [i, x, r[0], 4]
                 in (i32.sum r, i32.maximum r)) xs yss)

-- ==
-- entry: constructors
-- input { [2i32, 1i32, 3i32, 4i32, -1i32] } output { [-1i32, 3i32, 6i32, 9i32, -1i32] }
-- random input { [300]i32 }
entry constructors [n] (xs: [n]i32): [n]i32 =
  map (\x ->
         let s: (#a i32 | #b [2]i32 | #c) =
           if x % 3 == 0 then #a (x * 2) else if x % 3 == 1 then #b [x, x + 1] else #c
         in match s case #a y -> y case #b r -> i32.sum r case #c -> -1) xs

-- A growing result beside it: the tags of the constructors are found and scanned by one kernel,
-- which makes the lists again once the scan is known.
-- ==
-- entry: first_columns
-- input { [1i32, 2i32] 6i64 } output { [[1i32, 2i32], [2i32, 3i32]] }
entry first_columns [n] (xs: [n]i32) (k: i64): [n][]i32 =
  let k = k & 3 in tabulate_2d n k (\i j -> xs[i] + i32.i64 j)
