/*
 * eval_soac.c -- the evaluator: array combinators and segmented operations.
 *
 * All are one thing: a nest of levels whose innermost body is mapped, folded,
 * scanned or written with. An array combinator is a nest of one level.
 */
#include "eval.h"

#include <string.h>

/* ---- results gathered --------------------------------------------------- */

/* A result with one element for each row of the nest; where there are no
   levels above it, a single value. Made when the first element is there,
   since only then the shape of a row is known. */
typedef struct {
    const Type *type;          /* of the whole result */
    int lead;
    bool open;                 /* rows may differ in length: kept until all are there */
    Value *rows;               /*   in this array of pointers */
    bool made;                 /*   each made element by element, in a level that varies */
    Value *array;              /* made: the row under way */
    Slot single;
} Out;

typedef struct {
    Machine *m;
    Slot *f;
    const Ins *i;
    Slots ne;                  /* of the operator */
    int nvalues;               /* of a row of the innermost level */
    int ndests;                /* of these the last, after where they go */
    int nlevels;
    int64_t *size;             /* of each level; where it varies, of its row */
    bool varies;               /* the innermost level */
    Out *out;                  /* each result */
    Value **dest;              /* written into */
    bool *written;             /*   and where, if races are failures */
} Nest;

static bool no_races;

void core_eval_no_races(bool fail)
{
    no_races = fail;
}

static Value *out_array(const Nest *n, const Out *o, const Value *row)
{
    int64_t dim[o->type->rank + 1];
    int from = o->made;                /* of a row alone */
    for (int d = from; d < o->type->rank; d++)
        if (d < o->lead)
            dim[d] = n->size[d];
        else
            dim[d] = row ? row->dim[d - o->lead]
                         : run_size(n->m, n->f, NULL, o->type->dim[d]);
    return make_array(n->m, n->i, o->type->prim, o->type->rank - from, dim + from);
}

static void put(const Nest *n, Out *o, int64_t k, Slot s)
{
    if (!o->lead) {
        o->single = s;
        return;
    }
    if (o->open && !o->made) {
        ((Value **)o->rows->data)[k] = s.v;
        return;
    }
    if (!o->array)
        o->array = out_array(n, o, o->type->rank > o->lead ? s.v : NULL);
    set_element(n->m, n->i, o->array, o->lead - o->made, k, s);
}

/* A row of a level that varies is complete. */
static void put_row(const Nest *n, Out *o, int64_t row)
{
    ((Value **)o->rows->data)[row] = o->array ? o->array : out_array(n, o, NULL);
    o->array = NULL;
}

/* All rows, one after the other. */
static Value *out_rows(const Nest *n, Out *o)
{
    int lead = o->lead - o->made;
    int64_t count = dims_count(lead, n->size);
    o->made = false;
    Value *rows = count ? stack_rows(n->m, n->i, o->rows->data, lead, n->size)
                        : out_array(n, o, NULL);
    value_free(o->rows);
    return rows;
}

static void finish(const Nest *n)
{
    for (int k = 0; k < n->i->dst.n; k++) {
        Slot *to = &n->f[n->i->dst.at[k]];
        Out *o = &n->out[k];
        if (k < n->ndests)
            assign(to, (Slot){ .v = n->dest[k] }, true);
        else if (!o->lead)
            assign(to, o->single, o->type->rank > 0);
        else
            assign(to, (Slot){ .v = o->open ? out_rows(n, o) : o->array ? o->array
                                                           : out_array(n, o, NULL) }, true);
    }
}

/* ---- one element -------------------------------------------------------- */

static void bind_row(const Nest *n, const Lam *l, int64_t k)
{
    for (int p = 0; p < l->param.n; p++)
        assign(&n->f[l->param.at[p]], get_element(n->f[l->array.at[p]].v, 1, k),
               l->param.array[p]);
    if (l->index >= 0)
        n->f[l->index].i = k;
}

static void unbind(const Nest *n, const Lam *l)
{
    for (int p = 0; p < l->param.n; p++)
        if (l->param.array[p])
            drop(&n->f[l->param.at[p]]);
}

static void run_lam(const Nest *n, const Lam *l, Slot *result)
{
    Slots r = l->body.result;
    run_list(n->m, n->f, &l->body);
    for (int k = 0; k < r.n; k++)
        result[k] = take(n->f, r.at[k], r.array[k]);
}

/* What the innermost level gives for its row k. */
static void values_of(const Nest *n, const Lam *l, int64_t k, Slot *value)
{
    if (!n->i->plain) {
        bind_row(n, l, k);
        run_lam(n, l, value);
        return;
    }
    for (int a = 0; a < l->array.n; a++)
        value[a] = get_element(n->f[l->array.at[a]].v, 1, k);
}

