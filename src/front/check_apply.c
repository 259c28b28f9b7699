/* check_apply.c -- application: functions, operators, sections, lambdas. */
#include "checker.h"

#include <string.h>

/* Lambdas and such wait until the other arguments have told their types. */
static bool waits(const Exp *e)
{
    switch (e->kind) {
    case E_LAMBDA: return true;
    case E_APPLY: return waits(e->exp.at[e->exp.n - 1]);
    case E_ATTR: return waits(e->exp.at[0]);
    default: return false;
    }
}

static const char *head_name(const Exp *head)
{
    return head->kind == E_NAME ? format("'%s'", exp_name(head)) : "this function";
}

/* The type as a function's; null, reported, if it is none. */
static Ty *as_function(Ty *t, const Exp *head, const Span *s, int given)
{
    t = ty_resolve(t);
    if (t->kind == TY_VAR) {
        Ty *param = ty_var(), *result = ty_var();
        param->level = result->level = t->level;
        unify(t, ty_fun(param, NULL, result), s, "this function");
        t = ty_resolve(t);
    }
    if (t->kind == TY_FUN)
        return t;
    if (t->kind != TY_ERROR && given)
        error_at(s, ERR_NOT_A_FUNCTION, "%s takes %d argument%s only; it gives %s", head_name(head),
                 given, given > 1 ? "s" : "", ty_str(t));
    else if (t->kind != TY_ERROR)
        error_at(head->span, ERR_NOT_A_FUNCTION, "this is applied but no function: found %s%s",
                 ty_str(t), t->kind == TY_ARRAY ? "; an index has no blank before its '['" : "");
    return NULL;
}

/* The type of a call with one argument more, or, of a pipe, one whose sizes nobody knows. */
static Ty *result_for(Ty *f, Exp *arg, const Span *s)
{
    Ty *r = f->part[1];
    if (f->size)
        r = ty_subst_size(r, f->size, arg ? tysize_of_exp(arg) : tysize_unknown(s));
    return ty_resolve(r)->kind == TY_FUN ? r : ty_open(r, s);
}

/* Where it does not fit, the function that wants it is shown. */
static void check_argument(Exp *arg, Ty *want, const char *what, const Exp *head)
{
    if (check_exp(arg, want, what))
        return;
    const Binder *b = head->kind == E_NAME ? table_get(checker.value, head->name) : NULL;
    if (b && !b->prelude && b->span)
        note_at(b->span, "this function wants it");
}

/* ---- sizes of what type variables stand for ------------------------------ */

static bool is_own(TySize *leaf, void *arg)
{
    (void)arg;
    return leaf->kind == SIZE_UNKNOWN && leaf->own;
}

static void find_own(TySize **size, void *found)
{
    *(bool *)found |= tysize_mentions(*size, is_own, NULL);
}

/* A function that is left to be called wants a size that only a call would tell. */
static bool wants_own(Ty *t)
{
    t = ty_resolve(t);
    if (t->kind != TY_FUN)
        return false;
    bool found = wants_own(t->part[0]);
    ty_each_size(t->part[0], find_own, &found);
    return found || wants_own(t->part[1]);
}

/* t, where each such size is another: unknown, or told by a call. */
static Ty *told_apart(Ty *given, const Span *s, bool function)
{
    Ty *t = ty_resolve(given);
    if (!t->nparts || t->kind == TY_VAR)
        return given;
    Ty *n = ty_copy(t);
    bool own = t->kind == TY_ARRAY && tysize_mentions(t->size, is_own, NULL);
    n->size = !own ? t->size : function ? tysize_exists() : tysize_unknown(s);
    for (int i = 0; i < t->nparts; i++)
        n->part[i] = told_apart(t->part[i], s, function || t->kind == TY_FUN);
    return n;
}

static Ty *with_own_sizes(Ty *t, const Span *s)
{
    if (!wants_own(t))
        return told_apart(t, s, false);
    error_at(s, ERR_SIZE_MISMATCH, "the type of this, %s, has a parameter of a size that only the "
             "call before it would tell; apply the functions one after the other", ty_str(t));
    return ty_error();
}

/* What is wanted of a function tells the types of its parameters, and of its result where that is
   known: what only a call tells has no type before. */
static void tell(Ty *want, Ty *f, const Span *s)
{
    want = ty_resolve(want);
    f = ty_resolve(f);
    if (want->kind == TY_FUN && f->kind == TY_FUN) {
        unify(want->part[0], f->part[0], s, "this function");
        tell(want->part[1], f->part[1], s);
    } else if (want->kind != TY_VAR) {
        unify(want, f, s, "this function");
    }
}

typedef struct { Exp *arg; Ty *want; const char *what; } Waiting;

static Ty *apply_all(Exp *e, Ty *want)
{
    VEC(Waiting) waiting = {0};
    const Exp *head = e->exp.at[0];
    int own = checker.own_sizes;
    Ty *f = infer(e->exp.at[0]);
    bool infix = exp_is_infix(e), failed = false;
    for (int i = 1; i < e->exp.n; i++) {
        Exp *arg = e->exp.at[i];
        Ty *fun = as_function(f, head, span_join(e->span, arg->span), i - 1);
        const char *what = infix ? format("the operand of '%s'", exp_name(head))
                                 : format("argument %d of %s", i, head_name(head));
        Ty *wanted = fun ? fun->part[0] : ty_error();
        if (waits(arg))
            vec_push(&waiting, ((Waiting){ arg, wanted, what }));
        else
            check_argument(arg, wanted, what, head);
        f = fun ? result_for(fun, arg, e->span) : ty_error();
        if (own != checker.own_sizes && wants_own(f))
            return with_own_sizes(f, e->span);
    }
    if (waiting.n && want && ty_resolve(f)->kind == TY_FUN)
        tell(want, f, e->span);
    for (int i = 0; i < waiting.n; i++)
        check_argument(waiting.at[i].arg, waiting.at[i].want, waiting.at[i].what, head);
    for (int i = 1; i < e->exp.n; i++)
        failed |= infix && ty_is_error(e->exp.at[i]->ty);
    return failed ? ty_error() : own == checker.own_sizes ? f : with_own_sizes(f, e->span);
}

