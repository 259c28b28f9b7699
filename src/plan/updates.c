/*
 * updates.c -- pass on an entry's core: new values of slices that are made where they are put.
 *
 *   ys = segmap <x in xs[a :+ k * 1]> f x
 *   zs = xs with [a :+ k * 1] = ys        ys is made in xs, and not copied
 *
 * It may be if nobody reads meanwhile what is written: no binding between the two; and the nest
 * only each element where it makes the new one (reuse.c), or other rows of the array.
 */
#include "lower.h"

#include "../core/access.h"

typedef struct {
    Ranges *range;             /* all that the entry binds is defined there */
    Table *def;                /* Var to Stm */
    Table *shares;             /* of the array in hand: Var to whether it shares its memory */
    const Core *put;           /* the update in hand */
    const Core *nest;          /* what makes its new value */
    int result;
    const Var *array;          /* the one that is asked for */
    bool apart;                /* what was seen of it is other rows, */
    int seen;                  /*   or read where it is made; so often */
} Updates;

static const Core *def_of(const Updates *u, const Var *v)
{
    const Stm *s = table_get(u->def, v);
    return s ? s->exp : NULL;
}

/* The array, or a part of it, or what may be that. */
static bool shares_with(Updates *u, const Var *v, const Var *array);

typedef struct {
    Updates *u;
    const Var *array;
    bool found;
} Shared;

static void note_shared(Var *v, void *shared)
{
    Shared *s = shared;
    s->found = s->found || (v->type->rank && shares_with(s->u, v, s->array));
}

static bool mentions(Updates *u, const Core *e, const Var *array)
{
    Shared s = { u, array, false };
    core_free_vars(e, note_shared, &s);
    return s.found;
}

static bool shares_with(Updates *u, const Var *v, const Var *array)
{
    static char yes, no;
    const Core *e = v == array ? NULL : def_of(u, v);
    if (!e)
        return v == array;
    void *known = table_get(u->shares, v);
    if (!known) {
        bool nest = ops[e->op].kind == K_SEG && op_group(e->op, '!') < 0 && !core_reuses(e);
        known = e->op != OP_COPY && !nest && mentions(u, e, array) ? &yes : &no;
        table_put(u->shares, v, known);
    }
    return known == &yes;
}

/* ---- what the nest may read --------------------------------------------------- */

/* The entries lead to another row than the update's. */
static bool other_row(const Updates *u, const Kids *entry)
{
    const Kids *put = &u->put->g[1];
    for (int d = 0; d < entry->n && d < put->n; d++) {
        int64_t far;
        if (!is_atom(entry->at[d]) || !is_atom(put->at[d]))
            return false;
        if (far_behind(u->range, entry->at[d], put->at[d], &far) && far)
            return true;
    }
    return false;
}

static bool same_entries(const Updates *u, const Kids *entry)
{
    const Kids *put = &u->put->g[1];
    bool same = entry->n == put->n;
    for (int d = 0; same && d < put->n; d++)
        same = core_equal(entry->at[d], put->at[d]);
    return same;
}

static void see_access(const Access *a, void *updates)
{
    Updates *u = updates;
    if (!is_var(a->array, u->array))
        return;
    bool may_be_own = is_of_threads(u->nest) && a->entry.n == u->array->type->rank;
    u->seen += !a->written
        && (other_row(u, &a->entry)
            || (may_be_own && own_element(u->range, u->nest, &u->put->g[1], &a->entry)));
}

/* The nest reads the array only by indices, each its own or in another row. */
static bool reads_own(Updates *u, const Var *array)
{
    u->array = array;
    u->seen = 0;
    core_accesses(u->range, (Core *)u->nest, see_access, u);
    return u->seen == uses_in(u->nest, array);
}

/* The nest reads a part of the array that has a name: in another row, or the very part, each
   element where it is made. */
static bool reads_part(const Updates *u, const Stm *made, const Var *part)
{
    const Core *e = def_of(u, part), *ds = u->put->g[0].at[0];
    if (!e || e->op != OP_INDEX || !is_var(e->g[0].at[0], ds->var))
        return false;
    if (other_row(u, &e->g[1]))
        return true;
    const Kids *read = &u->nest->g[0].at[0]->g[1];
    for (int j = 0; j < read->n; j++)
        if (is_var(read->at[j], part))
            return same_entries(u, &e->g[1]) && uses_in(u->nest, part) == 1
                && reads_at_own(made, u->result, j);
    return false;
}

typedef struct {
    Updates *u;
    const Stm *made;
    bool ok;
} Readers;

static void check_reader(Var *v, void *readers)
{
    Readers *r = readers;
    const Var *array = r->u->put->g[0].at[0]->var;
    if (!r->ok || !v->type->rank || !shares_with(r->u, v, array))
        return;
    r->ok = v == array ? reads_own(r->u, v) : reads_part(r->u, r->made, v);
}

/* ---- the updates of a body ------------------------------------------------------- */

/* What is updated, and where, is bound before the nest. */
static bool told_before(const Core *body, const Stm *made, const Core *put)
{
    Table *later = table_new();
    for (const Stm *s = made; s < body->stm + body->nstms; s++)
        note_vars(s->var, s->nvars, later);
    bool told = true;
    for (int g = 0; g < 2; g++)
        for (int i = 0; i < put->g[g].n; i++)
            told &= !core_uses_any(put->g[g].at[i], later);
    told &= !type_uses_any(type_of(put->g[2].at[0]), later);
    table_free(later);
    return told;
}

static bool may_be_made_there(Updates *u, const Core *body, const Stm *update)
{
    const Core *put = update->exp, *value = put->g[2].at[0], *ds = put->g[0].at[0];
    const Stm *made = value->op == OP_VAR && value->var->type->rank
                    ? binding_of(body, value->var, &u->result) : NULL;
    if (!made || made > update || ds->op != OP_VAR
        || !may_be_marked(made) || !told_before(body, made, put))
        return false;
    table_free(u->shares);
    u->shares = table_new();
    int uses = 0;
    for (const Stm *s = made + 1; s < body->stm + body->nstms; s++)
        uses += uses_in(s->exp, value->var);
    for (int k = 0; k < body->g[0].n; k++)
        uses += is_var(body->g[0].at[k], value->var);
    if (uses != 1)
        return false;
    for (const Stm *s = made + 1; s < update; s++)
        if (mentions(u, s->exp, ds->var))
            return false;
    u->put = put;
    u->nest = made->exp;
    Readers r = { u, made, true };
    core_free_vars(made->exp, check_reader, &r);
    return r.ok;
}

static void find_in(Core *n, void *updates)
{
    if (ops[n->op].kind == K_SEG)
        return;
    for (int i = 0; n->op == OP_BODY && i < n->nstms; i++) {
        Core *e = n->stm[i].exp;
        e->placed = e->op == OP_UPDATE && may_be_made_there(updates, n, &n->stm[i]);
    }
    core_each(n, find_in, updates);
}

void find_updates(Func *f)
{
    Updates u = { .range = ranges_of_entry(f), .def = table_new(), .shares = table_new() };
    core_definitions(f->body, u.def);
    find_in(f->body, &u);
    ranges_free(u.range);
    table_free(u.def);
    table_free(u.shares);
}
