// mss.cu -- written by mapnest 0.1.0 from mss.fut; it is yours
//
//   -- Maximum segment sum: a list homomorphism to four values; its operator
//   -- associates, but does not commute.
//
//   def mss_op (mssx: i32, misx: i32, mcsx: i32, tsx: i32)
//              (mssy: i32, misy: i32, mcsy: i32, tsy: i32): (i32, i32, i32, i32) =
//     ( i32.max mssx (i32.max mssy (mcsx + misy))
//     , i32.max misx (tsx + misy)
//     , i32.max mcsy (mcsx + tsy)
//     , tsx + tsy )
//
//   hom segments (xs: []i32): (i32, i32, i32, i32) =
//     | []     -> (0, 0, 0, 0)
//     | [x]    -> (i32.max x 0, i32.max x 0, i32.max x 0, x)
//     | a ++ b -> mss_op (segments a) (segments b)
//
//   entry main [n] (xs: [n]i32): i32 =
//     let (mss, _, _, _) = segments xs
//     in mss

#include "mss.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MIN_BLOCK_ELEMENTS = 1024; // fewest elements for which a reduction adds a block
static const int MAX_REDUCE_BLOCKS = 2048; // most blocks of one reduction
static const int THREAD_SHARED_BYTES = 60; // shared memory of a thread; more lowers the occupancy

// Returns the number of items of this size that a thread keeps in shared memory. An odd number
// avoids bank conflicts: threads read at this stride.
static __host__ __device__ constexpr int items_per_thread(int bytes)
{
    return THREAD_SHARED_BYTES / bytes < 5 ? 5 : THREAD_SHARED_BYTES / bytes | 1;
}

// Returns the linear index of the block in a grid of one or more rows.
static __device__ int64_t block_index() { return (int64_t)blockIdx.y * gridDim.x + blockIdx.x; }

namespace {
// The results of mss_op.
struct Mss_op {
    int32_t x, y, z, w;
};
}

// mss.fut:12: def mss_op (mssx: i32, misx: i32, mcsx: i32, tsx: i32)
static __device__ Mss_op mss_op(int32_t mssx, int32_t misx, int32_t mcsx, int32_t tsx,
                                int32_t mssy, int32_t misy, int32_t mcsy, int32_t tsy)
{
    return Mss_op{ max(mssx, max(mssy, (int32_t)((uint32_t)mcsx + misy))),
                   max(misx, (int32_t)((uint32_t)tsx + misy)),
                   max(mcsy, (int32_t)((uint32_t)mcsx + tsy)), (int32_t)((uint32_t)tsx + tsy) };
}

// mss.fut:19: combines two partial results
static __device__ Mss_op mss_op_op(Mss_op a, Mss_op b)
{
    return mss_op(a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w);
}

// Returns the value of the lane `offset` lanes above.
template <typename T>
static __device__ T shuffle_down(T value, int offset, int width)
{
    return __shfl_down_sync(0xffffffff, value, offset, width);
}

