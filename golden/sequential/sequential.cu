// sequential.cu -- written by mapnest 0.1.0 from sequential.fut; it is yours
//
//   -- What a thread does with one element after the other it does in one loop: each
//   -- entry point shows a rule of src/rules/sequentialise.rules. The rows have a
//   -- length of their own, so that each stays in a thread.
//
//   -- A reduction of a scan: two sums, and no array.
//   entry sums_of_sums [n] (lengths: [n]u8): [n]i64 =
//     map (\p -> i64.sum (scan (+) 0 (iota (i64.u8 p)))) lengths
//
//   -- A scan of a scan: how high a walk has come by half of its steps, and at last.
//   entry heights [n] (lengths: [n]u8): [n]i64 =
//     map (\length ->
//            let p = i64.u8 length
//            let walk = scan (+) 0 (map (\i -> if i % 4 < 2 then 1 else -1) (iota p))
//            let tops = scan i64.max 0 walk
//            in if p > 0 then tops[p / 2] + tops[p - 1] else 0)
//         lengths
//
//   -- A map of a scan: what it gives is the only array.
//   entry middles [n] (lengths: [n]u8): [n]i64 =
//     map (\length ->
//            let p = i64.u8 length
//            let squares = map (\sum -> sum * sum + 1) (scan (+) 0 (iota p))
//            in if p > 0 then squares[p / 2] else 0)
//         lengths
//
//   -- A scan that says where elements go: they are written as the sums come.
//   entry spread [n] (lengths: [n]u8): [n]i64 =
//     map (\length ->
//            let p = i64.u8 length
//            let at = scan (+) 0 (map (\i -> 1 + i % 2) (iota p))
//            let spread = scatter (replicate p 0) at (iota p)
//            in i64.sum spread)
//         lengths

#include "sequential.h"

#include <stdio.h>

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int BLOCK_SHARE = 1024; // elements to fold that are worth a block more
static const int MAX_PARTS = 2048; // blocks that fold together; each has a value in memory
static const int MAX_BLOCKS = 1024; // blocks in a grid that has a fixed size

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
// rules: descend, segmap, measure, optimized-map-reduce, reduce-map, shares-in-stripes,
//   segred-is-redomap
// The operator of the reduction, (max).
static __device__ int64_t larger(int64_t a, int64_t b) { return max(a, b); }

// Folds the values of `width` neighbouring threads of a warp into the first of them, in the
// order of the threads, so that the operator need not be commutative.
template <typename T, T op(T, T)>
static __device__ T fold_lanes(T value, int width)
{
    for (int offset = 1; offset < width; offset *= 2)
        value = op(value, __shfl_down_sync(0xffffffff, value, offset, width));
    return value;
}

// Folds one value a thread into one value a block, which thread 0 gets, in the order of the
// threads.
template <typename T, T op(T, T)>
static __device__ T fold_threads(T value, T neutral)
{
    __shared__ T warp_values[BLOCK_SIZE / 32];
    value = fold_lanes<T, op>(value, 32);
    if (threadIdx.x % 32 == 0)
        warp_values[threadIdx.x / 32] = value;
    __syncthreads();

    // The first warp folds the values of the warps.
    if (threadIdx.x < 32) {
        value = threadIdx.x < BLOCK_SIZE / 32 ? warp_values[threadIdx.x] : neutral;
        value = fold_lanes<T, op>(value, 32);
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

// sequential.fut:12: map (\p -> i64.sum (scan (+) 0 (iota (i64.u8 p)))) lengths
// rules: descend, segmap, scan-then-reduce
//
//   segmap@thread <p in lengths> {
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
static __global__ void sequential_mapped(const uint8_t *__restrict__ lengths, int64_t n,
                                         int64_t *__restrict__ mapped)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int64_t p = (int64_t)lengths[i];
        int64_t sum = 0;
        int64_t total = 0;
        for (int64_t j = 0; j < p; j++) {
            sum += (uint64_t)j;
            total += (uint64_t)sum;
        }
        mapped[i] = total;
    }
}

