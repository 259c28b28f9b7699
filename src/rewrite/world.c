/* world.c -- what is known of the function in hand: definitions, aliases,
   last uses, and which arrays are updated in place. */
#include "rewrite.h"

#include <string.h>

World *world_new(const RewriteOptions *o, Trace *t)
{
    return MAKE(World, .options = o, .trace = t, .range = ranges_new(), .home = table_new(),
                .last_use = table_new(), .extended = table_new(), .parallel = table_new(),
                .refused = table_new(), .consumed = table_new(), .parent = table_new(),
                .alias = subst_new(), .aliased = table_new(),
                .census = table_new(), .row_of = table_new(), .begun = table_new(),
                .counter = table_new());
}

static void free_table(const void *key, void *table, void *arg)
{
    (void)key, (void)arg;
    table_free(table);
}

void world_free(World *w)
{
    ranges_free(w->range);
    table_each(w->last_use, free_table, NULL);
    table_each(w->refused, free_table, NULL);
    Table *t[] = { w->home, w->last_use, w->extended, w->parallel, w->refused, w->consumed,
                   w->parent, w->aliased, w->row_of, w->begun,
                   w->counter };
    for (size_t i = 0; i < sizeof t / sizeof *t; i++)
        table_free(t[i]);
    vec_free(&w->aliases);
    arena_give_back(w, sizeof *w);
}

/* ---- definitions and aliases -------------------------------------------- */

static void note_sizes(World *w, const Type *t)
{
    for (int d = 0; d < t->rank; d++)
        if (t->dim[d])
            range_natural(w->range, t->dim[d]);
}

void world_note_params(World *w, const Func *f)
{
    w->func = f;
    for (int i = 0; i < f->nparams; i++)
        note_sizes(w, f->param[i]->type);
}

/* Sizes that are bound together with an array. */
static void note_results(World *w, const Stm *s)
{
    for (int k = 0; k < s->nvars; k++)
        for (int d = 0; d < s->var[k]->type->rank; d++)
            for (int i = 0; i < s->nvars; i++)
                if (s->var[k]->type->dim[d] && is_var(s->var[k]->type->dim[d], s->var[i]))
                    range_natural(w->range, s->var[k]->type->dim[d]);
}

void world_define(World *w, const Stm *s)
{
    for (int i = 0; i < s->nvars; i++)
        range_define(w->range, s->var[i], s->exp, i);
    if (ops[s->exp->op].kind == K_CONTROL)
        note_results(w, s);
}

int world_result(const World *w, const Var *v)
{
    return range_which(w->range, v);
}

static void define_in(Core *n, void *arg)
{
    world_define_all(arg, n);
}

/* What is in it runs only where there is an element, or a round. */
void world_define_all(World *w, const Core *n)
{
    range_counter(w->range, n);
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        world_define(w, &n->stm[i]);
    if (ops[n->op].kind != K_ATOM && ops[n->op].kind != K_SCALAR)
        core_each(n, define_in, w);
}

Core *world_resolve(const World *w, Core *atom)
{
    Core *to = atom->op == OP_VAR && w ? table_get(w->aliased, atom->var) : NULL;
    return to ? world_resolve(w, to) : atom;
}

Core *world_def(const World *w, const Core *atom)
{
    const Core *a = world_resolve(w, (Core *)atom);
    return a->op == OP_VAR ? (Core *)range_def(w->range, a->var) : NULL;
}

void world_alias(World *w, Var *v, Core *atom)
{
    atom = world_resolve(w, atom);
    if (is_var(atom, v))
        return;
    table_put(w->aliased, v, atom);
    vec_push(&w->aliases, core_var(v));
    range_define(w->range, v, atom, 0);
}

Core *world_resolve_since(const World *w, int first, Core *n)
{
    Subst *s = w->aliases.n > first ? subst_new() : NULL;
    for (int i = first; i < w->aliases.n; i++)
        subst_add(s, w->aliases.at[i]->var, world_resolve(w, w->aliases.at[i]));
    return s ? core_subst(n, s) : n;
}

static void add_alias(const void *key, void *value, void *arg)
{
    World *w = arg;
    subst_add(w->alias, key, world_resolve(w, value));
}

