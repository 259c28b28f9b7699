-- A function that calls itself on the host, one call after the other, has versions, too.
def merge [n][m] (a: [n]i32) (b: [m]i32): []i32 =
  let rank_a = map (\x -> let below = i32.maximum (map (\y -> if y < x then y else i32.lowest) b)
                         in i64.sum (map (\y -> i64.bool (y < x && y <= below)) b)) a
  let rank_b = map (\y -> reduce (+) 0 (map (\x -> if x <= y then 1i64 else 0) a)) b
  let is = map2 (+) (iota n) rank_a ++ map2 (+) (iota m) rank_b
  in scatter (replicate (n + m) 0i32) is (a ++ b)

def msort [n] (xs: [n]i32): []i32 =
  if n <= 1 then xs
  else merge xs[:1] (msort xs[1:])

-- ==
-- input { [3, 1, 2] }
-- output { [1, 2, 3] }
-- input { empty([0]i32) }
-- output { empty([0]i32) }
-- random input { [33]i32 }
entry main [n] (xs: [n]i32): []i32 = msort xs
