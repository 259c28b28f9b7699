// scanlines.cu -- written by mapnest 0.1.0 from scanlines.fut; it is yours
//
//   -- Scan-line rendering: a triangle is expanded to its lines, a line to its points, and of the
//     points
//   -- of a pixel the nearest stays; 99 where there is none.
//
//   type triangle = ((i64, i64), (i64, i64), (i64, i64))
//
//   -- Where the line y crosses an edge: from and to; far apart the wrong way if nowhere.
//   def crossing (y: i64) (w: i64) (x0: i64, y0: i64) (x1: i64, y1: i64): (i64, i64) =
//     if y < i64.min y0 y1 || y > i64.max y0 y1 then (w, -1)
//     else if y0 == y1 then (i64.min x0 x1, i64.max x0 x1)
//     else let x = x0 + (y - y0) * (x1 - x0) / (y1 - y0) in (x, x)
//
//   def across (y: i64) (w: i64) ((a, b, c): triangle): (i64, i64) =
//     let (l1, r1) = crossing y w a b
//     let (l2, r2) = crossing y w b c
//     let (l3, r3) = crossing y w c a
//     in (i64.max 0 (i64.min l1 (i64.min l2 l3)), i64.min (w - 1) (i64.max r1 (i64.max r2 r3)))
//
//   entry main [m] (h: i64) (w: i64) (corners: [m][6]i64) (depths: [m]i64): [h][w]i64 =
//     let points = flatten (flatten
//       (map2 (\t z ->
//                let triangle = ((t[0], t[1]), (t[2], t[3]), (t[4], t[5]))
//                let top = i64.max 0 (i64.min t[1] (i64.min t[3] t[5]))
//                let bottom = i64.min (h - 1) (i64.max t[1] (i64.max t[3] t[5]))
//                in map (\line -> let y = top + line
//                                 let (l, r) = across y w triangle
//                                 in map (\i -> (y * w + l + i, z)) (iota (i64.max 0 (r - l +
//                                   1))))
//                       (iota (i64.max 0 (bottom - top + 1))))
//             corners depths))
//     let (places, zs) = unzip points
//     in unflatten (reduce_by_index (replicate (h * w) 99) i64.min 99 places zs)

#include "scanlines.h"

#include <stdio.h>

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MIN_BLOCK_ELEMENTS = 1024; // fewest elements for which a reduction adds a block
static const int MAX_REDUCE_BLOCKS = 2048; // most blocks of one reduction
static const int HISTOGRAM_BYTES = 32768; // shared memory of a histogram; more lowers occupancy
static const int MAX_BLOCKS = 1024; // most blocks of a grid-stride loop
static const int ITEMS_8 = 9; // items per thread in a scan of 8-byte values (odd: no conflict)

// Returns the linear index of the block in a grid of one or more rows.
static __device__ int64_t block_index() { return (int64_t)blockIdx.y * gridDim.x + blockIdx.x; }

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
// The results of across.
struct Across {
    int64_t most, least;
};
// The results of crossing.
struct Crossing {
    int64_t x, y;
};
}

// scanlines.fut:30: combines two partial results
static __device__ int64_t combine(int64_t x, int64_t y)
{
    return (int64_t)min((uint64_t)x + (uint64_t)y, UINT64_C(9223372036854775807));
}

// scanlines.fut:13: def crossing (y: i64) (w: i64) (x0: i64, y0: i64) (x1: i64, y1: i64): (i64,
//   i64) =
static __device__ Crossing crossing(int64_t y, int64_t w, int64_t x0, int64_t y0, int64_t x1,
                                    int64_t y1, Failure *failure)
{
    int64_t chosen_x;
    int64_t chosen_y;
    if (y < min(y0, y1) || y > max(y0, y1)) {
        chosen_x = w;
        chosen_y = -1;
    } else {
        int64_t next_chosen_x;
        int64_t next_chosen_y;
        if (y0 == y1) {
            next_chosen_x = min(x0, x1);
            next_chosen_y = max(x0, x1);
        } else {
            const int64_t divisor = (uint64_t)y1 - y0;
            if (divisor == 0) {
                fail(failure, Failure{ 1, {} });
                return {};
            }
            const int64_t x = (uint64_t)x0
                + floor_div((int64_t)(((uint64_t)y - y0) * ((uint64_t)x1 - x0)), divisor);
            next_chosen_x = x;
            next_chosen_y = x;
        }
        chosen_x = next_chosen_x;
        chosen_y = next_chosen_y;
    }
    return Crossing{ chosen_x, chosen_y };
}

