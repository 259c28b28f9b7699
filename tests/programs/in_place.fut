-- Updates in place: of parameters, parts, rows, in loops and branches.

-- ==
-- entry: branch
-- input { true [1,2] } output { [1i32, 2i32] }
entry branch (c: bool) (a: *[]i32) = if c then a with [0] = 1 else a with [1] = 2

-- ==
-- entry: branch2
-- input { true [1,2] } output { [1i32, 5i32] }
entry branch2 (c: bool) (a: *[]i32) = let b = if c then a with [0] = 1 else copy a in b with [1] = 5

def f_fnparam2 (a: *[]i32) (i: i64) = a with [i] = 7
def g_fnparam2 (a: *[]i32) = f_fnparam2 (f_fnparam2 a 0) 1
-- ==
-- entry: fnparam2
-- input { [1,2] } output { [7i32, 7i32] }
entry fnparam2 (a: *[]i32) = g_fnparam2 a

-- ==
-- entry: lambda
-- input { [[1,2],[3,4]] } output { [[9i32, 9i32], [9i32, 9i32]] }
entry lambda [n][m] (a: [n][m]i32) = map (\r -> let c = copy r let c[0] = 9 let c[1] = c[0] in c) a

-- ==
-- entry: lambda2
-- input { 3i64 } output { [[0i64, 0i64, 0i64], [1i64, 0i64, 0i64], [2i64, 3i64, 0i64]] }
entry lambda2 (n: i64) = map (\i -> let a = replicate 3 0i64 let a = loop a for j < i do a with [j] = j + i in a) (iota n)

def app_apply_unique_lambda (f: *[]i32 -> *[]i32) (x: *[]i32) : *[]i32 = f x
-- ==
-- entry: apply_unique_lambda
-- input { [1,2] } output { [5i32, 2i32] }
entry apply_unique_lambda (a: *[]i32) = app_apply_unique_lambda (\(x: *[]i32) : *[]i32 -> x with [0] = 5) a

-- ==
-- entry: loop_two
-- input { [1,2,3] } output { [0i32, 0i32, 0i32] [1i32, 2i32, 3i32] }
entry loop_two [n] (a: *[n]i32) = loop (a, b) = (a, replicate n 0) for i < n do let t = a[i] let a[i] = b[i] let b[i] = t in (a, b)

-- ==
-- entry: loop_swap
-- input { [1,2,3] [4,5,6] } output { [4i32, 0i32, 6i32] [0i32, 2i32, 0i32] }
entry loop_swap [n] (a: *[n]i32) (b: *[n]i32) = loop (a, b) = (a, b) for i < 3 do (b, a with [i] = 0)

-- ==
-- entry: loop_swap2
-- input { [1,2,3] } output { [2i32, 2i32, 6i32] }
entry loop_swap2 [n] (a: *[n]i32) = let (a, _) = loop (a, b) = (a, copy a) for i < 3 do let b = scatter b [i] [a[i] * 2] in (b, a) in a

-- ==
-- entry: slice_consume
-- input { [1,2,3,4] } output { [1i32, 2i32, 3i32, 4i32] [10i32, 2i32] }
entry slice_consume (a: *[4]i32) = let b = copy a[0:2] let b[0] = 10 in (a, b)

-- ==
-- entry: of_scatter
-- input { [1,2,3] } output { [5i32, 6i32, 7i32] }
entry of_scatter [n] (a: *[n]i32) = let a = scatter a [0, 1] [5, 6] let a = scatter a [2] [7] in a

def f_row_consume (r: *[2]i32) : *[2]i32 = r with [0] = 100
-- ==
-- entry: row_consume
-- input { [[1,2],[3,4]] } output { [[1i32, 2i32], [100i32, 2i32]] }
entry row_consume (a: *[2][2]i32) = let r = f_row_consume (copy a[0]) in a with [1] = r

-- ==
-- entry: alias_after
-- input { [1,2] } output { [0i32, 3i32] }
entry alias_after (a: []i32) = let b = map (+ 1) a let c = b let d = c with [0] = 0 in d

-- ==
-- entry: reshape
-- input { [1,2,3,4] } output { [9i32, 2i32, 3i32, 4i32] }
entry reshape (a: *[4]i32) = let b = unflatten (a :> [2*2]i32) let b[0,0] = 9 in flatten b

-- ==
-- entry: zip_consume
-- input { [1,2] [3,4] } output { [7i32, 2i32] [8i32, 4i32] }
entry zip_consume [n] (a: *[n]i32) (b: *[n]i32) = let ab = zip a b let ab[0] = (7, 8) in unzip ab

-- ==
-- entry: of_hist
-- input { [0,0] [0i64,1i64,1i64] } output { [50i32, 2i32] }
entry of_hist [n] (a: *[2]i32) (is: [n]i64) = let a = reduce_by_index a (+) 0 is (rep 1) in a with [0] = 50

