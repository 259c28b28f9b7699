-- Nests around rows of different lengths: deeper ones, and loops in them.

-- A row that several levels read.
-- ==
-- entry: read_below
-- input { [[1i64, 2i64], [3i64], []] [1i64, 5i64] [0i64, 1i64, 2i64] }
-- output { [36i64, 36i64, 18i64] [[12i64, 12i64, 12i64], [12i64, 12i64, 12i64], [6i64, 6i64, 6i64]] }
entry read_below [m] [k] (xss: [m][..]i64) (qs: []i64) (is: [k]i64): ([m]i64, [m][k]i64) =
  let each xs _ = i64.sum (map (\x -> x + i64.sum xs) qs)
  in (map (\xs -> i64.sum (map (each xs) is)) xss, map (\xs -> map (each xs) is) xss)

-- A reduction, a scan, a scatter and a histogram of what is read from such rows.
-- ==
-- entry: read_by_number
-- input { [[1i64, 2i64], [3i64], [4i64, 5i64, 6i64]] [0i64, 1i64] }
-- output { [3i64, 6i64, 9i64] [[1i64, 3i64], [3i64, 6i64], [4i64, 9i64]]
--          [[1i64, 2i64], [3i64, 3i64], [4i64, 5i64]] [[1i64, 2i64], [3i64, 3i64], [4i64, 5i64]]
--          [[3i64, 6i64], [9i64, 9i64], [60i64, 75i64]] }
entry read_by_number [m] [k] (xss: [m][..]i64) (is: [k]i64)
  : ([m]i64, [m][k]i64, [m][k]i64, [m][k]i64, [m][k]i64) =
  let at xs = map (\i -> xs[i % length xs]) is
  in (map (\xs -> i64.sum (at xs)) xss,
      map (\xs -> scan (+) 0 (at xs)) xss,
      map (\xs -> scatter (replicate k 0) is (at xs)) xss,
      map (\xs -> hist (+) 0 k is (at xs)) xss,
      map (\xs -> map (\i -> i64.sum (map (* xs[i % length xs]) xs)) is) xss)

-- What is filtered has a length that is read, too.
-- ==
-- entry: lengths_of_filtered
-- input { [[1i64, -2i64, 3i64, 4i64], [4i64, 5i64, -6i64, 7i64]] [4i64, 7i64, 3i64] }
-- output { [7i64, 7i64] [17i64, 25i64] [2i64, 1i64] }
-- input { empty([2][0]i64) [1i64] }
-- output { [0i64, 0i64] [0i64, 0i64] [0i64, 0i64] }
entry lengths_of_filtered [m] [k] (xss: [m][k]i64) (qs: []i64): ([m]i64, [m]i64, [m]i64) =
  let back xs = let l = length xs in map (\j -> xs[l - 1 - j]) (iota l)
  in (map (\xs -> i64.sum (back (filter (> 0) xs[k / 2:]))) xss,
      map (\xs -> let ys = filter (> 0) xs in i64.sum (map (+ length ys) ys)) xss,
      map (\xs -> i64.sum (map (\q -> length (filter (== q) xs[k / 2:])) qs)) xss)

-- Rows that become shorter in a loop, as often in all of them or as data say.
-- ==
-- entry: shorter
-- input { [[1i64, -2i64, 3i64, 4i64], [4i64, 5i64, -6i64, 7i64]] }
-- output { [7i64, 7i64] [7i64, 16i64] [7i64, 7i64] [6i64, 1i64] }
entry shorter [m] [k] (xss: [m][k]i64): ([m]i64, [m]i64, [m]i64, [m]i64) =
  (map (\xs -> i64.sum (loop (ys: []i64) = xs[k / 2:] for j < 3 do filter (> j) ys)) xss,
   map (\xs -> i64.sum (loop (ys: []i64) = xs for j < 3 do filter (> j) ys)) xss,
   map (\xs -> i64.sum (loop (ys: []i64) = xs[k / 2:] for j < xs[0] do filter (> j) ys)) xss,
   map (\xs -> i64.sum (loop (ys: []i64) = xs while length ys > 0 && ys[0] > 2 do ys[1:])) xss)

