// bfs.cu -- written by mapnest 0.1.0 from bfs.fut; it is yours
//
//   -- Breadth-first search: the parent of each node, the least of those a step before, -1 if
//     there is
//   -- no way to it. A round expands the nodes of the frontier to their neighbours.
//
//   entry main [n] (neighbours: [n][..]i64) (root: i64): [n]i64 =
//     let (parents, _) =
//       loop (parents, frontier) = (replicate n (-1) with [root] = root, [root])
//       while length frontier > 0 do
//         let (us, vs) = unzip (flatten (map (\v -> map (\u -> (u, v)) neighbours[v]) frontier))
//         let found = reduce_by_index (replicate n n) i64.min n us vs
//         let next = filter (\u -> parents[u] < 0 && found[u] < n) (iota n)
//         in (scatter parents next (map (\u -> found[u]) next), next)
//     in parents

#include "bfs.h"

#include <stdio.h>

#include <utility>

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MIN_BLOCK_ELEMENTS = 1024; // fewest elements for which a reduction adds a block
static const int MAX_REDUCE_BLOCKS = 2048; // most blocks of one reduction
static const int HISTOGRAM_BYTES = 32768; // shared memory of a histogram; more lowers occupancy
static const int MAX_BLOCKS = 1024; // most blocks of a grid-stride loop
static const int ITEMS_8 = 9; // items per thread in a scan of 8-byte values (odd: no conflict)
static const int ITEMS_16 = 7; // items per thread in a scan of 16-byte values; odd

// Returns the linear index of the block in a grid of one or more rows.
static __device__ int64_t block_index() { return (int64_t)blockIdx.y * gridDim.x + blockIdx.x; }

namespace {
// The first check that failed (code 0: none) and its values. Scratch memory begins with it.
struct Failure {
    int32_t code;
    long long value[2];
};
}

// Records the first failure. The .._failure function turns it into a message.
static __device__ void fail(Failure *failure, const Failure &found)
{
    if (atomicCAS(&failure->code, 0, found.code) != 0)
        return;
    for (int i = 0; i < 2; i++)
        failure->value[i] = found.value[i];
}

// Returns true if an earlier kernel failed; its results are incomplete.
static __device__ bool has_failed(const Failure *failure) { return failure->code != 0; }

// Returns true if an earlier kernel or a thread of this kernel has failed so far.
static __device__ bool is_failing(const Failure *failure)
{
    return *(const volatile int32_t *)&failure->code != 0;
}

// bfs.fut:9: the operator (+) of reductions and scans
static __device__ int64_t add(int64_t x, int64_t y) { return (uint64_t)x + y; }

// bfs.fut:13: combines two partial results
static __device__ int64_t combine(int64_t x, int64_t y)
{
    return (int64_t)min((uint64_t)x + (uint64_t)y, UINT64_C(9223372036854775807));
}

// bfs.fut:14: the operator (min) of reductions and scans
static __device__ int64_t smaller(int64_t a, int64_t b) { return min(a, b); }

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

// Returns the first element of a row.
static __device__ int64_t ragged_row_start(RaggedRows rows, int64_t row)
{
    return row > rows.first ? rows.ends[row - rows.first - 1] : rows.start;
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

// bfs.fut:9: entry main [n] (neighbours: [n][..]i64) (root: i64): [n]i64 =
// rules: ends-of-irreg, segscan-is-scanomap, scan-in-chain
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
bfs_ends(const int64_t *__restrict__ neighbours_lengths, int64_t n, int64_t *__restrict__ ends,
         uint64_t *tile_states)
{
    const auto load = [&](int turn, int64_t i) -> int64_t { return neighbours_lengths[i]; };
    const auto store = [&](int turn, int64_t i, int64_t sum) { ends[i] = sum; };
    scan_tiles<TileStatus<int64_t>, ITEMS_8, int64_t, add>(n, tile_states, 0, 0, load, store,
                                                           [](int64_t) {});
}

// bfs.fut:11: loop (parents, frontier) = (replicate n (-1) with [root] = root, [root])
// Stores an array whose elements were computed on demand so far. One thread stores one element.
static __global__ void bfs_parents(int64_t n, int64_t *__restrict__ parents)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        parents[i] = -1;
}

