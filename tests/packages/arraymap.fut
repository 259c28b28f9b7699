-- Maps and sets as sorted arrays, keys with contexts: the interface of
-- github.com/diku-dk/containers, written from its documentation.

import "lib/github.com/diku-dk/containers/arraymap"
import "lib/github.com/diku-dk/containers/key"
import "lib/github.com/diku-dk/containers/opt"
import "lib/github.com/diku-dk/containers/either"
module m = mk_arraymap i64key
module s = mk_set_from_map (mk_arraymap i32key)
module three = { def length = 3i64 }
module s3 = mk_arraymap (mk_array_key u8key three)
module sl = mk_slice_key u8key
module msl = mk_arraymap sl
-- ==
-- entry: look
-- input { [1i64,5i64,9i64,1i64] [10,50,90,11] [9i64,1i64,2i64] } output { [90,10,-1] 3i64 150 }
entry look [n][k] (ks: [n]i64) (vs: [n]i32) (qs: [k]i64): ([k]i32, i64, i32) =
  let h = m.from_array () (zip ks vs)
  in (map (\q -> from_opt (-1) (m.lookup () q h)) qs, m.size h, m.reduce (+) 0 h)
-- ==
-- entry: sets
-- input { [3,1,3] [2,3] } output { [1,2,3] [1] }
entry sets (a: []i32) (b: []i32) =
  let (a, b) = (s.from_array () a, s.from_array () b)
  in (s.to_array (s.union () a b), s.to_array (s.diff () a b))
-- ==
-- entry: arrays
-- input { [[1u8,2u8,3u8],[0u8,9u8,9u8],[1u8,2u8,3u8]] [5,6,7] }
-- output { [[0u8,9u8,9u8],[1u8,2u8,3u8]] [6,5] }
entry arrays [n] (a: [n][three.length]u8) (v: [n]i32) =
  unzip (s3.to_array (s3.from_array () (zip a v)))
-- ==
-- entry: words
-- input { "abcabab" } output { [3i64,5i64,0i64,0i64] [2i64,2i64,2i64,3i64] true }
entry words (t: []u8) =
  let ks = [sl.mk 0 3, sl.mk 3 2, sl.mk 5 2, sl.mk 0 2]
  let m = msl.from_array_nodup t (map (\k -> (k, 1i32)) ks)
  let (is, ns) = unzip (map (\(k, _) -> sl.unmk k) (msl.to_array m))
  in (is, ns, opt_is_some (msl.lookup "xab" (sl.mk 1 2) m))
-- ==
-- entry: eith
-- input { [1,-2,3] } output { [1,3] [2,-1,4] }
entry eith (xs: []i32) =
  let es: [](either i32 i64) = map (\x -> if x > 0 then #left x else #right (i64.i32 x)) xs
  in (lefts 0 es, map (either (+1) (\y -> i32.i64 (y + 1))) es)
