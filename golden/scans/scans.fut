-- The core of LocVolCalib: three scans in a nest of two maps.
-- ==
-- random input { [3][5][33]f64 }
-- input { empty([0][2][3]f64) }
-- output { empty([0][2][3]f64) }
-- input { [[[1f64, 2f64, 3f64]]] }
-- output { [[[1.0f64, 7.0f64, 23.0f64]]] }

entry main [k][m][n] (xsss: [k][m][n]f64): [k][m][n]f64 =
  map (map (\xs ->
    let sums = scan (+) 0 xs
    let products = map2 (*) sums xs
    let maxima = scan f64.max f64.lowest products
    in scan (+) 0 (map2 (\p x -> if x > 2 then p - x + 1 else p) maxima xs))) xsss
