/* check_exp.c -- the types of expressions: literals, lets, branches, updates. */
#include "checker.h"

#include <stdlib.h>
#include <string.h>

/* ---- literals and small things ------------------------------------------- */

static Ty *literal(Exp *e, unsigned prims)
{
    Prim p;
    vec_push(&checker.literals, e);
    if (!e->suffix)
        return ty_scalar_var(prims);
    if (prim_of_name(e->suffix, &p))
        return ty_prim(p);
    bug("a literal of type %s", e->suffix);
}

static Ty *tuple(Exp *e)
{
    Ty *t = ty_new(TY_TUPLE, e->exp.n);
    for (int i = 0; i < e->exp.n; i++)
        t->part[i] = infer(e->exp.at[i]);
    return t;
}

static Ty *record(Exp *e)
{
    return ty_record(e->field.at, tuple(e)->part, e->field.n, e->span);
}

static void no_functions(Ty *t, const Span *s, const char *what, TypeParamKind most)
{
    vec_push(&checker.no_fun, ((NoFun){ t, s, what, most }));
}

/* Rows whose lengths are not written: they may differ. */
static bool may_differ(Ty *elem, Ty *t)
{
    elem = ty_resolve(elem);
    t = ty_resolve(t);
    if (elem->kind != TY_ARRAY || t->kind != TY_ARRAY)
        return false;
    TySize *a = tysize_resolve(elem->size), *b = tysize_resolve(t->size);
    return !(a->kind == SIZE_CONST && b->kind == SIZE_CONST) && !tysize_unify(a, b);
}

/* The type of elements like the ones before and e. */
static Ty *joined(Ty *elem, Exp *e)
{
    if (ty_resolve(elem)->kind != TY_ARRAY) {
        check_exp(e, elem, "this element");
        return elem;
    }
    Ty *t = infer(e);
    if (may_differ(elem, t))
        elem = ty_array(tysize_ragged(), ty_resolve(elem)->part[0]);
    if (!unify(elem, t, e->span, "this element"))
        e->ty = ty_error();
    return elem;
}

static Ty *array(Exp *e)
{
    Ty *elem = e->exp.n ? ty_with_unique(infer(e->exp.at[0]), false) : ty_var();
    for (int i = 1; i < e->exp.n; i++)
        elem = joined(elem, e->exp.at[i]);
    no_functions(elem, e->span, "an array", PARAM_TYPE);
    return ty_array(tysize_const(e->exp.n), elem);
}

static Ty *branches(Exp *e)
{
    check_exp(e->exp.at[0], ty_prim(BOOL), "the condition");
    Ty *a = infer(e->exp.at[1]), *b = infer(e->exp.at[2]);
    Ty *t = unify_join(e->exp.at[1], e->exp.at[2], a, b, e->span, "the branches of this 'if'");
    no_functions(t, e->span, "a branch", PARAM_TYPE_SIZE_LIFTED);
    return t;
}

static Ty *assertion(Exp *e)
{
    check_exp(e->exp.at[0], ty_prim(BOOL), "the condition");
    return infer(e->exp.at[1]);
}

static Ty *negation(Exp *e)
{
    Ty *t = infer(e->exp.at[0]);
    bool minus = e->kind == E_NEG;
    e->exp.at[0]->negated = minus;
    return unify_scalar(t, minus ? NUMBERS : INTEGERS | TRUTHS, e->exp.at[0]->span,
                        minus ? "the operand of '-'" : "the operand of '!'") ? t : ty_error();
}

/* ---- ascriptions --------------------------------------------------------- */

/* The sizes that t leaves open are those of `from`. */
static void adopt_sizes(Ty *t, Ty *from)
{
    t = ty_resolve(t);
    from = ty_resolve(from);
    if (t->kind != from->kind || t->nparts != from->nparts)
        return;
    if (t->kind == TY_ARRAY && tysize_resolve(t->size)->kind == SIZE_VAR)
        tysize_unify(t->size, from->size);
    for (int i = 0; i < t->nparts; i++)
        adopt_sizes(t->part[i], from->part[i]);
}

