-- What is folded: a set with an associative operation and its neutral element.
module type monoid = {
  type t
  val zero: t
  val add: t -> t -> t
}

module sum (T: numeric): monoid with t = T.t = {
  type t = T.t
  def zero = T.i32 0
  def add (a: t) (b: t) = a T.+ b
}

module fold (M: monoid) = {
  def reduce [n] (xs: [n]M.t): M.t = reduce M.add M.zero xs
  def scan [n] (xs: [n]M.t): [n]M.t = scan M.add M.zero xs
}
