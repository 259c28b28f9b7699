-- Rows of rows, each of its own length, and matrices of each row: chosen, carried by loops, looked
-- up, cut, put side by side.

-- ==
-- entry: chosen
-- input { [[[1i64, 2i64], [3i64]], [], [[4i64]], [[], [5i64, 6i64]]] }
-- output { [[[1i64, 2i64], [3i64]], [], [[5i64]], [[], [5i64, 6i64]]] [6i64, 0i64, 1i64, 11i64] }
-- input { empty([0][0][0]i64) } output { empty([0][0][0]i64) empty([0]i64) }
entry chosen [t] (xsss: [t][..][..]i64): ([t][..][..]i64, [t]i64) =
  (map (\xss -> if length xss > 1 then xss else map (map (+ 1)) xss) xsss,
   map (\xss -> if length xss > 1 then i64.sum (map i64.sum xss)
                else i64.sum (map length xss)) xsss)

-- ==
-- entry: rounds
-- input { [[[1i64, 2i64], [3i64]], [], [[4i64], [], [5i64]]] }
-- output { [[[2i64, 3i64], [4i64]], [], [[5i64], [], [6i64]]]
--          [[[1i64, 2i64], [3i64], [0i64], [1i64]], [], [[4i64], [], [5i64], [0i64], [1i64], [2i64]]]
--          [[[1i64, 2i64], [3i64]], [], [[], [5i64]]] }
-- input { empty([0][0][0]i64) }
-- output { empty([0][0][0]i64) empty([0][0][0]i64) empty([0][0][0]i64) }
entry rounds [t] (xsss: [t][..][..]i64): ([t][..][..]i64, [t][..][..]i64, [t][..][..]i64) =
  (map (\xss -> loop yss = xss for k < 2 do map (map (+ k)) yss) xsss,
   map (\xss -> loop yss = xss for k < length xss do yss ++ [[k]]) xsss,
   map (\xss -> loop yss = xss while length yss > 2 do yss[1:]) xsss)

-- ==
-- entry: looked_up
-- input { [[[1i64, 2i64], [3i64]], [], [[], [4i64]]] }
-- output { [[[], [4i64]], [], [[1i64, 2i64], [3i64]]] [[1i64, 2i64], [], []]
--          [[[3i64], [1i64, 2i64]], [], [[4i64], []]] [[[3i64]], [], [[4i64]]]
--          [[1i64, 3i64], [], [0i64, 4i64]] }
-- input { empty([0][0][0]i64) }
-- output { empty([0][0][0]i64) empty([0][0]i64) empty([0][0][0]i64) empty([0][0][0]i64) empty([0][0]i64) }
entry looked_up [t] (xsss: [t][..][..]i64)
  : ([t][..][..]i64, [t][..]i64, [t][..][..]i64, [t][..][..]i64, [t][..]i64) =
  (tabulate t (\k -> xsss[t - 1 - k]),
   map (\xss -> if length xss > 0 then xss[0] else []) xsss,
   map reverse xsss,
   map (\xss -> xss[length xss / 2:]) xsss,
   map (map (\xs -> if length xs > 0 then xs[0] else 0)) xsss)

-- ==
-- entry: look_up
-- input { [[[1i64], []], [[2i64]]] [1i64, 0i64] 0i64 } output { [[[2i64]], [[1i64], []]] [[2i64], [1i64]] }
-- input { [[[1i64], []], [[2i64]]] [1i64, 2i64] 0i64 }
-- error: Index \[2\] out of bounds for array of shape \[2\]
-- input { [[[1i64], []], [[2i64]]] [1i64, 0i64] 1i64 }
-- error: Index \[1\] out of bounds for array of shape \[1\]
entry look_up [t] [k] (xsss: [t][..][..]i64) (is: [k]i64) (j: i64): ([k][..][..]i64, [k][..]i64) =
  let ysss = map (\i -> xsss[i]) is
  in (ysss, map (\yss -> yss[j]) ysss)

-- ==
-- entry: side_by_side
-- input { [[[1i64, 2i64], [3i64]], [], [[4i64]]] }
-- output { [[[1i64, 2i64], [3i64], [4i64]], [], [[4i64], [1i64, 2i64], [3i64]]]
--          [[[1i64, 2i64], [3i64]], [], [[4i64]], [[2i64, 3i64], [4i64]], [], [[5i64]]] }
-- input { empty([0][0][0]i64) } output { empty([0][0][0]i64) empty([0][0][0]i64) }
entry side_by_side [t] (xsss: [t][..][..]i64): ([t][..][..]i64, [][..][..]i64) =
  (map2 (++) xsss (reverse xsss), loop ysss = xsss for i < 1 do ysss ++ map (map (map (+ 1))) ysss)