def id_ret_param' (a: *[]i32) : *[]i32 = a
-- ==
-- entry: ret_param
-- input { [1,2] } output { [3i32, 2i32] }
entry ret_param (a: *[]i32) = (id_ret_param' a) with [0] = 3

-- ==
-- entry: local_fn
-- input { [1,2] } output { [9i32, 9i32] }
entry local_fn (a: *[]i32) = let set (xs: *[]i32) (i: i64) : *[]i32 = xs with [i] = 9 in set (set a 0) 1

-- ==
-- entry: let_seq
-- input { [1,2,3] } output { [2i32, 1i32, 6i32] 6i32 }
entry let_seq (a: *[]i32) = let x = a[0] let y = a[1] let a[0] = y let a[1] = x let s = i32.sum a let a[2] = s in (a, s)

-- ==
-- entry: cond_upd
-- input { [1,2,3] 1i64 } output { [1i32, 0i32, 3i32] }
entry cond_upd [n] (a: *[n]i32) (k: i64) = loop a for i < n do if i == k then a with [i] = 0 else a

-- ==
-- entry: nested_loop_upd
-- input { 3i64 } output { [[0i64, 0i64, 0i64], [0i64, 0i64, 0i64], [0i64, 2i64, 0i64]] }
entry nested_loop_upd (n: i64) = loop m = replicate n (replicate n 0i64) for i < n do loop m for j < n do if i > j then m with [i,j] = i * j else m

def mk_star_ret_fresh (n: i64) (x: i32) : *[n]i32 = replicate n x
-- ==
-- entry: star_ret_fresh
-- input { 3i64 } output { [2i32, 1i32, 1i32] [2i32, 2i32, 2i32] }
entry star_ret_fresh (n: i64) = let a = mk_star_ret_fresh n 1 let b = mk_star_ret_fresh n 2 let a[0] = b[0] in (a, b)

-- ==
-- entry: map_consume_dup
-- input { [1,2,3] } output { [[2i32, 3i32, 4i32], [1i32, 2i32, 3i32]] }
entry map_consume_dup [n] (a: [n]i32) = let bs = replicate 2 a let bs[0] = map (+ 1) a in bs

-- ==
-- entry: transpose_consume
-- input { [[1,2],[3,4]] } output { [[1i32, 100i32], [2i32, 4i32]] }
entry transpose_consume (xs: *[2][2]i32) = let t = transpose xs let t[0,1] = 100 in t

-- ==
-- entry: reverse_consume
-- input { [1,2,3] } output { [100i32, 2i32, 1i32] }
entry reverse_consume (xs: *[]i32) = let r = reverse xs let r[0] = 100 in r

-- ==
-- entry: col_update
-- input { [[1,2],[3,4]] [7,8] } output { [[1i32, 3i32], [7i32, 8i32]] }
entry col_update (xs: *[2][2]i32) (c: [2]i32) = let xs[:,1] = c in transpose xs

-- ==
-- entry: update_from_self
-- input { [1,2,3,4] } output { [3i32, 4i32, 3i32, 4i32] }
entry update_from_self (xs: *[4]i32) = xs with [0:2] = copy xs[2:4]

-- ==
-- entry: update_row_self
-- input { [[1,2],[3,4]] } output { [[3i32, 4i32], [1i32, 2i32]] }
entry update_row_self (xs: *[2][2]i32) = let t = copy xs[0] in xs with [0] = copy xs[1] with [1] = t

-- ==
-- entry: loop_row
-- input { [[1,2],[3,4],[5,6]] } output { [[1i32, 2i32], [4i32, 6i32], [9i32, 12i32]] }
entry loop_row [n][m] (xs: *[n][m]i32) = loop xs for i in 1..<n do xs with [i] = map2 (+) xs[i-1] xs[i]

-- ==
-- entry: loop_gauss
-- input { [[2f64,1f64,3f64],[1f64,3f64,5f64]] }
-- output { [[1.0f64, 0.0f64, 0.8f64], [0.0f64, 1.0f64, 1.4f64]] }
entry loop_gauss [n][m] (a: *[n][m]f64) =
  loop a for i < n do
    let piv = a[i,i]
    let a[i] = map (/ piv) (copy a[i])
    in loop a for k < n do
      if k == i then a else
        let f = a[k,i]
        let row = map2 (\x y -> x - f * y) a[k] a[i]
        in a with [k] = row

-- ==
-- entry: scan_update
-- input { [1,2,3] } output { [100i32, 3i32, 6i32] [7i32, 3i32, 6i32] }
entry scan_update [n] (xs: [n]i32) = let s = scan (+) 0 xs let s[0] = 100 let f = filter (> 2) s let f[0] = 7 in (s, f)

-- ==
-- entry: hist_update
-- input { [0i64,1i64] } output { [6i32, 1i32, 5i32] }
entry hist_update [n] (is: [n]i64) = let h = hist (+) 0 3 is (rep 1i32) let h[2] = 5 in h with [0] = h[1] + h[2]

def set_map_unique_param (r: *[2]i32) : *[2]i32 = r with [0] = 9
-- ==
-- entry: map_unique_param
-- input { [[1,2],[3,4]] } output { [[9i32, 2i32], [9i32, 4i32]] }
entry map_unique_param (xs: [2][2]i32) = map (\r -> set_map_unique_param (copy r)) xs

-- ==
-- entry: concat_update
-- input { [1,2] } output { [1i32, 2i32] [10i32, 2i32, 3i32] }
entry concat_update (xs: []i32) = let ys = xs ++ [3] let ys[0] = 10 in (xs, ys)

-- ==
-- entry: cond_alias
-- input { true [1,2] [3,4] } output { [9i32, 2i32] }
entry cond_alias (b: bool) (x: *[]i32) (y: *[]i32) = let z = if b then x else y let z[0] = 9 in z

-- ==
-- entry: match_update
-- input { 1 [1,2] } output { [5i32, 2i32] }
entry match_update (k: i32) (x: *[]i32) = match k case 1 -> x with [0] = 5 case 2 -> x with [1] = 6 case _ -> x

-- ==
-- entry: while_update
-- input { [5,3,8] } output { [0i32, 8i32, 8i32] }
entry while_update [n] (a: *[n]i32) = loop a while a[0] > 0 do a with [0] = a[0] - 1 with [1] = a[1] + 1

def push_stack (st: *[10]i32, n: i64) (x: i32) : (*[10]i32, i64) = (st with [n] = x, n + 1)
def pop_stack (st: *[10]i32, n: i64) : (*[10]i32, i64, i32) = let x = st[n-1] in (st, n - 1, x)
-- ==
-- entry: stack
-- input { [3,1,2] } output { 1i64 2i32 1i32 }
entry stack (xs: []i32) =
  let (st, n) = loop (st, n) = (replicate 10 0, 0) for x in xs do push_stack (st, n) x
  let (st, n, a) = pop_stack (st, n)
  let (_, n, b) = pop_stack (st, n)
  in (n, a, b)

-- ==
-- entry: queue_bfs
-- input { [[1i64,2i64],[3i64,3i64],[3i64,3i64],[3i64,3i64]] } output { [0i32, 1i32, 1i32, 2i32] }
entry queue_bfs [n] (g: [n][2]i64) =
  let dist = replicate n (-1i32) with [0] = 0
  let q = replicate (n * 4) 0i64
  let (dist, _, _, _) = loop (dist, q, h, t) = (dist, q, 0, 1) while h < t do
    let u = q[h]
    let (dist, q, t) = loop (dist, q, t) for v in g[u] do
      if dist[v] < 0 then (dist with [v] = dist[u] + 1, q with [t] = v, t + 1) else (dist, q, t)
    in (dist, q, h + 1, t)
  in dist

-- ==
-- entry: update_slice
-- input { [1,2,3,4,5,6] } output { [7i32, 5i32, 7i32, 4i32, 7i32, 6i32] }
entry update_slice (a: *[6]i32) = let a[0:3] = copy a[3:6] let a[::2] = [7,7,7] in a

-- ==
-- entry: update_neg
-- input { [1,2,3,4,5,6] } output { [6i32, 5i32, 0i32, 0i32, 0i32, 1i32] }
entry update_neg (a: *[6]i32) = a with [::-1] = [1,2,3,4,5,6] with [4:1:-1] = [0,0,0]

-- Copies, within branches and loops, of what is filled outside.
-- ==
-- entry: filled_outside
-- input { 3i64 1i64 7 } output { [0i32, 7i32, 0i32] }
-- input { 3i64 2i64 7 } output { [7i32, 0i32, 0i32] }
entry filled_outside (n: i64) (i: i64) (x: i32): [n]i32 =
  let zeros = replicate n 0
  in if i > 1 then zeros with [i - 2] = x else zeros with [i] = x

-- ==
-- entry: filled_outside_loop
-- input { [5, 6] } output { [1i32, 6i32, 1i32] [7i32, 8i32] }
entry filled_outside_loop [n] (xs: [n]i32): ([]i32, [n]i32) =
  let ones = replicate (n + 1) 1
  in loop (last, sums) = (ones, replicate n 0) for i < n do
       let marked = copy ones with [i] = xs[i]
       in (marked, sums with [i] = reduce (+) 0 marked)

-- ==
-- entry: filled_outside_rows
-- input { [1i64, 0i64] } output { [[0i32, 1i32], [1i32, 0i32]] }
entry filled_outside_rows [n] (is: [n]i64): [][2]i32 =
  let rows = replicate n (replicate 2 0)
  in map (\i -> let row = copy rows[0] in row with [i] = 1) is

-- Rows of rows are changed.
-- ==
-- entry: rows_of_rows
-- random input { [2][3][5]i32 } auto output
-- random input { [2][3][2]i32 } auto output
entry rows_of_rows [n] [m] [k] (xsss: [n][m][k]i32): [n][m][k]i32 =
  map (map (\xs -> if k > 3 then copy xs with [3] = 1 else xs)) xsss
