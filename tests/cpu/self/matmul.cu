// matmul.cu ROWS COLUMNS INNER - tiles in dynamic shared memory, 4x4 results a thread
#include "sample.h"

constexpr int TILE = 64, DEPTH = 16, EACH = 4, ACROSS = TILE / EACH;
constexpr int THREADS = ACROSS * ACROSS;

struct Sizes {
    int rows, columns, inner;
};

__global__ void __launch_bounds__(THREADS)
matmul(Sizes n, const float *__restrict__ a, const float *__restrict__ b,
       float *__restrict__ c)
{
    extern __shared__ float tiles[];
    float *const a_tile = tiles;                // [DEPTH][TILE]
    float *const b_tile = tiles + DEPTH * TILE; // [DEPTH][TILE]
    const int row0 = blockIdx.y * TILE, column0 = blockIdx.x * TILE;
    const int y = threadIdx.x / ACROSS * EACH, x = threadIdx.x % ACROSS * EACH;

    float sums[EACH][EACH] = {};
    for (int k0 = 0; k0 < n.inner; k0 += DEPTH) {
        // Load a tile of each matrix, zero outside.
        for (int t = threadIdx.x; t < TILE * DEPTH; t += THREADS) {
            const int row = row0 + t / DEPTH, k = k0 + t % DEPTH;
            const bool inside = row < n.rows && k < n.inner;
            a_tile[t % DEPTH * TILE + t / DEPTH] = inside ? a[row * n.inner + k] : 0.0f;
        }
        for (int t = threadIdx.x; t < DEPTH * TILE; t += THREADS) {
            const int k = k0 + t / TILE, column = column0 + t % TILE;
            const bool inside = k < n.inner && column < n.columns;
            b_tile[t] = inside ? b[k * n.columns + column] : 0.0f;
        }
        __syncthreads();

        for (int k = 0; k < DEPTH; k++)
            for (int i = 0; i < EACH; i++)
                for (int j = 0; j < EACH; j++)
                    sums[i][j] += a_tile[k * TILE + y + i] * b_tile[k * TILE + x + j];
        __syncthreads();
    }

    for (int i = 0; i < EACH; i++)
        for (int j = 0; j < EACH; j++)
            if (row0 + y + i < n.rows && column0 + x + j < n.columns)
                c[(row0 + y + i) * n.columns + column0 + x + j] = sums[i][j];
}

int main(int argc, char **argv)
{
    const Sizes n = {argument(argc, argv, 1, 70), argument(argc, argv, 2, 65),
                     argument(argc, argv, 3, 33)};
    std::vector<float> a(n.rows * n.inner), b(n.inner * n.columns);
    for (size_t i = 0; i < a.size(); i++)
        a[i] = i % 7;
    for (size_t i = 0; i < b.size(); i++)
        b[i] = i % 5;

    float *da = to_device(a), *db = to_device(b);
    float *dc = device_array<float>(n.rows * n.columns);
    const dim3 grid((n.columns + TILE - 1) / TILE, (n.rows + TILE - 1) / TILE);
    const size_t shared = 2 * DEPTH * TILE * sizeof(float);
    CHECK(cudaFuncSetAttribute(matmul, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               (int)shared));
    matmul<<<grid, THREADS, shared>>>(n, da, db, dc);
    const std::vector<float> c = to_host(dc, n.rows * n.columns);
    for (int i = 0; i < n.rows; i++)
        for (int j = 0; j < n.columns; j++) {
            float sum = 0;
            for (int k = 0; k < n.inner; k++)
                sum += a[i * n.inner + k] * b[k * n.columns + j];
            expect("matmul", c[i * n.columns + j], sum);
        }
}
