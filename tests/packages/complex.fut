-- The interface of github.com/diku-dk/complex, written from its documentation.

import "lib/github.com/diku-dk/complex/complex"
module c64 = mk_complex f64
-- ==
-- entry: test_mul test_mul2
-- input { 1.0 2.0 3.0 4.0 } output { -5.0 10.0 }
entry test_mul (a: f64) (b: f64) (c: f64) (d: f64) = c64.(mk a b * mk c d)
entry test_mul2 (a: f64) (b: f64) (c: f64) (d: f64) = let z =
  (c64.*) (c64.mk a b) (c64.mk c d) in (c64.re z, c64.im z)
-- ==
-- entry: test_div
-- input { 1.0 2.0 1.0 2.0 } output { 1.0 0.0 }
entry test_div (a: f64) (b: f64) (c: f64) (d: f64) = c64.(mk a b / mk c d)
-- ==
-- entry: test_sum
-- input { [1.0,2.0] [3.0,4.0] } output { 3.0 7.0 }
entry test_sum [n] (a: [n]f64) (b: [n]f64) = let z =
  reduce (c64.+) (c64.mk_re 0) (map2 c64.mk a b) in (c64.re z, c64.im z)
-- ==
-- entry: test_sqrt
-- input { 3.0 4.0 } output { 2.0 1.0 }
entry test_sqrt (a: f64) (b: f64) = c64.(sqrt (mk a b))
-- ==
-- entry: test_exp
-- input { 0.0 0.0 } output { 1.0 0.0 true }
entry test_exp (a: f64) (b: f64) = let z = c64.exp (c64.mk a b)
  in (c64.re z, c64.im z, c64.(z != neg z))
