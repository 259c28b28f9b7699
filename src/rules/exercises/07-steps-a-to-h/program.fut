entry main [m] (pss: [m][m]i64) (k: i64): ([m][m][m]i64, [m][m]i64) =
  unzip (map (\ps ->
    let ass = map (\p ->
      let cs = scan (+) 0 (iota p)
      let r = reduce (+) 0 cs
      in map (+r) ps) ps
    let bs = loop ws = ps for _i < k do
      map2 (\as w ->
        let d = reduce (+) 0 as
        let e = d + w
        in 2 * e) ass ws
    in (ass, bs)) pss)
