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

#include <utility>

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MIN_BLOCK_ELEMENTS = 1024; // fewest elements for which a reduction adds a block
static const int MAX_REDUCE_BLOCKS = 2048; // most blocks of one reduction
static const int MAX_BLOCKS = 1024; // most blocks of a grid-stride loop
static const int ITEMS_16 = 7; // items per thread in a scan of 16-byte values; odd

// Shifts zeros in from the left.
template <typename T>
static __host__ __device__ T shift_right_logical(T a, T by)
{
    const uint64_t bits = (uint64_t)a & (~(uint64_t)0 >> (64 - 8 * sizeof(T)));
    return (uint64_t)by >= 8 * sizeof(T) ? (T)0 : (T)(bits >> by);
}

// radix.fut:14: the operator (+) of reductions and scans
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

// radix.fut:14: let nzeros = reduce (+) 0 zeros
// rules: .., optimized-map-reduce, reduce-map, shares-in-stripes, segred-is-redomap
// Each thread reduces its share, then each block reduces over its threads. Atomic operations
// combine the totals of the blocks.
static __global__ void radix_reduce(const uint32_t *__restrict__ result, int64_t n,
                                    int64_t workers, int32_t bit,
                                    int64_t *__restrict__ ones_befores)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    int64_t sum = 0;
    for (int64_t i = worker; i < n; i += workers) {
        const uint32_t x = result[i];
        sum += (uint64_t)(shift_right_logical(x, (uint32_t)bit) & 1u);
    }

    int64_t total = block_reduce<int64_t, add>(sum, 0);
    if (threadIdx.x == 0)
        atomicAdd((unsigned long long *)ones_befores, (unsigned long long)total);
}

// radix.fut:17: in scatter (copy xs) targets xs
// rules: .., distribute, scatomap, segput-is-scatomap, placed-everywhere, put-in-chain
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
radix_xs(const int64_t *__restrict__ ones_befores, const uint32_t *__restrict__ result, int64_t n,
         int32_t bit, uint32_t *__restrict__ next_xs, uint64_t *tile_states)
{
    const int64_t ones_befores_value = *ones_befores;
    const int64_t nzeros = (uint64_t)n - ones_befores_value;
    const int tile_size = BLOCK_SIZE * ITEMS_16;
    __shared__ int64_t items[tile_size];
    __shared__ uint32_t tile_x[tile_size];
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
                const uint32_t x = result[i];
                item = shift_right_logical(x, (uint32_t)bit) & 1u;
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
                const int64_t bits = shift_right_logical(tile_x[at], (uint32_t)bit) & 1u;
                const int64_t next_xs_at = bits == 0 ? i + 1 - sum - 1
                    : (uint64_t)nzeros + sum - 1;
                if (0 <= next_xs_at && next_xs_at < n)
                    next_xs[next_xs_at] = tile_x[at];
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

size_t radix_main_scratch(int64_t n)
{
    if (n < 0 || n > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return align_up(n * sizeof(uint32_t)) + align_up(sizeof(int64_t))
        + align_up((3 * tiles_for(n, ITEMS_16) + 1) * sizeof(uint64_t));
}

// entry main [n] (xs: [n]u32): [n]u32
cudaError_t radix_main(const uint32_t *xs, int64_t n, uint32_t *result, void *scratch,
                       cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!xs || !result)) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    uint32_t *next_xs = carve<uint32_t>(&memory, n);
    int64_t *const ones_befores = carve<int64_t>(&memory, 1);
    uint64_t *const tile_states = carve<uint64_t>(&memory, 3 * tiles_for(n, ITEMS_16) + 1);

    CUDA_TRY(cudaMemcpyAsync(result, xs, n * sizeof(uint32_t), cudaMemcpyDeviceToDevice, stream));
    for (int32_t bit = 0; bit < 32; bit++) {
        const int64_t blocks = reduce_blocks(n);
        const int64_t workers = blocks * BLOCK_SIZE;
        CUDA_TRY(cudaMemsetAsync(ones_befores, 0, sizeof(int64_t), stream));
        radix_reduce<<<blocks, BLOCK_SIZE, 0, stream>>>(result, n, workers, bit, ones_befores);
        const int64_t tiles = tiles_for(n, ITEMS_16);
        CUDA_TRY(cudaMemsetAsync(tile_states, 0, (3 * tiles + 1) * sizeof(uint64_t), stream));
        radix_xs<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(ones_befores, result, n, bit,
            next_xs, tile_states);
        std::swap(result, next_xs);
    }
    return last_error(earlier);
}
