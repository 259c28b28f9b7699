# Memory whose size depends on data: when it runs out, the call says so and keeps none.
cat > grows.fut <<'END'
entry main [n] (xs: [n]i32) (k: i32): []i32 =
  let ys = loop (ys: []i32) = filter (> 0) xs for i < k do ys ++ filter (> i) (map (+ ys[0]) ys)
  in if length ys > 8 then filter (< 100) ys ++ ys else ys
END
cat > tight.cu <<'END'
#include "grows.h"
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

static size_t free_memory()
{
    size_t free, total;
    cudaMemGetInfo(&free, &total);
    return free;
}

// With so much memory left: what the call says. Complains if it keeps some.
static cudaError_t call_with(size_t room, const int32_t *xs, int64_t n, void *scratch)
{
    void *filler = NULL;
    cudaMalloc(&filler, free_memory() - room);
    const size_t before = free_memory();
    int32_t *ys;
    int64_t size;
    const cudaError_t error = grows_main(xs, 3, n, &ys, &size, scratch, NULL, 0);
    if (error != cudaSuccess && (ys || size))
        printf("a result in spite of an error\n");
    cudaFree(ys);
    if (free_memory() != before)
        printf("with %zu bytes: %zu are lost\n", room, before - free_memory());
    if (cudaGetLastError() != cudaSuccess)
        printf("an error is left\n");
    cudaFree(filler);
    return error;
}

int main()
{
    const int32_t host[] = { 1, -2, 3, 4 }, none[] = { -1, -2, -3, -4 };
    int32_t *xs, *failing;
    void *scratch;
    cudaMalloc((void **)&xs, sizeof host);
    cudaMalloc((void **)&failing, sizeof none);
    cudaMalloc(&scratch, grows_main_scratch(4));
    cudaMemcpy(xs, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(failing, none, sizeof none, cudaMemcpyHostToDevice);
    int refused = 0, good = 0;
    for (size_t room = 0; room < 4000; room += 4) {
        const cudaError_t error = call_with(room, xs, 4, scratch);
        refused += error == cudaErrorMemoryAllocation;
        good += error == cudaSuccess;
    }
    char text[1000];
    call_with(4000, failing, 4, scratch);
    const bool failed = grows_main_failure(scratch, 0, text, sizeof text) == cudaErrorAssert;
    if (refused + good != 1000 || refused < 10 || good < 10)
        printf("%d refused, %d good\n", refused, good);
    printf("%s\n", failed && strstr(text, "out of bounds") ? "as expected" : "no failure");
    cudaFree(xs);
    cudaFree(failing);
    cudaFree(scratch);
}
END
"$mapnest" -o . grows.fut && "$root/scripts/cucpu" -o tight grows.cu tight.cu
t "memory that runs out" all silent '[ "$(EMU_MEMORY=1000000 ./tight 2>&1)" = "as expected" ]'

# Each run gives back what the one before it got.
"$mapnest" --harness -o . grows.fut && "$root/scripts/cucpu" -o grows grows.cu grows_main.cu
t "many runs" all silent '[ "$(echo "[1, 0, 2] 1" | EMU_MEMORY=400000 ./grows -r 50)" = "[1i32, 2i32, 2i32, 3i32]" ]'

# Sizes keep the names that the program gives them; what follows from others is not told.
cat > named.fut <<'END'
entry main [n] (xs: [n]i32): ?[k].([k]i32, [n - k]i32) = partition (> 0) xs
END
run -o . named.fut
t "named sizes" all 'is 0' \
    'grep -qF "entry main [n] (xs: [n]i32): ?[k].([k]i32, [n - k]i32)" named.h' \
    'grep -qF "int32_t **result_0, int64_t *k," named.h' '! grep -q _size named.h'

# Choices of scalars are no chain of choices: what they take grows as the text does.
awk 'BEGIN {
    print "def main (x: i64) (y: i64): i64 ="
    for (i = 0; i < 300; i++) printf "if x > %d then ", i
    printf "x * y"
    for (i = 299; i >= 0; i--) printf " else y - %d", i
    print ""
}' > choices.fut
(ulimit -v 600000; timeout 60 "$mapnest" -o - choices.fut) > .out 2> .err
t "choices in choices in .." all quiet 'out "x \* y"'
