// lss.cu -- written by mapnest 0.1.0 from lss.fut; it is yours
//
//   -- Longest satisfying segment: the longest part of an array in ascending order.
//   -- A list homomorphism: beside the longest such part, the lengths of those at both
//   -- ends, of the whole, and the elements at both ends.
//
//   type segment = { best: i64, first: i64, last: i64, all: i64, from: i32, to: i32 }
//
//   def append (a: segment) (b: segment): segment =
//     let connected = a.all == 0 || b.all == 0 || a.to <= b.from
//     in { best = i64.max (i64.max a.best b.best) (if connected then a.last + b.first else 0)
//        , first = if a.first == a.all && connected then a.first + b.first else a.first
//        , last = if b.last == b.all && connected then a.last + b.last else b.last
//        , all = a.all + b.all
//        , from = if a.all == 0 then b.from else a.from
//        , to = if b.all == 0 then a.to else b.to }
//
//   hom ascending (xs: []i32): segment =
//     | []     -> { best = 0, first = 0, last = 0, all = 0, from = 0, to = 0 }
//     | [x]    -> { best = 1, first = 1, last = 1, all = 1, from = x, to = x }
//     | a ++ b -> append (ascending a) (ascending b)
//
//   entry main [n] (xs: [n]i32): i64 = (ascending xs).best

#include "lss.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int MAX_BLOCKS = 1024; // blocks in a grid that has a fixed size

namespace {
// What append returns.
struct Append {
    int64_t x, x_2, x_3;
    int32_t x_4;
    int64_t x_5;
    int32_t x_6;
};
}

// lss.fut:19: def append (a: segment) (b: segment): segment =
// rules: none
static __device__ Append append(int64_t a_all, int64_t a_best, int64_t a_first, int32_t a_from,
                                int64_t a_last, int32_t a_to, int64_t b_all, int64_t b_best,
                                int64_t b_first, int32_t b_from, int64_t b_last, int32_t b_to)
{
    const bool is_equal = a_all == 0;
    const bool is_equal_2 = b_all == 0;
    const bool connected = is_equal || is_equal_2 || a_to <= b_from;
    return Append{ (int64_t)((uint64_t)a_all + b_all),
                  max(max(a_best, b_best), connected ? (int64_t)((uint64_t)a_last + b_first) : 0),
                  a_first == a_all && connected ? (int64_t)((uint64_t)a_first + b_first) : a_first,
                  is_equal ? b_from : a_from, b_last == b_all && connected
                  ? (int64_t)((uint64_t)a_last + b_last) : b_last, is_equal_2 ? a_to : b_to };
}

// lss.fut:28: hom ascending (xs: []i32): segment =
// rules: first-homomorphism, distribute, redomap, optimized-map-reduce, reduce-map,
//   segred-is-redomap
// The operator of the reduction, values.
static __device__ Append append_op(Append a, Append b)
{
    return append(a.x, a.x_2, a.x_3, a.x_4, a.x_5, a.x_6, b.x, b.x_2, b.x_3, b.x_4, b.x_5, b.x_6);
}

// The value of the thread `offset` lanes further on.
template <typename T>
static __device__ T shuffle_down(T value, int offset, int width)
{
    return __shfl_down_sync(0xffffffff, value, offset, width);
}

