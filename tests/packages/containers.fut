-- The interface of github.com/diku-dk/containers, written from its documentation.

import "lib/github.com/diku-dk/containers/hashmap"
import "lib/github.com/diku-dk/containers/opt"
module m = mk_hashmap i64key
-- ==
-- entry: look
-- input { [1i64,5i64,9i64,1i64] [10,50,90,11] [9i64,1i64,2i64] } output { [90,11,-1] 3i64 }
-- input { empty([0]i64) empty([0]i32) [7i64] } output { [-1] 0i64 }
entry look [n][k] (ks: [n]i64) (vs: [n]i32) (qs: [k]i64): ([k]i32, i64) =
  let h = m.from_array () (zip ks vs)
  in (map (\q -> from_opt (-1) (m.lookup () q h)) qs, m.size h)
-- ==
-- entry: ins
-- input { [1i64,2i64] [3i64,4i64] } output { 10i64 true false }
entry ins [n][k] (ks: [n]i64) (js: [k]i64) =
  let h = m.from_array () (map (\k -> (k, k)) ks)
  let h = m.insert () h (map (\k -> (k, k)) js)
  let h = m.map (\_ v -> v) h
  in (i64.sum (map (.1) (m.to_array h)), m.member () 3 h, m.member () 77 h)
