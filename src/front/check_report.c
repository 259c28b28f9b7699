/* check_report.c -- what is said of types that differ, and what would repair it. */
#include "checker.h"

#include <string.h>

/* ---- names that are near ------------------------------------------------- */

void near_start(Near *n, const char *name)
{
    size_t length = strlen(name);
    *n = (Near){ .name = name, .distance = length < 3 ? 1 : length < 5 ? 2 : 3 };
}

void near_try(Near *n, const char *candidate)
{
    int d = edit_distance(n->name, candidate);
    if (d < n->distance || (d == 1 && d == n->distance && !n->best && strlen(n->name) > 1)) {
        n->distance = d;
        n->best = candidate;
    }
}

static void try_key(const void *key, void *value, void *near)
{
    (void)value;
    if (!strchr(key, '#'))
        near_try(near, key);
}

void near_try_table(Near *n, const Table *t)
{
    table_each(t, try_key, n);
}

/* ---- repairs ------------------------------------------------------------- */

/* What the span covers, if it can be repaired: all on one line. */
static const char *text_of(const Span *s)
{
    bool one_line = s && s->src && s->line == s->line2;
    return one_line && !checker.in_view ? source_text(s) : NULL;
}

/* With parentheses around what is not one word. */
static const char *operand(const char *text)
{
    bool whole = text[0] == '(' && text[strlen(text) - 1] == ')' && !strchr(text + 1, '(');
    return whole || !strpbrk(text, " +-*/<>=&|") ? text : format("(%s)", text);
}

static bool is_argument(const char *what)
{
    return str_starts(what, "argument");
}

/* i64.i32 x, where an i64 is wanted and x is an i32; null if there is no such. */
static const char *converted(Ty *want, Ty *have, const Span *s, const char *what)
{
    want = ty_resolve(want);
    have = ty_resolve(have);
    const char *text = text_of(s);
    if (!text || want->kind != TY_PRIM || have->kind != TY_PRIM || want->prim == BOOL)
        return NULL;
    const char *e = format("%s.%s %s", prim_name(want->prim), prim_name(have->prim),
                           operand(text));
    return is_argument(what) ? format("(%s)", e) : e;
}

/* xs :> [n]i32; null where the sizes can never be equal, or have no names. */
static const char *coerced(Ty *want, const Clash *c, const Span *s, const char *what)
{
    TySize *a = tysize_resolve(c->size[0]), *b = tysize_resolve(c->size[1]);
    const char *text = text_of(s), *type = ty_str(want);
    bool named = !strchr(type, '?') && !strstr(type, "[]") && !strchr(type, '\'');
    if (!text || !named || ty_resolve(want)->kind != TY_ARRAY || tysize_has_open(a) ||
        (a->kind == SIZE_CONST && b->kind == SIZE_CONST))
        return NULL;
    const char *e = format("%s :> %s", operand(text), type);
    return is_argument(what) ? format("(%s)", e) : e;
}

/* ---- reports ------------------------------------------------------------- */

static void note_size(TySize *s)
{
    s = tysize_resolve(s);
    if (s->kind == SIZE_UNKNOWN && s->span)
        note_at(s->span, "a size that is known at run time only, [%s], comes from here",
                tysize_str(s));
    else if (s->kind == SIZE_NAME && s->span && !checker.prelude)
        note_at(s->span, "the size [%s] is bound here", tysize_str(s));
}

static void note_sizes(const Clash *c)
{
    TySize *a = tysize_resolve(c->size[0]), *b = tysize_resolve(c->size[1]);
    note_size(a);
    if (a != b)
        note_size(b);
}

static void report_sizes(Ty *want, Ty *have, const Clash *c, const Span *s, const char *what)
{
    const char *fix = coerced(want, c, s, what);
    bool later = tysize_resolve(c->size[1])->kind == SIZE_EXISTS;
    error_at(s, ERR_SIZE_MISMATCH, "%s: expected %s, found %s: the sizes [%s] and [%s] differ%s",
             what, ty_str(want), ty_str(have), tysize_str(c->size[0]), tysize_str(c->size[1]),
             fix ? "; ':>' would check them when the program runs"
             : later ? "; only a call tells how long this result is" : "");
    if (fix)
        fix_at(s, fix);
    note_sizes(c);
}

/* The function needs some more arguments to become what is wanted. */
static int missing_arguments(Ty *want, Ty *have)
{
    int n = 0;
    for (have = ty_resolve(have); have->kind == TY_FUN; have = ty_resolve(have->part[1]))
        n++;
    want = ty_resolve(want);
    bool same = have->kind == want->kind && (have->kind != TY_PRIM || have->prim == want->prim);
    return same ? n : 0;
}

/* Of the constructors that `have` must be among, one that `want` lacks. */
static const char *strange_constructor(Ty *want, Ty *have)
{
    want = ty_resolve(want);
    have = ty_resolve(have);
    for (int i = 0; i < have->nparts && want->kind == TY_SUM && have->kind == TY_VAR; i++) {
        Near near;
        near_start(&near, have->name[i]);
        for (int k = 0; k < want->nparts; k++)
            near_try(&near, want->name[k]);
        if (ty_field(want, have->name[i]) < 0)
            return format(near.best ? "; it has no #%s, is #%s meant?" : "; it has no #%s",
                          have->name[i], near.best);
    }
    return NULL;
}

static void report_types(Ty *want, Ty *have, const Span *s, const char *what)
{
    const char *fix = converted(want, have, s, what);
    int missing = missing_arguments(want, have);
    const char *strange = strange_constructor(want, have);
    const char *hint = fix          ? "; nothing is converted by itself"
                     : missing == 1 ? "; an argument is missing"
                     : missing      ? format("; %d arguments are missing", missing)
                     : strange      ? strange : "";
    error_at(s, ERR_TYPE_MISMATCH, "%s: expected %s, found %s%s", what, ty_str(want),
             ty_str(have), hint);
    if (fix)
        fix_at(s, fix);
}

void report_clash(const Clash *c, Ty *want, Ty *have, const Span *s, const char *what)
{
    const char *w = ty_str(want), *h = ty_str(have);
    switch (c->reason) {
    case SIZES:
        report_sizes(want, have, c, s, what);
        break;
    case ESCAPES:
        error_at(s, ERR_RAGGED_ARRAY, "%s: the size [%s] in %s is not known outside of this "
                 "function, and not all that it makes need have the same", what,
                 tysize_str(c->size[0]), h);
        note_size(c->size[0]);
        break;
    case INFINITE:
        error_at(s, ERR_INFINITE_TYPE, "%s: expected %s, found %s: the type would contain itself",
                 what, w, h);
        break;
    case UNEQUAL:
        error_at(s, ERR_NOT_COMPARABLE, "%s: values of type %s cannot be compared", what, h);
        break;
    case CONSUMES:
        error_at(s, ERR_CONSUMING_FUNCTION, "%s: expected %s, found %s, which consumes its "
                 "argument", what, w, h);
        break;
    case SHARES:
        error_at(s, ERR_RESULT_ALIASED, "%s: expected %s, found %s, whose result is not declared "
                 "unique; write the type of the result, with '*'", what, w, h);
        break;
    case FUNCTIONS:
        error_at(s, ERR_FUNCTION_HERE, "%s: expected %s, found %s, but this cannot be a function",
                 what, w, h);
        break;
    default:
        report_types(want, have, s, what);
    }
}
