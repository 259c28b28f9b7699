"""structs.py of the folder that is given, on the CPU run."""
import sys

import numpy  # noqa: F401  before the folder, which has a numbers.py of its own

sys.path.insert(0, sys.argv[1])
import structs  # noqa: E402

passed = failed = 0


def check(good, what):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print("FAILED:", what)


t = structs.table_of_struct(6)
check(structs.lookup_struct(t, 4).item() == 4, "lookup")
check(len(structs.above_struct(t, 2).vals) == 3, "a table of another size")
t = structs.scaled_struct(t, 2)
check(t.vals.__array__()[5] == 10, "scaled")
a, b, total = structs.both_struct(2, 3)
check((len(a.keys), len(b.keys), total.item()) == (2, 3, 5), "three results")
check(structs.area_struct(structs.shape_of_struct(2)).item() == 6, "area")
check(structs.area_of_all_struct(structs.shapes_struct(4)).item() == 19, "areas")
s = structs.with_bit_struct(70, structs.no_bits_struct(100))
check(s.capacity_size == (100,), "the size of an array of ()")
check([n.item() for n in structs.count_bits_struct(s)] == [1, 100], "bits")
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
