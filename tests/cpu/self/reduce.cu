// reduce.cu N BLOCKS - a sum in two stages: one partial sum a block, then one block
#include "sample.h"

constexpr int THREADS = 256, WARPS = THREADS / 32;

__device__ __forceinline__ float warp_sum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

// Thread 0 has the sum of the block's values.
__device__ float block_sum(float value)
{
    __shared__ float warp_sums[WARPS];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    value = warp_sum(value);
    if (lane == 0)
        warp_sums[warp] = value;
    __syncthreads();
    return warp == 0 ? warp_sum(lane < WARPS ? warp_sums[lane] : 0.0f) : value;
}

__global__ void __launch_bounds__(THREADS)
partial_sums(int n, const float *__restrict__ x, float *__restrict__ partials)
{
    float sum = 0.0f;
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS)
        sum += x[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        partials[blockIdx.x] = sum;
}

__global__ void __launch_bounds__(THREADS)
total_sum(int n, const float *__restrict__ partials, float *__restrict__ total)
{
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += THREADS)
        sum += partials[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        *total = sum;
}

int main(int argc, char **argv)
{
    const int n = argument(argc, argv, 1, 100001), blocks = argument(argc, argv, 2, 37);
    std::vector<float> x(n);
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] = i % 3;

    float *dx = to_device(x), *partials = device_array<float>(blocks);
    float *total = device_array<float>(1);
    partial_sums<<<blocks, THREADS>>>(n, dx, partials);
    total_sum<<<1, THREADS>>>(blocks, partials, total);
    expect("reduce", to_host(total, 1)[0], sum);
}
