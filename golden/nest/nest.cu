// nest.cu -- written by mapnest 0.1.0 from nest.fut; it is yours
//
//   -- The running example of the flattening slides: four kernels out of a nest
//   -- of maps, a loop, and an inner scan whose length varies.
//
//   def steps: i64 = 3
//
//   entry main [m] (pss: [m][m]i32): ([m][m][m]i32, [m][m]i32) =
//     unzip (map (\ps ->
//       let ass = map (\p ->
//         let cs = scan (+) 0 (map i32.i64 (iota (i64.i32 p)))
//         let r = reduce (+) 0 cs
//         in map (\x -> x + r) ps) ps
//       let bs = loop ws = ps for _i < steps do
//         map2 (\as w ->
//           let d = reduce (+) 0 as
//           let e = d + w
//           in 2 * e) ass ws
//       in (ass, bs)) pss)

#include "nest.h"

#include <stdio.h>

#include <utility>

// One thread per row is used only for rows of at most this many elements: nest_thread_per_row.
static const int64_t MAX_THREAD_ROW = 8;

// One thread per row is used only from this number of rows on: fewer threads leave multiprocessors
//   idle: nest_thread_per_row, nest_block_per_row.
static const int64_t MIN_THREAD_ROWS = 8192;

// Elements of a row that one block processes in the time of one launch: nest_block_per_row.
static const int64_t MAX_BLOCK_ROW = 10000;

// From this number of rows on, one block per row is used for rows of any length:
//   nest_block_per_row.
static const int64_t MIN_BLOCK_ROWS = 256;

// Versions of an entry point, chosen by its sizes.
enum Version { THREAD_PER_ROW, BLOCK_PER_ROW, FLAT };

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MIN_BLOCK_ELEMENTS = 1024; // fewest elements for which a reduction adds a block
static const int MAX_REDUCE_BLOCKS = 2048; // most blocks of one reduction
static const int MAX_WARP_ROW = 4 * BLOCK_SIZE; // longer rows are reduced by one block or several
static const int THREAD_SHARED_BYTES = 60; // shared memory of a thread; more lowers the occupancy
static const int VECTOR_BYTES = 16; // bytes of a vector load or store

// Returns the number of items of this size that a thread keeps in shared memory. An odd number
// avoids bank conflicts: threads read at this stride.
static __host__ __device__ constexpr int items_per_thread(int bytes)
{
    return THREAD_SHARED_BYTES / bytes < 5 ? 5 : THREAD_SHARED_BYTES / bytes | 1;
}

// Returns the index in shared memory with one element of padding after every 32 elements. The
// padding avoids bank conflicts where threads read at a stride of a power of two.
static __device__ int conflict_free(int at) { return at + at / 32; }

// N contiguous elements, which one vector load or store moves.
template <typename T, int N>
struct alignas(N * sizeof(T)) AlignedVector {
    T element[N];

    __device__ T &operator[](int i) { return element[i]; }

    // Returns true if a vector access is aligned and inside the `there` elements left.
    static __device__ bool is_accessible(const T *from, int64_t there)
    {
        return there >= N && (uintptr_t)from % sizeof(AlignedVector) == 0;
    }
};

// Loads N elements. The last element is repeated if fewer than N are left.
template <int N, typename T>
static __device__ AlignedVector<T, N> load_vector(const T *from, int64_t there)
{
    if (AlignedVector<T, N>::is_accessible(from, there))
        return *(const AlignedVector<T, N> *)from;
    AlignedVector<T, N> some;
    for (int64_t i = 0; i < N; i++)
        some.element[i] = from[i < there ? i : there - 1];
    return some;
}

// Stores N elements, or as many as are left.
template <int N, typename T>
static __device__ void store_vector(T *to, AlignedVector<T, N> some, int64_t there)
{
    if (AlignedVector<T, N>::is_accessible(to, there))
        *(AlignedVector<T, N> *)to = some;
    else
        for (int64_t i = 0; i < min(there, (int64_t)N); i++)
            to[i] = some.element[i];
}

