// quicksort.cu -- written by mapnest 0.1.0 from quicksort.fut; it is yours
//
//   -- Rows, each sorted. The function calls itself under a map, so it is lifted: the parts of all
//     rows
//   -- at one depth are worked on at once. PMPH notes, figures 23 and 25, with three parts: two,
//     by a
//   -- pivot in the middle, part [2, 1, 3] into [] and [2, 1, 3] for ever.
//
//   def is_sorted [n] (xs: [n]i32): bool =
//     and (map (\i -> i == 0 || xs[i - 1] <= xs[i]) (iota n))
//
//   def quicksort [n] (xs: [n]i32): [n]i32 =
//     if n <= 1 || is_sorted xs then xs
//     else let pivot = xs[n / 2]
//          let less = filter (< pivot) xs
//          let same = filter (== pivot) xs
//          let more = filter (> pivot) xs
//          let sorted = map quicksort [less, more]
//          in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
//
//   entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss

#include "quicksort.h"

#include <stdio.h>

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MAX_BLOCKS = 1024; // most blocks of a grid-stride loop
static const int ITEMS_4 = 15; // items per thread in a scan of 4-byte values (odd: no conflict)
static const int ITEMS_8 = 9; // items per thread in a scan of 8-byte values (odd: no conflict)
static const int ITEMS_56 = 3; // items per thread in a scan of 56-byte values

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
static __device__ bool has_failed(const Failure *failure)
{
    return failure->code != 0;
}

// Returns true if an earlier kernel or a thread of this kernel has failed so far.
static __device__ bool is_failing(const Failure *failure)
{
    return *(const volatile int32_t *)&failure->code != 0;
}

// Division that rounds toward minus infinity.
template <typename T>
static __host__ __device__ T floor_div(T a, T b)
{
    if (b == (T)-1)
        return (T)(0 - (uint64_t)a); // wraps around for the least integer
    const T quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

namespace {
// The values that combine_values combines.
struct Sums {
    bool either, x;
};
// The values that combine_values_2 combines.
struct Sums_2 {
    bool either;
    int64_t x;
    bool either_2;
    int64_t x_2;
};
// The values that combine_values_3 combines.
struct Sums_3 {
    bool either;
    int64_t x, sum, sum_2, sum_3;
};
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: .., distribute-irregular, F8-if, segmap-is-map, map-in-chain, drop-result-of-chain
// The operator (+) of reductions and scans.
static __device__ int64_t add(int64_t x, int64_t y)
{
    const int64_t sum = (uint64_t)x + y;
    return sum;
}

// quicksort.fut:15: and (map (\i -> i == 0 || xs[i - 1] <= xs[i]) (iota n))
// rules: .., F8-if, F5-reduce, expand-reduce, segput-is-scatomap, scatter-in-chain
// Combines two partial results.
static __device__ Sums combine_values(Sums a, Sums b)
{
    const bool either = a.either || b.either;
    return Sums{ either, b.either ? b.x : a.x && b.x };
}

// quicksort.fut:22: let more = filter (> pivot) xs
// rules: .., expand-reduce, segput-is-scatomap, scatter-in-chain, put-beside-put
// Combines two partial results.
static __device__ Sums_2 combine_values_2(Sums_2 a, Sums_2 b)
{
    const bool either = a.either || b.either;
    const bool either_2 = a.either_2 || b.either_2;
    return Sums_2{ either, b.either ? b.x : (int64_t)((uint64_t)a.x + b.x), either_2, b.either_2
                  ? b.x_2 : (int64_t)((uint64_t)a.x_2 + b.x_2) };
}

// quicksort.fut:22: let more = filter (> pivot) xs
// rules: .., segput-is-scatomap, put-in-chain, put-beside-put, read-before-prefix
// Combines two partial results.
static __device__ Sums_3 combine_values_3(Sums_3 a, Sums_3 b)
{
    const bool either = a.either || b.either;
    const int64_t sum = (uint64_t)a.sum + b.sum;
    const int64_t sum_2 = (uint64_t)a.sum_2 + b.sum_2;
    const int64_t sum_3 = (uint64_t)a.sum_3 + b.sum_3;
    return Sums_3{ either, b.either ? b.x : (int64_t)((uint64_t)a.x + b.x), sum, sum_2, sum_3 };
}

// Returns the value of the lane `offset` lanes below.
template <typename T>
static __device__ T shuffle_up(T value, int offset, int width)
{
    return __shfl_up_sync(0xffffffff, value, offset, width);
}

template <>
__device__ Sums shuffle_up(Sums value, int offset, int width)
{
    value.either = shuffle_up(value.either, offset, width);
    value.x = shuffle_up(value.x, offset, width);
    return value;
}

template <>
__device__ Sums_2 shuffle_up(Sums_2 value, int offset, int width)
{
    value.either = shuffle_up(value.either, offset, width);
    value.x = shuffle_up(value.x, offset, width);
    value.either_2 = shuffle_up(value.either_2, offset, width);
    value.x_2 = shuffle_up(value.x_2, offset, width);
    return value;
}

template <>
__device__ Sums_3 shuffle_up(Sums_3 value, int offset, int width)
{
    value.either = shuffle_up(value.either, offset, width);
    value.x = shuffle_up(value.x, offset, width);
    value.sum = shuffle_up(value.sum, offset, width);
    value.sum_2 = shuffle_up(value.sum_2, offset, width);
    value.sum_3 = shuffle_up(value.sum_3, offset, width);
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

// Returns the value in the low bytes of a word.
template <typename T>
static __device__ uint64_t pack(T value)
{
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

template <>
__device__ uint64_t pack(Sums value)
{
    return pack(value.either) << 8 | pack(value.x);
}

template <>
__device__ Sums unpack(uint64_t word)
{
    return { unpack<bool>(word >> 8), unpack<bool>(word) };
}

namespace {
// The published state of a tile: nothing yet, the total of the tile, or the inclusive prefix
// (the total of all elements up to the end of the tile).
enum TileState { INVALID, AGGREGATE, PREFIX };
}

namespace {
// The status of each tile: state and value in one word. One store publishes both, so no fence is
// needed.
template <typename T>
struct PackedTileStatus {
    volatile uint64_t *words;

    __device__ void publish(int64_t tile, TileState state, T value) const
    {
        words[tile] = (uint64_t)state << 56 | pack(value);
    }

    // Waits until the tile is published.
    __device__ TileState wait(int64_t tile, T *value) const
    {
        uint64_t word;
        do
            word = words[tile];
        while (word >> 56 == INVALID);
        *value = unpack<T>(word);
        return (TileState)(word >> 56);
    }
};
}

namespace {
// The status of each tile. A fence makes the value visible before the state.
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

    // Waits until the tile is published.
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

// Returns the exclusive prefix of a tile to the last lane of the first warp. The warp looks back
// at 32 tiles at a time until it finds an inclusive prefix. `start` comes before tile `first`.
template <typename T, T op(T, T), typename Status>
static __device__ T look_back(Status status, int64_t tile, int64_t first, T start, T neutral)
{
    T prefix = neutral;
    for (int64_t other = tile - 32 + threadIdx.x;; other -= 32) {
        T value = start;
        const TileState state = other < first ? PREFIX : status.wait(other, &value);

        // The last inclusive prefix contains all tiles before it.
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

// Publishes the total of a tile, returns its exclusive prefix to all threads, and publishes its
// inclusive prefix.
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
static __device__ int64_t row_start(RaggedRows rows, int64_t row)
{
    return row > rows.first ? rows.ends[row - rows.first - 1] : rows.start;
}

// Returns the end of a row.
static __device__ int64_t row_end(RaggedRows rows, int64_t row)
{
    return rows.ends[row - rows.first];
}

// Returns the rows that contain the elements [from, to) of a block. Two threads search for the
// first and the last row. The ends of the rows are in shared memory if they fit.
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

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: .., distribute-irregular, F8-if, segmap-is-map, map-in-chain, drop-result-of-chain
// Single-pass scan: each block scans a tile and gets its prefix from earlier tiles by decoupled
// look-back.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_is_at_mosts(const int64_t *__restrict__ ns, int64_t count, int64_t *__restrict__ ks,
                      bool *__restrict__ is_at_mosts, int64_t *__restrict__ count_2,
                      uint64_t *states, int64_t *sums, int64_t *prefixes, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const TileStatus<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = next_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count && tile > 0)
            return;
        const int size = (int)min(count - start, (int64_t)tile_size);

        bool g[ITEMS_8];
        // Load with coalesced reads.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const int64_t n = ns[i];
                const bool g_2 = n <= 1;
                item = g_2 ? 1 : 0;
                g[turn] = g_2;
            }
            items[at] = item;
        }
        __syncthreads();

        // Reduce: the elements of a thread, then the threads of the block, then the tiles before.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = block_exclusive_scan<int64_t, add>(fold, 0, &total);
        const int64_t prefix = exclusive_prefix<int64_t, add>(tiles, tile, 0, total, 0, 0);

        // Scan the elements of each thread, starting from the prefix of all elements before.
        fold = add(prefix, before);
        for (int turn = 0; turn < ITEMS_8; turn++)
            own[turn] = fold = add(fold, own[turn]);
        __syncthreads();

        // Store with coalesced writes.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            const int64_t sum = items[at];
            if (at < size) {
                ks[i] = g[turn] ? (uint64_t)sum - 1 : (uint64_t)i - sum;
                is_at_mosts[i] = g[turn];
            }
        }

        // The last tile holds the total.
        if (start + size == count && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *count_2 = sum;
        }
    }
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: distribute, descend, F16-call, distribute-irregular, F8-if, segput-is-scatomap
// One thread writes one value; an index out of range is skipped.
static __global__ void quicksort_rows(const bool *__restrict__ is_at_mosts,
                                      const int64_t *__restrict__ ks, int64_t count,
                                      int64_t count_2, int64_t *__restrict__ t, Failure *failure)
{
    if (has_failed(failure))
        return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count_2) {
        const int64_t at = is_at_mosts[i] ? -1 : ks[i];
        if (0 <= at && at < count)
            t[at] = i;
    }
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: distribute, descend, F16-call, distribute-irregular, F8-if, segmap, segmap-is-map
// One thread computes one element.
static __global__ void quicksort_map(int64_t count_on_host, bool *__restrict__ as,
                                     Failure *failure)
{
    if (has_failed(failure))
        return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count_on_host)
        as[i] = true;
}

// quicksort.fut:15: and (map (\i -> i == 0 || xs[i - 1] <= xs[i]) (iota n))
// rules: .., F8-if, F5-reduce, expand-reduce, total-of-scan, total-of-all
// Single-pass scan: each block scans a tile and gets its prefix from earlier tiles by decoupled
// look-back.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_es(const int64_t *__restrict__ ns, const int64_t *__restrict__ t, int64_t count,
             int64_t *__restrict__ es, bool *__restrict__ bss, int64_t *__restrict__ t_2,
             uint64_t *states, int64_t *sums, int64_t *prefixes, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const TileStatus<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = next_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count && tile > 0)
            return;
        const int size = (int)min(count - start, (int64_t)tile_size);

        // Load with coalesced reads.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const int64_t l = ns[t[i]];
                item = l;
            }
            items[at] = item;
        }
        __syncthreads();

        // Reduce: the elements of a thread, then the threads of the block, then the tiles before.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = block_exclusive_scan<int64_t, add>(fold, 0, &total);
        const int64_t prefix = exclusive_prefix<int64_t, add>(tiles, tile, 0, total, 0, 0);

        // Scan the elements of each thread, starting from the prefix of all elements before.
        fold = add(prefix, before);
        for (int turn = 0; turn < ITEMS_8; turn++)
            own[turn] = fold = add(fold, own[turn]);
        __syncthreads();

        // Store with coalesced writes.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            const int64_t sum = items[at];
            if (at < size) {
                es[i] = sum;
                bss[i] = true;
            }
        }

        // The last tile holds the total.
        if (start + size == count && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *t_2 = sum;
        }
    }
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: .., F16-call, distribute-irregular, F8-if, expand-map, total-of-scan, total-of-all
// also quicksort.fut:23: let sorted = map quicksort [less, more]
// also quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// Single-pass scan: each block scans a tile and gets its prefix from earlier tiles by decoupled
// look-back.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_total(const int64_t *__restrict__ ns, int64_t count, int64_t *__restrict__ us,
                int64_t *__restrict__ total_2, uint64_t *states, int64_t *sums, int64_t *prefixes,
                Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const TileStatus<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = next_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count && tile > 0)
            return;
        const int size = (int)min(count - start, (int64_t)tile_size);

        // Load with coalesced reads.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size)
                item = ns[i];
            items[at] = item;
        }
        __syncthreads();

        // Reduce: the elements of a thread, then the threads of the block, then the tiles before.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = block_exclusive_scan<int64_t, add>(fold, 0, &total);
        const int64_t prefix = exclusive_prefix<int64_t, add>(tiles, tile, 0, total, 0, 0);

        // Scan the elements of each thread, starting from the prefix of all elements before.
        fold = add(prefix, before);
        for (int turn = 0; turn < ITEMS_8; turn++)
            own[turn] = fold = add(fold, own[turn]);
        __syncthreads();

        // Store with coalesced writes.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            const int64_t sum = items[at];
            if (at < size)
                us[i] = sum;
        }

        // The last tile holds the total.
        if (start + size == count && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *total_2 = sum;
        }
    }
}

