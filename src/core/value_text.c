/* value_text.c -- writes and reads values in Futhark's text and binary formats. */
#include "value.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- writing --------------------------------------------------- */

typedef struct {
    Text *out;
    int rank;
    bool lines;                /* each row on a line of its own */
    int64_t limit;             /* elements of a row, then "..." */
} Show;

/* Element number k of v, whose first d dimensions are seen as one; `at` dimensions of the
   whole are outside of it. */
static void show_rows(const Show *s, const Value *v, int d, int at, int64_t k)
{
    if (at == s->rank) {
        scalar_show(s->out, value_get(v, k));
        return;
    }
    bool rows = v->dim[d] < 0;
    int64_t n = rows ? v->start[k + 1] - v->start[k] : v->dim[d];
    int64_t first = rows ? v->start[k] : k * n;
    text_char(s->out, '[');
    for (int64_t i = 0; i < n; i++) {
        if (i && s->lines && at < s->rank - 1)
            text_fmt(s->out, ",\n%*s", at + 1, "");
        else if (i)
            text_add(s->out, ", ");
        if (i == s->limit) {
            text_add(s->out, "...");
            break;
        }
        show_rows(s, rows ? v->of : v, rows ? 1 : d + 1, at + 1, first + i);
    }
    text_char(s->out, ']');
}

