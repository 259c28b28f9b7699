-- Linear function composition: a scan of x -> a*x + b, not commutative.
-- ==
-- input { [1, 2, 3] [1, 0, 3] }
-- output { [1, 2, 9] }
-- input { empty([0]i32) empty([0]i32) }
-- output { empty([0]i32) }
-- random input { [2000]i32 [2000]i32 }

def compose (a: i32, b: i32) (c: i32, d: i32): (i32, i32) = (a * c, c * b + d)

entry main [n] (slopes: [n]i32) (offsets: [n]i32): [n]i32 =
  let (_, values) = unzip (scan compose (1, 0) (zip slopes offsets))
  in values
