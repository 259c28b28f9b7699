/* desugar_type.c -- types as written: their sizes bound, checked and made. */
#include "desugar.h"

#include <string.h>

/* ---- from type expressions ---------------------------------------------- */

static const char *bare(const char *name)
{
    while (*name == '\'' || *name == '~' || *name == '^')
        name++;
    return intern(name);
}

static Shape *shape_new(ShapeKind k)
{
    Shape *t = NEW(Shape);
    t->kind = k;
    return t;
}

Shape *shape_open(const char *name)
{
    Shape *t = shape_new(SHAPE_OPEN);
    t->name = name ? bare(name) : NULL;
    t->param = t;
    return t;
}

static Shape *prefixed(Shape *elem, SizeRef *dim, int n)
{
    Shape *t = NEW(Shape);
    *t = *elem;
    t->rank = elem->rank + n;
    t->dim = NEWS(SizeRef, t->rank);
    for (int i = 0; i < t->rank; i++)
        t->dim[i] = i < n ? dim[i] : elem->dim[i - n];
    return t;
}

static Shape *of_parts(TypeExp **part, int n, Env *env)
{
    Shape *t = shape_new(SHAPE_TUPLE);
    t->part = NEWS(Shape *, n);
    t->n = n;
    for (int i = 0; i < n; i++)
        t->part[i] = shape_of(part[i], env);
    return t;
}

/* Members by name; core knows records and sums in this order alone. */
static void sort_named(const char **name, Shape **part, int n)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && strcmp(name[j - 1], name[j]) > 0; j--) {
            const char *s = name[j];
            Shape *t = part[j];
            name[j] = name[j - 1], part[j] = part[j - 1];
            name[j - 1] = s, part[j - 1] = t;
        }
}

static Shape *of_record(const TypeExp *r, Env *env)
{
    Shape *t = shape_new(SHAPE_TUPLE);
    t->n = r->field.n;
    t->part = NEWS(Shape *, t->n);
    t->field = NEWS(const char *, t->n);
    for (int i = 0; i < t->n; i++) {
        t->field[i] = r->field.at[i].name;
        t->part[i] = shape_of(r->field.at[i].type, env);
    }
    sort_named(t->field, t->part, t->n);
    return t;
}

static Shape *of_sum(const TypeExp *s, Env *env)
{
    Shape *t = shape_new(SHAPE_SUM);
    t->n = s->nctors;
    t->part = NEWS(Shape *, t->n);
    t->field = NEWS(const char *, t->n);
    for (int i = 0; i < t->n; i++) {
        t->field[i] = s->ctor[i].name;
        t->part[i] = of_parts(s->ctor[i].part, s->ctor[i].nparts, env);
    }
    sort_named(t->field, t->part, t->n);
    return t;
}

Env *env_type(Env *env, const char *name, Shape *t)
{
    Env *e = NEW(Env);
    *e = (Env){ .name = bare(name), .type = t, .next = env };
    return e;
}

static Env *env_size(Env *env, const char *name, SizeRef r)
{
    Env *e = NEW(Env);
    *e = (Env){ .name = name, .size = NEW(SizeRef), .next = env };
    *e->size = r;
    return e;
}

/* An abbreviation, with its parameters. */
static Shape *expand(const Dec *dec, const TypeExp *use, Env *env)
{
    Env *in = env_of(d.program, d.program->dec.n);
    for (int i = 0; i < dec->tparam.n; i++) {
        TypeParam p = dec->tparam.at[i];
        TypeArg a = i < use->arg.n ? use->arg.at[i] : (TypeArg){ 0 };
        if (p.kind == PARAM_SIZE)
            in = env_size(in, p.name, (SizeRef){ .exp = a.size, .env = env });
        else
            in = env_type(in, p.name, a.type ? shape_of(a.type, env) : shape_open(NULL));
    }
    return shape_of(dec->type, in);
}

static Shape *find_type(const char *name, Env *env)
{
    for (Env *e = env; e; e = e->next)
        if (e->type && e->name == name)
            return e->type;
    return NULL;
}

