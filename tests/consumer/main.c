/* A consumer of two generated files: variance of some floats, prefix sums of some ints. */
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>

#include "odd-name.h"
#include "stats.h"

static void must(cudaError_t e)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(e));
        exit(1);
    }
}

static void *device(size_t bytes)
{
    void *p;
    must(cudaMalloc(&p, bytes));
    return p;
}

int main(void)
{
    enum { N = 1000 };
    static float xs[N];
    static int32_t ys[N];
    for (int i = 0; i < N; i++) {
        xs[i] = (float)(i % 2);
        ys[i] = i;
    }
    float *dxs = device(sizeof xs), *dv = device(sizeof *dv), v;
    int32_t *dys = device(sizeof ys), *dsums = device(sizeof ys), last;
    void *scratch = device(stats_variance_scratch());
    void *scratch2 = device(odd_name_main_scratch(N));
    must(cudaMemcpy(dxs, xs, sizeof xs, cudaMemcpyHostToDevice));
    must(cudaMemcpy(dys, ys, sizeof ys, cudaMemcpyHostToDevice));
    must(stats_variance(dxs, N, dv, scratch, 0));
    must(odd_name_main(dys, N, dsums, scratch2, 0));
    must(cudaMemcpy(&v, dv, sizeof v, cudaMemcpyDeviceToHost));
    must(cudaMemcpy(&last, dsums + N - 1, sizeof last, cudaMemcpyDeviceToHost));
    printf("%.2f %d\n", v, last);
    void *const all[] = { dxs, dv, dys, dsums, scratch, scratch2 };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        must(cudaFree(all[i]));
    return 0;
}
