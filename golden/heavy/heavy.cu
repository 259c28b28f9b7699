// heavy.cu -- written by mapnest 0.1.0 from heavy.fut; it is yours
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
// rules: map-map, reduce-is-redomap, drop-unused, drop-result-of-reduce, distribute, redomap,
//   optimized-map-reduce-beside-stripes, reduce-map, segred-is-redomap
// The operator of the reduction, (+).
static __device__ double add(double a, double b) { return a + b; }

// heavy.fut:23: let items = filter (\(_, weight, _) -> weight > 1) (zip3 ids weights halves)
// rules: scan-is-scanomap, distribute, scanomap, segscan-is-scanomap, optimized-map-scan,
//   fold-in-block
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
// rules: map-map, reduce-is-redomap, drop-unused, drop-result-of-reduce, distribute, redomap,
//   optimized-map-reduce-beside-stripes, reduce-map, segred-is-redomap
//
//   segred@thread <weights_1 in weightss> (+) 0.0f64 (redomap (+) (\weight -> {
//     quot = weight / 2.0f64
//     is_more = weight > 1.0f64
//     flag = i64.bool is_more
//     in quot flag
//   }) 0.0f64 weights_1)
//
// Stage 1 of 2: each thread folds its share, each block what its threads found.
static __global__ void heavy_partials(const double *__restrict__ weights, int64_t n,
                                      int64_t workers, int64_t *__restrict__ flags,
                                      double *__restrict__ partials)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0.0;
    for (int64_t i = worker; i < n; i += workers) {
        const double weight = weights[i];
        flags[i] = (int64_t)(weight > 1.0);
        sum += weight / 2.0;
    }

    const double total = fold_threads<double, add>(sum, 0.0);
    if (threadIdx.x == 0)
        partials[blockIdx.x] = total;
}

// heavy.fut:24: in (f64.sum halves, map (.0) items)
// rules: map-map, reduce-is-redomap, drop-unused, drop-result-of-reduce, distribute, redomap,
//   optimized-map-reduce-beside-stripes, reduce-map, segred-is-redomap
// Stage 2 of 2: one block folds the partial results.
static __global__ void heavy_total(const double *__restrict__ partials, int64_t blocks,
                                   double *__restrict__ result_0)
{
    double total = 0.0;
    for (int64_t b = threadIdx.x; b < blocks; b += blockDim.x)
        total = add(total, partials[b]);

    total = fold_threads<double, add>(total, 0.0);
    if (threadIdx.x == 0)
        *result_0 = total;
}

// heavy.fut:23: let items = filter (\(_, weight, _) -> weight > 1) (zip3 ids weights halves)
// rules: scan-is-scanomap, distribute, scanomap, segscan-is-scanomap, optimized-map-scan,
//   fold-in-block
//
//   segmap@block <flags_1 in flagss_1> segred@thread <flag_1 in flags_1> (+) 0i64 flag_1
//
// Each block folds a tile; neighbouring threads read neighbouring elements.
static __global__ void heavy_tile_sums(const int64_t *__restrict__ flags, int64_t n,
                                       int64_t blocks, int64_t *__restrict__ countss)
{
    const int64_t tile = blockIdx.x;
    const int64_t share = (n + blocks - 1) / blocks;
    const int64_t first = min(tile * share, n);
    const int64_t end = min(first + share, n);
    int64_t sum = 0;
    for (int64_t i = first + threadIdx.x; i < end; i += blockDim.x)
        sum = add_2(sum, flags[i]);

    sum = fold_threads<int64_t, add_2>(sum, 0);
    if (threadIdx.x == 0)
        countss[tile] = sum;
}

// heavy.fut:23: let items = filter (\(_, weight, _) -> weight > 1) (zip3 ids weights halves)
// rules: scan-is-scanomap, distribute, scanomap, segscan-is-scanomap, optimized-map-scan,
//   scan-in-one-block
//
//   segmap@block <#_ < 1> segscan@thread <s in countss> (+) 0i64 s
//
// Each block scans a tile, round after round of neighbouring elements.
static __global__ void heavy_tile_prefixes(const int64_t *__restrict__ countss, int64_t blocks,
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
        value = scan_threads<int64_t, add_2>(value, &total);
        const int64_t sum = add_2(prefix, value);
        if (is_element)
            countsss[j] = sum;
        prefix = add_2(prefix, total);
    }
}

