module type vector = {
  type vector 'a
  val length: i64
  val map 'a 'b: (a -> b) -> vector a -> vector b
  val map2 'a 'b 'c: (a -> b -> c) -> vector a -> vector b -> vector c
  val reduce 'a: (a -> a -> a) -> a -> vector a -> a
  val zip 'a 'b: vector a -> vector b -> vector (a, b)
  val iota: vector i64
  val replicate 'a: a -> vector a
  val get 'a: i64 -> vector a -> a
  val set 'a: i64 -> a -> vector a -> vector a
  val foldl 'a 'b: (b -> a -> b) -> b -> vector a -> b
  val to_array 'a: vector a -> [length]a
  val from_array 'a: [length]a -> vector a
}
module cat_vector (X: vector) (Y: vector): vector with vector 'a = (X.vector a, Y.vector a) = {
  type vector 'a = (X.vector a, Y.vector a)
  def length = X.length + Y.length
  def map f (x, y) = (X.map f x, Y.map f y)
  def map2 f (x, y) (x', y') = (X.map2 f x x', Y.map2 f y y')
  def reduce f ne (x, y) = f (X.reduce f ne x) (Y.reduce f ne y)
  def zip (x, y) (x', y') = (X.zip x x', Y.zip y y')
  def iota = (X.iota, Y.map (i64.+ X.length) Y.iota)
  def replicate x = (X.replicate x, Y.replicate x)
  def get i (x, y) = if i < X.length then X.get i x else Y.get (i - X.length) y
  def set i v (x, y) = if i < X.length then (X.set i v x, y) else (x, Y.set (i - X.length) v y)
  def foldl f acc (x, y) = Y.foldl f (X.foldl f acc x) y
  def to_array (x, y) = sized length (X.to_array x ++ Y.to_array y)
  def from_array 'a (xs: [length]a) =
    (X.from_array (xs[: X.length] :> [X.length]a), Y.from_array (xs[X.length:] :> [Y.length]a))
}
module any_vector (P: { val length: i64 }): vector with vector 'a = [P.length]a = {
  type vector 'a = [P.length]a
  def length = P.length
  def map 'a 'b (f: a -> b) (xs: vector a): vector b = map f xs
  def map2 'a 'b 'c (f: a -> b -> c) (xs: vector a) (ys: vector b): vector c = map2 f xs ys
  def reduce 'a (f: a -> a -> a) (ne: a) (xs: vector a) = reduce_comm f ne xs
  def zip 'a 'b (xs: vector a) (ys: vector b) = zip xs ys
  def iota = iota P.length
  def replicate x = replicate P.length x
  def get 'a (i: i64) (xs: vector a) = xs[i]
  def set 'a (i: i64) (x: a) (xs: vector a) = copy xs with [i] = copy x
  def foldl 'a 'b (f: b -> a -> b) (acc: b) (xs: vector a) = foldl f acc xs
  def to_array 'a (xs: vector a) = sized length xs
  def from_array 'a (xs: [length]a): vector a = sized P.length xs
}
module vector_1: vector with vector 'a = a = {
  type vector 'a = a
  def length = 1i64
  def map f a = f a
  def map2 f a b = f a b
  def reduce f b a = f b a
  def zip a b = (a, b)
  def iota = 0i64
  def replicate a = a
  def get _ a = a
  def set _ x _ = x
  def foldl f acc a = f acc a
  def to_array a = sized length [a]
  def from_array [n] 'a (as: [n]a) = as[0]
}
module vector_2: vector with vector 'a = (a, a) = cat_vector vector_1 vector_1
module vector_3: vector with vector 'a = (a, (a, a)) = cat_vector vector_1 vector_2
module vector_4 = cat_vector vector_2 vector_2
