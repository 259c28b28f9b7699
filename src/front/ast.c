/* ast.c -- the builders that the grammar calls: one a production. */
#include "build.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 2000 };

void build_deeper(int *depth, int part, const Span *s)
{
    if (part < *depth)
        return;
    *depth = part + 1;
    if (*depth > MAX_DEPTH)
        fail_at(s, ERR_NESTING, "this is nested more than %d deep", MAX_DEPTH);
}

/* ---- expressions --------------------------------------------------------- */

static void grow(Exp *e, const Exp *part)
{
    if (part)
        build_deeper(&e->depth, part->depth, e->span);
}

static void add(Exp *e, Exp *part)
{
    vec_push(&e->exp, part);
    grow(e, part);
}

Exp *exp_new(ExpKind k, const Span *s, Exp *a, Exp *b, Exp *c)
{
    Exp *e = NEW(Exp), *part[] = { a, b, c };
    e->kind = k;
    e->span = s;
    for (int i = 0; i < 3 && part[i]; i++)
        add(e, part[i]);
    return e;
}

const char *exp_name(const Exp *e)
{
    return e->written ? e->written : e->name;
}

bool exp_is_let(const Exp *e)
{
    return e->kind == E_LET || e->kind == E_LET_FUN || e->kind == E_LET_UPDATE;
}

Exp *exp_named(ExpKind k, const Span *s, const char *name, Exp *a, Exp *b)
{
    Exp *e = exp_new(k, s, a, b, NULL);
    e->name = name;
    return e;
}

Exp *exp_list(ExpKind k, const Span *s, Exps *l)
{
    Exp *e = exp_new(k, s, NULL, NULL, NULL);
    for (int i = 0; l && i < l->n; i++)
        add(e, l->at[i]);
    return e;
}

Exp *exp_record(const Span *s, Fields *l)
{
    Exp *e = exp_new(E_RECORD, s, NULL, NULL, NULL);
    PUT_LIST(e->field, l);
    for (int i = 0; l && i < l->n; i++)
        grow(e, l->at[i].exp);
    return e;
}

Exp *exp_range(const Span *s, const char *op, Exp *from, Exp *second, Exp *to)
{
    Exp *e = exp_named(E_RANGE, s, intern(op), NULL, NULL);
    vec_push(&e->exp, from);
    vec_push(&e->exp, second);
    vec_push(&e->exp, to);
    grow(e, from);
    grow(e, second);
    grow(e, to);
    return e;
}

/* The arguments of a constructor belong to it. */
Exp *exp_apply(const Span *s, Exp *f, Exp *x)
{
    if (f->kind != E_CTOR)
        return exp_new(E_APPLY, s, f, x, NULL);
    Exp *e = exp_named(E_CTOR, s, f->name, NULL, NULL);
    for (int i = 0; i < f->exp.n; i++)
        add(e, f->exp.at[i]);
    add(e, x);
    return e;
}

Exp *exp_field(const Span *s, Exp *e, const char *name)
{
    return exp_named(E_FIELD, s, name, e, NULL);
}

void exp_each_index(Exp *e, ExpFn *f, void *arg)
{
    for (int i = 0; i < e->slice.n; i++) {
        Slice *s = &e->slice.at[i];
        Exp **part[] = { &s->index, &s->start, &s->end, &s->step };
        for (int k = 0; k < 4; k++)
            if (*part[k])
                f(part[k], arg);
    }
}

void exp_each(Exp *e, ExpFn *f, void *arg)
{
    for (int i = 0; i < e->exp.n; i++)
        if (e->exp.at[i])
            f(&e->exp.at[i], arg);
    for (int i = 0; i < e->field.n; i++)
        if (e->field.at[i].exp)
            f(&e->field.at[i].exp, arg);
    exp_each_index(e, f, arg);
}

static void grow_by(Exp **part, void *e)
{
    grow(e, *part);
}

Exp *exp_index(ExpKind k, const Span *s, Exp *e, Slices *l, Exp *value)
{
    Exp *x = exp_new(k, s, e, value, NULL);
    PUT_LIST(x->slice, l);
    exp_each_index(x, grow_by, x);
    return x;
}

Exp *exp_typed(ExpKind k, const Span *s, Exp *a, TypeExp *t)
{
    Exp *e = exp_new(k, s, a, NULL, NULL);
    e->type = t;
    if (t)
        build_deeper(&e->depth, t->depth, s);
    return e;
}

