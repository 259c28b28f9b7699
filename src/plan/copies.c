/* copies.c -- arrays to where they must be: by the host, a kernel, a block, a thread. */
#include "lower.h"

#include <math.h>

static bool is_zero(const Core *n)
{
    return is_const(n) && (prim_is_float(n->value.prim) ? n->value.f == 0 && !signbit(n->value.f)
                                                        : !n->value.u);
}

/* Null: not one value. */
static const Core *filled_with(const View *from)
{
    while (from->kind == V_FILL && !from->value)
        from = from->of;
    return from->kind == V_FILL ? from->value : NULL;
}

/* ---- by kernels -------------------------------------------------------------- */

/* Stores a view, one thread for each element. */
static void gather(Lower *l, View *from, View *to)
{
    Lower in = open_elements(l, to->type, view_base(to)->var->name,
                             "Stores an array whose elements were computed on demand so far. "
                             "One thread stores one element.");
    emit_set(&in, view_at(to, in.nest->at), element(&in, from, in.nest->at));
    finish_map(&in);
}

/* The last dimensions of the view's array change places, so many with the rest: it is a matrix,
   or several, turned; 0: it is none. */
static int turns(const View *v, int *outer)
{
    int r = v->type->rank, rows;
    *outer = 0;
    if (v->kind != V_PERM)
        return 0;
    while (*outer < r && v->perm[*outer] == *outer)
        ++*outer;
    rows = *outer < r ? v->perm[*outer] - *outer : 0;
    for (int d = *outer; d < r && rows; d++)
        if (v->perm[d] != *outer + (d - *outer + rows) % (r - *outer))
            return 0;
    return rows;
}

static void transpose(Lower *l, View *from, View *to)
{
    const Type *t = from->of->type;
    int outer, down = turns(from, &outer);
    Core *size[] = { total_of(t->dim + outer, down),
                     total_of(t->dim + outer + down, t->rank - outer - down) };
    Core *matrices = total_of(t->dim, outer);
    Nest *k = nest_new(NULL, format("%s_transposed", to->buffer->var->name),
                       "Transposes through tiles in shared memory, so that both the reads and "
                       "the writes of neighbouring threads are neighbours.");
    Core *tile = tree_name("TILE_DIM", I32), *rows = tree_name("BLOCK_ROWS", I32);
    Core *blocks = tree_mul(host_call("transpose_tiles", size, 2), matrices);
    Stage *s = stage_new(k, "transpose", "", grid_of(blocks),
                         host_call("dim3", (Core *[]){ tile, rows }, 2));
    fill(s, "several")->flag = outer > 0;
    fill(s, "rows")->exp = size[0];
    fill(s, "cols")->exp = size[1];
    fill(s, "ctype")->var = to->buffer->var;
    fill(s, "from")->exp = core_var(view_base(from)->var);
    fill(s, "to")->exp = core_var(to->buffer->var);
    launch(l, k, tree_count(t));
}

/* ---- by the host -------------------------------------------------------------- */

/* It is all of a buffer, in whatever shape. */
static bool is_whole(const View *v)
{
    Buffer *b;
    Core *at;
    int64_t start;
    return view_run(v, &b, &at) && size_const(at, &start) && start == 0;
}

static void host_copy(Lower *l, View *from, View *to)
{
    int outer;
    Buffer *a, *b;
    Core *at_a, *at_b;
    int64_t n;
    if (size_const(tree_count(from->type), &n) && n == 0)
        return;
    if (view_run(from, &a, &at_a) && view_run(to, &b, &at_b)) {
        Core *count = tree_count(from->type);
        emit(l, (Stmt){ S_COPY, .to = tree_load(b, at_b), .exp = tree_load(a, at_a),
                        .count = count, .guarded = !size_const(count, &n) });
        return;
    }
    const Core *fill = filled_with(from);
    if (fill && is_zero(fill) && view_run(to, &b, &at_b)) {
        emit(l, (Stmt){ S_CLEAR, .to = tree_load(b, at_b), .count = tree_count(from->type) });
        return;
    }
    if (turns(from, &outer) && is_whole(from->of) && to->kind == V_BUFFER)
        transpose(l, from, to);
    else
        gather(l, from, to);
}

/* ---- in a kernel --------------------------------------------------------------- */

/* A loop for each dimension; none where there is one element. */
static void copy_loops(Lower *l, View *from, View *to)
{
    Block *out = l->out;
    int rank = to->type->rank;
    Core **index = NEWS(Core *, rank);
    int64_t n;
    for (int d = 0; d < rank; d++)
        if (size_const(to->type->dim[d], &n) && n == 0)
            return;
    flush_reads(l);
    for (int d = 0; d < rank; d++) {
        index[d] = core_i64(0);
        if (size_const(to->type->dim[d], &n) && n == 1)
            continue;
        Var *i = fresh(l, "#", type_prim(I64));
        l->out = &emit_for(l, BY_EACH, i, to->type->dim[d])->body;
        index[d] = core_var(i);
    }
    emit_store(l, to, index, element(l, from, index));
    l->out = out;
}

/* What a variable is declared with; or an array, if it is all zeros. */
static bool is_initial(Lower *l, const View *from, const View *to)
{
    Stmt *last = l->out->n ? l->out->at[l->out->n - 1] : NULL;
    const Var *v = to->kind != V_OWN ? NULL : to->value ? to->value->var : to->of->buffer->var;
    const Core *value = filled_with(from);
    if (!last || !v || last->var != v || !value || !is_const(value))
        return false;
    if (last->kind != S_LET && !is_zero(value))
        return false;
    last->exp = (Core *)value;
    return true;
}

static int leading(const View *v)
{
    return v->kind == V_OWN ? v->lead : 0;
}

/* Each thread its elements, all of such a nest, or place by place where both lie in a row. */
static void share_copy(Lower *l, View *from, View *to)
{
    const Type *t = to->type;
    Buffer *a, *b;
    Core *at_a, *at_b;
    int lead = leading(from) ? leading(from) : leading(to);
    bool runs = view_run(from, &a, &at_a) && view_run(to, &b, &at_b);
    Core *count = tree_count(t);
    if (is_initial(l, from, to))
        return;
    Elements e = open_elements_of(l, runs ? &count : t->dim, NEWS(Var *, t->rank + 1),
                                  runs ? 1 : lead ? lead : t->rank);
    if (runs)
        emit_set(&e.in, tree_load(b, tree_add(at_b, e.index[0])),
                 tree_load(a, tree_add(at_a, e.index[0])));
    else if (lead && lead < t->rank)
        copy_loops(&e.in, view_row(from, e.index, lead), view_row(to, e.index, lead));
    else
        emit_store(&e.in, to, e.index, element(&e.in, from, e.index));
    close_elements(l, &e);
}

void copy_view(Lower *l, View *from, View *to)
{
    if (on_host(l))
        host_copy(l, from, to);
    else if (l->together)
        share_copy(l, from, to);
    else
        copy_loops(l, from, to);
}
