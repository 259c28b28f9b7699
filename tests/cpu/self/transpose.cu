// transpose.cu ROWS COLUMNS - through a tile in shared memory
#include "sample.h"

constexpr int TILE = 32, BLOCK_ROWS = 8;

__global__ void __launch_bounds__(TILE *BLOCK_ROWS)
transpose(int rows, int columns, const float *__restrict__ in, float *__restrict__ out)
{
    // One column more than needed: a column of the tile then lies in 32 banks.
    __shared__ float tile[TILE][TILE + 1];

    // Neighbouring threads read neighbouring elements of a row ...
    const int column = blockIdx.x * TILE + threadIdx.x;
    for (int r = threadIdx.y; r < TILE; r += BLOCK_ROWS) {
        const int row = blockIdx.y * TILE + r;
        if (row < rows && column < columns)
            tile[r][threadIdx.x] = in[row * columns + column];
    }
    __syncthreads();

    // ... and write neighbouring elements of a column.
    const int row = blockIdx.y * TILE + threadIdx.x;
    for (int c = threadIdx.y; c < TILE; c += BLOCK_ROWS) {
        const int column = blockIdx.x * TILE + c;
        if (row < rows && column < columns)
            out[column * rows + row] = tile[threadIdx.x][c];
    }
}

int main(int argc, char **argv)
{
    const int rows = argument(argc, argv, 1, 131), columns = argument(argc, argv, 2, 77);
    std::vector<float> a(rows * columns);
    for (size_t i = 0; i < a.size(); i++)
        a[i] = i;

    float *in = to_device(a), *out = device_array<float>(a.size());
    const dim3 grid((columns + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    transpose<<<grid, dim3(TILE, BLOCK_ROWS)>>>(rows, columns, in, out);
    const std::vector<float> got = to_host(out, a.size());
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            expect("transpose", got[c * rows + r], a[r * columns + c]);
}
