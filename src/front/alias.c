/* alias.c -- sets of variables that may share memory, and their scopes. */
#include "alias.h"

#include <string.h>

Unique unique;

/* ---- sets ---------------------------------------------------------------- */

void alias_add(AliasSet *to, AliasVar *v)
{
    for (int i = 0; i < to->n; i++)
        if (to->at[i] == v)
            return;
    vec_push(to, v);
}

void alias_union(AliasSet *to, const AliasSet *from)
{
    for (int i = 0; i < from->n; i++)
        alias_add(to, from->at[i]);
}

static void flatten(AliasSet *to, const Alias *a)
{
    alias_union(to, &a->set);
    for (int i = 0; i < a->n; i++)
        flatten(to, a->part[i]);
}

const AliasSet *alias_flat(const Alias *a)
{
    if (!a->n)
        return &a->set;
    AliasSet *s = NEW(AliasSet);
    flatten(s, a);
    return s;
}

static Alias *new(int n)
{
    Alias *a = NEW(Alias);
    a->n = n;
    a->part = NEWS(Alias *, n);
    return a;
}

static bool has_parts(const Ty *t)
{
    return t->kind == TY_TUPLE || t->kind == TY_RECORD;
}

/* Scalars, and sums of them, have no memory. */
static bool in_memory(const Ty *t)
{
    bool yes = t->kind != TY_PRIM && t->kind != TY_SUM;
    for (int i = 0; i < t->nparts && t->kind == TY_SUM && !yes; i++) {
        const Ty *payload = t->part[i];
        for (int k = 0; k < payload->nparts && !yes; k++)
            yes = in_memory(ty_resolve(payload->part[k]));
    }
    return yes;
}

Alias *alias_of_type(Ty *given, const AliasSet *set)
{
    Ty *t = ty_resolve(given);
    Alias *a = new(has_parts(t) ? t->nparts : 0);
    for (int i = 0; i < a->n; i++)
        a->part[i] = alias_of_type(t->part[i], set);
    if (set && !has_parts(t) && in_memory(t) && !ty_is_unique(given))
        alias_union(&a->set, set);
    return a;
}

Alias *alias_join(const Alias *a, const Alias *b)
{
    Alias *j = new(a->n == b->n ? a->n : 0);
    if (a->n != b->n) {
        flatten(&j->set, a);
        flatten(&j->set, b);
        return j;
    }
    alias_union(&j->set, &a->set);
    alias_union(&j->set, &b->set);
    for (int i = 0; i < j->n; i++)
        j->part[i] = alias_join(a->part[i], b->part[i]);
    return j;
}

Alias *alias_alive(Alias *a)
{
    AliasSet left = {0};
    for (int i = 0; i < a->set.n; i++)
        if (!a->set.at[i]->consumed)
            vec_push(&left, a->set.at[i]);
    a->set.n = 0;
    alias_union(&a->set, &left);
    for (int i = 0; i < a->n; i++)
        alias_alive(a->part[i]);
    return a;
}

/* ---- components ---------------------------------------------------------- */

Alias *alias_tuple(const Exp *e, Alias **part, int n)
{
    const Ty *t = ty_resolve(e->ty);
    Alias *a = new(n);
    for (int i = 0; i < n; i++) {
        int k = e->kind == E_RECORD ? ty_field(t, e->field.at[i]) : i;
        a->part[k < 0 ? i : k] = part[i];
    }
    return a;
}

Alias *alias_field(Alias *a, Ty *t, const char *path)
{
    const char *dot = strchr(path, '.');
    const char *name = dot ? internn(path, (int)(dot - path)) : path;
    t = ty_resolve(t);
    int k = has_parts(t) ? ty_field(t, name) : -1;
    if (k < 0 || k >= a->n)
        return a;
    return dot ? alias_field(a->part[k], t->part[k], dot + 1) : a->part[k];
}

Alias *alias_with_field(Alias *a, Ty *t, const char *path, Alias *value)
{
    const char *dot = strchr(path, '.');
    const char *name = dot ? internn(path, (int)(dot - path)) : path;
    t = ty_resolve(t);
    int k = has_parts(t) ? ty_field(t, name) : -1;
    if (k < 0 || k >= a->n)
        return alias_join(a, value);
    Alias *r = new(a->n);
    for (int i = 0; i < a->n; i++)
        r->part[i] = i != k ? a->part[i]
                   : dot ? alias_with_field(a->part[k], t->part[k], dot + 1, value) : value;
    return r;
}

void alias_consume_at(const Alias *a, Ty *param, const Span *s, AliasSet *rest)
{
    Ty *t = ty_resolve(param);
    if (has_parts(t) && a->n == t->nparts)
        for (int i = 0; i < a->n; i++)
            alias_consume_at(a->part[i], t->part[i], s, rest);
    else if (ty_is_unique(param))
        alias_consume(alias_flat(a), s);
    else
        alias_union(rest, alias_flat(a));
}

/* ---- scopes -------------------------------------------------------------- */

