/*
 * columns.c -- which folds of rows read the columns of what lies in memory: neighbouring rows
 * are then neighbours there, and the elements of a row far apart.
 */
#include "lower.h"

typedef struct {
    const Plan *plan;
    const Var *row, *x;        /* the row's number, and the element's in it */
    bool columns, others;      /* reads that go down a column, or along a row */
} Reads;

typedef struct {
    const Var *from;
    Core *to;
} Change;

static Core *changed(Core *n, void *change)
{
    const Change *c = change;
    return is_var(n, c->from) ? c->to : core_map(n, changed, change);
}

/* How far apart elements are whose v differ by 1. */
static Core *stride(Core *at, const Var *v)
{
    Core *next = tree_add(core_var((Var *)v), core_i64(1));
    return size_normal(size_sub(changed(at, &(Change){ v, next }), at));
}

static Core *note_read(Core *n, void *reads)
{
    Reads *r = reads;
    const Buffer *b = n->op == OP_INDEX ? table_get(r->plan->buffer_of, n->g[0].at[0]->var) : NULL;
    if (b && n->g[1].n == 1) {
        int64_t row, x;
        bool even = size_const(stride(n->g[1].at[0], r->row), &row) && (row == 0 || row == 1);
        bool near = size_const(stride(n->g[1].at[0], r->x), &x) && x >= -1 && x <= 1;
        r->columns |= even && row == 1 && !near;
        r->others |= !even;
    }
    return core_map(n, note_read, reads);
}

static void note_reads(Stmt *s, void *reads)
{
    for (int i = 0; i < 2; i++) {
        Core *n = i ? s->to : s->exp;
        if (n)
            note_read(n, reads);
    }
}

bool reads_columns(const Plan *p, const Block *body, const Var *row, const Var *x)
{
    Reads r = { p, row, x, false, false };
    block_each(body, note_reads, &r);
    return r.columns && !r.others;
}
