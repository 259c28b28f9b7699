-- The part of the language that is written in itself. What is marked
-- intrinsic is made by src/front/intrinsics.c; types are those of Futhark.

-- Functions.

def (|>) '^a '^b (x: a) (f: a -> b): b = f x
def (<|) '^a '^b (f: a -> b) (x: a): b = f x
def (>->) '^a '^b '^c (f: a -> b) (g: b -> c) (x: a): c = g (f x)
def (<-<) '^a '^b '^c (g: b -> c) (f: a -> b) (x: a): c = g (f x)
def flip '^a '^b '^c (f: a -> b -> c) (b: b) (a: a): c = f a b
def curry '^a '^b '^c (f: (a, b) -> c) (a: a) (b: b): c = f (a, b)
def uncurry '^a '^b '^c (f: a -> b -> c) (a: a, b: b): c = f a b
def const '^a '^b (x: a) (_: b): a = x
def id '^a (x: a) = x
def not (x: bool): bool = !x

def iterate 'a (n: i32) (f: a -> a) (x: a) =
  loop x for _i < n do f x

def iterate_until 'a (p: a -> bool) (f: a -> a) (x: a) =
  loop x while !(p x) do f x

def iterate_while 'a (p: a -> bool) (f: a -> a) (x: a) =
  loop x while p x do f x

#[intrinsic]
def opaque 't (x: t): t = ???
def trace 't (x: t): t = x
def break 't (x: t): t = x

def r32 (x: i32): f32 = f32.i32 x
def t32 (x: f32): i32 = i32.f32 x
def r64 (x: i32): f64 = f64.i32 x
def t64 (x: f64): i32 = i32.f64 x

-- Tuples of arrays and arrays of tuples cost the same: nothing moves.

#[intrinsic]
def zip [n] 'a 'b (as: [n]a) (bs: [n]b): *[n](a, b) = ???
#[intrinsic]
def zip3 [n] 'a 'b 'c (as: [n]a) (bs: [n]b) (cs: [n]c): *[n](a, b, c) = ???
#[intrinsic]
def zip4 [n] 'a 'b 'c 'd (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d): *[n](a, b, c, d) = ???
#[intrinsic]
def zip5 [n] 'a 'b 'c 'd 'e (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d) (es: [n]e): *[n](a, b, c, d, e) = ???
def zip2 [n] 'a 'b (as: [n]a) (bs: [n]b): *[n](a, b) = zip as bs

#[intrinsic]
def unzip [n] 'a 'b (xs: [n](a, b)): ([n]a, [n]b) = ???
#[intrinsic]
def unzip3 [n] 'a 'b 'c (xs: [n](a, b, c)): ([n]a, [n]b, [n]c) = ???
#[intrinsic]
def unzip4 [n] 'a 'b 'c 'd (xs: [n](a, b, c, d)): ([n]a, [n]b, [n]c, [n]d) = ???
#[intrinsic]
def unzip5 [n] 'a 'b 'c 'd 'e (xs: [n](a, b, c, d, e)): ([n]a, [n]b, [n]c, [n]d, [n]e) = ???
def unzip2 [n] 'a 'b (xs: [n](a, b)): ([n]a, [n]b) = unzip xs

-- Array combinators.

#[intrinsic]
def map 'a [n] 'x (f: a -> x) (as: [n]a): *[n]x = ???
def map1 'a [n] 'x (f: a -> x) (as: [n]a): *[n]x = map f as
def map2 'a 'b [n] 'x (f: a -> b -> x) (as: [n]a) (bs: [n]b): *[n]x =
  map (\(a, b) -> f a b) (zip as bs)
def map3 'a 'b 'c [n] 'x (f: a -> b -> c -> x) (as: [n]a) (bs: [n]b) (cs: [n]c): *[n]x =
  map (\(a, b, c) -> f a b c) (zip3 as bs cs)
