// nest.cu -- written by mapnest 0.1.0 from nest.fut; it is yours
//
//   -- The running example of the flattening slides: four kernels out of a nest
//   -- of maps, a loop, and an inner scan whose length varies.
//
//   def steps: i64 = 3
//
//   entry main [m] (pss: [m][m]i32): ([m][m][m]i32, [m][m]i32) =
//     unzip (map (\ps ->
//       let ass = map (\p ->
//         let cs = scan (+) 0 (map i32.i64 (iota (i64.i32 p)))
//         let r = reduce (+) 0 cs
//         in map (\x -> x + r) ps) ps
//       let bs = loop ws = ps for _i < steps do
//         map2 (\as w ->
//           let d = reduce (+) 0 as
//           let e = d + w
//           in 2 * e) ass ws
//       in (ass, bs)) pss)

#include "nest.h"

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

// nest.fut:19: let d = reduce (+) 0 as
// rules: reduce-is-redomap, loop-interchange, loop-outside, descend, distribute, redomap,
//   drop-unused, fold-rows-in-blocks
// The operator of the reduction, (+).
static __device__ int32_t add(int32_t a, int32_t b) { return (uint32_t)a + b; }

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

// nest.fut:14: let cs = scan (+) 0 (map i32.i64 (iota (i64.i32 p)))
// rules: descend, distribute, segmap, scan-then-reduce
//
//   segmap@thread (<ps in pss>, <p in ps>) {
//     p_1 = i64.i32 p
//     is_at_least = p_1 >= 0i64
//     p_2 = assert "Range 0..1..<{} is invalid." [p_1] is_at_least p_1
//     values r = loop sum r = 0i32 0i32 for i < p_2 do {
//       values_1 = i32.i64 i
//       t = sum + values_1
//       u = r + t
//       in t u
//     }
//     in r
//   }
//
// One thread computes one element.
static __global__ void nest_rss(const int32_t *__restrict__ pss, int64_t m, Failure *failure,
                                int32_t *__restrict__ rss)
{
    const int64_t col = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= m)
        return;
    for (int64_t row = (int64_t)blockIdx.y * blockDim.y + threadIdx.y; row < m;
         row += (int64_t)gridDim.y * blockDim.y) {
        const int64_t p = (int64_t)pss[row * m + col];
        if (p < 0)
            return fail(failure, Failure{ 1, { p } });
        int32_t sum = 0;
        int32_t r = 0;
        for (int64_t i = 0; i < p; i++) {
            sum += (uint32_t)i;
            r += (uint32_t)sum;
        }
        rss[row * m + col] = r;
    }
}

// nest.fut:16: in map (\x -> x + r) ps) ps
// rules: distribute, descend, segmap, drop-unused
//
//   segmap@thread (<ps_1 rs in pss rss>, <r_1 in rs>, <x in ps_1>) x + r_1
//
// One thread computes one element.
static __global__ void nest_mappedss(const int32_t *__restrict__ pss,
                                     const int32_t *__restrict__ rss, int64_t m,
                                     int32_t *__restrict__ mappedss, Failure *failure)
{
    if (has_failed(failure))
        return;
    const int64_t k = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= m)
        return;
    for (int64_t i = (int64_t)blockIdx.z * blockDim.z + threadIdx.z; i < m;
         i += (int64_t)gridDim.z * blockDim.z) {
        for (int64_t j = (int64_t)blockIdx.y * blockDim.y + threadIdx.y; j < m;
             j += (int64_t)gridDim.y * blockDim.y)
            mappedss[(i * m + j) * m + k] = (uint32_t)pss[i * m + k] + rss[i * m + j];
    }
}

// nest.fut:19: let d = reduce (+) 0 as
// rules: reduce-is-redomap, loop-interchange, loop-outside, descend, distribute, redomap,
//   drop-unused, fold-rows-in-blocks
//
//   segmap@block (<ass in mappedss>, <as in ass>) segred@thread <a in as> (+) 0i32 a
//
// The threads of a block with the same threadIdx.y fold one segment into one result.
static __global__ void nest_dss(const int32_t *__restrict__ mappedss, int64_t m,
                                int32_t *__restrict__ dss, Failure *failure)
{
    if (__syncthreads_or(has_failed(failure)))
        return;
    const int64_t segment = block_number() * blockDim.y + threadIdx.y;
    const int64_t col = segment % m;
    const int64_t row = segment / m;
    int32_t sum = 0;
    if (segment < m * m) {
        for (int64_t i = threadIdx.x; i < m; i += blockDim.x)
            sum = add(sum, mappedss[(row * m + col) * m + i]);
    }

    sum = fold_threads<int32_t, add>(sum, 0);
    if (segment < m * m && threadIdx.x == 0)
        dss[row * m + col] = sum;
}

