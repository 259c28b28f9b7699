// spmv.cu -- written by mapnest 0.1.0 from spmv.fut; it is yours
//
//   -- A sparse matrix times a vector: a row has as many columns and values as are not zero.
//   -- PMPH notes, 4.3.1.
//
//   entry main [m] [n] (columns: [m][..]i64) (values: [m][..]f32) (vec: [n]f32): [m]f32 =
//     map2 (\is vs -> reduce (+) 0 (map2 (\i v -> v * vec[i]) is (vs :> [length is]f32)))
//          columns values

#include "spmv.h"

#include <stdio.h>

// One thread per row is used only from this number of rows on: fewer threads leave multiprocessors
// idle (spmv_many_rows).
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
// The operands and the result of add_larger.
struct Sums {
    int64_t sum, most;
};
// The operands and the result of segmented_add.
struct Segmented_add {
    bool either;
    float sum;
};
}

// spmv.fut:13: combines two partial results
static __device__ Sums add_larger(Sums a, Sums b)
{
    return Sums{ (int64_t)((uint64_t)a.sum + b.sum), max(a.most, b.most) };
}

// spmv.fut:13: the operator (+) of reductions and scans
static __device__ int64_t add(int64_t x, int64_t y) { return (uint64_t)x + y; }

// spmv.fut:13: combines two partial results
static __device__ int64_t combine(int64_t x, int64_t y)
{
    return (int64_t)min((uint64_t)x + (uint64_t)y, UINT64_C(9223372036854775807));
}

// spmv.fut:13: combines two partial results
static __device__ Segmented_add segmented_add(Segmented_add a, Segmented_add b)
{
    const bool either = a.either || b.either;
    return Segmented_add{ either, b.either ? b.sum : a.sum + b.sum };
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
__device__ Sums shuffle_down(Sums value, int offset, int width)
{
    value.sum = shuffle_down(value.sum, offset, width);
    value.most = shuffle_down(value.most, offset, width);
    return value;
}

template <>
__device__ Segmented_add shuffle_up(Segmented_add value, int offset, int width)
{
    value.either = shuffle_up(value.either, offset, width);
    value.sum = shuffle_up(value.sum, offset, width);
    return value;
}

template <>
__device__ uint64_t pack(Segmented_add value)
{
    return pack(value.either) << 32 | pack(value.sum);
}

template <>
__device__ Segmented_add unpack(uint64_t word)
{
    return { unpack<bool>(word >> 32), unpack<float>(word) };
}

// spmv.fut:13: map2 (\is vs -> reduce (+) 0 (map2 (\i v -> v * vec[i]) is (vs :> [length is]f32)))
// rules: .., optimized-map-reduce, reduce-map, shares-in-stripes, segred-is-redomap
// Each thread reduces its share, then each block reduces over its threads. Atomic operations
// combine the totals of the blocks.
static __global__ void spmv_many_rows(const int64_t *__restrict__ columns_lengths, int64_t m,
                                      int64_t workers, int64_t *__restrict__ sum,
                                      int64_t *__restrict__ longest)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    int64_t partial_sum = 0;
    int64_t most = 0;
    for (int64_t i = worker; i < m; i += workers) {
        const int64_t columns_length = columns_lengths[i];
        partial_sum += (uint64_t)columns_length;
        most = max(most, columns_length);
    }

    Sums total = block_reduce<Sums, add_larger>(Sums{ partial_sum, most }, Sums{ 0, 0 });
    if (threadIdx.x == 0) {
        atomicAdd((unsigned long long *)sum, (unsigned long long)total.sum);
        atomicMax((long long *)longest, (long long)total.most);
    }
}

// spmv.fut:13: map2 (\is vs -> reduce (+) 0 (map2 (\i v -> v * vec[i]) is (vs :> [length is]f32)))
// rules: .., row-is-slice-in-map, ends-of-irreg, segscan-is-scanomap, scan-in-chain
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
spmv_u(const int64_t *__restrict__ columns_lengths, int64_t m, int64_t *__restrict__ u,
       uint64_t *tile_states)
{
    const auto load = [&](int turn, int64_t i) -> int64_t { return columns_lengths[i]; };
    const auto store = [&](int turn, int64_t i, int64_t sum) { u[i] = sum; };
    scan_tiles<TileStatus<int64_t>, ITEMS_8, int64_t, add>(m, tile_states, 0, 0, load, store,
                                                           [](int64_t) {});
}

