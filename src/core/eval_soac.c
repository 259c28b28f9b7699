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
    const Shape *shape;        /* of the whole result */
    int lead;
    bool open;                 /* rows may differ in length: kept until all are there */
    Value *rows;               /*   in this array of pointers */
    Value *array;
    Slot single;
} Out;

typedef struct {
    Machine *m;
    Slot *f;
    const Ins *i;
    int nlevels;
    int64_t *size;             /* of each level */
    Out *out;                  /* each result */
    Value **dest;              /* written into */
    int nfold;                 /* values that the operator folds */
} Nest;

static Value *out_array(const Nest *n, const Out *o, const Value *row)
{
    int64_t dim[o->shape->rank + 1];
    for (int d = 0; d < o->shape->rank; d++)
        if (d < o->lead)
            dim[d] = n->size[d];
        else
            dim[d] = row ? row->dim[d - o->lead]
                         : run_size(n->m, n->f, NULL, o->shape->dim[d]);
    return make_array(n->m, n->i, o->shape->prim, o->shape->rank, dim);
}

static void put(const Nest *n, Out *o, int64_t k, Slot s)
{
    if (!o->lead) {
        o->single = s;
        return;
    }
    if (o->shape->rank > o->lead && s.v->start)
        eval_fail(n->m, n->i, "rows that are arrays of shape %s",
                  shape_str(s.v->rank, s.v->dim));
    if (o->open) {
        ((Value **)o->rows->data)[k] = s.v;
        return;
    }
    if (!o->array)
        o->array = out_array(n, o, o->shape->rank > o->lead ? s.v : NULL);
    set_element(n->m, n->i, o->array, o->lead, k, s);
}

/* All rows, one after the other. */
static Value *out_rows(const Nest *n, Out *o)
{
    int64_t count = n->size[0], total = 0, dim[o->shape->rank];
    Value **row = o->rows->data, *bound = make_array(n->m, n->i, I64, 1,
                                                     &(int64_t){ count + 1 });
    int64_t *start = bound->data;
    for (int64_t k = 0; k < count; total += row[k++]->dim[0])
        start[k] = total;
    start[count] = total;
    for (int d = 0; d < o->shape->rank - 1; d++)
        dim[d] = !d ? total : count ? row[0]->dim[d]
                                    : run_size(n->m, n->f, n->i, o->shape->dim[d + 1]);
    for (int64_t k = 0; k < count; k++)
        if (row[k]->start || memcmp(row[k]->dim + 1, dim + 1, sizeof dim - 2 * sizeof *dim))
            eval_fail(n->m, n->i, "rows of different shapes, %s and %s",
                      shape_str(row[0]->rank, row[0]->dim),
                      shape_str(row[k]->rank, row[k]->dim));
    Value *flat = make_array(n->m, n->i, o->shape->prim, o->shape->rank - 1, dim);
    char *to = flat->data;
    for (int64_t k = 0; k < count; k++) {
        size_t bytes = (size_t)(value_count(row[k]) * prim_bytes(row[k]->prim));
        memcpy(to, row[k]->data, bytes);
        to += bytes;
        value_free(row[k]);
    }
    Value *rows = value_rows(flat, count, start);
    value_free(bound);
    value_free(flat);
    value_free(o->rows);
    return rows;
}

static void finish(const Nest *n)
{
    for (int k = 0; k < n->i->dst.n; k++) {
        Slot *to = &n->f[n->i->dst.at[k]];
        Out *o = &n->out[k];
        if (n->dest)
            assign(to, (Slot){ .v = n->dest[k] }, true);
        else if (!o->lead)
            assign(to, o->single, o->shape->rank > 0);
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
               l->shape[p].rank > 0);
    if (l->index >= 0)
        n->f[l->index].i = k;
}

static void unbind(const Nest *n, const Lam *l)
{
    for (int p = 0; p < l->param.n; p++)
        if (l->shape[p].rank)
            drop(&n->f[l->param.at[p]]);
}

static void run_lam(const Nest *n, const Lam *l, Slot *result)
{
    run_block(n->m, n->f, &l->body);
    for (int r = 0; r < l->body.result.n; r++)
        result[r] = take(n->f, l->body.result.at[r], l->body.shape[r].rank > 0);
}

/* acc = op acc x; takes over the references of both. */
static void fold(const Nest *n, Slot *acc, const Slot *x)
{
    const Lam *op = n->i->fold;
    for (int p = 0; p < op->param.n; p++)
        assign(&n->f[op->param.at[p]], p < n->nfold ? acc[p] : x[p - n->nfold],
               op->shape[p].rank > 0);
    run_lam(n, op, acc);
}

static Slot again(Slot s, bool array)
{
    return array ? (Slot){ .v = value_ref(s.v) } : s;
}

static void neutral(const Nest *n, Slot *acc)
{
    for (int k = 0; k < n->nfold; k++)
        acc[k] = again(n->f[n->i->ne.at[k]], n->i->fold->shape[k].rank > 0);
}

/* ---- one row of the innermost level ------------------------------------- */

