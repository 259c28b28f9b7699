// segscan.cu -- written by mapnest 0.1.0 from segscan.fut; it is yours
//
//   -- Segmented scan by its classic operator on pairs of flag and value.
//
//   def segmented 't (op: t -> t -> t) (f1: bool, x1: t) (f2: bool, x2: t): (bool, t) =
//     (f1 || f2, if f2 then x2 else op x1 x2)
//
//   entry main [n] (flags: [n]bool) (values: [n]i32): [n]i32 =
//     let (_, sums) = unzip (scan (segmented (+)) (false, 0) (zip flags values))
//     in sums

#include "segscan.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MAX_BLOCKS = 1024; // blocks in a grid that has a fixed size
static const int ITEMS_8 = 9; // that a thread scans, of up to 8 bytes; odd: no bank conflicts

namespace {
// The values that combine_sums combines.
struct Sums {
    bool x;
    int32_t sums;
};
}

// segscan.fut:11: let (_, sums) = unzip (scan (segmented (+)) (false, 0) (zip flags values))
// rules: scan-is-scanomap, distribute, scanomap, segscan-is-scanomap, scan-in-chain
// Combines two partial results of sums.
static __device__ Sums combine_sums(Sums a, Sums b)
{
    return Sums{ a.x || b.x, b.x ? b.sums : (int32_t)((uint32_t)a.sums + b.sums) };
}

// The value of the thread `offset` lanes before.
template <typename T>
static __device__ T shuffle_up(T value, int offset, int width)
{
    return __shfl_up_sync(0xffffffff, value, offset, width);
}

template <>
__device__ Sums shuffle_up(Sums value, int offset, int width)
{
    value.x = shuffle_up(value.x, offset, width);
    value.sums = shuffle_up(value.sums, offset, width);
    return value;
}

// The number of the block's next tile. All tiles before it have been taken by blocks that
// run, whichever order the blocks start in: so waiting for them comes to an end.
static __device__ int64_t next_tile(uint64_t *next)
{
    __shared__ int64_t tile;
    if (threadIdx.x == 0)
        tile = atomicAdd((unsigned long long *)next, 1ull);
    __syncthreads(); // also: all are done with the last tile, its shared memory is free
    return tile;
}

// A value in the low bytes of a word.
template <typename T>
static __device__ uint64_t pack(T value)
{
    uint64_t word = 0;
    memcpy(&word, &value, sizeof value);
    return word;
}

template <typename T>
static __device__ T unpack(uint64_t word)
{
    T value;
    memcpy(&value, &word, sizeof value);
    return value;
}

template <>
__device__ uint64_t pack(Sums value)
{
    return pack(value.x) << 32 | pack(value.sums);
}

template <>
__device__ Sums unpack(uint64_t word)
{
    return { unpack<bool>(word >> 32), unpack<int32_t>(word) };
}

namespace {
// What is known of a tile, for those who scan the tiles after it: nothing yet, its own fold,
// or the fold of everything up to its end.
enum TileState { INVALID, AGGREGATE, PREFIX };
}

namespace {
// State and value share a word, which changes as a whole: so nobody sees the one without
// the other, and no fence is needed.
template <typename T>
struct PackedTileStatus {
    volatile uint64_t *words;

    __device__ void publish(int64_t tile, TileState state, T value) const
    {
        words[tile] = (uint64_t)state << 56 | pack(value);
    }

    // Waits until something is known.
    __device__ TileState wait(int64_t tile, T *value) const
    {
        uint64_t word;
        do
            word = words[tile];
        while (word >> 56 == INVALID);
        *value = unpack<T>(word);
        return (TileState)(word >> 56);
    }
};
}

// Gives each lane of a warp the fold of all values up to its own.
template <typename T, T op(T, T)>
static __device__ T warp_inclusive_scan(T value)
{
    for (int offset = 1; offset < 32; offset *= 2) {
        const T left = shuffle_up(value, offset, 32);
        if ((int)threadIdx.x % 32 >= offset)
            value = op(left, value);
    }
    return value;
}

// Gives each thread the fold of the values of the threads before it; *total is that of all.
template <typename T, T op(T, T)>
static __device__ T block_exclusive_scan(T value, T neutral, T *total)
{
    __shared__ T warp_totals[BLOCK_SIZE / 32];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;

    value = warp_inclusive_scan<T, op>(value);
    if (lane == 31)
        warp_totals[warp] = value;
    __syncthreads();

    // Every thread folds the totals of the warps: of those before its own, and of all.
    T before = neutral, all = neutral;
    for (int w = 0; w < BLOCK_SIZE / 32; w++) {
        if (w == warp)
            before = all;
        all = op(all, warp_totals[w]);
    }
    *total = all;
    const T left = shuffle_up(value, 1, 32);
    return lane > 0 ? op(before, left) : before;
}

