-- Two-way partition by scan and scatter: the even numbers first.
-- ==
-- input { [5, 4, 2, 3, 7, 8] }
-- output { 3i64 [4, 2, 8, 5, 3, 7] }
-- input { empty([0]i32) }
-- output { 0i64 empty([0]i32) }
-- random input { [1000]i32 }

entry main [n] (xs: [n]i32): (i64, [n]i32) =
  let trues = map (\x -> if x % 2 == 0 then 1i64 else 0) xs
  let falses = map (\t -> 1 - t) trues
  let before = scan (+) 0 trues
  let count = if n > 0 then before[n - 1] else 0
  let after = scan (+) 0 falses
  let targets = map3 (\t b a -> if t == 1 then b - 1 else count + a - 1)
                     trues before after
  in (count, scatter (copy xs) targets xs)
