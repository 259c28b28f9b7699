-- Radix sort, one bit a turn.
-- ==
-- input { [5u32, 2u32, 4294967295u32, 0u32, 3u32] }
-- output { [0u32, 2u32, 3u32, 5u32, 4294967295u32] }
-- input { empty([0]u32) }
-- output { empty([0]u32) }
-- random input { [1000]u32 }

def sort_bit [n] (xs: [n]u32) (bit: i32): [n]u32 =
  let ones = map (\x -> i64.u32 ((x >> u32.i32 bit) & 1)) xs
  let zeros = map (\b -> 1 - b) ones
  let zeros_before = scan (+) 0 zeros
  let ones_before = scan (+) 0 ones
  let nzeros = reduce (+) 0 zeros
  let targets = map3 (\b z o -> if b == 0 then z - 1 else nzeros + o - 1)
                     ones zeros_before ones_before
  in scatter (copy xs) targets xs

entry main [n] (xs: [n]u32): [n]u32 =
  loop xs for bit < 32 do sort_bit xs bit
