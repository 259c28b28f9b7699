// heavy.cu -- written by mapnest 0.1.0 from heavy.fut; it is yours
//
//   -- Tuples of which a part is used: what nothing reads is neither computed nor stored.
//
//   -- Half of all the weight, and what weighs more than 1.
//   entry heavy [n] (ids: [n]i64) (weights: [n]f64): (f64, []i64) =
//     let halves = map (/ 2) weights
//     let items = filter (\(_, weight, _) -> weight > 1) (zip3 ids weights halves)
//     in (f64.sum halves, map (.0) items)
//
//   -- What weighs more than 1 in half.
//   entry heavy_halves [n] (ids: [n]i64) (weights: [n]f64): []i64 =
//     map (.0) (filter (\(_, half) -> half > 0.5) (zip ids (map (/ 2) weights)))
//
//   def polar (x: f64) (y: f64) = (f64.sqrt (x * x + y * y), f64.atan2 y x)
//
//   -- The distance of the next point.
//   entry next_radius [n] (xs: [n]f64) (ys: [n]f64): [n]f64 =
//     let (radii, _) = unzip (map2 polar xs ys)
//     in rotate 1 radii

#include "heavy.h"

#include <utility>

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MIN_BLOCK_ELEMENTS = 1024; // fewest elements for which a reduction adds a block
static const int MAX_REDUCE_BLOCKS = 2048; // most blocks of one reduction
static const int MAX_BLOCKS = 1024; // most blocks of a grid-stride loop
static const int MAX_SPARE_FACTOR = 8; // a result in an allocation larger by this factor is copied
static const int ITEMS_24 = 5; // items per thread in a scan of 24-byte values; odd

namespace {
// The results of polar.
struct Polar {
    double x, y;
};
}

// heavy.fut:23: the operator (+) of reductions and scans
static __device__ int64_t add(int64_t a, int64_t b) { return (uint64_t)a + b; }

// heavy.fut:24: the operator (+) of reductions and scans
static __device__ double add_double(double a, double b) { return a + b; }

// heavy.fut:30: def polar (x: f64) (y: f64) = (f64.sqrt (x * x + y * y), f64.atan2 y x)
static __device__ Polar polar(double x, double y)
{
    return Polar{ sqrt(x * x + y * y), atan2(y, x) };
}

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

// heavy.fut:23: let items = filter (\(_, weight, _) -> weight > 1) (zip3 ids weights halves)
// rules: .., distribute, scatomap, segput-is-scatomap, put-in-chain, read-before-prefix
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
heavy_chosen(const double *__restrict__ weights, const int64_t *__restrict__ ids, int64_t n,
             int64_t *__restrict__ chosen, int64_t *__restrict__ kept, uint64_t *tile_states)
{
    const int tile_size = BLOCK_SIZE * ITEMS_24;
    __shared__ int64_t items[tile_size];
    __shared__ bool tile_is_more[tile_size];
    __shared__ int64_t tile_id[tile_size];
    __shared__ uint16_t order[tile_size];
    auto *const tiles = (TileStatus<int64_t> *)(tile_states + 1);
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
            int64_t item = 0;
            if (at < size) {
                const double weight = weights[i];
                const bool is_more = weight > 1.0;
                const int64_t id = ids[i];
                item = is_more;
                tile_is_more[at] = is_more;
                tile_id[at] = id;
            }
            items[at] = item;
        }
        __syncthreads();

        // Reduce the tile, get its prefix from the tiles before, and scan it.
        int64_t total;
        const int64_t before = tile_upsweep<ITEMS_24, int64_t, add>(items, 0, &total);
        const int64_t prefix = exclusive_prefix<int64_t, add>(tiles, tile, 0, total, 0, 0);
        tile_downsweep<ITEMS_24, int64_t, add>(items, add(prefix, before));
        __syncthreads();

        // Split the tile: the writes of counted elements are contiguous.
        block_split<ITEMS_24>(items, prefix, total, order);
        __syncthreads();

        // Store with coalesced writes.
        for (int turn = 0; turn < ITEMS_24; turn++) {
            const int at = order[turn * BLOCK_SIZE + threadIdx.x];
            const int64_t sum = items[at];
            if (at < size) {
                if (tile_is_more[at])
                    chosen[sum - 1] = tile_id[at];
            }
        }

        // The last tile holds the total.
        if (start + size == n && threadIdx.x == 0)
            *kept = add(prefix, total);
    }
}

