// matmul.cu -- written by mapnest 0.1.0 from matmul.fut; it is yours
//
//   -- Matrix multiplication.
//
//   def dot [n] (xs: [n]f32) (ys: [n]f32): f32 =
//     reduce (+) 0 (map2 (*) xs ys)
//
//   entry main [n][k][m] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32 =
//     map (\row -> map (\col -> dot row col) (transpose b)) a

#include "matmul.h"

// Tiles are used only if the product has at least this many rows and columns (matmul_tiled).
static const int64_t MIN_TILED_DIM = 16;

// Tiles are used only if they occupy at least this percentage of the multiprocessors
// (matmul_tiled).
static const int64_t MIN_TILED_SM_PERCENT = 8;

// Versions of an entry point, chosen by its sizes.
enum Version { TILED, FLAT };

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MIN_BLOCK_ELEMENTS = 1024; // fewest elements for which a reduction adds a block
static const int MAX_REDUCE_BLOCKS = 2048; // most blocks of one reduction

// Returns the linear index of the block in a grid of one or more rows.
static __device__ int64_t block_index() { return (int64_t)blockIdx.y * gridDim.x + blockIdx.x; }

// matmul.fut:12: the operator (+) of reductions and scans
static __device__ float add(float a, float b) { return a + b; }

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

// matmul.fut:12: reduce (+) 0 (map2 (*) xs ys)
// rules: .., reduce-in-thread, strip-mine-square, thread-loop-interchange, strip-mine-even
// One block computes one tile.
static __global__ void __launch_bounds__(256)
matmul_tiled(const float *__restrict__ a, const float *__restrict__ b, int64_t tiles_across,
             int64_t k, int64_t last_row, int64_t last_column, int64_t m, int64_t n,
             float *__restrict__ result)
{
    const unsigned block = blockIdx.x;
    const int x = threadIdx.x % 16;
    const int y = threadIdx.x / 16;
    const int col = block % (uint32_t)tiles_across;
    const int row = block / (uint32_t)tiles_across;
    __align__(16) __shared__ float a_tile[16][16];
    __align__(16) __shared__ float b_tile[16][16];

    const int64_t top = (int64_t)row * 16;
    const int64_t left = (int64_t)col * 16;
    float totals = 0.0f;
    for (int64_t i = 0; i < (k + 15) / 16; i++) {
        const int64_t first = i * 16;
        __syncthreads();
        const int64_t a_row = min(top + y, last_row);
        const int64_t a_col = first + x;
        a_tile[y][x] = a_col < k ? a[a_row * k + a_col] : 0.0f;
        const int64_t b_col = min(left + x, last_column);
        const int64_t b_row = first + y;
        b_tile[y][x] = b_row < k ? b[b_row * m + b_col] : 0.0f;
        __syncthreads();
        float sum = totals;
        for (int j = 0; j < 16; j++)
            sum += a_tile[y][j] * b_tile[j][x];
        totals = sum;
    }
    const int64_t to_row = (int64_t)row * 16 + y;
    const int64_t to_column = (int64_t)col * 16 + x;
    if (to_row < n && to_column < m)
        result[to_row * m + to_column] = totals;
}

