-- The interface of github.com/diku-dk/segmented, written from its documentation.

import "lib/github.com/diku-dk/segmented/segmented"
-- ==
-- entry: test_segmented_scan
-- input { [true,false,false,true,false,false,true,false,false,false] [1,2,3,4,5,6,7,8,9,10] }
-- output { [1,3,6,4,9,15,7,15,24,34] }
-- input { [true] [1] } output { [1] }
-- input { empty([0]bool) empty([0]i32) } output { empty([0]i32) }
entry test_segmented_scan (flags: []bool) (as: []i32) = segmented_scan (+) 0 flags as
-- ==
-- entry: test_segmented_reduce
-- input { [true,false,false,true,false,false,true,false,false,false] [1,2,3,4,5,6,7,8,9,10] }
-- output { [6,15,34] }
-- input { [true] [1] } output { [1] }
entry test_segmented_reduce (flags: []bool) (as: []i32) = segmented_reduce (+) 0 flags as
-- ==
-- entry: test_replicated_iota
-- input { [2i64,3i64,1i64] } output { [0i64,0i64,1i64,1i64,1i64,2i64] }
-- input { [0i64,0i64,2i64] } output { [2i64,2i64] }
-- input { empty([0]i64) } output { empty([0]i64) }
entry test_replicated_iota (repl: []i64): []i64 = replicated_iota repl
-- ==
-- entry: test_segmented_iota
-- input { [false,false,false,true,false,false,false] }
-- output { [0i64,1i64,2i64,0i64,1i64,2i64,3i64] }
entry test_segmented_iota (flags: []bool): []i64 = segmented_iota flags
-- ==
-- entry: test_expand
-- input { [2i64,3i64,1i64] } output { [0i64,2i64,0i64,3i64,6i64,0i64] }
entry test_expand (arr: []i64): []i64 = expand (\x -> x) (\x i -> x * i) arr
-- ==
-- entry: test_expand_reduce
-- input { [2i64,0i64,3i64,1i64] } output { [2i64,9i64,0i64] }
entry test_expand_reduce (arr: []i64): []i64 = expand_reduce (\x -> x) (\x i -> x * i) (+) 0 arr
-- ==
-- entry: test_expand_outer_reduce
-- input { [2i64,0i64,3i64,1i64] } output { [2i64,0i64,9i64,0i64] }
entry test_expand_outer_reduce (arr: []i64): []i64 =
  expand_outer_reduce (\x -> x) (\x i -> x * i) (+) 0 arr