// bfs.fut:11: loop (parents, frontier) = (replicate n (-1) with [root] = root, [root])
// One thread computes values whose operands are in device memory.
static __global__ void bfs_copies(int64_t root, int64_t *__restrict__ parents,
                                  int64_t *__restrict__ frontier)
{
    parents[root] = root;
    frontier[0] = root;
}

// bfs.fut:13: let (us, vs) = unzip (flatten (map (\v -> map (\u -> (u, v)) neighbours[v])
//   frontier))
// rules: .., segmap, rows-of-views, expand-map, total-of-scan, total-of-all
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
bfs_es(const int64_t *__restrict__ frontier, const int64_t *__restrict__ ends,
       const int64_t *__restrict__ neighbours_lengths, int64_t n, int64_t length, Failure *failure,
       int64_t *__restrict__ es, int64_t *__restrict__ es_ends, int64_t *__restrict__ lengths,
       int64_t *__restrict__ mapped_total, uint64_t *tile_states)
{
    if (__syncthreads_or(is_failing(failure))) return;
    int64_t thread_end[ITEMS_8];
    int64_t thread_length[ITEMS_8];
    const auto load = [&](int turn, int64_t i) -> int64_t {
        int64_t item = 0;
        thread_length[turn] = 0;
        thread_end[turn] = 0;
        const int64_t v = frontier[i];
        if (!(0 <= v && v < n)) {
            fail(failure, Failure{ 2, { v, n } });
        } else {
            const int64_t end = ends[v];
            const int64_t length_value = neighbours_lengths[v];
            item = length_value;
            thread_end[turn] = end;
            thread_length[turn] = length_value;
        }
        return item;
    };
    const auto store = [&](int turn, int64_t i, int64_t sum) {
        es[i] = sum;
        es_ends[i] = thread_end[turn];
        lengths[i] = thread_length[turn];
    };
    const auto store_total = [&](int64_t sum) { *mapped_total = sum; };
    scan_tiles<TileStatus<int64_t>, ITEMS_8, int64_t, combine>(length, tile_states, 0, 0, load,
        store, store_total);
}

// bfs.fut:14: let found = reduce_by_index (replicate n n) i64.min n us vs
// rules: .., while-outside, distribute, histomap, hist-map, seghist-is-histomap
// Stores an array whose elements were computed on demand so far. One thread stores one element.
static __global__ void bfs_copies_map(int64_t n, int64_t *__restrict__ copies, Failure *failure)
{
    if (has_failed(failure)) return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        copies[i] = n;
}

