// mistakes.cu NAME - one mistake each. The comment on the faulty line has the name and a
// pattern for the complaint that must come.
#include "sample.h"
#include <cuda_pipeline.h>
#include <cuda/atomic>
#include <cstring>

constexpr int N = 64;
constexpr unsigned ALL = 0xffffffff;
static int *x, *zeros; // N elements: never written, and all zero

/* ---- bounds ---- */

__global__ void past_the_end(int *x)
{
    x[threadIdx.x + 1] = 1; // past_the_end: out of bounds: .* at byte 256 of
}
__global__ void before_the_start(const int *zeros, int *x)
{
    x[threadIdx.x] = zeros[(int)threadIdx.x - 1]; // before_the_start: out of bounds
}
__global__ void static_overrun()
{
    __shared__ int tile[32], next[32];
    next[threadIdx.x % 32] = 1;
    tile[threadIdx.x] = next[0]; // static_overrun: out of bounds: .* uses index [3-6]
}
__global__ void dynamic_overrun()
{
    extern __shared__ int tile[];
    tile[threadIdx.x + 1] = 1; // dynamic_overrun: out of bounds: .*dynamic shared memory
}
__global__ void index_overflow(int n, int *x)
{
    x[(n + (int)threadIdx.x) / n - 1] = 1; // index_overflow: signed overflow: .* thread 1 of
}
__global__ void shift_too_far(int n, int *x)
{
    x[threadIdx.x] = 1 << (n + (int)threadIdx.x); // shift_too_far: a shift .* thread 1 of
}
__global__ void float_too_large(float f, int *x)
{
    x[threadIdx.x] = (int)(f * (threadIdx.x + 1)); // float_too_large: a float .* thread 1 of
}
__global__ void misaligned(int *x)
{
    *(int4 *)(x + 1) = make_int4(1, 2, 3, 4); // misaligned: misaligned access
}
__global__ void misaligned_half(int *x)
{
    *(int4 *)(x + 2) = make_int4(1, 2, 3, 4); // misaligned_half: misaligned access
}

/* ---- reading what nobody wrote ---- */

__global__ void unwritten_shared(int *x)
{
    __shared__ int tile[N];
    if (threadIdx.x != 7)
        tile[threadIdx.x] = 1;
    __syncthreads();
    x[threadIdx.x] = tile[threadIdx.x]; // unwritten_shared: uninitialised read: thread 7
}
__global__ void unwritten_global(int *x, int *zeros)
{
    zeros[threadIdx.x] = x[threadIdx.x]; // unwritten_global: uninitialised read
}
__global__ void unwritten_byte(char *bytes, char *zeros)
{
    if (threadIdx.x != 5)
        bytes[threadIdx.x] = 1;
    __syncthreads();
    zeros[threadIdx.x] = bytes[threadIdx.x]; // unwritten_byte: uninit.*: thread 5
}
__global__ void hole(int *x)
{
    if (threadIdx.x != 33)
        x[threadIdx.x] = 1;
}

/* ---- races ---- */

