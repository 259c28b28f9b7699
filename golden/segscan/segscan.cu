// segscan.cu -- written by mapnest 0.1.0 from segscan.fut; it is yours
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
// The values that combine_values combines.
struct Sums {
    bool x;
    int32_t x_2;
};
}

// segscan.fut:11: let (_, sums) = unzip (scan (segmented (+)) (false, 0) (zip flags values))
// rules: scan-is-scanomap, distribute, scanomap, segscan-is-scanomap, optimized-map-scan,
//   fold-in-block
// Combines two partial results of values.
static __device__ Sums combine_values(Sums a, Sums b)
{
    return Sums{ a.x || b.x, b.x ? b.x_2 : (int32_t)((uint32_t)a.x_2 + b.x_2) };
}

// The value of the thread `offset` lanes further on, and of the one before.
template <typename T>
static __device__ T shuffle_down(T value, int offset, int width)
{
    return __shfl_down_sync(0xffffffff, value, offset, width);
}

template <typename T>
static __device__ T shuffle_up(T value, int offset, int width)
{
    return __shfl_up_sync(0xffffffff, value, offset, width);
}

template <>
__device__ Sums shuffle_down(Sums value, int offset, int width)
{
    value.x = shuffle_down(value.x, offset, width);
    value.x_2 = shuffle_down(value.x_2, offset, width);
    return value;
}

