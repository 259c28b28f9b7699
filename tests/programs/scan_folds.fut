-- What is folded of the sums of a scan: folded in the scan's kernel, the sums stored nowhere.
-- ==
-- entry: most kept depth mss highest rises before_first places last_place longest_run both pairs rounded counted stored_beside two_folds then_less of_few opposite nested balance reversed columns
-- input { empty([0]i32) }
-- auto output
-- input { [5, -7, 3, 3, -1, 9, -20, 2, 0, 4] }
-- auto output
-- random input { [1]i32 }
-- auto output
-- random input { [33]i32 }
-- auto output
-- random input { [1000]i32 }
-- auto output
-- random input { [20001]i32 }
-- auto output

-- An empty array has no last element, nor a first one.
-- ==
-- entry: last_of_all beginning_with_first
-- input { empty([0]i32) }
-- error: Index
-- random input { [1]i32 }
-- auto output
-- random input { [20001]i32 }
-- auto output

-- An operator that fails fails, and is not applied to what is not there.
-- ==
-- entry: fails
-- input { empty([0]i32) }
-- output { 0 }
-- input { [1, 2, 3] }
-- output { 6 }
-- input { [5, 7, -4] }
-- error: Index

-- property: same_most
-- property: same_places
-- property: same_runs

def small [n] (xs: [n]i32): [n]i32 = map (% 100) xs

entry most [n] (xs: [n]i32): i32 = i32.maximum (scan (+) 0 xs)

-- The sums are a result, too.
entry kept [n] (xs: [n]i32): (i32, [n]i32) =
  let s = scan (+) 0 xs
  in (i32.minimum s, s)

entry depth [n] (xs: [n]i32): (i32, i32, i32) =
  let d = scan (+) 0 xs
  in (reduce i32.max 0 d, reduce i32.min 0 d, if n == 0 then 0 else d[n - 1])

-- The largest sum of a part, by the sums up to its ends.
entry mss [n] (xs: [n]i32): i32 =
  let s = scan (+) 0 (small xs)
  let least = scan i32.min 0 s
  in reduce i32.max 0 (map2 (-) s least)

-- How far it goes down from the highest so far.
entry highest [n] (xs: [n]i32): i32 =
  let h = scan i32.max i32.lowest xs
  in reduce i32.max 0 (map2 (-) h xs)

-- The sums before each element.
entry rises [n] (xs: [n]i32): i32 =
  let least = scan i32.min 1000 (small xs)
  in reduce i32.max 0 (map2 (\i x -> if i == 0 then 0 else x % 100 - least[i - 1]) (iota n) xs)

entry before_first [n] (xs: [n]i32): (i32, i32) =
  let s = scan (+) 0 xs
  in (reduce i32.max 7 (map (\i -> if i == 0 then 7 else s[i - 1]) (iota n)), if n == 0 then 0 else s[n - 1])

-- The first place of the largest sum: the order matters.
def first_of ((i, x): (i64, i32)) ((j, y): (i64, i32)): (i64, i32) =
  if y > x then (j, y) else (i, x)

entry places [n] (xs: [n]i32): (i64, i32) =
  reduce first_of (-1, i32.lowest) (zip (iota n) (scan (+) 0 xs))

entry last_place [n] (xs: [n]i32): i64 =
  let s = scan (+) 0 xs
  in reduce (\i j -> if j >= 0 then j else i) (-1) (map2 (\i x -> if x % 3 == 0 then i else -1) (iota n) s)

-- The longest run of even numbers, by a segmented scan.
entry longest_run [n] (xs: [n]i32): i64 =
  let (_, run) = unzip (scan (\(f, a) (g, b) -> (f || g, if g then b else a + b)) (false, 0)
                             (map (\x -> if x % 2 == 0 then (false, 1i64) else (true, 0)) xs))
  in reduce i64.max 0 run

entry both [n] (xs: [n]i32): (i32, i64) =
  let s = scan (+) 0 xs
  in (reduce (^) 0 s, reduce i64.max 0 (map2 (\i x -> if x > 0 then i else 0) (iota n) s))

