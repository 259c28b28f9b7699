-- The spelling of real programs.

-- | A documentation comment.
--
-- > first [1, 2]
type~ vec 'a [n] = {data: [n]a, len: i64,}
type^ fn 'a = a -> a
type pair 'a 'b = (a, b,)
type square 't [n] = [n][n]t
let first 'a [n] (xs: [n]a): a = xs[0]
def vec 'a [n] (x: [n]a): vec a [n] = {data = x, len = n,}
def twice 'a (f: fn a): fn a = f >-> f
#[noinline]
def swap 'a 'b (x: pair a b): pair b a = (x.1, x.0)
local def hidden = 3i32
def existential (x: i32): ?[n].[n]i32 = replicate (i64.i32 x) x
def (+++) (a: i32) (b: i32) = a * 10 + b
def (+.) (a: i32) (b: i32) = a * 10 + b
def a <+> b = a + b: i32

-- Types in patterns, curried lambdas, a loop that starts from what is there.
-- ==
-- entry: patterns
-- input { 4 } output { 12 }
#[inline] #[foo(bar, 3)]
entry patterns (x: i32): i32 =
  let (a: i32, b): (i32, i32) = (x, x + 1)
  let add = \x -> \y -> x + y
  let ((c), _) = (add a b, ())
  in #[sequential] c + (loop x for i < 3 do #[foo] (x - i)) + 2

-- Negative literals in patterns, with and without parentheses.
-- ==
-- entry: negative
-- input { [-1, -2, 0, 1] } output { [1, 2, 3, 4] }
entry negative (xs: []i32) =
  map (\x -> match x case (-1) -> 1 case -2 -> 2 case (0) -> 3 case _ -> 4) xs

-- Fields of fields, replaced and taken; tuples by number.
-- ==
-- entry: fields
-- input { 5 } output { 7 7 2 10 }
entry fields (x: i32) =
  let r = {a = {b = x, c = (x, x + 1)}, d = 2}
  let r = r with a.b = 7
  let r = r with a.c = (1, r.a.c.1)
  let {a = _, d = e} = r
  in (r.a.b, r.a.c.0 + r.a.c.1, e, (.a.b) {a = {b = x}} + (.0) (x, true))

-- Abbreviations with sizes, types and functions.
-- ==
-- entry: abbreviations
-- input { [[1, 2], [3, 4]] } output { 4i64 [[1, 2], [3, 4]] 9 3 2 }
entry abbreviations [n] (xs: square i32 [n]) =
  let v = vec (flatten xs)
  in (v.len, unflatten (v.data :> [n * n]i32), twice (+ 1) 7, (swap (1, hidden)).0,
      i32.i64 (length (existential 2)))

-- Operators of one's own have the level of their first character.
-- ==
-- entry: operators
-- input { 4 } output { 43 7 -32f32 }
entry operators (x: i32) =
  (x +++ 1 <+> 2, x |> (`i32.max` 3) |> (11 -) |> (\x -> x), -2f32 ** 5)

-- A size that a pattern names; one that a local function takes.
-- ==
-- entry: sizes
-- input { 5i64 } output { 3i64 6i64 }
entry sizes (x: i64) =
  let [n] (xs: [n]i64) = filter (> 1) (iota x)
  let twice [m] 'a (_: [m]a) = 2 * m
  in (n, twice xs)

-- Numbers of all kinds.
-- ==
-- entry: numbers
-- input { } output { 1036 1000f32 3.0 97 [98u8, 99u8] }
entry numbers = (0x1F + 0b101i32 + 1_000, 1e3f32, 0x1.8p1f64, 'a', "bc")

-- Roman numerals, and operators with a dot.
-- ==
-- entry: rare
-- input { 3 } output { [14, 1990, 4, 9] 34 }
entry rare (x: i32) = ([0rXIV, 0RMCMXC, 0rIV, 0rIX], x +. 4)

-- Entries whose C names would be the same, or those of another's scratch; lines at the start.
-- ==
-- entry: bar bar_scratch __bar t_ t' t_prime
-- input { [1, 2, 3] } output { [1, 3, 6] }

entry bar [n] (xs: [n]i32) = scan (+) 0 xs
entry bar_scratch [n] (xs: [n]i32) = scan (+) 0 xs
entry __bar [n] (xs: [n]i32) = scan (+) 0 xs
entry t_ [n] (__xs: [n]i32) = scan (+) 0 __xs
entry t' [n] (xs: [n]i32) = scan (+) 0 xs
entry t_prime [n] (xs: [n]i32) = scan (+) 0 xs

-- Macros, keywords and functions of the includes, an entry's own symbol.
-- ==
-- entry: taken
-- input { [1, 2, 3] 1 2 } output { [142, 183, 224] }

def spelling_bar (x: i32) = loop x for i < 2 do x * 3 + i
def memcpy (x: i32) = loop x for i < 2 do x * 2 + i
def linux (x: i32) = loop x for i < 2 do x + i
def I (x: i32) = loop x for i < 2 do x - i

entry taken [n] (threadIdx: [n]i32) (errno: i32) (min: i32): [n]i32 =
  map (\NULL -> let EOF = memcpy (linux errno + NULL)
                let unix = spelling_bar (I min) + EOF
                in unix + spelling_bar EOF + NULL) threadIdx

-- A function whose name begins with a capital, and what it returns.
-- ==
-- entry: capital
-- input { 1 2 } output { 3 1 }

module M = { def f (x: i32) (y: i32) = ((loop y for i < x do y + i + 1), x) }

entry capital (x: i32) (y: i32) = M.f x y

-- Names of core's operators.
-- ==
-- entry: core_names
-- input { [1.5f32, 2f32] -3 } output { 1.5f32 4i64 14i64 3i64 }

entry core_names [n] (xs: [n]f32) (abs: i32): (f32, i64, i64, i64) =
  let min = n + 2
  let length = n * 2
  let map = min + length
  in (reduce f32.min f32.inf xs, min, map + length + n, i64.i32 (i32.abs abs))

-- Escapes of a string are Haskell's; characters beyond ASCII are written in UTF-8.
-- ==
-- entry: escapes
-- input { } output { [0u8, 97u8, 1u8, 14u8, 72u8, 195u8, 169u8, 65u8, 98u8, 99u8] 27 }
entry escapes = ("\NULa\^A\SO\&H\xe9\65\o142\   \c" :> [10]u8, '\27')
