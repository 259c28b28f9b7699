-- Loops over grids, matrices and sums, at host level.

-- ==
-- entry: life
-- input { [[false,true,false],[false,true,false],[false,true,false]] 2i32 }
-- output { [[false, false, false], [false, false, false], [false, false, false]] }
entry life [n][m] (g: [n][m]bool) (k: i32) : [n][m]bool =
  let at g i j = i32.bool g[(i + n) % n, (j + m) % m]
  in loop g = g for _i < k do
    tabulate_2d n m (\i j -> let s = at g (i-1) (j-1) + at g (i-1) j + at g (i-1) (j+1) + at g i (j-1) + at g i (j+1) + at g (i+1) (j-1) + at g (i+1) j + at g (i+1) (j+1)
                             in s == 3 || (s == 2 && g[i,j]))

-- ==
-- entry: kmeans
-- input { [0.0f64,10.0f64,0.5f64,10.5f64,0.2f64] [0.0f64,10.0f64,0.5f64,9.5f64,0.1f64] 2i64 4i32 }
-- output { [0.2333333333333333f64, 10.25f64] [0.19999999999999998f64, 9.75f64] [0i64, 1i64] }
entry kmeans [n] (xs: [n]f64) (ys: [n]f64) (k: i64) (iters: i32): ([k]f64, [k]f64, []i64) =
  let cx = map (\i -> xs[i]) (iota k)
  let cy = map (\i -> ys[i]) (iota k)
  let assign cx cy = map2 (\x y -> (reduce (\(a, i) (b, j) -> if a < b || (a == b && i < j) then (a, i) else (b, j)) (f64.inf, -1i64)
       (zip (map2 (\a b -> (a-x)*(a-x) + (b-y)*(b-y)) cx cy) (iota k))).1) xs ys
  let (cx, cy) = loop (cx, cy) = (cx, cy) for _i < iters do
    let a = assign cx cy
    let cnt = hist (+) 0f64 k a (replicate n 1)
    in (map2 (\s c -> if c == 0 then 0 else s / c) (hist (+) 0 k a xs) cnt, map2 (\s c -> if c == 0 then 0 else s / c) (hist (+) 0 k a ys) cnt)
  let sizes = hist (+) 0i64 k (assign cx cy) (replicate n 1)
  in (cx, cy, filter (\i -> sizes[i] > 1) (iota k))

-- ==
-- entry: nbody
-- input { [0.0f64,1.0f64,3.0f64] [0.0f64,0.0f64,0.1f64] [1.0f64,2.0f64,1.0f64] 5i32 0.01f64 }
-- output { [3.1257066294209834e-3f64, 0.9988933940027263f64, 3.0040875053651273f64] [0.10428100257670525f64, -3.694117050656972e-2f64, 6.96013384364342e-2f64] }
entry nbody [n] (xs: [n]f64) (vs: [n]f64) (ms: [n]f64) (steps: i32) (dt: f64): ([n]f64, [n]f64) =
  loop (xs, vs) = (xs, vs) for _i < steps do
    let acc = map (\x -> f64.sum (map2 (\y m -> let d = y - x in m * d / ((d * d + 0.01) * f64.sqrt (d * d + 0.01))) xs ms)) xs
    let vs = map2 (\v a -> v + a * dt) vs acc
    in (map2 (\x v -> x + v * dt) xs vs, vs)

-- ==
-- entry: lu
-- input { [[4.0f64,3.0f64],[6.0f64,3.0f64]] }
-- output { [[1.0f64, 0.0f64], [1.5f64, 1.0f64]] [[4.0f64, 3.0f64], [0.0f64, -1.5f64]] }
entry lu [n] (a: [n][n]f64) : ([n][n]f64, [n][n]f64) =
  let u = loop a = a for k < n do
     tabulate_2d n n (\i j -> if i <= k then a[i,j] else let f = a[i,k] / a[k,k] in if j < k then a[i,j] else if j == k then f else a[i,j] - f * a[k,j])
  in (tabulate_2d n n (\i j -> if i == j then 1 else if j < i then u[i,j] else 0), tabulate_2d n n (\i j -> if j >= i then u[i,j] else 0))

