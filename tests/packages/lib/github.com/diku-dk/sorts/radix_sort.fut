local def radix_sort_step [n] 't (xs: [n]t) (get_bit: i32 -> t -> i32) (digit_n: i32): [n]t =
  let num x = get_bit (digit_n + 1) x * 2 + get_bit digit_n x
  let pairwise op (a1, b1, c1, d1) (a2, b2, c2, d2) =
    (a1 `op` a2, b1 `op` b2, c1 `op` c2, d1 `op` d2)
  let bins = xs |> map num
  let flags = bins |> map (\x -> if x == 0 then (1, 0, 0, 0) else if x == 1
    then (0, 1, 0, 0) else if x == 2 then (0, 0, 1, 0) else (0, 0, 0, 1))
  let offsets = scan (pairwise (+)) (0, 0, 0, 0) flags
  let (na, nb, nc, _nd) = if n > 0 then last offsets else (0, 0, 0, 0)
  let f bin (a, b, c, d) =
    match bin
    case 0 -> a - 1
    case 1 -> na + b - 1
    case 2 -> na + nb + c - 1
    case _ -> na + nb + nc + d - 1
  let is = map2 f bins offsets
  in scatter (copy xs) is xs

def radix_sort [n] 't (num_bits: i32) (get_bit: i32 -> t -> i32) (xs: [n]t): [n]t =
  let iters = if n == 0 then 0 else (num_bits + 2 - 1) / 2
  in loop xs for i < iters do radix_sort_step xs get_bit (i * 2)

local def with_indices [n] 'a (xs: [n]a): [n](a, i64) = zip xs (iota n)

local def by_key_wrapper [n] 't sorter key num_bits get_bit (xs: [n]t): [n]t =
  map key xs |> with_indices |> sorter num_bits (\i (k, _) -> get_bit i k)
    |> map (\(_, i: i64) -> xs[i])

def radix_sort_by_key [n] 't 'k (key: t -> k) (num_bits: i32) (get_bit: i32 -> k -> i32) (xs:
  [n]t): [n]t =
  by_key_wrapper radix_sort key num_bits get_bit xs

def radix_sort_int [n] 't (num_bits: i32) (get_bit: i32 -> t -> i32) (xs: [n]t): [n]t =
  let get_bit' i x = if i == num_bits - 1 then get_bit i x ^ 1 else get_bit i x
  in radix_sort num_bits get_bit' xs

def radix_sort_float [n] 't (num_bits: i32) (get_bit: i32 -> t -> i32) (xs: [n]t): [n]t =
  let get_bit' i x =
    let b = get_bit i x
    in if get_bit (num_bits - 1) x == 1 || i == num_bits - 1 then b ^ 1 else b
  in radix_sort num_bits get_bit' xs

def radix_sort_float_by_key [n] 't 'k (key: t -> k) (num_bits: i32) (get_bit: i32 -> k -> i32)
  (xs: [n]t): [n]t =
  by_key_wrapper radix_sort_float key num_bits get_bit xs
