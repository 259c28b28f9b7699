/* check.c -- declarations and programs. */
#include "build.h"
#include "checker.h"

#include <string.h>

/* ---- functions ----------------------------------------------------------- */

/* What the sizes of a parameter may mention. */
typedef struct { TySize **known; int n, serial; TySize *found; } Foreign;

static bool is_unknown(TySize *leaf, void *arg)
{
    const Foreign *k = arg;
    bool named = leaf->kind == SIZE_NAME || leaf->kind == SIZE_UNKNOWN;
    bool yes = named && leaf->serial > k->serial;
    for (int i = 0; i < k->n && yes; i++)
        yes = k->known[i] != leaf;
    return yes;
}

static void find_unknown(TySize **size, void *arg)
{
    Foreign *k = arg;
    if (tysize_mentions(*size, is_unknown, k))
        k->found = *size;
}

/* Sizes that follow from the use of parameters must be known where these are. */
static void check_param_sizes(Dec *d, TySize **size, const Binder *b, int serial)
{
    VEC(TySize *) known = {0};
    vec_append(&known, b->sizes.at, b->sizes.n);
    for (int i = 0; i < d->param.n; i++) {
        Pat *p = d->param.at[i];
        Foreign k = { known.at, known.n, serial, NULL };
        ty_each_size(p->ty, find_unknown, &k);
        if (k.found)
            error_at(p->span, ERR_SIZE_UNKNOWN, "this parameter must be %s by its use, but the "
                     "size [%s] is not known here", ty_str(p->ty), tysize_str(k.found));
        vec_push(&known, size[i]);
    }
}

void quantify(const Dec *d, Binder *b)
{
    for (int i = 0; i < d->tparam.n; i++) {
        if (d->tparam.at[i].kind == PARAM_SIZE)
            vec_push(&b->sizes, d->tparam.at[i].size);
        else
            vec_push(&b->tparam, d->tparam.at[i].ty);
    }
}

static bool is_part(TySize *leaf, void *arg)
{
    return leaf->kind == SIZE_NAME && is_unknown(leaf, arg);
}

static void find_part(TySize **size, void *arg)
{
    Foreign *k = arg;
    if (tysize_mentions(*size, is_part, k))
        k->found = *size;
}

/* A caller sees whole parameters: the result's type cannot name a part of one. */
static void check_result_sizes(const Dec *d, Ty *result, const Foreign *known)
{
    Foreign k = *known;
    ty_each_size(result, find_part, &k);
    if (k.found)
        error_at(d->body->span, ERR_SIZE_MISMATCH, "the result's size [%s] names a part of a "
                 "parameter, which no caller knows by that name; name the parameter, and write "
                 "its field", tysize_str(k.found));
}

static Ty *body_type(Dec *d, const Foreign *known)
{
    bool intrinsic = dec_has_attr(d, "intrinsic") && d->body->kind == E_HOLE;
    Ty *result = d->result ? type_of_exp(d->result, intrinsic ? ANY_EXISTS : ANY_VAR) : NULL;
    if (result)
        check_result_sizes(d, result, known);
    if (intrinsic)
        return d->body->ty = result ? result : ty_error();
    if (!result)
        return ty_with_unique(infer(d->body), false);
    check_exp(d->body, ty_with_unique(result, false), format("the result of '%s'",
                                                         d->origin ? d->origin->name : d->name));
    return result;
}

/* Each size parameter occurs in the type, as written or as found out. */
static void check_size_params(const Dec *d, Ty *t)
{
    for (int i = 0; i < d->tparam.n && !checker.prelude && !ty_has_error(t); i++) {
        const TypeParam *p = &d->tparam.at[i];
        if (p->kind == PARAM_SIZE && !ty_mentions(t, p->size))
            error_at(p->span, ERR_UNUSED_SIZE, "the size [%s] does not occur in the parameters or "
                     "the result", p->name);
    }
}

static bool is_inner(TySize *leaf, void *arg)
{
    (void)arg;
    return leaf->kind == SIZE_EXISTS && !leaf->anonymous;
}

static void find_inner(TySize **size, void *found)
{
    *(bool *)found |= tysize_mentions(*size, is_inner, NULL);
}

/* Who calls the function that is the result knows the sizes of its parameters. */
static void check_result_params(const Dec *d, Ty *result)
{
    for (result = ty_resolve(result); result->kind == TY_FUN;
         result = ty_resolve(result->part[1])) {
        bool found = false;
        ty_each_size(result->part[0], find_inner, &found);
        if (!found)
            continue;
        error_at(d->name_span, ERR_SIZE_UNKNOWN, "the function that '%s' gives takes %s, of a size "
                 "that is known in '%s' only", d->written ? d->written : d->name,
                 ty_str(result->part[0]), d->written ? d->written : d->name);
        return;
    }
}

static bool is_typed(const Pat *p)
{
    bool yes = p->kind == P_ASCRIBE || p->part.n > 0;
    for (int i = 0; i < p->part.n && p->kind != P_ASCRIBE; i++)
        yes &= is_typed(p->part.at[i]);
    return yes;
}

