// scans.cu -- written by mapnest 0.1.0 from scans.fut; it is yours
//
//   -- The core of LocVolCalib: three scans in a nest of two maps.
//
//   entry main [k][m][n] (xsss: [k][m][n]f64): [k][m][n]f64 =
//     map (map (\xs ->
//       let sums = scan (+) 0 xs
//       let products = map2 (*) sums xs
//       let maxima = scan f64.max f64.lowest products
//       in scan (+) 0 (map2 (\p x -> if x > 2 then p - x + 1 else p) maxima xs))) xsss

#include "scans.h"

// One thread per row is used only for rows of at most this many elements (scans_thread_per_row).
static const int64_t MAX_THREAD_ROW = 64;

// Versions of an entry point, chosen by its sizes.
enum Version { THREAD_PER_ROW, FLAT };

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MAX_BLOCKS = 1024; // most blocks of a grid-stride loop
static const int ITEMS_8 = 9; // items per thread in a scan of 8-byte values (odd: no conflict)

// Returns the linear index of the block in a grid of one or more rows.
static __device__ int64_t block_index() { return (int64_t)blockIdx.y * gridDim.x + blockIdx.x; }

// scans.fut:11: the operator (+) of reductions and scans
static __device__ double add(double a, double b) { return a + b; }

// scans.fut:13: the operator (max) of reductions and scans
static __device__ double larger(double a, double b) { return fmax(a, b); }

