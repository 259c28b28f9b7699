-- For scripts/without-rules: a loop in each row, with rows of different lengths, which is flattened,
-- but for which there is no CUDA code yet.
entry main [m] (ns: [m]i64) (cs: [m]i64) : [m][..]i64 =
  map2 (\n c -> loop xs = iota n for i < c do
                  map (\x -> (x + i) % 1000) (scan (+) 0 xs)) ns cs