-- ==
-- entry: kept
-- input { [[[1i64, 2i64], [-3i64]], [], [[4i64], [], [5i64]]] }
-- output { [[[1i64, 2i64], [-3i64]], [[4i64], [], [5i64]]] [[[1i64, 2i64]], [], [[4i64], [5i64]]] }
-- input { empty([0][0][0]i64) } output { empty([0][0][0]i64) empty([0][0][0]i64) }
entry kept [t] (xsss: [t][..][..]i64): ([][..][..]i64, [t][..][..]i64) =
  (filter (\xss -> length xss > 1) xsss, map (filter (\xs -> i64.sum xs > 0)) xsss)

-- ==
-- entry: joined_backwards
-- input { [[[1i64, 2i64], [-3i64]], [], [[4i64], [], [5i64]]] }
-- output { [[2i64, 1i64, -3i64], [], [4i64, 5i64]] }
-- input { empty([0][0][0]i64) } output { empty([0][0]i64) }
entry joined_backwards [t] (xsss: [t][..][..]i64): [t][..]i64 =
  map (\xss -> flatten (map reverse xss)) xsss

def first_long [n] (xss: [n][..]i64): []i64 =
  if n == 0 then [] else if length xss[0] > 1 then xss[0] else first_long xss[1:]

-- ==
-- entry: recursive
-- input { [[[1i64], [2i64, 3i64]], [], [[4i64]]] } output { [[2i64, 3i64], [], []] [5i64, 0i64, 4i64] }
-- input { empty([0][0][0]i64) } output { empty([0][0]i64) empty([0]i64) }
entry recursive [t] (xsss: [t][..][..]i64): ([t][..]i64, [t]i64) =
  (map first_long xsss, map (\xss -> loop s = 0 for xs in xss do s * 0 + i64.sum xs) xsss)

-- Matrices as large as the row says.
def square (n: i64): [n][n]i64 = tabulate_2d n n (\i j -> i + j)

-- ==
-- entry: turned
-- input { [2i64, 0i64, 1i64] }
-- output { [[[0i64, 2i64], [2i64, 4i64]], [], [[0i64]]] [[[1i64, 2i64], [2i64, 3i64]], [], [[1i64]]] }
-- input { empty([0]i64) } output { empty([0][0][0]i64) empty([0][0][0]i64) }
entry turned [m] (ns: [m]i64): ([m][..][..]i64, [m][..][..]i64) =
  (map (\n -> let a = square n in map2 (map2 (+)) a (transpose a)) ns,
   map (\n -> loop a = square n for k < 2 do map (map (+ k)) (transpose a)) ns)

-- ==
-- entry: of_two_kinds
-- input { [2i64, 0i64, 1i64, 3i64] }
-- output { [[[0i64, 1i64], [1i64, 2i64]], [], [[0i64]], [[0i64, 1i64, 2i64], [0i64, 1i64, 2i64], [0i64, 1i64, 2i64]]] }
-- input { empty([0]i64) } output { empty([0][0][0]i64) }
entry of_two_kinds [m] (ns: [m]i64): [m][..][..]i64 =
  map (\n -> if n % 2 == 0 then square n else replicate n (iota n)) ns

-- ==
-- entry: halved
-- input { [2i64, 0i64, 1i64] } output { [[[1i64, 2i64]], [], [[0i64]]] }
-- input { empty([0]i64) } output { empty([0][0][0]i64) }
entry halved [m] (ns: [m]i64): [m][..][..]i64 = map (\n -> (square n)[n / 2:]) ns

-- ==
-- entry: twice
-- input { [2i64, 0i64, 1i64] }
-- output { [[[0i64, 1i64], [1i64, 2i64], [0i64, 1i64], [1i64, 2i64]], [], [[0i64], [0i64]]] }
-- input { empty([0]i64) } output { empty([0][0][0]i64) }
entry twice [m] (ns: [m]i64): [m][..][..]i64 = map (\n -> let a = square n in a ++ a) ns

-- ==
-- entry: backwards
-- input { [2i64, 0i64, 1i64] } output { [[[1i64, 2i64], [0i64, 1i64]], [], [[0i64]]] }
-- input { empty([0]i64) } output { empty([0][0][0]i64) }
entry backwards [m] (ns: [m]i64): [m][..][..]i64 = map (\n -> reverse (square n)) ns

