// values.cc -- writes pseudo-random values in Futhark's binary format:
//   values '[1000][3]f32' i64:7 ...
// Integers are in -100 .. 100 (0 .. 200 unsigned), floats are integers over
// 8 in the same range, bools fair; TYPE:VALUE writes that value (everywhere in an array),
// TYPE:LOW..HIGH integers in that range. The same arguments give the same bytes.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

static uint64_t state = 88172645463325252ull;

static uint64_t next_random()
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

template <class T> static T convert(int64_t i, bool fraction)
{
    return fraction ? (T)((double)i / 8) : (T)i;
}

template <class T> static void put_value(std::vector<char> &out, int64_t i, bool fraction = false)
{
    const T v = convert<T>(i, fraction);
    out.insert(out.end(), (const char *)&v, (const char *)&v + sizeof v);
}

/* The bits of an f16: of a number that has so few digits. */
static uint16_t half_of(double v)
{
    const float f = (float)v;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    const uint32_t sign = bits >> 16 & 0x8000, rest = (bits >> 13) - (112 << 10) & 0x7fff;
    return v == 0 ? 0 : (uint16_t)(sign | rest);
}

static void put(std::vector<char> &out, const std::string &type, int64_t i, bool fraction)
{
    if (type == "  i8" || type == "  u8") put_value<int8_t>(out, i);
    else if (type == " i16" || type == " u16") put_value<int16_t>(out, i);
    else if (type == " i32" || type == " u32") put_value<int32_t>(out, i);
    else if (type == " i64" || type == " u64") put_value<int64_t>(out, i);
    else if (type == " f16") put_value<uint16_t>(out, half_of(convert<double>(i, fraction)));
    else if (type == " f32") put_value<float>(out, i, fraction);
    else if (type == " f64") put_value<double>(out, i, fraction);
    else if (type == "bool") put_value<int8_t>(out, i & 1);
    else {
        fprintf(stderr, "values: unknown type %s\n", type.c_str());
        exit(2);
    }
}

static std::string padded(const std::string &name)
{
    return std::string(name.size() < 4 ? 4 - name.size() : 0, ' ') + name;
}

static void write_header(const std::vector<int64_t> &dims, const std::string &type)
{
    putchar('b');
    putchar(2);
    putchar((int)dims.size());
    fwrite(type.data(), 1, 4, stdout);
    fwrite(dims.data(), 8, dims.size(), stdout);
}

static void write_argument(const char *arg)
{
    std::vector<int64_t> dims;
    const char *p = arg;
    while (*p == '[') {
        dims.push_back(strtoll(p + 1, (char **)&p, 10));
        p++;
    }
    const char *colon = strchr(p, ':');
    const std::string type = padded(colon ? std::string(p, colon) : std::string(p));
    write_header(dims, type);

    int64_t count = 1;
    for (int64_t d : dims)
        count *= d;
    // Values are low .. low + range - 1, as they are or, without a range given, over 8.
    int64_t low = type.find('u') != std::string::npos ? 0 : -100, range = 201;
    const char *to = colon ? strstr(colon, "..") : nullptr;
    if (colon) {
        low = strtoll(colon + 1, nullptr, 10);
        range = to ? strtoll(to + 2, nullptr, 10) - low + 1 : 1;
    }
    std::vector<char> out;
    for (int64_t i = 0; i < count; i++) {
        put(out, type, low + (int64_t)(next_random() % (uint64_t)range), !colon);
        if (out.size() > 1 << 20 || i == count - 1) {
            fwrite(out.data(), 1, out.size(), stdout);
            out.clear();
        }
    }
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        write_argument(argv[i]);
    return 0;
}
