// maploop.cu -- written by mapnest 0.1.0 from maploop.fut; it is yours
//
//   -- A loop under a map: the loop is taken outside, where it has all rows.
//
//   entry main [n][m] (xss: [n][m]i32) (steps: i32): [n][m]i32 =
//     map (\xs ->
//       loop ys = xs for _i < steps do
//         let total = reduce (+) 0 ys
//         in map (\y -> y + total) ys) xss

#include "maploop.h"

// One thread per row is used only for rows of at most this many elements (maploop_thread_per_row).
static const int64_t MAX_THREAD_ROW = 16;

// One thread per row is used only from this number of rows on: fewer threads leave multiprocessors
// idle (maploop_thread_per_row).
static const int64_t MIN_THREAD_ROWS = 8192;

// Versions of an entry point, chosen by its sizes.
enum Version { THREAD_PER_ROW, BLOCK_PER_ROW, FLAT };

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MIN_BLOCK_ELEMENTS = 1024; // fewest elements for which a reduction adds a block
static const int MAX_REDUCE_BLOCKS = 2048; // most blocks of one reduction
static const int MAX_BLOCKS = 1024; // most blocks of a grid-stride loop

// Returns the linear index of the block in a grid of one or more rows.
static __device__ int64_t block_index() { return (int64_t)blockIdx.y * gridDim.x + blockIdx.x; }

// Returns the threads of a block as a signed number. A signed step lets nvcc overlap the loads
// of several iterations.
static __device__ int block_threads() { return blockDim.x; }

// maploop.fut:12: the operator (+) of reductions and scans
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
    __shared__ T warp_values[32];
    value = warp_reduce<T, op>(value, 32);
    if (threadIdx.x % 32 == 0)
        warp_values[threadIdx.x / 32] = value;
    __syncthreads();

    // The first warp reduces the totals of all warps.
    if (threadIdx.x < 32) {
        value = threadIdx.x < blockDim.x / 32 ? warp_values[threadIdx.x] : neutral;
        value = warp_reduce<T, op>(value, 32);
    }
    return value;
}

// Reduces one value per thread over the block; all threads get the total.
template <typename T, T op(T, T)>
static __device__ T block_all_reduce(T value, T neutral)
{
    __shared__ T result;
    value = block_reduce<T, op>(value, neutral);
    if (threadIdx.x == 0)
        result = value;
    __syncthreads();
    return result; // a barrier comes before the next write to it
}

// maploop.fut:10: map (\xs ->
// rules: versions-by-blocks, reduce-is-redomap
// Each thread computes every `threads`-th row.
static __global__ void maploop_thread_per_row(const int32_t *__restrict__ xss, int64_t m,
                                              int32_t steps, int64_t n, int32_t *__restrict__ ys,
                                              int32_t *__restrict__ yss)
{
    const int64_t threads = (int64_t)gridDim.x * blockDim.x;
    const int64_t thread = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (int64_t i = thread; i < n; i += threads) {
        for (int64_t j = 0; j < m; j++)
            ys[j * threads + thread] = xss[i * m + j];
        for (int32_t j = 0; j < steps; j++) {
            int32_t total = 0;
            for (int64_t k = 0; k < m; k++)
                total += (uint32_t)ys[k * threads + thread];
            for (int64_t k = 0; k < m; k++)
                ys[k * threads + thread] += (uint32_t)total;
        }
        for (int64_t j = 0; j < m; j++)
            yss[i * m + j] = ys[j * threads + thread];
    }
}

// maploop.fut:10: map (\xs ->
// rules: versions-by-blocks, loop-outside
// One block computes one row. A launch with more shared memory than a block can have fails.
static __global__ void __launch_bounds__(1024)
maploop_block_per_row(const int32_t *__restrict__ xss, int64_t m, int32_t steps, int64_t n,
                      int32_t *__restrict__ yss)
{
    const int64_t i = block_index();
    if (i >= n)
        return;
    extern __shared__ __align__(8) char shared[];
    int32_t *const xss_tile = (int32_t *)shared;

    for (int64_t j = threadIdx.x; j < m; j += block_threads())
        xss_tile[j] = xss[i * m + j];
    for (int32_t j = 0; j < steps; j++) {
        int32_t total = 0;
        for (int64_t k = threadIdx.x; k < m; k += block_threads())
            total = add(total, xss_tile[k]);
        total = block_all_reduce<int32_t, add>(total, 0);
        for (int64_t k = threadIdx.x; k < m; k += block_threads())
            xss_tile[k] += (uint32_t)total;
    }
    for (int64_t j = threadIdx.x; j < m; j += block_threads())
        yss[i * m + j] = xss_tile[j];
}

// maploop.fut:12: let total = reduce (+) 0 ys
// rules: .., loop-outside, descend, distribute, redomap, drop-unused, fold-rows-in-parts
// Each block reduces a part of a row, with coalesced reads. Atomic operations combine the
// totals of a row's blocks.
static __global__ void maploop_totals(const int32_t *__restrict__ yss, int64_t share, int64_t m,
                                      int64_t n, int64_t blocks, int32_t *__restrict__ totals)
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
        sum = add(sum, yss[i * m + j]);

    sum = block_reduce<int32_t, add>(sum, 0);
    if (threadIdx.x == 0)
        atomicAdd(&totals[i], sum);
}

