/* host.c -- steps of the host: memory, copies, launches, reading back. */
#include "lower.h"

/* ---- memory ---------------------------------------------------------------- */

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
    Stmt *s = emit(l, S_ALLOCATE);
    s->var = v;
    s->count = count;
    b->block = l->out;
    return view_buffer(b, t);
}

BufferHome home_of_array(Lower *l, const Var *like)
{
    bool known = expanded(l, tree_count(sized(l, like->type))) != NULL;
    return known && !table_has(l->facts->movable, like) ? B_SCRATCH : B_ALLOCATED;
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

/* Its elements are the first of a buffer that ends with this block. */
static bool is_movable(const Lower *l, const View *v, bool exact)
{
    Buffer *b = view_base(v), *same;
    Core *start;
    int64_t first;
    if (!b || b->home != B_ALLOCATED || b->block != l->out || b->given)
        return false;
    if (exact)
        return view_whole(v, b);
    return view_run(v, &same, &start) && size_const(start, &first) && first == 0;
}

View *movable(Lower *l, const Core *atom, bool exact)
{
    View *v = view_of(l, atom);
    Buffer *b = view_base(v);
    if (!is_movable(l, v, exact)) {
        View *to = allocated(l, atom->var->name, v->type, tree_count(v->type));
        copy_view(l, v, to);
        return to;
    }
    b->given = true;
    return view_buffer(b, v->type);
}

void swap_memory(Lower *l, View *a, View *b)
{
    Stmt *s = emit(l, S_SWAP);
    s->to = core_var(a->buffer->var);
    s->exp = core_var(b->buffer->var);
    table_put(l->plan->mutable, s->to->var, a->buffer);
    table_put(l->plan->mutable, s->exp->var, b->buffer);
}

/* ---- copies ---------------------------------------------------------------- */

static bool swaps_last_two(const View *v)
{
    int r = v->type->rank;
    if (v->kind != V_PERM || r < 2)
        return false;
    for (int d = 0; d < r - 2; d++)
        if (v->perm[d] != d)
            return false;
    return v->perm[r - 2] == r - 1;
}

void host_copy(Lower *l, View *from, View *to)
{
    Buffer *a, *b;
    Core *at_a, *at_b;
    int64_t n;
    if (size_const(tree_count(from->type), &n) && n == 0)
        return;
    if (view_run(from, &a, &at_a) && view_run(to, &b, &at_b)) {
        Stmt *s = emit(l, S_COPY);
        s->to = tree_load(b, at_b);
        s->exp = tree_load(a, at_a);
        s->count = tree_count(from->type);
        s->guarded = !size_const(s->count, &n);
        return;
    }
    if (swaps_last_two(from) && from->of->kind == V_BUFFER && to->kind == V_BUFFER)
        transpose(l, from, to);
    else
        gather(l, from, to);
}

/* ---- scalars on the device ------------------------------------------------- */

void read_back(Lower *l, Var *v, Core *load)
{
    Stmt *s = emit(l, S_READ);
    s->var = fresh(l, format("%s_on_host", name_base(v->name)), v->type);
    s->exp = load;
    l->entry->waits = true;
    table_put(l->facts->tree, v, core_var(s->var));
    table_put(l->facts->hosted, s->var, v);
}

/* The scalar lies there already. */
static bool lies_in(const Lower *l, const Core *atom, const Buffer *b)
{
    Core *tree = atom->op == OP_VAR ? table_get(l->facts->tree, atom->var) : NULL;
    return tree && tree->op == OP_INDEX && is_var(tree->g[0].at[0], b->var);
}

static void launch_alone(Lower *l, Nest *k)
{
    Core *one = core_const(scalar_int(I32, 1));
    fill(stage_new(k, "single", "", one, one), "body")->block = k->body;
    launch(l, k, NULL);
}

/* One kernel of one thread stores n scalars; a buffer may be null. */
void store_scalars(Lower *l, Core **atom, Buffer **to, int n)
{
    Nest *k = NULL;
    Lower in;
    for (int i = 0; i < n; i++) {
        if (!to[i] || lies_in(l, atom[i], to[i]))
            continue;
        if (!k) {
            k = nest_new(NULL, format("set_%s", to[i]->var->name), "One thread stores scalars.");
            in = in_kernel(l, k);
        }
        emit_set(&in, tree_load(to[i], NULL), scalar_of(&in, atom[i]));
    }
    if (k)
        launch_alone(l, k);
}

void store_scalar(Lower *l, Core *atom, Buffer *to)
{
    store_scalars(l, &atom, &to, 1);
}

/* An array result must outlive the kernel: it takes the place of an operand,
   or gets memory. */
static void place_result(Lower *l, const Stm *s, int k)
{
    const Core *old = replaced(s->exp, k);
    if (old)
        bind_view(l, old->var, own(l, old, s->var[k]));
    else if (!table_has(l->facts->dest, s->var[k]))
        table_put(l->facts->dest, s->var[k], host_array(l, s->var[k]));
}

/* Runs one binding in a kernel of one thread. */
void thread_kernel(Lower *l, const Stm *s)
{
    Facts *f = l->facts;
    Nest *k = nest_new(s->exp, s->var[0]->name,
                       "One thread computes this, on the device where its operands are.");
    k->alone = true;
    Lower in = in_kernel(l, k);
    for (int i = 0; i < s->nvars; i++)
        if (s->var[i]->type->rank)
            place_result(l, s, i);
    lower_stm(&in, s);
    for (int i = 0; i < s->nvars; i++) {
        Var *v = s->var[i];
        if (v->type->rank)
            continue;
        View *d = table_get(f->dest, v);
        Buffer *b = d ? d->buffer : host_array(l, v)->buffer;
        emit_set(&in, tree_load(b, NULL), table_get(f->tree, v));
        table_put(f->tree, v, tree_load(b, NULL));
    }
    launch_alone(l, k);
    for (int i = 0; i < s->nvars; i++)
        if (!s->var[i]->type->rank && table_has(f->places->read_back, s->var[i]))
            read_back(l, s->var[i], table_get(f->tree, s->var[i]));
}
