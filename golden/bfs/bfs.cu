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

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MIN_BLOCK_ELEMENTS = 1024; // elements to fold that are worth a block more
static const int MAX_REDUCE_BLOCKS = 2048; // blocks that fold together; each has a value in memory
static const int HISTOGRAM_BYTES = 32768; // of shared memory for a block's histogram: with more,
                                        // larger ones fit, but fewer blocks
static const int MAX_BLOCKS = 1024; // blocks in a grid that has a fixed size
static const int ITEMS_8 = 9; // that a thread scans, of up to 8 bytes; odd: no bank conflicts
static const int ITEMS_16 = 7; // that a thread scans, of up to 16 bytes; odd: no bank conflicts

// Which block this is, of a grid of one row of blocks or more.
static __device__ int64_t block_index()
{
    return (int64_t)blockIdx.y * gridDim.x + blockIdx.x;
}

namespace {
// The front of the scratch memory: which check failed first (0: none), and its values.
struct Failure {
    int32_t code;
    long long value[2];
};
}

// The first thread to fail leaves its values for .._failure to explain.
static __device__ void fail(Failure *failure, const Failure &found)
{
    if (atomicCAS(&failure->code, 0, found.code) != 0)
        return;
    for (int i = 0; i < 2; i++)
        failure->value[i] = found.value[i];
}

// Whether a kernel before this one failed: what it wrote is not complete.
static __device__ bool has_failed(const Failure *failure)
{
    return failure->code != 0;
}

// Whether a kernel before this one failed, or this one, whose threads may write this now.
static __device__ bool is_failing(const Failure *failure)
{
    return *(const volatile int32_t *)&failure->code != 0;
}

// bfs.fut:9: entry main [n] (neighbours: [n][..]i64) (root: i64): [n]i64 =
// rules: ends-of-irreg, segscan-is-scanomap, scan-in-chain
// The operator (+) of reductions and scans.
static __device__ int64_t add(int64_t x, int64_t y)
{
    const int64_t sum = (uint64_t)x + y;
    return sum;
}

// bfs.fut:14: let found = reduce_by_index (replicate n n) i64.min n us vs
// rules: map-passes-first, F2-map, drop-unused, drop-result, descend, distribute-irregular,
//   segmap, rows-of-views, expand-map, segmap-is-map, hist-is-histomap, while-outside, distribute,
//   hist, hist-map, seghist-is-histomap
// The operator (min) of reductions and scans.
static __device__ int64_t smaller(int64_t a, int64_t b) { return min(a, b); }

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

static __device__ uint64_t add_counts(uint64_t a, uint64_t b) { return a + b; }

// Puts the elements of a tile in order: first those of kind 0, then those of kind 1 .. 3; each
// thread has so many. Counts of the four kinds share a word, 16 bits each.
template <int ITEMS>
static __device__ void block_partition(const int (&kinds)[ITEMS], int size, uint16_t *order)
{
    uint64_t ranks = 0, all;
    for (int turn = 0; turn < ITEMS; turn++)
        if ((int)threadIdx.x * ITEMS + turn < size)
            ranks += 1ull << 16 * kinds[turn];

    // Before a thread's elements of a kind: those of other threads, and all of kinds before.
    ranks = block_exclusive_scan<uint64_t, add_counts>(ranks, 0, &all);
    ranks += all * 0x0001000100010000;
    for (int turn = 0; turn < ITEMS; turn++) {
        const int at = threadIdx.x * ITEMS + turn;
        order[at < size ? ranks >> 16 * kinds[turn] & 0xffff : at] = at;
        ranks += 1ull << 16 * kinds[turn];
    }
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

static __device__ int64_t row_start(RaggedRows rows, int64_t row)
{
    return row > rows.first ? rows.ends[row - rows.first - 1] : rows.start;
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

// bfs.fut:9: entry main [n] (neighbours: [n][..]i64) (root: i64): [n]i64 =
// rules: ends-of-irreg, segscan-is-scanomap, scan-in-chain
//
//   segscan@chain <neighbours_length in neighbours_lengths> (+) 0i64 neighbours_length
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
bfs_ends(const int64_t *__restrict__ neighbours_lengths, int64_t n, int64_t *__restrict__ ends,
         uint64_t *states, int64_t *sums, int64_t *prefixes)
{
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const TileStatus<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = next_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= n)
            return;
        const int size = (int)min(n - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size)
                item = neighbours_lengths[i];
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
                ends[i] = sum;
        }
    }
}

