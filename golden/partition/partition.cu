// partition.cu -- written by mapnest 0.1.0 from partition.fut; it is yours
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
// rules: map-map, scan-is-scanomap, scan-map, distribute, scanomap, segscan-is-scanomap,
//   optimized-map-scan-beside, drop-result, fold-in-block
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

// partition.fut:12: let before = scan (+) 0 trues
// rules: map-map, scan-is-scanomap, scan-map, distribute, scanomap, segscan-is-scanomap,
//   optimized-map-scan-beside, drop-result, fold-in-block
//
//   segmap@block <xs_1 in xss> segred@thread <x in xs_1> (+) 0i64 {
//     rest = x % 2i32
//     is_equal = rest == 0i32
//     chosen = if is_equal then 1i64 else 0i64
//     in chosen
//   }
//
// Each block folds a tile; neighbouring threads read neighbouring elements.
static __global__ void partition_tile_sums(const int32_t *__restrict__ xs, int64_t n,
                                           int64_t blocks, int64_t *__restrict__ befores)
{
    const int64_t tile = blockIdx.x;
    const int64_t share = (n + blocks - 1) / blocks;
    const int64_t first = min(tile * share, n);
    const int64_t end = min(first + share, n);
    int64_t sum = 0;
    for (int64_t i = first + threadIdx.x; i < end; i += blockDim.x)
        sum = add(sum, floor_mod(xs[i], 2) == 0 ? 1 : 0);

    sum = fold_threads<int64_t, add>(sum, 0);
    if (threadIdx.x == 0)
        befores[tile] = sum;
}

// partition.fut:12: let before = scan (+) 0 trues
// rules: map-map, scan-is-scanomap, scan-map, distribute, scanomap, segscan-is-scanomap,
//   optimized-map-scan-beside, scan-in-one-block
//
//   segmap@block <#_ < 1> segscan@thread <s in befores> (+) 0i64 s
//
// Each block scans a tile, round after round of neighbouring elements.
static __global__ void partition_tile_prefixes(const int64_t *__restrict__ befores, int64_t blocks,
                                               int64_t *__restrict__ beforess)
{
    int64_t prefix = 0;
    for (int64_t start = 0; start < blocks; start += blockDim.x) {
        const int64_t j = start + threadIdx.x;
        const bool is_element = j < blocks;
        // Beyond the last element any value does: nothing comes after it.
        int64_t value = 0, total;
        if (is_element)
            value = befores[j];
        value = scan_threads<int64_t, add>(value, &total);
        const int64_t sum = add(prefix, value);
        if (is_element)
            beforess[j] = sum;
        prefix = add(prefix, total);
    }
}

