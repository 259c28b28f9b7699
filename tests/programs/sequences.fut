-- Sorting, searching and packing, at host level.

-- ==
-- entry: msort
-- input { [3i32,1i32,2i32,1i32] }
-- output { [1i32, 1i32, 2i32, 3i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) }

entry msort [n] (xs: [n]i32) : [n]i32 =
  map (\i -> let x = xs[i]
             let r = i64.sum (map (\j -> i64.bool (xs[j] < x || (xs[j] == x && j < i))) (iota n))
             in r) (iota n) |> \rs -> scatter (replicate n 0) rs xs

-- ==
-- entry: radix
-- input { [3u32,1u32,2u32,4000000000u32] }
-- output { [1u32, 2u32, 3u32, 4000000000u32] }
entry radix [n] (xs: [n]u32) : [n]u32 =
  loop xs = xs for b < 32 do
    let bits = map (\x -> i64.u32 ((x >> u32.i32 b) & 1)) xs
    let zs = map (1 -) bits
    let i0 = scan (+) 0 zs
    let i1 = map (+ i64.sum zs) (scan (+) 0 bits)
    let is = map4 (\b z a c -> if z == 1 then a - 1 else c - 1 + b - b) bits zs i0 i1
    in scatter (copy xs) is xs

-- ==
-- entry: quick1
-- input { [3i32,1i32,2i32,1i32] }
-- output { [1i32, 1i32, 2i32, 3i32] }

entry quick1 [n] (xs: [n]i32) : []i32 =
  -- iterated pivoting with a stack of segments flattened: sort by repeated three-way partition of whole array
  let step (ys: []i32) (p: i32) = let (a, b, c) = partition2 (< p) (== p) ys in a ++ b ++ c
  in loop ys = xs for i < n do (let zs = step ys xs[i] in zs :> [n]i32)

-- ==
-- entry: uniq
-- input { [1i32,1i32,2i32,3i32,3i32] }
-- output { [1i32, 2i32, 3i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) }

entry uniq [n] (xs: [n]i32) : []i32 =
  filter (\i -> i == 0 || xs[i] != xs[i-1]) (iota n) |> map (\i -> xs[i])

-- ==
-- entry: rle
-- input { [1i32,1i32,2i32,3i32,3i32] }
-- output { [1i32, 2i32, 3i32] [2i64, 1i64, 2i64] }
-- input { empty([0]i32) }
-- output { empty([0]i32) empty([0]i64) }

entry rle [n] (xs: [n]i32) : ([]i32, []i64) =
  let starts = filter (\i -> i == 0 || xs[i-1] != xs[i]) (iota n)
  let m = length starts
  let starts = starts :> [m]i64
  in (map (\i -> xs[i]) starts, map (\j -> (if j + 1 < m then starts[j+1] else n) - starts[j]) (iota m))

-- ==
-- entry: decode
-- input { [7i32,8i32] [2i64,3i64] }
-- output { [7i32, 7i32, 8i32, 8i32, 8i32] }
-- input { [7i32,8i32,9i32] [0i64,0i64,2i64] }
-- output { [9i32, 9i32] }
-- input { empty([0]i32) empty([0]i64) }
-- output { empty([0]i32) }
entry decode [m] (vs: [m]i32) (cs: [m]i64) : []i32 =
  let offs = scan (+) 0 cs
  let n = if m == 0 then 0 else offs[m-1]
  in map (\i -> vs[i64.sum (map (\o -> i64.bool (o <= i)) offs)]) (iota n)

-- ==
-- entry: split
-- input { [1u8,2u8,0u8,3u8,0u8] 0u8 }
-- output { [0i64, 3i64, 5i64] [2i64, 1i64, 0i64] }
-- input { empty([0]u8) 0u8 }
-- output { [0i64] [0i64] }
entry split [n] (xs: [n]u8) (c: u8) : ([]i64, []i64) =
  let seps = filter (\i -> xs[i] == c) (iota n)
  let starts = [0] ++ map (+ 1) seps
  let ends = seps ++ [n]
  let k = length starts
  in (starts, map2 (-) (ends :> [k]i64) (starts :> [k]i64))

-- ==
-- entry: find
-- input { [1u8,2u8,1u8,2u8,1u8] [1u8,2u8] }
-- output { [0i64, 2i64] }
-- input { [1u8] [1u8,2u8] }
-- output { empty([0]i64) }
entry find [n] [m] (text: [n]u8) (pat: [m]u8) : []i64 =
  filter (\i -> i + m <= n && and (map2 (\j p -> text[i + j] == p) (iota m) pat)) (iota n)

