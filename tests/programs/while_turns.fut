-- While loops end in the caller's array, whatever the number of their rounds.
-- ==
-- entry: grow grow_taken grow_made grow_two grow_read counted reads_first
-- input { empty([0]i32) }
-- input { [1i32] }
-- input { [1i32,2i32,3i32,4i32,5i32] }
-- input { [3i32,0i32,6i32] }
-- input { [2000i32,0i32] }
-- random input { [31]i32 }
-- random input { [33]i32 }
-- random input { [3000]i32 }
def small [n] (xs: [n]i32) (k: i32): bool = k < 9 && i32.sum (map (& 1023) xs) < 700
def add [n] (xs: [n]i32): [n]i32 = map2 (+) xs (rotate 1 xs)

entry grow [n] (xs: [n]i32): ([n]i32, i32) =
  loop (xs, k) = (xs, 0) while small xs k do (add xs, k + 1)

entry grow_taken [n] (xs: *[n]i32): (*[n]i32, i32) =
  loop (xs, k) = (xs, 0) while small xs k do (add xs, k + 1)

entry grow_made [n] (xs: [n]i32): ([n]i32, i32) =
  loop (xs, k) = (map (* 2) xs, 0) while small xs k do (add xs, k + 1)

-- Two arrays, one of which the caller gave.
entry grow_two [n] (xs: *[n]i32): ([n]i32, [n]i32, i32) =
  loop (xs, ys, k) = (xs, map (+ 1) xs, 0) while small xs k do
    (map2 (+) xs (reverse ys), map2 (-) ys (rotate 1 xs), k + 1)

-- The result is read again, and so is the parameter.
entry grow_read [n] (xs: [n]i32): ([n]i32, i32, [n]i32) =
  let (ys, k) = loop (ys, k) = (xs, 0) while small ys k do (add ys, k + 1)
  in (ys, i32.sum ys + k, map2 (+) (rotate 2 ys) xs)

-- The number of rounds is found before the loop.
entry counted [n] (xs: *[n]i32): *[n]i32 =
  let k = i32.sum xs % 4
  in loop xs for _i < k do add xs

entry reads_first [n] (xs: *[n]i32): ([n]i32, [n]i32) =
  let as = map (* 3) xs
  let (ys, _) = loop (ys, k) = (rotate 1 xs, 0) while small ys k do (map2 (+) (add ys) as, k + 1)
  in (ys, as)

-- Parts of the parameter, and numbers of it, are read behind the loop.
-- ==
-- entry: sliced number_before reversed_before
-- input { empty([0]i32) }
-- input { [1i32] }
-- input { [3i32,0i32,6i32] }
-- random input { [31]i32 }
-- random input { [3000]i32 }
entry sliced [n] (xs: *[n]i32): ([n]i32, i32) =
  let half = xs[n / 2:]
  let (ys, _) = loop (ys, k) = (xs, 0) while small ys k do (add ys, k + 1)
  in (ys, i32.sum half)

entry number_before [n] (xs: *[n]i32): [n]i32 =
  let x = if n > 0 then xs[n - 1] else 0
  let (ys, _) = loop (ys, k) = (xs, 0) while small ys k do (add ys, k + 1)
  in map (+ x) ys

entry reversed_before [n] (xs: *[n]i32): ([n]i32, [n]i32) =
  let rs = reverse xs
  let (ys, _) = loop (ys, k) = (xs, 0) while small ys k do (add ys, k + 1)
  in (ys, map (+ 1) rs)
