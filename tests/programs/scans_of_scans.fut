-- What is scanned of the sums of a scan: a tile looks back for these, and then for those.
-- ==
-- entry: below lowest again both kept_and_mapped in_order neighbours three before begun_with filtered alike looped records risen many ranked
-- input { empty([0]i32) }
-- auto output
-- input { [5, -7, 3, 3, -1, 9, -20, 2, 0, 4] }
-- auto output
-- random input { [1]i32 }
-- auto output
-- random input { [33]i32 }
-- auto output
-- random input { [2000]i32 }
-- auto output
-- random input { [20001]i32 }
-- auto output

-- ==
-- entry: checked
-- input { [2, 3, 4] 12 }
-- output { [2, 5, 9] [6, 2, 1] }
-- input { [2, -2, 4] 12 }
-- error: division by zero
-- input { [2, 3, -1] 12 }
-- error: Assertion
-- input { empty([0]i32) 3 }
-- output { empty([0]i32) empty([0]i32) }

def small [n] (xs: [n]i32): [n]i32 = map (% 100) xs

-- How far below their highest so far the sums are.
entry below [n] (xs: [n]i32): ([n]i32, i32) =
  let sums = scan (+) 0 xs
  let far = map2 (-) (scan i32.max i32.lowest sums) sums
  in (far, reduce i32.max 0 far)

-- The maximum segment sum: a sum less the lowest of those before it, or of none.
entry lowest [n] (xs: [n]i32): i32 =
  let sums = scan (+) 0 (small xs)
  in reduce i32.max 0 (map2 (-) sums (scan i32.min 0 sums))

entry again [n] (xs: [n]i32): [n]i32 = scan (+) 0 (scan (+) 0 xs)

def after (a: i32, b: i32) (c: i32, d: i32): (i32, i32) = (a * c, b * c + d)

-- Operators that do not commute, of two values; what both come to.
entry both [n] (xs: [n]i32): ([n]i32, [n]i32, i32, i32) =
  let (_, ps) = unzip (scan after (1, 0) (map (\x -> (x % 3, x)) xs))
  let (qs, rs) = unzip (scan after (1, 0) (map2 (\p i -> (p % 5, i32.i64 i)) ps (iota n)))
  in (map2 (+) qs rs, ps, if n > 0 then rs[n - 1] else 7, if n > 0 then ps[n - 1] else 8)

-- Of values of several sizes; what is mapped before either is kept.
entry kept_and_mapped [n] (xs: [n]i32): ([n]i64, [n]i32, [n]i64, [n]u8) =
  let halves = map (/ 2) (small xs)
  let sums = scan (+) 0i64 (map i64.i32 halves)
  let squares = map2 (\s x -> s * s - i64.i32 x) sums xs
  let odd = scan (^) 0u8 (map u8.i64 squares)
  in (map2 (+) squares (map i64.u8 odd), halves, sums, odd)

-- The first of the positions where it is the highest.
entry in_order [n] (xs: [n]i32): (i64, i64) =
  let sums = scan (+) 0 (small xs)
  let far = map2 (-) (scan i32.max 0 sums) sums
  in reduce (\(i, x) (j, y) -> if y > x then (j, y) else (i, x)) (-1, -1)
            (zip (iota n) (map i64.i32 far))

entry neighbours [n] (xs: [n]i32): [n]i32 =
  let sums = scan (+) 0 (map (\i -> xs[i] + xs[(i + 1) % n] * 3) (iota n))
  in scan i32.max 0 (map2 (\s i -> s - xs[(i + 2) % n]) sums (iota n))

entry three [n] (xs: [n]i32): [n]i32 = scan (+) 0 (scan i32.max 0 (scan (+) 0 xs))

-- Of the sums before an element.
entry before [n] (xs: [n]i32): ([n]i32, i32) =
  let sums = scan (+) 0 (small xs)
  let lowest = scan i32.min 0 sums
  let best = map (\i -> sums[i] - (if i == 0 then 0 else lowest[i - 1])) (iota n)
  in (best, reduce i32.max i32.lowest best)

-- The maximum segment sum, of the sums before each element, and of the lowest of these.
entry begun_with [n] (xs: [n]i32): (i32, [n]i32) =
  let sums = scan (+) 0 (small xs)
  let lowest = scan i32.min 0 ([0] ++ sums)
  in (reduce i32.max 0 (map2 (-) sums (take n lowest)), scan i32.max 0 (take n ([1] ++ sums)))

entry filtered [n] (xs: [n]i32): ([]i32, i64) =
  let sums = scan (+) 0 (small xs)
  let records = filter (\(s, m) -> s == m) (zip sums (scan i32.max 0 sums))
  in (map (.0) records, length records)

-- Twice the same.
entry alike [n] (xs: [n]i32): ([n]i32, [n]i32) =
  let sums = scan i32.max 0 xs
  in (sums, scan i32.max 0 sums)

entry looped [n] (xs: [n]i32): [n]i32 = loop xs for _i < 3 do scan (+) 0 (scan i32.max 0 xs)

-- Where the highest so far is higher than before.
entry records [n] (xs: [n]i32): []i64 =
  let m = scan i32.max i32.lowest xs
  in filter (\i -> i == 0 || m[i] > m[i - 1]) (iota n)

-- Of what is kept of the sums of sums, how far they rose; and what all come to.
entry risen [n] (xs: [n]i32): ([]i32, []i64, i32) =
  let sums = scan (+) 0 (small xs)
  let highest = scan i32.max 0 (map2 (\s i -> s - i32.i64 (i % 3)) sums (iota n))
  let (vs, is) = unzip (filter (\(h, i) -> h > i32.i64 (i % 7)) (zip highest (iota n)))
  in (vs, is, reduce (+) 0 (map (% 5) xs))

-- Eight of one another; a ninth begins anew.
entry many [n] (xs: [n]i32): ([n]i32, [n]i32) =
  let a = scan (+) 0 xs
  let b = scan (+) 0 (scan i32.max 0 a)
  let c = scan (^) 0 (scan (+) 0 (map2 (-) b a))
  let d = scan i32.min 0 (scan (+) 0 c)
  in (scan (+) 0 (scan (+) 0 (scan i32.max 0 d)), b)

-- Runs are numbered, numbers are told apart, and their first are placed.
entry ranked [n] (xs: [n]i32): ([]i32, [n]i64) =
  let runs = scan (+) 0 (map (\i -> i64.bool (i > 0 && xs[i] / 4 != xs[i - 1] / 4)) (iota n))
  let third = scan (+) 0 (map (\r -> i64.bool (r % 3 == 0)) runs)
  let firsts = filter (\(r, t, _) -> (r + t) % 2 == 0) (zip3 runs third xs)
  in (map (.2) firsts, map2 (+) runs third)

-- The second operator can fail, and so can what it is given.
entry checked [n] (xs: [n]i32) (z: i32): ([n]i32, [n]i32) =
  let sums = scan (+) 0 xs
  in (sums, scan (\a b -> if a == 0 then b else if b == 0 then a else assert (a >= b) b) 0
                 (map (\s -> z / s) sums))
