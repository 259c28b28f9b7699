-- Sizes that are expressions, where templates multiply, divide and compare by them.
-- ==
-- entry: table
-- input { [1i64, 2i64] 3i64 }
-- output { [[10i64, 20i64], [11i64, 21i64], [12i64, 22i64], [13i64, 23i64]] }

entry table [m] (ys: [m]i64) (n: i64): [][m]i64 =
  transpose (map (\y -> map (\i -> y * 10 + i) (iota (n + 1))) ys)

-- ==
-- entry: kept
-- input { [[1, 5, 7], [5, 5, 5]] } output { [4, 6] }

entry kept [n][m] (xss: [n][m]i32): [n]i32 =
  map (\xs -> reduce (+) 0 (map (\_ -> 2) (filter (> 3) xs))) xss

-- ==
-- entry: of_transp
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_transp [m] (n: i64) (ys: [m]i64): [][]i64 =
  let k = i64.max 0 (n / 2) in
  transpose (map (\y -> map (\i -> y*10 + i) (iota k)) ys)

-- ==
-- entry: of_transp2
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_transp2 [m] (n: i64) (ys: [m]i64): [][]i64 =
  let k = i64.max 0 ((n + 1) * 2) in
  map (\i -> map (\y -> y*10 + i) ys) (iota k) |> transpose

-- ==
-- entry: of_rowsum
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_rowsum [m] (n: i64) (ys: [m]i64): []i64 =
  let k = i64.max 0 (n >> 1) in
  map (\y -> i64.sum (map (\i -> y*10 + i) (iota k))) ys

-- ==
-- entry: of_colsum
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_colsum [m] (n: i64) (ys: [m]i64): []i64 =
  let k = i64.max 0 (n + 1) in
  map (\i -> i64.sum (map (\y -> y*10 + i) ys)) (iota k)

-- ==
-- entry: of_scan
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_scan [m] (n: i64) (_: [m]i64): []i64 =
  let k = i64.max 0 (n - m) in
  scan (+) 0 (map (* 3) (iota k))

-- ==
-- entry: of_rowscan
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_rowscan [m] (n: i64) (ys: [m]i64): [][]i64 =
  let k = i64.max 0 (n / 2 + 1) in
  map (\y -> scan (+) 0 (map (\i -> y + i*i) (iota k))) ys

