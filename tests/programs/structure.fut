-- How many nodes there are after a pass, in Futhark's names and in core's.
-- ==
-- random input { [100]i32 [100]u8 } auto output
-- random input { [0]i32 [0]u8 } auto output
-- structure { Redomap 1 redomap 1 map 0 }
-- structure gpu { SegRed 1 segred 1 segmap 0 }
entry main [n] (xs: [n]i32) (ys: [n]u8) = i32.sum (map2 (\x y -> x ^ i32.u8 y) xs ys)
