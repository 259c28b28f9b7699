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
static const int ITEMS_16 = 5; // that a thread scans, of up to 16 bytes; odd: no bank conflicts

// The remainder with the sign of the divisor.
template <typename T>
static __host__ __device__ T floor_mod(T a, T b)
{
    const T rest = b == (T)-1 ? 0 : a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

namespace {
// The values that combine_before combines.
struct Before {
    int64_t before, after;
};
}

// partition.fut:14: let after = scan (+) 0 falses
// rules: recompute, scan-is-scanomap, scan-map, scan-beside-scan, distribute, scanomap,
//   scan-in-chain
// Combines two partial results of before.
static __device__ Before combine_before(Before a, Before b)
{
    return Before{ (int64_t)((uint64_t)a.before + b.before),
                  (int64_t)((uint64_t)a.after + b.after) };
}

// The value of the thread `offset` lanes before.
template <typename T>
static __device__ T shuffle_up(T value, int offset, int width)
{
    return __shfl_up_sync(0xffffffff, value, offset, width);
}

template <>
__device__ Before shuffle_up(Before value, int offset, int width)
{
    value.before = shuffle_up(value.before, offset, width);
    value.after = shuffle_up(value.after, offset, width);
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

// partition.fut:14: let after = scan (+) 0 falses
// rules: recompute, scan-is-scanomap, scan-map, scan-beside-scan, distribute, scanomap,
//   scan-in-chain
//
//   segscan@chain <x in xs> (\x_1 x_2 y y_1 -> {
//     sum = x_1 + y
//     sum_1 = x_2 + y_1
//     in sum sum_1
//   }) 0i64 0i64 {
//     rest = x % 2i32
//     is_equal = rest == 0i32
//     chosen = if is_equal then 1i64 else 0i64
//     diff = 1i64 - chosen
//     in chosen diff
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
partition_before(const int32_t *__restrict__ xs, int64_t n, int64_t *__restrict__ before_2,
                 int64_t *__restrict__ after, uint64_t *states, Before *sums, Before *prefixes)
{
    const int tile_size = BLOCK_SIZE * ITEMS_16;
    __shared__ Before items[tile_size];
    Before *const own = items + threadIdx.x * ITEMS_16;
    const Tiles<Before> tiles = { states + 1, sums, prefixes };
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
            Before item = Before{ 0, 0 };
            if (at < size) {
                const int64_t chosen = floor_mod(xs[i], 2) == 0 ? 1 : 0;
                item = Before{ chosen, (int64_t)(1 - (uint64_t)chosen) };
            }
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        Before fold = own[0], total;
        for (int turn = 1; turn < ITEMS_16; turn++)
            fold = combine_before(fold, own[turn]);
        const Before before = scan_before<Before, combine_before>(fold, Before{ 0, 0 }, &total);
        const Before prefix = prefix_of<Before, combine_before>(tiles, tile, 0, total,
            Before{ 0, 0 }, Before{ 0, 0 });

        // Scan: each thread its own elements, beginning with all that lies before them.
        fold = combine_before(prefix, before);
        for (int turn = 0; turn < ITEMS_16; turn++)
            own[turn] = fold = combine_before(fold, own[turn]);
        __syncthreads();

        // Store: neighbouring threads write neighbouring elements.
        for (int at = threadIdx.x; at < size; at += BLOCK_SIZE) {
            const int64_t i = start + at;
            const Before sum = items[at];
            before_2[i] = sum.before;
            after[i] = sum.after;
        }
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

// partition.fut:17: in (count, scatter (copy xs) targets xs)
// rules: recompute, scatter-is-scatomap, scatter-map, distribute, scatter
//
//   segput@thread <b a x_3 in before after xs> xs_1 {
//     rest_1 = x_3 % 2i32
//     is_equal_1 = rest_1 == 0i32
//     t = if is_equal_1 then 1i64 else 0i64
//     is_equal_2 = t == 1i64
//     chosen_1 = if is_equal_2 then b - 1i64 else {
//       sum_2 = count + a
//       diff_3 = sum_2 - 1i64
//       in diff_3
//     }
//     in chosen_1 x_3
//   }
//
// One thread writes one value; an index out of range is skipped.
static __global__ void partition_scatter(const int32_t *__restrict__ xs,
                                         const int64_t *__restrict__ before,
                                         const int64_t *__restrict__ count,
                                         const int64_t *__restrict__ after, int64_t n,
                                         int32_t *__restrict__ result_1)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int32_t x = xs[i];
        const int64_t t = floor_mod(x, 2) == 0 ? 1 : 0;
        const int64_t at = t == 1 ? (uint64_t)before[i] - 1 : (uint64_t)*count + after[i] - 1;
        if (0 <= at && at < n)
            result_1[at] = x;
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
    return padded(n * sizeof(int64_t)) + padded(n * sizeof(int64_t))
        + padded((tiles_for(n, ITEMS_16) + 1) * sizeof(uint64_t))
        + padded(tiles_for(n, ITEMS_16) * sizeof(Before))
        + padded(tiles_for(n, ITEMS_16) * sizeof(Before));
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
    int64_t *const after = (int64_t *)take(&memory, n * sizeof(int64_t));
    uint64_t *const states = (uint64_t *)take(&memory, (tiles_for(n, ITEMS_16) + 1)
                                              * sizeof(uint64_t));
    Before *const sums = (Before *)take(&memory, tiles_for(n, ITEMS_16) * sizeof(Before));
    Before *const prefixes = (Before *)take(&memory, tiles_for(n, ITEMS_16) * sizeof(Before));

    if (const cudaError_t error = cudaMemsetAsync(states, 0, (tiles_for(n, ITEMS_16) + 1)
                                                  * sizeof(uint64_t), stream))
        return error;
    partition_before<<<blocks_of(tiles_for(n, ITEMS_16)), BLOCK_SIZE, 0, stream>>>(xs, n, before,
        after, states, sums, prefixes);
    partition_count<<<1, 1, 0, stream>>>(before, n, count);
    if (const cudaError_t error = cudaMemcpyAsync(result_1, xs, n * sizeof(int32_t),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    if (n > 0)
        partition_scatter<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(xs, before, count,
            after, n, result_1);
    return error_since(earlier);
}