-- ==
-- entry: search
-- input { [[1i64, 2i64, 3i64, 4i64, 5i64], [1i64, 3i64, 3i64, 4i64, 5i64], [1i64, 2i64, 3i64, 3i64, 5i64]]
--         [4i64, 1i64, 0i64] }
-- output { [1i64, 1i64, -1i64] }
def find [n] (xs: [n]i64) (q: i64): i64 =
  if n == 0 then -1
  else let h = n / 2
       in if xs[h] == q then n
          else if xs[h] < q then find xs[h + 1:] q else find xs[:h] q

entry search [m] [k] (xss: [m][k]i64) (qs: [m]i64): [m]i64 = map2 find xss qs

-- Rows that a loop updates in place: some of them go on, and the others stay.
-- ==
-- entry: in_place
-- input { [0i64, 4i64, 7i64] }
-- output { [0i64, 0i64, 2i64] [0i64, 0i64, 0i64] [[], [1i64, 4i64, 4i64, 3i64], [1i64, 7i64, 7i64, 6i64, 6i64, 5i64, 5i64]] }
entry in_place [m] (ns: [m]i64): ([m]i64, [m]i64, [m][..]i64) =
  let strike [l] (fs: *[l]bool) (i: i64): *[l]bool =
    let h = l / 2
    in scatter fs (map (+ i) (iota h)) (replicate h false)
  let left fs = i64.sum (map i64.bool fs)
  in (map (\n -> left (loop fs = replicate n true for i < n do
                         if i * i > n then fs else strike fs i)) ns,
      map (\n -> left (loop fs = replicate n true for i < n do strike fs i)) ns,
      map (\n -> loop ys = map (const 1) (iota n) for i < n - 1 do
                   if i % 2 == 1 then ys
                   else scatter ys (map (+ (i + 1)) (iota (n / 2))) (replicate (n / 2) (n - i / 2)))
          ns)

-- ==
-- entry: in_place_regular
-- input { [[3i64, 1i64, 2i64], [1i64, 0i64, 5i64], [2i64, 2i64, 2i64]] [0i64, 1i64, 2i64] }
-- output { [[6i64, 4i64, 5i64], [1i64, 0i64, 5i64], [3i64, 3i64, 3i64]] }
entry in_place_regular [m] [k] (xss: [m][k]i64) (is: [k]i64): [m][k]i64 =
  map (\xs -> loop fs = copy xs for i < xs[0] do
                scatter fs (map (\j -> (i + j) % k) is) (map (+ i) fs)) xss

-- A function that calls itself, and gives twice as much as it takes.
-- ==
-- entry: doubled
-- input { [[1i64, 2i64, 9i64], [3i64, 4i64, 5i64]] [[1i64, 2i64], [3i64], []] }
-- output { [33i64, 33i64] [[1i64, 7i64, 2i64, 7i64], [3i64, 7i64], []] }
def twice [n] (xs: [n]i64): [2 * n]i64 =
  if n <= 1 then map (\i -> if i % 2 == 0 then xs[i / 2] else 7) (iota (2 * n))
  else let h = n / 2
       in (twice xs[:h] ++ twice xs[h:]) :> [2 * n]i64

entry doubled [m] [k] [l] (xss: [m][k]i64) (yss: [l][..]i64): ([m]i64, [l][..]i64) =
  (map (\xs -> i64.sum (twice xs)) xss, map (\ys -> twice ys) yss)

