-- Odd rows are multiples, even ones are half as long and add up.
entry main [m] (ns: [m]i64): [m][..]i64 =
  map (\n -> if n % 2 == 1 then tabulate n (* n) else scan (+) 0 (replicate (n / 2) n)) ns
