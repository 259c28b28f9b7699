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

static bool is_given(const Var *v, const void *l)
{
    return table_has(((const Lower *)l)->facts->given, v);
}

bool host_knows(const Var *v, const void *l)
{
    return is_given(v, l) || table_has(((const Lower *)l)->facts->hosted, v);
}

static Core *expand(Core *n, void *l)
{
    Core *def = n->op == OP_VAR ? table_get(((Lower *)l)->facts->host_def, n->var) : NULL;
    return def ? expand(def, l) : core_map(n, expand, l);
}

/* The size over the entry's parameters; null if it depends on data. */
static Core *expanded(Lower *l, const Core *size)
{
    Core *over = expand((Core *)size, l);
    return all_vars(over, is_given, l) ? over : NULL;
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

Buffer *kernel_memory(Lower *l, Nest *k, Var *v, Core *count)
{
    Core *known = expanded(l, count);
    Buffer *b = buffer_new(l, v, known ? B_SCRATCH : B_ALLOCATED, known ? known : count);
    if (!known)
        vec_push(&k->memory, b);
    return b;
}

void swap_memory(Lower *l, View *a, View *b)
{
    Var *x = a->buffer->var, *y = b->buffer->var;
    emit(l, (Stmt){ S_SWAP, .to = core_var(x), .exp = core_var(y) });
    table_put(l->plan->mutable, x, a->buffer);
    table_put(l->plan->mutable, y, b->buffer);
}
