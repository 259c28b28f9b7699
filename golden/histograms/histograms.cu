// histograms.cu -- written by mapnest 0.1.0 from histograms.fut; it is yours
//
//   -- Histograms: of an image, of each row of an image, and of sums of rows.
//
//   -- The bins are computed where they are counted.
//   entry of_image [n] (k: i64) (pixels: [n]i32): [k]i32 =
//     let bins = map (\p -> i64.min (k - 1) (i64.i32 p)) pixels
//     in hist (+) 0 k bins (replicate n 1)
//
//   -- One table for each row.
//   entry of_rows [n][m] (k: i64) (rows: [n][m]i64): [n][k]i32 =
//     map (\row -> hist (+) 0 k row (map (const 1) row)) rows
//
//   -- Two tables for each row, which is read once.
//   entry of_digits [n][m] (rows: [n][m]i64): ([n][10]i32, [n][10]i32) =
//     let table bin row = hist (+) 0 10 (map bin row) (map (const 1i32) row)
//     in unzip (map (\row -> (table (% 10) row, table (\x -> x / 10 % 10) row)) rows)
//
//   -- The sums are segmented reductions, then they are counted.
//   entry of_sums [n][m] (k: i64) (rows: [n][m]i64): [k]i32 =
//     hist (+) 0 k (map i64.sum rows) (replicate n 1)

#include "histograms.h"

#include <stdio.h>

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MIN_BLOCK_ELEMENTS = 1024; // fewest elements for which a reduction adds a block
static const int MAX_REDUCE_BLOCKS = 2048; // most blocks of one reduction
static const int MAX_WARP_ROW = 4 * BLOCK_SIZE; // longer rows are reduced by one block or several
static const int THREAD_SHARED_BYTES = 60; // shared memory of a thread; more lowers the occupancy
static const int HISTOGRAM_BYTES = 32768; // shared memory of a histogram; more lowers occupancy

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
    long long value[1];
};
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

// histograms.fut:12: the operator (+) of reductions and scans
static __device__ int32_t add(int32_t a, int32_t b) { return (uint32_t)a + b; }

// histograms.fut:42: the operator (+) of reductions and scans
static __device__ int64_t add_int64(int64_t a, int64_t b) { return (uint64_t)a + b; }

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

// histograms.fut:12: in hist (+) 0 k bins (replicate n 1)
// rules: hist-is-histomap, replicate-into-map, hist-map, distribute, histomap
// Each block counts a part in shared memory. Each bin has `copies` counters;
// neighbouring threads use different copies, which avoids contention.
static __global__ void histograms_histogram_shared(const int32_t *__restrict__ pixels,
                                                   int64_t share, int64_t n, int64_t k,
                                                   int32_t copies, int64_t blocks,
                                                   int32_t *__restrict__ result)
{
    __shared__ int32_t counters[HISTOGRAM_BYTES / 4];
    const int lane = threadIdx.x % copies;
    const int64_t part = block_index();
    const int64_t first = min(part * share, n);
    const int64_t end = min(first + share, n);
    for (int c = threadIdx.x; c < k * copies; c += BLOCK_SIZE)
        counters[c] = 0;
    __syncthreads();

    for (int64_t i = first + threadIdx.x; i < end; i += BLOCK_SIZE) {
        const int64_t at = min((int64_t)((uint64_t)k - 1), (int64_t)pixels[i]);
        if (0 <= at && at < k)
            atomicAdd(&counters[at * copies + lane], 1);
    }
    __syncthreads();

    // Each thread starts with another copy, in another bank.
    for (int b = threadIdx.x; b < k; b += BLOCK_SIZE) {
        int32_t sum = 0;
        for (int c = 0; c < copies; c++)
            sum = add(sum, counters[b * copies + (c + lane) % copies]);
        if (sum != 0)
            atomicAdd(&result[b], sum);
    }
}

// histograms.fut:12: in hist (+) 0 k bins (replicate n 1)
// rules: hist-is-histomap, replicate-into-map, hist-map, distribute, histomap
// One thread adds one value to its place in the histogram.
static __global__ void histograms_histogram(const int32_t *__restrict__ pixels, int64_t k,
                                            int64_t n, int32_t *__restrict__ result)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int64_t at = min((int64_t)((uint64_t)k - 1), (int64_t)pixels[i]);
        if (0 <= at && at < k)
            atomicAdd(&result[at], 1);
    }
}

