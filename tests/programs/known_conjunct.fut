-- Of a conjunction the compiler knows one side: the other one, an element, is what is left.
-- ==
-- entry: columns
-- input { [[true, true], [true, false]] 2i64 } output { [true, false] }
-- input { [[true, true], [true, false]] 0i64 } output { [true, false] }
entry columns [n] (xss: [2][n]bool) (m: i64): [n]bool =
  let all = reduce (map2 (&&)) (replicate n true) xss
  in map2 (&&) all (reduce (map2 (&&)) (replicate n true) (replicate (i64.max 0 m % 2) all))

-- ==
-- entry: loaded
-- input { [true, false, true] } output { [true, false, true] }
entry loaded [n] (ys: [n]bool): [n]bool = map (\i -> i64.max 0 i >= 0 && ys[i]) (iota n)

-- ==
-- entry: rows
-- input { [0i32, 0i32] [false, true] } output { true }
-- input { empty([0]i32) [false, true] } output { true }
entry rows [n] [m] (_: [m]i32) (_: [n]bool): bool =
  or (reverse (reduce (map2 (&&)) (replicate n true) (replicate m (replicate n true))))
