-- What is tiled: products with operands as they lie or transposed, of batches, of pairs, by other
-- operators, with something before and after; and what all threads read. Sizes around the tiles'.

-- ==
-- entry: tn
-- random input { [33][17]f32 [33][31]f32 }
-- random input { [16][16]f32 [16][16]f32 }
-- random input { [0][17]f32 [0][31]f32 }
-- random input { [1][129]f32 [1][128]f32 }
entry tn [n][k][m] (a: [k][n]f32) (b: [k][m]f32): [n][m]f32 =
  map (\row -> map (\col -> f32.sum (map2 (*) row col)) (transpose b)) (transpose a)
-- ==
-- entry: nt
-- random input { [33][17]f64 [31][17]f64 }
-- random input { [16][15]f64 [127][15]f64 }
entry nt [n][k][m] (a: [n][k]f64) (b: [m][k]f64): [n][m]f64 =
  map (\row -> map (\col -> f64.sum (map2 (*) row col)) b) a
-- ==
-- entry: batched
-- random input { [3][33][17]i32 [3][17][19]i32 }
-- random input { [0][33][17]i32 [0][17][19]i32 }
-- random input { [2][16][1]i32 [2][1][16]i32 }
entry batched [l][n][k][m] (as: [l][n][k]i32) (bs: [l][k][m]i32): [l][n][m]i32 =
  map2 (\a b -> map (\row -> map (\col -> i32.sum (map2 (*) row col)) (transpose b)) a) as bs
def complex0 [n][k][m] (ar: [n][k]f32) (ai: [n][k]f32) (br: [k][m]f32) (bi: [k][m]f32): [n][m](f32, f32) =
  map2 (\ras rai -> map2 (\cbs cbi ->
    reduce (\(a, b) (c, d) -> (a + c, b + d)) (0, 0)
      (map4 (\a b c d -> (a * c - b * d, a * d + b * c)) ras rai cbs cbi)) (transpose br) (transpose bi)) ar ai
-- Rows at multiples of 16 bytes, at others, of elements that are as long as 16 bytes together.
-- ==
-- entry: batched_rows
-- random input { [2][64][128]f32 [2][128][128]f32 }
-- random input { [3][129][33]f32 [3][33][127]f32 }
entry batched_rows [l][n][k][m] (as: [l][n][k]f32) (bs: [l][k][m]f32): [l][n][m]f32 =
  map2 (\a b -> map (\row -> map (\col -> f32.sum (map2 (*) row col)) (transpose b)) a) as bs

-- ==
-- entry: bytes
-- random input { [128][64]i8 [64][128]i8 }
-- random input { [127][33]i8 [33][129]i8 }
entry bytes [n][k][m] (a: [n][k]i8) (b: [k][m]i8): [n][m]i8 =
  map (\row -> map (\col -> i8.sum (map2 (*) row col)) (transpose b)) a

-- ==
-- entry: gram
-- random input { [129][40]f32 }
-- random input { [128][16]f32 }
entry gram [n][k] (a: [n][k]f32): [n][n]f32 =
  map (\row -> map (\other -> f32.sum (map2 (*) row other)) a) a

-- ==
-- entry: farthest
-- random input { [130][16]i32 [16][140]i32 }
-- random input { [128][17]i32 [17][128]i32 }
-- random input { [128][0]i32 [0][128]i32 }
entry farthest [n][k][m] (a: [n][k]i32) (b: [k][m]i32): [n][m]i32 =
  map (\row -> map (\col -> i32.maximum (map2 (+) row col)) (transpose b)) a

-- ==
-- entry: complex
-- random input { [20][17]f32 [20][17]f32 [17][31]f32 [17][31]f32 }
entry complex [n][k][m] (ar: [n][k]f32) (ai: [n][k]f32) (br: [k][m]f32) (bi: [k][m]f32): ([n][m]f32, [n][m]f32) =
  complex0 ar ai br bi |> map unzip |> unzip
