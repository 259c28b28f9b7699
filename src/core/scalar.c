/* scalar.c -- constants: made, compared, written and read. */
#include "value.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Scalar scalar_int(Prim p, int64_t i)
{
    Scalar s = { .prim = p };
    switch (p) {
    case F16: s.f = half_round((double)i); break;
    case BOOL: s.i = i != 0; break;
#define CUT(id, name, type, part) case id: s.part = (type)i; break;
    INTS(CUT) FLOATS(CUT)
#undef CUT
    default: break;
    }
    return s;
}

Scalar scalar_float(Prim p, double f)
{
    return (Scalar){ .prim = p, .f = p == F32 ? (double)(float)f : p == F16 ? half_round(f) : f };
}

bool scalar_equal(Scalar a, Scalar b)
{
    if (a.prim != b.prim)
        return false;
    if (prim_is_float(a.prim) && a.f != a.f)
        return b.f != b.f;
    return a.u == b.u;
}

/* ---- f16: the numbers of 11 bits, from 2^-24 to 65504 -------------------- */

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

/* ---- writing ------------------------------------------------------------ */

/* The fewest digits that read back as the same number: "d.ddde±x". */
static void shortest(double x, Prim p, char *out, size_t n)
{
    for (int digits = 0; digits <= 17; digits++) {
        snprintf(out, n, "%.*e", digits, x);
        if (scalar_float(p, p == F32 ? strtof(out, NULL) : strtod(out, NULL)).f == x)
            return;
    }
}

/* Plain from `least` up to 10^7, else with an exponent, always with a digit on both
   sides of the point. */
static void show_finite(Text *out, double x, Prim prim, double least)
{
    char e[40], digits[24];
    shortest(fabs(x), prim, e, sizeof e);
    int n = 0, exponent = atoi(strchr(e, 'e') + 1);
    for (const char *p = e; *p != 'e'; p++)
        if (*p != '.')
            digits[n++] = *p;
    digits[n] = '\0';
    if (signbit(x))
        text_char(out, '-');
    bool plain = x == 0 || (fabs(x) >= least && fabs(x) < 1e7);
    int point = !plain ? 1 : exponent >= 0 ? exponent + 1 : 0;
    text_add(out, point ? "" : "0");
    for (int i = 0; i < point; i++)
        text_char(out, i < n ? digits[i] : '0');
    text_char(out, '.');
    if (plain && exponent < -1)
        text_fmt(out, "%0*d", -exponent - 1, 0);
    text_add(out, point < n ? digits + point : "0");
    if (!plain)
        text_fmt(out, "e%d", exponent);
}

/* Floats with the digits that tell numbers of the type `digits` apart. */
static void show(Text *out, Scalar s, Prim digits, double least)
{
    const char *type = prim_name(s.prim);
    if (s.prim == BOOL)
        text_add(out, s.i ? "true" : "false");
    else if (prim_is_int(s.prim) && prim_is_signed(s.prim))
        text_fmt(out, "%lld%s", (long long)s.i, type);
    else if (prim_is_int(s.prim))
        text_fmt(out, "%llu%s", (unsigned long long)s.u, type);
    else if (isnan(s.f))
        text_fmt(out, "%s.nan", type);
    else if (isinf(s.f))
        text_fmt(out, "%s%s.inf", s.f < 0 ? "-" : "", type);
    else {
        show_finite(out, s.f, digits, least);
        text_add(out, type);
    }
}

void scalar_show(Text *out, Scalar s) { show(out, s, s.prim == F16 ? F32 : s.prim, 0.1); }
void scalar_print(Text *out, Scalar s) { show(out, s, s.prim, 1e-4); }

/* ---- reading ------------------------------------------------------------ */

static bool no(const char **why, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static bool no(const char **why, const char *fmt, ...)
{
    FORMATTED(t, fmt);
    *why = text_str(&t);
    return false;
}

/* Cuts "i32" off the end of a number's text. */
static void take_suffix(Text *word, bool hex, Prim *p)
{
    for (int i = 0; i < BOOL; i++) {
        const char *name = prim_name(i);
        int n = word->n - (int)strlen(name);
        if (n < 1 || !str_ends(word->at, name))
            continue;
        if (hex && prim_is_float(i) && !strpbrk(word->at, ".pP"))
            continue;          /* 0x1f32 is all digits */
        word->n = n;
        word->at[n] = '\0';
        *p = (Prim)i;
        return;
    }
}

/* A number may give all bits: 255i8 and 0xFFi8 are -1, -1u8 is 255. */
static bool read_int(const char *digits, bool minus, int base, Prim p, Scalar *out,
                     const char **why)
{
    char *end;
    errno = 0;
    uint64_t u = strtoull(digits, &end, base);
    if (*end || end == digits || !isxdigit((unsigned char)*digits))
        return no(why, "'%s' is not a number", digits);
    uint64_t max = UINT64_MAX >> (64 - 8 * prim_bytes(p));
    if (errno || u > (minus ? max / 2 + 1 : max))
        return no(why, "%s%s does not fit in %s", minus ? "-" : "", digits, prim_name(p));
    *out = scalar_int(p, (int64_t)(minus ? -u : u));
    return true;
}

static bool read_float(const char *text, bool minus, Prim p, Scalar *out, const char **why)
{
    char *end;
    double x = p == F32 ? strtof(text, &end) : strtod(text, &end);
    if (*end)
        return no(why, "'%s' is not a number", text);
    *out = scalar_float(p, minus ? -x : x);
    return true;
}

/* true, false, f32.nan, f64.inf */
static bool read_named(const char *word, bool minus, Scalar *out, const char **why)
{
    Prim p;
    if (!minus && (!strcmp(word, "true") || !strcmp(word, "false"))) {
        *out = scalar_int(BOOL, *word == 't');
        return true;
    }
    const char *dot = strchr(word, '.');
    bool nan = dot && !strcmp(dot, ".nan"), inf = dot && !strcmp(dot, ".inf");
    if (!(nan || inf) || !prim_of_name(str_copyn(word, (int)(dot - word)), &p)
        || !prim_is_float(p))
        return no(why, "'%s' is no value", word);
    *out = scalar_float(p, nan ? (double)NAN : minus ? -INFINITY : INFINITY);
    return true;
}

bool scalar_read(const char *text, bool minus, const Prim *want, Scalar *out, const char **why)
{
    Text word = {0};
    if (!isdigit((unsigned char)*text))
        return read_named(text, minus, out, why);
    for (; *text; text++)
        if (*text != '_')
            text_char(&word, *text);
    bool hex = str_starts(word.at, "0x") || str_starts(word.at, "0X");
    bool bin = str_starts(word.at, "0b") || str_starts(word.at, "0B");
    bool floats = strpbrk(word.at, hex ? ".pP" : ".eE") != NULL;
    Prim p = floats ? F64 : I32;
    if (want && (prim_is_float(*want) || (prim_is_int(*want) && !floats)))
        p = *want;
    take_suffix(&word, hex, &p);
    if (prim_is_float(p))
        return read_float(word.at, minus, p, out, why);
    if (floats)
        return no(why, "'%s' is not of type %s", word.at, prim_name(p));
    return read_int(word.at + 2 * (hex || bin), minus, hex ? 16 : bin ? 2 : 10, p, out, why);
}