-- ==
-- entry: of_rowscan2
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_rowscan2 [m] (n: i64) (ys: [m]i64): [][]i64 =
  let k = i64.max 0 (n // 2) in
  map (\i -> scan (+) i ys) (iota k)

-- ==
-- entry: of_filter
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_filter [m] (n: i64) (_: [m]i64): []i64 =
  let k = i64.max 0 (n * 2) in
  filter (\x -> x % 2 == 0) (map (+ 1) (iota k))

-- ==
-- entry: of_filtrow
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_filtrow [m] (n: i64) (ys: [m]i64): []i32 =
  let k = i64.max 0 (n * m) in
  map (\y -> i32.sum (map (\_ -> 2) (filter (> y) (iota k)))) ys

-- ==
-- entry: of_hist
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_hist [m] (n: i64) (ys: [m]i64): []i64 =
  let k = i64.max 0 (if n > m then n else m) in
  reduce_by_index (replicate k 0) (+) 0 (map (\y -> y % 5) ys) ys

-- ==
-- entry: of_hist2
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_hist2 [m] (n: i64) (ys: [m]i64): [][]i64 =
  let k = i64.max 0 (i64.min n (m + 1)) in
  map (\y -> reduce_by_index (replicate k 0) (+) 0 (map (\z -> (z+y) % 5) ys) ys) ys

-- ==
-- entry: of_scatter
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_scatter [m] (n: i64) (ys: [m]i64): []i64 =
  let k = i64.max 0 (n % 3) in
  scatter (replicate k 0) ys (map (+ 1) ys)

-- ==
-- entry: of_concat
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_concat [m] (n: i64) (ys: [m]i64): []i64 =
  let k = i64.max 0 (7 - n) in
  concat (iota k) (map (+ 1) ys)

-- ==
-- entry: of_flat
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_flat [m] (n: i64) (ys: [m]i64): []i64 =
  let k = i64.max 0 ((n & 3) ^ 1) in
  flatten (map (\y -> map (\i -> y*10 + i) (iota k)) ys)

-- ==
-- entry: of_slice
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_slice [m] (n: i64) (ys: [m]i64): [][]i64 =
  let k = i64.max 0 (n - 1) in
  (map (\y -> map (\i -> y*10 + i) (iota k)) ys)[:, :k/2]

-- ==
-- entry: of_rev
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_rev [m] (n: i64) (_: [m]i64): []i64 =
  let k = i64.max 0 (n + m) in
  reverse (map (* 2) (iota k))

-- ==
-- entry: of_rot
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_rot [m] (n: i64) (ys: [m]i64): [][]i64 =
  let k = i64.max 0 (i64.max n m) in
  map (\y -> rotate 1 (map (\i -> y*10 + i) (iota k))) ys

-- ==
-- entry: of_cube
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_cube [m] (n: i64) (ys: [m]i64): [][][]i64 =
  let k = i64.max 0 ((n - 1) / 2 * m) in
  map (\y -> map (\i -> map (\z -> y*100 + i*10 + z) ys) (iota k)) ys

-- ==
-- entry: of_turned
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_turned [m] (n: i64) (ys: [m]i64): [][][]i64 =
  let k = i64.max 0 (n / 2) in
  map (\y -> transpose (map (\i -> map (\z -> y*100 + i*10 + z) ys) (iota k))) ys

-- ==
-- entry: of_doubled
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_doubled [m] (n: i64) (_: [m]i64): []i64 =
  let k = i64.max 0 ((n + 1) * 2) in
  loop a = iota k for j < 3 do map (\x -> x * 2 + j) a

-- ==
-- entry: of_looprow
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_looprow [m] (n: i64) (ys: [m]i64): [][]i64 =
  let k = i64.max 0 (n >> 1) in
  map (\y -> loop a = iota k for j < 3 do map (\x -> x * 2 + j + y) a) ys

-- ==
-- entry: of_most
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_most [m] (n: i64) (ys: [m]i64): i64 =
  let k = i64.max 0 (n + 1) in
  reduce i64.max i64.lowest (map (\i -> i * ys[i % m]) (iota k))

-- ==
-- entry: of_argmax
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_argmax [m] (n: i64) (_: [m]i64): (i64, i64) =
  let k = i64.max 0 (n - m) in
  reduce (\(a, i) (b, j) -> if a >= b then (a, i) else (b, j)) (-1, -1)
    (zip (map (% 4) (iota k)) (iota k))

-- ==
-- entry: of_matmul
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_matmul [m] (n: i64) (ys: [m]i64): [][]i64 =
  let k = i64.max 0 (n / 2 + 1) in
  let a = map (\i -> map (\y -> i + y) ys) (iota k) in
  map (\r -> map (\c -> i64.sum (map2 (*) r c)) a) a

-- ==
-- entry: of_colscan
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_colscan [m] (n: i64) (ys: [m]i64): [][]i64 =
  let k = i64.max 0 (n // 2) in
  transpose (map (\i -> scan (+) 0 (map (+ i) ys)) (iota k))

-- ==
-- entry: of_last
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_last [m] (n: i64) (_: [m]i64): []i64 =
  let k = i64.max 0 (n * 2) in
  let a = replicate k 1i64 in if k > 1 then a with [k - 1] = 5 else a

-- ==
-- entry: of_stencil
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_stencil [m] (n: i64) (_: [m]i64): []i64 =
  let k = i64.max 0 (n * m) in
  let a = map (* 3) (iota k) in tabulate k (\i -> a[i64.max 0 (i-1)] + a[i64.min (k-1) (i+1)])

-- ==
-- entry: of_cut
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_cut [m] (n: i64) (_: [m]i64): [][]i64 =
  let k = i64.max 0 (if n > m then n else m) in
  unflatten (iota (k * m) :> [k*m]i64)

-- ==
-- entry: of_turns
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_turns [m] (n: i64) (ys: [m]i64): []i64 =
  let k = i64.max 0 (i64.min n (m + 1)) in
  map (\y -> loop s = 0 for i < k do s * 3 + i + y) ys

-- ==
-- entry: of_thrarr
-- input { 3i64 [1i64, 2i64] } auto output
-- input { 7i64 [4i64, 0i64, 3i64, 1i64, 2i64] } auto output

entry of_thrarr [m] (n: i64) (ys: [m]i64): []i64 =
  let k = i64.max 0 (n % 3) in
  map (\y -> let a = scan (+) 0 (iota k) in loop s = y for i < k do s + a[k - 1 - i] * y) ys


-- Sizes of the caller's numbers that wrap around.
-- ==
-- entry: between
-- input { -9223372036854775808i64 1i64 } error: fit|large|memory
-- input { 9223372036854775807i64 -1i64 } error: invalid
-- input { 5i64 2i64 } output { [0i64, 1i64, 4i64] }
entry between (k: i64) (l: i64): []i64 = map (\i -> i * i) (iota (k - l))

-- ==
-- entry: more
-- input { [1u8] 9223372036854775807i64 } error: invalid
-- input { [1u8] 1i64 } output { [1i64, 0i64] 2i64 }
entry more [n] (xs: [n]u8) (k: i64): ([]i64, i64) =
  (map2 (^) (iota (n + k)) (replicate (n + k) k), n + k)

-- ==
-- entry: either
-- input { true [7] } output { [7] [0i64] }
-- input { false [7, 8] } output { [7, 8] [0i64, 1i64] }
-- input { false [7] } error: cannot match shape

def pairs (b: bool) (xs: [if b then 1 else 2]i32): [if b then 1 else 2](i32, i64) =
  zip xs (iota (if b then 1 else 2))

entry either (b: bool) (xs: []i32) = unzip (pairs b (xs :> [if b then 1 else 2]i32))

-- ==
-- entry: forms
-- input { [4i64, 2i64, 3i64] 1i64 } output { [7i64, 7i64] [7i64, 7i64, 7i64, 7i64] [7i64, 7i64] }
-- input { [4i64, 2i64, 3i64] 4i64 } error: invalid

def size [n] 't (_: [n]t): i64 = n
def after (xs: []i64) (k: i64): [size xs[k:]]i64 = replicate (size xs[k:]) 7
def first (p: (i64, bool)): [(.0) p]i64 = replicate ((.0) p) 7
def second (xs: [3]i64): [(.[1]) xs]i64 = replicate ((.[1]) xs) 7
def as_is (n: i64) (xs: [(n :> i64)]i64) = xs

entry forms (xs: [3]i64) (k: i64) =
  (after xs k, first (xs[0], true), as_is xs[1] (second xs :> [(xs[1] :> i64)]i64))

-- ==
-- entry: of_fields
-- input { 3i64 4i64 } output { 3i64 4i64 5i64 3i64 }

def without (s: (i64, {k: i64})): [0][s.0][s.1.k]i32 = []
def wider [a] [b] (_: [0][a][b]i32): [0][a + 2][a]i32 = []
def both [a] [b] (_: [0][a][b]i32) = (a, b)

entry of_fields (x: i64) (y: i64) =
  let (a, b) = both (without (x, {k = y}))
  let (c, d) = both (wider (without (x, {k = y})))
  in (a, b, c, d)

-- A constant bounds the size, however large the number is that it is computed from.
-- ==
-- entry: shortest
-- input { [1i32, 2i32, 3i32] 9223372036854775807i64 } output { [2i32, 3i32, 4i32] }
entry shortest (xs: []i32) (k: i64) = map (+ 1) (take (i64.min (length xs) k) xs)
-- ==
-- entry: masked
-- input { [1i32, 2i32] 5764607523034234881i64 } output { [3i32, 5i32] }
entry masked [n] (xs: [n]i32) (k: i64): [n]i32 =
  map (\x -> i32.sum (tabulate (1 + (k & 3)) (\i -> x + i32.i64 i))) xs
-- ==
-- entry: repeated
-- input { [1i32, 2i32] 5764607523034234881i64 } output { [[1i32, 1i32], [2i32, 2i32]] }
entry repeated [n] (xs: [n]i32) (k: i64): [n][]i32 = let k = k % 5 + 1 in map (replicate k) xs
