// nested_primes.cu -- written by mapnest 0.1.0 from nested_primes.fut; it is yours
//
//   -- The primes up to n: each round strikes out the multiples of all primes that are known, row
//     by
//   -- row. PMPH notes, figure 22; that gives [2] for n = 0 and 1, so the last line here is added.
//
//   entry main (n: i64): []i64 =
//     let (primes, _) =
//       loop (primes, len) = ([2], 2) while len < n do
//         let len = if n / len < len then n else len * len
//         let composite = map (\p -> map (* p) (map (+ 2) (iota (len / p - 1)))) primes
//         let not_primes = flatten composite
//         let flags = scatter (map (> 1) (iota (len + 1)))
//                             not_primes (map (\_ -> false) not_primes)
//         in (filter (\i -> flags[i]) (iota (len + 1)), len)
//     in filter (<= n) primes

#include "nested_primes.h"

#include <stdio.h>

#include <utility>

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MAX_BLOCKS = 1024; // most blocks of a grid-stride loop
static const int MAX_SPARE_FACTOR = 8; // a result in an allocation larger by this factor is copied
static const int ITEMS_8 = 9; // items per thread in a scan of 8-byte values (odd: no conflict)
static const int ITEMS_16 = 7; // items per thread in a scan of 16-byte values; odd
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

// nested_primes.fut:16: combines two partial results
static __device__ int64_t combine(int64_t x, int64_t y)
{
    return (int64_t)min((uint64_t)x + (uint64_t)y, UINT64_C(9223372036854775807));
}

// nested_primes.fut:20: the operator (+) of reductions and scans
static __device__ int64_t add(int64_t a, int64_t b) { return (uint64_t)a + b; }

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

// Splits a tile by the inclusive counts of its elements: order[i] gets the position of the element
// that comes i-th. The counted elements come first.
template <int ITEMS, typename T>
static __device__ void block_split(const T *counts, T prefix, T total, uint16_t *order)
{
    for (int at = threadIdx.x; at < BLOCK_SIZE * ITEMS; at += BLOCK_SIZE) {
        const int count = counts[at] - prefix;
        const bool is_counted = count > (at > 0 ? counts[at - 1] - prefix : 0);
        order[is_counted ? count - 1 : total + at - count] = at;
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

// nested_primes.fut:14: loop (primes, len) = ([2], 2) while len < n do
// One thread computes values whose operands are in device memory.
static __global__ void nested_primes_list(int64_t *__restrict__ primes)
{
    primes[0] = 2;
}

// nested_primes.fut:16: let composite = map (\p -> map (* p) (map (+ 2) (iota (len / p - 1))))
//   primes
// rules: .., descend, distribute-irregular, F2-map, expand-map, total-of-scan, total-of-all
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
nested_primes_es(const int64_t *__restrict__ primes, int64_t len, int64_t length, Failure *failure,
                 int64_t *__restrict__ es, int64_t *__restrict__ composite_total,
                 uint64_t *tile_states)
{
    if (__syncthreads_or(is_failing(failure))) return;
    const auto load = [&](int turn, int64_t i) -> int64_t {
        int64_t item = 0;
        const int64_t p = primes[i];
        if (p == 0) {
            fail(failure, Failure{ 2, {} });
        } else {
            const int64_t diff = (uint64_t)floor_div(len, p) - 1;
            if (diff < 0) {
                fail(failure, Failure{ 3, { diff } });
            } else {
                item = diff;
            }
        }
        return item;
    };
    const auto store = [&](int turn, int64_t i, int64_t sum) { es[i] = sum; };
    const auto store_total = [&](int64_t sum) { *composite_total = sum; };
    scan_tiles<TileStatus<int64_t>, ITEMS_8, int64_t, combine>(length, tile_states, 0, 0, load,
        store, store_total);
}

// nested_primes.fut:18: let flags = scatter (map (> 1) (iota (len + 1)))
// rules: iota-into-map, while-outside, distribute, descend, segmap, segmap-is-map
// One thread computes one element.
static __global__ void nested_primes_map(int64_t sum, bool *__restrict__ mapped, Failure *failure)
{
    if (has_failed(failure)) return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < sum)
        mapped[i] = i > 1;
}

// nested_primes.fut:18: let flags = scatter (map (> 1) (iota (len + 1)))
// rules: .., while-outside, distribute, scatomap, scatter-map, segput-is-scatomap
// One thread writes one value; an index out of range is skipped.
static __global__ void nested_primes_flags(const int64_t *__restrict__ primes,
                                           const int64_t *__restrict__ es, int64_t sum,
                                           int64_t composite_total_on_host, int64_t length,
                                           bool *__restrict__ mapped, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const RaggedRows rows = rows_in_block(es, length, composite_total_on_host);
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < composite_total_on_host) {
        const int64_t row = row_containing(rows, i);
        const int64_t row_begin = ragged_row_start(rows, row);
        const int64_t p = primes[row];
        const int64_t at = ((uint64_t)(i - row_begin) + 2) * p;
        if (0 <= at && at < sum)
            mapped[at] = false;
    }
}