// bfs.fut:11: loop (parents, frontier) = (replicate n (-1) with [root] = root, [root])
// rules: none
// Stores an array that was only described so far; one thread an element.
static __global__ void bfs_parents(int64_t n, int64_t *__restrict__ parents)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        parents[i] = -1;
}

// bfs.fut:11: loop (parents, frontier) = (replicate n (-1) with [root] = root, [root])
// rules: none
//
//   copies with [root] = root
//
// One thread computes this, on the device where its operands are.
static __global__ void bfs_copies(int64_t root, int64_t n, Failure *failure,
                                  int64_t *__restrict__ parents)
{
    if (!(0 <= root && root < n))
        return fail(failure, Failure{ 1, { root, n } });
    parents[root] = root;
}

// bfs.fut:11: loop (parents, frontier) = (replicate n (-1) with [root] = root, [root])
// rules: none
//
//   [root]
//
// One thread computes this, on the device where its operands are.
static __global__ void bfs_list(int64_t root, int64_t *__restrict__ frontier, Failure *failure)
{
    if (has_failed(failure))
        return;
    frontier[0] = root;
}

// bfs.fut:13: let (us, vs) = unzip (flatten (map (\v -> map (\u -> (u, v)) neighbours[v])
//   frontier))
// rules: segmap-is-map, scan-map, segscan-is-scanomap, drop-result, while-outside, distribute,
//   descend, distribute-irregular, segmap, rows-of-views, expand-map, total-of-scan, total-of-all
//
//   segmap@chain <#i < length_1> {
//     v = frontier_1[i]
//     end = ends[v]
//     #[unchecked] length_2 = neighbours_lengths[v]
//     t_1 = prefix (+) 0i64 length_2
//     in t_1 end length_2
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
bfs_es(const int64_t *__restrict__ frontier, const int64_t *__restrict__ ends,
       const int64_t *__restrict__ neighbours_lengths, int64_t n, int64_t length, Failure *failure,
       int64_t *__restrict__ es, int64_t *__restrict__ ends_2, int64_t *__restrict__ lengths,
       int64_t *__restrict__ t, uint64_t *states, int64_t *sums, int64_t *prefixes)
{
    if (__syncthreads_or(is_failing(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const TileStatus<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = next_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= length && tile > 0)
            return;
        const int size = (int)min(length - start, (int64_t)tile_size);

        int64_t end[ITEMS_8];
        int64_t length_2[ITEMS_8];
        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                length_2[turn] = 0;
                end[turn] = 0;
                const int64_t v = frontier[i];
                if (!(0 <= v && v < n)) {
                    fail(failure, Failure{ 2, { v, n } });
                } else {
                    const int64_t end_2 = ends[v];
                    const int64_t length_3 = neighbours_lengths[v];
                    item = length_3;
                    end[turn] = end_2;
                    length_2[turn] = length_3;
                }
            }
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
            if (at < size) {
                es[i] = sum;
                ends_2[i] = end[turn];
                lengths[i] = length_2[turn];
            }
        }

        // The last tile knows what all elements come to.
        if (start + size == length && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *t = sum;
        }
    }
}

// bfs.fut:14: let found = reduce_by_index (replicate n n) i64.min n us vs
// rules: map-passes-first, F2-map, drop-unused, drop-result, descend, distribute-irregular,
//   segmap, rows-of-views, expand-map, segmap-is-map, hist-is-histomap, while-outside, distribute,
//   hist, hist-map, seghist-is-histomap
// Stores an array that was only described so far; one thread an element.
static __global__ void bfs_copies_2(int64_t n, int64_t *__restrict__ copies, Failure *failure)
{
    if (has_failed(failure))
        return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        copies[i] = n;
}

