// heavy.cu -- written by mapnest 0.1.0 from heavy.fut
//
//   -- Tuples of which a part is used: what nothing reads is neither computed nor stored.
//
//   -- Half of all the weight, and what weighs more than 1.
//   entry heavy [n] (ids: [n]i64) (weights: [n]f64): (f64, []i64) =
//     let halves = map (/ 2) weights
//     let items = filter (\(_, weight, _) -> weight > 1) (zip3 ids weights halves)
//     in (f64.sum halves, map (.0) items)
//
//   -- What weighs more than 1 in half.
//   entry heavy_halves [n] (ids: [n]i64) (weights: [n]f64): []i64 =
//     map (.0) (filter (\(_, half) -> half > 0.5) (zip ids (map (/ 2) weights)))
//
//   def polar (x: f64) (y: f64) = (f64.sqrt (x * x + y * y), f64.atan2 y x)
//
//   -- The distance of the next point.
//   entry next_radius [n] (xs: [n]f64) (ys: [n]f64): [n]f64 =
//     let (radii, _) = unzip (map2 polar xs ys)
//     in rotate 1 radii

#include "heavy.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int MAX_BLOCKS = 1024; // blocks in a grid that has a fixed size

// The remainder with the sign of the divisor.
template <typename T>
static __host__ __device__ T floor_mod(T a, T b)
{
    const T rest = b == (T)-1 ? 0 : a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

namespace {
// What polar returns.
struct Polar {
    double x, x_2;
};
}

// heavy.fut:24: in (f64.sum halves, map (.0) items)
// rules: map-map, reduce-is-redomap, reduce-map, drop-unused, drop-result-of-reduce, distribute,
//   redomap, optimized-map-reduce-beside, segred-is-redomap
// The operator of the reduction, (+).
static __device__ double add(double a, double b) { return a + b; }

// heavy.fut:23: let items = filter (\(_, weight, _) -> weight > 1) (zip3 ids weights halves)
// rules: scan-is-scanomap, distribute, scanomap
// The operator of the reduction, (+).
static __device__ int64_t add_2(int64_t a, int64_t b) { return (uint64_t)a + b; }

// heavy.fut:30: def polar (x: f64) (y: f64) = (f64.sqrt (x * x + y * y), f64.atan2 y x)
// rules: none
static __device__ Polar polar(double x, double y)
{
    return Polar{ sqrt(x * x + y * y), atan2(y, x) };
}

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

// heavy.fut:23: let items = filter (\(_, weight, _) -> weight > 1) (zip3 ids weights halves)
// rules: none
// Stores an array that was only described so far; one thread an element.
static __global__ void heavy_copies(int64_t n, int64_t *__restrict__ copies)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        copies[i] = 0;
}

// heavy.fut:24: in (f64.sum halves, map (.0) items)
// rules: map-map, reduce-is-redomap, reduce-map, drop-unused, drop-result-of-reduce, distribute,
//   redomap, optimized-map-reduce-beside, segred-is-redomap
//
//   segred@thread <weight in weights> (+) 0.0f64 {
//     quot = weight / 2.0f64
//     is_more = weight > 1.0f64
//     flag = i64.bool is_more
//     in quot flag
//   }
//
// Stage 1 of 2: each block folds its share of the elements into one partial result.
static __global__ void heavy_partials(const double *__restrict__ weights, int64_t n,
                                      int64_t *__restrict__ flags, double *__restrict__ partials)
{
    double sum = 0.0;
    // The order does not matter, so neighbouring threads read neighbouring elements.
    const int64_t stride = (int64_t)gridDim.x * blockDim.x;
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        const double weight = weights[i];
        flags[i] = (int64_t)(weight > 1.0);
        sum = add(sum, weight / 2.0);
    }

    sum = fold_threads<double, add>(sum, 0.0);
    if (threadIdx.x == 0)
        partials[blockIdx.x] = sum;
}

