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
static const int ITEMS_8 = 9; // that a thread scans, of up to 8 bytes; odd: no bank conflicts

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

// The number of the block's next tile. All tiles before it have been taken by blocks that
// run, whichever order the blocks start in: so waiting for them comes to an end.
static __device__ int64_t take_tile(uint64_t *next)
{
    __shared__ int64_t tile;
    if (threadIdx.x == 0)
        tile = atomicAdd((unsigned long long *)next, 1ull);
    __syncthreads(); // also: all are done with the last tile, its shared memory is free
    return tile;
}

namespace {
// What is known of a tile, for those who scan the tiles after it: nothing yet, its own fold,
// or the fold of everything up to its end.
enum State { NOTHING, SUM, PREFIX };
}

namespace {
// The state says that the value is there, so it must be seen after the value.
template <typename T>
struct Tiles {
    volatile uint64_t *states;
    T *sums, *prefixes;

    __device__ void tell(int64_t tile, State state, T value) const
    {
        (state == SUM ? sums : prefixes)[tile] = value;
        __threadfence();
        states[tile] = state;
    }

    // Waits until something is known.
    __device__ State learn(int64_t tile, T *value) const
    {
        uint64_t state;
        do
            state = states[tile];
        while (state == NOTHING);
        __threadfence();
        *value = (state == SUM ? sums : prefixes)[tile];
        return (State)state;
    }
};
}

// Gives each lane of a warp the fold of all values up to its own.
template <typename T, T op(T, T)>
static __device__ T scan_warp(T value)
{
    for (int offset = 1; offset < 32; offset *= 2) {
        const T left = __shfl_up_sync(0xffffffff, value, offset);
        if ((int)threadIdx.x % 32 >= offset)
            value = op(left, value);
    }
    return value;
}

// Gives each thread the fold of the values of the threads before it; *total is that of all.
template <typename T, T op(T, T)>
static __device__ T scan_before(T value, T neutral, T *total)
{
    __shared__ T warp_totals[BLOCK_SIZE / 32];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;

    value = scan_warp<T, op>(value);
    if (lane == 31)
        warp_totals[warp] = value;
    __syncthreads();

    // Every thread folds the totals of the warps: of those before its own, and of all.
    T before = neutral, all = neutral;
    for (int w = 0; w < BLOCK_SIZE / 32; w++) {
        if (w == warp)
            before = all;
        all = op(all, warp_totals[w]);
    }
    *total = all;
    const T left = __shfl_up_sync(0xffffffff, value, 1);
    return lane > 0 ? op(before, left) : before;
}

// Folds what lies before a tile, back to the tile `first`, before which is `start`; in the
// first warp, 32 tiles at a time, to the nearest whose prefix is known. The last lane gets it.
template <typename T, T op(T, T), typename Known>
static __device__ T look_back(Known tiles, int64_t tile, int64_t first, T start, T neutral)
{
    T prefix = neutral;
    for (int64_t other = tile - 32 + threadIdx.x;; other -= 32) {
        T value = start;
        const State state = other < first ? PREFIX : tiles.learn(other, &value);

        // What comes before the last prefix is part of it.
        const uint32_t prefixes = __ballot_sync(0xffffffff, state == PREFIX);
        if ((int)threadIdx.x < 31 - __clz((int)prefixes))
            value = neutral;
        value = scan_warp<T, op>(value);
        if (threadIdx.x == 31)
            prefix = op(value, prefix);
        if (prefixes)
            return prefix;
    }
}

// Tells the others the fold of a tile, gives all threads the fold of what lies before it,
// and tells the others that, too.
template <typename T, T op(T, T), typename Known>
static __device__ T prefix_of(Known tiles, int64_t tile, int64_t first, T sum, T start, T neutral)
{
    __shared__ T prefix;
    if (threadIdx.x == 31)
        tiles.tell(tile, SUM, sum);
    if (threadIdx.x < 32) {
        const T before = look_back<T, op>(tiles, tile, first, start, neutral);
        if (threadIdx.x == 31) {
            prefix = before;
            tiles.tell(tile, PREFIX, op(before, sum));
        }
    }
    __syncthreads();
    return prefix;
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
// rules: scan-is-scanomap, loop-outside, distribute, scanomap, scan-in-chain
//
//   segscan@chain <zero in zeros> (+) 0i64 zero
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
radix_zeros_before(const int64_t *__restrict__ zeros, int64_t n,
                   int64_t *__restrict__ zeros_before, uint64_t *states, int64_t *sums,
                   int64_t *prefixes)
{
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const Tiles<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= n)
            return;
        const int size = (int)min(n - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int k = 0; k < ITEMS_8; k++) {
            const int at = k * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size)
                item = zeros[i];
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        int64_t fold = own[0], total;
        for (int k = 1; k < ITEMS_8; k++)
            fold = add(fold, own[k]);
        const int64_t before = scan_before<int64_t, add>(fold, 0, &total);
        const int64_t prefix = prefix_of<int64_t, add>(tiles, tile, 0, total, 0, 0);

        // Scan: each thread its own elements, beginning with all that lies before them.
        fold = add(prefix, before);
        for (int k = 0; k < ITEMS_8; k++)
            own[k] = fold = add(fold, own[k]);
        __syncthreads();

        // Store: neighbouring threads write neighbouring elements.
        for (int at = threadIdx.x; at < size; at += BLOCK_SIZE) {
            const int64_t i = start + at;
            const int64_t sum = items[at];
            zeros_before[i] = sum;
        }
    }
}

