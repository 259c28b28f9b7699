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

/* row and col, or an index of no name. */
static const char *index_name(const Lower *l, const Kids *level, int d, int n)
{
    const Table *given = l->facts->given;
    bool called = level && (calls_it(level, "row") || calls_it(level, "col"));
    if (n == 2 && !called && !table_has(given, intern("row")) && !table_has(given, intern("col")))
        return d ? "col" : "row";
    return "#";
}

/* Room for n levels and two more. */
static void make_room(Lower *l, Nest *k, int n)
{
    k->assumed = range_assumed(l->facts->range);
    k->index = k->kernel->level = NEWS(Var *, n + 2);
    k->count = NEWS(Core *, n + 2);
    k->at = NEWS(Core *, n + 2);
}

static void push_level(Nest *k, Var *index, Core *count)
{
    int n = k->nlevels++;
    k->index[n] = index;
    k->at[n] = core_var(index);
    k->count[n] = count;
    k->kernel->nlevels = k->nlevels;
}

void add_level(Lower *l, const Core *level, const char *name, Core *count)
{
    Var *own = level->index, *i = own;
    if (!own || own->invented || machine_count_name(l, count))
        i = fresh(l, name, type_prim(I64));
    if (own && own != i)
        table_put(l->facts->tree, own, core_var(i));
    push_level(l->nest, i, count);
}

void name_levels(Lower *l, const Kids *level)
{
    Nest *k = l->nest;
    make_room(l, k, level->n);
    for (int d = 0; d < level->n; d++) {
        Core *count = size_tree(l, level->at[d]->g[0].at[0]);
        const char *name = machine_count_name(l, count);
        add_level(l, level->at[d], name ? name : index_name(l, level, d, level->n), count);
        range_below(l->facts->range, k->index[d], count);
        range_positive(l->facts->range, count);
    }
}

Lower open_elements(Lower *l, const Type *t, const char *name, const char *does)
{
    Lower in = in_kernel(l, nest_new(NULL, name, does));
    make_room(&in, in.nest, t->rank);
    for (int d = 0; d < t->rank; d++) {
        Var *i = fresh(l, index_name(l, NULL, d, t->rank), type_prim(I64));
        push_level(in.nest, i, t->dim[d]);
        range_below(l->facts->range, i, t->dim[d]);
    }
    return in;
}

void bind_levels(Lower *l, const Kids *level, Core **index)
{
    for (int d = 0; d < level->n; d++)
        for (int i = 0; i < level->at[d]->nbinds; i++)
            bind_element(l, level->at[d]->bind[i], view_of(l, level->at[d]->g[1].at[i]), index[d]);
}

Lower open_nest(Lower *l, const Core *n, const char *name, const char *does, bool tiled)
{
    Lower in = in_kernel(l, nest_new(n, name, does));
    name_levels(&in, &n->g[0]);
    in.nest->tiled = tiled && n->g[0].n == 1;
    bind_levels(&in, &n->g[0], in.nest->at);
    return in;
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

void fill_row_ends(Stage *s, const Nest *k)
{
    if (!k->among)
        return;
    fill(s, "among")->var = k->among;
    fill(s, "ends")->exp = core_var(k->ends);
    fill(s, "ends_count")->exp = k->nrows;
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
    if (n == 1)
        fill_row_ends(s, k);
    if (n == 3)
        fill(s, "locate")->block = k->locate;
    fill(s, "body")->block = k->body;
}

/* A grid has three dimensions, and one where threads have arrays. */
void finish_map(Lower *l)
{
    Nest *k = l->nest;
    Core *total = total_of(k->count, k->nlevels);
    flush_reads(l);
    if (k->threads)
        merge_levels(l, k, k->nlevels, "position");
    else if (k->nlevels > 3)
        merge_levels(l, k, k->nlevels - 2, "outer");
    if (k->nlevels == 1)
        k->body = joined(&k->locate, &k->body);
    map_stage(k);
    launch(l->host, k, total);
}