// quicksort.fut:15: and (map (\i -> i == 0 || xs[i - 1] <= xs[i]) (iota n))
// rules: .., F8-if, F5-reduce, expand-reduce, segput-is-scatomap, scatter-in-chain
// Single-pass scan: each block scans a tile and gets its prefix from earlier tiles by decoupled
// look-back.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_bss(const int64_t *__restrict__ t, const int64_t *__restrict__ ns,
              const int32_t *__restrict__ xss, const int64_t *__restrict__ us,
              const int64_t *__restrict__ es, int64_t count, int64_t t_on_host, Failure *failure,
              bool *__restrict__ bss, uint64_t *states)
{
    if (__syncthreads_or(is_failing(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_4;
    __shared__ Sums items[tile_size];
    __shared__ int64_t ends_here[MAX_SHARED_ROW_ENDS];
    Sums *const own = items + threadIdx.x * ITEMS_4;
    const PackedTileStatus<Sums> tiles = { states + 1 };
    for (;;) {
        const int64_t tile = next_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= t_on_host)
            return;
        const int size = (int)min(t_on_host - start, (int64_t)tile_size);
        const RaggedRows rows = rows_in_tile(es, count, start, start + size, ends_here);

        int64_t i_2[ITEMS_4];
        // Load with coalesced reads.
        for (int turn = 0; turn < ITEMS_4; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            Sums item = Sums{ false, true };
            if (at < size) {
                const int64_t row = row_containing(rows, i);
                const int64_t first_2 = row_start(rows, row);
                const int64_t i_3 = i - first_2;
                const bool f = i_3 == 0;
                const int64_t t_2 = t[row];
                const int64_t n = ns[t[row]];
                bool either;
                if (f) {
                    either = true;
                } else {
                    const int64_t at_2 = (uint64_t)i_3 - 1;
                    if (!(0 <= at_2 && at_2 < n)) {
                        fail(failure, Failure{ 2, { at_2, n } });
                    } else {
                        if (!(0 <= i_3 && i_3 < n)) {
                            fail(failure, Failure{ 3, { i_3, n } });
                        } else {
                            either = xss[(int64_t)((uint64_t)us[t_2] - ns[t_2]) + at_2]
                                <= xss[(int64_t)((uint64_t)us[t_2] - ns[t_2]) + i_3];
                        }
                    }
                }
                item = Sums{ f, either };
                i_2[turn] = row;
            }
            items[at] = item;
        }
        __syncthreads();

        // Reduce: the elements of a thread, then the threads of the block, then the tiles before.
        Sums fold = own[0], total;
        for (int turn = 1; turn < ITEMS_4; turn++)
            fold = combine_values(fold, own[turn]);
        const Sums before = block_exclusive_scan<Sums, combine_values>(fold, Sums{ false, true },
            &total);
        const Sums prefix = exclusive_prefix<Sums, combine_values>(tiles, tile, 0, total,
            Sums{ false, true }, Sums{ false, true });

        // Scan the elements of each thread, starting from the prefix of all elements before.
        fold = combine_values(prefix, before);
        for (int turn = 0; turn < ITEMS_4; turn++)
            own[turn] = fold = combine_values(fold, own[turn]);
        __syncthreads();

        // Store with coalesced writes.
        for (int turn = 0; turn < ITEMS_4; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            const Sums sum = items[at];
            if (at < size) {
                const int64_t at_2 = i + 1 == es[i_2[turn]] ? i_2[turn] : -1;
                if (0 <= at_2 && at_2 < count)
                    bss[at_2] = sum.x;
            }
        }
    }
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: .., distribute-irregular, F8-if, segmap-is-map, map-in-chain, drop-result-of-chain
// Single-pass scan: each block scans a tile and gets its prefix from earlier tiles by decoupled
// look-back.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_eithers(const bool *__restrict__ is_at_mosts, const int64_t *__restrict__ ks,
                  const bool *__restrict__ as, const bool *__restrict__ bss, int64_t count,
                  int64_t *__restrict__ ks_2, bool *__restrict__ eithers,
                  int64_t *__restrict__ count_2, uint64_t *states, int64_t *sums,
                  int64_t *prefixes, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const TileStatus<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = next_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count && tile > 0)
            return;
        const int size = (int)min(count - start, (int64_t)tile_size);

        bool one[ITEMS_8];
        // Load with coalesced reads.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const bool passes = is_at_mosts[i];
                const int64_t k = ks[i];
                const bool one_2 = passes ? as[k] : bss[k];
                item = one_2 ? 1 : 0;
                one[turn] = one_2;
            }
            items[at] = item;
        }
        __syncthreads();

        // Reduce: the elements of a thread, then the threads of the block, then the tiles before.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = block_exclusive_scan<int64_t, add>(fold, 0, &total);
        const int64_t prefix = exclusive_prefix<int64_t, add>(tiles, tile, 0, total, 0, 0);

        // Scan the elements of each thread, starting from the prefix of all elements before.
        fold = add(prefix, before);
        for (int turn = 0; turn < ITEMS_8; turn++)
            own[turn] = fold = add(fold, own[turn]);
        __syncthreads();

        // Store with coalesced writes.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            const int64_t sum = items[at];
            if (at < size) {
                ks_2[i] = one[turn] ? (uint64_t)sum - 1 : (uint64_t)i - sum;
                eithers[i] = one[turn];
            }
        }

        // The last tile holds the total.
        if (start + size == count && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *count_2 = sum;
        }
    }
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: distribute, descend, F16-call, distribute-irregular, F8-if, segput-is-scatomap
// One thread writes one value; an index out of range is skipped.
static __global__ void quicksort_rows_2(const bool *__restrict__ eithers,
                                        const int64_t *__restrict__ ks, int64_t count_on_host,
                                        int64_t count, int64_t *__restrict__ t, Failure *failure)
{
    if (has_failed(failure))
        return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        const int64_t at = eithers[i] ? ks[i] : -1;
        if (0 <= at && at < count_on_host)
            t[at] = i;
    }
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: .., F8-if, segmap, rows-of-views, expand-map, total-of-scan, total-of-all
// Single-pass scan: each block scans a tile and gets its prefix from earlier tiles by decoupled
// look-back.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_es_2(const int64_t *__restrict__ ns, const int64_t *__restrict__ t,
               int64_t count_on_host, int64_t *__restrict__ es, int64_t *__restrict__ t_2,
               uint64_t *states, int64_t *sums, int64_t *prefixes, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const TileStatus<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = next_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count_on_host && tile > 0)
            return;
        const int size = (int)min(count_on_host - start, (int64_t)tile_size);

        // Load with coalesced reads.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size)
                item = ns[t[i]];
            items[at] = item;
        }
        __syncthreads();

        // Reduce: the elements of a thread, then the threads of the block, then the tiles before.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = block_exclusive_scan<int64_t, add>(fold, 0, &total);
        const int64_t prefix = exclusive_prefix<int64_t, add>(tiles, tile, 0, total, 0, 0);

        // Scan the elements of each thread, starting from the prefix of all elements before.
        fold = add(prefix, before);
        for (int turn = 0; turn < ITEMS_8; turn++)
            own[turn] = fold = add(fold, own[turn]);
        __syncthreads();

        // Store with coalesced writes.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            const int64_t sum = items[at];
            if (at < size)
                es[i] = sum;
        }

        // The last tile holds the total.
        if (start + size == count_on_host && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *t_2 = sum;
        }
    }
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: .., distribute-irregular, F8-if, segmap, rows-of-views, expand-map, segmap-is-map
// One thread computes one element.
static __global__ void quicksort_map_2(const int64_t *__restrict__ t,
                                       const int32_t *__restrict__ xss,
                                       const int64_t *__restrict__ us,
                                       const int64_t *__restrict__ ns,
                                       const int64_t *__restrict__ es, int64_t t_on_host,
                                       int64_t count_on_host, int32_t *__restrict__ ass,
                                       Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    __shared__ int64_t ends_here[MAX_SHARED_ROW_ENDS];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const RaggedRows rows = rows_in_tile(es, count_on_host, first_here,
                                         min(first_here + blockDim.x, t_on_host), ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t_on_host) {
        const int64_t row = row_containing(rows, i);
        const int64_t first = row_start(rows, row);
        const int64_t t_2 = t[row];
        ass[i] = xss[(uint64_t)us[t_2] - ns[t_2] + (i - first)];
    }
}

