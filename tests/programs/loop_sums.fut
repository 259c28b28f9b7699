-- Loops that take products away, some of them in one case alone, and loops that count.

-- Products are taken away, in some cases alone, or in a while loop that may have no round.
-- ==
-- entry: taken_away
-- input { [[1f32, 2f32], [3f32, 4f32]] [[5f32, 6f32], [7f32, 8f32]] }
-- output { [[-19f32, -22f32], [-43f32, -50f32]] }
-- input { empty([2][0]f32) empty([0][2]f32) }
-- output { [[0f32, 0f32], [0f32, 0f32]] }

entry taken_away [n][m][k] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
  tabulate_2d n m (\i j -> loop s = 0 for l < k do s - a[i, l] * b[l, j])

-- ==
-- entry: taken_away_in_cases
-- input { [[1f32, 2f32], [3f32, -4f32]] [[5f32, 6f32], [7f32, 8f32]] }
-- output { [[-19f32, -22f32], [-15f32, -18f32]] [[6f32, 7f32], [11f32, 12f32]] }

entry taken_away_in_cases [n][m][k] (a: [n][k]f32) (b: [k][m]f32): ([n][m]f32, [n][m]f32) =
  (tabulate_2d n m (\i j -> loop s = 0 for l < k do
    if a[i, l] > 0 then s - a[i, l] * b[l, j] else s),
    tabulate_2d n m (\i j -> loop s = b[0, j] for l < k do
      if a[i, l] > 2 then s else s - f32.min a[i, l] (a[i, l] - 2)))

-- ==
-- entry: counted
-- input { [[1i32, 2i32], [3i32, 4i32]] [2i64, 1i64, 0i64, -1i64] }
-- output { [[3i32, 7i32], [1i32, 3i32], [0i32, 0i32], [0i32, 0i32]] [2i64, 1i64, 0i64, 0i64] }

entry counted [n][k][m] (a: [n][k]i32) (ends: [m]i64): ([m][n]i32, [m]i64) =
  unzip (map (\end -> (map (\row -> (loop (s, l) = (0, 0) while l < end do
    (s + row[l], l + 1)).0) a,
    (loop (s, l) = (0, 0i64) while l < end do (s + l, l + 1)).1)) ends)
