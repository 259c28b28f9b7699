// stencil.cu -- written by mapnest 0.1.0 from stencil.fut; it is yours
//
//   -- Five-point stencil, the edges repeated, some steps of it.
//
//   def step [n][m] (grid: [n][m]f64): [n][m]f64 =
//     tabulate_2d n m (\i j ->
//       let north = grid[i64.max 0 (i - 1), j]
//       let south = grid[i64.min (n - 1) (i + 1), j]
//       let west = grid[i, i64.max 0 (j - 1)]
//       let east = grid[i, i64.min (m - 1) (j + 1)]
//       in (grid[i, j] + north + south + west + east) / 5)
//
//   entry main [n][m] (grid: [n][m]f64) (steps: i32): [n][m]f64 =
//     loop grid for _i < steps do step grid

#include "stencil.h"

#include <utility>

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements

// stencil.fut:11: let north = grid[i64.max 0 (i - 1), j]
// rules: iota-into-map, loop-outside, descend, segmap, stage-plane
// One block computes one tile.
static __global__ void __launch_bounds__(256)
stencil_tiled(const double *__restrict__ result, int64_t tiles_across, int64_t n, int64_t m,
              double *__restrict__ next_grid)
{
    const unsigned block = blockIdx.x;
    const int thread = threadIdx.x;
    const int x = threadIdx.x % 32;
    const int y = threadIdx.x / 32;
    const int col = block % (uint32_t)tiles_across;
    const int row = block / (uint32_t)tiles_across;
    __align__(16) __shared__ double result_tile[10][34];

    const int64_t top = (int64_t)row * 8;
    const int64_t left = (int64_t)col * 32;
    #pragma unroll
    for (int r = 0; r < 2; r++) {
        const int position = r * 256 + thread;
        if (position < 340) {
            const int v = position % 34;
            const int u = position / 34;
            result_tile[u][v] = result[max(INT64_C(0), min(n - 1, top - 1 + u)) * m
                                       + max(INT64_C(0), min(m - 1, left - 1 + v))];
        }
    }
    __syncthreads();
    if (top + y < n && left + x < m) {
        const double north = result_tile[y][x + 1];
        const double south = result_tile[y + 2][x + 1];
        const double west = result_tile[y + 1][x];
        const double east = result_tile[y + 1][x + 2];
        next_grid[(top + y) * m + left + x] = (result_tile[y + 1][x + 1] + north + south + west
                                               + east) / 5.0;
    }
}

// stencil.fut:11: let north = grid[i64.max 0 (i - 1), j]
// rules: iota-into-map, loop-outside, descend, segmap, stage-plane
// One thread computes one element.
static __global__ void stencil_map(const double *__restrict__ result, int64_t m, int64_t n,
                                   double *__restrict__ next_grid)
{
    const int64_t col = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t row = ((int64_t)blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
    if (col < m && row < n) {
        const double north = result[max(INT64_C(0), row - 1) * m + col];
        const double south = result[min(n - 1, row + 1) * m + col];
        const double west = result[row * m + max(INT64_C(0), col - 1)];
        const double east = result[row * m + min(m - 1, col + 1)];
        next_grid[row * m + col] = (result[row * m + col] + north + south + west + east) / 5.0;
    }
}

// Returns the error of a call from the function around it.
#define CUDA_TRY(call) do { if (const cudaError_t error = (call)) return error; } while (0)

// Returns n / size, rounded up.
static int64_t ceil_div(int64_t n, int64_t size) { return n / size + (n % size > 0); }

// Returns true if an array of these sizes has more than MAX_ELEMENTS elements.
template <typename... Sizes>
static bool exceeds_memory(Sizes... sizes)
{
    return (1.0 * ... * (sizes > 1 ? sizes : 1)) > MAX_ELEMENTS;
}

// Returns the number of blocks of `size` threads for n elements. Returns 0 beyond the grid limit,
// which makes the launch fail.
static unsigned grid_x(int64_t n, int64_t size)
{
    const int64_t blocks = ceil_div(n, size);
    return blocks <= INT32_MAX ? (unsigned)blocks : 0;
}

// Returns the lanes for a row of n elements, a power of two up to 32.
static int lanes_per_row(int64_t n)
{
    int width = 1;
    while (width < 32 && width < n)
        width *= 2;
    return width;
}

// Returns the shape of a block for rows of x elements. Short rows share a block.
static dim3 block_2d(int64_t x) { return dim3(lanes_per_row(x), BLOCK_SIZE / lanes_per_row(x)); }

// Returns the grid for rows of x elements. A grid higher than 65535 blocks uses the z dimension,
// too.
static dim3 grid_2d(int64_t x, int64_t rows)
{
    const dim3 block = block_2d(x);
    const int64_t high = ceil_div(rows, block.y), deep = ceil_div(high, 65535);
    return deep > 65535 ? dim3(0) : dim3(grid_x(x, block.x), ceil_div(high, deep), deep);
}

// Returns an error raised since the call began; an earlier error of the caller is kept.
static cudaError_t last_error(cudaError_t earlier)
{
    return cudaPeekAtLastError() == earlier ? cudaSuccess : cudaGetLastError();
}

size_t stencil_main_scratch(int64_t n, int64_t m)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m))
        return SIZE_MAX; // the call refuses these sizes
    return n * m * sizeof(double);
}

// entry main [n] [m] (grid: [n][m]f64) (steps: i32): [n][m]f64
cudaError_t stencil_main(const double *grid, int32_t steps, int64_t n, int64_t m, double *result,
                         void *scratch, cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && (!grid || !result))
        || (!scratch && stencil_main_scratch(n, m) > 0))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    double *next_grid = (double *)scratch;

    if (steps % 2 == 1)
        std::swap(result, next_grid);
    CUDA_TRY(cudaMemcpyAsync(result, grid, n * m * sizeof(double), cudaMemcpyDeviceToDevice,
                             stream));
    for (int32_t i = 0; i < steps; i++) {
        if (n >= 4 && m >= 16) {
            const int64_t tiles_down = (n + 7) / 8;
            const int64_t tiles_across = (m + 31) / 32;
            stencil_tiled<<<grid_x(tiles_down * tiles_across, 1), 256, 0, stream>>>(result,
                tiles_across, n, m, next_grid);
        } else if (n * m > 0) {
            stencil_map<<<grid_2d(m, n), block_2d(m), 0, stream>>>(result, m, n, next_grid);
        }
        std::swap(result, next_grid);
    }
    return last_error(earlier);
}
