/* kernels.c -- segmented operations as kernels. */
#include "lower.h"

/* ---- segmap, segput, seghist ----------------------------------------------- */

/* Threads that keep an array in scratch memory are fewer than the results. */
static const char *what_a_thread_does(const Stm *s, const Nest *k)
{
    static const char *const made[] = { "element", "row", "matrix" };
    int rank = s->var[0]->type->rank - s->exp->g[0].n;
    const char *one = rank < 3 ? made[rank] : "array";
    return k->threads ? format("Each thread computes every `threads`-th %s.", one)
                      : format("One thread computes one %s.", one);
}

static void lower_segmap(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    View **to = result_arrays(l, s, 0);
    Lower in = open_nest(l, n, nest_name(l, s, "map"), "", true);
    lower_rows(&in, n->g[1].at[0], to, 0, in.nest->at, n->g[0].n);
    in.nest->kernel->does = what_a_thread_does(s, in.nest);
    finish_map(&in);
}

static void lower_segput(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    bool hist = n->op == OP_SEGHIST;
    const Core *body = n->g[hist ? 4 : 2].at[0];
    int levels = n->g[0].n;
    const Core *op = hist ? n->g[2].at[0] : NULL;
    View **to = NEWS(View *, s->nvars), **rows = NEWS(View *, s->nvars);
    for (int i = 0; i < s->nvars; i++) {
        to[i] = own(l, n->g[1].at[i], s->var[i]);
        bind_view(l, s->var[i], to[i]);
    }
    View **lock = hist ? locks_for(l, op, to, s->nvars, levels) : NULL;
    Stmt *choice = NULL;
    Block *out = l->out;
    if (hist && lower_histogram(l, s, to, lock, &choice))
        l->out = &choice->other;
    Lower in = open_nest(l, n, told_name(s->var, s->nvars, hist ? "histogram" : "scatter"),
                         hist ? "One thread adds one value to its place in the histogram."
                              : "One thread writes one value; an index out of range is skipped.",
                         true);
    Core **at = in.nest->at;
    lower_stms(&in, body);
    for (int i = 0; i < s->nvars; i++) {
        rows[i] = row_at(&in, to[i], at, levels - 1);
        if (hist && lock[i])
            lock[i] = row_at(&in, lock[i], at, levels - 1);
    }
    Target p = { rows, s->nvars, op, true, lock, false };
    write_at(&in, &p, body);
    finish_map(&in);
    l->out = out;
}

/* The place that all levels have; AT_NONE: they differ. */
static Place place_of(const Kids *level)
{
    Place at = level->at[0]->at;
    for (int d = 1; d < level->n; d++)
        at = level->at[d]->at == at ? at : AT_NONE;
    return at;
}

static bool has_elements(const View *v)
{
    int64_t n;
    for (int d = 0; d < v->type->rank; d++)
        if (dim_known(v->type->dim[d]) && size_const(v->type->dim[d], &n) && n == 0)
            return false;
    return true;
}

/* Each array that the binding gives is written by one of the kernels from this number on, unless
   it is an operand, changed in place. */
static void demand_written(const Lower *l, const Stm *s, int first)
{
    const Plan *p = l->plan;
    for (int k = 0; k < s->nvars; k++) {
        const View *v = table_get(l->facts->view, s->var[k]);
        bool made = v && has_elements(v) && is_used(l, s->var[k]) && !replaced(s->exp, k);
        const Buffer *b = made ? view_base(v) : NULL;
        bool written = !b;
        for (int i = first; i < p->kernels.n && !written; i++)
            written = kernel_writes(p->kernels.at[i], b->var);
        if (!written)
            bug("plan: no kernel writes %s", s->var[k]->name);
    }
}

static void lower_on_host(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    if (is_parts(s)) {
        lower_parts(l, s);
        return;
    }
    const Stm *block = block_nest(l, s);
    if (place_of(&n->g[0]) == AT_CHAIN && (n->op == OP_SEGSCAN || prefix_in(n, NULL)))
        lower_chain(l, s);
    else if (block && is_row_scan(block))
        lower_row_scan(l, block);
    else if (block)
        lower_block(l, block);
    else if (place_of(&n->g[0]) != AT_THREAD)
        fail_at(n->span, ERR_CUDA_OPERATION, "%s has no CUDA code with levels at these places; "
                "those of blocks around those of threads have, and scans in a chain",
                ops[n->op].text);
    else if (n->op == OP_SEGMAP)
        lower_segmap(l, s);
    else if (n->op == OP_SEGRED && n->g[0].n == 1)
        lower_reduce(l, s);
    else if (n->op == OP_SEGRED || n->op == OP_SEGSCAN)
        fail_at(n->span, ERR_CUDA_OPERATION, "%s of all threads has no CUDA code; rules of "
                "promote leave it to blocks", ops[n->op].text);
    else
        lower_segput(l, s);
}

void lower_seg(Lower *l, const Stm *s)
{
    int first = l->plan->kernels.n;
    if (l->together) {
        lower_in_block(l, s);
    } else if (on_host(l)) {
        lower_on_host(l, s);
        demand_written(l, s, first);
    } else {
        fail_at(s->exp->span, ERR_CUDA_OPERATION, "%s inside a kernel", ops[s->exp->op].text);
    }
}
