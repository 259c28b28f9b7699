-- The interface of github.com/diku-dk/fft, written from its documentation.

import "lib/github.com/diku-dk/fft/stockham-radix-2"
module fft64 = mk_fft f64
-- ==
-- entry: roundtrip
-- input { [1.0,2.0,3.0,4.0] } output { true }
-- input { [1.0] } output { true }
-- input { [5.0,0.0,1.0,-2.0,7.0,7.5,3.0,1.0] } output { true }
entry roundtrip [n] (xs: [n]f64) =
  all (< 1e-9) (map2 (\(a, _) b -> f64.abs (a - b)) (fft64.ifft (fft64.fft_re xs)) xs)
-- ==
-- entry: dc
-- input { [1.0,2.0,3.0,4.0] } output { 10.0 }
entry dc [n] (xs: [n]f64) = (fft64.fft_re xs)[0].0
-- ==
-- entry: two
-- input { [[1.0,2.0],[3.0,4.0]] } output { true }
entry two [n][m] (xs: [n][m]f64) =
  all (< 1e-9) (flatten (map2 (map2 (\(a, _) b -> f64.abs (a - b))) (fft64.ifft2 (fft64.fft2_re
  xs)) xs))
