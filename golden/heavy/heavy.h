/* heavy.h -- written by mapnest 0.1.0 from heavy.fut; it is yours */
#ifndef HEAVY_H
#define HEAVY_H

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
 * entry heavy [n] (ids: [n]i64) (weights: [n]f64): ?[result_1_size].(f64, [result_1_size]i64)   
 *   heavy.fut:21
 *
 *   ids            [n]i64 on the device, read
 *   weights        [n]f64 on the device, read
 *   result_0       f64 on the device, written
 *   result_1       [result_1_size]i64 on the device, allocated; to be freed with cudaFree
 *   result_1_size  i64 on the host, written
 *   scratch        heavy_heavy_scratch(n) bytes on the device
 *   pool           memory pool of the allocations; null: the one of the stream's device
 *   stream         the stream of all work; the call waits for a part of it
 *
 * The call waits for the device, because the host needs values from it. Work that is queued
 * after that, including results, completes in stream order.
 * Memory whose size depends on data comes from the pool (cudaMallocFromPoolAsync).
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess.
 */
cudaError_t heavy_heavy(const int64_t *ids, const double *weights, int64_t n, double *result_0,
                        int64_t **result_1, int64_t *result_1_size, void *scratch,
                        cudaMemPool_t pool, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for heavy_heavy. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t heavy_heavy_scratch(int64_t n);

/*
 * entry heavy_halves [n] (ids: [n]i64) (weights: [n]f64): ?[result_size].[result_size]i64   
 *   heavy.fut:27
 *
 *   ids          [n]i64 on the device, read
 *   weights      [n]f64 on the device, read
 *   result       [result_size]i64 on the device, allocated; to be freed with cudaFree
 *   result_size  i64 on the host, written
 *   scratch      heavy_heavy_halves_scratch(n) bytes on the device
 *   pool         memory pool of the allocations; null: the one of the stream's device
 *   stream       the stream of all work; the call waits for a part of it
 *
 * The call waits for the device, because the host needs values from it. Work that is queued
 * after that, including results, completes in stream order.
 * Memory whose size depends on data comes from the pool (cudaMallocFromPoolAsync).
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess.
 */
cudaError_t heavy_heavy_halves(const int64_t *ids, const double *weights, int64_t n,
                               int64_t **result, int64_t *result_size, void *scratch,
                               cudaMemPool_t pool, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for heavy_heavy_halves. The memory is aligned to 256 bytes,
 *   as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t heavy_heavy_halves_scratch(int64_t n);

/*
 * entry next_radius [n] (xs: [n]f64) (ys: [n]f64): [n]f64    heavy.fut:33
 *
 *   xs, ys   [n]f64 on the device, read
 *   result   [n]f64 on the device, written
 *   scratch  heavy_next_radius_scratch(n) bytes on the device
 *   stream   the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t heavy_next_radius(const double *xs, const double *ys, int64_t n, double *result,
                              void *scratch, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for heavy_next_radius. The memory is aligned to 256 bytes,
 *   as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t heavy_next_radius_scratch(int64_t n);

#ifdef __cplusplus
}
#endif
#endif
