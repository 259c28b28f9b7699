/* binder.c -- the names that a right side binds: those that the left side gave
   it, or fresh ones that say where they come from. */
#include "rewrite.h"

#include <string.h>

/* "rows": "row"; null if it is not a plural. */
static const char *name_singular(const char *name)
{
    const char *base = var_base(name);
    int n = (int)strlen(base);
    return n > 1 && base[n - 1] == 's' ? internn(base, n - 1) : NULL;
}

/* What is replaced has a result of that name. */
static bool names_result(const Match *m, const char *name)
{
    bool yes = false;
    for (int t = 0; t < m->ntaken; t++)
        for (int i = 0; i < m->taken[t]->stm.nvars; i++)
            yes |= !strcmp(var_base(m->taken[t]->stm.var[i]->name), name);
    return yes;
}

/* The name of what ?x stands for: ?x1 is called like it, ?xs.. in the plural. Null: neither. */
static const char *name_like(Match *m, const char *meta, int i, int n)
{
    for (int cut = 1; cut < n - 1 && strchr("s0123456789", meta[n - cut]); cut++) {
        Kids *k = env_get(&m->env, intern(format("%.*s%s", n - cut, meta, meta + n)));
        if (k && i < k->n && k->at[i]->op == OP_VAR)
            return meta[n - 1] == 's' ? name_plural(k->at[i]->var->name, 1)
                                      : var_base(k->at[i]->var->name);
    }
    return NULL;
}

/* An element is named after its array and the reverse, a copy after what it is of; ?ys..
   after ?y.., if the rule has such a thing. */
static const char *fresh_name(Match *m, const char *meta, int i, const Core *of,
                              Beside b)
{
    bool var = of->op == OP_VAR && !(b == ARRAYS && of->var->invented);
    if (b == ELEMENT && var && name_singular(of->var->name)
        && !names_result(m, name_singular(of->var->name)))
        return name_singular(of->var->name);
    if (b == ARRAYS && var)
        return name_plural(of->var->name, 1);
    if (b == LIKE && of->op == OP_COPY && of->g[0].at[0]->op == OP_VAR)
        return var_base(of->g[0].at[0]->var->name);
    int n = (int)strlen(meta) - (is_seq_name(meta) ? 2 : 0);
    const char *like = name_like(m, meta, i, n);
    return like ? like : internn(meta + (meta[0] == '?'), n - (meta[0] == '?'));
}

static Kids fresh_binders(Match *m, const char *meta, Kids from, Beside b)
{
    Kids fresh = { NEWS(Core *, from.n), from.n };
    for (int i = 0; i < from.n; i++) {
        const Type *t = type_of(from.at[i]);
        if (b == ELEMENT && !t->rank)
            bug("%s is of elements of %s, which is no array", meta, core_str(from.at[i]));
        Var *v = var_new(fresh_name(m, meta, i, from.at[i], b),
                         b == ELEMENT ? type_row(t) : t, NULL);
        v->invented = true;
        fresh.at[i] = core_var(v);
    }
    return fresh;
}

/* The variable that a binder's name stands for; any other term is a fault of the rule. */
Var *binder_var(const Match *m, const char *name, const Core *is)
{
    if (is->op != OP_VAR)
        bug("rule %s: %s is %s, which is no name", m->law->rule->name, name,
            is->op == OP_BODY ? "a body" : core_str(is));
    return is->var;
}

/* Variables for a binder's name: those it has, or fresh ones. */
void make_binder(Match *m, Vars *out, const Var *pat, Kids from, Beside b)
{
    Kids *k = env_get(&m->env, pat->name);
    if (!k) {
        Kids fresh = fresh_binders(m, pat->name, from, b);
        env_put(&m->env, pat->name, fresh);
        k = env_get(&m->env, pat->name);
    } else if (!k->n && !is_seq_name(pat->name)) {   /* an index without a name */
        *k = one(core_var(var_new(pat->name + 1, type_prim(I64), NULL)));
    }
    for (int i = 0; i < k->n; i++)
        vec_push(out, binder_var(m, pat->name, k->at[i]));
}

/* Binders beside the terms that they run over. */
Vars make_binders(Match *m, Stms *pre, Var **pat, int n, Kids over, Beside b,
                         Kids *terms)
{
    Vars v = { 0 };
    *terms = (Kids){ 0 };
    for (int i = 0; i < (over.n > n ? over.n : n); i++) {
        Kids one = { 0 };
        if (i < over.n)
            one = make_seq(m, pre, (Kids){ over.at + i, 1 });
        *terms = kids_join(*terms, one);
        if (i < n)
            make_binder(m, &v, pat[i], one, b);
    }
    return v;
}

/* `#?i`, after the body is made: used there, it has a name by now. */
Var *make_index(Match *m, const Var *pat)
{
    Kids *k = pat ? env_get(&m->env, pat->name) : NULL;
    return k && k->n ? binder_var(m, pat->name, k->at[0]) : NULL;
}

/* An index that only the right side speaks of. */
void open_index(Match *m, const Var *pat)
{
    if (pat && !env_get(&m->env, pat->name))
        env_put(&m->env, pat->name, (Kids){ 0 });
}
