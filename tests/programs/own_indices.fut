-- A nest that reads by its own indices stores where it reads, as one over the array does.
-- ==
-- entry: d
-- random input { [1000]f32 }
entry d [n] (xs: *[n]f32) : *[n]f32 = tabulate n (\i -> xs[i] * 2)
-- ==
-- entry: e
-- random input { [33][65]f32 [65]f32 }
entry e [n][m] (xs: *[n][m]f32) (ys: [m]f32): *[n][m]f32 = loop xs for i < n do xs with [i] = map2 (+) xs[i] ys
-- ==
-- entry: f
-- random input { [33][65]f32 [65]f32 }
entry f [n][m] (xs: *[n][m]f32) (ys: [m]f32): *[n][m]f32 = tabulate_2d n m (\i j -> xs[i,j] + ys[j])
-- ==
-- entry: g
-- random input { [33][33]f32 }
entry g [n] (xs: *[n][n]f32) : *[n][n]f32 = tabulate_2d n n (\i j -> xs[j,i] + xs[i,j])
-- ==
-- entry: h
-- random input { [1000]f32 3i32 }
entry h [n] (xs: *[n]f32) (k: i32) : *[n]f32 = loop xs for _t < k do tabulate n (\i -> if xs[i] > 0.5 then xs[i] * 2 else xs[i] / 3)
-- ==
-- entry: h2
-- random input { [1000]f32 3i32 }
entry h2 [n] (xs: *[n]f32) (k: i32) : *[n]f32 = loop xs for _t < k do tabulate n (\i -> if i > 0 then xs[i] + xs[i-1] else xs[i])
-- ==
-- entry: two
-- random input { [1000]f32 [1000]f32 }
entry two [n] (xs: *[n]f32) (ys: *[n]f32) : (*[n]f32, *[n]f32) = let r = tabulate n (\i -> (xs[i] + ys[i], xs[i] - ys[i])) in (map (.0) r, map (.1) r)
-- ==
-- entry: swapped
-- random input { [1000]f32 [1000]f32 3i32 }
entry swapped [n] (xs: *[n]f32) (ys: *[n]f32) (k: i32) : (*[n]f32, *[n]f32) = loop (xs: *[n]f32, ys: *[n]f32) for _t < k do (ys, tabulate n (\i -> xs[i] + ys[i]))
-- ==
-- entry: sc
-- random input { [1000]i32 }
entry sc [n] (xs: *[n]i32) : *[n]i32 = scan (+) 0 (tabulate n (\i -> xs[i] * 2))
-- ==
-- entry: guarded
-- random input { [1000]f32 [1000]i64 }
entry guarded [n] (xs: *[n]f32) (is: [n]i64): *[n]f32 = map2 (\i j -> xs[i] + f32.i64 j) (iota n) is
-- ==
-- entry: rows
-- random input { [33][65]f32 }
entry rows [n][m] (xs: *[n][m]f32) : *[n][m]f32 = tabulate n (\i -> let s = f32.sum xs[i] in map (/ s) xs[i])
-- ==
-- entry: sums_at
-- random input { [33]f32 [33][200]f32 }
entry sums_at [n][m] (xs: *[n]f32) (r: [n][m]f32): *[n]f32 = tabulate n (\i -> f32.sum (map (* xs[i]) r[i]))
-- ==
-- entry: sums_put
-- random input { [40]f32 [33][200]f32 }
entry sums_put [n][m][k] (xs: *[k]f32) (r: [n][m]f32): *[k]f32 = xs with [0:n] = tabulate n (\i -> f32.sum (map (* xs[i]) r[i]))
-- ==
-- entry: sums_put2
-- random input { [40]f32 [33][200]f32 }
entry sums_put2 [n][m][k] (xs: *[k]f32) (r: [n][m]f32): *[k]f32 = xs with [0:n] = map2 (\x r -> x + f32.sum (map (* x) r)) xs[0:n] r
