-- Files: what they define is opened here, or has a module's name.
import "lib/linalg"
module monoids = import "lib/monoid"
local import "./lib/../lib/more/shift"

module l64 = mk_linalg f64
module l32 = mk_linalg f32
module isum = monoids.fold (monoids.sum i32)

-- ==
-- entry: dots
-- input { [1f64, 2f64, 3f64] [4f32, 5f32, 6f32] } output { 14f64 8.774964f32 }
entry dots [n] (xs: [n]f64) (ys: [n]f32) = (l64.dot xs xs, l32.norm ys)

-- ==
-- entry: products
-- input { [[1f32, 2f32], [3f32, 4f32]] [1f32, 10f32] } output { [21f32, 43f32] }
entry products [n] [m] (a: [n][m]f32) (x: [m]f32) = l32.matvec a x

-- ==
-- entry: sums
-- input { [1, 2, 3] } output { [11, 23, 36] 6 }
entry sums [n] (xs: [n]i32) = (isum.scan (shifted xs) |> map2 (+) (replicate n 0), isum.reduce xs)

-- A size of an imported file; names that are hidden by those of this one.
def amount = 1i32
-- ==
-- entry: limits
-- input { 5 } output { [0i64, 1i64, 2i64] 16 }
entry limits (x: i32): ([limit]i64, i32) = (iota limit, shift x + amount)

-- ==
-- entry: scaled
-- input { 2f64 [1f64, 2f64] } output { [2f64, 4f64] }
entry scaled [n] (k: f64) (xs: [n]f64) = map (l64.scale k) xs
