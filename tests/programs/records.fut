-- Records and tuples: fields of fields, updates, arrays of them.

-- ==
-- entry: rec0
-- input { 1 2 } output { 1i32 2i32 3i32 }
entry rec0 (x: i32) (y: i32) =
  let {a, b = (c, d)} = {a = x, b = (y, x + y)}
  in (a, c, d)

type point_rec1 = {x: i32, y: i32}
def add_rec1 (p: point_rec1) ({x, y}: point_rec1) : point_rec1 = {x = p.x + x, y = p.y + y}
-- ==
-- entry: rec1
-- input { 1 2 } output { 3i32 3i32 }
entry rec1 (x: i32) (y: i32) = let p = add_rec1 {x, y} {y = 1, x = 2} in (p.x, p.y)

-- ==
-- entry: rec2
-- input { [1,2] [3,4] } output { 3i32 12i32 6i32 [4i32, 6i32] }
entry rec2 [n] (xs: [n]i32) (ys: [n]i32) =
  let ps = map2 (\x y -> {x, y, s = x + y}) xs ys
  let t = reduce (\a b -> {x = a.x + b.x, y = a.y * b.y, s = a.s `i32.max` b.s}) {x = 0, y = 1, s = i32.lowest} ps
  in (t.x, t.y, t.s, map (.s) ps)

-- ==
-- entry: rec3
-- input { 3 } output { 3i32 true }
entry rec3 (x: i32) = let t = {0 = x, 1 = true} in (t.0, t.1)

type t_with2 = {a: i32, b: {c: i32, d: (i32, i32)}}
-- ==
-- entry: with2
-- input { 1 2 } output { 10i32 11i32 77i32 2i32 }
entry with2 (x: i32) (y: i32) =
  let r : t_with2 = {a = x, b = {c = y, d = (1, 2)}}
  let r = r with a = 10
  let r = r with b.c = r.a + 1
  let r = r with b.d.0 = 77
  in (r.a, r.b.c, r.b.d.0, r.b.d.1)

-- ==
-- entry: with_rec_arr
-- input { 3 } output { [1i32, 2i32, 3i32] [3i32] }
entry with_rec_arr (x: i32) = let r = {a = [1,2,3], b = {c = [x]}} let r = r with b.c = [x, x] |> \z -> z[0:1] in (r.a, r.b.c)

-- ==
-- entry: proj_chain
-- input { 3 } output { 8i32 }
entry proj_chain (x: i32) = let r = {a = {b = {c = (x, {d = 5i32})}}} in r.a.b.c.0 + r.a.b.c.1.d

-- ==
-- entry: proj_index
-- input { 3 } output { 5i32 3i32 3i32 }
entry proj_index (x: i32) = let r = {a = [{b = x}, {b = 5}]} in (r.a[1].b, (r.a)[0].b, r.a[0:1][0].b)

type p_arr_of_rec = {pos: (f32, f32), id: i32}
-- ==
-- entry: arr_of_rec
-- input { [1,2,3] } output { [1i32, 99i32, 3i32] [1.0f32, 9.0f32, 3.0f32] 7i32 1.0f32 }
entry arr_of_rec [n] (xs: [n]i32) =
  let ps : [n]p_arr_of_rec = map (\x -> {pos = (f32.i32 x, 1), id = x}) xs
  let ps = ps with [1] = {pos = (9, 9), id = 99}
  let q = ps[1] with id = 7
  in (map (.id) ps, map (.pos.0) ps, q.id, (ps[0]).pos.1)

type m_size_record [n] = {data: [n]i32, w: [n]bool}
def mk_size_record [n] (xs: [n]i32) : m_size_record [n] = {data = xs, w = map (> 1) xs}
def app_size_record [n] (a: m_size_record [n]) (b: m_size_record [n]) : m_size_record [n] = {data = map2 (+) a.data b.data, w = map2 (&&) a.w b.w}
-- ==
-- entry: size_record
-- input { [1,2,3] } output { [2i32, 4i32, 6i32] [false, true, true] }
entry size_record [n] (xs: [n]i32) = let r = app_size_record (mk_size_record xs) (mk_size_record xs) in (r.data, r.w)