-- ==
-- entry: minplus
-- random input { [33][17]i32 [17][31]i32 }
-- random input { [16][0]i32 [0][16]i32 }
entry minplus [n][k][m] (a: [n][k]i32) (b: [k][m]i32): [n][m]i32 =
  map (\row -> map (\col -> i32.minimum (map2 (+) row col)) (transpose b)) a
-- ==
-- entry: scaled
-- random input { 2f32 [33][17]f32 [17][31]f32 [33][31]f32 }
entry scaled [n][k][m] (alpha: f32) (a: [n][k]f32) (b: [k][m]f32) (c: [n][m]f32): [n][m]f32 =
  map2 (\row cs -> map2 (\col c -> alpha * f32.sum (map2 (*) row col) + c) (transpose b) cs) a c
-- ==
-- entry: distances
-- random input { [300][3]f32 [17][3]f32 }
entry distances [n][k][d] (points: [n][d]f32) (centers: [k][d]f32): [n]i64 =
  map (\p -> map (\c -> f32.sum (map2 (\x y -> (x - y) * (x - y)) p c)) centers
    |> zip (iota k) |> reduce (\(i, a) (j, b) -> if b < a then (j, b) else (i, a)) (-1, f32.inf) |> (.0)) points
-- ==
-- entry: kernel
-- random input { [257]f32 [300]f32 }
-- random input { [256]f32 [256]f32 }
-- random input { [511]f32 [0]f32 }
-- random input { [512]f32 [1]f32 }
entry kernel [n][m] (xs: [n]f32) (ys: [m]f32): [n]f32 =
  map (\x -> f32.sum (map (\y -> f32.exp (-(x - y) * (x - y))) ys)) xs

-- What a thread reduces is its own array: nothing of it is staged for others.
-- ==
-- entry: own_rows
-- input { [0i64, 1i64] [[1u8, 2u8], [3u8, 4u8]] [5u8, 6u8] } output { [[10u8, 11u8], [12u8, 13u8]] [9u8, 9u8] }
def pairs_of [n] (is: [n]i64): [n]u8 =
  map (.a) (hist (\p q -> {a = p.a + q.a, b = q.b}) {a = 0u8, b = 0u32} n is
                 (replicate n {a = 9u8, b = 3u32}))
entry own_rows [n] [m] (is: [n]i64) (xs: [m][n]u8) (ys: [n]u8) =
  (map (\r -> map (\y -> reduce (\a b -> if b == 0 then a else b) 0 (pairs_of is)
                         + r[0] + y % 5) ys) xs,
   map (\y -> reduce u8.max 0 (pairs_of is) + y / 100) ys)

-- What is read by index, and what loops add up, is tiled as what maps and reductions say.
-- ==
-- entry: by_index
-- random input { [2][80][17]f32 [17][2][81]f32 }
-- random input { [3][16][1]f32 [1][3][128]f32 }
-- random input { [1][0][3]f32 [3][1][5]f32 }
entry by_index [z][n][k][m] (a: [z][n][k]f32) (b: [k][z][m]f32): [z][n][m]f32 =
  tabulate_3d z n m (\h i j -> f32.sum (tabulate k (\l -> a[h, i, l] * b[l, h, j])))
-- ==
-- entry: by_slices
-- random input { [17][80]i32 [97][17]i32 }
-- random input { [0][80]i32 [97][0]i32 }
entry by_slices [n][k][m] (a: [k][n]i32) (b: [m][k]i32): [n][m]i32 =
  map (\i -> map (\j -> i32.maximum (map2 (\x y -> x / 2 + y / 2) a[:, i] b[j])) (iota m)) (iota n)
-- ==
-- entry: by_loop
-- random input { [33][17]f64 [17][31]f64 }
-- random input { [1][0]f64 [0][129]f64 }
entry by_loop [n][k][m] (a: [n][k]f64) (b: [k][m]f64): [n][m]f64 =
  tabulate_2d n m (\i j -> loop s = 0 for l < k do s + a[i, l] * b[l, j])
