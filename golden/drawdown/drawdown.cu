// drawdown.cu -- written by mapnest 0.1.0 from drawdown.fut; it is yours
//
//   -- A reduction of a scan, in the single pass of the scan: no sum is stored.
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
static const int MAX_BLOCKS = 1024; // most blocks of a grid-stride loop
static const int ITEMS_4 = 15; // items per thread in a scan of 4-byte values (odd: no conflict)
static const int ITEMS_24 = 5; // items per thread in a scan of 24-byte values; odd

namespace {
// The operands and the result of combine_total.
struct Total {
    int64_t total_x;
    int32_t total_y;
};
}

// drawdown.fut:11: the operator (max) of reductions and scans
static __device__ float larger(float a, float b) { return fmaxf(a, b); }

// drawdown.fut:24: the operator (+) of reductions and scans
static __device__ int32_t add(int32_t a, int32_t b) { return (uint32_t)a + b; }

// drawdown.fut:25: combines two partial results of total
static __device__ Total combine_total(Total a, Total b) { return b.total_y < a.total_y ? b : a; }

// Returns the value of the lane `offset` lanes above.
template <typename T>
static __device__ T shuffle_down(T value, int offset, int width)
{
    return __shfl_down_sync(0xffffffff, value, offset, width);
}

// Returns the value of the lane `offset` lanes below.
template <typename T>
static __device__ T shuffle_up(T value, int offset, int width)
{
    return __shfl_up_sync(0xffffffff, value, offset, width);
}

// Reduces one value per thread over `width` consecutive lanes of a warp; the first lane gets the
// total. Values are combined in thread order: the operator need not be commutative.
template <typename T, T op(T, T)>
static __device__ T warp_reduce(T value, int width)
{
    for (int offset = 1; offset < width; offset *= 2)
        value = op(value, shuffle_down(value, offset, width));
    return value;
}

// Reduces one value per thread over the block, in thread order; thread 0 gets the total.
template <typename T, T op(T, T)>
static __device__ T block_reduce(T value, T neutral)
{
    __shared__ T warp_values[BLOCK_SIZE / 32];
    value = warp_reduce<T, op>(value, 32);
    if (threadIdx.x % 32 == 0)
        warp_values[threadIdx.x / 32] = value;
    __syncthreads();

    // The first warp reduces the totals of all warps.
    if (threadIdx.x < 32) {
        value = threadIdx.x < BLOCK_SIZE / 32 ? warp_values[threadIdx.x] : neutral;
        value = warp_reduce<T, op>(value, 32);
    }
    return value;
}

// Stores a block's partial result. Returns true in the last block to arrive, which can read all.
template <typename T>
static __device__ bool is_last_block(T value, T *values, int64_t block, int64_t blocks,
                                     uint32_t *arrived)
{
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        values[block] = value;
        __threadfence(); // the value is visible before the block is counted
        is_last = atomicAdd(arrived, 1) == blocks - 1;
        __threadfence(); // all blocks are counted before values are read
    }
    __syncthreads();
    return is_last;
}

// Returns the index of the next tile for this block. Running blocks own all tiles before it, in
// whatever order the blocks started: a wait for such a tile ends.
static __device__ int64_t next_tile(uint64_t *next)
{
    __shared__ int64_t tile;
    if (threadIdx.x == 0)
        tile = atomicAdd((unsigned long long *)next, 1ull);
    __syncthreads(); // also: shared memory of the previous tile can be overwritten
    return tile;
}

// Returns the value in the low bytes of a word.
template <typename T>
static __device__ uint64_t pack(T value)
{
    static_assert(sizeof value < 8, "the state needs a byte of the word");
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
// The published state of a tile: nothing yet, the tile's total, or its inclusive prefix.
enum TileState { INVALID, AGGREGATE, PREFIX };

// The status of a tile: state and value in one word. One store publishes both, so no fence is
// needed.
template <typename T>
struct PackedTileStatus {
    volatile uint64_t word;

    __device__ void publish(TileState state, T value)
    {
        word = (uint64_t)state << 56 | pack(value);
    }

    // Waits until the tile is published.
    __device__ TileState wait(T *value) const
    {
        uint64_t found = word;
        while (found >> 56 == INVALID)
            found = word;
        *value = unpack<T>(found);
        return (TileState)(found >> 56);
    }
};
}