// matmul.fut:12: reduce (+) 0 (map2 (*) xs ys)
// rules: .., reduce-map, outside-view, descend, redomap, reduce-in-thread, fold-rows-in-parts
// Each block reduces a part of neighbouring columns, with coalesced reads. The last block to
// arrive for these columns reduces the partial results.
static __global__ void matmul_sums(const float *__restrict__ a, const float *__restrict__ b,
                                   int64_t m, int64_t share, int64_t k, int64_t n, int64_t blocks,
                                   int32_t columns, float *__restrict__ result, float *partials,
                                   uint32_t *arrived)
{
    const int lane = threadIdx.x % columns;
    const int line = threadIdx.x / columns, lines = blockDim.x / columns;
    const int64_t block = block_index();
    const int64_t group = block / blocks, part = block % blocks;
    if (group * columns >= n * m)
        return;

    // Threads beyond the last column reduce the last column again and store nothing.
    const bool is_own = group * columns + lane < n * m;
    const int64_t segment = is_own ? group * columns + lane : n * m - 1;
    const int64_t b_col = segment % m;
    const int64_t a_row = segment / m;
    const int64_t first = min(part * share, k);
    const int64_t end = min(first + share, k);
    float sum = 0.0f;
    for (int64_t i = first + line; i < end; i += lines)
        sum = add(sum, a[a_row * k + i] * b[i * m + b_col]);

    sum = column_reduce<float, add>(sum, columns);
    if (blocks > 1) {
        float *const shares = partials + group * blocks * columns;
        if (!is_last_column_block(sum, shares, columns, part, blocks, arrived + group))
            return;
        sum = 0.0f;
        for (int64_t peer = line; peer < blocks; peer += lines)
            sum = add(sum, shares[peer * columns + lane]);
        sum = column_reduce<float, add>(sum, columns);
    }
    if (line == 0 && is_own)
        result[a_row * m + b_col] = sum;
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

// Returns the percentage of the SMs of the device that these blocks occupy, one block each.
static int64_t sm_percent(int64_t blocks)
{
    int device = 0, processors = 1;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    return blocks < processors ? blocks * 100 / processors : 100;
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

// Returns how many of n columns a block reduces: all of up to 128 columns, otherwise 32.
static int columns_per_block(int64_t n) { return n < 1 ? 1 : n > 128 || n > BLOCK_SIZE ? 32 : n; }

// Returns the threads of a block for whole rows of columns. A multiple of eight rows starts at a
// memory sector.
static int column_block_threads(int columns)
{
    const int lines = BLOCK_SIZE / columns;
    return (lines > 8 ? lines / 8 * 8 : lines) * columns;
}

// Returns an error raised since the call began; an earlier error of the caller is kept.
static cudaError_t last_error(cudaError_t earlier)
{
    return cudaPeekAtLastError() == earlier ? cudaSuccess : cudaGetLastError();
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

// Returns the version for these sizes.
static Version matmul_main_version(int64_t n, int64_t m)
{
    if (n >= MIN_TILED_DIM && m >= MIN_TILED_DIM
        && sm_percent((n + 63) / 64 * ((m + 63) / 64)) >= MIN_TILED_SM_PERCENT)
        return TILED; // one block per tile
    return FLAT; // one kernel per parallel operation
}

size_t matmul_main_scratch(int64_t n, int64_t m)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m))
        return SIZE_MAX; // the call refuses these sizes
    const Version version = matmul_main_version(n, m);
    size_t bytes = 0;
    if (version == FLAT)
        bytes += align_up(MAX_REDUCE_BLOCKS * 128 * sizeof(float))
            + align_up(MAX_REDUCE_BLOCKS * sizeof(uint32_t));
    return bytes;
}

// entry main [n] [k] [m] (a: [n][k]f32) (b: [k][m]f32): [n][m]f32
cudaError_t matmul_main(const float *a, const float *b, int64_t n, int64_t k, int64_t m,
                        float *result, void *scratch, cudaStream_t stream)
{
    if (n < 0 || k < 0 || m < 0 || exceeds_memory(n, k) || exceeds_memory(k, m)
        || exceeds_memory(n, m) || (n * k > 0 && !a) || (k * m > 0 && !b)
        || (n * m > 0 && !result) || (!scratch && matmul_main_scratch(n, m) > 0))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    const Version version = matmul_main_version(n, m);
    char *memory = (char *)scratch;

    if (version == TILED) {
        const int64_t tiles_down = (n + 15) / 16;
        const int64_t last_row = n - 1;
        const int64_t tiles_across = (m + 15) / 16;
        const int64_t last_column = m - 1;
        if (tiles_down * tiles_across > 0)
            matmul_tiled<<<grid_x(tiles_down * tiles_across, 1), 256, 0, stream>>>(a, b,
                tiles_across, k, last_row, last_column, m, n, result);
    } else {
        float *const partials = carve<float>(&memory, MAX_REDUCE_BLOCKS * 128);
        uint32_t *const arrived = carve<uint32_t>(&memory, MAX_REDUCE_BLOCKS);
        const int32_t columns = columns_per_block(n * m);
        const int64_t blocks = blocks_per_row(ceil_div(n * m, columns), k * columns);
        const int64_t share = elements_per_block(k, blocks);
        if (blocks > 1)
            CUDA_TRY(cudaMemsetAsync(arrived, 0, ceil_div(n * m, columns) * sizeof(uint32_t),
                                     stream));
        if (n * m > 0)
            matmul_sums<<<linear_grid(ceil_div(n * m, columns) * blocks),
                    column_block_threads(columns), 0, stream>>>(
                    a, b, m, share, k, n, blocks, columns, result, partials, arrived);
    }
    return last_error(earlier);
}