/* What a function that calls itself is within its body: as it is written; if types are
   left out, of one type. The type of its result, if that is to be found. */
static Ty *bind_itself(Dec *d, TySize **size, Binder *b)
{
    bool typed = d->result != NULL;
    for (int i = 0; i < d->param.n; i++)
        typed &= is_typed(d->param.at[i]);
    Ty *result = typed ? ty_with_unique(type_of_exp(d->result, ANY_EXISTS), false) : ty_var();
    b->ty = fun_of_params(d->param.at, size, d->param.n, result);
    b->dec = d;
    Binder *inside = names_bind(d->name, d->name_span, b->ty);
    b->size = inside->size;
    if (typed) {
        checker.level--;
        generalise(b);
        checker.level++;
        *inside = *b;
        inside->tparam.n = 0;   /* it calls itself at its own types alone */
    } else {
        inside->dec = d;
    }
    return typed ? NULL : result;
}

/* The result of a recursive function, as if its type had been written. */
static void write_result(Dec *d, Ty *result)
{
    if (!d->result)
        d->result = NODE(TypeExp, d->body->span, .kind = T_NAME, .name = intern("?"));
    d->result->ty = result;
}

/* The operators that look at their second operand only where it matters. */
static void check_name(const Dec *d)
{
    const char *name = d->origin ? d->origin->name : d->name;
    if (!checker.prelude && (name == intern("&&") || name == intern("||")))
        error_at(d->name_span, ERR_DEFINED_TWICE, "the operator '%s' cannot be defined again",
                 name);
}

Binder *check_function(Dec *d)
{
    check_name(d);
    int mark = names_mark(), serial = tysize_serial(), n = d->param.n;
    TySize **size = NEWS(TySize *, n);
    const char *name = d->written ? d->written : d->name;
    Binder made = { .name = name, .span = d->name_span };
    checker.level++;
    checker.group = names_mark();
    check_tparams(d);
    quantify(d, &made);
    for (int i = 0; i < n; i++) {
        check_pat(d->param.at[i], ANY_VAR);
        size[i] = pat_size(d->param.at[i]);
    }
    Ty *found = d->recursive ? bind_itself(d, size, &made) : NULL;
    VEC(TySize *) known = {0};
    vec_append(&known, size, n);
    vec_append(&known, made.sizes.at, made.sizes.n);
    Ty *result = body_type(d, &(Foreign){ known.at, known.n, serial, NULL });
    if (found)
        unify(found, result, d->body->span, "the result of each call");
    if (never_ends(d))
        error_at(d->name_span, ERR_RECURSION, "'%s' calls itself in every case: none of its calls "
                 "ends", made.name);
    names_leave(mark);
    checker.level--;
    result = ty_unscope(result, serial, true, known.at, known.n);
    made.ty = fun_of_params(d->param.at, size, n, result);
    if (found)
        write_result(d, result);
    check_param_sizes(d, size, &made, serial);
    if (!d->param.n)                     /* one size for all its uses */
        made.ty = ty_open(made.ty, d->body->span);
    check_size_params(d, made.ty);
    check_result_params(d, result);
    generalise(&made);
    d->free_size.n = d->free_type.n = 0;
    vec_append(&d->free_size, made.sizes.at, made.sizes.n);
    vec_append(&d->free_type, made.tparam.at, made.tparam.n);
    Binder *b = checker.level ? names_bind_here(d->name, d->name_span, made.ty)
                        : names_bind(d->name, d->name_span, made.ty);
    made.size = b->size;
    if (d->written) {
        made.size->name = d->written;
        made.size->key = d->name;
    }
    made.prelude = !d->origin;
    made.dec = d;
    made.watched = b->watched;
    *b = made;
    d->ty = b->ty;
    return b;
}

/* ---- entry points -------------------------------------------------------- */

static const char *free_name(int k)
{
    const char *name = intern(format(k ? "arg%d" : "arg", k + 1));
    return table_has(checker.value, name) ? intern(format("%s_", name)) : name;
}

static void add_param(Dec *d, Pat *p)
{
    if (d->result) {
        p = pat_typed(p->span, p, d->result->elem);
        d->result = d->result->result;
    }
    vec_push(&d->param, p);
}

/* `entry f: a -> b = \x -> e` becomes `entry f (x: a): b = e`. */
static void take_params(Dec *d)
{
    Exp *e = d->body;
    if (e->kind != E_LAMBDA || e->type)
        return;
    int n = 0;
    for (; n < e->pat.n && (!d->result || d->result->kind == T_FUN); n++)
        add_param(d, e->pat.at[n]);
    if (n == e->pat.n)
        d->body = e->exp.at[0];
    for (int i = n; i < e->pat.n; i++)
        e->pat.at[i - n] = e->pat.at[i];
    e->pat.n -= n;
}

/* `entry f: t = e`, where t is the name of a function's type, becomes `entry f = (e: t)`. */
static void move_result(Dec *d)
{
    d->body = NODE(Exp, d->body->span, .kind = E_ASCRIBE, .exp = APPEND((Exps){0}, d->body),
                   .type = d->result);
    d->result = NULL;
}

