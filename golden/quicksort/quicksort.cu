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

#include <utility>

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
static __device__ bool has_failed(const Failure *failure) { return failure->code != 0; }

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
// The operands and the result of segmented_both.
struct Partial {
    bool either, both;
};
// The operands and the result of segmented_add_either.
struct Sums {
    bool x;
    int64_t y;
    bool z;
    int64_t w;
};
// The operands and the result of segmented_add.
struct Segmented_add {
    bool x;
    int64_t y, z, w, u;
};
}

// quicksort.fut:18: the operator (+) of reductions and scans
static __device__ int64_t add(int64_t x, int64_t y) { return (uint64_t)x + y; }

// quicksort.fut:15: combines two partial results
static __device__ int64_t combine(int64_t x, int64_t y)
{
    return (int64_t)min((uint64_t)x + (uint64_t)y, UINT64_C(9223372036854775807));
}

// quicksort.fut:15: combines two partial results
static __device__ Partial segmented_both(Partial a, Partial b)
{
    const bool either = a.either || b.either;
    return Partial{ either, b.either ? b.both : a.both && b.both };
}

// quicksort.fut:22: combines two partial results
static __device__ Sums segmented_add_either(Sums a, Sums b)
{
    const bool either = a.x || b.x;
    const bool either_value = a.z || b.z;
    return Sums{ either, b.x ? b.y : (int64_t)((uint64_t)a.y + b.y), either_value,
                 b.z ? b.w : (int64_t)((uint64_t)a.w + b.w) };
}

// quicksort.fut:22: combines two partial results
static __device__ Segmented_add segmented_add(Segmented_add a, Segmented_add b)
{
    const bool either = a.x || b.x;
    const int64_t sum = (uint64_t)a.z + b.z;
    return Segmented_add{ either, b.x ? b.y : (int64_t)((uint64_t)a.y + b.y), sum,
                          (int64_t)((uint64_t)a.w + b.w), (int64_t)((uint64_t)a.u + b.u) };
}

