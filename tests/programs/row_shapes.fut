-- Reductions of rows of many shapes, each by the kernel that its length asks for.

-- ==
-- entry: sums
-- random input { [0][5]i32 } auto output
-- random input { [5][0]i32 } auto output
-- random input { [1][1]i32 } auto output
-- random input { [31][33]i32 } auto output
-- random input { [257][3]i32 } auto output
-- random input { [3][1025]i32 } auto output
-- random input { [1][20003]i32 } auto output
-- random input { [2049][1]i32 } auto output
entry sums [n] [m] (xss: [n][m]i32): [n]i32 = map i32.sum xss

-- ==
-- entry: composed
-- random input { [0][5]i32 } auto output
-- random input { [5][0]i32 } auto output
-- random input { [1][1]i32 } auto output
-- random input { [31][33]i32 } auto output
-- random input { [257][3]i32 } auto output
-- random input { [3][1025]i32 } auto output
-- random input { [1][20003]i32 } auto output
-- random input { [2049][1]i32 } auto output
entry composed [n] [m] (xss: [n][m]i32): [n](i32, i32) =
  map (\xs -> reduce (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (map (\x -> (2 * x + 1, x)) xs)) xss

-- ==
-- entry: one
-- random input { [0]i32 } auto output
-- random input { [1]i32 } auto output
-- random input { [1025]i32 } auto output
-- random input { [20003]i32 } auto output
entry one [n] (xs: [n]i32): (i32, i32) =
  reduce (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (map (\x -> (2 * x + 1, x)) xs)

-- ==
-- entry: beside
-- random input { [33][31]i32 } auto output
-- random input { [3][1300]i32 } auto output
-- random input { [0][7]i32 } auto output
entry beside [n] [m] (xss: [n][m]i32): ([n](i32, i32), [n][m]i32) =
  unzip (map (\xs -> let ys = map (\x -> 2 * x + 1) xs
                     in (reduce (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (zip ys xs), ys)) xss)

-- ==
-- entry: beside_one
-- random input { [1]i32 } auto output
-- random input { [4097]i32 } auto output
entry beside_one [n] (xs: [n]i32): ((i32, i32), [n]i32) =
  let ys = map (\x -> 2 * x + 1) xs in (reduce (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (zip ys xs), ys)

-- ==
-- entry: columns
-- random input { [33][31]i32 } auto output
-- random input { [2][1300]i32 } auto output
-- random input { [4097][1]i32 } auto output
entry columns [n] [m] (xss: [n][m]i32): [m]i32 = map i32.sum (transpose xss)

-- ==
-- entry: cube
-- random input { [3][5][7]i32 } auto output
-- random input { [3][2][1300]i32 } auto output
-- random input { [0][2][5]i32 } auto output
entry cube [n] [m] [k] (xsss: [n][m][k]i32): [n][m](i32, i32) =
  map (map (\xs -> reduce (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (zip xs xs))) xsss

-- ==
-- entry: least
-- random input { [31][33]i32 } auto output
-- random input { [2][3000]i32 } auto output
-- random input { [4][0]i32 } auto output
entry least [n] [m] (xss: [n][m]i32): [n](i32, i64) =
  map (\xs -> reduce (\(a, i) (b, j) -> if a < b || (a == b && i < j) then (a, i) else (b, j))
                     (i32.highest, i64.highest) (zip xs (iota m))) xss

-- ==
-- entry: scaled
-- random input { [31][33]i32 [31]i32 [33]i32 } auto output
-- random input { [3][1300]i32 [3]i32 [1300]i32 } auto output
entry scaled [n] [m] (xss: [n][m]i32) (s: [n]i32) (v: [m]i32): [n]i32 =
  map2 (\xs c -> i32.sum (map2 (\x y -> c * x * y) xs v)) xss s

-- Each thread has an array of its own.
def looped (k: i64) (x: i32): i32 =
  let ys = loop ys = replicate k x for i < k - 1 do ys with [i + 1] = ys[i] + x
  in ys[k / 2]

-- ==
-- entry: strided
-- random input { [31][33]i32 } auto output
-- random input { [2][1300]i32 } auto output
entry strided [n] [m] (xss: [n][m]i32): [n](i32, i32) =
  map (\xs -> (i32.sum (map (looped 80) xs), i32.maximum (map (looped (n + 3)) xs))) xss

-- ==
-- entry: strided_in_order
-- random input { [31][33]i32 } auto output
-- random input { [2][1300]i32 } auto output
entry strided_in_order [n] [m] (xss: [n][m]i32): [n](i32, i32) =
  map (\xs -> reduce (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (map (\x -> (2 * looped 80 x + 1, x)) xs)) xss

-- The operator can fail: it is applied to what lies side by side only.
-- ==
-- entry: adjacent
-- input { 33i64 [1i32, 2i32, 3i32] } auto output
-- input { 1300i64 [1i32, 2i32, 3i32] } auto output
-- input { 5000i64 [1i32] } auto output
entry adjacent [n] (m: i64) (z: [n]i32): [n](i64, i64) =
  map (\_ -> reduce (\(a, b) (c, d) -> if a == -1 then (c, d) else if c == -1 then (a, b)
                                       else (a, assert (b == c) d))
                    (-1, -1) (map (\i -> (i, i + 1)) (iota m))) z

-- Columns of what lies in memory: neighbouring threads read neighbouring columns.
-- ==
-- entry: column_folds columns_in_order column_numbers
-- random input { [0][5]i32 } auto output
-- random input { [5][0]i32 } auto output
-- random input { [1][1]i32 } auto output
-- random input { [3][300]i32 } auto output
-- random input { [5001][7]i32 } auto output
-- random input { [33][65]i32 } auto output
-- random input { [9001][33]i32 } auto output
-- random input { [20003][1]i32 } auto output
entry column_folds [n] [m] (xss: [n][m]i32): [m](i32, i32) =
  map (\xs -> (i32.sum xs, i32.maximum xs)) (transpose xss)

entry columns_in_order [n] [m] (xss: [n][m]i32): [m](i32, i32) =
  map (\xs -> reduce (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (map (\x -> (2 * x + 1, x)) xs))
      (transpose xss)

entry column_numbers [n] [m] (xss: [n][m]i32): [m]i64 =
  map (\j -> reduce (+) 0 (map (\i -> i64.i32 xss[i, j] * i + j) (iota n))) (iota m)

-- Three dimensions: the middle one is folded.
-- ==
-- entry: middle_folds
-- random input { [3][1300][5]i32 } auto output
-- random input { [5][3][33]i32 } auto output
-- random input { [2][0][3]i32 } auto output
entry middle_folds [n] [m] [k] (xsss: [n][m][k]i32): [n][k]i32 =
  map (\xss -> map i32.sum (transpose xss)) xsss

-- ==
-- entry: columns_adjacent
-- input { 33i64 [1i32, 2i32, 3i32] } auto output
-- input { 5000i64 [1i32, 2i32] } auto output
entry columns_adjacent [k] (n: i64) (z: [k]i32): [k]i64 =
  let places = tabulate_2d n k (\i j -> i + j)
  in map (\ps -> (reduce (\(a, b) (c, d) -> if a == -1 then (c, d) else if c == -1 then (a, b)
                                            else (a, assert (b == c) d))
                         (-1, -1) (map (\p -> (p, p + 1)) ps)).1)
         (transpose places)

-- That a kernel has a row says nothing of how many rows there are.
-- ==
-- entry: first_of_sums
-- input { empty([0][3]i32) [1i32] } error: ndex \[0\] out of bounds
-- input { [[1i32, 2i32], [3i32, 4i32]] [5i32] } output { 8i32 }
entry first_of_sums [n] [m] [k] (xss: [n][m]i32) (ys: [k]i32): i32 =
  let sums = map i32.sum xss
  in sums[0] + ys[0]

-- ==
-- entry: first_of_columns
-- input { empty([3][0]i32) [1i32] } error: ndex \[0\] out of bounds
-- input { [[1i32, 2i32], [3i32, 4i32]] [5i32] } output { 9i32 }
entry first_of_columns [n] [m] [k] (xss: [n][m]i32) (ys: [k]i32): i32 =
  let sums = map i32.sum (transpose xss)
  in sums[0] + ys[0]

-- Rows that have no elements are folded, too: nothing writes them.
-- ==
-- entry: fold_of_nothing
-- input { empty([0]i32) } error: out of bounds
entry fold_of_nothing (xs: []i32) = reduce (\a b -> map2 (+) a (map (+ b[0]) b)) [] [xs]
