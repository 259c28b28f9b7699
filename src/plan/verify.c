/*
 * verify.c -- what holds of a finished plan; a violation is an internal error, never a file.
 *
 * The host's code is followed in the order in which it runs, with the sets of variables that are
 * bound and of buffers that have contents. Of branches what both have counts; a loop may have no
 * round, and begins a round with what it had before and at the end of the last one.
 *
 *   - Each variable that a statement or a launch mentions is bound there.
 *   - Each buffer that a kernel, a copy or the caller reads was written on every path before. A
 *     path ends at a check that always fails.
 *   - In a kernel each variable is bound where it is used, and what a thread or a block keeps
 *     for itself is written by something, if something reads it.
 *   - Blocks have 1 to 1024 threads, whatever BLOCK_SIZE is, and no more shared memory than a card
 *     has, where that is a constant.
 */
#include "plan.h"

#include <string.h>

typedef struct {
    const Plan *plan;
    const Entry *entry;
    Table *bound;              /* Vars in scope */
    Table *written;            /* Vars of buffers that have contents */
    bool quiet;                /* what is missing may yet come in a round before */
    bool ended;                /* nothing runs here */
} Flow;

/* ---- sets ------------------------------------------------------------------- */

static void add_to(const void *key, void *value, void *set)
{
    table_put(set, key, value);
}

static Table *copied(const Table *t)
{
    Table *copy = table_new();
    table_each(t, add_to, copy);
    return copy;
}

typedef struct { const Table *with; Table *both; } Meet;

static void add_common(const void *key, void *value, void *meet)
{
    Meet *m = meet;
    if (table_has(m->with, key))
        table_put(m->both, key, value);
}

static Table *common_of(const Table *a, const Table *b)
{
    Meet m = { b, table_new() };
    table_each(a, add_common, &m);
    return m.both;
}

static bool binds(const Stmt *s)
{
    return s->var && s->kind != S_COLLECTIVE && s->kind != S_STORE && !s->declared;
}

/* ---- memory ----------------------------------------------------------------- */

/* The buffer that the variable points into; null: it is none. */
static const Buffer *memory_of(const Plan *p, const Var *v)
{
    const Buffer *b = table_get(p->buffer_of, v);
    while (b && b->home == B_ROW)
        b = b->mate;
    return b;
}

static bool is_global(const Buffer *b)
{
    return b && b->home != B_THREAD && b->home != B_SHARED;
}

typedef struct {
    const Plan *plan;
    Table *read, *written;     /* Buffers; read: before they are written here */
} Access;

static void note_read(Access *a, const Var *v)
{
    const Buffer *b = memory_of(a->plan, v);
    if (b && !table_has(a->written, b))
        table_put(a->read, b, (void *)b);
}

static void note_write(Access *a, const Core *place)
{
    const Core *base = place->op == OP_INDEX ? place->g[0].at[0] : place;
    const Buffer *b = base->op == OP_VAR ? memory_of(a->plan, base->var) : NULL;
    if (b)
        table_put(a->written, b, (void *)b);
}

static void reads_in(Core *n, void *access)
{
    if (n->op == OP_VAR)
        note_read(access, n->var);
    else
        core_each(n, reads_in, access);
}

static void reads_of(Access *a, const Core *n)
{
    if (n)
        reads_in((Core *)n, a);
}

/* The index of a place that is not read itself. */
static void index_of(Access *a, const Core *place)
{
    for (int i = 0; place->op == OP_INDEX && i < place->g[1].n; i++)
        reads_of(a, place->g[1].at[i]);
}

static bool writes_place(const Stmt *s)
{
    return stmt_writes(s) || s->kind == S_SET || s->kind == S_COPY || s->kind == S_CLEAR
        || s->kind == S_GIVE;
}

static void note_accesses(Stmt *s, void *access)
{
    Access *a = access;
    bool writes = s->to && writes_place(s);
    if (s->exp && s->kind == S_ROW)
        index_of(a, s->exp);
    else
        reads_of(a, s->exp);
    reads_of(a, s->count);
    for (int i = 0; i < s->said.n; i++)
        reads_of(a, s->said.at[i]);
    if (s->kind == S_STORE)
        note_read(a, s->var);
    if (writes)
        index_of(a, s->to);
    if (!writes || s->kind == S_ATOMIC)
        reads_of(a, s->to);
    if (writes)
        note_write(a, s->to);
    if (s->kind == S_LOAD || (s->kind == S_ARRAY && s->exp))
        note_write(a, core_var(s->var));
}

