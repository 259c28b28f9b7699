-- Threads that write rows, or change them in place: they lie turned in memory, so that
-- neighbours read and write neighbours; who wants them row by row gets a copy.
-- ==
-- entry: decayed
-- input { [[8f32, 4f32, 2f32], [1f32, 0f32, 4f32]] }
-- output { [[8f32, 8f32, 6f32], [1f32, 0.5f32, 4.25f32]] }
-- random input { [129][33]f32 }
-- random input { [33][0]f32 }
-- random input { [0][33]f32 }
-- random input { [1][97]f32 }
entry decayed [n] [m] (xss: [n][m]f32): [n][m]f32 =
  map (\xs ->
    let (_, r) = loop (s, r) = (0, replicate m 0)
      for i < m do
        let s = s * 0.5 + xs[i]
        in (s, r with [i] = s)
    in r)
    xss

-- Changed where they lie.
-- ==
-- entry: walked
-- input { [[8, 4, 2], [1, 0, 4]] }
-- output { [[8, 12, 14], [1, 1, 5]] }
-- random input { [31][33]i32 }
-- random input { [257][2]i32 }
entry walked [n] [m] (xss: *[n][m]i32): *[n][m]i32 =
  map (\xs -> loop (r: *[m]i32) = copy xs for i < m - 1 do r with [i + 1] = r[i] + r[i + 1]) xss

-- Rows that others read, too, row by row and as threads do.
-- ==
-- entry: read_again
-- input { [[8, 4, 2], [1, 0, 4]] }
-- output { [[16, 24, 28], [2, 2, 10]] [6, 7] [[8, 12, 14], [1, 1, 5]] }
-- random input { [65][17]i32 }
entry read_again [n] [m] (xss: [n][m]i32): ([n][m]i32, [n]i32, [n][m]i32) =
  let rows = map (\xs -> loop (r: *[m]i32) = copy xs
    for i < m - 1 do r with [i + 1] = r[i] + r[i + 1]) xss
  let twice = map (\c -> map (* 2) c) (transpose rows)
  let sums = map (\r -> loop s = 0 for i < m do if s % 7 == 6 then s - r[i] else s + r[i]) rows
  in (transpose twice, sums, rows)

def tridag [m] (a: [m]f64) (b: [m]f64) (c: [m]f64) (y: [m]f64): *[m]f64 =
  let (u, v) = loop (u, v) = (copy b, copy y)
    for i < m - 1 do
      let beta = a[i + 1] / u[i]
      in (u with [i + 1] = u[i + 1] - beta * c[i], v with [i + 1] = v[i + 1] - beta * v[i])
  let v = v with [m - 1] = v[m - 1] / u[m - 1]
  in loop v for k < m - 1 do
    let i = m - 2 - k
    in v with [i] = (v[i] - c[i] * v[i + 1]) / u[i]

-- Many tridiagonal systems.
-- ==
-- entry: systems
-- input { [[0f64, 1f64]] [[2f64, 2f64]] [[1f64, 0f64]] [[4f64, 5f64]] }
-- output { [[1f64, 2f64]] }
entry systems [n] [m] (as: [n][m]f64) (bs: [n][m]f64) (cs: [n][m]f64) (ys: [n][m]f64): [n][m]f64 =
  map4 tridag as bs cs ys

-- Matrices, one a thread, which the loop changes in all its rounds.
-- ==
-- entry: eliminated
-- input { [[[2f64, 1f64], [4f64, 5f64]], [[1f64, 3f64], [2f64, 2f64]]] }
-- output { [[[2f64, 1f64], [2f64, 3f64]], [[1f64, 3f64], [2f64, -4f64]]] }
entry eliminated [n] [m] (as: [n][m][m]f64): [n][m][m]f64 =
  let lu (a: *[m][m]f64): *[m][m]f64 =
    loop a for k < m do
      loop a for i in k + 1..<m do
        let f = a[i, k] / a[k, k]
        let a = a with [i, k] = f
        in loop a for j in k + 1..<m do a with [i, j] = a[i, j] - f * a[k, j]
  in map (\a -> lu (copy a)) as

-- Both are walked by one reduction's threads, and by others.
-- ==
-- entry: folded
-- input { [[8, 4, 2], [1, 0, 4]] }
-- output { 14 [87, 40] }
-- random input { [300][40]i32 }
entry folded [n] [m] (xss: [n][m]i32): (i32, [n]i32) =
  let s = map (\xs -> loop s = 0 for i < m do if s > 9 then s ^ xs[i] else s + xs[i]) xss
  let most = i32.maximum s
  in (most, map (\xs -> loop t = 1 for i < m do t * 3 + xs[i] - xs[m - 1 - i] * xs[i] / 8) xss)

