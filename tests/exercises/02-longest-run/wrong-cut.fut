-- says: is not neutral for this operator
type run = { best: i64, first: i64, last: i64, all: i64, from: i32, to: i32 }

def append (a: run) (b: run): run =
  let connected = a.all == 0 || b.all == 0 || a.to == b.from
  in { best = i64.max a.best b.best
     , first = if a.first == a.all && connected then a.first + b.first else a.first
     , last = b.last
     , all = a.all + b.all
     , from = if a.all == 0 then b.from else a.from
     , to = if b.all == 0 then a.to else b.to }

hom runs (xs: []i32): run =
  | []     -> { best = 0, first = 0, last = 0, all = 0, from = 0, to = 0 }
  | [x]    -> { best = 1, first = 1, last = 1, all = 1, from = x, to = x }
  | a ++ b -> append (runs a) (runs b)