-- ==
-- entry: gauss
-- input { [[0.0f64,2.0f64],[3.0f64,1.0f64]] [4.0f64,5.0f64] }
-- output { [1.0f64, 2.0f64] }
entry gauss [n] (a: [n][n]f64) (b: [n]f64) : [n]f64 =
  let m = n + 1
  let ab = map2 (\r x -> (r ++ [x]) :> [m]f64) a b
  let ab = loop ab = ab for k < n do
     let p = reduce (\i j -> if f64.abs ab[i,k] >= f64.abs ab[j,k] then i else j) k (map (\i -> if i < k then k else i) (iota n))
     let rk = copy ab[k] let rp = copy ab[p]
     let ab = copy ab with [k] = rp
     let ab = ab with [p] = rk
     let pr = map (/ ab[k,k]) ab[k]
     in map2 (\i r -> if i == k then pr else map2 (\x y -> x - r[k] * y) r pr) (iota n) ab
  in map (\r -> r[n]) ab

-- ==
-- entry: knap
-- input { [1i64,3i64,4i64] [15i64,20i64,30i64] 4i64 }
-- output { 35i64 [0i64, 1i64] }
-- input { [1i64,3i64,4i64] [15i64,20i64,30i64] 0i64 }
-- output { 0i64 empty([0]i64) }
entry knap [n] (ws: [n]i64) (vs: [n]i64) (cap: i64) : (i64, []i64) =
  let rows = loop rows = replicate (n + 1) (replicate (cap + 1) 0i64) for i < n do
     let prev = rows[i]
     in rows with [i + 1] = map (\c -> if c < ws[i] then prev[c] else i64.max prev[c] (prev[c - ws[i]] + vs[i])) (iota (cap + 1))
  let (sel, _) = loop (sel, c) = (replicate n false, cap) for i' < n do
     let i = n - 1 - i'
     in if rows[i+1, c] != rows[i, c] then (sel with [i] = true, c - ws[i]) else (sel, c)
  in (rows[n, cap], filter (\i -> sel[i]) (iota n))

-- ==
-- entry: spmv
-- input { [0i64,2i64,2i64] [0i64,1i64,2i64] [1.0f64,2.0f64,3.0f64] [1.0f64,1.0f64,2.0f64] }
-- output { [3.0f64, 0.0f64, 6.0f64] }
entry spmv [n] (offs: [n]i64) (cols: []i64) (vals: []f64) (x: []f64) : [n]f64 =
  let nnz = length vals
  let prods = map2 (\c v -> v * x[c]) (cols :> [nnz]i64) (vals :> [nnz]f64)
  let flags = scatter (replicate nnz false) offs (replicate n true)
  let sums = scan (\(a, f) (b, g) -> (if g then b else a + b, f || g)) (0, false) (zip prods flags) |> map (.0)
  in map (\i -> let e = if i + 1 == n then nnz else offs[i+1] in if e == offs[i] then 0 else sums[e - 1]) (iota n)

