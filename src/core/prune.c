/*
 * prune.c -- what nobody needs goes: bindings, and what loops and branches
 * give that is not used.
 */
#include "core.h"

/* ---- what is needed ------------------------------------------------------ */

static void need_body(const Core *body, Table *needed);

static void need_result(const Stm *s, int k, Table *needed)
{
    type_free_vars(s->var[k]->type, note_var, needed);
    for (int g = s->exp->op == OP_IF ? 1 : 2; g <= 2; g++)
        core_free_vars(s->exp->g[g].at[0]->g[0].at[k], note_var, needed);
}

static void need_loop(const Stm *s, Table *needed)
{
    const Core *n = s->exp, *head = n->g[1].at[0];
    bool *told = NEWS(bool, n->nbinds), more = true;
    core_free_vars(n->op == OP_WHILE ? head->g[0].at[0] : head, note_var, needed);
    while (more) {
        more = false;
        if (n->op == OP_WHILE)
            need_body(head, needed);
        need_body(n->g[2].at[0], needed);
        for (int k = 0; k < n->nbinds; k++) {
            if (told[k] || (!table_has(needed, s->var[k]) && !table_has(needed, n->bind[k])))
                continue;
            told[k] = more = true;
            note_var(s->var[k], needed);
            note_var(n->bind[k], needed);
            type_free_vars(n->bind[k]->type, note_var, needed);
            core_free_vars(n->g[0].at[k], note_var, needed);
            need_result(s, k, needed);
        }
    }
}

/* A chain gives what its prefix comes to, too. */
static bool is_needed(const Stm *s, const Table *needed)
{
    return is_prefix(s->exp) || any_in(s->var, s->nvars, needed);
}

static void need_stm(const Stm *s, Table *needed)
{
    if (is_loop(s->exp)) {
        need_loop(s, needed);
        return;
    }
    if (s->exp->op != OP_IF) {
        core_free_vars(s->exp, note_var, needed);
        for (int k = 0; k < s->nvars; k++)
            type_free_vars(s->var[k]->type, note_var, needed);
        return;
    }
    core_free_vars(s->exp->g[0].at[0], note_var, needed);
    for (int k = 0; k < s->nvars; k++)
        if (table_has(needed, s->var[k]))
            need_result(s, k, needed);
    need_body(s->exp->g[1].at[0], needed);
    need_body(s->exp->g[2].at[0], needed);
}

static void need_body(const Core *body, Table *needed)
{
    for (int i = body->nstms - 1; i >= 0; i--)
        if (is_needed(&body->stm[i], needed))
            need_stm(&body->stm[i], needed);
}

/* ---- the rest goes ------------------------------------------------------- */

static Core *kept_body(const Core *body, const bool *result, const Table *needed);

static Kids kept(Kids k, const bool *keep)
{
    Kids some = { NEWS(Core *, k.n), 0 };
    for (int i = 0; i < k.n; i++)
        if (!keep || keep[i])
            some.at[some.n++] = k.at[i];
    return some;
}

static Stm kept_stm(const Stm *s, const Table *needed)
{
    bool loop = is_loop(s->exp);
    if (!loop && s->exp->op != OP_IF)
        return *s;
    Stm t = *s;
    Core *n = core_copy_node(s->exp);
    bool *keep = NEWS(bool, s->nvars);
    t.var = NEWS(Var *, s->nvars);
    t.nvars = 0;
    for (int k = 0; k < s->nvars; k++)
        if ((keep[k] = table_has(needed, s->var[k])))
            t.var[t.nvars++] = s->var[k];
    for (int g = loop ? 2 : 1; g <= 2; g++)
        core_set1(n, g, kept_body(n->g[g].at[0], keep, needed));
    if (loop) {
        n->g[0] = kept(n->g[0], keep);
        if (n->op == OP_WHILE)
            core_set1(n, 1, kept_body(n->g[1].at[0], NULL, needed));
        n->bind = NEWS(Var *, s->exp->nbinds);
        n->nbinds = 0;
        for (int k = 0; k < s->nvars; k++)
            if (keep[k])
                n->bind[n->nbinds++] = s->exp->bind[k];
    }
    t.exp = core_typed(n);
    return t;
}

static Core *kept_body(const Core *body, const bool *result, const Table *needed)
{
    Stms b = { 0 };
    for (int i = 0; i < body->nstms; i++)
        if (is_needed(&body->stm[i], needed))
            vec_push(&b, kept_stm(&body->stm[i], needed));
    Kids r = kept(body->g[0], result);
    return stms_body(&b, r.at, r.n);
}

static Core *prune_lambdas(Core *n, void *arg)
{
    if (n->op != OP_LAM)
        return core_map(n, prune_lambdas, arg);
    Core *lam = core_copy_node(n);
    core_set1(lam, 0, core_prune(n->g[0].at[0]));
    return lam;
}

Core *core_prune(const Core *body)
{
    Table *needed = table_new();
    Core *b = core_map((Core *)body, prune_lambdas, NULL);
    for (int i = 0; i < b->g[0].n; i++)
        core_free_vars(b->g[0].at[i], note_var, needed);
    need_body(b, needed);
    return kept_body(b, NULL, needed);
}
