-- Products in tiles, whatever their size: with a row and an element of each result, of floats, of
-- doubles whose tiles are half as deep, and of conditions.
-- flags: --option=min_thread_rows=0 --option=min_tiled_dim=0
-- sizes: [0][3]f32 [3][5]f32 [0][5]f32 [5]f32 [0][3]f64 [3][5]f64 [0][3]bool [3][5]bool |
-- sizes: [1][0]f32 [0][1]f32 [1][1]f32 [1]f32 [1][0]f64 [0][1]f64 [1][0]bool [0][1]bool |
-- sizes: [1][1]f32 [1][1]f32 [1][1]f32 [1]f32 [1][1]f64 [1][1]f64 [1][1]bool [1][1]bool |
-- sizes: [127][15]f32 [15][129]f32 [127][129]f32 [129]f32 [127][7]f64 [7][129]f64 [5][15]bool [15][9]bool |
-- sizes: [128][16]f32 [16][128]f32 [128][128]f32 [128]f32 [128][8]f64 [8][128]f64 [16][16]bool [16][128]bool |
-- sizes: [129][17]f32 [17][128]f32 [129][128]f32 [128]f32 [129][9]f64 [9][127]f64 [129][17]bool [17][9]bool |
-- sizes: [131][37]f32 [37][67]f32 [131][67]f32 [67]f32 [131][23]f64 [23][61]f64 [131][31]bool [31][7]bool
-- meter: 1.03 1.75 [256][256]f32 [256][256]f32 [256][256]f32 [256]f32 [256][256]f64 [256][256]f64 [80][80]bool [80][80]bool
-- meter: 1.03 1.75 [80][80]f32 [80][80]f32 [80][80]f32 [80]f32 [80][80]f64 [80][80]f64 [80][80]bool [80][80]bool
def main [n][k][m] [n2][k2][m2] [n3][k3][m3] (a: [n][k]f32) (b: [k][m]f32) (c: [n][m]f32) (bias: [m]f32)
    (d: [n2][k2]f64) (e: [k2][m2]f64) (p: [n3][k3]bool) (q: [k3][m3]bool)
    : ([n][m]f32, [n2][m2]f64, [n3][m3]bool) =
  (map2 (\row cs -> map3 (\col x y -> f32.max (2 * f32.sum (map2 (*) row col) + 3 * x) y)
                         (transpose b) cs bias) a c,
   map (\row -> map (\col -> f64.sum (map2 (*) row col)) (transpose e)) d,
   map (\row -> map (\col -> or (map2 (&&) row col)) (transpose q)) p)
