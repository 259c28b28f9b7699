/*
 * eval_op.c -- the meaning of the scalar operations.
 *
 * Integers wrap around at their width, INT_MIN / -1 included. `/` and `%`
 * round toward minus infinity, `//` and `%%` toward zero; by zero they fail.
 * `%` of floats has the sign of the divisor. A shift by the width or more, or
 * by a negative amount, gives 0, or all copies of the sign for `>>` of signed
 * integers. `**` of integers fails on a negative exponent. f32 is computed in
 * float, and so is f16, which is rounded after each operation. min and max of
 * a nan and a number give the number. A float becomes an
 * integer toward zero, the nearest where it is out of range, nan becomes 0; a
 * number becomes true unless it is 0. round is to the nearest, halves to even.
 * sgn and abs of 0 keep its sign and lose it.
 */
#include "eval.h"
#include "value.h"

#include <math.h>
#include <string.h>

static int bits_of(Prim p)
{
    return p == BOOL ? 1 : 8 * prim_bytes(p);
}

/* ---- integers ----------------------------------------------------------- */

/* x cut to the width of p, extended again to 64 bits. */
static inline Slot wrap(Prim p, uint64_t x)
{
    return slot_of(scalar_int(p, (int64_t)(p == BOOL ? x & 1 : x)));
}

/* Quotient (or remainder) of signed integers toward zero, or down. */
static uint64_t divide(Op op, int64_t a, int64_t b)
{
    if (b == -1)
        return op == OP_DIV || op == OP_QUOT ? -(uint64_t)a : 0;
    int64_t q = a / b, r = a % b;
    bool down = r && (r < 0) != (b < 0);
    switch (op) {
    case OP_DIV: return (uint64_t)(q - down);
    case OP_QUOT: return (uint64_t)q;
    case OP_MOD: return (uint64_t)(down ? r + b : r);
    default: return (uint64_t)r;
    }
}

static uint64_t power(uint64_t a, uint64_t n)
{
    uint64_t r = 1;
    for (; n; n >>= 1, a *= a)
        if (n & 1)
            r *= a;
    return r;
}

static uint64_t mulhi(Prim p, Slot a, Slot b)
{
    int bits = bits_of(p);
    if (prim_is_signed(p))
        return (uint64_t)((__int128)a.i * b.i >> bits);
    return (uint64_t)((unsigned __int128)a.u * b.u >> bits);
}

/* The operand's own bits, without the sign's copies. */
static uint64_t own_bits(Prim p, Slot a)
{
    int unused = 64 - bits_of(p);
    return a.u << unused >> unused;
}

static uint64_t shift(Op op, Prim p, Slot a, uint64_t by)
{
    bool far = by >= (uint64_t)bits_of(p);
    if (op == OP_SHL)
        return far ? 0 : a.u << by;
    if (op == OP_SHR && prim_is_signed(p))
        return (uint64_t)(a.i >> (far ? 63 : by));
    return far ? 0 : own_bits(p, a) >> by;
}

static bool less(Prim p, Slot a, Slot b)
{
    return prim_is_signed(p) ? a.i < b.i : a.u < b.u;
}

static bool int_fails(Op op, Prim p, Slot a, Slot b, const char **error)
{
    if (op == OP_POW) {
        if (prim_is_signed(p) && b.i < 0)
            *error = failure_fill(failure_format(FAIL_POWER), (int64_t[]){ a.i, b.i });
        return prim_is_signed(p) && b.i < 0;
    }
    if (!b.u)
        *error = failure_format(FAIL_DIVIDE);
    return !b.u;
}

static int count_bits(Op op, Prim p, Slot a)
{
    uint64_t x = own_bits(p, a);
    switch (op) {
    case OP_POPC: return __builtin_popcountll(x);
    case OP_CTZ: return x ? __builtin_ctzll(x) : bits_of(p);
    default: return x ? __builtin_clzll(x) - (64 - bits_of(p)) : bits_of(p);
    }
}

/* The least number, from 1 on, whose square is not below n: here, so many
   workers have about as many elements each. */
static int64_t root_above(int64_t n)
{
    int64_t w = 1;
    while (w < n / w + (n % w != 0))
        w++;
    return w;
}