static Shape *of_name(const TypeExp *t, Env *env)
{
    const char *name = bare(t->name);
    Shape *known = find_type(name, env);
    if (known)
        return known;
    const Dec *dec = table_get(d.type, name);
    if (dec && !dec->type) {
        TypeExp is = *t;
        is.name = dec->of;
        return of_name(&is, env);
    }
    if (dec)
        return expand(dec, t, env);
    Shape *s = shape_new(SHAPE_PRIM);
    return prim_of_name(name, &s->prim) ? s : shape_open(name);
}

Shape *shape_of(const TypeExp *t, Env *env)
{
    switch (t->kind) {
    case T_NAME: return of_name(t, env);
    case T_TUPLE: return of_parts(t->part.at, t->part.n, env);
    case T_RECORD: return of_record(t, env);
    case T_SUM: return of_sum(t, env);
    case T_EXISTS:
        return shape_of(t->elem, env_sizes(env, t->size_name.at, NULL, t->size_name.n));
    case T_ARRAY: {
        SizeRef r = { .exp = t->size, .env = env };
        if (t->irregular)
            fail_at(t->span, ERR_RAGGED_ARRAY, "irregular arrays ([..]) are not supported yet; "
                    "keep the rows in one array, and their lengths in another");
        return prefixed(shape_of(t->elem, env), &r, 1);
    }
    case T_UNIQUE: {
        Shape *s = prefixed(shape_of(t->elem, env), NULL, 0);
        s->unique = true;
        return s;
    }
    default: return shape_open(NULL);
    }
}

/* ---- sizes -------------------------------------------------------------- */

static Env *find_size(const SizeRef *r)
{
    if (!r->exp || r->exp->kind != E_NAME)
        return NULL;
    for (Env *e = r->env; e; e = e->next)
        if (e->name == r->exp->name && !e->type)
            return e->size ? find_size(e->size) : e;
    return NULL;
}

/* Null: not said, or not known yet. */
static Core *size_ref(const SizeRef *r)
{
    if (r->core || !r->exp)
        return r->core;
    Env *e = find_size(r);
    return e && e->open ? NULL : eval_size(r->exp, r->env);
}

static void bind_size(const SizeRef *r, Core *size)
{
    Env *e = find_size(r);
    if (!e || !e->open)
        return;
    e->value = sv_atom(size);
    e->open = false;
}

/* A tuple with one part each; a sum with its tag in front. */
static bool has_parts(const Shape *t, const Sv *v)
{
    return (t->kind == SHAPE_TUPLE && v->n == t->n) ||
           (t->kind == SHAPE_SUM && v->n == t->n + 1);
}

void shape_bind(Shape *t, Sv *v, int depth)
{
    if (v->kind == SV_FUN)
        return;
    for (int i = 0; i < t->rank; i++)
        bind_size(&t->dim[i], sv_dim(v, depth + i));
    depth += t->rank;
    if (t->kind == SHAPE_OPEN && t->param && !t->param->like) {
        t->param->like = v;
        t->param->like_depth = depth;
    }
    for (int i = 0; has_parts(t, v) && i < t->n; i++)
        shape_bind(t->part[i], v->part[i + (t->kind == SHAPE_SUM)], depth);
}

/* ---- coercion ----------------------------------------------------------- */

typedef struct { Core **size; int n; const Span *span; } Wanted;

static Core *coerce_dims(Core *leaf, void *arg)
{
    Wanted *w = arg;
    const Type *t = type_of(leaf);
    Core **dim = NEWS(Core *, t->rank);
    for (int k = 0; k < t->rank; k++)
        dim[k] = k < w->n && w->size[k] ? w->size[k] : t->dim[k];
    return coerce_leaf(leaf, type_dims(t->prim, dim, t->rank), w->span);
}

static Sv *coerce(Shape *t, Sv *v, Core **outer, int n, const Span *s)
{
    if (v->kind == SV_FUN)
        return v;
    Core **size = NEWS(Core *, n + t->rank);
    for (int i = 0; i < n + t->rank; i++)
        size[i] = i < n ? outer[i] : size_ref(&t->dim[i - n]);
    Wanted w = { size, n + t->rank, s };
    if (!has_parts(t, v) || !v->n)
        return sv_each(v, coerce_dims, &w, NULL, 0, 0);
    Sv *c = NEW(Sv);
    *c = *v;
    c->part = NEWS(Sv *, v->n);
    int sum = t->kind == SHAPE_SUM;
    if (sum)
        c->part[0] = sv_each(v->part[0], coerce_dims, &w, NULL, 0, 0);
    for (int i = 0; i < t->n; i++)
        c->part[i + sum] = coerce(t->part[i], v->part[i + sum], size, w.n, s);
    return c;
}