// sequential.fut:22: let p = i64.u8 length
// rules: descend, segmap, measure, optimized-map-reduce, reduce-map, shares-in-stripes,
//   segred-is-redomap
//
//   segred@thread <lengths_1 in lengthss> (max) 0i64 (redomap (max) (\length -> i64.u8 length)
//     0i64 lengths_1)
//
// Each thread folds its share, each block what its threads found, and the last block to come
// what all blocks found.
static __global__ void sequential_largest_p(const uint8_t *__restrict__ lengths, int64_t n,
                                            int64_t workers, int64_t *__restrict__ largest_p,
                                            int64_t *partials, uint32_t *arrived)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    int64_t sum = 0;
    for (int64_t i = worker; i < n; i += workers) {
        const int64_t p = (int64_t)lengths[i];
        sum = max(sum, p);
    }

    int64_t total = fold_threads<int64_t, larger>(sum, 0);
    if (gridDim.x > 1) {
        if (!is_last_block(total, partials, blockIdx.x, gridDim.x, arrived))
            return;
        total = 0;
        for (int64_t b = threadIdx.x; b < gridDim.x; b += BLOCK_SIZE)
            total = larger(total, partials[b]);
        total = fold_threads<int64_t, larger>(total, 0);
    }
    if (threadIdx.x == 0)
        *largest_p = total;
}

// sequential.fut:22: let p = i64.u8 length
// rules: descend, segmap, measure, scan-then-scan
//
//   segmap@thread <length_1 in lengths> {
//     p_1 = i64.u8 length_1
//     empty_1 = empty([p_1]i64)
//     fits = p_1 <= largest_p
//     #[unchecked] empty_2 = assert "the size is at most what the host knows" fits empty_1
//     values values_1 tops = loop sum total topss = 0i64 0i64 empty_2 for i < p_1 do {
//       #[unchecked] topss_1 = assert "the size is at most what the host knows" fits topss
//       rest = i % 4i64
//       is_less = rest < 2i64
//       chosen = if is_less then 1i64 else -1i64
//       t_1 = sum + chosen
//       u = max total t_1
//       topss_2 = topss_1 with [i] = u
//       in t_1 u topss_2
//     }
//     #[unchecked] tops_1 = assert "the size is at most what the host knows" fits tops
//   ...
//
// One thread computes one element.
static __global__ void sequential_mapped_2(const uint8_t *__restrict__ lengths, int64_t n,
                                           int64_t *__restrict__ tops, Failure *failure,
                                           int64_t *__restrict__ mapped)
{
    const int64_t threads = (int64_t)gridDim.x * blockDim.x;
    const int64_t thread = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (int64_t i = thread; i < n; i += threads) {
        const int64_t p = (int64_t)lengths[i];
        int64_t sum = 0;
        int64_t total = 0;
        for (int64_t j = 0; j < p; j++) {
            sum += (uint64_t)(j % 4 < 2 ? 1 : -1);
            total = max(total, sum);
            tops[j * threads + thread] = total;
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
        mapped[i] = chosen;
    }
}

// sequential.fut:36: let p = i64.u8 length
// rules: descend, segmap, measure, optimized-map-reduce, reduce-map, shares-in-stripes,
//   segred-is-redomap
//
//   segred@thread <lengths_1 in lengthss> (max) 0i64 (redomap (max) (\length -> i64.u8 length)
//     0i64 lengths_1)
//
// Each thread folds its share, each block what its threads found, and the last block to come
// what all blocks found.
static __global__ void sequential_largest_p_2(const uint8_t *__restrict__ lengths, int64_t n,
                                              int64_t workers, int64_t *__restrict__ largest_p,
                                              int64_t *partials, uint32_t *arrived)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    int64_t sum = 0;
    for (int64_t i = worker; i < n; i += workers) {
        const int64_t p = (int64_t)lengths[i];
        sum = max(sum, p);
    }

    int64_t total = fold_threads<int64_t, larger>(sum, 0);
    if (gridDim.x > 1) {
        if (!is_last_block(total, partials, blockIdx.x, gridDim.x, arrived))
            return;
        total = 0;
        for (int64_t b = threadIdx.x; b < gridDim.x; b += BLOCK_SIZE)
            total = larger(total, partials[b]);
        total = fold_threads<int64_t, larger>(total, 0);
    }
    if (threadIdx.x == 0)
        *largest_p = total;
}

