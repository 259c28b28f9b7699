/* desugar_type.c -- the checker's types: their sizes bound, checked and made. */
#include "desugar.h"

/* What a type parameter was found to stand for. */
struct TypeVar {
    Sv *like;                  /* a value of the type, below ... */
    int depth;                 /* ... so many dimensions; or */
    Ty *is;                    /* what the checker found, ... */
    Env *env;                  /* ... and where that is */
};

Env *env_type(Env *env, Ty *param)
{
    return assoc_with(env, param, NEW(TypeVar));
}

static TypeVar *type_var(Ty *t, Env *env)
{
    return t->kind == TY_PARAM ? assoc_find(env, ty_origin(t)) : NULL;
}

/* ---- sizes -------------------------------------------------------------- */

static Sv *value_of(TySize *s, Env *env);

static bool is_literal(const Exp *e)
{
    return e->kind == E_INT || e->kind == E_FLOAT || e->kind == E_BOOL || e->kind == E_STRING;
}

/* The expression that the size was written as, with the values of its parts bound. */
static Exp *form(const TySize *s, Env **env)
{
    if (is_literal(s->exp) || s->exp->kind == E_LAMBDA)
        return (Exp *)s->exp;
    Exp *whole = COPY(Exp, *s->exp);
    whole->exp = (Exps){0};
    for (int i = 0; i < s->nparts; i++) {
        Exp *e = s->exp->exp.at[i];
        TySize *part = tysize_resolve(s->part[i]);
        if (e && e->kind == E_SLICE) {
            e = form(part, env);
        } else if (e && !is_literal(e)) {
            const char *name = intern(format("part %p", (void *)part));
            *env = sv_env_bind(*env, name, NULL, value_of(part, *env));
            e = NEW(Exp);
            *e = *s->exp->exp.at[i];
            e->kind = E_NAME;
            e->name = name;
        }
        vec_push(&whole->exp, e);
    }
    return whole;
}

static Sv *apply_size(const TySize *s, Sv **part, Env *env)
{
    Call c = { .env = env };
    return s->name[0] == '.' && s->name[1] ? sv_field(part[0], intern(s->name + 1))
         : apply_fun(env_lookup(s->name, env, &c), part, s->nparts, &c);
}

/* All that a form is made of is known. */
static bool is_known(const TySize *s, Env *env)
{
    bool yes = true;
    for (int i = 0; i < s->nparts && yes; i++) {
        const Exp *e = s->exp->exp.at[i];
        TySize *part = tysize_resolve(s->part[i]);
        yes = !e || (e->kind == E_SLICE ? is_known(part, env) : value_of(part, env) != NULL);
    }
    return yes;
}

static Sv *value_of_app(const TySize *s, Env *env)
{
    if (s->exp) {
        Exp *e = is_known(s, env) ? form(s, &env) : NULL;
        return e ? eval_exp(e, env) : NULL;
    }
    Sv **part = NEWS(Sv *, s->nparts);
    for (int i = 0; i < s->nparts; i++)
        if (!(part[i] = value_of(s->part[i], env)))
            return NULL;
    Core *a = s->nparts == 2 ? part[0]->atom : NULL, *b = a ? part[1]->atom : NULL;
    switch (a && b && !s->name[1] ? s->name[0] : 0) {
    case '+': return sv_atom(size_add(a, b));
    case '-': return sv_atom(size_sub(a, b));
    case '*': return sv_atom(size_mul(a, b));
    default: return apply_size(s, part, env);
    }
}

/* What the checker calls s: a size, or what one is computed from. Null: not
   known here, or not yet. */
static Sv *value_of(TySize *s, Env *env)
{
    TySize *r = tysize_resolve(s);
    if (r->kind == SIZE_CONST)
        return sv_atom(core_i64(r->value));
    if (r->kind == SIZE_APP)
        return value_of_app(r, env);
    const Binding *b = sv_env_size(env, r);
    if (b && b->value)
        return b->value;
    if (b || r->kind != SIZE_NAME)
        return r->kind == SIZE_UNKNOWN ? sv_env_told(env, r) : NULL;
    Call c = { .env = NULL };
    const char *name = r->key ? r->key : r->name;
    return name_known(name, NULL) ? env_lookup(name, NULL, &c) : NULL;
}