Sv *shape_coerce(Shape *t, Sv *v, const Span *s)
{
    return coerce(t, v, NULL, 0, s);
}

/* ---- values of a shape -------------------------------------------------- */

static Sv *make(Shape *t, Core **outer, int n, const Maker *m);

static Sv *make_parts(Shape *t, Core **dim, int n, const Maker *m)
{
    bool sum = t->kind == SHAPE_SUM;
    Sv **part = NEWS(Sv *, t->n + 1);
    if (sum)
        part[0] = sv_atom(m->leaf(type_dims(U8, dim, n), m->arg));
    for (int i = 0; i < t->n; i++)
        part[i + sum] = make(t->part[i], dim, n, m);
    Sv *v = sv_tuple(part, t->n + sum);
    v->field = sum ? NULL : t->field;
    v->ctor = sum ? t->field : NULL;
    v->depth = n;
    v->dim = dim;
    return v;
}

/* In the image of the value that a type parameter was found to stand for. */
static Sv *make_like(Shape *t, Core **dim, int n, const Maker *m)
{
    if (t->param && t->param->is)
        return make(t->param->is, dim, n, m);
    if (!t->param || !t->param->like)
        fail_at(m->span, ERR_SIZE_UNKNOWN, "the type %s is not known here; write it out",
                t->name ? t->name : "of this value");
    Sv *like = t->param->like;
    int drop = t->param->like_depth;
    Atoms leaf = {0};
    sv_leaves(like, &leaf);
    for (int i = 0; i < leaf.n; i++) {
        const Type *of = type_of(leaf.at[i]);
        Core **all = NEWS(Core *, n + of->rank - drop);
        for (int k = 0; k < n + of->rank - drop; k++)
            all[k] = k < n ? dim[k] : of->dim[k - n + drop];
        leaf.at[i] = m->leaf(type_dims(of->prim, all, n + of->rank - drop), m->arg);
    }
    Core **at = leaf.at;
    return sv_rebuild(like, &at, dim, n, drop);
}

static Sv *make(Shape *t, Core **outer, int n, const Maker *m)
{
    Core **dim = NEWS(Core *, n + t->rank);
    for (int i = 0; i < n + t->rank; i++) {
        Core *size = i < n ? outer[i] : size_ref(&t->dim[i - n]);
        dim[i] = size ? size : m->size ? m->size(i, m->arg) : core_i64(0);
    }
    n += t->rank;
    switch (t->kind) {
    case SHAPE_PRIM: return sv_atom(m->leaf(type_dims(t->prim, dim, n), m->arg));
    case SHAPE_OPEN: return make_like(t, dim, n, m);
    default: return make_parts(t, dim, n, m);
    }
}

Sv *shape_make(Shape *t, const Maker *m)
{
    return make(t, NULL, 0, m);
}

static Core *zero(const Type *t, const Span *s)
{
    int64_t n;
    if (!t->rank)
        return prim_is_float(t->prim) ? core_const(scalar_float(t->prim, 0))
                                      : core_int(t->prim, 0);
    bool empty = false;
    for (int i = 0; i < t->rank; i++)
        empty |= size_const(t->dim[i], &n) && n == 0;
    if (empty) {
        Core *e = core_node(OP_EMPTY, s);
        core_set_type(e, t);
        return emit1(e, NULL);
    }
    return emit_replicate(t->dim[0], zero(type_row(t), s), s);
}

Core *zero_leaf(const Type *t, void *span)
{
    return zero(t, span);
}

Sv *shape_zero(Shape *t, const Span *s)
{
    Maker m = { zero_leaf, NULL, (void *)s, s };
    return shape_make(t, &m);
}

/* ---- from the checker's types ------------------------------------------- */

