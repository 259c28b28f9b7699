/* check_view.c -- types and values of modules, seen through module types. */
#include "build.h"
#include "checker.h"

/* ---- abstract types ------------------------------------------------------ */

Ty *ty_abstract(const Abstract *a, Ty **part, int n)
{
    Ty *t = ty_new(TY_ABSTRACT, n);
    for (int i = 0; i < n; i++)
        t->part[i] = part[i];
    t->abstract = a;
    return t;
}

Ty *ty_with_arguments(const Abstract *a, Ty **arg, TySubst *s)
{
    for (int i = 0; i < a->size.n; i++) {
        if (a->size.at[i]) {
            vec_push(&s->size_from, a->size.at[i]);
            vec_push(&s->size_to, ty_resolve(arg[i])->size);
        } else {
            vec_push(&s->from, a->tparam.at[i]);
            vec_push(&s->to, arg[i]);
        }
    }
    return ty_subst(a->is, s);
}

Ty *ty_reveal(Ty *given)
{
    Ty *t = ty_resolve(given);
    while (t->kind == TY_ABSTRACT && t->abstract->is) {
        bool unique = t->unique;
        t = ty_resolve(ty_with_arguments(t->abstract, t->part, &(TySubst){ 0 }));
        t = unique ? ty_resolve(ty_with_unique(t, true)) : t;
    }
    return t;
}

static Abstract *abstract_of(const Dec *d)
{
    Abstract *a = MAKE(Abstract, .name = d->written ? d->written : d->name, .lifted = d->lifted);
    for (int i = 0; i < d->tparam.n; i++) {
        vec_push(&a->size, d->tparam.at[i].size);
        vec_push(&a->tparam, d->tparam.at[i].ty);
    }
    return a;
}

/* The type named `of`, applied to the parameters of d, which are in scope. */
static TypeExp *applied(const Dec *d)
{
    TypeExp *t = NODE(TypeExp, d->span, .kind = T_NAME, .name = d->of);
    for (int i = 0; i < d->tparam.n; i++) {
        const TypeParam *p = &d->tparam.at[i];
        vec_push(&t->part, p->kind == PARAM_SIZE
                     ? NODE(TypeExp, d->span, .kind = T_SIZE,
                            .size = exp_named(E_NAME, d->span, p->name, NULL, NULL))
                     : NODE(TypeExp, d->span, .kind = T_NAME, .name = p->name));
    }
    return t;
}

/* ---- type declarations --------------------------------------------------- */

static bool is_anonymous(TySize *leaf, void *found)
{
    return *(bool *)found |= leaf->kind == SIZE_EXISTS;
}

static void find_anonymous(TySize **size, void *found)
{
    tysize_mentions(*size, is_anonymous, found);
}

typedef struct { Ty *whole; bool found; } Untold;

static void find_untold(TySize **size, void *arg)
{
    Untold *u = arg;
    TySize *s = tysize_resolve(*size);
    u->found |= s->kind == SIZE_EXISTS && !ty_is_dimension(u->whole, s);
}

/* Whether a function within takes an array whose size nothing in the type tells. */
static bool takes_untold(Ty *t, Ty *whole)
{
    Untold u = { whole, false };
    t = ty_resolve(t);
    if (t->kind == TY_FUN)
        ty_each_size(t->part[0], find_untold, &u);
    for (int i = 0; i < t->nparts && !u.found; i++)
        u.found = takes_untold(t->part[i], whole);
    return u.found;
}

/* A plain type has neither functions nor sizes of its own. */
static void check_lifted(const Dec *d, Ty *t, const char *what)
{
    const char *name = d->origin ? d->origin->name : d->name;
    bool anonymous = false;
    ty_each_size(t, find_anonymous, &anonymous);
    if (d->lifted != PARAM_TYPE_LIFTED && ty_has_fun(t)) {
        error_at(d->span, ERR_LIFTED_TYPE, "%s contains functions; write type^ %s", what, name);
    } else if (d->lifted == PARAM_TYPE && anonymous) {
        error_at(d->span, ERR_LIFTED_TYPE, "%s contains a size of its own, []; write type~ %s, or "
                 "a size parameter", what, name);
    } else if (d->refined && !d->applied && anonymous) {
        error_at(d->refined, ERR_LIFTED_TYPE, "what 'with' gives for %s contains a size of its "
                 "own, []; write a size parameter", what);
    } else if (d->type && takes_untold(t, t)) {
        error_at(d->type->span, ERR_UNUSED_SIZE, "a function in %s takes an array of a size that "
                 "nothing tells; write a size parameter", what);
    }
}

void check_type_dec(Dec *d)
{
    int mark = checker.group = names_mark();
    check_tparams(d);
    d->abstract = abstract_of(d);
    if (d->type) {
        d->abstract->is = type_of_exp(d->type, ANY_EXISTS);
        check_type_sizes(d);
        check_lifted(d, d->abstract->is, format("the type '%s'", d->written));
        if (dec_has_attr(d, "abstract") && checker.prelude)
            d->type = NULL;
    } else if (d->of) {
        d->abstract->is = type_of_exp(applied(d), ANY_EXISTS);
    }
    names_leave(mark);
    names_bind_type(d->name, (TypeBinder){ d, NULL });
    check_settle();
}