// heavy.fut:23: let items = filter (\(_, weight, _) -> weight > 1) (zip3 ids weights halves)
// rules: scan-is-scanomap, distribute, scanomap, segscan-is-scanomap, optimized-map-scan,
//   scan-in-block
//
//   segmap@block <flags_2 in flagss_2 #i> {
//     t_4 = i == 0i64
//     z = if t_4 then 0i64 else { t_5 = i - 1i64 ; t_6 = countss_1[t_5] in t_6 }
//     t_7 = segscan@thread <flag_2 in flags_2> (+) z flag_2
//     in t_7
//   }
//
// Each block scans a tile, round after round of neighbouring elements.
static __global__ void heavy_scan(const int64_t *__restrict__ countsss,
                                  const int64_t *__restrict__ flags, int64_t n, int64_t blocks,
                                  int64_t *__restrict__ counts)
{
    const int64_t tile = blockIdx.x;
    const int64_t share = (n + blocks - 1) / blocks;
    const int64_t first = min(tile * share, n);
    const int64_t end = min(first + share, n);
    const int64_t z = tile == 0 ? 0 : countsss[tile - 1];
    int64_t prefix = z;
    for (int64_t start = first; start < end; start += blockDim.x) {
        const int64_t i = start + threadIdx.x;
        const bool is_element = i < end;
        // Beyond the last element any value does: nothing comes after it.
        int64_t value = z, total;
        if (is_element)
            value = flags[i];
        value = scan_threads<int64_t, add_2>(value, &total);
        const int64_t sum = add_2(prefix, value);
        if (is_element)
            counts[i] = sum;
        prefix = add_2(prefix, total);
    }
}

// heavy.fut:23: let items = filter (\(_, weight, _) -> weight > 1) (zip3 ids weights halves)
// rules: scatter-is-scatomap, scatter-map, drop-written, drop-unused, distribute, scatter
//
//   segput@thread <flag_3 count_1 id in flags counts ids> copies_1 {
//     is_equal_1 = flag_3 == 1i64
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
//   segmap@thread <#i_1 < kept> { #[unchecked] t_8 = chosen[i_1] in t_8 }
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
//   scanomap, segscan-is-scanomap, optimized-map-scan-beside, drop-result, fold-in-block
//
//   segmap@block <weights_1 in weightss> segred@thread <weight in weights_1> (+) 0i64 {
//     quot = weight / 2.0f64
//     is_more = quot > 0.5f64
//     flag = i64.bool is_more
//     in flag
//   }
//
// Each block folds a tile; neighbouring threads read neighbouring elements.
static __global__ void heavy_tile_sums_2(const double *__restrict__ weights, int64_t n,
                                         int64_t blocks, int64_t *__restrict__ countss)
{
    const int64_t tile = blockIdx.x;
    const int64_t share = (n + blocks - 1) / blocks;
    const int64_t first = min(tile * share, n);
    const int64_t end = min(first + share, n);
    int64_t sum = 0;
    for (int64_t i = first + threadIdx.x; i < end; i += blockDim.x)
        sum = add_2(sum, (int64_t)(weights[i] / 2.0 > 0.5));

    sum = fold_threads<int64_t, add_2>(sum, 0);
    if (threadIdx.x == 0)
        countss[tile] = sum;
}

// heavy.fut:28: map (.0) (filter (\(_, half) -> half > 0.5) (zip ids (map (/ 2) weights)))
// rules: map-map, scan-is-scanomap, scan-map, drop-unused, drop-result-of-scan, distribute,
//   scanomap, segscan-is-scanomap, optimized-map-scan-beside, scan-in-one-block
//
//   segmap@block <#_ < 1> segscan@thread <s in countss> (+) 0i64 s
//
// Each block scans a tile, round after round of neighbouring elements.
static __global__ void heavy_tile_prefixes_2(const int64_t *__restrict__ countss, int64_t blocks,
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
        value = scan_threads<int64_t, add_2>(value, &total);
        const int64_t sum = add_2(prefix, value);
        if (is_element)
            countsss[j] = sum;
        prefix = add_2(prefix, total);
    }
}

