-- What a result joins is made in it, where sizes tell where; otherwise it is copied there.
-- ==
-- entry: maps
-- input { empty([0]f32) empty([0]f32) }
-- output { empty([0]f32) }
-- input { [1f32, 2f32] [5f32] }
-- output { [2f32, 3f32, 10f32] }
-- random input { [1]f32 [31]f32 }
-- auto output
-- random input { [33]f32 [1000]f32 }
-- auto output
-- random input { [1024]f32 [0]f32 }
-- auto output
-- random input { [1023]f32 [2049]f32 }
-- auto output
entry maps [n] [m] (xs: [n]f32) (ys: [m]f32): []f32 = map (+ 1) xs ++ map (* 2) ys

-- ==
-- entry: three scan_first around twice filtered
-- input { empty([0]i32) }
-- auto output
-- input { [3, -1, 2] }
-- auto output
-- random input { [31]i32 }
-- auto output
-- random input { [33]i32 }
-- auto output
-- random input { [2049]i32 }
-- auto output
entry three [n] (xs: [n]i32): []i32 = map (+ 1) xs ++ xs ++ map (* 2) xs

entry scan_first [n] (xs: [n]i32): []i32 = scan (+) 0 xs ++ map (i32.min 0) xs ++ [i32.sum xs]

entry around [n] (xs: [n]i32): []i32 = [7] ++ map (+ 1) xs ++ [8]

-- What is read elsewhere, too, is copied.
entry twice [n] (xs: [n]i32): ([]i32, [n]i32) =
  let ys = map (* 3) xs
  let zs = map2 (-) xs ys
  in (ys ++ ys ++ zs, reverse zs)

-- Where the second begins is not known when it is made.
entry filtered [n] (xs: [n]i32): []i32 = filter (> 0) xs ++ map (+ 1) xs

-- ==
-- entry: rows written
-- input { [[1, 2], [3, 4]] [[5, 6]] }
-- auto output
-- random input { [7][33]i32 [40][33]i32 }
-- auto output
-- random input { [0][33]i32 [3][33]i32 }
-- auto output
entry rows [n] [m] [k] (xss: [n][k]i32) (yss: [m][k]i32): [][k]i32 =
  map (map (+ 1)) xss ++ map (map (* 2)) yss

-- What a part is made from is changed before the other is made.
entry written [n] [m] [k] (xss: *[n][k]i32) (yss: [m][k]i32): [][k]i32 =
  let ass = map (map (+ 1)) xss
  let bss = xss with [0:] = map (map (* 2)) xss
  in ass ++ map (map i32.abs) bss ++ map reverse yss

-- ==
-- entry: rounds chosen
-- input { [1, 2, 3, 4, 5] 3i32 }
-- auto output
-- input { [1, 2, 3, 4, 5] 0i32 }
-- auto output
-- random input { [66]i32 4i32 }
-- auto output

-- A round reads what it replaces.
entry rounds [n] (xs: [n]i32) (k: i32): [n]i32 =
  let h = n / 2
  in loop xs for _i < k do
    (map2 (+) (take h xs) (drop (n - h) xs :> [h]i32) ++ map (* 2) (take (n - h) xs)) :> [n]i32

entry chosen [n] (xs: [n]i32) (k: i32): []i32 =
  if k > 2 then map (+ k) xs ++ map (* k) xs else scan (+) k xs ++ [k] ++ xs

-- Joined for others to take, not as a result: the parts are made in it all the same.
-- ==
-- entry: placed
-- input { [5i64, 7i64, 6i64] [0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- output { [10i64, 14i64, 12i64, 12i64, 16i64, 14i64] }
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }
-- random input { [100]i64 [200]i64 }
-- auto output
entry placed [n][m] (xs: [n]i64) (ds: [m]i64): [m]i64 =
  let (is, js, vs, ws) = unzip4 (map2 (\i x -> (i, i + n, x * 2, x * 2 + 2)) (iota n) xs)
  in scatter (copy ds) (is ++ js) (vs ++ ws)

-- In rounds, where what is between two of them is read before it is changed.
-- ==
-- entry: butterflies
-- input { 0i64 [1i64, 2i64] } output { [1i64, 2i64] }
-- input { 3i64 [1i64, 2i64, 3i64, 4i64] } output { [8i64, 16i64, 17i64, 32i64] }
-- input { 3i64 empty([0]i64) } output { empty([0]i64) }
-- random input { 2i64 [301]i64 }
-- auto output
entry butterflies [n] (k: i64) (xs: [n]i64): [n]i64 =
  loop d = xs for _i < k do
    let h = n / 2
    let (is, js, vs, ws) = unzip4 (map (\i -> (i, i + h, d[i] * 2, d[i] * 2 + d[i + h])) (iota h))
    in scatter (copy d) (is ++ js) (vs ++ ws)

-- A part that is read again, or whose size is told too late, is copied.
-- ==
-- entry: too_late
-- input { [5i64, -7i64, 6i64] }
-- auto output
-- random input { [1000]i64 }
-- auto output
entry too_late [n] (xs: [n]i64): (i64, []i64, []i64) =
  let ys = map (* 3) xs
  let zs = scan (+) 0 ys
  let few = filter (> 0) zs
  let all = zs ++ few ++ map (+ 1) few
  let both = map (* 2) xs ++ map (\x -> x * x) xs
  in (i64.sum all, scan (+) 0 both, scan i64.max 0 all)
