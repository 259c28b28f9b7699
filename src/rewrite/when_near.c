/*
 * when_near.c -- what threads read near their own positions: the windows of a stencil.
 *
 * A read a[.., x, y] is near if each of its last entries is so many before or behind the index
 * of its level: by a constant (i - 1), by no more than that (max 0 (i - 1)), or around the
 * edge ((i + 1) % n). All of them must surely be inside the array. What else is read of it stays.
 */
#include "rewrite.h"

enum { MOST_AXES = 3 };

typedef struct {
    const Core *node;
    Offset at[MOST_AXES];
} Read;

/* What is read of one array. */
typedef struct {
    Core *array;
    Kids first;                /* the entries before the last, the same for all */
    int64_t reads;             /* of a thread, at different places */
    bool apart;                /* some are not at the thread's own position */
    bool around[MOST_AXES];
    bool clamps[MOST_AXES];    /* the tile repeats the first and last elements there */
    int64_t steps[MOST_AXES];
    VEC(const Core *) check;   /* from outside, on which its places depend */
    VEC(Read) read;
} Window;

typedef struct {
    World *w;
    Core *body;
    Kids axis;                 /* the levels' indices */
    Table *own;                /* Var: bound within the nest */
    VEC(Window) window;
} Near;

/* ---- all reads of a nest's body ------------------------------------------------ */

static bool is_from_outside(const Near *f, const Core *atom)
{
    return atom->op != OP_VAR || !table_has(f->own, atom->var);
}

static Window *window_of(Near *f, Core *array, Kids first)
{
    for (int k = 0; k < f->window.n; k++) {
        Window *w = &f->window.at[k];
        bool same = is_var(w->array, array->var) && w->first.n == first.n;
        for (int d = 0; same && d < first.n; d++)
            same = core_equal(w->first.at[d], first.at[d]);
        if (same)
            return w;
    }
    vec_push(&f->window, ((Window){ .array = array, .first = first }));
    return &f->window.at[f->window.n - 1];
}

/* Where the nest has an element. */
static bool surely_holds(const Ranges *r, const Core *condition)
{
    const Core *def = condition->op == OP_VAR ? range_def(r, condition->var) : NULL;
    if (!def || ops[def->op].kind != K_SCALAR || ops[def->op].ngroups != 2)
        return false;
    const Core *a = def->g[0].at[0], *b = def->g[1].at[0];
    switch (def->op) {
    case OP_LAND: return surely_holds(r, a) && surely_holds(r, b);
    case OP_LOR: return surely_holds(r, a) || surely_holds(r, b);
    case OP_LE: return type_of(a)->prim == I64 && surely_at_most(r, a, b);
    case OP_LT: return type_of(a)->prim == I64 && surely_below(r, a, b);
    default: return false;
    }
}

/* Notes the checks that the entry depends on and that may fail; false if the nest makes one. */
static bool note_checks(const Near *f, Window *w, const Core *entry, Table *seen)
{
    const Core *def = entry->op == OP_VAR ? range_def(f->w->range, entry->var) : NULL;
    if (!def || table_has(seen, def))
        return true;
    bool known = true, checked = def->op == OP_ASSERT;
    table_put(seen, def, w);
    if (checked && (is_from_outside(f, entry) || !surely_holds(f->w->range, def->g[0].at[0]))) {
        known &= is_from_outside(f, entry) && def->ntypes == 1;
        for (int i = 0; i < w->check.n; i++)
            if (w->check.at[i] == def)
                return known;
        vec_push(&w->check, def);
    }
    bool scalar = checked || ops[def->op].kind == K_SCALAR;
    for (int g = 0; known && scalar && g < ops[def->op].ngroups; g++)
        for (int i = 0; i < def->g[g].n && known; i++)
            known = note_checks(f, w, def->g[g].at[i], seen);
    return known;
}

static bool is_same_offset(const Offset *a, const Offset *b)
{
    bool far = a->behind && b->behind ? core_equal(a->behind, b->behind) : a->behind == b->behind;
    return far && a->low == b->low && a->high == b->high;
}

/* Reads of one place, as in two branches, count once. */
static bool is_read_before(const Window *w, const Read *r, int axes)
{
    bool found = false;
    for (int i = 0; i < w->read.n && !found; i++) {
        found = true;
        for (int d = 0; d < axes; d++)
            found &= is_same_offset(&w->read.at[i].at[d], &r->at[d]);
    }
    return found;
}

