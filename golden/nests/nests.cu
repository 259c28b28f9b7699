// nests.cu -- written by mapnest 0.1.0 from nests.fut; it is yours
//
//   -- How nests come apart: each entry point shows rules of src/rules/flatten.rules.
//
//   -- What is the same for all rows is computed once.
//   entry normalised [n][m][k] (xss: [n][m]f64) (ws: [k]f64): [n][m]f64 =
//     map (\xs -> let scale = f64.maximum ws
//                 in map (* scale) xs) xss
//
//   -- The test is made once, outside the nest.
//   entry chosen [n][m] (sums: bool) (xss: [n][m]i32): [n][m]i32 =
//     map (\xs -> if sums then scan (+) 0 xs else map (* 2) xs) xss
//
//   -- Counting in each row is a map of the position, repeating one of the value.
//   entry counted [n] (k: i64) (xs: [n]i64): [n][k]i64 = map (\_ -> iota k) xs
//
//   entry repeated [n] (k: i64) (xs: [n]i64): [n][k]i64 = map (\x -> replicate k x) xs
//
//   -- A size is computed once.
//   entry first_half [n][m] (xs: [n]i64) (ys: [m]i32): [n]i64 =
//     map (\x -> i64.sum (map (* x) (iota (length ys / 2)))) xs
//
//   -- A loop over the whole array stays outside.
//   entry halved [n] (xs: [n]i32): [n]i32 =
//     loop xs while i32.maximum xs > 1 do map (/ 2) xs
//
//   -- What is parallel itself comes before the reduction and the scan.
//   entry of_sums [n][m] (xss: [n][m]i32): (i32, [n]i32) =
//     (reduce i32.max i32.lowest (map i32.sum xss), scan (+) 0 (map i32.sum xss))
//
//   -- Rows are summed before their places are written.
//   entry sorted_places [n][m] (xss: [n][m]i64): [4]i64 =
//     scatter (replicate 4 0) (map i64.sum xss) (iota n)
//
//   -- The sums are there already; only the last ones need a kernel.
//   entry sums_and_last [n][m] (xss: [n][m]i32): ([n][m]i32, [n]i32) =
//     unzip (map (\xs -> let sums = scan (+) 0 xs
//                        in (sums, if m == 0 then 0 else sums[m - 1] + 1)) xss)
//
//   -- Each matrix transposed, and rows copied, are the whole rearranged and copied.
//   entry swapped [n][m][k] (xsss: [n][m][k]i32): [n][k][m]i32 =
//     map (\xss -> map (map (* 2)) (transpose xss)) xsss
//
//   -- Each row gets a copy of its own before it is written to.
//   entry replaced [n][m][k] (xss: [n][m]i32) (is: [k]i64): [n][m]i32 =
//     map (\xs -> scatter (copy xs) is (replicate k 9)) xss
//
//   -- The same array for each row: a copy is a map that changes nothing.
//   entry marked [n][m] (is: [n]i64) (ys: [m]i32): [n][m]i32 =
//     map (\i -> scatter (copy ys) [i] [0]) is
//
//   -- A cheap scalar between the levels is computed in each thread.
//   entry shifted [n][m] (k: i32) (xss: [n][m]i32): [n][m]i32 =
//     map2 (\i xs -> let shift = k + i32.i64 i + 1
//                    in map (+ shift) xs) (iota n) xss
//
//   -- The row with the greater first element: an operator on rows, so one thread
//   -- folds them.
//   entry leader [n] (xss: [n][2]i32): [2]i32 =
//     reduce (\(a: [2]i32) (b: [2]i32) -> [i32.max a[0] b[0], if b[0] > a[0] then b[1] else a[1]])
//            [i32.lowest, 0] xss
//
//   -- What is done with the sum of a row stays with the reduction, scan, scatter or histogram.
//   entry weighted [n][m] (xss: [n][m]i32): (i32, [n]i32) =
//     (i32.maximum (map (\xs -> i32.sum xs * 2 + 1) xss),
//      scan (+) 0 (map (\xs -> i32.product xs + 5) xss))
//
//   entry running [n][m] (xss: [n][m]i32): [n]i32 = scan (+) 0 (map i32.sum xss)
//
//   -- What takes an element of a row that is computed is done before.
//   entry by_element [n][m] (k: i64) (xss: [n][m]i64): ([4]i64, [4]i64) =
//     (scatter (replicate 4 0) (map (\xs -> (scan (+) 0 xs)[k]) xss) (iota n),
//      hist (+) 0 4 (map (\xs -> (scan i64.max 0 xs)[k]) xss) (replicate n 1))
//
//   -- What is mapped beside the sum of a row.
//   entry doubled [n][m] (xss: [n][m]i32): ([n]i32, [n][m]i32) =
//     unzip (map (\xs -> let ys = map (* 2) xs in (i32.sum ys, ys)) xss)

#include "nests.h"

#include <stdio.h>

// One thread per row is used only for rows of at most this many elements
// (nests_sums_and_last_thread_per_row, nests_by_element_thread_per_row,
// nests_by_element_thread_per_row_map_strided).
static const int64_t MAX_THREAD_ROW = 64;

// Versions of an entry point, chosen by its sizes.
enum Version { THREAD_PER_ROW, FLAT };

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MIN_BLOCK_ELEMENTS = 1024; // fewest elements for which a reduction adds a block
static const int MAX_REDUCE_BLOCKS = 2048; // most blocks of one reduction
static const int MAX_WARP_ROW = 4 * BLOCK_SIZE; // longer rows are reduced by one block or several
static const int THREAD_SHARED_BYTES = 60; // shared memory of a thread; more lowers the occupancy
static const int HISTOGRAM_BYTES = 32768; // shared memory of a histogram; more lowers occupancy
static const int MAX_BLOCKS = 1024; // most blocks of a grid-stride loop
static const int ITEMS_4 = 15; // items per thread in a scan of 4-byte values (odd: no conflict)
static const int ITEMS_8 = 9; // items per thread in a scan of 8-byte values (odd: no conflict)
static const int VECTOR_BYTES = 16; // bytes of a vector load or store

// Returns the number of items of this size that a thread keeps in shared memory. An odd number
// avoids bank conflicts: threads read at this stride.
static __host__ __device__ constexpr int items_per_thread(int bytes)
{
    return THREAD_SHARED_BYTES / bytes < 5 ? 5 : THREAD_SHARED_BYTES / bytes | 1;
}

// Returns the index in shared memory with one element of padding after every 32 elements. The
// padding avoids bank conflicts where threads read at a stride of a power of two.
static __device__ int conflict_free(int at) { return at + at / 32; }

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
// The operands and the result of combine.
struct Partial {
    int32_t x, y;
};
}

// nests.fut:10: the operator (max) of reductions and scans
static __device__ double larger(double a, double b) { return fmax(a, b); }

// nests.fut:21: the operator (+) of reductions and scans
static __device__ int32_t add(int32_t a, int32_t b) { return (uint32_t)a + b; }

// nests.fut:43: the operator (+) of reductions and scans
static __device__ int64_t add_int64(int64_t a, int64_t b) { return (uint64_t)a + b; }

// nests.fut:51: the operator (max) of reductions and scans
static __device__ int32_t larger_int32(int32_t a, int32_t b) { return max(a, b); }

// nests.fut:118: combines two partial results
static __device__ Partial combine(Partial a, Partial b)
{
    return Partial{ max(a.x, b.x), b.x > a.x ? b.y : a.y };
}

// nests.fut:128: the operator (*) of reductions and scans
static __device__ int32_t multiply(int32_t a, int32_t b) { return (uint32_t)a * b; }

// nests.fut:143: the operator (max) of reductions and scans
static __device__ int64_t larger_int64(int64_t a, int64_t b) { return max(a, b); }

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
        const T left = shuffle_up(value, offset, width);
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

template <>
__device__ Partial shuffle_down(Partial value, int offset, int width)
{
    value.x = shuffle_down(value.x, offset, width);
    value.y = shuffle_down(value.y, offset, width);
    return value;
}

// nests.fut:10: map (\xs -> let scale = f64.maximum ws
// rules: .., redomap, optimized-map-reduce, reduce-map, shares-in-stripes, segred-is-redomap
// Each thread reduces its share, then each block reduces over its threads. The last block to
// arrive reduces the partial results of all blocks.
static __global__ void nests_scale(const double *__restrict__ ws, int64_t k, int64_t workers,
                                   double *__restrict__ scale, double *partials, uint32_t *arrived)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    double most = -INFINITY;
    for (int64_t i = worker; i < k; i += workers)
        most = fmax(most, ws[i]);

    double total = block_reduce<double, larger>(most, -INFINITY);
    if (gridDim.x > 1) {
        if (!is_last_block(total, partials, blockIdx.x, gridDim.x, arrived))
            return;
        total = -INFINITY;
        for (int64_t peer = threadIdx.x; peer < gridDim.x; peer += BLOCK_SIZE)
            total = larger(total, partials[peer]);
        total = block_reduce<double, larger>(total, -INFINITY);
    }
    if (threadIdx.x == 0)
        *scale = total;
}

// nests.fut:11: in map (* scale) xs) xss
// rules: compute-once, distribute, descend, segmap
// One thread computes several neighbouring elements. Each array is read or written by one vector
// access.
static __global__ void nests_map(const double *__restrict__ xss, const double *__restrict__ scale,
                                 int64_t n, int64_t m, double *__restrict__ result)
{
    const int ITEMS = VECTOR_BYTES / 8; // elements per thread
    const int64_t first = ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) * ITEMS;
    if (first >= n * m)
        return;

    AlignedVector<double, ITEMS> xss_here = load_vector<ITEMS>(xss + first, n * m - first);
    AlignedVector<double, ITEMS> result_here;
    for (int j = 0; j < ITEMS; j++)
        result_here[j] = xss_here[j] * *scale;
    store_vector(result + first, result_here, n * m - first);
}

// nests.fut:21: map (\xs -> if sums then scan (+) 0 xs else map (* 2) xs) xss
// rules: scan-is-scanomap, descend, if-invariant, scanomap, scan-rows-in-blocks
// also nests.fut:75: unzip (map (\xs -> let sums = scan (+) 0 xs
// The threads of a block with the same threadIdx.y scan one row, blockDim.x elements at a time.
static __global__ void nests_chosens(const int32_t *__restrict__ xss, int64_t m, int64_t n,
                                     int32_t *__restrict__ chosens)
{
    const int64_t top = block_index() * blockDim.y;
    const bool is_row = top + threadIdx.y < n;
    const int64_t i = is_row ? top + threadIdx.y : 0;
    const int32_t *const xs = xss + i * m;
    int32_t prefix = 0;
    const int skew = blockDim.y == 1 ? i * m % 32 : 0; // a warp starts at a multiple of 32
    for (int64_t start = -skew; start < m; start += blockDim.x) {
        const int64_t j = start + threadIdx.x;
        const bool is_element = is_row && j >= 0 && j < m;
        // Threads before the first element or beyond the last contribute the neutral element.
        int32_t value = 0, total;
        if (is_element)
            value = xs[j];
        value = block_inclusive_scan<int32_t, add>(value, &total);
        const int32_t sum = add(prefix, value);
        if (is_element)
            chosens[i * m + j] = sum;
        prefix = add(prefix, total);
    }
}

