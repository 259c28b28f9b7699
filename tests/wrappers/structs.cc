// structs.hpp on the CPU run.
#include "structs.hpp"

#include <cstdio>

static int passed, failed;

static void check(bool good, const char *what)
{
    passed += good;
    failed += !good;
    if (!good)
        printf("FAILED: %s\n", what);
}

int main()
{
    structs::table t = structs::table_of_struct(6);
    check(structs::lookup_struct(t, 4).value() == 4, "lookup");
    const structs::some_table some = structs::above_struct(t, 2);
    check(some.vals.size()[0] == 3, "a table of another size");
    t = structs::scaled_struct(t, 2);
    check(t.vals.host()[5] == 10, "scaled");
    const auto all = structs::both_struct(2, 3);
    check(all.result_1.keys.size()[0] == 3 && all.result_2.value() == 5, "three results");
    check(structs::area_struct(structs::shape_of_struct(2)).value() == 6, "area");
    check(structs::area_of_all_struct(structs::shapes_struct(4)).value() == 19, "areas");
    structs::bits_set s = structs::no_bits_struct(100);
    s = structs::with_bit_struct(70, s);
    const auto count = structs::count_bits_struct(s);
    check(count.result_0.value() == 1 && count.result_1.value() == 100, "bits");
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