// Inclusive scan of one value per thread over the threads with the same threadIdx.y, in thread
// order. *total gets the total of these threads.
template <typename T, T op(T, T)>
static __device__ T block_inclusive_scan(T value, T *total)
{
    __shared__ T warp_totals[BLOCK_SIZE / 32];
    const int width = min((int)blockDim.x, 32);
    const int lane = threadIdx.x % width;
    const int warp = threadIdx.x / 32;

    // Each warp scans its values. Several short rows share a warp.
    for (int offset = 1; offset < width; offset *= 2) {
        const T left = __shfl_up_sync(0xffffffff, value, offset, width);
        if (lane >= offset)
            value = op(left, value);
    }
    *total = value;
    if (blockDim.x <= 32 && blockDim.y > 1)
        return value; // the row needs one iteration, and the total is not used

    T *const row_totals = warp_totals + threadIdx.y * (blockDim.x / 32);
    if (lane == 31)
        row_totals[warp] = value;
    __syncthreads();

    // Each thread reduces the totals of the warps of its row.
    T before = row_totals[0], all = row_totals[0];
    for (int w = 1; w < blockDim.x / 32; w++) {
        if (w == warp)
            before = all;
        all = op(all, row_totals[w]);
    }
    *total = all;
    __syncthreads(); // warp_totals can be overwritten
    return warp > 0 ? op(before, value) : value;
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

// Publishes the total of a tile and returns its exclusive prefix to all threads. `start` comes
// before tile `first`. Tiles are combined in an order that no schedule changes, so floats have the
// same bits in each run. 32 tiles are a group, 32 groups are a section. The last tile of a
// section publishes the prefix of all up to its end, the last tile of a group the total of the
// group, each other tile its own total. Sections wait for each other: tiles / 1024 steps.
template <typename T, T op(T, T), typename Status>
static __device__ T deterministic_exclusive_prefix(Status *tiles, int64_t tile, int64_t first,
                                                   T sum, T start, T neutral)
{
    __shared__ T prefix;
    const int lane = threadIdx.x, in_group = (tile - first) % 32, group = (tile - first) / 32 % 32;
    const bool ends_group = in_group == 31, ends_section = ends_group && group == 31;
    if (lane == 31 && !ends_group)
        tiles[tile].publish(AGGREGATE, sum);
    if (lane < 32) {
        // The tiles of the group before this one.
        T value = neutral;
        if (lane < in_group)
            tiles[tile - in_group + lane].wait(&value);
        const T tiles_before = warp_inclusive_scan<T, op>(value);
        if (lane == 31 && ends_group && !ends_section)
            tiles[tile].publish(AGGREGATE, op(tiles_before, sum));

        // All sections before this one, then the groups of this section.
        const int64_t section = tile - in_group - 32 * group;
        value = lane == 0 ? start : neutral;
        if (lane == 0 ? section > first : lane <= group)
            tiles[section + 32 * lane - 1].wait(&value);
        value = warp_inclusive_scan<T, op>(value);
        if (lane == 31) {
            const T before = op(value, tiles_before);
            prefix = before;
            if (ends_section)
                tiles[tile].publish(PREFIX, op(before, sum));
        }
    }
    __syncthreads();
    return prefix;
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

// scans.fut:10: map (map (\xs ->
// rules: descend, versions-by-blocks, scan-then-scan, scan-map
// Each thread computes every `threads`-th row.
static __global__ void scans_thread_per_row(const double *__restrict__ xsss, int64_t m, int64_t n,
                                            int64_t k, double *__restrict__ maxima,
                                            double *__restrict__ sums)
{
    const int64_t threads = (int64_t)gridDim.x * blockDim.x;
    const int64_t thread = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (int64_t position = thread; position < k * m; position += threads) {
        const int64_t i = position % m;
        const int64_t xsss_row = position / m;
        const double *const xs = xsss + (xsss_row * m + i) * n;
        double sum = 0.0;
        double total = -INFINITY;
        for (int64_t j = 0; j < n; j++) {
            const double x = xs[j];
            sum += x;
            total = fmax(total, sum * x);
            maxima[j * threads + thread] = total;
        }
        double partial_sum = 0.0;
        for (int64_t j = 0; j < n; j++) {
            const double p = maxima[j * threads + thread];
            const double x = xs[j];
            partial_sum += x > 2.0 ? p - x + 1.0 : p;
            sums[(xsss_row * m + i) * n + j] = partial_sum;
        }
    }
}

// scans.fut:11: let sums = scan (+) 0 xs
// rules: .., descend, versions-by-blocks, distribute, scanomap, scan-rows-in-blocks
// The threads of a block with the same threadIdx.y scan one row, blockDim.x elements at a time.
static __global__ void scans_sums(const double *__restrict__ xsss, int64_t m, int64_t n, int64_t k,
                                  double *__restrict__ sums)
{
    const int64_t top = block_index() * blockDim.y;
    const bool is_row = top + threadIdx.y < k * m;
    const int64_t segment = is_row ? top + threadIdx.y : 0;
    const int64_t i = segment % m;
    const int64_t xsss_row = segment / m;
    const double *const xs = xsss + (xsss_row * m + i) * n;
    double prefix = 0.0;
    const int skew = blockDim.y == 1 ? segment * n % 32 : 0; // a warp starts at a multiple of 32
    for (int64_t start = -skew; start < n; start += blockDim.x) {
        const int64_t j = start + threadIdx.x;
        const bool is_element = is_row && j >= 0 && j < n;
        // Threads before the first element or beyond the last contribute the neutral element.
        double value = 0.0, total;
        if (is_element)
            value = xs[j];
        value = block_inclusive_scan<double, add>(value, &total);
        const double sum = add(prefix, value);
        if (is_element)
            sums[(xsss_row * m + i) * n + j] = sum;
        prefix = add(prefix, total);
    }
}

// scans.fut:11: let sums = scan (+) 0 xs
// rules: .., descend, versions-by-blocks, distribute, scanomap, scan-rows-in-blocks
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
scans_sums_scan(const double *__restrict__ xsss, int64_t m, int64_t n, int64_t k,
                double *__restrict__ sums, uint64_t *tile_states)
{
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    auto *const tiles = (TileStatus<double> *)(tile_states + 1);
    const int64_t row_tiles = (n + 31 + tile_size - 1) / tile_size;
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t row = tile / row_tiles;
        if (row >= k * m)
            return;
        const int64_t i = row % m;
        const int64_t xsss_row = row / m;
        const int64_t first = row * row_tiles;
        const int skew = row * n % 32; // a warp starts at a multiple of 32
        const int64_t start = (tile - first) * tile_size - skew;
        const int size = (int)min(n - start, (int64_t)tile_size);

        const auto load = [&](int turn, int64_t j) -> double {
            if (j < 0)
                return 0.0; // the first tile starts before the row
            const double *const xs = xsss + (xsss_row * m + i) * n;
            return xs[j];
        };
        const auto store = [&](int turn, int64_t j, double sum) {
            if (j < 0)
                return;
            sums[(xsss_row * m + i) * n + j] = sum;
        };
        const auto look_back = [&](double total) {
            return deterministic_exclusive_prefix<double, add>(tiles, tile, first, total, 0.0,
                0.0);
        };
        scan_tile<ITEMS_8, double, add>(start, size, 0.0, load, look_back, store);
    }
}

// scans.fut:13: let maxima = scan f64.max f64.lowest products
// rules: .., scan-map, descend, versions-by-blocks, distribute, scanomap, scan-rows-in-blocks
// The threads of a block with the same threadIdx.y scan one row, blockDim.x elements at a time.
static __global__ void scans_maxima(const double *__restrict__ xsss,
                                    const double *__restrict__ sums, int64_t m, int64_t n,
                                    int64_t k, double *__restrict__ maxima)
{
    const int64_t top = block_index() * blockDim.y;
    const bool is_row = top + threadIdx.y < k * m;
    const int64_t segment = is_row ? top + threadIdx.y : 0;
    const int64_t sums_row = segment % m;
    const int64_t xsss_row = segment / m;
    const double *const xs = xsss + (xsss_row * m + sums_row) * n;
    const double *const row_sums = sums + (xsss_row * m + sums_row) * n;
    double prefix = -INFINITY;
    const int skew = blockDim.y == 1 ? segment * n % 32 : 0; // a warp starts at a multiple of 32
    for (int64_t start = -skew; start < n; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        const bool is_element = is_row && i >= 0 && i < n;
        // Threads before the first element or beyond the last contribute the neutral element.
        double value = -INFINITY, total;
        if (is_element)
            value = row_sums[i] * xs[i];
        value = block_inclusive_scan<double, larger>(value, &total);
        const double most = larger(prefix, value);
        if (is_element)
            maxima[(xsss_row * m + sums_row) * n + i] = most;
        prefix = larger(prefix, total);
    }
}

// scans.fut:13: let maxima = scan f64.max f64.lowest products
// rules: .., scan-map, descend, versions-by-blocks, distribute, scanomap, scan-rows-in-blocks
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
scans_maxima_scan(const double *__restrict__ xsss, const double *__restrict__ sums, int64_t m,
                  int64_t n, int64_t k, double *__restrict__ maxima, uint64_t *tile_states)
{
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    auto *const tiles = (TileStatus<double> *)(tile_states + 1);
    const int64_t row_tiles = (n + 31 + tile_size - 1) / tile_size;
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t row = tile / row_tiles;
        if (row >= k * m)
            return;
        const int64_t sums_row = row % m;
        const int64_t xsss_row = row / m;
        const int64_t first = row * row_tiles;
        const int skew = row * n % 32; // a warp starts at a multiple of 32
        const int64_t start = (tile - first) * tile_size - skew;
        const int size = (int)min(n - start, (int64_t)tile_size);

        const auto load = [&](int turn, int64_t i) -> double {
            if (i < 0)
                return -INFINITY; // the first tile starts before the row
            const double *const xs = xsss + (xsss_row * m + sums_row) * n;
            const double *const row_sums = sums + (xsss_row * m + sums_row) * n;
            return row_sums[i] * xs[i];
        };
        const auto store = [&](int turn, int64_t i, double most) {
            if (i < 0)
                return;
            maxima[(xsss_row * m + sums_row) * n + i] = most;
        };
        const auto look_back = [&](double total) {
            return deterministic_exclusive_prefix<double, larger>(tiles, tile, first, total,
                -INFINITY, -INFINITY);
        };
        scan_tile<ITEMS_8, double, larger>(start, size, -INFINITY, load, look_back, store);
    }
}