// nested_primes.fut:20: in (filter (\i -> flags[i]) (iota (len + 1)), len)
// rules: .., while-outside, distribute, scatomap, segput-is-scatomap, put-in-chain
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
nested_primes_chosen(const bool *__restrict__ mapped, int64_t sum, int64_t *__restrict__ chosen,
                     int64_t *__restrict__ kept, uint64_t *tile_states, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const int tile_size = BLOCK_SIZE * ITEMS_16;
    __shared__ int64_t items[tile_size];
    __shared__ bool tile_flag[tile_size];
    __shared__ uint16_t order[tile_size];
    auto *const tiles = (TileStatus<int64_t> *)(tile_states + 1);
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t start = tile * tile_size;
        if (start >= sum && tile > 0)
            return;
        const int size = (int)min(sum - start, (int64_t)tile_size);

        // Load with coalesced reads.
        for (int turn = 0; turn < ITEMS_16; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const bool flag = mapped[i];
                item = flag;
                tile_flag[at] = flag;
            }
            items[at] = item;
        }
        __syncthreads();

        // Reduce the tile, get its prefix from the tiles before, and scan it.
        int64_t total;
        const int64_t before = tile_upsweep<ITEMS_16, int64_t, add>(items, 0, &total);
        const int64_t prefix = exclusive_prefix<int64_t, add>(tiles, tile, 0, total, 0, 0);
        tile_downsweep<ITEMS_16, int64_t, add>(items, add(prefix, before));
        __syncthreads();

        // Split the tile: the writes of counted elements are contiguous.
        block_split<ITEMS_16>(items, prefix, total, order);
        __syncthreads();

        // Store with coalesced writes.
        for (int turn = 0; turn < ITEMS_16; turn++) {
            const int at = order[turn * BLOCK_SIZE + threadIdx.x];
            const int64_t i = start + at;
            const int64_t scanned_sum = items[at];
            if (at < size) {
                if (tile_flag[at])
                    chosen[scanned_sum - 1] = i;
            }
        }

        // The last tile holds the total.
        if (start + size == sum && threadIdx.x == 0)
            *kept = add(prefix, total);
    }
}

// nested_primes.fut:21: in filter (<= n) primes
// rules: .., scatter-map, distribute, scatomap, segput-is-scatomap, put-in-chain
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
nested_primes_chosen_scan(const int64_t *__restrict__ primes, int64_t n, int64_t length,
                          int64_t *__restrict__ chosen, int64_t *__restrict__ kept,
                          uint64_t *tile_states, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const int tile_size = BLOCK_SIZE * ITEMS_24;
    __shared__ int64_t items[tile_size];
    __shared__ int64_t tile_prime[tile_size];
    __shared__ uint16_t order[tile_size];
    auto *const tiles = (TileStatus<int64_t> *)(tile_states + 1);
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t start = tile * tile_size;
        if (start >= length && tile > 0)
            return;
        const int size = (int)min(length - start, (int64_t)tile_size);

        // Load with coalesced reads.
        for (int turn = 0; turn < ITEMS_24; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const int64_t prime = primes[i];
                item = prime <= n;
                tile_prime[at] = prime;
            }
            items[at] = item;
        }
        __syncthreads();

        // Reduce the tile, get its prefix from the tiles before, and scan it.
        int64_t total;
        const int64_t before = tile_upsweep<ITEMS_24, int64_t, add>(items, 0, &total);
        const int64_t prefix = exclusive_prefix<int64_t, add>(tiles, tile, 0, total, 0, 0);
        tile_downsweep<ITEMS_24, int64_t, add>(items, add(prefix, before));
        __syncthreads();

        // Split the tile: the writes of counted elements are contiguous.
        block_split<ITEMS_24>(items, prefix, total, order);
        __syncthreads();

        // Store with coalesced writes.
        for (int turn = 0; turn < ITEMS_24; turn++) {
            const int at = order[turn * BLOCK_SIZE + threadIdx.x];
            const int64_t sum = items[at];
            if (at < size) {
                if (tile_prime[at] <= n)
                    chosen[sum - 1] = tile_prime[at];
            }
        }

        // The last tile holds the total.
        if (start + size == length && threadIdx.x == 0)
            *kept = add(prefix, total);
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
    "nested_primes.fut:15:20: error: division by zero",
    "nested_primes.fut:16:62: error: division by zero",
    "nested_primes.fut:16:56: error: Range 0..1..<%lld is invalid.",
    "nested_primes.fut:18:39: error: Range 0..1..<%lld is invalid.",
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

