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
        vec_push(&l->kernel->memory, b);
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

/* ---- launches -------------------------------------------------------------- */

Lower in_kernel(Lower *l, Kernel *k)
{
    return (Lower){ .plan = l->plan, .entry = l->entry, .kernel = k, .out = &k->body,
                    .facts = l->facts, .loaded = table_new(), .host = l, .greatest = table_new() };
}

typedef struct {
    Lower *l;
    Kernel *k;
    Table *local;
    VEC(Var *) reads;
    VEC(Var *) scalars;
    VEC(Var *) writes;
    Table *seen;
} Params;

static void find_local(Stmt *s, void *arg)
{
    Params *p = arg;
    if (s->var)
        table_put(p->local, s->var, s->var);
    p->k->fails |= s->kind == S_CHECK;
    bool writes = s->kind == S_SET || s->kind == S_ATOMIC || s->kind == S_LOCKED;
    if (!writes || s->to->op != OP_INDEX)
        return;
    Var *v = s->to->g[0].at[0]->var;
    for (Buffer *b = table_get(p->l->plan->buffer_of, v); b; b = b->mate) {
        table_put(p->k->written, b->var, b);
        if (b->home != B_ROW)
            break;
    }
}

static void add_param(Var *v, void *arg)
{
    Params *p = arg;
    if (table_has(p->local, v) || table_has(p->seen, v))
        return;
    table_put(p->seen, v, v);
    Buffer *b = table_get(p->l->plan->buffer_of, v);
    if (!b)
        vec_push(&p->scalars, v);
    else if (table_has(p->k->written, v) || b->pinned)
        vec_push(&p->writes, v);
    else
        vec_push(&p->reads, v);
}

static void add_local(Params *p, Var *v)
{
    if (v)
        table_put(p->local, v, v);
}

/* Arrays read, then scalars, then arrays written. */
static Var **param_list(Params *p, int *n)
{
    Var **all = NEWS(Var *, p->reads.n + p->scalars.n + p->writes.n);
    *n = 0;
    for (int i = 0; i < p->reads.n; i++)
        all[(*n)++] = p->reads.at[i];
    for (int i = 0; i < p->scalars.n; i++)
        all[(*n)++] = p->scalars.at[i];
    for (int i = 0; i < p->writes.n; i++)
        all[(*n)++] = p->writes.at[i];
    return all;
}

static Params params_new(Lower *l, Kernel *k)
{
    Params p = { .l = l, .k = k, .local = table_new(), .seen = table_new() };
    for (int i = 0; i < k->nlevels; i++)
        add_local(&p, k->index[i]);
    add_local(&p, k->sum);
    add_local(&p, k->item);
    add_local(&p, k->threads);
    add_local(&p, k->thread);
    return p;
}

static void first_params(Lower *l, Kernel *k)
{
    bool scan = k->kind == KERNEL_SCAN;
    Block *block[] = { &k->prologue, &k->locate, &k->outer, scan ? &k->first_body : &k->body,
                       &k->finish };
    int n = scan ? 4 : 5;                                /* finish: of the last stage */
    Params p = params_new(l, k);
    for (int i = 0; i < n; i++)
        block_each(block[i], find_local, &p);
    for (int i = 0; i < n; i++)
        block_vars(block[i], add_param, &p);
    if (k->kind != KERNEL_THREAD)
        for (int i = 0; i < k->nlevels; i++)
            tree_vars(k->count[i], add_param, &p);
    tree_vars(k->neutral, add_param, &p);
    if (k->total)
        tree_vars(k->total, add_param, &p);
    if (k->from) {
        add_param(k->from->var, &p);
        table_put(k->written, k->to->var, k->to);
        add_param(k->to->var, &p);
    }
    if (k->partials) {
        table_put(k->written, k->partials, k->partials);
        add_param(k->partials, &p);
    }
    k->param = param_list(&p, &k->nparams);
}

/* Of the last stage: of a reduction, which folds the partial results, or of a
   scan, which does everything again from a prefix. */
static void final_params(Lower *l, Kernel *k)
{
    Params p = params_new(l, k);
    Block *block[] = { &k->prologue, &k->locate, &k->outer, &k->body, &k->finish };
    Table *first = k->written;
    k->written = k->final_written = table_new();
    for (int i = 0; i < 5; i++)
        block_each(block[i], find_local, &p);
    for (int i = 0; i < k->nresults; i++)
        table_put(k->written, k->result[i]->g[0].at[0]->var, k);
    if (k->kind == KERNEL_SCAN) {
        for (int i = 0; i < 5; i++)
            block_vars(block[i], add_param, &p);
        tree_vars(k->total, add_param, &p);
    }
    add_param(k->partials, &p);
    if (k->kind == KERNEL_REDUCE) {
        vec_push(&p.scalars, k->blocks);
        block_vars(&k->fold_prologue, add_param, &p);
    }
    tree_vars(k->neutral, add_param, &p);
    for (int i = 0; i < k->nresults; i++)
        tree_vars(k->result[i], add_param, &p);
    k->final = param_list(&p, &k->nfinal);
    k->written = first;
}

