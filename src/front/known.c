/* known.c -- what is known at a place. */
#include "module.h"

static const Assoc **table_of(Known *k, NameKind kinds)
{
    return kinds == N_TYPE ? &k->type : kinds == N_SIG ? &k->sig : &k->term;
}

const Known *known_add(const Known *k, const char *name, Meaning m)
{
    Known *n = NEW(Known);
    Meaning *mean = NEW(Meaning);
    *n = k ? *k : (Known){ .term = NULL };
    *mean = m;
    const Assoc **to = table_of(n, m.kind);
    *to = assoc_with(*to, name, mean);
    return n;
}

const Known *known_local(const Known *k, NameKind kind, const char *name)
{
    return known_add(k, name, (Meaning){ .kind = kind });
}

static void add_member(const void *name, void *meaning, void *to)
{
    const Known **k = to;
    *k = known_add(*k, name, *(Meaning *)meaning);
}

const Known *known_open(const Known *k, const Module *m)
{
    if (m->kind == MODULE_WRONG) {
        return MAKE(Known, .wrong = true);
    }
    table_each(m->term, add_member, &k);
    table_each(m->type, add_member, &k);
    table_each(m->sig, add_member, &k);
    return k;
}

const Meaning *known_find(const Known *k, NameKind kinds, const char *name)
{
    const Meaning *m = assoc_find(*table_of((Known *)k, kinds), name);
    if (!m && k->wrong)
        return meaning_wrong(kinds & N_VALUE ? N_VALUE : kinds);
    return m && m->kind & kinds ? meaning_used(m) : NULL;
}