/* Parameters: as many, and of the same kinds. */
static bool same_params(const Dec *d)
{
    const TypeBinder *b = table_get(checker.type, d->of);
    Dec *of = b ? b->dec : NULL;
    bool same = d->tparam.n == (of ? of->tparam.n : 0);
    for (int i = 0; i < d->tparam.n && same; i++)
        same = (d->tparam.at[i].kind == PARAM_SIZE) == (of->tparam.at[i].kind == PARAM_SIZE);
    if (of && !same)
        of->failed = true;
    return same;
}

static void note_places(const Dec *d)
{
    if (d->of_span)
        note_at(d->of_span, "it is defined here");
    note_at(d->name_span, "it is specified here");
}

/* Who sees an abstract type alone learns its sizes from the arrays that have them. */
static void check_constructive(const Dec *d, Ty *have, const char *what)
{
    for (int i = 0; i < d->tparam.n; i++) {
        const TypeParam *p = &d->tparam.at[i];
        if (p->kind == PARAM_SIZE && !ty_is_dimension(have, p->size))
            error_at(d->span, ERR_UNUSED_SIZE, "%s cannot be abstract: no array in %s has the "
                     "size [%s]", what, ty_str(have), p->name);
    }
}

void check_same_type(Dec *d)
{
    int errors = error_count(), mark = checker.group = names_mark();
    const char *what = format("the module's type '%s'", d->origin->name);
    check_tparams(d);
    checker.in_view = true;
    if (!same_params(d)) {
        error_at(d->span, ERR_MODULE_MISMATCH, "%s has other parameters than its module type wants",
                 what);
    } else {
        Ty *have = type_of_exp(applied(d), ANY_EXISTS);
        check_lifted(d, have, what);
        if (d->type)
            unify(type_of_exp(d->type, ANY_EXISTS), have, d->span, what);
        else
            check_constructive(d, have, what);
    }
    names_leave(mark);
    check_settle();
    checker.in_view = false;
    if (error_count() != errors)
        note_places(d);
}

/* ---- values -------------------------------------------------------------- */

static bool has_anonymous(const TypeExp *t)
{
    bool yes = (t->kind == T_ARRAY || t->kind == T_SIZE) && !t->size;
    if (t->elem && t->kind != T_FUN)
        yes |= has_anonymous(t->elem);
    for (int i = 0; i < t->part.n; i++)
        yes |= has_anonymous(t->part.at[i]);
    return yes;
}

/* Sizes that a parameter leaves open are found at each call. */
static Ty *specified_type(TypeExp *t)
{
    if (t->kind != T_FUN)
        return type_of_exp(t, ANY_EXISTS);
    int mark = names_mark();
    if (has_anonymous(t->elem))
        error_at(t->elem->span, ERR_UNNAMED_SIZE, "the parameters of a specified function have "
                 "named sizes; write val f [n]: [n]t -> ..");
    Ty *param = type_of_exp(t->elem, ANY_VAR);
    TySize *size = t->name ? bind_param(t, param) : NULL;
    Ty *f = ty_fun(param, size, specified_type(t->result));
    names_leave(mark);
    return f;
}

static Binder specified(Dec *d, TypeExp *t)
{
    if (t->kind != T_FUN && has_anonymous(t))
        error_at(t->span, ERR_UNNAMED_SIZE, "a specified value has sizes with names; write val x "
                 "[n]: [n]t");
    Binder b = { .name = d->written, .span = d->name_span };
    int mark = checker.group = names_mark();
    checker.level++;
    check_tparams(d);
    quantify(d, &b);
    b.ty = specified_type(t);
    names_leave(mark);
    checker.level--;
    generalise(&b);
    return b;
}

/* With unknown sizes in the place of those that each call makes. */
static Ty *open_result(Ty *given, const Span *s)
{
    Ty *t = ty_resolve(given);
    return t->kind == TY_FUN ? ty_fun(t->part[0], t->size, open_result(t->part[1], s))
                             : ty_open(given, s);
}

static void check_against(Dec *d, Ty *want)
{
    int errors = error_count();
    const char *what = format("the module's value '%s'", d->origin->name);
    d->body = exp_named(E_NAME, d->span, d->of, NULL, NULL);
    checker.level++;
    Ty *have = open_result(names_lookup(d->body), d->span);
    checker.in_view = true;
    unify(want, have, d->span, what);
    checker.level--;
    check_settle();
    checker.in_view = false;
    if (error_count() != errors)
        note_places(d);
}

/* A size that each call makes has no meaning for a value. */
static void check_value_sizes(const Dec *d, Ty *t)
{
    bool anonymous = false;
    if (d->type->kind != T_FUN && !has_anonymous(d->type))
        ty_each_size(t, find_anonymous, &anonymous);
    if (!anonymous)
        return;
    error_at(d->span, ERR_UNNAMED_SIZE, "the type of the module's value '%s' contains a size of "
             "its own, []; only a function can give such a value", d->origin->name);
    note_places(d);
}

void check_view(Dec *d)
{
    Binder seen = specified(d, d->type);
    check_value_sizes(d, seen.ty);
    vec_append(&d->free_size, seen.sizes.at, seen.sizes.n);
    vec_append(&d->free_type, seen.tparam.at, seen.tparam.n);
    if (d->of)
        check_against(d, seen.ty);
    if (!d->name)
        return;
    seen = specified(d, d->outside);
    Binder *b = names_bind(d->name, d->name_span, seen.ty);
    seen.size = b->size;
    seen.size->name = d->written;
    seen.size->key = d->name;
    seen.dec = d;
    *b = seen;
    d->ty = b->ty;
    check_settle();
}
