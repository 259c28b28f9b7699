-- Functions, branches, loops, slices and sum types inside threads.

def bubble [m] (xs: *[m]i32): *[m]i32 = loop xs for i < m do loop xs for j < m - 1 do if xs[j] > xs[j+1] then let t = xs[j] let xs[j] = xs[j+1] let xs[j+1] = t in xs else xs

-- ==
-- entry: fnarr
-- input { [[3,1,2],[9,8,7]] }
-- output { [[1i32, 2i32, 3i32],  [7i32, 8i32, 9i32]] }
entry fnarr [n][m] (xss: [n][m]i32): [n][m]i32 = map (\xs -> bubble (copy xs)) xss

def get [m] (xs: [m]i32) (i: i64): i32 = xs[i] + xs[m - 1]

-- ==
-- entry: fnget
-- input { [[3,1,2],[9,8,7]] [0i64,2i64] }
-- output { [5i32, 14i32] }
entry fnget [n][m] (xss: [n][m]i32) (is: [n]i64): [n]i32 = map2 get xss is

-- ==
-- entry: ifarr
-- input { [[3,1,2],[9,8,7]] }
-- output { [12i32, 17i32] }
entry ifarr [n][m] (xss: [n][m]i32): [n]i32 =
  map (\xs -> let ys = if xs[0] > 5 then filter (> 7) xs else xs ++ xs in i32.sum ys) xss

-- ==
-- entry: concatin
-- input { [[3,1,2],[9,8,7]] }
-- output { [[1i32, 2i32, 3i32],  [8i32, 7i32, 9i32]] }
entry concatin [n][m] (xss: [n][m]i32): [n][m]i32 =
  map (\xs -> (drop 1 xs ++ take 1 xs) :> [m]i32) xss

-- ==
-- entry: scatrows
-- input { [2i64,0i64,5i64] [[1,2],[3,4],[5,6]] }
-- output { [[3i32, 4i32],  [0i32, 0i32],  [1i32, 2i32],  [0i32, 0i32]] }
entry scatrows [n] (is: [n]i64) (vs: [n][2]i32): [4][2]i32 = scatter (replicate 4 [0,0]) is vs

type class = #small i32 | #big {a: i32, b: i32} | #none
def cls [m] (xs: [m]i32): class = if m == 0 then #none else if xs[0] < 5 then #small xs[0] else #big {a = xs[0], b = xs[m-1]}

-- ==
-- entry: sumty
-- input { [[3,1,2],[9,8,7]] }
-- output { [3i32, 63i32] }
entry sumty [n][m] (xss: [n][m]i32): [n]i32 =
  map (\xs -> match cls xs case #none -> 0 case #small x -> x case #big {a, b} -> a * b) xss

-- ==
-- entry: kmeans
-- input { [[0f32,0f32],[1f32,1f32],[9f32,9f32],[10f32,10f32]] [[0f32,1f32],[8f32,8f32]] }
-- output { [[0.5f32, 0.5f32],  [9.5f32, 9.5f32]] }
entry kmeans [n][k][d] (ps: [n][d]f32) (cs: [k][d]f32): [k][d]f32 = 
  let dist (p: [d]f32) (c: [d]f32) = f32.sum (map2 (\a b -> (a-b)*(a-b)) p c)
  let near p = (reduce (\(i, x) (j, y) -> if x <= y then (i, x) else (j, y)) (0i64, f32.inf) (zip (iota k) (map (dist p) cs))).0
  let m = map near ps
  let sums = reduce_by_index (replicate k (replicate d 0)) (map2 (+)) (replicate d 0) m ps
  let cnt = reduce_by_index (replicate k 0) (+) 0 m (replicate n 1f32)
  in map2 (\s c -> map (/ f32.max 1 c) s) sums cnt

-- ==
-- entry: dyninloop
-- input { [[3i64,1i64,2i64],[2i64,0i64,4i64]] }
-- output { [4i64, 8i64] }
entry dyninloop [n][m] (xss: [n][m]i64): [n]i64 =
  map (\xs -> loop acc = 0 for x in xs do let ys = scan (+) 0 (iota x) in acc + (if x > 0 then ys[x-1] else 1)) xss

-- ==
-- entry: filtfilt
-- input { [[3i64,1i64,2i64,8i64],[2i64,0i64,4i64,6i64]] }
-- output { [34i64, 43i64] }
entry filtfilt [n][m] (xss: [n][m]i64): [n]i64 =
  map (\xs -> let a = filter (> 1) xs let b = filter (\x -> x % 2 == 0) a in i64.sum (map2 (*) b (reverse b)) + length b) xss

-- ==
-- entry: parti
-- input { [[3i64,4i64,6i64,8i64],[2i64,9i64,15i64,6i64]] }
-- output { [1407i64, 3002i64] }
entry parti [n][m] (xss: [n][m]i64): [n]i64 =
  map (\xs -> let (a, b) = partition (> 5) xs in i64.sum a * 100 + i64.sum b) xss

-- ==
-- entry: sumsize
-- input { [[3i64,1i64,2i64],[2i64,0i64,4i64]] }
-- output { [15i64, 15i64] }
entry sumsize [n][m] (xss: [n][m]i64): [n]i64 =
  map (\xs -> let k = i64.sum xs let ys = scan (+) 0 (iota k) in ys[k-1]) xss

-- ==
-- entry: rotst
-- input { [[1,2,3],[4,5,6]] }
-- output { [[5i32, 7i32, 5i32],  [26i32, 34i32, 29i32]] }
entry rotst [n][m] (xss: [n][m]i32): [n][m]i32 =
  map (\xs -> map3 (\a b c -> a + b * c) (rotate (-1) xs) xs (rotate 1 xs)) xss
