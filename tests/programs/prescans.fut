-- What is mapped over the sums of a scan, or over the sums before each element.
-- ==
-- entry: by_index by_rotation rotated less with_total both pairs maxima behind_first sums_and_behind seven_first behind behind_in_segments less_behind most_behind first_behind pairs_behind water both_ways
-- input { empty([0]i32) }
-- auto output
-- random input { [1]i32 }
-- auto output
-- random input { [33]i32 }
-- auto output
-- random input { [1000]i32 }
-- auto output
-- random input { [20001]i32 }
-- auto output

-- An empty array has no last element that could be left out.
-- ==
-- entry: but_last seven_but_last turned_sums runs
-- input { empty([0]i32) }
-- error: Index
-- random input { [1]i32 }
-- auto output
-- random input { [33]i32 }
-- auto output
-- random input { [20001]i32 }
-- auto output

entry by_index [n] (xs: [n]i32): [n]i32 =
  let s = scan (+) 0 xs
  in map (\i -> if i == 0 then 0 else s[i - 1]) (iota n)

entry by_rotation [n] (xs: [n]i32): [n]i32 =
  let r = rotate (-1) (scan (+) 0 xs)
  in if n > 0 then r with [0] = 0 else r

entry rotated [n] (xs: [n]i32): [n]i32 =
  map2 (\i x -> if i == 0 then 7 else x) (iota n) (rotate (-1) (scan (+) 0 xs))

entry less [n] (xs: [n]i32): ([n]i32, [n]i32) =
  let s = scan (+) 0 xs
  in (map2 (-) s xs, s)

entry with_total [n] (xs: [n]i32): ([n]i32, i32) =
  let s = scan (+) 0 xs
  in (map (\i -> if i > 0 then s[i - 1] else 0) (iota n), if n == 0 then 0 else s[n - 1])

entry both [n] (xs: [n]i32): ([n]i32, [n]i32) =
  let s = scan (+) 0 (map (% 10) xs)
  in (map3 (\i x t -> if i == 0 then x else s[i - 1] * x + t) (iota n) xs s, s)

entry pairs [n] (xs: [n]i32): ([n]i32, [n]i32) =
  let ys = map (\x -> (x, i32.i64 n)) xs
  let (a, b) = unzip (scan (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) ys)
  in (map2 (+) a b, map (\i -> if i == 0 then -1 else b[i - 1]) (iota n))

-- How high was the highest before: nobody is seen who is lower.
entry maxima [n] (xs: [n]i32): [n]bool =
  let s = scan i32.max i32.lowest xs
  in map2 (\i x -> i == 0 || x > s[i - 1]) (iota n) xs

-- The sums before each element, and that of all: a scan of one element more.
entry behind_first [n] (xs: [n]i32): []i32 = [0] ++ scan (+) 0 xs

entry sums_and_behind [n] (xs: [n]i32): ([]i32, [n]i32) =
  let s = scan (+) 0 (map (% 7) xs)
  in ([0] ++ s, s)

entry seven_first [n] (xs: [n]i32): []i32 = [7] ++ map (* 2) (scan (+) 0 xs)

-- All but the last sum, behind a first element; what is checked of it fails in an empty array.
entry but_last [n] (xs: [n]i32): []i32 = [0] ++ init (scan (+) 0 xs)

entry seven_but_last [n] (xs: [n]i32): []i32 = [7] ++ init (scan i32.max 0 xs)

-- All sums turned by one place, and another first element; and where runs of equal ones begin.
entry turned_sums [n] (xs: [n]i32): *[n]i32 =
  rotate (-1) (scan (+) 0 xs) with [0] = 7

entry runs [n] (xs: [n]i32): ([n]i64, []i32) =
  let ys = map (% 3) xs
  let begins = map2 (!=) ys (rotate (-1) ys) with [0] = true
  in (scan (+) 0 (map i64.bool begins), map (.0) (filter (.1) (zip ys begins)))

-- Sums of what is behind each element: placed from the end as soon as they are known.
entry behind [n] (xs: [n]i32): [n]i32 = reverse (scan (+) 0 (reverse xs))

entry behind_in_segments [n] (xs: [n]i32): [n]i32 =
  let op (a, x) (b, y) = (a || b, if b then y else x + y)
  in reverse (unzip (scan op (false, 0) (reverse (map (\x -> (x % 5 == 0, x)) xs)))).1

-- What is done with them is done as soon as they are known, too, and placed, or folded.
entry less_behind [n] (xs: [n]i32): [n]i32 =
  map2 (-) (reverse (scan i32.max i32.lowest (reverse xs))) xs

entry most_behind [n] (xs: [n]i32): (i32, i32) =
  let s = reverse (scan i32.max i32.lowest (reverse xs))
  let d = map2 (\x m -> (m - x, x)) xs s
  in (i32.maximum (map (.0) d), i32.sum (map (.1) d))

entry first_behind [n] (xs: [n]i32): (i32, i64) =
  let s = reverse (scan (+) 0 (reverse (map (% 5) xs)))
  in reduce (\a b -> if a.1 == n then b else a) (0, n)
            (map3 (\x t i -> if x < t then (t, i) else (0, n)) xs s (iota n))

entry pairs_behind [n] (xs: [n]i32): ([n]i32, [n]bool) =
  let (a, b) = unzip (scan (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (reverse (map (\x -> (x, 3)) xs)))
  in (map2 (^) (reverse b) xs, map (> 0) (reverse a))

entry water [n] (xs: [n]i32): i32 =
  let l = scan i32.max 0 xs
  let r = reverse (scan i32.max 0 (reverse xs))
  in i32.sum (map3 (\a b x -> i32.min a b - x) l r xs)

entry both_ways [n] (xs: [n]i32): ([n]i32, [n]i32) =
  let s = scan (+) 0 xs
  in (reverse s, map2 (-) s xs)
