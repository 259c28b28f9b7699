/*
 * room.c -- how much memory an array in a thread needs at most.
 *
 * Memory is there before a kernel starts, as much for each thread as the
 * neediest takes. A size is a tree over what the thread computes; here it
 * becomes one over what the host knows: each variable is replaced by the
 * most (or least) that it can be, and an element of an array by the greatest
 * one, which a reduction before the kernel finds.
 */
#include "lower.h"

/* ---- what the host knows --------------------------------------------------- */

typedef struct {
    const Lower *l;
    bool all;
} Known;

static void is_known(Var *v, void *arg)
{
    Known *k = arg;
    k->all &= host_knows(k->l, v);
}

static bool all_known(const Lower *l, const Core *e)
{
    Known k = { l, !tree_reads(e) };
    tree_vars(e, is_known, &k);
    return k.all;
}

/* ---- the greatest element of an array -------------------------------------- */

static Core *lowest(Prim p)
{
    return core_int(p, prim_is_signed(p) ? -1 - (INT64_MAX >> (64 - 8 * prim_bytes(p))) : 0);
}

/* The array whose elements a buffer of the host has; null: not one of the host's. */
static Core *array_of(Lower *host, Buffer *b)
{
    const Func *f = host->entry->func;
    for (int i = 0; i < f->nparams; i++)
        if (f->param[i] == b->var)
            return core_var(b->var);
    if (b->home != B_SCRATCH || !b->count)
        return NULL;
    Var *v = fresh(host, b->var->name, type_array(type_prim(b->var->type->prim), b->count));
    bind_view(host, v, view_buffer(b, v->type));
    return core_var(v);
}

static Core *body_of_one(Stms *b, Core *result)
{
    Core **at = NEWS(Core *, 1);
    at[0] = result;
    return stms_body(b, at, 1);
}

static Core *max_lambda(Prim p)
{
    Var **x = NEWS(Var *, 2);
    for (int i = 0; i < 2; i++)
        x[i] = var_new(i ? "b" : "a", type_prim(p), NULL);
    Stms b = { 0 };
    Core *max = core_typed(core_prim2(OP_MAX, core_var(x[0]), core_var(x[1])));
    return core_lam(x, 2, NULL, body_of_one(&b, stms_bind1(&b, max, "greatest")));
}

/* A reduction of an array to its greatest element. */
static Core *maximum(Core *array)
{
    const Type *t = type_of(array);
    Core *level = core_node(OP_LEVEL, NULL), *red = core_node(OP_SEGRED, NULL);
    level->at = AT_THREAD;
    core_set1(level, 0, t->dim[0]);
    core_set1(level, 1, array);
    level->bind = NEWS(Var *, 1);
    level->bind[0] = var_new("x", type_prim(t->prim), NULL);
    level->nbinds = 1;
    Stms none = { 0 };
    core_set1(red, 0, level);
    core_set1(red, 1, max_lambda(t->prim));
    core_set1(red, 2, lowest(t->prim));
    core_set1(red, 3, body_of_one(&none, core_var(level->bind[0])));
    return core_typed(red);
}

/* All elements in a row, whatever the rank. */
static Core *flattened(Lower *host, Core *array)
{
    const Type *t = type_of(array);
    View *v = view_of(host, array);
    Var *flat = fresh(host, array->var->name,
                      type_array(type_prim(t->prim), tree_count(v->type)));
    bind_view(host, flat, view_shape(v, flat->type));
    return core_var(flat);
}

static Core *greatest(Lower *l, Buffer *b)
{
    Lower *host = l->host;
    if (!host || !prim_is_int(b->var->type->prim))
        return NULL;
    if (table_has(l->greatest, b->var))
        return table_get(l->greatest, b->var);
    Core *array = array_of(host, b);
    if (!array)
        return NULL;
    Core *red = maximum(flattened(host, array));
    Var *most = fresh(host, format("largest_of_%s", name_base(b->var->name)), type_of(red));
    const char *mark = stages_mark;
    Stm s = { .var = &most, .nvars = 1, .exp = red, .attr = &mark, .nattrs = 1 };
    count_uses(host->facts, red);
    table_put(host->facts->places->read_back, most, most);
    lower_stm(host, &s);
    Core *told = table_get(host->facts->tree, most);
    table_put(l->greatest, b->var, told);
    l->nest->measured = l->greatest;
    return told;
}

/* ---- the most and the least of a tree -------------------------------------- */

static Core *extreme(Lower *l, const Core *e, bool most);

static Core *chosen(Op op, Core *a, Core *b)
{
    return core_equal(a, b) ? a : tree_op(op, a, b);
}

static bool not_below_zero(Lower *l, const Core *e)
{
    Core *least = extreme(l, e, false);
    return least && surely_natural(l->facts->range, least);
}

static Core *of_var(Lower *l, const Core *e, bool most)
{
    Ranges *r = l->facts->range;
    Var *v = e->var;
    Core *whole = range_said_most(r, v), *below = range_said_below(r, v);
    if (most && whole) {
        range_most(r, v, NULL);                  /* it is not asked again meanwhile */
        Core *told = extreme(l, whole, true);
        range_most(r, v, whole);
        if (told)
            return told;
    }
    if (below) {
        Core *end = most ? extreme(l, below, true) : NULL;
        return !most ? core_i64(0) : end ? tree_sub(end, core_i64(1)) : NULL;
    }
    const Core *def = range_def(r, v);
    return def && !table_has(l->plan->mutable, v) ? extreme(l, def, most) : NULL;
}

static Core *of_sum(Lower *l, const Core *e, bool most)
{
    bool minus = e->op == OP_SUB;
    Core *a = extreme(l, e->g[0].at[0], most), *b = extreme(l, e->g[1].at[0], most != minus);
    return !a || !b ? NULL : minus ? tree_sub(a, b) : tree_add(a, b);
}

