-- Sizes that no argument tells, and names that hide others.

-- ==
-- entry: hidden
-- input { 3i64 [1i64, 2i64, 3i64] } output { [1i64, 3i64, 5i64] 2i64 }
def ramp [n] (_: i64): [n]i64 = iota n
entry hidden (n: i64) (xs: [n]i64) =
  let ys = xs
  let n = 2i64
  in (map2 (+) ys (ramp n), n)

-- ==
-- entry: hidden_inside
-- input { 2i64 } output { [0i64, 1i64, 2i64] [10i64, 11i64] }
entry hidden_inside (n: i64) =
  let m = n + 1
  let f (m: i64): ?[k].[k]i64 = map (+ 10) (iota m)
  let xs: [m]i64 = ramp m
  in (xs, f n)

-- The size of the whole is a sum or a product; its parts follow from the other argument.
-- ==
-- entry: windows
-- input { 3i64 }
-- output { [[0i64, 1i64], [1i64, 2i64], [2i64, 3i64], [3i64, 4i64]] }
def slide [n] (k: i64) (xs: [n + k]i64): [n + 1][k]i64 =
  tabulate (n + 1) (\i -> xs[i:i + k] :> [k]i64)
entry windows (n: i64) = slide 2 (iota (n + 2))

-- ==
-- entry: evens
-- input { [1, 2, 3, 4, 5, 6] } output { 3i64 [1, 3, 5] }
def firsts [n] (xs: [n * 2]i32): (i64, [n]i32) = (n, map (\i -> xs[2 * i]) (iota n))
entry evens [n] (xs: [n]i32) = firsts (xs :> [(n / 2) * 2]i32)

-- ==
-- entry: halves
-- input { [1, 2, 3, 4, 5] } output { [1, 2] [3, 4, 5] }
entry halves [n] (xs: [n]i32) =
  let h = n >> 1
  in split (xs :> [h + (n - h)]i32)

-- A size that is only counted.
-- ==
-- entry: counted
-- input { [1, 2, 3] } output { 3i64 5i64 }
def count [n] 't (_: [n]t): i64 = n
def of_size [n] (x: i64) (_: [n]()): i64 = n + x
entry counted [n] (xs: [n]i32) = (count xs, of_size 2 (replicate 3 ()))

-- The counter of a loop as a size.
-- ==
-- entry: counter
-- input { 4i64 } output { 9i64 }
entry counter (n: i64) = loop s = 0 for i < n do s + i64.sum (ramp 0 : [i]i64) + i - i64.sum (iota i)
                                                + i64.bool (i > 0)

-- Names of records, sizes that patterns name.
-- ==
-- entry: patterns
-- input { [5, 1, 7] } output { 2i64 [0i64, 1i64] }
entry patterns (xs: []i32) =
  let {n, ys} = {n = 9i64, ys = filter (> 4) xs}
  let [m] (_: [m]i32) = ys
  let zs: [m]i64 = ramp n
  in (m, zs)

-- Branches: sizes that a parameter cannot have are those of the result alone.
-- ==
-- entry: branches
-- input { true [1, 2, 3] } output { [2, 3] }
-- input { false [1, 2, 3] } output { [2, 3, 4] }
entry branches (b: bool) (xs: []i32) = if b then filter (> 1) xs else map (+ 1) xs

-- ==
-- entry: opaques
-- input { [1, 2] } output { [4, 6] }
entry opaques (xs: []i32) = map (* opaque 2) (opaque (map (+ 1) xs))

-- Both branches have rows of size k, each after its own check.
-- ==
-- entry: same_rows
-- input { 2i64 [1i64, 0i64] } output { [[0i64, 1i64], [0i64, 0i64]] }
entry same_rows [n] (k: i64) (xs: [n]i64): [n][k]i64 =
  map (\x -> if x > 0 then iota k else replicate k 0) xs

-- A function without types takes values whose other constructors are told where it is used:
-- what they hold is of one type.
-- ==
-- entry: untold
-- input { 5i32 [1, 2] } output { 6i32 7i32 }
-- input { 2i32 [1, 2] } output { 0i32 2i32 }
entry untold (x: i32) (ys: []i32) =
  let next c = match c case #none -> 0 case #some v -> v + 1
  let count c = match c case #rows v -> length v case #no -> 7
  let s: (#none | #some i32) = if x > 3 then #some x else #none
  let q: (#rows ([]i32) | #no) = if x > 3 then #no else #rows ys
  in (next s, i32.i64 (count q))

-- A pipe into what keeps some elements: its parameters are told, its length is not known before.
-- ==
-- entry: piped
-- input { [1,-2,3,4] [3,4] } output { [2i64, 0i64] [3,4] }
-- input { empty([0]i32) [3] } output { empty([0]i64) empty([0]i32) }
entry piped [n] (xs: [n]i32) (ys: []i32): ([]i64, []i32) =
  let evens = zip (iota n) xs
    |> filter (\(i, x) -> i % 2 == 0 && x > 0)
    |> map (\(i, _) -> i)
    |> reverse
  in (evens, xs |> (\zs -> filter (\x -> any (== x) ys) zs))