// radix.fut:13: let ones_before = scan (+) 0 ones
// rules: scan-is-scanomap, loop-outside, distribute, scanomap, scan-in-chain
//
//   segscan@chain <one in ones> (+) 0i64 one
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
radix_ones_before(const int64_t *__restrict__ ones, int64_t n, int64_t *__restrict__ ones_before,
                  uint64_t *states, int64_t *sums, int64_t *prefixes)
{
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const Tiles<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= n)
            return;
        const int size = (int)min(n - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int k = 0; k < ITEMS_8; k++) {
            const int at = k * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size)
                item = ones[i];
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        int64_t fold = own[0], total;
        for (int k = 1; k < ITEMS_8; k++)
            fold = add(fold, own[k]);
        const int64_t before = scan_before<int64_t, add>(fold, 0, &total);
        const int64_t prefix = prefix_of<int64_t, add>(tiles, tile, 0, total, 0, 0);

        // Scan: each thread its own elements, beginning with all that lies before them.
        fold = add(prefix, before);
        for (int k = 0; k < ITEMS_8; k++)
            own[k] = fold = add(fold, own[k]);
        __syncthreads();

        // Store: neighbouring threads write neighbouring elements.
        for (int at = threadIdx.x; at < size; at += BLOCK_SIZE) {
            const int64_t i = start + at;
            const int64_t sum = items[at];
            ones_before[i] = sum;
        }
    }
}

// radix.fut:17: in scatter (copy xs) targets xs
// rules: scatter-is-scatomap, scatter-map, loop-outside, distribute, scatter
//
//   segput@thread <b z o x_5 in ones zeros_before ones_before xs_2> xs_4 {
//     is_equal = b == 0i64
//     chosen = if is_equal then z - 1i64 else {
//       sum_4 = nzeros + o
//       diff_2 = sum_4 - 1i64
//       in diff_2
//     }
//     in chosen x_5
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

// Tiles for n elements, if each thread of a block has so many of them.
static int64_t tiles_for(int64_t n, int items)
{
    return ceil_div(n, BLOCK_SIZE * items);
}

// One block for every tile, within 1 .. MAX_BLOCKS.
static int blocks_of(int64_t tiles)
{
    return tiles < 1 ? 1 : tiles > MAX_BLOCKS ? MAX_BLOCKS : (int)tiles;
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
        + padded(blocks_for(n) * sizeof(int64_t)) + padded(n * sizeof(int64_t))
        + padded((tiles_for(n, ITEMS_8) + 1) * sizeof(uint64_t))
        + padded(tiles_for(n, ITEMS_8) * sizeof(int64_t))
        + padded(tiles_for(n, ITEMS_8) * sizeof(int64_t));
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
    uint64_t *const states = (uint64_t *)take(&memory, (tiles_for(n, ITEMS_8) + 1)
                                              * sizeof(uint64_t));
    int64_t *const sums = (int64_t *)take(&memory, tiles_for(n, ITEMS_8) * sizeof(int64_t));
    int64_t *const prefixes = (int64_t *)take(&memory, tiles_for(n, ITEMS_8) * sizeof(int64_t));
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
        if (const cudaError_t error = cudaMemsetAsync(states, 0, (tiles_for(n, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        radix_zeros_before<<<blocks_of(tiles_for(n, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(zeros, n,
            zeros_before, states, sums, prefixes);
        if (const cudaError_t error = cudaMemsetAsync(states, 0, (tiles_for(n, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        radix_ones_before<<<blocks_of(tiles_for(n, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(ones, n,
            ones_before, states, sums, prefixes);
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