-- As many rows as an expression says, each with rounds of its own.
-- ==
-- entry: rounds_of_thrice
-- input { [4i64, 1i64, 3i64] [1i64, 2i64] } output { [4i64, 4i64, 4i64, 0i64, 0i64, 0i64] }
-- input { [4i64, 1i64, 3i64] empty([0]i64) } output { empty([0]i64) }
entry rounds_of_thrice [n][m] (xs: [n]i64) (ks: [m]i64): [m*3]i64 =
  map (\k -> loop a = 0 for _i < k do i64.sum (filter (> a) xs) / 2)
      (flatten (map (\k -> replicate 3 k) ks) :> [m*3]i64)

-- A scan of what is read from rows, some of which are empty.
-- ==
-- entry: scanned_by_number
-- input { [[1i64, 2i64], [], [4i64, 5i64, 6i64]] [0i64, 1i64, 2i64] }
-- output { [[1i64, 3i64, 4i64], [0i64, 0i64, 0i64], [4i64, 9i64, 15i64]] }
entry scanned_by_number [m] [k] (xss: [m][..]i64) (is: [k]i64): [m][k]i64 =
  map (\xs -> scan (+) 0 (map (\i -> if length xs > 0 then xs[i % length xs] else 0) is)) xss

-- Rows that an inner level reads, each in one thread: a map, a sum, a scan, a histogram, a scatter.
-- ==
-- entry: of_inner_level
-- input { [[1i64, 2i64], [], [3i64], [2i64, 0i64, 1i64]] [1i64, 5i64, 0i64] }
-- output { [[6i64, 1i64, 4i64, 20i64], [10i64, 5i64, 8i64, 24i64], [5i64, 0i64, 3i64, 19i64]]
--          [31i64, 47i64, 27i64]
--          [[6i64, 7i64, 11i64, 31i64], [10i64, 15i64, 23i64, 47i64], [5i64, 5i64, 8i64, 27i64]]
--          [[1i64, 2i64, 1i64], [1i64, 1i64, 2i64], [2i64, 1i64, 1i64]]
--          [[20i64, 4i64, 1i64, 6i64], [24i64, 8i64, 5i64, 10i64], [19i64, 3i64, 0i64, 5i64]] }
-- input { [[], []] [1i64] }
-- output { [[1i64, 1i64]] [2i64] [[1i64, 2i64]] [[0i64, 2i64, 0i64]] [[1i64, 1i64]] }
def horner (xs: []i64): i64 = loop s = 0 for x in xs do s * 3 + x

entry of_inner_level [m] [k] (xss: [m][..]i64) (ks: [k]i64)
                   : ([k][m]i64, [k]i64, [k][m]i64, [k][3]i64, [k][m]i64) =
  (map (\k -> map (\xs -> k + horner xs) xss) ks,
   map (\k -> i64.sum (map (\xs -> k + horner xs) xss)) ks,
   map (\k -> scan (+) 0 (map (\xs -> k + horner xs) xss)) ks,
   map (\k -> hist (+) 0 3 (map (\xs -> (k + horner xs) % 3) xss) (map (const 1) xss)) ks,
   map (\k -> scatter (replicate m 0) (map (\i -> m - 1 - i) (iota m)) (map (\xs -> k + horner xs) xss)) ks)

-- Each row and each other: how many come before it in a dictionary.
-- ==
-- entry: of_all_pairs
-- input { [[1i64, 2i64], [], [3i64], [1i64], [1i64, 2i64, 0i64], [1i64, 2i64]] }
-- output { [2i64, 0i64, 5i64, 1i64, 4i64, 2i64] }
-- input { [[], []] }
-- output { [0i64, 0i64] }
-- input { empty([0][0]i64) }
-- output { empty([0]i64) }
def before [n] [k] (xs: [n]i64) (ys: [k]i64): bool =
  let l = i64.min n k
  let i = loop i = 0 while i < l && xs[i] == ys[i] do i + 1
  in if i < l then xs[i] < ys[i] else n < k

entry of_all_pairs [m] (xss: [m][..]i64): [m]i64 =
  map (\i -> i64.sum (map (\j -> i64.bool (before xss[j] xss[i])) (iota m))) (iota m)

