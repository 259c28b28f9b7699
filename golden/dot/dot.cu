// dot.cu -- written by mapnest 0.1.0 from dot.fut; it is yours
//
//   -- Dot product.
//
//   def dot [n] (xs: [n]f32) (ys: [n]f32): f32 =
//     reduce (+) 0 (map2 (*) xs ys)
//
//   entry main [n] (xs: [n]f32) (ys: [n]f32): f32 = dot xs ys

#include "dot.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int MAX_BLOCKS = 1024; // blocks in a grid that has a fixed size

// dot.fut:11: reduce (+) 0 (map2 (*) xs ys)
// rules: reduce-is-redomap, redomap, optimized-map-reduce, reduce-map, shares-in-stripes,
//   segred-is-redomap
// The operator of the reduction, (+).
static __device__ float add(float a, float b) { return a + b; }

// Folds one value a thread into one value a block, which thread 0 gets. The operator is
// applied in thread order, so it need not be commutative.
template <typename T, T op(T, T)>
static __device__ T fold_threads(T value, T neutral)
{
    __shared__ T warp_values[BLOCK_SIZE / 32];

    // Each warp folds its values into its first lane.
    for (int offset = 1; offset < 32; offset *= 2)
        value = op(value, __shfl_down_sync(0xffffffff, value, offset));

    const int warp = threadIdx.x / 32;
    if (threadIdx.x % 32 == 0)
        warp_values[warp] = value;
    __syncthreads();

    // The first warp folds the values of the warps.
    if (threadIdx.x < 32) {
        value = threadIdx.x < blockDim.x / 32 ? warp_values[warp + threadIdx.x] : neutral;
        for (int offset = 1; offset < BLOCK_SIZE / 32; offset *= 2)
            value = op(value, __shfl_down_sync(0xffffffff, value, offset));
    }
    return value;
}

// dot.fut:11: reduce (+) 0 (map2 (*) xs ys)
// rules: reduce-is-redomap, redomap, optimized-map-reduce, reduce-map, shares-in-stripes,
//   segred-is-redomap
//
//   segred@thread <xs_1 ys_1 in xss yss> (+) 0.0f32 (redomap (+) (\x_2 y_2 -> x_2 * y_2) 0.0f32
//     xs_1 ys_1)
//
// Stage 1 of 2: each thread folds its share, each block what its threads found.
static __global__ void dot_sum_partials(const float *__restrict__ xs, const float *__restrict__ ys,
                                        int64_t n, int64_t workers, float *__restrict__ partials)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int64_t i = worker; i < n; i += workers)
        sum += xs[i] * ys[i];

    const float total = fold_threads<float, add>(sum, 0.0f);
    if (threadIdx.x == 0)
        partials[blockIdx.x] = total;
}

// dot.fut:11: reduce (+) 0 (map2 (*) xs ys)
// rules: reduce-is-redomap, redomap, optimized-map-reduce, reduce-map, shares-in-stripes,
//   segred-is-redomap
// Stage 2 of 2: one block folds the partial results.
static __global__ void dot_sum(const float *__restrict__ partials, int64_t blocks,
                               float *__restrict__ sum)
{
    float total = 0.0f;
    for (int64_t b = threadIdx.x; b < blocks; b += blockDim.x)
        total = add(total, partials[b]);

    total = fold_threads<float, add>(total, 0.0f);
    if (threadIdx.x == 0)
        *sum = total;
}

// One block for every BLOCK_SIZE elements, within 1 .. MAX_BLOCKS.
static int blocks_for(int64_t n)
{
    const int64_t blocks = n / BLOCK_SIZE + (n % BLOCK_SIZE > 0);
    return blocks < 1 ? 1 : blocks > MAX_BLOCKS ? MAX_BLOCKS : (int)blocks;
}

static int64_t threads_for(int64_t n)
{
    return (int64_t)blocks_for(n) * BLOCK_SIZE;
}

// What has gone wrong since an error (or none) of the caller's was the last one, which stays.
static cudaError_t error_since(cudaError_t earlier)
{
    return cudaPeekAtLastError() == earlier ? cudaSuccess : cudaGetLastError();
}

size_t dot_main_scratch(int64_t n)
{
    return blocks_for(n) * sizeof(float);
}

// entry main [n] (xs: [n]f32) (ys: [n]f32): f32
cudaError_t dot_main(const float *xs, const float *ys, int64_t n, float *sum, void *scratch,
                     cudaStream_t stream)
{
    if (n < 0 || (n > 0 && (!xs || !ys)) || !sum || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    float *const partials = (float *)scratch;

    const int64_t workers = threads_for(n);
    const int64_t blocks = blocks_for(n);
    dot_sum_partials<<<blocks, BLOCK_SIZE, 0, stream>>>(xs, ys, n, workers, partials);
    dot_sum<<<1, BLOCK_SIZE, 0, stream>>>(partials, blocks, sum);
    return error_since(earlier);
}
