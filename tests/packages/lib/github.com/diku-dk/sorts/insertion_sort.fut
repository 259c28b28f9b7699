def insertion_sort [n] 't ((<=): t -> t -> bool) (xs: [n]t): *[n]t =
  loop xs = copy xs for i in 1..<i64.max 1 n do
    (loop (j, xs) = (i, xs)
      while j > 0 && !(xs[j - 1] <= xs[j]) do
        let tmp = copy xs[j - 1]
        let xs[j - 1] = copy xs[j]
        let xs[j] = tmp
        in (j - 1, xs)).1
def insertion_sort_by_key [n] 't 'k (key: t -> k) ((<=): k -> k -> bool) (xs: [n]t): [n]t =
  zip (map key xs) (iota n) |> insertion_sort (\(x, _) (y, _) -> x <= y) |> map (\(_, i) -> xs[i])
