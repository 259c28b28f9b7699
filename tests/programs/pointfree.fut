-- Entry points that are written without their parameters.

def increment [n] (xs: [n]i32): [n]i32 = map (+ 1) xs
def subtract (x: i32) (y: i32) = x - y

-- A name is enough; so is a section, and a composition.
-- ==
-- entry: named partial composed
-- input { [1, 2] } output { [2, 3] }
-- input { empty([0]i32) } output { empty([0]i32) }
entry named = increment
entry partial = map (+ 1i32)
entry composed = increment >-> map (+ 0)

-- Several parameters, some of them written.
-- ==
-- entry: two one_of_two
-- input { 7 2 } output { 5 }
entry two = subtract
entry one_of_two (x: i32) = subtract x

-- The type says how many there are; a lambda's names are kept.
-- ==
-- entry: typed written
-- input { [1, 2, 3] } output { 6 }
entry typed: []i32 -> i32 = i32.sum
entry written: []i32 -> i32 = \xs -> loop s = 0 for x in xs do s + x

-- Names of the prelude, of types and of attributes may be used as one likes.
def local_ (x: i32) = x + 1
def reduce (x: i32) = x * 2
def map2 (f: i32 -> i32) (x: i32) = f (reduce x)
def both (iota: i32) (length: i32) = iota + length
def min = 3i32

-- ==
-- entry: names
-- input { 5 } output { 26 }
entry names (x: i32) =
  let zip = 4
  let i32 = 5i32
  let sum unsafe = unsafe + zip
  in sum (map2 local_ x + both 1 2 + min + i32)

-- The sizes of unflatten follow from a size that is a product.
-- ==
-- entry: unflattened
-- input { 2i64 3i64 } output { [[0i64, 1i64, 2i64], [3i64, 4i64, 5i64]] }
-- input { 6i64 1i64 }
-- output { [[0i64], [1i64], [2i64], [3i64], [4i64], [5i64]] }
-- input { 2i64 2i64 } error: 6
entry unflattened (n: i64) (m: i64) = unflatten (iota 6 :> [n * m]i64)
