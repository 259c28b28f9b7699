// scans.cu -- written by mapnest 0.1.0 from scans.fut; it is yours
//
//   -- The core of LocVolCalib: three scans in a nest of two maps.
//
//   entry main [k][m][n] (xsss: [k][m][n]f64): [k][m][n]f64 =
//     map (map (\xs ->
//       let sums = scan (+) 0 xs
//       let products = map2 (*) sums xs
//       let maxima = scan f64.max f64.lowest products
//       in scan (+) 0 (map2 (\p x -> if x > 2 then p - x + 1 else p) maxima xs))) xsss

#include "scans.h"

static const int BLOCK_SIZE = 256; // threads in a block, a multiple of 32
static const int MAX_BLOCKS = 1024; // blocks in a grid that has a fixed size
static const int ITEMS_8 = 9; // that a thread scans, of up to 8 bytes; odd: no bank conflicts

// Which block this is, of a grid of one row of blocks or more.
static __device__ int64_t block_number()
{
    return (int64_t)blockIdx.y * gridDim.x + blockIdx.x;
}

// scans.fut:11: let sums = scan (+) 0 xs
// rules: scan-is-scanomap, descend, distribute, scanomap, scan-rows-in-blocks
// The operator of the reduction, (+).
static __device__ double add(double a, double b) { return a + b; }

// scans.fut:13: let maxima = scan f64.max f64.lowest products
// rules: scan-is-scanomap, scan-map, descend, distribute, scanomap, scan-rows-in-blocks
// The operator of the reduction, (max).
static __device__ double larger(double a, double b) { return fmax(a, b); }

// Gives each thread the fold of the values up to its own, in thread order, of the threads with
// its threadIdx.y; *total is the fold of all of these.
template <typename T, T op(T, T)>
static __device__ T scan_threads(T value, T *total)
{
    __shared__ T warp_totals[BLOCK_SIZE / 32];
    const int width = min((int)blockDim.x, 32);
    const int lane = threadIdx.x % width;
    const int warp = threadIdx.x / 32;

    // Each warp scans its values; short rows share a warp.
    for (int offset = 1; offset < width; offset *= 2) {
        const T left = __shfl_up_sync(0xffffffff, value, offset, width);
        if (lane >= offset)
            value = op(left, value);
    }
    *total = value;
    if (blockDim.x <= 32)
        return value; // such a row has one round: nobody reads the total

    T *const row_totals = warp_totals + threadIdx.y * (blockDim.x / 32);
    if (lane == 31)
        row_totals[warp] = value;
    __syncthreads();

    // Every thread folds the totals of its row's warps, and adds those before its own.
    T before = row_totals[0], all = row_totals[0];
    for (int w = 1; w < blockDim.x / 32; w++) {
        if (w == warp)
            before = all;
        all = op(all, row_totals[w]);
    }
    *total = all;
    __syncthreads(); // warp_totals is free again
    return warp > 0 ? op(before, value) : value;
}

// The number of the block's next tile. All tiles before it have been taken by blocks that
// run, whichever order the blocks start in: so waiting for them comes to an end.
static __device__ int64_t take_tile(uint64_t *next)
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
enum State { NOTHING, SUM, PREFIX };
}

namespace {
// The state says that the value is there, so it must be seen after the value.
template <typename T>
struct Tiles {
    volatile uint64_t *states;
    T *sums, *prefixes;

    __device__ void tell(int64_t tile, State state, T value) const
    {
        (state == SUM ? sums : prefixes)[tile] = value;
        __threadfence();
        states[tile] = state;
    }

    // Waits until something is known.
    __device__ State learn(int64_t tile, T *value) const
    {
        uint64_t state;
        do
            state = states[tile];
        while (state == NOTHING);
        __threadfence();
        *value = (state == SUM ? sums : prefixes)[tile];
        return (State)state;
    }
};
}

