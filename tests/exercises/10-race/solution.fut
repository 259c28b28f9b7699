def flags [m] (shape: [m]i64): []i64 =
  let ends = scan (+) 0 shape
  let total = if m == 0 then 0 else ends[m - 1]
  let starts = map2 (\end rows -> if rows == 0 then -1 else end - rows) ends shape
  in scatter (replicate total 0) starts (map (+ 1) (iota m))
