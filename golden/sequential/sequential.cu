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

namespace {
// The front of the scratch memory: which check failed first (0: none), and its values.
struct Failure {
    int32_t code;
    long long value[2];
};
}

// The first thread to fail leaves its values for .._failure to explain.
static __device__ void fail(Failure *failure, const Failure &found)
{
    if (atomicCAS(&failure->code, 0, found.code) != 0)
        return;
    for (int i = 0; i < 2; i++)
        failure->value[i] = found.value[i];
}

// sequential.fut:22: let p = i64.u8 length
// rules: descend, segmap, measure, fold-rows-in-parts
// The operator (max) of reductions and scans.
static __device__ int64_t larger(int64_t a, int64_t b) { return max(a, b); }

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
    __shared__ T warp_values[BLOCK_SIZE / 32];
    value = warp_reduce<T, op>(value, 32);
    if (threadIdx.x % 32 == 0)
        warp_values[threadIdx.x / 32] = value;
    __syncthreads();

    // The first warp folds the values of the warps.
    if (threadIdx.x < 32) {
        value = threadIdx.x < BLOCK_SIZE / 32 ? warp_values[threadIdx.x] : neutral;
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

// sequential.fut:12: map (map (\p -> i64.sum (scan (+) 0 (iota (i64.u8 p))))) lengthss
// rules: descend, segmap, scan-then-reduce
//
//   segmap@thread (<row in lengthss>, <p in row>) {
//     p_1 = i64.u8 p
//     values sum = loop sum_1 total = 0i64 0i64 for i < p_1 do {
//       t = sum_1 + i
//       u = total + t
//       in t u
//     }
//     in sum
//   }
//
// One thread computes one element.
static __global__ void sequential_mappeds(const uint8_t *__restrict__ lengthss, int64_t n,
                                          int64_t m, int64_t *__restrict__ mappeds)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n * m) {
        const int64_t p = (int64_t)lengthss[i];
        int64_t sum = 0;
        int64_t total = 0;
        for (int64_t k = 0; k < p; k++) {
            sum += (uint64_t)k;
            total += (uint64_t)sum;
        }
        mappeds[i] = total;
    }
}

// sequential.fut:22: let p = i64.u8 length
// rules: descend, segmap, measure, fold-rows-in-parts
// also sequential.fut:36: let p = i64.u8 length
// also sequential.fut:49: let p = i64.u8 length
//
//   segmap@grid <row in lengthss> {
//     cs = split (blocks m) row
//     t = segred@block <c in cs> (max) 0i64 (segred@thread <length in c> (max) 0i64 (i64.u8
//       length))
//     in t
//   }
//
// Each block holds as many rows as there is room for; `width` neighbouring threads fold a row.
static __global__ void sequential_largest_ps_short(const uint8_t *__restrict__ lengthss, int64_t m,
                                                   int64_t n, int64_t rows_a_block, int32_t width,
                                                   int64_t *__restrict__ largest_ps)
{
    const int ITEMS = items_per_thread(1); // elements of a thread at a time
    const int ROOM = BLOCK_SIZE * ITEMS;
    __shared__ uint8_t length_here[ROOM + ROOM / 32];
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
            length_here[conflict_free(at)] = at < size ? lengthss[start + at] : 0;
        }
        __syncthreads();

        // All threads take part in the shuffles, also those beyond the last row.
        for (int base = 0; base < count; base += BLOCK_SIZE / width) {
            const int row = base + threadIdx.x / width;
            const int64_t i = first + row;
            int64_t most = 0;
            if (row < count) {
                for (int64_t j = lane; j < m; j += width) {
                    const int64_t p = (int64_t)length_here[conflict_free(skew + row * m + j)];
                    most = larger(most, p);
                }
            }
            most = warp_reduce<int64_t, larger>(most, width);
            if (row < count && lane == 0)
                largest_ps[i] = most;
        }
        __syncthreads(); // shared memory is free again
    }
}

