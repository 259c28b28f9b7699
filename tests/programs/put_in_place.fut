-- New values of slices are made where they are put, unless somebody reads there meanwhile.
-- ==
-- entry: half
-- input { [1f32,2f32,3f32,4f32] 2i64 } output { [2.0f32, 3.0f32, 3.0f32, 4.0f32] }
-- input { [1f32,2f32,3f32,4f32] 0i64 } output { [1.0f32, 2.0f32, 3.0f32, 4.0f32] }
-- input { [1f32,2f32,3f32,4f32] 5i64 } error: Index
-- random input { [1000]f32 600i64 }
entry half [n] (xs: *[n]f32) (k: i64): *[n]f32 = xs with [0:k] = map (+ 1) xs[0:k]

-- ==
-- entry: fill
-- input { [1f32,2f32,3f32,4f32] 1i64 [7f32,8f32] } output { [1.0f32, 14.0f32, 16.0f32, 4.0f32] }
entry fill [n][k] (xs: *[n]f32) (a: i64) (ys: [k]f32): *[n]f32 = xs with [a:a+k] = map (* 2) ys

-- ==
-- entry: row
-- input { [[1f32,2f32],[3f32,4f32]] 1i64 [7f32,8f32] } output { [[1.0f32, 2.0f32], [14.0f32, 16.0f32]] }
-- input { [[1f32,2f32],[3f32,4f32]] 2i64 [7f32,8f32] } error: Index
entry row [n][m] (xs: *[n][m]f32) (a: i64) (ys: [m]f32): *[n][m]f32 = xs with [a] = map (* 2) ys

-- ==
-- entry: steps
-- input { [[1f32,2f32],[3f32,4f32],[5f32,6f32]] [7f32,8f32] } output { [[1.0f32, 2.0f32], [8.0f32, 10.0f32], [15.0f32, 18.0f32]] }
entry steps [n][m] (xs: *[n][m]f32) (ys: [m]f32): *[n][m]f32 = loop xs for i < n-1 do xs with [i+1] = map2 (+) xs[i] ys

-- ==
-- entry: rev
-- random input { [3000]f32 }
-- input { [1f32,2f32,3f32,4f32,5f32] } output { [6.0f32, 5.0f32, 4.0f32, 3.0f32, 2.0f32] }
entry rev [n] (xs: *[n]f32): *[n]f32 = xs with [0:n] = map (+1) (reverse xs)

-- ==
-- entry: shift
-- random input { [3000]f32 }
-- input { [1f32,2f32,3f32,4f32,5f32] } output { [1.0f32, 2.0f32, 3.0f32, 4.0f32, 5.0f32] }
entry shift [n] (xs: *[n]f32): *[n]f32 = xs with [1:n] = map (+1) xs[0:n-1]

-- ==
-- entry: scans
-- random input { [5000]f32 1000i64 }
-- input { [1f32,2f32,3f32,4f32,5f32] 3i64 } output { [1.0f32, 2.0f32, 3.0f32, 4.0f32, 9.0f32] }
entry scans [n] (xs: *[n]f32) (k: i64): *[n]f32 = xs with [k:n] = scan (+) 0 xs[k:n]

-- ==
-- entry: between
-- input { [1f32,2f32,3f32,4f32,5f32] } output { [2.0f32, 3.0f32, 3.0f32, 4.0f32, 5.0f32] 15.0f32 }
entry between [n] (xs: *[n]f32): (*[n]f32, f32) = let ys = map (+1) xs[0:n/2] let s = f32.sum xs in (xs with [0:n/2] = ys, s)

-- ==
-- entry: tri
-- input { [[1f32,2f32,3f32],[4f32,5f32,6f32],[5f32,6f32,9f32]] } output { [[1.0f32, 2.0f32, 3.0f32], [2.0f32, 1.0f32, 0.0f32], [-1.0f32, 0.0f32, 3.0f32]] }
entry tri [n] (xs: *[n][n]f32): *[n][n]f32 = loop xs for i < n-1 do let r = copy xs[i] in loop xs for j < n-1-i do xs with [i+1+j] = map2 (\a b -> a - b * 2) xs[i+1+j] r