// Inclusive scan of one value per lane over a warp.
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

// Exclusive scan of one value per thread over the block. *total gets the total of the block.
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

    // Each thread reduces the totals of the warps before its own, and of all warps.
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

// Reduces ITEMS consecutive elements per thread of a tile in shared memory. Returns the total of
// the threads before this one; *total gets that of the tile.
template <int ITEMS, typename T, T op(T, T)>
static __device__ T tile_upsweep(const T *items, T neutral, T *total)
{
    T sum = items[threadIdx.x * ITEMS];
    for (int turn = 1; turn < ITEMS; turn++)
        sum = op(sum, items[threadIdx.x * ITEMS + turn]);
    return block_exclusive_scan<T, op>(sum, neutral, total);
}

// Replaces each element of a tile by its inclusive prefix; `prefix` is that before the thread.
template <int ITEMS, typename T, T op(T, T)>
static __device__ void tile_downsweep(T *items, T prefix)
{
    for (int turn = 0; turn < ITEMS; turn++)
        items[threadIdx.x * ITEMS + turn] = prefix = op(prefix, items[threadIdx.x * ITEMS + turn]);
}

// Publishes the total of a tile, returns its exclusive prefix to all threads, and publishes its
// inclusive prefix. The first warp looks back at 32 tiles at a time until it finds an inclusive
// prefix. `start` comes before tile `first`.
template <typename T, T op(T, T), typename Status>
static __device__ T exclusive_prefix(Status *tiles, int64_t tile, int64_t first, T sum, T start,
                                     T neutral)
{
    __shared__ T shared_prefix;
    if (threadIdx.x == 31)
        tiles[tile].publish(AGGREGATE, sum);
    if (threadIdx.x < 32) {
        T prefix = neutral;
        uint32_t prefixes = 0;
        for (int64_t other = tile - 32 + threadIdx.x; prefixes == 0; other -= 32) {
            T value = start;
            const TileState state = other < first ? PREFIX : tiles[other].wait(&value);

            // The last inclusive prefix contains all tiles before it.
            prefixes = __ballot_sync(0xffffffff, state == PREFIX);
            if ((int)threadIdx.x < 31 - __clz((int)prefixes))
                value = neutral;
            value = warp_inclusive_scan<T, op>(value);
            if (threadIdx.x == 31)
                prefix = op(value, prefix);
        }
        if (threadIdx.x == 31) {
            shared_prefix = prefix;
            tiles[tile].publish(PREFIX, op(prefix, sum));
        }
    }
    __syncthreads();
    return shared_prefix;
}

template <>
__device__ Total shuffle_down(Total value, int offset, int width)
{
    value.total_x = shuffle_down(value.total_x, offset, width);
    value.total_y = shuffle_down(value.total_y, offset, width);
    return value;
}

