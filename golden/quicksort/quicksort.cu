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
static const int MAX_BLOCKS = 1024; // blocks in a grid that has a fixed size
static const int MOST_UNUSED = 8; // times its size: a result in more memory is copied
static const int ITEMS_4 = 15; // that a thread scans, of up to 4 bytes; odd: no bank conflicts
static const int ITEMS_8 = 9; // that a thread scans, of up to 8 bytes; odd: no bank conflicts
static const int ITEMS_16 = 5; // that a thread scans, of up to 16 bytes; odd: no bank conflicts

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
// The values that combine_values_4 combines.
struct Values_4 {
    bool either;
    int64_t values;
};
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: segscan-is-scanomap, distribute, descend, F16-call, distribute-irregular, F8-if,
//   total-of-scan, total-of-all
// The operator of the reduction, (+).
static __device__ int64_t add(int64_t x, int64_t y)
{
    const int64_t sum = (uint64_t)x + y;
    return sum;
}

// quicksort.fut:15: and (map (\i -> i == 0 || xs[i - 1] <= xs[i]) (iota n))
// rules: segscan-is-scanomap, iota-into-map, reduce-is-redomap, reduce-map, distribute, descend,
//   F16-call, distribute-irregular, F8-if, F5-reduce, expand-reduce, segput-is-scatomap,
//   scatter-in-chain
// Combines two partial results of values.
static __device__ Sums combine_values(Sums a, Sums b)
{
    const bool either = a.either || b.either;
    return Sums{ either, b.either ? b.x : a.x && b.x };
}

// quicksort.fut:20: let less = filter (< pivot) xs
// rules: scan-is-scanomap, scan-map, distribute, descend, F16-call, F8-if, distribute-irregular,
//   F1-scan, expand-scan, segscan-is-scanomap, scan-in-chain
// Combines two partial results of values_4.
static __device__ Values_4 combine_values_4(Values_4 a, Values_4 b)
{
    const bool either = a.either || b.either;
    return Values_4{ either, b.either ? b.values : (int64_t)((uint64_t)a.values + b.values) };
}

// The value of the thread `offset` lanes before.
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
__device__ Values_4 shuffle_up(Values_4 value, int offset, int width)
{
    value.either = shuffle_up(value.either, offset, width);
    value.values = shuffle_up(value.values, offset, width);
    return value;
}

// The number of the block's next tile. All tiles before it have been taken by blocks that
// run, whichever order the blocks start in: so waiting for them comes to an end.
static __device__ int64_t take_tile(uint64_t *next)
{
    __shared__ int64_t tile;
    if (threadIdx.x == 0)
        tile = atomicAdd((unsigned long long *)next, 1ull);
    __syncthreads(); // also: all are done with the last tile, its shared memory is free
    return tile;
}

// A value in the low bytes of a word.
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
// What is known of a tile, for those who scan the tiles after it: nothing yet, its own fold,
// or the fold of everything up to its end.
enum State { NOTHING, SUM, PREFIX };
}

namespace {
// State and value share a word, which changes as a whole: so nobody sees the one without
// the other, and no fence is needed.
template <typename T>
struct PackedTiles {
    volatile uint64_t *words;

    __device__ void tell(int64_t tile, State state, T value) const
    {
        words[tile] = (uint64_t)state << 56 | pack(value);
    }

    // Waits until something is known.
    __device__ State learn(int64_t tile, T *value) const
    {
        uint64_t word;
        do
            word = words[tile];
        while (word >> 56 == NOTHING);
        *value = unpack<T>(word);
        return (State)(word >> 56);
    }
};
}

namespace {
// The state says that the value is there, so it must be seen after the value.
template <typename T>
struct Tiles {
    volatile uint64_t *states;
    T *sums, *prefixes;

    __device__ void tell(int64_t tile, State state, T value) const
    {
        (state == SUM ? sums : prefixes)[tile] = value;
        __threadfence();
        states[tile] = state;
    }

    // Waits until something is known.
    __device__ State learn(int64_t tile, T *value) const
    {
        uint64_t state;
        do
            state = states[tile];
        while (state == NOTHING);
        __threadfence();
        *value = (state == SUM ? sums : prefixes)[tile];
        return (State)state;
    }
};
}

// Gives each lane of a warp the fold of all values up to its own.
template <typename T, T op(T, T)>
static __device__ T scan_warp(T value)
{
    for (int offset = 1; offset < 32; offset *= 2) {
        const T left = shuffle_up(value, offset, 32);
        if ((int)threadIdx.x % 32 >= offset)
            value = op(left, value);
    }
    return value;
}

// Gives each thread the fold of the values of the threads before it; *total is that of all.
template <typename T, T op(T, T)>
static __device__ T scan_before(T value, T neutral, T *total)
{
    __shared__ T warp_totals[BLOCK_SIZE / 32];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;

    value = scan_warp<T, op>(value);
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
    const T left = shuffle_up(value, 1, 32);
    return lane > 0 ? op(before, left) : before;
}

// Folds what lies before a tile, back to the tile `first`, before which is `start`; in the
// first warp, 32 tiles at a time, to the nearest whose prefix is known. The last lane gets it.
template <typename T, T op(T, T), typename Known>
static __device__ T look_back(Known tiles, int64_t tile, int64_t first, T start, T neutral)
{
    T prefix = neutral;
    for (int64_t other = tile - 32 + threadIdx.x;; other -= 32) {
        T value = start;
        const State state = other < first ? PREFIX : tiles.learn(other, &value);

        // What comes before the last prefix is part of it.
        const uint32_t prefixes = __ballot_sync(0xffffffff, state == PREFIX);
        if ((int)threadIdx.x < 31 - __clz((int)prefixes))
            value = neutral;
        value = scan_warp<T, op>(value);
        if (threadIdx.x == 31)
            prefix = op(value, prefix);
        if (prefixes)
            return prefix;
    }
}

// Tells the others the fold of a tile, gives all threads the fold of what lies before it,
// and tells the others that, too.
template <typename T, T op(T, T), typename Known>
static __device__ T prefix_of(Known tiles, int64_t tile, int64_t first, T sum, T start, T neutral)
{
    __shared__ T prefix;
    if (threadIdx.x == 31)
        tiles.tell(tile, SUM, sum);
    if (threadIdx.x < 32) {
        const T before = look_back<T, op>(tiles, tile, first, start, neutral);
        if (threadIdx.x == 31) {
            prefix = before;
            tiles.tell(tile, PREFIX, op(before, sum));
        }
    }
    __syncthreads();
    return prefix;
}

static const int ROWS_AT_ONCE = 2048; // whose ends a block has in shared memory

namespace {
// Rows of different lengths, one after the other: those from `first` on.
struct Rows {
    const int64_t *ends; // where each of them ends
    int64_t first, count, start; // start: where the first begins
};
}

static __device__ Rows all_rows(const int64_t *ends, int64_t count)
{
    return Rows{ ends, 0, count, 0 };
}

// The row that an element is of: the first that ends after it.
static __device__ int64_t row_of(Rows rows, int64_t at)
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

static __device__ int64_t start_of(Rows rows, int64_t row)
{
    return row > rows.first ? rows.ends[row - rows.first - 1] : rows.start;
}

static __device__ int64_t end_of(Rows rows, int64_t row)
{
    return rows.ends[row - rows.first];
}

// The rows of the elements from `from` to before `to`, which a block has. It searches the
// first and the last of them among all; their ends are in shared memory, if they fit there.
static __device__ Rows rows_between(const int64_t *ends, int64_t count, int64_t from, int64_t to,
                                    int64_t *shared)
{
    __shared__ int64_t bounds[2];
    if (threadIdx.x < 2)
        bounds[threadIdx.x] = row_of(all_rows(ends, count), threadIdx.x ? to - 1 : from);
    __syncthreads();
    const int64_t first = bounds[0], n = from < to ? bounds[1] - first + 1 : 0;
    const int64_t start = first > 0 ? ends[first - 1] : 0;
    const bool fits = n <= ROWS_AT_ONCE;
    for (int64_t i = threadIdx.x; fits && i < n; i += blockDim.x)
        shared[i] = ends[first + i];
    __syncthreads();
    return Rows{ fits ? shared : ends + first, first, n, start };
}

// quicksort.fut:17: def quicksort [n] (xs: [n]i32): [n]i32 =
// rules: distribute, descend, F16-call, distribute-irregular, segmap
//
//   segmap@thread <n in ns_1> {
//     is_less = depth_1 < 1000i64
//     depth_2 = assert "`quicksort` calls itself more than 1000 times, one in the other." is_less
//       depth_1
//     is_at_most = n <= 1i64
//     in depth_2 is_at_most
//   }
//
// One thread computes one element.
static __global__ void quicksort_depths(const int64_t *__restrict__ ns, int64_t depth,
                                        int64_t count, Failure *failure,
                                        int64_t *__restrict__ depths,
                                        bool *__restrict__ is_at_mosts)
{
    if (is_failing(failure))
        return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        if (depth >= 1000)
            return fail(failure, Failure{ 1 });
        depths[i] = depth;
        is_at_mosts[i] = ns[i] <= 1;
    }
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: segscan-is-scanomap, distribute, descend, F16-call, distribute-irregular, F8-if,
//   total-of-scan, total-of-all
//
//   segmap@chain <#i < count_1> {
//     is_at_most_1 = is_at_mosts[i]
//     one = if is_at_most_1 then 1i64 else 0i64
//     t_1 = prefix (+) 0i64 one
//     in t_1
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_count(const bool *__restrict__ is_at_mosts, int64_t count, int64_t *__restrict__ ts,
                int64_t *__restrict__ count_2, uint64_t *states, int64_t *sums, int64_t *prefixes,
                Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const Tiles<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count && tile > 0)
            return;
        const int size = (int)min(count - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const bool is_at_most = is_at_mosts[i];
                item = is_at_most ? 1 : 0;
            }
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = scan_before<int64_t, add>(fold, 0, &total);
        const int64_t prefix = prefix_of<int64_t, add>(tiles, tile, 0, total, 0, 0);

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
                ts[i] = sum;
        }

        // The last tile knows what all elements come to.
        if (start + size == count && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *count_2 = sum;
        }
    }
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: distribute, descend, F16-call, distribute-irregular, F8-if
//
//   segmap@thread <is_at_most_2 t_2 in is_at_mosts ts #i_1> {
//     a = t_2 - 1i64
//     b = i_1 - t_2
//     k = if is_at_most_2 then a else b
//     in k
//   }
//
// One thread computes one element.
static __global__ void quicksort_map(const int64_t *__restrict__ ts,
                                     const bool *__restrict__ is_at_mosts, int64_t count,
                                     int64_t *__restrict__ ks, Failure *failure)
{
    if (has_failed(failure))
        return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        const int64_t t = ts[i];
        ks[i] = is_at_mosts[i] ? (uint64_t)t - 1 : (uint64_t)i - t;
    }
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: distribute, descend, F16-call, distribute-irregular, F8-if, segput-is-scatomap
//
//   segput@thread <is_at_most_3 k_1 in is_at_mosts ks #i_2> t_3 {
//     as = if is_at_most_3 then k_1 else -1i64
//     in as i_2
//   }
//
// One thread writes one value; an index out of range is skipped.
static __global__ void quicksort_rows(const bool *__restrict__ is_at_mosts,
                                      const int64_t *__restrict__ ks, int64_t count_on_host,
                                      int64_t count, int64_t *__restrict__ t, Failure *failure)
{
    if (has_failed(failure))
        return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        const int64_t at = is_at_mosts[i] ? ks[i] : -1;
        if (0 <= at && at < count_on_host)
            t[at] = i;
    }
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: distribute, descend, F16-call, distribute-irregular, F8-if, segput-is-scatomap
//
//   segput@thread <is_at_most_4 k_2 in is_at_mosts ks #i_3> t_4 {
//     as_1 = if is_at_most_4 then -1i64 else k_2
//     in as_1 i_3
//   }
//
// One thread writes one value; an index out of range is skipped.
static __global__ void quicksort_rows_2(const bool *__restrict__ is_at_mosts,
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
// rules: distribute, descend, F16-call, distribute-irregular, F8-if, segmap
//
//   segmap@thread <#_ < count_2> true
//
// One thread computes one element.
static __global__ void quicksort_map_2(int64_t count_on_host, bool *__restrict__ as,
                                       Failure *failure)
{
    if (has_failed(failure))
        return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count_on_host)
        as[i] = true;
}

// quicksort.fut:15: and (map (\i -> i == 0 || xs[i - 1] <= xs[i]) (iota n))
// rules: segscan-is-scanomap, iota-into-map, reduce-is-redomap, reduce-map, distribute, descend,
//   F16-call, distribute-irregular, F8-if, F5-reduce, expand-reduce, total-of-scan, total-of-all
//
//   segmap@chain <#i_4 < count_3> {
//     l = some[i_4]
//     t_6 = prefix (+) 0i64 l
//     in t_6 true
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
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
    const Tiles<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count && tile > 0)
            return;
        const int size = (int)min(count - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
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

        // Fold: each thread its own elements, then the threads, then the tiles.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = scan_before<int64_t, add>(fold, 0, &total);
        const int64_t prefix = prefix_of<int64_t, add>(tiles, tile, 0, total, 0, 0);

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
                bss[i] = true;
            }
        }

        // The last tile knows what all elements come to.
        if (start + size == count && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *t_2 = sum;
        }
    }
}

// quicksort.fut:15: and (map (\i -> i == 0 || xs[i - 1] <= xs[i]) (iota n))
// rules: iota-into-map, reduce-is-redomap, reduce-map, distribute, descend, F16-call,
//   distribute-irregular, F8-if, F5-reduce, expand-reduce, ends-of-irreg, segscan-is-scanomap,
//   scan-in-chain
//
//   segscan@chain <n_1 in ns_1> (+) 0i64 n_1
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_us(const int64_t *__restrict__ ns, int64_t count, int64_t *__restrict__ us,
             uint64_t *states, int64_t *sums, int64_t *prefixes, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const Tiles<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count)
            return;
        const int size = (int)min(count - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size)
                item = ns[i];
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = scan_before<int64_t, add>(fold, 0, &total);
        const int64_t prefix = prefix_of<int64_t, add>(tiles, tile, 0, total, 0, 0);

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
                us[i] = sum;
        }
    }
}

