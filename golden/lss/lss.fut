-- Longest satisfying segment: the longest part of an array in ascending order.
-- A list homomorphism: beside the longest such part, the lengths of those at both
-- ends, of the whole, and the elements at both ends.
-- ==
-- input { [1, 3, 2, 4, 5, 5, 0, 9] }
-- output { 4i64 }
-- input { empty([0]i32) }
-- output { 0i64 }
-- input { [7] }
-- output { 1i64 }
-- input { [5, 4, 3, 2, 1] }
-- output { 1i64 }
-- input { [1, 2, 3, 4, 5] }
-- output { 5i64 }
-- script input { map (\i -> i32.i64 (i * i * 79 % 201 - 100)) (iota 1000) }

type segment = { best: i64, first: i64, last: i64, all: i64, from: i32, to: i32 }

def append (a: segment) (b: segment): segment =
  let connected = a.all == 0 || b.all == 0 || a.to <= b.from
  in { best = i64.max (i64.max a.best b.best) (if connected then a.last + b.first else 0)
     , first = if a.first == a.all && connected then a.first + b.first else a.first
     , last = if b.last == b.all && connected then a.last + b.last else b.last
     , all = a.all + b.all
     , from = if a.all == 0 then b.from else a.from
     , to = if b.all == 0 then a.to else b.to }

hom ascending (xs: []i32): segment =
  | []     -> { best = 0, first = 0, last = 0, all = 0, from = 0, to = 0 }
  | [x]    -> { best = 1, first = 1, last = 1, all = 1, from = x, to = x }
  | a ++ b -> append (ascending a) (ascending b)

entry main [n] (xs: [n]i32): i64 = (ascending xs).best