// partition.fut:12: let before = scan (+) 0 trues
// rules: map-map, scan-is-scanomap, scan-map, distribute, scanomap, segscan-is-scanomap,
//   optimized-map-scan-beside, scan-in-block
//
//   segmap@block <xs_2 in xss_1 #i> {
//     t_2 = i == 0i64
//     w = if t_2 then 0i64 else { t_3 = i - 1i64 ; t_4 = befores_1[t_3] in t_4 }
//     t_5 t_6 t_7 = segscan@thread <x_3 in xs_2> (+) w {
//       rest_1 = x_3 % 2i32
//       is_equal_1 = rest_1 == 0i32
//       chosen_1 = if is_equal_1 then 1i64 else 0i64
//       diff = 1i64 - chosen_1
//       in chosen_1 diff chosen_1
//     }
//     in t_5 t_6 t_7
//   }
//
// Each block scans a tile, round after round of neighbouring elements.
static __global__ void partition_before(const int64_t *__restrict__ beforess,
                                        const int32_t *__restrict__ xs, int64_t n, int64_t blocks,
                                        int64_t *__restrict__ falses, int64_t *__restrict__ trues,
                                        int64_t *__restrict__ before)
{
    const int64_t tile = blockIdx.x;
    const int64_t share = (n + blocks - 1) / blocks;
    const int64_t first = min(tile * share, n);
    const int64_t end = min(first + share, n);
    const int64_t w = tile == 0 ? 0 : beforess[tile - 1];
    int64_t prefix = w;
    for (int64_t start = first; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        const bool is_element = i < end;
        // Beyond the last element any value does: nothing comes after it.
        int64_t value = w, total;
        if (is_element) {
            const int64_t chosen = floor_mod(xs[i], 2) == 0 ? 1 : 0;
            falses[i] = 1 - (uint64_t)chosen;
            trues[i] = chosen;
            value = chosen;
        }
        value = scan_threads<int64_t, add>(value, &total);
        const int64_t sum = add(prefix, value);
        if (is_element)
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
// rules: scan-is-scanomap, distribute, scanomap, segscan-is-scanomap, optimized-map-scan,
//   fold-in-block
//
//   segmap@block <falses_1 in falsess_1> segred@thread <false_1 in falses_1> (+) 0i64 false_1
//
// Each block folds a tile; neighbouring threads read neighbouring elements.
static __global__ void partition_tile_sums_2(const int64_t *__restrict__ falses, int64_t n,
                                             int64_t blocks, int64_t *__restrict__ afters)
{
    const int64_t tile = blockIdx.x;
    const int64_t share = (n + blocks - 1) / blocks;
    const int64_t first = min(tile * share, n);
    const int64_t end = min(first + share, n);
    int64_t sum = 0;
    for (int64_t i = first + threadIdx.x; i < end; i += blockDim.x)
        sum = add(sum, falses[i]);

    sum = fold_threads<int64_t, add>(sum, 0);
    if (threadIdx.x == 0)
        afters[tile] = sum;
}

// partition.fut:14: let after = scan (+) 0 falses
// rules: scan-is-scanomap, distribute, scanomap, segscan-is-scanomap, optimized-map-scan,
//   scan-in-one-block
//
//   segmap@block <#_ < 1> segscan@thread <s_1 in afters> (+) 0i64 s_1
//
// Each block scans a tile, round after round of neighbouring elements.
static __global__ void partition_tile_prefixes_2(const int64_t *__restrict__ afters,
                                                 int64_t blocks, int64_t *__restrict__ afterss)
{
    int64_t prefix = 0;
    for (int64_t start = 0; start < blocks; start += blockDim.x) {
        const int64_t j = start + threadIdx.x;
        const bool is_element = j < blocks;
        // Beyond the last element any value does: nothing comes after it.
        int64_t value = 0, total;
        if (is_element)
            value = afters[j];
        value = scan_threads<int64_t, add>(value, &total);
        const int64_t sum = add(prefix, value);
        if (is_element)
            afterss[j] = sum;
        prefix = add(prefix, total);
    }
}

// partition.fut:14: let after = scan (+) 0 falses
// rules: scan-is-scanomap, distribute, scanomap, segscan-is-scanomap, optimized-map-scan,
//   scan-in-block
//
//   segmap@block <falses_2 in falsess_2 #i_1> {
//     t_10 = i_1 == 0i64
//     z = if t_10 then 0i64 else {
//       t_11 = i_1 - 1i64
//       t_12 = afters_1[t_11]
//       in t_12
//     }
//     t_13 = segscan@thread <false_2 in falses_2> (+) z false_2
//     in t_13
//   }
//
// Each block scans a tile, round after round of neighbouring elements.
static __global__ void partition_after(const int64_t *__restrict__ afterss,
                                       const int64_t *__restrict__ falses, int64_t n,
                                       int64_t blocks, int64_t *__restrict__ after)
{
    const int64_t tile = blockIdx.x;
    const int64_t share = (n + blocks - 1) / blocks;
    const int64_t first = min(tile * share, n);
    const int64_t end = min(first + share, n);
    const int64_t z = tile == 0 ? 0 : afterss[tile - 1];
    int64_t prefix = z;
    for (int64_t start = first; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        const bool is_element = i < end;
        // Beyond the last element any value does: nothing comes after it.
        int64_t value = z, total;
        if (is_element)
            value = falses[i];
        value = scan_threads<int64_t, add>(value, &total);
        const int64_t sum = add(prefix, value);
        if (is_element)
            after[i] = sum;
        prefix = add(prefix, total);
    }
}

// partition.fut:17: in (count, scatter (copy xs) targets xs)
// rules: scatter-is-scatomap, scatter-map, distribute, scatter
//
//   segput@thread <t_14 b a x_8 in trues before after xs> xs_3 {
//     is_equal_2 = t_14 == 1i64
//     chosen_2 = if is_equal_2 then b - 1i64 else {
//       sum_6 = count + a
//       diff_3 = sum_6 - 1i64
//       in diff_3
//     }
//     in chosen_2 x_8
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
    return padded(blocks_for(n) * sizeof(int64_t)) + padded(blocks_for(n) * sizeof(int64_t))
        + padded(n * sizeof(int64_t)) + padded(n * sizeof(int64_t)) + padded(n * sizeof(int64_t))
        + padded(n * sizeof(int64_t));
}

// entry main [n] (xs: [n]i32): (i64, [n]i32)
cudaError_t partition_main(const int32_t *xs, int64_t n, int64_t *count, int32_t *result_1,
                           void *scratch, cudaStream_t stream)
{
    if (n < 0 || too_large(n) || (n > 0 && (!xs || !result_1)) || !count || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    int64_t *const befores = (int64_t *)take(&memory, blocks_for(n) * sizeof(int64_t));
    int64_t *const beforess = (int64_t *)take(&memory, blocks_for(n) * sizeof(int64_t));
    int64_t *const before = (int64_t *)take(&memory, n * sizeof(int64_t));
    int64_t *const falses = (int64_t *)take(&memory, n * sizeof(int64_t));
    int64_t *const trues = (int64_t *)take(&memory, n * sizeof(int64_t));
    int64_t *const afters = befores; // not needed at the same time
    int64_t *const afterss = beforess; // not needed at the same time
    int64_t *const after = (int64_t *)take(&memory, n * sizeof(int64_t));

    const int64_t blocks = blocks_for(n);
    partition_tile_sums<<<blocks, BLOCK_SIZE, 0, stream>>>(xs, n, blocks, befores);
    partition_tile_prefixes<<<1, BLOCK_SIZE, 0, stream>>>(befores, blocks, beforess);
    partition_before<<<blocks, BLOCK_SIZE, 0, stream>>>(beforess, xs, n, blocks, falses, trues,
                                                        before);
    partition_count<<<1, 1, 0, stream>>>(before, n, count);
    partition_tile_sums_2<<<blocks, BLOCK_SIZE, 0, stream>>>(falses, n, blocks, afters);
    partition_tile_prefixes_2<<<1, BLOCK_SIZE, 0, stream>>>(afters, blocks, afterss);
    partition_after<<<blocks, BLOCK_SIZE, 0, stream>>>(afterss, falses, n, blocks, after);
    if (const cudaError_t error = cudaMemcpyAsync(result_1, xs, n * sizeof(int32_t),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    if (n > 0)
        partition_scatter<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(trues, before, count,
            after, xs, n, result_1);
    return error_since(earlier);
}
