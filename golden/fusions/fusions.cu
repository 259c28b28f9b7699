// fusions.cu -- written by mapnest 0.1.0 from fusions.fut; it is yours
//
//   -- Arrays that never exist: each entry point shows a rule of src/rules/fuse.rules.
//
//   -- Both sums, the maximum: one pass over the array.
//   entry statistics [n] (xs: [n]f64): (f64, f64, f64) =
//     let sum = f64.sum xs
//     let squares = f64.sum (map (\x -> x * x) xs)
//     let mean = sum / f64.i64 n
//     in (mean, squares / f64.i64 n - mean * mean, f64.maximum xs)
//
//   -- The slices are read from the array itself, two maps at once.
//   entry differences [n] (xs: [n]i32): ([]i32, []i32, i32, [n]i32) =
//     let m = n - 1
//     let here = xs[:m]
//     let next = xs[1:] :> [m]i32
//     let steps = map2 (-) next here
//     let sums = map2 (+) next here
//     let twos = replicate n 2
//     in (steps, sums, reduce (+) 0 xs, map2 (*) xs twos)
//
//   -- A map and a reduction over one array read it once.
//   entry shares [n] (xs: [n]i32): ([n]i32, i32) =
//     (map (* 10) xs, i32.sum xs)
//
//   -- Sums of rows are sums down the columns.
//   entry columns [n][m] (xss: [n][m]i32): ([m]i32, [n][m]i32) =
//     (reduce (map2 (+)) (replicate m 0) xss, scan (map2 (+)) (replicate m 0) xss)
//
//   -- Transposed twice is not transposed at all.
//   entry permutations [n][m][k][l][o] (xss: [n][m]i32) (xsss: [k][l][o]i32)
//                                      : ([n][m]i32, [k][l][o]i32) =
//     (map (map (* 2)) (transpose (transpose xss)), transpose (transpose xsss))
//
//   -- The order matters, and the reduced array is a result as well.
//   entry last_and_all [n] (xs: [n]i32): (i32, [n]i32) =
//     let ys = map (+ 1) xs
//     in (reduce (\a b -> if b <= 1 then a else b) 0 ys, ys)
//
//   -- A scan of what the position says.
//   entry running [n] (xs: [n]i64): [n]i64 = scan (+) 0 (map2 (*) xs (iota n))
//
//   -- The width is the same for all rows, and is checked once.
//   entry tables [n] (m: i64) (xs: [n]i64): [n]i64 =
//     map (\x -> i64.sum (map (* x) (iota m))) xs
//
//   -- The position is an element like any other.
//   entry weighted [n] (xs: [n]i64): i64 = i64.sum (map2 (*) xs (iota n))
//
//   -- A reduction of rows goes down the columns.
//   entry totals [n][m] (xss: [n][m]i32): [m]i32 = reduce (map2 (+)) (replicate m 0) xss
//
//   -- A scan and a map over one array read it once.
//   entry places [n] (xs: [n]i32): ([n]i32, [n]i32) = (scan (+) 0 xs, map (* 10) xs)
//
//   -- The chosen roots are not asked for: they are not written, nor kept by the sum.
//   entry loads [n] (ids: [n]i64) (weights: [n]f64): (f64, []i64) =
//     let roots = map f64.sqrt weights
//     let (chosen, _) = unzip (filter (\(_, root) -> root > 1) (zip ids roots))
//     in (f64.sum roots, chosen)
//
//   -- Nor by the scan that counts them.
//   entry large [n] (ids: [n]i64) (weights: [n]f64): ([]i64, [n]i64) =
//     let roots = map f64.sqrt weights
//     in ((unzip (filter (\(_, root) -> root > 1) (zip ids roots))).0,
//         scan (+) 0 (map (\root -> i64.bool (root > 1)) roots))
//
//   -- What a scan places is written as soon as the place is known.
//   entry starts [n] (sizes: [n]i64) (xs: [n]i32) (m: i64): [m]i32 =
//     scatter (replicate m 0) (map2 (-) (scan (+) 0 sizes) sizes) xs

#include "fusions.h"

#include <stdio.h>

#include <utility>

// One thread per row is used only from this number of rows on: fewer threads leave multiprocessors
// idle (fusions_tables_thread_per_row).
static const int64_t MIN_THREAD_ROWS = 1024;

// Versions of an entry point, chosen by its sizes.
enum Version { THREAD_PER_ROW, FLAT };

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MIN_BLOCK_ELEMENTS = 1024; // fewest elements for which a reduction adds a block
static const int MAX_REDUCE_BLOCKS = 2048; // most blocks of one reduction
static const int MAX_WARP_ROW = 4 * BLOCK_SIZE; // longer rows are reduced by one block or several
static const int THREAD_SHARED_BYTES = 60; // shared memory of a thread; more lowers the occupancy
static const int MAX_BLOCKS = 1024; // most blocks of a grid-stride loop
static const int MAX_SPARE_FACTOR = 8; // a result in an allocation larger by this factor is copied
static const int ITEMS_4 = 15; // items per thread in a scan of 4-byte values (odd: no conflict)
static const int ITEMS_8 = 9; // items per thread in a scan of 8-byte values (odd: no conflict)
static const int ITEMS_16 = 7; // items per thread in a scan of 16-byte values; odd
static const int ITEMS_56 = 3; // items per thread in a scan of 56-byte values
static const int VECTOR_BYTES = 16; // bytes of a vector load or store

// Returns the number of items of this size that a thread keeps in shared memory. An odd number
// avoids bank conflicts: threads read at this stride.
static __host__ __device__ constexpr int items_per_thread(int bytes)
{
    return THREAD_SHARED_BYTES / bytes < 5 ? 5 : THREAD_SHARED_BYTES / bytes | 1;
}

// N contiguous elements, which one vector load or store moves.
template <typename T, int N>
struct alignas(N * sizeof(T)) AlignedVector {
    T element[N];

    __device__ T &operator[](int i) { return element[i]; }

    // Returns true if a vector access is aligned and inside the `there` elements left.
    static __device__ bool is_accessible(const T *from, int64_t there)
    {
        return there >= N && (uintptr_t)from % sizeof(AlignedVector) == 0;
    }
};

// Loads N elements. The last element is repeated if fewer than N are left.
template <int N, typename T>
static __device__ AlignedVector<T, N> load_vector(const T *from, int64_t there)
{
    if (AlignedVector<T, N>::is_accessible(from, there))
        return *(const AlignedVector<T, N> *)from;
    AlignedVector<T, N> some;
    for (int64_t i = 0; i < N; i++)
        some.element[i] = from[i < there ? i : there - 1];
    return some;
}

// Stores N elements, or as many as are left.
template <int N, typename T>
static __device__ void store_vector(T *to, AlignedVector<T, N> some, int64_t there)
{
    if (AlignedVector<T, N>::is_accessible(to, there))
        *(AlignedVector<T, N> *)to = some;
    else
        for (int64_t i = 0; i < min(there, (int64_t)N); i++)
            to[i] = some.element[i];
}

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

namespace {
// The operands and the result of combine_squares.
struct Squares {
    double squares, sum, z;
};
}

// fusions.fut:13: combines two partial results of squares
static __device__ Squares combine_squares(Squares a, Squares b)
{
    return Squares{ a.squares + b.squares, a.sum + b.sum, fmax(a.z, b.z) };
}

// fusions.fut:28: the operator (+) of reductions and scans
static __device__ int32_t add(int32_t a, int32_t b) { return (uint32_t)a + b; }

// fusions.fut:69: combines two partial results
static __device__ int32_t combine(int32_t a, int32_t b) { return b <= 1 ? a : b; }

