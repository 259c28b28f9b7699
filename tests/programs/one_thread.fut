-- Loops and nested choices on scalars that one thread of the device computes.

def dim (y: i32): []i32 = if y & 3 > 0 then [0, 31, 28] else [0, 31, 29]
entry a (y0: i32) (m0: i32) =
    let (y, m, d) = loop (y, m, d) = (y0, m0, 1i32)
        while y < 2001i32 do
            if d == 1 && m > 7 then (y, m, d + 1)
            else if d == (dim y)[m] then if m == 2 then (y + 1, 1, 1)
                else (y, m + 1, 1)
            else (y, m, d + 1)
    in (y, m, d)
entry b (xs: []f64) (y0: i64) =
    loop (y, m, d) = (y0, 0i64, 1f64)
        while y < 10 do
            if d > 10 && m > 7 then (y + 1, m, d + 1)
            else if d >= xs[m] then if m == 2 then (y + 1, 1, 1)
                else (y, m + 1, 1)
            else (y, m, d + 1)
entry c (xs: []i32) (y0: i32) =
    loop (y, m) = (y0, 0i32) for i < 5 do
            if y > 7 then (y, m + 1)
            else let t = (if m > 3 then [1i32, 2, 3] else [4, 5, 6])[m % 3]
                 in if xs[i % 2] > t then (if y == 2 then (y + 1, 1) else (y, t)) else (y + t, m)

-- ==
-- entry: a
-- input { 1999i32 1i32 }
-- output { 2001i32 1i32 1i32 }

-- ==
-- entry: b
-- input { [3.0f64,4.0,5.0] 2i64 }
-- output { 10i64 1i64 1.000000000000000f64 }

-- ==
-- entry: c
-- input { [3i32,4,5] 2i32 }
-- output { 10i32 3i32 }
