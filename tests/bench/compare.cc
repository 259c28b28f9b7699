// compare.cc -- compares two files of values in Futhark's binary format:
//   compare GOT WANTED      floats within 1e-4 (f32) or 1e-9 (f64) of their size, or of
//                           1 if that is more, the rest exactly; NaN equals NaN
//   compare --bytes FILE    prints how many bytes the values have, headers apart
#include "binary.h"
#include <cmath>

static std::vector<Value> read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        refuse(path, "cannot be read");
    const std::vector<Value> values = read_values(file, path);
    fclose(file);
    return values;
}

static bool close_to(double x, double y, double limit)
{
    if (x == y || (std::isnan(x) && std::isnan(y)))
        return true;
    return std::fabs(x - y) <= limit * std::fmax(1, std::fabs(y));
}

template <class T> static bool same_floats(const Value &a, const Value &b, double limit)
{
    for (size_t i = 0; i < a.data.size(); i += sizeof(T)) {
        T x, y;
        memcpy(&x, &a.data[i], sizeof x);
        memcpy(&y, &b.data[i], sizeof y);
        if (!close_to(x, y, limit)) {
            printf("element %zu is %.9g, not %.9g\n", i / sizeof(T), (double)x, (double)y);
            return false;
        }
    }
    return true;
}

static bool same(const Value &a, const Value &b)
{
    if (a.type != b.type || a.dims != b.dims) {
        printf("the types or the sizes differ\n");
        return false;
    }
    if (a.type == " f32")
        return same_floats<float>(a, b, 1e-4);
    if (a.type == " f64")
        return same_floats<double>(a, b, 1e-9);
    for (size_t i = 0; i < a.data.size(); i++)
        if (a.data[i] != b.data[i]) {
            printf("element %zu of type%s differs\n", i / size_of(a.type), a.type.c_str());
            return false;
        }
    return true;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        refuse("usage", "compare GOT WANTED, compare --bytes FILE");
    const std::vector<Value> b = read_file(argv[2]);
    if (strcmp(argv[1], "--bytes") == 0) {
        size_t bytes = 0;
        for (const Value &value : b)
            bytes += value.data.size();
        printf("%zu\n", bytes);
        return 0;
    }
    const std::vector<Value> a = read_file(argv[1]);
    if (a.size() != b.size()) {
        printf("%zu values, not %zu\n", a.size(), b.size());
        return 1;
    }
    for (size_t i = 0; i < a.size(); i++)
        if (!same(a[i], b[i]))
            return 1;
    return 0;
}
