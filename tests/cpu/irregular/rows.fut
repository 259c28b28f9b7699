-- A row counts on from its own number.
entry main [m] (ns: [m]i64) (vs: [m]i64): [m][..]i64 =
  map2 (\n v -> tabulate n (+ v)) ns vs
