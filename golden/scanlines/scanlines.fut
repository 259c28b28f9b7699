-- Scan-line rendering: a triangle is expanded to its lines, a line to its points, and of the points
-- of a pixel the nearest stays; 99 where there is none.
-- ==
-- input { 4i64 5i64 [[0i64, 0i64, 4i64, 0i64, 0i64, 3i64], [1i64, 1i64, 1i64, 3i64, 4i64, 3i64]] [7i64, 5i64] }
-- output { [[7i64, 7i64, 7i64, 7i64, 7i64], [7i64, 5i64, 7i64, 99i64, 99i64],
--           [7i64, 5i64, 5i64, 99i64, 99i64], [7i64, 5i64, 5i64, 5i64, 5i64]] }
-- input { 2i64 1i64 empty([0][6]i64) empty([0]i64) }
-- output { [[99i64], [99i64]] }

type triangle = ((i64, i64), (i64, i64), (i64, i64))

-- Where the line y crosses an edge: from and to; far apart the wrong way if nowhere.
def crossing (y: i64) (w: i64) (x0: i64, y0: i64) (x1: i64, y1: i64): (i64, i64) =
  if y < i64.min y0 y1 || y > i64.max y0 y1 then (w, -1)
  else if y0 == y1 then (i64.min x0 x1, i64.max x0 x1)
  else let x = x0 + (y - y0) * (x1 - x0) / (y1 - y0) in (x, x)

def across (y: i64) (w: i64) ((a, b, c): triangle): (i64, i64) =
  let (l1, r1) = crossing y w a b
  let (l2, r2) = crossing y w b c
  let (l3, r3) = crossing y w c a
  in (i64.max 0 (i64.min l1 (i64.min l2 l3)), i64.min (w - 1) (i64.max r1 (i64.max r2 r3)))

entry main [m] (h: i64) (w: i64) (corners: [m][6]i64) (depths: [m]i64): [h][w]i64 =
  let points = flatten (flatten
    (map2 (\t z ->
             let triangle = ((t[0], t[1]), (t[2], t[3]), (t[4], t[5]))
             let top = i64.max 0 (i64.min t[1] (i64.min t[3] t[5]))
             let bottom = i64.min (h - 1) (i64.max t[1] (i64.max t[3] t[5]))
             in map (\line -> let y = top + line
                              let (l, r) = across y w triangle
                              in map (\i -> (y * w + l + i, z)) (iota (i64.max 0 (r - l + 1))))
                    (iota (i64.max 0 (bottom - top + 1))))
          corners depths))
  let (places, zs) = unzip points
  in unflatten (reduce_by_index (replicate (h * w) 99) i64.min 99 places zs)
