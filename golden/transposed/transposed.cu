// transposed.cu -- written by mapnest 0.1.0 from transposed.fut; it is yours
//
//   -- A map over the columns of a matrix reads tiles, which are transposed in shared memory.
//   entry main [n] [m] (xss: [n][m]f32): [m][n]f32 =
//     map (map (\x -> 2 * x + 1)) (transpose xss)
//
//   -- An element and the one across the diagonal.
//   entry symmetric [n] (xss: [n][n]f32): [n][n]f32 =
//     map2 (map2 (\x y -> (x + y) / 2)) xss (transpose xss)
//
//   -- Transposed after it is mapped: one kernel does both.
//   entry squares [n] [m] (xss: [n][m]i32): [m][n]i32 =
//     transpose (map (map (\x -> x * x)) xss)

#include "transposed.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements

// transposed.fut:10: map (map (\x -> 2 * x + 1)) (transpose xss)
// rules: distribute, descend, segmap, read-turned, stage-turned
// One block computes one tile.
static __global__ void __launch_bounds__(256)
transposed_tiled(const float *__restrict__ xss, int64_t tiles_across, int64_t n, int64_t m,
                 float *__restrict__ result)
{
    const unsigned block = blockIdx.x;
    const int x = threadIdx.x % 32;
    const int y = threadIdx.x / 32;
    const int col = block % (uint32_t)tiles_across;
    const int row = block / (uint32_t)tiles_across;
    __shared__ float xss_tile[32][32 + 1]; // padded rows avoid bank conflicts

    const int64_t top = (int64_t)row * 32;
    const int64_t left = (int64_t)col * 32;
    #pragma unroll
    for (int r = 0; r < 4; r++) {
        const int i = y + r * 8;
        const int64_t xss_row = left + i;
        const int64_t xss_col = top + x;
        xss_tile[i][x] = xss_row < n && xss_col < m ? xss[xss_row * m + xss_col] : 0.0f;
    }
    __syncthreads();
    #pragma unroll
    for (int r = 0; r < 4; r++) {
        const int xss_tile_col = y + r * 8;
        if (top + xss_tile_col < m && left + x < n) {
            const float x_value = xss_tile[x][xss_tile_col];
            result[(top + xss_tile_col) * n + left + x] = 2.0f * x_value + 1.0f;
        }
    }
}

