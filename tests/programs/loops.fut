-- Loops that update arrays, as a C programmer writes them: maps, reductions, scans and histograms.

-- A[j, i] = A[j, i] + 3 (PMPH notes, figure 27 a)
-- ==
-- entry: add_three
-- input { [[1, 2], [3, 4]] } output { [[4, 5], [6, 7]] }
-- input { empty([0][0]i32) } output { empty([0][0]i32) }
entry add_three [n] (a: *[n][n]i32): *[n][n]i32 =
  loop a for i < n do loop a for j < n do a with [j, i] = a[j, i] + 3

-- A[i, j] = A[i - 1, j + 1] (figure 27 c): the loop over j is parallel
-- ==
-- entry: diagonal
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] } output { [[1, 2, 3], [3, 4, 6], [5, 7, 9]] }
-- input { [[1]] } output { [[1]] }
entry diagonal [n] (a: *[n][n]i32): *[n][n]i32 =
  loop a for i in 1..<n do loop a for j < n - 1 do a with [i, j] = a[i - 1, j + 1] + 1

-- A matrix product by three loops
-- ==
-- entry: product
-- input { [[1, 2], [3, 4]] [[1, 0], [2, 1]] } output { [[5, 2], [11, 4]] }
entry product [n] [m] [p] (a: [n][p]i32) (b: [p][m]i32): [n][m]i32 =
  loop c = replicate n (replicate m 0) for i < n do
    loop c for j < m do
      loop c for k < p do c with [i, j] = c[i, j] + a[i, k] * b[k, j]

-- Reads of what a later iteration writes (WAR)
-- ==
-- entry: rotate
-- input { [1, 2, 3, 4] } output { [2, 3, 4, 1] }
-- input { [5] } output { [5] }
entry rotate [n] (a: *[n]i32): *[n]i32 =
  let t = a[0]
  let a = loop a for i < n - 1 do a with [i] = a[i + 1]
  in a with [n - 1] = t

-- ==
-- entry: total
-- input { [1, 2, 3] } output { 18 }
-- input { empty([0]i32) } output { 6 }
entry total [n] (xs: [n]i32): i32 = loop s = 6 for i < n do s + 2 * xs[i]

-- ==
-- entry: total_of_cases
-- input { [1, 2, 3, -4] } output { 12 }
entry total_of_cases [n] (xs: [n]i32): i32 =
  loop s = 6 for i < n do
    if xs[i] >= 2 then s + xs[i] else if xs[i] > 0 then s + 1 else s

-- ==
-- entry: sum_and_most
-- input { [1, 5, 3] } output { 9 5 }
entry sum_and_most [n] (xs: [n]i32): (i32, i32) =
  loop (s, m) = (0, -1) for i < n do (s + xs[i], i32.max m xs[i])

-- ==
-- entry: prefix_sums
-- input { [1, 2, 3, 4] } output { [1, 3, 6, 10] }
-- input { [7] } output { [7] }
entry prefix_sums [n] (b: [n]i32): [n]i32 =
  let a = copy b
  in loop a for i in 1..<n do a with [i] = a[i - 1] + b[i]

-- ==
-- entry: running_sums
-- input { [1, 2, 3, 4] } output { [6, 8, 11, 15] }
entry running_sums [n] (b: [n]i32): [n]i32 =
  (loop (s, a) = (5, replicate n 0) for i < n do
     let s = s + b[i] in (s, a with [i] = s)).1

-- ==
-- entry: histogram
-- input { [0, 0, 0] [1i64, 2i64, 1i64] } output { [0, 4, 2] }
-- input { [0, 0, 0] [1i64, 3i64] } error: out of bounds
entry histogram [n] [m] (a: *[m]i32) (b: [n]i64): *[m]i32 =
  loop a for i < n do let k = b[i] in a with [k] = a[k] + 2

-- Jacobi: the inner loop is parallel, the outer one is not
-- ==
-- entry: jacobi
-- input { 2i64 [0, 3, 6, 9, 0] } output { [0, 3, 4, 3, 0] }
entry jacobi [n] (steps: i64) (a: [n]i32): [n]i32 =
  loop a = copy a for _t < steps do
    loop b = copy a for i in 1..<n - 1 do b with [i] = (a[i - 1] + a[i] + a[i + 1]) / 3

-- A sparse matrix, in CSR, times a vector
-- ==
-- entry: spmv
-- input { [0i64, 2i64, 3i64] [0i64, 1i64, 1i64] [5, 6, 7] [1, 2] } output { [17, 14] }
entry spmv [n] [m] [k] (start: [n]i64) (column: [k]i64) (value: [k]i32) (x: [m]i32): []i32 =
  loop y = replicate (n - 1) 0 for i < n - 1 do
    y with [i] = loop s = 0 for j in start[i]..<start[i + 1] do s + value[j] * x[column[j]]

-- An earlier element is read at a distance of two: it stays a loop
-- ==
-- entry: every_second
-- input { [1, 2, 3, 4, 5] } output { [1, 2, 4, 6, 9] }
entry every_second [n] (a: *[n]i32): *[n]i32 =
  loop a for i in 2..<n do a with [i] = a[i - 2] + a[i]

-- Fibonacci: no operator is known
-- ==
-- entry: fibonacci
-- input { 10i64 } output { 55i64 }
entry fibonacci (n: i64): i64 = (loop (a, b) = (0, 1) for _i < n do (b, a + b)).0

-- What was written is read again in the same iteration.
-- ==
-- entry: written_and_read
-- input { [1, 2, 3] } output { [4, 6, 8] }
-- input { empty([0]i32) } output { empty([0]i32) }
entry written_and_read [n] (xs: [n]i32): [n]i32 =
  loop a = copy xs for i < n do
    let b = a with [i] = a[i] + 1
    in b with [i] = b[i] * 2

-- One case writes, the other leaves what was there.
-- ==
-- entry: written_in_case
-- input { [1, 5, 3, 9] } output { [1, 0, 3, 0] }
-- input { empty([0]i32) } output { empty([0]i32) }
entry written_in_case [n] (xs: [n]i32): [n]i32 =
  loop a = copy xs for i < n do if xs[i] > 3 then a with [i] = 0 else a