size_t nested_primes_main_scratch()
{
    return align_up(sizeof(Failure)) + align_up(sizeof(int64_t));
}

// entry main (n: i64): ?[result_size].[result_size]i64
cudaError_t nested_primes_main(int64_t n, int64_t **result, int64_t *result_size, void *scratch,
                               cudaMemPool_t pool, cudaStream_t stream)
{
    if (!result || !result_size || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    *result = NULL;
    *result_size = 0;

    char *memory = (char *)scratch;
    Failure *const failure = carve<Failure>(&memory, 1);
    int64_t *const composite_total = carve<int64_t>(&memory, 1);
    int64_t *const kept = composite_total; // reused
    CUDA_TRY(cudaMemsetAsync(failure, 0, sizeof(Failure), stream));

    DeviceArray<int64_t> primes(pool, stream);
    CUDA_TRY(primes.allocate(1));
    nested_primes_list<<<1, 1, 0, stream>>>(primes);
    int64_t length = 1;
    int64_t len = 2;
    while (len < n) {
        if (len == 0) return report(failure, stream, Failure{ 1, {} });
        const int64_t next_len = floor_div(n, len) < len ? n : (uint64_t)len * len;
        DeviceArray<int64_t> es(pool, stream);
        CUDA_TRY(es.allocate(length));
        const int64_t tiles = tiles_for(length, ITEMS_8);
        DeviceArray<uint64_t> tile_states(pool, stream);
        CUDA_TRY(tile_states.allocate_zero(3 * tiles + 1));
        nested_primes_es<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(primes, next_len, length,
            failure, es, composite_total, tile_states);
        int64_t composite_total_on_host;
        if (const cudaError_t error = copy_checked(&composite_total_on_host, composite_total,
                                                   failure, earlier, stream))
            return ignore_assert(error);
        const int64_t sum = (uint64_t)next_len + 1;
        if (sum < 0) return report(failure, stream, Failure{ 4, { sum } });
        DeviceArray<bool> mapped(pool, stream);
        CUDA_TRY(mapped.allocate(sum));
        if (sum > 0)
            nested_primes_map<<<grid_x(sum, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(sum, mapped,
                failure);
        if (composite_total_on_host > 0)
            nested_primes_flags<<<grid_x(composite_total_on_host, BLOCK_SIZE), BLOCK_SIZE, 0,
                    stream>>>(primes, es, sum, composite_total_on_host, length, mapped, failure);
        DeviceArray<int64_t> chosen(pool, stream);
        CUDA_TRY(chosen.allocate(sum));
        const int64_t chosen_tiles = tiles_for(sum, ITEMS_16);
        DeviceArray<uint64_t> chosen_tile_states(pool, stream);
        CUDA_TRY(chosen_tile_states.allocate_zero(3 * chosen_tiles + 1));
        nested_primes_chosen<<<tile_blocks(chosen_tiles), BLOCK_SIZE, 0, stream>>>(mapped, sum,
            chosen, kept, chosen_tile_states, failure);
        int64_t kept_on_host;
        if (const cudaError_t error = copy_checked(&kept_on_host, kept, failure, earlier, stream))
            return ignore_assert(error);
        length = kept_on_host;
        len = next_len;
        std::swap(primes.data, chosen.data);
    }
    DeviceArray<int64_t> chosen(pool, stream);
    CUDA_TRY(chosen.allocate(length));
    const int64_t tiles = tiles_for(length, ITEMS_24);
    DeviceArray<uint64_t> tile_states(pool, stream);
    CUDA_TRY(tile_states.allocate_zero(3 * tiles + 1));
    nested_primes_chosen_scan<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(primes, n, length,
        chosen, kept, tile_states, failure);
    int64_t kept_on_host;
    if (const cudaError_t error = copy_checked(&kept_on_host, kept, failure, earlier, stream))
        return ignore_assert(error);
    CUDA_TRY(shrink_to_fit(kept_on_host, chosen, length));
    *result = std::exchange(chosen.data, nullptr);
    *result_size = kept_on_host;
    return cudaSuccess;
}

cudaError_t nested_primes_main_failure(const void *scratch, cudaStream_t stream, char *text,
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