// sequential.fut:36: let p = i64.u8 length
// rules: descend, segmap, measure, scan-then-map
//
//   segmap@thread <length_1 in lengths> {
//     p_1 = i64.u8 length_1
//     none = empty([p_1]i64)
//     fits = p_1 <= largest_p
//     #[unchecked] none_1 = assert "the size is at most what the host knows" fits none
//     values squares = loop sum z = 0i64 none_1 for i < p_1 do {
//       #[unchecked] z_1 = assert "the size is at most what the host knows" fits z
//       t_1 = sum + i
//       prod = t_1 * t_1
//       sum_1 = prod + 1i64
//       zs = z_1 with [i] = sum_1
//       in t_1 zs
//     }
//     #[unchecked] squares_1 = assert "the size is at most what the host knows" fits squares
//     is_more = p_1 > 0i64
//     chosen = if is_more then {
//   ...
//
// One thread computes one element.
static __global__ void sequential_mapped_3(const uint8_t *__restrict__ lengths, int64_t n,
                                           int64_t *__restrict__ squares, Failure *failure,
                                           int64_t *__restrict__ mapped)
{
    const int64_t threads = (int64_t)gridDim.x * blockDim.x;
    const int64_t thread = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (int64_t i = thread; i < n; i += threads) {
        const int64_t p = (int64_t)lengths[i];
        int64_t sum = 0;
        for (int64_t j = 0; j < p; j++) {
            sum += (uint64_t)j;
            squares[j * threads + thread] = (uint64_t)sum * sum + 1;
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
        mapped[i] = chosen;
    }
}

// sequential.fut:49: let p = i64.u8 length
// rules: descend, segmap, measure, optimized-map-reduce, reduce-map, shares-in-stripes,
//   segred-is-redomap
//
//   segred@thread <lengths_1 in lengthss> (max) 0i64 (redomap (max) (\length -> i64.u8 length)
//     0i64 lengths_1)
//
// Each thread folds its share, each block what its threads found, and the last block to come
// what all blocks found.
static __global__ void sequential_largest_p_3(const uint8_t *__restrict__ lengths, int64_t n,
                                              int64_t workers, int64_t *__restrict__ largest_p,
                                              int64_t *partials, uint32_t *arrived)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    int64_t sum = 0;
    for (int64_t i = worker; i < n; i += workers) {
        const int64_t p = (int64_t)lengths[i];
        sum = max(sum, p);
    }

    int64_t total = fold_threads<int64_t, larger>(sum, 0);
    if (gridDim.x > 1) {
        if (!is_last_block(total, partials, blockIdx.x, gridDim.x, arrived))
            return;
        total = 0;
        for (int64_t b = threadIdx.x; b < gridDim.x; b += BLOCK_SIZE)
            total = larger(total, partials[b]);
        total = fold_threads<int64_t, larger>(total, 0);
    }
    if (threadIdx.x == 0)
        *largest_p = total;
}

// sequential.fut:49: let p = i64.u8 length
// rules: descend, segmap, scan-then-scatter, measure, reduce-is-redomap
//
//   segmap@thread <length_1 in lengths> {
//     p_1 = i64.u8 length_1
//     copies = replicate p_1 0i64
//     values spread = loop sum z = 0i64 copies for i < p_1 do {
//       fits = p_1 <= largest_p
//       #[unchecked] z_1 = assert "the size is at most what the host knows" fits z
//       rest = i % 2i64
//       sum_1 = 1i64 + rest
//       t_1 = sum + sum_1
//       t_2 = 0i64 <= t_1
//       t_3 = t_1 < p_1
//       c = t_2 && t_3
//       zs = if c then z_1 with [t_1] = i else z_1
//       in t_1 zs
//     }
//     fits_1 = p_1 <= largest_p
//   ...
//
// One thread computes one element.
static __global__ void sequential_mapped_4(const uint8_t *__restrict__ lengths, int64_t n,
                                           int64_t *__restrict__ copies,
                                           int64_t *__restrict__ mapped)
{
    const int64_t threads = (int64_t)gridDim.x * blockDim.x;
    const int64_t thread = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (int64_t i = thread; i < n; i += threads) {
        const int64_t p = (int64_t)lengths[i];
        int64_t sum = 0;
        for (int64_t j = 0; j < p; j++)
            copies[j * threads + thread] = 0;
        for (int64_t j = 0; j < p; j++) {
            sum += (uint64_t)(1 + j % 2);
            if (0 <= sum && sum < p)
                copies[sum * threads + thread] = j;
        }
        int64_t sum_2 = 0;
        for (int64_t j = 0; j < p; j++)
            sum_2 += (uint64_t)copies[j * threads + thread];
        mapped[i] = sum_2;
    }
}

static int64_t ceil_div(int64_t n, int64_t size)
{
    return n / size + (n % size > 0);
}

