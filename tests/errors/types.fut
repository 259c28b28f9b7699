-- == add-bool: type-mismatch 2
def f (x: i32): i32 =
  x + true
-- == add-mixed: type-mismatch 2
def f (x: i32) (y: i64) =
  x + y
-- == literal-as-bool: type-mismatch 2
def f (x: i32): bool =
  1
-- == if-condition: type-mismatch 2
def f (x: i32): i32 =
  if x then 1 else 2
-- == if-branches: type-mismatch 2
def f (b: bool) =
  if b then 1i32
  else 2i64
-- == result-type: type-mismatch 2
def f (x: i32): f32 =
  x
-- == argument-type: type-mismatch 3
def g (x: i32): i32 = x
def f (b: bool): i32 =
  g b
-- == argument-swapped: type-mismatch 3
def g (x: i32) (b: bool): i32 = if b then x else 0
def f: i32 =
  g true 1
-- == too-many-arguments: not-a-function 3
def g (x: i32): i32 = x
def f: i32 =
  g 1 2
-- == apply-number: not-a-function 2
def f (x: i32): i32 =
  x 1
-- == apply-array: not-a-function 2
def f (x: [3]i32): i32 =
  x 1
-- == partial-as-value: type-mismatch 3
def g (x: i32) (y: i32): i32 = x + y
def f: i32 =
  g 1
-- == not-bool: type-mismatch 2
def f (x: i32): bool =
  !x && true
-- == and-ints: type-mismatch 2
def f (x: i32): bool =
  x && true
-- == or-float: type-mismatch 2
def f (x: f32): bool =
  true || x
-- == compare-mixed: type-mismatch 2
def f (x: i32) (y: f32): bool =
  x < y
-- == compare-functions: not-comparable 2
def f (g: i32 -> i32): bool =
  g == g
-- == compare-param: not-comparable 2
def f 't (x: t) (y: t): bool =
  x == y
-- == order-tuples: type-mismatch 2
def f (x: (i32, i32)): bool =
  x < x
-- == negate-bool: type-mismatch 2
def f (x: bool): bool =
  -x
-- == shift-float: type-mismatch 2
def f (x: f32): f32 =
  x << 1
-- == modulo-bool: type-mismatch 2
def f (x: bool): bool =
  x % x
-- == xor-float: type-mismatch 2
def f (x: f64): f64 =
  x ^ 1.0
-- == tuple-length: type-mismatch 2
def f (x: i32): (i32, i32) =
  (x, x, x)
-- == tuple-for-scalar: type-mismatch 2
def f (x: i32): i32 =
  (x, x)
-- == pattern-tuple: type-mismatch 2
def f (x: (i32, i32)): i32 =
  let (a, b, c) = x
  in a
-- == pattern-scalar: type-mismatch 2
def f (x: i32): i32 =
  let (a, b) = x
  in a
-- == array-mixed: type-mismatch 2
def f: []i32 =
  [1, 2, true]
-- == array-mixed-suffix: type-mismatch 2
def f =
  [1i32, 2i64]
-- == array-rank: type-mismatch 2
def f =
  [[1, 2], 3]
-- == array-irregular: size-mismatch 2
def f: [][]i32 =
  [[1, 2], [3]]
-- == array-of-functions: function-here 2
def f =
  [\x -> x + 1i32, \x -> x - 1i32]
-- == index-bool: type-mismatch 2
def f (xs: [3]i32): i32 =
  xs[true]
-- == index-float: type-mismatch 2
def f (xs: [3]i32): i32 =
  xs[1.0]
-- == index-scalar: too-many-indices 2
def f (x: i32): i32 =
  x[0]
-- == index-too-many: too-many-indices 2
def f (xs: [3]i32): i32 =
  xs[0, 1]
-- == slice-scalar: too-many-indices 2
def f (x: i32): []i32 =
  x[0:1]
-- == index-function: too-many-indices 2
def f (g: i64 -> i32): i32 =
  g[0]
-- == map-not-function: type-mismatch 2
def f (xs: [3]i32): [3]i32 =
  map 1 xs
-- == map-wrong-element: type-mismatch 2
def f (xs: [3]bool): [3]i32 =
  map (+ 1) xs
-- == map-scalar: type-mismatch 2
def f (x: i32): []i32 =
  map (+ 1) x
-- == map-result: type-mismatch 2
def f (xs: [3]i32): [3]bool =
  map (\x -> x + 1) xs
-- == reduce-neutral: type-mismatch 2
def f (xs: [3]i32): i32 =
  reduce (+) false xs
-- == reduce-operator: type-mismatch 2
def f (xs: [3]i32): i32 =
  reduce (\x y -> x < y) 0 xs
-- == reduce-unary: type-mismatch 2
def f (xs: [3]i32): i32 =
  reduce (\x -> x) 0 xs
-- == scan-type: type-mismatch 2
def f (xs: [3]i32): [3]i64 =
  scan (+) 0 xs
-- == filter-not-bool: type-mismatch 2
def f (xs: [3]i32): []i32 =
  filter (\x -> x + 1) xs
-- == map2-one-array: type-mismatch 2
def f (xs: [3]i32): [3]i32 =
  map2 (+) xs
-- == zip-result: type-mismatch 2
def f (xs: [3]i32) (ys: [3]bool): [3](i32, i32) =
  zip xs ys
-- == iota-float: type-mismatch 2
def f: []i64 =
  iota 2.5