Core *world_finish(World *w, Core *n)
{
    if (!table_count(w->aliased))
        return n;
    w->alias = subst_new();
    table_each(w->aliased, add_alias, w);
    return core_subst(n, w->alias);
}

/* ---- properties of terms ------------------------------------------------ */

bool world_parallel(World *w, const Core *n)
{
    static char yes, no;
    void *known = table_get(w->parallel, n);
    if (!known) {
        known = core_parallel(n) ? &yes : &no;
        table_put(w->parallel, n, known);
    }
    return known == &yes;
}

typedef struct {
    const World *world;
    bool yes;
} Failing;

static void fail_in(Core *n, void *arg)
{
    Failing *f = arg;
    f->yes = f->yes || may_fail(f->world, n);
}

static bool fails_itself(const World *w, const Core *n)
{
    if (n->op == OP_IOTA || n->op == OP_REPLICATE || ops[n->op].kind == K_SOAC)
        return !surely_natural(w->range, n->g[0].at[0]);
    return op_fails(w->range, n) || n->op == OP_CALL || n->op == OP_WHILE;
}

bool may_fail(const World *w, const Core *n)
{
    Failing f = { w, fails_itself(w, n) };
    for (int b = 1; n->op == OP_IF && b <= 2 && !f.yes; b++) {
        Assumptions before = range_assumed(w->range);
        range_assume(w->range, n->g[0].at[0], b == 1);
        f.yes = may_fail(w, n->g[b].at[0]);
        range_forget(w->range, before);
    }
    if (!f.yes && n->op != OP_IF)
        core_each(n, fail_in, &f);
    return f.yes;
}

/* ---- subjects of judgments ---------------------------------------------- */

/* Binding number pos of the array. */
typedef struct {
    Stm *base;
    int pos;
} Home;

typedef struct {
    World *w;
    Table *last;               /* Var -> the last binding that uses it */
    Stm *at;
} Use;

static void use_var(Var *v, void *arg)
{
    Use *u = arg;
    if (!range_def(u->w->range, v))    /* what is there from the start */
        note_sizes(u->w, v->type);
    table_put(u->last, v, u->at);
}

static bool is_known(const World *w, const Core *body)
{
    const Stm *s = &body->stm[0];
    const Home *p = s->nvars ? table_get(w->home, s->var[0]) : NULL;
    return p && &p->base[p->pos] == s;
}

void world_subject(World *w, Core *body)
{
    if (!body->nstms || is_known(w, body))
        return;
    Use u = { .w = w, .last = table_new() };
    table_put(w->last_use, body->stm, u.last);
    for (int i = 0; i < body->nstms; i++) {
        const Stm *s = &body->stm[i];
        u.at = &body->stm[i];
        range_counter(w->range, s->exp);
        core_free_vars(s->exp, use_var, &u);
        for (int k = 0; k < s->nvars; k++) {
            Home *p = MAKE(Home, body->stm, i);
            table_put(w->home, s->var[k], p);
            type_free_vars(s->var[k]->type, use_var, &u);
        }
        world_define(w, s);
    }
    u.at = body->stm + body->nstms;
    for (int i = 0; i < body->g[0].n; i++)
        core_free_vars(body->g[0].at[i], use_var, &u);
}

int world_position(const World *w, const Core *body, const Var *v)
{
    const Home *p = table_get(w->home, v);
    bool here = p && body->op == OP_BODY && &p->base[p->pos] >= body->stm
        && &p->base[p->pos] < body->stm + body->nstms;
    return here ? (int)(&p->base[p->pos] - body->stm) : -1;
}

bool world_used_from(const World *w, const Var *v, const Stm *from)
{
    const Home *p = table_get(w->home, from->var[0]);
    const Stm *last = p ? table_get(table_get(w->last_use, p->base), v) : NULL;
    return last && last >= from;
}

/* ---- updates in place --------------------------------------------------- */

/* All that may share memory with v has one root. */
static const Var *root_of(const World *w, const Var *v)
{
    for (const Var *up = v; up; up = table_get(w->parent, up))
        v = up;
    return v;
}

