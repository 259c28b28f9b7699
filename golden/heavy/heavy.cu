// heavy.cu -- written by mapnest 0.1.0 from heavy.fut; it is yours
//
//   -- Tuples of which a part is used: what nothing reads is neither computed nor stored.
//
//   -- Half of all the weight, and what weighs more than 1.
//   entry heavy [n] (ids: [n]i64) (weights: [n]f64): (f64, []i64) =
//     let halves = map (/ 2) weights
//     let items = filter (\(_, weight, _) -> weight > 1) (zip3 ids weights halves)
//     in (f64.sum halves, map (.0) items)
//
//   -- What weighs more than 1 in half.
//   entry heavy_halves [n] (ids: [n]i64) (weights: [n]f64): []i64 =
//     map (.0) (filter (\(_, half) -> half > 0.5) (zip ids (map (/ 2) weights)))
//
//   def polar (x: f64) (y: f64) = (f64.sqrt (x * x + y * y), f64.atan2 y x)
//
//   -- The distance of the next point.
//   entry next_radius [n] (xs: [n]f64) (ys: [n]f64): [n]f64 =
//     let (radii, _) = unzip (map2 polar xs ys)
//     in rotate 1 radii

#include "heavy.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int64_t MAX_ELEMENTS = 1ll << 48; // no array has more elements
static const int MIN_BLOCK_ELEMENTS = 1024; // elements to fold that are worth a block more
static const int MAX_REDUCE_BLOCKS = 2048; // blocks that fold together; each has a value in memory
static const int MAX_BLOCKS = 1024; // blocks in a grid that has a fixed size
static const int MAX_SPARE_FACTOR = 8; // times its size: a result in more memory is copied
static const int ITEMS_24 = 5; // that a thread scans, of up to 24 bytes; odd: no bank conflicts

namespace {
// What polar returns.
struct Polar {
    double x, x_2;
};
}

// heavy.fut:23: let items = filter (\(_, weight, _) -> weight > 1) (zip3 ids weights halves)
// rules: drop-unused, scan-is-scanomap, scan-map, scanomap, segscan-is-scanomap, total-of-scan,
//   total-of-all, recompute, scatter-each, scatter-is-scatomap, scatter-map, distribute, scatter,
//   segput-is-scatomap, put-in-chain, read-before-prefix
// The operator (+) of reductions and scans.
static __device__ int64_t add(int64_t a, int64_t b) { return (uint64_t)a + b; }

// heavy.fut:24: in (f64.sum halves, map (.0) items)
// rules: reduce-is-redomap, distribute, redomap, optimized-map-reduce, reduce-map,
//   shares-in-stripes, segred-is-redomap
// The operator (+) of reductions and scans.
static __device__ double add_2(double a, double b) { return a + b; }

// heavy.fut:30: def polar (x: f64) (y: f64) = (f64.sqrt (x * x + y * y), f64.atan2 y x)
// rules: none
static __device__ Polar polar(double x, double y)
{
    return Polar{ sqrt(x * x + y * y), atan2(y, x) };
}

// Folds the values of `width` neighbouring threads of a warp into the first of them, in the
// order of the threads, so that the operator need not be commutative.
template <typename T, T op(T, T)>
static __device__ T warp_reduce(T value, int width)
{
    for (int offset = 1; offset < width; offset *= 2)
        value = op(value, __shfl_down_sync(0xffffffff, value, offset, width));
    return value;
}

// Folds one value a thread into one value a block, which thread 0 gets, in the order of the
// threads.
template <typename T, T op(T, T)>
static __device__ T block_reduce(T value, T neutral)
{
    __shared__ T warp_values[BLOCK_SIZE / 32];
    value = warp_reduce<T, op>(value, 32);
    if (threadIdx.x % 32 == 0)
        warp_values[threadIdx.x / 32] = value;
    __syncthreads();

    // The first warp folds the values of the warps.
    if (threadIdx.x < 32) {
        value = threadIdx.x < BLOCK_SIZE / 32 ? warp_values[threadIdx.x] : neutral;
        value = warp_reduce<T, op>(value, 32);
    }
    return value;
}