// fusions.fut:78: the operator (+) of reductions and scans
static __device__ int64_t add_int64(int64_t a, int64_t b) { return (uint64_t)a + b; }

// fusions.fut:126: the operator (+) of reductions and scans
static __device__ double add_double(double a, double b) { return a + b; }

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

// Stores a block's partial result. Returns true in the last block to arrive, which can read all.
template <typename T>
static __device__ bool is_last_block(T value, T *values, int64_t block, int64_t blocks,
                                     uint32_t *arrived)
{
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        values[block] = value;
        __threadfence(); // the value is visible before the block is counted
        is_last = atomicAdd(arrived, 1) == blocks - 1;
        __threadfence(); // all blocks are counted before values are read
    }
    __syncthreads();
    return is_last;
}

// Reduces the columns of a tile with `width` columns and one value per thread; the first `width`
// threads get the totals. Values are combined in thread order.
template <typename T, T op(T, T)>
static __device__ T column_reduce(T value, int width)
{
    __shared__ T values[BLOCK_SIZE]; // the caller has a barrier before the next call
    values[threadIdx.x] = value;
    for (int offset = width; offset < blockDim.x; offset *= 2) {
        __syncthreads();
        if (threadIdx.x % (2 * offset) < width && threadIdx.x + offset < blockDim.x)
            values[threadIdx.x] = value = op(value, values[threadIdx.x + offset]);
    }
    return value;
}

// Stores the partial results of the first `width` threads. Returns true in the last block to
// arrive, which can then read the partial results of all blocks in block order.
template <typename T>
static __device__ bool is_last_column_block(T value, T *values, int width, int64_t block,
                                          int64_t blocks, uint32_t *arrived)
{
    __shared__ bool is_last;
    if (threadIdx.x < width)
        values[block * width + threadIdx.x] = value;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence(); // the values are visible before the block is counted
        is_last = atomicAdd(arrived, 1) == blocks - 1;
        __threadfence(); // all blocks are counted before values are read
    }
    __syncthreads();
    return is_last;
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

static __device__ uint64_t add_counts(uint64_t a, uint64_t b) { return a + b; }

// Stable partition of a tile by kind_of(at), 0 .. 3: order[i] gets the position of the element
// that comes i-th. Each thread has ITEMS consecutive elements. The counts of the four kinds share
// a word, 16 bits each.
template <int ITEMS, typename Kind>
static __device__ void block_partition(int size, uint16_t *order, Kind kind_of)
{
    int kinds[ITEMS];
    uint64_t ranks = 0, all;
    for (int turn = 0; turn < ITEMS; turn++) {
        const int at = threadIdx.x * ITEMS + turn;
        kinds[turn] = at < size ? kind_of(at) : 0;
        ranks += at < size ? 1ull << 16 * kinds[turn] : 0;
    }

    // Ranks start after the same kind in earlier threads, and after all lower kinds.
    ranks = block_exclusive_scan<uint64_t, add_counts>(ranks, 0, &all);
    ranks += all * 0x0001000100010000;
    for (int turn = 0; turn < ITEMS; turn++) {
        const int at = threadIdx.x * ITEMS + turn;
        order[at < size ? ranks >> 16 * kinds[turn] & 0xffff : at] = at;
        ranks += 1ull << 16 * kinds[turn];
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

// Publishes the total of a column of a tile, returns its exclusive prefix, and publishes its
// inclusive prefix. The status of the same column in the tile above is `width` entries before.
template <typename T, T op(T, T), typename Status>
static __device__ T column_prefix(Status *tiles, int64_t column, int64_t width, T sum, T start,
                                  T neutral)
{
    tiles[column].publish(AGGREGATE, sum);
    T prefix = neutral;
    TileState state = AGGREGATE;
    for (int64_t above = column - width; state != PREFIX; above -= width) {
        T value = start;
        state = above < 0 ? PREFIX : tiles[above].wait(&value);
        prefix = op(value, prefix);
    }
    tiles[column].publish(PREFIX, op(prefix, sum));
    return prefix;
}

template <>
__device__ Squares shuffle_down(Squares value, int offset, int width)
{
    value.squares = shuffle_down(value.squares, offset, width);
    value.sum = shuffle_down(value.sum, offset, width);
    value.z = shuffle_down(value.z, offset, width);
    return value;
}

// fusions.fut:13: in (mean, squares / f64.i64 n - mean * mean, f64.maximum xs)
// rules: .., redomap, optimized-map-reduce, reduce-map, shares-in-stripes, segred-is-redomap
// Each thread reduces its share, then each block reduces over its threads. The last block to
// arrive reduces the partial results of all blocks.
static __global__ void fusions_squares(const double *__restrict__ xs, int64_t n, int64_t workers,
                                       double n_float, double *__restrict__ result_2,
                                       double *__restrict__ mean, double *__restrict__ result_1,
                                       Squares *partials, uint32_t *arrived)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    double sum_x = 0.0;
    double sum_y = 0.0;
    double most = -INFINITY;
    for (int64_t i = worker; i < n; i += workers) {
        const double x = xs[i];
        sum_x += x * x;
        sum_y += x;
        most = fmax(most, x);
    }

    Squares total = block_reduce<Squares, combine_squares>(Squares{ sum_x, sum_y, most },
                                                           Squares{ 0.0, 0.0, -INFINITY });
    if (gridDim.x > 1) {
        if (!is_last_block(total, partials, blockIdx.x, gridDim.x, arrived))
            return;
        total = Squares{ 0.0, 0.0, -INFINITY };
        for (int64_t peer = threadIdx.x; peer < gridDim.x; peer += BLOCK_SIZE)
            total = combine_squares(total, partials[peer]);
        total = block_reduce<Squares, combine_squares>(total, Squares{ 0.0, 0.0, -INFINITY });
    }
    if (threadIdx.x == 0) {
        *result_2 = total.z;
        *mean = total.sum / n_float;
        *result_1 = total.squares / n_float - total.sum / n_float * (total.sum / n_float);
    }
}

// fusions.fut:23: let here = xs[:m]
// rules: slice-into-map, map-beside-map, distribute, descend, segmap
// One thread computes one element.
static __global__ void fusions_steps(const int32_t *__restrict__ xs, int64_t m,
                                     int32_t *__restrict__ steps, int32_t *__restrict__ sums)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m) {
        const int32_t x = xs[1 + i];
        const int32_t y = xs[i];
        steps[i] = (uint32_t)x - y;
        sums[i] = (uint32_t)x + y;
    }
}

// fusions.fut:28: in (steps, sums, reduce (+) 0 xs, map2 (*) xs twos)
// rules: .., redomap, optimized-map-reduce-beside-stripes, reduce-map, segred-is-redomap
// Each thread reduces its share, then each block reduces over its threads. Atomic operations
// combine the totals of the blocks.
static __global__ void fusions_reduce(const int32_t *__restrict__ xs, int64_t n, int64_t workers,
                                      int32_t *__restrict__ result_3,
                                      int32_t *__restrict__ result_2)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    int32_t sum = 0;
    for (int64_t i = worker; i < n; i += workers) {
        const int32_t x = xs[i];
        result_3[i] = x * 2u;
        sum += (uint32_t)x;
    }

    int32_t total = block_reduce<int32_t, add>(sum, 0);
    if (threadIdx.x == 0)
        atomicAdd(result_2, total);
}

