-- Threads that walk along rows of their own, and change them: a block has the rows on the chip
-- where they are short (rows-on-chip), and the arrays that each thread makes for itself.

-- Back and forth: two rows are read, one is made, one is given.
-- ==
-- entry: solved
-- input { [[1f32, 2f32, 1f32]] [[4f32, 2f32, 6f32]] }
-- random input { [127][31]f32 [127][31]f32 }
-- random input { [129][64]f32 [129][64]f32 }
-- random input { [3][65]f32 [3][65]f32 }
-- random input { [0][4]f32 [0][4]f32 }
-- random input { [2][0]f32 [2][0]f32 }
entry solved [n] [m] (as: [n][m]f32) (ds: [n][m]f32): [n][m]f32 =
  map2 (\a d ->
    let c = loop c = replicate m 0 for i < m do
      c with [i] = if i == 0 then a[0] / 4 else a[i] / (4 - a[i] * c[i - 1])
    let x = loop x = replicate m 0 for i < m do
      x with [i] = if i == 0 then d[0] / 4 else (d[i] - a[i] * x[i - 1]) / (4 - a[i] * c[i - 1])
    in loop x for i < m - 1 do
      let j = m - 2 - i in x with [j] = x[j] - c[j] * x[j + 1])
    as ds

-- Insertion sort: a loop inside that ends when it likes.
-- ==
-- entry: sorted
-- input { [[3, 1, 2], [0, -1, 5]] } output { [[1, 2, 3], [-1, 0, 5]] }
-- random input { [128][33]i32 }
-- random input { [255][1]i32 }
-- random input { [1][100]i32 }
entry sorted [n] [m] (xss: [n][m]i32): [n][m]i32 =
  map (\xs ->
    loop r = copy xs for i < m - 1 do
      (loop (r, j) = (r, i + 1) while j > 0 && r[j - 1] > r[j] do
        let t = r[j]
        let r = r with [j] = r[j - 1]
        in (r with [j - 1] = t, j - 1)).0)
    xss

-- What fails is told, and the loop around it ends.
-- ==
-- entry: jumped
-- input { [[1i64, 2i64, 0i64], [2i64, 2i64, 1i64]] 2 } output { [[2i64, 3i64, 3i64], [3i64, 4i64, 4i64]] [2i64, 1i64] }
-- input { [[1i64, 2i64, 0i64], [3i64, 2i64, 1i64]] 2 } error: Index \[3\] out of bounds
entry jumped [n] [m] (xss: [n][m]i64) (k: i32): ([n][m]i64, [n]i64) =
  unzip (map (\xs ->
    let (ys, at, _) = loop (ys, at, i) = (copy xs, 0, 0) while i < k do
      let to = xs[at]
      in (ys with [to] = ys[to] + xs[at], to, i + 1)
    in (loop ys for j < m do ys with [j] = i64.max ys[j] (ys[0] + 1), at))
    xss)

-- Rows beside numbers, and what a thread has of more dimensions.
-- ==
-- entry: paired
-- input { [[1, 2], [3, 4]] [10, 20] } output { [[35, 37], [165, 171]] [3, 7] }
-- random input { [257][17]i32 [257]i32 }
-- random input { [130][48]i32 [130]i32 }
entry paired [n] [m] (xss: [n][m]i32) (ks: [n]i32): ([n][m]i32, [n]i32) =
  unzip (map2 (\xs k ->
    let ps = loop ps = replicate m [0, 0] for i < m do
      let ps = ps with [i, 0] = xs[i] + k
      in ps with [m - 1 - i, 1] = xs[i]
    let s = loop s = 0 for i < m do s + ps[i, 1]
    in (map (\p -> p[0] * s + p[1]) ps, s))
    xss ks)

-- Bytes, and a row that is changed twice.
-- ==
-- entry: marked
-- random input { [200][40]i8 }
-- random input { [129][7]i8 }
-- random input { [5][1]i8 }
entry marked [n] [m] (xss: [n][m]i8): ([n][m]bool, [n][m]i8) =
  unzip (map (\xs ->
    let (bs, _) = loop (bs, most) = (replicate m false, i8.lowest) for i < m do
      (bs with [i] = xs[i] > most, i8.max most xs[i])
    let ys = loop ys = copy xs for i < m - 1 do ys with [i + 1] = ys[i] ^ ys[i + 1]
    in (bs, loop ys for i < m do ys with [i] = ys[m - 1 - i] + i8.bool bs[i]))
    xss)
