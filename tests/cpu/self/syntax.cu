// syntax.cu - launches and declarations that are not easy to rewrite.
#include "sample.h"

extern "C" {
int plain_c(int x);
}
int plain_c(int x) { return x << 2; }

template <class T, int N> struct Pair {
    static const int size = N;
};

namespace deep {
namespace inner {
template <class T, int N> __global__ void add(T *x, T y) { x[threadIdx.x] += y + N; }
} // namespace inner
} // namespace deep

static __device__ __noinline__ int twice(int x) { return 2 * x; }

__global__ void copy_bytes(const int *in, int *out)
{
    extern __shared__ __align__(16) unsigned char bytes[]; // not <<<1, 1>>>
    int *const words = (int *)bytes;
    words[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = twice(words[blockDim.x - 1 - threadIdx.x]);
}

__global__ void two_types(int *out)
{
    extern __shared__ volatile float numbers [];
    numbers[threadIdx.x] = 1.5f;
    __syncwarp();
    out[threadIdx.x] = 2 * numbers[threadIdx.x ^ 1];
}

static int blocks(int n) { return n > 1 ? 1 : n >> 0; }

int main()
{
    const int big = 1'000, shift = 1 << 3;
    const char *const text = "k<<<1, 1>>>(x) \" // extern __shared__", quote = '\'';
    int *x = to_device(std::vector<int>(32, big)), *y = device_array<int>(32);

    /* a launch in a comment: k<<<1, 1>>>() */
    deep::inner::add<int, (3 > 2 ? 5 : 6)><<<1, 32>>>(x, shift);
    deep::inner::add<long long, 2><<<dim3(1, blocks(3)), Pair<Pair<int, 1>, 32>::size,
                                     0, 0>>>(
        to_device(std::vector<long long>(32)), 1);
    copy_bytes<<<blocks(2), 32, 32 * sizeof(int)>>>(x, y);
    expect("copy_bytes", to_host(y, 32)[31], 2 * 1013);
    two_types <<< 1, 32, sizeof(float[32]) >>> (y);
    expect("two_types", to_host(y, 32)[0], 3);
    expect("plain_c", plain_c(2), 8);
    expect("text", (int)(text[1] == '<' && quote == '\''), 1);
}
