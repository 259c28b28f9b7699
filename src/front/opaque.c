/* opaque.c -- parameters and results of entry points whose types have names and parts: C has a
   struct for each of these types. */
#include "desugar.h"

#include <ctype.h>
#include <string.h>

/* ---- the name of the type ------------------------------------------------ */

/* "m.t", as it is written there. */
static const char *written_name(const Span *s)
{
    const char *p = span_text(s);
    int n = 0;
    while (isalnum((unsigned char)p[n]) || p[n] == '_' || p[n] == '.')
        n++;
    return n ? str_copyn(p, n) : NULL;
}

static const char *type_name(const TypeExp *t);

/* Its arguments that are types: "pair_i32_f32". */
static const char *with_arguments(const TypeExp *t, const char *name)
{
    for (int i = 0; name && i < t->part.n; i++) {
        const TypeExp *arg = t->part.at[i];
        const char *more = arg->kind == T_SIZE ? NULL : type_name(arg);
        name = more ? format("%s_%s", name, more) : arg->kind == T_SIZE ? name : NULL;
    }
    return name;
}

/* Null: it has none. */
static const char *type_name(const TypeExp *t)
{
    const char *name;
    switch (t->kind) {
    case T_UNIQUE: case T_EXISTS: return type_name(t->elem);
    case T_ARRAY: return (name = type_name(t->elem)) ? format("%s_array", name) : NULL;
    case T_NAME: return with_arguments(t, written_name(t->span));
    default: return NULL;
    }
}

static const char *abstract_name(Ty *t)
{
    t = ty_resolve(t);
    return t->kind == TY_ABSTRACT ? t->abstract->name : NULL;
}

static bool has_parts(Ty *t)
{
    for (t = ty_reveal(t); t->kind == TY_ARRAY;)
        t = ty_reveal(t->part[0]);
    return (t->kind == TY_TUPLE || t->kind == TY_RECORD || t->kind == TY_SUM) && t->nparts;
}

/* ---- its parts ------------------------------------------------------------- */

enum { MAX_RANK = 64 };
typedef struct {
    Opaque *to;
    const Handed *leaf;        /* the leaves of the type, in order, */
    int nleaves, next;         /*   and the next of them */
    TySize *size[MAX_RANK];    /* the dimensions around */
    Env *env;                  /* of the sizes of a parameter; null: a result */
    bool lost;                 /* the parts are not told */
} Walk;

static void add_member(Walk *w, Member m)
{
    const char *name = m.name;
    for (int i = 0, again = 2; i < w->to->member.n; i++)
        if (!strcmp(w->to->member.at[i].name, m.name)) {
            m.name = format("%s_%d", name, again++);
            i = -1;
        }
    vec_push(&w->to->member, m);
}

static bool has_part(const Opaque *o, int part)
{
    for (int i = 0; i < o->member.n; i++)
        if (o->member.at[i].part == part)
            return true;
    return false;
}

static const Handed *next_leaf(Walk *w)
{
    static const Handed none = { 0 };
    w->lost |= w->next >= w->nleaves;
    return w->lost ? &none : &w->leaf[w->next++];
}

/* The lengths of rows that differ are parts of their own. */
static void add_leaf(Walk *w, const char *path)
{
    const Handed *h = next_leaf(w);
    const char *name = *path ? path : "value";
    for (int i = 0; i < h->nparts; i++) {
        const char *lengths = i < h->nparts - 2 ? "%s_row_lengths" : "%s_lengths";
        if (!has_part(w->to, h->part[i]))
            add_member(w, (Member){ .name = i < h->nparts - 1 ? format(lengths, name) : name,
                                    .part = h->part[i] });
    }
}

/* An array of () has sizes alone. */
static void add_sizes(Walk *w, const char *path, int rank)
{
    Member m = { .name = *path ? path : "value", .part = -1, .rank = rank };
    m.size = NEWS(Core *, rank);
    m.told = NEWS(int, rank);
    for (int d = 0; d < rank && !w->lost; d++) {
        m.size[d] = w->env ? size_of_ty(w->size[d], w->env) : NULL;
        const Handed *h = w->env ? NULL : next_leaf(w);
        m.told[d] = h && h->nparts ? h->part[0] : -1;
        w->lost |= w->env && (!m.size[d] || !is_atom(m.size[d]));
    }
    add_member(w, m);
}

static const char *below(const char *path, const char *name)
{
    return *path ? format("%s_%s", path, name) : name;
}

static void walk(Walk *w, Ty *t, const char *path, int rank)
{
    for (t = ty_reveal(t); t->kind == TY_ARRAY && rank < MAX_RANK; t = ty_reveal(t->part[0]))
        w->size[rank++] = t->size;
    if (t->kind == TY_PRIM)
        add_leaf(w, path);
    else if (t->kind == TY_SUM)
        add_leaf(w, below(path, "tag"));
    else if (t->kind != TY_TUPLE && t->kind != TY_RECORD)
        w->lost = true;
    else if (!t->nparts && rank)
        add_sizes(w, path, rank);
    for (int i = 0; i < t->nparts && !w->lost; i++) {
        const Ty *part = ty_reveal(t->part[i]);
        const char *name = below(path, t->kind == TY_TUPLE ? format("part_%d", i) : t->name[i]);
        if (t->kind != TY_SUM)
            walk(w, t->part[i], name, rank);
        for (int k = 0; t->kind == TY_SUM && k < part->nparts; k++)
            walk(w, part->part[k], part->nparts == 1 ? name : format("%s_%d", name, k), rank);
    }
}

void note_opaque(OpaqueList *to, const char *name, const TypeExp *written, Ty *t,
                 const Handed *leaf, int nleaves, Env *env)
{
    const char *type = written ? type_name(written) : NULL;
    Opaque o = { .name = name, .type = type ? type : abstract_name(t) };
    Walk w = { .to = &o, .leaf = leaf, .nleaves = nleaves, .env = env };
    if (!o.type || !has_parts(t))
        return;
    walk(&w, t, "", 0);
    const Ty *sum = ty_reveal(t);
    for (int i = 0; sum->kind == TY_SUM && i < sum->nparts; i++)
        vec_push(&o.ctor, sum->name[i]);
    if (!w.lost && w.next == nleaves && o.member.n)
        vec_push(to, o);
}
