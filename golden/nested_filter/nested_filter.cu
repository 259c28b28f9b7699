// nested_filter.cu -- written by mapnest 0.1.0 from nested_filter.fut; it is yours
//
//   -- Each row keeps some of its numbers, and takes their sum times the largest: how long the
//   -- rows are that are kept is known when they are there.
//
//   entry main [m] (ns: [m]i64): [m]i64 =
//     map (\n -> let kept = filter (\x -> x % 3 != 1) (iota n)
//                in reduce (+) 0 kept * reduce i64.max 0 kept) ns

#include "nested_filter.h"

#include <stdio.h>

// One thread per row is used only from this number of rows on: fewer threads leave multiprocessors
// idle (nested_filter_many_rows).
static const int64_t MIN_THREAD_ROWS = 8192;

// Ragged rows are of about one length if the longest has at most this many times the mean.
static const int64_t MAX_RAGGED_SKEW = 4;

// Versions of an entry point, chosen by its sizes.
enum Version { MANY_ROWS, FLAT };

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MIN_BLOCK_ELEMENTS = 1024; // fewest elements for which a reduction adds a block
static const int MAX_REDUCE_BLOCKS = 2048; // most blocks of one reduction
static const int MAX_BLOCKS = 1024; // most blocks of a grid-stride loop
static const int ITEMS_8 = 9; // items per thread in a scan of 8-byte values (odd: no conflict)
static const int ITEMS_24 = 5; // items per thread in a scan of 24-byte values; odd

namespace {
// The first check that failed (code 0: none) and its values. Scratch memory begins with it.
struct Failure {
    int32_t code;
    long long value[1];
};
}