static void note_read(const Access *a, void *near)
{
    Near *f = near;
    const Core *e = a->node;
    const Type *t = type_of(a->array);
    int axes = f->axis.n, before = t->rank - axes;
    Read read = { .node = e };
    if (e->op != OP_INDEX || before < 0 || e->g[1].n != t->rank || !is_from_outside(f, a->array))
        return;
    for (int d = 0; d < before; d++)
        if (!is_atom(e->g[1].at[d]) || !is_from_outside(f, e->g[1].at[d]) || !t->dim[d]
            || !surely_inside(f->w->range, e->g[1].at[d], t->dim[d]))
            return;
    for (int d = 0; d < axes; d++)
        if (!is_atom(e->g[1].at[before + d]) || !t->dim[before + d]
            || !offset_of(f->w->range, e->g[1].at[before + d], f->axis.at[d]->var,
                         t->dim[before + d], &read.at[d]))
            return;
    Window *w = window_of(f, world_resolve(f->w, a->array), (Kids){ e->g[1].at, before });
    bool known = true;
    Table *seen = table_new();
    for (int d = 0; d < axes && known; d++)
        known = note_checks(f, w, e->g[1].at[before + d], seen);
    table_free(seen);
    if (!known)
        return;
    for (int d = 0; w->read.n && d < axes; d++)
        if (w->steps[d] != read.at[d].steps)
            return;
    w->reads += is_read_before(w, &read, axes) ? 0 : a->times;
    for (int d = 0; d < axes; d++) {
        w->steps[d] = read.at[d].steps;
        w->apart |= read.at[d].low || read.at[d].high;
        w->around[d] |= read.at[d].turned != NULL;
    }
    vec_push(&w->read, read);
}

/* A block has one tile after the other, which all its threads copy together; what is mapped beside
   a fold comes out in stripes. */
static bool walks_tiles(const Match *m)
{
    const Core *e = m->ntaken ? m->taken[m->ntaken - 1]->stm.exp : NULL;
    bool fold = e && e->op == OP_REDOMAP && e->ntypes == e->g[op_group(OP_REDOMAP, 'n')].n;
    return e && (fold || e->op == OP_SCANOMAP
                 || (ops[e->op].kind == K_SEG && e->g[0].at[0]->at == AT_CHAIN));
}

/* in-tiles: what is matched is a fold or a scan. */
bool ask_in_tiles(Call *c)
{
    return walks_tiles(c->m) || no(c, "no block has tiles of it");
}

static int64_t least_reads(const Match *m)
{
    int64_t n;
    const char *least = walks_tiles(m) ? "min_window_reads" : "min_tile_reads";
    return option_value(m, least, &n) ? n : INT64_MAX;
}

static bool is_worth_it(const Call *c, const Window *w)
{
    return w->apart && w->reads >= least_reads(c->m);
}

static bool has_steps(const Near *f, const Window *w, const int64_t *steps)
{
    bool same = true;
    for (int d = 0; d < f->axis.n; d++)
        same &= w->steps[d] == (steps ? steps[d] : 1);
    return same;
}

/* The window whose steps are those of the nest's tiles: one of all positions, if there is one. */
static const Window *leading(const Call *c, const Near *f)
{
    const Window *first = NULL;
    for (int k = f->window.n; k-- > 0;)
        if (is_worth_it(c, &f->window.at[k])
            && (!first || has_steps(f, &f->window.at[k], NULL) || !has_steps(f, first, NULL)))
            first = &f->window.at[k];
    return first;
}

/* It has a tile: of arrays that are read around the position, if there are any, else of those
   that are read at it. */
static bool has_tile(const Call *c, const Near *f, const Window *w)
{
    const Window *lead = leading(c, f);
    return lead ? is_worth_it(c, w) && has_steps(f, w, lead->steps)
                : !w->apart && has_steps(f, w, NULL);
}

/* The elements that the innermost levels of what is matched bind: no block has them as a whole. */
static void note_elements(const Match *m, int levels, Table *own)
{
    const Core *e = m->ntaken ? m->taken[m->ntaken - 1]->stm.exp : NULL;
    if (!e || (ops[e->op].kind != K_SEG && op_group(e->op, 'f') < 0))
        return;
    Kids nest = e->g[ops[e->op].kind == K_SEG ? 0 : op_group(e->op, 'f')];
    for (int i = nest.n > levels ? nest.n - levels : 0; i < nest.n; i++)
        note_bound_by(nest.at[i], own);
}