// histograms.fut:20: map (\row -> hist (+) 0 k row (map (const 1) row)) rows
// rules: distribute, replicate, descend, segmap, drop-unused
// One thread computes one element.
static __global__ void histograms_map(int64_t n, int64_t k, int32_t *__restrict__ result)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n * k)
        result[i] = 0;
}

// histograms.fut:20: map (\row -> hist (+) 0 k row (map (const 1) row)) rows
// rules: hist-is-histomap, hist-map, descend, distribute, histomap, drop-unused
// Each block counts a part of a row in shared memory. Each bin has `copies` counters;
// neighbouring threads use different copies, which avoids contention.
static __global__ void histograms_bins_shared(const int64_t *__restrict__ rows, int64_t share,
                                              int64_t m, int64_t k, int32_t copies, int64_t n,
                                              int64_t blocks, int32_t *__restrict__ result)
{
    __shared__ int32_t counters[HISTOGRAM_BYTES / 4];
    const int lane = threadIdx.x % copies;
    const int64_t block = block_index();
    const int64_t i = block / blocks, part = block % blocks;
    if (i >= n)
        return;
    const int64_t first = min(part * share, m);
    const int64_t end = min(first + share, m);
    for (int c = threadIdx.x; c < k * copies; c += BLOCK_SIZE)
        counters[c] = 0;
    __syncthreads();

    for (int64_t j = first + threadIdx.x; j < end; j += BLOCK_SIZE) {
        const int64_t at = rows[i * m + j];
        if (0 <= at && at < k)
            atomicAdd(&counters[at * copies + lane], 1);
    }
    __syncthreads();

    // Each thread starts with another copy, in another bank.
    for (int b = threadIdx.x; b < k; b += BLOCK_SIZE) {
        int32_t sum = 0;
        for (int c = 0; c < copies; c++)
            sum = add(sum, counters[b * copies + (c + lane) % copies]);
        if (sum != 0)
            atomicAdd(&result[i * k + b], sum);
    }
}

// histograms.fut:20: map (\row -> hist (+) 0 k row (map (const 1) row)) rows
// rules: hist-is-histomap, hist-map, descend, distribute, histomap, drop-unused
// One thread adds one value to its place in the histogram.
static __global__ void histograms_bins(const int64_t *__restrict__ rows, int64_t m, int64_t k,
                                       int64_t n, int32_t *__restrict__ result)
{
    const int64_t j = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t i = ((int64_t)blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
    if (j < m && i < n) {
        const int64_t at = rows[i * m + j];
        if (0 <= at && at < k)
            atomicAdd(&result[i * k + at], 1);
    }
}

// histograms.fut:33: let table bin row = hist (+) 0 10 (map bin row) (map (const 1i32) row)
// rules: distribute, replicates, replicate, descend, segmap, drop-unused
// One thread computes one element.
static __global__ void histograms_copies(int64_t n, int32_t *__restrict__ result_0)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n * 10)
        result_0[i] = 0;
}

// histograms.fut:33: let table bin row = hist (+) 0 10 (map bin row) (map (const 1i32) row)
// rules: .., hist-map, hist-beside-hist, descend, distribute, histomap, drop-unused
// Each block counts a part of a row in shared memory. Each bin has `copies` counters;
// neighbouring threads use different copies, which avoids contention.
static __global__ void histograms_bins_shared_histogram_shared(const int64_t *__restrict__ rows,
    int64_t share, int64_t m, int32_t copies, int64_t n, int64_t blocks,
    int32_t *__restrict__ result_0, int32_t *__restrict__ result_1)
{
    __shared__ int32_t counters[HISTOGRAM_BYTES / 8];
    __shared__ int32_t tile_counters[HISTOGRAM_BYTES / 8];
    const int lane = threadIdx.x % copies;
    const int64_t block = block_index();
    const int64_t i = block / blocks, part = block % blocks;
    if (i >= n)
        return;
    const int64_t first = min(part * share, m);
    const int64_t end = min(first + share, m);
    for (int c = threadIdx.x; c < 10 * copies; c += BLOCK_SIZE)
        counters[c] = 0;
    for (int c = threadIdx.x; c < 10 * copies; c += BLOCK_SIZE)
        tile_counters[c] = 0;
    __syncthreads();

    for (int64_t j = first + threadIdx.x; j < end; j += BLOCK_SIZE) {
        const int64_t x = rows[i * m + j];
        const int64_t at = floor_mod(x, INT64_C(10));
        const int64_t at_value = floor_mod(floor_div(x, INT64_C(10)), INT64_C(10));
        if (0 <= at && at < 10)
            atomicAdd(&counters[at * copies + lane], 1);
        if (0 <= at_value && at_value < 10)
            atomicAdd(&tile_counters[at_value * copies + lane], 1);
    }
    __syncthreads();

    // Each thread starts with another copy, in another bank.
    for (int b = threadIdx.x; b < 10; b += BLOCK_SIZE) {
        int32_t sum = 0;
        for (int c = 0; c < copies; c++)
            sum = add(sum, counters[b * copies + (c + lane) % copies]);
        if (sum != 0)
            atomicAdd(&result_0[i * 10 + b], sum);
    }
    for (int b = threadIdx.x; b < 10; b += BLOCK_SIZE) {
        int32_t partial_sum = 0;
        for (int c = 0; c < copies; c++)
            partial_sum = add(partial_sum, tile_counters[b * copies + (c + lane) % copies]);
        if (partial_sum != 0)
            atomicAdd(&result_1[i * 10 + b], partial_sum);
    }
}

