-- Arrays that go from round to round, and views of rows, without a copy.

-- ==
-- entry: swap
-- input { 0i32 [1i64,0i64,2i64] [1,2,3] [10,20,30] }
-- output { [1,2,3] [10,20,30] }
-- input { 1i32 [1i64,0i64,2i64] [1,2,3] [10,20,30] }
-- output { [3,2,4] [1,2,3] }
-- input { 5i32 [1i64,0i64,2i64] [1,2,3] [10,20,30] }
-- output { [7,6,8] [5,6,7] }
-- input { 4i32 empty([0]i64) empty([0]i32) empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) }
entry swap [n] (k: i32) (is: [n]i64) (xs: *[n]i32) (ys: *[n]i32): ([n]i32, [n]i32) =
  loop (a: *[n]i32, b: *[n]i32) = (xs, ys) for _i < k do (scatter b is (map (+ 1) a), a)

-- ==
-- entry: turn_three
-- input { 4i32 [1,2,3] [10,20,30] [7,8,9] }
-- output { [3, 8, 11] [8, 2, 3] [11, 20, 8] }
entry turn_three [n] (k: i32) (xs: *[n]i32) (ys: *[n]i32) (zs: *[n]i32): ([n]i32, [n]i32, [n]i32) =
  loop (a: *[n]i32, b: *[n]i32, c: *[n]i32) = (xs, ys, zs) for i < k do
    let s = a[0]
    let b' = b with [0] = s + i
    let c' = c with [n - 1] = b'[0]
    in (c', a, b')

-- ==
-- entry: swap_rows
-- input { 3i32 [1i64,0i64,2i64] [[1,2,3],[10,20,30]] }
-- output { [[5, 4, 6], [23, 13, 33]] }
-- input { 0i32 [1i64,0i64,2i64] [[1,2,3],[10,20,30]] }
-- output { [[1,2,3],[10,20,30]] }
-- input { 2i32 empty([0]i64) empty([2][0]i32) }
-- output { empty([2][0]i32) }
-- input { 2i32 empty([0]i64) empty([0][0]i32) }
-- output { empty([0][0]i32) }
entry swap_rows [m] [n] (k: i32) (is: [n]i64) (xss: [m][n]i32): [m][n]i32 =
  map (\xs -> (loop (a: *[n]i32, b: *[n]i32) = (copy xs, copy xs) for _i < k do
                 (scatter b is (map (+ 1) a), a)).0) xss

-- ==
-- entry: columns_set
-- input { 2i64 [[[1,2,3],[4,5,6],[7,8,9]],[[9,8,7],[6,5,4],[3,2,1]]] }
-- output { [[[1,1,3],[1,1,6],[1,1,9]],[[1,1,7],[1,1,4],[1,1,1]]] }
-- input { 0i64 [[[1]]] } output { [[[1]]] }
entry columns_set [q] [n] (k: i64) (xsss: [q][n][n]i32): [q][n][n]i32 =
  map (\xss -> loop xss = copy xss for i < k do
                 scatter_2d xss (map (\j -> (j, i)) (iota n)) (replicate n 1)) xsss

-- ==
-- entry: beside
-- input { [1,2,3] 7 [0i64,1i64,2i64] } output { [1,1,4] }
-- input { [1,2,3] 7 [3i64] } error: out of bounds
-- input { [1,2,3] 7 [-1i64] } error: out of bounds
-- input { empty([0]i32) 7 empty([0]i64) } output { empty([0]i32) }
entry beside [n] [m] (xs: [n]i32) (y: i32) (is: [m]i64): [m]i32 =
  map (\i -> let e = xs ++ [y] in e[i + 1] - e[i]) is

-- ==
-- entry: gathered
-- input { [1,2,3] [2i64,0i64] } output { [7,3] }
-- input { [1,2,3] [3i64] } error: out of bounds
entry gathered [n] [m] (xs: [n]i32) (is: [m]i64): [m]i32 =
  let ys = map (\x -> 2 * x + 1) xs in map (\i -> ys[i]) is

-- ==
-- entry: turned
-- input { 2i64 3i64 [1,2,3,4,5,6] } output { [[1,4],[2,5],[3,6]] }
-- input { 0i64 3i64 empty([0]i32) } output { empty([3][0]i32) }
entry turned (n: i64) (m: i64) (xs: [n*m]i32): [m][n]i32 = transpose (unflatten xs)

-- ==
-- entry: turned_part
-- input { 2i64 3i64 [1,2,3,4,5,6,7,8] } output { [[3,6],[4,7],[5,8]] }
entry turned_part (n: i64) (m: i64) (xs: []i32): [m][n]i32 = transpose (unflatten (xs[2:] :> [n*m]i32))

-- ==
-- entry: halves
-- input { [[1,2,3,4,5],[6,7,8,9,10]] } output { [[2,3,6,8,10],[7,8,16,18,20]] }
-- input { empty([2][0]i32) } output { empty([2][0]i32) }
-- input { empty([0][3]i32) } output { empty([0][3]i32) }
-- input { [[1]] } output { [[2]] }
entry halves [n] [m] (xss: [n][m]i32): [n][m]i32 =
  map (\xs -> let h = m / 2 in (map (+ 1) (xs[:h]) ++ map (* 2) (xs[h:]) :> [m]i32)) xss
