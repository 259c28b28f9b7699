-- What is made of the fold of a row is made by who folds it.

-- ==
-- entry: logistic
-- input { [[1f32, 2f32], [0f32, 0f32]] [1f32, 0f32] [0f32, 0f32] } output { [-0.5f32, 0.5f32] }
-- input { empty([0][2]f32) empty([0]f32) [1f32, 2f32] } output { empty([0]f32) }
-- input { empty([2][0]f32) [1f32, 0f32] empty([0]f32) } output { [-0.5f32, 0.5f32] }
-- random input { [1000][9]f32 [1000]f32 [9]f32 }
-- auto output
-- random input { [3][3000]f32 [3]f32 [3000]f32 }
-- auto output
entry logistic [n][d] (xs: [n][d]f32) (ys: [n]f32) (w: [d]f32): [n]f32 =
  map2 (\x y -> 1 / (1 + f32.exp (-f32.sum (map2 (*) x w))) - y) xs ys

-- Two folds, and what is made of both, twice.
-- ==
-- entry: moments
-- input { [[1f64, 3f64], [2f64, 2f64]] } output { [2f64, 2f64] [1f64, 0f64] }
-- input { empty([0][3]f64) } output { empty([0]f64) empty([0]f64) }
-- random input { [33][31]f64 }
-- auto output
-- random input { [5000][3]f64 }
-- auto output
entry moments [n][d] (xs: [n][d]f64): ([n]f64, [n]f64) =
  let mean r = f64.sum r / f64.i64 d
  in unzip (map (\r -> let m = mean r in (m, mean (map (\x -> x * x) r) - m * m)) xs)

-- Of columns, and by the position.
-- ==
-- entry: lengths places
-- input { [[3f32, 0f32], [4f32, 2f32]] }
-- auto output
-- input { empty([0][2]f32) }
-- auto output
-- random input { [2000][33]f32 }
-- auto output
entry lengths [n][d] (xs: [n][d]f32): [d]f32 =
  map (\c -> f32.sqrt (f32.sum (map (\x -> x * x) c)) + 1) (transpose xs)

entry places [n][d] (xs: [n][d]f32): ([n]f32, [n]f32, f32) =
  let s = map f32.maximum xs
  in (s, map2 (\a i -> a * f32.i64 i) s (iota n), f32.sum s)

-- What may fail is made behind the kernel.
-- ==
-- entry: looked_up
-- input { [[1, 2], [3, 4]] [1i64, 0i64] [10, 20] } output { [23, 17] }
-- input { [[1, 2], [3, 4]] [1i64, 2i64] [10, 20] } error: out of bounds
entry looked_up [n][d][k] (xs: [n][d]i32) (is: [n]i64) (t: [k]i32): [n]i32 =
  map2 (\r i -> i32.sum r + t[i]) xs is
