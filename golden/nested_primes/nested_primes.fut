-- The primes up to n: each round strikes out the multiples of all primes that are known, row by
-- row. PMPH notes, figure 22; that gives [2] for n = 0 and 1, so the last line here is added.
-- ==
-- input { 30i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64] }
-- input { 3i64 }
-- output { [2i64, 3i64] }
-- input { 0i64 }
-- output { empty([0]i64) }
-- input { 1000i64 }

entry main (n: i64): []i64 =
  let (primes, _) =
    loop (primes, len) = ([2], 2) while len < n do
      let len = if n / len < len then n else len * len
      let composite = map (\p -> map (* p) (map (+ 2) (iota (len / p - 1)))) primes
      let not_primes = flatten composite
      let flags = scatter (map (> 1) (iota (len + 1)))
                          not_primes (map (\_ -> false) not_primes)
      in (filter (\i -> flags[i]) (iota (len + 1)), len)
  in filter (<= n) primes