// spmv.fut:13: map2 (\is vs -> reduce (+) 0 (map2 (\i v -> v * vec[i]) is (vs :> [length is]f32)))
// rules: distribute, versions-of-lengths, row-is-slice-in-map, segmap-is-map, reduce-map
// One thread computes one element.
static __global__ void spmv_thread_per_row(const int64_t *__restrict__ columns_lengths,
                                           const int64_t *__restrict__ values_lengths,
                                           const int64_t *__restrict__ columns,
                                           const int64_t *__restrict__ u,
                                           const float *__restrict__ values,
                                           const int64_t *__restrict__ second_u,
                                           const float *__restrict__ vec, int64_t n, int64_t m,
                                           Failure *failure, float *__restrict__ result)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m) {
        const int64_t columns_length = columns_lengths[i];
        if (values_lengths[i] != columns_length)
            return fail(failure, Failure{ 1, { values_lengths[i], columns_length } });
        float sum = 0.0f;
        for (int64_t j = 0; j < columns_length; j++) {
            const int64_t at = columns[(int64_t)((uint64_t)u[i] - columns_lengths[i]) + j];
            if (!(0 <= at && at < n)) return fail(failure, Failure{ 2, { at, n } });
            sum += values[(int64_t)((uint64_t)second_u[i] - values_lengths[i]) + j] * vec[at];
        }
        result[i] = sum;
    }
}

// spmv.fut:13: map2 (\is vs -> reduce (+) 0 (map2 (\i v -> v * vec[i]) is (vs :> [length is]f32)))
// rules: .., segmap, drop-unused, rows-of-views, expand-map, total-of-scan, total-of-all
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
spmv_es(const int64_t *__restrict__ columns_lengths, int64_t m, int64_t *__restrict__ es,
        float *__restrict__ result, int64_t *__restrict__ values, uint64_t *tile_states)
{
    const auto load = [&](int turn, int64_t i) -> int64_t { return columns_lengths[i]; };
    const auto store = [&](int turn, int64_t i, int64_t sum) {
        es[i] = sum;
        result[i] = 0.0f;
    };
    const auto store_total = [&](int64_t sum) { *values = sum; };
    scan_tiles<TileStatus<int64_t>, ITEMS_8, int64_t, combine>(m, tile_states, 0, 0, load, store,
        store_total);
}

// spmv.fut:13: map2 (\is vs -> reduce (+) 0 (map2 (\i v -> v * vec[i]) is (vs :> [length is]f32)))
// rules: .., segmap, drop-unused, rows-of-views, expand-map, segmap-is-map
// One thread computes one element.
static __global__ void spmv_values(const int64_t *__restrict__ values_lengths,
                                   const int64_t *__restrict__ columns_lengths,
                                   const float *__restrict__ values,
                                   const int64_t *__restrict__ us, const int64_t *__restrict__ es,
                                   int64_t value_on_host, int64_t m, Failure *failure,
                                   float *__restrict__ second_values)
{
    const RaggedRows rows = rows_in_block(es, m, value_on_host);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < value_on_host) {
        const int64_t row = row_containing(rows, i);
        const int64_t row_begin = ragged_row_start(rows, row);
        const int64_t t = values_lengths[row];
        if (t != columns_lengths[row])
            return fail(failure, Failure{ 1, { t, columns_lengths[row] } });
        second_values[i] = values[(int64_t)((uint64_t)us[row] - t) + (i - row_begin)];
    }
}

