-- Loops whose arrays grow and shrink.

def hide 't [n] (xs: [n]t): []t = xs

-- ==
-- entry: primes
-- input { 30i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64] }
-- input { 2i64 }
-- output { [2i64] }
-- input { 1i64 }
-- output { empty([0]i64) }
-- input { 200i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64, 37i64, 41i64, 43i64, 47i64, 53i64, 59i64, 61i64, 67i64, 71i64, 73i64, 79i64, 83i64, 89i64, 97i64, 101i64, 103i64, 107i64, 109i64, 113i64, 127i64, 131i64, 137i64, 139i64, 149i64, 151i64, 157i64, 163i64, 167i64, 173i64, 179i64, 181i64, 191i64, 193i64, 197i64, 199i64] }
entry primes (n: i64): []i64 =
  let (acc, _) =
    loop (acc: []i64, c) = ([], 2) while c < n + 1 do
      let c2 = if c < 10000000000i64 then i64.min (c * c) (n + 1) else n + 1
      let is_prime =
        let is = iota (c2 - c) |> map (+ c)
        let fs = map (\i -> let xs = map (\p -> if i % p == 0 then 1 else 0) acc in reduce (+) 0i32 xs) is
        in map (== 0) fs
      let (_, new) = unzip (filter (\(b, _) -> b) (zip is_prime (map (+ c) (iota (c2 - c)))))
      in (acc ++ new, c2)
  in acc

-- ==
-- entry: rle
-- input { [1i32,1i32,2i32,2i32,2i32,3i32] }
-- output { [1i32, 2i32, 3i32] [2i64, 3i64, 1i64] }
-- input { empty([0]i32) }
-- output { empty([0]i32) empty([0]i64) }
-- input { [5i32] }
-- output { [5i32] [1i64] }

entry rle [n] (xs: [n]i32) =
  let starts = map (\i -> i == 0 || xs[i] != xs[i-1]) (iota n)
  let [m] (idx: [m]i64) = filter (\i -> starts[i]) (iota n)

  let ends = map (\j -> if j == m - 1 then n else idx[j+1]) (iota m)
  in (map (\i -> xs[i]) idx, map2 (-) ends idx)

-- ==
-- entry: unrle
-- input { [1i32,2i32,3i32] [2i64,3i64,1i64] }
-- output { [1i32, 1i32, 2i32, 2i32, 2i32, 3i32] }
-- input { [1i32,2i32,3i32] [2i64,0i64,1i64] }
-- output { [1i32, 1i32, 3i32] }
-- input { empty([0]i32) empty([0]i64) }
-- output { empty([0]i32) }
entry unrle [m] (vs: [m]i32) (ns: [m]i64) =
  let offs = scan (+) 0 ns
  let total = if m == 0 then 0 else offs[m-1]
  let starts = map2 (-) offs ns
  let marks = reduce_by_index (replicate total 0i64) (+) 0 starts (replicate m 1)
  let seg = scan (+) 0 marks
  in map (\s -> vs[s-1]) seg

-- ==
-- entry: quicksort
-- input { [3i32,1i32,2i32] }
-- output { [1i32, 2i32, 3i32] }
-- input { [1i32] }
-- output { [1i32] }
-- input { [5i32,4i32,3i32,2i32,1i32,9i32,8i32,7i32] }
-- output { [1i32, 2i32, 3i32, 4i32, 5i32, 7i32, 8i32, 9i32] }

entry quicksort [n] (xs: [n]i32) =
  -- flat quicksort by segments of equal pivot until sorted
  let (r, _) = loop (xs, k) = (xs, 0i32) while !(and (map (\i -> i == 0 || xs[i-1] <= xs[i]) (iota n))) && k < 100 do
    let p = xs[i64.i32 k % n]
    let (a, b) = partition (< p) xs
    in ((a ++ b) :> [n]i32, k + 1)
  in r

