// linear.cu -- written by mapnest 0.1.0 from linear.fut; it is yours
//
//   -- Linear function composition: a scan of x -> a*x + b, not commutative.
//
//   def compose (a: i32, b: i32) (c: i32, d: i32): (i32, i32) = (a * c, c * b + d)
//
//   entry main [n] (slopes: [n]i32) (offsets: [n]i32): [n]i32 =
//     let (_, values) = unzip (scan compose (1, 0) (zip slopes offsets))
//     in values

#include "linear.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int MAX_BLOCKS = 1024; // blocks in a grid that has a fixed size

namespace {
// What compose returns.
struct Compose {
    int32_t x, x_2;
};
}

// linear.fut:9: def compose (a: i32, b: i32) (c: i32, d: i32): (i32, i32) = (a * c, c * b + d)
// rules: none
static __device__ Compose compose(int32_t a, int32_t b, int32_t c, int32_t d)
{
    return Compose{ (int32_t)((uint32_t)a * c), (int32_t)((uint32_t)c * b + d) };
}

// linear.fut:12: let (_, values) = unzip (scan compose (1, 0) (zip slopes offsets))
// rules: scan-is-scanomap, distribute, scanomap, segscan-is-scanomap, optimized-map-scan,
//   fold-in-block
// The operator of the reduction, values.
static __device__ Compose compose_op(Compose a, Compose b)
{
    return compose(a.x, a.x_2, b.x, b.x_2);
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
__device__ Compose shuffle_down(Compose value, int offset, int width)
{
    value.x = shuffle_down(value.x, offset, width);
    value.x_2 = shuffle_down(value.x_2, offset, width);
    return value;
}

template <>
__device__ Compose shuffle_up(Compose value, int offset, int width)
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

// linear.fut:12: let (_, values) = unzip (scan compose (1, 0) (zip slopes offsets))
// rules: scan-is-scanomap, distribute, scanomap, segscan-is-scanomap, optimized-map-scan,
//   fold-in-block
//
//   segmap@block <slopes_1 offsets_1 in slopess offsetss> segred@thread <slope offset in slopes_1
//     offsets_1> (\x x_1 y y_1 -> compose x x_1 y y_1) 1i32 0i32 (slope, offset)
//
// Each block folds a tile, round after round of neighbouring elements: the order matters.
static __global__ void linear_tile_sums(const int32_t *__restrict__ slopes,
                                        const int32_t *__restrict__ offsets, int64_t n,
                                        int64_t blocks, int32_t *__restrict__ scanneds,
                                        int32_t *__restrict__ valuess)
{
    const int64_t tile = blockIdx.x;
    const int64_t share = (n + blocks - 1) / blocks;
    const int64_t first = min(tile * share, n);
    const int64_t end = min(first + share, n);
    Compose sum = Compose{ 1, 0 };
    for (int64_t start = first; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        Compose value = Compose{ 1, 0 };
        if (i < end)
            value = Compose{ slopes[i], offsets[i] };
        value = fold_threads<Compose, compose_op>(value, Compose{ 1, 0 });
        if (threadIdx.x == 0)
            sum = compose_op(sum, value);
        __syncthreads(); // the fold's shared memory is free again
    }
    if (threadIdx.x == 0) {
        scanneds[tile] = sum.x;
        valuess[tile] = sum.x_2;
    }
}

// linear.fut:12: let (_, values) = unzip (scan compose (1, 0) (zip slopes offsets))
// rules: scan-is-scanomap, distribute, scanomap, segscan-is-scanomap, optimized-map-scan,
//   scan-in-one-block
//
//   segmap@block <#_ < 1> segscan@thread <s s_1 in scanneds valuess> (\x_2 x_3 y_2 y_3 -> compose
//     x_2 x_3 y_2 y_3) 1i32 0i32 (s, s_1)
//
// Each block scans a tile, round after round of neighbouring elements.
static __global__ void linear_tile_prefixes(const int32_t *__restrict__ scanneds,
                                            const int32_t *__restrict__ valuess, int64_t blocks,
                                            int32_t *__restrict__ scannedss,
                                            int32_t *__restrict__ valuesss)
{
    Compose prefix = Compose{ 1, 0 };
    for (int64_t start = 0; start < blocks; start += blockDim.x) {
        const int64_t j = start + threadIdx.x;
        const bool is_element = j < blocks;
        // Beyond the last element any value does: nothing comes after it.
        Compose value = Compose{ 1, 0 }, total;
        if (is_element)
            value = Compose{ scanneds[j], valuess[j] };
        value = scan_threads<Compose, compose_op>(value, &total);
        const Compose sum = compose_op(prefix, value);
        if (is_element) {
            scannedss[j] = sum.x;
            valuesss[j] = sum.x_2;
        }
        prefix = compose_op(prefix, total);
    }
}

// linear.fut:12: let (_, values) = unzip (scan compose (1, 0) (zip slopes offsets))
// rules: scan-is-scanomap, distribute, scanomap, segscan-is-scanomap, optimized-map-scan,
//   drop-result, scan-in-block
//
//   segmap@block <slopes_2 offsets_2 in slopess_1 offsetss_1 #i> {
//     t_4 = i == 0i64
//     z z_1 = if t_4 then (1i32, 0i32) else {
//       t_5 = i - 1i64
//       t_6 = i - 1i64
//       t_7 = scanneds_1[t_5]
//       t_8 = valuess_1[t_6]
//       in t_7 t_8
//     }
//     t_9 t_10 = segscan@thread <slope_1 offset_1 in slopes_2 offsets_2> (\x_4 x_5 y_4 y_5 ->
//       compose x_4 x_5 y_4 y_5) z z_1 (slope_1, offset_1)
//     in t_10
//   }
//
// Each block scans a tile, round after round of neighbouring elements.
static __global__ void linear_values(const int32_t *__restrict__ scannedss,
                                     const int32_t *__restrict__ valuesss,
                                     const int32_t *__restrict__ slopes,
                                     const int32_t *__restrict__ offsets, int64_t n,
                                     int64_t blocks, int32_t *__restrict__ values)
{
    const int64_t tile = blockIdx.x;
    const int64_t share = (n + blocks - 1) / blocks;
    const int64_t first = min(tile * share, n);
    const int64_t end = min(first + share, n);
    int32_t z;
    int32_t z_2;
    if (tile == 0) {
        z = 1;
        z_2 = 0;
    } else {
        z = scannedss[tile - 1];
        z_2 = valuesss[tile - 1];
    }
    Compose prefix = Compose{ z, z_2 };
    for (int64_t start = first; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        const bool is_element = i < end;
        // Beyond the last element any value does: nothing comes after it.
        Compose value = Compose{ z, z_2 }, total;
        if (is_element)
            value = Compose{ slopes[i], offsets[i] };
        value = scan_threads<Compose, compose_op>(value, &total);
        const Compose sum = compose_op(prefix, value);
        if (is_element)
            values[i] = sum.x_2;
        prefix = compose_op(prefix, total);
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

size_t linear_main_scratch(int64_t n)
{
    return padded(blocks_for(n) * sizeof(int32_t)) + padded(blocks_for(n) * sizeof(int32_t))
        + padded(blocks_for(n) * sizeof(int32_t)) + padded(blocks_for(n) * sizeof(int32_t));
}

// entry main [n] (slopes: [n]i32) (offsets: [n]i32): [n]i32
cudaError_t linear_main(const int32_t *slopes, const int32_t *offsets, int64_t n, int32_t *values,
                        void *scratch, cudaStream_t stream)
{
    if (n < 0 || (n > 0 && (!slopes || !offsets || !values)) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    int32_t *const scanneds = (int32_t *)take(&memory, blocks_for(n) * sizeof(int32_t));
    int32_t *const valuess = (int32_t *)take(&memory, blocks_for(n) * sizeof(int32_t));
    int32_t *const scannedss = (int32_t *)take(&memory, blocks_for(n) * sizeof(int32_t));
    int32_t *const valuesss = (int32_t *)take(&memory, blocks_for(n) * sizeof(int32_t));

    const int64_t blocks = blocks_for(n);
    linear_tile_sums<<<blocks, BLOCK_SIZE, 0, stream>>>(slopes, offsets, n, blocks, scanneds,
                                                        valuess);
    linear_tile_prefixes<<<1, BLOCK_SIZE, 0, stream>>>(scanneds, valuess, blocks, scannedss,
                                                       valuesss);
    linear_values<<<blocks, BLOCK_SIZE, 0, stream>>>(scannedss, valuesss, slopes, offsets, n,
                                                     blocks, values);
    return error_since(earlier);
}