// scanlines.fut:18: def across (y: i64) (w: i64) ((a, b, c): triangle): (i64, i64) =
static __device__ Across across(int64_t y, int64_t w, int64_t a_x, int64_t a_y, int64_t b_x,
                                int64_t b_y, int64_t c_x, int64_t c_y, Failure *failure)
{
    const Crossing crossing_value = crossing(y, w, a_x, a_y, b_x, b_y, failure);
    const Crossing second_crossing = crossing(y, w, b_x, b_y, c_x, c_y, failure);
    const Crossing third_crossing = crossing(y, w, c_x, c_y, a_x, a_y, failure);
    return Across{ max(INT64_C(0),
                       min(crossing_value.x, min(second_crossing.x, third_crossing.x))),
                   min((int64_t)((uint64_t)w - 1),
                       max(crossing_value.y, max(second_crossing.y, third_crossing.y))) };
}

// scanlines.fut:36: the operator (min) of reductions and scans
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

// scanlines.fut:30: in map (\line -> let y = top + line
// rules: .., distribute, descend, distribute-irregular, F2-rows, total-of-scan, total-of-all
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
scanlines_triangles(const int64_t *__restrict__ corners, int64_t diff, int64_t m,
                    int64_t *__restrict__ es, int64_t *__restrict__ triangles,
                    int64_t *__restrict__ triangle_1s, int64_t *__restrict__ triangle_2s,
                    int64_t *__restrict__ tops, int64_t *__restrict__ count, uint64_t *tile_states)
{
    int64_t thread_triangle[ITEMS_8];
    int64_t thread_thread_triangle[ITEMS_8];
    int64_t second_thread_triangle[ITEMS_8];
    const auto load = [&](int turn, int64_t i) -> int64_t {
        const int64_t triangle = corners[i * 6 + 1];
        const int64_t triangle_value = corners[i * 6 + 3];
        const int64_t second_triangle = corners[i * 6 + 5];
        const int64_t top = max(INT64_C(0), min(triangle, min(triangle_value, second_triangle)));
        const int64_t bottom = min(diff, max(triangle, max(triangle_value, second_triangle)));
        thread_triangle[turn] = triangle;
        thread_thread_triangle[turn] = triangle_value;
        second_thread_triangle[turn] = second_triangle;
        return max(INT64_C(0), (int64_t)((uint64_t)bottom - top + 1));
    };
    const auto store = [&](int turn, int64_t i, int64_t sum) {
        const int64_t top = max(INT64_C(0),
                                min(thread_triangle[turn],
                                    min(thread_thread_triangle[turn],
                                        second_thread_triangle[turn])));
        es[i] = sum;
        triangles[i] = thread_triangle[turn];
        triangle_1s[i] = thread_thread_triangle[turn];
        triangle_2s[i] = second_thread_triangle[turn];
        tops[i] = top;
    };
    const auto store_total = [&](int64_t sum) { *count = sum; };
    scan_tiles<TileStatus<int64_t>, ITEMS_8, int64_t, combine>(m, tile_states, 0, 0, load, store,
        store_total);
}

// scanlines.fut:32: in map (\i -> (y * w + l + i, z)) (iota (i64.max 0 (r - l + 1))))
// rules: .., F2-map, drop-unused, expand-map, total-of-scan, total-of-all
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
scanlines_ys(const int64_t *__restrict__ triangles, const int64_t *__restrict__ triangle_1s,
             const int64_t *__restrict__ triangle_2s, const int64_t *__restrict__ tops,
             const int64_t *__restrict__ corners, const int64_t *__restrict__ es, int64_t w,
             int64_t count_on_host, int64_t m, Failure *failure, int64_t *__restrict__ ys_es,
             int64_t *__restrict__ ys, int64_t *__restrict__ ls, int64_t *__restrict__ ys_total,
             uint64_t *tile_states)
{
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    auto *const tiles = (TileStatus<int64_t> *)(tile_states + 1);
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t start = tile * tile_size;
        if (start >= count_on_host && tile > 0)
            return;
        const int size = (int)min(count_on_host - start, (int64_t)tile_size);
        const RaggedRows rows = rows_in_tile<shared_row_ends(tile_size * 8)>(es, m, start,
            start + size);

        int64_t thread_y[ITEMS_8];
        int64_t thread_l[ITEMS_8];
        const auto load = [&](int turn, int64_t i) -> int64_t {
            const int64_t row = row_containing(rows, i);
            const int64_t row_begin = ragged_row_start(rows, row);
            const int64_t i_value = i - row_begin;
            const int64_t triangle = triangles[row];
            const int64_t triangle_1 = triangle_1s[row];
            const int64_t triangle_2 = triangle_2s[row];
            const int64_t top = tops[row];
            const int64_t y = (uint64_t)top + i_value;
            const Across across_value = across(y, w, corners[row * 6], triangle,
                                               corners[row * 6 + 2], triangle_1,
                                               corners[row * 6 + 4], triangle_2, failure);
            thread_y[turn] = y;
            thread_l[turn] = across_value.most;
            return max(INT64_C(0),
                       (int64_t)((uint64_t)across_value.least - across_value.most + 1));
        };
        const auto store = [&](int turn, int64_t i, int64_t sum) {
            ys_es[i] = sum;
            ys[i] = thread_y[turn];
            ls[i] = thread_l[turn];
        };
        const auto look_back = [&](int64_t total) {
            return exclusive_prefix<int64_t, combine>(tiles, tile, 0, total, 0, 0);
        };
        const int64_t sum = scan_tile<ITEMS_8, int64_t, combine>(start, size, 0, load, look_back,
            store);

        // The last tile holds the total.
        if (start + size == count_on_host && threadIdx.x == 0) {
            *ys_total = sum;
        }
    }
}

