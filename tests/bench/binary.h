// binary.h -- values in Futhark's binary format, read and written.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

struct Value {
    std::string type;
    std::vector<int64_t> dims;
    std::vector<char> data;
};

inline size_t size_of(const std::string &type)
{
    const size_t bits = (size_t)atoi(type.c_str() + type.find_first_of("iuf") + 1);
    return type == "bool" ? 1 : bits / 8;
}

[[noreturn]] inline void refuse(const char *path, const char *reason)
{
    fprintf(stderr, "%s: %s\n", path, reason);
    exit(2);
}

inline void read_bytes(FILE *file, const char *path, void *to, size_t size)
{
    if (size && fread(to, 1, size, file) != size)
        refuse(path, "ends too early");
}

inline bool read_value(FILE *file, const char *path, Value &value)
{
    const int start = fgetc(file);
    if (start == EOF)
        return false;
    char header[6];
    read_bytes(file, path, header, sizeof header);
    if (start != 'b' || header[0] != 2)
        refuse(path, "is not in the binary format");
    value.type.assign(header + 2, 4);
    value.dims.resize((size_t)header[1]);
    read_bytes(file, path, value.dims.data(), 8 * value.dims.size());
    size_t count = 1;
    for (const int64_t dim : value.dims)
        count *= (size_t)dim;
    value.data.resize(count * size_of(value.type));
    read_bytes(file, path, value.data.data(), value.data.size());
    return true;
}

inline std::vector<Value> read_values(FILE *file, const char *path)
{
    std::vector<Value> values;
    for (Value value; read_value(file, path, value);)
        values.push_back(value);
    return values;
}

inline void write_value(FILE *file, const Value &value)
{
    const char header[] = {'b', 2, (char)value.dims.size()};
    fwrite(header, 1, sizeof header, file);
    fwrite(value.type.data(), 1, 4, file);
    fwrite(value.dims.data(), 8, value.dims.size(), file);
    fwrite(value.data.data(), 1, value.data.size(), file);
}
