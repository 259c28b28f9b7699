-- Breadth-first search: the parent of each node, the least of those a step before, -1 if there is
-- no way to it. A round expands the nodes of the frontier to their neighbours.
-- ==
-- input { [[1i64, 2i64], [3i64], [3i64, 0i64], [], [1i64]] 0i64 }
-- output { [0i64, 0i64, 0i64, 1i64, -1i64] }
-- input { [[]] 0i64 }
-- output { [0i64] }

entry main [n] (neighbours: [n][..]i64) (root: i64): [n]i64 =
  let (parents, _) =
    loop (parents, frontier) = (replicate n (-1) with [root] = root, [root])
    while length frontier > 0 do
      let (us, vs) = unzip (flatten (map (\v -> map (\u -> (u, v)) neighbours[v]) frontier))
      let found = reduce_by_index (replicate n n) i64.min n us vs
      let next = filter (\u -> parents[u] < 0 && found[u] < n) (iota n)
      in (scatter parents next (map (\u -> found[u]) next), next)
  in parents