// heavy.fut:28: map (.0) (filter (\(_, half) -> half > 0.5) (zip ids (map (/ 2) weights)))
// rules: map-map, scan-is-scanomap, scan-map, drop-unused, drop-result-of-scan, distribute,
//   scanomap, segscan-is-scanomap, optimized-map-scan-beside, scan-in-block
//
//   segmap@block <weights_2 in weightss_1 #i> {
//     t_2 = i == 0i64
//     w = if t_2 then 0i64 else { t_3 = i - 1i64 ; t_4 = countss_1[t_3] in t_4 }
//     t_5 t_6 = segscan@thread <weight_1 in weights_2> (+) w {
//       quot_1 = weight_1 / 2.0f64
//       is_more_1 = quot_1 > 0.5f64
//       flag_1 = i64.bool is_more_1
//       in flag_1 flag_1
//     }
//     in t_5 t_6
//   }
//
// Each block scans a tile, round after round of neighbouring elements.
static __global__ void heavy_scan_2(const int64_t *__restrict__ countsss,
                                    const double *__restrict__ weights, int64_t n, int64_t blocks,
                                    int64_t *__restrict__ flags, int64_t *__restrict__ counts)
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
            const int64_t flag = (int64_t)(weights[i] / 2.0 > 0.5);
            flags[i] = flag;
            value = flag;
        }
        value = scan_threads<int64_t, add_2>(value, &total);
        const int64_t sum = add_2(prefix, value);
        if (is_element)
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
//   segput@thread <flag_2 count_1 id in flags counts ids> copies_1 {
//     is_equal_1 = flag_2 == 1i64
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
//   segmap@thread <#i_1 < kept> { #[unchecked] t_7 = chosen[i_1] in t_7 }
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
        + padded(blocks_for(n) * sizeof(double)) + padded(blocks_for(n) * sizeof(int64_t))
        + padded(blocks_for(n) * sizeof(int64_t)) + padded(n * sizeof(int64_t));
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
    int64_t *const countss = (int64_t *)take(&memory, blocks_for(n) * sizeof(int64_t));
    int64_t *const countsss = (int64_t *)take(&memory, blocks_for(n) * sizeof(int64_t));
    int64_t *const counts = (int64_t *)take(&memory, n * sizeof(int64_t));

    if (n > 0)
        heavy_copies<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(n, copies);
    const int64_t workers = threads_for(n);
    const int64_t blocks = blocks_for(n);
    heavy_partials<<<blocks, BLOCK_SIZE, 0, stream>>>(weights, n, workers, flags, partials);
    heavy_total<<<1, BLOCK_SIZE, 0, stream>>>(partials, blocks, result_0);
    heavy_tile_sums<<<blocks, BLOCK_SIZE, 0, stream>>>(flags, n, blocks, countss);
    heavy_tile_prefixes<<<1, BLOCK_SIZE, 0, stream>>>(countss, blocks, countsss);
    heavy_scan<<<blocks, BLOCK_SIZE, 0, stream>>>(countsss, flags, n, blocks, counts);
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
    return padded(blocks_for(n) * sizeof(int64_t)) + padded(blocks_for(n) * sizeof(int64_t))
        + padded(n * sizeof(int64_t)) + padded(n * sizeof(int64_t)) + padded(n * sizeof(int64_t));
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
    int64_t *const countss = (int64_t *)take(&memory, blocks_for(n) * sizeof(int64_t));
    int64_t *const countsss = (int64_t *)take(&memory, blocks_for(n) * sizeof(int64_t));
    int64_t *const counts = (int64_t *)take(&memory, n * sizeof(int64_t));
    int64_t *const flags = (int64_t *)take(&memory, n * sizeof(int64_t));
    int64_t *const copies = (int64_t *)take(&memory, n * sizeof(int64_t));

    const int64_t blocks = blocks_for(n);
    heavy_tile_sums_2<<<blocks, BLOCK_SIZE, 0, stream>>>(weights, n, blocks, countss);
    heavy_tile_prefixes_2<<<1, BLOCK_SIZE, 0, stream>>>(countss, blocks, countsss);
    heavy_scan_2<<<blocks, BLOCK_SIZE, 0, stream>>>(countsss, weights, n, blocks, flags, counts);
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
