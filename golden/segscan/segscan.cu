// segscan.cu -- written by mapnest 0.1.0 from segscan.fut
//
//   -- Segmented scan by its classic operator on pairs of flag and value.
//
//   def segmented 't (op: t -> t -> t) (f1: bool, x1: t) (f2: bool, x2: t): (bool, t) =
//     (f1 || f2, if f2 then x2 else op x1 x2)
//
//   entry main [n] (flags: [n]bool) (values: [n]i32): [n]i32 =
//     let (_, sums) = unzip (scan (segmented (+)) (false, 0) (zip flags values))
//     in sums

#include "segscan.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int MAX_BLOCKS = 1024; // blocks in a grid that has a fixed size

namespace {
// The values that combine_sums combines.
struct Sums {
    bool x;
    int32_t sums;
};
}

// segscan.fut:11: let (_, sums) = unzip (scan (segmented (+)) (false, 0) (zip flags values))
// rules: scan-is-scanomap, distribute, scanomap
// Combines two partial results of sums.
static __device__ Sums combine_sums(Sums a, Sums b)
{
    return Sums{ a.x || b.x, b.x ? b.sums : (int32_t)((uint32_t)a.sums + b.sums) };
}

// The value of the thread `offset` lanes further on, and of the one before.
template <typename T>
static __device__ T shuffle_down(T value, int offset, int width)
{
    return __shfl_down_sync(0xffffffff, value, offset, width);
}

template <typename T>
static __device__ T shuffle_up(T value, int offset)
{
    return __shfl_up_sync(0xffffffff, value, offset);
}

template <>
__device__ Sums shuffle_down(Sums value, int offset, int width)
{
    value.x = shuffle_down(value.x, offset, width);
    value.sums = shuffle_down(value.sums, offset, width);
    return value;
}

