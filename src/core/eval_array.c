/* eval_array.c -- the evaluator: operations on whole arrays and parts. */
#include "eval.h"

#include <string.h>

static const int64_t max_bytes = (int64_t)1 << 40;

/* ---- elements ----------------------------------------------------------- */

Value *make_array(Machine *m, const Ins *i, Prim p, int rank, const int64_t *dim)
{
    int64_t bytes = prim_bytes(p);
    bool empty = false;
    int64_t shape[rank + 1];
    for (int d = 0; d < rank; d++) {
        shape[d] = dim[d] < 0 ? 0 : dim[d];      /* of elements that there are none of */
        empty |= !dim[d];
    }
    for (int d = 0; d < rank; d++)
        if (dim[d] < 0 && !empty)
            eval_fail(m, i, "%s", failure_fill(failure_format(FAIL_WIDTH), &dim[d]));
    for (int d = 0; d < rank && !empty; d++)
        if (__builtin_mul_overflow(bytes, dim[d], &bytes) || bytes > max_bytes)
            eval_fail(m, i, "an array of shape %s does not fit in memory",
                      shape_str(rank, dim));
    eval_spend(m, empty ? 0 : bytes);
    return value_array(p, rank, shape);
}

/* The elements of one element behind the first `lead` dimensions. */
static int64_t row_count(const Value *a, int lead)
{
    return dims_count(a->rank - lead, a->dim + lead);
}

static Value *row_at(Value *a, int lead, int64_t from)
{
    int rank = a->rank - lead, size = prim_bytes(a->prim);
    int64_t count = row_count(a, lead);
    if (count * size > SMALL_PART)
        return value_part(a, from, rank, a->dim + lead);
    Value *v = value_array(a->prim, rank, a->dim + lead);
    memcpy(v->data, (char *)a->data + from * size, (size_t)(count * size));
    return v;
}

Slot get_element(Value *a, int lead, int64_t k)
{
    if (a->rank == lead)
        return slot_of(data_get(a->prim, a->data, k));
    if (a->start)
        return (Slot){ .v = value_row(a, lead, k) };
    return (Slot){ .v = row_at(a, lead, k * row_count(a, lead)) };
}

static void check_row(Machine *m, const Ins *i, const Value *row, int rank,
                      const int64_t *dim)
{
    if (row->rank == rank && !row->start && !memcmp(row->dim, dim, sizeof(int64_t) * (size_t)rank))
        return;
    eval_fail(m, i, "rows of different shapes, %s and %s", shape_str(rank, dim),
              shape_str(row->rank, row->dim));
}

void set_element(Machine *m, const Ins *i, Value *a, int lead, int64_t k, Slot s)
{
    if (a->rank == lead) {
        data_put(a->prim, a->data, k, scalar_of(a->prim, s));
        return;
    }
    check_row(m, i, s.v, a->rank - lead, a->dim + lead);
    size_t bytes = (size_t)(row_count(a, lead) * prim_bytes(a->prim));
    memmove((char *)a->data + (size_t)k * bytes, s.v->data, bytes);
    value_free(s.v);
}

void need_dense(Machine *m, const Ins *i, const Value *a)
{
    if (!a->start)
        return;
    m->left = m->bounded ? -1 : m->left;         /* no trial of rows that differ */
    eval_fail(m, i, "an array of shape %s where rows must be equally long",
              shape_str(a->rank, a->dim));
}

/* ---- arrays from sizes -------------------------------------------------- */

static int64_t length(Machine *m, const Slot *f, const Ins *i)
{
    int64_t n = run_size(m, f, i, i->node->g[0].at[0]);
    if (n < 0)
        eval_fail(m, i, "%s", failure_fill(failure_text(FAIL_RANGE, "0..1..<{}"), &n));
    return n;
}

void run_iota(Machine *m, Slot *f, const Ins *i)
{
    int64_t n = length(m, f, i);
    Value *v = make_array(m, i, I64, 1, &n);
    for (int64_t k = 0; k < n; k++)
        ((int64_t *)v->data)[k] = k;
    done(f, i, v);
}

