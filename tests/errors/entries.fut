-- == polymorphic: entry-polymorphic 1
entry f 't (x: t): t =
  x
-- == function-parameter: entry-function 1
entry f (g: i32 -> i32): i32 =
  g 1
-- == twice: defined-twice 2
entry f (x: i32): i32 = x
entry f (x: i32): i32 = x
-- == lifted: entry-polymorphic 1
entry f '^t (x: i32): i32 =
  x
-- == function-in-record: entry-function 1
entry f (r: {g: i32 -> i32}): i32 =
  r.g 1
-- == unused-size: unused-size 1
entry f [n] (x: i32): i32 =
  x
-- == higher-order-alias: lifted-type 1
type t = i32 -> i32
entry f (x: t): i32 =
  x 1
-- == size-of-no-array: size-unknown 1
entry f [n] (xs: [n * 2]i32) = (n, xs)
