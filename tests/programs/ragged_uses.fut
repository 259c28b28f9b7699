-- Uses of rows that differ in length: groups, words, graphs, sparse matrices, batches.

-- Statistics of groups.
def sort [n] (xs: [n]i64): [n]i64 =
  let before i x = i64.sum (map2 (\j y -> i64.bool (y < x || (y == x && j < i))) (iota n) xs)
  let ranks = map2 before (iota n) xs
  in scatter (replicate n 0) ranks xs

-- ==
-- entry: medians
-- input { [[3i64,1i64,2i64,2i64],[],[7i64],[5i64,5i64,5i64,0i64,9i64,1i64]] } auto output
-- input { empty([0][0]i64) } auto output
-- input { empty([3][0]i64) } auto output
entry medians [m] (xss: [m][..]i64): [m]i64 =
  map (\xs ->
    let n = length xs
    in if n == 0 then 0 else (sort xs)[n / 2]) xss

-- ==
-- entry: topk
-- input { 2i64 [[3i64,1i64,2i64,2i64],[],[7i64],[5i64,5i64,5i64,0i64,9i64,1i64]] } auto output
-- input { 2i64 empty([0][0]i64) } auto output
entry topk [m] (k: i64) (xss: [m][..]i64): [m][..]i64 =
  map (\xs ->
    let s = reverse (sort xs)
    in s[: i64.min k (length xs)]) xss

-- ==
-- entry: prefix
-- input { [[3i64,1i64,2i64,2i64],[],[7i64],[5i64,5i64,5i64,0i64,9i64,1i64]] } auto output
-- input { empty([0][0]i64) } auto output
-- input { empty([3][0]i64) } auto output
entry prefix [m] (xss: [m][..]i64): [m][..]i64 = map (\xs -> scan (+) 0 xs) xss

-- ==
-- entry: means
-- input { [[3f64,1f64,2f64],[],[7f64]] } auto output
-- input { empty([0][0]f64) } auto output
entry means [m] (xss: [m][..]f64): [m]f64 =
  map (\xs -> if length xs == 0 then 0 else f64.sum xs / f64.i64 (length xs)) xss

-- ==
-- entry: variances
-- input { [[3f64,1f64,2f64],[],[7f64]] } auto output
-- input { empty([0][0]f64) } auto output
entry variances [m] (xss: [m][..]f64): [m]f64 =
  map (\xs ->
    let n = f64.i64 (length xs)
    let mu = f64.sum xs / n
    in f64.sum (map (\x -> (x - mu) ** 2) xs) / n) xss

-- Runs and words.

-- ==
-- entry: decode
-- input { [2i64,0i64,3i64] [1i32,2i32,3i32] } auto output
-- input { empty([0]i64) empty([0]i32) } auto output
entry decode [n] (cs: [n]i64) (vs: [n]i32): []i32 = flatten (map2 (\c v -> replicate c v) cs vs)

-- ==
-- entry: decode_rows
-- input { [[1i64,2i64],[0i64,3i64]] [[1i32,2i32],[3i32,4i32]] } auto output
-- input { empty([0][2]i64) empty([0][2]i32) } auto output
-- input { empty([2][0]i64) empty([2][0]i32) } auto output
entry decode_rows [n][m] (css: [n][m]i64) (vss: [n][m]i32): [n][..]i32 =
  map2 (\cs vs -> flatten (map2 (\c v -> replicate c v) cs vs)) css vss

-- ==
-- entry: wordlens
-- input { [[97u8,98u8,97u8],[],[101u8,105u8],[99u8]] } auto output
-- input { empty([0][0]u8) } auto output
entry wordlens [n] (ws: [n][..]u8): [n]i64 = map length ws

-- ==
-- entry: vowels
-- input { [[97u8,98u8,97u8],[],[101u8,105u8],[99u8]] } auto output
-- input { empty([0][0]u8) } auto output
entry vowels [n] (ws: [n][..]u8): [n]i64 =
  map (\w -> length (filter (\c -> c == 97 || c == 101 || c == 105) w)) ws

-- ==
-- entry: longest
-- input { [[97u8,98u8,97u8],[],[101u8,105u8],[99u8]] } auto output
-- input { empty([0][0]u8) } auto output
entry longest [n] (ws: [n][..]u8): []u8 =
  if n == 0 then [] else
  let ls = map length ws
  let longer (a, i) (b, j) = if a >= b then (a, i) else (b, j)
  let (_, k) = reduce longer (-1, 0) (zip ls (iota n))
  in ws[k]

