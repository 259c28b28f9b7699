/* launch.c -- kernels as stages: their holes, what they mention, their launches. */
#include "lower.h"

#include <string.h>

Nest *nest_new(const Core *node, const char *name, const char *does)
{
    Kernel *k = MAKE(Kernel, .node = node,
                             .origin = node && node->span ? origin_of(node) : origin_now(),
                             .name = name, .does = does);
    return MAKE(Nest, .kernel = k);
}

Lower in_kernel(Lower *l, Nest *k)
{
    return (Lower){ .plan = l->plan, .entry = l->entry, .nest = k, .out = &k->body,
                    .facts = l->facts, .host = l, .version = l->version, .loaded = table_new(),
                    .bindings = l->bindings };
}

Core *host_call(const char *name, Core *const *arg, int n)
{
    return tree_call(name, arg, n, I64);
}

Core *grid_of(Core *blocks)
{
    return host_call("linear_grid", &blocks, 1);
}

Core *block_size(void)
{
    return tree_name("BLOCK_SIZE", I32);
}

/* ---- holes ----------------------------------------------------------------- */

Stage *stage_new(Nest *k, const char *skeleton, const char *suffix, Core *grid, Core *threads)
{
    Stage *s = MAKE(Stage, .skeleton = skeleton_of(skeleton), .suffix = suffix, .grid = grid,
                           .threads = threads, .prologue = k->prologue);
    vec_push(&k->kernel->stages, s);
    return s;
}

Hole *fill(Stage *s, const char *hole)
{
    Hole *h = (Hole *)stage_hole(s, hole);
    if (!h)
        bug("the skeleton %s has no hole %s", s->skeleton->name, hole);
    h->filled = true;
    return h;
}

void fill_level(Stage *s, const char *axis, Var *index, Core *count)
{
    const char *end = format("%s_end", axis);
    fill(s, axis)->var = index;
    fill(s, format("%s_count", axis))->exp = count;
    if (stage_hole(s, end))
        fill(s, end)->exp = count;
}

void fill_threads(Stage *s, const Nest *k)
{
    if (!k->threads)
        return;
    fill(s, "threads")->var = k->threads;
    fill(s, "thread")->var = k->thread;
}

static void check_filled(const Stage *s)
{
    Holes all = stage_holes(s);
    for (int i = 0; i < all.n; i++)
        if (!all.at[i].hole->filled && !all.at[i].row->optional)
            bug("hole %s of the skeleton %s is empty", all.at[i].row->name, s->skeleton->name);
    vec_free(&all);
}

/* ---- parameters ------------------------------------------------------------ */

typedef struct {
    const Plan *plan;
    Kernel *kernel;
    Stage *stage;
    Table *local, *seen;
    VEC(Var *) found;
} Params;

static void writes_to(Params *p, const Core *place)
{
    const Core *memory = place->op == OP_INDEX ? place->g[0].at[0] : place;
    for (Buffer *b = table_get(p->plan->buffer_of, memory->var); b; b = b->mate) {
        table_put(p->stage->written, b->var, b);
        if (b->home != B_ROW)
            break;
    }
}

static void note_stmt(Stmt *s, void *arg)
{
    Params *p = arg;
    if (s->var)
        table_put(p->local, s->var, s->var);
    p->kernel->fails |= s->kind == S_CHECK;
    if (stmt_writes(s))
        writes_to(p, s->to);
}

static void find_param(Var *v, void *arg)
{
    Params *p = arg;
    if (!table_has(p->local, v) && !table_has(p->seen, v))
        vec_push(&p->found, v);
    table_put(p->seen, v, v);
}

/* Arrays read come first, then scalars, then arrays written. */
static int order_of(const Params *p, const Var *v)
{
    const Buffer *b = table_get(p->plan->buffer_of, v);
    return !b ? 1 : table_has(p->stage->written, v) || b->pinned ? 2 : 0;
}

void find_params(Lower *l, Kernel *k, Stage *s)
{
    Params p = { .plan = l->plan, .kernel = k, .stage = s, .local = table_new(),
                 .seen = table_new() };
    Holes all = stage_holes(s);
    s->written = table_new();
    s->param.n = 0;
    block_each(&s->prologue, note_stmt, &p);
    for (int i = 0; i < all.n; i++) {
        const Hole *h = all.at[i].hole;
        HoleKind kind = all.at[i].row->kind;
        block_each(&h->block, note_stmt, &p);
        if (kind == HOLE_NAME && h->var)
            table_put(p.local, h->var, s);
        else if ((kind == HOLE_PLACE || kind == HOLE_TOLD) && h->exp)
            writes_to(&p, h->exp);
    }
    block_vars(&s->prologue, find_param, &p);
    for (int i = 0; i < all.n; i++)
        block_vars(&all.at[i].hole->block, find_param, &p);
    for (int i = 0; i < all.n; i++)
        tree_vars(all.at[i].hole->exp, find_param, &p);
    for (int order = 0; order < 3; order++)
        for (int i = 0; i < p.found.n; i++)
            if (order_of(&p, p.found.at[i]) == order)
                vec_push(&s->param, p.found.at[i]);
    k->fails |= l->entry->failure && table_has(p.seen, l->entry->failure);
    vec_free(&all);
    vec_free(&p.found);
    table_free(p.local);
    table_free(p.seen);
}

/* ---- what nobody reads ----------------------------------------------------- */

static const Stmt *check_in(const Block *b)
{
    for (int i = 0; i < b->n; i++)
        if (b->at[i]->kind == S_CHECK)
            return b->at[i];
    return NULL;
}

/* A row whose check fails has no elements to read: the threads of its block, which are all at this
   place, leave together. */
