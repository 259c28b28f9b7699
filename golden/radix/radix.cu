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
static const int ITEMS_16 = 5; // that a thread scans, of up to 16 bytes; odd: no bank conflicts

// Shifts zeros in from the left.
template <typename T>
static __host__ __device__ T shift_right_logical(T a, T by)
{
    const uint64_t bits = (uint64_t)a & (~(uint64_t)0 >> (64 - 8 * sizeof(T)));
    return (uint64_t)by >= 8 * sizeof(T) ? (T)0 : (T)(bits >> by);
}

namespace {
// The values that combine_ones_before combines.
struct Ones_before {
    int64_t ones_before, zeros_before;
};
}

// radix.fut:14: let nzeros = reduce (+) 0 zeros
// rules: recompute, reduce-of-scanned, scan-is-scanomap, scan-map, scan-beside-scan, loop-outside,
//   distribute, scanomap, scan-in-chain
// Combines two partial results of ones_before.
static __device__ Ones_before combine_ones_before(Ones_before a, Ones_before b)
{
    return Ones_before{ (int64_t)((uint64_t)a.ones_before + b.ones_before),
                       (int64_t)((uint64_t)a.zeros_before + b.zeros_before) };
}

// The value of the thread `offset` lanes before.
template <typename T>
static __device__ T shuffle_up(T value, int offset, int width)
{
    return __shfl_up_sync(0xffffffff, value, offset, width);
}

template <>
__device__ Ones_before shuffle_up(Ones_before value, int offset, int width)
{
    value.ones_before = shuffle_up(value.ones_before, offset, width);
    value.zeros_before = shuffle_up(value.zeros_before, offset, width);
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
        const T left = shuffle_up(value, offset, 32);
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
    const T left = shuffle_up(value, 1, 32);
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
// rules: recompute, reduce-of-scanned, scan-is-scanomap, scan-map, scan-beside-scan, loop-outside,
//   distribute, scanomap, scan-in-chain
//
//   segscan@chain <x in xs_2> (\x_1 x_2 y y_1 -> {
//     sum = x_1 + y
//     sum_1 = x_2 + y_1
//     in sum sum_1
//   }) 0i64 0i64 {
//     bit_1 = u32.i32 bit
//     shifted = x >> bit_1
//     bits = shifted & 1u32
//     bits_1 = i64.u32 bits
//     diff = 1i64 - bits_1
//     in bits_1 diff
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
radix_ones_before(const uint32_t *__restrict__ xs, int32_t bit, int64_t n,
                  int64_t *__restrict__ ones_before, int64_t *__restrict__ zeros_before,
                  uint64_t *states, Ones_before *sums, Ones_before *prefixes)
{
    const int tile_size = BLOCK_SIZE * ITEMS_16;
    __shared__ Ones_before items[tile_size];
    Ones_before *const own = items + threadIdx.x * ITEMS_16;
    const Tiles<Ones_before> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= n)
            return;
        const int size = (int)min(n - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_16; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            Ones_before item = Ones_before{ 0, 0 };
            if (at < size) {
                const int64_t bits = (int64_t)(shift_right_logical(xs[i], (uint32_t)bit) & 1u);
                item = Ones_before{ bits, 1 - bits };
            }
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        Ones_before fold = own[0], total;
        for (int turn = 1; turn < ITEMS_16; turn++)
            fold = combine_ones_before(fold, own[turn]);
        const Ones_before before = scan_before<Ones_before, combine_ones_before>(fold,
            Ones_before{ 0, 0 }, &total);
        const Ones_before prefix = prefix_of<Ones_before, combine_ones_before>(tiles, tile, 0,
            total, Ones_before{ 0, 0 }, Ones_before{ 0, 0 });

        // Scan: each thread its own elements, beginning with all that lies before them.
        fold = combine_ones_before(prefix, before);
        for (int turn = 0; turn < ITEMS_16; turn++)
            own[turn] = fold = combine_ones_before(fold, own[turn]);
        __syncthreads();

        // Store: neighbouring threads write neighbouring elements.
        for (int at = threadIdx.x; at < size; at += BLOCK_SIZE) {
            const int64_t i = start + at;
            const Ones_before sum = items[at];
            ones_before[i] = sum.ones_before;
            zeros_before[i] = sum.zeros_before;
        }
    }
}

