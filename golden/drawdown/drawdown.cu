// drawdown.cu -- written by mapnest 0.1.0 from drawdown.fut; it is yours
//
//   -- What is folded of the sums of a scan, in the scan's one pass: no sum is stored.
//
//   -- How far a price falls at most, from the highest before.
//   entry main [n] (prices: [n]f32): f32 =
//     let highest = scan f32.max 0 prices
//     in reduce f32.max 0 (map2 (-) highest prices)
//
//   -- Where steps lead lowest, at first: the order matters.
//   entry lowest [n] (steps: [n]i32): (i64, i32) =
//     let heights = scan (+) 0 steps
//     in reduce (\(i, x) (j, y) -> if y < x then (j, y) else (i, x)) (-1, i32.highest)
//               (zip (iota n) heights)

#include "drawdown.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MAX_BLOCKS = 1024; // blocks in a grid that has a fixed size
static const int ITEMS_4 = 15; // that a thread scans, of up to 4 bytes; odd: no bank conflicts
static const int ITEMS_24 = 5; // that a thread scans, of up to 24 bytes; odd: no bank conflicts

namespace {
// The values that combine_total combines.
struct Total {
    int64_t total;
    int32_t total_2;
};
}

// drawdown.fut:11: let highest = scan f32.max 0 prices
// rules: scan-is-scanomap, scanomap, segscan-is-scanomap, reduce-is-redomap, reduce-map,
//   distribute, redomap, fold-of-scan, drop-result-of-fold-in-chain
// The operator (max) of reductions and scans.
static __device__ float larger(float a, float b) { return fmaxf(a, b); }

// drawdown.fut:24: let heights = scan (+) 0 steps
// rules: scan-is-scanomap, scanomap, segscan-is-scanomap, reduce-is-redomap, iota-into-map,
//   distribute, redomap, fold-of-scan, drop-result-of-fold-in-chain
// The operator (+) of reductions and scans.
static __device__ int32_t add(int32_t a, int32_t b) { return (uint32_t)a + b; }

// drawdown.fut:25: in reduce (\(i, x) (j, y) -> if y < x then (j, y) else (i, x)) (-1,
//   i32.highest)
// rules: scan-is-scanomap, scanomap, segscan-is-scanomap, reduce-is-redomap, iota-into-map,
//   distribute, redomap, fold-of-scan, drop-result-of-fold-in-chain
// Combines two partial results of total.
static __device__ Total combine_total(Total a, Total b)
{
    return Total{ b.total_2 < a.total_2 ? b.total : a.total, b.total_2 < a.total_2 ? b.total_2
                 : a.total_2 };
}

// The value of the thread `offset` lanes further on.
template <typename T>
static __device__ T shuffle_down(T value, int offset, int width)
{
    return __shfl_down_sync(0xffffffff, value, offset, width);
}

// The value of the thread `offset` lanes before.
template <typename T>
static __device__ T shuffle_up(T value, int offset, int width)
{
    return __shfl_up_sync(0xffffffff, value, offset, width);
}

template <>
__device__ Total shuffle_down(Total value, int offset, int width)
{
    value.total = shuffle_down(value.total, offset, width);
    value.total_2 = shuffle_down(value.total_2, offset, width);
    return value;
}

// Folds the values of `width` neighbouring threads of a warp into the first of them, in the
// order of the threads, so that the operator need not be commutative.
template <typename T, T op(T, T)>
static __device__ T warp_reduce(T value, int width)
{
    for (int offset = 1; offset < width; offset *= 2)
        value = op(value, shuffle_down(value, offset, width));
    return value;
}

// Folds one value a thread into one value a block, which thread 0 gets, in the order of the
// threads.
template <typename T, T op(T, T)>
static __device__ T block_reduce(T value, T neutral)
{
    __shared__ T warp_values[BLOCK_SIZE / 32];
    value = warp_reduce<T, op>(value, 32);
    if (threadIdx.x % 32 == 0)
        warp_values[threadIdx.x / 32] = value;
    __syncthreads();

    // The first warp folds the values of the warps.
    if (threadIdx.x < 32) {
        value = threadIdx.x < BLOCK_SIZE / 32 ? warp_values[threadIdx.x] : neutral;
        value = warp_reduce<T, op>(value, 32);
    }
    return value;
}

// Leaves a block's value where the last of so many blocks to come here finds all of them, in
// the order of their numbers. True in that block.
template <typename T>
static __device__ bool is_last_block(T value, T *values, int64_t block, int64_t blocks,
                                     uint32_t *arrived)
{
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        values[block] = value;
        __threadfence(); // the value is there before its block is counted
        is_last = atomicAdd(arrived, 1) == blocks - 1;
        __threadfence(); // and is read after all were
    }
    __syncthreads();
    return is_last;
}

