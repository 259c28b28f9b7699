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

Buffer *buffer_add(Plan *p, Buffer b)
{
    Buffer *own = NEW(Buffer);
    *own = b;
    table_put(p->buffer_of, b.var, own);
    return own;
}

/* ---- statements ------------------------------------------------------------ */

Stmt *emit(Lower *l, Stmt s)
{
    return stmt_add(l->out, s);
}

Stmt *emit_for(Lower *l, Sharing how, Var *index, Core *end)
{
    range_below(l->facts->range, index, end);
    return emit(l, (Stmt){ S_FOR, .sharing = how, .var = index, .exp = end });
}

void declare_var(Lower *l, Var *v, Core *init)
{
    emit(l, (Stmt){ S_LET, .var = v, .exp = init });
    table_put(l->plan->mutable, v, v);
}

Core *emit_let(Lower *l, Var *v, Core *exp)
{
    emit(l, (Stmt){ S_LET, .var = v, .exp = exp, .constant = true });
    if (on_host(l) && exp) {
        table_put(l->facts->host_def, v, exp);
        table_put(l->facts->hosted, v, v);
    }
    if (exp)
        range_define(l->facts->range, v, exp, 0);
    return core_var(v);
}

Core *named(Lower *l, const char *name, Core *tree)
{
    return is_atom(tree) ? tree : emit_let(l, fresh(l, name, type_of(tree)), tree);
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
    bool once = l->together && !is_private(l, to);
    Block *out = once ? &emit(l, (Stmt){ .kind = S_ONCE })->body : l->out;
    stmt_add(out, (Stmt){ S_SET, .to = to, .exp = exp });
}

/* As `named`, but the tree may have its name since the last store. */
static Core *named_since(Lower *l, const char *name, Core *tree)
{
    for (int i = l->out->n - 1; i >= 0; i--) {
        const Stmt *s = l->out->at[i];
        if (s->kind == S_LET && core_equal(s->exp, tree))
            return core_var(s->var);
        if (s->kind != S_LET && !s->apart)
            break;
    }
    return named(l, name, tree);
}

/* Whether the position is within the array; its parts get names. */
static Core *inside(Lower *l, const View *whole, Core **at)
{
    Core *all = NULL;
    int rank = whole->type->rank;
    for (int d = 0; d < rank; d++) {
        bool row = d == rank - 2, column = rank > 1 && d == rank - 1;
        at[d] = named_since(l, row ? "to_row" : column ? "to_column" : "to", at[d]);
        Core *below = tree_op(OP_LT, at[d], whole->type->dim[d]);
        all = all ? tree_op(OP_LAND, all, below) : below;
    }
    return all;
}

void emit_store(Lower *l, const View *to, Core **index, Core *exp)
{
    Core **at;
    const View *whole = view_untiled(to, index, &at);
    if (!whole) {
        emit_set(l, view_at(to, index), exp);
        return;
    }
    Block *out = l->out;
    Core *test = inside(l, whole, at);
    Stmt *last = out->n ? out->at[out->n - 1] : NULL;
    bool same = last && last->kind == S_IF && last->apart && core_equal(last->exp, test);
    Stmt *store = same ? last : emit(l, (Stmt){ S_IF, .exp = test, .apart = true });
    l->out = &store->body;
    emit_set(l, view_at(whole, at), exp);
    l->out = out;
}

Lower each_thread(const Lower *l, Block *b)
{
    Lower in = *l;
    in.out = b;
    in.together = false;
    return in;
}

void assign_all(Lower *l, Var *const *var, Core **value, int n)
{
    for (int k = 0; k < n; k++)
        for (int j = 0; j < k && value[k] && !is_var(value[k], var[k]); j++)
            if (value[j] && !is_var(value[j], var[j]) && core_uses(value[k], var[j])) {
                Var *next = fresh(l, format("next_%s", var[k]->name), type_of(value[k]));
                value[k] = emit_let(l, next, value[k]);
                break;
            }
    for (int k = 0; k < n; k++)
        if (value[k] && !is_var(value[k], var[k]))
            emit_set(l, core_var(var[k]), value[k]);
}
