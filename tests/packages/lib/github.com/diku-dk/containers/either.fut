type either 'a 'b = #left a | #right b
def either 'a 'b 'c (f: a -> c) (g: b -> c) (e: either a b): c =
  match e case #left a -> f a case #right b -> g b
def lefts [n] 'a 'b (d: a) (es: [n](either a b)): []a =
  es |> filter (\e -> match e case #left _ -> true case #right _ -> false)
  |> map (either id (const d))
def bimap 'a 'b 'c 'd (f: a -> c) (g: b -> d) (e: either a b): either c d =
  match e case #left a -> #left (f a) case #right b -> #right (g b)
