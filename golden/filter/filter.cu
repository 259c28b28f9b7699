// filter.cu -- written by mapnest 0.1.0 from filter.fut
//
//   -- The numbers above a limit: how many there are shows only when it runs.
//
//   entry main [n] (xs: [n]i32) (limit: i32): []i32 =
//     filter (> limit) xs

#include "filter.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int MAX_BLOCKS = 1024; // blocks in a grid that has a fixed size

// filter.fut:12: filter (> limit) xs
// rules: scan-is-scanomap, scan-map, distribute, scanomap
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

// Elements in the tile of a block: whole rounds of the block.
static __device__ int64_t tile_size(int64_t n, int blocks)
{
    const int64_t share = (n + blocks - 1) / blocks;
    return (share + BLOCK_SIZE - 1) / BLOCK_SIZE * BLOCK_SIZE;
}

// filter.fut:12: filter (> limit) xs
// rules: scan-is-scanomap, scan-map, distribute, scanomap
//
//   segscan@thread <x in xs> (+) 0i64 {
//     is_more = x > limit
//     flag = i64.bool is_more
//     in flag flag
//   }
//
// Stage 1 of 3: each block folds a tile of consecutive elements into one sum.
static __global__ void filter_scan_tile_sums(const int32_t *__restrict__ xs, int32_t limit,
                                             int64_t n, int64_t *__restrict__ partials)
{
    const int64_t tile = tile_size(n, gridDim.x);
    const int64_t end = min((blockIdx.x + 1) * tile, n);
    const int64_t neutral = 0;
    int64_t sum = neutral;
    for (int64_t start = blockIdx.x * tile; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        int64_t value = neutral;
        if (i < end) {
            const int64_t flag = (int64_t)(xs[i] > limit);
            value = flag;
        }
        value = fold_threads<int64_t, add>(value, neutral);
        if (threadIdx.x == 0)
            sum = add(sum, value);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partials[blockIdx.x] = sum;
}

// filter.fut:12: filter (> limit) xs
// rules: scan-is-scanomap, scan-map, distribute, scanomap
// Stage 2 of 3: one block scans the sums of the tiles, in place.
static __global__ void filter_scan_tile_prefixes(int32_t blocks, int64_t *__restrict__ partials)
{
    int64_t prefix;
    for (int start = 0; start < blocks; start += blockDim.x) {
        const int b = start + threadIdx.x;
        // Beyond the last sum any value does: nothing comes after it.
        int64_t sum = partials[min(b, blocks - 1)], total;
        sum = scan_threads<int64_t, add>(sum, &total);
        if (start > 0)
            sum = add(prefix, sum);
        if (b < blocks)
            partials[b] = sum;
        prefix = start > 0 ? add(prefix, total) : total;
    }
}

// filter.fut:12: filter (> limit) xs
// rules: scan-is-scanomap, scan-map, distribute, scanomap
// Stage 3 of 3: each block scans its tile, beginning with what lies before it.
static __global__ void filter_scan(const int32_t *__restrict__ xs,
                                   const int64_t *__restrict__ partials, int32_t limit, int64_t n,
                                   int64_t *__restrict__ flags, int64_t *__restrict__ counts)
{
    const int64_t tile = tile_size(n, gridDim.x);
    const int64_t end = min((blockIdx.x + 1) * tile, n);
    const int64_t neutral = 0;
    int64_t prefix = blockIdx.x > 0 ? partials[blockIdx.x - 1] : neutral;
    for (int64_t start = blockIdx.x * tile; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        int64_t value = neutral;
        if (i < end) {
            const int64_t flag = (int64_t)(xs[i] > limit);
            flags[i] = flag;
            value = flag;
        }
        int64_t total;
        value = scan_threads<int64_t, add>(value, &total);
        const int64_t sum = add(prefix, value);
        if (i < end)
            counts[i] = sum;
        prefix = add(prefix, total);
    }
}

// filter.fut:12: filter (> limit) xs
// rules: scatter-is-scatomap, scatter-map, distribute, scatter
//
//   segput@thread <flag_1 count_1 x_2 in flags counts xs> copies {
//     is_equal_1 = flag_1 == 1i64
//     chosen_1 = if is_equal_1 then count_1 - 1i64 else -1i64
//     in chosen_1 x_2
//   }
//
// One thread writes one value; an index out of range is skipped.
static __global__ void filter_scatter(const int64_t *__restrict__ flags,
                                      const int64_t *__restrict__ counts,
                                      const int32_t *__restrict__ xs, int64_t n,
                                      int32_t *__restrict__ copies)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int64_t at = flags[i] == 1 ? (int64_t)((uint64_t)counts[i] - 1) : -1;
        if (0 <= at && at < n)
            copies[at] = xs[i];
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
    return padded(n * sizeof(int64_t)) + padded(n * sizeof(int64_t))
        + padded(blocks_for(n) * sizeof(int64_t)) + padded(n * sizeof(int32_t));
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
    int64_t *const counts = (int64_t *)take(&memory, n * sizeof(int64_t));
    int64_t *const flags = (int64_t *)take(&memory, n * sizeof(int64_t));
    int64_t *const partials = (int64_t *)take(&memory, blocks_for(n) * sizeof(int64_t));
    int32_t *const copies = (int32_t *)take(&memory, n * sizeof(int32_t));

    const int32_t blocks = blocks_for(n);
    if (n > 0) {
        filter_scan_tile_sums<<<blocks, BLOCK_SIZE, 0, stream>>>(xs, limit, n, partials);
        filter_scan_tile_prefixes<<<1, BLOCK_SIZE, 0, stream>>>(blocks, partials);
        filter_scan<<<blocks, BLOCK_SIZE, 0, stream>>>(xs, partials, limit, n, flags, counts);
    }
    int64_t kept = 0;
    if (n != 0) {
        if (const cudaError_t error = read_back(&kept, counts + n - 1, stream))
            return error;
    }
    if (n > 0)
        filter_scatter<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(flags, counts, xs, n,
            copies);
    DeviceArray<int32_t> part(stream);
    if (const cudaError_t error = part.allocate(kept))
        return error;
    if (const cudaError_t error = cudaMemcpyAsync(part, copies, kept * sizeof(int32_t),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    if (const cudaError_t error = error_since(earlier))
        return error;
    *result = part.release();
    *result_size = kept;
    return cudaSuccess;
}
