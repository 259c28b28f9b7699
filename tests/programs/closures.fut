-- Functions as values: in tuples and records, returned, in loops, composed, as sections.

def compose_hof0 'a 'b 'c (f: a -> b) (g: b -> c) : a -> c = \x -> g (f x)
-- ==
-- entry: hof0
-- input { 3 } output { 5i32 }
entry hof0 (x: i32) = compose_hof0 (+1) (compose_hof0 (*2) (\y -> y - 3)) x

def f_hof1 (x: i32) : i32 -> i32 -> i32 = \y z -> x * y + z
-- ==
-- entry: hof1
-- input { 3 } output { 31i32 32i32 4i32 }
entry hof1 (x: i32) = let g = f_hof1 x in let h = g 10 in (h 1, h 2, g 1 1)

-- ==
-- entry: hof2
-- input { 3 } output { 4i32 6i32 3i32 }
entry hof2 (x: i32) =
  let r = {f = \y -> y + x, g = (x, \z -> z * x)}
  in (r.f 1, r.g.1 2, r.g.0)

def applyn_hof6 (n: i32) (f: i32 -> i32) (x: i32) = loop x for _i < n do f x
-- ==
-- entry: hof6
-- input { [1,2,3] } output { [8i32, 16i32, 24i32] }
entry hof6 (xs: []i32) = map (applyn_hof6 3 (\x -> x * 2)) xs

def mymap_hof8 [n] 'a 'b (f: a -> b) (xs: [n]a) : [n]b = map f xs
def twice_hof8 'a (f: a -> a) = f >-> f
-- ==
-- entry: hof8
-- input { [1,2,3] } output { [5i32, 6i32, 7i32] }
entry hof8 (xs: []i32) = mymap_hof8 (twice_hof8 (twice_hof8 (+1))) xs

type^ num_hof9 'a = (a -> a) -> a -> a
def zero_hof9 'a : num_hof9 a = \_ x -> x
def succ_hof9 'a (n: num_hof9 a) : num_hof9 a = \f x -> f (n f x)
def add_hof9 'a (n: num_hof9 a) (m: num_hof9 a) : num_hof9 a = \f x -> n f (m f x)
-- ==
-- entry: hof9
-- input { 5 } output { 30i32 }
entry hof9 (x: i32) = let two = succ_hof9 (succ_hof9 zero_hof9) in (add_hof9 two (add_hof9 two two)) (+x) 0

def f_hof10 (g: i32 -> (i32, i32)) (x: i32) = let (a, b) = g x in a * b
-- ==
-- entry: hof10
-- input { 5 } output { 30i32 }
entry hof10 (x: i32) = f_hof10 (\y -> (y, y + 1)) x

def uncurry3_hof12 'a 'b 'c 'd (f: a -> b -> c -> d) (a: a, b: b, c: c) = f a b c
-- ==
-- entry: hof12
-- input { 5 } output { 11i32 }
entry hof12 (x: i32) = uncurry3_hof12 (\a b c -> a + b * c) (x, 2, 3)

def f_hof20 (g: i32 -> i32) : {h: i32 -> i32, k: (i32 -> i32, i32)} = {h = g >-> (+1), k = (g, g 3)}
-- ==
-- entry: hof20
-- input { 10 } output { 11i32 20i32 30i32 }
entry hof20 (x: i32) = let r = f_hof20 (* x) in (r.h 1, r.k.0 2, r.k.1)

def pick_hof22 (b: bool) : i32 -> i32 = \x -> if b then x + 1 else x * 2
-- ==
-- entry: hof22
-- input { [1,2,3] } output { [2i32, 3i32, 4i32] [2i32, 4i32, 6i32] }
entry hof22 (xs: []i32) = (map (pick_hof22 true) xs, map (pick_hof22 false) xs)

-- ==
-- entry: hof23
-- input { [1,2,3] 2i64 } output { [3i32, 1i32, 2i32] }
entry hof23 [n] (xs: [n]i32) (k: i64) =
  let at = \i -> xs[i % n]
  let shifted = \s i -> at (i + s)
  in map (shifted k) (iota n)

def apply2_hof24 'a 'b 'c (f: a -> b -> c) (x: a) (y: b) : c = f x y
-- ==
-- entry: hof24
-- input { 3 } output { 2i32 15i32 9i32 }
entry hof24 (x: i32) = (apply2_hof24 (\a b -> a - b) x 1, apply2_hof24 (curry (\(a, b) -> a * b)) x 5, apply2_hof24 i32.max x 9)