// Leaves a block's value where the last of so many blocks to come here finds all of them, in
// the order of their numbers. True in that block.
template <typename T>
static __device__ bool is_last_block(T value, T *values, int64_t block, int64_t blocks,
                                     uint32_t *arrived)
{
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        values[block] = value;
        __threadfence(); // the value is there before its block is counted
        is_last = atomicAdd(arrived, 1) == blocks - 1;
        __threadfence(); // and is read after all were
    }
    __syncthreads();
    return is_last;
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
        const T left = __shfl_up_sync(0xffffffff, value, offset);
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
    const T left = __shfl_up_sync(0xffffffff, value, 1);
    return lane > 0 ? op(before, left) : before;
}

static __device__ uint64_t add_counts(uint64_t a, uint64_t b) { return a + b; }

// Puts the elements of a tile in order: first those of kind 0, then those of kind 1 .. 3; each
// thread has so many. Counts of the four kinds share a word, 16 bits each.
template <int ITEMS>
static __device__ void block_partition(const int (&kinds)[ITEMS], int size, uint16_t *order)
{
    uint64_t ranks = 0, all;
    for (int turn = 0; turn < ITEMS; turn++)
        if ((int)threadIdx.x * ITEMS + turn < size)
            ranks += 1ull << 16 * kinds[turn];

    // Before a thread's elements of a kind: those of other threads, and all of kinds before.
    ranks = block_exclusive_scan<uint64_t, add_counts>(ranks, 0, &all);
    ranks += all * 0x0001000100010000;
    for (int turn = 0; turn < ITEMS; turn++) {
        const int at = threadIdx.x * ITEMS + turn;
        order[at < size ? ranks >> 16 * kinds[turn] & 0xffff : at] = at;
        ranks += 1ull << 16 * kinds[turn];
    }
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

// heavy.fut:23: let items = filter (\(_, weight, _) -> weight > 1) (zip3 ids weights halves)
// rules: drop-unused, scan-is-scanomap, scan-map, scanomap, segscan-is-scanomap, total-of-scan,
//   total-of-all, recompute, scatter-each, scatter-is-scatomap, scatter-map, distribute, scatter,
//   segput-is-scatomap, put-in-chain, read-before-prefix
//
//   segput@chain <#i < n> copies {
//     weight = weights[i]
//     is_more = weight > 1.0f64
//     flag = i64.bool is_more
//     id = ids[i]
//     t = prefix (+) 0i64 flag
//     chosen_1 = if is_more then t - 1i64 else -1i64
//     in chosen_1 id
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
heavy_chosen(const double *__restrict__ weights, const int64_t *__restrict__ ids, int64_t n,
             int64_t *__restrict__ chosen, int64_t *__restrict__ kept, uint64_t *states,
             int64_t *sums, int64_t *prefixes)
{
    const int tile_size = BLOCK_SIZE * ITEMS_24;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_24;
    __shared__ bool is_more[tile_size];
    __shared__ int64_t id[tile_size];
    __shared__ uint16_t order[tile_size];
    const TileStatus<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = next_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= n && tile > 0)
            return;
        const int size = (int)min(n - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_24; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const double weight = weights[i];
                const bool is_more_2 = weight > 1.0;
                const int64_t id_2 = ids[i];
                item = (int64_t)is_more_2;
                is_more[at] = is_more_2;
                id[at] = id_2;
            }
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_24; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = block_exclusive_scan<int64_t, add>(fold, 0, &total);
        const int64_t prefix = exclusive_prefix<int64_t, add>(tiles, tile, 0, total, 0, 0);

        // Scan: each thread its own elements, beginning with all that lies before them.
        fold = add(prefix, before);
        for (int turn = 0; turn < ITEMS_24; turn++)
            own[turn] = fold = add(fold, own[turn]);

        // Order: what is placed in the same way lies side by side, and so does where it goes.
        int kinds[ITEMS_24];
        for (int turn = 0; turn < ITEMS_24; turn++) {
            const int at = threadIdx.x * ITEMS_24 + turn;
            int kind = 0;
            if (at < size)
                kind = is_more[at] ? 0 : 1;
            kinds[turn] = kind;
        }
        block_partition(kinds, size, order);
        __syncthreads();

        // Store: neighbouring threads write neighbouring elements.
        for (int turn = 0; turn < ITEMS_24; turn++) {
            const int at = order[turn * BLOCK_SIZE + threadIdx.x];
            const int64_t sum = items[at];
            if (at < size) {
                const int64_t at_2 = is_more[at] ? (int64_t)((uint64_t)sum - 1) : -1;
                if (0 <= at_2 && at_2 < n)
                    chosen[at_2] = id[at];
            }
        }

        // The last tile knows what all elements come to.
        if (start + size == n && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *kept = sum;
        }
    }
}