/* Along an axis where some read is clamped and none is around the edge, a tile repeats the first
   and the last elements. The array must have an element there whoever reads it. */
static void find_clamps(Near *f, Window *w)
{
    const Type *t = type_of(w->array);
    for (int d = 0; d < f->axis.n; d++) {
        bool some = false;
        for (int i = 0; i < w->read.n; i++)
            some |= w->read.at[i].at[d].clamped;
        w->clamps[d] = some && !w->around[d]
                    && surely_below(f->w->range, core_i64(0), t->dim[w->first.n + d]);
    }
}

static Near near_of(const Call *c, Core *e, Kids axis)
{
    Near f = { .w = c->m->world, .axis = axis, .own = table_new(),
               .body = body_flat(body_of_exp(e, NULL)) };
    Ranges *r = f.w->range;
    Assumptions before = range_assumed(r);
    note_elements(c->m, axis.n, f.own);
    for (int d = 0; d < axis.n; d++) {
        Core *count = range_said_below(r, axis.at[d]->var);
        table_put(f.own, axis.at[d]->var, f.own);
        if (count)
            range_positive(r, count);
    }
    note_bound_in(f.body, f.own);
    core_accesses(r, f.body, note_read, &f);
    for (int k = 0; k < f.window.n; k++)
        find_clamps(&f, &f.window.at[k]);
    range_forget(r, before);
    table_free(f.own);
    f.own = NULL;
    return f;
}

/* How far all windows reach along an axis. */
static Offset reach_along(const Call *c, const Near *f, int axis)
{
    const Window *lead = leading(c, f);
    Offset all = { .steps = lead ? lead->steps[axis] : 1 };
    for (int k = 0; lead && k < f->window.n; k++)
        for (int i = 0; has_tile(c, f, &f->window.at[k]) && i < f->window.at[k].read.n; i++) {
            const Offset *r = &f->window.at[k].read.at[i].at[axis];
            all.low = r->low < all.low ? r->low : all.low;
            all.high = r->high > all.high ? r->high : all.high;
        }
    return all;
}

/* ---- what rules ask for --------------------------------------------------------- */

static Kids windows(const Call *c, const Near *f)
{
    Kids arrays = { NEWS(Core *, f->window.n), 0 };
    for (int k = 0; k < f->window.n; k++)
        if (has_tile(c, f, &f->window.at[k]))
            arrays.at[arrays.n++] = f->window.at[k].array;
    return arrays;
}

typedef enum { AT_POSITION, AROUND, AT_STEPS } Windows;

static bool get_windows(Call *c, Windows which)
{
    if (c->arg[1].n > MOST_AXES)
        return no(c, "there are too many levels");
    Near f = near_of(c, c->arg[0].at[0], c->arg[1]);
    Kids arrays = windows(c, &f);
    for (int k = 0; k < arrays.n; k++)
        for (int i = 0; i < k; i++)
            if (is_var(arrays.at[i], arrays.at[k]->var))
                return no(c, "%s is read in several layers", core_str(arrays.at[i]));
    c->out = arrays;
    const Window *lead = leading(c, &f);
    bool steps = lead && !has_steps(&f, lead, NULL);
    return (arrays.n && (which == AT_POSITION ? !steps : lead && steps == (which == AT_STEPS)))
        || no(c, which ? "of no array so many neighbours are read" : "no array is read there");
}

/* neighbours e at i..: the arrays of which e reads several elements around position i.. */
bool get_neighbours(Call *c)
{
    return get_windows(c, AROUND);
}

/* steps e at i..: the same, around every second, third, .. position. */
bool get_steps(Call *c)
{
    return get_windows(c, AT_STEPS);
}

/* turned e at j..: the arrays that e reads at, or around, position j.., which is that of the
   levels in another order. */
bool get_turned(Call *c)
{
    return get_windows(c, AT_POSITION);
}

/* reach e at i.. to i as more: where along i the first of them stands, from 0 down; and how many
   elements more than threads there are. */
bool get_reach(Call *c)
{
    int axis = position_in(c->arg[1], c->arg[2].at[0]);
    if (axis < 0 || c->arg[1].n > MOST_AXES)
        return no(c, "%s is no index of these", core_str(c->arg[2].at[0]));
    Near f = near_of(c, c->arg[0].at[0], c->arg[1]);
    Offset all = reach_along(c, &f, axis);
    c->out = one(core_i64(all.low));
    c->bound = one(core_i64(all.high - all.low + 1 - all.steps));
    return true;
}

