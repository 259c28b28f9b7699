-- Holes fail when the program comes to them.

-- ==
-- entry: scalar
-- input { 1 } output { 1 }
-- input { 5 } error: Reached hole of type: i32
entry scalar (x: i32): i32 = if x < 3 then x else ???

-- ==
-- entry: pairs
-- input { [1] } error: hole of type: \[n\]\(i32, f32\)
entry pairs [n] (_xs: [n]i32): [n](i32, f32) = ???

-- ==
-- entry: function
-- input { [1] } error: hole
-- input { empty([0]i32) } output { empty([0]i32) }
entry function (xs: []i32): []i32 = map ??? xs

def never 'a 'b (_: a): b = ???

-- ==
-- entry: unused
-- input { 2 } output { 2 }
entry unused (x: i32): i32 = let _y = \(z: i32) -> (never z: i32) in x