-- ==
-- entry: msd
-- input { [3u32,1u32,2u32] }
-- output { [1u32, 2u32, 3u32] }
-- input { empty([0]u32) }
-- output { empty([0]u32) }
entry msd [n] (xs: [n]u32) =
  loop xs = xs for b < 32 do
    let (zeros, ones) = partition (\x -> u32.get_bit b x == 0) xs
    in (zeros ++ ones) :> [n]u32

-- ==
-- entry: collatz
-- input { 10i64 }
-- output { 19i32 empty([0]i64) }
-- input { 0i64 }
-- output { 0i32 empty([0]i64) }
entry collatz (n: i64) =
  let (xs, steps) = loop (xs: []i64, steps) = (map (+1) (iota n), 0i32) while length xs > 0 do
     (filter (!= 1) (map (\x -> if x % 2 == 0 then x / 2 else 3 * x + 1) (filter (!= 1) xs)), steps + 1)
  in (steps, xs)

-- ==
-- entry: pascal
-- input { 5i64 }
-- output { [1i64, 5i64, 10i64, 10i64, 5i64, 1i64] }
-- input { 0i64 }
-- output { [1i64] }
entry pascal (n: i64) = loop (r: []i64) = [1i64] for i < n do hide (map (\i -> (if i < length r then r[i] else 0) + (if i > 0 then r[i-1] else 0)) (iota (length r + 1)))

-- ==
-- entry: josephus
-- input { 7i64 3i64 }
-- output { [2i64, 5i64, 1i64, 6i64, 4i64, 0i64, 3i64] }
-- input { 0i64 3i64 }
-- output { empty([0]i64) }
-- input { 1i64 1i64 }
-- output { [0i64] }
entry josephus (n: i64) (k: i64) =
  (loop (xs: []i64, out: []i64) = (iota n, []) while length xs > 0 do
    let i = (k - 1) % length xs
    let y = xs[i]
    in (hide (xs[i+1:] ++ xs[:i]), hide (out ++ [y]))).1

