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
    Table *data;               /* Var: read from arrays, or computed from that */
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

static void note_table(LookUps *l, Core *a)
{
    for (int i = 0; i < l->tables.n; i++)
        if (is_var(l->tables.at[i], a->var))
            return;
    if (l->tables.n < MOST_TABLES)
        l->tables = kids_join(l->tables, one(a));
}

static void find_tables(Core *e, void *arg)
{
    LookUps *l = arg;
    if (e->op == OP_INDEX && is_table(l, e->g[0].at[0]) && core_uses_any(e->g[1].at[0], l->data))
        note_table(l, e->g[0].at[0]);
    for (int i = 0; e->op == OP_BODY && i < e->nstms; i++) {
        const Stm *s = &e->stm[i];
        find_tables(s->exp, l);
        if (core_has(s->exp, OP_INDEX) || core_uses_any(s->exp, l->data))
            note_vars(s->var, s->nvars, l->data);
    }
    if (e->op == OP_IF)
        core_each(e, find_tables, l);
}

/* looked-up e x..: the small tables of which e reads what x.., or what it reads, says. */
bool get_looked_up(Call *c)
{
    LookUps l = { .world = c->m->world, .data = table_new() };
    for (int i = 0; i < c->arg[1].n; i++)
        table_put(l.data, c->arg[1].at[i]->var, c);
    find_tables(c->arg[0].at[0], &l);
    table_free(l.data);
    for (int i = 0; i < l.tables.n; i++)
        if (core_uses(c->arg[0].at[0], l.tables.at[i]->var))   /* and does not make */
            c->out = kids_join(c->out, one(l.tables.at[i]));
    return c->out.n || no(c, "no small array is read there where data say");
}
