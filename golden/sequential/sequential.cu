// sequential.cu -- written by mapnest 0.1.0 from sequential.fut; it is yours
//
//   -- What a thread does with one element after the other it does in one loop: each
//   -- entry point shows a rule of src/rules/sequentialise.rules. The rows have a
//   -- length of their own, and there are rows of them: each stays in a thread.
//
//   -- A reduction of a scan: two sums, and no array.
//   entry sums_of_sums [n][m] (lengthss: [n][m]u8): [n][m]i64 =
//     map (map (\p -> i64.sum (scan (+) 0 (iota (i64.u8 p))))) lengthss
//
//   -- A scan of a scan: how high a walk has come by half of its steps, and at last.
//   entry heights [n][m] (lengthss: [n][m]u8): [n][m]i64 =
//     map (map (\length ->
//            let p = i64.u8 length
//            let walk = scan (+) 0 (map (\i -> if i % 4 < 2 then 1 else -1) (iota p))
//            let tops = scan i64.max 0 walk
//            in if p > 0 then tops[p / 2] + tops[p - 1] else 0))
//         lengthss
//
//   -- A map of a scan: what it gives is the only array.
//   entry middles [n][m] (lengthss: [n][m]u8): [n][m]i64 =
//     map (map (\length ->
//            let p = i64.u8 length
//            let squares = map (\sum -> sum * sum + 1) (scan (+) 0 (iota p))
//            in if p > 0 then squares[p / 2] else 0))
//         lengthss
//
//   -- A scan that says where elements go: they are written as the sums come.
//   entry spread [n][m] (lengthss: [n][m]u8): [n][m]i64 =
//     map (map (\length ->
//            let p = i64.u8 length
//            let at = scan (+) 0 (map (\i -> 1 + i % 2) (iota p))
//            let spread = scatter (replicate p 0) at (iota p)
//            in i64.sum spread))
//         lengthss

#include "sequential.h"

#include <stdio.h>

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MIN_BLOCK_ELEMENTS = 1024; // fewest elements for which a reduction adds a block
static const int MAX_REDUCE_BLOCKS = 2048; // most blocks of one reduction
static const int MAX_WARP_ROW = 4 * BLOCK_SIZE; // longer rows are reduced by one block or several
static const int THREAD_SHARED_BYTES = 60; // shared memory of a thread; more lowers the occupancy
static const int MAX_BLOCKS = 1024; // most blocks of a grid-stride loop

// Returns the number of items of this size that a thread keeps in shared memory. An odd number
// avoids bank conflicts: threads read at this stride.
static __host__ __device__ constexpr int items_per_thread(int bytes)
{
    return THREAD_SHARED_BYTES / bytes < 5 ? 5 : THREAD_SHARED_BYTES / bytes | 1;
}

// Returns the index in shared memory with one element of padding after every 32 elements. The
// padding avoids bank conflicts where threads read at a stride of a power of two.
static __device__ int conflict_free(int at) { return at + at / 32; }

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

// sequential.fut:22: the operator (max) of reductions and scans
static __device__ int64_t larger(int64_t a, int64_t b) { return max(a, b); }

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

// sequential.fut:12: map (map (\p -> i64.sum (scan (+) 0 (iota (i64.u8 p))))) lengthss
// rules: descend, segmap, scan-then-reduce
// One thread computes one element.
static __global__ void sequential_map(const uint8_t *__restrict__ lengthss, int64_t n, int64_t m,
                                      int64_t *__restrict__ result)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n * m) {
        const int64_t p = lengthss[i];
        int64_t sum = 0;
        int64_t total = 0;
        for (int64_t k = 0; k < p; k++) {
            sum += (uint64_t)k;
            total += (uint64_t)sum;
        }
        result[i] = total;
    }
}

