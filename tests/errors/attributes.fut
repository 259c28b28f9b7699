-- == unclosed: syntax 2
#[inline
def f (x: i32): i32 = x
-- == empty: syntax 1
#[]
def f (x: i32): i32 = x
-- == on-nothing: syntax 3
def f (x: i32): i32 = x
#[inline]
-- == bad-argument: syntax 1
#[inline(]
def f (x: i32): i32 = x
-- == expression-unclosed: syntax 2
def f (x: i32): i32 =
  #[unsafe x
-- == expression-missing: syntax 3
def f (x: i32): i32 =
  #[unsafe]
-- == type-error-inside: type-mismatch 2
def f (x: i32): i32 =
  #[unsafe] x + true
-- == on-type: syntax 1
def f (x: #[inline] i32): i32 =
  x
