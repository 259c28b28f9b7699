-- Rows of different lengths that are cut, joined, and laid side by side.

-- ==
-- entry: halves_joined
-- input { [[1i64, 2, 3], [], [4], [5, 6, 7, 8]] } output { [[1i64, 2, 3], [], [4], [5, 6, 7, 8]] }
entry halves_joined [m] (xss: [m][..]i64) =
  map (\xs -> take (length xs / 2) xs ++ drop (length xs / 2) xs) xss

-- ==
-- entry: doubled
-- input { [[1i64, 2], [], [4]] } output { [[1i64, 2, 2, 3], [], [4, 5]] }
-- input { empty([0][0]i64) } output { empty([0][0]i64) }
entry doubled [m] (xss: [m][..]i64) = map (\xs -> flatten (map (\x -> [x, x + 1]) xs)) xss

-- ==
-- entry: boxes_side_by_side
-- input { [[1i64], [], [4]] } output { [[[1i64, 2], [1, 1]], [], [[4, 5], [4, 4]]] }
entry boxes_side_by_side [m] (xss: [m][..]i64) =
  map (\xs -> flatten (map (\x -> [[x, x + 1], [x, x]]) xs)) xss

-- ==
-- entry: all_boxes
-- input { [[1i64, 2], [], [4]] } output { [14i64, 0, 17] }
entry all_boxes [m] (xss: [m][..]i64) =
  map (\xs -> i64.sum (flatten_3d (map (\x -> [[x, x + 1], [x, x]]) xs))) xss

-- ==
-- entry: all_pairs
-- input { [[1i64, 2], [], [4]] } output { [12i64, 0, 8] }
entry all_pairs [m] (xss: [m][..]i64) =
  map (\xs -> i64.sum (flatten (map (\x -> map (+ x) xs) xs))) xss

-- ==
-- entry: threes
-- input { [2i64, 0, 1] } output { [[3i64, 12], [], [3]] }
entry threes [m] (ks: [m]i64) =
  map (\k -> map i64.sum (unflatten (iota (k * 3) :> [k * 3]i64))) ks

-- The size of the halves is the same for all rows, and computed in the map.
-- ==
-- entry: ends_alike
-- input { [[2i64, 4, 6, 8], [1, 3, 2, 3], [1, 3, 3, 5]] } output { [1i64, 2, 3] }
entry ends_alike [m] [k] (xss: [m][k]i64) =
  map (\xs ->
    let even = map (\x -> x % 2 == 0) xs[k / 2:]
    in if and even then 1i64 else if or even then 2 else 3)
    xss
