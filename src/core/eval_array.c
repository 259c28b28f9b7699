/* eval_array.c -- the evaluator: operations on whole arrays and parts. */
#include "eval.h"

#include <string.h>

enum { SMALL = 128 };          /* bytes; a row this small is copied */

static const int64_t max_bytes = (int64_t)1 << 40;

/* ---- elements ----------------------------------------------------------- */

Value *make_array(Machine *m, const Ins *i, Prim p, int rank, const int64_t *dim)
{
    int64_t bytes = prim_bytes(p);
    bool empty = false;
    for (int d = 0; d < rank; d++)
        empty |= !dim[d];
    for (int d = 0; d < rank && !empty; d++)
        if (__builtin_mul_overflow(bytes, dim[d], &bytes) || bytes > max_bytes)
            eval_fail(m, i, "an array of shape %s does not fit in memory",
                      shape_str(rank, dim));
    return value_array(p, rank, dim);
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
    if (count * size > SMALL)
        return value_part(a, from, rank, a->dim + lead);
    Value *v = value_array(a->prim, rank, a->dim + lead);
    memcpy(v->data, (char *)a->data + from * size, (size_t)(count * size));
    return v;
}

static Value *ragged_row(Value *a, int64_t k)
{
    int64_t dim[a->rank];
    memcpy(dim, a->dim + 1, sizeof(int64_t) * (size_t)(a->rank - 1));
    dim[0] = a->start[k + 1] - a->start[k];
    return value_part(a, a->start[k] * dims_count(a->rank - 2, a->dim + 2), a->rank - 1,
                      dim);
}

