/* left.c -- a body without the versions that are left out: see left.h. */
#include "left.h"

Left left_new(void)
{
    return (Left){ .always = table_new(), .never = table_new(), .named = table_new(),
                   .threshold = table_new(), .now = subst_new() };
}

static Core *left_in(Core *n, void *left);

/* The branch that is taken, if that is decided; else null. */
static const Core *branch_taken(const Left *l, const Core *n)
{
    return table_has(l->always, n) ? n->g[1].at[0] : table_has(l->never, n) ? n->g[2].at[0] : NULL;
}

/* Appends the bindings of the branch; the names of the statement stand for its results. */
static void splice(Left *l, Stms *out, const Stm *s, const Core *branch)
{
    Stm one = *s;
    Core *body = left_in((Core *)branch, l);
    one.exp = body;
    if (body->op != OP_BODY) {
        vec_push(out, one);
        return;
    }
    vec_append(out, body->stm, body->nstms);
    for (int k = 0; k < s->nvars; k++)
        subst_add(l->now, s->var[k], core_subst(body->g[0].at[k], l->now));
}

/* Returns the value of `&&` or `||` if an operand is a constant, or null. */
static Core *known_test(const Left *l, const Core *e)
{
    if (e->op != OP_LAND && e->op != OP_LOR)
        return NULL;
    Core *a = core_subst(e->g[0].at[0], l->now), *b = core_subst(e->g[1].at[0], l->now);
    Core *known = is_const(a) ? a : is_const(b) ? b : NULL, *other = known == a ? b : a;
    return !known ? NULL : known->value.i == (e->op == OP_LOR) ? known : other;
}

typedef struct Around {
    Stms *stms;
    struct Around *up;
} Around;

/* The binding of a variable in the bodies around. */
static Stm *bound_around(const Left *l, const Var *v)
{
    for (const Around *a = l->around; a; a = a->up)
        for (int i = 0; i < a->stms->n; i++)
            if (a->stms->at[i].var[0] == v)
                return &a->stms->at[i];
    return NULL;
}

/* The variable is that; if it has to keep its name, what that is has this name from now on. */
static void know(Left *l, const Stm *s, Core *is)
{
    bool renames = is->op == OP_VAR && table_has(l->named, s->var[0])
        && !table_has(l->named, is->var);
    Stm *as = renames ? bound_around(l, is->var) : NULL;
    if (!as) {
        subst_add(l->now, s->var[0], is);
        return;
    }
    as->var = COPY(Var *, s->var[0]);
    subst_add(l->now, is->var, core_var(s->var[0]));
}

static Core *left_in(Core *n, void *left)
{
    Left *l = left;
    if (n->op == OP_THRESHOLD && table_has(l->threshold, n->text))
        return table_get(l->threshold, n->text);
    if (n->op != OP_BODY)
        return core_map(n, left_in, l);
    Stms out = { 0 };
    Around around = { &out, l->around };
    l->around = &around;
    for (int i = 0; i < n->nstms; i++) {
        Stm s = n->stm[i];
        const Core *branch = branch_taken(l, s.exp);
        Core *test = branch ? NULL : known_test(l, s.exp);
        if (branch)
            splice(l, &out, &s, branch);
        if (test)
            know(l, &s, test);
        if (branch || test)
            continue;
        s.exp = left_in(s.exp, l);
        vec_push(&out, s);
    }
    l->around = around.up;
    return stms_body(&out, n->g[0].at, n->g[0].n);
}

Core *body_left(const Core *body, Left *l)
{
    Core *n = left_in((Core *)body, l);
    return core_subst(core_subst(n, l->now), l->now);      /* a name may have got another one */
}
