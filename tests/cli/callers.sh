# What a caller of generated functions may count on, beyond the values.
cat > called.fut <<'EOF'
entry doubled [n] (xs: [n]i32): [n]i32 = map (* 2) xs
entry sorted_pair [n] (xs: [n]i32) (ys: [n]i32): ([n]i32, i32) =
  let zs = scan (+) 0 (map2 i32.max xs ys) in (zs, reduce i32.max 0 zs)
entry kept [n] (xs: [n]i32) (k: i32): []i32 = filter (> k) (scan (+) 0 xs)
entry square [n] (xss: [n][n]i32): [n][n]i32 =
  loop xss for k < n do map (\xs -> map2 (\x j -> i32.min x (xs[k] + xss[k, j])) xs (iota n)) xss
entry turned [n] [m] (xss: [n][m]i32): [n][m]i32 = loop xss for _k < 3 do map (rotate 1) xss
entry counted (n: i64): [n]i32 = scan (+) 0 (map i32.i64 (iota n))
EOF
cat > caller.cu <<'EOF'
#include "called.h"
#include <cuda_runtime.h>
#include <initializer_list>
#include <stdio.h>
#include <string.h>

static const int64_t N = 300;
static int32_t *xs, *ys, *zs, *last, host[N], now[N];
static void *scratch;
static char text[200];

static void holds(bool yes, const char *what)
{
    if (!yes)
        printf("not so: %s\n", what);
}
#define CHECK(condition) holds(condition, #condition)

// The inputs are what they were.
static bool unchanged()
{
    bool same = true;
    for (const int32_t *p : { xs, ys }) {
        cudaMemcpy(now, p, sizeof now, cudaMemcpyDeviceToHost);
        same &= memcmp(host, now, sizeof now) == 0;
    }
    return same;
}

// An error of the caller's own is neither returned nor cleared; nor do calls leave one.
static void earlier_errors()
{
    void *p;
    for (int with = 0; with < 2; with++) {
        const cudaError_t mine = with ? cudaErrorMemoryAllocation : cudaSuccess;
        int32_t *some = NULL;
        int64_t size;
        if (with)
            CHECK(cudaMalloc(&p, (size_t)1 << 60) == mine);
        CHECK(called_doubled(xs, N, zs, 0) == cudaSuccess && cudaPeekAtLastError() == mine);
        CHECK(called_sorted_pair(xs, ys, N, zs, last, scratch, 0) == cudaSuccess);
        CHECK(called_kept(xs, 0, N, &some, &size, scratch, NULL, 0) == cudaSuccess && size > 0);
        CHECK(called_doubled(xs, -1, zs, 0) == cudaErrorInvalidValue);
        CHECK(called_sorted_pair(NULL, ys, N, zs, last, scratch, 0) == cudaErrorInvalidValue);
        CHECK(cudaPeekAtLastError() == mine);
        CHECK(cudaFree(some) == cudaSuccess && cudaGetLastError() == mine);
    }
}

// Arrays of no elements, and scratch of no bytes, may be null.
static void nothing()
{
    int32_t *some = NULL;
    int64_t size = 7;
    void *none = NULL;
    CHECK(called_doubled(NULL, 0, NULL, 0) == cudaSuccess);
    CHECK(called_square_scratch(0) == 0);
    CHECK(called_square(NULL, 0, NULL, NULL, 0) == cudaSuccess);
    cudaMalloc(&none, called_kept_scratch(0));
    CHECK(called_kept(NULL, 0, 0, &some, &size, none, NULL, 0) == cudaSuccess && size == 0);
    cudaFree(some);
    cudaFree(none);
}

// Where memory for a result runs out, the call says so, and nothing has changed.
static void no_memory()
{
    void *filler;
    size_t room, total;
    int32_t *some = (int32_t *)&room;
    int64_t size = 7;
    cudaMemGetInfo(&room, &total);
    CHECK(cudaMalloc(&filler, room - 8) == cudaSuccess);
    CHECK(called_kept(xs, 0, N, &some, &size, scratch, NULL, 0) == cudaErrorMemoryAllocation);
    CHECK(!some && !size && unchanged());
    cudaFree(filler);
    cudaGetLastError();
    CHECK(called_kept(xs, 0, N, &some, &size, scratch, NULL, 0) == cudaSuccess && size > 0);
    cudaFree(some);
}

// Sizes that no memory has: n = 263,000 is fine as a matrix of 32 bits, 2^31 is not.
static void far()
{
    CHECK(called_square_scratch(263000) >= 263000ull * 263000 * 4);
    CHECK(called_square_scratch(1ll << 31) == SIZE_MAX);
    CHECK(called_square(xs, 1ll << 31, zs, scratch, 0) == cudaErrorInvalidValue);
    int32_t *some = NULL;
    int64_t size;
    for (const long long n : { 1ll << 49, (1ll << 62) - 1, 1ll << 62, INT64_MAX + 0ll }) {
        CHECK(called_square_scratch(n) == SIZE_MAX && called_kept_scratch(n) == SIZE_MAX);
        CHECK(called_doubled(xs, n, zs, 0) == MAPNEST_BAD_ARGUMENT);
        CHECK(called_sorted_pair(xs, ys, n, zs, last, scratch, 0) == MAPNEST_BAD_ARGUMENT);
        CHECK(called_kept(xs, 0, n, &some, &size, scratch, NULL, 0) == MAPNEST_BAD_ARGUMENT);
        CHECK(called_square(xs, n, zs, scratch, 0) == MAPNEST_BAD_ARGUMENT);
        CHECK(called_turned_scratch(n, 2) == SIZE_MAX);
        CHECK(called_turned_scratch(2, n) == SIZE_MAX);
    }
    CHECK(unchanged());
}

