/*
 * when_often.c -- what threads repeat: small arrays of which each reads many elements, as the
 * weights of a window; walks.
 */
#include "rewrite.h"

enum { OFTEN = 4,              /* reads, at least, */
       MOST_BYTES = 4096 };    /*   of an array that a block copies to the chip */

typedef struct {
    Table *outside;            /* Var: it is there before what is in hand */
    int rank;
    int64_t times;             /* how often what is in hand is done, if that is known */
    Kids array;
    VEC(int64_t) reads;        /* of each */
} Often;

/* A variable whose sizes the program says, and they are small. */
static bool is_small(const Core *a, int rank)
{
    const Type *t = a->op == OP_VAR ? a->var->type : NULL;
    int64_t n, bytes = t ? prim_bytes(t->prim) : 0;
    if (!t || t->rank != rank)
        return false;
    for (int d = 0; d < rank; d++) {
        if (!t->dim[d] || !size_const(t->dim[d], &n) || n > MOST_BYTES)
            return false;
        bytes *= n;
    }
    return bytes <= MOST_BYTES;
}

/* So many elements of a are read each time. */
static void note_reads(Often *o, Core *a, int64_t elements)
{
    int k = 0;
    if (!is_small(a, o->rank) || !table_has(o->outside, a->var))
        return;
    while (k < o->array.n && !is_var(o->array.at[k], a->var))
        k++;
    if (k == o->array.n) {
        o->array = kids_join(o->array, kids1(a));
        vec_push(&o->reads, 0);
    }
    o->reads.at[k] += elements * o->times;
}

static void find_reads(Core *n, void *often)
{
    Often *o = often;
    int64_t times = o->times, rounds;
    bool loop = n->op == OP_LOOP, soac = ops[n->op].kind == K_SOAC;
    if ((loop || soac) && n->g[loop].n && size_const(n->g[loop].at[0], &rounds)
        && rounds <= MOST_BYTES && o->times <= MOST_BYTES)
        o->times *= rounds;
    for (int g = 0; soac && g < ops[n->op].ngroups; g++)
        for (int i = 0; i < n->g[g].n; i++)
            note_reads(o, n->g[g].at[i], o->rank == 1 ? 1 : OFTEN);
    if (n->op == OP_INDEX)
        note_reads(o, n->g[0].at[0], type_of(n)->rank ? OFTEN : 1);
    core_each(n, find_reads, o);
    o->times = times;
}

static void note_outside(Var *v, void *outside)
{
    table_put(outside, v, v);
}

static bool get_often(Call *c, int rank)
{
    Often o = { .outside = table_new(), .rank = rank, .times = 1 };
    core_free_vars(c->arg[0].at[0], note_outside, o.outside);
    find_reads(c->arg[0].at[0], &o);
    for (int k = 0; k < o.array.n; k++) {
        Core *a = o.array.at[k];
        const Core *def = world_def(c->m->world, a);
        bool computed = def && (def->op == OP_IOTA || def->op == OP_REPLICATE);
        if (o.reads.at[k] < OFTEN || computed || is_made_here(c->m->world, a)
            || varies_in(c->m, a, c->arg[1]))
            continue;
        c->out = kids1(a);
        return true;
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

static bool is_long(const Core *n)
{
    bool loop = n->op == OP_LOOP;
    int64_t rounds;
    return (loop || ops[n->op].kind == K_SOAC) && n->g[loop].n
        && !size_const(n->g[loop].at[0], &rounds);
}

/* walks-far e: it repeats something, and the program does not say how often. */
bool ask_walks_far(Call *c)
{
    return core_some(c->arg[0].at[0], is_long) || no(c, "what it repeats is short");
}
