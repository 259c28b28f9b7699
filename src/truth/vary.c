/*
 * vary.c -- variations of an example: another operand of the same type,
 * another operation on scalars, more results. Those that are ill-typed are
 * given up. Operators with their neutral elements stay as they are.
 */
#include "truth.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    unsigned *seed;
    Table *scope;              /* names that may stand anywhere */
    VEC(Var *) names;
    int at;                    /* places left until the one that changes */
    bool done;
} Vary;

static void add_name(Vary *v, Var *x)
{
    vec_push(&v->names, x);
}

static Core *other_atom(Vary *v, Core *a)
{
    const Type *t = type_of(a);
    int from = (int)draw(v->seed, v->names.n);
    for (int i = 0; i < v->names.n; i++) {
        Var *x = v->names.at[(from + i) % v->names.n];
        if (type_equal(x->type, t) && !is_var(a, x))
            return core_var(x);
    }
    return a;
}

/* The same operands, another operation. */
static Core *other_scalar(Vary *v, Core *e)
{
    static const Op arithmetic[] = { OP_ADD, OP_SUB, OP_MUL, OP_MIN, OP_MAX };
    Core *n = core_copy_node(e);
    for (int i = 0; i < 5; i++)
        if (e->op == arithmetic[i])
            n->op = arithmetic[draw(v->seed, 5)];
    return n;
}

static bool here(Vary *v)
{
    return !v->done && !v->at--;
}

static Core *vary(Core *n, void *arg)
{
    Vary *v = arg;
    if (v->done || n->op == OP_WHOLE || n->op == OP_SPAN)
        return n;
    if (is_atom(n)) {
        if (!here(v))
            return n;
        v->done = true;
        return other_atom(v, n);
    }
    if (ops[n->op].kind == K_SCALAR && here(v)) {
        v->done = true;
        return other_scalar(v, n);
    }
    /* what comes before the neutral elements is an operator */
    if (op_group(n->op, 'n') >= 0 || n->op == OP_WHILE)
        return n;
    for (int i = 0; i < n->nbinds; i++)
        add_name(v, n->bind[i]);
    if (n->op != OP_BODY)
        return core_map(n, vary, v);
    Core *b = core_copy_node(n);
    b->stm = NEWS(Stm, n->nstms);
    for (int i = 0; i < n->nstms; i++) {
        b->stm[i] = n->stm[i];
        b->stm[i].exp = vary(n->stm[i].exp, v);
        for (int k = 0; k < n->stm[i].nvars; k++)
            add_name(v, n->stm[i].var[k]);
    }
    for (int i = 0; i < n->g[0].n; i++)
        b->g[0].at[i] = vary(n->g[0].at[i], v);
    return b;
}

/* Everything that is bound comes out. */
static Core *all_results(const Core *b)
{
    Kids r = b->g[0];
    for (int i = 0; i < b->nstms; i++)
        for (int k = 0; k < b->stm[i].nvars; k++) {
            bool there = false;
            for (int j = 0; j < r.n; j++)
                there |= is_var(r.at[j], b->stm[i].var[k]);
            if (!there)
                r = kids_join(r, kids1(core_var(b->stm[i].var[k])));
        }
    return core_body(b->stm, b->nstms, r.at, r.n);
}

bool instance_vary(const Instance *from, unsigned *seed, Instance *out)
{
    Vary v = { .seed = seed, .at = (int)draw(seed, 24) };
    *out = *from;
    out->option = 1 + (int)draw(seed, 4);
    const Given *g = from->given;
    for (int i = 0; i < g->vars.n; i++)
        add_name(&v, g->vars.at[i]);
    for (int l = 0; l < from->ctx.n; l++)
        for (int i = 0; i < from->ctx.at[l]->nbinds; i++)
            add_name(&v, from->ctx.at[l]->bind[i]);
    Core *b = vary(from->term, &v);
    if (draw(seed, 3) == 0)
        b = all_results(b);
    if (core_equal(b, from->term))
        return false;
    out->term = core_body(b->stm, b->nstms, b->g[0].at, b->g[0].n);
    return instance_is_well_formed(out);
}
