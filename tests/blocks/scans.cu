// scans.cu -- written by mapnest 0.1.0 from scans.core
//
//   -- sizes: [3][5][31]f64 | [2][3][33]f64 | [2][2][65]f64 | [3][1][127]f64 | [1][2][1025]f64 |
//   -- sizes: [0][2][3]f64 | [2][3][0]f64 | [1][1][1]f64
//   entry main [k] [m] [n] (xsss: [k][m][n]f64) : [k][m][n]f64 = {
//     block = segmap@block (<row in xsss>, <xs in row>) {
//       sums = segscan@thread <x in xs> (+) 0.0f64 x
//       maxima = segscan@thread <sum x in sums xs> (max) (-f64.inf) (sum * x)
//       chosen = segscan@thread <p x in maxima xs> (+) 0.0f64
//         (if x > 2.0f64 then { y = p - x + 1.0f64 in y } else p)
//       in chosen
//     }
//     in block
//   }

#include "scans.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32

// Which block this is, of a grid of one row of blocks or more.
static __device__ int64_t block_number()
{
    return (int64_t)blockIdx.y * gridDim.x + blockIdx.x;
}

// scans.core:5: sums = segscan@thread <x in xs> (+) 0.0f64 x
// rules: none
// The operator of the reduction, (+).
static __device__ double add(double a, double b) { return a + b; }

// scans.core:6: maxima = segscan@thread <sum x in sums xs> (max) (-f64.inf) (sum * x)
// rules: none
// The operator of the reduction, (max).
static __device__ double larger(double a, double b) { return fmax(a, b); }

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

// scans.core:4: block = segmap@block (<row in xsss>, <xs in row>) {
// rules: none
//
//   segmap@block (<row in xsss>, <xs in row>) {
//     sums = segscan@thread <x in xs> (+) 0.0f64 x
//     maxima = segscan@thread <sum x_3 in sums xs> (max) (-f64.inf) (sum * x_3)
//     chosen = segscan@thread <p x_6 in maxima xs> (+) 0.0f64 {
//       t_4 = x_6 > 2.0f64
//       t_5 = if t_4 then { t_6 = p - x_6 ; y = t_6 + 1.0f64 in y } else p
//       in t_5
//     }
//     in chosen
//   }
//
// One block computes one element.
static __global__ void scans_block(const double *__restrict__ xsss, int64_t m, int64_t n,
                                   int64_t k, double *__restrict__ block)
{
    const int64_t position = block_number();
    if (position >= k * m)
        return;
    const int64_t j = position % m;
    const int64_t i = position / m;
    extern __shared__ __align__(8) char shared[];
    double *const sums = (double *)shared;
    double *const maxima = sums + n;

    const double *const row = xsss + i * m * n;
    const double *const xs = row + j * n;
    double sum = 0.0;
    for (int64_t start = 0; start < n; start += blockDim.x) {
        const int64_t l = start + threadIdx.x;
        double value = 0.0;
        if (l < n)
            value = xs[l];
        double total;
        value = scan_threads<double, add>(value, &total);
        value = add(sum, value);
        if (l < n)
            sums[l] = value;
        sum = add(sum, total);
    }
    double sum_2 = -INFINITY;
    for (int64_t start = 0; start < n; start += blockDim.x) {
        const int64_t l = start + threadIdx.x;
        double value = -INFINITY;
        __syncthreads();
        if (l < n)
            value = sums[l] * xs[l];
        double total;
        value = scan_threads<double, larger>(value, &total);
        value = larger(sum_2, value);
        if (l < n)
            maxima[l] = value;
        sum_2 = larger(sum_2, total);
    }
    double sum_3 = 0.0;
    for (int64_t start = 0; start < n; start += blockDim.x) {
        const int64_t l = start + threadIdx.x;
        double value = 0.0;
        __syncthreads();
        if (l < n) {
            const double p = maxima[l];
            const double x = xs[l];
            double t;
            if (x > 2.0) {
                const double y = p - x + 1.0;
                t = y;
            } else {
                t = p;
            }
            value = t;
        }
        double total;
        value = scan_threads<double, add>(value, &total);
        value = add(sum_3, value);
        if (l < n)
            block[(i * m + j) * n + l] = value;
        sum_3 = add(sum_3, total);
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

// entry main [k] [m] [n] (xsss: [k][m][n]f64): [k][m][n]f64
cudaError_t scans_main(const double *xsss, int64_t k, int64_t m, int64_t n, double *block,
                       cudaStream_t stream)
{
    if (k < 0 || m < 0 || n < 0 || too_large(k, m, n) || (k * m * n > 0 && (!xsss || !block)))
        return cudaErrorInvalidValue;

    if (k * m > 0)
        scans_block<<<grid_of(k * m), BLOCK_SIZE, n * 8 + n * 8, stream>>>(xsss, m, n, k, block);
    return cudaGetLastError();
}