// quicksort.fut:19: else let pivot = xs[n / 2]
// rules: .., F8-if, distribute-irregular, segmap, row-is-slice-in-map, segmap-is-map
// One thread computes one element.
static __global__ void quicksort_pivots(const int64_t *__restrict__ ns,
                                        const int64_t *__restrict__ t,
                                        const int32_t *__restrict__ xss,
                                        const int64_t *__restrict__ us, int64_t count,
                                        Failure *failure, int32_t *__restrict__ pivots)
{
    if (is_failing(failure))
        return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        const int64_t n = ns[t[i]];
        const int64_t t_2 = t[i];
        const int64_t at = floor_div(n, INT64_C(2));
        if (!(0 <= at && at < n))
            return fail(failure, Failure{ 4, { at, n } });
        const int32_t pivot = xss[(int64_t)((uint64_t)us[t_2] - ns[t_2]) + at];
        pivots[i] = pivot;
    }
}

// quicksort.fut:21: let same = filter (== pivot) xs
// rules: .., F8-if, distribute-irregular, segmap, sums-of-rows, expand-reduce, total-of-chain
// Single-pass scan: each block scans a tile and gets its prefix from earlier tiles by decoupled
// look-back.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_es_3(const int64_t *__restrict__ ns, const int64_t *__restrict__ t, int64_t count,
               int64_t *__restrict__ es, int64_t *__restrict__ keptss,
               int64_t *__restrict__ keptss_2, int64_t *__restrict__ keptss_3,
               int64_t *__restrict__ ws, uint64_t *states, int64_t *sums, int64_t *prefixes,
               Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const TileStatus<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = next_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count && tile > 0)
            return;
        const int size = (int)min(count - start, (int64_t)tile_size);

        // Load with coalesced reads.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const int64_t l = ns[t[i]];
                item = l;
            }
            items[at] = item;
        }
        __syncthreads();

        // Reduce: the elements of a thread, then the threads of the block, then the tiles before.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = block_exclusive_scan<int64_t, add>(fold, 0, &total);
        const int64_t prefix = exclusive_prefix<int64_t, add>(tiles, tile, 0, total, 0, 0);

        // Scan the elements of each thread, starting from the prefix of all elements before.
        fold = add(prefix, before);
        for (int turn = 0; turn < ITEMS_8; turn++)
            own[turn] = fold = add(fold, own[turn]);
        __syncthreads();

        // Store with coalesced writes.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            const int64_t sum = items[at];
            if (at < size) {
                es[i] = sum;
                keptss[i] = 0;
                keptss_2[i] = 0;
                keptss_3[i] = 0;
            }
        }

        // The last tile holds the total.
        if (start + size == count && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *ws = sum;
        }
    }
}

// quicksort.fut:22: let more = filter (> pivot) xs
// rules: .., expand-reduce, segput-is-scatomap, scatter-in-chain, put-beside-put
// Single-pass scan: each block scans a tile and gets its prefix from earlier tiles by decoupled
// look-back.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_kepts(const int64_t *__restrict__ t, const int32_t *__restrict__ xss,
                const int64_t *__restrict__ us, const int64_t *__restrict__ ns,
                const int32_t *__restrict__ pivots, const int64_t *__restrict__ es, int64_t count,
                int64_t count_2, int64_t t_2, Failure *failure, int64_t *__restrict__ keptss,
                int64_t *__restrict__ keptss_2, uint64_t *states, Sums_2 *sums, Sums_2 *prefixes)
{
    if (__syncthreads_or(is_failing(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_56;
    __shared__ Sums_2 items[tile_size];
    __shared__ int64_t ends_here[MAX_SHARED_ROW_ENDS];
    Sums_2 *const own = items + threadIdx.x * ITEMS_56;
    const TileStatus<Sums_2> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = next_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= t_2)
            return;
        const int size = (int)min(t_2 - start, (int64_t)tile_size);
        const RaggedRows rows = rows_in_tile(es, count, start, start + size, ends_here);

        int64_t row[ITEMS_56];
        // Load with coalesced reads.
        for (int turn = 0; turn < ITEMS_56; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            Sums_2 item = Sums_2{ false, 0, false, 0 };
            if (at < size) {
                row[turn] = 0;
                const int64_t row_2 = row_containing(rows, i);
                const int64_t first_2 = row_start(rows, row_2);
                const int64_t place = i - first_2;
                const bool f = place == 0;
                if (!(0 <= row_2 && row_2 < count)) {
                    fail(failure, Failure{ 5, { row_2, count } });
                } else {
                    const int64_t t_3 = t[row_2];
                    if (!(0 <= t_3 && t_3 < count_2)) {
                        fail(failure, Failure{ 6, { t_3, count_2 } });
                    } else {
                        const int32_t element = xss[(uint64_t)us[t_3] - ns[t_3] + place];
                        const int32_t pivot = pivots[row_2];
                        item = Sums_2{ f, (int64_t)(element == pivot), f,
                                      (int64_t)(element > pivot) };
                        row[turn] = row_2;
                    }
                }
            }
            items[at] = item;
        }
        __syncthreads();

        // Reduce: the elements of a thread, then the threads of the block, then the tiles before.
        Sums_2 fold = own[0], total;
        for (int turn = 1; turn < ITEMS_56; turn++)
            fold = combine_values_2(fold, own[turn]);
        const Sums_2 before = block_exclusive_scan<Sums_2, combine_values_2>(fold,
            Sums_2{ false, 0, false, 0 }, &total);
        const Sums_2 prefix = exclusive_prefix<Sums_2, combine_values_2>(tiles, tile, 0, total,
            Sums_2{ false, 0, false, 0 }, Sums_2{ false, 0, false, 0 });

        // Scan the elements of each thread, starting from the prefix of all elements before.
        fold = combine_values_2(prefix, before);
        for (int turn = 0; turn < ITEMS_56; turn++)
            own[turn] = fold = combine_values_2(fold, own[turn]);
        __syncthreads();

        // Store with coalesced writes.
        for (int turn = 0; turn < ITEMS_56; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            const Sums_2 sum = items[at];
            if (at < size) {
                const int64_t at_2 = row[turn];
                if (!(0 <= at_2 && at_2 < count)) {
                    fail(failure, Failure{ 9, { at_2, count } });
                } else {
                    const int64_t at_3 = i + 1 == es[at_2] ? row[turn] : -1;
                    if (0 <= at_3 && at_3 < count) {
                        keptss[at_3] = sum.x;
                        keptss_2[at_3] = sum.x_2;
                    }
                }
            }
        }
    }
}

// quicksort.fut:22: let more = filter (> pivot) xs
// rules: .., segput-is-scatomap, put-in-chain, put-beside-put, read-before-prefix
// Single-pass scan: each block scans a tile and gets its prefix from earlier tiles by decoupled
// look-back.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_kepts_2(const int64_t *__restrict__ t, const int32_t *__restrict__ xss,
                  const int64_t *__restrict__ us, const int64_t *__restrict__ ns,
                  const int32_t *__restrict__ pivots, const int64_t *__restrict__ es,
                  int64_t count, int64_t t_2, int64_t *__restrict__ keptss,
                  int32_t *__restrict__ all, int32_t *__restrict__ all_2,
                  int32_t *__restrict__ all_3, int64_t *__restrict__ total_2,
                  int64_t *__restrict__ total_3, uint64_t *states, Sums_3 *sums, Sums_3 *prefixes,
                  Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_56;
    __shared__ Sums_3 items[tile_size];
    __shared__ int64_t ends_here[MAX_SHARED_ROW_ENDS];
    Sums_3 *const own = items + threadIdx.x * ITEMS_56;
    const TileStatus<Sums_3> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = next_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= t_2 && tile > 0)
            return;
        const int size = (int)min(t_2 - start, (int64_t)tile_size);
        const RaggedRows rows = rows_in_tile(es, count, start, start + size, ends_here);

        int32_t element[ITEMS_56];
        bool is_less[ITEMS_56];
        bool is_equal[ITEMS_56];
        int64_t at_2[ITEMS_56];
        bool is_more[ITEMS_56];
        // Load with coalesced reads.
        for (int turn = 0; turn < ITEMS_56; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            Sums_3 item = Sums_3{ false, 0, 0, 0, 0 };
            if (at < size) {
                const int64_t row = row_containing(rows, i);
                const int64_t first_2 = row_start(rows, row);
                const int64_t place = i - first_2;
                const int64_t t_3 = t[row];
                const int32_t element_2 = xss[(uint64_t)us[t_3] - ns[t_3] + place];
                const int32_t pivot = pivots[row];
                const bool is_less_2 = element_2 < pivot;
                const int64_t flag = (int64_t)is_less_2;
                const bool is_equal_2 = element_2 == pivot;
                const bool is_more_2 = element_2 > pivot;
                item = Sums_3{ place == 0, flag, flag, (int64_t)is_equal_2, (int64_t)is_more_2 };
                element[turn] = element_2;
                is_less[turn] = is_less_2;
                is_equal[turn] = is_equal_2;
                at_2[turn] = i + 1 == row_end(rows, row) ? row : -1;
                is_more[turn] = is_more_2;
            }
            items[at] = item;
        }
        __syncthreads();

        // Reduce: the elements of a thread, then the threads of the block, then the tiles before.
        Sums_3 fold = own[0], total;
        for (int turn = 1; turn < ITEMS_56; turn++)
            fold = combine_values_3(fold, own[turn]);
        const Sums_3 before = block_exclusive_scan<Sums_3, combine_values_3>(fold,
            Sums_3{ false, 0, 0, 0, 0 }, &total);
        const Sums_3 prefix = exclusive_prefix<Sums_3, combine_values_3>(tiles, tile, 0, total,
            Sums_3{ false, 0, 0, 0, 0 }, Sums_3{ false, 0, 0, 0, 0 });

        // Scan the elements of each thread, starting from the prefix of all elements before.
        fold = combine_values_3(prefix, before);
        for (int turn = 0; turn < ITEMS_56; turn++)
            own[turn] = fold = combine_values_3(fold, own[turn]);
        __syncthreads();

        // Store with coalesced writes.
        for (int turn = 0; turn < ITEMS_56; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const Sums_3 sum = items[at];
            if (at < size) {
                const int64_t at_3 = at_2[turn];
                const int64_t at_4 = is_less[turn] ? (int64_t)((uint64_t)sum.sum - 1) : -1;
                const int64_t at_5 = is_equal[turn] ? (int64_t)((uint64_t)sum.sum_2 - 1) : -1;
                const int64_t at_6 = is_more[turn] ? (int64_t)((uint64_t)sum.sum_3 - 1) : -1;
                if (0 <= at_3 && at_3 < count)
                    keptss[at_3] = sum.x;
                if (0 <= at_4 && at_4 < t_2)
                    all[at_4] = element[turn];
                if (0 <= at_5 && at_5 < t_2)
                    all_2[at_5] = element[turn];
                if (0 <= at_6 && at_6 < t_2)
                    all_3[at_6] = element[turn];
            }
        }

        // The last tile holds the total.
        if (start + size == t_2 && threadIdx.x == 0) {
            const Sums_3 sum = combine_values_3(prefix, total);
            *total_2 = sum.sum;
            *total_3 = sum.sum_3;
        }
    }
}

