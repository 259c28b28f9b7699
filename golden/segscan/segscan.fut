-- Segmented scan by its classic operator on pairs of flag and value.
-- ==
-- input { [true, false, true, false, false] [1, 2, 3, 4, 5] }
-- output { [1, 3, 3, 7, 12] }
-- random input { [3000]bool [3000]i32 }

def segmented 't (op: t -> t -> t) (f1: bool, x1: t) (f2: bool, x2: t): (bool, t) =
  (f1 || f2, if f2 then x2 else op x1 x2)

entry main [n] (flags: [n]bool) (values: [n]i32): [n]i32 =
  let (_, sums) = unzip (scan (segmented (+)) (false, 0) (zip flags values))
  in sums
