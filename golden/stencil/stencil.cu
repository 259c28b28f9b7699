// stencil.cu -- written by mapnest 0.1.0 from stencil.fut
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

#include <stdio.h>

// The front of the scratch memory: which check failed first (0: none), and its values.
struct Failure {
    int32_t code;
    long long value[4];
};

// The first thread to fail leaves its values for stencil_.._failure to explain.
static __device__ void fail(Failure *failure, const Failure &found)
{
    if (atomicCAS(&failure->code, 0, found.code) != 0)
        return;
    for (int i = 0; i < 4; i++)
        failure->value[i] = found.value[i];
}

// Whether a kernel before this one failed: what it wrote is not complete.
static __device__ bool has_failed(const Failure *failure)
{
    return *(const volatile int32_t *)&failure->code != 0;
}

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
static __global__ void stencil_mappeds(const double *__restrict__ grid, int64_t n, int64_t m,
                                       Failure *failure, double *__restrict__ next_grid)
{
    if (has_failed(failure))
        return;
    const int64_t i_2 = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i_2 >= m)
        return;
    for (int64_t i = (int64_t)blockIdx.y * blockDim.y + threadIdx.y; i < n;
         i += (int64_t)gridDim.y * blockDim.y) {
        const int64_t at = max(INT64_C(0), i - 1);
        if (!(0 <= at && at < n))
            return fail(failure, Failure{ 1, { at, i_2, n, m } });
        const double north = grid[at * m + i_2];
        const int64_t at_2 = min(n - 1, i + 1);
        if (!(0 <= at_2 && at_2 < n))
            return fail(failure, Failure{ 2, { at_2, i_2, n, m } });
        const double south = grid[at_2 * m + i_2];
        const int64_t at_3 = max(INT64_C(0), i_2 - 1);
        if (!(0 <= at_3 && at_3 < m))
            return fail(failure, Failure{ 3, { i, at_3, n, m } });
        const double west = grid[i * m + at_3];
        const int64_t at_4 = min(m - 1, i_2 + 1);
        if (!(0 <= at_4 && at_4 < m))
            return fail(failure, Failure{ 4, { i, at_4, n, m } });
        const double east = grid[i * m + at_4];
        next_grid[i * m + i_2] = (grid[i * m + i_2] + north + south + west + east) / 5.0;
    }
}

static int64_t ceil_div(int64_t n, int64_t size)
{
    return (n + size - 1) / size;
}

// Blocks of 32 x 8 threads, within the limits of a grid.
static dim3 grid_2d(int64_t x, int64_t y)
{
    const int64_t high = ceil_div(y, 8);
    return dim3(ceil_div(x, 32), high < 65535 ? high : 65535);
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
    return padded(sizeof(Failure)) + padded(n * m * sizeof(double))
        + padded(n * m * sizeof(double));
}

// entry main [n] [m] (grid: [n][m]f64) (steps: i32): [n][m]f64
cudaError_t stencil_main(const double *grid, int32_t steps, int64_t n, int64_t m, double *result,
                         void *scratch, cudaStream_t stream)
{
    if (n < 0 || m < 0 || (n * m > 0 && (!grid || !result)) || !scratch)
        return cudaErrorInvalidValue;

    char *memory = (char *)scratch;
    Failure *const failure = (Failure *)take(&memory, sizeof(Failure));
    double *grid_2 = (double *)take(&memory, n * m * sizeof(double));
    double *next_grid = (double *)take(&memory, n * m * sizeof(double));
    cudaMemsetAsync(failure, 0, sizeof(Failure), stream);

    cudaMemcpyAsync(grid_2, grid, n * m * sizeof(double), cudaMemcpyDeviceToDevice, stream);
    for (int32_t i = 0; i < steps; i++) {
        if (n * m > 0)
            stencil_mappeds<<<grid_2d(m, n), dim3(32, 8), 0, stream>>>(grid_2, n, m, failure,
                next_grid);
        swap_pointers(&grid_2, &next_grid);
    }
    cudaMemcpyAsync(result, grid_2, n * m * sizeof(double), cudaMemcpyDeviceToDevice, stream);
    return cudaGetLastError();
}

cudaError_t stencil_main_failure(const void *scratch, cudaStream_t stream, char *text, size_t size,
                               int *failed)
{
    Failure found;
    const cudaError_t error = cudaMemcpyAsync(&found, scratch, sizeof found,
                                              cudaMemcpyDeviceToHost, stream);
    if (error != cudaSuccess)
        return error;
    cudaStreamSynchronize(stream);
    *failed = found.code != 0;
    switch (found.code) {
    case 1:
        snprintf(text, size,
                 "stencil.fut:11:17: error: Index [%lld, %lld] out of bounds for array of shape "
                 "[%lld][%lld].\nstencil.fut:18:31: note: called from here", found.value[0],
                 found.value[1], found.value[2], found.value[3]);
        break;
    case 2:
        snprintf(text, size,
                 "stencil.fut:12:17: error: Index [%lld, %lld] out of bounds for array of shape "
                 "[%lld][%lld].\nstencil.fut:18:31: note: called from here", found.value[0],
                 found.value[1], found.value[2], found.value[3]);
        break;
    case 3:
        snprintf(text, size,
                 "stencil.fut:13:16: error: Index [%lld, %lld] out of bounds for array of shape "
                 "[%lld][%lld].\nstencil.fut:18:31: note: called from here", found.value[0],
                 found.value[1], found.value[2], found.value[3]);
        break;
    case 4:
        snprintf(text, size,
                 "stencil.fut:14:16: error: Index [%lld, %lld] out of bounds for array of shape "
                 "[%lld][%lld].\nstencil.fut:18:31: note: called from here", found.value[0],
                 found.value[1], found.value[2], found.value[3]);
        break;
    default:
        snprintf(text, size, "no failure");
    }
    return cudaGetLastError();
}