// quicksort.fut:26: entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
// rules: distribute, descend, F16-call, ends-of-irreg, segscan-is-scanomap, scan-in-chain
// also quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// Single-pass scan: each block scans a tile and gets its prefix from earlier tiles by decoupled
// look-back.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_ends(const int64_t *__restrict__ ns, int64_t count, int64_t *__restrict__ ends,
               uint64_t *states, int64_t *sums, int64_t *prefixes, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const TileStatus<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = next_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count)
            return;
        const int size = (int)min(count - start, (int64_t)tile_size);

        // Load with coalesced reads.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size)
                item = ns[i];
            items[at] = item;
        }
        __syncthreads();

        // Reduce: the elements of a thread, then the threads of the block, then the tiles before.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = block_exclusive_scan<int64_t, add>(fold, 0, &total);
        const int64_t prefix = exclusive_prefix<int64_t, add>(tiles, tile, 0, total, 0, 0);

        // Scan the elements of each thread, starting from the prefix of all elements before.
        fold = add(prefix, before);
        for (int turn = 0; turn < ITEMS_8; turn++)
            own[turn] = fold = add(fold, own[turn]);
        __syncthreads();

        // Store with coalesced writes.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            const int64_t sum = items[at];
            if (at < size)
                ends[i] = sum;
        }
    }
}

// quicksort.fut:26: entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
// rules: distribute, descend, F16-call
// One thread computes this, on the device where its operands are.
static __global__ void quicksort_end(const int64_t *__restrict__ ends, int64_t count,
                                     int64_t *__restrict__ end, Failure *failure)
{
    if (has_failed(failure))
        return;
    int64_t end_2;
    if (count == 0) {
        end_2 = 0;
    } else {
        const int64_t last = (uint64_t)count - 1;
        end_2 = ends[last];
    }
    *end = end_2;
}

// quicksort.fut:23: let sorted = map quicksort [less, more]
// rules: .., F8-if, distribute-irregular, segmap, rows-of-views, expand-map, segmap-is-map
// One thread computes one element.
static __global__ void quicksort_map_3(const int32_t *__restrict__ t,
                                       const int64_t *__restrict__ keptss,
                                       const int64_t *__restrict__ es, int64_t t_on_host,
                                       int64_t count, int32_t *__restrict__ rowss,
                                       Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    __shared__ int64_t ends_here[MAX_SHARED_ROW_ENDS];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const RaggedRows rows = rows_in_tile(es, count, first_here,
                                         min(first_here + blockDim.x, t_on_host), ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t_on_host) {
        const int64_t row = row_containing(rows, i);
        const int64_t first = row_start(rows, row);
        rowss[i] = t[(uint64_t)row_end(rows, row) - keptss[row] + (i - first)];
    }
}

// quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// rules: .., F8-if, distribute-irregular, F2-map, expand-map, total-of-scan, total-of-all
// Single-pass scan: each block scans a tile and gets its prefix from earlier tiles by decoupled
// look-back.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_ts(const int64_t *__restrict__ keptss, const int64_t *__restrict__ keptss_2,
             int64_t count, int64_t *__restrict__ es, int64_t *__restrict__ ts,
             int64_t *__restrict__ t, uint64_t *states, int64_t *sums, int64_t *prefixes,
             Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const TileStatus<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = next_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count && tile > 0)
            return;
        const int size = (int)min(count - start, (int64_t)tile_size);

        int64_t v[ITEMS_8];
        // Load with coalesced reads.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const int64_t kept = keptss[i];
                const int64_t kept_2 = keptss_2[i];
                const int64_t v_2 = (uint64_t)kept + kept_2;
                item = v_2;
                v[turn] = v_2;
            }
            items[at] = item;
        }
        __syncthreads();

        // Reduce: the elements of a thread, then the threads of the block, then the tiles before.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = block_exclusive_scan<int64_t, add>(fold, 0, &total);
        const int64_t prefix = exclusive_prefix<int64_t, add>(tiles, tile, 0, total, 0, 0);

        // Scan the elements of each thread, starting from the prefix of all elements before.
        fold = add(prefix, before);
        for (int turn = 0; turn < ITEMS_8; turn++)
            own[turn] = fold = add(fold, own[turn]);
        __syncthreads();

        // Store with coalesced writes.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            const int64_t sum = items[at];
            if (at < size) {
                es[i] = sum;
                ts[i] = v[turn];
            }
        }

        // The last tile holds the total.
        if (start + size == count && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *t = sum;
        }
    }
}

// quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// rules: .., F16-call, F8-if, distribute-irregular, F2-map, expand-map, segmap-is-map
// One thread computes one element.
static __global__ void quicksort_map_4(const int64_t *__restrict__ keptss,
                                       const int32_t *__restrict__ rowss,
                                       const int64_t *__restrict__ es,
                                       const int32_t *__restrict__ all,
                                       const int64_t *__restrict__ us,
                                       const int64_t *__restrict__ keptss_2,
                                       const int64_t *__restrict__ es_2, int64_t t_on_host,
                                       int64_t count, int32_t *__restrict__ joinedss,
                                       Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    __shared__ int64_t ends_here[MAX_SHARED_ROW_ENDS];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const RaggedRows rows = rows_in_tile(es_2, count, first_here,
                                         min(first_here + blockDim.x, t_on_host), ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t_on_host) {
        const int64_t row = row_containing(rows, i);
        const int64_t first = row_start(rows, row);
        const int64_t j = i - first;
        const int64_t t = keptss[row];
        joinedss[i] = j < t ? rowss[(uint64_t)es[row] - t + j]
            : all[(uint64_t)us[row] - keptss_2[row] + ((uint64_t)j - t)];
    }
}

// quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// rules: .., F8-if, distribute-irregular, segmap, rows-of-views, expand-map, segmap-is-map
// One thread computes one element.
static __global__ void quicksort_map_5(const int32_t *__restrict__ t,
                                       const int64_t *__restrict__ end,
                                       const int64_t *__restrict__ keptss,
                                       const int64_t *__restrict__ es, int64_t t_on_host,
                                       int64_t count, int32_t *__restrict__ rowss,
                                       Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    __shared__ int64_t ends_here[MAX_SHARED_ROW_ENDS];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const RaggedRows rows = rows_in_tile(es, count, first_here,
                                         min(first_here + blockDim.x, t_on_host), ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t_on_host) {
        const int64_t row = row_containing(rows, i);
        const int64_t first = row_start(rows, row);
        rowss[i] = t[*end + ((uint64_t)row_end(rows, row) - keptss[row] + (i - first))];
    }
}

// quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// rules: .., F8-if, distribute-irregular, F2-map, expand-map, total-of-scan, total-of-all
// Single-pass scan: each block scans a tile and gets its prefix from earlier tiles by decoupled
// look-back.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_ts_2(const int64_t *__restrict__ keptss, const int64_t *__restrict__ keptss_2,
               const int64_t *__restrict__ keptss_3, int64_t count, int64_t *__restrict__ es,
               int64_t *__restrict__ ts, int64_t *__restrict__ t, uint64_t *states, int64_t *sums,
               int64_t *prefixes, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const TileStatus<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = next_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count && tile > 0)
            return;
        const int size = (int)min(count - start, (int64_t)tile_size);

        int64_t v[ITEMS_8];
        // Load with coalesced reads.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const int64_t kept = keptss[i];
                const int64_t kept_2 = keptss_2[i];
                const int64_t kept_3 = keptss_3[i];
                const int64_t v_2 = (uint64_t)kept + kept_2 + kept_3;
                item = v_2;
                v[turn] = v_2;
            }
            items[at] = item;
        }
        __syncthreads();

        // Reduce: the elements of a thread, then the threads of the block, then the tiles before.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = block_exclusive_scan<int64_t, add>(fold, 0, &total);
        const int64_t prefix = exclusive_prefix<int64_t, add>(tiles, tile, 0, total, 0, 0);

        // Scan the elements of each thread, starting from the prefix of all elements before.
        fold = add(prefix, before);
        for (int turn = 0; turn < ITEMS_8; turn++)
            own[turn] = fold = add(fold, own[turn]);
        __syncthreads();

        // Store with coalesced writes.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            const int64_t sum = items[at];
            if (at < size) {
                es[i] = sum;
                ts[i] = v[turn];
            }
        }

        // The last tile holds the total.
        if (start + size == count && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *t = sum;
        }
    }
}

// quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// rules: .., F16-call, F8-if, distribute-irregular, F2-map, expand-map, segmap-is-map
// One thread computes one element.
static __global__ void quicksort_map_6(const int64_t *__restrict__ keptss,
                                       const int64_t *__restrict__ keptss_2,
                                       const int32_t *__restrict__ joinedss,
                                       const int64_t *__restrict__ es,
                                       const int64_t *__restrict__ ts,
                                       const int32_t *__restrict__ rowss,
                                       const int64_t *__restrict__ es_2,
                                       const int64_t *__restrict__ keptss_3,
                                       const int64_t *__restrict__ es_3, int64_t t_on_host,
                                       int64_t count, int32_t *__restrict__ joinedss_2,
                                       Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    __shared__ int64_t ends_here[MAX_SHARED_ROW_ENDS];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const RaggedRows rows = rows_in_tile(es_3, count, first_here,
                                         min(first_here + blockDim.x, t_on_host), ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t_on_host) {
        const int64_t row = row_containing(rows, i);
        const int64_t first = row_start(rows, row);
        const int64_t j = i - first;
        const int64_t t = (uint64_t)keptss[row] + keptss_2[row];
        joinedss_2[i] = j < t ? joinedss[(uint64_t)es[row] - ts[row] + j]
            : rowss[(uint64_t)es_2[row] - keptss_3[row] + ((uint64_t)j - t)];
    }
}

// quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// rules: .., F8-if, distribute-irregular, segmap, rows-of-views, expand-map, segmap-is-map
// One thread computes one element.
static __global__ void quicksort_map_7(const int64_t *__restrict__ ts,
                                       const int64_t *__restrict__ ns,
                                       const int64_t *__restrict__ t,
                                       const int32_t *__restrict__ joinedss,
                                       const int64_t *__restrict__ es,
                                       const int64_t *__restrict__ es_2, int64_t t_2,
                                       int64_t count, Failure *failure,
                                       int32_t *__restrict__ joinedss_2)
{
    if (__syncthreads_or(is_failing(failure)))
        return;
    __shared__ int64_t ends_here[MAX_SHARED_ROW_ENDS];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const RaggedRows rows = rows_in_tile(es_2, count, first_here,
                                         min(first_here + blockDim.x, t_2), ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t_2) {
        const int64_t row = row_containing(rows, i);
        const int64_t first = row_start(rows, row);
        const int64_t t_3 = ts[row];
        const int64_t n = ns[t[row]];
        if (t_3 != n)
            return fail(failure, Failure{ 10, { t_3, n } });
        joinedss_2[i] = joinedss[(int64_t)((uint64_t)es[row] - t_3) + (i - first)];
    }
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: distribute, descend, F16-call, distribute-irregular, F8-if, expand-map, segmap-is-map
// One thread computes one element.
static __global__ void quicksort_values(const bool *__restrict__ eithers,
                                        const int64_t *__restrict__ ks,
                                        const int64_t *__restrict__ es,
                                        const int64_t *__restrict__ ns,
                                        const int64_t *__restrict__ t,
                                        const int32_t *__restrict__ ass,
                                        const int64_t *__restrict__ es_2,
                                        const int64_t *__restrict__ t_2,
                                        const int32_t *__restrict__ joinedss,
                                        const int64_t *__restrict__ us, int64_t total_on_host,
                                        int64_t count, int32_t *__restrict__ values,
                                        Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    __shared__ int64_t ends_here[MAX_SHARED_ROW_ENDS];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const RaggedRows rows = rows_in_tile(us, count, first_here,
                                         min(first_here + blockDim.x, total_on_host), ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < total_on_host) {
        const int64_t row = row_containing(rows, i);
        const int64_t first = row_start(rows, row);
        const int64_t j = i - first;
        const bool passes = eithers[row];
        const int64_t k = ks[row];
        int32_t v;
        if (passes) {
            const int64_t start = (uint64_t)es[k] - ns[t[k]];
            v = ass[(uint64_t)start + j];
        } else {
            const int64_t start = (uint64_t)es_2[k] - ns[t_2[k]];
            v = joinedss[(uint64_t)start + j];
        }
        values[i] = v;
    }
}

// Returns n / size, rounded up.
static int64_t ceil_div(int64_t n, int64_t size)
{
    return n / size + (n % size > 0);
}

// Returns true if an array of these sizes has more than MAX_ELEMENTS elements.
template <typename... Sizes>
static bool exceeds_memory(Sizes... sizes)
{
    double elements = 1;
    const double all[] = { (double)sizes... };
    for (const double size : all)
        elements *= size > 1 ? size : 1;
    return elements > MAX_ELEMENTS;
}

// Returns the number of blocks of `size` threads for n elements. Returns 0 beyond the grid limit,
// which makes the launch fail.
static unsigned grid_x(int64_t n, int64_t size)
{
    const int64_t blocks = ceil_div(n, size);
    return blocks <= INT32_MAX ? (unsigned)blocks : 0;
}

// Returns the number of tiles for n elements, at least one, with `items` elements per thread.
static int64_t tiles_for(int64_t n, int items)
{
    return n > 0 ? ceil_div(n, BLOCK_SIZE * items) : 1;
}

// Returns one block per tile, up to MAX_BLOCKS.
static int tile_blocks(int64_t tiles)
{
    return tiles < MAX_BLOCKS ? (int)tiles : MAX_BLOCKS;
}

// Returns an error raised since the call began; an earlier error of the caller is kept.
static cudaError_t last_error(cudaError_t earlier)
{
    return cudaPeekAtLastError() == earlier ? cudaSuccess : cudaGetLastError();
}

// Waits for the stream and copies a value from the device. A failed launch is returned as an
// error, because the value was not written.
template <typename T>
static cudaError_t copy_to_host(T *to, const void *from, cudaError_t earlier, cudaStream_t stream)
{
    if (cudaPeekAtLastError() != earlier)
        return cudaGetLastError();
    const cudaError_t error = cudaMemcpyAsync(to, from, sizeof *to, cudaMemcpyDeviceToHost,
                                              stream);
    return error ? error : cudaStreamSynchronize(stream);
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

// Drops the error of a failed check: the .._failure function reports it.
static cudaError_t ignore_assert(cudaError_t error)
{
    return error == cudaErrorAssert ? cudaSuccess : error;
}

// An array in device memory whose size is known only at run time. The destructor frees it in
// stream order.
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

    // Transfers the ownership to the caller.
    T *release()
    {
        T *const array = data;
        data = NULL;
        return array;
    }
};
}

// Frees arrays in stream order: work that is queued already may still read them.
template <typename... T>
static void free_arrays(DeviceArray<T> &...arrays)
{
    const auto free = [](auto &array) {
        if (array.data)
            (void)cudaFreeAsync(array.release(), array.stream);
    };
    (free(arrays), ...);
}

// Swaps two pointers.
template <typename T>
static void swap_pointers(T **a, T **b)
{
    T *const old = *a;
    *a = *b;
    *b = old;
}

