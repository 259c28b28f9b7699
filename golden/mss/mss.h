/* mss.h -- written by mapnest 0.1.0 from mss.fut */
#ifndef MSS_H
#define MSS_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * entry main [n] (xs: [n]i32): i32    mss.fut:19
 *
 *   xs       [n]i32 on the device, read
 *   mss_2    i32 on the device, written
 *   scratch  mss_main_scratch(n) bytes on the device
 *   stream   everything is queued here; the call does not wait for it
 *
 * Returns cudaErrorInvalidValue for a negative size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t mss_main(const int32_t *xs, int64_t n, int32_t *mss_2, void *scratch,
                     cudaStream_t stream);

/* The bytes of scratch memory that mss_main needs. */
size_t mss_main_scratch(int64_t n);

#ifdef __cplusplus
}
#endif
#endif
