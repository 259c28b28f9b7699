/* check_type.c -- types: making, copying, printing them. */
#include "checker.h"

#include <string.h>

Check checker;

/* Types can grow with the power of two of the program, as in let x = (x, x),
   once more for each line: a definition has a budget. */
static void spend(int steps)
{
    enum { BUDGET = 20000000 };
    if (checker.dec && (checker.steps += steps) > BUDGET)
        fail_at(checker.dec->name_span, ERR_TYPE_TOO_LARGE, "the types in '%s' are too large",
                checker.dec->name);
}

Ty *ty_resolve(Ty *t)
{
    spend(1);
    while (t->kind == TY_VAR && t->link) {
        if (t->link->kind == TY_VAR && t->link->link)
            t->link = t->link->link;
        t = t->link;
    }
    return t;
}

Ty *ty_new(TyKind k, int nparts)
{
    Ty *t = NEW(Ty);
    spend(10);
    t->kind = k;
    t->nparts = nparts;
    t->part = NEWS(Ty *, nparts);
    return t;
}

Ty *ty_prim(Prim p)
{
    static Ty prims[NPRIMS];
    prims[p].kind = TY_PRIM;
    prims[p].prim = p;
    return &prims[p];
}

Ty *ty_array(TySize *size, Ty *elem)
{
    Ty *t = ty_new(TY_ARRAY, 1);
    t->size = size;
    t->part[0] = elem;
    return t;
}

Ty *ty_fun(Ty *param, TySize *size, Ty *result)
{
    Ty *t = ty_new(TY_FUN, 2);
    t->part[0] = param;
    t->part[1] = result;
    t->size = size;
    return t;
}

Ty *ty_unit(void)
{
    return ty_new(TY_TUPLE, 0);
}

Ty *ty_error(void)
{
    return ty_new(TY_ERROR, 0);
}

Ty *ty_var(void)
{
    Ty *t = ty_new(TY_VAR, 0);
    t->level = checker.level;
    t->lifted = PARAM_TYPE_LIFTED;
    return t;
}

Ty *ty_scalar_var(unsigned prims)
{
    if (!(prims & (prims - 1)))
        for (int p = 0; p < NPRIMS; p++)
            if (prims == 1u << p)
                return ty_prim((Prim)p);
    Ty *t = ty_var();
    t->prims = prims;
    vec_push(&checker.scalars, t);
    return t;
}

Ty *ty_param(const char *name, TypeParamKind lifted)
{
    Ty *t = ty_new(TY_PARAM, 0);
    t->param = name;
    t->level = checker.level;
    t->lifted = lifted;
    return t;
}

/* What a copy that differs in uniqueness is a copy of. */
Ty *ty_origin(Ty *t)
{
    t = ty_resolve(t);
    return t->kind == TY_PARAM && t->link ? t->link : t;
}

/* ---- questions ----------------------------------------------------------- */

int ty_field(const Ty *t, const char *name)
{
    for (int i = 0; i < t->nparts; i++)
        if (name == (t->name ? t->name[i] : intern(format("%d", i))))
            return i;
    return -1;
}

bool ty_is_error(Ty *t)
{
    return ty_resolve(t)->kind == TY_ERROR;
}

bool ty_some(Ty *t, bool (*is)(const Ty *t))
{
    t = ty_resolve(t);
    bool yes = is(t);
    for (int i = 0; i < t->nparts && !yes; i++)
        yes = ty_some(t->part[i], is);
    return yes;
}

static bool is_error(const Ty *t) { return t->kind == TY_ERROR; }

static bool is_sum(const Ty *t) { return t->kind == TY_SUM; }

static bool may_be_fun(const Ty *t)
{
    return t->kind == TY_FUN || (t->kind == TY_PARAM && t->lifted == PARAM_TYPE_LIFTED);
}

bool ty_has_error(Ty *t) { return ty_some(t, is_error); }