// Gives each lane of a warp the fold of all values up to its own.
template <typename T, T op(T, T)>
static __device__ T scan_warp(T value)
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
static __device__ T scan_before(T value, T neutral, T *total)
{
    __shared__ T warp_totals[BLOCK_SIZE / 32];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;

    value = scan_warp<T, op>(value);
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

// Folds what lies before a tile, back to the tile `first`, before which is `start`; in the
// first warp, 32 tiles at a time, to the nearest whose prefix is known. The last lane gets it.
template <typename T, T op(T, T), typename Known>
static __device__ T look_back(Known tiles, int64_t tile, int64_t first, T start, T neutral)
{
    T prefix = neutral;
    for (int64_t other = tile - 32 + threadIdx.x;; other -= 32) {
        T value = start;
        const State state = other < first ? PREFIX : tiles.learn(other, &value);

        // What comes before the last prefix is part of it.
        const uint32_t prefixes = __ballot_sync(0xffffffff, state == PREFIX);
        if ((int)threadIdx.x < 31 - __clz((int)prefixes))
            value = neutral;
        value = scan_warp<T, op>(value);
        if (threadIdx.x == 31)
            prefix = op(value, prefix);
        if (prefixes)
            return prefix;
    }
}

// Tells the others the fold of a tile, gives all threads the fold of what lies before it,
// and tells the others that, too.
template <typename T, T op(T, T), typename Known>
static __device__ T prefix_of(Known tiles, int64_t tile, int64_t first, T sum, T start, T neutral)
{
    __shared__ T prefix;
    if (threadIdx.x == 31)
        tiles.tell(tile, SUM, sum);
    if (threadIdx.x < 32) {
        const T before = look_back<T, op>(tiles, tile, first, start, neutral);
        if (threadIdx.x == 31) {
            prefix = before;
            tiles.tell(tile, PREFIX, op(before, sum));
        }
    }
    __syncthreads();
    return prefix;
}

// scans.fut:11: let sums = scan (+) 0 xs
// rules: scan-is-scanomap, descend, distribute, scanomap, scan-rows-in-blocks
//
//   segmap@block (<row in xsss>, <xs in row>) segscan@thread <x in xs> (+) 0.0f64 x
//
// The threads of a block with the same threadIdx.y scan one row, round after round.
static __global__ void scans_sumsss(const double *__restrict__ xsss, int64_t m, int64_t n,
                                    int64_t k, double *__restrict__ sumsss)
{
    const int64_t top = block_number() * blockDim.y;
    const bool is_row = top + threadIdx.y < k * m;
    const int64_t segment = is_row ? top + threadIdx.y : 0;
    const int64_t j = segment % m;
    const int64_t i = segment / m;
    const double *const xs = xsss + (i * m + j) * n;
    double prefix = 0.0;
    for (int64_t start = 0; start < n; start += blockDim.x) {
        const int64_t l = start + threadIdx.x;
        const bool is_element = is_row && l < n;
        // Beyond the last element any value does: nothing comes after it.
        double value = 0.0, total;
        if (is_element)
            value = xs[l];
        value = scan_threads<double, add>(value, &total);
        const double sum = add(prefix, value);
        if (is_element)
            sumsss[(i * m + j) * n + l] = sum;
        prefix = add(prefix, total);
    }
}

// scans.fut:11: let sums = scan (+) 0 xs
// rules: scan-is-scanomap, descend, distribute, scanomap, scan-rows-in-blocks
//
//   segscan@chain (<row_1 in xsss>, <xs_1 in row_1>, <x_2 in xs_1>) (+) 0.0f64 x_2
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
scans_sumsss_2(const double *__restrict__ xsss, int64_t m, int64_t n, int64_t k,
               double *__restrict__ sumsss, uint64_t *states, double *sums, double *prefixes)
{
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ double items[tile_size];
    double *const own = items + threadIdx.x * ITEMS_8;
    const Tiles<double> tiles = { states + 1, sums, prefixes };
    const int64_t row_tiles = (n + tile_size - 1) / tile_size;
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t row = tile / row_tiles;
        if (row >= k * m)
            return;
        const int64_t j = row % m;
        const int64_t i = row / m;
        const int64_t first = row * row_tiles;
        const int64_t start = (tile - first) * tile_size;
        const int size = (int)min(n - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t l = start + at;
            double item = 0.0;
            if (at < size) {
                const double *const xs = xsss + (i * m + j) * n;
                item = xs[l];
            }
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        double fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const double before = scan_before<double, add>(fold, 0.0, &total);
        const double prefix = prefix_of<double, add>(tiles, tile, first, total, 0.0, 0.0);

        // Scan: each thread its own elements, beginning with all that lies before them.
        fold = add(prefix, before);
        for (int turn = 0; turn < ITEMS_8; turn++)
            own[turn] = fold = add(fold, own[turn]);
        __syncthreads();

        // Store: neighbouring threads write neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t l = start + at;
            const double sum = items[at];
            if (at < size)
                sumsss[(i * m + j) * n + l] = sum;
        }
    }
}

