/*
 * twins.c -- a tile that is loaded before a loop and, for the next round, in it.
 *
 * Both loads are the same code at another position, into the other half of a double buffer. It is
 * written once, in a lambda:
 *
 *   const auto load_a = [&](int stage, int64_t from) { .. };
 *   load_a(buffer, 0);
 *   for (..) {
 *       load_a(1 - buffer, from);
 *
 * The pairs are found while indices have 64 bits, and replaced once they are narrow (narrow.c).
 */
#include "lower.h"

#include <string.h>

/* ---- equal code ------------------------------------------------------------ */

/* One of the two: what its variables are to the other. */
typedef struct {
    const Plan *plan;
    Table *is;                 /* Vars that are bound in it, to trees */
    Core *stage;               /* the half that it loads; null: not known yet */
    bool mixed;                /* it mentions both */
} Side;

static bool has_halves(const Plan *p, const Core *n)
{
    const Buffer *b = n->op == OP_INDEX ? table_get(p->buffer_of, n->g[0].at[0]->var) : NULL;
    return b && b->half;
}

/* Without its own variables, and without the half. */
static Core *spelled_out(Core *n, void *side)
{
    Side *s = side;
    Core *is = n->op == OP_VAR ? table_get(s->is, n->var) : NULL;
    if (is)
        return is->op == OP_VAR && is->var == n->var ? n : spelled_out(is, side);
    Core *own = core_map(n, spelled_out, side);
    if (!has_halves(s->plan, n))
        return own;
    s->mixed |= s->stage && !core_equal(s->stage, n->g[1].at[0]);
    s->stage = n->g[1].at[0];
    own = own == n ? core_copy_node(n) : own;
    core_set(own, 1, own->g[1].at + 1, own->g[1].n - 1);
    return own;
}

static bool of_one_type(const Core *a, const Core *b)
{
    return a->ntypes == b->ntypes && (!a->ntypes || a->type[0]->prim == b->type[0]->prim);
}

static bool is_same_tree(const Core *a, const Core *b)
{
    if (core_equal(a, b))
        return true;
    if (!of_one_type(a, b))
        return false;
    if (a->ntypes && a->type[0]->prim == I64 && !a->type[0]->rank && size_equal(a, b))
        return true;
    if (a->op != b->op || ops[a->op].kind == K_ATOM
        || (a->op == OP_TERM && strcmp(a->text, b->text)))
        return false;
    for (int g = 0; g < ops[a->op].ngroups; g++) {
        if (a->g[g].n != b->g[g].n)
            return false;
        for (int i = 0; i < a->g[g].n; i++)
            if (!is_same_tree(a->g[g].at[i], b->g[g].at[i]))
                return false;
    }
    return true;
}

static bool is_same_exp(Core *a, Side *in_a, Core *b, Side *in_b)
{
    return a && b ? is_same_tree(spelled_out(a, in_a), spelled_out(b, in_b)) : a == b;
}

/* The next statement but for definitions, which are noted; null: there is none. */
static Stmt *next_of(const Block *b, int *at, Side *s)
{
    for (; *at < b->n; ++*at) {
        Stmt *stmt = b->at[*at];
        if (stmt->kind != S_LET || !stmt->constant || !stmt->exp)
            return b->at[(*at)++];
        table_put(s->is, stmt->var, stmt->exp);
    }
    return NULL;
}

static bool is_same_code(const Block *a, Side *in_a, const Block *b, Side *in_b);

static bool is_same_stmt(Stmt *a, Side *in_a, Stmt *b, Side *in_b)
{
    if (a->kind != b->kind || a->unroll != b->unroll || a->sharing != b->sharing)
        return false;
    if (a->kind == S_FOR)
        table_put(in_b->is, b->var, core_var(a->var));
    else if (a->kind != S_IF && a->kind != S_EACH && a->kind != S_FETCH)
        return false;
    return is_same_exp(a->to, in_a, b->to, in_b) && is_same_exp(a->exp, in_a, b->exp, in_b)
        && is_same_exp(a->count, in_a, b->count, in_b)
        && is_same_code(&a->body, in_a, &b->body, in_b)
        && is_same_code(&a->other, in_a, &b->other, in_b);
}

static bool is_same_code(const Block *a, Side *in_a, const Block *b, Side *in_b)
{
    for (int i = 0, k = 0;;) {
        Stmt *x = next_of(a, &i, in_a), *y = next_of(b, &k, in_b);
        if (!x || !y)
            return x == y;
        if (!is_same_stmt(x, in_a, y, in_b))
            return false;
    }
}

/* ---- pairs ----------------------------------------------------------------- */

static bool is_fetch(const Stmt *s) { return s->kind == S_FETCH; }

static bool fetches(const Stmt *s)
{
    return (s->kind == S_IF || s->kind == S_FOR)
        && (block_some(&s->body, is_fetch) || block_some(&s->other, is_fetch));
}

typedef struct { Table *bound, *used; } Scope;

static void note_bound(Stmt *s, void *scope)
{
    if (s->var)
        table_put(((Scope *)scope)->bound, s->var, s);
}

static void note_used(Var *v, void *scope)
{
    table_put(((Scope *)scope)->used, v, v);
}