static void share(World *w, Var *const *var, int n, Kids with)
{
    for (int i = 0; i < n && i < with.n; i++) {
        if (with.at[i]->op != OP_VAR || !var[i]->type->rank || !with.at[i]->var->type->rank)
            continue;
        const Var *a = root_of(w, var[i]), *b = root_of(w, with.at[i]->var);
        if (a != b)
            table_put(w->parent, a, (void *)b);
    }
}

bool world_share(const World *w, const Var *a, const Var *b)
{
    return root_of(w, a) == root_of(w, b);
}

void world_shared(World *w, Var *new, Var *old)
{
    share(w, &new, 1, one(core_var(old)));
}

/* Views, and what is chosen or passed on, share memory with what it is. */
static void share_binding(World *w, const Stm *s)
{
    const Core *e = s->exp;
    if (ops[e->op].kind == K_VIEW || e->op == OP_ASSERT)
        for (int g = 0; g < ops[e->op].ngroups; g++)
            if (strchr("~=", ops[e->op].roles[g]))
                share(w, s->var, s->nvars, e->g[g]);
    if (e->op == OP_IF)
        for (int g = 1; g < 3; g++)
            share(w, s->var, s->nvars, e->g[g].at[0]->g[0]);
    if (is_loop(e))
        share(w, s->var, s->nvars, e->g[2].at[0]->g[0]);
}

/* Neither shares nor updates arrays, nor does what is in it. */
static bool computes_alone(const Core *n)
{
    return ops[n->op].kind == K_ATOM || ops[n->op].kind == K_SCALAR;
}

/* Which arrays share memory, and which are updated. */
typedef struct {
    World *world;
    VEC(const Var *) updated;
} Memory;

static void note_updated(const Core *n, Memory *of)
{
    int ds = op_group(n->op, '!');
    for (int i = 0; ds >= 0 && i < n->g[ds].n; i++)
        if (n->g[ds].at[i]->op == OP_VAR)
            vec_push(&of->updated, n->g[ds].at[i]->var);
}

static void note_memory(Core *n, void *memory)
{
    Memory *of = memory;
    World *w = of->world;
    if (computes_alone(n))
        return;
    Mapping f;
    note_updated(n, of);
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        share_binding(w, &n->stm[i]);
    if (is_loop(n)) {
        share(w, n->bind, n->nbinds, n->g[0]);
        share(w, n->bind, n->nbinds, n->g[2].at[0]->g[0]);
    }
    for (int k = 0; mapping_head(n, k, &f); k++)
        share(w, f.bind, f.nbinds, f.arrays);
    core_each(n, note_memory, of);
}

/* What stands for all that shares memory with v, if any of it is updated; else null. */
const Var *world_consumed(const World *w, const Var *v)
{
    v = root_of(w, v);
    return table_has(w->consumed, v) ? v : NULL;
}

typedef struct { const World *world; const Var *var; } Consumed;

static void see_consumed(Var *v, void *consumed)
{
    Consumed *c = consumed;
    if (world_consumed(c->world, v))
        c->var = v;
}

const Var *world_consumed_in(const World *w, const Core *n)
{
    Consumed c = { w, NULL };
    core_free_vars(n, see_consumed, &c);
    return c.var;
}

typedef struct { const World *world; const Var *root; } Updated;

static bool updates(const Core *n, void *updated)
{
    const Updated *u = updated;
    int ds = op_group(n->op, '!');
    bool yes = false;
    for (int i = 0; ds >= 0 && i < n->g[ds].n && !yes; i++) {
        const Core *d = n->g[ds].at[i];
        yes = d->op == OP_VAR && root_of(u->world, d->var) == u->root;
    }
    return yes;
}

bool world_updates(const World *w, Core *e, const Var *root)
{
    return core_any(e, updates, &(Updated){ w, root });
}

void world_note_consumed(World *w, Core *body)
{
    Memory of = { .world = w };
    note_memory(body, &of);
    for (int i = 0; i < of.updated.n; i++)
        table_put(w->consumed, root_of(w, of.updated.at[i]), w);
    vec_free(&of.updated);
}