// histograms.fut:33: let table bin row = hist (+) 0 10 (map bin row) (map (const 1i32) row)
// rules: .., hist-map, hist-beside-hist, descend, distribute, histomap, drop-unused
// One thread adds one value to its place in the histogram.
static __global__ void histograms_bins_map(const int64_t *__restrict__ rows, int64_t m, int64_t n,
                                           int32_t *__restrict__ result_0,
                                           int32_t *__restrict__ result_1)
{
    const int64_t j = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t i = ((int64_t)blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
    if (j < m && i < n) {
        const int64_t x = rows[i * m + j];
        const int64_t at = floor_mod(x, INT64_C(10));
        const int64_t at_value = floor_mod(floor_div(x, INT64_C(10)), INT64_C(10));
        if (0 <= at && at < 10)
            atomicAdd(&result_0[i * 10 + at], 1);
        if (0 <= at_value && at_value < 10)
            atomicAdd(&result_1[i * 10 + at_value], 1);
    }
}

// histograms.fut:42: hist (+) 0 k (map i64.sum rows) (replicate n 1)
// rules: .., hist-map, histomap-split, distribute, descend, redomap, fold-rows-in-parts
// Each block loads several rows into shared memory; `width` neighbouring threads reduce a row.
static __global__ void histograms_sums_short(const int64_t *__restrict__ rows, int64_t m,
                                             int64_t n, int64_t rows_a_block, int32_t width,
                                             int64_t *__restrict__ sums)
{
    const int ITEMS = items_per_thread(8); // elements per thread in a tile
    const int ROOM = BLOCK_SIZE * ITEMS;
    __shared__ int64_t rows_tile[ROOM + ROOM / 32];
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
            rows_tile[conflict_free(at)] = at < size ? rows[start + at] : 0;
        }
        __syncthreads();

        // All threads take part in the shuffles, including those beyond the last row.
        for (int base = 0; base < count; base += BLOCK_SIZE / width) {
            const int row = base + threadIdx.x / width;
            const int64_t i = first + row;
            int64_t sum = 0;
            if (row < count) {
                for (int64_t j = lane; j < m; j += width)
                    sum = add_int64(sum, rows_tile[conflict_free(skew + row * m + j)]);
            }
            sum = warp_reduce<int64_t, add_int64>(sum, width);
            if (row < count && lane == 0)
                sums[i] = sum;
        }
        __syncthreads(); // shared memory can be overwritten
    }
}

// histograms.fut:42: hist (+) 0 k (map i64.sum rows) (replicate n 1)
// rules: .., hist-map, histomap-split, distribute, descend, redomap, fold-rows-in-parts
// Each block reduces a part of a row, with coalesced reads. Atomic operations combine the
// totals of a row's blocks.
static __global__ void histograms_sums_long(const int64_t *__restrict__ rows, int64_t share,
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
        sum = add_int64(sum, rows[i * m + j]);

    sum = block_reduce<int64_t, add_int64>(sum, 0);
    if (threadIdx.x == 0)
        atomicAdd((unsigned long long *)&sums[i], (unsigned long long)sum);
}