// Whether an array of these sizes has more elements than there is memory for.
template <typename... Sizes>
static bool too_large(Sizes... sizes)
{
    double elements = 1;
    const double all[] = { (double)sizes... };
    for (const double size : all)
        elements *= size > 1 ? size : 1;
    return elements > 0x1p57;
}

// Blocks of `size` threads for n elements; none if a grid cannot have so many, which the
// launch refuses.
static unsigned grid_x(int64_t n, int64_t size)
{
    const int64_t blocks = ceil_div(n, size);
    return blocks <= INT32_MAX ? (unsigned)blocks : 0;
}

// The blocks that the device runs at a time.
static int64_t blocks_at_a_time()
{
    int device = 0, processors = 1, threads = BLOCK_SIZE;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device);
    const int64_t blocks = processors * (threads / BLOCK_SIZE);
    return blocks < MAX_PARTS ? blocks : MAX_PARTS;
}

// Blocks that fold n elements together, each BLOCK_SHARE or more of them.
static int64_t fold_blocks(int64_t n)
{
    const int64_t blocks = ceil_div(n, BLOCK_SHARE), most = blocks_at_a_time();
    return blocks < 1 ? 1 : blocks < most ? blocks : most;
}

// One block for every BLOCK_SIZE elements, within 1 .. MAX_BLOCKS.
static int blocks_for(int64_t n)
{
    const int64_t blocks = n / BLOCK_SIZE + (n % BLOCK_SIZE > 0);
    return blocks < 1 ? 1 : blocks > MAX_BLOCKS ? MAX_BLOCKS : (int)blocks;
}

static int64_t threads_for(int64_t n)
{
    return (int64_t)blocks_for(n) * BLOCK_SIZE;
}

// What has gone wrong since an error (or none) of the caller's was the last one, which stays.
static cudaError_t error_since(cudaError_t earlier)
{
    return cudaPeekAtLastError() == earlier ? cudaSuccess : cudaGetLastError();
}

