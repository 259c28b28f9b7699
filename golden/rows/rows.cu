// rows.cu -- written by mapnest 0.1.0 from rows.fut; it is yours
//
//   -- The sum of each row.
//
//   entry main [n][m] (xss: [n][m]i32): [n]i32 =
//     map (\xs -> reduce (+) 0 xs) xss

#include "rows.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MIN_BLOCK_ELEMENTS = 1024; // fewest elements for which a reduction adds a block
static const int MAX_REDUCE_BLOCKS = 2048; // most blocks of one reduction
static const int MAX_WARP_ROW = 4 * BLOCK_SIZE; // longer rows are reduced by one block or several
static const int THREAD_SHARED_BYTES = 60; // shared memory of a thread; more lowers the occupancy

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

// rows.fut:13: the operator (+) of reductions and scans
static __device__ int32_t add(int32_t a, int32_t b) { return (uint32_t)a + b; }

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

// rows.fut:13: map (\xs -> reduce (+) 0 xs) xss
// rules: reduce-is-redomap, descend, redomap, fold-rows-in-parts
// Each block loads several rows into shared memory; `width` neighbouring threads reduce a row.
static __global__ void rows_sums_short(const int32_t *__restrict__ xss, int64_t m, int64_t n,
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

// rows.fut:13: map (\xs -> reduce (+) 0 xs) xss
// rules: reduce-is-redomap, descend, redomap, fold-rows-in-parts
// Each block reduces a part of a row, with coalesced reads. Atomic operations combine the
// totals of a row's blocks.
static __global__ void rows_sums_long(const int32_t *__restrict__ xss, int64_t share, int64_t m,
                                      int64_t n, int64_t blocks, int32_t *__restrict__ sums)
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

// Returns an error raised since the call began; an earlier error of the caller is kept.
static cudaError_t last_error(cudaError_t earlier)
{
    return cudaPeekAtLastError() == earlier ? cudaSuccess : cudaGetLastError();
}

// entry main [n] [m] (xss: [n][m]i32): [n]i32
cudaError_t rows_main(const int32_t *xss, int64_t n, int64_t m, int32_t *sums, cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && !xss) || (n > 0 && !sums))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    if (m <= MAX_WARP_ROW) {
        const int64_t rows_a_block = rows_per_block(n, m, 4);
        const int32_t width = min_lanes_per_row(rows_a_block);
        if (n > 0)
            rows_sums_short<<<grid_row_blocks(ceil_div(n, rows_a_block)), BLOCK_SIZE, 0, stream>>>(
                xss, m, n, rows_a_block, width, sums);
    } else {
        const int64_t blocks = blocks_per_row(n, m);
        const int64_t share = elements_per_block(m, blocks);
        CUDA_TRY(cudaMemsetAsync(sums, 0, n * sizeof(int32_t), stream));
        if (n > 0)
            rows_sums_long<<<linear_grid(n * blocks), BLOCK_SIZE, 0, stream>>>(xss, share, m, n,
                blocks, sums);
    }
    return last_error(earlier);
}
