/* eval_index.c -- the evaluator: parts of arrays, named by indices and slices. */
#include "eval.h"

#include <string.h>

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
    int rank = value_lead(a);
    for (int d = 0; d < rank; d++)
        said[n++] = a->dim[d];
    eval_fail(m, i, "%s", failure_fill(failure_index(i->node, rank), said));
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
    Slot row = get_element(a, 1, k);
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
    if (elements && dense_dims(&r, &run) == r.rank && elements * prim_bytes(a->prim) > SMALL_PART) {
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
