/* kernels.c -- segmented operations as kernels. */
#include "lower.h"

#include <string.h>

/* ---- levels ---------------------------------------------------------------- */

static bool calls_it(const Kids *level, const char *name)
{
    for (int d = 0; d < level->n; d++)
        for (int i = 0; i < level->at[d]->nbinds; i++)
            if (str_starts(level->at[d]->bind[i]->name, name))
                return true;
    return false;
}

/* The entry's parameters and sizes have taken the name. */
static bool is_param_name(const Lower *l, const char *name)
{
    const Func *f = l->entry->func;
    for (int i = 0; i < f->nparams; i++)
        if (!strcmp(f->param[i]->name, name))
            return true;
    for (int i = 0; i < f->nsizes; i++)
        if (!strcmp(f->size[i]->name, name))
            return true;
    return false;
}

/* row and col, or an index of no name. */
static const char *index_name(const Lower *l, const Kids *level, int d, int n)
{
    bool free = !level || (!calls_it(level, "row") && !calls_it(level, "col"));
    if (n == 2 && free && !is_param_name(l, "row") && !is_param_name(l, "col"))
        return d ? "col" : "row";
    return "#";
}

/* Names the indices and gives the counts of the levels. */
void name_levels(Lower *l, Nest *k, const Kids *level)
{
    k->assumed = range_assumed(l->facts->range);
    k->nlevels = level->n;
    k->index = NEWS(Var *, level->n);
    k->count = NEWS(Core *, level->n);
    for (int d = 0; d < level->n; d++) {
        const Core *lev = level->at[d];
        k->index[d] = lev->index && !lev->index->invented ? lev->index
                    : fresh(l, index_name(l, level, d, level->n), type_prim(I64));
        if (lev->index && lev->index != k->index[d])
            table_put(l->facts->tree, lev->index, core_var(k->index[d]));
        k->count[d] = size_tree(l, lev->g[0].at[0]);
        range_below(l->facts->range, k->index[d], k->count[d]);
        range_positive(l->facts->range, k->count[d]);
    }
    k->kernel->level = k->index;
    k->kernel->nlevels = k->nlevels;
}

void bind_level(Lower *l, const Core *level, Core *index)
{
    for (int i = 0; i < level->nbinds; i++)
        bind_element(l, level->bind[i], view_of(l, level->g[1].at[i]), index);
}

Core **indices(const Nest *k)
{
    Core **index = NEWS(Core *, k->nlevels);
    for (int d = 0; d < k->nlevels; d++)
        index[d] = core_var(k->index[d]);
    return index;
}

Core *total_of(Core **count, int n)
{
    Core *total = core_i64(1);
    for (int d = 0; d < n; d++)
        total = tree_mul(total, count[d]);
    return total;
}

/* Levels from..n-1 become one, with their indices computed from its own. */
static Var *position_of(Lower *l, Nest *k, int n, const char *name)
{
    Var *at = fresh(l, name, type_prim(I64));
    Core *rest = core_var(at);
    Block *out = lower_into(l, &k->locate);
    for (int d = n - 1; d > 0; d--) {
        Core *position = d == n - 1 ? rest : emit_let(l, fresh(l, "rest", type_prim(I64)), rest);
        emit_let(l, k->index[d], tree_op(OP_REM, position, k->count[d]));
        rest = tree_op(OP_QUOT, position, k->count[d]);
    }
    emit_let(l, k->index[0], rest);
    l->out = out;
    return at;
}

/* One level in place of the first n. */
void merge_levels(Lower *l, Nest *k, int n, const char *name)
{
    if (n < 2)
        return;
    Var *at = position_of(l, k, n, name);
    Core *count = total_of(k->count, n);
    int rest = k->nlevels - n;
    Var **index = NEWS(Var *, rest + 1);
    Core **counts = NEWS(Core *, rest + 1);
    index[0] = at;
    counts[0] = count;
    for (int d = 0; d < rest; d++) {
        index[d + 1] = k->index[n + d];
        counts[d + 1] = k->count[n + d];
    }
    k->index = index;
    k->count = counts;
    k->nlevels = rest + 1;
}

static Block joined(const Block *a, const Block *b)
{
    Block both = { 0 };
    for (int i = 0; i < a->n + b->n; i++)
        vec_push(&both, i < a->n ? a->at[i] : b->at[i - a->n]);
    return both;
}

