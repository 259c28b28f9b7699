/* nest.h -- written by mapnest 0.1.0 from nest.fut; it is yours */
#ifndef NEST_H
#define NEST_H

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
 * entry main [m] (pss: [m][m]i32): ([m][m][m]i32, [m][m]i32)    nest.fut:11
 *
 *   pss       [m][m]i32 on the device, read
 *   result_0  [m][m][m]i32 on the device, written
 *   bss       [m][m]i32 on the device, written
 *   scratch   nest_main_scratch(m) bytes on the device
 *   stream    the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t nest_main(const int32_t *pss, int64_t m, int32_t *result_0, int32_t *bss,
                      void *scratch, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for nest_main. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t nest_main_scratch(int64_t m);

/*
 * Returns cudaErrorAssert if a check of the last call with this scratch memory failed on the
 * device: an index out of bounds, for example. Then `text` gets the place and the reason, in at
 * most `size` bytes. The first failure is reported. Waits for the stream.
 */
cudaError_t nest_main_failure(const void *scratch, cudaStream_t stream, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