// heavy.fut:24: in (f64.sum halves, map (.0) items)
// rules: reduce-is-redomap, distribute, redomap, optimized-map-reduce, reduce-map,
//   shares-in-stripes, segred-is-redomap
//
//   segred@thread <weights_1 in weightss> (+) 0.0f64 (redomap (+) (\weight_1 -> weight_1 / 2.0f64)
//     0.0f64 weights_1)
//
// Each thread folds its share, each block what its threads found, and the last block to come
// what all blocks found.
static __global__ void heavy(const double *__restrict__ weights, int64_t n, int64_t workers,
                             double *__restrict__ result_0, double *partials, uint32_t *arrived)
{
    const int64_t worker = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0.0;
    for (int64_t i = worker; i < n; i += workers)
        sum += weights[i] / 2.0;

    double total = block_reduce<double, add_2>(sum, 0.0);
    if (gridDim.x > 1) {
        if (!is_last_block(total, partials, blockIdx.x, gridDim.x, arrived))
            return;
        total = 0.0;
        for (int64_t b = threadIdx.x; b < gridDim.x; b += BLOCK_SIZE)
            total = add_2(total, partials[b]);
        total = block_reduce<double, add_2>(total, 0.0);
    }
    if (threadIdx.x == 0)
        *result_0 = total;
}

// heavy.fut:28: map (.0) (filter (\(_, half) -> half > 0.5) (zip ids (map (/ 2) weights)))
// rules: drop-unused, scan-is-scanomap, scan-map, scanomap, segscan-is-scanomap, total-of-scan,
//   total-of-all, recompute, map-map, scatter-each, scatter-is-scatomap, scatter-map, distribute,
//   scatter, segput-is-scatomap, put-in-chain, read-before-prefix
//
//   segput@chain <#i < n> copies {
//     weight = weights[i]
//     half = weight / 2.0f64
//     is_more = half > 0.5f64
//     flag = i64.bool is_more
//     id = ids[i]
//     t = prefix (+) 0i64 flag
//     chosen_1 = if is_more then t - 1i64 else -1i64
//     in chosen_1 id
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
heavy_chosen_2(const double *__restrict__ weights, const int64_t *__restrict__ ids, int64_t n,
               int64_t *__restrict__ chosen, int64_t *__restrict__ kept, uint64_t *states,
               int64_t *sums, int64_t *prefixes)
{
    const int tile_size = BLOCK_SIZE * ITEMS_24;
    __shared__ int64_t items[tile_size];
    int64_t *const own = items + threadIdx.x * ITEMS_24;
    __shared__ bool is_more[tile_size];
    __shared__ int64_t id[tile_size];
    __shared__ uint16_t order[tile_size];
    const TileStatus<int64_t> tiles = { states + 1, sums, prefixes };
    for (;;) {
        const int64_t tile = next_tile(states);
        const int64_t start = tile * tile_size;
        if (start >= n && tile > 0)
            return;
        const int size = (int)min(n - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_24; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t i = start + at;
            int64_t item = 0;
            if (at < size) {
                const double weight = weights[i];
                const double half = weight / 2.0;
                const bool is_more_2 = half > 0.5;
                const int64_t id_2 = ids[i];
                item = (int64_t)is_more_2;
                is_more[at] = is_more_2;
                id[at] = id_2;
            }
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        int64_t fold = own[0], total;
        for (int turn = 1; turn < ITEMS_24; turn++)
            fold = add(fold, own[turn]);
        const int64_t before = block_exclusive_scan<int64_t, add>(fold, 0, &total);
        const int64_t prefix = exclusive_prefix<int64_t, add>(tiles, tile, 0, total, 0, 0);

        // Scan: each thread its own elements, beginning with all that lies before them.
        fold = add(prefix, before);
        for (int turn = 0; turn < ITEMS_24; turn++)
            own[turn] = fold = add(fold, own[turn]);

        // Order: what is placed in the same way lies side by side, and so does where it goes.
        int kinds[ITEMS_24];
        for (int turn = 0; turn < ITEMS_24; turn++) {
            const int at = threadIdx.x * ITEMS_24 + turn;
            int kind = 0;
            if (at < size)
                kind = is_more[at] ? 0 : 1;
            kinds[turn] = kind;
        }
        block_partition(kinds, size, order);
        __syncthreads();

        // Store: neighbouring threads write neighbouring elements.
        for (int turn = 0; turn < ITEMS_24; turn++) {
            const int at = order[turn * BLOCK_SIZE + threadIdx.x];
            const int64_t sum = items[at];
            if (at < size) {
                const int64_t at_2 = is_more[at] ? (int64_t)((uint64_t)sum - 1) : -1;
                if (0 <= at_2 && at_2 < n)
                    chosen[at_2] = id[at];
            }
        }

        // The last tile knows what all elements come to.
        if (start + size == n && threadIdx.x == 0) {
            const int64_t sum = add(prefix, total);
            *kept = sum;
        }
    }
}

// heavy.fut:34: let (radii, _) = unzip (map2 polar xs ys)
// rules: drop-result, distribute, descend, segmap
//
//   segmap@thread <x y in xs ys> {
//     polar_of_x polar_of_x_1 = polar x y
//     in polar_of_x
//   }
//
// One thread computes one element.
static __global__ void heavy_radii(const double *__restrict__ xs, const double *__restrict__ ys,
                                   int64_t n, double *__restrict__ radii)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const Polar polar_2 = polar(xs[i], ys[i]);
        radii[i] = polar_2.x;
    }
}