static bool int_op(Op op, Prim p, const Slot *x, Slot *out, const char **error)
{
    Slot a = x[0], b = x[1];
    uint64_t r;
    switch (op) {
    case OP_ADD: r = a.u + b.u; break;
    case OP_SUB: r = a.u - b.u; break;
    case OP_MUL: r = a.u * b.u; break;
    case OP_DIV: case OP_MOD: case OP_QUOT: case OP_REM:
        if (int_fails(op, p, a, b, error))
            return false;
        if (prim_is_signed(p))
            r = divide(op, a.i, b.i);
        else
            r = op == OP_DIV || op == OP_QUOT ? a.u / b.u : a.u % b.u;
        break;
    case OP_POW:
        if (int_fails(op, p, a, b, error))
            return false;
        r = power(a.u, b.u);
        break;
    case OP_MIN: r = less(p, b, a) ? b.u : a.u; break;
    case OP_MAX: r = less(p, a, b) ? b.u : a.u; break;
    case OP_AND: case OP_LAND: r = a.u & b.u; break;
    case OP_OR: case OP_LOR: r = a.u | b.u; break;
    case OP_XOR: r = a.u ^ b.u; break;
    case OP_SHL: case OP_SHR: case OP_LSHR: r = shift(op, p, a, b.u); break;
    case OP_NEG: r = -a.u; break;
    case OP_NOT: r = ~a.u; break;
    case OP_ABS: r = prim_is_signed(p) && a.i < 0 ? -a.u : a.u; break;
    case OP_SGN: r = prim_is_signed(p) && a.i < 0 ? (uint64_t)-1 : a.u != 0; break;
    case OP_MULHI: r = mulhi(p, a, b); break;
    case OP_EQ: out->i = a.u == b.u; return true;
    case OP_NE: out->i = a.u != b.u; return true;
    case OP_LT: out->i = less(p, a, b); return true;
    case OP_LE: case OP_FITS: out->i = !less(p, b, a); return true;
    case OP_GT: out->i = less(p, b, a); return true;
    case OP_GE: out->i = !less(p, a, b); return true;
    case OP_THRESHOLD: *out = a; return true;
    case OP_BUSY: out->i = a.i < 0 ? 0 : a.i < 100 ? a.i : 100; return true;
    case OP_WORKERS: case OP_BLOCKS: case OP_RANKS:
        out->i = a.i ? root_above(a.i) : 0;
        return true;
    case OP_POPC: case OP_CLZ: case OP_CTZ: out->i = count_bits(op, p, a); return true;
    default: bug("%s of integers", ops[op].id);
    }
    *out = wrap(p, r);
    return true;
}

/* ---- floats ------------------------------------------------------------- */

/* The functions that C has in both precisions under one name and a suffix. */
#define MATH(X)                                                               \
    X(SQRT, sqrt) X(CBRT, cbrt) X(EXP, exp) X(LOG, log) X(LOG2, log2)         \
    X(LOG10, log10) X(LOG1P, log1p) X(SIN, sin) X(COS, cos) X(TAN, tan)       \
    X(ASIN, asin) X(ACOS, acos) X(ATAN, atan) X(SINH, sinh) X(COSH, cosh)     \
    X(TANH, tanh) X(ASINH, asinh) X(ACOSH, acosh) X(ATANH, atanh)             \
    X(ERF, erf) X(ERFC, erfc) X(GAMMA, tgamma) X(LGAMMA, lgamma)              \
    X(FLOOR, floor) X(CEIL, ceil) X(TRUNC, trunc) X(ROUND, rint) X(ABS, fabs)
#define MATH2(X)                                                              \
    X(POW, pow) X(ATAN2, atan2) X(HYPOT, hypot) X(FMOD, fmod)                 \
    X(COPYSIGN, copysign) X(NEXTAFTER, nextafter)

static double sign(double a)
{
    return a > 0 ? 1 : a < 0 ? -1 : a;
}

/* As on the device: -0 is less than 0, and a number is preferred to nan. */
static double least(double a, double b)
{
    return a == b ? (signbit(a) ? a : b) : fmin(a, b);
}

static double double_op(Op op, const Slot *x)
{
    double a = x[0].f, b = x[1].f;
    switch (op) {
    case OP_ADD: return a + b;
    case OP_SUB: return a - b;
    case OP_MUL: return a * b;
    case OP_DIV: return a / b;
    case OP_MOD: return fmod(a, b);
    case OP_MIN: return least(a, b);
    case OP_MAX: return -least(-a, -b);
    case OP_NEG: return -a;
    case OP_SGN: return sign(a);
    case OP_RSQRT: return 1 / sqrt(a);
    case OP_LDEXP: return ldexp(a, (int)x[1].i);
    case OP_FMA: return fma(a, b, x[2].f);
#define ONE(id, name) case OP_##id: return name(a);
#define TWO(id, name) case OP_##id: return name(a, b);
    MATH(ONE) MATH2(TWO)
#undef ONE
#undef TWO
    default: bug("%s of floats", ops[op].id);
    }
}

