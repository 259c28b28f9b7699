/* value_io.c -- writes values in Futhark's text and binary formats. */
#include "value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The fewest digits that read back as the same number: "d.ddde±x". */
static void shortest(double x, Prim p, char *out, size_t n)
{
    for (int digits = 0; digits <= 17; digits++) {
        snprintf(out, n, "%.*e", digits, x);
        if (scalar_float(p, p == F32 ? strtof(out, NULL) : strtod(out, NULL)).f == x)
            return;
    }
}

/* As `futhark run`: plain from 0.1 up to 10^7, else with an exponent, always
   with a digit on both sides of the point. */
static void show_finite(Text *out, double x, Prim prim)
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
    bool plain = x == 0 || (fabs(x) >= 0.1 && fabs(x) < 1e7);
    int point = plain && exponent >= 0 ? exponent + 1 : plain ? 0 : 1;
    if (!point)
        text_add(out, "0");
    for (int i = 0; i < point; i++)
        text_char(out, i < n ? digits[i] : '0');
    text_char(out, '.');
    text_add(out, point < n ? digits + point : "0");
    if (!plain)
        text_fmt(out, "e%d", exponent);
}

void scalar_show(Text *out, Scalar s)
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
        show_finite(out, s.f, s.prim);
        text_add(out, type);
    }
}

typedef struct {
    Text *out;
    const Value *v;
    bool lines;                /* each row on a line of its own */
    int64_t limit;             /* elements of a row, then "..." */
} Show;

/* row: which one of the outermost dimension. */
static void show_rows(const Show *s, int d, int64_t row, int64_t *flat)
{
    if (d == s->v->rank) {
        scalar_show(s->out, value_get(s->v, (*flat)++));
        return;
    }
    int64_t n = s->v->dim[d];
    if (n < 0)
        n = s->v->start[row + 1] - s->v->start[row];
    text_char(s->out, '[');
    for (int64_t i = 0; i < n; i++) {
        if (i && s->lines && d < s->v->rank - 1)
            text_fmt(s->out, ",\n%*s", d + 1, "");
        else if (i)
            text_add(s->out, ", ");
        if (i == s->limit) {
            int64_t each = dims_count(s->v->rank - d - 1, s->v->dim + d + 1);
            *flat = s->v->start && d < 2 ? value_count(s->v) : *flat + (n - i) * each;
            text_add(s->out, "...");
            break;
        }
        show_rows(s, d + 1, d ? row : i, flat);
    }
    text_char(s->out, ']');
}

static void show(Text *out, const Value *v, bool lines, int64_t limit)
{
    int64_t flat = 0;
    if (v->rank && !value_count(v)) {
        text_fmt(out, "empty(%s)", value_shape_str(v));
        return;
    }
    show_rows(&(Show){ out, v, lines, limit }, 0, 0, &flat);
}

void value_print(Text *out, const Value *v)
{
    show(out, v, true, INT64_MAX);
}

const char *value_str(const Value *v, int limit)
{
    Text t = {0};
    show(&t, v, false, limit);
    return text_str(&t);
}

const char prim_code[NPRIMS][5] = {
    [I8] = "  i8", [I16] = " i16", [I32] = " i32", [I64] = " i64",
    [U8] = "  u8", [U16] = " u16", [U32] = " u32", [U64] = " u64",
    [F16] = " f16", [F32] = " f32", [F64] = " f64", [BOOL] = "bool",
};

/* The data is written as it lies in memory: this machine is little endian,
   as the format. */
void value_print_binary(FILE *out, const Value *v)
{
    fputc('b', out);
    fputc(2, out);
    fputc(v->rank, out);
    fwrite(prim_code[v->prim], 1, 4, out);
    fwrite(v->dim, sizeof(int64_t), (size_t)v->rank, out);
    fwrite(v->data, (size_t)prim_bytes(v->prim), (size_t)value_count(v), out);
}