__global__ void missing_barrier(int *x)
{
    __shared__ int tile[N];
    tile[threadIdx.x] = 0;
    __syncthreads();
    tile[threadIdx.x] = threadIdx.x; // missing_barrier: shared-memory race: .* writes
    x[threadIdx.x] = tile[N - 1 - threadIdx.x];
}
// A copy that is waited for after the barrier, if at all, or whose group is not closed.
__global__ void missing_wait(const int *zeros, int *x)
{
    __shared__ int tile[N];
    __pipeline_memcpy_async(&tile[threadIdx.x], &zeros[threadIdx.x], sizeof(int));
    __pipeline_commit();
    __syncthreads();
    x[threadIdx.x] = tile[N - 1 - threadIdx.x]; // missing_wait: uninitialised read
}
__global__ void written_twice(const int *zeros)
{
    __shared__ int tile[N];
    if (threadIdx.x == 0)
        __pipeline_memcpy_async(&tile[0], &zeros[0], sizeof(int));
    if (threadIdx.x == 1)
        tile[0] = 2; // written_twice: shared-memory race: .* wrote at
    __pipeline_commit();
    __pipeline_wait_prior(0);
}
__global__ void open_group(const int *zeros, int *x)
{
    __shared__ int tile[N];
    __pipeline_memcpy_async(&tile[threadIdx.x], &zeros[threadIdx.x], sizeof(int));
    __pipeline_wait_prior(0);
    x[threadIdx.x] = tile[threadIdx.x]; // open_group: uninitialised read
}
__global__ void used_tile(const int *zeros, int *x)
{
    __shared__ int tile[N];
    tile[threadIdx.x] = 1;
    __syncthreads();
    x[threadIdx.x] = tile[N - 1 - threadIdx.x];
    // used_tile has no line: .*-memory race
    __pipeline_memcpy_async(&tile[threadIdx.x], &zeros[threadIdx.x], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
}
__global__ void copy_misaligned(const int *zeros)
{
    __align__(16) __shared__ int tile[N];
    __pipeline_memcpy_async(&tile[0], &zeros[1], 16); // copy_misaligned: misaligned access
}
__global__ void missing_syncwarp(int *x)
{
    __shared__ int tile[N];
    tile[threadIdx.x] = 0;
    __syncwarp();
    tile[threadIdx.x] = threadIdx.x; // missing_syncwarp: shared-memory race: .* writes
    x[threadIdx.x] = tile[threadIdx.x ^ 1];
}
__global__ void shuffle_is_no_fence(int *x)
{
    __shared__ int tile[N];
    tile[threadIdx.x] = 0;
    __syncthreads();
    tile[threadIdx.x] = threadIdx.x;
    const int i = __shfl_sync(ALL, threadIdx.x, threadIdx.x ^ 1);
    x[threadIdx.x] = tile[i]; // shuffle_is_no_fence: shared-memory race
}
__global__ void two_values(int *x)
{
    x[threadIdx.x] = blockIdx.x; // two_values: global-memory race: .* writes what
}
__global__ void plain_counter(int *zeros)
{
    zeros[0]++; // plain_counter: global-memory race: .* what thread .* wrote
}
__global__ void shift_in_place(int *zeros)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < N)
        zeros[i] = zeros[i + 1] + 1; // shift_in_place: global-memory race
}
__global__ void missing_fence(volatile int *flag, int *data, int *x)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        *data = 42;
        *flag = 1;
    } else if (threadIdx.x == 0) {
        while (*flag == 0) {
        }
        __threadfence();
        *x = *data; // missing_fence: global-memory race: .* reads what
    }
}
__global__ void lock_without_fence(int *x)
{
    __shared__ int lock, sum;
    if (threadIdx.x == 0)
        lock = sum = 0;
    __syncthreads();
    for (bool done = false; !done;)
        if (atomicCAS(&lock, 0, 1) == 0) {
            sum += 1; // lock_without_fence: shared-memory race
            atomicExch(&lock, 0);
            done = true;
        }
    __syncthreads();
    x[threadIdx.x] = sum;
}
__global__ void missing_acquire(int *flag, int *data, int *x)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        *data = 42;
        ready.store(1, cuda::memory_order_release);
    } else if (threadIdx.x == 0) {
        while (ready.load(cuda::memory_order_relaxed) == 0) {
        }
        *x = *data; // missing_acquire: global-memory race: .* reads what
    }
}

/* ---- barriers and warps ---- */

