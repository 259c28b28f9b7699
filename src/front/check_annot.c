/* check_annot.c -- types and patterns as written. */
#include "checker.h"

#include <stdlib.h>
#include <string.h>

/* ---- type expressions ---------------------------------------------------- */

static bool is_variable(const Exp *e)
{
    return e->kind == E_NAME || e->kind == E_FIELD || e->kind == E_INDEX;
}

/* A type is no place where something is consumed. */
static void refuse_consuming(Exp **at, void *arg)
{
    Exp *e = *at;
    Ty *f = e->kind == E_APPLY ? ty_resolve(e->exp.at[0]->ty) : NULL;
    for (int i = 1; f && f->kind == TY_FUN && i < e->exp.n; i++, f = ty_resolve(f->part[1]))
        if (ty_is_unique(f->part[0]) && is_variable(e->exp.at[i]))
            error_at(e->exp.at[i]->span, ERR_NOT_CONSUMABLE, "a size cannot consume anything; "
                     "write 'copy' here");
    exp_each(e, refuse_consuming, arg);
}

static TySize *size_of_annot(Exp *e, Anonymous any, const Span *span)
{
    if (!e) {
        TySize *s = any == ANY_VAR ? tysize_wanted(span) : tysize_exists();
        s->anonymous = true;
        return s;
    }
    check_exp(e, ty_prim(I64), "a size");
    refuse_consuming(&e, NULL);
    return tysize_of_exp(e);
}

static Ty *tuple_of(TypeExp *t, Anonymous any)
{
    Ty *ty = ty_new(TY_TUPLE, t->part.n);
    for (int i = 0; i < t->part.n; i++)
        ty->part[i] = type_of_exp(t->part.at[i], any);
    return ty;
}

/* Fields that are numbers in their order, others in that of the alphabet. */
static int order(const char *a, const char *b)
{
    bool digits = a[0] <= '9' && b[0] <= '9';
    int longer = (int)strlen(a) - (int)strlen(b);
    return digits && longer ? longer : strcmp(a, b);
}

/* Fields or constructors in the order of their names. */
static Ty *named_parts(TyKind kind, const char **name, Ty **part, int n, const Span *s)
{
    Ty *ty = ty_new(kind, n);
    ty->name = NEWS(const char *, n);
    for (int i = 0; i < n; i++) {
        int k = i;
        for (; k > 0 && order(ty->name[k - 1], name[i]) > 0; k--) {
            ty->name[k] = ty->name[k - 1];
            ty->part[k] = ty->part[k - 1];
        }
        if (k > 0 && ty->name[k - 1] == name[i])
            error_at(s, ERR_BOUND_TWICE, "the %s '%s' stands twice",
                     kind == TY_SUM ? "constructor" : "field", name[i]);
        ty->name[k] = name[i];
        ty->part[k] = part[i];
    }
    return ty;
}

/* {0: a, 1: b} is (a, b). */
Ty *ty_record(const char **name, Ty **part, int n, const Span *s)
{
    Ty *t = named_parts(TY_RECORD, name, part, n, s);
    bool tuple = n != 1;
    for (int i = 0; i < n && tuple; i++)
        tuple = t->name[i] == intern(format("%d", i));
    if (tuple) {
        t->kind = TY_TUPLE;
        t->name = NULL;
    }
    return t;
}

static Ty *record_of(TypeExp *t, Anonymous any)
{
    return ty_record(t->field.at, tuple_of(t, any)->part, t->field.n, t->span);
}

static Ty *sum_of(TypeExp *t, Anonymous any)
{
    if (t->part.n > 256)
        error_at(t->span, ERR_TYPE_TOO_LARGE, "a sum type has at most 256 constructors, found %d",
                 t->part.n);
    return named_parts(TY_SUM, t->field.at, tuple_of(t, any)->part, t->part.n, t->span);
}

TySize *bind_param(const TypeExp *f, Ty *param)
{
    for (const TypeExp *r = f->result; r->kind == T_FUN; r = r->result)
        if (r->name == f->name)
            error_at(r->span, ERR_BOUND_TWICE, "two parameters of this type are named '%s'",
                     f->name);
    return names_bind(f->name, f->span, param)->size;
}

/* (n: i64) -> ..: the name stands for the argument in the result. */
static Ty *fun_of(TypeExp *t, Anonymous any)
{
    int mark = names_mark();
    Ty *param = type_of_exp(t->elem, any);
    TySize *size = t->name ? bind_param(t, param) : NULL;
    Ty *f = ty_fun(param, size, type_of_exp(t->result, t->result->kind == T_FUN ? any
                                                                                : ANY_EXISTS));
    names_leave(mark);
    return f;
}