/* acc = op acc x; takes over the references of both. */
static void fold(const Nest *n, Slot *acc, const Slot *x)
{
    const Lam *op = n->i->fold;
    for (int p = 0; p < op->param.n; p++)
        assign(&n->f[op->param.at[p]], p < n->ne.n ? acc[p] : x[p - n->ne.n],
               op->param.array[p]);
    run_lam(n, op, acc);
}

static Slot again(Slot s, bool array)
{
    return array ? (Slot){ .v = value_ref(s.v) } : s;
}

static void neutral(const Nest *n, Slot *acc)
{
    for (int k = 0; k < n->ne.n; k++)
        acc[k] = again(n->f[n->ne.at[k]], n->ne.array[k]);
}

static bool same_scalar(Prim p, Slot a, Slot b)
{
    return prim_is_float(p) ? a.f == b.f || a.f != a.f : a.u == b.u;
}

/* a and b, whose references it takes over, come to x. */
static bool comes_to(const Nest *n, Slot *a, const Slot *b, const Slot *x)
{
    const Core *op = n->i->node->g[op_group(n->i->node->op, 'o')].at[0];
    bool same = true;
    fold(n, a, b);
    for (int k = 0; k < n->ne.n; k++) {
        Prim p = op->bind[k]->type->prim;
        same &= n->ne.array[k] ? value_equal(a[k].v, x[k].v) : same_scalar(p, a[k], x[k]);
        if (n->ne.array[k])
            value_free(a[k].v);
    }
    return same;
}

/* A law holds of reductions whose neutral elements are neutral: a trial asks for it. */
static void check_neutral(const Nest *n, const Slot *x)
{
    Slot a[n->ne.n + 1], b[n->ne.n + 1];
    for (int right = 0; right < 2; right++) {
        neutral(n, right ? b : a);
        for (int k = 0; k < n->ne.n; k++)
            (right ? a : b)[k] = again(x[k], n->ne.array[k]);
        if (!comes_to(n, a, b, x))
            eval_fail(n->m, n->i, "the neutral element is not neutral");
    }
}

/* ---- what comes before -------------------------------------------------- */

/* The numbers that a chain begins with are neutral for its operator. */
static void check_start(Machine *m, Slot *f, const Ins *i)
{
    const Lam *op = i->fold;
    int n = i->g[1].n;
    for (int right = 0; right < 2; right++) {
        for (int k = 0; k < n; k++) {
            f[op->param.at[k]] = f[i->g[right ? 2 : 1].at[k]];
            f[op->param.at[n + k]] = f[i->g[right ? 1 : 2].at[k]];
        }
        run_list(m, f, &op->body);
        for (int k = 0; k < n; k++) {
            Prim p = i->node->g[0].at[0]->bind[k]->type->prim;
            if (!same_scalar(p, f[op->body.result.at[k]], f[i->g[2].at[k]]))
                eval_fail(m, i, "the neutral element is not neutral");
        }
    }
}

void run_prefix(Machine *m, Slot *f, const Ins *i)
{
    const Lam *op = i->fold;
    int n = i->g[1].n;
    if (m->strict)
        check_start(m, f, i);
    for (int k = 0; k < n; k++) {
        f[op->param.at[k]] = f[i->a].i ? f[i->g[1].at[k]] : f[i->b + k];
        f[op->param.at[n + k]] = f[i->g[2].at[k]];
    }
    for (int k = 0; k < n; k++)
        f[i->dst.at[k]] = f[op->param.at[k]];
    f[i->a].i = 0;
    run_list(m, f, &op->body);
    for (int k = 0; k < n; k++) {
        f[i->b + k] = f[op->body.result.at[k]];
        if (i->node->op == OP_PREFIX)
            f[i->dst.at[k]] = f[i->b + k];
    }
}

/* The results before are arrays that are made or written. */
static int first_total(const Nest *n)
{
    return n->dest ? n->ndests : n->nvalues;
}

/* What the prefixes of a row come to. */
static void put_totals(const Nest *n, int64_t row)
{
    Out *out = n->out + first_total(n);
    for (int i = 0; i < n->i->prefix.n; i++) {
        const Ins *p = n->i->prefix.at[i];
        for (int k = 0; k < p->dst.n; k++)
            put(n, out++, row, n->f[p->a].i ? n->f[p->g[1].at[k]] : n->f[p->b + k]);
    }
}

/* ---- one row of the innermost level ------------------------------------- */

/* Element k, of those that results are made of, gave x. */
static void each_fold(const Nest *n, Slot *acc, const Slot *x, int64_t k)
{
    bool scan = n->out[0].lead == n->nlevels;
    fold(n, acc, x);
    for (int r = 0; scan && r < n->ne.n; r++)
        put(n, &n->out[r], k, again(acc[r], n->ne.array[r]));
    for (int r = n->ne.n; r < n->nvalues; r++)
        put(n, &n->out[r], k, x[r]);
}

