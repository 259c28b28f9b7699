// features.cu - what must work, and what must not be taken for a mistake.
#include "sample.h"
#include <cuda/atomic>

constexpr unsigned ALL = 0xffffffff;

/* ---- shuffles, votes and bits ---- */

template <class T> __global__ void rotate(T *out)
{
    const T mine = (T)threadIdx.x;
    out[threadIdx.x] = __shfl_sync(ALL, mine, threadIdx.x + 1);
}

template <class T> static void check_rotate(const char *type)
{
    T *out = device_array<T>(32);
    rotate<T><<<1, 32>>>(out);
    const std::vector<T> got = to_host(out, 32);
    for (int i = 0; i < 32; i++)
        expect(type, got[i], (T)((i + 1) % 32));
}

__global__ void lanes(int *out)
{
    const int lane = threadIdx.x;
    const int up = __shfl_up_sync(ALL, lane, 3), down = __shfl_down_sync(ALL, lane, 3, 8);
    const int across = __shfl_xor_sync(ALL, lane, 5);
    const bool good = up == (lane < 3 ? lane : lane - 3) &&
                      down == (lane % 8 + 3 < 8 ? lane + 3 : lane) &&
                      across == (lane ^ 5) &&
                      __ballot_sync(ALL, lane < 4) == 15 && __any_sync(ALL, lane == 9) &&
                      !__all_sync(ALL, lane == 9) && __all_sync(ALL, lane < 32) &&
                      __match_any_sync(ALL, lane / 16) == 0xffffu << lane / 16 * 16 &&
                      __reduce_max_sync(ALL, -lane) == 0 &&
                      __reduce_add_sync(ALL, lane) == 496 && (__activemask() >> lane & 1);
    const bool bits = __popc(0xf0) == 4 && __popcll(1ull << 40) == 1 && __clz(1) == 31 &&
                      __clzll(1) == 63 && __ffs(8) == 4 && __ffsll(1ll << 40) == 41 &&
                      __brev(1) == 0x80000000 && __umulhi(1u << 31, 4) == 2 &&
                      __float_as_int(1.0f) == 0x3f800000 && min(3, 4u) == 3 &&
                      max(2.0f, 1.0f) == 2 && __float2int_rn(2.5f) == 2;
    const int voters = __syncthreads_count(lane % 2);
    out[lane] = good && bits && voters == 16;
}

/* ---- atomics ---- */

template <class T> __global__ void atomics(T *x)
{
    atomicAdd(&x[0], (T)1);
    atomicMax(&x[1], (T)threadIdx.x);
    atomicMin(&x[2], (T)threadIdx.x);
    atomicExch(&x[3], (T)7);
    for (T old = x[5], seen = old + 1; old != seen;) // adds by hand
        seen = old, old = atomicCAS(&x[4], seen, seen + 2);
    atomicOr(&x[6], (T)1 << threadIdx.x % 16);
    atomicXor(&x[7], (T)1);
}

template <class T> static void check_atomics(const char *type)
{
    T *x = to_device(std::vector<T>(8));
    atomics<T><<<4, 64>>>(x);
    const std::vector<T> got = to_host(x, 8), wanted = {256, 63, 0, 7, 512, 0, 65535, 0};
    for (int i = 0; i < 8; i++)
        expect(type, got[i], wanted[i]);
}

template <class T> __global__ void add_floats(T *x) { atomicAdd(x, (T)0.5); }

/* ---- no mistakes ---- */

// Several threads may store the same value.
__global__ void same_value(long long *x) { x[threadIdx.x / 8] = threadIdx.x / 8; }

// Neighbouring bytes of a word belong to different threads.
__global__ void bytes(char *x, short *y)
{
    __shared__ char tile[64];
    tile[threadIdx.x] = threadIdx.x;
    x[63 - threadIdx.x] = tile[threadIdx.x];
    y[threadIdx.x] = tile[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] += tile[63 - threadIdx.x];
}

// The block that comes last adds what the others have left.
__global__ void last_block(const int *x, int *partials, unsigned *finished, int *total)
{
    __shared__ int sum;
    __shared__ bool last;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, x[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(finished, 1u) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        *total = 0;
        for (unsigned block = 0; block < gridDim.x; block++)
            *total += partials[block];
    }
}

__global__ void hand_over(int *data, int *flag, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        *data = 42;
        ready.store(1, cuda::memory_order_release);
    } else if (threadIdx.x == 0) {
        while (ready.load(cuda::memory_order_acquire) == 0)
            __nanosleep(20);
        *out = *data;
    }
}

// Plain data under a lock, for threads of one block and of several.
__global__ void locked_sum(int *lock, int *sum)
{
    for (bool done = false; !done;)
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *sum += threadIdx.x;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
}

