-- == missing-in: syntax 4
def f (x: i32): i32 =
  let y = x
  y
-- == missing-equals: syntax 3
def f (x: i32): i32
  x
-- == missing-paren: syntax 3
def f (x: i32): i32 =
  (x + 1
-- == extra-paren: syntax 2
def f (x: i32): i32 =
  x + 1)
-- == missing-bracket: syntax 3
def f (xs: [3]i32): i32 =
  xs[0
-- == missing-operand: syntax 3
def f (x: i32): i32 =
  x +
def g (x: i32): i32 = x
-- == missing-else: syntax 3
def f (b: bool): i32 =
  if b then 1
def g (x: i32): i32 = x
-- == missing-then: syntax 2
def f (b: bool): i32 =
  if b 1 else 2
-- == missing-do: syntax 4
def f (x: i32): i32 =
  loop s = 0 for i < x
    s + i
-- == missing-for: syntax 2
def f (x: i32): i32 =
  loop s = 0 i < x do s
-- == missing-arrow: syntax 2
def f (xs: [3]i32): [3]i32 =
  map (\x x + 1) xs
-- == keyword-as-name: syntax 1
def f (loop: i32): i32 =
  loop
-- == keyword-def: syntax 1
def in (x: i32): i32 =
  x
-- == number-as-name: syntax 1
def 1f (x: i32): i32 =
  x
-- == capital-keyword: syntax 1
Def f (x: i32): i32 =
  x
-- == two-operators: syntax 2
def f (x: i32): i32 =
  x + * x
-- == trailing-comma-call: syntax 2
def f (x: i32): i32 =
  f(x,)
-- == empty-parens-pattern: syntax 1
def f (x i32): i32 =
  x
-- == bad-character: syntax 2
def f (x: i32): i32 =
  x @ 1
-- == bad-dollar: syntax 2
def f (x: i32): i32 =
  x $ 1
-- == unclosed-string: syntax 2
def f =
  "abc
-- == bad-number: syntax 2
def f: i32 =
  12abc
-- == bad-hex: syntax 2
def f: i32 =
  0xZZ
-- == semicolon: syntax 2
def f (x: i32): i32 =
  x;
-- == c-comment: syntax 2
def f (x: i32): i32 =
  /* no */ x
-- == curly-body: syntax 2
def f (x: i32): i32 {
  x }
-- == missing-case: syntax 3
def f (x: i32): i32 =
  match x
-- == case-without-match: syntax 2
def f (x: i32): i32 =
  case 1 -> 2
-- == expression-at-top: syntax 1
1 + 2
-- == missing-name: syntax 1
def (x: i32): i32 =
  x
-- == type-in-expression: not-a-value 2
def f (x: i32): i32 =
  i32
-- == missing-type: syntax 1
def f (x: ): i32 =
  x
-- == missing-type-result: syntax 1
def f (x: i32): =
  x
-- == double-colon: syntax 1
def f (x:: i32): i32 =
  x
-- == unbalanced-array: syntax 3
def f: []i32 =
  [1, 2
def g: i32 = 1
-- == comma-array: type-mismatch 2
def f: []i32 =
  [1 2]
-- == record-syntax: syntax 2
def f =
  {a: 1}
-- == record-type-syntax: syntax 1
def f (r: {a = i32}): i32 =
  1
-- == tuple-type-syntax: syntax 1
def f (r: (i32; i32)): i32 =
  1
-- == lambda-no-parameters: syntax 2
def f =
  \ -> 1
-- == with-no-equals: syntax 2
def f (xs: *[3]i32): [3]i32 =
  xs with [0] 1
-- == range-incomplete: syntax 3
def f: []i32 =
  1...
def g: i32 = 1
-- == not-equals: unknown-name 2
def f (x: i32): bool =
  x <> 1
-- == assignment: syntax 2
def f (x: i32): i32 =
  x := 1
-- == let-without-value: syntax 3
def f (x: i32): i32 =
  let y
  in y
-- == end-of-file: syntax 2
def f (x: i32): i32 =
-- == entry-no-name: syntax 1
entry (x: i32): i32 =
  x
-- == type-no-name: syntax 1
type = i32
-- == if-no-condition: syntax 2
def f: i32 =
  if then 1 else 2
-- == minus-minus-in-expression: syntax 3
def f (x: i32): i32 =
  let y = 1 -- + x
-- == char-empty: syntax 2
def f =
  ''
-- == operator-without-parens: syntax 1
def + (x: i32) (y: i32): i32 =
  x
-- == string-with-unknown-escape: syntax 1
def f: []u8 = "a\qb"
-- == character-by-hexadecimal-digits: syntax 1
def f (x: u8) = x + '\x41'
-- == character-by-octal-digits: syntax 1
def f (x: u8) = x + '\o101'
-- == character-with-unknown-escape: syntax 1
def f: u8 = '\q'