/* Known to be equal, whatever is found out later. */
static bool ty_same_sizes(Ty *t, Ty *from)
{
    t = ty_resolve(t);
    from = ty_resolve(from);
    if (t->kind != from->kind || t->nparts != from->nparts || t->kind == TY_VAR)
        return false;
    bool same = t->kind != TY_ARRAY ||
                (!tysize_is_ragged(t->size) && !tysize_is_ragged(from->size) &&
                 !tysize_has_open(t->size) && !tysize_has_open(from->size) &&
                 tysize_unify(t->size, from->size));
    for (int i = 0; i < t->nparts && same; i++)
        same = ty_same_sizes(t->part[i], from->part[i]);
    return same;
}

static Ty *ascribed(Exp *e)
{
    Ty *t = ty_with_unique(type_of_exp(e->type, ANY_VAR), false);
    if (e->kind == E_ASCRIBE) {
        check_exp(e->exp.at[0], t, "this expression");
        return t;
    }
    Ty *from = infer(e->exp.at[0]);
    if (!unify(ty_open_sizes(t, e->span), from, e->exp.at[0]->span, "this expression"))
        return ty_error();
    adopt_sizes(t, from);
    if (ty_same_sizes(t, from))
        warn_at(e->span, WARN_COERCION, "this ':>' changes nothing: the type is %s", ty_str(from));
    return t;
}

/* ---- updates ------------------------------------------------------------- */

/* The type of the part that is updated; *fields: whether only fields lead to it. */
static Ty *updated_part(Ty *t, Exp *e, bool *fields)
{
    Exps left = exp_indices(e);
    *fields = true;
    for (int i = 0; i < e->step.n; i++) {
        const UpdateStep *step = &e->step.at[i];
        *fields &= step->field != NULL;
        t = step->field ? field_of(t, step->field, e->span)
                        : index_type(t, e, (Exps){ left.at, step->indices, 0 });
        left.at += step->indices;
    }
    return t;
}

/* The record with another type for the field that the steps from number k on lead to. */
static Ty *with_part(Ty *given, const Exp *e, int k, Ty *value)
{
    if (k == e->step.n)
        return value;
    Ty *t = ty_resolve(given);
    if (t->kind != TY_RECORD && t->kind != TY_TUPLE)
        return given;
    Ty *n = ty_new(t->kind, t->nparts);
    n->name = t->name;
    for (int i = 0; i < t->nparts; i++)
        n->part[i] = i == ty_field(t, e->step.at[k].field)
                         ? with_part(t->part[i], e, k + 1, value) : t->part[i];
    return n;
}

static Ty *update(Exp *e)
{
    bool fields;
    Ty *t = infer(e->exp.at[0]), *part = updated_part(t, e, &fields);
    if (fields && ty_resolve(t)->kind != TY_VAR) {
        Ty *value = infer(e->exp.at[1]);
        bool same = unify_shape(ty_open_sizes(part, NULL), value, e->span, "the new value");
        return same && !ty_is_error(part) ? with_part(t, e, 0, value) : t;
    }
    check_exp(e->exp.at[1], part, "the new value");
    return t;
}

/* ---- lets: a chain of them in one loop ----------------------------------- */

