-- A lambda as the last argument needs no parentheses.
-- ==
-- input { [1, 2, 3] }
-- output { [2, 3, 4] [2, 4, 6] 16 }

def main [n] (xs: [n]i32): ([n]i32, [n]i32, i32) =
  let more = map \x -> x + 1
  let twice = xs |> map \x -> 2 * x
  in (more xs, twice, i32.sum (map2 (\a b -> a * b - b) xs twice))
