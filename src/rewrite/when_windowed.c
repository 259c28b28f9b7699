/*
 * when_windowed.c -- windows that a fold walks: what it reads around a place, at each of a few
 * positions.
 */
#include "rewrite.h"

enum { FARTHEST = 8 };

typedef struct {
    const Var *position;
    Table *beside;             /* Var: of the position and something else, which is no constant */
    bool found;
} Walk;

static bool is_beside(const Walk *k, const Core *e)
{
    bool sum = e->op == OP_ADD || e->op == OP_SUB, around = false;
    for (int g = 0; sum && g < 2; g++)
        around |= is_var(e->g[g].at[0], k->position) && e->g[!g].at[0]->op == OP_VAR;
    return around;
}

static void find_windows(Core *n, void *walk)
{
    Walk *k = walk;
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        if (is_beside(k, n->stm[i].exp) || (ops[n->stm[i].exp->op].kind == K_SCALAR
                                            && core_uses_any(n->stm[i].exp, k->beside)))
            table_put(k->beside, n->stm[i].var[0], k);
    for (int d = 0; n->op == OP_INDEX && d < n->g[1].n; d++)
        k->found |= n->g[1].at[d]->op == OP_VAR && table_has(k->beside, n->g[1].at[d]->var);
    core_each(n, find_windows, k);
}

/* windowed e i n: e reads an array around a place, at each of n positions i, which are few. */
bool ask_windowed(Call *c)
{
    const Core *i = c->arg[1].n ? c->arg[1].at[0] : NULL;
    int64_t n;
    if (!i || i->op != OP_VAR || !size_const(c->arg[2].at[0], &n) || n > FARTHEST)
        return no(c, "the positions are not few");
    Walk k = { i->var, table_new(), false };
    find_windows(c->arg[0].at[0], &k);
    return k.found || no(c, "nothing is read around a place");
}
