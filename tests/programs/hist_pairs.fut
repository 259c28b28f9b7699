-- Histograms whose bins are several numbers that need each other: in a block's shared memory,
-- under a lock for each, where they fit, else in the result.

def larger (a: i32, i: i64) (b: i32, j: i64): (i32, i64) =
  if a > b || (a == b && i < j) then (a, i) else (b, j)

-- Of each kind the largest, and where it is first.
-- ==
-- entry: largest
-- input { 3i64 [0i64, 1i64, 0i64, 1i64, 5i64, -1i64] [7, 2, 9, 2, 11, 12] }
-- output { [9, 2, -2147483648] [2i64, 1i64, 9223372036854775807i64] }
-- input { 2i64 empty([0]i64) empty([0]i32) }
-- output { [-2147483648, -2147483648] [9223372036854775807i64, 9223372036854775807i64] }
-- input { 0i64 [0i64, 1i64] [5, 6] }
-- output { empty([0]i32) empty([0]i64) }
entry largest [n] (k: i64) (is: [n]i64) (xs: [n]i32): ([k]i32, [k]i64) =
  unzip (reduce_by_index (replicate k (i32.lowest, i64.highest)) larger (i32.lowest, i64.highest)
                         is (zip xs (iota n)))

-- The same, with few bins that all want, and bins that are no more than some blocks hold.
-- ==
-- entry: of_few
-- random input { [1]i32 }
-- random input { [31]i32 }
-- random input { [32]i32 }
-- random input { [33]i32 }
-- random input { [255]i32 }
-- random input { [257]i32 }
-- random input { [20003]i32 }
entry of_few [n] (xs: [n]i32): ([3]i32, [3]i64) =
  largest 3 (map (\x -> i64.i32 (x %% 3)) xs) (map (% 1000) xs)

-- ==
-- entry: of_many
-- random input { [33]i32 }
-- random input { [5000]i32 }
-- random input { [20003]i32 }
entry of_many [n] (xs: [n]i32): ([1500]i32, [1500]i64) =
  largest 1500 (map (\x -> i64.i32 (x % 1600)) xs) (map (% 1000) xs)

-- ==
-- entry: of_more
-- random input { [20003]i32 }
entry of_more [n] (xs: [n]i32): ([9000]i32, [9000]i64) =
  largest 9000 (map (\x -> i64.i32 (x % 9000)) xs) (map (% 1000) xs)

-- Of each row, with what was there.
-- ==
-- entry: of_rows
-- input { [[1, 5], [2, 2]] [[0i64, 1i64, 0i64], [1i64, 1i64, 7i64]] [[4, 4, 3], [1, 9, 9]] }
-- output { [[4, 5], [2, 9]] [[0i64, -1i64], [-1i64, 1i64]] }
-- random input { [3][40]i32 [3][2000]i64 [3][2000]i32 }
entry of_rows [m][k][n] (dss: [m][k]i32) (iss: [m][n]i64) (xss: [m][n]i32): ([m][k]i32, [m][k]i64) =
  unzip (map3 (\ds is xs ->
                 unzip (reduce_by_index (zip ds (replicate k (-1))) larger (i32.lowest, i64.highest)
                                        is (zip xs (iota n))))
              dss (map (map (% 50)) iss) xss)

-- Three numbers, of three types: the largest, how often it comes, and whether one of them is odd.
-- ==
-- entry: modes
-- input { [0i64, 1i64, 0i64, 0i64] [1u8, 2u8, 3u8, 3u8] }
-- output { [3u8, 2u8] [2i32, 1i32] [true, false] }
-- random input { [10000]i64 [10000]u8 }
entry modes [n] (is: [n]i64) (xs: [n]u8): ([2]u8, [2]i32, [2]bool) =
  let op (x: u8, m: i32, b: bool) (y: u8, n: i32, c: bool) =
    if x > y then (x, m, b) else if x < y then (y, n, c) else (x, m + n, b || c)
  in unzip3 (reduce_by_index (replicate 2 (0, 0, false)) op (0, 0, false)
                             (map (% 2) is) (map (\x -> (x, 1, x % 2 == 1)) xs))

-- Where none is, it is as long as all are: a size is a scalar, which shares no memory.
-- ==
-- entry: first_of_kind
-- input { [2, 0, 2, 1, 0] }
-- output { [1i64, 3i64, 0i64, 5i64] }
-- random input { [1000]i32 }
entry first_of_kind [n] (ks: [n]i32): [4]i64 =
  reduce_by_index (replicate 4 n) i64.min n (map (\k -> i64.i32 (k %% 5)) ks) (iota n)
