// dot_ranks.cu -- written by mapnest 0.1.0 from dot.fut; it is yours
//
//   -- Dot product.
//
//   def dot [n] (xs: [n]f32) (ys: [n]f32): f32 =
//     reduce (+) 0 (map2 (*) xs ys)
//
//   entry main [n] (xs: [n]f32) (ys: [n]f32): f32 = dot xs ys

#include "dot_ranks.h"

#include <limits.h>
#include <stdlib.h>

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MIN_BLOCK_ELEMENTS = 1024; // fewest elements for which a reduction adds a block
static const int MAX_REDUCE_BLOCKS = 2048; // most blocks of one reduction

// dot.fut:13: entry main [n] (xs: [n]f32) (ys: [n]f32): f32 = dot xs ys
static __host__ __device__ float add_f32(float x, float y) { return x + y; }

// dot.fut:11: the operator (+) of reductions and scans
static __device__ float add(float a, float b) { return a + b; }

// Reduces one value per thread over `width` consecutive lanes of a warp; the first lane gets the
// total. Values are combined in thread order: the operator need not be commutative.
template <typename T, T op(T, T)>
static __device__ T warp_reduce(T value, int width)
{
    for (int offset = 1; offset < width; offset *= 2)
        value = op(value, __shfl_down_sync(0xffffffff, value, offset, width));
    return value;
}

// Reduces one value per thread over the block, in thread order; thread 0 gets the total.
template <typename T, T op(T, T)>
static __device__ T block_reduce(T value, T neutral)
{
    __shared__ T warp_values[BLOCK_SIZE / 32];
    value = warp_reduce<T, op>(value, 32);
    if (threadIdx.x % 32 == 0)
        warp_values[threadIdx.x / 32] = value;
    __syncthreads();

    // The first warp reduces the totals of all warps.
    if (threadIdx.x < 32) {
        value = threadIdx.x < BLOCK_SIZE / 32 ? warp_values[threadIdx.x] : neutral;
        value = warp_reduce<T, op>(value, 32);
    }
    return value;
}

// Stores a block's partial result. Returns true in the last block to arrive, which can read all.
template <typename T>
static __device__ bool is_last_block(T value, T *values, int64_t block, int64_t blocks,
                                     uint32_t *arrived)
{
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        values[block] = value;
        __threadfence(); // the value is visible before the block is counted
        is_last = atomicAdd(arrived, 1) == blocks - 1;
        __threadfence(); // all blocks are counted before values are read
    }
    __syncthreads();
    return is_last;
}

// dot.fut:11: reduce (+) 0 (map2 (*) xs ys)
// rules: .., redomap, optimized-map-reduce, reduce-map, shares-in-stripes, segred-is-redomap
// Each thread reduces its share, then each block reduces over its threads. The last block to
// arrive reduces the partial results of all blocks.
static __global__ void dot_t(const float *__restrict__ xs, const float *__restrict__ ys,
                             int64_t n_part, int64_t workers, float *__restrict__ values,
                             float *partials, uint32_t *arrived)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int64_t i = worker; i < n_part; i += workers)
        sum += xs[i] * ys[i];

    float total = block_reduce<float, add>(sum, 0.0f);
    if (gridDim.x > 1) {
        if (!is_last_block(total, partials, blockIdx.x, gridDim.x, arrived))
            return;
        total = 0.0f;
        for (int64_t peer = threadIdx.x; peer < gridDim.x; peer += BLOCK_SIZE)
            total = add(total, partials[peer]);
        total = block_reduce<float, add>(total, 0.0f);
    }
    if (threadIdx.x == 0)
        *values = total;
}

// Returns the error of a call from the function around it.
#define CUDA_TRY(call) do { if (const cudaError_t error = (call)) return error; } while (0)

// Returns the number of blocks for a reduction of n elements: each has MIN_BLOCK_ELEMENTS or
// more, and all are resident on the device at a time.
static int64_t reduce_blocks(int64_t n)
{
    int device = 0, processors = 1, threads = BLOCK_SIZE;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device);
    const int64_t resident = processors * (threads / BLOCK_SIZE), blocks = n / MIN_BLOCK_ELEMENTS;
    const int64_t most = resident < MAX_REDUCE_BLOCKS ? resident : MAX_REDUCE_BLOCKS;
    return blocks < 1 ? 1 : blocks < most ? blocks : most;
}

// Returns an error raised since the call began; an earlier error of the caller is kept.
static cudaError_t last_error(cudaError_t earlier)
{
    return cudaPeekAtLastError() == earlier ? cudaSuccess : cudaGetLastError();
}

// Copies a value from the device and waits for it. Returns the error of a failed launch, too.
template <typename T>
static cudaError_t copy_to_host(T *to, const void *from, cudaError_t earlier, cudaStream_t stream)
{
    CUDA_TRY(last_error(earlier));
    CUDA_TRY(cudaMemcpyAsync(to, from, sizeof *to, cudaMemcpyDeviceToHost, stream));
    return cudaStreamSynchronize(stream);
}

// Returns the size rounded up to a multiple of 256 bytes, the alignment of scratch arrays.
static size_t align_up(int64_t bytes) { return bytes > 0 ? (bytes + 255) / 256 * 256 : 0; }

// Carves the next array of `count` elements out of scratch memory.
template <typename T>
static T *carve(char **memory, int64_t count)
{
    T *const array = (T *)*memory;
    *memory += align_up(count * sizeof(T));
    return array;
}

