// irregular_hist.cu -- written by mapnest 0.1.0 from irregular_hist.fut; it is yours
//
//   -- Histograms of rows of different lengths, each as long as its row: how often a row has each
//     number.
//
//   entry main [m] (xss: [m][..]i64): [m][..]i64 =
//     map (\xs -> hist (+) 0 (length xs) xs (map (const 1) xs)) xss

#include "irregular_hist.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MIN_BLOCK_ELEMENTS = 1024; // elements to fold that are worth a block more
static const int MAX_REDUCE_BLOCKS = 2048; // blocks that fold together; each has a value in memory
static const int HISTOGRAM_BYTES = 32768; // of shared memory for a block's histogram: with more,
                                        // larger ones fit, but fewer blocks
static const int MAX_BLOCKS = 1024; // blocks in a grid that has a fixed size
static const int ITEMS_8 = 9; // that a thread scans, of up to 8 bytes; odd: no bank conflicts

// Which block this is, of a grid of one row of blocks or more.
static __device__ int64_t block_index()
{
    return (int64_t)blockIdx.y * gridDim.x + blockIdx.x;
}

// irregular_hist.fut:9: map (\xs -> hist (+) 0 (length xs) xs (map (const 1) xs)) xss
// rules: segscan-is-scanomap, distribute, descend, distribute-irregular, F3-replicate,
//   drop-unused, expand-fill, total-of-scan, total-of-all
// The operator (+) of reductions and scans.
static __device__ int64_t add(int64_t x, int64_t y)
{
    const int64_t sum = (uint64_t)x + y;
    return sum;
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

namespace {
// What is known of a tile, for those who scan the tiles after it: nothing yet, its own fold,
// or the fold of everything up to its end.
enum TileState { INVALID, AGGREGATE, PREFIX };
}

namespace {
// The state says that the value is there, so it must be seen after the value.
template <typename T>
struct TileStatus {
    volatile uint64_t *states;
    T *sums, *prefixes;

    __device__ void publish(int64_t tile, TileState state, T value) const
    {
        (state == AGGREGATE ? sums : prefixes)[tile] = value;
        __threadfence();
        states[tile] = state;
    }

    // Waits until something is known.
    __device__ TileState wait(int64_t tile, T *value) const
    {
        uint64_t state;
        do
            state = states[tile];
        while (state == INVALID);
        __threadfence();
        *value = (state == AGGREGATE ? sums : prefixes)[tile];
        return (TileState)state;
    }
};
}

// Gives each lane of a warp the fold of all values up to its own.
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
    const T left = __shfl_up_sync(0xffffffff, value, 1);
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

static const int MAX_SHARED_ROW_ENDS = 2048; // whose ends a block has in shared memory

namespace {
// Rows of different lengths, one after the other: those from `first` on.
struct RaggedRows {
    const int64_t *ends; // where each of them ends
    int64_t first, count, start; // start: where the first begins
};
}

static __device__ RaggedRows all_ragged_rows(const int64_t *ends, int64_t count)
{
    return RaggedRows{ ends, 0, count, 0 };
}

// The row that an element is of: the first that ends after it.
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

static __device__ int64_t row_end(RaggedRows rows, int64_t row)
{
    return rows.ends[row - rows.first];
}

// The rows of the elements from `from` to before `to`, which a block has. It searches the
// first and the last of them among all; their ends are in shared memory, if they fit there.
static __device__ RaggedRows rows_in_tile(const int64_t *ends, int64_t count, int64_t from,
                                          int64_t to,
                                    int64_t *shared)
{
    __shared__ int64_t bounds[2];
    if (threadIdx.x < 2)
        bounds[threadIdx.x] = row_containing(all_ragged_rows(ends, count), threadIdx.x ? to - 1
                                             : from);
    __syncthreads();
    const int64_t first = bounds[0], n = from < to ? bounds[1] - first + 1 : 0;
    const int64_t start = first > 0 ? ends[first - 1] : 0;
    const bool fits = n <= MAX_SHARED_ROW_ENDS;
    for (int64_t i = threadIdx.x; fits && i < n; i += blockDim.x)
        shared[i] = ends[first + i];
    __syncthreads();
    return RaggedRows{ fits ? shared : ends + first, first, n, start };
}

// irregular_hist.fut:9: map (\xs -> hist (+) 0 (length xs) xs (map (const 1) xs)) xss
// rules: segscan-is-scanomap, distribute, descend, distribute-irregular, F3-replicate,
//   drop-unused, expand-fill, total-of-scan, total-of-all
//
//   segmap@chain <#i < m> {
//     values = xss_lengths[i]
//     t_1 = prefix (+) 0i64 values
//     in t_1
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
irregular_hist_es(const int64_t *__restrict__ xss_lengths, int64_t m, int64_t *__restrict__ es,
                  int64_t *__restrict__ t, uint64_t *states, int64_t *sums, int64_t *prefixes)
{
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const TileStatus<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = next_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= m && tile > 0)
            return;
        const int size = (int)min(m - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size)
                item = xss_lengths[i];
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = block_exclusive_scan<int64_t, add>(fold, 0, &total);
        const int64_t prefix = exclusive_prefix<int64_t, add>(tiles, tile, 0, total, 0, 0);

        // Scan: each thread its own elements, beginning with all that lies before them.
        fold = add(prefix, before);
        for (int turn = 0; turn < ITEMS_8; turn++)
            own[turn] = fold = add(fold, own[turn]);
        __syncthreads();

        // Store: neighbouring threads write neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            const int64_t sum = items[at];
            if (at < size)
                es[i] = sum;
        }

        // The last tile knows what all elements come to.
        if (start + size == m && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *t = sum;
        }
    }
}

