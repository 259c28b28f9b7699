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

// Up to this length, a row is left to a thread however many there are: maploop_by_threads.
static const int64_t TINY_ROW = 2;

// Up to this length, a row is left to a thread if there are very many: maploop_by_threads.
static const int64_t THREAD_ROW = 7;

// Rows are very many if there are so many for each element of one: maploop_by_threads.
static const int64_t ROWS_EACH = 1200;

// A longer row is no block's, but where there are many rows: maploop_by_blocks.
static const int64_t LONGEST_ROW = 58000;

// From so many rows on, they are blocks' however long they are: maploop_by_blocks.
static const int64_t ROW_BLOCKS = 256;

// A block has no more bytes of shared memory, even if the card has more: maploop_by_blocks.
static const int64_t SHARED_BYTES = 232448;

// Ways in which an entry point does its work; its sizes decide.
enum Version { BY_THREADS, BY_BLOCKS, FLAT };

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MIN_BLOCK_ELEMENTS = 1024; // elements to fold that are worth a block more
static const int MAX_REDUCE_BLOCKS = 2048; // blocks that fold together; each has a value in memory
static const int MAX_WARP_ROW = 4 * BLOCK_SIZE; // elements: longer rows have one block, or several
static const int THREAD_SHARED_BYTES = 60;
    // of a thread's elements in shared memory: more are loaded
                                    // at a time, but fewer blocks fit
static const int MAX_BLOCKS = 1024; // blocks in a grid that has a fixed size

// So many elements of these bytes each has a thread in shared memory. The number is odd:
// threads that read at this distance hit different banks.
static __host__ __device__ constexpr int items_per_thread(int bytes)
{
    return THREAD_SHARED_BYTES / bytes < 5 ? 5 : THREAD_SHARED_BYTES / bytes | 1;
}

// With a gap after every 32 elements, so that threads that read at a distance of a power of
// two hit different banks.
static __device__ int conflict_free(int at) { return at + at / 32; }

// Which block this is, of a grid of one row of blocks or more.
static __device__ int64_t block_index()
{
    return (int64_t)blockIdx.y * gridDim.x + blockIdx.x;
}

// The threads of a block. With a step that has a sign, nvcc lets several rounds of a loop load
// at once.
static __device__ int block_threads()
{
    return blockDim.x;
}

// maploop.fut:12: let total = reduce (+) 0 ys
// rules: reduce-is-redomap, versions-of-loops, loop-outside, distribute, redomap
// The operator (+) of reductions and scans.
static __device__ int32_t add(int32_t a, int32_t b) { return (uint32_t)a + b; }

// Folds the values of `width` neighbouring threads of a warp into the first of them, in the
// order of the threads, so that the operator need not be commutative.
template <typename T, T op(T, T)>
static __device__ T warp_reduce(T value, int width)
{
    for (int offset = 1; offset < width; offset *= 2)
        value = op(value, __shfl_down_sync(0xffffffff, value, offset, width));
    return value;
}

// Folds one value a thread into one value a block, which thread 0 gets, in the order of the
// threads.
template <typename T, T op(T, T)>
static __device__ T block_reduce(T value, T neutral)
{
    __shared__ T warp_values[32];
    value = warp_reduce<T, op>(value, 32);
    if (threadIdx.x % 32 == 0)
        warp_values[threadIdx.x / 32] = value;
    __syncthreads();

    // The first warp folds the values of the warps.
    if (threadIdx.x < 32) {
        value = threadIdx.x < blockDim.x / 32 ? warp_values[threadIdx.x] : neutral;
        value = warp_reduce<T, op>(value, 32);
    }
    return value;
}

// Leaves a block's value where the last of so many blocks to come here finds all of them, in
// the order of their numbers. True in that block.
template <typename T>
static __device__ bool is_last_block(T value, T *values, int64_t block, int64_t blocks,
                                     uint32_t *arrived)
{
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        values[block] = value;
        __threadfence(); // the value is there before its block is counted
        is_last = atomicAdd(arrived, 1) == blocks - 1;
        __threadfence(); // and is read after all were
    }
    __syncthreads();
    return is_last;
}

// Folds one value a thread into one value a block, which all its threads get.
template <typename T, T op(T, T)>
static __device__ T block_all_reduce(T value, T neutral)
{
    __shared__ T result;
    value = block_reduce<T, op>(value, neutral);
    if (threadIdx.x == 0)
        result = value;
    __syncthreads();
    return result; // which is written again behind the next barrier
}

