-- Rows of different lengths, each filtered or partitioned: what is kept of all elements,
-- in order, is what the rows keep, one after the other.

-- ==
-- entry: kept
-- input { [[3i64, 12i64, 0i64, 25i64], [], [11i64, 40i64], [7i64], [30i64, 1i64, 13i64]] }
-- output { [[12i64, 25i64], [], [11i64, 40i64], [], [30i64, 13i64]] }
-- input { empty([0][0]i64) }
-- output { empty([0][0]i64) }
-- input { empty([2][0]i64) }
-- output { empty([2][0]i64) }
-- input { [[], [], [5i64, 18i64, 22i64, 1i64, 9i64, 40i64, 33i64, 2i64], []] }
-- output { [[], [], [18i64, 22i64, 40i64, 33i64], []] }
entry kept [m] (xss: [m][..]i64): [m][..]i64 =
  map (filter (> 10)) xss

-- ==
-- entry: parted
-- input { [[3i64, 12i64, 0i64, 25i64], [], [11i64, 40i64], [7i64], [30i64, 1i64, 13i64]] }
-- output { [[12i64, 25i64], [], [11i64, 40i64], [], [30i64, 13i64]] [[3i64, 0i64], [], [], [7i64], [1i64]] }
-- input { empty([0][0]i64) }
-- output { empty([0][0]i64) empty([0][0]i64) }
-- input { empty([2][0]i64) }
-- output { empty([2][0]i64) empty([2][0]i64) }
-- input { [[], [], [5i64, 18i64, 22i64, 1i64, 9i64, 40i64, 33i64, 2i64], []] }
-- output { [[], [], [18i64, 22i64, 40i64, 33i64], []] [[], [], [5i64, 1i64, 9i64, 2i64], []] }
entry parted [m] (xss: [m][..]i64): ([m][..]i64, [m][..]i64) =
  unzip (map (partition (> 10)) xss)

-- ==
-- entry: parts_mapped
-- input { [[3i64, 12i64, 0i64, 25i64], [], [11i64, 40i64], [7i64], [30i64, 1i64, 13i64]] }
-- output { [[25i64], [], [40i64], [7i64], [1i64, 13i64]] [[6i64, 24i64, 0i64], [], [22i64], [], [60i64]] [-2i64, 0i64, 0i64, 1i64, 1i64] }
-- input { empty([0][0]i64) }
-- output { empty([0][0]i64) empty([0][0]i64) empty([0]i64) }
-- input { empty([2][0]i64) }
-- output { empty([2][0]i64) empty([2][0]i64) [0i64, 0i64] }
-- input { [[], [], [5i64, 18i64, 22i64, 1i64, 9i64, 40i64, 33i64, 2i64], []] }
-- output { [[], [], [22i64, 1i64, 40i64], []] [[], [], [10i64, 36i64, 18i64, 66i64, 4i64], []] [0i64, 0i64, -2i64, 0i64] }
entry parts_mapped [m] (xss: [m][..]i64): ([m][..]i64, [m][..]i64, [m]i64) =
  unzip3 (map (\xs -> let (a, b) = partition (\x -> x % 3 == 1) xs
                       in (a, map (* 2) b, length a - length b)) xss)

-- The test asks for the place in the row.
-- ==
-- entry: by_position
-- input { [[3i64, 12i64, 0i64, 25i64], [], [11i64, 40i64], [7i64], [30i64, 1i64, 13i64]] }
-- output { [[121i64, 253i64], [], [401i64], [], [300i64, 11i64]] }
-- input { empty([0][0]i64) }
-- output { empty([0][0]i64) }
-- input { empty([2][0]i64) }
-- output { empty([2][0]i64) }
-- input { [[], [], [5i64, 18i64, 22i64, 1i64, 9i64, 40i64, 33i64, 2i64], []] }
-- output { [[], [], [181i64, 222i64, 13i64, 405i64, 336i64, 27i64], []] }
entry by_position [m] (xss: [m][..]i64): [m][..]i64 =
  map (\xs -> map (\(x, i) -> x * 10 + i)
                    (filter (\(x, i) -> i % 2 == 1 || x > 20) (zip xs (indices xs)))) xss

-- Two filters of a row, and a filter of what one leaves.
-- ==
-- entry: kept_twice
-- input { [[3i64, 12i64, 0i64, 25i64], [], [11i64, 40i64], [7i64], [30i64, 1i64, 13i64]] }
-- output { [[3i64, 12i64, 0i64], [], [11i64], [7i64], [1i64, 13i64]] [[25i64], [], [40i64], [], [30i64]] [[12i64], [], [11i64], [7i64], [13i64]] }
-- input { empty([0][0]i64) }
-- output { empty([0][0]i64) empty([0][0]i64) empty([0][0]i64) }
-- input { empty([2][0]i64) }
-- output { empty([2][0]i64) empty([2][0]i64) empty([2][0]i64) }
-- input { [[], [], [5i64, 18i64, 22i64, 1i64, 9i64, 40i64, 33i64, 2i64], []] }
-- output { [[], [], [5i64, 18i64, 1i64, 9i64, 2i64], []] [[], [], [22i64, 40i64, 33i64], []] [[], [], [18i64, 9i64], []] }
entry kept_twice [m] (xss: [m][..]i64): ([m][..]i64, [m][..]i64, [m][..]i64) =
  unzip3 (map (\xs -> let low = filter (< 20) xs
                       let high = filter (>= 20) xs
                       in (low, high, filter (> 5) low)) xss)