/* arg |> fun: the argument tells its type first. */
static Ty *pipe(Exp *e, Exp *fun, Exp *arg)
{
    Ty *f;
    if (waits(arg)) {
        f = as_function(infer(fun), fun, fun->span, 0);
        if (f)
            check_exp(arg, f->part[0], "the argument");
    } else {
        Ty *a = infer(arg);
        check_exp(fun, ty_fun(a, NULL, ty_var()),
                  format("the function of '%s'", exp_name(e->exp.at[0])));
        f = ty_resolve(fun->ty);
        if (f->kind == TY_VAR)
            f = as_function(f, fun, fun->span, 0);
    }
    return f && f->kind == TY_FUN ? ty_with_unique(result_for(f, NULL, e->span), false)
                                  : ty_error();
}

Ty *infer_apply(Exp *e, Ty *want)
{
    const char *op = exp_is_infix(e) ? e->exp.at[0]->name : "";
    const Binder *own = table_get(checker.value, op);
    bool built_in = !own || own->prelude;
    if (built_in && op == intern("|>"))
        return pipe(e, e->exp.at[2], e->exp.at[1]);
    if (built_in && op == intern("<|"))
        return pipe(e, e->exp.at[1], e->exp.at[2]);
    return apply_all(e, want);
}

/* (op x) */
Ty *infer_section(Exp *e)
{
    Exp *op = e->exp.at[0], *x = e->exp.at[1];
    Ty *f = as_function(infer(op), op, e->span, 0);
    Ty *second = f ? as_function(f->part[1], op, e->span, 1) : NULL;
    if (!second) {
        infer(x);
        return ty_error();
    }
    check_exp(x, second->part[0], format("the operand of '%s'", exp_name(op)));
    return ty_fun(f->part[0], f->size, result_for(second, x, e->span));
}

/* ---- fields -------------------------------------------------------------- */

static Ty *no_field(Ty *t, const char *name, const Span *s)
{
    Near near;
    near_start(&near, name);
    for (int i = 0; i < t->nparts && t->kind == TY_RECORD; i++)
        near_try(&near, t->name[i]);
    if (t->kind != TY_ERROR)
        error_at(s, ERR_UNKNOWN_FIELD, near.best ? "%s has no field '%s'; is '%s' meant?"
                 : "%s has no field '%s'", ty_str(t), name, near.best);
    return ty_error();
}

static Ty *later_field(Ty *t, const char *name, const Span *s)
{
    if (checker.settling) {
        error_at(s, ERR_FIELD_OF_UNKNOWN, "the type of this is not known, nor that of its field "
                 "'%s'; write it down where it is bound", name);
        return ty_error();
    }
    Ty *field = ty_var();
    field->level = t->level;
    vec_push(&checker.fields, ((FieldWanted){ t, name, field, s }));
    return field;
}

Ty *field_of(Ty *t, const char *name, const Span *s)
{
    t = ty_resolve(t);
    if (t->kind == TY_VAR)
        return later_field(t, name, s);
    if (t->kind != TY_RECORD && t->kind != TY_TUPLE)
        return no_field(t, name, s);
    int k = ty_field(t, name);
    return k < 0 ? no_field(t, name, s) : t->part[k];
}

/* ---- lambdas ------------------------------------------------------------- */

/* What the parameter's name says in the sizes of the result. */
TySize *pat_size(const Pat *p)
{
    p = pat_plain(p);
    return p->kind == P_NAME ? ((Binder *)table_get(checker.value, p->name))->size : NULL;
}

Ty *fun_of_params(Pat **param, TySize **size, int n, Ty *result)
{
    for (int i = n - 1; i >= 0; i--)
        result = ty_fun(param[i]->ty, size[i] && ty_mentions(result, size[i]) ? size[i] : NULL,
                        result);
    return result;
}

/* Types the body; `want` is its type by the context, or null. */
static Ty *lambda_body(Exp *e, Ty *want)
{
    Exp *body = e->exp.at[0];
    if (e->type) {
        Ty *t = type_of_exp(e->type, ANY_EXISTS);
        check_exp(body, t, "the result");
        return t;
    }
    if (want && ty_resolve(want)->kind != TY_VAR)
        check_exp(body, told_apart(want, body->span, true), "the result of this function");
    else
        infer(body);
    return body->ty;
}

Ty *infer_lambda(Exp *e, Ty *want)
{
    int mark = names_mark(), serial = tysize_serial(), n = e->pat.n;
    TySize **size = NEWS(TySize *, n);
    checker.level++;
    checker.group = mark;
    for (int i = 0; i < n; i++) {
        Ty *w = want ? ty_resolve(want) : NULL;
        Ty *t = check_pat(e->pat.at[i], ANY_VAR);
        size[i] = pat_size(e->pat.at[i]);
        want = NULL;
        if (w && w->kind == TY_FUN) {
            unify(w->part[0], t, e->pat.at[i]->span, "this parameter");
            want = w->part[1];
            if (w->size && size[i])
                want = ty_subst_size(want, w->size, size[i]);
        }
    }
    Ty *body = lambda_body(e, want);
    names_leave(mark);
    checker.level--;
    body = ty_unscope(e->type ? body : ty_with_unique(body, false), serial, true, size, n);
    return fun_of_params(e->pat.at, size, n, body);
}
