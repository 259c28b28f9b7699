-- What is computed once for a row and may fail, before the row's scan, sum or histogram.

entry a [m][n] (xss: [m][n]i32): [m][n]i32 = map (\xs -> scan i32.max xs[0] xs) xss
entry b [m][n] (xss: [m][n]i32) (ks: [m]i32): [m][n]i32 = map2 (\xs k -> scan i32.max (10 / k) xs) xss ks
entry c [m][n] (xss: [m][n]f32) (ks: [m]i64): [m][n]f32 = map (\k -> let r = xss[k] in scan (+) r[0] r) ks
entry d [m][n] (xss: [m][n]i32) (ks: [m]i32): [m]i32 = map2 (\xs k -> let q = 10 / k in i32.sum (map (* q) xs)) xss ks
entry e [m][n] (xss: [m][n]i64) (ks: [m]i64): [m]i64 = map (\k -> let r = xss[k] let q = r[1] in reduce i64.max q (map (* q) r)) ks
entry f [m][n] (xss: [m][n]i32) (ks: [m]i32) = map2 (\xs k -> let q = 10 / k in hist (+) 0 4 (map (\x -> i64.i32 (x % 4)) xs) (map (* q) xs)) xss ks
entry h [m][n] (xss: [m][n]f64) (ks: [m]i64) = map (\k -> let r = xss[k] in f64.sum r / r[0]) ks


-- ==
-- entry: a
-- random input { [5][300]i32 }
-- random input { [3][5000]i32 }
-- input { [[3i32,1,7,4],[5,6,2,9]] }
-- output { [[3i32, 3i32, 7i32, 7i32], [5i32, 6i32, 6i32, 9i32]] }

-- ==
-- entry: b
-- input { [[3i32,1,7,4],[5,6,2,9]] [2i32,5] }
-- output { [[5i32, 5i32, 7i32, 7i32], [5i32, 6i32, 6i32, 9i32]] }

-- ==
-- entry: d
-- input { [[3i32,1,7,4],[5,6,2,9]] [2i32,5] }
-- output { [75i32, 44i32] }

-- ==
-- entry: f
-- input { [[3i32,1,7,4],[5,6,2,9]] [2i32,5] }
-- output { [[20i32, 5i32, 0i32, 50i32], [0i32, 28i32, 16i32, 0i32]] }

-- ==
-- entry: c
-- input { [[3f32,1,7,4],[5,6,2,9]] [1i64,0] }
-- output { [[10.000000f32, 16.000000f32, 18.000000f32, 27.000000f32], [6.000000f32, 7.000000f32, 14.000000f32, 18.000000f32]] }

-- ==
-- entry: h
-- input { [[3f64,1,7,4],[5,6,2,9]] [1i64,0] }
-- output { [4.400000000000000f64, 5.000000000000000f64] }

-- ==
-- entry: e
-- input { [[3i64,1,7,4],[5,6,2,9]] [1i64,0] }
-- output { [54i64, 7i64] }

-- ==
-- entry: b d f
-- input { [[3i32,1],[5,6]] [2i32,0] }
-- error: zero

-- ==
-- entry: c
-- input { [[1f32,2]] [3i64] }
-- error: out of bounds
