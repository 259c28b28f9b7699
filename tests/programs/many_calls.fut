-- Functions of arrays that are called very often become functions that the host calls.

def f0 [n] (xs: [n]i32): [n]i32 = scan (+) 0 xs
def f1 [n] (xs: [n]i32): [n]i32 = map2 (+) (f0 xs) (f0 (map (* 2) xs))
def f2 [n] (xs: [n]i32): [n]i32 = map2 (+) (f1 xs) (f1 (map (* 2) xs))
def f3 [n] (xs: [n]i32): [n]i32 = map2 (+) (f2 xs) (f2 (map (* 2) xs))
def f4 [n] (xs: [n]i32): [n]i32 = map2 (+) (f3 xs) (f3 (map (* 2) xs))
def f5 [n] (xs: [n]i32): [n]i32 = map2 (+) (f4 xs) (f4 (map (* 2) xs))
def f6 [n] (xs: [n]i32): [n]i32 = map2 (+) (f5 xs) (f5 (map (* 2) xs))
def f7 [n] (xs: [n]i32): [n]i32 = map2 (+) (f6 xs) (f6 (map (* 2) xs))
def f8 [n] (xs: [n]i32): [n]i32 = map2 (+) (f7 xs) (f7 (map (* 2) xs))

-- ==
-- entry: doubled
-- input { [1, 2, 3, -4, 5] } output { [6561, 19683, 39366, 13122, 45927] }
-- input { empty([0]i32) } output { empty([0]i32) }
entry doubled [n] (xs: [n]i32): [n]i32 = f8 xs