// Folds what lies before a tile, back to the tile `first`, before which is `start`; in the
// first warp, 32 tiles at a time, to the nearest whose prefix is known. The last lane gets it.
template <typename T, T op(T, T), typename Status>
static __device__ T look_back(Status status, int64_t tile, int64_t first, T start, T neutral)
{
    T prefix = neutral;
    for (int64_t other = tile - 32 + threadIdx.x;; other -= 32) {
        T value = start;
        const TileState state = other < first ? PREFIX : status.wait(other, &value);

        // What comes before the last prefix is part of it.
        const uint32_t prefixes = __ballot_sync(0xffffffff, state == PREFIX);
        if ((int)threadIdx.x < 31 - __clz((int)prefixes))
            value = neutral;
        value = warp_inclusive_scan<T, op>(value);
        if (threadIdx.x == 31)
            prefix = op(value, prefix);
        if (prefixes)
            return prefix;
    }
}

// Tells the others the fold of a tile, gives all threads the fold of what lies before it,
// and tells the others that, too.
template <typename T, T op(T, T), typename Status>
static __device__ T exclusive_prefix(Status status, int64_t tile, int64_t first, T sum, T start,
                                     T neutral)
{
    __shared__ T prefix;
    if (threadIdx.x == 31)
        status.publish(tile, AGGREGATE, sum);
    if (threadIdx.x < 32) {
        const T before = look_back<T, op>(status, tile, first, start, neutral);
        if (threadIdx.x == 31) {
            prefix = before;
            status.publish(tile, PREFIX, op(before, sum));
        }
    }
    __syncthreads();
    return prefix;
}

// segscan.fut:11: let (_, sums) = unzip (scan (segmented (+)) (false, 0) (zip flags values))
// rules: scan-is-scanomap, distribute, scanomap, segscan-is-scanomap, scan-in-chain
//
//   segscan@chain <flag value in flags values> (\f1 x1 f2 x2 -> {
//     either = f1 || f2
//     chosen = if f2 then x2 else x1 + x2
//     in either chosen
//   }) false 0i32 (flag, value)
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
segscan_sums(const bool *__restrict__ flags, const int32_t *__restrict__ values, int64_t n,
             int32_t *__restrict__ sums, uint64_t *states)
{
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ Sums items[tile_size];
    Sums *const own = items + threadIdx.x * ITEMS_8;
    const PackedTileStatus<Sums> tiles = { states + 1 };
    for (;;) {
        const int64_t tile = next_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= n)
            return;
        const int size = (int)min(n - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            Sums item = Sums{ false, 0 };
            if (at < size)
                item = Sums{ flags[i], values[i] };
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        Sums fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = combine_sums(fold, own[turn]);
        const Sums before = block_exclusive_scan<Sums, combine_sums>(fold, Sums{ false, 0 },
            &total);
        const Sums prefix = exclusive_prefix<Sums, combine_sums>(tiles, tile, 0, total,
            Sums{ false, 0 }, Sums{ false, 0 });

        // Scan: each thread its own elements, beginning with all that lies before them.
        fold = combine_sums(prefix, before);
        for (int turn = 0; turn < ITEMS_8; turn++)
            own[turn] = fold = combine_sums(fold, own[turn]);
        __syncthreads();

        // Store: neighbouring threads write neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            const Sums sum = items[at];
            if (at < size)
                sums[i] = sum.sums;
        }
    }
}

static int64_t ceil_div(int64_t n, int64_t size)
{
    return n / size + (n % size > 0);
}

// Tiles for n elements, at least one, if each thread of a block has so many of them.
static int64_t tiles_for(int64_t n, int items)
{
    return n > 0 ? ceil_div(n, BLOCK_SIZE * items) : 1;
}

// One block for every tile, up to MAX_BLOCKS.
static int tile_blocks(int64_t tiles)
{
    return tiles < MAX_BLOCKS ? (int)tiles : MAX_BLOCKS;
}

// What has gone wrong since an error (or none) of the caller's was the last one, which stays.
static cudaError_t last_error(cudaError_t earlier)
{
    return cudaPeekAtLastError() == earlier ? cudaSuccess : cudaGetLastError();
}

size_t segscan_main_scratch(int64_t n)
{
    if (n > MAX_ELEMENTS)
        return SIZE_MAX; // no device has so much
    return (tiles_for(n, ITEMS_8) + 1) * sizeof(uint64_t);
}

// entry main [n] (flags: [n]bool) (values: [n]i32): [n]i32
cudaError_t segscan_main(const bool *flags, const int32_t *values, int64_t n, int32_t *sums,
                         void *scratch, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!flags || !values || !sums)) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    uint64_t *const states = (uint64_t *)scratch;

    if (const cudaError_t error = cudaMemsetAsync(states, 0,
                                                  (tiles_for(n, ITEMS_8) + 1) * sizeof(uint64_t),
                                                  stream))
        return error;
    segscan_sums<<<tile_blocks(tiles_for(n, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(flags, values, n,
        sums, states);
    return last_error(earlier);
}
