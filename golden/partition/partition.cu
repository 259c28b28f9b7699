// partition.cu -- written by mapnest 0.1.0 from partition.fut
//
//   -- Two-way partition by scan and scatter: the even numbers first.
//
//   entry main [n] (xs: [n]i32): (i64, [n]i32) =
//     let trues = map (\x -> if x % 2 == 0 then 1i64 else 0) xs
//     let falses = map (\t -> 1 - t) trues
//     let before = scan (+) 0 trues
//     let count = if n > 0 then before[n - 1] else 0
//     let after = scan (+) 0 falses
//     let targets = map3 (\t b a -> if t == 1 then b - 1 else count + a - 1)
//                        trues before after
//     in (count, scatter (copy xs) targets xs)

#include "partition.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int MAX_BLOCKS = 1024; // blocks in a grid that has a fixed size

// The remainder with the sign of the divisor.
template <typename T>
static __host__ __device__ T floor_mod(T a, T b)
{
    const T rest = b == (T)-1 ? 0 : a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// partition.fut:12: let before = scan (+) 0 trues
// rules: map-map, scan-is-scanomap, scan-map, distribute, scanomap
// The operator of the reduction, (+).
static __device__ int64_t add(int64_t a, int64_t b) { return (uint64_t)a + b; }

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
        const T left = __shfl_up_sync(0xffffffff, value, offset);
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

// partition.fut:12: let before = scan (+) 0 trues
// rules: map-map, scan-is-scanomap, scan-map, distribute, scanomap
//
//   segscan@thread <x in xs> (+) 0i64 {
//     rest = x % 2i32
//     is_equal = rest == 0i32
//     chosen = if is_equal then 1i64 else 0i64
//     diff = 1i64 - chosen
//     in chosen diff chosen
//   }
//
// Stage 1 of 3: each block folds a tile of consecutive elements into one sum.
static __global__ void partition_before_tile_sums(const int32_t *__restrict__ xs, int64_t n,
                                                  int64_t *__restrict__ partials)
{
    const int64_t tile = tile_size(n, gridDim.x);
    const int64_t end = min((blockIdx.x + 1) * tile, n);
    const int64_t neutral = 0;
    int64_t sum = neutral;
    for (int64_t start = blockIdx.x * tile; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        int64_t value = neutral;
        if (i < end) {
            const int64_t chosen = floor_mod(xs[i], 2) == 0 ? 1 : 0;
            value = chosen;
        }
        value = fold_threads<int64_t, add>(value, neutral);
        if (threadIdx.x == 0)
            sum = add(sum, value);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partials[blockIdx.x] = sum;
}

// partition.fut:12: let before = scan (+) 0 trues
// rules: map-map, scan-is-scanomap, scan-map, distribute, scanomap
// Stage 2 of 3: one block scans the sums of the tiles, in place.
static __global__ void partition_before_tile_prefixes(int32_t blocks,
                                                      int64_t *__restrict__ partials)
{
    int64_t prefix;
    for (int start = 0; start < blocks; start += blockDim.x) {
        const int b = start + threadIdx.x;
        // Beyond the last sum any value does: nothing comes after it.
        int64_t sum = partials[min(b, blocks - 1)], total;
        sum = scan_threads<int64_t, add>(sum, &total);
        if (start > 0)
            sum = add(prefix, sum);
        if (b < blocks)
            partials[b] = sum;
        prefix = start > 0 ? add(prefix, total) : total;
    }
}

// partition.fut:12: let before = scan (+) 0 trues
// rules: map-map, scan-is-scanomap, scan-map, distribute, scanomap
// Stage 3 of 3: each block scans its tile, beginning with what lies before it.
static __global__ void partition_before(const int32_t *__restrict__ xs,
                                        const int64_t *__restrict__ partials, int64_t n,
                                        int64_t *__restrict__ falses, int64_t *__restrict__ trues,
                                        int64_t *__restrict__ before)
{
    const int64_t tile = tile_size(n, gridDim.x);
    const int64_t end = min((blockIdx.x + 1) * tile, n);
    const int64_t neutral = 0;
    int64_t prefix = blockIdx.x > 0 ? partials[blockIdx.x - 1] : neutral;
    for (int64_t start = blockIdx.x * tile; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        int64_t value = neutral;
        if (i < end) {
            const int64_t chosen = floor_mod(xs[i], 2) == 0 ? 1 : 0;
            falses[i] = 1 - (uint64_t)chosen;
            trues[i] = chosen;
            value = chosen;
        }
        int64_t total;
        value = scan_threads<int64_t, add>(value, &total);
        const int64_t sum = add(prefix, value);
        if (i < end)
            before[i] = sum;
        prefix = add(prefix, total);
    }
}

// partition.fut:13: let count = if n > 0 then before[n - 1] else 0
// rules: none
//
//   if is_more then {
//     diff_1 = n - 1i64
//     elem = before[diff_1]
//     in elem
//   } else 0i64
//
// One thread computes this, on the device where its operands are.
static __global__ void partition_count(const int64_t *__restrict__ before, int64_t n,
                                       int64_t *__restrict__ count)
{
    const int64_t count_2 = n > 0 ? before[n - 1] : 0;
    *count = count_2;
}

// partition.fut:14: let after = scan (+) 0 falses
// rules: scan-is-scanomap, distribute, scanomap
//
//   segscan@thread <false_1 in falses> (+) 0i64 false_1
//
// Stage 1 of 3: each block folds a tile of consecutive elements into one sum.
static __global__ void partition_after_tile_sums(const int64_t *__restrict__ falses, int64_t n,
                                                 int64_t *__restrict__ partials)
{
    const int64_t tile = tile_size(n, gridDim.x);
    const int64_t end = min((blockIdx.x + 1) * tile, n);
    const int64_t neutral = 0;
    int64_t sum = neutral;
    for (int64_t start = blockIdx.x * tile; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        int64_t value = neutral;
        if (i < end)
            value = falses[i];
        value = fold_threads<int64_t, add>(value, neutral);
        if (threadIdx.x == 0)
            sum = add(sum, value);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partials[blockIdx.x] = sum;
}

// partition.fut:14: let after = scan (+) 0 falses
// rules: scan-is-scanomap, distribute, scanomap
// Stage 2 of 3: one block scans the sums of the tiles, in place.
static __global__ void partition_after_tile_prefixes(int32_t blocks,
                                                     int64_t *__restrict__ partials)
{
    int64_t prefix;
    for (int start = 0; start < blocks; start += blockDim.x) {
        const int b = start + threadIdx.x;
        // Beyond the last sum any value does: nothing comes after it.
        int64_t sum = partials[min(b, blocks - 1)], total;
        sum = scan_threads<int64_t, add>(sum, &total);
        if (start > 0)
            sum = add(prefix, sum);
        if (b < blocks)
            partials[b] = sum;
        prefix = start > 0 ? add(prefix, total) : total;
    }
}

// partition.fut:14: let after = scan (+) 0 falses
// rules: scan-is-scanomap, distribute, scanomap
// Stage 3 of 3: each block scans its tile, beginning with what lies before it.
static __global__ void partition_after(const int64_t *__restrict__ falses,
                                       const int64_t *__restrict__ partials, int64_t n,
                                       int64_t *__restrict__ after)
{
    const int64_t tile = tile_size(n, gridDim.x);
    const int64_t end = min((blockIdx.x + 1) * tile, n);
    const int64_t neutral = 0;
    int64_t prefix = blockIdx.x > 0 ? partials[blockIdx.x - 1] : neutral;
    for (int64_t start = blockIdx.x * tile; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        int64_t value = neutral;
        if (i < end)
            value = falses[i];
        int64_t total;
        value = scan_threads<int64_t, add>(value, &total);
        const int64_t sum = add(prefix, value);
        if (i < end)
            after[i] = sum;
        prefix = add(prefix, total);
    }
}

// partition.fut:17: in (count, scatter (copy xs) targets xs)
// rules: scatter-is-scatomap, scatter-map, distribute, scatter
//
//   segput@thread <t b a x_3 in trues before after xs> xs_1 {
//     is_equal_1 = t == 1i64
//     chosen_1 = if is_equal_1 then b - 1i64 else {
//       sum_2 = count + a
//       diff_3 = sum_2 - 1i64
//       in diff_3
//     }
//     in chosen_1 x_3
//   }
//
// One thread writes one value; an index out of range is skipped.
static __global__ void partition_scatter(const int64_t *__restrict__ trues,
                                         const int64_t *__restrict__ before,
                                         const int64_t *__restrict__ count,
                                         const int64_t *__restrict__ after,
                                         const int32_t *__restrict__ xs, int64_t n,
                                         int32_t *__restrict__ result_1)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int64_t at = trues[i] == 1 ? (uint64_t)before[i] - 1 : (uint64_t)*count + after[i]
            - 1;
        if (0 <= at && at < n)
            result_1[at] = xs[i];
    }
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

size_t partition_main_scratch(int64_t n)
{
    if (too_large(n))
        return SIZE_MAX; // no device has so much
    return padded(n * sizeof(int64_t)) + padded(n * sizeof(int64_t)) + padded(n * sizeof(int64_t))
        + padded(blocks_for(n) * sizeof(int64_t)) + padded(n * sizeof(int64_t));
}

// entry main [n] (xs: [n]i32): (i64, [n]i32)
cudaError_t partition_main(const int32_t *xs, int64_t n, int64_t *count, int32_t *result_1,
                           void *scratch, cudaStream_t stream)
{
    if (n < 0 || too_large(n) || (n > 0 && (!xs || !result_1)) || !count || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    int64_t *const before = (int64_t *)take(&memory, n * sizeof(int64_t));
    int64_t *const falses = (int64_t *)take(&memory, n * sizeof(int64_t));
    int64_t *const trues = (int64_t *)take(&memory, n * sizeof(int64_t));
    int64_t *const partials = (int64_t *)take(&memory, blocks_for(n) * sizeof(int64_t));
    int64_t *const after = (int64_t *)take(&memory, n * sizeof(int64_t));

    const int32_t blocks = blocks_for(n);
    if (n > 0) {
        partition_before_tile_sums<<<blocks, BLOCK_SIZE, 0, stream>>>(xs, n, partials);
        partition_before_tile_prefixes<<<1, BLOCK_SIZE, 0, stream>>>(blocks, partials);
        partition_before<<<blocks, BLOCK_SIZE, 0, stream>>>(xs, partials, n, falses, trues,
            before);
    }
    partition_count<<<1, 1, 0, stream>>>(before, n, count);
    if (n > 0) {
        partition_after_tile_sums<<<blocks, BLOCK_SIZE, 0, stream>>>(falses, n, partials);
        partition_after_tile_prefixes<<<1, BLOCK_SIZE, 0, stream>>>(blocks, partials);
        partition_after<<<blocks, BLOCK_SIZE, 0, stream>>>(falses, partials, n, after);
    }
    if (const cudaError_t error = cudaMemcpyAsync(result_1, xs, n * sizeof(int32_t),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    if (n > 0)
        partition_scatter<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(trues, before, count,
            after, xs, n, result_1);
    return error_since(earlier);
}
