/*
 * untile.c -- results of blocks that are put together by a nest of threads: written where
 * they belong at once.
 *
 *   tiles = segmap@block (<#p < (n + 15) / 16>) { .. in a tile of 16 .. }
 *   whole = segmap@thread <#i < n> tiles[i / 16, i % 16]
 *
 * Each index is a digit of a level's index, and the digits tell all of it. So each element of
 * `whole` is one of `tiles`, which gets no memory: what lies beyond n is not stored.
 */
#include "lower.h"

/* index / over % modulo of a level; modulo 0: all of it. */
typedef struct {
    int level;
    int64_t over, modulo;
} Digit;

typedef struct {
    Lower *l;
    const Core *nest;          /* that puts the tiles together */
    const Core *body;
    const Stm *tiles;
    int rank;                  /* how many indices tell an element, or a row, of these arrays */
    Digit *digit;              /* in each dimension; null: not known yet */
} Untile;

static bool is_divisor(const Core *n, int64_t *by)
{
    return size_const(n, by) && *by > 0;
}

static bool divided(Digit *d, int64_t by)
{
    if (d->modulo && d->modulo % by)
        return false;
    d->over *= by;
    d->modulo /= by;
    return true;
}

static bool modulo(Digit *d, int64_t by)
{
    if (d->modulo && d->modulo % by && by % d->modulo)
        return false;
    d->modulo = d->modulo && d->modulo < by ? d->modulo : by;
    return true;
}

static bool digit_of(const Untile *u, const Core *n, Digit *d)
{
    const Kids *level = &u->nest->g[0];
    int64_t by;
    int k;
    for (int i = 0; i < level->n; i++)
        if (level->at[i]->index && is_var(n, level->at[i]->index)) {
            *d = (Digit){ i, 1, 0 };
            return true;
        }
    const Stm *s = n->op == OP_VAR ? binding_of(u->body, n->var, &k) : NULL;
    const Core *e = s ? s->exp : n;
    bool over = e->op == OP_DIV || e->op == OP_QUOT, rest = e->op == OP_MOD || e->op == OP_REM;
    if ((!over && !rest) || !is_divisor(e->g[1].at[0], &by) || !digit_of(u, e->g[0].at[0], d))
        return false;
    return over ? divided(d, by) : modulo(d, by);
}

/* ---- the nest ---------------------------------------------------------------- */

/* Which of the tiles' arrays it is; or -1. */
static int tile_read(const Untile *u, const Core *e)
{
    for (int k = 0; e->op == OP_INDEX && k < u->tiles->nvars; k++)
        if (is_var(e->g[0].at[0], u->tiles->var[k]))
            return k;
    return -1;
}

/* All arrays are read at the same digits. */
static bool same_digits(Untile *u, const Kids *index)
{
    bool first = !u->digit;
    int n = index->n;
    while (n > 0 && index->at[n - 1]->op == OP_WHOLE)
        n--;
    if (first) {
        u->rank = n;
        u->digit = NEWS(Digit, n);
    }
    for (int t = 0; t < n && n == u->rank; t++) {
        Digit d, *known = &u->digit[t];
        if (!digit_of(u, index->at[t], &d))
            return false;
        if (first)
            *known = d;
        if (d.level != known->level || d.over != known->over || d.modulo != known->modulo)
            return false;
    }
    return n == u->rank;
}

/* The body reads tiles, and computes nothing else but indices. */
static bool only_reads(Untile *u, int *from)
{
    const Kids *result = &u->body->g[0];
    int reads = 0, k;
    for (int i = 0; i < u->body->nstms; i++)
        reads += u->body->stm[i].exp->op == OP_INDEX;
    for (int r = 0; r < result->n; r++) {
        const Core *n = result->at[r];
        const Stm *s = n->op == OP_VAR ? binding_of(u->body, n->var, &k) : NULL;
        from[r] = s ? tile_read(u, s->exp) : -1;
        if (from[r] < 0 || !same_digits(u, &s->exp->g[1]))
            return false;
    }
    return reads == result->n;
}

/* ---- the digits tell each index ------------------------------------------------- */

static const Core *meaning(const Lower *l, const Core *n)
{
    const Core *def = n->op == OP_VAR ? range_def(l->facts->range, n->var) : NULL;
    return def ? def : n;
}

/* (n + by - 1) / by, rounded up so that all of n is there. */
static bool covers(const Lower *l, Core *count, int64_t by, const Core *n)
{
    int64_t a, b;
    if (size_const(count, &a) && size_const(n, &b))
        return a * by >= b;
    const Core *e = meaning(l, count);
    if ((e->op != OP_DIV && e->op != OP_QUOT) || !size_const(e->g[1].at[0], &a) || a > by)
        return by == 1 && size_equal(count, n);
    const Ranges *known = l->facts->range;
    return size_equal(range_spelled(known, e->g[0].at[0]),
                      range_spelled(known, tree_add((Core *)n, core_i64(a - 1))));
}