// maploop.fut:10: map (\xs ->
// rules: versions-of-loops, reduce-is-redomap
//
//   segmap@thread <xs in xss> loop ys_1 = xs for i < steps do {
//     total = redomap (+) (\y_1 -> y_1) 0i32 ys_1
//     mapped = map (\y_2 -> y_2 + total) ys_1
//     in mapped
//   }
//
// One thread computes one element.
static __global__ void maploop_by_threads(const int32_t *__restrict__ xss, int64_t m,
                                          int32_t steps, int64_t n, int32_t *__restrict__ ys,
                                          int32_t *__restrict__ yss)
{
    const int64_t threads = (int64_t)gridDim.x * blockDim.x;
    const int64_t thread = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (int64_t i = thread; i < n; i += threads) {
        for (int64_t j = 0; j < m; j++)
            ys[j * threads + thread] = xss[i * m + j];
        for (int32_t i_2 = 0; i_2 < steps; i_2++) {
            int32_t total = 0;
            for (int64_t j = 0; j < m; j++)
                total += (uint32_t)ys[j * threads + thread];
            for (int64_t j = 0; j < m; j++)
                ys[j * threads + thread] += (uint32_t)total;
        }
        for (int64_t j = 0; j < m; j++)
            yss[i * m + j] = ys[j * threads + thread];
    }
}

// maploop.fut:10: map (\xs ->
// rules: versions-of-loops, loop-outside
//
//   segmap@block <xs_1 in xss> loop ys_3 = xs_1 for i_1 < steps do {
//     total_1 = segred@thread <y_3 in ys_3> (+) 0i32 y_3
//     sums = segmap@thread <y_5 in ys_3> y_5 + total_1
//     in sums
//   }
//
// One block computes one row. A launch with more shared memory than a block can have fails.
static __global__ void __launch_bounds__(1024)
maploop_by_blocks(const int32_t *__restrict__ xss, int64_t m, int32_t steps, int64_t n,
                  int32_t *__restrict__ yss)
{
    const int64_t i = block_index();
    if (i >= n)
        return;
    extern __shared__ __align__(8) char shared[];
    int32_t *const ys = (int32_t *)shared;

    for (int64_t j = threadIdx.x; j < m; j += block_threads())
        ys[j] = xss[i * m + j];
    for (int32_t i_2 = 0; i_2 < steps; i_2++) {
        int32_t total = 0;
        for (int64_t j = threadIdx.x; j < m; j += block_threads())
            total = add(total, ys[j]);
        total = block_all_reduce<int32_t, add>(total, 0);
        for (int64_t j = threadIdx.x; j < m; j += block_threads())
            ys[j] += (uint32_t)total;
    }
    for (int64_t j = threadIdx.x; j < m; j += block_threads())
        yss[i * m + j] = ys[j];
}

// maploop.fut:12: let total = reduce (+) 0 ys
// rules: reduce-is-redomap, versions-of-loops, loop-interchange, loop-outside, descend,
//   distribute, redomap, drop-unused, fold-rows-in-parts
//
//   segmap@grid <ys_4 in yss_1> {
//     cs = split (blocks m) ys_4
//     t_14 = segred@block <c in cs> (+) 0i32 (segred@thread <y_7 in c> (+) 0i32 y_7)
//     in t_14
//   }
//
// Each block holds as many rows as there is room for; `width` neighbouring threads fold a row.
static __global__ void maploop_totals_short(const int32_t *__restrict__ yss, int64_t m, int64_t n,
                                            int64_t rows_a_block, int32_t width,
                                            int32_t *__restrict__ totals)
{
    const int ITEMS = items_per_thread(4); // elements of a thread at a time
    const int ROOM = BLOCK_SIZE * ITEMS;
    __shared__ int32_t y_here[ROOM + ROOM / 32];
    const int lane = threadIdx.x % width;
    for (int64_t first = (int64_t)blockIdx.x * rows_a_block; first < n;
         first += (int64_t)gridDim.x * rows_a_block) {
        const int count = (int)min(n - first, rows_a_block);

        // Neighbouring threads read neighbouring elements, whatever row these are in.
        const int skew = first * m % 32; // a warp reads from a multiple of 32 on
        const int64_t start = first * m - skew;
        const int size = skew + count * (int)m;
        for (int k = 0; k < ITEMS; k++) {
            const int at = k * BLOCK_SIZE + threadIdx.x;
            y_here[conflict_free(at)] = at < size ? yss[start + at] : 0;
        }
        __syncthreads();

        // All threads take part in the shuffles, also those beyond the last row.
        for (int base = 0; base < count; base += BLOCK_SIZE / width) {
            const int row = base + threadIdx.x / width;
            const int64_t i = first + row;
            int32_t sum = 0;
            if (row < count) {
                for (int64_t j = lane; j < m; j += width)
                    sum = add(sum, y_here[conflict_free(skew + row * m + j)]);
            }
            sum = warp_reduce<int32_t, add>(sum, width);
            if (row < count && lane == 0)
                totals[i] = sum;
        }
        __syncthreads(); // shared memory is free again
    }
}

