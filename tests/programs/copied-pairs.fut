-- A copy of a pair has parts of its own, also where the type is a variable's.
-- ==
-- entry: main
-- input { [1, 2] } output { [3, 2] [1, 7] }
-- entry: rounds
-- input { [1, 2] } output { [2, 2] [2, 2] }
def f 't (x: t): (t, t) = (x, x)
def cp 't (x: t): *t = copy x
entry main [n] (A: [n]i32): ([n]i32, [n]i32) =
  let (x, y) = f A
  let (_, w) = cp (x, y)
  let w[0] = 3
  let {a, b = _} = cp {a = A, b = A}
  let a[1] = 7
  in (w, a)

entry rounds [n] (A: [n]i32): ([n]i32, [n]i32) =
  loop (Q, A) = copy (A, A) for i < 3 do (Q with [0] = i, A with [0] = i)
