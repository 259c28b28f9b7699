// radix.cu -- written by mapnest 0.1.0 from radix.fut; it is yours
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
// rules: map-map, reduce-is-redomap, loop-outside, distribute, redomap,
//   optimized-map-reduce-beside-stripes, reduce-map, segred-is-redomap
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

// radix.fut:14: let nzeros = reduce (+) 0 zeros
// rules: map-map, reduce-is-redomap, loop-outside, distribute, redomap,
//   optimized-map-reduce-beside-stripes, reduce-map, segred-is-redomap
//
//   segred@thread <xs_3 in xss> (+) 0i64 (redomap (+) (\x_2 -> {
//     bit_1 = u32.i32 bit
//     shifted = x_2 >> bit_1
//     bits = shifted & 1u32
//     bits_1 = i64.u32 bits
//     diff = 1i64 - bits_1
//     in diff diff bits_1
//   }) 0i64 xs_3)
//
// Stage 1 of 2: each thread folds its share, each block what its threads found.
static __global__ void radix_nzeros_partials(const uint32_t *__restrict__ xs, int64_t n,
                                             int64_t workers, int32_t bit,
                                             int64_t *__restrict__ zeros,
                                             int64_t *__restrict__ ones,
                                             int64_t *__restrict__ partials)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    int64_t sum = 0;
    for (int64_t i = worker; i < n; i += workers) {
        const int64_t bits = (int64_t)(shift_right_logical(xs[i], (uint32_t)bit) & 1u);
        const int64_t diff = 1 - bits;
        zeros[i] = diff;
        ones[i] = bits;
        sum += (uint64_t)diff;
    }

    const int64_t total = fold_threads<int64_t, add>(sum, 0);
    if (threadIdx.x == 0)
        partials[blockIdx.x] = total;
}

// radix.fut:14: let nzeros = reduce (+) 0 zeros
// rules: map-map, reduce-is-redomap, loop-outside, distribute, redomap,
//   optimized-map-reduce-beside-stripes, reduce-map, segred-is-redomap
// Stage 2 of 2: one block folds the partial results.
static __global__ void radix_nzeros(const int64_t *__restrict__ partials, int64_t blocks,
                                    int64_t *__restrict__ nzeros)
{
    int64_t total = 0;
    for (int64_t b = threadIdx.x; b < blocks; b += blockDim.x)
        total = add(total, partials[b]);

    total = fold_threads<int64_t, add>(total, 0);
    if (threadIdx.x == 0)
        *nzeros = total;
}

// radix.fut:12: let zeros_before = scan (+) 0 zeros
// rules: scan-is-scanomap, loop-outside, distribute, scanomap, segscan-is-scanomap,
//   optimized-map-scan, fold-in-block
//
//   segmap@block <zeros_1 in zeross_1> segred@thread <zero in zeros_1> (+) 0i64 zero
//
// Each block folds a tile; neighbouring threads read neighbouring elements.
static __global__ void radix_tile_sums(const int64_t *__restrict__ zeros, int64_t n,
                                       int64_t blocks, int64_t *__restrict__ zeros_befores)
{
    const int64_t tile = blockIdx.x;
    const int64_t share = (n + blocks - 1) / blocks;
    const int64_t first = min(tile * share, n);
    const int64_t end = min(first + share, n);
    int64_t sum = 0;
    for (int64_t i = first + threadIdx.x; i < end; i += blockDim.x)
        sum = add(sum, zeros[i]);

    sum = fold_threads<int64_t, add>(sum, 0);
    if (threadIdx.x == 0)
        zeros_befores[tile] = sum;
}

// radix.fut:12: let zeros_before = scan (+) 0 zeros
// rules: scan-is-scanomap, loop-outside, distribute, scanomap, segscan-is-scanomap,
//   optimized-map-scan, scan-in-one-block
//
//   segmap@block <#_ < 1> segscan@thread <s in zeros_befores> (+) 0i64 s
//
// Each block scans a tile, round after round of neighbouring elements.
static __global__ void radix_tile_prefixes(const int64_t *__restrict__ zeros_befores,
                                           int64_t blocks, int64_t *__restrict__ zeros_beforess)
{
    int64_t prefix = 0;
    for (int64_t start = 0; start < blocks; start += blockDim.x) {
        const int64_t j = start + threadIdx.x;
        const bool is_element = j < blocks;
        // Beyond the last element any value does: nothing comes after it.
        int64_t value = 0, total;
        if (is_element)
            value = zeros_befores[j];
        value = scan_threads<int64_t, add>(value, &total);
        const int64_t sum = add(prefix, value);
        if (is_element)
            zeros_beforess[j] = sum;
        prefix = add(prefix, total);
    }
}

