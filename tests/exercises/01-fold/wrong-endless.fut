-- says: it does not end
def twice [n] (xs: [n]i32): i32 =
  loop sum = 0 while sum <= i32.i64 n * 0 do sum * i32.sum xs