/* What a scatter writes twice is written by whoever comes last: on a parallel machine
   nobody knows who that is, which does no harm if both write the same. */
static void check_race(const Nest *n, int d, int64_t k, int64_t at, Slot s)
{
    int lead = n->nlevels;
    Slot old = get_element(n->dest[d], lead, k);
    bool array = n->dest[d]->rank > lead;
    Prim p = n->dest[d]->prim;
    Value *a = array ? old.v : value_scalar(scalar_of(p, old));
    Value *b = array ? s.v : value_scalar(scalar_of(p, s));
    if (n->written[k] && !value_equal(a, b))
        eval_fail(n->m, n->i, "a race: index %lld is written twice, with %s and with %s",
                  (long long)at, value_str(a, 8), value_str(b, 8));
    value_free(a);
    if (!array)
        value_free(b);
}

/* Element `at` of a row of the destination; -1 if there is none. */
static int64_t place_in(const Nest *n, int d, int64_t row, int64_t at)
{
    const int64_t *start = n->dest[d]->start;
    int64_t length = start ? start[row + 1] - start[row] : n->dest[d]->dim[n->nlevels - 1];
    return at < 0 || at >= length ? -1 : (start ? start[row] : row * length) + at;
}

/* x: an index for all destinations, or one for each, then their values. */
static void each_write(const Nest *n, const Slot *x, int64_t row)
{
    int nd = n->ndests, nat = n->nvalues - nd, lead = n->nlevels;
    int64_t k[nd];
    bool inside = false;
    Slot acc[nd];
    for (int d = 0; d < nd; d++) {
        k[d] = place_in(n, d, row, x[nat == 1 ? 0 : d].i);
        inside |= k[d] >= 0;
    }
    if (inside && n->i->fold) {
        for (int d = 0; d < nd; d++)
            acc[d] = k[d] >= 0 ? get_element(n->dest[d], lead, k[d])
                               : again(n->f[n->ne.at[d]], n->ne.array[d]);
        fold(n, acc, x + nat);
    }
    for (int d = 0; d < nd; d++) {
        Slot s = inside && n->i->fold ? acc[d] : x[nat + d];
        if (k[d] >= 0 && n->written)
            check_race(n, d, k[d], x[0].i, s);
        if (k[d] >= 0)
            set_element(n->m, n->i, n->dest[d], lead, k[d], s);
        else if (n->dest[d]->rank > lead)
            value_free(s.v);
    }
    if (inside && n->written)
        n->written[k[0]] = true;
}

/* Divide and conquer, as a definition by list homomorphism says it. */
static void run_hom(const Nest *n, int64_t from, int64_t count, Slot *acc)
{
    const Lam *l = n->i->lam;
    if (count == 0) {
        neutral(n, acc);
    } else if (count == 1) {
        values_of(n, l, from, acc);
        if (n->m->strict)
            check_neutral(n, acc);
    } else {
        Slot right[n->ne.n];
        run_hom(n, from, count / 2, acc);
        run_hom(n, from + count / 2, count - count / 2, right);
        fold(n, acc, right);
    }
}

static void run_row(const Nest *n, int64_t row)
{
    const Lam *l = &n->i->lam[n->nlevels - 1];
    int64_t size = n->size[n->nlevels - 1];
    if (n->i->node->op == OP_HOM) {
        Slot all[n->ne.n];
        neutral(n, all);
        if (n->m->strict)
            check_neutral(n, all);
        for (int r = 0; r < n->ne.n; r++)
            if (n->ne.array[r])
                value_free(all[r].v);
        run_hom(n, 0, size, all);
        for (int r = 0; r < n->ne.n; r++)
            put(n, &n->out[r], row, all[r]);
        unbind(n, l);
        return;
    }
    Slot x[n->nvalues + 1], acc[n->ne.n + 1];
    int64_t first = n->varies ? 0 : row * size;
    neutral(n, acc);
    if (n->m->strict && n->ne.n)
        check_neutral(n, acc);
    for (int p = 0; p < n->i->prefix.n; p++)
        n->f[n->i->prefix.at[p]->a].i = 1;
    for (int64_t k = 0; k < size; k++) {
        values_of(n, l, k, x);
        if (n->m->strict && n->ne.n)
            check_neutral(n, x + n->nvalues - (n->dest ? n->ndests : n->nvalues));
        if (n->dest)
            each_write(n, x, row);
        else if (n->i->fold)
            each_fold(n, acc, x, first + k);
        else
            for (int r = 0; r < n->nvalues; r++)
                put(n, &n->out[r], first + k, x[r]);
    }
    unbind(n, l);
    for (int r = 0; n->varies && !n->dest && r < n->i->dst.n; r++)
        if (n->out[r].made)
            put_row(n, &n->out[r], row);
    put_totals(n, row);
    bool reduces = n->i->fold && !n->dest && n->out[0].lead < n->nlevels;
    for (int r = 0; r < n->ne.n; r++)
        if (reduces)
            put(n, &n->out[r], row, acc[r]);
        else if (n->ne.array[r])
            value_free(acc[r].v);
}