// sequential.fut:22: let p = i64.u8 length
// rules: descend, segmap, measure, fold-rows-in-parts
// also sequential.fut:36: let p = i64.u8 length
// also sequential.fut:49: let p = i64.u8 length
// Each block loads several rows into shared memory; `width` neighbouring threads reduce a row.
static __global__ void sequential_largest_p_of_rows_short(const uint8_t *__restrict__ lengthss,
                                                          int64_t m, int64_t n,
                                                          int64_t rows_a_block, int32_t width,
                                                          int64_t *__restrict__ largest_p_of_rows)
{
    const int ITEMS = items_per_thread(1); // elements per thread in a tile
    const int ROOM = BLOCK_SIZE * ITEMS;
    __shared__ uint8_t lengthss_tile[ROOM + ROOM / 32];
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
            lengthss_tile[conflict_free(at)] = at < size ? lengthss[start + at] : 0;
        }
        __syncthreads();

        // All threads take part in the shuffles, including those beyond the last row.
        for (int base = 0; base < count; base += BLOCK_SIZE / width) {
            const int row = base + threadIdx.x / width;
            const int64_t i = first + row;
            int64_t most = 0;
            if (row < count) {
                for (int64_t j = lane; j < m; j += width) {
                    const int64_t p = lengthss_tile[conflict_free(skew + row * m + j)];
                    most = larger(most, p);
                }
            }
            most = warp_reduce<int64_t, larger>(most, width);
            if (row < count && lane == 0)
                largest_p_of_rows[i] = most;
        }
        __syncthreads(); // shared memory can be overwritten
    }
}

// sequential.fut:22: let p = i64.u8 length
// rules: descend, segmap, measure, fold-rows-in-parts
// also sequential.fut:36: let p = i64.u8 length
// also sequential.fut:49: let p = i64.u8 length
// Each block reduces a part of a row, with coalesced reads. Atomic operations combine the
// totals of a row's blocks.
static __global__ void sequential_largest_p_of_rows_long(const uint8_t *__restrict__ lengthss,
                                                         int64_t share, int64_t m, int64_t n,
                                                         int64_t blocks,
                                                         int64_t *__restrict__ largest_p_of_rows)
{
    const int64_t block = block_index();
    const int64_t i = block / blocks, part = block % blocks;
    if (i >= n)
        return;
    const int64_t first = min(part * share, m);
    const int64_t end = min(first + share, m);
    int64_t most = 0;
    // Each warp starts at a multiple of 32 elements, for coalesced reads.
    const int skew = i * m % 32;
    for (int64_t j = first + (threadIdx.x + BLOCK_SIZE - skew) % BLOCK_SIZE; j < end;
         j += BLOCK_SIZE) {
        const int64_t p = lengthss[i * m + j];
        most = larger(most, p);
    }

    most = block_reduce<int64_t, larger>(most, 0);
    if (threadIdx.x == 0)
        atomicMax((long long *)&largest_p_of_rows[i], (long long)most);
}

// sequential.fut:22: let p = i64.u8 length
// rules: .., measure, optimized-map-reduce, reduce-map, shares-in-stripes, segred-is-redomap
// also sequential.fut:36: let p = i64.u8 length
// also sequential.fut:49: let p = i64.u8 length
// Each thread reduces its share, then each block reduces over its threads. Atomic operations
// combine the totals of the blocks.
static __global__ void sequential_largest_p(const int64_t *__restrict__ largest_p_of_rows,
                                            int64_t n, int64_t workers,
                                            int64_t *__restrict__ largest_p)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    int64_t most = 0;
    for (int64_t i = worker; i < n; i += workers)
        most = max(most, largest_p_of_rows[i]);

    int64_t total = block_reduce<int64_t, larger>(most, 0);
    if (threadIdx.x == 0)
        atomicMax((long long *)largest_p, (long long)total);
}

// sequential.fut:22: let p = i64.u8 length
// rules: descend, segmap, measure, scan-then-scan
// Each thread computes every `threads`-th element.
static __global__ void sequential_map_strided(const uint8_t *__restrict__ lengthss, int64_t m,
                                              int64_t n, int64_t *__restrict__ tops,
                                              Failure *failure, int64_t *__restrict__ result)
{
    const int64_t threads = (int64_t)gridDim.x * blockDim.x;
    const int64_t thread = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (int64_t position = thread; position < n * m; position += threads) {
        const int64_t lengthss_col = position % m;
        const int64_t lengthss_row = position / m;
        const int64_t p = lengthss[lengthss_row * m + lengthss_col];
        int64_t sum = 0;
        int64_t total = 0;
        for (int64_t i = 0; i < p; i++) {
            sum += (uint64_t)(i % 4 < 2 ? 1 : -1);
            total = max(total, sum);
            tops[i * threads + thread] = total;
        }
        int64_t chosen;
        if (p > 0) {
            const int64_t at = p / 2;
            if (!(0 <= at && at < p)) return fail(failure, Failure{ 1, { at, p } });
            chosen = (uint64_t)tops[at * threads + thread] + tops[(p - 1) * threads + thread];
        } else {
            chosen = 0;
        }
        result[lengthss_row * m + lengthss_col] = chosen;
    }
}