// nest.fut:20: let e = d + w
// rules: loop-interchange, loop-outside, descend, distribute, segmap
//
//   segmap@thread (<ws ds in wss dss>, <w d in ws ds>) {
//     e = d + w
//     prod = 2i32 * e
//     in prod
//   }
//
// One thread computes one element.
static __global__ void nest_map(const int32_t *__restrict__ dss, const int32_t *__restrict__ wss,
                                int64_t m, int32_t *__restrict__ next_wss, Failure *failure)
{
    if (has_failed(failure))
        return;
    const int64_t col = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= m)
        return;
    for (int64_t row = (int64_t)blockIdx.y * blockDim.y + threadIdx.y; row < m;
         row += (int64_t)gridDim.y * blockDim.y) {
        const int32_t e = (uint32_t)dss[row * m + col] + wss[row * m + col];
        next_wss[row * m + col] = 2u * e;
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

// Blocks of 32 x 4 x 2 threads, within the limits of a grid.
static dim3 grid_3d(int64_t x, int64_t y, int64_t z)
{
    const int64_t high = ceil_div(y, 4), deep = ceil_div(z, 2);
    return dim3(grid_x(x, 32), high < 65535 ? high : 65535, deep < 65535 ? deep : 65535);
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

template <typename T>
static void swap_pointers(T **a, T **b)
{
    T *const old = *a;
    *a = *b;
    *b = old;
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

size_t nest_main_scratch(int64_t m)
{
    if (too_large(m, m))
        return SIZE_MAX; // no device has so much
    return padded(sizeof(Failure)) + padded(m * m * sizeof(int32_t))
        + padded(m * m * sizeof(int32_t)) + padded(m * m * sizeof(int32_t));
}

// entry main [m] (pss: [m][m]i32): ([m][m][m]i32, [m][m]i32)
cudaError_t nest_main(const int32_t *pss, int64_t m, int32_t *mappedss, int32_t *bss,
                      void *scratch, cudaStream_t stream)
{
    if (m < 0 || too_large(m, m, m) || (m * m > 0 && (!pss || !bss))
        || (m * m * m > 0 && !mappedss) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    Failure *const failure = (Failure *)take(&memory, sizeof(Failure));
    int32_t *const rss = (int32_t *)take(&memory, m * m * sizeof(int32_t));
    int32_t *wss = (int32_t *)take(&memory, m * m * sizeof(int32_t));
    int32_t *next_wss = (int32_t *)take(&memory, m * m * sizeof(int32_t));
    int32_t *const dss = rss; // not needed at the same time
    if (const cudaError_t error = cudaMemsetAsync(failure, 0, sizeof(Failure), stream))
        return error;

    if (m * m > 0)
        nest_rss<<<grid_2d(m, m), dim3(32, 8), 0, stream>>>(pss, m, failure, rss);
    if (m * m * m > 0)
        nest_mappedss<<<grid_3d(m, m, m), dim3(32, 4, 2), 0, stream>>>(pss, rss, m, mappedss,
            failure);
    if (const cudaError_t error = cudaMemcpyAsync(wss, pss, m * m * sizeof(int32_t),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    for (int64_t i = 0; i < 3; i++) {
        if (m * m > 0)
            nest_dss<<<grid_of(ceil_div(m * m, row_block(m).y)), row_block(m), 0, stream>>>(
                mappedss, m, dss, failure);
        if (m * m > 0)
            nest_map<<<grid_2d(m, m), dim3(32, 8), 0, stream>>>(dss, wss, m, next_wss, failure);
        swap_pointers(&wss, &next_wss);
    }
    if (const cudaError_t error = cudaMemcpyAsync(bss, wss, m * m * sizeof(int32_t),
                                                  cudaMemcpyDeviceToDevice, stream))
        return error;
    return error_since(earlier);
}

cudaError_t nest_main_failure(const void *scratch, cudaStream_t stream, char *text, size_t size)
{
    Failure found;
    if (const cudaError_t error = read_back(&found, scratch, stream))
        return error;
    switch (found.code) {
    case 1:
        snprintf(text, size, "nest.fut:14:41: error: Range 0..1..<%lld is invalid.",
                 found.value[0]);
        break;
    default:
        snprintf(text, size, "no failure");
        return cudaSuccess;
    }
    return cudaErrorAssert;
}