// bfs.fut:14: let found = reduce_by_index (replicate n n) i64.min n us vs
// rules: .., while-outside, distribute, histomap, hist-map, seghist-is-histomap
// Each block counts a part in shared memory. Each bin has `copies` counters;
// neighbouring threads use different copies, which avoids contention.
static __global__ void bfs_found_shared(const int64_t *__restrict__ es,
                                        const int64_t *__restrict__ frontier,
                                        const int64_t *__restrict__ ends,
                                        const int64_t *__restrict__ lengths,
                                        const int64_t *__restrict__ neighbours, int64_t share,
                                        int64_t mapped_total_on_host, int64_t length, int64_t n,
                                        int32_t copies, int64_t blocks,
                                        int64_t *__restrict__ found_copies, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    __shared__ int64_t counters[HISTOGRAM_BYTES / 8];
    const int lane = threadIdx.x % copies;
    const int64_t part = block_index();
    const int64_t first = min(part * share, mapped_total_on_host);
    const int64_t end = min(first + share, mapped_total_on_host);
    for (int c = threadIdx.x; c < n * copies; c += BLOCK_SIZE)
        counters[c] = n;
    __syncthreads();

    for (int64_t i = first + threadIdx.x; i < end; i += BLOCK_SIZE) {
        const int64_t row = row_containing(all_ragged_rows(es, length), i);
        const int64_t row_begin = ragged_row_start(all_ragged_rows(es, length), row);
        const int64_t v = frontier[row];
        const int64_t start = (uint64_t)ends[row] - lengths[row];
        const int64_t at = neighbours[(uint64_t)start + (i - row_begin)];
        if (0 <= at && at < n)
            atomicMin((long long *)&counters[at * copies + lane], (long long)v);
    }
    __syncthreads();

    // Each thread starts with another copy, in another bank.
    for (int b = threadIdx.x; b < n; b += BLOCK_SIZE) {
        int64_t sum = n;
        for (int c = 0; c < copies; c++)
            sum = smaller(sum, counters[b * copies + (c + lane) % copies]);
        if (sum != n)
            atomicMin((long long *)&found_copies[b], (long long)sum);
    }
}

// bfs.fut:14: let found = reduce_by_index (replicate n n) i64.min n us vs
// rules: .., while-outside, distribute, histomap, hist-map, seghist-is-histomap
// One thread adds one value to its place in the histogram.
static __global__ void bfs_found(const int64_t *__restrict__ frontier,
                                 const int64_t *__restrict__ ends,
                                 const int64_t *__restrict__ lengths,
                                 const int64_t *__restrict__ neighbours,
                                 const int64_t *__restrict__ es, int64_t n,
                                 int64_t mapped_total_on_host, int64_t length,
                                 int64_t *__restrict__ copies, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const RaggedRows rows = rows_in_block(es, length, mapped_total_on_host);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < mapped_total_on_host) {
        const int64_t row = row_containing(rows, i);
        const int64_t row_begin = ragged_row_start(rows, row);
        const int64_t v = frontier[row];
        const int64_t end = ends[row];
        const int64_t start = (uint64_t)end - lengths[row];
        const int64_t at = neighbours[(uint64_t)start + (i - row_begin)];
        if (0 <= at && at < n)
            atomicMin((long long *)&copies[at], (long long)v);
    }
}

// bfs.fut:15: let next = filter (\u -> parents[u] < 0 && found[u] < n) (iota n)
// rules: .., while-outside, distribute, scatomap, segput-is-scatomap, put-in-chain
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
bfs_chosen(const int64_t *__restrict__ parents, const int64_t *__restrict__ copies, int64_t n,
           int64_t *__restrict__ chosen, int64_t *__restrict__ kept, uint64_t *tile_states,
           Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const int tile_size = BLOCK_SIZE * ITEMS_16;
    __shared__ int64_t items[tile_size];
    __shared__ bool tile_both[tile_size];
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
                const bool both = parents[i] < 0 && copies[i] < n;
                item = both;
                tile_both[at] = both;
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
                if (tile_both[at])
                    chosen[sum - 1] = i;
            }
        }

        // The last tile holds the total.
        if (start + size == n && threadIdx.x == 0)
            *kept = add(prefix, total);
    }
}

