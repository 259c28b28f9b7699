-- Shifts, bitwise operators, overflow of small integers.
-- ==
-- entry: shifts
-- input { [1, -8, 2147483647] [3, 1, 4] }
-- output { [8i32, -16i32, -16i32] [0i32, -4i32, 134217727i32] }

entry shifts [n] (xs: [n]i32) (ys: [n]i32): ([n]i32, [n]i32) =
  (map2 (<<) xs ys, map2 (>>) xs ys)

-- ==
-- entry: logic
-- input { [12u8, 255u8] [10u8, 1u8] }
-- output { [8u8, 1u8] [14u8, 255u8] [6u8, 254u8] [243u8, 0u8] }

entry logic [n] (xs: [n]u8) (ys: [n]u8): ([n]u8, [n]u8, [n]u8, [n]u8) =
  (map2 (&) xs ys, map2 (|) xs ys, map2 (^) xs ys, map (\x -> !x) xs)

-- ==
-- entry: wrap
-- input { [127i8, -128i8, 100i8] [1i8, -1i8, 100i8] }
-- output { [-128i8, 127i8, -56i8] [127i8, -128i8, 16i8] [-127i8, -128i8, -100i8] }

entry wrap [n] (xs: [n]i8) (ys: [n]i8): ([n]i8, [n]i8, [n]i8) =
  (map2 (+) xs ys, map2 (*) xs ys, map (\x -> -x) xs)

-- ==
-- entry: counts
-- input { [0u32, 1u32, 4294967295u32, 65536u32] }
-- output { [0i32, 1i32, 32i32, 1i32] [32i32, 31i32, 0i32, 15i32] [32i32, 0i32, 0i32, 16i32] }

entry counts [n] (xs: [n]u32): ([n]i32, [n]i32, [n]i32) =
  (map u32.popc xs, map u32.clz xs, map u32.ctz xs)
