-- ==
-- entry: main
-- input { [1, 1, 2, 2, 2, 3, 1, 1] }
-- output { 3i64 }
-- input { empty([0]i32) }
-- output { 0i64 }
-- input { [5] }
-- output { 1i64 }
-- input { [0, 0, 0, 0, 0, 0] }
-- output { 6i64 }
-- input { [1, 2, 3, 4] }
-- output { 1i64 }
-- input { [7, 7, 7, 1, 7, 7, 7, 7, 7] }
-- output { 5i64 }
-- structure flatten { segred 1 loop 0 }
import "answer"

entry main [n] (xs: [n]i32): i64 = (runs xs).best