def fold_hof25 'a 'b [n] (f: a -> b -> a) (z: a) (xs: [n]b) = loop acc = z for x in xs do f acc x
-- ==
-- entry: hof25
-- input { [3,4] } output { 7i32 12i32 }
entry hof25 (xs: []i32) = fold_hof25 (\(a, b) x -> (a + x, b * x)) (0, 1) xs

-- ==
-- entry: hof26
-- input { 5 } output { 2i32 10i32 -1i32 }
entry hof26 (x: i32) = let fs = (\y -> y + 1, (\y -> y * x, \y z -> y - z)) in (fs.0 1, fs.1.0 2, fs.1.1 3 4)

type^ monoid_hof27 'a = {op: a -> a -> a, ne: a}
def sum_m_hof27 : monoid_hof27 i32 = {op = (+), ne = 0}
def fold_hof27 [n] 'a (m: monoid_hof27 a) (xs: [n]a) = reduce m.op m.ne xs
-- ==
-- entry: hof27
-- input { 5 } output { 11i32 }
entry hof27 (x: i32) = fold_hof27 sum_m_hof27 [x, x, 1]

-- ==
-- entry: hof28
-- input { [1,2,3] } output { [8i32, 6i32, 4i32] }
entry hof28 [n] (xs: [n]i32) = let f = map (+1) >-> reverse >-> map (*2) in f xs

def const_hof29' 'a 'b (x: a) (_: b) = x
-- ==
-- entry: hof29
-- input { 3 } output { 3i32 4i32 4i32 }
entry hof29 (x: i32) = ((const_hof29' x) true, (const_hof29' <-< (+1)) x (), ((+) >-> (\f -> f 1)) x)

def subtract_section1 (a: i32) (b: i32) = b - a
def div2_section1 (a: i32) (b: i32) = a / b
-- ==
-- entry: section1
-- input { 10 } output { 11i32 11i32 9i32 9i32 3i32 3i32 -7i32 -3i32 }
entry section1 (x: i32) = ((+1) x, (1+) x, (x-) 1, (subtract_section1 1) x, (`div2_section1` 3) x, (x `div2_section1`) 3, (-)3 x, (- 3))

type p_section3 = {x: i32, y: {z: i32}}
-- ==
-- entry: section3
-- input { [1,2,3] } output { [2i32, 4i32, 6i32] }
entry section3 (xs: []i32) = map (\x -> {x, y = {z = x * 2}}) xs |> map (.y.z) |> map (\x -> (x, x)) |> map (.0)

-- ==
-- entry: pipe0
-- input { [1,2,3,4] } output { 24.0f64 }
entry pipe0 (xs: []i32) = xs |> map (+1) |> filter (>2) |> map i64.i32 |> i64.sum |> (\x -> x * 2) |> f64.i64

-- ==
-- entry: pipe2
-- input { 2 3 } output { 10i32 10i32 5i32 6i32 }
entry pipe2 (x: i32) (y: i32) = (x + y |> (*2), (*2) <| x + y, (+1) <-< (*2) <| x, x |> (+1) >-> (*2))

def mk_ho_ret_tuple (x: i32) = (\y -> x + y, \y -> x * y)
-- ==
-- entry: ho_ret_tuple
-- input { 5 } output { 6i32 10i32 7i32 }
entry ho_ret_tuple (x: i32) = let (add, mul) = mk_ho_ret_tuple x in (add 1, mul 2, (mk_ho_ret_tuple 3).0 4)

-- ==
-- entry: ho_loop_inv
-- input { 5 } output { 161i32 }
entry ho_loop_inv (n: i32) = let f = \x -> x * 2 + n in loop acc = 1 for i < n do f acc - i

def mapf_ho_map_fn 'a 'b [n] (f: a -> b) : [n]a -> [n]b = map f
-- ==
-- entry: ho_map_fn
-- input { [1,2] } output { [2i32, 3i32]  [1i32, 2i32]  [1i32, 2i32]  }
entry ho_map_fn [n] (xs: [n]i32) = (mapf_ho_map_fn (+ 1) xs, (mapf_ho_map_fn (\x -> (x, x)) >-> unzip) xs)

def choose_ho_if_in_fun (b: bool) (f: i32 -> i32) (g: i32 -> i32) (x: i32) = if b then f x else g x
-- ==
-- entry: ho_if_in_fun
-- input { true 5 } output { 6i32 }
entry ho_if_in_fun (b: bool) (x: i32) = choose_ho_if_in_fun b (+ 1) (* 2) x