static void leave_after_check(const Stage *s, const HoleRow *row, Block *b)
{
    const Stmt *check = check_in(b);
    if (check && !strcmp(row->name, "outer") && strcmp(s->skeleton->name, "reduce_short_rows"))
        stmt_add(b, (Stmt){ S_LEAVE, .to = check->to });
}

typedef struct {
    const Var *var;
    Core *exp;
} LetValue;

static Core *written_out(Core *n, void *value)
{
    const LetValue *v = value;
    return is_var(n, v->var) ? v->exp : core_map(n, written_out, value);
}

typedef struct {
    const Var *var;
    int sets;
} Sets;

static void count_set(Stmt *s, void *sets)
{
    Sets *c = sets;
    c->sets += s->kind == S_SET && is_var(s->to, c->var);
}

static int sets_of(const Stage *s, const Var *v)
{
    Sets c = { v, 0 };
    Holes all = stage_holes(s);
    for (int i = 0; i < all.n; i++)
        block_each(&all.at[i].hole->block, count_set, &c);
    block_each(&s->prologue, count_set, &c);
    vec_free(&all);
    return c.sets;
}

/* A branch is one assignment to the variable; a name that only this uses is written out. */
static Core *only_value(const Stage *s, const Block *b, const Var *v)
{
    const Stmt *set = b->n ? b->at[b->n - 1] : NULL;
    if (!set || b->n > 2 || set->kind != S_SET || !is_var(set->to, v) || set->exp->op == OP_IF)
        return NULL;
    const Stmt *let = b->n == 2 ? b->at[0] : NULL;
    if (!let)
        return set->exp;
    if (let->kind != S_LET || !let->constant || !let->exp || let->exp->op == OP_IF
        || stage_uses(s, let->var) != 1)
        return NULL;
    return written_out(set->exp, &(LetValue){ let->var, let->exp });
}

/* T v; if (c) v = a; else v = b: one declaration says so. */
static void join_values(const Plan *p, const Stage *s, Block *b)
{
    for (int i = 0; i < b->n; i++) {
        Stmt *let = b->at[i], *choice = i + 1 < b->n ? b->at[i + 1] : NULL;
        join_values(p, s, &let->body);
        join_values(p, s, &let->other);
        if (let->kind != S_LET || let->constant || let->exp || !choice || choice->kind != S_IF
            || stage_uses(s, let->var) < 3 || sets_of(s, let->var) != 2)
            continue;
        Core *yes = only_value(s, &choice->body, let->var);
        Core *no = only_value(s, &choice->other, let->var);
        if (!yes || !no)
            continue;
        let->exp = tree_if(choice->exp, yes, no);
        let->constant = true;
        table_del(p->mutable, let->var);
        memmove(b->at + i + 1, b->at + i + 2, sizeof *b->at * (size_t)(b->n - i - 2));
        b->n--;
    }
}

/* What nobody reads is not computed: from what is done last to what is done first. */
static void prune(const Plan *p, Stage *s)
{
    Table *used = table_new(), *kept = table_new();
    Holes all = stage_holes(s);
    leave_out_unread(p, s);
    for (int i = 0; i < all.n; i++)
        join_row_pointers(p, s, &all.at[i].hole->block);
    note_holes(&all, used);
    note_holes(&all, kept);
    for (int i = all.n - 1; i >= 0; i--)
        if (all.at[i].row->kind == HOLE_BLOCK) {
            Block *b = &all.at[i].hole->block;
            if (s->skeleton->meets)
                declare_before_check(p, b, used);
            *b = block_pruned(b, used);
            forget_bound(b, used, kept);
            prune_checks(p, b);
            if (s->skeleton->meets)
                leave_after_check(s, all.at[i].row, b);
        }
    s->prologue = block_pruned(&s->prologue, used);
    for (int i = 0; i < all.n; i++)
        if (all.at[i].row->kind == HOLE_BLOCK)
            join_values(p, s, &all.at[i].hole->block);
    vec_free(&all);
    table_free(used);
    table_free(kept);
}

/* ---- launches -------------------------------------------------------------- */

/* It stores nothing, and checks nothing. */
static bool does_nothing(const Kernel *k)
{
    bool nothing = !k->fails;
    for (int i = 0; i < k->stages.n; i++)
        nothing &= !table_count(k->stages.at[i]->written);
    return nothing;
}

/* The number is positive where the conditions of the branches around it hold. */
static bool surely_positive(const Ranges *r, const Core *n)
{
    return n->op == OP_MUL
        ? surely_positive(r, n->g[0].at[0]) && surely_positive(r, n->g[1].at[0])
        : surely_below(r, core_i64(0), n);
}

void launch(Lower *l, Nest *n, Core *guard)
{
    Kernel *k = n->kernel;
    if (k->nlevels)
        range_forget(l->facts->range, n->assumed);
    for (int i = 0; i < k->stages.n; i++) {
        check_filled(k->stages.at[i]);
        prune(l->plan, k->stages.at[i]);
        find_params(l, k, k->stages.at[i]);
    }
    if (does_nothing(k))
        return;
    k->guard = guard && surely_positive(l->facts->range, guard) ? NULL : guard;
    k->version = l->version;
    vec_push(&l->plan->kernels, k);
    for (int i = 0; i < n->memory.n; i++) {
        const Buffer *b = n->memory.at[i];
        emit(l, (Stmt){ S_ALLOCATE, .var = b->var, .count = b->count });
    }
    if (n->cleared)
        emit(l, (Stmt){ S_CLEAR, .to = tree_load(n->cleared, core_i64(0)),
                        .count = n->cleared_count });
    emit(l, (Stmt){ S_LAUNCH, .kernel = k });
}
