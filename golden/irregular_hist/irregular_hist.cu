// irregular_hist.cu -- written by mapnest 0.1.0 from irregular_hist.fut; it is yours
//
//   -- Histograms of rows of different lengths, each as long as its row: how often a row has each
//     number.
//
//   entry main [m] (xss: [m][..]i64): [m][..]i64 =
//     map (\xs -> hist (+) 0 (length xs) xs (map (const 1) xs)) xss

#include "irregular_hist.h"

#include <utility>

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MIN_BLOCK_ELEMENTS = 1024; // fewest elements for which a reduction adds a block
static const int MAX_REDUCE_BLOCKS = 2048; // most blocks of one reduction
static const int HISTOGRAM_BYTES = 32768; // shared memory of a histogram; more lowers occupancy
static const int MAX_BLOCKS = 1024; // most blocks of a grid-stride loop
static const int ITEMS_8 = 9; // items per thread in a scan of 8-byte values (odd: no conflict)

// Returns the linear index of the block in a grid of one or more rows.
static __device__ int64_t block_index() { return (int64_t)blockIdx.y * gridDim.x + blockIdx.x; }

// irregular_hist.fut:9: combines two partial results
static __device__ int64_t combine(int64_t x, int64_t y)
{
    return (int64_t)min((uint64_t)x + (uint64_t)y, UINT64_C(9223372036854775807));
}

// irregular_hist.fut:9: the operator (+) of reductions and scans
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

// Scans one tile: `size` elements from `start` on. load(turn, i) returns element i, the turn-th of
// a thread; look_back(total) returns the exclusive prefix of the tile; store(turn, i, sum) gets
// the inclusive prefix of element i. Returns that of the tile.
template <int ITEMS, typename T, T op(T, T), typename Load, typename LookBack, typename Store>
static __device__ T scan_tile(int64_t start, int size, T neutral, Load load, LookBack look_back,
                              Store store)
{
    __shared__ T items[BLOCK_SIZE * ITEMS];

    // Load with coalesced reads.
    for (int turn = 0; turn < ITEMS; turn++) {
        const int at = turn * BLOCK_SIZE + threadIdx.x;
        items[at] = at < size ? load(turn, start + at) : neutral;
    }
    __syncthreads();

    // Reduce the tile, get its prefix from the tiles before, and scan it.
    T total;
    const T before = tile_upsweep<ITEMS, T, op>(items, neutral, &total);
    const T prefix = look_back(total);
    tile_downsweep<ITEMS, T, op>(items, op(prefix, before));
    __syncthreads();

    // Store with coalesced writes.
    for (int turn = 0; turn < ITEMS; turn++) {
        const int at = turn * BLOCK_SIZE + threadIdx.x;
        if (at < size)
            store(turn, start + at, items[at]);
    }
    return op(prefix, total);
}

// Scans n elements in one pass, tile after tile: load and store as in scan_tile. store_total(sum)
// gets the total.
template <typename Status, int ITEMS, typename T, T op(T, T), typename Load, typename Store,
    typename StoreTotal>
static __device__ void scan_tiles(int64_t n, uint64_t *tile_states, T start_value, T neutral,
                                  Load load, Store store, StoreTotal store_total)
{
    const int tile_size = BLOCK_SIZE * ITEMS;
    auto *const tiles = (Status *)(tile_states + 1);
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t start = tile * tile_size;
        if (start >= n && tile > 0)
            return;
        const int size = (int)min(n - start, (int64_t)tile_size);
        const auto look_back = [&](T total) {
            return exclusive_prefix<T, op>(tiles, tile, 0, total, start_value, neutral);
        };
        const T sum = scan_tile<ITEMS, T, op>(start, size, neutral, load, look_back, store);
        if (start + size == n && threadIdx.x == 0)
            store_total(sum); // the last tile holds the total
    }
}

static const int MAX_SHARED_ROW_ENDS = 2048; // most row ends in shared memory

namespace {
// Irregular rows (of different lengths), contiguous: `count` rows from `first` on.
struct RaggedRows {
    const int64_t *ends; // end of each row
    int64_t first, count, start; // start: the first element of row `first`
};
}

// Returns all rows.
static __device__ RaggedRows all_ragged_rows(const int64_t *ends, int64_t count)
{
    return RaggedRows{ ends, 0, count, 0 };
}