// Reduces one value per thread over `width` consecutive lanes of a warp; the first lane gets the
// total. Values are combined in thread order: the operator need not be commutative.
template <typename T, T op(T, T)>
static __device__ T warp_reduce(T value, int width)
{
    for (int offset = 1; offset < width; offset *= 2)
        value = op(value, shuffle_down(value, offset, width));
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

template <>
__device__ Mss_op shuffle_down(Mss_op value, int offset, int width)
{
    value.x = shuffle_down(value.x, offset, width);
    value.y = shuffle_down(value.y, offset, width);
    value.z = shuffle_down(value.z, offset, width);
    value.w = shuffle_down(value.w, offset, width);
    return value;
}

// mss.fut:19: hom segments (xs: []i32): (i32, i32, i32, i32) =
// rules: first-homomorphism, distribute, redomap, segred-is-redomap, fold-parts-in-blocks
// Each block reduces a part of the elements tile by tile. The last block to arrive reduces the
// partial results.
static __global__ void mss_reduce_rows_in_order(const int32_t *__restrict__ xs, int64_t share,
                                                int64_t n, int64_t blocks,
                                                int32_t *__restrict__ mss, Mss_op *partials,
                                                uint32_t *arrived)
{
    const int ITEMS = items_per_thread(4); // elements per thread in a tile
    const int ROUND = BLOCK_SIZE * ITEMS;
    __shared__ int32_t xs_tile[ROUND];
    const int64_t part = block_index();
    const int64_t first = min(part * share, n);
    const int64_t end = min(first + share, n);
    Mss_op sum = Mss_op{ 0, 0, 0, 0 };
    for (int64_t start = first; start < end; start += ROUND) {
        const int size = (int)min(end - start, (int64_t)ROUND);

        // Load with coalesced reads.
        for (int k = 0; k < ITEMS; k++) {
            const int at = k * BLOCK_SIZE + threadIdx.x;
            xs_tile[at] = at < size ? xs[start + at] : 0;
        }
        __syncthreads();

        // Each thread reduces its consecutive elements, then the block reduces the results.
        Mss_op found = Mss_op{ 0, 0, 0, 0 };
        const int stop = min((int)(threadIdx.x + 1) * ITEMS, size);
        for (int at = threadIdx.x * ITEMS; at < stop; at++) {
            const int32_t x = xs_tile[at];
            const int32_t most = max(x, 0);
            found = mss_op_op(found, Mss_op{ most, most, most, x });
        }
        found = block_reduce<Mss_op, mss_op_op>(found, Mss_op{ 0, 0, 0, 0 });
        if (threadIdx.x == 0)
            sum = mss_op_op(sum, found);
    }

    if (blocks > 1) {
        if (!is_last_block(sum, partials, part, blocks, arrived))
            return;
        sum = Mss_op{ 0, 0, 0, 0 };
        const int64_t each = (blocks + BLOCK_SIZE - 1) / BLOCK_SIZE; // consecutive
        for (int64_t peer = threadIdx.x * each; peer < min((threadIdx.x + 1) * each, blocks);
             peer++)
            sum = mss_op_op(sum, partials[peer]);
        sum = block_reduce<Mss_op, mss_op_op>(sum, Mss_op{ 0, 0, 0, 0 });
    }
    if (threadIdx.x == 0)
        *mss = sum.x;
}

// Returns the error of a call from the function around it.
#define CUDA_TRY(call) do { if (const cudaError_t error = (call)) return error; } while (0)

// Returns n / size, rounded up.
static int64_t ceil_div(int64_t n, int64_t size) { return n / size + (n % size > 0); }

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

// Returns the elements of each block if blocks share n elements, a multiple of BLOCK_SIZE.
static int64_t elements_per_block(int64_t n, int64_t blocks)
{
    return ceil_div(ceil_div(n, blocks), BLOCK_SIZE) * BLOCK_SIZE;
}

// Returns an error raised since the call began; an earlier error of the caller is kept.
static cudaError_t last_error(cudaError_t earlier)
{
    return cudaPeekAtLastError() == earlier ? cudaSuccess : cudaGetLastError();
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

size_t mss_main_scratch()
{
    return align_up(MAX_REDUCE_BLOCKS * sizeof(Mss_op)) + align_up(sizeof(uint32_t));
}

// entry main [n] (xs: [n]i32): i32
cudaError_t mss_main(const int32_t *xs, int64_t n, int32_t *mss, void *scratch,
                     cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && !xs) || !mss || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    Mss_op *const partials = carve<Mss_op>(&memory, MAX_REDUCE_BLOCKS);
    uint32_t *const arrived = carve<uint32_t>(&memory, 1);

    const int64_t blocks = reduce_blocks(n);
    const int64_t share = elements_per_block(n, blocks);
    if (blocks > 1)
        CUDA_TRY(cudaMemsetAsync(arrived, 0, sizeof(uint32_t), stream));
    mss_reduce_rows_in_order<<<blocks, BLOCK_SIZE, 0, stream>>>(xs, share, n, blocks, mss,
        partials, arrived);
    return last_error(earlier);
}
