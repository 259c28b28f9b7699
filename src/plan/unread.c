/*
 * unread.c -- what a kernel computes and nobody reads is left out.
 *
 * Scalars: from the statement that runs last to the one that runs first, with the set of the
 * variables that are read behind. An array of a thread that no statement reads is left out with
 * all that is written to it, wherever that stands.
 */
#include "lower.h"

#include <string.h>

void note_holes(const Holes *all, Table *set)
{
    for (int i = 0; i < all->n; i++) {
        const Hole *h = all->at[i].hole;
        tree_vars(h->exp, note_var, set);
        if (h->var)
            note_var(h->var, set);
        if (h->op && h->op->self)
            note_var(h->op->self, set);
    }
}

/* ---- arrays of threads --------------------------------------------------------- */

typedef struct {
    const Plan *plan;
    Table *read;               /* Vars */
    bool left_out;             /* something was */
} Arrays;

/* The thread's array that the statement sets an element of, or null. */
static const Var *array_set(const Plan *p, const Stmt *s)
{
    const Core *base = s->kind == S_SET && s->to->op == OP_INDEX ? s->to->g[0].at[0] : NULL;
    const Buffer *b = base && base->op == OP_VAR ? table_get(p->buffer_of, base->var) : NULL;
    return b && b->home == B_THREAD && b->var == base->var ? base->var : NULL;
}

static void note_reads(Stmt *s, void *arrays)
{
    Arrays *a = arrays;
    if (!array_set(a->plan, s)) {
        stmt_own_vars(s, note_var, a->read);
    } else {
        tree_vars(s->exp, note_var, a->read);
        for (int i = 0; i < s->to->g[1].n; i++)
            tree_vars(s->to->g[1].at[i], note_var, a->read);
    }
    if (s->var && (s->kind == S_LOAD || s->kind == S_STORE))
        note_var(s->var, a->read);
}

static bool is_for_nothing(const Arrays *a, const Stmt *s)
{
    const Var *set = array_set(a->plan, s);
    bool empty = (s->kind == S_IF || s->kind == S_FOR) && !s->text && !s->body.n && !s->other.n;
    return empty || (set && !table_has(a->read, set));
}

static void leave_out(Arrays *a, Block *b)
{
    int n = 0;
    for (int i = 0; i < b->n; i++) {
        leave_out(a, &b->at[i]->body);
        leave_out(a, &b->at[i]->other);
        if (is_for_nothing(a, b->at[i]))
            a->left_out = true;
        else
            b->at[n++] = b->at[i];
    }
    b->n = n;
}

/* True if something was left out. */
static bool leave_out_arrays(const Plan *p, Stage *s, const Holes *all)
{
    Arrays a = { p, table_new(), false };
    note_holes(all, a.read);
    block_each(&s->prologue, note_reads, &a);
    for (int i = 0; i < all->n; i++)
        block_each(&all->at[i].hole->block, note_reads, &a);
    for (int i = 0; i < all->n; i++)
        leave_out(&a, &all->at[i].hole->block);
    table_free(a.read);
    return a.left_out;
}

/* ---- scalars ------------------------------------------------------------------- */

void forget_bound(const Block *b, Table *used, const Table *kept)
{
    for (int i = 0; i < b->n; i++) {
        const Stmt *s = b->at[i];
        if ((s->kind == S_LET || s->kind == S_ARRAY) && !table_has(kept, s->var))
            table_del(used, s->var);
    }
}

static void leave_out_scalars(Stage *s, const Holes *all)
{
    Table *used = table_new(), *kept = table_new();
    note_holes(all, used);
    note_holes(all, kept);
    for (int i = all->n - 1; i >= 0; i--)
        if (all->at[i].row->kind == HOLE_BLOCK) {
            Block *b = &all->at[i].hole->block;
            *b = block_pruned(b, used);
            forget_bound(b, used, kept);
        }
    s->prologue = block_pruned(&s->prologue, used);
    table_free(used);
    table_free(kept);
}

void leave_out_unread(const Plan *p, Stage *s)
{
    Holes all = stage_holes(s);
    do
        leave_out_scalars(s, &all);
    while (leave_out_arrays(p, s, &all));
    vec_free(&all);
}