/* Of rows that differ. */
static void replicate_rows(Machine *m, Slot *f, const Ins *i, Value *row, int64_t n)
{
    Value *all = make_array(m, i, I64, 1, &n), **at = all->data;
    for (int64_t k = 0; k < n; k++)
        at[k] = value_ref(row);
    Value *none = n ? NULL : value_slice(row, 0, 0);
    done(f, i, n ? stack_rows(m, i, at, 1, &n) : value_rows(none, 1, &n, &(int64_t){ 0 }));
    value_free(none);
    value_free(all);
}

void run_replicate(Machine *m, Slot *f, const Ins *i)
{
    const Type *s = i->node->type[0];
    Value *row = s->rank > 1 ? array_in(f, i, 1) : NULL;
    int64_t dim[s->rank];
    dim[0] = length(m, f, i);
    if (row && row->start) {
        replicate_rows(m, f, i, row, dim[0]);
        return;
    }
    for (int d = 1; d < s->rank; d++)
        dim[d] = row->dim[d - 1];
    Value *v = make_array(m, i, s->prim, s->rank, dim);
    size_t bytes = row ? (size_t)(value_count(row) * prim_bytes(s->prim)) : 0;
    for (int64_t k = 0; k < dim[0]; k++)
        if (row)
            memcpy((char *)v->data + (size_t)k * bytes, row->data, bytes);
        else
            data_put(s->prim, v->data, k, scalar_of(s->prim, f[i->b]));
    done(f, i, v);
}

void run_empty(Machine *m, Slot *f, const Ins *i)
{
    const Type *s = i->node->type[0];
    int64_t dim[s->rank + 1];
    for (int d = 0; d < s->rank; d++)
        dim[d] = run_size(m, f, i, s->dim[d]);
    done(f, i, make_array(m, i, s->prim, s->rank, dim));
}

/* ---- arrays from arrays ------------------------------------------------- */

void run_reshape(Machine *m, Slot *f, const Ins *i)
{
    Value *a = array_in(f, i, 1);
    int64_t dim[i->node->g[0].n + 1];
    for (int d = 0; d < i->node->g[0].n; d++)
        dim[d] = run_size(m, f, i, i->node->g[0].at[d]);
    if (dims_count(i->node->g[0].n, dim) != value_count(a))
        eval_fail(m, i, "an array of shape %s cannot take the shape %s",
                  shape_str(a->rank, a->dim), shape_str(i->node->g[0].n, dim));
    done(f, i, value_part(a, 0, i->node->g[0].n, dim));
}

int64_t array_size(const Core *n, const Value *a)
{
    int lead = type_ragged(type_of(n->g[0].at[0]));
    if (n->op == OP_LENGTH)
        return a->dim[0];
    if (a->start && value_lead(a) <= (lead ? lead : 1))
        return a->of->dim[0];
    return dims_count((lead ? lead : 1) + 1, a->dim);
}

void run_length(Machine *m, Slot *f, const Ins *i)
{
    (void)m;
    f[i->dst.at[0]].i = array_size(i->node, array_in(f, i, 0));
}

/* ---- rows of different lengths ------------------------------------------ */

void run_irreg(Machine *m, Slot *f, const Ins *i)
{
    const char *why;
    need_dense(m, i, array_in(f, i, 0));
    Value *v = value_irreg(array_in(f, i, 0), array_in(f, i, 1), &why);
    if (why)
        eval_fail(m, i, "%s", why);
    done(f, i, v);
}

/* shp, ends */
void run_lengths(Machine *m, Slot *f, const Ins *i)
{
    (void)m;
    Value *v = value_lengths(array_in(f, i, 0), type_ragged(type_of(i->node->g[0].at[0])));
    int64_t *length = v->data;
    for (int64_t k = 1, n = value_count(v); k < n && i->node->op == OP_ENDS; k++)
        length[k] += length[k - 1];
    done(f, i, v);
}

void run_val(Machine *m, Slot *f, const Ins *i)
{
    (void)m;
    int at = type_ragged(type_of(i->node->g[0].at[0]));
    done(f, i, value_flat(array_in(f, i, 0), (at ? at : 1) + 1));
}

static size_t row_bytes(const Value *a, int from)
{
    return (size_t)(dims_count(a->rank - from, a->dim + from) * prim_bytes(a->prim));
}