-- ==
-- entry: merge
-- input { [1i32,4i32,6i32] [2i32,4i32,9i32] }
-- output { [1i32, 2i32, 4i32, 4i32, 6i32, 9i32] }
-- input { empty([0]i32) [1i32] }
-- output { [1i32] }
entry merge [n] [m] (xs: [n]i32) (ys: [m]i32) : []i32 =
  let ix = map2 (\i x -> i + i64.sum (map (\y -> i64.bool (y < x)) ys)) (iota n) xs
  let iy = map2 (\j y -> j + i64.sum (map (\x -> i64.bool (x <= y)) xs)) (iota m) ys
  in scatter (replicate (n + m) 0) (ix ++ iy) (xs ++ ys)

-- ==
-- entry: lis
-- input { [3i32,1i32,2i32,5i32,4i32] }
-- output { 3i64 }

entry lis [n] (xs: [n]i32) : i64 =
  let best = loop best = replicate n 1i64 for i < n do
      let b = 1 + reduce i64.max 0 (map (\j -> if j < i && xs[j] < xs[i] then best[j] else 0) (iota n))
      in best with [i] = b
  in reduce i64.max 0 best

-- ==
-- entry: lcs
-- input { [1i32,2i32,3i32,4i32] [2i32,4i32,3i32] }
-- output { 2i32 }
entry lcs [n] [m] (a: [n]i32) (b: [m]i32) : i32 =
  let last = loop row = replicate (m + 1) 0i32 for i < n do
    let diag = map (\j -> if j == 0 then 0 else if a[i] == b[j-1] then row[j-1] + 1 else row[j]) (iota (m + 1))
    in scan i32.max 0 diag
  in last[m]

-- ==
-- entry: editd
-- input { [1i32,2i32,3i32,4i32] [2i32,4i32,3i32] }
-- output { 3i32 }
-- input { empty([0]i32) [2i32,4i32,3i32] }
-- output { 3i32 }
entry editd [n] [m] (a: [n]i32) (b: [m]i32) : i32 =
  let row = loop row = map i32.i64 (iota (m + 1)) for i < n do
    let t = map (\j -> if j == 0 then i32.i64 i + 1 else i32.min (row[j] + 1) (row[j-1] + i32.bool (a[i] != b[j-1]))) (iota (m+1))
    in map2 (+) (scan i32.min i32.highest (map2 (-) t (map i32.i64 (iota (m+1))))) (map i32.i64 (iota (m+1)))
  in row[m]

-- ==
-- entry: histo
-- input { [0.0f32,0.5f32,1.0f32,0.25f32] 4i64 }
-- output { [1i32, 1i32, 1i32, 1i32] }
entry histo [n] (xs: [n]f32) (k: i64) : [k]i32 =
  let lo = reduce f32.min f32.inf xs let hi = reduce f32.max (-f32.inf) xs
  in hist (+) 0 k (map (\x -> i64.min (k - 1) (i64.f32 ((x - lo) / (hi - lo) * f32.i64 k))) xs) (replicate n 1)

-- ==
-- entry: median3
-- input { [1i32,5i32,2i32,8i32,3i32] }
-- output { [2i32, 5i32, 3i32] }
-- input { [1i32] }
-- output { [1i32] }

entry median3 [n] (xs: [n]i32) : []i32 =
  if n < 3 then xs else map (\i -> let a = xs[i] let b = xs[i+1] let c = xs[i+2] in i32.max (i32.min a b) (i32.min (i32.max a b) c)) (iota (n - 2))

-- ==
-- entry: windows
-- input { [1i32,2i32,3i32,4i32] 2i64 }
-- output { [[1i32, 2i32], [2i32, 3i32], [3i32, 4i32]] }
-- input { [1i32,2i32] 3i64 }
-- output { empty([0][3]i32) }
-- input { [1i32,2i32] 4i64 }
-- error: Range 0..1..<-1 is invalid.
entry windows [n] (xs: [n]i32) (k: i64) : [][]i32 =
  map (\i -> map (\j -> xs[i + j]) (iota k)) (iota (n - k + 1))

-- ==
-- entry: differences
-- input { [3.0, 4.5, 4.0] } output { [3.0, 1.5, -0.5] }
-- input { [3.0] } output { [3.0] }
-- input { empty([0]f64) } error: out of bounds
entry differences [n] (xs: [n]f64): [n]f64 =
  [xs[0]] ++ map2 (-) (tail xs) (init xs) :> [n]f64

-- The map's own positions and failures are those of its elements, not of the result's.
-- ==
-- entry: one_before_each
-- input { 5 [4i64, 1i64, 0i64] [10, 20, 30, 40, 50] } output { [5, 50, 21, 12] }
-- input { 5 [4i64, 5i64, 0i64] [10, 20, 30, 40, 50] } error: Index \[5\]
-- input { 5 empty([0]i64) [10] } output { [5] }
entry one_before_each [n][m] (first: i32) (is: [n]i64) (xs: [m]i32): []i32 =
  [first] ++ map2 (\i j -> xs[i] + i32.i64 j) is (iota n)
