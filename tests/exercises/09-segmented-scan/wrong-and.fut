-- says: is not associative: for a.1 = false, a.2 = 2i32, b.1 = true
def lifted (f: bool, x: i32) (g: bool, y: i32): (bool, i32) =
  ( f && g
  , if g then y else x + y )

def segmented_scan [n] (flags: [n]bool) (xs: [n]i32): [n]i32 =
  (unzip (scan lifted (false, 0) (zip flags xs))).1
