/*
 * memory.c -- memory that the host allocates, and memory of arrays in threads and blocks.
 *
 * The latter is there before a kernel starts. The host knows the size of each array,
 * or a bound of it, as plan_measure has said by an unchecked assertion.
 */
#include "lower.h"

/* ---- of the host ---------------------------------------------------------------- */

Buffer *buffer_new(Lower *l, Var *var, BufferHome home, Core *count)
{
    Buffer *b = buffer_add(l->plan, (Buffer){ .var = var, .home = home, .count = count });
    vec_push(&l->entry->buffers, b);
    return b;
}

static bool is_given(const Var *v, const void *l)
{
    return table_has(((const Lower *)l)->facts->given, v);
}

static Core *expand(Core *n, void *l)
{
    Core *def = n->op == OP_VAR ? table_get(((Lower *)l)->facts->host_def, n->var) : NULL;
    return def ? expand(def, l) : core_map(n, expand, l);
}

Core *expand_sizes(Lower *l, const Core *tree)
{
    return expand((Core *)tree, l);
}

/* A function that calls itself takes no scratch memory: nobody knows how deep it goes. */
Core *expanded(Lower *l, const Core *size)
{
    if (l->entry->inner)
        return NULL;
    Core *over = expand_sizes(l, size);
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
    Var *v = fresh_like(l, like, type_prim(t->prim));
    return view_buffer(buffer_new(l, v, B_SCRATCH, expanded(l, tree_count(t))), t);
}

Buffer *kernel_memory(Lower *l, Nest *k, Var *v, Core *count)
{
    Core *known = expanded(l, count);
    Buffer *b = buffer_new(l, v, known ? B_SCRATCH : B_ALLOCATED, known ? known : count);
    if (!known && on_host(l))
        emit(l, (Stmt){ S_ALLOCATE, .var = v, .count = count });
    else if (!known)
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

/* ---- what is said of sizes in threads -------------------------------------------- */

typedef struct {
    Core *size, *bound;
} Room;

struct Rooms {
    Table *def;                /* Var to the sum or product that it is */
    VEC(Room) room;
};

static Core *spelled_out(Core *size, void *def)
{
    Core *is = size->op == OP_VAR ? table_get(def, size->var) : NULL;
    return is ? spelled_out(is, def) : core_map(size, spelled_out, def);
}

static void find_rooms(Core *n, void *arg)
{
    Rooms *r = arg;
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++) {
        Core *e = n->stm[i].exp;
        if (e->op == OP_ADD || e->op == OP_SUB || e->op == OP_MUL)
            table_put(r->def, n->stm[i].var[0], e);
        if (e->op != OP_ASSERT || !e->unchecked || !i)
            continue;
        const Core *fits = n->stm[i - 1].exp;
        if (fits->op == OP_LE)
            vec_push(&r->room, ((Room){ spelled_out(fits->g[0].at[0], r->def),
                                        fits->g[1].at[0] }));
    }
    core_each(n, find_rooms, arg);
}

Rooms *rooms_of(const Core *body)
{
    Rooms *r = MAKE(Rooms, .def = table_new());
    find_rooms((Core *)body, r);
    return r;
}

static Core *bound_of(const Rooms *r, Core *size)
{
    size = spelled_out(size, r->def);
    for (int i = 0; i < r->room.n; i++)
        if (size_equal(r->room.at[i].size, size))
            return r->room.at[i].bound;
    return NULL;
}

/* ---- how many elements --------------------------------------------------------- */

static bool all_known(const Lower *l, const Core *e)
{
    return !tree_reads(e) && all_vars(e, host_knows, l);
}

/* The elements that the array has at most, over what the host knows; or null. */
static Core *room(Lower *l, const Var *like)
{
    Core *count = core_i64(1);
    for (int d = 0; d < like->type->rank; d++) {
        Core *most = size_normal(size_tree(l, like->type->dim[d]));
        if (!all_known(l, most)) {
            Core *bound = bound_of(l->facts->rooms, like->type->dim[d]);
            most = bound ? size_normal(size_tree(l, bound)) : NULL;
        }
        if (!most || !all_known(l, most))
            return NULL;
        if (!surely_natural(l->facts->range, most))
            most = tree_op(OP_MAX, most, core_i64(0));
        count = tree_mul(count, most);
    }
    return count;
}

/* ---- of threads and blocks ------------------------------------------------------- */

/* Bytes of a block's arrays that are declared with their sizes: the rest is the helpers'. */
enum { MOST_DECLARED = DECLARED_SHARED_BYTES - 2 * 1024 };

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
    if (k->nthreads)
        return k->nthreads;
    int outer = k->nlevels - k->shared;
    Core *arg[] = { total_of(k->count, outer), total_of(k->count + outer, k->shared) };
    return tree_call(k->shared ? "grid_stride_row_threads" : "grid_stride_threads", arg,
                     1 + k->shared, I64);
}

/* Of several dimensions, all of known extent; or null. */
static const Type *shape_of(const Type *t)
{
    int64_t n;
    for (int d = 0; d < t->rank; d++)
        if (!size_const(t->dim[d], &n) || n < 1)
            return NULL;
    return t->rank > 1 ? t : NULL;
}

/* An array of the block can be declared with its size, while there is room for it. */
static bool is_fixed(Lower *l, const Type *t, const Core *count)
{
    int64_t n, own = prim_bytes(t->prim);
    if (!size_const(count, &n) || n < 0 || n > MOST_DECLARED)
        return false;
    own *= n + (shape_of(t) ? n / t->dim[t->rank - 1]->value.i : n / 16);    /* with gaps */
    if (l->nest->team->declared + own > MOST_DECLARED)
        return false;
    l->nest->team->declared += own;
    return true;
}