template <>
__device__ Append shuffle_down(Append value, int offset, int width)
{
    value.x = shuffle_down(value.x, offset, width);
    value.x_2 = shuffle_down(value.x_2, offset, width);
    value.x_3 = shuffle_down(value.x_3, offset, width);
    value.x_4 = shuffle_down(value.x_4, offset, width);
    value.x_5 = shuffle_down(value.x_5, offset, width);
    value.x_6 = shuffle_down(value.x_6, offset, width);
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

// lss.fut:28: hom ascending (xs: []i32): segment =
// rules: first-homomorphism, distribute, redomap, optimized-map-reduce, reduce-map,
//   segred-is-redomap
//
//   segred@thread <xs_1 in xss> (\a_all a_best a_first a_from a_last a_to b_all b_best b_first
//     b_from b_last b_to -> append a_all a_best a_first a_from a_last a_to b_all b_best b_first
//     b_from b_last b_to) 0i64 0i64 0i64 0i32 0i64 0i32 (redomap (\a_all_1 a_best_1 a_first_1
//     a_from_1 a_last_1 a_to_1 b_all_1 b_best_1 b_first_1 b_from_1 b_last_1 b_to_1 -> append
//     a_all_1 a_best_1 a_first_1 a_from_1 a_last_1 a_to_1 b_all_1 b_best_1 b_first_1 b_from_1
//     b_last_1 b_to_1) (\x -> (1i64, 1i64, 1i64, x, 1i64, x)) 0i64 0i64 0i64 0i32 0i64 0i32 xs_1)
//
// Stage 1 of 2: each thread folds its share, each block what its threads found.
static __global__ void lss_partials(const int32_t *__restrict__ xs, int64_t n, int64_t workers,
                                    Append *__restrict__ partials)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t share = (n + workers - 1) / workers;
    const int64_t first = min(worker * share, n);
    const int64_t end = min(first + share, n);
    int64_t a_all = 0;
    int64_t a_best = 0;
    int64_t a_first = 0;
    int32_t a_from = 0;
    int64_t a_last = 0;
    int32_t a_to = 0;
    for (int64_t i = first; i < end; i++) {
        const int32_t x = xs[i];
        const Append append_2 = append(a_all, a_best, a_first, a_from, a_last, a_to, 1, 1, 1, x, 1,
                                       x);
        a_all = append_2.x;
        a_best = append_2.x_2;
        a_first = append_2.x_3;
        a_from = append_2.x_4;
        a_last = append_2.x_5;
        a_to = append_2.x_6;
    }

    const Append total = fold_threads<Append,
                                      append_op>(Append{ a_all, a_best, a_first, a_from, a_last,
                                                        a_to }, Append{ 0, 0, 0, 0, 0, 0 });
    if (threadIdx.x == 0)
        partials[blockIdx.x] = total;
}

// lss.fut:28: hom ascending (xs: []i32): segment =
// rules: first-homomorphism, distribute, redomap, optimized-map-reduce, reduce-map,
//   segred-is-redomap
// Stage 2 of 2: one block folds the partial results.
static __global__ void lss_total(const Append *__restrict__ partials, int64_t blocks,
                                 int64_t *__restrict__ total, int64_t *__restrict__ result,
                                 int64_t *__restrict__ total_2, int32_t *__restrict__ total_3,
                                 int64_t *__restrict__ total_4, int32_t *__restrict__ total_5)
{
    Append total_6 = Append{ 0, 0, 0, 0, 0, 0 };
    const int64_t share = (blocks + blockDim.x - 1) / blockDim.x;
    for (int64_t b = threadIdx.x * share; b < min((threadIdx.x + 1) * share, blocks); b++)
        total_6 = append_op(total_6, partials[b]);

    total_6 = fold_threads<Append, append_op>(total_6, Append{ 0, 0, 0, 0, 0, 0 });
    if (threadIdx.x == 0) {
        *total = total_6.x;
        *result = total_6.x_2;
        *total_2 = total_6.x_3;
        *total_3 = total_6.x_4;
        *total_4 = total_6.x_5;
        *total_5 = total_6.x_6;
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

size_t lss_main_scratch(int64_t n)
{
    return padded(sizeof(int64_t)) + padded(sizeof(int64_t)) + padded(sizeof(int32_t))
        + padded(sizeof(int64_t)) + padded(sizeof(int32_t))
        + padded(blocks_for(n) * sizeof(Append));
}

// entry main [n] (xs: [n]i32): i64
cudaError_t lss_main(const int32_t *xs, int64_t n, int64_t *result, void *scratch,
                     cudaStream_t stream)
{
    if (n < 0 || (n > 0 && !xs) || !result || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    int64_t *const total = (int64_t *)take(&memory, sizeof(int64_t));
    int64_t *const total_2 = (int64_t *)take(&memory, sizeof(int64_t));
    int32_t *const total_3 = (int32_t *)take(&memory, sizeof(int32_t));
    int64_t *const total_4 = (int64_t *)take(&memory, sizeof(int64_t));
    int32_t *const total_5 = (int32_t *)take(&memory, sizeof(int32_t));
    Append *const partials = (Append *)take(&memory, blocks_for(n) * sizeof(Append));

    const int64_t workers = threads_for(n);
    const int64_t blocks = blocks_for(n);
    lss_partials<<<blocks, BLOCK_SIZE, 0, stream>>>(xs, n, workers, partials);
    lss_total<<<1, BLOCK_SIZE, 0, stream>>>(partials, blocks, total, result, total_2, total_3,
                                            total_4, total_5);
    return error_since(earlier);
}