// maploop.fut:13: in map (\y -> y + total) ys) xss
// rules: versions-by-blocks, loop-interchange, loop-outside, distribute, descend, segmap
// One thread computes one element.
static __global__ void maploop_map(const int32_t *__restrict__ totals, int64_t m, int64_t n,
                                   int32_t *__restrict__ yss)
{
    const int64_t col = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t row = ((int64_t)blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
    if (col < m && row < n)
        yss[row * m + col] += (uint32_t)totals[row];
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

// Returns whole warps for a scan of a row: one element per thread up to BLOCK_SIZE threads, then
// up to four elements per thread, up to 1024 threads.
static int scan_row_threads(int64_t elements)
{
    const int64_t one_each = elements < BLOCK_SIZE ? elements : BLOCK_SIZE;
    const int64_t warps = ceil_div(elements > 4 * one_each ? ceil_div(elements, 4) : one_each, 32);
    return warps < 1 ? 32 : warps < 32 ? 32 * (int)warps : 1024;
}

// Returns the largest dynamic shared memory, in bytes, of a block of this kernel on this device:
// the opt-in limit less the static shared memory.
template <typename Kernel>
static int64_t max_dynamic_shared(Kernel *kernel)
{
    int device, most;
    cudaFuncAttributes declared;
    if (cudaGetDevice(&device)
        || cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device)
        || cudaFuncGetAttributes(&declared, kernel))
        return 0;
    return most - (int64_t)declared.sharedSizeBytes;
}

// Opts in to dynamic shared memory beyond 48 KB for this kernel.
template <typename Kernel>
static cudaError_t set_dynamic_shared(Kernel *kernel, int64_t bytes)
{
    const int64_t left = max_dynamic_shared(kernel);
    return bytes > left
        ? cudaErrorLaunchOutOfResources
        : cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)left);
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
static Version maploop_main_version(int64_t n, int64_t m)
{
    if (m <= MAX_THREAD_ROW && n >= MIN_THREAD_ROWS)
        return THREAD_PER_ROW; // one thread per row
    if (4 * m <= max_dynamic_shared(maploop_block_per_row))
        return BLOCK_PER_ROW; // one block per row
    return FLAT; // one kernel per parallel operation
}

size_t maploop_main_scratch(int64_t n, int64_t m)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m))
        return SIZE_MAX; // the call refuses these sizes
    const Version version = maploop_main_version(n, m);
    size_t bytes = 0;
    if (version == THREAD_PER_ROW)
        bytes += align_up(grid_stride_threads(n) * m * sizeof(int32_t));
    if (version == FLAT)
        bytes += align_up(n * sizeof(int32_t));
    return bytes;
}

// entry main [n] [m] (xss: [n][m]i32) (steps: i32): [n][m]i32
cudaError_t maploop_main(const int32_t *xss, int32_t steps, int64_t n, int64_t m, int32_t *yss,
                         void *scratch, cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && (!xss || !yss))
        || (!scratch && maploop_main_scratch(n, m) > 0))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    const Version version = maploop_main_version(n, m);
    char *memory = (char *)scratch;

    if (version == THREAD_PER_ROW) {
        int32_t *const ys = carve<int32_t>(&memory, grid_stride_threads(n) * m);
        if (n > 0)
            maploop_thread_per_row<<<grid_stride_blocks(n), BLOCK_SIZE, 0, stream>>>(xss, m, steps,
                n, ys, yss);
    } else if (version == BLOCK_PER_ROW) {
        const int64_t shared_bytes = 4 * m;
        if (n > 0) {
            CUDA_TRY(set_dynamic_shared(maploop_block_per_row, shared_bytes));
            maploop_block_per_row<<<linear_grid(n), scan_row_threads(m), shared_bytes, stream>>>(
                xss, m, steps, n, yss);
        }
    } else {
        int32_t *const totals = carve<int32_t>(&memory, n);
        CUDA_TRY(cudaMemcpyAsync(yss, xss, n * m * sizeof(int32_t), cudaMemcpyDeviceToDevice,
                                 stream));
        for (int32_t i = 0; i < steps; i++) {
            const int64_t blocks = blocks_per_row(n, m);
            const int64_t share = elements_per_block(m, blocks);
            CUDA_TRY(cudaMemsetAsync(totals, 0, n * sizeof(int32_t), stream));
            if (n > 0)
                maploop_totals<<<linear_grid(n * blocks), BLOCK_SIZE, 0, stream>>>(yss, share, m,
                    n, blocks, totals);
            if (n * m > 0)
                maploop_map<<<grid_2d(m, n), block_2d(m), 0, stream>>>(totals, m, n, yss);
        }
    }
    return last_error(earlier);
}
