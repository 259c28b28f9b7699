-- Loops: for, for-in, while; patterns; sizes that change.

-- ==
-- entry: loop0
-- input { 10 } output { 2037i32 }
entry loop0 (n: i32) = loop x = 1 for i < n do x * 2 + i

-- ==
-- entry: loop1
-- input { [1,2,3,4] } output { 1234i32 }
entry loop1 (xs: []i32) = loop acc = 0 for x in xs do acc * 10 + x

-- ==
-- entry: loop2
-- input { 100 } output { 89i32 144i32 }
entry loop2 (n: i32) = loop (a, b) = (0, 1) while b < n do (b, a + b)

-- ==
-- entry: loop3
-- input { 5i64 } output { [1i64, 6i64, 21i64, 56i64, 126i64] }
entry loop3 (n: i64) = loop xs = replicate n 1i64 for i < n do scan (+) 0 xs

-- ==
-- entry: loop4
-- input { 3 } output { [1i32, 1i32, 1i32, 1i32, 1i32, 1i32, 1i32, 1i32] }
entry loop4 (n: i32) = loop xs = [1] for i < n do xs ++ xs

-- ==
-- entry: loop6
-- input { [[1,2],[3,4],[5,6]] } output { [9i32, 12i32] }
entry loop6 [n][m] (xss: [n][m]i32) = loop acc = replicate m 0 for xs in xss do map2 (+) acc xs

-- ==
-- entry: loop7
-- input { [1,5,2] [3,4,5] } output { 33i32 }
entry loop7 (xs: []i32) (ys: []i32) = loop s = 0 for (x, y) in zip xs ys do s + x * y

-- ==
-- entry: loop8
-- input { 10i8 } output { 45i8 }
entry loop8 (n: i8) = loop (s: i8) = 0 for i < n do s + i

-- ==
-- entry: loop10
-- input { -3 } output { 7i32 }
entry loop10 (n: i32) = loop x = 7 for _i < n do 0

-- ==
-- entry: loop11
-- input { 5 } output { 15i32 6i32 }
entry loop11 (x: i32) =
  let y = 3
  in loop (x, y) for i < 3 do (x + y, y + i)

-- ==
-- entry: loop13
-- input { 100i64 } output { [1i64, 3i64, 9i64, 27i64, 81i64] }
entry loop13 (n: i64) : []i64 =
  let (xs, _) = loop (xs, i) = ([], 1) while i < n do (xs ++ [i], i * 3)
  in xs

-- ==
-- entry: loop14
-- input { 4i64 }
-- output { [[0i64, 4i64, 8i64, 12i64], [1i64, 5i64, 9i64, 13i64], [2i64, 6i64, 10i64, 14i64],
--          [3i64, 7i64, 11i64, 15i64]] }
entry loop14 (n: i64) =
  loop A = tabulate_2d n n (\i j -> i * n + j) for i < n do
    loop A for j < i do
      let t = A[i,j]
      let A[i,j] = A[j,i]
      let A[j,i] = t
      in A

-- ==
-- entry: loop15
-- input { [3,1,2] } output { [1i32, 2i32, 3i32] }
entry loop15 [n] (xs: *[n]i32) =
  loop xs for i < n do
    let (xs, _) =
      loop (xs, j) = (xs, i) while j > 0 && xs[j-1] > xs[j] do
        let a = xs[j-1]
        let b = xs[j]
        let xs[j-1] = b
        let xs[j] = a
        in (xs, j - 1)
    in xs

-- ==
-- entry: loop_size_grow
-- input { 3 } output { [1i32, 2i32, 2i32, 4i32, 2i32, 4i32, 4i32, 8i32] }
entry loop_size_grow (k: i32) = loop (xs : []i32) = [1] for i < k do xs ++ map (* 2) xs

-- ==
-- entry: loop_size_shrink
-- input { [5,3,8,1] } output { [8i32] }
entry loop_size_shrink (xs: []i32) = (loop (ys, s) = (xs, 0) while length ys > 1 do let h = length ys / 2 in (map2 i32.max (take h ys) (take h (drop h ys)), s + 1)).0

