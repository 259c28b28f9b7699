-- What is done at once: scans beside scans, beside maps, a scan's last element, cheap
-- arrays that are computed again, what stays with a reduction of parallel parts.

-- ==
-- entry: both
-- input { [1, 2, 3, 4] [5i64, 6i64, 7i64, 8i64] }
-- output { [1i32, 3i32, 6i32, 10i32] [5i64, 12i64, 21i64, 32i64] }
-- input { empty([0]i32) empty([0]i64) }
-- output { empty([0]i32) empty([0]i64) }
-- input { [7] [9i64] }
-- output { [7i32] [63i64] }
entry both [n] (xs: [n]i32) (ys: [n]i64) =
  (scan (+) 0 xs, scan i64.max i64.lowest (map2 (\x y -> i64.i32 x * y) xs ys))

-- The order matters to both operators.
-- ==
-- entry: orders
-- input { [1i32, 2i32, -3i32, 4i32, 0i32, 5i32] }
-- output { [1i32, 2i32, -3i32, 4i32, 4i32, 5i32] [1i32, 2i32, -6i32, -24i32, 0i32, 0i32] [1i32, 3i32, -8i32, -31i32, 1i32, 6i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) empty([0]i32) }
entry orders [n] (xs: [n]i32) =
  let last (a: i32) (b: i32) = if b == 0 then a else b
  let lin (a: (i32, i32)) (b: (i32, i32)) = (a.0 * b.0, a.1 * b.0 + b.1)
  let (slopes, starts) = unzip (scan lin (1, 0) (map (\x -> (x, 1)) xs))
  in (scan last 0 xs, slopes, starts)

-- ==
-- entry: beside
-- input { [3i32, 1i32, 2i32] }
-- output { [9i32, 3i32, 6i32] [3i32, 4i32, 6i32] [4i32, 2i32, 3i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) empty([0]i32) }
entry beside [n] (xs: [n]i32) = (map (* 3) xs, scan (+) 0 xs, map (+ 1) xs)

-- ==
-- entry: last_of_all
-- input { [3i32, 1i32, 2i32] }
-- output { 11i32 [8i32, 8i32, 11i32] }
-- input { empty([0]i32) }
-- output { 0i32 empty([0]i32) }
entry last_of_all [n] (xs: [n]i32) =
  let ys = map (\x -> x * x - 1) xs
  in (reduce (+) 0 ys, scan (+) 0 ys)

-- ==
-- entry: shared_by_three
-- input { [3i32, 1i32, 2i32, 8i32] }
-- output { [2i32, 8i32, 0i32, 0i32] 4i64 [0i64, 0i64, 1i64, 2i64] }
-- input { empty([0]i32) }
-- output { empty([0]i32) 0i64 empty([0]i64) }
entry shared_by_three [n] (xs: [n]i32) =
  let ys = map (\x -> if x % 2 == 0 then 1i64 else 0i64) xs
  let places = scan (+) 0 ys
  let none = replicate n 0i32
  in (scatter none (map2 (\y p -> if y == 1 then p - 1 else -1) ys places) xs,
      i64.sum (map (* 2) ys), places)

-- The array that is computed again is changed afterwards.
-- ==
-- entry: then_changed
-- input { [3i32, 1i32, 2i32, 8i32] }
-- output { [26i32, 35i32, 48i32, 72i32] 1837i32 [100i32, 1i32, 2i32, 8i32] }
entry then_changed [n] (xs: *[n]i32): ([n]i32, i32, [n]i32) =
  let ys = map (+ 10) xs
  let zs = scan (+) 0 ys
  let s = reduce (+) 0 (map2 (*) ys zs)
  let xs[0] = 100
  let us = map2 (+) ys zs
  in (us, s, xs)

