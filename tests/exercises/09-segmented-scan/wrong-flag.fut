-- says: this operator is not associative
def lifted (f: bool, x: i32) (g: bool, y: i32): (bool, i32) =
  ( g
  , if g then y else x + y )

def segmented_scan [n] (flags: [n]bool) (xs: [n]i32): [n]i32 =
  (unzip (scan lifted (false, 0) (zip flags xs))).1
