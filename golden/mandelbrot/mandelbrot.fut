-- The Mandelbrot set: a while loop in each thread.
-- ==
-- input { 3i64 2i64 10i32 }
-- output { [[1i32, 3i32, 10i32], [10i32, 10i32, 10i32]] }
-- random input { 33i64 17i64 50i32 }

def escape_time (limit: i32) (cr: f32, ci: f32): i32 =
  let (_, _, steps) =
    loop (zr, zi, steps) = (0, 0, 0)
    while steps < limit && zr * zr + zi * zi <= 4 do
      (zr * zr - zi * zi + cr, 2 * zr * zi + ci, steps + 1)
  in steps

entry main (width: i64) (height: i64) (limit: i32): [height][width]i32 =
  tabulate_2d height width (\row col ->
    let ci = 2 * f32.i64 row / f32.i64 height - 1
    let cr = 3 * f32.i64 col / f32.i64 width - 2
    in escape_time limit (cr, ci))
