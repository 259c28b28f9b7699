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

// Up to this length, a row is left to a thread however many there are: nest_by_threads.
static const int64_t TINY_ROW = 2;

// Up to this length, a row is left to a thread if there are very many: nest_by_threads.
static const int64_t THREAD_ROW = 4;

// Rows are very many if there are so many for each element of one: nest_by_threads.
static const int64_t ROWS_EACH = 1200;

// From this length on, a row is worth a block: nest_by_blocks.
static const int64_t BLOCK_ROW = 124;

// Blocks times what their rows lack of that length: more is not worth it: nest_by_blocks.
static const int64_t MANY_BLOCKS = 900000;

// In the time of a launch, a block does so many elements of its row: nest_by_blocks.
static const int64_t LAUNCH_ROW = 10000;

// From so many rows on, they are blocks' however long they are: nest_by_blocks.
static const int64_t ROW_BLOCKS = 256;

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
static const int VECTOR_BYTES = 16; // of neighbours in one access: with fewer, less is under way

// So many elements of these bytes each has a thread in shared memory. The number is odd:
// threads that read at this distance hit different banks.
static __host__ __device__ constexpr int items_per_thread(int bytes)
{
    return THREAD_SHARED_BYTES / bytes < 5 ? 5 : THREAD_SHARED_BYTES / bytes | 1;
}

// With a gap after every 32 elements, so that threads that read at a distance of a power of
// two hit different banks.
static __device__ int conflict_free(int at) { return at + at / 32; }

// N elements that lie side by side, as one access moves them.
template <typename T, int N>
struct alignas(N * sizeof(T)) AlignedVector {
    T element[N];

    __device__ T &operator[](int i) { return element[i]; }

    // Whether one access may: `there` elements lie from here to the end of the array.
    static __device__ bool is_accessible(const T *from, int64_t there)
    {
        return there >= N && (uintptr_t)from % sizeof(AlignedVector) == 0;
    }
};

// Where fewer than N are there, the last one stands for the others.
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

template <int N, typename T>
static __device__ void store_vector(T *to, AlignedVector<T, N> some, int64_t there)
{
    if (AlignedVector<T, N>::is_accessible(to, there))
        *(AlignedVector<T, N> *)to = some;
    else
        for (int64_t i = 0; i < min(there, (int64_t)N); i++)
            to[i] = some.element[i];
}

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

// nest.fut:19: let d = reduce (+) 0 as
// rules: reduce-is-redomap, loop-interchange, loop-outside, descend, versions-by-blocks,
//   distribute, redomap
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