// The same in the shared memory of a block.
__global__ void locked_here(int *sums)
{
    __shared__ int lock, sum;
    if (threadIdx.x == 0)
        lock = sum = 0;
    __syncthreads();
    for (bool done = false; !done;)
        if (atomicCAS(&lock, 0, 1) == 0) {
            __threadfence();
            sum += 1;
            __threadfence();
            atomicExch(&lock, 0);
            done = true;
        }
    __syncthreads();
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

__global__ void three_dimensions(int *out)
{
    const dim3 n(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int z = blockIdx.z * blockDim.z + threadIdx.z;
    out[(z * n.y + y) * n.x + x] = x + 100 * y + 10000 * z;
}

static void check_harmless()
{
    long long *same = device_array<long long>(8);
    same_value<<<1, 64>>>(same);
    expect("same_value", to_host(same, 8)[7], 7ll);

    char *x = device_array<char>(64);
    short *y = device_array<short>(64);
    bytes<<<1, 64>>>(x, y);
    expect("bytes", (int)to_host(x, 64)[3], 120);
    expect("bytes", (int)to_host(y, 64)[3], 3);

    int *ones = to_device(std::vector<int>(1024, 1));
    int *zeros = to_device(std::vector<int>(16));
    last_block<<<8, 128>>>(ones, zeros, (unsigned *)zeros + 8, zeros + 9);
    expect("last_block", to_host(zeros, 16)[9], 1024);
    hand_over<<<2, 32>>>(zeros + 10, zeros + 11, zeros + 12);
    expect("hand_over", to_host(zeros, 16)[12], 42);

    locked_sum<<<4, 64>>>(zeros + 13, zeros + 14);
    expect("locked_sum", to_host(zeros, 16)[14], 4 * 2016);
    locked_here<<<3, 64>>>(zeros + 1);
    expect("locked_here", to_host(zeros, 16)[3], 64);

    int *cube = device_array<int>(4 * 6 * 10);
    three_dimensions<<<dim3(2, 3, 5), dim3(2, 2, 2)>>>(cube);
    expect("three_dimensions", to_host(cube, 240)[(7 * 6 + 5) * 4 + 3], 70503);
}

/* ---- the host ---- */

static void check_host()
{
    int *p = nullptr, blocks = 0, host[2] = {1, 2};
    lanes<<<1, 2048>>>(p);
    expect("block size", cudaGetLastError(), cudaErrorInvalidConfiguration);
    lanes<<<dim3(1, 65536), 32>>>(p);
    expect("grid size", cudaPeekAtLastError(), cudaErrorInvalidConfiguration);
    expect("error stays", cudaGetLastError(), cudaErrorInvalidConfiguration);
    expect("error goes", cudaGetLastError(), cudaSuccess);
    lanes<<<1, 32, 100 << 10>>>(p);
    expect("shared size", cudaGetLastError(), cudaErrorInvalidValue);
    expect("too much", cudaMalloc(&p, (size_t)1 << 60), cudaErrorMemoryAllocation);
    expect("error of malloc", cudaGetLastError(), cudaErrorMemoryAllocation);

    CHECK(cudaMalloc(&p, 0));
    CHECK(cudaMemcpy(p, host, 0, cudaMemcpyHostToDevice));
    CHECK(cudaFree(p));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, lanes, 256, 0));
    expect("occupancy", blocks > 0, true);

    cudaStream_t stream;
    cudaEvent_t start, end;
    float milliseconds = -1;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    CHECK(cudaEventRecord(start, stream));
    CHECK(cudaMallocAsync(&p, 8, stream));
    CHECK(cudaMemsetAsync(p, 0, 8, stream));
    CHECK(cudaMemcpyAsync(host, p, 8, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaFreeAsync(p, stream));
    CHECK(cudaEventRecord(end, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaEventElapsedTime(&milliseconds, start, end));
    expect("time", milliseconds >= 0, true);
    expect("memset", host[1], 0);
}

int main()
{
    check_rotate<signed char>("char");
    check_rotate<short>("short");
    check_rotate<int>("int");
    check_rotate<unsigned>("unsigned");
    check_rotate<int64_t>("int64_t");
    check_rotate<uint64_t>("uint64_t");
    check_rotate<float>("float");
    check_rotate<double>("double");

    int *good = device_array<int>(32);
    lanes<<<1, 32>>>(good);
    for (const int lane : to_host(good, 32))
        expect("lanes", lane, 1);

    check_atomics<int>("atomics of int");
    check_atomics<unsigned>("atomics of unsigned");
    check_atomics<unsigned long long>("atomics of unsigned long long");
    float *f = to_device(std::vector<float>(1));
    double *d = to_device(std::vector<double>(1));
    add_floats<float><<<4, 64>>>(f);
    add_floats<double><<<4, 64>>>(d);
    expect("atomicAdd of float", to_host(f, 1)[0], 128.0f);
    expect("atomicAdd of double", to_host(d, 1)[0], 128.0);

    check_harmless();
    check_host();
}
