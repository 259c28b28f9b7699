/* value.c -- scalars and arrays, dense or of rows of different lengths, reference counted. */
#include "failure.h"
#include "value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A value as allocated: its dimensions and, unless it is part of another,
   its data follow in the same piece of memory. */
typedef struct Held Held;
struct Held {
    Value value;
    Value *whole;              /* the value whose data this one shares */
    Held *before, *after;      /* all values, in order of allocation */
    int64_t dim[];
};

static Held *newest;

static Held *held(const Value *v)
{
    return (Held *)v;
}

/* ---- life --------------------------------------------------------------- */

int64_t dims_count(int rank, const int64_t *dim)
{
    int64_t n = 1;
    for (int d = 0; d < rank; d++)
        n *= dim[d];
    return n;
}

static Value *value_new(Prim p, int rank, const int64_t *dim, size_t bytes)
{
    size_t head = (sizeof(Held) + sizeof(int64_t) * (size_t)rank + 15) & ~(size_t)15;
    Held *h = must_malloc(head + bytes + !bytes);
    h->value = (Value){ 1, p, rank, h->dim, (char *)h + head, NULL, NULL };
    if (rank)
        memcpy(h->dim, dim, sizeof(int64_t) * (size_t)rank);
    h->whole = NULL;
    h->after = NULL;
    h->before = newest;
    if (newest)
        newest->after = h;
    newest = h;
    return &h->value;
}

Value *value_array(Prim p, int rank, const int64_t *dim)
{
    size_t n = (size_t)dims_count(rank, dim);
    return value_new(p, rank, dim, n * (size_t)prim_bytes(p));
}

Value *value_scalar(Scalar s)
{
    Value *v = value_new(s.prim, 0, NULL, sizeof(int64_t));
    data_put(s.prim, v->data, 0, s);
    return v;
}

Value *value_part(Value *a, int64_t from, int rank, const int64_t *dim)
{
    Value *whole = held(a)->whole ? held(a)->whole : a;
    Value *v = value_new(a->prim, rank, dim, 0);
    held(v)->whole = value_ref(whole);
    v->data = (char *)a->data + from * prim_bytes(a->prim);
    return v;
}

int value_lead(const Value *v)
{
    int lead = 0;
    while (lead < v->rank && v->dim[lead] >= 0)
        lead++;
    return lead;
}

/* The lengths lie where the data of others does. */
static Value *ragged(Value *of, int rank, const int64_t *lead, const int64_t *start)
{
    int64_t dim[of->rank + rank], n = dims_count(rank, lead);
    memcpy(dim, lead, sizeof(int64_t) * (size_t)rank);
    memcpy(dim + rank, of->dim, sizeof(int64_t) * (size_t)of->rank);
    dim[rank] = -1;
    size_t bytes = sizeof(int64_t) * (size_t)(n + 1);
    Value *v = value_new(of->prim, of->rank + rank, dim, bytes);
    held(v)->whole = v->of = value_ref(of);
    v->start = v->data;
    for (int64_t k = 0; k <= n; k++)
        ((int64_t *)v->data)[k] = start[k] - start[0];
    v->data = of->data;
    return v;
}

Value *value_slice(Value *a, int64_t from, int64_t to)
{
    int64_t dim[a->rank], each = 1;
    memcpy(dim, a->dim, sizeof dim);
    dim[0] = to - from;
    int lead = a->start ? value_lead(a) : a->rank;
    for (int d = 1; d < lead; d++)
        each *= dim[d];
    if (!a->start)
        return value_part(a, from * each, a->rank, dim);
    const int64_t *start = a->start + from * each;
    Value *of = value_slice(a->of, start[0], a->start[to * each]);
    Value *v = ragged(of, lead, dim, start);
    value_free(of);
    return v;
}

Value *value_row(Value *a, int lead, int64_t k)
{
    int last = value_lead(a);
    int64_t each = dims_count(last - lead, a->dim + lead);
    const int64_t *start = a->start + k * each;
    Value *of = value_slice(a->of, start[0], start[each]);
    if (lead == last)
        return of;
    Value *v = ragged(of, last - lead, a->dim + lead, start);
    value_free(of);
    return v;
}