// radix.fut:14: let nzeros = reduce (+) 0 zeros
// rules: reduce-of-scanned
//
//   if t then 0i64 else { t_1 = n - 1i64 ; t_2 = zeros_before[t_1] in t_2 }
//
// One thread computes this, on the device where its operands are.
static __global__ void radix_nzeros(const int64_t *__restrict__ zeros_before, int64_t n,
                                    int64_t *__restrict__ nzeros)
{
    const int64_t nzeros_2 = n == 0 ? 0 : zeros_before[n - 1];
    *nzeros = nzeros_2;
}

// radix.fut:17: in scatter (copy xs) targets xs
// rules: recompute, scatter-is-scatomap, scatter-map, loop-outside, distribute, scatter
//
//   segput@thread <z o x_3 in zeros_before ones_before xs_2> xs_3 {
//     bit_2 = u32.i32 bit
//     shifted_1 = x_3 >> bit_2
//     bits_2 = shifted_1 & 1u32
//     b = i64.u32 bits_2
//     is_equal = b == 0i64
//     chosen = if is_equal then z - 1i64 else {
//       sum_2 = nzeros + o
//       diff_2 = sum_2 - 1i64
//       in diff_2
//     }
//     in chosen x_3
//   }
//
// One thread writes one value; an index out of range is skipped.
static __global__ void radix_xs(const uint32_t *__restrict__ xs,
                                const int64_t *__restrict__ zeros_before,
                                const int64_t *__restrict__ nzeros,
                                const int64_t *__restrict__ ones_before, int32_t bit, int64_t n,
                                uint32_t *__restrict__ next_xs)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const uint32_t x = xs[i];
        const int64_t b = (int64_t)(shift_right_logical(x, (uint32_t)bit) & 1u);
        const int64_t at = b == 0 ? (uint64_t)zeros_before[i] - 1 : (uint64_t)*nzeros
            + ones_before[i] - 1;
        if (0 <= at && at < n)
            next_xs[at] = x;
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
        + padded(n * sizeof(int64_t)) + padded(n * sizeof(int64_t))
        + padded((tiles_for(n, ITEMS_16) + 1) * sizeof(uint64_t))
        + padded(tiles_for(n, ITEMS_16) * sizeof(Ones_before))
        + padded(tiles_for(n, ITEMS_16) * sizeof(Ones_before)) + padded(sizeof(int64_t));
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
    int64_t *const ones_before = (int64_t *)take(&memory, n * sizeof(int64_t));
    int64_t *const zeros_before = (int64_t *)take(&memory, n * sizeof(int64_t));
    uint64_t *const states = (uint64_t *)take(&memory, (tiles_for(n, ITEMS_16) + 1)
                                              * sizeof(uint64_t));
    Ones_before *const sums = (Ones_before *)take(&memory, tiles_for(n, ITEMS_16)
                                                  * sizeof(Ones_before));
    Ones_before *const prefixes = (Ones_before *)take(&memory, tiles_for(n, ITEMS_16)
                                                      * sizeof(Ones_before));
    int64_t *const nzeros = (int64_t *)take(&memory, sizeof(int64_t));

    if (const cudaError_t error = cudaMemcpyAsync(xs_2, xs, n * sizeof(uint32_t),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    for (int32_t bit = 0; bit < 32; bit++) {
        if (const cudaError_t error = cudaMemsetAsync(states, 0, (tiles_for(n, ITEMS_16) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        radix_ones_before<<<blocks_of(tiles_for(n, ITEMS_16)), BLOCK_SIZE, 0, stream>>>(xs_2, bit,
            n, ones_before, zeros_before, states, sums, prefixes);
        radix_nzeros<<<1, 1, 0, stream>>>(zeros_before, n, nzeros);
        if (const cudaError_t error = cudaMemcpyAsync(next_xs, xs_2, n * sizeof(uint32_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        if (n > 0)
            radix_xs<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(xs_2, zeros_before, nzeros,
                ones_before, bit, n, next_xs);
        swap_pointers(&xs_2, &next_xs);
    }
    if (const cudaError_t error = cudaMemcpyAsync(result, xs_2, n * sizeof(uint32_t),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    return error_since(earlier);
}