// bfs.fut:16: in (scatter parents next (map (\u -> found[u]) next), next)
// rules: .., scatter-map, while-outside, distribute, scatomap, segput-is-scatomap
// One thread writes one value; an index out of range is skipped.
static __global__ void bfs_scatter(const int64_t *__restrict__ chosen,
                                   const int64_t *__restrict__ copies, int64_t n,
                                   int64_t kept_on_host, Failure *failure,
                                   int64_t *__restrict__ parents)
{
    if (is_failing(failure)) return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < kept_on_host) {
        const int64_t u = chosen[i];
        if (!(0 <= u && u < n)) return fail(failure, Failure{ 3, { u, n } });
        if (0 <= u && u < n)
            parents[u] = copies[u];
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

// Drops the error of a failed check: the .._failure function reports it.
static cudaError_t ignore_assert(cudaError_t error)
{
    return error == cudaErrorAssert ? cudaSuccess : error;
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

// The messages of failed checks, by the code of the check.
static const char *const FAILURES[] = {
    "no failure",
    "bfs.fut:11:33: error: Index [%lld] out of bounds for array of shape [%lld].",
    "bfs.fut:13:68: error: Index [%lld] out of bounds for array of shape [%lld].",
    "bfs.fut:16:44: error: Index [%lld] out of bounds for array of shape [%lld].",
};

// Copies a value like copy_to_host. Returns cudaErrorAssert if a kernel has recorded a failure.
template <typename T>
static cudaError_t copy_checked(T *to, const void *from, const Failure *failure,
                                cudaError_t earlier, cudaStream_t stream)
{
    int32_t code;
    CUDA_TRY(copy_to_host(&code, &failure->code, earlier, stream));
    return code ? cudaErrorAssert : copy_to_host(to, from, earlier, stream);
}

// Records a failed check of the host where kernels record theirs.
static __global__ void record_failure_kernel(Failure *failure, Failure found)
{
    if (failure->code == 0)
        *failure = found;
}

static cudaError_t report(Failure *failure, cudaStream_t stream, const Failure &found)
{
    const cudaError_t earlier = cudaPeekAtLastError();
    record_failure_kernel<<<1, 1, 0, stream>>>(failure, found);
    return last_error(earlier);
}

size_t bfs_main_scratch(int64_t n)
{
    if (n < 0 || n > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return align_up(sizeof(Failure)) + 3 * align_up(n * sizeof(int64_t))
        + align_up((3 * tiles_for(n, ITEMS_8) + 1) * sizeof(uint64_t)) + align_up(sizeof(int64_t))
        + align_up((3 * tiles_for(n, ITEMS_16) + 1) * sizeof(uint64_t));
}

// entry main [n] [neighbours_total] (neighbours_lengths: [n]i64) (neighbours:
//   [neighbours_total]i64) (root: i64): [n]i64
cudaError_t bfs_main(const int64_t *neighbours_lengths, const int64_t *neighbours, int64_t root,
                     int64_t n, int64_t neighbours_total, int64_t *parents, void *scratch,
                     cudaMemPool_t pool, cudaStream_t stream)
{
    if (n < 0 || neighbours_total < 0 || n > MAX_ELEMENTS || neighbours_total > MAX_ELEMENTS
        || (n > 0 && (!neighbours_lengths || !parents)) || (neighbours_total > 0 && !neighbours)
        || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    Failure *const failure = carve<Failure>(&memory, 1);
    int64_t *const ends = carve<int64_t>(&memory, n);
    uint64_t *const tile_states = carve<uint64_t>(&memory, 3 * tiles_for(n, ITEMS_8) + 1);
    int64_t *const mapped_total = carve<int64_t>(&memory, 1);
    int64_t *const copies = carve<int64_t>(&memory, n);
    int64_t *const chosen = carve<int64_t>(&memory, n);
    int64_t *const kept = mapped_total; // reused
    uint64_t *const chosen_tile_states = carve<uint64_t>(&memory, 3 * tiles_for(n, ITEMS_16) + 1);
    CUDA_TRY(cudaMemsetAsync(failure, 0, sizeof(Failure), stream));

    const int64_t tiles = tiles_for(n, ITEMS_8);
    CUDA_TRY(cudaMemsetAsync(tile_states, 0, (3 * tiles + 1) * sizeof(uint64_t), stream));
    bfs_ends<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(neighbours_lengths, n, ends,
        tile_states);
    if (!(0 <= root && root < n)) return report(failure, stream, Failure{ 1, { root, n } });
    if (n > 0)
        bfs_parents<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(n, parents);
    DeviceArray<int64_t> frontier(pool, stream);
    CUDA_TRY(frontier.allocate(1));
    bfs_copies<<<1, 1, 0, stream>>>(root, parents, frontier);
    int64_t length = 1;
    while (length > 0) {
        DeviceArray<int64_t> es(pool, stream);
        CUDA_TRY(es.allocate(length));
        DeviceArray<int64_t> es_ends(pool, stream);
        CUDA_TRY(es_ends.allocate(length));
        DeviceArray<int64_t> lengths(pool, stream);
        CUDA_TRY(lengths.allocate(length));
        const int64_t es_tiles = tiles_for(length, ITEMS_8);
        DeviceArray<uint64_t> es_tile_states(pool, stream);
        CUDA_TRY(es_tile_states.allocate_zero(3 * es_tiles + 1));
        bfs_es<<<tile_blocks(es_tiles), BLOCK_SIZE, 0, stream>>>(frontier, ends,
            neighbours_lengths, n, length, failure, es, es_ends, lengths, mapped_total,
            es_tile_states);
        int64_t mapped_total_on_host;
        if (const cudaError_t error = copy_checked(&mapped_total_on_host, mapped_total, failure,
                                                   earlier, stream))
            return ignore_assert(error);
        if (n > 0)
            bfs_copies_map<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(n, copies, failure);
        if (n <= HISTOGRAM_BYTES / 8 && n <= mapped_total_on_host) {
            const int64_t blocks = histogram_blocks(1, mapped_total_on_host, n);
            const int64_t share = elements_per_block(mapped_total_on_host, blocks);
            const int32_t found_shared_copies = copies_per_bin(n, 8, share);
            bfs_found_shared<<<linear_grid(blocks), BLOCK_SIZE, 0, stream>>>(es, frontier, es_ends,
                lengths, neighbours, share, mapped_total_on_host, length, n, found_shared_copies,
                blocks, copies, failure);
        } else if (mapped_total_on_host > 0) {
            bfs_found<<<grid_x(mapped_total_on_host, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(
                frontier, es_ends, lengths, neighbours, es, n, mapped_total_on_host, length,
                copies, failure);
        }
        const int64_t chosen_tiles = tiles_for(n, ITEMS_16);
        CUDA_TRY(cudaMemsetAsync(chosen_tile_states, 0, (3 * chosen_tiles + 1) * sizeof(uint64_t),
                                 stream));
        bfs_chosen<<<tile_blocks(chosen_tiles), BLOCK_SIZE, 0, stream>>>(parents, copies, n,
            chosen, kept, chosen_tile_states, failure);
        int64_t kept_on_host;
        if (const cudaError_t error = copy_checked(&kept_on_host, kept, failure, earlier, stream))
            return ignore_assert(error);
        if (kept_on_host > 0)
            bfs_scatter<<<grid_x(kept_on_host, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(chosen,
                copies, n, kept_on_host, failure, parents);
        DeviceArray<int64_t> next(pool, stream);
        CUDA_TRY(next.allocate(kept_on_host));
        CUDA_TRY(cudaMemcpyAsync(next, chosen, kept_on_host * sizeof(int64_t),
                                 cudaMemcpyDeviceToDevice, stream));
        length = kept_on_host;
        std::swap(frontier.data, next.data);
    }
    return last_error(earlier);
}

cudaError_t bfs_main_failure(const void *scratch, cudaStream_t stream, char *text, size_t size)
{
    Failure found;
    const cudaError_t earlier = cudaPeekAtLastError();
    CUDA_TRY(copy_to_host(&found, scratch, earlier, stream));
    const int known = sizeof FAILURES / sizeof *FAILURES;
    const bool failed = 0 < found.code && found.code < known;
    snprintf(text, size, FAILURES[failed ? found.code : 0], found.value[0], found.value[1]);
    return failed ? cudaErrorAssert : cudaSuccess;
}