// scans.fut:14: in scan (+) 0 (map2 (\p x -> if x > 2 then p - x + 1 else p) maxima xs))) xsss
// rules: .., scan-map, descend, versions-by-blocks, distribute, scanomap, scan-rows-in-blocks
// The threads of a block with the same threadIdx.y scan one row, blockDim.x elements at a time.
static __global__ void scans_sums_scan_rows(const double *__restrict__ xsss,
                                            const double *__restrict__ maxima, int64_t m,
                                            int64_t n, int64_t k, double *__restrict__ sums)
{
    const int64_t top = block_index() * blockDim.y;
    const bool is_row = top + threadIdx.y < k * m;
    const int64_t segment = is_row ? top + threadIdx.y : 0;
    const int64_t maxima_row = segment % m;
    const int64_t xsss_row = segment / m;
    const double *const xs = xsss + (xsss_row * m + maxima_row) * n;
    const double *const row_maxima = maxima + (xsss_row * m + maxima_row) * n;
    double prefix = 0.0;
    const int skew = blockDim.y == 1 ? segment * n % 32 : 0; // a warp starts at a multiple of 32
    for (int64_t start = -skew; start < n; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        const bool is_element = is_row && i >= 0 && i < n;
        // Threads before the first element or beyond the last contribute the neutral element.
        double value = 0.0, total;
        if (is_element) {
            const double p = row_maxima[i];
            const double x = xs[i];
            value = x > 2.0 ? p - x + 1.0 : p;
        }
        value = block_inclusive_scan<double, add>(value, &total);
        const double sum = add(prefix, value);
        if (is_element)
            sums[(xsss_row * m + maxima_row) * n + i] = sum;
        prefix = add(prefix, total);
    }
}

