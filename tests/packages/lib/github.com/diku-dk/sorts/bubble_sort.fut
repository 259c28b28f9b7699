-- | Odd-even transposition sort: neighbours are exchanged until the array is sorted.

def bubble_sort [n] 't ((<=): t -> t -> bool) (xs: [n]t): *[n]t =
  let exchange (odd: i64) (xs: [n]t) =
    tabulate n (\i ->
      let first = i % 2 == odd
      let j = if first then i + 1 else i - 1
      in if j < 0 || j >= n || xs[i64.min i j] <= xs[i64.max i j]
        then xs[i]
        else xs[j])
  let is_sorted (xs: [n]t) = and (tabulate n (\i -> i == 0 || xs[i64.max 0 (i - 1)] <= xs[i]))
  in loop xs = copy xs while !(is_sorted xs) do exchange 1 (exchange 0 xs)
