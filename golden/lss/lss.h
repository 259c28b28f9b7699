/* lss.h -- written by mapnest 0.1.0 from lss.fut; it is yours */
#ifndef LSS_H
#define LSS_H

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
 * entry main [n] (xs: [n]i32): i64    lss.fut:33
 *
 *   xs       [n]i32 on the device, read
 *   result   i64 on the device, written
 *   scratch  lss_main_scratch() bytes on the device
 *   stream   everything is queued here; the call does not wait for it
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t lss_main(const int32_t *xs, int64_t n, int64_t *result, void *scratch,
                     cudaStream_t stream);

/*
 * The bytes of scratch memory that lss_main needs, beginning at a multiple of 256, as
 * what cudaMalloc gives does. It serves one call at a time, until the stream has passed that.
 */
size_t lss_main_scratch(void);

#ifdef __cplusplus
}
#endif
#endif
