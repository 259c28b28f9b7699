-- Maximum segment sum: a list homomorphism to four values; its operator
-- associates, but does not commute.
-- ==
-- input { [1, -2, 3, 4, -1, 5, -6, 1] }
-- output { 11 }
-- input { empty([0]i32) }
-- output { 0 }
-- input { [-3] }
-- output { 0 }
-- script input { map (\i -> i32.i64 (i * i * 79 % 201 - 100)) (iota 1000) }

def mss_op (mssx: i32, misx: i32, mcsx: i32, tsx: i32)
           (mssy: i32, misy: i32, mcsy: i32, tsy: i32): (i32, i32, i32, i32) =
  ( i32.max mssx (i32.max mssy (mcsx + misy))
  , i32.max misx (tsx + misy)
  , i32.max mcsy (mcsx + tsy)
  , tsx + tsy )

hom segments (xs: []i32): (i32, i32, i32, i32) =
  | []     -> (0, 0, 0, 0)
  | [x]    -> (i32.max x 0, i32.max x 0, i32.max x 0, x)
  | a ++ b -> mss_op (segments a) (segments b)

entry main [n] (xs: [n]i32): i32 =
  let (mss, _, _, _) = segments xs
  in mss