template <>
__device__ Sums shuffle_up(Sums value, int offset)
{
    value.x = shuffle_up(value.x, offset);
    value.sums = shuffle_up(value.sums, offset);
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

// Gives each thread of the block the fold of all values up to its own, in thread order;
// *total is the fold of all.
template <typename T, T op(T, T)>
static __device__ T scan_threads(T value, T *total)
{
    __shared__ T warp_totals[BLOCK_SIZE / 32];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;

    // Each warp scans its values.
    for (int offset = 1; offset < 32; offset *= 2) {
        const T left = shuffle_up(value, offset);
        if (lane >= offset)
            value = op(left, value);
    }
    if (lane == 31)
        warp_totals[warp] = value;
    __syncthreads();

    // Every thread folds the totals of the warps, and adds those before its own.
    T before = warp_totals[0], all = warp_totals[0];
    for (int w = 1; w < BLOCK_SIZE / 32; w++) {
        if (w == warp)
            before = all;
        all = op(all, warp_totals[w]);
    }
    *total = all;
    __syncthreads(); // warp_totals is free again
    return warp > 0 ? op(before, value) : value;
}

// Elements in the tile of a block: whole rounds of the block.
static __device__ int64_t tile_size(int64_t n, int blocks)
{
    const int64_t share = (n + blocks - 1) / blocks;
    return (share + BLOCK_SIZE - 1) / BLOCK_SIZE * BLOCK_SIZE;
}

// segscan.fut:11: let (_, sums) = unzip (scan (segmented (+)) (false, 0) (zip flags values))
// rules: scan-is-scanomap, distribute, scanomap
//
//   segscan@thread <flag value in flags values> (\f1 x1 f2 x2 -> {
//     either = f1 || f2
//     chosen = if f2 then x2 else x1 + x2
//     in either chosen
//   }) false 0i32 (flag, value)
//
// Stage 1 of 3: each block folds a tile of consecutive elements into one sum.
static __global__ void segscan_sums_tile_sums(const bool *__restrict__ flags,
                                              const int32_t *__restrict__ values, int64_t n,
                                              Sums *__restrict__ partials)
{
    const int64_t tile = tile_size(n, gridDim.x);
    const int64_t end = min((blockIdx.x + 1) * tile, n);
    const Sums neutral = Sums{ false, 0 };
    Sums sum = neutral;
    for (int64_t start = blockIdx.x * tile; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        Sums value = neutral;
        if (i < end)
            value = Sums{ flags[i], values[i] };
        value = fold_threads<Sums, combine_sums>(value, neutral);
        if (threadIdx.x == 0)
            sum = combine_sums(sum, value);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partials[blockIdx.x] = sum;
}

// segscan.fut:11: let (_, sums) = unzip (scan (segmented (+)) (false, 0) (zip flags values))
// rules: scan-is-scanomap, distribute, scanomap
// Stage 2 of 3: one block scans the sums of the tiles, in place.
static __global__ void segscan_sums_tile_prefixes(int32_t blocks, Sums *__restrict__ partials)
{
    Sums prefix;
    for (int start = 0; start < blocks; start += blockDim.x) {
        const int b = start + threadIdx.x;
        // Beyond the last sum any value does: nothing comes after it.
        Sums sum = partials[min(b, blocks - 1)], total;
        sum = scan_threads<Sums, combine_sums>(sum, &total);
        if (start > 0)
            sum = combine_sums(prefix, sum);
        if (b < blocks)
            partials[b] = sum;
        prefix = start > 0 ? combine_sums(prefix, total) : total;
    }
}

// segscan.fut:11: let (_, sums) = unzip (scan (segmented (+)) (false, 0) (zip flags values))
// rules: scan-is-scanomap, distribute, scanomap
// Stage 3 of 3: each block scans its tile, beginning with what lies before it.
static __global__ void segscan_sums(const bool *__restrict__ flags,
                                    const int32_t *__restrict__ values,
                                    const Sums *__restrict__ partials, int64_t n,
                                    bool *__restrict__ scanned, int32_t *__restrict__ sums)
{
    const int64_t tile = tile_size(n, gridDim.x);
    const int64_t end = min((blockIdx.x + 1) * tile, n);
    const Sums neutral = Sums{ false, 0 };
    Sums prefix = blockIdx.x > 0 ? partials[blockIdx.x - 1] : neutral;
    for (int64_t start = blockIdx.x * tile; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        Sums value = neutral;
        if (i < end)
            value = Sums{ flags[i], values[i] };
        Sums total;
        value = scan_threads<Sums, combine_sums>(value, &total);
        const Sums sum = combine_sums(prefix, value);
        if (i < end) {
            scanned[i] = sum.x;
            sums[i] = sum.sums;
        }
        prefix = combine_sums(prefix, total);
    }
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

// One block for every BLOCK_SIZE elements, within 1 .. MAX_BLOCKS.
static int blocks_for(int64_t n)
{
    const int64_t blocks = n / BLOCK_SIZE + (n % BLOCK_SIZE > 0);
    return blocks < 1 ? 1 : blocks > MAX_BLOCKS ? MAX_BLOCKS : (int)blocks;
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

size_t segscan_main_scratch(int64_t n)
{
    if (too_large(n))
        return SIZE_MAX; // no device has so much
    return padded(n * sizeof(bool)) + padded(blocks_for(n) * sizeof(Sums));
}

// entry main [n] (flags: [n]bool) (values: [n]i32): [n]i32
cudaError_t segscan_main(const bool *flags, const int32_t *values, int64_t n, int32_t *sums,
                         void *scratch, cudaStream_t stream)
{
    if (n < 0 || too_large(n) || (n > 0 && (!flags || !values || !sums)) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    bool *const scanned = (bool *)take(&memory, n * sizeof(bool));
    Sums *const partials = (Sums *)take(&memory, blocks_for(n) * sizeof(Sums));

    const int32_t blocks = blocks_for(n);
    if (n > 0) {
        segscan_sums_tile_sums<<<blocks, BLOCK_SIZE, 0, stream>>>(flags, values, n, partials);
        segscan_sums_tile_prefixes<<<1, BLOCK_SIZE, 0, stream>>>(blocks, partials);
        segscan_sums<<<blocks, BLOCK_SIZE, 0, stream>>>(flags, values, partials, n, scanned, sums);
    }
    return error_since(earlier);
}