def map4 'a 'b 'c 'd [n] 'x (f: a -> b -> c -> d -> x) (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d): *[n]x =
  map (\(a, b, c, d) -> f a b c d) (zip4 as bs cs ds)
def map5 'a 'b 'c 'd 'e [n] 'x (f: a -> b -> c -> d -> e -> x) (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d) (es: [n]e): *[n]x =
  map (\(a, b, c, d, e) -> f a b c d e) (zip5 as bs cs ds es)

#[intrinsic]
def reduce [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a): a = ???
#[intrinsic]
def intrinsic_hom [n] 'a 'b (op: b -> b -> b) (f: a -> b) (ne: b) (as: [n]a): b = ???
#[intrinsic]
def reduce_comm [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a): a = ???
#[intrinsic]
def scan [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a): *[n]a = ???

def all [n] 'a (f: a -> bool) (as: [n]a): bool = reduce (&&) true (map f as)
def any [n] 'a (f: a -> bool) (as: [n]a): bool = reduce (||) false (map f as)
def and [n] (xs: [n]bool) = all id xs
def or [n] (xs: [n]bool) = any id xs

def foldl [n] 'a 'b (f: a -> b -> a) (acc: a) (bs: [n]b): a =
  loop acc for b in bs do f acc b

-- Making arrays.

#[intrinsic]
def iota (n: i64): *[n]i64 = ???
#[intrinsic]
def replicate 't (n: i64) (x: t): *[n]t = ???
-- k elements like those of as, all of which are written before they are read.
#[intrinsic]
def intrinsic_blank 't [n] (k: i64) (as: [n]t): *[k]t = ???
#[intrinsic]
def copy 't (a: t): *t = ???
#[intrinsic]
def manifest 't (a: t): *t = ???
#[intrinsic]
def concat [n] [m] 't (xs: [n]t) (ys: [m]t): *[n + m]t = ???
def (++) [n] [m] 't (xs: [n]t) (ys: [m]t): *[n + m]t = concat xs ys

def rep 't [n] (x: t): *[n]t = replicate n x
def indices [n] 't (_: [n]t): *[n]i64 = iota n

def tabulate 'a (n: i64) (f: i64 -> a): *[n]a =
  map f (iota n)
def tabulate_2d 'a (n: i64) (m: i64) (f: i64 -> i64 -> a): *[n][m]a =
  map (\i -> map (f i) (iota m)) (iota n)
def tabulate_3d 'a (n: i64) (m: i64) (o: i64) (f: i64 -> i64 -> i64 -> a): *[n][m][o]a =
  map (\i -> map (\j -> map (f i j) (iota o)) (iota m)) (iota n)

