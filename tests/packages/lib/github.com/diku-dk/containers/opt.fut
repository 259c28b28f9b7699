type opt 't = #some t | #none
def some 't (x: t): opt t = #some x
def none 't: opt t = #none
def from_opt 't (ne: t) (x: opt t): t = match x case #some y -> y case #none -> ne
def opt_map 'a 'b (f: a -> b) (x: opt a): opt b = match x case #some y -> #some (f y)
  case #none -> #none
def first_some 't (a: opt t) (b: opt t): opt t = match a case #some _ -> a case #none -> b
def opt_is_some 't (x: opt t): bool = match x case #some _ -> true case #none -> false
def opt_equal 'a (eq: a -> a -> bool) (a: opt a) (b: opt a): bool = match (a, b)
  case (#none, #none) -> true case (#some x, #some y) -> eq x y case _ -> false
