-- What is filtered in records, loops, branches and maps.

type opt 'a = #none | #some a
def find 'a [n] (p: a -> bool) (xs: [n]a) : opt a =
  let ys = filter p xs in if length ys == 0 then #none else #some ys[0]

-- ==
-- entry: first
-- input { [1i32,5i32,2i32] }
-- output { 5i32 }
-- input { [1i32] }
-- output { -1i32 }

entry first [n] (xs: [n]i32) : i32 = match find (> 3) xs case #none -> -1 case #some x -> x
type~ st = { data: []i32, count: i64 }

-- ==
-- entry: rec
-- input { [1i32,2i32,3i32,4i32,5i32,6i32,7i32] }
-- output { [11i32, 13i32, 15i32, 17i32] 10i64 }
-- input { [1i32] }
-- output { [1i32] 0i64 }

entry rec [n] (xs: [n]i32) : ([]i32, i64) =
  let s : st = loop (s: st) = { data = xs, count = 0 } while length s.data > 2 && s.count < 10 do
     { data = filter (\x -> x % 2 == i32.i64 (s.count % 2)) (map (+ 1) s.data), count = s.count + 1 }
  in (s.data, s.count)

-- ==
-- entry: mixed
-- input { [1i32,3i32,2i32,5i32] }
-- output { [3i32, 5i32] [2i32, 6i32, 4i32, 10i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) }

entry mixed [n] (xs: *[n]i32) : ([]i32, [n]i32) =
  loop (acc: []i32, xs: *[n]i32) = ([], xs) for i < n do
    let y = xs[i]
    in (if y > 2 then acc ++ [y] else acc, xs with [i] = y * 2)

-- ==
-- entry: stack
-- input { [1i32,2i32,-1i32,5i32,-1i32,-1i32] }
-- output { [8i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) }

entry stack [n] (ops: [n]i32) : []i32 =
  loop (st: []i32) = [] for o in ops do
    if o >= 0 then st ++ [o]
    else if length st < 2 then st
    else let a = st[length st - 1] let b = st[length st - 2] in st[:length st - 2] ++ [a + b]

-- ==
-- entry: queue
-- input { 5i64 }
-- output { [1i64, 2i64, 3i64, 4i64, 5i64] }
-- input { 0i64 }
-- output { [1i64] }
entry queue (n: i64) : []i64 =
  let (_, out) = loop (q: []i64, out: []i64) = ([1], []) while length q > 0 && length out < 20 do
     let x = q[0]
     in (filter (<= n) (q[1:] ++ [2 * x, 2 * x + 1]), out ++ [x])
  in out

-- ==
-- entry: nested
-- input { [1i32,2i32,-1i32,5i32,3i32] }
-- output { [2i32, 1i32, 2i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) }

entry nested [n] (xs: [n]i32) : []i32 =
  let ys = filter (> 0) xs
  let zs = filter (\y -> any (== y + 1) ys) ys
  let ws = filter (\z -> all (<= z) zs) zs
  in ws ++ zs

-- ==
-- entry: outer
-- input { [1i32,-2i32,3i32] }
-- output { [[1i32, 3i32], [3i32, 9i32]] }
-- input { [-1i32] }
-- output { empty([0][0]i32) }

entry outer [n] (xs: [n]i32) : [][]i32 =
  let ys = filter (> 0) xs in map (\a -> map (\b -> a * b) ys) ys

-- ==
-- entry: outers
-- input { [1i32,-2i32,3i32] }
-- output { [4i32, 12i32] }
-- input { [-1i32] }
-- output { empty([0]i32) }

entry outers [n] (xs: [n]i32) : []i32 =
  let ys = filter (> 0) xs in map (\a -> i32.sum (map (\b -> a * b) ys)) ys

-- ==
-- entry: loopin
-- input { [1i64,-2i64,3i64] }
-- output { [0i64, 3i64] }
entry loopin [n] (xs: [n]i64) : []i64 =
  let ys = filter (> 0) xs in map (\y -> loop s = 0 for i < y do s + i) ys

-- ==
-- entry: scanrows
-- input { [1i32,-2i32,3i32] 3i64 }
-- output { [[1i32, 2i32, 3i32], [3i32, 6i32, 9i32]] }
-- input { [1i32,-2i32,3i32] 0i64 }
-- output { empty([2][0]i32) }
entry scanrows [n] (xs: [n]i32) (k: i64) : [][]i32 =
  let ys = filter (> 0) xs in map (\y -> scan (+) 0 (replicate k y)) ys

