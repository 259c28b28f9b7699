/* sequential.h -- written by mapnest 0.1.0 from sequential.fut; it is yours */
#ifndef SEQUENTIAL_H
#define SEQUENTIAL_H

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
 * entry sums_of_sums [n] [m] (lengthss: [n][m]u8): [n][m]i64    sequential.fut:11
 *
 *   lengthss  [n][m]u8 on the device, read
 *   result    [n][m]i64 on the device, written
 *   stream    the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t sequential_sums_of_sums(const uint8_t *lengthss, int64_t n, int64_t m, int64_t *result,
                                    cudaStream_t stream);

/*
 * entry heights [n] [m] (lengthss: [n][m]u8): [n][m]i64    sequential.fut:20
 *
 *   lengthss  [n][m]u8 on the device, read
 *   result    [n][m]i64 on the device, written
 *   scratch   sequential_heights_scratch(n) bytes on the device
 *   pool      memory pool of the allocations; null: the one of the stream's device
 *   stream    the stream of all work; the call waits for a part of it
 *
 * The call waits for the device, because the host needs values from it. Work that is queued
 * after that, including results, completes in stream order.
 * Memory whose size depends on data comes from the pool (cudaMallocFromPoolAsync).
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess.
 */
cudaError_t sequential_heights(const uint8_t *lengthss, int64_t n, int64_t m, int64_t *result,
                               void *scratch, cudaMemPool_t pool, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for sequential_heights. The memory is aligned to 256 bytes,
 *   as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t sequential_heights_scratch(int64_t n);

/*
 * Returns cudaErrorAssert if a check of the last call with this scratch memory failed on the
 * device: an index out of bounds, for example. Then `text` gets the place and the reason, in at
 * most `size` bytes. The first failure is reported. Waits for the stream.
 */
cudaError_t sequential_heights_failure(const void *scratch, cudaStream_t stream, char *text,
                                       size_t size);

/*
 * entry middles [n] [m] (lengthss: [n][m]u8): [n][m]i64    sequential.fut:34
 *
 *   lengthss  [n][m]u8 on the device, read
 *   result    [n][m]i64 on the device, written
 *   scratch   sequential_middles_scratch(n) bytes on the device
 *   pool      memory pool of the allocations; null: the one of the stream's device
 *   stream    the stream of all work; the call waits for a part of it
 *
 * The call waits for the device, because the host needs values from it. Work that is queued
 * after that, including results, completes in stream order.
 * Memory whose size depends on data comes from the pool (cudaMallocFromPoolAsync).
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess.
 */
cudaError_t sequential_middles(const uint8_t *lengthss, int64_t n, int64_t m, int64_t *result,
                               void *scratch, cudaMemPool_t pool, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for sequential_middles. The memory is aligned to 256 bytes,
 *   as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t sequential_middles_scratch(int64_t n);

/*
 * Returns cudaErrorAssert if a check of the last call with this scratch memory failed on the
 * device: an index out of bounds, for example. Then `text` gets the place and the reason, in at
 * most `size` bytes. The first failure is reported. Waits for the stream.
 */
cudaError_t sequential_middles_failure(const void *scratch, cudaStream_t stream, char *text,
                                       size_t size);

/*
 * entry spread [n] [m] (lengthss: [n][m]u8): [n][m]i64    sequential.fut:47
 *
 *   lengthss  [n][m]u8 on the device, read
 *   result    [n][m]i64 on the device, written
 *   scratch   sequential_spread_scratch(n) bytes on the device
 *   pool      memory pool of the allocations; null: the one of the stream's device
 *   stream    the stream of all work; the call waits for a part of it
 *
 * The call waits for the device, because the host needs values from it. Work that is queued
 * after that, including results, completes in stream order.
 * Memory whose size depends on data comes from the pool (cudaMallocFromPoolAsync).
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess.
 */
cudaError_t sequential_spread(const uint8_t *lengthss, int64_t n, int64_t m, int64_t *result,
                              void *scratch, cudaMemPool_t pool, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for sequential_spread. The memory is aligned to 256 bytes,
 *   as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t sequential_spread_scratch(int64_t n);

#ifdef __cplusplus
}
#endif
#endif
