/* kernels.c -- segmented operations as kernels. */
#include "lower.h"

#include <string.h>

/* ---- segmap, segput, seghist ----------------------------------------------- */

static void lower_segmap(Lower *l, const Stm *s)
{
    const Core *n = s->exp, *body = n->g[1].at[0];
    Nest *k = nest_new(n, result_name(s, "map"), "One thread computes one element.");
    View **to = result_arrays(l, s, 0);
    Lower in = in_kernel(l, k);
    name_levels(&in, k, &n->g[0]);
    Core **index = indices(k);
    Core *total = total_of(k->count, k->nlevels);
    for (int d = 0; d < n->g[0].n; d++)
        bind_level(&in, n->g[0].at[d], index[d]);
    hint_rows(&in, body, to, 0, index, n->g[0].n);
    lower_stms(&in, body);
    store_rows(&in, body, to, 0, index, n->g[0].n);
    finish_map(&in, l, k, total);
}

static void lower_segput(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    bool hist = n->op == OP_SEGHIST;
    const Core *body = n->g[hist ? 4 : 2].at[0];
    int levels = n->g[0].n;
    Nest *k = nest_new(n, result_name(s, hist ? "histogram" : "scatter"),
                       hist ? "One thread adds one value to its place in the histogram."
                            : "One thread writes one value; an index out of range is skipped.");
    const Core *op = hist ? n->g[2].at[0] : NULL;
    View **to = NEWS(View *, s->nvars), **rows = NEWS(View *, s->nvars);
    for (int i = 0; i < s->nvars; i++) {
        to[i] = own(l, n->g[1].at[i], s->var[i]);
        bind_view(l, s->var[i], to[i]);
    }
    View *locks = hist && needs_lock(op) ? locks_for(l, to[0], levels) : NULL;
    Lower in = in_kernel(l, k);
    name_levels(&in, k, &n->g[0]);
    Core **index = indices(k);
    Core *total = total_of(k->count, k->nlevels);
    for (int d = 0; d < levels; d++)
        bind_level(&in, n->g[0].at[d], index[d]);
    lower_stms(&in, body);
    for (int i = 0; i < s->nvars; i++)
        rows[i] = row_at(to[i], index, levels - 1);
    Target p = { rows, s->nvars, op, true, locks ? row_at(locks, index, levels - 1) : NULL };
    write_at(&in, &p, body);
    finish_map(&in, l, k, total);
}

void lower_seg(Lower *l, const Stm *s)
{
    if (l->together) {
        lower_in_block(l, s);
        return;
    }
    if (!on_host(l))
        fail_at(s->exp->span, ERR_CUDA_OPERATION, "%s inside a kernel", ops[s->exp->op].text);
    const Stm *block = block_nest(l, s);
    if (block) {
        lower_block(l, block);
        return;
    }
    for (int d = 0; d < s->exp->g[0].n; d++) {
        Place at = s->exp->g[0].at[d]->at;
        if (at != AT_THREAD)
            fail_at(s->exp->span, ERR_CUDA_OPERATION, "a level of %s %s%s has no CUDA code "
                    "yet: '@thread' has, and '@block' around it", ops[s->exp->op].text,
                    at ? "@" : "without a place", place_name[at]);
    }
    switch (s->exp->op) {
    case OP_SEGMAP: lower_segmap(l, s); break;
    case OP_SEGRED:
        if (s->exp->g[0].n == 1)
            lower_reduce(l, s);
        else
            lower_rows(l, s);
        break;
    case OP_SEGSCAN: lower_scan(l, s); break;
    default: lower_segput(l, s);
    }
}