// irregular_hist.fut:9: map (\xs -> hist (+) 0 (length xs) xs (map (const 1) xs)) xss
// rules: hist-is-histomap, hist-map, distribute, descend, distribute-irregular, F13-hist,
//   expand-hist, seghist-is-histomap, drop-unused
//
//   seghist@thread <i_1 x_1 in is values_1> values_3 (+) 0i64 {
//     #[unchecked] xss_lengths_1 = xss_lengths[i_1]
//     #[unchecked] end = es[i_1]
//     t_3 = end - xss_lengths_1
//     k = t_3 + x_1
//     t_4 = 0i64 <= x_1
//     t_5 = x_1 < xss_lengths_1
//     ok = t_4 && t_5
//     ts = if ok then k else -1i64
//     in ts 1i64
//   }
//
// Each block counts a part in shared memory. A bin has `copies` counters there, side by
// side, and neighbouring threads use different ones, even for the same bin.
static __global__ void irregular_hist_histogram_shared(const int64_t *__restrict__ es,
                                                       const int64_t *__restrict__ xss,
                                                       const int64_t *__restrict__ xss_lengths,
                                                       int64_t share, int64_t t_on_host, int64_t m,
                                                       int32_t copies, int64_t blocks,
                                                       int64_t *__restrict__ values)
{
    __shared__ int64_t counters[HISTOGRAM_BYTES / 8];
    const int lane = threadIdx.x % copies;
    const int64_t part = block_index();
    const int64_t first = min(part * share, t_on_host);
    const int64_t end = min(first + share, t_on_host);
    for (int c = threadIdx.x; c < t_on_host * copies; c += BLOCK_SIZE)
        counters[c] = 0;
    __syncthreads();

    for (int64_t i = first + threadIdx.x; i < end; i += BLOCK_SIZE) {
        const int64_t row = row_containing(all_ragged_rows(es, m), i);
        const int64_t x = xss[i];
        const int64_t xss_lengths_2 = xss_lengths[row];
        const int64_t at = 0 <= x && x < xss_lengths_2
            ? (int64_t)((uint64_t)row_end(all_ragged_rows(es, m), row) - xss_lengths_2 + x) : -1;
        if (0 <= at && at < t_on_host)
            atomicAdd((unsigned long long *)&counters[at * copies + lane], (unsigned long long)1);
    }
    __syncthreads();

    // Each thread begins with another copy, and so in another bank.
    for (int b = threadIdx.x; b < t_on_host; b += BLOCK_SIZE) {
        int64_t sum = 0;
        for (int c = 0; c < copies; c++)
            sum = add(sum, counters[b * copies + (c + lane) % copies]);
        if (sum != 0)
            atomicAdd((unsigned long long *)&values[b], (unsigned long long)sum);
    }
}

