/* irregular_hist.h -- written by mapnest 0.1.0 from irregular_hist.fut; it is yours */
#ifndef IRREGULAR_HIST_H
#define IRREGULAR_HIST_H

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
 * entry main [m] [xss_total] (xss_lengths: [m]i64) (xss: [xss_total]i64): ?[result_size].([m]i64,
 *   [result_size]i64)    irregular_hist.fut:8
 *
 *   xss_lengths     [m]i64 on the device, read, the lengths of the rows in xss
 *   xss             [xss_total]i64 on the device, read, rows as long as xss_lengths says
 *   result_lengths  [m]i64 on the device, written, the lengths of the rows in result
 *   result          [result_size]i64 on the device, allocated; to be freed with cudaFree, rows as
 *     long as result_lengths says
 *   result_size     i64 on the host, written
 *   scratch         irregular_hist_main_scratch(m) bytes on the device
 *   pool            memory pool of the allocations; null: the one of the stream's device
 *   stream          the stream of all work; the call waits for a part of it
 *
 * The call waits for the device, because the host needs values from it. Work that is queued
 * after that, including results, completes in stream order.
 * Memory whose size depends on data comes from the pool (cudaMallocFromPoolAsync).
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess.
 */
cudaError_t irregular_hist_main(const int64_t *xss_lengths, const int64_t *xss, int64_t m,
                                int64_t xss_total, int64_t *result_lengths, int64_t **result,
                                int64_t *result_size, void *scratch, cudaMemPool_t pool,
                                cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for irregular_hist_main. The memory is aligned to 256 bytes,
 *   as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t irregular_hist_main_scratch(int64_t m);

#ifdef __cplusplus
}
#endif
#endif