static void show(Text *out, const Value *v, bool lines, int64_t limit)
{
    if (v->rank && !value_count(v)) {
        text_fmt(out, "empty(%s)", value_shape_str(v));
        return;
    }
    show_rows(&(Show){ out, v->rank, lines, limit }, v, 0, 0, 0);
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

/* " i32", as the binary format names it. */
static const char *prim_code(Prim p)
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

/* ---- characters ------------------------------------------------ */

typedef struct { Value *at; int64_t n, room; } Growing;

typedef struct {
    ValueCursor *c;
    const char *why;
    bool typed;                /* a suffix, or a first element, has decided */
    Prim prim;
    Growing all;               /* elements read so far */
} Reader;

static bool bad(Reader *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static bool bad(Reader *r, const char *fmt, ...)
{
    FORMATTED(t, fmt);
    const char *name = r->c->name, *place = name ? format("%s:", name) : "line ";
    if (!r->why)
        r->why = format("%s%d: %s", place, r->c->line, text_str(&t));
    return false;
}

static void skip_blank(ValueCursor *c)
{
    while (c->at < c->end) {
        if (c->end - c->at >= 2 && c->at[0] == '-' && c->at[1] == '-')
            while (c->at < c->end && *c->at != '\n')
                c->at++;
        else if (!blank_bytes(c->at, c->end))
            return;
        else {
            c->line += *c->at == '\n';
            c->at += blank_bytes(c->at, c->end);
        }
    }
}

static int peek(const ValueCursor *c)
{
    return c->at < c->end ? (unsigned char)*c->at : EOF;
}

static bool accept(Reader *r, int ch)
{
    skip_blank(r->c);
    if (peek(r->c) != ch)
        return false;
    r->c->at++;
    return true;
}

static const char *found(const Reader *r)
{
    int c = peek(r->c);
    return c == EOF ? "the end" : isprint(c) ? format("'%c'", c) : format("byte %d", c);
}

static bool expect(Reader *r, int ch)
{
    return accept(r, ch) || bad(r, "expected '%c', found %s", ch, found(r));
}

/* ---- scalars --------------------------------------------------- */

static bool in_number(const char *at, const char *start, const char *end, bool hex)
{
    if (at == end)
        return false;
    char before = at > start ? at[-1] : '\0';
    if (isalnum((unsigned char)*at) || *at == '.' || *at == '_')
        return true;
    return (*at == '-' || *at == '+') && (hex ? before == 'p' || before == 'P'
                                              : before == 'e' || before == 'E');
}

static bool scalar(Reader *r, Scalar *out)
{
    bool minus = accept(r, '-');
    const char *start = r->c->at, *p = start, *why;
    bool hex = r->c->end - p > 1 && p[0] == '0' && (p[1] == 'x' || p[1] == 'X');
    while (in_number(p, start, r->c->end, hex))
        p++;
    if (p == start)
        return bad(r, "expected a value, found %s", found(r));
    r->c->at = p;
    return scalar_read(str_copyn(start, (int)(p - start)), minus, r->typed ? &r->prim : r->c->want,
                       out, &why)
        || bad(r, "%s", why);
}

/* ---- arrays ---------------------------------------------------- */

static void append(Growing *g, Scalar s)
{
    if (g->n == g->room) {
        int64_t room = g->room ? 2 * g->room : 16;
        Value *v = value_array(s.prim, 1, &room);
        if (g->at)
            memcpy(v->data, g->at->data, (size_t)(g->n * prim_bytes(s.prim)));
        value_free(g->at);
        g->at = v;
        g->room = room;
    }
    value_put(g->at, g->n++, s);
}

static bool push(Reader *r, Scalar s)
{
    if (r->typed && r->prim != s.prim)
        return bad(r, "an element of type %s among those of type %s", prim_name(s.prim),
                   prim_name(r->prim));
    r->typed = true;
    r->prim = s.prim;
    append(&r->all, s);
    return true;
}

enum { MAX_RANK = 32 };

typedef struct { int rank; int64_t dim[MAX_RANK]; } Extents;

static bool escape(Reader *r, int *c)
{
    static const char from[] = "ntr0\\\"'", to[] = "\n\t\r\0\\\"'";
    const char *p = peek(r->c) > 0 ? strchr(from, peek(r->c)) : NULL;
    if (!p)
        return bad(r, "unknown escape in a string");
    *c = to[p - from];
    r->c->at++;
    return true;
}

/* A string is an array of its UTF-8 bytes. */
static bool string(Reader *r, Extents *shape)
{
    *shape = (Extents){ .rank = 1 };
    for (; !(peek(r->c) == '"'); shape->dim[0]++) {
        int c = peek(r->c);
        if (c == EOF || c == '\n')
            return bad(r, "a string that does not end");
        r->c->at++;
        if (c == '\\' && !escape(r, &c))
            return false;
        if (!push(r, (Scalar){ .prim = U8, .u = (uint64_t)c }))
            return false;
    }
    r->c->at++;
    return true;
}

static bool row_fits(Reader *r, const Extents *first, const Extents *row)
{
    if (first->rank == row->rank
        && !memcmp(first->dim, row->dim, sizeof(int64_t) * (size_t)row->rank))
        return true;
    return bad(r, "rows of different shapes, %s and %s",
               shape_str(first->rank, first->dim), shape_str(row->rank, row->dim));
}

static bool any(Reader *r, Extents *shape, int depth);

static bool rows(Reader *r, Extents *shape, int depth)
{
    int64_t n = 0;
    Extents first = {0}, row;
    if (depth == MAX_RANK)
        return bad(r, "more than %d dimensions", MAX_RANK - 1);
    while (!accept(r, ']')) {
        if (n && !expect(r, ','))
            return false;
        if (n && accept(r, ']'))
            break;
        if (!any(r, &row, depth + 1) || (n && !row_fits(r, &first, &row)))
            return false;
        if (!n++)
            first = row;
    }
    if (!n)
        return bad(r, "an empty array is written with its type, as empty([0]i32)");
    shape->rank = first.rank + 1;
    shape->dim[0] = n;
    memcpy(shape->dim + 1, first.dim, sizeof(int64_t) * (size_t)first.rank);
    return true;
}

/* What follows '[' , '"' or a scalar; elements are pushed. */
static bool any(Reader *r, Extents *shape, int depth)
{
    Scalar s;
    if (accept(r, '['))
        return rows(r, shape, depth);
    if (accept(r, '"'))
        return string(r, shape);
    shape->rank = 0;
    return scalar(r, &s) && push(r, s);
}

static bool word_of(Reader *r, Text *out)
{
    skip_blank(r->c);
    while (isalnum(peek(r->c)))
        text_char(out, *r->c->at++);
    return out->n || bad(r, "expected a type, found %s", found(r));
}

/* empty([0][3]i32), after the word. */
static Value *empty(Reader *r)
{
    Extents s = {0};
    const char *why;
    bool zero = false;
    if (!expect(r, '('))
        return NULL;
    while (accept(r, '[')) {
        Text n = {0};
        Scalar dim;
        if (s.rank == MAX_RANK - 1 || !word_of(r, &n) || !expect(r, ']'))
            return NULL;
        if (!scalar_read(n.at, false, &(Prim){ I64 }, &dim, &why) || dim.prim != I64) {
            bad(r, "'%s' is no size", n.at);
            return NULL;
        }
        zero |= !dim.i;
        s.dim[s.rank++] = dim.i;
    }
    Text type = {0};
    Prim p;
    if (!word_of(r, &type) || !expect(r, ')'))
        return NULL;
    if (!prim_of_name(type.at, &p) || !zero) {
        bad(r, "'%s%s' is not the type of an empty array", shape_str(s.rank, s.dim),
            type.at);
        return NULL;
    }
    return value_array(p, s.rank, s.dim);
}

/* Rows that may differ: of[d] is the lengths of all arrays of that depth, one after the other. */
static bool nested(Reader *r, Growing *of, int depth)
{
    int64_t n = 0;
    Scalar s;
    if (depth == r->c->rank)
        return scalar(r, &s) && push(r, s);
    skip_blank(r->c);
    if (depth && peek(r->c) == 'e')
        return bad(r, "an empty row among others is written []");
    if (!expect(r, '['))
        return false;
    while (!accept(r, ']')) {
        if (n && !expect(r, ','))
            return false;
        if (n && accept(r, ']'))
            break;
        if (!nested(r, of, depth + 1))
            return false;
        n++;
    }
    append(&of[depth], scalar_int(I64, n));
    return true;
}

static Value *read_nested(Reader *r)
{
    int rank = r->c->rank;
    Growing of[MAX_RANK] = {0};
    const char *why;
    Value *v = NULL;
    if (nested(r, of, 0)) {
        v = value_array(r->all.n ? r->prim : r->c->none, 1, &r->all.n);
        copy_bytes(v->data, r->all.n ? r->all.at->data : NULL,
                   (size_t)(r->all.n * prim_bytes(v->prim)));
    }
    for (int d = rank - 1; d > 0 && v; d--) {
        Value *lengths = of[d].n ? value_slice(of[d].at, 0, of[d].n)
                                 : value_array(I64, 1, &of[d].n);
        Value *rows = value_irreg(lengths, v, &why);
        value_free(lengths);
        value_free(v);
        v = rows;
    }
    for (int d = 0; d < rank; d++)
        value_free(of[d].at);
    return v;
}

/* How many dimensions come first: those of "empty", or brackets. */
int value_peek_rank(ValueCursor *c)
{
    int rank = 0;
    skip_blank(c);
    const char *p = c->at;
    bool empty = c->end - p > 6 && !strncmp(p, "empty(", 6);
    if (c->end - p > 2 && p[0] == 'b' && p[1] >= 0 && p[1] < 32)
        return p[2];
    const char *between = empty ? " \t\n[]0123456789" : " \t\n[";
    for (p += empty ? 6 : 0; p < c->end && strchr(between, *p); p++)
        rank += *p == '[';
    return rank;
}

static Value *read_text(Reader *r)
{
    ValueCursor *c = r->c;
    if (c->end - c->at > 5 && !strncmp(c->at, "empty", 5)) {
        c->at += 5;
        return empty(r);
    }
    if (c->rank)
        return read_nested(r);
    Extents s;
    if (!any(r, &s, 0))
        return NULL;
    if (!r->all.n)             /* "" */
        return value_array(U8, s.rank, s.dim);
    Value *v = value_array(r->prim, s.rank, s.dim);
    memcpy(v->data, r->all.at->data, (size_t)(r->all.n * prim_bytes(r->prim)));
    return v;
}

/* ---- binary ---------------------------------------------------- */

static bool bytes(Reader *r, void *to, uint64_t n)
{
    if ((uint64_t)(r->c->end - r->c->at) < n)
        return bad(r, "binary data ends too early");
    memcpy(to, r->c->at, n);
    r->c->at += n;
    return true;
}

static bool binary_type(Reader *r, Prim *p)
{
    char code[5] = "";
    if (!bytes(r, code, 4))
        return false;
    for (int i = 0; i < NPRIMS; i++)
        if (!memcmp(code, prim_code(i), 4)) {
            *p = (Prim)i;
            return true;
        }
    return bad(r, "binary data of unsupported type '%s'", code);
}

static Value *read_binary(Reader *r)
{
    unsigned char head[3] = {0};
    Prim p = I8;
    int64_t dim[256];
    if (!bytes(r, head, 3))
        return NULL;
    if (head[1] != 2) {
        bad(r, "binary data of unsupported version %d", head[1]);
        return NULL;
    }
    if (!binary_type(r, &p) || !bytes(r, dim, sizeof(int64_t) * head[2]))
        return NULL;
    uint64_t size = (uint64_t)prim_bytes(p), left = (uint64_t)(r->c->end - r->c->at);
    bool fits = true;
    for (int d = 0; d < head[2]; d++)
        fits &= dim[d] >= 0 && !__builtin_mul_overflow(size, (uint64_t)dim[d], &size);
    if (!fits || size > left) {
        bad(r, "binary data ends too early");
        return NULL;
    }
    Value *v = value_array(p, head[2], dim);
    bytes(r, v->data, size);
    for (uint64_t i = 0; p == BOOL && i < size; i++)
        ((uint8_t *)v->data)[i] = ((uint8_t *)v->data)[i] != 0;
    return v;
}

Value *value_read(ValueCursor *c, const char **error)
{
    Reader r = { .c = c };
    *error = NULL;
    if (!c->line)
        c->line = 1;
    skip_blank(c);
    if (c->at == c->end)
        return NULL;
    bool binary = c->at[0] == 'b' && c->end - c->at > 1 && c->at[1] >= 0 && c->at[1] < 32;
    Value *v = binary ? read_binary(&r) : read_text(&r);
    value_free(r.all.at);
    *error = r.why;
    return v;
}
