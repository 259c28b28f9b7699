-- Integer division rounds down, // toward zero; the remainders to match.
-- ==
-- entry: divisions
-- input { [7, -7, 7, -7, 0] [2, 2, -2, -2, 5] }
-- output { [3i32, -4i32, -4i32, 3i32, 0i32] [1i32, 1i32, -1i32, -1i32, 0i32] [3i32, -3i32, -3i32, 3i32, 0i32] [1i32, -1i32, 1i32, -1i32, 0i32] }
-- input { [-2147483648] [-1] }
-- output { [-2147483648i32] [0i32] [-2147483648i32] [0i32] }

entry divisions [n] (xs: [n]i32) (ys: [n]i32): ([n]i32, [n]i32, [n]i32, [n]i32) =
  (map2 (/) xs ys, map2 (%) xs ys, map2 (//) xs ys, map2 (%%) xs ys)

-- ==
-- entry: unsigned
-- input { [7u8, 255u8] [2u8, 16u8] }
-- output { [3u8, 15u8] [1u8, 15u8] }

entry unsigned [n] (xs: [n]u8) (ys: [n]u8): ([n]u8, [n]u8) =
  (map2 (/) xs ys, map2 (%) xs ys)

-- ==
-- entry: by_zero
-- input { [1, 2] [1, 0] }
-- error: division by zero

entry by_zero [n] (xs: [n]i32) (ys: [n]i32): [n]i32 = map2 (/) xs ys
