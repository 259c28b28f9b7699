-- Tridiagonal systems by scans, as in LocVolCalib: of 2-by-2 matrices, and of linear functions.
-- sizes: [3][31]f32 [3][31]f32 | [2][128]f32 [2][128]f32 | [2][393]f32 [2][393]f32 |
-- sizes: [3][1]f32 [3][1]f32 | [0][4]f32 [0][4]f32 | [1][1000]f32 [1][1000]f32
def matrices (a0: f32, a1: f32, a2: f32, a3: f32) (b0: f32, b1: f32, b2: f32, b3: f32) =
  let value = 1 / (a0 * b0)
  in ((b0 * a0 + b1 * a2) * value, (b0 * a1 + b1 * a3) * value,
      (b2 * a0 + b3 * a2) * value, (b2 * a1 + b3 * a3) * value)

def functions (a0: f32, a1: f32) (b0: f32, b1: f32) = (b0 + b1 * a0, a1 * b1)

def solve [n] (a: [n]f32) (b: [n]f32) (c: [n]f32) (y: [n]f32): [n]f32 =
  let ms = scan matrices (1, 0, 0, 1)
                (map (\i -> if i > 0 then (b[i], -a[i] * c[i - 1], 1, 0) else (1, 0, 0, 1)) (iota n))
  let d = map (\(t0, t1, t2, t3) -> (t0 * b[0] + t1) / (t2 * b[0] + t3)) ms
  let down = scan functions (0, 1)
                  (map (\i -> if i > 0 then (y[i], -a[i] / d[i - 1]) else (0, 1)) (iota n))
  let z = map (\(t0, t1) -> t0 + t1 * y[0]) down
  let up = scan functions (0, 1)
                (map (\k -> let i = n - k - 1
                            in if k > 0 then (z[i] / d[i], -c[i] / d[i]) else (0, 1)) (iota n))
  in reverse (map (\(t0, t1) -> t0 + t1 * (z[n - 1] / d[n - 1])) up)

entry main [m][n] (xss: [m][n]f32) (yss: [m][n]f32): [m][n]f32 =
  #[seq_factor(4)] map2 (\xs ys -> solve (map (/ 100) xs) (map (+ 3) xs) (map (/ 90) ys) ys) xss yss