// maploop.fut:12: let total = reduce (+) 0 ys
// rules: reduce-is-redomap, versions-of-loops, loop-interchange, loop-outside, descend,
//   distribute, redomap, drop-unused, fold-rows-in-parts
//
//   segmap@grid <ys_4 in yss_1> {
//     cs = split (blocks m) ys_4
//     t_14 = segred@block <c in cs> (+) 0i32 (segred@thread <y_7 in c> (+) 0i32 y_7)
//     in t_14
//   }
//
// Each block folds a part of a row, neighbouring threads reading neighbouring elements; the
// last block of the row to come folds what all of them found.
static __global__ void maploop_totals_long(const int32_t *__restrict__ yss, int64_t share,
                                           int64_t m, int64_t n, int64_t blocks,
                                           int32_t *__restrict__ totals, int32_t *partials,
                                           uint32_t *arrived)
{
    const int64_t block = block_index();
    const int64_t i = block / blocks, part = block % blocks;
    if (i >= n)
        return;
    const int64_t first = min(part * share, m);
    const int64_t end = min(first + share, m);
    int32_t sum = 0;
    // A warp reads from a multiple of 32 elements on, wherever the row begins.
    const int skew = i * m % 32;
    for (int64_t j = first + (threadIdx.x + BLOCK_SIZE - skew) % BLOCK_SIZE; j < end;
         j += BLOCK_SIZE)
        sum = add(sum, yss[i * m + j]);

    sum = block_reduce<int32_t, add>(sum, 0);
    if (blocks > 1) {
        if (!is_last_block(sum, partials + i * blocks, part, blocks, arrived + i))
            return;
        sum = 0;
        for (int64_t b = threadIdx.x; b < blocks; b += BLOCK_SIZE)
            sum = add(sum, partials[i * blocks + b]);
        sum = block_reduce<int32_t, add>(sum, 0);
    }
    if (threadIdx.x == 0)
        totals[i] = sum;
}

// maploop.fut:13: in map (\y -> y + total) ys) xss
// rules: versions-of-loops, loop-interchange, loop-outside, distribute, descend, segmap
//
//   segmap@thread (<ys_5 total_2 in yss_1 totals>, <y_9 in ys_5>) y_9 + total_2
//
// One thread computes one element.
static __global__ void maploop_sumss(const int32_t *__restrict__ yss,
                                     const int32_t *__restrict__ totals, int64_t m, int64_t n,
                                     int32_t *__restrict__ next_yss)
{
    const int64_t col = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t row = ((int64_t)blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
    if (col < m && row < n)
        next_yss[row * m + col] = (uint32_t)yss[row * m + col] + totals[row];
}

static int64_t ceil_div(int64_t n, int64_t size)
{
    return n / size + (n % size > 0);
}

// Whether an array of these sizes has more elements than any memory holds.
template <typename... Sizes>
static bool exceeds_memory(Sizes... sizes)
{
    double elements = 1;
    const double all[] = { (double)sizes... };
    for (const double size : all)
        elements *= size > 1 ? size : 1;
    return elements > MAX_ELEMENTS;
}

// Blocks of `size` threads for n elements; none if a grid cannot have so many, which the
// launch refuses.
static unsigned grid_x(int64_t n, int64_t size)
{
    const int64_t blocks = ceil_div(n, size);
    return blocks <= INT32_MAX ? (unsigned)blocks : 0;
}

// So many blocks; more than fit in a row of the grid stand in several rows.
static dim3 linear_grid(int64_t blocks)
{
    const int64_t rows = ceil_div(blocks, INT32_MAX);
    return rows > 65535 ? dim3(0) : dim3(ceil_div(blocks, rows), rows);
}

// The blocks that the device runs at a time.
static int64_t resident_blocks()
{
    int device = 0, processors = 1, threads = BLOCK_SIZE;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device);
    const int64_t blocks = processors * (threads / BLOCK_SIZE);
    return blocks < MAX_REDUCE_BLOCKS ? blocks : MAX_REDUCE_BLOCKS;
}

