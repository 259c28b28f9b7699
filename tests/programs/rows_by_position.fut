-- Rows that are as long as their position, or something computed of it, says.

def go [k] (xs: [k]i64) (i: i64) =
  if i > 2 && k > 1 then
    xs[k/2] + xs[0] + (loop s = 0 for j < k do s * 3 + xs[j])
  else 0

-- ==
-- entry: added_to
-- input { 0i64 } output { empty([0][3]i64) }
-- input { 1i64 } output { [[0i64, 0i64, 0i64]] }
-- input { 4i64 } output { [[0i64, 0i64, 0i64], [1i64, 0i64, 0i64], [2i64, 3i64, 0i64], [3i64, 4i64, 5i64]] }
-- input { 5i64 } error: out of bounds
entry added_to (n: i64) =
  map (\i -> let a = replicate 3 0i64 in a with [0:i] = map (+i) (iota i)) (iota n)

-- ==
-- entry: folded_by
-- input { 0i64 } output { empty([0]i64) }
-- input { 1i64 } output { [0i64] }
-- input { 4i64 } output { [0i64, 0i64, 0i64, 21i64] }
entry folded_by (n: i64) =
  map (\i -> let xs = scan (+) 0 (map (\j -> j * i % 7) (iota i))
             in if i > 2 then xs[i/2] + xs[0] + (loop s = 0 for k < i do s * 3 + xs[k]) else 0)
      (iota n)

-- ==
-- entry: scanned_into
-- input { 0i64 } output { empty([0][3]i64) }
-- input { 1i64 } output { [[0i64, 0i64, 0i64]] }
-- input { 4i64 } output { [[0i64, 0i64, 0i64], [0i64, 0i64, 0i64], [0i64, 1i64, 0i64], [0i64, 1i64, 3i64]] }
-- input { 5i64 } error: out of bounds
entry scanned_into (n: i64) =
  map (\i -> let a = replicate 3 0i64 in a with [0:i] = scan (+) 0 (iota i)) (iota n)

-- ==
-- entry: one_longer
-- input { 0i64 } output { empty([0]i64) }
-- input { 1i64 } output { [0i64] }
-- input { 4i64 } output { [0i64, 0i64, 0i64, 27i64] }
entry one_longer (n: i64) =
  map (\i -> go (scan (+) 0 (iota (i+1))) i) (iota n)

-- ==
-- entry: half_as_long
-- input { 0i64 } output { empty([0]i64) }
-- input { 1i64 } output { [0i64] }
-- input { 4i64 } output { [0i64, 0i64, 0i64, 0i64] }
entry half_as_long (n: i64) =
  map (\i -> go (scan (+) 0 (iota (i/2))) i) (iota n)

-- ==
-- entry: the_rest
-- input { 0i64 } output { empty([0]i64) }
-- input { 1i64 } output { [0i64] }
-- input { 4i64 } output { [0i64, 0i64, 0i64, 0i64] }
entry the_rest (n: i64) =
  map (\i -> go (scan (+) 0 (iota (n-i))) i) (iota n)

-- ==
-- entry: at_most_three
-- input { 0i64 } output { empty([0]i64) }
-- input { 1i64 } output { [0i64] }
-- input { 4i64 } output { [0i64, 0i64, 0i64, 21i64] }
entry at_most_three (n: i64) =
  map (\i -> let k = i64.min i 3 in go (scan (+) 0 (map (*i) (iota k))) i) (iota n)

-- ==
-- entry: by_two_positions
-- input { 0i64 } output { empty([0][3]i64) }
-- input { 1i64 } output { [[0i64, 0i64, 0i64]] }
-- input { 4i64 } output { [[0i64, 0i64, 0i64], [0i64, 0i64, 0i64], [0i64, 0i64, 0i64], [7i64, 27i64, 85i64]] }
entry by_two_positions (n: i64) =
  map (\i -> map (\j -> go (scan (+) 0 (iota (i+j))) i) (iota 3)) (iota n)