// The number of the block's next tile. All tiles before it have been taken by blocks that
// run, whichever order the blocks start in: so waiting for them comes to an end.
static __device__ int64_t next_tile(uint64_t *next)
{
    __shared__ int64_t tile;
    if (threadIdx.x == 0)
        tile = atomicAdd((unsigned long long *)next, 1ull);
    __syncthreads(); // also: all are done with the last tile, its shared memory is free
    return tile;
}

// A value in the low bytes of a word.
template <typename T>
static __device__ uint64_t pack(T value)
{
    uint64_t word = 0;
    memcpy(&word, &value, sizeof value);
    return word;
}

template <typename T>
static __device__ T unpack(uint64_t word)
{
    T value;
    memcpy(&value, &word, sizeof value);
    return value;
}

namespace {
// What is known of a tile, for those who scan the tiles after it: nothing yet, its own fold,
// or the fold of everything up to its end.
enum TileState { INVALID, AGGREGATE, PREFIX };
}

namespace {
// State and value share a word, which changes as a whole: so nobody sees the one without
// the other, and no fence is needed.
template <typename T>
struct PackedTileStatus {
    volatile uint64_t *words;

    __device__ void publish(int64_t tile, TileState state, T value) const
    {
        words[tile] = (uint64_t)state << 56 | pack(value);
    }

    // Waits until something is known.
    __device__ TileState wait(int64_t tile, T *value) const
    {
        uint64_t word;
        do
            word = words[tile];
        while (word >> 56 == INVALID);
        *value = unpack<T>(word);
        return (TileState)(word >> 56);
    }
};
}

// Gives each lane of a warp the fold of all values up to its own.
template <typename T, T op(T, T)>
static __device__ T warp_inclusive_scan(T value)
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
static __device__ T block_exclusive_scan(T value, T neutral, T *total)
{
    __shared__ T warp_totals[BLOCK_SIZE / 32];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;

    value = warp_inclusive_scan<T, op>(value);
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
template <typename T, T op(T, T), typename Status>
static __device__ T look_back(Status status, int64_t tile, int64_t first, T start, T neutral)
{
    T prefix = neutral;
    for (int64_t other = tile - 32 + threadIdx.x;; other -= 32) {
        T value = start;
        const TileState state = other < first ? PREFIX : status.wait(other, &value);

        // What comes before the last prefix is part of it.
        const uint32_t prefixes = __ballot_sync(0xffffffff, state == PREFIX);
        if ((int)threadIdx.x < 31 - __clz((int)prefixes))
            value = neutral;
        value = warp_inclusive_scan<T, op>(value);
        if (threadIdx.x == 31)
            prefix = op(value, prefix);
        if (prefixes)
            return prefix;
    }
}

// Tells the others the fold of a tile, gives all threads the fold of what lies before it,
// and tells the others that, too.
template <typename T, T op(T, T), typename Status>
static __device__ T exclusive_prefix(Status status, int64_t tile, int64_t first, T sum, T start,
                                     T neutral)
{
    __shared__ T prefix;
    if (threadIdx.x == 31)
        status.publish(tile, AGGREGATE, sum);
    if (threadIdx.x < 32) {
        const T before = look_back<T, op>(status, tile, first, start, neutral);
        if (threadIdx.x == 31) {
            prefix = before;
            status.publish(tile, PREFIX, op(before, sum));
        }
    }
    __syncthreads();
    return prefix;
}

// drawdown.fut:12: in reduce f32.max 0 (map2 (-) highest prices)
// rules: scan-is-scanomap, scanomap, segscan-is-scanomap, reduce-is-redomap, reduce-map,
//   distribute, redomap, fold-of-scan, drop-result-of-fold-in-chain
//
//   segred@chain <#i < n> (max) 0.0f32 {
//     values_1 = prices[i]
//     t = prefix (max) 0.0f32 values_1
//     z = t - values_1
//     in z
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
// Each thread folds what it has of its block's tiles, and the last block to come what all found.
static __global__ void __launch_bounds__(BLOCK_SIZE)
drawdown_most(const float *__restrict__ prices, int64_t n, float *__restrict__ most,
              uint64_t *states, float *partials, uint32_t *arrived)
{
    const int tile_size = BLOCK_SIZE * ITEMS_4;
    __shared__ float items[tile_size];
    float *const own = items + threadIdx.x * ITEMS_4;
    float most_3 = 0.0f;
    const PackedTileStatus<float> tiles = { states + 1 };
    for (;;) {
        const int64_t tile = next_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= n)
            break;
        const int size = (int)min(n - start, (int64_t)tile_size);

        float values[ITEMS_4];
        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_4; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            float item = 0.0f;
            if (at < size) {
                const float values_2 = prices[i];
                item = values_2;
                values[turn] = values_2;
            }
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        float fold = own[0], total;
        for (int turn = 1; turn < ITEMS_4; turn++)
            fold = larger(fold, own[turn]);
        const float before = block_exclusive_scan<float, larger>(fold, 0.0f, &total);
        const float prefix = exclusive_prefix<float, larger>(tiles, tile, 0, total, 0.0f, 0.0f);

        // Scan: each thread its own elements, beginning with all that lies before them.
        fold = larger(prefix, before);
        for (int turn = 0; turn < ITEMS_4; turn++)
            own[turn] = fold = larger(fold, own[turn]);
        __syncthreads();

        // Finish: neighbouring threads have neighbouring elements.
        for (int turn = 0; turn < ITEMS_4; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const float most_2 = items[at];
            if (at < size)
                most_3 = larger(most_3, most_2 - values[turn]);
        }
    }

    // Fold what was found: by the threads, then by the blocks.
    most_3 = block_reduce<float, larger>(most_3, 0.0f);
    if (gridDim.x > 1) {
        if (!is_last_block(most_3, partials, blockIdx.x, gridDim.x, arrived))
            return;
        most_3 = 0.0f;
        for (int64_t b = threadIdx.x; b < gridDim.x; b += BLOCK_SIZE)
            most_3 = larger(most_3, partials[b]);
        most_3 = block_reduce<float, larger>(most_3, 0.0f);
    }
    if (threadIdx.x == 0)
        *most = most_3;
}

