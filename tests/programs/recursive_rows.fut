-- Functions of arrays that call themselves: all calls of one depth are done at once.
def halves [n] (xs: [n]i64): i64 =
  if n == 0 then 0 else if n == 1 then xs[0]
  else let l = n / 2 in halves xs[:l] + halves xs[l:]

-- ==
-- entry: at_top
-- input { [3i64, 1i64, 2i64, 9i64, 4i64] }
-- output { 19i64 }
-- input { empty([0]i64) }
-- output { 0i64 }
entry at_top [n] (xs: [n]i64): i64 = halves xs

-- ==
-- entry: regular
-- input { [[3i64, 1i64, 2i64], [9i64, 4i64, 1i64]] }
-- output { [6i64, 14i64] }
entry regular [m][n] (xss: [m][n]i64): [m]i64 = map halves xss

def quicksort [n] (xs: [n]i32): [n]i32 =
  if n <= 1 then xs
  else let pivot = xs[n / 2]
       let less = filter (< pivot) xs
       let same = filter (== pivot) xs
       let more = filter (> pivot) xs
       in (quicksort less ++ same ++ quicksort more) :> [n]i32

-- ==
-- entry: sorted
-- input { [[3i32, 1i32, 2i32, 9i32, 4i32], [], [5i32, 4i32, 3i32, 4i32]] }
-- output { [[1i32, 2i32, 3i32, 4i32, 9i32], [], [3i32, 4i32, 4i32, 5i32]] }
entry sorted [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss

-- ==
-- entry: sort
-- input { [3i32, 1i32, 2i32, 9i32, 4i32, 1i32, -7i32] }
-- output { [-7i32, 1i32, 1i32, 2i32, 3i32, 4i32, 9i32] }
entry sort [n] (xs: [n]i32): [n]i32 = quicksort xs

def is_sorted [n] (xs: [n]i32): bool =
  and (map (\i -> i == 0 || xs[i - 1] <= xs[i]) (iota n))

def quicksort_of_notes [n] (xs: [n]i32): [n]i32 =
  if n <= 1 || is_sorted xs then xs
  else let pivot = xs[n / 2]
       let less = filter (< pivot) xs
       let same = filter (== pivot) xs
       let more = filter (> pivot) xs
       let sorted = map quicksort_of_notes [less, more]
       in (sorted[0] ++ same ++ sorted[1]) :> [n]i32

-- Figure 25 of the PMPH notes, with three parts: with two, [2, 1, 3] is parted for ever.
-- ==
-- entry: sorted_as_in_notes
-- input { [[3i32, 1i32, 2i32, 9i32, 4i32], [], [5i32, 4i32, 3i32, 4i32]] }
-- output { [[1i32, 2i32, 3i32, 4i32, 9i32], [], [3i32, 4i32, 4i32, 5i32]] }
entry sorted_as_in_notes [m] (xss: [m][..]i32): [m][..]i32 = map quicksort_of_notes xss

type point = (f64, f64)
def cross (a: point) (b: point) (p: point): f64 =
  (b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0)

def side [n] (xs: [n]f64) (ys: [n]f64) (ax: f64) (ay: f64) (bx: f64) (by: f64): i64 =
  let on = filter (\(x, y) -> cross (ax, ay) (bx, by) (x, y) > 0) (zip xs ys)
  let n = length on
  let (us, vs) = unzip (on :> [n](f64, f64))
  in if n == 0 then 0
     else let ds = map2 (\x y -> cross (ax, ay) (bx, by) (x, y)) us vs
          let (_, k) = reduce (\(d, i) (e, j) -> if e > d then (e, j) else (d, i)) (-1, -1) (zip ds (iota n))
          let px = us[k]
          let py = vs[k]
          in side us vs ax ay px py + 1 + side us vs px py bx by

def hull [n] (xs: [n]f64) (ys: [n]f64): i64 =
  let left = reduce (\i j -> if xs[j] < xs[i] then j else i) 0 (iota n)
  let right = reduce (\i j -> if xs[j] > xs[i] then j else i) 0 (iota n)
  in 2 + side xs ys xs[left] ys[left] xs[right] ys[right] + side xs ys xs[right] ys[right] xs[left] ys[left]

-- ==
-- entry: hulls
-- input { [[0f64, 1f64, 2f64, 1f64, 1f64], [0f64, 1f64]] [[0f64, 2f64, 0f64, 0.5f64, -1f64], [0f64, 1f64]] }
-- output { [4i64, 2i64] }
entry hulls [m] (xss: [m][..]f64) (yss: [m][..]f64): [m]i64 = map2 (\xs ys -> hull xs (ys :> [length xs]f64)) xss yss

-- Trees: the children of node i are kids[i].
def weight [n] (kids: [n][..]i64) (w: [n]i64) (i: i64): i64 =
  w[i] + reduce (+) 0 (map (weight kids w) kids[i])

-- ==
-- entry: weights
-- input { [[1i64, 2i64], [3i64], [], [4i64, 5i64], [], []] [1i64, 10i64, 100i64, 1000i64, 10000i64, 100000i64] [0i64, 1i64, 2i64] }
-- output { [111111i64, 111010i64, 100i64] }
entry weights [n] [m] (kids: [n][..]i64) (w: [n]i64) (roots: [m]i64): [m]i64 = map (weight kids w) roots

def mergesort [n] (xs: [n]i64): [n]i64 =
  if n <= 1 then xs
  else let h = n / 2
       let a = mergesort xs[:h]
       let b = mergesort xs[h:]
       let at_a = map2 (\x i -> i + reduce (+) 0 (map (\y -> i64.bool (y < x)) b)) a (iota h)
       let at_b = map2 (\y i -> i + reduce (+) 0 (map (\x -> i64.bool (x <= y)) a)) b (iota (n - h))
       in scatter (replicate n 0) (at_a ++ at_b :> [n]i64) (a ++ b :> [n]i64)

-- ==
-- entry: merged
-- input { [[3i64, 1i64, 2i64, 9i64, 4i64], [], [5i64, 4i64, 3i64, 4i64]] }
-- output { [[1i64, 2i64, 3i64, 4i64, 9i64], [], [3i64, 4i64, 4i64, 5i64]] }
entry merged [m] (xss: [m][..]i64): [m][..]i64 = map mergesort xss

def grow (n: i64): []i64 = if n <= 0 then [n] else grow (n - 1) ++ [n] ++ grow (n - 2)
-- ==
-- entry: grown
-- input { [3i64, 0i64, -1i64, 1i64] }
-- output { [[0i64, 1i64, -1i64, 2i64, 0i64, 3i64, 0i64, 1i64, -1i64], [0i64], [-1i64], [0i64, 1i64, -1i64]] }
entry grown [m] (ns: [m]i64): [m][..]i64 = map grow ns
-- ==
-- entry: one
-- input { 2i64 }
-- output { [0i64, 1i64, -1i64, 2i64, 0i64] }
entry one (n: i64): []i64 = grow n
def both [n] (xs: [n]i32) : (i32, i32) =
  if n == 1 then (xs[0], xs[0])
  else let (a, b) = both xs[:n/2] let (c, d) = both xs[n/2:] in (i32.min a c, i32.max b d)
-- ==
-- entry: extremes
-- input { [[3i32, 1i32, 2i32], [4i32]] }
-- output { [1i32, 4i32] [3i32, 4i32] }
entry extremes [m] (xss: [m][..]i32) = unzip (map both xss)

-- A call that is not reached gives nothing; what no row does is not done.
def down [n] (k: i64) (xs: [n]i64): [n]i64 =
  if k <= 0 then copy xs else map (+ k) (down (k - 1) (map (* 2) xs))

-- ==
-- entry: in_turn
-- input { [2i64, 0i64, 5i64] [[1i64, 2i64], [7i64], []] }
-- output { [[7i64, 11i64], [7i64], []] }
-- input { empty([0]i64) empty([0][0]i64) }
-- output { empty([0][0]i64) }
entry in_turn [m] (ks: [m]i64) (xss: [m][..]i64): [m][..]i64 = map2 down ks xss

-- Too many calls, one in the other, are an error.
def endless [n] (xs: [n]i64): i64 = if n == 0 then 0 else endless xs + 1

-- ==
-- entry: too_deep
-- input { [[], [1i64]] }
-- error: `endless` calls itself more than 1000 times
-- input { empty([2][0]i64) }
-- output { [0i64, 0i64] }
entry too_deep [m] (xss: [m][..]i64): [m]i64 = map endless xss

-- Calls for each element of each row.
def paths (n: i64): i64 = if n <= 1 then 1 else reduce (+) 0 (map paths (iota n))

-- ==
-- entry: of_elements
-- input { [[1i64, 5i64], [], [4i64, 0i64, 3i64]] }
-- output { [[1i64, 16i64], [], [8i64, 1i64, 4i64]] }
entry of_elements [m] (xss: [m][..]i64): [m][..]i64 = map (map paths) xss

-- Rows that are joined, outside all maps, as long as lengths that are joined say.
-- ==
-- entry: joined
-- input { 3i64 [[1i32, 2i32, 3i32], [], [4i32]] } output { 167i32 }
-- input { 0i64 [[1i32, 2i32, 3i32], [], [4i32]] } output { 10i32 }
-- input { 2i64 empty([0][0]i32) } output { 0i32 }
def doubled [m] (d: i64) (xss: [m][..]i32): i32 =
  if d <= 0 then i32.sum (map i32.sum xss)
  else let yss = xss ++ map (filter (> 2)) xss
       in doubled (d - 1) yss + doubled (d - 2) (map (map (+ 1)) xss)
entry joined [m] (d: i64) (xss: [m][..]i32): i32 = doubled d xss

-- Three parts by two partitions, the second of what the first left.
def sorted_by_parts [n] (xs: [n]i32): [n]i32 =
  if n <= 1 then xs
  else let pivot = xs[n / 2]
       let (less, rest) = partition (< pivot) xs
       let (same, more) = partition (== pivot) rest
       let sorted = map sorted_by_parts [less, more]
       in (sorted[0] ++ same ++ sorted[1]) :> [n]i32

-- ==
-- entry: parts_of_parts
-- input { [[3i32, 1i32, 2i32, 9i32, 4i32, 3i32], [], [5i32, 4i32, 3i32, 4i32], [7i32]] }
-- output { [[1i32, 2i32, 3i32, 3i32, 4i32, 9i32], [], [3i32, 4i32, 4i32, 5i32], [7i32]] }
-- input { empty([0][0]i32) }
-- output { empty([0][0]i32) }
entry parts_of_parts [m] (xss: [m][..]i32): [m][..]i32 = map sorted_by_parts xss

-- ==
-- entry: parts_of_rows
-- random input { [31][33]i32 } auto output
-- random input { [1][300]i32 } auto output
-- random input { [3][0]i32 } auto output
entry parts_of_rows [m] [n] (xss: [m][n]i32): [m][n]i32 = map sorted_by_parts xss

-- Rows of pairs: their parts, in a list that is written out, have one length each.
def pairs_by_parts [n] (xs: [n](i32, i32)): [n](i32, i32) =
  if n <= 1 then xs
  else let pivot = xs[n / 2].0
       let (less, rest) = partition (\(a, _) -> a < pivot) xs
       let (same, more) = partition (\(a, _) -> a == pivot) rest
       let sorted = map pairs_by_parts [less, more]
       in (sorted[0] ++ same ++ sorted[1]) :> [n](i32, i32)

-- ==
-- entry: parts_of_pairs
-- random input { [5][17]i32 } auto output
-- random input { [1][0]i32 } auto output
entry parts_of_pairs [m] [n] (xss: [m][n]i32): ([m][n]i32, [m][n]i32) =
  unzip (map unzip (map (\xs -> pairs_by_parts (zip (map (% 7) xs) xs)) xss))
