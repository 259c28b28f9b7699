/* drawdown.h -- written by mapnest 0.1.0 from drawdown.fut; it is yours */
#ifndef DRAWDOWN_H
#define DRAWDOWN_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Parameters come in this order: inputs, sizes, results, scratch memory, pool, stream. Arrays
 * are row-major. An array that is written overlaps no other array. Results are valid once the
 * stream has completed the call, but not after an error or a failure on the device. There is no
 * global state: several threads may call at a time. On one device the same inputs
 * give the same bits.
 */

#ifndef MAPNEST_OK
/* The results of calls. Any other value is the error of a launch or a copy. */
#define MAPNEST_OK cudaSuccess
#define MAPNEST_BAD_ARGUMENT cudaErrorInvalidValue /* nothing has been queued */
#define MAPNEST_FAILED cudaErrorAssert             /* by .._failure: a check failed on the device */
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*
 * entry main [n] (prices: [n]f32): f32    drawdown.fut:10
 *
 *   prices   [n]f32 on the device, read
 *   most     f32 on the device, written
 *   scratch  drawdown_main_scratch(n) bytes on the device
 *   stream   the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t drawdown_main(const float *prices, int64_t n, float *most, void *scratch,
                          cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for drawdown_main. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t drawdown_main_scratch(int64_t n);

/*
 * entry lowest [n] (steps: [n]i32): (i64, i32)    drawdown.fut:23
 *
 *   steps     [n]i32 on the device, read
 *   result_0  i64 on the device, written
 *   result_1  i32 on the device, written
 *   scratch   drawdown_lowest_scratch(n) bytes on the device
 *   stream    the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t drawdown_lowest(const int32_t *steps, int64_t n, int64_t *result_0, int32_t *result_1,
                            void *scratch, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for drawdown_lowest. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t drawdown_lowest_scratch(int64_t n);

#ifdef __cplusplus
}
#endif
#endif
