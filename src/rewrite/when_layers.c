/*
 * when_layers.c -- folds that walk through layers, and read what lies around a place in each.
 *
 * What is read so has a tile with its halo for each layer (halos.rules), and is no line
 * (lines.rules).
 */
#include "rewrite.h"

typedef struct {
    const Var *layer;
    Table *computed;           /* Var: of scalars */
    Table *read;               /* arrays of which an element of the layer is read: bool, whether
                                  at a place that is computed */
    int depth;                 /* of the loops and functions that what is in hand stands in */
    bool found;
} Layers;

/* Two elements of the layer, one of them at a place that is computed, are of a window; so is one
   that is read time and again. */
static void note_read(Layers *k, const Core *n)
{
    bool of_layer = false, computed = false;
    for (int d = 0; d < n->g[1].n; d++) {
        const Core *entry = n->g[1].at[d];
        of_layer |= is_var(entry, k->layer);
        computed |= of_layer && entry->op == OP_VAR && table_has(k->computed, entry->var);
    }
    if (!of_layer)
        return;
    const Var *array = n->g[0].at[0]->var;
    bool *before = table_get(k->read, array);
    k->found |= computed ? before || k->depth > 0 : before && *before;
    if (!before)
        table_put(k->read, array, before = NEW(bool));
    *before |= computed;
}

static void find_layers(Core *n, void *layers)
{
    Layers *k = layers;
    bool inner = n->op == OP_LAM || n->op == OP_LOOP;
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        if (ops[n->stm[i].exp->op].kind == K_SCALAR)
            table_put(k->computed, n->stm[i].var[0], k);
    if (n->op == OP_INDEX)
        note_read(k, n);
    k->depth += inner;
    core_each(n, find_layers, k);
    k->depth -= inner;
}

/* layered e i: in layer i of some array e reads what lies around a place. */
bool ask_layered(Call *c)
{
    const Core *i = c->arg[1].n ? c->arg[1].at[0] : NULL;
    if (!i || i->op != OP_VAR)
        return no(c, "there is no layer");
    Layers k = { i->var, table_new(), table_new(), 0, false };
    find_layers(c->arg[0].at[0], &k);
    return k.found || no(c, "nothing around a place in a layer is read");
}