/* Stripe by stripe, element t + k * p of the rows of `whole` is row k of stripe t;
   gathers the stripes, or the whole from them. */
static void move_stripes(char *whole, char *stripes, int64_t n, int64_t p, size_t bytes,
                         bool gather)
{
    for (int64_t t = 0; t < p; t++)
        for (int64_t k = t; k < n; k += p, stripes += bytes) {
            char *at = whole + (size_t)k * bytes;
            memcpy(gather ? stripes : at, gather ? at : stripes, bytes);
        }
}

/* The row of each element of rows that end there, or its place in it. */
void run_segids(Machine *m, Slot *f, const Ins *i)
{
    const int64_t *end = array_in(f, i, 1)->data;
    int64_t n = run_size(m, f, i, i->node->g[0].at[0]), rows = array_in(f, i, 1)->dim[0], p = 0;
    const int32_t *row = i->node->g[2].n ? array_in(f, i, 2)->data : NULL;
    Value *v = make_array(m, i, I64, 1, &n);
    for (int64_t k = 0; k < rows; k++) {
        if (end[k] < (k ? end[k - 1] : 0))
            eval_fail(m, i, "row %lld ends at %lld", (long long)k, (long long)end[k]);
        for (int64_t j = 0; p < n && p < end[k]; j++) {
            if (row && row[p] != k)
                eval_fail(m, i, "element %lld stands in row %lld", (long long)p, (long long)k);
            ((int64_t *)v->data)[p++] = i->node->op == OP_SEGIDS ? k : j;
        }
    }
    if (p < n)
        eval_fail(m, i, "%lld elements of rows that end at %lld", (long long)n, (long long)p);
    done(f, i, v);
}

void run_gather(Machine *m, Slot *f, const Ins *i)
{
    Value *a = array_in(f, i, 0), *is = array_in(f, i, 1);
    const int64_t *at = is->data;
    int64_t n = is->dim[0], dim[a->rank];
    for (int64_t k = 0; k < n; k++)
        if (at[k] < 0 || at[k] >= a->dim[0])
            eval_fail(m, i, "element %lld of %lld", (long long)at[k], (long long)a->dim[0]);
    if (a->start && n) {
        Value **row = NEWS(Value *, n);
        for (int64_t k = 0; k < n; k++)
            row[k] = get_element(a, 1, at[k]).v;
        done(f, i, stack_rows(m, i, row, 1, &n));
        return;
    }
    for (int d = 0; d < a->rank; d++)
        dim[d] = d ? a->dim[d] < 0 ? 0 : a->dim[d] : n;
    Value *v = make_array(m, i, a->prim, a->rank, dim);
    for (int64_t k = 0; k < n; k++)
        set_element(m, i, v, 1, k, get_element(a, 1, at[k]));
    done(f, i, v);
}

/* Row i has the elements from i + l on; behind the last one comes the first again. */
void run_windows(Machine *m, Slot *f, const Ins *i)
{
    Value *a = array_in(f, i, 3);
    int64_t l = run_size(m, f, i, i->node->g[2].at[0]), n = a->dim[0];
    int64_t dim[2] = { length(m, f, i), run_size(m, f, i, i->node->g[1].at[0]) };
    if (dim[1] < 0 || (dim[0] && dim[1] && !n))
        eval_fail(m, i, "windows of %lld elements of %lld", (long long)dim[1], (long long)n);
    Value *v = make_array(m, i, a->prim, 2, dim);
    for (int64_t k = 0; k < dim[0] * dim[1]; k++) {
        int64_t at = (k / dim[1] + k % dim[1] + l) % n;
        data_put(a->prim, v->data, k, data_get(a->prim, a->data, at < 0 ? at + n : at));
    }
    done(f, i, v);
}

