/*
 * ends.c -- the ends of rows of different lengths. They are sums of lengths, computed by scans.
 * A sum beyond 64 bits would wrap around to a size that fits. Here the operator of these scans
 * is bounded by the greatest number. No device has as many elements: the allocation fails.
 */
#include "core.h"

typedef struct {
    Table *ends;               /* variables that say where rows end */
    bool changed;
} Ends;

static void find_ends(Core *n, void *into)
{
    Ends *e = into;
    for (int i = 0; (n->op == OP_SEGIDS || n->op == OP_WITHIN) && i < n->g[1].n; i++)
        if (!is_const(n->g[1].at[i]))
            table_put(e->ends, n->g[1].at[i]->var, n);
    core_each(n, find_ends, e);
}

/* Lengths are not negative, so the unsigned sum of two is exact. */
static Core *bounded_sum(Stms *out, Core *a, Core *b)
{
    Core *x = stms_bind1(out, core_conv(U64, a), NULL);
    Core *y = stms_bind1(out, core_conv(U64, b), NULL);
    Core *sum = stms_bind1(out, core_prim2(OP_ADD, x, y), NULL);
    Core *most = core_int(U64, INT64_MAX);
    Core *least = stms_bind1(out, core_prim2(OP_MIN, sum, most), NULL);
    return stms_bind1(out, core_conv(I64, least), "sum");
}

static bool adds(const Core *lam, int k)
{
    const Core *part = lam_part(lam, k), *sum = part ? body_single(part->g[0].at[0]) : NULL;
    return sum && sum->op == OP_ADD && type_of(sum)->prim == I64;
}

static Core *bounded_operator(const Core *lam, int k)
{
    const Core *body = lam->g[0].at[0];
    int n = body->g[0].n;
    Stms out = stms_of(body);
    Core **result = NEWS(Core *, n);
    for (int i = 0; i < n; i++)
        result[i] = body->g[0].at[i];
    result[k] = bounded_sum(&out, core_var(lam->bind[k]), core_var(lam->bind[n + k]));
    Core *bounded = core_lam(lam->bind, 2 * n, NULL, core_prune(stms_body(&out, result, n)));
    bounded->comm = lam->comm;
    bounded->span = lam->span;
    return core_rename(bounded);
}

static void bound_binding(Ends *e, Stm *stm)
{
    int op = op_group(stm->exp->op, 'o');
    if (stm->exp->op != OP_SEGSCAN)
        return;
    for (int k = 0; k < stm->exp->g[2].n; k++) {
        if (!table_has(e->ends, stm->var[k]) || !adds(stm->exp->g[op].at[0], k))
            continue;
        Core *scan = core_copy_node(stm->exp);
        scan->g[op].at[0] = bounded_operator(scan->g[op].at[0], k);
        stm->exp = scan;
        e->changed = true;
    }
}

static Core *bound_sums(Core *n, void *into)
{
    n = core_map(n, bound_sums, into);
    if (n->op != OP_BODY)
        return n;
    n = core_unshare(n);
    for (int i = 0; i < n->nstms; i++)
        bound_binding(into, &n->stm[i]);
    return n;
}

bool core_bound_ends(Func *f)
{
    Ends e = { .ends = table_new() };
    find_ends(f->body, &e);
    f->body = bound_sums(f->body, &e);
    table_free(e.ends);
    return e.changed;
}
