-- Sum types and patterns: literals, nested, of arrays, of sizes that depend on data.

type t_sum0 = #a | #b i32 | #c i32 i32
def f_sum0 (x: t_sum0) : i32 = match x case #a -> 0 case #b x -> x case #c x y -> x * y
-- ==
-- entry: sum0
-- input { 1 } output { 0i32 }
-- input { 2 } output { 7i32 }
-- input { 3 } output { 12i32 }
entry sum0 (x: i32) = f_sum0 (if x == 1 then #a else if x == 2 then #b 7 else #c 3 4)

type opt_sum1 'a = #none | #some a
def get_sum1 'a (d: a) (o: opt_sum1 a) = match o case #none -> d case #some x -> x
-- ==
-- entry: sum1
-- input { [1,2,3,4] } output { [-1i32, 20i32, -1i32, 40i32] }
entry sum1 (xs: []i32) = map (\x -> if x % 2 == 0 then #some (x * 10) else #none : opt_sum1 i32) xs |> map (get_sum1 (-1))

-- ==
-- entry: sum3
-- input { 5 3 } output { 8i32 }
-- input { 0 3 } output { 3i32 }
-- input { 3 0 } output { 6i32 }
entry sum3 (x: i32) (y: i32) =
  match (x, y)
  case (0, z) -> z
  case (z, 0) -> z * 2
  case (a, b) -> a + b

type e_sum4 = #lit i32 | #add {l: i32, r: i32} | #neg (i32, bool)
def ev_sum4 (e_sum4: e_sum4) = match e_sum4 case #lit n -> n case #add {l, r} -> l + r case #neg (n, true) -> -n case #neg (n, false) -> n
-- ==
-- entry: sum4
-- input { 5 } output { 5i32 6i32 -5i32 5i32 }
entry sum4 (x: i32) = (ev_sum4 (#lit x), ev_sum4 (#add {l = x, r = 1}), ev_sum4 (#neg (x, true)), ev_sum4 (#neg (x, false)))

type t_sum5 = #foo [3]i32 | #bar [2]i32
def sum_sum5 (t_sum5: t_sum5) = match t_sum5 case #foo a -> i32.sum a case #bar a -> i32.product a
-- ==
-- entry: sum5
-- input { 3 } output { 9i32 9i32 }
entry sum5 (x: i32) = (sum_sum5 (#foo [x,x,x]), sum_sum5 (#bar [x, x]))

type d_sum7 = #up | #down | #left
def turn_sum7 (d_sum7: d_sum7) : d_sum7 = match d_sum7 case #up -> #down case #down -> #left case #left -> #up
-- ==
-- entry: sum7
-- input { [1, 2, 3] } output { [1i32, 2i32, 0i32] }
entry sum7 (xs: []i32) = map (\x -> let d_sum7 = loop d_sum7 = #up : d_sum7 for _i < x do turn_sum7 d_sum7 in match d_sum7 case #up -> 0i32 case #down -> 1 case #left -> 2) xs

-- ==
-- entry: sum8
-- input { 1f32 } output { 10i32 }
-- input { 2f32 } output { 20i32 }
-- input { -1f32 } output { 30i32 }
entry sum8 (x: f32) : i32 = match x case 1 -> 10 case 2.0 -> 20 case -1 -> 30 case _ -> 40

-- ==
-- entry: sum10
-- input { 97u8 } output { 1i32 }
-- input { 98u8 } output { 2i32 }
-- input { 10u8 } output { 4i32 }
entry sum10 (x: u8) : i32 = match x case 'a' -> 1 case 'b' -> 2 case '\n' -> 4 case _ -> 3

-- ==
-- entry: sum11
-- input { true } output { 1i32 }
entry sum11 (x: bool) : i32 = match x case true -> 1 case false -> 2

type t_sum12 'a = #leaf a | #node (#l a | #r a)
-- ==
-- entry: sum12
-- input { 4 } output { 6i32 }
entry sum12 (x: i32) = match (#node (#r x) : t_sum12 i32) case #leaf a -> a case #node (#l a) -> a + 1 case #node (#r a) -> a + 2

type~ t_sum14 = #some ([]i64) | #none
def f_sum14 (n: i64) : t_sum14 = if n > 3 then #some (iota n) else #none
-- ==
-- entry: sum14
-- input { 4i64 } output { 4i64 }
entry sum14 (n: i64) = match f_sum14 n case #some xs -> length xs case #none -> -1

def f_sum15 (x: i32) : #good i32 | #bad = if x > 1 then #good x else #bad
-- ==
-- entry: sum15
-- input { 2 } output { 2i32 }
entry sum15 (x: i32) = match f_sum15 x case #good y -> y case #bad -> 0

type result_sum_payload = #ok f32 | #err i32
def safe_sqrt_sum_payload (x: f32) : result_sum_payload = if x < 0 then #err (-1) else #ok (f32.sqrt x)
-- ==
-- entry: sum_payload
-- input { [1f32, -1f32, 4f32] } output { [1.0f32, 0.0f32, 2.0f32] [0i32, -1i32, 0i32] }
entry sum_payload (xs: []f32) = map (\r -> match r case #ok v -> (v, 0) case #err e -> (0, e)) (map safe_sqrt_sum_payload xs) |> unzip

type a_sum_nested = #x i32 | #y (i32, i32)
type b_sum_nested = #p a_sum_nested | #q
def f_sum_nested (v: b_sum_nested) = match v case #p (#x n) -> n case #p (#y (m, _)) -> m case #q -> 0
-- ==
-- entry: sum_nested
-- input { 5 } output { 5i32 6i32 0i32 }
entry sum_nested (n: i32) = (f_sum_nested (#p (#x n)), f_sum_nested (#p (#y (n + 1, n))), f_sum_nested #q)

-- ==
-- entry: match_tuple
-- input { 1 true } output { 10i32 }
-- input { 2 false } output { 97i32 }
entry match_tuple (x: i32) (b: bool) = match (x, b, 'a') case (1, true, 'a') -> 10 case (1, _, _) -> 20 case (_, false, c) -> i32.u8 c case (n, true, _) -> n

-- ==
-- entry: match_rec
-- input { 1 2 } output { 200i32 }
entry match_rec (x: i32) (y: i32) = match {a = x, b = {c = y}} case {a = 0, b = _} -> 0 case {a = 1, b = {c}} -> c * 100 case {a, b = {c = 5}} -> a case _ -> -1

-- ==
-- entry: match_arr
-- input { 1 } output { [2i32, 3i32, 4i32] }
entry match_arr (x: i32) = let r = match x case 1 -> [1,2,3] case _ -> [4,5,6] in map (+x) r

-- ==
-- entry: match_dyn
-- input { 1i64 } output { 3i64 3i64 }
-- input { 4i64 } output { 4i64 6i64 }
entry match_dyn (x: i64) = let r = match x case 1 -> iota 3 case n -> iota n in (length r, i64.sum r)

type opt_opt 't = #some t | #none
def find_opt [n] 't (p: t -> bool) (xs: [n]t) : opt_opt i64 =
  (loop (r, i) = (#none, 0) while i < n && (match r case #none -> true case #some _ -> false) do (if p xs[i] then #some i else #none, i + 1)).0
def map_opt_opt 'a 'b (f: a -> b) (o: opt_opt a) : opt_opt b = match o case #some x -> #some (f x) case #none -> #none
-- ==
-- entry: opt
-- input { [3,5] 5 } output { 101i64 }
-- input { [3,5] 4 } output { -1i64 }
entry opt (xs: []i32) (y: i32) = match map_opt_opt (+ 100) (find_opt (== y) xs) case #some i -> i case #none -> -1

type s_map_match = #circle f32 | #rect f32 f32 | #point
def area_map_match (s_map_match: s_map_match) = match s_map_match case #circle r -> 3 * r * r case #rect w h -> w * h case #point -> 0
-- ==
-- entry: map_match
-- input { [1, 2, 3] } output { [12.0f32, 12.0f32, 0.0f32] }
entry map_match (xs: []i32) = map (\x -> area_map_match (match x case 1 -> #circle 2 case 2 -> #rect 3 4 case _ -> #point)) xs

-- ==
-- entry: match_neg
-- input { [-3, 0, 3] } output { [110i32, 122i32, 112i32] }
entry match_neg (xs: []i32) = map (\x -> match i32.sgn x case -1 -> 'n' case 0 -> 'z' case _ -> 'p') xs

-- ==
-- entry: match_float
-- input { [0.5, -1.0, 2.0] } output { [1i32, 2i32, 3i32] }
entry match_float (xs: []f64) = map (\x -> match x case 0.5 -> 1i32 case -1.0 -> 2 case _ -> 3) xs

def f_match_str (c: u8) : i32 = match c case 'a' -> 1 case 'z' -> 26 case '\n' -> 0 case _ -> -1
-- ==
-- entry: match_str
-- input { } output { [1i32, 26i32, 0i32, -1i32] }
entry match_str = map f_match_str "az\nq"

type~ res_sum_dyn = #many ([]i64) | #one i64
def f_sum_dyn (n: i64) : res_sum_dyn = if n == 1 then #one n else #many (iota n)
-- ==
-- entry: sum_dyn
-- input { 3i64 } output { 3i64 100i64 }
entry sum_dyn (n: i64) = (match f_sum_dyn n case #many xs -> i64.sum xs case #one x -> x * 100, match f_sum_dyn 1 case #many xs -> i64.sum xs case #one x -> x * 100)

-- ==
-- entry: match_sizes
-- input { 2i64 } output { 3i64 [4i32, 5i32, 6i32] }
entry match_sizes (n: i64) = let xs = match n case 1 -> [1,2] case 2 -> [3,4,5] case _ -> [] in (length xs, map (+ 1) xs)

type either_abbrev_poly 'a 'b = #left a | #right b
def either_abbrev_poly 'a 'b 'c (f: a -> c) (g: b -> c) (e: either_abbrev_poly a b) = match e case #left x -> f x case #right y -> g y
-- ==
-- entry: abbrev_poly
-- input { 3 } output { 4i32 1i32 }
entry abbrev_poly (x: i32) = (either_abbrev_poly (+ 1) i32.bool (#left x : either_abbrev_poly i32 bool), either_abbrev_poly (+ 1) i32.bool (#right true : either_abbrev_poly i32 bool))

type s_pat_asc = #foo i32 | #bar {a: i32}
-- ==
-- entry: pat_asc
-- input { 1 2 } output { 20i32 }
entry pat_asc (x: i32) (y: i32) = match (if x > y then #foo x else #bar {a = y} : s_pat_asc) case #foo (a: i32) -> a case #bar ({a}: {a: i32}) -> a * 10

type dir_sum_const = #n | #e | #s | #w
def all_dirs_sum_const : [4]dir_sum_const = [#n, #e, #s, #w]
def dx_sum_const (d: dir_sum_const) : i32 = match d case #e -> 1 case #w -> -1 case _ -> 0
-- ==
-- entry: sum_const
-- input { 2 } output { [0i32, 2i32, 0i32, -2i32] }
entry sum_const (x: i32) = map dx_sum_const all_dirs_sum_const |> map (* x)

type t_sum_in_tuple_match = #a | #b
def f_sum_in_tuple_match (x: t_sum_in_tuple_match) (y: t_sum_in_tuple_match) : i32 = match (x, y) case (#a, #a) -> 1 case (#a, #b) -> 2 case (#b, _) -> 3
-- ==
-- entry: sum_in_tuple_match
-- input { 2 } output { 1i32 2i32 3i32 }
entry sum_in_tuple_match (_: i32) = (f_sum_in_tuple_match #a #a, f_sum_in_tuple_match #a #b, f_sum_in_tuple_match #b #a)

type cell_game = #empty | #x | #o
def board_game (n: i64) : [n][n]cell_game = tabulate_2d n n (\i j -> if (i + j) % 3 == 0 then #x else if (i * j) % 2 == 1 then #o else #empty)
def count_game [n] (p: cell_game -> bool) (b: [n][n]cell_game) = i64.sum (map (\r -> i64.sum (map (p >-> i64.bool) r)) b)
-- ==
-- entry: game
-- input { 3i64 } output { 3i64 1i64 }
entry game (n: i64) = (count_game (\c -> match c case #x -> true case _ -> false) (board_game n), count_game (\c -> match c case #o -> true case #x -> false case #empty -> false) (board_game n))

-- ==
-- entry: neglit
-- input { -5 } output { -1i32 }
entry neglit (x: i32) = match x case -5 -> -1i32 case 5 -> 1 case _ -> 0

-- Many cases are tried by halves; the first of two that fit the same counts.
-- ==
-- entry: many
-- input { [3, -7, 100, 2147483647, -2147483648, 22, 23, 0] }
-- output { [0, 1, 2, 4, 5, 16, -1, -1] }
entry many (xs: []i32) =
  map (\x -> match x
             case 3 -> 0i32
             case -7 -> 1i32
             case 100 -> 2i32
             case 5 -> 3i32
             case 2147483647 -> 4i32
             case -2147483648 -> 5i32
             case 12 -> 6i32
             case 13 -> 7i32
             case 14 -> 8i32
             case 15 -> 9i32
             case 16 -> 10i32
             case 17 -> 11i32
             case 18 -> 12i32
             case 19 -> 13i32
             case 20 -> 14i32
             case 21 -> 15i32
             case 22 -> 16i32
             case 3 -> 17i32
             case _ -> -1) xs

type month = #jan i32 | #feb | #mar (i32, i32) | #apr | #may | #jun | #jul | #aug | #sep
  | #oct | #nov | #dec | #m13 | #m14 | #m15 | #m16 | #m17 | #m18

def days (m: month) (leap: bool): i32 =
  match m
  case #feb -> if leap then 29 else 28
  case #jan n -> 31 + n
  case #mar (a, b) -> 31 + a * b
  case #apr -> 30
  case #may -> 31
  case #jun -> 30
  case #jul -> 31
  case #aug -> 31
  case #sep -> 30
  case #oct -> 31
  case #nov -> 30
  case #dec -> 31
  case #m13 -> 0
  case #m14 -> 0
  case #m15 -> 0
  case #m16 -> 0
  case #m17 -> 0
  case #m18 -> 1

-- ==
-- entry: months
-- input { true } output { [29, 32, 37, 30, 31, 1] }
-- input { false } output { [28, 32, 37, 30, 31, 1] }
entry months (leap: bool) =
  map (\m -> days m leap) [#feb, #jan 1, #mar (2, 3), #nov, #dec, #m18]

-- ==
-- entry: bytes
-- input { "az{\n" } output { [0, 25, -1, 99] }
entry bytes (xs: []u8) =
  map (\x -> match x
             case 'a' -> 0i32
             case 'b' -> 1i32
             case 'c' -> 2i32
             case 'd' -> 3i32
             case 'e' -> 4i32
             case 'f' -> 5i32
             case 'g' -> 6i32
             case 'h' -> 7i32
             case 'i' -> 8i32
             case 'j' -> 9i32
             case 'k' -> 10i32
             case 'l' -> 11i32
             case 'm' -> 12i32
             case 'n' -> 13i32
             case 'o' -> 14i32
             case 'p' -> 15i32
             case 'q' -> 16i32
             case 'r' -> 17i32
             case 's' -> 18i32
             case 't' -> 19i32
             case 'u' -> 20i32
             case 'v' -> 21i32
             case 'w' -> 22i32
             case 'x' -> 23i32
             case 'y' -> 24i32
             case 'z' -> 25i32
             case '\n' -> 99
             case _ -> -1) xs

-- A number in a pattern wraps around, as in Futhark.
-- ==
-- entry: wrapped_cases
-- input { [0u8, 255, 1] [-56i8, 127, 1] } output { [1i32, 2, 3] [1i32, 2, 3] }
entry wrapped_cases (xs: []u8) (ys: []i8) =
  (map (\x -> match x case 256 -> 1i32 case 255 -> 2 case _ -> 3) xs,
   map (\y -> match y case 200 -> 1i32 case -129 -> 2 case _ -> 3) ys)

-- The last of a case's equal names counts, as in Futhark.
type shape = #square i32 | #box i32 i32

-- ==
-- entry: equal_names
-- input { 3 } output { 4 7 -3 }
entry equal_names (x: i32) =
  (match (x, x + 1) case (y, 0) -> y case (y, y) -> y,
   match (if x > 2 then #box x 7 else #square x : shape) case #box s s -> s case #square s -> s,
   match {a = x, b = -x} case {a = y, b = y} -> y)