// nests.fut:21: map (\xs -> if sums then scan (+) 0 xs else map (* 2) xs) xss
// rules: scan-is-scanomap, descend, if-invariant, scanomap, scan-rows-in-blocks
// also nests.fut:75: unzip (map (\xs -> let sums = scan (+) 0 xs
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
nests_chosens_scan(const int32_t *__restrict__ xss, int64_t m, int64_t n,
                   int32_t *__restrict__ chosens, uint64_t *tile_states)
{
    const int tile_size = BLOCK_SIZE * ITEMS_4;
    auto *const tiles = (PackedTileStatus<int32_t> *)(tile_states + 1);
    const int64_t row_tiles = (m + 31 + tile_size - 1) / tile_size;
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t row = tile / row_tiles;
        if (row >= n)
            return;
        const int64_t first = row * row_tiles;
        const int skew = row * m % 32; // a warp starts at a multiple of 32
        const int64_t start = (tile - first) * tile_size - skew;
        const int size = (int)min(m - start, (int64_t)tile_size);

        const auto load = [&](int turn, int64_t col) -> int32_t {
            if (col < 0)
                return 0; // the first tile starts before the row
            const int32_t *const xs = xss + row * m;
            return xs[col];
        };
        const auto store = [&](int turn, int64_t col, int32_t sum) {
            if (col < 0)
                return;
            chosens[row * m + col] = sum;
        };
        const auto look_back = [&](int32_t total) {
            return exclusive_prefix<int32_t, add>(tiles, tile, first, total, 0, 0);
        };
        scan_tile<ITEMS_4, int32_t, add>(start, size, 0, load, look_back, store);
    }
}

// nests.fut:21: map (\xs -> if sums then scan (+) 0 xs else map (* 2) xs) xss
// rules: if-invariant, descend, segmap
// One thread computes several neighbouring elements. Each array is read or written by one vector
// access.
static __global__ void nests_map_vector(const int32_t *__restrict__ xss, int64_t n, int64_t m,
                                        int32_t *__restrict__ chosens)
{
    const int ITEMS = VECTOR_BYTES / 4; // elements per thread
    const int64_t first = ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) * ITEMS;
    if (first >= n * m)
        return;

    AlignedVector<int32_t, ITEMS> xss_here = load_vector<ITEMS>(xss + first, n * m - first);
    AlignedVector<int32_t, ITEMS> chosens_here;
    for (int j = 0; j < ITEMS; j++)
        chosens_here[j] = xss_here[j] * 2u;
    store_vector(chosens + first, chosens_here, n * m - first);
}

// nests.fut:28: entry counted [n] (k: i64) (xs: [n]i64): [n][k]i64 = map (\_ -> iota k) xs
// rules: drop-unused, distribute, iota, descend, segmap
// One thread computes one element.
static __global__ void nests_map_result(int64_t k, int64_t n, int64_t *__restrict__ result)
{
    const int64_t col = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t row = ((int64_t)blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
    if (col < k && row < n)
        result[row * k + col] = col;
}

// nests.fut:34: entry repeated [n] (k: i64) (xs: [n]i64): [n][k]i64 = map (\x -> replicate k x) xs
// rules: distribute, replicate, descend, segmap
// One thread computes one element.
static __global__ void nests_map_of_xs(const int64_t *__restrict__ xs, int64_t k, int64_t n,
                                       int64_t *__restrict__ result)
{
    const int64_t col = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t row = ((int64_t)blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
    if (col < k && row < n)
        result[row * k + col] = xs[row];
}

// nests.fut:43: map (\x -> i64.sum (map (* x) (iota (length ys / 2)))) xs
// rules: .., descend, outside-size, redomap, row-position-is-element, fold-rows-in-parts
// `width` neighbouring threads of a block reduce a row.
static __global__ void nests_sums_short(const int64_t *__restrict__ xs, int64_t quot, int64_t n,
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
                for (int64_t j = lane; j < quot; j += width)
                    sum = add_int64(sum, (int64_t)((uint64_t)j * x));
            }
            sum = warp_reduce<int64_t, add_int64>(sum, width);
            if (row < count && lane == 0)
                sums[i] = sum;
        }
    }
}

// nests.fut:43: map (\x -> i64.sum (map (* x) (iota (length ys / 2)))) xs
// rules: .., descend, outside-size, redomap, row-position-is-element, fold-rows-in-parts
// Each block reduces a part of a row, with coalesced reads. Atomic operations combine the
// totals of a row's blocks.
static __global__ void nests_sums_long(const int64_t *__restrict__ xs, int64_t share, int64_t quot,
                                       int64_t n, int64_t blocks, int64_t *__restrict__ sums)
{
    const int64_t block = block_index();
    const int64_t i = block / blocks, part = block % blocks;
    if (i >= n)
        return;
    const int64_t x = xs[i];
    const int64_t first = min(part * share, quot);
    const int64_t end = min(first + share, quot);
    int64_t sum = 0;
    // Each warp starts at a multiple of 32 elements, for coalesced reads.
    const int skew = i * quot % 32;
    for (int64_t j = first + (threadIdx.x + BLOCK_SIZE - skew) % BLOCK_SIZE; j < end;
         j += BLOCK_SIZE)
        sum = add_int64(sum, (int64_t)((uint64_t)j * x));

    sum = block_reduce<int64_t, add_int64>(sum, 0);
    if (threadIdx.x == 0)
        atomicAdd((unsigned long long *)&sums[i], (unsigned long long)sum);
}

// nests.fut:51: loop xs while i32.maximum xs > 1 do map (/ 2) xs
// rules: .., redomap, optimized-map-reduce, reduce-map, shares-in-stripes, segred-is-redomap
// also nests.fut:59: (reduce i32.max i32.lowest (map i32.sum xss), scan (+) 0 (map i32.sum xss))
// Each thread reduces its share, then each block reduces over its threads. The last block to
// arrive reduces the partial results of all blocks.
static __global__ void nests_reduce(const int32_t *__restrict__ result, int64_t n, int64_t workers,
                                    int32_t *__restrict__ most, int32_t *partials,
                                    uint32_t *arrived)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    int32_t partial_most = INT32_MIN;
    for (int64_t i = worker; i < n; i += workers)
        partial_most = max(partial_most, result[i]);

    int32_t total = block_reduce<int32_t, larger_int32>(partial_most, INT32_MIN);
    if (gridDim.x > 1) {
        if (!is_last_block(total, partials, blockIdx.x, gridDim.x, arrived))
            return;
        total = INT32_MIN;
        for (int64_t peer = threadIdx.x; peer < gridDim.x; peer += BLOCK_SIZE)
            total = larger_int32(total, partials[peer]);
        total = block_reduce<int32_t, larger_int32>(total, INT32_MIN);
    }
    if (threadIdx.x == 0)
        *most = total;
}

// nests.fut:51: loop xs while i32.maximum xs > 1 do map (/ 2) xs
// rules: while-outside, descend, segmap
// One thread computes several neighbouring elements. Each array is read or written by one vector
// access.
static __global__ void nests_map_segmap(int64_t n, int32_t *__restrict__ result)
{
    const int ITEMS = VECTOR_BYTES / 4; // elements per thread
    const int64_t first = ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) * ITEMS;
    if (first >= n)
        return;

    AlignedVector<int32_t, ITEMS> result_here = load_vector<ITEMS>(result + first, n - first);
    for (int j = 0; j < ITEMS; j++)
        result_here[j] = floor_div(result_here[j], 2);
    store_vector(result + first, result_here, n - first);
}

// nests.fut:59: (reduce i32.max i32.lowest (map i32.sum xss), scan (+) 0 (map i32.sum xss))
// rules: .., reduce-map, redomap-apart, descend, distribute, redomap, fold-rows-in-parts
// also nests.fut:127: (i32.maximum (map (\xs -> i32.sum xs * 2 + 1) xss),
// also nests.fut:134: entry running [n][m] (xss: [n][m]i32): [n]i32 = scan (+) 0 (map i32.sum xss)
// Each block loads several rows into shared memory; `width` neighbouring threads reduce a row.
static __global__ void nests_sums_reduce_short_rows_short(const int32_t *__restrict__ xss,
                                                          int64_t m, int64_t n,
                                                          int64_t rows_a_block, int32_t width,
                                                          int32_t *__restrict__ sums)
{
    const int ITEMS = items_per_thread(4); // elements per thread in a tile
    const int ROOM = BLOCK_SIZE * ITEMS;
    __shared__ int32_t xss_tile[ROOM + ROOM / 32];
    const int lane = threadIdx.x % width;
    for (int64_t first = (int64_t)blockIdx.x * rows_a_block; first < n;
         first += (int64_t)gridDim.x * rows_a_block) {
        const int count = (int)min(n - first, rows_a_block);

        // Coalesced reads: consecutive elements, across the boundaries of rows.
        const int skew = first * m % 32; // a warp starts at a multiple of 32
        const int64_t start = first * m - skew;
        const int size = skew + count * (int)m;
        for (int turn = 0; turn < ITEMS; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            xss_tile[conflict_free(at)] = at < size ? xss[start + at] : 0;
        }
        __syncthreads();

        // All threads take part in the shuffles, including those beyond the last row.
        for (int base = 0; base < count; base += BLOCK_SIZE / width) {
            const int row = base + threadIdx.x / width;
            const int64_t i = first + row;
            int32_t sum = 0;
            if (row < count) {
                for (int64_t j = lane; j < m; j += width)
                    sum = add(sum, xss_tile[conflict_free(skew + row * m + j)]);
            }
            sum = warp_reduce<int32_t, add>(sum, width);
            if (row < count && lane == 0)
                sums[i] = sum;
        }
        __syncthreads(); // shared memory can be overwritten
    }
}

// nests.fut:59: (reduce i32.max i32.lowest (map i32.sum xss), scan (+) 0 (map i32.sum xss))
// rules: .., reduce-map, redomap-apart, descend, distribute, redomap, fold-rows-in-parts
// also nests.fut:127: (i32.maximum (map (\xs -> i32.sum xs * 2 + 1) xss),
// also nests.fut:134: entry running [n][m] (xss: [n][m]i32): [n]i32 = scan (+) 0 (map i32.sum xss)
// Each block reduces a part of a row, with coalesced reads. Atomic operations combine the
// totals of a row's blocks.
static __global__ void nests_sums_reduce_rows_long(const int32_t *__restrict__ xss, int64_t share,
                                                   int64_t m, int64_t n, int64_t blocks,
                                                   int32_t *__restrict__ sums)
{
    const int64_t block = block_index();
    const int64_t i = block / blocks, part = block % blocks;
    if (i >= n)
        return;
    const int64_t first = min(part * share, m);
    const int64_t end = min(first + share, m);
    int32_t sum = 0;
    // Each warp starts at a multiple of 32 elements, for coalesced reads.
    const int skew = i * m % 32;
    for (int64_t j = first + (threadIdx.x + BLOCK_SIZE - skew) % BLOCK_SIZE; j < end;
         j += BLOCK_SIZE)
        sum = add(sum, xss[i * m + j]);

    sum = block_reduce<int32_t, add>(sum, 0);
    if (threadIdx.x == 0)
        atomicAdd(&sums[i], sum);
}

