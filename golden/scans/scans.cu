// scans.cu -- written by mapnest 0.1.0 from scans.fut; it is yours
//
//   -- The core of LocVolCalib: three scans in a nest of two maps.
//
//   entry main [k][m][n] (xsss: [k][m][n]f64): [k][m][n]f64 =
//     map (map (\xs ->
//       let sums = scan (+) 0 xs
//       let products = map2 (*) sums xs
//       let maxima = scan f64.max f64.lowest products
//       in scan (+) 0 (map2 (\p x -> if x > 2 then p - x + 1 else p) maxima xs))) xsss

#include "scans.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32

// Which block this is, of a grid of one row of blocks or more.
static __device__ int64_t block_number()
{
    return (int64_t)blockIdx.y * gridDim.x + blockIdx.x;
}

// scans.fut:11: let sums = scan (+) 0 xs
// rules: scan-is-scanomap, descend, distribute, scanomap, scan-rows-in-blocks
// The operator of the reduction, (+).
static __device__ double add(double a, double b) { return a + b; }

// scans.fut:13: let maxima = scan f64.max f64.lowest products
// rules: scan-is-scanomap, scan-map, descend, distribute, scanomap, scan-rows-in-blocks
// The operator of the reduction, (max).
static __device__ double larger(double a, double b) { return fmax(a, b); }

// Gives each thread the fold of the values up to its own, in thread order, of the threads with
// its threadIdx.y; *total is the fold of all of these.
template <typename T, T op(T, T)>
static __device__ T scan_threads(T value, T *total)
{
    __shared__ T warp_totals[BLOCK_SIZE / 32];
    const int width = min((int)blockDim.x, 32);
    const int lane = threadIdx.x % width;
    const int warp = threadIdx.x / 32;

    // Each warp scans its values; short rows share a warp.
    for (int offset = 1; offset < width; offset *= 2) {
        const T left = __shfl_up_sync(0xffffffff, value, offset, width);
        if (lane >= offset)
            value = op(left, value);
    }
    *total = value;
    if (blockDim.x <= 32)
        return value; // such a row has one round: nobody reads the total

    T *const row_totals = warp_totals + threadIdx.y * (blockDim.x / 32);
    if (lane == 31)
        row_totals[warp] = value;
    __syncthreads();

    // Every thread folds the totals of its row's warps, and adds those before its own.
    T before = row_totals[0], all = row_totals[0];
    for (int w = 1; w < blockDim.x / 32; w++) {
        if (w == warp)
            before = all;
        all = op(all, row_totals[w]);
    }
    *total = all;
    __syncthreads(); // warp_totals is free again
    return warp > 0 ? op(before, value) : value;
}

// scans.fut:11: let sums = scan (+) 0 xs
// rules: scan-is-scanomap, descend, distribute, scanomap, scan-rows-in-blocks
//
//   segmap@block (<row in xsss>, <xs in row>) segscan@thread <x in xs> (+) 0.0f64 x
//
// The threads of a block with the same threadIdx.y scan one row, round after round.
static __global__ void scans_sumsss(const double *__restrict__ xsss, int64_t m, int64_t n,
                                    int64_t k, double *__restrict__ sumsss)
{
    const int64_t top = block_number() * blockDim.y;
    const bool is_row = top + threadIdx.y < k * m;
    const int64_t segment = is_row ? top + threadIdx.y : 0;
    const int64_t j = segment % m;
    const int64_t i = segment / m;
    const double *const xs = xsss + i * m * n + j * n;
    double prefix = 0.0;
    for (int64_t start = 0; start < n; start += blockDim.x) {
        const int64_t l = start + threadIdx.x;
        const bool is_element = is_row && l < n;
        // Beyond the last element any value does: nothing comes after it.
        double value = 0.0, total;
        if (is_element)
            value = xs[l];
        value = scan_threads<double, add>(value, &total);
        const double sum = add(prefix, value);
        if (is_element)
            sumsss[(i * m + j) * n + l] = sum;
        prefix = add(prefix, total);
    }
}

