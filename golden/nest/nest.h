/* nest.h -- written by mapnest 0.1.0 from nest.fut; it is yours */
#ifndef NEST_H
#define NEST_H

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
 * entry main [m] (pss: [m][m]i32): ([m][m][m]i32, [m][m]i32)    nest.fut:11
 *
 *   pss      [m][m]i32 on the device, read
 *   mapped   [m][m][m]i32 on the device, written
 *   bss      [m][m]i32 on the device, written
 *   scratch  nest_main_scratch(m) bytes on the device
 *   stream   everything is queued here; the call does not wait for it
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t nest_main(const int32_t *pss, int64_t m, int32_t *mapped, int32_t *bss, void *scratch,
                      cudaStream_t stream);

/*
 * The bytes of scratch memory that nest_main needs, beginning at a multiple of 256, as
 * what cudaMalloc gives does. It serves one call at a time, until the stream has passed that.
 */
size_t nest_main_scratch(int64_t m);

/*
 * cudaErrorAssert if the last call with this scratch memory failed on the device, by an index
 * out of bounds or the like; where and why is the text then, of at most `size` bytes. Of several
 * threads that failed, it is the one that came first. Waits for the stream.
 */
cudaError_t nest_main_failure(const void *scratch, cudaStream_t stream, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