// Returns the value of the lane `offset` lanes below.
template <typename T>
static __device__ T shuffle_up(T value, int offset, int width)
{
    return __shfl_up_sync(0xffffffff, value, offset, width);
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
    static_assert(sizeof value < 8, "the state needs a byte of the word");
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

namespace {
// The published state of a tile: nothing yet, the tile's total, or its inclusive prefix.
enum TileState { INVALID, AGGREGATE, PREFIX };

// The status of a tile: state and value in one word. One store publishes both, so no fence is
// needed.
template <typename T>
struct PackedTileStatus {
    volatile uint64_t word;

    __device__ void publish(TileState state, T value)
    {
        word = (uint64_t)state << 56 | pack(value);
    }

    // Waits until the tile is published.
    __device__ TileState wait(T *value) const
    {
        uint64_t found = word;
        while (found >> 56 == INVALID)
            found = word;
        *value = unpack<T>(found);
        return (TileState)(found >> 56);
    }
};

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

// Returns the first element of a row.
static __device__ int64_t ragged_row_start(RaggedRows rows, int64_t row)
{
    return row > rows.first ? rows.ends[row - rows.first - 1] : rows.start;
}

// Returns the end of a row.
static __device__ int64_t ragged_row_end(RaggedRows rows, int64_t row)
{
    return rows.ends[row - rows.first];
}

// Returns the number of row ends that fit into shared memory beside a tile of this many bytes.
// Both have 46 KB; the helpers have the rest of 48 KB.
static __host__ __device__ constexpr int shared_row_ends(int tile_bytes)
{
    const int most = (46 * 1024 - tile_bytes) / 8;
    return most < 1 ? 1 : most < MAX_SHARED_ROW_ENDS ? most : MAX_SHARED_ROW_ENDS;
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

template <>
__device__ Partial shuffle_up(Partial value, int offset, int width)
{
    value.either = shuffle_up(value.either, offset, width);
    value.both = shuffle_up(value.both, offset, width);
    return value;
}

template <>
__device__ uint64_t pack(Partial value)
{
    return pack(value.either) << 8 | pack(value.both);
}

template <>
__device__ Partial unpack(uint64_t word)
{
    return { unpack<bool>(word >> 8), unpack<bool>(word) };
}

template <>
__device__ Sums shuffle_up(Sums value, int offset, int width)
{
    value.x = shuffle_up(value.x, offset, width);
    value.y = shuffle_up(value.y, offset, width);
    value.z = shuffle_up(value.z, offset, width);
    value.w = shuffle_up(value.w, offset, width);
    return value;
}

template <>
__device__ Segmented_add shuffle_up(Segmented_add value, int offset, int width)
{
    value.x = shuffle_up(value.x, offset, width);
    value.y = shuffle_up(value.y, offset, width);
    value.z = shuffle_up(value.z, offset, width);
    value.w = shuffle_up(value.w, offset, width);
    value.u = shuffle_up(value.u, offset, width);
    return value;
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: .., distribute-irregular, F8-if, segmap-is-map, map-in-chain, drop-result-of-chain
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_count(const int64_t *__restrict__ ns, int64_t count, int64_t *__restrict__ ks,
                bool *__restrict__ is_at_mosts, int64_t *__restrict__ second_count,
                uint64_t *tile_states, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    bool thread_g[ITEMS_8];
    const auto load = [&](int turn, int64_t i) -> int64_t {
        const int64_t n = ns[i];
        const bool g = n <= 1;
        thread_g[turn] = g;
        return g ? 1 : 0;
    };
    const auto store = [&](int turn, int64_t i, int64_t sum) {
        ks[i] = thread_g[turn] ? (uint64_t)sum - 1 : (uint64_t)i - sum;
        is_at_mosts[i] = thread_g[turn];
    };
    const auto store_total = [&](int64_t sum) { *second_count = sum; };
    scan_tiles<TileStatus<int64_t>, ITEMS_8, int64_t, add>(count, tile_states, 0, 0, load, store,
                                                           store_total);
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: distribute, descend, F16-call, distribute-irregular, F8-if, segput-is-scatomap
// One thread writes one value; an index out of range is skipped.
static __global__ void quicksort_rows(const bool *__restrict__ is_at_mosts,
                                      const int64_t *__restrict__ ks, int64_t count,
                                      int64_t second_count, int64_t *__restrict__ values,
                                      Failure *failure)
{
    if (has_failed(failure)) return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < second_count) {
        const int64_t at = is_at_mosts[i] ? -1 : ks[i];
        if (0 <= at && at < count)
            values[at] = i;
    }
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: distribute, descend, F16-call, distribute-irregular, F8-if, segmap, segmap-is-map
// One thread computes one element.
static __global__ void quicksort_map(int64_t count_on_host, bool *__restrict__ as,
                                     Failure *failure)
{
    if (has_failed(failure)) return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count_on_host)
        as[i] = true;
}

// quicksort.fut:15: and (map (\i -> i == 0 || xs[i - 1] <= xs[i]) (iota n))
// rules: .., F8-if, F5-reduce, expand-reduce, total-of-scan, total-of-all
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_es(const int64_t *__restrict__ ns, const int64_t *__restrict__ values, int64_t count,
             int64_t *__restrict__ es, bool *__restrict__ bss, int64_t *__restrict__ t,
             uint64_t *tile_states, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const auto load = [&](int turn, int64_t i) -> int64_t { return ns[values[i]]; };
    const auto store = [&](int turn, int64_t i, int64_t sum) {
        es[i] = sum;
        bss[i] = true;
    };
    const auto store_total = [&](int64_t sum) { *t = sum; };
    scan_tiles<TileStatus<int64_t>, ITEMS_8, int64_t, combine>(count, tile_states, 0, 0, load,
        store, store_total);
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: .., F16-call, distribute-irregular, F8-if, expand-map, total-of-scan, total-of-all
// also quicksort.fut:23: let sorted = map quicksort [less, more]
// also quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_total(const int64_t *__restrict__ ns, int64_t count, int64_t *__restrict__ us,
                int64_t *__restrict__ total, uint64_t *tile_states, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const auto load = [&](int turn, int64_t i) -> int64_t { return ns[i]; };
    const auto store = [&](int turn, int64_t i, int64_t sum) { us[i] = sum; };
    const auto store_total = [&](int64_t sum) { *total = sum; };
    scan_tiles<TileStatus<int64_t>, ITEMS_8, int64_t, combine>(count, tile_states, 0, 0, load,
        store, store_total);
}

// quicksort.fut:15: and (map (\i -> i == 0 || xs[i - 1] <= xs[i]) (iota n))
// rules: .., F8-if, F5-reduce, expand-reduce, segput-is-scatomap, scatter-in-chain
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_bss(const int64_t *__restrict__ values, const int64_t *__restrict__ ns,
              const int32_t *__restrict__ xss, const int64_t *__restrict__ us,
              const int64_t *__restrict__ es, int64_t count, int64_t value_on_host,
              Failure *failure, bool *__restrict__ bss, uint64_t *tile_states)
{
    if (__syncthreads_or(is_failing(failure))) return;
    const int tile_size = BLOCK_SIZE * ITEMS_4;
    auto *const tiles = (PackedTileStatus<Partial> *)(tile_states + 1);
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t start = tile * tile_size;
        if (start >= value_on_host)
            return;
        const int size = (int)min(value_on_host - start, (int64_t)tile_size);
        const RaggedRows rows = rows_in_tile<shared_row_ends(tile_size * 4)>(es, count, start,
            start + size);

        int64_t thread_i[ITEMS_4];
        const auto load = [&](int turn, int64_t i) -> Partial {
            Partial item = Partial{ false, true };
            const int64_t row = row_containing(rows, i);
            const int64_t row_begin = ragged_row_start(rows, row);
            const int64_t xss_col = i - row_begin;
            const bool is_zero = xss_col == 0;
            const int64_t t = values[row];
            const int64_t n = ns[values[row]];
            bool either;
            if (is_zero) {
                either = true;
            } else {
                const int64_t at = (uint64_t)xss_col - 1;
                if (!(0 <= at && at < n)) {
                    fail(failure, Failure{ 2, { at, n } });
                } else if (!(0 <= xss_col && xss_col < n)) {
                    fail(failure, Failure{ 3, { xss_col, n } });
                } else {
                    either = xss[(int64_t)((uint64_t)us[t] - ns[t]) + at]
                        <= xss[(int64_t)((uint64_t)us[t] - ns[t]) + xss_col];
                }
            }
            item = Partial{ is_zero, either };
            thread_i[turn] = row;
            return item;
        };
        const auto store = [&](int turn, int64_t i, Partial sum) {
            const int64_t at = i + 1 == es[thread_i[turn]] ? thread_i[turn] : -1;
            if (0 <= at && at < count)
                bss[at] = sum.both;
        };
        const auto look_back = [&](Partial total) {
            return exclusive_prefix<Partial, segmented_both>(tiles, tile, 0, total,
                Partial{ false, true }, Partial{ false, true });
        };
        scan_tile<ITEMS_4, Partial, segmented_both>(start, size, Partial{ false, true }, load,
                                                    look_back, store);
    }
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: .., distribute-irregular, F8-if, segmap-is-map, map-in-chain, drop-result-of-chain
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_eithers(const bool *__restrict__ is_at_mosts, const int64_t *__restrict__ ks,
                  const bool *__restrict__ as, const bool *__restrict__ bss, int64_t count,
                  int64_t *__restrict__ eithers_ks, bool *__restrict__ eithers,
                  int64_t *__restrict__ eithers_count, uint64_t *tile_states, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    bool thread_one[ITEMS_8];
    const auto load = [&](int turn, int64_t i) -> int64_t {
        const bool passes = is_at_mosts[i];
        const int64_t k = ks[i];
        const bool one = passes ? as[k] : bss[k];
        thread_one[turn] = one;
        return one ? 1 : 0;
    };
    const auto store = [&](int turn, int64_t i, int64_t sum) {
        eithers_ks[i] = thread_one[turn] ? (uint64_t)sum - 1 : (uint64_t)i - sum;
        eithers[i] = thread_one[turn];
    };
    const auto store_total = [&](int64_t sum) { *eithers_count = sum; };
    scan_tiles<TileStatus<int64_t>, ITEMS_8, int64_t, add>(count, tile_states, 0, 0, load, store,
                                                           store_total);
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: distribute, descend, F16-call, distribute-irregular, F8-if, segput-is-scatomap
// One thread writes one value; an index out of range is skipped.
static __global__ void quicksort_rows_map(const bool *__restrict__ eithers,
                                          const int64_t *__restrict__ ks, int64_t count_on_host,
                                          int64_t count, int64_t *__restrict__ values,
                                          Failure *failure)
{
    if (has_failed(failure)) return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        const int64_t at = eithers[i] ? ks[i] : -1;
        if (0 <= at && at < count_on_host)
            values[at] = i;
    }
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: .., F8-if, segmap, rows-of-views, expand-map, total-of-scan, total-of-all
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_es_scan(const int64_t *__restrict__ ns, const int64_t *__restrict__ values,
                  int64_t count_on_host, int64_t *__restrict__ es, int64_t *__restrict__ t,
                  uint64_t *tile_states, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const auto load = [&](int turn, int64_t i) -> int64_t { return ns[values[i]]; };
    const auto store = [&](int turn, int64_t i, int64_t sum) { es[i] = sum; };
    const auto store_total = [&](int64_t sum) { *t = sum; };
    scan_tiles<TileStatus<int64_t>, ITEMS_8, int64_t, combine>(count_on_host, tile_states, 0, 0,
        load, store, store_total);
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: .., distribute-irregular, F8-if, segmap, rows-of-views, expand-map, segmap-is-map
// One thread computes one element.
static __global__ void quicksort_map_ass(const int64_t *__restrict__ values,
                                         const int32_t *__restrict__ xss,
                                         const int64_t *__restrict__ us,
                                         const int64_t *__restrict__ ns,
                                         const int64_t *__restrict__ es, int64_t value_on_host,
                                         int64_t count_on_host, int32_t *__restrict__ ass,
                                         Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const RaggedRows rows = rows_in_block(es, count_on_host, value_on_host);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < value_on_host) {
        const int64_t row = row_containing(rows, i);
        const int64_t row_begin = ragged_row_start(rows, row);
        const int64_t t = values[row];
        ass[i] = xss[(uint64_t)us[t] - ns[t] + (i - row_begin)];
    }
}

// quicksort.fut:19: else let pivot = xs[n / 2]
// rules: .., outside-scalar, distribute-irregular, segmap, row-is-slice-in-map, segmap-is-map
// One thread computes one element.
static __global__ void quicksort_pivots(const int64_t *__restrict__ ns,
                                        const int64_t *__restrict__ values,
                                        const int32_t *__restrict__ xss,
                                        const int64_t *__restrict__ us, int64_t count,
                                        Failure *failure, int32_t *__restrict__ pivots)
{
    if (is_failing(failure)) return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        const int64_t n = ns[values[i]];
        const int64_t t = values[i];
        const int64_t at = floor_div(n, INT64_C(2));
        if (!(0 <= at && at < n)) return fail(failure, Failure{ 4, { at, n } });
        const int32_t pivot = xss[(int64_t)((uint64_t)us[t] - ns[t]) + at];
        pivots[i] = pivot;
    }
}

// quicksort.fut:21: let same = filter (== pivot) xs
// rules: .., distribute-irregular, segmap, sums-of-rows, expand-reduce, total-of-chain
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_es_kept_x(const int64_t *__restrict__ ns, const int64_t *__restrict__ values,
                    int64_t count, int64_t *__restrict__ es, int64_t *__restrict__ kept_x,
                    int64_t *__restrict__ kept_y, int64_t *__restrict__ kept_z,
                    int64_t *__restrict__ ws, uint64_t *tile_states, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const auto load = [&](int turn, int64_t i) -> int64_t { return ns[values[i]]; };
    const auto store = [&](int turn, int64_t i, int64_t sum) {
        es[i] = sum;
        kept_x[i] = 0;
        kept_y[i] = 0;
        kept_z[i] = 0;
    };
    const auto store_total = [&](int64_t sum) { *ws = sum; };
    scan_tiles<TileStatus<int64_t>, ITEMS_8, int64_t, combine>(count, tile_states, 0, 0, load,
        store, store_total);
}

// quicksort.fut:22: let more = filter (> pivot) xs
// rules: .., expand-reduce, segput-is-scatomap, scatter-in-chain, put-beside-put
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_kept(const int64_t *__restrict__ values, const int32_t *__restrict__ xss,
               const int64_t *__restrict__ us, const int64_t *__restrict__ ns,
               const int32_t *__restrict__ pivots, const int64_t *__restrict__ es, int64_t count,
               int64_t second_count, int64_t t, Failure *failure, int64_t *__restrict__ kept_y,
               int64_t *__restrict__ kept_z, uint64_t *tile_states)
{
    if (__syncthreads_or(is_failing(failure))) return;
    const int tile_size = BLOCK_SIZE * ITEMS_56;
    auto *const tiles = (TileStatus<Sums> *)(tile_states + 1);
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t start = tile * tile_size;
        if (start >= t)
            return;
        const int size = (int)min(t - start, (int64_t)tile_size);
        const RaggedRows rows = rows_in_tile<shared_row_ends(tile_size * 56)>(es, count, start,
            start + size);

        int64_t thread_row[ITEMS_56];
        const auto load = [&](int turn, int64_t i) -> Sums {
            Sums item = Sums{ false, 0, false, 0 };
            thread_row[turn] = 0;
            const int64_t row = row_containing(rows, i);
            const int64_t row_begin = ragged_row_start(rows, row);
            const int64_t place = i - row_begin;
            const bool is_zero = place == 0;
            if (!(0 <= row && row < count)) {
                fail(failure, Failure{ 5, { row, count } });
            } else {
                const int64_t us_at = values[row];
                if (!(0 <= us_at && us_at < second_count)) {
                    fail(failure, Failure{ 5, { us_at, second_count } });
                } else {
                    const int32_t element = xss[(uint64_t)us[us_at] - ns[us_at] + place];
                    const int32_t pivot = pivots[row];
                    item = Sums{ is_zero, (int64_t)(element == pivot), is_zero,
                                 (int64_t)(element > pivot) };
                    thread_row[turn] = row;
                }
            }
            return item;
        };
        const auto store = [&](int turn, int64_t i, Sums sum) {
            const int64_t at = thread_row[turn];
            if (!(0 <= at && at < count)) {
                fail(failure, Failure{ 5, { at, count } });
            } else {
                const int64_t kept_y_at = i + 1 == es[at] ? thread_row[turn] : -1;
                if (0 <= kept_y_at && kept_y_at < count) {
                    kept_y[kept_y_at] = sum.y;
                    kept_z[kept_y_at] = sum.w;
                }
            }
        };
        const auto look_back = [&](Sums total) {
            return exclusive_prefix<Sums, segmented_add_either>(tiles, tile, 0, total,
                Sums{ false, 0, false, 0 }, Sums{ false, 0, false, 0 });
        };
        scan_tile<ITEMS_56, Sums, segmented_add_either>(start, size, Sums{ false, 0, false, 0 },
                                                        load, look_back, store);
    }
}

// quicksort.fut:22: let more = filter (> pivot) xs
// rules: .., segput-is-scatomap, put-in-chain, put-beside-put, read-before-prefix
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_total_scan(const int64_t *__restrict__ values, const int32_t *__restrict__ xss,
                     const int64_t *__restrict__ us, const int64_t *__restrict__ ns,
                     const int32_t *__restrict__ pivots, const int64_t *__restrict__ es,
                     int64_t count, int64_t t, int64_t *__restrict__ kept_x,
                     int32_t *__restrict__ all_x, int32_t *__restrict__ all_y,
                     int32_t *__restrict__ all_z, int64_t *__restrict__ total_x,
                     int64_t *__restrict__ total_y, uint64_t *tile_states, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const int tile_size = BLOCK_SIZE * ITEMS_56;
    auto *const tiles = (TileStatus<Segmented_add> *)(tile_states + 1);
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t start = tile * tile_size;
        if (start >= t && tile > 0)
            return;
        const int size = (int)min(t - start, (int64_t)tile_size);
        const RaggedRows rows = rows_in_tile<shared_row_ends(tile_size * 56)>(es, count, start,
            start + size);

        int32_t thread_element[ITEMS_56];
        bool thread_is_less[ITEMS_56];
        bool thread_is_equal[ITEMS_56];
        int64_t thread_at[ITEMS_56];
        bool thread_is_more[ITEMS_56];
        const auto load = [&](int turn, int64_t i) -> Segmented_add {
            const int64_t row = row_containing(rows, i);
            const int64_t row_begin = ragged_row_start(rows, row);
            const int64_t place = i - row_begin;
            const int64_t us_at = values[row];
            const int32_t element = xss[(uint64_t)us[us_at] - ns[us_at] + place];
            const int32_t pivot = pivots[row];
            const bool is_less = element < pivot;
            const int64_t flag = is_less;
            const bool is_equal = element == pivot;
            const bool is_more = element > pivot;
            thread_element[turn] = element;
            thread_is_less[turn] = is_less;
            thread_is_equal[turn] = is_equal;
            thread_at[turn] = i + 1 == ragged_row_end(rows, row) ? row : -1;
            thread_is_more[turn] = is_more;
            return Segmented_add{ place == 0, flag, flag, (int64_t)is_equal, (int64_t)is_more };
        };
        const auto store = [&](int turn, int64_t i, Segmented_add sum) {
            const int64_t at = thread_at[turn];
            const int64_t all_x_at = thread_is_less[turn] ? (int64_t)((uint64_t)sum.z - 1) : -1;
            const int64_t all_y_at = thread_is_equal[turn] ? (int64_t)((uint64_t)sum.w - 1) : -1;
            const int64_t all_z_at = thread_is_more[turn] ? (int64_t)((uint64_t)sum.u - 1) : -1;
            if (0 <= at && at < count)
                kept_x[at] = sum.y;
            if (0 <= all_x_at && all_x_at < t)
                all_x[all_x_at] = thread_element[turn];
            if (0 <= all_y_at && all_y_at < t)
                all_y[all_y_at] = thread_element[turn];
            if (0 <= all_z_at && all_z_at < t)
                all_z[all_z_at] = thread_element[turn];
        };
        const auto look_back = [&](Segmented_add total) {
            return exclusive_prefix<Segmented_add, segmented_add>(tiles, tile, 0, total,
                Segmented_add{ false, 0, 0, 0, 0 }, Segmented_add{ false, 0, 0, 0, 0 });
        };
        const Segmented_add sum = scan_tile<ITEMS_56, Segmented_add, segmented_add>(start, size,
            Segmented_add{ false, 0, 0, 0, 0 }, load, look_back, store);

        // The last tile holds the total.
        if (start + size == t && threadIdx.x == 0) {
            *total_x = sum.z;
            *total_y = sum.u;
        }
    }
}

// quicksort.fut:26: entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
// rules: distribute, descend, F16-call, ends-of-irreg, segscan-is-scanomap, scan-in-chain
// also quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_ends(const int64_t *__restrict__ ns, int64_t count, int64_t *__restrict__ ends,
               uint64_t *tile_states, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const auto load = [&](int turn, int64_t i) -> int64_t { return ns[i]; };
    const auto store = [&](int turn, int64_t i, int64_t sum) { ends[i] = sum; };
    scan_tiles<TileStatus<int64_t>, ITEMS_8, int64_t, add>(count, tile_states, 0, 0, load, store,
                                                           [](int64_t) {});
}

// quicksort.fut:26: entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
// rules: distribute, descend, F16-call
// One thread computes values whose operands are in device memory.
static __global__ void quicksort_end(const int64_t *__restrict__ ends, int64_t count,
                                     int64_t *__restrict__ end, Failure *failure)
{
    if (has_failed(failure)) return;
    *end = count == 0 ? 0 : ends[(uint64_t)count - 1];
}

// quicksort.fut:23: let sorted = map quicksort [less, more]
// rules: .., distribute-irregular, segmap, rows-of-views, expand-map, segmap-is-map
// One thread computes one element.
static __global__ void quicksort_map_rows(const int32_t *__restrict__ values,
                                          const int64_t *__restrict__ kept_x,
                                          const int64_t *__restrict__ es, int64_t value_on_host,
                                          int64_t count, int32_t *__restrict__ rows,
                                          Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const RaggedRows second_rows = rows_in_block(es, count, value_on_host);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < value_on_host) {
        const int64_t row = row_containing(second_rows, i);
        const int64_t row_begin = ragged_row_start(second_rows, row);
        rows[i] = values[(uint64_t)ragged_row_end(second_rows, row) - kept_x[row]
                         + (i - row_begin)];
    }
}

// quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// rules: .., distribute-irregular, F2-map, expand-map, total-of-scan, total-of-all
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_ts(const int64_t *__restrict__ kept_x, const int64_t *__restrict__ kept_y, int64_t count,
             int64_t *__restrict__ es, int64_t *__restrict__ ts, int64_t *__restrict__ values,
             uint64_t *tile_states, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    int64_t thread_v[ITEMS_8];
    const auto load = [&](int turn, int64_t i) -> int64_t {
        const int64_t v = (uint64_t)kept_x[i] + kept_y[i];
        thread_v[turn] = v;
        return v;
    };
    const auto store = [&](int turn, int64_t i, int64_t sum) {
        es[i] = sum;
        ts[i] = thread_v[turn];
    };
    const auto store_total = [&](int64_t sum) { *values = sum; };
    scan_tiles<TileStatus<int64_t>, ITEMS_8, int64_t, combine>(count, tile_states, 0, 0, load,
        store, store_total);
}

// quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// rules: .., F8-if, outside-scalar, distribute-irregular, F2-map, expand-map, segmap-is-map
// One thread computes one element.
static __global__ void quicksort_map_joined(const int64_t *__restrict__ kept_x,
                                            const int32_t *__restrict__ rows,
                                            const int64_t *__restrict__ es,
                                            const int32_t *__restrict__ all_y,
                                            const int64_t *__restrict__ us,
                                            const int64_t *__restrict__ kept_y,
                                            const int64_t *__restrict__ ts_es,
                                            int64_t value_on_host, int64_t count,
                                            int32_t *__restrict__ joined, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const RaggedRows second_rows = rows_in_block(ts_es, count, value_on_host);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < value_on_host) {
        const int64_t row = row_containing(second_rows, i);
        const int64_t row_begin = ragged_row_start(second_rows, row);
        const int64_t rows_col = i - row_begin;
        const int64_t t = kept_x[row];
        joined[i] = rows_col < t ? rows[(uint64_t)es[row] - t + rows_col]
            : all_y[(uint64_t)us[row] - kept_y[row] + ((uint64_t)rows_col - t)];
    }
}

// quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// rules: .., distribute-irregular, segmap, rows-of-views, expand-map, segmap-is-map
// One thread computes one element.
static __global__ void quicksort_map_of_t(const int32_t *__restrict__ values,
                                          const int64_t *__restrict__ end,
                                          const int64_t *__restrict__ kept_z,
                                          const int64_t *__restrict__ es, int64_t value_on_host,
                                          int64_t count, int32_t *__restrict__ rows,
                                          Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const RaggedRows second_rows = rows_in_block(es, count, value_on_host);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < value_on_host) {
        const int64_t row = row_containing(second_rows, i);
        const int64_t row_begin = ragged_row_start(second_rows, row);
        rows[i] = values[*end + ((uint64_t)ragged_row_end(
                second_rows, row) - kept_z[row] + (i - row_begin))];
    }
}

// quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// rules: .., distribute-irregular, F2-map, expand-map, total-of-scan, total-of-all
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_ts_scan(const int64_t *__restrict__ kept_x, const int64_t *__restrict__ kept_y,
                  const int64_t *__restrict__ kept_z, int64_t count, int64_t *__restrict__ es,
                  int64_t *__restrict__ ts, int64_t *__restrict__ values, uint64_t *tile_states,
                  Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    int64_t thread_v[ITEMS_8];
    const auto load = [&](int turn, int64_t i) -> int64_t {
        const int64_t v = (uint64_t)kept_x[i] + kept_y[i] + kept_z[i];
        thread_v[turn] = v;
        return v;
    };
    const auto store = [&](int turn, int64_t i, int64_t sum) {
        es[i] = sum;
        ts[i] = thread_v[turn];
    };
    const auto store_total = [&](int64_t sum) { *values = sum; };
    scan_tiles<TileStatus<int64_t>, ITEMS_8, int64_t, combine>(count, tile_states, 0, 0, load,
        store, store_total);
}

// quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// rules: .., F8-if, outside-scalar, distribute-irregular, F2-map, expand-map, segmap-is-map
// One thread computes one element.
static __global__ void quicksort_map_of_kept_y(const int64_t *__restrict__ kept_y,
                                               const int64_t *__restrict__ kept_x,
                                               const int32_t *__restrict__ joined,
                                               const int64_t *__restrict__ es,
                                               const int64_t *__restrict__ ts,
                                               const int32_t *__restrict__ rows,
                                               const int64_t *__restrict__ total_es,
                                               const int64_t *__restrict__ kept_z,
                                               const int64_t *__restrict__ ts_scan_es,
                                               int64_t value_on_host, int64_t count,
                                               int32_t *__restrict__ map_of_kept_y_joined,
                                               Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const RaggedRows second_rows = rows_in_block(ts_scan_es, count, value_on_host);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < value_on_host) {
        const int64_t row = row_containing(second_rows, i);
        const int64_t row_begin = ragged_row_start(second_rows, row);
        const int64_t joined_col = i - row_begin;
        const int64_t t = (uint64_t)kept_y[row] + kept_x[row];
        map_of_kept_y_joined[i] = joined_col < t
            ? joined[(uint64_t)es[row] - ts[row] + joined_col]
            : rows[(uint64_t)total_es[row] - kept_z[row] + ((uint64_t)joined_col - t)];
    }
}

// quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// rules: .., distribute-irregular, segmap, rows-of-views, expand-map, segmap-is-map
// One thread computes one element.
static __global__ void quicksort_map_of_ts(const int64_t *__restrict__ ts,
                                           const int64_t *__restrict__ ns,
                                           const int64_t *__restrict__ values,
                                           const int32_t *__restrict__ joined,
                                           const int64_t *__restrict__ es,
                                           const int64_t *__restrict__ es_kept_x_es, int64_t t,
                                           int64_t count, Failure *failure,
                                           int32_t *__restrict__ map_of_ts_joined)
{
    if (__syncthreads_or(is_failing(failure))) return;
    const RaggedRows rows = rows_in_block(es_kept_x_es, count, t);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t) {
        const int64_t row = row_containing(rows, i);
        const int64_t row_begin = ragged_row_start(rows, row);
        const int64_t this_value = ts[row];
        const int64_t n = ns[values[row]];
        if (this_value != n) return fail(failure, Failure{ 6, { this_value, n } });
        map_of_ts_joined[i] = joined[(int64_t)((uint64_t)es[row] - this_value) + (i - row_begin)];
    }
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: distribute, descend, F16-call, distribute-irregular, F8-if, expand-map, segmap-is-map
// One thread computes one element.
static __global__ void quicksort_values(const bool *__restrict__ eithers,
                                        const int64_t *__restrict__ ks,
                                        const int32_t *__restrict__ ass,
                                        const int64_t *__restrict__ es,
                                        const int64_t *__restrict__ ns,
                                        const int64_t *__restrict__ values,
                                        const int32_t *__restrict__ joined,
                                        const int64_t *__restrict__ es_kept_x_es,
                                        const int64_t *__restrict__ t,
                                        const int64_t *__restrict__ us, int64_t total_on_host,
                                        int64_t count, int32_t *__restrict__ second_values,
                                        Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const RaggedRows rows = rows_in_block(us, count, total_on_host);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < total_on_host) {
        const int64_t row = row_containing(rows, i);
        const int64_t row_begin = ragged_row_start(rows, row);
        const int64_t ass_col = i - row_begin;
        const bool passes = eithers[row];
        const int64_t k = ks[row];
        second_values[i] = passes ? ass[(uint64_t)es[k] - ns[values[k]] + ass_col]
            : joined[(uint64_t)es_kept_x_es[k] - ns[t[k]] + ass_col];
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

// Frees arrays in stream order: work that is queued already may still read them.
template <typename... T>
static void free_arrays(DeviceArray<T> &...arrays)
{
    const auto free = [](auto &array) {
        if (array.data)
            (void)cudaFreeAsync(std::exchange(array.data, nullptr), array.stream);
    };
    (free(arrays), ...);
}

// The messages of failed checks, by the code of the check.
static const char *const FAILURES[] = {
    "no failure",
    "quicksort.fut:17:1: error: `quicksort` calls itself more than 1000 times, one in the other.",
    "quicksort.fut:15:29: error: Index [%lld] out of bounds for array of shape "
    "[%lld].\nquicksort.fut:18:16: note: called from here",
    "quicksort.fut:15:42: error: Index [%lld] out of bounds for array of shape "
    "[%lld].\nquicksort.fut:18:16: note: called from here",
    "quicksort.fut:19:20: error: Index [%lld] out of bounds for array of shape [%lld].",
    "quicksort.fut:22:19: error: Index [%lld] out of bounds for array of shape [%lld].",
    "quicksort.fut:24:11: error: Value of (desugared) shape [%lld] cannot match shape of type "
    "`[%lld]i32`.",
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

// quicksort.fut:17: def quicksort [n] (xs: [n]i32): [n]i32 =
//
// Calls itself and queues kernels. A failed check is recorded in the failure word and ends the
// calls.
static cudaError_t quicksorts(int64_t depth, const int64_t *ns, const int32_t *xss, int64_t count,
                              int64_t total, int32_t **values, int64_t *size, Failure *failure,
                              cudaMemPool_t pool, cudaStream_t stream)
{
    const cudaError_t earlier = cudaPeekAtLastError();
    *values = NULL;
    *size = 0;
    const bool is_none = count == 0;
    DeviceArray<int32_t> t(pool, stream);
    int64_t second_total;
    if (is_none) {
        DeviceArray<int32_t> none(pool, stream);
        CUDA_TRY(none.allocate(0));
        second_total = 0;
        std::swap(t.data, none.data);
    } else {
        if (depth >= 1000) {
            CUDA_TRY(report(failure, stream, Failure{ 1, {} }));
            return cudaErrorAssert;
        }
        DeviceArray<int64_t> ks(pool, stream);
        CUDA_TRY(ks.allocate(count));
        DeviceArray<bool> is_at_mosts(pool, stream);
        CUDA_TRY(is_at_mosts.allocate(count));
        DeviceArray<int64_t> second_count(pool, stream);
        CUDA_TRY(second_count.allocate(1));
        const int64_t tiles = tiles_for(count, ITEMS_8);
        DeviceArray<uint64_t> tile_states(pool, stream);
        CUDA_TRY(tile_states.allocate_zero(3 * tiles + 1));
        quicksort_count<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(ns, count, ks, is_at_mosts,
            second_count, tile_states, failure);
        int64_t count_on_host;
        CUDA_TRY(copy_checked(&count_on_host, second_count, failure, earlier, stream));
        const int64_t rows_count = (uint64_t)count - count_on_host;
        DeviceArray<int64_t> rows_values(pool, stream);
        CUDA_TRY(rows_values.allocate_zero(rows_count));
        quicksort_rows<<<grid_x(count, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(is_at_mosts, ks,
            rows_count, count, rows_values, failure);
        DeviceArray<bool> as(pool, stream);
        CUDA_TRY(as.allocate(count_on_host));
        if (count_on_host > 0)
            quicksort_map<<<grid_x(count_on_host, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(
                count_on_host, as, failure);
        DeviceArray<int64_t> es(pool, stream);
        CUDA_TRY(es.allocate(rows_count));
        DeviceArray<bool> bss(pool, stream);
        CUDA_TRY(bss.allocate(rows_count));
        DeviceArray<int64_t> es_values(pool, stream);
        CUDA_TRY(es_values.allocate(1));
        const int64_t es_tiles = tiles_for(rows_count, ITEMS_8);
        DeviceArray<uint64_t> es_tile_states(pool, stream);
        CUDA_TRY(es_tile_states.allocate_zero(3 * es_tiles + 1));
        quicksort_es<<<tile_blocks(es_tiles), BLOCK_SIZE, 0, stream>>>(ns, rows_values, rows_count,
            es, bss, es_values, es_tile_states, failure);
        int64_t value_on_host;
        CUDA_TRY(copy_checked(&value_on_host, es_values, failure, earlier, stream));
        const int64_t deeper = (uint64_t)depth + 1;
        DeviceArray<int64_t> us(pool, stream);
        CUDA_TRY(us.allocate(count));
        DeviceArray<int64_t> third_total(pool, stream);
        CUDA_TRY(third_total.allocate(1));
        DeviceArray<uint64_t> total_tile_states(pool, stream);
        CUDA_TRY(total_tile_states.allocate_zero(3 * tiles + 1));
        quicksort_total<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(ns, count, us, third_total,
            total_tile_states, failure);
        int64_t total_on_host;
        CUDA_TRY(copy_checked(&total_on_host, third_total, failure, earlier, stream));
        const int64_t bs_tiles = tiles_for(value_on_host, ITEMS_4);
        DeviceArray<uint64_t> bss_tile_states(pool, stream);
        CUDA_TRY(bss_tile_states.allocate_zero(bs_tiles + 1));
        quicksort_bss<<<tile_blocks(bs_tiles), BLOCK_SIZE, 0, stream>>>(rows_values, ns, xss, us,
            es, rows_count, value_on_host, failure, bss, bss_tile_states);
        DeviceArray<int64_t> eithers_ks(pool, stream);
        CUDA_TRY(eithers_ks.allocate(count));
        DeviceArray<bool> eithers(pool, stream);
        CUDA_TRY(eithers.allocate(count));
        DeviceArray<int64_t> eithers_count(pool, stream);
        CUDA_TRY(eithers_count.allocate(1));
        DeviceArray<uint64_t> eithers_tile_states(pool, stream);
        CUDA_TRY(eithers_tile_states.allocate_zero(3 * tiles + 1));
        quicksort_eithers<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(is_at_mosts, ks, as, bss,
            count, eithers_ks, eithers, eithers_count, eithers_tile_states, failure);
        int64_t eithers_count_on_host;
        CUDA_TRY(copy_checked(&eithers_count_on_host, eithers_count, failure, earlier, stream));
        const int64_t this_count = (uint64_t)count - eithers_count_on_host;
        DeviceArray<int64_t> rows_map_values(pool, stream);
        CUDA_TRY(rows_map_values.allocate_zero(eithers_count_on_host));
        quicksort_rows_map<<<grid_x(count, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(eithers,
            eithers_ks, eithers_count_on_host, count, rows_map_values, failure);
        DeviceArray<int64_t> second_values(pool, stream);
        CUDA_TRY(second_values.allocate_zero(this_count));
        quicksort_rows<<<grid_x(count, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(eithers, eithers_ks,
            this_count, count, second_values, failure);
        DeviceArray<int64_t> es_scan_es(pool, stream);
        CUDA_TRY(es_scan_es.allocate(eithers_count_on_host));
        DeviceArray<int64_t> es_scan_values(pool, stream);
        CUDA_TRY(es_scan_values.allocate(1));
        const int64_t es_scan_es_tiles = tiles_for(eithers_count_on_host, ITEMS_8);
        DeviceArray<uint64_t> es_scan_tile_states(pool, stream);
        CUDA_TRY(es_scan_tile_states.allocate_zero(3 * es_scan_es_tiles + 1));
        quicksort_es_scan<<<tile_blocks(es_scan_es_tiles), BLOCK_SIZE, 0, stream>>>(ns,
            rows_map_values, eithers_count_on_host, es_scan_es, es_scan_values,
            es_scan_tile_states, failure);
        int64_t es_scan_values_on_host;
        CUDA_TRY(copy_checked(&es_scan_values_on_host, es_scan_values, failure, earlier, stream));
        DeviceArray<int32_t> ass(pool, stream);
        CUDA_TRY(ass.allocate(es_scan_values_on_host));
        if (es_scan_values_on_host > 0)
            quicksort_map_ass<<<grid_x(es_scan_values_on_host, BLOCK_SIZE), BLOCK_SIZE, 0,
                    stream>>>(rows_map_values, xss, us, ns, es_scan_es, es_scan_values_on_host,
                              eithers_count_on_host, ass, failure);
        DeviceArray<int32_t> pivots(pool, stream);
        CUDA_TRY(pivots.allocate(this_count));
        if (this_count > 0)
            quicksort_pivots<<<grid_x(this_count, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(ns,
                second_values, xss, us, this_count, failure, pivots);
        DeviceArray<int64_t> es_kept_x_es(pool, stream);
        CUDA_TRY(es_kept_x_es.allocate(this_count));
        DeviceArray<int64_t> second_ns(pool, stream);
        CUDA_TRY(second_ns.allocate(2 * this_count));
        DeviceArray<int64_t> kept_x(pool, stream);
        CUDA_TRY(kept_x.allocate(this_count));
        DeviceArray<int64_t> kept_y(pool, stream);
        CUDA_TRY(kept_y.allocate(this_count));
        DeviceArray<int64_t> kept_z(pool, stream);
        CUDA_TRY(kept_z.allocate(this_count));
        DeviceArray<int64_t> ws(pool, stream);
        CUDA_TRY(ws.allocate(1));
        const int64_t es_kept_x_es_tiles = tiles_for(this_count, ITEMS_8);
        DeviceArray<uint64_t> es_kept_x_tile_states(pool, stream);
        CUDA_TRY(es_kept_x_tile_states.allocate_zero(3 * es_kept_x_es_tiles + 1));
        quicksort_es_kept_x<<<tile_blocks(es_kept_x_es_tiles), BLOCK_SIZE, 0, stream>>>(ns,
            second_values, this_count, es_kept_x_es, kept_x, kept_y, kept_z, ws,
            es_kept_x_tile_states, failure);
        int64_t ws_on_host;
        CUDA_TRY(copy_checked(&ws_on_host, ws, failure, earlier, stream));
        const int64_t kept_value = this_count == 0 ? 0 : ws_on_host;
        const int64_t kept_x_tiles = tiles_for(kept_value, ITEMS_56);
        DeviceArray<uint64_t> kept_tile_states(pool, stream);
        CUDA_TRY(kept_tile_states.allocate_zero(9 * kept_x_tiles + 1));
        quicksort_kept<<<tile_blocks(kept_x_tiles), BLOCK_SIZE, 0, stream>>>(second_values, xss,
            us, ns, pivots, es_kept_x_es, this_count, count, kept_value, failure, kept_y, kept_z,
            kept_tile_states);
        DeviceArray<int32_t> all_x(pool, stream);
        CUDA_TRY(all_x.allocate(kept_value));
        DeviceArray<int32_t> all_y(pool, stream);
        CUDA_TRY(all_y.allocate(kept_value));
        DeviceArray<int32_t> all_z(pool, stream);
        CUDA_TRY(all_z.allocate(kept_value));
        DeviceArray<int64_t> total_x(pool, stream);
        CUDA_TRY(total_x.allocate(1));
        DeviceArray<int64_t> total_y(pool, stream);
        CUDA_TRY(total_y.allocate(1));
        DeviceArray<uint64_t> total_scan_tile_states(pool, stream);
        CUDA_TRY(total_scan_tile_states.allocate_zero(11 * kept_x_tiles + 1));
        quicksort_total_scan<<<tile_blocks(kept_x_tiles), BLOCK_SIZE, 0, stream>>>(second_values,
            xss, us, ns, pivots, es_kept_x_es, this_count, kept_value, kept_x, all_x, all_y, all_z,
            total_x, total_y, total_scan_tile_states, failure);
        int64_t total_x_on_host;
        CUDA_TRY(copy_checked(&total_x_on_host, total_x, failure, earlier, stream));
        int64_t total_y_on_host;
        CUDA_TRY(copy_to_host(&total_y_on_host, total_y, earlier, stream));
        const int64_t ends_count = (uint64_t)this_count + this_count;
        CUDA_TRY(cudaMemcpyAsync(second_ns, kept_x, this_count * sizeof(int64_t),
                                 cudaMemcpyDeviceToDevice, stream));
        CUDA_TRY(cudaMemcpyAsync(second_ns + this_count, kept_z, this_count * sizeof(int64_t),
                                 cudaMemcpyDeviceToDevice, stream));
        DeviceArray<int32_t> joined(pool, stream);
        CUDA_TRY(joined.allocate(total_x_on_host + total_y_on_host));
        CUDA_TRY(cudaMemcpyAsync(joined, all_x, total_x_on_host * sizeof(int32_t),
                                 cudaMemcpyDeviceToDevice, stream));
        CUDA_TRY(cudaMemcpyAsync(joined + total_x_on_host, all_z,
                                 total_y_on_host * sizeof(int32_t), cudaMemcpyDeviceToDevice,
                                 stream));
        const int64_t this_total = (uint64_t)total_x_on_host + total_y_on_host;
        int64_t fourth_total;
        DeviceArray<int32_t> third_values(pool, stream);
        free_arrays(ks, is_at_mosts, second_count, tile_states, rows_values, as, es, bss,
                    es_values, es_tile_states, third_total, total_tile_states, bss_tile_states,
                    eithers_count, eithers_tile_states, es_scan_values, es_scan_tile_states,
                    pivots, ws, es_kept_x_tile_states, kept_tile_states, all_x, all_z, total_x,
                    total_y, total_scan_tile_states);
        CUDA_TRY(quicksorts(deeper, second_ns, joined, ends_count, this_total, &third_values.data,
                            &fourth_total, failure, pool, stream));
        DeviceArray<int64_t> ends(pool, stream);
        CUDA_TRY(ends.allocate(ends_count));
        const int64_t ends_tiles = tiles_for(ends_count, ITEMS_8);
        DeviceArray<uint64_t> ends_tile_states(pool, stream);
        CUDA_TRY(ends_tile_states.allocate_zero(3 * ends_tiles + 1));
        quicksort_ends<<<tile_blocks(ends_tiles), BLOCK_SIZE, 0, stream>>>(second_ns, ends_count,
            ends, ends_tile_states, failure);
        DeviceArray<int64_t> end(pool, stream);
        CUDA_TRY(end.allocate(1));
        quicksort_end<<<1, 1, 0, stream>>>(ends, this_count, end, failure);
        DeviceArray<int64_t> total_es(pool, stream);
        CUDA_TRY(total_es.allocate(this_count));
        DeviceArray<int64_t> total_values(pool, stream);
        CUDA_TRY(total_values.allocate(1));
        DeviceArray<uint64_t> second_tile_states(pool, stream);
        CUDA_TRY(second_tile_states.allocate_zero(3 * es_kept_x_es_tiles + 1));
        quicksort_total<<<tile_blocks(es_kept_x_es_tiles), BLOCK_SIZE, 0, stream>>>(kept_x,
            this_count, total_es, total_values, second_tile_states, failure);
        int64_t total_values_on_host;
        CUDA_TRY(copy_checked(&total_values_on_host, total_values, failure, earlier, stream));
        DeviceArray<int32_t> rows(pool, stream);
        CUDA_TRY(rows.allocate(total_values_on_host));
        if (total_values_on_host > 0)
            quicksort_map_rows<<<grid_x(total_values_on_host, BLOCK_SIZE), BLOCK_SIZE, 0,
                    stream>>>(third_values, kept_x, total_es, total_values_on_host, this_count,
                              rows, failure);
        DeviceArray<int64_t> ts_es(pool, stream);
        CUDA_TRY(ts_es.allocate(this_count));
        DeviceArray<int64_t> ts(pool, stream);
        CUDA_TRY(ts.allocate(this_count));
        DeviceArray<int64_t> ts_values(pool, stream);
        CUDA_TRY(ts_values.allocate(1));
        DeviceArray<uint64_t> ts_tile_states(pool, stream);
        CUDA_TRY(ts_tile_states.allocate_zero(3 * es_kept_x_es_tiles + 1));
        quicksort_ts<<<tile_blocks(es_kept_x_es_tiles), BLOCK_SIZE, 0, stream>>>(kept_x, kept_y,
            this_count, ts_es, ts, ts_values, ts_tile_states, failure);
        int64_t ts_values_on_host;
        CUDA_TRY(copy_checked(&ts_values_on_host, ts_values, failure, earlier, stream));
        DeviceArray<int64_t> ends_us(pool, stream);
        CUDA_TRY(ends_us.allocate(this_count));
        DeviceArray<uint64_t> third_tile_states(pool, stream);
        CUDA_TRY(third_tile_states.allocate_zero(3 * es_kept_x_es_tiles + 1));
        quicksort_ends<<<tile_blocks(es_kept_x_es_tiles), BLOCK_SIZE, 0, stream>>>(kept_y,
            this_count, ends_us, third_tile_states, failure);
        DeviceArray<int32_t> second_joined(pool, stream);
        CUDA_TRY(second_joined.allocate(ts_values_on_host));
        if (ts_values_on_host > 0)
            quicksort_map_joined<<<grid_x(ts_values_on_host, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(
                kept_x, rows, total_es, all_y, ends_us, kept_y, ts_es, ts_values_on_host,
                this_count, second_joined, failure);
        DeviceArray<int64_t> second_es(pool, stream);
        CUDA_TRY(second_es.allocate(this_count));
        DeviceArray<int64_t> fourth_values(pool, stream);
        CUDA_TRY(fourth_values.allocate(1));
        DeviceArray<uint64_t> fourth_tile_states(pool, stream);
        CUDA_TRY(fourth_tile_states.allocate_zero(3 * es_kept_x_es_tiles + 1));
        quicksort_total<<<tile_blocks(es_kept_x_es_tiles), BLOCK_SIZE, 0, stream>>>(kept_z,
            this_count, second_es, fourth_values, fourth_tile_states, failure);
        int64_t fourth_values_on_host;
        CUDA_TRY(copy_checked(&fourth_values_on_host, fourth_values, failure, earlier, stream));
        DeviceArray<int32_t> map_of_t_rows(pool, stream);
        CUDA_TRY(map_of_t_rows.allocate(fourth_values_on_host));
        if (fourth_values_on_host > 0)
            quicksort_map_of_t<<<grid_x(fourth_values_on_host, BLOCK_SIZE), BLOCK_SIZE, 0,
                    stream>>>(third_values, end, kept_z, second_es, fourth_values_on_host,
                              this_count, map_of_t_rows, failure);
        DeviceArray<int64_t> ts_scan_es(pool, stream);
        CUDA_TRY(ts_scan_es.allocate(this_count));
        DeviceArray<int64_t> ts_scan_ts(pool, stream);
        CUDA_TRY(ts_scan_ts.allocate(this_count));
        DeviceArray<int64_t> ts_scan_values(pool, stream);
        CUDA_TRY(ts_scan_values.allocate(1));
        DeviceArray<uint64_t> ts_scan_tile_states(pool, stream);
        CUDA_TRY(ts_scan_tile_states.allocate_zero(3 * es_kept_x_es_tiles + 1));
        quicksort_ts_scan<<<tile_blocks(es_kept_x_es_tiles), BLOCK_SIZE, 0, stream>>>(kept_x,
            kept_y, kept_z, this_count, ts_scan_es, ts_scan_ts, ts_scan_values,
            ts_scan_tile_states, failure);
        int64_t ts_scan_values_on_host;
        CUDA_TRY(copy_checked(&ts_scan_values_on_host, ts_scan_values, failure, earlier, stream));
        DeviceArray<int32_t> map_of_kept_y_joined(pool, stream);
        CUDA_TRY(map_of_kept_y_joined.allocate(ts_scan_values_on_host));
        if (ts_scan_values_on_host > 0)
            quicksort_map_of_kept_y<<<grid_x(ts_scan_values_on_host, BLOCK_SIZE), BLOCK_SIZE, 0,
                    stream>>>(kept_y, kept_x, second_joined, ts_es, ts, map_of_t_rows, second_es,
                              kept_z, ts_scan_es, ts_scan_values_on_host, this_count,
                              map_of_kept_y_joined, failure);
        DeviceArray<int32_t> map_of_ts_joined(pool, stream);
        CUDA_TRY(map_of_ts_joined.allocate(kept_value));
        if (kept_value > 0)
            quicksort_map_of_ts<<<grid_x(kept_value, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(
                ts_scan_ts, ns, second_values, map_of_kept_y_joined, ts_scan_es, es_kept_x_es,
                kept_value, this_count, failure, map_of_ts_joined);
        DeviceArray<int32_t> fifth_values(pool, stream);
        CUDA_TRY(fifth_values.allocate(total_on_host));
        if (total_on_host > 0)
            quicksort_values<<<grid_x(total_on_host, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(eithers,
                eithers_ks, ass, es_scan_es, ns, rows_map_values, map_of_ts_joined, es_kept_x_es,
                second_values, us, total_on_host, count, fifth_values, failure);
        second_total = total_on_host;
        std::swap(t.data, fifth_values.data);
    }
    CUDA_TRY(last_error(earlier));
    *values = std::exchange(t.data, nullptr);
    *size = second_total;
    return cudaSuccess;
}

size_t quicksort_main_scratch()
{
    return sizeof(Failure);
}

// entry main [m] [total] (xss_lengths: [m]i64) (xss: [total]i32): ?[total_1].([m]i64,
//   [total_1]i32)
cudaError_t quicksort_main(const int64_t *xss_lengths, const int32_t *xss, int64_t m,
                           int64_t total, int64_t *result_lengths, int32_t **result,
                           int64_t *total_out, void *scratch, cudaMemPool_t pool,
                           cudaStream_t stream)
{
    if (m < 0 || total < 0 || m > MAX_ELEMENTS || total > MAX_ELEMENTS
        || (m > 0 && (!xss_lengths || !result_lengths)) || (total > 0 && !xss) || !result
        || !total_out || !scratch)
        return cudaErrorInvalidValue;

    *result = NULL;
    *total_out = 0;

    Failure *const failure = (Failure *)scratch;
    CUDA_TRY(cudaMemsetAsync(failure, 0, sizeof(Failure), stream));

    int64_t second_total;
    DeviceArray<int32_t> mapped(pool, stream);
    if (const cudaError_t error = quicksorts(0, xss_lengths, xss, m, total, &mapped.data,
                                             &second_total, failure, pool, stream))
        return ignore_assert(error);
    CUDA_TRY(cudaMemcpyAsync(result_lengths, xss_lengths, m * sizeof(int64_t),
                             cudaMemcpyDeviceToDevice, stream));
    *result = std::exchange(mapped.data, nullptr);
    *total_out = second_total;
    return cudaSuccess;
}

cudaError_t quicksort_main_failure(const void *scratch, cudaStream_t stream, char *text,
                                   size_t size)
{
    Failure found;
    const cudaError_t earlier = cudaPeekAtLastError();
    CUDA_TRY(copy_to_host(&found, scratch, earlier, stream));
    const int known = sizeof FAILURES / sizeof *FAILURES;
    const bool failed = 0 < found.code && found.code < known;
    snprintf(text, size, FAILURES[failed ? found.code : 0], found.value[0], found.value[1]);
    return failed ? cudaErrorAssert : cudaSuccess;
}
