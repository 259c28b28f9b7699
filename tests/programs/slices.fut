-- Indices and slices: strides, negative ones, of several dimensions.

-- ==
-- entry: index0
-- input { [1,2,3,4] 1i64 } output { 2i32 }
-- input { [1,2,3,4] 4i64 } error: out of bounds
-- input { [1,2,3,4] -1i64 } error: out of bounds
entry index0 [n] (a: [n]i32) (i: i64): i32 = a[i]

-- ==
-- entry: index1
-- input { [[1,2],[3,4]] 1i64 } output { [3i32, 4i32] }
-- input { [[1,2],[3,4]] 2i64 } error: Index \[2\] out of bounds for array of shape \[2\]\[2\]
entry index1 (a: [][]i32) (i: i64): []i32 = a[i]

-- ==
-- entry: index2
-- input { [[1,2],[3,4]] 1i64 0i64 } output { 3i32 }
-- input { [[1,2],[3,4]] 1i64 2i64 } error: Index \[1, 2\] out of bounds
entry index2 (a: [][]i32) (i: i64) (j: i64): i32 = a[i,j]

-- ==
-- entry: slice0
-- input { [1,2,3,4,5,6] }
-- output { [2i32, 3i32] [1i32, 2i32] [5i32, 6i32] [1i32, 2i32, 3i32, 4i32, 5i32, 6i32] [1i32,
--          3i32, 5i32] [6i32, 5i32, 4i32, 3i32, 2i32, 1i32] [6i32, 5i32, 4i32] [2i32, 5i32]
--          [5i32, 3i32] }
entry slice0 (a: []i32) = (a[1:3], a[:2], a[4:], a[:], a[::2], a[::-1], a[5:2:-1], a[1::3], a[4:0:-2])

-- ==
-- entry: slice1
-- input { [1,2,3,4,5] 1i64 3i64 } output { [2i32, 3i32] }
-- input { [1,2,3,4,5] 3i64 3i64 } output { empty([0]i32) }
-- input { [1,2,3,4,5] 4i64 3i64 } error: out of bounds
-- input { [1,2,3,4,5] 0i64 6i64 } error: out of bounds
-- input { [1,2,3,4,5] -1i64 3i64 } error: out of bounds
entry slice1 (a: []i32) (i: i64) (j: i64): []i32 = a[i:j]

-- ==
-- entry: slice3
-- input { [[1,2,3],[4,5,6],[7,8,9]] }
-- output { [4i32, 7i32] [2i32, 3i32] [[2i32, 3i32], [5i32, 6i32]] [[9i32, 8i32, 7i32], [6i32,
--          5i32, 4i32], [3i32, 2i32, 1i32]] [4i32, 5i32, 6i32] [3i32, 6i32, 9i32] [[4i32, 5i32,
--          6i32]] }
entry slice3 (a: [][]i32) = (a[1:,0], a[0,1:], a[:2,1:], a[::-1,::-1], a[1], a[:,2], a[1:2])

-- ==
-- entry: slice4
-- input { [[1,2,3],[4,5,6],[7,8,9]] } output { [7i32, 9i32] }
entry slice4 [n][m] (a: [n][m]i32) = map (\r -> r[1:m] ) a |> transpose |> map (\c -> reduce (+) 0 c[:n-1])

-- ==
-- entry: big_slices
-- input { [[[1,2],[3,4]],[[5,6],[7,8]]] }
-- output { [[1i32, 2i32], [3i32, 4i32]] [[1i32, 2i32], [5i32, 6i32]] [[2i32, 4i32], [6i32, 8i32]]
--          [5i32, 7i32] [[3i32, 4i32], [7i32, 8i32]] [[6i32], [2i32]] }
entry big_slices (a: [2][2][2]i32) = (a[0], a[:,0], a[:,:,1], a[1,:,0], a[:,1,:], a[::-1,0:1,1])

