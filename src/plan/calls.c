/*
 * calls.c -- the host calls a function that calls itself and works on arrays.
 *
 * Such a function is one of the host's, as an entry point is: it queues kernels. Arguments
 * are values, and pointers to arrays that lie in a row in memory; the caller has memory for
 * results, but for those whose size only the call finds: it allocates these, and tells it.
 */
#include "lower.h"

#include <string.h>

static bool mentions(const Type *t, const Var *v)
{
    for (int d = 0; d < t->rank; d++)
        if (core_uses(t->dim[d], v))
            return true;
    return false;
}

/* Result k is the first of that size. */
bool entry_tells(const Entry *e, int k, const Buffer *size)
{
    for (int i = 0; i < k; i++)
        if (mentions(e->result_type[i], size->var))
            return false;
    return mentions(e->result_type[k], size->var);
}

bool is_whole_param(const Entry *e, int k)
{
    return type_equal(e->result_type[k], e->result[k]->var->type);
}

static const Entry *callee(const Plan *p, const Func *f)
{
    for (int i = 0; i < p->inner.n; i++)
        if (!strcmp(p->inner.at[i]->func->name, f->name))     /* or a copy of it */
            return p->inner.at[i];
    bug("%s is called before it is planned", f->name);
}

static void pass(Stmt *call, PassedBy how, Core *exp)
{
    vec_push(&call->arg, ((Arg){ how, exp }));
}

static void pass_array(Stmt *call, const View *v)
{
    Buffer *b;
    Core *start;
    if (!view_run(v, &b, &start))
        bug("an argument that is not in a row");
    pass(call, BY_ADDRESS, tree_load(b, start));
}

static bool is_run(const View *v)
{
    Buffer *b;
    Core *start;
    return view_run(v, &b, &start);
}

static void pass_param(Lower *l, Stmt *call, const Func *f, int i, const Core *atom)
{
    if (!f->param[i]->type->rank) {
        pass(call, BY_VALUE, scalar_of(l, atom));
        return;
    }
    View *v = view_of(l, atom);
    if (!is_run(v) || (f->consumes && f->consumes[i] && !may_write(v))) {
        View *own = allocated(l, f->param[i]->name, v->type, tree_count(v->type));
        copy_view(l, v, own);
        v = own;
    }
    pass_array(call, v);
}

/* As long as the argument that tells it. */
static void pass_size(Lower *l, Stmt *call, const Func *f, const Var *size, const Kids *given)
{
    for (int i = 0; i < f->nparams; i++)
        for (int d = 0; d < f->param[i]->type->rank; d++)
            if (is_var(f->param[i]->type->dim[d], size)) {
                pass(call, BY_VALUE, size_tree(l, type_of(given->at[i])->dim[d]));
                return;
            }
    bug("a size of %s that nothing tells", f->name);
}

/* Variables that the call sets. */
static Core *told(Lower *l, Var *v)
{
    Var *host = fresh(l, v->name, v->type);
    emit(l, (Stmt){ S_LET, .var = host });
    table_put(l->plan->mutable, host, host);
    table_put(l->facts->tree, v, core_var(host));
    table_put(l->facts->hosted, host, v);
    range_natural(l->facts->range, core_var(host));
    return core_var(host);
}

static View *memory_in_a_row(Lower *l, const Var *v)
{
    View *to = memory_for(l, v);
    return is_run(to) ? to : allocated(l, v->name, to->type, tree_count(to->type));
}

/* Results, each with the sizes that it is the first to have: as their callee takes them. */
static void pass_results(Lower *l, Stmt *call, const Stm *s)
{
    const Entry *e = call->callee;
    int n = e->func->nresults;
    Core **size = NEWS(Core *, n);
    for (int k = 0; k < n; k++)
        if (func_tells(e->func, k))
            size[k] = told(l, s->var[k]);
    for (int k = 0; k < n; k++) {
        if (size[k])
            continue;
        bool given = e->result[k]->home == B_GIVEN;
        const Type *t = sized(l, s->var[k]->type);
        View *to = given ? allocated(l, s->var[k]->name, t, NULL) : memory_in_a_row(l, s->var[k]);
        if (t->rank)
            bind_view(l, s->var[k], to);
        else
            table_put(l->facts->tree, s->var[k], tree_load(to->buffer, NULL));
        if (given)
            pass(call, TO_SET, core_var(to->buffer->var));
        else if (t->rank)
            pass_array(call, to);
        else
            pass(call, BY_ADDRESS, tree_load(to->buffer, NULL));
        for (int i = 0; i < e->told.n; i++)
            if (entry_tells(e, k, e->told.at[i]))
                pass(call, TO_SET, size[e->tells[i]]);
    }
}

void lower_host_call(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    const Func *f = n->func;
    Stmt call = { .kind = S_CALL, .callee = callee(l->plan, f) };
    for (int i = 0; i < f->nparams; i++)
        pass_param(l, &call, f, i, n->g[0].at[i]);
    for (int i = 0; i < f->nsizes; i++)
        pass_size(l, &call, f, f->size[i], &n->g[0]);
    pass_results(l, &call, s);
    if (call.callee->failure)
        failure_word(l);
    emit(l, call);
    l->entry->waits = true;
    for (int k = 0; k < s->nvars; k++)
        if (table_has(l->facts->places->read_back, s->var[k]))
            read_back(l, s->var[k], table_get(l->facts->tree, s->var[k]));
}
