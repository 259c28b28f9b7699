-- says: this operator is not associative: for a = 0i32, b = 0i32, c = 1i32
def twice [n] (xs: [n]i32): i32 = reduce (\acc x -> acc + 2 * x) 0 xs