/* The stage of a nest in which each element has a thread. */
static void map_stage(Nest *k)
{
    static const char *const skeleton[] = { "map_1", "map_2", "map_3" };
    static const char *const axis[] = { "x", "y", "z" };
    static const int side[][3] = { { 0 }, { 32, 8 }, { 32, 4, 2 } };
    int n = k->nlevels;
    Core *size[3], *dim[3];
    for (int d = 0; d < n; d++) {
        size[d] = k->count[n - 1 - d];
        dim[d] = core_const(scalar_int(I32, side[n - 1][d]));
    }
    Core *grid = k->threads ? host_call("blocks_for", size, 1)
               : n == 1 ? host_call("grid_x", (Core *[]){ size[0], block_size() }, 2)
               : host_call(n == 2 ? "grid_2d" : "grid_3d", size, n);
    Stage *s = stage_new(k, k->threads ? "map_strided" : skeleton[n - 1], "", grid,
                         n == 1 ? block_size() : host_call("dim3", dim, n));
    for (int d = n - 1; d >= 0; d--)
        fill_level(s, axis[d], k->index[n - 1 - d], k->count[n - 1 - d]);
    fill_threads(s, k);
    if (n == 3)
        fill(s, "locate")->block = k->locate;
    fill(s, "body")->block = k->body;
}

/* A grid has three dimensions, and one where threads have arrays. */
static void finish_map(Lower *l, Lower *host, Nest *k, Core *total)
{
    flush_reads(l);
    if (k->threads)
        merge_levels(l, k, k->nlevels, "position");
    else if (k->nlevels > 3)
        merge_levels(l, k, k->nlevels - 2, "outer");
    if (k->nlevels == 1)
        k->body = joined(&k->locate, &k->body);
    map_stage(k);
    launch(host, k, total);
}

/* ---- results --------------------------------------------------------------- */

/* "row_sums" in a file rows is rows_row_sums. */
const char *result_name(const Stm *s, const char *otherwise)
{
    for (int k = 0; k < s->nvars; k++)
        if (!s->var[k]->invented)
            return s->var[k]->name;
    return otherwise;
}

static View *row_at(View *v, Core **index, int n)
{
    if (!n)
        return v;
    int rank = v->type->rank;
    Core **start = NEWS(Core *, rank), **stride = NEWS(Core *, rank);
    const Type *t = v->type;
    for (int d = 0; d < rank; d++) {
        start[d] = d < n ? index[d] : core_i64(0);
        stride[d] = d < n ? NULL : core_i64(1);
        t = d < n ? type_row(t) : t;
    }
    return view_slice(v, start, stride, t);
}

/* Where the results from number `from` on are stored; the variables become
   these arrays. */
View **result_arrays(Lower *l, const Stm *s, int from)
{
    View **to = NEWS(View *, s->nvars);
    for (int k = from; k < s->nvars; k++) {
        to[k] = dest_for(l, s->var[k]);
        bind_view(l, s->var[k], to[k]);
    }
    return to;
}

void hint_rows(Lower *l, const Core *body, View **to, int from, Core **index, int n)
{
    for (int k = from; k < body->g[0].n; k++)
        if (type_of(body->g[0].at[k])->rank)
            hint_result(l->facts, body, body->g[0].at[k], row_at(to[k], index, n));
}

void store_rows(Lower *l, const Core *body, View **to, int from, Core **index, int n)
{
    for (int k = from; k < body->g[0].n; k++) {
        const Core *r = body->g[0].at[k];
        if (type_of(r)->rank)
            give_result(l, r, row_at(to[k], index, n));
        else
            emit_set(l, view_at(to[k], index), scalar_of(l, r));
    }
}

/* ---- segmap, segput, seghist ----------------------------------------------- */

static void lower_segmap(Lower *l, const Stm *s)
{
    const Core *n = s->exp, *body = n->g[1].at[0];
    Nest *k = nest_new(n, result_name(s, "map"), "One thread computes one element.");
    View **to = result_arrays(l, s, 0);
    Lower in = in_kernel(l, k);
    name_levels(&in, k, &n->g[0]);
    Core **index = indices(k);
    Core *total = total_of(k->count, k->nlevels);
    for (int d = 0; d < n->g[0].n; d++)
        bind_level(&in, n->g[0].at[d], index[d]);
    hint_rows(&in, body, to, 0, index, n->g[0].n);
    lower_stms(&in, body);
    store_rows(&in, body, to, 0, index, n->g[0].n);
    finish_map(&in, l, k, total);
}