// bfs.fut:14: let found = reduce_by_index (replicate n n) i64.min n us vs
// rules: map-passes-first, F2-map, drop-unused, drop-result, descend, distribute-irregular,
//   segmap, rows-of-views, expand-map, segmap-is-map, hist-is-histomap, while-outside, distribute,
//   hist, hist-map, seghist-is-histomap
//
//   seghist@thread <i_1 j in is js> copies_2 (min) n {
//     #[unchecked] v_1 = frontier_1[i_1]
//     #[unchecked] end_1 = ends_1[i_1]
//     #[unchecked] length_3 = lengths[i_1]
//     start = end_1 - length_3
//     t_2 = start + j
//     #[unchecked] v_2 = neighbours[t_2]
//     in v_2 v_1
//   }
//
// Each block counts a part in shared memory. A bin has `copies` counters there, side by
// side, and neighbouring threads use different ones, even for the same bin.
static __global__ void bfs_found_shared(const int64_t *__restrict__ es,
                                        const int64_t *__restrict__ frontier,
                                        const int64_t *__restrict__ ends,
                                        const int64_t *__restrict__ lengths,
                                        const int64_t *__restrict__ neighbours, int64_t share,
                                        int64_t t_on_host, int64_t length, int64_t n,
                                        int32_t copies, int64_t blocks,
                                        int64_t *__restrict__ copies_2, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    __shared__ int64_t counters[HISTOGRAM_BYTES / 8];
    const int lane = threadIdx.x % copies;
    const int64_t part = block_index();
    const int64_t first = min(part * share, t_on_host);
    const int64_t end = min(first + share, t_on_host);
    for (int c = threadIdx.x; c < n * copies; c += BLOCK_SIZE)
        counters[c] = n;
    __syncthreads();

    for (int64_t i = first + threadIdx.x; i < end; i += BLOCK_SIZE) {
        const int64_t row = row_containing(all_ragged_rows(es, length), i);
        const int64_t first_2 = row_start(all_ragged_rows(es, length), row);
        const int64_t v = frontier[row];
        const int64_t end_2 = ends[row];
        const int64_t length_2 = lengths[row];
        const int64_t start = (uint64_t)end_2 - length_2;
        const int64_t at = neighbours[(uint64_t)start + (i - first_2)];
        if (0 <= at && at < n)
            atomicMin((long long *)&counters[at * copies + lane], (long long)v);
    }
    __syncthreads();

    // Each thread begins with another copy, and so in another bank.
    for (int b = threadIdx.x; b < n; b += BLOCK_SIZE) {
        int64_t sum = n;
        for (int c = 0; c < copies; c++)
            sum = smaller(sum, counters[b * copies + (c + lane) % copies]);
        if (sum != n)
            atomicMin((long long *)&copies_2[b], (long long)sum);
    }
}

// bfs.fut:14: let found = reduce_by_index (replicate n n) i64.min n us vs
// rules: map-passes-first, F2-map, drop-unused, drop-result, descend, distribute-irregular,
//   segmap, rows-of-views, expand-map, segmap-is-map, hist-is-histomap, while-outside, distribute,
//   hist, hist-map, seghist-is-histomap
//
//   seghist@thread <i_1 j in is js> copies_2 (min) n {
//     #[unchecked] v_1 = frontier_1[i_1]
//     #[unchecked] end_1 = ends_1[i_1]
//     #[unchecked] length_3 = lengths[i_1]
//     start = end_1 - length_3
//     t_2 = start + j
//     #[unchecked] v_2 = neighbours[t_2]
//     in v_2 v_1
//   }
//
// One thread adds one value to its place in the histogram.
static __global__ void bfs_found(const int64_t *__restrict__ frontier,
                                 const int64_t *__restrict__ ends,
                                 const int64_t *__restrict__ lengths,
                                 const int64_t *__restrict__ neighbours,
                                 const int64_t *__restrict__ es, int64_t n, int64_t t_on_host,
                                 int64_t length, int64_t *__restrict__ copies, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    __shared__ int64_t ends_here[MAX_SHARED_ROW_ENDS];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const RaggedRows rows = rows_in_tile(es, length, first_here,
                                         min(first_here + blockDim.x, t_on_host), ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t_on_host) {
        const int64_t row = row_containing(rows, i);
        const int64_t first = row_start(rows, row);
        const int64_t v = frontier[row];
        const int64_t end = ends[row];
        const int64_t length_2 = lengths[row];
        const int64_t start = (uint64_t)end - length_2;
        const int64_t at = neighbours[(uint64_t)start + (i - first)];
        if (0 <= at && at < n)
            atomicMin((long long *)&copies[at], (long long)v);
    }
}

