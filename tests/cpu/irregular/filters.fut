-- A row adds some of its numbers.
entry main [m] (ns: [m]i64): [m]i64 =
  map (\n -> i64.sum (filter (\j -> j % 3 != 1) (iota n))) ns
