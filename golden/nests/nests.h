/* nests.h -- written by mapnest 0.1.0 from nests.fut; it is yours */
#ifndef NESTS_H
#define NESTS_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
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
 * entry normalised [n] [m] [k] (xss: [n][m]f64) (ws: [k]f64): [n][m]f64    nests.fut:9
 *
 *   xss      [n][m]f64 on the device, read
 *   ws       [k]f64 on the device, read
 *   result   [n][m]f64 on the device, written
 *   scratch  nests_normalised_scratch() bytes on the device
 *   stream   the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t nests_normalised(const double *xss, const double *ws, int64_t n, int64_t m, int64_t k,
                             double *result, void *scratch, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for nests_normalised. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 */
size_t nests_normalised_scratch(void);

/*
 * entry chosen [n] [m] (sums: bool) (xss: [n][m]i32): [n][m]i32    nests.fut:20
 *
 *   sums     bool by value
 *   xss      [n][m]i32 on the device, read
 *   chosens  [n][m]i32 on the device, written
 *   scratch  nests_chosen_scratch(n, m) bytes on the device
 *   stream   the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t nests_chosen(bool sums, const int32_t *xss, int64_t n, int64_t m, int32_t *chosens,
                         void *scratch, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for nests_chosen. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t nests_chosen_scratch(int64_t n, int64_t m);

/*
 * entry counted [n] (k: i64) (xs: [n]i64): [n][k]i64    nests.fut:28
 *
 *   k        i64 by value
 *   xs       [n]i64 on the device, read
 *   result   [n][k]i64 on the device, written
 *   scratch  nests_counted_scratch() bytes on the device
 *   stream   the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t nests_counted(int64_t k, const int64_t *xs, int64_t n, int64_t *result, void *scratch,
                          cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for nests_counted. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 */
size_t nests_counted_scratch(void);

/*
 * Returns cudaErrorAssert if a check of the last call with this scratch memory failed on the
 * device: an index out of bounds, for example. Then `text` gets the place and the reason, in at
 * most `size` bytes. The first failure is reported. Waits for the stream.
 */
cudaError_t nests_counted_failure(const void *scratch, cudaStream_t stream, char *text,
                                  size_t size);

/*
 * entry repeated [n] (k: i64) (xs: [n]i64): [n][k]i64    nests.fut:34
 *
 *   k        i64 by value
 *   xs       [n]i64 on the device, read
 *   result   [n][k]i64 on the device, written
 *   scratch  nests_repeated_scratch() bytes on the device
 *   stream   the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t nests_repeated(int64_t k, const int64_t *xs, int64_t n, int64_t *result, void *scratch,
                           cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for nests_repeated. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 */
size_t nests_repeated_scratch(void);

/*
 * Returns cudaErrorAssert if a check of the last call with this scratch memory failed on the
 * device: an index out of bounds, for example. Then `text` gets the place and the reason, in at
 * most `size` bytes. The first failure is reported. Waits for the stream.
 */
cudaError_t nests_repeated_failure(const void *scratch, cudaStream_t stream, char *text,
                                   size_t size);

/*
 * entry first_half [n] [m] (xs: [n]i64) (ys: [m]i32): [n]i64    nests.fut:42
 *
 *   xs      [n]i64 on the device, read
 *   ys      [m]i32 on the device, read
 *   sums    [n]i64 on the device, written
 *   stream  the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t nests_first_half(const int64_t *xs, const int32_t *ys, int64_t n, int64_t m,
                             int64_t *sums, cudaStream_t stream);

/*
 * entry halved [n] (xs: [n]i32): [n]i32    nests.fut:50
 *
 *   xs       [n]i32 on the device, read
 *   result   [n]i32 on the device, written
 *   scratch  nests_halved_scratch() bytes on the device
 *   stream   the stream of all work; the call waits for a part of it
 *
 * The call waits for the device, because the host needs values from it. Work that is queued
 * after that, including results, completes in stream order.
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess.
 */
cudaError_t nests_halved(const int32_t *xs, int64_t n, int32_t *result, void *scratch,
                         cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for nests_halved. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 */
size_t nests_halved_scratch(void);

/*
 * entry of_sums [n] [m] (xss: [n][m]i32): (i32, [n]i32)    nests.fut:58
 *
 *   xss       [n][m]i32 on the device, read
 *   result_0  i32 on the device, written
 *   result_1  [n]i32 on the device, written
 *   scratch   nests_of_sums_scratch(n) bytes on the device
 *   stream    the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t nests_of_sums(const int32_t *xss, int64_t n, int64_t m, int32_t *result_0,
                          int32_t *result_1, void *scratch, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for nests_of_sums. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t nests_of_sums_scratch(int64_t n);

/*
 * entry sorted_places [n] [m] (xss: [n][m]i64): [4]i64    nests.fut:66
 *
 *   xss      [n][m]i64 on the device, read
 *   result   [4]i64 on the device, written
 *   scratch  nests_sorted_places_scratch(n) bytes on the device
 *   stream   the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t nests_sorted_places(const int64_t *xss, int64_t n, int64_t m, int64_t *result,
                                void *scratch, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for nests_sorted_places. The memory is aligned to 256 bytes,
 *   as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t nests_sorted_places_scratch(int64_t n);

/*
 * entry sums_and_last [n] [m] (xss: [n][m]i32): ([n][m]i32, [n]i32)    nests.fut:74
 *
 *   xss      [n][m]i32 on the device, read
 *   sums     [n][m]i32 on the device, written
 *   chosens  [n]i32 on the device, written
 *   scratch  nests_sums_and_last_scratch(n, m) bytes on the device
 *   stream   the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t nests_sums_and_last(const int32_t *xss, int64_t n, int64_t m, int32_t *sums,
                                int32_t *chosens, void *scratch, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for nests_sums_and_last. The memory is aligned to 256 bytes,
 *   as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t nests_sums_and_last_scratch(int64_t n, int64_t m);

/*
 * entry swapped [n] [m] [k] (xsss: [n][m][k]i32): [n][k][m]i32    nests.fut:83
 *
 *   xsss    [n][m][k]i32 on the device, read
 *   mapped  [n][k][m]i32 on the device, written
 *   stream  the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t nests_swapped(const int32_t *xsss, int64_t n, int64_t m, int64_t k, int32_t *mapped,
                          cudaStream_t stream);

/*
 * entry replaced [n] [m] [k] (xss: [n][m]i32) (is: [k]i64): [n][m]i32    nests.fut:91
 *
 *   xss     [n][m]i32 on the device, read
 *   is      [k]i64 on the device, read
 *   result  [n][m]i32 on the device, written
 *   stream  the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t nests_replaced(const int32_t *xss, const int64_t *is, int64_t n, int64_t m, int64_t k,
                           int32_t *result, cudaStream_t stream);

/*
 * entry marked [n] [m] (is: [n]i64) (ys: [m]i32): [n][m]i32    nests.fut:99
 *
 *   is       [n]i64 on the device, read
 *   ys       [m]i32 on the device, read
 *   yss      [n][m]i32 on the device, written
 *   scratch  nests_marked_scratch(n) bytes on the device
 *   stream   the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t nests_marked(const int64_t *is, const int32_t *ys, int64_t n, int64_t m, int32_t *yss,
                         void *scratch, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for nests_marked. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t nests_marked_scratch(int64_t n);

/*
 * entry shifted [n] [m] (k: i32) (xss: [n][m]i32): [n][m]i32    nests.fut:107
 *
 *   k       i32 by value
 *   xss     [n][m]i32 on the device, read
 *   mapped  [n][m]i32 on the device, written
 *   stream  the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t nests_shifted(int32_t k, const int32_t *xss, int64_t n, int64_t m, int32_t *mapped,
                          cudaStream_t stream);

/*
 * entry leader [n] (xss: [n][2]i32): [2]i32    nests.fut:117
 *
 *   xss      [n][2]i32 on the device, read
 *   result   [2]i32 on the device, written
 *   scratch  nests_leader_scratch() bytes on the device
 *   stream   the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t nests_leader(const int32_t *xss, int64_t n, int32_t *result, void *scratch,
                         cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for nests_leader. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 */
size_t nests_leader_scratch(void);

/*
 * entry weighted [n] [m] (xss: [n][m]i32): (i32, [n]i32)    nests.fut:126
 *
 *   xss       [n][m]i32 on the device, read
 *   r         i32 on the device, written
 *   result_1  [n]i32 on the device, written
 *   scratch   nests_weighted_scratch(n) bytes on the device
 *   stream    the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t nests_weighted(const int32_t *xss, int64_t n, int64_t m, int32_t *r, int32_t *result_1,
                           void *scratch, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for nests_weighted. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t nests_weighted_scratch(int64_t n);

/*
 * entry running [n] [m] (xss: [n][m]i32): [n]i32    nests.fut:134
 *
 *   xss      [n][m]i32 on the device, read
 *   result   [n]i32 on the device, written
 *   scratch  nests_running_scratch(n) bytes on the device
 *   stream   the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t nests_running(const int32_t *xss, int64_t n, int64_t m, int32_t *result, void *scratch,
                          cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for nests_running. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t nests_running_scratch(int64_t n);

/*
 * entry by_element [n] [m] (k: i64) (xss: [n][m]i64): ([4]i64, [4]i64)    nests.fut:141
 *
 *   k         i64 by value
 *   xss       [n][m]i64 on the device, read
 *   result_0  [4]i64 on the device, written
 *   result_1  [4]i64 on the device, written
 *   scratch   nests_by_element_scratch(n, m) bytes on the device
 *   stream    the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t nests_by_element(int64_t k, const int64_t *xss, int64_t n, int64_t m,
                             int64_t *result_0, int64_t *result_1, void *scratch,
                             cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for nests_by_element. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 * Returns SIZE_MAX for sizes that the call refuses.
 */
size_t nests_by_element_scratch(int64_t n, int64_t m);

/*
 * Returns cudaErrorAssert if a check of the last call with this scratch memory failed on the
 * device: an index out of bounds, for example. Then `text` gets the place and the reason, in at
 * most `size` bytes. The first failure is reported. Waits for the stream.
 */
cudaError_t nests_by_element_failure(const void *scratch, cudaStream_t stream, char *text,
                                     size_t size);

/*
 * entry doubled [n] [m] (xss: [n][m]i32): ([n]i32, [n][m]i32)    nests.fut:150
 *
 *   xss     [n][m]i32 on the device, read
 *   sums    [n]i32 on the device, written
 *   yss     [n][m]i32 on the device, written
 *   stream  the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t nests_doubled(const int32_t *xss, int64_t n, int64_t m, int32_t *sums, int32_t *yss,
                          cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
