-- Matrices do not commute; what they are made of is kept, too.
-- sizes: [0]i32 | [1]i32 | [31]i32 | [255]i32 | [4097]i32 | [20011]i32
type matrix = (i32, i32, i32, i32, i32, i32, i32, i32, i32)

def mul ((a, b, c, d, e, f, g, h, i): matrix) ((j, k, l, m, n, o, p, q, r): matrix): matrix =
  (a * j + b * m + c * p, a * k + b * n + c * q, a * l + b * o + c * r,
   d * j + e * m + f * p, d * k + e * n + f * q, d * l + e * o + f * r,
   g * j + h * m + i * p, g * k + h * n + i * q, g * l + h * o + i * r)

entry main [n] (xs: [n]i32): ([n]i32, [n]i32, [n]i32) =
  let ys = map (\x -> 2 * x + 1) xs
  let ms = scan mul (1, 0, 0, 0, 1, 0, 0, 0, 1) (map (\y -> (y, 1, 2, 1, y, 0, 3, 0, 1)) ys)
  let (firsts, middles) = unzip (map (\(a, _, _, _, e, _, _, _, _) -> (a, e)) ms)
  in (firsts, middles, ys)