type^ ops_ho_field_apply = {inc: i32 -> i32, add: i32 -> i32 -> i32}
def o_ho_field_apply : ops_ho_field_apply = {inc = (+ 1), add = \a b -> a + b}
-- ==
-- entry: ho_field_apply
-- input { 5 } output { 6i32 7i32 15i32 }
entry ho_field_apply (x: i32) = (o_ho_field_apply.inc x, o_ho_field_apply.add x 2, (o_ho_field_apply with inc = (+ 10)).inc x)

def pow_ho_compose_many (n: i32) (f: i32 -> i32) = \x -> loop x for _i < n do f x
-- ==
-- entry: ho_compose_many
-- input { 5 } output { 14i32 }
entry ho_compose_many (x: i32) = ((+ 1) >-> (* 2) >-> pow_ho_compose_many 3 (+ 1) >-> (\y -> y - 1)) x

-- ==
-- entry: ho_curry_order
-- input { [1,2,3] }
-- output { [9i32, 8i32, 7i32] [-9i32, -8i32, -7i32] [0i32, 1i32, 2i32] [0i32, -1i32, -2i32] }
entry ho_curry_order (xs: []i32) = let sub = \a b -> a - b in (map (sub 10) xs, map (flip sub 10) xs, map (`sub` 1) xs, map (1 `sub`) xs)

def lookup_closure_arr [n] 'a (xs: [n]a) : i64 -> a = \i -> xs[i]
-- ==
-- entry: closure_arr
-- input { [1,2,3] } output { [1i32, 2i32, 3i32] 3i32 }
entry closure_arr [n] (xs: [n]i32) = let f = lookup_closure_arr xs in (map f (iota n), f 0 + f 1)

def foldmap_foldmap 'a 'b [n] (op: b -> b -> b) (ne: b) (f: a -> b) (xs: [n]a) = reduce op ne (map f xs)
-- ==
-- entry: foldmap
-- input { [1,2,3] } output { 12i32 true  6i32  3i32  }
entry foldmap (xs: []i32) = (foldmap_foldmap (+) 0 (* 2) xs, foldmap_foldmap (&&) true (> 0) xs, foldmap_foldmap (\(a, b) (c, d) -> (a + c, i32.max b d)) (0, 0) (\x -> (x, x)) xs)

type^ state_lifted 's 'a = s -> (a, s)
def ret_lifted 's 'a (x: a) : state_lifted s a = \s -> (x, s)
def bind_lifted 's 'a 'b (m: state_lifted s a) (f: a -> state_lifted s b) : state_lifted s b = \s -> let (x, s') = m s in f x s'
def tick_lifted : state_lifted i32 i32 = \s -> (s, s + 1)
-- ==
-- entry: lifted
-- input { 3 } output { 34i32 5i32 }
entry lifted (x: i32) = bind_lifted tick_lifted (\a -> bind_lifted tick_lifted (\b -> ret_lifted (a * 10 + b))) x

-- ==
-- entry: letfun
-- input { 5 } output { 10i32  5i32  5i32  true true 3i64 3i64 }
entry letfun (x: i32) =
  let f (a: i32) (b: i32) : i32 = a * b
  let g = f 2
  let h 't (y: t) : (t, t) = (y, y)
  let k [n] (ys: [n]i32) : i64 = n
  let (p, q) = h true
  in (g x, h x, p, q, k [1,2,3], k (iota 3 |> map i32.i64))

-- ==
-- entry: lambdas4
-- input { 3 } output { 5i32 }
entry lambdas4 (x: i32) = (\(a, b) {c, d} -> a + b * c - d) (x, 2) {c = 3, d = 4}

def add_pointfree2 (x: i32) (y: i32) = x + y
def add1_pointfree2 = add_pointfree2 1
def sum_pointfree2 = reduce add_pointfree2 0
-- ==
-- entry: pointfree2
-- input { [1,2] } output { 5i32 }
entry pointfree2 (xs: []i32) = sum_pointfree2 (map add1_pointfree2 xs)

def mk_named_params : (n: i64) -> [n]i64 = \n -> iota n
def app_named_params (f: (k: i64) -> [k]i64) (n: i64) : [n]i64 = f n
-- ==
-- entry: named_params
-- input { 2i64 } output { [0i64, 1i64] [0i64, 1i64, 2i64] }
entry named_params (n: i64) = (mk_named_params n, app_named_params mk_named_params (n + 1))

def map_pairs_hof_size [n] 'a 'b (f: (n: i64) -> a -> b) (xs: [n]a) = map (f n) xs
-- ==
-- entry: hof_size
-- input { [1,2,3] } output { [3i64, 6i64, 9i64] }
entry hof_size (xs: []i32) = map_pairs_hof_size (\n x -> i64.i32 x * n) xs
