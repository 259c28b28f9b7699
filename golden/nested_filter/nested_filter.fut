-- Each row keeps some of its numbers, and takes their sum times the largest: how long the
-- rows are that are kept is known when they are there.
-- ==
-- input { [5i64, 0i64, 9i64, 1i64] }
-- output { [15i64, 0i64, 192i64, 0i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [0i64, 0i64] }
-- output { [0i64, 0i64] }

entry main [m] (ns: [m]i64): [m]i64 =
  map (\n -> let kept = filter (\x -> x % 3 != 1) (iota n)
             in reduce (+) 0 kept * reduce i64.max 0 kept) ns