-- ==
-- entry: bools
-- input { [true,false,true] }
-- output { [true, true] [0i64, 2i64] }
entry bools [n] (xs: [n]bool) : ([]bool, []i64) = let (a, b) = unzip (filter (.0) (zip xs (iota n))) in (a, b)

-- ==
-- entry: bytes
-- input { [104u8,101u8,32u8,120u8] }
-- output { [72u8, 69u8, 88u8] }
entry bytes [n] (s: [n]u8) : []u8 = map (\c -> if c >= 97 && c <= 122 then c - 32 else c) (filter (!= 32) s)

-- ==
-- entry: f32s
-- input { [1.0f32,-1.0f32,3.0f32] }
-- output { [0.25f32, 0.75f32] }
entry f32s [n] (xs: [n]f32) : []f32 = let ys = filter (> 0) xs in map (/ f32.sum ys) ys

-- ==
-- entry: f64max
-- input { [1.0f64,3.0f64,3.0f64] }
-- output { [3.0f64, 3.0f64] }
entry f64max [n] (xs: [n]f64) : []f64 = filter (== f64.maximum xs) xs

-- ==
-- entry: twod
-- input { [[1i32,-1i32],[2i32,0i32]] }
-- output { [1i32, 2i32] }
entry twod [n][m] (a: [n][m]i32) : []i32 = filter (> 0) (flatten a)

-- ==
-- entry: cols
-- input { [[1i32,-1i32],[2i32,0i32]] }
-- output { [[1i32], [2i32]] }
entry cols [n][m] (a: [n][m]i32) : [][]i32 = transpose (filter (\c -> i32.sum c > 0) (transpose a))

-- ==
-- entry: parts
-- input { [1i32,-1i32,2i32] 2i64 }
-- output { [[1i32, 2i32], [1i32, 2i32]] 2i64 }
entry parts [n] (xs: [n]i32) (k: i64) : ([k][]i32, i64) = let ys = filter (> 0) xs let m = length ys in (replicate k ys, m)

-- ==
-- entry: zipcat
-- input { [1i32,-1i32,2i32,-5i32,7i32] }
-- output { [0i32, -3i32] }

entry zipcat [n] (xs: [n]i32) : []i32 = let (a, b) = partition (> 0) xs in let m = i64.min (length a) (length b) in map2 (+) (take m a) (take m b)

-- ==
-- entry: whilered
-- input { [3i32,1i32,2i32,1i32] }
-- output { 15i32 }
-- input { empty([0]i32) }
-- output { 0i32 }

entry whilered [n] (xs: [n]i32) : i32 =
  let (ys, s) = loop (ys: []i32, s) = (xs, 0) while length ys > 0 do (filter (> i32.minimum ys) ys, s + i32.sum ys) in s + i32.i64 (length ys)

-- ==
-- entry: deep
-- input { [0i32,1i32,2i32,3i32,4i32] 4i32 }
-- output { [3i32, 4i32] }
entry deep [n] (xs: [n]i32) (k: i32) : []i32 =
  loop (ys: []i32) = xs for i < k do
    loop (zs: []i32) = ys while length zs > 2 && zs[0] < i do
      zs[1:] ++ filter (< zs[0]) zs

-- ==
-- entry: ifdev
-- input { [3i32,4i32,5i32] }
-- output { [4i32] }
-- input { [3i32,4i32,6i32] }
-- output { [3i32] }
-- input { [-3i32] }
-- output { empty([0]i32) }
-- input { [3i32] }
-- output { [3i32] }

entry ifdev [n] (xs: [n]i32) : []i32 =
  let s = i32.sum xs
  in if s > 10 then if s % 2 == 0 then filter (\x -> x % 2 == 0) xs else filter (\x -> x % 2 == 1) xs
     else if s < 0 then [] else [s]

-- ==
-- entry: sizes3
-- input { [2i64,1i64] }
-- output { [[[0i64, 1i64, 2i64]], [[100i64, 101i64, 102i64]]] }
-- input { [0i64,3i64] }
-- output { empty([0][3][3]i64) }
-- input { [1i64,-3i64] }
-- error: Range 0..1..<-3 is invalid.
entry sizes3 [n] (xs: [n]i64) : [][][]i64 =
  let a = xs[0] let b = xs[1] in tabulate_3d a b (a + b) (\i j k -> i * 100 + j * 10 + k)

-- ==
-- entry: concatmany
-- input { [1i32,0i32,-2i32] }
-- output { [1i32, 0i32, -2i32, 1i32, 0i32, -2i32, 0i32] }
-- input { empty([0]i32) }
-- output { [0i32] }

entry concatmany [n] (xs: [n]i32) : []i32 = filter (> 0) xs ++ [0] ++ filter (< 0) xs ++ xs ++ filter (== 0) xs