// heavy.fut:35: in rotate 1 radii
// rules: iota-into-map, distribute, descend, segmap
//
//   segmap@thread <#i < n> {
//     sum = i + 1i64
//     #[unchecked] rest = sum % n
//     #[unchecked] elem = radii[rest]
//     in elem
//   }
//
// One thread computes one element.
static __global__ void heavy_mapped(const double *__restrict__ radii, int64_t n,
                                    double *__restrict__ mapped)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        mapped[i] = radii[(i + 1) % n];
}

static int64_t ceil_div(int64_t n, int64_t size)
{
    return n / size + (n % size > 0);
}

// Whether an array of these sizes has more elements than any memory holds.
template <typename... Sizes>
static bool exceeds_memory(Sizes... sizes)
{
    double elements = 1;
    const double all[] = { (double)sizes... };
    for (const double size : all)
        elements *= size > 1 ? size : 1;
    return elements > MAX_ELEMENTS;
}

// Blocks of `size` threads for n elements; none if a grid cannot have so many, which the
// launch refuses.
static unsigned grid_x(int64_t n, int64_t size)
{
    const int64_t blocks = ceil_div(n, size);
    return blocks <= INT32_MAX ? (unsigned)blocks : 0;
}

// The blocks that the device runs at a time.
static int64_t resident_blocks()
{
    int device = 0, processors = 1, threads = BLOCK_SIZE;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device);
    const int64_t blocks = processors * (threads / BLOCK_SIZE);
    return blocks < MAX_REDUCE_BLOCKS ? blocks : MAX_REDUCE_BLOCKS;
}

