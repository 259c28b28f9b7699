/*
 * when_lookup.c -- small tables: arrays of a known length, of which threads read elements
 * that their data say.
 */
#include "rewrite.h"

enum { FEW_BYTES = 128,        /* of a table: neighbours that read it read a line of the cache */
       MOST_BYTES = 4096,      /* of a table that a block copies to the chip */
       MOST_TABLES = 4 };

typedef struct {
    World *world;
    Table *data;               /* Var: elements, which memory says */
    Kids tables;
} LookUps;

/* It is in memory, and worth a copy. */
static bool is_table(const LookUps *l, const Core *a)
{
    const Type *t = type_of(a);
    const Core *def = world_def(l->world, a);
    int64_t n;
    if (t->rank != 1 || !t->dim[0] || !size_const(t->dim[0], &n) || table_has(l->data, a->var))
        return false;
    n *= prim_bytes(t->prim);
    return n > FEW_BYTES && n <= MOST_BYTES
        && !(def && (def->op == OP_IOTA || def->op == OP_REPLICATE));
}

static void note_table(const Access *a, void *lookups)
{
    LookUps *l = lookups;
    bool known = a->node->op != OP_INDEX || l->tables.n == MOST_TABLES || !is_table(l, a->array)
              || !depends_on_data(l->world->range, a->entry.at[0], l->data);
    for (int i = 0; i < l->tables.n; i++)
        known |= is_var(l->tables.at[i], a->array->var);
    if (!known)
        l->tables = kids_join(l->tables, one(a->array));
}

/* looked-up e x..: the small tables of which e reads what x.., or what it reads, says. */
bool get_looked_up(Call *c)
{
    LookUps l = { .world = c->m->world, .data = table_new() };
    for (int i = 0; i < c->arg[1].n; i++)
        table_put(l.data, c->arg[1].at[i]->var, c);
    core_accesses(c->m->world->range, c->arg[0].at[0], note_table, &l);
    table_free(l.data);
    for (int i = 0; i < l.tables.n; i++)
        if (core_uses(c->arg[0].at[0], l.tables.at[i]->var))   /* and does not make */
            c->out = kids_join(c->out, one(l.tables.at[i]));
    return c->out.n || no(c, "no small array is read there where data say");
}