// irregular_hist.fut:9: map (\xs -> hist (+) 0 (length xs) xs (map (const 1) xs)) xss
// rules: hist-is-histomap, hist-map, distribute, descend, distribute-irregular, F13-hist,
//   expand-hist, seghist-is-histomap, drop-unused
//
//   seghist@thread <i_1 x_1 in is values_1> values_3 (+) 0i64 {
//     #[unchecked] xss_lengths_1 = xss_lengths[i_1]
//     #[unchecked] end = es[i_1]
//     t_3 = end - xss_lengths_1
//     k = t_3 + x_1
//     t_4 = 0i64 <= x_1
//     t_5 = x_1 < xss_lengths_1
//     ok = t_4 && t_5
//     ts = if ok then k else -1i64
//     in ts 1i64
//   }
//
// One thread adds one value to its place in the histogram.
static __global__ void irregular_hist_histogram(const int64_t *__restrict__ xss,
                                                const int64_t *__restrict__ xss_lengths,
                                                const int64_t *__restrict__ es, int64_t t_on_host,
                                                int64_t m, int64_t *__restrict__ values)
{
    __shared__ int64_t ends_here[MAX_SHARED_ROW_ENDS];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const RaggedRows rows = rows_in_tile(es, m, first_here,
                                         min(first_here + blockDim.x, t_on_host), ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t_on_host) {
        const int64_t row = row_containing(rows, i);
        const int64_t x = xss[i];
        const int64_t xss_lengths_2 = xss_lengths[row];
        const int64_t at = 0 <= x && x < xss_lengths_2
            ? (int64_t)((uint64_t)row_end(rows, row) - xss_lengths_2 + x) : -1;
        if (0 <= at && at < t_on_host)
            atomicAdd((unsigned long long *)&values[at], (unsigned long long)1);
    }
}

static int64_t ceil_div(int64_t n, int64_t size)
{
    return n / size + (n % size > 0);
}

// Whether an array of these sizes has more elements than any memory holds.
template <typename... Sizes>
static bool exceeds_memory(Sizes... sizes)
{
    double elements = 1;
    const double all[] = { (double)sizes... };
    for (const double size : all)
        elements *= size > 1 ? size : 1;
    return elements > MAX_ELEMENTS;
}

// Blocks of `size` threads for n elements; none if a grid cannot have so many, which the
// launch refuses.
static unsigned grid_x(int64_t n, int64_t size)
{
    const int64_t blocks = ceil_div(n, size);
    return blocks <= INT32_MAX ? (unsigned)blocks : 0;
}

// So many blocks; more than fit in a row of the grid stand in several rows.
static dim3 linear_grid(int64_t blocks)
{
    const int64_t rows = ceil_div(blocks, INT32_MAX);
    return rows > 65535 ? dim3(0) : dim3(ceil_div(blocks, rows), rows);
}

// The elements of each of so many blocks that share n, in whole rounds of their threads.
static int64_t elements_per_block(int64_t n, int64_t blocks)
{
    return ceil_div(ceil_div(n, blocks), BLOCK_SIZE) * BLOCK_SIZE;
}

// Blocks that count each of so many rows of n elements: as many as keep the device busy, but
// each with more elements than it has bins, and MIN_BLOCK_ELEMENTS of them.
static int64_t histogram_blocks(int64_t rows, int64_t n, int64_t bins)
{
    const int64_t blocks = n / (bins > MIN_BLOCK_ELEMENTS ? bins : MIN_BLOCK_ELEMENTS);
    const int64_t most = rows > 0 ? MAX_REDUCE_BLOCKS / rows : 1;
    return most < 1 || blocks < 1 ? 1 : blocks < most ? blocks : most;
}