// Returns the linear index of the block in a grid of one or more rows.
static __device__ int64_t block_index()
{
    return (int64_t)blockIdx.y * gridDim.x + blockIdx.x;
}

// Returns the threads of a block as a signed number. A signed step lets nvcc overlap the loads
// of several iterations.
static __device__ int block_threads()
{
    return blockDim.x;
}

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
static __device__ bool has_failed(const Failure *failure)
{
    return failure->code != 0;
}

// nest.fut:19: let d = reduce (+) 0 as
// rules: .., loop-interchange, loop-outside, descend, versions-by-blocks, distribute, redomap
// The operator (+) of reductions and scans.
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

// Reduces one value per thread over the block; thread 0 gets the total. Values are combined in
// thread order: the operator need not be commutative.
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

// Stores the partial result of this block. Returns true in the last block to arrive, which can
// then read all partial results in block order.
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

// nest.fut:14: let cs = scan (+) 0 (map i32.i64 (iota (i64.i32 p)))
// rules: descend, distribute, segmap, scan-then-reduce
// One thread computes one element.
static __global__ void nest_rss(const int32_t *__restrict__ pss, int64_t m, Failure *failure,
                                int32_t *__restrict__ rss)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m * m) {
        const int64_t p = (int64_t)pss[i];
        if (p < 0) return fail(failure, Failure{ 1, { p } });
        int32_t sum = 0;
        int32_t r = 0;
        for (int64_t j = 0; j < p; j++) {
            sum += (uint32_t)j;
            r += (uint32_t)sum;
        }
        rss[i] = r;
    }
}

// nest.fut:16: in map (\x -> x + r) ps) ps
// rules: distribute, descend, segmap, drop-unused
// One thread computes one element.
static __global__ void nest_mapped(const int32_t *__restrict__ pss,
                                   const int32_t *__restrict__ rss, int64_t m,
                                   int32_t *__restrict__ mapped, Failure *failure)
{
    if (has_failed(failure))
        return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t outer = ((int64_t)blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y
        + threadIdx.y;
    if (i < m && outer < m * m) {
        const int64_t rss_col = outer % m;
        const int64_t pss_row = outer / m;
        mapped[(pss_row * m + rss_col) * m + i] = (uint32_t)pss[pss_row * m + i]
            + rss[pss_row * m + rss_col];
    }
}

// nest.fut:18: map2 (\as w ->
// rules: .., loop-outside, descend, versions-by-blocks, drop-unused, reduce-is-redomap
// One thread computes one element.
static __global__ void nest_thread_per_row(const int32_t *__restrict__ wss,
                                           const int32_t *__restrict__ mapped, int64_t m,
                                           int32_t *__restrict__ next_wss, Failure *failure)
{
    if (has_failed(failure))
        return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m * m) {
        int32_t d = 0;
        const int32_t w = wss[i];
        for (int64_t j = 0; j < m; j++)
            d += (uint32_t)mapped[i * m + j];
        const int32_t e = (uint32_t)d + w;
        next_wss[i] = 2u * e;
    }
}

// nest.fut:18: map2 (\as w ->
// rules: distribute, loop-interchange, loop-outside, descend, versions-by-blocks, drop-unused
// One block computes one element.
static __global__ void __launch_bounds__(1024)
nest_block_per_row(const int32_t *__restrict__ wss, const int32_t *__restrict__ mapped, int64_t m,
                   int32_t *__restrict__ next_wss, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const unsigned block = blockIdx.x;
    const int col = block % (uint32_t)m;
    const int row = block / (uint32_t)m;

    const int32_t w = wss[row * m + col];
    int32_t d = 0;
    for (int64_t i = threadIdx.x; i < m; i += block_threads())
        d = add(d, mapped[(row * m + col) * m + i]);
    d = block_all_reduce<int32_t, add>(d, 0);
    const int32_t e = (uint32_t)d + w;
    if (threadIdx.x == 0)
        next_wss[row * m + col] = 2u * e;
}

