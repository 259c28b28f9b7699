/*
 * stream.c -- arrays that a thread makes in one loop and uses up in the next,
 * in order: the two loops are one, and the array is a variable.
 */
#include "lower.h"

typedef struct {
    const Stm *stm;            /* a map or scan of scalars */
    Sums sums;
} Stream;

bool is_stream(const Lower *l, const Core *atom)
{
    return atom->op == OP_VAR && table_has(l->facts->stream, atom->var);
}

/* ---- the parts of a map or scan -------------------------------------------- */

static bool is_scan(const Core *e) { return e->op == OP_SCANOMAP; }
static const Core *lam_of(const Core *e) { return e->g[is_scan(e) ? 2 : 1].at[0]; }

bool make_stream(Lower *l, const Core *body, int i)
{
    if (!used_up(l->facts->use, body, i))
        return false;
    const Stm *s = &body->stm[i];
    Stream *t = NEW(Stream);
    t->stm = s;
    for (int k = 0; k < s->nvars; k++)
        table_put(l->facts->stream, s->var[k], t);
    return true;
}

/* ---- how ------------------------------------------------------------------- */

/* The stream of xs[k], if no array before it has the same. */
static Stream *first_of(const Lower *l, const Kids *xs, int k)
{
    if (!is_stream(l, xs->at[k]))
        return NULL;
    Stream *t = table_get(l->facts->stream, xs->at[k]->var);
    for (int i = 0; i < k; i++)
        if (is_stream(l, xs->at[i]) && table_get(l->facts->stream, xs->at[i]->var) == t)
            return NULL;
    return t;
}

void start_streams(Lower *l, const Kids *xs)
{
    for (int k = 0; k < xs->n; k++) {
        Stream *t = first_of(l, xs, k);
        if (!t)
            continue;
        const Core *e = t->stm->exp;
        start_streams(l, arrays_read(e));
        if (is_scan(e))
            t->sums = sums_new(l, e->g[1].at[0], &e->g[3], t->stm->var);
    }
}

void step_streams(Lower *l, const Kids *xs, Core *index)
{
    for (int k = 0; k < xs->n; k++) {
        Stream *t = first_of(l, xs, k);
        if (!t)
            continue;
        const Core *e = t->stm->exp, *lam = lam_of(e), *body = lam->g[0].at[0];
        if (lam->index)
            table_put(l->facts->tree, lam->index, index);
        bind_elements(l, lam, arrays_read(e), index);
        lower_stms(l, body);
        if (is_scan(e))
            accumulate(l, &t->sums, e->g[1].at[0], body);
        for (int r = 0; r < t->stm->nvars; r++) {
            bool sum = is_scan(e) && r < t->sums.n;
            table_put(l->facts->tree, t->stm->var[r],
                      sum ? core_var(t->sums.sum[r]) : scalar_of(l, body->g[0].at[r]));
        }
    }
}