-- ==
-- entry: map_slice
-- input { [[1,2,3,4],[3,4,5,6]] }
-- output { [[2i32, 3i32], [4i32, 5i32]] [4i32, 8i32] [[4i32, 3i32, 2i32, 1i32], [6i32, 5i32,
--          4i32, 3i32]] [4i32, 6i32] [[1i32, 2i32], [3i32, 4i32]] [2i32, 4i32] }
entry map_slice [n] (xss: [n][4]i32) = (map (\xs -> xs[1:3]) xss, map (\xs -> i32.sum xs[::2]) xss, xss[:, ::-1], map last xss, map (take 2) xss, map (\xs -> (tail xs)[0]) xss)

-- ==
-- entry: map_index2
-- input { [[1,2],[3,4]] [1i64, 0i64] }
-- output { [[3i32, 4i32], [1i32, 2i32]] [2i32, 3i32] [3i32, 2i32] [3i32, 4i32] }
entry map_index2 [n] (xss: [n][n]i32) (is: [n]i64) = (map (\i -> xss[i]) is, map2 (\xs i -> xs[i]) xss is, map (\i -> xss[i, n - 1 - i]) is, xss[is[0]])

-- ==
-- entry: mixed_index
-- input { [1,2,3] 1i8 2i16 0i32 } output { 2i32 3i32 1i32 3i32 [2i32, 3i32] }
entry mixed_index (a: []i32) (i: i8) (j: i16) (k: i32) = (a[i], a[j], a[k], a[i + 1], a[i64.i8 i:])

-- ==
-- entry: oob_map
-- input { [1,2,3] [0i64,5i64] } error: out of bounds
-- input { [1,2,3] [0i64,2i64] } output { [1i32, 3i32] }
entry oob_map (xs: []i32) (is: []i64) = map (\i -> xs[i]) is

-- ==
-- entry: map_concat
-- input { [[1,2],[3,4]] }
-- output { [[1i32, 2i32, 0i32], [3i32, 4i32, 0i32]] [[1i32, 2i32, 1i32, 2i32], [3i32, 4i32, 3i32,
--          4i32]] [[2i32, 1i32], [4i32, 3i32]] [[3i32, 3i32], [7i32, 7i32]] }
entry map_concat [n][m] (xss: [n][m]i32) = (map (\xs -> xs ++ [0]) xss, map2 (++) xss xss, map (\xs -> rotate 1 xs) xss, map (\x -> replicate 2 (i32.sum x)) xss)

-- ==
-- entry: transp3
-- input { [[[1,2,3],[4,5,6]]] }
-- output { [[[1i32, 2i32, 3i32]], [[4i32, 5i32, 6i32]]] [[[1i32, 4i32], [2i32, 5i32], [3i32,
--          6i32]]] [[[1i32], [2i32], [3i32]], [[4i32], [5i32], [6i32]]] [[[1i32, 4i32]], [[2i32,
--          5i32]], [[3i32, 6i32]]] }
entry transp3 [a][b][c] (x: [a][b][c]i32) = (transpose x, map transpose x, map transpose (transpose x), transpose (map transpose x))

-- ==
-- entry: nested_maps
-- input { [[[1,2],[3,4]],[[5,6],[7,8]]] }
-- output { [[[2i32, 3i32], [4i32, 5i32]], [[6i32, 7i32], [8i32, 9i32]]] [[3i32, 7i32], [11i32,
--          15i32]] [[[1i32, 3i32], [3i32, 7i32]], [[5i32, 11i32], [7i32, 15i32]]] [[2i32, 4i32],
--          [6i32, 8i32]] }
entry nested_maps (x: [][][]i32) = (map (map (map (+1))) x, map (map i32.sum) x, map (map (scan (+) 0)) x, map (map (reduce i32.max i32.lowest)) x)

