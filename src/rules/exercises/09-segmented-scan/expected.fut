-- ==
-- entry: main
-- input { [true, false, false, true, false, true, false] [1, 3, 5, 7, 8, 9, 11] }
-- output { [1, 4, 9, 7, 15, 9, 20] }
-- input { empty([0]bool) empty([0]i32) }
-- output { empty([0]i32) }
-- input { [true, true, true] [4, 5, 6] }
-- output { [4, 5, 6] }
-- input { [false, false, true] [1, 2, 3] }
-- output { [1, 3, 3] }
import "answer"

entry main [n] (flags: [n]bool) (xs: [n]i32): [n]i32 = segmented_scan flags xs
