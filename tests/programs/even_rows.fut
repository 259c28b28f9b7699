-- As many rows each, which differ in length: what maps of rows of one length make, and what is
-- done with such rows.

-- ==
-- entry: counted
-- input { [[1i64, 2i64], [3i64, 0i64]] } output { [[[0i64], [0i64, 1i64]], [[0i64, 1i64, 2i64], []]] }
-- input { empty([0][3]i64) } output { empty([0][3][0]i64) }
-- input { empty([3][0]i64) } output { empty([3][0][0]i64) }
-- input { [[0i64], [0i64], [300i64], [0i64]] } auto output
entry counted [n] [m] (xss: [n][m]i64): [n][..][..]i64 = map (map iota) xss

-- ==
-- entry: even_numbers side_by_side all long_ones sums_of_all backwards
-- input { [[1i64, 2i64, 0i64], [3i64, 0i64, 4i64]] } auto output
-- input { empty([0][3]i64) } auto output
-- input { empty([3][0]i64) } auto output
-- input { [[0i64], [0i64], [40i64], [0i64]] } auto output
-- input { [[0i64, 0i64, 300i64, 0i64]] } auto output
entry even_numbers [n] [m] (xss: [n][m]i64): [n][..][..]i64 =
  map (map (\x -> filter (\y -> y % 2 == 0) (iota x))) xss

entry side_by_side [n] [m] (xss: [n][m]i64): [n][..]i64 = map (\xs -> flatten (map iota xs)) xss

entry all [n] [m] (xss: [n][m]i64): ([][..]i64, []i64) =
  (flatten (map (map iota) xss), flatten (map (\xs -> flatten (map iota xs)) xss))

entry long_ones [n] [m] (xss: [n][m]i64): [n][..][..]i64 =
  map (\xs -> filter (\ys -> length ys > 1) (map iota xs)) xss

entry sums_of_all [n] [m] (xss: [n][m]i64): [n][m]i64 =
  map (\xs -> let yss = map (\x -> filter (\y -> y % 2 == 0) (iota x)) xs
    let s = i64.sum (map length yss)
    in map (\ys -> s + i64.sum ys) yss) xss

entry backwards [n] [m] (xss: [n][m]i64): ([n][..][..]i64, [n][m]i64, [n][..][..]i64) =
  let a = map (map iota) xss
  in (map (map reverse) a, map (map length) a, map (\yss -> reverse yss) a)

-- ==
-- entry: differences
-- input { [[1i64, 2i64, 1i64], [3i64, 0i64, 4i64]] }
-- output { [[[2i64], [1i64, 1i64], [2i64]], [[0i64, 4i64], [3i64, 4i64], [3i64, 0i64]]] }
-- input { empty([3][0]i64) } output { empty([3][0][0]i64) }
entry differences [n] [m] (xss: [n][m]i64): [n][..][..]i64 =
  map (\xs -> map (\x -> filter (\y -> y != x) xs) xs) xss

-- Branches and loops, in which rows become longer.
-- ==
-- entry: two_kinds grown
-- input { [[1i64, 2i64, 0i64], [3i64, 0i64, 4i64]] } auto output
-- input { empty([3][0]i64) } auto output
-- input { [[0i64, 0i64, 7i64, 0i64]] } auto output
entry two_kinds [n] [m] (xss: [n][m]i64): ([n][..][..]i64, [n][..][..]i64) =
  (map (map (\x -> if x % 2 == 0 then iota x else replicate 2 x)) xss,
    map (\xs -> map2 (++) (map iota xs) (map (\x -> replicate x x) xs)) xss)

entry grown [n] [m] (xss: [n][m]i64): [n][..][..]i64 =
  map (\xs -> map (\x -> loop ys = iota x for i < x do filter (> i) ys ++ [i]) xs) xss

-- With what the row has, and where the element is; beside what else the row gives.
-- ==
-- entry: with_places
-- input { [[1i64, 2i64], [0i64, 1i64]] }
-- output { [[[0i64], [1i64, 1i64]], [[0i64], [1i64, 1i64]]] [[[0i64], [0i64, 1i64]], [[], [0i64]]]
--          [[0i64, 1i64], [0i64, 0i64]] [[0i64, 0i64, 1i64], [0i64]] }
-- input { empty([0][2]i64) }
-- output { empty([0][2][0]i64) empty([0][2][0]i64) empty([0][2]i64) empty([0][0]i64) }
entry with_places [n] [m] (xss: [n][m]i64)
  : ([n][..][..]i64, [n][..][..]i64, [n][m]i64, [n][..]i64) =
  let (yss, ss, zss) = unzip3 (map (\xs -> let yss = map iota xs
    in (yss, map (\ys -> i64.sum ys) yss, flatten yss)) xss)
  in (map2 (\i xs -> map2 (\j x -> replicate (x + i) j) (iota m) xs) (iota n) xss, yss, ss, zss)

-- Three deep.
-- ==
-- entry: planes
-- input { [[[1i64, 2i64, 0i64], [3i64, 0i64, 4i64]]] } auto output
-- input { empty([0][3][2]i64) } auto output
-- input { empty([3][0][2]i64) } auto output
-- input { empty([3][2][0]i64) } auto output
-- input { [[[0i64], [0i64]], [[40i64], [0i64]]] } auto output
entry planes [n] [m] [k] (xsss: [n][m][k]i64) =
  (map (map (map iota)) xsss, map (map (filter (> 0))) xsss,
    map (map (\xs -> flatten (map iota xs))) xsss,
    map (map (\xs -> i64.sum (flatten (map iota xs)))) xsss,
    map (\xss -> flatten (map (map iota) xss)) xsss)