def exscan [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a): *[n]a =
  let sums = scan op ne as
  in map (\i -> if i == 0 then ne else #[unsafe] sums[i - 1]) (iota n)

-- Parts of arrays, and arrays seen otherwise.

def length [n] 't (_: [n]t) = n
def null [n] 't (_: [n]t) = n == 0
def head [n] 't (x: [n]t) = x[0]
def last [n] 't (x: [n]t) = x[n - 1]
def tail [n] 't (x: [n]t): [n - 1]t = x[1:]
def init [n] 't (x: [n]t): [n - 1]t = x[0:n - 1]
def take [n] 't (i: i64) (x: [n]t): [i]t = x[:i]
def drop [n] 't (i: i64) (x: [n]t): [n - i]t = x[i:]
def sized [m] 't (n: i64) (xs: [m]t): [n]t = xs :> [n]t
def split [n] [m] 't (xs: [n + m]t): ([n]t, [m]t) =
  (xs[0:n], xs[n:n + m] :> [m]t)
def reverse [n] 't (x: [n]t): [n]t = x[::-1]
def rotate [n] 't (r: i64) (a: [n]t): *[n]t =
  map (\i -> #[unsafe] a[(i + r) % n]) (iota n)

def foldr [n] 'a 'b (f: b -> a -> a) (acc: a) (bs: [n]b): a =
  foldl (flip f) acc (reverse bs)

#[intrinsic]
def transpose [n] [m] 't (a: [n][m]t): [m][n]t = ???
#[intrinsic]
def flatten [n] [m] 't (xs: [n][m]t): [n * m]t = ???
#[intrinsic]
def intrinsic_unflatten 't [k] (n: i64) (m: i64) (xs: [k]t): *[n][m]t = ???
def unflatten 't [n] [m] (xs: [n * m]t): [n][m]t = intrinsic_unflatten n m xs

def flatmap [n] 'a 'b (f: a -> ?[m].[m]b) (as: [n]a): *[]b = flatten (map f as)

def flatten_3d [n] [m] [l] 't (xs: [n][m][l]t): [n * m * l]t =
  flatten (flatten xs)
def flatten_4d [n] [m] [l] [k] 't (xs: [n][m][l][k]t): [n * m * l * k]t =
  flatten (flatten_3d xs)
def unflatten_3d 't [n] [m] [l] (xs: [n * m * l]t): [n][m][l]t =
  intrinsic_unflatten n m (intrinsic_unflatten (n * m) l xs)
def unflatten_4d 't [n] [m] [l] [k] (xs: [n * m * l * k]t): [n][m][l][k]t =
  intrinsic_unflatten n m (intrinsic_unflatten (n * m) l (intrinsic_unflatten (n * m * l) k xs))

-- Writing at computed places; what is out of bounds is ignored.

#[intrinsic]
def scatter 't [k] [n] (dest: *[k]t) (is: [n]i64) (vs: [n]t): *[k]t = ???
#[intrinsic]
def reduce_by_index 'a [k] [n] (dest: *[k]a) (f: a -> a -> a) (ne: a) (is: [n]i64) (as: [n]a): *[k]a = ???

def hist 'a [n] (op: a -> a -> a) (ne: a) (k: i64) (is: [n]i64) (as: [n]a): *[k]a =
  reduce_by_index (replicate k ne) op ne is as

def spread 't [n] (k: i64) (x: t) (is: [n]i64) (vs: [n]t): *[k]t =
  scatter (replicate k x) is vs

def intrinsic_flat_2d (k: i64) (n: i64) (i: i64, j: i64): i64 =
  if i >= 0 && i < k && j >= 0 && j < n then i * n + j else -1

def intrinsic_flat_3d (k: i64) (n: i64) (o: i64) (i: i64, j: i64, l: i64): i64 =
  if i >= 0 && i < k && j >= 0 && j < n && l >= 0 && l < o
  then (i * n + j) * o + l else -1

def scatter_2d 't [k] [n] [l] (dest: *[k][n]t) (is: [l](i64, i64)) (vs: [l]t): *[k][n]t =
  intrinsic_unflatten k n (scatter (flatten dest) (map (intrinsic_flat_2d k n) is) vs)

def scatter_3d 't [k] [n] [o] [l] (dest: *[k][n][o]t) (is: [l](i64, i64, i64)) (vs: [l]t): *[k][n][o]t =
  let flat = scatter (flatten_3d dest) (map (intrinsic_flat_3d k n o) is) vs
  in intrinsic_unflatten k n (intrinsic_unflatten (k * n) o flat)

def reduce_by_index_2d 'a [k] [n] [m] (dest: *[k][m]a) (f: a -> a -> a) (ne: a) (is: [n](i64, i64)) (as: [n]a): *[k][m]a =
  intrinsic_unflatten k m
    (reduce_by_index (flatten dest) f ne (map (intrinsic_flat_2d k m) is) as)

def reduce_by_index_3d 'a [k] [n] [m] [l] (dest: *[k][m][l]a) (f: a -> a -> a) (ne: a) (is: [n](i64, i64, i64)) (as: [n]a): *[k][m][l]a =
  let flat = reduce_by_index (flatten_3d dest) f ne (map (intrinsic_flat_3d k m l) is) as
  in intrinsic_unflatten k m (intrinsic_unflatten (k * m) l flat)

-- Elements that are kept go where the count of those before says. What they go
-- to is as large as what they come from, so its size is known before.

def filter [n] 'a (p: a -> bool) (as: [n]a): *[]a =
  let flags = map (\a -> i64.bool (p a)) as
  let counts = scan (+) 0 flags
  let kept = if n == 0 then 0 else #[unsafe] counts[n - 1]
  let places = map2 (\flag count -> if flag == 1 then count - 1 else -1) flags counts
  let chosen = scatter (intrinsic_blank n as) places as
  in #[unsafe] chosen[0:kept]

def partition [n] 'a (p: a -> bool) (as: [n]a): ?[k].([k]a, [n - k]a) =
  let flags = map (\a -> i64.bool (p a)) as
  let counts = scan (+) 0 flags
  let k = if n == 0 then 0 else #[unsafe] counts[n - 1]
  let places = map3 (\flag count i -> if flag == 1 then count - 1 else k + i - count)
                    flags counts (iota n)
  let parted = scatter (intrinsic_blank n as) places as
  in #[unsafe] (parted[0:k], parted[k:n])

def partition2 [n] 'a (p1: a -> bool) (p2: a -> bool) (as: [n]a): ?[k][l].([k]a, [l]a, [n - k - l]a) =
  let classes = map (\a -> if p1 a then 0i8 else if p2 a then 1i8 else 2i8) as
  let firsts = scan (+) 0 (map (\c -> i64.bool (c == 0)) classes)
  let seconds = scan (+) 0 (map (\c -> i64.bool (c == 1)) classes)
  let k = if n == 0 then 0 else #[unsafe] firsts[n - 1]
  let l = if n == 0 then 0 else #[unsafe] seconds[n - 1]
  let places = map4 (\c first second i ->
                       if c == 0 then first - 1
                       else if c == 1 then k + second - 1
                       else k + l + i - first - second)
                    classes firsts seconds (iota n)
  let parted = scatter (intrinsic_blank n as) places as
  in #[unsafe] (parted[0:k], parted[k:k + l] :> [l]a, parted[k + l:n] :> [n - k - l]a)

-- Members of the module intrinsics, which is made of what stands here without the prefix.

-- An accumulator is the array, which knows how a value is added to an element of it.
#[abstract] type~ intrinsic_acc 't = t
#[intrinsic]
def intrinsic_acc_of 't 'a (op: a -> a -> a) (dest: *t): *intrinsic_acc t = ???
#[intrinsic]
def intrinsic_acc_end 't (acc: *intrinsic_acc t): *t = ???
#[intrinsic]
def intrinsic_acc_next 't (old: intrinsic_acc t) (new: *t): *intrinsic_acc t = ???
#[intrinsic]
def intrinsic_acc_add 't 'a (acc: intrinsic_acc t) (x: a) (y: a): a = ???

#[intrinsic]
def intrinsic_acc_is_list 't (acc: intrinsic_acc t): bool = ???
#[intrinsic]
def intrinsic_acc_put 't 'a (acc: *intrinsic_acc t) (i: i64) (v: a): *intrinsic_acc t = ???
#[intrinsic]
def intrinsic_acc_bounded [k] 'a [n] 'b (dest: [k]a) (f: *intrinsic_acc ([k]a) -> b -> intrinsic_acc ([k]a)) (bs: [n]b): bool = ???
#[intrinsic]
def intrinsic_acc_writes [k] 'a [n] 'b (dest: [k]a) (f: *intrinsic_acc ([k]a) -> b -> intrinsic_acc ([k]a)) (bs: [n]b): *[](i64, a) = ???

def intrinsic_acc_write [k] 'a (acc: *intrinsic_acc ([k]a)) (i: i64) (v: a): *intrinsic_acc ([k]a) =
  if intrinsic_acc_is_list acc then intrinsic_acc_put acc i v
  else if i >= 0 && i < k then
    let xs = intrinsic_acc_end acc
    let x = intrinsic_acc_add acc (#[unsafe] xs[i]) v
    in intrinsic_acc_next acc (#[unsafe] (xs with [i] = x))
  else acc

def intrinsic_stream [k] 'a [n] 'b (op: a -> a -> a) (dest: *[k]a) (f: *intrinsic_acc ([k]a) -> b -> intrinsic_acc ([k]a)) (bs: [n]b): *[k]a =
  intrinsic_acc_end (loop acc = intrinsic_acc_of op dest for b in bs do f acc b)
def intrinsic_scatter_stream [k] 'a [n] 'b (dest: *[k]a) (f: *intrinsic_acc ([k]a) -> b -> intrinsic_acc ([k]a)) (bs: [n]b): *[k]a =
  if intrinsic_acc_bounded dest f bs
  then let (is, vs) = unzip (intrinsic_acc_writes dest f bs) in scatter dest is vs
  else intrinsic_stream (\_ v -> v) dest f bs
def intrinsic_hist_stream [k] 'a [n] 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *intrinsic_acc ([k]a) -> b -> intrinsic_acc ([k]a)) (bs: [n]b): *[k]a =
  if intrinsic_acc_bounded dest f bs
  then let (is, vs) = unzip (intrinsic_acc_writes dest f bs) in reduce_by_index dest op ne is vs
  else intrinsic_stream op dest f bs

-- Elements o + i * s + j * t .. of an array.

def intrinsic_flat_index_2d 'a [k] (as: [k]a) (o: i64) (n: i64) (s: i64) (m: i64) (t: i64): *[n][m]a =
  tabulate_2d n m (\i j -> as[o + i * s + j * t])
def intrinsic_flat_index_3d 'a [k] (as: [k]a) (o: i64) (n: i64) (s: i64) (m: i64) (t: i64) (l: i64) (u: i64): *[n][m][l]a =
  tabulate_3d n m l (\i j p -> as[o + i * s + j * t + p * u])
def intrinsic_flat_index_4d 'a [k] (as: [k]a) (o: i64) (n: i64) (s: i64) (m: i64) (t: i64) (l: i64) (u: i64) (h: i64) (v: i64): *[n][m][l][h]a =
  tabulate n (\i -> tabulate_3d m l h (\j p q -> as[o + i * s + j * t + p * u + q * v]))

def intrinsic_put 'a [k] [n] (as: *[k]a) (is: [n]i64) (vs: [n]a): *[k]a =
  scatter as (map (\i -> assert (0 <= i && i < k) i) is) vs
def intrinsic_flat_update_2d 'a [k] [n] [m] (as: *[k]a) (o: i64) (s: i64) (t: i64) (vs: [n][m]a): *[k]a =
  intrinsic_put as (flatten (tabulate_2d n m (\i j -> o + i * s + j * t))) (flatten vs)
def intrinsic_flat_update_3d 'a [k] [n] [m] [l] (as: *[k]a) (o: i64) (s: i64) (t: i64) (u: i64) (vs: [n][m][l]a): *[k]a =
  intrinsic_put as (flatten_3d (tabulate_3d n m l (\i j p -> o + i * s + j * t + p * u)))
    (flatten_3d vs)
def intrinsic_flat_update_4d 'a [k] [n] [m] [l] [h] (as: *[k]a) (o: i64) (s: i64) (t: i64) (u: i64) (v: i64) (vs: [n][m][l][h]a): *[k]a =
  intrinsic_put as (flatten_4d (tabulate n (\i -> tabulate_3d m l h (\j p q -> o + i * s + j * t + p * u + q * v))))
    (flatten_4d vs)
