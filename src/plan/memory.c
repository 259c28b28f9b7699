/* memory.c -- memory that the host allocates, and what the host knows of sizes. */
#include "lower.h"

Buffer *buffer_new(Lower *l, Var *var, BufferHome home, Core *count)
{
    Buffer *b = NEW(Buffer);
    *b = (Buffer){ .var = var, .home = home, .count = count, .first = -1, .slot = -1 };
    table_put(l->plan->buffer_of, var, b);
    vec_push(&l->entry->buffers, b);
    return b;
}

static bool is_parameter(const Lower *l, const Var *v)
{
    if (!l->entry)
        return false;
    const Func *f = l->entry->func;
    bool known = false;
    for (int i = 0; i < f->nparams; i++)
        known |= f->param[i] == v;
    for (int i = 0; i < f->nsizes; i++)
        known |= f->size[i] == v;
    return known;
}

bool host_knows(const Lower *l, const Var *v)
{
    return is_parameter(l, v) || table_has(l->facts->hosted, v);
}

static Core *expand(Core *n, void *l)
{
    Core *def = n->op == OP_VAR ? table_get(((Lower *)l)->facts->host_def, n->var) : NULL;
    return def ? expand(def, l) : core_map(n, expand, l);
}

static void is_told(Var *v, void *arg)
{
    void **a = arg;
    *(bool *)a[1] &= is_parameter(a[0], v);
}

/* The size over the entry's parameters; null if it depends on data. */
Core *expanded(Lower *l, const Core *size)
{
    bool told = true;
    Core *over = expand((Core *)size, l);
    void *arg[] = { l, &told };
    tree_vars(over, is_told, arg);
    return told ? over : NULL;
}

View *allocated(Lower *l, const char *name, const Type *t, Core *count)
{
    Var *v = fresh(l, name, type_prim(t->prim));
    Buffer *b = buffer_new(l, v, B_ALLOCATED, count);
    emit(l, (Stmt){ S_ALLOCATE, .var = v, .count = count });
    b->block = l->out;
    return view_buffer(b, t);
}

BufferHome home_of_array(Lower *l, const Var *like)
{
    const Alloc *a = alloc_of(l->facts->allocs, like);
    bool known = expanded(l, tree_count(sized(l, like->type))) != NULL;
    return known && !(a && a->given) ? B_SCRATCH : B_ALLOCATED;
}

View *host_array(Lower *l, const Var *like)
{
    const Type *t = sized(l, like->type);
    if (home_of_array(l, like) == B_ALLOCATED)
        return allocated(l, like->name, t, tree_count(t));
    Var *v = fresh(l, like->name, type_prim(t->prim));
    return view_buffer(buffer_new(l, v, B_SCRATCH, expanded(l, tree_count(t))), t);
}

Buffer *kernel_memory(Lower *l, Var *v, Core *count)
{
    Core *known = expanded(l, count);
    Buffer *b = buffer_new(l, v, known ? B_SCRATCH : B_ALLOCATED, known ? known : count);
    if (!known)
        vec_push(&l->nest->memory, b);
    return b;
}

void swap_memory(Lower *l, View *a, View *b)
{
    Var *x = a->buffer->var, *y = b->buffer->var;
    emit(l, (Stmt){ S_SWAP, .to = core_var(x), .exp = core_var(y) });
    table_put(l->plan->mutable, x, a->buffer);
    table_put(l->plan->mutable, y, b->buffer);
}
