-- Sum types in kernels and threads.

type~ opt 'a = #none | #some a
type tok = #num i32 | #op (i32, f32) | #end
def value (t: tok): i32 = match t case #num x -> x case #op (a, _) -> -a case #end -> 0
def mk (i: i32): tok = match i % 3 case 0 -> #num i case 1 -> #op (i, 1.0) case _ -> #end

-- A scan whose operator tells forms apart.
-- ==
-- entry: scans
-- input { [1, 2, 3, 4, 5, 6] }
-- output { [-1, 0, 3, -4, 0, 6] [-1, -1, 3, -4, -4, 6] }
entry scans [n] (xs: [n]i32) =
  let ts = map mk xs
  let last (a: tok) (b: tok): tok = match (a, b) case (x, #end) -> x case (_, y) -> y
  in (map value ts, map value (scan last #end ts))

-- An array of sums is a tuple of arrays for a scatter.
-- ==
-- entry: scatters
-- input { [1, 2, 3] [2i64, 0i64, 9i64] }
-- output { [0, 0, -1] }
entry scatters [n] (xs: [n]i32) (is: [n]i64) =
  map value (scatter (replicate n #end) is (map mk xs))

-- Nested maps; a match in a loop in a map.
-- ==
-- entry: nestmap
-- input { [[1, 2], [3, 4]] }
-- output { [[0, -1], [-4, 3]] [-1, -1] }
entry nestmap [n] [m] (xss: [n][m]i32) =
  let tss = map (map mk) xss
  let rows = map (\ts -> map value (reverse ts)) tss
  let sum ts = loop s = 0 for t in ts do s + (match t case #end -> 0 case _ -> value t)
  in (rows, map sum tss)

-- A loop in a thread that carries a sum.
-- ==
-- entry: inner
-- input { [3, 0, 5] }
-- output { [3, -1, 10] }
entry inner (xs: []i32) =
  map (\x -> let r: opt i32 =
               loop r = #none for i < x do
                 match r case #none -> #some i case #some y -> #some (y + i)
             in match r case #none -> -1 case #some y -> y) xs

-- Rows that may be missing.
-- ==
-- entry: arrs
-- input { [[1, 2], [3, 4]] true } output { [[1, 2], [0, 0]] }
entry arrs [n] [m] (xss: [n][m]i32) (b: bool) =
  let some (xs: [m]i32): opt ([m]i32) = if xs[0] < 2 && b then #some xs else #none
  let os = map some xss
  in map (\o -> match o case #some xs -> xs case #none -> replicate m 0) os

-- A payload of tuples, arrays and records.
-- ==
-- entry: tuples
-- input { 3 } output { 3 [1, 2] 4.5 }
entry tuples (x: i32) =
  let t: opt (i32, [2]i32, {r: f64}) =
    if x > 2 then #some (x, [1, 2], {r = 4.5}) else #none
  in match t case #some (a, b, {r}) -> (a, b, r) case #none -> (0, [0, 0], 0)

-- No payloads at all: an enumeration.
-- ==
-- entry: noargs
-- input { 2 } output { 1 }
entry noargs (x: i32) =
  let c: #red | #green | #blue =
    if x == 1 then #red else if x == 2 then #green else #blue
  in match c case #red -> 0 case #green -> 1 case #blue -> 2

-- One constructor needs no tag.
-- ==
-- entry: single
-- input { 2 } output { 3 }
entry single (x: i32) = match (#only x: #only i32) case #only y -> y + 1
