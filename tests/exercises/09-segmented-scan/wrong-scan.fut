-- says: FAILED
def lifted (f: bool, x: i32) (g: bool, y: i32): (bool, i32) =
  ( f || g
  , x + y )

def segmented_scan [n] (flags: [n]bool) (xs: [n]i32): [n]i32 =
  (unzip (scan lifted (false, 0) (zip flags xs))).1