// A negative size has no scratch memory, whatever the other size is. A number that is no size of an
// array may be negative: the program decides what that means.
static void negative()
{
    for (const long long n : { INT64_MIN + 0ll, INT64_MIN / 2 + 0ll, -1ll }) {
        CHECK(called_square_scratch(n) == SIZE_MAX && called_kept_scratch(n) == SIZE_MAX);
        for (const long long m : { n, 0ll, 1ll, 2ll, INT64_MAX + 0ll }) {
            CHECK(called_turned_scratch(n, m) == SIZE_MAX);
            CHECK(called_turned_scratch(m, n) == SIZE_MAX);
            CHECK(called_turned(xs, n, m, zs, scratch, 0) == MAPNEST_BAD_ARGUMENT);
        }
    }
    CHECK(called_turned_scratch(0, 0) != SIZE_MAX);
    CHECK(called_counted_scratch(-1) < 1 << 20);
    CHECK(called_counted(-1, zs, scratch, 0) == cudaSuccess);
    CHECK(called_counted_failure(scratch, 0, text, sizeof text) == MAPNEST_FAILED);
    CHECK(unchanged());
}

int main()
{
    for (int i = 0; i < N; i++)
        host[i] = i % 7 + 1;
    for (int32_t **p : { &xs, &ys, &zs, &last })
        cudaMalloc((void **)p, sizeof host);
    cudaMalloc(&scratch, called_sorted_pair_scratch(N) + called_kept_scratch(N));
    cudaMemcpy(xs, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(ys, host, sizeof host, cudaMemcpyHostToDevice);
    earlier_errors();
    nothing();
    no_memory();
    far();
    negative();
    CHECK(unchanged());
    for (void *p : { (void *)xs, (void *)ys, (void *)zs, (void *)last, scratch })
        cudaFree(p);
    printf("done\n");
}
EOF
t "called.cu and its caller compile" all '"$mapnest" -w -o . called.fut' \
    '"$root/scripts/cucpu" -o caller called.cu caller.cu'
./caller > .out 2> .err
status=$?
t "a caller's errors, empty arrays, no memory, far sizes" all 'is 0' quiet 'out_is done'

# A number that a branch gives is stored where the caller asked for it.
cat > brackets.fut <<'EOF2'
entry main (s: []u8): bool =
  let d = map (\c -> if c == '(' then 1i32 else if c == ')' then -1 else 0) s
  in all (>= 0) (scan (+) 0 d) && i32.sum d == 0
EOF2
run -o - brackets.fut
t "a branch's number: no kernel that copies it" all 'is 0' \
    'out "^static __global__ void brackets_set_"' '! out "^ *[*][a-z_0-9]+ = [*][a-z_0-9]+;"'

# ---- new values of slices ------------------------------------------------------------------

cat > lu.fut <<'F'
entry main [n] (xs: *[n][n]f32): *[n][n]f32 =
  loop xs for k < n do
    let p = copy xs[k]
    let c = copy xs[:, k]
    in xs with [k+1:n, k+1:n] =
         map2 (\r a -> map2 (\x b -> x - a * b) r p[k+1:n]) xs[k+1:n, k+1:n] c[k+1:n]
F
run -o - lu.fut
t "the new value of a slice is made there, from the slice" all 'is 0' \
    '[ $(grep -c "<<<" .out) = 2 ]' '! out "mapped"'

cat > whole.fut <<'F'
entry main [n] (xs: *[n]f32): *[n]f32 = xs with [0:n] = copy (map (* 2) xs)
F
run -o - whole.fut
t "the new value of all of an array is made in it, and not copied" all 'is 0' \
    'out "whole_main[(]float [*]xs, int64_t n, cudaStream_t stream[)]$"'

# ---- while loops -----------------------------------------------------------------------------

cat > turns.fut <<'F'
entry main [n] (xs: *[n]f32): *[n]f32 =
  loop xs while f32.sum xs < 100 do map2 (+) xs (rotate 1 xs)
F
run -o - turns.fut
t "a while loop in the caller's array: one more array, a copy after an odd number of rounds" all \
    'is 0' '[ $(grep -c "= carve<float>(&memory, n)" .out) = 1 ]' \
    '[ $(grep -c "DeviceToDevice" .out) = 1 ]' 'out "^    if [(]swapped[)]"'

# ---- names of results: a let at the end, a record's fields, a tuple of variables ------------

cat > results.fut <<'F'
entry single [n] (xs: [n]f32): [n]f32 =
  let halved = map (/ 2) xs
  in halved
entry nested [n][m] (xss: [n][m]f32): [n]f32 =
  let totals = map (\xs -> let most = f32.maximum xs in most + 1) xss
  in totals
entry fields [n] (xs: [n]f32): {average: f32, scaled: [n]f32} =
  { average = f32.sum xs / 2, scaled = map (* 2) xs }
entry pair [n] (xs: [n]f32): ([n]f32, [n]f32) =
  let prefixes = scan (+) 0 xs
  let counts = map (+ 1) xs
  in (prefixes, counts)
F
run results.fut
tr -s ' \n' ' ' < results.h > results.line
t "results have the names of the program" all 'is 0' \
    'grep -q "results_single([^)]*float \*halved, cuda" results.line' \
    'grep -q "results_nested([^)]*float \*totals, " results.line' \
    'grep -q "results_fields([^)]*float \*average, float \*scaled, " results.line' \
    'grep -q "results_pair([^)]*float \*prefixes, float \*counts, " results.line'
