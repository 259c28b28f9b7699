def twice [n] (xs: [n]i32): i32 =
  reduce (\acc x -> acc + 2 * x) 0 xs
