// branches.cu -- written by mapnest 0.1.0 from branches.fut; it is yours
//
//   def main [m] (ns: [m]i64): [m][..][..]i64 =
//     map (\n -> if n % 2 == 0 then map (\i -> map (+ i) (iota n)) (iota n) else [iota n, [n]]) ns

#include "branches.h"

#include <stdio.h>

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int MAX_BLOCKS = 1024; // blocks in a grid that has a fixed size
static const int ITEMS_8 = 9; // that a thread scans, of up to 8 bytes; odd: no bank conflicts

namespace {
// The front of the scratch memory: which check failed first (0: none), and its values.
struct Failure {
    int32_t code;
    long long value[1];
};
}

// The first thread to fail leaves its values for .._failure to explain.
static __device__ void fail(Failure *failure, const Failure &found)
{
    if (atomicCAS(&failure->code, 0, found.code) != 0)
        return;
    for (int i = 0; i < 1; i++)
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

// The remainder with the sign of the divisor.
template <typename T>
static __host__ __device__ T floor_mod(T a, T b)
{
    const T rest = b == (T)-1 ? 0 : a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// branches.fut:2: map (\n -> if n % 2 == 0 then map (\i -> map (+ i) (iota n)) (iota n) else [iota
//   n, [n]]) ns
// rules: segmap, scan-map, segscan-is-scanomap, total-of-scan, total-of-all, rows-of-branches,
//   distribute, descend, distribute-irregular, F8-if, segmap-is-map, map-in-chain,
//   drop-result-of-chain
// The operator (+) of reductions and scans.
static __device__ int64_t add(int64_t x, int64_t y)
{
    const int64_t sum = (uint64_t)x + y;
    return sum;
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

namespace {
// What is known of a tile, for those who scan the tiles after it: nothing yet, its own fold,
// or the fold of everything up to its end.
enum State { NOTHING, SUM, PREFIX };
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
        const T left = __shfl_up_sync(0xffffffff, value, offset);
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
    const T left = __shfl_up_sync(0xffffffff, value, 1);
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

// branches.fut:2: map (\n -> if n % 2 == 0 then map (\i -> map (+ i) (iota n)) (iota n) else [iota
//   n, [n]]) ns
// rules: segmap, scan-map, segscan-is-scanomap, total-of-scan, total-of-all, rows-of-branches,
//   distribute, descend, distribute-irregular, F8-if, segmap-is-map, map-in-chain,
//   drop-result-of-chain
//
//   segmap@chain <#i < m> {
//     n = ns[i]
//     rest = n % 2i64
//     is_equal = rest == 0i64
//     one = if is_equal then 1i64 else 0i64
//     t = prefix (+) 0i64 one
//     a = t - 1i64
//     b = i - t
//     k = if is_equal then a else b
//     in k is_equal
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
branches_is_equals(const int64_t *__restrict__ ns, int64_t m, int64_t *__restrict__ ks,
                   bool *__restrict__ is_equals, int64_t *__restrict__ count, uint64_t *states,
                   int64_t *sums, int64_t *prefixes)
{
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_8;
    const Tiles<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= m && tile > 0)
            return;
        const int size = (int)min(m - start, (int64_t)tile_size);

        int64_t n[ITEMS_8];
        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const int64_t n_2 = ns[i];
                const bool is_equal = floor_mod(n_2, INT64_C(2)) == 0;
                item = is_equal ? 1 : 0;
                n[turn] = n_2;
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
                const bool is_equal = floor_mod(n[turn], INT64_C(2)) == 0;
                ks[i] = is_equal ? (uint64_t)sum - 1 : (uint64_t)i - sum;
                is_equals[i] = is_equal;
            }
        }

        // The last tile knows what all elements come to.
        if (start + size == m && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *count = sum;
        }
    }
}

// branches.fut:2: map (\n -> if n % 2 == 0 then map (\i -> map (+ i) (iota n)) (iota n) else [iota
//   n, [n]]) ns
// rules: rows-of-branches, distribute, descend, distribute-irregular, F8-if, segput-is-scatomap
//
//   segput@thread <is_equal_1 k_1 in is_equals ks #i_1> t_1 {
//     as = if is_equal_1 then k_1 else -1i64
//     in as i_1
//   }
//
// One thread writes one value; an index out of range is skipped.
static __global__ void branches_rows(const bool *__restrict__ is_equals,
                                     const int64_t *__restrict__ ks, int64_t count_on_host,
                                     int64_t m, int64_t *__restrict__ t)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m) {
        const int64_t at = is_equals[i] ? ks[i] : -1;
        if (0 <= at && at < count_on_host)
            t[at] = i;
    }
}