// drawdown.fut:12: in reduce f32.max 0 (map2 (-) highest prices)
// rules: .., reduce-map, distribute, redomap, fold-of-scan, drop-result-of-fold-in-chain
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
// Each thread reduces the results of its tiles. The last block to arrive reduces those of all
// blocks.
static __global__ void __launch_bounds__(BLOCK_SIZE)
drawdown_most(const float *__restrict__ prices, int64_t n, float *__restrict__ most,
              uint64_t *tile_states, float *partials, uint32_t *arrived)
{
    const int tile_size = BLOCK_SIZE * ITEMS_4;
    __shared__ float items[tile_size];
    float partial_most = 0.0f;
    auto *const tiles = (PackedTileStatus<float> *)(tile_states + 1);
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t start = tile * tile_size;
        if (start >= n)
            break;
        const int size = (int)min(n - start, (int64_t)tile_size);

        float thread_values[ITEMS_4];
        // Load with coalesced reads.
        for (int turn = 0; turn < ITEMS_4; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            float item = 0.0f;
            if (at < size) {
                const float values = prices[i];
                item = values;
                thread_values[turn] = values;
            }
            items[at] = item;
        }
        __syncthreads();

        // Reduce the tile, get its prefix from the tiles before, and scan it.
        float total;
        const float before = tile_upsweep<ITEMS_4, float, larger>(items, 0.0f, &total);
        const float prefix = exclusive_prefix<float, larger>(tiles, tile, 0, total, 0.0f, 0.0f);
        tile_downsweep<ITEMS_4, float, larger>(items, larger(prefix, before));
        __syncthreads();

        // Compute the results; neighbouring threads have neighbouring elements.
        for (int turn = 0; turn < ITEMS_4; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const float scanned_most = items[at];
            if (at < size)
                partial_most = larger(partial_most, scanned_most - thread_values[turn]);
        }
    }

    // Reduce the results over the threads, then over the blocks.
    partial_most = block_reduce<float, larger>(partial_most, 0.0f);
    if (gridDim.x > 1) {
        if (!is_last_block(partial_most, partials, blockIdx.x, gridDim.x, arrived))
            return;
        partial_most = 0.0f;
        for (int64_t peer = threadIdx.x; peer < gridDim.x; peer += BLOCK_SIZE)
            partial_most = larger(partial_most, partials[peer]);
        partial_most = block_reduce<float, larger>(partial_most, 0.0f);
    }
    if (threadIdx.x == 0)
        *most = partial_most;
}

// drawdown.fut:25: in reduce (\(i, x) (j, y) -> if y < x then (j, y) else (i, x)) (-1,
//   i32.highest)
// rules: .., iota-into-map, distribute, redomap, fold-of-scan, drop-result-of-fold-in-chain
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
// The block reduces the results of a tile. The last block to arrive reduces those of all tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
drawdown_total(const int32_t *__restrict__ steps, int64_t n, int64_t all_tiles,
               int64_t *__restrict__ result_0, int32_t *__restrict__ result_1,
               uint64_t *tile_states, Total *partials, uint32_t *arrived)
{
    const int tile_size = BLOCK_SIZE * ITEMS_24;
    __shared__ int32_t items[tile_size];
    __shared__ Total to_reduce[tile_size];
    auto *const tiles = (PackedTileStatus<int32_t> *)(tile_states + 1);
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t start = tile * tile_size;
        if (start >= n && tile > 0)
            return;
        const int size = (int)min(n - start, (int64_t)tile_size);

        // Load with coalesced reads.
        for (int turn = 0; turn < ITEMS_24; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int32_t item = 0;
            if (at < size)
                item = steps[i];
            items[at] = item;
        }
        __syncthreads();

        // Reduce the tile, get its prefix from the tiles before, and scan it.
        int32_t total;
        const int32_t before = tile_upsweep<ITEMS_24, int32_t, add>(items, 0, &total);
        const int32_t prefix = exclusive_prefix<int32_t, add>(tiles, tile, 0, total, 0, 0);
        tile_downsweep<ITEMS_24, int32_t, add>(items, add(prefix, before));
        __syncthreads();

        // Compute the results; neighbouring threads have neighbouring elements.
        for (int turn = 0; turn < ITEMS_24; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            const int32_t sum = items[at];
            Total value = Total{ -1, 2147483647 };
            if (at < size)
                value = Total{ i, sum };
            to_reduce[at] = value;
        }
        __syncthreads();

        // Reduce the results: the elements of a thread, then the threads, then the tiles.
        Total partial_sum = to_reduce[threadIdx.x * ITEMS_24];
        for (int turn = 1; turn < ITEMS_24; turn++)
            partial_sum = combine_total(partial_sum, to_reduce[threadIdx.x * ITEMS_24 + turn]);
        partial_sum = block_reduce<Total, combine_total>(partial_sum, Total{ -1, 2147483647 });
        if (all_tiles > 1) {
            if (!is_last_block(partial_sum, partials, tile, all_tiles, arrived))
                continue;
            partial_sum = Total{ -1, 2147483647 };
            const int64_t each = (all_tiles + BLOCK_SIZE - 1) / BLOCK_SIZE; // consecutive
            for (int64_t peer = threadIdx.x * each;
                 peer < min((threadIdx.x + 1) * each, all_tiles); peer++)
                partial_sum = combine_total(partial_sum, partials[peer]);
            partial_sum = block_reduce<Total, combine_total>(partial_sum, Total{ -1, 2147483647 });
        }
        if (threadIdx.x == 0) {
            *result_0 = partial_sum.total_x;
            *result_1 = partial_sum.total_y;
        }
    }
}

