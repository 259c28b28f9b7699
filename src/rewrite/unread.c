/*
 * unread.c -- a function is not given what it does not read: nor does its caller compute it,
 * or a block stage it.
 */
#include "rewrite.h"

typedef struct {
    Table *unread;             /* Func -> a bool for each parameter */
    World *world;
} Unread;

static const Rule rule = { .name = "unread",
                           .sentence = "A function is not given what it does not read." };

/* Scalars that neither the body nor a size reads; false if there is none. */
static bool find_unread(const Func *f, bool *unread)
{
    Table *read = table_new();
    bool found = false;
    core_free_vars(f->body, note_var, read);
    for (int i = 0; i < f->nparams; i++)
        type_free_vars(f->param[i]->type, note_var, read);
    for (int k = 0; k < f->nresults; k++)
        type_free_vars(f->result[k], note_var, read);
    for (int i = 0; i < f->nparams; i++)
        found |= unread[i] = !f->param[i]->type->rank && !table_has(read, f->param[i]);
    table_free(read);
    return found;
}

static Core *without(Core *n, void *arg)
{
    const Unread *u = arg;
    const bool *unread = n->op == OP_CALL ? table_get(u->unread, n->func) : NULL;
    if (!unread)
        return core_map(n, without, arg);
    Core *call = core_copy_node(n);
    call->g[0] = (Kids){ NEWS(Core *, n->g[0].n), 0 };
    for (int i = 0; i < n->g[0].n; i++)
        if (!unread[i])
            call->g[0].at[call->g[0].n++] = n->g[0].at[i];
    trace_step(u->world, &rule, n->span, n, call, &(Askeds){ 0 });
    return call;
}

static void give_less(Func *f, Table *unread, Trace *t)
{
    Unread u = { unread, world_new(NULL, t) };
    u.world->set = trace_set(t, format("unread: %s", f->name));
    f->body = without(f->body, &u);
    world_free(u.world);
}

static void take_less(Func *f, const bool *unread)
{
    int n = 0;
    for (int i = 0; i < f->nparams; i++) {
        if (unread[i])
            continue;
        f->param[n] = f->param[i];
        if (f->consumes)
            f->consumes[n] = f->consumes[i];
        n++;
    }
    f->nparams = n;
}

/* Callers come after what they call. */
void drop_unread_params(Program *p, Trace *t)
{
    Table *all = table_new();
    for (int i = 0; i < p->nfuncs; i++) {
        Func *f = p->func[i];
        bool *unread = NEWS(bool, f->nparams);
        if (table_count(all))
            give_less(f, all, t);
        if (f->entry || f->takes || !find_unread(f, unread))
            continue;
        table_put(all, f, unread);
        if (f->recursive)
            give_less(f, all, t);
        take_less(f, unread);
    }
    table_free(all);
}
