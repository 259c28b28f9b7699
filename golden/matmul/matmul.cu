// matmul.cu -- written by mapnest 0.1.0 from matmul.fut; it is yours
//
//   -- Matrix multiplication.
//
//   def dot [n] (xs: [n]f32) (ys: [n]f32): f32 =
//     reduce (+) 0 (map2 (*) xs ys)
//
//   entry main [n][k][m] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
//     map (\row -> map (\col -> dot row col) (transpose b)) a

#include "matmul.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32

// Which block this is, of a grid of one row of blocks or more.
static __device__ int64_t block_number()
{
    return (int64_t)blockIdx.y * gridDim.x + blockIdx.x;
}

// matmul.fut:12: reduce (+) 0 (map2 (*) xs ys)
// rules: reduce-is-redomap, reduce-map, outside-view, descend, redomap, fold-rows-in-blocks
// The operator of the reduction, (+).
static __device__ float add(float a, float b) { return a + b; }

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

// matmul.fut:12: reduce (+) 0 (map2 (*) xs ys)
// rules: reduce-is-redomap, reduce-map, outside-view, descend, redomap, fold-rows-in-blocks
//
//   segmap@block (<row in a>, <col in transposed>) segred@thread <x y in row col> (+) 0.0f32 (x *
//     y)
//
// The threads of a block with the same threadIdx.y fold one segment into one result.
static __global__ void matmul_sumss(const float *__restrict__ a, const float *__restrict__ b,
                                    int64_t m, int64_t k, int64_t n, float *__restrict__ sumss)
{
    const int64_t segment = block_number() * blockDim.y + threadIdx.y;
    const int64_t j = segment % m;
    const int64_t i = segment / m;
    float sum = 0.0f;
    if (segment < n * m) {
        const float *const row = a + i * k;
        for (int64_t l = threadIdx.x; l < k; l += blockDim.x)
            sum = add(sum, row[l] * b[l * m + j]);
    }

    sum = fold_threads<float, add>(sum, 0.0f);
    if (segment < n * m && threadIdx.x == 0)
        sumss[i * m + j] = sum;
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

// entry main [n] [k] [m] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32
cudaError_t matmul_main(const float *a, const float *b, int64_t n, int64_t k, int64_t m,
                        float *sumss, cudaStream_t stream)
{
    if (n < 0 || k < 0 || m < 0 || too_large(n, k) || too_large(k, m) || too_large(n, m)
        || (n * k > 0 && !a) || (k * m > 0 && !b) || (n * m > 0 && !sumss))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    if (n * m > 0)
        matmul_sumss<<<grid_of(ceil_div(n * m, row_block(k).y)), row_block(k), 0, stream>>>(a, b,
            m, k, n, sumss);
    return error_since(earlier);
}