// scans.fut:13: let maxima = scan f64.max f64.lowest products
// rules: scan-is-scanomap, scan-map, descend, distribute, scanomap, scan-rows-in-blocks
//
//   segmap@block (<row_2 sumss in xsss sumsss>, <xs_2 sums in row_2 sumss>) segscan@thread <sum_2
//     x_4 in sums xs_2> (max) (-f64.inf) (sum_2 * x_4)
//
// The threads of a block with the same threadIdx.y scan one row, round after round.
static __global__ void scans_maximass(const double *__restrict__ sumsss,
                                      const double *__restrict__ xsss, int64_t m, int64_t n,
                                      int64_t k, double *__restrict__ maximass)
{
    const int64_t top = block_number() * blockDim.y;
    const bool is_row = top + threadIdx.y < k * m;
    const int64_t segment = is_row ? top + threadIdx.y : 0;
    const int64_t j = segment % m;
    const int64_t i = segment / m;
    const double *const sumss = sumsss + i * m * n;
    const double *const xs = xsss + (i * m + j) * n;
    const double *const sums = sumss + j * n;
    double prefix = -INFINITY;
    for (int64_t start = 0; start < n; start += blockDim.x) {
        const int64_t l = start + threadIdx.x;
        const bool is_element = is_row && l < n;
        // Beyond the last element any value does: nothing comes after it.
        double value = -INFINITY, total;
        if (is_element)
            value = sums[l] * xs[l];
        value = scan_threads<double, larger>(value, &total);
        const double sum = larger(prefix, value);
        if (is_element)
            maximass[(i * m + j) * n + l] = sum;
        prefix = larger(prefix, total);
    }
}

// scans.fut:13: let maxima = scan f64.max f64.lowest products
// rules: scan-is-scanomap, scan-map, descend, distribute, scanomap, scan-rows-in-blocks
//
//   segscan@chain (<row_3 sumss_1 in xsss sumsss>, <xs_3 sums_1 in row_3 sumss_1>, <sum_3 x_6 in
//     sums_1 xs_3>) (max) (-f64.inf) (sum_3 * x_6)
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
scans_maximass_2(const double *__restrict__ sumsss, const double *__restrict__ xsss, int64_t m,
                 int64_t n, int64_t k, double *__restrict__ maximass, uint64_t *states,
                 double *sums, double *prefixes)
{
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ double items[tile_size];
    double *const own = items + threadIdx.x * ITEMS_8;
    const Tiles<double> tiles = { states + 1, sums, prefixes };
    const int64_t row_tiles = (n + tile_size - 1) / tile_size;
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t row = tile / row_tiles;
        if (row >= k * m)
            return;
        const int64_t j = row % m;
        const int64_t i = row / m;
        const int64_t first = row * row_tiles;
        const int64_t start = (tile - first) * tile_size;
        const int size = (int)min(n - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t l = start + at;
            double item = -INFINITY;
            if (at < size) {
                const double *const sumss = sumsss + i * m * n;
                const double *const xs = xsss + (i * m + j) * n;
                const double *const sums_2 = sumss + j * n;
                item = sums_2[l] * xs[l];
            }
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        double fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = larger(fold, own[turn]);
        const double before = scan_before<double, larger>(fold, -INFINITY, &total);
        const double prefix = prefix_of<double, larger>(tiles, tile, first, total, -INFINITY,
                                                        -INFINITY);

        // Scan: each thread its own elements, beginning with all that lies before them.
        fold = larger(prefix, before);
        for (int turn = 0; turn < ITEMS_8; turn++)
            own[turn] = fold = larger(fold, own[turn]);
        __syncthreads();

        // Store: neighbouring threads write neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t l = start + at;
            const double sum = items[at];
            if (at < size)
                maximass[(i * m + j) * n + l] = sum;
        }
    }
}