// nests.fut:59: (reduce i32.max i32.lowest (map i32.sum xss), scan (+) 0 (map i32.sum xss))
// rules: scan-is-scanomap, distribute, scanomap, segscan-is-scanomap, scan-in-chain
// also nests.fut:134: entry running [n][m] (xss: [n][m]i32): [n]i32 = scan (+) 0 (map i32.sum xss)
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
nests_scan(const int32_t *__restrict__ sums, int64_t n, int32_t *__restrict__ result_1,
           uint64_t *tile_states)
{
    const auto load = [&](int turn, int64_t i) -> int32_t { return sums[i]; };
    const auto store = [&](int turn, int64_t i, int32_t sum) { result_1[i] = sum; };
    scan_tiles<PackedTileStatus<int32_t>, ITEMS_4, int32_t, add>(n, tile_states, 0, 0, load, store,
        [](int32_t) {});
}

// nests.fut:67: scatter (replicate 4 0) (map i64.sum xss) (iota n)
// rules: .., scatter-map, scatomap-split, distribute, descend, redomap, fold-rows-in-parts
// Each block loads several rows into shared memory; `width` neighbouring threads reduce a row.
static __global__ void nests_sums_of_xss_short(const int64_t *__restrict__ xss, int64_t m,
                                               int64_t n, int64_t rows_a_block, int32_t width,
                                               int64_t *__restrict__ sums)
{
    const int ITEMS = items_per_thread(8); // elements per thread in a tile
    const int ROOM = BLOCK_SIZE * ITEMS;
    __shared__ int64_t xss_tile[ROOM + ROOM / 32];
    const int lane = threadIdx.x % width;
    for (int64_t first = (int64_t)blockIdx.x * rows_a_block; first < n;
         first += (int64_t)gridDim.x * rows_a_block) {
        const int count = (int)min(n - first, rows_a_block);

        // Coalesced reads: consecutive elements, across the boundaries of rows.
        const int skew = first * m % 32; // a warp starts at a multiple of 32
        const int64_t start = first * m - skew;
        const int size = skew + count * (int)m;
        for (int turn = 0; turn < ITEMS; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            xss_tile[conflict_free(at)] = at < size ? xss[start + at] : 0;
        }
        __syncthreads();

        // All threads take part in the shuffles, including those beyond the last row.
        for (int base = 0; base < count; base += BLOCK_SIZE / width) {
            const int row = base + threadIdx.x / width;
            const int64_t i = first + row;
            int64_t sum = 0;
            if (row < count) {
                for (int64_t j = lane; j < m; j += width)
                    sum = add_int64(sum, xss_tile[conflict_free(skew + row * m + j)]);
            }
            sum = warp_reduce<int64_t, add_int64>(sum, width);
            if (row < count && lane == 0)
                sums[i] = sum;
        }
        __syncthreads(); // shared memory can be overwritten
    }
}

// nests.fut:67: scatter (replicate 4 0) (map i64.sum xss) (iota n)
// rules: .., scatter-map, scatomap-split, distribute, descend, redomap, fold-rows-in-parts
// Each block reduces a part of a row, with coalesced reads. Atomic operations combine the
// totals of a row's blocks.
static __global__ void nests_sums_of_xss_long(const int64_t *__restrict__ xss, int64_t share,
                                              int64_t m, int64_t n, int64_t blocks,
                                              int64_t *__restrict__ sums)
{
    const int64_t block = block_index();
    const int64_t i = block / blocks, part = block % blocks;
    if (i >= n)
        return;
    const int64_t first = min(part * share, m);
    const int64_t end = min(first + share, m);
    int64_t sum = 0;
    // Each warp starts at a multiple of 32 elements, for coalesced reads.
    const int skew = i * m % 32;
    for (int64_t j = first + (threadIdx.x + BLOCK_SIZE - skew) % BLOCK_SIZE; j < end;
         j += BLOCK_SIZE)
        sum = add_int64(sum, xss[i * m + j]);

    sum = block_reduce<int64_t, add_int64>(sum, 0);
    if (threadIdx.x == 0)
        atomicAdd((unsigned long long *)&sums[i], (unsigned long long)sum);
}

// nests.fut:67: scatter (replicate 4 0) (map i64.sum xss) (iota n)
// rules: .., scatter-map, scatomap-split, distribute, scatomap, segput-is-scatomap
// One thread writes one value; an index out of range is skipped.
static __global__ void nests_scatter(const int64_t *__restrict__ sums, int64_t n,
                                     int64_t *__restrict__ result)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int64_t at = sums[i];
        if (0 <= at && at < 4)
            result[at] = i;
    }
}

// nests.fut:75: unzip (map (\xs -> let sums = scan (+) 0 xs
// rules: versions-by-blocks, scan-is-scanomap
// One thread computes one row.
static __global__ void nests_sums_and_last_thread_per_row(const int32_t *__restrict__ xss,
                                                          int64_t m, int64_t n,
                                                          int32_t *__restrict__ sums,
                                                          int32_t *__restrict__ chosens)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int32_t sum = 0;
        for (int64_t j = 0; j < m; j++) {
            sum += (uint32_t)xss[i * m + j];
            sums[i * m + j] = sum;
        }
        chosens[i] = m == 0 ? 0 : sums[i * m + (m - 1)] + 1u;
    }
}

// nests.fut:76: in (sums, if m == 0 then 0 else sums[m - 1] + 1)) xss)
// rules: versions-by-blocks, distribute, finish, segmap
// One thread computes one element.
static __global__ void nests_chosens_map(const int32_t *__restrict__ sums, int64_t m, int64_t n,
                                         int32_t *__restrict__ chosens)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        chosens[i] = m == 0 ? 0 : sums[i * m + (m - 1)] + 1u;
}

// nests.fut:84: map (\xss -> map (map (* 2)) (transpose xss)) xsss
// rules: distribute, descend, segmap, drop-unused, read-turned-rows, stage-turned
// One block computes one tile.
static __global__ void __launch_bounds__(256)
nests_swapped_tiled(const int32_t *__restrict__ xsss, int64_t tiles_across, int64_t tiles_down,
                    int64_t m, int64_t k, int32_t *__restrict__ mapped)
{
    const unsigned block = blockIdx.x;
    const int x = threadIdx.x % 32;
    const int y = threadIdx.x / 32;
    const int j = block % (uint32_t)tiles_across;
    const int i = block / (uint32_t)tiles_across % (uint32_t)tiles_down;
    const int xsss_row = block / (uint32_t)tiles_across / (uint32_t)tiles_down;
    __shared__ int32_t xsss_tile[32][32 + 1]; // padded rows avoid bank conflicts

    const int64_t top = (int64_t)i * 32;
    const int64_t left = (int64_t)j * 32;
    #pragma unroll
    for (int r = 0; r < 4; r++) {
        const int l = y + r * 8;
        const int64_t p = left + l;
        const int64_t xsss_col = top + x;
        xsss_tile[l][x] = p < m && xsss_col < k ? xsss[(xsss_row * m + p) * k + xsss_col] : 0;
    }
    __syncthreads();
    #pragma unroll
    for (int r = 0; r < 4; r++) {
        const int xsss_tile_col = y + r * 8;
        if (top + xsss_tile_col < k && left + x < m)
            mapped[(xsss_row * k + top + xsss_tile_col) * m + left
                   + x] = xsss_tile[x][xsss_tile_col] * 2u;
    }
}

// nests.fut:84: map (\xss -> map (map (* 2)) (transpose xss)) xsss
// rules: distribute, descend, segmap, drop-unused, read-turned-rows, stage-turned
// One thread computes one element.
static __global__ void nests_map_mapped(const int32_t *__restrict__ xsss, int64_t k, int64_t m,
                                        int64_t n, int32_t *__restrict__ mapped)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t outer = ((int64_t)blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y
        + threadIdx.y;
    if (i < m && outer < n * k) {
        const int64_t xsss_col = outer % k;
        const int64_t xsss_row = outer / k;
        mapped[(xsss_row * k + xsss_col) * m + i] = xsss[(xsss_row * m + i) * k + xsss_col] * 2u;
    }
}

