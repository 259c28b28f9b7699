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
    int64_t times;             /* how often what is in hand is done, if that is known */
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

/* A part that has a name within what is in hand; so many entries are given, whole rows follow. */
static const Core *part_named(const Often *o, const Core *a, int *given)
{
    bool inside = a->op == OP_VAR && !table_has(o->outside, a->var);
    const Core *def = inside ? range_def(o->w->range, a->var) : NULL;
    if (!def || def->op != OP_INDEX)
        return NULL;
    for (*given = 0; *given < def->g[1].n && is_atom(def->g[1].at[*given]); ++*given)
        ;
    for (int d = *given; d < def->g[1].n; d++)
        if (def->g[1].at[d]->op != OP_WHOLE)
            return NULL;
    return def;
}

/* So many elements of the part at the first entries, which is there, are read each time. */
static void note_reads(Often *o, Core *a, Core *const *entry, int given, int64_t elements)
{
    const Core *named = part_named(o, a, &given);
    if (named) {
        a = named->g[0].at[0];
        entry = named->g[1].at;
    }
    if (!has_small_parts(a, o->rank) || !table_has(o->outside, a->var))
        return;
    int first = type_of(a)->rank - o->rank, k = 0;
    if (first > given)
        return;
    for (int d = 0; d < first; d++) {
        const Core *e = entry[d], *n = type_of(a)->dim[d];
        bool known = is_atom(e) && (e->op != OP_VAR || table_has(o->outside, e->var));
        if (!known || !n || !surely_inside(o->w->range, e, n))
            return;
    }
    while (k < o->part.n && !is_part(&o->part.at[k], a, entry))
        k++;
    if (k == o->part.n)
        vec_push(&o->part, ((Part){ a, { (Core **)entry, first }, 0 }));
    o->part.at[k].reads += elements * o->times;
}

static void find_reads(Core *n, void *often)
{
    Often *o = often;
    int64_t times = o->times, rounds;
    const Core *said = rounds_of(n);
    bool soac = ops[n->op].kind == K_SOAC;
    if (said && size_const(said, &rounds) && rounds <= MOST_BYTES && o->times <= MOST_BYTES)
        o->times *= rounds;
    for (int g = 0; soac && g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++)
            note_reads(o, n->g[g].at[i], NULL, 0, o->rank == 1 ? 1 : OFTEN);
    if (n->op == OP_INDEX && type_of(n)->rank < o->rank)
        note_reads(o, n->g[0].at[0], n->g[1].at, n->g[1].n, type_of(n)->rank ? OFTEN : 1);
    core_each(n, find_reads, o);
    o->times = times;
}

static bool get_often(Call *c, int rank)
{
    Often o = { .w = c->m->world, .outside = table_new(), .rank = rank, .times = 1 };
    core_free_vars(c->arg[0].at[0], note_var, o.outside);
    find_reads(c->arg[0].at[0], &o);
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