static Access access_new(const Plan *p)
{
    return (Access){ p, table_new(), table_new() };
}

static void access_free(Access *a)
{
    table_free(a->read);
    table_free(a->written);
}

/* What a stage reads and writes of the memory of threads, blocks and the grid. */
static Access stage_access(const Plan *p, const Stage *s)
{
    Access a = access_new(p);
    Holes all = stage_holes(s);
    block_each(&s->prologue, note_accesses, &a);
    for (int i = 0; i < all.n; i++) {
        const Hole *h = all.at[i].hole;
        HoleKind kind = all.at[i].row->kind;
        block_each(&h->block, note_accesses, &a);
        if (h->exp && (kind == HOLE_PLACE || kind == HOLE_TOLD))
            note_write(&a, h->exp);
        else
            reads_of(&a, h->exp);
    }
    vec_free(&all);
    return a;
}

/* ---- a kernel by itself ------------------------------------------------------- */

typedef struct {
    const Kernel *kernel;
    const Stage *stage;
    const Access *access;
    Table *bound;
} Inside;

static void demand_inside(Var *v, void *inside)
{
    const Inside *in = inside;
    if (!table_has(in->bound, v))
        bug("plan: kernel %s%s uses %s where it is not bound", in->kernel->name,
            in->stage->suffix, v->name);
}

static void verify_scope(Inside *in, const Block *b, bool ends);

static void verify_stmt(Inside *in, Stmt *s)
{
    if (s->var)
        table_put(in->bound, s->var, s);
    stmt_own_vars(s, demand_inside, in);
    verify_scope(in, &s->body, s->kind != S_EACH);
    verify_scope(in, &s->other, true);
    if (s->var && (s->kind == S_FOR || s->kind == S_PEERS))
        table_del(in->bound, s->var);
}

/* What a block binds ends with it, unless it is the scope around it that binds. */
static void verify_scope(Inside *in, const Block *b, bool ends)
{
    for (int i = 0; i < b->n; i++)
        verify_stmt(in, b->at[i]);
    for (int i = 0; i < b->n && ends; i++)
        if (binds(b->at[i]))
            table_del(in->bound, b->at[i]->var);
}

static void demand_kept(const void *key, void *value, void *inside)
{
    const Buffer *b = key;
    const Inside *in = inside;
    (void)value;
    if (!is_global(b) && !b->empty && !table_has(in->access->written, b))
        bug("plan: kernel %s%s reads %s, and nothing there writes it", in->kernel->name,
            in->stage->suffix, b->var->name);
}

static void verify_stage(const Kernel *k, const Stage *s, const Access *a)
{
    Inside in = { k, s, a, table_new() };
    Holes all = stage_holes(s);
    for (int i = 0; i < s->param.n; i++)
        table_put(in.bound, s->param.at[i], s->param.at[i]);
    for (int i = 0; i < all.n; i++)
        if (all.at[i].row->kind == HOLE_NAME && all.at[i].hole->var)
            table_put(in.bound, all.at[i].hole->var, all.at[i].hole->var);
    verify_scope(&in, &s->prologue, false);
    for (int i = 0; i < all.n; i++)
        verify_scope(&in, &all.at[i].hole->block, false);   /* known in those behind it */
    for (int i = 0; i < all.n; i++)
        tree_vars(all.at[i].hole->exp, demand_inside, &in);
    table_each(a->read, demand_kept, &in);
    vec_free(&all);
    table_free(in.bound);
}

/* ---- launches ----------------------------------------------------------------- */

enum { LEAST_BLOCK = 32, MOST_THREADS = 1024 };

typedef struct { int64_t block_size; bool known; } Count;

static Core *with_block_size(Core *n, void *count)
{
    Count *c = count;
    if (n->op == OP_TERM && n->g[0].n == 0 && !strcmp(n->text, "BLOCK_SIZE"))
        return core_const(scalar_int(I64, c->block_size));
    c->known &= n->op != OP_TERM && n->op != OP_VAR;
    Core *m = core_map(n, with_block_size, count);
    return ops[m->op].kind == K_SCALAR && m->g[1].n
        ? tree_op(m->op, m->g[0].at[0], m->g[1].at[0]) : m;
}

/* Where the constants alone say how many threads there are. */
static void verify_threads(const Kernel *k, const Stage *s)
{
    const int64_t sizes[] = { LEAST_BLOCK, MOST_THREADS };
    for (int i = 0; i < 2; i++) {
        Count c = { sizes[i], true };
        int64_t threads;
        Core *n = with_block_size(s->threads, &c);
        if (c.known && size_const(n, &threads) && (threads < 1 || threads > MOST_THREADS))
            bug("plan: kernel %s%s has blocks of %lld threads", k->name, s->suffix,
                (long long)threads);
    }
}

