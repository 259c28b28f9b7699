-- What fails at run time, where, and what is said: the same by the evaluator and in CUDA.

-- ==
-- entry: index_host
-- input { [1,2,3] 7i64 }
-- error: ^Index \[7\] out of bounds for array of shape \[3\]\.
-- input { [1,2,3] -9223372036854775808i64 }
-- error: Index \[-9223372036854775808\] out
-- input { empty([0]i32) 0i64 }
-- error: Index \[0\] out of bounds for array of shape \[0\]
entry index_host [n] (xs: [n]i32) (i: i64): i32 = xs[i]

-- ==
-- entry: index_i8
-- input { [1,2,3] [0i8, -128i8] }
-- error: Index \[-128\] out of bounds for array of shape \[3\]
entry index_i8 [n][m] (xs: [n]i32) (is: [m]i8): [m]i32 = map (\i -> xs[i]) is

-- ==
-- entry: index_i16
-- input { [1,2,3] [0i16, -32768i16] }
-- error: Index \[-32768\] out of bounds for array of shape \[3\]
entry index_i16 [n][m] (xs: [n]i32) (is: [m]i16): [m]i32 = map (\i -> xs[i]) is

-- ==
-- entry: index_i32
-- input { [1,2,3] [0i32, 2147483647i32] }
-- error: Index \[2147483647\] out of bounds for array of shape \[3\]
entry index_i32 [n][m] (xs: [n]i32) (is: [m]i32): [m]i32 = map (\i -> xs[i]) is

-- ==
-- entry: index_2d
-- input { [[1,2,3]] [0i64,3i64] }
-- error: Index \[0, 3\] out of bounds for array of shape \[1\]\[3\]
entry index_2d [n][m][k] (xss: [n][m]i32) (is: [k]i64): [k]i32 = map (\i -> xss[0,i]) is

-- ==
-- entry: index_3d
-- input { [[[1,2,3]]] [0i64,-1i64] }
-- error: Index \[0, -1, 2\] out of bounds for array of shape \[1\]\[1\]\[3\]
entry index_3d [a][b][c][k] (xsss: [a][b][c]i32) (is: [k]i64): [k]i32 = map (\i -> xsss[0,i,2]) is

-- ==
-- entry: row
-- input { [[1,2],[3,4]] 2i64 }
-- error: Index \[2\] out of bounds for array of shape \[2\]\[2\]
entry row [n][m] (xss: [n][m]i32) (i: i64): [m]i32 = xss[i]

-- ==
-- entry: in_loop
-- input { [1,2,3] 5i64 }
-- error: Index \[3\] out of bounds for array of shape \[3\]
entry in_loop [n] (xs: [n]i32) (k: i64): i32 = loop s = 0 for i < k do s + xs[i]

-- ==
-- entry: loop_in_kernel
-- input { [1,2,3] [1i64,5i64] }
-- error: Index \[3\] out of bounds for array of shape \[3\]
entry loop_in_kernel [n][m] (xs: [n]i32) (ks: [m]i64): [m]i32 = map (\k -> loop s = 0 for i < k do s + xs[i]) ks

-- ==
-- entry: in_nest
-- input { [[1,2],[3,4]] [0i64,4i64] }
-- error: Index \[4\] out of bounds for array of shape \[2\]
entry in_nest [n][m] (xss: [n][m]i32) (is: [n]i64): [n][m]i32 = map2 (\xs i -> map (+ xs[i]) xs) xss is

-- ==
-- entry: in_branch
-- input { [1,2] [1i64,-4i64] }
-- error: Index \[-4\] out of bounds for array of shape \[2\]
entry in_branch [n][m] (xs: [n]i32) (is: [m]i64): [m]i32 = map (\i -> if i == 1 then 0 else xs[i]) is

def pick [n] (xs: [n]i32) (i: i64): i32 = xs[i]
def twice [n] (xs: [n]i32) (i: i64): i32 = pick xs i + pick xs (i + 1)

-- ==
-- entry: in_function
-- input { [1,2,3] [0i64,2i64] }
-- error: Index \[3\] out of bounds for array of shape \[3\]
entry in_function [n][m] (xs: [n]i32) (is: [m]i64): [m]i32 = map (twice xs) is

-- ==
-- entry: in_operator
-- input { [1,2,3] 4i32 }
-- error: Index \[6\] out of bounds for array of shape \[3\]
entry in_operator [n] (xs: [n]i32) (k: i32): i32 = reduce_comm (\a b -> a + b + xs[i64.i32 (k + 2)]) 0 xs