static Core *of_product(Lower *l, const Core *e, bool most)
{
    const Core *a = e->g[0].at[0], *b = e->g[1].at[0];
    if (!not_below_zero(l, a) || !not_below_zero(l, b))
        return NULL;
    Core *x = extreme(l, a, most), *y = extreme(l, b, most);
    return x && y ? tree_mul(x, y) : NULL;
}

static Core *of_quotient(Lower *l, const Core *e, bool most)
{
    const Core *by = e->g[1].at[0];
    if (!is_const(by) || by->value.i <= 0 || !not_below_zero(l, e->g[0].at[0]))
        return NULL;
    Core *a = most ? extreme(l, e->g[0].at[0], true) : core_i64(0);
    return a && most ? tree_op(OP_QUOT, a, (Core *)by) : a;
}

static Core *of_choice(Lower *l, const Core *a, const Core *b, bool most, bool either)
{
    Core *x = extreme(l, a, most), *y = extreme(l, b, most);
    Op op = most ? OP_MAX : OP_MIN;
    if (either)
        return x && y ? chosen(most ? OP_MIN : OP_MAX, x, y) : x ? x : y;
    return x && y ? chosen(op, x, y) : NULL;
}

/* What the tree is at most, or at least, over what the host knows; or null. */
static Core *extreme(Lower *l, const Core *e, bool most)
{
    if (is_const(e) || all_known(l, e))
        return (Core *)e;
    switch (e->op) {
    case OP_VAR: return of_var(l, e, most);
    case OP_ADD: case OP_SUB: return of_sum(l, e, most);
    case OP_MUL: return of_product(l, e, most);
    case OP_DIV: case OP_QUOT: return of_quotient(l, e, most);
    case OP_MIN: return of_choice(l, e->g[0].at[0], e->g[1].at[0], most, most);
    case OP_MAX: return of_choice(l, e->g[0].at[0], e->g[1].at[0], most, !most);
    case OP_IF:
        return of_choice(l, e->g[1].at[0]->g[0].at[0], e->g[2].at[0]->g[0].at[0], most, false);
    case OP_CONV: {
        Core *of = prim_is_int(type_of(e->g[0].at[0])->prim)
                 ? extreme(l, e->g[0].at[0], most) : NULL;
        return of ? core_typed(core_conv(type_of(e)->prim, of)) : NULL;
    }
    case OP_INDEX:
        return most ? greatest(l, table_get(l->plan->buffer_of, e->g[0].at[0]->var)) : NULL;
    default: return NULL;
    }
}

Core *most_of(Lower *l, const Core *size)
{
    return extreme(l, size, true);
}

/* The elements that an array of this type has at most. */
Core *room(Lower *l, const Type *t)
{
    Core *count = core_i64(1);
    for (int d = 0; d < t->rank; d++) {
        Core *most = most_of(l, size_normal(t->dim[d]));
        if (!most)
            return NULL;
        most = size_normal(most);
        if (!surely_natural(l->facts->range, most))
            most = tree_op(OP_MAX, most, core_i64(0));
        count = tree_mul(count, most);
    }
    return count;
}

/* ---- memory ---------------------------------------------------------------- */

enum { SMALL = 64 };           /* elements of an array that a thread keeps to itself */

/* Which thread, of how many: for the first array of this kernel that lies in
   scratch memory. */
static void count_threads(Lower *l)
{
    Nest *k = l->nest;
    if (k->threads)
        return;
    k->threads = fresh(l, "threads", type_prim(I64));
    k->thread = fresh(l, "thread", type_prim(I64));
}

/* How many threads the kernel has. */
static Core *threads_of(Lower *l)
{
    const Nest *k = l->nest;
    int outer = k->nlevels - k->shared;
    Core **arg = NEWS(Core *, 2);
    arg[0] = total_of(k->count, outer);
    arg[1] = total_of(k->count + outer, k->shared);
    return tree_call(k->shared ? "threads_for_rows" : "threads_for", arg, 1 + k->shared, I64);
}

static View *local_array(Lower *l, Var *v, int64_t count, const Type *t)
{
    Buffer *b = NEW(Buffer);
    *b = (Buffer){ .var = v, .home = B_THREAD, .slot = -1 };
    table_put(l->plan->buffer_of, v, b);
    Stmt *s = emit(l, S_ARRAY);
    s->var = v;
    s->count = core_i64(count > 0 ? count : 1);
    return view_buffer(b, t);
}

View *thread_array(Lower *l, const Var *like)
{
    if (l->together)
        return block_array(l, like);
    const Type *t = sized(l, like->type);
    Core *count = room(l, t);
    Var *v = fresh(l, like->name, type_prim(t->prim));
    int64_t n;
    if (count && size_const(count, &n) && n <= SMALL)
        return local_array(l, v, n, t);
    if (!l->nest)
        fail_at(like->span, ERR_CUDA_OPERATION, "a function with an array inside has no CUDA "
                "code yet");
    if (!count)
        fail_at(like->span, ERR_CUDA_VARYING_ARRAY, "how large the array %s becomes in a thread "
                "cannot be told before the kernel starts; such an array has no CUDA code", 
                like->name);
    if (l->nest->shares)
        fail_at(like->span, ERR_CUDA_OPERATION, "an array of varying size in a thread of a block "
                "has no CUDA code yet");
    if (l->nest->alone)
        return view_buffer(kernel_memory(l, v, count), t);
    count_threads(l);
    Buffer *b = kernel_memory(l, v, tree_mul(threads_of(l), count));
    b->threads = l->nest->threads;
    b->thread = l->nest->thread;
    return view_buffer(b, t);
}
