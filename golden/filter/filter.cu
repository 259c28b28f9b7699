// filter.cu -- written by mapnest 0.1.0 from filter.fut; it is yours
//
//   -- The numbers above a limit: how many there are shows only when it runs.
//
//   entry main [n] (xs: [n]i32) (limit: i32): []i32 =
//     filter (> limit) xs

#include "filter.h"

#include <utility>

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MAX_BLOCKS = 1024; // most blocks of a grid-stride loop
static const int MAX_SPARE_FACTOR = 8; // a result in an allocation larger by this factor is copied
static const int ITEMS_16 = 7; // items per thread in a scan of 16-byte values; odd

// filter.fut:12: the operator (+) of reductions and scans
static __device__ int64_t add(int64_t a, int64_t b) { return (uint64_t)a + b; }

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

// filter.fut:12: filter (> limit) xs
// rules: .., scatter-map, distribute, scatomap, segput-is-scatomap, put-in-chain
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
filter_chosen(const int32_t *__restrict__ xs, int32_t limit, int64_t n,
              int32_t *__restrict__ chosen, int64_t *__restrict__ kept, uint64_t *tile_states)
{
    const int tile_size = BLOCK_SIZE * ITEMS_16;
    __shared__ int64_t items[tile_size];
    __shared__ int32_t tile_x[tile_size];
    __shared__ uint16_t order[tile_size];
    auto *const tiles = (TileStatus<int64_t> *)(tile_states + 1);
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t start = tile * tile_size;
        if (start >= n && tile > 0)
            return;
        const int size = (int)min(n - start, (int64_t)tile_size);

        // Load with coalesced reads.
        for (int turn = 0; turn < ITEMS_16; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const int32_t x = xs[i];
                item = x > limit;
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
            const int64_t sum = items[at];
            if (at < size) {
                if (tile_x[at] > limit)
                    chosen[sum - 1] = tile_x[at];
            }
        }

        // The last tile holds the total.
        if (start + size == n && threadIdx.x == 0)
            *kept = add(prefix, total);
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

// Copies a value from the device and waits for it. Returns the error of a failed launch, too.
template <typename T>
static cudaError_t copy_to_host(T *to, const void *from, cudaError_t earlier, cudaStream_t stream)
{
    CUDA_TRY(last_error(earlier));
    CUDA_TRY(cudaMemcpyAsync(to, from, sizeof *to, cudaMemcpyDeviceToHost, stream));
    return cudaStreamSynchronize(stream);
}

// An array in device memory of a size known at run time, freed in stream order.
namespace {
template <typename T>
struct DeviceArray {
    T *data = NULL;
    const cudaMemPool_t pool;
    const cudaStream_t stream;

    DeviceArray(cudaMemPool_t p, cudaStream_t s) : pool(p), stream(s) {}
    DeviceArray(const DeviceArray &) = delete;
    ~DeviceArray()
    {
        if (data)
            (void)cudaFreeAsync(data, stream); // an error stays with the stream
    }
    operator T *() const { return data; }

    // Allocates the array. An empty array has an address, too.
    cudaError_t allocate(int64_t count)
    {
        if (count > MAX_ELEMENTS)
            return cudaErrorMemoryAllocation;
        const size_t bytes = (count > 0 ? count : 1) * sizeof(T);
        const cudaError_t error = pool ? cudaMallocFromPoolAsync(&data, bytes, pool, stream)
                                       : cudaMallocAsync(&data, bytes, stream);
        return error == cudaSuccess ? error : cudaGetLastError();
    }
};
}

// Keeps the first elements as the result. A small result is moved out of a large allocation.
template <typename T>
static cudaError_t shrink_to_fit(int64_t kept, DeviceArray<T> &array, int64_t count)
{
    if (kept >= count / MAX_SPARE_FACTOR)
        return cudaSuccess;
    DeviceArray<T> small(array.pool, array.stream);
    CUDA_TRY(small.allocate(kept));
    std::swap(array.data, small.data);
    return cudaMemcpyAsync(array, small, kept * sizeof(T), cudaMemcpyDeviceToDevice, array.stream);
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

size_t filter_main_scratch(int64_t n)
{
    if (n < 0 || n > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return align_up(sizeof(int64_t))
        + align_up((3 * tiles_for(n, ITEMS_16) + 1) * sizeof(uint64_t));
}

// entry main [n] (xs: [n]i32) (limit: i32): ?[result_size].[result_size]i32
cudaError_t filter_main(const int32_t *xs, int32_t limit, int64_t n, int32_t **result,
                        int64_t *result_size, void *scratch, cudaMemPool_t pool,
                        cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && !xs) || !result || !result_size || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    *result = NULL;
    *result_size = 0;

    char *memory = (char *)scratch;
    int64_t *const kept = carve<int64_t>(&memory, 1);
    uint64_t *const tile_states = carve<uint64_t>(&memory, 3 * tiles_for(n, ITEMS_16) + 1);

    DeviceArray<int32_t> chosen(pool, stream);
    CUDA_TRY(chosen.allocate(n));
    const int64_t tiles = tiles_for(n, ITEMS_16);
    CUDA_TRY(cudaMemsetAsync(tile_states, 0, (3 * tiles + 1) * sizeof(uint64_t), stream));
    filter_chosen<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(xs, limit, n, chosen, kept,
        tile_states);
    int64_t kept_on_host;
    CUDA_TRY(copy_to_host(&kept_on_host, kept, earlier, stream));
    CUDA_TRY(shrink_to_fit(kept_on_host, chosen, n));
    *result = std::exchange(chosen.data, nullptr);
    *result_size = kept_on_host;
    return cudaSuccess;
}
