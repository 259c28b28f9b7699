/* scans.h -- written by mapnest 0.1.0 from scans.core */
#ifndef SCANS_H
#define SCANS_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * entry main [k] [m] [n] (xsss: [k][m][n]f64): [k][m][n]f64    scans.core:3
 *
 *   xsss    [k][m][n]f64 on the device, read
 *   block   [k][m][n]f64 on the device, written
 *   stream  everything is queued here; the call does not wait for it
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t scans_main(const double *xsss, int64_t k, int64_t m, int64_t n, double *block,
                       cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
