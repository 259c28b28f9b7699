-- Histograms of rows of different lengths, each as long as its row: how often a row has each number.
-- ==
-- input { [[3i64, 1i64, 3i64, 7i64], [], [0i64]] }
-- output { [[0i64, 1i64, 0i64, 2i64], [], [1i64]] }
-- input { empty([0][0]i64) }
-- output { empty([0][0]i64) }

entry main [m] (xss: [m][..]i64): [m][..]i64 =
  map (\xs -> hist (+) 0 (length xs) xs (map (const 1) xs)) xss
