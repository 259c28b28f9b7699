/* fusions.h -- written by mapnest 0.1.0 from fusions.fut; it is yours */
#ifndef FUSIONS_H
#define FUSIONS_H

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
 * entry statistics [n] (xs: [n]f64): (f64, f64, f64)    fusions.fut:9
 *
 *   xs        [n]f64 on the device, read
 *   mean      f64 on the device, written
 *   result_1  f64 on the device, written
 *   result_2  f64 on the device, written
 *   scratch   fusions_statistics_scratch() bytes on the device
 *   stream    the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t fusions_statistics(const double *xs, int64_t n, double *mean, double *result_1,
                               double *result_2, void *scratch, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for fusions_statistics. The memory is aligned to 256 bytes,
 *   as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 */
size_t fusions_statistics_scratch(void);

/*
 * entry differences [n] (xs: [n]i32): ([n - 1]i32, [n - 1]i32, i32, [n]i32)    fusions.fut:21
 *
 *   xs        [n]i32 on the device, read
 *   steps     [n - 1]i32 on the device, written
 *   sums      [n - 1]i32 on the device, written
 *   result_2  i32 on the device, written
 *   result_3  [n]i32 on the device, written
 *   scratch   fusions_differences_scratch() bytes on the device
 *   stream    the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t fusions_differences(const int32_t *xs, int64_t n, int32_t *steps, int32_t *sums,
                                int32_t *result_2, int32_t *result_3, void *scratch,
                                cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for fusions_differences. The memory is aligned to 256 bytes,
 *   as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 */
size_t fusions_differences_scratch(void);

/*
 * Returns cudaErrorAssert if a check of the last call with this scratch memory failed on the
 * device: an index out of bounds, for example. Then `text` gets the place and the reason, in at
 * most `size` bytes. The first failure is reported. Waits for the stream.
 */
cudaError_t fusions_differences_failure(const void *scratch, cudaStream_t stream, char *text,
                                        size_t size);

/*
 * entry shares [n] (xs: [n]i32): ([n]i32, i32)    fusions.fut:36
 *
 *   xs        [n]i32 on the device, read
 *   result_0  [n]i32 on the device, written
 *   result_1  i32 on the device, written
 *   stream    the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t fusions_shares(const int32_t *xs, int64_t n, int32_t *result_0, int32_t *result_1,
                           cudaStream_t stream);

/*
 * entry columns [n] [m] (xss: [n][m]i32): ([m]i32, [n][m]i32)    fusions.fut:45
 *
 *   xss       [n][m]i32 on the device, read
 *   result_0  [m]i32 on the device, written
 *   result_1  [n][m]i32 on the device, written
 *   scratch   fusions_columns_scratch(n, m) bytes on the device
 *   stream    the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t fusions_columns(const int32_t *xss, int64_t n, int64_t m, int32_t *result_0,
                            int32_t *result_1, void *scratch, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for fusions_columns. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t fusions_columns_scratch(int64_t n, int64_t m);

/*
 * entry permutations [n] [m] [k] [l] [o] (xss: [n][m]i32) (xsss: [k][l][o]i32): ([n][m]i32,
 *   [k][l][o]i32)    fusions.fut:54
 *
 *   xss       [n][m]i32 on the device, read
 *   xsss      [k][l][o]i32 on the device, read
 *   result_0  [n][m]i32 on the device, written
 *   result_1  [k][l][o]i32 on the device, written
 *   stream    the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t fusions_permutations(const int32_t *xss, const int32_t *xsss, int64_t n, int64_t m,
                                 int64_t k, int64_t l, int64_t o, int32_t *result_0,
                                 int32_t *result_1, cudaStream_t stream);

/*
 * entry last_and_all [n] (xs: [n]i32): (i32, [n]i32)    fusions.fut:67
 *
 *   xs       [n]i32 on the device, read
 *   total    i32 on the device, written
 *   ys       [n]i32 on the device, written
 *   scratch  fusions_last_and_all_scratch() bytes on the device
 *   stream   the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t fusions_last_and_all(const int32_t *xs, int64_t n, int32_t *total, int32_t *ys,
                                 void *scratch, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for fusions_last_and_all. The memory is aligned to 256
 *   bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 */
size_t fusions_last_and_all_scratch(void);

/*
 * entry running [n] (xs: [n]i64): [n]i64    fusions.fut:78
 *
 *   xs       [n]i64 on the device, read
 *   sums     [n]i64 on the device, written
 *   scratch  fusions_running_scratch(n) bytes on the device
 *   stream   the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t fusions_running(const int64_t *xs, int64_t n, int64_t *sums, void *scratch,
                            cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for fusions_running. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t fusions_running_scratch(int64_t n);

/*
 * entry tables [n] (m: i64) (xs: [n]i64): [n]i64    fusions.fut:87
 *
 *   m        i64 by value
 *   xs       [n]i64 on the device, read
 *   sums     [n]i64 on the device, written
 *   scratch  fusions_tables_scratch() bytes on the device
 *   stream   the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t fusions_tables(int64_t m, const int64_t *xs, int64_t n, int64_t *sums, void *scratch,
                           cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for fusions_tables. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 */
size_t fusions_tables_scratch(void);

/*
 * Returns cudaErrorAssert if a check of the last call with this scratch memory failed on the
 * device: an index out of bounds, for example. Then `text` gets the place and the reason, in at
 * most `size` bytes. The first failure is reported. Waits for the stream.
 */
cudaError_t fusions_tables_failure(const void *scratch, cudaStream_t stream, char *text,
                                   size_t size);

/*
 * entry weighted [n] (xs: [n]i64): i64    fusions.fut:97
 *
 *   xs      [n]i64 on the device, read
 *   sum     i64 on the device, written
 *   stream  the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t fusions_weighted(const int64_t *xs, int64_t n, int64_t *sum, cudaStream_t stream);

/*
 * entry totals [n] [m] (xss: [n][m]i32): [m]i32    fusions.fut:106
 *
 *   xss      [n][m]i32 on the device, read
 *   result   [m]i32 on the device, written
 *   scratch  fusions_totals_scratch() bytes on the device
 *   stream   the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t fusions_totals(const int32_t *xss, int64_t n, int64_t m, int32_t *result,
                           void *scratch, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for fusions_totals. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 */
size_t fusions_totals_scratch(void);

/*
 * entry places [n] (xs: [n]i32): ([n]i32, [n]i32)    fusions.fut:115
 *
 *   xs        [n]i32 on the device, read
 *   sums      [n]i32 on the device, written
 *   result_1  [n]i32 on the device, written
 *   scratch   fusions_places_scratch(n) bytes on the device
 *   stream    the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t fusions_places(const int32_t *xs, int64_t n, int32_t *sums, int32_t *result_1,
                           void *scratch, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for fusions_places. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t fusions_places_scratch(int64_t n);

/*
 * entry loads [n] (ids: [n]i64) (weights: [n]f64): ?[chosen_size].(f64, [chosen_size]i64)   
 *   fusions.fut:123
 *
 *   ids          [n]i64 on the device, read
 *   weights      [n]f64 on the device, read
 *   result_0     f64 on the device, written
 *   chosen       [chosen_size]i64 on the device, allocated; to be freed with cudaFree
 *   chosen_size  i64 on the host, written
 *   scratch      fusions_loads_scratch(n) bytes on the device
 *   pool         memory pool of the allocations; null: the one of the stream's device
 *   stream       the stream of all work; the call waits for a part of it
 *
 * The call waits for the device, because the host needs values from it. Work that is queued
 * after that, including results, completes in stream order.
 * Memory whose size depends on data comes from the pool (cudaMallocFromPoolAsync).
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess.
 */
cudaError_t fusions_loads(const int64_t *ids, const double *weights, int64_t n, double *result_0,
                          int64_t **chosen, int64_t *chosen_size, void *scratch,
                          cudaMemPool_t pool, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for fusions_loads. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t fusions_loads_scratch(int64_t n);

/*
 * entry large [n] (ids: [n]i64) (weights: [n]f64): ?[result_0_size].([result_0_size]i64, [n]i64)  
 *   fusions.fut:134
 *
 *   ids            [n]i64 on the device, read
 *   weights        [n]f64 on the device, read
 *   result_0       [result_0_size]i64 on the device, allocated; to be freed with cudaFree
 *   result_0_size  i64 on the host, written
 *   result_1       [n]i64 on the device, written
 *   scratch        fusions_large_scratch(n) bytes on the device
 *   pool           memory pool of the allocations; null: the one of the stream's device
 *   stream         the stream of all work; the call waits for a part of it
 *
 * The call waits for the device, because the host needs values from it. Work that is queued
 * after that, including results, completes in stream order.
 * Memory whose size depends on data comes from the pool (cudaMallocFromPoolAsync).
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess.
 */
cudaError_t fusions_large(const int64_t *ids, const double *weights, int64_t n, int64_t **result_0,
                          int64_t *result_0_size, int64_t *result_1, void *scratch,
                          cudaMemPool_t pool, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for fusions_large. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t fusions_large_scratch(int64_t n);

/*
 * entry starts [n] (sizes: [n]i64) (xs: [n]i32) (m: i64): [m]i32    fusions.fut:145
 *
 *   sizes    [n]i64 on the device, read
 *   xs       [n]i32 on the device, read
 *   m        i64 by value
 *   result   [m]i32 on the device, written
 *   scratch  fusions_starts_scratch(n) bytes on the device
 *   stream   the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t fusions_starts(const int64_t *sizes, const int32_t *xs, int64_t m, int64_t n,
                           int32_t *result, void *scratch, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for fusions_starts. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t fusions_starts_scratch(int64_t n);

/*
 * Returns cudaErrorAssert if a check of the last call with this scratch memory failed on the
 * device: an index out of bounds, for example. Then `text` gets the place and the reason, in at
 * most `size` bytes. The first failure is reported. Waits for the stream.
 */
cudaError_t fusions_starts_failure(const void *scratch, cudaStream_t stream, char *text,
                                   size_t size);

#ifdef __cplusplus
}
#endif
#endif