// quicksort.fut:15: and (map (\i -> i == 0 || xs[i - 1] <= xs[i]) (iota n))
// rules: segscan-is-scanomap, iota-into-map, reduce-is-redomap, reduce-map, distribute, descend,
//   F16-call, distribute-irregular, F8-if, F5-reduce, expand-reduce, segput-is-scatomap,
//   scatter-in-chain
//
//   segput@chain <#i_5 < t_5> bss {
//     i_6 = is_1[i_5]
//     f = i_6 == 0i64
//     i_7 = is[i_5]
//     #[unchecked] t_7 = rows_1[i_7]
//     #[unchecked] t_8 = us[t_7]
//     #[unchecked] t_9 = ns_1[t_7]
//     t_10 = t_8 - t_9
//     #[unchecked] n_2 = some[i_7]
//     #[unchecked] xs = xss_2[t_10 :+ n_2 * 1]
//     either = if f then true else {
//       diff = i_6 - 1i64
//       x_3 = xs[diff]
//       x_4 = xs[i_6]
//       is_at_most_5 = x_3 <= x_4
//       in is_at_most_5
//   ...
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
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
    __shared__ int64_t ends_here[ROWS_AT_ONCE];
    Sums *const own = items + threadIdx.x * ITEMS_4;
    const PackedTiles<Sums> tiles = { states + 1 };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= t_on_host)
            return;
        const int size = (int)min(t_on_host - start, (int64_t)tile_size);
        const Rows rows = rows_between(es, count, start, start + size, ends_here);

        int64_t i_2[ITEMS_4];
        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_4; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            Sums item = Sums{ false, true };
            if (at < size) {
                const int64_t row = row_of(rows, i);
                const int64_t first_2 = start_of(rows, row);
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

        // Fold: each thread its own elements, then the threads, then the tiles.
        Sums fold = own[0], total;
        for (int turn = 1; turn < ITEMS_4; turn++)
            fold = combine_values(fold, own[turn]);
        const Sums before = scan_before<Sums, combine_values>(fold, Sums{ false, true }, &total);
        const Sums prefix = prefix_of<Sums, combine_values>(tiles, tile, 0, total,
            Sums{ false, true }, Sums{ false, true });

        // Scan: each thread its own elements, beginning with all that lies before them.
        fold = combine_values(prefix, before);
        for (int turn = 0; turn < ITEMS_4; turn++)
            own[turn] = fold = combine_values(fold, own[turn]);
        __syncthreads();

        // Store: neighbouring threads write neighbouring elements.
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
// rules: lengths-in-scan, segscan-is-scanomap, distribute, descend, F16-call,
//   distribute-irregular, F8-if, total-of-scan, total-of-all
//
//   segmap@chain <#i_8 < count_1> {
//     passes = is_at_mosts[i_8]
//     k_3 = ks[i_8]
//     w = if passes then {
//       #[unchecked] t_16 = as_2[k_3]
//       in t_16
//     } else {
//       #[unchecked] t_17 = bs[k_3]
//       in t_17
//     }
//     v = if w then 1i64 else 0i64
//     t_18 = prefix (+) 0i64 v
//     in t_18 w
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_eithers(const bool *__restrict__ is_at_mosts, const int64_t *__restrict__ ks,
                  const bool *__restrict__ as, const bool *__restrict__ bss, int64_t count,
                  int64_t *__restrict__ ts, bool *__restrict__ eithers,
                  int64_t *__restrict__ count_2, uint64_t *states, int64_t *sums,
                  int64_t *prefixes, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const Tiles<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count && tile > 0)
            return;
        const int size = (int)min(count - start, (int64_t)tile_size);

        bool w[ITEMS_8];
        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const bool passes = is_at_mosts[i];
                const int64_t k = ks[i];
                const bool w_2 = passes ? as[k] : bss[k];
                item = w_2 ? 1 : 0;
                w[turn] = w_2;
            }
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = scan_before<int64_t, add>(fold, 0, &total);
        const int64_t prefix = prefix_of<int64_t, add>(tiles, tile, 0, total, 0, 0);

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
                ts[i] = sum;
                eithers[i] = w[turn];
            }
        }

        // The last tile knows what all elements come to.
        if (start + size == count && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *count_2 = sum;
        }
    }
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: distribute, descend, F16-call, distribute-irregular, F8-if
//
//   segmap@thread <either_2 t_19 in eithers ts_1 #i_9> {
//     a_1 = t_19 - 1i64
//     b_1 = i_9 - t_19
//     k_4 = if either_2 then a_1 else b_1
//     in k_4
//   }
//
// One thread computes one element.
static __global__ void quicksort_map_3(const int64_t *__restrict__ ts,
                                       const bool *__restrict__ eithers, int64_t count,
                                       int64_t *__restrict__ ks, Failure *failure)
{
    if (has_failed(failure))
        return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        const int64_t t = ts[i];
        ks[i] = eithers[i] ? (uint64_t)t - 1 : (uint64_t)i - t;
    }
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: distribute, descend, F16-call, distribute-irregular, F8-if, segput-is-scatomap
//
//   segput@thread <either_3 k_5 in eithers ks_1 #i_10> t_20 {
//     as_3 = if either_3 then k_5 else -1i64
//     in as_3 i_10
//   }
//
// One thread writes one value; an index out of range is skipped.
static __global__ void quicksort_rows_3(const bool *__restrict__ eithers,
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
// rules: distribute, descend, F16-call, distribute-irregular, F8-if, segput-is-scatomap
//
//   segput@thread <either_4 k_6 in eithers ks_1 #i_11> t_21 {
//     as_4 = if either_4 then -1i64 else k_6
//     in as_4 i_11
//   }
//
// One thread writes one value; an index out of range is skipped.
static __global__ void quicksort_rows_4(const bool *__restrict__ eithers,
                                        const int64_t *__restrict__ ks, int64_t count,
                                        int64_t count_2, int64_t *__restrict__ t, Failure *failure)
{
    if (has_failed(failure))
        return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count_2) {
        const int64_t at = eithers[i] ? -1 : ks[i];
        if (0 <= at && at < count)
            t[at] = i;
    }
}

// quicksort.fut:19: else let pivot = xs[n / 2]
// rules: distribute, descend, F16-call, F8-if, distribute-irregular, segmap, row-is-slice
//
//   segmap@thread <n_3 in some_1 #i_12> {
//     #[unchecked] t_22 = rows_3[i_12]
//     #[unchecked] t_23 = us[t_22]
//     #[unchecked] t_24 = ns_1[t_22]
//     t_25 = t_23 - t_24
//     #[unchecked] xs_1 = xss_2[t_25 :+ n_3 * 1]
//     quot = n_3 / 2i64
//     pivot = xs_1[quot]
//     in pivot
//   }
//
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

// quicksort.fut:20: let less = filter (< pivot) xs
// rules: segscan-is-scanomap, scan-is-scanomap, scan-map, distribute, descend, F16-call, F8-if,
//   distribute-irregular, F1-scan, expand-scan, total-of-scan, total-of-all
//
//   segmap@chain <#i_13 < count_5> {
//     values_3 = some_1[i_13]
//     t_27 = prefix (+) 0i64 values_3
//     in t_27
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_es_2(const int64_t *__restrict__ ns, const int64_t *__restrict__ t, int64_t count,
               int64_t *__restrict__ es, int64_t *__restrict__ t_2, uint64_t *states,
               int64_t *sums, int64_t *prefixes, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const Tiles<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count && tile > 0)
            return;
        const int size = (int)min(count - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size)
                item = ns[t[i]];
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = scan_before<int64_t, add>(fold, 0, &total);
        const int64_t prefix = prefix_of<int64_t, add>(tiles, tile, 0, total, 0, 0);

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
                es[i] = sum;
        }

        // The last tile knows what all elements come to.
        if (start + size == count && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *t_2 = sum;
        }
    }
}

// quicksort.fut:20: let less = filter (< pivot) xs
// rules: scan-is-scanomap, scan-map, distribute, descend, F16-call, F8-if, distribute-irregular,
//   F1-scan, expand-scan
//
//   segmap@thread <row place in is_2 js> {
//     #[unchecked] t_28 = rows_3[row]
//     #[unchecked] t_29 = us[t_28]
//     #[unchecked] t_30 = ns_1[t_28]
//     t_31 = t_29 - t_30
//     t_32 = t_31 + place
//     #[unchecked] element = xss_2[t_32]
//     in element
//   }
//
// One thread computes one element.
static __global__ void quicksort_copied(const int64_t *__restrict__ t,
                                        const int32_t *__restrict__ xss,
                                        const int64_t *__restrict__ us,
                                        const int64_t *__restrict__ ns,
                                        const int64_t *__restrict__ es, int64_t t_on_host,
                                        int64_t count, int32_t *__restrict__ copied,
                                        Failure *failure)
{
    if (has_failed(failure))
        return;
    __shared__ int64_t ends_here[ROWS_AT_ONCE];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const Rows rows = rows_between(es, count, first_here, min(first_here + blockDim.x, t_on_host),
                                   ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t_on_host) {
        const int64_t row = row_of(rows, i);
        const int64_t first = start_of(rows, row);
        const int64_t t_2 = t[row];
        const int32_t element = xss[(uint64_t)us[t_2] - ns[t_2] + (i - first)];
        copied[i] = element;
    }
}

// quicksort.fut:20: let less = filter (< pivot) xs
// rules: scan-is-scanomap, scan-map, distribute, descend, F16-call, F8-if, distribute-irregular,
//   F1-scan, expand-scan, segscan-is-scanomap, scan-in-chain
//
//   segscan@chain <i_14 j x_8 in is_2 js copied> (\flag_2 x_9 flag_3 y_6 -> {
//     either_5 = flag_2 || flag_3
//     t_33 = if flag_3 then y_6 else x_9 + y_6
//     in either_5 t_33
//   }) false 0i64 {
//     #[unchecked] pivot_1 = pivots[i_14]
//     f_1 = j == 0i64
//     is_less_1 = x_8 < pivot_1
//     flag_4 = i64.bool is_less_1
//     in f_1 flag_4
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_values(const int32_t *__restrict__ pivots, const int32_t *__restrict__ copied,
                 const int64_t *__restrict__ es, int64_t t_on_host, int64_t count,
                 int64_t *__restrict__ values, uint64_t *states, Values_4 *sums,
                 Values_4 *prefixes, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_16;
    __shared__ Values_4 items[tile_size];
    __shared__ int64_t ends_here[ROWS_AT_ONCE];
    Values_4 *const own = items + threadIdx.x * ITEMS_16;
    const Tiles<Values_4> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= t_on_host)
            return;
        const int size = (int)min(t_on_host - start, (int64_t)tile_size);
        const Rows rows = rows_between(es, count, start, start + size, ends_here);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_16; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            Values_4 item = Values_4{ false, 0 };
            if (at < size) {
                const int64_t row = row_of(rows, i);
                const int64_t first_2 = start_of(rows, row);
                const int32_t pivot = pivots[row];
                item = Values_4{ i - first_2 == 0, (int64_t)(copied[i] < pivot) };
            }
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        Values_4 fold = own[0], total;
        for (int turn = 1; turn < ITEMS_16; turn++)
            fold = combine_values_4(fold, own[turn]);
        const Values_4 before = scan_before<Values_4, combine_values_4>(fold, Values_4{ false, 0 },
            &total);
        const Values_4 prefix = prefix_of<Values_4, combine_values_4>(tiles, tile, 0, total,
            Values_4{ false, 0 }, Values_4{ false, 0 });

        // Scan: each thread its own elements, beginning with all that lies before them.
        fold = combine_values_4(prefix, before);
        for (int turn = 0; turn < ITEMS_16; turn++)
            own[turn] = fold = combine_values_4(fold, own[turn]);
        __syncthreads();

        // Store: neighbouring threads write neighbouring elements.
        for (int turn = 0; turn < ITEMS_16; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            const Values_4 sum = items[at];
            if (at < size)
                values[i] = sum.values;
        }
    }
}

// quicksort.fut:20: let less = filter (< pivot) xs
// rules: distribute, descend, F16-call, F8-if, distribute-irregular, segmap, row-is-slice
//
//   segmap@thread <n_4 in some_1 #i_15> {
//     #[unchecked] t_34 = es_1[i_15]
//     #[unchecked] t_35 = some_1[i_15]
//     t_36 = t_34 - t_35
//     is_equal = n_4 == 0i64
//     kept = if is_equal then 0i64 else {
//       diff_1 = n_4 - 1i64
//       t_37 = t_36 + diff_1
//       #[unchecked] count_6 = values_4[t_37]
//       in count_6
//     }
//     in is_equal kept
//   }
//
// One thread computes one element.
static __global__ void quicksort_is_equals(const int64_t *__restrict__ ns,
                                           const int64_t *__restrict__ t,
                                           const int64_t *__restrict__ values,
                                           const int64_t *__restrict__ es, int64_t count,
                                           bool *__restrict__ is_equals,
                                           int64_t *__restrict__ kepts, Failure *failure)
{
    if (has_failed(failure))
        return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        const int64_t n = ns[t[i]];
        const bool is_equal = n == 0;
        is_equals[i] = is_equal;
        kepts[i] = is_equal ? 0 : values[(uint64_t)es[i] - ns[t[i]] + ((uint64_t)n - 1)];
    }
}

// quicksort.fut:20: let less = filter (< pivot) xs
// rules: segscan-is-scanomap, F10-filter, distribute, descend, F16-call, F8-if,
//   distribute-irregular, F3-replicate, expand-fill, total-of-scan, total-of-all
//
//   segmap@chain <#i_16 < count_5> {
//     values_5 = kepts[i_16]
//     t_39 = prefix (+) 0i64 values_5
//     in t_39
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_es_3(const int64_t *__restrict__ kepts, int64_t count, int64_t *__restrict__ es,
               int64_t *__restrict__ t, uint64_t *states, int64_t *sums, int64_t *prefixes,
               Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const Tiles<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count && tile > 0)
            return;
        const int size = (int)min(count - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size)
                item = kepts[i];
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = scan_before<int64_t, add>(fold, 0, &total);
        const int64_t prefix = prefix_of<int64_t, add>(tiles, tile, 0, total, 0, 0);

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
                es[i] = sum;
        }

        // The last tile knows what all elements come to.
        if (start + size == count && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *t = sum;
        }
    }
}

// quicksort.fut:20: let less = filter (< pivot) xs
// rules: recompute, F10-filter, scatter-is-scatomap, scatter-map, distribute, descend, F16-call,
//   F8-if, distribute-irregular, F12-scatter, expand-scatter, drop-unused, segput-is-scatomap
//
//   segput@thread <i_17 count_7 x_11 in is_2 values_6 copied> values_8 {
//     #[unchecked] pivot_2 = pivots[i_17]
//     is_less_2 = x_11 < pivot_2
//     chosen = if is_less_2 then count_7 - 1i64 else -1i64
//     #[unchecked] ls = kepts[i_17]
//     #[unchecked] end = es_2[i_17]
//     t_41 = end - ls
//     k_7 = t_41 + chosen
//     t_42 = 0i64 <= chosen
//     t_43 = chosen < ls
//     ok = t_42 && t_43
//     ts_2 = if ok then k_7 else -1i64
//     in ts_2 x_11
//   }
//
// One thread writes one value; an index out of range is skipped.
static __global__ void quicksort_values_2(const int32_t *__restrict__ copied,
                                          const int32_t *__restrict__ pivots,
                                          const int64_t *__restrict__ values,
                                          const int64_t *__restrict__ kepts,
                                          const int64_t *__restrict__ es,
                                          const int64_t *__restrict__ es_2, int64_t t_on_host,
                                          int64_t t_on_host_2, int64_t count,
                                          int32_t *__restrict__ values_2, Failure *failure)
{
    if (has_failed(failure))
        return;
    __shared__ int64_t ends_here[ROWS_AT_ONCE];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const Rows rows = rows_between(es_2, count, first_here,
                                   min(first_here + blockDim.x, t_on_host_2), ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t_on_host_2) {
        const int64_t row = row_of(rows, i);
        const int32_t x = copied[i];
        const int32_t pivot = pivots[row];
        const int64_t chosen = x < pivot ? (int64_t)((uint64_t)values[i] - 1) : -1;
        const int64_t ls = kepts[row];
        const int64_t at = 0 <= chosen && chosen < ls ? (int64_t)((uint64_t)es[row] - ls + chosen)
            : -1;
        if (0 <= at && at < t_on_host)
            values_2[at] = x;
    }
}

// quicksort.fut:22: let more = filter (> pivot) xs
// rules: scan-is-scanomap, scan-map, distribute, descend, F16-call, F8-if, distribute-irregular,
//   F1-scan, expand-scan, segscan-is-scanomap, scan-in-chain
//
//   segscan@chain <i_18 j_1 x_12 in is_2 js copied> (\flag_5 x_13 flag_6 y_8 -> {
//     either_6 = flag_5 || flag_6
//     t_44 = if flag_6 then y_8 else x_13 + y_8
//     in either_6 t_44
//   }) false 0i64 {
//     #[unchecked] pivot_3 = pivots[i_18]
//     f_2 = j_1 == 0i64
//     is_more = x_12 > pivot_3
//     flag_7 = i64.bool is_more
//     in f_2 flag_7
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_values_3(const int32_t *__restrict__ pivots, const int32_t *__restrict__ copied,
                   const int64_t *__restrict__ es, int64_t t_on_host, int64_t count,
                   int64_t *__restrict__ values, uint64_t *states, Values_4 *sums,
                   Values_4 *prefixes, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_16;
    __shared__ Values_4 items[tile_size];
    __shared__ int64_t ends_here[ROWS_AT_ONCE];
    Values_4 *const own = items + threadIdx.x * ITEMS_16;
    const Tiles<Values_4> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= t_on_host)
            return;
        const int size = (int)min(t_on_host - start, (int64_t)tile_size);
        const Rows rows = rows_between(es, count, start, start + size, ends_here);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_16; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            Values_4 item = Values_4{ false, 0 };
            if (at < size) {
                const int64_t row = row_of(rows, i);
                const int64_t first_2 = start_of(rows, row);
                const int32_t pivot = pivots[row];
                item = Values_4{ i - first_2 == 0, (int64_t)(copied[i] > pivot) };
            }
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        Values_4 fold = own[0], total;
        for (int turn = 1; turn < ITEMS_16; turn++)
            fold = combine_values_4(fold, own[turn]);
        const Values_4 before = scan_before<Values_4, combine_values_4>(fold, Values_4{ false, 0 },
            &total);
        const Values_4 prefix = prefix_of<Values_4, combine_values_4>(tiles, tile, 0, total,
            Values_4{ false, 0 }, Values_4{ false, 0 });

        // Scan: each thread its own elements, beginning with all that lies before them.
        fold = combine_values_4(prefix, before);
        for (int turn = 0; turn < ITEMS_16; turn++)
            own[turn] = fold = combine_values_4(fold, own[turn]);
        __syncthreads();

        // Store: neighbouring threads write neighbouring elements.
        for (int turn = 0; turn < ITEMS_16; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            const Values_4 sum = items[at];
            if (at < size)
                values[i] = sum.values;
        }
    }
}

