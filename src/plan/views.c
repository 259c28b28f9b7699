/* views.c -- arrays as index functions over buffers. */
#include "plan.h"

#include <string.h>

View *view_new(View v)
{
    return COPY(View, v);
}

View *view_buffer(Buffer *b, const Type *t)
{
    return view_new((View){ V_BUFFER, .buffer = b, .type = t });
}

static bool is_number(const Core *n, int64_t k)
{
    int64_t is;
    return size_const(n, &is) && is == k;
}

static const Type *without_outer(const Type *t, int n)
{
    while (n--)
        t = type_row(t);
    return t;
}

/* Only outer dimensions are fixed, the rest is whole. */
static bool is_row(const View *v)
{
    int rank = v->kind == V_SLICE ? v->of->type->rank : 0, d = 0;
    while (d < rank && !v->stride[d])
        d++;
    if (!d || v->type->rank != rank - d)
        return false;
    for (; d < rank; d++)
        if (!v->stride[d] || !is_number(v->start[d], 0) || !is_number(v->stride[d], 1)
            || !size_equal(v->of->type->dim[d], v->type->dim[d - rank + v->type->rank]))
            return false;
    return true;
}

/* A row of a row is one of the whole. */
static View *row_of_row(const View *row, Core **index, int n)
{
    int fixed = row->of->type->rank - row->type->rank;
    Core **all = NEWS(Core *, fixed + n);
    for (int d = 0; d < fixed + n; d++)
        all[d] = d < fixed ? row->start[d] : index[d - fixed];
    return view_row(row->of, all, fixed + n);
}

View *rows_from(View *v, Core *start, const Type *part)
{
    int rank = v->type->rank;
    Core **at = NEWS(Core *, rank), **stride = NEWS(Core *, rank);
    for (int d = 0; d < rank; d++) {
        at[d] = d ? core_i64(0) : start;
        stride[d] = core_i64(1);
    }
    return view_new((View){ V_SLICE, .of = v, .start = at, .stride = stride, .type = part });
}

View *view_row(View *of, Core **index, int n)
{
    if (n && is_row(of))
        return row_of_row(of, index, n);
    int rank = of->type->rank;
    Core **start = NEWS(Core *, rank), **stride = NEWS(Core *, rank);
    for (int d = 0; d < rank; d++) {
        start[d] = d < n ? index[d] : core_i64(0);
        stride[d] = d < n ? NULL : core_i64(1);
    }
    return n ? view_new((View){ V_SLICE, .of = of, .start = start, .stride = stride,
                                .type = without_outer(of->type, n) })
             : of;
}

/* Turned back it is what it was. */
View *view_turned(View *of, int *perm, const Type *t)
{
    int rank = t->rank, *all = NEWS(int, rank);
    bool same = true;
    for (int d = 0; d < rank && of->kind == V_PERM; d++) {
        all[d] = of->perm[perm[d]];
        same &= all[d] == d;
    }
    if (of->kind != V_PERM)
        return view_new((View){ V_PERM, .of = of, .perm = perm, .type = t });
    return same ? view_typed(of->of, t)
                : view_new((View){ V_PERM, .of = of->of, .perm = all, .type = t });
}

View *view_typed(const View *v, const Type *t)
{
    View w = *v;
    w.type = t;
    return view_new(w);
}

/* (i * m + j) * k + l */
static Core *flat_index(const Type *t, Core **index)
{
    Core *flat = core_i64(0);
    for (int d = 0; d < t->rank; d++)
        flat = tree_add(tree_mul(flat, t->dim[d]), index[d]);
    return flat;
}

/* The indices of the element at a flat position. */
static void unflatten(const Type *t, Core *flat, Core **index)
{
    for (int d = t->rank - 1; d > 0; d--) {
        index[d] = tree_op(OP_REM, flat, t->dim[d]);
        flat = tree_op(OP_QUOT, flat, t->dim[d]);
    }
    if (t->rank)
        index[0] = flat;
}