// fusions.fut:37: (map (* 10) xs, i32.sum xs)
// rules: .., redomap, optimized-map-reduce-beside-stripes, reduce-map, segred-is-redomap
// Each thread reduces its share, then each block reduces over its threads. Atomic operations
// combine the totals of the blocks.
static __global__ void fusions_reduce_result(const int32_t *__restrict__ xs, int64_t n,
                                             int64_t workers, int32_t *__restrict__ result_0,
                                             int32_t *__restrict__ result_1)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    int32_t sum = 0;
    for (int64_t i = worker; i < n; i += workers) {
        const int32_t x = xs[i];
        result_0[i] = x * 10u;
        sum += (uint32_t)x;
    }

    int32_t total = block_reduce<int32_t, add>(sum, 0);
    if (threadIdx.x == 0)
        atomicAdd(result_1, total);
}

// fusions.fut:46: (reduce (map2 (+)) (replicate m 0) xss, scan (map2 (+)) (replicate m 0) xss)
// rules: .., reduce-of-scanned, scan-is-scanomap, scan-vectors, scan-columns-in-chain
// One thread computes one row.
static __global__ void fusions_map(const int32_t *__restrict__ xss, int64_t n, int64_t m,
                                   int32_t *__restrict__ result_1)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m) {
        int32_t sum = 0;
        for (int64_t j = 0; j < n; j++) {
            sum += (uint32_t)xss[j * m + i];
            result_1[j * m + i] = sum;
        }
    }
}

// fusions.fut:46: (reduce (map2 (+)) (replicate m 0) xss, scan (map2 (+)) (replicate m 0) xss)
// rules: .., reduce-of-scanned, scan-is-scanomap, scan-vectors, scan-columns-in-chain
// Single-pass scan: each block scans a tile of neighbouring columns and gets its prefix from the
// tiles above by decoupled look-back. The launch bound keeps 768 threads resident on an SM.
static __global__ void __launch_bounds__(BLOCK_SIZE, 768 / BLOCK_SIZE)
fusions_scan(const int32_t *__restrict__ xss, int64_t m, int64_t n, int32_t columns,
             int32_t *__restrict__ result_1, uint64_t *tile_states)
{
    const int lines = BLOCK_SIZE / columns;
    const int lane = threadIdx.x % columns, line = threadIdx.x / columns;
    __shared__ int32_t items[BLOCK_SIZE * ITEMS_4], thread_totals[BLOCK_SIZE];
    int32_t *const own = items + line * ITEMS_4 * columns + lane;
    auto *const tiles = (PackedTileStatus<int32_t> *)(tile_states + 1);
    const int64_t groups = (m + columns - 1) / columns;
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t start = tile / groups * lines * ITEMS_4;
        if (start >= n)
            return;
        const int64_t row = tile % groups * columns + lane;

        // Load with coalesced reads, row after row.
        for (int turn = 0; turn < ITEMS_4; turn++) {
            const int64_t col = start + turn * lines + line;
            int32_t item = 0;
            if (row < m && col < n)
                item = xss[col * m + row];
            items[turn * BLOCK_SIZE + threadIdx.x] = item;
        }
        __syncthreads();

        // Reduce: the elements of a thread, then the threads of a column, then the tiles above.
        int32_t running = own[0];
        for (int turn = 1; turn < ITEMS_4; turn++)
            running = add(running, own[turn * columns]);
        thread_totals[threadIdx.x] = running;
        __syncthreads();
        int32_t before = 0, total = before;
        for (int other = 0; other < lines; other++) {
            if (other == line)
                before = total;
            total = add(total, thread_totals[other * columns + lane]);
        }
        __syncthreads();
        if (line == 0)
            thread_totals[lane] = column_prefix<int32_t, add>(tiles, tile * columns + lane,
                groups * columns, total, 0, 0);
        __syncthreads();

        // Scan the elements of each thread, starting from the prefix of all elements above.
        running = add(thread_totals[lane], before);
        for (int turn = 0; turn < ITEMS_4; turn++)
            own[turn * columns] = running = add(running, own[turn * columns]);
        __syncthreads();

        // Store with coalesced writes.
        for (int turn = 0; turn < ITEMS_4; turn++) {
            const int64_t col = start + turn * lines + line;
            const int32_t sum = items[turn * BLOCK_SIZE + threadIdx.x];
            if (row < m && col < n)
                result_1[col * m + row] = sum;
        }
    }
}

// fusions.fut:56: (map (map (* 2)) (transpose (transpose xss)), transpose (transpose xsss))
// rules: distribute, descend, segmap
// One thread computes several neighbouring elements. Each array is read or written by one vector
// access.
static __global__ void fusions_map_vector(const int32_t *__restrict__ xss, int64_t n, int64_t m,
                                          int32_t *__restrict__ result_0)
{
    const int ITEMS = VECTOR_BYTES / 4; // elements per thread
    const int64_t first = ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) * ITEMS;
    if (first >= n * m)
        return;

    AlignedVector<int32_t, ITEMS> xss_here = load_vector<ITEMS>(xss + first, n * m - first);
    AlignedVector<int32_t, ITEMS> result_0_here;
    for (int k = 0; k < ITEMS; k++)
        result_0_here[k] = xss_here[k] * 2u;
    store_vector(result_0 + first, result_0_here, n * m - first);
}

// fusions.fut:69: in (reduce (\a b -> if b <= 1 then a else b) 0 ys, ys)
// rules: reduce-is-redomap, reduce-map, redomap, segred-is-redomap, fold-parts-in-blocks
// Each block reduces a part of the elements tile by tile. The last block to arrive reduces the
// partial results.
static __global__ void fusions_total(const int32_t *__restrict__ xs, int64_t share, int64_t n,
                                     int64_t blocks, int32_t *__restrict__ ys,
                                     int32_t *__restrict__ total, int32_t *partials,
                                     uint32_t *arrived)
{
    const int ITEMS = items_per_thread(4); // elements per thread in a tile
    const int ROUND = BLOCK_SIZE * ITEMS;
    __shared__ int32_t xs_tile[ROUND];
    const int64_t part = block_index();
    const int64_t first = min(part * share, n);
    const int64_t end = min(first + share, n);
    int32_t sum = 0;
    for (int64_t start = first; start < end; start += ROUND) {
        const int size = (int)min(end - start, (int64_t)ROUND);

        // Load with coalesced reads.
        for (int k = 0; k < ITEMS; k++) {
            const int at = k * BLOCK_SIZE + threadIdx.x;
            xs_tile[at] = at < size ? xs[start + at] : 0;
        }
        __syncthreads();

        // Each thread reduces its consecutive elements, then the block reduces the results.
        int32_t found = 0;
        const int stop = min((int)(threadIdx.x + 1) * ITEMS, size);
        for (int at = threadIdx.x * ITEMS; at < stop; at++) {
            const int64_t i = start + at;
            const int32_t sum_value = xs_tile[at] + 1u;
            ys[i] = sum_value;
            found = combine(found, sum_value);
        }
        found = block_reduce<int32_t, combine>(found, 0);
        if (threadIdx.x == 0)
            sum = combine(sum, found);
    }

    if (blocks > 1) {
        if (!is_last_block(sum, partials, part, blocks, arrived))
            return;
        sum = 0;
        const int64_t each = (blocks + BLOCK_SIZE - 1) / BLOCK_SIZE; // consecutive
        for (int64_t peer = threadIdx.x * each; peer < min((threadIdx.x + 1) * each, blocks);
             peer++)
            sum = combine(sum, partials[peer]);
        sum = block_reduce<int32_t, combine>(sum, 0);
    }
    if (threadIdx.x == 0)
        *total = sum;
}

