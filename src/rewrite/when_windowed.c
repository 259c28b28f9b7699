/*
 * when_windowed.c -- what a fold reads around a place: the windows that it walks, or those of the
 * layers that it walks.
 *
 * What is read so has tiles with halos (halos.rules), and is no line (lines.rules).
 */
#include "rewrite.h"

typedef struct {
    const Ranges *r;
    Table *own;                /* Var: bound in the term */
    const Var *i;              /* the position; the layer's number, or the layer */
    Table *read;               /* arrays of which an element of the layer is read: bool, whether
                                  at a place that is computed */
    bool found;
} Windows;

/* The entry is computed from the position and something else, which is no constant. */
static void note_window(const Access *a, void *windows)
{
    Windows *k = windows;
    for (int d = 0; a->node->op == OP_INDEX && d < a->entry.n; d++) {
        Core *e = is_atom(a->entry.at[d]) ? range_spelled(k->r, a->entry.at[d]) : NULL;
        k->found |= e && core_uses(e, k->i) && core_other(e, k->own);
    }
}

/* windowed e i n: e reads an array around a place, at each of n positions i, which are few. */
bool ask_windowed(Call *c)
{
    const Core *i = c->arg[1].n ? c->arg[1].at[0] : NULL;
    int64_t n;
    if (!i || i->op != OP_VAR || !size_const(c->arg[2].at[0], &n) || n > FARTHEST)
        return no(c, "the positions are not few");
    Windows k = { .r = c->m->world->range, .own = table_new(), .i = i->var };
    table_put(k.own, i->var, i->var);
    core_accesses(c->m->world->range, c->arg[0].at[0], note_window, &k);
    return k.found || no(c, "nothing is read around a place");
}

static bool is_computed(const Windows *k, const Core *entry)
{
    const Core *def = entry->op == OP_VAR && table_has(k->own, entry->var)
                    ? range_def(k->r, entry->var) : NULL;
    return def && ops[def->op].kind == K_SCALAR;
}

/* Two elements of the layer, one of them at a place that is computed, are of a window; so is one
   that is read time and again. */
static void note_in_layer(const Access *a, void *windows)
{
    Windows *k = windows;
    Access whole = access_of_whole(k->r, a, k->read);
    bool layer = is_var(whole.array, k->i), computed = false;
    if (a->node->op != OP_INDEX || type_of(a->node)->rank)
        return;
    for (int d = 0; d < whole.entry.n; d++) {
        computed |= layer && is_computed(k, whole.entry.at[d]);
        layer |= is_var(whole.entry.at[d], k->i);
    }
    if (!layer)
        return;
    bool *before = table_get(k->read, whole.array->var);
    k->found |= computed ? before || a->depth > 0 : before && *before;
    if (!before)
        table_put(k->read, whole.array->var, before = NEW(bool));
    *before |= computed;
}

/* layered e i: in layer i, or in number i of some array, e reads what lies around a place. */
bool ask_layered(Call *c)
{
    const Core *i = c->arg[1].n ? c->arg[1].at[0] : NULL;
    if (!i || i->op != OP_VAR)
        return no(c, "there is no layer");
    Windows k = { .r = c->m->world->range, .own = table_new(), .i = i->var, .read = table_new() };
    note_bound_in(c->arg[0].at[0], k.own);
    core_accesses(c->m->world->range, c->arg[0].at[0], note_in_layer, &k);
    return k.found || no(c, "nothing around a place in a layer is read");
}
