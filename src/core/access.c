/*
 * access.c -- the elements of arrays that a term reads and writes: where, and how often.
 */
#include "access.h"
#include "range.h"

enum { MOST_TIMES = 4096,      /* beyond it nobody counts */
       MOST_STEPS = 5 };       /* elements from one position to the next one's */

/* ---- all accesses of a term ---------------------------------------------------- */

typedef struct {
    Ranges *r;
    AccessFn *visit;
    void *arg;
    int64_t times;
    int depth;
    const Var *step;
} Walk;

const Core *rounds_of(const Core *n)
{
    bool loop = n->op == OP_LOOP, often = loop || ops[n->op].kind == K_SOAC;
    return often && n->g[loop].n ? n->g[loop].at[0] : NULL;
}

Assumptions range_enter(Ranges *r, const Core *n)
{
    OpKind k = ops[n->op].kind;
    Assumptions before = range_assumed(r);
    range_counter(r, n);
    for (int d = 0; k == K_SEG && d < n->g[0].n; d++)
        range_positive(r, kid(n->g[0].at[d], 0));
    const Core *rounds = rounds_of(n);
    if (rounds)
        range_positive(r, rounds);
    return before;
}

static void note_access(const Walk *w, const Core *n, Core *array, Kids entry, bool written)
{
    Access a = { n, array, entry, written, w->times, w->depth, w->step };
    w->visit(&a, w->arg);
}

static void walk(Core *n, void *arg)
{
    Walk *w = arg, before = *w;
    Assumptions assumed = range_enter(w->r, n);
    int64_t rounds;
    const Core *said = rounds_of(n);
    int arrays = ops[n->op].kind == K_SOAC ? op_group(n->op, 'x') : -1;
    if (said && size_const(said, &rounds) && rounds <= MOST_TIMES && w->times <= MOST_TIMES)
        w->times *= rounds;
    w->depth += is_loop(n) || op_group(n->op, 'f') >= 0;
    w->step = n->op == OP_LOOP ? n->index : w->step;
    if (n->op == OP_INDEX || n->op == OP_UPDATE)
        note_access(w, n, n->g[0].at[0], n->g[1], n->op == OP_UPDATE);
    for (int i = 0; arrays >= 0 && i < n->g[arrays].n; i++)
        note_access(w, n, n->g[arrays].at[i], (Kids){ 0 }, false);
    if (n->op == OP_IF)
        for (int b = 1; b <= 2; b++) {
            Assumptions own = range_assumed(w->r);
            range_assume(w->r, kid(n, 0), b == 1);
            walk(n->g[b].at[0], w);
            range_forget(w->r, own);
        }
    else
        core_each(n, walk, w);
    *w = before;
    range_forget(w->r, assumed);
}

void core_accesses(Ranges *r, Core *term, AccessFn *visit, void *arg)
{
    Walk w = { .r = r, .visit = visit, .arg = arg, .times = 1 };
    walk(term, &w);
}

/* ---- one entry ------------------------------------------------------------------ */

bool affine_of(const Ranges *r, const Core *entry, const Var *index, Affine *out)
{
    Poly with, rest;
    poly_split(poly_in(r, entry), core_var((Var *)index), &with, &rest);
    out->rest = poly_core(rest);
    return poly_is_const(with, &out->coef) && !core_uses(out->rest, index);
}

typedef struct {
    const Ranges *r;
    const Table *data;
    Table *seen;
    bool found;
} Dependence;

static void note_dependence(Var *v, void *arg)
{
    Dependence *d = arg;
    d->found |= table_has(d->data, v);
    if (d->found || table_has(d->seen, v))
        return;
    table_put(d->seen, v, d);
    const Core *def = range_def(d->r, v);
    d->found |= def && core_has(def, OP_INDEX);
    if (def && !d->found)
        core_free_vars(def, note_dependence, d);
}

bool depends_on_data(const Ranges *r, const Core *entry, const Table *data)
{
    Dependence d = { r, data, table_new(), core_has(entry, OP_INDEX) };
    core_free_vars(entry, note_dependence, &d);
    table_free(d.seen);
    return d.found;
}

/* The entries that the read of a part gives; the part's own ones follow. */
static Kids entries_of_part(const Core *part, Kids own)
{
    Kids all = { NEWS(Core *, part->g[1].n + own.n), 0 };
    int used = 0;
    for (int d = 0; d < part->g[1].n; d++) {
        Core *e = part->g[1].at[d];
        if (e->op == OP_WHOLE && used == own.n)
            return all;
        all.at[all.n++] = e->op == OP_WHOLE ? own.at[used++] : e;
    }
    while (used < own.n)
        all.at[all.n++] = own.at[used++];
    return all;
}

static bool is_rows(const Core *part)
{
    for (int d = 0; d < part->g[1].n; d++)
        if (!is_atom(part->g[1].at[d]) && part->g[1].at[d]->op != OP_WHOLE)
            return false;
    return true;
}

Access access_of_whole(const Ranges *r, const Access *a, const Table *outside)
{
    Access whole = *a;
    while (whole.array->op == OP_VAR && !table_has(outside, whole.array->var)) {
        const Core *part = range_def(r, whole.array->var);
        if (!part || part->op != OP_INDEX || !is_rows(part))
            break;
        whole.entry = entries_of_part(part, whole.entry);
        whole.array = part->g[0].at[0];
    }
    return whole;
}

/* ---- around an index ---------------------------------------------------------- */

static bool at_least(Ranges *r, const Core *entry, const Core *i, int64_t by)
{
    return surely_at_most(r, core_prim2(OP_ADD, (Core *)i, core_i64(by)), entry);
}