// heavy.fut:24: in (f64.sum halves, map (.0) items)
// rules: .., redomap, optimized-map-reduce, reduce-map, shares-in-stripes, segred-is-redomap
// Each thread reduces its share, then each block reduces over its threads. The last block to
// arrive reduces the partial results of all blocks.
static __global__ void heavy_reduce(const double *__restrict__ weights, int64_t n, int64_t workers,
                                    double *__restrict__ result_0, double *partials,
                                    uint32_t *arrived)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0.0;
    for (int64_t i = worker; i < n; i += workers)
        sum += weights[i] / 2.0;

    double total = block_reduce<double, add_double>(sum, 0.0);
    if (gridDim.x > 1) {
        if (!is_last_block(total, partials, blockIdx.x, gridDim.x, arrived))
            return;
        total = 0.0;
        for (int64_t peer = threadIdx.x; peer < gridDim.x; peer += BLOCK_SIZE)
            total = add_double(total, partials[peer]);
        total = block_reduce<double, add_double>(total, 0.0);
    }
    if (threadIdx.x == 0)
        *result_0 = total;
}

// heavy.fut:28: map (.0) (filter (\(_, half) -> half > 0.5) (zip ids (map (/ 2) weights)))
// rules: .., distribute, scatomap, segput-is-scatomap, put-in-chain, read-before-prefix
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
heavy_chosen_scan(const double *__restrict__ weights, const int64_t *__restrict__ ids, int64_t n,
                  int64_t *__restrict__ chosen, int64_t *__restrict__ kept, uint64_t *tile_states)
{
    const int tile_size = BLOCK_SIZE * ITEMS_24;
    __shared__ int64_t items[tile_size];
    __shared__ bool tile_is_more[tile_size];
    __shared__ int64_t tile_id[tile_size];
    __shared__ uint16_t order[tile_size];
    auto *const tiles = (TileStatus<int64_t> *)(tile_states + 1);
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
            int64_t item = 0;
            if (at < size) {
                const double weight = weights[i];
                const double half = weight / 2.0;
                const bool is_more = half > 0.5;
                const int64_t id = ids[i];
                item = is_more;
                tile_is_more[at] = is_more;
                tile_id[at] = id;
            }
            items[at] = item;
        }
        __syncthreads();

        // Reduce the tile, get its prefix from the tiles before, and scan it.
        int64_t total;
        const int64_t before = tile_upsweep<ITEMS_24, int64_t, add>(items, 0, &total);
        const int64_t prefix = exclusive_prefix<int64_t, add>(tiles, tile, 0, total, 0, 0);
        tile_downsweep<ITEMS_24, int64_t, add>(items, add(prefix, before));
        __syncthreads();

        // Split the tile: the writes of counted elements are contiguous.
        block_split<ITEMS_24>(items, prefix, total, order);
        __syncthreads();

        // Store with coalesced writes.
        for (int turn = 0; turn < ITEMS_24; turn++) {
            const int at = order[turn * BLOCK_SIZE + threadIdx.x];
            const int64_t sum = items[at];
            if (at < size) {
                if (tile_is_more[at])
                    chosen[sum - 1] = tile_id[at];
            }
        }

        // The last tile holds the total.
        if (start + size == n && threadIdx.x == 0)
            *kept = add(prefix, total);
    }
}

// heavy.fut:34: let (radii, _) = unzip (map2 polar xs ys)
// rules: drop-result, distribute, descend, segmap
// One thread computes one element.
static __global__ void heavy_radii(const double *__restrict__ xs, const double *__restrict__ ys,
                                   int64_t n, double *__restrict__ radii)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const Polar polar_of_x = polar(xs[i], ys[i]);
        radii[i] = polar_of_x.x;
    }
}

// heavy.fut:35: in rotate 1 radii
// rules: iota-into-map, distribute, descend, segmap
// One thread computes one element.
static __global__ void heavy_map(const double *__restrict__ radii, int64_t n,
                                 double *__restrict__ result)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        result[i] = radii[(i + 1) % n];
}

// Returns the error of a call from the function around it.
#define CUDA_TRY(call) do { if (const cudaError_t error = (call)) return error; } while (0)

// Returns n / size, rounded up.
static int64_t ceil_div(int64_t n, int64_t size) { return n / size + (n % size > 0); }

// Returns the number of blocks of `size` threads for n elements. Returns 0 beyond the grid limit,
// which makes the launch fail.
static unsigned grid_x(int64_t n, int64_t size)
{
    const int64_t blocks = ceil_div(n, size);
    return blocks <= INT32_MAX ? (unsigned)blocks : 0;
}

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

