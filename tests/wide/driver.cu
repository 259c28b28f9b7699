// driver.cu - calls the entry points of wide.fut, and rows.core and batches.core of
// tests/blocks, with more than 2^31 elements.
//
// With EMU_BLOCKS only some blocks of each grid run, the first and the last among them, and
// memory that nobody writes is 0: so arrays are 0 but for a few elements, mostly the first
// and the last, and the results are looked at where these count. Where a grid is deep (more
// than 65535 blocks in y), sizes are such that the last block has the last element.
#include "batches.h"
#include "rows.h"
#include "wide.h"
#include <cuda_runtime.h>
#include <initializer_list>
#include <stdio.h>
#include <string.h>

static int passed, failed;
static const char *name;

static void holds(bool yes, const char *what)
{
    passed += yes;
    failed += !yes;
    if (!yes)
        printf("FAILED: %s: %s\n", name, what);
}
#define CHECK(condition) holds(condition, #condition)

// So many elements on the device, all 0 at first.
template <class T> struct Array {
    T *data = NULL;

    explicit Array(int64_t n) { holds(cudaMalloc((void **)&data, n * sizeof(T)) == 0, "memory"); }
    Array(int64_t n, std::initializer_list<int64_t> ones) : Array(n)
    {
        for (const int64_t i : ones)
            set(i, 1);
    }
    ~Array() { cudaFree(data); }
    operator T *() const { return data; }
    void set(int64_t i, T x) { cudaMemcpy(data + i, &x, sizeof x, cudaMemcpyHostToDevice); }
    T operator[](int64_t i) const
    {
        T x;
        cudaMemcpy(&x, data + i, sizeof x, cudaMemcpyDeviceToHost);
        return x;
    }
};
typedef Array<uint8_t> Bytes;

static const int64_t N = (1ll << 31) + 524300, FAR = (1ll << 32) + 77;

static void map_1()
{
    Bytes xs(FAR, { 0, FAR - 1 }), ys(FAR);
    CHECK(wide_map_1(xs, FAR, ys, 0) == 0);
    CHECK(ys[0] == 2 && ys[FAR - 1] == 2 && ys[FAR - 2] == 1);
}

// Arrays that do not begin where 16 bytes can be moved at once.
static void unaligned()
{
    Bytes xs(100, { 1, 99 }), ys(100);
    CHECK(wide_map_1(xs + 1, 99, ys, 0) == 0);
    CHECK(ys[0] == 2 && ys[1] == 1 && ys[98] == 2 && ys[99] == 0);
    CHECK(wide_map_1(xs, 97, ys + 3, 0) == 0);
    CHECK(ys[3] == 1 && ys[4] == 2 && ys[99] == 1);
}

static void map_2(int64_t n, int64_t m)
{
    Bytes xss(n * m, { 0, n * m - 1 }), yss(n * m);
    CHECK(wide_map_2(xss, n, m, yss, 0) == 0);
    CHECK(yss[0] == 2 && yss[n * m - 1] == 2);
}

static void map_3(int64_t n, int64_t m, int64_t k)
{
    Bytes xs(n * m * k, { 0, n * m * k - 1 }), row(k, { 0, k - 1 }), ys(n * m * k);
    CHECK(wide_map_3(xs, row, n, m, k, ys, 0) == 0);
    CHECK(ys[0] == 2 && ys[n * m * k - 1] == 2 && (k > 1 || ys[n * m * k - 2] == 1));
}

static void single()
{
    Bytes xs(FAR, { FAR - 1, FAR / 2 }), y(1), scratch(wide_single_scratch());
    CHECK(wide_single(xs, FAR, y, scratch, 0) == 0 && y[0] == 2);
}

// Where only some blocks run none is the last to come: what each has left for it is looked at,
// at the beginning of the scratch memory, or further on.
template <class T> static bool is_left(const Bytes &scratch, T value, int64_t from = 0)
{
    static T parts[2048];
    cudaMemcpy(parts, scratch.data + from, sizeof parts, cudaMemcpyDeviceToHost);
    for (const T &part : parts)
        if (memcmp(&part, &value, sizeof value) == 0)
            return true;
    return false;
}
struct Place {
    int64_t at, x;
};

