-- == condition: type-mismatch 2
def f (x: i32): i32 =
  loop s = x while s do s - 1
-- == bound: type-mismatch 2
def f (x: i32): i32 =
  loop s = x for i < true do s - 1
-- == bound-float: type-mismatch 2
def f (x: f32): i32 =
  loop s = 0 for i < x do s - 1
-- == over-scalar: type-mismatch 2
def f (x: i32): i32 =
  loop s = 0 for y in x do s + y
-- == body-type: type-mismatch 3
def f (x: i32): i32 =
  loop s = 0 for i < x do
    true
-- == body-tuple: type-mismatch 3
def f (x: i32): i32 =
  loop s = 0 for i < x do
    (s, i)
-- == tuple-body-scalar: type-mismatch 3
def f (x: i32): (i32, i32) =
  loop (a, b) = (0, 1) for i < x do
    a + b
-- == initial-type: type-mismatch 2
def f (x: i32): i32 =
  loop (s: i64) = x for i < 3 do s
-- == result-type: type-mismatch 2
def f (x: i32): bool =
  loop s = x for i < 3 do s + 1
-- == element-type: type-mismatch 2
def f (xs: [3]bool): i32 =
  loop s = 0 for x in xs do s + x
-- == pattern: type-mismatch 2
def f: i32 =
  loop (a, b) = 1 for i < 3 do (a, b)
-- == unknown-initial: unknown-name 2
def f: i32 =
  loop s for i < 3 do s + 1
-- == counter-type: type-mismatch 2
def f (n: i64): i32 =
  loop s = 0i32 for i < n do s + i
-- == functions: function-here 2
def f (x: i32): i32 =
  (loop g = (\y -> y + x) for i < 3 do (\y -> y - x)) 1
-- == while-unknown: unknown-name 2
def f: i32 =
  loop s = 0 while t < 3 do s + 1
-- == assigned-counter: syntax 2
def f: i32 =
  loop s = 0 for 3 do s + 1
-- == array-grows: size-mismatch 2
def f: [1]i32 =
  loop xs = [0i32] for i < 3 do
    concat xs xs
-- == size-parameter: size-mismatch 2
def f [n] (xs: [n]i32): [n]i32 =
  loop ys = xs for i < 3 do
    filter (> i) ys