/* a, whose first dimensions are these instead of its first n. */
static Value *reshaped(Value *a, int n, int rank, const int64_t *first)
{
    int64_t dim[a->rank - n + rank];
    memcpy(dim, first, sizeof(int64_t) * (size_t)rank);
    memcpy(dim + rank, a->dim + n, sizeof(int64_t) * (size_t)(a->rank - n));
    return a->start ? ragged(a->of, value_lead(a) - n + rank, dim, a->start)
                    : value_part(a, 0, a->rank - n + rank, dim);
}

Value *value_rows(Value *a, int rank, const int64_t *lead, const int64_t *start)
{
    int64_t n = dims_count(rank, lead), length = n ? start[1] - start[0] : 0, dim[rank + 1];
    bool dense = true;
    for (int64_t k = 0; k < n; k++)
        dense &= start[k + 1] - start[k] == length;
    memcpy(dim, lead, sizeof(int64_t) * (size_t)rank);
    dim[rank] = length;
    return dense ? reshaped(a, 1, rank + 1, dim) : ragged(a, rank, lead, start);
}

Value *value_flat(Value *a, int n)
{
    int64_t all = dims_count(n, a->dim);
    return a->start && value_lead(a) < n ? value_ref(a->of) : reshaped(a, n, 1, &all);
}

Value *value_lengths(const Value *a, int n)
{
    bool dense = !a->start || value_lead(a) > n;
    Value *v = value_array(I64, n, a->dim);
    for (int64_t k = 0, count = value_count(v); k < count; k++)
        ((int64_t *)v->data)[k] = dense ? a->dim[n] : a->start[k + 1] - a->start[k];
    return v;
}

Value *value_irreg(const Value *lengths, Value *a, const char **why)
{
    int64_t n = value_count(lengths), all = 0, rows = n + 1;
    Value *bound = value_array(I64, 1, &rows), *v = NULL;
    int64_t *start = bound->data;
    *why = NULL;
    for (int64_t k = 0; k < n && !*why; k++) {
        int64_t length = value_get(lengths, k).i, said[] = { k, length };
        start[k] = all;
        if (length < 0 || __builtin_add_overflow(all, length, &all))
            *why = failure_fill(failure_format(FAIL_LENGTH), said);
    }
    start[n] = all;
    int64_t said[] = { all, a->dim[0] };
    if (!*why && all != a->dim[0])
        *why = failure_fill(failure_format(FAIL_TOTAL), said);
    if (!*why)
        v = value_rows(a, lengths->rank, lengths->dim, start);
    value_free(bound);
    return v;
}

Value *value_ref(Value *v)
{
    v->refs++;
    return v;
}

static void unlink_held(Held *h)
{
    if (h->after)
        h->after->before = h->before;
    else
        newest = h->before;
    if (h->before)
        h->before->after = h->after;
}

void value_free(Value *v)
{
    if (!v || --v->refs)
        return;
    Held *h = held(v);
    Value *whole = h->whole;
    unlink_held(h);
    free(h);
    value_free(whole);
}

void values_free(Value **v, int n)
{
    for (int i = 0; i < n; i++)
        value_free(v[i]);
}

ValueMark value_mark(void)
{
    return (ValueMark){ newest };
}

/* What was allocated later may be part of earlier values, whose counts the
   caller restores. */
void value_rollback(ValueMark mark)
{
    while (newest && newest != mark.newest) {
        Held *h = newest;
        unlink_held(h);
        free(h);
    }
}

bool value_is_part(const Value *v)
{
    return held(v)->whole != NULL;
}

bool value_is_part_of(const Value *v, const Value *whole)
{
    return held(v)->whole == whole;
}

Value *value_copy(const Value *v)
{
    if (v->start) {
        Value *of = value_copy(v->of), *rows = ragged(of, value_lead(v), v->dim, v->start);
        value_free(of);
        return rows;
    }
    Value *c = value_array(v->prim, v->rank, v->dim);
    memcpy(c->data, v->data, (size_t)(value_count(v) * prim_bytes(v->prim)));
    return c;
}

