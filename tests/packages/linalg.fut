-- The interface of github.com/diku-dk/linalg, written from its documentation.

import "lib/github.com/diku-dk/linalg/linalg"
module l = mk_linalg f64
-- ==
-- entry: t_inv
-- input { [[4.0,7.0],[2.0,6.0]] } output { [[0.6,-0.7],[-0.2,0.4]] }
-- input { [[0.0,1.0],[1.0,0.0]] } output { [[0.0,1.0],[1.0,0.0]] }
entry t_inv [n] (a: [n][n]f64) = l.inv a
-- ==
-- entry: t_kron
-- input { [[1.0,2.0],[3.0,4.0]] [[0.0,5.0],[6.0,7.0]] }
-- output { [[0.0,5.0,0.0,10.0],[6.0,7.0,12.0,14.0],[0.0,15.0,0.0,20.0],[18.0,21.0,24.0,28.0]] }
entry t_kron [n][m][p][q] (a: [n][m]f64) (b: [p][q]f64) = l.kronecker a b
-- ==
-- entry: t_lu
-- input { [[4.0,3.0],[6.0,3.0]] } output { [[1.0,0.0],[1.5,1.0]] [[4.0,3.0],[0.0,-1.5]] }
entry t_lu [n] (a: [n][n]f64) = l.lu 16 a
-- ==
-- entry: t_sub
-- input { [[2.0,0.0],[1.0,1.0]] [4.0,5.0] } output { [2.0,3.0] }
entry t_sub [n] (a: [n][n]f64) (y: [n]f64) = l.forsub a y
-- ==
-- entry: t_back
-- input { [[2.0,1.0],[0.0,1.0]] [4.0,2.0] } output { [1.0,2.0] }
entry t_back [n] (a: [n][n]f64) (y: [n]f64) = l.backsub a y
-- ==
-- entry: t_misc
-- input { [1.0,2.0,3.0] [4.0,5.0,6.0] }
-- output { 32.0 [-3.0,6.0,-3.0] [[4.0,5.0,6.0],[8.0,10.0,12.0],[12.0,15.0,18.0]] 3.0 }
entry t_misc (a: [3]f64) (b: [3]f64) = (l.dotprod a b, l.cross a b, l.outer a b, l.trace (l.eye 3))
-- ==
-- entry: t_ols
-- input { [[1.0,1.0],[1.0,2.0],[1.0,3.0]] [1.0,2.0,3.0] } output { true }
entry t_ols [n][m] (x: [n][m]f64) (b: [n]f64) = (let r = l.ols x b
  in f64.abs r[0] < 1e-9 && f64.abs (r[1] - 1) < 1e-9)
-- ==
-- entry: t_matvec
-- input { [[1.0,2.0],[3.0,4.0]] [1.0,1.0] }
-- output { [3.0,7.0] [[1.0,2.0],[3.0,4.0]] [[2.0,4.0],[6.0,8.0]] }
entry t_matvec (a: [2][2]f64) (y: [2]f64) =
  (l.matvecmul_row a y, l.matvecmul_col a y, l.matadd a (l.matscale 1 a))