// nest.fut:19: let d = reduce (+) 0 as
// rules: .., versions-by-blocks, distribute, redomap, drop-unused, fold-rows-in-parts
// Each block loads several rows into shared memory; `width` neighbouring threads reduce a row.
static __global__ void nest_dss_short(const int32_t *__restrict__ mapped, int64_t m,
                                      int64_t rows_a_block, int32_t width,
                                      int32_t *__restrict__ dss, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int ITEMS = items_per_thread(4); // elements per thread in a tile
    const int ROOM = BLOCK_SIZE * ITEMS;
    __shared__ int32_t a_here[ROOM + ROOM / 32];
    const int lane = threadIdx.x % width;
    for (int64_t first = (int64_t)blockIdx.x * rows_a_block; first < m * m;
         first += (int64_t)gridDim.x * rows_a_block) {
        const int count = (int)min(m * m - first, rows_a_block);

        // Coalesced reads: consecutive elements, across the boundaries of rows.
        const int skew = first * m % 32; // a warp starts at a multiple of 32
        const int64_t start = first * m - skew;
        const int size = skew + count * (int)m;
        for (int turn = 0; turn < ITEMS; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            a_here[conflict_free(at)] = at < size ? mapped[start + at] : 0;
        }
        __syncthreads();

        // All threads take part in the shuffles, including those beyond the last row.
        for (int base = 0; base < count; base += BLOCK_SIZE / width) {
            const int block_row = base + threadIdx.x / width;
            const int64_t segment = first + block_row;
            const int64_t col = segment % m;
            const int64_t row = segment / m;
            int32_t sum = 0;
            if (block_row < count) {
                for (int64_t i = lane; i < m; i += width)
                    sum = add(sum, a_here[conflict_free(skew + block_row * m + i)]);
            }
            sum = warp_reduce<int32_t, add>(sum, width);
            if (block_row < count && lane == 0)
                dss[row * m + col] = sum;
        }
        __syncthreads(); // shared memory can be overwritten
    }
}

// nest.fut:19: let d = reduce (+) 0 as
// rules: .., versions-by-blocks, distribute, redomap, drop-unused, fold-rows-in-parts
// Each block reduces a part of a row, with coalesced reads. The last block to arrive for the row
// reduces the partial results.
static __global__ void nest_dss_long(const int32_t *__restrict__ mapped, int64_t m, int64_t share,
                                     int64_t blocks, int32_t *__restrict__ dss, int32_t *partials,
                                     uint32_t *arrived, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int64_t block = block_index();
    const int64_t segment = block / blocks, part = block % blocks;
    if (segment >= m * m)
        return;
    const int64_t col = segment % m;
    const int64_t row = segment / m;
    const int64_t first = min(part * share, m);
    const int64_t end = min(first + share, m);
    int32_t sum = 0;
    // Each warp starts at a multiple of 32 elements, for coalesced reads.
    const int skew = segment * m % 32;
    for (int64_t i = first + (threadIdx.x + BLOCK_SIZE - skew) % BLOCK_SIZE; i < end;
         i += BLOCK_SIZE)
        sum = add(sum, mapped[(row * m + col) * m + i]);

    sum = block_reduce<int32_t, add>(sum, 0);
    if (blocks > 1) {
        if (!is_last_block(sum, partials + segment * blocks, part, blocks, arrived + segment))
            return;
        sum = 0;
        for (int64_t peer = threadIdx.x; peer < blocks; peer += BLOCK_SIZE)
            sum = add(sum, partials[segment * blocks + peer]);
        sum = block_reduce<int32_t, add>(sum, 0);
    }
    if (threadIdx.x == 0)
        dss[row * m + col] = sum;
}

// nest.fut:20: let e = d + w
// rules: loop-interchange, loop-outside, descend, versions-by-blocks, distribute, segmap
// One thread computes several neighbouring elements. Each array is read or written by one vector
//   access.
static __global__ void nest_map(const int32_t *__restrict__ dss, const int32_t *__restrict__ wss,
                                int64_t m, int32_t *__restrict__ next_wss, Failure *failure)
{
    if (has_failed(failure))
        return;
    const int ITEMS = VECTOR_BYTES / 4; // elements per thread
    const int64_t first = ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) * ITEMS;
    if (first >= m * m)
        return;

    AlignedVector<int32_t, ITEMS> dss_here = load_vector<ITEMS>(dss + first, m * m - first);
    AlignedVector<int32_t, ITEMS> wss_here = load_vector<ITEMS>(wss + first, m * m - first);
    AlignedVector<int32_t, ITEMS> next_wss_here;
    for (int j = 0; j < ITEMS; j++) {
        const int32_t e = (uint32_t)dss_here[j] + wss_here[j];
        next_wss_here[j] = 2u * e;
    }
    store_vector(next_wss + first, next_wss_here, m * m - first);
}