// Returns an error of MPI from the function around it.
#define MPI_TRY(call) do { if ((call) != MPI_SUCCESS) return MAPNEST_MPI_FAILED; } while (0)

// The ranks of one call.
namespace {
struct Ranks {
    MPI_Comm comm;
    cudaStream_t stream;
    int rank, count;
    bool agreed; // all ranks return the same error
};
}

// Makes all ranks return an error that one of them has: the highest one. Every rank calls this
// before each exchange and at the end, so that no rank waits for one that has left.
static cudaError_t agree(Ranks *ranks, cudaError_t error)
{
    if (ranks->agreed)
        return error;
    struct { int error, rank; } own = { error, ranks->rank }, worst;
    ranks->agreed = true;
    MPI_TRY(MPI_Allreduce(&own, &worst, 1, MPI_2INT, MPI_MAXLOC, ranks->comm));
    ranks->agreed = worst.error != cudaSuccess;
    return (cudaError_t)worst.error;
}

// Combines values of each rank with an operator, in the order of the ranks: MPI_Allreduce, or
// MPI_Exscan, after which the values of rank 0 are of no meaning.
template <typename T>
static cudaError_t combine_ranks(T *values, int64_t count, MPI_User_function *function,
                                 bool commutes, bool exclusive, const Ranks *ranks)
{
    MPI_Datatype type;
    MPI_Op op;
    MPI_TRY(MPI_Type_contiguous(sizeof(T), MPI_BYTE, &type));
    MPI_TRY(MPI_Type_commit(&type));
    MPI_TRY(MPI_Op_create(function, commutes, &op));
    for (int64_t done = 0; done < count; done += INT_MAX) {
        const int n = count - done < INT_MAX ? (int)(count - done) : INT_MAX;
        MPI_TRY(exclusive ? MPI_Exscan(MPI_IN_PLACE, values + done, n, type, op, ranks->comm)
                          : MPI_Allreduce(MPI_IN_PLACE, values + done, n, type, op, ranks->comm));
    }
    MPI_TRY(MPI_Op_free(&op));
    MPI_TRY(MPI_Type_free(&type));
    return cudaSuccess;
}

static void total_sum_op(void *before, void *values, int *count, MPI_Datatype *)
{
    const float *const a = (const float *)before;
    float *const b = (float *)values;
    for (int i = 0; i < *count; i++)
        b[i] = add_f32(a[i], b[i]);
}

// dot.fut:11: reduce (+) 0 (map2 (*) xs ys)
// Combines the values of all ranks, in their order.
static cudaError_t total_sum(float t, float *result, Ranks *ranks, cudaStream_t stream)
{
    CUDA_TRY(agree(ranks, cudaSuccess));
    float value = t;
    CUDA_TRY(combine_ranks(&value, 1, total_sum_op, true, false, ranks));
    CUDA_TRY(cudaMemcpyAsync(result, &value, sizeof value, cudaMemcpyHostToDevice, stream));
    return cudaStreamSynchronize(stream);
}

static size_t dot_main_part_scratch()
{
    return align_up(sizeof(float)) + align_up(MAX_REDUCE_BLOCKS * sizeof(float))
        + align_up(sizeof(uint32_t));
}

// entry main [n] [n_part] (xs: [n_part]f32) (ys: [n_part]f32): f32
static cudaError_t dot_main_part(const float *xs, const float *ys, int64_t n, int64_t n_part,
                                 float *sum, void *scratch, Ranks *ranks, cudaStream_t stream)
{
    if (n < 0 || n_part < 0 || n > MAX_ELEMENTS || n_part > MAX_ELEMENTS
        || (n_part > 0 && (!xs || !ys)) || !sum || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    float *const t = carve<float>(&memory, 1);
    float *const partials = carve<float>(&memory, MAX_REDUCE_BLOCKS);
    uint32_t *const arrived = carve<uint32_t>(&memory, 1);

    const int64_t blocks = reduce_blocks(n_part);
    const int64_t workers = blocks * BLOCK_SIZE;
    if (blocks > 1)
        CUDA_TRY(cudaMemsetAsync(arrived, 0, sizeof(uint32_t), stream));
    dot_t<<<blocks, BLOCK_SIZE, 0, stream>>>(xs, ys, n_part, workers, t, partials, arrived);
    float value_on_host;
    CUDA_TRY(copy_to_host(&value_on_host, t, earlier, stream));
    CUDA_TRY(total_sum(value_on_host, sum, ranks, stream));
    return last_error(earlier);
}

size_t dot_main_ranks_scratch(int rank, int count)
{
    (void)rank, (void)count;
    return dot_main_part_scratch();
}

cudaError_t dot_main_ranks(const float *xs, const float *ys, int64_t n, float *sum, void *scratch,
                           cudaStream_t stream, MPI_Comm comm)
{
    Ranks ranks = { comm, stream };
    MPI_TRY(MPI_Comm_rank(comm, &ranks.rank));
    MPI_TRY(MPI_Comm_size(comm, &ranks.count));
    const int64_t n_part = dot_part_first(n, ranks.rank + 1, ranks.count)
        - dot_part_first(n, ranks.rank, ranks.count);
    const cudaError_t error = dot_main_part(xs, ys, n, n_part, sum, scratch, &ranks, stream);
    return agree(&ranks, error);
}
