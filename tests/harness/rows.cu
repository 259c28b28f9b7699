// rows.cu -- a stand-in for generated code; one thread does it all.
#include "rows.h"

#include <stdio.h>

static __global__ void main_kernel(const double *xss, int32_t k, const bool *flags,
                                   int64_t *acc, int64_t n, int64_t m, double *scaled,
                                   int64_t *sums, bool *any, uint8_t *count, int *failure)
{
    *failure = k < 0;
    *any = false;
    *count = (uint8_t)n;
    for (int64_t i = 0; i < n; i++) {
        acc[i] += flags[i] ? k : 0;
        sums[i] = acc[i];
        *any = *any || flags[i];
        for (int64_t j = 0; j < m; j++)
            scaled[j * n + i] = k * xss[i * m + j];
    }
}

size_t rows_main_scratch(int32_t, int64_t)
{
    return sizeof(int);
}

cudaError_t rows_main(const double *xss, int32_t k, const bool *flags, int64_t *acc,
                      int64_t n, int64_t m, double *scaled, int64_t *sums, bool *any,
                      uint8_t *count, void *scratch, cudaStream_t stream)
{
    main_kernel<<<1, 1, 0, stream>>>(xss, k, flags, acc, n, m, scaled, sums, any, count,
                                     (int *)scratch);
    return cudaGetLastError();
}

cudaError_t rows_main_failure(const void *scratch, cudaStream_t stream, char *text,
                              size_t size)
{
    const cudaError_t error = cudaStreamSynchronize(stream);
    if (error != cudaSuccess)
        return error;
    int failed = 0;
    snprintf(text, size, "rows.fut:1:1: k is negative");
    if (const cudaError_t e = cudaMemcpy(&failed, scratch, sizeof failed, cudaMemcpyDeviceToHost))
        return e;
    return failed ? cudaErrorAssert : cudaSuccess;
}

static __global__ void square_kernel(const float *xs, const float *ys, int64_t n,
                                     float *diagonal)
{
    for (int64_t i = 0; i < n; i++)
        diagonal[i] = xs[i * n + i] + ys[2 * i];
}

cudaError_t rows_square(const float *xs, const float *ys, int64_t n, float *diagonal,
                        cudaStream_t stream)
{
    square_kernel<<<1, 1, 0, stream>>>(xs, ys, n, diagonal);
    return cudaGetLastError();
}

static __global__ void five_kernel(int8_t *result)
{
    for (int i = 0; i < 5; i++)
        result[i] = (int8_t)(i - 2);
}

cudaError_t rows_five(int8_t *result, cudaStream_t stream)
{
    five_kernel<<<1, 1, 0, stream>>>(result);
    return cudaGetLastError();
}

static __global__ void same_kernel(int8_t a, uint64_t b, float c, double d, bool e,
                                   int8_t *ra, uint64_t *rb, float *rc, double *rd,
                                   bool *re)
{
    *ra = a;
    *rb = b;
    *rc = c;
    *rd = d;
    *re = e;
}

cudaError_t rows_same(int8_t a, uint64_t b, float c, double d, bool e, int8_t *ra,
                      uint64_t *rb, float *rc, double *rd, bool *re, cudaStream_t stream)
{
    same_kernel<<<1, 1, 0, stream>>>(a, b, c, d, e, ra, rb, rc, rd, re);
    return cudaGetLastError();
}