// nests.fut:92: map (\xs -> scatter (copy xs) is (replicate k 9)) xss
// rules: scatter-is-scatomap, replicate-into-map, descend, distribute, scatomap, drop-unused
// One thread writes one value; an index out of range is skipped.
static __global__ void nests_xss(const int64_t *__restrict__ is, int64_t m, int64_t n, int64_t k,
                                 int32_t *__restrict__ result)
{
    const int64_t col = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t row = ((int64_t)blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
    if (col < k && row < n) {
        const int64_t at = is[col];
        if (0 <= at && at < m)
            result[row * m + at] = 9;
    }
}

// nests.fut:100: map (\i -> scatter (copy ys) [i] [0]) is
// rules: distribute, copy-elements, descend, segmap, drop-unused
// One thread computes one element.
static __global__ void nests_yss(const int32_t *__restrict__ ys, int64_t m, int64_t n,
                                 int32_t *__restrict__ yss)
{
    const int64_t col = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t row = ((int64_t)blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
    if (col < m && row < n)
        yss[row * m + col] = ys[col];
}

// nests.fut:100: map (\i -> scatter (copy ys) [i] [0]) is
// rules: descend, distribute, segmap, drop-unused
// One thread computes several neighbouring elements. Each array is read or written by one vector
// access.
static __global__ void nests_map_lists(const int64_t *__restrict__ is, int64_t n,
                                       int64_t *__restrict__ lists)
{
    const int ITEMS = VECTOR_BYTES / 8; // elements per thread
    const int64_t first = ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) * ITEMS;
    if (first >= n)
        return;

    AlignedVector<int64_t, ITEMS> is_here = load_vector<ITEMS>(is + first, n - first);
    AlignedVector<int64_t, ITEMS> lists_here;
    for (int j = 0; j < ITEMS; j++) {
        const int64_t i_value = is_here[j];
        lists_here[j] = i_value;
    }
    store_vector(lists + first, lists_here, n - first);
}

// nests.fut:100: map (\i -> scatter (copy ys) [i] [0]) is
// rules: scatter-is-scatomap, replicate-into-map, descend, distribute, scatomap, drop-unused
// One thread writes one value; an index out of range is skipped.
static __global__ void nests_yss_map(const int64_t *__restrict__ lists, int64_t m, int64_t n,
                                     int32_t *__restrict__ yss)
{
    const int64_t col = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t row = ((int64_t)blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
    if (col < 1 && row < n) {
        const int64_t at = lists[row + col];
        if (0 <= at && at < m)
            yss[row * m + at] = 0;
    }
}

// nests.fut:108: map2 (\i xs -> let shift = k + i32.i64 i + 1
// rules: sink-scalar, iota-into-map, descend, segmap
// One thread computes one element.
static __global__ void nests_mapped(const int32_t *__restrict__ xss, int32_t k, int64_t m,
                                    int64_t n, int32_t *__restrict__ mapped)
{
    const int64_t col = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t row = ((int64_t)blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
    if (col < m && row < n) {
        const int32_t shift = (uint32_t)k + (int32_t)row + 1;
        mapped[row * m + col] = (uint32_t)xss[row * m + col] + shift;
    }
}

// nests.fut:118: reduce (\(a: [2]i32) (b: [2]i32) -> [i32.max a[0] b[0], if b[0] > a[0] then b[1]
//   else a[1]])
// rules: .., reduce-by-numbers, distribute, redomap, segred-is-redomap, fold-parts-in-blocks
// Each block reduces a part of the elements tile by tile. The last block to arrive reduces the
// partial results.
static __global__ void nests_reduce_rows_in_order(const int32_t *__restrict__ xss, int64_t share,
                                                  int64_t n, int64_t blocks,
                                                  int32_t *__restrict__ result, Partial *partials,
                                                  uint32_t *arrived)
{
    const int ITEMS = items_per_thread(8); // elements per thread in a tile
    const int ROUND = BLOCK_SIZE * ITEMS;
    __shared__ int32_t xss_tile[ROUND * 2];
    const int64_t part = block_index();
    const int64_t first = min(part * share, n);
    const int64_t end = min(first + share, n);
    Partial sum = Partial{ INT32_MIN, 0 };
    for (int64_t start = first; start < end; start += ROUND) {
        const int size = (int)min(end - start, (int64_t)ROUND);

        // Load with coalesced reads.
        for (int k = 0; k < ITEMS; k++) {
            const int at = k * BLOCK_SIZE + threadIdx.x;
            xss_tile[at] = at < size * 2 ? xss[start * 2 + at] : 0;
            xss_tile[at + ROUND] = at + ROUND < size * 2 ? xss[start * 2 + at + ROUND] : 0;
        }
        __syncthreads();

        // Each thread reduces its consecutive elements, then the block reduces the results.
        Partial found = Partial{ INT32_MIN, 0 };
        const int stop = min((int)(threadIdx.x + 1) * ITEMS, size);
        for (int at = threadIdx.x * ITEMS; at < stop; at++)
            found = combine(found, Partial{ xss_tile[at * 2], xss_tile[at * 2 + 1] });
        found = block_reduce<Partial, combine>(found, Partial{ INT32_MIN, 0 });
        if (threadIdx.x == 0)
            sum = combine(sum, found);
    }

    if (blocks > 1) {
        if (!is_last_block(sum, partials, part, blocks, arrived))
            return;
        sum = Partial{ INT32_MIN, 0 };
        const int64_t each = (blocks + BLOCK_SIZE - 1) / BLOCK_SIZE; // consecutive
        for (int64_t peer = threadIdx.x * each; peer < min((threadIdx.x + 1) * each, blocks);
             peer++)
            sum = combine(sum, partials[peer]);
        sum = block_reduce<Partial, combine>(sum, Partial{ INT32_MIN, 0 });
    }
    if (threadIdx.x == 0) {
        result[0] = sum.x;
        result[1] = sum.y;
    }
}

// nests.fut:127: (i32.maximum (map (\xs -> i32.sum xs * 2 + 1) xss),
// rules: .., redomap, optimized-map-reduce, reduce-map, shares-in-stripes, segred-is-redomap
// Each thread reduces its share, then each block reduces over its threads. The last block to
// arrive reduces the partial results of all blocks.
static __global__ void nests_r(const int32_t *__restrict__ sums, int64_t n, int64_t workers,
                               int32_t *__restrict__ r, int32_t *partials, uint32_t *arrived)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    int32_t most = INT32_MIN;
    for (int64_t i = worker; i < n; i += workers)
        most = max(most, (int32_t)(sums[i] * 2u + 1));

    int32_t total = block_reduce<int32_t, larger_int32>(most, INT32_MIN);
    if (gridDim.x > 1) {
        if (!is_last_block(total, partials, blockIdx.x, gridDim.x, arrived))
            return;
        total = INT32_MIN;
        for (int64_t peer = threadIdx.x; peer < gridDim.x; peer += BLOCK_SIZE)
            total = larger_int32(total, partials[peer]);
        total = block_reduce<int32_t, larger_int32>(total, INT32_MIN);
    }
    if (threadIdx.x == 0)
        *r = total;
}

// nests.fut:128: scan (+) 0 (map (\xs -> i32.product xs + 5) xss))
// rules: .., scan-map, scanomap-split, distribute, descend, redomap, fold-rows-in-parts
// Each block loads several rows into shared memory; `width` neighbouring threads reduce a row.
static __global__ void nests_products_short(const int32_t *__restrict__ xss, int64_t m, int64_t n,
                                            int64_t rows_a_block, int32_t width,
                                            int32_t *__restrict__ products)
{
    const int ITEMS = items_per_thread(4); // elements per thread in a tile
    const int ROOM = BLOCK_SIZE * ITEMS;
    __shared__ int32_t xss_tile[ROOM + ROOM / 32];
    const int lane = threadIdx.x % width;
    for (int64_t first = (int64_t)blockIdx.x * rows_a_block; first < n;
         first += (int64_t)gridDim.x * rows_a_block) {
        const int count = (int)min(n - first, rows_a_block);

        // Coalesced reads: consecutive elements, across the boundaries of rows.
        const int skew = first * m % 32; // a warp starts at a multiple of 32
        const int64_t start = first * m - skew;
        const int size = skew + count * (int)m;
        for (int turn = 0; turn < ITEMS; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            xss_tile[conflict_free(at)] = at < size ? xss[start + at] : 0;
        }
        __syncthreads();

        // All threads take part in the shuffles, including those beyond the last row.
        for (int base = 0; base < count; base += BLOCK_SIZE / width) {
            const int row = base + threadIdx.x / width;
            const int64_t i = first + row;
            int32_t prod = 1;
            if (row < count) {
                for (int64_t j = lane; j < m; j += width)
                    prod = multiply(prod, xss_tile[conflict_free(skew + row * m + j)]);
            }
            prod = warp_reduce<int32_t, multiply>(prod, width);
            if (row < count && lane == 0)
                products[i] = prod;
        }
        __syncthreads(); // shared memory can be overwritten
    }
}

// nests.fut:128: scan (+) 0 (map (\xs -> i32.product xs + 5) xss))
// rules: .., scan-map, scanomap-split, distribute, descend, redomap, fold-rows-in-parts
// Each block reduces a part of a row, with coalesced reads. The last block to arrive for the row
// reduces the partial results.
static __global__ void nests_products_long(const int32_t *__restrict__ xss, int64_t share,
                                           int64_t m, int64_t n, int64_t blocks,
                                           int32_t *__restrict__ products, int32_t *partials,
                                           uint32_t *arrived)
{
    const int64_t block = block_index();
    const int64_t i = block / blocks, part = block % blocks;
    if (i >= n)
        return;
    const int64_t first = min(part * share, m);
    const int64_t end = min(first + share, m);
    int32_t prod = 1;
    // Each warp starts at a multiple of 32 elements, for coalesced reads.
    const int skew = i * m % 32;
    for (int64_t j = first + (threadIdx.x + BLOCK_SIZE - skew) % BLOCK_SIZE; j < end;
         j += BLOCK_SIZE)
        prod = multiply(prod, xss[i * m + j]);

    prod = block_reduce<int32_t, multiply>(prod, 1);
    if (blocks > 1) {
        if (!is_last_block(prod, partials + i * blocks, part, blocks, arrived + i))
            return;
        prod = 1;
        for (int64_t peer = threadIdx.x; peer < blocks; peer += BLOCK_SIZE)
            prod = multiply(prod, partials[i * blocks + peer]);
        prod = block_reduce<int32_t, multiply>(prod, 1);
    }
    if (threadIdx.x == 0)
        products[i] = prod;
}

// nests.fut:128: scan (+) 0 (map (\xs -> i32.product xs + 5) xss))
// rules: .., scanomap-split, distribute, scanomap, segscan-is-scanomap, scan-in-chain
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
nests_scan_result(const int32_t *__restrict__ products, int64_t n, int32_t *__restrict__ result_1,
                  uint64_t *tile_states)
{
    const auto load = [&](int turn, int64_t i) -> int32_t { return products[i] + 5u; };
    const auto store = [&](int turn, int64_t i, int32_t sum) { result_1[i] = sum; };
    scan_tiles<PackedTileStatus<int32_t>, ITEMS_4, int32_t, add>(n, tile_states, 0, 0, load, store,
        [](int32_t) {});
}

// nests.fut:142: (scatter (replicate 4 0) (map (\xs -> (scan (+) 0 xs)[k]) xss) (iota n),
// rules: .., scatter-map, scatomap-apart, distribute, versions-by-blocks, scan-is-scanomap
// Each thread computes every `threads`-th element.
static __global__ void nests_by_element_thread_per_row(const int64_t *__restrict__ xss, int64_t m,
                                                       int64_t k, int64_t n,
                                                       int64_t *__restrict__ sums,
                                                       Failure *failure,
                                                       int64_t *__restrict__ ys_x,
                                                       int64_t *__restrict__ ys_y)
{
    const int64_t threads = (int64_t)gridDim.x * blockDim.x;
    const int64_t thread = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (int64_t i = thread; i < n; i += threads) {
        int64_t sum = 0;
        for (int64_t j = 0; j < m; j++) {
            sum += (uint64_t)xss[i * m + j];
            sums[j * threads + thread] = sum;
        }
        if (!(0 <= k && k < m)) return fail(failure, Failure{ 3, { k, m } });
        ys_x[i] = sums[k * threads + thread];
        ys_y[i] = i;
    }
}

// nests.fut:142: (scatter (replicate 4 0) (map (\xs -> (scan (+) 0 xs)[k]) xss) (iota n),
// rules: .., scatomap-apart, versions-by-blocks, distribute, scanomap, scan-rows-in-blocks
// The threads of a block with the same threadIdx.y scan one row, blockDim.x elements at a time.
static __global__ void nests_sums(const int64_t *__restrict__ xss, int64_t m, int64_t n,
                                  int64_t *__restrict__ sums)
{
    const int64_t top = block_index() * blockDim.y;
    const bool is_row = top + threadIdx.y < n;
    const int64_t i = is_row ? top + threadIdx.y : 0;
    const int64_t *const xs = xss + i * m;
    int64_t prefix = 0;
    const int skew = blockDim.y == 1 ? i * m % 32 : 0; // a warp starts at a multiple of 32
    for (int64_t start = -skew; start < m; start += blockDim.x) {
        const int64_t j = start + threadIdx.x;
        const bool is_element = is_row && j >= 0 && j < m;
        // Threads before the first element or beyond the last contribute the neutral element.
        int64_t value = 0, total;
        if (is_element)
            value = xs[j];
        value = block_inclusive_scan<int64_t, add_int64>(value, &total);
        const int64_t sum = add_int64(prefix, value);
        if (is_element)
            sums[i * m + j] = sum;
        prefix = add_int64(prefix, total);
    }
}

// nests.fut:142: (scatter (replicate 4 0) (map (\xs -> (scan (+) 0 xs)[k]) xss) (iota n),
// rules: .., scatomap-apart, versions-by-blocks, distribute, scanomap, scan-rows-in-blocks
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
nests_sums_scan(const int64_t *__restrict__ xss, int64_t m, int64_t n, int64_t *__restrict__ sums,
                uint64_t *tile_states)
{
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    auto *const tiles = (TileStatus<int64_t> *)(tile_states + 1);
    const int64_t row_tiles = (m + 31 + tile_size - 1) / tile_size;
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t row = tile / row_tiles;
        if (row >= n)
            return;
        const int64_t first = row * row_tiles;
        const int skew = row * m % 32; // a warp starts at a multiple of 32
        const int64_t start = (tile - first) * tile_size - skew;
        const int size = (int)min(m - start, (int64_t)tile_size);

        const auto load = [&](int turn, int64_t col) -> int64_t {
            if (col < 0)
                return 0; // the first tile starts before the row
            const int64_t *const xs = xss + row * m;
            return xs[col];
        };
        const auto store = [&](int turn, int64_t col, int64_t sum) {
            if (col < 0)
                return;
            sums[row * m + col] = sum;
        };
        const auto look_back = [&](int64_t total) {
            return exclusive_prefix<int64_t, add_int64>(tiles, tile, first, total, 0, 0);
        };
        scan_tile<ITEMS_8, int64_t, add_int64>(start, size, 0, load, look_back, store);
    }
}

// nests.fut:142: (scatter (replicate 4 0) (map (\xs -> (scan (+) 0 xs)[k]) xss) (iota n),
// rules: .., scatter-map, scatomap-apart, versions-by-blocks, distribute, segmap
// One thread computes one element.
static __global__ void nests_map_ys(const int64_t *__restrict__ sums, int64_t k, int64_t m,
                                    int64_t n, Failure *failure, int64_t *__restrict__ ys_x,
                                    int64_t *__restrict__ ys_y)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        if (!(0 <= k && k < m)) return fail(failure, Failure{ 3, { k, m } });
        ys_x[i] = sums[i * m + k];
        ys_y[i] = i;
    }
}