static Ty *exists_of(TypeExp *t, Anonymous any)
{
    int mark = names_mark();
    t->size_id = NEWS(TySize *, t->size_name.n);
    for (int i = 0; i < t->size_name.n; i++) {
        t->size_id[i] = any == ANY_VAR ? tysize_var() : tysize_exists();
        names_bind_size(t->size_name.at[i], t->span, t->size_id[i]);
    }
    Ty *ty = type_of_exp(t->elem, any);
    names_leave(mark);
    for (int i = 0; i < t->size_name.n; i++)
        if (!ty_is_dimension(ty, t->size_id[i]))
            error_at(t->span, ERR_UNUSED_SIZE, "no array of this type has the size [%s]",
                     t->size_name.at[i]);
    return ty;
}

/* An argument for a parameter; a size as [n](). */
static Ty *argument(TypeExp *a, const TypeParam *p, Anonymous any)
{
    if (p->kind != PARAM_SIZE)
        return type_of_exp(a, any);
    if (a->kind != T_SIZE)
        error_at(a->span, ERR_TYPE_ARGUMENT, "expected a size, [n], found a type");
    bool size = a->kind == T_SIZE;
    return ty_array(size ? size_of_annot(a->size, any, a->span) : tysize_var(), ty_unit());
}

static Ty *expand(TypeExp *t, const Dec *d, Anonymous any)
{
    int n = t->part.n;
    if (n != d->tparam.n && d->failed) {
        for (int i = 0; i < n; i++)
            if (t->part.at[i]->kind == T_SIZE)
                size_of_annot(t->part.at[i]->size, any, t->span);
        return ty_error();
    }
    if (n != d->tparam.n) {
        error_at(t->span, ERR_TYPE_ARGUMENT, "the type %s has %d parameters, found %d", d->written,
                 d->tparam.n, n);
        return ty_error();
    }
    Ty **arg = NEWS(Ty *, n);
    for (int i = 0; i < n; i++)
        arg[i] = argument(t->part.at[i], &d->tparam.at[i], any);
    if (!d->type)
        return ty_abstract(d->abstract, arg, n);
    /* Its own sizes differ from use to use. */
    TySubst s = { .open_exists = true, .open = any == ANY_VAR ? tysize_var : tysize_exists };
    return ty_with_arguments(d->abstract, arg, &s);
}

static void unknown_type(const TypeExp *t)
{
    Near near;
    near_start(&near, t->name);
    near_try_table(&near, checker.type);
    for (int p = 0; p < NPRIMS; p++)
        near_try(&near, prim_name((Prim)p));
    error_at(t->span, ERR_UNKNOWN_TYPE, near.best ? "unknown type '%s'; is '%s' meant?"
             : "unknown type '%s'", t->name, near.best);
    if (near.best)
        fix_at(t->span, near.best);
}

static Ty *named(TypeExp *t, Anonymous any)
{
    const TypeBinder *b = table_get(checker.type, t->name);
    Prim p;
    if (b && b->dec)
        return expand(t, b->dec, any);
    if (t->part.n && (b || prim_of_name(t->name, &p)))
        error_at(t->span, ERR_TYPE_ARGUMENT, "the type '%s' takes no parameters", t->name);
    else if (b)
        return b->ty;
    else if (prim_of_name(t->name, &p))
        return ty_prim(p);
    else if (strcmp(t->name, "?"))
        unknown_type(t);
    return ty_error();
}

/* Values of the type can have sizes of their own. */
static bool size_lifted(const TypeExp *t)
{
    const TypeBinder *b = t->kind == T_NAME ? table_get(checker.type, t->name) : NULL;
    bool yes = b && (b->dec ? b->dec->lifted : ty_resolve(b->ty)->lifted) > PARAM_TYPE;
    if (t->elem && t->kind != T_FUN)
        yes |= size_lifted(t->elem);
    for (int i = 0; i < t->part.n && t->kind != T_NAME; i++)
        yes |= size_lifted(t->part.at[i]);
    return yes;
}

static Ty *array_of(TypeExp *t, Anonymous any)
{
    static int inside;         /* of how many arrays */
    if (t->irregular && !inside)
        error_at(t->span, ERR_RAGGED_ARRAY, "[..] is for rows that differ: this array is no row; "
                 "write []");
    TySize *size = t->irregular ? tysize_ragged() : size_of_annot(t->size, any, t->span);
    inside++;
    Ty *elem = type_of_exp(t->elem, any);
    inside--;
    if (ty_has_fun(elem))
        error_at(t->elem->span, ERR_FUNCTION_HERE, "an array cannot hold functions");
    else if (size_lifted(t->elem))
        error_at(t->elem->span, ERR_RAGGED_ARRAY, "an array cannot hold what has sizes of its own, "
                 "as this type~ does");
    return ty_array(size, elem);
}

