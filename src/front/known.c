/* known.c -- what is known at a place: a list that shares its end with others. */
#include "module.h"

/* The last node made for each name. */
static Table *last;

const Known *known_start(void)
{
    Known *n = NEW(Known);
    last = table_new();
    n->jump = n;
    n->name = intern("");
    return n;
}

/* Jumps of length 2^k - 1, so that each ancestor is found in few steps. */
static const Known *jump_from(const Known *k)
{
    bool equal = k->depth - k->jump->depth == k->jump->depth - k->jump->jump->depth;
    return equal && k->jump != k ? k->jump->jump : k;
}

static Known *known_new(const Known *k, const char *name, Meaning m)
{
    Known *n = NEW(Known);
    *n = (Known){ .name = name, .meaning = m, .outer = k, .jump = jump_from(k), .open = k->open,
                  .depth = k->depth + 1 };
    return n;
}

const Known *known_add(const Known *k, const char *name, Meaning m)
{
    Known *n = known_new(k, name, m);
    n->older = table_get(last, name);
    table_put(last, name, n);
    return n;
}

const Known *known_local(const Known *k, NameKind kind, const char *name)
{
    return known_add(k, name, (Meaning){ .kind = kind });
}

const Known *known_open(const Known *k, Module *m)
{
    Known *n = known_new(k, NULL, (Meaning){ .kind = N_MODULE, .module = m });
    return n->open = n;
}

/* ---- finding ------------------------------------------------------------- */

static bool is_part_of(const Known *n, const Known *k)
{
    while (k->depth > n->depth)
        k = k->jump->depth >= n->depth ? k->jump : k->outer;
    return k == n;
}

static bool is_local(const Known *n)
{
    return !n->meaning.key && !n->meaning.module && !n->meaning.sig;
}

/* The nearest with this name. The scope of a local name is over once it is not
   among what is known: it is forgotten. */
static const Known *find_named(const Known *k, NameKind kinds, const char *name)
{
    Known *n = table_get(last, name);
    while (n && is_local(n) && !is_part_of(n, k))
        table_put(last, name, n = n->older);
    while (n && !(n->meaning.kind & kinds && is_part_of(n, k)))
        n = n->older;
    return n;
}

const Meaning *known_find(const Known *k, NameKind kinds, const char *name)
{
    const Known *named = find_named(k, kinds, name);
    int depth = named ? named->depth : 0;
    for (const Known *o = k->open; o && o->depth > depth; o = o->outer->open) {
        const Module *m = o->meaning.module;
        if (m->kind == MODULE_WRONG)
            return meaning_wrong(kinds & N_VALUE ? N_VALUE : kinds);
        const Meaning *found = module_member(m, kinds, name);
        if (found)
            return found;
    }
    return named ? &named->meaning : NULL;
}
