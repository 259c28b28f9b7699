/*
 * cuts.c -- how many workers and blocks share the work, and arrays that are cut into
 * rows for them: split and stripes, and what joins them again.
 */
#include "lower.h"

/* ---- how many share the work ------------------------------------------------ */

/* A count that the machine decides, as a variable of the host. */
typedef struct MachineCount {
    Op op;
    Core *size, *rows;
    const Block *block;        /* where the variable is declared */
    Var *var;
} MachineCount;

static bool same_rows(const Core *a, const Core *b)
{
    return a && b ? core_equal(a, b) : a == b;
}

static Var *known_count(Lower *host, Op op, Core *size, Core *rows)
{
    for (int i = 0; i < host->facts->counts.n; i++) {
        const MachineCount *c = host->facts->counts.at[i];
        if (c->op == op && c->block == host->out && core_equal(c->size, size)
            && same_rows(c->rows, rows))
            return c->var;
    }
    return NULL;
}

Core *machine_count(Lower *host, Op op, Core *size, Core *rows)
{
    Var *v = known_count(host, op, size, rows);
    if (v)
        return core_var(v);
    bool workers = op == OP_WORKERS;
    v = fresh(host, workers ? "workers" : "blocks", type_prim(I64));
    emit_let(host, v, workers ? tree_mul(machine_count(host, OP_BLOCKS, size, NULL),
                                         tree_name("BLOCK_SIZE", I64))
                      : rows ? tree_call("blocks_per_row", (Core *[]){ rows, size }, 2, I64)
                             : tree_call("reduce_blocks", &size, 1, I64));
    MachineCount *c = MAKE(MachineCount, op, size, rows, host->out, v);
    vec_push(&host->facts->counts, c);
    range_positive(host->facts->range, core_var(v));
    return core_var(v);
}

static const MachineCount *count_of(const Lower *l, const Core *count)
{
    for (int i = 0; i < l->facts->counts.n; i++)
        if (is_var(count, l->facts->counts.at[i]->var))
            return l->facts->counts.at[i];
    return NULL;
}

const char *machine_count_name(const Lower *l, const Core *count)
{
    const MachineCount *c = count_of(l, count);
    return !c ? NULL : c->op == OP_WORKERS ? "worker" : "tile";
}

Core *blocks_of_workers(Lower *l, const Core *count)
{
    const MachineCount *c = count_of(l, count);
    return c && c->op == OP_WORKERS ? machine_count(l, OP_BLOCKS, c->size, NULL) : NULL;
}

/* ---- rows ------------------------------------------------------------------- */

/* The array in so many rows; the dimension that differs from row to row stays unknown. */
View *cut_array(View *whole, Core *rows, bool stripes)
{
    const Type *of = whole->type;
    Type *t = MAKE(Type, of->prim, of->rank + 1, NEWS(Core *, of->rank + 1));
    t->dim[0] = rows;
    for (int d = 1; d < of->rank; d++)
        t->dim[d + 1] = of->dim[d];
    return view_new((View){ V_CUT, .of = whole, .rows = rows, .stripes = stripes, .type = t });
}

/* ---- one row ---------------------------------------------------------------- */

/* The share that row t of a cut array is; one for all arrays cut alike. */
typedef struct CutRow {
    Core *rows, *total, *t;
    bool stripes;
    const Block *block;        /* where the share's variables are declared */
    Share share;
} CutRow;

/* Row t has the elements t, t + rows .. */
static Share stripe(const CutRow *c)
{
    Core *rest = tree_sub(c->total, c->t);
    Core *length = tree_op(OP_QUOT, tree_add(rest, tree_sub(c->rows, core_i64(1))), c->rows);
    return (Share){ c->t, c->total, c->rows, length };
}

/* Blocks have whole rounds of their threads. */
static Core *length_of_tile(Lower *l, const CutRow *c)
{
    const MachineCount *count = count_of(l, c->rows);
    Core *up = tree_sub(tree_add(c->total, c->rows), core_i64(1));
    if (!l->host || !count || count->op != OP_BLOCKS)
        return named(l, "share", tree_op(OP_QUOT, up, c->rows));
    Core *both[] = { c->total, c->rows };
    Core *share = tree_call("elements_per_block", both, 2, I64);
    Core *known = host_value(l->host, share);
    return known ? known : emit_let(l->host, fresh(l, "share", type_prim(I64)), share);
}

/* All rows have `share` elements, but the last ones, which have fewer or none. */
static Share tile(Lower *l, const CutRow *c)
{
    Core *share = length_of_tile(l, c);
    Core *first = named(l, "first", tree_op(OP_MIN, tree_mul(c->t, share), c->total));
    Core *end = named(l, "end", tree_op(OP_MIN, tree_add(first, share), c->total));
    return (Share){ first, end, core_i64(1), tree_sub(end, first) };
}

static const Share *share_of(Lower *l, const View *cut, Core *t)
{
    CutRow *c = MAKE(CutRow, cut->rows, cut->of->type->dim[0], t, cut->stripes, .block = l->out);
    for (int i = 0; i < l->cuts.n; i++) {
        const CutRow *old = l->cuts.at[i];
        if (old->stripes == c->stripes && core_equal(old->rows, c->rows)
            && core_equal(old->total, c->total) && core_equal(old->t, t))
            return &old->share;
    }
    c->share = c->stripes ? stripe(c) : tile(l, c);
    vec_push(&l->cuts, c);
    return &c->share;
}

static View *cut_row(Lower *l, const View *cut, Core *t)
{
    const Share *s = share_of(l, cut, t);
    Type *type = COPY(Type, *cut->of->type);
    type->dim = NEWS(Core *, type->rank);
    for (int d = 0; d < type->rank; d++)
        type->dim[d] = d ? cut->of->type->dim[d] : s->length;
    return view_new((View){ V_SHARE, .of = cut->of, .share = s, .type = type });
}

View *row_at(Lower *l, View *v, Core **index, int n)
{
    return n && v->kind == V_CUT ? cut_row(l, v, index[0]) : view_row(v, index, n);
}

const Share *first_share(const Lower *l)
{
    return l->cuts.n ? &l->cuts.at[0]->share : NULL;
}
