/* splice.c -- bodies put together, and nested terms in A-normal form. */
#include "rewrite.h"

#include <string.h>

Core *op1(Op op, Core *a)
{
    return core_typed(CORE(op, NULL, one(a)));
}

Core *op2(Op op, Core *a, Core *b)
{
    return core_typed(CORE(op, NULL, one(a), one(b)));
}

static void flat_into(Stms *out, const Core *body)
{
    for (int i = 0; i < body->nstms; i++)
        if (body->stm[i].nvars)
            vec_push(out, body->stm[i]);
        else
            flat_into(out, body->stm[i].exp);
}

static bool is_flat(const Core *body)
{
    for (int i = 0; i < body->nstms; i++)
        if (!body->stm[i].nvars)
            return false;
    return true;
}

Core *body_flat(Core *body)
{
    if (body->op != OP_BODY || (is_flat(body) && body->ntypes == body->g[0].n))
        return body;
    const Core *one = body;
    while (one->nstms == 1 && !one->stm[0].nvars)
        one = one->stm[0].exp;
    Stms out = { 0 };
    if (is_flat(one))          /* a part of a body keeps its place in that */
        return core_body(one->stm, one->nstms, body->g[0].at, body->g[0].n);
    flat_into(&out, body);
    return core_body(out.at, out.n, body->g[0].at, body->g[0].n);
}

Core *stms_term(const Stm *s, int n)
{
    Core *b = core_node(OP_BODY, NULL);
    b->stm = (Stm *)s;
    b->nstms = n;
    return b;
}

Core *rope(Stms *stms, Kids results)
{
    Core *b = core_node(OP_BODY, NULL);
    b->stm = stms->at;
    b->nstms = stms->n;
    b->g[0] = results;
    b->type = NEWS(const Type *, results.n);
    b->ntypes = results.n;
    for (int i = 0; i < results.n; i++)
        b->type[i] = type_of(results.at[i]);
    return b;
}

Core *body_of_exp(Core *exp, const char **names)
{
    if (exp->op == OP_BODY)
        return exp;
    Stms out = { 0 };
    if (is_atom(exp))
        return core_body(NULL, 0, one(exp).at, 1);
    Kids r = atoms_of(stms_bind(&out, exp, names), exp->ntypes);
    return core_body(out.at, out.n, r.at, r.n);
}

bool lacks_size(const Type *t)
{
    return t && t->rank && (!t->dim[0] || t->dim[0]->op == OP_EXT);
}

/* Names know the sizes of what is said to be theirs. */
static Kids bind_exp(Stms *out, Core *e, Var **names, const Var *const *like)
{
    const char **base = NEWS(const char *, e->ntypes);
    for (int i = 0; i < e->ntypes; i++)
        base[i] = like ? like[i]->name : NULL;
    if (!names)
        return atoms_of(stms_bind(out, e, like ? base : NULL), e->ntypes);
    for (int i = 0; i < e->ntypes; i++)
        if (lacks_size(names[i]->type) && !lacks_size(e->type[i])) {
            names[i]->type = e->type[i];
            core_set_type(core_var(names[i]), e->type[i]);
        }
    Stm s = { .var = names, .nvars = e->ntypes, .exp = e };
    vec_push(out, s);
    return atoms_of(names, e->ntypes);
}

/* A name that a rule gave is better than none. */
void take_name(Core *result, const char *name, bool invented)
{
    bool invents = result->op == OP_VAR && result->var->invented;
    bool nameless = invents && !strcmp(var_base(result->var->name), "t");
    if (!invents || (invented && !(nameless && strcmp(var_base(name), "t"))))
        return;
    result->var->name = var_new(name, NULL, NULL)->name;
    result->var->invented = invented;
}

Kids stms_splice(World *w, Stms *out, Core *e, Var **names, int nnames)
{
    if (names && nnames != e->ntypes)
        bug("%d names for the %d results of %s", nnames, e->ntypes, core_str(e));
    if (e->op == OP_BODY && body_single(e)) {
        const Stm *s = &e->stm[0];
        return bind_exp(out, s->exp, names ? names : s->var, NULL);
    }
    if (e->op != OP_BODY && !is_atom(e))
        return bind_exp(out, e, names, NULL);
    Kids result = e->op == OP_BODY ? e->g[0] : one(e);
    if (e->op == OP_BODY && e->nstms) {
        Stm s = { .exp = e };
        vec_push(out, s);
    }
    for (int i = 0; names && i < nnames; i++) {
        take_name(result.at[i], names[i]->name, names[i]->invented);
        world_alias(w, names[i], result.at[i]);
        if (w->trace)
            vec_push(&w->trace->alias, ((Alias){ names[i], result.at[i] }));
    }
    return result;
}

/* The operands of a nested term as atoms; lambdas, slices and the like are
   left. */
Core *to_normal(Stms *pre, Core *e)
{
    if (is_atom(e) || ops[e->op].kind == K_PART || (e->ntypes && !pre))
        return e;
    Core *n = core_copy_node(e);
    bool new = !n->ntypes;
    for (int g = 0; g < ops[n->op].ngroups; g++)
        for (int i = 0; strchr("aAI", ops[n->op].groups[g]) && i < n->g[g].n; i++) {
            Core *kid = to_atom(pre, n->g[g].at[i]);
            new |= kid != n->g[g].at[i];
            n->g[g].at[i] = kid;
        }
    return new ? core_typed(n) : e;
}

/* Makes an atom of a nested term; of where a slice begins, and how long it is, too, unless
   that is a size as types have it. */
Core *to_atom(Stms *pre, Core *e)
{
    if (e->op == OP_SPAN && !(is_atom(e->g[0].at[0]) && is_atom(e->g[1].at[0]))) {
        Core *span = core_copy_node(e);
        for (int g = 0; g < 2; g++)
            core_set1(span, g, g && e->g[g].at[0]->ntypes ? e->g[g].at[0]
                                                          : to_atom(pre, e->g[g].at[0]));
        return span;
    }
    if (is_atom(e) || ops[e->op].kind == K_PART)
        return e;
    return stms_bind1(pre, to_normal(pre, e), e->op == OP_THRESHOLD ? e->text : NULL);
}