/* times n e at i.. to i: n, as often as there are elements from a thread to the next along i. */
bool make_times(Call *c)
{
    int axis = position_in(c->arg[2], c->arg[3].at[0]);
    if (axis < 0 || c->arg[2].n > MOST_AXES)
        return no(c, "%s is no index of these", core_str(c->arg[3].at[0]));
    Near f = near_of(c, c->arg[1].at[0], c->arg[2]);
    return yields(c, core_prim2(OP_MUL, c->arg[0].at[0],
                                core_i64(reach_along(c, &f, axis).steps)));
}

static const Window *found(const Call *c, const Near *f, const Core *array)
{
    for (int k = 0; k < f->window.n; k++)
        if (has_tile(c, f, &f->window.at[k]) && is_var(array, f->window.at[k].array->var))
            return &f->window.at[k];
    return NULL;
}

static Core *choice(Core *c, Core *yes, Core *no)
{
    return core_if(c, body_of_exp(yes, NULL), body_of_exp(no, NULL));
}

/* The position modulo n, of which it is no farther than one element off. */
static Core *turned(Stms *s, Core *at, Core *n, Offset reach)
{
    if (reach.low < -1 || reach.high > 1)
        return stms_bind1(s, core_prim2(OP_MOD, at, n), NULL);
    Core *below = to_atom(s, core_prim2(OP_LT, at, core_i64(0)));
    Core *up = stms_bind1(s, choice(below, core_prim2(OP_ADD, at, n), at), NULL);
    Core *beyond = to_atom(s, core_prim2(OP_EQ, up, n));
    return stms_bind1(s, choice(beyond, core_i64(0), up), NULL);
}

/* The position, or the first or last one of n if it is not among them. */
static Core *clamped(Stms *s, Core *at, Core *n)
{
    Core *last = to_atom(s, core_prim2(OP_SUB, n, core_i64(1)));
    Core *least = to_atom(s, core_prim2(OP_MIN, last, at));
    return stms_bind1(s, core_prim2(OP_MAX, core_i64(0), least), NULL);
}

/* edge e a i.. k..: element k.. of the array a; where there is none, the nearest one if e reads
   that, or 0. */
bool make_edge(Call *c)
{
    Kids at = c->arg[3];
    Core *array = c->arg[1].at[0], *inside = NULL;
    Near f = near_of(c, c->arg[0].at[0], c->arg[2]);
    const Window *w = found(c, &f, array);
    if (!w || at.n != c->arg[2].n)
        return no(c, "no neighbours are read of %s", core_str(array));
    const Type *t = type_of(array);
    Stms s = { 0 };
    Kids entry = kids_join(w->first, at);
    for (int d = 0; d < at.n; d++) {
        Core *n = t->dim[w->first.n + d], **e = &entry.at[w->first.n + d];
        if (w->around[d])
            *e = turned(&s, *e, n, reach_along(c, &f, d));
        if (w->clamps[d]) {
            *e = clamped(&s, *e, n);
            continue;
        }
        Core *least = core_prim2(OP_LE, core_i64(0), *e), *most = core_prim2(OP_LT, *e, n);
        Core *both = to_atom(&s, core_prim2(OP_LAND, least, most));
        inside = inside ? to_atom(&s, core_prim2(OP_LAND, inside, both)) : both;
    }
    Core *read = core_at(array, entry.at, entry.n);
    read->unchecked = true;
    Core *r = inside ? choice(inside, read, core_int(t->prim, 0)) : read;
    return yields(c, stms_body1(&s, stms_bind1(&s, r, NULL)));
}

/* behind-checks a e i..: the array, behind the checks on which depends where e reads it. */
bool make_behind_checks(Call *c)
{
    Core *array = c->arg[0].at[0], *checked = array;
    Near f = near_of(c, c->arg[1].at[0], c->arg[2]);
    const Window *w = found(c, &f, array);
    if (!w)
        return no(c, "no neighbours are read of %s", core_str(array));
    for (int i = w->check.n - 1; i >= 0; i--) {
        Core *n = core_copy_node(w->check.at[i]);
        core_set1(n, 1, checked);
        n->ntypes = 0;
        checked = core_typed(n);
    }
    return yields(c, checked);
}

