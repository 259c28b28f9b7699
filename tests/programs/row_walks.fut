-- Threads that walk along rows of their own, one element after the other: blocks read
-- tiles of the rows.
-- ==
-- entry: hash
-- input { [[1, 2, 3], [4, 5, 6]] }
-- output { [1026, 4005] }
-- input { [[7]] }
-- output { [7] }
-- random input { [129][65]i32 }
-- random input { [128][32]i32 }
-- random input { [257][31]i32 }
-- random input { [3][0]i32 }
-- random input { [0][3]i32 }
entry hash [n] [m] (xss: [n][m]i32): [n]i32 =
  map (\xs -> loop s = 0 for i < m do s * 31 + xs[i]) xss

-- The least and where it is.
-- ==
-- entry: least
-- input { [[3, 1, 2], [4, 5, 0]] }
-- output { [1, 0] [1i64, 2i64] }
-- random input { [130][33]i32 }
-- random input { [1][300]i32 }
entry least [n] [m] (xss: [n][m]i32): ([n]i32, [n]i64) =
  unzip (map (\xs ->
                loop (best, at) = (i32.highest, -1)
                for i < m do if xs[i] < best then (xs[i], i) else (best, at))
             xss)

-- Only where it is.
-- ==
-- entry: where
-- input { [[3, 1, 2], [4, 5, 0]] }
-- output { [1i64, 2i64] }
-- random input { [130][33]i32 }
entry where [n] [m] (xss: [n][m]i32): [n]i64 =
  map (\xs ->
         let (_, at) = loop (best, at) = (i32.highest, -1)
                       for i < m do if xs[i] < best then (xs[i], i) else (best, at)
         in at)
      xss
