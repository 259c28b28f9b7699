-- Rows lose elements until their sums are small enough.
entry main [m] (ns: [m]i64) (limits: [m]i64): [m][..]i64 =
  map2 (\n most ->
         let (kept, _) = loop (xs, r) = (iota n, 0) while i64.sum xs > most do
                           (filter (\x -> (x + r) % 7 != 0) xs, r + 1)
         in kept) ns limits
