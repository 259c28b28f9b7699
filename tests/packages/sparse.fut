-- The interface of github.com/diku-dk/sparse, written from its documentation.

import "lib/github.com/diku-dk/sparse/sparse"
module s = mk_csr f64
-- ==
-- entry: smvm
-- input { [0i64,0i64,2i64,1i64] [1i64,0i64,2i64,1i64] [2.0,1.0,4.0,3.0] [1.0,10.0,100.0] }
-- output { [21.0,30.0,400.0] }
entry smvm [l] (rs: [l]i64) (cs: [l]i64) (vs: [l]f64) (x: [3]f64): [3]f64 =
  s.smvm (s.sparse (replicate 3 (replicate 3 ())) (zip3 rs cs vs)) x
-- ==
-- entry: dense
-- input { [0i64,2i64] [1i64,0i64] [2.0,5.0] }
-- output { [[0.0,2.0,0.0],[0.0,0.0,0.0],[5.0,0.0,0.0]] }
-- input { empty([0]i64) empty([0]i64) empty([0]f64) }
-- output { [[0.0,0.0,0.0],[0.0,0.0,0.0],[0.0,0.0,0.0]] }
entry dense [l] (rs: [l]i64) (cs: [l]i64) (vs: [l]f64): [3][3]f64 =
  s.dense (s.sparse (replicate 3 (replicate 3 ())) (zip3 rs cs vs))
-- ==
-- entry: eye
-- input { 2i64 } output { [[3.0,0.0],[0.0,3.0]] 2i64 }
-- input { 0i64 } output { empty([0][0]f64) 0i64 }
entry eye (n: i64): ([n][n]f64, i64) = let e = s.scale 3 (s.eye n) in (s.dense e, s.nnz e)
