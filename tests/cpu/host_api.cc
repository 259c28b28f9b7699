// host_api.cc - the host side: options, errors, kernels, the device, streams, events.
#include "runtime.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <link.h>
#include <map>

namespace cuda_cpu {
/* ---- options ---- */

static u64 option(const char *name, u64 otherwise)
{
    const char *value = getenv(name);
    return value && *value ? strtoull(value, nullptr, 0) : otherwise;
}

static const char *file_option(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : nullptr;
}

// Stacks are a few cache lines off a power of two, lest they all share the same ones.
const Options options = {
    option("EMU_SEED", 1),
    std::max((u32)option("EMU_RESIDENT", 8), 1u),
    (u32)option("EMU_PREEMPT", 0),
    (u32)option("EMU_WEAK", 0),
    option("EMU_RACE", 1) != 0 && !option("EMU_BLOCKS", 0),
    option("EMU_SAME_VALUE_OK", 1) != 0,
    option("EMU_LEAKS", 1) != 0,
    option("EMU_FAIL", 0),
    option("EMU_REFUSE", 0),
    (u32)option("EMU_STATS", 0),
    file_option("EMU_JSON"),
    option("EMU_STATS", 0) || file_option("EMU_JSON"),
    (u32)option("EMU_TIMEOUT", 60),
    option("EMU_MEMORY", 4ull << 30),
    (option("EMU_STACK", 64 << 10) & ~63ull) + 320,
    std::max((u32)option("EMU_PROCESSORS", option("EMU_BLOCKS", 0) ? 256 : 4), 1u),
    (u32)option("EMU_BLOCKS", 0),
};

/* ---- start and end ---- */

extern "C" void *__tls_get_addr(const size_t *module_and_offset);

// The program, or the shared library, that this code is part of. Its shared variables are
// its thread-local ones; nothing else is.
static int find_program(dl_phdr_info *object, size_t, void *)
{
    u64 start = ~0ull, end = 0;
    const auto *parts = object->dlpi_phdr;
    for (int i = 0; i < object->dlpi_phnum; i++)
        if (parts[i].p_type == PT_LOAD) {
            const u64 from = object->dlpi_addr + parts[i].p_vaddr;
            start = std::min(start, from);
            end = std::max(end, from + parts[i].p_memsz);
        }
    if ((u64)&find_program < start || (u64)&find_program >= end)
        return 0;
    program_start = start;
    program_end = end;
    for (int i = 0; i < object->dlpi_phnum; i++)
        if (parts[i].p_type == PT_TLS) {
            const size_t first[] = { object->dlpi_tls_modid, 0 };
            static_shared = (char *)__tls_get_addr(first);
            static_shared_size = parts[i].p_memsz;
        }
    return 1;
}

void init()
{
    if (arena)
        return;
    dl_iterate_phdr(find_program, nullptr);
    catch_signals();
    init_shadow();
    init_fibers();
    atexit(print_traffic);
    atexit(demand_checked_launches);
    on_exit(demand_freed, nullptr);
}

/* ---- errors ---- */

static cudaError_t last_error;
u32 launches;

// The invalid launch whose error nobody has asked for.
static Place unseen_place;
static std::string unseen_launch;

cudaError_t set_error(cudaError_t error)
{
    if (error != cudaSuccess)
        last_error = error;
    return error;
}

void invalid_launch(cudaError_t error, Place at, const std::string &sentence)
{
    set_error(error);
    unseen_place = at;
    unseen_launch = sentence;
}

// Goes on after an invalid launch only if the program has asked for the error.
void demand_checked_launches()
{
    if (!unseen_launch.empty())
        fail(source_line(unseen_place),
             unseen_launch + ", and the program does not ask for the error");
}

/* ---- kernels ---- */

static std::map<const void *, size_t> dynamic_limits;

size_t dynamic_limit(const void *function)
{
    const auto found = dynamic_limits.find(function);
    return found == dynamic_limits.end() ? DEFAULT_DYNAMIC : found->second;
}

cudaError_t set_attribute(const void *function, cudaFuncAttribute attribute, int value)
{
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
        return cudaSuccess;
    if (value < 0 || (size_t)value > MAX_DYNAMIC)
        return set_error(cudaErrorInvalidValue);
    dynamic_limits[function] = std::max((size_t)value, DEFAULT_DYNAMIC);
    return cudaSuccess;
}

cudaError_t get_attributes(cudaFuncAttributes *attributes, const void *function)
{
    *attributes = {};
    attributes->maxThreadsPerBlock = MAX_THREADS;
    attributes->numRegs = 32;
    attributes->maxDynamicSharedSizeBytes = dynamic_limit(function);
    return cudaSuccess;
}

// All multiprocessors together hold as many blocks as run at the same time.
cudaError_t occupancy(int *blocks, int threads, size_t shared)
{
    if (threads <= 0)
        return set_error(cudaErrorInvalidValue);
    const bool fits = threads <= (int)MAX_THREADS && shared <= MAX_DYNAMIC;
    *blocks = fits ? std::max(options.resident / options.processors, 1u) : 0;
    return cudaSuccess;
}

void trap(Place at)
{
    fail(source_line(at), "trap: " + name_thread(current) + " gives up");
}

int64_t clock() { return accesses_done; }
} // namespace cuda_cpu

