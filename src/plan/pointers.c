/*
 * pointers.c -- a row of a row is a row of the whole array.
 *
 * A row with a name is a pointer. Where the pointer to an outer row serves only to find a row in
 * it, the inner row is found from the whole array at once:
 *
 *   const double *const row = rows + i * m * n;
 *   const double *const xs = row + j * n;       becomes  rows + (i * m + j) * n
 */
#include "lower.h"

/* a * n + b * n is (a + b) * n. */
static Core *sum_of_products(Core *a, Core *b)
{
    bool shared = a->op == OP_MUL && b->op == OP_MUL && core_equal(a->g[1].at[0], b->g[1].at[0]);
    return shared ? tree_mul(sum_of_products(a->g[0].at[0], b->g[0].at[0]), a->g[1].at[0])
                  : tree_add(a, b);
}

static Core *offset_of(const Core *pointer)
{
    return pointer->g[1].n ? pointer->g[1].at[0] : core_i64(0);
}

/* The pointer in the block that this one begins at, or null. */
static Stmt *outer_row(const Block *b, int before, const Stmt *inner)
{
    const Var *base = inner->exp->g[0].at[0]->var;
    for (int i = 0; i < before; i++)
        if (b->at[i]->kind == S_ROW && b->at[i]->var == base)
            return b->at[i];
    return NULL;
}

static void join(const Plan *p, Stmt *inner, const Stmt *outer)
{
    Buffer *row = table_get(p->buffer_of, inner->var);
    row->mate = ((Buffer *)table_get(p->buffer_of, outer->var))->mate;
    Core *start = sum_of_products(offset_of(outer->exp), offset_of(inner->exp));
    inner->exp = tree_load(row->mate, start);
}

void join_row_pointers(const Plan *p, const Stage *s, Block *b)
{
    for (int i = 0; i < b->n; i++) {
        join_row_pointers(p, s, &b->at[i]->body);
        join_row_pointers(p, s, &b->at[i]->other);
        Stmt *outer = b->at[i]->kind == S_ROW ? outer_row(b, i, b->at[i]) : NULL;
        if (outer && stage_uses(s, outer->var) == 1)
            join(p, b->at[i], outer);
    }
}