/* Row t has the elements from t * n / p on; a stripe those t, t + p, t + 2p .. */
void run_split(Machine *m, Slot *f, const Ins *i)
{
    Value *a = array_in(f, i, 1), *flat = a;
    int64_t p = run_size(m, f, i, i->node->g[0].at[0]), n = a->dim[0];
    bool stripes = i->node->op == OP_STRIPES;
    need_dense(m, i, a);
    if (p < 1 && (p || n))
        eval_fail(m, i, "an array cannot be split into %lld rows", (long long)p);
    Value *bound = make_array(m, i, I64, 1, &(int64_t){ p + 1 });
    int64_t *start = bound->data;
    start[0] = 0;
    for (int64_t t = 1; t <= p; t++)
        start[t] = !stripes ? (int64_t)((__int128)n * t / p)
                 : start[t - 1] + n / p + (t - 1 < n % p);
    if (stripes) {
        flat = make_array(m, i, a->prim, a->rank, a->dim);
        move_stripes(a->data, flat->data, n, p, row_bytes(a, 1), true);
    }
    Value *rows = value_rows(flat, 1, &p, start);
    value_free(bound);
    if (stripes)
        value_free(flat);
    done(f, i, rows);
}

/* The first rows of stripes are the longest. */
static void need_stripes(Machine *m, const Ins *i, const Value *a, int64_t n)
{
    int64_t p = a->dim[0];
    for (int64_t t = 0; a->start && t < p; t++) {
        int64_t length = a->start[t + 1] - a->start[t], want = n / p + (t < n % p);
        if (length != want)
            eval_fail(m, i, "a stripe of %lld elements where %lld are expected",
                      (long long)length, (long long)want);
    }
}

void run_join(Machine *m, Slot *f, const Ins *i)
{
    Value *a = array_in(f, i, 1);
    int64_t n = run_size(m, f, i, i->node->g[0].at[0]), dim[a->rank];
    int64_t all = a->start ? a->of->dim[0] : a->dim[0] * a->dim[1];
    if (i->node->op == OP_UNCHUNK ? n < 0 || all < n : all != n)
        eval_fail(m, i, "rows of %lld elements in all where %lld are expected",
                  (long long)all, (long long)n);
    memcpy(dim, a->dim + 1, sizeof(int64_t) * (size_t)(a->rank - 1));
    dim[0] = n;
    if (i->node->op != OP_WEAVE) {
        done(f, i, value_part(a, 0, a->rank - 1, dim));
        return;
    }
    need_stripes(m, i, a, n);
    Value *whole = make_array(m, i, a->prim, a->rank - 1, dim);
    move_stripes(whole->data, a->data, n, a->dim[0], row_bytes(a, 2), false);
    done(f, i, whole);
}

void run_array(Machine *m, Slot *f, const Ins *i)
{
    Slots from = i->g[0];
    int rank = i->node->type[0]->rank, n = from.n;
    int64_t dim[rank];
    if (type_ragged(i->node->type[0])) {
        Value *row[n];
        for (int k = 0; k < n; k++)
            row[k] = take(f, from.at[k], true).v;
        done(f, i, stack_rows(m, i, row, 1, &(int64_t){ n }));
        return;
    }
    const Value *first = rank > 1 ? f[from.at[0] < 0 ? ~from.at[0] : from.at[0]].v : NULL;
    dim[0] = n;
    for (int d = 1; d < rank; d++)
        dim[d] = first->dim[d - 1];
    Value *v = make_array(m, i, i->node->type[0]->prim, rank, dim);
    for (int k = 0; k < n; k++)
        set_element(m, i, v, 1, k, take(f, from.at[k], rank > 1));
    done(f, i, v);
}

/* The first dimension, after the outermost, in which the parts' rows differ: among them,
   or in a part; 0 if there is none. */
static int differs_at(Value *const *part, int64_t n)
{
    const Value *like = NULL;
    int at = part[0]->rank;
    for (int64_t k = 0; k < n; k++) {
        const Value *a = part[k];
        at = a->start && value_lead(a) < at ? value_lead(a) : at;
        like = !like && a->dim[0] ? a : like;
        for (int d = 1; like && a->dim[0] && d < at; d++)
            at = a->dim[d] != like->dim[d] ? d : at;
    }
    return at < part[0]->rank ? at : 0;
}

