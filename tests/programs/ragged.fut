-- Rows of different lengths, in and out.

-- ==
-- entry: reversed
-- input { [[3i32, 1i32, 5i32], [], [2i32]] }
-- output { [[5i32, 1i32, 3i32], [], [2i32]] }
-- input { [[], []] } output { [[], []] }
-- input { empty([2][0]i32) } output { [[], []] }
entry reversed [m] (xss: [m][..]i32): [m][..]i32 = map reverse xss

-- ==
-- entry: doubled
-- input { [[3i32, 1i32, 5i32], [], [2i32]] }
-- output { [[3i32, 1i32, 5i32, 6i32, 2i32, 10i32], [], [2i32, 4i32]] }
entry doubled [m] (xss: [m][..]i32): [m][..]i32 = map (\r -> r ++ map (*2) r) xss

-- ==
-- entry: positive
-- input { [[3i32, -1i32, 5i32], [], [-2i32]] }
-- output { [[3i32, 5i32], [], []] }
entry positive [m] (xss: [m][..]i32): [m][..]i32 = map (\r -> filter (> 0) r) xss

-- ==
-- entry: apart
-- input { [[3i32, -1i32, 5i32], [], [-2i32]] }
-- output { [[3i32, 5i32], [], []] [[-1i32], [], [-2i32]] }
entry apart [m] (xss: [m][..]i32): ([m][..]i32, [m][..]i32) =
  unzip (map (\r -> partition (> 0) r) xss)

-- ==
-- entry: scaled
-- input { [[3i32, 1i32, 5i32], [], [2i32]] }
-- output { [[27i32, 9i32, 45i32], [], [4i32]] }
entry scaled [m] (xss: [m][..]i32): [m][..]i32 =
  map (\r -> let s = reduce (+) 0 r in map (* s) r) xss

-- ==
-- entry: counts
-- input { [[3i64, 1i64, 2i64], [], [0i64]] }
-- output { [[0i64, 1i64, 1i64], [], [1i64]] }
entry counts [m] (xss: [m][..]i64): [m][..]i64 =
  map (\r -> hist (+) 0 (length r) r (map (const 1) r)) xss

-- ==
-- entry: joined
-- input { [[3i32, -1i32], [], [-2i32]] [[3i32, -1i32], [7i32, 8i32]] }
-- output { [[3i32, -1i32], [], [-2i32], [3i32, -1i32], [7i32, 8i32]] }
entry joined [m] [k] (xss: [m][..]i32) (yss: [k][..]i32): [][..]i32 = xss ++ yss

-- ==
-- entry: chosen
-- input { [[3i32, -1i32, 5i32], [], [-2i32]] [2i64, 0i64, 0i64, 1i64] }
-- output { [[-2i32], [3i32, -1i32, 5i32], [3i32, -1i32, 5i32], []] }
entry chosen [m] [k] (xss: [m][..]i32) (is: [k]i64): [k][..]i32 = map (\i -> xss[i]) is

-- ==
-- entry: rounds
-- input { [3i64, 1i64, 0i64] [2i64, 0i64, 7i64] }
-- output { [[1i64, 2i64, 5i64], [0i64], []] }
entry rounds [m] (ns: [m]i64) (cs: [m]i64): [m][..]i64 =
  map2 (\n c -> loop xs = iota n for i < c do map (+ i) (scan (+) 0 xs)) ns cs

-- ==
-- entry: grown
-- input { [2i64, 0i64] }
-- output { [[1i64, 1i64, 2i64, 2i64], [1i64]] }
entry grown [m] (ns: [m]i64): [m][..]i64 =
  map (\n -> loop xs = [1] for i < n do xs ++ map (+ i) xs) ns