-- ==
-- entry: deeper
-- input { [1i64, 2i64, 0i64, 3i64] }
-- output { [[[]], [[], [[]]], [], [[], [[]], [[], [0i64]]]] [[[]], [[], [1i64]], [], [[], [1i64], [2i64, 3i64]]] }
-- input { empty([0]i64) } output { empty([0][0][0][0]i64) empty([0][0][0]i64) }
-- input { [0i64, 0i64] } output { empty([2][0][0][0]i64) empty([2][0][0]i64) }
entry deeper [n] (ns: [n]i64): ([n][..][..][..]i64, [n][..][..]i64) =
  (map (\n -> map (map iota) (map iota (iota n))) ns,
    map (\n -> map (\i -> map (\j -> i + j) (iota i)) (iota n)) ns)

-- ==
-- entry: of_rows
-- input { [[1i64, 2i64], [], [3i64, 0i64, 4i64]] } auto output
-- input { empty([3][0]i64) } auto output
-- input { [[0i64], [], [40i64], [0i64]] } auto output
entry of_rows [n] (xss: [n][..]i64) =
  (map (\xs -> filter (\ys -> length ys > 1) (map iota xs)) xss,
    map (\xs -> flatten (map (\x -> filter (\y -> y != x) xs) xs)) xss,
    map (\xs -> map (\x -> map iota (iota x)) xs) xss,
    unzip (map (\xs -> unzip (map (\x -> (iota x, replicate x x)) xs)) xss))

-- Taken by numbers, at once or one by one, from the array or from what a row of a nest has.
-- ==
-- entry: looked_up columns own_ones
-- input { [[[1i64, 2i64], []], [[3i64], [4i64, 5i64, 6i64]], [[], [7i64]]] [1i64, 0i64, 1i64] }
-- auto output
-- input { [[[], []], [[], []], [[], []]] [1i64, 0i64, 1i64] } auto output
-- input { [[[1i64]], [[2i64, 3i64]]] [0i64, 0i64] } auto output
-- input { empty([0][2][0]i64) empty([0]i64) } auto output
entry looked_up [n] [m] (xsss: [n][m][..]i64) (is: [n]i64): ([n][m][..]i64, [n]i64) =
  (map (\i -> xsss[i]) is, map (\i -> i64.sum xsss[i, 0] + length xsss[i, 0]) is)

entry columns [n] [m] (xsss: [n][m][..]i64) (_: [n]i64): ([m][..]i64, [m]i64, [m][n]i64) =
  (map (\j -> flatten (map (\i -> xsss[i, j]) (iota n))) (iota m),
    map (\j -> i64.sum (map (\xss -> length xss[j]) xsss)) (iota m),
    map (\j -> map (\xss -> i64.sum xss[j]) xsss) (iota m))

entry own_ones [n] [m] (xsss: [n][m][..]i64) (is: [n]i64): ([n][..]i64, [n][m][..]i64) =
  (map2 (\xss i -> xss[i]) xsss is,
    map2 (\xss i -> map (\j -> if i == j then map (const 0) xss[j] else xss[j]) (iota m)) xsss is)

-- ==
-- entry: chosen
-- input { [[[1i64, 2i64], []], [[3i64], [4i64, 5i64, 6i64]], [[], [7i64]]] [false, true, true] }
-- output { [[[1i64, 2i64], []], [[3i64, 3i64], [4i64, 5i64, 6i64, 4i64, 5i64, 6i64]], [[], [7i64, 7i64]]]
--          [[[], []], [[4i64], [5i64, 6i64, 7i64]], [[], [8i64]]] [-1i64, 18i64, 7i64] }
-- input { [[[], []], [[], []], [[], []]] [false, true, true] } auto output
-- input { empty([0][2][0]i64) empty([0]bool) } auto output
entry chosen [n] [m] (xsss: [n][m][..]i64) (cs: [n]bool): ([n][m][..]i64, [n][m][..]i64, [n]i64) =
  (map2 (\xss c -> if c then map (\xs -> xs ++ xs) xss else xss) xsss cs,
    map2 (\xss c -> if c then map (map (+ 1)) xss else map (filter (> 2)) xss) xsss cs,
    map2 (\xss c -> if c then i64.sum (flatten xss) else -1) xsss cs)

-- Parts of matrices that become smaller from round to round are of one size in each round.
-- ==
-- entry: smaller_parts
-- input { [[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [1, 2, 3]]] 2i64 }
-- output { [[[2, 3, 3], [5, 7, 6]], [[8, 9, 9], [2, 4, 3]]] }
-- input { empty([0][2][2]i32) 1i64 } output { empty([0][2][2]i32) }
-- input { [[[1, 2]]] 3i64 } error: out of bounds
entry smaller_parts (xsss: [][][]i32) (r: i64) =
  map (\xss -> loop xss = copy xss for u < r do
                 xss with [u:, u:r] = map (map (+ 1)) xss[u:, u:r]) xsss

-- ==
-- entry: smaller_sums
-- input { [[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [1, 2, 3]]] 2i64 }
-- output { [[[11, 12, 13], [14, 15, 16]], [[26, 27, 28], [20, 21, 22]]] }
entry smaller_sums (xsss: [][][]i32) (r: i64) =
  map (\xss -> loop xss = copy xss for u < r do
                 let part = map (map (+ 1)) xss[u:, u:r]
                 in map (map (+ part[0, 0])) xss) xsss
