/* floyd.h -- written by mapnest 0.1.0 from floyd.fut */
#ifndef FLOYD_H
#define FLOYD_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * entry main [n] (dist: [n][n]i32): [n][n]i32    floyd.fut:9
 *
 *   dist     [n][n]i32 on the device, read
 *   dist_2   [n][n]i32 on the device, written
 *   scratch  floyd_main_scratch(n) bytes on the device
 *   stream   everything is queued here; the call does not wait for it
 *
 * Returns cudaErrorInvalidValue for a negative size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t floyd_main(const int32_t *dist, int64_t n, int32_t *dist_2, void *scratch,
                       cudaStream_t stream);

/* The bytes of scratch memory that floyd_main needs. */
size_t floyd_main_scratch(int64_t n);

#ifdef __cplusplus
}
#endif
#endif
