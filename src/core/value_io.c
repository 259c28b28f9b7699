/* value_io.c -- writes values in Futhark's text and binary formats. */
#include "value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

const char *prim_code(Prim p)
{
    return format("%4s", prim_name(p));
}

/* The data is written as it lies in memory: this machine is little endian,
   as the format. */
void value_print_binary(FILE *out, const Value *v)
{
    fputc('b', out);
    fputc(2, out);
    fputc(v->rank, out);
    fwrite(prim_code(v->prim), 1, 4, out);
    fwrite(v->dim, sizeof(int64_t), (size_t)v->rank, out);
    fwrite(v->data, (size_t)prim_bytes(v->prim), (size_t)value_count(v), out);
}