Slot get_element(Value *a, int lead, int64_t k)
{
    if (a->rank == lead)
        return slot_of(data_get(a->prim, a->data, k));
    if (a->start)
        return (Slot){ .v = ragged_row(a, k) };
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

/* Rows of different lengths are read row by row. */
static void need_dense(Machine *m, const Ins *i, const Value *a)
{
    if (a->start)
        eval_fail(m, i, "an array of shape %s where rows must be equally long",
                  shape_str(a->rank, a->dim));
}

static void done(Slot *f, const Ins *i, Value *v)
{
    assign(&f[i->dst.at[0]], (Slot){ .v = v }, true);
}

/* ---- indexing ----------------------------------------------------------- */

/* The part of an array that index entries name: first element, and for each
   dimension that stays how many and how far apart. */
typedef struct {
    int64_t from, *count, *step;
    int rank;
} Region;

static int64_t start_of(const Slot *f, const Ins *i, int k) { return f[i->g[1].at[2 * k]].i; }
static int64_t stride_of(const Slot *f, const Ins *i, int k) { return f[i->g[1].at[2 * k + 1]].i; }
static int64_t count_of(Machine *m, const Slot *f, const Ins *i, int k)
{
    return run_size(m, f, i, i->node->g[1].at[k]->g[1].at[0]);
}

static _Noreturn void out_of_bounds(Machine *m, const Slot *f, const Ins *i, const Value *a)
{
    const Kids *entry = &i->node->g[1];
    int64_t said[3 * entry->n + a->rank], n = 0;
    for (int k = 0; k < entry->n; k++) {
        Op op = entry->at[k]->op;
        if (op == OP_WHOLE)
            continue;
        int64_t at = said[n++] = start_of(f, i, k);
        if (op != OP_SPAN)
            continue;
        int64_t by = stride_of(f, i, k);
        said[n++] = (int64_t)(at + (uint64_t)count_of(m, f, i, k) * by);
        if (failure_says_step(entry->at[k]))
            said[n++] = by;
    }
    for (int d = 0; d < a->rank; d++)
        said[n++] = a->dim[d];
    eval_fail(m, i, "%s", failure_fill(failure_index(i->node, a->rank), said));
}

/* An empty span may lie at either end. */
static bool span_inside(int64_t start, int64_t n, int64_t by, int64_t dim)
{
    __int128 last = (__int128)start + (__int128)(n - 1) * by;
    if (n <= 0)
        return !n;             /* an empty part may lie anywhere */
    return start >= 0 && start < dim && last >= 0 && last < dim;
}

static void add_dim(Region *r, int64_t count, int64_t step)
{
    r->count[r->rank] = count;
    r->step[r->rank++] = step;
}

/* r->count and r->step have room for the array's rank. */
static void find_region(Machine *m, const Slot *f, const Ins *i, const Value *a,
                        Region *r)
{
    int64_t step = value_count(a);
    bool empty = !step;
    for (int d = 0; d < a->rank; d++) {
        Op op = d < i->node->g[1].n ? i->node->g[1].at[d]->op : OP_WHOLE;
        step = empty ? 0 : step / a->dim[d];
        if (op == OP_WHOLE) {
            add_dim(r, a->dim[d], step);
            continue;
        }
        int64_t at = start_of(f, i, d);
        if (op == OP_SPAN) {
            int64_t n = count_of(m, f, i, d), by = stride_of(f, i, d);
            if (!span_inside(at, n, by, a->dim[d]))
                out_of_bounds(m, f, i, a);
            add_dim(r, n, step * by);
        } else if (at < 0 || at >= a->dim[d]) {
            out_of_bounds(m, f, i, a);
        }
        r->from += at * step;
    }
}

/* How many trailing dimensions lie in memory as in a dense array. */
static int dense_dims(const Region *r, int64_t *run)
{
    int n = 0;
    for (*run = 1; n < r->rank && r->step[r->rank - 1 - n] == *run; n++)
        *run *= r->count[r->rank - 1 - n];
    return n;
}

/* Copies the region to dense memory, or from it. */
static void copy_region(const Region *r, char *array, char *dense, int size, bool out)
{
    int64_t run, at[r->rank + 1], from = r->from;
    int outer = r->rank - dense_dims(r, &run);
    int64_t bytes = run * size, rounds = dims_count(outer, r->count);
    memset(at, 0, sizeof at);
    for (int64_t k = 0; k < rounds && bytes; k++, dense += bytes) {
        memmove(out ? dense : array + from * size, out ? array + from * size : dense,
                (size_t)bytes);
        for (int d = outer - 1; d >= 0; d--) {
            from += r->step[d];
            if (++at[d] < r->count[d])
                break;
            from -= r->count[d] * r->step[d];
            at[d] = 0;
        }
    }
}

/* Every entry is an index; -1: out of bounds. */
static inline int64_t flat_index(const Slot *f, const Ins *i, const Value *a)
{
    int64_t flat = 0;
    for (int d = 0; d < i->node->g[1].n; d++) {
        int64_t at = start_of(f, i, d);
        if (at < 0 || at >= a->dim[d])
            return -1;
        flat = flat * a->dim[d] + at;
    }
    return flat;
}

static bool is_index(const Core *entry) { return entry->op != OP_WHOLE && entry->op != OP_SPAN; }

static bool only_indices(const Ins *i)
{
    for (int k = 0; k < i->node->g[1].n; k++)
        if (!is_index(i->node->g[1].at[k]))
            return false;
    return true;
}

/* A row of a, then what the other entries name in it. */
static void index_ragged(Machine *m, Slot *f, const Ins *i, Value *a)
{
    Kids entry = i->node->g[1], g[] = { i->node->g[0], { entry.at + 1, entry.n - 1 } };
    int64_t k = start_of(f, i, 0);
    if (!is_index(entry.at[0]))
        need_dense(m, i, a);
    if (k < 0 || k >= a->dim[0])
        out_of_bounds(m, f, i, a);
    Slot row = { .v = ragged_row(a, k) };
    if (entry.n == 1) {
        done(f, i, row.v);
        return;
    }
    Core node = *i->node;
    node.g = g;
    Ins rest = *i;
    rest.node = &node;
    rest.g[1].at += 2;
    f[i->a] = row;
    run_index(m, f, &rest);
    f[i->a].v = a;
    value_free(row.v);
}

void run_index(Machine *m, Slot *f, const Ins *i)
{
    Value *a = array_in(f, i, 0);
    int n = i->node->g[1].n;
    if (a->start) {
        index_ragged(m, f, i, a);
        return;
    }
    if (only_indices(i)) {
        int64_t k = flat_index(f, i, a);
        if (k < 0)
            out_of_bounds(m, f, i, a);
        assign(&f[i->dst.at[0]], get_element(a, n, k), a->rank > n);
        return;
    }
    int64_t count[a->rank + 1], step[a->rank + 1], run;
    Region r = { 0, count, step, 0 };
    find_region(m, f, i, a, &r);
    int64_t elements = dims_count(r.rank, count);
    if (elements && dense_dims(&r, &run) == r.rank && elements * prim_bytes(a->prim) > SMALL) {
        done(f, i, value_part(a, r.from, r.rank, count));
        return;
    }
    Value *v = value_array(a->prim, r.rank, count);
    copy_region(&r, a->data, v->data, prim_bytes(a->prim), true);
    done(f, i, v);
}

static void update_region(Machine *m, const Slot *f, const Ins *i, Value *a,
                          const Value *v)
{
    int64_t count[a->rank + 1], step[a->rank + 1];
    Region r = { 0, count, step, 0 };
    find_region(m, f, i, a, &r);
    if (v->rank != r.rank || memcmp(v->dim, count, sizeof(int64_t) * (size_t)r.rank))
        eval_fail(m, i, "a part of shape %s cannot take a value of shape %s",
                  shape_str(r.rank, count), shape_str(v->rank, v->dim));
    copy_region(&r, a->data, v->data, prim_bytes(a->prim), false);
}

void run_update(Machine *m, Slot *f, const Ins *i)
{
    bool array = i->g[2].array[0];
    Value *a = take(f, i->a, true).v;
    Slot x = take(f, i->c, array);
    if (array && (value_is_part_of(x.v, a) || x.v == a)) {
        Value *copy = value_copy(x.v);
        value_free(x.v);
        x.v = copy;
    }
    need_dense(m, i, a);
    a = value_own(a);
    if (array) {
        update_region(m, f, i, a, x.v);
        value_free(x.v);
    } else {
        int64_t k = flat_index(f, i, a);
        if (k < 0)
            out_of_bounds(m, f, i, a);
        data_put(a->prim, a->data, k, scalar_of(a->prim, x));
    }
    done(f, i, a);
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

void run_replicate(Machine *m, Slot *f, const Ins *i)
{
    const Type *s = i->node->type[0];
    const Value *row = s->rank > 1 ? array_in(f, i, 1) : NULL;
    int64_t dim[s->rank];
    if (row)
        need_dense(m, i, row);
    dim[0] = length(m, f, i);
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

void run_rearrange(Machine *m, Slot *f, const Ins *i)
{
    Value *a = array_in(f, i, 0);
    int64_t count[a->rank + 1], step[a->rank + 1], own[a->rank + 1], n = 1;
    need_dense(m, i, a);
    memset(count, 0, sizeof count);
    for (int d = a->rank - 1; d >= 0; d--) {
        own[d] = n;
        n *= a->dim[d];
    }
    for (int d = 0; d < a->rank; d++) {
        count[d] = a->dim[i->node->perm[d]];
        step[d] = own[i->node->perm[d]];
    }
    Region r = { 0, count, step, a->rank };
    Value *v = value_array(a->prim, a->rank, count);
    if (n)
        copy_region(&r, a->data, v->data, prim_bytes(a->prim), true);
    done(f, i, v);
}

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

int64_t array_size(Op op, const Value *a)
{
    return op == OP_LENGTH ? a->dim[0] : a->start ? a->start[a->dim[0]]
                                                  : a->dim[0] * a->dim[1];
}

void run_length(Machine *m, Slot *f, const Ins *i)
{
    (void)m;
    f[i->dst.at[0]].i = array_size(i->node->op, array_in(f, i, 0));
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
    Value *rows = value_rows(flat, p, start);
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
    int64_t all = array_size(OP_TOTAL, a);
    if (all != n)
        eval_fail(m, i, "rows of %lld elements in all where %lld are expected",
                  (long long)all, (long long)n);
    memcpy(dim, a->dim + 1, sizeof(int64_t) * (size_t)(a->rank - 1));
    dim[0] = n;
    if (i->node->op == OP_JOIN) {
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
    const Value *first = rank > 1 ? f[from.at[0] < 0 ? ~from.at[0] : from.at[0]].v : NULL;
    dim[0] = n;
    for (int d = 1; d < rank; d++)
        dim[d] = first->dim[d - 1];
    Value *v = make_array(m, i, i->node->type[0]->prim, rank, dim);
    for (int k = 0; k < n; k++)
        set_element(m, i, v, 1, k, take(f, from.at[k], rank > 1));
    done(f, i, v);
}

/* The rows' shape is that of the first part that has rows. */
Value *concatenate(Machine *m, const Ins *i, Value *const *part, int64_t n)
{
    const Value *like = part[0];
    int64_t total = 0;
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

void run_concat(Machine *m, Slot *f, const Ins *i)
{
    Slots from = i->g[0];
    Value *part[from.n];
    for (int k = 0; k < from.n; k++)
        part[k] = f[from.at[k]].v;
    done(f, i, concatenate(m, i, part, from.n));
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