// branches.fut:2: map (\n -> if n % 2 == 0 then map (\i -> map (+ i) (iota n)) (iota n) else [iota
//   n, [n]]) ns
// rules: rows-of-branches, distribute, descend, distribute-irregular, F8-if, segput-is-scatomap
//
//   segput@thread <is_equal_2 k_2 in is_equals ks #i_2> t_2 {
//     as_1 = if is_equal_2 then -1i64 else k_2
//     in as_1 i_2
//   }
//
// One thread writes one value; an index out of range is skipped.
static __global__ void branches_rows_2(const bool *__restrict__ is_equals,
                                       const int64_t *__restrict__ ks, int64_t count, int64_t m,
                                       int64_t *__restrict__ t)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m) {
        const int64_t at = is_equals[i] ? -1 : ks[i];
        if (0 <= at && at < count)
            t[at] = i;
    }
}

// branches.fut:2: map (\n -> if n % 2 == 0 then map (\i -> map (+ i) (iota n)) (iota n) else [iota
//   n, [n]]) ns
// rules: segmap, segmap-is-map, map-map, scan-map, segscan-is-scanomap, rows-of-branches,
//   distribute, descend, F8-if, distribute-irregular, F3-replicate, drop-unused, expand-map,
//   total-of-scan, total-of-all
//
//   segmap@chain <#i_3 < count> {
//     n_1 = some[i_3]
//     is_at_least = n_1 >= 0i64
//     n_2 = assert "Range 0..1..<{} is invalid." [n_1] is_at_least n_1
//     t_4 = n_2 * n_2
//     t_5 = prefix (+) 0i64 n_2
//     in t_5 t_4 n_2
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
branches_totals(const int64_t *__restrict__ ns, const int64_t *__restrict__ t,
                int64_t count_on_host, Failure *failure, int64_t *__restrict__ es,
                int64_t *__restrict__ totals, int64_t *__restrict__ ns_2,
                int64_t *__restrict__ t_2, uint64_t *states, int64_t *sums, int64_t *prefixes)
{
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

        int64_t n[ITEMS_8];
        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const int64_t n_2 = ns[t[i]];
                if (n_2 < 0) {
                    fail(failure, Failure{ 1, { n_2 } });
                } else {
                    item = n_2;
                    n[turn] = n_2;
                }
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
                totals[i] = (uint64_t)n[turn] * n[turn];
                ns_2[i] = n[turn];
            }
        }

        // The last tile knows what all elements come to.
        if (start + size == count_on_host && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *t_2 = sum;
        }
    }
}

// branches.fut:2: map (\n -> if n % 2 == 0 then map (\i -> map (+ i) (iota n)) (iota n) else [iota
//   n, [n]]) ns
// rules: rows-of-branches, distribute, descend, F8-if, distribute-irregular, F3-replicate,
//   expand-map, segmap-is-map, drop-unused
//
//   segmap@thread <i_4 in is> { #[unchecked] n_3 = ns_1[i_4] in n_3 }
//
// One thread computes one element.
static __global__ void branches_map(const int64_t *__restrict__ ns, const int64_t *__restrict__ es,
                                    int64_t t_on_host, int64_t count_on_host,
                                    int64_t *__restrict__ copiesss, Failure *failure)
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
        copiesss[i] = ns[row];
    }
}