// heavy.fut:24: in (f64.sum halves, map (.0) items)
// rules: map-map, reduce-is-redomap, reduce-map, drop-unused, drop-result-of-reduce, distribute,
//   redomap, optimized-map-reduce-beside, segred-is-redomap
// Stage 2 of 2: one block folds the partial results.
static __global__ void heavy_total(const double *__restrict__ partials, int32_t blocks,
                                   double *__restrict__ result_0)
{
    double sum = 0.0;
    for (int b = threadIdx.x; b < blocks; b += blockDim.x)
        sum = add(sum, partials[b]);

    sum = fold_threads<double, add>(sum, 0.0);
    if (threadIdx.x == 0)
        *result_0 = sum;
}

// heavy.fut:23: let items = filter (\(_, weight, _) -> weight > 1) (zip3 ids weights halves)
// rules: scan-is-scanomap, distribute, scanomap
//
//   segscan@thread <flag_1 in flags> (+) 0i64 flag_1
//
// Stage 1 of 3: each block folds a tile of consecutive elements into one sum.
static __global__ void heavy_scan_tile_sums(const int64_t *__restrict__ flags, int64_t n,
                                            int64_t *__restrict__ partials)
{
    const int64_t tile = tile_size(n, gridDim.x);
    const int64_t end = min((blockIdx.x + 1) * tile, n);
    const int64_t neutral = 0;
    int64_t sum = neutral;
    for (int64_t start = blockIdx.x * tile; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        int64_t value = neutral;
        if (i < end)
            value = flags[i];
        value = fold_threads<int64_t, add_2>(value, neutral);
        if (threadIdx.x == 0)
            sum = add_2(sum, value);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partials[blockIdx.x] = sum;
}

// heavy.fut:23: let items = filter (\(_, weight, _) -> weight > 1) (zip3 ids weights halves)
// rules: scan-is-scanomap, distribute, scanomap
// Stage 2 of 3: one block scans the sums of the tiles, in place.
static __global__ void heavy_scan_tile_prefixes(int32_t blocks, int64_t *__restrict__ partials)
{
    int64_t prefix;
    for (int start = 0; start < blocks; start += blockDim.x) {
        const int b = start + threadIdx.x;
        // Beyond the last sum any value does: nothing comes after it.
        int64_t sum = partials[min(b, blocks - 1)], total;
        sum = scan_threads<int64_t, add_2>(sum, &total);
        if (start > 0)
            sum = add_2(prefix, sum);
        if (b < blocks)
            partials[b] = sum;
        prefix = start > 0 ? add_2(prefix, total) : total;
    }
}

// heavy.fut:23: let items = filter (\(_, weight, _) -> weight > 1) (zip3 ids weights halves)
// rules: scan-is-scanomap, distribute, scanomap
// Stage 3 of 3: each block scans its tile, beginning with what lies before it.
static __global__ void heavy_scan(const int64_t *__restrict__ flags,
                                  const int64_t *__restrict__ partials, int64_t n,
                                  int64_t *__restrict__ counts)
{
    const int64_t tile = tile_size(n, gridDim.x);
    const int64_t end = min((blockIdx.x + 1) * tile, n);
    const int64_t neutral = 0;
    int64_t prefix = blockIdx.x > 0 ? partials[blockIdx.x - 1] : neutral;
    for (int64_t start = blockIdx.x * tile; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        int64_t value = neutral;
        if (i < end)
            value = flags[i];
        int64_t total;
        value = scan_threads<int64_t, add_2>(value, &total);
        const int64_t sum = add_2(prefix, value);
        if (i < end)
            counts[i] = sum;
        prefix = add_2(prefix, total);
    }
}

// heavy.fut:23: let items = filter (\(_, weight, _) -> weight > 1) (zip3 ids weights halves)
// rules: scatter-is-scatomap, scatter-map, drop-written, drop-unused, distribute, scatter
//
//   segput@thread <flag_2 count_1 id in flags counts ids> copies_1 {
//     is_equal_1 = flag_2 == 1i64
//     chosen_1 = if is_equal_1 then count_1 - 1i64 else -1i64
//     in chosen_1 id
//   }
//
// One thread writes one value; an index out of range is skipped.
static __global__ void heavy_scatter(const int64_t *__restrict__ flags,
                                     const int64_t *__restrict__ counts,
                                     const int64_t *__restrict__ ids, int64_t n,
                                     int64_t *__restrict__ copies)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int64_t at = flags[i] == 1 ? (int64_t)((uint64_t)counts[i] - 1) : -1;
        if (0 <= at && at < n)
            copies[at] = ids[i];
    }
}