/* Adds the bytes of an array in shared memory that is declared with its size. */
static void note_declared(Stmt *s, void *bytes)
{
    int64_t n;
    if (s->kind == S_SHARED && !s->to && !s->exp && size_const(s->count, &n))
        *(int64_t *)bytes += n * prim_bytes(s->var->type->prim);
}

/* A kernel may declare 48 KB of shared memory; for more the launch has to ask. */
static void verify_declared(const Kernel *k, const Stage *s)
{
    int64_t bytes = 0;
    Holes all = stage_holes(s);
    block_each(&s->prologue, note_declared, &bytes);
    for (int i = 0; i < all.n; i++)
        block_each(&all.at[i].hole->block, note_declared, &bytes);
    if (bytes > DECLARED_SHARED_BYTES)
        bug("plan: kernel %s%s declares %lld bytes of shared memory, and nvcc takes 48 KB", k->name,
            s->suffix, (long long)bytes);
}

/* Where the program says how many bytes there are; they are asked for without a test. */
static void verify_shared(const Kernel *k, const Stage *s)
{
    int64_t bytes;
    if (s->shared && size_const(s->shared, &bytes) && bytes > CARD_SHARED_BYTES)
        bug("plan: kernel %s%s asks for %lld bytes of shared memory, which no card has", k->name,
            s->suffix, (long long)bytes);
}

/* ---- the host's code ---------------------------------------------------------- */

static void demand_bound(Var *v, void *flow)
{
    const Flow *f = flow;
    const Buffer *b = memory_of(f->plan, v);
    bool scratch = b && (b->home == B_SCRATCH || b->home == B_SHARED) && b->slot >= 0;
    if (!scratch && !table_has(f->bound, v))
        bug("plan: %s uses %s where it is not bound", f->entry->symbol, v->name);
}

static void demand_written(const void *key, void *value, void *flow)
{
    const Flow *f = flow;
    const Buffer *b = value;
    if (!f->quiet && is_global(b) && !table_has(f->written, key))
        bug("plan: %s reads %s before anything writes it", f->entry->symbol, b->var->name);
}

static void now_written(const void *key, void *value, void *flow)
{
    table_put(((Flow *)flow)->written, key, value);
}

static void flow_access(Flow *f, Access a)
{
    table_each(a.read, demand_written, f);
    table_each(a.written, now_written, f);
    access_free(&a);
}

static void flow_launch(Flow *f, const Kernel *k)
{
    for (int i = 0; i < k->stages.n; i++) {
        const Stage *s = k->stages.at[i];
        Access a = stage_access(f->plan, s);
        if (!f->quiet) {
            verify_threads(k, s);
            verify_shared(k, s);
            verify_declared(k, s);
            verify_stage(k, s, &a);
        }
        flow_access(f, a);
    }
}

static void swapped(Flow *f, const Var *x, const Var *y)
{
    const Buffer *a = memory_of(f->plan, x), *b = memory_of(f->plan, y);
    bool has_a = table_has(f->written, a), has_b = table_has(f->written, b);
    if (has_a && !has_b)
        table_del(f->written, a);
    if (has_b && !has_a)
        table_del(f->written, b);
    if (has_a)
        table_put(f->written, b, (void *)b);
    if (has_b)
        table_put(f->written, a, (void *)a);
}

static void flow_block(Flow *f, const Block *b);

static void flow_loop(Flow *f, const Stmt *s)
{
    Table *before = copied(f->written);
    bool quiet = f->quiet;
    f->quiet = true;
    flow_block(f, &s->body);
    f->quiet = quiet;
    Table *after = f->written;
    f->written = common_of(before, f->ended ? before : after);
    f->ended = false;                    /* there may be no round */
    if (!quiet) {
        Table *round = copied(f->written);
        flow_block(f, &s->body);
        table_free(f->written);
        f->written = round;
        f->ended = false;
    }
    table_free(before);
    table_free(after);
}

static void flow_if(Flow *f, const Stmt *s)
{
    Table *before = copied(f->written);
    flow_block(f, &s->body);
    Table *then = f->written;
    bool ended = f->ended;
    f->written = before;
    f->ended = false;
    flow_block(f, &s->other);
    Table *otherwise = f->written;
    f->written = common_of(ended ? otherwise : then, f->ended ? then : otherwise);
    f->ended &= ended;
    table_free(then);
    table_free(otherwise);
}