/* To be rounded; the double of what is exact or rounded once rounds to the same float. */
static double float_op(Op op, const Slot *x)
{
    float a = (float)x[0].f, b = (float)x[1].f;
    switch (op) {
    case OP_RSQRT: return 1 / sqrtf(a);
    case OP_FMA: return fmaf(a, b, (float)x[2].f);
#define ONE(id, name) case OP_##id: return name##f(a);
#define TWO(id, name) case OP_##id: return name##f(a, b);
    MATH(ONE) MATH2(TWO)
#undef ONE
#undef TWO
    default: return double_op(op, x);
    }
}

static bool compares(Op op, const Slot *x, Slot *out)
{
    double a = x[0].f, b = x[1].f;
    switch (op) {
    case OP_EQ: out->i = a == b; return true;
    case OP_NE: out->i = a != b; return true;
    case OP_LT: out->i = a < b; return true;
    case OP_LE: out->i = a <= b; return true;
    case OP_GT: out->i = a > b; return true;
    case OP_GE: out->i = a >= b; return true;
    case OP_ISNAN: out->i = isnan(a); return true;
    case OP_ISINF: out->i = isinf(a) != 0; return true;
    default: return false;
    }
}

/* ---- conversions -------------------------------------------------------- */

/* Toward zero, modulo the type's width; 0 for infinities and nan. */
static Slot float_to_int(double x, Prim to)
{
    double rest = isfinite(x) ? fmod(x, 0x1p64) : 0;
    return wrap(to, rest < 0 ? -(uint64_t)-rest : (uint64_t)rest);
}

static double int_to_float(Prim from, Slot a, Prim to)
{
    bool sign_of = prim_is_signed(from);
    if (to == F16)
        return half_round(sign_of ? (double)a.i : (double)a.u);
    if (to == F32)
        return sign_of ? (float)a.i : (float)a.u;
    return sign_of ? (double)a.i : (double)a.u;
}

static Slot convert(Prim from, Prim to, Slot a)
{
    if (prim_is_float(from)) {
        if (to == BOOL)
            return (Slot){ .i = a.f != 0 };
        if (prim_is_float(to))
            return (Slot){ .f = scalar_float(to, a.f).f };
        return float_to_int(a.f, to);
    }
    if (to == BOOL)
        return (Slot){ .i = a.u != 0 };
    if (prim_is_float(to))
        return (Slot){ .f = int_to_float(from, a, to) };
    if (!prim_is_signed(to) && bits_of(from) < 64)    /* unsigned types are zero-extended to */
        a.u &= ((uint64_t)1 << bits_of(from)) - 1;
    return wrap(to, a.u);
}

static Slot reinterpret(Prim from, Prim to, Slot a)
{
    union { float f; uint32_t u; } single;
    if (prim_is_float(from) == prim_is_float(to))
        return prim_is_float(to) ? a : wrap(to, a.u);
    if (from == F64 || to == F64)
        return a;
    if (from == F16 || to == F16)
        return from == F16 ? wrap(to, half_bits(a.f))
                           : (Slot){ .f = half_value((uint16_t)a.u) };
    if (from == F32) {
        single.f = (float)a.f;
        return wrap(to, single.u);
    }
    single.u = (uint32_t)a.u;
    return (Slot){ .f = single.f };
}

/* ---- the interface ------------------------------------------------------ */

bool slot_op(Op op, Prim from, Prim to, const Slot *a, Slot *out, const char **error)
{
    if (op == OP_CONV)
        *out = convert(from, to, a[0]);
    else if (op == OP_BITS)
        *out = reinterpret(from, to, a[0]);
    else if (!prim_is_float(from))
        return int_op(op, from, a, out, error);
    else if (!compares(op, a, out))
        out->f = from == F64 ? double_op(op, a) : scalar_float(from, float_op(op, a)).f;
    return true;
}

bool scalar_op(Op op, const Scalar *a, int n, Prim result, Scalar *out,
               const char **error)
{
    Slot x[3] = {0}, r = {0};
    for (int i = 0; i < n && i < 3; i++)
        x[i] = slot_of(a[i]);
    if (!slot_op(op, a[0].prim, result, x, &r, error))
        return false;
    *out = scalar_of(result, r);
    return true;
}
