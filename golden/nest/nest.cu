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
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements

// Returns the threads of a block as a signed number. A signed step lets nvcc overlap the loads
// of several iterations.
static __device__ int block_threads() { return blockDim.x; }

namespace {
// The first check that failed (code 0: none) and its values. Scratch memory begins with it.
struct Failure {
    int32_t code;
    long long value[1];
};
}

// Records the first failure. The .._failure function turns it into a message.
static __device__ void fail(Failure *failure, const Failure &found)
{
    if (atomicCAS(&failure->code, 0, found.code) != 0)
        return;
    for (int i = 0; i < 1; i++)
        failure->value[i] = found.value[i];
}

// Returns true if an earlier kernel failed; its results are incomplete.
static __device__ bool has_failed(const Failure *failure) { return failure->code != 0; }

// nest.fut:19: the operator (+) of reductions and scans
static __device__ int32_t add(int32_t a, int32_t b) { return (uint32_t)a + b; }

// Reduces one value per thread over `width` consecutive lanes of a warp; the first lane gets the
// total. Values are combined in thread order: the operator need not be commutative.
template <typename T, T op(T, T)>
static __device__ T warp_reduce(T value, int width)
{
    for (int offset = 1; offset < width; offset *= 2)
        value = op(value, __shfl_down_sync(0xffffffff, value, offset, width));
    return value;
}

// Reduces one value per thread over the block, in thread order; thread 0 gets the total.
template <typename T, T op(T, T)>
static __device__ T block_reduce(T value, T neutral)
{
    __shared__ T warp_values[32];
    value = warp_reduce<T, op>(value, 32);
    if (threadIdx.x % 32 == 0)
        warp_values[threadIdx.x / 32] = value;
    __syncthreads();

    // The first warp reduces the totals of all warps.
    if (threadIdx.x < 32) {
        value = threadIdx.x < blockDim.x / 32 ? warp_values[threadIdx.x] : neutral;
        value = warp_reduce<T, op>(value, 32);
    }
    return value;
}

// Reduces one value per thread over the block; all threads get the total.
template <typename T, T op(T, T)>
static __device__ T block_all_reduce(T value, T neutral)
{
    __shared__ T result;
    value = block_reduce<T, op>(value, neutral);
    if (threadIdx.x == 0)
        result = value;
    __syncthreads();
    return result; // a barrier comes before the next write to it
}

// nest.fut:14: let cs = scan (+) 0 (map i32.i64 (iota (i64.i32 p)))
// rules: descend, distribute, segmap, scan-then-reduce
// One thread computes one element.
static __global__ void nest_map(const int32_t *__restrict__ pss, int64_t m, Failure *failure,
                                int32_t *__restrict__ rss)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m * m) {
        const int64_t p = pss[i];
        if (p < 0) return fail(failure, Failure{ 1, { p } });
        int32_t sum = 0;
        int32_t r = 0;
        for (int64_t j = 0; j < p; j++) {
            sum += (uint32_t)j;
            r += (uint32_t)sum;
        }
        rss[i] = r;
    }
}