// fusions.fut:78: entry running [n] (xs: [n]i64): [n]i64 = scan (+) 0 (map2 (*) xs (iota n))
// rules: .., scan-is-scanomap, scan-map, scanomap, segscan-is-scanomap, scan-in-chain
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
fusions_sums(const int64_t *__restrict__ xs, int64_t n, int64_t *__restrict__ sums,
             uint64_t *tile_states)
{
    const auto load = [&](int turn, int64_t i) -> int64_t { return (uint64_t)xs[i] * i; };
    const auto store = [&](int turn, int64_t i, int64_t sum) { sums[i] = sum; };
    scan_tiles<TileStatus<int64_t>, ITEMS_8, int64_t, add_int64>(n, tile_states, 0, 0, load, store,
        [](int64_t) {});
}

// fusions.fut:88: map (\x -> i64.sum (map (* x) (iota m))) xs
// rules: versions-of-many-rows, reduce-map
// One thread computes one element.
static __global__ void fusions_tables_thread_per_row(const int64_t *__restrict__ xs, int64_t m,
                                                     int64_t n, Failure *failure,
                                                     int64_t *__restrict__ sums)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int64_t x = xs[i];
        if (m < 0) return fail(failure, Failure{ 3, { m } });
        int64_t sum = 0;
        for (int64_t j = 0; j < m; j++)
            sum += (uint64_t)j * x;
        sums[i] = sum;
    }
}

// fusions.fut:88: map (\x -> i64.sum (map (* x) (iota m))) xs
// rules: .., outside-check, redomap, row-position-is-element, fold-rows-in-parts
// `width` neighbouring threads of a block reduce a row.
static __global__ void fusions_sums_short(const int64_t *__restrict__ xs, int64_t m, int64_t n,
                                          int64_t rows_a_block, int32_t width,
                                          int64_t *__restrict__ sums)
{
    const int lane = threadIdx.x % width;
    for (int64_t first = (int64_t)blockIdx.x * rows_a_block; first < n;
         first += (int64_t)gridDim.x * rows_a_block) {
        const int count = (int)min(n - first, rows_a_block);
        for (int base = 0; base < count; base += BLOCK_SIZE / width) {
            const int row = base + threadIdx.x / width;
            const int64_t i = first + row;
            int64_t sum = 0;
            if (row < count) {
                const int64_t x = xs[i];
                for (int64_t j = lane; j < m; j += width)
                    sum = add_int64(sum, (int64_t)((uint64_t)j * x));
            }
            sum = warp_reduce<int64_t, add_int64>(sum, width);
            if (row < count && lane == 0)
                sums[i] = sum;
        }
    }
}

// fusions.fut:88: map (\x -> i64.sum (map (* x) (iota m))) xs
// rules: .., outside-check, redomap, row-position-is-element, fold-rows-in-parts
// Each block reduces a part of a row, with coalesced reads. Atomic operations combine the
// totals of a row's blocks.
static __global__ void fusions_sums_long(const int64_t *__restrict__ xs, int64_t share, int64_t m,
                                         int64_t n, int64_t blocks, int64_t *__restrict__ sums)
{
    const int64_t block = block_index();
    const int64_t i = block / blocks, part = block % blocks;
    if (i >= n)
        return;
    const int64_t x = xs[i];
    const int64_t first = min(part * share, m);
    const int64_t end = min(first + share, m);
    int64_t sum = 0;
    // Each warp starts at a multiple of 32 elements, for coalesced reads.
    const int skew = i * m % 32;
    for (int64_t j = first + (threadIdx.x + BLOCK_SIZE - skew) % BLOCK_SIZE; j < end;
         j += BLOCK_SIZE)
        sum = add_int64(sum, (int64_t)((uint64_t)j * x));

    sum = block_reduce<int64_t, add_int64>(sum, 0);
    if (threadIdx.x == 0)
        atomicAdd((unsigned long long *)&sums[i], (unsigned long long)sum);
}

// fusions.fut:97: entry weighted [n] (xs: [n]i64): i64 = i64.sum (map2 (*) xs (iota n))
// rules: .., optimized-map-reduce, reduce-map, shares-in-stripes, segred-is-redomap
// Each thread reduces its share, then each block reduces over its threads. Atomic operations
// combine the totals of the blocks.
static __global__ void fusions_sum(const int64_t *__restrict__ xs, int64_t n, int64_t workers,
                                   int64_t *__restrict__ sum)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    int64_t partial_sum = 0;
    for (int64_t i = worker; i < n; i += workers)
        partial_sum += (uint64_t)xs[i] * i;

    int64_t total = block_reduce<int64_t, add_int64>(partial_sum, 0);
    if (threadIdx.x == 0)
        atomicAdd((unsigned long long *)sum, (unsigned long long)total);
}

// fusions.fut:106: entry totals [n][m] (xss: [n][m]i32): [m]i32 = reduce (map2 (+)) (replicate m
//   0) xss
// rules: reduce-is-redomap, reduce-vectors, distribute, descend, redomap, fold-rows-in-parts
// Each block reduces a part of neighbouring columns, with coalesced reads. The last block to
// arrive for these columns reduces the partial results.
static __global__ void fusions_sums_reduce_columns(const int32_t *__restrict__ xss, int64_t share,
                                                   int64_t n, int64_t m, int64_t blocks,
                                                   int32_t columns, int32_t *__restrict__ result,
                                                   int32_t *partials, uint32_t *arrived)
{
    const int lane = threadIdx.x % columns;
    const int line = threadIdx.x / columns, lines = blockDim.x / columns;
    const int64_t block = block_index();
    const int64_t group = block / blocks, part = block % blocks;
    if (group * columns >= m)
        return;

    // Threads beyond the last column reduce the last column again and store nothing.
    const bool is_own = group * columns + lane < m;
    const int64_t i = is_own ? group * columns + lane : m - 1;
    const int64_t first = min(part * share, n);
    const int64_t end = min(first + share, n);
    int32_t sum = 0;
    for (int64_t j = first + line; j < end; j += lines)
        sum = add(sum, xss[j * m + i]);

    sum = column_reduce<int32_t, add>(sum, columns);
    if (blocks > 1) {
        int32_t *const shares = partials + group * blocks * columns;
        if (!is_last_column_block(sum, shares, columns, part, blocks, arrived + group))
            return;
        sum = 0;
        for (int64_t peer = line; peer < blocks; peer += lines)
            sum = add(sum, shares[peer * columns + lane]);
        sum = column_reduce<int32_t, add>(sum, columns);
    }
    if (line == 0 && is_own)
        result[i] = sum;
}

// fusions.fut:115: entry places [n] (xs: [n]i32): ([n]i32, [n]i32) = (scan (+) 0 xs, map (* 10)
//   xs)
// rules: scan-is-scanomap, map-beside-scan, scanomap, segscan-is-scanomap, scan-in-chain
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
fusions_sums_scan(const int32_t *__restrict__ xs, int64_t n, int32_t *__restrict__ result_1,
                  int32_t *__restrict__ sums, uint64_t *tile_states)
{
    const auto load = [&](int turn, int64_t i) -> int32_t {
        const int32_t x = xs[i];
        result_1[i] = x * 10u;
        return x;
    };
    const auto store = [&](int turn, int64_t i, int32_t sum) { sums[i] = sum; };
    scan_tiles<PackedTileStatus<int32_t>, ITEMS_4, int32_t, add>(n, tile_states, 0, 0, load, store,
        [](int32_t) {});
}

