// scans.cu -- written by mapnest 0.1.0 from scans.fut
//
//   -- The core of LocVolCalib: three scans in a nest of two maps.
//
//   entry main [k][m][n] (xsss: [k][m][n]f64): [k][m][n]f64 =
//     map (map (\xs ->
//       let sums = scan (+) 0 xs
//       let products = map2 (*) sums xs
//       let maxima = scan f64.max f64.lowest products
//       in scan (+) 0 (map2 (\p x -> if x > 2 then p - x + 1 else p) maxima xs))) xsss

#include "scans.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int MAX_BLOCKS = 1024; // blocks in a grid that has a fixed size

namespace {
// A value, and whether a segment starts where it comes from.
struct Segmented_add {
    double value;
    bool starts;
};
// A value, and whether a segment starts where it comes from.
struct Segmented_larger {
    double value;
    bool starts;
};
}

// scans.fut:11: let sums = scan (+) 0 xs
// rules: scan-is-scanomap, descend, distribute, scanomap
// The operator of the reduction, (+).
static __device__ double add(double a, double b) { return a + b; }

// scans.fut:11: let sums = scan (+) 0 xs
// rules: scan-is-scanomap, descend, distribute, scanomap
// The operator over segments: what lies before the start of a segment does not count.
static __device__ Segmented_add add_in_segment(Segmented_add a, Segmented_add b)
{
    return b.starts ? b : Segmented_add{ add(a.value, b.value), a.starts };
}

// scans.fut:13: let maxima = scan f64.max f64.lowest products
// rules: scan-is-scanomap, scan-map, descend, distribute, scanomap
// The operator of the reduction, (max).
static __device__ double larger(double a, double b) { return fmax(a, b); }

