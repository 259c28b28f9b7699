-- Operators that use variables from outside.

-- ==
-- entry: host
-- input { [1, 2, 3] 5 } output { 16 }
-- input { empty([0]i32) 5 } output { -5 }
entry host [n] (xs: [n]i32) (c: i32): i32 = reduce (\a b -> a + b + c) (-c) xs

-- ==
-- entry: pairs
-- input { [1, 2] [3i64, 4i64] 5 } output { 8 9i64 }
entry pairs [n] (xs: [n]i32) (ys: [n]i64) (c: i32): (i32, i64) =
  reduce (\(a, b) (d, e) -> (a + d + c, b + e + n)) (-c, -n) (zip xs ys)

-- The operator's variable is known on the device alone.
-- ==
-- entry: device
-- input { [1, 2, 3] } output { 18 [1, 9, 18] }
entry device [n] (xs: [n]i32): (i32, [n]i32) =
  let s = i32.sum xs
  let c = s & 15
  in (reduce (\a b -> a + b + c) (-c) xs, scan (\a b -> a + b + c) (-c) xs)

-- ==
-- entry: rows
-- input { [[1, 2, 3], [4, 5, 6]] 10 } output { [26, 35] [[1, 13, 26], [4, 19, 35]] }
-- input { empty([2][0]i32) 10 } output { [-10, -10] empty([2][0]i32) }
entry rows [n][m] (xss: [n][m]i32) (c: i32): ([n]i32, [n][m]i32) =
  (map (\xs -> reduce (\a b -> a + b + c) (-c) xs) xss,
   map (\xs -> scan (\a b -> a + b + c) (-c) xs) xss)

-- ==
-- entry: pair_rows
-- input { [[1, 2, 3], [4, 5, 6]] 10 } output { [[1, 13, 26], [4, 19, 35]] [[1, 2, 3], [4, 5, 6]] }
entry pair_rows [n][m] (xss: [n][m]i32) (c: i32): ([n][m]i32, [n][m]i32) =
  unzip (map (\xs -> unzip (scan (\(a, b) (x, y) -> (a + x + c, i32.max b y)) (-c, i32.lowest)
                                 (zip xs xs))) xss)

-- Each segment has an operator of its own.
-- ==
-- entry: nest
-- input { [10, 20] [[1, 2, 3], [4, 5, 6]] } output { [26, 55] [[1, 13, 26], [4, 29, 55]] }
entry nest [n][m] (cs: [n]i32) (xss: [n][m]i32): ([n]i32, [n][m]i32) =
  unzip (map2 (\c xs -> (reduce (\a b -> a + b + c) (-c) xs,
                         scan (\a b -> a + b + c) (-c) xs)) cs xss)

-- The most that is at most a limit, in order of appearance.
-- ==
-- entry: limits
-- input { [5, 9, 3, 12, 7] 10 } output { 9 1i64 }
entry limits [n] (xs: [n]i32) (most: i32): (i32, i64) =
  reduce_comm (\(x, i) (y, j) -> if y <= most && (x > most || y > x || (y == x && j < i))
                                 then (y, j) else (x, i))
              (i32.highest, n) (zip xs (iota n))

-- In a loop the variable changes.
-- ==
-- entry: looped
-- input { [1, 2, 3] } output { [1, 8, 22] }
entry looped [n] (xs: [n]i32): [n]i32 =
  loop ys = xs for i < 3 do scan (\a b -> a + b + i32.i64 i) (- i32.i64 i) ys

-- A minus of one's own.
-- ==
-- entry: minus
-- input { 5 3 } output { 4 1 [4, 6] }
module backwards = { def (a: i32) - (b: i32): i32 = b i32.- a }
module by_parts = { def (a, b) - (c, d) = (a i32.- c) * (b i32.- d) }
module by_rows = { def xs - ys = map2 (i32.+) xs ys }
entry minus (x: i32) (y: i32) =
  (by_parts.((x, y) - (1, 2)), match backwards.(x - y) case -2 -> 1 case _ -> 0,
   by_rows.([1, 2] - [3, 4]))

def less_by (x: i32) (y: i32) = x - y

-- ==
-- entry: by_name
-- input { 5 3 } output { 2 -3 3 }
entry by_name (x: i32) (y: i32) = ((`less_by`) x y, (2 `less_by`) x, (`less_by` 2) x)

-- A product with a quotient in its second factor is not that of the quotient's parts.
-- ==
-- entry: quotients
-- input { [20u32, 6u32] [20i64, -6i64] 3u32 } output { [30u32, 0u32] [30i64, -15i64] }
entry quotients [n] (xs: [n]u32) (ys: [n]i64) (k: u32): ([n]u32, [n]i64) =
  (map (\x -> k * ((x / 7) * 5)) xs, map (\y -> i64.u32 k * ((y / 7) * 5)) ys)
