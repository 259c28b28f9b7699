/* free.c -- which variables a term reads, and other questions that a walk answers. */
#include "core.h"

/* A walk that finds them. It has a number, which variables keep that are bound in it, or
   found already. */
typedef struct {
    unsigned walk;
    Var **at, *few[64];
    int n, room;
} Free;

static void free_begin(Free *fr)
{
    static unsigned walks;
    fr->walk = ++walks;
    fr->at = fr->few;
    fr->n = 0;
    fr->room = sizeof fr->few / sizeof *fr->few;
}

/* What is asked of them may begin another walk: it comes after this one. */
static void free_end(Free *fr, void (*f)(Var *v, void *arg), void *arg)
{
    for (int i = 0; i < fr->n; i++)
        f(fr->at[i], arg);
    if (fr->at != fr->few)
        arena_give_back(fr->at, sizeof(Var *) * (size_t)fr->room);
}

static void free_add(Free *fr, Var *v)
{
    if (fr->n == fr->room) {
        size_t size = sizeof v * (size_t)fr->room;
        Var **old = fr->at;
        fr->at = arena_grow(old, size, 2 * size);
        if (old != fr->few)
            arena_give_back(old, size);
        fr->room *= 2;
    }
    fr->at[fr->n++] = v;
}

static void free_in(Core *n, void *arg);

static void free_in_type(const Type *t, Free *fr)
{
    for (int d = 0; t && d < t->rank; d++)
        if (t->dim[d])
            free_in(t->dim[d], fr);
}

static void bind_all(Var **var, int n, void *fr)
{
    for (int i = 0; i < n; i++)
        var[i]->seen = ((Free *)fr)->walk;
    for (int i = 0; i < n; i++)
        free_in_type(var[i]->type, fr);
}

static void free_in(Core *n, void *arg)
{
    Free *fr = arg;
    if (n->op == OP_VAR) {
        if (n->var->seen != fr->walk)
            free_add(fr, n->var);
        n->var->seen = fr->walk;
        return;
    }
    if (n->op == OP_EMPTY || n->op == OP_COERCE)
        free_in_type(n->ntypes ? n->type[0] : NULL, fr);
    for (int i = 0; n->op == OP_CALL && i < n->g[0].n; i++)    /* it is told sizes, too */
        free_in_type(type_of(n->g[0].at[i]), fr);
    core_visit(n, free_in, bind_all, fr);
}

void note_var(Var *v, void *set)
{
    table_put(set, v, v);
}

void core_free_vars(const Core *n, void (*f)(Var *v, void *arg), void *arg)
{
    Free fr;
    free_begin(&fr);
    free_in((Core *)n, &fr);
    free_end(&fr, f, arg);
}

void type_free_vars(const Type *t, void (*f)(Var *v, void *arg), void *arg)
{
    Free fr;
    free_begin(&fr);
    free_in_type(t, &fr);
    free_end(&fr, f, arg);
}

static void among(Var *v, void *arg)
{
    void **search = arg;
    if (table_has(search[0], v))
        search[1] = v;
}

bool core_uses_any(const Core *n, const Table *vars)
{
    void *search[] = { (Table *)vars, NULL };
    core_free_vars(n, among, search);
    return search[1];
}

bool type_uses_any(const Type *t, const Table *vars)
{
    void *search[] = { (Table *)vars, NULL };
    type_free_vars(t, among, search);
    return search[1];
}

bool core_uses(const Core *n, const Var *v)
{
    if (n->op == OP_VAR)
        return n->var == v;
    Table *one = table_new();
    table_put(one, v, (Var *)v);
    bool yes = core_uses_any(n, one);
    table_free(one);
    return yes;
}

static void not_among(Var *v, void *arg)
{
    void **search = arg;
    if (!search[1] && !table_has(search[0], v))
        search[1] = v;
}

const Var *type_other(const Type *t, const Table *vars)
{
    void *search[] = { (Table *)vars, NULL };
    type_free_vars(t, not_among, search);
    return search[1];
}

const Var *core_other(const Core *n, const Table *vars)
{
    void *search[] = { (Table *)vars, NULL };
    core_free_vars(n, not_among, search);
    return search[1];
}

typedef struct {
    bool (*is)(const Var *v, const void *arg);
    const void *arg;
    bool all;
} AllVars;

static void ask_var(Var *v, void *arg)
{
    AllVars *a = arg;
    a->all &= a->is(v, a->arg);
}

bool all_vars(const Core *n, bool (*is)(const Var *v, const void *arg), const void *arg)
{
    AllVars a = { is, arg, true };
    core_free_vars(n, ask_var, &a);
    return a.all;
}

bool func_takes(const Func *f, const Var *v)
{
    bool yes = false;
    for (int i = 0; i < f->nsizes; i++)
        yes |= f->size[i] == v;
    for (int i = 0; i < f->nparams; i++)
        yes |= f->param[i] == v;
    return yes;
}