-- == iota-i32: type-mismatch 2
def f (n: i32) =
  iota n
-- == replicate-swapped: type-mismatch 2
def f (x: f32) =
  replicate x 3
-- == scatter-index-type: type-mismatch 2
def f (xs: *[3]i32) (vs: [3]i32): [3]i32 =
  scatter xs (map (\i -> true) vs) vs
-- == lambda-annotation: type-mismatch 2
def f: i32 -> i32 =
  \(x: bool) -> 1
-- == lambda-result: type-mismatch 2
def f =
  \(x: i32): bool -> x
-- == section-type: type-mismatch 2
def f (xs: [3]bool) =
  map (1 +) xs
-- == section-right: type-mismatch 2
def f (xs: [3]bool) =
  map (/ 2.0f32) xs
-- == ascription: type-mismatch 2
def f (x: i32) =
  (x : i64)
-- == coerce-type: type-mismatch 2
def f (xs: [3]i32) =
  xs :> [3]i64
-- == coerce-rank: type-mismatch 2
def f (xs: [3]i32) =
  xs :> [3][1]i32
-- == coerce-scalar: type-mismatch 2
def f (x: i32) =
  x :> f32
-- == infinite: infinite-type 2
def f g =
  g g
-- == infinite-array: infinite-type 2
def f x =
  x[0] == x
-- == with-value: type-mismatch 2
def f (xs: *[3]i32): *[3]i32 =
  xs with [0] = true
-- == with-index: type-mismatch 2
def f (xs: *[3]i32): *[3]i32 =
  xs with [false] = 1
-- == with-rank: too-many-indices 2
def f (xs: *[3]i32): *[3]i32 =
  xs with [0, 0] = 1
-- == unknown-module-member: unknown-module 2
def f (x: f32): f32 =
  f32.squareroot x
-- == member-type: type-mismatch 2
def f (x: i32): f32 =
  f32.sqrt x
-- == conversion-missing: type-mismatch 2
def f (x: i64): i32 =
  i32.i16 x
-- == type-arguments-missing: type-argument 2
type pair 'a = (a, a)
def f (x: pair): i32 =
  1
-- == type-arguments-many: type-argument 2
type pair 'a = (a, a)
def f (x: pair i32 i32): i32 =
  1
-- == type-argument-size: type-argument 2
type vec [n] = [n]i32
def f (x: vec i32): i32 =
  1
-- == type-argument-type: type-argument 2
type pair 'a = (a, a)
def f (x: pair [3]): i32 =
  1
-- == size-of-non-i64: type-mismatch 1
def f (n: i32) (xs: [n]i32): i32 =
  1
-- == size-bool: type-mismatch 1
def f (b: bool) (xs: [b]i32): i32 =
  1
-- == polymorphic-result: type-mismatch 2
def f 'a 'b (x: a): b =
  x
-- == polymorphic-use: type-mismatch 2
def f 'a (x: a): i32 =
  x + 1
-- == char-arith: type-mismatch 2
def f: bool =
  'a' && true
-- == string-as-i32: type-mismatch 2
def f: i32 =
  "abc"
-- == pipe-type: type-mismatch 2
def f (x: i32): i32 =
  x |> f32.sqrt
-- == compose-types: type-mismatch 2
def f =
  f32.sqrt >-> i32.abs
-- == operator-definition-type: type-mismatch 3
def (<+>) (x: i32) (y: i32): i32 = x + y
def f: i32 =
  1 <+> true
-- == literal-range: literal-too-large 2
def f: u8 =
  256
-- == unit-argument: type-mismatch 3
def g (): i32 = 1
def f: i32 =
  g 1
-- == function-from-if: function-here 2
def f (b: bool) (x: i32): i32 =
  (if b then \y -> y + 1 else \y -> y - 1) x
-- == function-in-array-result: function-here 2
def f (xs: [3]i32) =
  map (\x -> \y -> x + y) xs
-- == top-level-value: type-mismatch 2
def x: i32 =
  true
-- == length-arg: type-mismatch 2
def f: i64 =
  length 3
-- == unzip-arg: type-mismatch 2
def f (xs: [3]i32) =
  unzip xs
-- == transpose-rank: type-mismatch 2
def f (xs: [3]i32) =
  transpose xs
-- == flatten-rank: type-mismatch 2
def f (xs: [3]i32) =
  flatten xs
-- == concat-types: type-mismatch 2
def f (xs: [3]i32) (ys: [3]f32) =
  concat xs ys
-- == abs-type-param-operator: type-mismatch 2
def sum 'a [n] (xs: [n]a) =
  reduce (+) 0 xs
-- == literal-most: literal-too-large 1
def f: i8 = 128
-- == literal-negative-unsigned: literal-too-large 1
def f: u8 = -1
-- == literal-after-minus: literal-too-large 1
def f (x: i32) = x - 2147483648
-- == compared-of-no-type: not-comparable 1
def same = \x y -> x == y
-- == unknown-type-with-parameters: unknown-type 1
def f (x: option i32): i32 = 1
-- == recursion-at-another-type: type-mismatch 2
def f 'a (x: a) (n: i32): i32 =
  if n == 0 then 0 else f (x, x) (n - 1)
-- == recursion-with-types-exchanged: type-mismatch 2
def f 'a 'b (x: a) (y: b) (n: i32): i32 =
  if n == 0 then 0 else f y x (n - 1)
