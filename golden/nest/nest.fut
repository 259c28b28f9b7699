-- The running example of the flattening slides: four kernels out of a nest
-- of maps, a loop, and an inner scan whose length varies.
-- ==
-- input { [[1, 2], [3, 4]] }
-- output { [[[1i32, 2i32], [2i32, 3i32]], [[7i32, 8i32], [13i32, 14i32]]] [[50i32, 86i32], [234i32, 410i32]] }
-- input { empty([0][0]i32) }
-- output { empty([0][0][0]i32) empty([0][0]i32) }

def steps: i64 = 3

entry main [m] (pss: [m][m]i32): ([m][m][m]i32, [m][m]i32) =
  unzip (map (\ps ->
    let ass = map (\p ->
      let cs = scan (+) 0 (map i32.i64 (iota (i64.i32 p)))
      let r = reduce (+) 0 cs
      in map (\x -> x + r) ps) ps
    let bs = loop ws = ps for _i < steps do
      map2 (\as w ->
        let d = reduce (+) 0 as
        let e = d + w
        in 2 * e) ass ws
    in (ass, bs)) pss)