static View *local_array(Lower *l, Var *v, int64_t count, const Type *t)
{
    emit(l, (Stmt){ S_ARRAY, .var = v, .count = core_i64(count > 0 ? count : 1) });
    return view_buffer(buffer_add(l->plan, (Buffer){ .var = v, .home = B_THREAD,
                                                     .shape = shape_of(t),
                                                     .empty = count == 0 }), t);
}

static View *block_array(Lower *l, const Var *like)
{
    const Type *t = sized(l, like->type);
    Core *count = room(l, like);
    if (!count)
        fail_at(span_of_var(like), ERR_CUDA_VARYING_ARRAY, "how large the array %s becomes in a "
                "block cannot be told before the kernel starts; such an array has no CUDA code",
                like->name);
    Buffer *b = buffer_add(l->plan, (Buffer){ .var = fresh_like(l, like, type_prim(t->prim)),
                                              .home = B_SHARED, .count = count });
    b->fixed = is_fixed(l, t, count);
    b->shape = b->fixed ? shape_of(t) : NULL;
    vec_push(&l->nest->arrays, b);
    return view_buffer(b, t);
}

/* What a thread keeps of an array of the block: a variable, or one array with a row for
   each round; null: it does not. */
View *kept_array(Lower *l, const Var *like)
{
    int rounds = kept_rounds(l, like), lead, rank = like->type->rank;
    if (!rounds)
        return NULL;
    const Type *t = sized(l, like->type);
    const Kids *level = table_get(l->nest->team->kept, like);
    Type *own = NEW(Type);
    int64_t n;
    lead = level->n;
    *own = (Type){ t->prim, 0, NEWS(Core *, rank + 1) };
    if (rounds > 1)
        own->dim[own->rank++] = core_i64(rounds);
    for (int d = lead; d < rank; d++)
        own->dim[own->rank++] = size_normal(t->dim[d]);
    if (!size_const(tree_count(own), &n) || n > OWN_ELEMENTS)
        return NULL;
    Var *v = fresh_like(l, like, type_prim(t->prim));
    View view = { V_OWN, .type = t, .lead = lead, .slot = &l->nest->team->slot };
    if (own->rank) {
        view.of = local_array(l, v, n, own);
    } else {
        declare_var(l, v, NULL);
        view.value = core_var(v);
    }
    return view_new(view);
}

/* A name for it, from the kernel's start on; one for all that are equal. */
static Core *named_at_start(Lower *l, const char *name, Core *tree)
{
    Block *start = &l->nest->locate;
    if (is_const(tree))
        return tree;
    for (int i = 0; i < start->n; i++)
        if (start->at[i]->kind == S_LET && start->at[i]->constant
            && core_equal(start->at[i]->exp, tree))
            return core_var(start->at[i]->var);
    Var *v = fresh(l, name, type_of(tree));
    stmt_add(start, (Stmt){ S_LET, .var = v, .exp = tree, .constant = true });
    return core_var(v);
}

/* In shared memory, rows of threads, of an odd length: what they read at one place of each lies
   in different banks. */
View *padded_rows(Lower *l, const Var *like, Core *count, Core *length)
{
    Prim p = like->type->prim;
    Core *two = core_i64(2);
    Core *odd = tree_add(tree_mul(tree_op(OP_QUOT, length, two), two), core_i64(1));
    Core *pitch = named_at_start(l, "pitch", odd);
    Var *rows = COPY(Var, *like);
    rows->type = type_dims(p, (Core *[]){ count, odd }, 2);
    View *all = view_typed(block_array(l, rows), type_dims(p, (Core *[]){ count, pitch }, 2));
    return rows_from(all, core_i64(0), type_dims(p, (Core *[]){ count, length }, 2));
}

/* Of a block that has a constant number of them, a row for each; null: nobody knows how many
   there are. */
static View *threads_row(Lower *l, const Var *like, const Type *t, Core *count)
{
    int64_t size = l->nest->team ? l->nest->team->size : 0;
    if (!size)
        return NULL;
    Core *thread = thread_number(l);
    View *row = view_row(padded_rows(l, like, core_i64(size), count), &thread, 1);
    return t->rank == 1 ? row : view_new((View){ V_SHAPE, .of = row, .type = t });
}

View *thread_array(Lower *l, const Var *like)
{
    View *own = l->together ? kept_array(l, like) : NULL;
    if (own)
        return own;
    if (l->together)
        return block_array(l, like);
    const Type *t = sized(l, like->type);
    Core *count = room(l, like);
    Var *v = fresh_like(l, like, type_prim(t->prim));
    int64_t n;
    if (count && size_const(count, &n) && n <= OWN_ELEMENTS)
        return local_array(l, v, n, t);
    if (!l->nest)
        fail_at(span_of_var(like), ERR_CUDA_OPERATION, "a function with an array inside has no "
                "CUDA code yet");
    if (!count)
        fail_at(span_of_var(like), ERR_CUDA_VARYING_ARRAY, "how large the array %s becomes in a "
                "thread cannot be told before the kernel starts; such an array has no CUDA code",
                like->name);
    View *row = l->nest->shares ? threads_row(l, like, t, count) : NULL;
    if (row)
        return row;
    if (l->nest->shares)
        fail_at(span_of_var(like), ERR_CUDA_OPERATION, "an array of varying size in a thread of a "
                "block has no CUDA code yet");
    if (l->nest->alone)
        return view_buffer(kernel_memory(l, l->nest, v, count), t);
    count_threads(l);
    Buffer *b = kernel_memory(l, l->nest, v, tree_mul(threads_of(l), count));
    b->threads = l->nest->threads;
    b->thread = l->nest->thread;
    return view_buffer(b, t);
}