/* Values that are nothing else yet are a variable of this name, an array each. */
static Alias *own(const Alias *a, const char *name, const Span *s, Ty *given)
{
    Ty *t = ty_resolve(given);
    Alias *r = new(has_parts(t) ? t->nparts : 0);
    for (int i = 0; i < r->n; i++)
        r->part[i] = own(i < a->n ? a->part[i] : a, name, s, t->part[i]);
    if (has_parts(t) || !in_memory(t))
        return r;
    flatten(&r->set, a);
    if (r->set.n)
        return r;
    AliasVar *v = NEW(AliasVar);
    *v = (AliasVar){ .name = name, .span = s, .ty = t, .consumable = true,
                     .serial = ++unique.serial };
    alias_add(&r->set, v);
    return r;
}

AliasVar *alias_bind(const char *name, const Span *s, Ty *t, Alias *a)
{
    AliasVar *v = NEW(AliasVar);
    *v = (AliasVar){ .name = name, .span = s, .ty = t, .alias = own(a, name, s, t),
                     .consumable = true, .serial = ++unique.serial };
    vec_push(&unique.hidden, ((HiddenAlias){ name, table_get(unique.scope, name) }));
    table_put(unique.scope, name, v);
    return v;
}

void alias_leave(int mark)
{
    while (unique.hidden.n > mark) {
        HiddenAlias h = unique.hidden.at[--unique.hidden.n];
        if (h.value)
            table_put(unique.scope, h.name, h.value);
        else
            table_del(unique.scope, h.name);
    }
}

/* Any name inside a pattern, for values that are not taken apart. */
void alias_bind_pat(const Pat *p, Alias *a)
{
    Ty *t = p->ty ? ty_resolve(p->ty) : NULL;
    switch (p->kind) {
    case P_NAME:
        alias_bind(p->name, p->span, p->ty, a);
        break;
    case P_ASCRIBE: case P_ATTR:
        alias_bind_pat(p->part.at[0], a);
        break;
    case P_TUPLE: case P_CTOR:
        for (int i = 0; i < p->part.n; i++)
            alias_bind_pat(p->part.at[i], i < a->n ? a->part[i] : a);
        break;
    case P_RECORD:
        for (int i = 0; i < p->part.n; i++) {
            int k = ty_field(t, p->field.at[i]);
            alias_bind_pat(p->part.at[i], k >= 0 && k < a->n ? a->part[k] : a);
        }
        break;
    default:
        break;
    }
}

static const char *pat_label(const Pat *p)
{
    p = pat_plain(p);
    if (p->kind == P_RECORD && p->part.n == 1)
        return pat_label(p->part.at[0]);
    return p->kind == P_NAME ? p->name : "the parameter";
}

/* One invisible variable stands for each component of the argument. */
static Alias *components(Ty *given, const Pat *p, bool consumable)
{
    for (; p->kind == P_ASCRIBE || p->kind == P_ATTR; p = p->part.at[0])
        if (p->kind == P_ASCRIBE) {
            given = p->ty;
            consumable = false;
        }
    Ty *t = ty_resolve(given);
    Alias *a = new(has_parts(t) ? t->nparts : 0);
    bool fits = p->kind == P_TUPLE && p->part.n == a->n;
    for (int i = 0; i < a->n; i++)
        a->part[i] = components(t->part[i], fits ? p->part.at[i] : p, consumable);
    if (has_parts(t) || !in_memory(t))
        return a;
    AliasVar *v = NEW(AliasVar);
    *v = (AliasVar){ .name = pat_label(p), .span = p->span, .ty = t, .alias = new(0),
                     .consumable = consumable || ty_is_unique(given), .serial = ++unique.serial };
    alias_add(&a->set, v);
    return a;
}

void alias_bind_param(const Pat *p)
{
    alias_bind_pat(p, components(p->ty, p, false));
}

Alias *alias_params(const Pat *p, Ty *t)
{
    Alias *a = components(t, p, true);
    alias_bind_pat(p, a);
    return a;
}

/* ---- names --------------------------------------------------------------- */

/* A value of the top level; functions there share nothing. */
static AliasVar *global(const char *name, Ty *t)
{
    AliasVar *v = alias_bind(name, NULL, t, new(0));
    const AliasSet *all = alias_flat(v->alias);
    for (int i = 0; i < all->n; i++) {
        all->at[i]->consumable = false;
        all->at[i]->global = true;
        all->at[i]->serial = 0;
    }
    if (ty_resolve(t)->kind == TY_FUN)
        v->alias = new(0);
    return v;
}

Alias *alias_of_name(const char *name, Ty *t)
{
    const AliasVar *v = table_get(unique.scope, name);
    return (v ? v : global(name, t))->alias;
}

Alias *alias_of_use(Exp *e)
{
    if (e->kind != E_NAME || !e->ty || ty_resolve(e->ty)->kind == TY_PRIM)
        return new(0);
    Alias *a = alias_of_name(e->name, e->ty);
    const AliasSet *all = alias_flat(a);
    alias_use(all, e->span, e->name);
    for (int i = 0; i < all->n; i++)
        vec_push(&unique.read, all->at[i]);
    return a;
}