-- ==
-- entry: pull
-- random input { [257]f32 [257]f32 }
-- random input { [1]f32 [1]f32 }
entry pull [n] (xs: [n]f32) (ms: [n]f32): ([n]f32, [n]f32) =
  unzip (tabulate n (\i -> loop (s, t) = (0, 1) for j < n do
    let d = xs[j] - xs[i]
    in (s + ms[j] * d, f32.max t (f32.abs d))))

-- Elements of 8 and 2 bytes, whose tiles have other depths.
-- ==
-- entry: doubles
-- random input { [127][7]f64 [7][129]f64 }
-- random input { [128][8]f64 [8][128]f64 }
-- random input { [129][9]f64 [9][127]f64 }
-- random input { [131][17]f64 [17][67]f64 }
entry doubles [n][k][m] (a: [n][k]f64) (b: [k][m]f64): [n][m]f64 =
  map (\row -> map (\col -> f64.sum (map2 (*) row col)) (transpose b)) a
-- ==
-- entry: longs
-- random input { [40][8]i64 [8][41]i64 }
-- random input { [129][23]i64 [23][127]i64 }
entry longs [n][k][m] (a: [n][k]i64) (b: [k][m]i64): [n][m]i64 =
  map (\row -> map (\col -> i64.sum (map2 (*) row col)) (transpose b)) a
-- ==
-- entry: halves
-- random input { [40][16]i16 [16][41]i16 }
-- random input { [129][31]i16 [31][136]i16 }
entry halves [n][k][m] (a: [n][k]i16) (b: [k][m]i16): [n][m]i16 =
  map (\row -> map (\col -> i16.sum (map2 (*) row col)) (transpose b)) a
-- Elements of its own for each result, before and behind the column.
-- ==
-- entry: with_elements
-- random input { [129][17]f32 [17][67]f32 [129][67]f32 [67][129]f32 }
-- random input { [3][17]f32 [17][5]f32 [3][5]f32 [5][3]f32 }
entry with_elements [n][k][m] (a: [n][k]f32) (b: [k][m]f32) (c: [n][m]f32) (d: [m][n]f32): [n][m]f32 =
  map3 (\r cs ds -> map3 (\x col y -> x + f32.sum (map2 (*) r col) - y) cs (transpose b) ds) a c (transpose d)

-- Distances: what follows a sum is done where the sum is.
-- ==
-- entry: apart
-- random input { [65][33]f32 [67][33]f32 }
-- random input { [63][37]f32 [64][37]f32 }
-- random input { [1][40]f32 [1][40]f32 }
-- random input { [61][79]f32 [3][79]f32 }
-- random input { [17][7]f32 [16][7]f32 }
-- random input { [0][40]f32 [5][40]f32 }
-- random input { [5][0]f32 [6][0]f32 }
entry apart [n] [m] [d] (xs: [n][d]f32) (ys: [m][d]f32): [n][m]f32 =
  map (\x -> map (\y -> f32.sqrt (f32.sum (map2 (\a b -> (a - b) * (a - b)) x y))) ys) xs

-- A contraction: each operand lacks two of the four levels, and the tiles lie strewn either way.
-- ==
-- entry: contraction
-- input { [[[1,2],[3,4],[5,6]],[[7,8],[9,1],[2,3]]] [[[1],[4]],[[2],[3]]] }
-- output { [[[[29, 39, 13]], [[23, 33, 16]]], [[[34, 8, 18]], [[28, 11, 21]]]] }
-- random input { [33][9][35]i32 [5][33][31]i32 }
-- random input { [2][65][64]i32 [3][2][33]i32 }
-- random input { [0][5][4]i32 [3][0][2]i32 }
entry contraction [q][a][i][b][j] (xsss: [q][a][i]i32) (ysss: [b][q][j]i32): [i][b][j][a]i32 =
  tabulate_3d i b j (\i b j ->
    tabulate a (\a -> map2 (*) xsss[:, a, i] ysss[b, :, j] |> i32.sum))
