-- The thesis's programs of one reduction, scan or scatter for a row, each of its own matrix, and of
-- a scan that is reduced; a thread takes four.
-- sizes: [3][31]u32 [3][32]u32 [2][33]u32 [2][33]u32 [2][33]i64 [3][31]u32 |
-- sizes: [2][128]u32 [2][1023]u32 [2][130]u32 [2][130]u32 [2][130]i64 [2][1025]u32 |
-- sizes: [1][1024]u32 [1][1024]u32 [2][1024]u32 [2][1024]u32 [2][1024]i64 [1][1024]u32 |
-- sizes: [3][1]u32 [3][0]u32 [3][1]u32 [3][1]u32 [3][1]i64 [3][0]u32 |
-- sizes: [3][0]u32 [0][4]u32 [2][0]u32 [2][0]u32 [2][0]i64 [0][4]u32
entry main [n][m][k][l][p][q][r][s] (as: [n][m]u32) (bs: [k][l]u32) (ds: [p][q]u32)
    (vs: [p][q]u32) (is: [p][q]i64) (cs: [r][s]u32) =
  let places = map (map (% (2 * q + 1))) is
  in (#[seq_factor(4)] map (\row -> reduce (+) 0 row) as,
      #[seq_factor(4)] map (\row -> scan (+) 0 row) bs,
      -- Only what is written at most once is compared.
      #[seq_factor(4)] map3 (\d v i -> scatter (copy d) (map (\j -> if j < q / 2 then j else -1) i)
                                         (map (\_ -> 7) v)) ds vs places,
      #[seq_factor(4)] map2 (\d v -> scatter (copy d) (iota q) v) ds vs,
      #[seq_factor(4)] map (\row -> reduce (+) 0 (scan (+) 0 row)) cs)