static bool at_most(Ranges *r, const Core *entry, const Core *i, int64_t by)
{
    return surely_at_most(r, entry, core_prim2(OP_ADD, (Core *)i, core_i64(by)));
}

static bool lies_within(Ranges *r, const Core *entry, const Core *i, Offset *out)
{
    int64_t low = FARTHEST, high = -FARTHEST;
    if (!at_least(r, entry, i, -FARTHEST) || !at_most(r, entry, i, FARTHEST))
        return false;
    while (!at_least(r, entry, i, low))
        low--;
    while (!at_most(r, entry, i, high))
        high++;
    Core *behind = range_spelled(r, core_prim2(OP_SUB, (Core *)entry, (Core *)i));
    bool known = i->op == OP_VAR && !core_uses(behind, i->var);
    *out = (Offset){ low, high, .behind = known ? behind : NULL };
    return true;
}

/* The entry is near, or n more or less is: modulo n it is what is read. */
static bool lies_turned(Ranges *r, const Core *entry, const Core *i, const Core *n, Offset *out)
{
    for (int rounds = -1; rounds <= 1; rounds++) {
        Core *more = core_prim2(OP_MUL, core_i64(rounds), (Core *)n);
        Core *x = rounds ? core_prim2(OP_ADD, (Core *)entry, more) : (Core *)entry;
        if (lies_within(r, x, i, out)) {
            out->turned = range_spelled(r, x);
            return true;
        }
    }
    return false;
}

/* x, if the expression is max 0 x; or min (n - 1) x; else null. */
static const Core *inside_clamp(const Ranges *r, const Core *entry, const Core *n, Op op)
{
    const Core *def = entry->op == OP_VAR ? range_def(r, entry->var) : entry;
    Core *edge = op == OP_MAX ? core_i64(0) : core_prim2(OP_SUB, (Core *)n, core_i64(1));
    for (int k = 0; def && def->op == op && k < 2; k++) {
        const Core *a = def->g[k].at[0];
        if (surely_at_most(r, a, edge) && surely_at_most(r, edge, a))
            return def->g[1 - k].at[0];
    }
    return NULL;
}

/* The entry is max 0 (min (n - 1) (i + by)), of which one half may be needless. */
static void note_clamp(Ranges *r, const Core *entry, const Core *i, const Core *n, Offset *out)
{
    bool low = false, high = false;
    Offset x;
    for (int k = 0; k < 2; k++) {
        const Core *above = inside_clamp(r, entry, n, OP_MAX);
        const Core *below = above ? NULL : inside_clamp(r, entry, n, OP_MIN);
        low |= above != NULL;
        high |= below != NULL;
        entry = above ? above : below ? below : entry;
    }
    if ((!low && !high) || !lies_within(r, entry, i, &x) || x.low != x.high)
        return;
    low |= surely_at_most(r, core_i64(0), entry);
    high |= surely_below(r, entry, n);
    out->clamped = low && high && out->low <= x.low && x.low <= out->high;
    out->by = x.low;
}

static bool lies_near(Ranges *r, const Core *entry, const Core *i, const Core *n, Offset *out);

/* Each branch of a choice is near; all are so many behind, if one is around the edge. */
static bool lies_in_branches(Ranges *r, const Core *choice, const Core *i, const Core *n,
                             Offset *out)
{
    Offset at[2];
    for (int b = 0; b < 2; b++) {
        const Core *entry = choice->g[b + 1].at[0]->g[0].at[0];
        Assumptions before = range_assumed(r);
        range_assume(r, choice->g[0].at[0], b == 0);
        bool near = lies_near(r, entry, i, n, &at[b])
                 || (surely_inside(r, entry, n) && lies_turned(r, entry, i, n, &at[b]));
        range_forget(r, before);
        if (!near)
            return false;
    }
    *out = (Offset){ at[0].low < at[1].low ? at[0].low : at[1].low,
                    at[0].high > at[1].high ? at[0].high : at[1].high,
                    at[0].turned ? at[0].turned : at[1].turned, NULL, 0, false, 0 };
    return !out->turned || out->low == out->high;
}

static bool lies_near(Ranges *r, const Core *entry, const Core *i, const Core *n, Offset *out)
{
    const Core *def = entry->op == OP_VAR ? range_def(r, entry->var) : NULL;
    const Core *choice = choice_of(r, entry);
    if (choice)
        return lies_in_branches(r, choice, i, n, out);
    if (def && def->op == OP_MOD && size_equal(def->g[1].at[0], n))
        return lies_turned(r, def->g[0].at[0], i, n, out);
    if (!surely_inside(r, entry, n) || !lies_within(r, entry, i, out))
        return false;
    note_clamp(r, entry, i, n, out);
    return true;
}

/* The coefficient of the index in the entry, or in what the entry is at the edges; 0: none. */
static int64_t coefficient_in(const Ranges *r, const Core *e, const Core *index)
{
    Affine f;
    int64_t coef = 0;
    if (!core_uses(e, index->var))
        return 0;
    if (affine_of(r, e, index->var, &f))
        return f.coef;
    for (int g = 0; !coef && ops[e->op].kind == K_SCALAR && g < ops[e->op].ngroups; g++)
        coef = coefficient_in(r, kid(e, g), index);
    return coef;
}

bool offset_of(Ranges *r, const Core *entry, const Var *index, const Core *n, Offset *out)
{
    Core *i = core_var((Var *)index);
    bool yes = lies_near(r, entry, i, n, out);
    int64_t steps = yes ? 1 : coefficient_in(r, range_spelled(r, entry), i);
    if (!yes && steps > 1 && steps <= MOST_STEPS)
        yes = lies_near(r, entry, core_prim2(OP_MUL, core_i64(steps), i), n, out) && !out->turned;
    out->steps = steps;
    return yes;
}
