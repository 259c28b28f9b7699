-- In-place updates.
-- ==
-- entry: set
-- input { [1, 2, 3] 1i64 7 }
-- output { [1i32, 7i32, 3i32] }

entry set [n] (xs: *[n]i32) (i: i64) (v: i32): *[n]i32 = xs with [i] = v

-- ==
-- entry: set_copy
-- input { [1, 2, 3] 1i64 7 }
-- output { [1i32, 2i32, 3i32] [1i32, 7i32, 3i32] }

entry set_copy [n] (xs: [n]i32) (i: i64) (v: i32): ([n]i32, [n]i32) =
  let ys = copy xs with [i] = v
  in (xs, ys)

-- ==
-- entry: fill
-- input { 5i64 }
-- output { [0i64, 1i64, 4i64, 9i64, 16i64] }
-- input { 0i64 }
-- output { empty([0]i64) }

entry fill (n: i64): [n]i64 =
  loop xs = replicate n 0 for i < n do xs with [i] = i * i

-- ==
-- entry: row
-- input { [[1, 2], [3, 4]] [5, 6] }
-- output { [[9i32, 2i32], [5i32, 6i32]] }

entry row [m] (xss: *[2][m]i32) (ys: [m]i32): *[2][m]i32 =
  let xss[1] = ys
  let xss[0, 0] = 9
  in xss

-- ==
-- entry: in_thread
-- input { [[3, 1, 2], [9, 8, 7]] }
-- output { [[1i32, 2i32, 3i32], [7i32, 8i32, 9i32]] }
-- input { empty([0][3]i32) }
-- output { empty([0][3]i32) }

entry in_thread [n][m] (xss: [n][m]i32): [n][m]i32 =
  map (\xs ->
    loop ys = copy xs for i < m - 1 do
      loop ys for j < m - 1 - i do
        if ys[j] > ys[j + 1]
        then let t = ys[j]
             let ys[j] = ys[j + 1]
             in ys with [j + 1] = t
        else ys) xss

-- ==
-- entry: out_of_bounds
-- input { [1, 2, 3] 3i64 }
-- error: out of bounds
-- input { [1, 2, 3] -1i64 }
-- error: out of bounds

entry out_of_bounds [n] (xs: *[n]i32) (i: i64): *[n]i32 = xs with [i] = 0

-- Slices that are replaced: sizes are compared when the program runs.
-- ==
-- entry: slices
-- input { [1, 2, 3, 4, 5, 6] [7, 8, 9] } output { [7, 2, 8, 0, 9, 0] }
-- input { [1, 2, 3, 4, 5, 6] [7, 8] } error: shape
entry slices [n] (a: *[6]i32) (b: [n]i32) =
  a with [::2] = b with [5:1:-2] = [0, 0]

-- Copies of a row are not the row.
-- ==
-- entry: copies_a
-- input { 2i64 } output { [[1, 0], [0, 0]] [0, 0] }
entry copies_a (n: i64) =
  let row = replicate n 0i32
  let a = replicate n row
  let a[0, 0] = 1
  in (a, row)

-- ==
-- entry: copies_b
-- input { [1,2] } output { [[1, 2], [5, 5]] [1, 2] }
entry copies_b [n] (xs: [n]i32) =
  let a = replicate 2 xs
  in (loop a for i < n do a with [1, i] = 5, xs)

-- ==
-- entry: pairs_c
-- input { [1,2] [3,4] } output { [0, 0] [1, 1] [1, 2] }
entry pairs_c [n] (xs: [n]i32) (ys: [n]i32) =
  let a = zip xs ys
  let (p, q) = unzip (loop a for i < n do a with [i] = (0, 1))
  in (p, q, xs)

-- ==
-- entry: copies_d
-- input { [1,2] } output { [[0, 2], [1, 2]] [1, 2] }
def zero_first (a: *[2][2]i32) : *[2][2]i32 = a with [0,0] = 0
entry copies_d (xs: [2]i32) = (zero_first (replicate 2 xs), xs)

-- ==
-- entry: copies_e
-- input { true [1,2] } output { [[0, 2], [1, 2]] [1, 2] }
entry copies_e (b: bool) (xs: [2]i32) =
  let a = if b then replicate 2 xs else [[1, 2], [3, 4]]
  in (a with [0, 0] = 0, xs)

-- The new value and the indices come before the array.
-- ==
-- entry: order
-- input { [1, 2, 3] } output { [5, 1, 9] }
entry order (a: *[]i32) = a with [0] = 5 with [1] = a[0] with [i64.i32 a[1]] = 9