// Blocks that fold n elements together, each MIN_BLOCK_ELEMENTS or more of them.
static int64_t reduce_blocks(int64_t n)
{
    const int64_t blocks = ceil_div(n, MIN_BLOCK_ELEMENTS), most = resident_blocks();
    return blocks < 1 ? 1 : blocks < most ? blocks : most;
}

// Blocks for each of so many rows of n elements: one, unless there are few rows.
static int64_t blocks_per_row(int64_t rows, int64_t n)
{
    const int64_t blocks = reduce_blocks(n), most = rows > 0 ? MAX_REDUCE_BLOCKS / rows : 1;
    return most < 1 ? 1 : blocks < most ? blocks : most;
}

// The elements of each of so many blocks that share n, in whole rounds of their threads.
static int64_t elements_per_block(int64_t n, int64_t blocks)
{
    return ceil_div(ceil_div(n, blocks), BLOCK_SIZE) * BLOCK_SIZE;
}

// The rows of n elements that a block has room for, with so many bytes for each element; if
// there are 32 or more, a multiple, so that each block begins at one.
static int64_t rows_per_block(int64_t rows, int64_t n, int bytes)
{
    const int64_t room = (BLOCK_SIZE * items_per_thread(bytes) - 31) / (n > 0 ? n : 1);
    return rows < room ? rows : room < 32 ? room : room - room % 32;
}

// How many neighbouring threads fold a row, so that all threads have one: a power of two.
static int min_lanes_per_row(int64_t rows)
{
    int width = 1;
    while (width < 32 && BLOCK_SIZE / width > rows)
        width *= 2;
    return width;
}

// How many neighbouring threads take a row of n elements: a power of two.
static int lanes_per_row(int64_t n)
{
    int width = 1;
    while (width < 32 && width < n)
        width *= 2;
    return width;
}

// So many blocks, or as many as a row of the grid can have: then a block does more than one's
// work.
static int64_t grid_row_blocks(int64_t blocks)
{
    return blocks < INT32_MAX ? blocks : INT32_MAX;
}

// One block for every BLOCK_SIZE elements, within 1 .. MAX_BLOCKS.
static int grid_stride_blocks(int64_t n)
{
    const int64_t blocks = n / BLOCK_SIZE + (n % BLOCK_SIZE > 0);
    return blocks < 1 ? 1 : blocks > MAX_BLOCKS ? MAX_BLOCKS : (int)blocks;
}

static int64_t grid_stride_threads(int64_t n)
{
    return (int64_t)grid_stride_blocks(n) * BLOCK_SIZE;
}

// Whole warps with a thread for each element of a row, if these are no more than BLOCK_SIZE;
// in longer rows a thread has up to four, until there are 1024 threads.
static int scan_row_threads(int64_t elements)
{
    const int64_t one_each = elements < BLOCK_SIZE ? elements : BLOCK_SIZE;
    const int64_t warps = ceil_div(elements > 4 * one_each ? ceil_div(elements, 4) : one_each, 32);
    return warps < 1 ? 32 : warps < 32 ? 32 * (int)warps : 1024;
}

// The bytes of shared memory that a launch can give each block of a kernel, on this card:
// all that a block can have but what the kernel declares.
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

// More than 48 KB of shared memory, in all, must be asked for: here, for all there is.
template <typename Kernel>
static cudaError_t set_dynamic_shared(Kernel *kernel, int64_t bytes)
{
    const int64_t left = max_dynamic_shared(kernel);
    return bytes > left
        ? cudaErrorLaunchOutOfResources
        : cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)left);
}

// Threads for rows of x elements: those of a block that a row has no use for take other rows.
static dim3 block_2d(int64_t x)
{
    return dim3(lanes_per_row(x), BLOCK_SIZE / lanes_per_row(x));
}

// Blocks for rows of x elements each: a grid that would be more than 65535 blocks high is as
// deep as it must be instead.
static dim3 grid_2d(int64_t x, int64_t rows)
{
    const dim3 block = block_2d(x);
    const int64_t high = ceil_div(rows, block.y), deep = ceil_div(high, 65535);
    return deep > 65535 ? dim3(0) : dim3(grid_x(x, block.x), ceil_div(high, deep), deep);
}

// What has gone wrong since an error (or none) of the caller's was the last one, which stays.
static cudaError_t last_error(cudaError_t earlier)
{
    return cudaPeekAtLastError() == earlier ? cudaSuccess : cudaGetLastError();
}

template <typename T>
static void swap_pointers(T **a, T **b)
{
    T *const old = *a;
    *a = *b;
    *b = old;
}

