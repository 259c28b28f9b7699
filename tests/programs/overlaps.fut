-- What folds, scans and filters read around each element: a tile, with what lies beside it, is
-- copied to the chip once.
-- ==
-- entry: words sorted rising rising_and_steep changes drop area smooth twice_beside first_of_runs unique distances peaks longest_run places far heights first_drop
-- input { empty([0]i32) }
-- auto output
-- input { [7] }
-- auto output
-- input { [7, 7, 3, 3, 3, -1, 9, 9, 2, 0, 4, 4, 5] }
-- auto output
-- random input { [31]i32 }
-- auto output
-- random input { [33]i32 }
-- auto output
-- random input { [1000]i32 }
-- auto output
-- random input { [5003]i32 }
-- auto output
-- random input { [70001]i32 }
-- auto output

-- Parts of an array that is too short fail as before.
-- ==
-- entry: neighbours_sorted
-- input { empty([0]i32) }
-- error: Index
-- input { [3] }
-- output { true }
-- input { [3, 4, 4, 9] }
-- output { true }
-- input { [3, 4, 4, 3] }
-- output { false }
-- random input { [5003]i32 }
-- auto output

-- An array of another length, which may be empty.
-- ==
-- entry: other_length
-- input { [1, 2, 3, 4] empty([0]i32) }
-- output { 0 }
-- input { [1, 2, 3, 4] [5, 7, 6] }
-- output { 4 }
-- input { [1, 2] [5, 7, 6, 9] }
-- output { 4 }

def is_space (x: i32): bool = x % 3 == 0

-- A word begins behind a space.
entry words [n] (xs: [n]i32): i64 =
  i64.sum (map (\i -> i64.bool (!(is_space xs[i]) && (i == 0 || is_space xs[i - 1]))) (iota n))

entry sorted [n] (xs: [n]i32): bool =
  and (map (\i -> i == 0 || xs[i - 1] <= xs[i]) (iota n))

entry neighbours_sorted [n] (xs: [n]i32): bool =
  and (map2 (<=) (init xs) (tail xs))

entry rising [n] (xs: [n]i32): i32 =
  i32.sum (map2 (\x y -> if x < y then 1 else 0) xs (rotate 1 xs))

-- The order matters.
entry changes [n] (xs: [n]i32): i32 =
  reduce (\a b -> if b != 0 then b else a) 0 (map3 (\x y z -> if x != y then x else z) xs (rotate (-1) xs) (rotate 2 xs))

entry drop [n] (xs: [n]i32): i32 =
  i32.maximum (map (\i -> if i + 1 < n then (xs[i] >> 1) - (xs[i + 1] >> 1) else 0) (iota n))

-- Two arrays.
entry area [n] (xs: [n]i32): i32 =
  let ys = map2 (\x i -> x ^ i32.i64 i) xs (iota n)
  let zs = opaque ys
  in i32.sum (map (\i -> if i > 0 then (xs[i] - xs[i - 1]) * (zs[i] + zs[i - 1]) else 0) (iota n))

entry smooth [n] (xs: [n]i32): [n]i32 =
  scan (+) 0 (map (\i -> if i > 0 && i < n - 1 then (xs[i - 1] + 2 * xs[i] + xs[i + 1]) / 4 else xs[i]) (iota n))

-- Folded of the sums, beside what is read around the element.
entry twice_beside [n] (xs: [n]i32): i32 =
  let sums = scan (+) 0 (map2 (-) xs (rotate 1 xs))
  in i32.maximum (map2 (+) sums xs)

entry first_of_runs [n] (xs: [n]i32): []i64 =
  filter (\i -> i == 0 || xs[i] != xs[i - 1]) (iota n)

entry unique [n] (xs: [n]i32): []i32 =
  map (\i -> xs[i]) (filter (\i -> i == 0 || xs[i] != xs[i - 1]) (iota n))

-- What a filter leaves is read by others, too.
entry distances [n] (xs: [n]i32): ([]i32, []i64) =
  let is = filter (\i -> i == 0 || xs[i] != xs[i - 1]) (iota n)
  let k = length is
  in (map (\i -> xs[i] * 2) is, tabulate k (\j -> (if j == k - 1 then n else is[j + 1]) - is[j]))

entry peaks [n] (xs: [n]i32): []i64 =
  filter (\i -> i > 0 && i < n - 1 && xs[i - 1] < xs[i] && xs[i] > xs[i + 1]) (iota n)

entry longest_run [n] (xs: [n]i32): i64 =
  let begins = map (\i -> i == 0 || xs[i] != xs[i - 1]) (iota n)
  let (lengths, _) = unzip (scan (\(x, f) (y, g) -> (if g then y else x + y, f || g)) (0i64, false)
    (map (\f -> (1, f)) begins))
  in i64.maximum lengths

-- Beside sums that are kept.
entry places [n] (xs: [n]i32): ([n]i64, [n]i32) =
  let sums = scan (+) 0 (map2 (\x y -> i64.bool (x < y)) xs (rotate 1 xs))
  in (sums, map3 (\s x y -> i32.i64 s + x - y) sums xs (rotate 1 xs))

-- As far as windows go.
entry far [n] (xs: [n]i32): i32 =
  i32.minimum (map (\i -> if i >= 8 && i + 8 < n then xs[i - 8] ^ xs[i] ^ xs[i + 8] else 0) (iota n))

entry heights [n] (xs: [n]i32): f64 =
  let ys = opaque (map (\x -> f64.i32 (x % 1000)) xs)
  in f64.maximum (map2 (\y z -> y - z) ys (rotate 3 ys))

entry first_drop [n] (xs: [n]i32): i64 =
  i64.minimum (map (\i -> if i > 0 && xs[i] < xs[i - 1] then i else i64.highest) (iota n))

entry other_length [n] [m] (xs: [n]i32) (ys: [m]i32): i32 =
  i32.sum (map (\i -> if i + 1 < m then ys[i + 1] - ys[i] + xs[i] else 0) (iota n))

-- Two kernels have the same windows, each a copy of its own.
entry rising_and_steep [n] (xs: [n]i32): (i32, i32, []i64) =
  let ups = i32.sum (map2 (\x y -> if x < y then 1 else 0) xs (rotate 1 xs))
  let steep = i32.sum (map2 (\x y -> if x < y - ups then 1 else 0) xs (rotate 1 xs))
  in (ups, steep, filter (\i -> xs[i] + steep < xs[(i + 1) % n]) (iota n))

-- Flags that a filter of places reads are computed where they are asked for.
-- ==
-- entry: runs_by_places
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i64) }
-- input { [4i32, 4i32, 8i32] } output { [1i32, 2i32] [2i64, 1i64] }
-- random input { [5000]i32 } auto output
entry runs_by_places [n] (ys: [n]i32): ([]i32, []i64) =
  let xs = map (% 3) ys
  let begins = map (\i -> i == 0 || xs[i] != xs[i - 1]) (iota n)
  let starts = filter (\i -> begins[i]) (iota n)
  let m = length starts
  in (map (\s -> xs[s]) starts,
      map (\i -> (if i == m - 1 then n else starts[i + 1]) - starts[i]) (iota m))
