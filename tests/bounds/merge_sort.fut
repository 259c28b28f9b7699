-- A merge sort by ranks: each element searches its place in the other half.
def rank [n] (xs: [n]i32) (x: i32) (below: i32 -> i32 -> bool): i64 =
  let (l, _) = loop (l, r) = (0, n) while l < r do
    let m = (l + r) / 2
    in if below xs[m] x then (m + 1, r) else (l, m)
  in l

entry main [n] (xs: [n]i32): [n]i32 =
  (loop (ys, w) = (copy xs, 1) while w < n do
     let zs = scatter (copy ys)
       (map (\i -> let first = i / (2 * w) * (2 * w)
                   let middle = i64.min n (first + w)
                   let end = i64.min n (first + 2 * w)
                   in if i < middle
                      then i + rank ys[middle:end] ys[i] (<)
                      else i - (middle - first) + rank ys[first:middle] ys[i] (<=)) (iota n)) ys
     in (zs, 2 * w)).0