size_t heavy_heavy_scratch(int64_t n)
{
    if (n < 0 || n > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return align_up(sizeof(int64_t))
        + align_up((3 * tiles_for(n, ITEMS_24) + 1) * sizeof(uint64_t))
        + align_up(MAX_REDUCE_BLOCKS * sizeof(double)) + align_up(sizeof(uint32_t));
}

// entry heavy [n] (ids: [n]i64) (weights: [n]f64): ?[result_1_size].(f64, [result_1_size]i64)
cudaError_t heavy_heavy(const int64_t *ids, const double *weights, int64_t n, double *result_0,
                        int64_t **result_1, int64_t *result_1_size, void *scratch,
                        cudaMemPool_t pool, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!ids || !weights)) || !result_0 || !result_1
        || !result_1_size || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    *result_1 = NULL;
    *result_1_size = 0;

    char *memory = (char *)scratch;
    int64_t *const kept = carve<int64_t>(&memory, 1);
    uint64_t *const tile_states = carve<uint64_t>(&memory, 3 * tiles_for(n, ITEMS_24) + 1);
    double *const partials = carve<double>(&memory, MAX_REDUCE_BLOCKS);
    uint32_t *const arrived = carve<uint32_t>(&memory, 1);

    DeviceArray<int64_t> chosen(pool, stream);
    CUDA_TRY(chosen.allocate(n));
    const int64_t tiles = tiles_for(n, ITEMS_24);
    CUDA_TRY(cudaMemsetAsync(tile_states, 0, (3 * tiles + 1) * sizeof(uint64_t), stream));
    heavy_chosen<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(weights, ids, n, chosen, kept,
        tile_states);
    int64_t kept_on_host;
    CUDA_TRY(copy_to_host(&kept_on_host, kept, earlier, stream));
    const int64_t blocks = reduce_blocks(n);
    const int64_t workers = blocks * BLOCK_SIZE;
    if (blocks > 1)
        CUDA_TRY(cudaMemsetAsync(arrived, 0, sizeof(uint32_t), stream));
    heavy_reduce<<<blocks, BLOCK_SIZE, 0, stream>>>(weights, n, workers, result_0, partials,
                                                    arrived);
    CUDA_TRY(shrink_to_fit(kept_on_host, chosen, n));
    CUDA_TRY(last_error(earlier));
    *result_1 = std::exchange(chosen.data, nullptr);
    *result_1_size = kept_on_host;
    return cudaSuccess;
}

size_t heavy_heavy_halves_scratch(int64_t n)
{
    if (n < 0 || n > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return align_up(sizeof(int64_t))
        + align_up((3 * tiles_for(n, ITEMS_24) + 1) * sizeof(uint64_t));
}

// entry heavy_halves [n] (ids: [n]i64) (weights: [n]f64): ?[result_size].[result_size]i64
cudaError_t heavy_heavy_halves(const int64_t *ids, const double *weights, int64_t n,
                               int64_t **result, int64_t *result_size, void *scratch,
                               cudaMemPool_t pool, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!ids || !weights)) || !result || !result_size
        || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    *result = NULL;
    *result_size = 0;

    char *memory = (char *)scratch;
    int64_t *const kept = carve<int64_t>(&memory, 1);
    uint64_t *const tile_states = carve<uint64_t>(&memory, 3 * tiles_for(n, ITEMS_24) + 1);

    DeviceArray<int64_t> chosen(pool, stream);
    CUDA_TRY(chosen.allocate(n));
    const int64_t tiles = tiles_for(n, ITEMS_24);
    CUDA_TRY(cudaMemsetAsync(tile_states, 0, (3 * tiles + 1) * sizeof(uint64_t), stream));
    heavy_chosen_scan<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(weights, ids, n, chosen, kept,
        tile_states);
    int64_t kept_on_host;
    CUDA_TRY(copy_to_host(&kept_on_host, kept, earlier, stream));
    CUDA_TRY(shrink_to_fit(kept_on_host, chosen, n));
    *result = std::exchange(chosen.data, nullptr);
    *result_size = kept_on_host;
    return cudaSuccess;
}

size_t heavy_next_radius_scratch(int64_t n)
{
    if (n < 0 || n > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return n * sizeof(double);
}

// entry next_radius [n] (xs: [n]f64) (ys: [n]f64): [n]f64
cudaError_t heavy_next_radius(const double *xs, const double *ys, int64_t n, double *result,
                              void *scratch, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!xs || !ys || !result))
        || (!scratch && heavy_next_radius_scratch(n) > 0))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    double *const radii = (double *)scratch;

    if (n > 0) {
        heavy_radii<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(xs, ys, n, radii);
        heavy_map<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(radii, n, result);
    }
    return last_error(earlier);
}
