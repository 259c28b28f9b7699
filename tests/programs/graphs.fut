-- Graphs as edges and as matrices, at host level.

-- ==
-- entry: cc
-- input { [0i64,0i64,0i64,0i64,0i64] [0i64,3i64] [1i64,4i64] }
-- output { [0i64, 0i64, 2i64, 3i64, 3i64] 2i64 }
-- input { [0i64] empty([0]i64) empty([0]i64) }
-- output { [0i64] 1i64 }
entry cc [n] [m] (n_: [n]i64) (us: [m]i64) (vs: [m]i64): ([n]i64, i64) =
  let (lab, k, _) =
    loop (lab, k, changed) = (iota n, 0i64, true) while changed do
      let new = reduce_by_index (copy lab) i64.min i64.highest us (map (\v -> lab[v]) vs)
      let new = reduce_by_index new i64.min i64.highest vs (map (\u -> lab[u]) us)
      in (new, k + 1, !(and (map2 (==) lab new)))
  in (lab, k)

-- ==
-- entry: bellman
-- input { [0i32,0i32,0i32,0i32] [0i64,1i64,2i64] [1i64,2i64,3i64] [5i32,3i32,1i32] }
-- output { [0i32, 5i32, 8i32, 9i32] }
entry bellman [n] [m] (_x: [n]i32) (us: [m]i64) (vs: [m]i64) (ws: [m]i32): [n]i32 =
  let d0 = map (\i -> if i == 0 then 0 else 1000000) (iota n)
  in loop d = d0 for _i < n do
       reduce_by_index (copy d) i32.min i32.highest vs (map2 (\u w -> d[u] + w) us ws)

-- ==
-- entry: topo
-- input { [[false,true,false],[false,false,true],[false,false,false]] }
-- output { [0i64, 1i64, 2i64] }
-- input { [[false,true],[true,false]] }
-- output { empty([0]i64) }
-- input { empty([0][0]bool) }
-- output { empty([0]i64) }
entry topo [n] (adj: [n][n]bool) : []i64 =
  let (_, out) =
    loop (left, out) = (replicate n true, [] : []i64) while or left && length out < n do
      let indeg = map (\j -> i64.sum (map (\i -> i64.bool (left[i] && adj[i, j])) (iota n))) (iota n)
      let ready = filter (\j -> left[j] && indeg[j] == 0) (iota n)
      in if length ready == 0 then (replicate n false, out)
         else (map2 (\j l -> l && indeg[j] != 0) (iota n) left, out ++ ready)
  in out

-- ==
-- entry: degrees
-- input { [1i64,1i64,4i64] }
-- output { [0i64, 2i64, 0i64, 0i64, 1i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
entry degrees [m] (us: [m]i64) : []i64 =
  let k = 1 + reduce i64.max (-1) us
  in hist (+) 0 k us (replicate m 1)

-- ==
-- entry: csr
-- input { 4i64 [3i64,1i64,1i64,0i64] [9i64,8i64,7i64,6i64] }
-- output { [0i64, 1i64, 3i64, 3i64] [6i64, 8i64, 7i64, 9i64] }
-- input { 2i64 empty([0]i64) empty([0]i64) }
-- output { [0i64, 0i64] empty([0]i64) }
entry csr [m] (n: i64) (us: [m]i64) (vs: [m]i64) : ([]i64, []i64) =
  let cnt = hist (+) 0 n us (replicate m 1)
  let offs = scan (+) 0 cnt
  let starts = map2 (-) offs cnt
  -- stable counting sort by bits
  let (_, vs') = loop (us, vs) = (us, vs) for b < 8 do
     let bit = map (\u -> (u >> i64.i32 b) & 1) us
     let (z, o) = partition (\(b, _, _) -> b == 0) (zip3 bit us vs)
     let (_, u', v') = unzip3 (z ++ o)
     in (u' :> [m]i64, v' :> [m]i64)
  in (starts, vs')

-- ==
-- entry: reach
-- input { [[false,true,false],[false,false,false],[false,false,false]] 0i64 }
-- output { [0i64, 1i64] }
entry reach [n] (adj: [n][n]bool) (s: i64) : []i64 =
  let seen = loop seen = (replicate n false with [s] = true) for _i < n do
    map (\j -> seen[j] || or (map (\i -> seen[i] && adj[i, j]) (iota n))) (iota n)
  in filter (\i -> seen[i]) (iota n)

-- ==
-- entry: warshall
-- input { [[false,true,false],[false,false,true],[false,false,false]] }
-- output { [[false, true, true], [false, false, true], [false, false, false]] }
entry warshall [n] (adj: [n][n]bool) : [n][n]bool =
  loop a = adj for k < n do tabulate_2d n n (\i j -> a[i, j] || (a[i, k] && a[k, j]))

-- ==
-- entry: floyd
-- input { [[0i32,5i32,100i32],[100i32,0i32,2i32],[1i32,100i32,0i32]] }
-- output { [[0i32, 5i32, 7i32], [3i32, 0i32, 2i32], [1i32, 6i32, 0i32]] }
-- input { empty([0][0]i32) }
-- output { empty([0][0]i32) }
entry floyd [n] (d: [n][n]i32) : [n][n]i32 =
  loop d = d for k < n do tabulate_2d n n (\i j -> i32.min d[i, j] (d[i, k] + d[k, j]))

-- ==
-- entry: pagerank
-- input { [[0.0f64,0.5f64],[1.0f64,0.5f64]] 5i32 }
-- output { [0.34880948730468747f64, 0.6511905126953124f64] }
entry pagerank [n] (adj: [n][n]f64) (k: i32): [n]f64 =
  loop r = replicate n (1 / f64.i64 n) for _i < k do
    let s = f64.sum r
    in map (\row -> 0.15 / f64.i64 n + 0.85 * f64.sum (map2 (*) row r) / s) adj

-- ==
-- entry: triangles
-- input { [[false,true,true],[true,false,true],[true,true,false]] }
-- output { 1i64 }
entry triangles [n] (adj: [n][n]bool) : i64 =
  i64.sum (flatten_3d (tabulate_3d n n n (\i j k -> i64.bool (i < j && j < k && adj[i,j] && adj[j,k] && adj[i,k]))))

-- ==
-- entry: kruskalish
-- input { [3i32,1i32,5i32] 4i32 }
-- output { [0i64, 1i64] 4i32 }
-- input { [3i32,1i32,5i32] 0i32 }
-- output { empty([0]i64) 0i32 }
entry kruskalish [m] (ws: [m]i32) (t: i32) : ([]i64, i32) =
  let is = filter (\i -> ws[i] < t) (iota m)
  in (is, i32.sum (map (\i -> ws[i]) is))

-- ==
-- entry: colour
-- input { [[false,true,true],[true,false,true],[true,true,false]] }
-- output { [0i64, 1i64, 2i64] }
entry colour [n] (adj: [n][n]bool): [n]i64 =
  loop c = replicate n (-1i64) for i < n do
    let used = map (\k -> or (map (\j -> adj[i, j] && c[j] == k) (iota n))) (iota n)
    let k = reduce i64.min n (map2 (\k u -> if u then n else k) (iota n) used)
    in c with [i] = k
