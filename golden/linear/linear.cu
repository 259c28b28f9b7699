// linear.cu -- written by mapnest 0.1.0 from linear.fut; it is yours
//
//   -- Linear function composition: a scan of x -> a*x + b, not commutative.
//
//   def compose (a: i32, b: i32) (c: i32, d: i32): (i32, i32) = (a * c, c * b + d)
//
//   entry main [n] (slopes: [n]i32) (offsets: [n]i32): [n]i32 =
//     let (_, values) = unzip (scan compose (1, 0) (zip slopes offsets))
//     in values

#include "linear.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MAX_BLOCKS = 1024; // blocks in a grid that has a fixed size
static const int ITEMS_8 = 9; // that a thread scans, of up to 8 bytes; odd: no bank conflicts

namespace {
// What compose returns.
struct Compose {
    int32_t x, x_2;
};
}

// linear.fut:9: def compose (a: i32, b: i32) (c: i32, d: i32): (i32, i32) = (a * c, c * b + d)
// rules: none
static __device__ Compose compose(int32_t a, int32_t b, int32_t c, int32_t d)
{
    return Compose{ (int32_t)((uint32_t)a * c), (int32_t)((uint32_t)c * b + d) };
}

// linear.fut:12: let (_, values) = unzip (scan compose (1, 0) (zip slopes offsets))
// rules: scan-is-scanomap, distribute, scanomap, segscan-is-scanomap, scan-in-chain
// Combines two partial results.
static __device__ Compose compose_op(Compose a, Compose b)
{
    return compose(a.x, a.x_2, b.x, b.x_2);
}

// The value of the thread `offset` lanes before.
template <typename T>
static __device__ T shuffle_up(T value, int offset, int width)
{
    return __shfl_up_sync(0xffffffff, value, offset, width);
}

template <>
__device__ Compose shuffle_up(Compose value, int offset, int width)
{
    value.x = shuffle_up(value.x, offset, width);
    value.x_2 = shuffle_up(value.x_2, offset, width);
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

namespace {
// What is known of a tile, for those who scan the tiles after it: nothing yet, its own fold,
// or the fold of everything up to its end.
enum TileState { INVALID, AGGREGATE, PREFIX };
}

namespace {
// The state says that the value is there, so it must be seen after the value.
template <typename T>
struct TileStatus {
    volatile uint64_t *states;
    T *sums, *prefixes;

    __device__ void publish(int64_t tile, TileState state, T value) const
    {
        (state == AGGREGATE ? sums : prefixes)[tile] = value;
        __threadfence();
        states[tile] = state;
    }

    // Waits until something is known.
    __device__ TileState wait(int64_t tile, T *value) const
    {
        uint64_t state;
        do
            state = states[tile];
        while (state == INVALID);
        __threadfence();
        *value = (state == AGGREGATE ? sums : prefixes)[tile];
        return (TileState)state;
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

// linear.fut:12: let (_, values) = unzip (scan compose (1, 0) (zip slopes offsets))
// rules: scan-is-scanomap, distribute, scanomap, segscan-is-scanomap, scan-in-chain
//
//   segscan@chain <slope offset in slopes offsets> (\x x_1 y y_1 -> compose x x_1 y y_1) 1i32 0i32
//     (slope, offset)
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
linear_values(const int32_t *__restrict__ slopes, const int32_t *__restrict__ offsets, int64_t n,
              int32_t *__restrict__ values, uint64_t *states, Compose *sums, Compose *prefixes)
{
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ Compose items[tile_size];
    Compose *const own = items + threadIdx.x * ITEMS_8;
    const TileStatus<Compose> tiles = { states + 1, sums, prefixes };
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
            Compose item = Compose{ 1, 0 };
            if (at < size)
                item = Compose{ slopes[i], offsets[i] };
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        Compose fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = compose_op(fold, own[turn]);
        const Compose before = block_exclusive_scan<Compose, compose_op>(fold, Compose{ 1, 0 },
            &total);
        const Compose prefix = exclusive_prefix<Compose, compose_op>(tiles, tile, 0, total,
            Compose{ 1, 0 }, Compose{ 1, 0 });

        // Scan: each thread its own elements, beginning with all that lies before them.
        fold = compose_op(prefix, before);
        for (int turn = 0; turn < ITEMS_8; turn++)
            own[turn] = fold = compose_op(fold, own[turn]);
        __syncthreads();

        // Store: neighbouring threads write neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            const Compose sum = items[at];
            if (at < size)
                values[i] = sum.x_2;
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

// Arrays in scratch memory begin at multiples of 256 bytes.
static size_t align_up(int64_t bytes)
{
    return bytes > 0 ? (bytes + 255) / 256 * 256 : 0;
}

// Takes the next array off the scratch memory.
static void *carve(char **memory, size_t bytes)
{
    void *const array = *memory;
    *memory += align_up(bytes);
    return array;
}

size_t linear_main_scratch(int64_t n)
{
    if (n > MAX_ELEMENTS)
        return SIZE_MAX; // no device has so much
    return align_up((tiles_for(n, ITEMS_8) + 1) * sizeof(uint64_t))
        + align_up(tiles_for(n, ITEMS_8) * sizeof(Compose))
        + align_up(tiles_for(n, ITEMS_8) * sizeof(Compose));
}

// entry main [n] (slopes: [n]i32) (offsets: [n]i32): [n]i32
cudaError_t linear_main(const int32_t *slopes, const int32_t *offsets, int64_t n, int32_t *values,
                        void *scratch, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!slopes || !offsets || !values)) || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    uint64_t *const states = (uint64_t *)carve(&memory,
                                               (tiles_for(n, ITEMS_8) + 1) * sizeof(uint64_t));
    Compose *const sums = (Compose *)carve(&memory, tiles_for(n, ITEMS_8) * sizeof(Compose));
    Compose *const prefixes = (Compose *)carve(&memory, tiles_for(n, ITEMS_8) * sizeof(Compose));

    if (const cudaError_t error = cudaMemsetAsync(states, 0,
                                                  (tiles_for(n, ITEMS_8) + 1) * sizeof(uint64_t),
                                                  stream))
        return error;
    linear_values<<<tile_blocks(tiles_for(n, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(slopes, offsets,
        n, values, states, sums, prefixes);
    return last_error(earlier);
}
