-- Scatter: out-of-bounds indices are ignored; rows; inside nests.
-- ==
-- entry: simple
-- input { [0, 0, 0, 0] [2i64, 0i64, -1i64, 7i64] [5, 6, 7, 8] }
-- output { [6i32, 0i32, 5i32, 0i32] }
-- input { [0, 0] empty([0]i64) empty([0]i32) }
-- output { [0i32, 0i32] }

entry simple [n][m] (ds: *[n]i32) (is: [m]i64) (vs: [m]i32): *[n]i32 = scatter ds is vs

-- ==
-- entry: permute
-- input { [2i64, 0i64, 1i64] [[1, 2], [3, 4], [5, 6]] }
-- output { [[3i32, 4i32], [5i32, 6i32], [1i32, 2i32]] }

entry permute [n][m] (is: [n]i64) (rows: [n][m]i32): [n][m]i32 =
  scatter (replicate n (replicate m 0)) is rows

-- ==
-- entry: in_nest
-- input { [[2i64, 0i64], [1i64, 5i64]] [[1, 2], [3, 4]] }
-- output { [[2i32, 0i32, 1i32], [0i32, 3i32, 0i32]] }

entry in_nest [n][m] (iss: [n][m]i64) (vss: [n][m]i32): [n][3]i32 =
  map2 (\is vs -> scatter (replicate 3 0) is vs) iss vss

-- Kinds of elements, one behind the other: places that are all taken, and others.
-- ==
-- entry: kinds_two kinds_filled kinds_three kinds_backwards kinds_apart
-- random input { [0]i32 } auto output
-- random input { [1]i32 } auto output
-- random input { [33]i32 } auto output
-- random input { [3000]i32 } auto output
entry kinds_two [n] (xs: [n]i32): [n]i32 =
  let flags = map (\x -> if x > 0 then 1i64 else 0) xs
  let before = scan (+) 0 flags
  let k = if n == 0 then 0 else before[n - 1]
  let places = map3 (\f b i -> if f == 1 then b - 1 else k + (i - b)) flags before (iota n)
  in scatter (copy xs) places xs

entry kinds_filled [n] (xs: [n]i32): [n]i32 =
  let flags = map (\x -> i64.bool (x % 10 == 3)) xs
  let before = scan (+) 0 flags
  let k = if n == 0 then 0 else before[n - 1]
  let places = map3 (\f b i -> if f == 1 then n - k + b - 1 else i - b) flags before (iota n)
  in scatter (replicate n 7) places xs

entry kinds_three [n] (xs: [n]i32): [n]i32 =
  let as = map (\x -> i64.bool (x % 3 == 0)) xs
  let bs = map (\x -> i64.bool (x % 3 == 1)) xs
  let a = scan (+) 0 as
  let b = scan (+) 0 bs
  let na = reduce (+) 0 as
  let nb = reduce (+) 0 bs
  let places = map4 (\x i p q -> if x % 3 == 0 then p - 1
                                else if x % 3 == 1 then na + q - 1
                                else na + nb + i - p - q) xs (iota n) a b
  in scatter (copy xs) places xs

entry kinds_backwards [n] (xs: [n]i32): [n]i32 =
  let flags = map (\x -> i64.bool (x > 5)) xs
  let before = scan (+) 0 flags
  let k = reduce (+) 0 flags
  let places = map3 (\f b i -> if f == 1 then k - b else k + (i - b)) flags before (iota n)
  in scatter (copy xs) places xs

entry kinds_apart [n] (xs: [n]i32): [n]i32 =
  let flags = map (\x -> i64.bool (x > 5)) xs
  let before = scan (+) 0 flags
  let k = reduce (+) 0 flags
  let places = map3 (\f b i -> if f == 1 then b - 1 else k + (i - b) + 1) flags before (iota n)
  in scatter (copy xs) places xs

-- ==
-- entry: kinds_of_pairs
-- input { [3i32, 12i32, 5i32, 10i32] [true, false, false, true] }
-- output { [12i32, 10i32, 3i32, 5i32] [false, true, true, false] }
-- random input { [2000]i32 [2000]bool } auto output
entry kinds_of_pairs [n] (xs: [n]i32) (ys: [n]bool): ([n]i32, [n]bool) =
  let flags = map (\x -> i64.bool (x % 2 == 0)) xs
  let before = scan (+) 0 flags
  let k = reduce (+) 0 flags
  let places = map3 (\f b i -> if f == 1 then b - 1 else k + (i - b)) flags before (iota n)
  in unzip (scatter (zip (copy xs) (copy ys)) places (zip xs ys))