-- Each row looks up one of its own rows.
-- ==
-- entry: own
-- input { [[[1i64], [2i64, 3i64]], [[4i64, 5i64, 6i64]]] [1i64, 0i64] } output { [[2i64, 3i64], [4i64, 5i64, 6i64]] }
entry own [t] (xsss: [t][..][..]i64) (ks: [t]i64): [t][..]i64 = map2 (\xss k -> xss[k]) xsss ks

-- Rows of a matrix that is as large as each row says, and lies row by row.
-- ==
-- entry: lines
-- input { [2i64, 0i64, 3i64] } output { [3i64, 0i64, 60i64] }
entry lines [m] (ns: [m]i64): [m]i64 =
  map (\n -> let a = unflatten (iota (n * n)) :> [n][n]i64
             in i64.sum (map (\i -> i * i64.sum (map (\j -> j * a[i][j]) (iota n))) (iota n))) ns

-- Rows that are written into such a matrix.
-- ==
-- entry: upd
-- input { [2i64, 0i64, 3i64] } output { [5i64, 0i64, 18i64] }
entry upd [m] (ns: [m]i64): [m]i64 =
  map (\n -> let h = n / 2
             let a = map (\i -> map (\j -> i + j) (iota n)) (iota n)
             let a = a with [0:h] = replicate h (replicate n 1)
             in i64.sum (flatten a)) ns

-- Rows that are written out, in a branch and in a loop.
-- ==
-- entry: written_out
-- input { [2i64, 0i64, 3i64] }
-- output { [[[0i64, 1i64], [1i64, 2i64]], [], [[0i64, 1i64, 2i64], [3i64]]]
--          [[[1i64], [0i64, 1i64], [2i64]], [], [[2i64], [0i64, 1i64, 2i64], [3i64]]] }
-- input { empty([0]i64) } output { empty([0][0][0]i64) empty([0][0][0]i64) }
entry written_out [m] (ns: [m]i64): ([m][..][..]i64, [m][..][..]i64) =
  (map (\n -> if n % 2 == 0 then square n else [iota n, [n]]) ns,
   map (\n -> loop xss = if n > 0 then [iota n] else [] for k < n / 2 do [[n - 1], iota n, [n]]) ns)

-- As many rows for each, written out.
-- ==
-- entry: lists
-- input { [2i64, 0i64] }
-- output { [[[0i64, 1i64], [2i64]], [[], [0i64]]] [[0i64, 1i64, 2i64, 0i64], [0i64]] }
-- input { empty([0]i64) } output { empty([0][0][0]i64) empty([0][0]i64) }
entry lists [m] (ns: [m]i64): ([m][..][..]i64, [m][..]i64) =
  (map (\n -> [iota n, [n]]) ns, map (\n -> flatten [iota n, [n], iota (n / 2)]) ns)

-- Rows of rows in a branch, and in a loop, outside of all maps.
-- ==
-- entry: outside
-- input { true [[[1i64, 2i64], [3i64]], []] }
-- output { [[[1i64, 2i64], [3i64]], []] [[[1f32, 2f32], [3f32]], []] }
-- input { false [[[1i64, 2i64], [3i64]], []] }
-- output { [[[2i64, 3i64], [4i64]], []] [[[2f32, 4f32], [6f32]], []] }
entry outside [m] (c: bool) (xsss: [m][..][..]i64): [m][..][..](i64, f32) =
  if c then map (map (map (\x -> (x, f32.i64 x)))) xsss
  else map (map (map (\x -> (x + 1, f32.i64 (2 * x))))) xsss

-- Two maps of the same rows, one of which gives rows beside what is scanned.
-- ==
-- entry: filtered_and_turned
-- input { [[[1i64, 2i64], [3i64]], [], [[4i64]]] }
-- output { [[[1i64, 2i64]], [], []] [[2i64, 1i64, 3i64], [], [4i64]] }
entry filtered_and_turned [m] (xsss: [m][..][..]i64): ([m][..][..]i64, [m][..]i64) =
  (map (filter (\xs -> length xs > 1)) xsss, map (\xss -> flatten (map reverse xss)) xsss)

-- Branches whose rows have a fixed length each.
-- ==
-- entry: fixed
-- input { [[1i64, 2i64, 3i64], [], [4i64]] } output { [[2i64], [0i64, 0i64], []] }
-- input { empty([0][0]i64) } output { empty([0][0]i64) }
entry fixed [m] (xss: [m][..]i64): [m][..]i64 =
  map (\xs -> if length xs > 2 then xs[1:2] else if length xs == 0 then [0, 0] else []) xss