// sequential.fut:22: let p = i64.u8 length
// rules: descend, segmap, measure, fold-rows-in-parts
// also sequential.fut:36: let p = i64.u8 length
// also sequential.fut:49: let p = i64.u8 length
//
//   segmap@grid <row in lengthss> {
//     cs = split (blocks m) row
//     t = segred@block <c in cs> (max) 0i64 (segred@thread <length in c> (max) 0i64 (i64.u8
//       length))
//     in t
//   }
//
// Each block folds a part of a row, neighbouring threads reading neighbouring elements; the
// last block of the row to come folds what all of them found.
static __global__ void sequential_largest_ps_long(const uint8_t *__restrict__ lengthss,
                                                  int64_t share, int64_t m, int64_t n,
                                                  int64_t blocks, int64_t *__restrict__ largest_ps,
                                                  int64_t *partials, uint32_t *arrived)
{
    const int64_t block = block_index();
    const int64_t i = block / blocks, part = block % blocks;
    if (i >= n)
        return;
    const int64_t first = min(part * share, m);
    const int64_t end = min(first + share, m);
    int64_t most = 0;
    // A warp reads from a multiple of 32 elements on, wherever the row begins.
    const int skew = i * m % 32;
    for (int64_t j = first + (threadIdx.x + BLOCK_SIZE - skew) % BLOCK_SIZE; j < end;
         j += BLOCK_SIZE) {
        const int64_t p = (int64_t)lengthss[i * m + j];
        most = larger(most, p);
    }

    most = block_reduce<int64_t, larger>(most, 0);
    if (blocks > 1) {
        if (!is_last_block(most, partials + i * blocks, part, blocks, arrived + i))
            return;
        most = 0;
        for (int64_t b = threadIdx.x; b < blocks; b += BLOCK_SIZE)
            most = larger(most, partials[i * blocks + b]);
        most = block_reduce<int64_t, larger>(most, 0);
    }
    if (threadIdx.x == 0)
        largest_ps[i] = most;
}

// sequential.fut:22: let p = i64.u8 length
// rules: descend, segmap, measure, optimized-map-reduce, reduce-map, shares-in-stripes,
//   segred-is-redomap
// also sequential.fut:36: let p = i64.u8 length
// also sequential.fut:49: let p = i64.u8 length
//
//   segred@thread <largest_ps_1 in largest_pss> (max) 0i64 (redomap (max) (\x -> x) 0i64
//     largest_ps_1)
//
// Each thread folds its share, each block what its threads found, and the last block to come
// what all blocks found.
static __global__ void sequential_largest_p(const int64_t *__restrict__ largest_ps, int64_t n,
                                            int64_t workers, int64_t *__restrict__ largest_p,
                                            int64_t *partials, uint32_t *arrived)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    int64_t most = 0;
    for (int64_t i = worker; i < n; i += workers)
        most = max(most, largest_ps[i]);

    int64_t total = block_reduce<int64_t, larger>(most, 0);
    if (gridDim.x > 1) {
        if (!is_last_block(total, partials, blockIdx.x, gridDim.x, arrived))
            return;
        total = 0;
        for (int64_t b = threadIdx.x; b < gridDim.x; b += BLOCK_SIZE)
            total = larger(total, partials[b]);
        total = block_reduce<int64_t, larger>(total, 0);
    }
    if (threadIdx.x == 0)
        *largest_p = total;
}

// sequential.fut:22: let p = i64.u8 length
// rules: descend, segmap, measure, scan-then-scan
//
//   segmap@thread (<row_1 in lengthss>, <length_1 in row_1>) {
//     p_1 = i64.u8 length_1
//     empty_1 = empty([p_1]i64)
//     fits = p_1 <= largest_p
//     #[unchecked] empty_2 = assert "the size is at most what the host knows" fits empty_1
//     values values_1 tops = loop sum total topss = 0i64 0i64 empty_2 for i < p_1 do {
//       #[unchecked] topss_1 = assert "the size is at most what the host knows" fits topss
//       rest = i % 4i64
//       is_less = rest < 2i64
//       chosen = if is_less then 1i64 else -1i64
//       t_3 = sum + chosen
//       u = max total t_3
//       topss_2 = topss_1 with [i] = u
//       in t_3 u topss_2
//     }
//     #[unchecked] tops_1 = assert "the size is at most what the host knows" fits tops
//   ...
//
// One thread computes one element.
static __global__ void sequential_mappeds_2(const uint8_t *__restrict__ lengthss, int64_t m,
                                            int64_t n, int64_t *__restrict__ tops,
                                            Failure *failure, int64_t *__restrict__ mappeds)
{
    const int64_t threads = (int64_t)gridDim.x * blockDim.x;
    const int64_t thread = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (int64_t position = thread; position < n * m; position += threads) {
        const int64_t j = position % m;
        const int64_t i = position / m;
        const int64_t p = (int64_t)lengthss[i * m + j];
        int64_t sum = 0;
        int64_t total = 0;
        for (int64_t k = 0; k < p; k++) {
            sum += (uint64_t)(k % 4 < 2 ? 1 : -1);
            total = max(total, sum);
            tops[k * threads + thread] = total;
        }
        int64_t chosen;
        if (p > 0) {
            const int64_t at = p / 2;
            if (!(0 <= at && at < p))
                return fail(failure, Failure{ 1, { at, p } });
            chosen = (uint64_t)tops[at * threads + thread] + tops[(p - 1) * threads + thread];
        } else {
            chosen = 0;
        }
        mappeds[i * m + j] = chosen;
    }
}