// Records the first failure. The .._failure function turns it into a message.
static __device__ void fail(Failure *failure, const Failure &found)
{
    if (atomicCAS(&failure->code, 0, found.code) != 0)
        return;
    for (int i = 0; i < 1; i++)
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

// Returns the remainder with the sign of the divisor.
template <typename T>
static __host__ __device__ T floor_mod(T a, T b)
{
    const T rest = b == (T)-1 ? 0 : a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

namespace {
// The operands and the result of add_larger.
struct Sums {
    int64_t sum, most;
};
// The operands and the result of segmented_add.
struct Segmented_add {
    bool x;
    int64_t y, z;
};
// The operands and the result of combine_bool.
struct Partial {
    bool x;
    int64_t y, z;
};
}

// nested_filter.fut:12: combines two partial results
static __device__ Sums add_larger(Sums a, Sums b)
{
    return Sums{ (int64_t)((uint64_t)a.sum + b.sum), max(a.most, b.most) };
}

// nested_filter.fut:12: the operator (max) of reductions and scans
static __device__ int64_t larger(int64_t a, int64_t b) { return max(a, b); }

// nested_filter.fut:12: combines two partial results
static __device__ int64_t combine(int64_t x, int64_t y)
{
    return (int64_t)min((uint64_t)x + (uint64_t)y, UINT64_C(9223372036854775807));
}

// nested_filter.fut:12: combines two partial results
static __device__ Segmented_add segmented_add(Segmented_add a, Segmented_add b)
{
    const bool either = a.x || b.x;
    const int64_t sum = (uint64_t)a.z + b.z;
    return Segmented_add{ either, b.x ? b.y : (int64_t)((uint64_t)a.y + b.y), sum };
}

// nested_filter.fut:13: combines two partial results
static __device__ Partial combine_bool(Partial a, Partial b)
{
    const bool either = a.x || b.x;
    return Partial{ either, b.x ? b.y : (int64_t)((uint64_t)a.y + b.y),
                    b.x ? b.z : max(a.z, b.z) };
}

// Returns the value of the lane `offset` lanes above.
template <typename T>
static __device__ T shuffle_down(T value, int offset, int width)
{
    return __shfl_down_sync(0xffffffff, value, offset, width);
}

// Returns the value of the lane `offset` lanes below.
template <typename T>
static __device__ T shuffle_up(T value, int offset, int width)
{
    return __shfl_up_sync(0xffffffff, value, offset, width);
}

// Reduces one value per thread over `width` consecutive lanes of a warp; the first lane gets the
// total. Values are combined in thread order: the operator need not be commutative.
template <typename T, T op(T, T)>
static __device__ T warp_reduce(T value, int width)
{
    for (int offset = 1; offset < width; offset *= 2)
        value = op(value, shuffle_down(value, offset, width));
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

template <>
__device__ Sums shuffle_down(Sums value, int offset, int width)
{
    value.sum = shuffle_down(value.sum, offset, width);
    value.most = shuffle_down(value.most, offset, width);
    return value;
}

template <>
__device__ Segmented_add shuffle_up(Segmented_add value, int offset, int width)
{
    value.x = shuffle_up(value.x, offset, width);
    value.y = shuffle_up(value.y, offset, width);
    value.z = shuffle_up(value.z, offset, width);
    return value;
}

template <>
__device__ Partial shuffle_up(Partial value, int offset, int width)
{
    value.x = shuffle_up(value.x, offset, width);
    value.y = shuffle_up(value.y, offset, width);
    value.z = shuffle_up(value.z, offset, width);
    return value;
}

// nested_filter.fut:12: map (\n -> let kept = filter (\x -> x % 3 != 1) (iota n)
// rules: .., optimized-map-reduce, reduce-map, shares-in-stripes, segred-is-redomap
// Each thread reduces its share, then each block reduces over its threads. Atomic operations
// combine the totals of the blocks.
static __global__ void nested_filter_many_rows(const int64_t *__restrict__ ns, int64_t m,
                                               int64_t workers, Failure *failure,
                                               int64_t *__restrict__ sum,
                                               int64_t *__restrict__ longest)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    int64_t partial_sum = 0;
    int64_t most = 0;
    for (int64_t i = worker; i < m; i += workers) {
        const int64_t n = ns[i];
        if (n < 0) {
            fail(failure, Failure{ 1, { n } });
        } else {
            partial_sum += (uint64_t)n;
            most = max(most, n);
        }
    }

    Sums total = block_reduce<Sums, add_larger>(Sums{ partial_sum, most }, Sums{ 0, 0 });
    if (threadIdx.x == 0) {
        atomicAdd((unsigned long long *)sum, (unsigned long long)total.sum);
        atomicMax((long long *)longest, (long long)total.most);
    }
}

// nested_filter.fut:12: map (\n -> let kept = filter (\x -> x % 3 != 1) (iota n)
// rules: .., measure, optimized-map-reduce, reduce-map, shares-in-stripes, segred-is-redomap
// Each thread reduces its share, then each block reduces over its threads. Atomic operations
// combine the totals of the blocks.
static __global__ void nested_filter_largest_n_thread_per_row(const int64_t *__restrict__ ns,
    int64_t m, int64_t workers, int64_t *__restrict__ largest_n, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    int64_t most = 0;
    for (int64_t i = worker; i < m; i += workers)
        most = max(most, ns[i]);

    int64_t total = block_reduce<int64_t, larger>(most, 0);
    if (threadIdx.x == 0)
        atomicMax((long long *)largest_n, (long long)total);
}

// nested_filter.fut:12: map (\n -> let kept = filter (\x -> x % 3 != 1) (iota n)
// rules: .., segmap-is-map, scan-map, measure, scatter-map, reduce-beside-reduce
// Each thread computes every `threads`-th element.
static __global__ void nested_filter_thread_per_row(const int64_t *__restrict__ ns, int64_t m,
                                                    Failure *failure, int64_t *__restrict__ counts,
                                                    int64_t *__restrict__ kept,
                                                    int64_t *__restrict__ result)
{
    if (is_failing(failure)) return;
    const int64_t threads = (int64_t)gridDim.x * blockDim.x;
    const int64_t thread = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (int64_t i = thread; i < m; i += threads) {
        const int64_t n = ns[i];
        if (n < 0) return fail(failure, Failure{ 1, { n } });
        int64_t sum = 0;
        for (int64_t j = 0; j < n; j++) {
            sum += (uint64_t)(j % 3 != 1);
            counts[j * threads + thread] = sum;
        }
        const int64_t kept_value = n == 0 ? 0
            : counts[(int64_t)((uint64_t)n - 1) * threads + thread];
        for (int64_t j = 0; j < n; j++) {
            const int64_t at = j % 3 != 1 ? (int64_t)((uint64_t)counts[j * threads + thread] - 1)
                : -1;
            if (0 <= at && at < kept_value)
                kept[at * threads + thread] = j;
        }
        int64_t partial_sum = 0;
        int64_t most = 0;
        for (int64_t j = 0; j < kept_value; j++) {
            const int64_t x = kept[j * threads + thread];
            partial_sum += (uint64_t)x;
            most = max(most, x);
        }
        result[i] = (uint64_t)partial_sum * most;
    }
}

// nested_filter.fut:12: map (\n -> let kept = filter (\x -> x % 3 != 1) (iota n)
// rules: .., segmap, sums-of-rows, expand-reduce, total-of-scan, total-of-all
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
nested_filter_es(const int64_t *__restrict__ ns, int64_t m, Failure *failure,
                 int64_t *__restrict__ es, int64_t *__restrict__ kept,
                 int64_t *__restrict__ values, uint64_t *tile_states)
{
    if (__syncthreads_or(is_failing(failure))) return;
    const auto load = [&](int turn, int64_t i) -> int64_t {
        int64_t item = 0;
        const int64_t n = ns[i];
        if (n < 0) {
            fail(failure, Failure{ 1, { n } });
        } else {
            item = n;
        }
        return item;
    };
    const auto store = [&](int turn, int64_t i, int64_t sum) {
        es[i] = sum;
        kept[i] = 0;
    };
    const auto store_total = [&](int64_t sum) { *values = sum; };
    scan_tiles<TileStatus<int64_t>, ITEMS_8, int64_t, combine>(m, tile_states, 0, 0, load, store,
        store_total);
}

// nested_filter.fut:12: map (\n -> let kept = filter (\x -> x % 3 != 1) (iota n)
// rules: .., scatter-map, drop-unused, segput-is-scatomap, put-in-chain, put-beside-put
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
nested_filter_kept(const int64_t *__restrict__ es, int64_t m, int64_t value_on_host,
                   int64_t *__restrict__ kept, int64_t *__restrict__ all, int64_t *__restrict__ k,
                   uint64_t *tile_states, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const int tile_size = BLOCK_SIZE * ITEMS_24;
    auto *const tiles = (TileStatus<Segmented_add> *)(tile_states + 1);
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t start = tile * tile_size;
        if (start >= value_on_host && tile > 0)
            return;
        const int size = (int)min(value_on_host - start, (int64_t)tile_size);
        const RaggedRows rows = rows_in_tile<shared_row_ends(tile_size * 24)>(es, m, start,
            start + size);

        int64_t thread_at[ITEMS_24];
        int64_t thread_i[ITEMS_24];
        const auto load = [&](int turn, int64_t i) -> Segmented_add {
            const int64_t row = row_containing(rows, i);
            const int64_t row_begin = ragged_row_start(rows, row);
            const int64_t i_value = i - row_begin;
            const bool differs = floor_mod(i_value, INT64_C(3)) != 1;
            const int64_t flag = differs;
            thread_at[turn] = i + 1 == ragged_row_end(rows, row) ? row : -1;
            thread_i[turn] = i_value;
            return Segmented_add{ i_value == 0, flag, flag };
        };
        const auto store = [&](int turn, int64_t i, Segmented_add sum) {
            const bool differs = floor_mod(thread_i[turn], INT64_C(3)) != 1;
            const int64_t at = thread_at[turn];
            const int64_t all_at = differs ? (int64_t)((uint64_t)sum.z - 1) : -1;
            if (0 <= at && at < m)
                kept[at] = sum.y;
            if (0 <= all_at && all_at < value_on_host)
                all[all_at] = thread_i[turn];
        };
        const auto look_back = [&](Segmented_add total) {
            return exclusive_prefix<Segmented_add, segmented_add>(tiles, tile, 0, total,
                Segmented_add{ false, 0, 0 }, Segmented_add{ false, 0, 0 });
        };
        const Segmented_add sum = scan_tile<ITEMS_24, Segmented_add, segmented_add>(start, size,
            Segmented_add{ false, 0, 0 }, load, look_back, store);

        // The last tile holds the total.
        if (start + size == value_on_host && threadIdx.x == 0) {
            *k = sum.z;
        }
    }
}

// nested_filter.fut:13: in reduce (+) 0 kept * reduce i64.max 0 kept) ns
// rules: .., distribute-irregular, F5-reduce, expand-reduce, total-of-scan, total-of-all
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
nested_filter_es_scan(const int64_t *__restrict__ kept, int64_t m, int64_t *__restrict__ es,
                      int64_t *__restrict__ sums, int64_t *__restrict__ mosts,
                      int64_t *__restrict__ values, uint64_t *tile_states, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const auto load = [&](int turn, int64_t i) -> int64_t { return kept[i]; };
    const auto store = [&](int turn, int64_t i, int64_t sum) {
        es[i] = sum;
        sums[i] = 0;
        mosts[i] = 0;
    };
    const auto store_total = [&](int64_t sum) { *values = sum; };
    scan_tiles<TileStatus<int64_t>, ITEMS_8, int64_t, combine>(m, tile_states, 0, 0, load, store,
        store_total);
}

// nested_filter.fut:13: in reduce (+) 0 kept * reduce i64.max 0 kept) ns
// rules: .., F5-reduce, expand-reduce, segput-is-scatomap, scatter-in-chain
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
nested_filter_sums(const int64_t *__restrict__ all, const int64_t *__restrict__ es, int64_t m,
                   int64_t value_on_host, int64_t *__restrict__ sums, int64_t *__restrict__ mosts,
                   uint64_t *tile_states, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const int tile_size = BLOCK_SIZE * ITEMS_24;
    auto *const tiles = (TileStatus<Partial> *)(tile_states + 1);
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t start = tile * tile_size;
        if (start >= value_on_host)
            return;
        const int size = (int)min(value_on_host - start, (int64_t)tile_size);
        const RaggedRows rows = rows_in_tile<shared_row_ends(tile_size * 24)>(es, m, start,
            start + size);

        const auto load = [&](int turn, int64_t i) -> Partial {
            const int64_t row = row_containing(rows, i);
            const int64_t row_begin = ragged_row_start(rows, row);
            const int64_t j = i - row_begin;
            const int64_t x = all[i];
            return Partial{ j == 0, x, x };
        };
        const auto store = [&](int turn, int64_t i, Partial sum) {
            const int64_t row = row_containing(rows, i);
            const int64_t at = i + 1 == ragged_row_end(rows, row) ? row : -1;
            if (0 <= at && at < m) {
                sums[at] = sum.y;
                mosts[at] = max(INT64_C(0), sum.z);
            }
        };
        const auto look_back = [&](Partial total) {
            return exclusive_prefix<Partial, combine_bool>(tiles, tile, 0, total,
                                                           Partial{ false, 0, 0 },
                                                           Partial{ false, 0, 0 });
        };
        scan_tile<ITEMS_24, Partial, combine_bool>(start, size, Partial{ false, 0, 0 }, load,
                                                   look_back, store);
    }
}