// How many counters of so many bytes each bin has: a power of two; those of a block's bins fit,
// and are no more than its elements.
static int copies_per_bin(int64_t bins, int bytes, int64_t elements)
{
    int copies = 32;
    while (copies > 1 && (copies * bins > HISTOGRAM_BYTES / bytes || copies * bins > elements))
        copies /= 2;
    return copies;
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

// Waits for the stream and copies a value from the device. A launch that failed is an error:
// the value was not written.
template <typename T>
static cudaError_t copy_to_host(T *to, const void *from, cudaError_t earlier, cudaStream_t stream)
{
    if (cudaPeekAtLastError() != earlier)
        return cudaGetLastError();
    const cudaError_t error = cudaMemcpyAsync(to, from, sizeof *to, cudaMemcpyDeviceToHost,
                                              stream);
    return error ? error : cudaStreamSynchronize(stream);
}

// An array whose size is known only at run time. Its memory goes back to the pool, after what
// was queued before, at the end of the block, however that is left.
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
            (void)cudaFreeAsync(data, stream); // its error is that of the stream
    }
    operator T *() const { return data; }

    // An array of no elements has an address, too.
    template <typename... Sizes>
    cudaError_t allocate(Sizes... sizes)
    {
        if (exceeds_memory(sizes...))
            return cudaErrorMemoryAllocation;
        const int64_t count = (... * sizes);
        const size_t bytes = (count > 0 ? count : 1) * sizeof(T);
        void **const to = (void **)&data;
        const cudaError_t error = pool ? cudaMallocFromPoolAsync(to, bytes, pool, stream)
                                       : cudaMallocAsync(to, bytes, stream);
        return error == cudaSuccess ? error : cudaGetLastError();
    }

    // The memory is the caller's from now on.
    T *release()
    {
        T *const array = data;
        data = NULL;
        return array;
    }
};
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

size_t irregular_hist_main_scratch(int64_t m)
{
    if (m > MAX_ELEMENTS)
        return SIZE_MAX; // no device has so much
    return align_up(m * sizeof(int64_t)) + align_up(sizeof(int64_t))
        + align_up((tiles_for(m, ITEMS_8) + 1) * sizeof(uint64_t))
        + align_up(tiles_for(m, ITEMS_8) * sizeof(int64_t))
        + align_up(tiles_for(m, ITEMS_8) * sizeof(int64_t));
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
    int64_t *const es = (int64_t *)carve(&memory, m * sizeof(int64_t));
    int64_t *const t = (int64_t *)carve(&memory, sizeof(int64_t));
    uint64_t *const states = (uint64_t *)carve(&memory,
                                               (tiles_for(m, ITEMS_8) + 1) * sizeof(uint64_t));
    int64_t *const sums = (int64_t *)carve(&memory, tiles_for(m, ITEMS_8) * sizeof(int64_t));
    int64_t *const prefixes = (int64_t *)carve(&memory, tiles_for(m, ITEMS_8) * sizeof(int64_t));

    if (const cudaError_t error = cudaMemsetAsync(states, 0,
                                                  (tiles_for(m, ITEMS_8) + 1) * sizeof(uint64_t),
                                                  stream))
        return error;
    irregular_hist_es<<<tile_blocks(tiles_for(m, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(xss_lengths,
        m, es, t, states, sums, prefixes);
    int64_t t_on_host;
    if (const cudaError_t error = copy_to_host(&t_on_host, t, earlier, stream))
        return error;
    DeviceArray<int64_t> values(pool, stream);
    if (const cudaError_t error = values.allocate(t_on_host))
        return error;
    if (const cudaError_t error = cudaMemsetAsync(values, 0, t_on_host * sizeof(int64_t), stream))
        return error;
    if (t_on_host <= HISTOGRAM_BYTES / 8) {
        const int64_t blocks = histogram_blocks(1, t_on_host, t_on_host);
        const int64_t share = elements_per_block(t_on_host, blocks);
        const int32_t copies = copies_per_bin(t_on_host, 8, share);
        irregular_hist_histogram_shared<<<linear_grid(blocks), BLOCK_SIZE, 0, stream>>>(es, xss,
            xss_lengths, share, t_on_host, m, copies, blocks, values);
    } else {
        if (t_on_host > 0)
            irregular_hist_histogram<<<grid_x(t_on_host, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(xss,
                xss_lengths, es, t_on_host, m, values);
    }
    if (const cudaError_t error = cudaMemcpyAsync(result_lengths, xss_lengths, m * sizeof(int64_t),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    if (const cudaError_t error = last_error(earlier))
        return error;
    *result = values.release();
    *result_size = t_on_host;
    return cudaSuccess;
}
