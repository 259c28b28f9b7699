// filter.cu -- written by mapnest 0.1.0 from filter.fut; it is yours
//
//   -- The numbers above a limit: how many there are shows only when it runs.
//
//   entry main [n] (xs: [n]i32) (limit: i32): []i32 =
//     filter (> limit) xs

#include "filter.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int MAX_BLOCKS = 1024; // blocks in a grid that has a fixed size

// filter.fut:12: filter (> limit) xs
// rules: scan-is-scanomap, scan-map, distribute, scanomap, segscan-is-scanomap,
//   optimized-map-scan-beside, drop-result, fold-in-block
// The operator of the reduction, (+).
static __device__ int64_t add(int64_t a, int64_t b) { return (uint64_t)a + b; }

// Folds one value a thread into one value a block, which thread 0 gets. The operator is
// applied in thread order, so it need not be commutative.
template <typename T, T op(T, T)>
static __device__ T fold_threads(T value, T neutral)
{
    __shared__ T warp_values[BLOCK_SIZE / 32];

    // Each warp folds its values into its first lane.
    for (int offset = 1; offset < 32; offset *= 2)
        value = op(value, __shfl_down_sync(0xffffffff, value, offset));

    const int warp = threadIdx.x / 32;
    if (threadIdx.x % 32 == 0)
        warp_values[warp] = value;
    __syncthreads();

    // The first warp folds the values of the warps.
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

// filter.fut:12: filter (> limit) xs
// rules: scan-is-scanomap, scan-map, distribute, scanomap, segscan-is-scanomap,
//   optimized-map-scan-beside, drop-result, fold-in-block
//
//   segmap@block <xs_1 in xss> segred@thread <x in xs_1> (+) 0i64 {
//     is_more = x > limit
//     flag = i64.bool is_more
//     in flag
//   }
//
// Each block folds a tile; neighbouring threads read neighbouring elements.
static __global__ void filter_tile_sums(const int32_t *__restrict__ xs, int64_t n, int64_t blocks,
                                        int32_t limit, int64_t *__restrict__ countss)
{
    const int64_t tile = blockIdx.x;
    const int64_t share = (n + blocks - 1) / blocks;
    const int64_t first = min(tile * share, n);
    const int64_t end = min(first + share, n);
    int64_t sum = 0;
    for (int64_t i = first + threadIdx.x; i < end; i += blockDim.x)
        sum = add(sum, (int64_t)(xs[i] > limit));

    sum = fold_threads<int64_t, add>(sum, 0);
    if (threadIdx.x == 0)
        countss[tile] = sum;
}

// filter.fut:12: filter (> limit) xs
// rules: scan-is-scanomap, scan-map, distribute, scanomap, segscan-is-scanomap,
//   optimized-map-scan-beside, scan-in-one-block
//
//   segmap@block <#_ < 1> segscan@thread <s in countss> (+) 0i64 s
//
// Each block scans a tile, round after round of neighbouring elements.
static __global__ void filter_tile_prefixes(const int64_t *__restrict__ countss, int64_t blocks,
                                            int64_t *__restrict__ countsss)
{
    int64_t prefix = 0;
    for (int64_t start = 0; start < blocks; start += blockDim.x) {
        const int64_t j = start + threadIdx.x;
        const bool is_element = j < blocks;
        // Beyond the last element any value does: nothing comes after it.
        int64_t value = 0, total;
        if (is_element)
            value = countss[j];
        value = scan_threads<int64_t, add>(value, &total);
        const int64_t sum = add(prefix, value);
        if (is_element)
            countsss[j] = sum;
        prefix = add(prefix, total);
    }
}

// filter.fut:12: filter (> limit) xs
// rules: scan-is-scanomap, scan-map, distribute, scanomap, segscan-is-scanomap,
//   optimized-map-scan-beside, scan-in-block
//
//   segmap@block <xs_2 in xss_1 #i> {
//     t_2 = i == 0i64
//     w = if t_2 then 0i64 else { t_3 = i - 1i64 ; t_4 = countss_1[t_3] in t_4 }
//     t_5 t_6 = segscan@thread <x_3 in xs_2> (+) w {
//       is_more_1 = x_3 > limit
//       flag_1 = i64.bool is_more_1
//       in flag_1 flag_1
//     }
//     in t_5 t_6
//   }
//
// Each block scans a tile, round after round of neighbouring elements.
static __global__ void filter_scan(const int64_t *__restrict__ countsss,
                                   const int32_t *__restrict__ xs, int64_t n, int64_t blocks,
                                   int32_t limit, int64_t *__restrict__ flags,
                                   int64_t *__restrict__ counts)
{
    const int64_t tile = blockIdx.x;
    const int64_t share = (n + blocks - 1) / blocks;
    const int64_t first = min(tile * share, n);
    const int64_t end = min(first + share, n);
    const int64_t w = tile == 0 ? 0 : countsss[tile - 1];
    int64_t prefix = w;
    for (int64_t start = first; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        const bool is_element = i < end;
        // Beyond the last element any value does: nothing comes after it.
        int64_t value = w, total;
        if (is_element) {
            const int64_t flag = (int64_t)(xs[i] > limit);
            flags[i] = flag;
            value = flag;
        }
        value = scan_threads<int64_t, add>(value, &total);
        const int64_t sum = add(prefix, value);
        if (is_element)
            counts[i] = sum;
        prefix = add(prefix, total);
    }
}

// filter.fut:12: filter (> limit) xs
// rules: scatter-is-scatomap, scatter-map, distribute, scatter
//
//   segput@thread <flag_2 count_1 x_5 in flags counts xs> copies {
//     is_equal_1 = flag_2 == 1i64
//     chosen_1 = if is_equal_1 then count_1 - 1i64 else -1i64
//     in chosen_1 x_5
//   }
//
// One thread writes one value; an index out of range is skipped.
static __global__ void filter_scatter(const int64_t *__restrict__ flags,
                                      const int64_t *__restrict__ counts,
                                      const int32_t *__restrict__ xs, int64_t n,
                                      int32_t *__restrict__ chosen)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int64_t at = flags[i] == 1 ? (int64_t)((uint64_t)counts[i] - 1) : -1;
        if (0 <= at && at < n)
            chosen[at] = xs[i];
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

// One block for every BLOCK_SIZE elements, within 1 .. MAX_BLOCKS.
static int blocks_for(int64_t n)
{
    const int64_t blocks = n / BLOCK_SIZE + (n % BLOCK_SIZE > 0);
    return blocks < 1 ? 1 : blocks > MAX_BLOCKS ? MAX_BLOCKS : (int)blocks;
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

// An array whose size is known only at run time. Its memory goes back to the stream's pool,
// after what was queued before, at the end of the block, however that is left.
namespace {
template <typename T>
struct DeviceArray {
    T *data = NULL;
    const cudaStream_t stream;

    explicit DeviceArray(cudaStream_t s) : stream(s) {}
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
        const cudaError_t error =
            cudaMallocAsync((void **)&data, (count > 0 ? count : 1) * sizeof(T), stream);
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

size_t filter_main_scratch(int64_t n)
{
    if (too_large(n))
        return SIZE_MAX; // no device has so much
    return padded(blocks_for(n) * sizeof(int64_t)) + padded(blocks_for(n) * sizeof(int64_t))
        + padded(n * sizeof(int64_t)) + padded(n * sizeof(int64_t)) + padded(n * sizeof(int32_t));
}

// entry main [n] (xs: [n]i32) (limit: i32): ?[result_size].[result_size]i32
cudaError_t filter_main(const int32_t *xs, int32_t limit, int64_t n, int32_t **result,
                        int64_t *result_size, void *scratch, cudaStream_t stream)
{
    if (n < 0 || too_large(n) || (n > 0 && !xs) || !result || !result_size || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    *result = NULL;
    *result_size = 0;

    char *memory = (char *)scratch;
    int64_t *const countss = (int64_t *)take(&memory, blocks_for(n) * sizeof(int64_t));
    int64_t *const countsss = (int64_t *)take(&memory, blocks_for(n) * sizeof(int64_t));
    int64_t *const counts = (int64_t *)take(&memory, n * sizeof(int64_t));
    int64_t *const flags = (int64_t *)take(&memory, n * sizeof(int64_t));
    int32_t *const chosen = (int32_t *)take(&memory, n * sizeof(int32_t));

    const int64_t blocks = blocks_for(n);
    filter_tile_sums<<<blocks, BLOCK_SIZE, 0, stream>>>(xs, n, blocks, limit, countss);
    filter_tile_prefixes<<<1, BLOCK_SIZE, 0, stream>>>(countss, blocks, countsss);
    filter_scan<<<blocks, BLOCK_SIZE, 0, stream>>>(countsss, xs, n, blocks, limit, flags, counts);
    int64_t kept = 0;
    if (n != 0) {
        if (const cudaError_t error = read_back(&kept, counts + n - 1, stream))
            return error;
    }
    if (n > 0)
        filter_scatter<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(flags, counts, xs, n,
            chosen);
    DeviceArray<int32_t> part(stream);
    if (const cudaError_t error = part.allocate(kept))
        return error;
    if (const cudaError_t error = cudaMemcpyAsync(part, chosen, kept * sizeof(int32_t),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    if (const cudaError_t error = error_since(earlier))
        return error;
    *result = part.release();
    *result_size = kept;
    return cudaSuccess;
}
