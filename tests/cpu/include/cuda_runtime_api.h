/*
 * cuda_runtime_api.h - the host side of CUDA on the CPU, for C and C++.
 *
 * Streams run everything at once, so an asynchronous call has happened when it
 * returns. In C++ the calls that touch device memory note where they stand, so
 * that a complaint can name the line.
 */
#pragma once
#include <stddef.h>

/* name, value, text */
#define CUDA_CPU_ERRORS(X) \
    X(cudaSuccess, 0, "no error") \
    X(cudaErrorInvalidValue, 1, "invalid argument") \
    X(cudaErrorMemoryAllocation, 2, "out of memory") \
    X(cudaErrorInitializationError, 3, "initialization error") \
    X(cudaErrorInvalidConfiguration, 9, "invalid configuration argument") \
    X(cudaErrorInvalidSymbol, 13, "invalid device symbol") \
    X(cudaErrorInvalidDevicePointer, 17, "invalid device pointer") \
    X(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy") \
    X(cudaErrorMissingConfiguration, 52, "__global__ function call is not configured") \
    X(cudaErrorInvalidDeviceFunction, 98, "invalid device function") \
    X(cudaErrorNoDevice, 100, "no CUDA-capable device is detected") \
    X(cudaErrorInvalidDevice, 101, "invalid device ordinal") \
    X(cudaErrorNoKernelImageForDevice, 209, \
      "no kernel image is available for execution on the device") \
    X(cudaErrorInvalidResourceHandle, 400, "invalid resource handle") \
    X(cudaErrorNotReady, 600, "device not ready") \
    X(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered") \
    X(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch") \
    X(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated") \
    X(cudaErrorAssert, 710, "device-side assert triggered") \
    X(cudaErrorMisalignedAddress, 716, "misaligned address") \
    X(cudaErrorLaunchFailure, 719, "unspecified launch failure") \
    X(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch") \
    X(cudaErrorNotPermitted, 800, "operation not permitted") \
    X(cudaErrorNotSupported, 801, "operation not supported") \
    X(cudaErrorStreamCaptureUnsupported, 900, \
      "operation not permitted when stream is capturing") \
    X(cudaErrorUnknown, 999, "unknown error")

typedef enum cudaError {
#define X(name, value, text) name = value,
    CUDA_CPU_ERRORS(X)
#undef X
} cudaError_t;

typedef enum cudaMemcpyKind {
    cudaMemcpyHostToHost,
    cudaMemcpyHostToDevice,
    cudaMemcpyDeviceToHost,
    cudaMemcpyDeviceToDevice,
    cudaMemcpyDefault
} cudaMemcpyKind;

typedef enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9
} cudaFuncAttribute;

typedef enum cudaFuncCache {
    cudaFuncCachePreferNone,
    cudaFuncCachePreferShared,
    cudaFuncCachePreferL1,
    cudaFuncCachePreferEqual
} cudaFuncCache;

typedef enum cudaLimit { cudaLimitStackSize, cudaLimitPrintfFifoSize } cudaLimit;

typedef enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1,
    cudaDevAttrMaxBlockDimX = 2,
    cudaDevAttrMaxBlockDimY = 3,
    cudaDevAttrMaxBlockDimZ = 4,
    cudaDevAttrMaxGridDimX = 5,
    cudaDevAttrMaxGridDimY = 6,
    cudaDevAttrMaxGridDimZ = 7,
    cudaDevAttrMaxSharedMemoryPerBlock = 8,
    cudaDevAttrWarpSize = 10,
    cudaDevAttrMaxRegistersPerBlock = 12,
    cudaDevAttrMultiProcessorCount = 16,
    cudaDevAttrL2CacheSize = 38,
    cudaDevAttrMaxThreadsPerMultiProcessor = 39,
    cudaDevAttrComputeCapabilityMajor = 75,
    cudaDevAttrComputeCapabilityMinor = 76,
    cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
    cudaDevAttrMaxRegistersPerMultiprocessor = 82,
    cudaDevAttrCooperativeLaunch = 95,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
    cudaDevAttrMaxBlocksPerMultiprocessor = 106,
    cudaDevAttrMemoryPoolsSupported = 115
} cudaDeviceAttr;

typedef struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem, sharedMemPerBlock, sharedMemPerBlockOptin;
    size_t sharedMemPerMultiprocessor;
    int regsPerBlock, regsPerMultiprocessor, warpSize, multiProcessorCount;
    int maxThreadsPerBlock, maxThreadsPerMultiProcessor, maxBlocksPerMultiProcessor;
    int maxThreadsDim[3], maxGridSize[3];
    int major, minor, l2CacheSize, memoryBusWidth, cooperativeLaunch;
} cudaDeviceProp;

typedef struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, maxDynamicSharedSizeBytes;
} cudaFuncAttributes;

typedef struct CUstream_st *cudaStream_t;
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
typedef struct CUevent_st *cudaEvent_t;

#define cudaStreamDefault 0
#define cudaStreamNonBlocking 1
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
#define cudaEventDefault 0
#define cudaEventBlockingSync 1
#define cudaEventDisableTiming 2
#define cudaHostAllocDefault 0
#define cudaHostAllocPortable 1
#define cudaHostAllocMapped 2

#ifdef __cplusplus
extern "C" {
#endif
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);

cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);

cudaError_t cudaFreeHost(void *p);

cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags,
                                         int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaMallocFromPoolAsync(void **p, size_t size, cudaMemPool_t pool, cudaStream_t stream);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end);

#ifndef __cplusplus
cudaError_t cudaMalloc(void **p, size_t size);
cudaError_t cudaMallocAsync(void **p, size_t size, cudaStream_t stream);
cudaError_t cudaMallocHost(void **p, size_t size);
cudaError_t cudaHostAlloc(void **p, size_t size, unsigned flags);
cudaError_t cudaFree(void *p);
cudaError_t cudaFreeAsync(void *p, cudaStream_t stream);
cudaError_t cudaMemcpy(void *to, const void *from, size_t size, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, cudaMemcpyKind kind,
                            cudaStream_t stream);
cudaError_t cudaMemset(void *p, int value, size_t size);
cudaError_t cudaMemsetAsync(void *p, int value, size_t size, cudaStream_t stream);
cudaError_t cudaEventCreate(cudaEvent_t *event);
#else
} /* extern "C" */

namespace cuda_cpu {
// A place in the source; as a default argument, the place of the call.
struct Place {
    const char *file;
    int line;
    static constexpr Place here(const char *file = __builtin_FILE(),
                                int line = __builtin_LINE())
    {
        return {file, line};
    }
};

cudaError_t allocate(void **p, size_t size, Place at);
cudaError_t allocate_host(void **p, size_t size);
cudaError_t release(void *p, Place at);
cudaError_t copy(void *to, const void *from, size_t size, cudaMemcpyKind kind, Place at);
cudaError_t fill(void *p, int value, size_t size, Place at);

// An array within an allocation: the bytes of the gap behind it belong to nobody.
void part(void *array, size_t size, size_t gap);

cudaError_t set_attribute(const void *kernel, cudaFuncAttribute attribute, int value);
cudaError_t get_attributes(cudaFuncAttributes *attributes, const void *kernel);
cudaError_t occupancy(int *blocks, int threads, size_t shared);
} // namespace cuda_cpu

#define CUDA_CPU_HERE cuda_cpu::Place at = cuda_cpu::Place::here()

template <class T> inline cudaError_t cudaMalloc(T **p, size_t size, CUDA_CPU_HERE)
{
    return cuda_cpu::allocate((void **)p, size, at);
}
template <class T>
inline cudaError_t cudaMallocAsync(T **p, size_t size, cudaStream_t, CUDA_CPU_HERE)
{
    return cuda_cpu::allocate((void **)p, size, at);
}
template <class T>
inline cudaError_t cudaMallocFromPoolAsync(T **p, size_t size, cudaMemPool_t pool, cudaStream_t s)
{
    return ::cudaMallocFromPoolAsync((void **)p, size, pool, s);
}
template <class T> inline cudaError_t cudaMallocHost(T **p, size_t size, unsigned = 0)
{
    return cuda_cpu::allocate_host((void **)p, size);
}
template <class T> inline cudaError_t cudaHostAlloc(T **p, size_t size, unsigned)
{
    return cuda_cpu::allocate_host((void **)p, size);
}
inline cudaError_t cudaFree(void *p, CUDA_CPU_HERE)
{
    return cuda_cpu::release(p, at);
}
inline cudaError_t cudaFreeAsync(void *p, cudaStream_t, CUDA_CPU_HERE)
{
    return cuda_cpu::release(p, at);
}
inline cudaError_t cudaMemcpy(void *to, const void *from, size_t size,
                              cudaMemcpyKind kind, CUDA_CPU_HERE)
{
    return cuda_cpu::copy(to, from, size, kind, at);
}
inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size,
                                   cudaMemcpyKind kind, cudaStream_t = 0, CUDA_CPU_HERE)
{
    return cuda_cpu::copy(to, from, size, kind, at);
}
inline cudaError_t cudaMemset(void *p, int value, size_t size, CUDA_CPU_HERE)
{
    return cuda_cpu::fill(p, value, size, at);
}
inline cudaError_t cudaMemsetAsync(void *p, int value, size_t size, cudaStream_t = 0,
                                   CUDA_CPU_HERE)
{
    return cuda_cpu::fill(p, value, size, at);
}
inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags = 0)
{
    return cudaEventCreateWithFlags(event, flags);
}
inline cudaError_t cudaEventRecord(cudaEvent_t event)
{
    return cudaEventRecord(event, 0);
}
template <class F>
inline cudaError_t cudaFuncSetAttribute(F *kernel, cudaFuncAttribute attribute, int value)
{
    return cuda_cpu::set_attribute((const void *)kernel, attribute, value);
}
template <class F>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, F *kernel)
{
    return cuda_cpu::get_attributes(attributes, (const void *)kernel);
}
template <class F> inline cudaError_t cudaFuncSetCacheConfig(F *, cudaFuncCache)
{
    return cudaSuccess;
}
template <class F>
inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, F *, int threads, size_t shared)
{
    return cuda_cpu::occupancy(blocks, threads, shared);
}
template <class F>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F *,
                                                      size_t shared = 0, int limit = 0)
{
    *block = limit > 0 && limit < 256 ? limit : 256;
    return cuda_cpu::occupancy(grid, *block, shared);
}
#endif
