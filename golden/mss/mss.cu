// mss.cu -- written by mapnest 0.1.0 from mss.fut; it is yours
//
//   -- Maximum segment sum: a list homomorphism to four values; its operator
//   -- associates, but does not commute.
//
//   def mss_op (mssx: i32, misx: i32, mcsx: i32, tsx: i32)
//              (mssy: i32, misy: i32, mcsy: i32, tsy: i32): (i32, i32, i32, i32) =
//     ( i32.max mssx (i32.max mssy (mcsx + misy))
//     , i32.max misx (tsx + misy)
//     , i32.max mcsy (mcsx + tsy)
//     , tsx + tsy )
//
//   hom segments (xs: []i32): (i32, i32, i32, i32) =
//     | []     -> (0, 0, 0, 0)
//     | [x]    -> (i32.max x 0, i32.max x 0, i32.max x 0, x)
//     | a ++ b -> mss_op (segments a) (segments b)
//
//   entry main [n] (xs: [n]i32): i32 =
//     let (mss, _, _, _) = segments xs
//     in mss

#include "mss.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int MAX_BLOCKS = 1024; // blocks in a grid that has a fixed size

namespace {
// What mss_op returns.
struct Mss_op {
    int32_t x, x_2, x_3, x_4;
};
}

// mss.fut:12: def mss_op (mssx: i32, misx: i32, mcsx: i32, tsx: i32)
// rules: none
static __device__ Mss_op mss_op(int32_t mssx, int32_t misx, int32_t mcsx, int32_t tsx,
                                int32_t mssy, int32_t misy, int32_t mcsy, int32_t tsy)
{
    return Mss_op{ max(mssx, max(mssy, (int32_t)((uint32_t)mcsx + misy))),
                  max(misx, (int32_t)((uint32_t)tsx + misy)),
                  max(mcsy, (int32_t)((uint32_t)mcsx + tsy)), (int32_t)((uint32_t)tsx + tsy) };
}

// mss.fut:19: hom segments (xs: []i32): (i32, i32, i32, i32) =
// rules: first-homomorphism, distribute, redomap, optimized-map-reduce, reduce-map,
//   segred-is-redomap
// The operator of the reduction, mss.
static __device__ Mss_op mss_op_op(Mss_op a, Mss_op b)
{
    return mss_op(a.x, a.x_2, a.x_3, a.x_4, b.x, b.x_2, b.x_3, b.x_4);
}

// The value of the thread `offset` lanes further on.
template <typename T>
static __device__ T shuffle_down(T value, int offset, int width)
{
    return __shfl_down_sync(0xffffffff, value, offset, width);
}

template <>
__device__ Mss_op shuffle_down(Mss_op value, int offset, int width)
{
    value.x = shuffle_down(value.x, offset, width);
    value.x_2 = shuffle_down(value.x_2, offset, width);
    value.x_3 = shuffle_down(value.x_3, offset, width);
    value.x_4 = shuffle_down(value.x_4, offset, width);
    return value;
}

// Folds one value a thread into one value a block, which thread 0 gets. The operator is
// applied in thread order, so it need not be commutative.
template <typename T, T op(T, T)>
static __device__ T fold_threads(T value, T neutral)
{
    __shared__ T warp_values[BLOCK_SIZE / 32];

    // Each warp folds its values into its first lane.
    for (int offset = 1; offset < 32; offset *= 2)
        value = op(value, shuffle_down(value, offset, 32));

    const int warp = threadIdx.x / 32;
    if (threadIdx.x % 32 == 0)
        warp_values[warp] = value;
    __syncthreads();

    // The first warp folds the values of the warps.
    if (threadIdx.x < 32) {
        value = threadIdx.x < blockDim.x / 32 ? warp_values[warp + threadIdx.x] : neutral;
        for (int offset = 1; offset < BLOCK_SIZE / 32; offset *= 2)
            value = op(value, shuffle_down(value, offset, 32));
    }
    return value;
}

