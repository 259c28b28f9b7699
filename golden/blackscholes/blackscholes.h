/* blackscholes.h -- written by mapnest 0.1.0 from blackscholes.fut; it is yours */
#ifndef BLACKSCHOLES_H
#define BLACKSCHOLES_H

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
 * entry main [n] (spots: [n]f64) (strikes: [n]f64) (years: [n]f64): [n]f64    blackscholes.fut:21
 *
 *   spots, strikes, years  [n]f64 on the device, read
 *   result                 [n]f64 on the device, written
 *   stream                 the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t blackscholes_main(const double *spots, const double *strikes, const double *years,
                              int64_t n, double *result, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
