# What a project that includes the files relies on: names, parameters in place, status, pool.
cat > calls.fut <<'EOF'
entry set [n] (xs: *[n]i32) (i: i64): *[n]i32 = xs with [i] = 1
entry swap [n] (xs: *[n]i32) (ys: *[n]i32): (*[n]i32, i32, *[n]i32) = (ys, 7, xs)
entry kept [n] (xs: [n]i32): []i32 = filter (> 1) xs
entry front [n] (xs: *[n]i32): *[]i32 = filter (> 1) xs
EOF
run --prefix=lib calls.fut
t "--prefix" all 'is 0' quiet 'grep -q "^cudaError_t lib_calls_set(int32_t \*xs, int64_t i, int64_t n, void" calls.h' \
    'grep -q "^cudaError_t lib_calls_swap(int32_t \*xs, int32_t \*ys, int64_t n, int32_t" calls.h' \
    'grep -q "ifndef LIB_CALLS_H" calls.h' 'grep -q "updated in place: the result$" calls.h' \
    'grep -q "updated in place: result 2$" calls.h' \
    'grep -q "^cudaError_t lib_calls_front(int32_t \*xs, int64_t n, int64_t \*result_size, void" calls.h' \
    'grep -q "updated in place: the result, result_size elements$" calls.h' '[ -z "$(grep -o "[^_]calls_[a-z][a-z]*" calls.cu)" ]'
for name in '' 9a a-b _a a__b 'a b' "a'" ä; do
    usage "--prefix=$name" calls.fut
done
cat > caller.c <<'EOF'
#include "calls.h"
#include <stdio.h>
#include <string.h>

