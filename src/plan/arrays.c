/* arrays.c -- array operations, on the host or in a thread. */
#include "lower.h"

#include <string.h>

/* ---- views ----------------------------------------------------------------- */

static View *index_view(Lower *l, View *v, const Core *n, const Type *t)
{
    int rank = v->type->rank;
    const Kids *e = &n->g[1];
    Core **start = NEWS(Core *, rank), **stride = NEWS(Core *, rank);
    Core **first = NEWS(Core *, rank);
    for (int d = 0; d < rank; d++) {
        const Core *k = d < e->n ? e->at[d] : NULL;
        start[d] = core_i64(0);
        stride[d] = core_i64(1);
        if (k && k->op == OP_SPAN) {
            start[d] = scalar_of(l, k->g[0].at[0]);
            stride[d] = scalar_of(l, k->g[2].at[0]);
        } else if (k && k->op != OP_WHOLE) {
            first[d] = start[d] = scalar_of(l, k);
            stride[d] = NULL;
        }
    }
    check_index(l, n, v, first);
    for (int d = 0; d < rank; d++)
        if (!stride[d])
            start[d] = first[d];
    return view_slice(v, start, stride, t);
}

static void check_coerce(Lower *l, const Core *n, const Type *from, const Type *to)
{
    Core *holds = NULL;
    Trees said = {0};
    for (int d = 0; d < to->rank; d++) {
        vec_push(&said, from->dim[d]);
        if (size_equal(from->dim[d], to->dim[d]) || n->unchecked)
            continue;
        Core *same = tree_op(OP_EQ, from->dim[d], to->dim[d]);
        holds = holds ? tree_op(OP_LAND, holds, same) : same;
    }
    for (int d = 0; d < to->rank; d++)
        vec_push(&said, to->dim[d]);
    if (holds)
        check_that(l, holds, n->span, failure_coerce(to), &said);
}

static View *joined_view(Lower *l, const Core *n)
{
    View *v = view_of(l, n->g[1].at[0]);
    if (v->kind != V_CUT || v->stripes != (n->op == OP_WEAVE))
        fail_at(n->span, ERR_CUDA_OPERATION, "%s of what is not cut so has no CUDA code",
                ops[n->op].text);
    return v->of;
}

static bool lower_view(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    Var *r = s->var[0];
    bool stripes = n->op == OP_STRIPES, cut = stripes || n->op == OP_SPLIT;
    const Type *t = cut ? NULL : sized(l, r->type);
    View *v = NULL;
    switch (n->op) {
    case OP_SPLIT: case OP_STRIPES:
        v = cut_array(view_of(l, n->g[1].at[0]), size_tree(l, n->g[0].at[0]), stripes);
        break;
    case OP_JOIN: case OP_WEAVE: v = joined_view(l, n); break;
    case OP_IOTA: v = view_iota(t); break;
    case OP_REPLICATE: {
        const Core *x = n->g[1].at[0];
        bool scalar = !type_of(x)->rank;
        v = view_fill(scalar ? scalar_of(l, x) : NULL, scalar ? NULL : view_of(l, x), t);
        v->blank = has_attribute(s, "blank");
        break;
    }
    case OP_REARRANGE: v = view_perm(view_of(l, n->g[0].at[0]), n->perm, t); break;
    case OP_RESHAPE: v = view_shape(view_of(l, n->g[1].at[0]), t); break;
    case OP_INDEX:
        v = index_view(l, view_of(l, n->g[0].at[0]), n, t);
        break;
    case OP_COERCE:
        v = view_of(l, n->g[0].at[0]);
        check_coerce(l, n, v->type, t);
        v = view_typed(v, t);
        break;
    case OP_OPAQUE: v = view_of(l, n->g[0].at[0]); break;
    case OP_EMPTY: v = view_fill(core_int(t->prim, 0), NULL, t); break;
    default: return false;
    }
    if (n->op == OP_EMPTY)
        v->value = prim_is_float(t->prim) ? core_const(scalar_float(t->prim, 0)) : v->value;
    bind_view(l, r, v);
    return true;
}

/* ---- arrays ---------------------------------------------------------------- */

/* Rows start, start + 1, .. of an array. */
static View *rows_from(View *v, Core *start, const Type *part)
{
    int rank = v->type->rank;
    Core **at = NEWS(Core *, rank), **stride = NEWS(Core *, rank);
    for (int d = 0; d < rank; d++) {
        at[d] = d ? core_i64(0) : start;
        stride[d] = core_i64(1);
    }
    return view_slice(v, at, stride, part);
}

static void lower_concat(Lower *l, const Stm *s, View *to)
{
    Core *start = core_i64(0);
    for (int i = 0; i < s->exp->g[0].n; i++) {
        View *part = view_of(l, s->exp->g[0].at[i]);
        copy_view(l, part, rows_from(to, start, part->type));
        start = size_normal(tree_add(start, part->type->dim[0]));
    }
}

static void lower_list(Lower *l, const Stm *s, View *to)
{
    flush_reads(l);
    for (int i = 0; i < s->exp->g[0].n; i++) {
        const Core *e = s->exp->g[0].at[i];
        Core *at = core_i64(i);
        if (type_of(e)->rank)
            copy_view(l, view_of(l, e), view_row(to, at));
        else
            emit_set(l, view_at(to, &at), scalar_of(l, e));
    }
}

static void lower_update(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    View *v = own(l, n->g[0].at[0], s->var[0]);
    if (type_of(n->g[2].at[0])->rank) {
        const Type *t = sized(l, type_of(n->g[2].at[0]));
        copy_view(l, view_of(l, n->g[2].at[0]), index_view(l, v, n, t));
    } else {
        Core **index = NEWS(Core *, n->g[1].n);
        for (int d = 0; d < n->g[1].n; d++)
            index[d] = scalar_of(l, n->g[1].at[d]);
        Core *value = scalar_of(l, n->g[2].at[0]);
        flush_reads(l);
        check_index(l, n, v, index);
        emit_set(l, view_at(v, index), value);
    }
    bind_view(l, s->var[0], v);
}

void lower_array_op(Lower *l, const Stm *s)
{
    if (lower_view(l, s))
        return;
    if (s->exp->op == OP_UPDATE) {
        lower_update(l, s);
        return;
    }
    View *to = memory_for(l, s->var[0]);
    bind_view(l, s->var[0], to);
    switch (s->exp->op) {
    case OP_ARRAY: lower_list(l, s, to); break;
    case OP_CONCAT: lower_concat(l, s, to); break;
    case OP_COPY: copy_view(l, view_of(l, s->exp->g[0].at[0]), to); break;
    default: fail_at(s->exp->span, ERR_CUDA_OPERATION, "%s has no CUDA code yet",
                     ops[s->exp->op].text);
    }
}