/* Of the stage of a scan that scans the partial results. */
static void fold_params(Lower *l, Kernel *k)
{
    Params p = params_new(l, k);
    block_each(&k->fold_prologue, find_local, &p);
    block_vars(&k->fold_prologue, add_param, &p);
    if (operator_fails(k->op))
        tree_vars(k->neutral, add_param, &p);
    k->fold = param_list(&p, &k->nfold);
}

static void note_use(Var *v, void *used)
{
    table_put(used, v, v);
}

static void note_reads(Stmt *s, void *used)
{
    tree_vars(s->exp, note_use, used);
    tree_vars(s->count, note_use, used);
}

/* A copy without stores in memory that nothing here reads. */
static Block storeless(const Plan *p, const Block *b, Table *reads)
{
    Block kept = { 0 };
    for (int i = 0; i < b->n; i++) {
        const Stmt *s = b->at[i];
        Core *to = s->kind == S_SET && s->to->op == OP_INDEX ? s->to->g[0].at[0] : NULL;
        const Buffer *memory = to ? table_get(p->buffer_of, to->var) : NULL;
        if (memory && memory->home <= B_SCRATCH && !table_has(reads, to->var))
            continue;
        Stmt *copy = NEW(Stmt);
        *copy = *s;
        copy->body = storeless(p, &s->body, reads);
        copy->other = storeless(p, &s->other, reads);
        bool does = copy->body.n || copy->other.n;
        if (does || (s->kind != S_FOR && s->kind != S_IF))
            vec_push(&kept, copy);
    }
    return kept;
}

/* The first stage of a scan leaves mapped results to the last. */
static Block without_stores(const Plan *p, const Kernel *k)
{
    Table *reads = table_new(), *used = table_new();
    block_each(&k->body, note_reads, reads);
    Block b = storeless(p, &k->body, reads);
    b = block_pruned(&b, used);
    return storeless(p, &b, reads);
}

/* What nobody reads is not computed. */
static void prune(const Lower *l, Kernel *k)
{
    Table *used = table_new();
    Block *const block[] = { &k->finish, &k->body, &k->outer, &k->locate, &k->prologue };
    for (int i = 0; i < k->nresults; i++)
        tree_vars(k->result[i], note_use, used);
    if (k->op && k->op->self)
        note_use(k->op->self, used);
    tree_vars(k->neutral, note_use, used);
    for (int i = 0; i < 5; i++)
        *block[i] = block_pruned(block[i], used);
    used = table_new();
    if (k->op && k->op->self)
        note_use(k->op->self, used);
    if (k->kind == KERNEL_REDUCE || operator_fails(k->op))
        tree_vars(k->neutral, note_use, used);
    k->fold_prologue = block_pruned(&k->prologue, used);
    k->first_body = without_stores(l->plan, k);
}

/* What was measured before the kernel must still hold in it. */
static void is_unchanged(const void *v, void *greatest, void *kernel)
{
    const Kernel *k = kernel;
    (void)greatest;
    if (table_has(k->written, v))
        fail_at(k->origin.span, ERR_CUDA_VARYING_ARRAY,
                "how large an array becomes in a thread cannot be "
                "told before the kernel starts: it depends on %s, which the kernel changes",
                ((const Var *)v)->name);
}

void launch(Lower *l, Kernel *k, Core *guard)
{
    if (k->nsource)
        l->facts->positive.n = k->assumed;
    prune(l, k);
    prune_checks(l->plan, &k->body);
    prune_checks(l->plan, &k->first_body);
    k->written = table_new();
    first_params(l, k);
    if (k->measured)
        table_each(k->measured, is_unchanged, k);
    for (int i = 0; i < k->nparams; i++)
        k->fails |= k->param[i] == l->entry->failure;
    if (k->partials)
        final_params(l, k);
    if (k->kind == KERNEL_SCAN)
        fold_params(l, k);
    int64_t n;
    k->guard = guard && size_const(guard, &n) && n > 0 ? NULL : guard;
    vec_push(&l->plan->kernels, k);
    for (int i = 0; i < k->memory.n; i++) {
        Stmt *s = emit(l, S_ALLOCATE);
        s->var = k->memory.at[i]->var;
        s->count = k->memory.at[i]->count;
    }
    emit(l, S_LAUNCH)->kernel = k;
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

/* One kernel of one thread stores n scalars; a buffer may be null. */
void store_scalars(Lower *l, Core **atom, Buffer **to, int n)
{
    Kernel *k = NULL;
    Lower in;
    for (int i = 0; i < n; i++) {
        if (!to[i] || lies_in(l, atom[i], to[i]))
            continue;
        if (!k) {
            k = kernel_new(KERNEL_THREAD, NULL, format("set_%s", to[i]->var->name));
            k->does = "One thread stores scalars.";
            in = in_kernel(l, k);
        }
        emit_set(&in, tree_load(to[i], NULL), scalar_of(&in, atom[i]));
    }
    if (k)
        launch(l, k, NULL);
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
    Kernel *k = kernel_new(KERNEL_THREAD, s->exp, s->var[0]->name);
    k->does = "One thread computes this, on the device where its operands are.";
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
    launch(l, k, NULL);
    for (int i = 0; i < s->nvars; i++)
        if (!s->var[i]->type->rank && table_has(f->places->read_back, s->var[i]))
            read_back(l, s->var[i], table_get(f->tree, s->var[i]));
}