static void let(Exp *e)
{
    Pat *p = e->pat.at[0];
    Exp *value = e->exp.at[0];
    Ty *t = infer(value);
    const Pat *named = pat_plain(p);
    TySize *meaning = named->kind == P_NAME ? tysize_try_exp(value) : NULL;
    e->size = NEWS(TySize *, e->size_name.n);
    for (int i = 0; i < e->size_name.n; i++)
        names_bind_size(e->size_name.at[i], p->span, e->size[i] = tysize_wanted(p->span));
    checker.group = names_mark();
    Ty *pt = check_pat(p, ANY_VAR);
    unify(pt, t, value->span, "this value");
    for (int i = 0; i < e->size_name.n; i++) {
        Binder *b = table_get(checker.value, e->size_name.at[i]);
        if (!b->used)
            error_at(p->span, ERR_UNUSED_SIZE, "the size [%s] does not occur in this pattern",
                     b->name);
        TySize *s = tysize_resolve(b->size);
        if (s->kind == SIZE_UNKNOWN && !s->name)
            s->name = b->name;
    }
    if (meaning)
        tysize_define(((Binder *)table_get(checker.value, named->name))->size, t, meaning);
}

static Ty *lets(Exp *first)
{
    int mark = names_mark(), serial = tysize_serial();
    Exp *e = first;
    for (; exp_is_let(e); e = e->exp.at[1])
        if (e->kind == E_LET)
            let(e);
        else
            check_function(e->dec);
    Ty *t = infer(e);
    names_leave(mark);
    t = ty_unscope(t, serial, false, NULL, 0);
    for (; first != e; first = first->exp.at[1])
        first->ty = t;
    return t;
}

/* ---- all ----------------------------------------------------------------- */

/* #[seq_factor(q)]: how many neighbours a thread of a block takes. */
static void check_factor(const Exp *e)
{
    enum { MOST = 64 };
    static const char word[] = "seq_factor";
    size_t n = strlen(word);
    if (strncmp(e->name, word, n) || (e->name[n] && e->name[n] != '('))
        return;
    long q = e->name[n] ? strtol(e->name + n + 1, NULL, 10) : 0;
    if (q < 1 || q > MOST)
        error_at(e->span, ERR_ATTRIBUTE_VALUE, "#[%s] expects a number from 1 to %d: #[%s(4)]",
                 word, MOST, word);
}

static Ty *infer_kind(Exp *e, Ty *want)
{
    bug_place(e->span);
    switch (e->kind) {
    case E_INT: return literal(e, NUMBERS);
    case E_FLOAT: return literal(e, FLOATS);
    case E_BOOL:
        e->prim = BOOL;
        return ty_prim(BOOL);
    case E_STRING: return ty_array(tysize_const(e->text_size), ty_prim(U8));
    case E_NAME: return names_lookup(e);
    case E_TUPLE: return tuple(e);
    case E_RECORD: return record(e);
    case E_ARRAY: return array(e);
    case E_RANGE: return infer_range(e);
    case E_APPLY: return infer_apply(e, want);
    case E_NEG: case E_NOT: return negation(e);
    case E_SECTION: return infer_section(e);
    case E_LAMBDA: return infer_lambda(e, want);
    case E_LET: case E_LET_FUN: return lets(e);
    case E_IF: return branches(e);
    case E_LOOP: return infer_loop(e);
    case E_INDEX: return index_type(infer(e->exp.at[0]), e, exp_indices(e));
    case E_UPDATE: return update(e);
    case E_FIELD: return field_of(infer(e->exp.at[0]), e->name, e->span);
    case E_ASCRIBE: case E_COERCE: return ascribed(e);
    case E_ATTR:
        check_factor(e);
        return e->exp.at[0]->ty = infer_kind(e->exp.at[0], want);
    case E_ASSERT: return assertion(e);
    case E_HOLE:
        vec_push(&checker.holes, e);
        return ty_var();
    case E_CTOR: return infer_ctor(e);
    case E_MATCH: return infer_match(e);
    case E_OPEN: case E_SLICE: break;
    }
    return ty_error();
}

Ty *infer(Exp *e)
{
    return e->ty = infer_kind(e, NULL);
}

bool check_exp(Exp *e, Ty *want, const char *what)
{
    e->ty = infer_kind(e, want);
    bool ok = unify(want, e->ty, e->span, what);
    if (!ok)
        e->ty = ty_error();
    return ok;
}
