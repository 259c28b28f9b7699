// maploop.cu -- written by mapnest 0.1.0 from maploop.fut; it is yours
//
//   -- A loop under a map: the loop is taken outside, where it has all rows.
//
//   entry main [n][m] (xss: [n][m]i32) (steps: i32): [n][m]i32 =
//     map (\xs ->
//       loop ys = xs for _i < steps do
//         let total = reduce (+) 0 ys
//         in map (\y -> y + total) ys) xss

#include "maploop.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32

// Which block this is, of a grid of one row of blocks or more.
static __device__ int64_t block_number()
{
    return (int64_t)blockIdx.y * gridDim.x + blockIdx.x;
}

// maploop.fut:12: let total = reduce (+) 0 ys
// rules: reduce-is-redomap, loop-interchange, loop-outside, descend, distribute, redomap,
//   drop-unused, fold-rows-in-blocks
// The operator of the reduction, (+).
static __device__ int32_t add(int32_t a, int32_t b) { return (uint32_t)a + b; }

// Folds the values of the threads with the same threadIdx.y into one, which the first of
// them gets. The operator is applied in thread order, so it need not be commutative.
template <typename T, T op(T, T)>
static __device__ T fold_threads(T value, T neutral)
{
    __shared__ T warp_values[BLOCK_SIZE / 32];

    // Each warp folds its values into its first lane; short rows share a warp.
    const int width = min((int)blockDim.x, 32);
    for (int offset = 1; offset < width; offset *= 2)
        value = op(value, __shfl_down_sync(0xffffffff, value, offset, width));
    if (blockDim.x <= 32)
        return value;

    // The first warp of a row folds the values of the row's warps.
    const int warp = (threadIdx.y * blockDim.x + threadIdx.x) / 32;
    if (threadIdx.x % 32 == 0)
        warp_values[warp] = value;
    __syncthreads();

    if (threadIdx.x < 32) {
        value = threadIdx.x < blockDim.x / 32 ? warp_values[warp + threadIdx.x] : neutral;
        for (int offset = 1; offset < BLOCK_SIZE / 32; offset *= 2)
            value = op(value, __shfl_down_sync(0xffffffff, value, offset));
    }
    return value;
}

// maploop.fut:12: let total = reduce (+) 0 ys
// rules: reduce-is-redomap, loop-interchange, loop-outside, descend, distribute, redomap,
//   drop-unused, fold-rows-in-blocks
//
//   segmap@block <ys in yss_1> segred@thread <y in ys> (+) 0i32 y
//
// The threads of a block with the same threadIdx.y fold one segment into one result.
static __global__ void maploop_totals(const int32_t *__restrict__ yss, int64_t m, int64_t n,
                                      int32_t *__restrict__ totals)
{
    const int64_t i = block_number() * blockDim.y + threadIdx.y;
    int32_t sum = 0;
    if (i < n) {
        const int32_t *const ys = yss + i * m;
        for (int64_t j = threadIdx.x; j < m; j += blockDim.x)
            sum = add(sum, ys[j]);
    }

    sum = fold_threads<int32_t, add>(sum, 0);
    if (i < n && threadIdx.x == 0)
        totals[i] = sum;
}

// maploop.fut:13: in map (\y -> y + total) ys) xss
// rules: loop-interchange, loop-outside, distribute, descend, segmap
//
//   segmap@thread (<ys_1 total in yss_1 totals>, <y_2 in ys_1>) y_2 + total
//
// One thread computes one element.
static __global__ void maploop_sumss(const int32_t *__restrict__ yss,
                                     const int32_t *__restrict__ totals, int64_t m, int64_t n,
                                     int32_t *__restrict__ next_yss)
{
    const int64_t col = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= m)
        return;
    for (int64_t row = (int64_t)blockIdx.y * blockDim.y + threadIdx.y; row < n;
         row += (int64_t)gridDim.y * blockDim.y)
        next_yss[row * m + col] = (uint32_t)yss[row * m + col] + totals[row];
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

// So many blocks; more than fit in a row of the grid stand in several rows.
static dim3 grid_of(int64_t blocks)
{
    const int64_t rows = ceil_div(blocks, INT32_MAX);
    return rows > 65535 ? dim3(0) : dim3(ceil_div(blocks, rows), rows);
}

// Blocks of 32 x 8 threads, within the limits of a grid.
static dim3 grid_2d(int64_t x, int64_t y)
{
    const int64_t high = ceil_div(y, 8);
    return dim3(grid_x(x, 32), high < 65535 ? high : 65535);
}

// As many threads for a row as it has elements, rounded up to a power of two; the other
// threads of the block take other rows.
static dim3 row_block(int64_t elements)
{
    int x = 1;
    while (x < elements && x < BLOCK_SIZE)
        x *= 2;
    return dim3(x, BLOCK_SIZE / x);
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

size_t maploop_main_scratch(int64_t n, int64_t m)
{
    if (too_large(n, m))
        return SIZE_MAX; // no device has so much
    return padded(n * m * sizeof(int32_t)) + padded(n * m * sizeof(int32_t))
        + padded(n * sizeof(int32_t));
}

// entry main [n] [m] (xss: [n][m]i32) (steps: i32): [n][m]i32
cudaError_t maploop_main(const int32_t *xss, int32_t steps, int64_t n, int64_t m, int32_t *yss,
                         void *scratch, cudaStream_t stream)
{
    if (n < 0 || m < 0 || too_large(n, m) || (n * m > 0 && (!xss || !yss))
        || (!scratch && maploop_main_scratch(n, m) > 0))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    int32_t *yss_2 = (int32_t *)take(&memory, n * m * sizeof(int32_t));
    int32_t *next_yss = (int32_t *)take(&memory, n * m * sizeof(int32_t));
    int32_t *const totals = (int32_t *)take(&memory, n * sizeof(int32_t));

    if (const cudaError_t error = cudaMemcpyAsync(yss_2, xss, n * m * sizeof(int32_t),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    for (int32_t i = 0; i < steps; i++) {
        if (n > 0)
            maploop_totals<<<grid_of(ceil_div(n, row_block(m).y)), row_block(m), 0, stream>>>(
                yss_2, m, n, totals);
        if (n * m > 0)
            maploop_sumss<<<grid_2d(m, n), dim3(32, 8), 0, stream>>>(yss_2, totals, m, n,
                next_yss);
        swap_pointers(&yss_2, &next_yss);
    }
    if (const cudaError_t error = cudaMemcpyAsync(yss, yss_2, n * m * sizeof(int32_t),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    return error_since(earlier);
}
