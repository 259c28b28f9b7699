-- Points against a table of points, each read by the numbers of its coordinates: from as many
-- points on as a block has threads, a block has a tile of the table in shared memory.

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

-- Coordinates in a fold are done one by one, also where they come out of branches, and rows of
-- rows of few; of long records, of which few columns are read, these columns are in tiles.
-- ==
-- entry: near_pulls
-- input { [[0i32, 0i32, 0i32], [1i32, 2i32, 2i32], [50i32, 0i32, 1i32]] }
-- output { [[1i32, 2i32, 2i32], [-1i32, -2i32, -2i32], [0i32, 0i32, 0i32]] }
-- input { empty([0][3]i32) } output { empty([0][3]i32) }
-- compiled random input { [1][3]i32 } auto output
-- compiled random input { [31][3]i32 } auto output
-- compiled random input { [255][3]i32 } auto output
-- compiled random input { [256][3]i32 } auto output
-- compiled random input { [257][3]i32 } auto output
-- compiled random input { [523][3]i32 } auto output
entry near_pulls [n] (points: [n][3]i32): [n][3]i32 =
  let pull p q = let d = map2 (-) q p
                 let distance = reduce (+) 0 (map2 (*) d d)
                 in if distance > 100 then replicate 3 0 else d
  in map (\p -> reduce (map2 (+)) [0, 0, 0] (map (pull p) points)) points

-- ==
-- entry: nearest
-- input { [[0i32, 0i32, 0i32], [9i32, 9i32, 9i32]] [[1i32, 1i32, 1i32], [7i32, 8i32, 9i32]] }
-- output { [0i64, 1i64] }
-- compiled random input { [257][3]i32 [31][3]i32 } auto output
-- compiled random input { [300][3]i32 [257][3]i32 } auto output
entry nearest [n] [k] (points: [n][3]i32) (table: [k][3]i32): [n]i64 =
  map (\p -> let ds = map (\q -> i32.sum (map2 (\x y -> (x - y) * (x - y)) p q)) table
             in (reduce nearer far (zip ds (iota k))).1) points

-- ==
-- entry: turned_sums
-- compiled random input { [300][2][2]i32 [300]i32 } auto output
-- compiled random input { [7][2][2]i32 [300]i32 } auto output
entry turned_sums [n] [k] (ms: [k][2][2]i32) (xs: [n]i32): [n]i32 =
  map (\x -> i32.sum (map (\m -> let r = map (\row -> i32.sum (map (* x) row)) m in r[0] - r[1]) ms)) xs

-- ==
-- entry: columns
-- compiled random input { [300]i32 [257][6]i32 } auto output
-- compiled random input { [1]i32 [257][6]i32 } auto output
-- compiled random input { [300]i32 [0][6]i32 } auto output
entry columns [n] [k] (xs: [n]i32) (records: [k][6]i32): [n]i32 =
  map (\x -> i32.sum (map (\r -> (r[1] - x) * r[4]) records)) xs

-- Rows of a few numbers, one a thread: a block copies its rows, and what it makes of them.
-- ==
-- entry: crosses
-- input { [[1i32, 0i32, 2i32]] [[0i32, 3i32, 1i32]] } output { [[-6i32, -1i32, 3i32]] }
-- input { empty([0][3]i32) empty([0][3]i32) } output { empty([0][3]i32) }
-- compiled random input { [31][3]i32 [31][3]i32 } auto output
-- compiled random input { [255][3]i32 [255][3]i32 } auto output
-- compiled random input { [256][3]i32 [256][3]i32 } auto output
-- compiled random input { [257][3]i32 [257][3]i32 } auto output
-- compiled random input { [769][3]i32 [769][3]i32 } auto output
entry crosses [n] (xs: [n][3]i32) (ys: [n][3]i32): [n][3]i32 =
  map2 (\x y -> [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]])
       xs ys

-- ==
-- entry: weighted
-- input { [[1u8, 2u8, 3u8, 4u8]] [5i64] } output { [24i64] }
-- input { empty([0][4]u8) empty([0]i64) } output { empty([0]i64) }
-- compiled random input { [1021][4]u8 [1021]i64 } auto output
entry weighted [n] (rows: [n][4]u8) (xs: [n]i64): [n]i64 =
  map3 (\i r x -> i * x + i64.u8 r[0] + i64.u8 r[1] * x + i64.u8 r[2] * i64.u8 r[3] + i64.u8 r[0]
                  + (if r[0] > 100 then x else i64.u8 r[1] - 5 + i64.u8 r[2]))
       (iota n) rows xs

-- ==
-- entry: turned
-- input { [[1i32, 2i32], [3i32, 4i32]] } output { [[2i32, 1i32], [4i32, 3i32]] [3i32, 7i32] }
-- compiled random input { [513][2]i32 } auto output
entry turned [n] (rows: [n][2]i32): ([n][2]i32, [n]i32) =
  unzip (map (\r -> ([r[1], r[0]], r[0] + r[1])) rows)

-- What a fold gives moves a point by a map of few elements, round by round.
-- ==
-- entry: moved
-- input { [[0i32, 0i32, 0i32], [1i32, 2i32, 2i32]] 1i32 } output { [[1i32, 2i32, 2i32], [0i32, 0i32, 0i32]] }
-- input { empty([0][3]i32) 1i32 } output { empty([0][3]i32) }
-- compiled random input { [257][3]i32 3i32 } auto output
entry moved [n] (points: [n][3]i32) (rounds: i32): [n][3]i32 =
  loop ps = points for _i < i32.min 3 (i32.max 0 rounds) do
    map (\p -> let (x, y, z) = reduce add (0, 0, 0)
                                      (map (\q -> (q[0] - p[0], q[1] - p[1], q[2] - p[2])) ps)
               in map2 (+) p [x, y, z]) ps

-- ==
-- entry: both_ways
-- input { [[1i32, 2i32]] [[3i32, 5i32]] } output { [-26i32] }
-- input { empty([0][2]i32) [[1i32, 2i32]] } output { empty([0]i32) }
-- compiled random input { [257][2]i32 [31][2]i32 } auto output
entry both_ways [n] [k] (points: [n][2]i32) (table: [k][2]i32): [n]i32 =
  map (\p -> i32.sum (map (\q -> let (d, s) = unzip (map2 (\x y -> (x - y, x + y)) p q)
                                 in d[0] * s[1] + d[1] * s[0]) table)) points

-- Outside all maps, too: what a point comes to is weighed before the points are folded.
-- ==
-- entry: spread
-- input { [[1i32, 2i32, 3i32], [0i32, 0i32, -1i32]] 5 } output { 75i32 }
-- input { empty([0][3]i32) 5 } output { 0i32 }
-- compiled random input { [257][3]i32 i32 } auto output
entry spread [n] (points: [n][3]i32) (k: i32): i32 =
  i32.sum (map (\p -> k * i32.sum (map (\x -> x * x) p)) points)