-- ==
-- entry: hull
-- input { [1i64,3i64,2i64,5i64,4i64] }
-- output { [0i64, 1i64, 3i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
entry hull [n] (xs: [n]i64) = -- longest strictly increasing prefix maxima
  let ms = scan i64.max i64.lowest xs
  in filter (\i -> i == 0 || ms[i] > ms[i-1]) (iota n)

-- ==
-- entry: halves
-- input { [1i32,2i32,3i32,4i32,5i32] }
-- output { [12i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) }

entry halves [n] (xs: [n]i32) = loop (xs: []i32) = xs while length xs > 1 do
  let h = length xs / 2 in hide (map2 (+) xs[:h] (xs[length xs - h:] :> [h]i32))

-- ==
-- entry: sumhalves
-- input { [1i64,2i64,3i64,4i64,5i64] }
-- output { [15i64] }
-- input { [1i64] }
-- output { [1i64] }
entry sumhalves [n] (xs: [n]i64) = (loop (xs: []i64) = xs while length xs > 1 do
  let m = (length xs + 1) / 2 in hide (map (\i -> xs[i] + if i + m < length xs then xs[i+m] else 0) (iota m)))

-- ==
-- entry: dedup
-- input { [1i32,1i32,2i32,2i32,3i32] }
-- output { [1i32, 2i32, 3i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) }

entry dedup [n] (xs: [n]i32) =
  let s = scan (+) 0i64 (map (\i -> i64.bool (i == 0 || xs[i] != xs[i-1])) (iota n))
  let k = if n == 0 then 0 else last s
  in scatter (replicate k 0i32) (map (\x -> x - 1) s) xs

-- ==
-- entry: rowfilter
-- input { [[1i32,2i32],[3i32,4i32]] 3i32 }
-- output { [[3i32, 4i32]] [[3i32], [4i32]] [3i32, 4i32] }
-- input { [[1i32,2i32],[3i32,4i32]] 30i32 }
-- output { empty([0][2]i32) empty([2][0]i32) [0i32, 0i32] }
entry rowfilter [n][m] (a: [n][m]i32) (t: i32) = let rs = filter (\r -> i32.sum r > t) a in (rs, transpose rs, map i32.sum (transpose rs))

-- ==
-- entry: mapifs
-- input { [1i32,-2i32,3i32,4i32] true }
-- output { 7i32 [3i32, 4i32] 3i64 }
-- input { [1i32,-2i32,3i32,4i32] false }
-- output { 8i32 [-1i32, 4i32, 5i32] 4i64 }
-- input { [-1i32] true }
-- output { 0i32 empty([0]i32) 0i64 }
entry mapifs [n] (xs: [n]i32) (c: bool) =
  let ys = if c then filter (> 0) xs else map (+ 1) xs
  let zs = if length ys > 2 then ys[1:] else ys ++ ys
  in (i32.sum zs, zs, length ys)

-- ==
-- entry: loopif
-- input { [1i32,2i32,3i32] }
-- output { empty([0]i32) 5i32 }
-- input { empty([0]i32) }
-- output { empty([0]i32) 5i32 }

entry loopif [n] (xs: [n]i32) =
  loop (ys: []i32, i) = (xs, 0i32) while i < 5 do
    (if i % 2 == 0 then filter (!= 2) ys else filter (!= i) (ys ++ [i, i]), i + 1)

-- ==
-- entry: twoloops
-- input { [1i32,2i32,3i32] }
-- output { empty([0]i32) [3i32, 2i32, 1i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) }

entry twoloops [n] (xs: [n]i32) =
  loop (a: []i32, b: []i32) = (xs, []) while length a > 0 do (hide a[1:], hide ([a[0]] ++ b))

-- ==
-- entry: vary
-- input { [2i64,0i64,3i64] }
-- output { [0i64, 1i64, 0i64, 1i64, 2i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [2i64,-1i64] }
-- error: Range 0..1..<-1 is invalid.
entry vary [n] (xs: [n]i64) =
  loop (acc: []i64) = [] for x in xs do hide (acc ++ iota x)

-- ==
-- entry: mat
-- input { [3i64] }
-- output { [[27i64, 27i64, 27i64], [27i64, 27i64, 27i64], [27i64, 27i64, 27i64]] }
-- input { [0i64] }
-- output { empty([0][0]i64) }
-- input { empty([0]i64) }
-- output { empty([0][0]i64) }
entry mat [n] (xs: [n]i64) =
  let m = if n == 0 then 0 else xs[0]
  in loop a = (replicate m (replicate m 1i64)) for i < 2 do map (\r -> map (\c -> i64.sum (map2 (*) r c)) (transpose a)) a

-- ==
-- entry: cubes
-- input { 20i64 }
-- output { 3i64 [[[0i64, 100i64, 200i64], [10i64, 110i64, 210i64], [20i64, 120i64, 220i64]], [[1i64, 101i64, 201i64], [11i64, 111i64, 211i64], [21i64, 121i64, 221i64]], [[2i64, 102i64, 202i64], [12i64, 112i64, 212i64], [22i64, 122i64, 222i64]]] }
-- input { 0i64 }
-- output { 1i64 [[[0i64]]] }
entry cubes (n: i64) = let d = (loop d = 1 while d * d * d < n do d + 1) in (d, tabulate_3d d d d (\i j k -> i + 10 * j + 100 * k))

-- Matrices of a map whose two lengths change in every iteration, to the same for all rows or not.

def cropped [p][q] (a: [p][q]i32) (t: i64): [][]i32 = map (map (+ 1)) a[1:, :t]
def squares [p][q] (a: [p][q]i32) (t: i64): [][]i32 =
  tabulate_2d t t (\i j -> i32.i64 (i + j) + i32.sum (map i32.sum a))
def three_by_two [p][q] (a: [p][q]i32): [][]i32 =
  tabulate_2d 3 2 (\i j -> i32.i64 (i + j) + i32.sum (map i32.sum a))
def longer [p][q] (a: [p][q]i32) (t: i64) (u: i64): [][]i32 =
  tabulate_2d u (t + p) (\i j -> i32.i64 (i + j) + i32.sum (map i32.sum a))
def total [p][q] (a: [p][q]i32): i32 = i32.sum (map i32.sum a) + i32.i64 (1000 * p)

-- ==
-- entry: all_cropped
-- input { [[[1, 2, 3], [4, 5, 6], [7, 8, 9]], [[1, 1, 1], [2, 2, 2], [3, 3, 3]]] 2i64 2i64 }
-- output { [1019, 1010] }
-- input { [[[1, 2, 3], [4, 5, 6], [7, 8, 9]], [[1, 1, 1], [2, 2, 2], [3, 3, 3]]] 0i64 2i64 }
-- output { [3045, 3018] }
-- input { [[[1, 2, 3], [4, 5, 6], [7, 8, 9]], [[1, 1, 1], [2, 2, 2], [3, 3, 3]]] 3i64 0i64 }
-- output { [0, 0] }
-- input { [[[1, 2], [4, 5]]] 1i64 3i64 } error: out of bounds
entry all_cropped [n][m][l] (xsss: [n][m][l]i32) (k: i64) (t: i64): [n]i32 =
  map (\a -> total (loop (b: [][]i32) = a for _i < k do cropped b t)) xsss

-- ==
-- entry: cropped_with_sums
-- input { [[[1, 2, 3], [4, 5, 6], [7, 8, 9]], [[1, 1, 1], [2, 2, 2], [3, 3, 3]]] 2i64 2i64 }
-- output { [69, 27] }
-- input { empty([0][2][2]i32) 1i64 1i64 } output { empty([0]i32) }
entry cropped_with_sums [n][m][l] (xsss: [n][m][l]i32) (k: i64) (t: i64): [n]i32 =
  map (\a ->
    let (b, c) =
      loop (b, c) = (a, map i32.sum a) for _i < k do
        (let b' = b[1:, :t] in (b', map2 (+) (map i32.sum b') c[1:]))
    in i32.sum (map i32.sum b) + i32.sum c) xsss

-- ==
-- entry: all_squares
-- input { [[[1, 2, 3]], [[1, 1, 1]]] 2i64 2i64 } output { [2116, 2068] }
-- input { [[[1, 2, 3]], [[1, 1, 1]]] 0i64 2i64 } output { [1006, 1003] }
-- input { [[[1, 2, 3]], [[1, 1, 1]]] 1i64 0i64 } output { [0, 0] }
entry all_squares [n][m][l] (xsss: [n][m][l]i32) (k: i64) (t: i64): [n]i32 =
  map (\a -> total (loop (b: [][]i32) = a for _i < k do squares b t)) xsss

-- ==
-- entry: all_three_by_two
-- input { [[[1, 2, 3]], [[1, 1, 1]]] 2i64 } output { [3279, 3171] }
entry all_three_by_two [n][m][l] (xsss: [n][m][l]i32) (k: i64): [n]i32 =
  map (\a -> total (loop (b: [][]i32) = a for _i < k do three_by_two b)) xsss

-- ==
-- entry: all_longer
-- input { [[[1, 2, 3], [0, 1, 2]], [[1, 1, 1], [1, 0, 1]]] 2i64 2i64 } output { [2261, 2165] }
entry all_longer [n][m][l] (xsss: [n][m][l]i32) (k: i64) (t: i64): [n]i32 =
  map (\a -> total (loop (b: [][]i32) = a for i < k do longer b t (i + 1))) xsss

-- ==
-- entry: all_flat
-- input { [[[1, 2, 3], [0, 1, 2]], [[1, 1, 1], [1, 0, 1]]] 2i64 } output { [1009, 1005] }
entry all_flat [n][m][l] (xsss: [n][m][l]i32) (k: i64): [n]i32 =
  map (\a -> total (loop (b: [][]i32) = a for _i < k do hide [flatten b])) xsss