// fusions.fut:126: in (f64.sum roots, chosen)
// rules: .., redomap, optimized-map-reduce-beside-stripes, reduce-map, segred-is-redomap
// Each thread reduces its share, then each block reduces over its threads. The last block to
// arrive reduces the partial results of all blocks.
static __global__ void fusions_reduce_flags(const double *__restrict__ weights, int64_t n,
                                            int64_t workers, int64_t *__restrict__ flags,
                                            double *__restrict__ result_0, double *partials,
                                            uint32_t *arrived)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0.0;
    for (int64_t i = worker; i < n; i += workers) {
        const double root = sqrt(weights[i]);
        flags[i] = root > 1.0;
        sum += root;
    }

    double total = block_reduce<double, add_double>(sum, 0.0);
    if (gridDim.x > 1) {
        if (!is_last_block(total, partials, blockIdx.x, gridDim.x, arrived))
            return;
        total = 0.0;
        for (int64_t peer = threadIdx.x; peer < gridDim.x; peer += BLOCK_SIZE)
            total = add_double(total, partials[peer]);
        total = block_reduce<double, add_double>(total, 0.0);
    }
    if (threadIdx.x == 0)
        *result_0 = total;
}

// fusions.fut:125: let (chosen, _) = unzip (filter (\(_, root) -> root > 1) (zip ids roots))
// rules: .., distribute, scatomap, segput-is-scatomap, put-in-chain, read-before-prefix
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
fusions_chosen(const int64_t *__restrict__ flags, const int64_t *__restrict__ ids, int64_t n,
               int64_t *__restrict__ chosen, int64_t *__restrict__ kept, uint64_t *tile_states)
{
    const int tile_size = BLOCK_SIZE * ITEMS_56;
    __shared__ int64_t items[tile_size];
    __shared__ int64_t tile_flag[tile_size];
    __shared__ int64_t tile_id[tile_size];
    __shared__ uint16_t order[tile_size];
    auto *const tiles = (TileStatus<int64_t> *)(tile_states + 1);
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t start = tile * tile_size;
        if (start >= n && tile > 0)
            return;
        const int size = (int)min(n - start, (int64_t)tile_size);

        // Load with coalesced reads.
        for (int turn = 0; turn < ITEMS_56; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const int64_t flag = flags[i];
                const int64_t id = ids[i];
                item = flag;
                tile_flag[at] = flag;
                tile_id[at] = id;
            }
            items[at] = item;
        }
        __syncthreads();

        // Reduce the tile, get its prefix from the tiles before, and scan it.
        int64_t total;
        const int64_t before = tile_upsweep<ITEMS_56, int64_t, add_int64>(items, 0, &total);
        const int64_t prefix = exclusive_prefix<int64_t, add_int64>(tiles, tile, 0, total, 0, 0);
        tile_downsweep<ITEMS_56, int64_t, add_int64>(items, add_int64(prefix, before));

        // Partition the tile by kind: the writes of one kind are contiguous.
        const auto kind_of = [&](int at) -> int { return tile_flag[at] == 1 ? 0 : 1; };
        block_partition<ITEMS_56>(size, order, kind_of);
        __syncthreads();

        // Store with coalesced writes.
        for (int turn = 0; turn < ITEMS_56; turn++) {
            const int at = order[turn * BLOCK_SIZE + threadIdx.x];
            const int64_t sum = items[at];
            if (at < size) {
                const int64_t chosen_at = tile_flag[at] == 1 ? (int64_t)((uint64_t)sum - 1) : -1;
                if (0 <= chosen_at && chosen_at < n)
                    chosen[chosen_at] = tile_id[at];
            }
        }

        // The last tile holds the total.
        if (start + size == n && threadIdx.x == 0)
            *kept = add_int64(prefix, total);
    }
}

// fusions.fut:137: scan (+) 0 (map (\root -> i64.bool (root > 1)) roots))
// rules: .., distribute, scanomap, segscan-is-scanomap, scan-of-chain, drop-result-of-chain
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
// The scan of a value computed from the prefixes follows while the tile is in shared memory.
static __global__ void __launch_bounds__(BLOCK_SIZE)
fusions_counts(const double *__restrict__ weights, int64_t n, int64_t all_tiles,
               int64_t *__restrict__ result_1, int64_t *__restrict__ counts,
               int64_t *__restrict__ flags, int64_t *__restrict__ kept, uint64_t *tile_states)
{
    const int tile_size = BLOCK_SIZE * ITEMS_16;
    __shared__ int64_t items[tile_size];
    __shared__ int64_t next_items[tile_size];
    auto *const tiles = (TileStatus<int64_t> *)(tile_states + 1);
    auto *const next_tiles = (TileStatus<int64_t> *)(tile_states + 1 + 3 * all_tiles);
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t start = tile * tile_size;
        if (start >= n && tile > 0)
            return;
        const int size = (int)min(n - start, (int64_t)tile_size);

        bool thread_is_more[ITEMS_16];
        int64_t thread_t[ITEMS_16];
        // Load with coalesced reads.
        for (int turn = 0; turn < ITEMS_16; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const double weight = weights[i];
                const bool is_more = sqrt(weight) > 1.0;
                item = is_more;
                thread_is_more[turn] = is_more;
            }
            items[at] = item;
        }
        __syncthreads();

        // Reduce the tile, get its prefix from the tiles before, and scan it.
        int64_t total;
        const int64_t before = tile_upsweep<ITEMS_16, int64_t, add_int64>(items, 0, &total);
        const int64_t prefix = exclusive_prefix<int64_t, add_int64>(tiles, tile, 0, total, 0, 0);
        tile_downsweep<ITEMS_16, int64_t, add_int64>(items, add_int64(prefix, before));
        __syncthreads();

        // Compute the values of the next scan from the prefixes.
        for (int turn = 0; turn < ITEMS_16; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t sum = items[at];
            int64_t second_item = 0;
            if (at < size) {
                const int64_t flag = thread_is_more[turn];
                second_item = flag;
                thread_t[turn] = sum;
            }
            next_items[at] = second_item;
        }
        __syncthreads();

        // Scan these values.
        int64_t next_total;
        const int64_t next_before = tile_upsweep<ITEMS_16, int64_t, add_int64>(next_items, 0,
            &next_total);
        const int64_t next_prefix = exclusive_prefix<int64_t, add_int64>(next_tiles, tile, 0,
            next_total, 0, 0);
        tile_downsweep<ITEMS_16, int64_t, add_int64>(next_items,
                                                     add_int64(next_prefix, next_before));
        __syncthreads();

        // Store with coalesced writes.
        for (int turn = 0; turn < ITEMS_16; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            const int64_t partial_sum = next_items[at];
            if (at < size) {
                const int64_t flag = thread_is_more[turn];
                result_1[i] = partial_sum;
                counts[i] = thread_t[turn];
                flags[i] = flag;
            }
        }

        // The last tile holds the total.
        if (start + size == n && threadIdx.x == 0)
            *kept = add_int64(prefix, total);
    }
}

// fusions.fut:136: in ((unzip (filter (\(_, root) -> root > 1) (zip ids roots))).0,
// rules: .., scatter-is-scatomap, scatter-map, distribute, scatomap, segput-is-scatomap
// One thread writes one value; an index out of range is skipped.
static __global__ void fusions_scatter(const int64_t *__restrict__ flags,
                                       const int64_t *__restrict__ counts,
                                       const int64_t *__restrict__ ids, int64_t n,
                                       int64_t *__restrict__ chosen)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int64_t at = flags[i] == 1 ? (int64_t)((uint64_t)counts[i] - 1) : -1;
        if (0 <= at && at < n)
            chosen[at] = ids[i];
    }
}