// branches.fut:2: map (\n -> if n % 2 == 0 then map (\i -> map (+ i) (iota n)) (iota n) else [iota
//   n, [n]]) ns
// rules: segscan-is-scanomap, iota-into-map, F14-flatten-maps, rows-of-branches, distribute,
//   descend, F8-if, distribute-irregular, F2-map, drop-unused, expand-map, total-of-scan,
//   total-of-all
//
//   segmap@chain <#i_5 < count> {
//     values = totals[i_5]
//     t_7 = prefix (+) 0i64 values
//     in t_7
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
branches_es(const int64_t *__restrict__ totals, int64_t count_on_host, int64_t *__restrict__ es,
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
                item = totals[i];
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

// branches.fut:2: map (\n -> if n % 2 == 0 then map (\i -> map (+ i) (iota n)) (iota n) else [iota
//   n, [n]]) ns
// rules: iota-into-map, F14-flatten-maps, rows-of-branches, distribute, descend, F8-if,
//   distribute-irregular, F2-map, drop-unused, expand-map, segmap-is-map
//
//   segmap@thread <i_6 j in is_1 js> {
//     #[unchecked] n_4 = ns_1[i_6]
//     i_7 = j / n_4
//     i_8 = j % n_4
//     z = i_8 + i_7
//     in z
//   }
//
// One thread computes one element.
static __global__ void branches_map_2(const int64_t *__restrict__ ns,
                                      const int64_t *__restrict__ es, int64_t t_on_host,
                                      int64_t count_on_host, Failure *failure,
                                      int64_t *__restrict__ elementsss)
{
    if (is_failing(failure))
        return;
    __shared__ int64_t ends_here[ROWS_AT_ONCE];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const Rows rows = rows_between(es, count_on_host, first_here,
                                   min(first_here + blockDim.x, t_on_host), ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t_on_host) {
        const int64_t row = row_of(rows, i);
        const int64_t first = start_of(rows, row);
        const int64_t j = i - first;
        const int64_t n = ns[row];
        if (n == 0)
            return fail(failure, Failure{ 2 });
        elementsss[i] = (uint64_t)floor_mod(j, n) + floor_div(j, n);
    }
}

// branches.fut:2: map (\n -> if n % 2 == 0 then map (\i -> map (+ i) (iota n)) (iota n) else [iota
//   n, [n]]) ns
// rules: segmap, rows-of-views, row-is-slice, segmap-is-map, map-map, scan-map,
//   segscan-is-scanomap, rows-of-branches, distribute, descend, F8-if, distribute-irregular,
//   F4-iota, drop-unused, expand-map, total-of-scan, total-of-all
//
//   segmap@chain <#i_9 < count_1> {
//     n_5 = some_1[i_9]
//     is_at_least_1 = n_5 >= 0i64
//     n_6 = assert "Range 0..1..<{} is invalid." [n_5] is_at_least_1 n_5
//     list = [n_5]
//     total = n_6 + 1i64
//     lengths = [n_6, 1i64]
//     t_12 = prefix (+) 0i64 n_6
//     in t_12 2i64 lengths total list total n_6
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
branches_lists(const int64_t *__restrict__ ns, const int64_t *__restrict__ t, int64_t count,
               Failure *failure, int64_t *__restrict__ lists, int64_t *__restrict__ t_2,
               int64_t *__restrict__ es, int64_t *__restrict__ t_3, int64_t *__restrict__ t_4,
               int64_t *__restrict__ totals, int64_t *__restrict__ ns_2, int64_t *__restrict__ t_5,
               uint64_t *states, int64_t *sums, int64_t *prefixes)
{
    if (__syncthreads_or(is_failing(failure)))
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

        int64_t n[ITEMS_8];
        int64_t n_2[ITEMS_8];
        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const int64_t n_3 = ns[t[i]];
                if (n_3 < 0) {
                    fail(failure, Failure{ 4, { n_3 } });
                } else {
                    item = n_3;
                    n[turn] = n_3;
                    n_2[turn] = n_3;
                }
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
                lists[i] = n[turn];
                const int64_t total_2 = (uint64_t)n_2[turn] + 1;
                t_2[i * 2] = n_2[turn];
                t_2[i * 2 + 1] = 1;
                es[i] = sum;
                t_3[i] = 2;
                t_4[i] = total_2;
                totals[i] = total_2;
                ns_2[i] = n_2[turn];
            }
        }

        // The last tile knows what all elements come to.
        if (start + size == count && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *t_5 = sum;
        }
    }
}

// branches.fut:2: map (\n -> if n % 2 == 0 then map (\i -> map (+ i) (iota n)) (iota n) else [iota
//   n, [n]]) ns
// rules: rows-of-branches, distribute, descend, F8-if, distribute-irregular, F4-iota, expand-map,
//   segmap-is-map, drop-unused
//
//   segmap@thread <i_10 in is_2> i_10
//
// One thread computes one element.
static __global__ void branches_map_3(const int64_t *__restrict__ es, int64_t t_on_host,
                                      int64_t count, int64_t *__restrict__ indicesss,
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
        indicesss[i] = i - first;
    }
}

// branches.fut:2: map (\n -> if n % 2 == 0 then map (\i -> map (+ i) (iota n)) (iota n) else [iota
//   n, [n]]) ns
// rules: list-of-rows, F14-append, rows-of-branches, distribute, descend, F8-if,
//   distribute-irregular, F2-map, drop-unused, expand-map, segmap-is-map
//
//   segmap@thread <i_12 j_1 in is_3 js_1> {
//     #[unchecked] t_15 = es_2[i_12]
//     #[unchecked] t_16 = ns_2[i_12]
//     t_17 = t_15 - t_16
//     c = j_1 < t_16
//     k_3 = j_1 - t_16
//     v = if c then {
//       t_18 = t_17 + j_1
//       #[unchecked] x_5 = indicesss[t_18]
//       in x_5
//     } else {
//       #[unchecked] y_5 = lists[i_12, k_3]
//       in y_5
//     }
//     in v
//   }
//
// One thread computes one element.
static __global__ void branches_map_4(const int64_t *__restrict__ ns,
                                      const int64_t *__restrict__ indicesss,
                                      const int64_t *__restrict__ es,
                                      const int64_t *__restrict__ lists,
                                      const int64_t *__restrict__ es_2, int64_t t_on_host,
                                      int64_t count, int64_t *__restrict__ elementsss,
                                      Failure *failure)
{
    if (has_failed(failure))
        return;
    __shared__ int64_t ends_here[ROWS_AT_ONCE];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const Rows rows = rows_between(es_2, count, first_here,
                                   min(first_here + blockDim.x, t_on_host), ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t_on_host) {
        const int64_t row = row_of(rows, i);
        const int64_t first = start_of(rows, row);
        const int64_t j = i - first;
        const int64_t t = ns[row];
        elementsss[i] = j < t ? indicesss[(uint64_t)es[row] - t + j]
            : lists[row + (int64_t)((uint64_t)j - t)];
    }
}

