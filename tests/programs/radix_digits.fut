-- A turn of a radix sort by digits of two bits: four counts, and what they come to.
-- ==
-- entry: sorted by_last some_first
-- input { empty([0]u32) }
-- auto output
-- random input { [1]u32 }
-- auto output
-- random input { [33]u32 }
-- auto output
-- random input { [5001]u32 }
-- auto output

def flags (d: u32): (i64, i64, i64, i64) =
  if d == 0 then (1, 0, 0, 0) else if d == 1 then (0, 1, 0, 0)
  else if d == 2 then (0, 0, 1, 0) else (0, 0, 0, 1)

def add4 (a: i64, b: i64, c: i64, d: i64) (e: i64, f: i64, g: i64, h: i64): (i64, i64, i64, i64) =
  (a + e, b + f, c + g, d + h)

def place (a: i64) (b: i64) (c: i64) (d: u32) (p: i64, q: i64, r: i64, s: i64): i64 =
  match d
  case 0 -> p - 1
  case 1 -> a + q - 1
  case 2 -> a + b + r - 1
  case _ -> a + b + c + s - 1

-- The totals are asked for together, of any number of elements.
def turn [n] (xs: [n]u32) (i: i32): [n]u32 =
  let digits = map (\x -> (x >> u32.i32 (2 * i)) & 3) xs
  let sums = scan add4 (0, 0, 0, 0) (map flags digits)
  let (a, b, c, _) = if n == 0 then (0, 0, 0, 0) else last sums
  in scatter (copy xs) (map2 (place a b c) digits sums) xs

entry sorted [n] (xs: [n]u32): [n]u32 = loop xs for i < 16 do turn xs i

-- Nothing is sorted unless there is something: the totals need no test.
entry by_last [n] (xs: [n]u32): [n]u32 =
  if n < 2 then copy xs
  else loop xs = copy xs for i < 2 do
       let digits = map (\x -> (x >> u32.i32 (2 * i)) & 3) xs
       let sums = scan add4 (0, 0, 0, 0) (map flags digits)
       let (a, b, c, _) = last sums
       in scatter (copy xs) (map2 (place a b c) digits sums) xs

-- The same, the other way round; some of the elements are not placed.
entry some_first [n] (xs: [n]u32): ([n]u32, i64) =
  let digits = map (\x -> x & 3) xs
  let sums = scan add4 (0, 0, 0, 0) (map flags digits)
  let (a, b, c, d) = if n > 0 then last sums else (0, 0, 0, 0)
  in (scatter (replicate n 9) (map2 (\d s -> if d == 3 then -1 else place a b c d s) digits sums) xs, d)