// quicksort.fut:17: def quicksort [n] (xs: [n]i32): [n]i32 =
//
// Calls itself and queues kernels. A failed check is recorded in the failure word and ends the
// calls.
static cudaError_t quicksorts(int64_t depth, const int64_t *ns, const int32_t *xss, int64_t count,
                              int64_t total, int32_t **t, int64_t *size_2, Failure *failure,
                              cudaMemPool_t pool, cudaStream_t stream)
{
    const cudaError_t earlier = cudaPeekAtLastError();
    *t = NULL;
    *size_2 = 0;
    const bool is_none = count == 0;
    DeviceArray<int32_t> t_2(pool, stream);
    int64_t total_2;
    if (is_none) {
        DeviceArray<int32_t> none(pool, stream);
        if (const cudaError_t error = none.allocate(0))
            return error;
        total_2 = 0;
        swap_pointers(&t_2.data, &none.data);
    } else {
        if (depth >= 1000) {
            const cudaError_t error = report(failure, stream, Failure{ 1, {} });
            return error ? error : cudaErrorAssert;
        }
        DeviceArray<int64_t> ks(pool, stream);
        if (const cudaError_t error = ks.allocate(count))
            return error;
        DeviceArray<bool> is_at_mosts(pool, stream);
        if (const cudaError_t error = is_at_mosts.allocate(count))
            return error;
        DeviceArray<int64_t> count_2(pool, stream);
        if (const cudaError_t error = count_2.allocate(1))
            return error;
        DeviceArray<uint64_t> states(pool, stream);
        if (const cudaError_t error = states.allocate(tiles_for(count, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums(pool, stream);
        if (const cudaError_t error = sums.allocate(tiles_for(count, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes(pool, stream);
        if (const cudaError_t error = prefixes.allocate(tiles_for(count, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states, 0,
                                                      (tiles_for(count, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_is_at_mosts<<<tile_blocks(tiles_for(count, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(
            ns, count, ks, is_at_mosts, count_2, states, sums, prefixes, failure);
        int32_t failed_so_far;
        if (const cudaError_t error = copy_to_host(&failed_so_far, failure, earlier, stream))
            return error;
        if (failed_so_far)
            return cudaErrorAssert;
        int64_t count_on_host;
        if (const cudaError_t error = copy_to_host(&count_on_host, count_2, earlier, stream))
            return error;
        const int64_t count_3 = (uint64_t)count - count_on_host;
        DeviceArray<int64_t> t_3(pool, stream);
        if (const cudaError_t error = t_3.allocate(count_3))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(t_3, 0, count_3 * sizeof(int64_t), stream))
            return error;
        if (count > 0)
            quicksort_rows<<<grid_x(count, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(is_at_mosts, ks,
                count_3, count, t_3, failure);
        DeviceArray<bool> as(pool, stream);
        if (const cudaError_t error = as.allocate(count_on_host))
            return error;
        if (count_on_host > 0)
            quicksort_map<<<grid_x(count_on_host, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(
                count_on_host, as, failure);
        DeviceArray<int64_t> es(pool, stream);
        if (const cudaError_t error = es.allocate(count_3))
            return error;
        DeviceArray<bool> bss(pool, stream);
        if (const cudaError_t error = bss.allocate(count_3))
            return error;
        DeviceArray<int64_t> t_4(pool, stream);
        if (const cudaError_t error = t_4.allocate(1))
            return error;
        DeviceArray<uint64_t> states_2(pool, stream);
        if (const cudaError_t error = states_2.allocate(tiles_for(count_3, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_2(pool, stream);
        if (const cudaError_t error = sums_2.allocate(tiles_for(count_3, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_2(pool, stream);
        if (const cudaError_t error = prefixes_2.allocate(tiles_for(count_3, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_2, 0,
                                                      (tiles_for(count_3, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_es<<<tile_blocks(tiles_for(count_3, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(ns, t_3,
            count_3, es, bss, t_4, states_2, sums_2, prefixes_2, failure);
        int32_t failed_so_far_2;
        if (const cudaError_t error = copy_to_host(&failed_so_far_2, failure, earlier, stream))
            return error;
        if (failed_so_far_2)
            return cudaErrorAssert;
        int64_t t_on_host;
        if (const cudaError_t error = copy_to_host(&t_on_host, t_4, earlier, stream))
            return error;
        const int64_t deeper = (uint64_t)depth + 1;
        DeviceArray<int64_t> us(pool, stream);
        if (const cudaError_t error = us.allocate(count))
            return error;
        DeviceArray<int64_t> total_3(pool, stream);
        if (const cudaError_t error = total_3.allocate(1))
            return error;
        DeviceArray<uint64_t> states_3(pool, stream);
        if (const cudaError_t error = states_3.allocate(tiles_for(count, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_3(pool, stream);
        if (const cudaError_t error = sums_3.allocate(tiles_for(count, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_3(pool, stream);
        if (const cudaError_t error = prefixes_3.allocate(tiles_for(count, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_3, 0,
                                                      (tiles_for(count, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_total<<<tile_blocks(tiles_for(count, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(ns,
            count, us, total_3, states_3, sums_3, prefixes_3, failure);
        int32_t failed_so_far_3;
        if (const cudaError_t error = copy_to_host(&failed_so_far_3, failure, earlier, stream))
            return error;
        if (failed_so_far_3)
            return cudaErrorAssert;
        int64_t total_on_host;
        if (const cudaError_t error = copy_to_host(&total_on_host, total_3, earlier, stream))
            return error;
        DeviceArray<uint64_t> states_4(pool, stream);
        if (const cudaError_t error = states_4.allocate(tiles_for(t_on_host, ITEMS_4) + 1))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_4, 0,
                                                      (tiles_for(t_on_host, ITEMS_4) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_bss<<<tile_blocks(tiles_for(t_on_host, ITEMS_4)), BLOCK_SIZE, 0, stream>>>(t_3,
            ns, xss, us, es, count_3, t_on_host, failure, bss, states_4);
        DeviceArray<int64_t> ks_2(pool, stream);
        if (const cudaError_t error = ks_2.allocate(count))
            return error;
        DeviceArray<bool> eithers(pool, stream);
        if (const cudaError_t error = eithers.allocate(count))
            return error;
        DeviceArray<int64_t> count_4(pool, stream);
        if (const cudaError_t error = count_4.allocate(1))
            return error;
        DeviceArray<uint64_t> states_5(pool, stream);
        if (const cudaError_t error = states_5.allocate(tiles_for(count, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_4(pool, stream);
        if (const cudaError_t error = sums_4.allocate(tiles_for(count, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_4(pool, stream);
        if (const cudaError_t error = prefixes_4.allocate(tiles_for(count, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_5, 0,
                                                      (tiles_for(count, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_eithers<<<tile_blocks(tiles_for(count, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(
            is_at_mosts, ks, as, bss, count, ks_2, eithers, count_4, states_5, sums_4, prefixes_4,
            failure);
        int32_t failed_so_far_4;
        if (const cudaError_t error = copy_to_host(&failed_so_far_4, failure, earlier, stream))
            return error;
        if (failed_so_far_4)
            return cudaErrorAssert;
        int64_t count_on_host_2;
        if (const cudaError_t error = copy_to_host(&count_on_host_2, count_4, earlier, stream))
            return error;
        const int64_t count_5 = (uint64_t)count - count_on_host_2;
        DeviceArray<int64_t> t_5(pool, stream);
        if (const cudaError_t error = t_5.allocate(count_on_host_2))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(t_5, 0, count_on_host_2 * sizeof(int64_t),
                                                      stream))
            return error;
        if (count > 0)
            quicksort_rows_2<<<grid_x(count, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(eithers, ks_2,
                count_on_host_2, count, t_5, failure);
        DeviceArray<int64_t> t_6(pool, stream);
        if (const cudaError_t error = t_6.allocate(count_5))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(t_6, 0, count_5 * sizeof(int64_t), stream))
            return error;
        if (count > 0)
            quicksort_rows<<<grid_x(count, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(eithers, ks_2,
                count_5, count, t_6, failure);
        DeviceArray<int64_t> es_2(pool, stream);
        if (const cudaError_t error = es_2.allocate(count_on_host_2))
            return error;
        DeviceArray<int64_t> t_7(pool, stream);
        if (const cudaError_t error = t_7.allocate(1))
            return error;
        DeviceArray<uint64_t> states_6(pool, stream);
        if (const cudaError_t error = states_6.allocate(tiles_for(count_on_host_2, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_5(pool, stream);
        if (const cudaError_t error = sums_5.allocate(tiles_for(count_on_host_2, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_5(pool, stream);
        if (const cudaError_t error = prefixes_5.allocate(tiles_for(count_on_host_2, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_6, 0,
                                                      (tiles_for(count_on_host_2, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_es_2<<<tile_blocks(tiles_for(count_on_host_2, ITEMS_8)), BLOCK_SIZE, 0,
                stream>>>(ns, t_5, count_on_host_2, es_2, t_7, states_6, sums_5, prefixes_5,
                          failure);
        int32_t failed_so_far_5;
        if (const cudaError_t error = copy_to_host(&failed_so_far_5, failure, earlier, stream))
            return error;
        if (failed_so_far_5)
            return cudaErrorAssert;
        int64_t t_on_host_2;
        if (const cudaError_t error = copy_to_host(&t_on_host_2, t_7, earlier, stream))
            return error;
        DeviceArray<int32_t> ass(pool, stream);
        if (const cudaError_t error = ass.allocate(t_on_host_2))
            return error;
        if (t_on_host_2 > 0)
            quicksort_map_2<<<grid_x(t_on_host_2, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(t_5, xss,
                us, ns, es_2, t_on_host_2, count_on_host_2, ass, failure);
        DeviceArray<int32_t> pivots(pool, stream);
        if (const cudaError_t error = pivots.allocate(count_5))
            return error;
        if (count_5 > 0)
            quicksort_pivots<<<grid_x(count_5, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(ns, t_6, xss,
                us, count_5, failure, pivots);
        DeviceArray<int64_t> es_3(pool, stream);
        if (const cudaError_t error = es_3.allocate(count_5))
            return error;
        DeviceArray<int64_t> ns_2(pool, stream);
        if (const cudaError_t error = ns_2.allocate(2 * count_5))
            return error;
        DeviceArray<int64_t> keptss(pool, stream);
        if (const cudaError_t error = keptss.allocate(count_5))
            return error;
        DeviceArray<int64_t> keptss_2(pool, stream);
        if (const cudaError_t error = keptss_2.allocate(count_5))
            return error;
        DeviceArray<int64_t> keptss_3(pool, stream);
        if (const cudaError_t error = keptss_3.allocate(count_5))
            return error;
        DeviceArray<int64_t> ws(pool, stream);
        if (const cudaError_t error = ws.allocate(1))
            return error;
        DeviceArray<uint64_t> states_7(pool, stream);
        if (const cudaError_t error = states_7.allocate(tiles_for(count_5, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_6(pool, stream);
        if (const cudaError_t error = sums_6.allocate(tiles_for(count_5, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_6(pool, stream);
        if (const cudaError_t error = prefixes_6.allocate(tiles_for(count_5, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_7, 0,
                                                      (tiles_for(count_5, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_es_3<<<tile_blocks(tiles_for(count_5, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(ns,
            t_6, count_5, es_3, keptss, keptss_2, keptss_3, ws, states_7, sums_6, prefixes_6,
            failure);
        int32_t failed_so_far_6;
        if (const cudaError_t error = copy_to_host(&failed_so_far_6, failure, earlier, stream))
            return error;
        if (failed_so_far_6)
            return cudaErrorAssert;
        int64_t ws_on_host;
        if (const cudaError_t error = copy_to_host(&ws_on_host, ws, earlier, stream))
            return error;
        const int64_t t_8 = count_5 == 0 ? 0 : ws_on_host;
        DeviceArray<uint64_t> states_8(pool, stream);
        if (const cudaError_t error = states_8.allocate(tiles_for(t_8, ITEMS_56) + 1))
            return error;
        DeviceArray<Sums_2> sums_7(pool, stream);
        if (const cudaError_t error = sums_7.allocate(tiles_for(t_8, ITEMS_56)))
            return error;
        DeviceArray<Sums_2> prefixes_7(pool, stream);
        if (const cudaError_t error = prefixes_7.allocate(tiles_for(t_8, ITEMS_56)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_8, 0,
                                                      (tiles_for(t_8, ITEMS_56) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_kepts<<<tile_blocks(tiles_for(t_8, ITEMS_56)), BLOCK_SIZE, 0, stream>>>(t_6, xss,
            us, ns, pivots, es_3, count_5, count, t_8, failure, keptss_2, keptss_3, states_8,
            sums_7, prefixes_7);
        DeviceArray<int32_t> all(pool, stream);
        if (const cudaError_t error = all.allocate(t_8))
            return error;
        DeviceArray<int32_t> all_2(pool, stream);
        if (const cudaError_t error = all_2.allocate(t_8))
            return error;
        DeviceArray<int32_t> all_3(pool, stream);
        if (const cudaError_t error = all_3.allocate(t_8))
            return error;
        DeviceArray<int64_t> total_4(pool, stream);
        if (const cudaError_t error = total_4.allocate(1))
            return error;
        DeviceArray<int64_t> total_5(pool, stream);
        if (const cudaError_t error = total_5.allocate(1))
            return error;
        DeviceArray<uint64_t> states_9(pool, stream);
        if (const cudaError_t error = states_9.allocate(tiles_for(t_8, ITEMS_56) + 1))
            return error;
        DeviceArray<Sums_3> sums_8(pool, stream);
        if (const cudaError_t error = sums_8.allocate(tiles_for(t_8, ITEMS_56)))
            return error;
        DeviceArray<Sums_3> prefixes_8(pool, stream);
        if (const cudaError_t error = prefixes_8.allocate(tiles_for(t_8, ITEMS_56)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_9, 0,
                                                      (tiles_for(t_8, ITEMS_56) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_kepts_2<<<tile_blocks(tiles_for(t_8, ITEMS_56)), BLOCK_SIZE, 0, stream>>>(t_6,
            xss, us, ns, pivots, es_3, count_5, t_8, keptss, all, all_2, all_3, total_4, total_5,
            states_9, sums_8, prefixes_8, failure);
        int32_t failed_so_far_7;
        if (const cudaError_t error = copy_to_host(&failed_so_far_7, failure, earlier, stream))
            return error;
        if (failed_so_far_7)
            return cudaErrorAssert;
        int64_t total_on_host_2;
        if (const cudaError_t error = copy_to_host(&total_on_host_2, total_4, earlier, stream))
            return error;
        int64_t total_on_host_3;
        if (const cudaError_t error = copy_to_host(&total_on_host_3, total_5, earlier, stream))
            return error;
        const int64_t count_6 = (uint64_t)count_5 + count_5;
        if (const cudaError_t error = cudaMemcpyAsync(ns_2, keptss, count_5 * sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(ns_2 + count_5, keptss_3,
                                                      count_5 * sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        DeviceArray<int32_t> joined(pool, stream);
        if (const cudaError_t error = joined.allocate(total_on_host_2 + total_on_host_3))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(joined, all,
                                                      total_on_host_2 * sizeof(int32_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(joined + total_on_host_2, all_3,
                                                      total_on_host_3 * sizeof(int32_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        const int64_t total_6 = (uint64_t)total_on_host_2 + total_on_host_3;
        int64_t total_7;
        DeviceArray<int32_t> t_9(pool, stream);
        free_arrays(ks, is_at_mosts, count_2, states, sums, prefixes, t_3, as, es, bss, t_4,
                    states_2, sums_2, prefixes_2, total_3, states_3, sums_3, prefixes_3, states_4,
                    count_4, states_5, sums_4, prefixes_4, t_7, states_6, sums_5, prefixes_5,
                    pivots, ws, states_7, sums_6, prefixes_6, states_8, sums_7, prefixes_7, all,
                    all_3, total_4, total_5, states_9, sums_8, prefixes_8);
        if (const cudaError_t error = quicksorts(deeper, ns_2, joined, count_6, total_6, &t_9.data,
                                                 &total_7, failure, pool, stream))
            return error;
        DeviceArray<int64_t> ends(pool, stream);
        if (const cudaError_t error = ends.allocate(count_6))
            return error;
        DeviceArray<uint64_t> states_10(pool, stream);
        if (const cudaError_t error = states_10.allocate(tiles_for(count_6, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_9(pool, stream);
        if (const cudaError_t error = sums_9.allocate(tiles_for(count_6, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_9(pool, stream);
        if (const cudaError_t error = prefixes_9.allocate(tiles_for(count_6, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_10, 0,
                                                      (tiles_for(count_6, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_ends<<<tile_blocks(tiles_for(count_6, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(ns_2,
            count_6, ends, states_10, sums_9, prefixes_9, failure);
        DeviceArray<int64_t> end(pool, stream);
        if (const cudaError_t error = end.allocate(1))
            return error;
        quicksort_end<<<1, 1, 0, stream>>>(ends, count_5, end, failure);
        DeviceArray<int64_t> es_4(pool, stream);
        if (const cudaError_t error = es_4.allocate(count_5))
            return error;
        DeviceArray<int64_t> t_10(pool, stream);
        if (const cudaError_t error = t_10.allocate(1))
            return error;
        DeviceArray<uint64_t> states_11(pool, stream);
        if (const cudaError_t error = states_11.allocate(tiles_for(count_5, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_10(pool, stream);
        if (const cudaError_t error = sums_10.allocate(tiles_for(count_5, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_10(pool, stream);
        if (const cudaError_t error = prefixes_10.allocate(tiles_for(count_5, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_11, 0,
                                                      (tiles_for(count_5, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_total<<<tile_blocks(tiles_for(count_5, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(
            keptss, count_5, es_4, t_10, states_11, sums_10, prefixes_10, failure);
        int32_t failed_so_far_8;
        if (const cudaError_t error = copy_to_host(&failed_so_far_8, failure, earlier, stream))
            return error;
        if (failed_so_far_8)
            return cudaErrorAssert;
        int64_t t_on_host_3;
        if (const cudaError_t error = copy_to_host(&t_on_host_3, t_10, earlier, stream))
            return error;
        DeviceArray<int32_t> rowss(pool, stream);
        if (const cudaError_t error = rowss.allocate(t_on_host_3))
            return error;
        if (t_on_host_3 > 0)
            quicksort_map_3<<<grid_x(t_on_host_3, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(t_9,
                keptss, es_4, t_on_host_3, count_5, rowss, failure);
        DeviceArray<int64_t> es_5(pool, stream);
        if (const cudaError_t error = es_5.allocate(count_5))
            return error;
        DeviceArray<int64_t> ts(pool, stream);
        if (const cudaError_t error = ts.allocate(count_5))
            return error;
        DeviceArray<int64_t> t_11(pool, stream);
        if (const cudaError_t error = t_11.allocate(1))
            return error;
        DeviceArray<uint64_t> states_12(pool, stream);
        if (const cudaError_t error = states_12.allocate(tiles_for(count_5, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_11(pool, stream);
        if (const cudaError_t error = sums_11.allocate(tiles_for(count_5, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_11(pool, stream);
        if (const cudaError_t error = prefixes_11.allocate(tiles_for(count_5, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_12, 0,
                                                      (tiles_for(count_5, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_ts<<<tile_blocks(tiles_for(count_5, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(keptss,
            keptss_2, count_5, es_5, ts, t_11, states_12, sums_11, prefixes_11, failure);
        int32_t failed_so_far_9;
        if (const cudaError_t error = copy_to_host(&failed_so_far_9, failure, earlier, stream))
            return error;
        if (failed_so_far_9)
            return cudaErrorAssert;
        int64_t t_on_host_4;
        if (const cudaError_t error = copy_to_host(&t_on_host_4, t_11, earlier, stream))
            return error;
        DeviceArray<int64_t> us_2(pool, stream);
        if (const cudaError_t error = us_2.allocate(count_5))
            return error;
        DeviceArray<uint64_t> states_13(pool, stream);
        if (const cudaError_t error = states_13.allocate(tiles_for(count_5, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_12(pool, stream);
        if (const cudaError_t error = sums_12.allocate(tiles_for(count_5, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_12(pool, stream);
        if (const cudaError_t error = prefixes_12.allocate(tiles_for(count_5, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_13, 0,
                                                      (tiles_for(count_5, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_ends<<<tile_blocks(tiles_for(count_5, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(
            keptss_2, count_5, us_2, states_13, sums_12, prefixes_12, failure);
        DeviceArray<int32_t> joinedss(pool, stream);
        if (const cudaError_t error = joinedss.allocate(t_on_host_4))
            return error;
        if (t_on_host_4 > 0)
            quicksort_map_4<<<grid_x(t_on_host_4, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(keptss,
                rowss, es_4, all_2, us_2, keptss_2, es_5, t_on_host_4, count_5, joinedss, failure);
        DeviceArray<int64_t> es_6(pool, stream);
        if (const cudaError_t error = es_6.allocate(count_5))
            return error;
        DeviceArray<int64_t> t_12(pool, stream);
        if (const cudaError_t error = t_12.allocate(1))
            return error;
        DeviceArray<uint64_t> states_14(pool, stream);
        if (const cudaError_t error = states_14.allocate(tiles_for(count_5, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_13(pool, stream);
        if (const cudaError_t error = sums_13.allocate(tiles_for(count_5, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_13(pool, stream);
        if (const cudaError_t error = prefixes_13.allocate(tiles_for(count_5, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_14, 0,
                                                      (tiles_for(count_5, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_total<<<tile_blocks(tiles_for(count_5, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(
            keptss_3, count_5, es_6, t_12, states_14, sums_13, prefixes_13, failure);
        int32_t failed_so_far_10;
        if (const cudaError_t error = copy_to_host(&failed_so_far_10, failure, earlier, stream))
            return error;
        if (failed_so_far_10)
            return cudaErrorAssert;
        int64_t t_on_host_5;
        if (const cudaError_t error = copy_to_host(&t_on_host_5, t_12, earlier, stream))
            return error;
        DeviceArray<int32_t> rowss_2(pool, stream);
        if (const cudaError_t error = rowss_2.allocate(t_on_host_5))
            return error;
        if (t_on_host_5 > 0)
            quicksort_map_5<<<grid_x(t_on_host_5, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(t_9, end,
                keptss_3, es_6, t_on_host_5, count_5, rowss_2, failure);
        DeviceArray<int64_t> es_7(pool, stream);
        if (const cudaError_t error = es_7.allocate(count_5))
            return error;
        DeviceArray<int64_t> ts_2(pool, stream);
        if (const cudaError_t error = ts_2.allocate(count_5))
            return error;
        DeviceArray<int64_t> t_13(pool, stream);
        if (const cudaError_t error = t_13.allocate(1))
            return error;
        DeviceArray<uint64_t> states_15(pool, stream);
        if (const cudaError_t error = states_15.allocate(tiles_for(count_5, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_14(pool, stream);
        if (const cudaError_t error = sums_14.allocate(tiles_for(count_5, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_14(pool, stream);
        if (const cudaError_t error = prefixes_14.allocate(tiles_for(count_5, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_15, 0,
                                                      (tiles_for(count_5, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_ts_2<<<tile_blocks(tiles_for(count_5, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(keptss,
            keptss_2, keptss_3, count_5, es_7, ts_2, t_13, states_15, sums_14, prefixes_14,
            failure);
        int32_t failed_so_far_11;
        if (const cudaError_t error = copy_to_host(&failed_so_far_11, failure, earlier, stream))
            return error;
        if (failed_so_far_11)
            return cudaErrorAssert;
        int64_t t_on_host_6;
        if (const cudaError_t error = copy_to_host(&t_on_host_6, t_13, earlier, stream))
            return error;
        DeviceArray<int32_t> joinedss_2(pool, stream);
        if (const cudaError_t error = joinedss_2.allocate(t_on_host_6))
            return error;
        if (t_on_host_6 > 0)
            quicksort_map_6<<<grid_x(t_on_host_6, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(keptss_2,
                keptss, joinedss, es_5, ts, rowss_2, es_6, keptss_3, es_7, t_on_host_6, count_5,
                joinedss_2, failure);
        DeviceArray<int32_t> joinedss_3(pool, stream);
        if (const cudaError_t error = joinedss_3.allocate(t_8))
            return error;
        if (t_8 > 0)
            quicksort_map_7<<<grid_x(t_8, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(ts_2, ns, t_6,
                joinedss_2, es_7, es_3, t_8, count_5, failure, joinedss_3);
        DeviceArray<int32_t> values(pool, stream);
        if (const cudaError_t error = values.allocate(total_on_host))
            return error;
        if (total_on_host > 0)
            quicksort_values<<<grid_x(total_on_host, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(eithers,
                ks_2, es_2, ns, t_5, ass, es_3, t_6, joinedss_3, us, total_on_host, count, values,
                failure);
        total_2 = total_on_host;
        swap_pointers(&t_2.data, &values.data);
    }
    if (const cudaError_t error = last_error(earlier))
        return error;
    *t = t_2.release();
    *size_2 = total_2;
    return cudaSuccess;
}

size_t quicksort_main_scratch()
{
    return sizeof(Failure);
}

// entry main [m] [total] (xss_lengths: [m]i64) (xss: [total]i32): ?[total_1].([m]i64,
//   [total_1]i32)
cudaError_t quicksort_main(const int64_t *xss_lengths, const int32_t *xss, int64_t m,
                           int64_t total, int64_t *result_lengths, int32_t **mapped,
                           int64_t *total_2, void *scratch, cudaMemPool_t pool,
                           cudaStream_t stream)
{
    if (m < 0 || total < 0 || m > MAX_ELEMENTS || total > MAX_ELEMENTS
        || (m > 0 && (!xss_lengths || !result_lengths)) || (total > 0 && !xss) || !mapped
        || !total_2 || !scratch)
        return cudaErrorInvalidValue;

    *mapped = NULL;
    *total_2 = 0;

    Failure *const failure = (Failure *)scratch;
    if (const cudaError_t error = cudaMemsetAsync(failure, 0, sizeof(Failure), stream))
        return error;

    int64_t total_3;
    DeviceArray<int32_t> mapped_2(pool, stream);
    if (const cudaError_t error = quicksorts(0, xss_lengths, xss, m, total, &mapped_2.data,
                                             &total_3, failure, pool, stream))
        return ignore_assert(error);
    if (const cudaError_t error = cudaMemcpyAsync(result_lengths, xss_lengths, m * sizeof(int64_t),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    *mapped = mapped_2.release();
    *total_2 = total_3;
    return cudaSuccess;
}

cudaError_t quicksort_main_failure(const void *scratch, cudaStream_t stream, char *text,
                                   size_t size)
{
    Failure found;
    const cudaError_t earlier = cudaPeekAtLastError();
    if (const cudaError_t error = copy_to_host(&found, scratch, earlier, stream))
        return error;
    switch (found.code) {
    case 1:
        snprintf(text, size,
                 "quicksort.fut:17:1: error: `quicksort` calls itself more than 1000 times, one in "
                 "the other.");
        break;
    case 2:
        snprintf(text, size,
                 "quicksort.fut:15:29: error: Index [%lld] out of bounds for array of shape "
                 "[%lld].\nquicksort.fut:18:16: note: called from here", found.value[0],
                 found.value[1]);
        break;
    case 3:
        snprintf(text, size,
                 "quicksort.fut:15:42: error: Index [%lld] out of bounds for array of shape "
                 "[%lld].\nquicksort.fut:18:16: note: called from here", found.value[0],
                 found.value[1]);
        break;
    case 4:
        snprintf(text, size,
                 "quicksort.fut:19:20: error: Index [%lld] out of bounds for array of shape "
                 "[%lld].", found.value[0], found.value[1]);
        break;
    case 5:
        snprintf(text, size,
                 "quicksort.fut:22:19: error: Index [%lld] out of bounds for array of shape "
                 "[%lld].", found.value[0], found.value[1]);
        break;
    case 6:
        snprintf(text, size,
                 "quicksort.fut:22:19: error: Index [%lld] out of bounds for array of shape "
                 "[%lld].", found.value[0], found.value[1]);
        break;
    case 7:
        snprintf(text, size,
                 "quicksort.fut:22:19: error: Index [%lld] out of bounds for array of shape "
                 "[%lld].", found.value[0], found.value[1]);
        break;
    case 8:
        snprintf(text, size,
                 "quicksort.fut:22:19: error: Index [%lld] out of bounds for array of shape "
                 "[%lld].", found.value[0], found.value[1]);
        break;
    case 9:
        snprintf(text, size,
                 "quicksort.fut:22:19: error: Index [%lld] out of bounds for array of shape "
                 "[%lld].", found.value[0], found.value[1]);
        break;
    case 10:
        snprintf(text, size,
                 "quicksort.fut:24:11: error: Value of (desugared) shape [%lld] cannot match shape "
                 "of type `[%lld]i32`.", found.value[0], found.value[1]);
        break;
    default:
        snprintf(text, size, "no failure");
        return cudaSuccess;
    }
    return cudaErrorAssert;
}
