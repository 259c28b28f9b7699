/*
 * slice.c -- the part of a body that computes how large some variables become.
 *
 * First the greatest value of each is made a result of the body, through the
 * branches, loops and maps that it stands in; then what that result does not
 * need goes.
 */
#include "measure.h"

/* ---- the greatest value as a result ----------------------------------------- */

static Core *larger(Stms *b, Core *most, Core *v)
{
    return most ? stms_bind1(b, core_prim2(OP_MAX, most, v), "most") : v;
}

static Kids one_more(Kids k, Core *atom)
{
    Kids more = { NEWS(Core *, k.n + 1), k.n + 1 };
    for (int i = 0; i < k.n; i++)
        more.at[i] = k.at[i];
    more.at[k.n] = atom;
    return more;
}

Core *max_lambda(void)
{
    Var **x = NEWS(Var *, 2);
    for (int i = 0; i < 2; i++)
        x[i] = var_new(i ? "b" : "a", type_prim(I64), NULL);
    Stms b = { 0 };
    Core *max = stms_bind1(&b, core_prim2(OP_MAX, core_var(x[0]), core_var(x[1])), "larger");
    max->var->invented = true;
    return core_lam(x, 2, NULL, stms_body1(&b, max));
}

static Core *of_params(Stms *b, const Table *sizes, Var *const *v, int n)
{
    Core *most = NULL;
    for (int k = 0; k < n; k++)
        if (table_has(sizes, v[k]))
            most = larger(b, most, core_var(v[k]));
    return most;
}

/* The statement with one result more. */
static Core *push_more(Stms *b, const Stm *s, Core *exp)
{
    Stm t = *s;
    t.exp = core_typed(exp);
    t.var = GROWN(Var *, s->var, s->nvars, 1);
    t.var[t.nvars++] = var_new("most", type_prim(I64), NULL);
    vec_push(b, t);
    return core_var(t.var[s->nvars]);
}

static Core *extended(const Core *body, Stms *b, Core *most, bool alone)
{
    Kids r = alone ? (Kids){ 0 } : body->g[0];
    r = one_more(r, most);
    return stms_body(b, r.at, r.n);
}

static Core *most_in(Stms *b, const Stm *s, const Table *sizes);

/* The statements of the body, and what is greatest in them; null: there is none. */
static Core *most_of_stms(Stms *b, const Core *body, Core *most, const Table *sizes)
{
    for (int i = 0; i < body->nstms; i++) {
        const Stm *s = &body->stm[i];
        Core *inner = most_in(b, s, sizes);
        if (!inner)
            vec_push(b, *s);
        else
            most = larger(b, most, inner);
        Core *own = of_params(b, sizes, s->var, s->nvars);
        most = own ? larger(b, most, own) : most;
    }
    return most;
}

static Core *most_of_if(Stms *b, const Stm *s, const Table *sizes)
{
    Core *n = core_copy_node(s->exp);
    bool some = false;
    for (int g = 1; g <= 2; g++) {
        Stms in = { 0 };
        Core *most = most_of_stms(&in, n->g[g].at[0], NULL, sizes);
        some |= most != NULL;
        core_set1(n, g, extended(n->g[g].at[0], &in, most ? most : core_i64(0), false));
    }
    return some ? push_more(b, s, n) : NULL;
}

static Core *most_of_loop(Stms *b, const Stm *s, const Table *sizes)
{
    Core *n = core_copy_node(s->exp);
    Var *sum = var_new("most", type_prim(I64), NULL);
    Stms in = { 0 };
    Core *most = of_params(&in, sizes, n->bind, n->nbinds);
    most = most_of_stms(&in, n->g[2].at[0], most, sizes);
    if (!most)
        return NULL;
    most = larger(&in, core_var(sum), most);
    n->g[0] = one_more(n->g[0], core_i64(0));
    core_set1(n, 2, extended(n->g[2].at[0], &in, most, false));
    n->bind = GROWN(Var *, s->exp->bind, s->exp->nbinds, 1);
    n->bind[n->nbinds++] = sum;
    most = push_more(b, s, n);
    for (int k = 0; k < s->nvars; k++)           /* before the first round, after the last */
        if (table_has(sizes, s->exp->bind[k]))
            most = larger(b, larger(b, most, n->g[0].at[k]), core_var(s->var[k]));
    return most;
}

Core *most_of_body(const Core *body, Var *const *param, int n, const Table *sizes)
{
    Stms b = { 0 };
    Core *most = of_params(&b, sizes, param, n);
    most = most_of_stms(&b, body, most, sizes);
    return most ? core_prune(extended(body, &b, most, true)) : NULL;
}

Core *most_of_soac(const Core *n, const Table *sizes)
{
    int g = op_group(n->op, 'f');
    const Core *lam = g < 0 ? NULL : n->g[g].at[0];
    Core *body = lam ? most_of_body(lam->g[0].at[0], lam->bind, lam->nbinds, sizes) : NULL;
    if (!body)
        return NULL;
    Core *most = CORE(OP_REDOMAP, n->span, n->g[0], one(max_lambda()),
                      one(core_lam(lam->bind, lam->nbinds, lam->index, body)), one(core_i64(0)),
                      n->g[op_group(n->op, 'x')]);
    return core_rename(core_typed(most));
}

static Core *most_in(Stms *b, const Stm *s, const Table *sizes)
{
    const Core *n = s->exp;
    if (n->op == OP_IF)
        return most_of_if(b, s, sizes);
    if (is_loop(n))
        return most_of_loop(b, s, sizes);
    Core *most = ops[n->op].kind == K_SOAC ? most_of_soac(n, sizes) : NULL;
    if (!most)
        return NULL;
    vec_push(b, *s);
    return stms_bind1(b, most, "most");
}
