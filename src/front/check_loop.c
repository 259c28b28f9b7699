/* check_loop.c -- loops, ranges, indices and slices. */
#include "checker.h"

#include <string.h>

/* ---- loops --------------------------------------------------------------- */

/* A size that changes from round to round, and what it starts from and becomes. */
typedef struct { TySize *size, *init, *next; } Varying;
typedef VEC(Varying) Varyings;

/* One size of a parameter: the same in every round, or unknown. Parameters
   that must have one size start from one, and become one. */
static bool settle_size(TySize *param, TySize *init, TySize *next, const Span *s, Varyings *v)
{
    TySize *p = tysize_resolve(param), *b = tysize_resolve(next);
    for (int i = 0; i < v->n; i++)
        if (v->at[i].size == p)
            return tysize_unify(v->at[i].init, init) && tysize_unify(v->at[i].next, b);
    if (p->kind != SIZE_VAR)
        return tysize_unify(p, init) && tysize_unify(p, b);
    if (p == b)
        return tysize_unify(p, init);
    TySize *i = tysize_resolve(init);
    if (!tysize_has_open(i) && !tysize_has_open(b) && tysize_unify(i, b))
        return tysize_unify(p, i);
    TySize *unknown = tysize_unknown(s);
    vec_push(v, ((Varying){ unknown, i, b }));
    return tysize_unify(p, unknown);
}

static bool settle_sizes(Ty *param, Ty *init, Ty *next, const Span *s, Varyings *v)
{
    param = ty_resolve(param);
    init = ty_resolve(init);
    next = ty_resolve(next);
    if (param->kind != init->kind || param->kind != next->kind)
        return true;
    bool ok = param->kind != TY_ARRAY ||
              settle_size(param->size, init->size, next->size, s, v);
    for (int i = 0; i < param->nparts && i < init->nparts && i < next->nparts &&
                    param->kind != TY_FUN; i++)
        ok &= settle_sizes(param->part[i], init->part[i], next->part[i], s, v);
    return ok;
}

static void loop_form(Exp *e)
{
    Exp *of = e->exp.at[2];
    Ty *t = e->loop == LOOP_WHILE ? NULL : infer(of);
    if (e->loop == LOOP_FOR) {
        unify_scalar(t, SIGNED, of->span, "the bound of the loop");
        e->size = NEWS(TySize *, 1);
        e->size[0] = names_bind(e->name, e->span, t)->size;
    } else if (e->loop == LOOP_IN) {
        Ty *elem = ty_var();
        unify(ty_array(tysize_var(), elem), t, of->span, "the array of the loop");
        checker.group = names_mark();
        unify(check_pat(e->pat.at[1], ANY_VAR), elem, e->pat.at[1]->span, "this pattern");
    }
}

Ty *infer_loop(Exp *e)
{
    Exp *init = e->exp.at[0], *body = e->exp.at[1];
    Pat *p = e->pat.at[0];
    Ty *from = infer(init);
    int mark = names_mark(), serial = tysize_serial();
    if (e->loop != LOOP_WHILE)
        loop_form(e);
    checker.group = names_mark();
    Ty *pt = ty_with_unique(check_pat(p, ANY_VAR), false);
    unify_shape(pt, ty_open_sizes(from, NULL), init->span, "the initial value");
    if (e->loop == LOOP_WHILE)
        check_exp(e->exp.at[2], ty_prim(BOOL), "the condition");
    Ty *to = infer(body);
    if (!unify_shape(pt, to, body->span, "the next value of the loop"))
        to = ty_error();
    vec_push(&checker.no_fun, ((NoFun){ pt, e->span, "a loop", PARAM_TYPE_SIZE_LIFTED }));
    if (!settle_sizes(pt, from, to, e->span, &(Varyings){ 0 })) {
        error_at(body->span, ERR_SIZE_MISMATCH, "the sizes in a loop: the parameter is %s, the "
                 "initial value %s, the next value %s", ty_str(pt), ty_str(from), ty_str(to));
    }
    names_leave(mark);
    return ty_unscope(pt, serial, false, NULL, 0);
}

/* ---- ranges -------------------------------------------------------------- */