/* Dimensions t whose digits are of the level: over 1, then over the modulo before it, and so
   on; the last one is as large as the level needs. */
static bool tells_level(const Untile *u, int level, const Type *tiles)
{
    const Core *width = size_tree(u->l, u->nest->g[0].at[level]->g[0].at[0]);
    int64_t over = 1, extent;
    for (;;) {
        int t = 0;
        while (t < u->rank && (u->digit[t].level != level || u->digit[t].over != over))
            t++;
        if (t == u->rank)
            return false;
        if (!u->digit[t].modulo)
            return covers(u->l, tiles->dim[t], over, width);
        if (!size_const(tiles->dim[t], &extent) || extent != u->digit[t].modulo)
            return false;
        over *= extent;
    }
}

static bool tells_all(const Untile *u, const Type *tiles)
{
    int found = 0;
    for (int d = 0; d < u->nest->g[0].n; d++) {
        if (!tells_level(u, d, tiles))
            return false;
        for (int t = 0; t < u->rank; t++)
            found += u->digit[t].level == d;
    }
    for (int t = 0; t < u->rank; t++)
        for (int o = 0; o < t; o++)
            if (u->digit[t].level == u->digit[o].level && u->digit[t].over == u->digit[o].over)
                return false;
    return found == u->rank && u->rank <= tiles->rank;
}

/* ---- bindings ------------------------------------------------------------------- */

static bool is_map(const Core *n, Place at)
{
    for (int d = 0; n->op == OP_SEGMAP && d < n->g[0].n; d++)
        if (n->g[0].at[d]->at != at)
            return false;
    return n->op == OP_SEGMAP;
}

/* What is bound from here on is not known yet. */
static bool known_before(const Core *body, int i, const Core *n)
{
    for (; i < body->nstms; i++)
        for (int k = 0; k < body->stm[i].nvars; k++)
            if (core_uses(n, body->stm[i].var[k]))
                return false;
    return true;
}

/* The one binding that reads these results; or null. */
static const Stm *reader_of(Lower *l, const Core *body, int i)
{
    const Stm *s = &body->stm[i], *reader = NULL;
    for (int k = 0; k < s->nvars; k++) {
        const Use *u = table_get(l->facts->use, s->var[k]);
        if (!u || u->uses != 1)
            return NULL;
        for (int j = i + 1; j < body->nstms; j++)
            if (core_uses(body->stm[j].exp, s->var[k])) {
                if (reader && reader != &body->stm[j])
                    return NULL;
                reader = &body->stm[j];
            }
    }
    return reader;
}

static View *tiled_view(const Untile *u, View *whole, const Type *t)
{
    int *level = NEWS(int, u->rank);
    int64_t *over = NEWS(int64_t, u->rank);
    for (int d = 0; d < u->rank; d++) {
        level[d] = u->digit[d].level;
        over[d] = u->digit[d].over;
    }
    return view_new((View){ V_TILES, .of = whole, .perm = level, .over = over, .lead = u->rank,
                             .type = t });
}

/* If binding i makes tiles that another puts together: where they come to be. That other
   binding, which is done then; or null. */
const Stm *untiled(Lower *l, const Core *body, int i)
{
    const Stm *s = &body->stm[i];
    if (!on_host(l) || !is_map(s->exp, AT_BLOCK))
        return NULL;
    const Stm *g = reader_of(l, body, i);
    if (!g || !is_map(g->exp, AT_THREAD) || g->nvars != s->nvars)
        return NULL;
    Untile u = { .l = l, .nest = g->exp, .body = g->exp->g[1].at[0], .tiles = s };
    int *from = NEWS(int, g->nvars);
    for (int d = 0; d < g->exp->g[0].n; d++)
        if (!known_before(body, i, g->exp->g[0].at[d]->g[0].at[0]))
            return NULL;
    if (!only_reads(&u, from) || !tells_all(&u, sized(l, s->var[0]->type)))
        return NULL;
    for (int r = 0; r < g->nvars; r++) {
        View *whole = memory_for(l, g->var[r]);
        if (!l->version) {                       /* the kernel's name is that of its result */
            s->var[from[r]]->name = g->var[r]->name;
            s->var[from[r]]->invented = g->var[r]->invented;
        }
        bind_view(l, g->var[r], whole);
        alloc_of(l->facts->allocs, s->var[from[r]])->place =
            tiled_view(&u, whole, sized(l, s->var[from[r]]->type));
    }
    return g;
}
