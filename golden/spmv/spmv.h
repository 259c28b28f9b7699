/* spmv.h -- written by mapnest 0.1.0 from spmv.fut; it is yours */
#ifndef SPMV_H
#define SPMV_H

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
 * entry main [m] [n] [columns_total] [values_total] (columns_lengths: [m]i64) (columns:
 *   [columns_total]i64) (values_lengths: [m]i64) (values: [values_total]f32) (vec: [n]f32): [m]f32
 *   spmv.fut:12
 *
 *   columns_lengths  [m]i64 on the device, read, the lengths of the rows in columns
 *   columns          [columns_total]i64 on the device, read, rows as long as columns_lengths says
 *   values_lengths   [m]i64 on the device, read, the lengths of the rows in values
 *   values           [values_total]f32 on the device, read, rows as long as values_lengths says
 *   vec              [n]f32 on the device, read
 *   result           [m]f32 on the device, written
 *   scratch          spmv_main_scratch(m) bytes on the device
 *   pool             memory pool of the allocations; null: the one of the stream's device
 *   stream           the stream of all work; the call waits for a part of it
 *
 * The call waits for the device, because the host needs values from it. Work that is queued
 * after that, including results, completes in stream order.
 * Memory whose size depends on data comes from the pool (cudaMallocFromPoolAsync).
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess.
 */
cudaError_t spmv_main(const int64_t *columns_lengths, const int64_t *columns,
                      const int64_t *values_lengths, const float *values, const float *vec,
                      int64_t m, int64_t n, int64_t columns_total, int64_t values_total,
                      float *result, void *scratch, cudaMemPool_t pool, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for spmv_main. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t spmv_main_scratch(int64_t m);

/*
 * Returns cudaErrorAssert if a check of the last call with this scratch memory failed on the
 * device: an index out of bounds, for example. Then `text` gets the place and the reason, in at
 * most `size` bytes. The first failure is reported. Waits for the stream.
 */
cudaError_t spmv_main_failure(const void *scratch, cudaStream_t stream, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
