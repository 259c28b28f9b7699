/* slots.c -- scratch memory: which arrays share a place. */
#include "plan.h"

#include "../core/core.h"

typedef struct {
    Plan *plan;
    Entry *entry;
    int at;                    /* the step, */
    Region *region;            /*   and where it is */
} Live;

static int depth_of(const Region *r)
{
    int n = 0;
    for (; r; r = r->around)
        n++;
    return n;
}

/* The innermost that both are in. */
static Region *common_region(Region *a, Region *b)
{
    while (a != b)
        if (depth_of(a) > depth_of(b))
            a = a->around;
        else
            b = b->around;
    return a;
}

static void touch(Var *v, void *arg)
{
    Live *l = arg;
    Buffer *first = table_get(l->plan->buffer_of, v);
    while (first && first->home == B_ROW)
        first = first->mate;
    Buffer *b = first;
    for (int i = 0; b && !(i && b == first) && !(i > 1 && b == first->mate); i++, b = b->mate) {
        Region *at = b->pinned ? NULL : l->region;
        b->region = b->first < 0 ? at : common_region(b->region, at);
        b->first = b->first < 0 || l->at < b->first ? l->at : b->first;
        b->last = l->at > b->last ? l->at : b->last;
    }
}

static void walk(Live *l, Block *b)
{
    Region *around = l->region;
    l->region = b->region ? b->region : around;
    if (b->region)
        b->region->block = b;
    for (int i = 0; i < b->n; i++) {
        Stmt *s = b->at[i];
        int start = ++l->at;
        stmt_own_vars(s, touch, l);
        walk(l, &s->body);
        walk(l, &s->other);
        bool apart = threads_apart(s), loop = s->kind == S_FOR || s->kind == S_LOOP;
        /* An array from before a loop is read in every round. A thread may still read an array
           of such a statement while another one writes the last. */
        for (int k = 0; (apart || loop) && k < l->entry->buffers.n; k++) {
            Buffer *x = l->entry->buffers.at[k];
            if (x->first < 0 || x->last < start || (!apart && x->first >= start))
                continue;
            x->first = x->first > start ? start : x->first;
            x->last = l->at;
        }
    }
    l->region = around;
}

static bool same_shape(const Type *a, const Type *b)
{
    for (int d = 0; a && b && d < a->rank && a->rank == b->rank; d++)
        if (!size_equal(a->dim[d], b->dim[d]))
            return false;
    return a && b ? a->rank == b->rank : a == b;
}

/* Of the same elements, too: arrays in one slot may go by one name. */
static bool same_size(const Buffer *a, const Buffer *b)
{
    return a->record == b->record && a->var->type->prim == b->var->type->prim
        && same_shape(a->shape, b->shape) && size_equal(a->count, b->count);
}

bool is_second_half(const Buffer *b)
{
    return b->half && b->half->op != OP_VAR;
}

/* A slot that is free when b is needed, and as large. */
static int free_slot(Entry *e, const Buffer *b, int upto)
{
    for (int s = 0; s < e->nslots; s++) {
        const Buffer *first = e->slot[s].first;
        bool fits = !first->pinned && !first->half && first->region == b->region
                 && same_size(first, b);
        for (int k = 0; fits && k < upto; k++) {
            const Buffer *x = e->buffers.at[k];
            fits = x->slot != s || x->last < b->first || b->last < x->first;
        }
        if (fits)
            return s;
    }
    return -1;
}

/* What only one version needs is taken in its branch. */
static void take_in_branches(Entry *e)
{
    for (int k = e->buffers.n - 1; k >= 0; k--) {
        const Buffer *b = e->buffers.at[k];
        Block *at = b->home == B_SCRATCH && b->slot >= 0 && b->region ? b->region->block : NULL;
        if (!at)
            continue;
        Stmt *take = stmt_add(at, (Stmt){ S_TAKE, .var = b->var });
        for (int i = at->n - 1; i > 0; i--)
            at->at[i] = at->at[i - 1];
        at->at[0] = take;
    }
}

void plan_slots(Plan *p, Entry *e)
{
    Live l = { p, e, 0, NULL };
    for (int k = 0; k < e->buffers.n; k++)
        e->buffers.at[k]->first = e->buffers.at[k]->last = e->buffers.at[k]->slot = -1;
    walk(&l, &e->body);
    e->slot = arena_alloc(sizeof *e->slot * (size_t)(e->buffers.n + 1));
    for (int k = 0; k < e->buffers.n; k++) {
        Buffer *b = e->buffers.at[k];
        if ((b->home != B_SCRATCH && b->home != B_SHARED) || (b->first < 0 && !b->pinned)
            || is_second_half(b))
            continue;
        int s = b->mate || b->pinned ? -1 : free_slot(e, b, k);
        if (s < 0) {
            s = e->nslots++;
            e->slot[s].first = b;
        }
        b->slot = s;
    }
    take_in_branches(e);
}
