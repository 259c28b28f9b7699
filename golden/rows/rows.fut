-- The sum of each row.
-- ==
-- input { [[1, 2, 3], [4, 5, 6]] }
-- output { [6, 15] }
-- input { empty([0][3]i32) }
-- output { empty([0]i32) }
-- input { empty([3][0]i32) }
-- output { [0, 0, 0] }
-- random input { [31][33]i32 }
-- random input { [3][1025]i32 }

entry main [n][m] (xss: [n][m]i32): [n]i32 =
  map (\xs -> reduce (+) 0 xs) xss
