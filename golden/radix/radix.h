/* radix.h -- written by mapnest 0.1.0 from radix.fut; it is yours */
#ifndef RADIX_H
#define RADIX_H

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
 * entry main [n] (xs: [n]u32): [n]u32    radix.fut:19
 *
 *   xs       [n]u32 on the device, read
 *   result   [n]u32 on the device, written
 *   scratch  radix_main_scratch(n) bytes on the device
 *   stream   the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t radix_main(const uint32_t *xs, int64_t n, uint32_t *result, void *scratch,
                       cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for radix_main. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t radix_main_scratch(int64_t n);

#ifdef __cplusplus
}
#endif
#endif
