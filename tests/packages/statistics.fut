-- The interface of github.com/diku-dk/statistics, written from its documentation.

import "lib/github.com/diku-dk/statistics/statistics"
-- ==
-- entry: t
-- input { [2.0,4.0,4.0,4.0,5.0,5.0,7.0,9.0] } output { 5.0 4.0 2.0 4.5 }
entry t (xs: []f64) = statistics.((mean xs, variance xs, stddev xs, median xs))
-- ==
-- entry: lr
-- input { [1.0,2.0,3.0] [3.0,5.0,7.0] } output { 1.0 2.0 1.0 }
entry lr [n] (xs: [n]f64) (ys: [n]f64) = let r = statistics.linear_regression xs ys
  in (r.intersect, r.slope, statistics.correlation xs ys)
-- ==
-- entry: h
-- input { [1.0,4.0,4.0] } output { 2.0 4.0 4.0 }
entry h (xs: []f64) = (statistics.hmean xs, statistics.mode xs, statistics.quantile xs 0.5)