// quicksort.fut:22: let more = filter (> pivot) xs
// rules: segmap, row-is-slice, lengths-in-scan, segscan-is-scanomap, F10-filter, distribute,
//   descend, F16-call, F8-if, distribute-irregular, F3-replicate, expand-fill, total-of-scan,
//   total-of-all
//
//   segmap@chain <#i_19 < count_5> {
//     is_equal_1 = is_equals[i_19]
//     #[unchecked] t_46 = es_1[i_19]
//     n_5 = some_1[i_19]
//     t_47 = t_46 - n_5
//     v_1 = if is_equal_1 then 0i64 else {
//       diff_3 = n_5 - 1i64
//       t_48 = t_47 + diff_3
//       #[unchecked] count_8 = values_10[t_48]
//       in count_8
//     }
//     t_49 = prefix (+) 0i64 v_1
//     in t_49 v_1
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_kepts(const bool *__restrict__ is_equals, const int64_t *__restrict__ ns,
                const int64_t *__restrict__ t, const int64_t *__restrict__ values,
                const int64_t *__restrict__ es, int64_t count, int64_t *__restrict__ es_2,
                int64_t *__restrict__ kepts, int64_t *__restrict__ t_2, uint64_t *states,
                int64_t *sums, int64_t *prefixes, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const Tiles<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count && tile > 0)
            return;
        const int size = (int)min(count - start, (int64_t)tile_size);

        int64_t v[ITEMS_8];
        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const bool is_equal = is_equals[i];
                const int64_t n = ns[t[i]];
                const int64_t v_2 = is_equal ? 0 : values[(uint64_t)es[i] - n + ((uint64_t)n - 1)];
                item = v_2;
                v[turn] = v_2;
            }
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = scan_before<int64_t, add>(fold, 0, &total);
        const int64_t prefix = prefix_of<int64_t, add>(tiles, tile, 0, total, 0, 0);

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
                es_2[i] = sum;
                kepts[i] = v[turn];
            }
        }

        // The last tile knows what all elements come to.
        if (start + size == count && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *t_2 = sum;
        }
    }
}

// quicksort.fut:22: let more = filter (> pivot) xs
// rules: recompute, F10-filter, scatter-is-scatomap, scatter-map, distribute, descend, F16-call,
//   F8-if, distribute-irregular, F12-scatter, expand-scatter, drop-unused, segput-is-scatomap
//
//   segput@thread <i_20 count_9 x_15 in is_2 values_11 copied> values_13 {
//     #[unchecked] pivot_4 = pivots[i_20]
//     is_more_1 = x_15 > pivot_4
//     chosen_1 = if is_more_1 then count_9 - 1i64 else -1i64
//     #[unchecked] ls_1 = kepts_1[i_20]
//     #[unchecked] end_1 = es_4[i_20]
//     t_51 = end_1 - ls_1
//     k_8 = t_51 + chosen_1
//     t_52 = 0i64 <= chosen_1
//     t_53 = chosen_1 < ls_1
//     ok_1 = t_52 && t_53
//     ts_3 = if ok_1 then k_8 else -1i64
//     in ts_3 x_15
//   }
//
// One thread writes one value; an index out of range is skipped.
static __global__ void quicksort_values_4(const int32_t *__restrict__ copied,
                                          const int32_t *__restrict__ pivots,
                                          const int64_t *__restrict__ values,
                                          const int64_t *__restrict__ kepts,
                                          const int64_t *__restrict__ es,
                                          const int64_t *__restrict__ es_2, int64_t t_on_host,
                                          int64_t t_on_host_2, int64_t count,
                                          int32_t *__restrict__ values_2, Failure *failure)
{
    if (has_failed(failure))
        return;
    __shared__ int64_t ends_here[ROWS_AT_ONCE];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const Rows rows = rows_between(es_2, count, first_here,
                                   min(first_here + blockDim.x, t_on_host_2), ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t_on_host_2) {
        const int64_t row = row_of(rows, i);
        const int32_t x = copied[i];
        const int32_t pivot = pivots[row];
        const int64_t chosen = x > pivot ? (int64_t)((uint64_t)values[i] - 1) : -1;
        const int64_t ls = kepts[row];
        const int64_t at = 0 <= chosen && chosen < ls ? (int64_t)((uint64_t)es[row] - ls + chosen)
            : -1;
        if (0 <= at && at < t_on_host)
            values_2[at] = x;
    }
}

// quicksort.fut:26: entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
// rules: distribute, descend, F16-call
//
//   [top_8]
//
// One thread computes this, on the device where its operands are.
static __global__ void quicksort_t(int64_t top, int64_t *__restrict__ t, Failure *failure)
{
    if (has_failed(failure))
        return;
    t[0] = top;
}

// quicksort.fut:26: entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
// rules: distribute, descend, F16-call
//
//   [top_9]
//
// One thread computes this, on the device where its operands are.
static __global__ void quicksort_t_2(int64_t top, int64_t *__restrict__ t, Failure *failure)
{
    if (has_failed(failure))
        return;
    t[0] = top;
}

// quicksort.fut:26: entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
// rules: distribute, descend, F16-call
//
//   [top_10]
//
// One thread computes this, on the device where its operands are.
static __global__ void quicksort_t_3(int64_t top, int64_t *__restrict__ t, Failure *failure)
{
    if (has_failed(failure))
        return;
    t[0] = top;
}

// quicksort.fut:26: entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
// rules: distribute, descend, F16-call
//
//   [top_11]
//
// One thread computes this, on the device where its operands are.
static __global__ void quicksort_t_4(int64_t top, int64_t *__restrict__ t, Failure *failure)
{
    if (has_failed(failure))
        return;
    t[0] = top;
}

// quicksort.fut:26: entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
// rules: distribute, descend, F16-call
//
//   [top_12]
//
// One thread computes this, on the device where its operands are.
static __global__ void quicksort_t_5(int64_t top, int64_t *__restrict__ t, Failure *failure)
{
    if (has_failed(failure))
        return;
    t[0] = top;
}

// quicksort.fut:26: entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
// rules: distribute, descend, F16-call
//
//   [top_13]
//
// One thread computes this, on the device where its operands are.
static __global__ void quicksort_t_6(int64_t top, int64_t *__restrict__ t, Failure *failure)
{
    if (has_failed(failure))
        return;
    t[0] = top;
}

// quicksort.fut:26: entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
// rules: distribute, descend, F16-call
//
//   [top_14]
//
// One thread computes this, on the device where its operands are.
static __global__ void quicksort_t_7(int64_t top, int64_t *__restrict__ t, Failure *failure)
{
    if (has_failed(failure))
        return;
    t[0] = top;
}

// quicksort.fut:26: entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
// rules: distribute, descend, F16-call
//
//   [top_15]
//
// One thread computes this, on the device where its operands are.
static __global__ void quicksort_t_8(int64_t top, int64_t *__restrict__ t, Failure *failure)
{
    if (has_failed(failure))
        return;
    t[0] = top;
}

// quicksort.fut:26: entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
// rules: distribute, descend, F16-call
//
//   [count_1]
//
// One thread computes this, on the device where its operands are.
static __global__ void quicksort_t_9(int64_t count, int64_t *__restrict__ t, Failure *failure)
{
    if (has_failed(failure))
        return;
    t[0] = count;
}

// quicksort.fut:26: entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
// rules: distribute, descend, F16-call
//
//   [total_2]
//
// One thread computes this, on the device where its operands are.
static __global__ void quicksort_t_10(int64_t total, int64_t *__restrict__ t, Failure *failure)
{
    if (has_failed(failure))
        return;
    t[0] = total;
}

// quicksort.fut:26: entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
// rules: distribute, descend, F16-call
//
//   [count_2]
//
// One thread computes this, on the device where its operands are.
static __global__ void quicksort_t_11(int64_t count_on_host, int64_t *__restrict__ t,
                                      Failure *failure)
{
    if (has_failed(failure))
        return;
    t[0] = count_on_host;
}

// quicksort.fut:26: entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
// rules: distribute, descend, F16-call
//
//   [count_3]
//
// One thread computes this, on the device where its operands are.
static __global__ void quicksort_t_12(int64_t count, int64_t *__restrict__ t, Failure *failure)
{
    if (has_failed(failure))
        return;
    t[0] = count;
}

// quicksort.fut:26: entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
// rules: distribute, descend, F16-call
//
//   [count_4]
//
// One thread computes this, on the device where its operands are.
static __global__ void quicksort_t_13(int64_t count_on_host, int64_t *__restrict__ t,
                                      Failure *failure)
{
    if (has_failed(failure))
        return;
    t[0] = count_on_host;
}

// quicksort.fut:26: entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
// rules: distribute, descend, F16-call
//
//   [count_5]
//
// One thread computes this, on the device where its operands are.
static __global__ void quicksort_t_14(int64_t count, int64_t *__restrict__ t, Failure *failure)
{
    if (has_failed(failure))
        return;
    t[0] = count;
}

// quicksort.fut:26: entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
// rules: distribute, descend, F16-call
//
//   [t_38]
//
// One thread computes this, on the device where its operands are.
static __global__ void quicksort_t_15(int64_t t_on_host, int64_t *__restrict__ t, Failure *failure)
{
    if (has_failed(failure))
        return;
    t[0] = t_on_host;
}

// quicksort.fut:26: entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
// rules: distribute, descend, F16-call
//
//   [t_45]
//
// One thread computes this, on the device where its operands are.
static __global__ void quicksort_t_16(int64_t t_on_host, int64_t *__restrict__ t, Failure *failure)
{
    if (has_failed(failure))
        return;
    t[0] = t_on_host;
}

// quicksort.fut:26: entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
// rules: distribute, descend, F16-call
//
//   begins_9[depth_4]
//
// One thread computes this, on the device where its operands are.
static __global__ void quicksort_begin(const int64_t *__restrict__ begins, int64_t depth,
                                       int64_t *__restrict__ begin, Failure *failure)
{
    if (has_failed(failure))
        return;
    const int64_t begin_2 = begins[depth];
    *begin = begin_2;
}

// quicksort.fut:26: entry main [m] (xss: [m][..]i32): [m][..]i32 = map quicksort xss
// rules: distribute, descend, F16-call, ends-of-irreg, segscan-is-scanomap, scan-in-chain
//
//   segscan@chain <n_6 in ns_3> (+) 0i64 n_6
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_ends(const int64_t *__restrict__ ns, int64_t count, int64_t *__restrict__ ends,
               uint64_t *states, int64_t *sums, int64_t *prefixes, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const Tiles<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count)
            return;
        const int size = (int)min(count - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size)
                item = ns[i];
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = scan_before<int64_t, add>(fold, 0, &total);
        const int64_t prefix = prefix_of<int64_t, add>(tiles, tile, 0, total, 0, 0);

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

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: segscan-is-scanomap, distribute, descend, F16-call, distribute-irregular, F8-if, segmap,
//   rows-of-views, expand-map, total-of-scan, total-of-all
//
//   segmap@chain <#i_21 < count_13> {
//     values_17 = some_3[i_21]
//     t_85 = prefix (+) 0i64 values_17
//     in t_85
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_es_4(const int64_t *__restrict__ all_ns, const int64_t *__restrict__ all_rows_2,
               int64_t begin_on_host, int64_t begin_on_host_2, int64_t count_on_host,
               int64_t *__restrict__ es, int64_t *__restrict__ t, uint64_t *states, int64_t *sums,
               int64_t *prefixes, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const Tiles<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count_on_host && tile > 0)
            return;
        const int size = (int)min(count_on_host - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size)
                item = all_ns[begin_on_host + all_rows_2[begin_on_host_2 + i]];
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = scan_before<int64_t, add>(fold, 0, &total);
        const int64_t prefix = prefix_of<int64_t, add>(tiles, tile, 0, total, 0, 0);

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
                es[i] = sum;
        }

        // The last tile knows what all elements come to.
        if (start + size == count_on_host && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *t = sum;
        }
    }
}

// quicksort.fut:21: let same = filter (== pivot) xs
// rules: segscan-is-scanomap, scan-is-scanomap, scan-map, distribute, descend, F16-call, F8-if,
//   distribute-irregular, F1-scan, expand-scan, total-of-scan, total-of-all
//
//   segmap@chain <#i_22 < count_14> {
//     values_18 = some_2[i_22]
//     t_87 = prefix (+) 0i64 values_18
//     in t_87
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_es_5(const int64_t *__restrict__ all_ns, const int64_t *__restrict__ all_rows_2,
               int64_t begin_on_host, int64_t begin_on_host_2, int64_t count_on_host,
               int64_t *__restrict__ es, int64_t *__restrict__ t, uint64_t *states, int64_t *sums,
               int64_t *prefixes, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const Tiles<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count_on_host && tile > 0)
            return;
        const int size = (int)min(count_on_host - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size)
                item = all_ns[begin_on_host + all_rows_2[begin_on_host_2 + i]];
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = scan_before<int64_t, add>(fold, 0, &total);
        const int64_t prefix = prefix_of<int64_t, add>(tiles, tile, 0, total, 0, 0);

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
                es[i] = sum;
        }

        // The last tile knows what all elements come to.
        if (start + size == count_on_host && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *t = sum;
        }
    }
}

// quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// rules: segscan-is-scanomap, distribute, descend, F16-call, F8-if, distribute-irregular, segmap,
//   rows-of-views, expand-map, total-of-scan, total-of-all
//
//   segmap@chain <#i_23 < count_14> {
//     t_89 = begin_3 + i_23
//     #[unchecked] values_19 = all_kepts_2[t_89]
//     t_90 = prefix (+) 0i64 values_19
//     in t_90
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_es_6(const int64_t *__restrict__ all_kepts, int64_t begin_on_host, int64_t count_on_host,
               int64_t *__restrict__ es, int64_t *__restrict__ t, uint64_t *states, int64_t *sums,
               int64_t *prefixes, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const Tiles<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count_on_host && tile > 0)
            return;
        const int size = (int)min(count_on_host - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size)
                item = all_kepts[(uint64_t)begin_on_host + i];
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = scan_before<int64_t, add>(fold, 0, &total);
        const int64_t prefix = prefix_of<int64_t, add>(tiles, tile, 0, total, 0, 0);

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
                es[i] = sum;
        }

        // The last tile knows what all elements come to.
        if (start + size == count_on_host && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *t = sum;
        }
    }
}

// quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// rules: distribute, descend, F16-call, F8-if, distribute-irregular, segmap, rows-of-views,
//   expand-map
//
//   segmap@thread <i_24 j_2 in is_5 js_3> {
//     #[unchecked] t_91 = es_8[i_24]
//     t_92 = begin_3 + i_24
//     #[unchecked] t_93 = all_kepts_2[t_92]
//     t_94 = t_91 - t_93
//     #[unchecked] quicksort_of_sum = t_82[t_94 :+ t_93 * 1]
//     #[unchecked] row_1 = quicksort_of_sum :> [t_93]i32
//     #[unchecked] v_2 = row_1[j_2]
//     in v_2
//   }
//
// One thread computes one element.
static __global__ void quicksort_map_4(const int64_t *__restrict__ all_kepts,
                                       const int32_t *__restrict__ results,
                                       const int64_t *__restrict__ es, int64_t begin_on_host,
                                       int64_t t_on_host, int64_t count_on_host,
                                       int32_t *__restrict__ rowss, Failure *failure)
{
    if (has_failed(failure))
        return;
    __shared__ int64_t ends_here[ROWS_AT_ONCE];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const Rows rows = rows_between(es, count_on_host, first_here,
                                   min(first_here + blockDim.x, t_on_host), ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t_on_host) {
        const int64_t row = row_of(rows, i);
        const int64_t first = start_of(rows, row);
        const int64_t t = all_kepts[(uint64_t)begin_on_host + row];
        rowss[i] = results[(int64_t)((uint64_t)end_of(rows, row) - t) + (i - first)];
    }
}

// quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// rules: segscan-is-scanomap, distribute, descend, F16-call, F8-if, distribute-irregular, segmap,
//   rows-of-views, expand-map, total-of-scan, total-of-all
//
//   segmap@chain <#i_25 < count_14> {
//     t_96 = begin_3 + i_25
//     #[unchecked] values_20 = all_kepts_3[t_96]
//     t_97 = prefix (+) 0i64 values_20
//     in t_97
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_es_7(const int64_t *__restrict__ all_kepts, int64_t begin_on_host, int64_t count_on_host,
               int64_t *__restrict__ es, int64_t *__restrict__ t, uint64_t *states, int64_t *sums,
               int64_t *prefixes, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const Tiles<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count_on_host && tile > 0)
            return;
        const int size = (int)min(count_on_host - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size)
                item = all_kepts[(uint64_t)begin_on_host + i];
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = scan_before<int64_t, add>(fold, 0, &total);
        const int64_t prefix = prefix_of<int64_t, add>(tiles, tile, 0, total, 0, 0);

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
                es[i] = sum;
        }

        // The last tile knows what all elements come to.
        if (start + size == count_on_host && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *t = sum;
        }
    }
}

// quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// rules: distribute, descend, F16-call, F8-if, distribute-irregular, segmap, rows-of-views,
//   expand-map
//
//   segmap@thread <i_26 j_3 in is_6 js_4> {
//     #[unchecked] t_98 = es_9[i_26]
//     t_99 = begin_3 + i_26
//     #[unchecked] t_100 = all_kepts_3[t_99]
//     t_101 = t_98 - t_100
//     #[unchecked] quicksort_of_sum_1 = t_83[t_101 :+ t_100 * 1]
//     #[unchecked] row_2 = quicksort_of_sum_1 :> [t_100]i32
//     #[unchecked] v_3 = row_2[j_3]
//     in v_3
//   }
//
// One thread computes one element.
static __global__ void quicksort_map_5(const int64_t *__restrict__ all_kepts,
                                       const int32_t *__restrict__ results,
                                       const int64_t *__restrict__ es, int64_t begin_on_host,
                                       int64_t begin, int64_t t_on_host, int64_t count_on_host,
                                       int32_t *__restrict__ rowss, Failure *failure)
{
    if (has_failed(failure))
        return;
    __shared__ int64_t ends_here[ROWS_AT_ONCE];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const Rows rows = rows_between(es, count_on_host, first_here,
                                   min(first_here + blockDim.x, t_on_host), ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t_on_host) {
        const int64_t row = row_of(rows, i);
        const int64_t first = start_of(rows, row);
        const int64_t t = all_kepts[(uint64_t)begin_on_host + row];
        rowss[i] = results[begin + (int64_t)((uint64_t)end_of(rows, row) - t) + (i - first)];
    }
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: segmap, rows-of-views, ends-of-irreg, segscan-is-scanomap, distribute, descend, F16-call,
//   distribute-irregular, F8-if, expand-map, total-of-scan, total-of-all
//
//   segmap@chain <#i_27 < count_12> {
//     t_102 = begin + i_27
//     #[unchecked] values_21 = all_ns_1[t_102]
//     t_103 = prefix (+) 0i64 values_21
//     in t_103
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_total(const int64_t *__restrict__ all_ns, int64_t begin_on_host, int64_t count_on_host,
                int64_t *__restrict__ us, int64_t *__restrict__ total_2, uint64_t *states,
                int64_t *sums, int64_t *prefixes, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const Tiles<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count_on_host && tile > 0)
            return;
        const int size = (int)min(count_on_host - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size)
                item = all_ns[(uint64_t)begin_on_host + i];
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = scan_before<int64_t, add>(fold, 0, &total);
        const int64_t prefix = prefix_of<int64_t, add>(tiles, tile, 0, total, 0, 0);

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
                us[i] = sum;
        }

        // The last tile knows what all elements come to.
        if (start + size == count_on_host && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *total_2 = sum;
        }
    }
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: distribute, descend, F16-call, distribute-irregular, F8-if, segmap, rows-of-views,
//   expand-map
//
//   segmap@thread <i_28 j_4 in is_3 js_1> {
//     t_104 = begin_2 + i_28
//     #[unchecked] t_105 = all_rows_6[t_104]
//     #[unchecked] t_106 = us_1[t_105]
//     t_107 = begin + t_105
//     #[unchecked] t_108 = all_ns_1[t_107]
//     t_109 = t_106 - t_108
//     t_110 = t_109 + j_4
//     t_111 = begin_1 + t_110
//     #[unchecked] v_4 = all_t_3[t_111]
//     in v_4
//   }
//
// One thread computes one element.
static __global__ void quicksort_map_6(const int64_t *__restrict__ all_rows_2,
                                       const int32_t *__restrict__ all_t,
                                       const int64_t *__restrict__ begin,
                                       const int64_t *__restrict__ us,
                                       const int64_t *__restrict__ all_ns,
                                       const int64_t *__restrict__ es, int64_t begin_on_host,
                                       int64_t begin_on_host_2, int64_t t_on_host,
                                       int64_t count_on_host, int32_t *__restrict__ ass,
                                       Failure *failure)
{
    if (has_failed(failure))
        return;
    __shared__ int64_t ends_here[ROWS_AT_ONCE];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const Rows rows = rows_between(es, count_on_host, first_here,
                                   min(first_here + blockDim.x, t_on_host), ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t_on_host) {
        const int64_t row = row_of(rows, i);
        const int64_t first = start_of(rows, row);
        const int64_t t = all_rows_2[(uint64_t)begin_on_host + row];
        ass[i] = all_t[*begin
                       + ((uint64_t)us[t] - all_ns[(uint64_t)begin_on_host_2 + t] + (i - first))];
    }
}

// quicksort.fut:21: let same = filter (== pivot) xs
// rules: scan-is-scanomap, scan-map, distribute, descend, F16-call, F8-if, distribute-irregular,
//   F1-scan, expand-scan
//
//   segmap@thread <row_3 place_1 in is_4 js_2> {
//     t_112 = begin_3 + row_3
//     #[unchecked] t_113 = all_rows_7[t_112]
//     #[unchecked] t_114 = us_1[t_113]
//     t_115 = begin + t_113
//     #[unchecked] t_116 = all_ns_1[t_115]
//     t_117 = t_114 - t_116
//     t_118 = t_117 + place_1
//     t_119 = begin_1 + t_118
//     #[unchecked] element_1 = all_t_3[t_119]
//     in element_1
//   }
//
// One thread computes one element.
static __global__ void quicksort_copied_2(const int64_t *__restrict__ all_rows_2,
                                          const int32_t *__restrict__ all_t,
                                          const int64_t *__restrict__ begin,
                                          const int64_t *__restrict__ us,
                                          const int64_t *__restrict__ all_ns,
                                          const int64_t *__restrict__ es, int64_t begin_on_host,
                                          int64_t begin_on_host_2, int64_t t_on_host,
                                          int64_t count_on_host, int32_t *__restrict__ copied,
                                          Failure *failure)
{
    if (has_failed(failure))
        return;
    __shared__ int64_t ends_here[ROWS_AT_ONCE];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const Rows rows = rows_between(es, count_on_host, first_here,
                                   min(first_here + blockDim.x, t_on_host), ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t_on_host) {
        const int64_t row = row_of(rows, i);
        const int64_t first = start_of(rows, row);
        const int64_t t = all_rows_2[(uint64_t)begin_on_host + row];
        const int32_t element = all_t[*begin
                                      + ((uint64_t)us[t] - all_ns[(uint64_t)begin_on_host_2 + t]
                                         + (i - first))];
        copied[i] = element;
    }
}

// quicksort.fut:21: let same = filter (== pivot) xs
// rules: scan-is-scanomap, scan-map, distribute, descend, F16-call, F8-if, distribute-irregular,
//   F1-scan, expand-scan, segscan-is-scanomap, scan-in-chain
//
//   segscan@chain <i_29 j_5 x_22 in is_4 js_2 copied_1> (\flag_8 x_23 flag_9 y_16 -> {
//     either_7 = flag_8 || flag_9
//     t_120 = if flag_9 then y_16 else x_23 + y_16
//     in either_7 t_120
//   }) false 0i64 {
//     t_121 = begin_3 + i_29
//     #[unchecked] pivot_5 = all_pivots_1[t_121]
//     f_3 = j_5 == 0i64
//     is_equal_2 = x_22 == pivot_5
//     flag_10 = i64.bool is_equal_2
//     in f_3 flag_10
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_values_5(const int32_t *__restrict__ all_pivots, const int32_t *__restrict__ copied,
                   const int64_t *__restrict__ es, int64_t begin_on_host, int64_t t_on_host,
                   int64_t count_on_host, int64_t *__restrict__ values, uint64_t *states,
                   Values_4 *sums, Values_4 *prefixes, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_16;
    __shared__ Values_4 items[tile_size];
    __shared__ int64_t ends_here[ROWS_AT_ONCE];
    Values_4 *const own = items + threadIdx.x * ITEMS_16;
    const Tiles<Values_4> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= t_on_host)
            return;
        const int size = (int)min(t_on_host - start, (int64_t)tile_size);
        const Rows rows = rows_between(es, count_on_host, start, start + size, ends_here);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_16; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            Values_4 item = Values_4{ false, 0 };
            if (at < size) {
                const int64_t row = row_of(rows, i);
                const int64_t first_2 = start_of(rows, row);
                const int32_t pivot = all_pivots[(uint64_t)begin_on_host + row];
                item = Values_4{ i - first_2 == 0, (int64_t)(copied[i] == pivot) };
            }
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        Values_4 fold = own[0], total;
        for (int turn = 1; turn < ITEMS_16; turn++)
            fold = combine_values_4(fold, own[turn]);
        const Values_4 before = scan_before<Values_4, combine_values_4>(fold, Values_4{ false, 0 },
            &total);
        const Values_4 prefix = prefix_of<Values_4, combine_values_4>(tiles, tile, 0, total,
            Values_4{ false, 0 }, Values_4{ false, 0 });

        // Scan: each thread its own elements, beginning with all that lies before them.
        fold = combine_values_4(prefix, before);
        for (int turn = 0; turn < ITEMS_16; turn++)
            own[turn] = fold = combine_values_4(fold, own[turn]);
        __syncthreads();

        // Store: neighbouring threads write neighbouring elements.
        for (int turn = 0; turn < ITEMS_16; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            const Values_4 sum = items[at];
            if (at < size)
                values[i] = sum.values;
        }
    }
}

// quicksort.fut:21: let same = filter (== pivot) xs
// rules: segmap, row-is-slice, lengths-in-scan, segscan-is-scanomap, F10-filter, distribute,
//   descend, F16-call, F8-if, distribute-irregular, F3-replicate, expand-fill, total-of-scan,
//   total-of-all
//
//   segmap@chain <#i_30 < count_14> {
//     t_123 = begin_3 + i_30
//     #[unchecked] is_equal_3 = all_is_equals_1[t_123]
//     #[unchecked] t_124 = es_7[i_30]
//     n_7 = some_2[i_30]
//     t_125 = t_124 - n_7
//     v_5 = if is_equal_3 then 0i64 else {
//       diff_5 = n_7 - 1i64
//       t_126 = t_125 + diff_5
//       #[unchecked] count_16 = values_22[t_126]
//       in count_16
//     }
//     t_127 = prefix (+) 0i64 v_5
//     in t_127 v_5
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_kepts_2(const bool *__restrict__ all_is_equals, const int64_t *__restrict__ all_ns,
                  const int64_t *__restrict__ all_rows_2, const int64_t *__restrict__ values,
                  const int64_t *__restrict__ es, int64_t begin_on_host, int64_t begin_on_host_2,
                  int64_t count_on_host, int64_t *__restrict__ es_2, int64_t *__restrict__ kepts,
                  int64_t *__restrict__ t, uint64_t *states, int64_t *sums, int64_t *prefixes,
                  Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const Tiles<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count_on_host && tile > 0)
            return;
        const int size = (int)min(count_on_host - start, (int64_t)tile_size);

        int64_t v[ITEMS_8];
        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const bool is_equal = all_is_equals[(uint64_t)begin_on_host + i];
                const int64_t n = all_ns[begin_on_host_2 + all_rows_2[begin_on_host + i]];
                const int64_t v_2 = is_equal ? 0 : values[(uint64_t)es[i] - n + ((uint64_t)n - 1)];
                item = v_2;
                v[turn] = v_2;
            }
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = scan_before<int64_t, add>(fold, 0, &total);
        const int64_t prefix = prefix_of<int64_t, add>(tiles, tile, 0, total, 0, 0);

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
                es_2[i] = sum;
                kepts[i] = v[turn];
            }
        }

        // The last tile knows what all elements come to.
        if (start + size == count_on_host && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *t = sum;
        }
    }
}

// quicksort.fut:21: let same = filter (== pivot) xs
// rules: recompute, F10-filter, scatter-is-scatomap, scatter-map, distribute, descend, F16-call,
//   F8-if, distribute-irregular, F12-scatter, expand-scatter, drop-unused, segput-is-scatomap
//
//   segput@thread <i_31 count_17 x_25 in is_4 values_23 copied_1> values_25 {
//     t_129 = begin_3 + i_31
//     #[unchecked] pivot_6 = all_pivots_1[t_129]
//     is_equal_4 = x_25 == pivot_6
//     chosen_2 = if is_equal_4 then count_17 - 1i64 else -1i64
//     #[unchecked] ls_2 = kepts_2[i_31]
//     #[unchecked] end_2 = es_10[i_31]
//     t_130 = end_2 - ls_2
//     k_9 = t_130 + chosen_2
//     t_131 = 0i64 <= chosen_2
//     t_132 = chosen_2 < ls_2
//     ok_2 = t_131 && t_132
//     ts_4 = if ok_2 then k_9 else -1i64
//     in ts_4 x_25
//   }
//
// One thread writes one value; an index out of range is skipped.
static __global__ void quicksort_scatter(const int32_t *__restrict__ copied,
                                         const int32_t *__restrict__ all_pivots,
                                         const int64_t *__restrict__ values,
                                         const int64_t *__restrict__ kepts,
                                         const int64_t *__restrict__ es,
                                         const int64_t *__restrict__ es_2, int64_t begin_on_host,
                                         int64_t t_on_host, int64_t t_on_host_2,
                                         int64_t count_on_host, int32_t *__restrict__ values_2,
                                         Failure *failure)
{
    if (has_failed(failure))
        return;
    __shared__ int64_t ends_here[ROWS_AT_ONCE];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const Rows rows = rows_between(es_2, count_on_host, first_here,
                                   min(first_here + blockDim.x, t_on_host_2), ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t_on_host_2) {
        const int64_t row = row_of(rows, i);
        const int32_t x = copied[i];
        const int32_t pivot = all_pivots[(uint64_t)begin_on_host + row];
        const int64_t chosen = x == pivot ? (int64_t)((uint64_t)values[i] - 1) : -1;
        const int64_t ls = kepts[row];
        const int64_t at = 0 <= chosen && chosen < ls ? (int64_t)((uint64_t)es[row] - ls + chosen)
            : -1;
        if (0 <= at && at < t_on_host)
            values_2[at] = x;
    }
}

// quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// rules: distribute, descend, F16-call, F8-if, distribute-irregular, segmap, rows-of-views,
//   row-is-slice
//
//   segmap@thread <kept_1 kept_2 in t_79 kepts_2 #i_32> {
//     t_133 = kept_2 + kept_1
//     in kept_1 t_133
//   }
//
// One thread computes one element.
static __global__ void quicksort_ts(const int64_t *__restrict__ all_kepts,
                                    const int64_t *__restrict__ kepts, int64_t begin_on_host,
                                    int64_t count_on_host, int64_t *__restrict__ ts,
                                    Failure *failure)
{
    if (has_failed(failure))
        return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count_on_host) {
        const int64_t kept = all_kepts[begin_on_host + i];
        ts[i] = (uint64_t)kepts[i] + kept;
    }
}

// quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// rules: segscan-is-scanomap, F14-append, distribute, descend, F16-call, F8-if,
//   distribute-irregular, F2-map, expand-map, total-of-scan, total-of-all
//
//   segmap@chain <#i_33 < count_14> {
//     values_26 = ts_5[i_33]
//     t_135 = prefix (+) 0i64 values_26
//     in t_135
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_es_8(const int64_t *__restrict__ ts, int64_t count_on_host, int64_t *__restrict__ es,
               int64_t *__restrict__ t, uint64_t *states, int64_t *sums, int64_t *prefixes,
               Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const Tiles<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count_on_host && tile > 0)
            return;
        const int size = (int)min(count_on_host - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size)
                item = ts[i];
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = scan_before<int64_t, add>(fold, 0, &total);
        const int64_t prefix = prefix_of<int64_t, add>(tiles, tile, 0, total, 0, 0);

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
                es[i] = sum;
        }

        // The last tile knows what all elements come to.
        if (start + size == count_on_host && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *t = sum;
        }
    }
}

// quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// rules: F14-append, distribute, descend, F16-call, F8-if, distribute-irregular, F2-map,
//   expand-map
//
//   segmap@thread <i_34 j_6 in is_7 js_5> {
//     #[unchecked] t_136 = es_10[i_34]
//     #[unchecked] t_137 = kepts_2[i_34]
//     t_138 = t_136 - t_137
//     #[unchecked] t_139 = es_8[i_34]
//     t_140 = begin_3 + i_34
//     #[unchecked] t_141 = all_kepts_2[t_140]
//     t_142 = t_139 - t_141
//     c_1 = j_6 < t_141
//     k_10 = j_6 - t_141
//     v_6 = if c_1 then {
//       t_143 = t_142 + j_6
//       #[unchecked] x_27 = rowss[t_143]
//       in x_27
//     } else {
//       t_144 = t_138 + k_10
//   ...
//
// One thread computes one element.
static __global__ void quicksort_map_7(const int64_t *__restrict__ all_kepts,
                                       const int32_t *__restrict__ rowss,
                                       const int64_t *__restrict__ es,
                                       const int32_t *__restrict__ values,
                                       const int64_t *__restrict__ es_2,
                                       const int64_t *__restrict__ kepts,
                                       const int64_t *__restrict__ es_3, int64_t begin_on_host,
                                       int64_t t_on_host, int64_t count_on_host,
                                       int32_t *__restrict__ joinedss, Failure *failure)
{
    if (has_failed(failure))
        return;
    __shared__ int64_t ends_here[ROWS_AT_ONCE];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const Rows rows = rows_between(es_3, count_on_host, first_here,
                                   min(first_here + blockDim.x, t_on_host), ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t_on_host) {
        const int64_t row = row_of(rows, i);
        const int64_t first = start_of(rows, row);
        const int64_t j = i - first;
        const int64_t t = all_kepts[(uint64_t)begin_on_host + row];
        joinedss[i] = j < t ? rowss[(uint64_t)es[row] - t + j]
            : values[(uint64_t)es_2[row] - kepts[row] + ((uint64_t)j - t)];
    }
}

// quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// rules: distribute, descend, F16-call, F8-if, distribute-irregular, segmap, rows-of-views,
//   row-is-slice
//
//   segmap@thread <kept_3 kept_4 kept_5 in t_79 kepts_2 t_80 #i_35> {
//     t_145 = kept_4 + kept_3
//     t_146 = t_145 + kept_5
//     t_147 = kept_5 + t_145
//     in kept_5 t_146 t_147
//   }
//
// One thread computes one element.
static __global__ void quicksort_ts_2(const int64_t *__restrict__ all_kepts,
                                      const int64_t *__restrict__ kepts,
                                      const int64_t *__restrict__ all_kepts_2,
                                      int64_t begin_on_host, int64_t count_on_host,
                                      int64_t *__restrict__ ts, int64_t *__restrict__ ts_2,
                                      Failure *failure)
{
    if (has_failed(failure))
        return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count_on_host) {
        const int64_t kept = all_kepts[begin_on_host + i];
        const int64_t t = (uint64_t)kepts[i] + all_kepts_2[begin_on_host + i];
        ts[i] = (uint64_t)t + kept;
        ts_2[i] = (uint64_t)kept + t;
    }
}

// quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// rules: segscan-is-scanomap, F14-append, distribute, descend, F16-call, F8-if,
//   distribute-irregular, F2-map, expand-map, total-of-scan, total-of-all
//
//   segmap@chain <#i_36 < count_14> {
//     values_27 = ts_7[i_36]
//     t_149 = prefix (+) 0i64 values_27
//     in t_149
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
quicksort_es_9(const int64_t *__restrict__ ts, int64_t count_on_host, int64_t *__restrict__ es,
               int64_t *__restrict__ t, uint64_t *states, int64_t *sums, int64_t *prefixes,
               Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const Tiles<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= count_on_host && tile > 0)
            return;
        const int size = (int)min(count_on_host - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size)
                item = ts[i];
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = scan_before<int64_t, add>(fold, 0, &total);
        const int64_t prefix = prefix_of<int64_t, add>(tiles, tile, 0, total, 0, 0);

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
                es[i] = sum;
        }

        // The last tile knows what all elements come to.
        if (start + size == count_on_host && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *t = sum;
        }
    }
}

// quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// rules: F14-append, distribute, descend, F16-call, F8-if, distribute-irregular, F2-map,
//   expand-map
//
//   segmap@thread <i_37 j_7 in is_8 js_6> {
//     #[unchecked] t_150 = es_12[i_37]
//     #[unchecked] t_151 = ts_5[i_37]
//     t_152 = t_150 - t_151
//     #[unchecked] t_153 = es_9[i_37]
//     t_154 = begin_3 + i_37
//     #[unchecked] t_155 = all_kepts_3[t_154]
//     t_156 = t_153 - t_155
//     #[unchecked] kept_6 = all_kepts_2[t_154]
//     #[unchecked] kept_7 = kepts_2[i_37]
//     t_157 = kept_7 + kept_6
//     c_2 = j_7 < t_157
//     k_11 = j_7 - t_157
//     v_7 = if c_2 then {
//       t_158 = t_152 + j_7
//       #[unchecked] x_29 = joinedss[t_158]
//   ...
//
// One thread computes one element.
static __global__ void quicksort_map_8(const int64_t *__restrict__ kepts,
                                       const int64_t *__restrict__ all_kepts,
                                       const int32_t *__restrict__ joinedss,
                                       const int64_t *__restrict__ es,
                                       const int64_t *__restrict__ ts,
                                       const int32_t *__restrict__ rowss,
                                       const int64_t *__restrict__ es_2,
                                       const int64_t *__restrict__ all_kepts_2,
                                       const int64_t *__restrict__ es_3, int64_t begin_on_host,
                                       int64_t t_on_host, int64_t count_on_host,
                                       int32_t *__restrict__ joinedss_2, Failure *failure)
{
    if (has_failed(failure))
        return;
    __shared__ int64_t ends_here[ROWS_AT_ONCE];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const Rows rows = rows_between(es_3, count_on_host, first_here,
                                   min(first_here + blockDim.x, t_on_host), ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t_on_host) {
        const int64_t row = row_of(rows, i);
        const int64_t first = start_of(rows, row);
        const int64_t j = i - first;
        const int64_t t = (uint64_t)begin_on_host + row;
        const int64_t t_2 = (uint64_t)kepts[row] + all_kepts[t];
        joinedss_2[i] = j < t_2 ? joinedss[(uint64_t)es[row] - ts[row] + j]
            : rowss[(uint64_t)es_2[row] - all_kepts_2[t] + ((uint64_t)j - t_2)];
    }
}

// quicksort.fut:24: in (sorted[0] ++ same ++ sorted[1]) :> [n]i32
// rules: distribute, descend, F16-call, F8-if, distribute-irregular, segmap, rows-of-views,
//   expand-map
//
//   segmap@thread <i_38 j_8 in is_4 js_2> {
//     #[unchecked] t_160 = es_13[i_38]
//     #[unchecked] t_161 = ts_7[i_38]
//     t_162 = t_160 - t_161
//     #[unchecked] n_8 = some_2[i_38]
//     #[unchecked] t_163 = ts_6[i_38]
//     #[unchecked] joined = joinedss_1[t_162 :+ t_161 * 1]
//     #[unchecked] joined_1 = joined :> [t_163]i32
//     joined_2 = joined_1 :> [n_8]i32
//     #[unchecked] v_8 = joined_2[j_8]
//     in v_8
//   }
//
// One thread computes one element.
static __global__ void quicksort_map_9(const int64_t *__restrict__ ts,
                                       const int64_t *__restrict__ ts_2,
                                       const int64_t *__restrict__ all_ns,
                                       const int64_t *__restrict__ all_rows_2,
                                       const int32_t *__restrict__ joinedss,
                                       const int64_t *__restrict__ es,
                                       const int64_t *__restrict__ es_2, int64_t begin_on_host,
                                       int64_t begin_on_host_2, int64_t t_on_host,
                                       int64_t count_on_host, Failure *failure,
                                       int32_t *__restrict__ ts_3)
{
    if (is_failing(failure))
        return;
    __shared__ int64_t ends_here[ROWS_AT_ONCE];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const Rows rows = rows_between(es_2, count_on_host, first_here,
                                   min(first_here + blockDim.x, t_on_host), ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t_on_host) {
        const int64_t row = row_of(rows, i);
        const int64_t first = start_of(rows, row);
        const int64_t t = ts[row];
        if (ts_2[row] != all_ns[begin_on_host + all_rows_2[begin_on_host_2 + row]])
            return fail(failure,
                        Failure{ 5,
                                { ts_2[row],
                                 all_ns[begin_on_host + all_rows_2[begin_on_host_2 + row]] } });
        ts_3[i] = joinedss[(int64_t)((uint64_t)es[row] - t) + (i - first)];
    }
}

// quicksort.fut:18: if n <= 1 || is_sorted xs then xs
// rules: distribute, descend, F16-call, distribute-irregular, F8-if, expand-map
//
//   segmap@thread <i_39 j_9 in is_9 js_7> {
//     t_164 = begin + i_39
//     #[unchecked] passes_1 = all_eithers_1[t_164]
//     #[unchecked] k_12 = all_ks_1[t_164]
//     v_9 = if passes_1 then {
//       #[unchecked] t_165 = es_6[k_12]
//       #[unchecked] t_166 = some_3[k_12]
//       start = t_165 - t_166
//       t_167 = start + j_9
//       #[unchecked] t_168 = ass[t_167]
//       in t_168
//     } else {
//       #[unchecked] t_169 = es_7[k_12]
//       #[unchecked] t_170 = some_2[k_12]
//       start_1 = t_169 - t_170
//       t_171 = start_1 + j_9
//   ...
//
// One thread computes one element.
static __global__ void quicksort_values_6(const bool *__restrict__ all_eithers,
                                          const int64_t *__restrict__ all_ks,
                                          const int64_t *__restrict__ es,
                                          const int64_t *__restrict__ all_ns,
                                          const int64_t *__restrict__ all_rows_2,
                                          const int32_t *__restrict__ ass,
                                          const int64_t *__restrict__ es_2,
                                          const int64_t *__restrict__ all_rows_3,
                                          const int32_t *__restrict__ ts,
                                          const int64_t *__restrict__ us, int64_t begin_on_host,
                                          int64_t begin_on_host_2, int64_t begin_on_host_3,
                                          int64_t total_on_host, int64_t count_on_host,
                                          int32_t *__restrict__ values, Failure *failure)
{
    if (has_failed(failure))
        return;
    __shared__ int64_t ends_here[ROWS_AT_ONCE];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const Rows rows = rows_between(us, count_on_host, first_here,
                                   min(first_here + blockDim.x, total_on_host), ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < total_on_host) {
        const int64_t row = row_of(rows, i);
        const int64_t first = start_of(rows, row);
        const int64_t j = i - first;
        const int64_t t = (uint64_t)begin_on_host + row;
        const bool passes = all_eithers[t];
        const int64_t k = all_ks[t];
        int32_t v;
        if (passes) {
            const int64_t start = (uint64_t)es[k]
                - all_ns[begin_on_host + all_rows_2[begin_on_host_2 + k]];
            v = ass[(uint64_t)start + j];
        } else {
            const int64_t start = (uint64_t)es_2[k]
                - all_ns[begin_on_host + all_rows_3[begin_on_host_3 + k]];
            v = ts[(uint64_t)start + j];
        }
        values[i] = v;
    }
}

static int64_t ceil_div(int64_t n, int64_t size)
{
    return n / size + (n % size > 0);
}

// Whether an array of these sizes has more elements than there is memory for.
template <typename... Sizes>
static bool too_large(Sizes... sizes)
{
    double elements = 1;
    const double all[] = { (double)sizes... };
    for (const double size : all)
        elements *= size > 1 ? size : 1;
    return elements > 0x1p57;
}

// Blocks of `size` threads for n elements; none if a grid cannot have so many, which the
// launch refuses.
static unsigned grid_x(int64_t n, int64_t size)
{
    const int64_t blocks = ceil_div(n, size);
    return blocks <= INT32_MAX ? (unsigned)blocks : 0;
}

// Tiles for n elements, at least one, if each thread of a block has so many of them.
static int64_t tiles_for(int64_t n, int items)
{
    return n > 0 ? ceil_div(n, BLOCK_SIZE * items) : 1;
}

// One block for every tile, up to MAX_BLOCKS.
static int blocks_of(int64_t tiles)
{
    return tiles < MAX_BLOCKS ? (int)tiles : MAX_BLOCKS;
}

// What has gone wrong since an error (or none) of the caller's was the last one, which stays.
static cudaError_t error_since(cudaError_t earlier)
{
    return cudaPeekAtLastError() == earlier ? cudaSuccess : cudaGetLastError();
}

