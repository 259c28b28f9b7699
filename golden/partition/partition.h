/* partition.h -- written by mapnest 0.1.0 from partition.fut */
#ifndef PARTITION_H
#define PARTITION_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * entry main [n] (xs: [n]i32): (i64, [n]i32)    partition.fut:9
 *
 *   xs        [n]i32 on the device, read
 *   count     i64 on the device, written
 *   result_1  [n]i32 on the device, written
 *   scratch   partition_main_scratch(n) bytes on the device
 *   stream    everything is queued here; the call does not wait for it
 *
 * Returns cudaErrorInvalidValue for a negative size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t partition_main(const int32_t *xs, int64_t n, int64_t *count, int32_t *result_1,
                           void *scratch, cudaStream_t stream);

/* The bytes of scratch memory that partition_main needs. */
size_t partition_main_scratch(int64_t n);

/*
 * Whether the last partition_main with this scratch memory failed on the device, by an index
 * out of bounds or the like, and then why, as text of at most `size` bytes. Waits for the
 * stream.
 */
cudaError_t partition_main_failure(const void *scratch, cudaStream_t stream, char *text,
                                   size_t size,
                               int *failed);

#ifdef __cplusplus
}
#endif
#endif
