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

Equation hom_equation(const Span *s, EquationKind k, const char *a, const char *plus,
                      const char *b, Exp *e)
{
    if (plus && strcmp(plus, "++"))
        error_at(s, ERR_HOM, "two parts are joined by ++, not %s", plus);
    if (b && !strcmp(a, b))
        error_at(s, ERR_HOM, "both parts are named %s", a);
    return (Equation){ k, s, { a, b }, e };
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
    const Exp *head = e->kind == E_APPLY && e->exp.n == 2 ? e->exp.at[0] : e;
    bool recurs = head != e && head->kind == E_NAME && head->name == p->self;
    i = recurs ? part_of(p, e->exp.at[1]) : -1;
    if (i >= 0) {
        p->used[i]++;
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
    exp_check_nesting(body);
    on_results(&body, &p);
    for (int i = 0; i < 2; i++)
        if (!p.used[i])
            error_at(join->span, ERR_HOM, "the result on %s, '%s %s', is not used",
                     join->name[i], self, join->name[i]);
    Pats params = {0};
    for (int i = 0; i < 2; i++)
        vec_push(&params, NODE(Pat, join->span, .kind = P_NAME, .name = join->name[i]));
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
        const Equation *e = &l->at[i];
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

Exp *hom_body(const Span *s, const Span *name_span, const char *name, Pats params, Equations l)
{
    const Equation *q[3] = { 0 };
    const Pat *list = params.n == 1 ? pat_plain(params.at[0]) : NULL;
    bool named = list && list->kind == P_NAME;
    if (!named)
        error_at(name_span, ERR_HOM, "a definition by list homomorphism has one parameter, an "
                 "array with a name");
    if (!sorted(name_span, name, &l, q) || !named)
        return exp_new(E_HOLE, s, NULL, NULL, NULL);
    const Equation *one = q[EQ_ONE];
    Pat *x = NODE(Pat, one->span, .kind = one->name[0] ? P_NAME : P_WILD, .name = one->name[0]);
    Exp *f = exp_named(E_NAME, s, intern("intrinsic_hom"), NULL, NULL);
    f = exp_apply(s, f, operator_of(name, q[EQ_JOIN]));
    f = exp_apply(s, f, exp_lambda(one->exp->span, APPEND((Pats){0}, x), NULL, one->exp));
    f = exp_apply(s, f, q[EQ_EMPTY]->exp);
    return exp_apply(s, f, exp_named(E_NAME, list->span, list->name, NULL, NULL));
}
