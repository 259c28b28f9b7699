-- ==
-- entry: main
-- input { [3i64, 1i64, 2i64] }
-- output { [1i64, 0i64, 0i64, 2i64, 3i64, 0i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [2i64, 0i64, 1i64, 0i64, 0i64, 2i64] }
-- output { [1i64, 0i64, 3i64, 6i64, 0i64] }
-- input { [0i64, 0i64] }
-- output { empty([0]i64) }
import "answer"

entry main [m] (shape: [m]i64): []i64 = flags shape
