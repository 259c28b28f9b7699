-- Five-point stencil, the edges repeated, some steps of it.
-- ==
-- input { [[1f64, 2f64], [3f64, 4f64]] 1i32 }
-- output { [[1.6f64, 2.2f64], [2.8f64, 3.4f64]] }
-- input { empty([0][0]f64) 3i32 }
-- output { empty([0][0]f64) }
-- random input { [17][33]f64 3i32 }

def step [n][m] (grid: [n][m]f64): [n][m]f64 =
  tabulate_2d n m (\i j ->
    let north = grid[i64.max 0 (i - 1), j]
    let south = grid[i64.min (n - 1) (i + 1), j]
    let west = grid[i, i64.max 0 (j - 1)]
    let east = grid[i, i64.min (m - 1) (j + 1)]
    in (grid[i, j] + north + south + west + east) / 5)

entry main [n][m] (grid: [n][m]f64) (steps: i32): [n][m]f64 =
  loop grid for _i < steps do step grid