// bfs.fut:15: let next = filter (\u -> parents[u] < 0 && found[u] < n) (iota n)
// rules: scan-is-scanomap, scan-map, scanomap, segscan-is-scanomap, total-of-scan, total-of-all,
//   scatter-is-scatomap, iota-into-map, scatter-map, while-outside, distribute, scatter,
//   segput-is-scatomap, put-in-chain
//
//   segput@chain <#i_2 < n> copies_3 {
//     parent = parents_1[i_2]
//     is_less = parent < 0i64
//     both = if is_less then {
//       elem = found[i_2]
//       is_less_1 = elem < n
//       in is_less_1
//     } else false
//     flag = i64.bool both
//     t_3 = prefix (+) 0i64 flag
//     chosen_1 = if both then t_3 - 1i64 else -1i64
//     in chosen_1 i_2
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
bfs_chosen(const int64_t *__restrict__ parents, const int64_t *__restrict__ copies, int64_t n,
           int64_t *__restrict__ chosen, int64_t *__restrict__ kept, uint64_t *states,
           int64_t *sums, int64_t *prefixes, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_16;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_16;
    __shared__ bool both[tile_size];
    __shared__ uint16_t order[tile_size];
    const TileStatus<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = next_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= n && tile > 0)
            return;
        const int size = (int)min(n - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_16; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const bool both_2 = parents[i] < 0 && copies[i] < n;
                item = (int64_t)both_2;
                both[at] = both_2;
            }
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_16; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = block_exclusive_scan<int64_t, add>(fold, 0, &total);
        const int64_t prefix = exclusive_prefix<int64_t, add>(tiles, tile, 0, total, 0, 0);

        // Scan: each thread its own elements, beginning with all that lies before them.
        fold = add(prefix, before);
        for (int turn = 0; turn < ITEMS_16; turn++)
            own[turn] = fold = add(fold, own[turn]);

        // Order: what is placed in the same way lies side by side, and so does where it goes.
        int kinds[ITEMS_16];
        for (int turn = 0; turn < ITEMS_16; turn++) {
            const int at = threadIdx.x * ITEMS_16 + turn;
            int kind = 0;
            if (at < size)
                kind = both[at] ? 0 : 1;
            kinds[turn] = kind;
        }
        block_partition(kinds, size, order);
        __syncthreads();

        // Store: neighbouring threads write neighbouring elements.
        for (int turn = 0; turn < ITEMS_16; turn++) {
            const int at = order[turn * BLOCK_SIZE + threadIdx.x];
            const int64_t i = start + at;
            const int64_t sum = items[at];
            if (at < size) {
                const int64_t at_2 = both[at] ? (int64_t)((uint64_t)sum - 1) : -1;
                if (0 <= at_2 && at_2 < n)
                    chosen[at_2] = i;
            }
        }

        // The last tile knows what all elements come to.
        if (start + size == n && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *kept = sum;
        }
    }
}

