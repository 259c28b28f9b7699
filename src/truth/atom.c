/* atom.c -- operands of instances: names in scope, or something new. */
#include "truth.h"

#include <string.h>

void make_fails(Make *k)
{
    longjmp(k->failed, 1);
}

Core *checked(Make *k, Core *n)
{
    const char *error;
    if (!core_infer(n, &error))
        make_fails(k);
    return n;
}

bool is_lent(const Make *k, const Core *a)
{
    bool lent = false;
    for (int i = 0; i < k->lent.n; i++)
        lent |= is_var(a, k->lent.at[i]);
    return lent;
}

Kids bind_exp(Make *k, Core *e, const char *name)
{
    const char **names = name ? &name : NULL;
    if (name && e->ntypes != 1)
        make_fails(k);
    Kids all = atoms_of(stms_bind(k->out, e, names), e->ntypes);
    int view = op_group(e->op, '~'), same = op_group(e->op, '=');
    int of = view >= 0 ? view : same;
    for (int i = 0; i < all.n; i++) {
        vec_push(&k->scope, all.at[i]->var);
        if (of >= 0 && e->g[of].n && is_lent(k, e->g[of].at[0]))
            vec_push(&k->lent, all.at[i]->var);
    }
    return all;
}

Core *bind_fresh(Make *k, Core *exp, const char *name)
{
    return bind_exp(k, exp, name).at[0];
}

/* A name for "?x" or "?xs..". */
Var *new_name(Make *k, const char *meta, const Type *t)
{
    const char *base = meta + (meta[0] == '?');
    Var *v = var_new(internn(base, (int)strcspn(base, ".'")), t, NULL);
    vec_push(&k->scope, v);
    return v;
}

/* One of the names in scope for which fits() holds, late ones more often; but the
   names of the data have no order. */
static Core *pick(Make *k, bool (*fits)(const Var *v, const void *arg), const void *arg)
{
    VEC(Var *) found = { 0 };
    int late = 0;
    for (int i = 0; i < k->scope.n; i++)
        if (fits(k->scope.at[i], arg)) {
            vec_push(&found, k->scope.at[i]);
            late += i >= k->names->vars.n && late < 3;
        }
    if (!found.n)
        return NULL;
    int from = (int)draw(k->seed, late && chance(k, 65) ? late : found.n);
    return core_var(found.at[found.n - 1 - from]);
}

static bool has_type(const Var *v, const void *t)
{
    return type_equal(v->type, t);
}

static bool has_width(const Var *v, const void *width)
{
    return v->type->rank && v->type->dim[0] && size_equal(v->type->dim[0], width);
}

static bool is_scalar(const Var *v, const void *arg)
{
    (void)arg;
    return !v->type->rank;
}

static Core *some_const(Make *k, Prim p)
{
    return core_int(p, draw(k->seed, p == BOOL ? 2 : 3));
}

Core *some_replicate(Make *k, Core *width, Core *e)
{
    Core *r = CORE(OP_REPLICATE, NULL, one(width), one(e));
    return bind_fresh(k, checked(k, r), "r");
}

Core *some_atom(Make *k, const Type *t)
{
    Core *found = pick(k, has_type, t);
    if (found && (t->rank || !chance(k, 20)))
        return found;
    if (!t->rank)
        return some_const(k, t->prim);
    if (!t->dim[0] || core_has(t->dim[0], OP_EXT))
        make_fails(k);         /* its length is unknown, or a result of another body */
    return some_replicate(k, t->dim[0], some_atom(k, type_row(t)));
}

Core *some_array(Make *k, const Core *width)
{
    Core *found = pick(k, has_width, width);
    bool alone = k->alone && !k->depth;
    if (found && (alone || !chance(k, 10)))
        return found;
    if (alone)
        make_fails(k);
    return some_replicate(k, (Core *)width, some_scalar(k));
}

Core *some_scalar(Make *k)
{
    Core *found = pick(k, is_scalar, NULL);
    return found && !chance(k, 15) ? found : some_const(k, chance(k, 50) ? I32 : I64);
}

/* What the nest binds: it differs from row to row. */
static Core *nest_number(Make *k)
{
    for (int i = k->given - 1; i >= k->names->vars.n; i--) {
        const Type *t = k->scope.at[i]->type;
        if (!t->rank && t->prim == I64 && chance(k, 60))
            return core_var(k->scope.at[i]);
    }
    return NULL;
}

/* A size of the data, or now and then a number that may differ for each row. */
Core *some_size(Make *k)
{
    Core *number = chance(k, 15) ? nest_number(k) : chance(k, 25) ? k->number : NULL;
    if (number)
        return number;
    if (k->width && chance(k, 55))
        return k->width;
    if (chance(k, 25))
        return some_atom(k, type_prim(I64));
    return k->width = given_size(k);
}

Core *given_size(Make *k)
{
    Kids sizes = sizes_of(k->names);
    return sizes.n ? sizes.at[draw(k->seed, sizes.n > 2 ? 2 : sizes.n)]
                   : core_i64(1 + draw(k->seed, 3));
}

/* ---- zeros -------------------------------------------------------------- */

bool is_zero(Make *k, const Core *a)
{
    for (int i = 0; i < k->zero.n; i++)
        if (is_var(a, k->zero.at[i]))
            return true;
    return false;
}

Core *some_zero(Make *k, const Type *t, const Core *width)
{
    VEC(Var *) found = { 0 };
    for (int i = 0; i < k->scope.n; i++) {
        Var *v = k->scope.at[i];
        if (is_zero(k, core_var(v)) && (t ? type_equal(v->type, t) : has_width(v, width)))
            vec_push(&found, v);
    }
    return found.n ? core_var(found.at[draw(k->seed, found.n)]) : NULL;
}
