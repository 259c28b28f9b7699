/* code.c -- statements, and where they go. */
#include "lower.h"

#include <string.h>

bool on_host(const Lower *l)
{
    return !l->nest && !l->function;
}

Block *lower_into(Lower *l, Block *b)
{
    Block *before = l->out;
    l->out = b;
    return before;
}

Var *fresh(Lower *l, const char *name, const Type *t)
{
    (void)l;
    Var *v = NEW(Var);
    *v = (Var){ .name = intern(name), .type = t, .invented = true };
    return v;
}

/* ---- statements ------------------------------------------------------------ */

Stmt *emit(Lower *l, StmtKind kind)
{
    Stmt *s = NEW(Stmt);
    s->kind = kind;
    vec_push(l->out, s);
    return s;
}

Core *emit_let(Lower *l, Var *v, Core *exp)
{
    Stmt *s = emit(l, S_LET);
    s->var = v;
    s->exp = exp;
    s->constant = true;
    if (on_host(l) && exp) {
        table_put(l->facts->host_def, v, exp);
        table_put(l->facts->hosted, v, v);
    }
    if (exp)
        range_define(l->facts->range, v, exp, 0);
    return core_var(v);
}

/* Its memory is a thread's own. */
static bool is_private(const Lower *l, const Core *to)
{
    const Buffer *b = to->op == OP_INDEX ? table_get(l->plan->buffer_of, to->g[0].at[0]->var)
                                         : NULL;
    return !b || b->home == B_THREAD;
}

void emit_set(Lower *l, Core *to, Core *exp)
{
    Block *out = l->out;
    if (l->together && !is_private(l, to))
        l->out = &emit(l, S_ONCE)->body;
    Stmt *s = emit(l, S_SET);
    l->out = out;
    s->to = to;
    s->exp = exp;
}
