-- == assert-condition: type-mismatch 2
def f (x: i32): i32 =
  assert x 1
-- == assert-one-argument: syntax 3
def f (x: i32): i32 =
  assert (x > 0)
-- == assert-result: type-mismatch 2
def f (x: i32): bool =
  assert (x > 0) x
-- == not-function-composition: type-mismatch 1
def f = 1 >-> 2
-- == operator-section-two: type-mismatch 2
def f (xs: [3]i32) =
  map (+ 1 2) xs
-- == projection-section: unknown-field 2
def f (xs: [3](i32, i32)): [3]i32 =
  map (.2) xs
-- == projection-section-scalar: unknown-field 2
def f (xs: [3]i32): [3]i32 =
  map (.0) xs
-- == index-section: too-many-indices 2
def f (xs: [3]i32): [3]i32 =
  map (.[0]) xs
-- == record-in-arith: type-mismatch 2
def f (r: {x: i32}): i32 =
  r + 1
-- == unit-arith: type-mismatch 2
def f: i32 =
  () + 1
-- == negate-unsigned-literal: type-mismatch 2
def f: u32 =
  -1i32
-- == f32-vs-f64: type-mismatch 2
def f (x: f32): f64 =
  x * 2.0f64
-- == integer-literal-float-suffix: type-mismatch 2
def f: i32 =
  1f32
-- == float-literal-int: type-mismatch 2
def f: i32 =
  1.5
-- == float-index-range: type-mismatch 2
def f: []i32 =
  0..<2.5
-- == range-mixed: type-mismatch 2
def f: []i32 =
  0i32..<3i64
-- == range-step-type: type-mismatch 2
def f =
  0i32..2i64..<10i32
-- == if-without-bool: type-mismatch 2
def f (x: f32): i32 =
  if x > 0 && x then 1 else 2
-- == nested-let-type: type-mismatch 2
def f (x: i32): i32 =
  let (y: bool) = x
  in 1
-- == lambda-too-many: function-here 2
def f (xs: [3]i32) =
  map (\x y -> x + y) xs
-- == lambda-tuple: type-mismatch 2
def f (xs: [3]i32) =
  map (\(x, y) -> x + y) xs
-- == map2-tuple: type-mismatch 2
def f (xs: [3]i32) =
  map2 (\(x, y) -> x + y) xs xs
-- == curried-result: type-mismatch 3
def f (x: i32) (y: i32): i32 = x + y
def g: bool =
  f 1 2
-- == wrong-type-of-function-argument: type-mismatch 4
def ap (g: i32 -> i32) (x: i32): i32 = g x
def h (x: f32): f32 = x
def f: i32 =
  ap h 1
-- == function-argument-arity: type-mismatch 4
def ap (g: i32 -> i32) (x: i32): i32 = g x
def h (x: i32) (y: i32): i32 = x + y
def f: i32 =
  ap h 1
-- == type-parameter-twice-different: type-mismatch 3
def g 't (x: t) (y: t): t = x
def f =
  g 1i32 true
-- == type-parameter-result: type-mismatch 3
def g 't (x: t): t = x
def f: bool =
  g 1
-- == array-of-param: type-mismatch 3
def g 't [n] (xs: [n]t): t = xs[0]
def f: i32 =
  g 1
-- == lifted-parameter-required: function-here 3
def g 't (x: t): t = x
def f (y: i32): i32 =
  g (\x -> x + y) 1
-- == size-lifted-parameter: function-here 3
def g 't (x: t): [1]t = [x]
def f (h: i32 -> i32) =
  g h
-- == shadowed-builtin: type-mismatch 3
def map (x: i32): i32 = x
def f (xs: [3]i32) =
  map (+ 1) xs
-- == let-function-type: type-mismatch 3
def f (x: i32): i32 =
  let g (y: f32): f32 = y
  in g x
-- == let-function-result: type-mismatch 2
def f (x: i32): i32 =
  let g (y: i32): bool = y
  in 1
-- == operator-infix-backtick: type-mismatch 3
def plus (x: i32) (y: i32): i32 = x + y
def f: i32 =
  true `plus` 1
-- == operator-custom-precedence: type-mismatch 3
def (&&&) (x: bool) (y: bool): bool = x && y
def f (x: i32): bool =
  x > 1 &&& x
-- == bool-not-i32: type-mismatch 2
def f (x: bool): i32 =
  i32.f32 x
-- == i64-bool-conversion: type-mismatch 2
def f (x: f32): bool =
  bool.f64 x
-- == sum-over-bools: type-mismatch 2
def f (xs: [3]bool): i32 =
  i32.sum xs
-- == all-of-ints: type-mismatch 2
def f (xs: [3]i32): bool =
  all id xs
-- == any-predicate: type-mismatch 2
def f (xs: [3]i32): bool =
  any (\x -> x) xs
-- == zip3-unzip: type-mismatch 2
def f (xs: [3]i32): [3](i32, i32, i32) =
  zip xs xs
-- == scatter2d: type-mismatch 2
def f (xs: *[3][3]i32) (is: [2]i64) (vs: [2]i32) =
  scatter_2d xs is vs
-- == with-field-index: unknown-field 2
def f (r: {a: [3]i32}) =
  r with a.b = 1
-- == tuple-update: too-many-indices 2
def f (p: (i32, i32)) =
  p with [0] = 1
-- == update-scalar: too-many-indices 2
def f (x: i32) =
  x with [0] = 1