// branches.fut:2: map (\n -> if n % 2 == 0 then map (\i -> map (+ i) (iota n)) (iota n) else [iota
//   n, [n]]) ns
// rules: rows-of-branches, distribute, descend, F8-if, distribute-irregular, segmap,
//   rows-of-views, expand-map, segmap-is-map
//
//   segmap@thread <i_13 j_2 in is_3 js_1> {
//     #[unchecked] t_19 = es_3[i_13]
//     #[unchecked] t_20 = totals_1[i_13]
//     t_21 = t_19 - t_20
//     t_22 = t_21 + j_2
//     #[unchecked] v_1 = elementsss_1[t_22]
//     in v_1
//   }
//
// One thread computes one element.
static __global__ void branches_map_5(const int64_t *__restrict__ elementsss,
                                      const int64_t *__restrict__ totals,
                                      const int64_t *__restrict__ es, int64_t t_on_host,
                                      int64_t count, int64_t *__restrict__ ts, Failure *failure)
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
        ts[i] = elementsss[(uint64_t)end_of(rows, row) - totals[row] + (i - first)];
    }
}

// branches.fut:2: map (\n -> if n % 2 == 0 then map (\i -> map (+ i) (iota n)) (iota n) else [iota
//   n, [n]]) ns
// rules: segmap-is-map, scan-map, segscan-is-scanomap, rows-of-branches, distribute, descend,
//   distribute-irregular, F8-if, expand-map, total-of-scan, total-of-all
//
//   segmap@chain <#i_14 < m> {
//     passes = is_equals[i_14]
//     k_4 = ks[i_14]
//     one_1 = if passes then {
//       #[unchecked] t_24 = ns_1[k_4]
//       in t_24
//     } else {
//       #[unchecked] t_25 = t_8[k_4]
//       in t_25
//     }
//     t_26 = prefix (+) 0i64 one_1
//     in t_26 one_1
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
branches_ys(const bool *__restrict__ is_equals, const int64_t *__restrict__ ks,
            const int64_t *__restrict__ ns, const int64_t *__restrict__ t, int64_t m,
            int64_t *__restrict__ es, int64_t *__restrict__ ys, int64_t *__restrict__ t_2,
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
        if (start >= m && tile > 0)
            return;
        const int size = (int)min(m - start, (int64_t)tile_size);

        int64_t one[ITEMS_8];
        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const bool passes = is_equals[i];
                const int64_t k = ks[i];
                const int64_t one_2 = passes ? ns[k] : t[k];
                item = one_2;
                one[turn] = one_2;
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
                ys[i] = one[turn];
            }
        }

        // The last tile knows what all elements come to.
        if (start + size == m && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *t_2 = sum;
        }
    }
}

// branches.fut:2: map (\n -> if n % 2 == 0 then map (\i -> map (+ i) (iota n)) (iota n) else [iota
//   n, [n]]) ns
// rules: rows-of-branches, distribute, descend, distribute-irregular, F8-if, expand-map,
//   segmap-is-map
//
//   segmap@thread <i_15 j_3 in is_4 js_2> {
//     #[unchecked] passes_1 = is_equals[i_15]
//     #[unchecked] k_5 = ks[i_15]
//     v_2 = if passes_1 then {
//       #[unchecked] t_27 = es[k_5]
//       #[unchecked] t_28 = ns_1[k_5]
//       start = t_27 - t_28
//       t_29 = start + j_3
//       #[unchecked] t_30 = copiesss[t_29]
//       in t_30
//     } else {
//       #[unchecked] t_31 = t_9[k_5, j_3]
//       in t_31
//     }
//     in v_2
//   }
//
// One thread computes one element.
static __global__ void branches_values(const bool *__restrict__ is_equals,
                                       const int64_t *__restrict__ ks,
                                       const int64_t *__restrict__ es,
                                       const int64_t *__restrict__ ns,
                                       const int64_t *__restrict__ copiesss,
                                       const int64_t *__restrict__ t,
                                       const int64_t *__restrict__ es_2, int64_t t_on_host,
                                       int64_t m, int64_t *__restrict__ values, Failure *failure)
{
    if (has_failed(failure))
        return;
    __shared__ int64_t ends_here[ROWS_AT_ONCE];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const Rows rows = rows_between(es_2, m, first_here, min(first_here + blockDim.x, t_on_host),
                                   ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t_on_host) {
        const int64_t row = row_of(rows, i);
        const int64_t first = start_of(rows, row);
        const int64_t j = i - first;
        const bool passes = is_equals[row];
        const int64_t k = ks[row];
        int64_t v;
        if (passes) {
            const int64_t start = (uint64_t)es[k] - ns[k];
            v = copiesss[(uint64_t)start + j];
        } else {
            v = t[k * 2 + j];
        }
        values[i] = v;
    }
}

