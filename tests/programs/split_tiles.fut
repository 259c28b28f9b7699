-- Tiles that are split by the counts of a scan: kept elements, two parts, and counts that start
-- behind others.
-- ==
-- entry: kept parts bits behind
-- random input { [5000]i32 }
-- input { empty([0]i32) }
-- input { [1i32, 2i32, 3i32, 4i32, 5i32, 6i32] }

entry kept [n] (xs: [n]i32): []i32 = filter (\x -> x % 3 != 0) xs

entry parts [n] (xs: [n]i32): ([]i32, []i32) = partition (\x -> x % 2 == 0) xs

-- The flags are bits.
entry bits [n] (xs: [n]i32): [n]i32 =
  let ones = map (\x -> i64.i32 (x & 1)) xs
  let before = scan (+) 0 ones
  let zeros = n - reduce (+) 0 ones
  let places = map3 (\one count i -> if one == 0 then i - count else zeros + count - 1)
                    ones before (iota n)
  in scatter (copy xs) places xs

-- A count is no place here: only each second kept element is written.
entry behind [n] (xs: [n]i32): [n]i32 =
  let flags = map (\x -> if x > 0 then 1i64 else 0) xs
  let counts = scan (+) 0 flags
  let places = map2 (\x c -> if x > 0 then c * 2 - 2 else -1) xs counts
  in scatter (map (const 0) xs) places xs