Core *size_of_ty(TySize *s, Env *env)
{
    Sv *v = s ? value_of(s, env) : NULL;
    return !v ? NULL : is_atom(v->atom) ? size_of(v->atom) : v->atom;
}

/* The same where the type is written: any expression can be a size there. */
static Core *size_written(TySize *s, Env *env)
{
    return s->kind == SIZE_UNKNOWN && s->exp ? eval_size(s->exp, env) : size_of_ty(s, env);
}

/* All names of this meaning that have no value yet. */
static void bind_size(TySize *s, const Env *env, Core *size)
{
    Binding *b = sv_env_size(env, s);
    if (!b && tysize_resolve(s)->kind == SIZE_UNKNOWN)
        sv_env_tell(env, tysize_resolve(s), sv_atom(size));
    for (; b && !b->value; b = b->same)
        b->value = sv_atom(size);
}

/* A tuple with one part each; a sum with its tag in front. */
static bool has_parts(const Ty *t, const Sv *v)
{
    return v->kind == SV_TUPLE && v->n == t->nparts + (t->kind == TY_SUM);
}

void ty_bind(Ty *t, Env *env, Sv *v, int depth)
{
    if (v->kind == SV_FUN)
        return;
    v = v->dest ? v->dest : v;
    for (t = ty_reveal(t); t->kind == TY_ARRAY; t = ty_reveal(t->part[0]))
        bind_size(t->size, env, sv_dim(v, depth++));
    TypeVar *x = type_var(t, env);
    if (x && !x->like) {
        x->like = v;
        x->depth = depth;
    }
    for (int i = 0; has_parts(t, v) && i < t->nparts; i++)
        ty_bind(t->part[i], env, v->part[i + (t->kind == TY_SUM)], depth);
}

/* The value has no dimension below these. */
static bool is_element(const Sv *v, int depth)
{
    Kids leaf = sv_leaves(v);
    bool yes = true;
    for (int i = 0; i < leaf.n; i++)
        yes &= type_of(leaf.at[i])->rank == depth;
    return yes;
}

void ty_bind_elements(Ty *t, Env *env, Sv *v, int depth)
{
    if (sv_has_fun(v))
        return;
    v = v->dest ? v->dest : v;
    for (t = ty_reveal(t); t->kind == TY_ARRAY; t = ty_reveal(t->part[0]))
        depth++;
    TypeVar *x = type_var(t, env);
    if (x && !x->like && is_element(v, depth)) {
        x->like = v;
        x->depth = depth;
    }
    for (int i = 0; has_parts(t, v) && i < t->nparts; i++)
        ty_bind_elements(t->part[i], env, v->part[i + (t->kind == TY_SUM)], depth);
}

void ty_bind_ty(Ty *t, Env *env, Ty *as, Env *as_env)
{
    t = ty_reveal(t);
    as = ty_reveal(as);
    TypeVar *x = type_var(t, env);
    if (x && !x->like && !x->is) {
        x->is = as;
        x->env = as_env;
    }
    if (t->kind != as->kind || t->kind == TY_FUN)
        return;
    const Binding *b = t->kind == TY_ARRAY ? sv_env_size(env, t->size) : NULL;
    Core *size = b && !b->value ? size_of_ty(as->size, as_env) : NULL;
    if (size)
        bind_size(t->size, env, size);
    for (int i = 0; i < t->nparts && i < as->nparts; i++)
        ty_bind_ty(t->part[i], env, as->part[i], as_env);
}