template <>
__device__ Sums shuffle_up(Sums value, int offset, int width)
{
    value.x = shuffle_up(value.x, offset, width);
    value.x_2 = shuffle_up(value.x_2, offset, width);
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
        const T left = shuffle_up(value, offset, 32);
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

// segscan.fut:11: let (_, sums) = unzip (scan (segmented (+)) (false, 0) (zip flags values))
// rules: scan-is-scanomap, distribute, scanomap, segscan-is-scanomap, optimized-map-scan,
//   fold-in-block
//
//   segmap@block <flags_1 values_1 in flagss valuess> segred@thread <flag value in flags_1
//     values_1> (\f1 x1 f2 x2 -> {
//     either = f1 || f2
//     chosen = if f2 then x2 else x1 + x2
//     in either chosen
//   }) false 0i32 (flag, value)
//
// Each block folds a tile, round after round of neighbouring elements: the order matters.
static __global__ void segscan_tile_sums(const bool *__restrict__ flags,
                                         const int32_t *__restrict__ values, int64_t n,
                                         int64_t blocks, bool *__restrict__ scanneds,
                                         int32_t *__restrict__ sumss)
{
    const int64_t tile = blockIdx.x;
    const int64_t share = (n + blocks - 1) / blocks;
    const int64_t first = min(tile * share, n);
    const int64_t end = min(first + share, n);
    Sums sum = Sums{ false, 0 };
    for (int64_t start = first; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        Sums value = Sums{ false, 0 };
        if (i < end)
            value = Sums{ flags[i], values[i] };
        value = fold_threads<Sums, combine_values>(value, Sums{ false, 0 });
        if (threadIdx.x == 0)
            sum = combine_values(sum, value);
        __syncthreads(); // the fold's shared memory is free again
    }
    if (threadIdx.x == 0) {
        scanneds[tile] = sum.x;
        sumss[tile] = sum.x_2;
    }
}

// segscan.fut:11: let (_, sums) = unzip (scan (segmented (+)) (false, 0) (zip flags values))
// rules: scan-is-scanomap, distribute, scanomap, segscan-is-scanomap, optimized-map-scan,
//   scan-in-one-block
//
//   segmap@block <#_ < 1> segscan@thread <s s_1 in scanneds sumss> (\f1_1 x1_1 f2_1 x2_1 -> {
//     either_1 = f1_1 || f2_1
//     chosen_1 = if f2_1 then x2_1 else x1_1 + x2_1
//     in either_1 chosen_1
//   }) false 0i32 (s, s_1)
//
// Each block scans a tile, round after round of neighbouring elements.
static __global__ void segscan_tile_prefixes(const bool *__restrict__ scanneds,
                                             const int32_t *__restrict__ sumss, int64_t blocks,
                                             bool *__restrict__ scannedss,
                                             int32_t *__restrict__ sumsss)
{
    Sums prefix = Sums{ false, 0 };
    for (int64_t start = 0; start < blocks; start += blockDim.x) {
        const int64_t j = start + threadIdx.x;
        const bool is_element = j < blocks;
        // Beyond the last element any value does: nothing comes after it.
        Sums value = Sums{ false, 0 }, total;
        if (is_element)
            value = Sums{ scanneds[j], sumss[j] };
        value = scan_threads<Sums, combine_values>(value, &total);
        const Sums sum = combine_values(prefix, value);
        if (is_element) {
            scannedss[j] = sum.x;
            sumsss[j] = sum.x_2;
        }
        prefix = combine_values(prefix, total);
    }
}

// segscan.fut:11: let (_, sums) = unzip (scan (segmented (+)) (false, 0) (zip flags values))
// rules: scan-is-scanomap, distribute, scanomap, segscan-is-scanomap, optimized-map-scan,
//   drop-result, scan-in-block
//
//   segmap@block <flags_2 values_2 in flagss_1 valuess_1 #i> {
//     t_4 = i == 0i64
//     z z_1 = if t_4 then (false, 0i32) else {
//       t_5 = i - 1i64
//       t_6 = i - 1i64
//       t_7 = scanneds_1[t_5]
//       t_8 = sumss_1[t_6]
//       in t_7 t_8
//     }
//     t_9 t_10 = segscan@thread <flag_1 value_1 in flags_2 values_2> (\f1_2 x1_2 f2_2 x2_2 -> {
//       either_2 = f1_2 || f2_2
//       chosen_2 = if f2_2 then x2_2 else x1_2 + x2_2
//       in either_2 chosen_2
//     }) z z_1 (flag_1, value_1)
//     in t_10
//   }
//
// Each block scans a tile, round after round of neighbouring elements.
static __global__ void segscan_sums(const bool *__restrict__ scannedss,
                                    const int32_t *__restrict__ sumsss,
                                    const bool *__restrict__ flags,
                                    const int32_t *__restrict__ values, int64_t n, int64_t blocks,
                                    int32_t *__restrict__ sums)
{
    const int64_t tile = blockIdx.x;
    const int64_t share = (n + blocks - 1) / blocks;
    const int64_t first = min(tile * share, n);
    const int64_t end = min(first + share, n);
    bool z;
    int32_t z_2;
    if (tile == 0) {
        z = false;
        z_2 = 0;
    } else {
        z = scannedss[tile - 1];
        z_2 = sumsss[tile - 1];
    }
    Sums prefix = Sums{ z, z_2 };
    for (int64_t start = first; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        const bool is_element = i < end;
        // Beyond the last element any value does: nothing comes after it.
        Sums value = Sums{ z, z_2 }, total;
        if (is_element)
            value = Sums{ flags[i], values[i] };
        value = scan_threads<Sums, combine_values>(value, &total);
        const Sums sum = combine_values(prefix, value);
        if (is_element)
            sums[i] = sum.x_2;
        prefix = combine_values(prefix, total);
    }
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
    return padded(blocks_for(n) * sizeof(bool)) + padded(blocks_for(n) * sizeof(int32_t))
        + padded(blocks_for(n) * sizeof(bool)) + padded(blocks_for(n) * sizeof(int32_t));
}

// entry main [n] (flags: [n]bool) (values: [n]i32): [n]i32
cudaError_t segscan_main(const bool *flags, const int32_t *values, int64_t n, int32_t *sums,
                         void *scratch, cudaStream_t stream)
{
    if (n < 0 || (n > 0 && (!flags || !values || !sums)) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    bool *const scanneds = (bool *)take(&memory, blocks_for(n) * sizeof(bool));
    int32_t *const sumss = (int32_t *)take(&memory, blocks_for(n) * sizeof(int32_t));
    bool *const scannedss = (bool *)take(&memory, blocks_for(n) * sizeof(bool));
    int32_t *const sumsss = (int32_t *)take(&memory, blocks_for(n) * sizeof(int32_t));

    const int64_t blocks = blocks_for(n);
    segscan_tile_sums<<<blocks, BLOCK_SIZE, 0, stream>>>(flags, values, n, blocks, scanneds,
                                                         sumss);
    segscan_tile_prefixes<<<1, BLOCK_SIZE, 0, stream>>>(scanneds, sumss, blocks, scannedss,
                                                        sumsss);
    segscan_sums<<<blocks, BLOCK_SIZE, 0, stream>>>(scannedss, sumsss, flags, values, n, blocks,
                                                    sums);
    return error_since(earlier);
}
