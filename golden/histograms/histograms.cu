// histograms.cu -- written by mapnest 0.1.0 from histograms.fut; it is yours
//
//   -- Histograms: of an image, of each row of an image, and of sums of rows.
//
//   -- The bins are computed where they are counted.
//   entry of_image [n] (k: i64) (pixels: [n]i32): [k]i32 =
//     let bins = map (\p -> i64.min (k - 1) (i64.i32 p)) pixels
//     in hist (+) 0 k bins (replicate n 1)
//
//   -- One table for each row.
//   entry of_rows [n][m] (k: i64) (rows: [n][m]i64): [n][k]i32 =
//     map (\row -> hist (+) 0 k row (map (const 1) row)) rows
//
//   -- The sums are segmented reductions, then they are counted.
//   entry of_sums [n][m] (k: i64) (rows: [n][m]i64): [k]i32 =
//     hist (+) 0 k (map i64.sum rows) (replicate n 1)

#include "histograms.h"

#include <stdio.h>

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32

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

// histograms.fut:28: hist (+) 0 k (map i64.sum rows) (replicate n 1)
// rules: reduce-is-redomap, hist-is-histomap, replicate-into-map, hist-map, hist-split,
//   distribute, descend, redomap, fold-rows-in-blocks
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

// histograms.fut:12: in hist (+) 0 k bins (replicate n 1)
// rules: hist-is-histomap, replicate-into-map, hist-map, distribute, hist
// Stores an array that was only described so far; one thread an element.
static __global__ void histograms_result(int64_t k, int32_t *__restrict__ result)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < k)
        result[i] = 0;
}

// histograms.fut:12: in hist (+) 0 k bins (replicate n 1)
// rules: hist-is-histomap, replicate-into-map, hist-map, distribute, hist
//
//   seghist@thread <p in pixels> copies (+) 0i32 {
//     diff = k - 1i64
//     p_1 = i64.i32 p
//     least = min diff p_1
//     in least 1i32
//   }
//
// One thread adds one value to its place in the histogram.
static __global__ void histograms_histogram(const int32_t *__restrict__ pixels, int64_t k,
                                            int64_t n, int32_t *__restrict__ result)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int64_t at = min((int64_t)((uint64_t)k - 1), (int64_t)pixels[i]);
        if (0 <= at && at < k)
            atomicAdd(&result[at], 1);
    }
}

// histograms.fut:20: map (\row -> hist (+) 0 k row (map (const 1) row)) rows
// rules: distribute, replicate, descend, segmap, drop-unused
//
//   segmap@thread (<#_ < n>, <#_ < k_1>) 0i32
//
// One thread computes one element.
static __global__ void histograms_copiess(int64_t k, int64_t n, int32_t *__restrict__ result)
{
    const int64_t col = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= k)
        return;
    for (int64_t row = (int64_t)blockIdx.y * blockDim.y + threadIdx.y; row < n;
         row += (int64_t)gridDim.y * blockDim.y)
        result[row * k + col] = 0;
}

// histograms.fut:20: map (\row -> hist (+) 0 k row (map (const 1) row)) rows
// rules: hist-is-histomap, hist-map, descend, distribute, hist, drop-unused
//
//   seghist@thread (<row in rows>, <x in row>) copiess (+) 0i32 (x, 1i32)
//
// One thread adds one value to its place in the histogram.
static __global__ void histograms_binss(const int64_t *__restrict__ rows, int64_t m, int64_t k,
                                        int64_t n, int32_t *__restrict__ result)
{
    const int64_t j = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= m)
        return;
    for (int64_t i = (int64_t)blockIdx.y * blockDim.y + threadIdx.y; i < n;
         i += (int64_t)gridDim.y * blockDim.y) {
        const int64_t at = rows[i * m + j];
        if (0 <= at && at < k)
            atomicAdd(&result[i * k + at], 1);
    }
}

// histograms.fut:28: hist (+) 0 k (map i64.sum rows) (replicate n 1)
// rules: reduce-is-redomap, hist-is-histomap, replicate-into-map, hist-map, hist-split,
//   distribute, descend, redomap, fold-rows-in-blocks
//
//   segmap@block <row in rows> segred@thread <x in row> (+) 0i64 x
//
// The threads of a block with the same threadIdx.y fold one segment into one result.
static __global__ void histograms_sums(const int64_t *__restrict__ rows, int64_t m, int64_t n,
                                       int64_t *__restrict__ sums)
{
    const int64_t i = block_number() * blockDim.y + threadIdx.y;
    int64_t sum = 0;
    if (i < n) {
        for (int64_t j = threadIdx.x; j < m; j += blockDim.x)
            sum = add(sum, rows[i * m + j]);
    }

    sum = fold_threads<int64_t, add>(sum, 0);
    if (i < n && threadIdx.x == 0)
        sums[i] = sum;
}

// histograms.fut:28: hist (+) 0 k (map i64.sum rows) (replicate n 1)
// rules: hist-is-histomap, replicate-into-map, hist-map, hist-split, distribute, hist
// Stores an array that was only described so far; one thread an element.
static __global__ void histograms_result_2(int64_t k, int32_t *__restrict__ result)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < k)
        result[i] = 0;
}

