-- says: 1i32 is not neutral for this operator
def twice [n] (xs: [n]i32): i32 = reduce (+) 1 (map (* 2) xs)