/* Element k of the row, counting from first, gave x. */
static void each_fold(const Nest *n, Slot *acc, const Slot *x, int64_t k)
{
    bool scan = n->out[0].lead == n->nlevels;
    const Lam *l = &n->i->lam[n->nlevels - 1];
    fold(n, acc, x);
    for (int r = 0; scan && r < n->nfold; r++)
        put(n, &n->out[r], k, again(acc[r], n->i->fold->shape[r].rank > 0));
    for (int r = n->nfold; r < l->body.result.n; r++)
        put(n, &n->out[r], k, x[r]);
}

/* x: the index, then a value for each destination; `first` is where the row
   begins. */
static void each_write(const Nest *n, const Slot *x, int64_t row)
{
    int nd = n->i->arg.n, lead = n->nlevels;
    int64_t length = n->dest[0]->dim[lead - 1], at = x[0].i;
    bool inside = at >= 0 && at < length;
    Slot acc[nd];
    if (inside && n->i->fold) {
        for (int d = 0; d < nd; d++)
            acc[d] = get_element(n->dest[d], lead, row * length + at);
        fold(n, acc, x + 1);
    }
    for (int d = 0; d < nd; d++) {
        Slot s = inside && n->i->fold ? acc[d] : x[d + 1];
        if (inside)
            set_element(n->m, n->i, n->dest[d], lead, row * length + at, s);
        else if (n->dest[d]->rank > lead)
            value_free(s.v);
    }
}

/* Divide and conquer, as a definition by list homomorphism says it. */
static void run_hom(const Nest *n, int64_t from, int64_t count, Slot *acc)
{
    const Lam *l = n->i->lam;
    if (count == 0) {
        neutral(n, acc);
    } else if (count == 1) {
        bind_row(n, l, from);
        run_lam(n, l, acc);
    } else {
        Slot right[n->nfold];
        run_hom(n, from, count / 2, acc);
        run_hom(n, from + count / 2, count - count / 2, right);
        fold(n, acc, right);
    }
}

static void run_row(const Nest *n, int64_t row)
{
    const Lam *l = &n->i->lam[n->nlevels - 1];
    int64_t size = n->size[n->nlevels - 1];
    if (n->i->op == OP_HOM) {
        Slot all[n->nfold];
        run_hom(n, 0, size, all);
        for (int r = 0; r < n->nfold; r++)
            put(n, &n->out[r], row, all[r]);
        unbind(n, l);
        return;
    }
    Slot x[l->body.result.n + 1], acc[n->nfold + 1];
    neutral(n, acc);
    for (int64_t k = 0; k < size; k++) {
        bind_row(n, l, k);
        run_lam(n, l, x);
        if (n->dest)
            each_write(n, x, row);
        else if (n->i->fold)
            each_fold(n, acc, x, row * size + k);
        else
            for (int r = 0; r < l->body.result.n; r++)
                put(n, &n->out[r], row * size + k, x[r]);
    }
    unbind(n, l);
    bool reduces = n->i->fold && !n->dest && n->out[0].lead < n->nlevels;
    for (int r = 0; r < n->nfold; r++)
        if (reduces)
            put(n, &n->out[r], row, acc[r]);
        else if (n->i->fold->shape[r].rank)
            value_free(acc[r].v);
}

/* ---- the nest ----------------------------------------------------------- */

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

static void take_dests(Nest *n)
{
    const Ins *i = n->i;
    for (int d = 0; d < i->arg.n; d++)
        n->dest[d] = value_own(take(n->f, i->arg.at[d], true).v);
    for (int k = 0; k < i->arg.n; k++)
        for (int d = 0; d < n->nlevels; d++) {
            bool last = d == n->nlevels - 1;
            if (n->dest[k]->dim[d] != (last ? n->dest[0]->dim[d] : n->size[d]))
                eval_fail(n->m, i, "a destination of unexpected shape %s",
                          shape_str(n->dest[k]->rank, n->dest[k]->dim));
        }
}

void run_soac(Machine *m, Slot *f, const Ins *i)
{
    int nlevels = i->nlams, ndst = i->dst.n;
    int64_t size[nlevels];
    Out out[ndst + 1];
    Value *dest[i->arg.n + 1];
    Nest n = { m, f, i, nlevels, size, out, i->arg.n ? dest : NULL, i->ne.n };
    for (int d = 0; d < nlevels; d++) {
        size[d] = run_size(m, f, i, i->lam[d].width);
        if (size[d] < 0)
            eval_fail(m, i, "%s", failure_fill(failure_format(FAIL_WIDTH), &size[d]));
    }
    for (int r = 0; r < ndst; r++) {
        int lead = nlevels - (ops[i->op].reduces && r < i->ne.n);
        out[r] = (Out){ .shape = &i->shape[r], .lead = lead };
        out[r].open = lead == 1 && !n.dest && i->shape[r].rank > 1
            && i->shape[r].dim[1]->op == OP_EXT;
        if (out[r].open)
            out[r].rows = make_array(m, i, I64, 1, &size[0]);
    }
    if (n.dest)
        take_dests(&n);
    run_level(&n, 0, 0);
    finish(&n);
}
