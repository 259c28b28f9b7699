/* arrays.c -- array operations, on the host or in a thread. */
#include "lower.h"

#include <string.h>

/* ---- views ----------------------------------------------------------------- */

static void check_coerce(Lower *l, const Core *n, const Type *from, const Type *to)
{
    Core *holds = NULL;
    Trees said = {0};
    for (int d = 0; d < to->rank; d++) {
        vec_push(&said, from->dim[d]);
        if (n->unchecked || size_equal(from->dim[d], to->dim[d]))
            continue;
        Core *same = tree_op(OP_EQ, from->dim[d], to->dim[d]);
        holds = holds ? tree_op(OP_LAND, holds, same) : same;
    }
    vec_append(&said, to->dim, to->rank);
    if (holds)
        check_that(l, holds, n->span, failure_coerce(to), &said);
}

static View *joined_view(const Core *n, const View *v)
{
    if (v->kind != V_CUT || v->stripes != (n->op == OP_WEAVE))
        fail_at(n->span, ERR_CUDA_OPERATION, "%s of what is not cut so has no CUDA code",
                ops[n->op].text);
    return v->of;
}

/* Rows of different lengths that are known to lie one after the other. */
static View *rows_view(const Core *n, View *v)
{
    if (v->kind != V_IRREG)
        fail_at(n->span, ERR_CUDA_OPERATION, "%s of rows that do not lie one after the other has "
                "no CUDA code", ops[n->op].text);
    return v;
}

/* The rows of all rows, one after the other. */
static const Type *joined_type(const Type *t)
{
    return type_array(type_row(type_row(t)), tree_mul(t->dim[0], t->dim[1]));
}

static View *filled(Lower *l, const Stm *s, View *of, const Type *t)
{
    Core *value = of ? NULL : scalar_of(l, s->exp->g[1].at[0]);
    return view_new((View){ V_FILL, .of = of, .value = value,
                            .blank = has_attribute(s, "blank"), .type = t });
}

static View *nothing(const Type *t)
{
    return view_new((View){ V_FILL, .value = core_int(t->prim, 0), .blank = true, .type = t });
}

/* The array as a view; null: it is none. */
static View *described(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    bool cut = n->op == OP_STRIPES || n->op == OP_SPLIT || n->op == OP_IRREG;
    const Type *t = cut || n->op == OP_VAL ? NULL : sized(l, s->var[0]->type);
    int g = op_group(n->op, '~') >= 0 ? op_group(n->op, '~') : op_group(n->op, '=');
    View *of = g >= 0 && type_of(n->g[g].at[0])->rank ? view_of(l, n->g[g].at[0]) : NULL;
    switch (n->op) {
    case OP_SPLIT: case OP_STRIPES:
        return cut_array(of, size_tree(l, n->g[0].at[0]), n->op == OP_STRIPES);
    case OP_JOIN: case OP_WEAVE: return joined_view(n, of);
    case OP_IRREG:
        return view_new((View){ V_IRREG, .of = view_of(l, n->g[1].at[0]),
                                .at = view_of(l, n->g[0].at[0]), .type = s->var[0]->type });
    case OP_VAL:
        return type_ragged(of->type) ? rows_view(n, of)->of
             : view_new((View){ V_SHAPE, .of = of, .type = joined_type(of->type) });
    case OP_SHP: return rows_view(n, of)->at;
    case OP_SEGIDS: case OP_WITHIN:
        return view_new((View){ n->op == OP_SEGIDS ? V_ROW : V_PLACE, .of = of, .type = t,
                                .at = n->g[2].n ? view_of(l, n->g[2].at[0]) : NULL });
    case OP_GATHER:
        return view_new((View){ V_GATHER, .of = of, .at = view_of(l, n->g[1].at[0]), .type = t });
    case OP_WINDOWS:
        return view_new((View){ V_WINDOWS, .of = of, .type = t,
                                .start = scalars_of(l, &n->g[2]) });
    case OP_IOTA: return view_new((View){ V_IOTA, .type = t });
    case OP_REPLICATE: return filled(l, s, of, t);
    case OP_REARRANGE: return view_turned(of, n->perm, t);
    case OP_RESHAPE: return view_new((View){ V_SHAPE, .of = of, .type = t });
    case OP_INDEX: return index_view(l, of, n, t);
    case OP_COERCE:
        check_coerce(l, n, of->type, t);
        return view_typed(of, t);
    case OP_OPAQUE: return of;
    case OP_EMPTY: return nothing(t);
    case OP_COPY: of = view_of(l, n->g[0].at[0]); return of->blank ? of : NULL;
    default: return NULL;
    }
}

/* ---- arrays ---------------------------------------------------------------- */

static void lower_concat(Lower *l, const Stm *s, View *to)
{
    Core *start = core_i64(0);
    for (int i = 0; i < s->exp->g[0].n; i++) {
        View *part = view_of(l, s->exp->g[0].at[i]);
        View *at = rows_from(to, start, part->type);
        if (!same_place(part, at))
            copy_view(l, part, at);
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
            give_result(l, e, view_row(to, &at, 1));
        else
            emit_set(l, view_at(to, &at), scalar_of(l, e));
    }
}

static void lower_update(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    View *v = own(l, n->g[0].at[0], s->var[0]);
    if (type_of(n->g[2].at[0])->rank) {
        View *value = view_of(l, n->g[2].at[0]);
        const Alloc *a = alloc_of(l->facts->allocs, n->g[2].at[0]->var);
        bool there = a && a->put == s && a->place && view_base(value) == view_base(v);
        if (!there)
            copy_view(l, value, index_view(l, v, n, sized(l, type_of(n->g[2].at[0]))));
    } else {
        Core **index = scalars_of(l, &n->g[1]), *value = scalar_of(l, n->g[2].at[0]);
        flush_reads(l);
        check_index(l, n, v, index);
        emit_set(l, view_at(v, index), value);
    }
    bind_view(l, s->var[0], v);
}

void lower_array_op(Lower *l, const Stm *s)
{
    if (s->exp->op == OP_UPDATE) {
        lower_update(l, s);
        return;
    }
    View *is = described(l, s), *to = is ? is : memory_for(l, s->var[0]);
    bind_view(l, s->var[0], to);
    if (is)
        return;
    switch (s->exp->op) {
    case OP_ARRAY: lower_list(l, s, to); break;
    case OP_CONCAT: lower_concat(l, s, to); break;
    case OP_COPY: copy_view(l, view_of(l, s->exp->g[0].at[0]), to); break;
    default: fail_at(s->exp->span, ERR_CUDA_OPERATION, "%s has no CUDA code yet",
                     ops[s->exp->op].text);
    }
}