// spmv.fut:13: map2 (\is vs -> reduce (+) 0 (map2 (\i v -> v * vec[i]) is (vs :> [length is]f32)))
// rules: .., F5-reduce, drop-unused, expand-reduce, segput-is-scatomap, scatter-in-chain
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
spmv_scan(const int64_t *__restrict__ columns, const float *__restrict__ values,
          const float *__restrict__ vec, const int64_t *__restrict__ es, int64_t n, int64_t m,
          int64_t value_on_host, Failure *failure, float *__restrict__ result,
          uint64_t *tile_states)
{
    if (__syncthreads_or(is_failing(failure))) return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    auto *const tiles = (PackedTileStatus<Segmented_add> *)(tile_states + 1);
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t start = tile * tile_size;
        if (start >= value_on_host)
            return;
        const int size = (int)min(value_on_host - start, (int64_t)tile_size);
        const RaggedRows rows = rows_in_tile<shared_row_ends(tile_size * 8)>(es, m, start,
            start + size);

        const auto load = [&](int turn, int64_t i) -> Segmented_add {
            Segmented_add item = Segmented_add{ false, 0.0f };
            const int64_t row = row_containing(rows, i);
            const int64_t row_begin = ragged_row_start(rows, row);
            const int64_t j = i - row_begin;
            const int64_t vec_at = columns[i];
            const float v = values[i];
            if (!(0 <= vec_at && vec_at < n)) {
                fail(failure, Failure{ 2, { vec_at, n } });
            } else {
                item = Segmented_add{ j == 0, v * vec[vec_at] };
            }
            return item;
        };
        const auto store = [&](int turn, int64_t i, Segmented_add sum) {
            const int64_t row = row_containing(rows, i);
            const int64_t at = i + 1 == ragged_row_end(rows, row) ? row : -1;
            if (0 <= at && at < m)
                result[at] = 0.0f + sum.sum;
        };
        const auto look_back = [&](Segmented_add total) {
            return deterministic_exclusive_prefix<Segmented_add, segmented_add>(tiles, tile, 0,
                total, Segmented_add{ false, 0.0f }, Segmented_add{ false, 0.0f });
        };
        scan_tile<ITEMS_8, Segmented_add, segmented_add>(start, size, Segmented_add{ false, 0.0f },
                                                         load, look_back, store);
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
    "spmv.fut:13:63: error: Value of (desugared) shape [%lld] cannot match shape of type "
    "`[%lld]f32`.",
    "spmv.fut:13:51: error: Index [%lld] out of bounds for array of shape [%lld].",
};

// Returns the version for these sizes.
static Version spmv_main_version(int64_t m)
{
    if (m >= 4 * MIN_THREAD_ROWS)
        return MANY_ROWS; // one thread per row
    return FLAT; // one kernel per parallel operation
}