// branches.fut:2: map (\n -> if n % 2 == 0 then map (\i -> map (+ i) (iota n)) (iota n) else [iota
//   n, [n]]) ns
// rules: segmap-is-map, scan-map, segscan-is-scanomap, rows-of-branches, distribute, descend,
//   distribute-irregular, F8-if, expand-map, total-of-scan, total-of-all
//
//   segmap@chain <#i_16 < m> {
//     passes_2 = is_equals[i_16]
//     k_6 = ks[i_16]
//     one_2 = if passes_2 then {
//       #[unchecked] t_33 = totals[k_6]
//       in t_33
//     } else {
//       #[unchecked] t_34 = t_10[k_6]
//       in t_34
//     }
//     t_35 = prefix (+) 0i64 one_2
//     in t_35
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
branches_es_2(const bool *__restrict__ is_equals, const int64_t *__restrict__ ks,
              const int64_t *__restrict__ totals, const int64_t *__restrict__ t, int64_t m,
              int64_t *__restrict__ es, int64_t *__restrict__ t_2, uint64_t *states, int64_t *sums,
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
        if (start >= m && tile > 0)
            return;
        const int size = (int)min(m - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const bool passes = is_equals[i];
                const int64_t k = ks[i];
                const int64_t one = passes ? totals[k] : t[k];
                item = one;
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
                es[i] = sum;
        }

        // The last tile knows what all elements come to.
        if (start + size == m && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *t_2 = sum;
        }
    }
}

