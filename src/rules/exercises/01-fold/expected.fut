-- ==
-- entry: main
-- input { [1, 2, 3, 4] }
-- output { 20 }
-- input { empty([0]i32) }
-- output { 0 }
-- input { [-7] }
-- output { -14 }
-- structure core { loop 0 }
-- structure flatten { segred 1 loop 0 }
import "answer"

entry main [n] (xs: [n]i32): i32 = twice xs