// nests.fut:142: (scatter (replicate 4 0) (map (\xs -> (scan (+) 0 xs)[k]) xss) (iota n),
// rules: .., scatter-map, scatomap-apart, distribute, scatomap, segput-is-scatomap
// One thread writes one value; an index out of range is skipped.
static __global__ void nests_scatter_map(const int64_t *__restrict__ ys_x,
                                         const int64_t *__restrict__ ys_y, int64_t n,
                                         int64_t *__restrict__ result_0, Failure *failure)
{
    if (has_failed(failure)) return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int64_t at = ys_x[i];
        if (0 <= at && at < 4)
            result_0[at] = ys_y[i];
    }
}

// nests.fut:143: hist (+) 0 4 (map (\xs -> (scan i64.max 0 xs)[k]) xss) (replicate n 1))
// rules: .., hist-map, histomap-apart, distribute, versions-by-blocks, scan-is-scanomap
// Each thread computes every `threads`-th element.
static __global__ void nests_by_element_thread_per_row_map_strided(const int64_t *__restrict__ xss,
    int64_t m, int64_t k, int64_t n, int64_t *__restrict__ scanned, Failure *failure,
    int64_t *__restrict__ ys_x, int64_t *__restrict__ ys_y)
{
    if (is_failing(failure)) return;
    const int64_t threads = (int64_t)gridDim.x * blockDim.x;
    const int64_t thread = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (int64_t i = thread; i < n; i += threads) {
        int64_t most = 0;
        for (int64_t j = 0; j < m; j++) {
            most = max(most, xss[i * m + j]);
            scanned[j * threads + thread] = most;
        }
        if (!(0 <= k && k < m)) return fail(failure, Failure{ 4, { k, m } });
        ys_x[i] = scanned[k * threads + thread];
        ys_y[i] = 1;
    }
}

// nests.fut:143: hist (+) 0 4 (map (\xs -> (scan i64.max 0 xs)[k]) xss) (replicate n 1))
// rules: .., histomap-apart, versions-by-blocks, distribute, scanomap, scan-rows-in-blocks
// The threads of a block with the same threadIdx.y scan one row, blockDim.x elements at a time.
static __global__ void nests_scanned(const int64_t *__restrict__ xss, int64_t m, int64_t n,
                                     int64_t *__restrict__ scanned, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const int64_t top = block_index() * blockDim.y;
    const bool is_row = top + threadIdx.y < n;
    const int64_t i = is_row ? top + threadIdx.y : 0;
    const int64_t *const xs = xss + i * m;
    int64_t prefix = 0;
    const int skew = blockDim.y == 1 ? i * m % 32 : 0; // a warp starts at a multiple of 32
    for (int64_t start = -skew; start < m; start += blockDim.x) {
        const int64_t j = start + threadIdx.x;
        const bool is_element = is_row && j >= 0 && j < m;
        // Threads before the first element or beyond the last contribute the neutral element.
        int64_t value = 0, total;
        if (is_element)
            value = xs[j];
        value = block_inclusive_scan<int64_t, larger_int64>(value, &total);
        const int64_t most = larger_int64(prefix, value);
        if (is_element)
            scanned[i * m + j] = most;
        prefix = larger_int64(prefix, total);
    }
}

// nests.fut:143: hist (+) 0 4 (map (\xs -> (scan i64.max 0 xs)[k]) xss) (replicate n 1))
// rules: .., histomap-apart, versions-by-blocks, distribute, scanomap, scan-rows-in-blocks
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
nests_scanned_scan(const int64_t *__restrict__ xss, int64_t m, int64_t n,
                   int64_t *__restrict__ scanned, uint64_t *tile_states, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    auto *const tiles = (TileStatus<int64_t> *)(tile_states + 1);
    const int64_t row_tiles = (m + 31 + tile_size - 1) / tile_size;
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t row = tile / row_tiles;
        if (row >= n)
            return;
        const int64_t first = row * row_tiles;
        const int skew = row * m % 32; // a warp starts at a multiple of 32
        const int64_t start = (tile - first) * tile_size - skew;
        const int size = (int)min(m - start, (int64_t)tile_size);

        const auto load = [&](int turn, int64_t col) -> int64_t {
            if (col < 0)
                return 0; // the first tile starts before the row
            const int64_t *const xs = xss + row * m;
            return xs[col];
        };
        const auto store = [&](int turn, int64_t col, int64_t most) {
            if (col < 0)
                return;
            scanned[row * m + col] = most;
        };
        const auto look_back = [&](int64_t total) {
            return exclusive_prefix<int64_t, larger_int64>(tiles, tile, first, total, 0, 0);
        };
        scan_tile<ITEMS_8, int64_t, larger_int64>(start, size, 0, load, look_back, store);
    }
}

// nests.fut:143: hist (+) 0 4 (map (\xs -> (scan i64.max 0 xs)[k]) xss) (replicate n 1))
// rules: .., hist-map, histomap-apart, versions-by-blocks, distribute, segmap
// One thread computes one element.
static __global__ void nests_map_of_scanned(const int64_t *__restrict__ scanned, int64_t k,
                                            int64_t m, int64_t n, Failure *failure,
                                            int64_t *__restrict__ ys_x, int64_t *__restrict__ ys_y)
{
    if (is_failing(failure)) return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        if (!(0 <= k && k < m)) return fail(failure, Failure{ 4, { k, m } });
        ys_x[i] = scanned[i * m + k];
        ys_y[i] = 1;
    }
}

// nests.fut:143: hist (+) 0 4 (map (\xs -> (scan i64.max 0 xs)[k]) xss) (replicate n 1))
// rules: hist-is-histomap, replicate-into-map, hist-map, histomap-apart, distribute, histomap
// Each block counts a part in shared memory. Each bin has `copies` counters;
// neighbouring threads use different copies, which avoids contention.
static __global__ void nests_histogram_shared(const int64_t *__restrict__ ys_x,
                                              const int64_t *__restrict__ ys_y, int64_t share,
                                              int64_t n, int32_t copies, int64_t blocks,
                                              int64_t *__restrict__ result_1, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    __shared__ int64_t counters[HISTOGRAM_BYTES / 8];
    const int lane = threadIdx.x % copies;
    const int64_t part = block_index();
    const int64_t first = min(part * share, n);
    const int64_t end = min(first + share, n);
    for (int c = threadIdx.x; c < 4 * copies; c += BLOCK_SIZE)
        counters[c] = 0;
    __syncthreads();

    for (int64_t i = first + threadIdx.x; i < end; i += BLOCK_SIZE) {
        const int64_t at = ys_x[i];
        if (0 <= at && at < 4)
            atomicAdd((unsigned long long *)&counters[at * copies + lane],
                      (unsigned long long)ys_y[i]);
    }
    __syncthreads();

    // Each thread starts with another copy, in another bank.
    for (int b = threadIdx.x; b < 4; b += BLOCK_SIZE) {
        int64_t sum = 0;
        for (int c = 0; c < copies; c++)
            sum = add_int64(sum, counters[b * copies + (c + lane) % copies]);
        if (sum != 0)
            atomicAdd((unsigned long long *)&result_1[b], (unsigned long long)sum);
    }
}

// nests.fut:143: hist (+) 0 4 (map (\xs -> (scan i64.max 0 xs)[k]) xss) (replicate n 1))
// rules: hist-is-histomap, replicate-into-map, hist-map, histomap-apart, distribute, histomap
// One thread adds one value to its place in the histogram.
static __global__ void nests_histogram(const int64_t *__restrict__ ys_x,
                                       const int64_t *__restrict__ ys_y, int64_t n,
                                       int64_t *__restrict__ result_1, Failure *failure)
{
    if (has_failed(failure)) return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int64_t at = ys_x[i];
        if (0 <= at && at < 4)
            atomicAdd((unsigned long long *)&result_1[at], (unsigned long long)ys_y[i]);
    }
}

// nests.fut:151: unzip (map (\xs -> let ys = map (* 2) xs in (i32.sum ys, ys)) xss)
// rules: reduce-is-redomap, reduce-map, descend, redomap, fold-rows-in-parts
// `width` neighbouring threads of a block reduce a row.
static __global__ void nests_sums_yss_short(const int32_t *__restrict__ xss, int64_t m, int64_t n,
                                            int64_t rows_a_block, int32_t width,
                                            int32_t *__restrict__ yss, int32_t *__restrict__ sums)
{
    const int lane = threadIdx.x % width;
    for (int64_t first = (int64_t)blockIdx.x * rows_a_block; first < n;
         first += (int64_t)gridDim.x * rows_a_block) {
        const int count = (int)min(n - first, rows_a_block);
        for (int base = 0; base < count; base += BLOCK_SIZE / width) {
            const int row = base + threadIdx.x / width;
            const int64_t i = first + row;
            int32_t sum = 0;
            if (row < count) {
                for (int64_t j = lane; j < m; j += width) {
                    const int32_t prod = xss[i * m + j] * 2u;
                    yss[i * m + j] = prod;
                    sum = add(sum, prod);
                }
            }
            sum = warp_reduce<int32_t, add>(sum, width);
            if (row < count && lane == 0)
                sums[i] = sum;
        }
    }
}

