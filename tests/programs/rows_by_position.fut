-- Rows that are as long as their position, or something computed of it, says.

def go [k] (xs: [k]i64) (i: i64) =
  if i > 2 && k > 1 then
    xs[k/2] + xs[0] + (loop s = 0 for j < k do s * 3 + xs[j])
  else 0

-- ==
-- entry: added_to
-- input { 0i64 } output { empty([0][3]i64) }
-- input { 1i64 } output { [[0i64, 0i64, 0i64]] }
-- input { 4i64 } output { [[0i64, 0i64, 0i64], [1i64, 0i64, 0i64], [2i64, 3i64, 0i64], [3i64, 4i64, 5i64]] }
-- input { 5i64 } error: out of bounds
entry added_to (n: i64) =
  map (\i -> let a = replicate 3 0i64 in a with [0:i] = map (+i) (iota i)) (iota n)

-- ==
-- entry: folded_by
-- input { 0i64 } output { empty([0]i64) }
-- input { 1i64 } output { [0i64] }
-- input { 4i64 } output { [0i64, 0i64, 0i64, 21i64] }
entry folded_by (n: i64) =
  map (\i -> let xs = scan (+) 0 (map (\j -> j * i % 7) (iota i))
             in if i > 2 then xs[i/2] + xs[0] + (loop s = 0 for k < i do s * 3 + xs[k]) else 0)
      (iota n)

-- ==
-- entry: scanned_into
-- input { 0i64 } output { empty([0][3]i64) }
-- input { 1i64 } output { [[0i64, 0i64, 0i64]] }
-- input { 4i64 } output { [[0i64, 0i64, 0i64], [0i64, 0i64, 0i64], [0i64, 1i64, 0i64], [0i64, 1i64, 3i64]] }
-- input { 5i64 } error: out of bounds
entry scanned_into (n: i64) =
  map (\i -> let a = replicate 3 0i64 in a with [0:i] = scan (+) 0 (iota i)) (iota n)

-- ==
-- entry: one_longer
-- input { 0i64 } output { empty([0]i64) }
-- input { 1i64 } output { [0i64] }
-- input { 4i64 } output { [0i64, 0i64, 0i64, 27i64] }
entry one_longer (n: i64) =
  map (\i -> go (scan (+) 0 (iota (i+1))) i) (iota n)

-- ==
-- entry: half_as_long
-- input { 0i64 } output { empty([0]i64) }
-- input { 1i64 } output { [0i64] }
-- input { 4i64 } output { [0i64, 0i64, 0i64, 0i64] }
entry half_as_long (n: i64) =
  map (\i -> go (scan (+) 0 (iota (i/2))) i) (iota n)

-- ==
-- entry: the_rest
-- input { 0i64 } output { empty([0]i64) }
-- input { 1i64 } output { [0i64] }
-- input { 4i64 } output { [0i64, 0i64, 0i64, 0i64] }
entry the_rest (n: i64) =
  map (\i -> go (scan (+) 0 (iota (n-i))) i) (iota n)

-- ==
-- entry: at_most_three
-- input { 0i64 } output { empty([0]i64) }
-- input { 1i64 } output { [0i64] }
-- input { 4i64 } output { [0i64, 0i64, 0i64, 21i64] }
entry at_most_three (n: i64) =
  map (\i -> let k = i64.min i 3 in go (scan (+) 0 (map (*i) (iota k))) i) (iota n)

-- ==
-- entry: by_two_positions
-- input { 0i64 } output { empty([0][3]i64) }
-- input { 1i64 } output { [[0i64, 0i64, 0i64]] }
-- input { 4i64 } output { [[0i64, 0i64, 0i64], [0i64, 0i64, 0i64], [0i64, 0i64, 0i64], [7i64, 27i64, 85i64]] }
entry by_two_positions (n: i64) =
  map (\i -> map (\j -> go (scan (+) 0 (iota (i+j))) i) (iota 3)) (iota n)

-- The thread's own element, which the sum of its row reads by its position.
-- ==
-- entry: pulls
-- input { [1i64, 2i64, 4i64] } output { [10i64, 5i64, 13i64] }
-- random input { [33]i64 }
-- random input { [1]i64 }
-- random input { [0]i64 }
entry pulls [n] (xs: [n]i64): [n]i64 =
  tabulate n (\i -> i64.sum (tabulate n (\j -> let d = xs[i] - xs[j] in d * d)))

-- The sum of a nest by its positions, and by loops.
-- ==
-- entry: squares squares_by_loops
-- input { [[1i32, 2i32], [3i32, 4i32]] } output { 30i32 }
-- random input { [33][31]i32 }
-- random input { [0][3]i32 }
-- random input { [3][0]i32 }
entry squares [n] [m] (a: [n][m]i32): i32 =
  i32.sum (tabulate n (\i -> i32.sum (tabulate m (\j -> a[i, j] * a[i, j]))))

entry squares_by_loops [n] [m] (a: [n][m]i32): i32 =
  loop s = 0 for i < n do loop s for j < m do s + a[i, j] * a[i, j]

-- Each second row and column, of which the number is half of theirs.
-- ==
-- entry: quarter
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] } output { [[12]] }
-- random input { [33][67]i32 }
-- random input { [1][1]i32 }
-- random input { [0][4]i32 }
entry quarter [n] [m] (a: [n][m]i32): [][]i32 =
  let (h, w) = (n / 2, m / 2)
  let part (i: i64) (j: i64) = a[i:2 * h:2, j:2 * w:2] :> [h][w]i32
  in map4 (map4 (\x y z u -> x + y + z + u)) (part 0 0) (part 1 0) (part 0 1) (part 1 1)

-- What maps of maps make, flattened at once.
-- ==
-- entry: flat_sum flat_sum_by_rows
-- input { [[1i32, 2i32], [3i32, 4i32]] } output { 42i32 }
-- random input { [33][31]i32 }
-- random input { [0][3]i32 }
-- random input { [3][0]i32 }
entry flat_sum [n] [m] (a: [n][m]i32): i32 =
  i32.sum (flatten (tabulate_2d n m (\i j -> a[i, j] * a[i, j] + i32.i64 (i * 4 + j * 3 - 1) - 2 + i32.bool (i == 2))))
  + i32.sum (map i32.sum a)

entry flat_sum_by_rows [n] [m] (a: [n][m]i32): i32 =
  i32.sum (flatten (map2 (\row i -> map2 (\x j -> x * x + i32.i64 (i * 4 + j * 3 - 1) - 2 + i32.bool (i == 2)) row (iota m))
                         a (iota n)))
  + i32.sum (map i32.sum a)

-- ==
-- entry: flat_keep
-- input { [[1i32, 2i32], [3i32, 4i32]] } output { [9i32, 16i32] [1i32, 5i32, 14i32, 30i32] }
-- random input { [33][31]i32 }
-- random input { [0][3]i32 }
-- random input { [3][0]i32 }
entry flat_keep [n] [m] (a: [n][m]i32): ([]i32, []i32) =
  let squares = flatten (map (map (\x -> x * x)) a)
  in (filter (> 4) squares, scan (+) 0 squares)

-- An element at the digits of a position, of rows that are longer, too.
-- ==
-- entry: by_digits
-- input { [[1i32, 2i32], [3i32, 4i32]] } output { [1i32, 2i32, 3i32, 4i32] }
-- random input { [33][31]i32 }
-- random input { [1][7]i32 }
entry by_digits [n] [m] (a: [n][m]i32): []i32 = tabulate (n * m) (\k -> a[k / m, k % m])
