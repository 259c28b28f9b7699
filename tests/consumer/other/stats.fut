-- Called as the other one is: its functions have a prefix.
entry variance [n] (xs: [n]f32): f32 = reduce (+) 0 xs