-- ==
-- entry: update
-- input { [1,2,3] 3i64 }
-- error: Index \[3\] out of bounds for array of shape \[3\]
entry update [n] (xs: *[n]i32) (i: i64): [n]i32 = xs with [i] = 5

-- ==
-- entry: slice
-- input { [1,2,3] 2i64 7i64 }
-- error: Index \[2:7\] out of bounds for array of shape \[3\]
-- input { [1,2,3] 2i64 1i64 }
-- error: Index \[2:1\] out
-- input { [1,2,3] -1i64 2i64 }
-- error: Index \[-1:2\] out
entry slice [n] (xs: [n]i32) (i: i64) (j: i64): i32 = reduce (+) 0 xs[i:j]

-- ==
-- entry: slice_to
-- input { [1,2,3] -1i64 }
-- error: Index \[:-1\] out of bounds for every array
-- input { [1,2,3] 4i64 }
-- error: Index \[:4\] out
entry slice_to [n] (xs: [n]i32) (j: i64): i32 = reduce (+) 0 xs[:j]

-- ==
-- entry: slice_from
-- input { [1,2,3] 4i64 }
-- error: Index \[4:\] out of bounds for array of shape \[3\]
entry slice_from [n] (xs: [n]i32) (j: i64): i32 = reduce (+) 0 xs[j:]

-- ==
-- entry: slice_step
-- input { [1,2,3] 0i64 7i64 2i64 }
-- error: Index \[0:7:2\] out of bounds for array of shape \[3\]
-- input { [1,2,3] 0i64 2i64 0i64 }
-- error: Index \[0:2:0\] out
entry slice_step [n] (xs: [n]i32) (i: i64) (j: i64) (s: i64): i32 = reduce (+) 0 xs[i:j:s]

-- ==
-- entry: slice_2d
-- input { [[1,2],[3,4]] 5i64 1i64 }
-- error: Index \[5, 1.*\] out of bounds for array of shape \[2\]\[2\]
-- input { [[1,2],[3,4]] 1i64 3i64 }
-- error: Index \[1, 3:\] out of bounds for array of shape \[2\]\[2\]
-- input { empty([0][3]i32) 0i64 3i64 }
-- error: Index \[0, 3:3?\] out of bounds for array of shape \[0\]\[3\]
entry slice_2d [n][m] (xs: [n][m]i32) (i: i64) (j: i64): i32 = reduce (+) 0 xs[i, j:]

-- ==
-- entry: coerce
-- input { [1,2,3] 2i64 }
-- error: Value of \(desugared\) shape \[3\] cannot match shape of type `\[2\]i32`\.
-- input { [1,2,3] -1i64 }
-- error: `\[-1\]i32`
entry coerce [n] (xs: [n]i32) (k: i64): [k]i32 = xs :> [k]i32

-- ==
-- entry: coerce_2d
-- input { [[1,2,3]] 1i64 2i64 }
-- error: shape \[1\]\[3\] cannot match shape of type `\[1\]\[2\]i32`
entry coerce_2d [n][m] (xs: [n][m]i32) (k: i64) (l: i64): [k][l]i32 = xs :> [k][l]i32

-- ==
-- entry: asserted
-- input { -5i32 }
-- error: Assertion is false: \(x > 0 && x % 2 == 0\)$
entry asserted (x: i32): i32 = assert (x > 0 && x % 2 == 0) x

-- ==
-- entry: asserted_in_kernel
-- input { [1,2,-3] }
-- error: Assertion is false: \(x > 0\)
entry asserted_in_kernel [n] (xs: [n]i32): [n]i32 = map (\x -> assert (x > 0) x) xs

-- ==
-- entry: asserted_name
-- input { false }
-- error: Assertion is false: fine$
entry asserted_name (fine: bool): i32 = assert fine 1

-- ==
-- entry: asserted_record
-- input { 1i32 }
-- error: Assertion is false: \(\{a = x\}.a == 2\)|Assertion is false
entry asserted_record (x: i32): i32 = assert ({a = x}.a == 2) x

-- ==
-- entry: divide_i8
-- input { [5i8] [0i8] }
-- error: division by zero
entry divide_i8 [n] (xs: [n]i8) (ys: [n]i8): [n]i8 = map2 (/) xs ys

-- ==
-- entry: modulo_i8
-- input { 5i8 0i8 }
-- error: division by zero
entry modulo_i8 (x: i8) (y: i8): i8 = x % y