size_t spmv_main_scratch(int64_t m)
{
    if (m < 0 || m > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    const Version version = spmv_main_version(m);
    size_t bytes = align_up(sizeof(Failure)) + 2 * align_up(m * sizeof(int64_t))
        + align_up((3 * tiles_for(m, ITEMS_8) + 1) * sizeof(uint64_t)) + align_up(sizeof(int64_t));
    if (version == MANY_ROWS)
        bytes += 2 * align_up(sizeof(int64_t));
    return bytes;
}

// entry main [m] [n] [columns_total] [values_total] (columns_lengths: [m]i64) (columns:
//   [columns_total]i64) (values_lengths: [m]i64) (values: [values_total]f32) (vec: [n]f32): [m]f32
cudaError_t spmv_main(const int64_t *columns_lengths, const int64_t *columns,
                      const int64_t *values_lengths, const float *values, const float *vec,
                      int64_t m, int64_t n, int64_t columns_total, int64_t values_total,
                      float *result, void *scratch, cudaMemPool_t pool, cudaStream_t stream)
{
    if (m < 0 || n < 0 || columns_total < 0 || values_total < 0 || m > MAX_ELEMENTS
        || n > MAX_ELEMENTS || columns_total > MAX_ELEMENTS || values_total > MAX_ELEMENTS
        || (m > 0 && (!columns_lengths || !values_lengths || !result))
        || (columns_total > 0 && !columns) || (values_total > 0 && !values) || (n > 0 && !vec)
        || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    const Version version = spmv_main_version(m);
    char *memory = (char *)scratch;
    Failure *const failure = carve<Failure>(&memory, 1);
    int64_t *const u = carve<int64_t>(&memory, m);
    uint64_t *const tile_states = carve<uint64_t>(&memory, 3 * tiles_for(m, ITEMS_8) + 1);
    int64_t *const second_u = carve<int64_t>(&memory, m);
    int64_t *const us = u; // reused
    int64_t *const es = second_u; // reused
    int64_t *const t = carve<int64_t>(&memory, 1);
    CUDA_TRY(cudaMemsetAsync(failure, 0, sizeof(Failure), stream));

    bool thread_per_row;
    if (version == MANY_ROWS) {
        int64_t *const sum = carve<int64_t>(&memory, 1);
        int64_t *const longest = carve<int64_t>(&memory, 1);
        const int64_t blocks = reduce_blocks(m);
        const int64_t workers = blocks * BLOCK_SIZE;
        CUDA_TRY(cudaMemsetAsync(sum, 0, sizeof(int64_t), stream));
        CUDA_TRY(cudaMemsetAsync(longest, 0, sizeof(int64_t), stream));
        spmv_many_rows<<<blocks, BLOCK_SIZE, 0, stream>>>(columns_lengths, m, workers, sum,
                                                          longest);
        int64_t sum_on_host;
        CUDA_TRY(copy_to_host(&sum_on_host, sum, earlier, stream));
        int64_t longest_on_host;
        CUDA_TRY(copy_to_host(&longest_on_host, longest, earlier, stream));
        thread_per_row = longest_on_host
            <= (int64_t)(MAX_RAGGED_SKEW * ((uint64_t)floor_div(sum_on_host, m + 1) + 1));
    } else {
        thread_per_row = false;
    }
    if (thread_per_row) {
        const int64_t tiles = tiles_for(m, ITEMS_8);
        CUDA_TRY(cudaMemsetAsync(tile_states, 0, (3 * tiles + 1) * sizeof(uint64_t), stream));
        spmv_u<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(columns_lengths, m, u, tile_states);
        CUDA_TRY(cudaMemsetAsync(tile_states, 0, (3 * tiles + 1) * sizeof(uint64_t), stream));
        spmv_u<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(values_lengths, m, second_u,
            tile_states);
        if (m > 0)
            spmv_thread_per_row<<<grid_x(m, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(columns_lengths,
                values_lengths, columns, u, values, second_u, vec, n, m, failure, result);
    } else {
        const int64_t tiles = tiles_for(m, ITEMS_8);
        CUDA_TRY(cudaMemsetAsync(tile_states, 0, (3 * tiles + 1) * sizeof(uint64_t), stream));
        spmv_u<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(values_lengths, m, us, tile_states);
        CUDA_TRY(cudaMemsetAsync(tile_states, 0, (3 * tiles + 1) * sizeof(uint64_t), stream));
        spmv_es<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(columns_lengths, m, es, result, t,
            tile_states);
        int64_t value_on_host;
        CUDA_TRY(copy_to_host(&value_on_host, t, earlier, stream));
        DeviceArray<float> second_values(pool, stream);
        CUDA_TRY(second_values.allocate(value_on_host));
        if (value_on_host > 0)
            spmv_values<<<grid_x(value_on_host, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(
                values_lengths, columns_lengths, values, us, es, value_on_host, m, failure,
                second_values);
        const int64_t sums_tiles = tiles_for(value_on_host, ITEMS_8);
        DeviceArray<uint64_t> scan_tile_states(pool, stream);
        CUDA_TRY(scan_tile_states.allocate_zero(sums_tiles + 1));
        spmv_scan<<<tile_blocks(sums_tiles), BLOCK_SIZE, 0, stream>>>(columns, second_values, vec,
            es, n, m, value_on_host, failure, result, scan_tile_states);
    }
    return last_error(earlier);
}

cudaError_t spmv_main_failure(const void *scratch, cudaStream_t stream, char *text, size_t size)
{
    Failure found;
    const cudaError_t earlier = cudaPeekAtLastError();
    CUDA_TRY(copy_to_host(&found, scratch, earlier, stream));
    const int known = sizeof FAILURES / sizeof *FAILURES;
    const bool failed = 0 < found.code && found.code < known;
    snprintf(text, size, FAILURES[failed ? found.code : 0], found.value[0], found.value[1]);
    return failed ? cudaErrorAssert : cudaSuccess;
}
