// primes.cu -- written by mapnest 0.1.0 from primes.fut; it is yours
//
//   -- The primes below n. Those below the root of n strike out all other numbers.
//
//   def strikes [k] (primes: [k]i64) (i: i64): bool =
//     or (map (\p -> i % p == 0) primes)
//
//   entry main (n: i64): []i64 =
//     let (primes, _) =
//       loop (primes: []i64, from) = ([], 2) while from < n do
//         -- No number below the square of `from` has all its factors from `from` on.
//         let to = i64.min n (from * from)
//         let candidates = map (+ from) (iota (to - from))
//         in (primes ++ filter (\i -> !(strikes primes i)) candidates, to)
//     in primes

#include "primes.h"

#include <stdio.h>

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int MAX_BLOCKS = 1024; // blocks in a grid that has a fixed size

// Which block this is, of a grid of one row of blocks or more.
static __device__ int64_t block_number()
{
    return (int64_t)blockIdx.y * gridDim.x + blockIdx.x;
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
    return *(const volatile int32_t *)&failure->code != 0;
}

// The remainder with the sign of the divisor.
template <typename T>
static __host__ __device__ T floor_mod(T a, T b)
{
    const T rest = b == (T)-1 ? 0 : a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// primes.fut:12: or (map (\p -> i % p == 0) primes)
// rules: reduce-is-redomap, reduce-map, iota-into-map, map-map, scan-is-scanomap, scan-map,
//   while-outside, scanomap-apart, descend, distribute, redomap, fold-rows-in-blocks
// The operator of the reduction, (||).
static __device__ bool either(bool a, bool b) { return a || b; }

// primes.fut:20: in (primes ++ filter (\i -> !(strikes primes i)) candidates, to)
// rules: iota-into-map, map-map, scan-is-scanomap, scan-map, while-outside, scanomap-apart,
//   distribute, scanomap, segscan-is-scanomap, optimized-map-scan, fold-in-block
// The operator of the reduction, (+).
static __device__ int64_t add(int64_t a, int64_t b) { return (uint64_t)a + b; }

// Folds the values of the threads with the same threadIdx.y into one, which the first of
// them gets. The operator is applied in thread order, so it need not be commutative.
template <typename T, T op(T, T)>
static __device__ T fold_threads(T value, T neutral)
{
    __shared__ T warp_values[BLOCK_SIZE / 32];

    // Each warp folds its values into its first lane; short rows share a warp.
    const int width = min((int)blockDim.x, 32);
    for (int offset = 1; offset < width; offset *= 2)
        value = op(value, __shfl_down_sync(0xffffffff, value, offset, width));
    if (blockDim.x <= 32)
        return value;

    // The first warp of a row folds the values of the row's warps.
    const int warp = (threadIdx.y * blockDim.x + threadIdx.x) / 32;
    if (threadIdx.x % 32 == 0)
        warp_values[warp] = value;
    __syncthreads();

    if (threadIdx.x < 32) {
        value = threadIdx.x < blockDim.x / 32 ? warp_values[warp + threadIdx.x] : neutral;
        for (int offset = 1; offset < BLOCK_SIZE / 32; offset *= 2)
            value = op(value, __shfl_down_sync(0xffffffff, value, offset));
    }
    return value;
}

// Gives each thread of the block the fold of all values up to its own, in thread order;
// *total is the fold of all.
template <typename T, T op(T, T)>
static __device__ T scan_threads(T value, T *total)
{
    __shared__ T warp_totals[BLOCK_SIZE / 32];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;

    // Each warp scans its values.
    for (int offset = 1; offset < 32; offset *= 2) {
        const T left = __shfl_up_sync(0xffffffff, value, offset);
        if (lane >= offset)
            value = op(left, value);
    }
    if (lane == 31)
        warp_totals[warp] = value;
    __syncthreads();

    // Every thread folds the totals of the warps, and adds those before its own.
    T before = warp_totals[0], all = warp_totals[0];
    for (int w = 1; w < BLOCK_SIZE / 32; w++) {
        if (w == warp)
            before = all;
        all = op(all, warp_totals[w]);
    }
    *total = all;
    __syncthreads(); // warp_totals is free again
    return warp > 0 ? op(before, value) : value;
}

// primes.fut:19: let candidates = map (+ from) (iota (to - from))
// rules: iota-into-map, map-map, scan-is-scanomap, scan-map, while-outside, scanomap-apart,
//   descend, distribute, segmap
//
//   segmap@thread <#i < diff_1> i + from_1
//
// One thread computes one element.
static __global__ void primes_sums(int64_t from, int64_t diff, int64_t *__restrict__ sums,
                                   Failure *failure)
{
    if (has_failed(failure))
        return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < diff)
        sums[i] = (uint64_t)i + from;
}