-- ==
-- entry: one_of_all
-- input { [[[1i64, 2i64], []], [], [[3i64]]] 0i64 }
-- output { [[1i64, 2i64], []] [3i64, 0i64] 2i64 [1i64, 2i64] [0i64, 1i64, 1i64, 0i64] [[1i64, 3i64], []] }
-- input { [[[1i64, 2i64], []], [], [[3i64]]] 1i64 }
-- output { empty([0][0]i64) empty([0]i64) 0i64 empty([0]i64) [0i64, 0i64, 0i64, 0i64] empty([0][0]i64) }
-- input { [[[1i64, 2i64], []], [], [[3i64]]] 3i64 }
-- error: Index \[3\] out of bounds for array of shape \[3\]
entry one_of_all [t] (xsss: [t][..][..]i64) (i: i64)
  : ([][..]i64, []i64, i64, []i64, [4]i64, [][..]i64) =
  let xss = xsss[i]
  in (xss, map i64.sum xss, length xss, flatten xss,
      hist (+) 0 4 (flatten xss) (map (const 1) (flatten xss)), map (scan (+) 0) xss)

-- ==
-- entry: longest
-- input { [[[1i64, 2i64], []], [[], [], [3i64]], []] }
-- output { [[], [], [3i64]] 6i64 [[1i64, 2i64], [], [], [], [3i64]] }
-- input { [[[1i64], [1i64, 2i64]]] } output { [[1i64], [1i64, 2i64]] 4i64 [[1i64]] }
-- input { empty([0][0][0]i64) } error: Index \[0\] out of bounds for array of shape \[0\]
entry longest [t] (xsss: [t][..][..]i64): ([][..]i64, i64, [][..]i64) =
  (loop best = xsss[0] for i < t do if length xsss[i] > length best then xsss[i] else best,
   loop s = 0 for i < t do s + i64.sum (map i64.sum xsss[i]),
   if t > 1 then xsss[0] ++ filter (\xs -> i64.sum xs != 1) xsss[1] else [xsss[0][0]])

-- ==
-- entry: one_of_all_matrices
-- input { [[[[1i64, 2i64]], []], [], [[[3i64, 4i64], [5i64, 6i64]]]] 2i64 }
-- output { [[[3i64, 4i64], [5i64, 6i64]]] }
-- input { [[[[1i64, 2i64]], []], [], [[[3i64, 4i64], [5i64, 6i64]]]] 0i64 }
-- output { [[[1i64, 2i64]], []] }
entry one_of_all_matrices [t] (xsss: [t][..][..][2]i64) (i: i64): [][..][2]i64 = xsss[i]

-- What each row of a list has done to it: recursion, a scatter, more rows.
def below_middles [n] (xs: [n]i64): []i64 =
  if n < 2 then xs else below_middles (filter (< xs[n / 2]) xs) ++ [xs[n / 2]]

-- ==
-- entry: of_lists
-- input { [3i64, 0i64, 2i64] }
-- output { [[[0i64, 1i64], [3i64]], [[], [0i64]], [[0i64, 1i64], [2i64]]]
--          [3i64, 0i64, 3i64]
--          [[[0i64, 0i64, 1i64], [0i64, 1i64, 2i64]], [[], []], [[0i64], [0i64, 1i64]]] }
-- input { empty([0]i64) } output { empty([0][0][0]i64) empty([0]i64) empty([0][0][0]i64) }
entry of_lists [m] (ns: [m]i64): ([m][..][..]i64, [m]i64, [m][..][..]i64) =
  (map (\n -> map below_middles [iota n, [n]]) ns,
   map (\n -> i64.sum (flatten (map (\xs -> scatter (replicate 3 0) xs xs) [iota n, [n]]))) ns,
   map (\n -> map (\xs -> flatten (map iota xs)) [iota n, [n]]) ns)

-- Looked up by each of other elements, some of which have none there.
-- ==
-- entry: columns
-- input { [[[1i64, 2i64], [3i64]], [], [[4i64], [], [5i64, 6i64]]] [0i64, 1i64, 2i64, -1i64] }
-- output { [7i64, 3i64, 11i64, 0i64] [2i64, 2i64, 1i64, 0i64] }
-- input { [[[], []], []] [0i64, 5i64] } output { [0i64, 0i64] [1i64, 0i64] }
-- input { empty([0][0][0]i64) [0i64] } output { [0i64] [0i64] }
entry columns [t] [k] (xsss: [t][..][..]i64) (js: [k]i64): ([k]i64, [k]i64) =
  (map (\j -> i64.sum (map (\xss -> if 0 <= j && j < length xss then i64.sum xss[j] else 0) xsss)) js,
    map (\j -> i64.sum (map (\xss -> i64.bool (0 <= j && j < length xss)) xsss)) js)
