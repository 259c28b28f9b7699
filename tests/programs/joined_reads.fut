-- What is read of arrays side by side is read where it lies: they are not put together.
-- ==
-- entry: padded shifted halves by_turns both_ways from_both_ends first_sums updated rows
-- input { empty([0]i32) }
-- auto output
-- input { [5, -7, 3, 3, -1, 9] }
-- auto output
-- random input { [1]i32 }
-- auto output
-- random input { [33]i32 }
-- auto output
-- random input { [20001]i32 }
-- auto output

entry padded [n] (xs: [n]i32): [n]i32 =
  let around = [9] ++ xs ++ [7]
  in map (\i -> around[i] + 2 * around[i + 1] + around[i + 2]) (iota n)

entry shifted [n] (xs: [n]i32): [n]i32 = map2 (-) xs (take n ([3] ++ xs))

-- Of the second first.
entry halves [n] (xs: [n]i32): [n]i32 =
  let both = map (* 2) xs ++ xs
  in map (\i -> both[(i + n) % (2 * n)] - both[i]) (iota n)

-- The array put together is a result, too.
entry by_turns [n] (xs: [n]i32): ([]i32, i32) =
  let joined = xs ++ [1, 2, 3] ++ xs
  in (joined, i32.sum (map (\i -> joined[2 * i + 3]) (iota n)))

-- Read at its own position, and at another.
entry both_ways [n] (xs: [n]i32): [n]i32 =
  let sums = scan (+) 0 xs
  in map (\i -> sums[i] + sums[n - 1 - i] * 3 - xs[i]) (iota n)

entry from_both_ends [n] (xs: [n]i32): (i32, [n]i32) =
  let sums = scan (+) 0 xs
  let highest = scan i32.max 0 xs
  in (i32.sum (map2 (\s i -> s * sums[n - 1 - i]) sums (iota n)),
      map (\i -> highest[n - 1 - i] - xs[i]) (iota n))

-- No more is computed than what is taken.
entry first_sums [n] (xs: [n]i32): ([]i32, i32, []i32) =
  let sums = scan (+) 0 (map2 (*) xs (map i32.i64 (iota n)))
  let half = n / 2
  in (take half sums, i32.sum (take half (map (\x -> x * x) xs)), take half (map (+ 1) xs))

-- What is updated afterwards is read as it was.
entry updated [n] (xs: [n]i32): ([n]i32, i32) =
  let ys = map (% 10) xs
  let joined = [1] ++ ys
  let zs = map (\i -> joined[i] * 2) (iota n)
  let ys = if n > 0 then copy ys with [0] = 5 else ys
  in (ys, i32.sum zs)

entry rows [n] (xs: [n]i32): [n]i32 =
  let rows = map (\x -> [x, x * x]) xs ++ [[1, 2]]
  in map (\i -> i32.sum rows[i + 1]) (iota n)
