-- A turn of a radix sort of keys with values, as textbooks have it: of each pair, the key
-- alone says where both go. The turn is two kernels: the count, and the placement.
-- ==
-- entry: sorted
-- input { empty([0]u32) empty([0]i32) }
-- output { empty([0]u32) empty([0]i32) }
-- input { [3u32, 1u32, 2u32, 1u32] [10, 20, 30, 40] }
-- output { [1u32, 1u32, 2u32, 3u32] [20, 40, 30, 10] }
-- random input { [1]u32 [1]i32 }
-- auto output
-- random input { [31]u32 [31]i32 }
-- auto output
-- random input { [33]u32 [33]i32 }
-- auto output
-- random input { [5001]u32 [5001]i32 }
-- auto output

def turn [n] (xs: [n](u32, i32)) (bit: i32): [n](u32, i32) =
  let ones = map (\(key, _) -> i64.u32 ((key >> u32.i32 bit) & 1)) xs
  let zeros = map (1 -) ones
  let zeros_before = map2 (*) zeros (scan (+) 0 zeros)
  let nzeros = reduce (+) 0 zeros
  let ones_before = map2 (*) ones (map (+ nzeros) (scan (+) 0 ones))
  let is = map (\i -> i - 1) (map2 (+) zeros_before ones_before)
  in scatter (copy xs) is xs

entry sorted [n] (keys: [n]u32) (values: [n]i32): ([n]u32, [n]i32) =
  unzip (loop xs = zip keys values for bit < 32 do turn xs bit)