// nest.fut:14: let cs = scan (+) 0 (map i32.i64 (iota (i64.i32 p)))
// rules: descend, distribute, segmap, scan-then-reduce
//
//   segmap@thread (<ps in pss>, <p in ps>) {
//     p_1 = i64.i32 p
//     is_at_least = p_1 >= 0i64
//     p_2 = assert "Range 0..1..<{} is invalid." [p_1] is_at_least p_1
//     values r = loop sum r = 0i32 0i32 for i < p_2 do {
//       values_1 = i32.i64 i
//       t = sum + values_1
//       u = r + t
//       in t u
//     }
//     in r
//   }
//
// One thread computes one element.
static __global__ void nest_rss(const int32_t *__restrict__ pss, int64_t m, Failure *failure,
                                int32_t *__restrict__ rss)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m * m) {
        const int64_t p = (int64_t)pss[i];
        if (p < 0)
            return fail(failure, Failure{ 1, { p } });
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
//
//   segmap@thread (<ps_1 rs in pss rss>, <r_1 in rs>, <x in ps_1>) x + r_1
//
// One thread computes one element.
static __global__ void nest_mappedss(const int32_t *__restrict__ pss,
                                     const int32_t *__restrict__ rss, int64_t m,
                                     int32_t *__restrict__ mappedss, Failure *failure)
{
    if (has_failed(failure))
        return;
    const int64_t k = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t outer = ((int64_t)blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y
        + threadIdx.y;
    if (k < m && outer < m * m) {
        const int64_t j = outer % m;
        const int64_t i = outer / m;
        mappedss[(i * m + j) * m + k] = (uint32_t)pss[i * m + k] + rss[i * m + j];
    }
}

// nest.fut:18: map2 (\as w ->
// rules: distribute, loop-interchange, loop-outside, descend, versions-by-blocks, drop-unused,
//   reduce-is-redomap
//
//   segmap@thread (<ass ws in mappedss wss>, <as w in ass ws>) {
//     d = redomap (+) (\a -> a) 0i32 as
//     e = d + w
//     prod = 2i32 * e
//     in prod
//   }
//
// One thread computes one element.
static __global__ void nest_by_threads(const int32_t *__restrict__ wss,
                                       const int32_t *__restrict__ mappedss, int64_t m,
                                       int32_t *__restrict__ next_wss, Failure *failure)
{
    if (has_failed(failure))
        return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m * m) {
        int32_t d = 0;
        const int32_t w = wss[i];
        for (int64_t j = 0; j < m; j++)
            d += (uint32_t)mappedss[i * m + j];
        const int32_t e = (uint32_t)d + w;
        next_wss[i] = 2u * e;
    }
}

// nest.fut:18: map2 (\as w ->
// rules: distribute, loop-interchange, loop-outside, descend, versions-by-blocks, drop-unused
//
//   segmap@block (<ass_1 ws_1 in mappedss wss>, <as_1 w_1 in ass_1 ws_1>) {
//     d_1 = segred@thread <a_1 in as_1> (+) 0i32 a_1
//     e_1 = d_1 + w_1
//     prod_1 = 2i32 * e_1
//     in prod_1
//   }
//
// One block computes one element.
static __global__ void __launch_bounds__(1024)
nest_by_blocks(const int32_t *__restrict__ wss, const int32_t *__restrict__ mappedss, int64_t m,
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
        d = add(d, mappedss[(row * m + col) * m + i]);
    d = block_all_reduce<int32_t, add>(d, 0);
    const int32_t e = (uint32_t)d + w;
    if (threadIdx.x == 0)
        next_wss[row * m + col] = 2u * e;
}

// nest.fut:19: let d = reduce (+) 0 as
// rules: reduce-is-redomap, loop-interchange, loop-outside, descend, versions-by-blocks,
//   distribute, redomap, drop-unused, fold-rows-in-parts
//
//   segmap@grid (<ass_2 in mappedss>, <as_2 in ass_2>) {
//     cs = split (blocks m) as_2
//     t_16 = segred@block <c in cs> (+) 0i32 (segred@thread <a_2 in c> (+) 0i32 a_2)
//     in t_16
//   }
//
// Each block holds as many rows as there is room for; `width` neighbouring threads fold a row.
static __global__ void nest_dss_short(const int32_t *__restrict__ mappedss, int64_t m,
                                      int64_t rows_a_block, int32_t width,
                                      int32_t *__restrict__ dss, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int ITEMS = items_per_thread(4); // elements of a thread at a time
    const int ROOM = BLOCK_SIZE * ITEMS;
    __shared__ int32_t a_here[ROOM + ROOM / 32];
    const int lane = threadIdx.x % width;
    for (int64_t first = (int64_t)blockIdx.x * rows_a_block; first < m * m;
         first += (int64_t)gridDim.x * rows_a_block) {
        const int count = (int)min(m * m - first, rows_a_block);

        // Neighbouring threads read neighbouring elements, whatever row these are in.
        const int skew = first * m % 32; // a warp reads from a multiple of 32 on
        const int64_t start = first * m - skew;
        const int size = skew + count * (int)m;
        for (int k = 0; k < ITEMS; k++) {
            const int at = k * BLOCK_SIZE + threadIdx.x;
            a_here[conflict_free(at)] = at < size ? mappedss[start + at] : 0;
        }
        __syncthreads();

        // All threads take part in the shuffles, also those beyond the last row.
        for (int base = 0; base < count; base += BLOCK_SIZE / width) {
            const int row_2 = base + threadIdx.x / width;
            const int64_t segment = first + row_2;
            const int64_t col = segment % m;
            const int64_t row = segment / m;
            int32_t sum = 0;
            if (row_2 < count) {
                for (int64_t i = lane; i < m; i += width)
                    sum = add(sum, a_here[conflict_free(skew + row_2 * m + i)]);
            }
            sum = warp_reduce<int32_t, add>(sum, width);
            if (row_2 < count && lane == 0)
                dss[row * m + col] = sum;
        }
        __syncthreads(); // shared memory is free again
    }
}

// nest.fut:19: let d = reduce (+) 0 as
// rules: reduce-is-redomap, loop-interchange, loop-outside, descend, versions-by-blocks,
//   distribute, redomap, drop-unused, fold-rows-in-parts
//
//   segmap@grid (<ass_2 in mappedss>, <as_2 in ass_2>) {
//     cs = split (blocks m) as_2
//     t_16 = segred@block <c in cs> (+) 0i32 (segred@thread <a_2 in c> (+) 0i32 a_2)
//     in t_16
//   }
//
// Each block folds a part of a row, neighbouring threads reading neighbouring elements; the
// last block of the row to come folds what all of them found.
static __global__ void nest_dss_long(const int32_t *__restrict__ mappedss, int64_t m,
                                     int64_t share, int64_t blocks, int32_t *__restrict__ dss,
                                     int32_t *partials, uint32_t *arrived, Failure *failure)
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
    // A warp reads from a multiple of 32 elements on, wherever the row begins.
    const int skew = segment * m % 32;
    for (int64_t i = first + (threadIdx.x + BLOCK_SIZE - skew) % BLOCK_SIZE; i < end;
         i += BLOCK_SIZE)
        sum = add(sum, mappedss[(row * m + col) * m + i]);

    sum = block_reduce<int32_t, add>(sum, 0);
    if (blocks > 1) {
        if (!is_last_block(sum, partials + segment * blocks, part, blocks, arrived + segment))
            return;
        sum = 0;
        for (int64_t b = threadIdx.x; b < blocks; b += BLOCK_SIZE)
            sum = add(sum, partials[segment * blocks + b]);
        sum = block_reduce<int32_t, add>(sum, 0);
    }
    if (threadIdx.x == 0)
        dss[row * m + col] = sum;
}