/* ---- the nest ----------------------------------------------------------- */

/* In a nest without rows no row has a width. */
static void measure_level(const Nest *n, int d)
{
    bool rows = true;
    for (int i = 0; i < d; i++)
        rows &= n->size[i] != 0;
    n->size[d] = run_size(n->m, n->f, n->i, n->i->lam[d].width);
    if (n->size[d] < 0 && !rows)
        n->size[d] = 0;
    if (n->size[d] < 0)
        eval_fail(n->m, n->i, "%s", failure_fill(failure_format(FAIL_WIDTH), &n->size[d]));
}

static void check_level(const Nest *n, int d)
{
    const Lam *l = &n->i->lam[d];
    for (int k = 0; k < l->array.n; k++) {
        const Value *a = n->f[l->array.at[k]].v;
        if (a->dim[0] != n->size[d])
            eval_fail(n->m, n->i, "an array of shape %s where length %lld is expected",
                      shape_str(a->rank, a->dim), (long long)n->size[d]);
    }
}

static void run_level(const Nest *n, int d, int64_t row)
{
    const Lam *l = &n->i->lam[d];
    if (d && n->varies && d == n->nlevels - 1)
        measure_level(n, d);
    check_level(n, d);
    if (d == n->nlevels - 1) {
        run_row(n, row);
        return;
    }
    for (int64_t k = 0; k < n->size[d]; k++) {
        bind_row(n, l, k);
        run_level(n, d + 1, row * n->size[d] + k);
    }
    unbind(n, l);
}

static void take_dests(Nest *n, Slots ds)
{
    for (int d = 0; d < ds.n; d++)
        n->dest[d] = value_own(take(n->f, ds.at[d], true).v);
    for (int k = 0; k < ds.n; k++)
        for (int d = 0; d < n->nlevels; d++) {
            bool last = d == n->nlevels - 1, own = n->nvalues > ds.n + 1;
            if (n->dest[k]->dim[d] != (last ? n->dest[own ? k : 0]->dim[d] : n->size[d]))
                eval_fail(n->m, n->i, "a destination of unexpected shape %s",
                          shape_str(n->dest[k]->rank, n->dest[k]->dim));
        }
}

static Out out_of(const Nest *n, int r)
{
    const Type *t = n->i->node->type[r];
    bool total = (n->i->prefix.n && r >= first_total(n))
              || (ops[n->i->node->op].reduces && r < n->ne.n);
    int lead = n->nlevels - total;
    bool made = n->varies && !total, open = made;
    int64_t count = dims_count(lead - made, n->size);
    for (int d = lead; lead && d < t->rank; d++)
        open |= !size_known(n->m, t->dim[d]);
    return (Out){ .type = t, .lead = lead, .open = open, .made = made,
                  .rows = open ? make_array(n->m, n->i, I64, 1, &count) : NULL };
}

void run_soac(Machine *m, Slot *f, const Ins *i)
{
    int nlevels = i->nlams, ne = op_group(i->node->op, 'n'), ds = op_group(i->node->op, '!');
    const Lam *last = &i->lam[nlevels - 1];
    int64_t size[nlevels];
    Out out[i->dst.n + 1];
    Value *dest[i->dst.n + 1];
    Nest n = { .m = m, .f = f, .i = i, .ne = ne < 0 ? (Slots){0} : i->g[ne],
               .nvalues = i->plain ? last->array.n : last->body.result.n, .nlevels = nlevels,
               .ndests = ds < 0 ? 0 : i->g[ds].n, .size = size, .out = out,
               .dest = ds < 0 ? NULL : dest };
    n.varies = level_varies(i->node);
    size[nlevels - 1] = 0;
    for (int d = 0; d < nlevels - n.varies; d++)
        measure_level(&n, d);
    for (int r = n.ndests; r < i->dst.n; r++)
        out[r] = out_of(&n, r);
    if (n.dest)
        take_dests(&n, i->g[ds]);
    if (n.dest && no_races && !i->fold) {
        n.written = NEWS(bool, value_count(dest[0]));
    }
    run_level(&n, 0, 0);
    finish(&n);
}
