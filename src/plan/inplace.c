/*
 * inplace.c -- pass: a value that one statement uses is written there if a name for it says
 * nothing: it is only returned; the program gives it no name and it is only stored or asked; or
 * another variable of the kernel has its name. x * w[2] needs no second_x.
 *
 * Between the two places values are only named and checked, so that memory is as it was. A
 * variable of 64 bits whose value is computed from an `int` keeps its name: without it C would
 * compute in `int` what follows.
 */
#include "lower.h"

#include <string.h>

enum { MOST_NODES = 9, MOST_WITH_USER = 28 };    /* of trees that are easy to read */

/* A kernel or a device function. */
typedef struct {
    const Plan *plan;
    const Stage *stage;        /* or */
    Function *function;
    Table *first;              /* a name to the first variable that has it */
} Code;

static int uses_of(const Code *c, const Var *v)
{
    return c->stage ? stage_uses(c->stage, v) : block_uses(&c->function->body, v);
}

/* ---- names -------------------------------------------------------------------- */

static const char *own_name(const Var *v)
{
    return v->exact ? v->name : var_base(v->name);
}

static void note_name(Code *c, Var *v)
{
    if (v && !table_has(c->first, own_name(v)))
        table_put(c->first, own_name(v), v);
}

static void note_bound(Stmt *s, void *code)
{
    note_name(code, s->var);
}

/* A value that a rule calls t is named after what it is. */
static bool has_own_name(const Code *c, const Var *v)
{
    return table_get(c->first, own_name(v)) == v || !strcmp(own_name(v), "t");
}

/* ---- values --------------------------------------------------------------------- */

static void count_node(Core *n, void *count)
{
    ++*(int *)count;
    core_each(n, count_node, count);
}

static int nodes_of(const Core *n)
{
    int count = 0;
    if (n)
        count_node((Core *)n, &count);
    return count;
}

typedef struct {
    const Plan *plan;
    bool found;
} Search;

/* C may compute with it in another type than the variable's. */
static void note_other_type(Core *n, void *search)
{
    Search *s = search;
    s->found |= n->op == OP_CALL || tree_is_call(n) || tree_is_record(n)
        || (n->op == OP_VAR && (table_has(s->plan->ints, n->var) || !n->var->type));
    core_each(n, note_other_type, s);
}

static bool keeps_type(const Plan *p, const Stmt *let)
{
    Search s = { p, !let->var->type || table_has(p->ints, let->var) };
    note_other_type(let->exp, &s);
    return !s.found;
}

/* ---- places ---------------------------------------------------------------------- */

typedef struct {
    const Var *var;
    Core *value;
    int uses;
} Placed;

static Core *put(Core *n, void *placed)
{
    Placed *p = placed;
    if (!is_var(n, p->var))
        return core_map(n, put, p);
    p->uses++;
    return p->value;
}

static void note_use(Var *v, void *placed)
{
    Placed *p = placed;
    p->uses += v == p->var;
}

/* The variable that is stored, returned or asked, perhaps as a value of another type. */
static const Var *passed_on(const Stmt *s)
{
    bool whole = s->kind == S_SET || s->kind == S_RETURN || s->kind == S_IF;
    const Core *n = whole ? s->exp : NULL;
    while (n && n->op == OP_CONV)
        n = n->g[0].at[0];
    return n && n->op == OP_VAR ? n->var : NULL;
}

static bool is_user(const Stmt *s, const Var *v)
{
    Placed p = { v, NULL, 0 };
    bool can = (s->kind == S_LET && s->constant) || s->kind == S_SET || s->kind == S_RETURN;
    if (can)
        stmt_own_vars((Stmt *)s, note_use, &p);
    return p.uses == 1;
}

/* The number of the statement that the value of statement i can stand in; 0: there is none. */
static int place_of(const Code *c, const Block *b, int i)
{
    const Stmt *let = b->at[i];
    if (let->kind != S_LET || !let->constant || !let->exp || uses_of(c, let->var) != 1)
        return 0;
    bool own = has_own_name(c, let->var);
    const Stmt *next = i + 1 < b->n ? b->at[i + 1] : NULL;
    bool passed = next && passed_on(next) == let->var;
    if (passed && (let->var->invented || !own || next->kind == S_RETURN))
        return i + 1;
    if (own || nodes_of(let->exp) > MOST_NODES || !keeps_type(c->plan, let))
        return 0;
    int k = i + 1;
    while (k < b->n && !is_user(b->at[k], let->var)
           && (b->at[k]->kind == S_LET || b->at[k]->kind == S_CHECK))
        k++;
    bool found = k < b->n && is_user(b->at[k], let->var);
    return found && nodes_of(b->at[k]->exp) + nodes_of(let->exp) <= MOST_WITH_USER ? k : 0;
}

/* Other stages may have the same statements: these are copies. */
static Block placed_in(const Code *c, const Block *b)
{
    Block all = { .region = b->region }, out = { .region = b->region };
    for (int i = 0; i < b->n; i++) {
        Stmt *s = COPY(Stmt, *b->at[i]);
        s->body = placed_in(c, &s->body);
        s->other = placed_in(c, &s->other);
        vec_push(&all, s);
    }
    for (int i = 0; i < all.n; i++) {
        int k = place_of(c, &all, i);
        if (k)
            stmt_map(all.at[k], put, &(Placed){ all.at[i]->var, all.at[i]->exp, 0 });
        else
            vec_push(&out, all.at[i]);
    }
    vec_free(&all);
    return out;
}

static void in_stage(const Plan *p, Stage *s)
{
    Code c = { p, s, NULL, table_new() };
    Holes all = stage_holes(s);
    for (int i = 0; i < s->param.n; i++)
        note_name(&c, s->param.at[i]);
    block_each(&s->prologue, note_bound, &c);
    for (int i = 0; i < all.n; i++)
        note_name(&c, all.at[i].hole->var);
    for (int i = 0; i < all.n; i++)
        block_each(&all.at[i].hole->block, note_bound, &c);
    for (int i = 0; i < all.n; i++)
        if (all.at[i].row->kind == HOLE_BLOCK)
            all.at[i].hole->block = placed_in(&c, &all.at[i].hole->block);
    vec_free(&all);
    table_free(c.first);
}

static void in_function(const Plan *p, Function *f)
{
    Code c = { p, NULL, f, table_new() };
    for (int i = 0; i < f->nparams; i++)
        note_name(&c, f->param[i]);
    block_each(&f->body, note_bound, &c);
    f->body = placed_in(&c, &f->body);
    table_free(c.first);
}

void place_values(Plan *p)
{
    for (int i = 0; i < p->kernels.n; i++)
        for (int k = 0; k < p->kernels.at[i]->stages.n; k++)
            in_stage(p, p->kernels.at[i]->stages.at[k]);
    for (int i = 0; i < p->functions.n; i++)
        in_function(p, p->functions.at[i]);
}
