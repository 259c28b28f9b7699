-- Each row is sorted by its block, bit by bit; a thread takes four neighbours.
-- sizes: [3][31]u32 | [2][128]u32 | [2][131]u32 | [1][600]u32 | [1][1025]u32 | [3][1]u32 |
-- sizes: [3][0]u32 | [0][4]u32
def by_bit [m] (row: [m]u32) (bit: u32): [m]u32 =
  let is_set = map (\x -> (x >> bit) & 1 == 1) row
  let unset = scan (+) 0i64 (map (\s -> if s then 0 else 1) is_set)
  let set = scan (+) 0i64 (map (\s -> if s then 1 else 0) is_set)
  let first = if m > 0 then #[unsafe] unset[m - 1] else 0
  let places = map3 (\s u t -> if s then first + t - 1 else u - 1) is_set unset set
  in scatter (replicate m 0) places row

entry main [n][m] (rows: [n][m]u32): [n][m]u32 =
  #[seq_factor(4)] map (\row -> loop row for bit < 8 do by_bit row (u32.i32 bit)) rows
