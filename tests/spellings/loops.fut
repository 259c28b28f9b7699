-- What loops and indices say of rows that maps and scans say, too.

-- spellings of spread: [300][200]f32:1..9
entry spread_maps [n][m] (a: [n][m]f32): [n]f32 =
  map (\row -> let top = f32.maximum row in f32.sum (map (\x -> (x - top) * (x - top)) row)) a

entry spread_tabulate [n][m] (a: [n][m]f32): [n]f32 =
  let tops = map f32.maximum a
  in tabulate n (\i -> f32.sum (tabulate m (\j -> (a[i, j] - tops[i]) * (a[i, j] - tops[i]))))

-- spellings of prefixes: [300][200]i32:1..9
entry prefixes_scan [n][m] (a: [n][m]i32): [n][m]i32 =
  map (scan (+) 0) a

entry prefixes_tabulate [n][m] (a: [n][m]i32): [n][m]i32 =
  tabulate n (\i -> (loop (s, out) = (0, replicate m 0) for j < m do
                       (s + a[i, j], out with [j] = s + a[i, j])).1)

entry prefixes_before [n][m] (a: [n][m]i32): [n][m]i32 =
  map (\row -> loop out = copy row for j < m - 1 do out with [j + 1] = out[j] + row[j + 1]) a

-- spellings of doubled: [300][200]f32:1..9
entry doubled_maps [n][m] (a: [n][m]f32): [n][m]f32 =
  map (map (\x -> x * 2)) a

entry doubled_loop [n][m] (a: [n][m]f32): [n][m]f32 =
  map (\row -> loop out = replicate m 0 for j < m do out with [j] = row[j] * 2) a

-- spellings of scaled: [300][200]f32:1..9 [200]f32:1..9
entry scaled_maps [n][m] (a: [n][m]f32) (x: [m]f32): [n][m]f32 =
  map (\row -> map2 (*) row x) a

entry scaled_columns [n][m] (a: [n][m]f32) (x: [m]f32): [n][m]f32 =
  transpose (map2 (\col y -> map (* y) col) (transpose a) x)

-- spellings of levelled: [300][200]f32:1..9
entry levelled_maps [n][m] (a: [n][m]f32): [n][m]f32 =
  map (\row -> let mean = f32.sum row / f32.i64 m in map (\x -> x - mean) row) a

entry levelled_indices [n][m] (a: [n][m]f32): [n][m]f32 =
  tabulate n (\i -> let mean = f32.sum a[i] / f32.i64 m
                    in tabulate m (\j -> a[i, j] - mean))

-- spellings of ordered: [60][50]f32:1..9 [50][40]f32:1..9
entry ordered_maps [n][m][k] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
  map (\row -> map (\col -> f32.sum (map2 (*) row col)) (transpose b)) a

entry ordered_outside [n][m][k] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
  loop c = replicate n (replicate m 0) for l < k do
    loop c = c for i < n do
      loop c = c for j < m do
        c with [i, j] = c[i, j] + a[i, l] * b[l, j]

entry ordered_between [n][m][k] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
  loop c = replicate n (replicate m 0) for i < n do
    loop c = c for l < k do
      loop c = c for j < m do
        c with [i, j] = c[i, j] + a[i, l] * b[l, j]

entry ordered_zeroed [n][m][k] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
  loop c = replicate n (replicate m 7) for i < n do
    loop c = c for j < m do
      let c = c with [i, j] = 0
      in loop c = c for l < k do
        c with [i, j] = c[i, j] + a[i, l] * b[l, j]

-- spellings of gathered: [300][200]f32:1..9
entry gathered_maps [n][m] (a: [n][m]f32): [m]f32 =
  map f32.sum (transpose a)

entry gathered_rows [n][m] (a: [n][m]f32): [m]f32 =
  loop y = replicate m 0 for i < n do loop y = y for j < m do y with [j] = y[j] + a[i, j]

entry gathered_columns [n][m] (a: [n][m]f32): [m]f32 =
  loop y = replicate m 0 for j < m do loop y = y for i < n do y with [j] = y[j] + a[i, j]
