/* alias.c -- sets of variables that may share memory, and their scopes. */
#include "alias.h"

#include <string.h>

Unique unique;

/* ---- sets ---------------------------------------------------------------- */

bool alias_has(const AliasSet *s, const AliasVar *v)
{
    for (int i = 0; i < s->n; i++)
        if (s->at[i] == v)
            return true;
    return false;
}

void alias_add(AliasSet *to, AliasVar *v)
{
    if (!alias_has(to, v))
        vec_push(to, v);
}

void alias_union(AliasSet *to, const AliasSet *from)
{
    for (int i = 0; i < from->n; i++)
        alias_add(to, from->at[i]);
}

AliasSet alias_flat(const Alias *a)
{
    AliasSet s = {0};
    for (int i = 0; i < a->n; i++)
        alias_union(&s, &a->at[i]);
    return s;
}

static Alias *new(int n)
{
    return MAKE(Alias, NEWS(AliasSet, n), n);
}

static bool has_parts(const Ty *t)
{
    return t->kind == TY_TUPLE || t->kind == TY_RECORD;
}

static void add_leaves(Ty *given, Leaves *to)
{
    Ty *t = ty_resolve(given);
    if (has_parts(t) && ty_is_marked(given))
        t = ty_with_unique(t, true);
    for (int i = 0; i < t->nparts && has_parts(t); i++)
        add_leaves(t->part[i], to);
    if (!has_parts(t))
        vec_push(to, given);
}

Leaves alias_leaves(Ty *t)
{
    Leaves all = {0};
    add_leaves(t, &all);
    return all;
}

/* Scalars, and sums of them, have no memory. */
static bool in_memory(Ty *given)
{
    const Ty *t = ty_resolve(given);
    bool yes = t->kind != TY_PRIM && t->kind != TY_SUM;
    for (int i = 0; i < t->nparts && t->kind == TY_SUM && !yes; i++) {
        const Ty *payload = t->part[i];
        for (int k = 0; k < payload->nparts && !yes; k++)
            yes = in_memory(payload->part[k]);
    }
    return yes;
}

Alias *alias_of_type(Ty *t, const AliasSet *set)
{
    Leaves leaf = alias_leaves(t);
    Alias *a = new(leaf.n);
    for (int i = 0; i < leaf.n && set; i++)
        if (in_memory(leaf.at[i]) && !ty_is_unique(leaf.at[i]))
            alias_union(&a->at[i], set);
    return a;
}

Alias *alias_join(const Alias *a, const Alias *b)
{
    Alias *j = new(a->n);
    for (int i = 0; i < a->n; i++) {
        alias_union(&j->at[i], &a->at[i]);
        alias_union(&j->at[i], &b->at[i]);
    }
    return j;
}

Alias *alias_alive(const Alias *a)
{
    Alias *left = new(a->n);
    for (int i = 0; i < a->n; i++)
        for (int k = 0; k < a->at[i].n; k++)
            if (!a->at[i].at[k]->consumed)
                vec_push(&left->at[i], a->at[i].at[k]);
    return left;
}

/* ---- components ---------------------------------------------------------- */

/* The parts of a value of this type, in its order. */
static Alias *parts_of(const Alias *a, const Ty *t)
{
    Alias *part = NEWS(Alias, t->nparts);
    AliasSet *at = a->at;
    for (int i = 0; i < t->nparts; i++) {
        part[i] = (Alias){ at, alias_leaves(t->part[i]).n };
        at += part[i].n;
    }
    return part;
}

Alias *alias_tuple(const Exp *e, const Alias **part)
{
    const Ty *t = ty_resolve(e->ty);
    Alias *a = alias_of_type(e->ty, NULL), *to = parts_of(a, t);
    for (int i = 0; i < e->exp.n; i++) {
        int k = e->kind == E_RECORD ? ty_field(t, e->field.at[i]) : i;
        copy_bytes(to[k].at, part[i]->at, sizeof(AliasSet) * (size_t)part[i]->n);
    }
    return a;
}

Alias *alias_field(const Alias *a, Ty *t, const char *name)
{
    t = ty_resolve(t);
    return parts_of(a, t) + ty_field(t, name);
}

Alias *alias_with_field(const Alias *a, Ty *t, const char *name, const Alias *value)
{
    Alias *r = new(a->n);
    copy_bytes(r->at, a->at, sizeof *a->at * (size_t)a->n);
    copy_bytes(alias_field(r, t, name)->at, value->at, sizeof *value->at * (size_t)value->n);
    return r;
}

/* ---- scopes -------------------------------------------------------------- */

AliasVar *alias_var(const char *name, const Span *s, Ty *t)
{
    return MAKE(AliasVar, .name = name, .span = s, .ty = t, .consumable = true,
                .serial = ++unique.serial);
}