// sequential.fut:36: let p = i64.u8 length
// rules: descend, segmap, measure, scan-then-map
//
//   segmap@thread (<row_1 in lengthss>, <length_1 in row_1>) {
//     p_1 = i64.u8 length_1
//     none = empty([p_1]i64)
//     fits = p_1 <= largest_p
//     #[unchecked] none_1 = assert "the size is at most what the host knows" fits none
//     values squares = loop sum z = 0i64 none_1 for i < p_1 do {
//       #[unchecked] z_1 = assert "the size is at most what the host knows" fits z
//       t_3 = sum + i
//       prod = t_3 * t_3
//       sum_1 = prod + 1i64
//       zs = z_1 with [i] = sum_1
//       in t_3 zs
//     }
//     #[unchecked] squares_1 = assert "the size is at most what the host knows" fits squares
//     is_more = p_1 > 0i64
//     chosen = if is_more then {
//   ...
//
// One thread computes one element.
static __global__ void sequential_mappeds_3(const uint8_t *__restrict__ lengthss, int64_t m,
                                            int64_t n, int64_t *__restrict__ squares,
                                            Failure *failure, int64_t *__restrict__ mappeds)
{
    const int64_t threads = (int64_t)gridDim.x * blockDim.x;
    const int64_t thread = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (int64_t position = thread; position < n * m; position += threads) {
        const int64_t j = position % m;
        const int64_t i = position / m;
        const int64_t p = (int64_t)lengthss[i * m + j];
        int64_t sum = 0;
        for (int64_t k = 0; k < p; k++) {
            sum += (uint64_t)k;
            squares[k * threads + thread] = (uint64_t)sum * sum + 1;
        }
        int64_t chosen;
        if (p > 0) {
            const int64_t at = p / 2;
            if (!(0 <= at && at < p))
                return fail(failure, Failure{ 2, { at, p } });
            chosen = squares[at * threads + thread];
        } else {
            chosen = 0;
        }
        mappeds[i * m + j] = chosen;
    }
}

// sequential.fut:49: let p = i64.u8 length
// rules: descend, segmap, scan-then-scatter, measure, reduce-is-redomap
//
//   segmap@thread (<row_1 in lengthss>, <length_1 in row_1>) {
//     p_1 = i64.u8 length_1
//     copies = replicate p_1 0i64
//     values spread = loop sum z = 0i64 copies for i < p_1 do {
//       fits = p_1 <= largest_p
//       #[unchecked] z_1 = assert "the size is at most what the host knows" fits z
//       rest = i % 2i64
//       sum_1 = 1i64 + rest
//       t_3 = sum + sum_1
//       t_4 = 0i64 <= t_3
//       t_5 = t_3 < p_1
//       c_1 = t_4 && t_5
//       zs = if c_1 then z_1 with [t_3] = i else z_1
//       in t_3 zs
//     }
//     fits_1 = p_1 <= largest_p
//   ...
//
// One thread computes one element.
static __global__ void sequential_mappeds_4(const uint8_t *__restrict__ lengthss, int64_t m,
                                            int64_t n, int64_t *__restrict__ copies,
                                            int64_t *__restrict__ mappeds)
{
    const int64_t threads = (int64_t)gridDim.x * blockDim.x;
    const int64_t thread = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (int64_t position = thread; position < n * m; position += threads) {
        const int64_t j = position % m;
        const int64_t i = position / m;
        const int64_t p = (int64_t)lengthss[i * m + j];
        int64_t sum = 0;
        for (int64_t k = 0; k < p; k++)
            copies[k * threads + thread] = 0;
        for (int64_t k = 0; k < p; k++) {
            sum += (uint64_t)(1 + k % 2);
            if (0 <= sum && sum < p)
                copies[sum * threads + thread] = k;
        }
        int64_t sum_2 = 0;
        for (int64_t k = 0; k < p; k++)
            sum_2 += (uint64_t)copies[k * threads + thread];
        mappeds[i * m + j] = sum_2;
    }
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

// An array whose size is known only at run time. Its memory goes back to the pool, after what
// was queued before, at the end of the block, however that is left.
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
            (void)cudaFreeAsync(data, stream); // its error is that of the stream
    }
    operator T *() const { return data; }

    // An array of no elements has an address, too.
    template <typename... Sizes>
    cudaError_t allocate(Sizes... sizes)
    {
        if (exceeds_memory(sizes...))
            return cudaErrorMemoryAllocation;
        const int64_t count = (... * sizes);
        const size_t bytes = (count > 0 ? count : 1) * sizeof(T);
        void **const to = (void **)&data;
        const cudaError_t error = pool ? cudaMallocFromPoolAsync(to, bytes, pool, stream)
                                       : cudaMallocAsync(to, bytes, stream);
        return error == cudaSuccess ? error : cudaGetLastError();
    }

    // The memory is the caller's from now on.
    T *release()
    {
        T *const array = data;
        data = NULL;
        return array;
    }
};
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

