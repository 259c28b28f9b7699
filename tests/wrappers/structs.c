/* structs.h on the CPU run. */
#include "structs.h"

#include <math.h>
#include <stdio.h>

static int passed, failed;

static void check(int good, const char *what)
{
    passed += good;
    failed += !good;
    if (!good)
        printf("FAILED: %s\n", what);
}

static float value(const float *d)
{
    float x = NAN;
    return cudaMemcpy(&x, d, sizeof x, cudaMemcpyDeviceToHost) == cudaSuccess ? x : NAN;
}

static void tables(void *scratch, float *x)
{
    structs_table t, scaled, a, b;
    structs_some_table some;
    check(structs_table_of_struct(6, &t, scratch, 0, 0) == cudaSuccess, "table_of");
    check(t.keys_size[0] == 6 && t.vals_size[0] == 6, "sizes");
    check(structs_lookup_struct(&t, 4, x, scratch, 0) == cudaSuccess && value(x) == 4, "lookup");
    check(structs_above_struct(&t, 2, &some, scratch, 0, 0) == cudaSuccess, "above");
    check(some.keys_size[0] == 3 && value(some.vals) == 3, "a table of another size");
    check(structs_scaled_struct(&t, 2, &scaled, 0) == cudaSuccess, "scaled");
    check(!t.keys && !t.vals && value(scaled.vals + 5) == 10, "arrays move to the result");
    scaled.vals_size[0] = 5;
    check(structs_lookup_struct(&scaled, 4, x, scratch, 0) == MAPNEST_BAD_ARGUMENT, "sizes differ");
    check(structs_table_of_struct(-1, &a, scratch, 0, 0) == MAPNEST_BAD_ARGUMENT, "a negative size");
    int64_t *sum = (int64_t *)x;
    check(structs_both_struct(2, 3, &a, &b, sum, scratch, 0, 0) == cudaSuccess, "both");
    check(a.keys_size[0] == 2 && b.keys_size[0] == 3, "two results");
    structs_table_free(&some, 0), structs_table_free(&scaled, 0);
    structs_table_free(&a, 0), structs_table_free(&b, 0);
    check(!a.keys && !b.vals, "freed");
}

static void shapes(void *scratch, float *x)
{
    structs_shape s;
    structs_shape_array all;
    static const int tag[] = { STRUCTS_SHAPE_NONE, STRUCTS_SHAPE_CIRCLE, STRUCTS_SHAPE_RECTANGLE };
    static const float area[] = { 0, 4, 6 };
    for (int i = 0; i < 3; i++) {
        check(structs_shape_of_struct(i, &s, 0, 0) == cudaSuccess && s.tag == tag[i], "shape_of");
        check(structs_area_struct(&s, x, 0) == cudaSuccess && value(x) == area[i], "area");
    }
    check(structs_shapes_struct(4, &all, scratch, 0, 0) == cudaSuccess, "shapes");
    check(structs_area_of_all_struct(&all, x, scratch, 0) == cudaSuccess && value(x) == 19, "areas");
    structs_shape_array_free(&all, 0);
}

static void bits(void *scratch, int64_t *n)
{
    structs_bits_set s, t;
    int64_t found[2] = { 0 };
    check(structs_no_bits_struct(100, &s, scratch, 0, 0) == cudaSuccess, "no_bits");
    check(s.capacity_size[0] == 100 && s.words_size[0] == 4, "the size of an array of ()");
    check(structs_with_bit_struct(70, &s, &t, scratch, 0, 0) == cudaSuccess, "with_bit");
    check(structs_count_bits_struct(&t, n, n + 1, scratch, 0) == cudaSuccess, "count_bits");
    cudaMemcpy(found, n, sizeof found, cudaMemcpyDeviceToHost);
    check(found[0] == 1 && found[1] == 100, "counts");
    structs_bits_set_free(&s, 0), structs_bits_set_free(&t, 0);
}

int main(void)
{
    void *scratch, *out;
    if (cudaMalloc(&scratch, 1 << 20) != cudaSuccess || cudaMalloc(&out, 16) != cudaSuccess)
        return 1;
    tables(scratch, (float *)out);
    shapes(scratch, (float *)out);
    bits(scratch, (int64_t *)out);
    cudaFree(scratch), cudaFree(out);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
