// radix.cu -- written by mapnest 0.1.0 from radix.fut
//
//   -- Radix sort, one bit a turn.
//
//   def sort_bit [n] (xs: [n]u32) (bit: i32): [n]u32 =
//     let ones = map (\x -> i64.u32 ((x >> u32.i32 bit) & 1)) xs
//     let zeros = map (\b -> 1 - b) ones
//     let zeros_before = scan (+) 0 zeros
//     let ones_before = scan (+) 0 ones
//     let nzeros = reduce (+) 0 zeros
//     let targets = map3 (\b z o -> if b == 0 then z - 1 else nzeros + o - 1)
//                        ones zeros_before ones_before
//     in scatter (copy xs) targets xs
//
//   entry main [n] (xs: [n]u32): [n]u32 =
//     loop xs for bit < 32 do sort_bit xs bit

#include "radix.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int MAX_BLOCKS = 1024; // blocks in a grid that has a fixed size

// Shifts zeros in from the left.
template <typename T>
static __host__ __device__ T shift_right_logical(T a, T by)
{
    const uint64_t bits = (uint64_t)a & (~(uint64_t)0 >> (64 - 8 * sizeof(T)));
    return (uint64_t)by >= 8 * sizeof(T) ? (T)0 : (T)(bits >> by);
}

// radix.fut:14: let nzeros = reduce (+) 0 zeros
// rules: map-map, reduce-is-redomap, reduce-map, loop-outside, distribute, redomap,
//   optimized-map-reduce-beside, segred-is-redomap
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

// radix.fut:14: let nzeros = reduce (+) 0 zeros
// rules: map-map, reduce-is-redomap, reduce-map, loop-outside, distribute, redomap,
//   optimized-map-reduce-beside, segred-is-redomap
//
//   segred@thread <x in xs_2> (+) 0i64 {
//     bit_1 = u32.i32 bit
//     shifted = x >> bit_1
//     bits = shifted & 1u32
//     bits_1 = i64.u32 bits
//     diff = 1i64 - bits_1
//     in diff diff bits_1
//   }
//
// Stage 1 of 2: each block folds its share of the elements into one partial result.
static __global__ void radix_nzeros_partials(const uint32_t *__restrict__ xs, int32_t bit,
                                             int64_t n, int64_t *__restrict__ zeros,
                                             int64_t *__restrict__ ones,
                                             int64_t *__restrict__ partials)
{
    int64_t sum = 0;
    // The order does not matter, so neighbouring threads read neighbouring elements.
    const int64_t stride = (int64_t)gridDim.x * blockDim.x;
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        const int64_t bits = (int64_t)(shift_right_logical(xs[i], (uint32_t)bit) & 1u);
        const int64_t diff = 1 - bits;
        zeros[i] = diff;
        ones[i] = bits;
        sum = add(sum, diff);
    }

    sum = fold_threads<int64_t, add>(sum, 0);
    if (threadIdx.x == 0)
        partials[blockIdx.x] = sum;
}

// radix.fut:14: let nzeros = reduce (+) 0 zeros
// rules: map-map, reduce-is-redomap, reduce-map, loop-outside, distribute, redomap,
//   optimized-map-reduce-beside, segred-is-redomap
// Stage 2 of 2: one block folds the partial results.
static __global__ void radix_nzeros(const int64_t *__restrict__ partials, int32_t blocks,
                                    int64_t *__restrict__ nzeros)
{
    int64_t sum = 0;
    for (int b = threadIdx.x; b < blocks; b += blockDim.x)
        sum = add(sum, partials[b]);

    sum = fold_threads<int64_t, add>(sum, 0);
    if (threadIdx.x == 0)
        *nzeros = sum;
}

// radix.fut:12: let zeros_before = scan (+) 0 zeros
// rules: scan-is-scanomap, loop-outside, distribute, scanomap
//
//   segscan@thread <zero in zeros> (+) 0i64 zero
//
// Stage 1 of 3: each block folds a tile of consecutive elements into one sum.
static __global__ void radix_zeros_before_tile_sums(const int64_t *__restrict__ zeros, int64_t n,
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
            value = zeros[i];
        value = fold_threads<int64_t, add>(value, neutral);
        if (threadIdx.x == 0)
            sum = add(sum, value);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partials[blockIdx.x] = sum;
}