// scanlines.fut:36: in unflatten (reduce_by_index (replicate (h * w) 99) i64.min 99 places zs)
// rules: .., hist-is-histomap, distribute, histomap, hist-map, seghist-is-histomap
// Stores an array whose elements were computed on demand so far. One thread stores one element.
static __global__ void scanlines_result(int64_t prod, int64_t *__restrict__ result,
                                        Failure *failure)
{
    if (has_failed(failure)) return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < prod)
        result[i] = 99;
}

// scanlines.fut:36: in unflatten (reduce_by_index (replicate (h * w) 99) i64.min 99 places zs)
// rules: .., hist-is-histomap, distribute, histomap, hist-map, seghist-is-histomap
// Each block counts a part in shared memory. Each bin has `copies` counters;
// neighbouring threads use different copies, which avoids contention.
static __global__ void scanlines_histogram_shared(const int64_t *__restrict__ es,
                                                  const int64_t *__restrict__ second_es,
                                                  const int64_t *__restrict__ depths,
                                                  const int64_t *__restrict__ ys,
                                                  const int64_t *__restrict__ ls, int64_t share,
                                                  int64_t total_on_host, int64_t count_on_host,
                                                  int64_t m, int64_t w, int64_t prod,
                                                  int32_t copies, int64_t blocks,
                                                  int64_t *__restrict__ result, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    __shared__ int64_t counters[HISTOGRAM_BYTES / 8];
    const int lane = threadIdx.x % copies;
    const int64_t part = block_index();
    const int64_t first = min(part * share, total_on_host);
    const int64_t end = min(first + share, total_on_host);
    for (int c = threadIdx.x; c < prod * copies; c += BLOCK_SIZE)
        counters[c] = 99;
    __syncthreads();

    for (int64_t i = first + threadIdx.x; i < end; i += BLOCK_SIZE) {
        const int64_t row = row_containing(all_ragged_rows(es, count_on_host), i);
        const int64_t row_begin = ragged_row_start(all_ragged_rows(es, count_on_host), row);
        const int64_t depths_at = row_containing(all_ragged_rows(second_es, m), row);
        const int64_t z = depths[depths_at];
        const int64_t y = ys[row];
        const int64_t l = ls[row];
        const int64_t at = (uint64_t)y * w + l + (i - row_begin);
        if (0 <= at && at < prod)
            atomicMin((long long *)&counters[at * copies + lane], (long long)z);
    }
    __syncthreads();

    // Each thread starts with another copy, in another bank.
    for (int b = threadIdx.x; b < prod; b += BLOCK_SIZE) {
        int64_t sum = 99;
        for (int c = 0; c < copies; c++)
            sum = smaller(sum, counters[b * copies + (c + lane) % copies]);
        if (sum != 99)
            atomicMin((long long *)&result[b], (long long)sum);
    }
}