/* ---- reads of tiles -------------------------------------------------------------- */

typedef struct {
    const Call *c;
    const Near *f;
    Kids array, tile, own, from;
} Shift;

static const Read *read_of(const Shift *s, const Core *e, Core **tile, const Window **of)
{
    for (int a = 0; e->op == OP_INDEX && a < s->array.n; a++) {
        const Window *w = found(s->c, s->f, s->array.at[a]);
        for (int i = 0; w && i < w->read.n; i++)
            if (w->read.at[i].node == e) {
                *tile = s->tile.at[a];
                *of = w;
                return &w->read.at[i];
            }
    }
    return NULL;
}

/* Where in the tile: beside the thread's own place, or where it stands behind the first. */
static Core *place_in_tile(const Shift *s, Stms *out, const Read *r, int d, Core *entry,
                           bool clamps)
{
    Offset at = r->at[d], all = reach_along(s->c, s->f, d);
    Core *own = s->own.at[d];
    if (clamps && at.clamped && !is_const(own))     /* windows go on at the other end instead */
        at.low = at.high = at.by;
    if (all.steps > 1)
        own = stms_bind1(out, core_prim2(OP_MUL, own, core_i64(all.steps)), NULL);
    if (at.low != at.high && at.behind && !at.turned) {
        Core *more = core_prim2(OP_SUB, at.behind, core_i64(all.low));
        more = to_atom(out, range_spelled(s->c->m->world->range, more));
        return stms_bind1(out, core_prim2(OP_ADD, own, more), NULL);
    }
    if (at.low != at.high) {
        entry = at.turned ? to_atom(out, at.turned) : entry;
        return stms_bind1(out, core_prim2(OP_SUB, entry, s->from.at[d]), NULL);
    }
    if (at.low == all.low)
        return own;
    if (is_const(own))
        return core_i64(own->value.i + at.low - all.low);
    return stms_bind1(out, core_prim2(OP_ADD, own, core_i64(at.low - all.low)), NULL);
}

static Core *shift(Core *n, void *arg)
{
    const Shift *s = arg;
    if (n->op != OP_BODY)
        return core_map(n, shift, arg);
    Stms out = { 0 };
    for (int i = 0; i < n->nstms; i++) {
        Stm stm = n->stm[i];
        Core *tile = NULL, *e = stm.exp;
        const Window *w;
        const Read *r = read_of(s, e, &tile, &w);
        stm.exp = r ? core_copy_node(e) : shift(e, arg);
        if (r) {
            int axes = s->own.n, before = e->g[1].n - axes;
            Kids entry = { NEWS(Core *, axes), axes };
            for (int d = 0; d < axes; d++)
                entry.at[d] = place_in_tile(s, &out, r, d, e->g[1].at[before + d], w->clamps[d]);
            core_set1(stm.exp, 0, tile);
            stm.exp->g[1] = entry;
            stm.exp->unchecked = true;
        }
        vec_push(&out, stm);
    }
    return core_body(out.at, out.n, n->g[0].at, n->g[0].n);
}

/* shifted e tile.. i.. (own.., from..): e, which reads its neighbours from tiles that begin at
   from..; own.. is where those of the thread begin there. */
bool make_shifted(Call *c)
{
    int axes = c->arg[2].n;
    Near f = near_of(c, c->arg[0].at[0], c->arg[2]);
    Shift s = { c, &f, windows(c, &f), c->arg[1], { c->arg[3].at, axes },
                { c->arg[3].at + axes, axes } };
    if (s.array.n != s.tile.n || c->arg[3].n != 2 * axes)
        return no(c, "there are not as many tiles");
    return yields(c, shift(f.body, &s));
}

static bool reads_around(const Near *f, const Core *array)
{
    for (int k = 0; k < f->window.n; k++)
        if (f->window.at[k].apart && (!array || is_var(f->window.at[k].array, array->var)))
            return true;
    return false;
}

/* near a e i..: e reads elements of a around position i.. */
bool ask_near(Call *c)
{
    Near f = near_of(c, c->arg[1].at[0], c->arg[2]);
    return reads_around(&f, c->arg[0].at[0]) || no(c, "nothing around a position is read");
}

/* looks-around e i..: e reads elements of some array around position i.. */
bool ask_looks_around(Call *c)
{
    Near f = near_of(c, c->arg[0].at[0], c->arg[1]);
    return reads_around(&f, NULL) || no(c, "nothing around a position is read");
}
