/* transposed.h -- written by mapnest 0.1.0 from transposed.fut; it is yours */
#ifndef TRANSPOSED_H
#define TRANSPOSED_H

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
 * entry main [n] [m] (xss: [n][m]f32): [m][n]f32    transposed.fut:9
 *
 *   xss     [n][m]f32 on the device, read
 *   result  [m][n]f32 on the device, written
 *   stream  the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t transposed_main(const float *xss, int64_t n, int64_t m, float *result,
                            cudaStream_t stream);

/*
 * entry symmetric [n] (xss: [n][n]f32): [n][n]f32    transposed.fut:19
 *
 *   xss     [n][n]f32 on the device, read
 *   result  [n][n]f32 on the device, written
 *   stream  the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t transposed_symmetric(const float *xss, int64_t n, float *result, cudaStream_t stream);

/*
 * entry squares [n] [m] (xss: [n][m]i32): [m][n]i32    transposed.fut:29
 *
 *   xss     [n][m]i32 on the device, read
 *   result  [m][n]i32 on the device, written
 *   stream  the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t transposed_squares(const int32_t *xss, int64_t n, int64_t m, int32_t *result,
                               cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
