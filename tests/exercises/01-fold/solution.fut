def twice [n] (xs: [n]i32): i32 =
  reduce (+) 0 (map (* 2) xs)
