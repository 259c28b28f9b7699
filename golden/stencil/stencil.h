/* stencil.h -- written by mapnest 0.1.0 from stencil.fut */
#ifndef STENCIL_H
#define STENCIL_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * entry main [n] [m] (grid: [n][m]f64) (steps: i32): [n][m]f64    stencil.fut:17
 *
 *   grid     [n][m]f64 on the device, read
 *   steps    i32 by value
 *   result   [n][m]f64 on the device, written
 *   scratch  stencil_main_scratch(n, m) bytes on the device
 *   stream   everything is queued here; the call does not wait for it
 *
 * Returns cudaErrorInvalidValue for a negative size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t stencil_main(const double *grid, int32_t steps, int64_t n, int64_t m, double *result,
                         void *scratch, cudaStream_t stream);

/* The bytes of scratch memory that stencil_main needs. */
size_t stencil_main_scratch(int64_t n, int64_t m);

/*
 * Whether the last stencil_main with this scratch memory failed on the device, by an index
 * out of bounds or the like, and then where and why, as text of at most `size` bytes. Of
 * several threads that failed, it is the one that came first. Waits for the stream.
 */
cudaError_t stencil_main_failure(const void *scratch, cudaStream_t stream, char *text, size_t size,
                               int *failed);

#ifdef __cplusplus
}
#endif
#endif