-- ==
-- entry: cg
-- input { [[4.0f64,1.0f64],[1.0f64,3.0f64]] [1.0f64,2.0f64] 0.0000001f64 }
-- output { [9.090909090909091e-2f64, 0.6363636363636364f64] 2i32 }
entry cg [n] (a: [n][n]f64) (b: [n]f64) (tol: f64) : ([n]f64, i32) =
  let dot x y = f64.sum (map2 (*) x y)
  let (x, _, _, _, k) = loop (x, r, p, rr, k) = (replicate n 0, b, b, dot b b, 0i32) while rr > tol && k < 100 do
    let ap = map (dot p) a
    let al = rr / dot p ap
    let x = map2 (\x p -> x + al * p) x p
    let r = map2 (\r q -> r - al * q) r ap
    let rr' = dot r r
    in (x, r, map2 (\r p -> r + rr' / rr * p) r p, rr', k + 1)
  in (x, k)

-- ==
-- entry: jacobi
-- input { [0.0f64,0.0f64,0.0f64,0.0f64,1.0f64] 0.001f64 }
-- output { [0.0f64, 0.2490234375f64, 0.498046875f64, 0.7490234375f64, 1.0f64] 17i64 }
entry jacobi [n] (u: [n]f64) (tol: f64) : ([n]f64, i64) =
  let (u, _, k) = loop (u, err, k) = (u, f64.inf, 0) while err > tol && k < 1000 do
    let v = map (\i -> if i == 0 || i == n - 1 then u[i] else (u[i-1] + u[i+1]) / 2) (iota n)
    in (v, reduce f64.max 0 (map2 (\a b -> f64.abs (a - b)) u v), k + 1)
  in (u, k)

-- ==
-- entry: trapez
-- input { 100i64 }
-- output { 3.1416009869231254f64 }
-- input { 0i64 }
-- output { f64.nan }
entry trapez (n: i64) : f64 = let h = 1 / f64.i64 n in h * f64.sum (map (\i -> let x = (f64.i64 i + 0.5) * h in 4 / (1 + x * x)) (iota n))

-- ==
-- entry: polyval
-- input { [1.0f64,2.0f64,3.0f64] 2.0f64 }
-- output { 17.0f64 }
entry polyval [n] (cs: [n]f64) (x: f64) : f64 = f64.sum (map2 (\c i -> c * x ** f64.i64 i) cs (iota n))

-- ==
-- entry: polymul
-- input { [1i64,2i64] [3i64,4i64,5i64] }
-- output { [3i64, 10i64, 13i64, 10i64] }
-- input { [1i64] [2i64] }
-- output { [2i64] }
-- input { empty([0]i64) empty([0]i64) }
-- error: Range 0..1..<-1 is invalid.
entry polymul [n] [m] (a: [n]i64) (b: [m]i64) : []i64 =
  map (\k -> i64.sum (map (\i -> if k - i >= 0 && k - i < m then a[i] * b[k - i] else 0) (iota n))) (iota (n + m - 1))

-- ==
-- entry: bigadd
-- input { [9i32,9i32,9i32] [1i32,0i32,0i32] }
-- output { [0i32, 0i32, 0i32, 1i32] }
-- input { [1i32,9i32,3i32] [1i32,0i32,0i32] }
-- output { [2i32, 9i32, 3i32] }
-- input { empty([0]i32) empty([0]i32) }
-- output { empty([0]i32) }
entry bigadd [n] (a: [n]i32) (b: [n]i32) : []i32 =
  let s = map2 (+) a b
  let c = scan (\(g1, p1) (g2, p2) -> (g2 || (p2 && g1), p1 && p2)) (false, true) (map (\x -> (x > 9, x == 9)) s)
  let ds = map2 (\i x -> (x + (if i > 0 && c[i-1].0 then 1 else 0)) % 10) (iota n) s
  in if n > 0 && c[n-1].0 then ds ++ [1] else ds

-- ==
-- entry: mandel
-- input { 8i64 20i32 }
-- output { [[1i32, 1i32, 2i32, 2i32, 2i32, 2i32, 2i32, 2i32], [1i32, 2i32, 3i32, 3i32, 3i32, 5i32, 3i32, 2i32], [1i32, 3i32, 3i32, 4i32, 6i32, 20i32, 5i32, 3i32], [1i32, 4i32, 14i32, 7i32, 20i32, 20i32, 20i32, 4i32], [1i32, 20i32, 20i32, 20i32, 20i32, 20i32, 20i32, 4i32], [1i32, 4i32, 14i32, 7i32, 20i32, 20i32, 20i32, 4i32], [1i32, 3i32, 3i32, 4i32, 6i32, 20i32, 5i32, 3i32], [1i32, 2i32, 3i32, 3i32, 3i32, 5i32, 3i32, 2i32]] }
entry mandel (n: i64) (lim: i32) : [n][n]i32 =
  tabulate_2d n n (\i j -> let cx = -2 + 3 * f64.i64 j / f64.i64 n let cy = -1.5 + 3 * f64.i64 i / f64.i64 n
    in (loop (x, y, k) = (0, 0, 0) while k < lim && x*x + y*y < 4 do (x*x - y*y + cx, 2*x*y + cy, k + 1)).2)

-- ==
-- entry: peaks
-- input { [1i32,3i32,2i32,5i32,4i32] }
-- output { [1i64, 3i64] [3i32, 5i32] }
-- input { [1i32] }
-- output { empty([0]i64) empty([0]i32) }

entry peaks [n] (xs: [n]i32) : ([]i64, []i32) =
  filter (\i -> i > 0 && i < n - 1 && xs[i] > xs[i-1] && xs[i] > xs[i+1]) (iota n) |> map (\i -> (i, xs[i])) |> unzip

-- ==
-- entry: movavg
-- input { [1.0f64,2.0f64,3.0f64,4.0f64] 2i64 }
-- output { [1.5f64, 2.5f64, 3.5f64] }
-- input { [1.0f64] 3i64 }
-- error: Range 0..1..<-1 is invalid.
entry movavg [n] (xs: [n]f64) (k: i64) : []f64 =
  let s = [0] ++ scan (+) 0 xs
  in map (\i -> (s[i + k] - s[i]) / f64.i64 k) (iota (n - k + 1))

-- ==
-- entry: sandpile
-- input { [[10i32,0i32],[0i32,9i32]] }
-- output { [[0i32, 1i32], [1i32, 3i32]] 4i32 }
entry sandpile [n][m] (g: [n][m]i32) : ([n][m]i32, i32) =
  let (g, k, _) = loop (g, k, go) = (g, 0, true) while go do
    let at i j = if i < 0 || j < 0 || i >= n || j >= m then 0 else i32.bool (g[i,j] > 3)
    let h = tabulate_2d n m (\i j -> g[i,j] - (if g[i,j] > 3 then 4 else 0) + at (i-1) j + at (i+1) j + at i (j-1) + at i (j+1))
    in (h, k + 1, or (flatten (map (map (> 3)) h)))
  in (g, k)

-- ==
-- entry: rule30
-- input { 7i64 3i64 }
-- output { [[false, false, false, true, false, false, false], [false, false, true, true, true, false, false], [false, true, true, false, false, true, false]] }
-- input { 0i64 2i64 }
-- output { empty([2][0]bool) }
entry rule30 (n: i64) (k: i64) : [k][n]bool =
  let (_, hist) = loop (row, hist) = (map (== n / 2) (iota n), replicate k (replicate n false)) for i < k do
    let next = map (\j -> let a = j > 0 && row[j-1] let b = row[j] let c = j < n - 1 && row[j+1] in a != (b || c)) (iota n)
    in (next, hist with [i] = row)
  in hist

-- LU factors of many matrices, in place: the rows below the diagonal, from a range.
def lu_below [n] (m: *[n][n]f64): *[n][n]f64 =
  loop m for k < n do
    let m = loop m for i in k + 1..<n do m with [i, k] = m[i, k] / m[k, k]
    in loop m for i in k + 1..<n do
         loop m for j in k + 1..<n do
           m with [i, j] = m[i, j] - m[i, k] * m[k, j]

-- ==
-- entry: lu_batch
-- input { [[[2f64, 1f64], [4f64, 5f64]], [[1f64, 0f64], [3f64, 2f64]]] }
-- output { [[[2f64, 1f64], [2f64, 3f64]], [[1f64, 0f64], [3f64, 2f64]]] }
-- input { empty([0][3][3]f64) } auto output
-- input { empty([3][0][0]f64) } auto output
-- input { [[[4f64, 1f64, 0f64], [2f64, 5f64, 1f64], [1f64, 1f64, 3f64]]] } auto output
entry lu_batch [b] [n] (ms: [b][n][n]f64): [b][n][n]f64 = map (\m -> lu_below (copy m)) ms