// primes.fut:12: or (map (\p -> i % p == 0) primes)
// rules: reduce-is-redomap, reduce-map, iota-into-map, map-map, scan-is-scanomap, scan-map,
//   while-outside, scanomap-apart, descend, distribute, redomap, fold-rows-in-blocks
//
//   segmap@block <sum in sums #i_1> segred@thread <p in primes_1> (||) false {
//     rest = sum % p
//     is_equal = rest == 0i64
//     in is_equal
//   }
//
// The threads of a block with the same threadIdx.y fold one segment into one result.
static __global__ void primes_one_holdss(const int64_t *__restrict__ sums,
                                         const int64_t *__restrict__ primes, int64_t length,
                                         int64_t diff, Failure *failure,
                                         bool *__restrict__ one_holdss)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int64_t i = block_number() * blockDim.y + threadIdx.y;
    bool sum = false;
    if (i < diff) {
        const int64_t sum_2 = sums[i];
        for (int64_t j = threadIdx.x; j < length; j += blockDim.x) {
            const int64_t divisor = primes[j];
            if (divisor == 0) {
                fail(failure, Failure{ 2 });
            } else {
                sum = either(sum, floor_mod(sum_2, divisor) == 0);
            }
        }
    }

    sum = fold_threads<bool, either>(sum, false);
    if (i < diff && threadIdx.x == 0)
        one_holdss[i] = sum;
}

// primes.fut:20: in (primes ++ filter (\i -> !(strikes primes i)) candidates, to)
// rules: iota-into-map, map-map, scan-is-scanomap, scan-map, while-outside, scanomap-apart,
//   descend, distribute, finish, segmap, drop-unused
//
//   segmap@thread <one_holds in one_holdss #i_2> {
//     is_not = !one_holds
//     flag = i64.bool is_not
//     in flag
//   }
//
// One thread computes one element.
static __global__ void primes_flags(const bool *__restrict__ one_holdss, int64_t diff,
                                    int64_t *__restrict__ flags, Failure *failure)
{
    if (has_failed(failure))
        return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < diff)
        flags[i] = (int64_t)!one_holdss[i];
}

// primes.fut:20: in (primes ++ filter (\i -> !(strikes primes i)) candidates, to)
// rules: iota-into-map, map-map, scan-is-scanomap, scan-map, while-outside, scanomap-apart,
//   distribute, scanomap, segscan-is-scanomap, optimized-map-scan, fold-in-block
//
//   segmap@block <flags_1 in flagss> segred@thread <value in flags_1> (+) 0i64 value
//
// Each block folds a tile; neighbouring threads read neighbouring elements.
static __global__ void primes_tile_sums(const int64_t *__restrict__ flags, int64_t diff,
                                        int64_t blocks, int64_t *__restrict__ rs, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int64_t tile = blockIdx.x;
    const int64_t share = (diff + blocks - 1) / blocks;
    const int64_t first = min(tile * share, diff);
    const int64_t end = min(first + share, diff);
    int64_t sum = 0;
    for (int64_t i = first + threadIdx.x; i < end; i += blockDim.x)
        sum = add(sum, flags[i]);

    sum = fold_threads<int64_t, add>(sum, 0);
    if (threadIdx.x == 0)
        rs[tile] = sum;
}

// primes.fut:20: in (primes ++ filter (\i -> !(strikes primes i)) candidates, to)
// rules: iota-into-map, map-map, scan-is-scanomap, scan-map, while-outside, scanomap-apart,
//   distribute, scanomap, segscan-is-scanomap, optimized-map-scan, scan-in-one-block
//
//   segmap@block <#_ < 1> segscan@thread <s in rs> (+) 0i64 s
//
// Each block scans a tile, round after round of neighbouring elements.
static __global__ void primes_tile_prefixes(const int64_t *__restrict__ rs, int64_t blocks,
                                            int64_t *__restrict__ rss, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    int64_t prefix = 0;
    for (int64_t start = 0; start < blocks; start += blockDim.x) {
        const int64_t j = start + threadIdx.x;
        const bool is_element = j < blocks;
        // Beyond the last element any value does: nothing comes after it.
        int64_t value = 0, total;
        if (is_element)
            value = rs[j];
        value = scan_threads<int64_t, add>(value, &total);
        const int64_t sum = add(prefix, value);
        if (is_element)
            rss[j] = sum;
        prefix = add(prefix, total);
    }
}

