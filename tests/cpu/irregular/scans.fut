-- Sums up to each element of a row.
entry main [m] (xss: [m][..]i32): [m][..]i32 = map (scan (+) 0) xss
