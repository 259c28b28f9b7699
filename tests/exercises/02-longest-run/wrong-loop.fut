-- says: 1 loop after flatten
def runs [n] (xs: [n]i32): { best: i64 } =
  let (best, _) =
    loop (best, now) = (0, 0) for i < n do
      let now = if i > 0 && xs[i] == xs[i - 1] then now + 1 else 1
      in (i64.max best now, now)
  in { best = best }