static void reduce()
{
    Bytes xs(N, { 0, 1, (1ll << 31) + 524287 });
    Array<int64_t> sum(1);
    CHECK(wide_partials(xs, N, sum, 0) == 0);
}

static void parts_in_order()
{
    Array<int8_t> xs(N, { 0, N - 1 });
    Bytes scratch(wide_partials_in_order_scratch());
    Array<int64_t> at(1), x(1);
    CHECK(wide_partials_in_order(xs, N, at, x, scratch, 0) == 0);
    CHECK(is_left(scratch, Place{ 0, 1 }) && is_left(scratch, Place{ N - 1, 1 }));
}

static void parts()
{
    const int64_t n = 3, m = N;
    Bytes xss(n * m, { 0, n * m - 2, n * m - 1 }), sums(n), scratch(wide_rows_scratch());
    CHECK(wide_rows(xss, n, m, sums, scratch, 0) == 0);
    CHECK(is_left<uint8_t>(scratch, 1) && is_left<uint8_t>(scratch, 2));
}

static void tile_fold()
{
    Bytes xs(N, { 1 }), scratch(wide_tile_fold_scratch(N));
    Array<int64_t> ys(N);
    xs.set(N - 1, 7);
    CHECK(wide_tile_fold(xs, N, ys, scratch, 0) == 0);
    CHECK(ys[1] == 0 && ys[N - 2] == 0 && ys[N - 1] == 7);   // see check: the last tiles alone
}

static void rows(int64_t n, int64_t m)
{
    Bytes xss(n * m, { 0, n * m - 2, n * m - 1 }), sums(n), sumss(n * m);
    Bytes scratch(wide_rows_scratch());
    CHECK(wide_rows(xss, n, m, sums, scratch, 0) == 0);
    CHECK(sums[0] == 1 && sums[n - 1] == 2);
    Bytes more(wide_row_scan_scratch(n, m));
    CHECK(wide_row_scan(xss, n, m, sumss, more, 0) == 0);
    CHECK(sumss[m - 1] == 1 && sumss[n * m - 2] == 1 && sumss[n * m - 1] == 2);
}

static void columns(int64_t n, int64_t m)
{
    Bytes xss(n * m, { 0, (n - 1) * m - 1, n * m - 1 }), sums(m), scratch(wide_columns_scratch());
    CHECK(wide_columns(xss, n, m, sums, scratch, 0) == 0);
    CHECK(sums[0] == 1 && sums[m - 1] == 2);
    xss.set((n - 1) * m - 1, 3);
    xss.set(n * m - 1, 5);
    Bytes more(wide_columns_in_order_scratch());
    CHECK(wide_columns_in_order(xss, n, m, sums, more, 0) == 0);
    CHECK(sums[0] == 1 && sums[1] == 0 && sums[m - 1] == 5);
}

static void column_scan(int64_t n, int64_t m)
{
    Bytes xss(n * m, { 0, (n - 1) * m - 1, n * m - 1 }), sums(n * m);
    Bytes scratch(wide_column_scan_scratch(n, m));
    CHECK(wide_column_scan(xss, n, m, sums, scratch, 0) == 0);
    CHECK(sums[(n - 1) * m - 2] == 0 && sums[(n - 1) * m - 1] == 1 && sums[n * m - 1] == 2);
}

static void tile_scan()
{
    Bytes xs(N, { 0, N - 1 }), sums(N), scratch(wide_tile_scan_scratch(N));
    CHECK(wide_tile_scan(xs, N, sums, scratch, 0) == 0);
    CHECK(sums[0] == 0 && sums[N - 2] == 0 && sums[N - 1] == 1);
}

static void tile_scans()
{
    Bytes xs(N, { 0, N - 1 }), most(N), scratch(wide_tile_scans_scratch(N));
    CHECK(wide_tile_scans(xs, N, most, scratch, 0) == 0);
    CHECK(most[0] == 0 && most[N - 2] == 0 && most[N - 1] == 1);
}