-- Variables of a loop that a round leaves as they are, or that change places.
-- ==
-- entry: kept_in_rounds
-- input { [0i64, 1i64, 5i64, 20i64, 3i64] [1i64, 2i64, 3i64, 4i64, 7i64] [5i64, 6i64, 7i64, 8i64, 9i64] }
-- output { [9i64, 9i64, 9i64, 9i64, 9i64] [3i64, 0i64, 0i64, 0i64, 0i64]
--          [5i64, 6i64, 7i64, 4i64, 9i64] [1i64, 2i64, 3i64, 8i64, 7i64]
--          [1i64, 6i64, 47i64, 17104i64, 12i64] [5i64, 2i64, 63i64, 19008i64, 13i64] }
-- input { empty([0]i64) empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i64) }
entry kept_in_rounds [m] (ns: [m]i64) (xs: [m]i64) (ys: [m]i64) =
  let kept = map (\n -> loop ((a: {at: i64, off: bool}), i) = ({at = 9, off = false}, 0i64)
                        while i < 3 && and (map (const a.off) (iota n)) do (a, i + 1)) ns
  let swapped = map3 (\n x y -> loop (a, b, i) = (x, y, 0)
                                while i < 3 && i64.sum (map (+ i) (iota n)) < 50 do (b, a, i + 1)) ns xs ys
  let rounds = map3 (\n x y -> loop (a, b) = (x, y)
                               for i < n do (b, a + i64.sum (map (* i) (iota n)))) ns xs ys
  in (map (\(a, _) -> a.at) kept, map (.1) kept, map (.0) swapped, map (.1) swapped,
      map (.0) rounds, map (.1) rounds)

-- ==
-- entry: rows_kept_in_rounds
-- input { [0i64, 1i64, 5i64, 20i64, 3i64] }
-- output { [3i64, 6i64, 48i64, 570i64, 21i64] [3i64, 3i64, 3i64, -570i64, 3i64] }
entry rows_kept_in_rounds [m] (ns: [m]i64): ([m]i64, [m]i64) =
  let rounds n keep = loop (a, b, i) = (iota n, map (* 2) (iota n), 0)
                      while i < 3 && i64.sum (map (+ i) a) < 50
                      do if keep then (a, map (+ 1) b, i + 1) else (b, a, i + 1)
  let (as, bs, is) = unzip3 (map (\n -> let (a, b, i) = rounds n true in (i64.sum a, i64.sum b, i)) ns)
  let (cs, ds, js) = unzip3 (map (\n -> let (a, b, i) = rounds n false in (i64.sum a, i64.sum b, i)) ns)
  in (map3 (\a b i -> a + b + i) as bs is, map3 (\c d j -> c - 2 * d + j) cs ds js)

-- What is folded is kept, too: rows of their own, however long one of them is.

-- ==
-- entry: squares_and_sums
-- input { [[1i64, 2i64], [], [3i64]] } output { [5i64, 0i64, 9i64] [[1i64, 4i64], [], [9i64]] }
-- input { [[], []] } output { [0i64, 0i64] [[], []] }
-- input { empty([0][0]i64) } output { empty([0]i64) empty([0][0]i64) }
entry squares_and_sums [m] (xss: [m][..]i64): ([m]i64, [m][..]i64) =
  unzip (map (\xs -> let ys = map (\x -> x * x) xs in (i64.sum ys, ys)) xss)

-- ==
-- entry: summed_if_large
-- input { [[1i64, 2i64], [], [-3i64, 1i64]] } output { [[2i64, 6i64], [], [-6i64, 2i64]] }
-- input { empty([0][0]i64) } output { empty([0][0]i64) }
entry summed_if_large [m] (xss: [m][..]i64): [m][..]i64 =
  map (\xs -> let ys = map (* 2) xs in if i64.sum ys > 0 then scan (+) 0 ys else ys) xss
