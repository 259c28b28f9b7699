-- Functions that call the one before twice: expanded, they would double with each. They are made
-- functions, and what a local one uses of the function around it is handed on.

-- | Local functions.
--
-- A blank line stands in this comment.
entry locals [n] (xs: [n]i32) (k: i32): [n]i32 =
  let f0 (x: i32): i32 = x + k + i32.i64 n
  let f1 (x: i32): i32 = f0 (x * k) + f0 x
  let f2 (x: i32): i32 = f1 (x * k) + f1 x
  let f3 (x: i32): i32 = f2 (x * k) + f2 x
  let f4 (x: i32): i32 = f3 (x * k) + f3 x
  let f5 (x: i32): i32 = f4 (x * k) + f4 x
  let f6 (x: i32): i32 = f5 (x * k) + f5 x
  let f7 (x: i32): i32 = f6 (x * k) + f6 x
  let f8 (x: i32): i32 = f7 (x * k) + f7 x
  let f9 (x: i32): i32 = f8 (x * k) + f8 x
  let f10 (x: i32): i32 = f9 (x * k) + f9 x
  let f11 (x: i32): i32 = f10 (x * k) + f10 x
  let f12 (x: i32): i32 = f11 (x * k) + f11 x
  in map f12 xs

entry lambdas [n] (xs: [n]f64) (k: f64): [n]f64 =
  let f0 = \(x: f64): f64 -> x / k
  let f1 = \(x: f64): f64 -> f0 (x + 1) + f0 x
  let f2 = \(x: f64): f64 -> f1 (x + 1) + f1 x
  let f3 = \(x: f64): f64 -> f2 (x + 1) + f2 x
  let f4 = \(x: f64): f64 -> f3 (x + 1) + f3 x
  let f5 = \(x: f64): f64 -> f4 (x + 1) + f4 x
  let f6 = \(x: f64): f64 -> f5 (x + 1) + f5 x
  let f7 = \(x: f64): f64 -> f6 (x + 1) + f6 x
  let f8 = \(x: f64): f64 -> f7 (x + 1) + f7 x
  let f9 = \(x: f64): f64 -> f8 (x + 1) + f8 x
  let f10 = \(x: f64): f64 -> f9 (x + 1) + f9 x
  let f11 = \(x: f64): f64 -> f10 (x + 1) + f10 x
  let f12 = \(x: f64): f64 -> f11 (x + 1) + f11 x
  in map f12 xs

def g0 't (f: t -> i32) (x: t): i32 = f x + 1
def g1 't (f: t -> i32) (x: t): i32 = g0 f x * 2 + g0 f x
def g2 't (f: t -> i32) (x: t): i32 = g1 f x * 2 + g1 f x
def g3 't (f: t -> i32) (x: t): i32 = g2 f x * 2 + g2 f x
def g4 't (f: t -> i32) (x: t): i32 = g3 f x * 2 + g3 f x
def g5 't (f: t -> i32) (x: t): i32 = g4 f x * 2 + g4 f x
def g6 't (f: t -> i32) (x: t): i32 = g5 f x * 2 + g5 f x
def g7 't (f: t -> i32) (x: t): i32 = g6 f x * 2 + g6 f x
def g8 't (f: t -> i32) (x: t): i32 = g7 f x * 2 + g7 f x
def g9 't (f: t -> i32) (x: t): i32 = g8 f x * 2 + g8 f x
def g10 't (f: t -> i32) (x: t): i32 = g9 f x * 2 + g9 f x
def g11 't (f: t -> i32) (x: t): i32 = g10 f x * 2 + g10 f x
def g12 't (f: t -> i32) (x: t): i32 = g11 f x * 2 + g11 f x
entry given [n] (xs: [n]i32) (k: i32): [n]i32 =
  map2 (+) (map (g12 (+ k)) xs) (map (g12 (\x -> x * k)) xs)

entry in_loop [n] (xs: [n]i64) (ks: [3]i64): [n]i64 =
  loop xs for k in ks do
    let f0 (x: i64, y: i64): (i64, i64) = (x + k, y - x)
    let f1 (x: i64, y: i64): (i64, i64) = let (a, b) = f0 (x, y) in f0 (b % 1000, a)
    let f2 (x: i64, y: i64): (i64, i64) = let (a, b) = f1 (x, y) in f1 (b % 1000, a)
    let f3 (x: i64, y: i64): (i64, i64) = let (a, b) = f2 (x, y) in f2 (b % 1000, a)
    let f4 (x: i64, y: i64): (i64, i64) = let (a, b) = f3 (x, y) in f3 (b % 1000, a)
    let f5 (x: i64, y: i64): (i64, i64) = let (a, b) = f4 (x, y) in f4 (b % 1000, a)
    let f6 (x: i64, y: i64): (i64, i64) = let (a, b) = f5 (x, y) in f5 (b % 1000, a)
    let f7 (x: i64, y: i64): (i64, i64) = let (a, b) = f6 (x, y) in f6 (b % 1000, a)
    let f8 (x: i64, y: i64): (i64, i64) = let (a, b) = f7 (x, y) in f7 (b % 1000, a)
    let f9 (x: i64, y: i64): (i64, i64) = let (a, b) = f8 (x, y) in f8 (b % 1000, a)
    let f10 (x: i64, y: i64): (i64, i64) = let (a, b) = f9 (x, y) in f9 (b % 1000, a)
    let f11 (x: i64, y: i64): (i64, i64) = let (a, b) = f10 (x, y) in f10 (b % 1000, a)
    let f12 (x: i64, y: i64): (i64, i64) = let (a, b) = f11 (x, y) in f11 (b % 1000, a)
    in map (\x -> (f12 (x, k)).0) xs

-- ==
-- entry: locals
-- input { [1i32,2,-3] 5i32 }
-- output { [-2118152192i32, 58630144i32, 2059620352i32] }

-- ==
-- entry: lambdas
-- input { [1f64,2,-3] 5f64 }
-- output { [5734.399999999999636f64, 6553.600000000000364f64, 2457.599999999999909f64] }

-- ==
-- entry: given
-- input { [1i32,2,-3] 5i32 }
-- output { [6908733i32, 10097379i32, -5845851i32] }

-- ==
-- entry: in_loop
-- input { [1i64,2,-3] [5i64,7,11] }
-- output { [790i64, 667i64, 282i64] }