// fusions.fut:146: scatter (replicate m 0) (map2 (-) (scan (+) 0 sizes) sizes) xs
// rules: .., distribute, scatomap, segput-is-scatomap, scatter-in-chain, read-before-prefix
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
fusions_scan_result(const int64_t *__restrict__ sizes, const int32_t *__restrict__ xs, int64_t m,
                    int64_t n, int32_t *__restrict__ result, uint64_t *tile_states)
{
    int64_t thread_size[ITEMS_8];
    int32_t thread_x[ITEMS_8];
    const auto load = [&](int turn, int64_t i) -> int64_t {
        const int64_t size = sizes[i];
        const int32_t x = xs[i];
        thread_size[turn] = size;
        thread_x[turn] = x;
        return size;
    };
    const auto store = [&](int turn, int64_t i, int64_t sum) {
        const int64_t at = (uint64_t)sum - thread_size[turn];
        if (0 <= at && at < m)
            result[at] = thread_x[turn];
    };
    scan_tiles<TileStatus<int64_t>, ITEMS_8, int64_t, add_int64>(n, tile_states, 0, 0, load, store,
        [](int64_t) {});
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

// Returns the number of blocks per row of n elements: more than one if there are few rows.
static int64_t blocks_per_row(int64_t rows, int64_t n)
{
    const int64_t blocks = reduce_blocks(n), most = rows > 0 ? MAX_REDUCE_BLOCKS / rows : 1;
    return most < 1 ? 1 : blocks < most ? blocks : most;
}

// Returns the elements of each block if blocks share n elements, a multiple of BLOCK_SIZE.
static int64_t elements_per_block(int64_t n, int64_t blocks)
{
    return ceil_div(ceil_div(n, blocks), BLOCK_SIZE) * BLOCK_SIZE;
}

// Returns the lanes for a row of n elements, a power of two up to 32.
static int lanes_per_row(int64_t n)
{
    int width = 1;
    while (width < 32 && width < n)
        width *= 2;
    return width;
}

// Returns how many of n columns a block reduces: all of up to 128 columns, otherwise 32.
static int columns_per_block(int64_t n) { return n < 1 ? 1 : n > 128 || n > BLOCK_SIZE ? 32 : n; }

// Returns the threads of a block for whole rows of columns. A multiple of eight rows starts at a
// memory sector.
static int column_block_threads(int columns)
{
    const int lines = BLOCK_SIZE / columns;
    return (lines > 8 ? lines / 8 * 8 : lines) * columns;
}

// Returns the number of tiles for columns of n elements, with `items` elements per thread.
static int64_t column_tiles(int64_t columns, int64_t n, int items)
{
    const int width = lanes_per_row(columns);
    return ceil_div(columns, width) * ceil_div(n, BLOCK_SIZE / width * items);
}

// Returns the number of blocks, capped at the limit of one row of the grid. Beyond it each block
// handles several tiles.
static int64_t grid_row_blocks(int64_t blocks) { return blocks < INT32_MAX ? blocks : INT32_MAX; }

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
};
}

// Keeps the first elements as the result. A small result is moved out of a large allocation.
template <typename T>
static cudaError_t shrink_to_fit(int64_t kept, DeviceArray<T> &array, int64_t count)
{
    if (kept >= count / MAX_SPARE_FACTOR)
        return cudaSuccess;
    DeviceArray<T> small(array.pool, array.stream);
    CUDA_TRY(small.allocate(kept));
    std::swap(array.data, small.data);
    return cudaMemcpyAsync(array, small, kept * sizeof(T), cudaMemcpyDeviceToDevice, array.stream);
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
    "fusions.fut:23:14: error: Index [:%lld] out of bounds for every array.",
    "fusions.fut:24:14: error: Index [1:] out of bounds for array of shape [%lld].",
    "fusions.fut:88:34: error: Range 0..1..<%lld is invalid.",
    "fusions.fut:146:12: error: Range 0..1..<%lld is invalid.",
};

// Writes the message of the check that failed to text.
static cudaError_t tell_failure(const void *scratch, cudaStream_t stream, char *text, size_t size)
{
    Failure found;
    const cudaError_t earlier = cudaPeekAtLastError();
    CUDA_TRY(copy_to_host(&found, scratch, earlier, stream));
    const int known = sizeof FAILURES / sizeof *FAILURES;
    const bool failed = 0 < found.code && found.code < known;
    snprintf(text, size, FAILURES[failed ? found.code : 0], found.value[0]);
    return failed ? cudaErrorAssert : cudaSuccess;
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

size_t fusions_statistics_scratch()
{
    return align_up(MAX_REDUCE_BLOCKS * sizeof(Squares)) + align_up(sizeof(uint32_t));
}

// entry statistics [n] (xs: [n]f64): (f64, f64, f64)
cudaError_t fusions_statistics(const double *xs, int64_t n, double *mean, double *result_1,
                               double *result_2, void *scratch, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && !xs) || !mean || !result_1 || !result_2 || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    Squares *const partials = carve<Squares>(&memory, MAX_REDUCE_BLOCKS);
    uint32_t *const arrived = carve<uint32_t>(&memory, 1);

    const double n_float = (double)n;
    const int64_t blocks = reduce_blocks(n);
    const int64_t workers = blocks * BLOCK_SIZE;
    if (blocks > 1)
        CUDA_TRY(cudaMemsetAsync(arrived, 0, sizeof(uint32_t), stream));
    fusions_squares<<<blocks, BLOCK_SIZE, 0, stream>>>(xs, n, workers, n_float, result_2, mean,
                                                       result_1, partials, arrived);
    return last_error(earlier);
}

size_t fusions_differences_scratch()
{
    return sizeof(Failure);
}

// entry differences [n] (xs: [n]i32): ([n - 1]i32, [n - 1]i32, i32, [n]i32)
cudaError_t fusions_differences(const int32_t *xs, int64_t n, int32_t *steps, int32_t *sums,
                                int32_t *result_2, int32_t *result_3, void *scratch,
                                cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!xs || !result_3))
        || (n - 1 > 0 && (!steps || !sums)) || !result_2 || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    Failure *const failure = (Failure *)scratch;
    CUDA_TRY(cudaMemsetAsync(failure, 0, sizeof(Failure), stream));

    const int64_t m = n - 1;
    if (m < 0) return report(failure, stream, Failure{ 1, { m } });
    if (n < 1) return report(failure, stream, Failure{ 2, { n } });
    if (m > 0)
        fusions_steps<<<grid_x(m, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(xs, m, steps, sums);
    const int64_t blocks = reduce_blocks(n);
    const int64_t workers = blocks * BLOCK_SIZE;
    CUDA_TRY(cudaMemsetAsync(result_2, 0, sizeof(int32_t), stream));
    fusions_reduce<<<blocks, BLOCK_SIZE, 0, stream>>>(xs, n, workers, result_3, result_2);
    return last_error(earlier);
}

cudaError_t fusions_differences_failure(const void *scratch, cudaStream_t stream, char *text,
                                        size_t size)
{
    return tell_failure(scratch, stream, text, size);
}

// entry shares [n] (xs: [n]i32): ([n]i32, i32)
cudaError_t fusions_shares(const int32_t *xs, int64_t n, int32_t *result_0, int32_t *result_1,
                           cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!xs || !result_0)) || !result_1)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    const int64_t blocks = reduce_blocks(n);
    const int64_t workers = blocks * BLOCK_SIZE;
    CUDA_TRY(cudaMemsetAsync(result_1, 0, sizeof(int32_t), stream));
    fusions_reduce_result<<<blocks, BLOCK_SIZE, 0, stream>>>(xs, n, workers, result_0, result_1);
    return last_error(earlier);
}

size_t fusions_columns_scratch(int64_t n, int64_t m)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m))
        return SIZE_MAX; // the call refuses these sizes
    return (column_tiles(m, n, ITEMS_4) * lanes_per_row(m) + 1) * sizeof(uint64_t);
}