// radix.fut:12: let zeros_before = scan (+) 0 zeros
// rules: scan-is-scanomap, loop-outside, distribute, scanomap, segscan-is-scanomap,
//   optimized-map-scan, scan-in-block
//
//   segmap@block <zeros_2 in zeross_2 #i> {
//     t_5 = i == 0i64
//     z = if t_5 then 0i64 else {
//       t_6 = i - 1i64
//       t_7 = zeros_befores_1[t_6]
//       in t_7
//     }
//     t_8 = segscan@thread <zero_1 in zeros_2> (+) z zero_1
//     in t_8
//   }
//
// Each block scans a tile, round after round of neighbouring elements.
static __global__ void radix_zeros_before(const int64_t *__restrict__ zeros_beforess,
                                          const int64_t *__restrict__ zeros, int64_t n,
                                          int64_t blocks, int64_t *__restrict__ zeros_before)
{
    const int64_t tile = blockIdx.x;
    const int64_t share = (n + blocks - 1) / blocks;
    const int64_t first = min(tile * share, n);
    const int64_t end = min(first + share, n);
    const int64_t z = tile == 0 ? 0 : zeros_beforess[tile - 1];
    int64_t prefix = z;
    for (int64_t start = first; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        const bool is_element = i < end;
        // Beyond the last element any value does: nothing comes after it.
        int64_t value = z, total;
        if (is_element)
            value = zeros[i];
        value = scan_threads<int64_t, add>(value, &total);
        const int64_t sum = add(prefix, value);
        if (is_element)
            zeros_before[i] = sum;
        prefix = add(prefix, total);
    }
}

// radix.fut:13: let ones_before = scan (+) 0 ones
// rules: scan-is-scanomap, loop-outside, distribute, scanomap, segscan-is-scanomap,
//   optimized-map-scan, fold-in-block
//
//   segmap@block <ones_1 in oness_1> segred@thread <one in ones_1> (+) 0i64 one
//
// Each block folds a tile; neighbouring threads read neighbouring elements.
static __global__ void radix_tile_sums_2(const int64_t *__restrict__ ones, int64_t n,
                                         int64_t blocks, int64_t *__restrict__ ones_befores)
{
    const int64_t tile = blockIdx.x;
    const int64_t share = (n + blocks - 1) / blocks;
    const int64_t first = min(tile * share, n);
    const int64_t end = min(first + share, n);
    int64_t sum = 0;
    for (int64_t i = first + threadIdx.x; i < end; i += blockDim.x)
        sum = add(sum, ones[i]);

    sum = fold_threads<int64_t, add>(sum, 0);
    if (threadIdx.x == 0)
        ones_befores[tile] = sum;
}

// radix.fut:13: let ones_before = scan (+) 0 ones
// rules: scan-is-scanomap, loop-outside, distribute, scanomap, segscan-is-scanomap,
//   optimized-map-scan, scan-in-one-block
//
//   segmap@block <#_ < 1> segscan@thread <s_1 in ones_befores> (+) 0i64 s_1
//
// Each block scans a tile, round after round of neighbouring elements.
static __global__ void radix_tile_prefixes_2(const int64_t *__restrict__ ones_befores,
                                             int64_t blocks, int64_t *__restrict__ ones_beforess)
{
    int64_t prefix = 0;
    for (int64_t start = 0; start < blocks; start += blockDim.x) {
        const int64_t j = start + threadIdx.x;
        const bool is_element = j < blocks;
        // Beyond the last element any value does: nothing comes after it.
        int64_t value = 0, total;
        if (is_element)
            value = ones_befores[j];
        value = scan_threads<int64_t, add>(value, &total);
        const int64_t sum = add(prefix, value);
        if (is_element)
            ones_beforess[j] = sum;
        prefix = add(prefix, total);
    }
}

