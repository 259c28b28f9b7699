-- Functions that call themselves.

def fact (n: i32): i32 = if n <= 1 then 1 else n * fact (n - 1)

def fib (n: i32): i32 = if n <= 1 then n else fib (n - 1) + fib (n - 2)

def ack (m: i32) (n: i32): i32 =
  if m == 0 then n + 1
  else if n == 0 then ack (m - 1) 1
  else ack (m - 1) (ack m (n - 1))

def gcd (a: i32, b: i32): i32 = if b == 0 then a else gcd (b, a % b)

def divmod (a: i32) (b: i32): (i32, i32) =
  if a < b then (0, a)
  else let (q, r) = divmod (a - b) b
       in (q + 1, r)

def after 'a (n: i32) (x: a): a = if n == 0 then x else after (n - 1) x

module m = {
  def pow (x: i64) (n: i64): i64 =
    if n == 0 then 1
    else if n % 2 == 0 then let y = pow x (n / 2) in y * y
    else x * pow x (n - 1)
}

type sums = #done i32 | #left (i32, i32)

def add_up (x: sums): i32 =
  match x
  case #done y -> y
  case #left (0, s) -> add_up (#done s)
  case #left (n, s) -> add_up (#left (n - 1, s + n))

-- ==
-- entry: numbers
-- input { 5 } output { 120 5 7 1 15 }
-- input { 0 } output { 1 0 2 10 0 }
entry numbers (n: i32) = (fact n, fib n, ack 1 n, gcd (n * 2, 10) - (i32.bool (n > 0)) * 9, add_up (#left (n, 0)))

-- Calls are counted, so that too many are an error.
-- ==
-- entry: deep
-- input { 17 5 } output { 3 2 }
-- input { 999 1 } output { 999 0 }
-- input { 1000 1 } error: calls itself more than 1000 times
-- input { 1 0 } error: calls itself
entry deep (a: i32) (b: i32) = divmod a b

-- ==
-- entry: any_type
-- input { 3 4f32 } output { 3 4f32 1594323i64 }
entry any_type (x: i32) (y: f32) = (after 2 x, after 9 y, m.pow 3 13)

-- ==
-- entry: under_map
-- input { [1, 2, 3, 4, 5] } output { [1, 2, 6, 24, 120] }
-- input { empty([0]i32) } output { empty([0]i32) }
entry under_map (xs: []i32) = map fact xs

-- Calls that come last are a loop: there is no limit.
def sum_to (n: i64) (acc: i64): i64 = if n == 0 then acc else sum_to (n - 1) (acc + n)

def collatz (n: i64) (k: i32): i32 =
  if n == 1 then k
  else if n % 2 == 0 then collatz (n / 2) (k + 1)
  else collatz (3 * n + 1) (k + 1)

-- ==
-- entry: last_calls
-- input { [100000i64, 0i64] [27i64, 1i64] } output { [5000050000i64, 0i64] [111, 0] }
entry last_calls (ns: []i64) (ms: []i64) = (map (\n -> sum_to n 0) ns, map (\m -> collatz m 0) ms)

-- So are those in cases, behind a binding or a local function.
type steps = #down i32 | #across (i32, i32) | #done

def walk (x: steps) (k: i32): i32 =
  match x
  case #done -> k
  case #down 0 -> walk #done (k * 2)
  case #down n -> walk (#across (n, 3)) (k + 1)
  case #across (n, m) ->
    let next k = k + 1 in
    if m == 0 then walk (#down (n - 1)) k
    else let k = next k in #[inline] walk (#across (n, m - 1)) k

def mark (n: i64) (xs: *[]i64): []i64 =
  match n
  case 0 -> xs
  case _ -> mark (n - 1) (xs with [n % 3] = n)

-- ==
-- entry: last_in_cases
-- input { 5 5i64 } output { 40 [3i64, 1i64, 2i64] }
-- input { 0 0i64 } output { 0 [0i64, 1i64, 2i64] }
-- input { 3000 3000i64 } output { 24000 [3i64, 1i64, 2i64] }
entry last_in_cases (n: i32) (m: i64) = (walk (#down n) 0, mark m (iota 3))

-- Not all is asked for: these end.
-- ==
-- entry: ends
-- input { [0i64, 1i64, 7i64, 12i64] } output { [true, false, false, true] [0i64, 1i64, 7i64, 12i64] }

def even (x: i64): bool = x == 0 || (x != 1 && even (x - 2))
def counted (x: i64): i64 = loop y = 0 for _i < i64.min x 1 do y + 1 + counted (x - 1)
entry ends (xs: []i64) = (map even xs, map counted xs)