entry pairs [n] (xs: [n]i32): (i32, i32) =
  let (a, b) = unzip (scan (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (map (\x -> (x | 1, x)) xs))
  in (reduce (^) 0 a, reduce i32.max 0 (map2 (-) a b))

entry rounded [n] (xs: [n]i32): f64 =
  reduce f64.max (-f64.inf) (scan (+) 0 (map (\x -> f64.i32 (x % 1000) / 8) xs))

entry counted [n] (xs: [n]i32): i64 =
  length (filter (> 0) (scan (+) 0 xs))

-- What is mapped beside the fold is stored, in order.
entry stored_beside [n] (xs: [n]i32): (i32, [n]i32, [n]i64) =
  let s = scan (+) 0 xs
  in (reduce i32.max 0 s, map2 (*) s xs, map2 (\i x -> i64.i32 x + i) (iota n) s)

entry two_folds [n] (xs: [n]i32): (i32, i64) =
  let s = scan (+) 0 xs
  in (i32.maximum s, (reduce first_of (-1, i32.lowest) (zip (iota n) s)).0)

-- The second fold needs the first.
entry then_less [n] (xs: [n]i32): (i32, i64) =
  let s = scan (+) 0 xs
  let m = i32.maximum s
  in (m, i64.sum (map (\x -> i64.bool (x == m)) s))

-- Values of many bytes, folded in order.
entry of_few [n] (xs: [n]i32): (i64, i64, i64, i64) =
  let s = scan (\(a, b, c) (d, e, f) -> (a + d, i64.max b e, i64.min c f)) (0, i64.lowest, i64.highest)
               (map (\x -> (i64.i32 x, i64.i32 x, i64.i32 x)) xs)
  in reduce (\(a, b, c, i) (d, e, f, j) -> if j >= 0 then (d, e, f, j) else (a, b, c, i)) (0, 0, 0, -1)
            (map2 (\(a, b, c) i -> if a % 2 == 0 then (a, b, c, i) else (0, 0, 0, -1)) s (iota n))

-- Matrices of two by two are no numbers whose order does not matter.
entry opposite [n] (xs: [n]i32): (i32, i32) =
  reduce (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (map (\s -> (s | 1, s)) (scan i32.max 0 xs))

entry nested [n] (xs: [n]i32): [3]i32 =
  map (\k -> i32.maximum (scan (+) k xs)) [0, 1, 2]

-- Parentheses: no end before its beginning, and as many of both.
entry balance [n] (xs: [n]i32): bool =
  let d = scan (+) 0 (map (\x -> if x % 2 == 0 then 1 else -1) xs)
  in and (map (>= 0) d) && (n == 0 || d[n - 1] == 0)

entry reversed [n] (xs: [n]i32): i32 =
  reduce i32.max 0 (map2 (-) (reverse (scan (+) 0 (reverse xs))) xs)

entry columns [n] (xs: [n]i32): [2]i32 =
  reduce (map2 i32.max) [0, 0] (map (\s -> [s, -s]) (scan (+) 0 xs))

entry last_of_all [n] (xs: [n]i32): (i32, i32) =
  let s = scan (+) 0 xs
  in (i32.maximum s, s[n - 1])

-- The fold begins with one of the sums.
entry beginning_with_first [n] (xs: [n]i32): i32 =
  let s = scan (+) 0 xs
  in reduce i32.max s[0] s

entry fails [n] (xs: [n]i32): i32 =
  let ks = map i32.i64 (iota 10)
  in reduce (\a b -> ks[i32.max a b]) 0 (scan (+) 0 xs)

entry same_most [n] (xs: [n]i32): bool =
  most xs == (loop (m, s) = (i32.lowest, 0) for x in xs do (i32.max m (s + x), s + x)).0

entry same_places [n] (xs: [n]i32): bool =
  places xs == ((loop (at, s) = ((-1, i32.lowest), 0) for i < n do
                   let t = s + xs[i] in (if t > at.1 then (i, t) else at, t)).0)

entry same_runs [n] (xs: [n]i32): bool =
  longest_run xs == ((loop (m, r) = (0, 0) for x in xs do
                        let t = if x % 2 == 0 then r + 1 else 0 in (i64.max m t, t)).0)

-- The last sum is asked for in a branch, or in a branch of one.
-- ==
-- entry: balanced closed last_by_sign last_of_some_sums last_of_falling
-- input { empty([0]i32) }
-- auto output
-- input { [-1i32, 1i32] }
-- auto output
-- input { [1i32, 1i32, -1i32, -1i32] }
-- auto output
-- random input { [3001]i32 }
-- auto output

entry balanced [n] (xs: [n]i32) : bool =
  let depths = scan (+) 0 (map (\x -> if x > 0 then 1i32 else -1) xs)
  in all (>= 0) depths && n > 0 && depths[n - 1] == 0

entry closed [n] (xs: [n]i32) : bool =
  let depths = scan (+) 0 (map (\x -> if x > 0 then 1i32 else -1) xs)
  in all (>= 0) depths && (n == 0 || last depths == 0)

entry last_by_sign [n] (xs: [n]i32) : i32 =
  let most = scan i32.max i32.lowest xs
  in if n == 0 then 7 else if xs[0] > 0 then most[n - 1] else -most[n - 1]

entry last_of_some_sums [n] (xs: [n]i32) : (i32, [n]i32) =
  let sums = scan (+) 0 xs
  in (if n < 3 then 5 else if xs[1] < 0 then 3 else sums[n - 1], sums)

entry last_of_falling [n] (xs: [n]i32) : i32 =
  let least = scan i32.min i32.highest xs
  in if n > 2 then if xs[1] < xs[0] then least[n - 1] else 3 else 5

-- ==
-- entry: last_asked_for
-- input { [4i32, 5i32] 1i32 } output { 9i32 }
-- input { empty([0]i32) 1i32 } error: out of bounds
-- input { empty([0]i32) 0i32 } output { 0i32 }

entry last_asked_for [n] (xs: [n]i32) (k: i32) : i32 =
  let sums = scan (+) 0 xs in if k > 0 then sums[n - 1] else k