int main(void)
{
    int32_t host[3] = { 1, 2, 3 }, found[3], *xs, *ys, *seven, *some;
    int64_t size;
    char text[200];
    void *scratch;
    cudaMemPool_t pool;
    cudaMalloc((void **)&xs, sizeof host);
    cudaMalloc((void **)&ys, sizeof host);
    cudaMalloc((void **)&seven, sizeof *seven);
    cudaMalloc(&scratch, lib_calls_kept_scratch(3) + lib_calls_set_scratch());
    cudaMemcpy(xs, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(ys, host, sizeof host, cudaMemcpyHostToDevice);
    cudaDeviceGetDefaultMemPool(&pool, 0);
    if (lib_calls_set(xs, 2, 3, scratch, 0) != MAPNEST_OK
        || lib_calls_set_failure(scratch, 0, text, sizeof text) != MAPNEST_OK)
        return 1;
    if (lib_calls_set(ys, 3, 3, scratch, 0) != MAPNEST_OK
        || lib_calls_set_failure(scratch, 0, text, sizeof text) != MAPNEST_FAILED
        || !strstr(text, "calls.fut:1:49: error: Index [3] out of bounds"))
        return 2;
    if (lib_calls_set(xs, 2, -1, scratch, 0) != MAPNEST_BAD_ARGUMENT
        || lib_calls_set(NULL, 2, 1, scratch, 0) != MAPNEST_BAD_ARGUMENT
        || lib_calls_set(xs, 2, 1, NULL, 0) != MAPNEST_BAD_ARGUMENT)
        return 3;
    if (lib_calls_swap(xs, ys, 3, seven, 0) != MAPNEST_OK)
        return 4;
    if (lib_calls_kept(xs, 3, &some, &size, scratch, pool, 0) != MAPNEST_OK || size != 1)
        return 5;
    cudaMemcpy(found, some, sizeof *found, cudaMemcpyDeviceToHost);
    if (found[0] != 2)
        return 6;
    cudaFree(some);
    if (lib_calls_kept(xs, 3, &some, &size, scratch, (cudaMemPool_t)text, 0) == MAPNEST_OK || some)
        return 7;
    cudaMemcpy(found, xs, sizeof found, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", found[0], found[1], found[2]);
    cudaFree(xs), cudaFree(ys), cudaFree(seven), cudaFree(scratch);
    return 0;
}
EOF
t "a caller in C compiles" "$root/scripts/cucpu" -o caller calls.cu caller.c
./caller > .out 2> .err; status=$?
t "in place, a status for each kind of failure, a pool" all 'is 0' quiet 'out_is "1 2 1"'

# ---- wrappers and the manifest -----------------------------------------------------------

usage --namespace=x calls.fut
usage --cxx --namespace=a-b calls.fut
usage --cxx --namespace=a:: calls.fut
usage -o - --python calls.fut
run -o out --manifest --python --cxx --namespace=of::ns -MD calls.fut
t "--manifest --python --cxx" all 'is 0' quiet \
    'files out "calls.cu calls.d calls.h calls.hpp calls.json calls.py "' \
    'grep -q "^namespace of::ns {" out/calls.hpp' 'grep -q "out/calls.hpp" out/calls.d' \
    '[ "$(jq -r .generator out/calls.json)" = "written by mapnest 0.1.0" ]'
run -o out --manifest --python --cxx calls.fut
t "they are replaced" all 'is 0' quiet
printf '%s\n' 'entry stats [n] (xs: [n]f32): {mean: f32, n: i64} =' \
    '  {mean = f32.sum xs / f32.i64 n, n = n}' > stats.fut
run -o - stats.fut
t "the fields of a record name results" out '^cudaError_t stats_stats.*float .mean'
printf '# comment\n\nmoderate=1 \n' > a.tuning
run --tuning=a.tuning --manifest -o tuned calls.fut
t "--tuning" all 'is 0' quiet '[ "$(jq .options.moderate tuned/calls.json)" = 1 ]'
printf 'BLOCK_SIZE=128\n' > b.tuning
run --tuning=b.tuning --tune=ITEMS_16=7 -o - "$root/golden/filter/filter.fut"
t "--tune" all 'is 0' quiet 'out "^static const int BLOCK_SIZE = 128; // threads"' \
    'out "^static const int ITEMS_16 = 7; // items per thread"'
cp "$root/golden/scans/scans.fut" .
run --versions=all --tune=MAX_THREAD_ROW=5 --tune=MAX_BLOCK_ROW=-1 -o - scans.fut
t "--tune: a threshold" all 'is 0' quiet 'out "^static const int64_t MAX_THREAD_ROW = 5;"' \
    'out "^static const int64_t MAX_BLOCK_ROW = -1;"'
run --versions=all --tunable --harness --manifest -o tunable scans.fut
t "--tunable" all 'is 0' quiet 'grep -q "^struct scans_thresholds {" tunable/scans.h' \
    'grep -q "k \* m >= thresholds.min_thread_rows" tunable/scans.cu' \
    '[ "$(jq -r ".thresholds[0].constant" tunable/scans.json)" = MAX_THREAD_ROW ]' \
    '[ "$(jq ".entries[0].choices[0].versions | length" tunable/scans.json)" = 3 ]'
run --tunable --harness -o tunable calls.fut
t "--tunable: nothing to choose" all 'is 0' quiet '! grep -q thresholds tunable/calls*'
cat > sums.fut <<'EOF'
entry main [n] [m] (xss: [n][m]i32): [n]i32 =
  map (\xs -> let ys = scan (+) 0 xs in reduce i32.max 0 (map2 (*) xs ys)) xss
EOF
run --versions=all --tunable --harness -o tunable sums.fut
"$root/scripts/cucpu" -o tunable/sums tunable/sums.cu tunable/sums_main.cu
version() {    # KERNELS PARAM..: these run, and the values are right
    echo '[[1, 2, 3], [4, 5, 6]]' |
        EMU_JSON=counts.json tunable/sums "${@:2}" > .out 2> .err && status=0 &&
        [ "$(cat .out)" = '[18i32, 90i32]' ] && grep -q "\"$1" counts.json
}
t "--param: as it begins" version sums_block_per_row
t "--param: threads" version sums_thread_per_row -p min_thread_rows=0
t "--param: blocks" version sums_block_per_row -p max_thread_row=0 -p min_block_row=0
t "--param: flat" version sums_yss -p max_thread_row=0 --param=max_block_row=-1
! tunable/sums --param=shared=0 > .out 2> .err
t "--param: no threshold" err "'shared=0' does not set a threshold"
run --tunable --harness -o tunable "$root/tests/programs/recursive_versions.fut"
"$root/scripts/cucpu" -o tunable/recursive tunable/recursive_versions.cu tunable/recursive_versions_main.cu
echo '[3, 1, 2, 9]' | tunable/recursive -p max_block_row=0 > .out 2> .err && status=0
t "--tunable: a function that calls itself" all quiet 'out_is "[1i32, 2i32, 3i32, 9i32]"'
cat > rounds.fut <<'EOF'
entry main (n: i64) (k: i64): [2][n]i64 =
  map (\c -> loop ys = map (+ c) (iota n) for _i < k do
               let s = reduce (+) 0 ys in map (+ s) ys) (iota 2)
EOF
rounds_on_cpu() { feed "$1" run --on=cpu --path rounds.fut; }
rounds_on_cpu '14528i64 1i64'
t "--path: all that a block of the card can have" all 'is 0' 'err "^path: block_per_row .*_block_per_row, 1 launch$"'
rounds_on_cpu '14529i64 1i64'
t "--path: one row too long for it" all 'is 0' 'err "^path: flat "' '! err "block_per_row"'
"$mapnest" dataset -b '[129][200]f32' '[200][129]f32' > product.in
on_device() {    # MULTIPROCESSORS
    EMU_PROCESSORS=$1 "$mapnest" run --on=cpu -b --path --versions=all "$root/golden/matmul/matmul.fut" \
        < product.in 2> .err > /dev/null
    status=$?
}
on_device 4
t "--path: tiles enough for a small device" all 'is 0' 'err "^path: tiled .*_tiled, "'
on_device 132
t "--path: and too few for a large one" all 'is 0' 'err "^path: split_k .*_split_k, "'
cat > shared.fut <<'EOF'
-- The transposition is all versions', what comes before them is no version's.
entry main [n][m] (xss: [n][m]i32) (k: i64): [n]i32 =
  let t = i32.sum (flatten xss)
  in map (\xs -> let zs = loop ys = map (+ t) xs for _i < k do
                     map3 (\a b c -> a + b * 3 - c) ys (rotate 1 ys) (rotate (-2) ys)
                 in i32.sum zs) xss
EOF
feed '[[1, 2, 3, 4], [5, 6, 7, 8]] 2i64' run --on=cpu --path --versions=all --tune=MIN_THREAD_ROWS=0 --tune=MAX_THREAD_ROW=8 shared.fut
t "--path: kernels of no version" all 'is 0' 'err "^path: always .*shared_t, 1 launch$"' \
    'err "^path: thread_per_row .*_thread_per_row, 1 launch$"' '! err "flat"'
feed '[3, 1, 2, 9]' run --on=cpu --path "$root/tests/programs/recursive_versions.fut"
t "--path: in a function that calls itself" all 'is 0' 'err "^path: block_per_row .*msort_block_per_row"' \
    'err "^path: flat "'
run --tune=BLOCK_SIZE=512 --tune=ITEMS_16=6 -o - "$root/golden/filter/filter.fut"
t "--tune: shared memory" all 'is 1' 'err "ITEMS_16 can be 5 at most"'
run --tune=BLOCK_SIZE=1024 -o - "$root/golden/filter/filter.fut"
t "--tune: tiles shrink in larger blocks" all 'is 0' quiet 'out "^static const int ITEMS_16 = 2;"'
run -o - "$root/tests/bounds/called_twice.fut"
t "functions that would double in each other" all 'is 0' 'out "^static __device__ __noinline__ "' \
    'out "^static __device__ int32_t f"'
echo 'entry main [n] (xs: [n]i32) = filter (\_ -> false) xs' > none.fut
run -o - none.fut
t "no sum is named that nobody reads" all 'is 0' '! out "sum = items"'
run --tune=BLOCK_SIZE=512 -o - "$root/tests/programs/column_scans.fut"
t "--tune: tiles that there are none of" all 'is 0' 'out "column_prefix"'
echo 'entry main [n][m] (xss: [n][m]f32): [n][m]f32 = map (scan (+) 0) xss' > short_rows.fut
cat > wide_rows.fut <<'EOF'
entry main [n][m] (xss: [n][m]f64) (yss: [n][m]f64): [n](f64, f64) =
  map2 (\xs ys -> reduce (\(a, b) (c, d) -> (a * c, c * b + d)) (1, 0) (zip xs ys)) xss yss
EOF
few="--tune=BLOCK_SIZE=1024 --tune=ITEMS_4=11 --tune=ITEMS_16=1"
run $few -o - wide_rows.fut
t "--tune: short rows, many bytes" all 'is 1' 'err "1024 threads are too large: .* 16 bytes"'
run $few -o - short_rows.fut
t "--tune: short rows" all 'is 0' quiet 'out "^static const int THREAD_SHARED_BYTES = 47;"'
run $few --tune=THREAD_SHARED_BYTES=48 -o - short_rows.fut
t "--tune: short rows that do not fit" all 'is 1' 'err "THREAD_SHARED_BYTES can be 47 at most"'
run $few --tune=THREAD_SHARED_BYTES=47 -o - short_rows.fut
t "--tune: short rows that fit" all 'is 0' quiet 'out "^static const int THREAD_SHARED_BYTES = 47;"'
usage --tune=BLOCK_SIZE=100 calls.fut
usage --tune=ITEMS_16=0 calls.fut
usage --tune=NOTHING=1 calls.fut
for name in $(sed -n 's/^static const int \([A-Z_0-9]*\) = .*/\1/p' "$root"/golden/*/*[a-z].cu |
        grep -v MAX_RANK | sort -u); do
    run --tune=$name=0 calls.fut
    t "--tune=$name" err "$name is a "
done
printf 'nothing=1\n' > wrong.tuning
usage --tuning=wrong.tuning calls.fut
run --tuning=none.tuning calls.fut
t "--tuning: no such file" all 'is 1' 'err "none.tuning"'
