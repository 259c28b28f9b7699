// sample.h - what the samples share: checked calls, and arrays that go to and fro.
#pragma once
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(CALL) check((CALL), __FILE__, __LINE__)
inline void check(cudaError_t error, const char *file, int line)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s:%d: %s\n", file, line, cudaGetErrorString(error));
    exit(1);
}

// The samples' arrays are freed in the end.
inline std::vector<void *> arrays;
inline void free_arrays()
{
    for (void *p : arrays)
        cudaFree(p);
}

template <class T> T *device_array(size_t n)
{
    T *p;
    CHECK(cudaMalloc(&p, n * sizeof(T)));
    if (arrays.empty())
        atexit(free_arrays);
    arrays.push_back(p);
    return p;
}

template <class T> T *to_device(const std::vector<T> &values)
{
    const size_t size = values.size() * sizeof(T);
    T *p = device_array<T>(values.size());
    CHECK(cudaMemcpy(p, values.data(), size, cudaMemcpyHostToDevice));
    return p;
}

template <class T> std::vector<T> to_host(const T *p, size_t n)
{
    std::vector<T> values(n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(values.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
}

template <class T> void expect(const char *what, T got, T wanted)
{
    if (got == wanted)
        return;
    printf("%s: %g, not %g\n", what, (double)got, (double)wanted);
    exit(1);
}

// The nth number on the command line.
inline int argument(int argc, char **argv, int n, int otherwise)
{
    return argc > n ? atoi(argv[n]) : otherwise;
}