/* How many outer dims two shapes have in common, innermost the rest equal. */
static int common_outer(const Type *a, const Type *b)
{
    int n = 0;
    while (n < a->rank && n < b->rank && a->dim[n] && b->dim[n]
           && size_equal(a->dim[n], b->dim[n]))
        n++;
    return n;
}

/* Positions of one shape in another of as many elements; outer dimensions
   that both have are left alone. */
static void reindex(const Type *from, const Type *to, Core **index, Core **out)
{
    int n = common_outer(from, to);
    const Type *a = without_outer(from, n), *b = without_outer(to, n);
    for (int d = 0; d < n; d++)
        out[d] = index[d];
    if (b->rank)
        unflatten(b, flat_index(a, index + n), out + n);
}

/* start + index * stride */
static Core *advanced(Core *start, Core *index, Core *stride)
{
    int64_t by;
    if (is_const(stride) && (by = stride->value.i) < 0 && by != INT64_MIN)
        return tree_sub(start, tree_mul(index, core_i64(-by)));
    return tree_add(start, tree_mul(index, stride));
}

/* What plan/rows.c looks up: the operation, of the memory of the ends, their count, and the
   position, and the number of the row if that is stored. */
static Core *looked_up(const View *v, Core *position)
{
    Buffer *ends;
    Core *first, *n = core_node(v->kind == V_ROW ? OP_SEGIDS : OP_WITHIN, NULL);
    if (!view_run(v->of, &ends, &first) || !is_const(first) || first->value.i)
        bug("the ends of rows are not in memory");
    core_set1(n, 0, v->of->type->dim[0]);
    Core **at = NEWS(Core *, 2);
    at[0] = core_var(ends->var);
    at[1] = position;
    core_set(n, 1, at, 2);
    core_set_type(n, type_prim(I64));
    if (v->at) {
        Core *number = CORE(OP_CONV, NULL, one(view_at(v->at, &position)));
        core_set_type(number, type_prim(I64));
        core_set1(n, 2, number);
    }
    return n;
}

/* Element of a buffer that has an index for each of its dimensions. */
static Core *shaped_at(const View *v, Core **index)
{
    const Type *shape = v->buffer->shape;
    Core **in = NEWS(Core *, shape->rank);
    if (v->type->rank == shape->rank)
        return tree_element(v->buffer, index);
    reindex(v->type, shape, index, in);
    return tree_element(v->buffer, in);
}

/* The sums of the digits, and then the place in what lies there. */
static Core **untiled_index(const View *v, Core **index)
{
    Core **in = NEWS(Core *, v->of->type->rank);
    int inner = v->type->rank - v->lead, outer = v->of->type->rank - inner;
    for (int d = 0; d < outer; d++)
        in[d] = core_i64(0);
    for (int d = 0; d < v->lead; d++)
        in[v->perm[d]] = tree_add(in[v->perm[d]], tree_mul(index[d], core_i64(v->over[d])));
    for (int d = 0; d < inner; d++)
        in[outer + d] = index[v->lead + d];
    return in;
}

Core *window_place(const View *v, Core *at)
{
    Core *both[] = { tree_add(at, v->start[0]), v->of->type->dim[0] };
    return tree_call("wrap_index", both, 2, I64);
}

