// lss.cu -- written by mapnest 0.1.0 from lss.fut; it is yours
//
//   -- Longest satisfying segment: the longest part of an array in ascending order.
//   -- A list homomorphism: beside the longest such part, the lengths of those at both
//   -- ends, of the whole, and the elements at both ends.
//
//   type segment = { best: i64, first: i64, last: i64, all: i64, from: i32, to: i32 }
//
//   def append (a: segment) (b: segment): segment =
//     let connected = a.all == 0 || b.all == 0 || a.to <= b.from
//     in { best = i64.max (i64.max a.best b.best) (if connected then a.last + b.first else 0)
//        , first = if a.first == a.all && connected then a.first + b.first else a.first
//        , last = if b.last == b.all && connected then a.last + b.last else b.last
//        , all = a.all + b.all
//        , from = if a.all == 0 then b.from else a.from
//        , to = if b.all == 0 then a.to else b.to }
//
//   hom ascending (xs: []i32): segment =
//     | []     -> { best = 0, first = 0, last = 0, all = 0, from = 0, to = 0 }
//     | [x]    -> { best = 1, first = 1, last = 1, all = 1, from = x, to = x }
//     | a ++ b -> append (ascending a) (ascending b)
//
//   entry main [n] (xs: [n]i32): i64 = (ascending xs).best

#include "lss.h"

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
// The results of append.
struct Append {
    int64_t x, y, z;
    int32_t w;
    int64_t u;
    int32_t v;
};
}

// lss.fut:19: def append (a: segment) (b: segment): segment =
static __device__ Append append(int64_t a_all, int64_t a_best, int64_t a_first, int32_t a_from,
                                int64_t a_last, int32_t a_to, int64_t b_all, int64_t b_best,
                                int64_t b_first, int32_t b_from, int64_t b_last, int32_t b_to)
{
    const bool is_zero = a_all == 0;
    const bool b_all_is_zero = b_all == 0;
    const bool connected = is_zero || b_all_is_zero || a_to <= b_from;
    return Append{ (int64_t)((uint64_t)a_all + b_all),
                   max(max(a_best, b_best), connected ? (int64_t)((uint64_t)a_last + b_first) : 0),
                   a_first == a_all && connected ? (int64_t)((uint64_t)a_first + b_first)
                   : a_first, is_zero ? b_from : a_from,
                   b_last == b_all && connected ? (int64_t)((uint64_t)a_last + b_last) : b_last,
                   b_all_is_zero ? a_to : b_to };
}

// lss.fut:28: combines two partial results
static __device__ Append append_op(Append a, Append b)
{
    return append(a.x, a.y, a.z, a.w, a.u, a.v, b.x, b.y, b.z, b.w, b.u, b.v);
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
__device__ Append shuffle_down(Append value, int offset, int width)
{
    value.x = shuffle_down(value.x, offset, width);
    value.y = shuffle_down(value.y, offset, width);
    value.z = shuffle_down(value.z, offset, width);
    value.w = shuffle_down(value.w, offset, width);
    value.u = shuffle_down(value.u, offset, width);
    value.v = shuffle_down(value.v, offset, width);
    return value;
}

// lss.fut:28: hom ascending (xs: []i32): segment =
// rules: first-homomorphism, distribute, redomap, segred-is-redomap, fold-parts-in-blocks
// Each block reduces a part of the elements tile by tile. The last block to arrive reduces the
// partial results.
static __global__ void lss_reduce(const int32_t *__restrict__ xs, int64_t share, int64_t n,
                                  int64_t blocks, int64_t *__restrict__ result, Append *partials,
                                  uint32_t *arrived)
{
    const int ITEMS = items_per_thread(4); // elements per thread in a tile
    const int ROUND = BLOCK_SIZE * ITEMS;
    __shared__ int32_t xs_tile[ROUND];
    const int64_t part = block_index();
    const int64_t first = min(part * share, n);
    const int64_t end = min(first + share, n);
    Append sum = Append{ 0, 0, 0, 0, 0, 0 };
    for (int64_t start = first; start < end; start += ROUND) {
        const int size = (int)min(end - start, (int64_t)ROUND);

        // Load with coalesced reads.
        for (int k = 0; k < ITEMS; k++) {
            const int at = k * BLOCK_SIZE + threadIdx.x;
            xs_tile[at] = at < size ? xs[start + at] : 0;
        }
        __syncthreads();

        // Each thread reduces its consecutive elements, then the block reduces the results.
        Append found = Append{ 0, 0, 0, 0, 0, 0 };
        const int stop = min((int)(threadIdx.x + 1) * ITEMS, size);
        for (int at = threadIdx.x * ITEMS; at < stop; at++) {
            const int32_t x = xs_tile[at];
            found = append_op(found, Append{ 1, 1, 1, x, 1, x });
        }
        found = block_reduce<Append, append_op>(found, Append{ 0, 0, 0, 0, 0, 0 });
        if (threadIdx.x == 0)
            sum = append_op(sum, found);
    }

    if (blocks > 1) {
        if (!is_last_block(sum, partials, part, blocks, arrived))
            return;
        sum = Append{ 0, 0, 0, 0, 0, 0 };
        const int64_t each = (blocks + BLOCK_SIZE - 1) / BLOCK_SIZE; // consecutive
        for (int64_t peer = threadIdx.x * each; peer < min((threadIdx.x + 1) * each, blocks);
             peer++)
            sum = append_op(sum, partials[peer]);
        sum = block_reduce<Append, append_op>(sum, Append{ 0, 0, 0, 0, 0, 0 });
    }
    if (threadIdx.x == 0)
        *result = sum.y;
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

size_t lss_main_scratch()
{
    return align_up(MAX_REDUCE_BLOCKS * sizeof(Append)) + align_up(sizeof(uint32_t));
}

// entry main [n] (xs: [n]i32): i64
cudaError_t lss_main(const int32_t *xs, int64_t n, int64_t *result, void *scratch,
                     cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && !xs) || !result || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    Append *const partials = carve<Append>(&memory, MAX_REDUCE_BLOCKS);
    uint32_t *const arrived = carve<uint32_t>(&memory, 1);

    const int64_t blocks = reduce_blocks(n);
    const int64_t share = elements_per_block(n, blocks);
    if (blocks > 1)
        CUDA_TRY(cudaMemsetAsync(arrived, 0, sizeof(uint32_t), stream));
    lss_reduce<<<blocks, BLOCK_SIZE, 0, stream>>>(xs, share, n, blocks, result, partials, arrived);
    return last_error(earlier);
}