// entry sums_of_sums [n] [m] (lengthss: [n][m]u8): [n][m]i64
cudaError_t sequential_sums_of_sums(const uint8_t *lengthss, int64_t n, int64_t m,
                                    int64_t *mappeds, cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && (!lengthss || !mappeds)))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    if (n * m > 0)
        sequential_mappeds<<<grid_x(n * m, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(lengthss, n, m,
            mappeds);
    return last_error(earlier);
}

size_t sequential_heights_scratch(int64_t n)
{
    if (n > MAX_ELEMENTS)
        return SIZE_MAX; // no device has so much
    return align_up(sizeof(Failure)) + align_up(n * sizeof(int64_t))
        + align_up(MAX_REDUCE_BLOCKS * sizeof(int64_t))
        + align_up(MAX_REDUCE_BLOCKS * sizeof(uint32_t)) + align_up(sizeof(int64_t))
        + align_up(sizeof(uint32_t));
}

// entry heights [n] [m] (lengthss: [n][m]u8): [n][m]i64
cudaError_t sequential_heights(const uint8_t *lengthss, int64_t n, int64_t m, int64_t *mappeds,
                               void *scratch, cudaMemPool_t pool, cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && (!lengthss || !mappeds))
        || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    Failure *const failure = (Failure *)carve(&memory, sizeof(Failure));
    int64_t *const largest_ps = (int64_t *)carve(&memory, n * sizeof(int64_t));
    int64_t *const partials = (int64_t *)carve(&memory, MAX_REDUCE_BLOCKS * sizeof(int64_t));
    uint32_t *const arrived = (uint32_t *)carve(&memory, MAX_REDUCE_BLOCKS * sizeof(uint32_t));
    int64_t *const largest_p = (int64_t *)carve(&memory, sizeof(int64_t));
    uint32_t *const arrived_2 = (uint32_t *)carve(&memory, sizeof(uint32_t));
    if (const cudaError_t error = cudaMemsetAsync(failure, 0, sizeof(Failure), stream))
        return error;

    if (m <= MAX_WARP_ROW) {
        const int64_t rows_a_block = rows_per_block(n, m, 1);
        const int32_t width = min_lanes_per_row(rows_a_block);
        if (n > 0)
            sequential_largest_ps_short<<<grid_row_blocks(ceil_div(n, rows_a_block)), BLOCK_SIZE,
                    0, stream>>>(lengthss, m, n, rows_a_block, width, largest_ps);
    } else {
        const int64_t blocks = blocks_per_row(n, m);
        const int64_t share = elements_per_block(m, blocks);
        if (blocks > 1) {
            if (const cudaError_t error = cudaMemsetAsync(arrived, 0, n * sizeof(uint32_t),
                                                          stream))
                return error;
        }
        if (n > 0)
            sequential_largest_ps_long<<<linear_grid(n * blocks), BLOCK_SIZE, 0, stream>>>(
                lengthss, share, m, n, blocks, largest_ps, partials, arrived);
    }
    const int64_t blocks = reduce_blocks(n);
    const int64_t workers = blocks * BLOCK_SIZE;
    if (blocks > 1) {
        if (const cudaError_t error = cudaMemsetAsync(arrived_2, 0, sizeof(uint32_t), stream))
            return error;
    }
    sequential_largest_p<<<blocks, BLOCK_SIZE, 0, stream>>>(largest_ps, n, workers, largest_p,
        partials, arrived_2);
    int64_t largest_p_on_host;
    if (const cudaError_t error = copy_to_host(&largest_p_on_host, largest_p, earlier, stream))
        return error;
    DeviceArray<int64_t> tops(pool, stream);
    if (const cudaError_t error = tops.allocate(grid_stride_threads(n * m)
                                                * max(largest_p_on_host, INT64_C(0))))
        return error;
    if (n * m > 0)
        sequential_mappeds_2<<<grid_stride_blocks(n * m), BLOCK_SIZE, 0, stream>>>(lengthss, m, n,
            tops, failure, mappeds);
    return last_error(earlier);
}