// heavy.fut:23: let items = filter (\(_, weight, _) -> weight > 1) (zip3 ids weights halves)
// rules: slice-into-map, distribute, descend, segmap
//
//   segmap@thread <#i < kept> { #[unchecked] t = chosen[i] in t }
//
// One thread computes one element.
static __global__ void heavy_map(const int64_t *__restrict__ copies, int64_t kept,
                                 int64_t *__restrict__ mapped)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < kept)
        mapped[i] = copies[i];
}

// heavy.fut:28: map (.0) (filter (\(_, half) -> half > 0.5) (zip ids (map (/ 2) weights)))
// rules: map-map, scan-is-scanomap, scan-map, drop-unused, drop-result-of-scan, distribute,
//   scanomap
//
//   segscan@thread <weight in weights> (+) 0i64 {
//     quot = weight / 2.0f64
//     is_more = quot > 0.5f64
//     flag = i64.bool is_more
//     in flag flag
//   }
//
// Stage 1 of 3: each block folds a tile of consecutive elements into one sum.
static __global__ void heavy_scan_tile_sums_2(const double *__restrict__ weights, int64_t n,
                                              int64_t *__restrict__ partials)
{
    const int64_t tile = tile_size(n, gridDim.x);
    const int64_t end = min((blockIdx.x + 1) * tile, n);
    const int64_t neutral = 0;
    int64_t sum = neutral;
    for (int64_t start = blockIdx.x * tile; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        int64_t value = neutral;
        if (i < end) {
            const int64_t flag = (int64_t)(weights[i] / 2.0 > 0.5);
            value = flag;
        }
        value = fold_threads<int64_t, add_2>(value, neutral);
        if (threadIdx.x == 0)
            sum = add_2(sum, value);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partials[blockIdx.x] = sum;
}

// heavy.fut:28: map (.0) (filter (\(_, half) -> half > 0.5) (zip ids (map (/ 2) weights)))
// rules: map-map, scan-is-scanomap, scan-map, drop-unused, drop-result-of-scan, distribute,
//   scanomap
// Stage 2 of 3: one block scans the sums of the tiles, in place.
static __global__ void heavy_scan_tile_prefixes_2(int32_t blocks, int64_t *__restrict__ partials)
{
    int64_t prefix;
    for (int start = 0; start < blocks; start += blockDim.x) {
        const int b = start + threadIdx.x;
        // Beyond the last sum any value does: nothing comes after it.
        int64_t sum = partials[min(b, blocks - 1)], total;
        sum = scan_threads<int64_t, add_2>(sum, &total);
        if (start > 0)
            sum = add_2(prefix, sum);
        if (b < blocks)
            partials[b] = sum;
        prefix = start > 0 ? add_2(prefix, total) : total;
    }
}

// heavy.fut:28: map (.0) (filter (\(_, half) -> half > 0.5) (zip ids (map (/ 2) weights)))
// rules: map-map, scan-is-scanomap, scan-map, drop-unused, drop-result-of-scan, distribute,
//   scanomap
// Stage 3 of 3: each block scans its tile, beginning with what lies before it.
static __global__ void heavy_scan_2(const double *__restrict__ weights,
                                    const int64_t *__restrict__ partials, int64_t n,
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
            const int64_t flag = (int64_t)(weights[i] / 2.0 > 0.5);
            flags[i] = flag;
            value = flag;
        }
        int64_t total;
        value = scan_threads<int64_t, add_2>(value, &total);
        const int64_t sum = add_2(prefix, value);
        if (i < end)
            counts[i] = sum;
        prefix = add_2(prefix, total);
    }
}

// heavy.fut:28: map (.0) (filter (\(_, half) -> half > 0.5) (zip ids (map (/ 2) weights)))
// rules: none
// Stores an array that was only described so far; one thread an element.
static __global__ void heavy_copies_2(int64_t n, int64_t *__restrict__ copies)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        copies[i] = 0;
}