// Returns the error of a call from the function around it.
#define CUDA_TRY(call) do { if (const cudaError_t error = (call)) return error; } while (0)

// Returns n / size, rounded up.
static int64_t ceil_div(int64_t n, int64_t size)
{
    return n / size + (n % size > 0);
}

// Returns true if an array of these sizes has more than MAX_ELEMENTS elements.
template <typename... Sizes>
static bool exceeds_memory(Sizes... sizes)
{
    double elements = 1;
    const double all[] = { (double)sizes... };
    for (const double size : all)
        elements *= size > 1 ? size : 1;
    return elements > MAX_ELEMENTS;
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
static int64_t grid_row_blocks(int64_t blocks)
{
    return blocks < INT32_MAX ? blocks : INT32_MAX;
}

// Returns whole warps for a scan of a row: one element per thread up to BLOCK_SIZE threads, then
// up to four elements per thread, up to 1024 threads.
static int scan_row_threads(int64_t elements)
{
    const int64_t one_each = elements < BLOCK_SIZE ? elements : BLOCK_SIZE;
    const int64_t warps = ceil_div(elements > 4 * one_each ? ceil_div(elements, 4) : one_each, 32);
    return warps < 1 ? 32 : warps < 32 ? 32 * (int)warps : 1024;
}

// Returns the shape of a block for rows of x elements. Short rows share a block.
static dim3 block_2d(int64_t x)
{
    return dim3(lanes_per_row(x), BLOCK_SIZE / lanes_per_row(x));
}

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

// Waits for the stream and copies a value from the device. A failed launch is returned as an
// error, because the value was not written.
template <typename T>
static cudaError_t copy_to_host(T *to, const void *from, cudaError_t earlier, cudaStream_t stream)
{
    CUDA_TRY(last_error(earlier));
    CUDA_TRY(cudaMemcpyAsync(to, from, sizeof *to, cudaMemcpyDeviceToHost, stream));
    return cudaStreamSynchronize(stream);
}

// Returns the size rounded up to a multiple of 256 bytes, the alignment of scratch arrays.
static size_t align_up(int64_t bytes)
{
    return bytes > 0 ? (bytes + 255) / 256 * 256 : 0;
}

// Carves the next array of `count` elements out of scratch memory.
template <typename T>
static T *carve(char **memory, int64_t count)
{
    T *const array = (T *)*memory;
    *memory += align_up(count * sizeof(T));
    return array;
}

// Returns the version for these sizes.
static Version nest_main_version(int64_t m)
{
    const int64_t rows = m * m;
    if (m <= MAX_THREAD_ROW && rows >= MIN_THREAD_ROWS)
        return THREAD_PER_ROW; // one thread per ass, ws, as, w
    if ((rows <= 2 * MIN_THREAD_ROWS || m >= 128)
        && (m <= 2 * MAX_BLOCK_ROW || rows >= MIN_BLOCK_ROWS))
        return BLOCK_PER_ROW; // one block per ass, ws, as, w
    return FLAT; // one kernel per parallel operation
}

size_t nest_main_scratch(int64_t m)
{
    if (exceeds_memory(m, m, m))
        return SIZE_MAX; // more than any device has
    return align_up(sizeof(Failure)) + align_up(m * m * sizeof(int32_t))
        + align_up(m * m * sizeof(int32_t)) + align_up(m * m * sizeof(int32_t))
        + align_up(MAX_REDUCE_BLOCKS * sizeof(int32_t))
        + align_up(MAX_REDUCE_BLOCKS * sizeof(uint32_t));
}

// entry main [m] (pss: [m][m]i32): ([m][m][m]i32, [m][m]i32)
cudaError_t nest_main(const int32_t *pss, int64_t m, int32_t *mapped, int32_t *bss, void *scratch,
                      cudaStream_t stream)
{
    if (m < 0 || exceeds_memory(m, m, m) || (m * m > 0 && (!pss || !bss))
        || (m * m * m > 0 && !mapped) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    const Version version = nest_main_version(m);
    char *memory = (char *)scratch;
    Failure *const failure = carve<Failure>(&memory, 1);
    int32_t *const rss = carve<int32_t>(&memory, m * m);
    int32_t *wss = carve<int32_t>(&memory, m * m);
    int32_t *next_wss = carve<int32_t>(&memory, m * m);
    int32_t *const dss = rss; // reused
    int32_t *const partials = carve<int32_t>(&memory, MAX_REDUCE_BLOCKS);
    uint32_t *const arrived = carve<uint32_t>(&memory, MAX_REDUCE_BLOCKS);
    CUDA_TRY(cudaMemsetAsync(failure, 0, sizeof(Failure), stream));

    if (m * m > 0)
        nest_rss<<<grid_x(m * m, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(pss, m, failure, rss);
    if (m * m * m > 0)
        nest_mapped<<<grid_2d(m, m * m), block_2d(m), 0, stream>>>(pss, rss, m, mapped, failure);
    CUDA_TRY(cudaMemcpyAsync(wss, pss, m * m * sizeof(int32_t), cudaMemcpyDeviceToDevice, stream));
    for (int64_t i = 0; i < 3; i++) {
        if (version == THREAD_PER_ROW) {
            if (m * m > 0)
                nest_thread_per_row<<<grid_x(m * m, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(wss,
                    mapped, m, next_wss, failure);
        } else if (version == BLOCK_PER_ROW) {
            if (m * m > 0)
                nest_block_per_row<<<grid_x(m * m, 1), scan_row_threads(m), 0, stream>>>(wss,
                    mapped, m, next_wss, failure);
        } else {
            if (m <= MAX_WARP_ROW) {
                const int64_t rows_a_block = rows_per_block(m * m, m, 4);
                const int32_t width = min_lanes_per_row(rows_a_block);
                if (m * m > 0)
                    nest_dss_short<<<grid_row_blocks(ceil_div(m * m, rows_a_block)), BLOCK_SIZE, 0,
                            stream>>>(mapped, m, rows_a_block, width, dss, failure);
            } else {
                const int64_t blocks = blocks_per_row(m * m, m);
                const int64_t share = elements_per_block(m, blocks);
                if (blocks > 1)
                    CUDA_TRY(cudaMemsetAsync(arrived, 0, m * m * sizeof(uint32_t), stream));
                if (m * m > 0)
                    nest_dss_long<<<linear_grid(m * m * blocks), BLOCK_SIZE, 0, stream>>>(mapped,
                        m, share, blocks, dss, partials, arrived, failure);
            }
            if (m * m > 0)
                nest_map<<<grid_x(ceil_div(m * m, VECTOR_BYTES / 4), BLOCK_SIZE), BLOCK_SIZE, 0,
                        stream>>>(dss, wss, m, next_wss, failure);
        }
        std::swap(wss, next_wss);
    }
    CUDA_TRY(cudaMemcpyAsync(bss, wss, m * m * sizeof(int32_t), cudaMemcpyDeviceToDevice, stream));
    return last_error(earlier);
}

cudaError_t nest_main_failure(const void *scratch, cudaStream_t stream, char *text, size_t size)
{
    Failure found;
    const cudaError_t earlier = cudaPeekAtLastError();
    CUDA_TRY(copy_to_host(&found, scratch, earlier, stream));
    switch (found.code) {
    case 1:
        snprintf(text, size, "nest.fut:14:41: error: Range 0..1..<%lld is invalid.",
                 found.value[0]);
        break;
    default:
        snprintf(text, size, "no failure");
        return cudaSuccess;
    }
    return cudaErrorAssert;
}
