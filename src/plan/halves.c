/*
 * halves.c -- arrays of a block that a loop makes anew in each round, from which it reads what the
 * round before has made: two lie side by side, and the rounds take turns.
 *
 *   __shared__ float rows[2][16][16];
 *   int buffer = 0;                  rows[buffer] was made by the round before,
 *   ..                               rows[1 - buffer] is made in this one
 *   buffer = 1 - buffer;
 *
 * Until barriers are placed the halves are two arrays, so that a round waits for none of those
 * that read the other half.
 */
#include "lower.h"

static Buffer *block_memory(const View *v)
{
    Buffer *b = v && v->kind == V_BUFFER && v->buffer->home == B_SHARED ? v->buffer : NULL;
    return b && b->fixed && b->shape && !b->mate && !b->half ? b : NULL;
}

bool are_halves(const Result *c)
{
    return c->now && c->now->kind == V_BUFFER && c->now->buffer->half
        && c->now->buffer->mate == c->to->buffer;
}

/* Where a loop has two buffers for an array of the block, they are halves from now on. */
void pair_halves(Lower *l, Result *c, int n)
{
    Var *now = NULL;
    for (int k = 0; k < n; k++) {
        Buffer *a = block_memory(c[k].now), *b = block_memory(c[k].to);
        if (!a || !b || a == b || a->var->type->prim != b->var->type->prim)
            continue;
        Core *zero = core_const(scalar_int(I32, 0)), *one = core_const(scalar_int(I32, 1));
        if (!now) {
            now = fresh(l, "buffer", type_prim(I32));
            stmt_add(&l->nest->locate, (Stmt){ S_LET, .var = now, .exp = zero });
            table_put(l->plan->mutable, now, now);
            table_put(l->plan->ints, now, now);
        }
        a->half = core_var(now);
        b->half = core_prim2(OP_SUB, one, a->half);
        a->mate = b;
        b->mate = a;
    }
}

void swap_halves(Lower *l, const Result *c, int n)
{
    for (int k = 0; k < n; k++)
        if (are_halves(&c[k])) {
            emit_set(l, c[k].now->buffer->half, c[k].to->buffer->half);
            return;
        }
}

/* ---- one array ------------------------------------------------------------------ */

/* x.. with y before them. */
static Core **with_first(Core *y, Core **x, int n)
{
    Core **all = NEWS(Core *, n + 1);
    all[0] = y;
    for (int i = 0; i < n; i++)
        all[i + 1] = x[i];
    return all;
}

static Core *in_whole(Core *n, void *plan)
{
    Core *own = core_map(n, in_whole, plan);
    const Buffer *b = n->op == OP_INDEX ? table_get(((const Plan *)plan)->buffer_of,
                                                    n->g[0].at[0]->var) : NULL;
    if (!b || !b->half)
        return own;
    own = own == n ? core_copy_node(n) : own;
    core_set1(own, 0, core_var(is_second_half(b) ? b->mate->var : b->var));
    core_set(own, 1, with_first(b->half, own->g[1].at, own->g[1].n), own->g[1].n + 1);
    return own;
}

static void stmt_in_whole(Stmt *s, void *plan)
{
    stmt_map(s, in_whole, plan);
}

/* Makes one array of two halves. */
void join_halves(Plan *p, Nest *k, Block *body)
{
    bool any = false;
    for (int i = 0; i < k->arrays.n; i++) {
        Buffer *b = k->arrays.at[i];
        if (!b->half || is_second_half(b))
            continue;
        any = true;
        b->shape = type_dims(b->shape->prim, with_first(core_i64(2), b->shape->dim, b->shape->rank),
                             b->shape->rank + 1);
        b->count = tree_mul(b->count, core_i64(2));
    }
    if (any)
        block_each(body, stmt_in_whole, p);
}
