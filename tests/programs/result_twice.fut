-- A map that gives one value twice: it is computed and kept once, unless one of both is changed.
-- ==
-- entry: rows
-- input { [3, -1, 2, -1] [[-2, 2, 3], [3, 2, -2], [1, 2, 2], [3, -2, 2]] }
-- output { [26, -38, 10, -38] [26, -38, 10, -38] }
entry rows [n] (xs: [n]i32) (rows: [n][3]i32): ([n]i32, [n]i32) =
  unzip (map (\x -> let r = loop a = x for j < n do let row = rows[j] in a * 2 - row[2]
                    in (r, r)) xs)

-- ==
-- entry: changed
-- input { [1, 2, 3] } output { [7, 4, 9] [1, 4, 9] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }
entry changed [n] (xs: [n]i32): ([n]i32, [n]i32) =
  let (a, b) = unzip (map (\x -> (x * x, x * x)) xs)
  in (if n > 0 then copy a with [0] = 7 else copy a, b)

-- ==
-- entry: scans
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[1, 3, 6], [4, 9, 15]] [[1, 3, 6], [4, 9, 15]] [6, 15] }
entry scans [n][m] (xss: [n][m]i32): ([n][m]i32, [n][m]i32, [n]i32) =
  unzip3 (map (\xs -> let ys = scan (+) 0 xs in (ys, ys, ys[m - 1])) xss)
