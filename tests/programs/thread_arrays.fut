-- Arrays inside threads whose size varies from thread to thread, in each kind of kernel.

-- ==
-- entry: filtsum
-- input { [[1,2,3,4],[5,1,1,6]] }
-- output { [7i32, 11i32] }
-- input { empty([0][3]i32) }
-- output { empty([0]i32) }
-- input { empty([2][0]i32) }
-- output { [0i32, 0i32] }
entry filtsum [n][m] (xss: [n][m]i32): [n]i32 = map (\xs -> i32.sum (filter (>2) xs)) xss

-- ==
-- entry: filtlen
-- input { [[1,2,3,4],[5,1,1,6]] }
-- output { [2i64, 2i64] }
entry filtlen [n][m] (xss: [n][m]i32): [n]i64 = map (\xs -> length (filter (>2) xs)) xss

-- ==
-- entry: filtmax
-- input { [[1,2,3,4],[5,1,1,6],[0,0,0,0]] }
-- output { [8i32, 12i32, -1i32] }
entry filtmax [n][m] (xss: [n][m]i32): [n]i32 =
  map (\xs -> let ys = filter (>2) xs in if length ys > 0 then ys[length ys-1] + i32.maximum ys else -1) xss

-- ==
-- entry: iotasum
-- input { [3i64,0i64,5i64] }
-- output { [1i64, 0i64, 15i64] }
entry iotasum [n] (ns: [n]i64): [n]i64 =
  map (\n -> let xs = iota n let ys = scan (+) 0 xs in reduce (+) 0 (map2 (*) xs (reverse ys))) ns

-- ==
-- entry: iotaidx
-- input { [3i64,1i64,5i64] }
-- output { [4i64, 0i64, 13i64] }
entry iotaidx [n] (ns: [n]i64): [n]i64 =
  map (\n -> let ys = scan (+) 0 (iota n) in ys[n/2] + ys[n-1]) ns

-- ==
-- entry: growloop
-- input { [3i64,0i64,5i64] }
-- output { [5i64, 0i64, 30i64] }
entry growloop [n] (ns: [n]i64): [n]i64 =
  map (\n -> let r = loop xs = [] for i < n do xs ++ [i*i] in i64.sum r) ns

-- ==
-- entry: growloop2
-- input { 4i64 [3i64,0i64,5i64] }
-- output { [34i64, 19i64, 44i64] }
entry growloop2 [n] (k: i64) (ns: [n]i64): [n]i64 =
  map (\n -> let r = loop xs = [n] for i < k do xs ++ [i*i+xs[0]] in i64.sum r + length r) ns

-- ==
-- entry: redarr
-- input { [5,3,9,1,7] }
-- output { 40i32 }
-- input { empty([0]i32) }
-- output { 0i32 }
entry redarr [n] (xs: [n]i32): i32 =
  i32.sum (map (\i -> let a = copy xs with [i] = 0 let b = loop a for j < n do a with [j] = a[n-1-j] + a[j] in b[i] ^ b[0]) (iota n))

-- ==
-- entry: redarrrows
-- input { [[5,3,9],[1,7,0]] 4i64 }
-- output { [54i32, 27i32] }
entry redarrrows [n][m] (xss: [n][m]i32) (k: i64): [n]i32 =
  map (\xs -> i32.sum (map (\x -> let a = loop a = replicate k x for j < k-1 do a with [j+1] = a[j] + i32.i64 j + x in a[k/2]) xs)) xss

-- ==
-- entry: scanarr
-- input { [5,3,9,1,7] 4i64 }
-- output { [16i32, 26i32, 54i32, 58i32, 80i32] }
entry scanarr [n] (xs: [n]i32) (k: i64): [n]i32 =
  scan (+) 0 (map (\x -> let a = loop a = replicate k x for j < k-1 do a with [j+1] = a[j] + i32.i64 j + x in a[k/2]) xs)

-- ==
-- entry: scanarrrows
-- input { [[5,3,9],[1,7,0]] 4i64 }
-- output { [[16i32, 26i32, 54i32],  [4i32, 26i32, 27i32]] }
entry scanarrrows [n][m] (xss: [n][m]i32) (k: i64): [n][m]i32 =
  map (\xs -> scan (+) 0 (map (\x -> let a = loop a = replicate k x for j < k-1 do a with [j+1] = a[j] + i32.i64 j + x in a[k/2]) xs)) xss

-- ==
-- entry: histarrval
-- input { [0i64,1i64,0i64,2i64] [5,3,9,1] 4i64 }
-- output { [44i32, 10i32, 4i32] }
entry histarrval [n] (is: [n]i64) (xs: [n]i32) (k: i64): [3]i32 =
  hist (+) 0 3 is (map (\x -> let a = loop a = replicate k x for j < k-1 do a with [j+1] = a[j] + i32.i64 j + x in a[k/2]) xs)

-- Tiles of what a thread itself makes are none that the threads of its block share.
-- ==
-- entry: marked_twice
-- input { [[2i64, 4i64], [1i64, 3i64]] [7i64, 8i64] }
-- output { [[7i64, 8i64], [3i64, 3i64]] }
-- input { empty([2][0]i64) [5i64, 6i64] }
-- output { [[5i64, 6i64], [5i64, 6i64]] }
entry marked_twice [m] [k] (xss: [m][k]i64) (is: [m]i64): [m][m]i64 =
  map (\xs -> map (\i -> let even = map (\x -> x % 2 == 0) xs
                         in if and even then i else if or even then 2 else 3) is) xss

-- ==
-- entry: scanned_each
-- input { [[2i64, 4i64], [1i64, 3i64]] [7i64, 5i64, 9i64] }
-- output { [18i64, 15i64] }
entry scanned_each [m] [k] [q] (xss: [m][k]i64) (qs: [q]i64): [m]i64 =
  map (\xs -> i64.sum (map (\q -> let sums = scan (+) 0 (map (i64.min q) xs)
                                  in i64.sum (map (\s -> if s < q then s else 0) sums)) qs)) xss
