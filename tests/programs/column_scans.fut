-- Scans down columns: neighbouring columns are scanned beside each other, in one pass, and the
-- sums stay as the columns lie; short columns have a thread each.
-- ==
-- entry: sums of_vectors maxima pairs inner with_rows twice
-- input { empty([0][3]i32) }
-- auto output
-- random input { [3][0]i32 }
-- auto output
-- random input { [1][1]i32 }
-- auto output
-- random input { [32][33]i32 }
-- auto output
-- random input { [33][32]i32 }
-- auto output
-- random input { [400][100]i32 }
-- auto output
-- random input { [4000][3]i32 }
-- auto output
-- random input { [7][3000]i32 }
-- auto output

entry sums [n] [m] (xss: [n][m]i32): [n][m]i32 = transpose (map (scan (+) 0) (transpose xss))

entry of_vectors [n] [m] (xss: [n][m]i32): [n][m]i32 = scan (map2 (+)) (replicate m 0) xss

entry maxima [n] [m] (xss: [n][m]i32): [n][m]i32 =
  transpose (map (\xs -> scan i32.max i32.lowest (map (% 1000) xs)) (transpose xss))

-- Of two numbers: there is no room beside the state.
entry pairs [n] [m] (xss: [n][m]i32): ([n][m]i32, [n][m]i32) =
  let op (a, b) (c, d) = (a * c, b * c + d)
  let yss = map (\xs -> unzip (scan op (1, 0) (map (\x -> (x % 3, x)) xs))) (transpose xss)
  in (transpose (map (.0) yss), transpose (map (.1) yss))

entry inner [n] [m] (xss: [n][m]i32): i32 =
  i32.sum (flatten (transpose (map (scan (+) 0) (transpose xss))))

entry with_rows [n] [m] (xss: [n][m]i32): ([n][m]i32, [m][n]i32) =
  let yss = map (scan (+) 0) (transpose xss)
  in (transpose yss, yss)

-- A table of the sums of all that is above and to the left.
entry twice [n] [m] (xss: [n][m]i32): [n][m]i32 =
  transpose (map (scan (+) 0) (transpose (map (scan (+) 0) xss)))