/* `entry f: a -> b = g` becomes `entry f (arg: a): b = g arg`. */
static void name_param(Dec *d, int k, bool unique)
{
    const Span *s = d->body->span;
    const char *given = d->result ? d->result->name : NULL;
    const char *name = given ? given : free_name(k);
    add_param(d, NODE(Pat, s, .kind = P_NAME, .name = name, .unique = unique));
    d->body = exp_apply(s, d->body, exp_named(E_NAME, s, name, NULL, NULL));
}

/* A caller gives the sizes with the arguments. */
static void check_entry_sizes(const Dec *d, const Binder *b)
{
    for (int i = 0; i < b->sizes.n; i++) {
        bool given = false;
        for (int k = 0; k < d->param.n; k++)
            given |= ty_mentions(d->param.at[k]->ty, b->sizes.at[i]);
        if (!given)
            error_at(d->name_span, ERR_ENTRY_POLYMORPHIC, "the size [%s] of the entry point '%s' "
                     "is in its result alone; no argument tells it", tysize_str(b->sizes.at[i]),
                     d->written);
    }
}

static void check_entry(Dec *d, const Binder *b)
{
    Ty *t = b->ty;
    check_entry_sizes(d, b);
    if (b->tparam.n)
        error_at(d->name_span, ERR_ENTRY_POLYMORPHIC, "the entry point '%s' has a type parameter, "
                 "'%s; its types must be concrete", d->written, b->tparam.at[0]->param);
    for (int i = 0; i < d->param.n; i++, t = ty_resolve(t)->part[1])
        if (ty_has_fun(d->param.at[i]->ty))
            error_at(d->param.at[i]->span, ERR_ENTRY_FUNCTION, "an entry point cannot take a "
                     "function");
    if (!b->tparam.n && ty_has_fun(t))
        error_at(d->name_span, ERR_ENTRY_FUNCTION, "an entry point cannot return a function; name "
                 "all its parameters");
}

/* ---- declarations -------------------------------------------------------- */

static void warn_unused(void)
{
    for (int i = 0; i < checker.unused.n && !checker.dec->applied; i++) {
        const Binder *b = checker.unused.at[i];
        if (b->span)
            warn_at(b->span, WARN_UNUSED, "'%s' is not used", b->name);
    }
}

static void check_value(Dec *d)
{
    int errors = error_count(), given = 0;
    bool entry = d->entry;
    if (entry)
        take_params(d);
    while (entry && d->result && d->result->kind == T_FUN)
        name_param(d, given++, false);
    Binder *b = check_function(d);
    check_settle();
    Ty *t = b->ty;
    for (int i = 0; i < d->param.n; i++)
        t = ty_resolve(t)->part[1];
    if (entry && ty_resolve(t)->kind == TY_FUN && error_count() == errors) {
        if (d->result)
            move_result(d);
        for (; ty_resolve(t)->kind == TY_FUN; t = ty_resolve(t)->part[1])
            name_param(d, given++, ty_is_unique(ty_resolve(t)->part[0]));
        b = check_function(d);
        check_settle();
    }
    bool right = error_count() == errors && !ty_has_error(b->ty);
    if (entry && right)
        check_entry(d, b);
    if (right && error_count() == errors && !checker.prelude) {
        warn_unused();
        check_causality(d);
        check_unique(d);
    }
}

/* A copy in an instance of a parametric module: the body was checked before. */
static bool known_wrong(Dec *d)
{
    if (!d->applied || !d->origin->failed || (d->kind != D_FUN && d->kind != D_TYPE))
        return false;
    if (d->kind == D_FUN)
        names_bind(d->name, d->name_span, ty_error());
    else
        names_bind_type(d->name, (TypeBinder){ NULL, ty_error() });
    return true;
}

static void check_kind(Dec *d)
{
    switch (d->kind) {
    case D_FUN: check_value(d); break;
    case D_TYPE: check_type_dec(d); break;
    case D_SAME: check_same_type(d); break;
    case D_VAL: check_view(d); break;
    default: bug("a module is left at %s", span_str(d->span));
    }
}

static void check_dec(Dec *d)
{
    int errors = error_count();
    checker.dec = d;
    checker.steps = 0;
    checker.unused.n = 0;
    if (!known_wrong(d))
        check_kind(d);
    bool wrong = error_count() != errors;
    if (wrong && d->applied)
        note_at(d->applied, "the module is applied here");
    if (wrong && d->origin)
        d->origin->failed = true;
}

static void copy_entry(const void *key, void *value, void *arg)
{
    table_put(arg, key, value);
}

bool check_program(Ast *program, const Ast *prelude)
{
    int errors = error_count();
    checker = (Check){ .errors = errors, .value = table_new(), .type = table_new(),
                       .prelude = !prelude };
    if (prelude) {
        table_each(prelude->value, copy_entry, checker.value);
        table_each(prelude->type, copy_entry, checker.type);
    }
    program->value = checker.value;
    program->type = checker.type;
    for (int i = 0; i < program->dec.n; i++)
        check_dec(program->dec.at[i]);
    checker.dec = NULL;
    return error_count() == errors;
}