bool ty_has_fun(Ty *t) { return ty_some(t, may_be_fun); }

bool ty_has_sum(Ty *t) { return ty_some(t, is_sum); }

/* `*a` for a variable a is a variable of its own that leads to a. */
bool ty_is_marked(const Ty *t)
{
    while (!t->unique && t->kind == TY_VAR && t->link)
        t = t->link;
    return t->unique;
}

bool ty_is_unique(Ty *t)
{
    bool yes = ty_is_marked(t);
    t = ty_resolve(t);
    for (int i = 0; i < t->nparts && !yes && t->kind != TY_FUN && t->kind != TY_ARRAY; i++)
        yes = ty_is_unique(t->part[i]);
    return yes;
}

Ty *ty_copy(const Ty *t)
{
    Ty *n = COPY(Ty, *t);
    spend(10);
    n->part = COPIES(Ty *, t->part, t->nparts);
    return n;
}

Ty *ty_with_unique(Ty *t, bool unique)
{
    bool marked = ty_is_marked(t);
    t = ty_resolve(t);
    if (t->kind == TY_FUN || t->kind == TY_ERROR)
        return t;
    if (t->kind == TY_VAR) {
        Ty *n = marked == unique ? t : ty_copy(t);
        n->unique = unique;
        n->link = n == t ? NULL : t;
        return n;
    }
    if (t->kind == TY_TUPLE || t->kind == TY_RECORD) {
        Ty *n = ty_copy(t);
        for (int i = 0; i < t->nparts; i++)
            n->part[i] = ty_with_unique(t->part[i], unique);
        return n;
    }
    if (t->unique == unique || t->kind == TY_PRIM)
        return t;
    Ty *n = ty_copy(t);
    n->unique = unique;
    n->link = ty_origin(t);
    return n;
}

static bool is_this(TySize *leaf, void *arg)
{
    return leaf == arg;
}

/* ---- substitution -------------------------------------------------------- */

static Ty *replaced(Ty *t, const TySubst *s)
{
    for (int i = 0; i < s->from.n; i++)
        if (s->from.at[i] == ty_origin(t))
            return s->to.at[i];
    return t;
}

static Ty *subst_parts(Ty *t, TySubst *s)
{
    Ty *n = NULL;
    for (int i = 0; i < t->nparts; i++) {
        Ty *p = ty_subst(t->part[i], s);
        if (p != t->part[i]) {
            n = n ? n : ty_copy(t);
            n->part[i] = p;
        }
    }
    TySize *size = t->kind == TY_ARRAY ? tysize_subst(t->size, s) : t->size;
    if (size != t->size) {
        n = n ? n : ty_copy(t);
        n->size = size;
    }
    return n ? n : t;
}

Ty *ty_subst(Ty *given, TySubst *s)
{
    Ty *t = ty_resolve(given), *n;
    if (t->kind == TY_PARAM || t->kind == TY_VAR) {
        n = replaced(t, s);
    } else {
        bool opens = s->open_exists;
        s->open_exists = opens && t->kind != TY_FUN;
        n = subst_parts(t, s);
        s->open_exists = opens;
    }
    if (n == t)
        return given;
    return ty_is_marked(given) ? ty_with_unique(n, true) : n;
}

Ty *ty_subst_size(Ty *t, TySize *from, TySize *to)
{
    TySubst s = {0};
    vec_push(&s.size_from, from);
    vec_push(&s.size_to, to);
    return ty_subst(t, &s);
}

Ty *ty_open(Ty *t, const Span *span)
{
    return ty_subst(t, &(TySubst){ .open_exists = true, .span = span });
}

Ty *ty_open_sizes(Ty *t, const Span *span)
{
    t = ty_resolve(t);
    if (!t->nparts || t->kind == TY_FUN || t->kind == TY_VAR)
        return t;
    Ty *n = ty_new(t->kind, t->nparts);
    n->name = t->name;
    n->abstract = t->abstract;
    n->size = t->kind != TY_ARRAY ? NULL : span ? tysize_wanted(span) : tysize_var();
    for (int i = 0; i < t->nparts; i++)
        n->part[i] = ty_open_sizes(t->part[i], span);
    return n;
}