// scans.fut:14: in scan (+) 0 (map2 (\p x -> if x > 2 then p - x + 1 else p) maxima xs))) xsss
// rules: scan-is-scanomap, scan-map, descend, distribute, scanomap, scan-rows-in-blocks
//
//   segmap@block (<row_4 maximas in xsss maximass>, <xs_4 maxima in row_4 maximas>) segscan@thread
//     <p x_8 in maxima xs_4> (+) 0.0f64 {
//     is_more = x_8 > 2.0f64
//     chosen = if is_more then {
//       diff = p - x_8
//       sum_5 = diff + 1.0f64
//       in sum_5
//     } else p
//     in chosen
//   }
//
// The threads of a block with the same threadIdx.y scan one row, round after round.
static __global__ void scans_sumsss_3(const double *__restrict__ maximass,
                                      const double *__restrict__ xsss, int64_t m, int64_t n,
                                      int64_t k, double *__restrict__ sumsss)
{
    const int64_t top = block_number() * blockDim.y;
    const bool is_row = top + threadIdx.y < k * m;
    const int64_t segment = is_row ? top + threadIdx.y : 0;
    const int64_t j = segment % m;
    const int64_t i = segment / m;
    const double *const maximas = maximass + i * m * n;
    const double *const xs = xsss + (i * m + j) * n;
    const double *const maxima = maximas + j * n;
    double prefix = 0.0;
    for (int64_t start = 0; start < n; start += blockDim.x) {
        const int64_t l = start + threadIdx.x;
        const bool is_element = is_row && l < n;
        // Beyond the last element any value does: nothing comes after it.
        double value = 0.0, total;
        if (is_element) {
            const double p = maxima[l];
            const double x = xs[l];
            value = x > 2.0 ? p - x + 1.0 : p;
        }
        value = scan_threads<double, add>(value, &total);
        const double sum = add(prefix, value);
        if (is_element)
            sumsss[(i * m + j) * n + l] = sum;
        prefix = add(prefix, total);
    }
}