// nests.fut:151: unzip (map (\xs -> let ys = map (* 2) xs in (i32.sum ys, ys)) xss)
// rules: reduce-is-redomap, reduce-map, descend, redomap, fold-rows-in-parts
// Each block reduces a part of a row, with coalesced reads. Atomic operations combine the
// totals of a row's blocks.
static __global__ void nests_sums_yss_long(const int32_t *__restrict__ xss, int64_t share,
                                           int64_t m, int64_t n, int64_t blocks,
                                           int32_t *__restrict__ yss, int32_t *__restrict__ sums)
{
    const int64_t block = block_index();
    const int64_t i = block / blocks, part = block % blocks;
    if (i >= n)
        return;
    const int64_t first = min(part * share, m);
    const int64_t end = min(first + share, m);
    int32_t sum = 0;
    // Each warp starts at a multiple of 32 elements, for coalesced reads.
    const int skew = i * m % 32;
    for (int64_t j = first + (threadIdx.x + BLOCK_SIZE - skew) % BLOCK_SIZE; j < end;
         j += BLOCK_SIZE) {
        const int32_t prod = xss[i * m + j] * 2u;
        yss[i * m + j] = prod;
        sum = add(sum, prod);
    }

    sum = block_reduce<int32_t, add>(sum, 0);
    if (threadIdx.x == 0)
        atomicAdd(&sums[i], sum);
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

// Returns the number of rows of n elements that fit into the shared memory of a block; 32 or
// more are rounded down to a multiple of 32.
static int64_t rows_per_block(int64_t rows, int64_t n, int bytes)
{
    const int64_t room = (BLOCK_SIZE * items_per_thread(bytes) - 31) / (n > 0 ? n : 1);
    return rows < room ? rows : room < 32 ? room : room - room % 32;
}

// Returns the lanes per row, a power of two, that leave no thread without a row.
static int min_lanes_per_row(int64_t rows)
{
    int width = 1;
    while (width < 32 && BLOCK_SIZE / width > rows)
        width *= 2;
    return width;
}

// Returns the lanes for a row of n elements, a power of two up to 32.
static int lanes_per_row(int64_t n)
{
    int width = 1;
    while (width < 32 && width < n)
        width *= 2;
    return width;
}

// Returns the number of blocks, capped at the limit of one row of the grid. Beyond it each block
// handles several tiles.
static int64_t grid_row_blocks(int64_t blocks) { return blocks < INT32_MAX ? blocks : INT32_MAX; }

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

// Returns the shape of a block for rows of x elements. Short rows share a block.
static dim3 block_2d(int64_t x) { return dim3(lanes_per_row(x), BLOCK_SIZE / lanes_per_row(x)); }

// Returns the grid for rows of x elements. A grid higher than 65535 blocks uses the z dimension,
// too.
static dim3 grid_2d(int64_t x, int64_t rows)
{
    const dim3 block = block_2d(x);
    const int64_t high = ceil_div(rows, block.y), deep = ceil_div(high, 65535);
    return deep > 65535 ? dim3(0) : dim3(grid_x(x, block.x), ceil_div(high, deep), deep);
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

// Copies a value from the device and waits for it. Returns the error of a failed launch, too.
template <typename T>
static cudaError_t copy_to_host(T *to, const void *from, cudaError_t earlier, cudaStream_t stream)
{
    CUDA_TRY(last_error(earlier));
    CUDA_TRY(cudaMemcpyAsync(to, from, sizeof *to, cudaMemcpyDeviceToHost, stream));
    return cudaStreamSynchronize(stream);
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
    "nests.fut:28:65: error: Range 0..1..<%lld is invalid.",
    "nests.fut:34:66: error: Range 0..1..<%lld is invalid.",
    "nests.fut:142:41: error: Index [%lld] out of bounds for array of shape [%lld].",
    "nests.fut:143:30: error: Index [%lld] out of bounds for array of shape [%lld].",
};

// Writes the message of the check that failed to text.
static cudaError_t tell_failure(const void *scratch, cudaStream_t stream, char *text, size_t size)
{
    Failure found;
    const cudaError_t earlier = cudaPeekAtLastError();
    CUDA_TRY(copy_to_host(&found, scratch, earlier, stream));
    const int known = sizeof FAILURES / sizeof *FAILURES;
    const bool failed = 0 < found.code && found.code < known;
    snprintf(text, size, FAILURES[failed ? found.code : 0], found.value[0], found.value[1]);
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

size_t nests_normalised_scratch()
{
    return align_up(sizeof(double)) + align_up(MAX_REDUCE_BLOCKS * sizeof(double))
        + align_up(sizeof(uint32_t));
}

// entry normalised [n] [m] [k] (xss: [n][m]f64) (ws: [k]f64): [n][m]f64
cudaError_t nests_normalised(const double *xss, const double *ws, int64_t n, int64_t m, int64_t k,
                             double *result, void *scratch, cudaStream_t stream)
{
    if (n < 0 || m < 0 || k < 0 || k > MAX_ELEMENTS || exceeds_memory(n, m)
        || (n * m > 0 && (!xss || !result)) || (k > 0 && !ws) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    double *const scale = carve<double>(&memory, 1);
    double *const partials = carve<double>(&memory, MAX_REDUCE_BLOCKS);
    uint32_t *const arrived = carve<uint32_t>(&memory, 1);

    const int64_t blocks = reduce_blocks(k);
    const int64_t workers = blocks * BLOCK_SIZE;
    if (blocks > 1)
        CUDA_TRY(cudaMemsetAsync(arrived, 0, sizeof(uint32_t), stream));
    nests_scale<<<blocks, BLOCK_SIZE, 0, stream>>>(ws, k, workers, scale, partials, arrived);
    if (n * m > 0)
        nests_map<<<grid_x(ceil_div(n * m, VECTOR_BYTES / 8), BLOCK_SIZE), BLOCK_SIZE, 0,
                stream>>>(xss, scale, n, m, result);
    return last_error(earlier);
}

size_t nests_chosen_scratch(int64_t n, int64_t m)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m))
        return SIZE_MAX; // the call refuses these sizes
    return (n * tiles_for(m + 31, ITEMS_4) + 1) * sizeof(uint64_t);
}

// entry chosen [n] [m] (sums: bool) (xss: [n][m]i32): [n][m]i32
cudaError_t nests_chosen(bool sums, const int32_t *xss, int64_t n, int64_t m, int32_t *chosens,
                         void *scratch, cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && (!xss || !chosens)) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    uint64_t *const tile_states = (uint64_t *)scratch;

    if (sums) {
        if (m <= 4096) {
            if (n > 0)
                nests_chosens<<<linear_grid(ceil_div(n, row_block(m).y)), row_block(m), 0,
                        stream>>>(xss, m, n, chosens);
        } else {
            const int64_t tiles = n * tiles_for(m + 31, ITEMS_4);
            CUDA_TRY(cudaMemsetAsync(tile_states, 0, (tiles + 1) * sizeof(uint64_t), stream));
            if (n * m > 0)
                nests_chosens_scan<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(xss, m, n,
                    chosens, tile_states);
        }
    } else if (n * m > 0) {
        nests_map_vector<<<grid_x(ceil_div(n * m, VECTOR_BYTES / 4), BLOCK_SIZE), BLOCK_SIZE, 0,
                stream>>>(xss, n, m, chosens);
    }
    return last_error(earlier);
}

size_t nests_counted_scratch()
{
    return sizeof(Failure);
}

// entry counted [n] (k: i64) (xs: [n]i64): [n][k]i64
cudaError_t nests_counted(int64_t k, const int64_t *xs, int64_t n, int64_t *result, void *scratch,
                          cudaStream_t stream)
{
    if (n < 0 || exceeds_memory(n, k) || (n > 0 && !xs) || (n > 0 && k > 0 && !result) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    Failure *const failure = (Failure *)scratch;
    CUDA_TRY(cudaMemsetAsync(failure, 0, sizeof(Failure), stream));

    if (k < 0) return report(failure, stream, Failure{ 1, { k } });
    if (n * k > 0)
        nests_map_result<<<grid_2d(k, n), block_2d(k), 0, stream>>>(k, n, result);
    return last_error(earlier);
}

cudaError_t nests_counted_failure(const void *scratch, cudaStream_t stream, char *text,
                                  size_t size)
{
    return tell_failure(scratch, stream, text, size);
}

size_t nests_repeated_scratch()
{
    return sizeof(Failure);
}

// entry repeated [n] (k: i64) (xs: [n]i64): [n][k]i64
cudaError_t nests_repeated(int64_t k, const int64_t *xs, int64_t n, int64_t *result, void *scratch,
                           cudaStream_t stream)
{
    if (n < 0 || exceeds_memory(n, k) || (n > 0 && !xs) || (n > 0 && k > 0 && !result) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    Failure *const failure = (Failure *)scratch;
    CUDA_TRY(cudaMemsetAsync(failure, 0, sizeof(Failure), stream));

    if (k < 0) return report(failure, stream, Failure{ 2, { k } });
    if (n * k > 0)
        nests_map_of_xs<<<grid_2d(k, n), block_2d(k), 0, stream>>>(xs, k, n, result);
    return last_error(earlier);
}

cudaError_t nests_repeated_failure(const void *scratch, cudaStream_t stream, char *text,
                                   size_t size)
{
    return tell_failure(scratch, stream, text, size);
}

// entry first_half [n] [m] (xs: [n]i64) (ys: [m]i32): [n]i64
cudaError_t nests_first_half(const int64_t *xs, const int32_t *ys, int64_t n, int64_t m,
                             int64_t *sums, cudaStream_t stream)
{
    if (n < 0 || m < 0 || n > MAX_ELEMENTS || m > MAX_ELEMENTS || (n > 0 && (!xs || !sums))
        || (m > 0 && !ys))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    const int64_t quot = m / 2;
    if (quot <= MAX_WARP_ROW) {
        const int32_t width = lanes_per_row(quot);
        const int64_t rows_a_block = BLOCK_SIZE / width;
        if (n > 0)
            nests_sums_short<<<grid_row_blocks(ceil_div(n, rows_a_block)), BLOCK_SIZE, 0,
                    stream>>>(xs, quot, n, rows_a_block, width, sums);
    } else {
        const int64_t blocks = blocks_per_row(n, quot);
        const int64_t share = elements_per_block(quot, blocks);
        CUDA_TRY(cudaMemsetAsync(sums, 0, n * sizeof(int64_t), stream));
        if (n > 0)
            nests_sums_long<<<linear_grid(n * blocks), BLOCK_SIZE, 0, stream>>>(xs, share, quot, n,
                blocks, sums);
    }
    return last_error(earlier);
}

size_t nests_halved_scratch()
{
    return align_up(sizeof(int32_t)) + align_up(MAX_REDUCE_BLOCKS * sizeof(int32_t))
        + align_up(sizeof(uint32_t));
}

// entry halved [n] (xs: [n]i32): [n]i32
cudaError_t nests_halved(const int32_t *xs, int64_t n, int32_t *result, void *scratch,
                         cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!xs || !result)) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    int32_t *const most = carve<int32_t>(&memory, 1);
    int32_t *const partials = carve<int32_t>(&memory, MAX_REDUCE_BLOCKS);
    uint32_t *const arrived = carve<uint32_t>(&memory, 1);

    CUDA_TRY(cudaMemcpyAsync(result, xs, n * sizeof(int32_t), cudaMemcpyDeviceToDevice, stream));
    while (true) {
        const int64_t blocks = reduce_blocks(n);
        const int64_t workers = blocks * BLOCK_SIZE;
        if (blocks > 1)
            CUDA_TRY(cudaMemsetAsync(arrived, 0, sizeof(uint32_t), stream));
        nests_reduce<<<blocks, BLOCK_SIZE, 0, stream>>>(result, n, workers, most, partials,
                                                        arrived);
        int32_t most_on_host;
        CUDA_TRY(copy_to_host(&most_on_host, most, earlier, stream));
        const bool is_more = most_on_host > 1;
        if (!is_more)
            break;
        if (n > 0)
            nests_map_segmap<<<grid_x(ceil_div(n, VECTOR_BYTES / 4), BLOCK_SIZE), BLOCK_SIZE, 0,
                    stream>>>(n, result);
    }
    return last_error(earlier);
}