-- ==
-- entry: palindromes
-- input { [[97u8,98u8,97u8],[],[101u8,105u8],[99u8]] } auto output
-- input { empty([0][0]u8) } auto output
entry palindromes [n] (ws: [n][..]u8): [n]bool = map (\w -> and (map2 (==) w (reverse w))) ws

-- Graphs, as lists of neighbours.

-- ==
-- entry: degrees
-- input { [[1i64,2i64],[0i64,2i64,3i64],[0i64,1i64],[1i64],[]] } auto output
-- input { empty([0][0]i64) } auto output
entry degrees [n] (adj: [n][..]i64): [n]i64 = map length adj

-- ==
-- entry: triangles
-- input { [[1i64,2i64],[0i64,2i64,3i64],[0i64,1i64],[1i64],[]] } auto output
-- input { empty([0][0]i64) } auto output
entry triangles [n] (adj: [n][..]i64): i64 =
  let among vs w = i64.sum (map (\x -> i64.bool (x == w)) vs)
  in i64.sum (map (\vs -> i64.sum (map (\v -> i64.sum (map (among vs) adj[v])) vs)) adj)

-- ==
-- entry: two_hops
-- input { [[1i64,2i64],[0i64,2i64,3i64],[0i64,1i64],[1i64],[]] } auto output
-- input { empty([0][0]i64) } auto output
entry two_hops [n] (adj: [n][..]i64): [n][..]i64 = map (\vs -> flatten (map (\v -> adj[v]) vs)) adj

-- ==
-- entry: pagerank
-- input { [[1i64,2i64],[0i64,2i64,3i64],[0i64,1i64],[1i64],[]] 3i64 } auto output
-- input { [[1i64,2i64],[0i64,2i64,3i64],[0i64,1i64],[1i64],[]] 0i64 } auto output
entry pagerank [n] (adj: [n][..]i64) (k: i64): [n]f64 =
  loop r = replicate n (1 / f64.i64 n) for _i < k do
    let outs = flatten (map2 (\vs x -> map (\v -> (v, x / f64.i64 (length vs))) vs) adj r)
    let (is, xs) = unzip outs
    in reduce_by_index (replicate n 0) (+) 0 is xs

-- ==
-- entry: coloring
-- input { [[1i64,2i64],[0i64,2i64,3i64],[0i64,1i64],[1i64],[]] } auto output
-- input { empty([0][0]i64) } auto output
entry coloring [n] (adj: [n][..]i64): [n]i64 =
  loop c = replicate n (-1) for i < n do
    let used = map (\v -> c[v]) adj[i]
    let k = length used
    let free = filter (\x -> not (any (== x) used)) (iota (k + 1))
    in c with [i] = free[0]

-- ==
-- entry: bfs_levels
-- input { [[1i64,2i64],[0i64,2i64,3i64],[0i64,1i64],[1i64],[]] 0i64 } auto output
-- input { [[1i64,2i64],[0i64,2i64,3i64],[0i64,1i64],[1i64],[]] 4i64 } auto output
entry bfs_levels [n] (adj: [n][..]i64) (s: i64): [n]i64 =
  let (d, _, _) = loop (d, f, l) = (replicate n (-1) with [s] = 0, [s], 1) while length f > 0 do
    let cand = flatten (map (\v -> adj[v]) f)
    let new = filter (\v -> d[v] < 0) cand
    let d = scatter d new (map (const l) new)
    let own = scatter (replicate n (-1)) new (indices new)
    let f = map (\i -> new[i]) (filter (\i -> own[new[i]] == i) (indices new))
    in (d, f, l + 1)
  in d

-- Sparse matrices.
-- ==
-- entry: spmv_csr
-- input { [[0i64], [1i64, 0i64], []] [[2f64], [1f64, 3f64], []] [1f64, 2f64] }
-- output { [2f64, 5f64, 0f64] }
-- input { empty([0][0]i64) empty([0][0]f64) [1f64] } output { empty([0]f64) }
entry spmv_csr [n][m] (rows: [n][..](i64, f64)) (x: [m]f64): [n]f64 =
  map (\r -> f64.sum (map (\(j, a) -> a * x[j]) r)) rows

-- ==
-- entry: spmm
-- input { [[0i64], [1i64, 0i64], []] [[2f64], [1f64, 3f64], []] [[1f64, 2f64], [3f64, 4f64]] }
-- output { [[2f64, 4f64], [6f64, 10f64], [0f64, 0f64]] }
entry spmm [n][m][k] (rows: [n][..](i64, f64)) (b: [m][k]f64): [n][k]f64 =
  map (\r -> map (\c -> f64.sum (map (\(j, a) -> a * b[j, c]) r)) (iota k)) rows

