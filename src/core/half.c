/* half.c -- f16: the numbers of 11 bits, from 2^-24 to 65504. */
#include "value.h"

#include <math.h>

/* The nearest half, ties to even. */
double half_round(double x)
{
    int exponent;
    double size = frexp(fabs(x), &exponent);
    if (isnan(x) || isinf(x) || size == 0)
        return x;
    double unit = ldexp(1, (exponent < -13 ? -13 : exponent) - 11);
    double nearest = rint(x / unit) * unit;
    return fabs(nearest) > 65504 ? copysign(INFINITY, x) : copysign(nearest, x);
}

uint16_t half_bits(double x)
{
    uint16_t sign = signbit(x) ? 0x8000 : 0;
    x = fabs(half_round(x));
    if (isnan(x))
        return 0x7e00;
    if (isinf(x))
        return sign | 0x7c00;
    if (x < 0x1p-14)                   /* in units of 2^-24 */
        return sign | (uint16_t)ldexp(x, 24);
    int exponent;
    frexp(x, &exponent);
    return sign | (uint16_t)((exponent + 14) << 10 | ((int)ldexp(x, 11 - exponent) & 0x3ff));
}

double half_value(uint16_t bits)
{
    int exponent = bits >> 10 & 31, digits = bits & 0x3ff;
    double x = exponent == 31 ? (digits ? NAN : INFINITY)
             : ldexp(exponent ? digits | 0x400 : digits, (exponent ? exponent : 1) - 25);
    return bits & 0x8000 ? -x : x;
}