// What is folded of sums: the parts lie before the last 256 bytes of the scratch memory, behind
// what tiles tell each other, which has a state in each word.
static void tile_most()
{
    const int64_t bytes = wide_tile_most_scratch(N);
    Bytes xs(N), scratch(bytes);
    Array<int64_t> most(1);
    xs.set(N - 1, 7);
    CHECK(wide_tile_most(xs, N, most, scratch, 0) == 0);
    CHECK(is_left<int64_t>(scratch, 7, bytes - 256 - 2048 * 8));
}

static void tile_places()
{
    const int64_t bytes = wide_tile_places_scratch(N);
    Bytes xs(N), scratch(bytes);
    Array<int64_t> at(1), x(1);
    xs.set(N - 1, 7);
    CHECK(wide_tile_places(xs, N, at, x, scratch, 0) == 0);
    CHECK(is_left(scratch, Place{ N - 1, 7 }, bytes - 256 - 2048 * 16));
}

// Rows of two numbers, which are read and written one after the other.
static void row_tiles()
{
    Bytes xs(2 * N, { 0, 2 * N - 1 }), sums(2 * N), scratch(wide_row_tiles_scratch(N));
    CHECK(wide_row_tiles(xs, N, sums, scratch, 0) == 0);
    CHECK(sums[2 * N - 3] == 0 && sums[2 * N - 2] == 0 && sums[2 * N - 1] == 1);
}

// Each element is doubled by a loop in an array of its thread.
static void rows_strided(int64_t n, int64_t m)
{
    Bytes xss(n * m, { 0, n * m - 2, n * m - 1 }), sums(n), sumss(n * m);
    {
        Bytes scratch(wide_rows_strided_scratch(3, n, m));
        CHECK(wide_rows_strided(xss, 3, n, m, sums, scratch, 0) == 0);
    }
    CHECK(sums[0] == 2 && sums[n - 1] == 4);
    Bytes scratch(wide_row_scan_strided_scratch(3, n, m));
    CHECK(wide_row_scan_strided(xss, 3, n, m, sumss, scratch, 0) == 0);
    CHECK(sumss[m - 1] == 2 && sumss[n * m - 2] == 2 && sumss[n * m - 1] == 4);
}

static void block(int64_t n, int64_t m)
{
    Array<int32_t> xss(n * m, { 0, n * m - 2, n * m - 1 }), sums(n), sumss(n * m), more(n * m);
    CHECK(rows_main(xss, n, m, sums, sumss, more, 0) == 0);
    CHECK(sums[0] == 1 && sums[n - 1] == 2 && sumss[n * m - 1] == 2);
    CHECK(more[0] == 2 && more[m - 1] == 1 && more[n * m - 1] == 3);
}

// Blocks of two levels are numbered in one row of the grid; more than it has are refused.
static void batches(int64_t k, int64_t n, int64_t m)
{
    Array<int32_t> xsss(k * n * m, { 0, k * n * m - 2, k * n * m - 1 }), sums(k * n * m);
    if (k * n > INT32_MAX) {
        CHECK(batches_main(xsss, k, n, m, sums, 0) == cudaErrorInvalidConfiguration);
        return;
    }
    CHECK(batches_main(xsss, k, n, m, sums, 0) == 0);
    CHECK(sums[0] == 2 && sums[m - 1] == 1);
    CHECK(sums[k * n * m - 1] == 3 && sums[k * n * m - m] == 2);
}

static void filtered()
{
    Bytes xs(N, { 0 }), scratch(wide_filtered_scratch(N));
    uint8_t *ys = NULL;
    int64_t n = 0;
    xs.set(N - 1, 7);
    CHECK(wide_filtered(xs, N, &ys, &n, scratch, NULL, 0) == 0 && n == 1);
    uint8_t host = 0;
    CHECK(cudaMemcpy(&host, ys, n, cudaMemcpyDeviceToHost) == 0 && host == 7);
    cudaFree(ys);
}