// scans.fut:13: let maxima = scan f64.max f64.lowest products
// rules: scan-is-scanomap, scan-map, descend, distribute, scanomap, scan-rows-in-blocks
//
//   segmap@block (<row_1 sumss in xsss sumsss>, <xs_1 sums in row_1 sumss>) segscan@thread <sum_1
//     x_2 in sums xs_1> (max) (-f64.inf) (sum_1 * x_2)
//
// The threads of a block with the same threadIdx.y scan one row, round after round.
static __global__ void scans_maximass(const double *__restrict__ sumsss,
                                      const double *__restrict__ xsss, int64_t m, int64_t n,
                                      int64_t k, double *__restrict__ maximass)
{
    const int64_t top = block_number() * blockDim.y;
    const bool is_row = top + threadIdx.y < k * m;
    const int64_t segment = is_row ? top + threadIdx.y : 0;
    const int64_t j = segment % m;
    const int64_t i = segment / m;
    const double *const sumss = sumsss + i * m * n;
    const double *const xs = xsss + i * m * n + j * n;
    const double *const sums = sumss + j * n;
    double prefix = -INFINITY;
    for (int64_t start = 0; start < n; start += blockDim.x) {
        const int64_t l = start + threadIdx.x;
        const bool is_element = is_row && l < n;
        // Beyond the last element any value does: nothing comes after it.
        double value = -INFINITY, total;
        if (is_element)
            value = sums[l] * xs[l];
        value = scan_threads<double, larger>(value, &total);
        const double sum = larger(prefix, value);
        if (is_element)
            maximass[(i * m + j) * n + l] = sum;
        prefix = larger(prefix, total);
    }
}

// scans.fut:14: in scan (+) 0 (map2 (\p x -> if x > 2 then p - x + 1 else p) maxima xs))) xsss
// rules: scan-is-scanomap, scan-map, descend, distribute, scanomap, scan-rows-in-blocks
//
//   segmap@block (<row_2 maximas in xsss maximass>, <xs_2 maxima in row_2 maximas>) segscan@thread
//     <p x_4 in maxima xs_2> (+) 0.0f64 {
//     is_more = x_4 > 2.0f64
//     chosen = if is_more then {
//       diff = p - x_4
//       sum_3 = diff + 1.0f64
//       in sum_3
//     } else p
//     in chosen
//   }
//
// The threads of a block with the same threadIdx.y scan one row, round after round.
static __global__ void scans_sumsss_2(const double *__restrict__ maximass,
                                      const double *__restrict__ xsss, int64_t m, int64_t n,
                                      int64_t k, double *__restrict__ sumsss)
{
    const int64_t top = block_number() * blockDim.y;
    const bool is_row = top + threadIdx.y < k * m;
    const int64_t segment = is_row ? top + threadIdx.y : 0;
    const int64_t j = segment % m;
    const int64_t i = segment / m;
    const double *const maximas = maximass + i * m * n;
    const double *const xs = xsss + i * m * n + j * n;
    const double *const maxima = maximas + j * n;
    double prefix = 0.0;
    for (int64_t start = 0; start < n; start += blockDim.x) {
        const int64_t l = start + threadIdx.x;
        const bool is_element = is_row && l < n;
        // Beyond the last element any value does: nothing comes after it.
        double value = 0.0, total;
        if (is_element) {
            const double p = maxima[l];
            const double x = xs[l];
            value = x > 2.0 ? p - x + 1.0 : p;
        }
        value = scan_threads<double, add>(value, &total);
        const double sum = add(prefix, value);
        if (is_element)
            sumsss[(i * m + j) * n + l] = sum;
        prefix = add(prefix, total);
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

// So many blocks; more than fit in a row of the grid stand in several rows.
static dim3 grid_of(int64_t blocks)
{
    const int64_t rows = ceil_div(blocks, INT32_MAX);
    return rows > 65535 ? dim3(0) : dim3(ceil_div(blocks, rows), rows);
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

size_t scans_main_scratch(int64_t k, int64_t m, int64_t n)
{
    if (too_large(k, m, n))
        return SIZE_MAX; // no device has so much
    return padded(k * m * n * sizeof(double)) + padded(k * m * n * sizeof(double));
}

// entry main [k] [m] [n] (xsss: [k][m][n]f64): [k][m][n]f64
cudaError_t scans_main(const double *xsss, int64_t k, int64_t m, int64_t n, double *sumsss,
                       void *scratch, cudaStream_t stream)
{
    if (k < 0 || m < 0 || n < 0 || too_large(k, m, n) || (k * m * n > 0 && (!xsss || !sumsss))
        || (!scratch && scans_main_scratch(k, m, n) > 0))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    double *const sumsss_2 = (double *)take(&memory, k * m * n * sizeof(double));
    double *const maximass = (double *)take(&memory, k * m * n * sizeof(double));

    if (k * m > 0)
        scans_sumsss<<<grid_of(ceil_div(k * m, row_block(n).y)), row_block(n), 0, stream>>>(xsss,
            m, n, k, sumsss_2);
    if (k * m > 0)
        scans_maximass<<<grid_of(ceil_div(k * m, row_block(n).y)), row_block(n), 0, stream>>>(
            sumsss_2, xsss, m, n, k, maximass);
    if (k * m > 0)
        scans_sumsss_2<<<grid_of(ceil_div(k * m, row_block(n).y)), row_block(n), 0, stream>>>(
            maximass, xsss, m, n, k, sumsss);
    return error_since(earlier);
}
