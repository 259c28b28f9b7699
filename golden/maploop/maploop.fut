-- A loop under a map: the loop is taken outside, where it has all rows.
-- ==
-- input { [[1, 2, 3], [4, 5, 6]] 2 }
-- output { [[31i32, 32i32, 33i32], [79i32, 80i32, 81i32]] }
-- input { [[1, 2, 3], [4, 5, 6]] 0 }
-- output { [[1, 2, 3], [4, 5, 6]] }
-- random input { [10][33]i32 5i32 }

entry main [n][m] (xss: [n][m]i32) (steps: i32): [n][m]i32 =
  map (\xs ->
    loop ys = xs for _i < steps do
      let total = reduce (+) 0 ys
      in map (\y -> y + total) ys) xss