/* A call reads its parameters and their sizes, and writes the results, which are behind them. */
static void flow_call(Flow *f, const Stmt *s)
{
    const Func *callee = s->callee->func;
    Access a = access_new(f->plan);
    for (int i = 0; i < s->arg.n; i++)
        if (i < callee->nparams + callee->nsizes)
            reads_of(&a, s->arg.at[i].exp);
        else
            note_write(&a, s->arg.at[i].exp);
    flow_access(f, a);
}

static bool is_empty(const Core *count)
{
    int64_t n;
    return count && size_const(count, &n) && n == 0;
}

static void flow_stmt(Flow *f, Stmt *s)
{
    if (s->var)
        table_put(f->bound, s->var, s);
    stmt_own_vars(s, demand_bound, f);
    switch (s->kind) {
    case S_FOR: case S_LOOP: flow_loop(f, s); return;
    case S_LAUNCH: flow_launch(f, s->kernel); return;
    case S_SWAP: swapped(f, s->to->var, s->exp->var); return;
    case S_CALL: flow_call(f, s); return;
    case S_FREE: case S_KEEP: return;
    default: break;
    }
    Access a = access_new(f->plan);
    note_accesses(s, &a);
    if (s->kind == S_ALLOCATE && is_empty(s->count))
        note_write(&a, core_var(s->var));
    flow_access(f, a);
    if (s->kind == S_IF)
        flow_if(f, s);
    f->ended |= always_fails(s);
}

static void flow_block(Flow *f, const Block *b)
{
    for (int i = 0; i < b->n; i++)
        flow_stmt(f, b->at[i]);
    for (int i = 0; i < b->n; i++)
        if (binds(b->at[i]))
            table_del(f->bound, b->at[i]->var);
}

/* ---- entries ------------------------------------------------------------------ */

static void bind(Flow *f, const Var *v)
{
    if (v)
        table_put(f->bound, v, (void *)v);
}

static void bind_entry(Flow *f)
{
    const Entry *e = f->entry;
    for (int i = 0; i < e->func->nsizes; i++)
        bind(f, e->func->size[i]);
    for (int i = 0; i < e->func->nparams; i++)
        bind(f, e->func->param[i]);
    for (int i = 0; i < f->plan->thresholds.n; i++)
        bind(f, f->plan->thresholds.at[i]->var);
    for (int i = 0; i < e->choices.n; i++)
        bind(f, e->choices.at[i]->version);
    for (int i = 0; i < e->buffers.n; i++) {
        const Buffer *b = e->buffers.at[i];
        if (b->home == B_PARAM || b->home == B_RESULT || b->home == B_GIVEN)
            bind(f, b->var);
        if (b->home == B_PARAM || is_empty(b->count))
            table_put(f->written, b, (void *)b);
    }
    for (int k = 0; k < e->func->nresults; k++)
        if (e->result[k] && is_empty(tree_count(e->result_type[k])))
            table_put(f->written, e->result[k], e->result[k]);
    for (int i = 0; i < f->plan->kernels.n; i++)
        for (int k = 0; k < f->plan->kernels.at[i]->stages.n; k++)
            bind(f, f->plan->kernels.at[i]->stages.at[k]->self);
    bind(f, e->failure);
    if (e->failure) {
        const Buffer *b = memory_of(f->plan, e->failure);
        table_put(f->written, b, (void *)b);
    }
}

static void verify_entry(const Plan *p, const Entry *e)
{
    Flow f = { .plan = p, .entry = e, .bound = table_new(), .written = table_new() };
    bind_entry(&f);
    Block all = { 0 };
    for (int i = 0; i < e->body.n; i++)
        vec_push(&all, e->body.at[i]);
    for (int i = 0; i < e->last.n; i++)
        vec_push(&all, e->last.at[i]);
    flow_block(&f, &all);
    for (int k = 0; k < e->func->nresults; k++)
        if (!f.ended && !e->func->send && e->result[k] && !table_has(f.written, e->result[k]))
            bug("plan: nothing writes %s, a result of %s", e->result[k]->var->name, e->symbol);
    table_free(f.bound);
    table_free(f.written);
}

void plan_verify(const Plan *p)
{
    for (int i = 0; i < p->inner.n; i++)
        verify_entry(p, p->inner.at[i]);
    for (int i = 0; i < p->entries.n; i++)
        verify_entry(p, p->entries.at[i]);
}
