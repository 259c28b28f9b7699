/* intern.c -- names as unique pointers, and tables keyed by pointers. */
#include "base.h"

#include <string.h>

typedef struct TableEntry {
    const void *key;
    void *value;
} TableEntry;

struct Table {
    TableEntry *entry;              /* in insertion order */
    int n, room, dead;
    int *slot;                 /* open addressing; 0 empty, else index + 1 */
    unsigned nslots;
};

static char gone;              /* the value of a deleted entry */

static unsigned hash_pointer(const void *p)
{
    uint64_t x = (uint64_t)(uintptr_t)p;
    x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9u;
    return (unsigned)(x >> 32);
}

Table *table_new(void)
{
    return NEW(Table);
}

void table_free(Table *t)
{
    arena_give_back(t->entry, sizeof(TableEntry) * (size_t)t->room);
    arena_give_back(t->slot, sizeof(int) * t->nslots);
    arena_give_back(t, sizeof *t);
}

static int *find_slot(const Table *t, const void *key)
{
    unsigned i = hash_pointer(key) & (t->nslots - 1);
    while (t->slot[i] && t->entry[t->slot[i] - 1].key != key)
        i = (i + 1) & (t->nslots - 1);
    return &t->slot[i];
}

static void rehash(Table *t)
{
    arena_give_back(t->slot, sizeof(int) * t->nslots);
    t->nslots = t->nslots ? 2 * t->nslots : 8;
    t->slot = NEWS(int, t->nslots);
    for (int e = 0; e < t->n; e++)
        *find_slot(t, t->entry[e].key) = e + 1;
}

static TableEntry *find(const Table *t, const void *key)
{
    if (!t->nslots)
        return NULL;
    int s = *find_slot(t, key);
    return s ? &t->entry[s - 1] : NULL;
}

void table_put(Table *t, const void *key, void *value)
{
    if (2 * (unsigned)(t->n + 1) > t->nslots)
        rehash(t);
    int *slot = find_slot(t, key);
    if (*slot) {
        TableEntry *e = &t->entry[*slot - 1];
        t->dead -= e->value == &gone;
        e->value = value;
        return;
    }
    if (t->n == t->room) {
        int room = t->room ? 2 * t->room : 4;
        TableEntry *old = t->entry;
        t->entry = arena_grow(old, sizeof *old * (size_t)t->n, sizeof *old * (size_t)room);
        arena_give_back(old, sizeof *old * (size_t)t->n);
        t->room = room;
    }
    t->entry[t->n++] = (TableEntry){ key, value };
    *slot = t->n;
}

bool table_has(const Table *t, const void *key)
{
    const TableEntry *e = find(t, key);
    return e && e->value != &gone;
}

void *table_get(const Table *t, const void *key)
{
    const TableEntry *e = find(t, key);
    return e && e->value != &gone ? e->value : NULL;
}

void table_del(Table *t, const void *key)
{
    TableEntry *e = find(t, key);
    if (e && e->value != &gone) {
        e->value = &gone;
        t->dead++;
    }
}

int table_count(const Table *t)
{
    return t->n - t->dead;
}

void table_each(const Table *t, void (*f)(const void *, void *, void *), void *arg)
{
    for (int i = 0; i < t->n; i++)
        if (t->entry[i].value != &gone)
            f(t->entry[i].key, t->entry[i].value, arg);
}

/* The interned strings: a hash set with open addressing. */
static struct {
    const char **at;
    unsigned n, room;
} names;

static unsigned hash_bytes(const char *s, int n)
{
    unsigned h = 2166136261u;
    for (int i = 0; i < n; i++)
        h = (h ^ (unsigned char)s[i]) * 16777619u;
    return h ^ (h >> 15);
}

static const char **name_slot(const char *s, int n)
{
    unsigned i = hash_bytes(s, n) & (names.room - 1);
    while (names.at[i] && (strncmp(names.at[i], s, (size_t)n) || names.at[i][n]))
        i = (i + 1) & (names.room - 1);
    return &names.at[i];
}

static void names_grow(void)
{
    const char **old = names.at;
    unsigned room = names.room;
    names.room = room ? 2 * room : 256;
    names.at = NEWS(const char *, names.room);
    for (unsigned i = 0; i < room; i++)
        if (old[i])
            *name_slot(old[i], (int)strlen(old[i])) = old[i];
}

const char *internn(const char *s, int n)
{
    if (2 * (names.n + 1) > names.room) {
        arena_out();
        names_grow();
        arena_in();
    }
    const char **slot = name_slot(s, n);
    if (!*slot) {
        arena_out();
        *slot = str_copyn(s, n);
        arena_in();
        names.n++;
    }
    return *slot;
}

const char *intern(const char *s)
{
    return internn(s, (int)strlen(s));
}
