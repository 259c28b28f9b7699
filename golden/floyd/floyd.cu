// floyd.cu -- written by mapnest 0.1.0 from floyd.fut; it is yours
//
//   -- Floyd-Warshall: all shortest paths.
//
//   entry main [n] (dist: [n][n]i32): [n][n]i32 =
//     loop dist for k < n do
//       map (\row ->
//         map2 (\d e -> i32.min d (row[k] + e)) row dist[k]) dist

#include "floyd.h"

#include <utility>

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements

// floyd.fut:12: map2 (\d e -> i32.min d (row[k] + e)) row dist[k]) dist
// rules: row-into-map, loop-outside, descend, segmap
// One thread computes one element.
static __global__ void floyd_map(const int32_t *__restrict__ result, int64_t k, int64_t n,
                                 int32_t *__restrict__ next_dist)
{
    const int64_t j = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t i = ((int64_t)blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
    if (j < n && i < n) {
        const int32_t e = result[k * n + j];
        next_dist[i * n + j] = min(result[i * n + j], (int32_t)((uint32_t)result[i * n + k] + e));
    }
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

size_t floyd_main_scratch(int64_t n)
{
    if (n < 0 || exceeds_memory(n, n))
        return SIZE_MAX; // the call refuses these sizes
    return n * n * sizeof(int32_t);
}

// entry main [n] (dist: [n][n]i32): [n][n]i32
cudaError_t floyd_main(const int32_t *dist, int64_t n, int32_t *result, void *scratch,
                       cudaStream_t stream)
{
    if (n < 0 || exceeds_memory(n, n) || (n * n > 0 && (!dist || !result))
        || (!scratch && floyd_main_scratch(n) > 0))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    int32_t *next_dist = (int32_t *)scratch;

    if (n % 2 == 1)
        std::swap(result, next_dist);
    CUDA_TRY(cudaMemcpyAsync(result, dist, n * n * sizeof(int32_t), cudaMemcpyDeviceToDevice,
                             stream));
    for (int64_t k = 0; k < n; k++) {
        if (n * n > 0)
            floyd_map<<<grid_2d(n, n), block_2d(n), 0, stream>>>(result, k, n, next_dist);
        std::swap(result, next_dist);
    }
    return last_error(earlier);
}
