/* histograms.h -- written by mapnest 0.1.0 from histograms.fut */
#ifndef HISTOGRAMS_H
#define HISTOGRAMS_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * entry of_image [n] (k: i64) (pixels: [n]i32): [k]i32    histograms.fut:10
 *
 *   k        i64 by value
 *   pixels   [n]i32 on the device, read
 *   bins     [k]i32 on the device, written
 *   scratch  histograms_of_image_scratch() bytes on the device
 *   stream   everything is queued here; the call does not wait for it
 *
 * Returns cudaErrorInvalidValue for a negative size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t histograms_of_image(int64_t k, const int32_t *pixels, int64_t n, int32_t *bins,
                                void *scratch, cudaStream_t stream);

/* The bytes of scratch memory that histograms_of_image needs. */
size_t histograms_of_image_scratch(void);

/*
 * Whether the last histograms_of_image with this scratch memory failed on the device, by an index
 * out of bounds or the like, and then where and why, as text of at most `size` bytes. Of
 * several threads that failed, it is the one that came first. Waits for the stream.
 */
cudaError_t histograms_of_image_failure(const void *scratch, cudaStream_t stream, char *text,
                                        size_t size,
                               int *failed);

/*
 * entry of_rows [n] [m] (k: i64) (rows: [n][m]i64): [n][k]i32    histograms.fut:19
 *
 *   k        i64 by value
 *   rows     [n][m]i64 on the device, read
 *   mapped   [n][k]i32 on the device, written
 *   scratch  histograms_of_rows_scratch() bytes on the device
 *   stream   everything is queued here; the call does not wait for it
 *
 * Returns cudaErrorInvalidValue for a negative size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t histograms_of_rows(int64_t k, const int64_t *rows, int64_t n, int64_t m,
                               int32_t *mapped, void *scratch, cudaStream_t stream);

/* The bytes of scratch memory that histograms_of_rows needs. */
size_t histograms_of_rows_scratch(void);

/*
 * Whether the last histograms_of_rows with this scratch memory failed on the device, by an index
 * out of bounds or the like, and then where and why, as text of at most `size` bytes. Of
 * several threads that failed, it is the one that came first. Waits for the stream.
 */
cudaError_t histograms_of_rows_failure(const void *scratch, cudaStream_t stream, char *text,
                                       size_t size,
                               int *failed);

/*
 * entry of_sums [n] [m] (k: i64) (rows: [n][m]i64): [k]i32    histograms.fut:27
 *
 *   k        i64 by value
 *   rows     [n][m]i64 on the device, read
 *   bins     [k]i32 on the device, written
 *   scratch  histograms_of_sums_scratch(n) bytes on the device
 *   stream   everything is queued here; the call does not wait for it
 *
 * Returns cudaErrorInvalidValue for a negative size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t histograms_of_sums(int64_t k, const int64_t *rows, int64_t n, int64_t m, int32_t *bins,
                               void *scratch, cudaStream_t stream);

/* The bytes of scratch memory that histograms_of_sums needs. */
size_t histograms_of_sums_scratch(int64_t n);

/*
 * Whether the last histograms_of_sums with this scratch memory failed on the device, by an index
 * out of bounds or the like, and then where and why, as text of at most `size` bytes. Of
 * several threads that failed, it is the one that came first. Waits for the stream.
 */
cudaError_t histograms_of_sums_failure(const void *scratch, cudaStream_t stream, char *text,
                                       size_t size,
                               int *failed);

#ifdef __cplusplus
}
#endif
#endif
