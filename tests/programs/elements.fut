-- Elements of arrays as scalars: the host checks an index that it knows, an element is read where
-- it is used or copied, and what one thread does is one kernel.
-- ==
-- entry: normalise
-- input { [2f32, 4f32, 8f32] } output { [1f32, 2f32, 4f32] }
-- input { empty([0]f32) } error: Index

-- ==
-- entry: ends
-- input { [2f32, 4f32, 8f32] } output { 6f32 }
-- input { empty([0]f32) } error: Index

-- ==
-- entry: at
-- input { [[1i32, 2i32], [3i32, 4i32]] 1i64 0i64 } output { 3i32 }
-- input { [[1i32, 2i32], [3i32, 4i32]] 1i64 2i64 }
-- error: Index

-- ==
-- entry: corners
-- input { [1i32, 2i32] [3i64, 4i64] } output { 1i32 4i64 }

-- ==
-- entry: indirect
-- input { [2i64, 0i64, 1i64] } output { 1i64 }
-- input { [3i64, 0i64, 1i64] } error: Index

-- ==
-- entry: add_chosen
-- input { [2i64, 0i64, 1i64] 1i64 } output { [6i64, 4i64, 5i64] }
-- input { [2i64, 0i64, 1i64] 4i64 } error: Index

-- ==
-- entry: swap
-- input { [1i32, 2i32, 3i32] 0i64 2i64 } output { [3i32, 2i32, 1i32] }
-- input { [1i32, 2i32, 3i32] 1i64 1i64 } output { [1i32, 2i32, 3i32] }
-- input { [1i32, 2i32, 3i32] 0i64 3i64 } error: Index

-- ==
-- entry: last_sum
-- input { [1i32, 2i32, 3i32] } output { [1i32, 3i32, 6i32] 6i32 }
-- input { empty([0]i32) } error: Index

-- ==
-- entry: solve
-- input { [[2f64, 0f64, 0f64], [1f64, 1f64, 0f64], [3f64, 2f64, 4f64]] [2f64, 3f64, 15f64] }
-- output { [1f64, 2f64, 2f64] }

-- ==
-- entry: counted
-- input { [5i64, 7i64, 9i64] 4i64 } output { [5i64, 11i64, 9i64] 3i64 }

-- ==
-- entry: mean_of_first
-- input { [[1f64, 3f64], [5f64, 5f64]] } output { 2f64 [3f64, 5f64] }

entry normalise [n] (xs: [n]f32): [n]f32 = let a = xs[0] in map (/ a) xs

entry ends [n] (xs: [n]f32): f32 = xs[n - 1] - xs[0]

entry at [n][m] (a: [n][m]i32) (i: i64) (j: i64): i32 = a[i, j]

entry corners [n] (a: [n]i32) (b: [n]i64): (i32, i64) = (a[0], b[n - 1])

entry indirect [n] (a: [n]i64): i64 = a[a[0]]

entry add_chosen [n] (a: [n]i64) (i: i64): [n]i64 = let j = a[i] in map (+ a[j] * 2) a

entry swap [n] (a: *[n]i32) (i: i64) (j: i64): *[n]i32 =
  let x = a[i]
  let y = a[j]
  let a[i] = y
  let a[j] = x
  in a

entry last_sum [n] (a: [n]i32): ([n]i32, i32) = let s = scan (+) 0 a in (s, last s)

-- Forward substitution: the element that is read is changed by the kernel that uses it.
entry solve [n] (l: [n][n]f64) (b: [n]f64): [n]f64 =
  loop x = copy b for i < n do
    let xi = x[i] / l[i, i]
    in map2 (\j v -> if j == i then xi else if j > i then v - l[j, i] * xi else v) (iota n) x

-- An element that is changed after it was read.
entry counted [n] (a: *[n]i64) (k: i64): (*[n]i64, i64) =
  let i = k - 3
  let old = a[i]
  let a[i] = old + k
  in (a, old - k)

entry mean_of_first [n][m] (a: [n][m]f64): (f64, [n]f64) =
  let mean = f64.sum a[0] / f64.i64 m
  in (mean, map (\row -> row[m - 1]) a)
