-- The primes below n. Those below the root of n strike out all other numbers.
-- ==
-- input { 30i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64] }
-- input { 3i64 }
-- output { [2i64] }
-- input { 0i64 }
-- output { empty([0]i64) }
-- input { 1000i64 }

def strikes [k] (primes: [k]i64) (i: i64): bool =
  or (map (\p -> i % p == 0) primes)

entry main (n: i64): []i64 =
  let (primes, _) =
    loop (primes: []i64, from) = ([], 2) while from < n do
      -- No number below the square of `from` has all its factors from `from` on.
      let to = i64.min n (from * from)
      let candidates = map (+ from) (iota (to - from))
      in (primes ++ filter (\i -> !(strikes primes i)) candidates, to)
  in primes