// Returns the row that contains an element, by binary search.
static __device__ int64_t row_containing(RaggedRows rows, int64_t at)
{
    int64_t low = 0, high = rows.count - 1;
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (rows.ends[middle] <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return rows.first + low;
}

// Returns the end of a row.
static __device__ int64_t ragged_row_end(RaggedRows rows, int64_t row)
{
    return rows.ends[row - rows.first];
}

// Returns the rows that contain the elements [from, to) of a block. Two threads search for the
// first and the last row. The ends of the rows are in shared memory if there are at most MAX_ENDS.
template <int MAX_ENDS>
static __device__ RaggedRows rows_in_tile(const int64_t *ends, int64_t count, int64_t from,
                                          int64_t to)
{
    __shared__ int64_t bounds[2], shared_ends[MAX_ENDS];
    if (threadIdx.x < 2)
        bounds[threadIdx.x] = row_containing(all_ragged_rows(ends, count),
                                             threadIdx.x ? to - 1 : from);
    __syncthreads();
    const int64_t first = bounds[0], n = from < to ? bounds[1] - first + 1 : 0;
    const int64_t start = first > 0 ? ends[first - 1] : 0;
    const bool fits = n <= MAX_ENDS;
    for (int64_t i = threadIdx.x; fits && i < n; i += blockDim.x)
        shared_ends[i] = ends[first + i];
    __syncthreads();
    return RaggedRows{ fits ? shared_ends : ends + first, first, n, start };
}

// Returns the rows that contain the elements of a block with one element per thread, of n in all.
static __device__ RaggedRows rows_in_block(const int64_t *ends, int64_t count, int64_t n)
{
    const int64_t from = (int64_t)blockIdx.x * blockDim.x;
    return rows_in_tile<MAX_SHARED_ROW_ENDS>(ends, count, from, min(from + blockDim.x, n));
}

// irregular_hist.fut:9: map (\xs -> hist (+) 0 (length xs) xs (map (const 1) xs)) xss
// rules: .., F3-replicate, drop-unused, expand-fill, total-of-scan, total-of-all
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
irregular_hist_es(const int64_t *__restrict__ xss_lengths, int64_t m, int64_t *__restrict__ es,
                  int64_t *__restrict__ b, uint64_t *tile_states)
{
    const auto load = [&](int turn, int64_t i) -> int64_t { return xss_lengths[i]; };
    const auto store = [&](int turn, int64_t i, int64_t sum) { es[i] = sum; };
    const auto store_total = [&](int64_t sum) { *b = sum; };
    scan_tiles<TileStatus<int64_t>, ITEMS_8, int64_t, combine>(m, tile_states, 0, 0, load, store,
        store_total);
}

// irregular_hist.fut:9: map (\xs -> hist (+) 0 (length xs) xs (map (const 1) xs)) xss
// rules: .., distribute-irregular, F13-hist, expand-hist, seghist-is-histomap, drop-unused
// Each block counts a part in shared memory. Each bin has `copies` counters;
// neighbouring threads use different copies, which avoids contention.
static __global__ void irregular_hist_histogram_shared(const int64_t *__restrict__ es,
                                                       const int64_t *__restrict__ xss,
                                                       const int64_t *__restrict__ xss_lengths,
                                                       int64_t share, int64_t b_on_host, int64_t m,
                                                       int32_t copies, int64_t blocks,
                                                       int64_t *__restrict__ values)
{
    __shared__ int64_t counters[HISTOGRAM_BYTES / 8];
    const int lane = threadIdx.x % copies;
    const int64_t part = block_index();
    const int64_t first = min(part * share, b_on_host);
    const int64_t end = min(first + share, b_on_host);
    for (int c = threadIdx.x; c < b_on_host * copies; c += BLOCK_SIZE)
        counters[c] = 0;
    __syncthreads();

    for (int64_t i = first + threadIdx.x; i < end; i += BLOCK_SIZE) {
        const int64_t row = row_containing(all_ragged_rows(es, m), i);
        const int64_t x = xss[i];
        const int64_t len = xss_lengths[row];
        const int64_t at = 0 <= x && x < len
            ? (int64_t)((uint64_t)ragged_row_end(all_ragged_rows(es, m), row) - len + x) : -1;
        if (0 <= at && at < b_on_host)
            atomicAdd((unsigned long long *)&counters[at * copies + lane], (unsigned long long)1);
    }
    __syncthreads();

    // Each thread starts with another copy, in another bank.
    for (int b = threadIdx.x; b < b_on_host; b += BLOCK_SIZE) {
        int64_t sum = 0;
        for (int c = 0; c < copies; c++)
            sum = add(sum, counters[b * copies + (c + lane) % copies]);
        if (sum != 0)
            atomicAdd((unsigned long long *)&values[b], (unsigned long long)sum);
    }
}

// irregular_hist.fut:9: map (\xs -> hist (+) 0 (length xs) xs (map (const 1) xs)) xss
// rules: .., distribute-irregular, F13-hist, expand-hist, seghist-is-histomap, drop-unused
// One thread adds one value to its place in the histogram.
static __global__ void irregular_hist_histogram(const int64_t *__restrict__ xss,
                                                const int64_t *__restrict__ xss_lengths,
                                                const int64_t *__restrict__ es, int64_t b_on_host,
                                                int64_t m, int64_t *__restrict__ values)
{
    const RaggedRows rows = rows_in_block(es, m, b_on_host);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < b_on_host) {
        const int64_t row = row_containing(rows, i);
        const int64_t x = xss[i];
        const int64_t len = xss_lengths[row];
        const int64_t at = 0 <= x && x < len
            ? (int64_t)((uint64_t)ragged_row_end(rows, row) - len + x) : -1;
        if (0 <= at && at < b_on_host)
            atomicAdd((unsigned long long *)&values[at], (unsigned long long)1);
    }
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

// Returns a grid of this number of blocks, in several rows beyond the limit of one row.
static dim3 linear_grid(int64_t blocks)
{
    const int64_t rows = ceil_div(blocks, INT32_MAX);
    return rows > 65535 ? dim3(0) : dim3(ceil_div(blocks, rows), rows);
}

// Returns the elements of each block if blocks share n elements, a multiple of BLOCK_SIZE.
static int64_t elements_per_block(int64_t n, int64_t blocks)
{
    return ceil_div(ceil_div(n, blocks), BLOCK_SIZE) * BLOCK_SIZE;
}

// Returns the number of blocks for a histogram of each row of n elements. Each block has at least
// MIN_BLOCK_ELEMENTS elements, and at least one element per bin.
static int64_t histogram_blocks(int64_t rows, int64_t n, int64_t bins)
{
    const int64_t blocks = n / (bins > MIN_BLOCK_ELEMENTS ? bins : MIN_BLOCK_ELEMENTS);
    const int64_t most = rows > 0 ? MAX_REDUCE_BLOCKS / rows : 1;
    return most < 1 || blocks < 1 ? 1 : blocks < most ? blocks : most;
}

// Returns the number of copies of each bin in shared memory, a power of two. All copies fit into
// HISTOGRAM_BYTES, and a block has no more of them than elements.
static int copies_per_bin(int64_t bins, int bytes, int64_t elements)
{
    int copies = 32;
    while (copies > 1 && (copies * bins > HISTOGRAM_BYTES / bytes || copies * bins > elements))
        copies /= 2;
    return copies;
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

    // Allocates the array and sets its elements to zero.
    cudaError_t allocate_zero(int64_t count)
    {
        CUDA_TRY(allocate(count));
        return cudaMemsetAsync(data, 0, count * sizeof(T), stream);
    }
};
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

size_t irregular_hist_main_scratch(int64_t m)
{
    if (m < 0 || m > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return align_up(m * sizeof(int64_t)) + align_up(sizeof(int64_t))
        + align_up((3 * tiles_for(m, ITEMS_8) + 1) * sizeof(uint64_t));
}

// entry main [m] [xss_total] (xss_lengths: [m]i64) (xss: [xss_total]i64): ?[result_size].([m]i64,
//   [result_size]i64)
cudaError_t irregular_hist_main(const int64_t *xss_lengths, const int64_t *xss, int64_t m,
                                int64_t xss_total, int64_t *result_lengths, int64_t **result,
                                int64_t *result_size, void *scratch, cudaMemPool_t pool,
                                cudaStream_t stream)
{
    if (m < 0 || xss_total < 0 || m > MAX_ELEMENTS || xss_total > MAX_ELEMENTS
        || (m > 0 && (!xss_lengths || !result_lengths)) || (xss_total > 0 && !xss) || !result
        || !result_size || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    *result = NULL;
    *result_size = 0;

    char *memory = (char *)scratch;
    int64_t *const es = carve<int64_t>(&memory, m);
    int64_t *const b = carve<int64_t>(&memory, 1);
    uint64_t *const tile_states = carve<uint64_t>(&memory, 3 * tiles_for(m, ITEMS_8) + 1);

    const int64_t tiles = tiles_for(m, ITEMS_8);
    CUDA_TRY(cudaMemsetAsync(tile_states, 0, (3 * tiles + 1) * sizeof(uint64_t), stream));
    irregular_hist_es<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(xss_lengths, m, es, b,
        tile_states);
    int64_t b_on_host;
    CUDA_TRY(copy_to_host(&b_on_host, b, earlier, stream));
    DeviceArray<int64_t> values(pool, stream);
    CUDA_TRY(values.allocate_zero(b_on_host));
    if (b_on_host <= HISTOGRAM_BYTES / 8) {
        const int64_t blocks = histogram_blocks(1, b_on_host, b_on_host);
        const int64_t share = elements_per_block(b_on_host, blocks);
        const int32_t copies = copies_per_bin(b_on_host, 8, share);
        irregular_hist_histogram_shared<<<linear_grid(blocks), BLOCK_SIZE, 0, stream>>>(es, xss,
            xss_lengths, share, b_on_host, m, copies, blocks, values);
    } else if (b_on_host > 0) {
        irregular_hist_histogram<<<grid_x(b_on_host, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(xss,
            xss_lengths, es, b_on_host, m, values);
    }
    CUDA_TRY(cudaMemcpyAsync(result_lengths, xss_lengths, m * sizeof(int64_t),
                             cudaMemcpyDeviceToDevice, stream));
    CUDA_TRY(last_error(earlier));
    *result = std::exchange(values.data, nullptr);
    *result_size = b_on_host;
    return cudaSuccess;
}