// drawdown.fut:25: in reduce (\(i, x) (j, y) -> if y < x then (j, y) else (i, x)) (-1,
//   i32.highest)
// rules: scan-is-scanomap, scanomap, segscan-is-scanomap, reduce-is-redomap, iota-into-map,
//   distribute, redomap, fold-of-scan, drop-result-of-fold-in-chain
//
//   segred@chain <#i < n> (\i_1 x j y -> {
//     is_less = y < x
//     chosen chosen_1 = if is_less then (j, y) else (i_1, x)
//     in chosen chosen_1
//   }) (-1i64) 2147483647i32 {
//     values_1 = steps[i]
//     t = prefix (+) 0i32 values_1
//     in i t
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
// It folds what it finds in the tile, and the block that is the last to do so folds all tiles'.
static __global__ void __launch_bounds__(BLOCK_SIZE)
drawdown_total(const int32_t *__restrict__ steps, int64_t n, int64_t all_tiles,
               int64_t *__restrict__ total_2, int32_t *__restrict__ total_3, uint64_t *states,
               Total *partials, uint32_t *arrived)
{
    const int tile_size = BLOCK_SIZE * ITEMS_24;
    __shared__ int32_t items[tile_size];
    int32_t *const own = items + threadIdx.x * ITEMS_24;
    __shared__ Total to_fold[tile_size];
    const PackedTileStatus<int32_t> tiles = { states + 1 };
    for (;;) {
        const int64_t tile = next_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= n && tile > 0)
            return;
        const int size = (int)min(n - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_24; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int32_t item = 0;
            if (at < size)
                item = steps[i];
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        int32_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_24; turn++)
            fold = add(fold, own[turn]);
        const int32_t before = block_exclusive_scan<int32_t, add>(fold, 0, &total);
        const int32_t prefix = exclusive_prefix<int32_t, add>(tiles, tile, 0, total, 0, 0);

        // Scan: each thread its own elements, beginning with all that lies before them.
        fold = add(prefix, before);
        for (int turn = 0; turn < ITEMS_24; turn++)
            own[turn] = fold = add(fold, own[turn]);
        __syncthreads();

        // Finish: neighbouring threads have neighbouring elements.
        for (int turn = 0; turn < ITEMS_24; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            const int32_t sum = items[at];
            Total value = Total{ -1, 2147483647 };
            if (at < size)
                value = Total{ i, sum };
            to_fold[at] = value;
        }
        __syncthreads();

        // Fold what was found: each thread its own, then the threads, then the tiles.
        Total sum_2 = to_fold[threadIdx.x * ITEMS_24];
        for (int turn = 1; turn < ITEMS_24; turn++)
            sum_2 = combine_total(sum_2, to_fold[threadIdx.x * ITEMS_24 + turn]);
        sum_2 = block_reduce<Total, combine_total>(sum_2, Total{ -1, 2147483647 });
        if (all_tiles > 1) {
            if (!is_last_block(sum_2, partials, tile, all_tiles, arrived))
                continue;
            sum_2 = Total{ -1, 2147483647 };
            const int64_t each = (all_tiles + BLOCK_SIZE - 1) / BLOCK_SIZE; // consecutive ones
            for (int64_t b = threadIdx.x * each; b < min((threadIdx.x + 1) * each, all_tiles); b++)
                sum_2 = combine_total(sum_2, partials[b]);
            sum_2 = block_reduce<Total, combine_total>(sum_2, Total{ -1, 2147483647 });
        }
        if (threadIdx.x == 0) {
            *total_2 = sum_2.total;
            *total_3 = sum_2.total_2;
        }
    }
}