-- Arrays of tuples, records and sums that are consumed.
-- ==
-- entry: pairs_consumed
-- input { [1, 2] [3, 4] } output { [0, 2] [9, 4] [5, 2] [true, false] }
type item = {value: i32, flag: bool}
def pairs_consumed_in (a: *[](i32, i32)) = a with [0] = (0, 9)
def items_consumed_in [n] (a: *[n]item): *[n]item = a with [0] = {flag = true, value = 5}
entry pairs_consumed [n] (xs: *[n]i32) (ys: [n]i32) =
  let (a, b) = unzip (pairs_consumed_in (zip (copy xs) (copy ys)))
  let items = items_consumed_in (map (\x -> {value = x, flag = false}) xs)
  in (a, b, map (.value) items, map (.flag) items)

-- What is updated may be what a branch or a loop passed on, and what looks like a
-- copy of it is one.
-- ==
-- entry: passed_on
-- input { true [1, 2, 3] } output { [4, 3, 2] }
-- input { false [1, 2, 3] } output { [2, 3, 4] }
entry passed_on [n] (k: bool) (xs: *[n]i32) =
  scatter xs (iota n) (map (+ 1) (if k then reverse xs else xs))

-- ==
-- entry: passed_round
-- input { [1, 2, 3] } output { [4, 3, 2] }
entry passed_round [n] (xs: *[n]i32) =
  let ys = map (+ 1) (loop ys = xs for _i < n do reverse ys)
  in scatter xs (iota n) ys

-- ==
-- entry: mapped_copies
-- input { [1, 2, 3] } output { [1, 2, 3] [0, 2, 3] }
entry mapped_copies [n] (xs: *[n]i32) =
  let ys = map id xs
  let zs = xs with [0] = 0
  in (ys, zs)

-- ==
-- entry: mapped_copy_updated
-- input { [1, 2, 3] } output { [1, 2, 3] [0, 2, 3] }
entry mapped_copy_updated [n] (xs: [n]i32) =
  let ys = map id xs
  let zs = ys with [0] = 0
  in (xs, zs)

-- Fields of elements, elements of fields, and parts of parts.
-- ==
-- entry: parts
-- input { [3, 2] }
-- output { [5, 2] [[7, 8], [1, 8]] [5, 2] [3, 9] }
entry parts (x: *[]i32) =
  let xs = map (\a -> {f = (a, 1i32), g = [7i32, 8]}) x
  let xs[0].f.0 = 5
  let xs = xs with [1].g[0] = 1
  let r = {a = {b = copy x, c = 1i32}, d = x}
  let r.a.b[0] = 5
  let q = r with d[1] = 9
  in (map (\r -> r.f.0) xs, map (.g) xs, q.a.b, q.d)

-- ==
-- entry: field_of_pair
-- input { 3 } output { 9 3 4i64 }
-- input { -1 } output { 9 3 4i64 }
entry field_of_pair (x: i32) =
  let r = (x, {b = 4i64, c = 2i32})
  let r.0 = 9
  let r.1.c = 3
  in (r.0, r.1.c, r.1.b)

-- ==
-- entry: one_by_one
-- input { [[3, 2]] 0i64 } output { [[9, 2]] }
-- input { [[3, 2]] 1i64 } error: out of bounds
entry one_by_one (x: *[][]i32) (i: i64) = x with [i][0] = 9

-- A field's new value may be made of what the field was.
-- ==
-- entry: field_from_itself
-- input { [1, 2, 3] 1i64 } output { [1, 2, 3] 7 }
-- input { [4] 0i64 } output { [2] 7 }
entry field_from_itself [n] (xs: [n]i32) (i: i64) =
  let r = {arr = copy xs, n = 2i32}
  let r = r with arr = (r.arr with [i] = r.n)
  let t = (r, 5i32)
  in (t.0.arr, t.0.n + t.1)

-- Cells of a matrix, those of a diagonal at a time, from those before: changed in place.
-- ==
-- entry: diagonals
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] }
-- output { [[1, 2, 3], [4, 11, 20], [7, 26, 55]] }
-- input { empty([0][0]i32) }
-- output { empty([0][0]i32) }
entry diagonals [n] (a: *[n][n]i32): *[n][n]i32 =
  loop a for d in 1..<i64.max 1 (2 * (n - 1)) do
    let cells = map (\k -> (1 + k, d - k)) (iota d)
    let value (y, x) =
      if y < n && x > 0 && x < n then a[y, x] + a[y, x - 1] + a[y - 1, x] else 0
    in scatter_2d a (map (\(y, x) -> if x > 0 then (y, x) else (-1, x)) cells) (map value cells)

-- A matrix that is changed as a row of all of its elements, and in rows, in turn.
-- ==
-- entry: both_shapes
-- input { 3i64 [[1, 2], [3, 4], [5, 6]] }
-- output { [[103, 2], [3, 101], [5, 6]] }
-- input { 0i64 [[1, 2]] }
-- output { [[1, 2]] }
entry both_shapes [n][m] (k: i64) (a: [n][m]i32): [n][m]i32 =
  loop a = copy a for i < k do
    let row = scatter (flatten a) [i * 3 % (n * m), -1] [100 + i32.i64 i, 0]
    let back = unflatten row
    in if i % 2 == 0 then back with [0, 0] = back[0, 0] + 1 else back
