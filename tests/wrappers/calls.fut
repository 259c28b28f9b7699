-- What wrappers must get right: all element types, consumed parameters, sizes that the call
-- tells, several results, failures, names that C++ or Python have for themselves, thresholds (rows).
entry kept_here [n] (xs: *[n]i32): *[]i32 = filter (> 0) xs
entry set [n] (xs: *[n]i32) (i: i64): *[n]i32 = xs with [i] = 1
entry swap [n] (xs: *[n]i32) (ys: *[n]i32): (*[n]i32, i32, *[n]i32) = (ys, 7, xs)
entry kept [n] (xs: [n]i32): []i32 = filter (> 1) xs
entry rows [n] [m] (xs: [n][m]f64): ([n]f64, [m][n]f64) = 
  (map (\x -> let t = reduce (+) 0 x in reduce (+) 0 (map (+ t) x) - f64.i64 m * t) xs, transpose xs)
entry pairs [n] (xs: [n]u8) (ys: [2 * n]u8): [n + 1]u8 =
  map (\i -> if i < n then xs[i] + ys[2 * i] else 0) (iota (n + 1)) :> [n + 1]u8
entry lambda (is: bool) (delete: f32) (x: f16): (bool, f32, f16) = (!is, delete / 2, x + 1)
entry main [n] (xs: [n]bool) (ys: [n]f16): i64 = i64.sum (map2 (\x y -> i64.bool (x && y > 0)) xs ys)
entry load (n: i64): [n]i64 = iota n
