/* desugar_prune.c -- bindings that nobody uses are left out. */
#include "desugar.h"

static void use_var(Var *v, void *used)
{
    table_put(used, v, v);
}

static void visit(Core *n, void *used);

static bool is_used(const Stm *s, const Table *used)
{
    for (int i = 0; i < s->nvars; i++)
        if (table_has(used, s->var[i]))
            return true;
    return false;
}

/* From the results back: what is needed marks what it needs itself. */
static void prune_body(Core *body, Table *used)
{
    int kept = body->nstms;
    for (int i = body->nstms - 1; i >= 0; i--) {
        Stm s = body->stm[i];
        if (!is_used(&s, used))
            continue;
        visit(s.exp, used);
        for (int k = 0; k < s.nvars; k++)
            type_free_vars(s.var[k]->type, use_var, used);
        body->stm[--kept] = s;
    }
    body->stm += kept;
    body->nstms -= kept;
}

/* Marks the variables of a node; bodies in it are pruned. */
static void visit(Core *n, void *used)
{
    if (n->op == OP_VAR)
        use_var(n->var, used);
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++)
            visit(n->g[g].at[i], used);
    for (int i = 0; i < n->ntypes; i++)
        type_free_vars(n->type[i], use_var, used);
    if (n->op == OP_BODY)
        prune_body(n, used);
    for (int i = 0; i < n->nbinds; i++)
        type_free_vars(n->bind[i]->type, use_var, used);
}

void body_prune(Core *body)
{
    visit(body, table_new());
}