Exp *exp_lambda(const Span *s, Pats *params, TypeExp *result, Exp *body)
{
    Exp *e = exp_typed(E_LAMBDA, s, body, result);
    PUT_LIST(e->pat, params);
    return e;
}

/* A chain of lets counts as one level: it is walked in a loop. */
static Exp *with_body(Exp *e, Exp *body)
{
    vec_push(&e->exp, body);
    e->depth = e->depth > body->depth ? e->depth : body->depth;
    return e;
}

Exp *exp_let(const Span *s, Names *sizes, Pat *p, Exp *value, Exp *body)
{
    Exp *e = exp_new(E_LET, s, value, NULL, NULL);
    vec_push(&e->pat, p);
    PUT_LIST(e->size_name, sizes);
    return with_body(e, body);
}

Exp *exp_let_fun(const Span *s, Dec *d, Exp *body)
{
    Exp *e = exp_new(E_LET_FUN, s, NULL, NULL, NULL);
    e->dec = d;
    vec_push(&e->exp, NULL);
    grow(e, d->body);
    return with_body(e, body);
}

Exp *exp_let_update(const Span *s, const char *name, Slices *l, Exp *value, Exp *body)
{
    Exp *e = exp_index(E_LET_UPDATE, s, value, l, NULL);
    e->name = name;
    return with_body(e, body);
}

/* `loop x for ..` starts from the x outside. */
static Exp *pat_as_exp(const Pat *p)
{
    Exp *e = exp_named(E_NAME, p->span, p->name, NULL, NULL);
    switch (p->kind) {
    case P_NAME:
        break;
    case P_TUPLE:
        e->kind = E_TUPLE;
        for (int i = 0; i < p->part.n; i++)
            add(e, pat_as_exp(p->part.at[i]));
        break;
    case P_RECORD:
        e->kind = E_RECORD;
        for (int i = 0; i < p->field.n; i++) {
            Field f = p->field.at[i];
            f.exp = pat_as_exp(f.pat);
            vec_push(&e->field, f);
        }
        break;
    case P_ASCRIBE: case P_ATTR:
        return pat_as_exp(p->part.at[0]);
    default:
        error_at(p->span, ERR_SYNTAX, "this loop needs an initial value: loop .. = VALUE");
    }
    return e;
}

Exp *exp_loop(const Span *s, Pat *p, Exp *init, Exp *form, Exp *body)
{
    Exp *of = form->exp.at[0];
    Exp *e = exp_new(E_LOOP, s, init ? init : pat_as_exp(p), body, of);
    e->loop = form->loop;
    e->name = form->name;
    vec_push(&e->pat, p);
    if (form->pat.n)
        vec_push(&e->pat, form->pat.at[0]);
    return e;
}

Exp *exp_loop_form(LoopKind k, const char *name, Pat *p, Exp *of)
{
    Exp *e = exp_named(E_LOOP, of->span, name, of, NULL);
    e->loop = k;
    if (p)
        vec_push(&e->pat, p);
    return e;
}

Exp *exp_assert(const Span *s, const Span *condition, Exp *c, Exp *value)
{
    Exp *e = exp_new(E_ASSERT, s, c, value, NULL);
    e->condition = condition;
    return e;
}

Exp *exp_case(const Span *s, Exp *match, Pat *p, Exp *value)
{
    match->span = s;
    vec_push(&match->pat, p);
    add(match, value);
    return match;
}

Exps *exps_cons(Exp *first, Exps *rest)
{
    Exps *l = LIST(Exps, NULL, first);
    for (int i = 0; i < rest->n; i++)
        vec_push(l, rest->at[i]);
    return l;
}

Slice slice_index(Exp *i)
{
    return (Slice){ .index = i };
}

Slice slice_range(Exp *start, Exp *end, Exp *step)
{
    return (Slice){ NULL, true, start, end, step };
}

Field field_exp(const Span *s, const char *name, Exp *e)
{
    return (Field){ .name = name, .exp = e, .span = s };
}

/* ---- literals ------------------------------------------------------------ */

