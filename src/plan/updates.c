/*
 * updates.c -- pass on an entry's core: new values of slices that are made where they are put.
 *
 *   ys = segmap <x in xs[a :+ k * 1]> f x
 *   zs = xs with [a :+ k * 1] = ys        ys is made in xs, and not copied
 *
 * Nothing may read the slice before the update: no binding between the nest and the update does,
 * and the nest reads an element of the slice only where it makes the new one (elements.c,
 * reuse.c). Other rows of the array may be read.
 */
#include "lower.h"

#include "../core/access.h"

typedef struct {
    Ranges *range;
    Table *def;                /* Var to Stm */
    const Core *put;           /* the update in hand, */
    const Var *array;          /*   the array that it updates, */
    const Stm *made;           /*   and the nest whose result is the new value */
    int result;
    Table *shares;             /* Var to whether it may share the array's memory */
} Updates;

static const Core *def_of(const Updates *u, const Var *v)
{
    const Stm *s = table_get(u->def, v);
    return s ? s->exp : NULL;
}

static bool is_apart(const Var *v, const void *updates);

/* The variable is the array, a part of it, or what may be one. */
static bool shares(const Updates *u, const Var *v)
{
    static char yes, no;
    const Core *e = v == u->array ? NULL : def_of(u, v);
    if (!e)
        return v == u->array;
    void *known = table_get(u->shares, v);
    if (!known) {
        known = e->op != OP_COPY && !makes_anew(e) && !all_vars(e, is_apart, u) ? &yes : &no;
        table_put(u->shares, v, known);
    }
    return known == &yes;
}

static bool is_apart(const Var *v, const void *updates)
{
    return !v->type->rank || !shares(updates, v);
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

typedef struct {
    const Updates *u;
    int seen;                  /* how often the array is read in a way that is allowed */
} Allowed;

static void see_access(const Access *a, void *allowed)
{
    Allowed *all = allowed;
    const Updates *u = all->u;
    const Core *nest = u->made->exp;
    if (!is_var(a->array, u->array))
        return;
    bool may_be_own = is_of_threads(nest) && a->entry.n == u->array->type->rank;
    all->seen += !a->written
        && (other_row(u, &a->entry)
            || (may_be_own && own_element(u->range, nest, &u->put->g[1], &a->entry)));
}

/* The nest reads the array only by indices: each leads to the nest's own element, or to another
   row. */
static bool reads_own(const Updates *u)
{
    Allowed all = { u, 0 };
    core_accesses(u->range, u->made->exp, see_access, &all);
    return all.seen == uses_in(u->made->exp, u->array);
}

/* The slice is all of the array, and the nest, which is mapped over it, reads each element where it
   makes the new one. */
static bool reads_whole(const Updates *u)
{
    const Core *nest = u->made->exp, *slice = u->put->g[1].at[0];
    int j = operand_of(nest->g[0].at[0], u->array);
    int64_t start, step;
    return u->put->g[1].n == 1 && slice->op == OP_SPAN && j >= 0
        && size_const(slice->g[0].at[0], &start) && start == 0
        && size_const(slice->g[2].at[0], &step) && step == 1
        && uses_in(nest, u->array) == 1 && reads_at_own(u->made, u->result, j);
}

/* A part of the array that has a name is another row; or the slice itself, and the nest reads each
   element where it makes the new one. */
static bool reads_part(const Updates *u, const Var *part)
{
    const Core *e = def_of(u, part), *nest = u->made->exp;
    if (!e || e->op != OP_INDEX || !is_var(e->g[0].at[0], u->array))
        return false;
    if (other_row(u, &e->g[1]))
        return true;
    int j = operand_of(nest->g[0].at[0], part);
    return j >= 0 && same_entries(u, &e->g[1]) && uses_in(nest, part) == 1
        && reads_at_own(u->made, u->result, j);
}

static bool may_be_read(const Var *v, const void *updates)
{
    const Updates *u = updates;
    return is_apart(v, u) || (v == u->array ? reads_own(u) || reads_whole(u) : reads_part(u, v));
}

/* ---- the updates of a body ------------------------------------------------------- */

/* The array and the indices of the update are bound before the nest. */
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
    if (!made || made > update || ds->op != OP_VAR || !may_be_marked(made)
        || uses_in(body, value->var) != 1 || !told_before(body, made, put))
        return false;
    u->put = put;
    u->array = ds->var;
    u->made = made;
    table_free(u->shares);
    u->shares = table_new();
    bool apart = true;
    for (const Stm *s = made + 1; s < update && apart; s++)
        apart = all_vars(s->exp, is_apart, u);
    return apart && all_vars(made->exp, may_be_read, u);
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

void find_updates(Func *f, Ranges *r)
{
    Updates u = { .range = r, .def = table_new(), .shares = table_new() };
    core_definitions(f->body, u.def);
    find_in(f->body, &u);
    table_free(u.def);
    table_free(u.shares);
}