size_t nests_of_sums_scratch(int64_t n)
{
    if (n < 0 || n > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return align_up(n * sizeof(int32_t)) + align_up(MAX_REDUCE_BLOCKS * sizeof(int32_t))
        + align_up(sizeof(uint32_t)) + align_up((tiles_for(n, ITEMS_4) + 1) * sizeof(uint64_t));
}

// entry of_sums [n] [m] (xss: [n][m]i32): (i32, [n]i32)
cudaError_t nests_of_sums(const int32_t *xss, int64_t n, int64_t m, int32_t *result_0,
                          int32_t *result_1, void *scratch, cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && !xss) || !result_0 || !scratch
        || (n > 0 && !result_1))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    int32_t *const sums = carve<int32_t>(&memory, n);
    int32_t *const partials = carve<int32_t>(&memory, MAX_REDUCE_BLOCKS);
    uint32_t *const arrived = carve<uint32_t>(&memory, 1);
    uint64_t *const tile_states = carve<uint64_t>(&memory, tiles_for(n, ITEMS_4) + 1);

    if (m <= MAX_WARP_ROW) {
        const int64_t rows_a_block = rows_per_block(n, m, 4);
        const int32_t width = min_lanes_per_row(rows_a_block);
        if (n > 0)
            nests_sums_reduce_short_rows_short<<<grid_row_blocks(ceil_div(n, rows_a_block)),
                    BLOCK_SIZE, 0, stream>>>(xss, m, n, rows_a_block, width, sums);
    } else {
        const int64_t blocks = blocks_per_row(n, m);
        const int64_t share = elements_per_block(m, blocks);
        CUDA_TRY(cudaMemsetAsync(sums, 0, n * sizeof(int32_t), stream));
        if (n > 0)
            nests_sums_reduce_rows_long<<<linear_grid(n * blocks), BLOCK_SIZE, 0, stream>>>(xss,
                share, m, n, blocks, sums);
    }
    const int64_t blocks = reduce_blocks(n);
    const int64_t workers = blocks * BLOCK_SIZE;
    if (blocks > 1)
        CUDA_TRY(cudaMemsetAsync(arrived, 0, sizeof(uint32_t), stream));
    nests_reduce<<<blocks, BLOCK_SIZE, 0, stream>>>(sums, n, workers, result_0, partials, arrived);
    const int64_t tiles = tiles_for(n, ITEMS_4);
    CUDA_TRY(cudaMemsetAsync(tile_states, 0, (tiles + 1) * sizeof(uint64_t), stream));
    nests_scan<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(sums, n, result_1, tile_states);
    return last_error(earlier);
}

size_t nests_sorted_places_scratch(int64_t n)
{
    if (n < 0 || n > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return n * sizeof(int64_t);
}

// entry sorted_places [n] [m] (xss: [n][m]i64): [4]i64
cudaError_t nests_sorted_places(const int64_t *xss, int64_t n, int64_t m, int64_t *result,
                                void *scratch, cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && !xss) || !result
        || (!scratch && nests_sorted_places_scratch(n) > 0))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    int64_t *const sums = (int64_t *)scratch;

    if (m <= MAX_WARP_ROW) {
        const int64_t rows_a_block = rows_per_block(n, m, 8);
        const int32_t width = min_lanes_per_row(rows_a_block);
        if (n > 0)
            nests_sums_of_xss_short<<<grid_row_blocks(ceil_div(n, rows_a_block)), BLOCK_SIZE, 0,
                    stream>>>(xss, m, n, rows_a_block, width, sums);
    } else {
        const int64_t blocks = blocks_per_row(n, m);
        const int64_t share = elements_per_block(m, blocks);
        CUDA_TRY(cudaMemsetAsync(sums, 0, n * sizeof(int64_t), stream));
        if (n > 0)
            nests_sums_of_xss_long<<<linear_grid(n * blocks), BLOCK_SIZE, 0, stream>>>(xss, share,
                m, n, blocks, sums);
    }
    CUDA_TRY(cudaMemsetAsync(result, 0, 4 * sizeof(int64_t), stream));
    if (n > 0)
        nests_scatter<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(sums, n, result);
    return last_error(earlier);
}

// Returns the version for these sizes.
static Version nests_sums_and_last_version(int64_t m)
{
    if (m <= MAX_THREAD_ROW)
        return THREAD_PER_ROW; // one thread per row
    return FLAT; // one kernel per parallel operation
}

size_t nests_sums_and_last_scratch(int64_t n, int64_t m)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m))
        return SIZE_MAX; // the call refuses these sizes
    const Version version = nests_sums_and_last_version(m);
    size_t bytes = 0;
    if (version == FLAT)
        bytes += (n * tiles_for(m + 31, ITEMS_4) + 1) * sizeof(uint64_t);
    return bytes;
}

// entry sums_and_last [n] [m] (xss: [n][m]i32): ([n][m]i32, [n]i32)
cudaError_t nests_sums_and_last(const int32_t *xss, int64_t n, int64_t m, int32_t *sums,
                                int32_t *chosens, void *scratch, cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && (!xss || !sums))
        || (n > 0 && !chosens) || (!scratch && nests_sums_and_last_scratch(n, m) > 0))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    const Version version = nests_sums_and_last_version(m);

    if (version == THREAD_PER_ROW) {
        if (n > 0)
            nests_sums_and_last_thread_per_row<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(
                xss, m, n, sums, chosens);
    } else {
        uint64_t *const tile_states = (uint64_t *)scratch;
        if (m <= 4096) {
            if (n > 0)
                nests_chosens<<<linear_grid(ceil_div(n, row_block(m).y)), row_block(m), 0,
                        stream>>>(xss, m, n, sums);
        } else {
            const int64_t tiles = n * tiles_for(m + 31, ITEMS_4);
            CUDA_TRY(cudaMemsetAsync(tile_states, 0, (tiles + 1) * sizeof(uint64_t), stream));
            if (n * m > 0)
                nests_chosens_scan<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(xss, m, n, sums,
                    tile_states);
        }
        if (n > 0)
            nests_chosens_map<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(sums, m, n,
                chosens);
    }
    return last_error(earlier);
}

// entry swapped [n] [m] [k] (xsss: [n][m][k]i32): [n][k][m]i32
cudaError_t nests_swapped(const int32_t *xsss, int64_t n, int64_t m, int64_t k, int32_t *mapped,
                          cudaStream_t stream)
{
    if (n < 0 || m < 0 || k < 0 || exceeds_memory(n, m, k) || (n * m * k > 0 && !xsss)
        || (n * k * m > 0 && !mapped))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    if (k >= 16 && m >= 16) {
        const int64_t tiles_down = (k + 31) / 32;
        const int64_t tiles_across = (m + 31) / 32;
        if (n * tiles_down * tiles_across > 0)
            nests_swapped_tiled<<<grid_x(n * tiles_down * tiles_across, 1), 256, 0, stream>>>(xsss,
                tiles_across, tiles_down, m, k, mapped);
    } else if (n * k * m > 0) {
        nests_map_mapped<<<grid_2d(m, n * k), block_2d(m), 0, stream>>>(xsss, k, m, n, mapped);
    }
    return last_error(earlier);
}

// entry replaced [n] [m] [k] (xss: [n][m]i32) (is: [k]i64): [n][m]i32
cudaError_t nests_replaced(const int32_t *xss, const int64_t *is, int64_t n, int64_t m, int64_t k,
                           int32_t *result, cudaStream_t stream)
{
    if (n < 0 || m < 0 || k < 0 || exceeds_memory(n, m) || exceeds_memory(n, k)
        || (n * m > 0 && (!xss || !result)) || (k > 0 && !is))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    CUDA_TRY(cudaMemcpyAsync(result, xss, n * m * sizeof(int32_t), cudaMemcpyDeviceToDevice,
                             stream));
    if (n * k > 0)
        nests_xss<<<grid_2d(k, n), block_2d(k), 0, stream>>>(is, m, n, k, result);
    return last_error(earlier);
}

size_t nests_marked_scratch(int64_t n)
{
    if (n < 0 || n > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return n * sizeof(int64_t);
}

// entry marked [n] [m] (is: [n]i64) (ys: [m]i32): [n][m]i32
cudaError_t nests_marked(const int64_t *is, const int32_t *ys, int64_t n, int64_t m, int32_t *yss,
                         void *scratch, cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n > 0 && !is) || (m > 0 && !ys)
        || (n * m > 0 && !yss) || (!scratch && nests_marked_scratch(n) > 0))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    int64_t *const lists = (int64_t *)scratch;

    if (n * m > 0)
        nests_yss<<<grid_2d(m, n), block_2d(m), 0, stream>>>(ys, m, n, yss);
    if (n > 0) {
        nests_map_lists<<<grid_x(ceil_div(n, VECTOR_BYTES / 8), BLOCK_SIZE), BLOCK_SIZE, 0,
                stream>>>(is, n, lists);
        nests_yss_map<<<grid_2d(1, n), block_2d(1), 0, stream>>>(lists, m, n, yss);
    }
    return last_error(earlier);
}

// entry shifted [n] [m] (k: i32) (xss: [n][m]i32): [n][m]i32
cudaError_t nests_shifted(int32_t k, const int32_t *xss, int64_t n, int64_t m, int32_t *mapped,
                          cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && (!xss || !mapped)))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    if (n * m > 0)
        nests_mapped<<<grid_2d(m, n), block_2d(m), 0, stream>>>(xss, k, m, n, mapped);
    return last_error(earlier);
}

size_t nests_leader_scratch()
{
    return align_up(MAX_REDUCE_BLOCKS * sizeof(Partial)) + align_up(sizeof(uint32_t));
}

// entry leader [n] (xss: [n][2]i32): [2]i32
cudaError_t nests_leader(const int32_t *xss, int64_t n, int32_t *result, void *scratch,
                         cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n * 2 > 0 && !xss) || !result || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    Partial *const partials = carve<Partial>(&memory, MAX_REDUCE_BLOCKS);
    uint32_t *const arrived = carve<uint32_t>(&memory, 1);

    const int64_t blocks = reduce_blocks(n);
    const int64_t share = elements_per_block(n, blocks);
    if (blocks > 1)
        CUDA_TRY(cudaMemsetAsync(arrived, 0, sizeof(uint32_t), stream));
    nests_reduce_rows_in_order<<<blocks, BLOCK_SIZE, 0, stream>>>(xss, share, n, blocks, result,
        partials, arrived);
    return last_error(earlier);
}

