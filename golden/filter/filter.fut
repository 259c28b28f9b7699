-- The numbers above a limit: how many there are shows only when it runs.
-- ==
-- input { [3, -1, 5, 0, 7] 2 }
-- output { [3, 5, 7] }
-- input { [3, 1] 5 }
-- output { empty([0]i32) }
-- input { empty([0]i32) 0 }
-- output { empty([0]i32) }
-- random input { [1000]i32 0 }

entry main [n] (xs: [n]i32) (limit: i32): []i32 =
  filter (> limit) xs