// heavy.fut:28: map (.0) (filter (\(_, half) -> half > 0.5) (zip ids (map (/ 2) weights)))
// rules: scatter-is-scatomap, scatter-map, drop-written, drop-unused, distribute, scatter
//
//   segput@thread <flag_1 count_1 id in flags counts ids> copies_1 {
//     is_equal_1 = flag_1 == 1i64
//     chosen_1 = if is_equal_1 then count_1 - 1i64 else -1i64
//     in chosen_1 id
//   }
//
// One thread writes one value; an index out of range is skipped.
static __global__ void heavy_scatter_2(const int64_t *__restrict__ flags,
                                       const int64_t *__restrict__ counts,
                                       const int64_t *__restrict__ ids, int64_t n,
                                       int64_t *__restrict__ copies)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int64_t at = flags[i] == 1 ? (int64_t)((uint64_t)counts[i] - 1) : -1;
        if (0 <= at && at < n)
            copies[at] = ids[i];
    }
}

// heavy.fut:28: map (.0) (filter (\(_, half) -> half > 0.5) (zip ids (map (/ 2) weights)))
// rules: slice-into-map, distribute, descend, segmap
//
//   segmap@thread <#i < kept> { #[unchecked] t = chosen[i] in t }
//
// One thread computes one element.
static __global__ void heavy_xs(const int64_t *__restrict__ copies, int64_t kept,
                                int64_t *__restrict__ xs)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < kept)
        xs[i] = copies[i];
}

// heavy.fut:34: let (radii, _) = unzip (map2 polar xs ys)
// rules: drop-result, distribute, descend, segmap
//
//   segmap@thread <x y in xs ys> {
//     polar_of_x polar_of_x_1 = polar x y
//     in polar_of_x
//   }
//
// One thread computes one element.
static __global__ void heavy_radii(const double *__restrict__ xs, const double *__restrict__ ys,
                                   int64_t n, double *__restrict__ radii)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const Polar polar_2 = polar(xs[i], ys[i]);
        radii[i] = polar_2.x;
    }
}

// heavy.fut:35: in rotate 1 radii
// rules: iota-into-map, distribute, descend, segmap
//
//   segmap@thread <#i < n> {
//     sum = i + 1i64
//     #[unchecked] rest = sum % n
//     #[unchecked] elem = radii[rest]
//     in elem
//   }
//
// One thread computes one element.
static __global__ void heavy_mapped(const double *__restrict__ radii, int64_t n,
                                    double *__restrict__ mapped)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        mapped[i] = radii[floor_mod(i + 1, n)];
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

size_t heavy_heavy_scratch(int64_t n)
{
    if (too_large(n))
        return SIZE_MAX; // no device has so much
    return padded(n * sizeof(int64_t)) + padded(n * sizeof(int64_t))
        + padded(blocks_for(n) * sizeof(double)) + padded(n * sizeof(int64_t))
        + padded(blocks_for(n) * sizeof(int64_t));
}

