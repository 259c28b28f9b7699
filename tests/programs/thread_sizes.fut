-- Sizes that a thread finds while it runs.

-- ==
-- entry: doubled
-- input { [1i64, 3i64, 2i64, 0i64] }
-- output { [1i64, 12i64, 4i64, 0i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
entry doubled [n] (is: [n]i64): [n]i64 =
  map (\i -> i64.sum (loop c = [i] while length c < i do c ++ c)) is

-- ==
-- entry: branches
-- input { [[1i64, 3i64], [2i64, 0i64], [0i64, 0i64]] }
-- output { [[0i64, 109i64], [14i64, 0i64], [0i64, 0i64]] }
entry branches [n][m] (iss: [n][m]i64): [n][m]i64 =
  map (map (\i -> if i < 2 then 0
                  else let ys = scan (+) 0 (iota (i * i)) let zs = scan (+) 0 (reverse ys)
                       in zs[i] + length ys)) iss

-- ==
-- entry: rounds
-- input { 0i64 [3i64, 0i64] }
-- output { [1i64, 1i64] }
-- input { 2i64 [3i64, 0i64] }
-- output { [7i64, 1i64] }
entry rounds [n] (k: i64) (is: [n]i64): [n]i64 =
  map (\i -> length (loop xs = [i] for _j < k do let more = scan (+) 0 (iota i) in xs ++ more)) is

-- ==
-- entry: mapped_scans
-- input { [[3i64,1i64,4i64],[0i64,2i64,5i64]] }
-- output { [13i64, 22i64] }
entry mapped_scans [n][m] (xss: [n][m]i64): [n]i64 =
  map (\xs -> i64.sum (map (\x -> let ys = scan (+) 0 (iota x) in if x > 0 then ys[x-1] + ys[x/2] else 7) xs)) xss

-- ==
-- entry: filtered_scans
-- input { [[3i64,1i64,4i64],[0i64,2i64,5i64]] }
-- output { [[8i64, 9i64, 17i64], [0i64, 1i64, 58i64]] }
entry filtered_scans [n][m] (xss: [n][m]i64): [n][m]i64 =
  map (\xs -> scan (+) 0 (map (\x -> let ys = filter (\y -> y % 2 == 0) (map (*3) (iota x)) let zs = scan (+) 1 ys in length zs + i64.sum (map2 (*) ys (reverse zs))) xs)) xss

-- ==
-- entry: grown_in_place
-- input { [3i64,1i64,4i64,0i64] }
-- output { [19i64, 2i64, 99i64, -1i64] }
entry grown_in_place [n] (xs: [n]i64): [n]i64 =
  map (\x -> let a = loop a = replicate x 1i64 for i < x do (let b = scan (+) 0 a in map2 (+) a (reverse b)) in if x > 0 then a[x-1] else -1) xs

-- ==
-- entry: tables
-- input { [3i64,1i64,4i64,0i64] }
-- output { 111i64 }
entry tables [n] (xs: [n]i64): i64 =
  i64.sum (map (\x -> let m = replicate x (iota (x + 1)) let t = map (\r -> scan (+) 0 r) m let u = transpose t in i64.sum (map i64.sum u) + i64.sum (map (\r -> r[0]) t)) xs)

-- ==
-- entry: bins_of_doubled
-- input { [3i64,1i64,4i64,0i64] }
-- output { [0i64, 3i64, 0i64, 20i64, 60i64] }
entry bins_of_doubled [n] (xs: [n]i64): [5]i64 =
  hist (+) 0 5 xs (map (\x -> let (_, c) = loop (k, c) = (x, [x]) while k > 0 do (k / 2, c ++ map (+k) c) in i64.sum c) xs)

-- ==
-- entry: rounds_of_host
-- input { [3i64,1i64,4i64,0i64] [1i64,0i64,2i64,3i64] }
-- output { [178i64, 179i64, 178i64, 178i64] }
entry rounds_of_host [n] (xs: [n]i64) (is: [n]i64): [n]i64 =
  let (a, b) = loop (xs, t) = (copy xs, 0) for i < n do
    let ys = map (\x -> let zs = scan (+) 0 (iota (x + is[i])) in i64.sum zs + (if length zs > 0 then zs[length zs - 1] else 0)) xs
    in (map (% 5) ys, t + i64.sum ys)
  in map (+ b) a

-- ==
-- entry: at_most_so_many
-- input { [[3i64,1i64,4i64],[0i64,2i64,5i64]] 2i64 }
-- output { [17i64, 12i64] }
entry at_most_so_many [n][m] (xss: [n][m]i64) (k: i64): [n]i64 =
  map (\xs -> let s = i64.sum xs let q = i64.min s k let ys = scan (*) 1 (map (+1) (iota q)) let zs = scan (+) 0 (iota (s - q)) in (if q > 0 then ys[q-1] else 0) + (if s > q then zs[s-q-1] else 0)) xss

-- ==
-- entry: filters_of_row
-- input { [[3i64,1i64,4i64],[0i64,2i64,5i64]] }
-- output { [[4i64, 14i64, 0i64], [14i64, 5i64, 0i64]] }
entry filters_of_row [n][m] (xss: [n][m]i64): [n][m]i64 =
  map (\xs -> map (\x -> let a = filter (> x) xs let b = scan (+) 0 a in if length b > 0 then b[length b - 1] * length a else 0) xs) xss

-- A size that a row has, of arrays in the threads of its elements.
-- ==
-- entry: sized_by_row
-- input { [1i64, 2i64] [[1i64, 2i64], [3i64, 4i64]] } output { [[2i64, 3i64], [5i64, 6i64]] }
-- input { empty([0]i64) empty([0][2]i64) } output { empty([0][2]i64) }
entry sized_by_row [n][m] (ks: [n]i64) (xss: [n][m]i64): [n][m]i64 =
  map2 (\k -> map (\x ->
                let ys = loop ys = replicate (2 * k) x for i < 2 * k do ys with [i] = i + x
                in ys[k % (2 * k)]))
       ks xss

-- The greatest size is that of rows of which nothing but the elements is read.
-- ==
-- entry: of_folded_rows
-- input { [3u8, 4u8] [[1, 2], [0, 3], [2, 2]] } output { [[5u8, 15u8, 10u8], [5u8, 15u8, 10u8]] }
-- input { empty([0]u8) empty([2][0]i32) } output { empty([0][2]u8) }
entry of_folded_rows [n] [m] (ends: [m]u8) (xss: [n][m]i32): [m][n]u8 =
  let sums = unflatten (scan (+) 0 (flatten xss))
  in map (\x ->
            map (\row ->
                   let t = reduce (\p q -> p + q + p * q) 0 (map i64.i32 row)
                   let counts = scan (+) 0 (map (\_ -> (loop (a, w) = (x, 0i64)
                                                        while w < i64.minimum (map i64.u8 ends) % 6
                                                              && a % 7 != 5
                                                        do (a + 1, w + 1)).0) (iota (t % 6)))
                   in if length counts > 0 then counts[length counts - 1] else 5) sums) ends

-- Arrays as long as an index that is below a size of the thread.
-- ==
-- entry: below_an_index
-- input { [4i64, 0i64, 2i64] } output { [76i64, 0i64, 1i64] }
-- input { [0i64, 0i64] } output { [0i64, 0i64] }
-- input { empty([0]i64) } output { empty([0]i64) }
entry below_an_index (xs: []i64) =
  map (\x ->
         i64.sum (map (\z -> let (_, s, _) = loop (i, s, a) = (0, 0, iota z) while i < x do
                               let a = map (+ i) a
                               in (i + 1, s + i64.sum a, a)
                             in s) (iota x))) xs