// branches.fut:2: map (\n -> if n % 2 == 0 then map (\i -> map (+ i) (iota n)) (iota n) else [iota
//   n, [n]]) ns
// rules: rows-of-branches, distribute, descend, distribute-irregular, F8-if, expand-map,
//   segmap-is-map
//
//   segmap@thread <i_17 j_4 in is_5 js_3> {
//     #[unchecked] passes_3 = is_equals[i_17]
//     #[unchecked] k_7 = ks[i_17]
//     v_3 = if passes_3 then {
//       #[unchecked] t_36 = es_1[k_7]
//       #[unchecked] t_37 = totals[k_7]
//       start_1 = t_36 - t_37
//       t_38 = start_1 + j_4
//       #[unchecked] t_39 = elementsss[t_38]
//       in t_39
//     } else {
//       #[unchecked] t_40 = es_3[k_7]
//       #[unchecked] t_41 = totals_1[k_7]
//       start_2 = t_40 - t_41
//       t_42 = start_2 + j_4
//       #[unchecked] t_43 = ts[t_42]
//   ...
//
// One thread computes one element.
static __global__ void branches_values_2(const bool *__restrict__ is_equals,
                                         const int64_t *__restrict__ ks,
                                         const int64_t *__restrict__ es,
                                         const int64_t *__restrict__ totals,
                                         const int64_t *__restrict__ elementsss,
                                         const int64_t *__restrict__ es_2,
                                         const int64_t *__restrict__ totals_2,
                                         const int64_t *__restrict__ ts,
                                         const int64_t *__restrict__ es_3, int64_t t_on_host,
                                         int64_t m, int64_t *__restrict__ values, Failure *failure)
{
    if (has_failed(failure))
        return;
    __shared__ int64_t ends_here[ROWS_AT_ONCE];
    const int64_t first_here = (int64_t)blockIdx.x * blockDim.x;
    const Rows rows = rows_between(es_3, m, first_here, min(first_here + blockDim.x, t_on_host),
                                   ends_here);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < t_on_host) {
        const int64_t row = row_of(rows, i);
        const int64_t first = start_of(rows, row);
        const int64_t j = i - first;
        const bool passes = is_equals[row];
        const int64_t k = ks[row];
        int64_t v;
        if (passes) {
            const int64_t start = (uint64_t)es[k] - totals[k];
            v = elementsss[(uint64_t)start + j];
        } else {
            const int64_t start = (uint64_t)es_2[k] - totals_2[k];
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

size_t branches_main_scratch(int64_t m)
{
    if (too_large(m))
        return SIZE_MAX; // no device has so much
    return padded(sizeof(Failure)) + padded(m * sizeof(int64_t)) + padded(m * sizeof(bool))
        + padded(sizeof(int64_t)) + padded((tiles_for(m, ITEMS_8) + 1) * sizeof(uint64_t))
        + padded(tiles_for(m, ITEMS_8) * sizeof(int64_t))
        + padded(tiles_for(m, ITEMS_8) * sizeof(int64_t)) + padded(m * sizeof(int64_t));
}

// entry main [m] (ns: [m]i64): ?[values_2_size][values_3_size].([m]i64, [values_2_size]i64,
//   [values_3_size]i64)
cudaError_t branches_main(const int64_t *ns, int64_t m, int64_t *ys, int64_t **values,
                          int64_t *values_2_size, int64_t **values_2, int64_t *values_3_size,
                          void *scratch, cudaMemPool_t pool, cudaStream_t stream)
{
    if (m < 0 || too_large(m) || (m > 0 && (!ns || !ys)) || !values || !values_2 || !values_2_size
        || !values_3_size || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    *values = NULL;
    *values_2_size = 0;
    *values_2 = NULL;
    *values_3_size = 0;

    char *memory = (char *)scratch;
    Failure *const failure = (Failure *)take(&memory, sizeof(Failure));
    int64_t *const ks = (int64_t *)take(&memory, m * sizeof(int64_t));
    bool *const is_equals = (bool *)take(&memory, m * sizeof(bool));
    int64_t *const count = (int64_t *)take(&memory, sizeof(int64_t));
    uint64_t *const states = (uint64_t *)take(&memory,
                                              (tiles_for(m, ITEMS_8) + 1) * sizeof(uint64_t));
    int64_t *const sums = (int64_t *)take(&memory, tiles_for(m, ITEMS_8) * sizeof(int64_t));
    int64_t *const prefixes = (int64_t *)take(&memory, tiles_for(m, ITEMS_8) * sizeof(int64_t));
    int64_t *const t = count; // not needed at the same time
    int64_t *const t_2 = count; // not needed at the same time
    int64_t *const t_3 = count; // not needed at the same time
    int64_t *const t_4 = count; // not needed at the same time
    int64_t *const es = (int64_t *)take(&memory, m * sizeof(int64_t));
    int64_t *const t_5 = count; // not needed at the same time
    int64_t *const t_6 = count; // not needed at the same time
    if (const cudaError_t error = cudaMemsetAsync(failure, 0, sizeof(Failure), stream))
        return error;

    if (const cudaError_t error = cudaMemsetAsync(states, 0,
                                                  (tiles_for(m, ITEMS_8) + 1) * sizeof(uint64_t),
                                                  stream))
        return error;
    branches_is_equals<<<blocks_of(tiles_for(m, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(ns, m, ks,
        is_equals, count, states, sums, prefixes);
    int64_t count_on_host;
    if (const cudaError_t error = read_back(&count_on_host, count, stream))
        return error;
    const int64_t count_2 = (uint64_t)m - count_on_host;
    DeviceArray<int64_t> t_7(pool, stream);
    if (const cudaError_t error = t_7.allocate(count_on_host))
        return error;
    if (const cudaError_t error = cudaMemsetAsync(t_7, 0, count_on_host * sizeof(int64_t), stream))
        return error;
    if (m > 0)
        branches_rows<<<grid_x(m, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(is_equals, ks,
            count_on_host, m, t_7);
    DeviceArray<int64_t> t_8(pool, stream);
    if (const cudaError_t error = t_8.allocate(count_2))
        return error;
    if (const cudaError_t error = cudaMemsetAsync(t_8, 0, count_2 * sizeof(int64_t), stream))
        return error;
    if (m > 0)
        branches_rows_2<<<grid_x(m, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(is_equals, ks, count_2,
            m, t_8);
    DeviceArray<int64_t> es_2(pool, stream);
    if (const cudaError_t error = es_2.allocate(count_on_host))
        return error;
    DeviceArray<int64_t> totals(pool, stream);
    if (const cudaError_t error = totals.allocate(count_on_host))
        return error;
    DeviceArray<int64_t> ns_2(pool, stream);
    if (const cudaError_t error = ns_2.allocate(count_on_host))
        return error;
    DeviceArray<uint64_t> states_2(pool, stream);
    if (const cudaError_t error = states_2.allocate(tiles_for(count_on_host, ITEMS_8) + 1))
        return error;
    DeviceArray<int64_t> sums_2(pool, stream);
    if (const cudaError_t error = sums_2.allocate(tiles_for(count_on_host, ITEMS_8)))
        return error;
    DeviceArray<int64_t> prefixes_2(pool, stream);
    if (const cudaError_t error = prefixes_2.allocate(tiles_for(count_on_host, ITEMS_8)))
        return error;
    if (const cudaError_t error = cudaMemsetAsync(states_2, 0,
                                                  (tiles_for(count_on_host, ITEMS_8) + 1)
                                                  * sizeof(uint64_t), stream))
        return error;
    branches_totals<<<blocks_of(tiles_for(count_on_host, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(ns,
        t_7, count_on_host, failure, es_2, totals, ns_2, t, states_2, sums_2, prefixes_2);
    int32_t failed_so_far;
    if (const cudaError_t error = read_back(&failed_so_far, scratch, stream))
        return error;
    if (failed_so_far)
        return cudaSuccess;
    int64_t t_on_host;
    if (const cudaError_t error = read_back(&t_on_host, t, stream))
        return error;
    DeviceArray<int64_t> copiesss(pool, stream);
    if (const cudaError_t error = copiesss.allocate(t_on_host))
        return error;
    if (t_on_host > 0)
        branches_map<<<grid_x(t_on_host, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(ns_2, es_2,
            t_on_host, count_on_host, copiesss, failure);
    DeviceArray<int64_t> es_3(pool, stream);
    if (const cudaError_t error = es_3.allocate(count_on_host))
        return error;
    DeviceArray<uint64_t> states_3(pool, stream);
    if (const cudaError_t error = states_3.allocate(tiles_for(count_on_host, ITEMS_8) + 1))
        return error;
    DeviceArray<int64_t> sums_3(pool, stream);
    if (const cudaError_t error = sums_3.allocate(tiles_for(count_on_host, ITEMS_8)))
        return error;
    DeviceArray<int64_t> prefixes_3(pool, stream);
    if (const cudaError_t error = prefixes_3.allocate(tiles_for(count_on_host, ITEMS_8)))
        return error;
    if (const cudaError_t error = cudaMemsetAsync(states_3, 0,
                                                  (tiles_for(count_on_host, ITEMS_8) + 1)
                                                  * sizeof(uint64_t), stream))
        return error;
    branches_es<<<blocks_of(tiles_for(count_on_host, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(totals,
        count_on_host, es_3, t_2, states_3, sums_3, prefixes_3, failure);
    int32_t failed_so_far_2;
    if (const cudaError_t error = read_back(&failed_so_far_2, scratch, stream))
        return error;
    if (failed_so_far_2)
        return cudaSuccess;
    int64_t t_on_host_2;
    if (const cudaError_t error = read_back(&t_on_host_2, t_2, stream))
        return error;
    DeviceArray<int64_t> elementsss(pool, stream);
    if (const cudaError_t error = elementsss.allocate(t_on_host_2))
        return error;
    if (t_on_host_2 > 0)
        branches_map_2<<<grid_x(t_on_host_2, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(ns_2, es_3,
            t_on_host_2, count_on_host, failure, elementsss);
    DeviceArray<int64_t> es_4(pool, stream);
    if (const cudaError_t error = es_4.allocate(count_2))
        return error;
    DeviceArray<int64_t> t_9(pool, stream);
    if (const cudaError_t error = t_9.allocate(count_2))
        return error;
    DeviceArray<int64_t> t_10(pool, stream);
    if (const cudaError_t error = t_10.allocate(count_2 * 2))
        return error;
    DeviceArray<int64_t> t_11(pool, stream);
    if (const cudaError_t error = t_11.allocate(count_2))
        return error;
    DeviceArray<int64_t> lists(pool, stream);
    if (const cudaError_t error = lists.allocate(count_2))
        return error;
    DeviceArray<int64_t> totals_2(pool, stream);
    if (const cudaError_t error = totals_2.allocate(count_2))
        return error;
    DeviceArray<int64_t> ns_3(pool, stream);
    if (const cudaError_t error = ns_3.allocate(count_2))
        return error;
    DeviceArray<uint64_t> states_4(pool, stream);
    if (const cudaError_t error = states_4.allocate(tiles_for(count_2, ITEMS_8) + 1))
        return error;
    DeviceArray<int64_t> sums_4(pool, stream);
    if (const cudaError_t error = sums_4.allocate(tiles_for(count_2, ITEMS_8)))
        return error;
    DeviceArray<int64_t> prefixes_4(pool, stream);
    if (const cudaError_t error = prefixes_4.allocate(tiles_for(count_2, ITEMS_8)))
        return error;
    if (const cudaError_t error = cudaMemsetAsync(states_4, 0,
                                                  (tiles_for(count_2, ITEMS_8) + 1)
                                                  * sizeof(uint64_t), stream))
        return error;
    branches_lists<<<blocks_of(tiles_for(count_2, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(ns, t_8,
        count_2, failure, lists, t_10, es_4, t_9, t_11, totals_2, ns_3, t_3, states_4, sums_4,
        prefixes_4);
    int32_t failed_so_far_3;
    if (const cudaError_t error = read_back(&failed_so_far_3, scratch, stream))
        return error;
    if (failed_so_far_3)
        return cudaSuccess;
    int64_t t_on_host_3;
    if (const cudaError_t error = read_back(&t_on_host_3, t_3, stream))
        return error;
    DeviceArray<int64_t> indicesss(pool, stream);
    if (const cudaError_t error = indicesss.allocate(t_on_host_3))
        return error;
    if (t_on_host_3 > 0)
        branches_map_3<<<grid_x(t_on_host_3, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(es_4,
            t_on_host_3, count_2, indicesss, failure);
    DeviceArray<int64_t> es_5(pool, stream);
    if (const cudaError_t error = es_5.allocate(count_2))
        return error;
    DeviceArray<uint64_t> states_5(pool, stream);
    if (const cudaError_t error = states_5.allocate(tiles_for(count_2, ITEMS_8) + 1))
        return error;
    DeviceArray<int64_t> sums_5(pool, stream);
    if (const cudaError_t error = sums_5.allocate(tiles_for(count_2, ITEMS_8)))
        return error;
    DeviceArray<int64_t> prefixes_5(pool, stream);
    if (const cudaError_t error = prefixes_5.allocate(tiles_for(count_2, ITEMS_8)))
        return error;
    if (const cudaError_t error = cudaMemsetAsync(states_5, 0,
                                                  (tiles_for(count_2, ITEMS_8) + 1)
                                                  * sizeof(uint64_t), stream))
        return error;
    branches_es<<<blocks_of(tiles_for(count_2, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(totals_2,
        count_2, es_5, t_4, states_5, sums_5, prefixes_5, failure);
    int32_t failed_so_far_4;
    if (const cudaError_t error = read_back(&failed_so_far_4, scratch, stream))
        return error;
    if (failed_so_far_4)
        return cudaSuccess;
    int64_t t_on_host_4;
    if (const cudaError_t error = read_back(&t_on_host_4, t_4, stream))
        return error;
    DeviceArray<int64_t> elementsss_2(pool, stream);
    if (const cudaError_t error = elementsss_2.allocate(t_on_host_4))
        return error;
    if (t_on_host_4 > 0)
        branches_map_4<<<grid_x(t_on_host_4, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(ns_3, indicesss,
            es_4, lists, es_5, t_on_host_4, count_2, elementsss_2, failure);
    DeviceArray<int64_t> ts(pool, stream);
    if (const cudaError_t error = ts.allocate(t_on_host_4))
        return error;
    if (t_on_host_4 > 0)
        branches_map_5<<<grid_x(t_on_host_4, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(elementsss_2,
            totals_2, es_5, t_on_host_4, count_2, ts, failure);
    if (const cudaError_t error = cudaMemsetAsync(states, 0,
                                                  (tiles_for(m, ITEMS_8) + 1) * sizeof(uint64_t),
                                                  stream))
        return error;
    branches_ys<<<blocks_of(tiles_for(m, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(is_equals, ks, ns_2,
        t_9, m, es, ys, t_5, states, sums, prefixes, failure);
    int32_t failed_so_far_5;
    if (const cudaError_t error = read_back(&failed_so_far_5, scratch, stream))
        return error;
    if (failed_so_far_5)
        return cudaSuccess;
    int64_t t_on_host_5;
    if (const cudaError_t error = read_back(&t_on_host_5, t_5, stream))
        return error;
    DeviceArray<int64_t> values_3(pool, stream);
    if (const cudaError_t error = values_3.allocate(t_on_host_5))
        return error;
    if (t_on_host_5 > 0)
        branches_values<<<grid_x(t_on_host_5, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(is_equals, ks,
            es_2, ns_2, copiesss, t_10, es, t_on_host_5, m, values_3, failure);
    if (const cudaError_t error = cudaMemsetAsync(states, 0,
                                                  (tiles_for(m, ITEMS_8) + 1) * sizeof(uint64_t),
                                                  stream))
        return error;
    branches_es_2<<<blocks_of(tiles_for(m, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(is_equals, ks,
        totals, t_11, m, es, t_6, states, sums, prefixes, failure);
    int32_t failed_so_far_6;
    if (const cudaError_t error = read_back(&failed_so_far_6, scratch, stream))
        return error;
    if (failed_so_far_6)
        return cudaSuccess;
    int64_t t_on_host_6;
    if (const cudaError_t error = read_back(&t_on_host_6, t_6, stream))
        return error;
    DeviceArray<int64_t> values_4(pool, stream);
    if (const cudaError_t error = values_4.allocate(t_on_host_6))
        return error;
    if (t_on_host_6 > 0)
        branches_values_2<<<grid_x(t_on_host_6, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(is_equals,
            ks, es_3, totals, elementsss, es_5, totals_2, ts, es, t_on_host_6, m, values_4,
            failure);
    if (const cudaError_t error = error_since(earlier))
        return error;
    *values = values_3.release();
    *values_2 = values_4.release();
    *values_2_size = t_on_host_5;
    *values_3_size = t_on_host_6;
    return cudaSuccess;
}

cudaError_t branches_main_failure(const void *scratch, cudaStream_t stream, char *text,
                                  size_t size)
{
    Failure found;
    if (const cudaError_t error = read_back(&found, scratch, stream))
        return error;
    switch (found.code) {
    case 1:
        snprintf(text, size, "branches.fut:2:65: error: Range 0..1..<%lld is invalid.",
                 found.value[0]);
        break;
    case 2:
        snprintf(text, size, "branches.fut:2:33: error: division by zero");
        break;
    case 3:
        snprintf(text, size, "branches.fut:2:33: error: division by zero");
        break;
    case 4:
        snprintf(text, size, "branches.fut:2:79: error: Range 0..1..<%lld is invalid.",
                 found.value[0]);
        break;
    default:
        snprintf(text, size, "no failure");
        return cudaSuccess;
    }
    return cudaErrorAssert;
}
