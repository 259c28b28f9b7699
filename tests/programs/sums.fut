-- Sum types: values of one of several forms, told apart by match.

type shape = #circle f32 | #rectangle f32 f32 | #nothing
type~ option 'a = #none | #some a
type list [n] 'a = #cons a ([n]a) | #nil

def area (s: shape): f32 =
  match s
  case #circle r -> 3 * r * r
  case #rectangle w h -> w * h
  case #nothing -> 0

def safe_div (a: i32) (b: i32): option i32 =
  if b == 0 then #none else #some (a / b)

def from_option 'a (def_: a) (o: option a): a =
  match o case #none -> def_ case #some x -> x

def map_option 'a 'b (f: a -> b) (o: option a): option b =
  match o case #some x -> #some (f x) case #none -> #none

def nothing 't : option t = #none

-- Constructors that take several values, in a kernel.
-- ==
-- entry: areas
-- input { [0, 1, 2, 0] [2f32, 3f32, 5f32, 1f32] }
-- output { [12f32, 12f32, 0f32, 3f32] }
-- input { empty([0]i32) empty([0]f32) } output { empty([0]f32) }
entry areas [n] (kinds: [n]i32) (xs: [n]f32): [n]f32 =
  let shapes = map2 (\k x -> if k == 0 then #circle x
                             else if k == 1 then #rectangle x (x + 1)
                             else #nothing : shape) kinds xs
  in map area shapes

-- A division that may have no result.
-- ==
-- entry: divide
-- input { 7 2 } output { 3 }
-- input { 7 0 } output { -1 }
entry divide (a: i32) (b: i32) = from_option (-1) (safe_div a b)

-- A constructor of two types in one function.
-- ==
-- entry: polymorphic
-- input { 4 } output { 5 true 9 2.5 }
-- input { 0 } output { 0 false 9 2.5 }
entry polymorphic (x: i32) =
  let o = map_option (+ 1) (if x == 0 then nothing else #some x)
  let b = map_option (> 1) o
  in (from_option 0 o, from_option false b,
      from_option 9 nothing, from_option 2.5f64 nothing)

-- Numbers, the last of which fits all; the minus belongs to the number.
-- ==
-- entry: numbers
-- input { [0, 1, -1, 42, 7] } output { [10, 11, 9, 1, 0] }
entry numbers (xs: []i32) =
  map (\x -> match x
             case 0 -> 10
             case 1 -> 11
             case -1 -> 9
             case 42 -> 1
             case _ -> 0) xs

-- Characters, booleans and floats.
-- ==
-- entry: literals
-- input { 97u8 true 1.0 } output { 1 2 3 }
-- input { 98u8 false 1.5 } output { 4 5 6 }
entry literals (c: u8) (b: bool) (x: f64) =
  (match c case 'a' -> 1i32 case _ -> 4,
   match b case true -> 2i32 case false -> 5,
   match x case 1.0 -> 3i32 case _ -> 6)

-- Tuples and records, nested; the first case that fits is taken.
-- ==
-- entry: nested
-- input { 1 2 } output { 100 }
-- input { 1 3 } output { 3 }
-- input { 5 3 } output { 8 }
-- input { 0 3 } output { -3 }
entry nested (a: i32) (b: i32) =
  match (a, {x = b, y = a})
  case (1, {x = 2, y = _}) -> 100
  case (1, {x, y = _}) -> x
  case (0, {x = z, y = 0}) -> -z
  case (p, {x, y = _}) -> p + x

-- Forms within forms.
type inner = #a i32 | #b
type outer = #one inner | #two inner inner

def depth (o: outer): i32 =
  match o
  case #one (#a x) -> x
  case #one #b -> 1
  case #two (#a x) (#a y) -> x * y
  case #two _ #b -> 2
  case #two #b (#a 3) -> 33
  case #two #b (#a x) -> x

-- ==
-- entry: forms
-- input { } output { [7, 1, 12, 2, 33, 4] }
entry forms =
  map depth [#one (#a 7), #one #b, #two (#a 3) (#a 4), #two (#a 1) #b,
             #two #b (#a 3), #two #b (#a 4)]

-- Arrays inside of constructors.
-- ==
-- entry: payload
-- input { [1, 2, 3] true } output { 6 [1, 2, 3] }
-- input { [1, 2, 3] false } output { -1 [0, 0, 0] }
entry payload [n] (xs: [n]i32) (b: bool) =
  let o: option ([n]i32) = if b then #some xs else #none
  let s = match o case #some ys -> i32.sum ys case #none -> -1
  in (s, from_option (replicate n 0) o)

-- A sum type with a size.
-- ==
-- entry: sized
-- input { [1, 2, 3] } output { 7 }
-- input { [5] } output { 0 }
entry sized [n] (xs: [n]i32) =
  let l: list [n] i32 = if n > 1 then #cons 1 xs else #nil
  in match l case #cons x ys -> x + i32.sum ys case #nil -> 0

-- Sums in loops, records and arrays, compared and updated.
-- ==
-- entry: machine
-- input { [1, 2, 3, 4] } output { 4 true false }
-- input { [1, 1] } output { 0 false true }
entry machine (xs: []i32) =
  let start: {state: #idle | #busy i32, total: i32} = {state = #idle, total = 0}
  let end = loop s = start for x in xs do
    match s.state
    case #idle -> if x > 1 then s with state = #busy x else s
    case #busy y -> {state = if x > 3 then #idle else #busy x, total = s.total + y - 1}
  in (end.total + 1 - i32.bool (end.total == 0),
      end.total != 0 && end.state == #idle,
      end.state == start.state && end.total == 0)

-- A reduction over values that may be missing.
def pick (a: option i32) (b: option i32): option i32 =
  match (a, b)
  case (#some x, #some y) -> #some (i32.max x y)
  case (#some x, #none) -> #some x
  case (#none, y) -> y

-- ==
-- entry: greatest
-- input { [3, -1, 8, 2] } output { 8 }
-- input { [-3, -1] } output { -100 }
-- input { empty([0]i32) } output { -100 }
entry greatest (xs: []i32) =
  from_option (-100) (reduce pick #none (map (\x -> if x < 0 then #none else #some x) xs))

-- In-place updates of arrays of sums.
-- ==
-- entry: update
-- input { 4i64 2i64 } output { [0, 0, 9, 0] }
entry update (n: i64) (i: i64) =
  let xs = replicate n nothing
  let xs[i] = #some 9i32
  in map (from_option 0) xs

-- A payload is consumed in one case.
-- ==
-- entry: consume
-- input { [1, 2] true } output { [7, 2] }
-- input { [1, 2] false } output { [0, 0] }
entry consume [n] (xs: *[n]i32) (b: bool): [n]i32 =
  match (if b then #some xs else #none : option ([n]i32))
  case #some ys -> ys with [0] = 7
  case #none -> replicate n 0

-- A constructor that is the only one, and one that holds a function.
type^ step 'a = #by (i32 -> a) | #to a

def take_step 'a (s: step a) (x: i32): a =
  match s case #by f -> f x case #to y -> y

-- ==
-- entry: steps
-- input { 3 } output { 5 4 6f32 3 }
entry steps (x: i32) =
  let f: step f32 = #by (\y -> f32.i32 (y + x))
  let #only z = (#only x : #only i32)
  in (take_step (#by (+ 2)) x, take_step (#to 4) x, take_step f x, z)

-- A sum of what is read once for the row.
-- ==
-- entry: repeated_sums
-- input { [3, 1, 4] } output { [9, 3, 12] }
-- input { empty([0]i32) } output { empty([0]i32) }
entry repeated_sums [m] (ys: [m]i32): [m]i32 = map (\x -> reduce (+) 0 (map (\_ -> x) ys)) ys
