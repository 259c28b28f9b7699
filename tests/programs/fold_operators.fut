-- Operators that fail, use arrays from outside, loop, or work on arrays.

-- ==
-- entry: argminop
-- input { [5,3,9,1,7] }
-- output { 3i64 }
-- input { [2] }
-- output { 0i64 }
entry argminop [n] (xs: [n]i32): i64 = reduce (\a b -> if xs[a] < xs[b] then a else b) 0 (iota n)

-- ==
-- entry: argminop0
-- input { empty([0]i32) }
-- output { 0i64 }
entry argminop0 [n] (xs: [n]i32): i64 = reduce (\a b -> if xs[a] < xs[b] then a else b) 0 (iota n)

-- ==
-- entry: argminrows
-- input { [[5,3,9],[1,7,0]] }
-- output { [1i64, 2i64] }
entry argminrows [n][m] (xss: [n][m]i32): [n]i64 =
  map (\xs -> reduce (\a b -> if xs[a] < xs[b] then a else b) 0 (iota m)) xss

-- ==
-- entry: failop
-- input { [5,3,9,1,7] }
-- output { 945i32 }
-- input { [5,0,3] }
-- error:
entry failop [n] (xs: [n]i32): i32 = reduce (\a b -> (a * b) / (if b == 0 then 0 else 1)) 1 xs

-- ==
-- entry: scanfail
-- input { [5,3,9,1,7] }
-- output { [0i64, 1i64, 1i64, 3i64, 3i64] }
entry scanfail [n] (xs: [n]i32): [n]i64 = scan (\a b -> if xs[a] < xs[b] then a else b) 0 (iota n)

-- ==
-- entry: loopop
-- input { [5,3,9,1,7] 3 }
-- output { 25i32 }
entry loopop [n] (xs: [n]i32) (k: i32): i32 =
  reduce (\a b -> loop r = 0 for i < k do i32.max r (a + b - i + i)) 0 xs

-- ==
-- entry: opcap
-- input { [0i64,2i64,1i64] [0i64,1i64,2i64] }
-- output { 0i64 }
entry opcap [n][k] (xs: [n]i64) (t: [k]i64): i64 = reduce (\a b -> t[(a + b) % 3]) 0 xs

-- ==
-- entry: oparr
-- input { [5,3,9,1,7] 4i64 }
-- output { 25i32 }
entry oparr [n] (xs: [n]i32) (k: i64): i32 =
  reduce (\x y -> let a = loop a = replicate k x for j < k-1 do a with [j+1] = a[j] - a[j] + x in a[k/2] + y) 0 xs

-- ==
-- entry: oparr4
-- input { [5,3,9,1,7] }
-- output { 25i32 }
entry oparr4 [n] (xs: [n]i32): i32 =
  reduce (\x y -> let a = loop a = replicate 4 x for j < 3 do a with [j+1] = a[j] - a[j] + x in a[2] + y) 0 xs

-- ==
-- entry: redrows3
-- input { [[[1,2,3],[4,5,6]],[[1,1,1],[2,2,2]]] }
-- output { [[5i32, 7i32, 9i32],  [3i32, 3i32, 3i32]] }
entry redrows3 [a][n][m] (xsss: [a][n][m]i32): [a][m]i32 =
  map (\xss -> reduce (map2 (+)) (replicate m 0) xss) xsss

def times_redmat (a: [2][2]f32) (b: [2][2]f32): [2][2]f32 = map (\r -> map (\c -> f32.sum (map2 (*) r c)) (transpose b)) a

-- ==
-- entry: redmat
-- input { [[[1f32,2f32],[3f32,4f32]],[[0.5f32,1f32],[1f32,0f32]],[[1f32,1f32],[0f32,1f32]]] }
-- output { [[2.5f32, 3.5f32],  [5.5f32, 8.5f32]] }
entry redmat [n] (xs: [n][2][2]f32): [2][2]f32 = reduce times_redmat [[1,0],[0,1]] xs

def times_redmatnest (a: [2][2]f32) (b: [2][2]f32): [2][2]f32 = [[a[0,0]*b[0,0]+a[0,1]*b[1,0],a[0,0]*b[0,1]+a[0,1]*b[1,1]],[a[1,0]*b[0,0]+a[1,1]*b[1,0],a[1,0]*b[0,1]+a[1,1]*b[1,1]]]

