// linear.cu -- written by mapnest 0.1.0 from linear.fut
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
// rules: scan-is-scanomap, distribute, scanomap
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
static __device__ T shuffle_up(T value, int offset)
{
    return __shfl_up_sync(0xffffffff, value, offset);
}

template <>
__device__ Compose shuffle_down(Compose value, int offset, int width)
{
    value.x = shuffle_down(value.x, offset, width);
    value.x_2 = shuffle_down(value.x_2, offset, width);
    return value;
}

template <>
__device__ Compose shuffle_up(Compose value, int offset)
{
    value.x = shuffle_up(value.x, offset);
    value.x_2 = shuffle_up(value.x_2, offset);
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

// linear.fut:12: let (_, values) = unzip (scan compose (1, 0) (zip slopes offsets))
// rules: scan-is-scanomap, distribute, scanomap
//
//   segscan@thread <slope offset in slopes offsets> (\x x_1 y y_1 -> compose x x_1 y y_1) 1i32
//     0i32 (slope, offset)
//
// Stage 1 of 3: each block folds a tile of consecutive elements into one sum.
static __global__ void linear_values_tile_sums(const int32_t *__restrict__ slopes,
                                               const int32_t *__restrict__ offsets, int64_t n,
                                               Compose *__restrict__ partials)
{
    const int64_t tile = tile_size(n, gridDim.x);
    const int64_t end = min((blockIdx.x + 1) * tile, n);
    const Compose neutral = Compose{ 1, 0 };
    Compose sum = neutral;
    for (int64_t start = blockIdx.x * tile; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        Compose value = neutral;
        if (i < end)
            value = Compose{ slopes[i], offsets[i] };
        value = fold_threads<Compose, compose_op>(value, neutral);
        if (threadIdx.x == 0)
            sum = compose_op(sum, value);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partials[blockIdx.x] = sum;
}

// linear.fut:12: let (_, values) = unzip (scan compose (1, 0) (zip slopes offsets))
// rules: scan-is-scanomap, distribute, scanomap
// Stage 2 of 3: one block scans the sums of the tiles, in place.
static __global__ void linear_values_tile_prefixes(int32_t blocks, Compose *__restrict__ partials)
{
    Compose prefix;
    for (int start = 0; start < blocks; start += blockDim.x) {
        const int b = start + threadIdx.x;
        // Beyond the last sum any value does: nothing comes after it.
        Compose sum = partials[min(b, blocks - 1)], total;
        sum = scan_threads<Compose, compose_op>(sum, &total);
        if (start > 0)
            sum = compose_op(prefix, sum);
        if (b < blocks)
            partials[b] = sum;
        prefix = start > 0 ? compose_op(prefix, total) : total;
    }
}

// linear.fut:12: let (_, values) = unzip (scan compose (1, 0) (zip slopes offsets))
// rules: scan-is-scanomap, distribute, scanomap
// Stage 3 of 3: each block scans its tile, beginning with what lies before it.
static __global__ void linear_values(const int32_t *__restrict__ slopes,
                                     const int32_t *__restrict__ offsets,
                                     const Compose *__restrict__ partials, int64_t n,
                                     int32_t *__restrict__ scanned, int32_t *__restrict__ values)
{
    const int64_t tile = tile_size(n, gridDim.x);
    const int64_t end = min((blockIdx.x + 1) * tile, n);
    const Compose neutral = Compose{ 1, 0 };
    Compose prefix = blockIdx.x > 0 ? partials[blockIdx.x - 1] : neutral;
    for (int64_t start = blockIdx.x * tile; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        Compose value = neutral;
        if (i < end)
            value = Compose{ slopes[i], offsets[i] };
        Compose total;
        value = scan_threads<Compose, compose_op>(value, &total);
        const Compose sum = compose_op(prefix, value);
        if (i < end) {
            scanned[i] = sum.x;
            values[i] = sum.x_2;
        }
        prefix = compose_op(prefix, total);
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

size_t linear_main_scratch(int64_t n)
{
    if (too_large(n))
        return SIZE_MAX; // no device has so much
    return padded(n * sizeof(int32_t)) + padded(blocks_for(n) * sizeof(Compose));
}

// entry main [n] (slopes: [n]i32) (offsets: [n]i32): [n]i32
cudaError_t linear_main(const int32_t *slopes, const int32_t *offsets, int64_t n, int32_t *values,
                        void *scratch, cudaStream_t stream)
{
    if (n < 0 || too_large(n) || (n > 0 && (!slopes || !offsets || !values)) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    int32_t *const scanned = (int32_t *)take(&memory, n * sizeof(int32_t));
    Compose *const partials = (Compose *)take(&memory, blocks_for(n) * sizeof(Compose));

    const int32_t blocks = blocks_for(n);
    if (n > 0) {
        linear_values_tile_sums<<<blocks, BLOCK_SIZE, 0, stream>>>(slopes, offsets, n, partials);
        linear_values_tile_prefixes<<<1, BLOCK_SIZE, 0, stream>>>(blocks, partials);
        linear_values<<<blocks, BLOCK_SIZE, 0, stream>>>(slopes, offsets, partials, n, scanned,
                                                         values);
    }
    return error_since(earlier);
}