static int64_t ceil_div(int64_t n, int64_t size)
{
    return n / size + (n % size > 0);
}

// Tiles for n elements, at least one, if each thread of a block has so many of them.
static int64_t tiles_for(int64_t n, int items)
{
    return n > 0 ? ceil_div(n, BLOCK_SIZE * items) : 1;
}

// One block for every tile, up to MAX_BLOCKS.
static int tile_blocks(int64_t tiles)
{
    return tiles < MAX_BLOCKS ? (int)tiles : MAX_BLOCKS;
}

// What has gone wrong since an error (or none) of the caller's was the last one, which stays.
static cudaError_t last_error(cudaError_t earlier)
{
    return cudaPeekAtLastError() == earlier ? cudaSuccess : cudaGetLastError();
}

// Arrays in scratch memory begin at multiples of 256 bytes.
static size_t align_up(int64_t bytes)
{
    return bytes > 0 ? (bytes + 255) / 256 * 256 : 0;
}

// Takes the next array off the scratch memory.
static void *carve(char **memory, size_t bytes)
{
    void *const array = *memory;
    *memory += align_up(bytes);
    return array;
}

size_t drawdown_main_scratch(int64_t n)
{
    if (n > MAX_ELEMENTS)
        return SIZE_MAX; // no device has so much
    return align_up((tiles_for(n, ITEMS_4) + 1) * sizeof(uint64_t))
        + align_up(tile_blocks(tiles_for(n, ITEMS_4)) * sizeof(float))
        + align_up(sizeof(uint32_t));
}

// entry main [n] (prices: [n]f32): f32
cudaError_t drawdown_main(const float *prices, int64_t n, float *most, void *scratch,
                          cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && !prices) || !most || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    uint64_t *const states = (uint64_t *)carve(&memory,
                                               (tiles_for(n, ITEMS_4) + 1) * sizeof(uint64_t));
    float *const partials = (float *)carve(&memory,
                                           tile_blocks(tiles_for(n, ITEMS_4)) * sizeof(float));
    uint32_t *const arrived = (uint32_t *)carve(&memory, sizeof(uint32_t));

    const int64_t blocks = tile_blocks(tiles_for(n, ITEMS_4));
    if (blocks > 1) {
        if (const cudaError_t error = cudaMemsetAsync(arrived, 0, sizeof(uint32_t), stream))
            return error;
    }
    if (const cudaError_t error = cudaMemsetAsync(states, 0,
                                                  (tiles_for(n, ITEMS_4) + 1) * sizeof(uint64_t),
                                                  stream))
        return error;
    drawdown_most<<<blocks, BLOCK_SIZE, 0, stream>>>(prices, n, most, states, partials, arrived);
    return last_error(earlier);
}

size_t drawdown_lowest_scratch(int64_t n)
{
    if (n > MAX_ELEMENTS)
        return SIZE_MAX; // no device has so much
    return align_up((tiles_for(n, ITEMS_24) + 1) * sizeof(uint64_t))
        + align_up(tiles_for(n, ITEMS_24) * sizeof(Total)) + align_up(sizeof(uint32_t));
}

// entry lowest [n] (steps: [n]i32): (i64, i32)
cudaError_t drawdown_lowest(const int32_t *steps, int64_t n, int64_t *total, int32_t *total_2,
                            void *scratch, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && !steps) || !total || !total_2 || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    uint64_t *const states = (uint64_t *)carve(&memory,
                                               (tiles_for(n, ITEMS_24) + 1) * sizeof(uint64_t));
    Total *const partials = (Total *)carve(&memory, tiles_for(n, ITEMS_24) * sizeof(Total));
    uint32_t *const arrived = (uint32_t *)carve(&memory, sizeof(uint32_t));

    const int64_t all_tiles = tiles_for(n, ITEMS_24);
    if (all_tiles > 1) {
        if (const cudaError_t error = cudaMemsetAsync(arrived, 0, sizeof(uint32_t), stream))
            return error;
    }
    if (const cudaError_t error = cudaMemsetAsync(states, 0,
                                                  (tiles_for(n, ITEMS_24) + 1) * sizeof(uint64_t),
                                                  stream))
        return error;
    drawdown_total<<<tile_blocks(tiles_for(n, ITEMS_24)), BLOCK_SIZE, 0, stream>>>(steps, n,
        all_tiles, total, total_2, states, partials, arrived);
    return last_error(earlier);
}
