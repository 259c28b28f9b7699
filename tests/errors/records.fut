-- == unknown-field: unknown-field 2
def f (r: {x: i32, y: i32}): i32 =
  r.z
-- == field-of-scalar: unknown-field 2
def f (x: i32): i32 =
  x.a
-- == tuple-field: unknown-field 2
def f (x: (i32, i32)): i32 =
  x.2
-- == missing-field: type-mismatch 2
def f: {x: i32, y: i32} =
  {x = 1}
-- == extra-field: type-mismatch 2
def f: {x: i32} =
  {x = 1, y = 2}
-- == field-twice: bound-twice 2
def f =
  {x = 1i32, x = 2i32}
-- == type-field-twice: bound-twice 1
type t = {x: i32, x: i32}
-- == field-type: type-mismatch 2
def f: {x: i32} =
  {x = true}
-- == pattern-unknown-field: type-mismatch 2
def f (r: {x: i32}): i32 =
  let {y} = r
  in y
-- == pattern-missing-field: type-mismatch 2
def f (r: {x: i32, y: i32}): i32 =
  let {x} = r
  in x
-- == pattern-field-twice: bound-twice 2
def f (r: {x: i32}): i32 =
  let {x, x} = r
  in x
-- == update-unknown: unknown-field 2
def f (r: {x: i32}): {x: i32} =
  r with y = 1
-- == update-type: type-mismatch 2
def f (r: {x: i32}): {x: i32} =
  r with x = true
-- == punning-unknown: unknown-name 2
def f: {x: i32} =
  {x}
-- == field-of-unknown-type: field-of-unknown 2
def f r =
  r.x
-- == update-of-unknown-type: field-of-unknown 2
def f r =
  r with x = 1i32
-- == update-scalar: unknown-field 2
def f (x: i32): i32 =
  x with a = 1
-- == nested-field: unknown-field 2
def f (r: {a: {b: i32}}): i32 =
  r.a.c
-- == array-field: unknown-field 2
def f (rs: [3]{x: i32}): i32 =
  rs.x
-- == argument-record: type-mismatch 3
def g (r: {x: i32}): i32 = r.x
def f: i32 =
  g {y = 1}
