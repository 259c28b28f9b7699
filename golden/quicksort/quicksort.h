/* quicksort.h -- written by mapnest 0.1.0 from quicksort.fut; it is yours */
#ifndef QUICKSORT_H
#define QUICKSORT_H

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
 * entry main [m] [total] (xss_lengths: [m]i64) (xss: [total]i32): ?[total_1].([m]i64,
 *   [total_1]i32)    quicksort.fut:26
 *
 *   xss_lengths     [m]i64 on the device, read, the lengths of the rows in xss
 *   xss             [total]i32 on the device, read, rows as long as xss_lengths says
 *   result_lengths  [m]i64 on the device, written, the lengths of the rows in result
 *   result          [total_1]i32 on the device, allocated; to be freed with cudaFree, rows as long
 *     as result_lengths says
 *   total_out       i64 on the host, written
 *   scratch         quicksort_main_scratch() bytes on the device
 *   pool            memory pool of the allocations; null: the one of the stream's device
 *   stream          the stream of all work; the call waits for a part of it
 *
 * The call waits for the device, because the host needs values from it. Work that is queued
 * after that, including results, completes in stream order.
 * Memory whose size depends on data comes from the pool (cudaMallocFromPoolAsync).
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess.
 */
cudaError_t quicksort_main(const int64_t *xss_lengths, const int32_t *xss, int64_t m,
                           int64_t total, int64_t *result_lengths, int32_t **result,
                           int64_t *total_out, void *scratch, cudaMemPool_t pool,
                           cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for quicksort_main. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 */
size_t quicksort_main_scratch(void);

/*
 * Returns cudaErrorAssert if a check of the last call with this scratch memory failed on the
 * device: an index out of bounds, for example. Then `text` gets the place and the reason, in at
 * most `size` bytes. The first failure is reported. Waits for the stream.
 */
cudaError_t quicksort_main_failure(const void *scratch, cudaStream_t stream, char *text,
                                   size_t size);

#ifdef __cplusplus
}
#endif
#endif