static bool is_number(const TySize *s, int64_t value)
{
    return s->kind == SIZE_CONST && s->value == value;
}

/* b, or b - a where a is not 0. */
static TySize *distance(TySize *a, TySize *b)
{
    return is_number(a, 0) ? b : tysize_app2("-", b, a);
}

/* The number of elements of a..<b, a...b, where that is a size. */
static TySize *range_size(Exp *e, Ty *t)
{
    TySize *a = tysize_try_exp(e->exp.at[0]), *b = tysize_try_exp(e->exp.at[2]);
    bool upto = e->name == intern("..<"), down = e->name == intern("..>");
    t = ty_resolve(t);
    if (t->kind != TY_PRIM || t->prim != I64 || !a || !b || down)
        return tysize_unknown(e->span);
    if (e->exp.at[1]) {
        TySize *next = tysize_try_exp(e->exp.at[1]);
        bool plain = next && is_number(a, !upto) && is_number(next, 1 + !upto);
        return plain ? b : tysize_unknown(e->span);
    }
    return upto ? distance(a, b) : tysize_app2("+", tysize_app2("-", b, a), tysize_const(1));
}

Ty *infer_range(Exp *e)
{
    Ty *t = infer(e->exp.at[0]);
    unify_scalar(t, SIGNED, e->exp.at[0]->span, "the start of a range");
    for (int i = 1; i < 3; i++)
        if (e->exp.at[i])
            check_exp(e->exp.at[i], t, i == 1 ? "the second element of a range"
                                              : "the end of a range");
    return ty_array(range_size(e, t), t);
}

/* ---- indices ------------------------------------------------------------- */

static void check_index(Exp *i)
{
    Ty *t = infer(i);
    if (i->kind == E_INT && !i->suffix)
        unify(ty_prim(I64), t, i->span, "the index");
    else
        unify_scalar(t, SIGNED, i->span, "the index");
}

static bool is_one(const Exp *e)
{
    return e->kind == E_INT && e->integer == 1;
}

/* [a:b] has b - a elements, [:] and [::-1] all, others as many as it takes. */
static TySize *slice_size(const Exp *slice, TySize *whole, const Span *span)
{
    Exp *start = slice->exp.at[0], *end = slice->exp.at[1], *step = slice->exp.at[2];
    bool along = !step || is_one(step);
    if (!start && !end && (along || (step->kind == E_NEG && is_one(step->exp.at[0]))))
        return whole;
    TySize *a = start ? tysize_try_exp(start) : tysize_const(0);
    TySize *b = end ? tysize_try_exp(end) : whole;
    if (!along || !a || !b)
        return tysize_unknown(span);
    return distance(a, b);
}

static void check_bound(Exp **e, void *arg)
{
    (void)arg;
    check_exp(*e, ty_prim(I64), "the bound of a slice");
}

static Ty *index_from(Ty *array, Exp *e, Exps indices, int k)
{
    if (k == indices.n)
        return array;
    Exp *i = indices.at[k];
    if (i->kind == E_SLICE)
        exp_each(i, check_bound, NULL);
    else
        check_index(i);
    array = ty_resolve(array);
    if (array->kind == TY_VAR) {
        Ty *elem = ty_var();
        unify(array, ty_array(tysize_var(), elem), e->span, "what is indexed");
        array = ty_resolve(array);
    }
    if (array->kind != TY_ARRAY) {
        if (array->kind != TY_ERROR)
            error_at(e->span, ERR_TOO_MANY_INDICES, k ? "%d indices are too many: found %s after %d"
                                : "%d index for what is no array: found %s",
                     indices.n, ty_str(array), k);
        array = ty_array(tysize_unknown(e->span), ty_error());
    }
    Ty *inner = index_from(array->part[0], e, indices, k + 1);
    if (i->kind != E_SLICE)
        return inner;
    bool updated = e->kind == E_UPDATE;   /* checked when it runs */
    return ty_array(updated ? tysize_var() : slice_size(i, array->size, e->span), inner);
}

Ty *index_type(Ty *array, Exp *e, Exps indices)
{
    return index_from(array, e, indices, 0);
}