// Arrays in scratch memory begin at multiples of 256 bytes.
static size_t align_up(int64_t bytes)
{
    return bytes > 0 ? (bytes + 255) / 256 * 256 : 0;
}

// Takes the next array off the scratch memory.
static void *carve(char **memory, size_t bytes)
{
    void *const array = *memory;
    *memory += align_up(bytes);
    return array;
}

// Which version serves these sizes.
static Version maploop_main_version(int64_t n, int64_t m)
{
    if (m <= TINY_ROW || (m <= THREAD_ROW && n >= ROWS_EACH * m))
        return BY_THREADS; // a thread each: <xs in xss>
    if (4 * m <= SHARED_BYTES && 4 * m <= max_dynamic_shared(maploop_by_blocks)
        && (m <= LONGEST_ROW || n >= ROW_BLOCKS))
        return BY_BLOCKS; // a block each: <xs_1 in xss>
    return FLAT; // all that is parallel, kernel after kernel
}

size_t maploop_main_scratch(int64_t n, int64_t m)
{
    if (exceeds_memory(n, m))
        return SIZE_MAX; // no device has so much
    const Version version = maploop_main_version(n, m);
    size_t bytes = 0;
    if (version == BY_THREADS)
        bytes += align_up(grid_stride_threads(n) * m * sizeof(int32_t));
    if (version == FLAT)
        bytes += align_up(n * m * sizeof(int32_t)) + align_up(n * m * sizeof(int32_t))
            + align_up(n * sizeof(int32_t)) + align_up(MAX_REDUCE_BLOCKS * sizeof(int32_t))
            + align_up(MAX_REDUCE_BLOCKS * sizeof(uint32_t));
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

    if (version == BY_THREADS) {
        int32_t *const ys = (int32_t *)carve(&memory,
                                             grid_stride_threads(n) * m * sizeof(int32_t));
        if (n > 0)
            maploop_by_threads<<<grid_stride_blocks(n), BLOCK_SIZE, 0, stream>>>(xss, m, steps, n,
                ys, yss);
    } else if (version == BY_BLOCKS) {
        const int64_t shared_bytes = 4 * m;
        if (n > 0) {
            if (const cudaError_t error = set_dynamic_shared(maploop_by_blocks, shared_bytes))
                return error;
            maploop_by_blocks<<<linear_grid(n), scan_row_threads(m), shared_bytes, stream>>>(xss,
                m, steps, n, yss);
        }
    } else {
        int32_t *yss_2 = (int32_t *)carve(&memory, n * m * sizeof(int32_t));
        int32_t *next_yss = (int32_t *)carve(&memory, n * m * sizeof(int32_t));
        int32_t *const totals = (int32_t *)carve(&memory, n * sizeof(int32_t));
        int32_t *const partials = (int32_t *)carve(&memory, MAX_REDUCE_BLOCKS * sizeof(int32_t));
        uint32_t *const arrived = (uint32_t *)carve(&memory, MAX_REDUCE_BLOCKS * sizeof(uint32_t));
        if (const cudaError_t error = cudaMemcpyAsync(yss_2, xss, n * m * sizeof(int32_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        for (int32_t i = 0; i < steps; i++) {
            if (m <= MAX_WARP_ROW) {
                const int64_t rows_a_block = rows_per_block(n, m, 4);
                const int32_t width = min_lanes_per_row(rows_a_block);
                if (n > 0)
                    maploop_totals_short<<<grid_row_blocks(ceil_div(n, rows_a_block)), BLOCK_SIZE,
                            0, stream>>>(yss_2, m, n, rows_a_block, width, totals);
            } else {
                const int64_t blocks = blocks_per_row(n, m);
                const int64_t share = elements_per_block(m, blocks);
                if (blocks > 1) {
                    if (const cudaError_t error = cudaMemsetAsync(arrived, 0, n * sizeof(uint32_t),
                        stream))
                        return error;
                }
                if (n > 0)
                    maploop_totals_long<<<linear_grid(n * blocks), BLOCK_SIZE, 0, stream>>>(yss_2,
                        share, m, n, blocks, totals, partials, arrived);
            }
            if (n * m > 0)
                maploop_sumss<<<grid_2d(m, n), block_2d(m), 0, stream>>>(yss_2, totals, m, n,
                    next_yss);
            swap_pointers(&yss_2, &next_yss);
        }
        if (const cudaError_t error = cudaMemcpyAsync(yss, yss_2, n * m * sizeof(int32_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
    }
    return last_error(earlier);
}