-- ==
-- entry: divide_i16
-- input { [5i16] [0i16] }
-- error: division by zero
entry divide_i16 [n] (xs: [n]i16) (ys: [n]i16): [n]i16 = map2 (/) xs ys

-- ==
-- entry: modulo_i16
-- input { 5i16 0i16 }
-- error: division by zero
entry modulo_i16 (x: i16) (y: i16): i16 = x % y

-- ==
-- entry: divide_i32
-- input { [5i32] [0i32] }
-- error: division by zero
entry divide_i32 [n] (xs: [n]i32) (ys: [n]i32): [n]i32 = map2 (/) xs ys

-- ==
-- entry: modulo_i32
-- input { 5i32 0i32 }
-- error: division by zero
entry modulo_i32 (x: i32) (y: i32): i32 = x % y

-- ==
-- entry: divide_i64
-- input { [5i64] [0i64] }
-- error: division by zero
entry divide_i64 [n] (xs: [n]i64) (ys: [n]i64): [n]i64 = map2 (/) xs ys

-- ==
-- entry: modulo_i64
-- input { 5i64 0i64 }
-- error: division by zero
entry modulo_i64 (x: i64) (y: i64): i64 = x % y

-- ==
-- entry: divide_u8
-- input { [5u8] [0u8] }
-- error: division by zero
entry divide_u8 [n] (xs: [n]u8) (ys: [n]u8): [n]u8 = map2 (/) xs ys

-- ==
-- entry: modulo_u8
-- input { 5u8 0u8 }
-- error: division by zero
entry modulo_u8 (x: u8) (y: u8): u8 = x % y

-- ==
-- entry: divide_u16
-- input { [5u16] [0u16] }
-- error: division by zero
entry divide_u16 [n] (xs: [n]u16) (ys: [n]u16): [n]u16 = map2 (/) xs ys

-- ==
-- entry: modulo_u16
-- input { 5u16 0u16 }
-- error: division by zero
entry modulo_u16 (x: u16) (y: u16): u16 = x % y

-- ==
-- entry: divide_u32
-- input { [5u32] [0u32] }
-- error: division by zero
entry divide_u32 [n] (xs: [n]u32) (ys: [n]u32): [n]u32 = map2 (/) xs ys

-- ==
-- entry: modulo_u32
-- input { 5u32 0u32 }
-- error: division by zero
entry modulo_u32 (x: u32) (y: u32): u32 = x % y

-- ==
-- entry: divide_u64
-- input { [5u64] [0u64] }
-- error: division by zero
entry divide_u64 [n] (xs: [n]u64) (ys: [n]u64): [n]u64 = map2 (/) xs ys

-- ==
-- entry: modulo_u64
-- input { 5u64 0u64 }
-- error: division by zero
entry modulo_u64 (x: u64) (y: u64): u64 = x % y

-- ==
-- entry: quotient
-- input { 5i32 0i32 }
-- error: division by zero
entry quotient (x: i32) (y: i32): i32 = x // y

-- ==
-- entry: remainder
-- input { 5i32 0i32 }
-- error: division by zero
entry remainder (x: i32) (y: i32): i32 = x %% y

-- ==
-- entry: power_i8
-- input { [5i8] [-128i8] }
-- error: negative exponent: 5 \*\* -128
entry power_i8 [n] (xs: [n]i8) (ys: [n]i8): [n]i8 = map2 (**) xs ys

-- ==
-- entry: power_i16
-- input { [5i16] [-300i16] }
-- error: negative exponent: 5 \*\* -300
entry power_i16 [n] (xs: [n]i16) (ys: [n]i16): [n]i16 = map2 (**) xs ys

-- ==
-- entry: power_i32
-- input { [5i32] [-3i32] }
-- error: negative exponent: 5 \*\* -3
entry power_i32 [n] (xs: [n]i32) (ys: [n]i32): [n]i32 = map2 (**) xs ys

-- ==
-- entry: power_i64
-- input { [5i64] [-9223372036854775808i64] }
-- error: negative exponent: 5 \*\* -9223372036854775808
entry power_i64 [n] (xs: [n]i64) (ys: [n]i64): [n]i64 = map2 (**) xs ys

-- ==
-- entry: iota_host
-- input { -2i64 }
-- error: Range 0\.\.1\.\.<-2 is invalid\.
entry iota_host (n: i64): []i64 = iota n

