/* assoc.c -- tables that are never changed: one with an entry more shares all but a
   path with the one before. A tree by the bits of a key's hash. */
#include "base.h"

struct Assoc {
    const void *key;
    void *value;
    const Assoc *kid[2];
};

static uint64_t hash(const void *key)
{
    return (uintptr_t)key / 16 * 0x9e3779b97f4a7c15u;
}

static Assoc *with(const Assoc *a, const void *key, void *value, uint64_t bits)
{
    Assoc *n = NEW(Assoc);
    *n = a ? *a : (Assoc){ .key = key };
    if (n->key == key)
        n->value = value;
    else
        n->kid[bits >> 63] = with(n->kid[bits >> 63], key, value, bits << 1);
    return n;
}

Assoc *assoc_with(const Assoc *a, const void *key, void *value)
{
    return with(a, key, value, hash(key));
}

void *assoc_find(const Assoc *a, const void *key)
{
    for (uint64_t bits = hash(key); a && a->key != key; bits <<= 1)
        a = a->kid[bits >> 63];
    return a ? a->value : NULL;
}
