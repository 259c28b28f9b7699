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
    range_below(l->facts->range, i, count);
}

void name_levels(Lower *l, const Kids *level)
{
    Nest *k = l->nest;
    make_room(l, k, level->n);
    for (int d = 0; d < level->n; d++) {
        Core *count = size_tree(l, level->at[d]->g[0].at[0]);
        const char *name = machine_count_name(l, count);
        add_level(l, level->at[d], name ? name : index_name(l, level, d, level->n), count);
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

/* ---- a thread an element ----------------------------------------------------- */

/* Two neighbouring levels whose indices only tell, together, a place in the rows. */
typedef struct {
    const Var *outer, *inner;
    const Core *count;         /* of the inner one */
    Var *at;                   /* outer * count + inner */
    bool apart;                /* one of them occurs otherwise */
} Rows;

static bool is_place(const Core *n, const Rows *r)
{
    const Core *row = n->op == OP_ADD ? n->g[0].at[0] : NULL;
    return row && row->op == OP_MUL && is_var(row->g[0].at[0], r->outer)
        && core_equal(row->g[1].at[0], r->count) && is_var(n->g[1].at[0], r->inner);
}

static void find_apart(Core *n, void *rows)
{
    Rows *r = rows;
    r->apart |= is_var(n, r->outer) || is_var(n, r->inner);
    if (!is_place(n, r))
        core_each(n, find_apart, rows);
}

static Core *by_place(Core *n, void *rows)
{
    const Rows *r = rows;
    return is_place(n, r) ? core_var(r->at) : core_map(n, by_place, rows);
}

static void find_apart_in(Stmt *s, void *rows)
{
    Core *tree[] = { s->to, s->exp, s->count };
    for (int i = 0; i < 3; i++)
        if (tree[i])
            find_apart(tree[i], rows);
    for (int i = 0; i < s->said.n; i++)
        find_apart(s->said.at[i], rows);
}

static void put_place(Stmt *s, void *rows)
{
    stmt_map(s, by_place, rows);
}

/* Level d and the next are one, of all elements, if nothing asks which row it is. */
static bool join_rows(Lower *l, Nest *k, int d)
{
    Rows r = { k->index[d], k->index[d + 1], k->count[d + 1], NULL, false };
    block_each(&k->body, find_apart_in, &r);
    if (r.apart)
        return false;
    r.at = fresh(l, "#", type_prim(I64));
    block_each(&k->body, put_place, &r);
    k->index[d] = r.at;
    k->count[d] = tree_mul(k->count[d], k->count[d + 1]);
    range_below(l->facts->range, r.at, k->count[d]);
    k->nlevels--;
    for (int i = d + 1; i < k->nlevels; i++) {
        k->index[i] = k->index[i + 1];
        k->count[i] = k->count[i + 1];
    }
    return true;
}

/* The stage of a nest in which each element has a thread. */
static void map_stage(Nest *k)
{
    bool rows = k->nlevels == 2;
    Core *x = k->count[k->nlevels - 1];
    Core *grid = k->threads ? host_call("grid_stride_blocks", &x, 1)
               : rows ? host_call("grid_2d", (Core *[]){ x, k->count[0] }, 2)
               : host_call("grid_x", (Core *[]){ x, block_size() }, 2);
    Stage *s = stage_new(k, k->threads ? "map_strided" : rows ? "map_2" : "map_1", "", grid,
                         rows ? host_call("block_2d", &x, 1) : block_size());
    if (rows)
        fill_level(s, "y", k->index[0], k->count[0]);
    fill_level(s, "x", k->index[k->nlevels - 1], x);
    fill_threads(s, k);
    if (!rows)
        fill_row_ends(s, k);
    fill(s, "body")->block = k->body;
}

/* A grid has rows; and no second dimension where threads have arrays. */
void finish_map(Lower *l)
{
    Nest *k = l->nest;
    Core *total = total_of(k->count, k->nlevels);
    flush_reads(l);
    for (int d = 0; !k->threads && d < k->nlevels - 1;)
        d += !join_rows(l, k, d);
    merge_levels(l, k, k->threads ? k->nlevels : k->nlevels - 1,
                 k->threads ? "position" : "outer");
    k->body = joined(&k->locate, &k->body);
    if (k->nlevels > 1 || k->threads || k->among || !neighbours_stage(l, k))
        map_stage(k);
    launch(l->host, k, total);
}