-- ==
-- entry: empty_dims2
-- input { empty([0][2]i32) empty([2][0]i32) }
-- output { empty([2][0]i32) empty([0][2]i32) empty([0]i32) [0i32, 0i32] empty([0]i32)
--          empty([0][2]i32) empty([2][0]i32) [0i32, 0i32] empty([0][2]i32) }
entry empty_dims2 [n][m] (a: [n][2]i32) (b: [2][m]i32) = (transpose a, transpose b, map i32.sum a, map i32.sum b, flatten b, a ++ a, map (map (+1)) b, reduce (map2 (+)) [0,0] a, scan (map2 (+)) [0,0] a)

-- ==
-- entry: empty1
-- input { empty([0][3]i32) }
-- output { empty([0]i32) empty([3][0]i32) empty([0][3]i32) empty([0]i32) 0i64 }
-- input { empty([3][0]i32) }
-- output { [0i32, 0i32, 0i32] empty([0][3]i32) empty([3][0]i32) empty([0]i32) 3i64 }
entry empty1 (xs: [][]i32) = (map (reduce (+) 0) xs, transpose xs, map (map (+1)) xs, flatten xs, length xs)

-- Steps that are known at run time only; ends that follow from their sign.
-- ==
-- entry: steps_of_any_sign
-- input { [1,2,3,4,5] 2i64 } output { [1i32, 3i32, 5i32] }
-- input { [1,2,3,4,5] -2i64 } output { [5i32, 3i32, 1i32] }
-- input { [1,2,3,4,5] 0i64 } error: out of bounds
-- input { [1,2,3,4,5] -1i64 } output { [5i32, 4i32, 3i32, 2i32, 1i32] }
-- input { [1,2,3,4,5] -7i64 } output { [5i32] }
-- input { empty([0]i32) 2i64 } output { empty([0]i32) }
-- input { empty([0]i32) -1i64 } output { empty([0]i32) }
entry steps_of_any_sign (xs: []i32) (k: i64) = xs[::k]
-- ==
-- entry: steps_from
-- input { [1,2,3,4,5] 1i64 2i64 } output { [2i32, 4i32] }
-- input { [1,2,3,4,5] 3i64 -2i64 } output { [4i32, 2i32] }
-- input { [1,2,3,4,5] 5i64 1i64 } output { empty([0]i32) }
-- input { [1,2,3,4,5] 5i64 -1i64 } error: out of bounds
-- input { [1,2,3,4,5] -1i64 -1i64 } output { empty([0]i32) }
entry steps_from (xs: []i32) (i: i64) (k: i64) = xs[i::k]
-- ==
-- entry: steps_to
-- input { [1,2,3,4,5] 4i64 2i64 } output { [1i32, 3i32] }
-- input { [1,2,3,4,5] 1i64 -2i64 } output { [5i32, 3i32] }
-- input { [1,2,3,4,5] 6i64 2i64 } output { [1i32, 3i32, 5i32] }
-- input { [1,2,3,4,5] 0i64 2i64 } output { empty([0]i32) }
entry steps_to (xs: []i32) (i: i64) (k: i64) = xs[:i:k]
-- ==
-- entry: steps_in_rows
-- input { [[1,2,3,4],[5,6,7,8]] 2i64 } output { [4i32, 12i32] }
-- input { [[1,2,3,4],[5,6,7,8]] -3i64 } output { [5i32, 13i32] }
entry steps_in_rows (xs: [][]i32) (k: i64) = map (\x -> i32.sum x[::k]) xs
-- The elements at even and at odd positions are as many as the program says.
-- ==
-- entry: sums_of_two
-- input { [1, 2, 3, 4, 5] }
-- output { [3, 7] }
-- input { empty([0]i32) }
-- output { empty([0]i32) }
-- input { [1] }
-- output { empty([0]i32) }
-- input { [4, 5] }
-- output { [9] }
entry sums_of_two [n] (xs: [n]i32): []i32 =
  let k = n / 2
  in map2 (+) (xs[0:2 * k:2] :> [k]i32) (xs[1:2 * k:2] :> [k]i32)