-- The rows that a search has reached: in each round those of the frontier.
-- ==
-- entry: search
-- input { [[1i64, 2i64], [3i64], [3i64, 0i64], [], [1i64]] 0i64 }
-- output { [0i64, 0i64, 0i64, 1i64, -1i64] }
entry search [n] (neighbours: [n][..]i64) (root: i64): [n]i64 =
  let (parents, _) =
    loop (parents, frontier) = (replicate n (-1) with [root] = root, [root])
    while length frontier > 0 do
      let (us, vs) = unzip (flatten (map (\v -> map (\u -> (u, v)) neighbours[v]) frontier))
      let found = reduce_by_index (replicate n n) i64.min n us vs
      let next = filter (\u -> parents[u] < 0 && found[u] < n) (iota n)
      in (scatter parents next (map (\u -> found[u]) next), next)
  in parents

-- Rows that go different ways.
-- ==
-- entry: tails
-- input { [[3i32, 1i32, 5i32], [], [2i32]] }
-- output { [[1i32, 5i32], [], []] }
entry tails [m] (xss: [m][..]i32): [m][..]i32 = map (\r -> if length r > 0 then r[1:] else r) xss

-- ==
-- entry: two_kinds
-- input { [3i64, 4i64, 0i64] }
-- output { [[0i64, 3i64, 6i64], [4i64, 8i64], []] }
entry two_kinds [m] (ns: [m]i64): [m][..]i64 =
  map (\n -> if n % 2 == 1 then map (* n) (iota n) else scan (+) 0 (replicate (n / 2) n)) ns

-- ==
-- entry: thinned
-- input { [3i64, 0i64, 2i64, 9i64] [2i64, 3i64, 1i64, 4i64] }
-- output { [[1i64, 2i64], [], [2i64], [2i64, 5i64, 8i64]] }
entry thinned [m] (ns: [m]i64) (ls: [m]i64): [m][..]i64 =
  map2 (\n l -> loop xs = iota n while length xs > l do filter (\x -> x % 3 != 0) (map (+ 1) xs))
       ns ls

-- What is parallel for each element of each row.
-- ==
-- entry: pairs
-- input { [[3i32, 1i32, 5i32], [], [2i32]] }
-- output { [[27i32, 9i32, 45i32], [], [4i32]] }
entry pairs [m] (xss: [m][..]i32): [m][..]i32 =
  map (\r -> map (\x -> reduce (+) 0 (map (* x) r)) r) xss

-- ==
-- entry: counted
-- input { [[3i64, 1i64], [], [0i64, 2i64]] }
-- output { [[[0i64, 1i64, 2i64], [0i64]], [], [[], [0i64, 1i64]]] }
entry counted [m] (xss: [m][..]i64): [m][..][..]i64 = map (map iota) xss

-- ==
-- entry: sums
-- input { [[[3i32, -1i32, 4i32], [5i32, 6i32]], [], [[-2i32, 7i32], []]] }
-- output { [[6i32, 11i32], [], [5i32, 0i32]] }
entry sums [m] (xss: [m][..][..]i32): [m][..]i32 = map (map (reduce (+) 0)) xss