// nest.fut:16: in map (\x -> x + r) ps) ps
// rules: distribute, descend, segmap, drop-unused
// One thread computes one element.
static __global__ void nest_map_result(const int32_t *__restrict__ pss,
                                       const int32_t *__restrict__ rss, int64_t m,
                                       int32_t *__restrict__ result_0, Failure *failure)
{
    if (has_failed(failure)) return;
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t outer = ((int64_t)blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y
        + threadIdx.y;
    if (i < m && outer < m * m) {
        const int64_t rss_col = outer % m;
        const int64_t pss_row = outer / m;
        result_0[(pss_row * m + rss_col) * m + i] = (uint32_t)pss[pss_row * m + i]
            + rss[pss_row * m + rss_col];
    }
}

// nest.fut:18: map2 (\as w ->
// rules: distribute, loop-interchange, loop-outside, descend, versions-by-blocks, drop-unused
// One block computes one element.
static __global__ void __launch_bounds__(1024)
nest_block(const int32_t *__restrict__ result_0, int64_t m, int32_t *__restrict__ bss,
           Failure *failure)
{
    if (__syncthreads_or(has_failed(failure))) return;
    const unsigned block = blockIdx.x;
    const int col = block % (uint32_t)m;
    const int row = block / (uint32_t)m;

    const int32_t w = bss[row * m + col];
    int32_t d = 0;
    for (int64_t i = threadIdx.x; i < m; i += block_threads())
        d = add(d, result_0[(row * m + col) * m + i]);
    d = block_all_reduce<int32_t, add>(d, 0);
    const int32_t e = (uint32_t)d + w;
    if (threadIdx.x == 0)
        bss[row * m + col] = 2u * e;
}

// Returns the error of a call from the function around it.
#define CUDA_TRY(call) do { if (const cudaError_t error = (call)) return error; } while (0)

// Returns n / size, rounded up.
static int64_t ceil_div(int64_t n, int64_t size) { return n / size + (n % size > 0); }

// Returns true if an array of these sizes has more than MAX_ELEMENTS elements.
template <typename... Sizes>
static bool exceeds_memory(Sizes... sizes)
{
    return (1.0 * ... * (sizes > 1 ? sizes : 1)) > MAX_ELEMENTS;
}

// Returns the number of blocks of `size` threads for n elements. Returns 0 beyond the grid limit,
// which makes the launch fail.
static unsigned grid_x(int64_t n, int64_t size)
{
    const int64_t blocks = ceil_div(n, size);
    return blocks <= INT32_MAX ? (unsigned)blocks : 0;
}

// Returns the lanes for a row of n elements, a power of two up to 32.
static int lanes_per_row(int64_t n)
{
    int width = 1;
    while (width < 32 && width < n)
        width *= 2;
    return width;
}

// Returns whole warps for a scan of a row: one element per thread up to BLOCK_SIZE threads, then
// up to four elements per thread, up to 1024 threads.
static int scan_row_threads(int64_t elements)
{
    const int64_t one_each = elements < BLOCK_SIZE ? elements : BLOCK_SIZE;
    const int64_t warps = ceil_div(elements > 4 * one_each ? ceil_div(elements, 4) : one_each, 32);
    return warps < 1 ? 32 : warps < 32 ? 32 * (int)warps : 1024;
}

// Returns the shape of a block for rows of x elements. Short rows share a block.
static dim3 block_2d(int64_t x) { return dim3(lanes_per_row(x), BLOCK_SIZE / lanes_per_row(x)); }

// Returns the grid for rows of x elements. A grid higher than 65535 blocks uses the z dimension,
// too.
static dim3 grid_2d(int64_t x, int64_t rows)
{
    const dim3 block = block_2d(x);
    const int64_t high = ceil_div(rows, block.y), deep = ceil_div(high, 65535);
    return deep > 65535 ? dim3(0) : dim3(grid_x(x, block.x), ceil_div(high, deep), deep);
}

// Returns an error raised since the call began; an earlier error of the caller is kept.
static cudaError_t last_error(cudaError_t earlier)
{
    return cudaPeekAtLastError() == earlier ? cudaSuccess : cudaGetLastError();
}

// Copies a value from the device and waits for it. Returns the error of a failed launch, too.
template <typename T>
static cudaError_t copy_to_host(T *to, const void *from, cudaError_t earlier, cudaStream_t stream)
{
    CUDA_TRY(last_error(earlier));
    CUDA_TRY(cudaMemcpyAsync(to, from, sizeof *to, cudaMemcpyDeviceToHost, stream));
    return cudaStreamSynchronize(stream);
}

// Returns the size rounded up to a multiple of 256 bytes, the alignment of scratch arrays.
static size_t align_up(int64_t bytes) { return bytes > 0 ? (bytes + 255) / 256 * 256 : 0; }

// Carves the next array of `count` elements out of scratch memory.
template <typename T>
static T *carve(char **memory, int64_t count)
{
    T *const array = (T *)*memory;
    *memory += align_up(count * sizeof(T));
    return array;
}

// The messages of failed checks, by the code of the check.
static const char *const FAILURES[] = {
    "no failure",
    "nest.fut:14:41: error: Range 0..1..<%lld is invalid.",
};

size_t nest_main_scratch(int64_t m)
{
    if (m < 0 || exceeds_memory(m, m, m))
        return SIZE_MAX; // the call refuses these sizes
    return align_up(sizeof(Failure)) + align_up(m * m * sizeof(int32_t));
}

// entry main [m] (pss: [m][m]i32): ([m][m][m]i32, [m][m]i32)
cudaError_t nest_main(const int32_t *pss, int64_t m, int32_t *result_0, int32_t *bss,
                      void *scratch, cudaStream_t stream)
{
    if (m < 0 || exceeds_memory(m, m, m) || (m * m > 0 && (!pss || !bss))
        || (m * m * m > 0 && !result_0) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    Failure *const failure = carve<Failure>(&memory, 1);
    int32_t *const rss = carve<int32_t>(&memory, m * m);
    CUDA_TRY(cudaMemsetAsync(failure, 0, sizeof(Failure), stream));

    if (m * m > 0)
        nest_map<<<grid_x(m * m, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(pss, m, failure, rss);
    if (m * m * m > 0)
        nest_map_result<<<grid_2d(m, m * m), block_2d(m), 0, stream>>>(pss, rss, m, result_0,
            failure);
    CUDA_TRY(cudaMemcpyAsync(bss, pss, m * m * sizeof(int32_t), cudaMemcpyDeviceToDevice, stream));
    for (int64_t i = 0; i < 3; i++) {
        if (m * m > 0)
            nest_block<<<grid_x(m * m, 1), scan_row_threads(m), 0, stream>>>(result_0, m, bss,
                failure);
    }
    return last_error(earlier);
}

cudaError_t nest_main_failure(const void *scratch, cudaStream_t stream, char *text, size_t size)
{
    Failure found;
    const cudaError_t earlier = cudaPeekAtLastError();
    CUDA_TRY(copy_to_host(&found, scratch, earlier, stream));
    const int known = sizeof FAILURES / sizeof *FAILURES;
    const bool failed = 0 < found.code && found.code < known;
    snprintf(text, size, FAILURES[failed ? found.code : 0], found.value[0]);
    return failed ? cudaErrorAssert : cudaSuccess;
}
