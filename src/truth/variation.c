/*
 * variation.c -- terms on which a rule is tried, made from such as it applies
 * to: each step changes one thing. How a term came about is kept as the numbers
 * that were drawn, so that it can be made again.
 */
#include "truth.h"

#include <stdlib.h>
#include <string.h>

enum { FUEL = 3 };

static void vary(Make *k, Instance *i)
{
    int c = (int)draw(k->seed, 100);
    if (c < 10) {
        if (i->outside.n)
            make_fails(k);
        retype_instance(k, i);
    } else if (c < 18) {
        embed_instance(k, i);
    } else if (c < 24 && k->judgment) {
        widen_nest(k, i);
    } else if (c < 24 && core_some(i->term, level_varies)) {
        i->term = widen_rows(k, i->term);
    } else if (c < 24) {
        i->term = widen_mapped(k, i->term);
    } else {
        for (int l = 0; l < i->ctx.n; l++) {
            vec_append(&k->scope, i->ctx.at[l]->bind, i->ctx.at[l]->nbinds);
            if (i->ctx.at[l]->index)
                vec_push(&k->scope, i->ctx.at[l]->index);
        }
        i->term = vary_term(k, i->term);
    }
}

bool instance_vary(const Law *law, unsigned *seed, Instance *i)
{
    Make *k = NEW(Make);
    DiagCatch d;
    const char *message = NULL;
    volatile bool made = false;
    Stms before = { 0 };
    *k = (Make){ .seed = seed, .fuel = FUEL, .names = i->given, .out = &before,
                 .judgment = law->rule->judgment, .in_front = binds_in_front(law) };
    vec_append(&k->scope, i->given->vars.at, i->given->vars.n);
    k->given = k->scope.n;
    bug_caught(&message);
    if (!DIAG_CATCH(&d) && !setjmp(k->failed)) {
        vary(k, i);
        made = true;
    }
    diag_pop(&d);
    bug_caught(NULL);
    free(k->env.at);
    if (made && before.n && i->term->op == OP_BODY) {
        vec_append(&before, i->term->stm, i->term->nstms);
        i->term = core_body(before.at, before.n, i->term->g[0].at, i->term->g[0].n);
    }
    return made && (!k->judgment || !before.n || !i->ctx.n);
}

/* ---- terms without their names ------------------------------------------------------ */

typedef struct {
    Text *out;
    Table *number;             /* Var, or Func, -> its number by when it occurred first */
    int n;
} Key;

static int number_of(Key *k, void *what, const Type *t)
{
    intptr_t n = (intptr_t)table_get(k->number, what);
    if (n)
        return (int)n;
    table_put(k->number, what, (void *)(intptr_t)++k->n);
    if (t)
        text_fmt(k->out, "%s%d", prim_name(t->prim), t->rank);
    return k->n;
}

static void add_binders(Var **v, int n, void *key)
{
    Key *k = key;
    for (int i = 0; i < n; i++)
        text_fmt(k->out, "\\%d", number_of(k, v[i], v[i]->type));
}

static void add_node(Core *n, void *key)
{
    Key *k = key;
    text_fmt(k->out, " (%d", n->op);
    if (n->op == OP_VAR)
        text_fmt(k->out, " %d", number_of(k, n->var, n->var->type));
    if (n->op == OP_CONST)
        scalar_show(k->out, n->value);
    if (n->op == OP_CALL)
        text_fmt(k->out, "f%d", number_of(k, n->func, NULL));
    for (int d = 0; n->op == OP_REARRANGE && d < n->nperm; d++)
        text_fmt(k->out, ".%d", n->perm[d]);
    if (n->index)
        add_binders(&n->index, 1, key);
    core_visit(n, add_node, add_binders, key);
    text_add(k->out, ")");
}

const char *instance_key(const Instance *i)
{
    Text t = { 0 };
    Key k = { &t, table_new(), 0 };
    for (int s = 0; s < i->outside.n; s++)
        add_node(i->outside.at[s].exp, &k);
    for (int l = 0; l < i->ctx.n; l++)
        add_node(i->ctx.at[l], &k);
    add_node(i->term, &k);
    return text_str(&t);
}