// Waits for the stream, and for a value on the device.
template <typename T>
static cudaError_t read_back(T *to, const void *from, cudaStream_t stream)
{
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
        if (too_large(sizes...))
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
static size_t padded(int64_t bytes)
{
    return bytes > 0 ? (bytes + 255) / 256 * 256 : 0;
}

// Takes the next array off the scratch memory.
static void *take(char **memory, size_t bytes)
{
    void *const array = *memory;
    *memory += padded(bytes);
    return array;
}

// entry sums_of_sums [n] (lengths: [n]u8): [n]i64
cudaError_t sequential_sums_of_sums(const uint8_t *lengths, int64_t n, int64_t *mapped,
                                    cudaStream_t stream)
{
    if (n < 0 || (n > 0 && (!lengths || !mapped)))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    if (n > 0)
        sequential_mapped<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(lengths, n, mapped);
    return error_since(earlier);
}

size_t sequential_heights_scratch()
{
    return padded(sizeof(Failure)) + padded(sizeof(int64_t)) + padded(MAX_PARTS * sizeof(int64_t))
        + padded(sizeof(uint32_t));
}

// entry heights [n] (lengths: [n]u8): [n]i64
cudaError_t sequential_heights(const uint8_t *lengths, int64_t n, int64_t *mapped, void *scratch,
                               cudaMemPool_t pool, cudaStream_t stream)
{
    if (n < 0 || (n > 0 && (!lengths || !mapped)) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    Failure *const failure = (Failure *)take(&memory, sizeof(Failure));
    int64_t *const largest_p = (int64_t *)take(&memory, sizeof(int64_t));
    int64_t *const partials = (int64_t *)take(&memory, MAX_PARTS * sizeof(int64_t));
    uint32_t *const arrived = (uint32_t *)take(&memory, sizeof(uint32_t));
    if (const cudaError_t error = cudaMemsetAsync(failure, 0, sizeof(Failure), stream))
        return error;

    const int64_t blocks = fold_blocks(n);
    const int64_t workers = blocks * BLOCK_SIZE;
    if (blocks > 1) {
        if (const cudaError_t error = cudaMemsetAsync(arrived, 0, sizeof(uint32_t), stream))
            return error;
    }
    sequential_largest_p<<<blocks, BLOCK_SIZE, 0, stream>>>(lengths, n, workers, largest_p,
        partials, arrived);
    int64_t largest_p_on_host;
    if (const cudaError_t error = read_back(&largest_p_on_host, largest_p, stream))
        return error;
    DeviceArray<int64_t> tops(pool, stream);
    if (const cudaError_t error = tops.allocate(threads_for(n)
                                                * max(largest_p_on_host, INT64_C(0))))
        return error;
    if (n > 0)
        sequential_mapped_2<<<blocks_for(n), BLOCK_SIZE, 0, stream>>>(lengths, n, tops, failure,
            mapped);
    return error_since(earlier);
}

cudaError_t sequential_heights_failure(const void *scratch, cudaStream_t stream, char *text,
                                       size_t size)
{
    Failure found;
    if (const cudaError_t error = read_back(&found, scratch, stream))
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

size_t sequential_middles_scratch()
{
    return padded(sizeof(Failure)) + padded(sizeof(int64_t)) + padded(MAX_PARTS * sizeof(int64_t))
        + padded(sizeof(uint32_t));
}

// entry middles [n] (lengths: [n]u8): [n]i64
cudaError_t sequential_middles(const uint8_t *lengths, int64_t n, int64_t *mapped, void *scratch,
                               cudaMemPool_t pool, cudaStream_t stream)
{
    if (n < 0 || (n > 0 && (!lengths || !mapped)) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    Failure *const failure = (Failure *)take(&memory, sizeof(Failure));
    int64_t *const largest_p = (int64_t *)take(&memory, sizeof(int64_t));
    int64_t *const partials = (int64_t *)take(&memory, MAX_PARTS * sizeof(int64_t));
    uint32_t *const arrived = (uint32_t *)take(&memory, sizeof(uint32_t));
    if (const cudaError_t error = cudaMemsetAsync(failure, 0, sizeof(Failure), stream))
        return error;

    const int64_t blocks = fold_blocks(n);
    const int64_t workers = blocks * BLOCK_SIZE;
    if (blocks > 1) {
        if (const cudaError_t error = cudaMemsetAsync(arrived, 0, sizeof(uint32_t), stream))
            return error;
    }
    sequential_largest_p_2<<<blocks, BLOCK_SIZE, 0, stream>>>(lengths, n, workers, largest_p,
        partials, arrived);
    int64_t largest_p_on_host;
    if (const cudaError_t error = read_back(&largest_p_on_host, largest_p, stream))
        return error;
    DeviceArray<int64_t> squares(pool, stream);
    if (const cudaError_t error = squares.allocate(threads_for(n)
                                                   * max(largest_p_on_host, INT64_C(0))))
        return error;
    if (n > 0)
        sequential_mapped_3<<<blocks_for(n), BLOCK_SIZE, 0, stream>>>(lengths, n, squares, failure,
            mapped);
    return error_since(earlier);
}

cudaError_t sequential_middles_failure(const void *scratch, cudaStream_t stream, char *text,
                                       size_t size)
{
    Failure found;
    if (const cudaError_t error = read_back(&found, scratch, stream))
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

size_t sequential_spread_scratch()
{
    return padded(sizeof(int64_t)) + padded(MAX_PARTS * sizeof(int64_t))
        + padded(sizeof(uint32_t));
}

// entry spread [n] (lengths: [n]u8): [n]i64
cudaError_t sequential_spread(const uint8_t *lengths, int64_t n, int64_t *mapped, void *scratch,
                              cudaMemPool_t pool, cudaStream_t stream)
{
    if (n < 0 || (n > 0 && (!lengths || !mapped)) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    int64_t *const largest_p = (int64_t *)take(&memory, sizeof(int64_t));
    int64_t *const partials = (int64_t *)take(&memory, MAX_PARTS * sizeof(int64_t));
    uint32_t *const arrived = (uint32_t *)take(&memory, sizeof(uint32_t));

    const int64_t blocks = fold_blocks(n);
    const int64_t workers = blocks * BLOCK_SIZE;
    if (blocks > 1) {
        if (const cudaError_t error = cudaMemsetAsync(arrived, 0, sizeof(uint32_t), stream))
            return error;
    }
    sequential_largest_p_3<<<blocks, BLOCK_SIZE, 0, stream>>>(lengths, n, workers, largest_p,
        partials, arrived);
    int64_t largest_p_on_host;
    if (const cudaError_t error = read_back(&largest_p_on_host, largest_p, stream))
        return error;
    DeviceArray<int64_t> copies(pool, stream);
    if (const cudaError_t error = copies.allocate(threads_for(n)
                                                  * max(largest_p_on_host, INT64_C(0))))
        return error;
    if (n > 0)
        sequential_mapped_4<<<blocks_for(n), BLOCK_SIZE, 0, stream>>>(lengths, n, copies, mapped);
    return error_since(earlier);
}