cudaError_t sequential_heights_failure(const void *scratch, cudaStream_t stream, char *text,
                                       size_t size)
{
    Failure found;
    const cudaError_t earlier = cudaPeekAtLastError();
    if (const cudaError_t error = copy_to_host(&found, scratch, earlier, stream))
        return error;
    switch (found.code) {
    case 1:
        snprintf(text, size,
                 "sequential.fut:25:27: error: Index [%lld] out of bounds for array of shape "
                 "[%lld].", found.value[0], found.value[1]);
        break;
    default:
        snprintf(text, size, "no failure");
        return cudaSuccess;
    }
    return cudaErrorAssert;
}

size_t sequential_middles_scratch(int64_t n)
{
    if (n > MAX_ELEMENTS)
        return SIZE_MAX; // no device has so much
    return align_up(sizeof(Failure)) + align_up(n * sizeof(int64_t))
        + align_up(MAX_REDUCE_BLOCKS * sizeof(int64_t))
        + align_up(MAX_REDUCE_BLOCKS * sizeof(uint32_t)) + align_up(sizeof(int64_t))
        + align_up(sizeof(uint32_t));
}

// entry middles [n] [m] (lengthss: [n][m]u8): [n][m]i64
cudaError_t sequential_middles(const uint8_t *lengthss, int64_t n, int64_t m, int64_t *mappeds,
                               void *scratch, cudaMemPool_t pool, cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && (!lengthss || !mappeds))
        || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    Failure *const failure = (Failure *)carve(&memory, sizeof(Failure));
    int64_t *const largest_ps = (int64_t *)carve(&memory, n * sizeof(int64_t));
    int64_t *const partials = (int64_t *)carve(&memory, MAX_REDUCE_BLOCKS * sizeof(int64_t));
    uint32_t *const arrived = (uint32_t *)carve(&memory, MAX_REDUCE_BLOCKS * sizeof(uint32_t));
    int64_t *const largest_p = (int64_t *)carve(&memory, sizeof(int64_t));
    uint32_t *const arrived_2 = (uint32_t *)carve(&memory, sizeof(uint32_t));
    if (const cudaError_t error = cudaMemsetAsync(failure, 0, sizeof(Failure), stream))
        return error;

    if (m <= MAX_WARP_ROW) {
        const int64_t rows_a_block = rows_per_block(n, m, 1);
        const int32_t width = min_lanes_per_row(rows_a_block);
        if (n > 0)
            sequential_largest_ps_short<<<grid_row_blocks(ceil_div(n, rows_a_block)), BLOCK_SIZE,
                    0, stream>>>(lengthss, m, n, rows_a_block, width, largest_ps);
    } else {
        const int64_t blocks = blocks_per_row(n, m);
        const int64_t share = elements_per_block(m, blocks);
        if (blocks > 1) {
            if (const cudaError_t error = cudaMemsetAsync(arrived, 0, n * sizeof(uint32_t),
                                                          stream))
                return error;
        }
        if (n > 0)
            sequential_largest_ps_long<<<linear_grid(n * blocks), BLOCK_SIZE, 0, stream>>>(
                lengthss, share, m, n, blocks, largest_ps, partials, arrived);
    }
    const int64_t blocks = reduce_blocks(n);
    const int64_t workers = blocks * BLOCK_SIZE;
    if (blocks > 1) {
        if (const cudaError_t error = cudaMemsetAsync(arrived_2, 0, sizeof(uint32_t), stream))
            return error;
    }
    sequential_largest_p<<<blocks, BLOCK_SIZE, 0, stream>>>(largest_ps, n, workers, largest_p,
        partials, arrived_2);
    int64_t largest_p_on_host;
    if (const cudaError_t error = copy_to_host(&largest_p_on_host, largest_p, earlier, stream))
        return error;
    DeviceArray<int64_t> squares(pool, stream);
    if (const cudaError_t error = squares.allocate(grid_stride_threads(n * m)
                                                   * max(largest_p_on_host, INT64_C(0))))
        return error;
    if (n * m > 0)
        sequential_mappeds_3<<<grid_stride_blocks(n * m), BLOCK_SIZE, 0, stream>>>(lengthss, m, n,
            squares, failure, mappeds);
    return last_error(earlier);
}

