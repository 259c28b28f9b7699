-- Sets of bits, disjoint sets: the interface of github.com/diku-dk/containers, written
-- from its documentation.

import "lib/github.com/diku-dk/containers/bitset"
import "lib/github.com/diku-dk/containers/unionfind"
module b8 = mk_bitset u8
module b64 = mk_bitset i64
-- ==
-- entry: sets
-- input { 11i64 [1i64,8i64,10i64] [8i64,0i64] }
-- output { [0i64,1i64,8i64,10i64] [8i64] [1i64,10i64] 9i64 true false }
entry sets (n: i64) (xs: []i64) (ys: []i64) =
  let (a, b) = (b8.from_array n xs, b8.from_array n ys)
  in (b8.(to_array (union a b)), b8.(to_array (intersect a b)), b8.(to_array (difference a b)),
    b8.size (b8.complement b), b8.is_subset (b8.singleton n 8) a, b8.(a == b))
-- ==
-- entry: each
-- input { 70i64 [[1i64,69i64],[3i64,3i64]] } output { [2i64,1i64] [69i64] }
entry each [k] (n: i64) (xss: [k][2]i64) =
  let ss = map (b64.from_array n) xss
  in (map b64.size ss, b64.to_array (b64.delete 1 (copy ss[0])))
-- ==
-- entry: comps
-- input { 6i64 [0i64,2i64,4i64] [2i64,5i64,3i64] } output { [0i64,1i64,0i64,3i64,3i64,0i64] }
entry comps [k] (n: i64) (as: [k]i64) (bs: [k]i64) =
  let uf = unionfind.create n
  let mk = unionfind.from_i64 (unionfind.create n)
  let uf = unionfind.union uf (zip (map mk as) (map mk bs))
  let (uf, hs) = unionfind.find uf (unionfind.handles uf)
  in map (unionfind.to_i64 uf) hs
