-- Loops over arrays as they are written in C: which of them are parallel follows from the
-- directions of their dependences.

-- The loop over l carries c[i, j]: it goes inside.
-- ==
-- entry: product_outside product_between product_inside
-- input { [[1, 2], [3, 4]] [[5, 6], [7, 8]] } output { [[19, 22], [43, 50]] }
-- input { [[1], [2], [3]] [[4, 5]] } output { [[4, 5], [8, 10], [12, 15]] }
-- input { empty([2][0]i32) empty([0][1]i32) } output { [[0], [0]] }
entry product_outside [n][m][k] (a: [n][k]i32) (b: [k][m]i32): [n][m]i32 =
  loop c = replicate n (replicate m 0) for l < k do
    loop c = c for i < n do
      loop c = c for j < m do
        c with [i, j] = c[i, j] + a[i, l] * b[l, j]

entry product_between [n][m][k] (a: [n][k]i32) (b: [k][m]i32): [n][m]i32 =
  loop c = replicate n (replicate m 0) for i < n do
    loop c = c for l < k do
      let x = a[i, l]
      in loop c = c for j < m do
        c with [i, j] = c[i, j] + x * b[l, j]

entry product_inside [n][m][k] (a: [n][k]i32) (b: [k][m]i32): [n][m]i32 =
  loop c = replicate n (replicate m 7) for i < n do
    loop c = c for j < m do
      let c = c with [i, j] = 0
      in loop c = c for l < k do
        c with [i, j] = c[i, j] + a[i, l] * b[l, j]

-- Prefix sums in place: each row, and each column, is a scan.
-- ==
-- entry: rows_in_place
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[1, 3, 6], [4, 9, 15]] }
-- input { [[7], [8]] } output { [[7], [8]] }
-- input { empty([0][0]i32) } output { empty([0][0]i32) }
-- input { empty([2][0]i32) } error: Range
-- random input { [33][31]i32 }
entry rows_in_place [n][m] (a: [n][m]i32): [n][m]i32 =
  loop a = copy a for i < n do
    loop a = a for j in 1..<m do a with [i, j] = a[i, j - 1] + a[i, j]

-- ==
-- entry: columns_in_place
-- input { [[1, 2, 3], [4, 5, 6], [1, 1, 1]] } output { [[1, 2, 3], [5, 7, 9], [6, 8, 10]] }
-- input { [[7, 8]] } output { [[7, 8]] }
-- input { empty([0][0]i32) } output { empty([0][0]i32) }
-- random input { [33][31]i32 }
entry columns_in_place [n][m] (a: [n][m]i32): [n][m]i32 =
  loop a = copy a for i < n - 1 do
    loop a = a for j < m do a with [i + 1, j] = a[i, j] + a[i + 1, j]

-- The element before is what the iteration before wrote, the next one is still as it was.
-- ==
-- entry: sums_in_place
-- input { [3, 1, 4, 1] } output { [3, 4, 8, 9] }
-- input { [3] } output { [3] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- random input { [1000]i32 }
entry sums_in_place [n] (a: [n]i32): [n]i32 =
  loop a = copy a for i < n - 1 do a with [i + 1] = a[i] + a[i + 1]

-- What is read two places ahead of a sum was written by an iteration before: no scan.
-- ==
-- entry: sums_behind
-- random input { [33]i32 } auto output
entry sums_behind [n] (a: [n]i32): [n]i32 =
  loop a = copy a for i < n - 2 do a with [i + 2] = a[i + 1] + a[i] + a[i + 2] - a[i + 1] + a[i + 1] * i32.bool (i > 0)

-- The border stays: the case that updates is the first, or the second, or both are.
-- ==
-- entry: inner_first inner_second inner_both
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] } output { [[1, 2, 3], [4, 20, 6], [7, 8, 9]] }
-- input { [[1, 2]] } output { [[1, 2]] }
-- input { empty([0][2]i32) } output { empty([0][2]i32) }
entry inner_first [n][m] (a: [n][m]i32): [n][m]i32 =
  loop b = copy a for i < n do loop b = b for j < m do
    if i > 0 && i < n - 1 && j > 0 && j < m - 1
    then b with [i, j] = a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1] else b

entry inner_second [n][m] (a: [n][m]i32): [n][m]i32 =
  loop b = copy a for i < n do loop b = b for j < m do
    if i == 0 || i == n - 1 || j == 0 || j == m - 1
    then b else b with [i, j] = a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1]

entry inner_both [n][m] (a: [n][m]i32): [n][m]i32 =
  loop b = copy a for i < n do loop b = b for j < m do
    if i == 0 || i == n - 1 || j == 0 || j == m - 1
    then b with [i, j] = a[i, j]
    else b with [i, j] = a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1]

-- Each iteration fills an array of its own.
-- ==
-- entry: own_arrays
-- input { [[1, 2, 3], [4, 5, 6]] } auto output
-- input { empty([2][0]i32) } auto output
entry own_arrays [n][m] (a: [n][m]i32): [n]i32 =
  loop b = replicate n 0 for i < n do
    let t = copy a[i]
    let t = loop t = t for j < m - 1 do t with [j + 1] = t[j] * t[j + 1] - a[i, j]
    in b with [i] = (loop s = 0 for j < m do s + t[j])

