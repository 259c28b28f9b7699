/* mandelbrot.h -- written by mapnest 0.1.0 from mandelbrot.fut; it is yours */
#ifndef MANDELBROT_H
#define MANDELBROT_H

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
 * entry main (width: i64) (height: i64) (limit: i32): [height][width]i32    mandelbrot.fut:14
 *
 *   width, height  i64 by value
 *   limit          i32 by value
 *   result         [height][width]i32 on the device, written
 *   scratch        mandelbrot_main_scratch() bytes on the device
 *   stream         the stream of all work; the call does not wait
 *
 * Returns cudaErrorInvalidValue for a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. May be captured in a CUDA graph.
 */
cudaError_t mandelbrot_main(int64_t width, int64_t height, int32_t limit, int32_t *result,
                            void *scratch, cudaStream_t stream);

/*
 * Returns the bytes of scratch memory for mandelbrot_main. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 */
size_t mandelbrot_main_scratch(void);

/*
 * Returns cudaErrorAssert if a check of the last call with this scratch memory failed on the
 * device: an index out of bounds, for example. Then `text` gets the place and the reason, in at
 * most `size` bytes. The first failure is reported. Waits for the stream.
 */
cudaError_t mandelbrot_main_failure(const void *scratch, cudaStream_t stream, char *text,
                                    size_t size);

#ifdef __cplusplus
}
#endif
#endif