-- ==
-- entry: of_rows
-- input { [[1i32, 5i32], [4i32, 2i32], [0i32, 3i32]] 4i64 }
-- output { 13i32 [4i32, 4i32, 4i32] [0i32, 0i32, 2i32, 1i32] [13i32, 13i32, 10i32, -1i32] }
-- input { empty([0][2]i32) 4i64 }
-- output { 0i32 empty([0]i32) [0i32, 0i32, 0i32, 0i32] [-1i32, -1i32, -1i32, -1i32] }
-- input { empty([3][0]i32) 4i64 }
-- output { 1i32 [1i32, 1i32, 1i32] [3i32, 0i32, 0i32, 0i32] [7i32, 7i32, 7i32, -1i32] }
entry of_rows [n][m] (xss: [n][m]i32) (k: i64) =
  let best = reduce i32.max 0 (map (\xs -> let s = i32.sum xs in s * 2 + 1) xss)
  let most = scan i32.max 0 (map (\xs -> i32.maximum xs - i32.minimum xs) (map (map (% 100)) xss))
  let bins = reduce_by_index (replicate k 0i32) (+) 0
               (map (\xs -> i64.i32 (i32.sum xs) % 4) xss) (replicate n 1)
  let ends = scatter (replicate k (-1)) (iota n) (map (\xs -> i32.sum xs + 7) xss)
  in (best, most, bins, ends)

-- ==
-- entry: kept_beside
-- input { [[1i32, 5i32], [4i32, 2i32], [0i32, 3i32]] }
-- output { [0i32, 0i32, 1i32] [0i32, 0i32, 1i32] [6i32, 6i32, 3i32] }
-- input { empty([0][2]i32) }
-- output { empty([0]i32) empty([0]i32) empty([0]i32) }
entry kept_beside [n][m] (xss: [n][m]i32) =
  let sums = map i32.sum xss
  let odd = map (\s -> i32.bool (s % 2 != 0)) sums
  in (scan (+) 0 odd, odd, sums)

-- ==
-- entry: two
-- input { [1,2,3] } output { [2,4,6] [2,4,6] }
entry two [n] (xs: [n]i32): ([n]i32,[n]i32) = (map (*2) xs, map (*2) xs)
-- ==
-- entry: upd
-- input { [1,2,3] } output { [9,4,6] [2,4,6] }
entry upd [n] (xs: [n]i32): ([n]i32,[n]i32) =
  let a = map (*2) xs
  let b = map (*2) xs
  in (a with [0] = 9, b)
-- ==
-- entry: sc
-- input { [1,2,3] } output { [1,3,6] [9,3,6] }
entry sc [n] (xs: [n]i32): ([n]i32,[n]i32) =
  let a = scan (+) 0 xs
  let b = scan (+) 0 xs
  in (a, scatter b [0] [9])
-- ==
-- entry: lp
-- input { [1,2,3] } output { [3,3,3] 3 }
entry lp [n] (xs: *[n]i32): ([n]i32,i32) =
  let a = reduce (+) 0 (map (\x -> x % 2) xs)
  let xs[0] = 3
  let xs[1] = 3
  let b = reduce (+) 0 (map (\x -> x % 2) xs)
  in (xs, b)

-- Two arrays of one map, each read twice.
-- ==
-- entry: sums_of_both
-- input { [1,2,3] } output { [4,8,13] [0,3,12] }
entry sums_of_both [n] (xs: [n]i32) =
  let (a, b) = unzip (map (\x -> (x + 1, x - 1)) xs)
  let s = scan (+) 0 a
  let t = scan (+) 0 b
  in (map2 (+) a s, map2 (*) a t)
-- ==
-- entry: one_of_two
-- input { [1,2,3] }
-- output { [1,2,3] [12,13,14] }
entry one_of_two [n] (xs: [n]i32) =
  let (a, b) = unzip (map (\_ -> (1, 2)) xs)
  let s = scan (+) 0 a
  in (s, map2 (+) xs (map2 (+) a (map (* 5) b)))

-- One of three equal scans is changed; so is one of two that are joined.
-- ==
-- entry: changed_one
-- input { [1,2,3] } output { [1,3,6] [1,9,6] [1,3,6] 6 }
-- input { [4] } error: Index
entry changed_one [n] (xs: [n]i32): ([n]i32, [n]i32, [n]i32, i32) =
  let a = scan (+) 0 xs
  let b = scan (+) 0 xs
  let c = scan (+) 0 xs
  let d = b with [1] = 9
  in (a, d, c, reduce i32.max i32.lowest a)