-- ==
-- entry: cols
-- input { [[1f32,2f32,3f32],[4f32,5f32,6f32],[5f32,6f32,9f32]] } output { [[6.0f32, 11.0f32, 20.0f32], [15.0f32, 26.0f32, 47.0f32], [20.0f32, 35.0f32, 64.0f32]] }
entry cols [n][m] (xs: *[n][m]f32): *[n][m]f32 = loop xs for j < m do xs with [:,j] = map (\r -> f32.sum r) xs

-- ==
-- entry: both
-- input { [1f32,2f32,3f32,4f32,5f32] } output { [2.0f32, 3.0f32, 2.0f32, 4.0f32, 5.0f32] }
entry both [n] (xs: *[n]f32): *[n]f32 =
  let m = n / 2
  let (as, bs) = unzip (map (\x -> (x + 1, x * 2)) xs[0:m])
  let xs = xs with [0:m] = as
  in xs with [m:m+m] = bs

-- ==
-- entry: two
-- input { [1f32,2f32,3f32,4f32,5f32] } output { [4.0f32, 5.0f32, 2.0f32, 3.0f32, 5.0f32] }
entry two [n] (xs: *[n]f32): *[n]f32 =
  let m = n / 2
  let as = map (+ 1) xs[0:m]
  let bs = map (+ 1) xs[m:m+m]
  let xs = xs with [0:m] = bs
  in xs with [m:m+m] = as

-- ==
-- entry: rows2
-- input { [[1f32,2f32,3f32],[4f32,5f32,6f32],[5f32,6f32,9f32]] } output { [[0.16666667f32, 0.33333334f32, 0.5f32], [0.26666668f32, 0.33333334f32, 0.4f32], [0.25f32, 0.3f32, 0.45f32]] }
entry rows2 [n][m] (xs: *[n][m]f32): *[n][m]f32 =
  loop xs for i < n do xs with [i] = (let s = f32.sum xs[i] in map (/ s) xs[i])

-- ==
-- entry: block2
-- random input { [33][65]f32 7i64 }
-- input { [[1f32,2f32,3f32],[4f32,5f32,6f32],[5f32,6f32,9f32]] 1i64 } output { [[1.0f32, 2.0f32, 3.0f32], [4.0f32, 0.0f32, 6.0f32], [5.0f32, 6.0f32, 18.0f32]] }
entry block2 [n][m] (xs: *[n][m]f32) (k: i64): *[n][m]f32 =
  xs with [k:n, k:m] = map2 (\r i -> map2 (\x j -> x * f32.i64 (i + j)) r (indices r)) xs[k:n, k:m] (iota (n-k))

-- ==
-- entry: lu
-- random input { [40][40]f32 }
-- input { [[1f32,2f32,3f32],[4f32,5f32,6f32],[5f32,6f32,9f32]] } output { [[1.0f32, 2.0f32, 3.0f32], [4.0f32, -3.0f32, -6.0f32], [5.0f32, -4.0f32, -30.0f32]] }
entry lu [n] (xs: *[n][n]f32): *[n][n]f32 =
  loop xs for k < n do
    let p = copy xs[k] let c = copy xs[:,k]
    in xs with [k+1:n, k+1:n] = map2 (\r a -> map2 (\x b -> x - a * b) r p[k+1:n]) xs[k+1:n, k+1:n] c[k+1:n]

-- ==
-- entry: whole whole_reversed whole_twice whole_scanned
-- input { [1f32,2f32,3f32,4f32,5f32] }
-- input { empty([0]f32) }
-- random input { [31]f32 }
-- random input { [3000]f32 }
entry whole [n] (xs: *[n]f32): *[n]f32 = xs with [0:n] = map (* 2) xs
entry whole_reversed [n] (xs: *[n]f32): *[n]f32 = xs with [0:n] = map2 (+) xs (reverse xs)
entry whole_twice [n] (xs: *[n]f32): ([n]f32, [n]f32) = let ys = map (* 2) xs in (xs with [0:n] = ys, ys)
entry whole_scanned [n] (xs: *[n]f32): *[n]f32 = xs with [0:n] = scan f32.max 0 xs