// sequential.fut:36: let p = i64.u8 length
// rules: descend, segmap, iota-into-map, measure, checked-map
// Each thread computes every `threads`-th element.
static __global__ void sequential_map_sums(const uint8_t *__restrict__ lengthss, int64_t m,
                                           int64_t n, int64_t *__restrict__ sums, Failure *failure,
                                           int64_t *__restrict__ result)
{
    const int64_t threads = (int64_t)gridDim.x * blockDim.x;
    const int64_t thread = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (int64_t position = thread; position < n * m; position += threads) {
        const int64_t lengthss_col = position % m;
        const int64_t lengthss_row = position / m;
        const int64_t p = lengthss[lengthss_row * m + lengthss_col];
        int64_t sum = 0;
        for (int64_t i = 0; i < p; i++) {
            sum += (uint64_t)i;
            sums[i * threads + thread] = sum;
        }
        int64_t chosen;
        if (p > 0) {
            const int64_t quot = p / 2;
            if (quot >= p) return fail(failure, Failure{ 2, { quot, p } });
            const int64_t elem = sums[quot * threads + thread];
            chosen = (uint64_t)elem * elem + 1;
        } else {
            chosen = 0;
        }
        result[lengthss_row * m + lengthss_col] = chosen;
    }
}

// sequential.fut:49: let p = i64.u8 length
// rules: descend, segmap, scan-then-scatter, measure, reduce-is-redomap
// Each thread computes every `threads`-th element.
static __global__ void sequential_map_copies(const uint8_t *__restrict__ lengthss, int64_t m,
                                             int64_t n, int64_t *__restrict__ copies,
                                             int64_t *__restrict__ result)
{
    const int64_t threads = (int64_t)gridDim.x * blockDim.x;
    const int64_t thread = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (int64_t position = thread; position < n * m; position += threads) {
        const int64_t lengthss_col = position % m;
        const int64_t lengthss_row = position / m;
        const int64_t p = lengthss[lengthss_row * m + lengthss_col];
        int64_t sum = 0;
        for (int64_t i = 0; i < p; i++)
            copies[i * threads + thread] = 0;
        for (int64_t i = 0; i < p; i++) {
            sum += (uint64_t)(1 + i % 2);
            if (0 <= sum && sum < p)
                copies[sum * threads + thread] = i;
        }
        int64_t partial_sum = 0;
        for (int64_t i = 0; i < p; i++)
            partial_sum += (uint64_t)copies[i * threads + thread];
        result[lengthss_row * m + lengthss_col] = partial_sum;
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

// Returns the number of blocks, capped at the limit of one row of the grid. Beyond it each block
// handles several tiles.
static int64_t grid_row_blocks(int64_t blocks) { return blocks < INT32_MAX ? blocks : INT32_MAX; }

// Returns the number of blocks of a grid-stride loop over n elements, 1 .. MAX_BLOCKS.
static int grid_stride_blocks(int64_t n)
{
    const int64_t blocks = n / BLOCK_SIZE + (n % BLOCK_SIZE > 0);
    return blocks < 1 ? 1 : blocks > MAX_BLOCKS ? MAX_BLOCKS : (int)blocks;
}

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
    "sequential.fut:25:27: error: Index [%lld] out of bounds for array of shape [%lld].",
    "sequential.fut:38:27: error: Index [%lld] out of bounds for array of shape [%lld].",
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

// entry sums_of_sums [n] [m] (lengthss: [n][m]u8): [n][m]i64
cudaError_t sequential_sums_of_sums(const uint8_t *lengthss, int64_t n, int64_t m, int64_t *result,
                                    cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && (!lengthss || !result)))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    if (n * m > 0)
        sequential_map<<<grid_x(n * m, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(lengthss, n, m,
            result);
    return last_error(earlier);
}

size_t sequential_heights_scratch(int64_t n)
{
    if (n < 0 || n > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return align_up(sizeof(Failure)) + align_up(n * sizeof(int64_t)) + align_up(sizeof(int64_t));
}

// entry heights [n] [m] (lengthss: [n][m]u8): [n][m]i64
cudaError_t sequential_heights(const uint8_t *lengthss, int64_t n, int64_t m, int64_t *result,
                               void *scratch, cudaMemPool_t pool, cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && (!lengthss || !result))
        || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    Failure *const failure = carve<Failure>(&memory, 1);
    int64_t *const largest_p_of_rows = carve<int64_t>(&memory, n);
    int64_t *const largest_p = carve<int64_t>(&memory, 1);
    CUDA_TRY(cudaMemsetAsync(failure, 0, sizeof(Failure), stream));

    if (m <= MAX_WARP_ROW) {
        const int64_t rows_a_block = rows_per_block(n, m, 1);
        const int32_t width = min_lanes_per_row(rows_a_block);
        if (n > 0)
            sequential_largest_p_of_rows_short<<<grid_row_blocks(ceil_div(n, rows_a_block)),
                    BLOCK_SIZE, 0, stream>>>(
                    lengthss, m, n, rows_a_block, width, largest_p_of_rows);
    } else {
        const int64_t blocks = blocks_per_row(n, m);
        const int64_t share = elements_per_block(m, blocks);
        CUDA_TRY(cudaMemsetAsync(largest_p_of_rows, 0, n * sizeof(int64_t), stream));
        if (n > 0)
            sequential_largest_p_of_rows_long<<<linear_grid(n * blocks), BLOCK_SIZE, 0, stream>>>(
                lengthss, share, m, n, blocks, largest_p_of_rows);
    }
    const int64_t blocks = reduce_blocks(n);
    const int64_t workers = blocks * BLOCK_SIZE;
    CUDA_TRY(cudaMemsetAsync(largest_p, 0, sizeof(int64_t), stream));
    sequential_largest_p<<<blocks, BLOCK_SIZE, 0, stream>>>(largest_p_of_rows, n, workers,
        largest_p);
    int64_t largest_p_on_host;
    CUDA_TRY(copy_to_host(&largest_p_on_host, largest_p, earlier, stream));
    if (exceeds_memory(grid_stride_threads(n * m), max(largest_p_on_host, INT64_C(0))))
        return cudaErrorMemoryAllocation;
    DeviceArray<int64_t> tops(pool, stream);
    CUDA_TRY(tops.allocate(grid_stride_threads(n * m) * max(largest_p_on_host, INT64_C(0))));
    if (n * m > 0)
        sequential_map_strided<<<grid_stride_blocks(n * m), BLOCK_SIZE, 0, stream>>>(lengthss, m,
            n, tops, failure, result);
    return last_error(earlier);
}

cudaError_t sequential_heights_failure(const void *scratch, cudaStream_t stream, char *text,
                                       size_t size)
{
    return tell_failure(scratch, stream, text, size);
}

size_t sequential_middles_scratch(int64_t n)
{
    if (n < 0 || n > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return align_up(sizeof(Failure)) + align_up(n * sizeof(int64_t)) + align_up(sizeof(int64_t));
}

// entry middles [n] [m] (lengthss: [n][m]u8): [n][m]i64
cudaError_t sequential_middles(const uint8_t *lengthss, int64_t n, int64_t m, int64_t *result,
                               void *scratch, cudaMemPool_t pool, cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && (!lengthss || !result))
        || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    Failure *const failure = carve<Failure>(&memory, 1);
    int64_t *const largest_p_of_rows = carve<int64_t>(&memory, n);
    int64_t *const largest_p = carve<int64_t>(&memory, 1);
    CUDA_TRY(cudaMemsetAsync(failure, 0, sizeof(Failure), stream));

    if (m <= MAX_WARP_ROW) {
        const int64_t rows_a_block = rows_per_block(n, m, 1);
        const int32_t width = min_lanes_per_row(rows_a_block);
        if (n > 0)
            sequential_largest_p_of_rows_short<<<grid_row_blocks(ceil_div(n, rows_a_block)),
                    BLOCK_SIZE, 0, stream>>>(
                    lengthss, m, n, rows_a_block, width, largest_p_of_rows);
    } else {
        const int64_t blocks = blocks_per_row(n, m);
        const int64_t share = elements_per_block(m, blocks);
        CUDA_TRY(cudaMemsetAsync(largest_p_of_rows, 0, n * sizeof(int64_t), stream));
        if (n > 0)
            sequential_largest_p_of_rows_long<<<linear_grid(n * blocks), BLOCK_SIZE, 0, stream>>>(
                lengthss, share, m, n, blocks, largest_p_of_rows);
    }
    const int64_t blocks = reduce_blocks(n);
    const int64_t workers = blocks * BLOCK_SIZE;
    CUDA_TRY(cudaMemsetAsync(largest_p, 0, sizeof(int64_t), stream));
    sequential_largest_p<<<blocks, BLOCK_SIZE, 0, stream>>>(largest_p_of_rows, n, workers,
        largest_p);
    int64_t largest_p_on_host;
    CUDA_TRY(copy_to_host(&largest_p_on_host, largest_p, earlier, stream));
    if (exceeds_memory(grid_stride_threads(n * m), max(largest_p_on_host, INT64_C(0))))
        return cudaErrorMemoryAllocation;
    DeviceArray<int64_t> sums(pool, stream);
    CUDA_TRY(sums.allocate(grid_stride_threads(n * m) * max(largest_p_on_host, INT64_C(0))));
    if (n * m > 0)
        sequential_map_sums<<<grid_stride_blocks(n * m), BLOCK_SIZE, 0, stream>>>(lengthss, m, n,
            sums, failure, result);
    return last_error(earlier);
}

cudaError_t sequential_middles_failure(const void *scratch, cudaStream_t stream, char *text,
                                       size_t size)
{
    return tell_failure(scratch, stream, text, size);
}

size_t sequential_spread_scratch(int64_t n)
{
    if (n < 0 || n > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return align_up(n * sizeof(int64_t)) + align_up(sizeof(int64_t));
}

// entry spread [n] [m] (lengthss: [n][m]u8): [n][m]i64
cudaError_t sequential_spread(const uint8_t *lengthss, int64_t n, int64_t m, int64_t *result,
                              void *scratch, cudaMemPool_t pool, cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && (!lengthss || !result))
        || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    int64_t *const largest_p_of_rows = carve<int64_t>(&memory, n);
    int64_t *const largest_p = carve<int64_t>(&memory, 1);

    if (m <= MAX_WARP_ROW) {
        const int64_t rows_a_block = rows_per_block(n, m, 1);
        const int32_t width = min_lanes_per_row(rows_a_block);
        if (n > 0)
            sequential_largest_p_of_rows_short<<<grid_row_blocks(ceil_div(n, rows_a_block)),
                    BLOCK_SIZE, 0, stream>>>(
                    lengthss, m, n, rows_a_block, width, largest_p_of_rows);
    } else {
        const int64_t blocks = blocks_per_row(n, m);
        const int64_t share = elements_per_block(m, blocks);
        CUDA_TRY(cudaMemsetAsync(largest_p_of_rows, 0, n * sizeof(int64_t), stream));
        if (n > 0)
            sequential_largest_p_of_rows_long<<<linear_grid(n * blocks), BLOCK_SIZE, 0, stream>>>(
                lengthss, share, m, n, blocks, largest_p_of_rows);
    }
    const int64_t blocks = reduce_blocks(n);
    const int64_t workers = blocks * BLOCK_SIZE;
    CUDA_TRY(cudaMemsetAsync(largest_p, 0, sizeof(int64_t), stream));
    sequential_largest_p<<<blocks, BLOCK_SIZE, 0, stream>>>(largest_p_of_rows, n, workers,
        largest_p);
    int64_t largest_p_on_host;
    CUDA_TRY(copy_to_host(&largest_p_on_host, largest_p, earlier, stream));
    if (exceeds_memory(grid_stride_threads(n * m), max(largest_p_on_host, INT64_C(0))))
        return cudaErrorMemoryAllocation;
    DeviceArray<int64_t> copies(pool, stream);
    CUDA_TRY(copies.allocate(grid_stride_threads(n * m) * max(largest_p_on_host, INT64_C(0))));
    if (n * m > 0)
        sequential_map_copies<<<grid_stride_blocks(n * m), BLOCK_SIZE, 0, stream>>>(lengthss, m, n,
            copies, result);
    return last_error(earlier);
}