-- ==
-- entry: redmatnest
-- input { [[[[1f32,2f32],[3f32,4f32]],[[0.5f32,1f32],[1f32,0f32]],[[1f32,1f32],[0f32,1f32]]],[[[1f32,2f32],[3f32,4f32]],[[0.5f32,1f32],[1f32,0f32]],[[1f32,1f32],[0f32,1f32]]]] }
-- output { [[[2.5f32, 3.5f32],   [5.5f32, 8.5f32]],  [[2.5f32, 3.5f32],   [5.5f32, 8.5f32]]] }
entry redmatnest [k][n] (xs: [k][n][2][2]f32): [k][2][2]f32 =
  map (\x -> reduce times_redmatnest [[1,0],[0,1]] x) xs

def times_scanmat (a: [2][2]f32) (b: [2][2]f32): [2][2]f32 = map (\r -> map (\c -> f32.sum (map2 (*) r c)) (transpose b)) a

-- ==
-- entry: scanmat
-- input { [[[1f32,2f32],[3f32,4f32]],[[0.5f32,1f32],[1f32,0f32]],[[1f32,1f32],[0f32,1f32]]] }
-- output { [[[1.0f32, 2.0f32],   [3.0f32, 4.0f32]],  [[2.5f32, 1.0f32],   [5.5f32, 3.0f32]],  [[2.5f32, 3.5f32],   [5.5f32, 8.5f32]]] }
entry scanmat [n] (xs: [n][2][2]f32): [n][2][2]f32 = scan times_scanmat [[1,0],[0,1]] xs

def times_scanmatlit (a: [2][2]f32) (b: [2][2]f32): [2][2]f32 = [[a[0,0]*b[0,0]+a[0,1]*b[1,0],a[0,0]*b[0,1]+a[0,1]*b[1,1]],[a[1,0]*b[0,0]+a[1,1]*b[1,0],a[1,0]*b[0,1]+a[1,1]*b[1,1]]]

-- ==
-- entry: scanmatlit
-- input { [[[1f32,2f32],[3f32,4f32]],[[0.5f32,1f32],[1f32,0f32]],[[1f32,1f32],[0f32,1f32]]] }
-- output { [[[1.0f32, 2.0f32],   [3.0f32, 4.0f32]],  [[2.5f32, 1.0f32],   [5.5f32, 3.0f32]],  [[2.5f32, 3.5f32],   [5.5f32, 8.5f32]]] }
entry scanmatlit [n] (xs: [n][2][2]f32): [n][2][2]f32 = scan times_scanmatlit [[1,0],[0,1]] xs

-- ==
-- entry: argmaxrow
-- input { [[1,2,3],[4,5,6],[4,8,1]] }
-- output { [4i32, 5i32, 6i32] }
entry argmaxrow [n][m] (xss: [n][m]i32): [m]i32 =
  reduce (\(a: [m]i32) (b: [m]i32) -> if i32.sum a >= i32.sum b then a else b) (replicate m (-1000)) xss

-- ==
-- entry: redtuparr
-- input { [[1,2,3],[4,5,6],[4,8,1]] [1,2,3] }
-- output { 6i32 [9i32, 15i32, 10i32] }
entry redtuparr [n][m] (xss: [n][m]i32) (ws: [n]i32): (i32, [m]i32) =
  reduce (\(a, xs) (b, ys) -> (a + b, map2 (+) xs ys)) (0, replicate m 0) (zip ws xss)

-- ==
-- entry: redtuparrn
-- input { [[[1,2,3],[4,5,6],[4,8,1]]] [[1,2,3]] }
-- output { [6i32] [[9i32, 15i32, 10i32]] }
entry redtuparrn [k][n][m] (xsss: [k][n][m]i32) (wss: [k][n]i32): ([k]i32, [k][m]i32) =
  unzip (map2 (\xss ws -> reduce (\(a, xs) (b, ys) -> (a + b, map2 (+) xs ys)) (0, replicate m 0) (zip ws xss)) xsss wss)

-- ==
-- entry: scanrowsx
-- input { [[1,2,3],[4,5,6],[4,8,1]] [1,2,3] }
-- output { [9i32, 27i32, 43i32] [[2i32, 3i32, 4i32],  [5i32, 6i32, 7i32],  [5i32, 9i32, 2i32]] }
entry scanrowsx [n][m] (xss: [n][m]i32) (ws: [n]i32): ([n]i32, [n][m]i32) =
  let yss = map (map (+1)) xss
  let a = scan (+) 0 (map (\ys -> i32.sum ys) yss)
  in (a, yss)