-- ==
-- entry: transpose_sp
-- input { 4i64 [[1i64,2i64],[0i64,2i64,3i64],[0i64,1i64],[1i64],[]] } auto output
-- input { 0i64 [[1i64,2i64],[0i64,2i64,3i64],[0i64,1i64],[1i64],[]] } auto output
-- input { 3i64 empty([0][0]i64) } auto output
entry transpose_sp [n] (m: i64) (rows: [n][..]i64): [][..]i64 =
  map (\j -> filter (\i -> any (== j) rows[i]) (iota n)) (iota m)

-- ==
-- entry: lower
-- input { [3i64,0i64,1i64] } auto output
-- input { empty([0]i64) } auto output
entry lower [n] (ns: [n]i64): [n][..][..]i64 =
  map (\n -> map (\i -> map (\j -> i * j) (iota (i + 1))) (iota n)) ns

-- ==
-- entry: rowmax
-- input { [[3f64,1f64,2f64],[],[7f64]] } auto output
-- input { empty([0][0]f64) } auto output
entry rowmax [n] (rows: [n][..]f64): [n]f64 = map (\r -> f64.maximum r) rows

-- ==
-- entry: scaled
-- input { [[3f64,1f64,2f64],[],[7f64]] } auto output
-- input { empty([0][0]f64) } auto output
entry scaled [n] (rows: [n][..]f64): [n][..]f64 = map (\r -> let s = f64.sum r in map (/ s) r) rows

-- Batches and windows.

-- ==
-- entry: pad
-- input { 3i64 [[3i64,1i64,2i64,2i64],[],[7i64],[5i64,5i64,5i64,0i64,9i64,1i64]] } auto output
-- input { 0i64 [[3i64,1i64,2i64,2i64],[],[7i64],[5i64,5i64,5i64,0i64,9i64,1i64]] } auto output
-- input { 3i64 empty([0][0]i64) } auto output
entry pad [n] (k: i64) (xss: [n][..]i64): [n][k]i64 =
  map (\xs -> map (\i -> if i < length xs then xs[i] else -1) (iota k)) xss

-- ==
-- entry: unpad
-- input { [1i64,0i64] [[1i64,2i64],[3i64,4i64]] } auto output
-- input { empty([0]i64) empty([0][2]i64) } auto output
entry unpad [n][k] (ls: [n]i64) (xss: [n][k]i64): [n][..]i64 = map2 (\l xs -> take l xs) ls xss

-- ==
-- entry: batches
-- input { 2i64 [1i64,2i64,3i64] } auto output
-- input { 2i64 empty([0]i64) } auto output
entry batches [n] (b: i64) (xs: [n]i64): [][..]i64 =
  let nb = (n + b - 1) / b
  in map (\i -> xs[i * b: i64.min n ((i + 1) * b)]) (iota nb)

-- ==
-- entry: windows
-- input { 2i64 [[3i64,1i64,2i64,2i64],[],[7i64],[5i64,5i64,5i64,0i64,9i64,1i64]] } auto output
-- input { 2i64 empty([0][0]i64) } auto output
entry windows [n] (k: i64) (xss: [n][..]i64): [n][..]i64 =
  map (\xs ->
    let c = i64.max 0 (length xs - k + 1)
    in map (\i -> i64.sum xs[i: i + k]) (iota c)) xss

-- ==
-- entry: levels
-- input { 3i64 } auto output
-- input { 0i64 } auto output
entry levels (h: i64): [][..]i64 = map (\l -> map (\i -> (1 << l) + i) (iota (1 << l))) (iota h)

-- ==
-- entry: dedupe
-- input { [[3i64,1i64,2i64,2i64],[],[7i64],[5i64,5i64,5i64,0i64,9i64,1i64]] } auto output
-- input { empty([0][0]i64) } auto output
-- input { empty([3][0]i64) } auto output
entry dedupe [n] (xss: [n][..]i64): [n][..]i64 =
  map (\xs -> map (.1) (filter (\(i, x) -> i == 0 || xs[i - 1] != x) (zip (indices xs) xs))) xss

