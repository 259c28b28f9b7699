/*
 * rows.c -- rows of different lengths that lie one after the other: which row an element is
 * of, and where that begins.
 *
 * A block that has consecutive elements knows their rows from the start: it searches the
 * first and the last of them among all, and has their ends in shared memory. Where the number
 * of each element's row is stored, it is read.
 */
#include "lower.h"

/* What is known of an element. */
typedef struct Located {
    Core *ends, *position;
    Core *rows;                /* among which it was searched */
    Core *row, *start;         /* start: null: not asked for yet */
    const Block *block;        /* where the variables are declared */
} Located;

static bool is_own(const Nest *k, const Core *position)
{
    return k->tiled && k->nlevels == 1 && is_var(position, k->index[0]);
}

/* The rows among which the row of the position is searched. */
static Core *rows_around(Lower *l, Core *ends, Core *count, const Core *position)
{
    Nest *k = l->nest;
    if (!is_own(k, position) || (k->ends && k->ends != ends->var))
        return tree_call("all_ragged_rows", (Core *[]){ ends, count }, 2, I64);
    if (!k->among) {
        k->among = fresh(l, "rows", type_prim(I64));
        k->ends = ends->var;
        k->nrows = count;
    }
    return core_var(k->among);
}

static Located *located(Lower *l, Core *ends, Core *count, Core *position, Core *stored)
{
    for (int i = 0; i < l->located.n; i++) {
        Located *old = l->located.at[i];
        if (old->block == l->out && core_equal(old->ends, ends)
            && core_equal(old->position, position))
            return old;
    }
    Located *new = MAKE(Located, ends, position, .block = l->out);
    new->rows = stored ? tree_call("all_ragged_rows", (Core *[]){ ends, count }, 2, I64)
                       : rows_around(l, ends, count, position);
    Core *row = stored ? stored
              : tree_call("row_containing", (Core *[]){ new->rows, position }, 2, I64);
    new->row = emit_let(l, fresh(l, "row", type_prim(I64)), row);
    vec_push(&l->located, new);
    return new;
}

Core *look_up_row(Lower *l, const Core *n)
{
    Core *position = n->g[1].at[1];
    Core *stored = n->g[2].n ? n->g[2].at[0] : NULL;
    Located *at = located(l, n->g[1].at[0], n->g[0].at[0], position, stored);
    if (n->op == OP_SEGIDS)
        return at->row;
    Core *of_row[] = { at->rows, at->row };
    if (!at->start)
        at->start = emit_let(l, fresh(l, "row_begin", type_prim(I64)),
                             tree_call("ragged_row_start", of_row, 2, I64));
    return tree_sub(position, at->start);
}

Core *end_of_row(Lower *l, const View *v, Core **index)
{
    for (int i = 0; v->kind == V_BUFFER && v->type->rank == 1 && i < l->located.n; i++) {
        const Located *at = l->located.at[i];
        if (is_var(at->ends, v->buffer->var) && at->row == index[0])
            return tree_call("ragged_row_end", (Core *[]){ at->rows, at->row }, 2, I64);
    }
    return NULL;
}
