-- What a test block may say.

-- Several entries, names of data sets, words that other tests heed.
-- ==
-- tags { no_opencl no_cuda some-tag }
-- entry: one_more more_by_one
-- "small data" compiled nobench input { 3 }
-- output { 4i64 }
-- no_ispc input { 5i64 } output { 6i64 }
entry one_more (x: i64) = x + 1
entry more_by_one (x: i64) = 1 + x

-- Numbers without a suffix are what the entry point takes.
-- ==
-- entry: plain
-- input { 3 4 -5 [1, 2] 0x10 } output { 14.0f64 }
entry plain (a: i8) (b: f64) (c: i64) (ds: []f32) (e: u16) =
  f64.i8 a + b + f64.i64 c - 7 + f64.f32 (f32.sum ds) + f64.u16 e

-- Random input is compared with the evaluator.
-- ==
-- entry: random
-- random input { [100]i32 [100]u8 } auto output
-- random input { [0]i32 [0]u8 } auto output
entry random [n] (xs: [n]i32) (ys: [n]u8) = i32.sum (map2 (\x y -> x ^ i32.u8 y) xs ys)

-- ==
-- entry: inexact
-- random input { [1000]f32 0.5f64 } auto output
entry inexact (xs: []f32) (y: f64) = f32.sum (map (* f32.f64 y) xs)

-- A script is an expression of the program.
-- ==
-- entry: scripted
-- script input { (make 10i64, 7i64) } output { 52i64 }
-- script input { pair 3i64 } output { 6i64 }
entry make (n: i64) = iota n
entry pair (n: i64) = (iota n, n)
entry scripted (x: []i64) (y: i64) = i64.sum x + y

-- Values of sum types go in and out: the number of the constructor, then what each holds.
-- ==
-- entry: tagged
-- input { 3 }
-- output { [0u8, 1u8, 2u8] [0, 7, 0] [0f32, 0f32, 2f32] [[0, 0], [0, 0], [2, 2]] }
type t = #a | #b i32 | #c f32 [2]i32
entry tag (x: i32): t = if x == 0 then #a else if x == 1 then #b 7 else #c 2 [x, x]
entry tagged (n: i64): [n]t = map (i32.i64 >-> tag) (iota n)

-- ==
-- entry: untag
-- script input { tag 2i32 } output { 4 }
-- script input { tag 1i32 } output { 7 }
-- input { 0u8 3 0f32 [1, 2] } output { 0 }
entry untag (t: t) = match t case #a -> 0 case #b x -> x case #c _ x -> i32.sum x