static bool occurs(Ty *t, const Ty *param)
{
    t = ty_resolve(t);
    bool yes = t == param;
    for (int i = 0; i < t->nparts && !yes; i++)
        yes = occurs(t->part[i], param);
    return yes;
}

/* Not outside of arrays. */
static bool only_elements(Ty *t, const Ty *param)
{
    t = ty_resolve(t);
    bool ok = t != param;
    for (int i = 0; i < t->nparts && ok && t->kind != TY_ARRAY; i++)
        ok = only_elements(t->part[i], param);
    return ok;
}

/* Functions that are given make the values of the type parameter, and the result has them
   as elements: of map, tabulate and such, whose rows may differ. */
static bool is_made(Ty *t, const Ty *param)
{
    bool made = false;
    for (t = ty_resolve(t); t->kind == TY_FUN; t = ty_resolve(t->part[1])) {
        Ty *p = ty_resolve(t->part[0]);
        for (; p->kind == TY_FUN; p = ty_resolve(p->part[1])) {
            if (occurs(p->part[0], param))
                return false;
            made |= ty_resolve(p->part[1]) == param;
        }
        if (occurs(p, param) && p != param)
            return false;
        if (p == param && ty_resolve(t->part[0])->kind != TY_FUN)
            return false;
    }
    return made && only_elements(t, param);
}

Ty *ty_instantiate(const Binder *b, Exp *e)
{
    if (!b->tparam.n && !b->sizes.n)
        return b->ty;
    TySubst s = {0};
    for (int i = 0; i < b->tparam.n; i++) {
        Ty *v = ty_var();
        v->lifted = b->tparam.at[i]->lifted;
        v->made = is_made(b->ty, b->tparam.at[i]);
        vec_push(&s.from, b->tparam.at[i]);
        vec_push(&s.to, v);
        if (v->lifted == PARAM_TYPE)
            vec_push(&checker.no_fun, ((NoFun){ v, NULL, b->name, v->lifted }));
    }
    for (int i = 0; i < b->sizes.n; i++) {
        vec_push(&s.size_from, b->sizes.at[i]);
        vec_push(&s.size_to, tysize_var());
    }
    e->instance = s.size_to.at;
    e->instance_type = s.to.at;
    return ty_subst(b->ty, &s);
}

bool ty_mentions(Ty *t, TySize *name)
{
    t = ty_resolve(t);
    bool yes = t->kind == TY_ARRAY && tysize_mentions(t->size, is_this, name);
    for (int i = 0; i < t->nparts && !yes; i++)
        yes = ty_mentions(t->part[i], name);
    return yes;
}

Ty *ty_unscope(Ty *given, int serial, bool function, TySize **known, int nknown)
{
    Ty *t = ty_resolve(given), *n = t;
    TySize **inner = known;
    if (t->kind == TY_FUN && t->size) {
        inner = GROWN(TySize *, known, nknown, 1);
        inner[nknown++] = t->size;
    }
    for (int i = 0; i < t->nparts; i++) {
        Ty *p = ty_unscope(t->part[i], serial, function, inner, nknown);
        if (t->kind == TY_VAR) {
            t->part[i] = p;
        } else if (p != t->part[i]) {
            n = n == t ? ty_copy(t) : n;
            n->part[i] = p;
        }
    }
    TySize *s = t->kind == TY_ARRAY
                    ? tysize_leave(t->size, serial, function, inner, nknown) : NULL;
    if (s && s != tysize_resolve(t->size)) {
        n = n == t ? ty_copy(t) : n;
        n->size = s;
    }
    return n == t ? given : ty_is_marked(given) ? ty_with_unique(n, true) : n;
}

