/* dot_ranks.h -- written by mapnest 0.1.0 from dot.fut; it is yours */
#ifndef DOT_RANKS_H
#define DOT_RANKS_H

#include <cuda_runtime_api.h>
#include <mpi.h>
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
#ifndef MAPNEST_MPI_FAILED
/* A call of MPI failed, and its error handler returned. */
#define MAPNEST_MPI_FAILED ((cudaError_t)20001)
#endif

/*
 * Every rank of a communicator makes a call, with the same sizes and scalars. Of n rows that are
 * spread over the ranks each has those from dot_part_first(n, rank, ranks) to before
 * dot_part_first(n, rank + 1, ranks). All ranks return the same error.
 */
static inline int64_t dot_part_first(int64_t n, int rank, int ranks)
{
    return n / ranks * rank + n % ranks * rank / ranks;
}

#ifdef __cplusplus
extern "C" {
#endif

/*
 * entry main [n] [n_part] (xs: [n_part]f32) (ys: [n_part]f32): f32    dot.fut:13
 *
 *   xs, ys   [n_part]f32 on the device, read
 *   sum      f32 on the device, written
 *   scratch  dot_main_ranks_scratch(.., rank, count) bytes on the device
 *   stream   the stream of all work; the call waits for a part of it
 *
 * Spread over the ranks: xs, ys. Whole on each rank: sum.
 *   sum: MPI_Allreduce of 4 bytes
 * Each of these, and the end of the call, begins with an MPI_Allreduce of 8 bytes for errors.
 * The call waits for the device, because the host needs values from it. Work that is queued
 * after that, including results, completes in stream order.
 * Returns cudaErrorInvalidValue for a negative or too large size or a null pointer, otherwise the
 * first error of a launch, or cudaSuccess. A failed check is cudaErrorAssert,
 * an error of MPI MAPNEST_MPI_FAILED.
 */
cudaError_t dot_main_ranks(const float *xs, const float *ys, int64_t n, float *sum, void *scratch,
                           cudaStream_t stream, MPI_Comm comm);

/*
 * Returns the bytes of scratch memory for dot_main_ranks. The memory is aligned to 256 bytes, as
 * memory from cudaMalloc is. One call uses it at a time, until the stream has completed that call.
 */
size_t dot_main_ranks_scratch(int rank, int count);

#ifdef __cplusplus
}
#endif
#endif
