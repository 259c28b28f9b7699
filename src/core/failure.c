/* failure.c -- the texts of run-time failures. */
#include "failure.h"

#include <string.h>

static const char *const texts[] = {
#define FAILURE(id, text) text,
#include "failure.def"
#undef FAILURE
};

const char *failure_format(Failure f) { return texts[f]; }

const char *failure_text(Failure f, ...)
{
    Text t = {0};
    va_list ap;
    va_start(ap, f);
    text_vfmt(&t, texts[f], ap);
    va_end(ap);
    return text_str(&t);
}

const char *failure_hole(Prim p)
{
    return prim_is_signed(p) ? "{}" : "{u}";
}

/* "[{}][{}]": the values are the sizes. */
static const char *failure_shape(int rank)
{
    Text t = {0};
    for (int d = 0; d < rank; d++)
        text_add(&t, "[{}]");
    return text_str(&t);
}

bool failure_says_step(const Core *span)
{
    const Core *step = span->g[2].at[0];
    return !is_const(step) || step->value.i != 1;
}

const char *failure_index(const Core *n, int rank)
{
    Text t = {0};
    for (int k = 0; k < n->g[1].n; k++) {
        const Core *e = n->g[1].at[k];
        text_add(&t, k ? ", " : "");
        if (e->op == OP_SPAN)
            text_add(&t, failure_says_step(e) ? "{}:{}:{}" : "{}:{}");
        else
            text_add(&t, e->op == OP_WHOLE ? ":" : "{}");
    }
    return failure_text(FAIL_INDEX, text_str(&t), failure_shape(rank));
}

const char *failure_coerce(const Type *t)
{
    const char *shape = failure_shape(t->rank);
    return failure_text(FAIL_COERCE, shape, shape, prim_name(t->prim));
}

const char *failure_quote(const char *text)
{
    Text t = {0};
    for (; *text; text++)
        text_add(&t, *text == '{' ? "{{" : (char[]){ *text, '\0' });
    return text_str(&t);
}

/* ---- holes -------------------------------------------------------------- */

typedef enum { PLAIN, HOLE, UNSIGNED_HOLE } Piece;

/* Steps over one character or hole; *c is the character. */
static Piece next_piece(const char **p, char *c)
{
    const char *s = *p;
    Piece what = str_starts(s, "{}") ? HOLE : str_starts(s, "{u}") ? UNSIGNED_HOLE : PLAIN;
    *c = *s;
    *p += what == HOLE || str_starts(s, "{{") ? 2 : what == UNSIGNED_HOLE ? 3 : 1;
    return what;
}

int failure_holes(const char *text)
{
    int n = 0;
    char c;
    while (*text)
        n += next_piece(&text, &c) != PLAIN;
    return n;
}

/* With the values in place, or how printf writes them. */
static const char *filled(const char *text, const int64_t *value)
{
    Text t = {0};
    char c;
    while (*text) {
        Piece what = next_piece(&text, &c);
        const char *hole = what == HOLE ? "%lld" : "%llu";
        if (what == PLAIN)
            text_add(&t, c == '%' && !value ? "%%" : (char[]){ c, '\0' });
        else
            text_add(&t, !value ? hole : what == HOLE ? format("%lld", (long long)*value++)
                                       : format("%llu", (unsigned long long)*value++));
    }
    return text_str(&t);
}

const char *failure_fill(const char *text, const int64_t *value) { return filled(text, value); }
const char *failure_printf(const char *text) { return filled(text, NULL); }