// scans.fut:14: in scan (+) 0 (map2 (\p x -> if x > 2 then p - x + 1 else p) maxima xs))) xsss
// rules: scan-is-scanomap, scan-map, descend, distribute, scanomap, scan-rows-in-blocks
//
//   segscan@chain (<row_5 maximas_1 in xsss maximass>, <xs_5 maxima_1 in row_5 maximas_1>, <p_1
//     x_10 in maxima_1 xs_5>) (+) 0.0f64 {
//     is_more_1 = x_10 > 2.0f64
//     chosen_1 = if is_more_1 then {
//       diff_1 = p_1 - x_10
//       sum_7 = diff_1 + 1.0f64
//       in sum_7
//     } else p_1
//     in chosen_1
//   }
//
// One pass: each block scans a tile, and learns from the tiles before what to begin with.
static __global__ void __launch_bounds__(BLOCK_SIZE)
scans_sumsss_4(const double *__restrict__ maximass, const double *__restrict__ xsss, int64_t m,
               int64_t n, int64_t k, double *__restrict__ sumsss, uint64_t *states, double *sums,
               double *prefixes)
{
    const int tile_size = BLOCK_SIZE * ITEMS_8;
    __shared__ double items[tile_size];
    double *const own = items + threadIdx.x * ITEMS_8;
    const Tiles<double> tiles = { states + 1, sums, prefixes };
    const int64_t row_tiles = (n + tile_size - 1) / tile_size;
    for (;;) {
        const int64_t tile = take_tile(states);
        const int64_t row = tile / row_tiles;
        if (row >= k * m)
            return;
        const int64_t j = row % m;
        const int64_t i = row / m;
        const int64_t first = row * row_tiles;
        const int64_t start = (tile - first) * tile_size;
        const int size = (int)min(n - start, (int64_t)tile_size);

        // Load: neighbouring threads read neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t l = start + at;
            double item = 0.0;
            if (at < size) {
                const double *const maximas = maximass + i * m * n;
                const double *const xs = xsss + (i * m + j) * n;
                const double *const maxima = maximas + j * n;
                const double p = maxima[l];
                const double x = xs[l];
                item = x > 2.0 ? p - x + 1.0 : p;
            }
            items[at] = item;
        }
        __syncthreads();

        // Fold: each thread its own elements, then the threads, then the tiles.
        double fold = own[0], total;
        for (int turn = 1; turn < ITEMS_8; turn++)
            fold = add(fold, own[turn]);
        const double before = scan_before<double, add>(fold, 0.0, &total);
        const double prefix = prefix_of<double, add>(tiles, tile, first, total, 0.0, 0.0);

        // Scan: each thread its own elements, beginning with all that lies before them.
        fold = add(prefix, before);
        for (int turn = 0; turn < ITEMS_8; turn++)
            own[turn] = fold = add(fold, own[turn]);
        __syncthreads();

        // Store: neighbouring threads write neighbouring elements.
        for (int turn = 0; turn < ITEMS_8; turn++) {
            const int at = turn * BLOCK_SIZE + threadIdx.x;
            const int64_t l = start + at;
            const double sum = items[at];
            if (at < size)
                sumsss[(i * m + j) * n + l] = sum;
        }
    }
}

static int64_t ceil_div(int64_t n, int64_t size)
{
    return n / size + (n % size > 0);
}

// Whether an array of these sizes has more elements than there is memory for.
template <typename... Sizes>
static bool too_large(Sizes... sizes)
{
    double elements = 1;
    const double all[] = { (double)sizes... };
    for (const double size : all)
        elements *= size > 1 ? size : 1;
    return elements > 0x1p57;
}

// So many blocks; more than fit in a row of the grid stand in several rows.
static dim3 grid_of(int64_t blocks)
{
    const int64_t rows = ceil_div(blocks, INT32_MAX);
    return rows > 65535 ? dim3(0) : dim3(ceil_div(blocks, rows), rows);
}

// Tiles for n elements, at least one, if each thread of a block has so many of them.
static int64_t tiles_for(int64_t n, int items)
{
    return n > 0 ? ceil_div(n, BLOCK_SIZE * items) : 1;
}

// One block for every tile, up to MAX_BLOCKS.
static int blocks_of(int64_t tiles)
{
    return tiles < MAX_BLOCKS ? (int)tiles : MAX_BLOCKS;
}

// As many threads for a row as it has elements, rounded up to a power of two; the other
// threads of the block take other rows.
static dim3 row_block(int64_t elements)
{
    int x = 1;
    while (x < elements && x < BLOCK_SIZE)
        x *= 2;
    return dim3(x, BLOCK_SIZE / x);
}

// What has gone wrong since an error (or none) of the caller's was the last one, which stays.
static cudaError_t error_since(cudaError_t earlier)
{
    return cudaPeekAtLastError() == earlier ? cudaSuccess : cudaGetLastError();
}

