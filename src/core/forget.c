/* forget.c -- types that name lengths which a rewriting has left behind: they are unknown. */
#include "core.h"

typedef struct {
    Table *scope;              /* variables bound so far, and still to be seen */
    VEC(const Var *) order;
} Forget;

static const Type *without_lost(const Forget *f, const Type *t)
{
    Core **dim = NULL;
    for (int d = 0; d < t->rank; d++) {
        const Core *lengths = dim_lengths(t->dim[d]);
        if (!lengths || lengths->op != OP_VAR || table_has(f->scope, lengths->var))
            continue;
        if (!dim) {
            dim = COPIES(Core *, t->dim, t->rank);
        }
        dim[d] = NULL;
    }
    return dim ? type_dims(t->prim, dim, t->rank) : t;
}

static void bind(Var **var, int n, void *arg)
{
    Forget *f = arg;
    for (int i = 0; i < n; i++) {
        table_put(f->scope, var[i], var[i]);
        vec_push(&f->order, var[i]);
    }
    for (int i = 0; i < n; i++)
        var[i]->type = without_lost(f, var[i]->type);
}

static void leave(Forget *f, int mark)
{
    while (f->order.n > mark)
        table_del(f->scope, f->order.at[--f->order.n]);
}

/* A level's binders are seen in the levels after it. */
static void forget_in(Core *n, void *arg)
{
    Forget *f = arg;
    int mark = f->order.n;
    core_visit(n, forget_in, bind, f);
    for (int i = 0; i < n->ntypes; i++)
        n->type[i] = n->op == OP_VAR ? n->var->type : without_lost(f, n->type[i]);
    if (n->op != OP_LEVEL)
        leave(f, mark);
}

void core_forget_lengths(Func *f)
{
    Forget x = { .scope = table_new() };
    bind(f->size, f->nsizes, &x);
    bind(f->param, f->nparams, &x);
    forget_in(f->body, &x);
    table_free(x.scope);
}