// nested_filter.fut:13: in reduce (+) 0 kept * reduce i64.max 0 kept) ns
// rules: versions-of-lengths, distribute-irregular, segmap, segmap-is-map
// One thread computes one element.
static __global__ void nested_filter_map(const int64_t *__restrict__ sums,
                                         const int64_t *__restrict__ mosts, int64_t m,
                                         int64_t *__restrict__ result, Failure *failure)
{
    if (has_failed(failure)) return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m)
        result[i] = (uint64_t)sums[i] * mosts[i];
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
    "nested_filter.fut:12:52: error: Range 0..1..<%lld is invalid.",
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

// Returns the version for these sizes.
static Version nested_filter_main_version(int64_t m)
{
    if (m >= 4 * MIN_THREAD_ROWS)
        return MANY_ROWS; // one thread per row
    return FLAT; // one kernel per parallel operation
}

size_t nested_filter_main_scratch(int64_t m)
{
    if (m < 0 || m > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    const Version version = nested_filter_main_version(m);
    size_t bytes = align_up(sizeof(Failure)) + align_up(sizeof(int64_t))
        + 4 * align_up(m * sizeof(int64_t))
        + align_up((3 * tiles_for(m, ITEMS_8) + 1) * sizeof(uint64_t));
    if (version == MANY_ROWS)
        bytes += 2 * align_up(sizeof(int64_t));
    return bytes;
}

// entry main [m] (ns: [m]i64): [m]i64
cudaError_t nested_filter_main(const int64_t *ns, int64_t m, int64_t *result, void *scratch,
                               cudaMemPool_t pool, cudaStream_t stream)
{
    if (m < 0 || m > MAX_ELEMENTS || (m > 0 && (!ns || !result)) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    const Version version = nested_filter_main_version(m);
    char *memory = (char *)scratch;
    Failure *const failure = carve<Failure>(&memory, 1);
    int64_t *const largest_n = carve<int64_t>(&memory, 1);
    int64_t *const es = carve<int64_t>(&memory, m);
    int64_t *const kept = carve<int64_t>(&memory, m);
    int64_t *const values = largest_n; // reused
    uint64_t *const tile_states = carve<uint64_t>(&memory, 3 * tiles_for(m, ITEMS_8) + 1);
    int64_t *const k = largest_n; // reused
    int64_t *const sums = carve<int64_t>(&memory, m);
    int64_t *const mosts = carve<int64_t>(&memory, m);
    CUDA_TRY(cudaMemsetAsync(failure, 0, sizeof(Failure), stream));

    bool thread_per_row;
    if (version == MANY_ROWS) {
        int64_t *const sum = carve<int64_t>(&memory, 1);
        int64_t *const longest = carve<int64_t>(&memory, 1);
        const int64_t blocks = reduce_blocks(m);
        const int64_t workers = blocks * BLOCK_SIZE;
        CUDA_TRY(cudaMemsetAsync(sum, 0, sizeof(int64_t), stream));
        CUDA_TRY(cudaMemsetAsync(longest, 0, sizeof(int64_t), stream));
        nested_filter_many_rows<<<blocks, BLOCK_SIZE, 0, stream>>>(ns, m, workers, failure, sum,
            longest);
        int64_t sum_on_host;
        if (const cudaError_t error = copy_checked(&sum_on_host, sum, failure, earlier, stream))
            return ignore_assert(error);
        int64_t longest_on_host;
        CUDA_TRY(copy_to_host(&longest_on_host, longest, earlier, stream));
        thread_per_row = longest_on_host
            <= (int64_t)(MAX_RAGGED_SKEW * ((uint64_t)floor_div(sum_on_host, m + 1) + 1));
    } else {
        thread_per_row = false;
    }
    if (thread_per_row) {
        const int64_t blocks = reduce_blocks(m);
        const int64_t workers = blocks * BLOCK_SIZE;
        CUDA_TRY(cudaMemsetAsync(largest_n, 0, sizeof(int64_t), stream));
        nested_filter_largest_n_thread_per_row<<<blocks, BLOCK_SIZE, 0, stream>>>(ns, m, workers,
            largest_n, failure);
        int64_t largest_n_on_host;
        if (const cudaError_t error = copy_checked(&largest_n_on_host, largest_n, failure, earlier,
                                                   stream))
            return ignore_assert(error);
        const int64_t bound = max(INT64_C(0), largest_n_on_host);
        if (exceeds_memory(grid_stride_threads(m), max(largest_n_on_host, INT64_C(0))))
            return cudaErrorMemoryAllocation;
        DeviceArray<int64_t> counts(pool, stream);
        CUDA_TRY(counts.allocate(grid_stride_threads(m) * max(largest_n_on_host, INT64_C(0))));
        if (exceeds_memory(grid_stride_threads(m), bound))
            return cudaErrorMemoryAllocation;
        DeviceArray<int64_t> thread_per_row_kept(pool, stream);
        CUDA_TRY(thread_per_row_kept.allocate(grid_stride_threads(m) * bound));
        if (m > 0)
            nested_filter_thread_per_row<<<grid_stride_blocks(m), BLOCK_SIZE, 0, stream>>>(ns, m,
                failure, counts, thread_per_row_kept, result);
    } else {
        const int64_t tiles = tiles_for(m, ITEMS_8);
        CUDA_TRY(cudaMemsetAsync(tile_states, 0, (3 * tiles + 1) * sizeof(uint64_t), stream));
        nested_filter_es<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(ns, m, failure, es, kept,
            values, tile_states);
        int64_t value_on_host;
        if (const cudaError_t error = copy_checked(&value_on_host, values, failure, earlier,
                                                   stream))
            return ignore_assert(error);
        DeviceArray<int64_t> all(pool, stream);
        CUDA_TRY(all.allocate(value_on_host));
        const int64_t kept_tiles = tiles_for(value_on_host, ITEMS_24);
        DeviceArray<uint64_t> kept_tile_states(pool, stream);
        CUDA_TRY(kept_tile_states.allocate_zero(7 * kept_tiles + 1));
        nested_filter_kept<<<tile_blocks(kept_tiles), BLOCK_SIZE, 0, stream>>>(es, m,
            value_on_host, kept, all, k, kept_tile_states, failure);
        int64_t k_on_host;
        if (const cudaError_t error = copy_checked(&k_on_host, k, failure, earlier, stream))
            return ignore_assert(error);
        CUDA_TRY(cudaMemsetAsync(tile_states, 0, (3 * tiles + 1) * sizeof(uint64_t), stream));
        nested_filter_es_scan<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(kept, m, es, sums,
            mosts, values, tile_states, failure);
        int64_t values_on_host;
        if (const cudaError_t error = copy_checked(&values_on_host, values, failure, earlier,
                                                   stream))
            return ignore_assert(error);
        const int64_t sums_tiles = tiles_for(values_on_host, ITEMS_24);
        DeviceArray<uint64_t> sums_tile_states(pool, stream);
        CUDA_TRY(sums_tile_states.allocate_zero(7 * sums_tiles + 1));
        nested_filter_sums<<<tile_blocks(sums_tiles), BLOCK_SIZE, 0, stream>>>(all, es, m,
            values_on_host, sums, mosts, sums_tile_states, failure);
        if (m > 0)
            nested_filter_map<<<grid_x(m, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(sums, mosts, m,
                result, failure);
    }
    return last_error(earlier);
}

cudaError_t nested_filter_main_failure(const void *scratch, cudaStream_t stream, char *text,
                                       size_t size)
{
    Failure found;
    const cudaError_t earlier = cudaPeekAtLastError();
    CUDA_TRY(copy_to_host(&found, scratch, earlier, stream));
    const int known = sizeof FAILURES / sizeof *FAILURES;
    const bool failed = 0 < found.code && found.code < known;
    snprintf(text, size, FAILURES[failed ? found.code : 0], found.value[0]);
    return failed ? cudaErrorAssert : cudaSuccess;
}
