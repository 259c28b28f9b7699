-- Results that are stored where an array lay that nobody needs any more: of parameters `*`, and
-- from round to round of a loop.

-- ==
-- entry: mapped
-- input { [1i32, 2, 3] } output { [3i32, 5, 7] }
-- random input { [5000]i32 } auto output
entry mapped [n] (xs: *[n]i32): *[n]i32 = map (\x -> x * 2 + 1) xs

-- ==
-- entry: with_others
-- random input { [3000]i32 [3000]i32 } auto output
entry with_others [n] (xs: *[n]i32) (ys: [n]i32): *[n]i32 = map2 (\x y -> x * y + 1) xs ys

-- ==
-- entry: scanned
-- random input { [70000]i32 } auto output
-- random input { [1]i32 } auto output
entry scanned [n] (xs: *[n]i32): *[n]i32 = scan (+) 0 xs

-- The scan of a fused map, and both results.
-- ==
-- entry: scanned_and_mapped
-- random input { [9000]i32 } auto output
entry scanned_and_mapped [n] (xs: *[n]i32): ([n]i32, [n]i32) =
  let sums = scan (+) 0 (map (\x -> x * x) xs)
  in (sums, map2 (\s x -> s - x) sums xs)

-- ==
-- entry: of_rows
-- random input { [7][300]i32 } auto output
-- random input { [300][7]i32 } auto output
-- random input { [3][9000]i32 } auto output
entry of_rows [n] [m] (xss: *[n][m]i32): *[n][m]i32 =
  map (\xs -> let most = reduce i32.max i32.lowest xs in map (\x -> x - most) xs) xss

-- ==
-- entry: scans_of_rows
-- random input { [7][300]i32 } auto output
-- random input { [300][7]i32 } auto output
-- random input { [3][9000]i32 } auto output
entry scans_of_rows [n] [m] (xss: *[n][m]i32): *[n][m]i32 = map (scan (+) 0) xss

-- Other elements of a row are read until the row is made: by a block in order, by others never.
-- ==
-- entry: turned_rows
-- random input { [40][40]i32 } auto output
entry turned_rows [n] [m] (xss: *[n][m]i32): *[n][m]i32 =
  map (\xs -> map2 (+) xs (reverse (scan (+) 0 xs))) xss

-- ==
-- entry: in_turn
-- random input { [2000]i32 [2000]i32 } auto output
entry in_turn [n] (xs: *[n]i32) (ys: [n]i32): *[n]i32 =
  let xs = map2 (\x y -> x ^ y) xs ys
  let total = reduce (+) 0 xs
  in map (\x -> x + total) (scan i32.max i32.lowest xs)

-- ==
-- entry: rounds
-- random input { [2000]i32 7i32 } auto output
-- random input { [2000]i32 0i32 } auto output
entry rounds [n] (xs: *[n]i32) (k: i32): *[n]i32 = loop xs for i < k do map (\x -> x * 3 + i) xs

-- ==
-- entry: kept_and_rounds
-- random input { [2000]i32 3i32 } auto output
entry kept_and_rounds [n] (xs: [n]i32) (k: i32): ([n]i32, [n]i32) =
  let ys = map (+ 1) xs
  let zs = loop zs = ys for _i < k do map (* 2) zs
  in (ys, zs)

-- ==
-- entry: not_given_up
-- random input { [2000]i32 3i32 } auto output
entry not_given_up [n] (xs: [n]i32) (k: i32): ([n]i32, [n]i32) =
  let ys = loop ys = xs for _i < k do map (* 2) ys
  in (ys, map2 (+) xs ys)

-- ==
-- entry: until
-- random input { [200]u8 } auto output
entry until [n] (xs: *[n]u8): *[n]i32 =
  loop ys = map (\x -> i32.u8 x + 1) xs while reduce (+) 0 ys < 100000 do map (* 2) ys

-- A round reads other elements: it needs a second array. The last one is where the result must be,
-- whether the number of rounds is odd or even.
-- ==
-- entry: turned_to_the_left
-- random input { [300]i32 6i32 } auto output
-- random input { [300]i32 1i32 } auto output
-- random input { [300]i32 0i32 } auto output
-- random input { [300]i32 -3i32 } auto output
entry turned_to_the_left [n] (xs: [n]i32) (k: i32): [n]i32 =
  loop xs for i < k do map (\j -> xs[(j + 1) % n] * 3 + i) (iota n)

-- ==
-- entry: turned_in_place
-- random input { [300]i32 6i32 } auto output
-- random input { [300]i32 5i32 } auto output
-- random input { [300]i32 0i32 } auto output
entry turned_in_place [n] (xs: *[n]i32) (k: i32): *[n]i32 =
  loop xs for i < k do map (\j -> xs[(j + 1) % n] * 3 + i) (iota n)

-- ==
-- entry: turned_twice
-- random input { [300]i32 6i64 3i64 } auto output
-- random input { [300]i32 3i64 6i64 } auto output
-- random input { [300]i32 5i64 1i64 } auto output
entry turned_twice [n] (xs: [n]i32) (k: i64) (m: i64): [n]i32 =
  let ys = map (+ 1) xs
  let total = reduce (+) 0 ys
  let zs = loop zs = ys for _i < k do map (\j -> zs[(j + 1) % n] * 3) (iota n)
  in loop vs = zs for _i < m do map (\j -> vs[(j + 1) % n] + total) (iota n)

