-- == missing-case: missing-case 2
def f (x: #a | #b): i32 =
  match x
  case #a -> 1
-- == missing-case-payload: missing-case 2
def f (x: #a i32 | #b): i32 =
  match x
  case #a 1 -> 1
  case #b -> 2
-- == missing-literal: missing-case 2
def f (x: i32): i32 =
  match x
  case 1 -> 1
-- == missing-bool: missing-case 2
def f (x: bool): i32 =
  match x
  case true -> 1
-- == missing-tuple: missing-case 2
def f (x: (bool, bool)): i32 =
  match x
  case (true, _) -> 1
  case (_, true) -> 2
-- == unknown-constructor: type-mismatch 5
def f (x: #a | #b): i32 =
  match x
  case #a -> 1
  case #b -> 2
  case #c -> 3
-- == constructor-not-in-type: type-mismatch 2
def f: #a | #b =
  #c
-- == payload-count: type-mismatch 2
def f: #a i32 | #b =
  #a 1 2
-- == payload-missing: type-mismatch 2
def f: #a i32 | #b =
  #a
-- == payload-type: type-mismatch 2
def f: #a i32 | #b =
  #a true
-- == pattern-payload-count: type-mismatch 3
def f (x: #a i32 | #b): i32 =
  match x
  case #a y z -> y
  case #b -> 0
-- == case-types: type-mismatch 3
def f (x: #a | #b): i32 =
  match x
  case #a -> 1
  case #b -> true
-- == ambiguous: sum-unknown 2
def f =
  #a
-- == ambiguous-match: sum-unknown 3
def f x =
  match x
  case #a -> 1
  case #b -> 2
-- == constructor-twice: bound-twice 1
type t = #a | #a i32
-- == match-scalar: type-mismatch 3
def f (x: i32): i32 =
  match x
  case #a -> 1
-- == let-constructor: refutable-pattern 2
def f (x: #a i32 | #b): i32 =
  let (#a y) = x
  in y
-- == parameter-constructor: syntax 1
def f (#a x : #a i32 | #b): i32 =
  x
-- == literal-pattern-type: type-mismatch 3
def f (x: i32): i32 =
  match x
  case true -> 1
  case _ -> 2
-- == nested-missing: missing-case 2
def f (x: #some (#a | #b) | #none): i32 =
  match x
  case #some #a -> 1
  case #none -> 2
-- == different-sums: type-mismatch 3
def g (x: #a | #b): i32 = 1
def f (x: #a | #b | #c): i32 =
  g x
-- == missing-nested-tuple: missing-case 2
def f (x: ((i32, i32), i32)): i32 =
  match x
  case ((_, 3), 4) -> 2
-- == missing-nested-literals: missing-case 2
def f (x: (i32, (i32, bool, f32), i32)): i32 =
  match x
  case (_, (3, true, 1.5), 4) -> 2
  case (1, _, 5) -> 3
