/* primes.h -- written by mapnest 0.1.0 from primes.fut; it is yours */
#ifndef PRIMES_H
#define PRIMES_H

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
 * entry main (n: i64): ?[primes_size].[primes_size]i64    primes.fut:14
 *
 *   n            i64 by value
 *   primes       [primes_size]i64 on the device, allocated; to be freed with cudaFree
 *   primes_size  i64 on the host, written
 *   scratch      primes_main_scratch() bytes on the device
 *   pool         where the call allocates memory; null: that of the stream's device
 *   stream       everything is queued here; the call waits for some of it
 *
 * The call waits for the device, because the host needs values from it. Work that is queued
 * after that, including results, completes in stream order.
 * Memory whose size depends on data comes from the pool (cudaMallocFromPoolAsync).
 * Returns cudaErrorInvalidValue for a null pointer, otherwise the
 * first error of a launch, or cudaSuccess.
 */
cudaError_t primes_main(int64_t n, int64_t **primes, int64_t *primes_size, void *scratch,
                        cudaMemPool_t pool, cudaStream_t stream);

/*
 * The bytes of scratch memory that primes_main needs, beginning at a multiple of 256, as
 * what cudaMalloc gives does. It serves one call at a time, until the stream has passed that.
 */
size_t primes_main_scratch(void);

/*
 * cudaErrorAssert if the last call with this scratch memory failed on the device, by an index
 * out of bounds or the like; where and why is the text then, of at most `size` bytes. Of several
 * threads that failed, it is the one that came first. Waits for the stream.
 */
cudaError_t primes_main_failure(const void *scratch, cudaStream_t stream, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