__global__ void two_barriers()
{
    if (threadIdx.x < 32)
        __syncthreads(); // two_barriers: divergent barrier: thread 0 .* but thread 32
    else
        __syncthreads();
}
__global__ void early_return()
{
    if (threadIdx.x >= 40)
        return;
    __syncthreads(); // early_return: divergent barrier: .* has already returned
}
__global__ void absent_lanes(int *x)
{
    if (threadIdx.x % 32 < 16)
        x[threadIdx.x] = __shfl_down_sync(ALL, 1, 8); // absent_lanes: .* absent lanes
}
__global__ void outside_mask(int *x)
{
    if (threadIdx.x % 32 < 16)
        x[threadIdx.x] = __shfl_sync(0xffff, 1, 20); // outside_mask: .* reads lane 20
}
__global__ void not_in_mask(int *x)
{
    x[threadIdx.x] = __ballot_sync(1u << 31, 1); // not_in_mask: .*does not name its
}
__global__ void different_shuffles(int *x)
{
    // different_shuffles has no line: .* meet at different operations
    if (threadIdx.x % 2)
        x[threadIdx.x] = __shfl_up_sync(ALL, 1, 1);
    else
        x[threadIdx.x] = __shfl_down_sync(ALL, 1, 1);
}
__global__ void lanes_elsewhere(int *x)
{
    if (threadIdx.x % 2)
        x[threadIdx.x] = __shfl_sync(ALL, 1, 0); // lanes_elsewhere: deadlock
    else
        while (*(volatile int *)x == 0) {
        }
}
// wait_for_later_block has no line: no line: deadlock: .* spins on a flag
__global__ void wait_for_later_block(volatile int *zeros)
{
    if (blockIdx.x + 1 < gridDim.x)
        while (zeros[blockIdx.x + 1] == 0) {
        }
    zeros[blockIdx.x] = 1;
}
// plain_spin has no line: (timeout: 1 seconds are over|.*-memory race)
__global__ void plain_spin(int *zeros)
{
    if (threadIdx.x == 0)
        while (zeros[0] == 0) {
        }
    else
        zeros[0] = 1;
}

/* ---- pointers ---- */

__global__ void host_pointer(int *host)
{
    host[threadIdx.x] = 1; // host_pointer: bad pointer: .* host memory
}
__global__ void local_of_another(int *x)
{
    __shared__ int *pointer;
    int local = threadIdx.x;
    if (threadIdx.x == 0)
        pointer = &local;
    __syncthreads();
    x[threadIdx.x] = *pointer; // local_of_another: bad pointer: .* local variable
    __syncthreads();
}
__global__ void freed(int *x)
{
    x[threadIdx.x] = 1; // freed: out of bounds: .* has been freed
}
__global__ void divide(int *x, int *zeros)
{
    x[threadIdx.x] = (int)threadIdx.x / *zeros; // divide: integer division by zero
}
// deep_stack has no line: .*EMU_STACK
__global__ void deep_stack(int *x)
{
    volatile int local[40000];
    for (int i = 0; i < 40000; i++)
        local[40000 - 1 - i] = i;
    x[threadIdx.x] = local[threadIdx.x];
}
__global__ void nothing() {}

/* ---- the host ---- */

static void host_mistake(const char *name)
{
    int host[2 * N] = {};
    const auto is = [=](const char *other) { return strcmp(name, other) == 0; };
    if (is("unwritten_result")) {
        hole<<<1, N>>>(x);
        cudaMemcpy(host, x, N * 4, cudaMemcpyDeviceToHost); // unwritten_result: .* 132
    } else if (is("leak")) {
        int *forgotten;
        CHECK(cudaMalloc(&forgotten, N)); // leak: leak: the 64 bytes allocated here are never
    } else if (is("copy_too_long"))
        cudaMemcpy(x, host, N * 4 + 1, cudaMemcpyHostToDevice); // copy_too_long: out of
    else if (is("copy_backwards"))
        cudaMemcpy(host, x, N * 4, cudaMemcpyHostToDevice); // copy_backwards: bad pointer
    else if (is("memory_on_host"))
        x[3] = 1; // memory_on_host: bad pointer: the host program writes device memory
    else if (is("freed_twice")) {
        cudaFree(x);
        cudaFree(x); // freed_twice: bad free
    } else if (is("large_block"))
        nothing<<<1, 2048>>>(); // large_block: invalid launch: .* 1024 threads
    else if (is("empty_grid"))
        nothing<<<0, 32>>>(); // empty_grid: invalid launch: .* empty grid
    else
        printf("there is no %s\n", name);
}