-- ==
-- entry: none_kept
-- input { [[3i64, 12i64, 0i64, 25i64], [], [11i64, 40i64], [7i64], [30i64, 1i64, 13i64]] }
-- output { empty([5][0]i64) }
-- input { empty([0][0]i64) }
-- output { empty([0][0]i64) }
-- input { empty([2][0]i64) }
-- output { empty([2][0]i64) }
-- input { [[], [], [5i64, 18i64, 22i64, 1i64, 9i64, 40i64, 33i64, 2i64], []] }
-- output { empty([4][0]i64) }
entry none_kept [m] (xss: [m][..]i64): [m][..]i64 =
  map (\xs -> (filter (> length xs * 100) xs)) xss

-- ==
-- entry: in_three
-- input { [[3i64, 12i64, 0i64, 25i64], [], [11i64, 40i64], [7i64], [30i64, 1i64, 13i64]] }
-- output { [[3i64, 12i64, 0i64, 25i64], [], [40i64, 11i64], [7i64], [30i64, 1i64, 13i64]] }
-- input { empty([0][0]i64) }
-- output { empty([0][0]i64) }
-- input { empty([2][0]i64) }
-- output { empty([2][0]i64) }
-- input { [[], [], [5i64, 18i64, 22i64, 1i64, 9i64, 40i64, 33i64, 2i64], []] }
-- output { [[], [], [18i64, 9i64, 33i64, 22i64, 1i64, 40i64, 5i64, 2i64], []] }
entry in_three [m] (xss: [m][..]i64): [m][..]i64 =
  map (\xs -> let (a, b, c) = partition2 (\x -> x % 3 == 0) (\x -> x % 3 == 1) xs
               in a ++ b ++ c) xss

-- Both parts of pairs.
-- ==
-- entry: marked
-- input { [[3i64, 12i64, 0i64, 25i64], [], [11i64, 40i64], [7i64], [30i64, 1i64, 13i64]] }
-- output { [[0i64, 1i64], [], [0i64, 1i64], [0i64], [0i64]] [[0i64, 25i64], [], [], [], [1i64, 13i64]] }
-- input { empty([0][0]i64) }
-- output { empty([0][0]i64) empty([0][0]i64) }
-- input { empty([2][0]i64) }
-- output { empty([2][0]i64) empty([2][0]i64) }
-- input { [[], [], [5i64, 18i64, 22i64, 1i64, 9i64, 40i64, 33i64, 2i64], []] }
-- output { [[], [], [0i64, 1i64, 2i64], []] [[], [], [1i64, 9i64, 40i64, 33i64, 2i64], []] }
entry marked [m] (xss: [m][..]i64): ([m][..]i64, [m][..]i64) =
  unzip (map (\xs -> let (a, b) = partition (\(x, i) -> x > i * 9) (zip xs (indices xs))
                      in (map (.1) a, map (.0) b)) xss)

-- Pairs of which both parts are asked for.
-- ==
-- entry: pairs_kept
-- input { [[3i64, 12i64, 0i64, 25i64], [], [11i64, 40i64], [7i64], [30i64, 1i64, 13i64]] }
-- output { [[9i64, 75i64], [], [33i64], [], [90i64, 3i64, 39i64]] [[0i64, 3i64], [], [0i64], [], [0i64, 1i64, 2i64]] }
-- input { empty([0][0]i64) }
-- output { empty([0][0]i64) empty([0][0]i64) }
-- input { empty([2][0]i64) }
-- output { empty([2][0]i64) empty([2][0]i64) }
-- input { [[], [], [5i64, 18i64, 22i64, 1i64, 9i64, 40i64, 33i64, 2i64], []] }
-- output { [[], [], [15i64, 54i64, 66i64, 27i64], []] [[], [], [0i64, 1i64, 2i64, 4i64], []] }
entry pairs_kept [m] (xss: [m][..]i64): ([m][..]i64, [m][..]i64) =
  unzip (map (\xs -> unzip (filter (\(x, i) -> x % 7 > i) (zip (map (* 3) xs) (indices xs)))) xss)

-- Rows of pairs: each of the four parts is an array of rows.
-- ==
-- entry: pairs_parted
-- input { [[3i64, 12i64, 0i64, 25i64], [], [7i64]] [1i64, 0i64, 1i64, 0i64, 0i64] }
-- output { [[3i64, 25i64], [], [7i64]] [[0i64, 3i64], [], [0i64]] [[12i64, 0i64], [], []] [[1i64, 2i64], [], []] }
-- input { empty([2][0]i64) [1i64] }
-- output { empty([2][0]i64) empty([2][0]i64) empty([2][0]i64) empty([2][0]i64) }
entry pairs_parted [m] (xss: [m][..]i64) (wanted: []i64): ([m][..]i64, [m][..]i64, [m][..]i64, [m][..]i64) =
  unzip4 (map (\xs -> let (a, b) = partition (\(x, i) -> x % 2 == wanted[i % 1]) (zip xs (indices xs))
                      in (map (.0) a, map (.1) a, map (.0) b, map (.1) b)) xss)