void ty_each_size(Ty *t, void (*f)(TySize **size, void *arg), void *arg)
{
    t = ty_resolve(t);
    if (t->kind == TY_ARRAY)
        f(&t->size, arg);
    for (int i = 0; i < t->nparts && t->kind != TY_FUN; i++)
        ty_each_size(t->part[i], f, arg);
}

typedef struct { const TySize *size; bool found; } Dimension;

static void find_dimension(TySize **size, void *arg)
{
    Dimension *d = arg;
    d->found |= tysize_resolve(*size) == d->size;
}

bool ty_is_dimension(Ty *t, TySize *size)
{
    Dimension d = { tysize_resolve(size), false };
    ty_each_size(t, find_dimension, &d);
    return d.found;
}

/* ---- printing ------------------------------------------------------------ */

static void put(Text *out, Ty *t, bool atomic);

static void put_parts(Text *out, Ty *t, const char *open, const char *close)
{
    text_add(out, open);
    for (int i = 0; i < t->nparts; i++) {
        text_add(out, i ? ", " : "");
        if (t->kind == TY_RECORD)
            text_fmt(out, "%s: ", t->name[i]);
        put(out, t->part[i], false);
    }
    text_add(out, close);
}

static void put_fun(Text *out, Ty *t, bool atomic)
{
    text_add(out, atomic ? "(" : "");
    if (t->size)
        text_fmt(out, "(%s: ", t->size->name);
    put(out, t->part[0], !t->size);
    text_add(out, t->size ? ") -> " : " -> ");
    put(out, t->part[1], false);
    text_add(out, atomic ? ")" : "");
}

static void put_sum(Text *out, Ty *t, bool atomic)
{
    text_add(out, atomic ? "(" : "");
    for (int i = 0; i < t->nparts; i++) {
        const Ty *payload = t->part[i];
        text_fmt(out, "%s#%s", i ? " | " : "", t->name[i]);
        for (int k = 0; k < payload->nparts; k++) {
            text_add(out, " ");
            put(out, payload->part[k], true);
        }
    }
    text_add(out, atomic ? ")" : "");
}

static void put_abstract(Text *out, Ty *t, bool atomic)
{
    atomic &= t->nparts > 0;
    text_fmt(out, "%s%s", atomic ? "(" : "", t->abstract->name);
    for (int i = 0; i < t->nparts; i++) {
        text_char(out, ' ');
        if (t->abstract->size.at[i])
            text_fmt(out, "[%s]", tysize_str(ty_resolve(t->part[i])->size));
        else
            put(out, t->part[i], true);
    }
    text_add(out, atomic ? ")" : "");
}

static const char *var_str(const Ty *t)
{
    if (!t->prims)
        return "_";
    return t->prims == FLOATS ? "float" : (t->prims & FLOATS) ? "number" : "integer";
}

static void put(Text *out, Ty *t, bool atomic)
{
    t = ty_resolve(t);
    text_add(out, t->unique ? "*" : "");
    switch (t->kind) {
    case TY_PRIM: text_add(out, prim_name(t->prim)); break;
    case TY_PARAM: text_add(out, t->param); break;
    case TY_ABSTRACT: put_abstract(out, t, atomic); break;
    case TY_VAR:
        if (t->nparts)
            put_sum(out, t, atomic);
        else
            text_add(out, var_str(t));
        break;
    case TY_ERROR: text_add(out, "?"); break;
    case TY_ARRAY:
        text_fmt(out, "[%s]", tysize_str(t->size));
        put(out, t->part[0], true);
        break;
    case TY_TUPLE: put_parts(out, t, "(", ")"); break;
    case TY_RECORD: put_parts(out, t, "{", "}"); break;
    case TY_FUN: put_fun(out, t, atomic); break;
    case TY_SUM: put_sum(out, t, atomic); break;
    }
}

const char *ty_str(Ty *t)
{
    Text out = {0};
    put(&out, t, false);
    return text_str(&out);
}
