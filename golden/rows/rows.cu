// rows.cu -- written by mapnest 0.1.0 from rows.fut; it is yours
//
//   -- The sum of each row.
//
//   entry main [n][m] (xss: [n][m]i32): [n]i32 =
//     map (\xs -> reduce (+) 0 xs) xss

#include "rows.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32

// Which block this is, of a grid of one row of blocks or more.
static __device__ int64_t block_number()
{
    return (int64_t)blockIdx.y * gridDim.x + blockIdx.x;
}

// rows.fut:13: map (\xs -> reduce (+) 0 xs) xss
// rules: reduce-is-redomap, descend, redomap, fold-rows-in-blocks
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

// rows.fut:13: map (\xs -> reduce (+) 0 xs) xss
// rules: reduce-is-redomap, descend, redomap, fold-rows-in-blocks
//
//   segmap@block <xs in xss> segred@thread <x in xs> (+) 0i32 x
//
// The threads of a block with the same threadIdx.y fold one segment into one result.
static __global__ void rows_sums(const int32_t *__restrict__ xss, int64_t m, int64_t n,
                                 int32_t *__restrict__ sums)
{
    const int64_t i = block_number() * blockDim.y + threadIdx.y;
    int32_t sum = 0;
    if (i < n) {
        const int32_t *const xs = xss + i * m;
        for (int64_t j = threadIdx.x; j < m; j += blockDim.x)
            sum = add(sum, xs[j]);
    }

    sum = fold_threads<int32_t, add>(sum, 0);
    if (i < n && threadIdx.x == 0)
        sums[i] = sum;
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

// So many blocks; more than fit in a row of the grid stand in several rows.
static dim3 grid_of(int64_t blocks)
{
    const int64_t rows = ceil_div(blocks, INT32_MAX);
    return rows > 65535 ? dim3(0) : dim3(ceil_div(blocks, rows), rows);
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

// entry main [n] [m] (xss: [n][m]i32): [n]i32
cudaError_t rows_main(const int32_t *xss, int64_t n, int64_t m, int32_t *sums, cudaStream_t stream)
{
    if (n < 0 || m < 0 || too_large(n, m) || (n * m > 0 && !xss) || (n > 0 && !sums))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    if (n > 0)
        rows_sums<<<grid_of(ceil_div(n, row_block(m).y)), row_block(m), 0, stream>>>(xss, m, n,
            sums);
    return error_since(earlier);
}
