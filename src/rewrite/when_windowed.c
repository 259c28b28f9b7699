/*
 * when_windowed.c -- what a fold reads around a place: the windows that it walks, or those of the
 * layers that it walks.
 *
 * What is read so has tiles with halos (halos.rules), and is no line (lines.rules).
 */
#include "rewrite.h"

/* ---- windows: each of a few positions beside the place -------------------------------- */

typedef struct {
    const Var *position;
    Table *beside;             /* Var: of the position and something else, which is no constant */
    bool found;
} Walk;

static bool is_beside(const Walk *k, const Core *e)
{
    bool sum = e->op == OP_ADD || e->op == OP_SUB, around = false;
    for (int g = 0; sum && g < 2; g++)
        around |= is_var(e->g[g].at[0], k->position) && e->g[!g].at[0]->op == OP_VAR;
    return around;
}

static void find_windows(Core *n, void *walk)
{
    Walk *k = walk;
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++)
        if (is_beside(k, n->stm[i].exp) || (ops[n->stm[i].exp->op].kind == K_SCALAR
                                            && core_uses_any(n->stm[i].exp, k->beside)))
            table_put(k->beside, n->stm[i].var[0], k);
    for (int d = 0; n->op == OP_INDEX && d < n->g[1].n; d++)
        k->found |= n->g[1].at[d]->op == OP_VAR && table_has(k->beside, n->g[1].at[d]->var);
    core_each(n, find_windows, k);
}

/* windowed e i n: e reads an array around a place, at each of n positions i, which are few. */
bool ask_windowed(Call *c)
{
    const Core *i = c->arg[1].n ? c->arg[1].at[0] : NULL;
    int64_t n;
    if (!i || i->op != OP_VAR || !size_const(c->arg[2].at[0], &n) || n > FARTHEST)
        return no(c, "the positions are not few");
    Walk k = { i->var, table_new(), false };
    find_windows(c->arg[0].at[0], &k);
    return k.found || no(c, "nothing is read around a place");
}

/* ---- layers: the place and others beside it, in each ---------------------------------- */

typedef struct {
    const Var *layer;          /* its number, or the layer */
    Table *rows;               /* Var: arrays of the layer's elements alone */
    Table *computed;           /* Var: of scalars */
    Table *read;               /* arrays of which an element of the layer is read: bool, whether
                                  at a place that is computed */
    int depth;                 /* of the loops and functions that what is in hand stands in */
    bool found;
} Layers;

static bool is_of_layer(const Layers *k, const Core *read)
{
    bool found = table_has(k->rows, read->g[0].at[0]->var);
    for (int d = 0; d < read->g[1].n; d++)
        found |= is_var(read->g[1].at[d], k->layer);
    return found;
}

/* Two elements of the layer, one of them at a place that is computed, are of a window; so is one
   that is read time and again. */
static void note_read(Layers *k, const Core *n)
{
    bool computed = false, after = table_has(k->rows, n->g[0].at[0]->var);
    if (!is_of_layer(k, n))
        return;
    for (int d = 0; d < n->g[1].n; d++) {
        const Core *entry = n->g[1].at[d];
        after |= is_var(entry, k->layer);
        computed |= after && entry->op == OP_VAR && table_has(k->computed, entry->var);
    }
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
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++) {
        const Stm *s = &n->stm[i];
        if (ops[s->exp->op].kind == K_SCALAR)
            table_put(k->computed, s->var[0], k);
        else if (s->exp->op == OP_INDEX && s->var[0]->type->rank && is_of_layer(k, s->exp))
            table_put(k->rows, s->var[0], k);
    }
    if (n->op == OP_INDEX && !type_of(n)->rank)
        note_read(k, n);
    k->depth += inner;
    core_each(n, find_layers, k);
    k->depth -= inner;
}

/* layered e i: in layer i, or in number i of some array, e reads what lies around a place. */
bool ask_layered(Call *c)
{
    const Core *i = c->arg[1].n ? c->arg[1].at[0] : NULL;
    if (!i || i->op != OP_VAR)
        return no(c, "there is no layer");
    Layers k = { i->var, table_new(), table_new(), table_new(), 0, false };
    if (i->var->type->rank)
        table_put(k.rows, i->var, &k);
    find_layers(c->arg[0].at[0], &k);
    return k.found || no(c, "nothing around a place in a layer is read");
}
