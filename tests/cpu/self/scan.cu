// scan.cu N - prefix sums in one pass: blocks take numbers as they start, publish their
// sum, and look back over the blocks before them until they find a whole prefix
#include "sample.h"

constexpr int THREADS = 128, ITEMS = 8, CHUNK = THREADS * ITEMS, WARPS = THREADS / 32;

enum : int { EMPTY = 0, HAS_SUM = 1, HAS_PREFIX = 2 };

// Data goes through plain pointers and flags through volatile ones, with a fence between:
// then a forgotten fence is a race.
struct Progress {
    volatile int *flags;
    int *sums, *prefixes;
    unsigned *next_block;
};

__device__ __forceinline__ int warp_scan(int value)
{
    for (int offset = 1; offset < 32; offset *= 2) {
        const int before = __shfl_up_sync(0xffffffff, value, offset);
        if ((int)threadIdx.x % 32 >= offset)
            value += before;
    }
    return value;
}

__device__ void publish(const Progress &progress, int *data, int value, int block,
                        int flag)
{
    data[block] = value;
    __threadfence();
    progress.flags[block] = flag;
}

// The sum of all blocks before this one, for one thread.
__device__ int look_back(const Progress &progress, int block)
{
    int sum = 0;
    for (int before = block - 1;; before--) {
        int flag;
        do
            flag = progress.flags[before];
        while (flag == EMPTY);
        __threadfence();
        if (flag == HAS_PREFIX)
            return sum + progress.prefixes[before];
        sum += progress.sums[before];
    }
}

__global__ void __launch_bounds__(THREADS)
scan(int n, const int *__restrict__ in, int *__restrict__ out, Progress progress)
{
    __shared__ int items[CHUNK];
    __shared__ int warp_sums[WARPS];
    __shared__ int shared_block, shared_prefix;
    const int thread = threadIdx.x;

    // Block numbers in the order of starting: all before this one are under way.
    if (thread == 0)
        shared_block = (int)atomicAdd(progress.next_block, 1u);
    __syncthreads();
    const int block = shared_block, first = block * CHUNK;

    // Load with neighbouring threads at neighbouring elements.
    for (int k = thread; k < CHUNK; k += THREADS)
        items[k] = first + k < n ? in[first + k] : 0;
    __syncthreads();

    // Scan the thread's items, the warp's sums, and the block's.
    int sums[ITEMS], sum = 0;
    for (int k = 0; k < ITEMS; k++)
        sums[k] = sum += items[thread * ITEMS + k];
    const int inclusive = warp_scan(sum);
    if (thread % 32 == 31)
        warp_sums[thread / 32] = inclusive;
    __syncthreads();
    int before = inclusive - sum, total = 0;
    for (int w = 0; w < WARPS; w++) {
        before += w < thread / 32 ? warp_sums[w] : 0;
        total += warp_sums[w];
    }

    // Look back over the blocks before.
    if (thread == 0) {
        int prefix = 0;
        if (block > 0) {
            publish(progress, progress.sums, total, block, HAS_SUM);
            prefix = look_back(progress, block);
        }
        publish(progress, progress.prefixes, prefix + total, block, HAS_PREFIX);
        shared_prefix = prefix;
    }
    __syncthreads();

    for (int k = 0; k < ITEMS; k++)
        items[thread * ITEMS + k] = shared_prefix + before + sums[k];
    __syncthreads();
    for (int k = thread; k < CHUNK; k += THREADS)
        if (first + k < n)
            out[first + k] = items[k];
}

int main(int argc, char **argv)
{
    const int n = argument(argc, argv, 1, 50021), blocks = (n + CHUNK - 1) / CHUNK;
    std::vector<int> x(n);
    for (int i = 0; i < n; i++)
        x[i] = i % 11 - 3;

    int *in = to_device(x), *out = device_array<int>(n);
    int *scratch = device_array<int>(3 * blocks + 1);
    CHECK(cudaMemset(scratch, 0, (3 * blocks + 1) * sizeof(int)));
    const Progress progress = {scratch, scratch + blocks, scratch + 2 * blocks,
                               (unsigned *)scratch + 3 * blocks};
    scan<<<blocks, THREADS>>>(n, in, out, progress);
    const std::vector<int> got = to_host(out, n);
    for (int i = 0, sum = 0; i < n; i++)
        expect("scan", got[i], sum += x[i]);
}