Core *view_at(const View *v, Core **index)
{
    Core **in = NEWS(Core *, v->of ? v->of->type->rank + 1 : 1), *first;
    Buffer *base;
    switch (v->kind) {
    case V_BUFFER:
        if (v->buffer->shape)
            return shaped_at(v, index);
        return tree_load(v->buffer, v->type->rank ? flat_index(v->type, index) : NULL);
    case V_IOTA:
        return index[0];
    case V_FILL:
        return v->value ? v->value : view_at(v->of, index + 1);
    case V_PERM:
        for (int d = 0; d < v->type->rank; d++)
            in[v->perm[d]] = index[d];
        return view_at(v->of, in);
    case V_SLICE:
        for (int d = 0, k = 0; d < v->of->type->rank; d++)
            in[d] = v->stride[d] ? advanced(v->start[d], index[k++], v->stride[d])
                                 : v->start[d];
        return view_at(v->of, in);
    case V_SHAPE:
        if (view_run(v->of, &base, &first))
            return tree_load(base, tree_add(first, flat_index(v->type, index)));
        reindex(v->type, v->of->type, index, in);
        return view_at(v->of, in);
    case V_OWN:
        if (v->value)
            return v->value;
        in[0] = *v->slot;
        memcpy(in + (v->of->type->rank - (v->type->rank - v->lead)), index + v->lead,
               sizeof *in * (size_t)(v->type->rank - v->lead));
        return view_at(v->of, in);
    case V_TILES:
        return view_at(v->of, untiled_index(v, index));
    case V_SHARE:
        memcpy(in, index, sizeof *in * (size_t)v->type->rank);
        in[0] = advanced(v->share->first, index[0], v->share->step);
        return view_at(v->of, in);
    case V_ROW: case V_PLACE:
        return looked_up(v, index[0]);
    case V_GATHER:
        memcpy(in, index, sizeof *in * (size_t)v->type->rank);
        in[0] = view_at(v->at, index);
        return view_at(v->of, in);
    case V_WINDOWS:
        if (v->buffer)
            return tree_load(v->buffer, tree_add(*v->slot, index[1]));
        in[0] = window_place(v, tree_add(index[0], index[1]));
        return view_at(v->of, in);
    case V_CUT: case V_IRREG:
        break;                 /* its rows are bound as shares first */
    }
    bug("view_at");
}

/* Slices and permutations lead to tiles; nothing else is made of these. */
const View *view_untiled(const View *v, Core **index, Core ***at)
{
    int rank = v->of ? v->of->type->rank : 0;
    Core **in = NEWS(Core *, rank);
    switch (v->kind) {
    case V_PERM:
        for (int d = 0; d < v->type->rank; d++)
            in[v->perm[d]] = index[d];
        return view_untiled(v->of, in, at);
    case V_SLICE:
        for (int d = 0, k = 0; d < rank; d++)
            in[d] = v->stride[d] ? advanced(v->start[d], index[k++], v->stride[d]) : v->start[d];
        return view_untiled(v->of, in, at);
    case V_TILES:
        *at = untiled_index(v, index);
        return v->of;
    default: return NULL;
    }
}

/* A slice that fixes outer dimensions, may cut the next, and leaves the rest. */
static bool slice_runs(const View *v)
{
    int d = 0, rank = v->of->type->rank;
    while (d < rank && (!v->stride[d] || is_number(v->of->type->dim[d], 1)))
        d++;
    if (d < rank && !is_number(v->stride[d], 1))
        return false;
    for (d++; d < rank; d++)
        if (!v->stride[d] || !is_number(v->start[d], 0) || !is_number(v->stride[d], 1))
            return false;
    for (int k = 0, e = 0; e < rank; e++)
        if (v->stride[e] && k++ && !size_equal(v->type->dim[k - 1], v->of->type->dim[e]))
            return false;
    return true;
}

bool view_run(const View *v, Buffer **b, Core **start)
{
    Core *inner;
    switch (v->kind) {
    case V_BUFFER:
        *b = v->buffer;
        *start = core_i64(0);
        return !v->buffer->threads && !v->buffer->shape;
    case V_SHAPE:
        return view_run(v->of, b, start);
    case V_SLICE:
        if (!view_run(v->of, b, &inner) || !slice_runs(v))
            return false;
        *start = tree_add(inner, flat_index(v->of->type, v->start));
        return true;
    default:
        return false;
    }
}

Var *view_var(const View *v)
{
    const Buffer *b = view_base(v);
    return b ? b->var : v->value->var;
}

Buffer *view_base(const View *v)
{
    while (v->of)
        v = v->of;
    return v->kind == V_BUFFER ? v->buffer : NULL;
}