// histograms.fut:42: hist (+) 0 k (map i64.sum rows) (replicate n 1)
// rules: hist-is-histomap, replicate-into-map, hist-map, histomap-split, distribute, histomap
// Each block counts a part in shared memory. Each bin has `copies` counters;
// neighbouring threads use different copies, which avoids contention.
static __global__ void histograms_histogram_result_shared(const int64_t *__restrict__ sums,
                                                          int64_t share, int64_t n, int64_t k,
                                                          int32_t copies, int64_t blocks,
                                                          int32_t *__restrict__ result)
{
    __shared__ int32_t counters[HISTOGRAM_BYTES / 4];
    const int lane = threadIdx.x % copies;
    const int64_t part = block_index();
    const int64_t first = min(part * share, n);
    const int64_t end = min(first + share, n);
    for (int c = threadIdx.x; c < k * copies; c += BLOCK_SIZE)
        counters[c] = 0;
    __syncthreads();

    for (int64_t i = first + threadIdx.x; i < end; i += BLOCK_SIZE) {
        const int64_t at = sums[i];
        if (0 <= at && at < k)
            atomicAdd(&counters[at * copies + lane], 1);
    }
    __syncthreads();

    // Each thread starts with another copy, in another bank.
    for (int b = threadIdx.x; b < k; b += BLOCK_SIZE) {
        int32_t sum = 0;
        for (int c = 0; c < copies; c++)
            sum = add(sum, counters[b * copies + (c + lane) % copies]);
        if (sum != 0)
            atomicAdd(&result[b], sum);
    }
}

// histograms.fut:42: hist (+) 0 k (map i64.sum rows) (replicate n 1)
// rules: hist-is-histomap, replicate-into-map, hist-map, histomap-split, distribute, histomap
// One thread adds one value to its place in the histogram.
static __global__ void histograms_histogram_map(const int64_t *__restrict__ sums, int64_t k,
                                                int64_t n, int32_t *__restrict__ result)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int64_t at = sums[i];
        if (0 <= at && at < k)
            atomicAdd(&result[at], 1);
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
    "histograms.fut:12:6: error: Range 0..1..<%lld is invalid.",
    "histograms.fut:20:16: error: Range 0..1..<%lld is invalid.",
    "histograms.fut:42:3: error: Range 0..1..<%lld is invalid.",
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

size_t histograms_of_image_scratch()
{
    return sizeof(Failure);
}

// entry of_image [n] (k: i64) (pixels: [n]i32): [k]i32
cudaError_t histograms_of_image(int64_t k, const int32_t *pixels, int64_t n, int32_t *result,
                                void *scratch, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || k > MAX_ELEMENTS || (n > 0 && !pixels) || (k > 0 && !result)
        || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    Failure *const failure = (Failure *)scratch;
    CUDA_TRY(cudaMemsetAsync(failure, 0, sizeof(Failure), stream));

    if (k < 0) return report(failure, stream, Failure{ 1, { k } });
    CUDA_TRY(cudaMemsetAsync(result, 0, k * sizeof(int32_t), stream));
    if (k <= HISTOGRAM_BYTES / 4 && k <= n) {
        const int64_t blocks = histogram_blocks(1, n, k);
        const int64_t share = elements_per_block(n, blocks);
        const int32_t copies = copies_per_bin(k, 4, share);
        histograms_histogram_shared<<<linear_grid(blocks), BLOCK_SIZE, 0, stream>>>(pixels, share,
            n, k, copies, blocks, result);
    } else if (n > 0) {
        histograms_histogram<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(pixels, k, n,
            result);
    }
    return last_error(earlier);
}

cudaError_t histograms_of_image_failure(const void *scratch, cudaStream_t stream, char *text,
                                        size_t size)
{
    return tell_failure(scratch, stream, text, size);
}

size_t histograms_of_rows_scratch()
{
    return sizeof(Failure);
}

