/*
 * when_often.c -- what threads repeat: small arrays, or parts, of which each reads many elements,
 * as the weights of a window; walks.
 */
#include "rewrite.h"

enum { OFTEN = 4,              /* reads, at least, */
       MOST_BYTES = 4096 };    /*   of an array that a block copies to the chip */

/* An array, or the part of it at these first entries. */
typedef struct {
    Core *array;
    Kids first;
    int64_t reads;             /* of a thread */
} Part;

typedef struct {
    const World *w;
    Table *outside;            /* Var: it is there before what is in hand */
    int rank;                  /* of the parts */
    VEC(Part) part;
} Often;

/* The program says how large each part of so many dimensions is, and it is small. */
static bool has_small_parts(const Core *a, int rank)
{
    const Type *t = a->op == OP_VAR ? a->var->type : NULL;
    int64_t n, bytes = t ? prim_bytes(t->prim) : 0;
    if (!t || t->rank < rank)
        return false;
    for (int d = t->rank - rank; d < t->rank; d++) {
        if (!t->dim[d] || !size_const(t->dim[d], &n) || n > MOST_BYTES)
            return false;
        bytes *= n;
    }
    return bytes <= MOST_BYTES;
}

static bool is_part(const Part *p, const Core *array, Core *const *entry)
{
    bool same = is_var(array, p->array->var);
    for (int d = 0; same && d < p->first.n; d++)
        same = core_equal(p->first.at[d], entry[d]);
    return same;
}

/* So many elements of the part at the first entries, which is there, are read each time. */
static void note_reads(const Access *a, void *often)
{
    Often *o = often;
    bool element = a->node->op == OP_INDEX ? !type_of(a->node)->rank : o->rank == 1;
    Access all = access_of_whole(o->w->range, a, o->outside);
    Core *array = all.array;
    int first = has_small_parts(array, o->rank) ? type_of(array)->rank - o->rank : -1, k = 0;
    if (a->written || (a->node->op == OP_INDEX && type_of(a->node)->rank >= o->rank)
        || first < 0 || first > all.entry.n || !table_has(o->outside, array->var))
        return;
    for (int d = 0; d < first; d++) {
        const Core *e = all.entry.at[d], *n = type_of(array)->dim[d];
        bool known = is_atom(e) && (e->op != OP_VAR || table_has(o->outside, e->var));
        if (!known || !n || !surely_inside(o->w->range, e, n))
            return;
    }
    while (k < o->part.n && !is_part(&o->part.at[k], array, all.entry.at))
        k++;
    if (k == o->part.n)
        vec_push(&o->part, ((Part){ array, { all.entry.at, first }, 0 }));
    o->part.at[k].reads += (element ? 1 : OFTEN) * a->times;
}

static bool get_often(Call *c, int rank)
{
    Often o = { .w = c->m->world, .outside = table_new(), .rank = rank };
    core_free_vars(c->arg[0].at[0], note_var, o.outside);
    core_accesses(o.w->range, c->arg[0].at[0], note_reads, &o);
    for (int k = 0; k < o.part.n; k++) {
        const Part *p = &o.part.at[k];
        const Core *def = world_def(c->m->world, p->array);
        bool computed = def && (def->op == OP_IOTA || def->op == OP_REPLICATE);
        Core *part = p->first.n ? core_at(p->array, p->first.at, p->first.n) : p->array;
        if (p->reads >= OFTEN && !computed && !is_made_here(c->m->world, p->array)
            && !varies_in(c->m, part, c->arg[1]))
            return yields(c, part);
    }
    return no(c, "no small array from elsewhere is read so often");
}

/* list-read e S: a small array, the same in all of S, of which e reads several elements. */
bool get_list_read(Call *c)
{
    return get_often(c, 1);
}

/* matrix-read e S: a small matrix, the same in all of S, of which e reads several elements. */
bool get_matrix_read(Call *c)
{
    return get_often(c, 2);
}

/* ---- reads of copies -------------------------------------------------------------- */

typedef struct { Part part; Core *copy; } Copied;

static Core *read_copy(Core *n, void *arg)
{
    const Copied *k = arg;
    int first = k->part.first.n;
    if (!first && is_var(n, k->part.array->var))
        return k->copy;
    if (!first || n->op != OP_INDEX || !is_part(&k->part, n->g[0].at[0], n->g[1].at))
        return core_map(n, read_copy, arg);
    Core *e = core_copy_node(n);
    core_set1(e, 0, k->copy);
    e->g[1] = (Kids){ n->g[1].at + first, n->g[1].n - first };
    return e;
}

/* from-copy e a b: e, which reads b where it read the array, or part, a. */
bool make_from_copy(Call *c)
{
    Core *a = c->arg[1].n && c->arg[2].n ? c->arg[1].at[0] : NULL;
    bool whole = a && a->op == OP_VAR;
    Kids first = { 0 };
    if (!a || (!whole && a->op != OP_INDEX))
        return no(c, "it is no array, nor part of one");
    while (!whole && first.n < a->g[1].n && a->g[1].at[first.n]->op != OP_WHOLE)
        first.n++;
    first.at = whole ? NULL : a->g[1].at;
    Copied k = { { whole ? a : a->g[0].at[0], first, 0 }, c->arg[2].at[0] };
    return yields(c, read_copy(c->arg[0].at[0], &k));
}

/* ---- walks ------------------------------------------------------------------------ */

static bool is_long(const Core *n)
{
    const Core *said = rounds_of(n);
    int64_t rounds;
    return said && !size_const(said, &rounds);
}

/* walks-far e: it repeats something, and the program does not say how often. */
bool ask_walks_far(Call *c)
{
    return core_some(c->arg[0].at[0], is_long) || no(c, "what it repeats is short");
}