-- == let-update-scalar: too-many-indices 2
def f (x: i32) =
  let x[0] = 1
  in x
-- == index-after-call: too-many-indices 3
def g (x: i32): i32 = x
def f (x: i32) =
  (g x)[0]
-- == loop-over-tuple: type-mismatch 2
def f (p: (i32, i32)): i32 =
  loop s = 0 for x in p do s + x
-- == loop-while-type: type-mismatch 2
def f (x: i32): i32 =
  loop (a, b) = (x, true) while a do (a - 1, b)
-- == loop-for-negative: type-mismatch 2
def f (x: i32): f32 =
  loop s = 0 for i < 10 do s + f32.i32 x * i
-- == match-array: type-mismatch 3
def f (xs: [2]i32): i32 =
  match xs
  case (a, b) -> a
-- == match-record: type-mismatch 3
def f (r: {x: i32}): i32 =
  match r
  case {y} -> y
-- == match-different-literals: type-mismatch 3
def f (x: f32): i32 =
  match x
  case 1i32 -> 1
  case _ -> 2
-- == entry-with-hole-type: unknown-type 1
def f (x: i32): t32 = x
-- == attr-in-expression-type: type-mismatch 2
def f (x: i32): bool =
  #[sequential] x
-- == neg-literal-pattern: type-mismatch 3
def f (x: u8): i32 =
  match x
  case -1i8 -> 1
  case _ -> 2
-- == ifs-deep: type-mismatch 2
def f (x: i32): i32 =
  if x > 1 then if x > 2 then 1
                else true
  else 3
-- == lets-deep: type-mismatch 4
def f (x: i32): i32 =
  let a = x + 1
  let b = a * 2
  let c = b && true
  in a
-- == long-pipeline: type-mismatch 5
def f (xs: [10]i32) =
  xs
  |> map (+ 1)
  |> filter (> 3)
  |> map (\x -> x && true)
  |> reduce (+) 0
-- == second-function-wrong: type-mismatch 3
def f (x: i32): i32 = x
def g (x: i32): i32 = f x
def h (x: i32): i32 = g true
def k (x: i32): i32 = h x
-- == two-errors: type-mismatch 1
def f (x: i32): bool = x
def g (x: bool): i32 = x
-- == const-array-index: type-mismatch 2
def xs = [1i32, 2, 3]
def f = xs[0] + true
-- == type-abbreviation-wrong: type-mismatch 2
type t = (i32, bool)
def f (x: t): i32 = x.1
-- == nested-type-abbreviation: type-mismatch 4
type a = i32
type b = (a, a)
def f (x: b): bool =
  x.0
-- == record-type-order: type-mismatch 3
type r = {a: i32, b: bool}
def f: r =
  {b = 1, a = true}
-- == local-type-annotation: type-mismatch 2
def f =
  \(x: i32) -> (x: bool)
-- == undefined-type-in-lambda: unknown-type 2
def f =
  \(x: foo) -> x
-- == undefined-type-in-ascription: unknown-type 2
def f (x: i32) =
  x : foo
-- == undefined-type-in-coercion: unknown-type 2
def f (x: [3]i32) =
  x :> [3]foo
-- == undefined-in-pattern-type: unknown-type 2
def f (x: i32) =
  let (y: foo) = x
  in y
-- == undefined-in-loop: unknown-type 2
def f (x: i32) =
  loop (y: foo) = x for i < 3 do y
-- == undefined-function-in-map: unknown-name 2
def f (xs: [3]i32) =
  map frobnicate xs
-- == undefined-in-case: unknown-name 3
def f (x: i32) =
  match x
  case 1 -> y
  case _ -> 2
-- == undefined-in-record: unknown-name 2
def f (x: i32) =
  {a = x, b = z}
-- == undefined-in-range: unknown-name 2
def f (x: i32) =
  0..<k
-- == undefined-in-index: unknown-name 2
def f (xs: [3]i32) =
  xs[k]
-- == undefined-in-update: unknown-name 2
def f (xs: *[3]i32) =
  xs with [k] = 1
-- == undefined-in-section: unknown-name 2
def f (xs: [3]i32) =
  map (+ k) xs
-- == undefined-in-local-function: unknown-name 2
def f (x: i32) =
  let g (y: i32) = y + z
  in g x
-- == undefined-in-operator: unknown-name 2
def f (x: i32) =
  x *** x
-- == undefined-infix-name: unknown-name 2
def f (x: i32) =
  x `plus` x
-- == constructor-as-function: type-mismatch 2
def f (xs: [3]i32): [3](#some i32 | #none) =
  map #some xs
-- == constructor-missing-annotation: sum-unknown 2
def f (b: bool) =
  if b then #yes else #no
-- == constructor-payload-mixed: type-mismatch 2
def f (b: bool): #a i32 | #b =
  if b then #a 1.5 else #b

-- == array-of-size-lifted: lifted-type 1
def f '~a (x: a) = [x]

-- == operator-with-dots: unknown-name 1
def f (x: i32) = x >.. 1

-- == tilde: syntax 1
def f (x: i32) = ~x

-- == shift-of-modules-alone: unknown-name 1
def f (x: i32) = x >>> 1

-- == local-operator: syntax 1
def f (x: i32) = let (a: i32) +. (b: i32) = a * b in x +. 3


-- == float-out-of-range: literal-too-large 1
def main (x: f64) = x + 1e400

-- == inferred-float-out-of-range: literal-too-large 1
def main (x: f32) = x + 4e38