using namespace cuda_cpu;

/* ---- errors, for the program ---- */

extern "C" {
cudaError_t cudaPeekAtLastError()
{
    unseen_launch.clear();
    return last_error;
}
cudaError_t cudaGetLastError()
{
    const cudaError_t error = cudaPeekAtLastError();
    last_error = cudaSuccess;
    return error;
}

const char *cudaGetErrorName(cudaError_t error)
{
    switch (error) {
#define X(name, value, text) case name: return #name;
        CUDA_CPU_ERRORS(X)
#undef X
    }
    return "unrecognized error code";
}
const char *cudaGetErrorString(cudaError_t error)
{
    switch (error) {
#define X(name, value, text) case name: return text;
        CUDA_CPU_ERRORS(X)
#undef X
    }
    return "unrecognized error code";
}

/* ---- the device ---- */

cudaError_t cudaGetDeviceCount(int *count) { return *count = 1, cudaSuccess; }
cudaError_t cudaGetDevice(int *device) { return *device = 0, cudaSuccess; }
cudaError_t cudaSetDevice(int device)
{
    return set_error(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceReset() { return cudaSuccess; }
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
cudaError_t cudaDeviceSetLimit(cudaLimit, size_t) { return cudaSuccess; }
cudaError_t cudaDriverGetVersion(int *version) { return *version = 13000, cudaSuccess; }
cudaError_t cudaRuntimeGetVersion(int *version) { return *version = 13000, cudaSuccess; }
cudaError_t cudaMemGetInfo(size_t *free, size_t *total)
{
    *free = options.memory - memory_in_use();
    *total = options.memory;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int device)
{
    if (device != 0)
        return set_error(cudaErrorInvalidDevice);
    *p = {};
    strcpy(p->name, "CUDA on the CPU");
    p->totalGlobalMem = options.memory;
    p->sharedMemPerBlock = DEFAULT_DYNAMIC;
    p->sharedMemPerBlockOptin = MAX_DYNAMIC;
    p->sharedMemPerMultiprocessor = MAX_DYNAMIC + 1024;
    p->regsPerBlock = p->regsPerMultiprocessor = 65536;
    p->warpSize = 32;
    p->multiProcessorCount = options.processors;
    p->maxThreadsPerBlock = MAX_THREADS;
    p->maxThreadsPerMultiProcessor = 2048;
    p->maxBlocksPerMultiProcessor = 32;
    p->maxThreadsDim[0] = p->maxThreadsDim[1] = MAX_THREADS;
    p->maxThreadsDim[2] = 64;
    p->maxGridSize[0] = 0x7fffffff;
    p->maxGridSize[1] = p->maxGridSize[2] = 65535;
    p->major = 9;
    p->l2CacheSize = 50 << 20;
    p->memoryBusWidth = 5120;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device)
{
    cudaDeviceProp p;
    if (cudaGetDeviceProperties(&p, device) != cudaSuccess)
        return cudaErrorInvalidDevice;
    switch (attribute) {
#define X(ATTRIBUTE, VALUE) case cudaDevAttr##ATTRIBUTE: *value = VALUE; break;
        X(MaxThreadsPerBlock, p.maxThreadsPerBlock)
        X(MaxBlockDimX, p.maxThreadsDim[0])
        X(MaxBlockDimY, p.maxThreadsDim[1])
        X(MaxBlockDimZ, p.maxThreadsDim[2])
        X(MaxGridDimX, p.maxGridSize[0])
        X(MaxGridDimY, p.maxGridSize[1])
        X(MaxGridDimZ, p.maxGridSize[2])
        X(MaxSharedMemoryPerBlock, p.sharedMemPerBlock)
        X(WarpSize, p.warpSize)
        X(MaxRegistersPerBlock, p.regsPerBlock)
        X(MultiProcessorCount, p.multiProcessorCount)
        X(L2CacheSize, p.l2CacheSize)
        X(MaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor)
        X(ComputeCapabilityMajor, p.major)
        X(ComputeCapabilityMinor, p.minor)
        X(MaxSharedMemoryPerMultiprocessor, p.sharedMemPerMultiprocessor)
        X(MaxRegistersPerMultiprocessor, p.regsPerMultiprocessor)
        X(CooperativeLaunch, p.cooperativeLaunch)
        X(MaxSharedMemoryPerBlockOptin, p.sharedMemPerBlockOptin)
        X(MaxBlocksPerMultiprocessor, p.maxBlocksPerMultiProcessor)
        X(MemoryPoolsSupported, 1)
#undef X
    default: return set_error(cudaErrorInvalidValue);
    }
    return cudaSuccess;
}

/* ---- streams and events: everything has happened when a call returns ---- */

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned)
{
    *stream = (cudaStream_t)malloc(1);
    return cudaSuccess;
}
cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return cudaStreamCreateWithFlags(stream, 0);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int)
{
    return cudaStreamCreateWithFlags(stream, flags);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) { return free(stream), cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamQuery(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned)
{
    return cudaSuccess;
}

static double *time_of(cudaEvent_t event) { return (double *)event; }

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned)
{
    *event = (cudaEvent_t)calloc(1, sizeof(double));
    return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) { return free(event), cudaSuccess; }
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    *time_of(event) = now.tv_sec * 1e3 + now.tv_nsec * 1e-6;
    return cudaSuccess;
}
cudaError_t cudaEventQuery(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end)
{
    *milliseconds = *time_of(end) - *time_of(start);
    return cudaSuccess;
}

