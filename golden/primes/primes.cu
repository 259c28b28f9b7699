// primes.cu -- written by mapnest 0.1.0 from primes.fut; it is yours
//
//   -- The primes below n. Those below the root of n strike out all other numbers.
//
//   def strikes [k] (primes: [k]i64) (i: i64): bool =
//     or (map (\p -> i % p == 0) primes)
//
//   entry main (n: i64): []i64 =
//     let (primes, _) =
//       loop (primes: []i64, from) = ([], 2) while from < n do
//         -- No number below the square of `from` has all its factors from `from` on.
//         let to = i64.min n (from * from)
//         let candidates = map (+ from) (iota (to - from))
//         in (primes ++ filter (\i -> !(strikes primes i)) candidates, to)
//     in primes

#include "primes.h"

#include <stdio.h>

#include <utility>

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MIN_BLOCK_ELEMENTS = 1024; // fewest elements for which a reduction adds a block
static const int MAX_REDUCE_BLOCKS = 2048; // most blocks of one reduction
static const int MAX_WARP_ROW = 4 * BLOCK_SIZE; // longer rows are reduced by one block or several
static const int MAX_BLOCKS = 1024; // most blocks of a grid-stride loop
static const int MAX_SPARE_FACTOR = 8; // a result in an allocation larger by this factor is copied
static const int ITEMS_16 = 7; // items per thread in a scan of 16-byte values; odd

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

// primes.fut:12: the operator (||) of reductions and scans
static __device__ bool either(bool a, bool b) { return a || b; }

// primes.fut:20: the operator (+) of reductions and scans
static __device__ int64_t add(int64_t a, int64_t b) { return (uint64_t)a + b; }