-- ==
-- entry: replicate_host
-- input { -1i64 }
-- error: Range 0\.\.1\.\.<-1 is invalid\.
entry replicate_host (n: i64): []i64 = replicate n n

-- ==
-- entry: tabulate_2d_host
-- input { -1i64 -2i64 }
-- error: Range 0\.\.1\.\.<-1 is invalid\.
-- input { 2i64 -2i64 }
-- error: Range 0\.\.1\.\.<-2 is invalid\.
entry tabulate_2d_host (n: i64) (m: i64): [][]i64 = tabulate_2d n m (\i j -> i + j)

-- ==
-- entry: iota_in_kernel
-- input { [2i64, -2i64] }
-- error: Range 0\.\.1\.\.<-2 is invalid\.
entry iota_in_kernel [m] (ns: [m]i64): [m]i64 = map (\n -> reduce (+) 0 (iota n)) ns

-- ==
-- entry: range
-- input { 1i64 -2i64 }
-- error: Range 1\.\.<-2 is invalid\.
entry range (a: i64) (b: i64): i64 = i64.sum (a..<b)

-- ==
-- entry: range_step
-- input { 1i64 1i64 8i64 }
-- error: Range 1\.\.1\.\.<8 is invalid\.
-- input { 1i64 0i64 8i64 }
-- error: Range 1\.\.0\.\.<8 is invalid\.
entry range_step (a: i64) (b: i64) (c: i64): i64 = i64.sum (a..b..<c)

-- ==
-- entry: range_down
-- input { 1i32 8i32 }
-- error: Range 1\.\.>8 is invalid\.
entry range_down (a: i32) (b: i32): i32 = i32.sum (a..>b)

-- ==
-- entry: sizes
-- input { [1,2,3] [1,2] }
-- error: Entry point arguments have invalid sizes: ys has type \[2\]i32, expected \[3\]i32\.
entry sizes [n] (xs: [n]i32) (ys: [n]i32): i32 = reduce (+) 0 (map2 (+) xs ys)

-- ==
-- entry: after_kernel
-- input { [1,2,3] }
-- error: Index \[6\] out of bounds for array of shape \[3\]
entry after_kernel [n] (xs: [n]i32): [n]i32 = let k = reduce (+) 0 xs in map (+ xs[k]) xs

-- ==
-- entry: first_of_two
-- input { [0,2,0] }
-- error: division by zero
entry first_of_two [n] (xs: [n]i32): [n]i32 = let ys = map (10 /) xs in map (\y -> ys[y]) ys

-- What an assertion guards fails after it.
-- ==
-- entry: guarded_division
-- input { 6 2 } output { 3 }
-- input { 6 0 } error: Assertion is false: \(b != 0\)
entry guarded_division (a: i32) (b: i32) = assert (b != 0) (a / b)

-- ==
-- entry: guarded_index
-- input { [1, 2] 1i64 } output { 3 }
-- input { [1, 2] 2i64 } error: Assertion is false: \(i < n\)
entry guarded_index [n] (xs: [n]i32) (i: i64) = assert (i < n) (xs[i] + xs[0])

-- ==
-- entry: guarded_coercion
-- input { [1, 2] } output { [2, 3] }
-- input { [1] } error: Assertion is false: \(n == 2\)
entry guarded_coercion [n] (xs: [n]i32) = map (+ 1) (assert (n == 2) (xs :> [2]i32))

-- A function that is asserted fails where it is applied.
-- ==
-- entry: asserted_function
-- input { 2 } output { 50 [1, 2] 3 }
-- input { 0 } error: Assertion is false: .x > 0
entry asserted_function (x: i32) =
  let divide = assert (x > 0) (/ x)
  let add = assert (x != 5) (\a b -> a + b + x)
  let (f, n) = assert (x < 9) ((+ 1), x)
  in (divide 100, map (add 1 >-> (+ -3)) [1, 2], f n)

-- A row whose index is out of bounds is not read, though the threads of its block go on.
-- ==
-- entry: row_times row_from
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [1i64, 1000000007i64] }
-- error: Index \[1000000007\] out of bounds
entry row_times [m] [n] (xss: [m][n]i32) (ks: [m]i64): [m][n]i32 =
  map2 (\xs k -> scan (+) 0 (map2 (*) xss[k] xs)) xss ks
entry row_from [m] [n] (xss: [m][n]i32) (ks: [m]i64): [m][n]i32 =
  map2 (\xs k -> scan i32.max xs[k] xs) xss ks