// primes.fut:20: in (primes ++ filter (\i -> !(strikes primes i)) candidates, to)
// rules: iota-into-map, map-map, scan-is-scanomap, scan-map, while-outside, scanomap-apart,
//   distribute, scanomap, segscan-is-scanomap, optimized-map-scan, scan-in-block
//
//   segmap@block <flags_2 in flagss_1 #i_3> {
//     t_4 = i_3 == 0i64
//     z = if t_4 then 0i64 else { t_5 = i_3 - 1i64 ; t_6 = rs_1[t_5] in t_6 }
//     t_7 = segscan@thread <value_1 in flags_2> (+) z value_1
//     in t_7
//   }
//
// Each block scans a tile, round after round of neighbouring elements.
static __global__ void primes_scan(const int64_t *__restrict__ rss,
                                   const int64_t *__restrict__ flags, int64_t diff, int64_t blocks,
                                   int64_t *__restrict__ r, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int64_t tile = blockIdx.x;
    const int64_t share = (diff + blocks - 1) / blocks;
    const int64_t first = min(tile * share, diff);
    const int64_t end = min(first + share, diff);
    const int64_t z = tile == 0 ? 0 : rss[tile - 1];
    int64_t prefix = z;
    for (int64_t start = first; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        const bool is_element = i < end;
        // Beyond the last element any value does: nothing comes after it.
        int64_t value = z, total;
        if (is_element)
            value = flags[i];
        value = scan_threads<int64_t, add>(value, &total);
        const int64_t sum = add(prefix, value);
        if (is_element)
            r[i] = sum;
        prefix = add(prefix, total);
    }
}