// transposed.fut:10: map (map (\x -> 2 * x + 1)) (transpose xss)
// rules: distribute, descend, segmap, read-turned, stage-turned
// One thread computes one element.
static __global__ void transposed_map(const float *__restrict__ xss, int64_t m, int64_t n,
                                      float *__restrict__ result)
{
    const int64_t j = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t i = ((int64_t)blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
    if (j < n && i < m) {
        const float x = xss[j * m + i];
        result[i * n + j] = 2.0f * x + 1.0f;
    }
}

// transposed.fut:20: map2 (map2 (\x y -> (x + y) / 2)) xss (transpose xss)
// rules: distribute, descend, segmap, read-turned, stage-turned
// One block computes one tile.
static __global__ void __launch_bounds__(256)
transposed_symmetric_tiled(const float *__restrict__ xss, int64_t tiles_down, int64_t n,
                           float *__restrict__ result)
{
    const unsigned block = blockIdx.x;
    const int x = threadIdx.x % 32;
    const int y = threadIdx.x / 32;
    const int col = block % (uint32_t)tiles_down;
    const int row = block / (uint32_t)tiles_down;
    __shared__ float xss_tile[32][32 + 1]; // padded rows avoid bank conflicts

    const int64_t top = (int64_t)row * 32;
    const int64_t left = (int64_t)col * 32;
    #pragma unroll
    for (int r = 0; r < 4; r++) {
        const int i = y + r * 8;
        const int64_t xss_row = left + i;
        const int64_t xss_col = top + x;
        xss_tile[i][x] = xss_row < n && xss_col < n ? xss[xss_row * n + xss_col] : 0.0f;
    }
    __syncthreads();
    #pragma unroll
    for (int r = 0; r < 4; r++) {
        const int xss_tile_col = y + r * 8;
        const int64_t xss_row = top + xss_tile_col;
        const int64_t xss_col = left + x;
        if (xss_row < n && xss_col < n) {
            const float y_value = xss_tile[x][xss_tile_col];
            result[xss_row * n + xss_col] = (xss[xss_row * n + xss_col] + y_value) / 2.0f;
        }
    }
}

// transposed.fut:20: map2 (map2 (\x y -> (x + y) / 2)) xss (transpose xss)
// rules: distribute, descend, segmap, read-turned, stage-turned
// One thread computes one element.
static __global__ void transposed_map_result(const float *__restrict__ xss, int64_t n,
                                             float *__restrict__ result)
{
    const int64_t j = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t i = ((int64_t)blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
    if (j < n && i < n) {
        const float y = xss[j * n + i];
        result[i * n + j] = (xss[i * n + j] + y) / 2.0f;
    }
}

// transposed.fut:30: transpose (map (map (\x -> x * x)) xss)
// rules: transposed-map, distribute, descend, segmap, read-turned, stage-turned
// One block computes one tile.
static __global__ void __launch_bounds__(256)
transposed_squares_tiled(const int32_t *__restrict__ xss, int64_t tiles_across, int64_t n,
                         int64_t m, int32_t *__restrict__ result)
{
    const unsigned block = blockIdx.x;
    const int x = threadIdx.x % 32;
    const int y = threadIdx.x / 32;
    const int col = block % (uint32_t)tiles_across;
    const int row = block / (uint32_t)tiles_across;
    __shared__ int32_t xss_tile[32][32 + 1]; // padded rows avoid bank conflicts

    const int64_t top = (int64_t)row * 32;
    const int64_t left = (int64_t)col * 32;
    #pragma unroll
    for (int r = 0; r < 4; r++) {
        const int i = y + r * 8;
        const int64_t xss_row = left + i;
        const int64_t xss_col = top + x;
        xss_tile[i][x] = xss_row < n && xss_col < m ? xss[xss_row * m + xss_col] : 0;
    }
    __syncthreads();
    #pragma unroll
    for (int r = 0; r < 4; r++) {
        const int xss_tile_col = y + r * 8;
        if (top + xss_tile_col < m && left + x < n) {
            const int32_t x_value = xss_tile[x][xss_tile_col];
            result[(top + xss_tile_col) * n + left + x] = (uint32_t)x_value * x_value;
        }
    }
}

// transposed.fut:30: transpose (map (map (\x -> x * x)) xss)
// rules: transposed-map, distribute, descend, segmap, read-turned, stage-turned
// One thread computes one element.
static __global__ void transposed_map_of_xss(const int32_t *__restrict__ xss, int64_t m, int64_t n,
                                             int32_t *__restrict__ result)
{
    const int64_t col = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t row = ((int64_t)blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
    if (col < n && row < m) {
        const int32_t x = xss[col * m + row];
        result[row * n + col] = (uint32_t)x * x;
    }
}

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

// entry main [n] [m] (xss: [n][m]f32): [m][n]f32
cudaError_t transposed_main(const float *xss, int64_t n, int64_t m, float *result,
                            cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && !xss) || (m * n > 0 && !result))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    if (m >= 16 && n >= 16) {
        const int64_t tiles_down = (m + 31) / 32;
        const int64_t tiles_across = (n + 31) / 32;
        transposed_tiled<<<grid_x(tiles_down * tiles_across, 1), 256, 0, stream>>>(xss,
            tiles_across, n, m, result);
    } else if (m * n > 0) {
        transposed_map<<<grid_2d(n, m), block_2d(n), 0, stream>>>(xss, m, n, result);
    }
    return last_error(earlier);
}

// entry symmetric [n] (xss: [n][n]f32): [n][n]f32
cudaError_t transposed_symmetric(const float *xss, int64_t n, float *result, cudaStream_t stream)
{
    if (n < 0 || exceeds_memory(n, n) || (n * n > 0 && (!xss || !result)))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    if (n >= 16) {
        const int64_t tiles_down = (n + 31) / 32;
        transposed_symmetric_tiled<<<grid_x(tiles_down * tiles_down, 1), 256, 0, stream>>>(xss,
            tiles_down, n, result);
    } else if (n * n > 0) {
        transposed_map_result<<<grid_2d(n, n), block_2d(n), 0, stream>>>(xss, n, result);
    }
    return last_error(earlier);
}

// entry squares [n] [m] (xss: [n][m]i32): [m][n]i32
cudaError_t transposed_squares(const int32_t *xss, int64_t n, int64_t m, int32_t *result,
                               cudaStream_t stream)
{
    if (n < 0 || m < 0 || exceeds_memory(n, m) || (n * m > 0 && !xss) || (m * n > 0 && !result))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    if (m >= 16 && n >= 16) {
        const int64_t tiles_down = (m + 31) / 32;
        const int64_t tiles_across = (n + 31) / 32;
        transposed_squares_tiled<<<grid_x(tiles_down * tiles_across, 1), 256, 0, stream>>>(xss,
            tiles_across, n, m, result);
    } else if (m * n > 0) {
        transposed_map_of_xss<<<grid_2d(n, m), block_2d(n), 0, stream>>>(xss, m, n, result);
    }
    return last_error(earlier);
}