-- Loops in which rows are walked and changed, as time goes on.
-- ==
-- entry: steps
-- input { [[8, 4, 2], [1, 0, 4]] 2i64 }
-- random input { [40][33]i32 3i64 }
-- random input { [40][97]i32 0i64 }
-- random input { [3][97]i32 4i64 }
-- random input { [0][97]i32 2i64 }
entry steps [n] [m] (xss: [n][m]i32) (k: i64): [n][m]i32 =
  loop xss for _t < k do
    map (\xs -> loop (r: *[m]i32) = copy xs for i < m - 1 do r with [i + 1] = r[i] ^ (r[i + 1] * 3)) xss

-- Rows that the loop changes in all its rounds, for which all of another array is folded.
-- ==
-- entry: steps_together
-- input { [[8, 4, 2], [1, 0, 4]] [3, 5] 2 } output { [[8, 120, 32], [1, 5, 81]] }
-- random input { [40][33]i32 [20]i32 3 }
entry steps_together [n] [m] [l] (xss: [n][m]i32) (ws: [l]i32) (k: i32): [n][m]i32 =
  map (\xs -> loop (r: *[m]i32) = copy xs for t < k do
                let most = i32.maximum (map (^ t) ws)
                in loop r for i < m - 1 do r with [i + 1] = r[i] ^ (r[i + 1] * most)) xss

-- Rows that one thread each writes, and then, when all are there, another one reads.
-- ==
-- entry: written_then_read
-- input { [[8, 4, 2], [1, 0, 4]] }
-- output { [[8, 12, 14], [1, 1, 5]] [182, 123] }
-- random input { [70][35]i32 }
entry written_then_read [n] [m] (xss: [n][m]i32): ([n][m]i32, [n]i32) =
  let rows = map (\xs ->
    let (_, r) = loop (s, r) = (0, replicate m 0)
      for i < m do (s + xs[i], r with [i] = s + xs[i])
    in r)
    xss
  let most = i32.maximum (map (\r -> i32.maximum r) rows)
  in (rows, map (\r -> loop s = most for i < m do if s % 7 == 6 then s - r[i] else s * 2 + r[i]) rows)

-- ==
-- entry: written_then_walked
-- input { [[8, 4, 2], [1, 0, 4]] }
-- output { [[8, 12, 14], [1, 1, 5]] [182, 123] }
-- random input { [70][35]i32 } auto output
-- random input { [3][0]i32 } auto output
entry written_then_walked [n] [m] (xss: [n][m]i32): ([n][m]i32, [n]i32) =
  let rows = map (\xs ->
    let (_, r) = loop (s, r) = (0, replicate m 0)
      for i < m do (s + xs[i], r with [i] = s + xs[i])
    in r)
    xss
  let most = i32.maximum (map (\r -> loop s = 1 for i < m do i32.max s (s % 3 + r[i])) rows)
  in (rows, map (\r -> loop s = most for i < m do if s % 7 == 6 then s - r[i] else s * 2 + r[i]) rows)

-- Made of numbers, given, and walked if that is asked for: who walks reads them turned, as
-- they lie.
-- ==
-- entry: made_then_walked
-- input { [1, 5] 3i64 true } output { [[1, 3, 10], [5, 15, 46]] [1031, 4755] }
-- input { [1, 5] 3i64 false } output { [[1, 3, 10], [5, 15, 46]] [1, 5] }
-- random input { [65]i32 100i64 true }
-- random input { [31]i32 33i64 true }
-- random input { [3]i32 0i64 true }
entry made_then_walked [n] (ks: [n]i32) (m: i64) (walk: bool): ([n][m]i32, [n]i32) =
  let rows = map (\k -> loop r = replicate m k for i < m - 1 do
                    r with [i + 1] = r[i] * 3 + i32.i64 i) ks
  in (rows, if walk
            then map (\r -> loop t = 0 for i < m do t * 10 + r[m - 1 - i] + 0 * r[i]) rows
            else ks)

-- The rows, and numbers, that a loop carries; those of its first round are read again.
-- ==
-- entry: steps_counted
-- random input { [40][97]i32 0 }
-- random input { [40][97]i32 3 }
-- random input { [33][5]i32 2 }
entry steps_counted [n] [m] (xss: [n][m]i32) (k: i32): (i32, [n][m]i32, i32) =
  let (c, yss, d) = loop (c, yss, d) = (1, xss, 2) for t < k do
    (c + d, map (\xs -> loop (r: *[m]i32) = copy xs for i < m - 1 do r with [i + 1] = r[i] ^ (r[i + 1] * c)) yss, d * t)
  in (c, yss, d + (if n > 0 && m > 0 then xss[0, 0] else 0))