// mss.fut:19: hom segments (xs: []i32): (i32, i32, i32, i32) =
// rules: first-homomorphism, distribute, redomap, optimized-map-reduce, reduce-map,
//   segred-is-redomap
//
//   segred@thread <xs_1 in xss> (\a a_1 a_2 a_3 b b_1 b_2 b_3 -> mss_op a a_1 a_2 a_3 b b_1 b_2
//     b_3) 0i32 0i32 0i32 0i32 (redomap (\a_4 a_5 a_6 a_7 b_4 b_5 b_6 b_7 -> mss_op a_4 a_5 a_6
//     a_7 b_4 b_5 b_6 b_7) (\x -> {
//     most = max x 0i32
//     in most most most x
//   }) 0i32 0i32 0i32 0i32 xs_1)
//
// Stage 1 of 2: each thread folds its share, each block what its threads found.
static __global__ void mss_partials(const int32_t *__restrict__ xs, int64_t n, int64_t workers,
                                    Mss_op *__restrict__ partials)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t share = (n + workers - 1) / workers;
    const int64_t first = min(worker * share, n);
    const int64_t end = min(first + share, n);
    int32_t sum = 0;
    int32_t sum_2 = 0;
    int32_t sum_3 = 0;
    int32_t sum_4 = 0;
    for (int64_t i = first; i < end; i++) {
        const int32_t x = xs[i];
        const int32_t most = max(x, 0);
        const Mss_op mss_op_2 = mss_op(sum, sum_2, sum_3, sum_4, most, most, most, x);
        sum = mss_op_2.x;
        sum_2 = mss_op_2.x_2;
        sum_3 = mss_op_2.x_3;
        sum_4 = mss_op_2.x_4;
    }

    const Mss_op total = fold_threads<Mss_op, mss_op_op>(Mss_op{ sum, sum_2, sum_3, sum_4 },
                                                         Mss_op{ 0, 0, 0, 0 });
    if (threadIdx.x == 0)
        partials[blockIdx.x] = total;
}

// mss.fut:19: hom segments (xs: []i32): (i32, i32, i32, i32) =
// rules: first-homomorphism, distribute, redomap, optimized-map-reduce, reduce-map,
//   segred-is-redomap
// Stage 2 of 2: one block folds the partial results.
static __global__ void mss(const Mss_op *__restrict__ partials, int64_t blocks,
                           int32_t *__restrict__ mss_2, int32_t *__restrict__ total,
                           int32_t *__restrict__ total_2, int32_t *__restrict__ total_3)
{
    Mss_op total_4 = Mss_op{ 0, 0, 0, 0 };
    const int64_t share = (blocks + blockDim.x - 1) / blockDim.x;
    for (int64_t b = threadIdx.x * share; b < min((threadIdx.x + 1) * share, blocks); b++)
        total_4 = mss_op_op(total_4, partials[b]);

    total_4 = fold_threads<Mss_op, mss_op_op>(total_4, Mss_op{ 0, 0, 0, 0 });
    if (threadIdx.x == 0) {
        *mss_2 = total_4.x;
        *total = total_4.x_2;
        *total_2 = total_4.x_3;
        *total_3 = total_4.x_4;
    }
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

size_t mss_main_scratch(int64_t n)
{
    return padded(sizeof(int32_t)) + padded(sizeof(int32_t)) + padded(sizeof(int32_t))
        + padded(blocks_for(n) * sizeof(Mss_op));
}

// entry main [n] (xs: [n]i32): i32
cudaError_t mss_main(const int32_t *xs, int64_t n, int32_t *mss_2, void *scratch,
                     cudaStream_t stream)
{
    if (n < 0 || (n > 0 && !xs) || !mss_2 || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    int32_t *const total = (int32_t *)take(&memory, sizeof(int32_t));
    int32_t *const total_2 = (int32_t *)take(&memory, sizeof(int32_t));
    int32_t *const total_3 = (int32_t *)take(&memory, sizeof(int32_t));
    Mss_op *const partials = (Mss_op *)take(&memory, blocks_for(n) * sizeof(Mss_op));

    const int64_t workers = threads_for(n);
    const int64_t blocks = blocks_for(n);
    mss_partials<<<blocks, BLOCK_SIZE, 0, stream>>>(xs, n, workers, partials);
    mss<<<1, BLOCK_SIZE, 0, stream>>>(partials, blocks, mss_2, total, total_2, total_3);
    return error_since(earlier);
}