// scans.fut:14: in scan (+) 0 (map2 (\p x -> if x > 2 then p - x + 1 else p) maxima xs))) xsss
// rules: .., scan-map, descend, versions-by-blocks, distribute, scanomap, scan-rows-in-blocks
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
scans_sums_of_xsss(const double *__restrict__ xsss, const double *__restrict__ maxima, int64_t m,
                   int64_t n, int64_t k, double *__restrict__ sums, uint64_t *tile_states)
{
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    auto *const tiles = (TileStatus<double> *)(tile_states + 1);
    const int64_t row_tiles = (n + 31 + tile_size - 1) / tile_size;
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t row = tile / row_tiles;
        if (row >= k * m)
            return;
        const int64_t maxima_row = row % m;
        const int64_t xsss_row = row / m;
        const int64_t first = row * row_tiles;
        const int skew = row * n % 32; // a warp starts at a multiple of 32
        const int64_t start = (tile - first) * tile_size - skew;
        const int size = (int)min(n - start, (int64_t)tile_size);

        const auto load = [&](int turn, int64_t i) -> double {
            if (i < 0)
                return 0.0; // the first tile starts before the row
            const double *const xs = xsss + (xsss_row * m + maxima_row) * n;
            const double *const row_maxima = maxima + (xsss_row * m + maxima_row) * n;
            const double p = row_maxima[i];
            const double x = xs[i];
            return x > 2.0 ? p - x + 1.0 : p;
        };
        const auto store = [&](int turn, int64_t i, double sum) {
            if (i < 0)
                return;
            sums[(xsss_row * m + maxima_row) * n + i] = sum;
        };
        const auto look_back = [&](double total) {
            return deterministic_exclusive_prefix<double, add>(tiles, tile, first, total, 0.0,
                0.0);
        };
        scan_tile<ITEMS_8, double, add>(start, size, 0.0, load, look_back, store);
    }
}

// Returns the error of a call from the function around it.
#define CUDA_TRY(call) do { if (const cudaError_t error = (call)) return error; } while (0)

// Returns n / size, rounded up.
static int64_t ceil_div(int64_t n, int64_t size) { return n / size + (n % size > 0); }

// Returns true if an array of these sizes has more than MAX_ELEMENTS elements.
template <typename... Sizes>
static bool exceeds_memory(Sizes... sizes)
{
    return (1.0 * ... * (sizes > 1 ? sizes : 1)) > MAX_ELEMENTS;
}

// Returns a grid of this number of blocks, in several rows beyond the limit of one row.
static dim3 linear_grid(int64_t blocks)
{
    const int64_t rows = ceil_div(blocks, INT32_MAX);
    return rows > 65535 ? dim3(0) : dim3(ceil_div(blocks, rows), rows);
}

// Returns the number of blocks of a grid-stride loop over n elements, 1 .. MAX_BLOCKS.
static int grid_stride_blocks(int64_t n)
{
    const int64_t blocks = n / BLOCK_SIZE + (n % BLOCK_SIZE > 0);
    return blocks < 1 ? 1 : blocks > MAX_BLOCKS ? MAX_BLOCKS : (int)blocks;
}

// Returns the number of tiles for n elements, at least one, with k elements per thread.
static int64_t tiles_for(int64_t n, int k) { return ceil_div(n > 0 ? n : 1, BLOCK_SIZE * k); }

// Returns one block per tile, up to MAX_BLOCKS.
static int tile_blocks(int64_t tiles) { return tiles < MAX_BLOCKS ? (int)tiles : MAX_BLOCKS; }