/* The text without '_' and suffix; the suffix goes to e->suffix. */
static const char *digits(Exp *e, TokenText t, const char *suffix_starts)
{
    Text d = {0};
    bool hex = t.n > 1 && (t.at[1] == 'x' || t.at[1] == 'X'), exponent = false;
    for (int i = 0; i < t.n; i++) {
        exponent |= t.at[i] == 'p' || t.at[i] == 'P';
        bool starts = strchr(suffix_starts, t.at[i]) && i > 0 && !(hex && t.at[i] == 'f');
        if (starts || (hex && t.at[i] == 'f' && exponent)) {
            e->suffix = intern(t.at + i);
            break;
        }
        if (t.at[i] != '_')
            text_char(&d, t.at[i]);
    }
    return text_str(&d);
}

/* Letters add up, and before a larger one they are taken away. */
static uint64_t roman(const char *d)
{
    static const char letter[] = "IVXLCDM";
    static const int worth[] = { 1, 5, 10, 50, 100, 500, 1000 };
    uint64_t sum = 0;
    for (; *d; d++) {
        int w = worth[strchr(letter, *d) - letter];
        bool before_larger = d[1] && worth[strchr(letter, d[1]) - letter] > w;
        sum += before_larger ? -(uint64_t)w : (uint64_t)w;
    }
    return sum;
}

Exp *exp_int(const Span *s, TokenText t)
{
    Exp *e = exp_new(E_INT, s, NULL, NULL, NULL);
    const char *d = digits(e, t, "iu");
    bool binary = d[0] == '0' && (d[1] == 'b' || d[1] == 'B');
    bool hex = d[0] == '0' && (d[1] == 'x' || d[1] == 'X');
    if (d[0] == '0' && (d[1] == 'r' || d[1] == 'R')) {
        e->integer = roman(d + 2);
        return e;
    }
    errno = 0;
    e->integer = strtoull(binary ? d + 2 : d, NULL, binary ? 2 : hex ? 16 : 10);
    if (errno == ERANGE)
        error_at(s, ERR_LITERAL_TOO_LARGE, "%s does not fit in 64 bits", t.at);
    return e;
}

Exp *exp_float(const Span *s, TokenText t)
{
    Exp *e = exp_new(E_FLOAT, s, NULL, NULL, NULL);
    e->text = digits(e, t, "f");
    e->text_size = (int)strlen(e->text);
    e->number = strtod(e->text, NULL);
    return e;
}

Exp *exp_bool(const Span *s, bool b)
{
    Exp *e = exp_new(E_BOOL, s, NULL, NULL, NULL);
    e->integer = b;
    return e;
}

/* One character at *p, escapes resolved; moves past it. */
static uint64_t escaped(const char **p)
{
    static const char from[] = "abfnrtv\\'\"", to[] = "\a\b\f\n\r\t\v\\'\"";
    const char *c = *p;
    *p += 2;
    const char *known = strchr(from, c[1]);
    if (known && c[1])
        return (uint64_t)to[known - from];
    char *end;
    uint64_t n = strtoull(c + 1 + (c[1] == 'x' || c[1] == 'o'), &end,
                          c[1] == 'x' ? 16 : c[1] == 'o' ? 8 : 10);
    *p = end > *p ? end : *p;
    return n;
}

/* The code point that starts at *p, in UTF-8. */
static uint64_t code_point(const char *p)
{
    unsigned char c = (unsigned char)*p;
    if (c < 0xc0)
        return c;
    int more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : 1;
    uint64_t n = c & (0x3fu >> more);
    for (int i = 1; i <= more && ((unsigned char)p[i] & 0xc0) == 0x80; i++)
        n = n << 6 | ((unsigned char)p[i] & 0x3f);
    return n;
}

/* The number of the character, of any type, as a number without a suffix. */
Exp *exp_char(const Span *s, TokenText t)
{
    Exp *e = exp_new(E_INT, s, NULL, NULL, NULL);
    const char *p = t.at + 1;
    e->integer = *p == '\\' ? escaped(&p) : code_point(p);
    return e;
}

Exp *exp_string(const Span *s, TokenText t)
{
    Exp *e = exp_new(E_STRING, s, NULL, NULL, NULL);
    Text bytes = {0};
    for (const char *p = t.at + 1, *end = t.at + t.n - 1; p < end; )
        text_char(&bytes, *p == '\\' ? (char)escaped(&p) : *p++);
    e->text = text_str(&bytes);
    e->text_size = bytes.n;
    return e;
}
