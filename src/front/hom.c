/*
 * hom.c -- definitions by list homomorphism.
 *
 *     hom len (xs: []i32): i32 =
 *       | []     -> 0
 *       | [x]    -> 1
 *       | a ++ b -> len a + len b
 *
 * are a call of the intrinsic that divides and conquers: its operator is what
 * the third equation makes of `len a` and `len b`.
 */
#include "build.h"

#include <string.h>

Equation *hom_equation(const Span *s, EquationKind k, const char *a, const char *plus,
                       const char *b, Exp *e)
{
    Equation *q = NEW(Equation);
    if (plus && strcmp(plus, "++"))
        error_at(s, ERR_HOM, "two parts are joined by ++, not %s", plus);
    if (b && !strcmp(a, b))
        error_at(s, ERR_HOM, "both parts are named %s", a);
    *q = (Equation){ k, s, { a, b }, e };
    return q;
}

/* ---- the third equation ---------------------------------------------------- */

typedef struct {
    const char *self;
    const Equation *join;
    int used[2];
} Parts;

static int part_of(const Parts *p, const Exp *e)
{
    for (int i = 0; e->kind == E_NAME && i < 2; i++)
        if (e->name == p->join->name[i])
            return i;
    return -1;
}

/* The name of a part stands for the result on it from now on. */
static void on_results(Exp **at, void *parts)
{
    Parts *p = parts;
    Exp *e = *at;
    int i = part_of(p, e);
    if (i >= 0)
        error_at(e->span, ERR_HOM, "%s may only stand in '%s %s'", e->name, p->self, e->name);
    if (e->kind == E_NAME && e->name == p->self)
        error_at(e->span, ERR_HOM, "%s may only be applied to %s or %s", p->self,
                 p->join->name[0], p->join->name[1]);
    if (e->kind == E_APPLY && e->exp.at[0]->kind == E_NAME && e->exp.at[0]->name == p->self
        && part_of(p, e->exp.at[1]) >= 0) {
        p->used[part_of(p, e->exp.at[1])]++;
        *at = e->exp.at[1];
        return;
    }
    exp_each(e, on_results, p);
    if (e->dec)
        on_results(&e->dec->body, p);
}

static Exp *operator_of(const char *self, const Equation *join)
{
    Parts p = { self, join, { 0 } };
    Exp *body = join->exp;
    on_results(&body, &p);
    for (int i = 0; i < 2; i++)
        if (!p.used[i])
            error_at(join->span, ERR_HOM, "the result on %s, '%s %s', is not used",
                     join->name[i], self, join->name[i]);
    Pats *params = LIST(Pats, NULL, pat_name(join->span, join->name[0]));
    vec_push(params, pat_name(join->span, join->name[1]));
    return exp_lambda(join->exp->span, params, NULL, body);
}

/* ---- the definition -------------------------------------------------------- */

static const char *const what[] = { "of the empty list, '| [] -> ..'",
                                    "of one element, '| [x] -> ..'",
                                    "of two parts, '| a ++ b -> ..'" };

/* One equation of each kind; false if some are missing. */
static bool sorted(const Span *s, const char *name, const Equations *l, const Equation **q)
{
    bool all = true;
    for (int i = 0; i < l->n; i++) {
        const Equation *e = l->at[i];
        if (q[e->kind])
            error_at(e->span, ERR_HOM, "%s has a second equation %s", name, what[e->kind]);
        q[e->kind] = e;
    }
    for (int k = 0; k < 3; k++) {
        if (!q[k])
            error_at(s, ERR_HOM, "%s has no equation %s", name, what[k]);
        all &= q[k] != NULL;
    }
    return all;
}

static const Pat *name_in(const Pat *p)
{
    while (p->kind == P_ASCRIBE || p->kind == P_ATTR)
        p = p->part.at[0];
    return p->kind == P_NAME ? p : NULL;
}

Dec *dec_hom(const Span *s, const Span *name_span, const char *name, TypeParams *tparams,
             Pats *params, TypeExp *result, Equations *l)
{
    const Equation *q[3] = { 0 };
    const Pat *list = params && params->n == 1 ? name_in(params->at[0]) : NULL;
    Exp *body = exp_new(E_HOLE, s, NULL, NULL, NULL);
    if (!list)
        error_at(name_span, ERR_HOM, "a definition by list homomorphism has one parameter, an "
                 "array with a name");
    if (sorted(name_span, name, l, q) && list) {
        const char *one = q[EQ_ONE]->name[0];
        const Span *at = q[EQ_ONE]->span;
        Pats *x = LIST(Pats, NULL, one ? pat_name(at, one) : pat_list(P_WILD, at, NULL, NULL));
        Exp *f = exp_named(E_NAME, s, intern("intrinsic_hom"), NULL, NULL);
        f = exp_apply(s, f, operator_of(name, q[EQ_JOIN]));
        f = exp_apply(s, f, exp_lambda(q[EQ_ONE]->exp->span, x, NULL, q[EQ_ONE]->exp));
        f = exp_apply(s, f, q[EQ_EMPTY]->exp);
        body = exp_apply(s, f, exp_named(E_NAME, list->span, list->name, NULL, NULL));
    }
    return dec_fun(s, name_span, name, tparams, params, result, body);
}
