/* rows.h -- a stand-in for a generated header; see check. */
#ifndef ROWS_H
#define ROWS_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* entry main [n][m] (xss: [n][m]f64) (k: i32) (flags: [n]bool)
     (acc: *[n]i64): ([m][n]f64, [n]i64, bool, u8)
   Transposes and scales; adds k to acc where flagged; any flag; n. Fails
   for k < 0. */
cudaError_t rows_main(const double *xss, int32_t k, const bool *flags, int64_t *acc,
                      int64_t n, int64_t m, double *scaled, int64_t *sums, bool *any,
                      uint8_t *count, void *scratch, cudaStream_t stream);
size_t rows_main_scratch(int32_t k, int64_t n);
cudaError_t rows_main_failure(const void *scratch, cudaStream_t stream, char *text,
                              size_t size);

/* entry square [n] (xs: [n][n]f32) (ys: [2 * n]f32): [n]f32 -- the diagonal */
cudaError_t rows_square(const float *xs, const float *ys, int64_t n, float *diagonal,
                        cudaStream_t stream);

/* entry five: [5]i8 */
cudaError_t rows_five(int8_t *result, cudaStream_t stream);

/* entry same (a: i8) (b: u64) (c: f32) (d: f64) (e: bool): (i8, u64, f32, f64, bool) */
cudaError_t rows_same(int8_t a, uint64_t b, float c, double d, bool e, int8_t *ra,
                      uint64_t *rb, float *rc, double *rd, bool *re,
                      cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