/* Values that are nothing else yet are a variable of this name, an array each. */
static Alias *own(const Alias *a, const char *name, const Span *s, Ty *t)
{
    Leaves leaf = alias_leaves(t);
    Alias *r = new(leaf.n);
    for (int i = 0; i < leaf.n; i++) {
        if (!in_memory(leaf.at[i]))
            continue;
        alias_union(&r->at[i], &a->at[i]);
        if (!r->at[i].n)
            alias_add(&r->at[i], alias_var(name, s, leaf.at[i]));
    }
    return r;
}

AliasVar *alias_bind(const char *name, const Span *s, Ty *t, const Alias *a)
{
    const Alias *mine = own(a, name, s, t);
    AliasVar *v = alias_var(name, s, t);
    v->alias = mine;
    vec_push(&unique.hidden, ((HiddenAlias){ name, table_get(unique.scope, name) }));
    table_put(unique.scope, name, v);
    return v;
}

Inside alias_enter(const char *what)
{
    Inside before = unique.inside;
    unique.inside = (Inside){ unique.serial, what };
    return before;
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

/* A payload may be whatever the value is: it is not taken apart. */
static void bind_payload(const Pat *p, const Alias *a)
{
    AliasSet all = alias_flat(a);
    for (int i = 0; i < p->part.n; i++) {
        Alias *part = new(alias_leaves(p->part.at[i]->ty).n);
        for (int k = 0; k < part->n; k++)
            alias_union(&part->at[k], &all);
        alias_bind_pat(p->part.at[i], part);
    }
}

void alias_bind_pat(const Pat *given, const Alias *a)
{
    const Pat *p = pat_plain(given);
    const Ty *t = ty_resolve(p->ty);
    if (p->kind == P_NAME)
        alias_bind(p->name, p->span, p->ty, a);
    if (p->kind == P_CTOR)
        bind_payload(p, a);
    if (p->kind != P_TUPLE && p->kind != P_RECORD)
        return;
    const Alias *part = parts_of(a, t);
    for (int i = 0; i < p->part.n; i++)
        alias_bind_pat(p->part.at[i], &part[p->kind == P_TUPLE ? i : ty_field(t, p->field.at[i])]);
}

static const char *pat_label(const Pat *p)
{
    p = pat_plain(p);
    if (p->kind == P_RECORD && p->part.n == 1)
        return pat_label(p->part.at[0]);
    return p->kind == P_NAME ? p->name : "the parameter";
}

/* One invisible variable stands for each component of the argument. */
static void add_components(Ty *given, const Pat *p, bool consumable, Alias *to)
{
    for (; p->kind == P_ASCRIBE; p = p->part.at[0]) {
        given = p->ty;
        consumable = false;
    }
    Ty *t = ty_resolve(given);
    bool fits = p->kind == P_TUPLE && p->part.n == t->nparts;
    for (int i = 0; i < t->nparts && has_parts(t); i++)
        add_components(t->part[i], fits ? p->part.at[i] : p, consumable, to);
    if (has_parts(t))
        return;
    AliasVar *v = alias_var(pat_label(p), p->span, t);
    v->consumable = consumable || ty_is_unique(given);
    AliasSet *leaf = &to->at[to->n++];
    if (in_memory(t))
        alias_add(leaf, v);
}

static Alias *components(Ty *t, const Pat *p, bool consumable)
{
    Alias *a = alias_of_type(t, NULL);
    a->n = 0;
    add_components(t, p, consumable, a);
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

/* A value of the top level; functions there share nothing, nor does what is known by the
   name of its type alone. */
static const AliasVar *global(const char *name, Ty *t)
{
    AliasVar *v = alias_bind(name, NULL, t, alias_of_type(t, NULL));
    Leaves leaf = alias_leaves(t);
    for (int i = 0; i < leaf.n; i++) {
        AliasSet *s = &v->alias->at[i];
        const Ty *of = ty_resolve(leaf.at[i]);
        if (of->kind != TY_ARRAY && of->kind != TY_SUM)
            s->n = 0;
        for (int k = 0; k < s->n; k++) {
            s->at[k]->consumable = false;
            s->at[k]->global = true;
            s->at[k]->serial = 0;
        }
    }
    return v;
}

static const Alias *alias_of_name(const char *name, Ty *t)
{
    const AliasVar *v = table_get(unique.scope, name);
    return (v ? v : global(name, t))->alias;
}

const Alias *alias_of_use(Exp *e)
{
    if (ty_resolve(e->ty)->kind == TY_PRIM)
        return new(1);
    const Alias *a = alias_of_name(e->name, e->ty);
    AliasSet all = alias_flat(a);
    alias_use(&all, e->span, e->name);
    vec_append(&unique.read, all.at, all.n);
    return a;
}