// Arrays in scratch memory begin at multiples of 256 bytes.
static size_t padded(int64_t bytes)
{
    return bytes > 0 ? (bytes + 255) / 256 * 256 : 0;
}

// Takes the next array off the scratch memory.
static void *take(char **memory, size_t bytes)
{
    void *const array = *memory;
    *memory += padded(bytes);
    return array;
}

size_t scans_main_scratch(int64_t k, int64_t m, int64_t n)
{
    if (too_large(k, m, n))
        return SIZE_MAX; // no device has so much
    return padded(k * m * n * sizeof(double))
        + padded((k * m * tiles_for(n, ITEMS_8) + 1) * sizeof(uint64_t))
        + padded(k * m * tiles_for(n, ITEMS_8) * sizeof(double))
        + padded(k * m * tiles_for(n, ITEMS_8) * sizeof(double))
        + padded(k * m * n * sizeof(double));
}

// entry main [k] [m] [n] (xsss: [k][m][n]f64): [k][m][n]f64
cudaError_t scans_main(const double *xsss, int64_t k, int64_t m, int64_t n, double *sumsss,
                       void *scratch, cudaStream_t stream)
{
    if (k < 0 || m < 0 || n < 0 || too_large(k, m, n) || (k * m * n > 0 && (!xsss || !sumsss))
        || (!scratch && scans_main_scratch(k, m, n) > 0))
        return cudaErrorInvalidValue;

    const cudaError_t earlier = cudaPeekAtLastError();
    char *memory = (char *)scratch;
    double *const sumsss_2 = (double *)take(&memory, k * m * n * sizeof(double));
    uint64_t *const states = (uint64_t *)take(&memory, (k * m * tiles_for(n, ITEMS_8) + 1)
                                              * sizeof(uint64_t));
    double *const sums = (double *)take(&memory, k * m * tiles_for(n, ITEMS_8) * sizeof(double));
    double *const prefixes = (double *)take(&memory, k * m * tiles_for(n, ITEMS_8)
                                            * sizeof(double));
    double *const maximass = (double *)take(&memory, k * m * n * sizeof(double));

    if (n <= 4096) {
        if (k * m > 0)
            scans_sumsss<<<grid_of(ceil_div(k * m, row_block(n).y)), row_block(n), 0, stream>>>(
                xsss, m, n, k, sumsss_2);
    } else {
        if (const cudaError_t error = cudaMemsetAsync(states, 0,
                                                      (k * m * tiles_for(n, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        if (k * m * n > 0)
            scans_sumsss_2<<<blocks_of(k * m * tiles_for(n, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(
                xsss, m, n, k, sumsss_2, states, sums, prefixes);
    }
    if (n <= 4096) {
        if (k * m > 0)
            scans_maximass<<<grid_of(ceil_div(k * m, row_block(n).y)), row_block(n), 0, stream>>>(
                sumsss_2, xsss, m, n, k, maximass);
    } else {
        if (const cudaError_t error = cudaMemsetAsync(states, 0,
                                                      (k * m * tiles_for(n, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        if (k * m * n > 0)
            scans_maximass_2<<<blocks_of(k * m * tiles_for(n, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(
                sumsss_2, xsss, m, n, k, maximass, states, sums, prefixes);
    }
    if (n <= 4096) {
        if (k * m > 0)
            scans_sumsss_3<<<grid_of(ceil_div(k * m, row_block(n).y)), row_block(n), 0, stream>>>(
                maximass, xsss, m, n, k, sumsss);
    } else {
        if (const cudaError_t error = cudaMemsetAsync(states, 0,
                                                      (k * m * tiles_for(n, ITEMS_8) + 1)
                                                      * sizeof(uint64_t), stream))
            return error;
        if (k * m * n > 0)
            scans_sumsss_4<<<blocks_of(k * m * tiles_for(n, ITEMS_8)), BLOCK_SIZE, 0, stream>>>(
                maximass, xsss, m, n, k, sumsss, states, sums, prefixes);
    }
    return error_since(earlier);
}
