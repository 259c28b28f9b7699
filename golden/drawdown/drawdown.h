/* drawdown.h -- written by mapnest 0.1.0 from drawdown.fut; it is yours */
#ifndef DRAWDOWN_H
#define DRAWDOWN_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Parameters come in this order: inputs, sizes, results, scratch memory, pool, stream. Arrays
 * are row-major; one that is written overlaps no other. Results are defined once the stream
 * has passed the call, and not after an error or a failure on the device. There is no global
 * state: calls from several threads do not disturb each other. On one device the same inputs
 * give the same bits.
 */

#ifndef MAPNEST_OK
/* What calls return. Each other value is of CUDA, of a launch or a copy. */
#define MAPNEST_OK cudaSuccess
#define MAPNEST_BAD_ARGUMENT cudaErrorInvalidValue /* nothing has been queued */
#define MAPNEST_FAILED cudaErrorAssert             /* by .._failure: the program, on the device */
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
 *   stream   everything is queued here; the call does not wait for it
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t drawdown_main(const float *prices, int64_t n, float *most, void *scratch,
                          cudaStream_t stream);

/*
 * The bytes of scratch memory that drawdown_main needs, beginning at a multiple of 256, as
 * what cudaMalloc gives does. It serves one call at a time, until the stream has passed that.
 */
size_t drawdown_main_scratch(int64_t n);

/*
 * entry lowest [n] (steps: [n]i32): (i64, i32)    drawdown.fut:23
 *
 *   steps         [n]i32 on the device, read
 *   total         i64 on the device, written
 *   second_total  i32 on the device, written
 *   scratch       drawdown_lowest_scratch(n) bytes on the device
 *   stream        everything is queued here; the call does not wait for it
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t drawdown_lowest(const int32_t *steps, int64_t n, int64_t *total, int32_t *second_total,
                            void *scratch, cudaStream_t stream);

/*
 * The bytes of scratch memory that drawdown_lowest needs, beginning at a multiple of 256, as
 * what cudaMalloc gives does. It serves one call at a time, until the stream has passed that.
 */
size_t drawdown_lowest_scratch(int64_t n);

#ifdef __cplusplus
}
#endif
#endif