-- ==
-- entry: scatterf
-- input { [1i64,0i64,-5i64,2i64] }
-- output { [0i64, 10i64, 20i64] }
entry scatterf [n] (xs: [n]i64) : []i64 =
  let ys = filter (>= 0) xs in scatter (replicate (length ys) (-1)) ys (map (* 10) ys)

-- ==
-- entry: rot
-- input { [1i32,-1i32,2i32,3i32] }
-- output { [2i32, 3i32, 1i32] }
-- input { [-1i32] }
-- output { empty([0]i32) }

entry rot [n] (xs: [n]i32) : []i32 = rotate 1 (filter (> 0) xs)

-- ==
-- entry: argmin
-- input { [3.0f32,-1.0f32,2.0f32] }
-- output { 2.0f32 2i64 }
-- input { [-1.0f32] }
-- output { f32.inf 1i64 }
entry argmin [n] (xs: [n]f32) : (f32, i64) = reduce_comm (\(a, i) (b, j) -> if a < b || (a == b && i < j) then (a, i) else (b, j)) (f32.inf, n) (filter (\(x, _) -> x > 0) (zip xs (iota n)))

-- ==
-- entry: thrarr
-- input { [1i64,-2i64,3i64] }
-- output { [2i64, 6i64] }
-- input { [100i64,-2i64,3i64] }
-- output { [9900i64, 297i64] }
-- input { [1i64,-2i64,3i64] }
-- output { [2i64, 6i64] }
-- input { [100i64,-2i64,3i64] }
-- output { [9900i64, 297i64] }
entry thrarr [n] (xs: [n]i64) : []i64 =
  let m = i64.maximum xs
  in map (\x -> let t = loop t = replicate m 0i64 for i < m do t with [i] = x * i in t[m - 1] + t[0]) (filter (> 0) xs)