static void neighbours()
{
    Bytes xs(N, { 0 }), scratch(wide_rises_scratch()), more(wide_rising_scratch(N));
    xs.set(N - 1, 7);
    Array<int64_t> sum(1);
    CHECK(wide_rises(xs, N, sum, scratch, 0) == 0 && is_left<int64_t>(scratch, 1));
    int64_t *is = NULL, n = 0, host = 0;
    CHECK(wide_rising(xs, N, &is, &n, more, NULL, 0) == 0 && n == 1);
    CHECK(cudaMemcpy(&host, is, sizeof host, cudaMemcpyDeviceToHost) == 0 && host == N - 1);
    cudaFree(is);
}

static void scattered()
{
    {
        Bytes ys(N), xs(3, { 0, 2 });
        Array<int64_t> is(3);
        is.set(0, N - 1), is.set(1, N), is.set(2, (1ll << 32) + 5);
        CHECK(wide_scattered(ys, is, xs, N, 3, 0) == 0);
        CHECK(ys[N - 1] == 1 && ys[0] == 0 && ys[5] == 0);
    }
    Bytes ys(9), xs(N, { 0, N - 1 });
    Array<int64_t> is(N);
    is.set(0, 4), is.set(N - 1, 8);
    CHECK(wide_scattered(ys, is, xs, 9, N, 0) == 0);
    CHECK(ys[4] == 1 && ys[8] == 1);
}

static void histogram()
{
    const int64_t m = 300;
    Bytes xs(N, { 0 });
    Array<uint32_t> bins(m);
    xs.set(N - 1, 5);
    CHECK(wide_histogram(bins, xs, N, m, 0) == 0);
    CHECK(bins[m - 1] == 1 && bins[m - 5] == 1 && bins[0] == 0);
}

static void bins()
{
    const int64_t n = 400;
    Array<int64_t> is(n);
    is.set(0, N - 1), is.set(1, N), is.set(n - 1, N - 1);
    {
        Array<uint32_t> bins(N);
        CHECK(wide_far_histogram(bins, is, n, N, 0) == 0);
        CHECK(bins[N - 1] == 2 && bins[0] == n - 3);
    }
    Bytes as(N, { N - 1 }), bs(N, { N - 1 });
    Bytes scratch(wide_locked_histogram_scratch(N));
    CHECK(wide_locked_histogram(as, bs, is, n, N, scratch, 0) == 0);
    CHECK(as[N - 1] == 3 && bs[N - 1] == 1 && as[0] == (n - 3) % 256);
}

static void transposed(int64_t n, int64_t m)
{
    Bytes xss(n * m, { 0, n * m - 2, n * m - 1 }), yss(n * m);
    CHECK(wide_transposed(xss, n, m, yss, 0) == 0);
    CHECK(yss[0] == 1 && yss[n * m - 1 - n] == 1 && yss[n * m - 1] == 1);
}

static void joined()
{
    Bytes xs(FAR, { 0, FAR - 1 }), ys(FAR, { 0, FAR - 1 }), zs(2 * FAR);
    CHECK(wide_joined(xs, ys, FAR, FAR, zs, 0) == 0);
    CHECK(zs[0] == 1 && zs[FAR - 1] == 1 && zs[FAR] == 1 && zs[2 * FAR - 1] == 1);
}

static void updated()
{
    Bytes xs(FAR, { 0, FAR - 1 }), ys(5, { 0 }), scratch(wide_updated_scratch());
    CHECK(wide_updated(xs, ys, FAR, 5, scratch, 0) == 0);
    CHECK(xs[0] == 1 && xs[FAR - 5] == 1 && xs[FAR - 1] == 0);
}

static void reversed()
{
    Bytes xs(FAR, { 0, FAR - 2 }), ys(FAR);
    CHECK(wide_reversed(xs, FAR, ys, 0) == 0);
    CHECK(ys[FAR - 1] == 1 && ys[1] == 1 && ys[0] == 0);
}

static void stencil()
{
    Bytes xs(FAR, { 0, FAR - 1 }), ys(FAR);
    CHECK(wide_stencil(xs, FAR, ys, 0) == 0);
    CHECK(ys[0] == 2 && ys[1] == 1 && ys[FAR - 1] == 2 && ys[FAR - 2] == 1);
}