static Ty *type_of_kind(TypeExp *t, Anonymous any)
{
    switch (t->kind) {
    case T_NAME: return named(t, any);
    case T_SIZE:
        error_at(t->span, ERR_TYPE_ARGUMENT, "expected a type, found a size");
        return ty_error();
    case T_ARRAY: return array_of(t, any);
    case T_TUPLE: return tuple_of(t, any);
    case T_RECORD: return record_of(t, any);
    case T_UNIQUE: return ty_with_unique(type_of_exp(t->elem, any), true);
    case T_FUN: return fun_of(t, any);
    case T_EXISTS: return exists_of(t, any);
    case T_SUM: return sum_of(t, any);
    }
    return ty_error();
}

Ty *type_of_exp(TypeExp *t, Anonymous any)
{
    return t->ty = type_of_kind(t, any);
}

/* ---- patterns ------------------------------------------------------------ */

Ty *pat_tuple(Pat *p, Anonymous any)
{
    Ty *t = ty_new(TY_TUPLE, p->part.n);
    for (int i = 0; i < p->part.n; i++)
        t->part[i] = check_pat(p->part.at[i], any);
    return t;
}

static bool bound_here(const char *name, const Table *table)
{
    for (int i = checker.group; i < checker.hidden.n; i++)
        if (checker.hidden.at[i].name == name && checker.hidden.at[i].table == table)
            return true;
    return false;
}

/* The last of a case's equal names counts, as in Futhark; elsewhere they are an error. */
static void bind(const char *name, const Span *s, Ty *t)
{
    if (!checker.in_case && bound_here(name, checker.value)) {
        error_at(s, ERR_BOUND_TWICE, "'%s' is bound twice", name);
        note_at(((Binder *)table_get(checker.value, name))->span, "it is bound here too");
    }
    names_bind_here(name, s, t);
}

static Ty *pat_name_type(Pat *p)
{
    Ty *t = p->unique ? ty_with_unique(ty_var(), true) : ty_var();
    bind(p->name, p->span, t);
    p->size = ((Binder *)table_get(checker.value, p->name))->size;
    return t;
}

static Ty *pat_record(Pat *p, Anonymous any)
{
    return ty_record(p->field.at, pat_tuple(p, any)->part, p->field.n, p->span);
}

/* The type is known before the names are bound: [n] may be written in it. */
static Ty *pat_ascribed(Pat *p, Anonymous any)
{
    Ty *t = type_of_exp(p->type, any);
    Ty *inner = check_pat(p->part.at[0], any);
    unify(t, inner, p->span, "this pattern");
    return t;
}

static Ty *pat_type(Pat *p, Anonymous any)
{
    switch (p->kind) {
    case P_NAME: return pat_name_type(p);
    case P_WILD: return ty_var();
    case P_TUPLE: return pat_tuple(p, any);
    case P_RECORD: return pat_record(p, any);
    case P_ASCRIBE: return pat_ascribed(p, any);
    case P_CTOR:
        if (!checker.in_case)
            vec_push(&checker.sole, p);
        return pat_ctor(p, any);
    case P_LITERAL:
        if (checker.in_case) {
            Exp *e = p->literal;
            (e->kind == E_NEG ? e->exp.at[0] : e)->matched = true;
            return infer(e);
        }
        error_at(p->span, ERR_REFUTABLE_PATTERN, "a literal cannot be a pattern here, where it may "
                 "not fit; write 'match'");
        return ty_error();
    }
    return ty_error();
}

Ty *check_pat(Pat *p, Anonymous any)
{
    return p->ty = pat_type(p, any);
}

static void bind_size(TypeParam *t)
{
    bind(t->name, t->span, ty_prim(I64));
    Binder *b = table_get(checker.value, t->name);
    b->is_size = true;
    b->watched = false;
    t->size = b->size;
}

void check_type_sizes(const Dec *d)
{
    for (int i = 0; i < d->tparam.n; i++) {
        const TypeParam *t = &d->tparam.at[i];
        const Binder *b = t->kind == PARAM_SIZE ? table_get(checker.value, t->name) : NULL;
        if (b && !b->used && !checker.prelude)
            error_at(t->span, ERR_UNUSED_SIZE, "the size [%s] does not occur in the type", t->name);
    }
}

void check_tparams(Dec *d)
{
    for (int i = 0; i < d->tparam.n; i++) {
        TypeParam *t = &d->tparam.at[i];
        if (t->kind == PARAM_SIZE) {
            bind_size(t);
            continue;
        }
        if (bound_here(t->name, checker.type))
            error_at(t->span, ERR_BOUND_TWICE, "the type parameter '%s' is bound twice", t->name);
        t->ty = ty_param(t->name, t->kind);
        names_bind_type(t->name, (TypeBinder){ NULL, t->ty });
    }
}