bool is_loop(const Core *n)
{
    return n->op == OP_LOOP || n->op == OP_WHILE;
}

void note_vars(Var **v, int n, void *set)
{
    for (int i = 0; i < n; i++)
        table_put(set, v[i], v[i]);
}

bool any_in(Var *const *v, int n, const Table *set)
{
    bool yes = false;
    for (int i = 0; i < n; i++)
        yes |= table_has(set, v[i]);
    return yes;
}

void note_bound_by(const Core *n, Table *bound)
{
    note_vars(n->bind, n->nbinds, bound);
    if (n->index)
        table_put(bound, n->index, n->index);
}

void note_bound_in(Core *n, void *bound)
{
    core_visit(n, note_bound_in, note_vars, bound);
}

Table *vars_bound_by(Kids nodes)
{
    Table *bound = table_new();
    for (int i = 0; i < nodes.n; i++)
        note_bound_by(nodes.at[i], bound);
    return bound;
}

Core *level_narrowed(const Core *level, Table *used)
{
    Core *n = core_copy_node(level);
    n->bind = NEWS(Var *, level->nbinds);
    n->nbinds = n->g[1].n = 0;
    for (int i = 0; i < level->nbinds; i++)
        if (table_has(used, level->bind[i])) {
            n->bind[n->nbinds++] = level->bind[i];
            n->g[1].at[n->g[1].n++] = level->g[1].at[i];
            core_free_vars(level->g[1].at[i], note_var, used);
        }
    return n;
}

bool level_varies(const Core *seg)
{
    if (ops[seg->op].kind != K_SEG)
        return false;
    Kids level = seg->g[0];
    Table *bound = vars_bound_by((Kids){ level.at, level.n - 1 });
    bool yes = level.n > 1 && core_uses_any(level.at[level.n - 1]->g[0].at[0], bound);
    table_free(bound);
    return yes;
}

static void find_seg(Core *n, void *seg)
{
    const Core **found = seg;
    if (!*found && ops[n->op].kind == K_SEG)
        *found = n;
    if (!*found)
        core_each(n, find_seg, seg);
}

const Core *seg_in(const Core *n)
{
    const Core *seg = NULL;
    find_seg((Core *)n, &seg);
    return seg;
}

const char *version_name(const Core *choice)
{
    const Core *test = choice->g[0].at[0], *seg = seg_in(choice->g[1].at[0]);
    bool block = seg && seg->g[0].at[0]->at == AT_BLOCK;
    return test->op == OP_VAR ? var_base(test->var->name)
         : block ? "block_per_row" : "thread_per_row";
}

bool is_prefix(const Core *n) { return n->op == OP_PREFIX || n->op == OP_EXCLUSIVE; }

const Stm *prefix_in(const Core *seg, const Stm *after)
{
    const Kids *level = &seg->g[0];
    Place at = level->n ? level->at[level->n - 1]->at : AT_NONE;
    if (at != AT_CHAIN && at != AT_RANK)
        return NULL;
    const Core *body = seg->g[ops[seg->op].ngroups - 1].at[0];
    int first = after ? (int)(after - body->stm) + 1 : 0;
    for (int i = first; body->op == OP_BODY && i < body->nstms; i++)
        if (is_prefix(body->stm[i].exp))
            return &body->stm[i];
    return NULL;
}

bool core_parallel_itself(const Core *n)
{
    return ops[n->op].parallel || (n->op == OP_CALL && n->func->arrays);
}

bool core_parallel(const Core *n)
{
    return core_some(n, core_parallel_itself);
}

static void note_call(Core *n, void *func)
{
    Func *f = func;
    f->recursive |= n->op == OP_CALL && n->func == f;
    f->arrays |= ops[n->op].parallel || core_gives(n, type_is_array);
    core_each(n, note_call, f);
}

void func_note_recursion(Func *f)
{
    for (int i = 0; i < f->nparams; i++)
        f->arrays |= f->param[i]->type->rank > 0;
    note_call(f->body, f);
    f->arrays &= !f->entry;
}

typedef struct { const Func *of; bool arrays, host; } OnHost;

static void find_arrays(Core *n, void *arg)
{
    OnHost *h = arg;
    h->arrays |= core_gives(n, type_is_array);
    h->host |= n->op == OP_CALL && n->func != h->of && func_on_host(n->func);
    core_each(n, find_arrays, arg);
}

bool func_on_host(Func *f)
{
    OnHost h = { .of = f };
    if (!f->runs)
        find_arrays(f->body, &h);
    bool host = h.host || (!f->entry && (h.arrays || core_parallel(f->body)));
    f->runs = f->runs ? f->runs : host ? RUNS_ON_HOST : RUNS_ANYWHERE;
    return f->runs == RUNS_ON_HOST;
}