// scanlines.fut:36: in unflatten (reduce_by_index (replicate (h * w) 99) i64.min 99 places zs)
// rules: .., hist-is-histomap, distribute, histomap, hist-map, seghist-is-histomap
// One thread adds one value to its place in the histogram.
static __global__ void scanlines_histogram(const int64_t *__restrict__ es,
                                           const int64_t *__restrict__ depths,
                                           const int64_t *__restrict__ ys,
                                           const int64_t *__restrict__ ls,
                                           const int64_t *__restrict__ ys_es, int64_t m, int64_t w,
                                           int64_t prod, int64_t total_on_host,
                                           int64_t count_on_host, int64_t *__restrict__ result,
                                           Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const RaggedRows rows = rows_in_block(ys_es, count_on_host, total_on_host);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < total_on_host) {
        const int64_t row = row_containing(rows, i);
        const int64_t row_begin = ragged_row_start(rows, row);
        const int64_t depths_at = row_containing(all_ragged_rows(es, m), row);
        const int64_t z = depths[depths_at];
        const int64_t y = ys[row];
        const int64_t l = ls[row];
        const int64_t at = (uint64_t)y * w + l + (i - row_begin);
        if (0 <= at && at < prod)
            atomicMin((long long *)&result[at], (long long)z);
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
    "scanlines.fut:16:21: error: division by zero",
    "scanlines.fut:36:34: error: Range 0..1..<%lld is invalid.",
    "scanlines.fut:36:6: error: Range 0..1..<%lld is invalid.",
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

size_t scanlines_main_scratch(int64_t m)
{
    if (m < 0 || m > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return align_up(sizeof(Failure)) + 5 * align_up(m * sizeof(int64_t))
        + align_up(sizeof(int64_t)) + align_up((3 * tiles_for(m, ITEMS_8) + 1) * sizeof(uint64_t));
}

// entry main [m] (h: i64) (w: i64) (corners: [m][6]i64) (depths: [m]i64): [h][w]i64
cudaError_t scanlines_main(int64_t h, int64_t w, const int64_t *corners, const int64_t *depths,
                           int64_t m, int64_t *result, void *scratch, cudaMemPool_t pool,
                           cudaStream_t stream)
{
    if (m < 0 || m > MAX_ELEMENTS || exceeds_memory(h, w) || (m * 6 > 0 && !corners)
        || (m > 0 && !depths) || (h > 0 && w > 0 && !result) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    Failure *const failure = carve<Failure>(&memory, 1);
    int64_t *const es = carve<int64_t>(&memory, m);
    int64_t *const triangles = carve<int64_t>(&memory, m);
    int64_t *const triangle_1s = carve<int64_t>(&memory, m);
    int64_t *const triangle_2s = carve<int64_t>(&memory, m);
    int64_t *const tops = carve<int64_t>(&memory, m);
    int64_t *const count = carve<int64_t>(&memory, 1);
    uint64_t *const tile_states = carve<uint64_t>(&memory, 3 * tiles_for(m, ITEMS_8) + 1);
    int64_t *const total = count; // reused
    CUDA_TRY(cudaMemsetAsync(failure, 0, sizeof(Failure), stream));

    const int64_t diff = (uint64_t)h - 1;
    const int64_t tiles = tiles_for(m, ITEMS_8);
    CUDA_TRY(cudaMemsetAsync(tile_states, 0, (3 * tiles + 1) * sizeof(uint64_t), stream));
    scanlines_triangles<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(corners, diff, m, es,
        triangles, triangle_1s, triangle_2s, tops, count, tile_states);
    int64_t count_on_host;
    CUDA_TRY(copy_to_host(&count_on_host, count, earlier, stream));
    DeviceArray<int64_t> ys_es(pool, stream);
    CUDA_TRY(ys_es.allocate(count_on_host));
    DeviceArray<int64_t> ys(pool, stream);
    CUDA_TRY(ys.allocate(count_on_host));
    DeviceArray<int64_t> ls(pool, stream);
    CUDA_TRY(ls.allocate(count_on_host));
    const int64_t es_tiles = tiles_for(count_on_host, ITEMS_8);
    DeviceArray<uint64_t> ys_tile_states(pool, stream);
    CUDA_TRY(ys_tile_states.allocate_zero(3 * es_tiles + 1));
    scanlines_ys<<<tile_blocks(es_tiles), BLOCK_SIZE, 0, stream>>>(triangles, triangle_1s,
        triangle_2s, tops, corners, es, w, count_on_host, m, failure, ys_es, ys, ls, total,
        ys_tile_states);
    int64_t total_on_host;
    if (const cudaError_t error = copy_checked(&total_on_host, total, failure, earlier, stream))
        return ignore_assert(error);
    const int64_t prod = (uint64_t)h * w;
    if (prod < 0) return report(failure, stream, Failure{ 2, { prod } });
    if (prod > 0)
        scanlines_result<<<grid_x(prod, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(prod, result,
            failure);
    if (prod <= HISTOGRAM_BYTES / 8 && prod <= total_on_host) {
        const int64_t blocks = histogram_blocks(1, total_on_host, prod);
        const int64_t share = elements_per_block(total_on_host, blocks);
        const int32_t copies = copies_per_bin(prod, 8, share);
        scanlines_histogram_shared<<<linear_grid(blocks), BLOCK_SIZE, 0, stream>>>(ys_es, es,
            depths, ys, ls, share, total_on_host, count_on_host, m, w, prod, copies, blocks,
            result, failure);
    } else if (total_on_host > 0) {
        scanlines_histogram<<<grid_x(total_on_host, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(es,
            depths, ys, ls, ys_es, m, w, prod, total_on_host, count_on_host, result, failure);
    }
    if (h < 0) return report(failure, stream, Failure{ 3, { h } });
    if (w < 0) return report(failure, stream, Failure{ 3, { w } });
    return last_error(earlier);
}

cudaError_t scanlines_main_failure(const void *scratch, cudaStream_t stream, char *text,
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
