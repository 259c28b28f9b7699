/* levels.c -- the levels of a kernel: their indices, and which thread has which. */
#include "lower.h"

#include <string.h>

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
const char *index_name(const Lower *l, const Kids *level, int d, int n)
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
        k->count[d] = size_tree(l, lev->g[0].at[0]);
        const char *name = machine_count_name(l, k->count[d]);
        k->index[d] = name ? fresh(l, name, type_prim(I64))
                    : lev->index && !lev->index->invented ? lev->index
                    : fresh(l, index_name(l, level, d, level->n), type_prim(I64));
        if (lev->index && lev->index != k->index[d])
            table_put(l->facts->tree, lev->index, core_var(k->index[d]));
        range_below(l->facts->range, k->index[d], k->count[d]);
        range_positive(l->facts->range, k->count[d]);
    }
    k->kernel->level = k->index;
    k->kernel->nlevels = k->nlevels;
}

void add_level(Lower *l, Nest *k, const Core *level, Core *count)
{
    int n = k->nlevels;
    Var **index = NEWS(Var *, n + 1), *i = level->index;
    Core **counts = NEWS(Core *, n + 1);
    copy_bytes(index, k->index, sizeof *index * (size_t)n);
    copy_bytes(counts, k->count, sizeof *counts * (size_t)n);
    index[n] = i && !i->invented ? i : fresh(l, "#", type_prim(I64));
    counts[n] = count;
    if (i && i != index[n])
        table_put(l->facts->tree, i, core_var(index[n]));
    k->index = k->kernel->level = index;
    k->count = counts;
    k->nlevels = k->kernel->nlevels = n + 1;
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

Core **split_position(Lower *l, Core *const *count, Var *const *v, int n, Core *position)
{
    Core **index = NEWS(Core *, n);
    for (int d = n - 1; d >= 0; d--) {
        Var *own = v[d] ? v[d] : fresh(l, "#", type_prim(I64));
        if (d && d < n - 1)
            position = emit_let(l, fresh(l, "rest", type_prim(I64)), position);
        Core *at = d ? tree_op(OP_REM, position, count[d]) : position;
        index[d] = is_atom(at) && !v[d] ? at : emit_let(l, own, at);
        if (index[d]->op == OP_VAR)
            range_below(l->facts->range, index[d]->var, count[d]);
        position = tree_op(OP_QUOT, position, count[d]);
    }
    return index;
}

/* One level in place of the first n. */
void merge_levels(Lower *l, Nest *k, int n, const char *name)
{
    if (n < 2)
        return;
    Var *at = fresh(l, name, type_prim(I64));
    Block *out = lower_into(l, &k->locate);
    split_position(l, k->count, k->index, n, core_var(at));
    l->out = out;
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
void finish_map(Lower *l, Lower *host, Nest *k, Core *total)
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
