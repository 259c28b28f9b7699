-- Programs for several ranks. `-- NAME: TYPES` are the arguments of an entry point, N and M sizes.

-- dot: [N]i32 [N]i32
entry dot [n] (xs: [n]i32) (ys: [n]i32): i32 = reduce (+) 0 (map2 (*) xs ys)

-- positions: [N]i32 i32
entry positions [n] (xs: [n]i32) (c: i32): [n]i32 =
  map2 (\x i -> x + c + i32.i64 i) xs (iota n)

-- sums: [N]i32
entry sums [n] (xs: [n]i32): [n]i32 = scan (+) 0 (map (* 2) xs)

-- affine: [N]i32 [N]i32
entry affine [n] (xs: [n]i32) (ys: [n]i32): ([n]i32, [n]i32) =
  unzip (scan (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (zip xs ys))

-- last: [N]i32 [N]i32
entry last [n] (xs: [n]i32) (ys: [n]i32): (i32, i32) =
  reduce (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (zip xs ys)

-- first_largest: [N]i32
entry first_largest [n] (xs: [n]i32): (i32, i64) =
  reduce_comm (\(a, i) (b, j) -> if a > b || (a == b && i < j) then (a, i) else (b, j))
              (i32.lowest, i64.highest) (zip xs (iota n))

-- rows: [N][M]i32
entry rows [n] [m] (xss: [n][m]i32): ([n]i32, [n][m]i32) =
  (map i32.sum xss, map (scan (+) 0) xss)

-- columns: [N][M]i32
entry columns [n] [m] (xss: [n][m]i32): [m]i32 = reduce (map2 (+)) (replicate m 0) xss

-- shifted: [N]i64
entry shifted [n] (xs: [n]i64): ([n]i64, i64) =
  let low = i64.minimum xs
  let ys = map (\x -> x - low) xs
  in (ys, i64.sum ys)

-- rounds: i32 [N]i32
entry rounds [n] (k: i32) (xs: [n]i32): [n]i32 =
  loop xs for _i < k & 3 do
    let most = i32.maximum xs
    in scan (+) 0 (map (\x -> x / 2 + most % 10) xs)

-- until: [N]i32
entry until [n] (xs: [n]i32): (i32, [n]i32) =
  loop (k, xs) = (0, xs) while k < 20 && i32.sum xs < 1000 && n > 0 do
    (k + 1, map (\x -> i32.abs x + 1) xs)

-- branch: [N]i32
entry branch [n] (xs: [n]i32): [n]i32 =
  if i32.sum xs > 0 then map (+ 1) xs else scan i32.max 0 xs

-- reversed: [N]i32
entry reversed [n] (xs: [n]i32): [n]i32 =
  let ys = map (+ 1) xs
  in map (\i -> ys[n - 1 - i]) (iota n)

-- bins: [N]i64
entry bins [n] (xs: [n]i64): [7]i32 =
  hist (+) 0 7 (map (\x -> x %% 7) xs) (map (const 1) xs)

-- positive: [N]i32
entry positive [n] (xs: [n]i32): []i32 = filter (> 0) xs

-- product: [N][M]i32 [M][5]i32
entry product [n] [m] [k] (xss: [n][m]i32) (yss: [m][k]i32): [n][k]i32 =
  map (\xs -> map (\ys -> i32.sum (map2 (*) xs ys)) (transpose yss)) xss

-- looked_up: [N]i64 [M]i64
entry looked_up [n] [m] (is: [n]i64) (ys: [m]i64): [n]i64 =
  map (\i -> if m == 0 then i else ys[i64.abs (i %% m)]) is

-- few: [N]i32 i32
entry few [n] (xs: [n]i32) (c: i32): (i32, i32) =
  let ys = map (\i -> c + i32.i64 i) (iota 4)
  in (i32.sum ys, i32.sum xs)

-- outside: [N]i64
entry outside [n] (is: [n]i64): [n]i64 = map (\i -> is[i]) is

-- quotients: [N]i32
entry quotients [n] (xs: [n]i32): ([n]i32, i32) =
  let ys = map (\x -> 100 / x) xs in (ys, i32.sum ys)

-- largest_bins: [M]i32 [N]i64 [N]i32
entry largest_bins [m] [n] (bins: *[m]i32) (is: [n]i64) (xs: [n]i32): *[m]i32 =
  reduce_by_index bins i32.max i32.lowest is xs

-- best_bins: [N]i64 [N]i32 i32
entry best_bins [n] (is: [n]i64) (xs: [n]i32) (k: i32): [](i32, i64) =
  let better (a, i) (b, j) = if a > b || (a == b && i < j) then (a, i) else (b, j)
  in reduce_by_index (replicate (i64.i32 (k & 7)) (0, -1)) better (i32.lowest, i64.highest) is (zip xs (iota n))

-- row_bins: [N]i64 [N][M]i32
entry row_bins [n] [m] (is: [n]i64) (xss: [n][m]i32): [5][m]i32 =
  reduce_by_index (replicate 5 (replicate m 1)) (map2 (+)) (replicate m 0) is xss

-- means: [M]i32 [N]i32
entry means [m] [n] (centres: [m]i32) (xs: [n]i32): [m]i32 =
  loop centres for _i < 3i32 do
    let nearest x = loop best = 0 for j < m do
      if i32.abs (x - centres[j]) < i32.abs (x - centres[best]) then j else best
    let is = map nearest xs
    let sums = hist (+) 0 m is xs
    let counts = hist (+) 0 m is (map (const 1) xs)
    in map2 (\s c -> if c == 0 then 0 else s / c) sums counts

-- exclusive_bins: [N]i64
entry exclusive_bins [n] (is: [n]i64): ([9]i64, [n]i64) =
  let is = map (%% 9) is
  let counts = hist (+) 0 9 is (map (const 1) is)
  let starts = map2 (-) (scan (+) 0 counts) counts
  in (counts, map (\i -> starts[i64.abs i]) is)

-- positive_sums: [N]i32
entry positive_sums [n] (xs: [n]i32): (i32, []i32, i64) =
  let ys = filter (> 0) xs
  in (i32.sum ys, map (+ 1) ys, length ys)

-- positive_scanned: [N]i32
entry positive_scanned [n] (xs: [n]i32): []i32 =
  let ys = filter (> 0) (map (+ 1) xs)
  in map2 (\x i -> x + i32.i64 i) (scan (+) 0 ys) (indices ys)

-- chosen_pairs: [N]i32 [N]i64
entry chosen_pairs [n] (xs: [n]i32) (ys: [n]i64): ([]i32, []i64) =
  unzip (filter (\(x, y) -> i64.i32 x < y) (zip xs ys))

-- chosen_places: [N]i32
entry chosen_places [n] (xs: [n]i32): []i64 = filter (\i -> xs[i] % 3 == 0) (iota n)

-- filtered_twice: [N]i32
entry filtered_twice [n] (xs: [n]i32): []i32 = filter (< 5) (filter (> 0) xs)

-- filtered_turned: [N]i32
entry filtered_turned [n] (xs: [n]i32): []i32 =
  let ys = filter (> 0) xs
  in tabulate (length ys) (\i -> ys[length ys - 1 - i])

-- filtered_bins: [N]i64
entry filtered_bins [n] (xs: [n]i64): [5]i64 =
  let ys = filter (> 0) xs in hist (+) 0 5 (map (%% 5) ys) ys

-- parted: [N]i32
entry parted [n] (xs: [n]i32): ([]i32, []i32) = partition (> 0) xs