// radix.fut:12: let zeros_before = scan (+) 0 zeros
// rules: scan-is-scanomap, loop-outside, distribute, scanomap
// Stage 2 of 3: one block scans the sums of the tiles, in place.
static __global__ void radix_zeros_before_tile_prefixes(int32_t blocks,
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

// radix.fut:12: let zeros_before = scan (+) 0 zeros
// rules: scan-is-scanomap, loop-outside, distribute, scanomap
// Stage 3 of 3: each block scans its tile, beginning with what lies before it.
static __global__ void radix_zeros_before(const int64_t *__restrict__ zeros,
                                          const int64_t *__restrict__ partials, int64_t n,
                                          int64_t *__restrict__ zeros_before)
{
    const int64_t tile = tile_size(n, gridDim.x);
    const int64_t end = min((blockIdx.x + 1) * tile, n);
    const int64_t neutral = 0;
    int64_t prefix = blockIdx.x > 0 ? partials[blockIdx.x - 1] : neutral;
    for (int64_t start = blockIdx.x * tile; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        int64_t value = neutral;
        if (i < end)
            value = zeros[i];
        int64_t total;
        value = scan_threads<int64_t, add>(value, &total);
        const int64_t sum = add(prefix, value);
        if (i < end)
            zeros_before[i] = sum;
        prefix = add(prefix, total);
    }
}

// radix.fut:13: let ones_before = scan (+) 0 ones
// rules: scan-is-scanomap, loop-outside, distribute, scanomap
//
//   segscan@thread <one in ones> (+) 0i64 one
//
// Stage 1 of 3: each block folds a tile of consecutive elements into one sum.
static __global__ void radix_ones_before_tile_sums(const int64_t *__restrict__ ones, int64_t n,
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
            value = ones[i];
        value = fold_threads<int64_t, add>(value, neutral);
        if (threadIdx.x == 0)
            sum = add(sum, value);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partials[blockIdx.x] = sum;
}

// radix.fut:13: let ones_before = scan (+) 0 ones
// rules: scan-is-scanomap, loop-outside, distribute, scanomap
// Stage 2 of 3: one block scans the sums of the tiles, in place.
static __global__ void radix_ones_before_tile_prefixes(int32_t blocks,
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

// radix.fut:13: let ones_before = scan (+) 0 ones
// rules: scan-is-scanomap, loop-outside, distribute, scanomap
// Stage 3 of 3: each block scans its tile, beginning with what lies before it.
static __global__ void radix_ones_before(const int64_t *__restrict__ ones,
                                         const int64_t *__restrict__ partials, int64_t n,
                                         int64_t *__restrict__ ones_before)
{
    const int64_t tile = tile_size(n, gridDim.x);
    const int64_t end = min((blockIdx.x + 1) * tile, n);
    const int64_t neutral = 0;
    int64_t prefix = blockIdx.x > 0 ? partials[blockIdx.x - 1] : neutral;
    for (int64_t start = blockIdx.x * tile; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        int64_t value = neutral;
        if (i < end)
            value = ones[i];
        int64_t total;
        value = scan_threads<int64_t, add>(value, &total);
        const int64_t sum = add(prefix, value);
        if (i < end)
            ones_before[i] = sum;
        prefix = add(prefix, total);
    }
}

// radix.fut:17: in scatter (copy xs) targets xs
// rules: scatter-is-scatomap, scatter-map, loop-outside, distribute, scatter
//
//   segput@thread <b z o x_4 in ones zeros_before ones_before xs_2> xs_3 {
//     is_equal = b == 0i64
//     chosen = if is_equal then z - 1i64 else {
//       sum_3 = nzeros + o
//       diff_2 = sum_3 - 1i64
//       in diff_2
//     }
//     in chosen x_4
//   }
//
// One thread writes one value; an index out of range is skipped.
static __global__ void radix_xs(const int64_t *__restrict__ ones,
                                const int64_t *__restrict__ zeros_before,
                                const int64_t *__restrict__ nzeros,
                                const int64_t *__restrict__ ones_before,
                                const uint32_t *__restrict__ xs, int64_t n,
                                uint32_t *__restrict__ next_xs)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int64_t at = ones[i] == 0 ? (uint64_t)zeros_before[i] - 1 : (uint64_t)*nzeros
            + ones_before[i] - 1;
        if (0 <= at && at < n)
            next_xs[at] = xs[i];
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

template <typename T>
static void swap_pointers(T **a, T **b)
{
    T *const old = *a;
    *a = *b;
    *b = old;
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

size_t radix_main_scratch(int64_t n)
{
    if (too_large(n))
        return SIZE_MAX; // no device has so much
    return padded(n * sizeof(uint32_t)) + padded(n * sizeof(uint32_t))
        + padded(n * sizeof(int64_t)) + padded(n * sizeof(int64_t)) + padded(sizeof(int64_t))
        + padded(blocks_for(n) * sizeof(int64_t)) + padded(n * sizeof(int64_t));
}

// entry main [n] (xs: [n]u32): [n]u32
cudaError_t radix_main(const uint32_t *xs, int64_t n, uint32_t *result, void *scratch,
                       cudaStream_t stream)
{
    if (n < 0 || too_large(n) || (n > 0 && (!xs || !result)) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    uint32_t *xs_2 = (uint32_t *)take(&memory, n * sizeof(uint32_t));
    uint32_t *next_xs = (uint32_t *)take(&memory, n * sizeof(uint32_t));
    int64_t *const zeros = (int64_t *)take(&memory, n * sizeof(int64_t));
    int64_t *const ones = (int64_t *)take(&memory, n * sizeof(int64_t));
    int64_t *const nzeros = (int64_t *)take(&memory, sizeof(int64_t));
    int64_t *const partials = (int64_t *)take(&memory, blocks_for(n) * sizeof(int64_t));
    int64_t *const zeros_before = (int64_t *)take(&memory, n * sizeof(int64_t));
    int64_t *const ones_before = zeros; // not needed at the same time

    if (const cudaError_t error = cudaMemcpyAsync(xs_2, xs, n * sizeof(uint32_t),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    for (int32_t bit = 0; bit < 32; bit++) {
        const int32_t blocks = blocks_for(n);
        radix_nzeros_partials<<<blocks, BLOCK_SIZE, 0, stream>>>(xs_2, bit, n, zeros, ones,
            partials);
        radix_nzeros<<<1, BLOCK_SIZE, 0, stream>>>(partials, blocks, nzeros);
        if (n > 0) {
            radix_zeros_before_tile_sums<<<blocks, BLOCK_SIZE, 0, stream>>>(zeros, n, partials);
            radix_zeros_before_tile_prefixes<<<1, BLOCK_SIZE, 0, stream>>>(blocks, partials);
            radix_zeros_before<<<blocks, BLOCK_SIZE, 0, stream>>>(zeros, partials, n,
                zeros_before);
        }
        if (n > 0) {
            radix_ones_before_tile_sums<<<blocks, BLOCK_SIZE, 0, stream>>>(ones, n, partials);
            radix_ones_before_tile_prefixes<<<1, BLOCK_SIZE, 0, stream>>>(blocks, partials);
            radix_ones_before<<<blocks, BLOCK_SIZE, 0, stream>>>(ones, partials, n, ones_before);
        }
        if (const cudaError_t error = cudaMemcpyAsync(next_xs, xs_2, n * sizeof(uint32_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        if (n > 0)
            radix_xs<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(ones, zeros_before, nzeros,
                ones_before, xs_2, n, next_xs);
        swap_pointers(&xs_2, &next_xs);
    }
    if (const cudaError_t error = cudaMemcpyAsync(result, xs_2, n * sizeof(uint32_t),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    return error_since(earlier);
}