static void kernel_mistake(const char *name)
{
    const auto is = [=](const char *other) { return strcmp(name, other) == 0; };
    if (is("past_the_end")) past_the_end<<<1, N>>>(x);
    else if (is("before_the_start")) before_the_start<<<1, N>>>(zeros, x);
    else if (is("static_overrun")) static_overrun<<<1, N>>>();
    else if (is("dynamic_overrun")) dynamic_overrun<<<1, N, N * sizeof(int)>>>();
    else if (is("index_overflow")) index_overflow<<<1, 2>>>(0x7fffffff, x);
    else if (is("shift_too_far")) shift_too_far<<<1, 2>>>(31, x);
    else if (is("float_too_large")) float_too_large<<<1, 2>>>(2e9f, x);
    else if (is("misaligned")) misaligned<<<1, 1>>>(x);
    else if (is("misaligned_half")) misaligned_half<<<1, 1>>>(x);
    else if (is("unwritten_shared")) unwritten_shared<<<1, N>>>(x);
    else if (is("unwritten_global")) unwritten_global<<<1, N>>>(x, zeros);
    else if (is("unwritten_byte")) unwritten_byte<<<1, N>>>((char *)x, (char *)zeros);
    else if (is("missing_barrier")) missing_barrier<<<1, N>>>(x);
    else if (is("missing_wait")) missing_wait<<<1, N>>>(zeros, x);
    else if (is("written_twice")) written_twice<<<1, N>>>(zeros);
    else if (is("open_group")) open_group<<<1, N>>>(zeros, x);
    else if (is("used_tile")) used_tile<<<1, N>>>(zeros, x);
    else if (is("copy_misaligned")) copy_misaligned<<<1, 1>>>(zeros);
    else if (is("missing_syncwarp")) missing_syncwarp<<<1, N>>>(x);
    else if (is("shuffle_is_no_fence")) shuffle_is_no_fence<<<1, N>>>(x);
    else if (is("two_values")) two_values<<<2, N>>>(x);
    else if (is("plain_counter")) plain_counter<<<4, N>>>(zeros);
    else if (is("shift_in_place")) shift_in_place<<<N, 1>>>(zeros);
    else if (is("missing_fence")) missing_fence<<<2, 32>>>(zeros, zeros + 1, x);
    else if (is("lock_without_fence")) lock_without_fence<<<1, N>>>(x);
    else if (is("missing_acquire")) missing_acquire<<<2, 32>>>(zeros, zeros + 1, x);
    else if (is("two_barriers")) two_barriers<<<1, N>>>();
    else if (is("early_return")) early_return<<<1, N>>>();
    else if (is("absent_lanes")) absent_lanes<<<1, N>>>(x);
    else if (is("outside_mask")) outside_mask<<<1, N>>>(x);
    else if (is("not_in_mask")) not_in_mask<<<1, N>>>(x);
    else if (is("different_shuffles")) different_shuffles<<<1, N>>>(x);
    else if (is("lanes_elsewhere")) lanes_elsewhere<<<1, N>>>(zeros);
    else if (is("wait_for_later_block")) wait_for_later_block<<<N, 1>>>(zeros);
    else if (is("plain_spin")) plain_spin<<<1, N>>>(zeros);
    else if (is("host_pointer")) host_pointer<<<1, N>>>((int *)malloc(N * sizeof(int)));
    else if (is("local_of_another")) local_of_another<<<1, N>>>(x);
    else if (is("freed")) cudaFree(x), freed<<<1, N>>>(x);
    else if (is("divide")) divide<<<1, N>>>(x, zeros);
    else if (is("deep_stack")) deep_stack<<<1, N>>>(x);
    else host_mistake(name);
}

int main(int argc, char **argv)
{
    x = device_array<int>(N);
    zeros = to_device(std::vector<int>(N));
    kernel_mistake(argc > 1 ? argv[1] : "");
}