// Blocks that fold n elements together, each MIN_BLOCK_ELEMENTS or more of them.
static int64_t reduce_blocks(int64_t n)
{
    const int64_t blocks = ceil_div(n, MIN_BLOCK_ELEMENTS), most = resident_blocks();
    return blocks < 1 ? 1 : blocks < most ? blocks : most;
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

// Waits for the stream and copies a value from the device. A launch that failed is an error:
// the value was not written.
template <typename T>
static cudaError_t copy_to_host(T *to, const void *from, cudaError_t earlier, cudaStream_t stream)
{
    if (cudaPeekAtLastError() != earlier)
        return cudaGetLastError();
    const cudaError_t error = cudaMemcpyAsync(to, from, sizeof *to, cudaMemcpyDeviceToHost,
                                              stream);
    return error ? error : cudaStreamSynchronize(stream);
}

// An array whose size is known only at run time. Its memory goes back to the pool, after what
// was queued before, at the end of the block, however that is left.
namespace {
template <typename T>
struct DeviceArray {
    T *data = NULL;
    const cudaMemPool_t pool;
    const cudaStream_t stream;

    DeviceArray(cudaMemPool_t p, cudaStream_t s) : pool(p), stream(s) {}
    DeviceArray(const DeviceArray &) = delete;
    ~DeviceArray()
    {
        if (data)
            (void)cudaFreeAsync(data, stream); // its error is that of the stream
    }
    operator T *() const { return data; }

    // An array of no elements has an address, too.
    template <typename... Sizes>
    cudaError_t allocate(Sizes... sizes)
    {
        if (exceeds_memory(sizes...))
            return cudaErrorMemoryAllocation;
        const int64_t count = (... * sizes);
        const size_t bytes = (count > 0 ? count : 1) * sizeof(T);
        void **const to = (void **)&data;
        const cudaError_t error = pool ? cudaMallocFromPoolAsync(to, bytes, pool, stream)
                                       : cudaMallocAsync(to, bytes, stream);
        return error == cudaSuccess ? error : cudaGetLastError();
    }

    // The memory is the caller's from now on.
    T *release()
    {
        T *const array = data;
        data = NULL;
        return array;
    }
};
}

// The first elements are the result. They move where it would be small in much memory.
template <typename T>
static cudaError_t shrink_to_fit(int64_t kept, DeviceArray<T> &array, int64_t count)
{
    if (kept >= count / MAX_SPARE_FACTOR)
        return cudaSuccess;
    DeviceArray<T> own(array.pool, array.stream);
    if (const cudaError_t error = own.allocate(kept))
        return error;
    T *const all = array.data;
    array.data = own.data;
    own.data = all;
    return cudaMemcpyAsync(array.data, all, kept * sizeof(T), cudaMemcpyDeviceToDevice,
                           array.stream);
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

size_t heavy_heavy_scratch(int64_t n)
{
    if (n > MAX_ELEMENTS)
        return SIZE_MAX; // no device has so much
    return align_up(sizeof(int64_t)) + align_up((tiles_for(n, ITEMS_24) + 1) * sizeof(uint64_t))
        + align_up(tiles_for(n, ITEMS_24) * sizeof(int64_t))
        + align_up(tiles_for(n, ITEMS_24) * sizeof(int64_t))
        + align_up(MAX_REDUCE_BLOCKS * sizeof(double)) + align_up(sizeof(uint32_t));
}

// entry heavy [n] (ids: [n]i64) (weights: [n]f64): ?[result_1_size].(f64, [result_1_size]i64)
cudaError_t heavy_heavy(const int64_t *ids, const double *weights, int64_t n, double *result_0,
                        int64_t **result_1, int64_t *result_1_size, void *scratch,
                        cudaMemPool_t pool, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!ids || !weights)) || !result_0 || !result_1
        || !result_1_size || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    *result_1 = NULL;
    *result_1_size = 0;

    char *memory = (char *)scratch;
    int64_t *const kept = (int64_t *)carve(&memory, sizeof(int64_t));
    uint64_t *const states = (uint64_t *)carve(&memory,
                                               (tiles_for(n, ITEMS_24) + 1) * sizeof(uint64_t));
    int64_t *const sums = (int64_t *)carve(&memory, tiles_for(n, ITEMS_24) * sizeof(int64_t));
    int64_t *const prefixes = (int64_t *)carve(&memory, tiles_for(n, ITEMS_24) * sizeof(int64_t));
    double *const partials = (double *)carve(&memory, MAX_REDUCE_BLOCKS * sizeof(double));
    uint32_t *const arrived = (uint32_t *)carve(&memory, sizeof(uint32_t));

    DeviceArray<int64_t> chosen(pool, stream);
    if (const cudaError_t error = chosen.allocate(n))
        return error;
    if (const cudaError_t error = cudaMemsetAsync(states, 0,
                                                  (tiles_for(n, ITEMS_24) + 1) * sizeof(uint64_t),
                                                  stream))
        return error;
    heavy_chosen<<<tile_blocks(tiles_for(n, ITEMS_24)), BLOCK_SIZE, 0, stream>>>(weights, ids, n,
        chosen, kept, states, sums, prefixes);
    int64_t kept_on_host;
    if (const cudaError_t error = copy_to_host(&kept_on_host, kept, earlier, stream))
        return error;
    const int64_t blocks = reduce_blocks(n);
    const int64_t workers = blocks * BLOCK_SIZE;
    if (blocks > 1) {
        if (const cudaError_t error = cudaMemsetAsync(arrived, 0, sizeof(uint32_t), stream))
            return error;
    }
    heavy<<<blocks, BLOCK_SIZE, 0, stream>>>(weights, n, workers, result_0, partials, arrived);
    if (const cudaError_t error = shrink_to_fit(kept_on_host, chosen, n))
        return error;
    if (const cudaError_t error = last_error(earlier))
        return error;
    *result_1 = chosen.release();
    *result_1_size = kept_on_host;
    return cudaSuccess;
}