/* A dimension of the value, or of its parts, is a size that only it tells. */
static bool tells(Ty *t)
{
    t = ty_reveal(t);
    bool yes = t->kind == TY_ARRAY && tysize_resolve(t->size)->kind == SIZE_UNKNOWN;
    for (int i = 0; i < t->nparts && t->kind != TY_FUN && !yes; i++)
        yes = tells(t->part[i]);
    return yes;
}

void ty_tell(Ty *t, Env *env, Sv *v)
{
    if (t && tells(t))
        ty_bind(t, env, v, 0);
}

static Env *env_of_use(const Use *u);

/* What the size or type parameter number i is, as it was named. */
static Core *size_of_use(const Use *u, int i, Env *env)
{
    return u && u->exp && u->exp->instance ? size_of_ty(u->exp->instance[i], env) : NULL;
}

static void bind_type_of_use(TypeVar *x, const Use *u, int i, Env *env)
{
    if (x->like || x->is || !u || !u->exp || !u->exp->instance_type)
        return;
    Ty *is = ty_resolve(u->exp->instance_type[i]);
    x->is = is;
    x->env = env;
}

void ty_bind_use(const Dec *dec, const Use *use, Env *env)
{
    Env *from = env_of_use(use);
    for (int i = 0; i < dec->free_size.n; i++) {
        Binding *b = sv_env_size(env, dec->free_size.at[i]);
        while (b->id != dec->free_size.at[i])
            b = b->same;
        Core *size = b->value ? NULL : size_of_use(use, i, from);
        if (size)
            b->value = sv_atom(size);
    }
    for (int i = 0; i < dec->free_type.n; i++)
        bind_type_of_use(type_var(dec->free_type.at[i], env), use, i, from);
}

/* Where the parameters of a member's specification are what its user says. */
static Env *env_of_use(const Use *u)
{
    if (!u || !u->view)
        return u ? u->env : NULL;
    Env *env = env_params(NULL, u->view);
    ty_bind_use(u->view, u->outer, env);
    return env;
}

/* ---- coercion ----------------------------------------------------------- */

typedef struct { Core **size; int n; const Span *span; } Wanted;

static Core *coerce_dims(Core *leaf, void *arg)
{
    Wanted *w = arg;
    Core **size = NEWS(Core *, type_of(leaf)->rank);
    copy_bytes(size, w->size, sizeof *size * (size_t)w->n);
    return coerce_sizes(leaf, size, w->span);
}

/* n sizes, and one more. */
static Core **one_more(Core **size, int n, Core *last)
{
    Core **all = GROWN(Core *, size, n, 1);
    all[n] = last;
    return all;
}

static Sv *coerce(Ty *t, Env *env, Sv *v, Wanted w)
{
    if (v->kind == SV_FUN || v->dest)
        return v;
    for (t = ty_reveal(t); t->kind == TY_ARRAY; t = ty_reveal(t->part[0])) {
        Core *size = t->size->anonymous ? NULL : size_written(t->size, env);
        w.size = one_more(w.size, w.n++, size);
    }
    if (!has_parts(t, v) || !v->n)
        return sv_each(v, coerce_dims, &w, NULL, 0, 0);
    Sv *c = COPY(Sv, *v);
    c->part = NEWS(Sv *, v->n);
    int sum = t->kind == TY_SUM;
    if (sum)
        c->part[0] = sv_each(v->part[0], coerce_dims, &w, NULL, 0, 0);
    for (int i = 0; i < t->nparts; i++)
        c->part[i + sum] = coerce(t->part[i], env, v->part[i + sum], w);
    return c;
}

Sv *ty_coerce(Ty *t, Env *env, Sv *v, const Span *s)
{
    return coerce(t, env, v, (Wanted){ NULL, 0, s });
}

/* ---- values of a type --------------------------------------------------- */

static Sv *make(Ty *t, Env *env, Core **dim, int n, const Maker *m);

