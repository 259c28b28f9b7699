-- ==
-- entry: main
-- input { [3i64, 1i64, 2i64] [1, 2, 3, 4, 5, 6] }
-- output { [6, 4, 11] }
-- input { empty([0]i64) empty([0]i32) }
-- output { empty([0]i32) }
-- input { [0i64, 2i64, 0i64, 0i64, 1i64, 0i64] [10, 20, 30] }
-- output { [0, 30, 0, 0, 30, 0] }
-- input { [0i64, 0i64] empty([0]i32) }
-- output { [0, 0] }
-- input { [4i64] [1, -1, 1, -1] }
-- output { [0] }
-- structure core { loop 0 while 0 }
import "answer"

entry main [m] [n] (lengths: [m]i64) (values: [n]i32): [m]i32 = sums lengths values
