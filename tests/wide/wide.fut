-- A program for each skeleton of a kernel, called with more than 2^31 elements: see check.

entry map_1 [n] (xs: [n]u8): [n]u8 = map (+ 1) xs

entry map_2 [n][m] (xss: [n][m]u8): [m][n]u8 = transpose (map (map (+ 1)) xss)

entry map_3 [n][m][k] (xsss: [n][m][k]u8) (ys: [k]u8): [n][m][k]u8 =
  map (map (\xs -> map2 (+) xs ys)) xsss

entry single [n] (xs: [n]u8): u8 = xs[n - 1] + xs[n / 2]

entry partials [n] (xs: [n]u8): i64 = reduce (+) 0 (map i64.u8 xs)

entry partials_in_order [n] (xs: [n]i8): (i64, i64) =
  reduce (\(a, x) (b, y) -> if y == 0 then (a, x) else (b, y)) (0, 0)
         (map2 (\i x -> (i, i64.i8 x)) (iota n) xs)

entry tile_fold [n] (xs: [n]u8): [n]i64 =
  map (.1) (scan (\(a, x) (b, y) -> if y == 0 then (a, x) else (b, y)) (0, 0)
                 (map2 (\i x -> (i, i64.u8 x)) (iota n) xs))

entry rows [n][m] (xss: [n][m]u8): [n]u8 = map (reduce (+) 0) xss

entry columns [n][m] (xss: [n][m]u8): [m]u8 = reduce (map2 (+)) (replicate m 0) xss

-- The last that is not 0 of each column.
entry columns_in_order [n][m] (xss: [n][m]u8): [m]u8 =
  reduce (map2 (\a b -> if b == 0 then a else b)) (replicate m 0) xss

entry tile_scan [n] (xs: [n]u8): [n]u8 = scan (+) 0 xs

entry tile_scans [n] (xs: [n]u8): [n]u8 = scan u8.max 0 (scan (+) 0 xs)

entry row_tiles [n] (xs: [n][2]u8): [n][2]u8 =
  scan (\a b -> [a[0] * b[0], a[1] * b[0] + b[1]]) [1, 0] xs

entry tile_most [n] (xs: [n]u8): i64 = reduce i64.max 0 (map i64.u8 (scan (+) 0 xs))

-- The first place of the largest sum.
entry tile_places [n] (xs: [n]u8): (i64, i64) =
  reduce (\(i, x) (j, y) -> if y > x then (j, y) else (i, x)) (0, 0)
         (map2 (\i s -> (i, i64.u8 s)) (iota n) (scan (+) 0 xs))

entry row_scan [n][m] (xss: [n][m]u8): [n][m]u8 = map (scan (+) 0) xss

entry column_scan [n][m] (xss: [n][m]u8): [n][m]u8 = scan (map2 (+)) (replicate m 0) xss

entry filtered [n] (xs: [n]u8): []u8 = filter (> 0) xs

-- Neighbours are copied with a tile.
entry rises [n] (xs: [n]u8): i64 =
  i64.sum (map (\i -> i64.bool (i > 0 && xs[i - 1] < xs[i])) (iota n))

entry rising [n] (xs: [n]u8): []i64 = filter (\i -> i > 0 && xs[i - 1] < xs[i]) (iota n)

entry scattered [n][m] (ys: *[n]u8) (is: [m]i64) (xs: [m]u8): [n]u8 = scatter ys is xs

entry histogram [n][m] (ys: *[m]u32) (xs: [n]u8): [m]u32 =
  reduce_by_index ys (+) 0 (map (\x -> m - i64.u8 x) xs) (map (\_ -> 1) xs)

entry far_histogram [n][m] (ys: *[m]u32) (is: [n]i64): [m]u32 =
  reduce_by_index ys (+) 0 is (map (\_ -> 1) is)

entry locked_histogram [n][m] (ys: *[m](u8, u8)) (is: [n]i64): [m](u8, u8) =
  reduce_by_index ys (\(a, b) (c, d) -> (a + c, b * d)) (0, 1) is (map (\_ -> (1, 1)) is)

entry transposed [n][m] (xss: [n][m]u8): [m][n]u8 = transpose xss

entry joined [n][m] (xs: [n]u8) (ys: [m]u8): [n + m]u8 = xs ++ ys

entry updated [n][m] (xs: *[n]u8) (ys: [m]u8): [n]u8 = xs with [n - m:] = ys

entry reversed [n] (xs: [n]u8): [n]u8 = reverse xs

entry stencil [n] (xs: [n]u8): [n]u8 =
  tabulate n (\i -> xs[i64.max 0 (i - 1)] + xs[i] + xs[i64.min (n - 1) (i + 1)])

entry products [n][m][k] (xss: [n][m]u8) (yss: [m][k]u8): [n][k]u8 =
  map (\xs -> map (\ys -> reduce (+) 0 (map2 (*) xs ys)) (transpose yss)) xss

def looped (k: i64) (x: u8): u8 =
  let ys = loop ys = replicate k x for i < k - 1 do ys with [i + 1] = ys[i] + x
  in ys[k / 2]

entry rows_strided [n][m] (xss: [n][m]u8) (k: i64): [n]u8 =
  map (\xs -> reduce (+) 0 (map (looped k) xs)) xss

entry row_scan_strided [n][m] (xss: [n][m]u8) (k: i64): [n][m]u8 =
  map (\xs -> scan (+) 0 (map (looped k) xs)) xss

entry strided [n] (xs: [n]u8) (k: i64): [n]u8 = map (looped k) xs

entry rows_in_order_strided [n][m] (xss: [n][m]u8) (k: i64): [n](u8, u8) =
  map (\xs -> reduce (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (map (\x -> (1, looped k x)) xs)) xss