-- ==
-- entry: scanrowsx2
-- input { [[1,2,3],[4,5,6],[4,8,1]] 5 }
-- output { [5i32, 10i32, 15i32] [[2i32, 3i32, 4i32],  [5i32, 6i32, 7i32],  [5i32, 9i32, 2i32]] }
entry scanrowsx2 [n][m] (xss: [n][m]i32) (x: i32): ([n]i32, [n][m]i32) =
  let yss = map (map (+1)) xss
  let (a, _) = unzip (scan (\(a, b) (c, d) -> (a + c, b * d)) (0, 1) (map (\_ -> (x, i32.i64 m)) yss))
  in (a, yss)

-- Down the columns of a transposed array that a branch makes; a scan reads one result.
-- ==
-- entry: down_columns
-- input { true 2i64 [1, 2, 3] }
-- output { [2, 8, 48] [1, 4, 9] }
-- input { false 3i64 [1, 2] }
-- output { [3, 9] [8, 8] }
-- input { false 0i64 empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) }
entry down_columns [m] (b: bool) (k: i64) (xs: [m]i32): ([m]i32, [m]i32) =
  let rows = if b then map (\x -> replicate k (x, x)) xs else replicate m (replicate k (1, 2))
  let (sums, products) =
    reduce (\r s -> map2 (\(p, a) (q, c) -> (p + q, a * c)) r s) (replicate m (0, 1))
           (transpose rows) |> unzip
  in (scan (*) 1 sums, products)

-- An operator that is each row's own, among others that are not.
-- ==
-- entry: scanargmin
-- input { [[5,3,9],[1,7,0]] }
-- output { [[1i64, 3i64, 5i64], [1i64, 2i64, 5i64]] }
entry scanargmin [n][m] (xss: [n][m]i32): [n][m]i64 =
  map (\xs -> let is = scan (\a b -> if xs[a] < xs[b] then a else b) 0 (iota m)
             in scan (+) 0 (map (+ 1) is)) xss

-- Rows that are folded, and their results by the same operator, are all folded at once.
-- ==
-- entry: of_rows_of_rows extremes beside_rows
-- random input { [0][0]i32 } auto output
-- random input { [1][33]i32 } auto output
-- random input { [33][1]i32 } auto output
-- random input { [3][0]i32 } auto output
-- random input { [31][133]i32 } auto output
entry of_rows_of_rows [n][m] (xss: [n][m]i32): (i32, i32) =
  let op (a, b) (c, d) = (a * c, b * c + d): (i32, i32)
  in reduce op (1, 0) (map (\xs -> reduce op (1, 0) (map (\x -> (x, 1)) xs)) xss)

entry extremes [n][m] (xss: [n][m]i32): (i32, i32) =
  (i32.maximum (map i32.maximum xss), i32.minimum (map i32.minimum xss))

-- The first of each row is read beside: the rows stay.
entry beside_rows [n][m] (xss: [n][m]i32): (i32, i32) =
  let from_first = map (\xs -> i32.sum (map (\x -> x - xs[m / 2]) xs)) xss
  in (i32.sum from_first, i32.sum (map (\c -> i32.sum c) (transpose xss)))

-- ==
-- entry: distance
-- random input { [7][3][5]f32 [7][3][5]f32 } auto output
entry distance [n][m][k] (a: [n][m][k]f32) (b: [n][m][k]f32): f32 =
  f32.sum (map2 (\p q -> f32.sum (map2 (\u v -> f32.sum (map2 (\x y -> f32.abs (x - y)) u v)) p q)) a b)

-- Rows of numbers are read as they lie, and other things are stored.
-- ==
-- entry: scanned_diagonals
-- input { [[[1f32,2f32],[3f32,4f32]],[[0.5f32,1f32],[1f32,0f32]],[[1f32,1f32],[0f32,1f32]]] }
-- output { [5f32, 5.5f32, 11f32] }
-- input { empty([0][2][2]f32) } output { empty([0]f32) }
entry scanned_diagonals [n] (xs: [n][2][2]f32): [n]f32 =
  map (\m -> m[0,0] + m[1,1]) (scan times_scanmatlit [[1,0],[0,1]] xs)

-- ==
-- entry: scanned_transposed
-- input { [[[1f32,2f32],[3f32,4f32]],[[0.5f32,1f32],[1f32,0f32]]] }
-- output { [[[1f32, 2f32], [2.5f32, 1f32]], [[3f32, 4f32], [5.5f32, 3f32]]] }
entry scanned_transposed [n] (xs: [n][2][2]f32): [2][n][2]f32 =
  transpose (scan times_scanmatlit [[1,0],[0,1]] xs)