// Returns the number of threads of a grid-stride loop over n elements.
static int64_t grid_stride_threads(int64_t n)
{
    return (int64_t)grid_stride_blocks(n) * BLOCK_SIZE;
}

// Returns the shape of a block for rows of this length: threads per row, a power of two, and
// rows per block.
static dim3 row_block(int64_t elements)
{
    int x = 1;
    while (x < elements && 2 * x <= BLOCK_SIZE)
        x *= 2;
    return dim3(x, BLOCK_SIZE / x);
}

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

// Returns the version for these sizes.
static Version scans_main_version(int64_t n)
{
    if (n <= MAX_THREAD_ROW)
        return THREAD_PER_ROW; // one thread per row
    return FLAT; // one kernel per parallel operation
}

size_t scans_main_scratch(int64_t k, int64_t m, int64_t n)
{
    if (k < 0 || m < 0 || n < 0 || exceeds_memory(k, m, n))
        return SIZE_MAX; // the call refuses these sizes
    const Version version = scans_main_version(n);
    size_t bytes = 0;
    if (version == THREAD_PER_ROW)
        bytes += align_up(grid_stride_threads(k * m) * n * sizeof(double));
    if (version == FLAT)
        bytes += 2 * align_up(k * m * n * sizeof(double))
            + align_up((3 * k * m * tiles_for(n + 31, ITEMS_8) + 1) * sizeof(uint64_t));
    return bytes;
}

// entry main [k] [m] [n] (xsss: [k][m][n]f64): [k][m][n]f64
cudaError_t scans_main(const double *xsss, int64_t k, int64_t m, int64_t n, double *sums,
                       void *scratch, cudaStream_t stream)
{
    if (k < 0 || m < 0 || n < 0 || exceeds_memory(k, m, n) || (k * m * n > 0 && (!xsss || !sums))
        || (!scratch && scans_main_scratch(k, m, n) > 0))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    const Version version = scans_main_version(n);
    char *memory = (char *)scratch;

    if (version == THREAD_PER_ROW) {
        double *const maxima = carve<double>(&memory, grid_stride_threads(k * m) * n);
        if (k * m > 0)
            scans_thread_per_row<<<grid_stride_blocks(k * m), BLOCK_SIZE, 0, stream>>>(xsss, m, n,
                k, maxima, sums);
    } else {
        double *const sums_scan_sums = carve<double>(&memory, k * m * n);
        uint64_t *const tile_states = carve<uint64_t>(&memory,
                                                      3 * k * m * tiles_for(n + 31, ITEMS_8) + 1);
        double *const maxima = carve<double>(&memory, k * m * n);
        if (n <= 4096) {
            if (k * m > 0) {
                scans_sums<<<linear_grid(ceil_div(k * m, row_block(n).y)), row_block(n), 0,
                        stream>>>(xsss, m, n, k, sums_scan_sums);
                scans_maxima<<<linear_grid(ceil_div(k * m, row_block(n).y)), row_block(n), 0,
                        stream>>>(xsss, sums_scan_sums, m, n, k, maxima);
                scans_sums_scan_rows<<<linear_grid(ceil_div(k * m, row_block(n).y)), row_block(n),
                        0, stream>>>(xsss, maxima, m, n, k, sums);
            }
        } else {
            const int64_t tiles = k * m * tiles_for(n + 31, ITEMS_8);
            CUDA_TRY(cudaMemsetAsync(tile_states, 0, (3 * tiles + 1) * sizeof(uint64_t), stream));
            if (k * m * n > 0)
                scans_sums_scan<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(xsss, m, n, k,
                    sums_scan_sums, tile_states);
            CUDA_TRY(cudaMemsetAsync(tile_states, 0, (3 * tiles + 1) * sizeof(uint64_t), stream));
            if (k * m * n > 0)
                scans_maxima_scan<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(xsss,
                    sums_scan_sums, m, n, k, maxima, tile_states);
            CUDA_TRY(cudaMemsetAsync(tile_states, 0, (3 * tiles + 1) * sizeof(uint64_t), stream));
            if (k * m * n > 0)
                scans_sums_of_xsss<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(xsss, maxima, m,
                    n, k, sums, tile_states);
        }
    }
    return last_error(earlier);
}