-- Rows of rows, made and put side by side in each row.
-- ==
-- entry: triangles
-- input { [3i64, 0i64, 2i64, 1i64] }
-- output { [0i64, 0i64, 1i64, 0i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
entry triangles (ns: []i64): []i64 = flatten (map (\n -> flatten (map iota (iota n))) ns)

-- ==
-- entry: sides
-- input { [3i64, 0i64, 4i64, 1i64] }
-- output { [1i64, 0i64, 4i64, 0i64] [3i64, 0i64, 6i64, 0i64] }
entry sides [m] (ns: [m]i64): ([m]i64, [m]i64) =
  unzip (map (\n -> let xs = flatten (map iota (iota n)) in (reduce (+) 0 xs, length xs)) ns)

-- ==
-- entry: side_by_side
-- input { [[[3i32, -1i32, 4i32], [5i32, 6i32]], [], [[-2i32, 7i32], []], [[], []]] }
-- output { [[3i32, -1i32, 4i32, 5i32, 6i32], [], [-2i32, 7i32], []] }
entry side_by_side [m] (xsss: [m][..][..]i32): [m][..]i32 = map flatten xsss

-- ==
-- entry: odd_parts
-- input { [4i64, 0i64, 1i64] }
-- output { [[1i64, 1i64], [], []] }
entry odd_parts [m] (ns: [m]i64): [m][..]i64 =
  map (\n -> filter (\x -> x % 2 == 1) (flatten (map iota (iota n)))) ns

-- ==
-- entry: three_deep
-- input { [4i64, 0i64, 1i64] }
-- output { 4i64 1i64 }
entry three_deep (ns: []i64): (i64, i64) =
  let xs = flatten (map (\n -> flatten (map (\k -> flatten (map iota (iota k))) (iota n))) ns)
  in (length xs, reduce (+) 0 xs)

-- Filters and branches for each element of each row.
-- ==
-- entry: below_and_above
-- input { [[3i64, 1i64, 2i64], [], [5i64, 4i64]] }
-- output { [[1i64, 2i64], [3i64], [1i64, 2i64], [4i64], [5i64]] }
entry below_and_above [m] (rows: [m][..]i64): [][..]i64 =
  flatten (map (\x -> map (\s -> if s == 1 then filter (> x[0] - 1) x else filter (< x[0]) x)
                          (iota (length x))) rows)

-- All parts of all rows, level by level: down, what is asked for; up, what it gives.
def is_sorted [n] (xs: [n]i32): bool =
  and (map (\i -> i == 0 || xs[i - 1] <= xs[i]) (iota n))

def asks [n] (xs: [n]i32): i64 = if n <= 1 || is_sorted xs then 0 else 2

def ask [n] (xs: [n]i32) (s: i64): []i32 =
  let pivot = xs[n / 2]
  in if s == 0 then filter (< pivot) xs else filter (> pivot) xs

def answer [n] [m] (xs: [n]i32) (rs: [m][..]i32) (first: i64): []i32 =
  if n <= 1 || is_sorted xs then copy xs
  else let pivot = xs[n / 2]
       in rs[first] ++ filter (== pivot) xs ++ rs[first + 1]

-- ==
-- entry: sorted_by_levels
-- input { [[3i32, 1i32, 2i32, 9i32, 4i32], [], [5i32, 4i32, 3i32, 4i32]] }
-- output { [[1i32, 2i32, 3i32, 4i32, 9i32], [], [3i32, 4i32, 4i32, 5i32]] }
entry sorted_by_levels [m] (xs: [m][..]i32): [][..]i32 =
  let none = replicate 0 (replicate 0 0i32)
  let (bounds, all, firsts, _) =
    loop (bounds, all: [][..]i32, firsts, rows: [][..]i32) = ([0], none, [], xs)
    while length rows > 0 do
      let counts = map asks rows
      let ends = scan (+) 0 counts
      let next = flatten (map (\x -> map (ask x) (iota (asks x))) rows)
      in (bounds ++ [length all + length rows], all ++ rows, firsts ++ map2 (-) ends counts, next)
  in loop rs: [][..]i32 = none for k in reverse (iota (length bounds - 1)) do
       map2 (\x first -> answer x rs first) all[bounds[k]:bounds[k + 1]]
            firsts[bounds[k]:bounds[k + 1]]

-- Filters of rows that are of one length.
-- ==
-- entry: kept_of_even
-- input { [[1i64, -2i64, 3i64], [4i64, 5i64, -6i64]] } auto output
-- input { [[-1i64], [1i64]] } auto output
-- input { empty([0][3]i64) } auto output
-- input { empty([3][0]i64) } auto output
entry kept_of_even (xss: [][]i64) = flatten (map (\xs -> filter (> 0) xs) xss)

-- ==
-- entry: sums_of_kept
-- input { [[1i64, -2i64, 3i64], [4i64, 5i64, -6i64]] } auto output
-- input { empty([0][3]i64) } auto output
-- input { empty([3][0]i64) } auto output
-- random input { [40][33]i64 } auto output
entry sums_of_kept (xss: [][]i64) = map (\xs -> i64.sum (filter (> 0) xs)) xss

-- ==
-- entry: parts_of_even
-- input { [[1i64, -2i64, 3i64], [4i64, 5i64, -6i64]] } auto output
-- input { empty([3][0]i64) } auto output
entry parts_of_even (xss: [][]i64) =
  unzip (map (\xs -> let (a, b) = partition (> 0) xs in (i64.sum a, length b)) xss)

-- Rows that turn out to be of one length.
-- ==
-- entry: of_one_length
-- input { 3i64 4i64 } auto output
-- input { 0i64 4i64 } auto output
-- input { 3i64 0i64 } auto output
entry of_one_length (n: i64) (k: i64) =
  let xss = map iota (replicate k n)
  let yss = flatten (map (\m -> map (\y -> [y, m]) (iota m)) (replicate k n))
  in (flatten xss, length (flatten xss), yss, i64.sum (flatten (map (\m -> filter (> 1) (iota m)) (replicate k n))))

-- Rows of different lengths that are updated in place.
-- ==
-- entry: updated
-- input { [[1i64, 2i64], [], [3i64]] [1i64, 4i64, 0i64] }
-- output { [[2i64, 7i64], [], [7i64]] [[0i64, 2i64], [], [0i64]] [12i64, 0i64, 9i64] }
-- input { [[1i64]] [2i64] }
-- error: Index \[2\] out of bounds for array of shape \[1\]
entry updated [m] (xss: [m][..]i64) (is: [m]i64) =
  let set (xs: []i64) i = let ys = map (+ 1) xs in if length ys > 0 then ys with [i] = 7 else ys
  let fill xs = loop ys = map (+ 1) xs for j < length xs do ys with [j] = j * length xs
  in (map2 set xss is, map fill xss, map (\xs -> i64.sum (scatter (map (+ 1) xs) [0, -1] [9, 5])) xss)

-- Rows that are written to, by as many writes for each or not.
-- ==
-- entry: written_rows
-- input { [[1i64, 2i64], [0i64, 7i64], [5i64, 6i64]] [3i64, 1i64, 0i64] [1i64, 0i64] }
-- output { [[2i64, 1i64, 0i64], [7i64], []] }
entry written_rows [m] [p] (xss: [m][p]i64) (ks: [m]i64) (is: [p]i64): [m][..]i64 =
  map2 (\xs k -> scatter (replicate k 0) is xs) xss ks

-- ==
-- entry: counted_rows
-- input { [[1i64, 2i64], [0i64], [5i64, 0i64, 1i64]] [3i64, 1i64, 2i64] } auto output
entry counted_rows [m] (xss: [m][..]i64) (ks: [m]i64) : [m][..]i64 =
  map2 (\xs k -> reduce_by_index (replicate k 0) (+) 0 xs xs) xss ks

-- ==
-- entry: counted_at
-- input { [[1i64, 2i64], [0i64, 7i64], [5i64, 6i64]] [3i64, 1i64, 0i64] [1i64, 0i64] } auto output
entry counted_at [m] [p] (xss: [m][p]i64) (ks: [m]i64) (is: [p]i64): [m][..]i64 =
  map2 (\xs k -> reduce_by_index (replicate k 0) (+) 0 is xs) xss ks

-- ==
-- entry: written_at
-- input { [3i64, 1i64, 0i64] [1i64, 0i64] } auto output
entry written_at [m] [p] (ks: [m]i64) (is: [p]i64): [m][..]i64 =
  map (\k -> scatter (iota k) is (map (+1) is)) ks

-- ==
-- entry: updated_rows
-- input { [3i64, 1i64, 0i64] } auto output
entry updated_rows [m] (ks: [m]i64): [m][..]i64 =
  map (\k -> (iota k) with [k/2] = 9) (map (+1) ks)

-- Loops that go on for longer in some rows than in others: those that are done leave a list.
-- ==
-- entry: collatz
-- input { [1i64, 7i64, 0i64, 27i64, 6i64] } auto output
-- input { empty([0]i64) } auto output
-- input { [0i64] } auto output
entry collatz [m] (ns: [m]i64): [m]i64 =
  map (\n -> let (_, s) = loop (x, s) = (n, 0) while x > 1 do
                let x' = if x % 2 == 0 then x / 2 else 3 * x + 1
                in (x', s + i64.sum (map (\j -> j * x') (iota (x' % 5))))
             in s) ns
-- ==
-- entry: as_often
-- input { [3i64, 0i64, 2i64, 5i64] [4i64, 3i64, 0i64, 1i64] } auto output
-- input { [0i64, 0i64] [4i64, 3i64] } auto output
-- input { empty([0]i64) empty([0]i64) } auto output
-- input { [3i64, 50i64, 2i64, 5i64] [1i64, 3i64, 0i64, 40i64] } auto output
-- input { [3i64, 50i64, 2i64, 5i64] [0i64, 0i64, 0i64, 0i64] } auto output
entry as_often [m] (ns: [m]i64) (cs: [m]i64): [m][..]i64 =
  map2 (\n c -> loop xs = iota n for i < c do
                  map (\x -> (x + i) % 1000) (scan (+) 0 xs)) ns cs
-- ==
-- entry: rows_and_sums
-- input { [3i64, 0i64, 2i64, 5i64] [4i64, 3i64, 0i64, 1i64] } auto output
-- input { [3i64, 50i64, 2i64, 5i64] [1i64, 3i64, 0i64, 40i64] } auto output
entry rows_and_sums [m] (ns: [m]i64) (cs: [m]i64): ([m][..]i64, [m]i64) =
  unzip (map2 (\n c -> let (xs, _, s) = loop (xs, k, s) = (iota n, c, 0) while k > 0 do
                  let ys = map (+ k) (scan (+) 0 xs) in (ys, k - 1 - i64.sum ys % 2, s + i64.sum ys) in (xs, s)) ns cs)

-- ==
-- entry: bubble
-- input { [[3i64, 1i64, 2i64], [], [9i64, 8i64, 7i64, 6i64]] } auto output
entry bubble [m] (xss: [m][..]i64): [m][..]i64 =
  map (\xs -> loop ys = xs for k < length xs do
         map (\i -> let j = if (i + k) % 2 == 0 then i + 1 else i - 1
                    in if j < 0 || j >= length ys then ys[i]
                       else if j > i then i64.min ys[i] ys[j] else i64.max ys[i] ys[j])
             (iota (length ys))) xss

-- Rows of different lengths that all elements of another array read.
-- ==
-- entry: of_all_rows
-- input { [[1i64, 2i64], [], [3i64]] [10i64, 20i64, 30i64] }
-- output { [[30i64, 60i64, 90i64], [0i64, 0i64, 0i64], [30i64, 60i64, 90i64]] [[13i64, 23i64, 33i64], [10i64, 20i64, 30i64], [13i64, 23i64, 33i64]] }
-- input { empty([0][0]i64) empty([0]i64) }
-- output { empty([0][0]i64) empty([0][0]i64) }
entry of_all_rows [m] (xss: [m][..]i64) (is: [m]i64): ([m][m]i64, [m][m]i64) =
  (map (\xs -> map (\i -> i64.sum (map (\x -> x * i) xs)) is) xss,
   map (\xs -> map (\i -> loop s = i for x in xs do s + x) is) xss)

-- Matrices of other sizes, row by row, one after the other: no row has room for the largest.
-- ==
-- entry: products_of_rows
-- input { [[1i64, 2i64, 3i64], [], [4i64, 5i64]] [2i64, 3i64, 0i64] }
-- output { [[1i64, 2i64, 3i64, 2i64, 4i64, 6i64, 3i64, 6i64, 9i64], [], [16i64, 20i64, 20i64, 25i64]]
--          [[1i64, 1i64, 2i64, 3i64, 3i64, 5i64], [], []] }
-- input { empty([0][0]i64) empty([0]i64) }
-- output { empty([0][0]i64) empty([0][0]i64) }
-- input { [[], [3i64]] [5i64, 2i64] }
-- output { [[], [9i64]] [[], [3i64, 5i64]] }
entry products_of_rows [m] (xss: [m][..]i64) (ks: [m]i64): ([m][..]i64, [m][..]i64) =
  (map (\xs -> flatten (map (\x -> map (* x) xs) xs)) xss,
   map2 (\xs k -> flatten (map (\x -> map (\j -> x + j * (x - 1)) (iota k)) xs)) xss ks)
