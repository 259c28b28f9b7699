/* share.c -- loops that the threads of a block share out. */
#include "lower.h"

/* Code that follows is one thread's. */
void each_thread(Lower *l, Block *b)
{
    l->out = b;
    l->together = false;
}

Stmt *shared_loop(Lower *l, Sharing how, Var *index, Core *count)
{
    Stmt *loop = emit(l, S_FOR);
    loop->var = index;
    loop->exp = count;
    loop->sharing = how;
    return loop;
}

/* Element by element, or place by place where both lie in a row. */
void share_copy(Lower *l, View *from, View *to)
{
    const Type *t = to->type;
    Buffer *a, *b;
    Core *at_a, *at_b, *count = tree_count(t);
    flush_reads(l);
    Stmt *loop = shared_loop(l, BY_ALL, fresh(l, "#", type_prim(I64)), count);
    Core *x = core_var(loop->var);
    range_below(l->facts->range, loop->var, count);
    Lower in = *l;
    each_thread(&in, &loop->body);
    if (view_run(from, &a, &at_a) && view_run(to, &b, &at_b)) {
        emit_set(&in, tree_load(b, tree_add(at_b, x)), tree_load(a, tree_add(at_a, x)));
        return;
    }
    Core **index = split_position(&in, t->dim, NEWS(Var *, t->rank), t->rank, x);
    emit_set(&in, view_at(to, index), element(&in, from, index));
}