static Sv *make_parts(Ty *t, Env *env, Core **dim, int n, const Maker *m)
{
    bool sum = t->kind == TY_SUM;
    Sv **part = NEWS(Sv *, t->nparts + 1);
    if (sum)
        part[0] = sv_atom(m->leaf(type_dims(U8, dim, n), m->arg));
    for (int i = 0; i < t->nparts; i++)
        part[i + sum] = make(t->part[i], env, dim, n, m);
    Sv *v = sv_tuple(part, t->nparts + sum);
    v->field = t->kind == TY_RECORD ? t->name : NULL;
    v->ctor = sum ? t->name : NULL;
    v->depth = n;
    v->dim = dim;
    return v;
}

/* In the image of the value that a type parameter was found to stand for. */
static Sv *make_like(Ty *t, Env *env, Core **dim, int n, const Maker *m)
{
    const TypeVar *x = type_var(t, env);
    if (x && x->is)
        return make(x->is, x->env, dim, n, m);
    if (!x || !x->like)
        fail_at(m->span, ERR_SIZE_UNKNOWN, "the type %s is not known here; write it out",
                t->kind == TY_PARAM ? t->param : "of this value");
    Kids leaf = sv_leaves(x->like);
    for (int i = 0; i < leaf.n; i++)
        leaf.at[i] = m->leaf(type_outer(type_of(leaf.at[i]), dim, n, x->depth), m->arg);
    return sv_rebuild(x->like, leaf.at, dim, n, x->depth);
}

/* The next dimension, after these. */
static Core *make_size(TySize *s, Env *env, Core **dim, int k, const Maker *m)
{
    if (tysize_resolve(s)->kind == SIZE_RAGGED && k) {
        if (!m->lengths)
            fail_at(m->span, ERR_RAGGED_ARRAY, "the lengths of the rows are not known here");
        return dim_each(m->lengths(type_dims(I64, dim, k), m->arg));
    }
    Core *size = m->written ? size_written(s, env) : size_of_ty(s, env);
    if (size && m->known && !m->known(size, m->arg))
        size = NULL;
    if (size || !m->size)
        return size ? size : core_i64(0);
    size = m->size(k, m->arg);
    bind_size(s, env, size);
    return size;
}

static Sv *make(Ty *t, Env *env, Core **dim, int n, const Maker *m)
{
    for (t = ty_reveal(t); t->kind == TY_ARRAY; t = ty_reveal(t->part[0]))
        dim = one_more(dim, n, make_size(t->size, env, dim, n, m)), n++;
    switch (t->kind) {
    case TY_PRIM: return sv_atom(m->leaf(type_dims(t->prim, dim, n), m->arg));
    case TY_TUPLE: case TY_RECORD: case TY_SUM: return make_parts(t, env, dim, n, m);
    case TY_FUN: return fun_native((Fun){ .arity = 1 });    /* of a constructor that is not meant */
    case TY_VAR: return make_parts(NEW(Ty), env, dim, n, m);   /* nothing depends on it */
    default: return make_like(t, env, dim, n, m);
    }
}

Sv *ty_make(Ty *t, Env *env, const Maker *m)
{
    return make(t, env, NULL, 0, m);
}

static Core *empty_leaf(const Type *t, void *span)
{
    Core *e = core_node(OP_EMPTY, span);
    core_set_type(e, t);
    return emit1(e, NULL);
}

Core *zero_leaf(const Type *t, void *span)
{
    int64_t n;
    if (!t->rank)
        return core_int(t->prim, 0);
    for (int i = 0; i < t->rank; i++)
        if (size_const(t->dim[i], &n) && n == 0)
            return empty_leaf(t, span);
    return emit_replicate(t->dim[0], zero_leaf(type_row(t), span), span);
}

Sv *ty_zero(Ty *t, Env *env, const Span *s)
{
    return ty_make(t, env, &(Maker){ .leaf = zero_leaf, .arg = (void *)s, .span = s });
}

Sv *ty_empty(Ty *array, Env *env, const Span *s)
{
    Maker m = { .leaf = empty_leaf, .arg = (void *)s, .span = s };
    return make(ty_reveal(array)->part[0], env, one_more(NULL, 0, core_i64(0)), 1, &m);
}
