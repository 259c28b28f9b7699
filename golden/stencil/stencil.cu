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

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32

// stencil.fut:11: let north = grid[i64.max 0 (i - 1), j]
// rules: iota-into-map, loop-outside, descend, segmap
//
//   segmap@thread (<#i_1 < n>, <#i_2 < m>) {
//     diff = i_1 - 1i64
//     most = max 0i64 diff
//     north = grid_2[most, i_2]
//     diff_1 = n - 1i64
//     sum = i_1 + 1i64
//     least = min diff_1 sum
//     south = grid_2[least, i_2]
//     diff_2 = i_2 - 1i64
//     most_1 = max 0i64 diff_2
//     west = grid_2[i_1, most_1]
//     diff_3 = m - 1i64
//     sum_1 = i_2 + 1i64
//     least_1 = min diff_3 sum_1
//     east = grid_2[i_1, least_1]
//     elem = grid_2[i_1, i_2]
//   ...
//
// One thread computes one element.
static __global__ void stencil_mappeds(const double *__restrict__ grid, int64_t m, int64_t n,
                                       double *__restrict__ next_grid)
{
    const int64_t col = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t row = ((int64_t)blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
    if (col < m && row < n) {
        const double north = grid[max(INT64_C(0), row - 1) * m + col];
        const double south = grid[min(n - 1, row + 1) * m + col];
        const double west = grid[row * m + max(INT64_C(0), col - 1)];
        const double east = grid[row * m + min(m - 1, col + 1)];
        next_grid[row * m + col] = (grid[row * m + col] + north + south + west + east) / 5.0;
    }
}

static int64_t ceil_div(int64_t n, int64_t size)
{
    return n / size + (n % size > 0);
}

// Whether an array of these sizes has more elements than there is memory for.
template <typename... Sizes>
static bool too_large(Sizes... sizes)
{
    double elements = 1;
    const double all[] = { (double)sizes... };
    for (const double size : all)
        elements *= size > 1 ? size : 1;
    return elements > 0x1p57;
}

// Blocks of `size` threads for n elements; none if a grid cannot have so many, which the
// launch refuses.
static unsigned grid_x(int64_t n, int64_t size)
{
    const int64_t blocks = ceil_div(n, size);
    return blocks <= INT32_MAX ? (unsigned)blocks : 0;
}

// How many neighbouring threads take a row of n elements: a power of two.
static int lanes_for(int64_t n)
{
    int width = 1;
    while (width < 32 && width < n)
        width *= 2;
    return width;
}

// Threads for rows of x elements: those of a block that a row has no use for take other rows.
static dim3 block_2d(int64_t x)
{
    return dim3(lanes_for(x), BLOCK_SIZE / lanes_for(x));
}

// Blocks for rows of x elements each: a grid that would be more than 65535 blocks high is as
// deep as it must be instead.
static dim3 grid_2d(int64_t x, int64_t rows)
{
    const dim3 block = block_2d(x);
    const int64_t high = ceil_div(rows, block.y), deep = ceil_div(high, 65535);
    return deep > 65535 ? dim3(0) : dim3(grid_x(x, block.x), ceil_div(high, deep), deep);
}

// What has gone wrong since an error (or none) of the caller's was the last one, which stays.
static cudaError_t error_since(cudaError_t earlier)
{
    return cudaPeekAtLastError() == earlier ? cudaSuccess : cudaGetLastError();
}

template <typename T>
static void swap_pointers(T **a, T **b)
{
    T *const old = *a;
    *a = *b;
    *b = old;
}

// Arrays in scratch memory begin at multiples of 256 bytes.
static size_t padded(int64_t bytes)
{
    return bytes > 0 ? (bytes + 255) / 256 * 256 : 0;
}

// Takes the next array off the scratch memory.
static void *take(char **memory, size_t bytes)
{
    void *const array = *memory;
    *memory += padded(bytes);
    return array;
}

size_t stencil_main_scratch(int64_t n, int64_t m)
{
    if (too_large(n, m))
        return SIZE_MAX; // no device has so much
    return padded(n * m * sizeof(double)) + padded(n * m * sizeof(double));
}

// entry main [n] [m] (grid: [n][m]f64) (steps: i32): [n][m]f64
cudaError_t stencil_main(const double *grid, int32_t steps, int64_t n, int64_t m, double *result,
                         void *scratch, cudaStream_t stream)
{
    if (n < 0 || m < 0 || too_large(n, m) || (n * m > 0 && (!grid || !result))
        || (!scratch && stencil_main_scratch(n, m) > 0))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    double *grid_2 = (double *)take(&memory, n * m * sizeof(double));
    double *next_grid = (double *)take(&memory, n * m * sizeof(double));

    if (const cudaError_t error = cudaMemcpyAsync(grid_2, grid, n * m * sizeof(double),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    for (int32_t i = 0; i < steps; i++) {
        if (n * m > 0)
            stencil_mappeds<<<grid_2d(m, n), block_2d(m), 0, stream>>>(grid_2, m, n, next_grid);
        swap_pointers(&grid_2, &next_grid);
    }
    if (const cudaError_t error = cudaMemcpyAsync(result, grid_2, n * m * sizeof(double),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    return error_since(earlier);
}
