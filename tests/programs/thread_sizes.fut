-- Sizes that a thread finds while it runs.

-- ==
-- entry: doubled
-- input { [1i64, 3i64, 2i64, 0i64] }
-- output { [1i64, 12i64, 4i64, 0i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
entry doubled [n] (is: [n]i64): [n]i64 =
  map (\i -> i64.sum (loop c = [i] while length c < i do c ++ c)) is

-- ==
-- entry: branches
-- input { [[1i64, 3i64], [2i64, 0i64], [0i64, 0i64]] }
-- output { [[0i64, 109i64], [14i64, 0i64], [0i64, 0i64]] }
entry branches [n][m] (iss: [n][m]i64): [n][m]i64 =
  map (map (\i -> if i < 2 then 0
                  else let ys = scan (+) 0 (iota (i * i)) let zs = scan (+) 0 (reverse ys)
                       in zs[i] + length ys)) iss

-- ==
-- entry: rounds
-- input { 0i64 [3i64, 0i64] }
-- output { [1i64, 1i64] }
-- input { 2i64 [3i64, 0i64] }
-- output { [7i64, 1i64] }
entry rounds [n] (k: i64) (is: [n]i64): [n]i64 =
  map (\i -> length (loop xs = [i] for _j < k do let more = scan (+) 0 (iota i) in xs ++ more)) is
