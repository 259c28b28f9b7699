import "lib/sums"

entry variance [n] (xs: [n]f32): f32 =
  let m = mean xs
  in mean (map (\x -> (x - m) ** 2) xs)
