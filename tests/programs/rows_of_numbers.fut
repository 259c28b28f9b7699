-- Reductions and scans of rows of few numbers: small matrices, points, boxes, a row beside
-- numbers; operators written out, and with maps, folds and transpositions in them.

def mul [k] (a: [k][k]i32) (b: [k][k]i32): [k][k]i32 =
  map (\r -> map (\c -> i32.sum (map2 (*) r c)) (transpose b)) a

-- ==
-- entry: products
-- input { [[[1, 2], [3, 4]], [[0, 1], [1, 0]], [[2, 0], [1, 3]]] }
-- output { [[[1, 2], [3, 4]], [[2, 1], [4, 3]], [[5, 3], [11, 9]]] }
-- input { empty([0][2][2]i32) }
-- output { empty([0][2][2]i32) }
-- random input { [1][2][2]i32 }
-- random input { [31][2][2]i32 }
-- random input { [32][2][2]i32 }
-- random input { [33][2][2]i32 }
-- random input { [255][2][2]i32 }
-- random input { [257][2][2]i32 }
-- random input { [20003][2][2]i32 }
entry products [n] (ms: [n][2][2]i32): [n][2][2]i32 = scan mul [[1, 0], [0, 1]] ms

-- ==
-- entry: product
-- input { [[[1, 2], [3, 4]], [[0, 1], [1, 0]], [[2, 0], [1, 3]]] }
-- output { [[5, 3], [11, 9]] }
-- input { empty([0][2][2]i32) }
-- output { [[1, 0], [0, 1]] }
-- random input { [33][2][2]i32 }
-- random input { [257][2][2]i32 }
-- random input { [20003][2][2]i32 }
entry product [n] (ms: [n][2][2]i32): [2][2]i32 = reduce mul [[1, 0], [0, 1]] ms

-- A matrix of each element: Fibonacci's numbers, of which one place is read.
-- ==
-- entry: fibonacci
-- input { 8i64 }
-- output { [1i64, 1i64, 2i64, 3i64, 5i64, 8i64, 13i64, 21i64] }
-- input { 0i64 }
-- output { empty([0]i64) }
entry fibonacci (n: i64): [n]i64 =
  let step (a: [2][2]i64) (b: [2][2]i64) =
    [[a[0, 0] * b[0, 0] + a[0, 1] * b[1, 0], a[0, 0] * b[0, 1] + a[0, 1] * b[1, 1]],
     [a[1, 0] * b[0, 0] + a[1, 1] * b[1, 0], a[1, 0] * b[0, 1] + a[1, 1] * b[1, 1]]]
  in map (\m -> m[0, 1]) (scan step [[1, 0], [0, 1]] (replicate n [[1, 1], [1, 0]]))

-- Recurrences x = a x + b y + c and y = b x + a y + 1 as 3 by 3 matrices.
-- ==
-- entry: recurrences
-- input { [1, 2, 3] [4, 5, 6] [7, 8, 9] }
-- output { [7, 27, 318] [1, 38, 277] }
-- random input { [257]i32 [257]i32 [257]i32 }
-- random input { [5000]i32 [5000]i32 [5000]i32 }
entry recurrences [n] (a: [n]i32) (b: [n]i32) (c: [n]i32): ([n]i32, [n]i32) =
  let step (m: [3][3]i32) (l: [3][3]i32) = mul l m
  let ms = map3 (\a b c -> [[a, b, c], [b, a, 1], [0, 0, 1]]) a b c
  let ps = scan step [[1, 0, 0], [0, 1, 0], [0, 0, 1]] ms
  in (map (\p -> p[0, 2]) ps, map (\p -> p[1, 2]) ps)

-- The box around points, and how many there are: rows beside a number.
-- ==
-- entry: box
-- input { [[1, 5], [3, -2], [0, 4]] }
-- output { [0, -2] [3, 5] 3i64 }
-- input { empty([0][2]i32) }
-- output { [2147483647, 2147483647] [-2147483648, -2147483648] 0i64 }
-- random input { [1000][2]i32 }
-- random input { [20003][2]i32 }
entry box [n] (ps: [n][2]i32): ([2]i32, [2]i32, i64) =
  reduce (\(a, b, m) (c, d, n) -> (map2 i32.min a c, map2 i32.max b d, m + n))
         (replicate 2 i32.highest, replicate 2 i32.lowest, 0) (map (\p -> (p, p, 1)) ps)

-- Products of polynomials, up to the square, whose operator has loops that change an array.
-- ==
-- entry: polynomials
-- input { [[1, 1, 0], [2, 0, 1], [1, 1, 1]] }
-- output { [[1, 1, 0], [2, 2, 1], [2, 4, 5]] }
-- random input { [300][3]i32 }
entry polynomials [n] (ps: [n][3]i32): [n][3]i32 =
  scan (\a b -> loop c = [0, 0, 0] for i < 3 do
                  loop c for j < 3 - i do c with [i + j] = c[i + j] + a[i] * b[j])
       [1, 0, 0] ps

-- The largest, and what its second numbers come to: a choice between rows.
-- ==
-- entry: largest
-- input { [[3, 1], [5, 2], [4, 9], [5, 7]] }
-- output { [5, 9] }
-- input { empty([0][2]i32) }
-- output { [-2147483648, 0] }
-- random input { [1000][2]i32 }
-- random input { [20003][2]i32 }
entry largest [n] (ps: [n][2]i32): [2]i32 =
  reduce (\a b -> if a[0] > b[0] then a else if a[0] < b[0] then b else [a[0], a[1] + b[1]])
         [i32.lowest, 0] (map (\p -> [p[0] % 100, p[1]]) ps)

-- Within a nest, and rows that are more numbers than an operator takes at once.
-- ==
-- entry: of_rows
-- input { [[[[1, 2], [3, 4]], [[0, 1], [1, 0]]], [[[2, 0], [1, 3]], [[1, 1], [0, 1]]]] }
-- output { [[[2, 1], [4, 3]], [[2, 2], [1, 4]]] }
-- random input { [7][33][2][2]i32 }
-- random input { [300][5][2][2]i32 }
-- random input { [2][3000][2][2]i32 }
entry of_rows [n][m] (mss: [n][m][2][2]i32): [n][2][2]i32 = map (reduce mul [[1, 0], [0, 1]]) mss

-- ==
-- entry: scans_of_rows
-- random input { [7][33][2][2]i32 }
-- random input { [300][5][2][2]i32 }
-- random input { [2][5000][2][2]i32 }
entry scans_of_rows [n][m] (mss: [n][m][2][2]i32): [n][m][2][2]i32 = map (scan mul [[1, 0], [0, 1]]) mss

-- ==
-- entry: large
-- random input { [40][5][5]i32 }
entry large [n] (ms: [n][5][5]i32): [5][5]i32 =
  reduce mul (tabulate_2d 5 5 (\i j -> i32.bool (i == j))) ms
