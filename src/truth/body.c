/* body.c -- bodies, bindings and map nests of instances. */
#include "truth.h"

#include <string.h>

static void bind_results(Make *k, Var **var, int nvars, Core *e, Kids *vars)
{
    int one = 0;
    for (int i = 0; i < nvars; i++)
        one += !is_seq_name(var[i]->name);
    int spare = e->ntypes - one, at = 0;
    Stm s = { .exp = e, .nvars = e->ntypes, .var = NEWS(Var *, e->ntypes) };
    for (int i = 0; i < nvars; i++) {
        int n = 1;
        if (is_seq_name(var[i]->name)) {
            bool last = i == nvars - 1;
            n = last ? spare : (int)draw(k->seed, spare + 1);
            spare -= n;
        }
        if (at + n > e->ntypes || spare < 0)
            make_fails(k);
        Kids val = { NEWS(Core *, n), n };
        for (int j = 0; j < n; j++, at++) {
            s.var[at] = new_name(k, var[i]->name, e->type[at]);
            val.at[j] = core_var(s.var[at]);
            if (!e->type[at]->rank && e->type[at]->prim == I64)
                k->number = val.at[j];
        }
        env_put(&k->env, var[i]->name, val);
        *vars = kids_join(*vars, val);
    }
    if (at != e->ntypes)
        make_fails(k);
    Kids atoms = atoms_of(s.var, s.nvars);
    for (int i = 0; i < s.nvars; i++)
        s.var[i]->type = type_open(s.var[i]->type, atoms.at);
    vec_push(k->out, s);
}

void some_bindings(Make *k, int n)
{
    for (int i = (int)draw(k->seed, n + 1); i > 0 && k->fuel > 0; i--)
        bind_exp(k, some_exp(k, NULL), NULL);
}

void pattern_bindings(Make *k, const Stm *pat, int n, Kids *vars)
{
    for (int i = 0; i < n; i++) {
        if (!pat[i].nvars) {
            some_bindings(k, 2);
            continue;
        }
        bool number = meta_name(pat[i].exp) && chance(k, 30);
        Core *e = number ? some_number(k) : some_exp(k, pat[i].exp);
        put_value(k, pat[i].exp, one(e));
        bind_results(k, pat[i].var, pat[i].nvars, e, vars);
        if (i + 1 < n && chance(k, 20))
            some_bindings(k, 1);
    }
}

/* Two names at once, so that more of a body counts. */
static Core *some_result(Make *k, const Type *t)
{
    static const Op join[] = { OP_ADD, OP_SUB, OP_MUL, OP_MAX };
    Core *a = some_atom(k, t);
    if (t->rank || chance(k, 40))
        return a;
    Op op = t->prim == BOOL ? OP_NE : join[draw(k->seed, 4)];
    return stms_bind1(k->out, core_prim2(op, a, some_atom(k, t)), NULL);
}

static Kids some_results(Make *k, Want want)
{
    Kids r = { NEWS(Core *, want.at ? want.n : 2), want.at ? want.n : 0 };
    for (int i = 0; i < r.n; i++)
        r.at[i] = some_result(k, want.at[i]);
    if (want.at)
        return r;
    for (int i = 1 + chance(k, 25); i > 0; i--) {
        const Stm *s = k->out->n ? &k->out->at[k->out->n - 1] : NULL;
        r.at[r.n++] = s && s->nvars && chance(k, 80)
            ? core_var(s->var[draw(k->seed, s->nvars)]) : some_scalar(k);
    }
    return r;
}

static bool fits_want(const Core *e, Want want)
{
    if (!want.at)
        return true;
    bool yes = e->ntypes == want.n;
    for (int i = 0; yes && i < want.n; i++)
        yes = type_equal(e->type[i], want.at[i]);
    return yes;
}

static Kids meta_results(Make *k, Kids pat, Want want)
{
    Kids r = { 0 };
    for (int i = 0; i < pat.n; i++) {
        Kids *val = value_of(k, pat.at[i]);
        if (!val) {
            val = NEW(Kids);
            *val = some_results(k, want);
            put_value(k, pat.at[i], *val);
        }
        r = kids_join(r, *val);
    }
    return r;
}

/* The results of a body with this pattern; its bindings go to k->out. */
static Kids fill_body(Make *k, const Core *pat, Want want)
{
    Kids vars = { 0 };
    if (pat && pat->op == OP_BODY) {
        pattern_bindings(k, pat->stm, pat->nstms, &vars);
        return meta_results(k, pat->g[0], want);
    }
    const char *name = pat ? meta_name(pat) : NULL;
    if (!pat || name) {
        some_bindings(k, k->depth > 3 ? 1 : 2);
        return some_results(k, want);
    }
    Core *e = some_exp(k, pat);
    return atoms_of(stms_bind(k->out, e, NULL), e->ntypes);
}

Core *some_body(Make *k, const Core *pat, Want want)
{
    Kids *known = value_of(k, pat);
    if (known && known->n == 1 && known->at[0]->op == OP_BODY)
        return core_rename(known->at[0]);
    Stms out = { 0 }, *outer = k->out;
    int mark = k->scope.n;
    Core *width = k->width;
    k->out = &out;
    k->depth++;
    Kids r = known ? *known : fill_body(k, pat, want);
    Core *b = core_body(out.at, out.n, r.at, r.n);
    k->out = outer;
    k->depth--;
    k->scope.n = mark;
    k->width = width;
    if (!fits_want(b, want))
        make_fails(k);
    put_value(k, pat, one(b));
    return b;
}
