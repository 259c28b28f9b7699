-- Rows, each sorted. The function calls itself under a map, so it is lifted: the parts of all rows
-- at one depth are worked on at once. PMPH notes, figures 23 and 25, with three parts: two, by a
-- pivot in the middle, part [2, 1, 3] into [] and [2, 1, 3] for ever.
-- ==
-- input { [[3i32, 1i32, 2i32, 9i32, 4i32], [], [5i32, 4i32, 3i32, 4i32]] }
-- output { [[1i32, 2i32, 3i32, 4i32, 9i32], [], [3i32, 4i32, 4i32, 5i32]] }
-- input { [[2i32, 1i32, 3i32]] }
-- output { [[1i32, 2i32, 3i32]] }
-- input { empty([0][0]i32) }
-- output { empty([0][0]i32) }
-- input { empty([3][0]i32) }
-- output { empty([3][0]i32) }

def is_sorted [n] (xs: [n]i32): bool =
  and (map (\i -> i == 0 || xs[i - 1] <= xs[i]) (iota n))

def quicksort [n] (xs: [n]i32): [n]i32 =
  if n <= 1 || is_sorted xs then xs
  else let pivot = xs[n / 2]
       let less = filter (< pivot) xs
       let same = filter (== pivot) xs
       let more = filter (> pivot) xs
       let sorted = map quicksort [less, more]
       in (sorted[0] ++ same ++ sorted[1]) :> [n]i32

entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
