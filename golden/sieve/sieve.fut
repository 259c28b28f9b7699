-- The sieve of Eratosthenes: all multiples of all numbers up to the root of n are struck out at
-- once, n ln n / 2 writes or so. A number's multiples are a row; none of the rows is stored.
-- ==
-- input { 30i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64] }
-- input { 2i64 }
-- output { empty([0]i64) }
-- input { 0i64 }
-- output { empty([0]i64) }
-- input { 1000i64 }

entry main (n: i64): []i64 =
  let root = i64.f64 (f64.sqrt (f64.i64 n))
  let multiples = map (\k -> let p = k + 2
                             in map (\j -> p * (j + p)) (iota (i64.max 0 ((n - 1) / p - p + 1))))
                      (iota root)
  let struck = flatten multiples
  let prime = scatter (replicate n true) struck (map (const false) struck)
  in filter (\i -> i > 1 && prime[i]) (iota n)