-- What the outer loop reads before the inner one writes it.
-- ==
-- entry: before_first before_third
-- random input { [4][5]i32 }
-- random input { [1][5]i32 }
-- random input { [3][1]i32 }
entry before_first [n][m] (a: *[m][n]i32): [m][n]i32 =
  loop a for i < n - 1 do
    let x = a[0, i + 1]
    in loop a for j < m do a with [j, i + 1] = a[j, i] + x
entry before_third [n][m] (a: *[m][n]i32): [m][n]i32 =
  loop a for i < n - 1 do
    let x = if m > 2 then a[2, i + 1] else 3
    in loop a for j < m do a with [j, i + 1] = a[j, i] * 2 + x
-- ==
-- entry: beside
-- random input { [4][5]i32 [5]i32 }
-- random input { [1][5]i32 [5]i32 }
entry beside [n][m] (a: *[m][n]i32) (w: *[n]i32): ([m][n]i32, [n]i32) =
  loop (a, w) for i < n - 1 do
    let x = w[i]
    let a = loop a for j < m do a with [j, i + 1] = a[j, i] * 2 + x
    in (a, w with [i + 1] = w[i] + 1)
-- ==
-- entry: summed_on
-- random input { [4][5]i32 }
-- random input { [1][5]i32 }
entry summed_on [n][m] (a: *[m][n]i32): ([m][n]i32, i32) =
  loop (a, s) = (a, 0) for i < n - 1 do
    loop (a, s) for j < m do let y = a[j, i] in (a with [j, i + 1] = y * 2 + 1, s * 3 + y)
-- ==
-- entry: summed_apart
-- random input { [4][5]i32 }
entry summed_apart [n][m] (a: *[m][n]i32): ([m][n]i32, i32) =
  loop (a, s) = (a, 0) for i < n - 1 do
    let (a, t) = loop (a, t) = (a, 0) for j < m do let y = a[j, i] in (a with [j, i + 1] = y * 2 + 1, t + y)
    in (a, s * 2 + t)

-- Loops that exchange their arrays.
-- ==
-- entry: exchanged from_the_other replaced by_case
-- random input { 7i64 [5]i32 [5]i32 }
-- random input { 0i64 [3]i32 [3]i32 }
-- random input { 1i64 [3]i32 [3]i32 }
entry exchanged [n] (k: i64) (a: *[n]i32) (b: *[n]i32): ([n]i32, [n]i32) =
  loop (p, q): (*[n]i32, *[n]i32) = (a, b) for i < k do (q with [i % n] = q[i % n] + 1, p)
entry from_the_other [n] (k: i64) (a: *[n]i32) (b: *[n]i32): ([n]i32, [n]i32, i32) =
  loop (p, q, s): (*[n]i32, *[n]i32, i32) = (a, b, 0) for i < k do
    let q = loop q for j < n do q with [j] = p[j] * 2 + i32.i64 i
    in (q, p, s + p[i % n])
entry replaced [n] (k: i64) (a: *[n]i32) (b: *[n]i32): ([n]i32, i32) =
  loop (p, s): ([n]i32, i32) = (a, 0) for i < k do
    let s = s + p[i % n] * 2
    in (if i == 2 then copy b else p, s)
entry by_case [n] (k: i64) (a: *[n]i32) (b: *[n]i32): ([n]i32, [n]i32, i32) =
  loop (p, q, s): ([n]i32, [n]i32, i32) = (a, b, 0) for i < k do
    let (p, q) = if i % 3 == 1 then (q, p) else (p, q)
    in (p, q, s * 3 + p[i % n])
-- ==
-- entry: exchanged_inside
-- random input { 7i64 [5][4]i32 [5][4]i32 }
-- random input { 1i64 [3][3]i32 [3][3]i32 }
entry exchanged_inside [n][m] (k: i64) (a: *[n][m]i32) (b: *[n][m]i32): ([n][m]i32, [n][m]i32) =
  loop (p, q): (*[n][m]i32, *[n][m]i32) = (a, b) for i < k do
    let (p, q) = loop (p, q): (*[n][m]i32, *[n][m]i32) = (p, q) for j < n do
      let q = loop q for l < m do q with [j, l] = p[j, l] + p[(j + 1) % n, l] * i32.i64 i
      in (q, p)
    in (p, q)
-- ==
-- entry: greatest_of_both
-- random input { 7i64 [5]i32 [5]i32 }
-- random input { 1i64 [3]i32 [3]i32 }
entry greatest_of_both [n] (k: i64) (a: [n]i32) (b: [n]i32): i32 =
  (loop (p, q, m): ([n]i32, [n]i32, i32) = (a, b, i32.lowest) for i < k do
    let m = i32.max m p[i % n]
    in (q, p, m)).2
-- ==
-- entry: bins_of_both
-- random input { 7i64 [5]i32 [5]i32 [9]i32 }
-- random input { 1i64 [3]i32 [3]i32 [9]i32 }
entry bins_of_both [n] (k: i64) (a: [n]i32) (b: [n]i32) (h: *[9]i32): [9]i32 =
  (loop (p, q, h): ([n]i32, [n]i32, *[9]i32) = (a, b, h) for i < k do
    let j = i64.i32 (p[i % n] % 9)
    in (q, p, h with [j] = h[j] + q[i % n])).2
