-- Floyd-Warshall: all shortest paths.
-- ==
-- input { [[0, 3, 100], [100, 0, 2], [1, 100, 0]] }
-- output { [[0, 3, 5], [3, 0, 2], [1, 4, 0]] }
-- input { empty([0][0]i32) }
-- output { empty([0][0]i32) }
-- random input { [33][33]i32 }

entry main [n] (dist: [n][n]i32): [n][n]i32 =
  loop dist for k < n do
    map (\row ->
      map2 (\d e -> i32.min d (row[k] + e)) row dist[k]) dist