// entry columns [n] [m] (xss: [n][m]i32): ([m]i32, [n][m]i32)
cudaError_t fusions_columns(const int32_t *xss, int64_t n, int64_t m, int32_t *result_0,
                            int32_t *result_1, void *scratch, cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && (!xss || !result_1))
        || (m > 0 && !result_0) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    uint64_t *const tile_states = (uint64_t *)scratch;

    if (n <= 32) {
        if (m > 0)
            fusions_map<<<grid_x(m, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(xss, n, m, result_1);
    } else {
        const int32_t columns = lanes_per_row(m);
        CUDA_TRY(cudaMemsetAsync(tile_states, 0,
                                 (column_tiles(m, n, ITEMS_4) * columns + 1) * sizeof(uint64_t),
                                 stream));
        if (m * n > 0)
            fusions_scan<<<tile_blocks(column_tiles(m, n, ITEMS_4)), BLOCK_SIZE, 0, stream>>>(xss,
                m, n, columns, result_1, tile_states);
    }
    if (n == 0)
        CUDA_TRY(cudaMemsetAsync(result_0, 0, m * sizeof(int32_t), stream));
    else
        CUDA_TRY(cudaMemcpyAsync(result_0, result_1 + (n - 1) * m, m * sizeof(int32_t),
                                 cudaMemcpyDeviceToDevice, stream));
    return last_error(earlier);
}

// entry permutations [n] [m] [k] [l] [o] (xss: [n][m]i32) (xsss: [k][l][o]i32): ([n][m]i32,
//   [k][l][o]i32)
cudaError_t fusions_permutations(const int32_t *xss, const int32_t *xsss, int64_t n, int64_t m,
                                 int64_t k, int64_t l, int64_t o, int32_t *result_0,
                                 int32_t *result_1, cudaStream_t stream)
{
    if (n < 0 || m < 0 || k < 0 || l < 0 || o < 0 || exceeds_memory(n, m)
        || exceeds_memory(k, l, o) || (n * m > 0 && (!xss || !result_0))
        || (k * l * o > 0 && (!xsss || !result_1)))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    if (n * m > 0)
        fusions_map_vector<<<grid_x(ceil_div(n * m, VECTOR_BYTES / 4), BLOCK_SIZE), BLOCK_SIZE, 0,
                stream>>>(xss, n, m, result_0);
    CUDA_TRY(cudaMemcpyAsync(result_1, xsss, k * l * o * sizeof(int32_t), cudaMemcpyDeviceToDevice,
                             stream));
    return last_error(earlier);
}

size_t fusions_last_and_all_scratch()
{
    return align_up(MAX_REDUCE_BLOCKS * sizeof(int32_t)) + align_up(sizeof(uint32_t));
}

// entry last_and_all [n] (xs: [n]i32): (i32, [n]i32)
cudaError_t fusions_last_and_all(const int32_t *xs, int64_t n, int32_t *total, int32_t *ys,
                                 void *scratch, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!xs || !ys)) || !total || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    int32_t *const partials = carve<int32_t>(&memory, MAX_REDUCE_BLOCKS);
    uint32_t *const arrived = carve<uint32_t>(&memory, 1);

    const int64_t blocks = reduce_blocks(n);
    const int64_t share = elements_per_block(n, blocks);
    if (blocks > 1)
        CUDA_TRY(cudaMemsetAsync(arrived, 0, sizeof(uint32_t), stream));
    fusions_total<<<blocks, BLOCK_SIZE, 0, stream>>>(xs, share, n, blocks, ys, total, partials,
                                                     arrived);
    return last_error(earlier);
}

size_t fusions_running_scratch(int64_t n)
{
    if (n < 0 || n > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return (3 * tiles_for(n, ITEMS_8) + 1) * sizeof(uint64_t);
}

// entry running [n] (xs: [n]i64): [n]i64
cudaError_t fusions_running(const int64_t *xs, int64_t n, int64_t *sums, void *scratch,
                            cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!xs || !sums)) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    uint64_t *const tile_states = (uint64_t *)scratch;

    const int64_t tiles = tiles_for(n, ITEMS_8);
    CUDA_TRY(cudaMemsetAsync(tile_states, 0, (3 * tiles + 1) * sizeof(uint64_t), stream));
    fusions_sums<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(xs, n, sums, tile_states);
    return last_error(earlier);
}

// Returns the version for these sizes.
static Version fusions_tables_version(int64_t n)
{
    if (n >= MIN_THREAD_ROWS)
        return THREAD_PER_ROW; // one thread per row
    return FLAT; // one kernel per parallel operation
}

size_t fusions_tables_scratch()
{
    return sizeof(Failure);
}

// entry tables [n] (m: i64) (xs: [n]i64): [n]i64
cudaError_t fusions_tables(int64_t m, const int64_t *xs, int64_t n, int64_t *sums, void *scratch,
                           cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!xs || !sums)) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    const Version version = fusions_tables_version(n);
    Failure *const failure = (Failure *)scratch;
    CUDA_TRY(cudaMemsetAsync(failure, 0, sizeof(Failure), stream));

    if (version == THREAD_PER_ROW) {
        if (n > 0)
            fusions_tables_thread_per_row<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(xs, m,
                n, failure, sums);
    } else {
        if (!(m >= 0 || n == 0)) return report(failure, stream, Failure{ 3, { m } });
        const int64_t m_clamped = max(INT64_C(0), m);
        if (m_clamped <= MAX_WARP_ROW) {
            const int32_t width = lanes_per_row(m_clamped);
            const int64_t rows_a_block = BLOCK_SIZE / width;
            if (n > 0)
                fusions_sums_short<<<grid_row_blocks(ceil_div(n, rows_a_block)), BLOCK_SIZE, 0,
                        stream>>>(xs, m_clamped, n, rows_a_block, width, sums);
        } else {
            const int64_t blocks = blocks_per_row(n, m_clamped);
            const int64_t share = elements_per_block(m_clamped, blocks);
            CUDA_TRY(cudaMemsetAsync(sums, 0, n * sizeof(int64_t), stream));
            if (n > 0)
                fusions_sums_long<<<linear_grid(n * blocks), BLOCK_SIZE, 0, stream>>>(xs, share,
                    m_clamped, n, blocks, sums);
        }
    }
    return last_error(earlier);
}

cudaError_t fusions_tables_failure(const void *scratch, cudaStream_t stream, char *text,
                                   size_t size)
{
    return tell_failure(scratch, stream, text, size);
}

// entry weighted [n] (xs: [n]i64): i64
cudaError_t fusions_weighted(const int64_t *xs, int64_t n, int64_t *sum, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && !xs) || !sum)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    const int64_t blocks = reduce_blocks(n);
    const int64_t workers = blocks * BLOCK_SIZE;
    CUDA_TRY(cudaMemsetAsync(sum, 0, sizeof(int64_t), stream));
    fusions_sum<<<blocks, BLOCK_SIZE, 0, stream>>>(xs, n, workers, sum);
    return last_error(earlier);
}

size_t fusions_totals_scratch()
{
    return align_up(MAX_REDUCE_BLOCKS * 128 * sizeof(int32_t))
        + align_up(MAX_REDUCE_BLOCKS * sizeof(uint32_t));
}