cudaError_t sequential_middles_failure(const void *scratch, cudaStream_t stream, char *text,
                                       size_t size)
{
    Failure found;
    const cudaError_t earlier = cudaPeekAtLastError();
    if (const cudaError_t error = copy_to_host(&found, scratch, earlier, stream))
        return error;
    switch (found.code) {
    case 2:
        snprintf(text, size,
                 "sequential.fut:38:27: error: Index [%lld] out of bounds for array of shape "
                 "[%lld].", found.value[0], found.value[1]);
        break;
    default:
        snprintf(text, size, "no failure");
        return cudaSuccess;
    }
    return cudaErrorAssert;
}

size_t sequential_spread_scratch(int64_t n)
{
    if (n > MAX_ELEMENTS)
        return SIZE_MAX; // no device has so much
    return align_up(n * sizeof(int64_t)) + align_up(MAX_REDUCE_BLOCKS * sizeof(int64_t))
        + align_up(MAX_REDUCE_BLOCKS * sizeof(uint32_t)) + align_up(sizeof(int64_t))
        + align_up(sizeof(uint32_t));
}

// entry spread [n] [m] (lengthss: [n][m]u8): [n][m]i64
cudaError_t sequential_spread(const uint8_t *lengthss, int64_t n, int64_t m, int64_t *mappeds,
                              void *scratch, cudaMemPool_t pool, cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && (!lengthss || !mappeds))
        || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    int64_t *const largest_ps = (int64_t *)carve(&memory, n * sizeof(int64_t));
    int64_t *const partials = (int64_t *)carve(&memory, MAX_REDUCE_BLOCKS * sizeof(int64_t));
    uint32_t *const arrived = (uint32_t *)carve(&memory, MAX_REDUCE_BLOCKS * sizeof(uint32_t));
    int64_t *const largest_p = (int64_t *)carve(&memory, sizeof(int64_t));
    uint32_t *const arrived_2 = (uint32_t *)carve(&memory, sizeof(uint32_t));

    if (m <= MAX_WARP_ROW) {
        const int64_t rows_a_block = rows_per_block(n, m, 1);
        const int32_t width = min_lanes_per_row(rows_a_block);
        if (n > 0)
            sequential_largest_ps_short<<<grid_row_blocks(ceil_div(n, rows_a_block)), BLOCK_SIZE,
                    0, stream>>>(lengthss, m, n, rows_a_block, width, largest_ps);
    } else {
        const int64_t blocks = blocks_per_row(n, m);
        const int64_t share = elements_per_block(m, blocks);
        if (blocks > 1) {
            if (const cudaError_t error = cudaMemsetAsync(arrived, 0, n * sizeof(uint32_t),
                                                          stream))
                return error;
        }
        if (n > 0)
            sequential_largest_ps_long<<<linear_grid(n * blocks), BLOCK_SIZE, 0, stream>>>(
                lengthss, share, m, n, blocks, largest_ps, partials, arrived);
    }
    const int64_t blocks = reduce_blocks(n);
    const int64_t workers = blocks * BLOCK_SIZE;
    if (blocks > 1) {
        if (const cudaError_t error = cudaMemsetAsync(arrived_2, 0, sizeof(uint32_t), stream))
            return error;
    }
    sequential_largest_p<<<blocks, BLOCK_SIZE, 0, stream>>>(largest_ps, n, workers, largest_p,
        partials, arrived_2);
    int64_t largest_p_on_host;
    if (const cudaError_t error = copy_to_host(&largest_p_on_host, largest_p, earlier, stream))
        return error;
    DeviceArray<int64_t> copies(pool, stream);
    if (const cudaError_t error = copies.allocate(grid_stride_threads(n * m)
                                                  * max(largest_p_on_host, INT64_C(0))))
        return error;
    if (n * m > 0)
        sequential_mappeds_4<<<grid_stride_blocks(n * m), BLOCK_SIZE, 0, stream>>>(lengthss, m, n,
            copies, mappeds);
    return last_error(earlier);
}