typedef struct {
    const Scope *own;          /* of the load */
    const Table *bound;        /* in the loop */
    Var *from;
    int n;
} Outside;

static void note_outside(const void *key, void *value, void *outside)
{
    Outside *o = outside;
    (void)value;
    if (table_has(o->own->bound, key) || !table_has(o->bound, key))
        return;
    o->from = (Var *)key;
    o->n++;
}

/* The one variable of the loop that the load in it depends on: its position. */
static Var *position_of(const Stmt *loop, Stmt *load)
{
    Block one = { .at = &load, .n = 1 };
    Scope all = { table_new(), table_new() }, own = { table_new(), table_new() };
    block_each(&loop->body, note_bound, &all);
    if (loop->var)
        table_put(all.bound, loop->var, (void *)loop);
    block_each(&one, note_bound, &own);
    block_vars(&one, note_used, &own);
    Outside o = { &own, all.bound, NULL, 0 };
    table_each(own.used, note_outside, &o);
    return o.n == 1 && o.from->type->prim == I64 ? o.from : NULL;
}

static void find_pair(const Plan *p, const Block *around, int at, const Stmt *loop, Stmt *load,
                      TwinLoads *found)
{
    Var *from = position_of(loop, load);
    for (int i = 0; from && i < at; i++) {
        Side a = { .plan = p, .is = table_new() }, b = { .plan = p, .is = table_new() };
        table_put(b.is, from, core_i64(0));
        Stmt *before = around->at[i];
        if (fetches(before) && is_same_stmt(before, &a, load, &b)
            && a.stage && b.stage && !a.mixed && !b.mixed) {
            vec_push(found, ((TwinLoad){ before, load, from }));
            return;
        }
    }
}

void find_twin_loads(const Plan *p, const Block *b, TwinLoads *found)
{
    for (int i = 0; i < b->n; i++) {
        const Stmt *s = b->at[i];
        for (int k = 0; (s->kind == S_FOR || s->kind == S_LOOP) && k < s->body.n; k++)
            if (fetches(s->body.at[k]))
                find_pair(p, b, i, s, s->body.at[k], found);
        find_twin_loads(p, &s->body, found);
        find_twin_loads(p, &s->other, found);
    }
}

/* ---- one lambda ------------------------------------------------------------ */

typedef struct {
    const Plan *plan;
    Core *stage, *was;         /* what takes the place of the half, and that */
    const Var *source;         /* the array that is loaded */
} Loaded;

static Core *put_stage(Core *n, void *loaded)
{
    Loaded *l = loaded;
    Core *own = core_map(n, put_stage, loaded);
    if (!has_halves(l->plan, n))
        return own;
    l->was = n->g[1].at[0];
    own = own == n ? core_copy_node(n) : own;
    own->g[1].at[0] = l->stage ? l->stage : own->g[1].at[0];
    return own;
}

static void stage_stmt(Stmt *s, void *loaded)
{
    Loaded *l = loaded;
    stmt_map(s, put_stage, loaded);
    if (s->kind == S_FETCH)
        l->source = s->exp->g[0].at[0]->var;
}

static Loaded loaded_by(const Plan *p, Stmt *load, Core *stage)
{
    Loaded l = { .plan = p, .stage = stage };
    block_each(&(Block){ .at = &load, .n = 1 }, stage_stmt, &l);
    return l;
}

static Stmt call_of(Core *function, Core *stage, Core *from)
{
    Stmt s = { S_INVOKE, .exp = function };
    vec_push(&s.said, stage);
    vec_push(&s.said, from);
    return s;
}

static void share_load(Lower *l, const TwinLoad *t, Block *around, int at)
{
    Loaded before = loaded_by(l->plan, t->before, NULL);
    Var *stage = fresh(l, "stage", type_prim(I32));
    table_put(l->plan->ints, stage, stage);
    Loaded in = loaded_by(l->plan, t->in, core_var(stage));
    Var *load = fresh(l, format("load_%s", var_base(in.source->name)), type_prim(I32));
    Stmt lambda = { S_LAMBDA, .var = load };
    stmt_add(&lambda.body, (Stmt){ S_PARAM, .var = stage });
    stmt_add(&lambda.body, (Stmt){ S_PARAM, .var = t->from });
    stmt_add(&lambda.body, *t->in);
    *t->in = call_of(core_var(load), in.was, core_var(t->from));
    *t->before = call_of(core_var(load), before.was, core_i64(0));
    stmt_add(around, lambda);
    for (int i = around->n - 1; i > at; i--) {
        Stmt *last = around->at[i];
        around->at[i] = around->at[i - 1];
        around->at[i - 1] = last;
    }
}

void share_twin_loads(Lower *l, const TwinLoads *twins, Block *b)
{
    for (int i = 0; i < b->n; i++) {
        share_twin_loads(l, twins, &b->at[i]->body);
        share_twin_loads(l, twins, &b->at[i]->other);
        for (int t = 0; t < twins->n; t++)
            if (twins->at[t].before == b->at[i] && b->at[i]->kind != S_INVOKE)
                share_load(l, &twins->at[t], b, i);
    }
}