size_t nests_weighted_scratch(int64_t n)
{
    if (n < 0 || n > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return align_up(n * sizeof(int32_t)) + align_up(MAX_REDUCE_BLOCKS * sizeof(int32_t))
        + align_up(sizeof(uint32_t)) + align_up(MAX_REDUCE_BLOCKS * sizeof(uint32_t))
        + align_up((tiles_for(n, ITEMS_4) + 1) * sizeof(uint64_t));
}

// entry weighted [n] [m] (xss: [n][m]i32): (i32, [n]i32)
cudaError_t nests_weighted(const int32_t *xss, int64_t n, int64_t m, int32_t *r, int32_t *result_1,
                           void *scratch, cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && !xss) || !r || !scratch
        || (n > 0 && !result_1))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    int32_t *const sums = carve<int32_t>(&memory, n);
    int32_t *const partials = carve<int32_t>(&memory, MAX_REDUCE_BLOCKS);
    uint32_t *const arrived = carve<uint32_t>(&memory, 1);
    int32_t *const products = sums; // reused
    uint32_t *const products_long_arrived = carve<uint32_t>(&memory, MAX_REDUCE_BLOCKS);
    uint64_t *const tile_states = carve<uint64_t>(&memory, tiles_for(n, ITEMS_4) + 1);

    if (m <= MAX_WARP_ROW) {
        const int64_t rows_a_block = rows_per_block(n, m, 4);
        const int32_t width = min_lanes_per_row(rows_a_block);
        if (n > 0)
            nests_sums_reduce_short_rows_short<<<grid_row_blocks(ceil_div(n, rows_a_block)),
                    BLOCK_SIZE, 0, stream>>>(xss, m, n, rows_a_block, width, sums);
    } else {
        const int64_t blocks = blocks_per_row(n, m);
        const int64_t share = elements_per_block(m, blocks);
        CUDA_TRY(cudaMemsetAsync(sums, 0, n * sizeof(int32_t), stream));
        if (n > 0)
            nests_sums_reduce_rows_long<<<linear_grid(n * blocks), BLOCK_SIZE, 0, stream>>>(xss,
                share, m, n, blocks, sums);
    }
    const int64_t blocks = reduce_blocks(n);
    const int64_t workers = blocks * BLOCK_SIZE;
    if (blocks > 1)
        CUDA_TRY(cudaMemsetAsync(arrived, 0, sizeof(uint32_t), stream));
    nests_r<<<blocks, BLOCK_SIZE, 0, stream>>>(sums, n, workers, r, partials, arrived);
    if (m <= MAX_WARP_ROW) {
        const int64_t rows_a_block = rows_per_block(n, m, 4);
        const int32_t width = min_lanes_per_row(rows_a_block);
        if (n > 0)
            nests_products_short<<<grid_row_blocks(ceil_div(n, rows_a_block)), BLOCK_SIZE, 0,
                    stream>>>(xss, m, n, rows_a_block, width, products);
    } else {
        const int64_t products_long_blocks = blocks_per_row(n, m);
        const int64_t share = elements_per_block(m, products_long_blocks);
        if (products_long_blocks > 1)
            CUDA_TRY(cudaMemsetAsync(products_long_arrived, 0, n * sizeof(uint32_t), stream));
        if (n > 0)
            nests_products_long<<<linear_grid(n * products_long_blocks), BLOCK_SIZE, 0, stream>>>(
                xss, share, m, n, products_long_blocks, products, partials, products_long_arrived);
    }
    const int64_t tiles = tiles_for(n, ITEMS_4);
    CUDA_TRY(cudaMemsetAsync(tile_states, 0, (tiles + 1) * sizeof(uint64_t), stream));
    nests_scan_result<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(products, n, result_1,
        tile_states);
    return last_error(earlier);
}

size_t nests_running_scratch(int64_t n)
{
    if (n < 0 || n > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return align_up(n * sizeof(int32_t))
        + align_up((tiles_for(n, ITEMS_4) + 1) * sizeof(uint64_t));
}

// entry running [n] [m] (xss: [n][m]i32): [n]i32
cudaError_t nests_running(const int32_t *xss, int64_t n, int64_t m, int32_t *result, void *scratch,
                          cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && !xss) || (n > 0 && !result)
        || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    int32_t *const values = carve<int32_t>(&memory, n);
    uint64_t *const tile_states = carve<uint64_t>(&memory, tiles_for(n, ITEMS_4) + 1);

    if (m <= MAX_WARP_ROW) {
        const int64_t rows_a_block = rows_per_block(n, m, 4);
        const int32_t width = min_lanes_per_row(rows_a_block);
        if (n > 0)
            nests_sums_reduce_short_rows_short<<<grid_row_blocks(ceil_div(n, rows_a_block)),
                    BLOCK_SIZE, 0, stream>>>(xss, m, n, rows_a_block, width, values);
    } else {
        const int64_t blocks = blocks_per_row(n, m);
        const int64_t share = elements_per_block(m, blocks);
        CUDA_TRY(cudaMemsetAsync(values, 0, n * sizeof(int32_t), stream));
        if (n > 0)
            nests_sums_reduce_rows_long<<<linear_grid(n * blocks), BLOCK_SIZE, 0, stream>>>(xss,
                share, m, n, blocks, values);
    }
    const int64_t tiles = tiles_for(n, ITEMS_4);
    CUDA_TRY(cudaMemsetAsync(tile_states, 0, (tiles + 1) * sizeof(uint64_t), stream));
    nests_scan<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(values, n, result, tile_states);
    return last_error(earlier);
}

// Returns the version for these sizes.
static Version nests_by_element_version(int64_t m)
{
    if (m <= MAX_THREAD_ROW)
        return THREAD_PER_ROW; // one thread per row
    return FLAT; // one kernel per parallel operation
}

size_t nests_by_element_scratch(int64_t n, int64_t m)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m))
        return SIZE_MAX; // the call refuses these sizes
    const Version version = nests_by_element_version(m);
    size_t bytes = align_up(sizeof(Failure)) + 2 * align_up(n * sizeof(int64_t));
    if (version == THREAD_PER_ROW)
        bytes += align_up(grid_stride_threads(n) * m * sizeof(int64_t));
    if (version == FLAT)
        bytes += align_up(n * m * sizeof(int64_t))
            + align_up((3 * n * tiles_for(m + 31, ITEMS_8) + 1) * sizeof(uint64_t));
    if (version == THREAD_PER_ROW)
        bytes += align_up(grid_stride_threads(n) * m * sizeof(int64_t));
    if (version == FLAT)
        bytes += align_up(n * m * sizeof(int64_t))
            + align_up((3 * n * tiles_for(m + 31, ITEMS_8) + 1) * sizeof(uint64_t));
    return bytes;
}

// entry by_element [n] [m] (k: i64) (xss: [n][m]i64): ([4]i64, [4]i64)
cudaError_t nests_by_element(int64_t k, const int64_t *xss, int64_t n, int64_t m,
                             int64_t *result_0, int64_t *result_1, void *scratch,
                             cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && !xss) || !result_0 || !result_1
        || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    const Version version = nests_by_element_version(m);
    char *memory = (char *)scratch;
    Failure *const failure = carve<Failure>(&memory, 1);
    int64_t *const ys_x = carve<int64_t>(&memory, n);
    int64_t *const ys_y = carve<int64_t>(&memory, n);
    CUDA_TRY(cudaMemsetAsync(failure, 0, sizeof(Failure), stream));

    if (version == THREAD_PER_ROW) {
        int64_t *const sums = carve<int64_t>(&memory, grid_stride_threads(n) * m);
        if (n > 0)
            nests_by_element_thread_per_row<<<grid_stride_blocks(n), BLOCK_SIZE, 0, stream>>>(xss,
                m, k, n, sums, failure, ys_x, ys_y);
    } else {
        int64_t *const sums = carve<int64_t>(&memory, n * m);
        uint64_t *const tile_states = carve<uint64_t>(&memory,
                                                      3 * n * tiles_for(m + 31, ITEMS_8) + 1);
        if (m <= 4096) {
            if (n > 0)
                nests_sums<<<linear_grid(ceil_div(n, row_block(m).y)), row_block(m), 0, stream>>>(
                    xss, m, n, sums);
        } else {
            const int64_t tiles = n * tiles_for(m + 31, ITEMS_8);
            CUDA_TRY(cudaMemsetAsync(tile_states, 0, (3 * tiles + 1) * sizeof(uint64_t), stream));
            if (n * m > 0)
                nests_sums_scan<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(xss, m, n, sums,
                    tile_states);
        }
        if (n > 0)
            nests_map_ys<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(sums, k, m, n, failure,
                ys_x, ys_y);
    }
    CUDA_TRY(cudaMemsetAsync(result_0, 0, 4 * sizeof(int64_t), stream));
    if (n > 0)
        nests_scatter_map<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(ys_x, ys_y, n,
            result_0, failure);
    if (version == THREAD_PER_ROW) {
        int64_t *const scanned = carve<int64_t>(&memory, grid_stride_threads(n) * m);
        if (n > 0)
            nests_by_element_thread_per_row_map_strided<<<grid_stride_blocks(n), BLOCK_SIZE, 0,
                    stream>>>(xss, m, k, n, scanned, failure, ys_x, ys_y);
    } else {
        int64_t *const scanned = carve<int64_t>(&memory, n * m);
        uint64_t *const tile_states = carve<uint64_t>(&memory,
                                                      3 * n * tiles_for(m + 31, ITEMS_8) + 1);
        if (m <= 4096) {
            if (n > 0)
                nests_scanned<<<linear_grid(ceil_div(n, row_block(m).y)), row_block(m), 0,
                        stream>>>(xss, m, n, scanned, failure);
        } else {
            const int64_t tiles = n * tiles_for(m + 31, ITEMS_8);
            CUDA_TRY(cudaMemsetAsync(tile_states, 0, (3 * tiles + 1) * sizeof(uint64_t), stream));
            if (n * m > 0)
                nests_scanned_scan<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(xss, m, n,
                    scanned, tile_states, failure);
        }
        if (n > 0)
            nests_map_of_scanned<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(scanned, k, m,
                n, failure, ys_x, ys_y);
    }
    CUDA_TRY(cudaMemsetAsync(result_1, 0, 4 * sizeof(int64_t), stream));
    if (4 <= HISTOGRAM_BYTES / 8 && 4 <= n) {
        const int64_t blocks = histogram_blocks(1, n, 4);
        const int64_t share = elements_per_block(n, blocks);
        const int32_t copies = copies_per_bin(4, 8, share);
        nests_histogram_shared<<<linear_grid(blocks), BLOCK_SIZE, 0, stream>>>(ys_x, ys_y, share,
            n, copies, blocks, result_1, failure);
    } else if (n > 0) {
        nests_histogram<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(ys_x, ys_y, n, result_1,
            failure);
    }
    return last_error(earlier);
}

cudaError_t nests_by_element_failure(const void *scratch, cudaStream_t stream, char *text,
                                     size_t size)
{
    return tell_failure(scratch, stream, text, size);
}

// entry doubled [n] [m] (xss: [n][m]i32): ([n]i32, [n][m]i32)
cudaError_t nests_doubled(const int32_t *xss, int64_t n, int64_t m, int32_t *sums, int32_t *yss,
                          cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && (!xss || !yss))
        || (n > 0 && !sums))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    if (m <= MAX_WARP_ROW) {
        const int32_t width = lanes_per_row(m);
        const int64_t rows_a_block = BLOCK_SIZE / width;
        if (n > 0)
            nests_sums_yss_short<<<grid_row_blocks(ceil_div(n, rows_a_block)), BLOCK_SIZE, 0,
                    stream>>>(xss, m, n, rows_a_block, width, yss, sums);
    } else {
        const int64_t blocks = blocks_per_row(n, m);
        const int64_t share = elements_per_block(m, blocks);
        CUDA_TRY(cudaMemsetAsync(sums, 0, n * sizeof(int32_t), stream));
        if (n > 0)
            nests_sums_yss_long<<<linear_grid(n * blocks), BLOCK_SIZE, 0, stream>>>(xss, share, m,
                n, blocks, yss, sums);
    }
    return last_error(earlier);
}