-- ==
-- entry: turned_by_seven
-- random input { [300]i32 } auto output
entry turned_by_seven [n] (xs: *[n]i32): ([n]i32, [n]i32) =
  let ys = map (+ 1) xs
  in (loop xs for _i < 7 do map (\j -> xs[(j + 1) % n] * 3) (iota n),
      loop ys for _i < 6 do map (\j -> ys[(j + 1) % n] * 5) (iota n))

-- Both are read later.
-- ==
-- entry: turned_and_kept
-- random input { [300]i32 3i32 } auto output
entry turned_and_kept [n] (xs: *[n]i32) (k: i32): ([n]i32, [n]i32, [n]i32) =
  let ys = map (+ 1) xs
  let zs = loop zs = ys for _i < k do map (\j -> zs[(j + 1) % n] * 3) (iota n)
  let vs = loop vs = zs for _i < k do map (\j -> vs[(j + 1) % n] + xs[j]) (iota n)
  in (ys, zs, vs)

-- A wave: what is made of both lies where the first one did.
-- ==
-- entry: wave
-- random input { [500]i32 [500]i32 5i32 } auto output
-- random input { [500]i32 [500]i32 4i32 } auto output
entry wave [n] (a: *[n]i32) (b: *[n]i32) (k: i32): ([n]i32, [n]i32) =
  loop (before, now) = (a, b) for _i < k do
    (now, map3 (\x y i -> 2 * y - x + (now[(i + 1) % n] ^ y)) before now (iota n))

-- These need a second array.
-- ==
-- entry: both
-- random input { [5000]i32 } auto output
entry both [n] (xs: *[n]i32): ([n]i32, [n]i32) = unzip (map (\x -> (x + 1, x * 2)) xs)

-- ==
-- entry: mirrored
-- random input { [5000]i32 } auto output
entry mirrored [n] (xs: *[n]i32): *[n]i32 = map2 (\x y -> x - y) xs (reverse xs)

-- ==
-- entry: neighbours
-- random input { [5000]i32 } auto output
entry neighbours [n] (xs: *[n]i32): *[n]i32 =
  map2 (\x i -> x + (if i + 1 < n then xs[i + 1] else 0)) xs (iota n)

-- ==
-- entry: matrix
-- random input { [50][50]i32 } auto output
entry matrix [n] (xss: *[n][n]i32): *[n][n]i32 =
  map2 (map2 (+)) xss (transpose xss)

-- The indices are read by what is gathered, before they change.
-- ==
-- entry: gathered
-- input { [2i64, 0, 1] [1i32, 2, 3] } output { [3i64, 1, 2] [3i32, 1, 2] }
entry gathered [n] (is: *[n]i64) (ys: [n]i32): ([n]i64, [n]i32) =
  let zs = map (\i -> ys[i]) is
  in (map (+ 1) is, zs)

-- ==
-- entry: first_of
-- input { [5i32, 6, 7] } output { [10i32, 11, 12] }
entry first_of [n] (xs: *[n]i32): *[n]i32 = let p = xs[0] in map (+ p) xs

-- ==
-- entry: branches
-- input { [5i32, 6, 7] true } output { [6i32, 7, 8] }
-- input { [5i32, 6, 7] false } output { [5i32, 11, 18] }
entry branches [n] (xs: *[n]i32) (c: bool): *[n]i32 =
  if c then map (+ 1) xs else scan (+) 0 xs

-- In one branch alone it may be.
-- ==
-- entry: one_branch
-- input { [5i32, 6, 7] true } output { [6i32, 7, 8] }
-- input { [5i32, 6, 7] false } output { [7i32, 6, 5] }
entry one_branch [n] (xs: *[n]i32) (c: bool): *[n]i32 =
  if c then map (+ 1) xs else reverse xs

-- What a loop begins with is read in it.
-- ==
-- entry: beginning
-- input { [18i64, 4, 5, 6] } output { [126i64, 134, 152, 186] }
entry beginning [n] (xs: [n]i64): [n]i64 =
  let ys = scan (+) 0 xs
  in loop zs = ys for j < 3 do
       map2 (\z i -> z + ys[i64.max 0 (i - j)] * (j + 1)) zs (iota n)

-- The threads of a row read its element while they sum.
-- ==
-- entry: sums_of_own
-- random input { [33]i32 [33][70]i32 } auto output
-- random input { [3]i32 [3][9000]i32 } auto output
entry sums_of_own [n] [m] (xs: *[n]i32) (yss: [n][m]i32): *[n]i32 =
  map2 (\x ys -> reduce (+) 0 (map (\y -> y * x) ys)) xs yss

-- They have done so before it is read for the result.
-- ==
-- entry: sums_and_own
-- random input { [33]i32 [33][70]i32 } auto output
-- random input { [3]i32 [3][9000]i32 } auto output
entry sums_and_own [n] [m] (xs: *[n]i32) (yss: [n][m]i32): *[n]i32 =
  map2 (\x ys -> reduce (+) 0 ys + x) xs yss

-- The test of a loop reads what the loop began with.
-- ==
-- entry: until_above
-- input { [1i32, 2, 3] } output { [6i32, 7, 8] }
entry until_above [n] (xs: *[n]i32): [n]i32 =
  loop zs = xs while zs[0] < xs[0] + 5 && zs[0] < 50 do map (+ 1) zs