-- ==
-- entry: scan_rec
-- input { [1, 5, 3] } output { [1i32, 5i32, 5i32] [1i32, 6i32, 9i32] }
entry scan_rec [n] (xs: [n]i32) = scan (\a b -> {m = i32.max a.m b.m, s = a.s + b.s}) {m = i32.lowest, s = 0} (map (\x -> {m = x, s = x}) xs) |> map (\r -> (r.m, r.s)) |> unzip

def swap_tuples0 ((x, y): (i32, i32)) = (y, x)
-- ==
-- entry: tuples0
-- input { 1 2 } output { 2i32 1i32 }
entry tuples0 (x: i32) (y: i32) : (i32, i32) = swap_tuples0 (swap_tuples0 (swap_tuples0 (x, y)))

-- ==
-- entry: tuples1
-- input { 1 } output { 6i32 15i32 1i32 }
entry tuples1 (x: i32) = let ((a, b), (c, (d, e))) = ((x, 2), (3, (4, 5))) let t = (a, (b, c)) in (t.1.0 + d, t.1.1 * e, ((), x).1)

-- ==
-- entry: tuples3
-- input { [1,2,3] } output { [1i32, 2i32, 3i32] [2i32, 3i32, 4i32] [false, true, true] }
entry tuples3 (a: []i32) = let (xs, ys) = unzip (map (\x -> ((x, x+1), x > 1)) a) let (p, q) = unzip xs in (p, q, ys)

-- ==
-- entry: looprec
-- input { 3 } output { 21i32 }
entry looprec (x: i32) = (loop {a = p, b} = {a = x, b = 0} for i < 3 do {a = p * 2, b = b + p}).b

-- ==
-- entry: bigtuple
-- input { 1 } output { 36i32 }
entry bigtuple (x: i32) = let (a,b,c,d,e,f,g,h) = (x,x+1,x+2,x+3,x+4,x+5,x+6,x+7) in a+b+c+d+e+f+g+h

-- ==
-- entry: zipwith
-- input { [1,2,3] }
-- output { [1i32, 2i32, 3i32] [2i32, 3i32, 4i32] [0i64, 1i64, 2i64] [true, true, true] }
entry zipwith [n] (xs: [n]i32) = let (a, b, c, d) = unzip4 (zip4 xs (map (+1) xs) (iota n) (replicate n true)) in (a, b, c, d)

type~ acc_record_dyn = {xs: []i32, n: i64}
def push_record_dyn (a: acc_record_dyn) (x: i32) : acc_record_dyn = {xs = a.xs ++ [x], n = a.n + 1}
-- ==
-- entry: record_dyn
-- input { [5,2,8,1] } output { [10i32, 4i32, 16i32, 2i32] 4i64 }
entry record_dyn (xs: []i32) = let r = loop a : acc_record_dyn = {xs = [], n = 0} for x in xs do push_record_dyn a (x * 2) in (r.xs, r.n)

def bump_consume_rec (r: {a: *[]i32, k: i32}) : *[]i32 = let a = r.a in a with [0] = r.k
-- ==
-- entry: consume_rec
-- input { [1,2,3] } output { [7i32, 2i32, 3i32] }
entry consume_rec (xs: *[]i32) = bump_consume_rec {a = xs, k = 7}

def neg_proj_apply2 (x: i32) = -x
-- ==
-- entry: proj_apply2
-- input { 1 } output { 3i32 4i32 1i32 [1i32, 2i32] 5i32 -2i32 }
entry proj_apply2 (x: i32) = let t = ((x, (2, 3)), [4, 5]) in (t.0.1.1, t.1[0], (t.0).0, [t.0.0, t.0.1.0], i32.max t.0.0 t.1[1], neg_proj_apply2 t.0.1.0)

-- ==
-- entry: trailing
-- input { 1 } output { [1i32, 2i32] 1i32 }
entry trailing (x: i32) = let (a, b,) = (x, 2,) let r = {a, b,} in ([a, r.b,], (r.a, b,).0)

-- Fields that are numbers come in their order.
-- ==
-- entry: eleven
-- input { 1 } output { 3 11 1 }
entry eleven (x: i32) =
  let (_, _, c, _, _, _, _, _, _, _, k) =
    {0=x, 1=x+1, 10=x+10, 2=x+2, 3=x+3, 4=x+4, 5=x+5, 6=x+6, 7=x+7, 8=x+8, 9=x+9}
  let r = {10=x, 9=x+1, a=true}
  in (c, k, r.10)