// entry totals [n] [m] (xss: [n][m]i32): [m]i32
cudaError_t fusions_totals(const int32_t *xss, int64_t n, int64_t m, int32_t *result,
                           void *scratch, cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && !xss) || (m > 0 && !result)
        || (!scratch && fusions_totals_scratch() > 0))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    int32_t *const partials = carve<int32_t>(&memory, MAX_REDUCE_BLOCKS * 128);
    uint32_t *const arrived = carve<uint32_t>(&memory, MAX_REDUCE_BLOCKS);

    const int32_t columns = columns_per_block(m);
    const int64_t blocks = blocks_per_row(ceil_div(m, columns), n * columns);
    const int64_t share = elements_per_block(n, blocks);
    if (blocks > 1)
        CUDA_TRY(cudaMemsetAsync(arrived, 0, ceil_div(m, columns) * sizeof(uint32_t), stream));
    if (m > 0)
        fusions_sums_reduce_columns<<<linear_grid(ceil_div(m, columns) * blocks),
                column_block_threads(columns), 0, stream>>>(
                xss, share, n, m, blocks, columns, result, partials, arrived);
    return last_error(earlier);
}

size_t fusions_places_scratch(int64_t n)
{
    if (n < 0 || n > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return (tiles_for(n, ITEMS_4) + 1) * sizeof(uint64_t);
}

// entry places [n] (xs: [n]i32): ([n]i32, [n]i32)
cudaError_t fusions_places(const int32_t *xs, int64_t n, int32_t *sums, int32_t *result_1,
                           void *scratch, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!xs || !sums || !result_1)) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    uint64_t *const tile_states = (uint64_t *)scratch;

    const int64_t tiles = tiles_for(n, ITEMS_4);
    CUDA_TRY(cudaMemsetAsync(tile_states, 0, (tiles + 1) * sizeof(uint64_t), stream));
    fusions_sums_scan<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(xs, n, result_1, sums,
        tile_states);
    return last_error(earlier);
}

size_t fusions_loads_scratch(int64_t n)
{
    if (n < 0 || n > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return align_up(n * sizeof(int64_t)) + align_up(MAX_REDUCE_BLOCKS * sizeof(double))
        + align_up(sizeof(uint32_t)) + align_up(sizeof(int64_t))
        + align_up((3 * tiles_for(n, ITEMS_56) + 1) * sizeof(uint64_t));
}

// entry loads [n] (ids: [n]i64) (weights: [n]f64): ?[chosen_size].(f64, [chosen_size]i64)
cudaError_t fusions_loads(const int64_t *ids, const double *weights, int64_t n, double *result_0,
                          int64_t **chosen, int64_t *chosen_size, void *scratch,
                          cudaMemPool_t pool, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!ids || !weights)) || !result_0 || !chosen
        || !chosen_size || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    *chosen = NULL;
    *chosen_size = 0;

    char *memory = (char *)scratch;
    int64_t *const flags = carve<int64_t>(&memory, n);
    double *const partials = carve<double>(&memory, MAX_REDUCE_BLOCKS);
    uint32_t *const arrived = carve<uint32_t>(&memory, 1);
    int64_t *const kept = carve<int64_t>(&memory, 1);
    uint64_t *const tile_states = carve<uint64_t>(&memory, 3 * tiles_for(n, ITEMS_56) + 1);

    const int64_t blocks = reduce_blocks(n);
    const int64_t workers = blocks * BLOCK_SIZE;
    if (blocks > 1)
        CUDA_TRY(cudaMemsetAsync(arrived, 0, sizeof(uint32_t), stream));
    fusions_reduce_flags<<<blocks, BLOCK_SIZE, 0, stream>>>(weights, n, workers, flags, result_0,
        partials, arrived);
    DeviceArray<int64_t> second_chosen(pool, stream);
    CUDA_TRY(second_chosen.allocate(n));
    const int64_t tiles = tiles_for(n, ITEMS_56);
    CUDA_TRY(cudaMemsetAsync(tile_states, 0, (3 * tiles + 1) * sizeof(uint64_t), stream));
    fusions_chosen<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(flags, ids, n, second_chosen,
        kept, tile_states);
    int64_t kept_on_host;
    CUDA_TRY(copy_to_host(&kept_on_host, kept, earlier, stream));
    CUDA_TRY(shrink_to_fit(kept_on_host, second_chosen, n));
    *chosen = std::exchange(second_chosen.data, nullptr);
    *chosen_size = kept_on_host;
    return cudaSuccess;
}

size_t fusions_large_scratch(int64_t n)
{
    if (n < 0 || n > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return 2 * align_up(n * sizeof(int64_t)) + align_up(sizeof(int64_t))
        + align_up((6 * tiles_for(n, ITEMS_16) + 1) * sizeof(uint64_t));
}

// entry large [n] (ids: [n]i64) (weights: [n]f64): ?[result_0_size].([result_0_size]i64, [n]i64)
cudaError_t fusions_large(const int64_t *ids, const double *weights, int64_t n, int64_t **result_0,
                          int64_t *result_0_size, int64_t *result_1, void *scratch,
                          cudaMemPool_t pool, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!ids || !weights || !result_1)) || !result_0
        || !result_0_size || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    *result_0 = NULL;
    *result_0_size = 0;

    char *memory = (char *)scratch;
    int64_t *const counts = carve<int64_t>(&memory, n);
    int64_t *const flags = carve<int64_t>(&memory, n);
    int64_t *const kept = carve<int64_t>(&memory, 1);
    uint64_t *const tile_states = carve<uint64_t>(&memory, 6 * tiles_for(n, ITEMS_16) + 1);

    const int64_t all_tiles = tiles_for(n, ITEMS_16);
    CUDA_TRY(cudaMemsetAsync(tile_states, 0, (6 * all_tiles + 1) * sizeof(uint64_t), stream));
    fusions_counts<<<tile_blocks(all_tiles), BLOCK_SIZE, 0, stream>>>(weights, n, all_tiles,
        result_1, counts, flags, kept, tile_states);
    int64_t kept_on_host;
    CUDA_TRY(copy_to_host(&kept_on_host, kept, earlier, stream));
    DeviceArray<int64_t> chosen(pool, stream);
    CUDA_TRY(chosen.allocate(n));
    if (n > 0)
        fusions_scatter<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(flags, counts, ids, n,
            chosen);
    CUDA_TRY(shrink_to_fit(kept_on_host, chosen, n));
    CUDA_TRY(last_error(earlier));
    *result_0 = std::exchange(chosen.data, nullptr);
    *result_0_size = kept_on_host;
    return cudaSuccess;
}

size_t fusions_starts_scratch(int64_t n)
{
    if (n < 0 || n > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return align_up(sizeof(Failure))
        + align_up((3 * tiles_for(n, ITEMS_8) + 1) * sizeof(uint64_t));
}

// entry starts [n] (sizes: [n]i64) (xs: [n]i32) (m: i64): [m]i32
cudaError_t fusions_starts(const int64_t *sizes, const int32_t *xs, int64_t m, int64_t n,
                           int32_t *result, void *scratch, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || m > MAX_ELEMENTS || (n > 0 && (!sizes || !xs))
        || (m > 0 && !result) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    Failure *const failure = carve<Failure>(&memory, 1);
    uint64_t *const tile_states = carve<uint64_t>(&memory, 3 * tiles_for(n, ITEMS_8) + 1);
    CUDA_TRY(cudaMemsetAsync(failure, 0, sizeof(Failure), stream));

    if (m < 0) return report(failure, stream, Failure{ 4, { m } });
    CUDA_TRY(cudaMemsetAsync(result, 0, m * sizeof(int32_t), stream));
    const int64_t tiles = tiles_for(n, ITEMS_8);
    CUDA_TRY(cudaMemsetAsync(tile_states, 0, (3 * tiles + 1) * sizeof(uint64_t), stream));
    fusions_scan_result<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(sizes, xs, m, n, result,
        tile_states);
    return last_error(earlier);
}

cudaError_t fusions_starts_failure(const void *scratch, cudaStream_t stream, char *text,
                                   size_t size)
{
    return tell_failure(scratch, stream, text, size);
}
