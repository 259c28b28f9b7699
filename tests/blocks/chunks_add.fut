-- Sums of big numbers, a block for each; a thread takes four digits.
-- sizes: [3][31]u32 [3][31]u32 | [2][128]u32 [2][128]u32 | [2][1025]u32 [2][1025]u32 |
-- sizes: [3][1]u32 [3][1]u32 | [3][0]u32 [3][0]u32 | [0][4]u32 [0][4]u32
def followed_by (a: u8) (b: u8): u8 = (a & b & 2) | (((a & (b >> 1)) | b) & 1)

def carry (a: u32) (b: u32): u8 =
  u8.bool (a + b < a) | (u8.bool (a + b == u32.highest) << 1)

def big_add [m] (as: [m]u32) (bs: [m]u32): [m]u32 =
  let carries = scan followed_by 2 (map2 carry as bs)
  in map3 (\a b i -> a + b + u32.bool (i > 0 && #[unsafe] carries[i - 1] & 1 == 1)) as bs (iota m)

entry main [n][m] (ass: [n][m]u32) (bss: [n][m]u32): [n][m]u32 =
  #[seq_factor(4)] map2 big_add ass bss