static void products(int64_t n, int64_t m, int64_t k)
{
    Bytes xss(n * m, { 0, n * m - 1 }), yss(m * k, { 0, m * k - 1 }), zss(n * k);
    Bytes scratch(wide_products_scratch(n, m, k));
    CHECK(wide_products(xss, yss, n, m, k, zss, scratch, 0) == 0);
    CHECK(zss[0] == 1 && zss[n * k - 1] == 1 && zss[n * k - 2] == 0);
}

static void strided()
{
    Bytes xs(FAR, { 0, FAR - 1 }), ys(FAR), scratch(wide_strided_scratch(2, FAR));
    CHECK(wide_strided(xs, 2, FAR, ys, scratch, 0) == 0);
    CHECK(ys[0] == 2 && ys[FAR - 1] == 2);
}

// Sizes that cannot be: each is refused, and nothing is launched.
static void refused()
{
    const int64_t far = 1ll << 40;
    Bytes x(8);
    CHECK(wide_row_scan_strided_scratch(1ll << 60, 3, 3) == SIZE_MAX);
    CHECK(wide_map_1(x, -1, x, 0) == cudaErrorInvalidValue);
    CHECK(wide_transposed(x, far, far, x, 0) == cudaErrorInvalidValue);
    CHECK(wide_map_3(x, x, far, 0, far, x, 0) == cudaErrorInvalidValue);
    CHECK(wide_joined(x, x, INT64_MAX, INT64_MAX, x, 0) == cudaErrorInvalidValue);
    CHECK(wide_products(x, x, 1ll << 31, 0, 1ll << 31, x, x, 0) == cudaErrorInvalidValue);
}

#define RUN(function, ...)                           \
    name = #function "(" #__VA_ARGS__ ")";           \
    if (argc < 2 || strcmp(argv[1], #function) == 0) \
        function(__VA_ARGS__)

// The functions of a name, or all.
int main(int argc, char **argv)
{
    RUN(map_1);
    RUN(unaligned);
    RUN(map_2, 1ll << 30, 3);
    RUN(map_2, 65535ll * 8 * 2048, 3);
    RUN(map_2, 65537, 32769);
    RUN(map_3, 2, 3, 1ll << 29);
    RUN(map_3, 65535, 256 * 300, 1);
    RUN(map_3, 65535ll * 256 * 300, 1, 1);
    RUN(map_3, 5, 65535ll * 8 * 60, 33);
    RUN(single);
    RUN(reduce);
    RUN(parts_in_order);
    RUN(parts);
    RUN(tile_fold);
    RUN(rows, (1 << 23) + 1, 257);
    RUN(rows, 1ll << 31, 3);
    RUN(rows, (1ll << 32) - 2, 200);       // blocks in several rows
    RUN(columns, 300, 1 << 23);
    RUN(column_scan, 3, (1 << 30) + 33);
    RUN(tile_scan);
    RUN(tile_scans);
    RUN(tile_most);
    RUN(tile_places);
    RUN(row_tiles);
    RUN(rows_strided, 32 * 1024 * 257 + 1, 257);   // 32 rows a block
    RUN(block, (1 << 23) + 1, 257);
    RUN(block, (1ll << 32) - 2, 3);   // blocks in several rows
    RUN(batches, 3, 1 << 22, 257);
    RUN(batches, 32767, 65537, 3);
    RUN(batches, 32768, 65536, 3);
    RUN(filtered);
    RUN(neighbours);
    RUN(scattered);
    RUN(histogram);
    RUN(bins);
    RUN(transposed, 65537, 32771);
    RUN(transposed, 3, FAR);
    RUN(transposed, FAR, 3);
    RUN(transposed, 3, (1ll << 37) - 64);   // blocks in several rows
    RUN(joined);
    RUN(updated);
    RUN(reversed);
    RUN(stencil);
    RUN(products, 65537, 2, 65536);
    RUN(products, 263000, 3, 263000);
    RUN(strided);
    RUN(refused);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