// nest.fut:20: let e = d + w
// rules: loop-interchange, loop-outside, descend, versions-by-blocks, distribute, segmap
//
//   segmap@thread (<ws_2 ds in wss dss>, <w_2 d_2 in ws_2 ds>) {
//     e_2 = d_2 + w_2
//     prod_2 = 2i32 * e_2
//     in prod_2
//   }
//
// One thread computes several neighbouring elements; one access moves those of an array.
static __global__ void nest_map(const int32_t *__restrict__ dss, const int32_t *__restrict__ wss,
                                int64_t m, int32_t *__restrict__ next_wss, Failure *failure)
{
    if (has_failed(failure))
        return;
    const int ITEMS = VECTOR_BYTES / 4; // elements of a thread
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

// Whole warps with a thread for each element of a row, if these are no more than BLOCK_SIZE;
// in longer rows a thread has up to four, until there are 1024 threads.
static int scan_row_threads(int64_t elements)
{
    const int64_t one_each = elements < BLOCK_SIZE ? elements : BLOCK_SIZE;
    const int64_t warps = ceil_div(elements > 4 * one_each ? ceil_div(elements, 4) : one_each, 32);
    return warps < 1 ? 32 : warps < 32 ? 32 * (int)warps : 1024;
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

// Waits for the stream and copies a value from the device. A launch that failed is an error:
// the value was not written.
template <typename T>
static cudaError_t copy_to_host(T *to, const void *from, cudaError_t earlier, cudaStream_t stream)
{
    if (cudaPeekAtLastError() != earlier)
        return cudaGetLastError();
    const cudaError_t error = cudaMemcpyAsync(to, from, sizeof *to, cudaMemcpyDeviceToHost,
                                              stream);
    return error ? error : cudaStreamSynchronize(stream);
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
static Version nest_main_version(int64_t m)
{
    if (m <= TINY_ROW || (m <= THREAD_ROW && m * m >= ROWS_EACH * m))
        return BY_THREADS; // a thread each: <ass ws in mappedss wss>, <as w in ass ws>
    if (m * m * (BLOCK_ROW - m) <= MANY_BLOCKS && (m <= 2 * LAUNCH_ROW || m * m >= ROW_BLOCKS))
        return BY_BLOCKS; // a block each: <ass_1 ws_1 in mappedss wss>, ..
    return FLAT; // all that is parallel, kernel after kernel
}

size_t nest_main_scratch(int64_t m)
{
    if (exceeds_memory(m, m, m))
        return SIZE_MAX; // no device has so much
    return align_up(sizeof(Failure)) + align_up(m * m * sizeof(int32_t))
        + align_up(m * m * sizeof(int32_t)) + align_up(m * m * sizeof(int32_t))
        + align_up(MAX_REDUCE_BLOCKS * sizeof(int32_t))
        + align_up(MAX_REDUCE_BLOCKS * sizeof(uint32_t));
}

// entry main [m] (pss: [m][m]i32): ([m][m][m]i32, [m][m]i32)
cudaError_t nest_main(const int32_t *pss, int64_t m, int32_t *mappedss, int32_t *bss,
                      void *scratch, cudaStream_t stream)
{
    if (m < 0 || exceeds_memory(m, m, m) || (m * m > 0 && (!pss || !bss))
        || (m * m * m > 0 && !mappedss) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    const Version version = nest_main_version(m);
    char *memory = (char *)scratch;
    Failure *const failure = (Failure *)carve(&memory, sizeof(Failure));
    int32_t *const rss = (int32_t *)carve(&memory, m * m * sizeof(int32_t));
    int32_t *wss = (int32_t *)carve(&memory, m * m * sizeof(int32_t));
    int32_t *next_wss = (int32_t *)carve(&memory, m * m * sizeof(int32_t));
    int32_t *const dss = rss; // not needed at the same time
    int32_t *const partials = (int32_t *)carve(&memory, MAX_REDUCE_BLOCKS * sizeof(int32_t));
    uint32_t *const arrived = (uint32_t *)carve(&memory, MAX_REDUCE_BLOCKS * sizeof(uint32_t));
    if (const cudaError_t error = cudaMemsetAsync(failure, 0, sizeof(Failure), stream))
        return error;

    if (m * m > 0)
        nest_rss<<<grid_x(m * m, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(pss, m, failure, rss);
    if (m * m * m > 0)
        nest_mappedss<<<grid_2d(m, m * m), block_2d(m), 0, stream>>>(pss, rss, m, mappedss,
            failure);
    if (const cudaError_t error = cudaMemcpyAsync(wss, pss, m * m * sizeof(int32_t),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    for (int64_t i = 0; i < 3; i++) {
        if (version == BY_THREADS) {
            if (m * m > 0)
                nest_by_threads<<<grid_x(m * m, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(wss,
                    mappedss, m, next_wss, failure);
        } else if (version == BY_BLOCKS) {
            if (m * m > 0)
                nest_by_blocks<<<grid_x(m * m, 1), scan_row_threads(m), 0, stream>>>(wss, mappedss,
                    m, next_wss, failure);
        } else {
            if (m <= MAX_WARP_ROW) {
                const int64_t rows_a_block = rows_per_block(m * m, m, 4);
                const int32_t width = min_lanes_per_row(rows_a_block);
                if (m * m > 0)
                    nest_dss_short<<<grid_row_blocks(ceil_div(m * m, rows_a_block)), BLOCK_SIZE, 0,
                            stream>>>(mappedss, m, rows_a_block, width, dss, failure);
            } else {
                const int64_t blocks = blocks_per_row(m * m, m);
                const int64_t share = elements_per_block(m, blocks);
                if (blocks > 1) {
                    if (const cudaError_t error = cudaMemsetAsync(arrived, 0,
                        m * m * sizeof(uint32_t), stream))
                        return error;
                }
                if (m * m > 0)
                    nest_dss_long<<<linear_grid(m * m * blocks), BLOCK_SIZE, 0, stream>>>(mappedss,
                        m, share, blocks, dss, partials, arrived, failure);
            }
            if (m * m > 0)
                nest_map<<<grid_x(ceil_div(m * m, VECTOR_BYTES / 4), BLOCK_SIZE), BLOCK_SIZE, 0,
                        stream>>>(dss, wss, m, next_wss, failure);
        }
        swap_pointers(&wss, &next_wss);
    }
    if (const cudaError_t error = cudaMemcpyAsync(bss, wss, m * m * sizeof(int32_t),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    return last_error(earlier);
}

cudaError_t nest_main_failure(const void *scratch, cudaStream_t stream, char *text, size_t size)
{
    Failure found;
    const cudaError_t earlier = cudaPeekAtLastError();
    if (const cudaError_t error = copy_to_host(&found, scratch, earlier, stream))
        return error;
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