// histograms.fut:28: hist (+) 0 k (map i64.sum rows) (replicate n 1)
// rules: hist-is-histomap, replicate-into-map, hist-map, hist-split, distribute, hist
//
//   seghist@thread <sum_1 in sums> copies (+) 0i32 (sum_1, 1i32)
//
// One thread adds one value to its place in the histogram.
static __global__ void histograms_r(const int64_t *__restrict__ sums, int64_t k, int64_t n,
                                    int32_t *__restrict__ result)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int64_t at = sums[i];
        if (0 <= at && at < k)
            atomicAdd(&result[at], 1);
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

// Blocks of 32 x 8 threads, within the limits of a grid.
static dim3 grid_2d(int64_t x, int64_t y)
{
    const int64_t high = ceil_div(y, 8);
    return dim3(grid_x(x, 32), high < 65535 ? high : 65535);
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

size_t histograms_of_image_scratch()
{
    return sizeof(Failure);
}

// entry of_image [n] (k: i64) (pixels: [n]i32): [k]i32
cudaError_t histograms_of_image(int64_t k, const int32_t *pixels, int64_t n, int32_t *result,
                                void *scratch, cudaStream_t stream)
{
    if (n < 0 || (n > 0 && !pixels) || (k > 0 && !result) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    Failure *const failure = (Failure *)scratch;
    if (const cudaError_t error = cudaMemsetAsync(failure, 0, sizeof(Failure), stream))
        return error;

    if (k < 0)
        return report(failure, stream, Failure{ 1, { k } });
    if (k > 0)
        histograms_result<<<grid_x(k, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(k, result);
    if (n > 0)
        histograms_histogram<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(pixels, k, n,
            result);
    return error_since(earlier);
}

cudaError_t histograms_of_image_failure(const void *scratch, cudaStream_t stream, char *text,
                                        size_t size)
{
    Failure found;
    if (const cudaError_t error = read_back(&found, scratch, stream))
        return error;
    switch (found.code) {
    case 1:
        snprintf(text, size, "histograms.fut:12:6: error: Range 0..1..<%lld is invalid.",
                 found.value[0]);
        break;
    default:
        snprintf(text, size, "no failure");
        return cudaSuccess;
    }
    return cudaErrorAssert;
}

size_t histograms_of_rows_scratch()
{
    return sizeof(Failure);
}

// entry of_rows [n] [m] (k: i64) (rows: [n][m]i64): [n][k]i32
cudaError_t histograms_of_rows(int64_t k, const int64_t *rows, int64_t n, int64_t m,
                               int32_t *result, void *scratch, cudaStream_t stream)
{
    if (n < 0 || m < 0 || too_large(n, m) || too_large(n, k) || (n * m > 0 && !rows)
        || (n > 0 && k > 0 && !result) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    Failure *const failure = (Failure *)scratch;
    if (const cudaError_t error = cudaMemsetAsync(failure, 0, sizeof(Failure), stream))
        return error;

    if (k < 0)
        return report(failure, stream, Failure{ 2, { k } });
    if (n * k > 0)
        histograms_copiess<<<grid_2d(k, n), dim3(32, 8), 0, stream>>>(k, n, result);
    if (n * m > 0)
        histograms_binss<<<grid_2d(m, n), dim3(32, 8), 0, stream>>>(rows, m, k, n, result);
    return error_since(earlier);
}

cudaError_t histograms_of_rows_failure(const void *scratch, cudaStream_t stream, char *text,
                                       size_t size)
{
    Failure found;
    if (const cudaError_t error = read_back(&found, scratch, stream))
        return error;
    switch (found.code) {
    case 2:
        snprintf(text, size, "histograms.fut:20:16: error: Range 0..1..<%lld is invalid.",
                 found.value[0]);
        break;
    default:
        snprintf(text, size, "no failure");
        return cudaSuccess;
    }
    return cudaErrorAssert;
}

size_t histograms_of_sums_scratch(int64_t n)
{
    if (too_large(n))
        return SIZE_MAX; // no device has so much
    return padded(sizeof(Failure)) + padded(n * sizeof(int64_t));
}

// entry of_sums [n] [m] (k: i64) (rows: [n][m]i64): [k]i32
cudaError_t histograms_of_sums(int64_t k, const int64_t *rows, int64_t n, int64_t m,
                               int32_t *result, void *scratch, cudaStream_t stream)
{
    if (n < 0 || m < 0 || too_large(n, m) || (n * m > 0 && !rows) || (k > 0 && !result)
        || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    Failure *const failure = (Failure *)take(&memory, sizeof(Failure));
    int64_t *const sums = (int64_t *)take(&memory, n * sizeof(int64_t));
    if (const cudaError_t error = cudaMemsetAsync(failure, 0, sizeof(Failure), stream))
        return error;

    if (k < 0)
        return report(failure, stream, Failure{ 3, { k } });
    if (n > 0)
        histograms_sums<<<grid_of(ceil_div(n, row_block(m).y)), row_block(m), 0, stream>>>(rows, m,
            n, sums);
    if (k > 0)
        histograms_result_2<<<grid_x(k, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(k, result);
    if (n > 0)
        histograms_r<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(sums, k, n, result);
    return error_since(earlier);
}

cudaError_t histograms_of_sums_failure(const void *scratch, cudaStream_t stream, char *text,
                                       size_t size)
{
    Failure found;
    if (const cudaError_t error = read_back(&found, scratch, stream))
        return error;
    switch (found.code) {
    case 3:
        snprintf(text, size, "histograms.fut:28:3: error: Range 0..1..<%lld is invalid.",
                 found.value[0]);
        break;
    default:
        snprintf(text, size, "no failure");
        return cudaSuccess;
    }
    return cudaErrorAssert;
}