// Reduces one value per thread over `width` consecutive lanes of a warp; the first lane gets the
// total. Values are combined in thread order: the operator need not be commutative.
template <typename T, T op(T, T)>
static __device__ T warp_reduce(T value, int width)
{
    for (int offset = 1; offset < width; offset *= 2)
        value = op(value, __shfl_down_sync(0xffffffff, value, offset, width));
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

// primes.fut:12: or (map (\p -> i % p == 0) primes)
// rules: .., reduce-alone, strip-mine, thread-loop-interchange, measure, strip-mine-reduce
// One block computes 256 elements, one per thread.
static __global__ void __launch_bounds__(256)
primes_thread_per_row(const int64_t *__restrict__ primes, int64_t length, int64_t last,
                      int64_t from, int64_t diff, int64_t blocks, Failure *failure,
                      bool *__restrict__ one_holds)
{
    if (__syncthreads_or(is_failing(failure))) return;
    const int64_t i = block_index();
    if (i >= blocks)
        return;
    const int thread = threadIdx.x;
    __shared__ int64_t primes_tile[256];

    const int64_t first = i * 256;
    bool totals = false;
    for (int64_t j = 0; j < floor_div((int64_t)((uint64_t)length + 255), INT64_C(256)); j++) {
        const int64_t primes_col = j * 256;
        const int64_t count = min(INT64_C(256), (int64_t)((uint64_t)length - primes_col));
        if (thread < count)
            primes_tile[thread] = primes[primes_col + thread];
        __syncthreads();
        const int64_t k = min(first + thread, last);
        bool so_far = totals;
        for (int l = 0; l < count; l++) {
            const int64_t divisor = primes_tile[l];
            if (divisor == 0) {
                fail(failure, Failure{ 2, {} });
            } else {
                so_far = so_far || floor_mod((int64_t)((uint64_t)k + from), divisor) == 0;
            }
        }
        totals = so_far;
        if (__syncthreads_or(is_failing(failure))) return;
    }
    const int64_t to = i * 256 + thread;
    if (to < diff)
        one_holds[to] = totals;
}

// primes.fut:12: or (map (\p -> i % p == 0) primes)
// rules: .., scanomap-split, distribute, descend, redomap, reduce-alone, fold-rows-in-parts
// `width` neighbouring threads of a block reduce a row.
static __global__ void primes_one_holds_short(const int64_t *__restrict__ primes, int64_t from,
                                              int64_t length, int64_t diff, int64_t rows_a_block,
                                              int32_t width, Failure *failure,
                                              bool *__restrict__ one_holds)
{
    if (__syncthreads_or(is_failing(failure))) return;
    const int lane = threadIdx.x % width;
    for (int64_t first = (int64_t)blockIdx.x * rows_a_block; first < diff;
         first += (int64_t)gridDim.x * rows_a_block) {
        const int count = (int)min(diff - first, rows_a_block);
        for (int base = 0; base < count; base += BLOCK_SIZE / width) {
            const int row = base + threadIdx.x / width;
            const int64_t i = first + row;
            bool so_far = false;
            if (row < count) {
                for (int64_t j = lane; j < length; j += width) {
                    const int64_t i_value = (uint64_t)i + from;
                    const int64_t divisor = primes[j];
                    if (divisor == 0) {
                        fail(failure, Failure{ 2, {} });
                    } else {
                        so_far = either(so_far, floor_mod(i_value, divisor) == 0);
                    }
                }
            }
            so_far = warp_reduce<bool, either>(so_far, width);
            if (row < count && lane == 0)
                one_holds[i] = so_far;
        }
    }
}

// primes.fut:12: or (map (\p -> i % p == 0) primes)
// rules: .., scanomap-split, distribute, descend, redomap, reduce-alone, fold-rows-in-parts
// Each block reduces a part of a row, with coalesced reads. The last block to arrive for the row
// reduces the partial results.
static __global__ void primes_one_holds_long(const int64_t *__restrict__ primes, int64_t share,
                                             int64_t length, int64_t from, int64_t diff,
                                             int64_t blocks, Failure *failure,
                                             bool *__restrict__ one_holds, bool *partials,
                                             uint32_t *arrived)
{
    if (__syncthreads_or(is_failing(failure))) return;
    const int64_t block = block_index();
    const int64_t i = block / blocks, part = block % blocks;
    if (i >= diff)
        return;
    const int64_t first = min(part * share, length);
    const int64_t end = min(first + share, length);
    bool so_far = false;
    // Each warp starts at a multiple of 32 elements, for coalesced reads.
    const int skew = i * length % 32;
    for (int64_t j = first + (threadIdx.x + BLOCK_SIZE - skew) % BLOCK_SIZE; j < end;
         j += BLOCK_SIZE) {
        const int64_t i_value = (uint64_t)i + from;
        const int64_t divisor = primes[j];
        if (divisor == 0) {
            fail(failure, Failure{ 2, {} });
        } else {
            so_far = either(so_far, floor_mod(i_value, divisor) == 0);
        }
    }

    so_far = block_reduce<bool, either>(so_far, false);
    if (blocks > 1) {
        if (!is_last_block(so_far, partials + i * blocks, part, blocks, arrived + i))
            return;
        so_far = false;
        for (int64_t peer = threadIdx.x; peer < blocks; peer += BLOCK_SIZE)
            so_far = either(so_far, partials[i * blocks + peer]);
        so_far = block_reduce<bool, either>(so_far, false);
    }
    if (threadIdx.x == 0)
        one_holds[i] = so_far;
}

// primes.fut:20: in (primes ++ filter (\i -> !(strikes primes i)) candidates, to)
// rules: .., while-outside, distribute, scatomap, segput-is-scatomap, put-in-chain
// Single-pass scan: blocks scan one tile at a time, with decoupled look-back at earlier tiles.
static __global__ void __launch_bounds__(BLOCK_SIZE)
primes_chosen(const bool *__restrict__ one_holds, int64_t from, int64_t diff,
              int64_t *__restrict__ chosen, int64_t *__restrict__ kept, uint64_t *tile_states,
              Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const int tile_size = BLOCK_SIZE * ITEMS_16;
    __shared__ int64_t items[tile_size];
    __shared__ bool tile_one_holds[tile_size];
    __shared__ uint16_t order[tile_size];
    auto *const tiles = (TileStatus<int64_t> *)(tile_states + 1);
    for (;;) {
        const int64_t tile = next_tile(tile_states);
        const int64_t start = tile * tile_size;
        if (start >= diff && tile > 0)
            return;
        const int size = (int)min(diff - start, (int64_t)tile_size);

        // Load with coalesced reads.
        for (int turn = 0; turn < ITEMS_16; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const bool one_holds_value = one_holds[i];
                item = !one_holds_value;
                tile_one_holds[at] = one_holds_value;
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
            const int64_t sum = items[at];
            if (at < size) {
                if (!tile_one_holds[at])
                    chosen[sum - 1] = (uint64_t)i + from;
            }
        }

        // The last tile holds the total.
        if (start + size == diff && threadIdx.x == 0)
            *kept = add(prefix, total);
    }
}

// Returns the error of a call from the function around it.
#define CUDA_TRY(call) do { if (const cudaError_t error = (call)) return error; } while (0)

// Returns n / size, rounded up.
static int64_t ceil_div(int64_t n, int64_t size) { return n / size + (n % size > 0); }

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
    "primes.fut:19:38: error: Range 0..1..<%lld is invalid.",
    "primes.fut:12:18: error: division by zero\nprimes.fut:20:37: note: called from here",
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

size_t primes_main_scratch()
{
    return align_up(sizeof(Failure)) + align_up(MAX_REDUCE_BLOCKS * sizeof(bool))
        + align_up(MAX_REDUCE_BLOCKS * sizeof(uint32_t)) + align_up(sizeof(int64_t));
}

// entry main (n: i64): ?[primes_size].[primes_size]i64
cudaError_t primes_main(int64_t n, int64_t **primes, int64_t *primes_size, void *scratch,
                        cudaMemPool_t pool, cudaStream_t stream)
{
    if (!primes || !primes_size || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    *primes = NULL;
    *primes_size = 0;

    char *memory = (char *)scratch;
    Failure *const failure = carve<Failure>(&memory, 1);
    bool *const partials = carve<bool>(&memory, MAX_REDUCE_BLOCKS);
    uint32_t *const arrived = carve<uint32_t>(&memory, MAX_REDUCE_BLOCKS);
    int64_t *const kept = carve<int64_t>(&memory, 1);
    CUDA_TRY(cudaMemsetAsync(failure, 0, sizeof(Failure), stream));

    int64_t length = 0;
    DeviceArray<int64_t> second_primes(pool, stream);
    CUDA_TRY(second_primes.allocate(0));
    int64_t from = 2;
    while (from < n) {
        const int64_t to = min(n, (int64_t)((uint64_t)from * from));
        const int64_t diff = (uint64_t)to - from;
        if (diff < 0) return report(failure, stream, Failure{ 1, { diff } });
        DeviceArray<bool> one_holds(pool, stream);
        CUDA_TRY(one_holds.allocate(diff));
        if (diff > 255) {
            const int64_t blocks = floor_div((int64_t)((uint64_t)diff + 255), INT64_C(256));
            const int64_t last = (uint64_t)diff - 1;
            if (blocks > 0)
                primes_thread_per_row<<<linear_grid(blocks), 256, 0, stream>>>(second_primes,
                    length, last, from, diff, blocks, failure, one_holds);
        } else if (length <= MAX_WARP_ROW) {
            const int32_t width = lanes_per_row(length);
            const int64_t rows_a_block = BLOCK_SIZE / width;
            if (diff > 0)
                primes_one_holds_short<<<grid_row_blocks(ceil_div(diff, rows_a_block)), BLOCK_SIZE,
                        0, stream>>>(second_primes, from, length, diff, rows_a_block, width,
                                     failure, one_holds);
        } else {
            const int64_t blocks = blocks_per_row(diff, length);
            const int64_t share = elements_per_block(length, blocks);
            if (blocks > 1)
                CUDA_TRY(cudaMemsetAsync(arrived, 0, diff * sizeof(uint32_t), stream));
            if (diff > 0)
                primes_one_holds_long<<<linear_grid(diff * blocks), BLOCK_SIZE, 0, stream>>>(
                    second_primes, share, length, from, diff, blocks, failure, one_holds, partials,
                    arrived);
        }
        DeviceArray<int64_t> chosen(pool, stream);
        CUDA_TRY(chosen.allocate(diff));
        const int64_t tiles = tiles_for(diff, ITEMS_16);
        DeviceArray<uint64_t> tile_states(pool, stream);
        CUDA_TRY(tile_states.allocate_zero(3 * tiles + 1));
        primes_chosen<<<tile_blocks(tiles), BLOCK_SIZE, 0, stream>>>(one_holds, from, diff, chosen,
            kept, tile_states, failure);
        int64_t kept_on_host;
        if (const cudaError_t error = copy_checked(&kept_on_host, kept, failure, earlier, stream))
            return ignore_assert(error);
        DeviceArray<int64_t> joined(pool, stream);
        CUDA_TRY(joined.allocate(kept_on_host + length));
        CUDA_TRY(cudaMemcpyAsync(joined, second_primes, length * sizeof(int64_t),
                                 cudaMemcpyDeviceToDevice, stream));
        CUDA_TRY(cudaMemcpyAsync(joined + length, chosen, kept_on_host * sizeof(int64_t),
                                 cudaMemcpyDeviceToDevice, stream));
        length = (uint64_t)kept_on_host + length;
        from = to;
        std::swap(second_primes.data, joined.data);
    }
    CUDA_TRY(shrink_to_fit(length, second_primes, 0));
    CUDA_TRY(last_error(earlier));
    *primes = std::exchange(second_primes.data, nullptr);
    *primes_size = length;
    return cudaSuccess;
}

cudaError_t primes_main_failure(const void *scratch, cudaStream_t stream, char *text, size_t size)
{
    Failure found;
    const cudaError_t earlier = cudaPeekAtLastError();
    CUDA_TRY(copy_to_host(&found, scratch, earlier, stream));
    const int known = sizeof FAILURES / sizeof *FAILURES;
    const bool failed = 0 < found.code && found.code < known;
    snprintf(text, size, FAILURES[failed ? found.code : 0], found.value[0]);
    return failed ? cudaErrorAssert : cudaSuccess;
}
