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
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MIN_BLOCK_ELEMENTS = 1024; // fewest elements for which a reduction adds a block
static const int MAX_REDUCE_BLOCKS = 2048; // most blocks of one reduction
static const int MAX_BLOCKS = 1024; // most blocks of a grid-stride loop
static const int ITEMS_16 = 7; // items per thread in a scan of 16-byte values; odd

// Returns the remainder with the sign of the divisor.
template <typename T>
static __host__ __device__ T floor_mod(T a, T b)
{
    const T rest = b == (T)-1 ? 0 : a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// partition.fut:13: the operator (+) of reductions and scans
static __device__ int64_t add(int64_t a, int64_t b) { return (uint64_t)a + b; }

// Reduces one value per thread over `width` consecutive lanes of a warp; the first lane gets the
// total. Values are combined in thread order: the operator need not be commutative.
template <typename T, T op(T, T)>
static __device__ T warp_reduce(T value, int width)
{
    for (int offset = 1; offset < width; offset *= 2)
        value = op(value, __shfl_down_sync(0xffffffff, value, offset, width));
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

namespace {
// The published state of a tile: nothing yet, the tile's total, or its inclusive prefix.
enum TileState { INVALID, AGGREGATE, PREFIX };

// The status of a tile. A fence makes the value visible before the state.
template <typename T>
struct TileStatus {
    volatile uint64_t state;
    T sum, prefix;

    __device__ void publish(TileState now, T value)
    {
        (now == AGGREGATE ? sum : prefix) = value;
        __threadfence();
        state = now;
    }

    // Waits until the tile is published.
    __device__ TileState wait(T *value) const
    {
        uint64_t found = state;
        while (found == INVALID)
            found = state;
        __threadfence();
        *value = found == AGGREGATE ? sum : prefix;
        return (TileState)found;
    }
};
}

// Inclusive scan of one value per lane over a warp.
template <typename T, T op(T, T)>
static __device__ T warp_inclusive_scan(T value)
{
    for (int offset = 1; offset < 32; offset *= 2) {
        const T left = __shfl_up_sync(0xffffffff, value, offset);
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
    const T left = __shfl_up_sync(0xffffffff, value, 1);
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

// Splits a tile by the inclusive counts of its elements: order[i] gets the position of the element
// that comes i-th. The counted elements come first.
template <int ITEMS, typename T>
static __device__ void block_split(const T *counts, T prefix, T total, uint16_t *order)
{
    for (int at = threadIdx.x; at < BLOCK_SIZE * ITEMS; at += BLOCK_SIZE) {
        const int count = counts[at] - prefix;
        const bool is_counted = count > (at > 0 ? counts[at - 1] - prefix : 0);
        order[is_counted ? count - 1 : total + at - count] = at;
    }
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

// partition.fut:13: let count = if n > 0 then before[n - 1] else 0
// rules: .., optimized-map-reduce, reduce-map, shares-in-stripes, segred-is-redomap
// Each thread reduces its share, then each block reduces over its threads. Atomic operations
// combine the totals of the blocks.
static __global__ void partition_count(const int32_t *__restrict__ xs, int64_t n, int64_t workers,
                                       int64_t *__restrict__ count)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    int64_t sum = 0;
    for (int64_t i = worker; i < n; i += workers) {
        const int32_t x = xs[i];
        sum += (uint64_t)(floor_mod(x, 2) == 0 ? 1 : 0);
    }

    int64_t total = block_reduce<int64_t, add>(sum, 0);
    if (threadIdx.x == 0)
        atomicAdd((unsigned long long *)count, (unsigned long long)total);
}

// partition.fut:17: in (count, scatter (copy xs) targets xs)
// rules: .., distribute, scatomap, segput-is-scatomap, placed-everywhere, put-in-chain
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
partition_scan(const int64_t *__restrict__ count, const int32_t *__restrict__ xs, int64_t n,
               int32_t *__restrict__ result_1, uint64_t *tile_states)
{
    const int64_t count_value = *count;
    const int tile_size = BLOCK_SIZE * ITEMS_16;
    __shared__ int64_t items[tile_size];
    __shared__ int32_t tile_x[tile_size];
    __shared__ uint16_t order[tile_size];
    auto *const tiles = (TileStatus<int64_t> *)(tile_states + 1);
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t start = tile * tile_size;
        if (start >= n)
            return;
        const int size = (int)min(n - start, (int64_t)tile_size);

        // Load with coalesced reads.
        for (int turn = 0; turn < ITEMS_16; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const int32_t x = xs[i];
                const bool is_zero = floor_mod(x, 2) == 0;
                item = is_zero ? 1 : 0;
                tile_x[at] = x;
            }
            items[at] = item;
        }
        __syncthreads();

        // Reduce the tile, get its prefix from the tiles before, and scan it.
        int64_t total;
        const int64_t before = tile_upsweep<ITEMS_16, int64_t, add>(items, 0, &total);
        const int64_t prefix = exclusive_prefix<int64_t, add>(tiles, tile, 0, total, 0, 0);
        tile_downsweep<ITEMS_16, int64_t, add>(items, add(prefix, before));
        __syncthreads();

        // Split the tile: the writes of counted elements are contiguous.
        block_split<ITEMS_16>(items, prefix, total, order);
        __syncthreads();

        // Store with coalesced writes.
        for (int turn = 0; turn < ITEMS_16; turn++) {
            const int at = order[turn * BLOCK_SIZE + threadIdx.x];
            const int64_t i = start + at;
            const int64_t sum = items[at];
            if (at < size) {
                const bool is_zero = floor_mod(tile_x[at], 2) == 0;
                const int64_t result_1_at = is_zero ? sum - 1
                    : (uint64_t)count_value + (i + 1 - sum) - 1;
                if (0 <= result_1_at && result_1_at < n)
                    result_1[result_1_at] = tile_x[at];
            }
        }
    }
}

// Returns the error of a call from the function around it.
#define CUDA_TRY(call) do { if (const cudaError_t error = (call)) return error; } while (0)

// Returns n / size, rounded up.
static int64_t ceil_div(int64_t n, int64_t size) { return n / size + (n % size > 0); }

// Returns the number of blocks for a reduction of n elements: each has MIN_BLOCK_ELEMENTS or
// more, and all are resident on the device at a time.
static int64_t reduce_blocks(int64_t n)
{
    int device = 0, processors = 1, threads = BLOCK_SIZE;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device);
    const int64_t resident = processors * (threads / BLOCK_SIZE), blocks = n / MIN_BLOCK_ELEMENTS;
    const int64_t most = resident < MAX_REDUCE_BLOCKS ? resident : MAX_REDUCE_BLOCKS;
    return blocks < 1 ? 1 : blocks < most ? blocks : most;
}

// Returns the number of tiles for n elements, at least one, with k elements per thread.
static int64_t tiles_for(int64_t n, int k) { return ceil_div(n > 0 ? n : 1, BLOCK_SIZE * k); }

// Returns one block per tile, up to MAX_BLOCKS.
static int tile_blocks(int64_t tiles) { return tiles < MAX_BLOCKS ? (int)tiles : MAX_BLOCKS; }

// Returns an error raised since the call began; an earlier error of the caller is kept.
static cudaError_t last_error(cudaError_t earlier)
{
    return cudaPeekAtLastError() == earlier ? cudaSuccess : cudaGetLastError();
}

size_t partition_main_scratch(int64_t n)
{
    if (n < 0 || n > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return (3 * tiles_for(n, ITEMS_16) + 1) * sizeof(uint64_t);
}

// entry main [n] (xs: [n]i32): (i64, [n]i32)
cudaError_t partition_main(const int32_t *xs, int64_t n, int64_t *count, int32_t *result_1,
                           void *scratch, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!xs || !result_1)) || !count || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    uint64_t *const tile_states = (uint64_t *)scratch;

    const int64_t blocks = reduce_blocks(n);
    const int64_t workers = blocks * BLOCK_SIZE;
    CUDA_TRY(cudaMemsetAsync(count, 0, sizeof(int64_t), stream));
    partition_count<<<blocks, BLOCK_SIZE, 0, stream>>>(xs, n, workers, count);
    const int64_t tiles = tiles_for(n, ITEMS_16);
    CUDA_TRY(cudaMemsetAsync(tile_states, 0, (3 * tiles + 1) * sizeof(uint64_t), stream));
    partition_scan<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(count, xs, n, result_1,
        tile_states);
    return last_error(earlier);
}
