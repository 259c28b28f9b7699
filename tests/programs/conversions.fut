-- Conversions between number types.
-- ==
-- entry: floats
-- input { [1.9f32, -1.9f32, 0f32, 300f32] }
-- output { [1i32, -1i32, 0i32, 300i32] [1i64, -1i64, 0i64, 300i64] [1.899999976158142f64, -1.899999976158142f64, 0.0f64, 300.0f64] }

entry floats [n] (xs: [n]f32): ([n]i32, [n]i64, [n]f64) =
  (map i32.f32 xs, map i64.f32 xs, map f64.f32 xs)

-- ==
-- entry: ints
-- input { [300i32, -1i32, 127i32] }
-- output { [44i8, -1i8, 127i8] [44u8, 255u8, 127u8] [300u32, 4294967295u32, 127u32] [300i64, -1i64, 127i64] [300.0f32, -1.0f32, 127.0f32] [true, true, true] }

entry ints [n] (xs: [n]i32): ([n]i8, [n]u8, [n]u32, [n]i64, [n]f32, [n]bool) =
  (map i8.i32 xs, map u8.i32 xs, map u32.i32 xs, map i64.i32 xs, map f32.i32 xs, map bool.i32 xs)

-- ==
-- entry: bits
-- input { [1f32, -0f32] [1065353216u32, 0u32] }
-- output { [1065353216u32, 2147483648u32] [1.0f32, 0.0f32] }

entry bits [n] (xs: [n]f32) (ys: [n]u32): ([n]u32, [n]f32) =
  (map f32.to_bits xs, map f32.from_bits ys)

-- ==
-- entry: extended
-- input { -6i16 -7i8 -8i32 65535u16 }
-- output { 65530u32 249u16 4294967288u64 65535i32 }

entry extended (x: i16) (y: i8) (z: i32) (w: u16): (u32, u16, u64, i32) =
  (u32.i16 x, u16.i8 y, u64.i32 z, i32.u16 w)

-- Floats that no integer of the type is near: toward zero, then around; not finite: 0.
-- ==
-- entry: out_of_range
-- input { [300f32, -1.5f32, 3e9f32, -3e9f32, 1e20f32, f32.inf, -f32.inf, f32.nan] }
-- output { [44u8, 255u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8]
--          [300i16, -1i16, 24064i16, -24064i16, 0i16, 0i16, 0i16, 0i16]
--          [300i32, -1i32, -1294967296i32, 1294967296i32, 0i32, 0i32, 0i32, 0i32]
--          [300u64, 18446744073709551615u64, 3000000000u64, 18446744070709551616u64,
--           7766281635539976192u64, 0u64, 0u64, 0u64] }

entry out_of_range [n] (xs: [n]f32): ([n]u8, [n]i16, [n]i32, [n]u64) =
  (map u8.f32 xs, map i16.f32 xs, map i32.f32 xs, map u64.f32 xs)

-- A choice between two constants has their type: 64 bits are not computed in 32.
-- ==
-- entry: chosen_constants
-- input { [1i32, 2, 0, 33] }
-- output { [1099511627776u64, 1099511627776u64, 2199023255552u64, 1099511627776u64]
--          [18446744073709551613u64, 18446744073709551613u64, 18446744073709551613u64,
--           18446744073709551612u64]
--          [18446744073709551614u64, 18446744073709551614u64, 18446744073709551613u64,
--           18446744073709551614u64]
--          [63i32, 63i32, 62i32, 63i32]
--          [4i64, 6i64, 4i64, 8589934594i64] }

entry chosen_constants [n] (xs: [n]i32): ([n]u64, [n]u64, [n]u64, [n]i32, [n]i64) =
  unzip5 (map (\x ->
    let a = if x > 0 then 1u64 else 2
    let b = if x > 0 then 1i64 else 2
    in (a << 40,
        (if x > 3 then 1u64 else 2) - 5,
        !a,
        i64.clz b,
        i64.max (if x > 3 then -11 else 2) (b << i64.i32 x) + (if x > 1 then 11 else 5) % 3)) xs)