-- ==
-- entry: thrarr2
-- input { [1i64,-2i64,3i64] }
-- output { [7i64, -14i64, 21i64] }
-- input { [-1i64] }
-- output { [0i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
entry thrarr2 [n] (xs: [n]i64) : [n]i64 =
  let m = i64.max 0 (i64.maximum xs)
  in map (\x -> let t = scan (+) 0 (map (\i -> i * x) (iota (2 * m + 1))) in t[m] + t[i64.min m 1]) xs

-- ==
-- entry: thrarr3
-- input { [1i64,-2i64,3i64] }
-- output { [2i64, -4i64, 6i64] }
-- input { [-1i64] }
-- output { [-1i64] }
entry thrarr3 [n] (xs: [n]i64) : [n]i64 =
  let m = length (filter (> 0) xs)
  in map (\x -> let t = loop t = replicate m x for i < m - 1 do t with [i + 1] = t[i] + x in if m == 0 then -1 else t[m - 1]) xs

-- Two of one array: each is done in its own kernel.
-- ==
-- entry: two_filters
-- input { [1, -2, 3, 4, -6] }
-- output { [1, 3, 4] [-2, 4, -6] }
-- input { empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) }
-- random input { [1000]i32 }
entry two_filters [n] (xs: [n]i32): ([]i32, []i32) =
  (filter (> 0) xs, filter (\x -> x % 2 == 0) xs)

-- One of two scans places, the other one is a result.
-- ==
-- entry: filter_and_sums
-- input { [1, -2, 3, 4, -6] }
-- output { [1, 3, 4] [1, -1, 2, 6, 0] }
-- random input { [1000]i32 }
entry filter_and_sums [n] (xs: [n]i32): ([]i32, [n]i32) =
  (filter (> 0) xs, scan (+) 0 xs)

-- A size that is a quotient: what guards its divisor is written once.
-- ==
-- entry: up_to_quotient
-- input { 14i64 [1i64, 2i64] } output { 16i64 }
-- input { 7i64 empty([0]i64) } output { 0i64 }
-- input { 7i64 [1i64, 2i64, 3i64] } output { 0i64 }
entry up_to_quotient [m] (n: i64) (xs: [m]i64): i64 =
  let k = (n / ((m & 7) + 1)) % 5
  in i64.sum (map (\x -> i64.sum (filter (> x) (iota (k + 1)))) xs)

-- Both parts are written where they belong: neither is copied.
-- ==
-- entry: both_parts
-- input { [3i32, 4i32, 6i32, 7i32] } output { [3i32, 6i32] [4i32, 7i32] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }
-- input { [3i32] } output { [3i32] empty([0]i32) }
-- random input { [3000]i32 }

entry both_parts [n] (xs: [n]i32) : ([]i32, []i32) = partition (\x -> x % 3 == 0) xs

-- What is left out adds nothing: nothing is placed.
-- ==
-- entry: sum_of_some
-- input { [3i32, 4i32, 6i32, 7i32] } output { 9i32 [18i32] }
-- input { empty([0]i32) } output { 0i32 [0i32] }
-- random input { [3000]i32 }

entry sum_of_some [n] (xs: [n]i32) : (i32, [1]i32) =
  let some = filter (\x -> x % 3 == 0) xs
  in (i32.sum some, [i32.sum (filter (\x -> x % 3 == 0) (map (* 2) xs))])

-- Those that differ from the one before, which is read once.
-- ==
-- entry: runs
-- input { [3i32, 5i32, 4i32, 3i32] } output { [3i32, 4i32, 3i32] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- random input { [3000]i32 }

entry runs [n] (xs: [n]i32) : []i32 =
  let ys = map (% 2) xs
  in map (.0) (filter (.1) (zip xs (map3 (\i x y -> i == 0 || x != y) (iota n) ys (rotate (-1) ys))))

-- How many are left is found with their sum.
-- ==
-- entry: mean_of_some
-- input { [3f32, -4f32, 6f32, -7f32] } output { 4.5f32 2i64 }
-- input { [-1f32] } output { f32.nan 0i64 }
-- random input { [3000]f32 }

entry mean_of_some [n] (xs: [n]f32) : (f32, i64) =
  let some = filter (> 0) xs in (f32.sum some / f32.i64 (length some), length some)

-- What is done with those that are left is done before they are placed.
-- ==
-- entry: roots_of_some
-- input { [4f32, -1f32, 9f32] } output { [5f64, 10f64] }
-- input { empty([0]f32) } output { empty([0]f64) }
-- random input { [3000]f32 }

entry roots_of_some [n] (xs: [n]f32) : []f64 = map (\x -> f64.f32 x + 1) (filter (> 0) xs)

-- ==
-- entry: pairs three pairs_of_three kept
-- input { empty([0]i32) }
-- auto output
-- input { [3i32] }
-- auto output
-- random input { [33]i32 }
-- auto output
-- random input { [1000]i32 }
-- auto output
-- random input { [20001]i32 }
-- auto output

def numbered [n] (xs: [n]i32) = zip xs (map f64.i64 (iota n))

entry pairs [n] (xs: [n]i32) : ([]i32, []f64, []i32, []f64) =
  let (as, bs) = partition (\(x, _) -> x % 2 == 0) (numbered xs)
  let (a, b) = unzip as
  let (c, d) = unzip bs
  in (a, b, c, d)

entry three [n] (xs: [n]i32) : ([]i32, []i32, []i32) =
  partition2 (\x -> x % 7 < 2) (\x -> x % 7 < 5) xs

entry pairs_of_three [n] (xs: [n]i32) : ([]i32, []f64, []i32, []f64, []i32, []f64) =
  let (as, bs, cs) = partition2 (\(x, _) -> x % 7 < 2) (\(x, _) -> x % 7 < 5) (numbered xs)
  let (a, b) = unzip as
  let (c, d) = unzip bs
  let (e, f) = unzip cs
  in (a, b, c, d, e, f)

entry kept [n] (xs: [n]i32) : ([]i32, []f64, i64) =
  let (as, bs) = partition (\(x, _) -> x % 3 == 0) (numbered xs)
  let (a, b) = unzip as
  in (a, b, length bs)

-- Of segments, what a scan says at their ends: the scan and the count of ends are one.
-- ==
-- entry: most_of_segments lengths_of_words sums_of_segments
-- input { empty([0]i32) }
-- auto output
-- input { [3i32] }
-- auto output
-- random input { [33]i32 }
-- auto output
-- random input { [20001]i32 }
-- auto output

def segmented 't [n] (op: t -> t -> t) (ne: t) (fs: [n]bool) (vs: [n]t) : [n]t =
  map (.1) (scan (\(f, v) (g, w) -> (f || g, if g then w else op v w)) (false, ne) (zip fs vs))

entry most_of_segments [n] (xs: [n]i32) : []i32 =
  let fs = map (\x -> x % 3 == 0) xs
  let most = segmented i32.max i32.lowest fs xs
  in map (.0) (filter (.1) (zip most (map (\i -> i == n - 1 || fs[i + 1]) (iota n))))

def is_space (x: i32) = x % 4 == 0 || x % 10 == 3

entry lengths_of_words [n] (xs: [n]i32) : []i32 =
  let spaces = map is_space xs
  let lengths = segmented (+) 0 spaces (map (\b -> if b then 0 else 1) spaces)
  let ends = map (\i -> !spaces[i] && (i == n - 1 || spaces[i + 1])) (iota n)
  in map (.0) (filter (.1) (zip lengths ends))

-- As libraries write it: it places as many as the last sum says, which is counted first.
entry sums_of_segments [n] (xs: [n]i32) : []i32 =
  let fs = map (\x -> x % 3 == 0) xs
  let sums = segmented (+) 0 fs xs
  let ends = rotate 1 fs
  let places = scan (+) 0 (map i64.bool ends)
  let m = if n > 1 then last places else 0
  in scatter (replicate m 0) (map2 (\p b -> if b then p - 1 else -1) places ends) sums

-- A filter as libraries write it: the last sum says how much room there is, all of which fills.
-- ==
-- entry: counted counted_of_some counted_pairs sorted_out
-- input { empty([0]i32) }
-- auto output
-- input { [3i32] }
-- auto output
-- input { [-2i32, 0i32, 5i32, 7i32, 0i32, -3i32] }
-- auto output
-- random input { [20001]i32 }
-- auto output

entry counted [n] (xs: [n]i32) : []i32 =
  let flags = map (\x -> i64.bool (x % 2 == 0)) xs
  let places = scan (+) 0 flags
  let m = reduce (+) 0 flags
  in scatter (replicate m 0) (map2 (\f p -> if f == 1 then p - 1 else -1) flags places) xs

entry counted_of_some [n] (xs: [n]i32) : []i32 =
  let keep = map (> 0) xs
  let places = scan (+) 0 (map (\k -> if k then 1 else 0) keep)
  let m = if n > 0 then places[n - 1] else 0
  in scatter (replicate m 7) (map2 (\k p -> if k then p - 1 else -1) keep places) xs

-- ==
-- entry: counted_of_any
-- input { [3i32] }
-- output { [3i32] }
-- input { [-3i32] }
-- output { empty([0]i32) }
-- input { empty([0]i32) }
-- error: Index \[-1\] out of bounds for array of shape \[0\]
-- random input { [20001]i32 }
-- auto output

entry counted_of_any [n] (xs: [n]i32) : []i32 =
  let keep = map (> 0) xs
  let places = scan (+) 0 (map i64.bool keep)
  in scatter (replicate (last places) 0) (map2 (\k p -> if k then p - 1 else -1) keep places) xs

entry counted_pairs [n] (xs: [n]i32) : ([]i32, []i64) =
  let keep = map (> 0) xs
  let places = scan (+) 0 (map i64.bool keep)
  let m = if n == 0 then 0 else last places
  in unzip (scatter (replicate m (0, 0))
    (map2 (\k p -> if k then p - 1 else -1) keep places) (zip xs (iota n)))

-- Of three kinds one is left out; the others lie one behind the other.
entry sorted_out [n] (xs: [n]i32) : []i32 =
  let above = scan (+) 0 (map (\x -> i64.bool (x > 0)) xs)
  let below = scan (+) 0 (map (\x -> i64.bool (x < 0)) xs)
  let a = if n == 0 then 0 else above[n - 1]
  let b = if n == 0 then 0 else below[n - 1]
  in scatter (replicate (a + b) 0)
    (map3 (\x p q -> if x > 0 then p - 1 else if x < 0 then a + q - 1 else -1) xs above below) xs

-- A test that fails for one element: nothing is read of what that has not.
-- ==
-- entry: asserted
-- input { [3i64, 0i64, 5i64, 1i64] 5i64 } error: Assertion
-- input { [3i64, 0i64, 5i64, 1i64] 7i64 } output { [3i64, 5i64] }
entry asserted (xs: []i64) (p: i64) = filter (\x -> assert (x != p) (x > 1)) xs

-- A test that holds for none: the places of those kept are never read.
-- ==
-- entry: none
-- input { [1i32, 2i32] } output { empty([0]i32) }
-- input { empty([0]i32) } output { empty([0]i32) }
entry none [n] (xs: [n]i32) = filter (\_ -> false) xs

-- Rows that a filter keeps, and a row of zeros for what it does not have.
-- ==
-- entry: kept_or_zeros
-- input { [1i32, 2i32, 3i32] 1i64 } output { [1i32, 2i32, 3i32] }
-- input { [1i32, 2i32, 3i32] 3i64 } output { [0i32, 0i32, 0i32] }
-- input { empty([0]i32) 0i64 } output { empty([0]i32) }
entry kept_or_zeros [n] (p: [n]i32) (k: i64): [n]i32 =
  let rows = filter (\_ -> true) (replicate n p)
  in if k < length rows then rows[k] else replicate n 0
