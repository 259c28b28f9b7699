/* Stands in for the toolkit's header when CUDA files are compiled for the CPU: the type
   __half, its conversions and comparisons. */
#pragma once
#ifndef __cplusplus
typedef struct { unsigned short x; } __half;
#else
#include <cmath>
#include <cstring>

struct __half {
    unsigned short x;
    __half() = default;
    __half(float f) : __half((double)f) {}
    __half(double d) : x(bits(d)) {}
    operator float() const { return value(x); }

private:
    /* To nearest, halves to even. */
    static unsigned short bits(double d)
    {
        const unsigned short sign = std::signbit(d) ? 0x8000 : 0;
        d = std::fabs(d);
        if (d != d)
            return 0x7fff;
        int exponent = -13;
        if (d >= 0x1p-14)
            std::frexp(d, &exponent);
        const double rounded = std::rint(std::ldexp(d, 11 - exponent));
        /* A significand of 2^11 carries into the exponent. */
        const double all = rounded + (exponent + 13) * 1024.0;
        return d >= 65520 ? sign | 0x7c00 : sign | (unsigned short)all;
    }
    static float value(unsigned short x)
    {
        const int exponent = x >> 10 & 31, digits = x & 0x3ff;
        const float f = exponent == 31 ? (digits ? NAN : INFINITY)
                      : std::ldexp((float)(exponent ? digits | 0x400 : digits),
                                   (exponent ? exponent : 1) - 25);
        return x & 0x8000 ? -f : f;
    }
};

inline float __half2float(__half h) { return h; }
inline __half __float2half(float f) { return f; }
inline __half __double2half(double d) { return d; }
#endif
