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

static const Kids *arrays_of(const Core *e)
{
    switch (e->op) {
    case OP_MAP: return &e->g[2];
    case OP_REDUCE: case OP_SCAN: case OP_SCATOMAP: return &e->g[3];
    case OP_REDOMAP: case OP_SCANOMAP: return &e->g[4];
    default: return NULL;
    }
}

/* ---- when ------------------------------------------------------------------ */

static int times_in(const Kids *xs, const Var *v)
{
    int n = 0;
    for (int i = 0; i < xs->n; i++)
        n += is_var(xs->at[i], v);
    return n;
}

/* A binding that may change memory that others read. */
static bool may_write(const Core *e)
{
    return op_group(e->op, '!') >= 0 || e->op == OP_LOOP || e->op == OP_WHILE || e->op == OP_IF;
}

/* The combinator reads every result of the binding, once, and nobody else does. */
static bool uses_up(const Lower *l, const Core *e, const Stm *s)
{
    const Kids *xs = arrays_of(e);
    if (!xs || !size_equal(e->g[0].at[0], s->exp->g[0].at[0]))
        return false;
    for (int k = 0; k < s->nvars; k++) {
        const Use *u = table_get(l->facts->use, s->var[k]);
        if (u && u->uses && (u->uses != times_in(xs, s->var[k]) || u->deeper))
            return false;
    }
    return true;
}

static bool gives_scalars(const Stm *s)
{
    for (int k = 0; k < s->nvars; k++)
        if (s->var[k]->type->rank != 1)
            return false;
    return true;
}

bool make_stream(Lower *l, const Core *body, int i)
{
    const Stm *s = &body->stm[i];
    if ((s->exp->op != OP_MAP && !is_scan(s->exp)) || !gives_scalars(s))
        return false;
    for (int j = i + 1; j < body->nstms; j++) {
        const Core *e = body->stm[j].exp;
        if (!uses_up(l, e, s)) {
            if (may_write(e))
                return false;
            continue;
        }
        Stream *t = NEW(Stream);
        t->stm = s;
        for (int k = 0; k < s->nvars; k++)
            table_put(l->facts->stream, s->var[k], t);
        return true;
    }
    return false;
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
        start_streams(l, arrays_of(e));
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
        bind_elements(l, lam, arrays_of(e), index);
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