-- ==
-- entry: loop_tuple_pat
-- input { 5 } output {   5i32  8i32   [8i32, 9i32]  false }
entry loop_tuple_pat (n: i32) = loop (((a, b), c), _d) = (((0, 1), [1, 2]), true) for _i < n do (((b, a + b), map (+ a) c), false)

-- ==
-- entry: while_arr
-- input { [5,3,8,1] } output { [0i32, 0i32, 1i32, 0i32] }
entry while_arr [n] (xs: [n]i32) = loop (ys : [n]i32) = xs while reduce i32.max 0 ys > 1 do map (/ 2) ys

-- ==
-- entry: forin_mat
-- input { [[1,2],[3,4]] } output { 1234i32 }
entry forin_mat [n][m] (xss: [n][m]i32) = loop acc = 0 for xs in xss do (loop acc for x in xs do acc * 10 + x)

-- ==
-- entry: forin_zip
-- input { [1,2] [3f32,4f32] } output { 11.0f32 }
entry forin_zip [n] (a: [n]i32) (b: [n]f32) = loop s = 0f32 for (i, x) in zip a b do s + f32.i32 i * x

-- ==
-- entry: forin_upd
-- input { [1i64,0i64] } output { [1i64, 2i64] }
entry forin_upd [n] (is: [n]i64) = loop a = replicate n 0i64 for i in is do a with [i] = a[i] + i + 1

-- ==
-- entry: loop_while_tuple
-- input { 27 } output { 111i32 9232i32 }
entry loop_while_tuple (n: i32) = let (_, steps, mx) = loop (n, s, m) = (n, 0i32, n) while n != 1 do let n' = if n & 1 == 0 then n >> 1 else 3 * n + 1 in (n', s + 1, i32.max m n') in (steps, mx)

def iter_ackish 'a (n: i32) (f: a -> a) : a -> a = \x -> loop x for _i < n do f x
-- ==
-- entry: ackish
-- input { 3 } output { 9i32 }
entry ackish (n: i32) = iter_ackish n (iter_ackish n (+ 1)) 0

-- ==
-- entry: loop_if_grow
-- input { 6i64 } output { [0i64, 2i64, 4i64] }
entry loop_if_grow (n: i64) = loop (xs: []i64) = [] for i < n do if i % 2 == 0 then xs ++ [i] else xs

-- ==
-- entry: loop_filter
-- input { 50i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64, 37i64,
--          41i64, 43i64, 47i64] }
entry loop_filter (n: i64) =
  let (ps, _) = loop (ps, rest) = ([], 2...n) while length rest > 0 do
    let p = rest[0]
    in (ps ++ [p], filter (\x -> x % p != 0) rest)
  in ps

-- ==
-- entry: loop_tuple_sizes
-- input { [5,2,8,1] } output { [2i32, 1i32] [5i32, 8i32] }
entry loop_tuple_sizes (xs: []i32) =
  let (small, big, _) = loop (small, big, i) = ([], [], 0) while i < length xs do
    if xs[i] < 4 then (small ++ [xs[i]], big, i + 1) else (small, big ++ [xs[i]], i + 1)
  in (small, big)

-- ==
-- entry: looparr2
-- input { [[1,2],[3,4]] } output { [4i32, 6i32] 4i32 }
entry looparr2 [n][m] (a: [n][m]i32) = loop (s, t) = (replicate m 0, 1) for (row, i) in zip a (iota n) do (map2 (+) s row, t * i32.i64 i + row[0])

-- ==
-- entry: maploop
-- input { [1,2,3] 4 } output { [5i32, 21i32, 37i32] }
entry maploop (xs: []i32) (k: i32) = map (\x -> loop a = x for i < k do a * 2 - i) xs

-- ==
-- entry: mapwhile
-- input { [7,12,1] } output { [16i32, 9i32, 0i32] }
entry mapwhile (xs: []i32) = map (\x -> (loop (n, c) = (x, 0) while n != 1 do (if n % 2 == 0 then n / 2 else 3 * n + 1, c + 1)).1) xs