static void lower_segput(Lower *l, const Stm *s)
{
    const Core *n = s->exp;
    bool hist = n->op == OP_SEGHIST;
    const Core *body = n->g[hist ? 4 : 2].at[0];
    int levels = n->g[0].n;
    Nest *k = nest_new(n, result_name(s, hist ? "histogram" : "scatter"),
                       hist ? "One thread adds one value to its place in the histogram."
                            : "One thread writes one value; an index out of range is skipped.");
    const Core *op = hist ? n->g[2].at[0] : NULL;
    View **to = NEWS(View *, s->nvars), **rows = NEWS(View *, s->nvars);
    for (int i = 0; i < s->nvars; i++) {
        to[i] = own(l, n->g[1].at[i], s->var[i]);
        bind_view(l, s->var[i], to[i]);
    }
    View *locks = hist && needs_lock(op) ? locks_for(l, to[0], levels) : NULL;
    Lower in = in_kernel(l, k);
    name_levels(&in, k, &n->g[0]);
    Core **index = indices(k);
    Core *total = total_of(k->count, k->nlevels);
    for (int d = 0; d < levels; d++)
        bind_level(&in, n->g[0].at[d], index[d]);
    lower_stms(&in, body);
    for (int i = 0; i < s->nvars; i++)
        rows[i] = row_at(to[i], index, levels - 1);
    Target p = { rows, s->nvars, op, true, locks ? row_at(locks, index, levels - 1) : NULL };
    write_at(&in, &p, body);
    finish_map(&in, l, k, total);
}

/* ---- storing views --------------------------------------------------------- */

/* Stores a view, one thread for each element. */
void gather(Lower *l, View *from, View *to)
{
    const Buffer *b = view_base(to);
    Nest *k = nest_new(NULL, b->var->name, "Stores an array that was only described so far; "
                                           "one thread an element.");
    int n = to->type->rank;
    k->nlevels = n;
    k->index = NEWS(Var *, n);
    k->count = NEWS(Core *, n);
    for (int d = 0; d < n; d++) {
        k->index[d] = fresh(l, index_name(l, NULL, d, n), type_prim(I64));
        k->count[d] = to->type->dim[d];
        range_below(l->facts->range, k->index[d], k->count[d]);
    }
    Lower in = in_kernel(l, k);
    Core **index = indices(k);
    Core *total = total_of(k->count, n);
    emit_set(&in, view_at(to, index), element(&in, from, index));
    finish_map(&in, l, k, total);
}

void transpose(Lower *l, View *from, View *to)
{
    const Type *t = from->of->type;
    int outer = t->rank - 2;
    Core **size = t->dim + outer, *matrices = total_of(t->dim, outer);
    Nest *k = nest_new(NULL, format("%s_transposed", to->buffer->var->name),
                       "Transposes through tiles in shared memory, so that both the reads and "
                       "the writes of neighbouring threads are neighbours.");
    Core *tile = tree_name("TILE", I32), *rows = core_const(scalar_int(I32, 8));
    Core *blocks = tree_mul(host_call("tiles", size, 2), matrices);
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

static bool by_blocks(const Core *n)
{
    bool all = n->op == OP_SEGMAP;
    for (int d = 0; d < n->g[0].n; d++)
        all &= n->g[0].at[d]->at == AT_BLOCK;
    return all;
}

void lower_seg(Lower *l, const Stm *s)
{
    if (l->together) {
        lower_in_block(l, s);
        return;
    }
    if (!on_host(l))
        fail_at(s->exp->span, ERR_CUDA_OPERATION, "%s inside a kernel", ops[s->exp->op].text);
    if (by_blocks(s->exp)) {
        lower_block(l, s);
        return;
    }
    for (int d = 0; d < s->exp->g[0].n; d++) {
        Place at = s->exp->g[0].at[d]->at;
        if (at != AT_THREAD)
            fail_at(s->exp->span, ERR_CUDA_OPERATION, "a level of %s %s%s has no CUDA code "
                    "yet: only '@thread' has", ops[s->exp->op].text,
                    at ? "@" : "without a place", place_name[at]);
    }
    switch (s->exp->op) {
    case OP_SEGMAP: lower_segmap(l, s); break;
    case OP_SEGRED:
        if (s->exp->g[0].n == 1)
            lower_reduce(l, s);
        else
            lower_rows(l, s);
        break;
    case OP_SEGSCAN: lower_scan(l, s); break;
    default: lower_segput(l, s);
    }
}
