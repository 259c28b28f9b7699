-- says: 1i32 at [0] where 6i32
def flags [m] (n: i64) (lengths: [m]i64) (ends: [m]i64): [n]bool =
  let begins = map2 (\end length -> if length == 0 then -1 else end - length) ends lengths
  in scatter (replicate n false) begins (replicate m true)

def segmented_scan [n] (flags: [n]bool) (xs: [n]i32): [n]i32 =
  (unzip (scan (\(f, x) (g, y) -> (f || g, if g then y else x + y)) (false, 0) (zip flags xs))).1

def sums [m] [n] (lengths: [m]i64) (values: [n]i32): [m]i32 =
  let ends = scan (+) 0 lengths
  let scanned = segmented_scan (flags n lengths ends) values
  in map2 (\end length -> if length == 0 then 0 else scanned[end - length]) ends lengths