// radix.fut:13: let ones_before = scan (+) 0 ones
// rules: scan-is-scanomap, loop-outside, distribute, scanomap, segscan-is-scanomap,
//   optimized-map-scan, scan-in-block
//
//   segmap@block <ones_2 in oness_2 #i_1> {
//     t_11 = i_1 == 0i64
//     z_1 = if t_11 then 0i64 else {
//       t_12 = i_1 - 1i64
//       t_13 = ones_befores_1[t_12]
//       in t_13
//     }
//     t_14 = segscan@thread <one_1 in ones_2> (+) z_1 one_1
//     in t_14
//   }
//
// Each block scans a tile, round after round of neighbouring elements.
static __global__ void radix_ones_before(const int64_t *__restrict__ ones_beforess,
                                         const int64_t *__restrict__ ones, int64_t n,
                                         int64_t blocks, int64_t *__restrict__ ones_before)
{
    const int64_t tile = blockIdx.x;
    const int64_t share = (n + blocks - 1) / blocks;
    const int64_t first = min(tile * share, n);
    const int64_t end = min(first + share, n);
    const int64_t z = tile == 0 ? 0 : ones_beforess[tile - 1];
    int64_t prefix = z;
    for (int64_t start = first; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        const bool is_element = i < end;
        // Beyond the last element any value does: nothing comes after it.
        int64_t value = z, total;
        if (is_element)
            value = ones[i];
        value = scan_threads<int64_t, add>(value, &total);
        const int64_t sum = add(prefix, value);
        if (is_element)
            ones_before[i] = sum;
        prefix = add(prefix, total);
    }
}

// radix.fut:17: in scatter (copy xs) targets xs
// rules: scatter-is-scatomap, scatter-map, loop-outside, distribute, scatter
//
//   segput@thread <b z_2 o x_9 in ones zeros_before ones_before xs_2> xs_4 {
//     is_equal = b == 0i64
//     chosen = if is_equal then z_2 - 1i64 else {
//       sum_8 = nzeros + o
//       diff_2 = sum_8 - 1i64
//       in diff_2
//     }
//     in chosen x_9
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

static int64_t threads_for(int64_t n)
{
    return (int64_t)blocks_for(n) * BLOCK_SIZE;
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
        + padded(blocks_for(n) * sizeof(int64_t)) + padded(blocks_for(n) * sizeof(int64_t))
        + padded(n * sizeof(int64_t));
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
    int64_t *const zeros_befores = partials; // not needed at the same time
    int64_t *const zeros_beforess = (int64_t *)take(&memory, blocks_for(n) * sizeof(int64_t));
    int64_t *const zeros_before = (int64_t *)take(&memory, n * sizeof(int64_t));
    int64_t *const ones_befores = partials; // not needed at the same time
    int64_t *const ones_beforess = zeros_beforess; // not needed at the same time
    int64_t *const ones_before = zeros; // not needed at the same time

    if (const cudaError_t error = cudaMemcpyAsync(xs_2, xs, n * sizeof(uint32_t),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    for (int32_t bit = 0; bit < 32; bit++) {
        const int64_t workers = threads_for(n);
        const int64_t blocks = blocks_for(n);
        radix_nzeros_partials<<<blocks, BLOCK_SIZE, 0, stream>>>(xs_2, n, workers, bit, zeros,
            ones, partials);
        radix_nzeros<<<1, BLOCK_SIZE, 0, stream>>>(partials, blocks, nzeros);
        radix_tile_sums<<<blocks, BLOCK_SIZE, 0, stream>>>(zeros, n, blocks, zeros_befores);
        radix_tile_prefixes<<<1, BLOCK_SIZE, 0, stream>>>(zeros_befores, blocks, zeros_beforess);
        radix_zeros_before<<<blocks, BLOCK_SIZE, 0, stream>>>(zeros_beforess, zeros, n, blocks,
            zeros_before);
        radix_tile_sums_2<<<blocks, BLOCK_SIZE, 0, stream>>>(ones, n, blocks, ones_befores);
        radix_tile_prefixes_2<<<1, BLOCK_SIZE, 0, stream>>>(ones_befores, blocks, ones_beforess);
        radix_ones_before<<<blocks, BLOCK_SIZE, 0, stream>>>(ones_beforess, ones, n, blocks,
            ones_before);
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