-- ==
-- entry: histrows
-- input { 10i64 [[3i64,1i64,2i64,2i64],[],[7i64],[5i64,5i64,5i64,0i64,9i64,1i64]] } auto output
-- input { 10i64 empty([0][0]i64) } auto output
entry histrows [n] (k: i64) (xss: [n][..]i64): [n][k]i64 =
  map (\xs -> hist (+) 0 k xs (map (const 1) xs)) xss

-- ==
-- entry: groupby
-- input { 3i64 [0i64,2i64,0i64,1i64] [5i64,6i64,7i64,8i64] } auto output
-- input { 0i64 [0i64] [1i64] } auto output
-- input { 2i64 empty([0]i64) empty([0]i64) } auto output
entry groupby [n] (k: i64) (ks: [n]i64) (vs: [n]i64): [][..]i64 =
  map (\g -> map (.1) (filter (\(a, _) -> a == g) (zip ks vs))) (iota k)

-- The parts of rows of pairs, one behind the other, are equally long.
-- ==
-- entry: flat_pairs
-- input { [2i64, 0i64, 3i64] }
-- output { [[0i64, 1i64], [], [0i64, 1i64, 2i64]] [2i64, 12i64, 3i64, 13i64, 23i64] 19i64 }
-- input { empty([0]i64) } output { empty([0][0]i64) empty([0]i64) 0i64 }
entry flat_pairs [m] (ns: [m]i64): ([m][..]i64, []i64, i64) =
  let pss = map (\n -> map (\i -> (i, n)) (iota n)) ns
  let (is, ks) = unzip (flatten pss)
  in (map (map (.0)) pss, map2 (\i k -> 10 * i + k) is ks, i64.sum (map (\(i, k) -> i * (k + 1)) (flatten pss)) + i64.sum is)

-- Rows of which nothing but the length is asked.

-- ==
-- entry: degrees_of
-- input { [[1i64, 2i64], [], [0i64]] [2i64, 0i64] } output { [1i64, 2i64] 1i64 }
-- input { [[1i64], [0i64]] [2i64, 0i64] } error: Index \[2\] out of bounds for array of shape \[2\]
-- input { [[1i64], [0i64]] [-1i64] } error: Index \[-1\] out of bounds for array of shape \[2\]
entry degrees_of [n] [k] (adj: [n][..]i64) (vs: [k]i64): ([k]i64, i64) =
  (map (\v -> length adj[v]) vs, length adj[vs[0]])

-- The row with the most elements: a branch gives a length that was found before it.

-- ==
-- entry: longest_row
-- input { [[1i64], [], [2i64, 3i64], [4i64]] } output { [2i64, 3i64] [2i64, 3i64] }
-- input { [[]] } output { empty([0]i64) empty([0]i64) }
-- input { empty([0][0]i64) } error: Index \[0\] out of bounds for array of shape \[0\]
entry longest_row [t] (xss: [t][..]i64): ([]i64, []i64) =
  (loop best = xss[0] for i < t do if length xss[i] > length best then xss[i] else best,
   loop all = xss[0] for i < t do if length xss[i] < length all then all else all[:0] ++ xss[i])

-- Rows of tuples that are filtered.
-- ==
-- entry: kept_points
-- input { [[1i64, 2, 3], [], [0, 5]] [[1i32, -2, 3], [], [0, 5]] [[true, true, false], [], [false, true]] }
-- output { [[1i64, 3], [], [5]] [[1i32, 3], [], [5]] [[true, false], [], [true]] }
-- input { empty([0][0]i64) empty([0][0]i32) empty([0][0]bool) }
-- output { empty([0][0]i64) empty([0][0]i32) empty([0][0]bool) }
-- input { [[], [0i64]] [[], [0i32]] [[], [true]] } output { [[], []] [[], []] [[], []] }
entry kept_points [m] (xss: [m][..](i64, i32, bool)): [m][..](i64, i32, bool) =
  map (\xs -> filter (\(x, y, _) -> x + i64.i32 y > 0) xs) xss

-- ==
-- entry: rounds_in_rounds changed_in_rounds
-- input { [0i64, 3i64, 1i64, 5i64] } output { [0i64, 21i64, 1i64, 85i64] }
-- input { empty([0]i64) } output { empty([0]i64) }

entry rounds_in_rounds (ns: []i64) =
  map (\n -> i64.sum (loop xs = iota n for i < n do loop xs for _j < i + 1 do map (+1) xs)) ns

entry changed_in_rounds (ns: []i64) =
  map (\n -> i64.sum (loop xs = iota n for i < n do
                        loop xs for j < i + 1 do let k = j % n in xs with [k] = xs[k] + n)) ns