// entry of_rows [n] [m] (k: i64) (rows: [n][m]i64): [n][k]i32
cudaError_t histograms_of_rows(int64_t k, const int64_t *rows, int64_t n, int64_t m,
                               int32_t *result, void *scratch, cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || exceeds_memory(n, k) || (n * m > 0 && !rows)
        || (n > 0 && k > 0 && !result) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    Failure *const failure = (Failure *)scratch;
    CUDA_TRY(cudaMemsetAsync(failure, 0, sizeof(Failure), stream));

    if (k < 0) return report(failure, stream, Failure{ 2, { k } });
    if (n * k > 0)
        histograms_map<<<grid_x(n * k, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(n, k, result);
    if (k <= HISTOGRAM_BYTES / 4 && k <= m) {
        const int64_t blocks = histogram_blocks(n, m, k);
        const int64_t share = elements_per_block(m, blocks);
        const int32_t copies = copies_per_bin(k, 4, share);
        if (n > 0)
            histograms_bins_shared<<<linear_grid(n * blocks), BLOCK_SIZE, 0, stream>>>(rows, share,
                m, k, copies, n, blocks, result);
    } else if (n * m > 0) {
        histograms_bins<<<grid_2d(m, n), block_2d(m), 0, stream>>>(rows, m, k, n, result);
    }
    return last_error(earlier);
}

cudaError_t histograms_of_rows_failure(const void *scratch, cudaStream_t stream, char *text,
                                       size_t size)
{
    return tell_failure(scratch, stream, text, size);
}

// entry of_digits [n] [m] (rows: [n][m]i64): ([n][10]i32, [n][10]i32)
cudaError_t histograms_of_digits(const int64_t *rows, int64_t n, int64_t m, int32_t *result_0,
                                 int32_t *result_1, cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && !rows)
        || (n * 10 > 0 && (!result_0 || !result_1)))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    if (n * 10 > 0) {
        histograms_copies<<<grid_x(n * 10, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(n, result_0);
        histograms_copies<<<grid_x(n * 10, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(n, result_1);
    }
    if (10 <= HISTOGRAM_BYTES / 8 && 10 <= m) {
        const int64_t blocks = histogram_blocks(n, m, 10);
        const int64_t share = elements_per_block(m, blocks);
        const int32_t copies = copies_per_bin(10, 8, share);
        if (n > 0)
            histograms_bins_shared_histogram_shared<<<linear_grid(n * blocks), BLOCK_SIZE, 0,
                    stream>>>(rows, share, m, copies, n, blocks, result_0, result_1);
    } else if (n * m > 0) {
        histograms_bins_map<<<grid_2d(m, n), block_2d(m), 0, stream>>>(rows, m, n, result_0,
            result_1);
    }
    return last_error(earlier);
}

size_t histograms_of_sums_scratch(int64_t n)
{
    if (n < 0 || n > MAX_ELEMENTS)
        return SIZE_MAX; // the call refuses these sizes
    return align_up(sizeof(Failure)) + align_up(n * sizeof(int64_t));
}

// entry of_sums [n] [m] (k: i64) (rows: [n][m]i64): [k]i32
cudaError_t histograms_of_sums(int64_t k, const int64_t *rows, int64_t n, int64_t m,
                               int32_t *result, void *scratch, cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || k > MAX_ELEMENTS || (n * m > 0 && !rows)
        || (k > 0 && !result) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    Failure *const failure = carve<Failure>(&memory, 1);
    int64_t *const sums = carve<int64_t>(&memory, n);
    CUDA_TRY(cudaMemsetAsync(failure, 0, sizeof(Failure), stream));

    if (k < 0) return report(failure, stream, Failure{ 3, { k } });
    if (m <= MAX_WARP_ROW) {
        const int64_t rows_a_block = rows_per_block(n, m, 8);
        const int32_t width = min_lanes_per_row(rows_a_block);
        if (n > 0)
            histograms_sums_short<<<grid_row_blocks(ceil_div(n, rows_a_block)), BLOCK_SIZE, 0,
                    stream>>>(rows, m, n, rows_a_block, width, sums);
    } else {
        const int64_t blocks = blocks_per_row(n, m);
        const int64_t share = elements_per_block(m, blocks);
        CUDA_TRY(cudaMemsetAsync(sums, 0, n * sizeof(int64_t), stream));
        if (n > 0)
            histograms_sums_long<<<linear_grid(n * blocks), BLOCK_SIZE, 0, stream>>>(rows, share,
                m, n, blocks, sums);
    }
    CUDA_TRY(cudaMemsetAsync(result, 0, k * sizeof(int32_t), stream));
    if (k <= HISTOGRAM_BYTES / 4 && k <= n) {
        const int64_t blocks = histogram_blocks(1, n, k);
        const int64_t share = elements_per_block(n, blocks);
        const int32_t copies = copies_per_bin(k, 4, share);
        histograms_histogram_result_shared<<<linear_grid(blocks), BLOCK_SIZE, 0, stream>>>(sums,
            share, n, k, copies, blocks, result);
    } else if (n > 0) {
        histograms_histogram_map<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(sums, k, n,
            result);
    }
    return last_error(earlier);
}

cudaError_t histograms_of_sums_failure(const void *scratch, cudaStream_t stream, char *text,
                                       size_t size)
{
    return tell_failure(scratch, stream, text, size);
}