// entry heavy [n] (ids: [n]i64) (weights: [n]f64): ?[result_1_size].(f64, [result_1_size]i64)
cudaError_t heavy_heavy(const int64_t *ids, const double *weights, int64_t n, double *result_0,
                        int64_t **result_1, int64_t *result_1_size, void *scratch,
                        cudaStream_t stream)
{
    if (n < 0 || too_large(n) || (n > 0 && (!ids || !weights)) || !result_0 || !result_1
        || !result_1_size || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    *result_1 = NULL;
    *result_1_size = 0;

    char *memory = (char *)scratch;
    int64_t *const copies = (int64_t *)take(&memory, n * sizeof(int64_t));
    int64_t *const flags = (int64_t *)take(&memory, n * sizeof(int64_t));
    double *const partials = (double *)take(&memory, blocks_for(n) * sizeof(double));
    int64_t *const counts = (int64_t *)take(&memory, n * sizeof(int64_t));
    int64_t *const partials_2 = (int64_t *)take(&memory, blocks_for(n) * sizeof(int64_t));

    if (n > 0)
        heavy_copies<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(n, copies);
    const int32_t blocks = blocks_for(n);
    heavy_partials<<<blocks, BLOCK_SIZE, 0, stream>>>(weights, n, flags, partials);
    heavy_total<<<1, BLOCK_SIZE, 0, stream>>>(partials, blocks, result_0);
    if (n > 0) {
        heavy_scan_tile_sums<<<blocks, BLOCK_SIZE, 0, stream>>>(flags, n, partials_2);
        heavy_scan_tile_prefixes<<<1, BLOCK_SIZE, 0, stream>>>(blocks, partials_2);
        heavy_scan<<<blocks, BLOCK_SIZE, 0, stream>>>(flags, partials_2, n, counts);
    }
    int64_t kept = 0;
    if (n != 0) {
        if (const cudaError_t error = read_back(&kept, counts + n - 1, stream))
            return error;
    }
    if (n > 0)
        heavy_scatter<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(flags, counts, ids, n,
            copies);
    DeviceArray<int64_t> mapped(stream);
    if (const cudaError_t error = mapped.allocate(kept))
        return error;
    if (kept > 0)
        heavy_map<<<grid_x(kept, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(copies, kept, mapped);
    if (const cudaError_t error = error_since(earlier))
        return error;
    *result_1 = mapped.release();
    *result_1_size = kept;
    return cudaSuccess;
}

size_t heavy_heavy_halves_scratch(int64_t n)
{
    if (too_large(n))
        return SIZE_MAX; // no device has so much
    return padded(n * sizeof(int64_t)) + padded(n * sizeof(int64_t))
        + padded(blocks_for(n) * sizeof(int64_t)) + padded(n * sizeof(int64_t));
}

// entry heavy_halves [n] (ids: [n]i64) (weights: [n]f64): ?[xs_size].[xs_size]i64
cudaError_t heavy_heavy_halves(const int64_t *ids, const double *weights, int64_t n, int64_t **xs,
                               int64_t *xs_size, void *scratch, cudaStream_t stream)
{
    if (n < 0 || too_large(n) || (n > 0 && (!ids || !weights)) || !xs || !xs_size || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    *xs = NULL;
    *xs_size = 0;

    char *memory = (char *)scratch;
    int64_t *const counts = (int64_t *)take(&memory, n * sizeof(int64_t));
    int64_t *const flags = (int64_t *)take(&memory, n * sizeof(int64_t));
    int64_t *const partials = (int64_t *)take(&memory, blocks_for(n) * sizeof(int64_t));
    int64_t *const copies = (int64_t *)take(&memory, n * sizeof(int64_t));

    const int32_t blocks = blocks_for(n);
    if (n > 0) {
        heavy_scan_tile_sums_2<<<blocks, BLOCK_SIZE, 0, stream>>>(weights, n, partials);
        heavy_scan_tile_prefixes_2<<<1, BLOCK_SIZE, 0, stream>>>(blocks, partials);
        heavy_scan_2<<<blocks, BLOCK_SIZE, 0, stream>>>(weights, partials, n, flags, counts);
    }
    int64_t kept = 0;
    if (n != 0) {
        if (const cudaError_t error = read_back(&kept, counts + n - 1, stream))
            return error;
    }
    if (n > 0)
        heavy_copies_2<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(n, copies);
    if (n > 0)
        heavy_scatter_2<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(flags, counts, ids, n,
            copies);
    DeviceArray<int64_t> xs_2(stream);
    if (const cudaError_t error = xs_2.allocate(kept))
        return error;
    if (kept > 0)
        heavy_xs<<<grid_x(kept, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(copies, kept, xs_2);
    if (const cudaError_t error = error_since(earlier))
        return error;
    *xs = xs_2.release();
    *xs_size = kept;
    return cudaSuccess;
}

size_t heavy_next_radius_scratch(int64_t n)
{
    if (too_large(n))
        return SIZE_MAX; // no device has so much
    return n * sizeof(double);
}

// entry next_radius [n] (xs: [n]f64) (ys: [n]f64): [n]f64
cudaError_t heavy_next_radius(const double *xs, const double *ys, int64_t n, double *mapped,
                              void *scratch, cudaStream_t stream)
{
    if (n < 0 || too_large(n) || (n > 0 && (!xs || !ys || !mapped))
        || (!scratch && heavy_next_radius_scratch(n) > 0))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    double *const radii = (double *)scratch;

    if (n > 0)
        heavy_radii<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(xs, ys, n, radii);
    if (n > 0)
        heavy_mapped<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(radii, n, mapped);
    return error_since(earlier);
}