size_t heavy_heavy_halves_scratch(int64_t n)
{
    if (n > MAX_ELEMENTS)
        return SIZE_MAX; // no device has so much
    return align_up(sizeof(int64_t)) + align_up((tiles_for(n, ITEMS_24) + 1) * sizeof(uint64_t))
        + align_up(tiles_for(n, ITEMS_24) * sizeof(int64_t))
        + align_up(tiles_for(n, ITEMS_24) * sizeof(int64_t));
}

// entry heavy_halves [n] (ids: [n]i64) (weights: [n]f64): ?[result_size].[result_size]i64
cudaError_t heavy_heavy_halves(const int64_t *ids, const double *weights, int64_t n,
                               int64_t **result, int64_t *result_size, void *scratch,
                               cudaMemPool_t pool, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!ids || !weights)) || !result || !result_size
        || !scratch)
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    *result = NULL;
    *result_size = 0;

    char *memory = (char *)scratch;
    int64_t *const kept = (int64_t *)carve(&memory, sizeof(int64_t));
    uint64_t *const states = (uint64_t *)carve(&memory,
                                               (tiles_for(n, ITEMS_24) + 1) * sizeof(uint64_t));
    int64_t *const sums = (int64_t *)carve(&memory, tiles_for(n, ITEMS_24) * sizeof(int64_t));
    int64_t *const prefixes = (int64_t *)carve(&memory, tiles_for(n, ITEMS_24) * sizeof(int64_t));

    DeviceArray<int64_t> chosen(pool, stream);
    if (const cudaError_t error = chosen.allocate(n))
        return error;
    if (const cudaError_t error = cudaMemsetAsync(states, 0,
                                                  (tiles_for(n, ITEMS_24) + 1) * sizeof(uint64_t),
                                                  stream))
        return error;
    heavy_chosen_2<<<tile_blocks(tiles_for(n, ITEMS_24)), BLOCK_SIZE, 0, stream>>>(weights, ids, n,
        chosen, kept, states, sums, prefixes);
    int64_t kept_on_host;
    if (const cudaError_t error = copy_to_host(&kept_on_host, kept, earlier, stream))
        return error;
    if (const cudaError_t error = shrink_to_fit(kept_on_host, chosen, n))
        return error;
    if (const cudaError_t error = last_error(earlier))
        return error;
    *result = chosen.release();
    *result_size = kept_on_host;
    return cudaSuccess;
}

size_t heavy_next_radius_scratch(int64_t n)
{
    if (n > MAX_ELEMENTS)
        return SIZE_MAX; // no device has so much
    return n * sizeof(double);
}

// entry next_radius [n] (xs: [n]f64) (ys: [n]f64): [n]f64
cudaError_t heavy_next_radius(const double *xs, const double *ys, int64_t n, double *mapped,
                              void *scratch, cudaStream_t stream)
{
    if (n < 0 || n > MAX_ELEMENTS || (n > 0 && (!xs || !ys || !mapped))
        || (!scratch && heavy_next_radius_scratch(n) > 0))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    double *const radii = (double *)scratch;

    if (n > 0)
        heavy_radii<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(xs, ys, n, radii);
    if (n > 0)
        heavy_mapped<<<grid_x(n, BLOCK_SIZE), BLOCK_SIZE, 0, stream>>>(radii, n, mapped);
    return last_error(earlier);
}