Value *value_own(Value *v)
{
    if (v->refs == 1 && !held(v)->whole)
        return v;
    Value *c = value_copy(v);
    value_free(v);
    return c;
}

/* ---- elements ----------------------------------------------------------- */

int64_t value_count(const Value *v)
{
    return v->start ? value_count(v->of) : dims_count(v->rank, v->dim);
}

Scalar value_get(const Value *v, int64_t flat)
{
    return data_get(v->prim, v->data, flat);
}

void value_put(Value *v, int64_t flat, Scalar s)
{
    data_put(v->prim, v->data, flat, s);
}

/* ---- comparison --------------------------------------------------------- */

static bool same_shape(const Value *a, const Value *b)
{
    if (a->prim != b->prim || a->rank != b->rank)
        return false;
    for (int d = 0; d < a->rank; d++)
        if (a->dim[d] != b->dim[d])
            return false;
    if (!a->start || !b->start)
        return a->start == b->start;
    size_t n = (size_t)dims_count(value_lead(a), a->dim) + 1;
    return !memcmp(a->start, b->start, sizeof(int64_t) * n) && same_shape(a->of, b->of);
}

bool value_equal(const Value *a, const Value *b)
{
    if (!same_shape(a, b))
        return false;
    for (int64_t i = 0, n = value_count(a); i < n; i++)
        if (!scalar_equal(value_get(a, i), value_get(b, i)))
            return false;
    return true;
}

const char *shape_str(int rank, const int64_t *dim)
{
    Text t = {0};
    for (int d = 0; d < rank; d++)
        if (dim[d] < 0)
            text_add(&t, "[..]");
        else
            text_fmt(&t, "[%lld]", (long long)dim[d]);
    return text_str(&t);
}

const char *value_shape_str(const Value *v)
{
    return format("%s%s", shape_str(v->rank, v->dim), prim_name(v->prim));
}

/* "[1, 2]" for element number flat; "" for a scalar. */
static const char *place_str(const Value *v, int64_t flat)
{
    if (!v->rank || v->start)
        return "";
    const char *s = "]";
    for (int d = v->rank - 1; d >= 0; d--) {
        s = format(d < v->rank - 1 ? "%lld, %s" : "%lld%s",
                   (long long)(flat % v->dim[d]), s);
        flat /= v->dim[d];
    }
    return format(" at [%s", s);
}

/* Futhark's: relative to the largest number of the expected array, and never
   less than the tolerance itself. */
static double allowed(const Value *want, double tolerance)
{
    double largest = 1;
    for (int64_t i = 0, n = value_count(want); i < n; i++) {
        double x = fabs(value_get(want, i).f);
        if (isfinite(x) && x > largest)
            largest = x;
    }
    return tolerance * largest;
}

static bool near(Scalar got, Scalar want, double allow)
{
    if (!prim_is_float(want.prim))
        return scalar_equal(got, want);
    if (isnan(got.f) || isnan(want.f))
        return isnan(got.f) && isnan(want.f);
    return got.f == want.f || fabs(got.f - want.f) <= allow;
}

static const char *scalar_text(Scalar s)
{
    Text t = {0};
    scalar_show(&t, s);
    return text_str(&t);
}

bool value_close(const Value *got, const Value *want, double tolerance, const char **why)
{
    if (!same_shape(got, want)) {
        *why = format("type %s where %s was expected", value_shape_str(got),
                      value_shape_str(want));
        return false;
    }
    double allow = prim_is_float(want->prim) ? allowed(want, tolerance) : 0;
    for (int64_t i = 0, n = value_count(want); i < n; i++)
        if (!near(value_get(got, i), value_get(want, i), allow)) {
            *why = format("%s%s where %s was expected", scalar_text(value_get(got, i)),
                          place_str(want, i), scalar_text(value_get(want, i)));
            return false;
        }
    return true;
}