// scans.fut:13: let maxima = scan f64.max f64.lowest products
// rules: scan-is-scanomap, scan-map, descend, distribute, scanomap
// The operator over segments: what lies before the start of a segment does not count.
static __device__ Segmented_larger larger_in_segment(Segmented_larger a, Segmented_larger b)
{
    return b.starts ? b : Segmented_larger{ larger(a.value, b.value), a.starts };
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
__device__ Segmented_add shuffle_down(Segmented_add value, int offset, int width)
{
    value.value = shuffle_down(value.value, offset, width);
    value.starts = shuffle_down(value.starts, offset, width);
    return value;
}

template <>
__device__ Segmented_add shuffle_up(Segmented_add value, int offset)
{
    value.value = shuffle_up(value.value, offset);
    value.starts = shuffle_up(value.starts, offset);
    return value;
}

template <>
__device__ Segmented_larger shuffle_down(Segmented_larger value, int offset, int width)
{
    value.value = shuffle_down(value.value, offset, width);
    value.starts = shuffle_down(value.starts, offset, width);
    return value;
}

template <>
__device__ Segmented_larger shuffle_up(Segmented_larger value, int offset)
{
    value.value = shuffle_up(value.value, offset);
    value.starts = shuffle_up(value.starts, offset);
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

// scans.fut:11: let sums = scan (+) 0 xs
// rules: scan-is-scanomap, descend, distribute, scanomap
//
//   segscan@thread (<row in xsss>, <xs in row>, <x in xs>) (+) 0.0f64 x
//
// Stage 1 of 3: each block folds a tile of consecutive elements into one sum.
static __global__ void scans_sumsss_tile_sums(const double *__restrict__ xsss, int64_t n,
                                              int64_t m, int64_t k,
                                              Segmented_add *__restrict__ partials)
{
    const int64_t tile = tile_size(k * m * n, gridDim.x);
    const int64_t end = min((blockIdx.x + 1) * tile, k * m * n);
    const Segmented_add neutral = Segmented_add{ 0.0, false };
    Segmented_add sum = neutral;
    for (int64_t start = blockIdx.x * tile; start < end; start += blockDim.x) {
        const int64_t p = start + threadIdx.x;
        const int64_t l = p % n;
        const int64_t rest = p / n;
        const int64_t j = rest % m;
        const int64_t i = rest / m;
        Segmented_add value = neutral;
        if (p < end) {
            const double *const xs = xsss + i * m * n + j * n;
            value = Segmented_add{ xs[l], l == 0 };
        }
        value = fold_threads<Segmented_add, add_in_segment>(value, neutral);
        if (threadIdx.x == 0)
            sum = add_in_segment(sum, value);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partials[blockIdx.x] = sum;
}

// scans.fut:11: let sums = scan (+) 0 xs
// rules: scan-is-scanomap, descend, distribute, scanomap
// Stage 2 of 3: one block scans the sums of the tiles, in place.
static __global__ void scans_sumsss_tile_prefixes(int32_t blocks,
                                                  Segmented_add *__restrict__ partials)
{
    Segmented_add prefix;
    for (int start = 0; start < blocks; start += blockDim.x) {
        const int b = start + threadIdx.x;
        // Beyond the last sum any value does: nothing comes after it.
        Segmented_add sum = partials[min(b, blocks - 1)], total;
        sum = scan_threads<Segmented_add, add_in_segment>(sum, &total);
        if (start > 0)
            sum = add_in_segment(prefix, sum);
        if (b < blocks)
            partials[b] = sum;
        prefix = start > 0 ? add_in_segment(prefix, total) : total;
    }
}

// scans.fut:11: let sums = scan (+) 0 xs
// rules: scan-is-scanomap, descend, distribute, scanomap
// Stage 3 of 3: each block scans its tile, beginning with what lies before it.
static __global__ void scans_sumsss(const double *__restrict__ xsss,
                                    const Segmented_add *__restrict__ partials, int64_t n,
                                    int64_t m, int64_t k, double *__restrict__ sumsss)
{
    const int64_t tile = tile_size(k * m * n, gridDim.x);
    const int64_t end = min((blockIdx.x + 1) * tile, k * m * n);
    const Segmented_add neutral = Segmented_add{ 0.0, false };
    Segmented_add prefix = blockIdx.x > 0 ? partials[blockIdx.x - 1] : neutral;
    for (int64_t start = blockIdx.x * tile; start < end; start += blockDim.x) {
        const int64_t p = start + threadIdx.x;
        const int64_t l = p % n;
        const int64_t rest = p / n;
        const int64_t j = rest % m;
        const int64_t i = rest / m;
        Segmented_add value = neutral;
        if (p < end) {
            const double *const xs = xsss + i * m * n + j * n;
            value = Segmented_add{ xs[l], l == 0 };
        }
        Segmented_add total;
        value = scan_threads<Segmented_add, add_in_segment>(value, &total);
        const Segmented_add sum = add_in_segment(prefix, value);
        if (p < end)
            sumsss[p] = sum.value;
        prefix = add_in_segment(prefix, total);
    }
}

// scans.fut:13: let maxima = scan f64.max f64.lowest products
// rules: scan-is-scanomap, scan-map, descend, distribute, scanomap
//
//   segscan@thread (<row_1 sumss in xsss sumsss>, <xs_1 sums in row_1 sumss>, <sum_1 x_2 in sums
//     xs_1>) (max) (-f64.inf) (sum_1 * x_2)
//
// Stage 1 of 3: each block folds a tile of consecutive elements into one sum.
static __global__ void scans_maximass_tile_sums(const double *__restrict__ sumsss,
                                                const double *__restrict__ xsss, int64_t n,
                                                int64_t m, int64_t k,
                                                Segmented_larger *__restrict__ partials)
{
    const int64_t tile = tile_size(k * m * n, gridDim.x);
    const int64_t end = min((blockIdx.x + 1) * tile, k * m * n);
    const Segmented_larger neutral = Segmented_larger{ -INFINITY, false };
    Segmented_larger sum = neutral;
    for (int64_t start = blockIdx.x * tile; start < end; start += blockDim.x) {
        const int64_t p = start + threadIdx.x;
        const int64_t l = p % n;
        const int64_t rest = p / n;
        const int64_t j = rest % m;
        const int64_t i = rest / m;
        Segmented_larger value = neutral;
        if (p < end) {
            const double *const sumss = sumsss + i * m * n;
            const double *const xs = xsss + i * m * n + j * n;
            const double *const sums = sumss + j * n;
            value = Segmented_larger{ sums[l] * xs[l], l == 0 };
        }
        value = fold_threads<Segmented_larger, larger_in_segment>(value, neutral);
        if (threadIdx.x == 0)
            sum = larger_in_segment(sum, value);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partials[blockIdx.x] = sum;
}

// scans.fut:13: let maxima = scan f64.max f64.lowest products
// rules: scan-is-scanomap, scan-map, descend, distribute, scanomap
// Stage 2 of 3: one block scans the sums of the tiles, in place.
static __global__ void scans_maximass_tile_prefixes(int32_t blocks,
                                                    Segmented_larger *__restrict__ partials)
{
    Segmented_larger prefix;
    for (int start = 0; start < blocks; start += blockDim.x) {
        const int b = start + threadIdx.x;
        // Beyond the last sum any value does: nothing comes after it.
        Segmented_larger sum = partials[min(b, blocks - 1)], total;
        sum = scan_threads<Segmented_larger, larger_in_segment>(sum, &total);
        if (start > 0)
            sum = larger_in_segment(prefix, sum);
        if (b < blocks)
            partials[b] = sum;
        prefix = start > 0 ? larger_in_segment(prefix, total) : total;
    }
}

// scans.fut:13: let maxima = scan f64.max f64.lowest products
// rules: scan-is-scanomap, scan-map, descend, distribute, scanomap
// Stage 3 of 3: each block scans its tile, beginning with what lies before it.
static __global__ void scans_maximass(const double *__restrict__ sumsss,
                                      const double *__restrict__ xsss,
                                      const Segmented_larger *__restrict__ partials, int64_t n,
                                      int64_t m, int64_t k, double *__restrict__ maximass)
{
    const int64_t tile = tile_size(k * m * n, gridDim.x);
    const int64_t end = min((blockIdx.x + 1) * tile, k * m * n);
    const Segmented_larger neutral = Segmented_larger{ -INFINITY, false };
    Segmented_larger prefix = blockIdx.x > 0 ? partials[blockIdx.x - 1] : neutral;
    for (int64_t start = blockIdx.x * tile; start < end; start += blockDim.x) {
        const int64_t p = start + threadIdx.x;
        const int64_t l = p % n;
        const int64_t rest = p / n;
        const int64_t j = rest % m;
        const int64_t i = rest / m;
        Segmented_larger value = neutral;
        if (p < end) {
            const double *const sumss = sumsss + i * m * n;
            const double *const xs = xsss + i * m * n + j * n;
            const double *const sums = sumss + j * n;
            value = Segmented_larger{ sums[l] * xs[l], l == 0 };
        }
        Segmented_larger total;
        value = scan_threads<Segmented_larger, larger_in_segment>(value, &total);
        const Segmented_larger sum = larger_in_segment(prefix, value);
        if (p < end)
            maximass[p] = sum.value;
        prefix = larger_in_segment(prefix, total);
    }
}

// scans.fut:14: in scan (+) 0 (map2 (\p x -> if x > 2 then p - x + 1 else p) maxima xs))) xsss
// rules: scan-is-scanomap, scan-map, descend, distribute, scanomap, drop-unused
//
//   segscan@thread (<row_2 maximas in xsss maximass>, <xs_2 maxima in row_2 maximas>, <p x_4 in
//     maxima xs_2>) (+) 0.0f64 {
//     is_more = x_4 > 2.0f64
//     chosen = if is_more then {
//       diff = p - x_4
//       sum_3 = diff + 1.0f64
//       in sum_3
//     } else p
//     in chosen
//   }
//
// Stage 1 of 3: each block folds a tile of consecutive elements into one sum.
static __global__ void scans_sumsss_1_tile_sums(const double *__restrict__ maximass,
                                                const double *__restrict__ xsss, int64_t n,
                                                int64_t m, int64_t k,
                                                Segmented_add *__restrict__ partials)
{
    const int64_t tile = tile_size(k * m * n, gridDim.x);
    const int64_t end = min((blockIdx.x + 1) * tile, k * m * n);
    const Segmented_add neutral = Segmented_add{ 0.0, false };
    Segmented_add sum = neutral;
    for (int64_t start = blockIdx.x * tile; start < end; start += blockDim.x) {
        const int64_t p = start + threadIdx.x;
        const int64_t l = p % n;
        const int64_t rest = p / n;
        const int64_t j = rest % m;
        const int64_t i = rest / m;
        Segmented_add value = neutral;
        if (p < end) {
            const double *const maximas = maximass + i * m * n;
            const double *const xs = xsss + i * m * n + j * n;
            const double *const maxima = maximas + j * n;
            const double p_2 = maxima[l];
            const double x = xs[l];
            value = Segmented_add{ x > 2.0 ? p_2 - x + 1.0 : p_2, l == 0 };
        }
        value = fold_threads<Segmented_add, add_in_segment>(value, neutral);
        if (threadIdx.x == 0)
            sum = add_in_segment(sum, value);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partials[blockIdx.x] = sum;
}

// scans.fut:14: in scan (+) 0 (map2 (\p x -> if x > 2 then p - x + 1 else p) maxima xs))) xsss
// rules: scan-is-scanomap, scan-map, descend, distribute, scanomap, drop-unused
// Stage 2 of 3: one block scans the sums of the tiles, in place.
static __global__ void scans_sumsss_1_tile_prefixes(int32_t blocks,
                                                    Segmented_add *__restrict__ partials)
{
    Segmented_add prefix;
    for (int start = 0; start < blocks; start += blockDim.x) {
        const int b = start + threadIdx.x;
        // Beyond the last sum any value does: nothing comes after it.
        Segmented_add sum = partials[min(b, blocks - 1)], total;
        sum = scan_threads<Segmented_add, add_in_segment>(sum, &total);
        if (start > 0)
            sum = add_in_segment(prefix, sum);
        if (b < blocks)
            partials[b] = sum;
        prefix = start > 0 ? add_in_segment(prefix, total) : total;
    }
}

// scans.fut:14: in scan (+) 0 (map2 (\p x -> if x > 2 then p - x + 1 else p) maxima xs))) xsss
// rules: scan-is-scanomap, scan-map, descend, distribute, scanomap, drop-unused
// Stage 3 of 3: each block scans its tile, beginning with what lies before it.
static __global__ void scans_sumsss_2(const double *__restrict__ maximass,
                                      const double *__restrict__ xsss,
                                      const Segmented_add *__restrict__ partials, int64_t n,
                                      int64_t m, int64_t k, double *__restrict__ sumsss)
{
    const int64_t tile = tile_size(k * m * n, gridDim.x);
    const int64_t end = min((blockIdx.x + 1) * tile, k * m * n);
    const Segmented_add neutral = Segmented_add{ 0.0, false };
    Segmented_add prefix = blockIdx.x > 0 ? partials[blockIdx.x - 1] : neutral;
    for (int64_t start = blockIdx.x * tile; start < end; start += blockDim.x) {
        const int64_t p = start + threadIdx.x;
        const int64_t l = p % n;
        const int64_t rest = p / n;
        const int64_t j = rest % m;
        const int64_t i = rest / m;
        Segmented_add value = neutral;
        if (p < end) {
            const double *const maximas = maximass + i * m * n;
            const double *const xs = xsss + i * m * n + j * n;
            const double *const maxima = maximas + j * n;
            const double p_2 = maxima[l];
            const double x = xs[l];
            value = Segmented_add{ x > 2.0 ? p_2 - x + 1.0 : p_2, l == 0 };
        }
        Segmented_add total;
        value = scan_threads<Segmented_add, add_in_segment>(value, &total);
        const Segmented_add sum = add_in_segment(prefix, value);
        if (p < end)
            sumsss[p] = sum.value;
        prefix = add_in_segment(prefix, total);
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

size_t scans_main_scratch(int64_t k, int64_t m, int64_t n)
{
    if (too_large(k, m, n))
        return SIZE_MAX; // no device has so much
    return padded(k * m * n * sizeof(double))
        + padded(blocks_for(k * m * n) * sizeof(Segmented_add))
        + padded(k * m * n * sizeof(double))
        + padded(blocks_for(k * m * n) * sizeof(Segmented_larger));
}

// entry main [k] [m] [n] (xsss: [k][m][n]f64): [k][m][n]f64
cudaError_t scans_main(const double *xsss, int64_t k, int64_t m, int64_t n, double *sumsss,
                       void *scratch, cudaStream_t stream)
{
    if (k < 0 || m < 0 || n < 0 || too_large(k, m, n) || (k * m * n > 0 && (!xsss || !sumsss))
        || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    double *const sumsss_2 = (double *)take(&memory, k * m * n * sizeof(double));
    Segmented_add *const partials = (Segmented_add *)take(&memory, blocks_for(k * m * n)
                                                          * sizeof(Segmented_add));
    double *const maximass = (double *)take(&memory, k * m * n * sizeof(double));
    Segmented_larger *const partials_2 = (Segmented_larger *)take(&memory, blocks_for(k * m * n)
        * sizeof(Segmented_larger));

    const int32_t blocks = blocks_for(k * m * n);
    if (k * m * n > 0) {
        scans_sumsss_tile_sums<<<blocks, BLOCK_SIZE, 0, stream>>>(xsss, n, m, k, partials);
        scans_sumsss_tile_prefixes<<<1, BLOCK_SIZE, 0, stream>>>(blocks, partials);
        scans_sumsss<<<blocks, BLOCK_SIZE, 0, stream>>>(xsss, partials, n, m, k, sumsss_2);
    }
    if (k * m * n > 0) {
        scans_maximass_tile_sums<<<blocks, BLOCK_SIZE, 0, stream>>>(sumsss_2, xsss, n, m, k,
            partials_2);
        scans_maximass_tile_prefixes<<<1, BLOCK_SIZE, 0, stream>>>(blocks, partials_2);
        scans_maximass<<<blocks, BLOCK_SIZE, 0, stream>>>(sumsss_2, xsss, partials_2, n, m, k,
                                                          maximass);
    }
    if (k * m * n > 0) {
        scans_sumsss_1_tile_sums<<<blocks, BLOCK_SIZE, 0, stream>>>(maximass, xsss, n, m, k,
            partials);
        scans_sumsss_1_tile_prefixes<<<1, BLOCK_SIZE, 0, stream>>>(blocks, partials);
        scans_sumsss_2<<<blocks, BLOCK_SIZE, 0, stream>>>(maximass, xsss, partials, n, m, k,
                                                          sumsss);
    }
    return error_since(earlier);
}
