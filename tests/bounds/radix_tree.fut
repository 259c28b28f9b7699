-- The other end and the split of each node of a radix tree, after Karras.
entry main [n] (codes: [n]u64): []i64 =
  let common (i: i64) (j: i64) =
    if j >= 0 && j < n
    then (if codes[i] == codes[j] then 64 + u64.clz (u64.i64 i ^ u64.i64 j) else u64.clz (codes[i] ^ codes[j]))
    else -1
  in tabulate (n - 1) (\i ->
    let d = i64.sgn (i64.i32 (common i (i + 1) - common i (i - 1)))
    let least = common i (i - d)
    let most = loop m = 2 while common i (i + m * d) > least do m * 2
    let (l, _) = loop (l, t) = (0, most / 2) while t > 0 do
      if common i (i + (l + t) * d) > least then (l + t, t / 2) else (l, t / 2)
    let j = i + l * d
    let here = common i j
    let (s, _) = loop (s, q) = (0, 1) while q <= l do
      let t = (l + q * 2 - 1) / (q * 2)
      in if common i (i + (s + t) * d) > here then (s + t, q * 2) else (s, q * 2)
    let g = i + s * d + i64.min d 0
    in if i64.min i j == g then -1 else g)
