-- Points against a table of points, each read by the numbers of its coordinates: from as many
-- points on as a block has threads, a block has a tile of each coordinate in shared memory.

def force (p: [3]i32) (q: [3]i32) (mass: i32): (i32, i32, i32) =
  let (x, y, z) = (q[0] - p[0], q[1] - p[1], q[2] - p[2])
  let s = mass * (x * x + y * y + z * z)
  in (s * x, s * y, s * z)

def add (a: i32, b: i32, c: i32) (x: i32, y: i32, z: i32) = (a + x, b + y, c + z)

-- ==
-- entry: forces
-- input { [[0, 0, 0], [1, 0, 0], [0, 2, 0]] [3, 5, 7] }
-- output { [[5, 56, 0], [-38, 70, 0], [25, -74, 0]] }
-- input { empty([0][3]i32) empty([0]i32) } output { empty([0][3]i32) }
-- input { [[4, 5, 6]] [9] } output { [[0, 0, 0]] }
entry forces [n] (points: [n][3]i32) (masses: [n]i32): [n][3]i32 =
  map (\p -> let (x, y, z) = reduce add (0, 0, 0) (map2 (force p) points masses)
             in [x, y, z]) points

def distance (p: [2]i32) (x: i32) (y: i32) = (p[0] - x) * (p[0] - x) + (p[1] - y) * (p[1] - y)

def nearer (a: i32, i: i64) (b: i32, j: i64) = if a < b || (a == b && i < j) then (a, i) else (b, j)

def far = (i32.highest, i64.highest)

-- ==
-- entry: by_rows by_numbers
-- input { [[1, 2], [5, 5], [0, 9]] [[0, 0], [4, 4]] } output { [0i64, 1i64, 1i64] }
-- input { [[1, 2]] empty([0][2]i32) } output { [9223372036854775807i64] }
-- input { empty([0][2]i32) [[1, 2]] } output { empty([0]i64) }
entry by_rows [n] [k] (points: [n][2]i32) (centres: [k][2]i32): [n]i64 =
  map (\p -> (reduce nearer far (zip (map (\c -> distance p c[0] c[1]) centres) (iota k))).1) points

entry by_numbers [n] [k] (points: [n][2]i32) (centres: [k][2]i32): [n]i64 =
  map (\p -> (reduce nearer far (map (\i -> (distance p centres[i, 0] centres[i, 1], i)) (iota k))).1)
      points

-- Sums over results, of points that fill a block, or not quite, or more.
-- ==
-- entry: sums
-- input { 255i64 255i64 } output { -554571654 }
-- input { 256i64 3i64 } output { 1813081093 }
-- input { 257i64 513i64 } output { -790657581 }
-- input { 521i64 256i64 } output { -647058859 }
entry sums (n: i64) (k: i64): i32 =
  let some seed m = opaque (tabulate_2d m 3 (\i j -> i32.i64 (((i + seed) * (j + 7) * 31) % 101)))
  let points = some 3 n
  let masses = opaque (map (\p -> p[0] % 5) points)
  let pulls = opaque (forces points masses)
  let at = opaque (by_rows (map (take 2) points) (opaque (map (take 2) (some 5 k))))
  in i32.sum (map3 (\p i m -> (p[0] + 3 * p[1] - p[2]) * i32.i64 (i % 7 + 1) + m) pulls at masses)

-- Two folds of an element, and a row made between them.
-- ==
-- entry: both
-- input { 3i64 2i64 } output { 29481 }
-- input { 256i64 300i64 } output { 345307401 }
-- input { 300i64 0i64 } output { 382997286 }
entry both (n: i64) (k: i64): i32 =
  let numbers m = opaque (map (\i -> i32.i64 ((i * 31) % 101)) (iota m))
  let (xs, ys) = (numbers n, numbers k)
  let rows = opaque (map (\x -> let s = i32.sum (map (\a -> (a - x) * (a + 3)) xs)
                                let t = i32.sum (map (\b -> (b - x) * b) ys)
                                in [s, x, t]) xs)
  in i32.sum (map (\r -> r[0] * 5 + r[1] * 7 + r[2]) rows)

-- What each point does to another is folded coordinate by coordinate, in a thread.
-- ==
-- entry: pulls
-- input { [[0i32, 0i32, 0i32], [1i32, 2i32, 2i32]] [10i32, 20i32] }
-- output { [[222i32, 444i32, 444i32], [-111i32, -222i32, -222i32]] }
-- input { empty([0][3]i32) empty([0]i32) } output { empty([0][3]i32) }
-- compiled random input { [257][3]i32 [257]i32 } auto output
entry pulls [n] (points: [n][3]i32) (masses: [n]i32): [n][3]i32 =
  map (\p -> let pull q mass = let d = map2 (-) q p
                               let distance = i32.sum (map (\x -> x * x) d) | 1
                               in map (* (mass * 100 / distance)) d
             in reduce (map2 (+)) [0, 0, 0] (map2 pull points masses)) points
