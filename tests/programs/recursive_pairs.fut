-- Functions that call each other: the first takes the others in, as local functions.

def even (n: i64): bool = n == 0 || odd (n - 1)
def odd (n: i64): bool = n != 0 && even (n - 1)

-- ==
-- entry: parity
-- input { [0i64, 1i64, 6i64, 7i64] }
-- output { [true, false, true, false] [false, true, false, true] }
-- input { [2000i64] } error: calls itself more than 1000 times
entry parity [m] (ns: [m]i64) = (map even ns, map odd ns)

-- Three of them, without types.
def mod3 k = if k <= 0 then 0 else two (k - 1)
def two k = if k <= 0 then 2 else one (k - 1)
def one k = if k <= 0 then 1i64 else mod3 (k - 1i64)

-- ==
-- entry: thirds
-- input { [0i64, 1i64, 6i64, 7i64] }
-- output { [0i64, 2i64, 0i64, 2i64] [2i64, 1i64, 2i64, 1i64] [1i64, 0i64, 1i64, 0i64] }
entry thirds [m] (ks: [m]i64) = (map mod3 ks, map two ks, map one ks)

-- Sums of digits in parentheses. The second function calls the third, which calls the first.
def sum [n] (s: [n]u8) (i: i64): (i64, i64) =
  let (v, i) = term s i
  in loop (v, i) while i < n && s[i] == '+' do
     let (w, j) = term s (i + 1) in (v + w, j)
def term [n] (s: [n]u8) (i: i64): (i64, i64) = if s[i] == '-' then negated s (i + 1) else factor s i
def negated [n] (s: [n]u8) (i: i64): (i64, i64) = let (v, i) = factor s i in (-v, i)
def factor [n] (s: [n]u8) (i: i64): (i64, i64) =
  if s[i] == '(' then let (v, j) = sum s (i + 1) in (v, j + 1) else (i64.u8 (s[i] - '0'), i + 1)

-- ==
-- entry: sums
-- input { "1+(2+-(3+1))+4" } output { 3i64 14i64 4i64 }
entry sums [n] (s: [n]u8) = let (v, i) = sum s 0 in (v, i, (term s 2).1 - 8)

module walks = {
  def hop (k: i64) (x: i64): i64 = if k == 0 then x else skip (k - 1) (x + 3)
  local def skip (k: i64) (x: i64): i64 = if k == 0 then -x else 1 + hop (k - 1) x
}

-- ==
-- entry: hops
-- input { 6i64 1i64 } output { 13i64 }
-- input { 5i64 1i64 } output { -8i64 }
entry hops (k: i64) (x: i64) = walks.hop k x

-- Rows that are sorted up are merged of halves that are sorted down.
def merge [a][b] (le: i64 -> i64 -> bool) (xs: [a]i64) (ys: [b]i64): []i64 =
  let rank op ys x = i64.sum (map (\y -> i64.bool (op y x)) ys)
  let ia = map2 (\i a -> i + rank (\y x -> !(le x y)) ys a) (indices xs) xs
  let ib = map2 (\i b -> i + rank le xs b) (indices ys) ys
  in scatter (replicate (a + b) 0) (ia ++ ib) (xs ++ ys)

def up [m] (xs: [m]i64): [m]i64 =
  if m <= 1 then xs
  else let h = m / 2
       in merge (<=) (reverse (down (take h xs))) (reverse (down (drop h xs))) :> [m]i64
def down [m] (xs: [m]i64): [m]i64 =
  if m <= 1 then xs
  else let h = m / 2
       in merge (>=) (reverse (up (take h xs))) (reverse (up (drop h xs))) :> [m]i64
-- ==
-- entry: sorted
-- input { [3i64, 1, 2, 5, 4, 9, 0] }
-- output { [0i64, 1, 2, 3, 4, 5, 9] [9i64, 5, 4, 3, 2, 1, 0] }
-- input { empty([0]i64) } output { empty([0]i64) empty([0]i64) }
entry sorted [m] (xs: [m]i64) = (up xs, down xs)

-- ==
-- entry: rows_sorted
-- input { [[3i64, 1, 2, 5], [7i64, 6, 5, 4]] } output { [[1i64, 2, 3, 5], [4i64, 5, 6, 7]] }
entry rows_sorted [k][m] (xss: [k][m]i64) = map up xss
