/* algebra.h -- written by mapnest 0.1.0 from algebra.fut; it is yours */
#ifndef ALGEBRA_H
#define ALGEBRA_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
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
 * entry integers [n] (xs: [n]i32): [n]i32    algebra.fut:11
 *
 *   xs      [n]i32 on the device, read
 *   result  [n]i32 on the device, written
 *   stream  the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t algebra_integers(const int32_t *xs, int64_t n, int32_t *result, cudaStream_t stream);

/*
 * entry floats [n] (xs: [n]f64): [n]f64    algebra.fut:19
 *
 *   xs      [n]f64 on the device, read
 *   result  [n]f64 on the device, written
 *   stream  the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t algebra_floats(const double *xs, int64_t n, double *result, cudaStream_t stream);

/*
 * entry truths [n] (bs: [n]bool): [n]bool    algebra.fut:27
 *
 *   bs      [n]bool on the device, read
 *   result  [n]bool on the device, written
 *   stream  the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t algebra_truths(const bool *bs, int64_t n, bool *result, cudaStream_t stream);

/*
 * entry choices [n] (xs: [n]i32): [n]i32    algebra.fut:35
 *
 *   xs      [n]i32 on the device, read
 *   result  [n]i32 on the device, written
 *   stream  the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t algebra_choices(const int32_t *xs, int64_t n, int32_t *result, cudaStream_t stream);

/*
 * entry elements [n] (xs: [n]i32): (i32, [n]i32)    algebra.fut:48
 *
 *   xs        [n]i32 on the device, read
 *   result_0  i32 on the device, written
 *   result_1  [n]i32 on the device, written
 *   stream    the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t algebra_elements(const int32_t *xs, int64_t n, int32_t *result_0, int32_t *result_1,
                             cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
