// mandelbrot.cu -- written by mapnest 0.1.0 from mandelbrot.fut; it is yours
//
//   -- The Mandelbrot set: a while loop in each thread.
//
//   def escape_time (limit: i32) (cr: f32, ci: f32): i32 =
//     let (_, _, steps) =
//       loop (zr, zi, steps) = (0, 0, 0)
//       while steps < limit && zr * zr + zi * zi <= 4 do
//         (zr * zr - zi * zi + cr, 2 * zr * zi + ci, steps + 1)
//     in steps
//
//   entry main (width: i64) (height: i64) (limit: i32): [height][width]i32 =
//     tabulate_2d height width (\row col ->
//       let ci = 2 * f32.i64 row / f32.i64 height - 1
//       let cr = 3 * f32.i64 col / f32.i64 width - 2
//       in escape_time limit (cr, ci))

#include "mandelbrot.h"

#include <stdio.h>

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements

namespace {
// The first check that failed (code 0: none) and its values. Scratch memory begins with it.
struct Failure {
    int32_t code;
    long long value[1];
};
}

// mandelbrot.fut:7: def escape_time (limit: i32) (cr: f32, ci: f32): i32 =
static __device__ int32_t escape_time(int32_t limit, float cr, float ci)
{
    float zr = 0.0f;
    float zi = 0.0f;
    int32_t steps = 0;
    while (steps < limit && zr * zr + zi * zi <= 4.0f) {
        const float next_zi = 2.0f * zr * zi + ci;
        zr = zr * zr - zi * zi + cr;
        zi = next_zi;
        steps += 1u;
    }
    return steps;
}

// mandelbrot.fut:16: let ci = 2 * f32.i64 row / f32.i64 height - 1
// rules: iota-into-map, distribute, descend, segmap
// One thread computes one element.
static __global__ void mandelbrot_map(int64_t height, int64_t width, int32_t limit,
                                      int32_t *__restrict__ result)
{
    const int64_t col = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t row = ((int64_t)blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
    if (col < width && row < height) {
        const float ci = 2.0f * (float)row / (float)height - 1.0f;
        const float cr = 3.0f * (float)col / (float)width - 2.0f;
        result[row * width + col] = escape_time(limit, cr, ci);
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

// Copies a value from the device and waits for it. Returns the error of a failed launch, too.
template <typename T>
static cudaError_t copy_to_host(T *to, const void *from, cudaError_t earlier, cudaStream_t stream)
{
    CUDA_TRY(last_error(earlier));
    CUDA_TRY(cudaMemcpyAsync(to, from, sizeof *to, cudaMemcpyDeviceToHost, stream));
    return cudaStreamSynchronize(stream);
}

// The messages of failed checks, by the code of the check.
static const char *const FAILURES[] = {
    "no failure",
    "mandelbrot.fut:15:3: error: Range 0..1..<%lld is invalid.",
};

// Records a failed check of the host where kernels record theirs.
static __global__ void record_failure_kernel(Failure *failure, Failure found)
{
    if (failure->code == 0)
        *failure = found;
}

static cudaError_t report(Failure *failure, cudaStream_t stream, const Failure &found)
{
    const cudaError_t earlier = cudaPeekAtLastError();
    record_failure_kernel<<<1, 1, 0, stream>>>(failure, found);
    return last_error(earlier);
}

size_t mandelbrot_main_scratch()
{
    return sizeof(Failure);
}

// entry main (width: i64) (height: i64) (limit: i32): [height][width]i32
cudaError_t mandelbrot_main(int64_t width, int64_t height, int32_t limit, int32_t *result,
                            void *scratch, cudaStream_t stream)
{
    if (exceeds_memory(height, width) || (height > 0 && width > 0 && !result) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    Failure *const failure = (Failure *)scratch;
    CUDA_TRY(cudaMemsetAsync(failure, 0, sizeof(Failure), stream));

    if (height < 0) return report(failure, stream, Failure{ 1, { height } });
    if (width < 0) return report(failure, stream, Failure{ 1, { width } });
    if (height * width > 0)
        mandelbrot_map<<<grid_2d(width, height), block_2d(width), 0, stream>>>(height, width,
            limit, result);
    return last_error(earlier);
}

cudaError_t mandelbrot_main_failure(const void *scratch, cudaStream_t stream, char *text,
                                    size_t size)
{
    Failure found;
    const cudaError_t earlier = cudaPeekAtLastError();
    CUDA_TRY(copy_to_host(&found, scratch, earlier, stream));
    const int known = sizeof FAILURES / sizeof *FAILURES;
    const bool failed = 0 < found.code && found.code < known;
    snprintf(text, size, FAILURES[failed ? found.code : 0], found.value[0]);
    return failed ? cudaErrorAssert : cudaSuccess;
}