/* ---- for programs in C, where calls do not tell where they stand ---- */

#define FROM_C (Place{"a C file", 0})

cudaError_t cudaMalloc(void **p, size_t size) { return allocate(p, size, FROM_C); }
cudaError_t cudaMallocAsync(void **p, size_t size, cudaStream_t)
{
    return allocate(p, size, FROM_C);
}
// The one pool there is.
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int)
{
    static char handle;
    *pool = (cudaMemPool_t)&handle;
    return cudaSuccess;
}
cudaError_t cudaMallocFromPoolAsync(void **p, size_t size, cudaMemPool_t pool, cudaStream_t)
{
    cudaMemPool_t known;
    cudaDeviceGetDefaultMemPool(&known, 0);
    return pool == known ? allocate(p, size, FROM_C) : set_error(cudaErrorInvalidValue);
}
cudaError_t cudaMallocHost(void **p, size_t size) { return allocate_host(p, size); }
cudaError_t cudaHostAlloc(void **p, size_t size, unsigned)
{
    return allocate_host(p, size);
}
cudaError_t cudaFree(void *p) { return release(p, FROM_C); }
cudaError_t cudaFreeAsync(void *p, cudaStream_t) { return release(p, FROM_C); }
cudaError_t cudaFreeHost(void *p) { return free(p), cudaSuccess; }
cudaError_t cudaMemcpy(void *to, const void *from, size_t size, cudaMemcpyKind kind)
{
    return copy(to, from, size, kind, FROM_C);
}
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, cudaMemcpyKind kind,
                            cudaStream_t)
{
    return copy(to, from, size, kind, FROM_C);
}
cudaError_t cudaMemset(void *p, int value, size_t size)
{
    return fill(p, value, size, FROM_C);
}
cudaError_t cudaMemsetAsync(void *p, int value, size_t size, cudaStream_t)
{
    return fill(p, value, size, FROM_C);
}
cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return cudaEventCreateWithFlags(event, 0);
}
}