// Returns the error of a call from the function around it.
#define CUDA_TRY(call) do { if (const cudaError_t error = (call)) return error; } while (0)

// Returns n / size, rounded up.
static int64_t ceil_div(int64_t n, int64_t size) { return n / size + (n % size > 0); }

// Returns the number of tiles for n elements, at least one, with k elements per thread.
static int64_t tiles_for(int64_t n, int k) { return ceil_div(n > 0 ? n : 1, BLOCK_SIZE * k); }

// Returns one block per tile, up to MAX_BLOCKS.
static int tile_blocks(int64_t tiles) { return tiles < MAX_BLOCKS ? (int)tiles : MAX_BLOCKS; }

// Returns an error raised since the call began; an earlier error of the caller is kept.
static cudaError_t last_error(cudaError_t earlier)
{
    return cudaPeekAtLastError() == earlier ? cudaSuccess : cudaGetLastError();
}

// Returns the size rounded up to a multiple of 256 bytes, the alignment of scratch arrays.
static size_t align_up(int64_t bytes) { return bytes > 0 ? (bytes + 255) / 256 * 256 : 0; }

// Carves the next array of `count` elements out of scratch memory.
template <typename T>
static T *carve(char **memory, int64_t count)
{
    T *const array = (T *)*memory;
    *memory += align_up(count * sizeof(T));
    return array;
}

size_t drawdown_main_scratch(int64_t n)
{
    if (n < 0 || n > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
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
    uint64_t *const tile_states = carve<uint64_t>(&memory, tiles_for(n, ITEMS_4) + 1);
    float *const partials = carve<float>(&memory, tile_blocks(tiles_for(n, ITEMS_4)));
    uint32_t *const arrived = carve<uint32_t>(&memory, 1);

    const int64_t tiles = tiles_for(n, ITEMS_4);
    const int64_t blocks = tile_blocks(tiles);
    if (blocks > 1)
        CUDA_TRY(cudaMemsetAsync(arrived, 0, sizeof(uint32_t), stream));
    CUDA_TRY(cudaMemsetAsync(tile_states, 0, (tiles + 1) * sizeof(uint64_t), stream));
    drawdown_most<<<blocks, BLOCK_SIZE, 0, stream>>>(prices, n, most, tile_states, partials,
                                                     arrived);
    return last_error(earlier);
}

size_t drawdown_lowest_scratch(int64_t n)
{
    if (n < 0 || n > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return align_up((tiles_for(n, ITEMS_24) + 1) * sizeof(uint64_t))
        + align_up(tiles_for(n, ITEMS_24) * sizeof(Total)) + align_up(sizeof(uint32_t));
}

// entry lowest [n] (steps: [n]i32): (i64, i32)
cudaError_t drawdown_lowest(const int32_t *steps, int64_t n, int64_t *result_0, int32_t *result_1,
                            void *scratch, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && !steps) || !result_0 || !result_1 || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    uint64_t *const tile_states = carve<uint64_t>(&memory, tiles_for(n, ITEMS_24) + 1);
    Total *const partials = carve<Total>(&memory, tiles_for(n, ITEMS_24));
    uint32_t *const arrived = carve<uint32_t>(&memory, 1);

    const int64_t tiles = tiles_for(n, ITEMS_24);
    const int64_t all_tiles = tiles_for(n, ITEMS_24);
    if (all_tiles > 1)
        CUDA_TRY(cudaMemsetAsync(arrived, 0, sizeof(uint32_t), stream));
    CUDA_TRY(cudaMemsetAsync(tile_states, 0, (tiles + 1) * sizeof(uint64_t), stream));
    drawdown_total<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(steps, n, all_tiles, result_0,
        result_1, tile_states, partials, arrived);
    return last_error(earlier);
}
