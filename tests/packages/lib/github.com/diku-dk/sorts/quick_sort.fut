import "../segmented/segmented"
def quick_sort [n] 't ((<=): t -> t -> bool) (xs: [n]t): [n]t =
  let (xs, _) =
    loop (xs, segs) = (xs, if n > 1 then [(0i64, n)] else []) while length segs > 0 do
      let pivots = map (\(s, l) -> xs[s + l / 2]) segs
      let seg_of = expand (\(_, l) -> l) (\(s, _) i -> s + i) segs
      let owner = replicated_iota (map (.1) segs)
      let k = length seg_of
      let seg_of = seg_of :> [k]i64
      let owner = owner :> [k]i64
      let cls = map2 (\p o -> let x = xs[p] let v = pivots[o] in if x <= v then (if v <= x
        then 1i64 else 0) else 2) seg_of owner
      let m = length segs let segs = segs :> [m](i64, i64)
      let count c =
        reduce_by_index (replicate m 0i64) (+) 0 owner (map (\x -> i64.bool (x == c)) cls)
      let (c0, c1) = (count 0, count 1)
      let flags = map2 (\i o -> i == 0 || owner[i64.max 0 (i - 1)] != o) (iota k) owner
      let rank =
        segmented_scan (\(a, b, c) (d, e, f) -> (a + d, b + e, c + f)) (0i64, 0i64, 0i64) flags
        (map (\c -> (i64.bool (c == 0), i64.bool (c == 1), i64.bool (c == 2))) cls)
      let dest = map3 (\o c (a, b, d) -> segs[o].0 + (if c == 0 then a - 1 else if c == 1
        then c0[o] + b - 1 else c0[o] + c1[o] + d - 1)) owner cls rank
      let xs' = scatter (copy xs) dest (map (\p -> xs[p]) seg_of)
      let next = flatten (map3 (\(s, l) a b -> [(s, a), (s + a + b, l - a - b)]) segs c0 c1)
      in (xs', filter (\(_, l) -> l > 1) next)
  in xs
