// map.cu N - y = a * x + y, element by element and four at a time
#include "sample.h"

__global__ void __launch_bounds__(256)
saxpy(int n, float a, const float *__restrict__ x, float *__restrict__ y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

__global__ void __launch_bounds__(256)
saxpy4(int n, float a, const float4 *__restrict__ x, float4 *__restrict__ y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const float4 u = x[i], v = y[i];
        y[i] = make_float4(a * u.x + v.x, a * u.y + v.y, a * u.z + v.z, a * u.w + v.w);
    }
}

int main(int argc, char **argv)
{
    const int n = argument(argc, argv, 1, 10007), n4 = n / 4;
    std::vector<float> x(n), y(n);
    for (int i = 0; i < n; i++)
        x[i] = i % 1000, y[i] = i % 77;

    float *dx = to_device(x), *dy = to_device(y);
    saxpy<<<(n + 255) / 256, 256>>>(n, 2.0f, dx, dy);
    saxpy4<<<(n4 + 255) / 256, 256>>>(n4, 3.0f, (const float4 *)dx, (float4 *)dy);
    const std::vector<float> got = to_host(dy, n);
    for (int i = 0; i < n; i++)
        expect("map", got[i], y[i] + (i < 4 * n4 ? 5.0f : 2.0f) * x[i]);
}
