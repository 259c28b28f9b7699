/* thread.c -- array combinators in a thread: one element after the other. */
#include "lower.h"

static const Core *body_of(const Core *lam)
{
    return lam->g[0].at[0];
}

/* ---- the combinators ------------------------------------------------------- */

static void lower_map(Lower *l, const Stm *s, const Core *lam, const Kids *xs)
{
    Block *out;
    View **to = result_arrays(l, s, 0);
    Core *i = for_index(l, lam, size_tree(l, s->exp->g[0].at[0]), &out);
    bind_elements(l, lam, xs, i);
    lower_rows(l, body_of(lam), to, 0, &i, 1);
    l->out = out;
}

static void lower_fold(Lower *l, const Stm *s, bool scan, const Core *op, const Core *lam,
                       const Kids *ne, const Kids *xs)
{
    int n = ne->n;
    View **to = result_arrays(l, s, scan ? 0 : n);
    Sums sums = sums_new(l, op, ne, s->var);
    Walk w = walk(l, s, lam, xs, to, scan ? 0 : n);
    bind_elements(l, lam, xs, w.i);
    lower_rows(l, body_of(lam), w.to, n, &w.i, 1);
    accumulate(l, &sums, op, body_of(lam));
    for (int k = 0; scan && k < n; k++)
        if (!w.to[k])
            continue;
        else if (sums.sum[k])
            emit_set(l, view_at(w.to[k], &w.i), core_var(sums.sum[k]));
        else
            copy_view(l, sums.array[k], view_row(w.to[k], &w.i, 1));
    leave(l, &w);
    for (int k = 0; !scan && k < n; k++)
        if (sums.sum[k])
            table_put(l->facts->tree, s->var[k], core_var(sums.sum[k]));
        else
            bind_view(l, s->var[k], sums.array[k]);
}

void lower_soac(Lower *l, const Stm *s)
{
    const Kids *g = s->exp->g;
    switch (s->exp->op) {
    case OP_MAP: lower_map(l, s, g[1].at[0], &g[2]); break;
    case OP_REDUCE: case OP_SCAN:
        lower_fold(l, s, s->exp->op == OP_SCAN, g[1].at[0], identity(l, &g[3]), &g[2], &g[3]);
        break;
    case OP_REDOMAP: case OP_SCANOMAP:
        lower_fold(l, s, s->exp->op == OP_SCANOMAP, g[1].at[0], g[2].at[0], &g[3], &g[4]);
        break;
    case OP_SCATTER: lower_write(l, s, identity(l, &g[2]), &g[2], NULL); break;
    case OP_SCATOMAP: lower_write(l, s, g[2].at[0], &g[3], NULL); break;
    case OP_HIST: lower_write(l, s, identity(l, &g[4]), &g[4], g[2].at[0]); break;
    case OP_HISTOMAP: lower_write(l, s, g[4].at[0], &g[5], g[2].at[0]); break;
    default: bug("lower_soac");
    }
}