// Waits for the stream, and for a value on the device.
template <typename T>
static cudaError_t read_back(T *to, const void *from, cudaStream_t stream)
{
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
        if (too_large(sizes...))
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

// The first elements are the result. They move where it would be small in much memory.
template <typename T>
static cudaError_t keep_first(int64_t kept, DeviceArray<T> &array, int64_t count)
{
    if (kept >= count / MOST_UNUSED)
        return cudaSuccess;
    DeviceArray<T> own(array.pool, array.stream);
    if (const cudaError_t error = own.allocate(kept))
        return error;
    T *const all = array.data;
    array.data = own.data;
    own.data = all;
    return cudaMemcpyAsync(array.data, all, kept * sizeof(T), cudaMemcpyDeviceToDevice,
                           array.stream);
}

template <typename T>
static void swap_pointers(T **a, T **b)
{
    T *const old = *a;
    *a = *b;
    *b = old;
}

// Arrays in scratch memory begin at multiples of 256 bytes.
static size_t padded(int64_t bytes)
{
    return bytes > 0 ? (bytes + 255) / 256 * 256 : 0;
}

// Takes the next array off the scratch memory.
static void *take(char **memory, size_t bytes)
{
    void *const array = *memory;
    *memory += padded(bytes);
    return array;
}

size_t quicksort_main_scratch()
{
    return padded(sizeof(Failure)) + padded(sizeof(int64_t)) + padded(sizeof(int64_t));
}

// entry main [m] [total] (xss_lengths: [m]i64) (xss: [total]i32): ?[total_4].([m]i64,
//   [total_4]i32)
cudaError_t quicksort_main(const int64_t *xss_lengths, const int32_t *xss, int64_t m,
                           int64_t total, int64_t *result_lengths, int32_t **result,
                           int64_t *total_2, void *scratch, cudaMemPool_t pool,
                           cudaStream_t stream)
{
    if (m < 0 || total < 0 || (m > 0 && (!xss_lengths || !result_lengths)) || (total > 0 && !xss)
        || !result || !total_2 || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    *result = NULL;
    *total_2 = 0;

    char *memory = (char *)scratch;
    Failure *const failure = (Failure *)take(&memory, sizeof(Failure));
    int64_t *const count = (int64_t *)take(&memory, sizeof(int64_t));
    int64_t *const t = count; // not needed at the same time
    int64_t *const t_2 = count; // not needed at the same time
    int64_t *const t_3 = count; // not needed at the same time
    int64_t *const t_4 = count; // not needed at the same time
    int64_t *const t_5 = count; // not needed at the same time
    int64_t *const t_6 = count; // not needed at the same time
    int64_t *const t_7 = count; // not needed at the same time
    int64_t *const t_8 = count; // not needed at the same time
    int64_t *const t_9 = count; // not needed at the same time
    int64_t *const t_10 = count; // not needed at the same time
    int64_t *const t_11 = count; // not needed at the same time
    int64_t *const t_12 = count; // not needed at the same time
    int64_t *const t_13 = count; // not needed at the same time
    int64_t *const t_14 = count; // not needed at the same time
    int64_t *const t_15 = count; // not needed at the same time
    int64_t *const t_16 = count; // not needed at the same time
    int64_t *const t_17 = count; // not needed at the same time
    int64_t *const t_18 = count; // not needed at the same time
    int64_t *const t_19 = count; // not needed at the same time
    int64_t *const t_20 = count; // not needed at the same time
    int64_t *const begin = count; // not needed at the same time
    int64_t *const t_21 = (int64_t *)take(&memory, sizeof(int64_t));
    int64_t *const total_3 = t_21; // not needed at the same time
    int64_t *const t_22 = count; // not needed at the same time
    int64_t *const t_23 = count; // not needed at the same time
    int64_t *const t_24 = count; // not needed at the same time
    if (const cudaError_t error = cudaMemsetAsync(failure, 0, sizeof(Failure), stream))
        return error;

    int64_t count_2 = m;
    int64_t depth = 0;
    int64_t top = 0;
    int64_t top_2 = 0;
    int64_t top_3 = 0;
    int64_t top_4 = 0;
    int64_t top_5 = 0;
    int64_t top_6 = 0;
    int64_t top_7 = 0;
    int64_t top_8 = 0;
    DeviceArray<int64_t> ns(pool, stream);
    if (const cudaError_t error = ns.allocate(m))
        return error;
    if (const cudaError_t error = cudaMemcpyAsync(ns, xss_lengths, m * sizeof(int64_t),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    DeviceArray<int32_t> xss_2(pool, stream);
    if (const cudaError_t error = xss_2.allocate(total))
        return error;
    if (const cudaError_t error = cudaMemcpyAsync(xss_2, xss, total * sizeof(int32_t),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    DeviceArray<int64_t> begins(pool, stream);
    if (const cudaError_t error = begins.allocate(0))
        return error;
    DeviceArray<int64_t> begins_2(pool, stream);
    if (const cudaError_t error = begins_2.allocate(0))
        return error;
    DeviceArray<int64_t> begins_3(pool, stream);
    if (const cudaError_t error = begins_3.allocate(0))
        return error;
    DeviceArray<int64_t> begins_4(pool, stream);
    if (const cudaError_t error = begins_4.allocate(0))
        return error;
    DeviceArray<int64_t> begins_5(pool, stream);
    if (const cudaError_t error = begins_5.allocate(0))
        return error;
    DeviceArray<int64_t> begins_6(pool, stream);
    if (const cudaError_t error = begins_6.allocate(0))
        return error;
    DeviceArray<int64_t> begins_7(pool, stream);
    if (const cudaError_t error = begins_7.allocate(0))
        return error;
    DeviceArray<int64_t> begins_8(pool, stream);
    if (const cudaError_t error = begins_8.allocate(0))
        return error;
    DeviceArray<int64_t> all_count(pool, stream);
    if (const cudaError_t error = all_count.allocate(0))
        return error;
    DeviceArray<int64_t> all_ns(pool, stream);
    if (const cudaError_t error = all_ns.allocate(0))
        return error;
    DeviceArray<int64_t> all_total(pool, stream);
    if (const cudaError_t error = all_total.allocate(0))
        return error;
    DeviceArray<int32_t> all_t(pool, stream);
    if (const cudaError_t error = all_t.allocate(0))
        return error;
    DeviceArray<int64_t> all_depths(pool, stream);
    if (const cudaError_t error = all_depths.allocate(0))
        return error;
    DeviceArray<bool> all_is_at_mosts(pool, stream);
    if (const cudaError_t error = all_is_at_mosts.allocate(0))
        return error;
    DeviceArray<int64_t> all_count_2(pool, stream);
    if (const cudaError_t error = all_count_2.allocate(0))
        return error;
    DeviceArray<int64_t> all_count_3(pool, stream);
    if (const cudaError_t error = all_count_3.allocate(0))
        return error;
    DeviceArray<int64_t> all_rows_2(pool, stream);
    if (const cudaError_t error = all_rows_2.allocate(0))
        return error;
    DeviceArray<int64_t> all_rows_3(pool, stream);
    if (const cudaError_t error = all_rows_3.allocate(0))
        return error;
    DeviceArray<bool> all_eithers(pool, stream);
    if (const cudaError_t error = all_eithers.allocate(0))
        return error;
    DeviceArray<int64_t> all_count_4(pool, stream);
    if (const cudaError_t error = all_count_4.allocate(0))
        return error;
    DeviceArray<int64_t> all_count_5(pool, stream);
    if (const cudaError_t error = all_count_5.allocate(0))
        return error;
    DeviceArray<int64_t> all_ks(pool, stream);
    if (const cudaError_t error = all_ks.allocate(0))
        return error;
    DeviceArray<int64_t> all_rows_4(pool, stream);
    if (const cudaError_t error = all_rows_4.allocate(0))
        return error;
    DeviceArray<int64_t> all_rows_5(pool, stream);
    if (const cudaError_t error = all_rows_5.allocate(0))
        return error;
    DeviceArray<int32_t> all_pivots(pool, stream);
    if (const cudaError_t error = all_pivots.allocate(0))
        return error;
    DeviceArray<bool> all_is_equals(pool, stream);
    if (const cudaError_t error = all_is_equals.allocate(0))
        return error;
    DeviceArray<int64_t> all_kepts(pool, stream);
    if (const cudaError_t error = all_kepts.allocate(0))
        return error;
    DeviceArray<int64_t> all_total_2(pool, stream);
    if (const cudaError_t error = all_total_2.allocate(0))
        return error;
    DeviceArray<int32_t> all_t_2(pool, stream);
    if (const cudaError_t error = all_t_2.allocate(0))
        return error;
    DeviceArray<int64_t> all_kepts_2(pool, stream);
    if (const cudaError_t error = all_kepts_2.allocate(0))
        return error;
    DeviceArray<int64_t> all_total_3(pool, stream);
    if (const cudaError_t error = all_total_3.allocate(0))
        return error;
    DeviceArray<int32_t> all_t_3(pool, stream);
    if (const cudaError_t error = all_t_3.allocate(0))
        return error;
    DeviceArray<int64_t> lengths(pool, stream);
    if (const cudaError_t error = lengths.allocate(m))
        return error;
    if (const cudaError_t error = cudaMemcpyAsync(lengths, xss_lengths, m * sizeof(int64_t),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    int64_t total_4 = total;
    while (0 < count_2) {
        DeviceArray<int64_t> depths(pool, stream);
        if (const cudaError_t error = depths.allocate(count_2))
            return error;
        DeviceArray<bool> is_at_mosts(pool, stream);
        if (const cudaError_t error = is_at_mosts.allocate(count_2))
            return error;
        if (count_2 > 0)
            quicksort_depths<<<grid_x(count_2, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(ns, depth,
                count_2, failure, depths, is_at_mosts);
        DeviceArray<int64_t> ts(pool, stream);
        if (const cudaError_t error = ts.allocate(count_2))
            return error;
        DeviceArray<uint64_t> states(pool, stream);
        if (const cudaError_t error = states.allocate(tiles_for(count_2, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums(pool, stream);
        if (const cudaError_t error = sums.allocate(tiles_for(count_2, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes(pool, stream);
        if (const cudaError_t error = prefixes.allocate(tiles_for(count_2, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states, 0, (tiles_for(count_2, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_count<<<blocks_of(tiles_for(count_2, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(
            is_at_mosts, count_2, ts, count, states, sums, prefixes, failure);
        int32_t failed_so_far;
        if (const cudaError_t error = read_back(&failed_so_far, scratch, stream))
            return error;
        if (failed_so_far)
            return cudaSuccess;
        int64_t count_on_host;
        if (const cudaError_t error = read_back(&count_on_host, count, stream))
            return error;
        const int64_t count_3 = (uint64_t)count_2 - count_on_host;
        DeviceArray<int64_t> ks(pool, stream);
        if (const cudaError_t error = ks.allocate(count_2))
            return error;
        if (count_2 > 0)
            quicksort_map<<<grid_x(count_2, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(ts, is_at_mosts,
                count_2, ks, failure);
        DeviceArray<int64_t> t_25(pool, stream);
        if (const cudaError_t error = t_25.allocate(count_on_host))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(t_25, 0, count_on_host * sizeof(int64_t),
                                                      stream))
            return error;
        if (count_2 > 0)
            quicksort_rows<<<grid_x(count_2, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(is_at_mosts, ks,
                count_on_host, count_2, t_25, failure);
        DeviceArray<int64_t> t_26(pool, stream);
        if (const cudaError_t error = t_26.allocate(count_3))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(t_26, 0, count_3 * sizeof(int64_t), stream))
            return error;
        if (count_2 > 0)
            quicksort_rows_2<<<grid_x(count_2, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(is_at_mosts,
                ks, count_3, count_2, t_26, failure);
        DeviceArray<bool> as(pool, stream);
        if (const cudaError_t error = as.allocate(count_on_host))
            return error;
        if (count_on_host > 0)
            quicksort_map_2<<<grid_x(count_on_host, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(
                count_on_host, as, failure);
        DeviceArray<int64_t> es(pool, stream);
        if (const cudaError_t error = es.allocate(count_3))
            return error;
        DeviceArray<bool> bss(pool, stream);
        if (const cudaError_t error = bss.allocate(count_3))
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
        quicksort_es<<<blocks_of(tiles_for(count_3, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(ns, t_26,
            count_3, es, bss, t, states_2, sums_2, prefixes_2, failure);
        int32_t failed_so_far_2;
        if (const cudaError_t error = read_back(&failed_so_far_2, scratch, stream))
            return error;
        if (failed_so_far_2)
            return cudaSuccess;
        int64_t t_on_host;
        if (const cudaError_t error = read_back(&t_on_host, t, stream))
            return error;
        DeviceArray<int64_t> us(pool, stream);
        if (const cudaError_t error = us.allocate(count_2))
            return error;
        DeviceArray<uint64_t> states_3(pool, stream);
        if (const cudaError_t error = states_3.allocate(tiles_for(count_2, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_3(pool, stream);
        if (const cudaError_t error = sums_3.allocate(tiles_for(count_2, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_3(pool, stream);
        if (const cudaError_t error = prefixes_3.allocate(tiles_for(count_2, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_3, 0,
                                                      (tiles_for(count_2, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_us<<<blocks_of(tiles_for(count_2, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(ns,
            count_2, us, states_3, sums_3, prefixes_3, failure);
        DeviceArray<uint64_t> states_4(pool, stream);
        if (const cudaError_t error = states_4.allocate(tiles_for(t_on_host, ITEMS_4) + 1))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_4, 0,
                                                      (tiles_for(t_on_host, ITEMS_4) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_bss<<<blocks_of(tiles_for(t_on_host, ITEMS_4)), BLOCK_SIZE, 0, stream>>>(t_26,
            ns, xss_2, us, es, count_3, t_on_host, failure, bss, states_4);
        DeviceArray<int64_t> ts_2(pool, stream);
        if (const cudaError_t error = ts_2.allocate(count_2))
            return error;
        DeviceArray<bool> eithers(pool, stream);
        if (const cudaError_t error = eithers.allocate(count_2))
            return error;
        DeviceArray<uint64_t> states_5(pool, stream);
        if (const cudaError_t error = states_5.allocate(tiles_for(count_2, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_4(pool, stream);
        if (const cudaError_t error = sums_4.allocate(tiles_for(count_2, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_4(pool, stream);
        if (const cudaError_t error = prefixes_4.allocate(tiles_for(count_2, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_5, 0,
                                                      (tiles_for(count_2, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_eithers<<<blocks_of(tiles_for(count_2, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(
            is_at_mosts, ks, as, bss, count_2, ts_2, eithers, count, states_5, sums_4, prefixes_4,
            failure);
        int32_t failed_so_far_3;
        if (const cudaError_t error = read_back(&failed_so_far_3, scratch, stream))
            return error;
        if (failed_so_far_3)
            return cudaSuccess;
        int64_t count_on_host_2;
        if (const cudaError_t error = read_back(&count_on_host_2, count, stream))
            return error;
        const int64_t count_4 = (uint64_t)count_2 - count_on_host_2;
        DeviceArray<int64_t> ks_2(pool, stream);
        if (const cudaError_t error = ks_2.allocate(count_2))
            return error;
        if (count_2 > 0)
            quicksort_map_3<<<grid_x(count_2, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(ts_2, eithers,
                count_2, ks_2, failure);
        DeviceArray<int64_t> t_27(pool, stream);
        if (const cudaError_t error = t_27.allocate(count_on_host_2))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(t_27, 0, count_on_host_2 * sizeof(int64_t),
                                                      stream))
            return error;
        if (count_2 > 0)
            quicksort_rows_3<<<grid_x(count_2, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(eithers, ks_2,
                count_on_host_2, count_2, t_27, failure);
        DeviceArray<int64_t> t_28(pool, stream);
        if (const cudaError_t error = t_28.allocate(count_4))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(t_28, 0, count_4 * sizeof(int64_t), stream))
            return error;
        if (count_2 > 0)
            quicksort_rows_4<<<grid_x(count_2, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(eithers, ks_2,
                count_4, count_2, t_28, failure);
        DeviceArray<int32_t> pivots(pool, stream);
        if (const cudaError_t error = pivots.allocate(count_4))
            return error;
        if (count_4 > 0)
            quicksort_pivots<<<grid_x(count_4, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(ns, t_28,
                xss_2, us, count_4, failure, pivots);
        DeviceArray<int64_t> es_2(pool, stream);
        if (const cudaError_t error = es_2.allocate(count_4))
            return error;
        DeviceArray<uint64_t> states_6(pool, stream);
        if (const cudaError_t error = states_6.allocate(tiles_for(count_4, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_5(pool, stream);
        if (const cudaError_t error = sums_5.allocate(tiles_for(count_4, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_5(pool, stream);
        if (const cudaError_t error = prefixes_5.allocate(tiles_for(count_4, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_6, 0,
                                                      (tiles_for(count_4, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_es_2<<<blocks_of(tiles_for(count_4, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(ns, t_28,
            count_4, es_2, t_2, states_6, sums_5, prefixes_5, failure);
        int32_t failed_so_far_4;
        if (const cudaError_t error = read_back(&failed_so_far_4, scratch, stream))
            return error;
        if (failed_so_far_4)
            return cudaSuccess;
        int64_t t_on_host_2;
        if (const cudaError_t error = read_back(&t_on_host_2, t_2, stream))
            return error;
        DeviceArray<int32_t> copied_2(pool, stream);
        if (const cudaError_t error = copied_2.allocate(t_on_host_2))
            return error;
        if (t_on_host_2 > 0)
            quicksort_copied<<<grid_x(t_on_host_2, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(t_28,
                xss_2, us, ns, es_2, t_on_host_2, count_4, copied_2, failure);
        DeviceArray<int64_t> values(pool, stream);
        if (const cudaError_t error = values.allocate(t_on_host_2))
            return error;
        DeviceArray<uint64_t> states_7(pool, stream);
        if (const cudaError_t error = states_7.allocate(tiles_for(t_on_host_2, ITEMS_16) + 1))
            return error;
        DeviceArray<Values_4> sums_6(pool, stream);
        if (const cudaError_t error = sums_6.allocate(tiles_for(t_on_host_2, ITEMS_16)))
            return error;
        DeviceArray<Values_4> prefixes_6(pool, stream);
        if (const cudaError_t error = prefixes_6.allocate(tiles_for(t_on_host_2, ITEMS_16)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_7, 0,
                                                      (tiles_for(t_on_host_2, ITEMS_16) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_values<<<blocks_of(tiles_for(t_on_host_2, ITEMS_16)), BLOCK_SIZE, 0, stream>>>(
            pivots, copied_2, es_2, t_on_host_2, count_4, values, states_7, sums_6, prefixes_6,
            failure);
        DeviceArray<bool> is_equals(pool, stream);
        if (const cudaError_t error = is_equals.allocate(count_4))
            return error;
        DeviceArray<int64_t> kepts(pool, stream);
        if (const cudaError_t error = kepts.allocate(count_4))
            return error;
        if (count_4 > 0)
            quicksort_is_equals<<<grid_x(count_4, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(ns, t_28,
                values, es_2, count_4, is_equals, kepts, failure);
        DeviceArray<int64_t> es_3(pool, stream);
        if (const cudaError_t error = es_3.allocate(count_4))
            return error;
        DeviceArray<uint64_t> states_8(pool, stream);
        if (const cudaError_t error = states_8.allocate(tiles_for(count_4, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_7(pool, stream);
        if (const cudaError_t error = sums_7.allocate(tiles_for(count_4, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_7(pool, stream);
        if (const cudaError_t error = prefixes_7.allocate(tiles_for(count_4, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_8, 0,
                                                      (tiles_for(count_4, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_es_3<<<blocks_of(tiles_for(count_4, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(kepts,
            count_4, es_3, t_3, states_8, sums_7, prefixes_7, failure);
        int32_t failed_so_far_5;
        if (const cudaError_t error = read_back(&failed_so_far_5, scratch, stream))
            return error;
        if (failed_so_far_5)
            return cudaSuccess;
        int64_t t_on_host_3;
        if (const cudaError_t error = read_back(&t_on_host_3, t_3, stream))
            return error;
        DeviceArray<int32_t> values_2(pool, stream);
        if (const cudaError_t error = values_2.allocate(t_on_host_3))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(values_2, 0, t_on_host_3 * sizeof(int32_t),
                                                      stream))
            return error;
        if (t_on_host_2 > 0)
            quicksort_values_2<<<grid_x(t_on_host_2, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(
                copied_2, pivots, values, kepts, es_3, es_2, t_on_host_3, t_on_host_2, count_4,
                values_2, failure);
        DeviceArray<int64_t> values_3(pool, stream);
        if (const cudaError_t error = values_3.allocate(t_on_host_2))
            return error;
        DeviceArray<uint64_t> states_9(pool, stream);
        if (const cudaError_t error = states_9.allocate(tiles_for(t_on_host_2, ITEMS_16) + 1))
            return error;
        DeviceArray<Values_4> sums_8(pool, stream);
        if (const cudaError_t error = sums_8.allocate(tiles_for(t_on_host_2, ITEMS_16)))
            return error;
        DeviceArray<Values_4> prefixes_8(pool, stream);
        if (const cudaError_t error = prefixes_8.allocate(tiles_for(t_on_host_2, ITEMS_16)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_9, 0,
                                                      (tiles_for(t_on_host_2, ITEMS_16) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_values_3<<<blocks_of(tiles_for(t_on_host_2, ITEMS_16)), BLOCK_SIZE, 0, stream>>>(
            pivots, copied_2, es_2, t_on_host_2, count_4, values_3, states_9, sums_8, prefixes_8,
            failure);
        DeviceArray<int64_t> es_4(pool, stream);
        if (const cudaError_t error = es_4.allocate(count_4))
            return error;
        DeviceArray<int64_t> kepts_2(pool, stream);
        if (const cudaError_t error = kepts_2.allocate(count_4))
            return error;
        DeviceArray<uint64_t> states_10(pool, stream);
        if (const cudaError_t error = states_10.allocate(tiles_for(count_4, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_9(pool, stream);
        if (const cudaError_t error = sums_9.allocate(tiles_for(count_4, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_9(pool, stream);
        if (const cudaError_t error = prefixes_9.allocate(tiles_for(count_4, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_10, 0,
                                                      (tiles_for(count_4, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_kepts<<<blocks_of(tiles_for(count_4, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(
            is_equals, ns, t_28, values_3, es_2, count_4, es_4, kepts_2, t_4, states_10, sums_9,
            prefixes_9, failure);
        int32_t failed_so_far_6;
        if (const cudaError_t error = read_back(&failed_so_far_6, scratch, stream))
            return error;
        if (failed_so_far_6)
            return cudaSuccess;
        int64_t t_on_host_4;
        if (const cudaError_t error = read_back(&t_on_host_4, t_4, stream))
            return error;
        DeviceArray<int32_t> values_4(pool, stream);
        if (const cudaError_t error = values_4.allocate(t_on_host_4))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(values_4, 0, t_on_host_4 * sizeof(int32_t),
                                                      stream))
            return error;
        if (t_on_host_2 > 0)
            quicksort_values_4<<<grid_x(t_on_host_2, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(
                copied_2, pivots, values_3, kepts_2, es_4, es_2, t_on_host_4, t_on_host_2, count_4,
                values_4, failure);
        const int64_t count_5 = (uint64_t)count_4 + count_4;
        const int64_t depth_2 = (uint64_t)depth + 1;
        const int64_t top_9 = (uint64_t)top + count_2;
        const int64_t top_10 = (uint64_t)top_2 + total_4;
        const int64_t top_11 = (uint64_t)top_3 + count_on_host;
        const int64_t top_12 = (uint64_t)top_4 + count_3;
        const int64_t top_13 = (uint64_t)top_5 + count_on_host_2;
        const int64_t top_14 = (uint64_t)top_6 + count_4;
        const int64_t top_15 = (uint64_t)top_7 + t_on_host_3;
        const int64_t top_16 = (uint64_t)top_8 + t_on_host_4;
        DeviceArray<int64_t> ns_2(pool, stream);
        if (const cudaError_t error = ns_2.allocate(2 * count_4))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(ns_2, kepts, count_4 * sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(ns_2 + count_4, kepts_2, count_4
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        DeviceArray<int32_t> xss_3(pool, stream);
        if (const cudaError_t error = xss_3.allocate(t_on_host_3 + t_on_host_4))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(xss_3, values_2, t_on_host_3
                                                      * sizeof(int32_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(xss_3 + t_on_host_3, values_4, t_on_host_4
                                                      * sizeof(int32_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        quicksort_t<<<1, 1, 0, stream>>>(top, t_5, failure);
        DeviceArray<int64_t> begins_9(pool, stream);
        if (const cudaError_t error = begins_9.allocate(depth + 1))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(begins_9, begins, depth * sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(begins_9 + depth, t_5, sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        quicksort_t_2<<<1, 1, 0, stream>>>(top_2, t_6, failure);
        DeviceArray<int64_t> begins_10(pool, stream);
        if (const cudaError_t error = begins_10.allocate(depth + 1))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(begins_10, begins_2, depth * sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(begins_10 + depth, t_6, sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        quicksort_t_3<<<1, 1, 0, stream>>>(top_3, t_7, failure);
        DeviceArray<int64_t> begins_11(pool, stream);
        if (const cudaError_t error = begins_11.allocate(depth + 1))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(begins_11, begins_3, depth * sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(begins_11 + depth, t_7, sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        quicksort_t_4<<<1, 1, 0, stream>>>(top_4, t_8, failure);
        DeviceArray<int64_t> begins_12(pool, stream);
        if (const cudaError_t error = begins_12.allocate(depth + 1))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(begins_12, begins_4, depth * sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(begins_12 + depth, t_8, sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        quicksort_t_5<<<1, 1, 0, stream>>>(top_5, t_9, failure);
        DeviceArray<int64_t> begins_13(pool, stream);
        if (const cudaError_t error = begins_13.allocate(depth + 1))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(begins_13, begins_5, depth * sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(begins_13 + depth, t_9, sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        quicksort_t_6<<<1, 1, 0, stream>>>(top_6, t_10, failure);
        DeviceArray<int64_t> begins_14(pool, stream);
        if (const cudaError_t error = begins_14.allocate(depth + 1))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(begins_14, begins_6, depth * sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(begins_14 + depth, t_10, sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        quicksort_t_7<<<1, 1, 0, stream>>>(top_7, t_11, failure);
        DeviceArray<int64_t> begins_15(pool, stream);
        if (const cudaError_t error = begins_15.allocate(depth + 1))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(begins_15, begins_7, depth * sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(begins_15 + depth, t_11, sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        quicksort_t_8<<<1, 1, 0, stream>>>(top_8, t_12, failure);
        DeviceArray<int64_t> begins_16(pool, stream);
        if (const cudaError_t error = begins_16.allocate(depth + 1))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(begins_16, begins_8, depth * sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(begins_16 + depth, t_12, sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        quicksort_t_9<<<1, 1, 0, stream>>>(count_2, t_13, failure);
        DeviceArray<int64_t> all_count_6(pool, stream);
        if (const cudaError_t error = all_count_6.allocate(depth + 1))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_count_6, all_count, depth
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_count_6 + depth, t_13, sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        DeviceArray<int64_t> all_ns_2(pool, stream);
        if (const cudaError_t error = all_ns_2.allocate(count_2 + top))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_ns_2, all_ns, top * sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_ns_2 + top, ns, count_2
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        quicksort_t_10<<<1, 1, 0, stream>>>(total_4, t_14, failure);
        DeviceArray<int64_t> all_total_4(pool, stream);
        if (const cudaError_t error = all_total_4.allocate(depth + 1))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_total_4, all_total, depth
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_total_4 + depth, t_14, sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        DeviceArray<int32_t> all_t_4(pool, stream);
        if (const cudaError_t error = all_t_4.allocate(top_2 + total_4))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_t_4, all_t, top_2 * sizeof(int32_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_t_4 + top_2, xss_2, total_4
                                                      * sizeof(int32_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        DeviceArray<int64_t> all_depths_2(pool, stream);
        if (const cudaError_t error = all_depths_2.allocate(count_2 + top))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_depths_2, all_depths, top
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_depths_2 + top, depths, count_2
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        DeviceArray<bool> all_is_at_mosts_2(pool, stream);
        if (const cudaError_t error = all_is_at_mosts_2.allocate(count_2 + top))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_is_at_mosts_2, all_is_at_mosts, top
                                                      * sizeof(bool), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_is_at_mosts_2 + top, is_at_mosts,
                                                      count_2 * sizeof(bool),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        quicksort_t_11<<<1, 1, 0, stream>>>(count_on_host, t_15, failure);
        DeviceArray<int64_t> all_count_7(pool, stream);
        if (const cudaError_t error = all_count_7.allocate(depth + 1))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_count_7, all_count_2, depth
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_count_7 + depth, t_15, sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        quicksort_t_12<<<1, 1, 0, stream>>>(count_3, t_16, failure);
        DeviceArray<int64_t> all_count_8(pool, stream);
        if (const cudaError_t error = all_count_8.allocate(depth + 1))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_count_8, all_count_3, depth
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_count_8 + depth, t_16, sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        DeviceArray<int64_t> all_rows_6(pool, stream);
        if (const cudaError_t error = all_rows_6.allocate(count_on_host + top_3))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_rows_6, all_rows_2, top_3
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_rows_6 + top_3, t_25, count_on_host
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        DeviceArray<int64_t> all_rows_7(pool, stream);
        if (const cudaError_t error = all_rows_7.allocate(count_3 + top_4))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_rows_7, all_rows_3, top_4
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_rows_7 + top_4, t_26, count_3
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        DeviceArray<bool> all_eithers_2(pool, stream);
        if (const cudaError_t error = all_eithers_2.allocate(count_2 + top))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_eithers_2, all_eithers, top
                                                      * sizeof(bool), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_eithers_2 + top, eithers, count_2
                                                      * sizeof(bool), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        quicksort_t_13<<<1, 1, 0, stream>>>(count_on_host_2, t_17, failure);
        DeviceArray<int64_t> all_count_9(pool, stream);
        if (const cudaError_t error = all_count_9.allocate(depth + 1))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_count_9, all_count_4, depth
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_count_9 + depth, t_17, sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        quicksort_t_14<<<1, 1, 0, stream>>>(count_4, t_18, failure);
        DeviceArray<int64_t> all_count_10(pool, stream);
        if (const cudaError_t error = all_count_10.allocate(depth + 1))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_count_10, all_count_5, depth
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_count_10 + depth, t_18, sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        DeviceArray<int64_t> all_ks_2(pool, stream);
        if (const cudaError_t error = all_ks_2.allocate(count_2 + top))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_ks_2, all_ks, top * sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_ks_2 + top, ks_2, count_2
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        DeviceArray<int64_t> all_rows_8(pool, stream);
        if (const cudaError_t error = all_rows_8.allocate(count_on_host_2 + top_5))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_rows_8, all_rows_4, top_5
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_rows_8 + top_5, t_27, count_on_host_2
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        DeviceArray<int64_t> all_rows_9(pool, stream);
        if (const cudaError_t error = all_rows_9.allocate(count_4 + top_6))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_rows_9, all_rows_5, top_6
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_rows_9 + top_6, t_28, count_4
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        DeviceArray<int32_t> all_pivots_2(pool, stream);
        if (const cudaError_t error = all_pivots_2.allocate(count_4 + top_6))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_pivots_2, all_pivots, top_6
                                                      * sizeof(int32_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_pivots_2 + top_6, pivots, count_4
                                                      * sizeof(int32_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        DeviceArray<bool> all_is_equals_2(pool, stream);
        if (const cudaError_t error = all_is_equals_2.allocate(count_4 + top_6))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_is_equals_2, all_is_equals, top_6
                                                      * sizeof(bool), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_is_equals_2 + top_6, is_equals, count_4
                                                      * sizeof(bool), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        DeviceArray<int64_t> all_kepts_3(pool, stream);
        if (const cudaError_t error = all_kepts_3.allocate(count_4 + top_6))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_kepts_3, all_kepts, top_6
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_kepts_3 + top_6, kepts, count_4
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        quicksort_t_15<<<1, 1, 0, stream>>>(t_on_host_3, t_19, failure);
        DeviceArray<int64_t> all_total_5(pool, stream);
        if (const cudaError_t error = all_total_5.allocate(depth + 1))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_total_5, all_total_2, depth
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_total_5 + depth, t_19, sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        DeviceArray<int32_t> all_t_5(pool, stream);
        if (const cudaError_t error = all_t_5.allocate(top_7 + t_on_host_3))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_t_5, all_t_2, top_7 * sizeof(int32_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_t_5 + top_7, values_2, t_on_host_3
                                                      * sizeof(int32_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        DeviceArray<int64_t> all_kepts_4(pool, stream);
        if (const cudaError_t error = all_kepts_4.allocate(count_4 + top_6))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_kepts_4, all_kepts_2, top_6
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_kepts_4 + top_6, kepts_2, count_4
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        quicksort_t_16<<<1, 1, 0, stream>>>(t_on_host_4, t_20, failure);
        DeviceArray<int64_t> all_total_6(pool, stream);
        if (const cudaError_t error = all_total_6.allocate(depth + 1))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_total_6, all_total_3, depth
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_total_6 + depth, t_20, sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        DeviceArray<int32_t> all_t_6(pool, stream);
        if (const cudaError_t error = all_t_6.allocate(top_8 + t_on_host_4))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_t_6, all_t_3, top_8 * sizeof(int32_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(all_t_6 + top_8, values_4, t_on_host_4
                                                      * sizeof(int32_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        const int64_t total_5 = (uint64_t)t_on_host_3 + t_on_host_4;
        DeviceArray<int64_t> t_29(pool, stream);
        if (const cudaError_t error = t_29.allocate(count_5))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(t_29, ns_2, count_5 * sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        count_2 = count_5;
        depth = depth_2;
        top = top_9;
        top_2 = top_10;
        top_3 = top_11;
        top_4 = top_12;
        top_5 = top_13;
        top_6 = top_14;
        top_7 = top_15;
        top_8 = top_16;
        total_4 = total_5;
        swap_pointers(&ns.data, &ns_2.data);
        swap_pointers(&xss_2.data, &xss_3.data);
        swap_pointers(&begins.data, &begins_9.data);
        swap_pointers(&begins_2.data, &begins_10.data);
        swap_pointers(&begins_3.data, &begins_11.data);
        swap_pointers(&begins_4.data, &begins_12.data);
        swap_pointers(&begins_5.data, &begins_13.data);
        swap_pointers(&begins_6.data, &begins_14.data);
        swap_pointers(&begins_7.data, &begins_15.data);
        swap_pointers(&begins_8.data, &begins_16.data);
        swap_pointers(&all_count.data, &all_count_6.data);
        swap_pointers(&all_ns.data, &all_ns_2.data);
        swap_pointers(&all_total.data, &all_total_4.data);
        swap_pointers(&all_t.data, &all_t_4.data);
        swap_pointers(&all_depths.data, &all_depths_2.data);
        swap_pointers(&all_is_at_mosts.data, &all_is_at_mosts_2.data);
        swap_pointers(&all_count_2.data, &all_count_7.data);
        swap_pointers(&all_count_3.data, &all_count_8.data);
        swap_pointers(&all_rows_2.data, &all_rows_6.data);
        swap_pointers(&all_rows_3.data, &all_rows_7.data);
        swap_pointers(&all_eithers.data, &all_eithers_2.data);
        swap_pointers(&all_count_4.data, &all_count_9.data);
        swap_pointers(&all_count_5.data, &all_count_10.data);
        swap_pointers(&all_ks.data, &all_ks_2.data);
        swap_pointers(&all_rows_4.data, &all_rows_8.data);
        swap_pointers(&all_rows_5.data, &all_rows_9.data);
        swap_pointers(&all_pivots.data, &all_pivots_2.data);
        swap_pointers(&all_is_equals.data, &all_is_equals_2.data);
        swap_pointers(&all_kepts.data, &all_kepts_3.data);
        swap_pointers(&all_total_2.data, &all_total_5.data);
        swap_pointers(&all_t_2.data, &all_t_5.data);
        swap_pointers(&all_kepts_2.data, &all_kepts_4.data);
        swap_pointers(&all_total_3.data, &all_total_6.data);
        swap_pointers(&all_t_3.data, &all_t_6.data);
        swap_pointers(&lengths.data, &t_29.data);
    }
    int64_t count_3 = 0;
    DeviceArray<int64_t> ns_2(pool, stream);
    if (const cudaError_t error = ns_2.allocate(0))
        return error;
    DeviceArray<int32_t> results_2(pool, stream);
    if (const cudaError_t error = results_2.allocate(0))
        return error;
    DeviceArray<int64_t> lengths_2(pool, stream);
    if (const cudaError_t error = lengths_2.allocate(0))
        return error;
    int64_t total_5 = 0;
    for (int64_t done = 0; done < depth; done++) {
        const int64_t left = (uint64_t)depth - done;
        const int64_t depth_2 = (uint64_t)left - 1;
        int32_t failed_so_far;
        if (const cudaError_t error = read_back(&failed_so_far, scratch, stream))
            return error;
        if (failed_so_far)
            return cudaSuccess;
        int64_t count_on_host;
        if (const cudaError_t error = read_back(&count_on_host, all_count + depth_2, stream))
            return error;
        int64_t begin_on_host;
        if (const cudaError_t error = read_back(&begin_on_host, begins + depth_2, stream))
            return error;
        quicksort_begin<<<1, 1, 0, stream>>>(begins_2, depth_2, begin, failure);
        int32_t failed_so_far_2;
        if (const cudaError_t error = read_back(&failed_so_far_2, scratch, stream))
            return error;
        if (failed_so_far_2)
            return cudaSuccess;
        int64_t count_on_host_2;
        if (const cudaError_t error = read_back(&count_on_host_2, all_count_4 + depth_2, stream))
            return error;
        int64_t count_on_host_3;
        if (const cudaError_t error = read_back(&count_on_host_3, all_count_5 + depth_2, stream))
            return error;
        int64_t begin_on_host_2;
        if (const cudaError_t error = read_back(&begin_on_host_2, begins_5 + depth_2, stream))
            return error;
        int64_t begin_on_host_3;
        if (const cudaError_t error = read_back(&begin_on_host_3, begins_6 + depth_2, stream))
            return error;
        DeviceArray<int64_t> ends(pool, stream);
        if (const cudaError_t error = ends.allocate(count_3))
            return error;
        DeviceArray<uint64_t> states(pool, stream);
        if (const cudaError_t error = states.allocate(tiles_for(count_3, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums(pool, stream);
        if (const cudaError_t error = sums.allocate(tiles_for(count_3, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes(pool, stream);
        if (const cudaError_t error = prefixes.allocate(tiles_for(count_3, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states, 0, (tiles_for(count_3, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_ends<<<blocks_of(tiles_for(count_3, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(ns_2,
            count_3, ends, states, sums, prefixes, failure);
        const bool first = count_on_host_3 == 0;
        int64_t begin_2 = 0;
        if (!first) {
            const int64_t last = (uint64_t)count_on_host_3 - 1;
            int32_t failed_so_far_3;
            if (const cudaError_t error = read_back(&failed_so_far_3, scratch, stream))
                return error;
            if (failed_so_far_3)
                return cudaSuccess;
            if (const cudaError_t error = read_back(&begin_2, ends + last, stream))
                return error;
        }
        DeviceArray<int64_t> es(pool, stream);
        if (const cudaError_t error = es.allocate(count_on_host_2))
            return error;
        DeviceArray<uint64_t> states_2(pool, stream);
        if (const cudaError_t error = states_2.allocate(tiles_for(count_on_host_2, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_2(pool, stream);
        if (const cudaError_t error = sums_2.allocate(tiles_for(count_on_host_2, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_2(pool, stream);
        if (const cudaError_t error = prefixes_2.allocate(tiles_for(count_on_host_2, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_2, 0,
                                                      (tiles_for(count_on_host_2, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_es_4<<<blocks_of(tiles_for(count_on_host_2, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(
            all_ns, all_rows_4, begin_on_host, begin_on_host_2, count_on_host_2, es, t_21,
            states_2, sums_2, prefixes_2, failure);
        int32_t failed_so_far_3;
        if (const cudaError_t error = read_back(&failed_so_far_3, scratch, stream))
            return error;
        if (failed_so_far_3)
            return cudaSuccess;
        int64_t t_on_host;
        if (const cudaError_t error = read_back(&t_on_host, t_21, stream))
            return error;
        DeviceArray<int64_t> es_2(pool, stream);
        if (const cudaError_t error = es_2.allocate(count_on_host_3))
            return error;
        DeviceArray<uint64_t> states_3(pool, stream);
        if (const cudaError_t error = states_3.allocate(tiles_for(count_on_host_3, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_3(pool, stream);
        if (const cudaError_t error = sums_3.allocate(tiles_for(count_on_host_3, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_3(pool, stream);
        if (const cudaError_t error = prefixes_3.allocate(tiles_for(count_on_host_3, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_3, 0,
                                                      (tiles_for(count_on_host_3, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_es_5<<<blocks_of(tiles_for(count_on_host_3, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(
            all_ns, all_rows_5, begin_on_host, begin_on_host_3, count_on_host_3, es_2, t_21,
            states_3, sums_3, prefixes_3, failure);
        int32_t failed_so_far_4;
        if (const cudaError_t error = read_back(&failed_so_far_4, scratch, stream))
            return error;
        if (failed_so_far_4)
            return cudaSuccess;
        int64_t t_on_host_2;
        if (const cudaError_t error = read_back(&t_on_host_2, t_21, stream))
            return error;
        DeviceArray<int64_t> es_3(pool, stream);
        if (const cudaError_t error = es_3.allocate(count_on_host_3))
            return error;
        DeviceArray<uint64_t> states_4(pool, stream);
        if (const cudaError_t error = states_4.allocate(tiles_for(count_on_host_3, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_4(pool, stream);
        if (const cudaError_t error = sums_4.allocate(tiles_for(count_on_host_3, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_4(pool, stream);
        if (const cudaError_t error = prefixes_4.allocate(tiles_for(count_on_host_3, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_4, 0,
                                                      (tiles_for(count_on_host_3, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_es_6<<<blocks_of(tiles_for(count_on_host_3, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(
            all_kepts, begin_on_host_3, count_on_host_3, es_3, t_21, states_4, sums_4, prefixes_4,
            failure);
        int32_t failed_so_far_5;
        if (const cudaError_t error = read_back(&failed_so_far_5, scratch, stream))
            return error;
        if (failed_so_far_5)
            return cudaSuccess;
        int64_t t_on_host_3;
        if (const cudaError_t error = read_back(&t_on_host_3, t_21, stream))
            return error;
        DeviceArray<int32_t> rowss(pool, stream);
        if (const cudaError_t error = rowss.allocate(t_on_host_3))
            return error;
        if (t_on_host_3 > 0)
            quicksort_map_4<<<grid_x(t_on_host_3, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(all_kepts,
                results_2, es_3, begin_on_host_3, t_on_host_3, count_on_host_3, rowss, failure);
        DeviceArray<int64_t> es_4(pool, stream);
        if (const cudaError_t error = es_4.allocate(count_on_host_3))
            return error;
        DeviceArray<uint64_t> states_5(pool, stream);
        if (const cudaError_t error = states_5.allocate(tiles_for(count_on_host_3, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_5(pool, stream);
        if (const cudaError_t error = sums_5.allocate(tiles_for(count_on_host_3, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_5(pool, stream);
        if (const cudaError_t error = prefixes_5.allocate(tiles_for(count_on_host_3, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_5, 0,
                                                      (tiles_for(count_on_host_3, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_es_7<<<blocks_of(tiles_for(count_on_host_3, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(
            all_kepts_2, begin_on_host_3, count_on_host_3, es_4, t_21, states_5, sums_5,
            prefixes_5, failure);
        int32_t failed_so_far_6;
        if (const cudaError_t error = read_back(&failed_so_far_6, scratch, stream))
            return error;
        if (failed_so_far_6)
            return cudaSuccess;
        int64_t t_on_host_4;
        if (const cudaError_t error = read_back(&t_on_host_4, t_21, stream))
            return error;
        DeviceArray<int32_t> rowss_2(pool, stream);
        if (const cudaError_t error = rowss_2.allocate(t_on_host_4))
            return error;
        if (t_on_host_4 > 0)
            quicksort_map_5<<<grid_x(t_on_host_4, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(
                all_kepts_2, results_2, es_4, begin_on_host_3, begin_2, t_on_host_4,
                count_on_host_3, rowss_2, failure);
        DeviceArray<int64_t> us(pool, stream);
        if (const cudaError_t error = us.allocate(count_on_host))
            return error;
        DeviceArray<uint64_t> states_6(pool, stream);
        if (const cudaError_t error = states_6.allocate(tiles_for(count_on_host, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_6(pool, stream);
        if (const cudaError_t error = sums_6.allocate(tiles_for(count_on_host, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_6(pool, stream);
        if (const cudaError_t error = prefixes_6.allocate(tiles_for(count_on_host, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_6, 0,
                                                      (tiles_for(count_on_host, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_total<<<blocks_of(tiles_for(count_on_host, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(
            all_ns, begin_on_host, count_on_host, us, total_3, states_6, sums_6, prefixes_6,
            failure);
        int32_t failed_so_far_7;
        if (const cudaError_t error = read_back(&failed_so_far_7, scratch, stream))
            return error;
        if (failed_so_far_7)
            return cudaSuccess;
        int64_t total_on_host;
        if (const cudaError_t error = read_back(&total_on_host, total_3, stream))
            return error;
        DeviceArray<int32_t> ass(pool, stream);
        if (const cudaError_t error = ass.allocate(t_on_host))
            return error;
        if (t_on_host > 0)
            quicksort_map_6<<<grid_x(t_on_host, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(all_rows_4,
                all_t, begin, us, all_ns, es, begin_on_host_2, begin_on_host, t_on_host,
                count_on_host_2, ass, failure);
        DeviceArray<int32_t> copied_2(pool, stream);
        if (const cudaError_t error = copied_2.allocate(t_on_host_2))
            return error;
        if (t_on_host_2 > 0)
            quicksort_copied_2<<<grid_x(t_on_host_2, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(
                all_rows_5, all_t, begin, us, all_ns, es_2, begin_on_host_3, begin_on_host,
                t_on_host_2, count_on_host_3, copied_2, failure);
        DeviceArray<int64_t> values(pool, stream);
        if (const cudaError_t error = values.allocate(t_on_host_2))
            return error;
        DeviceArray<uint64_t> states_7(pool, stream);
        if (const cudaError_t error = states_7.allocate(tiles_for(t_on_host_2, ITEMS_16) + 1))
            return error;
        DeviceArray<Values_4> sums_7(pool, stream);
        if (const cudaError_t error = sums_7.allocate(tiles_for(t_on_host_2, ITEMS_16)))
            return error;
        DeviceArray<Values_4> prefixes_7(pool, stream);
        if (const cudaError_t error = prefixes_7.allocate(tiles_for(t_on_host_2, ITEMS_16)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_7, 0,
                                                      (tiles_for(t_on_host_2, ITEMS_16) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_values_5<<<blocks_of(tiles_for(t_on_host_2, ITEMS_16)), BLOCK_SIZE, 0, stream>>>(
            all_pivots, copied_2, es_2, begin_on_host_3, t_on_host_2, count_on_host_3, values,
            states_7, sums_7, prefixes_7, failure);
        DeviceArray<int64_t> es_5(pool, stream);
        if (const cudaError_t error = es_5.allocate(count_on_host_3))
            return error;
        DeviceArray<int64_t> kepts(pool, stream);
        if (const cudaError_t error = kepts.allocate(count_on_host_3))
            return error;
        DeviceArray<uint64_t> states_8(pool, stream);
        if (const cudaError_t error = states_8.allocate(tiles_for(count_on_host_3, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_8(pool, stream);
        if (const cudaError_t error = sums_8.allocate(tiles_for(count_on_host_3, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_8(pool, stream);
        if (const cudaError_t error = prefixes_8.allocate(tiles_for(count_on_host_3, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_8, 0,
                                                      (tiles_for(count_on_host_3, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_kepts_2<<<blocks_of(tiles_for(count_on_host_3, ITEMS_8)), BLOCK_SIZE, 0,
                stream>>>(all_is_equals, all_ns, all_rows_5, values, es_2, begin_on_host_3,
                          begin_on_host, count_on_host_3, es_5, kepts, t_22, states_8, sums_8,
                          prefixes_8, failure);
        int32_t failed_so_far_8;
        if (const cudaError_t error = read_back(&failed_so_far_8, scratch, stream))
            return error;
        if (failed_so_far_8)
            return cudaSuccess;
        int64_t t_on_host_5;
        if (const cudaError_t error = read_back(&t_on_host_5, t_22, stream))
            return error;
        DeviceArray<int32_t> values_2(pool, stream);
        if (const cudaError_t error = values_2.allocate(t_on_host_5))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(values_2, 0, t_on_host_5 * sizeof(int32_t),
                                                      stream))
            return error;
        if (t_on_host_2 > 0)
            quicksort_scatter<<<grid_x(t_on_host_2, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(copied_2,
                all_pivots, values, kepts, es_5, es_2, begin_on_host_3, t_on_host_5, t_on_host_2,
                count_on_host_3, values_2, failure);
        DeviceArray<int64_t> ts(pool, stream);
        if (const cudaError_t error = ts.allocate(count_on_host_3))
            return error;
        if (count_on_host_3 > 0)
            quicksort_ts<<<grid_x(count_on_host_3, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(all_kepts,
                kepts, begin_on_host_3, count_on_host_3, ts, failure);
        DeviceArray<int64_t> es_6(pool, stream);
        if (const cudaError_t error = es_6.allocate(count_on_host_3))
            return error;
        DeviceArray<uint64_t> states_9(pool, stream);
        if (const cudaError_t error = states_9.allocate(tiles_for(count_on_host_3, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_9(pool, stream);
        if (const cudaError_t error = sums_9.allocate(tiles_for(count_on_host_3, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_9(pool, stream);
        if (const cudaError_t error = prefixes_9.allocate(tiles_for(count_on_host_3, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_9, 0,
                                                      (tiles_for(count_on_host_3, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_es_8<<<blocks_of(tiles_for(count_on_host_3, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(
            ts, count_on_host_3, es_6, t_23, states_9, sums_9, prefixes_9, failure);
        int32_t failed_so_far_9;
        if (const cudaError_t error = read_back(&failed_so_far_9, scratch, stream))
            return error;
        if (failed_so_far_9)
            return cudaSuccess;
        int64_t t_on_host_6;
        if (const cudaError_t error = read_back(&t_on_host_6, t_23, stream))
            return error;
        DeviceArray<int32_t> joinedss(pool, stream);
        if (const cudaError_t error = joinedss.allocate(t_on_host_6))
            return error;
        if (t_on_host_6 > 0)
            quicksort_map_7<<<grid_x(t_on_host_6, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(all_kepts,
                rowss, es_3, values_2, es_5, kepts, es_6, begin_on_host_3, t_on_host_6,
                count_on_host_3, joinedss, failure);
        DeviceArray<int64_t> ts_2(pool, stream);
        if (const cudaError_t error = ts_2.allocate(count_on_host_3))
            return error;
        DeviceArray<int64_t> ts_3(pool, stream);
        if (const cudaError_t error = ts_3.allocate(count_on_host_3))
            return error;
        if (count_on_host_3 > 0)
            quicksort_ts_2<<<grid_x(count_on_host_3, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(
                all_kepts_2, kepts, all_kepts, begin_on_host_3, count_on_host_3, ts_2, ts_3,
                failure);
        DeviceArray<int64_t> es_7(pool, stream);
        if (const cudaError_t error = es_7.allocate(count_on_host_3))
            return error;
        DeviceArray<uint64_t> states_10(pool, stream);
        if (const cudaError_t error = states_10.allocate(tiles_for(count_on_host_3, ITEMS_8) + 1))
            return error;
        DeviceArray<int64_t> sums_10(pool, stream);
        if (const cudaError_t error = sums_10.allocate(tiles_for(count_on_host_3, ITEMS_8)))
            return error;
        DeviceArray<int64_t> prefixes_10(pool, stream);
        if (const cudaError_t error = prefixes_10.allocate(tiles_for(count_on_host_3, ITEMS_8)))
            return error;
        if (const cudaError_t error = cudaMemsetAsync(states_10, 0,
                                                      (tiles_for(count_on_host_3, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        quicksort_es_9<<<blocks_of(tiles_for(count_on_host_3, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(
            ts_3, count_on_host_3, es_7, t_24, states_10, sums_10, prefixes_10, failure);
        int32_t failed_so_far_10;
        if (const cudaError_t error = read_back(&failed_so_far_10, scratch, stream))
            return error;
        if (failed_so_far_10)
            return cudaSuccess;
        int64_t t_on_host_7;
        if (const cudaError_t error = read_back(&t_on_host_7, t_24, stream))
            return error;
        DeviceArray<int32_t> joinedss_2(pool, stream);
        if (const cudaError_t error = joinedss_2.allocate(t_on_host_7))
            return error;
        if (t_on_host_7 > 0)
            quicksort_map_8<<<grid_x(t_on_host_7, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(kepts,
                all_kepts, joinedss, es_6, ts, rowss_2, es_4, all_kepts_2, es_7, begin_on_host_3,
                t_on_host_7, count_on_host_3, joinedss_2, failure);
        DeviceArray<int32_t> ts_4(pool, stream);
        if (const cudaError_t error = ts_4.allocate(t_on_host_2))
            return error;
        if (t_on_host_2 > 0)
            quicksort_map_9<<<grid_x(t_on_host_2, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(ts_3, ts_2,
                all_ns, all_rows_5, joinedss_2, es_7, es_2, begin_on_host, begin_on_host_3,
                t_on_host_2, count_on_host_3, failure, ts_4);
        DeviceArray<int32_t> values_3(pool, stream);
        if (const cudaError_t error = values_3.allocate(total_on_host))
            return error;
        if (total_on_host > 0)
            quicksort_values_6<<<grid_x(total_on_host, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(
                all_eithers, all_ks, es, all_ns, all_rows_4, ass, es_2, all_rows_5, ts_4, us,
                begin_on_host, begin_on_host_2, begin_on_host_3, total_on_host, count_on_host,
                values_3, failure);
        DeviceArray<int64_t> t_25(pool, stream);
        if (const cudaError_t error = t_25.allocate(count_on_host))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(t_25, all_ns + begin_on_host, count_on_host
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        DeviceArray<int64_t> t_26(pool, stream);
        if (const cudaError_t error = t_26.allocate(count_on_host))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(t_26, all_ns + begin_on_host, count_on_host
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        count_3 = count_on_host;
        total_5 = total_on_host;
        swap_pointers(&ns_2.data, &t_25.data);
        swap_pointers(&results_2.data, &values_3.data);
        swap_pointers(&lengths_2.data, &t_26.data);
    }
    if (const cudaError_t error = cudaMemcpyAsync(result_lengths, xss_lengths, m * sizeof(int64_t),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    if (const cudaError_t error = keep_first(total_5, results_2, 0))
        return error;
    if (const cudaError_t error = error_since(earlier))
        return error;
    *result = results_2.release();
    *total_2 = total_5;
    return cudaSuccess;
}

cudaError_t quicksort_main_failure(const void *scratch, cudaStream_t stream, char *text,
                                   size_t size)
{
    Failure found;
    if (const cudaError_t error = read_back(&found, scratch, stream))
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
                 "quicksort.fut:24:11: error: Value of (desugared) shape [%lld] cannot match shape "
                 "of type `[%lld]i32`.", found.value[0], found.value[1]);
        break;
    default:
        snprintf(text, size, "no failure");
        return cudaSuccess;
    }
    return cudaErrorAssert;
}