static Core *size_app(const TySize *s, Env *env)
{
    Sv **part = NEWS(Sv *, s->nparts);
    for (int i = 0; i < s->nparts; i++) {
        Core *size = size_of_ty(s->part[i], env);
        if (!size)
            return NULL;
        part[i] = sv_atom(size);
    }
    if (s->nparts == 2 && s->name[0] && !s->name[1]) {
        Core *a = part[0]->atom, *b = part[1]->atom;
        switch (s->name[0]) {
        case '+': return size_add(a, b);
        case '-': return size_sub(a, b);
        case '*': return size_mul(a, b);
        }
    }
    Call c = { .env = env };
    Sv *v = apply_fun(env_lookup(s->name, env, &c), part, s->nparts, &c);
    return v->kind == SV_ATOM ? size_of(size_atom(v->atom)) : NULL;
}

/* Where the environment has what the checker calls s; the declarations if no
   local name has this meaning. Another may hide it. */
static Env *binding_of(const TySize *s, Env *env)
{
    Env *e = env;
    for (; e->next; e = e->next)
        if (e->id && tysize_resolve(e->id) == s)
            return e;
    return s->kind == SIZE_NAME ? e : NULL;
}

Core *size_of_ty(TySize *s, Env *env)
{
    s = s ? tysize_resolve(s) : NULL;
    if (!s || !env)
        return NULL;
    if (s->kind == SIZE_CONST)
        return core_i64(s->value);
    if (s->kind == SIZE_APP)
        return size_app(s, env);
    Env *at = binding_of(s, env);
    const char *name = at && at->next ? at->name : s->key ? s->key : s->name;
    if (!at || !name_known(name, at))
        return NULL;
    Exp *e = NEW(Exp);
    *e = (Exp){ .kind = E_NAME, .name = name };
    SizeRef r = { .exp = e, .env = at };
    return size_ref(&r);
}

static Shape *of_ty_parts(Ty *t, ShapeKind k, Env *env)
{
    Shape *s = shape_new(k);
    s->n = t->nparts;
    s->part = NEWS(Shape *, s->n);
    for (int i = 0; i < s->n; i++)
        s->part[i] = shape_of_ty(t->part[i], env);
    s->field = t->kind == TY_TUPLE ? NULL : t->name;
    return s;
}

Shape *shape_of_ty(Ty *t, Env *env)
{
    t = ty_reveal(t);
    Shape *s = NULL;
    switch (t->kind) {
    case TY_PRIM:
        s = shape_new(SHAPE_PRIM);
        s->prim = t->prim;
        break;
    case TY_ARRAY: {
        SizeRef r = { .core = size_of_ty(t->size, env) };
        s = prefixed(shape_of_ty(t->part[0], env), &r, 1);
        break;
    }
    case TY_TUPLE: case TY_RECORD: s = of_ty_parts(t, SHAPE_TUPLE, env); break;
    case TY_SUM: s = of_ty_parts(t, SHAPE_SUM, env); break;
    case TY_PARAM: {
        Shape *known = find_type(bare(t->param), env);
        s = known ? prefixed(known, NULL, 0) : shape_open(t->param);
        break;
    }
    default: return shape_open(NULL);
    }
    s->unique |= t->unique;
    return s;
}

void shape_bind_ty(Shape *t, Ty *ty, Env *env)
{
    ty = ty_reveal(ty);
    for (int i = 0; i < t->rank && ty->kind == TY_ARRAY; i++) {
        Env *e = find_size(&t->dim[i]);
        Core *size = e && e->open ? size_of_ty(ty->size, env) : NULL;
        if (size)
            bind_size(&t->dim[i], size);
        ty = ty_reveal(ty->part[0]);
    }
    if (t->kind == SHAPE_OPEN && t->param && !t->param->like && !t->param->is)
        t->param->is = shape_of_ty(ty, env);
    for (int i = 0; i < t->n && i < ty->nparts; i++)
        shape_bind_ty(t->part[i], ty->part[i], env);
}

/* ---- empty arrays ------------------------------------------------------- */

static Core *empty_leaf(const Type *t, void *span)
{
    Core *e = core_node(OP_EMPTY, span);
    core_set_type(e, t);
    return emit1(e, NULL);
}

Sv *shape_empty(Ty *array, Env *env, const Span *s)
{
    Shape *t = shape_of_ty(array, env);
    Maker m = { empty_leaf, NULL, (void *)s, s };
    t->dim[0] = (SizeRef){ .core = core_i64(0) };
    return shape_make(t, &m);
}