/* The parts, in all of which dimension `at` is the first one that differs. */
static Value *concatenate_ragged(Machine *m, const Ins *i, Value *const *part, int64_t n, int at)
{
    int64_t lead[at], rows = 0, next = 0;
    Value *of[n], *like = part[0];
    for (int64_t k = 0; k < n; k++) {
        like = like->dim[0] ? like : part[k];
        rows += part[k]->dim[0];
        of[k] = value_flat(part[k], at + 1);
    }
    memcpy(lead, like->dim, sizeof lead);
    lead[0] = rows;
    Value *bound = make_array(m, i, I64, 1, &(int64_t){ dims_count(at, lead) + 1 });
    int64_t *start = bound->data, *to = start;
    for (int64_t k = 0; k < n; k++) {
        const Value *a = part[k];
        bool dense = !a->start || value_lead(a) > at;
        for (int64_t r = 0, count = dims_count(at, a->dim); r < count; r++) {
            *to++ = next + (dense ? r * a->dim[at] : a->start[r]);
        }
        next += of[k]->dim[0];
    }
    *to = next;
    Value *all = concatenate(m, i, of, n, true), *v = value_rows(all, at, lead, start);
    values_free(of, (int)n);
    value_free(all);
    value_free(bound);
    return v;
}

/* The rows' shape is that of the first part that has rows. */
Value *concatenate(Machine *m, const Ins *i, Value *const *part, int64_t n, bool open)
{
    const Value *like = part[0];
    int64_t total = 0;
    int at = open ? differs_at(part, n) : 0;
    if (at)
        return concatenate_ragged(m, i, part, n, at);
    for (int64_t k = 0; k < n; k++) {
        need_dense(m, i, part[k]);
        like = like->dim[0] ? like : part[k];
        total += part[k]->dim[0];
    }
    int64_t dim[like->rank];
    memcpy(dim, like->dim, sizeof dim);
    dim[0] = total;
    Value *v = make_array(m, i, like->prim, like->rank, dim);
    char *to = v->data;
    for (int64_t k = 0; k < n; k++) {
        const Value *a = part[k];
        size_t bytes = (size_t)(value_count(a) * prim_bytes(a->prim));
        if (!a->dim[0])
            continue;
        if (memcmp(a->dim + 1, dim + 1, sizeof dim - sizeof dim[0]))
            eval_fail(m, i, "rows of different shapes, %s and %s",
                      shape_str(v->rank - 1, dim + 1), shape_str(a->rank - 1, a->dim + 1));
        memcpy(to, a->data, bytes);
        to += bytes;
    }
    return v;
}

Value *stack_rows(Machine *m, const Ins *i, Value **row, int rank, const int64_t *dim)
{
    int64_t count = dims_count(rank, dim);
    Value *bound = make_array(m, i, I64, 1, &(int64_t){ count + 1 });
    int64_t *start = bound->data;
    start[0] = 0;
    for (int64_t k = 0; k < count; k++)
        start[k + 1] = start[k] + row[k]->dim[0];
    Value *flat = concatenate(m, i, row, count, true), *rows = value_rows(flat, rank, dim, start);
    for (int64_t k = 0; k < count; k++)
        value_free(row[k]);
    value_free(bound);
    value_free(flat);
    return rows;
}

void run_concat(Machine *m, Slot *f, const Ins *i)
{
    Slots from = i->g[0];
    Value *part[from.n];
    for (int k = 0; k < from.n; k++)
        part[k] = f[from.at[k]].v;
    done(f, i, concatenate(m, i, part, from.n, type_ragged(i->node->type[0]) > 0));
}

/* Copied only when somebody writes to it; but not a part, which would keep
   the whole from being written to. */
void run_copy(Machine *m, Slot *f, const Ins *i)
{
    bool array = i->g[0].array[0];
    Slot s = take(f, i->a, array);
    (void)m;
    if (array && value_is_part(s.v))
        s.v = value_own(s.v);
    assign(&f[i->dst.at[0]], s, array);
}

void run_coerce(Machine *m, Slot *f, const Ins *i)
{
    const Type *s = i->node->type[0];
    Value *v = take(f, i->a, true).v;
    int64_t said[2 * s->rank + 1], *have = said, *want = said + s->rank;
    bool same = true;
    for (int d = 0; d < s->rank; d++) {
        have[d] = v->dim[d];
        want[d] = size_known(m, s->dim[d]) ? run_size(m, f, i, s->dim[d]) : have[d];
        same &= have[d] == want[d];
    }
    if (!same)
        eval_fail(m, i, "%s", failure_fill(failure_coerce(i->node->type[0]), said));
    done(f, i, v);
}