// primes.fut:20: in (primes ++ filter (\i -> !(strikes primes i)) candidates, to)
// rules: scatter-is-scatomap, scatter-map, while-outside, distribute, scatter
//
//   segput@thread <flag_1 count_1 candidate in flags r sums> copies {
//     is_equal_2 = flag_1 == 1i64
//     chosen_1 = if is_equal_2 then count_1 - 1i64 else -1i64
//     in chosen_1 candidate
//   }
//
// One thread writes one value; an index out of range is skipped.
static __global__ void primes_scatter(const int64_t *__restrict__ flags,
                                      const int64_t *__restrict__ r,
                                      const int64_t *__restrict__ sums, int64_t diff,
                                      int64_t *__restrict__ chosen, Failure *failure)
{
    if (has_failed(failure))
        return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < diff) {
        const int64_t at = flags[i] == 1 ? (int64_t)((uint64_t)r[i] - 1) : -1;
        if (0 <= at && at < diff)
            chosen[at] = sums[i];
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

// So many blocks; more than fit in a row of the grid stand in several rows.
static dim3 grid_of(int64_t blocks)
{
    const int64_t rows = ceil_div(blocks, INT32_MAX);
    return rows > 65535 ? dim3(0) : dim3(ceil_div(blocks, rows), rows);
}

// One block for every BLOCK_SIZE elements, within 1 .. MAX_BLOCKS.
static int blocks_for(int64_t n)
{
    const int64_t blocks = n / BLOCK_SIZE + (n % BLOCK_SIZE > 0);
    return blocks < 1 ? 1 : blocks > MAX_BLOCKS ? MAX_BLOCKS : (int)blocks;
}

// As many threads for a row as it has elements, rounded up to a power of two; the other
// threads of the block take other rows.
static dim3 row_block(int64_t elements)
{
    int x = 1;
    while (x < elements && x < BLOCK_SIZE)
        x *= 2;
    return dim3(x, BLOCK_SIZE / x);
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

// A check of the host failed: leaves it where a kernel would.
static __global__ void report_failure(Failure *failure, Failure found)
{
    if (failure->code == 0)
        *failure = found;
}

static cudaError_t report(Failure *failure, cudaStream_t stream, const Failure &found)
{
    const cudaError_t earlier = cudaPeekAtLastError();
    report_failure<<<1, 1, 0, stream>>>(failure, found);
    return error_since(earlier);
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

template <typename T>
static void swap_pointers(T **a, T **b)
{
    T *const old = *a;
    *a = *b;
    *b = old;
}

size_t primes_main_scratch()
{
    return sizeof(Failure);
}

// entry main (n: i64): ?[primes_size].[primes_size]i64
cudaError_t primes_main(int64_t n, int64_t **primes, int64_t *primes_size, void *scratch,
                        cudaMemPool_t pool, cudaStream_t stream)
{
    if (!primes || !primes_size || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    *primes = NULL;
    *primes_size = 0;

    Failure *const failure = (Failure *)scratch;
    if (const cudaError_t error = cudaMemsetAsync(failure, 0, sizeof(Failure), stream))
        return error;

    int64_t length = 0;
    DeviceArray<int64_t> primes_2(pool, stream);
    if (const cudaError_t error = primes_2.allocate(0))
        return error;
    int64_t from = 2;
    while (from < n) {
        const int64_t to = min(n, (int64_t)((uint64_t)from * from));
        const int64_t diff = (uint64_t)to - from;
        if (diff < 0)
            return report(failure, stream, Failure{ 1, { diff } });
        DeviceArray<int64_t> sums(pool, stream);
        if (const cudaError_t error = sums.allocate(diff))
            return error;
        if (diff > 0)
            primes_sums<<<grid_x(diff, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(from, diff, sums,
                failure);
        DeviceArray<bool> one_holdss(pool, stream);
        if (const cudaError_t error = one_holdss.allocate(diff))
            return error;
        if (diff > 0)
            primes_one_holdss<<<grid_of(ceil_div(diff, row_block(length).y)), row_block(length), 0, stream>>>(sums, primes_2, length, diff, failure, one_holdss);
        DeviceArray<int64_t> flags(pool, stream);
        if (const cudaError_t error = flags.allocate(diff))
            return error;
        if (diff > 0)
            primes_flags<<<grid_x(diff, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(one_holdss, diff,
                flags, failure);
        const int64_t blocks = blocks_for(diff);
        DeviceArray<int64_t> rs(pool, stream);
        if (const cudaError_t error = rs.allocate(blocks))
            return error;
        primes_tile_sums<<<blocks, BLOCK_SIZE, 0, stream>>>(flags, diff, blocks, rs, failure);
        DeviceArray<int64_t> rss(pool, stream);
        if (const cudaError_t error = rss.allocate(blocks))
            return error;
        primes_tile_prefixes<<<1, BLOCK_SIZE, 0, stream>>>(rs, blocks, rss, failure);
        DeviceArray<int64_t> r(pool, stream);
        if (const cudaError_t error = r.allocate(diff))
            return error;
        primes_scan<<<blocks, BLOCK_SIZE, 0, stream>>>(rss, flags, diff, blocks, r, failure);
        int64_t kept = 0;
        if (diff != 0) {
            int32_t failed_so_far;
            if (const cudaError_t error = read_back(&failed_so_far, scratch, stream))
                return error;
            if (failed_so_far)
                return cudaSuccess;
            if (const cudaError_t error = read_back(&kept, r + ((uint64_t)diff - 1), stream))
                return error;
        }
        DeviceArray<int64_t> chosen(pool, stream);
        if (const cudaError_t error = chosen.allocate(diff))
            return error;
        if (diff > 0)
            primes_scatter<<<grid_x(diff, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(flags, r, sums,
                diff, chosen, failure);
        DeviceArray<int64_t> joined(pool, stream);
        if (const cudaError_t error = joined.allocate(kept + length))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(joined, primes_2, length * sizeof(int64_t),
                                                      cudaMemcpyDeviceToDevice, stream))
            return error;
        if (const cudaError_t error = cudaMemcpyAsync(joined + length, chosen, kept
                                                      * sizeof(int64_t), cudaMemcpyDeviceToDevice,
                                                      stream))
            return error;
        length = (uint64_t)kept + length;
        from = to;
        swap_pointers(&primes_2.data, &joined.data);
    }
    if (const cudaError_t error = error_since(earlier))
        return error;
    *primes = primes_2.release();
    *primes_size = length;
    return cudaSuccess;
}

cudaError_t primes_main_failure(const void *scratch, cudaStream_t stream, char *text, size_t size)
{
    Failure found;
    if (const cudaError_t error = read_back(&found, scratch, stream))
        return error;
    switch (found.code) {
    case 1:
        snprintf(text, size, "primes.fut:19:38: error: Range 0..1..<%lld is invalid.",
                 found.value[0]);
        break;
    case 2:
        snprintf(text, size,
                 "primes.fut:12:18: error: division by zero\nprimes.fut:20:37: note: called from "
                 "here");
        break;
    default:
        snprintf(text, size, "no failure");
        return cudaSuccess;
    }
    return cudaErrorAssert;
}
