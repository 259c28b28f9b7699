-- Loops: for, in, while; on scalars, on arrays, nested, zero times.
-- ==
-- entry: factorial
-- input { 5 }
-- output { 120i32 }
-- input { 0 }
-- output { 1i32 }

entry factorial (n: i32): i32 = loop acc = 1 for i < n do acc * (i + 1)

-- ==
-- entry: horner
-- input { [1, 2, 3] 10 }
-- output { 123i32 }
-- input { empty([0]i32) 3 }
-- output { 0i32 }

entry horner [n] (cs: [n]i32) (x: i32): i32 = loop acc = 0 for c in cs do acc * x + c

-- ==
-- entry: collatz
-- input { [1, 7, 27] }
-- output { [0i32, 16i32, 111i32] }

entry collatz [n] (xs: [n]i32): [n]i32 =
  map (\x ->
    let (_, steps) = loop (y, steps) = (x, 0) while y != 1 do
      (if y % 2 == 0 then y / 2 else 3 * y + 1, steps + 1)
    in steps) xs

-- ==
-- entry: powers
-- input { [1, 2, 3] 4 }
-- output { [1i32, 16i32, 81i32] }
-- input { [1, 2, 3] 0 }
-- output { [1i32, 1i32, 1i32] }

entry powers [n] (xs: [n]i32) (k: i32): [n]i32 =
  loop ys = replicate n 1 for _i < k do map2 (*) ys xs

-- ==
-- entry: until_large
-- input { [1, 2, 3] }
-- output { [32i32, 64i32, 96i32] 5i32 }

entry until_large [n] (xs: [n]i32): ([n]i32, i32) =
  loop (ys, turns) = (xs, 0) while reduce (+) 0 ys < 100 do
    (map (* 2) ys, turns + 1)

-- ==
-- entry: swap
-- input { [1, 2] [3, 4] 3 }
-- output { [3i32, 4i32] [1i32, 2i32] }
-- input { [1, 2] [3, 4] 4 }
-- output { [1i32, 2i32] [3i32, 4i32] }

entry swap [n] (xs: [n]i32) (ys: [n]i32) (k: i32): ([n]i32, [n]i32) =
  loop (a: [n]i32, b: [n]i32) = (xs, ys) for _i < k do (b, a)

-- ==
-- entry: nested
-- input { 3 4 }
-- output { 18i32 }

entry nested (n: i32) (m: i32): i32 =
  loop acc = 0 for i < n do
    loop acc for j < m do acc + i * j