// bfs.fut:16: in (scatter parents next (map (\u -> found[u]) next), next)
// rules: scatter-is-scatomap, slice-into-map, scatter-map, while-outside, distribute, scatter,
//   segput-is-scatomap
//
//   segput@thread <#i_3 < kept> parents_1 {
//     #[unchecked] u = chosen[i_3]
//     elem_1 = found[u]
//     in u elem_1
//   }
//
// One thread writes one value; an index out of range is skipped.
static __global__ void bfs_scatter(const int64_t *__restrict__ chosen,
                                   const int64_t *__restrict__ copies, int64_t n,
                                   int64_t kept_on_host, Failure *failure,
                                   int64_t *__restrict__ parents)
{
    if (is_failing(failure))
        return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < kept_on_host) {
        const int64_t u = chosen[i];
        if (!(0 <= u && u < n))
            return fail(failure, Failure{ 3, { u, n } });
        if (0 <= u && u < n)
            parents[u] = copies[u];
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

template <typename T>
static void swap_pointers(T **a, T **b)
{
    T *const old = *a;
    *a = *b;
    *b = old;
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

size_t bfs_main_scratch(int64_t n)
{
    if (n > MAX_ELEMENTS)
        return SIZE_MAX; // no device has so much
    return align_up(sizeof(Failure)) + align_up(n * sizeof(int64_t))
        + align_up((tiles_for(n, ITEMS_8) + 1) * sizeof(uint64_t))
        + align_up(tiles_for(n, ITEMS_8) * sizeof(int64_t))
        + align_up(tiles_for(n, ITEMS_8) * sizeof(int64_t)) + align_up(sizeof(int64_t))
        + align_up(n * sizeof(int64_t)) + align_up(n * sizeof(int64_t))
        + align_up((tiles_for(n, ITEMS_16) + 1) * sizeof(uint64_t))
        + align_up(tiles_for(n, ITEMS_16) * sizeof(int64_t))
        + align_up(tiles_for(n, ITEMS_16) * sizeof(int64_t));
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
    Failure *const failure = (Failure *)carve(&memory, sizeof(Failure));
    int64_t *const ends = (int64_t *)carve(&memory, n * sizeof(int64_t));
    uint64_t *const states = (uint64_t *)carve(&memory,
                                               (tiles_for(n, ITEMS_8) + 1) * sizeof(uint64_t));
    int64_t *const sums = (int64_t *)carve(&memory, tiles_for(n, ITEMS_8) * sizeof(int64_t));
    int64_t *const prefixes = (int64_t *)carve(&memory, tiles_for(n, ITEMS_8) * sizeof(int64_t));
    int64_t *const t = (int64_t *)carve(&memory, sizeof(int64_t));
    int64_t *const copies = (int64_t *)carve(&memory, n * sizeof(int64_t));
    int64_t *const chosen = (int64_t *)carve(&memory, n * sizeof(int64_t));
    int64_t *const kept = t; // not needed at the same time
    uint64_t *const states_2 = (uint64_t *)carve(&memory,
                                                 (tiles_for(n, ITEMS_16) + 1) * sizeof(uint64_t));
    int64_t *const sums_2 = (int64_t *)carve(&memory, tiles_for(n, ITEMS_16) * sizeof(int64_t));
    int64_t *const prefixes_2 = (int64_t *)carve(&memory,
                                                 tiles_for(n, ITEMS_16) * sizeof(int64_t));
    if (const cudaError_t error = cudaMemsetAsync(failure, 0, sizeof(Failure), stream))
        return error;

    if (const cudaError_t error = cudaMemsetAsync(states, 0,
                                                  (tiles_for(n, ITEMS_8) + 1) * sizeof(uint64_t),
                                                  stream))
        return error;
    bfs_ends<<<tile_blocks(tiles_for(n, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(neighbours_lengths, n,
        ends, states, sums, prefixes);
    if (n > 0)
        bfs_parents<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(n, parents);
    bfs_copies<<<1, 1, 0, stream>>>(root, n, failure, parents);
    DeviceArray<int64_t> frontier(pool, stream);
    if (const cudaError_t error = frontier.allocate(1))
        return error;
    bfs_list<<<1, 1, 0, stream>>>(root, frontier, failure);
    int64_t length = 1;
    while (length > 0) {
        DeviceArray<int64_t> es(pool, stream);
        if (const cudaError_t error = es.allocate(length))
            return error;
        DeviceArray<int64_t> ends_2(pool, stream);
        if (const cudaError_t error = ends_2.allocate(length))
            return error;
        DeviceArray<int64_t> lengths(pool, stream);
        if (const cudaError_t error = lengths.allocate(length))
            return error;
        DeviceArray<uint64_t> states_3(pool, stream);
        if (const cudaError_t error = states_3.allocate(tiles_for(length, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_3(pool, stream);
        if (const cudaError_t error = sums_3.allocate(tiles_for(length, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_3(pool, stream);
        if (const cudaError_t error = prefixes_3.allocate(tiles_for(length, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_3, 0,
                                                      (tiles_for(length, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        bfs_es<<<tile_blocks(tiles_for(length, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(frontier, ends,
            neighbours_lengths, n, length, failure, es, ends_2, lengths, t, states_3, sums_3,
            prefixes_3);
        int32_t failed_so_far;
        if (const cudaError_t error = copy_to_host(&failed_so_far, scratch, earlier, stream))
            return error;
        if (failed_so_far)
            return cudaSuccess;
        int64_t t_on_host;
        if (const cudaError_t error = copy_to_host(&t_on_host, t, earlier, stream))
            return error;
        if (n > 0)
            bfs_copies_2<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(n, copies, failure);
        if (n <= HISTOGRAM_BYTES / 8 && n <= t_on_host) {
            const int64_t blocks = histogram_blocks(1, t_on_host, n);
            const int64_t share = elements_per_block(t_on_host, blocks);
            const int32_t copies_2 = copies_per_bin(n, 8, share);
            bfs_found_shared<<<linear_grid(blocks), BLOCK_SIZE, 0, stream>>>(es, frontier, ends_2,
                lengths, neighbours, share, t_on_host, length, n, copies_2, blocks, copies,
                failure);
        } else {
            if (t_on_host > 0)
                bfs_found<<<grid_x(t_on_host, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(frontier,
                    ends_2, lengths, neighbours, es, n, t_on_host, length, copies, failure);
        }
        if (const cudaError_t error = cudaMemsetAsync(states_2, 0,
                                                      (tiles_for(n, ITEMS_16) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        bfs_chosen<<<tile_blocks(tiles_for(n, ITEMS_16)), BLOCK_SIZE, 0, stream>>>(parents, copies,
            n, chosen, kept, states_2, sums_2, prefixes_2, failure);
        int32_t failed_so_far_2;
        if (const cudaError_t error = copy_to_host(&failed_so_far_2, scratch, earlier, stream))
            return error;
        if (failed_so_far_2)
            return cudaSuccess;
        int64_t kept_on_host;
        if (const cudaError_t error = copy_to_host(&kept_on_host, kept, earlier, stream))
            return error;
        if (kept_on_host > 0)
            bfs_scatter<<<grid_x(kept_on_host, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(chosen,
                copies, n, kept_on_host, failure, parents);
        DeviceArray<int64_t> next(pool, stream);
        if (const cudaError_t error = next.allocate(kept_on_host))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(next, chosen, kept_on_host * sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        length = kept_on_host;
        swap_pointers(&frontier.data, &next.data);
    }
    return last_error(earlier);
}

cudaError_t bfs_main_failure(const void *scratch, cudaStream_t stream, char *text, size_t size)
{
    Failure found;
    const cudaError_t earlier = cudaPeekAtLastError();
    if (const cudaError_t error = copy_to_host(&found, scratch, earlier, stream))
        return error;
    switch (found.code) {
    case 1:
        snprintf(text, size,
                 "bfs.fut:11:33: error: Index [%lld] out of bounds for array of shape [%lld].",
                 found.value[0], found.value[1]);
        break;
    case 2:
        snprintf(text, size,
                 "bfs.fut:13:68: error: Index [%lld] out of bounds for array of shape [%lld].",
                 found.value[0], found.value[1]);
        break;
    case 3:
        snprintf(text, size,
                 "bfs.fut:16:44: error: Index [%lld] out of bounds for array of shape [%lld].",
                 found.value[0], found.value[1]);
        break;
    default:
        snprintf(text, size, "no failure");
        return cudaSuccess;
    }
    return cudaErrorAssert;
}
